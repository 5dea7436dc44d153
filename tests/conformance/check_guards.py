"""Holds guards to onnxruntime: what passes runs, with the sizes that the guard tells.

usage: check_guards.py [--requests N] [--models N] [--seed N] [--tell] [NAME...]

The models are those of exporters/ and the small ones of the corpus (weights that are not in the file are random) whose
inputs have symbolic dims; NAME picks some. Each gets N random requests: sizes near those of a real run, near 0 and near each
other, now and then one axis or the rank changed; elements that the guard reads near those of the run. Prints for each model
how many requests passed, failed and stayed undecided, and how many of each ran; --tell also one request of each kind that
needs an explanation. Exits with 1 if one that passes fails in onnxruntime, or has other sizes, for another reason than
elements or a tensor without any.
"""
import argparse
import collections
import glob
import multiprocessing
import os
import queue
import random
import re
import sys
import zlib

import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper

from shapewright import Guard
from shapewright.guard import FAIL, PASS
from shapewright.shared_client import default_client
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
        array = np.asarray(np.resize(base, sizes) if base.size else np.zeros(sizes), base.dtype)
        if self._rng.random() < 0.6 and base.dtype.kind in "iu":
            noise = [self._rng.choice((-1, 0, 0, 0, 1, 2)) for _ in range(array.size)]
            array = np.asarray(array.astype(np.int64) + np.reshape(noise, sizes), base.dtype)
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


# Why a request that passes may fail all the same: docs/guards.md explains each. Elements that are beyond the size of an
# axis, or not positive; and tensors without elements, here within the model, which onnxruntime refuses where the
# specification allows them.
ELEMENTS = r"out of data bounds|out of range|invalid index|must be positive; entry|index found"
EMPTY = r"Scale value should be greater than 0"


def class_of(sizes, error):
    if re.search(ELEMENTS, error):
        return "elements"
    has_empty = any(0 in shape for shape in sizes.values()) or re.search(EMPTY, error)
    return "empty" if has_empty else "wrong"


def kind_of(checked, guard):
    return checked.verdict if checked.verdict != FAIL else f"fail ({reason_of(guard, checked)})"


def session_of(model):
    options = onnxruntime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads = 4, 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


class Worker:
    """Checks the requests to one model in a process of its own, which onnxruntime may end."""

    def __init__(self, subject, guard, options):
        self._subject, self._guard, self._options = subject, guard, options
        self._seed = options.seed ^ zlib.crc32(subject.name.encode())

    def run(self, results, begun, start, skipped):
        session = session_of(self._subject.model)
        names = [output.name for output in session.get_outputs()]
        requests = Requests(self._subject, self._guard, self._seed)
        found = []
        for place in range(self._options.requests):
            request = requests.draw()
            if place < start or place in skipped or request is None:
                continue
            begun.value = place
            found.append(self._ask(session, names, request))
            if len(found) == 500:
                results.put((place + 1, found))
                found = []
        results.put((self._options.requests, found))

    def _ask(self, session, names, request):
        """What the guard says, whether it ran, and what is wrong."""
        checked = self._guard.check(request)
        answers, error = outputs_of(session, request)
        sizes = {name: list(array.shape) for name, array in request.items()}
        if checked.verdict == PASS and answers is None:
            return PASS, f"failed ({class_of(sizes, error)})", f"{sizes}: {error}"
        if checked.verdict == PASS:
            other = next(differences(checked, names, answers), None)
            return PASS, f"other sizes ({class_of(sizes, '')})" if other else "ran", other and f"{sizes}: {other}"
        text = f"{sizes}: {checked.problems[0].text}" if answers is not None else None
        return kind_of(checked, self._guard), "ran" if answers is not None else "failed", text

    def verdict(self, place):
        """What the guard says of a request that ended the process, and its sizes."""
        requests = Requests(self._subject, self._guard, self._seed)
        for _ in range(place):
            requests.draw()
        request = requests.draw()
        return kind_of(self._guard.check(request), self._guard), {n: list(a.shape) for n, a in request.items()}


def check(subject, guard, options):
    """A list of verdict, outcome and text for each request."""
    worker, found, start, skipped = Worker(subject, guard, options), [], 0, set()
    while start < options.requests:
        results, begun = multiprocessing.Queue(), multiprocessing.Value("q", -1)
        process = multiprocessing.Process(target=worker.run, args=(results, begun, start, skipped))
        process.start()
        while process.is_alive() or not results.empty():
            try:
                start, some = results.get(timeout=0.2)
                found += some
            except queue.Empty:
                continue
        process.join()
        if start < options.requests:
            if begun.value < 0 or len(skipped) > 200:
                raise RuntimeError("its process ends")
            kind, sizes = worker.verdict(begun.value)
            skipped.add(begun.value)
            found.append((kind, f"crashed ({class_of(sizes, '')})", f"{sizes}: onnxruntime ends the process"))
    return found


def tell(subject, guard, found, options):
    """Prints the counts, and returns how many passed and should not have, without what is known."""
    counts = collections.Counter((verdict, outcome) for verdict, outcome, _ in found)
    coverage = "complete" if guard.program.coverage == guard.program.COVERAGE_COMPLETE else "partial"
    shown = "; ".join(f"{verdict} {outcome} {count}" for (verdict, outcome), count in sorted(counts.items()))
    print(f"{subject.name} ({coverage}): {shown}", flush=True)
    wrong = [text for verdict, outcome, text in found if verdict == PASS and "wrong" in outcome]
    for text in wrong[:2]:
        print(f"  WRONG {text}", flush=True)
    if options.tell:
        told = {(verdict, outcome): text for verdict, outcome, text in found if text}
        for (verdict, outcome), text in sorted(told.items()):
            print(f"  {verdict} {outcome}: {text}", flush=True)
    return counts, len(wrong)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--models", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tell", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    total, wrong, models = collections.Counter(), 0, 0
    for subject in subjects():
        if (options.names and subject.name not in options.names) or not subject.has_symbols() or models >= options.models:
            continue
        try:
            guard = Guard(default_client().compile_guard(subject.model).program)
            session_of(subject.model)
            found = check(subject, guard, options)
        except Exception as error:
            print(f"{subject.name}: left out: {str(error).strip().splitlines()[0][:100]}", flush=True)
            continue
        counts, more = tell(subject, guard, found, options)
        total, wrong, models = total + counts, wrong + more, models + 1
    shown = "; ".join(f"{verdict} {outcome} {count}" for (verdict, outcome), count in sorted(total.items()))
    print(f"{models} models: {shown}; wrong {wrong}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
