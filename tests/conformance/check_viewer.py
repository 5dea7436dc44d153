"""`./dev conformance viewer`: the Python client's adapter in Google's Model Explorer. Its server loads the extension, and
converts models of the corpus over its own HTTP, as its page would ask it to. What is expected of the graphs comes from the
package onnx: every node, every line between two nodes of one graph, every body.

usage: check_viewer.py MODEL_EXPLORER SERVER
"""
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import onnx

ROOT = Path(__file__).resolve().parents[2]
MODELS = ["scripted_control_ts17", "bert_base_dynamo18", "lstm_tagger_ts11", "gpt2_past_ts17"]
START_SECONDS = 60


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def get(address, path):
    with urllib.request.urlopen(f"http://{address}{path}", timeout=120) as response:
        return json.load(response)


def convert(address, path):
    command = {"cmdId": "convert", "extensionId": "shapewright_onnx", "modelPath": str(path), "settings": {},
               "deleteAfterConversion": False}
    request = urllib.request.Request(
        f"http://{address}/apipost/v1/send_command", json.dumps(command).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=120) as response:
        answer = json.load(response)
    assert "error" not in answer, answer
    return answer["graphs"]


def bodies_of(graph):
    """All graphs of a model, in the order in which they appear."""
    yield graph
    for node in graph.node:
        for attribute in node.attribute:
            for body in ([attribute.g] if attribute.HasField("g") else attribute.graphs):
                yield from bodies_of(body)


def lines_of(graph):
    makers = {name: i for i, node in enumerate(graph.node) for name in node.output if name}
    return {(makers[name], i) for i, node in enumerate(graph.node) for name in node.input if name in makers}


def check(address, name):
    path = ROOT / "tests/data/corpus/models" / f"{name}.onnx"
    expected = list(bodies_of(onnx.load(path, load_external_data=False).graph))
    found = convert(address, path)
    assert len(found) == len(expected), (name, len(found), len(expected))
    for shown, graph in zip(found, expected):
        nodes = {node["id"]: node for node in shown["nodes"]}
        assert len(nodes) == len(shown["nodes"]), (name, shown["id"])
        numbered = {f"node {i}": node for i, node in enumerate(graph.node)}
        assert {id_ for id_ in nodes if id_.startswith("node ")} == set(numbered), (name, shown["id"])
        lines = set()
        for id_, node in nodes.items():
            for edge in node.get("incomingEdges") or []:
                assert edge["sourceNodeId"] in nodes, (name, id_, edge)
                if edge["sourceNodeId"] in numbered and id_ in numbered:
                    lines.add((int(edge["sourceNodeId"][5:]), int(id_[5:])))
            for item in (node.get("outputsMetadata") or []) if id_ in numbered else []:
                assert {"shape", "known"} <= {each["key"] for each in item["attrs"]} or not item["attrs"], (name, id_)
        assert lines == lines_of(graph), (name, shown["id"])
    ids = {graph["id"] for graph in found}
    led_to = [id_ for graph in found for node in graph["nodes"] for id_ in node.get("subgraphIds") or []]
    assert len(led_to) == len(found) - 1 and set(led_to) <= ids, (name, led_to)
    print(f"{name}: {len(found)} graphs, {sum(len(graph['nodes']) for graph in found)} nodes")


def main(program, server):
    address = f"127.0.0.1:{free_port()}"
    arguments = [program, "--host", "127.0.0.1", "--port", address.split(":")[1], "--no_open_in_browser"]
    viewer = subprocess.Popen(
        [*arguments, "--skip_health_check", "--extensions=shapewright.model_explorer"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "client/python"), "SHAPEWRIGHT_SERVER": server},
        stdout=subprocess.DEVNULL,
    )
    try:
        give_up = time.monotonic() + START_SECONDS
        while True:
            try:
                known = get(address, "/api/v1/get_extensions")
                break
            except OSError:
                assert viewer.poll() is None and time.monotonic() < give_up, "Model Explorer did not start"
                time.sleep(0.2)
        assert any(each["id"] == "shapewright_onnx" and each["fileExts"] == ["onnx"] for each in known), known
        for name in MODELS:
            check(address, name)
    finally:
        viewer.terminate()
        viewer.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
