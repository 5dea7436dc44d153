#!/usr/bin/env python3
"""Writes requests.json: the questions of docs/api.md, and a few that its page has no room for.

usage: generate_requests.py

What answers must have was written by hand: there in the page, here below. Ids of models are hashes of their bytes.
"""
from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
ABOUT = [
    "Requests, and what their answers have; what an answer has besides does not matter. Clients of all languages send them,",
    "one after the other to one server. Messages are in protobuf's JSON mapping: read both sides as messages. Each field that is",
    "set in the expected one is equal in the answer; lists of messages have as many entries, each of which is looked at so.",
    "Each is asked as the client asks such questions: `onnx` is what its callers give it, `file` (from the repository's root) a",
    "model that it is to read from that file. INFERENCE_ID stands for the inferenceId of the last answer that has one.",
    "UploadModel has `onnx` in place of a request; StreamInferShapes is asked and answered as the client does it, as InferShapes.",
]
SERVICES = {
    "Plan": "shapewright.v1.PlanService", "Choose": "shapewright.v1.PlanService", "Find": "shapewright.v1.PlanService", "Compile": "shapewright.v1.PlanService", "Estimate": "shapewright.v1.PlanService", "Rewrite": "shapewright.v1.PlanService", "Describe": "shapewright.v1.ModelService",
    "Get": "shapewright.v1.ModelService", "Upload": "shapewright.v1.ModelService",
}
TAIL = (ROOT / "tests/languages/tail.onnx").read_bytes()


def method(name):
    first = re.match("[A-Z][a-z]+", name).group()
    return f"{SERVICES.get(first, 'shapewright.v1.ShapeService')}/{name}"


def of_the_page():
    """The blocks of a request and its answer, by the headings above them."""
    heading, blocks = "", []
    for line in (ROOT / "docs/api.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:]
        elif line.startswith("```json "):
            blocks.append([heading, line[8:], ""])
        elif line == "```":
            heading = heading or blocks[-1][0]
        elif blocks and line.startswith((" ", "{")):
            blocks[-1][2] += line
    for (name, request_type, request), (_, _, answer) in zip(blocks[::2], blocks[1::2]):
        yield {
            "name": name, "method": method(request_type[: -len("Request")]),
            "request": json.loads(request), "answer": json.loads(answer),
        }


def more():
    model_id = "sha256:" + hashlib.sha256(TAIL).hexdigest()
    onnx = base64.b64encode(TAIL).decode()
    inferred = {"consistent": True, "outputs": [{"name": "y", "type": {"text": "float32[N + 5, 3]"}}]}
    yield {
        "name": "An upload is named by the hash of its bytes", "method": method("UploadModel"), "onnx": onnx,
        "answer": {"modelId": model_id, "sizeBytes": len(TAIL)},
    }
    yield {
        "name": "A model by its id", "method": method("InferShapes"), "request": {"model": {"modelId": model_id}},
        "answer": {**inferred, "modelId": model_id},
    }
    yield {
        "name": "The answer in pieces", "method": method("StreamInferShapes"), "request": {"model": {"onnx": onnx}},
        "answer": inferred,
    }
    yield {
        "name": "Small tensors of a file beside the model", "method": method("InferShapes"),
        "file": "tests/data/strip/files/reshape.onnx", "request": {},
        "answer": {"outputs": [{"name": "y", "type": {"text": "float32[N, 4, 3]"}}]},
    }
    # Saved by OpenVINO 2026.4, which says f32[1..64,4,3] of y; the dims of its port were taken out by hand.
    reshape = ROOT / "tests/data/openvino/reshape.xml"
    text = base64.b64encode(reshape.read_bytes()).decode()
    yield {
        "name": "Small constants of the file beside an OpenVINO IR", "method": method("EvaluateShapes"),
        "file": "tests/data/openvino/reshape.xml", "request": {"bindings": [{"inputs": [{"name": "x", "sizes": [7, 12]}]}]},
        "answer": {"evaluations": [{"verdict": "VERDICT_VALID", "outputs": [{"name": "y", "sizes": [7, 4, 3]}]}]},
    }
    yield {
        "name": "An OpenVINO IR by its content, without its weights", "method": method("InferShapes"),
        "request": {"model": {"onnx": text}},
        "answer": {"outputs": [{"name": "y", "type": {"tensor": {"elementType": "ELEMENT_TYPE_FLOAT", "shape": {"dims": [{}, {}, {}]}}}}]},
    }
    yield {
        "name": "An OpenVINO IR is uploaded as it is", "method": method("UploadModel"), "onnx": text,
        "answer": {"modelId": "sha256:" + hashlib.sha256(reshape.read_bytes()).hexdigest(), "sizeBytes": reshape.stat().st_size},
    }
    module = b"module { func.func @main(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> { return %arg0 : tensor<2x3xf32> } }"
    yield {
        "name": "A StableHLO module by its content", "method": method("InferShapes"),
        "request": {"model": {"onnx": base64.b64encode(module).decode()}},
        "answer": {"outputs": [{"type": {"text": "float32[2, 3]"}}]},
    }
    yield {
        "name": "Elements of an input decide a shape", "method": method("EvaluateShapes"),
        "request": {
            "model": {"graph": {"graph": {
                "inputs": [{"name": "x", "type": {"text": "float32[N, 6]"}}, {"name": "s", "type": {"text": "int64[2]"}}],
                "nodes": [{"opType": "Reshape", "inputs": ["x", "s"], "outputs": ["y"]}], "outputs": ["y"]}}},
            "bindings": [{"inputs": [
                {"name": "x", "sizes": [4, 6]},
                {"name": "s", "sizes": [2], "values": [3, -1]},
            ]}],
        },
        "answer": {"evaluations": [{"verdict": "VERDICT_VALID", "outputs": [{"name": "y", "sizes": [3, 8], "bytes": 96}]}]},
    }


def main():
    cases = [*of_the_page(), *more()]
    lines = ",\n    ".join(json.dumps(case, ensure_ascii=False) for case in cases)
    about = json.dumps(ABOUT, indent=4)[:-1].rstrip() + "\n  ]"
    text = f'{{\n  "about": {about},\n  "cases": [\n    {lines}\n  ]\n}}\n'
    (Path(__file__).parent / "requests.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
