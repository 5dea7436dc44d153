"""Random operators whose numbers (starts, pads, sizes, k ...) are computed from sizes of tensors."""
import numpy as np
from onnx import TensorProto

from .draw import INT64_MAX, Case
from .numbers import MOST, constant, int_step, show, some_sizes


class Operands:
    """Computed numbers, a tensor, and one axis of it."""

    def __init__(self, draw, case):
        self.draw, self.case = draw, case
        self.data, self.rank, number = some_sizes(draw, case)
        self.numbers = [number]
        for _ in range(draw.int(0, 2)):
            number, element = int_step(draw, case, self.numbers, TensorProto.INT64)
            if element != TensorProto.INT64:
                number = case.add("Cast", [number], to=TensorProto.INT64)
            self.numbers.append(number)
        if draw.flip():
            self.data = case.operand(draw.array(tuple(draw.int(1, 9) for _ in case.inputs[self.data].shape)))
        self.count = len(case.inputs[self.data].shape)
        self.axis = draw.int(0, self.count - 1)

    def some(self, *values):
        """A vector of one constant."""
        return constant(self.case, [self.draw.of(values)], TensorProto.INT64)

    def number(self, low, high, chance=0.7):
        """A vector of one computed number, by that chance in [low, high], perhaps counted from the back."""
        draw, add, number = self.draw, self.case.add, self.draw.of(self.numbers)
        if self.rank:
            number = add("Gather", [number, self.some(*range(self.rank))])
        else:
            number = add("Unsqueeze", [number, self.some(0)])
        if draw.flip(chance):
            number = add("Min", [add("Max", [number, self.some(low)]), self.some(high)])
        return add("Neg", [number]) if low < 0 and draw.flip(0.3) else number

    def along_axis(self, number, other=1):
        """A vector for all axes: the number for the axis, a constant for the others."""
        before, behind = ([other] * self.axis, [other] * (self.count - self.axis - 1))
        parts = [constant(self.case, values, TensorProto.INT64) if values else "" for values in (before, behind)]
        return self.case.add("Concat", [part for part in (parts[0], number, parts[1]) if part], axis=0)

    def use_Slice(self):
        draw = self.draw
        ends = [self.number(-9, 9) if draw.flip(0.7) else self.some(0, 1, -1, 3, INT64_MAX, -INT64_MAX) for _ in range(2)]
        step = [self.number(-3, 3) if draw.flip(0.2) else self.some(1, 2, -1, -2)] if draw.flip() else []
        self.case.add("Slice", [self.data, *ends, self.some(self.axis)] + step)

    def use_Pad(self):
        pads = self.case.add("Concat", [self.number(-2, 5), self.number(-2, 5)], axis=0)
        if self.draw.opset >= 18:
            self.case.add("Pad", [self.data, pads, "", self.some(self.axis)])
        elif self.count == 1:
            self.case.add("Pad", [self.data, pads])

    def use_Tile(self):
        self.case.add("Tile", [self.data, self.along_axis(self.number(0, 5))])

    def use_Expand(self):
        self.case.add("Expand", [self.data, self.along_axis(self.number(0, 5))])

    def use_Reshape(self):
        first = self.number(0, 5) if self.draw.flip() else self.number(-1, 9)
        last = [self.some(-1, -1, 1)] if self.draw.flip(0.8) else []
        self.case.add("Reshape", [self.data, self.case.add("Concat", [first] + last, axis=0)])

    def use_Resize(self):
        if self.draw.opset >= 18:
            policy = self.draw.of((None, "not_larger", "not_smaller"))
            sizes = self.number(1, 9)
            self.case.add("Resize", [self.data, "", "", sizes], mode="nearest", axes=[self.axis], keep_aspect_ratio_policy=policy)

    def use_TopK(self):
        self.case.add("TopK", [self.data, self.number(0, 4)], 2, axis=self.axis)

    def use_OneHot(self):
        indices = self.case.operand(self.draw.array((2,), np.int64))
        values = constant(self.case, [0, 1], TensorProto.INT64)
        self.case.add("OneHot", [indices, self.number(1, 9), values], axis=self.draw.int(-2, 1))

    def use_Split(self):
        part = self.number(0, 9)
        whole = self.case.add("Gather", [self.case.add("Shape", [self.data]), self.some(self.axis)])
        parts = self.case.add("Concat", [part, self.case.add("Sub", [whole, part])], axis=0)
        self.case.add("Split", [self.data, parts], 2, axis=self.axis)

    def use_SplitToSequence(self):
        parts = self.case.add("SplitToSequence", [self.data, self.number(1, 9)], axis=self.axis)
        zero, one = (constant(self.case, value, TensorProto.INT64) for value in (0, 1))
        self.case.add("Range", [zero, self.case.add("SequenceLength", [parts]), one])

    def use_CenterCropPad(self):
        if self.draw.opset >= 18:
            self.case.add("CenterCropPad", [self.data, self.number(1, 9, 1)], axes=[self.axis])

    def use_HannWindow(self):
        if self.draw.opset >= 17:
            self.case.add("HannWindow", [self.case.add("Squeeze", [self.number(1, 9)])])

    def use_ConstantOfShape(self):
        sizes = self.case.add("Concat", [self.number(0, 9), self.number(0, MOST, 1)], axis=0)
        self.case.add("ConstantOfShape", [sizes])

    def use_Range(self):
        show(self.draw, self.case, self.draw.of(self.numbers), self.rank)


USES = [name for name in dir(Operands) if name.startswith("use_")] + ["use_Slice"] * 2


def sizes_as_operands(draw):
    """Shape -> integer arithmetic -> an operator that takes numbers."""
    case = Case(draw)
    draw.opset = draw.int(13, 24)
    getattr(Operands(draw, case), draw.of(USES))()
    return case
