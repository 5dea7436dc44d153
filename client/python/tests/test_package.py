"""The package as a whole: its README, and the Python that it is written for."""
import ast
import doctest
import inspect
import re
from pathlib import Path

import pytest

import shapewright
from shapewright import AsyncClient, Client

PACKAGE = Path(__file__).parents[1]


def test_the_readme_tells_the_truth(monkeypatch):
    monkeypatch.delenv("SHAPEWRIGHT_TARGET", raising=False)
    monkeypatch.chdir(PACKAGE.parents[1])
    text = (PACKAGE / "README.md").read_text()
    assert all(line.startswith(">>> ") for line in re.findall(r"```python\n(.*)", text))  # all blocks are run
    text = text.replace("```python\n", "").replace("```\n", "")
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", None, 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.tries > 10
    assert runner.failures == 0


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("shapewright/**/*.py")), ids=lambda p: p.name)
def test_it_is_python_3_9(path):
    ast.parse(path.read_text(), feature_version=(3, 9))


def test_both_clients_have_the_same_methods():
    methods = {name for name in vars(Client) if not name.startswith("_")}
    assert methods == {name for name in vars(AsyncClient) if not name.startswith("_")}
    for name in methods:
        method = getattr(AsyncClient, name)
        assert inspect.iscoroutinefunction(method)
        assert inspect.signature(method) == inspect.signature(getattr(Client, name))
    assert inspect.signature(Client.infer_shapes).return_annotation == "InferResult"
    assert Client.infer_shapes.__doc__.startswith("Infers")


def test_all_that_is_public_has_a_docstring():
    assert shapewright.__doc__
    missing = []
    for name in shapewright.__all__:
        thing = getattr(shapewright, name)
        members = vars(thing).items() if inspect.isclass(thing) else ()
        public = [(f"{name}.{member}", value) for member, value in members if not member.startswith("_")]
        for path, value in [(name, thing), *public]:
            is_code = inspect.isroutine(value) or inspect.isclass(value) or isinstance(value, (property, classmethod))
            if is_code and not inspect.getdoc(value):
                missing.append(path)
    assert missing == []
