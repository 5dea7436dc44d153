"""The answer to InferShapes, readable."""
from __future__ import annotations

from typing import Dict, Iterator, List, Optional, Tuple, Union

from .text import dim_text, enum_name, interval_text, printable, relation_text, table
from .text import type_shape_text, type_text
from .v1 import fact_pb2, infer_pb2, shape_pb2


class Value:
    """One value of a graph, and what is known of it."""

    def __init__(self, name: str, type_: shape_pb2.Type, producer: str) -> None:
        self.name = name
        self.type = type_
        """In full, as the message of the service."""
        self.producer = producer
        """The node that makes it, `input`, or `constant`."""

    @property
    def element_type(self) -> str:
        """`float`, `seq(int64)`; `?` if it is not known."""
        return type_text(self.type)

    @property
    def shape(self) -> Optional[Tuple[Union[int, str], ...]]:
        """Of a tensor: sizes and expressions. None: of unknown rank, or no tensor."""
        tensor = self.type.tensor
        if not tensor.HasField("shape") or tensor.shape.HasField("unknown_rank"):
            return None
        return tuple(
            dim.size if dim.WhichOneof("kind") == "size" else dim_text(dim)
            for dim in tensor.shape.dims
        )

    def __repr__(self) -> str:
        return printable(f"{self.name}: {type_text(self.type)} {type_shape_text(self.type)}")


class InferResult:
    """The types and shapes of a model's values. `print(result)` shows them as a table.

    `result["name"]` is a value of the main graph; iterating gives all values of it, in order.
    """

    def __init__(self, response: infer_pb2.InferShapesResponse) -> None:
        self.response = response
        """The answer in full, as the message of the service."""
        self._values: Dict[str, Value] = {}
        if response.graphs:
            self._values = {value.name: value for value in self.values(0)}

    @property
    def model_id(self) -> str:
        """The id to name the model by while the server keeps it."""
        return self.response.model_id

    @property
    def errors(self) -> List[fact_pb2.Diagnostic]:
        """What is wrong with the model."""
        error = fact_pb2.Diagnostic.SEVERITY_ERROR
        return [d for d in self.response.diagnostics if d.severity == error]

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[Value]:
        return iter(self._values.values())

    def __len__(self) -> int:
        return len(self._values)

    def values(self, graph: int) -> List[Value]:
        """The values of graph number `graph`; 0 is the main graph."""
        return [
            Value(value.name, self.type_of(value), self._producer(value))
            for value in self.response.graphs[graph].values
        ]

    def type_of(self, value: infer_pb2.ValueInfo) -> shape_pb2.Type:
        types = self.response.types
        return types[value.type] if value.type < len(types) else shape_pb2.Type()

    def __str__(self) -> str:
        lines: List[str] = []
        for index in range(len(self.response.graphs)):
            rows = [
                (printable(v.name), type_text(v.type), type_shape_text(v.type), v.producer)
                for v in self.values(index)
                if v.producer != "constant"
            ]
            lines += table(("value", "type", "shape", "producer"), rows, self._graph_title(index))
        facts = [
            (self._fact(fact), enum_name(fact.basis, fact_pb2.Constraint.Basis, "BASIS_"), fact.reason)
            for fact in self.response.constraints
        ]
        lines += table(("fact", "basis", "why"), facts, "facts that must hold at run time")
        lines += table(("symbol", "range", "solved"), self._symbol_rows(), "symbols")
        lines += [str_of_diagnostic(diagnostic) for diagnostic in self.response.diagnostics]
        return "\n".join(lines)

    def _symbol_rows(self) -> Iterator[Tuple[str, str, str]]:
        for symbol in self.response.symbols:
            solved = dim_text(symbol.solved) if symbol.HasField("solved") else ""
            yield printable(symbol.name), interval_text(symbol.bounds), solved

    def _fact(self, fact: fact_pb2.Constraint) -> str:
        """As a relation; of two sizes that read the same, what they are the sizes of: `x[0] = y[0]`."""
        text = relation_text(fact)
        if fact.relation != fact_pb2.Constraint.RELATION_EQUAL or dim_text(fact.left) != dim_text(fact.right):
            return text
        sides = [
            f"{name}[{site.axis}]"
            for site in fact.sites
            for name in self._input_name(site)
            if site.HasField("axis")
        ]
        return " = ".join(sides) if len(sides) == 2 else text

    def _input_name(self, site: fact_pb2.Site) -> List[str]:
        """Of an input of a graph; the values of a graph begin with its inputs."""
        graphs = self.response.graphs
        if site.HasField("node") or not site.HasField("input") or site.graph >= len(graphs):
            return []
        return [printable(value.name) for value in graphs[site.graph].values[site.input : site.input + 1]]

    def _graph_title(self, index: int) -> str:
        graph = self.response.graphs[index]
        if graph.HasField("function"):
            return printable(f"function {graph.function.op_type}")
        if not graph.HasField("owner"):
            return "main graph"
        owner = self._node(graph.owner.graph, graph.owner.node)
        return printable(f"{graph.attribute} of {owner}")

    def _producer(self, value: infer_pb2.ValueInfo) -> str:
        if not value.HasField("producer"):
            return "constant"
        if not value.producer.HasField("node"):
            return "input"
        return printable(self._node(value.producer.graph, value.producer.node))

    def _node(self, graph: int, node: int) -> str:
        info = self.response.graphs[graph]
        if node < len(info.node_names) and info.node_names[node]:
            return info.node_names[node]
        return f"#{node} {info.op_types[node]}" if node < len(info.op_types) else f"#{node}"


def str_of_diagnostic(diagnostic: fact_pb2.Diagnostic) -> str:
    """`error DIM_MISMATCH: ...`"""
    severity = enum_name(diagnostic.severity, fact_pb2.Diagnostic.Severity, "SEVERITY_")
    return printable(f"{severity} {diagnostic.code}: {diagnostic.message}")
