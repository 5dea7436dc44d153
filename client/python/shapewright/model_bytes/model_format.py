"""Which files are no ONNX models, by content: core/wire/model_format.cc has the same rules."""
from __future__ import annotations

import re

_MOST_SKIPPED = 64 << 10
_BLANK = re.compile(rb"(?:\s+|//[^\n]*\n)*")
_TEXT = re.compile(rb'module|builtin\.module|func\.func|"builtin\.module"|"func\.func"|\{-#|[#!][\w$.-]+[ =]|HloModule')
_XML = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml|<net )")
_BYTECODE = b"ML\xefR"
_IR_VERSION_TAG = b"\x08"


def is_openvino_ir(content: bytes) -> bool:
    """Whether the content is the text of OpenVINO's intermediate representation."""
    return bool(_XML.match(bytes(content[:_MOST_SKIPPED])))


def is_onnx(content: bytes) -> bool:
    """Whether the content has the mark of no other format; ONNX models have none."""
    if not content or content.startswith(_IR_VERSION_TAG):
        return True
    if content.startswith(_BYTECODE):
        return False
    head = bytes(content[:_MOST_SKIPPED])
    blank = _BLANK.match(head)
    return not _TEXT.match(head, blank.end() if blank else 0) and not _XML.match(head)
