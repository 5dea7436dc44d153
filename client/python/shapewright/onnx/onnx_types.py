"""Types of an answer as ONNX models write them."""
from __future__ import annotations

from typing import Any, Optional

from .onnx_dims import OnnxDims
from ..text import tensor_of
from ..v1 import shape_pb2

# Messages of ONNX are Any: the package onnx is not a dependency.
_KINDS = {
    "tensor_type": "tensor",
    "sparse_tensor_type": "tensor",
    "sequence_type": "sequence",
    "optional_type": "optional",
    "map_type": "map",
}


def _kind_of(type_: shape_pb2.Type) -> Optional[str]:
    """The kind, sparse tensors being tensors."""
    return "tensor" if tensor_of(type_) is not None else type_.WhichOneof("kind")


def can_write(type_: shape_pb2.Type) -> bool:
    """Whether ONNX can say it: it has no way to leave the element type open."""
    kind = type_.WhichOneof("kind")
    tensor = tensor_of(type_)
    if tensor is not None:
        return tensor.element_type != 0
    if kind == "sequence":
        return can_write(type_.sequence.element)
    if kind == "optional":
        return can_write(type_.optional.element)
    if kind == "map":
        return type_.map.key != 0 and can_write(type_.map.value)
    return kind == "opaque"


def _is_said(dim: Any) -> bool:
    return dim.dim_value >= 0 if dim.HasField("dim_value") else bool(dim.dim_param)


def _is_tensor_at_least_as_known(tensor: shape_pb2.TensorType, existing: Any, dims: OnnxDims) -> bool:
    if tensor.element_type == 0 and existing.elem_type != 0:
        return False
    if not existing.HasField("shape"):
        return True
    if not tensor.HasField("shape"):
        return False
    said = [_is_said(dim) for dim in existing.shape.dim]
    if len(said) != len(tensor.shape.dims):
        return True
    return all(not old or dims.is_known(new) for old, new in zip(said, tensor.shape.dims))


def is_at_least_as_known(type_: shape_pb2.Type, existing: Any, dims: OnnxDims) -> bool:
    """Whether the inferred type says no less than the one that the model has."""
    field = existing.WhichOneof("value")
    kind = _KINDS.get(field or "")
    if kind is None or _kind_of(type_) != kind:
        return True
    old = getattr(existing, field)
    tensor = tensor_of(type_)
    if tensor is not None:
        return _is_tensor_at_least_as_known(tensor, old, dims)
    if kind == "map":
        return is_at_least_as_known(type_.map.value, old.value_type, dims)
    return is_at_least_as_known(getattr(type_, kind).element, old.elem_type, dims)


def _contradicts_tensor(tensor: shape_pb2.TensorType, existing: Any) -> bool:
    if tensor.element_type and existing.elem_type and tensor.element_type != existing.elem_type:
        return True
    if not existing.HasField("shape") or not tensor.HasField("shape"):
        return False
    if len(existing.shape.dim) != len(tensor.shape.dims):
        return True
    return any(
        old.HasField("dim_value") and new.WhichOneof("kind") == "size" and old.dim_value != new.size
        for old, new in zip(existing.shape.dim, tensor.shape.dims)
        if old.dim_value >= 0
    )


def contradicts(type_: shape_pb2.Type, existing: Any) -> bool:
    """Whether the inferred type and the one that the model has cannot both be right."""
    field = existing.WhichOneof("value")
    kind = _KINDS.get(field or "")
    if kind is None or type_.WhichOneof("kind") is None:
        return False
    if _kind_of(type_) != kind:
        return True
    old = getattr(existing, field)
    tensor = tensor_of(type_)
    if tensor is not None:
        return _contradicts_tensor(tensor, old)
    if kind == "map":
        return contradicts(type_.map.value, old.value_type)
    return contradicts(getattr(type_, kind).element, old.elem_type)


def _write_tensor(tensor: shape_pb2.TensorType, out: Any, dims: OnnxDims) -> None:
    out.elem_type = tensor.element_type
    if not tensor.HasField("shape"):
        out.ClearField("shape")
        return
    out.shape.SetInParent()
    while len(out.shape.dim) > len(tensor.shape.dims):
        del out.shape.dim[-1]
    while len(out.shape.dim) < len(tensor.shape.dims):
        out.shape.dim.add()
    for new, old in zip(tensor.shape.dims, out.shape.dim):
        if old.dim_param and dims.keeps_name(new):
            continue
        dim = dims.write(new)
        if isinstance(dim, int):
            old.dim_value = dim
        else:
            old.dim_param = dim


def write_type(type_: shape_pb2.Type, out: Any, dims: OnnxDims) -> None:
    """Writes a type into a TypeProto; what stands there beside it (denotations) stays."""
    kind = type_.WhichOneof("kind")
    if kind == "tensor":
        _write_tensor(type_.tensor, out.tensor_type, dims)
    elif kind == "sparse_tensor":
        _write_tensor(type_.sparse_tensor, out.sparse_tensor_type, dims)
    elif kind == "sequence":
        write_type(type_.sequence.element, out.sequence_type.elem_type, dims)
    elif kind == "optional":
        write_type(type_.optional.element, out.optional_type.elem_type, dims)
    elif kind == "map":
        out.map_type.key_type = type_.map.key
        write_type(type_.map.value, out.map_type.value_type, dims)
    elif kind == "opaque":
        out.opaque_type.domain = type_.opaque.domain
        out.opaque_type.name = type_.opaque.name


def fill_type(type_: shape_pb2.Type, existing: Any, dims: OnnxDims) -> None:
    """Writes into a type that says more in places only what it leaves open."""
    if type_.WhichOneof("kind") != "tensor" or existing.WhichOneof("value") != "tensor_type":
        return
    old, new = existing.tensor_type, type_.tensor
    if not new.HasField("shape") or not old.HasField("shape") or len(old.shape.dim) != len(new.shape.dims):
        return
    for old_dim, new_dim in zip(old.shape.dim, new.shape.dims):
        if not _is_said(old_dim) or dims.is_known(new_dim):
            dim = dims.write(new_dim)
            if isinstance(dim, int):
                old_dim.dim_value = dim
            else:
                old_dim.dim_param = dim
