"""What clients say to a server, told once for sync and asyncio.

A conversation is a generator: it yields calls, and is sent the response of each or has its error thrown
in. Whoever drives it makes the calls, repeats them, and minds the deadline.
"""
from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Callable, Generator, Optional

import grpc

from . import requests
from .errors import ShapewrightError
from .v1 import infer_pb2, service_pb2

_MODEL_NOT_CACHED = "MODEL_NOT_CACHED"
_ID_PAYS_FROM_BYTES = 1 << 16


@dataclass(frozen=True)
class Call:
    """One call of the service."""

    method: str
    make_request: Callable[[], Any]
    """Gives the request, or for an upload the iterator of its parts; afresh for each attempt."""


Conversation = Generator[Call, Any, Any]


class KnownModels:
    """Ids of models that the server has answered for; it may have forgotten them since."""

    _LIMIT = 1024

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ids: "OrderedDict[str, None]" = OrderedDict()

    def __contains__(self, model_id: str) -> bool:
        with self._lock:
            return model_id in self._ids

    def add(self, model_id: str) -> None:
        with self._lock:
            self._ids[model_id] = None
            self._ids.move_to_end(model_id)
            while len(self._ids) > self._LIMIT:
                self._ids.popitem(last=False)

    def discard(self, model_id: str) -> None:
        with self._lock:
            self._ids.pop(model_id, None)


def single(method: str, request: Any) -> Conversation:
    """One call and its response."""
    return (yield Call(method, lambda: request))


def _ask_by_id(request: infer_pb2.InferShapesRequest, model_id: str) -> Conversation:
    """The response; None if the server does not have the model."""
    request.model.model_id = model_id
    try:
        return (yield Call("InferShapes", lambda: request))
    except ShapewrightError as error:
        if error.reason != _MODEL_NOT_CACHED:
            raise
        return None


def _is_too_large(error: ShapewrightError) -> bool:
    return error.reason == "MESSAGE_TOO_LARGE" or (
        error.code is grpc.StatusCode.RESOURCE_EXHAUSTED and "larger than max" in error.message
    )


def _send(request: infer_pb2.InferShapesRequest, model: bytes, model_id: str) -> Conversation:
    """Sends the model within the request, or ahead of it where it is too large for that."""
    request.model.onnx = model
    try:
        return (yield Call("InferShapes", lambda: request))
    except ShapewrightError as error:
        if not _is_too_large(error):
            raise
        too_large = error
    try:
        yield Call("UploadModel", lambda: requests.upload_parts(model))
    except ShapewrightError as error:
        if error.code is grpc.StatusCode.UNIMPLEMENTED:
            raise too_large from error
        raise
    response = yield from _ask_by_id(request, model_id)
    if response is None:
        raise too_large
    return response


def infer(
    request: infer_pb2.InferShapesRequest, model: bytes, known: KnownModels
) -> Conversation:
    """Asks by the id alone where the server has answered for the model before, else sends it."""
    model_id = requests.model_id(model)
    response = None
    if len(model) >= _ID_PAYS_FROM_BYTES and model_id in known:
        response = yield from _ask_by_id(request, model_id)
        if response is None:
            known.discard(model_id)
    if response is None:
        response = yield from _send(request, model, model_id)
        if response.model_id == model_id:
            known.add(model_id)
    return response


def upload(model: bytes) -> Conversation:
    """Uploads a model; gives its id."""
    response: service_pb2.UploadModelResponse = yield Call(
        "UploadModel", lambda: requests.upload_parts(model)
    )
    return response.model_id
