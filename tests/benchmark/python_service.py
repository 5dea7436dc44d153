#!/usr/bin/env python3
"""CPU time for the sizes of one request: in a Python service that infers with onnx, and with Shapewright.

The service sets the sizes of the inputs and calls onnx.shape_inference, as one has to: it keeps no expressions.
Shapewright has inferred the model once, and is asked by its inference_id. CPU time is less disturbed by other load
than time is. Needs the packages onnx, grpcio and protobuf, and a build.

usage: PYTHONPATH=client/python python3 tests/benchmark/python_service.py [MODEL.onnx]     with inputs [batch, sequence]
"""
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import onnx
import shapewright

ROOT = Path(__file__).resolve().parents[2]
ONNX_CALLS, CALLS = 40, 2000


def infer_by_onnx(data, sizes):
    model = onnx.load_from_string(data)
    for value in model.graph.input:
        for dim, size in zip(value.type.tensor_type.shape.dim, sizes):
            dim.dim_value = size
    return onnx.shape_inference.infer_shapes(model, data_prop=True)


def process_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ms_each(seconds, calls):
    return f"{1000 * seconds / calls:.2f} ms"


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "tests/data/corpus/models/bert_base_ts17.onnx")
    data = Path(path).read_bytes()
    bindings = [(1 + i % 30, 1 + i % 511) for i in range(CALLS)]  # no two of them are equal
    infer_by_onnx(data, bindings[0])
    start = time.process_time()
    for sizes in bindings[:ONNX_CALLS]:
        infer_by_onnx(data, sizes)
    print("onnx.shape_inference:", ms_each(time.process_time() - start, ONNX_CALLS))
    with tempfile.TemporaryDirectory() as folder:
        socket = f"{folder}/socket"
        server = subprocess.Popen([ROOT / "build/release/bin/shapewright-server", f"--listen=unix:{socket}"], stderr=subprocess.DEVNULL)
        try:
            while not os.path.exists(socket):
                time.sleep(0.02)
            client = shapewright.Client(f"unix:{socket}")
            model = client.infer_shapes(path)
            before, start = process_seconds(server.pid), time.process_time()
            for batch, sequence in bindings:
                client.evaluate_shapes(model, [{"batch": batch, "sequence": sequence}])
            print("Shapewright's server:", ms_each(process_seconds(server.pid) - before, CALLS))
            print("its Python client:", ms_each(time.process_time() - start, CALLS))
        finally:
            server.terminate()
            server.wait()
    print("load:", os.getloadavg()[0])


if __name__ == "__main__":
    main()
