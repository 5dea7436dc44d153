"""Random operators that move, select and join elements."""
import math

import numpy as np

from .draw import INT64_MAX, Case


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
