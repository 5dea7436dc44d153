"""S25: the pairs were put together by hand (tests/data/strip/generate.py); C++ must match them too."""
from pathlib import Path

import onnx
import pytest

from shapewright import strip_weights
from shapewright.model_bytes.wire import WireError

PAIRS = Path(__file__).parents[3] / "tests" / "data" / "strip"
NAMES = sorted(path.name[: -len(".in.onnx")] for path in PAIRS.glob("*.in.onnx"))


def test_there_are_pairs():
    assert "nested" in NAMES


@pytest.mark.parametrize("name", NAMES)
def test_byte_for_byte(name):
    source = (PAIRS / f"{name}.in.onnx").read_bytes()
    expected = (PAIRS / f"{name}.out.onnx").read_bytes()
    assert strip_weights(source) == expected
    assert strip_weights(expected) == expected


@pytest.mark.parametrize(
    "malformed",
    [b"\x3a\x05\x2a", b"\x3a\x03\x2a\x05\x08", b"\xff" * 6, b"\x3f", b"\x00\x00"],
)
def test_malformed_bytes(malformed):
    with pytest.raises(WireError):
        strip_weights(malformed)


def test_every_truncation_is_refused_or_harmless():
    whole = (PAIRS / "nested.out.onnx").read_bytes()
    for size in range(len(whole)):
        try:
            assert strip_weights(whole[:size]) == whole[:size]
        except WireError:
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
    with pytest.raises(WireError, match="too deep"):
        strip_weights(nested_model(2000))
