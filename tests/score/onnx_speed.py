"""Times the engine against ONNX's own shape inference on the same bytes.

usage: onnx_speed.py ENGINE_SPEED MODEL.onnx...

For one model after the other, so that noise hits both: ENGINE_SPEED's minimum of 5 rounds (the bytes of the
model to the serialized answer), then the minimum of 5 calls of
onnx.shape_inference.infer_shapes(bytes, data_prop=True). That call ends with a parse of the annotated model
in Python; its C++ part alone is timed too. One thread each.
"""
import os
import subprocess
import sys
import time

import onnx
import onnx.shape_inference
from onnx.onnx_cpp2py_export import shape_inference as onnx_cpp

ROUNDS = 5


def engine_ms(program, path):
    done = subprocess.run([program, f"--rounds={ROUNDS}", path], capture_output=True, text=True, check=True)
    line = done.stdout.splitlines()[0]
    if line.split()[-1] == "nan":
        raise RuntimeError(done.stderr.strip())
    return float(line.split()[-1])


def minimum_ms(call):
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return 1000 * best


def measure(program, path):
    """-> milliseconds of the engine, of ONNX, of ONNX's C++ part."""
    with open(path, "rb") as file:
        data = file.read()
    return (
        engine_ms(program, path),
        minimum_ms(lambda: onnx.shape_inference.infer_shapes(data, data_prop=True)),
        minimum_ms(lambda: onnx_cpp.infer_shapes(data, False, False, True)),
    )


def main():
    program, models = sys.argv[1], sys.argv[2:]
    totals, failed = [0.0, 0.0, 0.0], []
    print(f"{'milliseconds':34} {'engine':>9} {'onnx':>9} {'its C++':>9} {'ratio':>7}")
    for path in models:
        name = os.path.basename(path).removesuffix(".onnx")
        try:
            times = measure(program, path)
        except Exception as error:  # onnx raises its own types for models that it rejects
            failed.append(f"{name}: {str(error).strip().splitlines()[0]}")
            continue
        totals = [total + ms for total, ms in zip(totals, times)]
        print(f"{name:34} {times[0]:9.3f} {times[1]:9.3f} {times[2]:9.3f} {times[0] / times[1]:7.3f}")
    for line in failed:
        print(f"not timed: {line}")
    engine, whole, cpp = totals
    if not engine:
        return 1
    print(f"total: engine {engine:.1f} ms, onnx {onnx.__version__} {whole:.1f} ms "
          f"(its C++ part {cpp:.1f} ms) over {len(models) - len(failed)} models")
    print(f"the engine takes 1/{whole / engine:.1f} of onnx's time, 1/{cpp / engine:.1f} of its C++ part's")
    return 0


if __name__ == "__main__":
    sys.exit(main())
