"""Which models ONNX's shape inference raises an error for, in which mode."""
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Tuple

from ..text import printable
from ..v1 import fact_pb2, infer_pb2

# Warnings of the server that tell of no error: nodes that nobody knows, names.
_HARMLESS = {"UNKNOWN_OPERATOR", "ANONYMOUS_DIM", "UNREADABLE_DIM", "SHADOWED_NAME", "DUPLICATE_VALUE"}
_HARMLESS |= {"KERNEL_TOO_LARGE"}
# What check_types.py tells more exactly.
_HARMLESS |= {"ELEMENT_TYPE_NOT_ALLOWED"}
# Operators whose element types ONNX compares even without check_type.
_TYPED = {"BitCast", "ConstantOfShape", "ai.onnx.preview:FlexAttention", "If", "Loop", "QLinearConv", "QLinearMatMul", "Scan"}
_TYPED |= {"SequenceConstruct", "SequenceInsert", "SequenceMap"}
# Of branches that never run: ONNX knows fewer sizes in them, and finds fewer contradictions.
_OF_SIZES = {"DIM_MISMATCH", "NEGATIVE_DIM"}
# What ONNX does not compare.
_UNCOMPARED = {name: ("DIM_MISMATCH",) for name in ("GRU", "LSTM", "RNN")}
_UNCOMPARED["ConcatFromSequence"] = ("DIM_MISMATCH", "RANK_MISMATCH")


def normal_domain(domain: str) -> str:
    return "" if domain == "ai.onnx" else domain


def _missing_opset(model: Any) -> Optional[str]:
    known = {normal_domain(opset.domain) for opset in model.opset_import}
    for node in model.graph.node:
        if normal_domain(node.domain) not in known:
            return f"no opset is imported of the domain {node.domain!r} of {node.op_type} {node.name!r}"
    return None


def _constant_types(graph: Any) -> Iterator[Tuple[str, int, Tuple[int, ...]]]:
    for tensor in graph.initializer:
        yield tensor.name, tensor.data_type, tuple(tensor.dims)


def _wrong_initializer(graph: Any) -> Optional[str]:
    """An initializer that contradicts what the graph declares for the same name."""
    declared = {
        value.name: value.type.tensor_type
        for values in (graph.value_info, graph.input, graph.output)
        for value in values
        if value.type.HasField("tensor_type")
    }
    for name, element, sizes in _constant_types(graph):
        type_ = declared.get(name)
        if type_ is None:
            continue
        if type_.elem_type and element and type_.elem_type != element:
            return f"initializer {name!r} has element type {element}, declared is {type_.elem_type}"
        if not type_.HasField("shape"):
            continue
        dims = type_.shape.dim
        if len(dims) != len(sizes) or any(
            dim.HasField("dim_value") and dim.dim_value != size for dim, size in zip(dims, sizes)
        ):
            return f"initializer {name!r} has shape {list(sizes)}, another one is declared"
    return None


def all_nodes(nodes: Any) -> Iterator[Any]:
    """The nodes, and those of their subgraphs."""
    for node in nodes:
        yield node
        for attribute in node.attribute:
            for graph in [attribute.g, *attribute.graphs]:
                yield from all_nodes(graph.node)


def _callee(node: Any) -> Tuple[str, str, str]:
    return normal_domain(node.domain), node.op_type, node.overload


def _left_out_output(model: Any) -> Optional[str]:
    """A call of a function that takes fewer outputs than the function has."""
    counts = {(normal_domain(f.domain), f.name, f.overload): len(f.output) for f in model.functions}
    for node in all_nodes(model.graph.node) if counts else ():
        count = counts.get(_callee(node), 0)
        if len(node.output) < count:
            return f"(op_type:{node.op_type}): the function has {count} outputs, not {len(node.output)}"
    return None


def find_model_error(model: Any) -> Optional[str]:
    """What is wrong with the model in every mode; None: nothing."""
    return _missing_opset(model) or _wrong_initializer(model.graph) or _left_out_output(model)


def _calls(nodes: Any) -> Iterator[Tuple[str, str, str]]:
    return map(_callee, all_nodes(nodes))


def find_function_cycle(model: Any) -> Optional[str]:
    """A function that calls itself, perhaps by way of others; None: there is none."""
    calls = {(normal_domain(f.domain), f.name, f.overload): set(_calls(f.node)) for f in model.functions}
    while calls:  # leaves go first; what is left has a cycle
        leaves = [name for name, called in calls.items() if not called & calls.keys()]
        if not leaves:
            return "a cycle of functions: " + ", ".join("::".join(name[:2]) for name in calls)
        for name in leaves:
            del calls[name]
    return None


def _is_of_loop(site: fact_pb2.Site, response: infer_pb2.InferShapesResponse) -> bool:
    """Whether it is the number of the iteration or the condition that a Loop's body gets."""
    graph = response.graphs[site.graph]
    if site.HasField("node") or not graph.HasField("owner"):
        return False
    return graph.owner.op_type == "Loop" and site.input < 2


def is_raised(
    diagnostic: fact_pb2.Diagnostic, response: infer_pb2.InferShapesResponse
) -> bool:
    """Whether it tells of what is an error for ONNX too, where a branch never runs too (INFO)."""
    site = diagnostic.site
    op_type = site.op_type
    never_runs = diagnostic.severity == fact_pb2.Diagnostic.SEVERITY_INFO
    if diagnostic.code in _HARMLESS or (never_runs and diagnostic.code in _OF_SIZES):
        return False
    if diagnostic.code == "DECLARED_TYPE_CONFLICT":
        # Those of results count where annotate() finds constants that differ.
        return not site.HasField("node") and not _is_of_loop(site, response)
    if diagnostic.code in _UNCOMPARED.get(op_type, ()):
        return False
    return diagnostic.code != "ELEMENT_TYPE_MISMATCH" or op_type in _TYPED


def has_unknown_operators(response: infer_pb2.InferShapesResponse) -> bool:
    return any(d.code == "UNKNOWN_OPERATOR" for d in response.diagnostics)


def find_strict_errors(response: infer_pb2.InferShapesResponse) -> List[str]:
    """What strict_mode raises: contradictions, declared types included.

    As in ONNX, nothing counts that comes in a graph after an operator that nobody knows.
    """
    unknown: Dict[int, int] = {}
    for diagnostic in response.diagnostics:
        if diagnostic.code == "UNKNOWN_OPERATOR":
            site = diagnostic.site
            unknown[site.graph] = min(unknown.get(site.graph, site.node), site.node)
    errors = []
    for diagnostic in response.diagnostics:
        site = diagnostic.site
        is_hidden = site.HasField("node") and site.node > unknown.get(site.graph, site.node)
        if not is_hidden and is_raised(diagnostic, response):
            errors.append(printable(f"{diagnostic.code}: {diagnostic.message}"))
    return errors
