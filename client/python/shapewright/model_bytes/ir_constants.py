"""Puts the elements of small constants into the text of an OpenVINO IR, from the `.bin` beside it.

core/wire/ir_constants.h tells the rule.
"""
from __future__ import annotations

import base64
import re
from typing import Callable, Dict, Optional, Tuple

from .strip import KEEP_ELEMENTS

_MOST_BYTES = 8192
_TAG = re.compile(rb"<data(?=[ \t\n\v\f\r])")
_ATTRIBUTE = re.compile(rb"""[ \t\n\v\f\r]*([^= \t\r\n<>"'/]+)=("[^"]*"|'[^']*')""")
_END = re.compile(rb"[ \t\n\v\f\r]*[>/]")
_NUMBER = re.compile(rb"[0-9]{1,18}")
_MARKS = (b"element_type", b"shape", b"offset", b"size")

Read = Callable[[int, int], Optional[bytes]]
"""The bytes from an offset on; None if they cannot be had."""


def _number(text: bytes) -> Optional[int]:
    return int(text) if _NUMBER.fullmatch(text) else None


def _is_small(shape: bytes) -> bool:
    count = 1
    for part in shape.split(b",") if shape else ():
        count *= _number(part.strip(b" \t\n\v\f\r")) or 0
        if not 0 < count <= KEEP_ELEMENTS:
            return False
    return True


def _attributes(text: bytes, position: int) -> Tuple[Optional[Dict[bytes, bytes]], int]:
    """The attributes of a tag, or None where they are written otherwise; and where they end."""
    found: Dict[bytes, bytes] = {}
    while not _END.match(text, position):
        attribute = _ATTRIBUTE.match(text, position)
        if attribute is None:
            return None, position
        found[attribute[1]] = attribute[2][1:-1]
        position = attribute.end()
    return found, position


def _part(tag: Dict[bytes, bytes]) -> Optional[Tuple[int, int]]:
    """Offset and size of a small constant."""
    if not all(mark in tag for mark in _MARKS) or b"elements" in tag:
        return None
    offset, size = _number(tag[b"offset"]), _number(tag[b"size"])
    if offset is None or not size or size > _MOST_BYTES or not _is_small(tag[b"shape"]):
        return None
    return offset, size


def inline_ir_constants(text: bytes, read: Read) -> bytes:
    """The text with the elements of small constants in it."""
    pieces, copied, position = [], 0, 0
    while True:
        found = _TAG.search(text, position)
        if found is None:
            break
        tag, position = _attributes(text, found.end())
        part = None if tag is None else _part(tag)
        content = None if part is None else read(*part)
        if content is not None:
            pieces += [text[copied : found.end()], b' elements="', base64.b64encode(content), b'"']
            copied = found.end()
    return b"".join([*pieces, text[copied:]])
