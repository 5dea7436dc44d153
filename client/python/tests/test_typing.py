"""The types that the package tells: mypy reads a user's program (typed_sample.py)."""
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import shapewright

SAMPLE = Path(__file__).with_name("typed_sample.py")
PACKAGE = Path(shapewright.__file__).parent


def test_the_package_says_that_it_has_types():
    assert (PACKAGE / "py.typed").is_file()


def test_a_users_program_has_the_types_that_it_says(tmp_path):
    pytest.importorskip("mypy")
    search = {} if "site-packages" in PACKAGE.parts else {"MYPYPATH": str(PACKAGE.parent)}
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--disable-error-code=import-untyped"]
    ran = subprocess.run(
        [*command, "--cache-dir", str(tmp_path), str(SAMPLE)],
        env={**os.environ, **search}, capture_output=True, text=True, check=False,
    )
    lines = SAMPLE.read_text().splitlines()
    wrong = {number for number, line in enumerate(lines, 1) if line.endswith("# error")}
    told = {int(number) for number in re.findall(r"typed_sample\.py:(\d+): error", ran.stdout)}
    assert told == wrong, ran.stdout + ran.stderr
    assert len(wrong) == 5
