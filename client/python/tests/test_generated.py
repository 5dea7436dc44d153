"""The generated code, and what generate.py says that it needs."""
import importlib.util
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def generate():
    spec = importlib.util.spec_from_file_location("shapewright_generate", HERE / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write(folder, messages, stubs):
    written = folder / "shapewright/v1"
    written.mkdir(parents=True)
    (written / "service_pb2.py").write_text(messages)
    (written / "service_pb2_grpc.py").write_text(stubs)


def test_code_that_asks_for_no_versions(generate, tmp_path):
    """As protoc 3.21 and grpcio-tools 1.62 write it."""
    write(tmp_path, "# Protobuf Python Version: 4.25.1\n", "import grpc\n")
    assert generate.requirements(tmp_path) == ["grpcio>=1.48", "protobuf>=3.20.2"]


def test_code_that_asks_for_versions(generate, tmp_path):
    """As grpcio-tools 1.85.1 writes it."""
    asked = "_runtime_version.ValidateProtobufRuntimeVersion(\n    _runtime_version.Domain.PUBLIC,\n    7,\n    35,\n    1,\n    '',"
    write(tmp_path, asked, "GRPC_GENERATED_VERSION = '1.85.1'\n")
    assert generate.requirements(tmp_path) == ["grpcio>=1.85.1", "protobuf>=7.35.1"]


def test_it_is_written_as_it_is_installed(generate, tmp_path):
    """What is not to be there goes, and what is right is not written again."""
    if not generate.is_checkout() or not generate.installed_compiler():
        pytest.skip("not in a checkout, or no protoc")
    folder = tmp_path / "shapewright/v1"
    folder.mkdir(parents=True)
    (folder / "old_pb2.py").touch()
    generate.generate(tmp_path)
    assert not (folder / "old_pb2.py").exists()
    first = {path.name: path.stat().st_ino for path in folder.iterdir()}
    generate.generate(tmp_path)
    assert {path.name: path.stat().st_ino for path in folder.iterdir()} == first
    assert {"infer_pb2.py", "infer_pb2.pyi", "service_pb2_grpc.py", "__init__.py"} <= set(first)
    assert [path.name for path in tmp_path.iterdir()] == ["shapewright"]
