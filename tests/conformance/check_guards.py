"""Holds guards to onnxruntime: what passes runs, with the sizes that the guard tells.

usage: check_guards.py [--requests N] [--models N] [--seed N] [--tell] [NAME...]

The models are those of exporters/ and the small ones of the corpus (weights that are not in the file are random) whose
inputs have symbolic dims; NAME picks some. Each gets N random requests: sizes near those of a real run, near 0 and near each
other, now and then one axis or the rank changed; elements that the guard reads near those of the run. Prints for each model
how many requests passed, failed and stayed undecided, and how many of each ran; --tell also one request of each kind that
needs an explanation. Exits with 1 if one that passes fails in onnxruntime, or has other sizes.
"""
import argparse
import collections
import glob
import os
import random
import sys
import zlib

import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper

from shapewright import Guard
from shapewright.guard import FAIL, PASS
from shapewright.local_server import default_client
from shapewright.v1 import fact_pb2

from run_exporters import FOLDER, read_cases

CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "corpus", "models")
MOST_WEIGHTS = 20 << 20
MOST_ELEMENTS = 50_000
SMALL = (0, 1, 2, 3, 4, 5, 7, 8, 12, 16)


def filled(model, rng):
    """Gives a stripped model random weights; None if they are many."""
    graphs = [model.graph]
    tensors = []
    for graph in graphs:
        tensors += graph.initializer
        for node in graph.node:
            for attribute in node.attribute:
                tensors += [attribute.t] if attribute.HasField("t") else []
                graphs += [attribute.g] if attribute.HasField("g") else []
    stripped = [tensor for tensor in tensors if tensor.data_location == onnx.TensorProto.EXTERNAL]
    sizes = [int(np.prod(tensor.dims, dtype=np.int64)) for tensor in stripped]
    if sum(sizes) * 4 > MOST_WEIGHTS:
        return None
    for tensor in stripped:
        dtype = onnx.helper.tensor_dtype_to_np_dtype(tensor.data_type)
        array = rng.integers(0, 2, tensor.dims).astype(dtype) if dtype.kind in "iub" else rng.random(tensor.dims).astype(dtype)
        tensor.CopyFrom(numpy_helper.from_array(array, tensor.name))
    return model


class Subject:
    """A model, and what a real run gives its inputs."""

    def __init__(self, name, model, inputs):
        self.name, self.model, self.base = name, model, inputs
        initializers = {tensor.name for tensor in model.graph.initializer}
        self.inputs = [info for info in model.graph.input if info.name not in initializers]

    def has_symbols(self):
        return any(dim.dim_param or not dim.HasField("dim_value")
                   for info in self.inputs for dim in info.type.tensor_type.shape.dim)


def subjects():
    for path in sorted(glob.glob(os.path.join(FOLDER, "*.txt"))):
        for case in read_cases(path):
            if all(isinstance(value, np.ndarray) and value.dtype != object for value in case.inputs.values()):
                yield Subject(case.name, case.model, case.inputs)
    rng = np.random.default_rng(1)
    for path in sorted(glob.glob(os.path.join(CORPUS, "*.onnx"))):
        if os.path.getsize(path) > MOST_WEIGHTS:
            continue
        model = onnx.load(path, load_external_data=False)
        if filled(model, rng) is None:
            continue
        subject = Subject(os.path.basename(path)[:-5], model, {})
        for info in subject.inputs:
            tensor = info.type.tensor_type
            dtype = onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type)
            if dtype == object:
                break
            sizes = [dim.dim_value or 4 for dim in tensor.shape.dim]
            subject.base[info.name] = np.zeros(sizes, dtype)
        else:
            yield subject


class Requests:
    """Draws requests."""

    def __init__(self, subject, guard, seed):
        self._subject, self._rng = subject, random.Random(seed)
        program = guard.program
        self._read = {program.inputs[slot.input].name for slot in program.slots if slot.HasField("element")}

    def _size(self, base):
        rng = self._rng
        kind = rng.random()
        if kind < 0.35:
            return max(0, base + rng.choice((-1, 0, 0, 1)))
        if kind < 0.6:
            return base * rng.choice((1, 2, 3, 4))
        return rng.choice(SMALL) if kind < 0.95 else rng.randrange(64)

    def draw(self):
        """Arrays by name; None if they are too large."""
        rng, symbols, request = self._rng, {}, {}
        odd = rng.random() < 0.3
        for info in self._subject.inputs:
            base = self._subject.base[info.name]
            sizes = []
            for axis, dim in enumerate(info.type.tensor_type.shape.dim):
                if dim.HasField("dim_value"):
                    size = dim.dim_value
                elif dim.dim_param and dim.dim_param in symbols:
                    size = symbols[dim.dim_param]
                else:
                    size = self._size(base.shape[axis])
                    symbols[dim.dim_param] = size
                sizes.append(size)
            if odd and sizes and rng.random() < 0.3:
                axis = rng.randrange(len(sizes))
                sizes[axis] = max(0, rng.choice((sizes[axis] - 1, sizes[axis] + 1, 1, 0)))
            if odd and rng.random() < 0.03:
                sizes = sizes[:-1] if rng.random() < 0.5 else sizes + [1]
            if int(np.prod(sizes, dtype=np.int64)) > MOST_ELEMENTS:
                return None
            request[info.name] = self._array(info.name, sizes, base)
        return request

    def _array(self, name, sizes, base):
        if name not in self._read:
            return np.zeros(sizes, base.dtype) if base.dtype.kind in "iub" else np.ones(sizes, base.dtype)
        array = np.resize(base, sizes) if base.size else np.zeros(sizes, base.dtype)
        if self._rng.random() < 0.6 and base.dtype.kind in "iu":
            noise = [self._rng.choice((-1, 0, 0, 0, 1, 2)) for _ in range(array.size)]
            array = (array.astype(np.int64) + np.reshape(noise, sizes)).astype(base.dtype)
        return array


def reason_of(guard, checked):
    """Who says so that a request fails: REQUIRED by a node, or DECLARED of an input."""
    bases = {guard.program.checks[problem.check].basis for problem in checked.problems
             if problem.is_failure and problem.check is not None}
    return "declared" if fact_pb2.Fact.BASIS_REQUIRED not in bases else "required"


def outputs_of(session, request):
    """The results, or why there are none."""
    try:
        return session.run(None, request), ""
    except Exception as error:  # onnxruntime has no class for them
        return None, str(error).strip().splitlines()[-1]


def differences(checked, names, results):
    for name, result in zip(names, results):
        told = checked.outputs.get(name)
        if told is None or not hasattr(result, "shape"):
            continue
        if len(told) != len(result.shape) or any(t is not None and t != s for t, s in zip(told, result.shape)):
            yield f"{name} is {list(result.shape)}, not {told}"


def check(subject, client, count, seed, tell):
    """Counts by verdict and outcome, and what is wrong."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 4, 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(subject.model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    guard = Guard(client.compile_guard(subject.model).program)
    counts, wrong, told = collections.Counter(), [], set()
    requests = Requests(subject, guard, seed ^ zlib.crc32(subject.name.encode()))
    for _ in range(count):
        request = requests.draw()
        if request is None:
            continue
        checked = guard.check(request)
        results, error = outputs_of(session, request)
        kind = checked.verdict if checked.verdict != FAIL else f"fail ({reason_of(guard, checked)})"
        outcome = f"{kind}, {'ran' if results is not None else 'failed'}"
        counts[outcome] += 1
        sizes = {name: list(array.shape) for name, array in request.items()}
        if checked.verdict == PASS and results is None:
            wrong.append(f"{sizes}: {error}")
        elif checked.verdict == PASS:
            wrong += [f"{sizes}: {text}" for text in differences(checked, names, results)]
        elif tell and results is not None and outcome not in told:
            told.add(outcome)
            print(f"  {outcome}: {sizes}: {checked.problems[0].text}")
    return guard, counts, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--models", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tell", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    total, failed, models = collections.Counter(), 0, 0
    for subject in subjects():
        if (options.names and subject.name not in options.names) or not subject.has_symbols() or models >= options.models:
            continue
        try:
            guard, counts, wrong = check(subject, default_client(), options.requests, options.seed, options.tell)
        except Exception as error:
            print(f"{subject.name}: left out: {str(error).strip().splitlines()[0][:100]}", flush=True)
            continue
        models, failed = models + 1, failed + len(wrong)
        total += counts
        coverage = "complete" if guard.program.coverage == guard.program.COVERAGE_COMPLETE else "partial"
        print(f"{subject.name} ({coverage}): " + "; ".join(f"{kind} {counts[kind]}" for kind in sorted(counts)), flush=True)
        for text in wrong[:3]:
            print(f"  WRONG {text}", flush=True)
    print(f"{models} models: " + "; ".join(f"{kind} {total[kind]}" for kind in sorted(total)) + f"; wrong {failed}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
