"""What a user writes, for test_typing.py: mypy checks that each call has the type that is asserted here.

A line that ends with `# error` has to be an error.
"""
from __future__ import annotations

from pathlib import Path
from typing import List, Optional, Tuple, Union

from typing_extensions import assert_type

import shapewright
from shapewright import AsyncClient, Client, EvaluateResult, Evaluation, FolderResult, Guard, InferResult
from shapewright.v1.cost_pb2 import EstimateCostResponse
from shapewright.v1.explain_pb2 import ExplainShapesResponse


class ModelProto:
    """As that of the package onnx, which has no types of its own everywhere."""

    def SerializeToString(self, deterministic: bool = False) -> bytes:
        return b""


def functions() -> None:
    assert_type(shapewright.evaluate("model.onnx", batch=8), Evaluation)
    assert_type(shapewright.evaluate(b"", {"batch": 8}, x=[8, 3], values="A"), Evaluation)
    assert_type(shapewright.infer_shapes(Path("model.onnx")), InferResult)
    assert_type(shapewright.infer_shapes("sha256:00"), InferResult)
    assert_type(shapewright.infer_folder("models", progress=False), FolderResult)


def calls() -> None:
    client = Client()
    for model in ("model.onnx", Path("model.onnx"), b"", "sha256:00", ModelProto()):
        assert_type(client.infer_shapes(model), InferResult)
    result = client.infer_shapes("model.onnx", strict=True)
    assert_type(result["Z"].shape, Optional[Tuple[Union[int, str], ...]])
    assert_type(client.evaluate(result, N=8), Evaluation)
    sizes = client.evaluate_shapes(result, {"N": 8})
    assert_type(sizes, EvaluateResult)
    assert_type(sizes[0]["Z"].shape, Optional[Tuple[Optional[int], ...]])
    assert_type(sizes[0].problems, List[str])
    assert_type(client.explain_shapes(result, "Z"), ExplainShapesResponse)
    assert_type(client.estimate_cost(result, {"N": 8}, by="op"), EstimateCostResponse)
    assert_type(client.upload_model(b""), str)
    assert_type(Guard(client.compile_guard(result)).check({"X": [2, 3]}).verdict, str)


async def coroutines() -> None:
    async with AsyncClient("localhost:8080") as client:
        assert_type(await client.evaluate("model.onnx", N=8), Evaluation)
        assert_type(await client.infer_shapes("model.onnx"), InferResult)


def mistakes(client: Client) -> None:
    client.infer_shapes(3)  # error
    client.infer_shapes("model.onnx", strickt=True)  # error
    client.evaluate("model.onnx", N="eight")  # error
    client.evaluate_shapes("model.onnx", 8)  # error
    client.evaluate("model.onnx", N=8).output  # error
