#!/usr/bin/env python3
"""Prints tests/data/graph/tensors.golden: serialized tensors of every element type, and the
elements that the official onnx package decodes from them.

Each line: element type, how it is stored, the TensorProto in hex, the elements.
Run with onnx, numpy and ml_dtypes; the result is checked in.
"""
import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

FLOATS = [0.0, -0.0, 1.0, -1.5, 2.0, 0.5, 3.0, -6.0]
WIDE = FLOATS + [65504.0, 1e-7, 6e-8, -3e38, float("inf"), float("-inf"), float("nan")]
SMALL_FLOATS = {
    TensorProto.FLOAT8E4M3FN, TensorProto.FLOAT8E4M3FNUZ, TensorProto.FLOAT8E5M2,
    TensorProto.FLOAT8E5M2FNUZ, TensorProto.FLOAT4E2M1, TensorProto.FLOAT8E8M0,
    TensorProto.FLOAT6E2M3, TensorProto.FLOAT6E3M2,
}
RANGES = {
    TensorProto.BOOL: (0, 1), TensorProto.UINT2: (0, 3), TensorProto.INT2: (-2, 1),
    TensorProto.UINT4: (0, 15), TensorProto.INT4: (-8, 7), TensorProto.UINT8: (0, 255),
    TensorProto.INT8: (-128, 127), TensorProto.UINT16: (0, 65535),
    TensorProto.INT16: (-32768, 32767), TensorProto.UINT32: (0, 2**32 - 1),
    TensorProto.INT32: (-(2**31), 2**31 - 1), TensorProto.UINT64: (0, 2**63 - 1),
    TensorProto.INT64: (-(2**63), 2**63 - 1),
}


def show(data_type, element):
    if data_type == TensorProto.STRING:
        return (element.encode() if isinstance(element, str) else element).hex()
    return str(int(element)) if data_type in RANGES else float(element).hex()


def print_case(tensor, stored):
    array = numpy_helper.to_array(tensor).reshape(-1)
    elements = [show(tensor.data_type, element) for element in array]
    print(tensor.data_type, stored, tensor.SerializeToString().hex(), ",".join(elements) or "-")


def every_bit_pattern(data_type, bits):
    """All values of a type of at most 8 bits; of 16 bits a sample."""
    if bits == 16:
        patterns = numpy.concatenate([numpy.arange(0, 65536, 97), [31744, 31745, 64512, 65535, 1]])
        return patterns.astype(numpy.uint16).tobytes(), len(patterns)
    count = 2**bits
    stream = sum(pattern << bits * pattern for pattern in range(count))
    return stream.to_bytes(count * bits // 8, "little"), count


def main():
    for data_type, (least, greatest) in RANGES.items():
        values = [least, greatest, 0, 1, greatest, least, 1]
        print_case(helper.make_tensor("t", data_type, [7], values), "fields")
        array = numpy_helper.to_array(helper.make_tensor("t", data_type, [7], values))
        print_case(numpy_helper.from_array(array, "t"), "raw")
        print_case(helper.make_tensor("t", data_type, [2, 0], []), "fields")
    for data_type in (TensorProto.FLOAT, TensorProto.DOUBLE, TensorProto.FLOAT16,
                      TensorProto.BFLOAT16):
        values = WIDE[:8] if data_type == TensorProto.FLOAT16 else WIDE
        tensor = helper.make_tensor("t", data_type, [len(values)], values)
        print_case(tensor, "fields")
        print_case(numpy_helper.from_array(numpy_helper.to_array(tensor), "t"), "raw")
    for data_type in sorted(SMALL_FLOATS | {TensorProto.FLOAT16, TensorProto.BFLOAT16}):
        bits = {TensorProto.FLOAT4E2M1: 4, TensorProto.FLOAT16: 16, TensorProto.BFLOAT16: 16,
                TensorProto.FLOAT6E2M3: 6, TensorProto.FLOAT6E3M2: 6}.get(data_type, 8)
        raw, count = every_bit_pattern(data_type, bits)
        tensor = TensorProto(name="t", data_type=data_type, dims=[count], raw_data=raw)
        print_case(tensor, "raw")
        if bits != 16:
            fields = TensorProto(name="t", data_type=data_type, dims=[count])
            fields.int32_data.extend(range(count) if bits == 6 else raw)
            print_case(fields, "fields")
    print_case(helper.make_tensor("t", TensorProto.STRING, [2], [b"a", b"bc"]), "fields")
    print_case(helper.make_tensor("t", TensorProto.INT64, [], [42]), "fields")


if __name__ == "__main__":
    main()
