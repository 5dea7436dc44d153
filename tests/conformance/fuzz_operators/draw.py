"""What the cases are made of: random choices, and models that grow node by node."""
import numpy as np
from onnx import helper

INT64_MAX = (1 << 63) - 1


class Draw:
    """Random choices; all of a case follow from its seed."""

    def __init__(self, seed):
        self._rng = np.random.default_rng(seed)
        self.opset = int(self._rng.integers(9, 25))

    def int(self, low, high):
        """In [low, high]."""
        return int(self._rng.integers(low, high + 1))

    def flip(self, chance=0.5):
        return bool(self._rng.random() < chance)

    def of(self, choices):
        return choices[self.int(0, len(choices) - 1)]

    def size(self):
        return self.of((0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8))

    def shape(self, low=0, high=4):
        return tuple(self.size() for _ in range(self.int(low, high)))

    def sizes(self, count, low, high):
        return [self.int(low, high) for _ in range(count)]

    def axis(self, rank):
        return self.int(-rank, rank - 1)

    def axes(self, rank, low=0):
        """Distinct axes in any order, some counted from the end."""
        count = self.int(min(low, rank), rank)
        picked = self._rng.permutation(rank)[:count]
        return [int(axis) - (rank if self.flip(0.3) else 0) for axis in picked]

    def permutation(self, count):
        return [int(i) for i in self._rng.permutation(count)]

    def array(self, shape, dtype=np.float32):
        if np.dtype(dtype).kind == "f":
            return self._rng.standard_normal(shape).astype(dtype)
        if np.dtype(dtype) == bool:
            return self._rng.random(shape) < 0.5
        return self._rng.integers(0, 4, shape).astype(dtype)

    def index(self, shape, size):
        """Indices into an axis of that size."""
        return self._rng.integers(-size, size, shape).astype(np.int64) if size else np.zeros(shape, np.int64)

    def broadcastable(self, shape):
        """A shape that goes with this one."""
        kept = [1 if self.flip(0.3) else size for size in shape]
        return tuple(kept[self.int(0, len(kept)):]) if self.flip(0.4) else tuple(kept)


class Case:
    """Nodes over named operands; `results` are the values that are looked at."""

    def __init__(self, draw):
        self.draw = draw
        self.inputs = {}
        self.nodes = []
        self.results = []

    def operand(self, array):
        name = f"x{len(self.inputs)}"
        self.inputs[name] = array
        return name

    def ints(self, values):
        """A vector or scalar of int64."""
        return self.operand(np.asarray(values, np.int64))

    def add(self, op_type, operands, outputs=1, domain="", **attributes):
        """One node; returns the name of its first result."""
        names = [f"y{len(self.results) + i}" for i in range(outputs)]
        present = {name: value for name, value in attributes.items() if value is not None}
        while operands and not operands[-1]:
            operands = operands[:-1]
        self.nodes.append(helper.make_node(op_type, operands, names, domain=domain, **present))
        self.results += names
        return names[0]
