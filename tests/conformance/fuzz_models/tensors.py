"""Random nodes over float tensors, whose sizes, starts, pads and repeats are visible integers or constants."""
import numpy as np

from .graph import INT64_MAX, Skip, is_tensor
from .numbers import any_tensor, as_tensor, axes_operand, checked, clip, is_int, is_scalar, is_vector, sizes, skip


def is_float(data):
    return is_tensor(data) and data.dtype == np.float32


def has_axes(data):
    return is_float(data) and data.ndim > 0


def axis_of(body, name):
    rank = body.env[name].ndim
    return body.draw.randint(-rank, rank - 1)


def unary(body):
    kinds = ("Relu", np.abs), ("Neg", np.negative), ("Identity", np.asarray), ("Sigmoid", np.abs), ("Tanh", np.tanh)
    op_type, run = body.draw.choice(kinds)
    return body.emit(op_type, [body.pick(is_float)], run)


def binary(body):
    op_type, run = body.draw.choice((("Add", np.add), ("Mul", np.multiply), ("Sub", np.subtract)))
    left = body.pick(is_float)
    if body.draw.flip(0.5):
        shape = body.env[left].shape
        kept = tuple(1 if body.draw.flip(0.3) else n for n in shape)[body.draw.randint(0, len(shape)) if shape else 0 :]
        right = body.constant(body.draw.floats(kept), np.float32)
    else:
        right = body.pick(is_float)
    return body.emit(op_type, [left, right] if body.draw.flip() else [right, left], run)


def reshape(body):
    """To visible integers, or to some of the operand's own sizes beside constants."""
    draw, name = body.draw, body.pick(lambda a: is_float(a) and a.ndim <= 5)
    total = body.env[name].size
    zero = draw.flip(0.1) and body.shared.opset >= 14

    def run(a, s):
        target = [int(a.shape[i]) if v == 0 and not zero and i < a.ndim else int(v) for i, v in enumerate(s)]
        return a.reshape(target)

    attributes = {"allowzero": 1} if zero else {}
    if draw.flip(0.3):
        target = body.pick(lambda s: is_vector(s) and (np.prod(s) == total or ((s == -1).sum() == 1)))
        return body.emit("Reshape", [name, target], run, **attributes)
    parts, rank = [], body.env[name].ndim
    if rank and draw.flip(0.7):
        shape = body.emit("Shape", [name], lambda a: np.asarray(a.shape, np.int64))
        for _ in range(draw.randint(1, 2)):
            at = draw.randint(0, rank - 1)
            parts.append(body.emit("Gather", [shape, body.constant([at])], lambda a, i: a[checked(i, a.size)]))
    parts.insert(draw.randint(0, len(parts)), body.constant(draw.choice(([-1], [-1], [-1, 1], [2, -1], [1, -1], [0, -1]))))
    target = body.emit("Concat", parts, lambda *a: np.concatenate(a), axis=0) if len(parts) > 1 else parts[0]
    return body.emit("Reshape", [name, target], run, **attributes)


def expand(body):
    name, target = body.pick(is_float), body.pick(lambda a: is_vector(a) and a.size <= 5)
    return body.emit("Expand", [name, target], lambda a, s: np.broadcast_to(a, np.broadcast_shapes(a.shape, sizes(s))).copy())


def tile(body):
    name = body.pick(has_axes)
    rank = body.env[name].ndim
    repeats = body.pick(lambda a: is_vector(a) and a.size == rank) if body.draw.flip() else body.constant([body.draw.randint(0, 2) for _ in range(rank)])
    return body.emit("Tile", [name, repeats], lambda a, r: np.tile(a, sizes(r)) if r.size == a.ndim else skip())


def transpose(body):
    name = body.pick(any_tensor)
    order = list(range(body.env[name].ndim))
    body.draw.shuffle(order)
    return body.emit("Transpose", [name], lambda a: a.transpose(order), perm=order or None)


def concat(body):
    name = body.pick(has_axes)
    axis = axis_of(body, name)
    other = name
    if body.draw.flip(0.6):
        shape = list(body.env[name].shape)
        shape[axis] = body.draw.randint(1, 2)
        other = body.constant(body.draw.floats(shape), np.float32)
    elif body.draw.flip():
        other = body.pick(has_axes)
    run = lambda a, b: np.concatenate((a, b), axis) if a.size and b.size else skip()
    return body.emit("Concat", [name, other], run, axis=axis)


def slices(body):
    draw, name = body.draw, body.pick(has_axes)
    axis = axis_of(body, name)
    step = draw.choice((1, 1, 1, 2, -1, -2))
    start = draw.choice((0, 0, 1, -1, 2, -3)) if step > 0 else draw.choice((-1, INT64_MAX, 3))
    end = draw.choice((INT64_MAX, 1, 2, 3, -1, 4)) if step > 0 else draw.choice((-INT64_MAX, 0, -3))
    bounds = [body.constant([v]) for v in (start, end)]
    if draw.flip(0.4):
        bounds[draw.randint(0, 1)] = body.pick(lambda a: is_vector(a) and a.size == 1)

    def run(a, s, e, *_):
        index = [slice(None)] * a.ndim
        index[axis] = slice(min(int(s[0]), 10**9), clip(e[0], step), step)
        return a[tuple(index)]

    return body.emit("Slice", [name, *bounds, body.constant([axis]), body.constant([step])], run)


def pad(body):
    name = body.pick(lambda a: has_axes(a) and a.ndim <= 4)
    rank = body.env[name].ndim
    if body.draw.flip(0.3):
        amounts = body.pick(lambda a: is_vector(a) and a.size == 2 * rank)
    else:
        amounts = body.constant([body.draw.choice((0, 0, 1, 2, -1)) for _ in range(2 * rank)])

    def run(a, p):
        new = np.asarray(a.shape) + p[: a.ndim] + p[a.ndim :]
        return np.zeros(sizes(new), np.float32)

    return body.emit("Pad", [name, amounts], run)


def matmul(body):
    left = body.pick(lambda a: has_axes(a) and a.ndim <= 4)
    if body.draw.flip(0.5):
        right = body.constant(body.draw.floats((body.env[left].shape[-1], body.draw.randint(1, 4))), np.float32)
    else:
        rank = body.env[left].ndim
        order = [*range(rank - 2), rank - 1, rank - 2]
        if rank < 2:
            raise Skip
        right = body.emit("Transpose", [left], lambda a: a.transpose(order), perm=order)
    return body.emit("MatMul", [left, right], np.matmul)


def gemm(body):
    left = body.pick(lambda a: is_float(a) and a.ndim == 2)
    turned = body.draw.randint(0, 1)
    inner, outer = body.env[left].shape[-1], body.draw.randint(1, 4)
    right = body.constant(body.draw.floats((outer, inner) if turned else (inner, outer)), np.float32)
    return body.emit("Gemm", [left, right], lambda a, b: a @ (b.T if turned else b), transB=turned)


def reduce(body):
    op_type, run = body.draw.choice((("ReduceMean", np.mean), ("ReduceSum", np.sum), ("ReduceMax", np.max), ("ReduceL2", np.sum)))
    name = body.pick(has_axes)
    axes = tuple(body.draw.sample(range(body.env[name].ndim), body.draw.randint(1, body.env[name].ndim)))
    keepdims = body.draw.choice((0, 1, None))
    new = body.shared.opset >= (13 if op_type == "ReduceSum" else 18)
    if op_type == "ReduceMax" and 0 in body.env[name].shape:
        raise Skip
    if body.draw.flip(0.2):
        operands, attributes, axes = [], {}, None
    elif new and body.draw.flip(0.2):
        operands, attributes, axes = [body.pick(is_vector)], {}, "given"
    else:
        operands, attributes = ([body.constant(axes)], {}) if new else ([], {"axes": list(axes)})

    def reduced(a, *given):
        over = tuple(int(v) for v in given[0]) if given else axes
        return run(a, axis=over or None, keepdims=keepdims != 0)

    return body.emit(op_type, [name, *operands], reduced, keepdims=keepdims, **attributes)


def along(body):
    name = body.pick(has_axes)
    axis = axis_of(body, name)
    op_type, run = body.draw.choice((("Softmax", np.abs), ("ArgMax", None), ("CumSum", None), ("TopK", None)))
    if op_type == "Softmax":
        return body.emit(op_type, [name], run, axis=axis)
    if op_type == "CumSum":
        return body.emit(op_type, [name, body.constant(axis)], lambda a, _: np.cumsum(a, axis))
    if op_type == "ArgMax":
        keepdims = body.draw.randint(0, 1)
        return body.emit(op_type, [name], lambda a: skip() if not a.size else np.argmax(a, axis, keepdims=bool(keepdims)), axis=axis, keepdims=keepdims)
    k = body.constant([body.draw.randint(0, 3)]) if body.draw.flip() else body.pick(lambda a: is_vector(a) and a.size == 1)

    def top(a, k):
        if not 0 <= k[0] <= a.shape[axis]:
            raise Skip
        kept = np.take(a, range(int(k[0])), axis)
        return kept, kept.astype(np.int64)

    return body.emit("TopK", [name, k], top, outputs=2, axis=axis)


def split(body):
    name = body.pick(has_axes)
    axis, parts = axis_of(body, name), body.draw.randint(1, 3)
    size = body.env[name].shape[axis]
    if size % parts == 0 and body.draw.flip():
        attributes = {"num_outputs": parts} if body.shared.opset >= 18 else {}
        return body.emit("Split", [name], lambda a: tuple(np.split(a, parts, axis)), outputs=parts, axis=axis, **attributes)
    first = body.draw.randint(0, size)
    run = lambda a, *_: tuple(np.split(a, [first], axis)) if a.shape[axis] == size else skip()
    if body.shared.opset >= 13:
        return body.emit("Split", [name, body.constant([first, size - first])], run, outputs=2, axis=axis)
    return body.emit("Split", [name], run, outputs=2, axis=axis, split=[first, size - first])


def squeeze(body):
    name = body.pick(lambda a: is_float(a) and a.ndim <= 5)
    ones = [i for i, n in enumerate(body.env[name].shape) if n == 1]
    if ones and body.draw.flip(0.6):
        axis = body.draw.choice(ones)
        operands, attributes = axes_operand(body, [axis])
        return body.emit("Squeeze", [name, *operands], lambda a, *_: a.squeeze(axis), **attributes)
    axis = body.draw.randint(0, body.env[name].ndim)
    operands, attributes = axes_operand(body, [axis])
    return body.emit("Unsqueeze", [name, *operands], lambda a, *_: np.expand_dims(a, axis), **attributes)


def squeeze_ones(body):
    return body.emit("Squeeze", [body.pick(is_float)], lambda a: a.squeeze())


def flatten(body):
    name = body.pick(is_float)
    axis = body.draw.randint(0, body.env[name].ndim)
    return body.emit("Flatten", [name], lambda a: a.reshape(int(np.prod(a.shape[:axis])), int(np.prod(a.shape[axis:]))), axis=axis)


def nonzero(body):
    name = body.pick(lambda a: any_tensor(a) and a.ndim >= 1 and a.size < 200)
    return body.emit("NonZero", [name], lambda a: np.asarray(np.nonzero(a)))


def where(body):
    name = body.pick(is_float)
    condition = body.emit("Greater", [name, body.constant(0.0, np.float32)], np.greater)
    return body.emit("Where", [condition, name, body.pick(is_float)], np.where)


def gather(body):
    name = body.pick(has_axes)
    axis = axis_of(body, name)
    size = body.env[name].shape[axis]
    if not size:
        raise Skip
    if body.draw.flip(0.4):
        index = body.pick(lambda a: is_int(a) and a.ndim <= 2 and a.size <= 12)
    else:
        index = body.constant(body.draw.choice((0, -1, [0], [0, size - 1])))
    return body.emit("Gather", [name, index], lambda a, i: np.take(a, checked(i, a.shape[axis]), axis), axis=axis)


def filled(body):
    name = body.pick(lambda a: is_vector(a) and a.size <= 5 and (a >= 0).all())
    value = body.draw.choice((None, as_tensor([1.0], np.float32)))
    return body.emit("ConstantOfShape", [name], lambda a: np.zeros(sizes(a), np.float32), value=value)


def resize(body):
    draw, name = body.draw, body.pick(lambda a: is_float(a) and a.ndim == 4 and 0 not in a.shape)
    if draw.flip():
        scales = [1.0, 1.0, draw.choice((0.5, 2.0, 1.5)), draw.choice((1.0, 2.0, 0.7))]
        run = lambda a, _, s: np.zeros(sizes(np.floor(np.asarray(a.shape) * s).astype(np.int64)), np.float32)
        return body.emit("Resize", [name, "", body.constant(scales, np.float32)], run, mode="nearest")
    target = body.pick(lambda a: is_vector(a) and a.size == 4 and (a > 0).all())
    return body.emit("Resize", [name, "", "", target], lambda a, _, __, s: np.zeros(sizes(s), np.float32), mode="nearest")


def windows(body):
    """Conv or MaxPool over four axes."""
    draw, name = body.draw, body.pick(lambda a: is_float(a) and a.ndim == 4 and 0 not in a.shape and a.shape[2] >= 2 and a.shape[3] >= 2)
    channels = body.env[name].shape[1]
    kernel, strides, pads = [draw.randint(1, 2)] * 2, [draw.randint(1, 2), draw.randint(1, 3)], [draw.randint(0, 1) for _ in range(4)]
    out = draw.randint(1, 2)

    def run(a, *_):
        spatial = [(a.shape[2 + i] + pads[i] + pads[2 + i] - kernel[i]) // strides[i] + 1 for i in range(2)]
        return np.zeros((a.shape[0], out if _ else a.shape[1], *spatial), np.float32)

    attributes = {"kernel_shape": kernel, "strides": strides, "pads": pads if kernel[0] > 1 else [0] * 4}
    pads = attributes["pads"]
    if draw.flip():
        return body.emit("MaxPool", [name], run, **attributes)
    return body.emit("Conv", [name, body.constant(draw.floats((out, channels, *kernel)), np.float32)], run, **attributes)


def float_range(body):
    ends = [body.emit("Cast", [body.pick(is_scalar)], lambda a: a.astype(np.float32), to=1), body.constant(body.draw.randint(1, 5), np.float32)]
    body.draw.shuffle(ends)
    return body.emit("Range", [*ends, body.constant(body.draw.choice((1.0, 0.5, 2.0, -1.0)), np.float32)], np.arange)


def one_hot(body):
    indices = body.pick(lambda a: is_int(a) and a.size <= 12 and a.ndim <= 2)
    depth = body.pick(lambda a: is_scalar(a) and a > 0) if body.draw.flip() else body.constant(body.draw.randint(1, 4))
    values = body.constant([0.0, 1.0], np.float32)
    axis = body.draw.choice((-1, 0))
    run = lambda i, d, _: np.zeros((int(d), *i.shape) if axis == 0 else (*i.shape, int(d)), np.float32)
    return body.emit("OneHot", [indices, depth, values], run, axis=axis)


def unique(body):
    name = body.pick(lambda a: any_tensor(a) and a.size < 100 and a.dtype in (np.float32, np.int64))
    return body.emit("Unique", [name], lambda a: np.unique(a))


def compress(body):
    name = body.pick(has_axes)
    axis = axis_of(body, name)
    mask = body.constant([body.draw.flip() for _ in range(body.env[name].shape[axis])], bool)
    run = lambda a, m: np.compress(m, a, axis) if m.size <= a.shape[axis] else skip()
    return body.emit("Compress", [name, mask], run, axis=axis)


def einsum(body):
    name = body.pick(lambda a: is_float(a) and 2 <= a.ndim <= 3)
    equation = body.draw.choice(("ab,cb->ac", "ab,ab->b", "ab,cd->abcd") if body.env[name].ndim == 2 else ("abc,abd->acd", "abc,dbc->ad"))
    return body.emit("Einsum", [name, name], lambda a, b: np.einsum(equation, a, b), equation=equation)


def scatter(body):
    name = body.pick(lambda a: has_axes(a) and a.shape[0] > 0)
    row = body.emit("Gather", [name, body.constant([0])], lambda a, i: a[i], axis=0)
    return body.emit("ScatterND", [name, body.constant([[-1]]), row], lambda a, i, u: a.copy())


def gather_nd(body):
    name = body.pick(lambda a: has_axes(a) and 0 not in a.shape)
    depth = body.draw.randint(1, body.env[name].ndim)
    rows = body.draw.randint(0, 3)
    return body.emit("GatherND", [name, body.constant(np.zeros((rows, depth)))], lambda a, i: a[tuple(i.T)])


def random_like(body):
    return body.emit("RandomUniformLike", [body.pick(is_float)], np.abs)


def random_choice(body):
    """What is kept by chance: another number of rows at each such node."""
    noise = random_like(body)
    chosen = body.emit("Greater", [noise, body.constant(0.5, np.float32)], lambda a, b: np.abs(a) > b)
    return body.emit("NonZero", [chosen], lambda a: np.asarray(np.nonzero(a)))


TENSORS = (
    unary, unary, binary, binary, reshape, reshape, reshape, expand, expand, tile, transpose, concat, concat, slices, slices, pad,
    matmul, gemm, reduce, along, split, squeeze, squeeze_ones, flatten, nonzero, where, gather, filled, filled, resize, windows,
    float_range, one_hot, unique, compress, einsum, scatter, gather_nd, random_choice,
)  # fmt: skip
