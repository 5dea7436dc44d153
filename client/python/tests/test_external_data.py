"""Small tensors that lie in a file beside the model; onnx writes them there."""
import numpy
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.external_data_helper import convert_model_to_external_data

from shapewright.model_bytes.external_data import strip_model_file
from shapewright.requests import stripped


def reshape_model():
    """y = Reshape(x, [0, 4, -1]) with a weight of 2,000 elements beside it."""
    x, y = (helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in "xy")
    tensors = {"s": numpy.array([0, 4, -1], numpy.int64), "w": numpy.ones(2000, numpy.float32)}
    return helper.make_model(
        helper.make_graph(
            [helper.make_node("Reshape", ["x", "s"], ["y"])],
            "g", [x], [y], [numpy_helper.from_array(a, n) for n, a in tensors.items()],
        )
    )


@pytest.mark.parametrize("one_file", [True, False])
def test_s25_small_tensors_are_put_in_line(tmp_path, one_file):
    path = tmp_path / "model.onnx"
    model = reshape_model()
    convert_model_to_external_data(model, all_tensors_to_one_file=one_file, location="m.data", size_threshold=0)
    onnx.save(model, path)
    sent = onnx.load_from_string(stripped(path))
    small, large = sent.graph.initializer
    assert numpy_helper.to_array(small).tolist() == [0, 4, -1]
    assert not small.external_data and large.external_data[0].value == "stripped"
    assert onnx.load_from_string(stripped(path.read_bytes())).graph.initializer[0].external_data


def moved(model, location):
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    copy.graph.initializer[0].external_data[0].value = location
    return copy.SerializeToString()


def test_what_cannot_be_read_stays_external(tmp_path):
    folder = tmp_path / "model"
    folder.mkdir()
    model = reshape_model()
    convert_model_to_external_data(model, location="m.data", size_threshold=0)
    onnx.save(model, folder / "model.onnx")
    (folder / "out").symlink_to("../m.data")
    (folder / "circle").symlink_to("circle")
    (tmp_path / "m.data").write_bytes(bytes(24))
    (folder / "short").write_bytes(bytes(23))
    model = onnx.load(folder / "model.onnx", load_external_data=False)
    for location in ("out", "circle", "missing", "short", "."):
        sent = onnx.load_from_string(strip_model_file(moved(model, location), folder / "model.onnx"))
        assert sent.graph.initializer[0].external_data[0].value == location


@pytest.mark.parametrize("location", ["/etc/passwd", "../m.data", "a/../../m.data"])
def test_paths_that_leave_the_folder_are_refused(tmp_path, location):
    model = reshape_model()
    convert_model_to_external_data(model, location="m.data", size_threshold=0)
    onnx.save(model, tmp_path / "model.onnx")
    model = onnx.load(tmp_path / "model.onnx", load_external_data=False)
    with pytest.raises(ValueError, match="outside of the model's folder"):
        strip_model_file(moved(model, location), tmp_path / "model.onnx")
