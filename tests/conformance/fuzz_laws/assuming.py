"""Operators that inference assumes something of, where elements of inputs decide: shapes, steps, pads, axes, repeats, lengths."""
import numpy as np

from .draw import INT64_MAX, Skip, one_of, sizes, target_of


def has_axes(value):
    return value.rank is not None and 1 <= value.rank <= 5


def of_rank(*ranks):
    return lambda value: value.rank in ranks


def axis_of(graph, value):
    return graph.draw.randint(-value.rank, value.rank - 1)


def changed(dims, axis, size):
    result = list(dims)
    result[axis] = size
    return result


def reshape(graph):
    draw, value = graph.draw, graph.pick()
    count = draw.of(1, 2, 2, 3)
    kind = draw.random()
    if kind < 0.65:
        target = graph.numbers_for(count, target_of(value.name), (-1, 1, 2, 4, 0), 0.8)
        dims = [None] * count if target.dims[0] == count else None
    elif kind < 0.8:
        numbers = draw.of([-1], [2, -1], [-1, 2], [0, -1], [4, -1], [-1, 1], [1, -1], [8])
        target, dims = graph.constant(numbers), [n if n > 0 else None for n in numbers]
    else:
        other = graph.pick(has_axes)
        whole = graph.sizes_of(other)
        part = graph.node("Slice", [whole, graph.constant([0]), graph.constant([1])], [1], element="int64")
        if draw.flip():
            part = graph.node(draw.of("Mul", "Div", "Add", "Sub"), [part, graph.constant([draw.of(1, 2, 2, 4)])], [1], element="int64")
        rest = graph.constant([draw.of(-1, -1, 2, 1)]) if draw.flip(0.7) else graph.input([1], "int64", sizes)
        target, dims = graph.node("Concat", draw.sample([part, rest], 2), [2], element="int64", axis=0), [None, None]
    zero = 1 if graph.opset >= 14 and draw.flip(0.1) else None
    return graph.node("Reshape", [value, target], dims, allowzero=zero)


def slices(graph):
    draw, value = graph.draw, graph.pick(has_axes)
    axis = axis_of(graph, value)
    some = {
        "starts": (one_of(0, 0, 1, -1, 2, -3, 100), (0, 0, 1, -1, 2)), "ends": (one_of(100, 1, 2, 3, -1, 0), (INT64_MAX, 1, 2, -1, 3)),
        "axes": (one_of(axis), (axis,)), "steps": (one_of(1, 1, 2, -1, 3, -2), (1, 1, 2, -1)),
    }  # fmt: skip
    chances = {"starts": 0.3, "ends": 0.3, "axes": 0.08, "steps": 0.4}
    last = draw.of("ends", "axes", "steps", "steps", "steps")
    operands = [value]
    for name, (fill, constants) in some.items():
        operands.append(graph.numbers_for(1, fill, constants, chances[name]))
        if name == last:
            break
    return graph.node("Slice", operands, changed(value.dims, axis if last == "steps" else 0, None))


def split(graph):
    draw, value = graph.draw, graph.pick(has_axes)
    axis, count = axis_of(graph, value), draw.of(2, 2, 3)
    size = value.dims[axis]
    part = size // count if isinstance(size, int) and size % count == 0 else None
    dims = [changed(value.dims, axis, part)] * count
    if graph.opset >= 13 and draw.flip(0.35):
        given = graph.numbers_for(count, sizes, (1, 2), 0.7)
        return graph.node("Split", [value, given], [changed(value.dims, axis, None)] * count, outputs=count, axis=axis)
    outputs = count if graph.opset >= 18 else None
    return graph.node("Split", [value], dims, outputs=count, axis=axis, num_outputs=outputs)


def expand(graph):
    draw, value = graph.draw, graph.pick()
    count = max(value.rank or 1, draw.of(1, 2, 2))
    target = graph.numbers_for(count, sizes, (1, 2, 2, 4), 0.8)
    return graph.node("Expand", [value, target], [None] * count if target.dims[0] == count else None)


def pad(graph):
    draw, value = graph.draw, graph.pick(has_axes)
    rank = value.rank
    mode = draw.of("constant", "reflect", "reflect", "edge", *(["wrap"] if graph.opset >= 19 else []))
    choices = (0, 0, 0, 1, 1, 2, 3) + ((-1,) if mode == "constant" else ())
    if graph.opset >= 18 and draw.flip(0.3):
        axis = axis_of(graph, value)
        pads = graph.numbers_for(2, one_of(*choices), choices, 0.5)
        return graph.node("Pad", [value, pads, "", graph.constant([axis])], changed(value.dims, axis, None), mode=mode)
    pads = graph.numbers_for(2 * rank, one_of(*choices), choices, 0.4)
    return graph.node("Pad", [value, pads], [None] * rank, mode=mode)


def count_up(graph):
    draw = graph.draw
    element = draw.of("int64", "float")
    dtype = np.int64 if element == "int64" else np.float32
    def number(*choices):
        return graph.input([], element, one_of(*choices)) if draw.flip(0.4) else graph.constant(draw.choice(choices), dtype)
    result = graph.node("Range", [number(0, 0, 1, -1), number(1, 2, 3, 4, 8, 0), number(1, 1, 2, -1)], [None], element=element)
    return graph.node("Cast", [result], [None], to=1) if element == "int64" else result


def axes_operand(graph, axes, since):
    """How this opset takes axes."""
    if graph.opset < since:
        return [], {"axes": axes}
    if graph.draw.flip(0.2):
        return [graph.input([len(axes)], "int64", lambda *_: axes)], {}
    return [graph.constant(axes)], {}


def squeeze(graph):
    draw = graph.draw
    value = graph.pick(lambda v: has_axes(v) and any(n in (1, None) or isinstance(n, str) for n in v.dims))
    at = draw.choice([i for i, n in enumerate(value.dims) if n in (1, None) or isinstance(n, str)])
    if draw.flip(0.45):
        known = all(isinstance(n, int) for n in value.dims)
        return graph.node("Squeeze", [value], [n for n in value.dims if n != 1] if known else None)
    operands, attributes = axes_operand(graph, [at if draw.flip() else at - value.rank], 13)
    return graph.node("Squeeze", [value, *operands], value.dims[:at] + value.dims[at + 1 :], **attributes)


def unsqueeze(graph):
    draw, value = graph.draw, graph.pick(lambda v: v.rank is not None and v.rank <= 3)
    at = draw.randint(0, value.rank)
    operands, attributes = axes_operand(graph, [at], 13)
    return graph.node("Unsqueeze", [value, *operands], value.dims[:at] + [1] + value.dims[at:], **attributes)


def resize(graph):
    draw, value = graph.draw, graph.pick(of_rank(2, 3, 4))
    rank, mode = value.rank, draw.of("nearest", "nearest", "linear")
    if draw.flip():
        target = graph.numbers_for(rank, sizes, (1, 2, 4), 0.6)
        return graph.node("Resize", [value, "" if graph.opset > 12 else graph.constant([], np.float32), "" if graph.opset > 12 else graph.constant([], np.float32), target], [None] * rank, mode=mode)
    choices = (1.0, 1.0, 2.0, 0.5, 1.5)
    if draw.flip(0.4):
        scales = graph.input([rank], "float", one_of(*choices))
    else:
        scales = graph.constant([draw.choice(choices) for _ in range(rank)], np.float32)
    return graph.node("Resize", [value, "" if graph.opset > 12 else graph.constant([], np.float32), scales], [None] * rank, mode=mode)


def tile(graph):
    value = graph.pick(has_axes)
    repeats = graph.numbers_for(value.rank, one_of(0, 1, 1, 2, 3), (1, 2), 0.8)
    return graph.node("Tile", [value, repeats], [None] * value.rank)


def filled(graph):
    count = graph.draw.of(1, 2, 2, 3)
    target = graph.numbers_for(count, sizes, (1, 2, 4), 0.85)
    return graph.node("ConstantOfShape", [target], [None] * count if target.dims[0] == count else None)


def top(graph):
    value = graph.pick(has_axes)
    axis = axis_of(graph, value)
    k = graph.numbers_for(1, one_of(0, 1, 1, 2, 3), (1, 2), 0.7)
    if k.dims != [1]:
        raise Skip
    best = graph.node("TopK", [value, k], [changed(value.dims, axis, None)] * 2, outputs=2, axis=axis)
    best[1].element = "int64"
    return best[0]


def reduce(graph):
    draw, value = graph.draw, graph.pick(has_axes)
    op = draw.of("ReduceSum", "ReduceMean", "ReduceMax")
    axis, keeps = axis_of(graph, value), draw.of(0, 1)
    since = 13 if op == "ReduceSum" else 18
    if draw.flip(0.15):
        return graph.node(op, [value], [1] * value.rank if keeps else [], keepdims=keeps)
    operands, attributes = axes_operand(graph, [axis], since)
    rest = [n for i, n in enumerate(value.dims) if i != axis % value.rank]
    return graph.node(op, [value, *operands], changed(value.dims, axis, 1) if keeps else rest, keepdims=keeps, **attributes)


def one_hot(graph):
    draw = graph.draw
    indices = graph.input([graph.dim()], "int64", one_of(0, 1, -1))
    depth = graph.input(draw.of([], [1]), "int64", one_of(1, 2, 3)) if draw.flip(0.7) else graph.constant(draw.of(1, 2, 4))
    return graph.node("OneHot", [indices, depth, graph.constant([0.0, 1.0], np.float32)], [indices.dims[0], None], axis=-1)


def chosen(graph):
    """What data decide."""
    draw, value = graph.draw, graph.pick(has_axes)
    kind = draw.random()
    if kind < 0.4:
        result = graph.node("NonZero", [value], [value.rank, None], element="int64")
        return graph.node("Cast", [result], [value.rank, None], to=1)
    if kind < 0.7:
        axis = axis_of(graph, value)
        mask = graph.input([graph.dim(0.7)], "bool")
        return graph.node("Compress", [value, mask], changed(value.dims, axis, None), axis=axis)
    return graph.node("Unique", [value], [None])


def gather(graph):
    value = graph.pick(has_axes)
    axis = axis_of(graph, value)
    shape = graph.draw.of([], [1], [2], [graph.symbol()])
    indices = graph.input(shape, "int64", one_of(0, 0, 0, -1, 1))
    at = axis % value.rank
    return graph.node("Gather", [value, indices], value.dims[:at] + indices.dims + value.dims[at + 1 :], axis=axis)


def gather_nd(graph):
    value = graph.pick(has_axes)
    indices = graph.input([graph.dim(), graph.draw.randint(1, value.rank)], "int64", one_of(0, 0, -1))
    return graph.node("GatherND", [value, indices], [indices.dims[0], *value.dims[indices.dims[1] :]])


def length_of(graph):
    """Arithmetic on sizes and elements: a vector of one number, then a shape."""
    draw, value = graph.draw, graph.pick(has_axes)
    number = graph.node("Gather", [graph.sizes_of(value), graph.constant([draw.randint(0, value.rank - 1)])], [1], element="int64")
    for _ in range(draw.randint(1, 2)):
        other = graph.input([1], "int64", one_of(1, 1, 2, -1, 3)) if draw.flip() else graph.constant([draw.of(1, 2, 3)])
        number = graph.node(draw.of("Add", "Sub", "Mul", "Div"), draw.sample([number, other], 2), [1], element="int64")
    return graph.node("ConstantOfShape", [number], [None])


def center(graph):
    if graph.opset < 18:
        raise Skip
    value = graph.pick(has_axes)
    axis = axis_of(graph, value)
    return graph.node("CenterCropPad", [value, graph.numbers_for(1, sizes, (1, 2, 4), 0.7)], changed(value.dims, axis, None), axes=[axis])


def window(graph):
    if graph.opset < 17:
        raise Skip
    size = graph.input([], "int64", one_of(1, 2, 3, 4)) if graph.draw.flip(0.7) else graph.constant(4)
    return graph.node(graph.draw.of("HannWindow", "HammingWindow"), [size], [None])


ASSUMING = (
    reshape, reshape, reshape, reshape, slices, slices, slices, split, split, expand, expand, pad, pad, count_up, squeeze, squeeze, unsqueeze,
    resize, tile, filled, filled, top, reduce, one_hot, chosen, gather, gather_nd, length_of, center, window,
)  # fmt: skip
