"""A case: a random model, what it is given in some runs, and what onnxruntime makes of these."""
import collections
import dataclasses

import numpy as np
from onnx import GraphProto, ModelProto, ValueInfoProto, helper

from fuzz_models.truth import Refused

from .bodies import BODIES
from .assuming import ASSUMING
from .demanding import DEMANDING
from .draw import Draw, Feeds, Graph, Skip
from .runner import DIED, Died

MOST_ELEMENTS = 4096
RUNS = 4  # of each kind: those that succeed, and those that fail


@dataclasses.dataclass
class Case:
    """`model` is what is asked about; `judged` is the same without declared types and with all values as outputs, which is run."""

    seed: int
    model: ModelProto
    judged: ModelProto
    feeds: Feeds = None
    runs: list = dataclasses.field(default_factory=list)
    results: list = dataclasses.field(default_factory=list)
    lies: set = dataclasses.field(default_factory=set)  # names of values of which a run contradicts what is declared
    notes: collections.Counter = dataclasses.field(default_factory=collections.Counter)

    def ran(self):
        return [i for i, result in enumerate(self.results) if isinstance(result, dict)]


class Left(Exception):
    """Why there is no case."""


def draw_graph(draw):
    graph = Graph(draw, draw.randint(11, 23))
    rank = draw.of(1, 1, 2, 2, 2, 3, 4)
    graph.input([graph.dim(0.65) for _ in range(rank)])
    for _ in range(draw.of(1, 2, 2, 3, 3, 4, 5)):
        kind = draw.random()
        kinds = ASSUMING if kind < 0.47 else DEMANDING if kind < 0.85 else BODIES
        try:
            draw.choice(kinds)(graph)
        except (Skip, IndexError):
            continue
        graph.focus = None
        if draw.flip(0.65):
            graph.look_back()
    if draw.flip(0.4):
        try:
            draw.choice(DEMANDING)(graph)
        except (Skip, IndexError):
            pass
    if not graph.nodes:
        raise Left("nothing was drawn")
    return graph


def make_model(graph, outputs):
    proto = GraphProto(name="g", node=graph.nodes, initializer=graph.initializers, input=[given.proto() for given in graph.inputs])
    proto.output.extend(ValueInfoProto(name=name) for name in outputs)
    model = ModelProto(ir_version=8 if graph.opset < 20 else 9, graph=proto)
    model.opset_import.extend([helper.make_opsetid("", graph.opset), helper.make_opsetid("com.microsoft", 1)])
    return model


def read_names(graph):
    """All names that nodes read, in bodies too."""
    names = set()
    for node in graph.node:
        names.update(node.input)
        for attribute in node.attribute:
            if attribute.HasField("g"):
                names |= read_names(attribute.g) | {output.name for output in attribute.g.output}
    return names


def judged_of(model):
    """Without declared types of other values than inputs, and with all values as outputs."""
    judged = ModelProto()
    judged.CopyFrom(model)
    del judged.graph.value_info[:]
    del judged.graph.output[:]
    constants = {name for node in model.graph.node if node.op_type == "Constant" for name in node.output}
    names = [name for node in model.graph.node for name in node.output if name and name not in constants]
    judged.graph.output.extend(ValueInfoProto(name=name) for name in names or list(constants)[:1])
    return judged


def is_small(feeds):
    return sum(array.size for array in feeds.values()) <= MOST_ELEMENTS


def find_runs(case, runner, draw):
    """Fills runs and results: some that succeed, and some that fail."""
    tried = [case.feeds.some() for _ in range(24)]
    results = run_some(case, runner, tried)
    ran = [feeds for feeds, result in results if isinstance(result, dict)]
    near = [case.feeds.near(draw.choice(ran)) if ran else case.feeds.some() for _ in range(14)]
    results += run_some(case, runner, near)
    succeeded = [pair for pair in results if isinstance(pair[1], dict)]
    failed = [pair for pair in results if isinstance(pair[1], str)]
    for some in (succeeded, failed):
        for feeds, result in distinct(some)[:RUNS]:
            case.runs.append(feeds)
            case.results.append(result)
    case.notes["runs that succeed"] = len(succeeded)
    case.notes["runs that fail"] = len(failed)


def run_some(case, runner, tried):
    tried = [feeds for feeds in tried if is_small(feeds)]
    results = runner.run(case.judged.SerializeToString(), tried)
    case.notes["runs that end onnxruntime"] += sum(result == DIED for result in results)
    return [(feeds, result) for feeds, result in zip(tried, results) if not (isinstance(result, str) and result == DIED)]


def key_of(feeds):
    return tuple((name, array.shape, array.tobytes() if array.dtype.kind in "iub" else b"") for name, array in sorted(feeds.items()))


def distinct(pairs):
    """One of each sizes and elements; the most different first."""
    seen = {}
    for feeds, result in pairs:
        seen.setdefault(key_of(feeds), (feeds, result))
    return list(seen.values())


# Declared types.


def shapes_of(results, name):
    return [result[name].shape for result in results if isinstance(result.get(name), np.ndarray)]


def declare(case, draw):
    """Gives outputs and inner values declared types: true ones, and others."""
    ran = [case.results[i] for i in case.ran()]
    graph = case.model.graph
    kind = draw.of("none", "none", "true", "numbers", "wrong", "wrong")
    if kind == "none":
        return
    places = list(graph.output)
    inner = [name for node in graph.node for name in node.output if name and all(name != value.name for value in graph.output)]
    places += [graph.value_info.add(name=name) for name in inner if draw.flip(0.3)]
    for place in places:
        shapes = shapes_of(ran, place.name)
        if ran and not shapes or draw.flip(0.2):
            continue
        element = helper.np_dtype_to_tensor_dtype(ran[0][place.name].dtype) if ran else 1
        place.type.CopyFrom(helper.make_tensor_type_proto(element, declared_dims(draw, kind, shapes)))
    kept = [value for value in graph.value_info if value.HasField("type")]
    del graph.value_info[:]
    graph.value_info.extend(kept)


def declared_dims(draw, kind, shapes):
    shape = list(shapes[0]) if shapes else [draw.of(1, 2) for _ in range(draw.randint(0, 2))]
    same = len({len(s) for s in shapes}) <= 1
    if kind == "true":
        return [None] * len(shape) if same else None
    if kind == "wrong" and draw.flip(0.5):
        change = draw.random()
        if change < 0.35 and shape:
            del shape[draw.randrange(len(shape))]
        elif change < 0.5:
            shape.append(1)
        elif shape:
            shape[draw.randrange(len(shape))] += draw.of(1, 2, 40)
    return [None if draw.flip(0.2) else draw.of("out", "rows") if draw.flip(0.1) else int(n) for n in shape]


def declared_wrong(graph, results, symbols):
    """Names of values of which the declared type is not that of a run."""
    wrong = set()
    for value in [*graph.value_info, *graph.output]:
        real, type_ = results.get(value.name), value.type.tensor_type
        if not isinstance(real, np.ndarray) or not type_.HasField("shape"):
            continue
        dims = type_.shape.dim
        fits = len(dims) == real.ndim and all(
            not (d.HasField("dim_value") and d.dim_value != n or d.dim_param and symbols.setdefault(d.dim_param, n) != n)
            for d, n in zip(dims, real.shape)
        )
        if not fits:
            wrong.add(value.name)
    return wrong


def make_case(seed, runner):
    """Raises Left."""
    draw = Draw(seed)
    graph = draw_graph(draw)
    model = make_model(graph, [])
    read = read_names(model.graph)
    made = [value.name for value in graph.made]
    outputs = [name for name in made if name not in read] or made[-1:]
    if not outputs:
        raise Left("nothing was drawn")
    model = make_model(graph, outputs)
    used = read | set(outputs)
    unread = [value for value in model.graph.input if value.name not in used]
    for value in unread:
        model.graph.input.remove(value)
    names = {value.name for value in model.graph.input}
    feeds = Feeds(draw, [given for given in graph.inputs if given.name in names])
    case = Case(seed, model, judged_of(model), feeds)
    try:
        find_runs(case, runner, draw)
    except Refused as error:
        raise Left(f"onnxruntime does not load it: {refusal(str(error))}") from error
    except Died as error:
        raise Left("onnxruntime ends as it loads it") from error
    if not case.runs:
        raise Left("no run comes to an end")
    declare(case, draw)
    symbols_at = lambda i: {name: size for name, size in feeds.sizes_of(case.runs[i]).items() if not name.startswith("(")}
    case.lies = set().union(*(declared_wrong(model.graph, case.results[i], symbols_at(i)) for i in case.ran()))
    return case


def refusal(text):
    for words in ("NOT_IMPLEMENTED", "ShapeInferenceError", "TypeInferenceError", "Type Error", "is not a registered", "INVALID_GRAPH"):
        if words in text:
            return words
    return "other"
