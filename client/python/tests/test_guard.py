"""Guards: all of tests/data/vectors/guards.json, whose values are Python's own integers and fractions."""
import base64

import pytest

import vectors
from shapewright import Guard, GuardError, GuardTensor
from shapewright.guard import NoNumber
from shapewright.v1 import shape_pb2

VECTORS = vectors.read("guards.json")
TYPES = {"float32": shape_pb2.ELEMENT_TYPE_FLOAT, "int64": shape_pb2.ELEMENT_TYPE_INT64, "": 0}


def load(case):
    return Guard.load(base64.b64decode(case["program"]))


def shown(number):
    return number.reason if isinstance(number, NoNumber) else None if isinstance(number, float) else str(number)


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["reads"][:40])
def test_programs(case):
    guard = load(case)
    for at in case["at"]:
        slots = [None if slot is None else int(slot) for slot in at["slots"]]
        numbers = [shown(number) for number in guard.numbers(slots)]
        assert [n for n, wanted in zip(numbers, at["numbers"]) if wanted is not None] == [
            wanted for wanted in at["numbers"] if wanted is not None
        ]


@pytest.mark.parametrize("case", VECTORS["requests"], ids=lambda case: case["reads"][:40])
def test_requests(case):
    guard = load(case)
    for request in case["requests"]:
        inputs = {
            name: GuardTensor(given["sizes"], TYPES[given["type"]], given["elements"])
            for name, given in request["inputs"].items()
        }
        checked = guard.check(inputs)
        failed = [problem.check for problem in checked.problems if problem.check is not None]
        assert checked.verdict == request["verdict"], request
        assert failed == request["checks"], request
        assert len(checked.problems) - len(failed) == request["others"], request
        assert checked.outputs == {name: output["sizes"] for name, output in request["outputs"].items()}, request
        assert checked.bytes == {name: output["bytes"] for name, output in request["outputs"].items()}, request
        assert checked.memory_bytes == request["memory"], request
        assert Guard.load(guard.save()).check(inputs) == checked


@pytest.mark.parametrize("case", VECTORS["malformed"], ids=lambda case: case["name"])
def test_malformed(case):
    with pytest.raises(GuardError):
        load(case)


def test_no_guard():
    with pytest.raises(GuardError):
        Guard.load(b"\xff")


def test_messages():
    guard = load(VECTORS["requests"][0])
    checked = guard.check({"x": [8, 600], "mask": [7, 600]})
    assert [problem.text for problem in checked.problems] == [
        "axis 0 of input mask is N: 7 = 8 does not hold; give 8",
        "S <= 512: 600 <= 512 does not hold",
    ]
    assert checked.problems[1].fact == 0


def test_arrays():
    numpy = pytest.importorskip("numpy")
    guard = load(VECTORS["requests"][0])
    x, mask = numpy.zeros((8, 128), numpy.float32), numpy.zeros((8, 128), numpy.int64)
    assert guard.check({"x": x, "mask": mask, "k": numpy.array(4)}).outputs["y"] == [8, 32]
    assert guard.check({"x": mask, "mask": mask}).problems[0].text == "input x is int64; give float32[N, S]"
