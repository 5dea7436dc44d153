"""infer_shapes() and evaluate(): answers without a client or a server of one's own."""
from __future__ import annotations

import os
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Iterable, Union, overload

from .evaluation import Evaluation
from .model_bytes.model_format import is_onnx
from .requests import Binding, Model, Size, bound
from .result import InferResult
from .shared_client import default_client
from .v1 import graph_pb2

if TYPE_CHECKING:
    from onnx import ModelProto

Source = Union[str, "os.PathLike[str]", graph_pb2.Model, InferResult]


@overload
def infer_shapes(
    model: Union[ModelProto, bytes], check_type: bool = ..., strict_mode: bool = ..., data_prop: bool = ...
) -> ModelProto: ...


@overload
def infer_shapes(
    model: Source, check_type: bool = ..., strict_mode: bool = ..., data_prop: bool = ...
) -> InferResult: ...


def infer_shapes(
    model: Any, check_type: bool = False, strict_mode: bool = False, data_prop: bool = False
) -> Any:
    """What is known of a model's values; what it returns follows from what it is given.

    Of an onnx.ModelProto, or the bytes of one, it gives the ModelProto that onnx.shape_inference.infer_shapes() would
    give, with value_info filled in; this needs the package onnx. Of a path, a StableHLO module, a jax.export.Exported, a
    model in the service's own form, an id or an InferResult it gives an InferResult, without that package, and `strict_mode` makes a wrong model a ShapewrightError. Values are always
    followed, with `data_prop` or without. The server is that of Client() without a target.
    """
    descriptor = getattr(model, "DESCRIPTOR", None)
    is_message = descriptor is not None and not isinstance(model, graph_pb2.Model)
    if is_message or (isinstance(model, bytes) and is_onnx(model)):
        return _infer_message(model, check_type, strict_mode, data_prop)
    if check_type:
        raise ValueError("check_type is for an onnx.ModelProto: load the model with the package onnx")
    return default_client().infer_shapes(model, strict=strict_mode)


def evaluate(
    model: Model,
    binding: Binding = MappingProxyType({}),
    /,
    *,
    values: Union[str, Iterable[str]] = (),
    **sizes: Size,
) -> Evaluation:
    """The sizes of a model's outputs, and of inner `values`, at one binding: `evaluate("model.onnx", batch=8)`.

    Sizes of symbols (numbers) and inputs (lists) are keywords, or in `binding` where their names are not identifiers. The
    model is a path, bytes, an onnx.ModelProto, a graph_pb2.Model, an id or an InferResult; the server that of infer_shapes().
    A binding that does not fit the model is a ShapewrightError. Client.evaluate() has more arguments.
    """
    return default_client().evaluate(model, bound(binding, sizes), values=values)


def _infer_message(model: Union[ModelProto, bytes], check_type: bool, strict_mode: bool, data_prop: bool) -> ModelProto:
    try:
        import onnx  # noqa: F401
    except ImportError as error:
        raise ImportError(
            "a ModelProto is filled in by way of the package onnx (pip install onnx); "
            "the path of a model is inferred without it, and Client().infer_shapes() takes its bytes"
        ) from error
    from .onnx import shape_inference

    return shape_inference.infer_shapes(model, check_type, strict_mode, data_prop)
