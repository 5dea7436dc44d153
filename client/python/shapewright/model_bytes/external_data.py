"""Puts small tensors in line that an exporter wrote into a file beside the model: shape arithmetic needs their elements.

core/wire/external_data.h tells the rule.
"""
from __future__ import annotations

import os
from pathlib import Path
from typing import Dict, Optional

from ..errors import NotAModelError, not_a_model_file
from .ir_constants import inline_ir_constants
from .model_format import is_onnx, is_openvino_ir
from .rewrite_tensors import rewrite_tensors
from .strip import KEEP_ELEMENTS, NOT_A_MODEL, count_elements, strip_weights
from .wire import BYTES, VARINT, read_tag, read_varint, skip_value, varint

# By TensorProto.DataType; 0 for types without elements of a fixed size.
_ELEMENT_BITS = (0, 32, 8, 8, 16, 16, 32, 64, 0, 8, 16, 64, 32, 64, 64, 128, 16, 8, 8, 8, 8, 4, 4, 4, 8, 2, 2, 6, 6)
_DATA_TYPE, _NAME, _EXTERNAL_DATA, _DATA_LOCATION = 2 << 3 | VARINT, 8 << 3 | BYTES, 13 << 3 | BYTES, 14 << 3 | VARINT
_KEY, _VALUE = 1 << 3 | BYTES, 2 << 3 | BYTES
_RAW_DATA = 9 << 3 | BYTES
_EXTERNAL = 1


class _Tensor:
    """What a TensorProto says of where its elements are."""

    def __init__(self, data: bytes, position: int, end: int) -> None:
        self.name = b""
        self.data_type = self.data_location = 0
        self.entries: Dict[bytes, bytes] = {}
        while position < end:
            tag, position = read_tag(data, position, end)
            begin, position = skip_value(data, tag, position, end)
            if tag == _DATA_TYPE:
                self.data_type = read_varint(data, begin, position)[0] & 0xFFFFFFFF
            elif tag == _DATA_LOCATION:
                self.data_location = read_varint(data, begin, position)[0] & 0xFFFFFFFF
            elif tag == _NAME:
                self.name = data[begin:position]
            elif tag == _EXTERNAL_DATA:
                self._take_entry(data, begin, position)

    def _take_entry(self, data: bytes, position: int, end: int) -> None:
        key = value = b""
        while position < end:
            tag, position = read_tag(data, position, end)
            begin, position = skip_value(data, tag, position, end)
            if tag == _KEY:
                key = data[begin:position]
            elif tag == _VALUE:
                value = data[begin:position]
        self.entries[key] = value

    def number(self, key: bytes, default: int) -> Optional[int]:
        text = self.entries.get(key, b"")
        if not text:
            return default
        return int(text) if text.isdigit() and len(text) < 20 else None


def _check_stays_inside(model: "os.PathLike[str]", tensor: _Tensor, location: str) -> None:
    if location.startswith("/") or ".." in location.split("/") or "\0" in location:
        name = tensor.name.decode(errors="replace")
        raise NotAModelError(
            f"{os.fspath(model)}: tensor {name!r}: the location of its external data, {location!r}, is outside of the model's folder; "
            "it is relative, without .."
        )


def _read(folder: Path, location: str, offset: int, size: int) -> Optional[bytes]:
    """A part of a file of the folder; None if it cannot be read. Links are followed within the folder only."""
    try:
        path = (folder / location).resolve(strict=True)
        path.relative_to(folder)
        if not path.is_file():
            return None
        with open(path, "rb") as file:
            file.seek(offset)
            data = file.read(size)
    except (OSError, ValueError, RuntimeError):  # RuntimeError: links in a circle
        return None
    return data if len(data) == size else None


def strip_model_file(model: bytes, path: "os.PathLike[str]") -> bytes:
    """A model of any format that was read from `path`, without its weights and with the small tensors that lie in other
    files of its folder. What cannot be read stays external. NotAModelError if it is no model, or names a file outside."""
    if not model:
        raise not_a_model_file(path, "it is empty")
    folder = Path(path).parent.resolve()
    if is_openvino_ir(model):
        weights = Path(path).stem + ".bin"
        return inline_ir_constants(model, lambda offset, size: _read(folder, weights, offset, size))
    if not is_onnx(model):
        return model
    try:
        stripped = strip_weights(model)
    except NotAModelError as error:
        raise not_a_model_file(path, error.message[len(NOT_A_MODEL) :]) from error

    def inline(data: bytes, begin: int, end: int) -> Optional[bytes]:
        tensor = _Tensor(data, begin, end)
        elements = count_elements(data, begin, end)
        bits = _ELEMENT_BITS[tensor.data_type] if tensor.data_type < len(_ELEMENT_BITS) else 0
        location = tensor.entries.get(b"location", b"").decode(errors="surrogateescape")
        if tensor.data_location != _EXTERNAL or not location or not bits or not elements:
            return None
        size = (elements * bits + 7) // 8
        offset = tensor.number(b"offset", 0)
        if elements > KEEP_ELEMENTS or offset is None or tensor.number(b"length", size) != size:
            return None
        _check_stays_inside(path, tensor, location)
        content = _read(folder, location, offset, size)
        return None if content is None else varint(_RAW_DATA) + varint(size) + content

    return rewrite_tensors(stripped, inline)
