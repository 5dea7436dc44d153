"""What onnxruntime runs otherwise than the specification says: such a run shows nothing.

docs/precision.md tells them, and who is right.
"""
import numpy as np

# Diagnostics and facts of what it passes over.
TOLERATED = (
    "dims off the axis of Concat", "Concat needs rank",  # of an empty tensor it asks nothing
    "names axis 0 of input 0, whose rank is 0",  # reductions of scalars
    "no element of an empty axis is the greatest",
    "Compress needs rank 1", "the condition is not longer than the axis",
    "the kernel fits",
    "Add: a size or element leaves", "Sub: a size or element leaves", "Mul: a size or element leaves",  # it wraps around
)  # fmt: skip


def is_tolerated(message):
    return any(text in message for text in TOLERATED) or ("names axis" in message and ("CumSum" in message or "Reduce" in message))


def is_empty(value):
    return isinstance(value, np.ndarray) and value.size == 0


def _gathers_nothing(node, results):
    """A Loop without iterations: the sizes of what it gathers are made up."""
    gathered = [results.get(name) for name in node.output[max(len(node.input) - 2, 0) :]]
    return any(isinstance(value, np.ndarray) and value.shape[:1] == (0,) for value in gathered)


def _reduces_nothing(node, results):
    return bool(node.input) and is_empty(results.get(node.input[0]))


def _splits_off_the_axis(node, _):
    """`keepdims` counts only without `split`; it takes the axis away all the same."""
    return len(node.input) == 2 and any(a.name == "keepdims" and a.i == 0 for a in node.attribute)


LENIENT = {"Loop": _gathers_nothing, "SplitToSequence": _splits_off_the_axis}


def is_lenient(graph, results, feeds):
    """Whether the run has a node whose result is none of the specification."""
    values = {**feeds, **results}
    for node in graph.node:
        rule = _reduces_nothing if node.op_type.startswith(("Reduce", "Arg")) else LENIENT.get(node.op_type)
        if rule is not None and rule(node, values):
            return True
    return False
