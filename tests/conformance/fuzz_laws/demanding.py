"""Operators that demand that sizes are equal, or fit: what they are given beside a value is an input, a constant, or another value."""
import numpy as np

from .assuming import axis_of, changed, has_axes, of_rank
from .draw import Skip, one_of


def beside(graph, dims):
    """A float value of about these dims: a new input or a constant, now and then with a size that is another one."""
    draw = graph.draw
    drawn = []
    for dim in dims:
        if draw.flip(0.15):
            drawn.append(draw.of(1, 2, 3, 4))
        elif isinstance(dim, int) and draw.flip(0.6):
            drawn.append(dim)
        elif isinstance(dim, str) and draw.flip(0.4):
            drawn.append(dim)
        else:
            drawn.append(graph.symbol() if draw.flip(0.6) else draw.of(1, 2, 3, 4, 4))
    if draw.flip(0.35) and all(isinstance(dim, int) for dim in drawn):
        return graph.constant(np.random.default_rng(draw.getrandbits(32)).random(drawn), np.float32)
    if draw.flip(0.35):
        drawn = [dim if isinstance(dim, int) else draw.of(1, 2, 2, 3, 4) for dim in drawn]
    return graph.input(drawn)


def matmul(graph):
    draw, value = graph.draw, graph.pick(has_axes)
    if draw.flip(0.12):
        return graph.node("MatMul", [value, value], value.dims)
    if draw.flip(0.15):
        other = graph.pick(has_axes)
        return graph.node("MatMul", [value, other])
    inner, outer = value.dims[-1], draw.of(1, 2, 3, 4)
    if draw.flip(0.2):
        return graph.node("MatMul", [value, beside(graph, [inner])], value.dims[:-1])
    other = beside(graph, [inner, outer])
    if draw.flip(0.15) and value.rank <= 2:
        first = beside(graph, [draw.of(1, 2, 4), value.dims[0]])
        return graph.node("MatMul", [first, value], [first.dims[0], *value.dims[1:]])
    return graph.node("MatMul", [value, other], [*value.dims[:-1], outer] if value.rank > 1 else [outer])


def gemm(graph):
    draw, value = graph.draw, graph.pick(of_rank(2))
    turned = draw.randint(0, 1)
    inner, outer = value.dims[1], draw.of(1, 2, 3, 4)
    other = beside(graph, [outer, inner] if turned else [inner, outer])
    bias = [beside(graph, draw.of([outer], [1], [value.dims[0], outer]))] if draw.flip(0.4) else []
    return graph.node("Gemm", [value, other, *bias], [value.dims[0], outer], transB=turned)


def elementwise(graph):
    draw, value = graph.draw, graph.pick()
    op = draw.of("Add", "Mul", "Sub", "Add", "Max", "Sum")
    if draw.flip(0.3):
        other = graph.pick()
    else:
        dims = list(value.dims) if value.dims is not None else [None]
        dims = [1 if draw.flip(0.2) else dim for dim in dims][draw.randint(0, max(len(dims) - 1, 0)) if draw.flip(0.4) else 0 :]
        other = beside(graph, dims)
    if value.rank is None or other.rank is None:
        dims = None
    else:
        longer = value if value.rank >= other.rank else other
        dims = [dim if dim != 1 else None for dim in longer.dims]
    return graph.node(op, draw.sample([value, other], 2), dims)


def concat(graph):
    draw, value = graph.draw, graph.pick(has_axes)
    axis = axis_of(graph, value)
    if draw.flip(0.2):
        return graph.node("Concat", [value, value], changed(value.dims, axis, None), axis=axis)
    if draw.flip(0.25):
        other = graph.pick(of_rank(value.rank))
    else:
        other = beside(graph, changed(value.dims, axis, draw.of(1, 2)))
    return graph.node("Concat", draw.sample([value, other], 2), changed(value.dims, axis, None), axis=axis)


def conv(graph):
    draw, value = graph.draw, graph.pick(of_rank(3, 4))
    spatial, channels, out = value.rank - 2, value.dims[1], draw.of(1, 2, 4)
    kernel = [draw.randint(1, 3)] * spatial
    weight = beside(graph, [out, channels, *kernel])
    bias = [beside(graph, [out])] if draw.flip(0.3) else []
    pads = [draw.of(0, 0, 1) for _ in range(2 * spatial)]
    strides = [draw.of(1, 1, 2)] * spatial
    return graph.node("Conv", [value, weight, *bias], [value.dims[0], out, *[None] * spatial], pads=pads, strides=strides)


def pool(graph):
    """Not in a body, either: a kernel may be larger than the image for onnxruntime."""
    if graph.parent is not None:
        raise Skip
    draw, value = graph.draw, graph.pick(of_rank(3, 4))
    spatial = value.rank - 2
    op = draw.of("MaxPool", "AveragePool", "LpPool", "MaxPool")
    most = draw.randint(1, 3)
    pads = [draw.randint(0, most - 1) if draw.flip() else 0 for _ in range(2 * spatial)]
    ceil = draw.of(None, None, 0, 1) if op != "LpPool" else None
    return graph.node(op, [value], [*value.dims[:2], *[None] * spatial], kernel_shape=[most] * spatial, pads=pads, strides=[draw.of(1, 2, 2)] * spatial, ceil_mode=ceil)


def einsum(graph):
    draw, value = graph.draw, graph.pick(of_rank(2))
    equation, dims = draw.of(("ab,bc->ac", [value.dims[1], 2]), ("ab,ab->b", list(value.dims)), ("ab,b->a", [value.dims[1]]), ("ab,ca->bc", [2, value.dims[0]]))
    return graph.node("Einsum", [value, beside(graph, dims)], None if equation == "ab,ab->b" else None, equation=equation)


def where(graph):
    value = graph.pick()
    dims = value.dims or [None]
    condition = graph.input([dim if isinstance(dim, (int, str)) else graph.dim() for dim in dims][-graph.draw.randint(1, len(dims)) :], "bool")
    return graph.node("Where", [condition, value, beside(graph, dims)], value.dims)


def norm(graph):
    draw = graph.draw
    if graph.opset >= 17 and draw.flip():
        value = graph.pick(has_axes)
        return graph.node("LayerNormalization", [value, beside(graph, [value.dims[-1]]), *([beside(graph, [value.dims[-1]])] if draw.flip() else [])], value.dims)
    value = graph.pick(of_rank(2, 3, 4))
    return graph.node("BatchNormalization", [value, *(beside(graph, [value.dims[1]]) for _ in range(4))], value.dims)


def slope(graph):
    """Not in a body, whose values nobody sees: onnxruntime lets slopes widen the operand."""
    if graph.parent is not None:
        raise Skip
    value = graph.pick(has_axes)
    return graph.node("PRelu", [value, beside(graph, [1 if graph.draw.flip(0.3) else dim for dim in value.dims])], value.dims)


def scatter(graph):
    draw, value = graph.draw, graph.pick(has_axes)
    kind = draw.random()
    if kind < 0.4:
        indices = graph.input(draw.of([graph.dim(), 1], [graph.symbol()], [1, 1], [graph.symbol(), draw.randint(1, value.rank)]), "int64", one_of(0, 0, -1))
        updates = beside(graph, [*indices.dims[:-1], *value.dims[1:]])
        return graph.node("ScatterND", [value, indices, updates], value.dims)
    axis = axis_of(graph, value)
    dims = [dim if isinstance(dim, (int, str)) else graph.symbol() for dim in changed(value.dims, axis, draw.of(1, 2))]
    indices = graph.input(dims, "int64", one_of(0, 0, -1))
    if kind < 0.7:
        return graph.node("ScatterElements", [value, indices, beside(graph, dims)], value.dims, axis=axis)
    return graph.node("GatherElements", [value, indices], dims, axis=axis)


def along(graph):
    draw, value = graph.draw, graph.pick()
    kind = draw.random()
    if kind < 0.35 and has_axes(value):
        return graph.node(draw.of("Softmax", "LogSoftmax", "Hardmax"), [value], value.dims, axis=axis_of(graph, value))
    if kind < 0.5 and has_axes(value):
        axis = graph.input([], "int64", one_of(0, -1, 0, 1)) if draw.flip(0.3) else graph.constant(axis_of(graph, value))
        return graph.node("CumSum", [value, axis], value.dims)
    if kind < 0.7 and has_axes(value):
        at = draw.randint(0, value.rank)
        return graph.node("Flatten", [value], [None, None], axis=at)
    if kind < 0.9 and has_axes(value):
        order = list(range(value.rank))
        draw.shuffle(order)
        return graph.node("Transpose", [value], [value.dims[i] for i in order], perm=order)
    return graph.node(draw.of("Relu", "Identity", "Neg"), [value], value.dims)


def blocks(graph):
    value = graph.pick(of_rank(4))
    op = graph.draw.of("DepthToSpace", "SpaceToDepth", "GlobalAveragePool")
    return graph.node(op, [value], [None] * 4, blocksize=None if op[0] == "G" else 2)


def matrix(graph):
    draw, value = graph.draw, graph.pick(of_rank(2, 3))
    if graph.opset >= 14 and draw.flip():
        k = [graph.input([], "int64", one_of(0, 1, -1))] if draw.flip() else []
        return graph.node("Trilu", [value, *k], value.dims)
    if draw.flip():
        return graph.node("Det", [value], value.dims[:-2])
    if value.rank != 2:
        raise Skip
    return graph.node("EyeLike", [value], value.dims)


def spectrum(graph):
    draw = graph.draw
    if graph.opset < 17:
        raise Skip
    value = graph.pick(of_rank(3))
    half = draw.of(0, 1) if graph.parent is None else 0  # onnxruntime halves spectra of complex numbers, too
    length = [graph.input([], "int64", one_of(1, 2, 4))] if draw.flip(0.4) else []
    if graph.opset < 20:
        return graph.node("DFT", [value, *length], [value.dims[0], None, 2], axis=1, onesided=half)
    axis = [graph.input([], "int64", one_of(1, 0, -2))] if draw.flip(0.3) else []
    return graph.node("DFT", [value, *(length or [""] * bool(axis)), *axis], [None, None, 2], onesided=half)


def turned(graph):
    """Attention's positions."""
    if graph.opset < 23:
        raise Skip
    draw, value = graph.draw, graph.pick(of_rank(4))
    dims = [value.dims[0], value.dims[2], 1]
    return graph.node("RotaryEmbedding", [value, beside(graph, dims), beside(graph, dims)], value.dims, interleaved=draw.of(None, 1))


def fused(graph):
    """Operators of com.microsoft."""
    draw, value = graph.draw, graph.pick(has_axes)
    kind = draw.random()
    if kind < 0.4:
        inner = value.dims[-1]
        turn = draw.randint(0, 1)
        return graph.node("FusedMatMul", [value, beside(graph, [2, inner] if turn else [inner, 2])], [*value.dims[:-1], 2], domain="com.microsoft", transB=turn)
    if kind < 0.7:
        return graph.node("BiasGelu", [value, beside(graph, [value.dims[-1]])], value.dims, domain="com.microsoft")
    return graph.node("SkipLayerNormalization", [value, beside(graph, value.dims), beside(graph, [value.dims[-1]])], value.dims, domain="com.microsoft")


DEMANDING = (
    matmul, matmul, matmul, matmul, matmul, gemm, gemm, elementwise, elementwise, elementwise, elementwise, concat, concat, concat, conv, pool,
    einsum, where, norm, slope, scatter, scatter, along, along, blocks, matrix, spectrum, turned, fused,
)  # fmt: skip
