"""Every call about a model takes it in every form: path, text of a path, bytes, message, id, result."""
import inspect
from pathlib import Path

import pytest

from shapewright import Client
from shapewright.v1 import rewrite_pb2
from conftest import model
from test_infer import graph_model

# The arguments of each call beside the model.
CALLS = {
    "infer_shapes": {},
    "evaluate": {"N": 2},
    "evaluate_shapes": {},
    "explain_shapes": {"questions": "Z"},
    "plan_buckets": {"axes": {"N": 8, "M": 4}},
    "choose_buckets": {"symbols": "N", "observed": {17: 3, 40: 1}, "buckets": 2},
    "plan_profiles": {"premises": ["1 <= N <= 32", "M = 4"]},
    "find_largest_sizes": {"symbols": "N", "budget": 1200, "binding": {"M": 4}},
    "find_symbols_to_bind": {},
    "compile_guard": {},
    "estimate_cost": {},
    "rewrite_model": {"request": rewrite_pb2.RewriteModelRequest(goal=rewrite_pb2.RewriteModelRequest.GOAL_SIMPLIFY)},
    "describe_model": {},
}
FORMS = ["path", "text", "bytes", "bytearray", "message", "own", "model_id", "inference_id", "result", "response"]


@pytest.fixture(scope="module")
def client():
    with Client() as made:
        yield made


@pytest.fixture(scope="module")
def forms(client, tmp_path_factory):
    message = model("g (float[N, 3] X, float[M, 3] Y) => (float Z) { A = Concat<axis = 0>(X, Y) Z = Relu(A) }")
    path = tmp_path_factory.mktemp("forms") / "model.onnx"
    path.write_bytes(message.SerializeToString())
    result = client.infer_shapes(path)
    return {
        "path": path,
        "text": str(path),
        "bytes": message.SerializeToString(),
        "bytearray": bytearray(message.SerializeToString()),
        "message": message,
        "own": graph_model(),
        "model_id": result.model_id,
        "inference_id": result.inference_id,
        "result": result,
        "response": result.response,
    }


def test_all_calls_about_a_model_are_here():
    takes = {
        name
        for name, method in inspect.getmembers(Client, inspect.isfunction)
        if not name.startswith("_") and "model" in inspect.signature(method).parameters
    }
    assert takes == {*CALLS, "upload_model", "evict_model"}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("call", CALLS)
def test_calls_take_models_in_all_forms(client, forms, call, form):
    assert getattr(client, call)(forms[form], **CALLS[call]) is not None


@pytest.mark.parametrize("form", FORMS)
def test_chains_take_models_in_all_forms(client, forms, form):
    answer = client.infer_chain({"one": forms[form], "two": forms["path"]}, [("one.Z", "two.X")])
    assert answer.fits


@pytest.mark.parametrize("form", ["path", "text", "bytes", "bytearray", "message"])
def test_uploads_give_the_id(client, forms, form):
    assert client.upload_model(forms[form]) == forms["model_id"]


def test_evicting_names_a_model_by_any_form(fake, concat, tmp_path):
    service, target = fake
    path = tmp_path / "model.onnx"
    path.write_bytes(concat.SerializeToString())
    with Client(target) as client:
        model_id = client._questions.evict_model(path).talk.send(None).make_request().model_id
        assert model_id.startswith("sha256:")
        for form in (str(path), concat, concat.SerializeToString(), model_id):
            assert client._questions.evict_model(form).talk.send(None).make_request().model_id == model_id
        with pytest.raises(TypeError, match="own form"):
            client.evict_model(graph_model())


def test_paths_that_look_like_nothing_are_named(client):
    with pytest.raises(FileNotFoundError):
        client.infer_shapes("no/such/model.onnx")
    with pytest.raises(FileNotFoundError):
        client.evaluate(Path("no/such/model.onnx"), N=2)
