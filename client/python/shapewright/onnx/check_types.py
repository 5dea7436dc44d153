"""Checks the types of a model's nodes against ONNX's operator schemas, as `check_type` of ONNX does."""
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Sequence, Set, Tuple

from onnx import TensorProto, defs

from .annotate import find_graphs
from .onnx_errors import is_raised, normal_domain
from ..v1 import infer_pb2, shape_pb2

Types = Dict[str, str]


def _element(element: int) -> Optional[str]:
    known = element and element in TensorProto.DataType.values()
    return TensorProto.DataType.Name(element).lower() if known else None


def type_string(type_: shape_pb2.Type) -> Optional[str]:
    """`tensor(float)`, `seq(tensor(int64))`, as schemas write types; None: not known."""
    kind = type_.WhichOneof("kind")
    if kind == "tensor":
        element = _element(type_.tensor.element_type)
        return element and f"tensor({element})"
    if kind == "sparse_tensor":
        element = _element(type_.sparse_tensor.element_type)
        return element and f"sparse_tensor({element})"
    if kind in ("sequence", "optional"):
        inner = type_string(getattr(type_, kind).element)
        return inner and f"{'seq' if kind == 'sequence' else kind}({inner})"
    if kind == "map":
        key, value = _element(type_.map.key), type_string(type_.map.value)
        return key and value and f"map({key},{value})"
    return None


def _types_of_graphs(response: infer_pb2.InferShapesResponse) -> List[Types]:
    """For each graph the types of the values that its nodes can name."""
    result: List[Types] = []
    for info in response.graphs:
        is_body = info.HasField("owner") and not info.HasField("function")
        types = dict(result[info.owner.graph]) if is_body else {}
        for value in info.values:
            text = type_string(value.type)
            types.pop(value.name, None)
            if text:
                types[value.name] = text
        result.append(types)
    return result


class Schemas:
    """The schemas of operators by the opsets that a model or function imports."""

    def __init__(self, opsets: Sequence[Any]) -> None:
        self._versions = {normal_domain(opset.domain): opset.version for opset in opsets}

    def find(self, node: Any) -> Optional[Any]:
        domain = normal_domain(node.domain)
        try:
            return defs.get_schema(node.op_type, self._versions.get(domain, 1), domain)
        except defs.SchemaError:
            return None


def _operands(
    formals: Sequence[Any], names: Sequence[str], types: Types
) -> Iterator[Tuple[Any, Optional[str]]]:
    for i, name in enumerate(names):
        if formals:
            yield formals[min(i, len(formals) - 1)], types.get(name) if name else None


def _check_operand(formal: Any, type_: str, bound: Dict[str, str], what: str) -> Optional[str]:
    if formal.types and type_ not in formal.types:
        return f"{what} {formal.name} has unsupported type {type_}"
    if formal.is_homogeneous and bound.setdefault(formal.type_str, type_) != type_:
        return f"{what} {formal.name} has inconsistent type {type_}"
    return None


def _check_counts(node: Any, schema: Any) -> Optional[str]:
    """What is wrong with the number of inputs and outputs; None: nothing."""
    for count, low, high, what in (
        (len(node.input), schema.min_input, schema.max_input, "inputs"),
        (len(node.output), schema.min_output, schema.max_output, "outputs"),
    ):
        if count < low:
            return f"it needs at least {'one' if low == 1 else low} {what[: -1 if low == 1 else None]}"
        if count > high:
            return f"it has {count} {what}, at most {high} are allowed"
    return None


def _check_node(node: Any, schema: Any, types: Types) -> Optional[str]:
    """What is wrong with the types of its operands and results; None: nothing."""
    bound: Dict[str, str] = {}
    for formals, names, what in (
        (schema.inputs, node.input, "input"),
        (schema.outputs, node.output, "output"),
    ):
        for formal, type_ in _operands(formals, names, types):
            wrong = type_ and _check_operand(formal, type_, bound, what)
            if wrong:
                return wrong
    return None


def _failed_nodes(response: infer_pb2.InferShapesResponse) -> Set[Tuple[int, int]]:
    sites = (d.site for d in response.diagnostics if is_raised(d, response))
    return {(site.graph, site.node) for site in sites if site.HasField("node")}


def schemas_of_graphs(response: infer_pb2.InferShapesResponse, model: Any) -> List[Schemas]:
    graphs = find_graphs(response, model)
    schemas: List[Schemas] = []
    for info, graph in zip(response.graphs, graphs):
        if info.HasField("owner") and not info.HasField("function"):
            schemas.append(schemas[info.owner.graph])
        else:
            is_function = info.HasField("function") and graph is not None
            schemas.append(Schemas((graph if is_function else model).opset_import))
    return schemas


def find_type_error(response: infer_pb2.InferShapesResponse, model: Any) -> Optional[str]:
    """The first node whose types its operator does not allow; None: there is none.

    As in ONNX, the types of a node that failed otherwise are not looked at.
    """
    types = _types_of_graphs(response)
    failed = _failed_nodes(response)
    schemas = schemas_of_graphs(response, model)
    for number, graph in enumerate(find_graphs(response, model)):
        for index, node in enumerate(graph.node if graph is not None else ()):
            schema = schemas[number].find(node)
            wrong = schema and _check_counts(node, schema)
            if schema and not wrong and (number, index) not in failed:
                wrong = _check_node(node, schema, types[number])
            if wrong:
                return f"(op_type:{node.op_type}, node name: {node.name}): {wrong}"
    return None
