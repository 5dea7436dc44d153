#!/usr/bin/env python3
"""Random dims as other tools write them: sympy's values beside ours, and what we write beside sympy's reading of it.

usage: check_dialects.py [--expressions N] [--points N] [--seed N] [--write FILE] [DIALECT...]

The engine is build/release/bin/tests/symbolic_test, which reads the cases from a file and writes each in the notations
of `shapewright infer --dims`; the Python client reads them too. With --write the cases go to FILE, in the form of
tests/data/vectors/expressions.json, and nothing is run: `--expressions 40 --points 6 --write
tests/data/vectors/dialects.json` wrote the ones that all tests run.
"""
from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

import sympy

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("H", "W", "N")
SYMBOLS = {name: sympy.Symbol(name, integer=True, nonnegative=True) for name in NAMES}
LIMIT = 2**62

Tree = Tuple[Any, ...]


def random_tree(draw: random.Random, kinds: List[str], depth: int) -> Tree:
    """An operation and its operands; divisors are positive, exponents are small."""
    if depth == 0 or draw.random() < 0.1:
        return ("name", draw.choice(NAMES)) if draw.random() < 0.7 else ("number", draw.randint(0, 9))
    kind = draw.choice(kinds)

    def inner() -> Tree:
        return random_tree(draw, kinds, draw.randint(0, depth - 1))

    number = ("number", draw.choice((2, 3, 4, 7, 16)))
    if kind in ("floordiv", "ceildiv", "mod", "exactdiv", "truncdiv", "truncmod", "/"):
        divisor = number if draw.random() < 0.8 else ("+", ("name", draw.choice(NAMES)), ("number", 1))
        return (kind, inner(), divisor)
    if kind in ("floor", "ceiling"):
        return (kind, ("+", ("/", inner(), number), ("/", ("number", draw.randint(-3, 3)), number)))
    if kind == "square":
        return (kind, inner())
    if kind == "power":
        return (kind, ("name", draw.choice(NAMES)))
    if kind == "scale":
        return (kind, draw.choice((0.5, 2.0, 1.5, 0.25)), inner())
    if kind == "if":
        return (kind, draw.choice(("<=", ">", "==")), inner(), inner(), inner(), inner())
    return (kind, inner(), inner())


def truncated(a: Any, b: Any) -> Any:
    return sympy.sign(a) * sympy.sign(b) * sympy.floor(sympy.Abs(a) / sympy.Abs(b))


def relation(sign: str, a: Any, b: Any) -> Any:
    return {"<=": sympy.Le, ">": sympy.Gt, "==": sympy.Eq}[sign](a, b)


def evaluated(tree: Tree, names: Dict[str, Any]) -> Any:
    """The tree in sympy: of symbols an expression, of numbers its value."""
    kind = tree[0]
    if kind == "name":
        return names[tree[1]]
    if kind == "number":
        return sympy.Integer(tree[1])
    if kind == "scale":
        return sympy.Float(tree[1]) * evaluated(tree[2], names)
    if kind == "if":
        a, b, c, d = (evaluated(t, names) for t in tree[2:])
        return sympy.Piecewise((c, relation(tree[1], a, b)), (d, True))
    operands = [evaluated(t, names) for t in tree[1:]]
    return VALUES[kind](*operands)


VALUES: Dict[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "floordiv": lambda a, b: sympy.floor(a / b),
    "ceildiv": lambda a, b: sympy.ceiling(a / b),
    "floor": sympy.floor,
    "ceiling": sympy.ceiling,
    "mod": sympy.Mod,
    "max": sympy.Max,
    "min": sympy.Min,
    "square": lambda a: a**2,
    "power": lambda a: 2**a,
    "exactdiv": lambda a, b: a,  # of a*b
    "truncdiv": truncated,
    "truncmod": lambda a, b: a - b * truncated(a, b),
}


class Writer:
    """A dialect's text of a tree: `forms` by operation, of texts in parentheses where they are no names or calls."""

    def __init__(self, forms: Dict[str, str]) -> None:
        self.forms = forms

    def __call__(self, tree: Tree) -> str:
        if tree[0] in ("name", "number"):
            return str(tree[1])
        if tree[0] == "if":
            a, b, c, d = (self(t) for t in tree[2:])
            return self.forms["if"].format(f"{a} {tree[1]} {b}", c, d)
        return self.forms[tree[0]].format(*(self(t) for t in tree[1:]))


SUMS = {"+": "({} + {})", "-": "({} - {})", "*": "({}*{})"}
WRITERS: Dict[str, Writer] = {
    # torch/utils/_sympy/functions.py: what torch.export writes.
    "torch": Writer({
        **SUMS, "floordiv": "(({})//({}))", "ceildiv": "CeilToInt(IntTrueDiv({}, {}))", "mod": "PythonMod({}, {})",
        "max": "Max({}, {})", "min": "Min({}, {})", "square": "PowByNatural({}, 2)", "power": "PowByNatural(2, {})",
        "exactdiv": "CleanDiv(({0})*({1}), {1})", "truncdiv": "TruncToInt(IntTrueDiv({}, {}))", "if": "Where({}, {}, {})",
    }),
    # docs/proposals/0009-SymbolicShapes.md of ONNX.
    "onnx": Writer({
        **SUMS, "floordiv": "(({})//({}))", "ceildiv": "CeilToInt({}, {})", "mod": "(({}) % ({}))", "max": "(({}) ^ ({}))",
        "min": "(({}) & ({}))", "exactdiv": "((({0})*({1}))/:({1}))",
    }),
    # jax.export.symbolic_shape.
    "jax": Writer({
        **SUMS, "floordiv": "floordiv({}, {})", "ceildiv": "(-1*floordiv(-1*({}), {}))", "mod": "mod({}, {})", "max": "max({}, {})",
        "min": "min({}, {})", "square": "({})^2",
    }),
    # tvm.script.tir.
    "tvm": Writer({
        **SUMS, "floordiv": "T.floordiv({}, {})", "mod": "T.floormod({}, {})", "max": "T.max({}, {})", "min": "T.min({}, {})",
        "truncdiv": "T.truncdiv({}, {})", "truncmod": "T.truncmod({}, {})", "if": "T.Select({}, {}, {})",
    }),
}  # fmt: skip
KINDS = {
    "sympy": ["+", "-", "*", "/", "floor", "ceiling", "floordiv", "mod", "max", "min", "square", "power", "if"],
    # symbolic_shape_infer.py: sympy's strings, with sympy's floats where a scale is one.
    "onnxruntime": ["+", "-", "*", "floordiv", "ceildiv", "/", "max", "min", "scale"],
    **{name: list(writer.forms) for name, writer in WRITERS.items()},
}


def text_of(dialect: str, tree: Tree) -> str:
    if dialect in WRITERS:
        return WRITERS[dialect](tree)
    return str(evaluated(tree, SYMBOLS))


def whole(value: Any) -> Any:
    """Rounded down, as the value of a dim is; None where it is no number, or too large."""
    floor = sympy.floor(value)
    return int(floor) if floor.is_Integer and abs(floor) < LIMIT else None


def random_points(draw: random.Random, count: int) -> List[Dict[str, int]]:
    sizes = (0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31)
    return [{name: draw.choice(sizes) for name in NAMES} for _ in range(count)]


def random_case(draw: random.Random, dialect: str, points: int) -> Any:
    tree = random_tree(draw, KINDS[dialect], draw.randint(1, 4))
    text = text_of(dialect, tree)
    names = list(dict.fromkeys(re.findall(r"\b[HWN]\b", text)))
    if not names or len(text) < 3 or len(text) > 300 or re.search(r"zoo|nan|ITE|~|\.\d{7}", text):
        return None
    at = []
    for sizes in random_points(draw, points):
        value = whole(evaluated(tree, {name: sympy.Integer(size) for name, size in sizes.items()}))
        if value is not None:
            number = value if abs(value) < 2**53 else str(value)
            at.append({"sizes": {name: sizes[name] for name in names}, "value": number})
    return {"dialect": dialect, "text": text, "symbols": names, "at": at} if len(at) == points else None


def random_cases(arguments: argparse.Namespace) -> List[Any]:
    cases = []
    for dialect in arguments.dialects or KINDS:
        draw = random.Random(f"{dialect} {arguments.seed}")
        texts = set()
        while len(texts) < arguments.expressions:
            case = random_case(draw, dialect, arguments.points)
            if case is None or case["text"] in texts:
                continue
            texts.add(case["text"])
            cases.append(case)
    return cases


# What is written, read by sympy: its numbers and functions behind the names that the notations have.
class Sized:
    """A number of ONNX's proposal, where `&` is a min."""

    def __init__(self, value: Any) -> None:
        self.value = value.value if isinstance(value, Sized) else sympy.Integer(value)


for _name, _operation in {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "floordiv": lambda a, b: sympy.floor(a / b),
    "mod": sympy.Mod, "and": sympy.Min, "pow": lambda a, b: a**b,
}.items():  # fmt: skip
    setattr(Sized, f"__{_name}__", lambda a, b, f=_operation: Sized(f(a.value, Sized(b).value)))
Sized.__neg__ = lambda a: Sized(-a.value)  # type: ignore[attr-defined]


class Numbers(ast.NodeTransformer):
    """Wraps the numbers of a text, which Python would divide itself."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:  # pylint: disable=invalid-name
        call = ast.Call(ast.Name("_number", ast.Load()), [node], [])
        return ast.fix_missing_locations(ast.copy_location(call, node))


FUNCTIONS: Dict[str, Dict[str, Any]] = {
    "sympy": {"floor": sympy.floor, "ceiling": sympy.ceiling, "Mod": sympy.Mod, "Max": sympy.Max, "Min": sympy.Min, "Eq": sympy.Eq,
              "Ne": sympy.Ne, "Piecewise": sympy.Piecewise},
    "torch": {"PythonMod": sympy.Mod, "Max": sympy.Max, "Min": sympy.Min, "PowByNatural": lambda a, b: a**b, "Eq": sympy.Eq, "Ne": sympy.Ne,
              "Where": lambda c, a, b: sympy.Piecewise((a, c), (b, True)), "IntTrueDiv": lambda a, b: a / b,
              "TruncToInt": lambda a: sympy.sign(a) * sympy.floor(sympy.Abs(a))},
    "onnx": {"Max": lambda a, b: Sized(sympy.Max(Sized(a).value, Sized(b).value))},
    "jax": {"floordiv": lambda a, b: sympy.floor(a / b), "mod": sympy.Mod, "max": sympy.Max, "min": sympy.Min},
}  # fmt: skip


def read_by_sympy(dialect: str, code: Any, sizes: Dict[str, int]) -> Any:
    number = Sized if dialect == "onnx" else sympy.Integer
    scope = {**FUNCTIONS[dialect], "True": True, "_number": lambda n: n if isinstance(n, bool) else number(n)}
    scope.update({name: number(size) for name, size in sizes.items()})
    value = eval(code, {"__builtins__": {}}, scope)  # pylint: disable=eval-used
    value = value.value if isinstance(value, Sized) else sympy.sympify(value)
    return int(value) if value.is_Integer else value


def check_written(cases: List[Any], lines: List[str]) -> int:
    """Prints what is written of how many cases, and what differs."""
    values = {case["text"]: case["at"] for case in cases}
    counts = {dialect: [0, 0, 0] for dialect in FUNCTIONS}
    for line in lines:
        text, dialect, written = line.split("\x1f")
        if not written:
            counts[dialect][1] += 1
            continue
        counts[dialect][0] += 1
        code = compile(Numbers().visit(ast.parse(written, mode="eval")), "dim", "eval")
        for at in values[text][:5]:
            value = read_by_sympy(dialect, code, at["sizes"])
            if value != int(at["value"]):
                counts[dialect][2] += 1
                print(f"{dialect}: {text} was written as {written}, which is {value} at {at}")
                break
    for dialect, (written, left_out, wrong) in counts.items():
        print(f"written as {dialect}: {written}, {left_out} cannot be said, {wrong} differ")
    return sum(count[2] for count in counts.values())


def check_client(cases: List[Any]) -> int:
    """What the Python client makes of the texts."""
    sys.path.insert(0, str(ROOT / "client/python"))
    from shapewright.expression import Expression  # pylint: disable=import-outside-toplevel

    wrong = 0
    for case in cases:
        try:
            expression = Expression.parse(case["text"])
            found = next((at for at in case["at"] if expression.evaluate(at["sizes"]) != int(at["value"])), None)
        except ValueError as error:
            found = error
        if found:
            wrong += 1
            print(f"client: {case['dialect']}: {case['text']}: {found}")
    print(f"read by the Python client: {len(cases)}, {wrong} differ")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--expressions", type=int, default=2000)
    parser.add_argument("--points", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write")
    parser.add_argument("dialects", nargs="*", metavar="DIALECT", choices=[[], *KINDS])
    arguments = parser.parse_args()
    cases = random_cases(arguments)
    about = json.dumps([
        "Random dims of other tools' notations, with sympy's values, by tests/conformance/check_dialects.py.",
        "The form is that of expressions.json.",
    ])  # fmt: skip
    lines = ",\n    ".join(json.dumps(case) for case in cases)
    text = f'{{\n  "about": {about},\n  "cases": [\n    {lines}\n  ]\n}}\n'
    if arguments.write:
        Path(arguments.write).write_text(text, encoding="utf-8")
        return 0
    wrong = check_client(cases)
    with tempfile.TemporaryDirectory() as work:
        Path(work, "cases.json").write_text(text, encoding="utf-8")
        environment = {
            **os.environ,
            "SHAPEWRIGHT_DIALECTS": f"{work}/cases.json",
            "SHAPEWRIGHT_WRITE_DIALECTS": f"{work}/written",
        }
        command = [ROOT / "build/release/bin/tests/symbolic_test", "--gtest_filter=Dialects.*"]
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        failures = ran.stdout.count(": Failure")
        print(f"read by the engine: {len(cases)} expressions at {arguments.points} points, {failures} differ")
        if ran.returncode != 0:
            print(ran.stdout[-20000:])
        wrong += failures + check_written(cases, Path(work, "written").read_text(encoding="utf-8").splitlines())
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
