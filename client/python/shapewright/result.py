"""The answer to InferShapes, readable."""
from __future__ import annotations

from typing import Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from .text import Table, amount_text, dim_text, enum_name, interval_text, printable, tables_html, tables_text, tensor_of
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
        tensor = tensor_of(self.type)
        if tensor is None or not tensor.HasField("shape"):
            return None
        return tuple(
            dim.size if dim.WhichOneof("kind") == "size" else dim_text(dim)
            for dim in tensor.shape.dims
        )

    def __repr__(self) -> str:
        return printable(f"{self.name}: {type_text(self.type)} {type_shape_text(self.type)}")

    def _row(self) -> Tuple[str, ...]:
        return self.name, type_text(self.type), type_shape_text(self.type), self.producer


class Facts(List[fact_pb2.Fact]):
    """Facts, each the message of the service. `print(facts)` shows them as a table."""

    def _table(self) -> Table:
        rows = [
            (str_of_fact(fact), enum_name(fact.basis, fact_pb2.Fact.Basis, "BASIS_"), fact.reason) for fact in self
        ]
        return Table("facts that must hold at run time", ("fact", "basis", "why"), rows)

    def __str__(self) -> str:
        return "\n".join(tables_text([self._table()]))

    def __repr__(self) -> str:
        return f"<Facts [{', '.join(map(str_of_fact, self))}]>"

    def _repr_html_(self) -> str:
        return tables_html([self._table()])


_VALUE_HEADER = ("value", "type", "shape", "producer")


def _value_rows(values: Iterable[Value]) -> List[Tuple[str, ...]]:
    return [value._row() for value in values if value.producer != "constant"]


class InferResult:
    """The types and shapes of a model's values. `print(result)` shows them as a table.

    `result["name"]` is a value of the main graph; iterating gives all values of it, in order. Where
    the request asks for no values, these are the inputs and the outputs.
    """

    def __init__(self, response: infer_pb2.InferShapesResponse) -> None:
        self.response = response
        """The answer in full, as the message of the service."""
        ends = [*response.inputs, *response.outputs]
        self._values = {value.name: Value(value.name, value.type, _producer(value, ())) for value in ends}
        if response.graphs:
            self._values.update((value.name, value) for value in self.values(0))

    @property
    def model_id(self) -> str:
        """The id to name the model by while the server keeps it."""
        return self.response.model_id

    @property
    def inference_id(self) -> str:
        """The id to name the model by with all that was said of it: the shortest way to ask more. This result stands
        for it wherever a model is asked for. Empty where the model has no id."""
        return self.response.inference_id

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
            Value(value.name, value.type, _producer(value, self.response.graphs[graph].nodes))
            for value in self.response.graphs[graph].values
        ]

    @property
    def inputs(self) -> List[Value]:
        """What a run takes, in order."""
        return [self._values[value.name] for value in self.response.inputs]

    @property
    def outputs(self) -> List[Value]:
        """What a run gives, in order."""
        return [self._values[value.name] for value in self.response.outputs]

    @property
    def facts(self) -> Facts:
        """What must hold at run time."""
        return Facts(self.response.facts)

    def _tables(self) -> List[Table]:
        graphs = [
            Table(self.graph_title(index), _VALUE_HEADER, _value_rows(self.values(index)))
            for index in range(len(self.response.graphs))
        ]
        if not graphs:
            graphs = [Table(None, _VALUE_HEADER, _value_rows(self))]
        symbols = Table("symbols", ("symbol", "range", "equals"), list(self._symbol_rows()))
        return [*graphs, self.facts._table(), symbols]

    def _notes(self) -> List[str]:
        return [str_of_diagnostic(diagnostic) for diagnostic in self.response.diagnostics]

    def __str__(self) -> str:
        return "\n".join([*tables_text(self._tables()), *self._notes()])

    def __repr__(self) -> str:
        inputs, outputs = (", ".join(map(repr, values)) for values in (self.inputs, self.outputs))
        errors = f"; {len(self.errors)} errors" if self.errors else ""
        return f"<InferResult ({inputs}) -> ({outputs}){errors}>"

    def _repr_html_(self) -> str:
        return tables_html(self._tables(), self._notes())

    def _symbol_rows(self) -> Iterator[Tuple[str, str, str]]:
        for symbol in self.response.symbols:
            equals = amount_text(symbol.equals) if symbol.HasField("equals") else ""
            yield printable(symbol.name), interval_text(symbol.range), equals

    def graph_title(self, index: int) -> str:
        """`main graph`, `then_branch of /If_3`, `function f`."""
        graph = self.response.graphs[index]
        if graph.HasField("function"):
            return printable(f"function {graph.function.op_type}")
        if not graph.HasField("owner"):
            return "main graph"
        owner = _node(graph.owner.node, graph.owner.node_name, graph.owner.op_type)
        return printable(f"{graph.attribute} of {owner}")


def str_of_fact(fact: fact_pb2.Fact) -> str:
    """As a relation; of two sizes that read the same, what they are the sizes of: `x[0] = y[0]`."""
    text = printable(fact.text)
    if fact.relation != fact_pb2.Fact.RELATION_EQUAL or amount_text(fact.left) != amount_text(fact.right):
        return text
    sides = [
        f"{printable(site.value)}[{site.axis}]"
        for site in fact.sites
        if site.value and site.HasField("input") and site.HasField("axis") and not site.HasField("node")
    ]
    return " = ".join(sides) if len(sides) == 2 else text


def _producer(value: infer_pb2.ValueInfo, nodes: Sequence[infer_pb2.NodeInfo]) -> str:
    """The name of the node where the answer has the nodes, else its number."""
    if value.HasField("input"):
        return "input"
    if not value.HasField("node"):
        return "constant"
    node = nodes[value.node] if value.node < len(nodes) else infer_pb2.NodeInfo()
    return printable(_node(value.node, node.name, node.op_type))


def _node(number: int, name: str, op_type: str) -> str:
    return name or (f"#{number} {op_type}" if op_type else f"#{number}")


def str_of_diagnostic(diagnostic: fact_pb2.Diagnostic) -> str:
    """`error DIM_MISMATCH: ...`"""
    severity = enum_name(diagnostic.severity, fact_pb2.Diagnostic.Severity, "SEVERITY_")
    return printable(f"{severity} {diagnostic.code}: {diagnostic.message}")
