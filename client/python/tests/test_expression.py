"""Expressions: all of tests/data/vectors, whose values are brute force, and of other tools' notations sympy's."""
import subprocess
import sys

import pytest

import vectors
from shapewright import Expression, ExpressionError

CASES = [case for file in ("expressions.json", "dialects.json") for case in vectors.read(file)["cases"]]


def outcome(expression, at):
    """The value, or the kind of the error."""
    try:
        return expression.evaluate({name: int(size) for name, size in at["sizes"].items()})
    except ExpressionError as error:
        return error.kind


def expected(at):
    return at["error"] if "error" in at else int(at["value"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:40])
def test_vectors(case):
    if case.get("error") == "parse":
        with pytest.raises(ExpressionError) as caught:
            Expression.parse(case["text"])
        assert caught.value.kind == "parse"
        return
    expression = Expression.parse(case["text"])
    assert list(expression.symbols) == case["symbols"]
    again = Expression.parse(str(expression))
    assert str(again) == str(expression)
    for at in case["at"]:
        assert outcome(expression, at) == outcome(again, at) == expected(at), at
    if "prints" not in case:
        return
    printed = Expression.parse(case["prints"])
    assert str(printed) == case["prints"]
    for at in case["at"]:
        if "value" in at:
            assert outcome(printed, at) == expected(at), at


def test_errors_say_the_column():
    with pytest.raises(ExpressionError, match=r'column 5: expected a number, a name or "\(", found the end'):
        Expression.parse("N + ")


def test_equal_texts_are_equal_expressions():
    assert Expression.parse("N+ 1") == Expression.parse("N + 1")
    assert len({Expression.parse("N+1"), Expression.parse("N + 1"), Expression.parse("1 + N")}) == 2


def test_a_text_that_is_long_is_read():
    assert Expression.parse(" + ".join(["N"] * 50_000)).evaluate({"N": 2}) == 100_000
    with pytest.raises(ExpressionError, match="parts"):
        Expression.parse("-" + " + ".join(["N"] * 200_000))


def test_it_needs_no_other_package():
    folder = vectors.ROOT / "client" / "python" / "shapewright"
    code = f"""import sys, types
sys.modules["shapewright"] = package = types.ModuleType("shapewright")
package.__path__ = [{str(folder)!r}]
import shapewright.expression
sys.exit(any(name.startswith(("google", "grpc")) for name in sys.modules))"""
    assert subprocess.run([sys.executable, "-I", "-c", code], check=False).returncode == 0
