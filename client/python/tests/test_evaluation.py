"""Sizes at bindings, through evaluate() and evaluate_shapes().

The sizes that are expected are those of ONNX's specification: Concat on axis 0 adds, Relu keeps; a float has 4 bytes.
"""
import asyncio

import pytest

import shapewright
from shapewright import AsyncClient, Client, ShapewrightError
from shapewright.v1.evaluate_pb2 import Binding, EvaluateShapesRequest
from conftest import model


class Index:
    """A number as numpy's are."""

    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


@pytest.fixture
def client(monkeypatch):
    monkeypatch.delenv("SHAPEWRIGHT_TARGET", raising=False)
    with Client() as made:
        yield made


def test_sizes_are_keywords(client, concat):
    sizes = client.evaluate(concat, N=2, M=5)
    assert sizes["Z"].shape == (7, 3)
    assert (sizes["Z"].element_type, sizes["Z"].bytes) == ("float", 84)
    assert (sizes.verdict, sizes.error, sizes.problems, sizes.unbound) == ("valid", None, [], [])
    assert [value.name for value in sizes.outputs] == ["Z"]
    assert "Z" in sizes and "A" not in sizes and len(sizes) == 1


def test_the_function_asks_by_itself(concat, tmp_path):
    path = tmp_path / "model.onnx"
    path.write_bytes(concat.SerializeToString())
    for given in (concat, concat.SerializeToString(), path, str(path), shapewright.infer_shapes(path)):
        assert shapewright.evaluate(given, N=2, M=5)["Z"].shape == (7, 3)


@pytest.mark.parametrize(
    "binding, sizes",
    [
        ({"N": 2, "M": 5}, {}),
        ({"N": 2}, {"M": 5}),
        ({"X": [2, 3]}, {"Y": (5, 3)}),
        (Binding(label="own"), {"N": Index(2), "Y": [Index(5), 3]}),
    ],
)
def test_sizes_may_be_a_mapping_or_a_message_too(client, concat, binding, sizes):
    assert client.evaluate(concat, binding, **sizes)["Z"].shape == (7, 3)


def test_a_message_that_was_given_stays_as_it_is(client, concat):
    binding = Binding(label="own")
    assert client.evaluate(concat, binding, N=2, M=5).label == "own"
    assert binding == Binding(label="own")


def test_names_of_arguments_go_into_the_mapping(client):
    named = model("g (float[values] X) => (float Z) { Z = Relu(X) }")
    assert client.evaluate(named, {"values": 4})["Z"].shape == (4,)


def test_inner_values_by_one_name(client, concat):
    sizes = client.evaluate(concat, N=2, M=5, values="A")
    assert [value.name for value in sizes] == ["A", "Z"]
    assert sizes.values[0].shape == (7, 3)


def test_sizes_that_are_not_known(client, concat):
    sizes = client.evaluate(concat, N=2)
    assert sizes["Z"].shape == (None, 3)
    assert sizes.unbound == ["M"]
    assert "[?, 3]" in str(sizes) and "without a size: M" in str(sizes)


def test_a_binding_that_does_not_fit_is_an_error(client, concat):
    with pytest.raises(ShapewrightError) as caught:
        client.evaluate(concat, K=2)
    assert caught.value.reason
    assert "K" in str(caught.value)
    result = client.evaluate_shapes(concat, [{"K": 2}, {"N": 2, "M": 5}])
    assert [evaluation.verdict for evaluation in result] == ["error", "valid"]
    assert result[0].error.reason == caught.value.reason


def test_what_a_run_fails_for(client):
    product = model("g (float[N, 3] X, float[K, 5] Y) => (float Z) { Z = MatMul(X, Y) }")
    sizes = client.evaluate(product, N=2, K=4)  # 3 columns do not meet 4 rows
    assert sizes.verdict == "invalid"
    assert sizes.problems and sizes.problems[0] in str(sizes)


def test_one_binding_needs_no_list(client, concat):
    for bindings in ({"N": 2, "M": 5}, Binding(symbols=[{"symbol": "N", "size": 2}, {"symbol": "M", "size": 5}])):
        result = client.evaluate_shapes(concat, bindings)
        assert len(result) == 1 and result[0]["Z"].shape == (7, 3)
    costs = client.estimate_cost(concat, {"N": 2, "M": 5})
    assert len(costs.evaluations) == 1
    plan = client.plan_buckets(concat, {"N": 8, "M": [4]}, {"N": 2, "M": 4})
    assert len(plan.placements) == 1 and len(plan.buckets) == 1


def test_one_name_needs_no_list(client, concat):
    assert [each.steps[-1].message for each in client.explain_shapes(concat, "Z").explanations] == ["Z is float32[N + M, 3]"]
    assert [each.symbol for each in client.find_symbols_to_bind(concat, values="X").symbols] == ["N"]
    profile = client.plan_profiles(concat, "1 <= N <= 32", common={"M": 4}).profiles
    assert len(profile) == 1


def test_results_are_sequences(client, concat):
    result = client.evaluate_shapes(concat, [{"N": size, "M": 1} for size in range(3)])
    assert [evaluation["Z"].shape for evaluation in result] == [(1, 3), (2, 3), (3, 3)]
    assert [evaluation["Z"].shape for evaluation in result[1:]] == [(2, 3), (3, 3)]
    assert result[-1]["Z"].shape == (3, 3)
    assert len(result.response.evaluations) == len(result.evaluations) == 3


def test_requests_hold_the_rest(client, concat):
    request = EvaluateShapesRequest()
    request.memory.with_plan = True
    assert client.evaluate(concat, N=2, M=5, request=request).message.memory.total_bytes > 0


def test_asyncio(concat):
    async def ask():
        async with AsyncClient() as client:
            return await client.evaluate(concat, N=2, M=5)

    assert asyncio.run(ask())["Z"].shape == (7, 3)
