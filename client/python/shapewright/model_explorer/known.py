"""How much is known of a type, as the service counts it: exact, bounded or unknown."""
from __future__ import annotations

from typing import Dict

from ..expression import Expression
from ..text import tensor_of
from ..v1 import fact_pb2, infer_pb2, shape_pb2

EXACT, BOUNDED, UNKNOWN = range(3)
NAMES = ("exact", "bounded", "unknown")

_UNKNOWNS = (fact_pb2.Symbol.KIND_ANONYMOUS, fact_pb2.Symbol.KIND_DATA_DEPENDENT)


class KnownOf:
    """Tells it of the types of an answer; the least that is known of a part of a type counts."""

    def __init__(self, response: infer_pb2.InferShapesResponse) -> None:
        self._symbols: Dict[str, int] = {}
        self._expressions: Dict[str, int] = {}
        facts = (fact.text.partition(" <= ") for fact in response.facts if fact.text.startswith("?"))
        bounded = {left for left, relation, _ in facts if relation}
        for symbol in response.symbols:  # what one stands for names those before it
            known = EXACT
            if symbol.kind in _UNKNOWNS:
                known = BOUNDED if symbol.range.HasField("max") or symbol.name in bounded else UNKNOWN
            elif symbol.equals.WhichOneof("kind") == "expr":
                known = self._expression(symbol.equals.expr)
            self._symbols[symbol.name] = known

    def type(self, type_: shape_pb2.Type) -> int:
        if type_.alternatives:
            return max(self.type(alternative.type) for alternative in type_.alternatives)
        kind = type_.WhichOneof("kind")
        if kind in ("sequence", "optional"):
            return self.type(getattr(type_, kind).element)
        tensor = tensor_of(type_)
        if tensor is None:
            return UNKNOWN if kind is None else EXACT
        if not tensor.HasField("shape"):
            return UNKNOWN
        return max((self._dim(dim) for dim in tensor.shape.dims), default=EXACT)

    def _dim(self, dim: shape_pb2.Dim) -> int:
        kind = dim.WhichOneof("kind")
        if kind == "size":
            return EXACT
        if kind == "expr":
            return self._expression(dim.expr)
        return BOUNDED if dim.range.HasField("max") else UNKNOWN

    def _expression(self, text: str) -> int:
        if text not in self._expressions:
            try:
                names = Expression.parse(text).symbols
                self._expressions[text] = max((self._symbols.get(name, EXACT) for name in names), default=EXACT)
            except ValueError:
                self._expressions[text] = UNKNOWN
        return self._expressions[text]
