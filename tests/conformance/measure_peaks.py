"""Holds the predicted memory of intermediates to what onnxruntime's CPU arena takes.

usage: measure_peaks.py [--models DIR] [--optimized] [--most-weights MB] SHAPEWRIGHT [NAME...]

SHAPEWRIGHT is the program. The models are those of the corpus at the sizes of their recorded runs; weights that are not in the
file are zeros, and so are inputs. One thread, no memory pattern, weights, inputs and outputs outside of the arena; without
--optimized no node is fused or left out. Prints for each run the bytes that were predicted (the lower bound of
EvaluateShapes, and the peak of its plan) and measured, and at the end how far apart they are.
"""
import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import onnx

from onnxruntime_arena import DISABLE_ALL, ENABLE_ALL, Arena, ArenaError

CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "corpus")


def tensors_of(graph):
    for tensor in graph.initializer:
        yield tensor
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.HasField("t"):
                yield attribute.t
            if attribute.HasField("g"):
                yield from tensors_of(attribute.g)


def with_zeros(model, folder):
    """Writes the model with one file of zeros for all weights that it lacks; the bytes of these."""
    total = most = 0
    for tensor in tensors_of(model.graph):
        if tensor.data_location != onnx.TensorProto.EXTERNAL:
            continue
        size = int(np.prod(tensor.dims, dtype=np.int64)) * onnx.helper.tensor_dtype_to_np_dtype(tensor.data_type).itemsize
        del tensor.external_data[:]
        for key, value in (("location", "zeros"), ("offset", "0"), ("length", str(size))):
            tensor.external_data.add(key=key, value=value)
        total, most = total + size, max(most, size)
    with open(os.path.join(folder, "zeros"), "wb") as file:
        file.truncate(most)
    path = os.path.join(folder, "model.onnx")
    onnx.save(model, path)
    return path, total


def inputs_of(model, run):
    """Arrays as the recorded run had them, but for their elements: only those that sizes depend on."""
    initializers = {tensor.name for tensor in model.graph.initializer}
    inputs = {}
    for info in model.graph.input:
        if info.name in initializers:
            continue
        dtype = onnx.helper.tensor_dtype_to_np_dtype(info.type.tensor_type.elem_type)
        dims = info.type.tensor_type.shape.dim
        array = np.zeros([run["bind"][dim.dim_param] if dim.dim_param else dim.dim_value for dim in dims], dtype)
        for symbol, size in run["bind"].items():
            name, _, place = symbol.rstrip("]").rpartition("[")
            if name == info.name:
                array.flat[int(place or 0)] = size
        inputs[info.name] = array
    return inputs


def predicted(program, path, inputs):
    """The evaluation at the sizes of the inputs."""
    sizes = [f"{name}=[{','.join(map(str, array.shape))}]" for name, array in inputs.items()]
    words = [program, "eval", "--embedded", "--json", "--memory", "--deadline", "5m", path, "--bind", ",".join(sizes)]
    out = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    return json.loads(out)["evaluations"][0]


def outputs_of(model, evaluation):
    types = {info.name: info.type.tensor_type.elem_type for info in model.graph.output}
    outputs = {}
    for value in evaluation["outputs"]:
        sizes = [int(size) for size in value.get("sizes", [])]
        if value.get("unsized") or min(sizes, default=0) < 0:
            return None
        outputs[value["name"]] = np.zeros(sizes, onnx.helper.tensor_dtype_to_np_dtype(types[value["name"]]))
    return outputs


def measure(args, arena, name, folder):
    """(lower bound, peak of the plan, measured) of each run of a model."""
    source = os.path.join(args.models, "models", name + ".onnx")
    model = onnx.load(source, load_external_data=False)
    path, weights = with_zeros(model, folder)
    if weights > args.most_weights << 20:
        return
    with gzip.open(os.path.join(args.models, "truth", name + ".json.gz")) as file:
        runs = json.load(file)["runs"]
    for run in runs:
        inputs = inputs_of(model, run)
        evaluation = predicted(args.program, source, inputs)
        memory = evaluation.get("memory", {})
        outputs = outputs_of(model, evaluation)
        if outputs is None or "peakBytes" not in memory:
            print(f"{name}: data decide the sizes of outputs")
            return
        level = ENABLE_ALL if args.optimized else DISABLE_ALL
        yield int(memory["lowerBoundBytes"]), int(memory["peakBytes"]), arena.peak(path, inputs, outputs, level), memory


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--models", default=CORPUS)
    parser.add_argument("--optimized", action="store_true")
    parser.add_argument("--most-weights", type=int, default=1000)
    args = parser.parse_args()
    arena = Arena()
    names = sorted(name[:-5] for name in os.listdir(os.path.join(args.models, "models")) if name.endswith(".onnx"))
    ratios = []
    for name in args.names or names:
        with tempfile.TemporaryDirectory() as folder:
            try:
                for lower, plan, measured, memory in measure(args, arena, name, folder):
                    ratio = measured / lower if lower else float("nan")
                    bound = " (upper bounds)" if memory.get("upperBound") else ""
                    print(f"{name}: lower bound {lower}, plan {plan}, measured {measured}: {ratio:.3f}{bound}", flush=True)
                    if lower and not bound:
                        ratios.append(ratio)
            except (ArenaError, KeyError, ValueError, json.JSONDecodeError) as error:
                print(f"{name}: not run: {type(error).__name__} {str(error)[:200]}", flush=True)
    ratios.sort()
    if ratios:
        shares = ", ".join(f"{q:.0%} {ratios[min(int(q * len(ratios)), len(ratios) - 1)]:.3f}" for q in (0.1, 0.25, 0.5, 0.75, 0.9))
        print(f"measured / lower bound of {len(ratios)} runs: least {ratios[0]:.3f}, {shares}, most {ratios[-1]:.3f}")
        for most in (0.01, 0.05, 0.1, 0.25):
            print(f"within {most:.0%}: {sum(abs(ratio - 1) <= most for ratio in ratios)} of {len(ratios)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
