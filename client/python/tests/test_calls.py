"""How the client makes its calls, against a server that the test scripts."""
import asyncio

import grpc
import pytest

from shapewright import AsyncClient, Client, InferResult, Retry, ShapewrightError
from shapewright.conversation import KnownModels
from shapewright.requests import model_id, stripped
from shapewright.result import str_of_diagnostic
from shapewright.text import printable, type_shape_text
from shapewright.v1 import evaluate_pb2, infer_pb2, merge_pb2, model_pb2, registry_pb2, shape_pb2
from shapewright.model_bytes.wire import varint

from conftest import external_tensor

UNAVAILABLE = (grpc.StatusCode.UNAVAILABLE, ())
CANCELLED = (grpc.StatusCode.CANCELLED, ())
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


def test_an_answer_that_a_proxy_cut_is_asked_for_again(fake, concat, answer):
    service, target = fake
    service.message = "Stream removed (Data frame with END_STREAM flag received)"
    service.answers = [(grpc.StatusCode.UNKNOWN, ()), answer("a")]
    with Client(target, retry=QUICK) as client:
        assert client.infer_shapes(concat).model_id == "a"
    assert len(service.requests) == 2


def test_all_calls_about_a_model_tell_balancers_so(fake, concat, answer):
    service, target = fake
    told = infer_pb2.InferShapesResponse(inference_id="inference:1")
    service.answers = [told, evaluate_pb2.EvaluateShapesResponse(), answer(), answer()]
    service.answers += [merge_pb2.MergeShapesResponse(), answer(), answer()]
    service.answers += [[infer_pb2.StreamInferShapesResponse()], registry_pb2.UploadModelResponse()]
    route = model_id(stripped(concat))
    with Client(target) as client:
        result = client.infer_shapes(concat)
        client.evaluate_shapes(result)
        client.infer_shapes("inference:of-another-client")
        client.infer_shapes("sha256:ab")
        client.merge_shapes([])
        client.infer_shapes("sha256:\n")  # what no header may hold
        client.infer_shapes("sha256:" + "a" * 300)
        client.infer_shapes(concat, stream=True)
        client.upload_model(concat)
    assert service.routes == [route, route, "inference:of-another-client", "sha256:ab", None, None, None, route, route]


def test_asyncio_tells_balancers_too(fake, concat, answer):
    service, target = fake
    service.answers = [answer()]

    async def ask():
        async with AsyncClient(target) as client:
            await client.infer_shapes(concat)

    asyncio.run(ask())
    assert service.routes == [model_id(stripped(concat))]


def test_tries_again_where_that_makes_sense(fake, concat, answer):
    service, target = fake
    service.answers = [UNAVAILABLE, CANCELLED, OVERLOADED, answer("a")]
    with Client(target, retry=QUICK) as client:
        assert client.infer_shapes(concat).model_id == "a"
    assert len(service.requests) == 4


@pytest.mark.parametrize(
    "final",
    [
        (grpc.StatusCode.RESOURCE_EXHAUSTED, details(b"ErrorInfo", message((1, b"WORK_LIMIT")))),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, (("grpc-retry-pushback-ms", "1"),)),
        (grpc.StatusCode.UNAVAILABLE, (("grpc-retry-pushback-ms", "-1"),)),
        (grpc.StatusCode.UNAVAILABLE, (("grpc-retry-pushback-ms", "soon"),)),
        (grpc.StatusCode.UNAVAILABLE, (("grpc-retry-pushback-ms", "3600000"),)),
        (grpc.StatusCode.INVALID_ARGUMENT, ()),
        (grpc.StatusCode.INTERNAL, ()),
    ],
)
def test_what_is_final_is_not_tried_again(fake, concat, final):
    service, target = fake
    service.answers = [final]
    with Client(target, retry=QUICK) as client, pytest.raises(ShapewrightError) as caught:
        client.infer_shapes(concat)
    assert caught.value.code is final[0]
    assert len(service.requests) == 1


def test_waits_as_long_as_the_server_asks_for_and_with_jitter():
    retry = Retry(attempts=100, backoff=0.1, limit=5.0)
    error = ShapewrightError(grpc.StatusCode.RESOURCE_EXHAUSTED, "")
    assert retry.delay(error, 1) is None
    error.retry_delay = 2.0
    told = [retry.delay(error, 1) for _ in range(50)]
    assert min(told) >= 2.0 and max(told) <= 3.0 and len(set(told)) > 1
    error.retry_delay = 5.1
    assert retry.delay(error, 1) is None
    unanswered = ShapewrightError(grpc.StatusCode.CANCELLED, "")
    for attempt, most in ((1, 0.1), (2, 0.2), (6, 3.2), (7, 5.0), (99, 5.0)):
        own = [retry.delay(unanswered, attempt) for _ in range(50)]
        assert min(own) >= most / 2 and max(own) <= most and len(set(own)) > 1


def test_a_call_that_closing_ends_is_not_tried_again(fake, concat):
    service, target = fake
    client = Client(target, retry=QUICK)
    service.during = client.close
    service.answers = [infer_pb2.InferShapesResponse()]
    with pytest.raises(ShapewrightError) as caught:
        client.infer_shapes(concat)
    assert caught.value.code is grpc.StatusCode.CANCELLED
    assert len(service.requests) == 1


def test_a_cancelled_coroutine_is_not_tried_again(fake, concat):
    service, target = fake

    async def talk():
        async with AsyncClient(target, retry=QUICK) as client:
            call = asyncio.create_task(client.infer_shapes(concat))
            loop = asyncio.get_running_loop()
            service.during = lambda: loop.call_soon_threadsafe(call.cancel)
            service.answers = [infer_pb2.InferShapesResponse()] * 2
            with pytest.raises(asyncio.CancelledError):
                await call

    asyncio.run(talk())
    assert len(service.requests) <= 1


def test_servers_that_take_turns_are_all_sent_the_model():
    for servers in range(1, 9):
        known, knows, turn, late = KnownModels(), [False] * servers, 0, 0
        for call in range(200):
            if known.is_named("m"):
                knew = knows[turn % servers]
                turn += 1
                if knew:
                    continue
                known.missed("m")
            knows[turn % servers] = True
            turn += 1
            known.sent("m")
            late += call >= 100
        assert all(knows) and not late


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
        client.infer_shapes("sha256:00")
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


INFERENCE = "inference:" + 64 * "0"
INFERENCE_NOT_CACHED = (
    grpc.StatusCode.NOT_FOUND,
    details(b"ErrorInfo", message((1, b"INFERENCE_NOT_CACHED"))),
)


def test_an_inference_that_the_server_forgot_is_said_again(fake, concat):
    service, target = fake
    told = infer_pb2.InferShapesResponse(model_id="sha256:00", inference_id=INFERENCE)
    sizes = evaluate_pb2.EvaluateShapesResponse()
    service.answers = [told, sizes, INFERENCE_NOT_CACHED, sizes, sizes, sizes]
    question = infer_pb2.InferShapesRequest()
    question.model.premises.append("N <= 8")
    with Client(target) as client:
        result = client.infer_shapes(concat, request=question)
        for model in (result, result.inference_id, result, result.response):
            client.evaluate_shapes(model, [{"N": 4}])
    specs = [request.model for request in service.requests]
    sources = [spec.WhichOneof("source") for spec in specs]
    # It is said to the next server, too, which may be another one.
    assert sources == ["onnx", "inference_id", "inference_id", "onnx", "onnx", "inference_id"]
    assert all(spec.onnx == stripped(concat) for spec in specs if spec.onnx)
    assert [list(spec.premises) for spec in specs[3:]] == [["N <= 8"], ["N <= 8"], []]


def test_an_inference_that_nobody_told_is_an_error(fake):
    service, target = fake
    service.answers = [INFERENCE_NOT_CACHED]
    with Client(target) as client, pytest.raises(ShapewrightError) as caught:
        client.evaluate_shapes(INFERENCE, [{"N": 4}])
    assert caught.value.reason == "INFERENCE_NOT_CACHED"
    assert service.requests[0].model.inference_id == INFERENCE


def test_whoever_says_more_beside_an_inference_is_told(fake, concat):
    service, target = fake
    service.answers = [
        infer_pb2.InferShapesResponse(inference_id=INFERENCE),
        (grpc.StatusCode.INVALID_ARGUMENT, ()),
    ]
    with Client(target) as client, pytest.raises(ShapewrightError):
        question = evaluate_pb2.EvaluateShapesRequest()
        question.model.premises.append("N <= 8")
        client.evaluate_shapes(client.infer_shapes(concat), request=question)
    assert service.requests[-1].model.inference_id == INFERENCE
    assert list(service.requests[-1].model.premises) == ["N <= 8"]


def test_models_may_be_named_by_their_paths(fake, concat, tmp_path):
    """A path is a text or a PathLike: other texts than ids are paths."""
    service, target = fake
    service.answers = [evaluate_pb2.EvaluateShapesResponse()] * 2
    path = tmp_path / "model.onnx"
    path.write_bytes(concat.SerializeToString())
    with Client(target) as client:
        client.evaluate_shapes(path)
        client.evaluate_shapes(str(path))
        with pytest.raises(FileNotFoundError):
            client.evaluate_shapes(str(tmp_path / "other.onnx"))
    assert service.requests[0].model.onnx == service.requests[1].model.onnx == concat.SerializeToString()


def test_models_may_be_named_by_their_ids(fake):
    service, target = fake
    service.answers = [evaluate_pb2.EvaluateShapesResponse()]
    with Client(target) as client:
        client.evaluate_shapes("sha256:00")
        with pytest.raises((TypeError, ValueError)):
            client.evaluate_shapes(infer_pb2.InferShapesResponse())
        with pytest.raises(TypeError):
            client.upload_model("sha256:00")
    assert [request.model.model_id for request in service.requests] == ["sha256:00"]


def test_what_is_remembered_of_inferences_has_a_bound():
    known = KnownModels()
    for i in range(80):
        known.told(f"inference:{i}", model_pb2.ModelSpec(onnx=bytes(1 << 20)), "")
        assert known.spec(f"inference:{i}") is not None
    assert sum(known.spec(f"inference:{i}") is not None for i in range(80)) == 63
    known.told("inference:large", model_pb2.ModelSpec(onnx=bytes(65 << 20)), "")
    assert known.spec("inference:large") is None


def piece(graph, *graphs, **fields):
    """A piece of an answer, with graphs of these values."""
    part = infer_pb2.InferShapesResponse(**fields)
    for names in graphs:
        values = part.graphs.add().values
        for name in names:
            values.add(name=name)
    return infer_pb2.StreamInferShapesResponse(part=part, graph=graph)


PIECES = [piece(0, model_id="sha256:m"), piece(0, "ab"), piece(0, "c", "d"), piece(1, "e"), piece(0, consistent=True)]


def names_of(response):
    return [[value.name for value in graph.values] for graph in response.graphs]


def test_pieces_are_put_together(fake, concat):
    service, target = fake
    service.answers = [UNAVAILABLE, PIECES]
    with Client(target, retry=QUICK) as client:
        result = client.infer_shapes(concat, strict=True, stream=True)
    assert result.model_id == "sha256:m" and result.response.consistent
    assert names_of(result.response) == [["a", "b", "c"], ["d", "e"]]
    assert service.requests[1].request.strictness == infer_pb2.STRICTNESS_NO_ERRORS
    assert service.requests[1].request.model.onnx == stripped(concat)


def test_pieces_are_put_together_by_asyncio_too(fake, concat):
    service, target = fake
    service.answers = [NOT_CACHED, PIECES]

    async def talk():
        async with AsyncClient(target, retry=QUICK) as client:
            with pytest.raises(ShapewrightError) as caught:
                await client.infer_shapes("sha256:00", stream=True)
            assert caught.value.reason == "MODEL_NOT_CACHED"
            return await client.infer_shapes(concat, stream=True)

    assert names_of(asyncio.run(talk()).response) == [["a", "b", "c"], ["d", "e"]]


def test_a_missing_piece_is_an_error(fake, concat):
    service, target = fake
    service.answers = [[piece(1, "a")]]
    with Client(target) as client, pytest.raises(ShapewrightError) as caught:
        client.infer_shapes(concat, stream=True)
    assert caught.value.code is grpc.StatusCode.DATA_LOSS


def test_a_model_that_is_too_large_is_uploaded(fake, concat, answer):
    service, target = fake
    model = stripped(big(concat))
    name = model_id(model)
    service.answers = [TOO_LARGE, registry_pb2.UploadModelResponse(model_id=name), answer(name)]
    with Client(target) as client:
        assert client.infer_shapes(model).model_id == name
    (upload,) = service.uploads
    assert upload[0].model_id == name
    assert b"".join(part.chunk for part in upload[1:]) == model
    assert service.requests[-1].model.model_id == name


def test_an_upload_that_went_to_another_server_is_repeated(fake, concat, answer):
    service, target = fake
    model = stripped(big(concat))
    name = model_id(model)
    uploaded = registry_pb2.UploadModelResponse(model_id=name)
    service.answers = [TOO_LARGE, uploaded, NOT_CACHED, NOT_CACHED, uploaded, NOT_CACHED, answer(name)]
    with Client(target) as client:
        assert client.infer_shapes(model).model_id == name
    assert len(service.uploads) == 2


def test_errors_do_not_write_to_the_terminal(fake, concat):
    service, target = fake
    info = message((1, b"R\x1b[2J"), (3, message((1, b"k\n"), (2, "\u202ev".encode()))))
    violation = message((1, message((1, "f\u2066\x9b".encode()))))
    trailer = ((b"ErrorInfo", info), (b"BadRequest", violation))
    parts = [(3, message((1, b"type.googleapis.com/google.rpc." + n), (2, c))) for n, c in trailer]
    status = (("grpc-status-details-bin", message(*parts)),)
    service.message = "a\n\x1b]0;title\a\u061c"
    service.answers = [(grpc.StatusCode.INVALID_ARGUMENT, status)]
    with Client(target) as client, pytest.raises(ShapewrightError) as caught:
        client.infer_shapes(concat)
    assert str(caught.value).split("\n") == [
        r"a\n\x1b]0;title\x07\u061c",
        r"  reason: R\x1b[2J",
        r"  k\n: \u202ev",
        r"  field: f\u2066\x9b",
    ]
    assert "\x1b" not in repr(caught.value)


def test_results_do_not_write_to_the_terminal():
    evil = "\x1b[2J\n\x9b\u202e\u2066\u200f\u061c\x85\udcff"
    response = infer_pb2.InferShapesResponse()
    graph = response.graphs.add()
    graph.nodes.add(name=evil[:-1], op_type=evil[:-1])
    graph.values.add(name=evil[:-1], node=0).type.tensor.shape.dims.add(expr=evil[:-1])
    response.graphs.add(attribute=evil[:-1]).owner.node_name = evil[:-1]
    response.graphs[1].values.add(name="y", input=0)
    response.facts.add(reason=evil[:-1], text=evil[:-1])
    response.symbols.add(name=evil[:-1]).equals.expr = evil[:-1]
    response.diagnostics.add(code=evil[:-1], message=evil[:-1])
    result = InferResult(response)
    for text in (str(result), *map(repr, result), *map(str_of_diagnostic, response.diagnostics)):
        assert text and all(line.isprintable() for line in text.split("\n"))
    assert len(str(result).split("\n")) == 13
    assert printable(evil).isprintable()


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
            await client.merge_shapes([merge_pb2.MergeCase(label="one")])
            with pytest.raises(ShapewrightError) as caught:
                await client.infer_shapes("sha256:00")
            assert caught.value.reason == "MODEL_NOT_CACHED"

    asyncio.run(talk())
    assert service.requests[2].cases[0].label == "one"


def test_alternatives_print_with_their_conditions():
    type_ = shape_pb2.Type()
    type_.tensor.element_type = 1
    first = type_.alternatives.add(condition="S = 1").type.tensor
    first.element_type = 1
    first.shape.dims.add(expr="B")
    second = type_.alternatives.add().type.tensor
    second.element_type = 7
    second.shape.SetInParent()
    assert type_shape_text(type_) == "[B] if S = 1 else int64 []"
