"""Reads the texts of expressions into steps; core/symbolic/text/parse.h has their grammar."""
from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Callable, Dict, Generator, List, Tuple

from .float_formats import FORMATS
from .fraction import exact

_MAX_NESTING = 256
_MAX_STEPS = 1 << 18
_MIN, _MAX = -(1 << 63), (1 << 63) - 1

_SPACE = re.compile(r"[ \t\n\v\f\r]*")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
_DIGITS = re.compile(r"[0-9]*")
_REAL = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?(?=\))")
_WORDS = ("and", "or", "not")
_SIGNS = ("==", "=", "!=", "<=", "<", ">=", ">")  # longer ones before those that they begin with
_FUNCTIONS = {
    "floordiv": ("floordiv", 2), "ceildiv": ("ceildiv", 2), "truncdiv": ("truncdiv", 2), "mod": ("mod", 2),
    "truncmod": ("truncmod", 2), "broadcast": ("broadcast", 2), "min": ("min", 0), "max": ("max", 0),
    "IntTrueDiv": ("/", 2), "Add": ("+", 2), "Sub": ("-", 2), "Mul": ("*", 2), "Eq": ("=", 2), "Ne": ("!=", 2),
}  # fmt: skip
"""The operation and the number of operands, 0 for one or more, of functions on integers."""
_ALIASES = {
    "FloorDiv": "floordiv", "CleanDiv": "floordiv", "indexdiv": "floordiv", "CeilDiv": "ceildiv",
    "TruncDiv": "truncdiv", "FloatTrueDiv": "IntTrueDiv", "Mod": "mod", "PythonMod": "mod", "floormod": "mod",
    "indexmod": "mod", "Broadcast": "broadcast", "Min": "min", "sym_min": "min", "Max": "max", "sym_max": "max",
    "ceiling": "ceil", "trunc": "int", "FloorToInt": "floor", "TruncToInt": "int", "TruncToFloat": "int",
    "RoundToInt": "round", "PowByNatural": "pow", "Pow": "pow", "Where": "if", "Select": "if", "if_then_else": "if",
    "ToFloat": "Identity",
}  # fmt: skip
"""What other tools call them."""
_MODULE = re.compile(r"(?:tvm\.tir|tir|T|te|sympy|math|torch)\.")
_MAX_EXPONENT = 64
_ROUNDINGS = ("int", "floor", "ceil", "round")
_FLOAT_FUNCTIONS = (*_ROUNDINGS, "sqrt")
_ON_FLOATS = frozenset(("+", "-", "*", "/", "min", "max"))


@dataclass(frozen=True)
class Step:
    """What replaces the last operands on a stack by a value."""

    name: str
    """`constant`, `symbol`, `convert`, `int`, or the operation."""
    operands: int = 0
    constant: Any = 0
    symbol: str = ""
    format: str = ""
    """Of the operands, or what is converted to; empty: integers."""


@dataclass(frozen=True)
class Program:
    """An expression: its steps, the names in it, and its text."""

    steps: Tuple[Step, ...]
    symbols: Tuple[str, ...]
    text: str


_Rule = Generator[Any, None, None]


def _run(rule: _Rule) -> None:
    """Runs a rule that yields the rules within it, without recursion: texts nest more deeply than Python's stack."""
    stack = [rule]
    while stack:
        inner = next(stack[-1], None)
        if inner is None:
            stack.pop()
        else:
            stack.append(inner)


class Reader:
    """One text on its way to steps. The rules of the grammar are generators, see _run()."""

    def __init__(self, text: str) -> None:
        self._source = text
        self._at = self._nesting = 0
        self._steps: List[Step] = []
        self._formats: List[str] = []  # of the operands that the steps leave
        self._symbols: Dict[str, None] = {}
        self._text: List[str] = []

    def read(self) -> Program:
        """ValueError says the column, and what was expected there."""
        _run(self._whole())
        if self._peek():
            raise self._expected("an operator")
        if self._formats[-1]:
            raise ValueError("the result is a floating-point number; int(...) makes it an integer")
        return Program(tuple(self._steps), tuple(self._symbols), "".join(self._text))

    # The text.
    def _peek(self) -> str:
        match = _SPACE.match(self._source, self._at)
        self._at = match.end() if match else self._at
        return self._source[self._at : self._at + 1]

    def _take(self, token: str) -> bool:
        self._peek()
        if not self._source.startswith(token, self._at):
            return False
        self._at += len(token)
        return True

    def _take_word(self, word: str) -> bool:
        self._peek()
        match = _NAME.match(self._source, self._at)
        return match is not None and match.group() == word and self._take(word)

    def _match(self, pattern: "re.Pattern[str]") -> str:
        match = pattern.match(self._source, self._at)
        if match is None:
            return ""
        self._at = match.end()
        return match.group()

    def _error(self, at: int, message: str) -> ValueError:
        return ValueError(f"column {at + 1}: {message}")

    def _expected(self, what: str) -> ValueError:
        found = f'"{self._source[self._at : self._at + 20]}"' if self._peek() else "the end"
        return self._error(self._at, f"expected {what}, found {found}")

    def _write(self, text: str) -> None:
        self._text.append(text)

    def _open(self, name: str) -> None:
        self._nesting += 1
        if self._nesting > _MAX_NESTING:
            raise self._error(self._at, "nested too deeply")
        self._take("(")
        self._write(name + "(")

    def _close(self, what: str = 'an operator or ")"') -> None:
        if not self._take(")"):
            raise self._expected(what)
        self._nesting -= 1
        self._write(")")

    def _comma(self, what: str) -> None:
        if not self._take(","):
            raise self._expected(what)
        self._write(", ")

    # The steps.
    def _push(self, step: Step) -> None:
        self._steps.append(step)

    def _push_operand(self, step: Step) -> None:
        self._push(step)
        self._formats.append("")

    def _push_operation(self, name: str, operands: int) -> None:
        formats = self._formats[-operands:]
        del self._formats[len(self._formats) - operands + 1 :]
        is_known = not formats[0] or (name in _ON_FLOATS and operands > 1)
        if not is_known or formats.count(formats[0]) != operands:
            raise self._mixed(name)
        self._push(Step(name, operands, format=formats[0]))

    def _mixed(self, name: str) -> ValueError:
        return ValueError(
            f"`{name}` cannot take integers and floating-point numbers like this; "
            "f32(N) makes an integer a float, int(x) a float an integer"
        )

    # The grammar.
    def _whole(self) -> _Rule:
        """A `^` that is not a power is a max, as `&` is a min."""
        return self._infix("^", "max", lambda: self._infix("&", "min", self._sum))

    def _infix(self, sign: str, name: str, inner: Callable[[], _Rule]) -> _Rule:
        yield inner()
        while self._take(sign):
            self._write(f" {sign} ")
            yield inner()
            self._push_operation(name, 2)

    def _sum(self) -> _Rule:
        yield self._product()
        while True:
            sign = next((s for s in ("+", "-") if self._take(s)), "")
            if not sign:
                return
            self._write(f" {sign} ")
            yield self._product()
            self._push_operation(sign, 2)

    def _product(self) -> _Rule:
        yield self._factor()
        while True:
            sign = next((s for s in ("*", "//", "/:", "/", "%") if self._take(s)), "")
            if not sign:
                return
            self._write(sign)
            yield self._factor()
            self._push_operation({"/:": "/", "%": "mod"}.get(sign, sign), 2)

    def _factor(self) -> _Rule:
        if len(self._steps) >= _MAX_STEPS:
            raise self._error(self._at, f"the expression has more than {_MAX_STEPS} parts")
        is_negative = False
        while self._take("-"):
            is_negative = not is_negative
        self._write("-" if is_negative else "")
        following = self._peek()
        if following and following in "0123456789":
            yield self._number(is_negative)
            return
        base = len(self._steps)
        yield self._primary()
        if self._is_power_next(None):
            yield self._power(base)
        if is_negative:
            self._push_operation("negate", 1)

    def _primary(self) -> _Rule:
        following = self._peek()
        if following == "(":
            self._open("")
            yield self._condition()
            self._close()
        elif following == "`":
            self._quoted()
        elif following == "?":
            self._at += 1
            name = "?" + self._match(_DIGITS)
            self._push_symbol(name, name)
        elif _NAME.match(following):
            yield self._identifier()
        else:
            raise self._expected('a number, a name or "("')

    def _condition(self) -> _Rule:
        """Of relations, `or` and `and`."""
        yield self._joined("or", lambda: self._joined("and", self._relation))

    def _joined(self, word: str, inner: Callable[[], _Rule]) -> _Rule:
        yield inner()
        while self._take_word(word) or (word == "or" and self._take("|")):
            self._write(f" {word} ")
            yield inner()
            self._push_operation(word, 2)

    def _relation(self) -> _Rule:
        is_negated = False
        while self._take_word("not"):
            is_negated = not is_negated
        self._write("not " if is_negated else "")
        yield self._whole()
        self._peek()
        sign = next((s for s in _SIGNS if self._take(s)), "")
        if sign:
            sign = "=" if sign == "==" else sign
            self._write(f" {sign} ")
            yield self._whole()
            self._push_operation(sign, 2)
        if is_negated:
            self._push_operation("not", 1)

    def _number(self, is_negative: bool) -> _Rule:
        start = self._at
        digits = self._match(_DIGITS)
        if re.compile(r"\.[0-9]").match(self._source, self._at):
            self._decimal(digits, start, is_negative)
            return
        self._end_number()
        if not self._is_power_next(int(digits.lstrip("0")[:20] or "0")):
            self._integer(digits, start, is_negative)
            return
        base = len(self._steps)
        self._integer(digits, start, False)
        yield self._power(base)
        if is_negative:
            self._push_operation("negate", 1)

    def _end_number(self) -> None:
        if self._source[self._at : self._at + 1] == "." or _NAME.match(self._source, self._at):
            raise self._expected("an operator")

    def _decimal(self, whole: str, start: int, is_negative: bool) -> None:
        """A number such as 0.5, which a float has exactly."""
        self._at += 1
        decimals = self._match(_DIGITS)
        self._end_number()
        decimals = decimals.rstrip("0")
        digits = (whole + decimals).lstrip("0") or "0"
        if len(decimals) > 17 or len(digits) > 19 or int(digits) > _MAX:
            raise self._error(start, "the number has too many digits")
        value = Fraction(int(digits), 10 ** len(decimals))
        if value.denominator & (value.denominator - 1):
            raise self._error(start, "no float is exactly this number; write a fraction, such as 7/10")
        self._write(f"{whole.lstrip('0') or 0}.{decimals or 0}")
        self._push_operand(Step("constant", constant=exact(-value if is_negative else value)))

    def _is_power_next(self, base: "int | None") -> bool:
        """`**` always is one; `^` is one where tools write powers so. The base is a number, or none is given."""
        self._peek()
        if self._source.startswith("**", self._at):
            return True
        if not self._source.startswith("^", self._at):
            return False
        if base is not None:
            return base >= 2
        return bool(re.compile(r"\^[ \t\n\v\f\r]*0*(?:[2-9]|1[0-9])").match(self._source, self._at))

    def _power(self, base: int) -> _Rule:
        """What follows the base, whose steps begin there."""
        start = self._at
        sign = "^" if self._take("^") else "**"
        self._take("**")
        self._write(sign)
        exponent = len(self._steps)
        is_negative = self._take("-")
        self._write("-" if is_negative else "")
        following = self._peek()
        if following and following in "0123456789":
            at = self._at
            self._integer(self._match(_DIGITS), at, is_negative)
        else:
            yield self._primary()
            if is_negative:
                self._push_operation("negate", 1)
        self._peek()
        if self._source.startswith(("^", "**"), self._at):
            raise self._expected("parentheses around one of the powers")
        self._push_power(start, base, exponent, sign)

    def _push_power(self, start: int, base: int, exponent: int, sign: str) -> None:
        def number_at(first: int, end: int) -> Any:
            step = self._steps[first]
            return step.constant if end - first == 1 and step.name == "constant" and not step.format else None

        count = number_at(exponent, len(self._steps))
        number = number_at(base, exponent)
        is_of_number = isinstance(number, int) and number >= 2
        if not is_of_number and not isinstance(count, int):
            raise self._error(start, "expected a power of a number of at least 2, or with a number as its exponent")
        if not is_of_number and abs(count) > _MAX_EXPONENT:
            raise self._error(start, f"the exponent is more than {_MAX_EXPONENT}")
        self._push_operation("^" if sign == "^" and is_of_number else "**", 2)

    def _integer(self, digits: str, start: int, is_negative: bool) -> int:
        size = int(digits.lstrip("0")[:20] or "0")
        value = -size if is_negative else size
        if not _MIN <= value <= _MAX:
            raise self._error(start, "the number does not fit into 64 bits")
        self._write(str(size))
        self._push_operand(Step("constant", constant=value))
        return value

    def _quoted(self) -> None:
        start = self._at
        match = re.compile(r"`((?:[^`]|``)*)`(?!`)").match(self._source, start)
        if match is None:
            raise self._error(start, "the name's closing backtick is missing")
        if not match.group(1):
            raise self._error(start, "the name is empty")
        self._at = match.end()
        self._symbol(match.group(1).replace("``", "`"))

    def _symbol(self, name: str) -> None:
        """Together with the index of an element, if one follows."""
        is_bare = _NAME.fullmatch(name) and name not in _WORDS
        text = name if is_bare else "`" + name.replace("`", "``") + "`"
        index = ""
        if self._source[self._at : self._at + 1] == "[":
            self._at += 1
            index = f"[{self._match(_DIGITS)}]"
            if not self._take("]"):
                raise self._expected('an index or "]"')
        self._push_symbol(name + index, text + index)

    def _push_symbol(self, name: str, text: str) -> None:
        self._write(text)
        if name != "?":  # a new one each time
            self._symbols[name] = None
        self._push_operand(Step("symbol", symbol=name))

    def _identifier(self) -> _Rule:
        start = self._at
        name = self._match(_NAME)
        if self._peek() != "(":
            self._symbol(name)
            return
        plain = _MODULE.sub("", name, count=1) if _MODULE.match(name) else name
        plain = _ALIASES.get(plain, plain)
        if plain in FORMATS or plain in _FLOAT_FUNCTIONS:
            yield self._unary(plain)
        elif plain == "if":
            yield self._choice()
        elif plain == "Piecewise":
            yield self._piecewise()
        elif plain in ("pow", "Identity", "CeilToInt"):
            yield self._special(plain, start)
        elif plain in _FUNCTIONS:
            yield self._call(plain, start)
        else:
            raise self._error(start, f'expected a function, found "{name[:20]}"')

    def _special(self, name: str, start: int) -> _Rule:
        """pow(base, exponent); Identity(a), which is a; CeilToInt(a) and CeilToInt(a, b), ceildiv(a, b)."""
        self._open(name)
        base = len(self._steps)
        yield self._whole()
        exponent = len(self._steps)
        is_second = name == "pow" or (name == "CeilToInt" and self._take(","))
        if name == "pow":
            self._comma('an operator or ","')
        elif is_second:
            self._write(", ")
        if is_second:
            yield self._whole()
        self._close()
        if name == "pow":
            self._push_power(start, base, exponent, "**")
        elif is_second:
            self._push_operation("ceildiv", 2)
        elif name == "CeilToInt":
            self._push_rounding("ceil")

    def _unary(self, name: str) -> _Rule:
        self._open(name)
        self._peek()
        real = self._match(_REAL) if name in FORMATS else ""
        if real and not real.lstrip("+-").isdigit() and self._source.startswith(")", self._at):
            self._write(real)
            self._push_operand(Step("constant", constant=float(real)))
        else:
            self._at -= len(real)
            yield self._whole()
        self._close()
        if name in FORMATS:
            self._push(Step("convert", 1, format=name))
            self._formats[-1] = name
        else:
            self._push_rounding(name)

    def _push_rounding(self, name: str) -> None:
        if not self._formats[-1] and name == "sqrt":
            raise self._mixed(name)
        self._push(Step(name, 1, format=self._formats[-1]))
        self._formats[-1] = "" if name == "int" else self._formats[-1]

    def _choice(self) -> _Rule:
        self._open("if")
        yield self._condition()
        for _ in range(2):
            self._comma('an operator or ","')
            yield self._whole()
        self._close()
        self._push_operation("if", 3)

    def _piecewise(self) -> _Rule:
        """Piecewise((a, condition), (b, True)): the first whose condition holds."""
        self._open("Piecewise")
        conditions = 0
        while True:
            if self._peek() != "(":
                raise self._expected('"("')
            self._open("")
            yield self._whole()
            self._comma('an operator or ","')
            is_last = self._take_word("True")
            if is_last:
                self._write("True")
            else:
                yield self._condition()
            self._close()
            if is_last:
                break
            conditions += 1
            self._comma('"," and a last piece with True')
        self._close('")"')
        for _ in range(conditions):
            self._push_operation("Piecewise", 3)

    def _call(self, name: str, start: int) -> _Rule:
        operation, arguments = _FUNCTIONS[name]
        self._open(name)
        yield self._whole()
        count = 1
        while self._take(","):
            self._write(", ")
            yield self._whole()
            count += 1
        self._close('an operator, "," or ")"')
        if arguments not in (0, count):
            raise self._error(start, f"{name} takes {arguments} arguments, found {count}")
        if count > 1:
            self._push_operation(operation, count)
