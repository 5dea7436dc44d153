"""The forms in which each case is asked.

  s   static: every input has the shape of its data
  d   dynamic: every size but 1 of an input is a symbol d<size>
  c   as s, integer inputs of at most 64 elements are initializers
  k   as c, and small inputs of other types where they decide a shape (Resize's scales, If's condition)
  dc  as k, and what is left of the inputs as in d

In all of them the graph's outputs have no shape; their element types stay.
"""
import copy

import numpy as np
import onnx
from onnx import TensorProto

from determinable import VALUE_INPUTS

SMALL = 64
INTEGERS = {
    TensorProto.INT8, TensorProto.INT16, TensorProto.INT32, TensorProto.INT64,
    TensorProto.UINT8, TensorProto.UINT16, TensorProto.UINT32, TensorProto.UINT64,
}
NAMES = ("s", "d", "c", "k", "dc")


def inner_tensor(type_):
    """The tensor type that a type comes to; None for maps."""
    kind = type_.WhichOneof("value")
    if kind in ("tensor_type", "sparse_tensor_type"):
        return getattr(type_, kind)
    if kind in ("sequence_type", "optional_type"):
        return inner_tensor(getattr(type_, kind).elem_type)
    return None


def common_shape(shapes):
    """What shapes share: None for a size that differs, None altogether where ranks do."""
    if len({len(shape) for shape in shapes}) != 1:
        return None
    return [sizes[0] if len(set(sizes)) == 1 else None for sizes in zip(*shapes)]


def set_static_shape(type_, value):
    """Gives an input the shape of its data."""
    kind = type_.WhichOneof("value")
    if value is None:
        return
    if kind == "optional_type":
        return set_static_shape(type_.optional_type.elem_type, value)
    if kind == "sequence_type" and isinstance(value, list) and value and all(isinstance(v, TensorProto) for v in value):
        tensor, sizes = type_.sequence_type.elem_type.tensor_type, common_shape([tuple(v.dims) for v in value])
    elif kind == "tensor_type" and isinstance(value, TensorProto):
        tensor, sizes = type_.tensor_type, list(value.dims)
    else:
        return
    tensor.ClearField("shape")
    if sizes is None:
        return
    tensor.shape.SetInParent()
    for size in sizes:
        dim = tensor.shape.dim.add()
        if size is not None:
            dim.dim_value = size


def make_symbolic(model):
    for value in model.graph.input:
        tensor = inner_tensor(value.type)
        for dim in tensor.shape.dim if tensor is not None else ():
            if dim.HasField("dim_value") and dim.dim_value != 1:
                dim.dim_param = f"d{dim.dim_value}"


def make_constant(model, inputs, wanted):
    """Turns inputs into initializers; gives their names."""
    graph = model.graph
    taken = {i.name for i in graph.initializer}
    kept, moved = [], []
    for value, data in zip(graph.input, inputs):
        is_tensor = isinstance(data, TensorProto) and value.type.HasField("tensor_type")
        if is_tensor and value.name not in taken and wanted(value.name, data):
            graph.initializer.add().CopyFrom(data)
            graph.initializer[-1].name = value.name
            moved.append(value.name)
        else:
            kept.append(copy.deepcopy(value))
    kept += [copy.deepcopy(value) for value in list(graph.input)[len(inputs):]]
    del graph.input[:]
    graph.input.extend(kept)
    if moved:
        model.ir_version = max(model.ir_version, 4)
    return moved


def make_variants(model, inputs):
    """Variant to (model, names of the inputs that became constants)."""
    base = onnx.ModelProto()
    base.CopyFrom(model)
    for value, data in zip(base.graph.input, inputs):
        set_static_shape(value.type, data)
    for output in base.graph.output:
        tensor = inner_tensor(output.type)
        if tensor is not None:
            tensor.ClearField("shape")
    del base.graph.value_info[:]
    deciding = {
        node.input[i] for node in base.graph.node for i in VALUE_INPUTS.get(node.op_type, ()) if i < len(node.input)
    }

    def is_small(data):
        return int(np.prod(data.dims)) <= SMALL

    def is_integer(_, data):
        return data.data_type in INTEGERS and is_small(data)

    def decides(name, data):
        return is_small(data) and (data.data_type in INTEGERS or name in deciding)

    result = {}
    for name, wanted in (("s", None), ("d", None), ("c", is_integer), ("k", decides), ("dc", decides)):
        variant = onnx.ModelProto()
        variant.CopyFrom(base)
        moved = make_constant(variant, inputs, wanted) if wanted else []
        if name in ("d", "dc"):
            make_symbolic(variant)
        result[name] = (variant, moved)
    return result
