"""Tables of costs, made of answers without a server."""
import pytest

from shapewright import cost_table, requests
from shapewright.v1 import cost_pb2, measure_pb2


def response():
    answer = cost_pb2.EstimateCostResponse()
    answer.total.cost.flops.expr = "96*N"
    answer.total.nodes = 3
    for name, flops in (("Add", 1), ("MatMul", 95)):
        answer.groups.add(name=name, nodes=1).cost.flops.value = flops
    evaluation = answer.evaluations.add()
    evaluation.total.flops = 96
    evaluation.groups.add().flops = 1
    evaluation.groups.add().flops = 95
    answer.evaluations.add().error.message = "no such input"
    answer.evaluations.add()
    return answer


def test_expressions():
    table = cost_table(response())
    assert [row["flops"] for row in table.rows] == ["96*N", 1, 95]
    assert table.rows[0]["macs"] is None
    assert set(table.rows[1]) == set(table.columns)
    assert "MatMul" in str(table)


def test_numbers():
    table = cost_table(response(), 0).sorted(top=1)
    assert [(row["part"], row["flops"]) for row in table.rows] == [("", 96), ("MatMul", 95)]


@pytest.mark.parametrize("binding", [1, 2])
def test_no_numbers(binding):
    with pytest.raises(ValueError):
        cost_table(response(), binding)


def test_requests():
    request = requests.cost_request([{"N": 8}], ["op"], "torch", None, None)
    assert list(request.parts.group_by) == [cost_pb2.COST_GROUPING_OPERATOR]
    assert request.measure.convention == measure_pb2.COUNTING_CONVENTION_TORCH
    request = requests.cost_request([], ["type", "node"], "", None, None)
    assert list(request.parts.group_by) == [cost_pb2.COST_GROUPING_ELEMENT_TYPE, cost_pb2.COST_GROUPING_NODE]
    for by, convention in ((["layer"], ""), ([], "flops")):
        with pytest.raises(ValueError):
            requests.cost_request([], by, convention, None, None)


def test_pandas():
    import pandas
    frame = cost_table(response(), 0).to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["flops"]) == [96, 1, 95]
