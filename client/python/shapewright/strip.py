"""Takes the weights out of a serialized ONNX model before it is sent.

The rule is told in core/wire/strip.h, and every client follows it byte for byte; the pairs in
tests/data/strip are its test.
"""
from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from .wire import BYTES, VARINT, WireError, read_tag, read_varint, skip_value, varint

KEEP_ELEMENTS = 1024
"""Tensors of at most this many elements keep their data."""

_MAX_DEPTH = 1000
_STRIPPED = b"\x6a\x14\x0a\x08location\x12\x08stripped\x70\x01"
_DROPPED = frozenset((4, 5, 6, 7, 9, 10, 11, 13, 14))
_DIMS_TAGS = (1 << 3 | VARINT, 1 << 3 | BYTES)

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


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def _is_large(data: bytes, position: int, end: int) -> bool:
    elements = 1
    while position < end:
        tag, position = read_tag(data, position, end)
        begin, position = skip_value(data, tag, position, end)
        while tag in _DIMS_TAGS and begin < position:
            try:
                value, begin = read_varint(data, begin, position)
            except WireError:
                break  # a malformed packed list ends where it is malformed
            dim = _signed(value)
            if dim < 0:
                return False
            elements *= dim
    return elements > KEEP_ELEMENTS


class _Message:
    """One message on the way through the bytes, and what becomes of it."""

    def __init__(self, data: bytes, kind: str, begin: int, end: int) -> None:
        self.children = _FIELDS[kind]
        self.position, self.end = begin, end
        self.large = kind == "tensor" and _is_large(data, begin, end)
        self.parts: List[bytes] = []
        self.copied = begin  # all before is in parts
        self.changed = self.large

    def replace(self, data: bytes, begin: int, end: int, new: bytes) -> None:
        self.parts += (data[self.copied : begin], new)
        self.copied = end
        self.changed = True

    def finish(self, data: bytes) -> Optional[bytes]:
        """The new bytes; None if nothing changes."""
        if not self.changed:
            return None
        self.parts.append(data[self.copied : self.end])
        if self.large:
            self.parts.append(_STRIPPED)
        return b"".join(self.parts)


def _step(data: bytes, message: _Message) -> Optional[Tuple[str, int, int, int]]:
    """Passes one field: if it is a message of interest, its kind, the end of its tag, its extent."""
    field_begin = message.position
    tag, tag_end = read_tag(data, field_begin, message.end)
    begin, message.position = skip_value(data, tag, tag_end, message.end)
    if message.large and tag >> 3 in _DROPPED:
        message.replace(data, field_begin, message.position, b"")
        return None
    kind = message.children.get(tag >> 3) if tag & 7 == BYTES else None
    return None if kind is None else (kind, tag_end, begin, message.position)


def strip_weights(model: bytes) -> bytes:
    """The model without the data of its large tensors; ValueError if it is no serialized model."""
    stack = [_Message(model, "model", 0, len(model))]
    lengths: List[int] = []  # where the length of each open message begins, but the model's
    while True:
        message = stack[-1]
        if message.position < message.end:
            inner = _step(model, message)
            if inner is not None:
                if len(stack) > _MAX_DEPTH:
                    raise WireError("not an ONNX model: messages too deep")
                stack.append(_Message(model, inner[0], inner[2], inner[3]))
                lengths.append(inner[1])
            continue
        new = stack.pop().finish(model)
        if not stack:
            return model if new is None else new
        length = lengths.pop()
        if new is not None:
            stack[-1].replace(model, length, message.end, varint(len(new)) + new)
