"""Doors, over all requests of tests/data/vectors/guards.json."""
import base64
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from prometheus_client import parser

import vectors
from shapewright import Guard, GuardDoor, GuardTensor, door_metrics
from shapewright.v1 import shape_pb2

VECTORS = vectors.read("guards.json")
TYPES = {"float32": shape_pb2.ELEMENT_TYPE_FLOAT, "int64": shape_pb2.ELEMENT_TYPE_INT64, "": 0}
CASES = pytest.mark.parametrize("case", VECTORS["requests"], ids=lambda case: case["reads"][:40])


def guard_of(case):
    return Guard.load(base64.b64decode(case["program"]))


def inputs_of(request):
    return {
        name: GuardTensor(given["sizes"], TYPES[given["type"]], given["elements"])
        for name, given in request["inputs"].items()
    }


@CASES
@pytest.mark.parametrize("enforce", [False, True])
def test_refuses_what_fails_unless_in_shadow(case, enforce):
    told = []
    door = GuardDoor(guard_of(case), enforce=enforce, on_failure=told.append)
    for request in case["requests"]:
        admission = door.admit(inputs_of(request))
        assert admission.admitted == (request["verdict"] != "fail" or not enforce)
    verdicts = Counter(request["verdict"] for request in case["requests"])
    counts = door.counts()
    assert counts.requests == {verdict: verdicts[verdict] for verdict in ("pass", "fail", "undecided")}
    assert counts.refused == (verdicts["fail"] if enforce else 0)
    assert len(told) == verdicts["fail"]
    assert all(problem.text for admission in told for problem in admission.checked.problems)
    others = sum(request["verdict"] == "fail" and request["others"] > 0 for request in case["requests"])
    assert counts.failures.get("inputs", 0) == others


def test_is_switched_while_it_runs():
    case = VECTORS["requests"][0]
    door = GuardDoor(guard_of(case))
    failing = next(inputs_of(request) for request in case["requests"] if request["verdict"] == "fail")
    assert door.admit(failing).admitted
    door.enforce = True
    assert not door.admit(failing).admitted
    door.enforce = False
    assert door.admit(failing).admitted
    assert door.counts().refused == 1


def test_counts_from_many_threads():
    case = VECTORS["requests"][0]
    door = GuardDoor(guard_of(case), enforce=True)
    requests = [inputs_of(request) for request in case["requests"]]
    with ThreadPoolExecutor(8) as pool:
        admitted = list(pool.map(lambda place: door.admit(requests[place % len(requests)]).admitted, range(2000)))
    counts = door.counts()
    assert sum(counts.requests.values()) == 2000
    assert counts.refused == admitted.count(False) == counts.requests["fail"]


def test_metrics_are_those_of_prometheus():
    case = VECTORS["requests"][0]
    door = GuardDoor(guard_of(case), enforce=True)
    for request in case["requests"]:
        door.admit(inputs_of(request))
    families = {family.name: family for family in parser.text_string_to_metric_families(door.metrics('a "b"\\c'))}
    assert set(families) == {f"shapewright_door_{name}" for name in ("requests", "failures", "refused")}
    counts = door.counts()
    assert {s.labels["verdict"]: s.value for s in families["shapewright_door_requests"].samples} == counts.requests
    assert {s.labels["check"]: s.value for s in families["shapewright_door_failures"].samples} == counts.failures
    assert families["shapewright_door_refused"].samples[0].labels == {"model": 'a "b"\\c'}


def test_metrics_of_doors_are_one_text():
    case = VECTORS["requests"][0]
    first, second = GuardDoor(guard_of(case)), GuardDoor(guard_of(case))
    for request in case["requests"]:
        first.admit(inputs_of(request))
    families = list(parser.text_string_to_metric_families(door_metrics({"a": first, "b": second})))
    assert [family.name for family in families] == [f"shapewright_door_{name}" for name in ("requests", "failures", "refused")]
    assert {s.labels["model"]: s.value for s in families[2].samples} == {"a": 0, "b": 0}
    assert sum(s.value for s in families[0].samples) == len(case["requests"])
