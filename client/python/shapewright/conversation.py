"""What clients say to a server, told once for sync and asyncio.

A conversation is a generator: it yields calls, and is sent the response of each or has its error thrown
in. Whoever drives it makes the calls, repeats them, and minds the deadline.
"""
from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Callable, Generator, Optional, Tuple, Union

import grpc

from . import requests
from .errors import ShapewrightError
from .v1 import cost_pb2, evaluate_pb2, explain_pb2, graph_pb2, guard_pb2, infer_pb2, model_pb2, plan_pb2, registry_pb2, rewrite_pb2

_MODEL_NOT_CACHED = "MODEL_NOT_CACHED"
_INFERENCE_NOT_CACHED = "INFERENCE_NOT_CACHED"
_ID_PAYS_FROM_BYTES = 1 << 16
_LONGEST_ROUTE = 256
_UPLOADS = 4
"""A model that is uploaded goes to one server, and the call that names it perhaps to another."""


@dataclass(frozen=True)
class Call:
    """One call of a service."""

    method: str
    make_request: Callable[[], Any]
    """Gives the request, or for an upload the iterator of its parts; afresh for each attempt."""
    route: str = ""
    """What balancers go by, to send the calls about one model to one server; empty: none."""


Conversation = Generator[Call, Any, Any]

ModelRequest = Union[
    infer_pb2.InferShapesRequest,
    evaluate_pb2.EvaluateShapesRequest,
    explain_pb2.ExplainShapesRequest,
    plan_pb2.PlanBucketsRequest,
    plan_pb2.ChooseBucketsRequest,
    plan_pb2.PlanProfilesRequest,
    plan_pb2.FindLargestSizesRequest,
    plan_pb2.FindSymbolsToBindRequest,
    guard_pb2.CompileGuardRequest,
    cost_pb2.EstimateCostRequest,
    rewrite_pb2.RewriteModelRequest,
    registry_pb2.DescribeModelRequest,
]
"""A request about a model, whose first field is `model`."""


class KnownModels:
    """Models and inferences that are named by their ids alone, as a server has answered for them.

    Behind one target there may be several servers, each of which must be sent the model once, and nobody
    can tell which one a call reaches: after the n-th time that one did not know a model, the next n calls
    send it too, whoever they reach, so that all of them come to know it.
    """

    _LIMIT = 1024
    _MAX_SENDS = 16
    _MAX_SPEC_BYTES = 64 << 20

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # Of each: how often it was missed, and how many calls still send it.
        self._models: "OrderedDict[str, Tuple[int, int]]" = OrderedDict()
        # What inference ids stand for, with the route to it, and the size of all that.
        self._specs: "OrderedDict[str, Tuple[model_pb2.ModelSpec, str]]" = OrderedDict()
        self._spec_bytes = 0

    def is_named(self, model_id: str) -> bool:
        with self._lock:
            return model_id in self._models and not self._models[model_id][1]

    def sent(self, model_id: str) -> None:
        """A server has answered for the model itself."""
        with self._lock:
            misses, sends = self._models.get(model_id, (0, 0))
            self._models[model_id] = misses, max(sends - 1, 0)
            self._models.move_to_end(model_id)
            while len(self._models) > self._LIMIT:
                self._models.popitem(last=False)

    def missed(self, model_id: str) -> None:
        """A server did not know the id; the model goes to one at once."""
        with self._lock:
            if model_id in self._models:
                misses = min(self._models[model_id][0] + 1, self._MAX_SENDS)
                self._models[model_id] = misses, 1 + misses

    def told(self, inference_id: str, spec: model_pb2.ModelSpec, route: str) -> None:
        """A server has said that the id stands for this."""
        size = spec.ByteSize()
        with self._lock:
            if inference_id in self._specs or size > self._MAX_SPEC_BYTES:
                return
            self._specs[inference_id] = spec, route
            self._spec_bytes += size
            while self._spec_bytes > self._MAX_SPEC_BYTES or len(self._specs) > self._LIMIT:
                self._spec_bytes -= self._specs.popitem(last=False)[1][0].ByteSize()

    def spec(self, inference_id: str) -> Optional[model_pb2.ModelSpec]:
        """What it stands for; None if nobody has told, or it was long ago."""
        with self._lock:
            if inference_id in self._specs:
                self._specs.move_to_end(inference_id)
            return self._specs.get(inference_id, (None, ""))[0]

    def route(self, inference_id: str) -> str:
        """The route of the model that it stands for."""
        with self._lock:
            return self._specs.get(inference_id, (None, inference_id))[1]


def _call(request: Any) -> Call:
    return Call(request.DESCRIPTOR.name[: -len("Request")], lambda: request)


def single(request: Any) -> Conversation:
    """One call and its response."""
    return (yield _call(request))


def _call_named(request: ModelRequest) -> Conversation:
    """The response; None if the server does not know the model's id, or the inference's."""
    try:
        return (yield _call(request))
    except ShapewrightError as error:
        if error.reason not in (_MODEL_NOT_CACHED, _INFERENCE_NOT_CACHED):
            raise
        return None


def _ask_by_id(request: ModelRequest, model_id: str) -> Conversation:
    request.model.model_id = model_id
    return (yield from _call_named(request))


def _is_too_large(error: ShapewrightError) -> bool:
    return error.reason == "MESSAGE_TOO_LARGE" or (
        error.code is grpc.StatusCode.RESOURCE_EXHAUSTED and "larger than max" in error.message
    )


def _send(request: ModelRequest, model: bytes, model_id: str) -> Conversation:
    """Sends the model within the request, or ahead of it where it is too large for that."""
    request.model.onnx = model
    try:
        return (yield _call(request))
    except ShapewrightError as error:
        if not _is_too_large(error):
            raise
        too_large = error
    for upload in range(1, _UPLOADS + 1):
        try:
            yield Call("UploadModel", lambda: requests.upload_parts(model))
        except ShapewrightError as error:
            if error.code is grpc.StatusCode.UNIMPLEMENTED:
                raise too_large from error
            raise
        # Once more each time: of servers that take turns, uploads alone would reach some only.
        for _ in range(1 + upload):
            response = yield from _ask_by_id(request, model_id)
            if response is not None:
                return response
    raise too_large


def _about_inference(request: ModelRequest, inference_id: str, known: KnownModels) -> Conversation:
    """Says again what the id stands for to a server that does not know it."""
    spec = known.spec(inference_id)
    more = model_pb2.ModelSpec(premises=request.model.premises)
    is_plan = isinstance(request, plan_pb2.PlanProfilesRequest)  # its ranges are premises, which are added
    if is_plan and spec is not None and more.ByteSize() and more == request.model:
        request.model.CopyFrom(spec)
        request.model.premises.extend(more.premises)
        return (yield from _about_source(request, spec.onnx or spec.model_id, known))
    if spec is None or request.model.ByteSize():  # the server tells what is wrong with saying more
        request.model.inference_id = inference_id
        return (yield _call(request))
    if known.is_named(inference_id):
        request.model.inference_id = inference_id
        response = yield from _call_named(request)
        if response is not None:
            return response
        known.missed(inference_id)
    request.model.CopyFrom(spec)
    response = yield from _about_source(request, spec.onnx or spec.model_id, known)
    known.sent(inference_id)
    return response


def _route(model: requests.Source, known: KnownModels) -> str:
    """The model's id, or what names it in place of that; nothing for a model in the service's own form."""
    if isinstance(model, bytes):
        return requests.model_id(model)
    if not isinstance(model, str):
        return ""
    name = known.route(model) if model.startswith(requests.INFERENCE_ID) else model
    return name if len(name) <= _LONGEST_ROUTE and name.isascii() and name.isprintable() else ""


def about(request: ModelRequest, model: requests.Source, known: KnownModels) -> Conversation:
    """A question about a model, which is sent or named by an id; what the answer tells of it is remembered."""
    route = _route(model, known)
    return (yield from _changed(_about(request, model, known, route), lambda call: replace(call, route=route)))


def _about(request: ModelRequest, model: requests.Source, known: KnownModels, route: str) -> Conversation:
    if isinstance(model, str) and model.startswith(requests.INFERENCE_ID):
        return (yield from _about_inference(request, model, known))
    response = yield from _about_source(request, model, known)
    inference_id = getattr(response, "inference_id", "")
    if inference_id and known.spec(inference_id) is None:
        spec = model_pb2.ModelSpec()
        spec.CopyFrom(request.model)
        if isinstance(model, bytes):
            spec.onnx = model
        known.told(inference_id, spec, route)
    if inference_id:
        known.sent(inference_id)
    return response


def _about_source(request: ModelRequest, model: requests.Source, known: KnownModels) -> Conversation:
    """Asks by the id alone where a server has answered for the model before, else sends it."""
    if isinstance(model, str):
        request.model.model_id = model
        return (yield _call(request))
    if isinstance(model, graph_pb2.Model):  # servers give no id of it
        request.model.graph.CopyFrom(model)
        return (yield _call(request))
    model_id = requests.model_id(model)
    if len(model) >= _ID_PAYS_FROM_BYTES and known.is_named(model_id):
        response = yield from _ask_by_id(request, model_id)
        if response is not None:
            return response
        known.missed(model_id)
    response = yield from _send(request, model, model_id)
    known.sent(model_id)
    return response


def _changed(talk: Conversation, change: Callable[[Call], Call]) -> Conversation:
    """The same with other calls."""
    proceed: Callable[[], Call] = partial(next, talk)
    while True:
        try:
            call = proceed()
        except StopIteration as end:
            return end.value
        try:
            response = yield change(call)
        except ShapewrightError as error:
            proceed = partial(talk.throw, error)
        else:
            proceed = partial(talk.send, response)


def streamed(talk: Conversation) -> Conversation:
    """The same with answers of InferShapes in pieces."""

    def change(call: Call) -> Call:
        return replace(call, method="StreamInferShapes") if call.method == "InferShapes" else call

    return _changed(talk, change)


def upload(model: requests.Source) -> Conversation:
    """Uploads a model; gives its id."""
    if not isinstance(model, bytes):
        raise TypeError("only ONNX models are uploaded, neither ids nor models in the service's own form")
    response: registry_pb2.UploadModelResponse = yield Call(
        "UploadModel", lambda: requests.upload_parts(model), requests.model_id(model)
    )
    return response.model_id
