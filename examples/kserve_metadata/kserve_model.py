#!/usr/bin/env python3
"""What a server of the Open Inference Protocol (KServe v2) tells of an ONNX model, and whether a request fits it.

usage: kserve_model.py metadata MODEL.onnx [--name NAME] [--version VERSION]...
       kserve_model.py check MODEL.onnx REQUEST.json      (-: from standard input)
exit code: 0: done, the request fits; 1: it does not; 2: no answer (a file cannot be read, no server)

`metadata` prints the answer to GET v2/models/NAME; `check` the sizes of the outputs, or a line for each thing that is
wrong.
"""
from __future__ import annotations

import argparse
import json
import sys
from math import prod
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Sequence

from shapewright import Client, ShapewrightError
from shapewright.v1.evaluate_pb2 import Binding, Evaluation
from shapewright.v1.registry_pb2 import DescribeModelResponse, TensorMetadata

# So many elements of an integer input are told: shapes depend on few.
MOST_VALUES = 1024
# The largest number that a binding can hold.
MOST = 2**63 - 2


def metadata(described: DescribeModelResponse, name: str, versions: Sequence[str]) -> Dict[str, Any]:
    """The object ModelMetadataResponse of the protocol."""

    def tensors(listed: Sequence[TensorMetadata]) -> List[Dict[str, Any]]:
        return [{"name": t.name, "datatype": t.datatype, "shape": list(t.shape)} for t in listed]

    return {
        "name": name or described.name,
        "versions": list(versions),
        "platform": "onnx_onnxv1",
        "inputs": tensors(described.inputs),
        "outputs": tensors(described.outputs),
    }


def flat(data: Any) -> Iterator[Any]:
    """The elements of `data`, which may be nested as the shape is."""
    stack = [data]
    while stack:
        item = stack.pop()
        if isinstance(item, list):
            stack.extend(reversed(item))
        else:
            yield item


def is_integer(value: Any) -> bool:
    """Whether a binding can hold it; in Python a truth value is an integer too."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST


def are_objects(listed: Any) -> bool:
    return isinstance(listed, list) and all(isinstance(item, dict) for item in listed)


def input_complaints(given: Dict[str, Any], expected: TensorMetadata) -> Iterator[str]:
    """What is wrong with one tensor by itself."""
    if given.get("datatype") != expected.datatype:
        yield f"datatype {given.get('datatype')}, but the model takes {expected.type.text}"
    shape = given.get("shape")
    if not isinstance(shape, list) or not all(is_integer(size) and size >= 0 for size in shape):
        yield f"shape {shape} is not a list of sizes"
    elif "data" in given:  # else it follows in binary, or lies in shared memory
        count = sum(1 for _ in flat(given["data"]))
        if count != prod(shape):
            yield f"{count} elements, but shape {shape} has {prod(shape)}"


def binding(inputs: Sequence[Dict[str, Any]]) -> Binding:
    """What the request says of sizes, and of integers that may decide some."""
    result = Binding()
    for given in inputs:
        bound = result.inputs.add(name=given["name"], sizes=given["shape"], scalar=not given["shape"])
        if given["datatype"].startswith(("INT", "UINT")) and "data" in given and prod(given["shape"]) <= MOST_VALUES:
            values = list(flat(given["data"]))
            if all(map(is_integer, values)):
                bound.values.extend(values)
    return result


class RequestCheck:
    """Holds requests for one model to what it takes. The model is sent once."""

    def __init__(self, client: Client, model: Path) -> None:
        self._client = client
        self._model = client.infer_shapes(model)
        self._described = client.describe_model(model)

    def complaints(self, request: Any) -> List[str]:
        """What is wrong with names, data types and shapes, each by itself."""
        inputs = request.get("inputs") if isinstance(request, dict) else None
        if not are_objects(inputs):
            return ["the request has no list of inputs"]
        if not are_objects(request.get("outputs", [])):
            return ["what the request says of outputs is not a list"]
        names = [given.get("name") for given in inputs]
        expected = {tensor.name: tensor for tensor in self._described.inputs}
        found = [f"input {name}: is missing" for name in expected if name not in names]
        for given, name in zip(inputs, names):
            if not isinstance(name, str) or name not in expected:
                found.append(f"input {name}: the model has none of this name")
            elif names.count(name) > 1:
                found.append(f"input {name}: stands there more than once")
            else:
                found += [f"input {name}: {said}" for said in input_complaints(given, expected[name])]
        outputs = {tensor.name for tensor in self._described.outputs}
        wanted = [str(output.get("name")) for output in request.get("outputs", [])]
        return found + [f"output {name}: the model has none of this name" for name in wanted if name not in outputs]

    def evaluate(self, inputs: Sequence[Dict[str, Any]]) -> Evaluation:
        """Whether the inputs fit together, and the sizes of the outputs."""
        return self._client.evaluate_shapes(self._model, [binding(inputs)]).evaluations[0]


def reasons(evaluation: Evaluation) -> List[str]:
    if evaluation.HasField("error"):
        return [evaluation.error.message]
    return [
        violation.message + (f" ({violation.suggestion})" if violation.suggestion else "")
        for violation in evaluation.violations
    ]


def printed(line: str) -> None:
    print("".join(c if c.isprintable() else ascii(c)[1:-1] for c in line))


def check(client: Client, model: Path, request: Any) -> int:
    checker = RequestCheck(client, model)
    found = checker.complaints(request)
    evaluation: Optional[Evaluation] = None if found else checker.evaluate(request["inputs"])
    for line in found or reasons(evaluation):
        printed(line)
    if evaluation is None or evaluation.verdict not in (Evaluation.VERDICT_VALID, Evaluation.VERDICT_OPEN):
        return 1
    for output in evaluation.outputs:
        size = f", at most {output.bytes} bytes" if output.HasField("bytes") else ""
        printed(f"output {output.name}: {list(output.sizes)}{size}")
    return 0


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for command in ("metadata", "check"):
        commands.add_parser(command).add_argument("model", type=Path)
    commands.choices["metadata"].add_argument("--name", default="", help="default: that of the graph")
    commands.choices["metadata"].add_argument("--version", action="append", default=[])
    commands.choices["check"].add_argument("request", help="a file, or -")
    return parser.parse_args(given)


def main(given: Sequence[str]) -> int:
    options, client = arguments(given), Client(deadline=None)
    try:
        if options.command == "metadata":
            described = client.describe_model(options.model)
            print(json.dumps(metadata(described, options.name, options.version), indent=2))
            return 0
        text = sys.stdin.read() if options.request == "-" else Path(options.request).read_text(encoding="utf-8")
        return check(client, options.model, json.loads(text))
    except (OSError, ValueError, RecursionError, ShapewrightError) as error:
        print(f"kserve_model: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
