"""Answers that come in pieces."""
from __future__ import annotations

from typing import Any, Awaitable, Callable

import grpc

from .errors import ShapewrightError
from .v1 import infer_pb2


def add_piece(answer: infer_pb2.InferShapesResponse, piece: infer_pb2.StreamInferShapesResponse) -> None:
    """Puts a piece behind those before it."""
    part = infer_pb2.InferShapesResponse()
    part.CopyFrom(piece.part)
    del part.graphs[:]
    answer.MergeFrom(part)
    for number, graph in enumerate(piece.part.graphs, piece.graph):
        if number > len(answer.graphs):
            raise ShapewrightError(grpc.StatusCode.DATA_LOSS, "a piece of the answer is missing")
        if number == len(answer.graphs):
            answer.graphs.add()
        answer.graphs[number].MergeFrom(graph)


def whole(stream: Any) -> Callable[..., infer_pb2.InferShapesResponse]:
    """The call of a stream as one that takes the request, and gives the answer, of InferShapes."""

    def ask(request: infer_pb2.InferShapesRequest, **options: Any) -> infer_pb2.InferShapesResponse:
        answer = infer_pb2.InferShapesResponse()
        for piece in stream(infer_pb2.StreamInferShapesRequest(request=request), **options):
            add_piece(answer, piece)
        return answer

    return ask


def whole_async(stream: Any) -> Callable[..., Awaitable[infer_pb2.InferShapesResponse]]:
    """The same for asyncio."""

    async def ask(request: infer_pb2.InferShapesRequest, **options: Any) -> infer_pb2.InferShapesResponse:
        answer = infer_pb2.InferShapesResponse()
        async for piece in stream(infer_pb2.StreamInferShapesRequest(request=request), **options):
            add_piece(answer, piece)
        return answer

    return ask
