"""Random nodes over small integers, as the shape arithmetic of exporters: what they make is used as sizes elsewhere."""
import numpy as np

from .graph import INT64_MAX, Skip, is_tensor


def is_int(data):
    return is_tensor(data) and data.dtype == np.int64


def is_vector(data):
    return is_int(data) and data.ndim == 1 and data.size <= 12


def is_scalar(data):
    return is_int(data) and data.ndim == 0


def is_small(data):
    return is_int(data) and data.ndim <= 1 and data.size <= 12


def any_tensor(data):
    return is_tensor(data)


def axes_operand(body, axes):
    """How this opset takes axes: an attribute, or an operand."""
    return ([body.constant(axes)], {}) if body.shared.opset >= 13 else ([], {"axes": list(axes)})


def shape(body):
    name = body.pick(any_tensor)
    rank = body.env[name].ndim
    if body.shared.opset >= 15 and body.draw.flip(0.3):
        start, end = body.draw.randint(-2, rank), body.draw.choice((None, 1, -1, 2, rank))
        return body.emit("Shape", [name], lambda a: np.asarray(a.shape[start:end], np.int64), start=start, end=end)
    return body.emit("Shape", [name], lambda a: np.asarray(a.shape, np.int64))


def size(body):
    return body.emit("Size", [body.pick(any_tensor)], lambda a: np.asarray(a.size, np.int64))


def literal(body):
    draw = body.draw
    values = [draw.choice((-1, 0, 1, 1, 2, 2, 3, 4, 5, 7)) for _ in range(draw.randint(0, 4))]
    return body.constant(draw.choice(values) if values and draw.flip(0.4) else values)


def gather(body):
    name = body.pick(is_vector)
    length = body.env[name].size
    if not length:
        raise Skip
    if body.draw.flip(0.2):
        index = body.pick(is_small)
    elif body.draw.flip(0.6):
        index = body.constant(body.draw.randint(-length, length - 1))
    else:
        index = body.constant([body.draw.randint(-length, length - 1) for _ in range(body.draw.randint(1, 3))])
    return body.emit("Gather", [name, index], lambda a, i: np.take(a, checked(i, a.shape[0]), 0), axis=0 if body.draw.flip() else None)


def checked(indices, count):
    if np.any(indices >= count) or np.any(indices < -count):
        raise Skip
    return np.where(indices < 0, indices + count, indices)


def concat(body):
    names = [body.pick(is_vector) for _ in range(body.draw.randint(1, 3))]
    return body.emit("Concat", names, lambda *a: np.concatenate(a), axis=body.draw.choice((0, -1)))


def unsqueeze(body):
    operands, attributes = axes_operand(body, [body.draw.choice((0, -1))])
    return body.emit("Unsqueeze", [body.pick(is_scalar), *operands], lambda a, *_: a.reshape(1), **attributes)


def squeeze(body):
    operands, attributes = axes_operand(body, [body.draw.choice((0, -1))])
    name = body.pick(lambda a: is_vector(a) and a.size == 1)
    if body.draw.flip(0.2):
        operands, attributes = [], {}
    return body.emit("Squeeze", [name, *operands], lambda a, *_: a.reshape(()), **attributes)


def slices(body):
    draw = body.draw
    name = body.pick(is_vector)
    start, end, step = draw.randint(-3, 3), draw.choice((1, 2, 3, -1, INT64_MAX)), draw.choice((1, 1, 1, 2, -1))
    if step < 0:
        end = -INT64_MAX
    operands = [body.constant([v]) for v in (start, end, 0, step)]
    return body.emit("Slice", [name, *operands], lambda a, s, e, _, p: a[int(s[0]) : clip(e[0], p[0]) : int(p[0])])


def clip(end, step):
    return None if step < 0 and end < -(10**6) else int(end)


def divide(a, b):
    if np.any(b == 0):
        raise Skip
    return np.trunc(a / b).astype(np.int64)


def modulo(a, b):
    if np.any(b == 0):
        raise Skip
    return np.mod(a, b)


BINARY = {
    "Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Div": divide, "Mod": modulo, "Min": np.minimum, "Max": np.maximum,
}  # fmt: skip


def arithmetic(body):
    op_type = body.draw.choice(list(BINARY))
    if op_type in ("Min", "Max") and body.shared.opset < 12:
        raise Skip
    left = body.pick(is_small)
    if body.draw.flip(0.5):
        right = body.constant(body.draw.choice((1, 2, 2, 3, 4, -1, 0, INT64_MAX if body.draw.flip(0.1) else 2)))
    else:
        right = body.pick(is_small)
    pair = [left, right] if body.draw.flip(0.8) else [right, left]
    return body.emit(op_type, pair, BINARY[op_type])


def reduce(body):
    op_type, run = body.draw.choice((("ReduceProd", np.prod), ("ReduceSum", np.sum), ("ReduceMax", np.max), ("ReduceMin", np.min)))
    keepdims = body.draw.choice((0, 1, None))
    new = body.shared.opset >= (13 if op_type == "ReduceSum" else 18)
    operands, attributes = ([body.constant([0])], {}) if new else ([], {"axes": [0]})
    if body.draw.flip(0.4):
        operands, attributes = [], {}
    return body.emit(
        op_type, [body.pick(is_vector), *operands], lambda a, *_: np.asarray(run(a, axis=0, keepdims=keepdims != 0), np.int64),
        keepdims=keepdims, **attributes,
    )  # fmt: skip


def scaled(body):
    """An integer through floats: Cast, Mul, Floor, Cast."""
    draw = body.draw
    value = body.emit("Cast", [body.pick(is_small)], lambda a: a.astype(np.float32), to=1)
    factor = body.constant(draw.choice((0.5, 2.0, 0.7, 1.5, 0.25, 3.0)), np.float32)
    op_type, run = draw.choice((("Mul", np.multiply), ("Div", np.divide), ("Add", np.add)))
    value = body.emit(op_type, [value, factor], run)
    op_type, run = draw.choice((("Floor", np.floor), ("Ceil", np.ceil), ("Round", np.rint), ("Identity", np.asarray)))
    value = body.emit(op_type, [value], run)
    return body.emit("Cast", [value], lambda a: a.astype(np.int64), to=7)


def narrow(body):
    value = body.emit("Cast", [body.pick(is_small)], lambda a: a.astype(np.int32), to=6)
    value = body.emit("Mul", [value, body.constant(body.draw.randint(1, 3), np.int32)], np.multiply)
    return body.emit("Cast", [value], lambda a: a.astype(np.int64), to=7)


def count_up(body):
    ends = [body.pick(is_scalar) if body.draw.flip(0.4) else body.constant(v) for v in (0, body.draw.randint(0, 6))]
    step = body.constant(body.draw.choice((1, 1, 2, -1)))
    return body.emit("Range", [*ends, step], lambda a, b, c: np.arange(a, b, c) if c != 0 else skip())


def skip():
    raise Skip


COMPARISONS = {"Equal": np.equal, "Less": np.less, "Greater": np.greater}


def compare(body, accepts=is_small):
    op_type = body.draw.choice(list(COMPARISONS))
    left = body.pick(accepts)
    right = body.pick(accepts) if body.draw.flip(0.3) else body.constant(body.draw.randint(0, 5))
    return body.emit(op_type, [left, right], COMPARISONS[op_type])


def where(body):
    condition = compare(body)
    return body.emit("Where", [condition, body.pick(is_small), body.pick(is_small)], np.where)


def logic(body):
    def is_bool(data):
        return is_tensor(data) and data.dtype == bool and data.ndim <= 1

    op_type, run = body.draw.choice((("And", np.logical_and), ("Or", np.logical_or), ("Not", np.logical_not), ("Xor", np.logical_xor)))
    names = [body.pick(is_bool) for _ in range(1 if op_type == "Not" else 2)]
    value = body.emit(op_type, names, run)
    return body.emit("Cast", [value], lambda a: a.astype(np.int64), to=7) if body.draw.flip(0.3) else value


def filled(body):
    name = body.pick(lambda a: is_vector(a) and a.size <= 3 and (a >= 0).all())
    value = body.draw.choice((0, 1, 2, 3))
    return body.emit(
        "ConstantOfShape", [name], lambda a: np.full(sizes(a), value, np.int64), value=as_tensor([value]),
    )  # fmt: skip


def as_tensor(values, dtype=np.int64):
    from .graph import tensor_proto

    return tensor_proto(np.asarray(values, dtype))


def sizes(vector):
    if vector.ndim != 1 or (vector < 0).any() or np.prod(vector.astype(float)) > 1500:
        raise Skip
    return tuple(int(v) for v in vector)


def unary(body):
    op_type, run = body.draw.choice((("Neg", np.negative), ("Abs", np.abs), ("Sign", np.sign), ("Identity", np.asarray)))
    return body.emit(op_type, [body.pick(is_small)], run)


def split(body):
    name = body.pick(lambda a: is_vector(a) and a.size >= 2)
    length = body.env[name].size
    first = body.draw.randint(1, length - 1)
    parts = [first, length - first]
    run = lambda a, *_: tuple(np.split(a, [first])) if a.size == length else skip()
    if body.shared.opset >= 13:
        return body.emit("Split", [name, body.constant(parts)], run, outputs=2)
    return body.emit("Split", [name], run, outputs=2, split=parts)


def scatter(body):
    name = body.pick(lambda a: is_vector(a) and a.size >= 1)
    at = body.draw.randint(0, body.env[name].size - 1)
    update = body.pick(lambda a: is_vector(a) and a.size == 1)

    def run(a, i, u):
        result = a.copy()
        result[checked(i, a.size).reshape(-1)] = u
        return result

    if body.draw.flip():
        return body.emit("ScatterND", [name, body.constant([[at]]), update], run)
    return body.emit("ScatterElements", [name, body.constant([at]), update], run)


def positions(body):
    return body.emit("NonZero", [body.pick(is_vector)], lambda a: np.asarray(np.nonzero(a)))


def flatten(body):
    return body.emit("Reshape", [body.pick(lambda a: is_int(a) and a.size <= 12), body.constant([-1])], lambda a, _: a.reshape(-1))


def tile(body):
    name = body.pick(is_vector)
    repeats = body.constant([body.draw.randint(0, 2)]) if body.draw.flip(0.6) else body.pick(lambda a: is_vector(a) and a.size == 1)
    if body.draw.flip():
        return body.emit("Tile", [name, repeats], lambda a, r: np.tile(a, sizes(r)))
    return body.emit("Expand", [name, repeats], lambda a, r: np.broadcast_to(a, np.broadcast_shapes(a.shape, sizes(r))).copy())


def accumulate(body):
    return body.emit("CumSum", [body.pick(is_vector), body.constant(0)], lambda a, _: np.cumsum(a))


def compress(body):
    name = body.pick(is_vector)
    length = body.env[name].size
    if body.draw.flip():
        mask = body.constant([body.draw.flip() for _ in range(length)], bool)
    else:
        mask = compare(body, lambda a: is_vector(a) and a.size <= length)
    return body.emit("Compress", [name, mask], lambda a, m: a[: m.size][m] if m.size <= a.size else skip(), axis=0)


NUMBERS = (
    shape, shape, shape, size, literal, literal, gather, gather, gather, concat, concat, concat, unsqueeze, unsqueeze, squeeze,
    slices, arithmetic, arithmetic, arithmetic, arithmetic, reduce, scaled, narrow, count_up, compare, where, logic,
    filled, unary, split, scatter, positions, flatten, tile, accumulate, compress,
)  # fmt: skip
