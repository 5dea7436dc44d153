"""shapewright.infer_shapes() of what is not a ModelProto, and where the package onnx is not there.

The shape that is expected of a Concat on axis 0 is that of ONNX's specification: the sum of the sizes.
"""
import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import shapewright
from shapewright import local_server
from conftest import model
from shapewright.v1.graph_pb2 import Attribute, Graph, Model, Node, OpsetImport, Value
from shapewright.v1.shape_pb2 import Type

PACKAGE = Path(shapewright.__file__).parent
# A process for which there is no package onnx.
WITHOUT_ONNX = """
import sys
class NoOnnx:
    def find_spec(self, name, *_):
        if name.partition(".")[0] == "onnx":
            raise ModuleNotFoundError("No module named 'onnx'", name="onnx")
sys.meta_path.insert(0, NoOnnx())
"""


def graph_model():
    """The model of the fixture `concat` in the service's own form."""
    node = Node(op_type="Concat", inputs=["X", "Y"], outputs=["A"], attributes=[Attribute(name="axis", int_value=0)])
    relu = Node(op_type="Relu", inputs=["A"], outputs=["Z"])
    types = {"X": "float[N, 3]", "Y": "float[M, 3]"}
    inputs = [Value(name=name, type=Type(text=text)) for name, text in types.items()]
    graph = Graph(inputs=inputs, outputs=["Z"], nodes=[node, relu])
    return Model(graph=graph, opsets=[OpsetImport(version=17)])


@pytest.mark.parametrize("as_what", [Path, str])
def test_paths_give_a_result(concat, tmp_path, as_what):
    path = tmp_path / "model.onnx"
    path.write_bytes(concat.SerializeToString())
    result = shapewright.infer_shapes(as_what(path))
    assert result["Z"].shape == ("N + M", 3)


def test_the_services_own_form_gives_a_result():
    assert shapewright.infer_shapes(graph_model())["Z"].shape == ("N + M", 3)


def test_the_clients_take_the_services_own_form():
    with shapewright.Client(local_server.default_target()) as client:
        result = client.infer_shapes(graph_model())
        assert result["A"].shape == ("N + M", 3)
        assert result.inference_id == ""
        evaluation = client.evaluate_shapes(graph_model(), [{"N": 2, "M": 5}]).evaluations[0]
        assert list(evaluation.outputs[0].sizes) == [7, 3]
        with pytest.raises(TypeError, match="only ONNX models"):
            client.upload_model(graph_model())


def test_a_strict_question_about_a_wrong_model(tmp_path):
    wrong = model("g (float[2, 3] X, float[4, 5] Y) => (float Z) { Z = MatMul(X, Y) }").SerializeToString()
    path = tmp_path / "wrong.onnx"
    path.write_bytes(wrong)
    assert shapewright.infer_shapes(path).errors
    with pytest.raises(shapewright.ShapewrightError):
        shapewright.infer_shapes(path, strict_mode=True)


def test_check_type_is_for_messages():
    with pytest.raises(ValueError, match="onnx.ModelProto"):
        shapewright.infer_shapes(graph_model(), check_type=True)


def test_it_needs_no_package_onnx(concat, tmp_path):
    path = tmp_path / "model.onnx"
    path.write_bytes(concat.SerializeToString())
    code = WITHOUT_ONNX + f"import shapewright; print(shapewright.infer_shapes({str(path)!r})['Z'].shape)"
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("('N + M', 3)\n", "")


def test_it_says_what_a_message_needs():
    code = WITHOUT_ONNX + (
        "import shapewright\n"
        "class ModelProto: DESCRIPTOR = 'onnx.ModelProto'\n"
        "for model in (ModelProto(), b''):\n"
        "    try: shapewright.infer_shapes(model)\n"
        "    except ImportError as error: print(error)"
    )
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert ran.stdout.count("pip install onnx") == 2, ran.stderr


def test_only_one_part_imports_onnx_when_it_is_imported():
    for path in PACKAGE.rglob("*.py"):
        if path.parent.name == "onnx":
            continue
        for node in ast.parse(path.read_text()).body:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and not node.level else []
            assert all(name.partition(".")[0] != "onnx" for name in names), path


def test_the_program_in_the_package_goes_before_that_on_the_path(tmp_path, monkeypatch):
    for folder in ("package/bin", "path"):
        program = tmp_path / folder / "shapewright-server"
        program.parent.mkdir(parents=True)
        program.touch(0o755)
    monkeypatch.delenv("SHAPEWRIGHT_SERVER", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(local_server, "__file__", str(tmp_path / "package" / "local_server.py"))
    assert local_server.find_server() == str(tmp_path / "package" / "bin" / "shapewright-server")
    (tmp_path / "package" / "bin" / "shapewright-server").unlink()
    assert local_server.find_server() == str(tmp_path / "path" / "shapewright-server")
