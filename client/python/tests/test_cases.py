"""EvaluateShapes, MergeShapes and ComputeLayout against a real server. Expected values: the seeds (nGraph, XLA)."""
import asyncio

import pytest

from shapewright import AsyncClient, Client, ShapewrightError, local_server
from shapewright.v1 import evaluate_pb2, explain_pb2, layout_pb2, merge_pb2, registry_pb2, shape_pb2

MergeCase = merge_pb2.MergeCase
LayoutCase = layout_pb2.LayoutCase

MERGES = [
    (["?", "?"], "?"),
    (["?", "{?,?}"], "{?,?}"),
    (["{?,?}", "{?,?}"], "{?,?}"),
    (["{1,2,3,4}", "?"], "{1,2,3,4}"),
    (["{1,2}", "{1,?}"], "{1,2}"),
    (["{1,2,?,?}", "{1,?,3,?}"], "{1,2,3,?}"),
    (["{1,?}", "{2,?}"], "DIM_MISMATCH"),
    (["{?,?}", "{?,?,?}"], "RANK_MISMATCH"),
]
IMAGES = [("f32[2,3]{0,1}", "a d b e c f"), ("f32[2,3]{1,0}", "a b c d e f")]


@pytest.fixture(scope="module")
def client():
    with Client(local_server.default_target()) as client:
        yield client


def merge_case(texts):
    operands = [shape_pb2.Type(text=text) for text in texts]
    return MergeCase(merge=merge_pb2.MergeTypes(operands=operands))


def merge_request(*all_texts):
    cases = [merge_case(texts) for texts in all_texts]
    return merge_pb2.MergeShapesRequest(cases=cases, notation=merge_pb2.NOTATION_NGRAPH)


def said(result):
    return result.conflicts[0].code if result.conflicts else result.type.text


def image(result):
    return " ".join("abcdef"[i] if i >= 0 else "0" for i in result.answers[0].numbers.values)


def order_case(text, **layout):
    case = LayoutCase(
        tensor=shape_pb2.Type(text=text),
        questions=[layout_pb2.LayoutQuestion(memory_order=layout_pb2.PlaceRange())],
    )
    if layout:
        case.layout.layout.CopyFrom(layout_pb2.Layout(**layout))
    return case


def test_merge_many_in_order(client):
    response = client.merge_shapes(merge_request(*(texts for texts, _ in MERGES)))
    assert [said(result) for result in response.results] == [expected for _, expected in MERGES]


def test_merge_binds_symbols(client):
    result = client.merge_shapes([merge_case(["[N, N]", "[2, ?]"])]).results[0]
    assert result.type.text == "[2, 2]"
    assert [dim.size for dim in result.type.tensor.shape.dims] == [2, 2]
    assert ("N", 2) in [(symbol.name, symbol.equals.value) for symbol in result.symbols]


@pytest.mark.parametrize("text, expected", IMAGES)
def test_layout_images(client, text, expected):
    assert image(client.compute_layout([order_case(text)]).results[0]) == expected


def test_layout_with_padding(client):
    case = order_case("f32[2,3]", minor_to_major=[0, 1], padded_dimensions=[3, 5])
    request = layout_pb2.ComputeLayoutRequest(cases=[case], details=True)
    result = client.compute_layout(request).results[0]
    assert image(result) == "a d 0 b e 0 c f 0 0 0 0 0 0 0"
    assert result.facts.bytes.value == 60
    assert result.facts.details.unpadded_bytes.value == 24


def test_layout_of_sizes_that_premises_give(client):
    case = LayoutCase(tensor=shape_pb2.Type(text="f32[N, 3]"), premises=["N = 4"])
    case.changes.add().transpose.values.extend([1, 0])
    result = client.compute_layout([case]).results[0]
    assert result.facts.bytes.value == 48
    assert result.changes[0].tensor.text == "float32[3, 4]"


def test_a_malformed_layout_fails_alone(client):
    good, bad = client.compute_layout([order_case("f32[2]"), order_case("f32[2")]).results
    assert good.facts.bytes.value == 8
    assert (bad.error.reason, bad.error.field) == ("MALFORMED_CASE", "tensor.text")


def test_a_malformed_case_fails_alone(client):
    good, bad = client.merge_shapes(merge_request(["{1}", "{1}"], ["{1", "{1}"])).results
    assert said(good) == "{1}"
    assert (bad.error.reason, bad.error.field) == ("MALFORMED_CASE", "merge.operands[0].text")


def test_a_malformed_premise_names_its_field(client):
    request = merge_request(["{1}", "{1}"])
    request.premises.append("N <")
    with pytest.raises(ShapewrightError) as error:
        client.merge_shapes(request)
    assert error.value.reason == "MALFORMED_PREMISE"
    assert [path for path, _ in error.value.violations] == ["premises[0]"]


def test_sizes(client, concat):
    request = evaluate_pb2.EvaluateShapesRequest(memory=evaluate_pb2.MemoryOptions())
    bindings = [
        {"N": 4, "M": 1},
        {"X": [5, 3], "Y": [1, 3]},
        evaluate_pb2.Binding(label="none"),
        {"Q": 1},
    ]
    answer = client.evaluate_shapes(concat, bindings, request=request)
    four, five, none, bad = answer.evaluations
    assert [len(e.outputs) for e in answer.evaluations] == [1, 1, 1, 0]
    assert four.verdict == five.verdict == evaluate_pb2.Evaluation.VERDICT_VALID
    assert five.outputs[0].sizes[0] == four.outputs[0].sizes[0] + 1
    assert four.memory.HasField("total_bytes")
    assert none.label == "none" and list(none.unbound) == ["N", "M"]
    assert (bad.error.reason, bad.error.field) == ("MALFORMED_BINDING", "symbols[0].symbol")


def test_explanations(client, concat):
    output = concat.graph.output[0].name
    axis = explain_pb2.ExplainQuestion(value={"name": output}, axis=0)
    whole, dim, bad = client.explain_shapes(concat, [output, axis, "nobody"]).explanations
    assert whole.type.tensor.shape.dims[0].expr == dim.amount.expr == "N + M"
    assert dim.steps[-1].from_steps
    assert (bad.error.reason, bad.error.field) == ("MALFORMED_QUESTION", "value.name")


def test_plans(client, concat):
    plan = client.plan_buckets(concat, {"N": [1, 8], "M": [4]}, [{"N": 2, "M": 4}, {"N": 9, "M": 1}])
    assert [bucket.binding.label for bucket in plan.buckets] == ["N=1,M=4", "N=8,M=4"]
    fits, beyond = plan.placements
    assert fits.bucket == 1 and fits.padding == 0.5
    assert not beyond.HasField("bucket")
    chosen = client.choose_buckets(concat, "N", {1: 1, 2: 1, 10: 1}, 2)
    assert [list(bucket.sizes) for bucket in chosen.buckets] == [[2], [10]]
    pairs = client.choose_buckets(concat, ["N", "M"], {(3, 4): 2}, 1)
    assert list(pairs.buckets[0].sizes) == [3, 4] and pairs.optimal
    profile = client.plan_profiles(concat, ["1 <= N <= 32", "M = 2"], common={"N": 8}).profiles[0]
    points = (profile.min, profile.opt, profile.max)
    assert [point.binding.inputs[0].sizes[0] for point in points] == [1, 8, 32]
    assert [point.evaluation.outputs[0].sizes[0] for point in points] == [3, 10, 34]
    observed = client.plan_profiles(concat, symbols="N", observed={1: 3, 2: 1, 10: 1}, profiles=2)
    assert [one.max.binding.symbols[0].size for one in observed.profiles] == [2, 10]
    largest = client.find_largest_sizes(concat, "N", 240, {"M": 4}, bytes_of=concat.graph.output[0].name)
    assert largest.point.amount == 240 and largest.next.amount > 240
    assert client.find_largest_sizes(concat, ["N", "M"], 1000, bytes_of=concat.graph.output[0].name).frontier
    assert {symbol.symbol for symbol in client.find_symbols_to_bind(concat).symbols} == {"N", "M"}


def test_plans_as_coroutines(concat):
    async def ask():
        async with AsyncClient(local_server.default_target()) as client:
            return (
                await client.explain_shapes(concat, [concat.graph.output[0].name]),
                await client.plan_buckets(concat, {"N": [1]}),
                await client.choose_buckets(concat, "N", {1: 1}, 1),
                await client.plan_profiles(concat),
            )

    explained, plan, chosen, profile = asyncio.run(ask())
    assert len(explained.explanations) == len(plan.buckets) == len(chosen.buckets) == 1
    assert profile.profiles[0].HasField("max")


def test_sizes_as_coroutines(concat):
    async def ask():
        async with AsyncClient(local_server.default_target()) as client:
            return await client.evaluate_shapes(concat, [{"N": 4}])

    assert len(asyncio.run(ask()).evaluations) == 1


# Z is Relu(Concat(X, Y)): its first axis is N + M.
def test_description(client, concat):
    request = registry_pb2.DescribeModelRequest()
    request.model.premises.append("N <= 8")
    answer = client.describe_model(concat, request=request)
    told = [(t.name, t.datatype, list(t.shape)) for t in [*answer.inputs, *answer.outputs]]
    assert told == [("X", "FP32", [-1, 3]), ("Y", "FP32", [-1, 3]), ("Z", "FP32", [-1, 3])]
    assert not answer.batching.batchable and len(answer.batching.reasons) == 2
    assert not request.model.HasField("onnx")


def test_description_as_coroutine(concat):
    async def ask():
        async with AsyncClient(local_server.default_target()) as client:
            return await client.describe_model(concat)

    assert asyncio.run(ask()).name == "g"


def test_both_as_coroutines():
    async def ask():
        async with AsyncClient(local_server.default_target()) as client:
            merged = await client.merge_shapes(merge_request(["{1,2}", "{1,?}"]))
            placed = await client.compute_layout([order_case("f32[2,3]{0,1}")])
            return said(merged.results[0]), image(placed.results[0])

    assert asyncio.run(ask()) == ("{1,2}", "a d b e c f")
