"""How the client makes its calls, against a server that the test scripts."""
import asyncio

import grpc
import pytest

from shapewright import AsyncClient, Client, Retry, ShapewrightError
from shapewright.requests import model_id, stripped
from shapewright.v1 import merge_pb2, service_pb2
from shapewright.wire import varint

from conftest import external_tensor

UNAVAILABLE = (grpc.StatusCode.UNAVAILABLE, ())
QUICK = Retry(backoff=0.001)


def message(*parts):
    """A message of byte fields: number, content."""
    return b"".join(varint(n << 3 | 2) + varint(len(content)) + content for n, content in parts)


def details(name, content):
    """The trailer that a server sends its error details in."""
    detail = message((1, b"type.googleapis.com/google.rpc." + name), (2, content))
    return (("grpc-status-details-bin", message((3, detail))),)


NOT_CACHED = (
    grpc.StatusCode.NOT_FOUND,
    details(b"ErrorInfo", message((1, b"MODEL_NOT_CACHED"), (3, message((1, b"limit"), (2, b"7"))))),
)
OVERLOADED = (grpc.StatusCode.RESOURCE_EXHAUSTED, details(b"RetryInfo", message((1, b"\x10\x01"))))
TOO_LARGE = (
    grpc.StatusCode.INVALID_ARGUMENT,
    details(b"ErrorInfo", message((1, b"MESSAGE_TOO_LARGE"))),
)


def big(model):
    """Large enough to be worth an id: its name is."""
    model.graph.doc_string = "x" * 70_000
    return model


def test_tries_again_where_that_makes_sense(fake, concat, answer):
    service, target = fake
    service.answers = [UNAVAILABLE, OVERLOADED, answer("a")]
    with Client(target, retry=QUICK) as client:
        assert client.infer_shapes(concat).model_id == "a"
    assert len(service.requests) == 3


def test_gives_up(fake, concat):
    service, target = fake
    service.answers = [UNAVAILABLE] * 2
    with Client(target, retry=Retry(attempts=2, backoff=0.001)) as client:
        with pytest.raises(ShapewrightError, match="refused") as caught:
            client.infer_shapes(concat)
    assert caught.value.code is grpc.StatusCode.UNAVAILABLE


def test_no_second_try_beyond_the_deadline(fake, concat):
    service, target = fake
    service.answers = [UNAVAILABLE]
    with Client(target, retry=Retry(backoff=3600, limit=3600)) as client:
        with pytest.raises(ShapewrightError):
            client.infer_shapes(concat, deadline=20)
    assert len(service.requests) == 1


def test_other_errors_are_told_at_once(fake, concat):
    service, target = fake
    service.answers = [NOT_CACHED]
    with Client(target) as client, pytest.raises(ShapewrightError) as caught:
        client.infer_by_id("sha256:00")
    assert caught.value.reason == "MODEL_NOT_CACHED"
    assert caught.value.metadata == {"limit": "7"}
    assert "MODEL_NOT_CACHED" in str(caught.value)


def test_a_model_that_the_server_forgot_is_sent_again(fake, concat, answer):
    service, target = fake
    model = big(concat)
    name = model_id(stripped(model))
    service.answers = [answer(name), answer(name), NOT_CACHED, answer(name)]
    with Client(target) as client:
        for _ in range(3):
            assert client.infer_shapes(model).model_id == name
    sources = [request.model.WhichOneof("source") for request in service.requests]
    assert sources == ["onnx", "model_id", "model_id", "onnx"]


def test_a_model_that_is_too_large_is_uploaded(fake, concat, answer):
    service, target = fake
    model = stripped(big(concat))
    name = model_id(model)
    service.answers = [TOO_LARGE, service_pb2.UploadModelResponse(model_id=name), answer(name)]
    with Client(target) as client:
        assert client.infer_shapes(model).model_id == name
    (upload,) = service.uploads
    assert upload[0].header.model_id == name
    assert b"".join(part.chunk for part in upload[1:]) == model
    assert service.requests[-1].model.model_id == name


def test_weights_stay_here(fake, concat, answer):
    service, target = fake
    concat.graph.initializer.add(name="w", data_type=1, dims=[50, 50], raw_data=bytes(10_000))
    concat.graph.initializer.append(external_tensor("e", [4]))
    before = concat.SerializeToString()
    service.answers = [answer()]
    with Client(target) as client:
        client.infer_shapes(concat)
    assert len(service.requests[0].model.onnx) < 1000
    assert b"/nonexistent/weights" in service.requests[0].model.onnx
    assert concat.SerializeToString() == before


def test_asyncio(fake, concat, answer):
    service, target = fake
    service.answers = [UNAVAILABLE, answer("a"), merge_pb2.MergeShapesResponse(), NOT_CACHED]

    async def talk():
        async with AsyncClient(target, retry=QUICK) as client:
            assert (await client.infer_shapes(concat)).model_id == "a"
            await client.merge_shapes([merge_pb2.MergeCase(texts=["[2, ?]", "[?, 5]"])])
            with pytest.raises(ShapewrightError) as caught:
                await client.infer_by_id("sha256:00")
            assert caught.value.reason == "MODEL_NOT_CACHED"

    asyncio.run(talk())
    assert list(service.requests[2].cases[0].texts) == ["[2, ?]", "[?, 5]"]
