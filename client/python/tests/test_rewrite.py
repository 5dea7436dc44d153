"""freeze(), simplify(), rebatch(), verify(), on a model whose rewrites are known; what they compute is compared in
tests/conformance/check_rewrites.py."""
import json

import pytest

from shapewright import RewriteError, freeze, rebatch, simplify, verify

onnx = pytest.importorskip("onnx")
helper, FLOAT, INT64 = onnx.helper, onnx.TensorProto.FLOAT, onnx.TensorProto.INT64


def scaffold():
    nodes = [
        helper.make_node("Shape", ["x"], ["s"]),
        helper.make_node("Gather", ["s", "i"], ["b"]),
        helper.make_node("Concat", ["b", "rest"], ["t"], axis=0),
        helper.make_node("Reshape", ["x", "t"], ["y"]),
    ]
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", FLOAT, ["batch", 6, 8])],
        [helper.make_tensor_value_info("y", FLOAT, ["batch", 48])],
        [helper.make_tensor("i", INT64, [1], [0]), helper.make_tensor("rest", INT64, [1], [48])],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])


def operators(data):
    return [node.op_type for node in onnx.load_from_string(data).graph.node]


def test_simplify():
    model = scaffold()
    simple = simplify(model)
    assert operators(simple.model) == ["Reshape"]
    target = onnx.numpy_helper.to_array(onnx.load_from_string(simple.model).graph.initializer[0])
    assert target.tolist() == [0, 48]
    verify(model, simple.model, simple.certificate)


def test_freeze_then_rebatch(tmp_path):
    path = tmp_path / "model.onnx"
    path.write_bytes(scaffold().SerializeToString())
    frozen = freeze(path, {"batch": 4}, make="static")
    assert operators(frozen.model) == ["Reshape"]
    assert json.loads(frozen.certificate)["request"]["model"]["premises"] == ["batch = 4"]
    again = rebatch(frozen.model, {"x": 0}, symbol="rows")
    dims = onnx.load_from_string(again.model).graph.output[0].type.tensor_type.shape.dim
    assert [dim.dim_param or dim.dim_value for dim in dims] == ["rows", 48]
    verify(frozen.model, again.model, again.certificate)


def test_ranges():
    freeze(scaffold(), {"batch": range(1, 9)}, make="bounded")
    with pytest.raises(RewriteError, match="bind batch too"):
        freeze(scaffold(), make="static")


def test_what_is_refused():
    node = helper.make_node("Softmax", ["x"], ["y"], axis=0, name="mix")
    ends = [helper.make_tensor_value_info(name, FLOAT, [4, 3]) for name in "xy"]
    graph = helper.make_graph([node], "g", ends[:1], ends[1:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    with pytest.raises(RewriteError, match=r"node 0 Softmax \(mix\): rows depend on each other"):
        rebatch(model)


def test_a_changed_model_fails():
    model = scaffold()
    simple = simplify(model)
    with pytest.raises(RewriteError, match="the later model"):
        verify(model, model.SerializeToString(), simple.certificate)
    with pytest.raises(RewriteError, match="its digest is another"):
        verify(model, simple.model, simple.certificate.replace("nothing reads", "nobody reads", 1))

