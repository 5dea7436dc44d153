"""infer_shapes() with the signature and the behaviour of onnx.shape_inference.infer_shapes()."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterator, List, Optional, Union

import grpc

from .errors import ShapewrightError
from .v1 import fact_pb2, infer_pb2

if TYPE_CHECKING:
    from onnx import ModelProto

# What a wrong model makes the server refuse, rather than answer with diagnostics.
_MODEL_REASONS = {
    "MALFORMED_MODEL",
    "CYCLIC_GRAPH",
    "UNSORTED_GRAPH",
    "SUBGRAPH_TOO_DEEP",
    "RANK_TOO_LARGE",
    "TYPE_TOO_DEEP",
    "TOO_MANY_NODES",
}
# Errors that ONNX raises in every mode.
_ALWAYS = {"UNKNOWN_OPSET", "INITIALIZER_CONFLICT"}


def infer_shapes(
    model: Union["ModelProto", bytes],
    check_type: bool = False,
    strict_mode: bool = False,
    data_prop: bool = False,
) -> "ModelProto":
    """The model with value_info and the types of outputs filled in, subgraphs and functions included.

    A drop-in for onnx.shape_inference.infer_shapes(): it may know more, and values are always followed,
    with `data_prop` or without. The model that is passed in stays as it is. The server is the one at
    SHAPEWRIGHT_TARGET, else one that this process starts. Raises onnx.shape_inference.InferenceError for
    a model that is wrong, if `strict_mode`, and for types that operators do not allow, if `check_type`;
    ShapewrightError if the server cannot be asked.
    """
    result = _parse(model)
    response = _ask(result)
    _raise_errors(response, strict_mode)
    if check_type:
        from .check_types import find_type_error

        wrong = find_type_error(response, result)
        if wrong:
            raise _inference_error(wrong)
    from .annotate import annotate

    annotate(result, response)
    return result


def _parse(model: Any) -> Any:
    """A copy of the model."""
    import onnx

    if isinstance(model, bytes):
        return onnx.load_from_string(model)
    if isinstance(model, onnx.ModelProto):
        copy = onnx.ModelProto()
        copy.CopyFrom(model)
        return copy
    if isinstance(model, (str, os.PathLike)):
        raise TypeError("infer_shapes takes a ModelProto or bytes, not the path of a model")
    raise TypeError(f"infer_shapes takes a ModelProto or bytes, not {type(model).__name__}")


def _inference_error(message: str) -> Exception:
    from onnx.shape_inference import InferenceError

    error: Exception = InferenceError(message)
    return error


def _ask(model: Any) -> infer_pb2.InferShapesResponse:
    from .local_server import default_client

    try:
        return default_client().infer_shapes(model).response
    except ShapewrightError as error:
        if error.reason in _MODEL_REASONS:
            raise _inference_error(str(error)) from error
        raise


def _raise_errors(response: infer_pb2.InferShapesResponse, strict: bool) -> None:
    errors = [
        f"{d.code}: {d.message}"
        for d in response.diagnostics
        if d.severity == fact_pb2.Diagnostic.SEVERITY_ERROR and (strict or d.code in _ALWAYS)
    ]
    if errors:
        raise _inference_error("Inference error(s): " + "\n".join(errors))
