#!/usr/bin/env python3
"""Writes faults.json: what users do wrong, or what fails them, and what everything that they ask by makes of it. The
expectations are those of docs/errors.md, by hand.

usage: generate_faults.py
"""
from __future__ import annotations

import base64
import json
from pathlib import Path

ABOUT = [
    "Faults, each met by way of the command line, the library and every client, which give the same reason and a sentence that has",
    "all of `says`; docs/errors.md lists the reasons. `file`: the bytes of model.onnx (in base64), which is read; FOLDER: it is a",
    "folder, NONE: it is not there. `request`: the request of InferShapes or EvaluateShapes about `model`, with the reason and the",
    "field of its error, or of that of the evaluation where `entry` is true. `target`: NOBODY listens there; it stands for TARGET in",
    "`says`. `deadline`: NO_TIME is left. `server`: only servers have this fault, not the library. `cli`: what the command line is",
    "told; none: it has no way to ask so. MODEL is the file.",
]
ROOT = Path(__file__).parents[3]
TAIL = (ROOT / "tests/languages/tail.onnx").read_bytes()
WHOLE = "; give the whole file, as its exporter wrote it"


def encoded(content):
    return base64.b64encode(content).decode()


def faults():
    infer = ["infer", "MODEL"]
    yield {"name": "a broken file", "file": encoded(TAIL[:-9]), "code": "INVALID_ARGUMENT", "reason": "MALFORMED_MODEL",
           "says": ["model.onnx is not an ONNX model: ", WHOLE], "cli": infer}
    yield {"name": "an empty file", "file": "", "code": "INVALID_ARGUMENT", "reason": "MALFORMED_MODEL",
           "says": [f"model.onnx is not an ONNX model: it is empty{WHOLE}"], "cli": infer}
    yield {"name": "no such file", "file": "NONE", "code": "NOT_FOUND", "reason": "FILE_NOT_FOUND",
           "says": ["cannot read ", "model.onnx: there is no such file; correct the path"], "cli": infer}
    yield {"name": "a folder", "file": "FOLDER", "code": "PERMISSION_DENIED", "reason": "FILE_NOT_READABLE",
           "says": ["cannot read ", "model.onnx: it is a folder; name a file in it"], "cli": ["cost", "MODEL"]}
    yield {"name": "no server", "target": "NOBODY", "method": "InferShapes", "request": {}, "code": "UNAVAILABLE",
           "reason": "SERVER_UNREACHABLE",
           "says": ["no server answers at TARGET: ", "; start one there, or correct the address"], "cli": infer}
    yield {"name": "a deadline", "deadline": "NO_TIME", "method": "InferShapes", "request": {}, "code": "DEADLINE_EXCEEDED",
           "reason": "DEADLINE_EXCEEDED", "says": ["the deadline passed before the answer came; allow more time"],
           "cli": [*infer, "--deadline", "1ns"]}
    yield {"name": "an unknown symbol in a binding", "method": "EvaluateShapes",
           "request": {"bindings": [{"symbols": [{"symbol": "Rows", "size": "2"}]}]}, "entry": True, "reason": "MALFORMED_BINDING",
           "field": "symbols[0].symbol", "says": ['the model has no symbol "Rows"'], "cli": ["eval", "MODEL", "--bind", "Rows=2"]}
    yield {"name": "a wrong type for an input", "method": "InferShapes",
           "request": {"model": {"inputTypes": [{"name": "x", "type": {"text": "floot32[N, 3]"}}]}}, "code": "INVALID_ARGUMENT",
           "reason": "MALFORMED_REQUEST", "field": "model.input_types[0].type.text",
           "says": ['"floot32" is not an element type'], "cli": [*infer, "--input", "x=floot32[N, 3]"]}
    yield {"name": "a relation that is none", "method": "InferShapes", "request": {"model": {"premises": ["N <= "]}},
           "code": "INVALID_ARGUMENT", "reason": "MALFORMED_PREMISE", "field": "model.premises[0]", "says": ["column 6"],
           "cli": [*infer, "--premise", "N <= "]}
    scenarios = [{"name": f"s{i}", "premises": ["N >= 1"]} for i in range(65)]
    told = [word for each in scenarios for word in ("--scenario", f"{each['name']}:N >= 1")]
    yield {"name": "too many scenarios", "method": "InferShapes", "request": {"scenarios": scenarios}, "code": "INVALID_ARGUMENT",
           "reason": "TOO_MANY_SCENARIOS", "server": True, "field": "scenarios", "says": ["65", "64"], "cli": [*infer, *told]}
    yield {"name": "an unknown model id", "method": "InferShapes", "request": {"model": {"modelId": "sha256:" + 64 * "0"}},
           "code": "NOT_FOUND", "reason": "MODEL_NOT_CACHED", "server": True, "field": "model.model_id",
           "says": ["the server does not keep this model; send it"], "cli": []}


def main():
    lines = ",\n".join(f"    {json.dumps(fault)}" for fault in faults())
    about = ",\n".join(f"    {json.dumps(line)}" for line in ABOUT)
    text = f'{{\n  "about": [\n{about}\n  ],\n  "model": "{encoded(TAIL)}",\n  "faults": [\n{lines}\n  ]\n}}\n'
    Path(__file__).with_name("faults.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
