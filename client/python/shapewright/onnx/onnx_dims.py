"""Dims of an answer as ONNX models write them: a size, or a text in dim_param."""
from __future__ import annotations

import re
from typing import Dict, Iterable, Optional, Set, Union

from ..v1 import fact_pb2, infer_pb2, shape_pb2

_TEXT_LIMIT = 4096
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*\Z")
# A name, perhaps of an element: `N`, `x[2]`, `?3`, or any text in backticks. Functions are followed
# by a parenthesis and are not names.
_NAME = re.compile(
    r"`(?P<quoted>(?:[^`]|``)*)`(?P<element>\[\d*\])?"
    r"|(?P<anonymous>\?\d+)"
    r"|(?P<plain>[A-Za-z_][A-Za-z0-9_.]*(?:\[\d*\])?)(?!\s*\()(?![A-Za-z0-9_.])"
)

OnnxDim = Union[int, str]


def _is_anonymous(symbol: fact_pb2.Symbol) -> bool:
    kinds = fact_pb2.Symbol
    return symbol.kind in (kinds.KIND_ANONYMOUS, kinds.KIND_DATA_DEPENDENT)


def _stands_for_another(symbol: fact_pb2.Symbol) -> bool:
    kinds = fact_pb2.Symbol
    return symbol.kind in (kinds.KIND_ALIAS, kinds.KIND_DEFINED) and symbol.HasField("equals")


class OnnxDims:
    """Writes aliases and defined symbols out, and gives anonymous symbols names, `unk__1`."""

    def __init__(self, response: infer_pb2.InferShapesResponse, taken: Iterable[str]) -> None:
        """`taken` are the names that the model uses already."""
        self._taken: Set[str] = set(taken) | {symbol.name for symbol in response.symbols}
        self._symbols = {symbol.name: symbol for symbol in response.symbols}
        self._input_dims = {
            symbol.name
            for symbol in response.symbols
            if symbol.kind == fact_pb2.Symbol.KIND_INPUT_DIM and not symbol.HasField("equals")
        }
        self._names: Dict[str, str] = {}
        self._texts: Dict[str, Optional[str]] = {}
        # What aliases and defined symbols come to: the text, and the symbols in it.
        self._solved: Dict[str, Optional[str]] = {}
        self._leaves: Dict[str, Set[str]] = {}
        self._count = 0
        # Each definition names symbols that stand before it.
        for symbol in response.symbols:
            if _stands_for_another(symbol):
                is_number = symbol.equals.WhichOneof("kind") == "value"
                text = str(symbol.equals.value) if is_number else symbol.equals.expr
                self._leaves[symbol.name] = self._leaves_of(text)
                self._solved[symbol.name] = self._expand(text)

    def write(self, dim: shape_pb2.Dim) -> OnnxDim:
        """A size or a dim_param. What is not known gets a name of its own."""
        kind = dim.WhichOneof("kind")
        if kind == "size" and dim.size >= 0:
            return dim.size
        if kind != "expr":
            return self._new_name()
        if dim.expr not in self._texts:
            self._texts[dim.expr] = self._expand(dim.expr)
        text = self._texts[dim.expr]
        if text is None:
            return self._new_name()
        return int(text) if text.isdigit() else text

    def is_known(self, dim: shape_pb2.Dim) -> bool:
        """Whether it is a size or an expression over named symbols alone."""
        kind = dim.WhichOneof("kind")
        if kind != "expr":
            return kind == "size" and dim.size >= 0
        text = self.write(dim)
        if isinstance(text, int):
            return True
        return not any(self._symbol_is_anonymous(name) for name in self._leaves_of(dim.expr))

    def keeps_name(self, dim: shape_pb2.Dim) -> bool:
        """Whether a name that the model has for the dim stays: the dim is another such name only.

        Names of the inputs' dims and expressions over them say more than names of inner dims.
        """
        if dim.WhichOneof("kind") != "expr" or not _NAME.fullmatch(dim.expr):
            return False
        leaves = self._leaves_of(dim.expr)
        return len(leaves) == 1 and not any(name in self._input_dims for name in leaves)

    def _new_name(self) -> str:
        while True:
            name = f"unk__{self._count}"
            self._count += 1
            if name not in self._taken:
                self._taken.add(name)
                return name

    def _leaves_of(self, text: str) -> Set[str]:
        """The symbols that a text comes to."""
        names = {_name_of(match) for match in _NAME.finditer(text)}
        return set().union(*(self._leaves.get(name, {name}) for name in names))

    def _symbol_is_anonymous(self, name: str) -> bool:
        symbol = self._symbols.get(name)
        return symbol is None or _is_anonymous(symbol)

    def _expand(self, text: str) -> Optional[str]:
        """The text with what stands for another symbol written out; None if it gets too long."""
        whole = _NAME.fullmatch(text)
        if whole is not None:
            return self._symbol_text(_name_of(whole), alone=True)
        parts, position, size = [], 0, 0
        for match in _NAME.finditer(text):
            name = self._symbol_text(_name_of(match), alone=False)
            if name is None:
                return None
            parts += (text[position : match.start()], name)
            size += len(parts[-1]) + len(parts[-2])
            if size > _TEXT_LIMIT:
                return None
            position = match.end()
        parts.append(text[position:])
        return "".join(parts) if size + len(parts[-1]) <= _TEXT_LIMIT else None

    def _symbol_text(self, name: str, alone: bool) -> Optional[str]:
        symbol = self._symbols.get(name)
        if name in self._solved:
            return _in_parentheses(self._solved[name], alone)
        if symbol is not None and _is_anonymous(symbol):
            if name not in self._names:
                self._names[name] = self._new_name()
            return self._names[name]
        if alone or _IDENTIFIER.match(name) or (symbol is not None and name.endswith("]")):
            return name
        return f"({name})"


def _in_parentheses(text: Optional[str], alone: bool) -> Optional[str]:
    if text is None or alone or _IDENTIFIER.match(text) or text.isdigit():
        return text
    return f"({text})"


def _name_of(match: "re.Match[str]") -> str:
    if match["quoted"] is None:
        return match[0]
    return match["quoted"].replace("``", "`") + (match["element"] or "")
