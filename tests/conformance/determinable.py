"""Which outputs of a model have a shape that the shapes of its inputs and its constants determine.

A taint analysis over the nodes decides; where it cannot (control flow), the model is evaluated by onnx.reference on
changed inputs, and an output whose shape never changes counts.
"""
import signal

import numpy as np
import onnx
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator

# Inputs whose values determine the shape of an output.
VALUE_INPUTS = {
    "Reshape": {1}, "Expand": {1}, "Tile": {1, 2}, "Slice": {1, 2, 3, 4}, "Resize": {1, 2, 3}, "Upsample": {1},
    "Range": {0, 1, 2}, "ConstantOfShape": {0}, "Pad": {1, 3}, "TopK": {1}, "OneHot": {1}, "NonZero": {0},
    "Unique": {0}, "Compress": {1}, "NonMaxSuppression": {0, 1, 2, 3, 4}, "Split": {1}, "SplitToSequence": {1},
    "Squeeze": {1}, "Unsqueeze": {1}, "CenterCropPad": {1}, "Col2Im": {1, 2}, "AffineGrid": {1}, "DFT": {1, 2},
    "STFT": {1, 3}, "HannWindow": {0}, "HammingWindow": {0}, "BlackmanWindow": {0}, "MelWeightMatrix": {0, 1},
    "MaxUnpool": {2}, "StringSplit": {0}, "StringNormalizer": {0}, "ImageDecoder": {0}, "If": {0}, "Loop": {0, 1},
    **{"Reduce" + name: {1}
       for name in "L1 L2 LogSum LogSumExp Max Mean Min Prod Sum SumSquare".split()},
}
RANDOM = {"RandomNormal", "RandomUniform", "RandomNormalLike", "RandomUniformLike", "Bernoulli", "Multinomial", "Dropout"}
UNDECIDED = {"If", "Loop", "SequenceMap", "OptionalGetElement", "ConcatFromSequence"}
SHAPELESS = ("SequenceLength", "OptionalHasElement")
MODES = 6
SECONDS = 5.0

YES, MAYBE, NO = "yes", "maybe", "no"


def is_static(type_):
    kind = type_.WhichOneof("value")
    if kind == "tensor_type":
        tensor = type_.tensor_type
        return tensor.HasField("shape") and all(d.HasField("dim_value") for d in tensor.shape.dim)
    if kind in ("sequence_type", "optional_type"):
        return is_static(getattr(type_, kind).elem_type)
    return False


class Taint:
    """What is known of each value: its elements, whether its shape is determined, the length of a sequence."""

    def __init__(self, graph):
        self.constants = {i.name for i in graph.initializer} | {i.values.name for i in graph.sparse_initializer}
        self.shapes = dict.fromkeys(self.constants, YES)
        self.lengths = set()
        for value in graph.input:
            if value.name not in self.constants:
                self.shapes[value.name] = YES if is_static(value.type) else NO
        for node in graph.node:
            self.pass_node(node)

    def is_constant(self, name):
        return not name or name in self.constants

    def operands(self, node):
        """The positions of the inputs whose values matter."""
        if node.domain not in ("", "ai.onnx"):
            return set()
        count = len(node.input)
        if node.op_type == "Resize":
            crops = any(a.name == "coordinate_transformation_mode" and a.s == b"tf_crop_and_resize" for a in node.attribute)
            by_scales = count > 2 and node.input[2]
            return {1} if count == 2 else {1, 2, 3} if by_scales and crops else {2, 3}
        if node.op_type == "DFT":
            onesided = any(a.name == "onesided" and a.i for a in node.attribute)
            return {1, 2} if onesided or (count > 1 and node.input[1]) else set()
        return VALUE_INPUTS.get(node.op_type, set())

    def shape_of(self, node):
        """Whether the shapes of the outputs are determined."""
        status = YES
        if node.op_type not in SHAPELESS:
            found = {self.shapes.get(name, NO) for name in node.input if name}
            status = NO if NO in found else MAYBE if MAYBE in found else YES
        for position in self.operands(node):
            if position < len(node.input) and not self.is_constant(node.input[position]):
                status = MAYBE if node.op_type in UNDECIDED else NO
        if node.op_type == "ConcatFromSequence":
            return YES if node.input[0] in self.lengths and status != NO else NO
        if node.op_type in UNDECIDED:
            return MAYBE if status != NO else NO
        return status

    def has_known_elements(self, node, status):
        if any(a.type in (a.GRAPH, a.GRAPHS) for a in node.attribute):
            return False
        if node.op_type in ("Shape", "Size") and status == YES:
            return True
        if node.op_type == "SequenceLength":
            return node.input[0] in self.lengths
        if node.op_type in RANDOM or node.op_type in UNDECIDED:
            return False
        return all(self.is_constant(name) for name in node.input)

    def pass_node(self, node):
        status = self.shape_of(node)
        if node.op_type == "SequenceConstruct" or (node.op_type == "SplitToSequence" and status == YES):
            self.lengths.update(node.output)
        known = self.has_known_elements(node, status)
        for name in node.output:
            self.shapes[name] = YES if known else status
            if node.op_type == "StringSplit" and len(node.output) == 2 and name == node.output[1]:
                self.shapes[name] = self.shapes.get(node.input[0], NO)
            if known:
                self.constants.add(name)


class TimeIsUp(Exception):
    pass


def _alarm(*_):
    raise TimeIsUp()


RANDOM_NUMBERS = np.random.default_rng(7)


def changed(value, mode):
    """Another value of the same type and shape; mode 0 changes nothing."""
    if value is None or isinstance(value, list):
        return value and [changed(element, mode) for element in value]
    array = numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else np.asarray(value)
    if mode == 0 or array.size == 0:
        return array
    kind, flat = array.dtype.kind, array.reshape(-1).copy()
    if mode == 1:
        RANDOM_NUMBERS.shuffle(flat)
    elif kind == "b":
        flat = ~flat if mode == 2 else RANDOM_NUMBERS.integers(0, 2, flat.size).astype(bool)
    elif mode == 2 and kind in "iuOUS":
        flat = flat[RANDOM_NUMBERS.integers(0, flat.size, flat.size)]
    elif kind in "iu":
        flat = (flat + 1 if mode == 3 else np.where(flat > 1, flat - 1, flat)).astype(array.dtype)
    elif kind == "f":
        flat = (flat * {2: 0.5, 3: 2}.get(mode, -1)).astype(array.dtype)
    elif kind in "OUS":
        flat = np.array(["a b c" if mode == 3 else "monday"] * flat.size, dtype=object)
    return flat.reshape(array.shape)


def _shape(result):
    if result is None:
        return None
    if isinstance(result, (list, tuple)):
        return ("seq", tuple(_shape(element) for element in result))
    return tuple(np.shape(result))


def varying_outputs(model, inputs):
    """For each output whether its shape changes with the values of the inputs; None: it cannot be told."""
    signal.signal(signal.SIGALRM, _alarm)
    names = [value.name for value in model.graph.input]
    shapes = []
    try:
        evaluator = ReferenceEvaluator(model)
        for mode in range(MODES):
            signal.setitimer(signal.ITIMER_REAL, SECONDS)
            try:
                run = evaluator.run(None, {n: changed(v, min(mode, 4)) for n, v in zip(names, inputs)})
                shapes.append([_shape(result) for result in run])
            except TimeIsUp:
                return None
            except Exception:
                if mode == 0:
                    return None
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
    except Exception:
        return None
    if len(shapes) < 2:
        return None
    return [any(other[i] != first for other in shapes[1:]) for i, first in enumerate(shapes[0])]


def determinable(model, inputs):
    """For each output of the model whether its shape is determined."""
    taint = Taint(model.graph)
    varies = varying_outputs(model, inputs)
    result = []
    for i, output in enumerate(model.graph.output):
        status = taint.shapes.get(output.name, NO)
        if status == YES:
            result.append(varies is None or not varies[i])
        else:
            result.append(status == MAYBE and varies is not None and not varies[i])
    return result
