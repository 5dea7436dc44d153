"""The package as a whole: its README, and the Python that it is written for."""
import ast
import doctest
from pathlib import Path

import pytest

from shapewright import local_server

PACKAGE = Path(__file__).parents[1]


@pytest.fixture
def target(monkeypatch):
    """The address of the local server."""
    monkeypatch.delenv("SHAPEWRIGHT_TARGET", raising=False)
    return local_server.default_target()


def test_the_readme_tells_the_truth(target):
    text = (PACKAGE / "README.md").read_text().replace("```python\n", "").replace("```\n", "")
    test = doctest.DocTestParser().get_doctest(text, {"target": target}, "README.md", None, 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.tries > 10
    assert runner.failures == 0


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("shapewright/**/*.py")), ids=lambda p: p.name)
def test_it_is_python_3_9(path):
    ast.parse(path.read_text(), feature_version=(3, 9))
