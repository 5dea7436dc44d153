"""What docs/api.md and docs/errors.md say, asked of a real server: tests/data/vectors, which all clients run."""
import base64
import json

import grpc
import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor

import vectors
from shapewright import Client, Retry, ShapewrightError, conversation, local_server
from shapewright.questions import Asked
from shapewright.v1 import infer_pb2, merge_pb2, service_pb2
from shapewright.v1 import chain_pb2, cost_pb2, evaluate_pb2, explain_pb2, guard_pb2, guard_program_pb2, kept_pb2, layout_pb2, plan_pb2, registry_pb2, rewrite_pb2  # noqa: F401: read by name

REQUESTS = vectors.read("requests.json")["cases"]
ERRORS = vectors.read("errors.json")
MESSAGES = (infer_pb2, chain_pb2, cost_pb2, evaluate_pb2, explain_pb2, guard_pb2, guard_program_pb2, kept_pb2, merge_pb2, layout_pb2, plan_pb2, registry_pb2, rewrite_pb2)


def message(name, content):
    module = next(module for module in MESSAGES if hasattr(module, name))
    return json_format.ParseDict(content, getattr(module, name)())


def is_shown(shown, actual, path="answer"):
    """Where a message has something else than what is shown of it; None: nowhere."""
    for field, value in shown.ListFields():
        place, found = f"{path}.{field.name}", getattr(actual, field.name)
        is_message = field.type == FieldDescriptor.TYPE_MESSAGE
        if is_message and hasattr(value, "__len__"):
            if len(value) != len(found):
                return f"{place}: {len(found)} entries"
            for number, (inner, other) in enumerate(zip(value, found)):
                where = is_shown(inner, other, f"{place}[{number}]")
                if where:
                    return where
        elif is_message:
            where = is_shown(value, found, place) if actual.HasField(field.name) else place
            if where:
                return where
        elif value != found:
            return f"{place}: {found}"
    return None


def ask(client, case, inference_id=""):
    """As a user of the client asks."""
    name = case["method"].rpartition("/")[2]
    if name == "UploadModel":
        model_id = client.upload_model(base64.b64decode(case["onnx"]))
        return registry_pb2.UploadModelResponse(model_id=model_id, size_bytes=len(base64.b64decode(case["onnx"])))
    content = json.loads(json.dumps(case["request"]).replace("INFERENCE_ID", inference_id))
    request = message(name.replace("Stream", "") + "Request", content)
    model = vectors.ROOT / case["file"] if "file" in case else None
    if "model" in content and request.model.onnx:
        model = request.model.onnx
        request.model.ClearField("onnx")
    if name == "InferChain":
        return client.infer_chain({}, request=request)
    if name == "StreamInferShapes":
        return client.infer_shapes(model, request=request, stream=True).response
    if model is not None:
        return client._run(client._questions._about(model, request, None))
    return client._run(Asked(conversation.single(request), None))


@pytest.fixture(name="client", scope="module")
def _client():
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SHAPEWRIGHT_TARGET", raising=False)
        with Client(local_server.default_target()) as client:
            yield client


def test_requests(client):
    inference_id = ""
    for case in REQUESTS:
        answer = ask(client, case, inference_id)
        shown = message(type(answer).__name__, case["answer"])
        assert not is_shown(shown, answer), f"{case['name']}: {is_shown(shown, answer)}"
        inference_id = getattr(answer, "inference_id", "") or inference_id


def test_every_method_is_asked():
    methods = [method for service in service_pb2.DESCRIPTOR.services_by_name.values() for method in service.methods]
    asked = {case["method"] for case in REQUESTS + ERRORS["calls"]}
    assert asked == {f"{method.containing_service.full_name}/{method.name}" for method in methods}


@pytest.mark.parametrize("case", ERRORS["calls"], ids=lambda case: case["name"])
def test_errors_of_a_server(client, case):
    with pytest.raises(ShapewrightError) as caught:
        ask(client, case)
    error = caught.value
    assert (error.code.name, error.reason) == (case["code"], case["reason"])
    assert "".join(path for path, _ in error.violations[:1]) == case["field"]
    assert Retry().delay(error, 1) is None


@pytest.mark.parametrize("case", ERRORS["statuses"], ids=lambda case: case["name"])
def test_errors_and_whether_they_are_final(fake, case):
    service, target = fake
    trailers = [("grpc-status-details-bin", base64.b64decode(case["details"]))] if "details" in case else []
    trailers += [("grpc-retry-pushback-ms", case["pushback"])] if "pushback" in case else []
    failure = (grpc.StatusCode[case["code"]], tuple(trailers))
    service.message = case["message"]
    service.answers = [failure, failure]
    with Client(target, retry=Retry(attempts=2, backoff=0.001)) as client, pytest.raises(ShapewrightError) as caught:
        client.merge_shapes([])
    error = caught.value
    assert (error.code.name, error.message, error.reason) == (case["code"], case["message"], case["reason"])
    assert "".join(path for path, _ in error.violations[:1]) == case["field"]
    delay = case.get("retryDelayMs")
    assert error.retry_delay == (None if delay is None else pytest.approx(delay / 1000))
    assert len(service.requests) == (2 if case["retry"] else 1)
