"""Runs random operators for real, asks for their shapes in several variants, and reports every contradiction.

usage: python -m fuzz_operators [--minutes N] [--cases N] [--seed N] [--families NAMES] [--trust-onnxruntime]
                   [--tell-assumptions] [--out FOLDER]

Real is what onnxruntime returns, or onnx.reference for operators that it does not know; where both run and differ, the case does not count. Asked
are the variants of variants.py, and `u`: every size a symbol of its own. Wrong is an inferred type that contradicts the run,
a size that an expression comes to for the inputs of the run, and an error, in strict mode too, for what runs. A failing case is printed with its seed, and its model is written to FOLDER;
`--seed S --cases 1` repeats it. Exits with 1 if there is one.
"""
import argparse
import atexit
import collections
import json
import os
import random
import sys
import time

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper

import shapewright
from shapewright.v1 import fact_pb2

from build_nodes import truth_of, as_proto
from compare import compare, value_of
from fuzz_models import leniency
from variants import make_variants

from .cases import make_case
from .requests import make_spec
from .runs import NOT_KNOWN, UNKNOWN, evaluate, evaluated_shapes, run_all

SYMBOLIC = ("d", "dc", "us", "uk")


def make_model(case):
    """With operands as inputs of unknown shape; make_variants() fills them in."""
    inputs = [
        helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), None)
        for name, array in case.inputs.items()
    ]
    outputs = [onnx.ValueInfoProto(name=name) for name in case.results]
    graph = helper.make_graph(case.nodes, "g", inputs, outputs)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", case.draw.opset)], ir_version=8)


def make_unique(model):
    """Every size of an input, ones too, becomes a symbol of its own, d<size>_<n>."""
    count = 0
    for value in model.graph.input:
        for dim in value.type.tensor_type.shape.dim:
            dim.dim_param, count = f"d{dim.dim_value}_{count}", count + 1


def broken_facts(response, evaluation, basis):
    """What the answer states on that basis, and the run shows to be otherwise.

    That a kernel fits is demanded (S13), though onnxruntime makes nothing of one that does not.
    """
    stated = [v for v in evaluation.violations if v.HasField("fact") and response.facts[v.fact].basis == basis]
    return [v.message for v in stated if "the kernel fits" not in v.message]


HOLDS = {
    fact_pb2.Fact.RELATION_EQUAL: lambda left, right: left == right,
    fact_pb2.Fact.RELATION_NOT_EQUAL: lambda left, right: left != right,
    fact_pb2.Fact.RELATION_LESS_OR_EQUAL: lambda left, right: left <= right,
}


def broken_assumptions(response, values):
    """What inference assumes, and the run shows to be otherwise; an evaluation is inferred anew then (S5)."""

    def side(amount):
        return amount.value if amount.HasField("value") else value_of(amount.expr, values)

    broken = []
    for fact in response.facts:
        # It implies the assumption that the divisor is not 0, which is then left out.
        if fact.relation == fact_pb2.Fact.RELATION_DIVISIBLE and side(fact.right) == 0:
            broken.append(fact.text)
        if fact.basis == fact_pb2.Fact.BASIS_ASSUMED and fact.relation in HOLDS:
            left, right = side(fact.left), side(fact.right)
            if None not in (left, right) and not HOLDS[fact.relation](left, right):
                broken.append(fact.text)
    return broken


def evaluation_contradictions(evaluation, types):
    """What is wrong with the sizes that expressions come to for the inputs of the run; `types` are those of the outputs."""
    wrong = []
    for (name, sizes, bounds), truth in zip(evaluated_shapes(evaluation), types):
        true = truth[2] if sizes and truth[0] == "tensor" else sizes
        for size, bound, real in zip(sizes, bounds, true):
            if size not in (*NOT_KNOWN, real) or UNKNOWN < bound < real:
                wrong.append(f"{name}: {sizes}, up to {bounds}, comes of the expressions, not {list(true)}")
                break
    return wrong


def all_variants(model, tensors):
    variants = {name: variant for name, (variant, _) in make_variants(model, tensors).items()}
    for name in ("s", "k"):
        copy = onnx.ModelProto()
        copy.CopyFrom(variants[name])
        make_unique(copy)
        variants["u" + name] = copy
    return variants


def wrong_types(variant, name, types, inputs):
    """What is wrong with the answer for one variant."""
    try:
        result = shapewright.infer_shapes(variant, data_prop=True, strict_mode=True).graph
    except Exception as error:  # nothing may be raised for what runs
        return [f"{type(error).__name__}: {error}"]
    inferred = {value.name: value.type for value in [*result.value_info, *result.output]}
    wrong = []
    for output, truth in zip(variant.graph.output, types):
        element = truth[1] if truth[0] == "tensor" else 0
        type_ = inferred.get(output.name, onnx.TypeProto())
        outcome = compare(type_, truth, element, name in SYMBOLIC, inputs)
        if outcome.wrong:
            wrong.append(f"{output.name}: {outcome.wrong}")
    return wrong


def evaluation_findings(variant, types, inputs, spec):
    """What is wrong with an evaluation and the facts it rests on, and what these assume in vain."""
    response, evaluation = evaluate(variant, inputs, spec)
    required = broken_facts(response, evaluation, fact_pb2.Fact.BASIS_REQUIRED)
    assumed = broken_assumptions(response, inputs)
    if assumed:
        return evaluation_contradictions(evaluation, types), assumed
    if evaluation.violations and not required:
        return [], []
    return required + evaluation_contradictions(evaluation, types), []


def contradictions(variant, name, types, inputs, seed):
    """What is wrong with the answer for one variant, its expressions and facts evaluated too, and what it assumes in vain.

    An answer that assumes what the run breaks says nothing of this run (S5), but an evaluation does. The same with
    something said beside the model.
    """
    wrong = wrong_types(variant, name, types, inputs)
    if name not in SYMBOLIC:
        return wrong, []
    found, assumed = evaluation_findings(variant, types, inputs, None)
    asked = onnx.ModelProto()
    asked.CopyFrom(variant)
    spec = make_spec(random.Random(f"{seed} {name}"), asked, inputs)
    more, _ = evaluation_findings(asked, types, inputs, spec)
    more = [f"{text}, with {str(spec).split()}" for text in more]
    return ([] if assumed else wrong) + found + more, assumed


class Fuzzer:
    def __init__(self, arguments):
        self.folder = arguments.out
        self.families = list(filter(None, arguments.families.split(",")))
        self.trusts_onnxruntime, self.tells_assumptions = arguments.trust_onnxruntime, arguments.tell_assumptions
        self.counts = collections.Counter()
        self.operators = collections.Counter()

    def run(self, seed):
        case = make_case(seed, self.families)
        if case is None or not case.nodes:
            return
        model = make_model(case)
        results = run_all(model, case.inputs, self.trusts_onnxruntime)
        if results is None:
            self.counts["not run"] += 1
            return
        if leniency.is_lenient(model.graph, dict(zip((o.name for o in model.graph.output), results)), case.inputs):
            self.counts["not run"] += 1
            return
        types = [truth_of(as_proto(value)) for value in results]
        self.counts["cases"] += 1
        self.operators.update(node.op_type for node in case.nodes)
        tensors = [numpy_helper.from_array(np.asarray(array), name) for name, array in case.inputs.items()]
        for name, variant in all_variants(model, tensors).items():
            self.counts["asked"] += 1
            wrong, assumed = contradictions(variant, name, types, case.inputs, seed)
            self.counts["assumed"] += bool(assumed)
            if wrong or (assumed and self.tells_assumptions):
                self.counts["wrong"] += bool(wrong)
                self.tell(seed, name, variant, case, wrong or assumed)

    def tell(self, seed, name, variant, case, wrong):
        os.makedirs(self.folder, exist_ok=True)
        path = os.path.join(self.folder, f"{seed}-{name}.onnx")
        onnx.save(variant, path)
        nodes = "; ".join(onnx.printer.to_text(node).strip() for node in case.nodes)
        shapes = {key: (array.shape, array.tolist() if array.size <= 6 else "...") for key, array in case.inputs.items()}
        print(f"seed {seed} variant {name} opset {case.draw.opset}: {nodes}\n  inputs {shapes}\n  {wrong}\n  {path}", flush=True)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--cases", type=int, default=1 << 60, help="seeds to try")
    parser.add_argument("--seed", type=int, default=1, help="the first; the next follow")
    parser.add_argument("--families", default="", help="only these generators of cases.py, with commas between")
    parser.add_argument("--trust-onnxruntime", action="store_true", help="count what it returns, whatever the reference says")
    parser.add_argument("--tell-assumptions", action="store_true", help="print ASSUMED facts that a run breaks, too")
    parser.add_argument("--out", default="build/fuzz-ops")
    return parser.parse_args()


def run_in_child(fuzzer, seed, last, end):
    """Runs seeds until the end, or until a runtime ends the process; returns the next seed."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        onnxruntime.set_default_logger_severity(4)
        with os.fdopen(writer, "w") as pipe:
            while seed < last and time.monotonic() < end:
                print(json.dumps([seed, None, None]), file=pipe, flush=True)
                fuzzer.run(seed)
                print(json.dumps([seed, fuzzer.counts, fuzzer.operators]), file=pipe, flush=True)
                seed += 1
        atexit._run_exitfuncs()  # the server stops; interpreter and runtimes need no tidying up
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        for line in pipe:
            seed, counts, operators = json.loads(line)
            if counts is not None:
                fuzzer.counts, fuzzer.operators = collections.Counter(counts), collections.Counter(operators)
    status = os.waitpid(child, 0)[1]
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        sys.exit(f"seed {seed}: the fuzzer itself failed")
    if status:
        fuzzer.counts["crash"] += 1
        print(f"seed {seed} ends a runtime", flush=True)
    return seed + 1


def main():
    arguments = parse_arguments()
    fuzzer = Fuzzer(arguments)
    end, seed = time.monotonic() + 60 * arguments.minutes, arguments.seed
    last = arguments.seed + arguments.cases
    while seed < last and time.monotonic() < end:
        seed = run_in_child(fuzzer, seed, last, end)
    counts = fuzzer.counts
    print(
        f"seeds {arguments.seed} to {seed - 1}: {counts['cases']} cases of {len(fuzzer.operators)} operators, "
        f"{counts['asked']} answers, {counts['wrong']} wrong, {counts['assumed']} that assume what the run breaks; {counts['not run']} cases that runtimes do not run alike, "
        f"{counts['crash']} that end them"
    )
    sys.exit(1 if counts["wrong"] else 0)


if __name__ == "__main__":
    main()
