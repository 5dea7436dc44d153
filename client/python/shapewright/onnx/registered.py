"""Operators that the process has registered with the package onnx, with inference functions of their own."""
from __future__ import annotations

from typing import Any, Dict, Set

from onnx import ModelProto, defs
# Not by way of onnx.shape_inference, whose function somebody may have replaced by ours.
from onnx.onnx_cpp2py_export import shape_inference

from .annotate import annotate
from ..v1 import infer_pb2


def _has_function(node: Any, versions: Dict[str, int]) -> bool:
    try:
        schema = defs.get_schema(node.op_type, versions.get(node.domain, 1), node.domain)
    except defs.SchemaError:
        return False
    return bool(schema.has_type_and_shape_inference_function)


def _registered_results(model: Any, response: infer_pb2.InferShapesResponse) -> Set[str]:
    """The results of the main graph's nodes that the server does not know, and the package onnx does."""
    versions = {opset.domain: opset.version for opset in model.opset_import}
    names: Set[str] = set()
    for diagnostic in response.diagnostics:
        if diagnostic.code == "UNKNOWN_OPERATOR" and diagnostic.site.graph == 0:
            node = model.graph.node[diagnostic.site.node]
            if _has_function(node, versions):
                names.update(name for name in node.output if name)
    return names


def declare_registered(model: Any, response: infer_pb2.InferShapesResponse) -> bool:
    """Declares in the model what ONNX infers for such results; whether there are any.

    ONNX sees the types that the server has found. With the declarations the server finds more.
    """
    names = _registered_results(model, response)
    if not names:
        return False
    draft = ModelProto()
    draft.CopyFrom(model)
    annotate(draft, response)
    inferred = ModelProto.FromString(
        shape_inference.infer_shapes(draft.SerializeToString(), False, False, False)
    ).graph
    places = {info.name: info for infos in (model.graph.value_info, model.graph.output) for info in infos}
    for info in [*inferred.value_info, *inferred.output]:
        if info.name in names and info.type.WhichOneof("value"):
            place = places.get(info.name) or model.graph.value_info.add(name=info.name)
            place.type.CopyFrom(info.type)
    return True
