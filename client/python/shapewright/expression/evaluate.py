"""Evaluates and prints expressions; reader.py reads them."""
from __future__ import annotations

import operator
from fractions import Fraction
from math import floor, trunc
from typing import Any, List, Mapping, Tuple

from .float_formats import from_int, operate, to_format
from .fraction import OPERATIONS, exact
from .reader import Program, Reader, Step

_MIN, _MAX = -(1 << 63), (1 << 63) - 1
_WIDE = 1 << 127


class ExpressionError(ValueError):
    """A text is not an expression, or has no value at some sizes."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        """`parse`, `unbound`, `division_by_zero` or `overflow`."""


class _Failure:
    """Why a part has no value."""

    def __init__(self, *args: str) -> None:
        self.args = args


class Expression:
    """An expression over the sizes of symbols: `Expression.parse("(N + 1)//2").evaluate({"N": 3})` is 2."""

    def __init__(self, program: Program) -> None:
        """Of what Reader gives; parse() is how one is made."""
        self._program = program

    @classmethod
    def parse(cls, text: str) -> Expression:
        """Reads a text in the notation of dims. ExpressionError of kind `parse` says where it is wrong."""
        try:
            return cls(Reader(text).read())
        except ValueError as error:
            raise ExpressionError("parse", str(error)) from None

    @property
    def symbols(self) -> Tuple[str, ...]:
        """The names in it, without backticks, each once, in their order: `N`, `x[0]`, `?1`."""
        return self._program.symbols

    def evaluate(self, sizes: Mapping[str, int]) -> int:
        """The value at these sizes by name. Only the side of an `if` that is taken needs a value.

        ExpressionError of kind `unbound`, `division_by_zero`, or `overflow`: beyond 64 bits, or 127 on the way.
        """
        stack: List[Any] = []
        for step in self._program.steps:
            _take(step, stack, sizes)
        if isinstance(stack[-1], _Failure):
            raise ExpressionError(*stack[-1].args)
        value: int = floor(stack[-1])
        if not _MIN <= value <= _MAX:
            raise ExpressionError("overflow", f"{value} is beyond 64 bits")
        return value

    def __str__(self) -> str:
        return self._program.text

    def __repr__(self) -> str:
        return f"Expression.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expression) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


_CONDITIONS = {"if": 0, "Piecewise": 1}
"""Which operand is the condition of the other two."""


def _take(step: Step, stack: List[Any], sizes: Mapping[str, int]) -> None:
    """Replaces the step's operands, which are last on the stack, by its value."""
    first = len(stack) - step.operands
    operands = stack[first:]
    del stack[first:]
    condition = _CONDITIONS.get(step.name)
    if condition is not None and not isinstance(operands[condition], _Failure):
        value = operands[1 - condition] if floor(operands[condition]) else operands[2]
    else:
        value = next((o for o in operands if isinstance(o, _Failure)), None) or _value(step, operands, sizes)
    stack.append(value)


def _value(step: Step, operands: List[Any], sizes: Mapping[str, int]) -> Any:
    if step.name == "constant":
        return step.constant
    if step.name == "symbol":
        size = sizes.get(step.symbol)
        return _Failure("unbound", f"the symbol {step.symbol} has no size") if size is None else operator.index(size)
    try:
        value = _apply(step, operands)
    except ZeroDivisionError:
        return _Failure("division_by_zero", f"{step.name} divides by 0")
    except OverflowError:
        return _Failure("overflow", f"{step.name} gives no number that can be followed")
    if isinstance(value, (int, Fraction)) and max(abs(value.numerator), value.denominator) >= _WIDE:
        return _Failure("overflow", f"{step.name} gives a number of more than 127 bits")
    return value


def _apply(step: Step, operands: List[Any]) -> Any:
    if step.name == "convert":
        if isinstance(operands[0], float):
            return to_format(operands[0], step.format)
        return from_int(_narrow(floor(operands[0])), step.format)
    if step.name == "int" and step.format:
        return _narrow(trunc(operands[0]))
    if not step.format:
        return exact(OPERATIONS[step.name](*operands))
    result = operands[0]
    for operand in operands[1:] or [0.0]:
        result = operate(step.name, step.format, result, operand)
    return result


def _narrow(value: int) -> int:
    if not _MIN <= value <= _MAX:
        raise OverflowError
    return value
