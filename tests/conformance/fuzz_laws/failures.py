"""Why onnxruntime fails a run that is valid by the specification: what it refuses beyond it, and what elements decide."""
import re

import numpy as np

# docs/guards.md and docs/precision.md explain each.
KINDS = (
    ("elements", re.compile(r"out of data bounds|out of range|invalid index|must be positive; entry|index found|indices element out of|indices must be empty", re.I)),
    ("a OneHot of depth 0, which it refuses", re.compile(r"Depth is negative")),
    ("what it does not implement", re.compile(r"NOT_IMPLEMENTED|not implemented|is not supported|only supports", re.I)),
    ("a Scan whose state begins with another shape, which it refuses", re.compile(r"shape from first output")),
    ("a Scan of whose output it infers no shape, which it refuses", re.compile(r"must have the shape set for all outputs")),
    ("a Scan whose body declares another rank of an output, by which it allocates", re.compile(r"running Scan node.*(Tensor shape\.Size\(\) must be >= 0|Destination size does not match source)", re.S)),
    ("a size that it had planned otherwise", re.compile(r"pre-allocated output OrtValues")),
    ("a tensor without elements", re.compile(
        r"Unexpected mode of \d|Only N can be zero|Invalid dim0_offset of 0|Cannot scale 0 by any factor|Size of X.shape\[axis:\] must be at least 1|hidden_size must be positive",
    )),
)  # fmt: skip
# Of tensors without elements, here or within the model.
REFUSES_EMPTY = ("Scan", "Resize", "MaxPool", "AveragePool", "LpPool", "DFT", "Transpose", "Einsum", "Split", "Hardmax", "Det", "ArgMax")
NODE = re.compile(r"running (\w+) node")


def operator_of(error):
    """The innermost node that fails."""
    found = NODE.findall(error)
    return found[-1] if found else ""


def kind_of(error, feeds):
    """None: it is for a shape."""
    for kind, words in KINDS:
        if words.search(error):
            return kind
    if operator_of(error) in REFUSES_EMPTY and any(np.size(array) == 0 or (array == 0).any() for array in feeds.values() if array.dtype.kind != "O"):
        return f"a tensor without elements ({operator_of(error)})"
    return None
