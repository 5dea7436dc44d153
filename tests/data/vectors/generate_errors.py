#!/usr/bin/env python3
"""Writes errors.json: what clients make of calls that fail. The expectations are those of docs/errors.md, by hand.

usage: generate_errors.py
"""
from __future__ import annotations

import base64
import json
from pathlib import Path

ABOUT = [
    "Calls that fail, and what clients make of them; docs/errors.md lists the reasons. calls: requests (as in requests.json) that a",
    "server refuses with this code, reason and first field that is to blame; none of them is worth another try. statuses: what a",
    "server may end a call with: code and message of gRPC, and the trailers `grpc-status-details-bin` (in base64) and",
    "`grpc-retry-pushback-ms`. A client tells the reason, the field and the delay in milliseconds, and repeats the call where retry is",
    "true. An empty text or a field that is left out: there is none.",
]


def varint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def message(*fields):
    """By numbers: an int, or bytes or text."""
    out = b""
    for number, value in fields:
        if isinstance(value, int):
            out += varint(number << 3) + varint(value)
        else:
            value = value.encode() if isinstance(value, str) else value
            out += varint(number << 3 | 2) + varint(len(value)) + value
    return out


def detail(name, *fields):
    return (3, message((1, f"type.googleapis.com/google.rpc.{name}"), (2, message(*fields))))


def info(reason, **metadata):
    pairs = [(3, message((1, key), (2, value))) for key, value in metadata.items()]
    return detail("ErrorInfo", (1, reason), (2, "shapewright"), *pairs)


def field(path, text="is wrong"):
    return detail("BadRequest", (1, message((1, path), (2, text))))


def delay(milliseconds):
    seconds, rest = divmod(milliseconds, 1000)
    parts = [(number, value) for number, value in ((1, seconds), (2, rest * 1_000_000)) if value]
    return detail("RetryInfo", (1, message(*parts)))


def status(name, code, *details, retry=False, reason="", path="", wait=None, pushback=None, raw=None):
    case = {"name": name, "code": code, "message": name, "reason": reason, "field": path, "retry": retry}
    body = message((2, name), *details) if raw is None else raw
    if details or raw is not None:
        case["details"] = base64.b64encode(body).decode()
    if pushback is not None:
        case["pushback"] = pushback
    if wait is not None:
        case["retryDelayMs"] = wait
    return case


def statuses():
    yield status("nobody answered", "UNAVAILABLE", reason="SERVER_UNREACHABLE", retry=True)
    yield status("the server closed its connections", "CANCELLED", retry=True)
    yield status("no details", "INVALID_ARGUMENT")
    yield status("a defect", "INTERNAL", info("INTERNAL"), reason="INTERNAL")
    yield status("draining", "UNAVAILABLE", info("DRAINING"), delay(10), reason="DRAINING", wait=10, pushback="10", retry=True)
    yield status("overloaded", "RESOURCE_EXHAUSTED", info("OVERLOADED", limit="7"), delay(20), reason="OVERLOADED", wait=20,
                 pushback="20", retry=True)
    yield status("a file that changed", "ABORTED", info("MODEL_FILE_CHANGED"), delay(5), reason="MODEL_FILE_CHANGED", wait=5,
                 pushback="5", retry=True)
    yield status("a limit that stays", "RESOURCE_EXHAUSTED", info("WORK_LIMIT", limit="1000"), reason="WORK_LIMIT")
    yield status("a limit of gRPC", "RESOURCE_EXHAUSTED")
    yield status("more than one detail", "INVALID_ARGUMENT", field("model.onnx"), detail("Help"), info("MESSAGE_TOO_LARGE", limit="7"),
                 reason="MESSAGE_TOO_LARGE", path="model.onnx")
    yield status("the server says never", "UNAVAILABLE", reason="SERVER_UNREACHABLE", pushback="-1")
    yield status("details that are none", "ABORTED", raw=b"\xff")
    yield status("a deadline", "DEADLINE_EXCEEDED", info("DEADLINE_EXCEEDED"), reason="DEADLINE_EXCEEDED")
    yield status("a deadline that the client met first", "DEADLINE_EXCEEDED", reason="DEADLINE_EXCEEDED")
    yield status("no such method", "UNIMPLEMENTED")


TAIL = (Path(__file__).parents[3] / "tests/languages/tail.onnx").read_bytes()


def onnx(content):
    return {"onnx": base64.b64encode(content).decode()}


def graph(*nodes, inputs=("x",), outputs=("y",)):
    inputs = [{"name": name, "type": {"text": "float32[N, 3]"}} for name in inputs]
    return {"graph": {"graph": {"inputs": inputs, "nodes": list(nodes), "outputs": list(outputs)}}}


def node(op_type, inputs, outputs, domain=""):
    return {"domain": domain, "opType": op_type, "inputs": inputs, "outputs": outputs}


def calls():
    ask = [
        ("no model", "InferShapes", {}, "INVALID_ARGUMENT", "MODEL_MISSING", "model"),
        ("no model to evaluate", "EvaluateShapes", {"bindings": [{}]}, "INVALID_ARGUMENT", "MODEL_MISSING", "model"),
        ("a model without a graph", "InferShapes", {"model": onnx(b"\x08\x08")}, "INVALID_ARGUMENT", "MALFORMED_MODEL", "model.onnx"),
        ("a cycle", "InferShapes", {"model": graph(node("Relu", ["y"], ["z"]), node("Relu", ["z"], ["y"]))}, "INVALID_ARGUMENT",
         "CYCLIC_GRAPH", "model.graph.graph.nodes[0]"),
        ("an unknown model", "InferShapes", {"model": {"modelId": "sha256:" + 64 * "0"}}, "NOT_FOUND", "MODEL_NOT_CACHED", "model.model_id"),
        ("an unknown inference", "EvaluateShapes", {"model": {"inferenceId": "inference:" + 64 * "0"}}, "NOT_FOUND",
         "INFERENCE_NOT_CACHED", "model.inference_id"),
        ("more than an inference", "InferShapes", {"model": {"inferenceId": "inference:" + 64 * "0", "premises": ["N <= 8"]}},
         "INVALID_ARGUMENT", "MALFORMED_REQUEST", "model.inference_id"),
        ("a file without a model root", "InferShapes", {"model": {"path": "model.onnx"}}, "NOT_FOUND", "PATH_NOT_SERVED", "model.path"),
        ("a premise about no symbol", "InferShapes", {"model": {**onnx(TAIL), "premises": ["N >= 1", "K <= 8"]}}, "INVALID_ARGUMENT",
         "MALFORMED_PREMISE", "model.premises[1]"),
        ("a rule that is none", "InferShapes", {"model": {**onnx(TAIL), "operatorRules": [
            {"key": {"domain": "com.example", "opType": "F"}, "signature": "(x: T[N -> T[N]"}]}}, "INVALID_ARGUMENT", "MALFORMED_RULE",
         "model.operator_rules[0].signature"),
        ("an incomplete model", "InferShapes", {"model": graph(node("Unheard", ["x"], ["y"], "com.example")), "strictness":
         "STRICTNESS_COMPLETE"}, "INVALID_ARGUMENT", "MODEL_INCOMPLETE", "model.graph"),
        ("a model with errors", "InferShapes", {"model": graph(node("Relu", ["x", "x"], ["y"])), "strictness": "STRICTNESS_NO_ERRORS"},
         "INVALID_ARGUMENT", "MODEL_HAS_ERRORS", "model.graph"),
        ("a value that is not there", "EvaluateShapes", {"model": onnx(TAIL), "values": ["nobody"]}, "INVALID_ARGUMENT",
         "MALFORMED_REQUEST", "values[0]"),
        ("a limit of the request", "InferShapes", {"model": onnx(TAIL), "limits": {"work": 1}}, "RESOURCE_EXHAUSTED", "WORK_LIMIT", ""),
        ("the models of a server that names no admin", "ListModels", {}, "PERMISSION_DENIED", "CALLER_NOT_ALLOWED", ""),
        ("to forget a model of such a server", "EvictModel", {"modelId": "sha256:" + 64 * "0"}, "PERMISSION_DENIED", "CALLER_NOT_ALLOWED",
         ""),
    ]
    for name, method, request, code, reason, path in ask:
        service = "ModelService" if method.endswith("Model") or method.endswith("Models") else "ShapeService"
        yield {"name": name, "method": f"shapewright.v1.{service}/{method}", "request": request, "code": code, "reason": reason,
               "field": path}


def block(rows):
    return "[\n    " + ",\n    ".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n  ]"


def main():
    parts = {"about": ABOUT, "calls": list(calls()), "statuses": list(statuses())}
    text = "{\n  " + ",\n  ".join(f'"{name}": {block(rows)}' for name, rows in parts.items()) + "\n}\n"
    (Path(__file__).parent / "errors.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
