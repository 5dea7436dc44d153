"""Compares what is inferred of OpenVINO IR with OpenVINO itself, which runs in a child process, as it may crash.

usage: check_openvino.py [--cases N] [--mutants N] [--bindings N] [--seed N] [--folder FOLDER] [--only TEXT] [--tell] [PART...]

Parts, by default all:
  cases    N single operators, drawn from those of openvino/cases.txt with a few things changed of each
  sweep    of each operator there a line, with each thing changed by rule (openvino/sweep_cases.py)
  corpus   the models of FOLDER (default: the corpus), as OpenVINO converts them, weights as zeros: open, and after
           reshape() at N bindings
  cost     multiply-adds of these beside those of the ONNX models that they were, at one binding
  mutants  N of these with a size, an attribute, an edge or an operator set changed

A value is wrong where no tensor fits both answers, wider where OpenVINO says more of it. Where a model is refused here
alone, OpenVINO runs it on zeros: if that fails, its validation passed over what is refused here. Exits with 1 if a value is
wrong, or a case is taken that OpenVINO refuses, or refused though it runs, unless openvino/known_differences.txt tells why.
"""
import argparse
import collections
import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).parent / "openvino"))

import compare  # noqa: E402
import draw_cases  # noqa: E402
import ir_models  # noqa: E402
import ir_mutants  # noqa: E402
import own  # noqa: E402
import sweep_cases  # noqa: E402
from ir_case import to_ir  # noqa: E402
from known import Known  # noqa: E402
from peer import OpenVino  # noqa: E402
from shapewright import ShapewrightError  # noqa: E402
from shapewright.shared_client import default_client  # noqa: E402

BAD = ("wrong", "only taken here", "only refused here")


class Tally:
    def __init__(self, name, tell, known):
        self._name, self._tell, self._known = name, tell, known
        self.verdicts, self.skipped, self.bad = collections.Counter(), collections.Counter(), 0

    def skip(self, why):
        self.skipped[why] += 1

    def add(self, about, own_answer, peer_answer, run=None):
        """`run` runs the model, if it can be run."""
        verdict, places = compare.of_answers(own_answer, peer_answer)
        if verdict in BAD and self._known.has(self._name, verdict, about, own_answer, peer_answer):
            verdict = f"known: {verdict}"
        elif verdict == "only refused here" and run is not None and run().verdict in ("refused", "crashed"):
            verdict = "only refused here, but does not run"
        self.verdicts[verdict] += 1
        self.bad += verdict in BAD
        if verdict in BAD or (self._tell and verdict == "wider"):
            print(f"{verdict}: {about}")
            for place, mine, theirs in places[:3]:
                print(f"    {place[0]}:{place[1]}  here {mine}  OpenVINO {theirs}")
            for told in (own_answer.why, peer_answer.why):
                if told:
                    print("    " + " ".join(told.split())[-300:])
        return verdict

    def report(self):
        if not self.verdicts:
            return self.bad
        told = ", ".join(f"{count} {verdict}" for verdict, count in self.verdicts.most_common())
        print(f"{self._name}: {sum(self.verdicts.values())}: {told}")
        for why, count in self.skipped.most_common():
            print(f"{self._name}: skipped {count}: {why}")
        return self.bad


CASES = pathlib.Path(__file__).parent / "openvino/cases.txt"


def check_line(line, client, peer, tally):
    try:
        xml, weights = to_ir(line)
    except Exception as error:  # a number that the element type does not have
        return tally.skip(f"no such constant ({type(error).__name__})")
    tally.add(line, own.ask(client, xml, weights), peer.ask(xml, weights), lambda: peer.run(xml, weights))


def check_cases(options, client, peer, tally):
    rng = random.Random(options.seed)
    draw = draw_cases.Draw(draw_cases.read_lines(CASES), rng)
    for number in range(options.cases):
        check_line(draw.case(draw.operators[number % len(draw.operators)]), client, peer, tally)


def check_sweep(options, client, peer, tally):
    taken = [line for line in draw_cases.read_lines(CASES, with_refused=False) if options.only in line]
    for line, _ in sweep_cases.sweep(taken):
        check_line(line, client, peer, tally)


def check_corpus(options, client, peer, tally):
    seconds, values = [0.0, 0.0], collections.Counter()
    rng = random.Random(options.seed)
    for name, xml, weights in ir_models.converted(options.folder):
        for shapes in ir_models.requests(xml, options.bindings, rng):
            answers = own.ask(client, xml, weights, ir_models.type_texts(xml, shapes)), peer.ask(xml, weights, shapes)
            tally.add(f"{name} {shapes or 'open'}", *answers)
            seconds = [sum(pair) for pair in zip(seconds, (answer.seconds for answer in answers))]
            for place, value in answers[1].values.items():
                if place in answers[0].values:
                    values[compare.of_values(answers[0].values[place], value)] += 1
    print(f"corpus: {sum(values.values())} values: " + ", ".join(f"{count} {verdict}" for verdict, count in values.most_common()))
    print(f"corpus: calls here {seconds[0]:.2f} s, OpenVINO's reshape() {seconds[1]:.2f} s")


def check_cost(options, client, peer, tally):
    rng, counted = random.Random(options.seed), collections.Counter()
    for name, xml, weights in ir_models.converted(options.folder):
        shapes = list(ir_models.requests(xml, 1, rng))[-1]
        if shapes is None:
            continue
        macs = []
        for model in (pathlib.Path(options.folder) / f"{name}.onnx", own.content_of(xml, weights)):
            try:
                evaluation = client.estimate_cost(model, shapes).evaluations[0]
                macs.append(evaluation.error.message or evaluation.total.macs)
            except ShapewrightError as error:
                macs.append(error.message)
        counted["equal" if macs[0] == macs[1] else "other"] += 1
        if macs[0] != macs[1]:
            print(f"cost: {name} {shapes}: of ONNX {macs[0]}, of the IR {macs[1]}")
    print(f"cost: multiply-adds of {sum(counted.values())} models: {dict(counted)}")


def check_mutants(options, client, peer, tally):
    rng = random.Random(options.seed)
    models = [model for model in ir_models.converted(options.folder) if len(model[1]) < ir_mutants.MOST_TEXT]
    for _ in range(options.mutants if models else 0):
        name, xml, weights = rng.choice(models)
        mutant, told = ir_mutants.mutant(xml, rng)
        tally.add(f"{name}: {told}", own.ask(client, mutant, weights), peer.ask(mutant, weights))


PARTS = {"cases": check_cases, "sweep": check_sweep, "corpus": check_corpus, "cost": check_cost, "mutants": check_mutants}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--mutants", type=int, default=300)
    parser.add_argument("--bindings", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", default=ir_models.default_folder(ROOT))
    parser.add_argument("--only", default="", help="of the sweep: lines with this text")
    parser.add_argument("--tell", action="store_true")
    parser.add_argument("parts", nargs="*", metavar="PART", choices=[[], *PARTS])
    options = parser.parse_args()
    client, peer, bad = default_client(), OpenVino(), 0
    known = Known(pathlib.Path(__file__).parent / "openvino/known_differences.txt")
    for name in options.parts or PARTS:
        tally = Tally(name, options.tell, known)
        PARTS[name](options, client, peer, tally)
        bad += tally.report()
    peer.stop()
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
