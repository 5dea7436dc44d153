"""Mutants of models: of random ones, and of small cuts of real ones.

An attribute, a wire, a dim, a constant or an operator is changed, a node is dropped or doubled. What does not run any
more counts for nothing.
"""
import functools
import os
import pickle

import numpy as np
import onnx
from onnx import AttributeProto, GraphProto, ModelProto, NodeProto, helper, numpy_helper

from .graph import Draw, Skip
from .models import Case, random_case

MATERIAL = os.environ.get("SHAPEWRIGHT_FUZZ_CORPUS", "build/fuzz-models/corpus.pickle")
MOST_ELEMENTS = 60000
SIBLINGS = (
    ("Add", "Sub", "Mul", "Div", "Mod", "Min", "Max"), ("Relu", "Neg", "Abs", "Identity", "Sigmoid", "Exp"),
    ("ReduceMean", "ReduceSum", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL2"), ("Equal", "Less", "Greater", "LessOrEqual"),
    ("And", "Or", "Xor"), ("Squeeze", "Unsqueeze"), ("Reshape", "Expand", "Tile"), ("Floor", "Ceil", "Round"), ("MaxPool", "AveragePool"),
    ("ArgMax", "ArgMin"), ("Gather", "GatherElements"), ("Softmax", "LogSoftmax", "Hardmax"), ("Shape", "Size"), ("MatMul", "Add"),
)  # fmt: skip


def bodies(graph):
    """The graph and those within it."""
    yield graph
    for node in graph.node:
        for attr in node.attribute:
            if attr.type == AttributeProto.GRAPH:
                yield from bodies(attr.g)


def some_node(draw, model):
    graphs = list(bodies(model.graph)) + list(model.functions)
    weights = [len(graph.node) for graph in graphs]
    if not sum(weights):
        raise Skip
    graph = draw.choices(graphs, weights)[0]
    return graph, draw.randrange(len(graph.node))


CHANGED_TYPES = (AttributeProto.INT, AttributeProto.INTS, AttributeProto.TENSOR, AttributeProto.FLOAT)


def change_attribute(draw, model):
    for _ in range(10):
        graph, at = some_node(draw, model)
        attrs = [a for a in graph.node[at].attribute if a.type in CHANGED_TYPES]
        if not attrs:
            continue
        attr = draw.choice(attrs)
        if attr.type == AttributeProto.TENSOR:
            return change_tensor(draw, attr.t)
        if attr.type == AttributeProto.FLOAT:
            attr.f = draw.choice((0.0, 1.0, -1.0, 0.5, attr.f * 2))
        elif attr.type == AttributeProto.INT:
            attr.i = number_near(draw, attr.i)
        else:
            change_list(draw, attr.ints)
        return None
    raise Skip


def number_near(draw, value):
    return int(draw.choice((value + 1, value - 1, 0, 1, -1, 2, -value, 3)))


def change_list(draw, values):
    kind = draw.random()
    if values and kind < 0.7:
        at = draw.randrange(len(values))
        values[at] = number_near(draw, values[at])
    elif values and kind < 0.85:
        del values[draw.randrange(len(values))]
    else:
        values.append(draw.choice((0, 1, 2, -1)))


def change_tensor(draw, tensor):
    try:
        array = numpy_helper.to_array(tensor).copy()
    except Exception as error:
        raise Skip from error
    if array.dtype.kind not in "iuf" or array.size > 64:
        raise Skip
    if array.ndim == 1 and draw.flip(0.2):
        array = array[:-1] if draw.flip() else np.append(array, array[-1:] if array.size else np.ones(1, array.dtype)).astype(array.dtype)
    elif array.ndim < 2 and draw.flip(0.1):
        array = array.reshape(-1) if array.ndim == 0 else array.reshape(array.shape[1:] if array.size == 1 else array.shape)
    elif array.size:
        at = draw.randrange(array.size)
        old = array.reshape(-1)[at]
        new = number_near(draw, int(old)) if array.dtype.kind != "f" else float(draw.choice((old * 2, 0, 1, 0.5, -old)))
        if array.dtype.kind == "u":
            new = abs(new)
        array.reshape(-1)[at] = new
    tensor.CopyFrom(numpy_helper.from_array(array, tensor.name))


def change_constant(draw, model):
    tensors = list(model.graph.initializer)
    constants = [n for g in bodies(model.graph) for n in g.node if n.op_type == "Constant"]
    tensors += [a.t for n in constants for a in n.attribute if a.type == AttributeProto.TENSOR]
    if not tensors:
        raise Skip
    change_tensor(draw, draw.choice(tensors))


def rewire(draw, model):
    graph, at = some_node(draw, model)
    node = graph.node[at]
    if not node.input:
        raise Skip
    names = [n for earlier in graph.node[:at] for n in earlier.output]
    names += [value if isinstance(value, str) else value.name for value in graph.input]
    if isinstance(graph, GraphProto):
        names += [tensor.name for tensor in graph.initializer]
        if graph is not model.graph and draw.flip(0.3):
            names += [value.name for value in model.graph.input]
    if not names:
        raise Skip
    spot = draw.randrange(len(node.input))
    recent = names[-8:] if draw.flip(0.6) else names
    node.input[spot] = draw.choice(recent) if draw.flip(0.93) else ""


def drop(draw, model):
    graph, at = some_node(draw, model)
    node = graph.node[at]
    operands = [name for name in node.input if name]
    if not operands:
        raise Skip
    replace(graph, node.output[0], draw.choice(operands))
    del graph.node[at]


def replace(graph, old, new):
    for node in graph.node:
        for i, name in enumerate(node.input):
            if name == old:
                node.input[i] = new
        for attr in node.attribute:
            if attr.type == AttributeProto.GRAPH:
                replace(attr.g, old, new)


def double(draw, model):
    """One node twice, one after the other, or side by side."""
    graph, at = some_node(draw, model)
    node = graph.node[at]
    if any(a.type == AttributeProto.GRAPH for a in node.attribute) or not node.input:
        raise Skip
    copy = NodeProto()
    copy.CopyFrom(node)
    for i, name in enumerate(copy.output):
        copy.output[i] = f"{name}_twice" if name else ""
    later = [NodeProto.FromString(n.SerializeToString()) for n in graph.node[at + 1 :]]
    del graph.node[at + 1 :]
    if draw.flip():
        copy.input[0] = node.output[0]
    graph.node.append(copy)
    graph.node.extend(later)
    if later and draw.flip(0.7):
        for user in graph.node[at + 2 :]:
            if draw.flip():
                for i, name in enumerate(user.input):
                    if name == node.output[0]:
                        user.input[i] = copy.output[0]


def swap_operator(draw, model):
    for _ in range(10):
        graph, at = some_node(draw, model)
        group = next((g for g in SIBLINGS if graph.node[at].op_type in g), None)
        if group:
            graph.node[at].op_type = draw.choice(group)
            return
    raise Skip


def turn(draw, model):
    """Puts a node of another kind on a wire."""
    graph, at = some_node(draw, model)
    node = graph.node[at]
    spots = [i for i, name in enumerate(node.input) if name]
    if not spots:
        raise Skip
    spot, name = draw.choice(spots), f"turned_{at}_{draw.randrange(1000)}"
    kind = draw.choice(("Transpose", "Flatten", "Identity", "Shape", "NonZero", "Unsqueeze1", "Concat", "Relu"))
    if kind == "Concat":
        new = helper.make_node(kind, [node.input[spot]] * 2, [name], axis=draw.choice((0, -1, 1)))
    elif kind == "Unsqueeze1":
        raise Skip
    else:
        new = helper.make_node(kind, [node.input[spot]], [name])
    later = [NodeProto.FromString(n.SerializeToString()) for n in graph.node[at:]]
    del graph.node[at:]
    later[0].input[spot] = name
    graph.node.append(new)
    graph.node.extend(later)


CHANGES = (
    change_attribute, change_attribute, change_constant, change_constant, change_constant, rewire, rewire, rewire, drop, double,
    swap_operator, swap_operator, turn,
)  # fmt: skip


def change_dim(draw, case):
    """Another size of an input, in all runs."""
    names = [name for name, array in case.runs[0].items() if array.ndim]
    if not names:
        raise Skip
    name = draw.choice(names)
    axis = draw.randrange(case.runs[0][name].ndim)
    declared = next(v for v in case.model.graph.input if v.name == name).type.tensor_type.shape.dim
    runs = []
    for feeds in case.runs:
        array = feeds[name]
        if axis >= array.ndim or not array.shape[axis]:
            raise Skip
        size = draw.choice((1, array.shape[axis] + 1, 2, max(array.shape[axis] - 1, 0)))
        runs.append({**feeds, name: np.take(array, np.arange(size) % array.shape[axis], axis)})
    if axis < len(declared):
        if len({feeds[name].shape[axis] for feeds in runs}) == 1 and draw.flip():
            declared[axis].dim_value = runs[0][name].shape[axis]
        else:
            declared[axis].dim_param = f"changed_{name}"
    case.runs = runs


def mutate(draw, case, count):
    done = 0
    for _ in range(count * 3):
        try:
            if draw.flip(0.1):
                change_dim(draw, case)
            else:
                draw.choice(CHANGES)(draw, case.model)
            done += 1
        except (Skip, ValueError, IndexError, OverflowError):
            continue
        if done == count:
            break
    finish(case.model.graph)
    return case


def finish(graph):
    """All values become outputs, whose types are left to be inferred. What bodies declare may not be so any more."""
    graph.name = "changed"
    del graph.output[:]
    for node in graph.node:
        graph.output.extend(onnx.ValueInfoProto(name=name) for name in node.output if name)
    if not graph.output:
        raise Skip


MUTANTS_OF_ONE = 8


def changed_case(seed):
    """Mutants of one random model have seeds that follow each other, as drawing the model takes longest."""
    draw = Draw(seed)
    return mutate(draw, copy_of(drawn_model(seed // MUTANTS_OF_ONE)), draw.randint(1, 3))


def corpus_case(seed):
    draw = Draw(seed)
    return mutate(draw, copy_of(drawn_cut(seed // MUTANTS_OF_ONE)), draw.randint(0, 3))


def copy_of(case):
    if case is None:
        raise Skip
    model = ModelProto()
    model.CopyFrom(case.model)
    return Case(model, case.runs)


@functools.lru_cache(maxsize=2)
def drawn_model(number):
    try:
        case = random_case(number)
    except Skip:
        return None
    del case.model.graph.value_info[:]
    return Case(case.model, case.runs)


@functools.lru_cache(maxsize=2)
def drawn_cut(number):
    draw = Draw(number)
    for _ in range(20):
        source = draw.choice(material())
        try:
            cut = Cut(draw, source)
        except Skip:
            continue
        model = ModelProto(ir_version=max(source.model.ir_version, 8), graph=cut.graph, functions=source.model.functions)
        model.opset_import.extend(source.model.opset_import)
        return Case(model, [cut.feeds])
    return None


@functools.lru_cache(maxsize=1)
def material():
    """Models with what a run gives their values (corpus.py), as nodes to cut from."""
    with open(MATERIAL, "rb") as file:
        return [Source(name, ModelProto.FromString(data), values) for name, data, values in pickle.load(file)]


def reads(node):
    names = [name for name in node.input if name]
    for attr in node.attribute:
        if attr.type == AttributeProto.GRAPH:
            made = {n for inner in attr.g.node for n in inner.output} | {v.name for v in attr.g.input} | {t.name for t in attr.g.initializer}
            names += [n for inner in attr.g.node for n in reads(inner) if n not in made]
            names += [o.name for o in attr.g.output if o.name not in made]
    return names


class Source:
    def __init__(self, name, model, values):
        self.name, self.model, self.values = name, model, values
        self.maker = {n: i for i, node in enumerate(model.graph.node) for n in node.output if n}
        self.users = {}
        self.reads = [reads(node) for node in model.graph.node]
        for i, names in enumerate(self.reads):
            for n in names:
                self.users.setdefault(n, []).append(i)
        self.constants = {t.name: t for t in model.graph.initializer}

    def cut(self, draw):
        """The numbers of some nodes around one."""
        wanted = draw.randint(1, 40)
        chosen = [draw.randrange(len(self.model.graph.node))]
        seen = set(chosen)
        at = 0
        while at < len(chosen) and len(chosen) < wanted:
            node = self.model.graph.node[chosen[at]]
            near = [self.maker[n] for n in self.reads[chosen[at]] if n in self.maker] + [u for n in node.output for u in self.users.get(n, [])[:3]]
            draw.shuffle(near)
            for i in near[: draw.randint(1, 4)]:
                if i not in seen:
                    seen.add(i)
                    chosen.append(i)
            at += 1
        return sorted(chosen)


def array_of(draw, known):
    """What was seen in the run; of large tensors random numbers of that size."""
    if isinstance(known, np.ndarray):
        return known
    dtype, shape = known
    if int(np.prod(shape)) > MOST_ELEMENTS or dtype.kind not in "fiub":
        raise Skip
    return draw.floats(shape).astype(dtype) if dtype.kind == "f" else np.ones(shape, dtype)


class Cut:
    """Nodes of a source as a model of their own."""

    def __init__(self, draw, source):
        self.draw, self.source = draw, source
        self.graph, self.feeds, self.symbols = GraphProto(name="g"), {}, {}
        numbers = source.cut(draw)
        nodes = [source.model.graph.node[i] for i in numbers]
        made = {name for node in nodes for name in node.output}
        for name in dict.fromkeys(n for i in numbers for n in source.reads[i]):
            if name not in made:
                self.add(name)
        self.graph.node.extend(nodes)

    def add(self, name):
        tensor = self.source.constants.get(name)
        if tensor is not None:
            if tensor.raw_data or tensor.int64_data or tensor.float_data or tensor.int32_data or tensor.string_data or 0 in tensor.dims:
                self.graph.initializer.append(tensor)
                return
            array = array_of(self.draw, (helper.tensor_dtype_to_np_dtype(tensor.data_type), tuple(tensor.dims)))
            self.declare(name, array, list(array.shape))
            return
        known = self.source.values.get(name)
        if known is None:
            raise Skip
        array = array_of(self.draw, known)
        if array.dtype.kind in "iu" and array.size <= 64 and self.draw.flip(0.6):
            self.graph.initializer.append(numpy_helper.from_array(array, name))
            return
        self.declare(name, array, [self.dim(n) for n in array.shape])

    def dim(self, n):
        if self.draw.flip(0.3):
            return n
        if n in self.symbols and self.draw.flip(0.8):
            return self.symbols[n]
        name = f"s{len(self.symbols)}_{n}"
        self.symbols[n] = name
        return name

    def declare(self, name, array, dims):
        self.feeds[name] = array
        self.graph.input.append(helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), dims))

