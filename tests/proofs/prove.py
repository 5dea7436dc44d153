"""Asks z3 about the conclusions of inference: `shapewright infer --proofs` over a folder of models.

Each claim has to be `unsat` (no counterexample) or `unknown` within the time; `sat` is a defect. As a
check of the check, as many claims are turned into their contrary, and ends of ranges moved inwards
without the facts: these have to be refuted by a counterexample.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import random
import re
import subprocess
import sys
import tempfile

CLAIM = re.compile(r"; claim \d+: (.*)\n(\(push 1\)\n(?:.*\n)*?\(pop 1\)\n)")
SYMBOL = re.compile(r"\(declare-const (e\d+) Int\) ; (.*)\n\(assert (\(.*\))\)\n")
NEGATED = re.compile(r"\(assert \(not (.*)\)\)\n\(check-sat\)")



def ask(text, seconds):
    """The answers of z3 to each check-sat of a text."""
    with tempfile.NamedTemporaryFile("w", suffix=".smt2") as file:
        file.write(text)
        file.flush()
        run = subprocess.run(
            ["z3", "-smt2", f"-t:{int(seconds * 1000)}", file.name],
            capture_output=True,
            text=True,
            check=False,
        )
    lines = run.stdout.split()
    errors = [line for line in run.stdout.splitlines() if line.startswith("(error")]
    if errors:
        raise RuntimeError(errors[0])
    return [line for line in lines if line in ("sat", "unsat", "unknown")]


def export(program, model):
    """The SMT-LIB text about a model, and the kinds of its claims; None if it cannot be inferred."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [program, "infer", "--embedded", "--quiet", "--proofs", folder, str(model)],
            capture_output=True,
            text=True,
            check=False,
        )
        text = pathlib.Path(folder, "proofs.smt2")
        kinds = pathlib.Path(folder, "claims.txt")
        if not text.exists():
            print(f"{model.name}: {run.stderr.strip()}", file=sys.stderr)
            return None
        return text.read_text(), [line.split()[0] for line in kinds.read_text().splitlines()]


def contrary(text, chosen):
    """The text with these claims turned into their contrary, and without the others."""
    number = -1

    def turn(match):
        nonlocal number
        number += 1
        if number not in chosen:
            return ""
        return NEGATED.sub(r"(assert \1)\n(check-sat)", match.group(0))

    return CLAIM.sub(turn, text)


def moved_ends(text):
    """Claims without facts that the least, or greatest, value of a symbol is not reached."""
    questions = []
    for name, _, bounds in SYMBOL.findall(text):
        ends = re.findall(rf"\(<= (\d+|\(- \d+\)) {name}\)|\(<= {name} (\d+|\(- \d+\))\)", bounds)
        for low, high in ends:
            questions.append(
                f"(set-logic QF_NIA)\n(declare-const {name} Int)\n(assert {bounds})\n"
                f"(assert (= {name} {low or high}))\n(check-sat)\n"
            )
    return questions


def false_claims(text, count, seconds, source):
    """How many deliberately false claims were refuted, left open, and taken for true."""
    answers = collections.Counter()
    total = len(CLAIM.findall(text))
    chosen = set(source.sample(range(total), min(total, count)))
    if chosen:
        answers.update(ask(contrary(text, chosen), seconds))
    for question in moved_ends(text)[:count]:
        answers.update(ask(question, seconds))
    return answers


def prove(program, model, seconds, false_count):
    exported = export(program, model)
    if exported is None:
        return None
    text, kinds = exported
    answers = ask(text, seconds)
    if len(answers) != len(kinds):
        raise RuntimeError(f"{model}: {len(kinds)} claims, {len(answers)} answers")
    lines = [line for line, _ in CLAIM.findall(text)]
    refuted = [f"{model.name}: {line}" for line, answer in zip(lines, answers) if answer == "sat"]
    source = random.Random(model.name)
    return (
        collections.Counter(zip(kinds, answers)),
        refuted,
        false_claims(text, false_count, seconds, source),
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--program", default="build/release/bin/shapewright")
    parser.add_argument("--seconds", type=float, default=2, help="of each claim")
    parser.add_argument("--false", type=int, default=20, help="false claims of each model, at most")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    models = sorted(model for folder in arguments.folders for model in folder.rglob("*.onnx"))
    if not models:
        parser.error("no models")
    claims = collections.Counter()
    false = collections.Counter()
    defects = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = pool.map(
            lambda model: prove(
                arguments.program, model, arguments.seconds, getattr(arguments, "false")
            ),
            models,
        )
        for result in results:
            if result is None:
                continue
            claims.update(result[0])
            defects += result[1]
            false.update(result[2])
    print(f"{len(models)} models")
    for kind in sorted({kind for kind, _ in claims}):
        counts = {answer: claims[kind, answer] for answer in ("unsat", "unknown", "sat")}
        print(
            f"{kind}: {counts['unsat']} confirmed, {counts['unknown']} unknown, "
            f"{counts['sat']} refuted"
        )
    print(
        f"deliberately false: {false['sat']} refuted, {false['unknown']} unknown, "
        f"{false['unsat']} taken for true"
    )
    for defect in defects:
        print(f"REFUTED {defect}")
    return 1 if defects or false["unsat"] else 0


if __name__ == "__main__":
    sys.exit(main())
