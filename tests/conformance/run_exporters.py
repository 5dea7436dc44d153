"""Runs small models written the way exporters write them, and compares every value's shape with what is inferred.

usage: run_exporters.py [FILE.txt...]     by default all of exporters/

A file holds models, each with a name, what its inputs are given (random floats and zeros, unless values follow) and
ONNX's text form; then the values that may be unknown within bounds, and why. Everything else must be inferred exactly: as
an expression over the sizes of the inputs that comes to what onnxruntime returns; functions say the same where the request
brings them as rules. Exits with 1 if anything is not.
"""
import glob
import os
import sys

import numpy as np
from onnx import ModelProto, parser

from shapewright.shared_client import default_client

from fuzz_operators.runs import NOT_KNOWN, evaluate, evaluated_shapes, run_onnxruntime

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "exporters")


class Case:
    def __init__(self, block):
        lines = block.splitlines()
        self.name, self.inputs, self.may_be_unknown = lines[0].strip(), {}, set()
        begin = next(i for i, line in enumerate(lines) if line.startswith("<"))
        for line in lines[1:begin]:
            kind, _, rest = line.partition(" ")
            if kind == "input":
                self.add_input(rest)
            elif kind == "unknown":  # with a reason after the colon
                self.may_be_unknown.update(rest.partition(":")[0].split())
        self.model = parser.parse_model("\n".join(lines[begin:]))
        self.ask_for_everything()

    def add_input(self, text):
        """As `x int64[2,3] = 1 2 3 4 5 6`."""
        declared, _, values = text.partition(" = ")
        name, type_ = declared.split(" ")
        element, _, sizes = type_.rstrip("]").partition("[")
        shape = [int(size) for size in sizes.split(",") if size]
        if element == "string":
            array = np.array(values.split("|"), dtype=object)
        elif values:
            array = np.array([int(value) for value in values.split()]).astype(element)
        elif element.startswith("float"):
            array = np.random.default_rng(1).random(shape).astype(element)
        else:
            array = np.zeros(shape, element)
        self.inputs[name] = array.reshape(shape)

    def ask_for_everything(self):
        """Makes every value of the main graph an output."""
        names = {output.name for output in self.model.graph.output}
        for node in self.model.graph.node:
            for name in node.output:
                if name and name not in names:
                    self.model.graph.output.add(name=name)


def read_cases(path):
    with open(path, encoding="utf-8") as file:
        return [Case(block) for block in file.read().split("=== ")[1:]]


def is_right(case, name, sizes, bounds, truth):
    if list(truth) == sizes:
        return True
    if name not in case.may_be_unknown or (sizes and len(sizes) != len(truth)):
        return False
    return all(s == t or (s in NOT_KNOWN and (b in NOT_KNOWN or b >= t)) for s, b, t in zip(sizes, bounds, truth))


def functions_as_rules(model):
    """What differs where the request brings the model's functions as rules for their operators."""
    if not model.functions:
        return []
    plain = ModelProto()
    plain.CopyFrom(model)
    del plain.functions[:]
    client, rules = default_client(), {f"{f.domain}:{f.name}": f for f in model.functions}
    asked, own = client.infer_shapes(plain, rules=rules), client.infer_shapes(model)
    names = [output.name for output in model.graph.output]
    wrong = [f"{name} is {asked[name].shape} by rules, not {own[name].shape}" for name in names
             if asked[name].shape != own[name].shape]
    wrong += [f"by rules {d.code}: {d.message}" for d in asked.errors]
    return wrong


def failures(case):
    """What is wrong with the answer for a model, and how many values it has."""
    response, evaluation = evaluate(case.model, case.inputs)
    wrong = [f"{d.code}: {d.message}" for d in response.diagnostics if d.severity >= d.SEVERITY_WARNING]
    wrong += [violation.message for violation in evaluation.violations]
    wrong += functions_as_rules(case.model)
    results = run_onnxruntime(case.model, case.inputs)
    names = [output.name for output in case.model.graph.output]
    truths = {name: np.shape(r) for name, r in zip(names, results) if not isinstance(r, list)}
    inferred = {name: (sizes, bounds) for name, sizes, bounds in evaluated_shapes(evaluation)}
    for name, truth in truths.items():
        sizes, bounds = inferred.get(name, ([], []))
        if not is_right(case, name, sizes, bounds, truth):
            wrong.append(f"{name} is {sizes}, up to {bounds}, not {list(truth)}")
    return wrong, len(truths)


def main():
    failed = 0
    for path in sys.argv[1:] or sorted(glob.glob(os.path.join(FOLDER, "*.txt"))):
        cases, count = read_cases(path), 0
        for case in cases:
            wrong, values = failures(case)
            count, failed = count + values, failed + len(wrong)
            for text in wrong:
                print(f"{case.name}: {text}")
        print(f"{os.path.basename(path)[:-4]}: {len(cases)} models, {count} values", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
