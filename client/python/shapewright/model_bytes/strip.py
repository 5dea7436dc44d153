"""Takes the weights out of a serialized ONNX model before it is sent.

The rule is told in core/wire/strip.h, and every client follows it byte for byte; the pairs in
tests/data/strip are its test.
"""
from __future__ import annotations

from typing import Optional

from ..errors import NotAModelError
from .rewrite_tensors import rewrite_tensors
from .wire import BYTES, VARINT, WireError, read_tag, read_varint, skip_value

NOT_A_MODEL = "not an ONNX model: "
"""What the messages about bytes that are not a model begin with."""

KEEP_ELEMENTS = 1024
"""Tensors of at most this many elements keep their data."""

_STRIPPED = b"\x6a\x14\x0a\x08location\x12\x08stripped\x70\x01"
_DIMS_TAGS = (1 << 3 | VARINT, 1 << 3 | BYTES)


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def count_elements(data: bytes, position: int, end: int) -> Optional[int]:
    """The elements of the TensorProto there: the product of its dims; None if one of them is negative."""
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
                return None
            elements *= dim
    return elements


def _strip_tensor(data: bytes, begin: int, end: int) -> Optional[bytes]:
    return _STRIPPED if (count_elements(data, begin, end) or 0) > KEEP_ELEMENTS else None


def strip_weights(model: bytes) -> bytes:
    """The model without the data of its large tensors; NotAModelError if it is not a serialized model."""
    try:
        return rewrite_tensors(model, _strip_tensor)
    except WireError as error:
        raise NotAModelError(f"{NOT_A_MODEL}{error}") from error
