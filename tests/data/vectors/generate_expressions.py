#!/usr/bin/env python3
"""Writes expressions.json: texts of docs/notation.md, and what they come to at sizes.

usage: generate_expressions.py [PRINTS]

Values come from Python's own parser, integers and fractions; nothing here is shared with an engine or a client. Texts
that Python reads otherwise have a second one in Python. PRINTS has a line `text, \\x1f, print` for each text, as
`SHAPEWRIGHT_WRITE_PRINTS=PRINTS build/release/bin/tests/symbolic_test --gtest_filter='Vectors.*'` writes it; without
it, the prints of the present file stay.
"""
from __future__ import annotations

import json
import math
import random
import re
import sys
from fractions import Fraction
from pathlib import Path

FILE = Path(__file__).parent / "expressions.json"
ABOUT = [
    "Texts of dims (docs/notation.md), and what they come to. Each client and the engine run all of them.",
    "prints: what the engine prints for the text; a client prints that text as it is, and its value is the same.",
    "at: sizes by symbol, and the value there, or why there is none: unbound, division_by_zero or overflow. Sizes that",
    "do not broadcast are not among them: what broadcast() comes to there is not said.",
    "Results within an expression have up to 127 bits, the value of the whole has 64: beyond is an overflow.",
    "A text with an error of its own (parse) cannot be read. Where nothing is printed and every size gives an error,",
    "a parser that computes constants may refuse the text. floats: true where floating-point formats occur.",
    "symbols: the names, each once, in the order of the text. Numbers beyond 2^53 are strings.",
]
MAX, MIN = 2**63 - 1, -(2**63)


# The functions of the notation.
def floordiv(a, b):
    return a // b


def ceildiv(a, b):
    return -(-a // b)


def truncdiv(a, b):
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def mod(a, b):
    return a - b * (a // b)


class Undefined(Exception):
    """The notation does not say what it comes to: no such sizes are written."""


def broadcast(a, b):
    if a != b and 1 not in (a, b):
        raise Undefined
    return b if a == 1 else a


# Significand bits, least exponent of a unit, greatest exponent.
FORMATS = {"f16": (11, -24, 16), "bf16": (8, -133, 128), "f32": (24, -149, 128), "f64": (53, -1074, 1024)}


class Float:
    """An exact number of a floating-point format."""

    def __init__(self, value, name):
        bits, least, most = FORMATS[name]
        value = Fraction(value)
        exponent = least
        if value:
            size = math.floor(math.log2(abs(value)))
            size += (abs(value) >= Fraction(2) ** (size + 1)) - (abs(value) < Fraction(2) ** size)
            exponent = max(size + 1 - bits, least)
        unit = Fraction(2) ** exponent
        self.value, self.name = round(value / unit) * unit, name  # round is half to even
        if abs(self.value) >= Fraction(2) ** most:
            raise OverflowError("infinite: not for these cases")

    def _with(self, value):
        return Float(value, self.name)

    def __add__(self, other):
        return self._with(self.value + other.value)

    def __sub__(self, other):
        return self._with(self.value - other.value)

    def __mul__(self, other):
        return self._with(self.value * other.value)

    def __truediv__(self, other):
        return self._with(self.value / other.value)

    def __lt__(self, other):
        return self.value < other.value

    def __gt__(self, other):
        return self.value > other.value


def converter(name):
    def convert(value):
        if isinstance(value, Float):
            return Float(value.value, name)
        if isinstance(value, int) and name in ("f16", "bf16"):
            return Float(Float(value, "f32").value, name)  # as runtimes do
        return Float(value, name)

    return convert


def root(x):
    """Rounded from 200 bits."""
    return x._with(Fraction(math.isqrt(int(x.value * 2**400)), 2**200))


NAMES = {
    "power": lambda base, exponent: base**exponent if exponent >= 0 else 0,
    "floordiv": floordiv, "FloorDiv": floordiv, "ceildiv": ceildiv, "CeilDiv": ceildiv, "truncdiv": truncdiv,
    "TruncDiv": truncdiv, "mod": mod, "Mod": mod, "broadcast": broadcast, "Broadcast": broadcast,
    "min": lambda *a: min(a), "Min": lambda *a: min(a), "max": lambda *a: max(a), "Max": lambda *a: max(a),
    "floor": lambda x: x._with(math.floor(x.value)), "ceil": lambda x: x._with(math.ceil(x.value)),
    "round": lambda x: x._with(round(x.value)), "sqrt": root, "int": lambda x: math.trunc(x.value),
    **{name: converter(name) for name in FORMATS},
    # Of fractions, which the texts below have in place of `/`.
    "F": Fraction, "down": math.floor, "up": math.ceil, "cut": math.trunc, "near": round,
}


class Element(dict):
    """x[0] in Python."""


def scope(sizes):
    names = dict(NAMES, s=sizes)
    for name, size in sizes.items():
        value, bracket, index = name.partition("[")
        if bracket:
            names.setdefault(value, Element())[int(index[:-1]) if index != "]" else None] = size
        else:
            names[name] = size
    return names


def result(python, sizes):
    """What the text comes to."""
    try:
        value = math.floor(eval(python, {"__builtins__": {}}, scope(sizes)))  # pylint: disable=eval-used
    except ZeroDivisionError:
        return {"error": "division_by_zero"}
    except (NameError, KeyError):
        return {"error": "unbound"}
    except Undefined:
        return {}
    return {"value": number(value)} if MIN <= value <= MAX else {"error": "overflow"}


def number(value):
    return value if abs(value) < 2**53 else str(value)


def case(text, *sizes, python=None, symbols=None):
    python = text if python is None else python
    entry = {"text": text, "symbols": symbols or names_of(text)}
    if any(f"{name}(" in text for name in FORMATS):
        entry["floats"] = True
    entry["at"] = [{"sizes": {k: number(v) for k, v in at.items()}, **result(python, at)} for at in sizes]
    entry["at"] = [at for at in entry["at"] if len(at) > 1]
    return entry


def names_of(text):
    found = []
    for quoted, bare in re.findall(r"`((?:[^`]|``)+)`|(\?\d+|(?<![\w.])[A-Za-z_][\w.]*(?:\[\d*\])?(?!\w*\())", text):
        name = quoted.replace("``", "`") or bare
        if (quoted or bare not in ("and", "or", "not")) and name not in found and not (bare == "e" or bare == "E"):
            found.append(name)
    return found


def n(*values):
    return [{"N": value} for value in values]


def nm(*pairs):
    return [{"N": a, "M": b} for a, b in pairs]


def x(*values):
    return [{"x[0]": value} for value in values]


def constants_and_names():
    for text in ("5", "0", "-1", "-9223372036854775808", "9223372036854775807", "-7//2", "7//2", "(7)", "((7))", "1 + 2*3",
                 "(1 + 2)*3", "--5", "---5", "2 - -3", "007"):
        yield case(text, {}, python=text.lstrip("0") or "0")
    yield case("N", *n(0, 8, MAX - 1), {}, {"M": 8})
    yield case("  N +\t5 ", *n(3), python="N + 5")
    yield case("`batch size`", {"batch size": 4}, {"batch": 4}, python="s['batch size']")
    yield case("`batch size`*2 + `a``b`", {"batch size": 4, "a`b": 1}, python="s['batch size']*2 + s['a`b']")
    yield case("`N`", *n(7), python="N")
    yield case("input.1 + _x9", {"input.1": 3, "_x9": 4}, python="s['input.1'] + s['_x9']")
    yield case("x[0] - x[12]", {"x[0]": -5, "x[12]": 7}, {"x[0]": 1})
    yield case("start[]", {"start[]": -3}, python="start[None]")
    yield case("`x:0`[1]", {"x:0[1]": -2}, python="s['x:0[1]']", symbols=["x:0[1]"])
    yield case("?1 + 2", {"?1": 5}, {}, python="s['?1'] + 2")
    yield case("?2*?10", {"?2": 5, "?10": 3}, python="s['?2']*s['?10']")
    yield case("?*2", {}, python="unknown*2", symbols=[])
    yield case("note + orbit + android", {"note": 1, "orbit": 2, "android": 3})
    yield case("f32", {"f32": 9}, python="s['f32']", symbols=["f32"])
    yield case("min", {"min": 9}, python="s['min']", symbols=["min"])


def sums_and_products():
    for text in ("N + 5", "5 + N", "5 - N", "-N", "-N - 3", "N - N", "N*N", "2*(N + 1)", "-(N + 1)", "N*3 - 2*N", "1 + N + N*N",
                 "(N + 1)*(N - 1)", "N + -3", "-2*N", "- N", "N - 1 - 1", "N - (1 - 1)"):
        yield case(text, *n(0, 1, 7, 123456789))
    for text in ("M - 2*N", "N - M", "2*N*M + 5 - M", "N*M*N", "M*(N - 3)", "(N + M)*(N - M)"):
        yield case(text, *nm((0, 0), (2, 9), (100000, 3)), {"N": 1}, {"M": 1})


def divisions():
    for text in ("(H - 3)//2 + 1", "H//2", "H//2 - 1", "floordiv(H, 2)", "ceildiv(H, 4)", "(H + 3)//4", "mod(H, 2)", "3*mod(H, 2)",
                 "mod(2*H, 4)", "mod(H, 4)*2 + 7", "ceildiv(H, 4) + 1", "H//2//3", "H//(2*3)", "H*6//4", "H//2*2", "100//(H + 1)"):
        yield case(text, *({"H": h} for h in (0, 1, 2, 3, 5, 8, 223, 224)))
    for text in ("x[0]//4", "x[0]//-4", "-x[0]//4", "-(x[0]//4)", "ceildiv(x[0], 4)", "ceildiv(x[0], -4)", "truncdiv(x[0], 4)",
                 "truncdiv(x[0], -4)", "mod(x[0], 4)", "mod(x[0], -4)", "mod(-x[0], 7)", "x[0]*-1//2", "truncdiv(x[0] - 5, 3)"):
        yield case(text, *x(-9, -8, -7, -4, -1, 0, 1, 3, 4, 7, 9))
    for text in ("N//M", "(N + 1)//M", "ceildiv(N, M)", "truncdiv(N, M)", "mod(N, M)", "7//N", "(-7)//N", "N//(M//3)",
                 "(N//2)//(M + 1)", "N//(2*M)", "mod(N, M) + M*(N//M)"):
        yield case(text, *nm((0, 7), (7, 2), (7, 0), (0, 0), (12, 5), (1, 1)), {"N": 3})
    yield case("FloorDiv(N, 2) + CeilDiv(N, 2) - TruncDiv(N, 2) + Mod(N, 2)", *n(0, 1, 2, 9))
    for text in ("7//0", "mod(5, 0)", "1//(2 - 2)", "ceildiv(1, 0)", "truncdiv(1, 0)"):
        yield case(text, {})


def choices():
    for text in ("min(8, N)", "min(N, 8)", "max(N - 8, 0)", "max(-1, N - 8)", "min(N, 8)//3", "Min(N, 8)", "Max(8, N)",
                 "max(N)", "min(4, N, 6)", "max(N, 2*N, 3)", "min(max(N, 2), 6)", "(N + min(N, 4))*2"):
        yield case(text, *n(0, 1, 3, 5, 8, 9))
    for text in ("broadcast(N, M)", "broadcast(N, M)*2 + 1", "Broadcast(N, M)", "broadcast(1, M)", "broadcast(N, 1)", "min(N, M, 3)",
                 "max(N, M, 1)"):
        yield case(text, *nm((1, 5), (5, 1), (5, 5), (0, 1), (1, 0), (1, 1)))
    conditions = {
        "(N = 1)": "N == 1", "(N == 1)": "N == 1", "(N != 1)": "N != 1", "(N <= 3)": "N <= 3", "(N < 3)": "N < 3", "(N >= 3)": "N >= 3",
        "(N > 3)": "N > 3", "(not N = 1)": "not N == 1", "(not not N = 1)": "N == 1", "((N = 1))": "N == 1",
        "((N <= 3) and (N != 1))": "N <= 3 and N != 1", "((N = 1) or (N = 3))": "N == 1 or N == 3",
        "(N = 1 or N = 3 and N != 3)": "N == 1 or N == 3 and N != 3", "((N = 1 or N = 3) and N != 3)": "(N == 1 or N == 3) and N != 3",
        "((N = 1) and (not (N <= 8)))": "N == 1 and not N <= 8", "(not (N = 1 or N = 2))": "not (N == 1 or N == 2)",
        "(N + 1 <= 2*N - 1)": "N + 1 <= 2*N - 1", "2*(N = 1) + 5": "2*(N == 1) + 5", "N*(N <= 3)": "N*(N <= 3)",
        "if((N = 1), 7, 2*N)": "7 if N == 1 else 2*N", "if(N = 1, 7, 2*N)": "7 if N == 1 else 2*N",
        "if((N <= 3), if((N = 2), 10, 20), 30)": "(10 if N == 2 else 20) if N <= 3 else 30",
        "if((N = 0), 0, 12//N)": "0 if N == 0 else 12//N", "if((N != 0), mod(7, N), 5)": "mod(7, N) if N != 0 else 5",
        "if(N, 4, 5)": "4 if N else 5", "if(N - 3, N, 100)": "N if N - 3 else 100", "1 + if((N = 1), N, 3)*2": "1 + (N if N == 1 else 3)*2",
        "if(not N = 1 and N <= 3, 1, 0)": "1 if not N == 1 and N <= 3 else 0",
    }
    for text, python in conditions.items():
        yield case(text, *n(0, 1, 2, 3, 4, 9), {}, python=python)
    yield case("if((N = 1), M, K)", {"N": 1, "M": 5}, {"N": 2, "K": 6}, {"N": 1, "K": 6}, {"M": 1, "K": 2}, python="M if N == 1 else K")
    yield case("if((M = 0), 7, N//M)", *nm((9, 0), (9, 2)), python="7 if M == 0 else N//M")


def overflows():
    big = 2**62
    yield case("N*M", *nm((2**31, 2**31), (2**32, 2**31), (big, big), (0, big)))
    yield case("N + M", *nm((big, big - 1), (big, big)))
    yield case("x[0] - y[0]", {"x[0]": -big, "y[0]": big}, {"x[0]": -big, "y[0]": big + 1}, {"x[0]": MIN, "y[0]": 0})
    yield case("-x[0]", *x(MIN, MIN + 1))
    yield case("N*M//(M + 1)", *nm((2**40, 2**40), (big, big)))
    yield case("N*M - N*K + 1", {"N": big, "M": big, "K": big}, {"N": big, "M": 9, "K": 8}, {"N": big, "M": 9, "K": 6})
    yield case("min(N*M, 5)", *nm((big, big), (1, 2)))
    yield case("x[0]//y[0]", {"x[0]": MIN, "y[0]": -1}, {"x[0]": MIN, "y[0]": 1})
    yield case("9223372036854775807 + 1", {})
    yield case("4611686018427387904*2", {})


def floats():
    for text in ("int(f32(H)*f32(0.7))", "int(f64(H)*f64(0.7))", "int(f16(H)*f16(0.7))", "int(bf16(H)*bf16(0.7))",
                 "int(floor(f32(H)*f32(0.7)))", "int(ceil(f32(H)*f32(0.7)))", "int(round(f32(H)/f32(2)))", "int(f32(H) + f32(0.5))",
                 "int(f64(H) - f64(2.5))", "int(sqrt(f32(H)))", "int(f16(H))", "int(bf16(H))", "int(f32(H))",
                 "int(f32(f64(H)*f64(1e-1)))", "1 + 2*int(f32(H)*f32(2.0))"):
        most = [] if "f16(H)" in text and "bf16" not in text else [16777217]  # not infinite
        yield case(text, *({"H": h} for h in (0, 1, 10, 1000, 3001, *most)), {}, symbols=["H"])
    scale = "int(floor(f32(H)*min(f32(320)/f32(min(H, W)), f32(640)/f32(max(H, W)))))"
    yield case(scale, *({"H": h, "W": w} for h, w in ((320, 352), (384, 320), (500, 375), (375, 500), (0, 0))))
    yield case("int(max(f32(x[0]), f32(-2.5)))", *x(-9, 0, 3))


ERRORS = [
    "", " ", "N +", "+N", "N + + ", "N M", "5 5", "3N", "(N", "N)", "()", "N,", "min()", "min(N", "min(N,)", "mod(N)", "mod(N, 2, 3)",
    "floordiv(N)", "foo(N)", "if(N, 2)", "if(N, 2, 3, 4)", "`N", "``", "N[1", "N[a]", "f32(N)", "sqrt(N)",
    "f32(N) + 1", "int(f32(N) + f64(N))", "int(f32(N)//f32(2))", "(f32(N) = f32(1))", "0.7*N", "N = 1", "(1 <= N <= 8)", "2..8", "2..",
    "N!", "N %", "N ** M", "N**65", "1**N", "2^", "2^N^2", "N^2^2", "N**2**2", "N**0.5", ".5", "1.", "1.5.2", "N &", "& N",
    "N | 2", "Piecewise((N, N > 1))", "Piecewise((N, N > 1), (2, N < 3))", "Piecewise()", "ModularIndexing(N, 2, 3)", "CeilToInt(N, 2, 3)",
    "pow(N, M)", "pow(N)", "Identity()", "x.max(N, 2)", "f32(N)/2", "f32(1.5 )", "9223372036854775808", "-9223372036854775809", "@k", "N; M", "[N]", "(N = )", "(and N)", "?[0]", "?1[0]", "N\0", "N\0+", "N\u00e9",
    "(" * 257 + "N" + ")" * 257,
]


def random_tree(draw, depth):
    """(text, the same for Python)"""
    if depth == 0:
        leaf = draw.choice(["N", "M", "x[0]", str(draw.randint(0, 9))])
        return leaf, leaf
    a, b = (random_tree(draw, draw.randint(0, depth - 1)) for _ in range(2))
    kind = draw.choice(["+", "-", "*", "//", "ceildiv", "truncdiv", "mod", "min", "max", "broadcast", "if", "="])
    if kind in ("+", "-", "*", "//"):
        return tuple(f"({l}){kind}({r})" for l, r in zip(a, b))
    if kind == "=":
        sign, same = draw.choice([("=", "=="), ("!=", "!="), ("<=", "<="), ("<", "<"), (">=", ">="), (">", ">")])
        return f"({a[0]} {sign} {b[0]})", f"(({a[1]}) {same} ({b[1]}))"
    if kind == "if":
        c = random_tree(draw, 1)
        return f"if(({c[0]} <= {a[0]}), {a[0]}, {b[0]})", f"(({a[1]}) if ({c[1]}) <= ({a[1]}) else ({b[1]}))"
    return tuple(f"{kind}({l}, {r})" for l, r in zip(a, b))


def random_cases(count):
    draw = random.Random(11)
    while count:
        text, python = random_tree(draw, 3)
        sizes = [{"N": draw.randint(0, 20), "M": draw.randint(0, 20), "x[0]": draw.randint(-20, 20)} for _ in range(12)]
        names = names_of(text)
        entry = case(text, *({k: v for k, v in at.items() if k in names} for at in sizes), python=python)
        # A rewritten form may have a value where a part of the text has none.
        entry["at"] = [at for at in entry["at"] if "value" in at][:6]
        if len(names) > 1 and len(entry["at"]) == 6:
            count -= 1
            yield entry


def powers():
    for text, python in (
        ("2^N", "power(2, N)"), ("2**N", "power(2, N)"), ("3*2^N", "3*power(2, N)"), ("2^(N - 1)", "power(2, N - 1)"),
        ("2^N*2^N", "power(2, 2*N) if N >= 0 else 0"), ("100//2^N", "100//power(2, N)"), ("ceildiv(100, 3^N)", "ceildiv(100, power(3, N))"),
        ("10^max(0, N)", "power(10, max(0, N))"), ("M*2^N + 2^N - 1", "M*power(2, N) + power(2, N) - 1"),
    ):
        sizes = ({"N": k, "M": 5} if "M" in text else {"N": k} for k in (0, 1, 3, 6))
        yield case(text, *sizes, python=python)
    yield case("2^N", {"N": 62}, {"N": 63}, {"N": 70}, python="power(2, N)")
    yield case("2^x[0]", {"x[0]": -1}, {"x[0]": 5}, python="power(2, s['x[0]'])")


def dialects():
    """What other tools write; sympy's own values of random ones are in dialects.json."""
    for text, python in (
        ("H/2", "down(F(H, 2))"), ("2*(H/2)", "H"), ("H/2 + H/2", "H"), ("H/3 + H/6", "down(F(H, 2))"), ("(H - 1)/2 + 1", "down(F(H + 1, 2))"),
        ("floor(H/2)", "H//2"), ("ceiling(H/3)", "up(F(H, 3))"), ("floor(floor(H/2 - 1/2)/2) + 1", "down(F(down(F(H - 1, 2)), 2)) + 1"),
        ("1/2*H", "H//2"), ("-H/2", "down(F(-H, 2))"), ("int(-H/2)", "cut(F(-H, 2))"), ("round(H/2)", "near(F(H, 2))"), ("round(-H/2)", "near(F(-H, 2))"),
        ("floor(H)", "H"), ("int(H)", "H"), ("H % 3", "H % 3"), ("-H % 3", "-H % 3"), ("H % -3", "H % -3"), ("H/2 % 2", "down(F(H, 2) % 2)"),
        ("4*(H/2 % 2)", "down(4*(F(H, 2) % 2))"), ("H/2//2", "H//4"), ("H//(1/2)", "2*H"), ("truncmod(-H, 3)", "-H - 3*cut(F(-H, 3))"),
        ("H**2", "H*H"), ("H^2", "H*H"), ("-H**2", "-H*H"), ("H**0", "1"), ("(H + 1)**3", "(H + 1)**3"), ("(H/2)**2", "down(F(H*H, 4))"),
        ("60*(H + 1)**-1", "60//(H + 1)"), ("H**1", "H"), ("pow(H, 2) + PowByNatural(2, H)", "H*H + 2**H"), ("100*2**(-H)", "down(100*F(1, 2**H))"),
        ("100*2**-H", "down(100*F(1, 2**H))"), ("100*2^(-H)", "100*(0 if H > 0 else 1)"), ("2**(H - 3)*8", "down(F(2)**(H - 3)*8)"),
        ("0.5*H", "H//2"), ("2.0*H + 1.25", "2*H + 1"), ("-0.5*H", "down(F(-H, 2))"), ("1.50", "1"), ("007.50*2", "15"),
        ("H ^ 1", "max(H, 1)"), ("H^0", "max(H, 0)"), ("1^H", "max(1, H)"), ("H + 1 ^ 1", "max(H + 1, 1)"), ("H & 3", "min(H, 3)"), ("H + 1 & 2*H", "min(H + 1, 2*H)"),
        ("(H & 3) ^ (2*H & 5)", "max(min(H, 3), min(2*H, 5))"), ("2^3", "8"), ("4*(H /: 2)", "2*H"), ("CeilToInt(H, 2)", "up(F(H, 2))"),
        ("CeilToInt(H/4)", "up(F(H, 4))"), ("FloorToInt(H/4) + TruncToInt(H/4)", "2*(H//4)"), ("RoundToInt(IntTrueDiv(H, 2))", "near(F(H, 2))"),
        ("TruncToInt(IntTrueDiv(H, 2))", "H//2"), ("CleanDiv(H, 2)", "H//2"), ("PythonMod(H, 3) + Mod(H, 2)", "H % 3 + H % 2"), ("FloorDiv(H - 5, 2)", "(H - 5)//2"),
        ("T.max(T.floordiv(H, 2), 1)", "max(H//2, 1)"), ("floormod(H, 4) + tir.truncdiv(H, 3)", "H % 4 + H//3"), ("math.floor(H/2) + sympy.Max(1, H)", "H//2 + max(1, H)"),
        ("Add(Mul(H, 2), Sub(H, 1))", "3*H - 1"), ("Identity(H) + ToFloat(H)/2", "down(F(3*H, 2))"), ("Max(H/2, 3/2)", "down(max(F(H, 2), F(3, 2)))"),
        ("2*Min(H/3, 7/2, H)", "down(2*min(F(H, 3), F(7, 2), H))"), ("Where(H > 3, H/2, 2*H)", "down(F(H, 2)) if H > 3 else 2*H"),
        ("4*Where(Eq(H, 3), H/2, H)", "6 if H == 3 else 4*H"), ("Piecewise((2, H > 3), (3, True))", "2 if H > 3 else 3"),
        ("Piecewise((H/2, H > 5), (H, Ne(H, 2)), (7, True))*2", "2*(F(H, 2) if H > 5 else H if H != 2 else 7)"),
        ("Piecewise((1, (H > 2) & (H < 5)), (2, (H > 7) | Eq(H, 0)), (3, True))", "1 if 2 < H < 5 else 2 if H > 7 or H == 0 else 3"),
        ("(H/2 > 2)", "F(H, 2) > 2"), ("(H/2 = 2)", "H == 4"), ("(H/3 <= H/4)", "H <= 0"), ("if(H/2, 1, 0)", "H >= 2"), ("not_a_word + H % 2", "9 + H % 2"),
        ("H/2*2//1", "H"), ("7/10*H", "down(F(7*H, 10))"), ("H/-2", "down(F(-H, 2))"), ("-1*((-H)//3)", "up(F(H, 3))"),
    ):
        sizes = [{"H": h} for h in (0, 1, 2, 3, 4, 5, 8, 223)]
        if "**H" in text or "**(-H" in text or "**-H" in text or "(2, H)" in text or "**(H" in text:
            sizes = sizes[:7]
        if "not_a_word" in text:
            sizes = [{**at, "not_a_word": 9} for at in sizes]
            python = python.replace("9", "not_a_word")
        names = ["not_a_word", "H"] if "not_a_word" in text else [] if "H" not in text else ["H"]
        if not names:
            sizes = [{}]
        yield case(text, *sizes, python=python, symbols=names)
    for text, python in (
        ("N/M", "down(F(N, M))"), ("2*(N/M)", "down(F(2*N, M))"), ("N/M + N/M", "down(F(2*N, M))"), ("N/M*M", "N if M else 1//0"), ("N/(M - 3) + 1/2", "down(F(N, M - 3) + F(1, 2))"),
        ("Max(N/(M - 3), 1)*2", "down(2*max(F(N, M - 3), 1))"), ("(N/(M - 3) <= 1)", "F(N, M - 3) <= 1"), ("N % M", "N % M"), ("N ^ M", "max(N, M)"), ("N^(M + 1)", "max(N, M + 1)"),
        ("N + 1 ^ M", "max(N + 1, M)"), ("N & M", "min(N, M)"), ("Piecewise((N/M, M > 0), (5, True))", "down(F(N, M)) if M > 0 else 5"), ("ceiling(N/M) - floor(N/M)", "up(F(N, M)) - down(F(N, M))"),
        ("round(N/M)", "near(F(N, M))"), ("broadcast(N/2, M)", "broadcast(N//2, M)"), ("x[0]/4", None), ("int(x[0]/4)", None),
    ):
        if python is None:
            yield case(text, *x(-9, -8, -2, -1, 0, 1, 3, 9), python={"x[0]/4": "down(F(s['x[0]'], 4))", "int(x[0]/4)": "cut(F(s['x[0]'], 4))"}[text], symbols=["x[0]"])
            continue
        yield case(text, *nm((0, 1), (7, 2), (7, 1), (9, 4), (2, 5), (1, 1)), python=python, symbols=["N", "M"])


def all_cases():
    for group in (constants_and_names, sums_and_products, divisions, choices, powers, overflows, floats, dialects):
        yield from group()
    yield case("(" * 256 + "N" + ")" * 256, *n(3), python="N")
    yield from ({"text": text, "error": "parse"} for text in ERRORS)
    yield from random_cases(50)


def known_prints():
    if len(sys.argv) > 1:
        lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
        return dict(line.rsplit("\x1f", 1) for line in lines)
    if not FILE.exists():
        return {}
    return {c["text"]: c["prints"] for c in json.loads(FILE.read_text(encoding="utf-8"))["cases"] if "prints" in c}


def main():
    prints = known_prints()
    cases = []
    for entry in all_cases():
        if entry["text"] in prints:
            text = entry.pop("text")
            entry = {"text": text, "prints": prints[text], **entry}
        cases.append(entry)
    lines = ",\n    ".join(json.dumps(entry, ensure_ascii=False) for entry in cases)
    about = json.dumps(ABOUT, indent=4)[:-1].rstrip() + "\n  ]"
    FILE.write_text(f'{{\n  "about": {about},\n  "cases": [\n    {lines}\n  ]\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
