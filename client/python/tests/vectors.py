"""Reads tests/data/vectors, which the clients of all languages run."""
import json
from pathlib import Path

ROOT = Path(__file__).parents[3]


def read(name):
    """What a file of vectors has."""
    return json.loads((ROOT / "tests" / "data" / "vectors" / name).read_text(encoding="utf-8"))
