"""examples/presize_buffers: what a run writes into the buffers is what onnxruntime gives by itself."""
import numpy
import pytest

from programs import load, model, run, run_process
from shapewright import Client

onnxruntime = pytest.importorskip("onnxruntime")
PROGRAM = "presize_buffers/presize.py"
presize = load(PROGRAM)

GRAPH = """g (float[N, 3] x, float[M, 3] y) => (float[L, 3] rows, double[N] sums, bool[N] signs, int64[2, K] places) {
    rows = Concat<axis = 0>(x, y)
    axes = Constant<value_ints: ints = [1]>()
    sum = ReduceSum<keepdims = 0>(x, axes)
    sums = Cast<to = 11>(sum)
    zero = Constant<value_float: float = 0.0>()
    signs = Greater(sum, zero)
    places = NonZero(x)
}"""


@pytest.fixture
def path(tmp_path):
    return model(GRAPH, tmp_path)


def feeds(rows, more):
    random = numpy.random.default_rng(rows)
    return {
        "x": random.integers(-1, 2, (rows, 3)).astype(numpy.float32),
        "y": random.random((more, 3), numpy.float32),
    }


def test_runs_give_what_onnxruntime_gives(path):
    session = onnxruntime.InferenceSession(path)
    presized = presize.Presized(Client(), session, path)
    presized.reserve({"x": [40, 3], "y": [9, 3]})
    assert presized.blocks.allocations == 3  # the size of `places` depends on the data
    for rows, more in ((1, 1), (40, 9), (7, 2), (40, 0), (0, 9)):
        given = feeds(rows, more)
        got = presized.run(given)
        assert presized.blocks.allocations == (3 if rows else 4)  # without rows there are no places
        expected = dict(zip((output.name for output in session.get_outputs()), session.run(None, given)))
        assert got.keys() == expected.keys()
        for name, array in expected.items():
            assert (got[name].dtype, got[name].shape) == (array.dtype, array.shape)
            numpy.testing.assert_array_equal(got[name], array)
    assert presized.run(feeds(80, 1))["rows"].shape == (81, 3)
    assert presized.blocks.allocations == 7


def test_a_request_that_may_not_be_run_is_refused(path):
    presized = presize.Presized(Client(), onnxruntime.InferenceSession(path), path)
    with pytest.raises(presize.InvalidRequest, match="axis 1 of input x is given as 4 but is 3"):
        presized.reserve({"x": [2, 4], "y": [2, 3]})
    with pytest.raises(presize.InvalidRequest, match="z"):
        presized.reserve({"z": [2, 4]})


def test_the_command_tells_sizes(path):
    assert run_process(PROGRAM, path, "x=2,3", "y=4,3") == (
        0,
        [
            "'rows': [6, 3]: 72 bytes",
            "'sums': [2]: 16 bytes",
            "'signs': [2]: 2 bytes",
            "'places': [2, -1], at most [2, 6]: 96 bytes",
        ],
    )
    assert run(PROGRAM, path, "x=2,4")[0] == 1
    assert run(PROGRAM, path, "x")[0] == 2
    assert run(PROGRAM, path.parent / "none.onnx")[0] == 2
