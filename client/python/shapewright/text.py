"""One-line texts for people: `N + 5`, `[N, 3, 224]`, `seq(float)`."""
from __future__ import annotations

import html
from typing import Iterable, List, NamedTuple, Optional, Sequence

from .v1 import shape_pb2


def enum_name(value: int, enum: object, prefix: str) -> str:
    try:
        name: str = enum.Name(value)  # type: ignore[attr-defined]
    except ValueError:
        return f"type {value}"
    return name[len(prefix) :].lower()


def printable(text: str) -> str:
    """Text for one line of a terminal, which would obey or hide some characters: these are escaped.

    Names in a model are written by strangers. All text for people goes through here.
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def interval_text(interval: shape_pb2.Interval) -> str:
    """`2..8`, `2..`, `..8`; empty for an interval without ends."""
    low = str(interval.min) if interval.HasField("min") else ""
    high = str(interval.max) if interval.HasField("max") else ""
    if not low and not high:
        return ""
    return low if low == high else f"{low}..{high}"


def dim_text(dim: shape_pb2.Dim) -> str:
    kind = dim.WhichOneof("kind")
    if kind == "size":
        return str(dim.size)
    if kind == "expr":
        return printable(dim.expr)
    range_ = interval_text(dim.range)
    return "?" if range_ in ("", "0..") else range_


def amount_text(amount: shape_pb2.Amount) -> str:
    kind = amount.WhichOneof("kind")
    if kind == "value":
        return str(amount.value)
    return printable(amount.expr) if kind == "expr" else "?"


def tensor_of(type_: shape_pb2.Type) -> Optional[shape_pb2.TensorType]:
    """A dense or a sparse tensor; None: it is another kind of value."""
    kind = type_.WhichOneof("kind")
    if kind == "tensor":
        return type_.tensor
    return type_.sparse_tensor if kind == "sparse_tensor" else None


def shape_text(tensor: shape_pb2.TensorType) -> str:
    if not tensor.HasField("shape"):
        rank = interval_text(tensor.rank)
        return "?" if rank in ("", "0..") else f"rank {rank}"
    return "[" + ", ".join(dim_text(dim) for dim in tensor.shape.dims) + "]"


def element_text(element: int) -> str:
    return enum_name(element, shape_pb2.ElementType, "ELEMENT_TYPE_") if element else "?"


def type_text(type_: shape_pb2.Type) -> str:
    """The kind and the element type."""
    kind = type_.WhichOneof("kind")
    if kind == "tensor":
        return element_text(type_.tensor.element_type)
    if kind == "sparse_tensor":
        return "sparse " + element_text(type_.sparse_tensor.element_type)
    if kind == "sequence":
        return f"seq({type_text(type_.sequence.element)})"
    if kind == "optional":
        return f"optional({type_text(type_.optional.element)})"
    if kind == "map":
        return f"map({element_text(type_.map.key)}, {type_text(type_.map.value)})"
    if kind == "opaque":
        return printable(f"{type_.opaque.domain}:{type_.opaque.name}")
    return "program" if kind == "program" else "?"


def type_shape_text(type_: shape_pb2.Type) -> str:
    """The shape of a tensor, or of what a container holds; `[B] if S = 1 else [B, S]` where inputs decide."""
    if type_.alternatives:
        return " else ".join(_alternative_text(alternative, type_) for alternative in type_.alternatives)
    kind = type_.WhichOneof("kind")
    tensor = tensor_of(type_)
    if tensor is not None:
        return shape_text(tensor)
    if kind == "sequence":
        text = type_shape_text(type_.sequence.element)
        sequence = type_.sequence
        return f"{text} x {dim_text(sequence.length)}" if sequence.HasField("length") else text
    if kind == "optional":
        return type_shape_text(type_.optional.element)
    if kind == "map":
        return type_shape_text(type_.map.value)
    return "" if kind in ("opaque", "program") else "?"


def _alternative_text(alternative: shape_pb2.TypeAlternative, join: shape_pb2.Type) -> str:
    """With the element type where it differs."""
    element = type_text(alternative.type)
    text = type_shape_text(alternative.type)
    text = text if element == type_text(join) else f"{element} {text}"
    return f"{text} if {printable(alternative.condition)}" if alternative.condition else text


def table(header: Sequence[str], rows: Iterable[Sequence[str]], title: Optional[str]) -> List[str]:
    """Lines of columns; none without rows."""
    cells = [[printable(cell) for cell in row] for row in rows]
    if not cells:
        return []
    cells.insert(0, list(header))
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in cells]
    return ([printable(title)] if title else []) + ["  " + line.rstrip() for line in lines]


class Table(NamedTuple):
    """What a result shows, as text and in a notebook. Without rows it shows nothing."""

    title: Optional[str]
    header: Sequence[str]
    rows: Sequence[Sequence[str]]


def tables_text(tables: Iterable[Table]) -> List[str]:
    """The lines of tables, one below the other."""
    return [line for each in tables for line in table(each.header, each.rows, each.title)]


def _html(text: str) -> str:
    return html.escape(printable(text))


def _row_html(cells: Sequence[str], kind: str) -> str:
    return "<tr>" + "".join(f'<{kind} style="text-align:left">{_html(cell)}</{kind}>' for cell in cells) + "</tr>"


def tables_html(tables: Iterable[Table], notes: Iterable[str] = ()) -> str:
    """For notebooks: tables, and lines below them. Names in a model are text there, whatever they are."""
    parts = []
    for each in tables:
        if each.rows:
            caption = f'<caption style="text-align:left">{_html(each.title)}</caption>' if each.title else ""
            rows = "".join(_row_html(row, "td") for row in each.rows)
            parts.append(f"<table>{caption}<thead>{_row_html(each.header, 'th')}</thead><tbody>{rows}</tbody></table>")
    parts += [f"<p>{_html(note)}</p>" for note in notes]
    return "<div>" + "".join(parts) + "</div>"
