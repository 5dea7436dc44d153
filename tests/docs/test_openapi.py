"""The OpenAPI description of the JSON port, scripts/openapi.py: valid, and real requests and answers are as it says."""
import base64
import copy
import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import jsonschema
import openapi_spec_validator
import pytest

ROOT = Path(__file__).resolve().parents[2]
SERVER = Path(os.environ.get("SHAPEWRIGHT_SERVER", ROOT / "build/release/bin/shapewright-server"))
MODEL = {"onnx": base64.b64encode((ROOT / "tests/languages/tail.onnx").read_bytes()).decode()}
TWO_SHAPES = {"merge": {"operands": [{"text": "float32[N, 3]"}, {"text": "float32[7, M]"}]}}
REQUESTS = {
    "ShapeService/InferShapes": {"model": MODEL},
    "ShapeService/EvaluateShapes": {"model": MODEL, "bindings": [{"inputs": [{"name": "x", "sizes": ["7", 3]}]}]},
    "ShapeService/MergeShapes": {"cases": [TWO_SHAPES, {"label": "both", **TWO_SHAPES}]},
    "ShapeService/ComputeLayout": {"cases": [{"tensor": {"text": "float32[2, 3]"}, "layout": {"text": "{1,0:T(8,128)}"}}], "details": True},
    "PlanService/CompileGuard": {"model": MODEL},
    "PlanService/EstimateCost": {"model": MODEL},
    "ModelService/DescribeModel": {"model": MODEL},
    "ModelService/GetCapabilities": {},
}


@pytest.fixture(scope="module")
def description(tmp_path_factory):
    path = tmp_path_factory.mktemp("openapi") / "openapi.json"
    subprocess.run([sys.executable, ROOT / "scripts/openapi.py", path], check=True)
    return json.loads(path.read_text())


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    socket = tmp_path_factory.mktemp("server") / "socket"
    command = [SERVER, "--listen", f"unix:{socket}", "--json-listen", "127.0.0.1:0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        events = (json.loads(line) for line in server.stderr)
        yield next(event["json"] for event in events if event["event"] == "started")
        server.terminate()
        server.stderr.read()


def check(description, reference, value):
    """Fails where a value is not as its schema says, or has a name that the schema does not have."""
    schemas = copy.deepcopy(description["components"])
    for schema in schemas["schemas"].values():
        if schema.get("properties"):
            schema["additionalProperties"] = False
    jsonschema.Draft202012Validator({"components": schemas, **reference}).validate(value)


def ask(address, path, request):
    body = json.dumps(request).encode()
    sent = urllib.request.Request(f"http://{address}{path}", body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(sent, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def content(place):
    return place["content"]["application/json"]["schema"]


def test_it_is_valid(description):
    openapi_spec_validator.validate(description)
    assert not [path for path in description["paths"] if "Upload" in path or "Stream" in path]
    undescribed = [name for name, schema in description["components"]["schemas"].items() if not schema.get("description")]
    assert not undescribed


@pytest.mark.parametrize("method", REQUESTS)
def test_requests_and_answers_are_as_it_says(description, address, method):
    post = description["paths"][f"/shapewright.v1.{method}"]["post"]
    check(description, content(post["requestBody"]), REQUESTS[method])
    status, answer = ask(address, f"/shapewright.v1.{method}", REQUESTS[method])
    assert status == 200, answer
    assert answer
    check(description, content(post["responses"]["200"]), answer)


def test_errors_are_as_it_says(description, address):
    post = description["paths"]["/shapewright.v1.ShapeService/InferShapes"]["post"]
    status, answer = ask(address, "/shapewright.v1.ShapeService/InferShapes", {"modle": {}})
    assert status == 400
    check(description, content(post["responses"]["default"]), answer)
    with pytest.raises(jsonschema.ValidationError):
        check(description, content(post["requestBody"]), {"modle": {}})
