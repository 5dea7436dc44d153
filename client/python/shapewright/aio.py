"""The client for asyncio."""
from __future__ import annotations

import asyncio
import time
from types import MappingProxyType
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

import grpc
import grpc.aio

from . import conversation, requests
from .channel import Tls, channel_options, credentials, methods
from .conversation import Call, Conversation
from .errors import ShapewrightError, from_rpc_error
from .requests import Binding, Model, Observed, Question
from .result import InferResult
from .retry import Deadline, Retry
from .v1 import evaluate_pb2, explain_pb2, infer_pb2, layout_pb2, merge_pb2, plan_pb2, registry_pb2


class AsyncClient:
    """As Client, with coroutines. It belongs to the event loop that it is made in."""

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
            self._channel = grpc.aio.insecure_channel(target, options)
        else:
            self._channel = grpc.aio.secure_channel(target, credentials(tls), options)
        self._methods = methods(self._channel)
        self._deadline = deadline
        self._retry = retry
        self._known = conversation.KnownModels()
        self._is_closed = False

    async def infer_shapes(
        self,
        model: Model,
        *,
        request: Optional[infer_pb2.InferShapesRequest] = None,
        strict: bool = False,
        deadline: Optional[float] = None,
    ) -> InferResult:
        """As Client.infer_shapes."""
        data = requests.stripped(model)
        question = requests.infer_request(request, strict)
        return InferResult(
            await self._run(conversation.about(question, data, self._known), deadline)
        )

    async def infer_by_id(
        self,
        model_id: str,
        *,
        request: Optional[infer_pb2.InferShapesRequest] = None,
        deadline: Optional[float] = None,
    ) -> InferResult:
        """As Client.infer_by_id."""
        question = requests.infer_request(request, False)
        question.model.model_id = model_id
        return InferResult(await self._run(conversation.single("InferShapes", question), deadline))

    async def evaluate_shapes(
        self,
        model: Model,
        bindings: Iterable[Binding] = (),
        *,
        values: Iterable[str] = (),
        request: Optional[evaluate_pb2.EvaluateShapesRequest] = None,
        deadline: Optional[float] = None,
    ) -> evaluate_pb2.EvaluateShapesResponse:
        """As Client.evaluate_shapes."""
        data = requests.stripped(model)
        question = requests.evaluate_request(bindings, values, request)
        return await self._run(conversation.about(question, data, self._known), deadline)

    async def explain_shapes(
        self,
        model: Model,
        questions: Iterable[Question],
        *,
        request: Optional[explain_pb2.ExplainShapesRequest] = None,
        deadline: Optional[float] = None,
    ) -> explain_pb2.ExplainShapesResponse:
        """As Client.explain_shapes."""
        data = requests.stripped(model)
        question = requests.explain_request(questions, request)
        return await self._run(conversation.about(question, data, self._known), deadline)

    async def plan_buckets(
        self,
        model: Model,
        axes: Mapping[str, Sequence[int]],
        bindings: Iterable[Binding] = (),
        *,
        request: Optional[plan_pb2.PlanBucketsRequest] = None,
        deadline: Optional[float] = None,
    ) -> plan_pb2.PlanBucketsResponse:
        """As Client.plan_buckets."""
        data = requests.stripped(model)
        question = requests.buckets_request(axes, bindings, request)
        return await self._run(conversation.about(question, data, self._known), deadline)

    async def choose_buckets(
        self,
        model: Model,
        symbols: Union[str, Sequence[str]],
        observed: Observed,
        buckets: int,
        *,
        request: Optional[plan_pb2.ChooseBucketsRequest] = None,
        deadline: Optional[float] = None,
    ) -> plan_pb2.ChooseBucketsResponse:
        """As Client.choose_buckets."""
        data = requests.stripped(model)
        question = requests.choose_request(symbols, observed, buckets, request)
        return await self._run(conversation.about(question, data, self._known), deadline)

    async def plan_profile(
        self,
        model: Model,
        premises: Iterable[str] = (),
        *,
        common: Mapping[str, int] = MappingProxyType({}),
        request: Optional[plan_pb2.PlanProfileRequest] = None,
        deadline: Optional[float] = None,
    ) -> plan_pb2.PlanProfileResponse:
        """As Client.plan_profile."""
        data = requests.stripped(model)
        question = requests.profile_request(premises, common, request)
        return await self._run(conversation.about(question, data, self._known), deadline)

    async def describe_model(
        self,
        model: Model,
        *,
        request: Optional[registry_pb2.DescribeModelRequest] = None,
        deadline: Optional[float] = None,
    ) -> registry_pb2.DescribeModelResponse:
        """As Client.describe_model."""
        data = requests.stripped(model)
        question = requests.describe_request(request)
        return await self._run(conversation.about(question, data, self._known), deadline)

    async def merge_shapes(
        self,
        cases: Union[merge_pb2.MergeShapesRequest, Iterable[merge_pb2.MergeCase]],
        *,
        deadline: Optional[float] = None,
    ) -> merge_pb2.MergeShapesResponse:
        """As Client.merge_shapes."""
        question = requests.merge_request(cases)
        return await self._run(conversation.single("MergeShapes", question), deadline)

    async def compute_layout(
        self,
        cases: Union[layout_pb2.ComputeLayoutRequest, Iterable[layout_pb2.LayoutCase]],
        *,
        deadline: Optional[float] = None,
    ) -> layout_pb2.ComputeLayoutResponse:
        """As Client.compute_layout."""
        question = requests.layout_request(cases)
        return await self._run(conversation.single("ComputeLayout", question), deadline)

    async def upload_model(self, model: Model, *, deadline: Optional[float] = None) -> str:
        """As Client.upload_model."""
        return await self._run(conversation.upload(requests.stripped(model)), deadline)

    async def get_capabilities(
        self, *, deadline: Optional[float] = None
    ) -> registry_pb2.GetCapabilitiesResponse:
        """As Client.get_capabilities."""
        question = registry_pb2.GetCapabilitiesRequest()
        return await self._run(conversation.single("GetCapabilities", question), deadline)

    async def close(self) -> None:
        self._is_closed = True
        await self._channel.close()

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _run(self, talk: Conversation, seconds: Optional[float]) -> Any:
        deadline = Deadline(self._deadline if seconds is None else seconds, time.monotonic())
        try:
            call = next(talk)
            while True:
                try:
                    response = await self._call(call, deadline)
                except ShapewrightError as error:
                    call = talk.throw(error)
                else:
                    call = talk.send(response)
        except StopIteration as end:
            return end.value

    async def _call(self, call: Call, deadline: Deadline) -> Any:
        method = self._methods[call.method]
        attempt = 0
        while True:
            attempt += 1
            try:
                return await method(call.make_request(), timeout=deadline.left(time.monotonic()))
            except grpc.RpcError as rpc_error:
                error = from_rpc_error(rpc_error)
            delay = self._retry.delay(error, attempt)
            # Closing cancels what is under way.
            if self._is_closed or delay is None or not deadline.allows(delay, time.monotonic()):
                raise error
            await asyncio.sleep(delay)
            if self._is_closed:
                raise error
