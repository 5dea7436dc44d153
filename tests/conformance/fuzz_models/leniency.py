"""What onnxruntime runs otherwise than the specification says: such a run shows nothing.

docs/precision.md tells them, and who is right.
"""
import numpy as np
from onnx import TensorProto, numpy_helper

# Diagnostics and facts of what it passes over.
TOLERATED = (
    "dims off the axis of Concat", "Concat needs rank",  # of an empty tensor it asks nothing
    "names axis 0 of input 0, whose rank is 0",  # reductions of scalars
    "no element of an empty axis is the greatest",
    "Compress needs rank 1", "the condition is not longer than the axis",
    "ConstantOfShape needs rank 1", "Expand needs rank 1", "Gemm needs rank 2", "the kernel fits",
    "Reshape with a -1 has no size of 0", "has both 0 and -1",  # of an empty tensor
    # Integers wrap around.
    *(f"{name}: a size or element leaves" for name in ("Add", "Sub", "Mul", "CumSum", "ReduceProd", "ReduceSum")),
    "which is neither 0 nor 1",  # any value but 0 is 1, for most operators
    "Split has num_outputs", "GatherND with tuples of 0 indices", "half a spectrum is of reals", "a kernel has at least one tap",
)  # fmt: skip


def is_tolerated(message):
    if "names axis" in message and ("CumSum" in message or "Reduce" in message):
        return True
    return any(text in message for text in TOLERATED)


def is_empty(value):
    return isinstance(value, np.ndarray) and value.size == 0


def _gathers_nothing(node, results):
    """A Loop without iterations: the sizes of what it gathers are made up."""
    gathered = [results.get(name) for name in node.output[max(len(node.input) - 2, 0) :]]
    return any(isinstance(value, np.ndarray) and value.shape[:1] == (0,) for value in gathered)


def _reduces_nothing(node, results):
    return bool(node.input) and is_empty(results.get(node.input[0]))


def _splits_off_the_axis(node, results):
    """`keepdims` counts only without `split`; it takes the axis away all the same. An empty `split` is none."""
    if len(node.input) < 2:
        return False
    return is_empty(results.get(node.input[1])) or any(a.name == "keepdims" and a.i == 0 for a in node.attribute)


def _differ_beside(values, axis):
    """Whether arrays, one of them empty, differ in a size off the axis; None: in any size."""
    if not values or not all(isinstance(value, np.ndarray) for value in values) or not any(map(is_empty, values)):
        return False
    shapes = [list(value.shape) for value in values]
    if axis is not None and len({len(shape) for shape in shapes}) == 1:
        for shape in shapes:
            del shape[axis : axis + 1 or None]
    return any(shape != shapes[0] for shape in shapes)


def _joins_nothing(node, results):
    """An empty operand may be of any shape for it."""
    axis = next((a.i for a in node.attribute if a.name == "axis"), 0)
    return _differ_beside([results.get(name) for name in node.input], axis)


def _joins_empty_elements(node, results):
    """The same of the elements of a sequence."""
    attributes = {a.name: a.i for a in node.attribute}
    values = results.get(node.input[0])
    return isinstance(values, list) and _differ_beside(values, None if attributes.get("new_axis") else attributes.get("axis", 0))


def _pools_beyond_the_image(node, results):
    """A kernel larger than the padded input: it rounds the negative number of steps towards 0."""
    attributes = {a.name: list(a.ints) or a.s.decode() for a in node.attribute}
    kernel, image = attributes.get("kernel_shape", []), np.shape(results.get(node.input[0]))[2:]
    dilations = attributes.get("dilations", [1] * len(kernel))
    is_padded = attributes.get("auto_pad", "NOTSET") == "NOTSET"
    pads = attributes.get("pads", [0] * 2 * len(kernel)) if is_padded else [0] * 2 * len(kernel)
    if attributes.get("auto_pad", "").startswith("SAME") or not len(kernel) == len(image) == len(dilations):
        return False
    ends = pads[len(kernel) :]
    return any((k - 1) * d + 1 > size + begin + end for k, d, size, begin, end in zip(kernel, dilations, image, pads, ends))


def _keeps_of_too_few(node, results):
    data, kept = (results.get(name) for name in node.input)
    if data is None or kept is None:
        return False
    if np.ndim(kept) != 1:
        return True
    axis = next((a.i for a in node.attribute if a.name == "axis"), None)
    return kept.size > (data.size if axis is None else data.shape[axis])


def _is_none_of_one(node, results):
    """Of an empty operand it asks nothing."""
    return any(is_empty(results.get(name)) for name in node.input)


def _makes_other_parts(node, results):
    """It divides by the number of outputs, ONNX's inference and the reference by `num_outputs`. An empty `split` is none."""
    if len(node.input) > 1 and is_empty(results.get(node.input[1])):
        return True
    return any(a.name == "num_outputs" and a.i != len(node.output) for a in node.attribute)


def _widens_by_slope(node, results):
    """A slope of more or larger axes than the operand: it broadcasts both."""
    return node.output[0] in results and np.shape(results[node.output[0]]) != np.shape(results.get(node.input[0]))


def _halves_of_complex(node, results):
    """Half a spectrum is of reals."""
    return any(a.name == "onesided" and a.i == 1 for a in node.attribute) and np.shape(results.get(node.input[0]))[-1:] == (2,)


def _leaves_a_zero(node, results):
    """With `allowzero` 0 may stand beside -1 if the operand is empty."""
    target = results.get(node.input[1])
    allows = any(a.name == "allowzero" and a.i for a in node.attribute)
    return allows and is_empty(results.get(node.input[0])) and target is not None and -1 in target


def _has_no_taps(node, results):
    return is_empty(results.get(node.input[1]))


def _crops_to_less_than_nothing(node, results):
    """Its function body slices with ends that count from the other side."""
    sizes = results.get(node.input[1])
    return isinstance(sizes, np.ndarray) and bool((sizes < 0).any())


def _expands_strings(node, results):
    """Of strings, a negative size is 1; of numbers it fails."""
    data, sizes = (results.get(name) for name in node.input)
    is_text = isinstance(data, np.ndarray) and data.dtype == object
    return is_text and isinstance(sizes, np.ndarray) and bool((sizes < 0).any())


LENIENT = {
    "AveragePool": _pools_beyond_the_image, "CenterCropPad": _crops_to_less_than_nothing, "Compress": _keeps_of_too_few, "Concat": _joins_nothing, "Conv": _has_no_taps,
    "ConcatFromSequence": _joins_empty_elements, "CumSum": _reduces_nothing, "DFT": _halves_of_complex, "Expand": _expands_strings, "Loop": _gathers_nothing, "LpPool": _pools_beyond_the_image,
    "MatMul": _is_none_of_one, "MaxPool": _pools_beyond_the_image, "PRelu": _widens_by_slope, "Reshape": _leaves_a_zero, "Split": _makes_other_parts,
    "SplitToSequence": _splits_off_the_axis,
}  # fmt: skip


def is_small(tensor):
    return tensor.data_location != TensorProto.EXTERNAL and len(tensor.raw_data) < 4096 and bool(tensor.raw_data or 0 in tensor.dims)


def nodes_of(graph):
    """The nodes of a graph and of the bodies within it, whose own values are not known."""
    for node in graph.node:
        yield node
        for attribute in node.attribute:
            for body in (attribute.g, *attribute.graphs):
                yield from nodes_of(body)


def is_lenient(graph, results, feeds):
    """Whether the run has a node whose result is none of the specification."""
    values = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer if is_small(tensor)}
    values.update(feeds)
    values.update(results)
    for node in nodes_of(graph):
        rule = _reduces_nothing if node.op_type.startswith(("Reduce", "Arg")) else LENIENT.get(node.op_type)
        if rule is not None and rule(node, values):
            return True
    return False
