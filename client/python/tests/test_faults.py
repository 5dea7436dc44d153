"""What users do wrong, or what fails them: tests/data/vectors/faults.json, which the command line, the library and all
clients meet."""
import base64

import pytest
from google.protobuf import json_format

import vectors
from shapewright import Client, Retry, ShapewrightError, local_server
from shapewright.v1 import evaluate_pb2, infer_pb2

FAULTS = vectors.read("faults.json")
MODEL = base64.b64decode(FAULTS["model"])


def model_file(folder, content):
    path = folder / "model.onnx"
    if content == "FOLDER":
        path.mkdir()
    elif content != "NONE":
        path.write_bytes(base64.b64decode(content))
    return path


def meet(fault, client, folder):
    """(code, reason, field, text) of the error."""
    if fault.get("entry"):
        request = json_format.ParseDict(fault["request"], evaluate_pb2.EvaluateShapesRequest())
        error = client.evaluate_shapes(MODEL, request=request).evaluations[0].error
        return None, error.reason, error.field, error.message
    model, options = MODEL, {}
    if "file" in fault:
        model = model_file(folder, fault["file"])
    else:
        content = fault["request"]
        model = content.get("model", {}).pop("modelId", MODEL)
        options["request"] = json_format.ParseDict(content, infer_pb2.InferShapesRequest())
    if "deadline" in fault:
        options["deadline"] = 1e-9
    with pytest.raises(ShapewrightError) as caught:
        client.infer_shapes(model, **options)
    error = caught.value
    assert isinstance(error, FileNotFoundError) == (error.reason == "FILE_NOT_FOUND")
    assert isinstance(error, OSError) == error.reason.startswith("FILE_")
    assert isinstance(error, ValueError) == (error.reason == "MALFORMED_MODEL" and "file" in fault)
    return error.code.name, error.reason, "".join(path for path, _ in error.violations[:1]), str(error)


@pytest.mark.parametrize("fault", FAULTS["faults"], ids=lambda fault: fault["name"])
def test_errors_agree(fault, tmp_path, monkeypatch):
    monkeypatch.delenv("SHAPEWRIGHT_TARGET", raising=False)
    target = f"unix:{tmp_path}/nobody" if "target" in fault else local_server.default_target()
    with Client(target, retry=Retry(attempts=1)) as client:
        code, reason, field, text = meet(fault, client, tmp_path)
    assert (code, reason, field) == (fault.get("code"), fault["reason"], fault.get("field", "")), text
    for part in fault["says"]:
        assert part.replace("TARGET", target) in text
