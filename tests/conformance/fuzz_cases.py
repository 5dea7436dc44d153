"""Random operators with random attributes and operands, for fuzz_ops.py.

A generator takes a Draw and returns a Case, or None where the draw leads nowhere. Most cases are valid; those that no runtime
runs are dropped by fuzz_ops.py.
"""
import math
import string

import numpy as np
from onnx import TensorProto, helper, numpy_helper

INT64_MAX = (1 << 63) - 1


class Draw:
    """Random choices; all of a case follow from its seed."""

    def __init__(self, seed):
        self._rng = np.random.default_rng(seed)
        self.opset = int(self._rng.integers(9, 25))

    def int(self, low, high):
        """In [low, high]."""
        return int(self._rng.integers(low, high + 1))

    def flip(self, chance=0.5):
        return bool(self._rng.random() < chance)

    def of(self, choices):
        return choices[self.int(0, len(choices) - 1)]

    def size(self):
        return self.of((0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8))

    def shape(self, low=0, high=4):
        return tuple(self.size() for _ in range(self.int(low, high)))

    def sizes(self, count, low, high):
        return [self.int(low, high) for _ in range(count)]

    def axis(self, rank):
        return self.int(-rank, rank - 1)

    def axes(self, rank, low=0):
        """Distinct axes in any order, some counted from the end."""
        count = self.int(min(low, rank), rank)
        picked = self._rng.permutation(rank)[:count]
        return [int(axis) - (rank if self.flip(0.3) else 0) for axis in picked]

    def permutation(self, count):
        return [int(i) for i in self._rng.permutation(count)]

    def array(self, shape, dtype=np.float32):
        if np.dtype(dtype).kind == "f":
            return self._rng.standard_normal(shape).astype(dtype)
        if np.dtype(dtype) == bool:
            return self._rng.random(shape) < 0.5
        return self._rng.integers(0, 4, shape).astype(dtype)

    def index(self, shape, size):
        """Indices into an axis of that size."""
        return self._rng.integers(-size, size, shape).astype(np.int64) if size else np.zeros(shape, np.int64)

    def broadcastable(self, shape):
        """A shape that goes with this one."""
        kept = [1 if self.flip(0.3) else size for size in shape]
        return tuple(kept[self.int(0, len(kept)):]) if self.flip(0.4) else tuple(kept)


class Case:
    """Nodes over named operands; `results` are the values that are looked at."""

    def __init__(self, draw):
        self.draw = draw
        self.inputs = {}
        self.nodes = []
        self.results = []

    def operand(self, array):
        name = f"x{len(self.inputs)}"
        self.inputs[name] = array
        return name

    def ints(self, values):
        """A vector or scalar of int64."""
        return self.operand(np.asarray(values, np.int64))

    def add(self, op_type, operands, outputs=1, domain="", **attributes):
        """One node; returns the name of its first result."""
        names = [f"y{len(self.results) + i}" for i in range(outputs)]
        present = {name: value for name, value in attributes.items() if value is not None}
        while operands and not operands[-1]:
            operands = operands[:-1]
        self.nodes.append(helper.make_node(op_type, operands, names, domain=domain, **present))
        self.results += names
        return names[0]


UNARY = "Abs Neg Relu Sigmoid Tanh Exp Floor Ceil Sqrt Identity Softplus Softsign Erf Sign HardSigmoid Elu Selu LeakyRelu".split()
BINARY = "Add Sub Mul Div Pow Less Greater Equal".split()
REDUCTIONS = "ReduceSum ReduceMean ReduceMax ReduceMin ReduceProd ReduceL1 ReduceL2 ReduceLogSumExp ReduceSumSquare".split()


def elementwise(draw):
    case, shape = Case(draw), draw.shape()
    kind = draw.int(0, 4)
    if kind == 0:
        case.add(draw.of(UNARY), [case.operand(draw.array(shape))])
    elif kind == 1:
        pair = [case.operand(draw.array(s)) for s in (shape, draw.broadcastable(shape))]
        case.add(draw.of(BINARY), pair if draw.flip() else pair[::-1])
    elif kind == 2:
        many = [case.operand(draw.array(draw.broadcastable(shape))) for _ in range(draw.int(1, 4))]
        case.add(draw.of(("Sum", "Max", "Min", "Mean")), many)
    elif kind == 3:
        condition = case.operand(draw.array(draw.broadcastable(shape), bool))
        case.add("Where", [condition, case.operand(draw.array(shape)), case.operand(draw.array(draw.broadcastable(shape)))])
    else:
        to = draw.of((TensorProto.INT64, TensorProto.FLOAT16, TensorProto.BOOL, TensorProto.DOUBLE))
        case.add("Cast", [case.operand(draw.array(shape))], to=to)
    return case


def reduction(draw):
    case, shape = Case(draw), draw.shape(0, 4)
    op_type = draw.of(REDUCTIONS)
    axes = draw.axes(len(shape)) if draw.flip(0.8) else None
    keepdims = draw.of((None, 0, 1))
    data = case.operand(draw.array(shape))
    if draw.opset < (13 if op_type == "ReduceSum" else 18):
        case.add(op_type, [data], axes=axes or None, keepdims=keepdims)
        return case
    operand = "" if axes is None else case.ints(axes)
    case.add(op_type, [data, operand], keepdims=keepdims, noop_with_empty_axes=draw.of((None, 0, 1)))
    return case


def along_axis(draw):
    case, shape = Case(draw), draw.shape(1, 4)
    axis = draw.axis(len(shape)) if draw.opset >= 11 else draw.int(0, len(shape) - 1)
    data = case.operand(draw.array(shape))
    op_type = draw.of(("ArgMax", "ArgMin", "Softmax", "LogSoftmax", "Hardmax", "CumSum", "Flatten"))
    if op_type.startswith("Arg"):
        if shape[axis] == 0:  # onnxruntime leaves the axis in where there is nothing to return
            return None
        case.add(op_type, [data], axis=axis, keepdims=draw.of((None, 0, 1)))
    elif op_type == "CumSum":
        case.add(op_type, [data, case.ints(axis)], reverse=draw.int(0, 1))
    else:
        case.add(op_type, [data], axis=axis)
    return case


def top_k(draw):
    case, shape = Case(draw), draw.shape(1, 4)
    axis = draw.axis(len(shape)) if draw.opset >= 11 else draw.int(0, len(shape) - 1)
    data, k = case.operand(draw.array(shape)), draw.int(0, shape[axis])
    if draw.opset < 10:
        case.add("TopK", [data], 2, axis=axis, k=max(k, 1))
    else:
        case.add("TopK", [data, case.ints([k])], 2, axis=axis)
    return case


def reshape(draw):
    case, shape = Case(draw), draw.shape(0, 4)
    count, target = math.prod(shape), []
    allows_zero = draw.opset >= 14 and draw.flip(0.3)
    while count > 1 and draw.flip(0.7):
        target.append(draw.of([d for d in range(1, count + 1) if count % d == 0]))
        count //= target[-1]
    target.append(count)
    if draw.flip():
        target[draw.int(0, len(target) - 1)] = -1
    for axis in range(min(len(target), len(shape))):
        if target[axis] == shape[axis] and not allows_zero and draw.flip():
            target[axis] = 0
    case.add("Reshape", [case.operand(draw.array(shape)), case.ints(target)], allowzero=1 if allows_zero else None)
    return case


def squeeze(draw):
    case, shape = Case(draw), draw.shape(0, 4)
    data = case.operand(draw.array(shape))
    op_type = draw.of(("Squeeze", "Unsqueeze"))
    if op_type == "Squeeze":
        ones = [axis for axis, size in enumerate(shape) if size == 1 and draw.flip(0.7)]
        axes = [axis - (len(shape) if draw.opset >= 11 and draw.flip(0.3) else 0) for axis in ones]
    else:
        rank = len(shape) + draw.int(1, 3)
        axes = [axis % rank if draw.opset < 11 else axis for axis in draw.axes(rank)[: rank - len(shape)]]
        axes += [axis for axis in range(rank) if axis not in {a % rank for a in axes}][: rank - len(shape) - len(axes)]
    if draw.opset < 13:
        case.add(op_type, [data], axes=axes or None)
    else:
        case.add(op_type, [data, "" if op_type == "Squeeze" and not axes else case.ints(axes)])
    return case


def movement(draw):
    case, shape = Case(draw), draw.shape(0, 4)
    data = case.operand(draw.array(shape))
    kind = draw.of(("Transpose", "Expand", "Tile", "Shape", "Size", "Trilu", "EyeLike"))
    if kind == "Transpose":
        case.add(kind, [data], perm=draw.permutation(len(shape)) if shape and draw.flip(0.8) else None)
    elif kind == "Expand":
        other = list(draw.broadcastable(tuple(draw.of((size, draw.size())) if size == 1 else size for size in shape)))
        case.add(kind, [data, case.ints([draw.size() for _ in range(draw.int(0, 2))] * draw.flip(0.3) + other)])
    elif kind == "Tile":
        case.add(kind, [data, case.ints(draw.sizes(len(shape), 0, 3))])
    elif kind == "Shape" and draw.opset >= 15:
        start, end = (draw.of((None, draw.int(-5, 5))) for _ in range(2))
        case.add(kind, [data], start=start, end=end)
    elif kind == "Trilu":
        case.add(kind, [case.operand(draw.array(draw.shape(2, 4)))])
    elif kind == "EyeLike":
        case.add(kind, [case.operand(draw.array(draw.shape(2, 2)))], k=draw.int(-2, 2))
    else:
        case.add(kind if kind == "Size" else "Shape", [data])
    return case


def concat(draw):
    case, shape = Case(draw), list(draw.shape(1, 4))
    axis = draw.axis(len(shape)) if draw.opset >= 11 else draw.int(0, len(shape) - 1)
    parts = []
    for _ in range(draw.int(1, 4)):
        shape[axis] = draw.size()
        parts.append(case.operand(draw.array(shape)))
    case.add("Concat", parts, axis=axis)
    return case


def split(draw):
    case, shape = Case(draw), list(draw.shape(1, 4))
    axis = draw.axis(len(shape)) if draw.opset >= 11 else draw.int(0, len(shape) - 1)
    count = draw.int(1, 4)
    parts = draw.sizes(count, 0, 3)
    by_size = draw.flip()
    # Equal parts before 18.
    shape[axis] = sum(parts) if by_size else draw.int(1, 9) if draw.opset >= 18 else count * draw.int(0, 3)
    data = case.operand(draw.array(shape))
    if by_size:
        if draw.opset < 13:
            case.add("Split", [data], count, axis=axis, split=parts)
        else:
            case.add("Split", [data, case.ints(parts)], count, axis=axis)
    else:
        case.add("Split", [data], count, axis=axis, num_outputs=count if draw.opset >= 18 else None)
    return case


def slices(draw):
    case, shape = Case(draw), draw.shape(1, 4)
    axes = draw.axes(len(shape), 1)
    if draw.opset < 10:
        axes = sorted({axis % len(shape) for axis in axes})
    ends = (INT64_MAX, -INT64_MAX, -INT64_MAX - 1, (1 << 31) - 1, -(1 << 31), 0, -1)
    starts = [draw.of((draw.int(-9, 9), draw.int(-2, 3), draw.of(ends))) for _ in axes]
    stops = [draw.of((draw.int(-9, 9), draw.of(ends))) for _ in axes]
    data = case.operand(draw.array(shape))
    if draw.opset < 10:
        case.add("Slice", [data], axes=axes, starts=starts, ends=stops)
        return case
    steps = [draw.of((1, 1, 2, 3, -1, -2, INT64_MAX, -INT64_MAX)) for _ in axes]
    has_axes = draw.flip(0.8) or draw.flip() or len(axes) > len(shape)
    operands = [data, case.ints(starts), case.ints(stops), case.ints(axes) if has_axes else ""]
    case.add("Slice", operands + ([case.ints(steps)] if draw.flip(0.7) else []))
    return case


def pad(draw):
    case, shape = Case(draw), draw.shape(1, 4)
    mode = draw.of(("constant", "constant", "reflect", "edge") + (("wrap",) if draw.opset >= 19 else ()))
    data = case.operand(draw.array(shape))
    low = -2 if mode == "constant" else 0
    if draw.opset < 11:
        case.add("Pad", [data], mode=mode, pads=draw.sizes(2 * len(shape), low, 2))
        return case
    axes = draw.axes(len(shape), 1) if draw.opset >= 18 and draw.flip() else None
    pads = case.ints(draw.sizes(2 * len(shape if axes is None else axes), low, 3))
    value = case.operand(draw.array(())) if mode == "constant" and draw.flip() else ""
    case.add("Pad", [data, pads, value, "" if axes is None else case.ints(axes)], mode=mode)
    return case


def gather(draw):
    case, shape = Case(draw), draw.shape(1, 4)
    axis = draw.axis(len(shape)) if draw.opset >= 11 else draw.int(0, len(shape) - 1)
    size = shape[axis]
    data = case.operand(draw.array(shape))
    kind = draw.of(("Gather", "GatherElements", "GatherND", "ScatterND", "ScatterElements"))
    if kind == "Gather":
        indices = draw.shape(0, 3) if size else (0,)
        case.add(kind, [data, case.operand(draw.index(indices, size))], axis=axis)
    elif kind.endswith("Elements"):
        smaller = [min(s, draw.size()) for s in shape]
        indices = case.operand(draw.index(smaller, min(shape[axis], 1)))
        case.add(kind, [data, indices] + ([case.operand(draw.array(smaller))] if kind[0] == "S" else []), axis=axis)
    else:
        batch = draw.int(0, len(shape) - 1) if kind == "GatherND" and draw.opset >= 12 else 0
        depth = draw.int(1, len(shape) - batch)
        if 0 in shape:
            return None
        own = shape[:batch] + draw.shape(0, 2)
        indices = case.operand(np.zeros(own + (depth,), np.int64))
        updates = [case.operand(draw.array(own + shape[depth:]))] if kind == "ScatterND" else []
        case.add(kind, [data, indices] + updates, batch_dims=batch or None)
    return case


def selection(draw):
    case, shape = Case(draw), draw.shape(0, 4)
    data = case.operand(draw.array(shape, np.int64))
    kind = draw.of(("NonZero", "Unique", "Compress", "OneHot", "ReverseSequence", "IsNaN"))
    axis = draw.axis(len(shape)) if shape and draw.flip() else None
    if kind == "NonZero":
        case.add(kind, [data])
    elif kind == "Unique":
        case.add(kind, [data], draw.int(1, 4), axis=axis, sorted=draw.of((None, 0, 1)))
    elif kind == "Compress":
        axis = axis if draw.opset >= 11 or axis is None else axis % len(shape)
        length = math.prod(shape) if axis is None else shape[axis]
        case.add(kind, [data, case.operand(draw.array((draw.int(0, length),), bool))], axis=axis)
    elif kind == "OneHot":
        depth, values = case.ints(draw.int(1, 5)), case.operand(draw.array((2,)))
        case.add(kind, [data, depth, values], axis=draw.of((None, draw.int(-len(shape) - 1, len(shape)))))
    elif kind == "ReverseSequence":
        time, batch = draw.int(1, 4), draw.int(1, 4)
        data = case.operand(draw.array((time, batch) + draw.shape(0, 2)))
        case.add(kind, [data, case.ints([1] * batch)], time_axis=0, batch_axis=1)
    else:
        case.add(kind, [case.operand(draw.array(shape))])
    return case


def generators(draw):
    case = Case(draw)
    kind = draw.of(("Range", "Range", "ConstantOfShape", "RandomNormal", "HannWindow", "MelWeightMatrix"))
    if kind == "Range":
        dtype = draw.of((np.int64, np.int32, np.float32))
        scale = draw.of((1, 0.5, 0.1)) if dtype == np.float32 else 1
        numbers = [draw.int(-5, 9) * scale, draw.int(-5, 12) * scale, draw.of((1, 2, 3, -1, -2)) * draw.of((1, scale))]
        case.add(kind, [case.operand(np.array(number, dtype)) for number in numbers])
    elif kind == "ConstantOfShape":
        value = numpy_helper.from_array(np.array([1], np.int32)) if draw.flip() else None
        case.add(kind, [case.ints(draw.shape())], value=value)
    elif kind == "RandomNormal":
        case.add(kind, [], shape=list(draw.shape(1, 3)))
    elif kind == "HannWindow":
        case.add(draw.of((kind, "HammingWindow", "BlackmanWindow")), [case.ints(draw.int(1, 9))], periodic=draw.int(0, 1))
    else:
        numbers = [case.ints(draw.int(1, 4)), case.ints(draw.of((8, 9, 16))), case.ints(8000)]
        case.add(kind, numbers + [case.operand(np.float32(0)), case.operand(np.float32(4000))])
    return case


def resize(draw):
    case, shape = Case(draw), tuple(max(size, 1) for size in draw.shape(1, 4))
    axes = sorted(axis % len(shape) for axis in draw.axes(len(shape), 1)) if draw.opset >= 18 and draw.flip() else None
    count = len(shape) if axes is None else len(axes)
    data, roi = case.operand(draw.array(shape)), ""
    if draw.opset < 10:
        scales = case.operand(np.array([draw.of((1, 1.5, 2, 3)) for _ in shape], np.float32))
        case.add("Upsample", [data, scales], mode="nearest")
        return case
    scales = np.array([draw.of((1, 0.5, 2, 1.5, 0.7, 3, 1.3, 0.3)) for _ in range(count)], np.float32)
    if draw.opset == 10:
        case.add("Resize", [data, case.operand(scales)], mode="nearest")
        return case
    if draw.opset < 13:
        roi = case.operand(np.zeros((0,), np.float32))
    if draw.flip():
        case.add("Resize", [data, roi, case.operand(scales)], mode="nearest", axes=axes)
        return case
    unused = case.operand(np.zeros((0,), np.float32)) if draw.opset < 13 else ""
    policy = draw.of((None, "stretch", "not_larger", "not_smaller")) if draw.opset >= 18 else None
    sizes = case.ints(draw.sizes(count, 1, 9))
    case.add("Resize", [data, roi, unused, sizes], mode="nearest", axes=axes, keep_aspect_ratio_policy=policy)
    return case


def _window(draw, count, has_dilations=True):
    """Attributes of convolutions and poolings, without kernel_shape."""
    auto_pad = draw.of(("NOTSET", "NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"))
    return {
        "auto_pad": auto_pad,
        "strides": draw.sizes(count, 1, 3) if draw.flip() else None,
        "dilations": draw.sizes(count, 1, 2) if has_dilations and auto_pad[:4] != "SAME" and draw.flip(0.4) else None,
        "pads": draw.sizes(2 * count, 0, 2) if auto_pad == "NOTSET" and draw.flip() else None,
    }


def convolution(draw):
    case, count = Case(draw), draw.int(1, 3)
    group, channels, filters = draw.of(((1, 2, 3), (1, 1, 4), (2, 4, 6), (3, 3, 3)))
    kernel, image = draw.sizes(count, 1, 3), draw.sizes(count, 1, 9)
    data = case.operand(draw.array([draw.int(0, 2), channels] + image))
    attributes = _window(draw, count)
    bias = [case.operand(draw.array([filters]))] if draw.flip() else []
    kernel_shape = kernel if draw.flip() else None
    if draw.flip():
        weights = case.operand(draw.array([filters, channels // group] + kernel))
        case.add("Conv", [data, weights] + bias, group=group, kernel_shape=kernel_shape, **attributes)
        return case
    weights = case.operand(draw.array([channels, filters // group] + kernel))
    strides = attributes["strides"] or [1] * count
    padding = [draw.int(0, stride - 1) for stride in strides] if draw.flip(0.4) else None
    case.add("ConvTranspose", [data, weights] + bias, group=group, kernel_shape=kernel_shape, output_padding=padding, **attributes)
    return case


def pooling(draw):
    case, count = Case(draw), draw.int(1, 3)
    op_type = draw.of(("MaxPool", "AveragePool", "LpPool", "GlobalAveragePool", "GlobalMaxPool"))
    data = case.operand(draw.array([draw.int(1, 2), draw.int(1, 3)] + draw.sizes(count, 1, 12)))
    if op_type[0] == "G":
        case.add(op_type, [data])
        return case
    first = {"MaxPool": 10, "AveragePool": 19, "LpPool": 18}[op_type]
    attributes = _window(draw, count, draw.opset >= first)
    ceil_mode = draw.int(0, 1) if draw.opset >= {"MaxPool": 10, "AveragePool": 10, "LpPool": 18}[op_type] else None
    outputs = draw.int(1, 2) if op_type == "MaxPool" else 1
    case.add(op_type, [data], outputs, kernel_shape=draw.sizes(count, 1, 4), ceil_mode=ceil_mode, **attributes)
    return case


def images(draw):
    case = Case(draw)
    kind = draw.of(("DepthToSpace", "SpaceToDepth", "RoiAlign", "GridSample", "Col2Im", "CenterCropPad", "MaxUnpool"))
    block = draw.int(1, 3)
    if kind == "DepthToSpace":
        data = case.operand(draw.array([draw.int(0, 2), block * block * draw.int(1, 2), draw.int(1, 3), draw.int(1, 3)]))
        case.add(kind, [data], blocksize=block, mode=draw.of(("DCR", "CRD")) if draw.opset >= 11 else None)
    elif kind == "SpaceToDepth":
        sides = [block * draw.int(1, 3), block * draw.int(1, 3)]
        case.add(kind, [case.operand(draw.array([draw.int(0, 2), draw.int(1, 2)] + sides))], blocksize=block)
    elif kind == "RoiAlign":
        count = draw.int(1, 3)
        operands = [draw.array([1, 2, 6, 6]), np.abs(draw.array([count, 4])), np.zeros(count, np.int64)]
        case.add(kind, [case.operand(a) for a in operands], output_height=draw.int(1, 4), output_width=draw.int(1, 4))
    elif kind == "GridSample":
        batch = draw.int(1, 2)
        image, grid = draw.array([batch, 2, 4, 5]), draw.array([batch, draw.int(1, 4), draw.int(1, 4), 2])
        case.add(kind, [case.operand(image), case.operand(grid)])
    elif kind == "Col2Im":
        image, kernel = draw.sizes(2, 3, 6), draw.sizes(2, 1, 3)
        windows = math.prod(i - k + 1 for i, k in zip(image, kernel))
        data = case.operand(draw.array([draw.int(1, 2), draw.int(1, 3) * math.prod(kernel), windows]))
        case.add(kind, [data, case.ints(image), case.ints(kernel)])
    elif kind == "CenterCropPad":
        shape = draw.shape(1, 4)
        axes = draw.axes(len(shape), 1) if draw.flip() else None
        sizes = case.ints(draw.sizes(len(shape if axes is None else axes), 1, 6))
        case.add(kind, [case.operand(draw.array(shape)), sizes], axes=axes)
    else:
        sides = draw.sizes(2, 1, 4)
        operands = [draw.array([1, 1] + sides), np.zeros([1, 1] + sides, np.int64)]
        strides = draw.sizes(2, 1, 2)
        case.add(kind, [case.operand(a) for a in operands], kernel_shape=draw.sizes(2, 1, 3), strides=strides)
    return case


def products(draw):
    case = Case(draw)
    kind = draw.of(("MatMul", "MatMul", "Gemm", "Einsum", "MatMulInteger"))
    rows, inner, columns = (draw.size() for _ in range(3))
    if kind == "Gemm":
        flips = draw.sizes(2, 0, 1)
        a = draw.array((inner, rows) if flips[0] else (rows, inner))
        b = draw.array((columns, inner) if flips[1] else (inner, columns))
        c = [draw.array(draw.broadcastable((rows, columns)))] if draw.opset < 11 or draw.flip() else []
        case.add(kind, [case.operand(x) for x in [a, b] + c], transA=flips[0], transB=flips[1])
    elif kind == "Einsum":
        letters = {letter: draw.int(1, 4) for letter in string.ascii_lowercase[:5]}
        terms = ["".join(draw.of("abcde") for _ in range(draw.int(1, 3))) for _ in range(draw.int(1, 2))]
        lead = draw.shape(0, 2) if draw.flip() else None
        used = sorted(set("".join(terms)))
        output = "".join(used[i] for i in draw.permutation(len(used))[: draw.int(0, len(used))])
        dots = "" if lead is None else "..."
        equation = ",".join(dots + term for term in terms) + (f"->{dots}{output}" if draw.flip(0.8) else "")
        shapes = [tuple(lead or ()) + tuple(letters[c] for c in term) for term in terms]
        case.add(kind, [case.operand(draw.array(shape)) for shape in shapes], equation=equation)
    else:
        batch = draw.shape(0, 2)
        a, b = batch + (rows, inner), draw.broadcastable(batch) + (inner, columns)
        if draw.flip(0.2):
            a = (inner,)
        elif draw.flip(0.2):
            b = (inner,)
        dtype = np.uint8 if kind == "MatMulInteger" else np.float32
        case.add(kind, [case.operand(draw.array(a, dtype)), case.operand(draw.array(b, dtype))])
    return case


def normalization(draw):
    case, shape = Case(draw), tuple(max(size, 1) for size in draw.shape(2, 4))
    kind = draw.of(("BatchNormalization", "InstanceNormalization", "LayerNormalization", "LRN", "Dropout", "LpNormalization"))
    data, vector = case.operand(draw.array(shape)), (shape[1],)
    if kind == "BatchNormalization":
        training = draw.flip(0.3) and draw.opset >= 14
        vectors = [case.operand(np.abs(draw.array(vector))) for _ in range(4)]
        case.add(kind, [data] + vectors, 3 if training else 1, training_mode=1 if training else None)
    elif kind == "InstanceNormalization":
        case.add(kind, [data] + [case.operand(draw.array(vector)) for _ in range(2)])
    elif kind == "LayerNormalization":
        axis = draw.axis(len(shape))
        case.add(kind, [data, case.operand(draw.array(shape[axis % len(shape):]))], draw.int(1, 3), axis=axis)
    elif kind == "Dropout":
        case.add(kind, [data], draw.int(1, 2))
    elif kind == "LRN":
        case.add(kind, [data], size=3)
    else:
        case.add(kind, [data], axis=draw.axis(len(shape)))
    return case


def recurrent(draw):
    case = Case(draw)
    kind, gates = draw.of((("RNN", 1), ("GRU", 3), ("LSTM", 4)))
    direction = draw.of(("forward", "reverse", "bidirectional"))
    directions = 2 if direction[0] == "b" else 1
    layout = draw.int(0, 1) if draw.opset >= 14 else 0
    steps, batch, width, hidden = (draw.int(1, 4) for _ in range(4))
    data = draw.array((batch, steps, width) if layout else (steps, batch, width))
    weights = [draw.array((directions, gates * hidden, size)) for size in (width, hidden)]
    operands = [case.operand(a) for a in [data] + weights]
    if draw.flip():
        operands.append(case.operand(draw.array((directions, 2 * gates * hidden))))
    outputs = draw.int(1, 3 if kind == "LSTM" else 2)
    case.add(kind, operands, outputs, hidden_size=hidden, direction=direction, layout=layout or None)
    return case


def signal(draw):
    case = Case(draw)
    batch, length, parts = draw.int(1, 2), draw.int(2, 12), draw.of((1, 2))
    data = case.operand(draw.array((batch, length, parts)))
    if draw.flip():
        frame = draw.int(1, length)
        onesided = draw.of((None, 0, 1)) if parts == 1 else 0
        operands = [data, case.ints(draw.int(1, 4)), "" if draw.flip() else case.operand(draw.array((frame,))), case.ints(frame)]
        case.add("STFT", operands, onesided=onesided)
        return case
    inverse = draw.int(0, 1)
    onesided = draw.int(0, 1) if parts == 1 and not inverse else 0
    dft_length = case.ints(draw.int(1, 14)) if draw.flip() else ""
    if draw.opset < 20:
        case.add("DFT", [data, dft_length], axis=1, inverse=inverse, onesided=onesided)
    else:
        case.add("DFT", [data, dft_length, case.ints(draw.of((1, -2)))], inverse=inverse, onesided=onesided)
    return case


def sequences(draw):
    case, shape = Case(draw), draw.shape(1, 3)
    kind, concatenates = draw.int(0, 2), True
    if kind == 0:
        axis = draw.axis(len(shape))
        split_by = draw.of(("none", "size", "sizes"))
        if shape[axis] == 0:
            return None
        operands = [case.operand(draw.array(shape))]
        if split_by == "size":
            operands.append(case.ints(draw.int(1, 4)))
        elif split_by == "sizes":
            first = draw.int(0, shape[axis])
            operands.append(case.ints([first, shape[axis] - first]))
        sequence = case.add("SplitToSequence", operands, axis=axis, keepdims=draw.of((None, 0, 1)))
    else:
        # Elements of one shape may be concatenated; onnxruntime ends the process over others.
        shapes = [shape if draw.flip() else draw.shape(1, 3) for _ in range(draw.int(1, 3))]
        concatenates = len({tuple(s) for s in [shape, *shapes]}) == 1
        sequence = case.add("SequenceConstruct", [case.operand(draw.array(s)) for s in shapes])
        if kind == 2:
            extra = [case.operand(draw.array(shape))] + ([case.ints(draw.int(0, 1))] if draw.flip() else [])
            sequence = case.add("SequenceInsert", [sequence] + extra)
    last = draw.of(("SequenceAt", "SequenceErase", "ConcatFromSequence", "SequenceLength"))
    if last == "ConcatFromSequence" and concatenates:
        case.add(last, [sequence], axis=draw.int(-1, 0), new_axis=draw.of((None, 0, 1)))
    elif last == "SequenceLength":
        case.add(last, [sequence])
    elif last != "ConcatFromSequence":
        case.add(last, [sequence, case.ints(draw.int(-1, 0))])
    return case


def shape_arithmetic(draw):
    """A chain from a tensor's shape to the shape of another one."""
    case, shape = Case(draw), draw.shape(1, 4)
    data = case.operand(draw.array(shape))
    sizes = case.add("Shape", [data])
    rank = len(shape)
    for _ in range(draw.int(1, 3)):
        kind = draw.of(("Gather", "Slice", "Concat", "Add", "Mul", "Max", "Cast", "Sub", "Div", "Mod", "Where", "ReduceProd"))
        if kind == "Gather" and rank:
            indices = draw.index((draw.int(1, 3),), rank)
            sizes, rank = case.add(kind, [sizes, case.operand(indices)]), len(indices)
        elif kind == "Slice" and draw.opset >= 10:
            start, step = draw.int(0, rank), draw.of((1, 1, 2))
            sizes = case.add(kind, [sizes, case.ints([start]), case.ints([INT64_MAX]), case.ints([0]), case.ints([step])])
            rank = len(range(start, rank, step))
        elif kind == "Concat":
            sizes = case.add(kind, [sizes, case.ints([draw.int(1, 3)])], axis=0)
            rank += 1
        elif kind in ("Add", "Mul", "Max", "Sub"):
            sizes = case.add(kind, [sizes, case.ints([draw.int(1, 2)])])
        elif kind == "Div":
            sizes = case.add(kind, [sizes, case.ints([draw.int(1, 3)])])
        elif kind == "Mod" and draw.opset >= 10:
            sizes = case.add(kind, [sizes, case.ints([draw.int(1, 4)])])
        elif kind == "Where":
            condition = case.add("Equal", [sizes, case.ints([draw.int(1, 3)])])
            sizes = case.add(kind, [condition, case.ints([draw.int(1, 3)]), sizes])
        elif kind == "Cast":
            small = case.add(kind, [sizes], to=TensorProto.INT32)
            sizes = case.add(kind, [small], to=TensorProto.INT64)
        elif kind == "ReduceProd":
            sizes, rank = case.add(kind, [sizes], keepdims=1), 1
    last = draw.of(("ConstantOfShape", "Reshape", "Expand", "Range"))
    if last == "ConstantOfShape":
        case.add(last, [sizes])
    elif last == "Range":
        total = case.add("ReduceSum", [sizes], keepdims=0)
        case.add(last, [case.ints(0), total, case.ints(draw.int(1, 2))])
    elif last == "Reshape":
        flat = case.add("Concat", [sizes, case.ints([-1])], axis=0)
        case.add(last, [data, flat])
    else:
        case.add(last, [case.operand(draw.array((1,))), sizes])
    return case


def quantization(draw):
    case, shape = Case(draw), draw.shape(1, 3)
    kind = draw.of(("QuantizeLinear", "DynamicQuantizeLinear", "DequantizeLinear"))
    scale = case.operand(np.float32(0.5))
    if kind == "DynamicQuantizeLinear":
        case.inputs.clear()
        case.add(kind, [case.operand(draw.array([max(size, 1) for size in shape]))], 3)
    elif kind == "QuantizeLinear":
        case.add(kind, [case.operand(draw.array(shape)), scale, case.operand(np.array(1, draw.of((np.uint8, np.int8))))])
    else:
        case.add(kind, [case.operand(draw.array(shape, np.uint8)), scale])
    return case


def detection(draw):
    case = Case(draw)
    batch, boxes, classes = draw.int(1, 2), draw.int(1, 5), draw.int(1, 3)
    operands = [draw.array((batch, boxes, 4)), np.abs(draw.array((batch, classes, boxes)))]
    limits = [case.ints([draw.int(0, 3)]), case.operand(np.array([0.5], np.float32))][: draw.int(0, 2)]
    case.add("NonMaxSuppression", [case.operand(a) for a in operands] + limits)
    return case


def attention(draw):
    case = Case(draw)
    case.draw.opset = 23
    batch, groups, shared = draw.int(1, 2), draw.int(1, 2), draw.int(1, 2)
    queries, keys, size, width = (draw.int(1, 4) for _ in range(4))
    heads = groups * shared
    packed = draw.flip()

    def operand(count, length, last):
        shape = (batch, length, count * last) if packed else (batch, count, length, last)
        return case.operand(draw.array(shape))

    operands = [operand(heads, queries, size), operand(groups, keys, size), operand(groups, keys, width)]
    outputs = 1
    if draw.flip():
        past = draw.int(0, 3)
        operands += ["", case.operand(draw.array((batch, groups, past, size))), case.operand(draw.array((batch, groups, past, width)))]
        outputs = draw.int(3, 4)
    numbers = {"q_num_heads": heads, "kv_num_heads": groups} if packed else {}
    case.add("Attention", operands, outputs, **numbers)
    return case


FAMILIES = (
    elementwise, reduction, along_axis, top_k, reshape, squeeze, movement, concat, split, slices, slices, pad, gather,
    selection, generators, resize, convolution, convolution, pooling, pooling, images, products, normalization, recurrent,
    signal, sequences, shape_arithmetic, shape_arithmetic, quantization, detection, attention,
)


def make_case(seed):
    """The case of this seed; None where the draw leads nowhere."""
    draw = Draw(seed)
    try:
        return draw.of(FAMILIES)(draw)
    except (ValueError, IndexError):  # such as an index into nothing
        return None
