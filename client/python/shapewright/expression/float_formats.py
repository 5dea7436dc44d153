"""Arithmetic of the floating-point formats that expressions name, each in its own precision.

Numbers of all formats are doubles: an operation is computed in double and rounded once. OverflowError: the result is
no number, or none that can be followed.
"""
from __future__ import annotations

import math
import struct
from typing import Callable, Dict

FORMATS = ("f16", "bf16", "f32", "f64")


def _round_significand(value: float, bits: int, least_exponent: int) -> float:
    """Half to even, to so many bits of significand."""
    exponent = max(math.frexp(value)[1] - bits, least_exponent)
    return math.ldexp(round(math.ldexp(value, -exponent)), exponent)


def _packed(value: float, code: str) -> float:
    try:
        rounded: float = struct.unpack(code, struct.pack(code, value))[0]
        return rounded
    except OverflowError:
        return math.copysign(math.inf, value)


def to_format(value: float, name: str) -> float:
    """Half to even; infinite beyond the format's range."""
    if name == "f64" or value == 0 or math.isinf(value):
        return value
    if name == "bf16":
        return _packed(_round_significand(value, 8, -133), "<f")
    return _packed(value, "<e" if name == "f16" else "<f")


def from_int(value: int, name: str) -> float:
    """The narrow formats are rounded from f32, as runtimes do."""
    if name == "f64":
        return float(value)
    extra = max(value.bit_length() - 24, 0)
    half, rest = 1 << extra >> 1, abs(value) & ((1 << extra) - 1)
    whole = abs(value) >> extra
    if rest > half or (rest == half and extra and whole & 1):
        whole += 1
    return to_format(math.copysign(float(whole << extra), value), name)


def _quotient(a: float, b: float) -> float:
    return a / b  # ZeroDivisionError: its sign would depend on that of the 0


def _whole(round_: Callable[[float], int]) -> Callable[[float, float], float]:
    return lambda a, _: a if math.isinf(a) else float(round_(a))


def _root(a: float, _: float) -> float:
    if a < 0:
        raise OverflowError
    return math.sqrt(a)


_OPERATIONS: Dict[str, Callable[[float, float], float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _quotient,
    "min": min,
    "max": max,
    "floor": _whole(math.floor),
    "ceil": _whole(math.ceil),
    "round": _whole(round),
    "sqrt": _root,
}


def operate(operation: str, name: str, a: float, b: float = 0.0) -> float:
    """An operation on numbers of a format; those of one operand leave `b` alone."""
    value = _OPERATIONS[operation](a, b)
    if math.isnan(value):
        raise OverflowError
    return to_format(value, name)
