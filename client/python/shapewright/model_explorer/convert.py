"""An answer as graphs for a viewer: nodes in their modules, lines with types, what is known and what must hold."""
from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

from ..result import InferResult, str_of_diagnostic, str_of_fact
from ..text import printable, type_shape_text, type_text
from ..v1 import fact_pb2, infer_pb2
from .known import BOUNDED, EXACT, NAMES, UNKNOWN, KnownOf

if TYPE_CHECKING:
    from onnx import GraphProto, ModelProto, NodeProto

_BACKGROUNDS = {EXACT: "", BOUNDED: "#fdf3c4", UNKNOWN: "#fbdcd9"}
_BORDERS = {fact_pb2.Diagnostic.SEVERITY_ERROR: "#c5221f", fact_pb2.Diagnostic.SEVERITY_WARNING: "#e37400"}
_NO_SEVERITY = fact_pb2.Diagnostic.SEVERITY_UNSPECIFIED
_SCOPES = "pkg.torch.onnx.name_scopes"
_TRACE = "pkg.torch.onnx.stack_trace"


# What it is, in words, and how severe.
_Note = Tuple[str, str, "fact_pb2.Diagnostic.Severity"]


@dataclass
class NodeOfGraph:
    id: str
    label: str
    namespace: str = ""
    attributes: Dict[str, str] = field(default_factory=dict)
    # Who gives what to which input: (node, number of its output, number of the input).
    edges: List[Tuple[str, str, str]] = field(default_factory=list)
    inputs: List[Dict[str, str]] = field(default_factory=list)
    outputs: List[Dict[str, str]] = field(default_factory=list)
    # The graphs that it runs.
    subgraphs: List[str] = field(default_factory=list)
    background: str = ""
    border: str = ""


@dataclass
class GraphOfModel:
    id: str
    nodes: List[NodeOfGraph] = field(default_factory=list)
    attributes: Dict[str, str] = field(default_factory=dict)


def shapes_request() -> infer_pb2.InferShapesRequest:
    """What has to be asked for."""
    return infer_pb2.InferShapesRequest(
        scope=infer_pb2.SCOPE_ALL_GRAPHS, include=[infer_pb2.PART_NODES, infer_pb2.PART_ELEMENTS]
    )


def graphs_of(model: ModelProto, response: infer_pb2.InferShapesResponse) -> List[GraphOfModel]:
    """The graphs of a model, the main one first, then bodies and functions; `response` is the answer about it."""
    return _Converter(model, response).graphs()


def module_path(name: str, scopes: str) -> str:
    """`encoder/layer.0` of what the exporter wrote beside a node (`['', 'encoder', 'encoder.layer.0', 'add']`), else
    of its name (`/encoder/layer.0/Add`)."""
    if not scopes:
        return "/".join(part for part in name.split("/")[:-1] if part)
    try:
        names = [str(scope) for scope in ast.literal_eval(scopes)][:-1]
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return ""
    inner = (b[len(a) + 1 :] if a and b.startswith(f"{a}.") else b for a, b in zip(["", *names], names))
    return "/".join(printable(part).replace("/", "_") for part in inner if part)


def _numbered(names: Iterable[str]) -> Iterator[str]:
    """Each once: `a`, `a 2`."""
    seen: Dict[str, int] = {}
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} {seen[name]}"


class _Converter:
    def __init__(self, model: ModelProto, response: infer_pb2.InferShapesResponse) -> None:
        self._model = model
        self._response = response
        self._known = KnownOf(response)
        result = InferResult(response)
        self._ids = list(_numbered(result.graph_title(i) for i in range(len(response.graphs))))
        self._values = [{value.name: value for value in graph.values} for graph in response.graphs]
        self._notes = self._notes_by_node()
        self._functions = {
            (graph.function.domain, graph.function.op_type, graph.function.overload): i
            for i, graph in enumerate(response.graphs)
            if graph.HasField("function")
        }
        self._bodies: Dict[Tuple[int, int], List[int]] = {}
        for i, graph in enumerate(response.graphs):
            if graph.HasField("owner") and not graph.HasField("function"):
                self._bodies.setdefault((graph.owner.graph, graph.owner.node), []).append(i)

    def graphs(self) -> List[GraphOfModel]:
        return [self._graph(index) for index in range(len(self._response.graphs))]

    def _notes_by_node(self) -> Dict[Tuple[int, int], List[_Note]]:
        """By graph and node."""
        notes: Dict[Tuple[int, int], List[_Note]] = {}
        for fact in self._response.facts:
            for place in {(site.graph, site.node) for site in fact.sites if site.HasField("node")}:
                notes.setdefault(place, []).append(("must hold", str_of_fact(fact), _NO_SEVERITY))
        for each in self._response.diagnostics:
            if each.site.HasField("node"):
                place = (each.site.graph, each.site.node)
                notes.setdefault(place, []).append(("diagnostic", str_of_diagnostic(each), each.severity))
        return notes

    def _nodes_of(self, index: int) -> Tuple[Sequence[NodeProto], Sequence[str]]:
        """The nodes of a graph and the names of its outputs; none if the model has no such graph."""
        info = self._response.graphs[index]
        if info.HasField("function"):
            for function in self._model.functions:
                key = (function.domain, function.name, getattr(function, "overload", ""))
                if self._functions.get(key) == index:
                    return function.node, function.output
            return (), ()
        graph = self._body(index)
        return (graph.node, [value.name for value in graph.output]) if graph is not None else ((), ())

    def _body(self, index: int) -> Optional[GraphProto]:
        info = self._response.graphs[index]
        if not info.HasField("owner"):
            return self._model.graph if index == 0 else None
        nodes, _ = self._nodes_of(info.owner.graph) if info.owner.graph < index else ((), ())
        if info.owner.node >= len(nodes):
            return None
        found = [a for a in nodes[info.owner.node].attribute if a.name == info.attribute]
        bodies = [body for a in found for body in ([a.g] if a.HasField("g") else a.graphs)]
        place = [i for i in self._bodies[(info.owner.graph, info.owner.node)]
                 if self._response.graphs[i].attribute == info.attribute].index(index)
        return bodies[place] if place < len(bodies) else None

    def _graph(self, index: int) -> GraphOfModel:
        nodes, outputs = self._nodes_of(index)
        graph = GraphOfModel(self._ids[index], attributes=self._about(index))
        makers: Dict[str, Tuple[str, str]] = {}
        for value in self._response.graphs[index].values:
            if value.HasField("input"):
                graph.nodes.append(self._end(f"input {value.input}", value, "inputs", makers))
        for i, node in enumerate(nodes):
            for number, name in enumerate(node.output):
                makers[name] = (f"node {i}", str(number))
        for i, node in enumerate(nodes):
            self._add_outer(index, node.input, graph, makers)
            graph.nodes.append(self._node(index, i, node, makers))
        self._add_outer(index, outputs, graph, makers)
        for i, name in enumerate(outputs):
            graph.nodes.append(self._output(index, i, name, makers))
        return graph

    def _about(self, index: int) -> Dict[str, str]:
        if index != 0:
            return {}
        response = self._response
        about = {"must hold": "\n".join(str_of_fact(fact) for fact in response.facts)}
        about["diagnostics"] = "\n".join(str_of_diagnostic(each) for each in response.diagnostics)
        about["symbols"] = ", ".join(printable(symbol.name) for symbol in response.symbols)
        return {key: text for key, text in about.items() if text}

    def _find(self, index: int, name: str) -> Tuple[int, Optional[infer_pb2.ValueInfo]]:
        """A body sees what the graphs around it have; a function does not."""
        while True:
            value = self._values[index].get(name)
            info = self._response.graphs[index]
            is_inner = info.HasField("owner") and not info.HasField("function") and info.owner.graph < index
            if value is not None or not is_inner:
                return index, value
            index = info.owner.graph

    def _add_outer(
        self, index: int, names: Iterable[str], graph: GraphOfModel, makers: Dict[str, Tuple[str, str]]
    ) -> None:
        """What a body reads of the graphs around it is a node of its own in the body, unless it is a constant."""
        for name in names:
            place, value = self._find(index, name)
            if value is None or place == index or name in makers:
                continue
            if value.HasField("input") or value.HasField("node"):
                node = self._end(f"outer {name}", value, "outer values", makers)
                node.attributes["of"] = self._ids[place]
                graph.nodes.append(node)

    def _end(
        self, id_: str, value: infer_pb2.ValueInfo, namespace: str, makers: Dict[str, Tuple[str, str]]
    ) -> NodeOfGraph:
        makers[value.name] = (id_, "0")
        known = self._known.type(value.type)
        return NodeOfGraph(
            id_, printable(value.name), namespace, {"known": NAMES[known]},
            outputs=[self._metadata(value)], background=_BACKGROUNDS[known],
        )

    def _output(self, index: int, number: int, name: str, makers: Dict[str, Tuple[str, str]]) -> NodeOfGraph:
        node = NodeOfGraph(f"output {number}", printable(name), "outputs")
        _, value = self._find(index, name)
        node.inputs = [self._metadata(value)] if value is not None else []
        node.edges = [(*makers[name], "0")] if name in makers else []
        return node

    def _node(self, index: int, number: int, node: NodeProto, makers: Dict[str, Tuple[str, str]]) -> NodeOfGraph:
        label = f"{node.domain}:{node.op_type}" if node.domain not in ("", "ai.onnx") else node.op_type
        notes = {each.key: each.value for each in node.metadata_props} if hasattr(node, "metadata_props") else {}
        shown = NodeOfGraph(f"node {number}", printable(label), module_path(node.name, notes.get(_SCOPES, "")))
        shown.edges = [(*makers[name], str(i)) for i, name in enumerate(node.input) if name in makers]
        inputs = [self._find(index, name)[1] for name in node.input]
        shown.inputs = [self._metadata(value) if value is not None else {} for value in inputs]
        outputs = [self._values[index].get(name) for name in node.output]
        shown.outputs = [self._metadata(value) if value is not None else {} for value in outputs]
        known = max((self._known.type(value.type) for value in outputs if value is not None), default=EXACT)
        shown.attributes = {"name": printable(node.name)} if node.name else {}
        shown.attributes["known"] = NAMES[known]
        shown.background = _BACKGROUNDS[known]
        source = re.findall(r'File "([^"\n]*)", line (\d+)', notes.get(_TRACE, ""))
        if source:
            shown.attributes["source"] = printable(":".join(source[-1]))
        self._add_notes(index, number, shown)
        function = self._functions.get((node.domain, node.op_type, getattr(node, "overload", "")))
        bodies = self._bodies.get((index, number), []) + ([] if function is None else [function])
        shown.subgraphs = [self._ids[body] for body in bodies]
        return shown

    def _add_notes(self, index: int, number: int, shown: NodeOfGraph) -> None:
        notes = self._notes.get((index, number), [])
        for key, (_, text, _) in zip(_numbered(key for key, _, _ in notes), notes):
            shown.attributes[key] = text
        shown.border = _BORDERS.get(max((severity for _, _, severity in notes), default=_NO_SEVERITY), "")

    def _metadata(self, value: infer_pb2.ValueInfo) -> Dict[str, str]:
        return {
            "__tensor_tag": printable(value.name),
            "shape": type_shape_text(value.type),
            "element type": type_text(value.type),
            "known": NAMES[self._known.type(value.type)],
        }
