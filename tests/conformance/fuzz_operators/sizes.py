"""Random computations of sizes: what makes tensors, and chains from one tensor's shape to another's."""
import numpy as np
from onnx import TensorProto, numpy_helper

from .draw import INT64_MAX, Case


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
