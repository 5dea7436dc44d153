"""Evaluates the expressions of an answer: the grammar of shape.proto, in exact integers and numpy's floats."""
import ast
import functools
import math
import re

import numpy as np

TOKEN = re.compile(r"`([^`]*)`(\[\d*\])?|(\?\d+|[A-Za-z_][A-Za-z0-9_.]*(?:@\d+)?(?:\[\d*\])?(?:@\d+)?)(\s*\()?")


# Signs that Python writes otherwise, outside of names in backticks.
SIGNS = re.compile(r"`[^`]*`|(?<![<>!=])=(?!=)|\^")
IN_PYTHON = {"=": "==", "^": "**"}
WORDS = ("and", "or", "not")


class Choices(ast.NodeTransformer):
    """IF_(c, a, b) becomes a if c else b: only the side taken is evaluated."""

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "IF_" and len(node.args) == 3:
            return ast.copy_location(ast.IfExp(*node.args), node)
        return node


class Unknown(Exception):
    """It names something without a value, or is undefined there."""


def _truncated(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _root(value):
    return np.sqrt(value)


FUNCTIONS = {
    "floor": lambda a: a if isinstance(a, int) else np.floor(a),
    "ceil": lambda a: a if isinstance(a, int) else np.ceil(a),
    "round": lambda a: a if isinstance(a, int) else np.rint(a),
    "int": int, "max": max, "min": min, "abs": abs, "sqrt": _root,
    "broadcast": lambda a, b: b if a == 1 else a,
    "truncdiv": _truncated,
    "ceildiv": lambda a, b: -(-a // b),
    "floordiv": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "f16": np.float16, "f32": np.float32, "f64": np.float64,
}  # fmt: skip


@functools.lru_cache(maxsize=20000)
def _compiled(text):
    """The code of an expression, and the names in it."""
    names = []

    def name(match):
        quoted, index, plain, call = match.groups()
        if quoted is None and plain in WORDS:
            return f" {plain} {(call or '').strip()}"
        if call and plain == "if":
            return "IF_("
        if call and plain in FUNCTIONS:
            return f"F[{plain!r}]("
        if call:
            raise Unknown(text)
        names.append(plain if quoted is None else quoted + (index or ""))
        return f"V[{names[-1]!r}]"

    source = TOKEN.sub(name, SIGNS.sub(lambda match: IN_PYTHON.get(match.group(), match.group()), text))
    try:
        tree = ast.fix_missing_locations(Choices().visit(ast.parse(source.strip(), mode="eval")))
        return compile(tree, "expression", "eval"), tuple(names)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Unknown(text) from error


def names_of(text):
    return _compiled(text)[1]


def value_of(text, values):
    """What it comes to; raises Unknown."""
    code, _ = _compiled(text)
    try:
        with np.errstate(all="ignore"):
            value = eval(code, {"__builtins__": {}, "F": FUNCTIONS, "V": values})  # of our own making
    except (KeyError, ArithmeticError, ValueError, TypeError, RecursionError) as error:
        raise Unknown(text) from error
    if isinstance(value, float) and not math.isfinite(value):
        raise Unknown(text)
    return value if isinstance(value, int) else int(value) if value == int(value) else value


class Values(dict):
    """The values of symbols under a run; those that an answer defines by others are evaluated as they are asked for."""

    def __init__(self, known, defined):
        super().__init__(known)
        self.defined = dict(defined)

    def __missing__(self, name):
        text = self.defined.pop(name)  # a KeyError: it has no value
        self[name] = value_of(text, self)
        return self[name]
