"""Holds answers under premises to onnxruntime: bindings that keep random premises have the sizes of a real run.

usage: check_premises.py [--bindings N] [--seed N] [NAME...]

The models and requests are those of check_guards.py. Each model gets up to three premises about its symbols that hold for the
sizes of its real run (sums, differences, products, quotients, multiples), and N random requests that keep them; one evaluation
answers them all, then onnxruntime runs each. Exits with 1 if sizes differ, if a request that is VALID fails in onnxruntime for
another reason than elements, a tensor without any, or an assumption (its guard does not pass it), or if one that keeps the
premises is said to break one.
"""
import argparse
import collections
import multiprocessing
import random
import sys
import zlib

import numpy as np

from shapewright import Guard
from shapewright.guard import PASS
from shapewright.shared_client import default_client
from shapewright.v1 import evaluate_pb2

from check_guards import MOST_ELEMENTS, Requests, class_of, outputs_of, session_of, subjects

VALID = evaluate_pb2.Evaluation.VERDICT_VALID
MOST_VALUES = 64


def templates(p, q, a, b, rng):
    """Premises about one or two symbols of sizes a and b that hold there: a text, and what it says."""
    slack = rng.randrange(4)
    yield f"{p} <= {a + slack}", lambda x, y: x <= a + slack
    for divisor in (2, 3, 4):
        if a % divisor == 0:
            yield f"mod({p}, {divisor}) = 0", lambda x, y, divisor=divisor: x % divisor == 0
    if p == q:
        return
    yield f"{p} <= {q} + {max(0, a - b) + slack}", lambda x, y: x <= y + max(0, a - b) + slack
    yield f"{p} + {q} <= {a + b + slack}", lambda x, y: x + y <= a + b + slack
    yield f"{p} = {q} + {a - b}", lambda x, y: x == y + a - b
    yield f"2*{p} - {q} >= {2 * a - b - slack}", lambda x, y: 2 * x - y >= 2 * a - b - slack
    yield f"{p}*{q} <= {a * b + slack}", lambda x, y: x * y <= a * b + slack
    yield f"max({p}, {q}) <= {max(a, b) + slack}", lambda x, y: max(x, y) <= max(a, b) + slack
    if b > 0:
        yield f"floordiv({p}, {q}) <= {a // b}", lambda x, y: y > 0 and x // y <= a // b
        if a % b == 0:
            yield f"{p} = {a // b}*{q}", lambda x, y: x == a // b * y


def sizes_of(subject, arrays):
    """The sizes of the named dims; None if one has two."""
    sizes = {}
    for info in subject.inputs:
        dims = info.type.tensor_type.shape.dim
        if len(dims) != arrays[info.name].ndim:
            return None
        for dim, size in zip(dims, arrays[info.name].shape):
            if dim.HasField("dim_value") and dim.dim_value != size:
                return None
            if dim.dim_param and sizes.setdefault(dim.dim_param, size) != size:
                return None
    return sizes


class Premises:
    """Some that hold for the sizes of the real run."""

    def __init__(self, subject, rng):
        base = sizes_of(subject, subject.base) or {}
        names = sorted(name for name in base if name.isidentifier())
        self._all = []
        for _ in range(rng.randrange(1, 4) if names else 0):
            p, q = rng.choice(names), rng.choice(names)
            text, holds = rng.choice(list(templates(p, q, base[p], base[q], rng)))
            self._all.append((text, p, q, holds))

    def texts(self):
        return [text for text, _, _, _ in self._all]

    def hold(self, sizes):
        return all(holds(sizes[p], sizes[q]) for _, p, q, holds in self._all)


def binding_of(arrays):
    binding = evaluate_pb2.Binding()
    for name, array in arrays.items():
        sizes = binding.inputs.add(name=name, sizes=array.shape, scalar=array.ndim == 0)
        if array.dtype.kind in "iub" and array.size <= MOST_VALUES:
            sizes.values.extend(int(value) for value in array.flat)
    return binding


def drawn(subject, guard, premises, options):
    requests = Requests(subject, guard, options.seed ^ zlib.crc32(subject.name.encode()))
    found = []
    for _ in range(40 * options.bindings):
        arrays = requests.draw()
        sizes = sizes_of(subject, arrays) if arrays is not None else None
        if sizes is None or not premises.hold(sizes):
            continue
        found.append(arrays)
        if len(found) == options.bindings:
            break
    return found


def compare(session, guard, arrays, evaluation):
    """What became of a request, and why it is wrong."""
    if evaluation.HasField("error"):
        return "error", evaluation.error.message
    shapes = {name: list(array.shape) for name, array in arrays.items()}
    broken = [violation.message for violation in evaluation.violations if "premises[" in violation.message]
    if broken:
        return "wrong", f"{shapes}: {broken[0]}"
    if evaluation.verdict != VALID:
        return "not valid", None
    results, error = outputs_of(session, arrays)
    if results is None:
        kind = class_of(shapes, error) if guard.check(arrays).verdict == PASS else "assumed"
        return f"failed ({kind})", f"{shapes}: {error}" if kind == "wrong" else None
    for output, result in zip(evaluation.outputs, results):
        told = list(output.sizes)
        if hasattr(result, "shape") and (len(told) != result.ndim or any(t not in (-1, s) for t, s in zip(told, result.shape))):
            has_empty = any(0 in shape for shape in shapes.values())
            return ("empty", None) if has_empty else ("wrong", f"{shapes}: {output.name} is {list(result.shape)}, not {told}")
    return "agrees", None


def compare_from(subject, guard, pairs, start, results):
    session = session_of(subject.model)
    for pair in pairs[start:]:
        results.send(compare(session, guard, *pair))
    results.close()


def compared(subject, guard, pairs):
    """Compares in processes of their own, which onnxruntime may end."""
    found = []
    while len(found) < len(pairs):
        results, sender = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.Process(target=compare_from, args=(subject, guard, pairs, len(found), sender))
        process.start()
        sender.close()
        try:
            while len(found) < len(pairs):
                found.append(results.recv())
        except EOFError:
            shapes = {name: list(array.shape) for name, array in pairs[len(found)][0].items()}
            found.append((f"crashed ({class_of(shapes, '')})", f"{shapes}: onnxruntime ends the process"))
        process.join()
        if process.exitcode == 1:  # an error in Python, such as a model that onnxruntime does not take
            raise RuntimeError("the process that compares fails")
    return found


def check(subject, options):
    rng = random.Random(options.seed ^ zlib.crc32(subject.name.encode()))
    guard = Guard(default_client().compile_guard(subject.model).program)
    premises = Premises(subject, rng)
    if not premises.texts():
        return None
    requests = drawn(subject, guard, premises, options)
    question = evaluate_pb2.EvaluateShapesRequest()
    question.model.premises.extend(premises.texts())
    question.bindings.extend(binding_of(arrays) for arrays in requests)
    answer = default_client().evaluate_shapes(subject.model, request=question)
    found = compared(subject, guard, list(zip(requests, answer.evaluations)))
    counts = collections.Counter(kind for kind, _ in found)
    print(f"{subject.name} {premises.texts()}: {dict(sorted(counts.items()))}", flush=True)
    for kind, text in found:
        if "wrong" in kind or kind == "error":
            print(f"  {kind} {text}", flush=True)
    return counts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bindings", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    total = collections.Counter()
    for subject in subjects():
        if (options.names and subject.name not in options.names) or not subject.has_symbols():
            continue
        if any(np.prod(array.shape) > MOST_ELEMENTS for array in subject.base.values()):
            continue
        try:
            counts = check(subject, options)
        except Exception as error:
            print(f"{subject.name}: left out: {str(error).strip().splitlines()[0][:100]}", flush=True)
            continue
        total += counts or {}
    print(f"in all: {dict(sorted(total.items()))}")
    sys.exit(1 if any("wrong" in kind or kind == "error" for kind in total) else 0)


if __name__ == "__main__":
    main()
