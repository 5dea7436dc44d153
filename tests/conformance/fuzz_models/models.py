"""Whole random models, with what their inputs are given in two runs."""
import dataclasses

import numpy as np
from onnx import GraphProto, ModelProto, ValueInfoProto, helper

from .bodies import fill
from .graph import Body, Draw, NoIteration, Shared, Skip, is_tensor, run_steps, type_of


@dataclasses.dataclass
class Case:
    """`runs` are arrays by input; `lies` says that the model declares types that are not so."""

    model: ModelProto
    runs: list
    lies: bool = False


class Inputs:
    """The inputs of a model: sizes are symbols or constants, and other sizes in a second run."""

    def __init__(self, body):
        self.body, self.draw = body, body.draw
        self.symbols = {}  # name -> (size, size in the second run)
        self.second = {}

    def size(self, n):
        """What stands for a size, and that size in the second run."""
        if self.draw.flip(0.25):
            return n, n
        same = [name for name, sizes in self.symbols.items() if sizes[0] == n]
        if same and self.draw.flip(0.6):
            name = self.draw.choice(same)
        else:
            name = f"{self.draw.choice('NMKSHW')}{len(self.symbols)}"
            other = self.draw.choice((n, n + 1, n + 2, 2 * n, 1, max(n - 1, 1), 0 if self.draw.flip(0.3) else n + 3))
            self.symbols[name] = (n, other)
        return name, self.symbols[name][1]

    def add(self, array, dims=None):
        """`dims` as declared; else each is drawn."""
        pairs = [self.size(n) for n in array.shape]
        if dims is None:
            dims = [None if self.draw.flip(0.04) else name for name, _ in pairs]
        declares_rank = self.draw.flip(0.95)
        name = self.body.add_input(array, True, dims if declares_rank else None)
        self.second[name] = self.like(array, [n for _, n in pairs])

    def like(self, array, shape):
        if array.dtype == np.float32:
            return self.draw.floats(shape)
        if array.dtype == bool:
            return np.asarray([self.draw.flip() for _ in range(int(np.prod(shape)))], bool).reshape(shape)
        if list(shape) == list(array.shape) and self.draw.flip(0.5):
            return array
        values = [self.draw.choice((0, 1, 1, 2, 2, 3, 4, 5)) for _ in range(int(np.prod(shape)))]
        return np.asarray(values, np.int64).reshape(shape)


def draw_inputs(body):
    draw, inputs = body.draw, Inputs(body)
    for _ in range(draw.randint(1, 3)):
        inputs.add(draw.floats(draw.sizes(0 if draw.flip(0.1) else 1, 4)))
    for _ in range(draw.randint(0, 2)):
        shape = () if draw.flip() else (draw.randint(1, 4),)
        array = inputs.like(np.zeros(1, np.int64), shape)
        inputs.add(array, list(shape) if draw.flip(0.7) else None)
    if draw.flip(0.4):
        inputs.add(np.asarray(draw.flip()), [])
    return inputs


def declare(body, graph, second, lies):
    """Adds types of inner values: as they are in both runs, or others."""
    draw = body.draw
    for name in body.own:
        data = body.env[name]
        if not is_tensor(data) or draw.flip(0.7) or any(name == value.name for value in graph.input):
            continue
        other = second.get(name)
        if not is_tensor(other) or other.ndim != data.ndim:
            continue
        dims = [n if n == m else None for n, m in zip(data.shape, other.shape)]
        if lies and dims and draw.flip():
            at = draw.randrange(len(dims))
            dims = dims[:-1] if draw.flip(0.2) else [*dims[:at], data.shape[at] + draw.randint(1, 60), *dims[at + 1 :]]
        graph.value_info.add(name=name, type=type_of(data, dims))


def random_case(seed):
    """A model of random nodes, all of whose values are outputs."""
    draw = Draw(seed)
    body = Body(Shared(draw, draw.randint(11, 23)))
    inputs = draw_inputs(body)
    first = {value.name: body.env[value.name] for value in body.inputs}
    fill(body, 60)
    if not body.nodes:
        raise Skip
    graph = GraphProto(name="g", node=body.nodes, initializer=body.initializers, input=body.inputs)
    for node in body.nodes:
        graph.output.extend(ValueInfoProto(name=name) for name in node.output)
    lies = draw.flip(0.15)
    second, runs = dict(inputs.second), [first, inputs.second]
    try:
        run_steps(body.steps, second)
    except NoIteration:
        runs = [first]
    except Exception:  # sizes that do not fit: whether they do is for onnxruntime to say
        pass
    if draw.flip(0.4) or lies:
        declare(body, graph, second, lies)
    model = ModelProto(ir_version=9, graph=graph, functions=[f.proto for f in body.shared.functions])
    model.opset_import.extend([helper.make_opsetid("", body.shared.opset), helper.make_opsetid("local", 1)])
    return Case(model, runs, lies)
