"""Graphs in the making, drawn without a run: what is known of a value's dims only guides what is drawn next.

Whether a model runs, and at which sizes, is for onnxruntime to say; many do at some sizes only, which is what is wanted.
"""
import itertools
import math
import random

import numpy as np
from onnx import GraphProto, TensorProto, ValueInfoProto, helper, numpy_helper

INT64_MAX = 2**63 - 1
ELEMENTS = {"float": TensorProto.FLOAT, "int64": TensorProto.INT64, "bool": TensorProto.BOOL, "string": TensorProto.STRING}
DTYPES = {"float": np.float32, "int64": np.int64, "bool": np.bool_, "string": np.object_}
PALETTES = (
    (1,), (2,), (1, 2), (1, 2), (2, 4), (1, 3), (4,), (0, 1), (0, 2), (3, 5), (2, 4, 8), (1, 2, 4), (2, 3, 6), (0, 1, 2, 3, 4), (1, 2, 3, 4),
)  # fmt: skip
SYMBOLS = "NMABKC"


class Skip(Exception):
    """What was drawn leads nowhere."""


class Draw(random.Random):
    def flip(self, chance=0.5):
        return self.random() < chance

    def of(self, *choices):
        return self.choice(choices)


class Value:
    """A value of a graph. `dims` is a list of numbers, symbols, or None where the size is anybody's guess; None: any rank."""

    def __init__(self, name, element="float", dims=None, kind="tensor"):
        self.name, self.element, self.dims, self.kind = name, element, dims, kind

    @property
    def rank(self):
        return None if self.dims is None else len(self.dims)


class Input:
    """An input of the model. `fill` draws its elements, given the sizes of all inputs by name."""

    def __init__(self, value, dims, fill, declares_rank=True):
        self.name, self.element, self.dims, self.fill = value.name, value.element, dims, fill
        self.declares_rank = declares_rank

    def proto(self):
        dims = [None if isinstance(dim, tuple) else dim for dim in self.dims]
        return helper.make_tensor_value_info(self.name, ELEMENTS[self.element], dims if self.declares_rank else None)


class Feeds:
    """What the inputs are given in runs. Sizes come from a few numbers at a time, so that equalities often hold."""

    def __init__(self, draw, inputs):
        self.draw, self.inputs = draw, inputs

    def symbols(self):
        return sorted({str(dim) for given in self.inputs for dim in given.dims if not isinstance(dim, int)})

    def some(self):
        """Arrays by name."""
        palette = self.draw.choice(PALETTES)
        return self.at({symbol: self.draw.choice(palette) for symbol in self.symbols()}, palette)

    def at(self, symbols, palette=(0, 1, 2, 3, 4), elements=None):
        """The same at these sizes; `elements` are lists of numbers by input."""
        shapes = {given.name: [dim if isinstance(dim, int) else symbols[str(dim)] for dim in given.dims] for given in self.inputs}
        feeds = {}
        for given in self.inputs:
            shape = shapes[given.name]
            count = math.prod(shape)
            if elements is not None and given.name in elements:
                values = elements[given.name]
            else:
                values = given.fill(self.draw, palette, count, shapes)
            feeds[given.name] = np.asarray(values, DTYPES[given.element]).reshape(shape)
        return feeds

    def near(self, feeds):
        """A run that differs a little from another one."""
        palette = self.draw.choice(PALETTES)
        symbols = self.sizes_of(feeds)
        if symbols and self.draw.flip(0.7):
            name = self.draw.choice(sorted(symbols))
            symbols[name] = self.draw.of(0, 1, 1, symbols[name] + 1, max(symbols[name] - 1, 0), 2 * symbols[name], self.draw.choice(palette))
            kept = {g.name: feeds[g.name].ravel().tolist() for g in self.inputs if g.element != "float" and self.is_fixed(g, name)}
        else:
            kept = {g.name: feeds[g.name].ravel().tolist() for g in self.inputs if g.element != "float"}
            if kept:
                del kept[self.draw.choice(sorted(kept))]
        return self.at(symbols, palette, kept)

    @staticmethod
    def is_fixed(given, symbol):
        return all(str(dim) != symbol for dim in given.dims)

    def sizes_of(self, feeds):
        symbols = {}
        for given in self.inputs:
            for dim, size in zip(given.dims, feeds[given.name].shape):
                if not isinstance(dim, int):
                    symbols.setdefault(str(dim), size)
        return symbols


MOST_FLOATS = 1 << 16
FLOATS = np.random.default_rng(0).standard_normal(2 * MOST_FLOATS)


def floats(draw, palette, count, shapes):
    """A part of the same numbers: a generator for each tensor takes longer than its run."""
    first = draw.getrandbits(32) % MOST_FLOATS
    return FLOATS[first : first + count] if count <= MOST_FLOATS else np.resize(FLOATS, count)


def words(draw, palette, count, shapes):
    return [draw.of("", "a", "b c", "d e f") for _ in range(count)]


def one_of(*choices):
    return lambda draw, palette, count, shapes: [draw.choice(choices) for _ in range(count)]


def sizes(draw, palette, count, shapes):
    return [draw.of(draw.choice(palette), draw.choice(palette), 1, 2) for _ in range(count)]


def target_of(name):
    """Elements of a Reshape of the input of that name: often as many elements as it has."""

    def fill(draw, palette, count, shapes):
        if name in shapes and draw.flip(0.7):
            values, left = [], math.prod(shapes[name])
            for _ in range(count - 1):
                divisors = [n for n in range(1, left + 1) if left % n == 0] if left else [0, 1, 2]
                values.append(draw.choice(divisors))
                left = left // values[-1] if values[-1] else 0
            values += [left] * (count > 0)
            draw.shuffle(values)
        else:
            values = sizes(draw, palette, count, shapes)
        if values and draw.flip(0.3):
            values[draw.randrange(len(values))] = -1
        if values and draw.flip(0.1):
            values[draw.randrange(len(values))] = 0
        return values

    return fill


class Graph:
    """The main graph in the making, or a body with `parent`."""

    def __init__(self, draw, opset, parent=None):
        self.draw, self.opset, self.parent = draw, opset, parent
        self.main = parent.main if parent else self
        self.nodes, self.values, self.made, self.body_inputs = [], list(parent.values) if parent else [], [], []
        self.focus = None  # the value that is picked next, mostly
        if parent is None:
            self.numbers, self.inputs, self.initializers, self.anonymous = itertools.count(), [], [], itertools.count()
            self.free = list(SYMBOLS)

    def name(self, prefix="v"):
        return f"{prefix}{next(self.main.numbers)}"

    # Inputs and constants.

    def symbol(self):
        """A name, shared or new, or a dim without a name (a tuple, for what feeds are drawn by)."""
        draw, main = self.draw, self.main
        used = sorted({dim for given in main.inputs for dim in given.dims if isinstance(dim, str)})
        if used and draw.flip(0.35):
            return draw.choice(used)
        if draw.flip(0.08) or not main.free:
            return (next(main.anonymous),)
        return main.free.pop(0)

    def dim(self, chance=0.5):
        return self.symbol() if self.draw.flip(chance) else self.draw.of(1, 1, 2, 2, 3, 4, 8)

    def input(self, dims, element="float", fill=None):
        value = Value(self.name("x"), element, [dim if isinstance(dim, (int, str)) else None for dim in dims])
        fill = fill or {"float": floats, "string": words, "bool": one_of(0, 1), "int64": one_of(-1, 0, 1, 1, 2, 3, 4)}[element]
        declares_rank = not dims or len(self.main.inputs) == 0 or not self.draw.flip(0.03)
        self.main.inputs.append(Input(value, list(dims), fill, declares_rank))
        self.main.values.append(value)
        if self is not self.main:
            self.values.append(value)
        return value

    def constant(self, values, dtype=np.int64):
        array = np.asarray(values, dtype)
        element = next(name for name, kind in DTYPES.items() if array.dtype == kind)
        value = Value(self.name("c"), element, list(array.shape))
        tensor = numpy_helper.from_array(array, value.name)
        if self.parent is None and self.draw.flip(0.6):
            self.initializers.append(tensor)
        else:
            self.nodes.append(helper.make_node("Constant", [], [value.name], value=tensor))
        return value

    def numbers_for(self, count, fill, constants, chance=0.6):
        """A vector of int64: an input, a constant, or a part of each."""
        draw = self.draw
        if draw.flip(chance):
            dims = [count] if draw.flip(0.93) else [self.symbol()]
            return self.input(dims, "int64", fill)
        if count > 1 and draw.flip(0.3):
            first = draw.randint(1, count - 1)
            parts = [self.input([first], "int64", fill), self.constant([draw.choice(constants) for _ in range(count - first)])]
            draw.shuffle(parts)
            return self.node("Concat", parts, [count], element="int64", axis=0)
        return self.constant([draw.choice(constants) for _ in range(count)])

    # Nodes.

    def node(self, op, operands, dims=None, element="float", outputs=1, domain="", kind="tensor", **attributes):
        """Adds a node. `dims` is a guess of its result's, a list of them for several outputs."""
        operands = [operand.name if isinstance(operand, Value) else operand for operand in operands]
        while operands and not operands[-1]:
            operands.pop()
        guesses = dims if outputs > 1 else [dims]
        results = [Value(self.name(), element, guesses[i] if guesses else None, kind) for i in range(outputs)]
        attributes = {k: v for k, v in attributes.items() if v is not None}
        self.nodes.append(helper.make_node(op, operands, [v.name for v in results], domain=domain, **attributes))
        self.values += results
        self.made += results
        return results[0] if outputs == 1 else results

    def pick(self, accepts=lambda value: True, fresh=0.1):
        """A value, mostly one of the last that were made; a new input where there is none, or by that chance."""
        fits = [v for v in self.values if v.kind == "tensor" and v.element == "float" and accepts(v)]
        if self.focus in fits and self.draw.flip(0.75):
            return self.focus
        made = [v for v in fits if v in self.made]
        if fits and not self.draw.flip(fresh):
            if made and self.draw.flip(0.62):
                return made[-1 - int(len(made) * self.draw.random() ** 2)]
            return self.draw.choice(fits)
        for _ in range(6):
            value = Value("", "float", [self.draw.of(1, 2) for _ in range(self.draw.randint(1, 4))])
            if accepts(value):
                return self.input([self.dim() for _ in value.dims])
        raise Skip

    def pick_kind(self, kind, element=None):
        fits = [v for v in self.values if v.kind == kind and element in (None, v.element)]
        if not fits:
            raise Skip
        return self.draw.choice(fits)

    def look_back(self):
        """What was made last, or what it was made of, is picked next: an assumption about a value and a demand on it are wanted."""
        if not self.nodes:
            return
        names = self.nodes[-1].output if self.draw.flip() else self.nodes[-1].input
        self.focus = next((v for v in self.values if v.name in names and v.kind == "tensor" and v.element == "float"), None)

    def sizes_of(self, value):
        return self.node("Shape", [value], [value.rank], element="int64")

    # As protos.

    def body(self, outputs, inputs=(), has_ranks=False):
        """As the body of a node; each output gets a node of its own."""
        infos = []
        for value in outputs:
            result = self.node("Identity", [value], value.dims, value.element, kind=value.kind)
            dims = [None] * value.rank if value.rank is not None and (has_ranks or self.draw.flip(0.2)) else None
            if value.kind == "tensor" and (dims is not None or self.draw.flip()):
                infos.append(helper.make_tensor_value_info(result.name, ELEMENTS[value.element], dims))
            else:
                infos.append(ValueInfoProto(name=result.name))
        return GraphProto(name="body", node=self.nodes, input=inputs, output=infos)
