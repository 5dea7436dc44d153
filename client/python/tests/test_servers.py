"""What the client makes of real servers that go and come."""
import signal
import subprocess
import threading

import pytest

from shapewright import Client, Retry, ShapewrightError, local_server
from shapewright.local_server import find_server
from shapewright.v1 import merge_pb2, shape_pb2

PATIENT = Retry(attempts=60, limit=1.0)
OPERANDS = [shape_pb2.Type(text=text) for text in ("[2, ?]", "[?, 5]")]
CASE = merge_pb2.MergeCase(merge=merge_pb2.MergeTypes(operands=OPERANDS))


class Server:
    """A server on a TCP port, which its successor takes over."""

    def __init__(self, port=0):
        self.process = subprocess.Popen(
            [find_server(), "--listen", f"127.0.0.1:{port}", "--http-listen="],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        line = ""
        while '"started"' not in line:
            line = self.process.stdout.readline()
            assert line, "the server did not start"
        self.port = int(line.partition("127.0.0.1:")[2].partition('"')[0])
        # An unread pipe is no concern of this test.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(timeout=60) == 0


@pytest.fixture
def servers():
    running = [Server(), Server()]
    yield running
    for server in running:
        server.stop()


class Callers:
    """Threads that call in a loop, and what they met."""

    def __init__(self, call, count):
        self.answered = 0
        self.failed = []
        self._stops = False
        self._more = threading.Condition()
        self._threads = [threading.Thread(target=self._run, args=(call,)) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def _run(self, call):
        while not self._stops:
            try:
                call()
            except Exception as error:  # pylint: disable=broad-except
                self.failed.append(error)
            with self._more:
                self.answered += 1
                self._more.notify_all()

    def wait_for(self, more):
        with self._more:
            until = self.answered + more
            assert self._more.wait_for(lambda: self.answered >= until, timeout=120)

    def stop(self):
        self._stops = True
        for thread in self._threads:
            thread.join()


def test_a_restart_of_the_server_loses_no_call(servers):
    port = servers[0].port
    with Client(f"127.0.0.1:{port}", retry=PATIENT) as client:
        callers = Callers(lambda: client.merge_shapes([CASE]), 3)
        for _ in range(3):
            callers.wait_for(50)
            servers[0].stop()
            servers[0] = Server(port)
        callers.wait_for(50)
        callers.stop()
    assert callers.failed == []


def test_a_replica_that_is_restarted_is_sent_the_model_again(servers, concat):
    concat.graph.doc_string = "x" * 70_000  # large enough to be named
    ports = [server.port for server in servers]
    target = "ipv4:" + ",".join(f"127.0.0.1:{port}" for port in ports)
    with Client(target, retry=PATIENT, balancing="round_robin") as client:
        callers = Callers(lambda: client.infer_shapes(concat), 3)
        for i in (0, 1, 0):
            callers.wait_for(60)
            servers[i].stop()
            callers.wait_for(20)
            servers[i] = Server(ports[i])
        callers.wait_for(60)
        callers.stop()
    assert callers.failed == []


def test_a_client_without_a_target_asks_whom_the_environment_names(fake, concat, answer, monkeypatch):
    service, target = fake
    service.answers = [answer("a")]
    monkeypatch.setenv("SHAPEWRIGHT_TARGET", target)
    with Client() as client:
        assert client.infer_shapes(concat).model_id == "a"


def test_a_client_without_a_target_asks_the_server_at_the_default_socket(fake, concat, answer, monkeypatch):
    service, target = fake
    service.answers = [answer("a")]
    monkeypatch.delenv("SHAPEWRIGHT_TARGET", raising=False)
    monkeypatch.setattr(local_server, "_DEFAULT_SOCKET", target[len("unix:") :])
    with Client() as client:
        assert client.infer_shapes(concat).model_id == "a"


def test_clients_without_a_target_share_a_server_of_the_process(concat, tmp_path, monkeypatch):
    monkeypatch.delenv("SHAPEWRIGHT_TARGET", raising=False)
    monkeypatch.setattr(local_server, "_DEFAULT_SOCKET", str(tmp_path / "nobody"))
    with Client() as one, Client() as other:
        assert one.infer_shapes(concat)["Z"].shape == ("N + M", 3)
        assert one._target == other._target == local_server.default_target()


def test_a_target_that_is_named_is_never_replaced(concat, tmp_path, monkeypatch):
    monkeypatch.setenv("SHAPEWRIGHT_TARGET", f"unix:{tmp_path}/nobody")
    with Client(retry=Retry(attempts=1)) as client, pytest.raises(ShapewrightError) as caught:
        client.infer_shapes(concat)
    assert caught.value.reason == "SERVER_UNREACHABLE"
