"""Writes the seeds of merge_shapes, compute_layout, model_question, split_request, upload_model,
trace_context, server_options, model_path, http_request and json_text.

The cases come from tests/data/algebra_facts.json: one of each kind of question, from each source.

usage: make_query_seeds.py CORPUS     (with the Python client: build/venv-conformance/bin/python)
"""

import json
import pathlib
import sys

from google.protobuf import json_format

from shapewright.v1 import cost_pb2, evaluate_pb2, explain_pb2, guard_pb2, layout_pb2, merge_pb2, plan_pb2, registry_pb2

MODEL = (pathlib.Path(__file__).parents[1] / "languages" / "tail.onnx").read_bytes()
FACTS = pathlib.Path(__file__).parents[1] / "data" / "algebra_facts.json"
TRACES = ["00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
          "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
          "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"]
OPTIONS = ["--listen=unix:/a/b\n--listen\n127.0.0.1:0\n--socket-mode=0660",
           "--max-message-bytes=64MiB\n--threads\n2\n--log-level=debug",
           "SHAPEWRIGHT_LISTEN=unix:/a,[::1]:80\nSHAPEWRIGHT_MAX_NODES=10\n--http-listen="]
PATHS = ["m", "d/e/m", "a d\na/m", "a m\nd/b ../a\nd/b", "a ..\na/m", "a %/d\nb a/e\nb/m", "a #/m\na",
         "a b\nb a\na", "d/a ../../m\nd/a", "a /etc\na/passwd", "a d/../../r/m\na", "a .\na/a/./a//m"]

HTTP = ["GET /a?message=%7b%7d&encoding=json HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /shapewright.v1.ShapeService/MergeShapes HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        "Content-Length: 2\r\n\r\n{}GET / HTTP/1.1\r\nHost: a\r\nConnect-Timeout-Ms: 5\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n2;x\r\n{}\r\n0\r\nA: b\r\n\r\n"]
JSON = ['{"cases":[{"label":"a","inspect":{"type":{"text":"float32[N + 1]"}}}],"shareSymbols":true}', '{"limits":{"maxWork":"12"},"a":[1e9,-0.5E-3,null,true]}', '{"\\u00e9\\ud83d\\ude00":"\\n"}',
        '[[[[1e999]]]]', '{"a":1,"a":2}']


def write(folder, name, content):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)


def kind(case):
    parts = {key for part in ("changes", "questions") for entry in case.get(part, []) for key in entry}
    return tuple(sorted(case)), tuple(sorted(parts)), tuple(sorted(case.get("layout", {})))


def cases(key, request_type):
    """Requests of two cases each, in one notation."""
    seen = {}
    for fact in json.loads(FACTS.read_text()):
        for case in fact.get(key, [])[:1]:
            of_notation = seen.setdefault(fact.get("notation"), {})
            of_notation.setdefault((kind(case), fact["from"].split()[0]), case)
    for notation, found in seen.items():
        request = {"notation": notation} if notation else {}
        chosen = list(found.values())
        for first, second in zip(chosen[::2], chosen[1::2]):
            yield json_format.ParseDict({**request, "cases": [first, second]}, request_type())


def evaluate_requests():
    onnx = evaluate_pb2.EvaluateShapesRequest(values=["y"])
    onnx.model.onnx = b"m" * 10
    onnx.model.premises.append("N <= 8")
    by_id = evaluate_pb2.EvaluateShapesRequest()
    by_id.model.model_id = "sha256:00"
    by_id.bindings.add(label="a").symbols.add(symbol="N")
    by_id.bindings.add(label="b")
    by_id.memory.SetInParent()
    path = evaluate_pb2.EvaluateShapesRequest()
    path.model.path = "a/b.onnx"
    return [onnx, by_id, path]


def with_model(request, *premises):
    request.model.onnx = MODEL
    request.model.premises.extend(premises)
    return request


def model_questions():
    """Requests about the model x[N, 3] -> y[N + 5, 3], each after the letter of its RPC."""
    explain = with_model(explain_pb2.ExplainShapesRequest(), "N <= 8")
    for name, place in (("y", {}), ("y", {"axis": 0}), ("x", {"axis": -1}), ("k", {"element": 2}), ("z", {})):
        explain.questions.add(value={"name": name}, **place)
    explain.questions.add(fact=0)
    buckets = with_model(plan_pb2.PlanBucketsRequest())
    buckets.axes.add(symbol="N", sizes=[8, 32])
    buckets.bindings.add(label="a").symbols.add(symbol="N", size=7)
    buckets.bindings.add(label="b").inputs.add(name="x", sizes=[33, 3])
    buckets.memory.SetInParent()
    choose = with_model(plan_pb2.ChooseBucketsRequest(symbols=["N"], buckets=2))
    for size, count in ((17, 3), (40, 1), (41, 9)):
        choose.observed.add(sizes=[size], count=count)
    pairs = with_model(plan_pb2.ChooseBucketsRequest(symbols=["N", "N"], buckets=1))
    pairs.observed.add(sizes=[1, 2], count=3)
    profile = with_model(plan_pb2.PlanProfilesRequest(), "1 <= N <= 32")
    profile.common.add(symbol="N", size=8)
    describe = with_model(registry_pb2.DescribeModelRequest(), "N <= 32")
    guard = with_model(guard_pb2.CompileGuardRequest(), "N <= 32")
    guard.memory.SetInParent()
    guard.max_request.add(name="x", sizes=[64, 3])
    cost = with_model(cost_pb2.EstimateCostRequest(), "N <= 32")
    cost.memory.SetInParent()
    cost.parts.group_by.extend([cost_pb2.COST_GROUPING_NODE, cost_pb2.COST_GROUPING_SCOPE, cost_pb2.COST_GROUPING_OPERATOR])
    cost.bindings.add().inputs.add(name="x", sizes=[64, 3])
    for letter, request in (("X", explain), ("B", buckets), ("C", choose), ("C", pairs), ("P", profile),
                            ("G", guard), ("E", cost), ("D", describe)):
        yield letter.encode() + request.SerializeToString(deterministic=True)


def uploads():
    """Streams of messages, each after its length in two bytes."""
    promise = registry_pb2.UploadModelRequest(model_id="sha256:00", size_bytes=5)
    first, second = (registry_pb2.UploadModelRequest(chunk=chunk) for chunk in (b"abc", b"de"))
    long = registry_pb2.UploadModelRequest(chunk=b"x" * 3000)
    for stream in ([promise, first, second], [first], [promise, promise], [first, long, long]):
        messages = [message.SerializeToString(deterministic=True) for message in stream]
        yield b"".join(len(message).to_bytes(2, "little") + message for message in messages)


def main():
    corpus = pathlib.Path(sys.argv[1])
    for name, messages in (
        ("merge_shapes", cases("merge", merge_pb2.MergeShapesRequest)),
        ("compute_layout", cases("layout", layout_pb2.ComputeLayoutRequest)),
        ("split_request", evaluate_requests()),
    ):
        for number, message in enumerate(messages):
            write(corpus / name, f"seed_{number:02}.pb", message.SerializeToString(deterministic=True))
    for name, seeds in (("upload_model", uploads()), ("model_question", model_questions())):
        for number, seed in enumerate(seeds):
            write(corpus / name, f"seed_{number:02}", seed)
    for name, texts in (("trace_context", TRACES), ("server_options", OPTIONS), ("model_path", PATHS), ("http_request", HTTP), ("json_text", JSON)):
        for number, text in enumerate(texts):
            write(corpus / name, f"seed_{number:02}", text.encode())


if __name__ == "__main__":
    main()
