"""examples/triton_config: the server starts only if its configurations fit; what it starts here is `echo`.

What fits is told by `shapewright check`, which tests/client/cpp holds to tests/data/check/triton.txt.
"""
import pytest

from programs import model, run_process, PROGRAMS

PROGRAM = "triton_config/start.sh"
POOL = """g (float[N, 3, H, W] image, int64[N] id) => (float[A, B, C, D] map, int64[A] same) {
    map = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(image)
    same = Identity(id)
}"""
FITS = """
    name: "pool"  # of [images
    backend: "onnxruntime"
    max_batch_size: 16
    input [
      { name: "image" data_type: TYPE_FP32 dims: [ 3, 224, 224 ] },
      { name: "id" data_type: TYPE_INT64 dims: [ 1 ] reshape { shape: [ ] } }
    ]
    output { name: "map" data_type: TYPE_FP32 dims: [ 3, -1, -1 ] }
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "pool" / "1").mkdir(parents=True)
    model(POOL, tmp_path / "pool" / "1")
    return tmp_path


def start(folder, **environment):
    return run_process(PROGRAM, folder, "echo", "started", SHAPEWRIGHT=PROGRAMS / "shapewright", **environment)


def test_starts_the_server_if_all_fits(folder):
    (folder / "pool" / "config.pbtxt").write_text(FITS)
    assert start(folder) == (0, ["started"])


@pytest.mark.parametrize(
    "right, wrong", [("TYPE_INT64", "TYPE_INT32"), ('"image"', '"images"'), ("3, -1, -1", "3, 112, -1"), ("224, 224", "224")]
)
def test_does_not_start_it_otherwise(folder, right, wrong):
    config = folder / "pool" / "config.pbtxt"
    config.write_text(FITS.replace(right, wrong))
    assert start(folder) == (1, [])
    assert config.read_text() == FITS.replace(right, wrong)
    if right != "224, 224":  # whose number nobody can tell
        assert start(folder, FLAGS="--fix") == (0, ["started"])
        assert config.read_text() == FITS


def test_writes_what_is_missing(folder):
    assert start(folder) == (0, ["started"])
    assert "max_batch_size" in (folder / "pool" / "config.pbtxt").read_text()
    assert start(folder) == (0, ["started"])


def test_no_repository_is_no_answer(tmp_path):
    assert start(tmp_path) == (3, [])
