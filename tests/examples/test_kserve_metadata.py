"""examples/kserve_metadata: what it tells is what onnxruntime says of a model, and the shapes are those of a run."""
import json

import numpy
import pytest

from programs import model, run, run_process

onnxruntime = pytest.importorskip("onnxruntime")

GRAPH = """g (float[N, 6] x, int64[2] shape) => (float[A, B] y, bool[N, 6] z) {
    y = Reshape(x, shape)
    zero = Constant<value_float: float = 0.0>()
    z = Greater(x, zero)
}"""
PROGRAM = "kserve_metadata/kserve_model.py"
KSERVE = {"tensor(float)": "FP32", "tensor(int64)": "INT64", "tensor(bool)": "BOOL"}


@pytest.fixture
def path(tmp_path):
    return model(GRAPH, tmp_path)


def request(**changes):
    """Of two rows, that become four; `x__shape` changes one member of an input."""
    inputs = {
        "x": {"name": "x", "datatype": "FP32", "shape": [2, 6], "data": list(range(12))},
        "shape": {"name": "shape", "datatype": "INT64", "shape": [2], "data": [4, 3]},
    }
    for change, value in changes.items():
        name, _, member = change.partition("__")
        inputs[name][member] = value
    return {"id": "1", "inputs": list(inputs.values()), "outputs": [{"name": "y"}]}


def check(path, text):
    (path.parent / "request.json").write_text(text)
    return run(PROGRAM, "check", path, path.parent / "request.json")


def test_metadata_is_what_onnxruntime_says(path):
    code, lines = run_process(PROGRAM, "metadata", path, "--name", "mine", "--version", "1", "--version", "2")
    told = json.loads("\n".join(lines))
    session = onnxruntime.InferenceSession(path)
    for side, expected in (("inputs", session.get_inputs()), ("outputs", session.get_outputs())):
        assert told.pop(side) == [
            {
                "name": tensor.name,
                "datatype": KSERVE[tensor.type],
                "shape": [size if isinstance(size, int) else -1 for size in tensor.shape],
            }
            for tensor in expected
        ]
    assert code == 0
    assert told == {"name": "mine", "versions": ["1", "2"], "platform": "onnx_onnxv1"}


@pytest.mark.parametrize("changes", [{}, {"shape__data": [[12], [1]]}, {"x__data": [[0] * 6] * 2}])
def test_a_request_that_fits_has_the_sizes_of_a_run(path, changes):
    asked = request(**changes)
    code, lines = check(path, json.dumps(asked))
    kinds = {"FP32": numpy.float32, "INT64": numpy.int64}
    feeds = {
        given["name"]: numpy.array(given["data"], kinds[given["datatype"]]).reshape(given["shape"])
        for given in asked["inputs"]
    }
    y, z = onnxruntime.InferenceSession(path).run(["y", "z"], feeds)
    assert lines == [
        f"output y: {list(y.shape)}, at most {y.nbytes} bytes",
        f"output z: {list(z.shape)}, at most {z.nbytes} bytes",
    ]
    assert code == 0


@pytest.mark.parametrize(
    "changes, expected",
    [
        ({"x__name": "X"}, ["input x: is missing", "input X: the model has none of this name"]),
        ({"shape__name": "x"}, ["input shape: is missing"] + 2 * ["input x: stands there more than once"]),
        ({"x__datatype": "FP64"}, ["input x: datatype FP64, but the model takes float32[N, 6]"]),
        ({"x__shape": [2, 7]}, ["input x: 12 elements, but shape [2, 7] has 14"]),
        ({"x__shape": [-2, -6]}, ["input x: shape [-2, -6] is not a list of sizes"]),
        ({"x__shape": [True, 12]}, ["input x: shape [True, 12] is not a list of sizes"]),
        ({"x__shape": "2"}, ["input x: shape 2 is not a list of sizes"]),
        ({"x__name": "\x1b[2J"}, ["input x: is missing", "input \\x1b[2J: the model has none of this name"]),
        ({"x__name": None}, ["input x: is missing", "input None: the model has none of this name"]),
    ],
)
def test_what_is_wrong_with_one_tensor(path, changes, expected):
    assert check(path, json.dumps(request(**changes))) == (1, expected)


@pytest.mark.parametrize(
    "changes, word",
    [
        ({"shape__data": [5, 3]}, "Reshape"),
        ({"x__shape": [2, 7], "x__data": 14 * [True]}, "axis 1 of input x is given as 7 but is 6"),
        ({"x__shape": [3, 4]}, "axis 1 of input x is given as 4 but is 6"),
        ({"x__shape": [12]}, "x"),
    ],
)
def test_what_does_not_fit_together(path, changes, word):
    asked = request(**changes)
    code, lines = check(path, json.dumps(asked))
    assert code == 1
    assert any(word in line for line in lines), lines


def test_what_is_no_request(path):
    assert check(path, "{")[0] == 2
    for text in ("[]", "{}", '{"inputs": [1]}', '{"inputs": {}}'):
        assert check(path, text) == (1, ["the request has no list of inputs"])
    for outputs, finding in (
        ([{"name": "w"}], "output w: the model has none of this name"),
        ([{"name": ["y"]}], "output ['y']: the model has none of this name"),
        ("y", "what the request says of outputs is not a list"),
        (["y"], "what the request says of outputs is not a list"),
    ):
        assert check(path, json.dumps({**request(), "outputs": outputs})) == (1, [finding])
    assert check(path, "[" * 100_000)[0] == 2


@pytest.mark.parametrize("data", [[True, True], [1.5, 2], ["4", "3"], [2**63, 1], [[4, None]]])
def test_elements_that_are_no_integers_are_left_to_the_model_server(path, data):
    assert check(path, json.dumps(request(shape__data=data)))[0] == 0
