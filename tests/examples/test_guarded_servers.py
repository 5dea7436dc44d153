"""examples/servers/guarded.py, with onnxruntime in this process: what it runs together is what each request gives alone.

`./dev servers` runs it in front of real servers.
"""
import asyncio
import sys

import numpy as np
import pytest

from programs import EXAMPLES, load

onnxruntime = pytest.importorskip("onnxruntime")
onnxruntime.set_default_logger_severity(4)  # what fails here fails on purpose
sys.path.insert(0, str(EXAMPLES.parent / "tests" / "servers"))
import models  # noqa: E402

guarded = load("servers/guarded.py")
BUCKETS = {"sequence": [8, 16, 32, 48]}


class Counted:
    """A model that counts its runs."""

    def __init__(self, path, **options):
        self.model = guarded.Guarded.load(str(path), **options)
        self.shapes, run = [], self.model._run
        self.model._run = lambda inputs: self.shapes.append({name: array.shape for name, array in inputs.items()}) or run(inputs)


@pytest.fixture(params=[models.TEXT, models.IMAGE], ids=["text", "image"])
def kind(request):
    return request.param


@pytest.fixture
def path(kind, tmp_path):
    return models.save(kind, tmp_path / "model.onnx")


def assert_same(one, other):
    assert one.keys() == other.keys()
    for name, array in one.items():
        assert (array.shape, array.dtype) == (other[name].shape, other[name].dtype)
        np.testing.assert_allclose(array, other[name], rtol=1e-4, atol=1e-5)


def test_refuses_what_fails_alone_and_no_more(kind, path):
    alone = guarded.Guarded.load(str(path), door="off")
    door = Counted(path, door="enforce", buckets=BUCKETS if kind == models.TEXT else {})
    good, bad = models.requests(kind, 100)
    fails = 0
    for request, answer in zip(good + bad, door.model.together(good + bad)):
        [expected] = alone.together([request])
        if isinstance(expected, Exception):
            assert isinstance(answer, guarded.Refused), expected
            fails += 1
        else:
            assert_same(expected, answer)
    assert 70 <= fails <= len(bad)
    assert len(door.shapes) < (50 if kind == models.TEXT else 100)  # the pictures are of many sizes
    if kind == models.TEXT:
        assert {shapes["ids"][1] for shapes in door.shapes if shapes["ids"] == shapes["mask"]} == {8, 16, 32, 48}
        assert max(shapes["ids"][0] for shapes in door.shapes) <= guarded.MOST_ROWS


@pytest.fixture
def text(tmp_path):
    return models.save(models.TEXT, tmp_path / "model.onnx")


def test_fills_buckets_of_the_batch(text):
    door = Counted(text, door="enforce", buckets={"batch": [2, 8], **BUCKETS})
    random = np.random.default_rng(1)
    requests = [models.text_request(random, rows, 7) for rows in (1, 3, 4, 2, 9)]
    answers = door.model.together(requests)
    assert [shapes["ids"] for shapes in door.shapes] == [(8, 8), (2, 8), (9, 8)]  # 1 + 3 + 4 rows, 2, and 9 that fit into none
    for request, answer in zip(requests, answers):
        assert_same(guarded.Guarded.load(str(text), door="off")(request), answer)


def test_one_that_fails_in_its_run_takes_no_other_along(text):
    door = Counted(text, door="enforce", buckets=BUCKETS)
    random = np.random.default_rng(1)
    requests = [models.text_request(random, 1, 5) for _ in range(3)]
    requests[1]["ids"][0, 0] = 1000  # beyond the table: elements, which no guard looks at
    answers = door.model.together(requests)
    assert [isinstance(answer, Exception) for answer in answers] == [False, True, False]
    assert not isinstance(answers[1], guarded.Refused)
    with pytest.raises(type(answers[1])):
        door.model(requests[1])


def test_shadow_mode_tells_what_it_would_refuse(text, caplog):
    shadow = guarded.Guarded.load(str(text), buckets=BUCKETS)
    random = np.random.default_rng(1)
    answers = shadow.together([models.text_request(random, 2, 49), models.text_request(random, 2, 48)])
    assert [isinstance(answer, Exception) for answer in answers] == [True, False]
    assert not isinstance(answers[0], guarded.Refused)  # onnxruntime's own
    assert "would be refused: node" in caplog.text and "49 <= 48 does not hold" in caplog.text
    assert shadow.door.counts().requests["fail"] == 1


@pytest.mark.parametrize("buckets, text_of_error", [({"sequence": [49]}, "sequence=49"), ({"words": [8]}, "buckets of words")])
def test_buckets_that_cannot_be_are_told_when_the_model_is_loaded(text, buckets, text_of_error):
    with pytest.raises(ValueError, match=text_of_error):
        guarded.Guarded.load(str(text), buckets=buckets)


def test_puts_coroutines_together(text):
    door = Counted(text, door="enforce", buckets=BUCKETS)
    random = np.random.default_rng(1)
    good = [models.text_request(random, 1, 5) for _ in range(4)]
    bad = models.text_request(random, 1, 60)

    async def all_at_once():
        batches = guarded.Batches(door.model)
        return await asyncio.gather(*map(batches.submit, [*good, bad]), return_exceptions=True)

    answers = asyncio.run(all_at_once())
    assert [shapes["ids"] for shapes in door.shapes] == [(4, 8)]
    assert isinstance(answers[-1], guarded.Refused)
    for request, answer in zip(good, answers):
        assert_same(guarded.Guarded.load(str(text), door="off")(request), answer)


@pytest.mark.parametrize(
    "body",
    [
        {}, [], {"inputs": 1}, {"inputs": [{"name": "x"}]},
        {"inputs": [{"name": "x", "shape": [2], "datatype": "FP32", "data": [1]}]},
        {"inputs": [{"name": "x", "shape": [1], "datatype": "FP33", "data": [1]}]},
        {"inputs": [{"name": "x", "shape": [1], "datatype": "INT8", "data": ["a"]}]},
        {"inputs": [{"name": "x", "shape": [1], "datatype": "INT8", "data": [300]}]},
        {"inputs": [{"name": "x", "shape": [-1], "datatype": "INT8", "data": [3]}]},
    ],
)  # fmt: skip
def test_refuses_what_is_not_of_the_protocol(body):
    with pytest.raises(guarded.Refused, match="not a request"):
        guarded.decode(body)


def test_answers_are_read_again():
    outputs = {"x": np.ones((2, 1), np.float16), "y": np.zeros((0, 3), np.int8), "z": np.array(True)}
    body = guarded.encode(outputs, "m", "7")
    assert (body["model_name"], body["id"]) == ("m", "7")
    assert_same(guarded.decode({"inputs": body["outputs"]}), outputs)
