"""Random arithmetic on sizes: integer and floating-point operators, from a tensor's shape to other shapes."""
import numpy as np
from onnx import TensorProto, numpy_helper

from .draw import Case

FLOATS = (TensorProto.FLOAT, TensorProto.FLOAT, TensorProto.FLOAT, TensorProto.DOUBLE, TensorProto.FLOAT16)
INTEGERS = (TensorProto.INT64, TensorProto.INT64, TensorProto.INT32)
NUMPY = {
    TensorProto.FLOAT: np.float32, TensorProto.DOUBLE: np.float64, TensorProto.FLOAT16: np.float16,
    TensorProto.INT64: np.int64, TensorProto.INT32: np.int32, TensorProto.UINT64: np.uint64,
}
NUMBERS = (0.5, 2, 0.7, 1.3, 0.3, 0.1, 3, 7, 1.5, 0.25, 1 / 3, 2 / 3, 32, 640, 1e-3, 1.1, 5, 10, 0.9, 224)
MOST = 300


def constant(case, values, element):
    """A node: constants in all variants."""
    array = np.asarray(values, NUMPY[element])
    return case.add("Constant", [], value=numpy_helper.from_array(array))


def some_sizes(draw, case):
    """The data, and one or all of its sizes."""
    shape = tuple(draw.int(1, draw.of((4, 12, 70))) for _ in range(draw.int(1, 3)))
    shape = shape[:2] + (min(shape[2], 6),) if len(shape) == 3 else shape
    data = case.operand(draw.array(shape))
    sizes = case.add("Shape", [data])
    if draw.flip():
        return data, len(shape), sizes
    index = constant(case, draw.int(0, len(shape) - 1), TensorProto.INT64)
    return data, 0, case.add("Gather", [sizes, index])


def show(draw, case, number, rank):
    """Makes one of the integers visible as sizes of tensors, what is below 0 too."""
    def scalar(value):
        return constant(case, value, TensorProto.INT64)

    if rank:
        number = case.add("Gather", [number, scalar(draw.int(0, rank - 1))])
    above = case.add("Min", [number, scalar(MOST)])
    below = case.add("Neg", [case.add("Max", [number, scalar(-MOST)])])
    for end in (above, below):
        case.add("Range", [scalar(0), end, scalar(draw.int(1, 2))])


def float_step(draw, case, numbers, element):
    """One more operator; the result, and its element type."""
    kind = draw.of(
        ("Mul", "Mul", "Div", "Div", "Add", "Sub", "Min", "Max", "Floor", "Ceil", "Round", "Sqrt", "Cast", "Reciprocal", "Abs",
         "Neg", "Clip", "Pow", "Sum", "Mean")
    )  # fmt: skip

    def operand():
        return draw.of(numbers) if draw.flip(0.4) else constant(case, draw.of(NUMBERS), element)

    first = numbers[-1]
    if kind in ("Mul", "Div", "Add", "Sub"):
        pair = [first, operand()]
        return case.add(kind, pair if draw.flip(0.7) else pair[::-1]), element
    if kind in ("Min", "Max", "Sum", "Mean"):
        return case.add(kind, [first] + [operand() for _ in range(draw.int(0, 2))]), element
    if kind == "Clip":
        low, high = (constant(case, draw.of(NUMBERS), element) if draw.flip() else "" for _ in range(2))
        return case.add(kind, [first, low, high]), element
    if kind == "Pow":
        return case.add(kind, [first, constant(case, draw.of((2, 0.5, 3, 1, 0, -1)), element)]), element
    if kind == "Cast":
        element = draw.of(FLOATS)
        return case.add(kind, [first], to=element), element
    return case.add(kind, [first]), element


def use_floats(draw, case, data, number, rank, element):
    """What takes floats for sizes: Resize by scales, Range."""
    if element == TensorProto.FLOAT and draw.flip():
        low, high = (constant(case, value, element) for value in (0.05, 4))
        scale = case.add("Clip", [number, low, high])
        if not rank:
            scale = case.add("Unsqueeze", [scale, constant(case, [0], TensorProto.INT64)])
            ones = len(case.inputs[data].shape) - 1
            scale = case.add("Concat", [scale] + [constant(case, [1] * ones, element)] * bool(ones), axis=0)
        case.add("Resize", [data, "", scale], mode="nearest")
    elif element != TensorProto.FLOAT16:
        if rank:
            number = case.add("Gather", [number, constant(case, draw.int(0, rank - 1), TensorProto.INT64)])
        end = case.add("Min", [number, constant(case, MOST, element)])
        case.add("Range", [constant(case, draw.of((0, 0, 1, 0.5)), element), end, constant(case, draw.of(NUMBERS[:8]), element)])


def float_sizes(draw):
    """Shape -> Cast -> floating-point arithmetic -> Cast -> shapes."""
    case = Case(draw)
    draw.opset = draw.int(13, 24)
    data, rank, sizes = some_sizes(draw, case)
    element = draw.of(FLOATS)
    numbers = [case.add("Cast", [sizes], to=element)]
    for _ in range(draw.int(1, 5)):
        number, kind = float_step(draw, case, numbers, element)
        numbers = numbers + [number] if kind == element else [number]
        element = kind
    if draw.flip(0.3):
        use_floats(draw, case, data, numbers[-1], rank, element)
    number = case.add("Cast", [numbers[-1]], to=draw.of(INTEGERS))
    show(draw, case, case.add("Cast", [number], to=TensorProto.INT64), rank)
    return case


def int_step(draw, case, numbers, element):
    kind = draw.of(
        ("Mul", "Add", "Sub", "Sub", "Div", "Div", "Mod", "Mod", "Min", "Max", "Neg", "Abs", "Sign", "Pow", "Cast", "Where",
         "ReduceMax", "ReduceMin", "ReduceSum", "CumSum", "BitShift", "Equal", "Less", "Not")
    )  # fmt: skip

    def operand():
        values = (1, 2, 3, 4, 5, 7, 16, 32) + (() if element == TensorProto.UINT64 else (-1, -2, -3, -7))
        return draw.of(numbers) if draw.flip(0.3) else constant(case, draw.of(values), element)

    first = numbers[-1]
    if kind in ("Div", "Mod"):  # what a division by 0 gives is nobody's to say
        fmod = {"fmod": draw.of((None, 0, 1))} if kind == "Mod" else {}
        dividend, divisor = (first, operand()) if draw.flip(0.7) else (operand(), first)
        divisor = case.add("Max", [divisor, constant(case, 1, element)])
        if draw.flip(0.6):
            divisor = constant(case, draw.of((2, 3, 7) if element == TensorProto.UINT64 else (3, 7, -2, -3, -7)), element)
        return case.add(kind, [dividend, divisor], **fmod), element
    if kind in ("Mul", "Add", "Sub"):
        pair = [first, operand()]
        return case.add(kind, pair if draw.flip(0.7) else pair[::-1]), element
    if kind in ("Min", "Max"):
        return case.add(kind, [first] + [operand() for _ in range(draw.int(0, 2))]), element
    if kind == "Pow":
        return case.add(kind, [first, constant(case, draw.of((0, 1, 2, 3)), element)]), element
    if kind == "Cast":
        element = draw.of(INTEGERS + (TensorProto.UINT64,))
        return case.add(kind, [first], to=element), element
    if kind == "BitShift":
        unsigned = case.add("Cast", [first], to=TensorProto.UINT64)
        distance = constant(case, draw.int(0, 5), TensorProto.UINT64)
        shifted = case.add(kind, [unsigned, distance], direction=draw.of(("LEFT", "RIGHT")))
        return case.add("Cast", [shifted], to=element), element
    if kind in ("Equal", "Less", "Not", "Where"):
        condition = case.add("Equal" if kind == "Equal" else "Less", [first, operand()])
        if kind == "Where":
            return case.add(kind, [condition, operand(), first]), element
        condition = case.add(kind, [condition]) if kind == "Not" else condition
        return case.add("Cast", [condition], to=element), element
    if kind.startswith("Reduce"):
        return case.add("Add", [first, case.add(kind, [first], keepdims=0)]), element
    if kind == "CumSum":
        flat = case.add("Reshape", [first, constant(case, [-1], TensorProto.INT64)])
        summed = case.add(kind, [flat, constant(case, 0, TensorProto.INT64)], exclusive=draw.int(0, 1), reverse=draw.int(0, 1))
        return case.add("Reshape", [summed, case.add("Shape", [first])]), element
    return case.add(kind, [first]), element


def integer_sizes(draw):
    """Shape -> integer arithmetic -> shapes."""
    case = Case(draw)
    draw.opset = draw.int(13, 24)
    _, rank, number = some_sizes(draw, case)
    element = TensorProto.INT64
    numbers = [number]
    for _ in range(draw.int(1, 5)):
        number, kind = int_step(draw, case, numbers, element)
        numbers = numbers + [number] if kind == element else [number]
        element = kind
    show(draw, case, case.add("Cast", [number], to=TensorProto.INT64), rank)
    return case
