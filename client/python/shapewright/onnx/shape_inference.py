"""infer_shapes() with the signature and the behaviour of onnx.shape_inference.infer_shapes()."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Optional, Union

from .annotate import annotate
from ..errors import ShapewrightError
from ..shared_client import default_client
from .missing_inputs import find_missing_input
from .node_order import sorted_copy, take_types
from .onnx_errors import find_function_cycle, find_model_error, find_strict_errors
from .onnx_errors import has_unknown_operators
from ..text import printable
from ..v1 import infer_pb2

if TYPE_CHECKING:
    from onnx import ModelProto

# What a wrong model makes the server refuse, rather than answer with diagnostics.
_MODEL_REASONS = {
    "MALFORMED_MODEL",
    "SUBGRAPH_TOO_DEEP",
    "RANK_TOO_LARGE",
    "TYPE_TOO_DEEP",
    "TOO_MANY_NODES",
}
# Graphs that ONNX infers as far as it gets, node by node.
_ORDER_REASONS = {"CYCLIC_GRAPH"}


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
    _raise(find_model_error(result) or find_missing_input(result))
    cycle = find_function_cycle(result)
    if cycle:
        from onnx.checker import ValidationError

        raise ValidationError(printable(cycle))
    response = _ask_with_defaults(result, strict_mode)
    if response is not None:
        _infer(result, response, check_type, strict_mode)
        return result
    ordered = sorted_copy(result)
    response = _ask_with_defaults(ordered, strict_mode)
    if response is not None:
        _infer(ordered, response, check_type, strict_mode)
        take_types(result, ordered)
    return result


def _infer(
    result: "ModelProto", response: infer_pb2.InferShapesResponse, check_type: bool, strict_mode: bool
) -> None:
    """Writes the answer for a model into it, or raises what is wrong."""
    if has_unknown_operators(response):
        from .registered import declare_registered

        if declare_registered(result, response):
            response = _ask_with_defaults(result, strict_mode) or response
    if strict_mode:
        from .strict_checks import find_strict_error

        _raise("\n".join(find_strict_errors(response)) or find_strict_error(response, result))
    if check_type:
        from .check_types import find_type_error

        _raise(find_type_error(response, result))
    conflicts = annotate(result, response)
    if strict_mode and conflicts and not has_unknown_operators(response):
        _raise(f"values are declared otherwise: {', '.join(conflicts)}")


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
        raise TypeError(
            "infer_shapes takes a ModelProto or bytes. "
            "For Model paths (str or os.PathLike), use infer_shapes_path()."
        )
    raise TypeError(f"infer_shapes takes a ModelProto or bytes, not {type(model).__name__}")


def _raise(message: Optional[str]) -> None:
    """Raises an InferenceError unless there is nothing to say."""
    if message:
        from onnx.shape_inference import InferenceError

        lines = map(printable, message.split("\n"))
        raise InferenceError("Inference error(s): " + "\n".join(lines))


def _ask_with_defaults(model: Any, strict: bool) -> Optional[infer_pb2.InferShapesResponse]:
    """The answer where every input that has an initializer is that constant, as ONNX takes it."""
    constants = {tensor.name for tensor in model.graph.initializer}
    inputs = list(model.graph.input)
    del model.graph.input[:]
    model.graph.input.extend(value for value in inputs if value.name not in constants)
    try:
        return _ask(model, strict)
    finally:
        del model.graph.input[:]
        model.graph.input.extend(inputs)


def _ask(model: Any, strict: bool) -> Optional[infer_pb2.InferShapesResponse]:
    """The answer; None if nodes depend on each other, and that is not to be an error."""
    try:
        request = infer_pb2.InferShapesRequest(scope=infer_pb2.SCOPE_ALL_GRAPHS)
        response = default_client().infer_shapes(model, request=request).response
    except ShapewrightError as error:
        if error.reason in _MODEL_REASONS or (strict and error.reason in _ORDER_REASONS):
            _raise(str(error))
        if error.reason in _ORDER_REASONS:
            return None
        raise
    if strict:  # as ONNX, which infers the nodes as they stand
        _raise("\n".join(d.message for d in response.diagnostics if d.code == "SORTED_GRAPH"))
    return response
