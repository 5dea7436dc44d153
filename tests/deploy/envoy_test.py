"""The real Envoy with deploy/envoy/envoy.yaml, between callers and a model server that takes everything: what the doors of
Shapewright refuse does not reach it. Run by `./dev envoy-test`."""

import concurrent.futures
import http.server
import json
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

import grpc
import yaml
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from cluster import replicas

CONFIG = replicas.ROOT / "deploy/envoy/envoy.yaml"
MODELS = replicas.ROOT / "tests/data/corpus/models"
MODEL = "lstm_tagger_ts11.onnx"  # tokens: int64[batch, sequence]
INPUT = "tokens"
METHOD = "/inference.GRPCInferenceService/ModelInfer"
DOORS = f"tagger enforce {MODEL}\nseen shadow {MODEL}\n"


def infer_request_class():
    """inference.ModelInferRequest, as far as a guard looks at it, by protobuf's own encoder."""
    field = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name="infer.proto", package="test", syntax="proto3")
    tensor = file.message_type.add(name="Tensor")
    request = file.message_type.add(name="Request")
    for message, fields in (
        (tensor, (("name", 1, field.TYPE_STRING, 1), ("datatype", 2, field.TYPE_STRING, 1), ("shape", 3, field.TYPE_INT64, 3))),
        (request, (("model_name", 1, field.TYPE_STRING, 1), ("inputs", 5, field.TYPE_MESSAGE, 3),
                   ("raw_input_contents", 7, field.TYPE_BYTES, 3))),
    ):
        for name, number, kind, label in fields:
            message.field.add(name=name, number=number, type=kind, label=label,
                              type_name=".test.Tensor" if kind == field.TYPE_MESSAGE else None)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("test.Request"))


ModelInferRequest = infer_request_class()


def grpc_request(model, shape, contents=None):
    request = ModelInferRequest(model_name=model)
    request.inputs.add(name=INPUT, datatype="INT64", shape=shape)
    if contents is not None:
        request.raw_input_contents.append(contents)
    return request.SerializeToString()


class ModelServer:
    """Answers all that reaches it, over HTTP and gRPC, and keeps what the door has said of it."""

    def __init__(self):
        self.seen = []
        seen = self.seen

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                size = len(self.rfile.read(int(self.headers["content-length"])))
                seen.append((self.headers.get("x-shapewright-guard"), size))
                self.send_response(200)
                self.send_header("content-length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

        def answer(request, context):
            seen.append((dict(context.invocation_metadata()).get("x-shapewright-guard"), len(request)))
            return b""

        handler = grpc.method_handlers_generic_handler(
            "inference.GRPCInferenceService", {"ModelInfer": grpc.unary_unary_rpc_method_handler(answer)})
        options = [("grpc.max_receive_message_length", -1)]
        self.grpc = grpc.server(concurrent.futures.ThreadPoolExecutor(4), handlers=[handler], options=options)
        self.grpc_port = self.grpc.add_insecure_port("127.0.0.1:0")
        self.grpc.start()

    def stop(self):
        self.http.shutdown()
        self.grpc.stop(0)


class Envoy:
    """The real one, with the configuration of deploy/ but for its addresses."""

    def __init__(self, folder, socket, model_server):
        config = yaml.safe_load(CONFIG.read_text())
        self.port = replicas.free_port()
        local = lambda number: {"socket_address": {"address": "127.0.0.1", "port_value": number}}
        config["admin"]["address"] = local(replicas.free_port())
        config["static_resources"]["listeners"][0]["address"] = local(self.port)
        addresses = {"shapewright": {"pipe": {"path": str(socket)}}, "model_http": local(model_server.http.server_address[1]),
                     "model_grpc": local(model_server.grpc_port)}
        for cluster in config["static_resources"]["clusters"]:
            cluster["load_assignment"]["endpoints"][0]["lb_endpoints"] = [{"endpoint": {"address": addresses.pop(cluster["name"])}}]
        assert not addresses, addresses
        path = pathlib.Path(folder, "envoy.json")
        path.write_text(json.dumps(config))
        log = path.with_suffix(".log")
        with open(log, "wb") as out:
            self.process = subprocess.Popen(
                [replicas.ENVOY, "--config-path", path, "--log-level", "error", "--concurrency", "2", "--use-dynamic-base-id"],
                stdout=out, stderr=out)
        # /ready of the model server, which answers no GET: Envoy itself is there once it says anything.
        replicas.wait_until(self._answers, self.process, lambda: f"envoy does not start: {log.read_text()[-500:]}")

    def _answers(self):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=5).close()
        except urllib.error.HTTPError:
            return True
        except (urllib.error.URLError, OSError):
            return False
        return True

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=replicas.LIMIT)


class Doors(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.doors = cls.folder / "doors"
        cls.doors.write_text(DOORS)
        cls.socket = cls.folder / "socket"
        cls.server = replicas.Replica(["--threads=1", f"--listen=unix:{cls.socket}", "--envoy-guards=1",
                                       f"--model-root={MODELS}", f"--guard-models={cls.doors}"])
        cls.addClassCleanup(cls.server.kill)
        cls.model_server = ModelServer()
        cls.addClassCleanup(cls.model_server.stop)
        cls.envoy = Envoy(folder.name, cls.socket, cls.model_server)
        cls.addClassCleanup(cls.envoy.stop)
        options = [("grpc.max_send_message_length", -1)]
        cls.channel = grpc.insecure_channel(f"127.0.0.1:{cls.envoy.port}", options=options)
        cls.addClassCleanup(cls.channel.close)
        cls.infer = cls.channel.unary_unary(METHOD)
        # The guards are compiled for the first requests; these are let through.
        for model in ("tagger", "seen"):
            cls.wait_for_guard(model)

    @classmethod
    def wait_for_guard(cls, model):
        end = time.monotonic() + replicas.LIMIT
        while cls.said_of(grpc_request(model, [2, 3])) != "pass":
            assert time.monotonic() < end, cls.server.log
            time.sleep(0.05)

    @classmethod
    def said_of(cls, request):
        """What the model server is told of a request over gRPC that reaches it."""
        cls.infer(request)
        return cls.model_server.seen[-1][0]

    def post(self, path, body, headers=()):
        request = urllib.request.Request(f"http://127.0.0.1:{self.envoy.port}{path}", body, dict(headers), method="POST")
        try:
            with urllib.request.urlopen(request, timeout=replicas.LIMIT) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def post_shape(self, model, shape):
        body = json.dumps({"inputs": [{"name": INPUT, "datatype": "INT64", "shape": shape}]}).encode()
        return self.post(f"/v2/models/{model}/infer", body)

    def assert_unseen(self, call):
        before = len(self.model_server.seen)
        answer = call()
        self.assertEqual(len(self.model_server.seen), before)
        return answer

    def test_json_that_fails_is_refused_with_the_reason(self):
        self.assertEqual(self.post_shape("tagger", [2, 3]), (200, b"{}"))
        self.assertEqual(self.model_server.seen[-1][0], "pass")
        status, body = self.assert_unseen(lambda: self.post_shape("tagger", [2, 3, 4]))
        self.assertEqual(status, 400)
        self.assertIn(INPUT, json.loads(body)["error"])

    def test_grpc_that_fails_is_refused_as_invalid(self):
        def call():
            with self.assertRaises(grpc.RpcError) as raised:
                self.infer(grpc_request("tagger", [2, 3, 4]))
            return raised.exception

        error = self.assert_unseen(call)
        self.assertEqual(error.code(), grpc.StatusCode.INVALID_ARGUMENT)
        self.assertIn(INPUT, error.details())

    def test_in_shadow_mode_it_is_let_through_and_told(self):
        self.assertEqual(self.said_of(grpc_request("seen", [2, 3, 4])), "fail")
        self.assertEqual(self.post_shape("seen", [2, 3, 4]), (200, b"{}"))
        self.assertEqual(self.model_server.seen[-1][0], "fail")
        metrics = self.server.metrics()
        self.assertGreaterEqual(metrics['shapewright_door_requests_total{model="seen",verdict="fail"}'], 2)
        self.assertNotIn('shapewright_door_refused_total{model="seen"}', metrics)

    def test_of_a_large_message_the_beginning_is_enough(self):
        shape = [1024, 512]  # 4 MiB, of which Envoy sends one
        contents = bytes(8 * shape[0] * shape[1])
        self.assertEqual(self.said_of(grpc_request("tagger", shape, contents)), "pass")
        with self.assertRaises(grpc.RpcError) as raised:
            self.infer(grpc_request("tagger", [*shape, 1], contents))
        self.assertEqual(raised.exception.code(), grpc.StatusCode.INVALID_ARGUMENT)
        # All of it reaches the model server.
        self.assertGreater(self.model_server.seen[-1][1], len(contents))

    def test_what_a_caller_says_of_the_guard_does_not_count(self):
        body = json.dumps({"inputs": [{"name": INPUT, "datatype": "INT64", "shape": [2, 3, 4]}]}).encode()
        self.post("/v2/models/seen/infer", body, {"x-shapewright-guard": "pass"})
        self.assertEqual(self.model_server.seen[-1][0], "fail")

    def test_other_requests_go_on(self):
        for path in ("/v2/models/unknown/infer", "/v2/repository/index", f"/v2/models/{MODEL}/infer"):
            self.assertEqual(self.post(path, b"{}")[0], 200, path)

    def test_z_a_door_is_switched_and_an_absent_one_lets_through(self):
        """The last one, as it ends the server."""
        self.doors.write_text(DOORS.replace("seen shadow", "seen enforce"))
        end = time.monotonic() + replicas.LIMIT
        while self.post_shape("seen", [2, 3, 4])[0] != 400:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        self.server.kill()
        self.assertEqual(self.post_shape("seen", [2, 3, 4])[0], 200)


if __name__ == "__main__":
    missing = [str(path) for path in (replicas.ENVOY, replicas.SERVER) if not pathlib.Path(path).exists()]
    if missing:
        sys.exit(f"envoy_test: missing: {', '.join(missing)}")
    unittest.main(verbosity=2)
