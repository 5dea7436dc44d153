"""Holds guard, evaluation and run together, operator by operator, with random operands.

usage: check_operands.py [--requests N] [--seed N] [--tell] [--versions] TABLE...

Every case of the tables (tests/core/rules/operators/cases) that onnxruntime runs is a base; its variants have an operand of another rank, left out, or given as
an input, an attribute changed, added or left out. In each the dims of all inputs are symbols of their own, and N random requests go to onnxruntime, to the
model's guard and to EvaluateShapes. A guard that passes, and an evaluation that is VALID, mean that the request runs, with the sizes told, unless
elements are to blame; a request that runs is neither INVALID nor fails. What differs is listed in operand_differences.txt, each with the
reason, or printed, and the exit code is 1. --versions: all versions of an operator, not the newest alone. --tell: what is listed is printed too.
"""
import argparse
import collections
import os
import random
import re
import sys
import zlib

import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state

from shapewright import Guard
from shapewright.guard import FAIL, PASS
from shapewright.shared_client import default_client
from shapewright.v1 import evaluate_pb2, fact_pb2, model_pb2

from case_table import read_table
from check_cases import DEFAULTS
from fuzz_operators.requests import make_binding
from operands.bases import Base, NotKnown, Requests, defaults_for, variants
from operands.runner import Refused, Runner

# That elements are to blame, not sizes: docs/guards.md.
ELEMENTS = (r"out of data bounds|out of range|out of bounds|invalid ind|must be positive; entry|index found|indices element|[Dd]ivision by zero|"
            r"has to be greater|must be non-?negative|negative values|must be in range|has a non-positive|should be greater than 0|cannot be zero")
DIFFERENCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "operand_differences.txt")


def attributes_of_schemas():
    """By (domain, name, version) the kinds of the attributes by name."""
    return {
        (schema.domain, schema.name, schema.since_version):
            {attribute.name: attribute.type.name for attribute in schema.attributes.values()}
        for schema in onnxruntime_pybind11_state.get_all_operator_schema()
    }


def bases_of(paths, runner, options):
    """Cases that onnxruntime runs; of each operator those of the newest version that it has, or of all."""
    by_operator = collections.defaultdict(lambda: collections.defaultdict(list))
    for path in paths:
        for case in read_table(path):
            if not case.is_wrong and re.fullmatch(options.only or ".*", case.name):
                by_operator[case.domain, case.name][case.version].append(case)
    for _, versions in sorted(by_operator.items()):
        for version in sorted(versions, reverse=True):
            bases = [base for case in versions[version] for binding in case.bindings(1)
                     if (base := running_base(case, binding, runner)) is not None]
            yield from bases
            if bases and not options.versions:
                break


def running_base(case, binding, runner):
    for default in DEFAULTS:
        try:
            base = Base(case, binding, default)
            model = base.model().SerializeToString()
        except (NotKnown, NameError, ValueError, TypeError, KeyError, IndexError):
            return None
        request = Requests(base, 0).first()
        if not isinstance(runner.run(model, [request])[0], Refused):
            return base
    return None


def as_onnxruntime():
    request = evaluate_pb2.EvaluateShapesRequest()
    request.model.options.as_runtime = model_pb2.RUNTIME_ONNXRUNTIME
    return request


class Answers:
    """What guard and evaluation say of requests to a model; `error` if it cannot be asked."""

    def __init__(self, model, requests):
        client = default_client()
        self.guard = self.error = None
        self.is_complete = False
        try:
            self.guard = Guard(client.compile_guard(model, as_runtime="onnxruntime").program)
            self.is_complete = self.guard.program.coverage == self.guard.program.COVERAGE_COMPLETE
        except Exception as error:  # a model with an error has no guard
            self.error = str(error)
        try:
            bindings = [make_binding(request) for request in requests]
            response = client.evaluate_shapes(model, bindings, request=as_onnxruntime())
            self.evaluations = list(response.evaluations)
        except Exception as error:
            self.error, self.evaluations = str(error), []


def reason_of(guard, checked):
    """Whether a node says so that the request fails, or the model's declarations."""
    bases = {guard.program.checks[problem.check].basis for problem in checked.problems
             if problem.is_failure and problem.check is not None}
    return "required" if fact_pb2.Fact.BASIS_REQUIRED in bases else "declared"


def told_otherwise(told, real):
    """Sizes against sizes; None is unknown."""
    if told is None or real is None:
        return False
    return len(told) != len(real) or any(t not in (None, -1, r) for t, r in zip(told, real))


def normal(text):
    """An error without its numbers and names."""
    line = next((line for line in reversed(text.strip().splitlines()) if line.strip()), "")
    line = re.sub(r"(/[\w.+-]+)+(:\d+)?", "", line)
    return re.sub(r"-?\d+", "#", line)[-200:]


def is_empty(request):
    return any(0 in array.shape for array in request.values())


VERDICTS = {value.number: value.name.replace("VERDICT_", "").lower()
            for value in evaluate_pb2.Evaluation.Verdict.DESCRIPTOR.values}


class Check:
    """One variant."""

    def __init__(self, base, runner, options):
        self._base, self._runner, self._options = base, runner, options
        seed = zlib.crc32(f"{options.seed} {base.line} {base.what}".encode())
        requests = Requests(base, seed)
        drawn = [requests.draw() for _ in range(options.requests)]
        self._requests = [requests.first()] + [request for request in drawn if request is not None]

    def findings(self):
        """(kind, reason, request, text) of what differs."""
        model = self._base.model()
        data = model.SerializeToString()
        results = self._runner.run(data, self._requests)
        if any(isinstance(result, Refused) and result.is_lack and result.at_load for result in results):
            return
        # What fails for one data, but not for other ones, does not fail for a shape.
        retried = [i for i, r in enumerate(results) if isinstance(r, Refused) and not r.is_lack]
        others = [[defaults_for(self._requests[i], value) for i in retried] for value in (0, 1)]
        runs = [self._runner.run(data, feeds) for feeds in others]
        for place, i in enumerate(retried):
            for feeds, ran in zip(others, runs):
                if isinstance(results[i], Refused) and not isinstance(ran[place], Refused):
                    results[i], self._requests[i] = ran[place], feeds[place]
        answers = Answers(model, self._requests)
        for i, (request, result) in enumerate(zip(self._requests, results)):
            evaluation = answers.evaluations[i] if i < len(answers.evaluations) else None
            yield from self._compare(answers, request, result, evaluation)

    def _compare(self, answers, request, result, evaluation):
        if isinstance(result, Refused) and result.is_lack:
            return
        ran = not isinstance(result, Refused)
        blames_elements = not ran and re.search(ELEMENTS, result.text)
        if answers.error is not None:
            if ran:
                yield "error for what runs", normal(answers.error), request, answers.error
            return
        checked = answers.guard.check(request)
        verdict = VERDICTS[evaluation.verdict] if evaluation is not None else "none"
        of = " of no elements" if is_empty(request) else ""
        if not ran and not blames_elements:
            loads = not result.at_load or "ShapeInferenceError" in result.text
            does = "fails" + of if loads else "does not load"
            if checked.verdict == PASS and answers.is_complete:
                yield f"guard passes what {does}", normal(result.text), request, result.text
            if verdict == "valid":
                yield f"evaluation valid of what {does}", normal(result.text), request, result.text
        if ran:
            if checked.verdict == FAIL and reason_of(answers.guard, checked) == "required":
                text = next(problem.text for problem in checked.problems if problem.is_failure)
                yield "guard fails what runs" + of, normal(text), request, text
            if verdict == "invalid":
                text = "; ".join(violation.message for violation in evaluation.violations)
                yield "evaluation invalid of what runs" + of, normal(text), request, text
            names = [f"o{i}" for i in range(len(result))]
            if checked.verdict == PASS:
                for name, real in zip(names, result):
                    if told_otherwise(checked.outputs.get(name), real):
                        yield "guard tells other sizes", name, request, f"{name} {checked.outputs.get(name)} is {real}"
            if verdict == "valid":
                told = {value.name: list(value.sizes) for value in evaluation.outputs}
                for name, real in zip(names, result):
                    if told.get(name) and told_otherwise(told[name], real):
                        yield "evaluation tells other sizes", name, request, f"{name} {told[name]} is {real}"
        if {(PASS, "invalid"), (FAIL, "valid")} & {(checked.verdict, verdict)}:
            yield "guard and evaluation differ", f"{checked.verdict} {verdict}", request, str(checked.problems)[:200]


class Listed:
    """operand_differences.txt: lines of kind | operator | pattern of the error | reason."""

    def __init__(self, path):
        self._rows = []
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    if line.strip() and not line.startswith("#"):
                        kind, name, pattern, _ = (part.strip() for part in line.split(" | ", 3))
                        self._rows.append((re.compile(kind), re.compile(name), re.compile(pattern), line.strip()))

    def find(self, kind, name, text):
        """The first line that this is listed in, or None."""
        return next((line for k, n, p, line in self._rows
                     if k.fullmatch(kind) and n.fullmatch(name) and p.search(text)), None)

    def lines(self):
        return [line for _, _, _, line in self._rows]


class Findings:
    """Prints the first finding of each operator, kind and error, and counts all of them."""

    def __init__(self, listed, tells_listed):
        self._listed, self._tells_listed = listed, tells_listed
        self._counts, self._listed_counts = collections.Counter(), collections.Counter()
        self.wrong = 0

    def add(self, variant, kind, reason, request, text):
        row = self._listed.find(kind, variant.key, text)
        if row is None:
            self.wrong += 1
        else:
            self._listed_counts[row] += 1
        if row is not None and not self._tells_listed:
            return
        group = (variant.key, kind, reason)
        self._counts[group] += 1
        if self._counts[group] == 1:
            sizes = {name: list(array.shape) for name, array in request.items()}
            print(f"{variant.key}: {kind}: {variant.what}\n   {sizes}: {text.strip()[-300:]}\n      {variant.line}; {variant.what}",
                  flush=True)

    def print_counts(self):
        for group, count in self._counts.most_common():
            print(f"{count:6} {' | '.join(group)}")
        for row, count in self._listed_counts.most_common():
            print(f"{count:6} listed: {row}")
        for row in self._listed.lines():
            if not self._listed_counts[row]:
                print(f"     0 listed: {row}")
        print(f"{self.wrong} findings, and {sum(self._listed_counts.values())} that are listed")


def print_not_asked(schemas, seen):
    """Operators that onnxruntime has a schema of, and no table a case that runs."""
    missing = collections.defaultdict(set)
    for domain, name, _ in schemas:
        if (domain, name) not in seen:
            missing[domain or "ai.onnx"].add(name)
    known = {(domain or "ai.onnx", name) for domain, name, _ in schemas}
    print(f"{sum(map(len, missing.values()))} of {len(known)} operators of onnxruntime's schemas are not asked, as no case of the tables "
          "with tensors as operands runs there:")
    for domain, names in sorted(missing.items()):
        print(f"  {domain} ({len(names)}): {', '.join(sorted(names))}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tell", action="store_true")
    parser.add_argument("--versions", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("tables", nargs="+")
    options = parser.parse_args()
    onnxruntime.set_default_logger_severity(4)
    runner, schemas = Runner(), attributes_of_schemas()
    findings, seen = Findings(Listed(DIFFERENCES), options.tell), set()
    counts = collections.Counter()
    for base in bases_of(options.tables, runner, options):
        seen.add((base.domain, base.name))
        counts["bases"] += 1
        for variant in variants(base, schemas.get((base.domain, base.name, base.version), {})):
            counts["variants"] += 1
            for finding in Check(variant, runner, options).findings():
                findings.add(variant, *finding)
    findings.print_counts()
    if not options.only:
        print_not_asked(schemas, seen)
    print(dict(counts))
    return 1 if findings.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
