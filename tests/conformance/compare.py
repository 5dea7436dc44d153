"""Compares an inferred type with what a run returned."""
import ast
import math
import re
from fractions import Fraction
from types import MappingProxyType

FUNCTIONS = {
    "floor": math.floor, "ceil": math.ceil, "ceiling": math.ceil, "int": int,
    "max": max, "min": min, "Max": max, "Min": min, "abs": abs, "Abs": abs,
    "broadcast": lambda a, b: b if a == 1 else a,
    "truncdiv": lambda a, b: (abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1),
    "ceildiv": lambda a, b: -(-a // b),
    "floordiv": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "Mod": lambda a, b: a % b,
}
SIZE_NAME = re.compile(r"d\d+(_\d+)?")
OPERATORS = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: Fraction(a) / Fraction(b),
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
    ast.Pow: lambda a, b: a**b if b >= 0 else 0,
}


class Unknown(Exception):
    """The expression names something other than sizes and known elements."""


def _evaluate(node, values):
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return node.value if isinstance(node.value, int) else Fraction(node.value)
    if isinstance(node, ast.Name) and SIZE_NAME.fullmatch(node.id):
        return int(node.id[1:].split("_")[0])
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in values:
        return int(values[node.value.id].flat[node.slice.value])
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        value = _evaluate(node.operand, values)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](_evaluate(node.left, values), _evaluate(node.right, values))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
        return FUNCTIONS[node.func.id](*(_evaluate(argument, values) for argument in node.args))
    raise Unknown(ast.dump(node))


def value_of(text, values):
    """What a dim_param comes to with d<k> = d<k>_<n> = k and the elements of `values`; None: it does not say."""
    try:
        value = _evaluate(ast.parse(text.replace("[]", "[0]").replace("^", "**"), mode="eval").body, values)
        return int(value) if value == int(value) else value
    except (Unknown, SyntaxError, ArithmeticError, ValueError, TypeError, RecursionError):
        return None


class Outcome:
    """How an inferred type compares: wrong says why it is, exact that nothing is missing."""

    def __init__(self, has_rank=False, exact=False, wrong=""):
        self.has_rank, self.exact, self.wrong = has_rank, exact and not wrong, wrong

    @property
    def name(self):
        return "wrong" if self.wrong else "exact" if self.exact else "rank" if self.has_rank else "unknown"


def compare_tensor(tensor, element, shapes, is_symbolic, values):
    """`shapes` is the true shape, or those of a sequence's elements."""
    if tensor.elem_type and element and tensor.elem_type != element:
        return Outcome(wrong=f"element type {tensor.elem_type} is not {element}")
    if not tensor.HasField("shape"):
        return Outcome()
    dims, exact = list(tensor.shape.dim), tensor.elem_type != 0
    for shape in shapes:
        if len(shape) != len(dims):
            return Outcome(True, wrong=f"rank {len(dims)} is not {len(shape)}")
    for i, dim in enumerate(dims):
        true = {shape[i] for shape in shapes}
        said = dim.dim_value if dim.HasField("dim_value") else None
        if dim.dim_param and is_symbolic:
            said = value_of(dim.dim_param, values)
        if said is None:
            exact = exact and len(true) != 1
        elif true and true != {said}:
            return Outcome(True, wrong=f"dim {i} {dim.dim_param or said} is not {sorted(true)}")
    return Outcome(True, exact)


def compare_sequence(type_, truth, is_symbolic, values):
    tensor = type_.sequence_type.elem_type.tensor_type
    elements = [element for element in truth[1] if element]
    same_rank = len({len(e[2]) for e in elements if e[0] == "tensor"}) == 1
    if elements and same_rank and all(e[0] == "tensor" for e in elements):
        return compare_tensor(tensor, elements[0][1], [e[2] for e in elements], is_symbolic, values)
    if elements and tensor.HasField("shape"):
        return Outcome(True, wrong="a rank, but elements differ in rank")
    return Outcome(True, True)


def compare(type_, truth, element, is_symbolic, values=MappingProxyType({})):
    """How a TypeProto compares with what a run returned (see build_nodes.truth_of).

    `values` are arrays whose elements expressions may name.
    """
    kind = type_.WhichOneof("value")
    if truth is None:
        is_fine = kind == "optional_type"
        return Outcome(is_fine, is_fine, "" if kind in ("optional_type", None) else f"{kind} for an empty optional")
    if kind is None:
        return Outcome()
    if kind == "optional_type":
        return compare(type_.optional_type.elem_type, truth, element, is_symbolic, values)
    expected = {"tensor": "tensor_type", "seq": "sequence_type"}.get(truth[0])
    if expected is None:
        return Outcome()
    if kind != expected:
        return Outcome(wrong=f"{kind} is not {expected}")
    if truth[0] == "tensor":
        return compare_tensor(type_.tensor_type, truth[1], [truth[2]], is_symbolic, values)
    return compare_sequence(type_, truth, is_symbolic, values)
