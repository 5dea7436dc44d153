"""What a call that fails raises."""
from __future__ import annotations

import errno
import os
from typing import Dict, List, Optional, Tuple

import grpc

from .text import printable
from .model_bytes.wire import WireError, fields

_DETAILS = "grpc-status-details-bin"
_PUSHBACK = "grpc-retry-pushback-ms"


class ShapewrightError(Exception):
    """A call failed; docs/errors.md of Shapewright lists the reasons."""

    def __init__(self, code: grpc.StatusCode, message: str) -> None:
        super().__init__(message)
        self.code = code
        """The status code."""
        self.message = message
        """What happened, for people."""
        self.reason = ""
        """A stable name, such as `MODEL_NOT_CACHED`; empty where neither the server nor the client gives one."""
        self.metadata: Dict[str, str] = {}
        """Facts such as `limit` and `actual`."""
        self.violations: List[Tuple[str, str]] = []
        """Paths of the fields that are to blame, each with a description."""
        self.retry_delay: Optional[float] = None
        """Seconds after which another try makes sense; None: it does not, unless nobody answered."""
        self.pushback: Optional[float] = None
        """Seconds that the trailer for gRPC's own retries tells; negative: no other try. None: no such trailer."""
        self.target = ""
        """Who was asked; empty: nobody."""

    def __str__(self) -> str:
        """For people: names in it that a terminal would obey are escaped."""
        lines = [self._sentence()]
        if self.reason:
            lines.append(f"  reason: {self.reason}")
        lines += [f"  {key}: {value}" for key, value in self.metadata.items()]
        lines += [f"  field: {path}" for path, _ in self.violations]
        return "\n".join(map(printable, lines))

    def _sentence(self) -> str:
        """What is wrong, and what to do."""
        if self.reason == SERVER_UNREACHABLE:
            where = f" at {self.target}" if self.target else ""
            return f"no server answers{where}: {self.message}; start one there, or correct the address"
        if self.reason == DEADLINE_EXCEEDED:
            return "the deadline passed before the answer came; allow more time"
        return self.message


class ModelFileError(ShapewrightError, OSError):
    """The file of a model cannot be read: FILE_NOT_FOUND or FILE_NOT_READABLE."""

    def __init__(self, code: grpc.StatusCode, message: str, reason: str, path: str, error: OSError) -> None:
        super().__init__(code, message)
        self.reason = reason
        self.filename = path
        self.errno = error.errno
        self.strerror = error.strerror


class _ModelFileNotFoundError(ModelFileError, FileNotFoundError):
    pass


class NotAModelError(ShapewrightError, ValueError):
    """The bytes, or the file, are not an ONNX model: MALFORMED_MODEL."""

    def __init__(self, message: str) -> None:
        super().__init__(grpc.StatusCode.INVALID_ARGUMENT, message)
        self.reason = "MALFORMED_MODEL"


def file_error(path: "os.PathLike[str]", error: OSError) -> ModelFileError:
    """Why a file cannot be read, and what to do; core/wire/file_error.h says the same."""
    name = os.fspath(path)
    start = f"cannot read {name}: "
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        text = start + "there is no such file; correct the path"
        return _ModelFileNotFoundError(grpc.StatusCode.NOT_FOUND, text, "FILE_NOT_FOUND", name, error)
    code, text = grpc.StatusCode.PERMISSION_DENIED, start
    if error.errno == errno.EISDIR:
        text += "it is a folder; name a file in it"
    elif error.errno in (errno.EACCES, errno.EPERM):
        text += "permission denied; let this user read it"
    else:
        code, text = grpc.StatusCode.UNAVAILABLE, text + f"{error.strerror}; look at its disk, or try again"
    return ModelFileError(code, text, "FILE_NOT_READABLE", name, error)


def not_a_model_file(path: "os.PathLike[str]", what: str) -> NotAModelError:
    """The file of this path is not a model."""
    name = os.fspath(path)
    return NotAModelError(f"{name} is not an ONNX model: {what}; give the whole file, as its exporter wrote it")


SERVER_UNREACHABLE = "SERVER_UNREACHABLE"
DEADLINE_EXCEEDED = "DEADLINE_EXCEEDED"
_REASONS_WITHOUT_SERVER = {
    grpc.StatusCode.UNAVAILABLE: SERVER_UNREACHABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED: DEADLINE_EXCEEDED,
}


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _strings(message: bytes) -> Tuple[str, str]:
    """The first two fields of a message of strings."""
    found = {number: _text(value) for number, value in fields(message)}
    return found.get(1, ""), found.get(2, "")


def _read_error_info(detail: bytes, error: ShapewrightError) -> None:
    for number, value in fields(detail):
        if number == 1:
            error.reason = _text(value)
        elif number == 3 and isinstance(value, bytes):
            key, text = _strings(value)
            error.metadata[key] = text


def _read_bad_request(detail: bytes, error: ShapewrightError) -> None:
    for number, value in fields(detail):
        if number == 1 and isinstance(value, bytes):
            error.violations.append(_strings(value))


def _read_retry_info(detail: bytes, error: ShapewrightError) -> None:
    error.retry_delay = 0.0
    for number, value in fields(detail):
        if number == 1 and isinstance(value, bytes):
            parts = dict(fields(value))
            seconds, nanos = (part if isinstance(part, int) else 0 for part in (parts.get(1, 0), parts.get(2, 0)))
            error.retry_delay = seconds + nanos / 1e9


_READERS = {
    "google.rpc.ErrorInfo": _read_error_info,
    "google.rpc.BadRequest": _read_bad_request,
    "google.rpc.RetryInfo": _read_retry_info,
}


def _read_details(status: bytes, error: ShapewrightError) -> None:
    for number, value in fields(status):
        if number != 3 or not isinstance(value, bytes):
            continue
        detail = dict(fields(value))
        reader = _READERS.get(_text(detail.get(1, b"")).rpartition("/")[2])
        content = detail.get(2, b"")
        if reader is not None and isinstance(content, bytes):
            reader(content, error)


def _milliseconds(text: object) -> float:
    """In seconds; -1 for what is not a number at least 0."""
    digits = _text(text)
    return int(digits) / 1000 if digits.isascii() and digits.isdigit() and len(digits) < 16 else -1.0


_BROKEN = "Stream removed"
"""What gRPC says of an answer that a proxy ended without a status, as its server has gone."""


def from_rpc_error(call: grpc.RpcError, target: str = "") -> ShapewrightError:
    """The error that a failed call of gRPC tells, sync or asyncio; `target`: who was asked."""
    code, text = call.code(), call.details() or call.code().name
    if code is grpc.StatusCode.UNKNOWN and text.startswith(_BROKEN):
        code = grpc.StatusCode.UNAVAILABLE
    error = ShapewrightError(code, text)
    for key, value in call.trailing_metadata() or ():
        if key == _PUSHBACK:
            error.pushback = _milliseconds(value)
        if key == _DETAILS:
            try:
                _read_details(value, error)
            except WireError:
                pass  # the status stands without its details
    error.target = target
    error.reason = error.reason or _REASONS_WITHOUT_SERVER.get(code, "")
    return error


def deadline_passed(target: str) -> ShapewrightError:
    """The error of a call for which no time is left."""
    error = ShapewrightError(grpc.StatusCode.DEADLINE_EXCEEDED, "Deadline Exceeded")
    error.target = target
    error.reason = DEADLINE_EXCEEDED
    return error
