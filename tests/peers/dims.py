"""What the text of a dim comes to at sizes of the inputs' symbols, in the notations of all peers.

Functions are read as their tools write them: Python and sympy (`//`, floor, ceiling, Max, Min, Mod), Shapewright
(ceildiv, truncdiv, broadcast, if). What has a name that is not one of the symbols is not known. A symbol whose name has
signs in it, such as `past + 1`, is found wherever these stand.
"""
import ast
import functools
import math
import re
from fractions import Fraction

import numpy as np


class NotKnownError(Exception):
    """The text has a name that is not a symbol of the inputs, or is not arithmetic."""


def truncated(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def whole(function):
    """Of a float of numpy as numpy has it, of another number exactly."""
    return lambda value: getattr(np, function)(value) if isinstance(value, np.floating) else getattr(math, function)(value)


FUNCTIONS = {
    "min": min, "max": max, "Min": min, "Max": max, "abs": abs, "Abs": abs, "int": int,
    "mod": lambda a, b: a % b, "Mod": lambda a, b: a % b, "PythonMod": lambda a, b: a % b,
    "ceildiv": lambda a, b: -(-a // b), "floordiv": lambda a, b: a // b, "FloorDiv": lambda a, b: a // b, "truncdiv": truncated,
    "broadcast": lambda a, b: b if a == 1 else a,
    "floor": whole("floor"), "ceil": whole("ceil"), "ceiling": whole("ceil"), "round": np.rint, "sqrt": np.sqrt,
    "f16": np.float16, "f32": np.float32, "f64": np.float64,
    "if_": lambda condition, then, other: then if condition else other,
}
OPERATORS = {
    ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b, ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b, ast.Pow: lambda a, b: Fraction(a) ** b,
    ast.Div: lambda a, b: a / b if isinstance(a, np.floating) or isinstance(b, np.floating) else Fraction(a) / b,
    ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b, ast.Lt: lambda a, b: a < b, ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b, ast.GtE: lambda a, b: a >= b,
}


@functools.lru_cache(maxsize=200_000)
def parsed(text, names):
    """(tree, {identifier in it: symbol})."""
    places = {}
    for index, name in enumerate(sorted(names, key=len, reverse=True)):
        text, count = re.subn(rf"(?<![\w.]){re.escape(name)}(?![\w.])", f"S_{index}_", text)
        if count:
            places[f"S_{index}_"] = name
    text = re.sub(r"(?<![<>!=])=(?!=)", "==", re.sub(r"\bif\(", "if_(", text.replace("`", "")))
    try:
        return ast.parse(text.strip(), mode="eval").body, places
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None, places


def value_of(tree, sizes):
    if isinstance(tree, ast.Constant) and isinstance(tree.value, (int, float)):
        return tree.value
    if isinstance(tree, ast.Name) and tree.id in sizes:
        return sizes[tree.id]
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, (ast.USub, ast.Not)):
        operand = value_of(tree.operand, sizes)
        return -operand if isinstance(tree.op, ast.USub) else not operand
    if isinstance(tree, ast.BinOp) and type(tree.op) in OPERATORS:
        return OPERATORS[type(tree.op)](value_of(tree.left, sizes), value_of(tree.right, sizes))
    if isinstance(tree, ast.Compare) and len(tree.ops) == 1 and type(tree.ops[0]) in OPERATORS:
        return OPERATORS[type(tree.ops[0])](value_of(tree.left, sizes), value_of(tree.comparators[0], sizes))
    if isinstance(tree, ast.BoolOp):
        return (all if isinstance(tree.op, ast.And) else any)(value_of(part, sizes) for part in tree.values)
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and not tree.keywords:
        if tree.func.id == "if_" and len(tree.args) == 3:  # the other side may have no value
            return value_of(tree.args[1 if value_of(tree.args[0], sizes) else 2], sizes)
        if tree.func.id in FUNCTIONS:
            return FUNCTIONS[tree.func.id](*(value_of(part, sizes) for part in tree.args))
    raise NotKnownError


def size_of(text, sizes):
    """The size at these sizes of symbols; NotKnownError, or ArithmeticError where it has none."""
    if text in sizes:
        return sizes[text]
    tree, places = parsed(text, frozenset(sizes))
    if tree is None:
        raise NotKnownError
    value = value_of(tree, {place: sizes[name] for place, name in places.items()})
    if value != int(value):
        raise ArithmeticError("not a whole number")
    return int(value)


def verdict(dims, runs, may_depend_on_data):
    """`known`, `unknown` or `wrong`, of dims (numbers, texts, None), None of an unknown rank.

    runs: [(sizes of symbols, shape that was run)]. As in tests/score: a value whose shape the data may decide is known where
    its rank is, and what is told of its dims.
    """
    if dims is None:
        return "unknown"
    is_whole = True
    for sizes, shape in runs:
        if len(shape) != len(dims):
            return "wrong"
        for dim, size in zip(dims, shape):
            try:
                told = dim if isinstance(dim, int) else size_of(dim, sizes) if dim else None
            except NotKnownError:
                told = None
            except (ArithmeticError, TypeError, RecursionError):
                return "wrong"
            if told is None:
                is_whole = False
            elif told != size:
                return "wrong"
    return "known" if is_whole or may_depend_on_data else "unknown"
