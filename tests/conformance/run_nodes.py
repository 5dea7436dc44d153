"""Asks an implementation of infer_shapes() for every case of the operator dataset, and compares with what it really returns.

usage: run_nodes.py [FLAGS] DATA.pkl     DATA.pkl is what build_nodes.py writes; --help tells the flags

An output is determinable if its shape follows from input shapes and constants. Exact: rank and every size are right, as
a number or an expression that comes to it. Wrong: it contradicts what was returned. Exits with 1 if anything is wrong
or an error, or if a determinable output is not exact and not in known_misses.txt.
"""
import argparse
import collections
import importlib
import os
import pickle
import sys
import time

import onnx

from compare import Outcome, compare
from variants import NAMES


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--impl", default="shapewright:infer_shapes", help="module:function")
    parser.add_argument("--variants", default=",".join(NAMES))
    parser.add_argument("--kinds", default="node", help="node, simple, pytorch-operator, pytorch-converted")
    parser.add_argument("-k", default="", help="only cases with this in their name")
    parser.add_argument("--strict", action="store_true")
    parser.add_argument("--check-type", action="store_true")
    return parser.parse_args()


def read_known_misses():
    """(variant, case, output) of what is expected not to be exact."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "known_misses.txt")
    with open(path, encoding="utf-8") as file:
        lines = [line.split("#")[0].split() for line in file]
    return {(variant, case, output) for variants, case, output in filter(None, lines) for variant in variants.split(",")}


def inferred_types(infer, content, arguments):
    """Name to type of every value that the result tells of; raises what the implementation raises."""
    model = onnx.ModelProto.FromString(content)
    result = infer(model, arguments.check_type, arguments.strict, True).graph
    types = {value.name: value.type for value in result.value_info}
    types.update((v.name, v.type) for v in result.output if v.type.WhichOneof("value") or v.name not in types)
    return types


def run_case(infer, case, variant, arguments):
    """(output name, Outcome) for each output."""
    try:
        types = inferred_types(infer, case["variants"][variant], arguments)
    except Exception as error:  # whatever an implementation raises counts
        reason = f"{type(error).__name__}: {error}".replace("\n", " ")[:200]
        return [(output["name"], reason) for output in case["outputs"]]
    return [
        (o["name"], compare(types.get(o["name"], onnx.TypeProto()), o["truth"], o["elem"], variant in ("d", "dc")))
        for o in case["outputs"]
    ]


class Report:
    def __init__(self, known_misses):
        self.known_misses = known_misses
        self.failures = []
        self.found_misses = set()

    def add(self, variant, case, results, counts):
        for (name, outcome), determinable in zip(results, case["det"][variant]):
            if not isinstance(outcome, Outcome):
                counts["error"] += 1
                self.failures.append(f"{variant} {case['name']} {name} error: {outcome}")
                continue
            counts["outputs"] += 1
            counts[outcome.name] += 1
            counts["determinable"] += determinable
            counts["determinable exact"] += determinable and outcome.exact
            key = (variant, case["name"], name)
            if outcome.wrong:
                self.failures.append(f"{' '.join(key)} wrong: {outcome.wrong}")
            elif determinable and not outcome.exact:
                self.found_misses.add(key)

    def finish(self):
        missed = sorted(self.found_misses - self.known_misses)
        self.failures += [f"{' '.join(key)} is not exact" for key in missed]
        for line in self.failures:
            print(line)
        return 1 if self.failures else 0


def main():
    arguments = parse_arguments()
    module, function = arguments.impl.split(":")
    infer = getattr(importlib.import_module(module), function)
    with open(arguments.data, "rb") as file:
        data = pickle.load(file)
    kinds = arguments.kinds.split(",")
    cases = [c for c in data["cases"] if c["kind"] in kinds and arguments.k in c["name"]]
    report = Report(read_known_misses())
    for variant in arguments.variants.split(","):
        counts, begin = collections.Counter(), time.monotonic()
        for case in cases:
            report.add(variant, case, run_case(infer, case, variant, arguments), counts)
        names = ("outputs", "exact", "rank", "unknown", "wrong", "error", "determinable", "determinable exact")
        text = ", ".join(f"{name} {counts[name]}" for name in names)
        print(f"{variant:2} {len(cases)} cases: {text}; {time.monotonic() - begin:.1f} s", flush=True)
    sys.exit(report.finish())


if __name__ == "__main__":
    main()
