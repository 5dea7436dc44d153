"""Gives the tensors of a serialized ONNX model other data; core/wire/rewrite_tensors.h tells the rule."""
from __future__ import annotations

from typing import Callable, Dict, List, Optional, Tuple

from .wire import BYTES, WireError, read_tag, skip_value, varint

TensorEdit = Callable[[bytes, int, int], Optional[bytes]]
"""Gets the bytes of a model, and where in them a TensorProto begins and ends. None leaves it as it is; otherwise its
data fields are left out, and the result stands at its end."""

_MAX_DEPTH = 1000
_DATA = frozenset((4, 5, 6, 7, 9, 10, 11, 13, 14))

# For each kind of message: the field numbers that hold messages of interest.
_FIELDS: Dict[str, Dict[int, str]] = {
    "model": {7: "graph", 20: "training", 25: "function"},
    "training": {1: "graph", 2: "graph"},
    "graph": {1: "node", 5: "tensor", 15: "sparse"},
    "function": {7: "node", 11: "attribute"},
    "node": {5: "attribute"},
    "attribute": {5: "tensor", 10: "tensor", 6: "graph", 11: "graph", 22: "sparse", 23: "sparse"},
    "sparse": {1: "tensor", 2: "tensor"},
    "tensor": {},
}



class _Message:
    """One message on the way through the bytes, and what becomes of it."""

    def __init__(self, data: bytes, kind: str, begin: int, end: int, edit: TensorEdit) -> None:
        self.children = _FIELDS[kind]
        self.position, self.end = begin, end
        self.tail = edit(data, begin, end) if kind == "tensor" else None
        self.parts: List[bytes] = []
        self.copied = begin  # all before is in parts
        self.changed = self.tail is not None

    def replace(self, data: bytes, begin: int, end: int, new: bytes) -> None:
        self.parts += (data[self.copied : begin], new)
        self.copied = end
        self.changed = True

    def finish(self, data: bytes) -> Optional[bytes]:
        """The new bytes; None if nothing changes."""
        if not self.changed:
            return None
        self.parts.append(data[self.copied : self.end])
        if self.tail is not None:
            self.parts.append(self.tail)
        return b"".join(self.parts)


def _step(data: bytes, message: _Message) -> Optional[Tuple[str, int, int, int]]:
    """Passes one field: if it is a message of interest, its kind, the end of its tag, its extent."""
    field_begin = message.position
    tag, tag_end = read_tag(data, field_begin, message.end)
    begin, message.position = skip_value(data, tag, tag_end, message.end)
    if message.tail is not None and tag >> 3 in _DATA:
        message.replace(data, field_begin, message.position, b"")
        return None
    kind = message.children.get(tag >> 3) if tag & 7 == BYTES else None
    return None if kind is None else (kind, tag_end, begin, message.position)


def rewrite_tensors(model: bytes, edit: TensorEdit) -> bytes:
    """The model with the data that `edit` gives to its tensors; ValueError if it is not a serialized model."""
    stack = [_Message(model, "model", 0, len(model), edit)]
    lengths: List[int] = []  # where the length of each open message begins, but the model's
    while True:
        message = stack[-1]
        if message.position < message.end:
            inner = _step(model, message)
            if inner is not None:
                if len(stack) > _MAX_DEPTH:
                    raise WireError("messages too deep")
                stack.append(_Message(model, inner[0], inner[2], inner[3], edit))
                lengths.append(inner[1])
            continue
        new = stack.pop().finish(model)
        if not stack:
            return model if new is None else new
        length = lengths.pop()
        if new is not None:
            stack[-1].replace(model, length, message.end, varint(len(new)) + new)
