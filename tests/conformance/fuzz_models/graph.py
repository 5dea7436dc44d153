"""Graphs in the making. Each node is also run with numpy as it is added, so that what is drawn next fits.

What numpy says guides the drawing only; the truth is what onnxruntime returns.
"""
import itertools
import random

import numpy as np
from onnx import AttributeProto, FunctionProto, GraphProto, NodeProto, TensorProto, TypeProto, ValueInfoProto
from onnx import helper

MOST_ELEMENTS = 1500
INT64_MAX = 2**63 - 1
ELEMENT_OF = {
    np.dtype(np.float32): TensorProto.FLOAT, np.dtype(np.float64): TensorProto.DOUBLE,
    np.dtype(np.float16): TensorProto.FLOAT16, np.dtype(np.int64): TensorProto.INT64,
    np.dtype(np.int32): TensorProto.INT32, np.dtype(np.bool_): TensorProto.BOOL,
    np.dtype(np.uint8): TensorProto.UINT8,
}  # fmt: skip


class Skip(Exception):
    """What was drawn leads nowhere."""


class NoIteration(Skip):
    """A Loop that gathers runs no iteration: onnxruntime then makes up the sizes of what is gathered."""


class Sequence(list):
    """Tensors of one element type."""

    def __init__(self, items, dtype):
        super().__init__(items)
        self.dtype = np.dtype(dtype)


class Optional:
    """A tensor or sequence, `value` None where it is missing; `like` has its type."""

    def __init__(self, value, like):
        self.value, self.like = value, like


class Draw(random.Random):
    def flip(self, chance=0.5):
        return self.random() < chance

    def sizes(self, low, high):
        """A few sizes, mostly from 1 to 5."""
        return tuple(self.choice((1, 2, 2, 3, 3, 4, 5, 6, 0 if self.flip(0.15) else 1)) for _ in range(self.randint(low, high)))

    def floats(self, shape, dtype=np.float32):
        return np.random.default_rng(self.getrandbits(32)).standard_normal(shape).astype(dtype)


def is_tensor(data):
    return isinstance(data, (np.ndarray, np.generic))


def same_type(a, b):
    """Whether the two may be results of both branches, or of an iteration and the next."""
    if is_tensor(a) and is_tensor(b):
        return a.dtype == b.dtype
    if isinstance(a, Sequence) and isinstance(b, Sequence):
        return a.dtype == b.dtype
    return isinstance(a, Optional) and isinstance(b, Optional) and same_type(a.like, b.like)


def tensor_proto(array, name=""):
    array = np.asarray(array)
    return TensorProto(name=name, data_type=ELEMENT_OF[array.dtype], dims=array.shape, raw_data=array.tobytes())


def attribute(name, value):
    proto = AttributeProto(name=name)
    if isinstance(value, (bool, int, np.integer)):
        proto.type, proto.i = AttributeProto.INT, int(value)
    elif isinstance(value, float):
        proto.type, proto.f = AttributeProto.FLOAT, value
    elif isinstance(value, str):
        proto.type, proto.s = AttributeProto.STRING, value.encode()
    elif isinstance(value, GraphProto):
        proto.type = AttributeProto.GRAPH
        proto.g.CopyFrom(value)
    elif isinstance(value, TensorProto):
        proto.type = AttributeProto.TENSOR
        proto.t.CopyFrom(value)
    elif isinstance(value, TypeProto):
        proto.type = AttributeProto.TYPE_PROTO
        proto.tp.CopyFrom(value)
    elif value and isinstance(value[0], float):
        proto.type = AttributeProto.FLOATS
        proto.floats.extend(value)
    else:
        proto.type = AttributeProto.INTS
        proto.ints.extend(int(v) for v in value)
    return proto


def type_of(data, dims=None):
    """The TypeProto of a value; `dims` are sizes, texts or None, and absent without a known shape."""
    if isinstance(data, Sequence):
        type_ = TypeProto()
        type_.sequence_type.elem_type.tensor_type.elem_type = ELEMENT_OF[data.dtype]
        return type_
    if isinstance(data, Optional):
        type_ = TypeProto()
        type_.optional_type.elem_type.CopyFrom(type_of(data.like))
        return type_
    return helper.make_tensor_type_proto(ELEMENT_OF[np.asarray(data).dtype], dims)


class Shared:
    """What the graphs of one model have in common."""

    def __init__(self, draw, opset):
        self.draw, self.opset = draw, opset
        self.functions = []
        self.numbers = itertools.count()
        self.left = draw.randint(5, 40)  # nodes of all graphs


class Body:
    """A graph in the making. `env` holds the values that are visible, by name, those of outer graphs too."""

    def __init__(self, shared, parent=None, prefix="v"):
        self.shared, self.draw, self.parent = shared, shared.draw, parent
        self.prefix = prefix
        self.depth = parent.depth + 1 if parent else 0
        self.env = dict(parent.env) if parent else {}
        self.own = []
        self.nodes, self.steps, self.initializers, self.inputs = [], [], [], []

    def fresh(self):
        return f"{self.prefix}{next(self.shared.numbers)}"

    def define(self, name, data):
        self.env[name] = data
        self.own.append(name)
        return name

    def emit(self, op_type, inputs, run, outputs=1, domain="", wants_env=False, **attributes):
        """Adds a node; `run` takes the operands, or the visible values, and returns the result or a tuple of them."""
        while inputs and not inputs[-1]:
            inputs = inputs[:-1]
        names = [self.fresh() for _ in range(outputs)]
        step = (run, list(inputs), names, wants_env)
        results = dict(self.env)
        run_step(step, results)
        node = NodeProto(op_type=op_type, input=inputs, output=names, domain=domain)
        node.attribute.extend(attribute(k, v) for k, v in attributes.items() if v is not None)
        self.nodes.append(node)
        self.steps.append(step)
        self.env.update((name, results[name]) for name in names)
        self.own += names
        self.shared.left -= 1
        return names[0] if outputs == 1 else names

    def constant(self, values, dtype=np.int64):
        array = np.asarray(values, dtype)
        if self.parent is not None or self.prefix == "f" or self.draw.flip(0.4):
            if array.dtype == np.int64 and array.ndim < 2 and array.size and self.shared.opset >= 12 and self.draw.flip():
                key = "value_ints" if array.ndim else "value_int"
                return self.emit("Constant", [], lambda: array, **{key: array.tolist()})
            return self.emit("Constant", [], lambda: array, value=tensor_proto(array))
        name = self.fresh()
        self.initializers.append(tensor_proto(array, name))
        self.steps.append((lambda: array, [], [name], False))
        return self.define(name, array)

    def pick(self, accepts, tries=12):
        """The name of a visible value, mostly a recent one or one of an outer graph; raises Skip."""
        names = list(self.env)
        for _ in range(tries):
            if self.own and self.draw.flip(0.5):
                name = self.own[-1 - int(len(self.own) * self.draw.random() ** 2)]
            else:
                name = self.draw.choice(names) if names else None
            if name is not None and accepts(self.env[name]):
                return name
        raise Skip

    def proto(self, outputs, has_ranks=False):
        """As the body of a node. onnxruntime wants the ranks of what a Scan makes."""
        graph = GraphProto(name="body", node=self.nodes, initializer=self.initializers, input=self.inputs)
        for output in outputs:
            value = graph.output.add(name=output)
            if has_ranks or self.draw.flip(0.6):
                value.type.CopyFrom(type_of(self.env[output], [None] * np.ndim(self.env[output]) if has_ranks else None))
        return graph

    def add_input(self, data, declares=True, dims=None):
        name = self.define(self.fresh(), data)
        value = ValueInfoProto(name=name)
        if declares:
            value.type.CopyFrom(type_of(data, dims))
        self.inputs.append(value)
        return name


def is_between(result):
    """Whether it holds integers that are no sizes, and no stand-ins for infinity either."""
    if result.dtype.kind != "i" or not result.size:
        return False
    most = max(abs(int(result.max())), abs(int(result.min())))
    return 10**6 < most < 2**62


def run_step(step, env):
    run, inputs, names, wants_env = step
    operands = [env[name] if name else None for name in inputs]
    with np.errstate(all="ignore"):
        results = run(env, *operands) if wants_env else run(*operands)
    if len(names) == 1 and not isinstance(results, tuple):
        results = (results,)
    if len(results) != len(names):
        raise Skip
    for name, result in zip(names, results):
        if isinstance(result, (np.ndarray, np.generic)):
            result = np.asarray(result)
            if result.size > MOST_ELEMENTS or is_between(result):
                raise Skip
        elif isinstance(result, Sequence) and len(result) > 40:
            raise Skip
        env[name] = result


def run_steps(steps, env):
    for step in steps:
        run_step(step, env)


def function_proto(name, body, inputs, outputs, attributes=()):
    proto = FunctionProto(domain="local", name=name, input=inputs, output=outputs, attribute=attributes)
    proto.node.extend(body.nodes)
    proto.opset_import.extend([helper.make_opsetid("", body.shared.opset), helper.make_opsetid("local", 1)])
    return proto
