"""infer_folder(): the models of a folder, one after the other."""
import builtins
from pathlib import Path

import pytest

import shapewright
from shapewright import Client, InferResult, ShapewrightError
from conftest import model


@pytest.fixture
def folder(concat, tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "good.onnx").write_bytes(concat.SerializeToString())
    (tmp_path / "inner" / "no_model.onnx").write_bytes(b"nothing")
    wrong = model("g (float[2, 3] X, float[4, 5] Y) => (float Z) { Z = MatMul(X, Y) }")
    (tmp_path / "inner" / "wrong.onnx").write_bytes(wrong.SerializeToString())
    (tmp_path / "notes.txt").write_text("none")
    return tmp_path


def test_each_model_has_its_outcome(folder):
    result = shapewright.infer_folder(folder)
    assert list(result) == [Path("good.onnx"), Path("inner/no_model.onnx"), Path("inner/wrong.onnx")]
    assert result["good.onnx"]["Z"].shape == ("N + M", 3)
    assert isinstance(result["inner/wrong.onnx"], InferResult)
    assert list(result.wrong) == [Path("inner/wrong.onnx")]
    assert list(result.failed) == [Path("inner/no_model.onnx")]
    assert isinstance(result["inner/no_model.onnx"], ShapewrightError)
    assert "MALFORMED_MODEL" in str(result) and "Z float [N + M, 3]" in str(result)


def test_a_pattern_and_a_client(folder):
    with Client() as client:
        assert list(shapewright.infer_folder(str(folder), "*.onnx", client=client)) == [Path("good.onnx")]


def test_what_is_no_folder(folder):
    with pytest.raises(NotADirectoryError):
        shapewright.infer_folder(folder / "good.onnx")


def test_progress_is_shown_where_tqdm_is_installed(folder, capsys):
    pytest.importorskip("tqdm")
    assert len(shapewright.infer_folder(folder, progress=True)) == 3
    assert "3/3" in capsys.readouterr().err
    shapewright.infer_folder(folder)  # nobody looks
    assert capsys.readouterr().err == ""


def test_progress_needs_no_tqdm(folder, monkeypatch, capsys):
    imported = builtins.__import__

    def without_tqdm(name, *rest):
        if name.startswith("tqdm"):
            raise ModuleNotFoundError(name)
        return imported(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_tqdm)
    assert len(shapewright.infer_folder(folder, progress=True)) == 3
    assert capsys.readouterr().err == ""
