"""Operators with operands that run, from the tables of tests/core/rules/operators/cases, and variants of them."""
import copy
import math
import random

import numpy as np
import onnx
from onnx import helper, numpy_helper

from case_table import TypeText
from check_cases import NEWEST_OPSET, NotKnown, array_of, make_attribute, type_of

MOST_RANK = 5
MOST_ELEMENTS = 20_000  # of an operand


class Operand:
    """An input of the node; `is_constant`: an initializer, whose size does not change."""

    def __init__(self, array, has_items):
        self.array, self.has_items, self.is_constant = array, has_items, has_items


class Base:
    """A node with operands; None is one that is left out."""

    def __init__(self, case, binding, default):
        self.line, self.domain, self.name, self.version = case.line, case.domain, case.name, case.version
        self.operands = []
        for text in case.inputs:
            if text in ("-", ""):
                self.operands.append(None)
                continue
            given = TypeText(text, binding)
            if given.kind != "tensor" or text.startswith("@"):
                raise NotKnown
            if given.dims is None or None in given.dims or math.prod(given.dims) > MOST_ELEMENTS:
                raise NotKnown
            self.operands.append(Operand(array_of(given, default), given.items is not None))
        self.attributes = [make_attribute(text) for text in case.attributes]
        self.output_count = max(1, len(case.outputs))
        self.what = ""

    @property
    def key(self):
        return f"{self.domain}:{self.name}-{self.version}" if self.domain else f"{self.name}-{self.version}"

    def changed(self, what):
        new = copy.copy(self)
        new.operands = [copy.copy(operand) for operand in self.operands]
        new.attributes = list(self.attributes)
        new.what = what
        return new

    def model(self):
        """Each dim of an input is a symbol of its own."""
        names, inputs, initializers = [], [], []
        for i, operand in enumerate(self.operands):
            names.append("" if operand is None else f"i{i}")
            if operand is None:
                continue
            if operand.is_constant:
                initializers.append(numpy_helper.from_array(operand.array, f"i{i}"))
                continue
            element = (onnx.TensorProto.STRING if operand.array.dtype == object
                       else helper.np_dtype_to_tensor_dtype(operand.array.dtype))
            dims = [f"d{i}_{axis}" for axis in range(operand.array.ndim)]
            inputs.append(helper.make_tensor_value_info(f"i{i}", element, dims))
        outputs = [f"o{i}" for i in range(self.output_count)]
        node = helper.make_node(self.name, names, outputs, domain=self.domain)
        node.attribute.extend(self.attributes)
        graph = helper.make_graph([node], "g", inputs, [onnx.ValueInfoProto(name=name) for name in outputs], initializers)
        imports = [helper.make_opsetid(self.domain, self.version)]
        if self.domain:
            imports.append(helper.make_opsetid("", NEWEST_OPSET - 5))
        return helper.make_model(graph, opset_imports=imports, ir_version=10 if self.version < 25 else 13)

    def inputs(self):
        """The operands that a request gives, by name."""
        return {f"i{i}": operand for i, operand in enumerate(self.operands) if operand is not None and not operand.is_constant}


def reshaped(array, sizes):
    """Elements repeat, or are cut off."""
    if not array.size:
        return np.ones(sizes, array.dtype) if array.dtype != object else np.full(sizes, "a", object)
    return np.resize(array, sizes).astype(array.dtype)


def rank_variants(base):
    """One operand with an axis less, or more, or of another place."""
    for i, operand in enumerate(base.operands):
        if operand is None:
            continue
        sizes = list(operand.array.shape)
        shapes = [[1, *sizes], [*sizes, 1], [2, *sizes], [], [1], [2], sizes[1:], sizes[:-1]]
        unique = {tuple(shape) for shape in shapes
                  if shape != sizes and len(shape) <= MOST_RANK and math.prod(shape) <= MOST_ELEMENTS}
        for shape in sorted(unique):
            new = base.changed(f"operand {i} is {list(shape)}")
            new.operands[i].array = reshaped(operand.array, shape)
            yield new


def operand_variants(base):
    """One operand left out, or given as an input where the table has a constant."""
    for i, operand in enumerate(base.operands):
        if operand is None:
            continue
        new = base.changed(f"operand {i} is left out")
        new.operands[i] = None
        while new.operands and new.operands[-1] is None:
            new.operands.pop()
        yield new
        if operand.has_items:
            new = base.changed(f"operand {i} is an input")
            new.operands[i].is_constant = False
            yield new


def attribute_variants(base, schema):
    """One attribute changed, added or left out."""
    given = {attribute.name: attribute for attribute in base.attributes}
    for name, kind in sorted(schema.items()):
        present = given.get(name)
        others = [attribute for attribute in base.attributes if attribute.name != name]
        if present is not None:
            new = base.changed(f"{name} is left out")
            new.attributes = others
            yield new
        if kind == "INT":
            for value in {0, 1, 2, -1} - ({present.i} if present is not None else set()):
                new = base.changed(f"{name} = {value}")
                new.attributes = others + [helper.make_attribute(name, value)]
                yield new
        if kind == "INTS" and present is not None and present.ints:
            values = list(present.ints)
            for other in ([v + 1 for v in values], values[:-1], values[::-1]):
                new = base.changed(f"{name} = {other}")
                new.attributes = others + [helper.make_attribute(name, other, attr_type=onnx.AttributeProto.INTS)]
                yield new


def variants(base, schema):
    """The base itself first."""
    return [base, *operand_variants(base), *rank_variants(base), *attribute_variants(base, schema)]


class Requests:
    """Draws sizes of the inputs near those of the base."""

    def __init__(self, base, seed):
        self._inputs, self._rng = base.inputs(), random.Random(seed)

    def first(self):
        return {name: operand.array for name, operand in self._inputs.items()}

    def _other(self, size, sizes):
        return self._rng.choice((0, 1, 1, 2, max(0, size - 1), size + 1, 2 * size, self._rng.choice(sizes)))

    def draw(self):
        """All axes of one size change together, or one axis alone; None if there is too much of it."""
        shapes = self._draw_shapes()
        if sum(math.prod(shape) for shape in shapes.values()) > MOST_ELEMENTS:
            return None
        return {name: reshaped(self._inputs[name].array, shape) for name, shape in shapes.items()}

    def _draw_shapes(self):
        rng = self._rng
        shapes = {name: list(operand.array.shape) for name, operand in self._inputs.items()}
        axes = [(name, axis) for name, shape in shapes.items() for axis in range(len(shape))]
        if not axes:
            return shapes
        for _ in range(rng.choice((1, 1, 2, 3))):
            sizes = [shapes[name][axis] for name, axis in axes]
            name, axis = rng.choice(axes)
            size = shapes[name][axis]
            other = self._other(size, sizes)
            together = rng.random() < 0.4
            for one, place in axes:
                if (one, place) == (name, axis) or (together and shapes[one][place] == size):
                    shapes[one][place] = other
        return shapes


def defaults_for(request, value):
    """The request with its integers `value`, of operands whose elements nobody tells."""
    return {name: np.full_like(array, value) if array.dtype.kind in "iu" else array for name, array in request.items()}
