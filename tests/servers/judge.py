"""Starts a server with and without its door, sends it requests, and compares what it answers."""
import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
DATATYPES = {"int64": "INT64", "int32": "INT32", "float32": "FP32", "float64": "FP64"}
START_SECONDS = 1200


@dataclass
class Answer:
    status: int
    text: str

    @property
    def outputs(self):
        """Arrays by name."""
        return {each["name"]: np.asarray(each["data"], float).reshape(each["shape"]) for each in json.loads(self.text)["outputs"]}


def body_of(request):
    return json.dumps({
        "inputs": [
            {"name": name, "shape": array.shape, "datatype": DATATYPES[str(array.dtype)], "data": array.ravel().tolist()}
            for name, array in request.items()
        ]
    })  # fmt: skip


class Server:
    """A process that answers at a port of this machine."""

    def __init__(self, port, process, log):
        self.port, self.process, self._log = port, process, log

    def send(self, request):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request("POST", "/v2/models/model/infer", body_of(request), {"Content-Type": "application/json"})
            response = connection.getresponse()
            return Answer(response.status, response.read().decode(errors="replace"))
        finally:
            connection.close()

    def send_all(self, requests, at_once=16):
        with ThreadPoolExecutor(at_once) as pool:
            return list(pool.map(self.send, requests))

    def log(self):
        return self._log.read_text(errors="replace")

    def processes(self):
        """The ids of the server's process and of those it started."""
        parents = {}
        for status in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
        found = [self.process.pid]
        for process in found:
            found += [child for child, parent in parents.items() if parent == process]
        return found


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def started(command, model, folder, **environment):
    """A server of this command, in which {port} and {grpc} stand for free ports, once it answers."""
    port, log = free_port(), folder / f"log{time.monotonic_ns()}"
    examples = ROOT / "examples" / "servers"
    told = {
        "MODEL": str(model), "PORT": str(port), "PYTHONUNBUFFERED": "1", "LOG": "INFO", "CUDA_VISIBLE_DEVICES": "",
        "SHAPEWRIGHT": str(ROOT / "build" / "release" / "bin" / "shapewright"),
        "PYTHONPATH": f"{examples}:{examples / 'mlserver'}",
    }  # fmt: skip
    ports = {"port": port, "grpc": free_port(), "more": free_port(), "folder": folder / f"server{port}"}
    words = [word.format(**ports) for word in command]
    environment = {name: value.format(**ports) for name, value in environment.items()}
    words[0] = str(ROOT / words[0]) if "/" in words[0] else words[0]
    with open(log, "wb") as file:
        process = subprocess.Popen(
            words, cwd=examples, stdout=file, stderr=file, start_new_session=True, env={**os.environ, **told, **environment}
        )
    server = Server(port, process, log)
    try:
        wait(server)
        yield server
    finally:
        stop(server)


def wait(server):
    """Until it has an answer to anything; what has no inputs is no request."""
    give_up = time.monotonic() + START_SECONDS
    while True:
        with contextlib.suppress(OSError, http.client.HTTPException):
            if server.send({}).status not in (404, 503):
                return
        if server.process.poll() is not None or time.monotonic() > give_up:
            raise RuntimeError(f"the server did not start:\n{server.log()[-4000:]}")
        time.sleep(0.1)


def stop(server):
    """It, and what it has started."""
    processes = server.processes()
    server.process.send_signal(signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        server.process.wait(30)
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    server.process.wait()


def closeness(one, other):
    """Why two answers differ; empty: they do not. Sums of other lengths are rounded otherwise: to 1e-5 of the numbers here."""
    if one.keys() != other.keys():
        return f"{sorted(one)} and {sorted(other)}"
    for name, array in one.items():
        if array.shape != other[name].shape:
            return f"{name} has {array.shape} and {other[name].shape}"
        if not np.allclose(array, other[name], rtol=1e-4, atol=1e-5):
            return f"{name} differs by {np.abs(array - other[name]).max()}"
    return ""
