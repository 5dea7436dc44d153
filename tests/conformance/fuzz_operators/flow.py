"""Random bodies: If, Loop and Scan over tensors that change their shapes."""
import numpy as np
from onnx import TensorProto, helper, numpy_helper

from .draw import INT64_MAX, Case

FLOAT, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL


KEEP_RANK = ("Relu", "Relu", "Concat", "Twice", "Slice", "Add", "Captured", "Pad")
CHANGE_RANK = ("Transpose", "Flatten", "Unsqueeze")


SEQUENCE = "sequence"  # in place of an element type


def _info(name, element, shape=None):
    if element == SEQUENCE:
        return helper.make_tensor_sequence_value_info(name, FLOAT, shape)
    return helper.make_tensor_value_info(name, element, shape)


class Body:
    """A graph in the making; names are its own by a prefix."""

    def __init__(self, draw, prefix):
        self.draw, self.prefix, self.nodes = draw, prefix, []

    def add(self, op_type, operands, **attributes):
        name = f"{self.prefix}{len(self.nodes)}"
        self.nodes.append(helper.make_node(op_type, operands, [name], **attributes))
        return name

    def constant(self, values, dtype=np.int64):
        return self.add("Constant", [], value=numpy_helper.from_array(np.asarray(values, dtype)))

    def change(self, value, shape, captured, keeps_rank=False):
        """A tensor made of another one of that shape, and perhaps of one from outside."""
        draw, rank = self.draw, len(shape)
        kind = draw.of(KEEP_RANK + (() if keeps_rank else CHANGE_RANK))
        if not rank and keeps_rank:
            kind = "Relu"
        if not rank and kind not in ("Relu", "Add", "Captured"):
            kind = "Unsqueeze"
        axis = draw.int(0, rank - 1) if rank else 0
        if kind == "Concat":
            row = list(shape)
            row[axis] = draw.int(1, 2)
            return self.add("Concat", [value, self.constant(np.ones(row), np.float32)], axis=axis)
        if kind == "Twice":
            return self.add("Concat", [value, value], axis=axis)
        if kind == "Transpose":
            return self.add(kind, [value], perm=draw.permutation(rank))
        if kind == "Slice":
            ends = [self.constant([draw.of(ends)]) for ends in ((0, 1, -2), (INT64_MAX, -1, 3))]
            return self.add(kind, [value, *ends, self.constant([axis])])
        if kind == "Flatten":
            return self.add(kind, [value], axis=axis)
        if kind == "Unsqueeze":
            return self.add(kind, [value, self.constant([0])])
        if kind == "Add":
            return self.add(kind, [value, self.constant(np.ones(draw.broadcastable(tuple(shape))), np.float32)])
        if kind == "Captured":
            return self.add("Add", [value, captured])
        if kind == "Pad":
            return self.add(kind, [value, self.constant(draw.sizes(2 * rank, 0, 1))])
        return self.add("Relu", [value])

    def graph(self, inputs, outputs):
        """`outputs` are pairs of name and element type; each gets a node, as no value may be given on twice."""
        named = [(self.add("Identity", [name]), element) for name, element in outputs]
        return helper.make_graph(self.nodes, f"{self.prefix}graph", inputs, [_info(n, e) for n, e in named])


def _number(draw, case, data, low, high):
    """A scalar in [low, high]: an operand, a constant, or computed from a size."""
    kind = draw.int(0, 2)
    if kind == 0:
        return case.ints(draw.int(low, high))
    constant = case.add("Constant", [], value=numpy_helper.from_array(np.asarray(draw.int(low, high), np.int64)))
    if kind == 1:
        return constant
    size = case.add("Gather", [case.add("Shape", [data]), case.add("Constant", [], value_int=0)])
    return case.add("Max", [case.add("Min", [size, constant]), case.add("Constant", [], value_int=low)])


def branches(draw):
    case = Case(draw)
    draw.opset = draw.int(13, 21)
    shape = draw.shape(1, 3)
    data, other = case.operand(draw.array(shape)), case.operand(draw.array(draw.broadcastable(shape)))
    bodies = {}
    for name in ("then_branch", "else_branch"):
        body = Body(draw, name[0])
        bodies[name] = body.graph([], [(body.change(data, shape, other), FLOAT)])
    limit = case.add("Constant", [], value_int=draw.int(0, 5))
    if draw.flip(0.3):
        condition = case.operand(np.asarray(draw.flip()))
    else:
        condition = case.add(draw.of(("Less", "Equal")), [_number(draw, case, data, 0, 6), limit])
    case.add("If", [condition], **bodies)
    return case


def loops(draw):
    case = Case(draw)
    draw.opset = draw.int(13, 21)
    count = draw.int(1, 2)
    shapes = [draw.shape(1, 3) for _ in range(count)]
    starts = [case.operand(draw.array(shape)) for shape in shapes]
    outer = case.operand(draw.array(draw.of((shapes[0], (1,), ()))))
    body = Body(draw, "b")
    inputs = [_info("i", INT64, []), _info("c", BOOL, [])] + [_info(f"v{k}", FLOAT) for k in range(count)]
    carried = [f"v{k}" for k in range(count)]
    results = [body.change(name, shape, outer, True) if draw.flip(0.8) else name for name, shape in zip(carried, shapes)]
    # Of no iteration onnxruntime does not know the rank of what is gathered.
    scanned = [draw.of(carried + results) for _ in range(draw.int(0, 1))]
    runs = bool(scanned) or draw.flip(0.8)
    condition = body.add("Less", ["i", body.constant(draw.int(0, 3))]) if draw.flip(0.4) else "c"
    graph = body.graph(inputs, [(condition, BOOL)] + [(r, FLOAT) for r in results + scanned])
    trip = _number(draw, case, starts[0], 1 if scanned else 0, 4) if draw.flip(0.8) else ""
    first = case.add("Constant", [], value=numpy_helper.from_array(np.asarray(runs)))
    if not trip and condition == "c":
        return None
    case.add("Loop", [trip, first if draw.flip() or not trip else "", *starts], count + len(scanned), body=graph)
    return case


def _while(draw, body, counter, value, shape):
    """A condition that a counter or the size of what is carried decides."""
    kind, limit = draw.int(0, 3), body.constant(draw.int(1, 6))
    if kind == 0 and shape:
        axis = body.constant(draw.int(0, len(shape) - 1))
        return body.add("Less", [body.add("Gather", [body.add("Shape", [value]), axis]), limit])
    less = body.add("Less", [counter, limit])
    if kind == 1:
        return body.add("And", ["c", less])
    return body.add("Not", [body.add("Equal", [counter, limit])]) if kind == 2 else less


def while_loops(draw):
    case = Case(draw)
    draw.opset = draw.int(13, 21)
    shape = draw.shape(1, 3)
    start, outer = case.operand(draw.array(shape)), case.operand(draw.array(()))
    counter = case.add("Constant", [], value_int=draw.int(0, 2)) if draw.flip(0.7) else case.ints(draw.int(0, 2))
    body = Body(draw, "b")
    count = body.add("Add", ["k", body.constant(draw.int(1, 2))])
    changed = body.change("v", shape, outer, True) if draw.flip(0.7) else "v"
    condition = _while(draw, body, count, changed, shape)
    inputs = [_info("i", INT64, []), _info("c", BOOL, []), _info("k", INT64, []), _info("v", FLOAT)]
    graph = body.graph(inputs, [(condition, BOOL), (count, INT64), (changed, FLOAT), (count, INT64)])
    trip = _number(draw, case, start, 1, 6)
    first = case.add("Constant", [], value=numpy_helper.from_array(np.asarray(True)))
    case.add("Loop", [trip, first if draw.flip() else "", counter, start], 3, body=graph)
    return case


def sequence_loops(draw):
    """Loops that append to a sequence, which is then put together."""
    case = Case(draw)
    draw.opset = draw.int(14, 21)
    shape = draw.shape(1, 2)
    tensor = case.operand(draw.array(shape))
    start = case.add("SequenceConstruct", [tensor] * draw.int(1, 2)) if draw.flip(0.7) else case.add("SequenceEmpty", [])
    body, held = Body(draw, "b"), "q"
    for _ in range(draw.int(1, 2)):
        held = body.add("SequenceInsert", [held, body.change(tensor, shape, tensor) if draw.flip(0.3) else tensor])
    condition = body.add("Less", ["i", body.constant(draw.int(0, 3))]) if draw.flip(0.3) else "c"
    inputs = [_info("i", INT64, []), _info("c", BOOL, []), _info("q", SEQUENCE)]
    graph = body.graph(inputs, [(condition, BOOL), (held, SEQUENCE)])
    first = case.add("Constant", [], value=numpy_helper.from_array(np.asarray(True)))
    filled = case.add("Loop", [_number(draw, case, tensor, 0, 4), first, start], body=graph)
    case.add("SequenceLength", [filled])
    case.add("SequenceAt", [filled, case.add("Constant", [], value_int=draw.of((0, -1)))])
    case.add("ConcatFromSequence", [filled], axis=0, new_axis=draw.int(0, 1))
    return case


def scans(draw):
    case = Case(draw)
    draw.opset = draw.int(13, 21)
    state, shape = draw.shape(0, 2), draw.shape(1, 3)
    axis = draw.int(0, len(shape) - 1)
    rest = shape[:axis] + shape[axis + 1 :]
    operands = [case.operand(draw.array(state)), case.operand(draw.array(shape))]
    body = Body(draw, "b")
    changed = body.change("s", state, "s", True) if draw.flip(0.3) else body.add("Relu", ["s"])
    scanned = body.change("x", rest, "s")
    graph = body.graph([_info("s", FLOAT), _info("x", FLOAT)], [(changed, FLOAT), (scanned, FLOAT)])
    case.add(
        "Scan", operands, 2, num_scan_inputs=1, scan_input_axes=[axis - len(shape) if draw.flip(0.3) else axis],
        scan_input_directions=[draw.int(0, 1)], scan_output_axes=[draw.int(0, len(rest))] if draw.flip() else None, body=graph,
    )  # fmt: skip
    return case
