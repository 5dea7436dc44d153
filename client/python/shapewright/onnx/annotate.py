"""Writes what was inferred into an ONNX model."""
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

from .onnx_dims import OnnxDims
from .onnx_types import can_write, contradicts, fill_type, is_at_least_as_known, write_type
from ..v1 import infer_pb2, shape_pb2

_FUNCTIONS_HAVE_VALUE_INFO = 10  # the IR version


def _subgraph(node: Any, attribute: str, number: int) -> Optional[Any]:
    """The graph that an attribute of a node holds; of a list the one of that number."""
    for candidate in node.attribute:
        if candidate.name != attribute:
            continue
        if number == 0 and candidate.HasField("g"):
            return candidate.g
        if number < len(candidate.graphs):
            return candidate.graphs[number]
    return None


def find_graphs(response: infer_pb2.InferShapesResponse, model: Any) -> List[Optional[Any]]:
    """For each graph of the answer the GraphProto or FunctionProto of the model it is about, or None."""
    functions = {(f.domain, f.name, f.overload): f for f in model.functions}
    found: List[Optional[Any]] = []
    seen: Dict[Tuple[int, int, str], int] = {}
    for info in response.graphs:
        if info.HasField("function"):
            key = info.function
            found.append(functions.get((key.domain, key.op_type, key.overload)))
            continue
        if not info.HasField("owner"):
            found.append(model.graph)
            continue
        place = (info.owner.graph, info.owner.node, info.attribute)
        number = seen[place] = seen.get(place, -1) + 1
        parent = found[info.owner.graph] if info.owner.graph < len(found) else None
        node = parent.node[info.owner.node] if parent is not None else None
        found.append(None if node is None else _subgraph(node, info.attribute, number))
    return found


def _dim_names(type_: Any) -> Iterator[str]:
    kind = type_.WhichOneof("value")
    if kind in ("tensor_type", "sparse_tensor_type"):
        yield from (dim.dim_param for dim in getattr(type_, kind).shape.dim)
    elif kind in ("sequence_type", "optional_type"):
        yield from _dim_names(getattr(type_, kind).elem_type)
    elif kind == "map_type":
        yield from _dim_names(type_.map_type.value_type)


def _taken_names(graphs: List[Optional[Any]]) -> Set[str]:
    names: Set[str] = set()
    for graph in graphs:
        if graph is None or not hasattr(graph, "initializer"):
            continue
        for values in (graph.input, graph.output, graph.value_info):
            for value in values:
                names.update(_dim_names(value.type))
    return names


class _Annotator:
    def __init__(self, response: infer_pb2.InferShapesResponse, model: Any) -> None:
        self._response = response
        self._model = model
        self._graphs = find_graphs(response, model)
        self._dims = OnnxDims(response, _taken_names(self._graphs))
        self.conflicts: List[str] = []

    def run(self) -> None:
        writes_functions = self._model.ir_version >= _FUNCTIONS_HAVE_VALUE_INFO
        within_function: List[bool] = []
        for index, (info, graph) in enumerate(zip(self._response.graphs, self._graphs)):
            has_owner = info.HasField("owner")
            is_function = info.HasField("function")
            within_function.append(is_function or (has_owner and within_function[info.owner.graph]))
            if graph is None or (within_function[-1] and not writes_functions):
                continue
            if is_function:
                self._write_function(index, graph)
            else:
                self._write_graph(index, graph)

    def _values(self, index: int) -> Iterator[Tuple[str, shape_pb2.Type]]:
        """Constants have their type anyway, and inputs of the main graph keep theirs."""
        for value in self._response.graphs[index].values:
            is_written = value.HasField("node") or (index and value.HasField("input"))
            if value.name and is_written and can_write(value.type):
                yield value.name, value.type

    def _write_graph(self, index: int, graph: Any) -> None:
        inputs = {value.name for value in graph.input}
        places: Dict[str, List[Any]] = {}
        for values in (graph.value_info, graph.input if index else ()):
            places.update((value.name, [value]) for value in values)
        places.update((value.name, []) for value in graph.output)
        for value in graph.output:  # perhaps one value more than once
            places[value.name].append(value)
        for name, type_ in self._values(index):
            if name not in places:
                write_type(type_, graph.value_info.add(name=name).type, self._dims)
            for place in places.get(name, ()):
                self._write_place(type_, place, name not in inputs)

    def _write_place(self, type_: shape_pb2.Type, place: Any, may_conflict: bool) -> None:
        """Over what the graph says of a value already."""
        if may_conflict and contradicts(type_, place.type):
            self.conflicts.append(place.name)
        if is_at_least_as_known(type_, place.type, self._dims):
            write_type(type_, place.type, self._dims)
        else:
            fill_type(type_, place.type, self._dims)

    def _write_function(self, index: int, function: Any) -> None:
        """What all calls of a function agree on; nothing else is known of its values."""
        known = {value.name for value in function.value_info} | set(function.input)
        for name, type_ in self._values(index):
            if name not in known:
                write_type(type_, function.value_info.add(name=name).type, self._dims)


def annotate(model: Any, response: infer_pb2.InferShapesResponse) -> List[str]:
    """Writes value_info and the types of outputs into a ModelProto, subgraphs and functions too.

    `response` is the answer for this model, with all graphs. Inputs of the main graph
    stay as they are. A type that the model has already gives way to one that says no less. The result
    is the names of values whose type was another one.
    """
    annotator = _Annotator(response, model)
    annotator.run()
    return annotator.conflicts
