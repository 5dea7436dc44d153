"""examples/triton_config.

What has to fit is what Triton's onnxruntime backend compares when it loads a model: the shape of a tensor, or of its
reshape, behind a batch axis that the model leaves open where max_batch_size is not 0. The sizes of outputs are those of
ONNX's specification.
"""
import re
import subprocess

import pytest

from programs import EXAMPLES, model, run, run_process

PROGRAM = "triton_config/check_config.py"
POOL = """g (float[N, 3, H, W] image, int64[N] id) => (float[A, B, C, D] map, int64[A] same) {
    map = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(image)
    same = Identity(id)
}"""
FITS = """
    name: "pool"  # of [images
    backend: "onnxruntime"
    max_batch_size: 16
    input [
      { name: "image" data_type: TYPE_FP32 format: FORMAT_NCHW dims: [ 3, 224, 224 ] },
      { name: "id" data_type: TYPE_INT64 dims: [ 1 ] reshape { shape: [ ] } }
    ]
    output { name: "map" data_type: TYPE_FP32 dims: [ 3, 112, -1 ] }
    output { name: "same" data_type: TYPE_INT64 dims: 1 reshape { } }
    instance_group [ { kind: KIND_GPU gpus: [ 0, 1 ] rate_limiter { resources [ { name: "R[" count: 4 } ] } } ]
    dynamic_batching { preferred_batch_size: [ 4, 8 ] }
    parameters [ { key: "a" value: { string_value: "b" } } ]
"""
CHANGES = {
    ("TYPE_INT64 dims: [ 1 ]", "TYPE_INT32 dims: [ 1 ]"): ["input id: TYPE_INT32, but the model has int64[N]"],
    ("[ 3, 224, 224 ]", "[ 1, 224, 224 ]"): [
        "input image: [1, 224, 224] behind the batch axis, but the model has float32[N, 3, H, W]"
    ],
    ("[ 3, 224, 224 ]", "[ 224, 224 ]"): [
        "input image: 3 axes with that of the batch, but the model has float32[N, 3, H, W]"
    ],
    ("[ 3, 224, 224 ]", "[ 0, 224, 224 ]"): [
        "input image: dims [0, 224, 224]: sizes are positive or -1, and there is at least one",
        "input image: [0, 224, 224] behind the batch axis, but the model has float32[N, 3, H, W]",
    ],
    ("TYPE_FP32 dims: [ 3, 112, -1 ]", "TYPE_INT8 dims: [ 3, 112, 111 ]"): [
        "output map: TYPE_INT8, but the model has float32[N, 3, H//2, W//2]",
        "sizes of map: [-1, 3, 112, 111], but these inputs give [-1, 3, 112, 112]",
    ],
    ("[ 3, 112, -1 ]", "[ 3, 111, -1 ]"): ["sizes of map: [-1, 3, 111, -1], but these inputs give [-1, 3, 112, 112]"],
    ('"id"', '"ids"'): [
        "input ids: the model has none of this name",
        "input id: the model needs it, but the config does not list it",
    ],
    ('name: "id"', 'name: "image"'): [
        "input image: stands here more than once",
        "input image: stands here more than once",
        "input image: TYPE_INT64, but the model has float32[N, 3, H, W]",
        "input image: 1 axes with that of the batch, but the model has float32[N, 3, H, W]",
        "input id: the model needs it, but the config does not list it",
    ],
    ("[ 1 ] reshape { shape: [ ] }", "[ 2 ] reshape { shape: [ ] }"): [
        "input id: the reshape of [2] to [] changes the number of elements"
    ],
    ("[ 1 ] reshape { shape: [ ] }", "[ 1 ]"): ["input id: 2 axes with that of the batch, but the model has int64[N]"],
    ("max_batch_size: 16", "max_batch_size: -1"): [
        "max_batch_size: -1 is negative",
        "input image: 3 axes, but the model has float32[N, 3, H, W]",
        "input id: 0 axes, but the model has int64[N]",
        "output map: 3 axes, but the model has float32[N, 3, H//2, W//2]",
        "output same: 0 axes, but the model has int64[N]",
    ],
    ("output {", "#"): [],
    ("dynamic_batching", "sequence_batching { control_input [ { name: 'x' control [ { } ] } ] } dynamic_batching"): [],
}


def check(config, path):
    """The exit code, the findings, and the part that would fit."""
    (path.parent / "config.pbtxt").write_text(config)
    code, lines = run(PROGRAM, path.parent / "config.pbtxt", path)
    if "This would fit:" not in lines:
        return code, lines, ""
    at = lines.index("This would fit:")
    return code, lines[: at - 1], "\n".join(lines[at + 1 :])


@pytest.mark.parametrize("change", [("", ""), *CHANGES], ids=lambda change: change[1])
def test_what_disagrees_is_told_and_mended(change, tmp_path):
    path = model(POOL, tmp_path)
    code, findings, fitting = check(FITS.replace(*change), path)
    assert sorted(findings) == sorted(CHANGES.get(change, []))
    assert code == bool(findings)
    assert (fitting != "") == bool(findings)
    assert not fitting or check(fitting, path)[:2] == (0, [])


@pytest.mark.parametrize(
    "graph, finding, dims",
    [
        (
            "g (float[N, 3] x, float[M, 3] y) => (float[L, 3] z) { z = Concat<axis = 0>(x, y) }",
            "axis 0 of the input y is M, that of the input x is N",
            ["[-1, 3]", "[-1, 3]", "[-1, 3]"],
        ),
        ("g (float[1, 3] x) => (float[1, 3] y) { y = Relu(x) }", "axis 0 of the input x is 1", ["[1, 3]", "[1, 3]"]),
        ("g (float x) => (float y) { y = Relu(x) }", "the input x is a scalar", ["[1]", "[1]"]),
    ],
)
def test_a_model_without_batches_gets_none(graph, finding, dims, tmp_path):
    path = model(graph, tmp_path)
    code, findings, fitting = check("max_batch_size: 8", path)
    assert code == 1
    assert any(line.startswith("max_batch_size: 8, but ") and finding in line for line in findings), findings
    assert "max_batch_size" not in fitting
    assert re.findall(r"dims: (.*)", fitting) == dims
    assert ("reshape {" in fitting) == (dims == ["[1]", "[1]"])
    assert check(fitting, path)[:2] == (0, [])


def test_what_a_finding_hides_is_mended_too(tmp_path):
    path = model(POOL, tmp_path)
    wrong = FITS.replace("TYPE_INT64 dims: [ 1 ]", "TYPE_INT8 dims: [ 1 ]").replace("[ 3, 112, -1 ]", "[ 3, 112, 111 ]")
    code, findings, fitting = check(wrong, path)
    assert (code, findings) == (1, ["input id: TYPE_INT8, but the model has int64[N]"])
    assert check(fitting, path)[:2] == (0, [])


def test_inputs_that_do_not_fit_together_are_told(tmp_path):
    path = model("g (float[N, S] x, float[N, S] y) => (float[N, S] z) { z = Add(x, y) }", tmp_path)
    tensor = 'input {{ name: "{}" data_type: TYPE_FP32 dims: {} }}\n'
    code, findings, fitting = check("max_batch_size: 2\n" + tensor.format("x", 5) + tensor.format("y", 6), path)
    assert (code, findings) == (1, ["inputs: axis 1 of input y is given as 6 but is 5"])
    assert re.findall(r"dims: (.*)", fitting) == ["[-1]", "[-1]", "[-1]"]


@pytest.mark.parametrize("text", ["x {" * 10_000, "input {", "max_batch_size: x", "input { data_type: TYPE_FP31 }"])
def test_what_is_no_config_is_no_answer(text, tmp_path):
    assert check(text, model(POOL, tmp_path))[0] == 2
    assert run(PROGRAM, tmp_path / "none", tmp_path / "model.onnx")[0] == 2


def test_as_a_process(tmp_path):
    (tmp_path / "config.pbtxt").write_text(FITS)
    assert run_process(PROGRAM, tmp_path / "config.pbtxt", model(POOL, tmp_path)) == (0, [])
    assert run_process(PROGRAM)[0] == 2


def test_the_generated_code_is_not_stale(tmp_path):
    try:
        version = subprocess.run(["protoc", "--version"], capture_output=True, text=True, check=True).stdout
    except FileNotFoundError:
        pytest.skip("no protoc")
    if "3.21." not in version:
        pytest.skip(f"the code comes from protoc 3.21, not {version}")
    folder = EXAMPLES / "triton_config"
    subprocess.run([folder / "generate.sh", tmp_path], check=True)
    assert (tmp_path / "model_config_pb2.py").read_text() == (folder / "model_config_pb2.py").read_text()
