"""What pyproject.toml cannot say: the version stands in VERSION, here in an sdist of ours, else at the repository's root, or in
what setuptools writes into an sdist; what the package needs depends on what wrote its generated code."""
import re
import sys
from pathlib import Path

from setuptools import setup

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))
from generate import requirements  # noqa: E402


def version():
    for folder in (here, *here.parents[1:2]):
        if (folder / "VERSION").is_file():
            return (folder / "VERSION").read_text().strip()
    return re.search(r"^Version: (.*)$", (here / "PKG-INFO").read_text(encoding="utf-8"), re.M)[1]


setup(version=version(), install_requires=requirements())
