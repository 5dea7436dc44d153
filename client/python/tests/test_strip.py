"""S25: tests/data/vectors/strip.json, whose files were put together by hand (tests/data/strip/generate.py)."""
import onnx
import pytest

import vectors
from shapewright import NotAModelError, strip_weights
from shapewright.model_bytes.external_data import strip_model_file

VECTORS = vectors.read("strip.json")


def name_of(case):
    return case["name"]


@pytest.mark.parametrize("case", VECTORS["models"], ids=name_of)
def test_byte_for_byte(case):
    source, expected = ((vectors.ROOT / case[side]).read_bytes() for side in ("in", "out"))
    assert strip_weights(source) == expected
    assert strip_weights(expected) == expected


@pytest.mark.parametrize("case", VECTORS["files"], ids=name_of)
def test_models_with_files_beside_them(case):
    path = vectors.ROOT / case["in"]
    if case.get("refused"):
        with pytest.raises(ValueError, match="outside of the model's folder"):
            strip_model_file(path.read_bytes(), path)
    else:
        assert strip_model_file(path.read_bytes(), path) == (vectors.ROOT / case["out"]).read_bytes()


@pytest.mark.parametrize("malformed", VECTORS["malformed"])
def test_malformed_bytes(malformed):
    with pytest.raises(NotAModelError):
        strip_weights(bytes.fromhex(malformed))


def test_every_truncation_is_refused_or_harmless():
    whole = (vectors.ROOT / "tests/data/strip/nested.out.onnx").read_bytes()
    for size in range(len(whole)):
        try:
            assert strip_weights(whole[:size]) == whole[:size]
        except NotAModelError:
            pass


def nested_model(depth):
    """So many graphs within each other around a tensor of 2,000 elements, written from inside out."""

    def field(number, content):
        return onnx_varint(number << 3 | 2) + onnx_varint(len(content)) + content

    tensor = onnx.TensorProto(data_type=2, dims=[2000], raw_data=bytes(2000)).SerializeToString()
    graph = field(5, tensor)
    for _ in range(depth):
        graph = field(1, field(5, field(6, graph)))
    return field(7, graph)


def onnx_varint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def test_deep_models():
    model = nested_model(200)
    assert len(strip_weights(model)) < len(model) - 1900
    with pytest.raises(NotAModelError, match="too deep"):
        strip_weights(nested_model(2000))
