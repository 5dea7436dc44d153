"""What ONNX's strict mode raises an error for and the server does not: operands without a type, and
constants whose elements are missing."""
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Tuple

from onnx import TensorProto, helper

from .annotate import find_graphs
from .check_types import Schemas, schemas_of_graphs
from .onnx_errors import normal_domain
from ..text import tensor_of
from ..v1 import infer_pb2, shape_pb2

# ONNX gives these a result whatever the operand that their result's type follows.
_UNTYPED = {"Adagrad", "FlexAttention", "GroupNormalization", "Imputer", "NonMaxSuppression", "Not"}
_UNTYPED |= {"QuantizeLinear", "StringNormalizer"}
_LARGEST_CONSTANT = 1024
# The operands whose elements ONNX reads: it takes none out of external files.
_READ = {
    name: positions
    for names, positions in (
        ("AffineGrid CenterCropPad Expand OneHot Reshape Split SplitToSequence Squeeze Tile TopK", (1,)),
        ("Unsqueeze Upsample", (1,)),
        ("ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin", (1,)),
        ("ReduceProd ReduceSum ReduceSumSquare", (1,)),
        ("BlackmanWindow ConstantOfShape HammingWindow HannWindow", (0,)),
        ("Col2Im DFT", (1, 2)),
        ("MelWeightMatrix", (0, 1)),
        ("Pad STFT", (1, 3)),
        ("Range", (0, 1, 2)),
        ("Resize", (2, 3)),
        ("Slice", (1, 2, 3, 4)),
    )
    for name in names.split()
}


def _is_typed(type_: shape_pb2.Type) -> bool:
    tensor = tensor_of(type_)
    return bool(tensor.element_type) if tensor is not None else type_.WhichOneof("kind") is not None


def _untyped_values(response: infer_pb2.InferShapesResponse) -> List[Dict[str, bool]]:
    """For each graph the names that its nodes can use, and whether their type is unknown."""
    result: List[Dict[str, bool]] = []
    for info in response.graphs:
        is_body = info.HasField("owner") and not info.HasField("function")
        names = dict(result[info.owner.graph]) if is_body else {}
        for value in info.values:
            names[value.name] = not _is_typed(value.type)
        result.append(names)
    return result


def _followed_operand(schema: Any) -> Optional[int]:
    """The operand whose type is the type of the first result."""
    if not schema.outputs or schema.name in _UNTYPED or "(" in schema.outputs[0].type_str:
        return None
    kind = schema.outputs[0].type_str
    return next((i for i, formal in enumerate(schema.inputs) if formal.type_str == kind), None)


def _untyped_operand(node: Any, schema: Any, untyped: Dict[str, bool]) -> Optional[str]:
    index = _followed_operand(schema)
    if index is None or index >= len(node.input) or not untyped.get(node.input[index], False):
        return None
    return f"(op_type:{node.op_type}, node name: {node.name}): the type of input {index} is unknown"


def _nodes(
    response: infer_pb2.InferShapesResponse, model: Any
) -> Iterator[Tuple[int, Any, Schemas]]:
    """All nodes with the number of their graph, as far as each graph's operators are known.

    As in ONNX, nothing counts that comes after an operator that nobody knows.
    """
    ends: Dict[int, int] = {}
    for diagnostic in response.diagnostics:
        if diagnostic.code == "UNKNOWN_OPERATOR":
            site = diagnostic.site
            ends[site.graph] = min(ends.get(site.graph, site.node), site.node)
    for number, info in enumerate(response.graphs):
        owner = info.owner
        if info.HasField("owner") and owner.node >= ends.get(owner.graph, owner.node + 1):
            ends[number] = 0
    graphs = find_graphs(response, model)
    for number, schemas in enumerate(schemas_of_graphs(response, model)):
        graph = graphs[number]
        if graph is not None:
            for node in graph.node[: ends.get(number)]:
                yield number, node, schemas


def _missing_elements(tensor: Any) -> bool:
    """Whether a small constant holds fewer elements than its shape says."""
    size = 1
    for dim in tensor.dims:
        size *= dim
    if size > _LARGEST_CONSTANT or tensor.data_location == TensorProto.EXTERNAL:
        return False
    if tensor.data_type in (TensorProto.FLOAT, TensorProto.DOUBLE, TensorProto.INT32, TensorProto.INT64):
        if tensor.HasField("raw_data"):
            width = helper.tensor_dtype_to_np_dtype(tensor.data_type).itemsize
            return len(tensor.raw_data) != size * width
        return len(getattr(tensor, helper.tensor_dtype_to_field(tensor.data_type))) != size
    return tensor.data_type == TensorProto.UNDEFINED and bool(size)


def _malformed_constant(model: Any) -> Optional[str]:
    for tensor in model.graph.initializer:
        if _missing_elements(tensor):
            return f"initializer {tensor.name!r} does not hold the elements that it declares"
    return None


def _constants(model: Any) -> Dict[str, bool]:
    """The constants of the main graph, and whether their data are external."""
    found = {name: False for node in model.graph.node if node.op_type == "Constant" for name in node.output}
    for tensor in model.graph.initializer:
        found[tensor.name] = tensor.data_location == TensorProto.EXTERNAL
    return found


def _external_operand(node: Any, constants: Dict[str, bool]) -> Optional[str]:
    """The first of the operands that ONNX reads, all of them constants, whose data are external."""
    positions = _READ.get(node.op_type, ()) if not normal_domain(node.domain) else ()
    names = {i: node.input[i] for i in positions if i < len(node.input) and node.input[i]}
    if not all(name in constants for name in names.values()):
        return None
    for i, name in names.items():
        if constants[name]:
            return f"(op_type:{node.op_type}, node name: {node.name}): the data of input {i}, {name!r}, are external"
    return None


def find_strict_error(response: infer_pb2.InferShapesResponse, model: Any) -> Optional[str]:
    """The first of these errors; None: there is none."""
    untyped = _untyped_values(response)
    constants = _constants(model)
    for number, node, schemas in _nodes(response, model):
        schema = schemas.find(node)
        wrong = schema and _untyped_operand(node, schema, untyped[number])
        wrong = wrong or _external_operand(node, constants)
        if wrong:
            return wrong
    return _malformed_constant(model)
