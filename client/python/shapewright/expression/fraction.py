"""Exact numbers within expressions: integers, and fractions where a division leaves something over."""
from __future__ import annotations

import operator
from fractions import Fraction
from math import ceil, floor, trunc
from typing import Callable, Dict, Union

Number = Union[int, Fraction]
"""A Fraction is not an integer."""


def exact(value: Number) -> Number:
    """An int where the value is one."""
    return value.numerator if value.denominator == 1 else value


def _divide(a: Number, b: Number) -> Number:
    return exact(Fraction(a) / b)


def _power(base: int, exponent: int) -> int:
    """Of a base of at least 2, rounded down."""
    if exponent >= 127:
        raise OverflowError
    return base**exponent if exponent >= 0 else 0


def _exact_power(base: Number, exponent: Number) -> Number:
    count = floor(exponent)
    if abs(count) >= 127 and abs(base) > 1:
        raise OverflowError
    return exact(Fraction(base) ** count)


def _truncdiv(a: Number, b: Number) -> int:
    return trunc(Fraction(a) / b) if isinstance(a, Fraction) or isinstance(b, Fraction) else _trunc_of_ints(a, b)


def _trunc_of_ints(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _of_integers(operation: Callable[..., int]) -> Callable[..., Number]:
    return lambda *operands: operation(*map(floor, operands))


OPERATIONS: Dict[str, Callable[..., Number]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divide,
    "^": _of_integers(_power),
    "**": _exact_power,
    "//": operator.floordiv,
    "negate": operator.neg,
    "floordiv": operator.floordiv,
    "ceildiv": lambda a, b: -(-a // b),
    "truncdiv": _truncdiv,
    "mod": operator.mod,
    "truncmod": lambda a, b: a - b * _truncdiv(a, b),
    "min": min,
    "max": max,
    "floor": floor,
    "ceil": ceil,
    "int": trunc,
    "round": round,
    "broadcast": _of_integers(lambda a, b: b if a == 1 else a),
    "=": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<=": lambda a, b: int(a <= b),
    "<": lambda a, b: int(a < b),
    ">=": lambda a, b: int(a >= b),
    ">": lambda a, b: int(a > b),
    "and": _of_integers(operator.mul),
    "or": _of_integers(max),
    "not": lambda a: 1 - a,
}
"""Of integers and fractions, by their names in texts."""
