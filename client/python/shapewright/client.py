"""The client for threads; aio.py has the one for asyncio."""
from __future__ import annotations

import time
from types import MappingProxyType
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

import grpc

from . import conversation, requests
from .channel import Tls, channel_options, credentials, methods
from .conversation import Call, Conversation
from .errors import ShapewrightError, from_rpc_error
from .requests import Binding, Model, Observed, Question
from .result import InferResult
from .retry import Deadline, Retry
from .v1 import evaluate_pb2, explain_pb2, infer_pb2, layout_pb2, merge_pb2, plan_pb2, registry_pb2


class Client:
    """Talks to a server. It may be shared by threads, and closes with `close()` or `with`.

    Calls raise ShapewrightError. `deadline` is in seconds, over all attempts of a call; None: none.
    """

    def __init__(
        self,
        target: str,
        *,
        tls: Optional[Tls] = None,
        deadline: Optional[float] = 60.0,
        retry: Retry = Retry(),
        balancing: str = "pick_first",
    ) -> None:
        """`target` is `HOST:PORT`, `unix:PATH`, or whatever gRPC takes. Without `tls`: plain text.

        `balancing` is how calls are spread over the addresses of a target, by gRPC's name: `round_robin`
        where several servers stand behind it.
        """
        options = channel_options(tls, balancing)
        if tls is None:
            self._channel = grpc.insecure_channel(target, options)
        else:
            self._channel = grpc.secure_channel(target, credentials(tls), options)
        self._methods = methods(self._channel)
        self._deadline = deadline
        self._retry = retry
        self._known = conversation.KnownModels()
        self._is_closed = False

    def infer_shapes(
        self,
        model: Model,
        *,
        request: Optional[infer_pb2.InferShapesRequest] = None,
        strict: bool = False,
        deadline: Optional[float] = None,
    ) -> InferResult:
        """Infers the types and shapes of a model's values. Its weights are not sent.

        `request` holds anything else to ask for; `strict` makes a wrong model an error.
        """
        data = requests.stripped(model)
        question = requests.infer_request(request, strict)
        return InferResult(self._run(conversation.about(question, data, self._known), deadline))

    def infer_by_id(
        self,
        model_id: str,
        *,
        request: Optional[infer_pb2.InferShapesRequest] = None,
        deadline: Optional[float] = None,
    ) -> InferResult:
        """As infer_shapes, for a model that the server has."""
        question = requests.infer_request(request, False)
        question.model.model_id = model_id
        return InferResult(self._run(conversation.single("InferShapes", question), deadline))

    def evaluate_shapes(
        self,
        model: Model,
        bindings: Iterable[Binding] = (),
        *,
        values: Iterable[str] = (),
        request: Optional[evaluate_pb2.EvaluateShapesRequest] = None,
        deadline: Optional[float] = None,
    ) -> evaluate_pb2.EvaluateShapesResponse:
        """Tells the sizes of a model's outputs, and of inner `values`, at given sizes, and whether they may be run.

        A binding such as `{"N": 8, "x": [8, 3]}` gives sizes of symbols and of inputs. One that does not fit
        the model has an `error` in its place. `request` holds anything else to ask for, such as memory.
        """
        data = requests.stripped(model)
        question = requests.evaluate_request(bindings, values, request)
        return self._run(conversation.about(question, data, self._known), deadline)

    def explain_shapes(
        self,
        model: Model,
        questions: Iterable[Question],
        *,
        request: Optional[explain_pb2.ExplainShapesRequest] = None,
        deadline: Optional[float] = None,
    ) -> explain_pb2.ExplainShapesResponse:
        """Tells why values, dims, elements or facts of a model are what they are, one explanation for each question.

        A question is the name of a value, or an ExplainQuestion. One about what the model does not have has an
        `error` in its place.
        """
        data = requests.stripped(model)
        question = requests.explain_request(questions, request)
        return self._run(conversation.about(question, data, self._known), deadline)

    def plan_buckets(
        self,
        model: Model,
        axes: Mapping[str, Sequence[int]],
        bindings: Iterable[Binding] = (),
        *,
        request: Optional[plan_pb2.PlanBucketsRequest] = None,
        deadline: Optional[float] = None,
    ) -> plan_pb2.PlanBucketsResponse:
        """Evaluates a bucket for each combination of the sizes of `axes`, by symbol, and places bindings in them."""
        data = requests.stripped(model)
        question = requests.buckets_request(axes, bindings, request)
        return self._run(conversation.about(question, data, self._known), deadline)

    def choose_buckets(
        self,
        model: Model,
        symbols: Union[str, Sequence[str]],
        observed: Observed,
        buckets: int,
        *,
        request: Optional[plan_pb2.ChooseBucketsRequest] = None,
        deadline: Optional[float] = None,
    ) -> plan_pb2.ChooseBucketsResponse:
        """Chooses the buckets that pad the least: `choose_buckets(model, "S", {17: 3, 40: 1}, 2)`.

        Sizes of two symbols are observed as pairs: `{(17, 128): 3}`.
        """
        data = requests.stripped(model)
        question = requests.choose_request(symbols, observed, buckets, request)
        return self._run(conversation.about(question, data, self._known), deadline)

    def plan_profile(
        self,
        model: Model,
        premises: Iterable[str] = (),
        *,
        common: Mapping[str, int] = MappingProxyType({}),
        request: Optional[plan_pb2.PlanProfileRequest] = None,
        deadline: Optional[float] = None,
    ) -> plan_pb2.PlanProfileResponse:
        """Gives the least, most common and greatest sizes to build an engine for.

        `premises` are the ranges of symbols, such as `"1 <= batch <= 32"`; `common` are their most common sizes.
        """
        data = requests.stripped(model)
        question = requests.profile_request(premises, common, request)
        return self._run(conversation.about(question, data, self._known), deadline)

    def describe_model(
        self,
        model: Model,
        *,
        request: Optional[registry_pb2.DescribeModelRequest] = None,
        deadline: Optional[float] = None,
    ) -> registry_pb2.DescribeModelResponse:
        """Tells what model servers say of a model (KServe v2 metadata), and whether requests can be put together.

        `request` holds anything else to say of the model, such as premises.
        """
        data = requests.stripped(model)
        question = requests.describe_request(request)
        return self._run(conversation.about(question, data, self._known), deadline)

    def merge_shapes(
        self,
        cases: Union[merge_pb2.MergeShapesRequest, Iterable[merge_pb2.MergeCase]],
        *,
        deadline: Optional[float] = None,
    ) -> merge_pb2.MergeShapesResponse:
        """Combines and compares partly known shapes."""
        question = requests.merge_request(cases)
        return self._run(conversation.single("MergeShapes", question), deadline)

    def compute_layout(
        self,
        cases: Union[layout_pb2.ComputeLayoutRequest, Iterable[layout_pb2.LayoutCase]],
        *,
        deadline: Optional[float] = None,
    ) -> layout_pb2.ComputeLayoutResponse:
        """Computes how tensors lie in memory."""
        question = requests.layout_request(cases)
        return self._run(conversation.single("ComputeLayout", question), deadline)

    def upload_model(self, model: Model, *, deadline: Optional[float] = None) -> str:
        """Sends a model, without its weights, and gives the id to name it by."""
        return self._run(conversation.upload(requests.stripped(model)), deadline)

    def get_capabilities(
        self, *, deadline: Optional[float] = None
    ) -> registry_pb2.GetCapabilitiesResponse:
        """Tells what the server can do."""
        question = registry_pb2.GetCapabilitiesRequest()
        return self._run(conversation.single("GetCapabilities", question), deadline)

    def close(self) -> None:
        self._is_closed = True
        self._channel.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, talk: Conversation, seconds: Optional[float]) -> Any:
        deadline = Deadline(self._deadline if seconds is None else seconds, time.monotonic())
        try:
            call = next(talk)
            while True:
                try:
                    response = self._call(call, deadline)
                except ShapewrightError as error:
                    call = talk.throw(error)
                else:
                    call = talk.send(response)
        except StopIteration as end:
            return end.value

    def _call(self, call: Call, deadline: Deadline) -> Any:
        method = self._methods[call.method]
        attempt = 0
        while True:
            attempt += 1
            try:
                return method(call.make_request(), timeout=deadline.left(time.monotonic()))
            except grpc.RpcError as rpc_error:
                error = from_rpc_error(rpc_error)
            delay = self._retry.delay(error, attempt)
            # Closing cancels what is under way.
            if self._is_closed or delay is None or not deadline.allows(delay, time.monotonic()):
                raise error
            time.sleep(delay)
            if self._is_closed:
                raise error
