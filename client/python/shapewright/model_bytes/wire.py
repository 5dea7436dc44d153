"""Reads the fields of serialized protobuf messages, as far as clients need them without a schema."""
from __future__ import annotations

from typing import Iterator, Tuple, Union

VARINT, FIXED64, BYTES, GROUP, END_GROUP, FIXED32 = range(6)
_MAX_GROUP_DEPTH = 32


class WireError(ValueError):
    """The bytes are not a protobuf message."""


def read_varint(data: bytes, position: int, end: int, limit: int = 10) -> Tuple[int, int]:
    """The varint of at most `limit` bytes at `position`, modulo 2**64, and where it ends."""
    value = 0
    for i in range(limit):
        if position >= end:
            break
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << (7 * i)
        if byte < 0x80:
            return value & 0xFFFFFFFFFFFFFFFF, position
    raise WireError(f"malformed varint at byte {position}")


def varint(value: int) -> bytes:
    """`value` as a varint of the least size."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def read_tag(data: bytes, position: int, end: int) -> Tuple[int, int]:
    """The tag (field number * 8 + wire type) at `position`, and where it ends."""
    tag, position = read_varint(data, position, end, 5)
    tag &= 0xFFFFFFFF
    if tag < 8:
        raise WireError(f"field number 0 at byte {position}")
    return tag, position


def skip_value(data: bytes, tag: int, position: int, end: int, depth: int = 0) -> Tuple[int, int]:
    """Where the content of the value at `position` begins, and where the value ends."""
    kind = tag & 7
    if kind == BYTES:
        size, position = read_varint(data, position, end, 5)
        begin, position = position, position + size
    elif kind == VARINT:
        begin, position = position, read_varint(data, position, end)[1]
    elif kind in (FIXED64, FIXED32):
        begin, position = position, position + (8 if kind == FIXED64 else 4)
    elif kind == GROUP and depth < _MAX_GROUP_DEPTH:
        begin, position = position, _skip_group(data, tag, position, end, depth + 1)
    else:
        raise WireError(f"unexpected wire type {kind} at byte {position}")
    if position > end:
        raise WireError(f"truncated field at byte {begin}")
    return begin, position


def _skip_group(data: bytes, tag: int, position: int, end: int, depth: int) -> int:
    while True:
        inner, position = read_tag(data, position, end)
        if inner & 7 == END_GROUP:
            if inner >> 3 != tag >> 3:
                raise WireError(f"another group ends at byte {position}")
            return position
        position = skip_value(data, inner, position, end, depth)[1]


def fields(data: bytes) -> Iterator[Tuple[int, Union[int, bytes]]]:
    """The fields of a message: number and value, an int for varints and else the bytes."""
    position, end = 0, len(data)
    while position < end:
        tag, position = read_tag(data, position, end)
        begin, position = skip_value(data, tag, position, end)
        number = read_varint(data, begin, end)[0] if tag & 7 == VARINT else None
        yield tag >> 3, data[begin:position] if number is None else number
