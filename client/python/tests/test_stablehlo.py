"""Modules of StableHLO and HLO: files are known by content, exported functions give the names of their sizes."""
import pytest

import vectors
from shapewright import requests
from shapewright.exported import input_types
from shapewright.model_bytes.model_format import is_onnx
from shapewright.v1 import model_pb2

MODULES = sorted([*(vectors.ROOT / "tests/data/stablehlo").glob("*.mlir"), *(vectors.ROOT / "tests/data/hlo").glob("*.hlo")])


def test_modules_are_sent_as_they_are():
    assert len(MODULES) > 50
    for path in MODULES:
        content = path.read_bytes()
        assert not is_onnx(content)
        assert requests.stripped(path) == requests.stripped(str(path)) == requests.stripped(content) == content


# The cases of tests/core/wire/model_format_test.cc.
@pytest.mark.parametrize("content", [b"", b"\x08\x07module", b"\x3a\x04", b"text", b"# Title\n", b"#!/bin/sh\n", b"ML", b"<html>"])
def test_what_has_no_other_mark_is_onnx(content):
    assert is_onnx(content)


@pytest.mark.parametrize(
    "content",
    [b"module {\n}", b"// of jax\n\n  module @f {}", b"#loc = loc(unknown)\nmodule {", b"!t = tensor<2xf32>\nmodule {",
     b'"builtin.module"() ({', b"func.func @main() {", b"ML\xefR\x06", b"HloModule jit_f", b'<?xml version="1.0"?>\n<net>',
     b'\xef\xbb\xbf<?xml version="1.0"?>', b'<net name="m">'],
)
def test_marks_of_other_formats(content):
    assert not is_onnx(content)


def test_exported_functions_say_their_sizes():
    jax = pytest.importorskip("jax")
    from jax import export

    b, s = export.symbolic_shape("b, s")
    arguments = (jax.ShapeDtypeStruct((b, 8), "float32"), jax.ShapeDtypeStruct((2 * s, b), "int32"), jax.ShapeDtypeStruct((), "bool"))
    exported = export.export(jax.jit(lambda x, y, z: (x + 1, y)))(*arguments)
    # 2*s is no name.
    assert input_types(exported) == [("arg0", "float32[b, 8]"), ("arg1", "int32[?, b]"), ("arg2", "bool[]")]
    assert exported.mlir_module().count("%arg2: tensor<i1>") >= 1
    spec = model_pb2.ModelSpec()
    spec.input_types.add(name="arg1").type.text = "int32[6, b]"
    requests.add_input_types(exported, spec)
    assert {known.name: known.type.text for known in spec.input_types} == {"arg0": "float32[b, 8]", "arg1": "int32[6, b]", "arg2": "bool[]"}
    assert requests.stripped(exported).startswith(b"#loc") or requests.stripped(exported).startswith(b"module")
