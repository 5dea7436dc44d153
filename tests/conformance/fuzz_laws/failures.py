"""Why onnxruntime fails a run that is valid by the specification: what it refuses beyond it, and what elements decide."""
import re

import numpy as np

# docs/guards.md and docs/precision.md explain each.
KINDS = (
    ("elements", re.compile(r"out of data bounds|out of range|invalid index|must be positive; entry|index found|indices element out of", re.I)),
    ("what it does not implement", re.compile(r"NOT_IMPLEMENTED|not implemented|is not supported|only supports|Not implemented", re.I)),
)
# Of tensors without elements, here or within the model.
REFUSES_EMPTY = ("Scan", "Resize", "MaxPool", "AveragePool", "LpPool", "DFT", "Transpose", "Einsum", "Split", "Hardmax", "Det", "ArgMax")
NODE = re.compile(r"running (\w+) node")


def operator_of(error):
    found = NODE.search(error)
    return found.group(1) if found else ""


def kind_of(error, feeds):
    """None: it is for a shape."""
    for kind, words in KINDS:
        if words.search(error):
            return kind
    if operator_of(error) in REFUSES_EMPTY and any(np.size(array) == 0 or (array == 0).any() for array in feeds.values() if array.dtype.kind != "O"):
        return f"a tensor without elements ({operator_of(error)})"
    return None
