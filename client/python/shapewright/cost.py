"""Tables of what a model costs."""
from __future__ import annotations

from typing import Any, Dict, List, Optional, Union

from .text import Table, printable, tables_html
from .v1 import cost_pb2, measure_pb2, shape_pb2

Number = Union[int, str, None]
"""A number, an expression, or None where it is not known."""

_PARTS = ("flops", "macs", "alu", "div", "sqrt", "special", "bytes_read", "bytes_written")


def _amount(amount: shape_pb2.Amount) -> Number:
    kind = amount.WhichOneof("kind")
    return None if kind is None else amount.value if kind == "value" else amount.expr


class CostTable:
    """Rows of a cost: the model first, then its parts. Every row is a dict with the keys `columns`."""

    columns = ("part", "nodes", *_PARTS, "parameters", "parameter_bytes", "intensity", "seconds", "upper", "uncounted")

    def __init__(self, rows: List[Dict[str, Any]]) -> None:
        self.rows = rows

    def sorted(self, column: str = "flops", top: Optional[int] = None) -> CostTable:
        """The model, then its parts by falling numbers of a column, at most `top`; for tables of numbers."""
        parts = sorted(self.rows[1:], key=lambda row: -(row[column] if isinstance(row[column], (int, float)) else -1))
        return CostTable(self.rows[:1] + parts[:top])

    def to_pandas(self) -> Any:
        """A pandas.DataFrame; pandas has to be installed."""
        import pandas

        return pandas.DataFrame(self.rows, columns=list(self.columns))

    def _table(self) -> Table:
        shown = ("part", "nodes", "flops", "macs", "parameters", "bytes_read", "bytes_written")
        return Table(None, shown, [["" if row[key] is None else printable(str(row[key])) for key in shown] for row in self.rows])

    def __str__(self) -> str:
        header, rows = self._table()[1:]
        lines = [list(header), *map(list, rows)]
        widths = [max(len(line[i]) for line in lines) for i in range(len(header))]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)

    def __repr__(self) -> str:
        return f"<CostTable of {len(self.rows)} rows>"

    def _repr_html_(self) -> str:
        return tables_html([self._table()])


def _row(entry: cost_pb2.CostEntry, numbers: Optional[measure_pb2.CostNumbers]) -> Dict[str, Any]:
    cost = entry.cost
    row: Dict[str, Any] = {"part": entry.name, "nodes": entry.nodes}
    for part in _PARTS:
        if numbers is None:
            row[part] = _amount(getattr(cost, part)) if cost.HasField(part) else None
        else:
            row[part] = getattr(numbers, part) if numbers.HasField(part) else None
    row["parameters"], row["parameter_bytes"] = cost.parameters, cost.parameter_bytes
    known = numbers is not None
    row["intensity"] = numbers.intensity if known and numbers.HasField("intensity") else None
    row["seconds"] = numbers.estimated_seconds if known and numbers.HasField("estimated_seconds") else None
    row["upper"] = numbers.upper_bound if known else cost.upper_bound
    row["uncounted"] = cost.uncounted_nodes
    return row


def cost_table(response: cost_pb2.EstimateCostResponse, binding: Optional[int] = None) -> CostTable:
    """The costs as expressions, or the numbers at a binding of the request, by its place.

    A binding that has an error, or no numbers, is a ValueError.
    """
    entries = [response.total, *response.groups]
    if binding is None:
        return CostTable([_row(entry, None) for entry in entries])
    evaluation = response.evaluations[binding]
    if evaluation.HasField("error"):
        raise ValueError(evaluation.error.message)
    if not evaluation.HasField("total"):
        raise ValueError("there are no numbers at these sizes: inference assumed other ones")
    numbers = [evaluation.total, *evaluation.groups]
    return CostTable([_row(entry, each) for entry, each in zip(entries, numbers)])
