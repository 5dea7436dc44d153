"""Random operators of neural networks."""
import math

import numpy as np

from .draw import Case


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
