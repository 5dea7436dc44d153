"""examples/servers before the real servers: `./dev servers NAME...`. The server without a door says what runs.

A hundred good and a hundred bad requests for each of two models: none is refused that runs, none passes that fails, and
answers through buckets and batches are those of each request alone.
"""
import os
import re

import pytest

import judge
import models
import servers

SERVER = servers.SERVERS[os.environ.get("SERVER", "openvino")]
BUCKETS = {models.TEXT: "sequence=8,16,32,48", models.IMAGE: ""}


@pytest.fixture(scope="module", params=[models.TEXT, models.IMAGE], ids=["text", "image"])
def told(request, tmp_path_factory):
    """The good and the bad requests, and what the server without a door and with one answers to each."""
    folder, kind = tmp_path_factory.mktemp("server"), request.param
    model = models.save(kind, folder / "model.onnx")
    good, bad = models.requests(kind, 100)
    with servers.running(SERVER, model, folder, DOOR="off") as server:
        alone = server.send_all(good + bad)
    with servers.running(SERVER, model, folder, DOOR="enforce", BUCKETS=BUCKETS[kind]) as server:
        guarded = server.send_all(good + bad)
        log = server.log()
    return good + bad, alone, guarded, log


def sizes(request):
    return {name: (array.shape, str(array.dtype)) for name, array in request.items()}


def test_none_is_refused_that_runs(told):
    wrong = [
        (sizes(request), after.text[:500])
        for request, before, after in zip(*told[:3])
        if before.status == 200 and after.status != 200 and not SERVER.runs_past(request)
    ]
    assert not wrong


def test_none_passes_that_fails(told):
    requests, alone, guarded, _ = told
    wrong = [
        (sizes(request), before.text[:500], after.text[:500])
        for request, before, after in zip(requests, alone, guarded)
        if before.status != 200 and after.status != 400
    ]
    assert not wrong


def test_there_are_enough_of_both(told):
    """Else the two above say little."""
    alone = told[1]
    assert [answer.status for answer in alone[:100]] == [200] * 100
    assert sum(answer.status != 200 for answer in alone[100:]) >= 70


def test_answers_are_those_of_each_alone(told):
    requests, alone, guarded, _ = told
    wrong = [
        (sizes(request), judge.closeness(before.outputs, after.outputs))
        for request, before, after in zip(requests, alone, guarded)
        if before.status == after.status == 200 and judge.closeness(before.outputs, after.outputs)
    ]
    assert not wrong


def test_requests_were_run_together(told):
    together = [int(count) for count in re.findall(r"\bran (\d+) requests together", told[3])]
    assert max(together, default=0) > 1
