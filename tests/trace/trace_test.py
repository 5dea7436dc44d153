"""Spans of the real server as the real OpenTelemetry collector takes them, and traces that the Python client is a part of, by
OpenTelemetry's own instrumentation of gRPC. Run by `./dev trace-test`."""

import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from opentelemetry import trace
from opentelemetry.instrumentation.grpc import GrpcInstrumentorClient
from opentelemetry.sdk.trace import TracerProvider

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERVER = ROOT / "build/release/bin/shapewright-server"
COLLECTOR = ROOT / "build/trace-tools/bin/collector"
MODEL = ROOT / "tests/data/corpus/models/bert_base_ts17.onnx"
LIMIT = 60  # seconds until something is said to hang
PHASES = ["queue", "read", "infer", "serialize"]
sys.path.insert(0, str(ROOT / "client/python"))

CONFIG = """
receivers:
  otlp:
    protocols:
      http:
        endpoint: 127.0.0.1:{port}
exporters:
  file:
    path: {path}
service:
  telemetry:
    metrics:
      level: none
  pipelines:
    traces:
      receivers: [otlp]
      exporters: [file]
"""


def wait_until(holds, what):
    end = time.monotonic() + LIMIT
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.05)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Collector:
    """The receiver of the OpenTelemetry project; what it takes it writes into a file."""

    def __init__(self, folder):
        self.port, self.path = free_port(), pathlib.Path(folder, "spans.json")
        config = pathlib.Path(folder, "collector.yaml")
        config.write_text(CONFIG.format(port=self.port, path=self.path))
        self.log = pathlib.Path(folder, "collector.log")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen([COLLECTOR, "--config", f"file:{config}"], stdout=log, stderr=log)
        wait_until(self._answers, "the collector does not start")

    def _answers(self):
        if self.process.poll() is not None:
            raise RuntimeError(self.log.read_text())
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def batches(self):
        return [json.loads(line) for line in self.path.read_text().splitlines()] if self.path.exists() else []

    def spans(self):
        return [span for batch in self.batches() for resource in batch["resourceSpans"]
                for scope in resource["scopeSpans"] for span in scope["spans"]]

    def wait_for(self, count):
        wait_until(lambda: len(self.spans()) >= count, f"{count} spans: there are {len(self.spans())}")
        return self.spans()

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=LIMIT)


def attributes(holder):
    return {each["key"]: next(iter(each["value"].values())) for each in holder["attributes"]}


class Traces(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.collector = Collector(folder.name)
        self.addCleanup(self.collector.stop)
        self.target = f"unix:{folder.name}/socket"
        self.log = pathlib.Path(folder.name, "log")
        with open(self.log, "wb") as log:
            self.server = subprocess.Popen(
                [SERVER, f"--listen={self.target}", "--trace-sample=1", "--log-every=1",
                 f"--otlp-endpoint=http://127.0.0.1:{self.collector.port}"], stderr=log)
        self.addCleanup(self.end)
        wait_until(lambda: b'"started"' in self.log.read_bytes(), "the server does not start")

    def end(self):
        self.server.terminate()
        self.server.wait(timeout=LIMIT)

    def test_the_client_is_the_parent(self):
        from shapewright import Client  # pylint: disable=import-outside-toplevel
        trace.set_tracer_provider(TracerProvider())
        GrpcInstrumentorClient().instrument()
        self.addCleanup(GrpcInstrumentorClient().uninstrument)
        with Client(self.target) as client, trace.get_tracer("test").start_as_current_span("request") as outer:
            client.infer_shapes(MODEL.read_bytes())
            ids = outer.get_span_context()
        spans = self.collector.wait_for(5)
        call, *phases = [s for s in spans if s["traceId"] == f"{ids.trace_id:032x}"]
        # Between the two is the span of the instrumented client.
        self.assertTrue(call["parentSpanId"])
        self.assertNotEqual(call["parentSpanId"], f"{ids.span_id:016x}")
        self.assertEqual((call["name"], call["kind"]), ("shapewright.v1.ShapeService/InferShapes", 2))
        told = attributes(call)
        self.assertEqual([told[f"rpc.{name}"] for name in ("system", "service", "method", "grpc.status_code")],
                         ["grpc", "shapewright.v1.ShapeService", "InferShapes", "0"])
        self.assertEqual(told["shapewright.cache"], "miss")
        self.assertGreater(int(told["shapewright.nodes"]), 100)
        self.assertEqual([phase["name"] for phase in phases], PHASES)
        for phase in phases:
            self.assertEqual(phase["parentSpanId"], call["spanId"])
            self.assertLessEqual(int(call["startTimeUnixNano"]), int(phase["startTimeUnixNano"]))
            self.assertLessEqual(int(phase["endTimeUnixNano"]), int(call["endTimeUnixNano"]) + 1_000_000)
        resource = attributes(self.collector.batches()[0]["resourceSpans"][0]["resource"])
        self.assertEqual(resource["service.name"], "shapewright")
        self.assertEqual(int(resource["process.pid"]), self.server.pid)
        print(json.dumps(call), file=sys.stderr)

    def test_nothing_is_lost_at_the_end(self):
        from shapewright import Client  # pylint: disable=import-outside-toplevel
        with Client(self.target) as client:
            for _ in range(300):
                client.infer_shapes(MODEL.read_bytes())
        self.end()
        calls = [span for span in self.collector.wait_for(300 + len(PHASES)) if span["kind"] == 2]
        self.assertEqual(len(calls), 300)
        self.assertEqual(len({call["traceId"] for call in calls}), 300)
        self.assertIn(b'"stopped"', self.log.read_bytes())
        self.assertNotIn(b"spans_not_taken", self.log.read_bytes())


if __name__ == "__main__":
    unittest.main(verbosity=2)
