"""If, Loop and Scan, whose bodies assume and demand in turn; sequences, optionals and strings."""
import numpy as np
from onnx import TypeProto, helper

from .assuming import ASSUMING, axis_of, changed, has_axes
from .demanding import DEMANDING, beside
from .draw import ELEMENTS, Graph, Skip, Value, one_of, sizes, target_of, words


def fill(graph, count):
    for _ in range(count):
        try:
            graph.draw.choice(ASSUMING if graph.draw.flip(0.55) else DEMANDING)(graph)
        except (Skip, IndexError):
            pass


def condition(graph):
    """A truth: an input, or something about a size or an element."""
    draw = graph.draw
    kind = draw.random()
    if kind < 0.4:
        return graph.input([], "bool")
    if kind < 0.6:
        number = graph.input([], "int64", one_of(0, 1, 2))
    else:
        value = graph.pick(has_axes)
        number = graph.node("Gather", [graph.sizes_of(value), graph.constant(draw.randint(0, value.rank - 1))], [], element="int64")
    return graph.node(draw.of("Equal", "Less", "Greater"), [number, graph.constant(draw.of(0, 1, 1, 2, 4))], [], element="bool")


def branches(graph):
    """Both branches often begin with one value, of which one of them demands something."""
    draw, chosen = graph.draw, condition(graph)
    value = graph.pick()
    bodies, guesses = [], []
    for _ in range(2):
        body = Graph(draw, graph.opset, graph)
        if draw.flip(0.35):
            body.node("Identity", [value], value.dims)
        else:
            body.values, rest = [value], body.values
            fill(body, 1)
            body.values += rest
            fill(body, draw.randint(0, 1))
        made = [v for v in body.made if v.kind == "tensor" and v.element == "float"]
        result = made[-1] if made else value
        guesses.append(result.dims)
        bodies.append(body.body([result]))
    known = guesses[0] is not None and guesses[1] is not None and len(guesses[0]) == len(guesses[1])
    dims = [a if a == b else None for a, b in zip(*guesses)] if known else None
    return graph.node("If", [chosen], dims, then_branch=bodies[0], else_branch=bodies[1])


def loop(graph):
    draw, value = graph.draw, graph.pick()
    trips = graph.input([], "int64", one_of(0, 1, 1, 2, 3)) if draw.flip(0.6) else graph.constant(draw.of(1, 2, 3))
    first = "" if draw.flip(0.7) else graph.input([], "bool") if draw.flip() else graph.constant(True, np.bool_)
    body = Graph(draw, graph.opset, graph)
    counter, again = Value(body.name(), "int64", []), Value(body.name(), "bool", [])
    carried = Value(body.name(), "float", [None] * value.rank if value.rank is not None else None)
    body.values.append(carried)
    body.made.append(carried)
    fill(body, draw.randint(1, 2))
    made = [v for v in body.made if v.kind == "tensor" and v.element == "float"]
    same = [v for v in made if v.rank == carried.rank]
    kept = same[-1] if draw.flip(0.85) else made[-1]
    gathered = [made[-1]] if draw.flip(0.3) else []
    inputs = [helper.make_tensor_value_info(counter.name, ELEMENTS["int64"], []), helper.make_tensor_value_info(again.name, ELEMENTS["bool"], []),
              helper.make_tensor_value_info(carried.name, ELEMENTS["float"], None)]  # fmt: skip
    proto = body.body([again, kept, *gathered], inputs)
    outputs = 1 + len(gathered)
    guess = kept.dims if kept.rank == value.rank else None
    if outputs == 1:
        return graph.node("Loop", [trips, first, value], guess, body=proto)
    rows = None if gathered[0].dims is None else [None, *gathered[0].dims]
    return graph.node("Loop", [trips, first, value], [guess, rows], outputs=2, body=proto)


def scan(graph):
    draw, value = graph.draw, graph.pick(lambda v: has_axes(v) and v.rank <= 4)
    state = graph.pick(lambda v: v.rank is not None and v.rank <= 3) if draw.flip() else None
    body = Graph(draw, graph.opset, graph)
    row = Value(body.name(), "float", list(value.dims[1:]))
    held = Value(body.name(), "float", list(state.dims)) if state else None
    for each in filter(None, (held, row)):
        body.values.append(each)
        body.made.append(each)
    fill(body, draw.randint(1, 2))
    made = [v for v in body.made if v.kind == "tensor" and v.element == "float" and v.rank is not None]
    if not made:
        raise Skip
    inputs = [helper.make_tensor_value_info(v.name, ELEMENTS["float"], None) for v in filter(None, (held, row))]
    kept = [next(v for v in reversed(made) if v.rank == held.rank) if draw.flip() else held] if held else []
    proto = body.body([*kept, made[-1]], inputs, has_ranks=True)
    rows = [value.dims[0], *made[-1].dims]
    operands = [state, value] if state else [value]
    if state:
        return graph.node("Scan", operands, [kept[0].dims, rows], outputs=2, body=proto, num_scan_inputs=1)
    return graph.node("Scan", operands, rows, body=proto, num_scan_inputs=1)


# Sequences and optionals.


def sequence(graph):
    draw, value = graph.draw, graph.pick(has_axes)
    kind = draw.random()
    if kind < 0.45:
        axis = axis_of(graph, value)
        step = []
        if draw.flip(0.7):
            step = [graph.input([], "int64", one_of(1, 2, 3)) if draw.flip() else graph.constant(draw.of(1, 2))]
            step = step if draw.flip(0.7) else [graph.numbers_for(2, sizes, (1, 2), 0.7)]
        keeps = draw.randint(0, 1) if not step else None
        dims = changed(value.dims, axis, None)
        if keeps == 0:
            del dims[axis]
        made = graph.node("SplitToSequence", [value, *step], dims, kind="sequence", axis=axis, keepdims=keeps)
    else:
        others = [beside(graph, value.dims) for _ in range(draw.randint(0, 2))]
        made = graph.node("SequenceConstruct", [value, *others], [None] * value.rank, kind="sequence")
    return use_sequence(graph, made)


def use_sequence(graph, made):
    draw = graph.draw
    if draw.flip(0.3):
        at = [graph.input([], "int64", one_of(0, -1, 0, 1))] if draw.flip() else []
        made = graph.node("SequenceInsert", [made, beside(graph, made.dims or [None]), *at], made.dims, kind="sequence")
    if draw.flip(0.2):
        made = graph.node("SequenceErase", [made, graph.constant(draw.of(0, -1))], made.dims, kind="sequence")
    if draw.flip(0.25):
        length = graph.node("SequenceLength", [made], [], element="int64")
        one = graph.node("Reshape", [length, graph.constant([1])], [1], element="int64")
        graph.node("ConstantOfShape", [one], [None])
    if draw.flip():
        position = graph.input([], "int64", one_of(0, 0, -1, 1)) if draw.flip() else graph.constant(draw.of(0, -1))
        return graph.node("SequenceAt", [made, position], made.dims)
    new = draw.randint(0, 1)
    return graph.node("ConcatFromSequence", [made], [None] * ((made.rank or 0) + new) if made.rank is not None else None, axis=0, new_axis=new)


def optional(graph):
    draw = graph.draw
    if graph.opset < 15:
        raise Skip
    value = graph.pick()
    if draw.flip(0.2):
        kind = TypeProto()
        kind.tensor_type.elem_type = ELEMENTS["float"]
        made = graph.node("Optional", [], value.dims, kind="optional", type=kind)
    else:
        made = graph.node("Optional", [value], value.dims, kind="optional")
    if draw.flip(0.3):
        has = graph.node("OptionalHasElement", [made], [], element="bool")
        first, second = Graph(draw, graph.opset, graph), Graph(draw, graph.opset, graph)
        taken = first.node("OptionalGetElement", [made], value.dims)
        other = second.node("Identity", [graph.pick()], None)
        return graph.node("If", [has], None, then_branch=first.body([taken]), else_branch=second.body([other]))
    return graph.node("OptionalGetElement", [made], value.dims)


# Strings.


def strings(graph):
    draw = graph.draw
    known = [v for v in graph.values if v.element == "string" and v.kind == "tensor" and v.rank]
    value = draw.choice(known) if known and draw.flip(0.7) else graph.input([graph.dim() for _ in range(draw.randint(1, 2))], "string", words)
    kind = draw.randrange(9)
    if kind == 0:
        return graph.node("Reshape", [value, graph.numbers_for(2, target_of(value.name), (-1, 1, 2), 0.8)], [None, None], element="string")
    if kind == 1:
        axis = axis_of(graph, value)
        other = graph.input([d if isinstance(d, (int, str)) else graph.dim() for d in changed(value.dims, axis, 1)], "string", words)
        return graph.node("Concat", [value, other], changed(value.dims, axis, None), element="string", axis=axis)
    if kind == 2:
        ends = [graph.numbers_for(1, one_of(0, 1, 2, -1), (0, 1), 0.5), graph.numbers_for(1, one_of(1, 2, 100, -1), (2, 100), 0.5)]
        return graph.node("Slice", [value, *ends], changed(value.dims, 0, None), element="string")
    if kind == 3:
        return graph.node("Unique", [value], [None], element="string")
    if kind == 4:
        return graph.node("Expand", [value, graph.numbers_for(value.rank, sizes, (1, 2), 0.8)], [None] * value.rank, element="string")
    if kind == 5:
        return graph.node("Squeeze", [value], None, element="string")
    if kind == 6 and graph.opset >= 20:
        other = graph.input([d if isinstance(d, (int, str)) else graph.dim() for d in value.dims], "string", words)
        return graph.node("StringConcat", [value, other], value.dims, element="string")
    if kind == 7 and graph.opset >= 20:
        parts = graph.node("StringSplit", [value], [[*value.dims, None], value.dims], element="string", outputs=2)
        parts[1].element = "int64"
        return parts[0]
    if kind == 8 and value.rank == 1:
        return graph.node("StringNormalizer", [value], [None], element="string", case_change_action="UPPER", stopwords=["a"])
    raise Skip


def lengths(graph):
    """A float tensor as large as strings are."""
    value = graph.pick_kind("tensor", "string")
    return graph.node("ConstantOfShape", [graph.sizes_of(value)], value.dims)


BODIES = (branches, branches, branches, loop, loop, scan, scan, sequence, sequence, sequence, optional, strings, strings, strings, lengths)
