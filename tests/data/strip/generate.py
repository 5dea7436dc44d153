#!/usr/bin/env python3
"""Writes the pairs NAME.in.onnx, NAME.out.onnx that every client's stripping must match byte for byte (S25), and in
the folder `files` models with tensors in files beside them. tests/data/vectors/strip.json lists all of it.

usage: generate.py [FOLDER]     default: where this file lies

Both sides of a pair are put together by hand, field by field: nothing here strips. The rule is told in
client/cpp/strip.h. Needs Python 3.9 and no packages.
"""
import base64
import os
import sys

EXTERNAL = bytes.fromhex("6a140a08") + b"location" + bytes.fromhex("1208") + b"stripped" + bytes.fromhex("7001")


def varint(value, width=0):
    """As a varint; padded to `width` bytes, which protobuf accepts too."""
    value &= (1 << 64) - 1
    out = bytearray()
    while value >= 0x80 or len(out) + 1 < width:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def data(field, *parts, width=0):
    body = b"".join(p.encode() if isinstance(p, str) else p for p in parts)
    return varint(field << 3 | 2) + varint(len(body), width) + body


def dims(*sizes):
    return b"".join(number(1, size) for size in sizes)


FLOAT, INT32, INT64, STRING, DOUBLE, UINT64 = (number(2, t) for t in (1, 6, 7, 8, 11, 13))
NAME = data(8, "w")
RAW = data(9, b"\x01\x02\x03\x04" * 1025)


# Messages; the numbers are those of ONNX.
def model(*fields):
    return number(1, 8) + data(8, number(2, 17)) + b"".join(fields)


def graph(*fields):
    return data(7, *fields)


def initializer(*fields, width=0):
    return data(5, *fields, width=width)


def node(*attributes):
    return data(1, data(2, "y"), data(4, "Constant"), *attributes)


def attribute(*fields):
    return data(5, data(1, "value"), *fields)


def pairs():
    big = dims(1025) + FLOAT + NAME + RAW
    big_out = dims(1025) + FLOAT + NAME + EXTERNAL

    same = model(graph(
        initializer(dims(32, 32), FLOAT, NAME, data(9, b"\x05" * 4096)),  # 1,024 elements
        initializer(FLOAT, data(4, b"\x00\x00\x80\x3f")),  # a scalar
        initializer(dims(0, 5000), FLOAT, data(9, b"")),
        initializer(dims(-1, 5000), FLOAT, data(9, b"\x07" * 8)),  # no tensor
        initializer(dims(1 << 62, 1 << 62, 0), FLOAT),
        initializer(data(1, varint(16) + varint(64)), INT64, RAW, width=5),  # packed dims; a long length
        data(13, data(1, "v")), data(99, b"\xff\xff")))
    yield "unchanged", same, same

    yield "encodings", model(graph(
        initializer(big),
        initializer(dims(5, 205), FLOAT, data(4, b"\x00\x00\x80\x3f" * 1025), NAME),
        initializer(dims(1025), INT32, data(5, b"\x07" * 1025)),
        initializer(dims(1025), STRING, data(6, "a") * 1025, NAME),
        initializer(dims(1025), INT64, number(7, 3) * 1025),  # not packed
        initializer(dims(1025), DOUBLE, data(10, b"\x00" * 8200)),
        initializer(dims(1025), UINT64, data(11, b"\x09" * 1025)),
    )), model(graph(
        initializer(big_out),
        initializer(dims(5, 205), FLOAT, NAME, EXTERNAL),
        initializer(dims(1025), INT32, EXTERNAL),
        initializer(dims(1025), STRING, NAME, EXTERNAL),
        initializer(dims(1025), INT64, EXTERNAL),
        initializer(dims(1025), DOUBLE, EXTERNAL),
        initializer(dims(1025), UINT64, EXTERNAL),
    ))

    location = data(13, data(1, "location"), data(2, "weights.bin"))
    offset = data(13, data(1, "offset"), data(2, "4096"))
    yield "external", model(graph(
        initializer(dims(1025), FLOAT, NAME, location, offset, number(14, 1)),
        initializer(number(14, 0), dims(1025), FLOAT, RAW, NAME),  # data_location = DEFAULT
        initializer(dims(1025), FLOAT, NAME),  # no data at all
        initializer(dims(1024), FLOAT, NAME, location, number(14, 1)),
        initializer(big_out),  # stripped before
    )), model(graph(
        initializer(dims(1025), FLOAT, NAME, EXTERNAL),
        initializer(dims(1025), FLOAT, NAME, EXTERNAL),
        initializer(dims(1025), FLOAT, NAME, EXTERNAL),
        initializer(dims(1024), FLOAT, NAME, location, number(14, 1)),
        initializer(big_out),
    ))

    group = varint(50 << 3 | 3) + number(9, 1) + data(9, "kept") + varint(50 << 3 | 4)
    odd = varint(9 << 3) + varint(300)  # a data field's number with a wire type that is not its own
    metadata = data(16, data(1, "k"), data(2, "v"))
    yield "unknown_fields", model(
        data(1000, "before"),
        graph(data(2, "g"),
              initializer(data(77, "x"), RAW, NAME, group, dims(1025), odd, metadata, data(12, "doc"), FLOAT),
              data(10, "doc"), varint(60 << 3 | 5) + b"abcd", varint(61 << 3 | 1) + b"abcdefgh"),
        data(6, "doc"),
    ), model(
        data(1000, "before"),
        graph(data(2, "g"),
              initializer(data(77, "x"), NAME, group, dims(1025), metadata, data(12, "doc"), FLOAT, EXTERNAL),
              data(10, "doc"), varint(60 << 3 | 5) + b"abcd", varint(61 << 3 | 1) + b"abcdefgh"),
        data(6, "doc"),
    )

    def nested(tensor):
        sparse = data(1, tensor) + data(2, dims(3), INT64, data(9, b"\x01" * 24)) + number(3, 9000)
        body = data(2, "body") + initializer(tensor) + node(attribute(data(5, tensor)))
        return model(
            graph(
                node(attribute(data(5, tensor), number(20, 4))),
                node(attribute(data(10, tensor), data(10, dims(2), INT64), data(10, tensor))),
                node(attribute(data(6, body)), attribute(data(11, body), data(11, data(2, "empty")))),
                node(attribute(data(22, sparse)), attribute(data(23, sparse))),
                data(15, sparse), data(15, data(1, dims(2), FLOAT), data(2, tensor))),
            data(20, data(1, initializer(tensor)), data(2, node(attribute(data(5, tensor))))),
            data(25, data(1, "f"), node_of_function(tensor), data(11, data(1, "a"), data(5, tensor)), data(10, "d")))

    def node_of_function(tensor):
        return data(7, data(4, "Constant"), attribute(data(5, tensor)))

    yield "nested", nested(big), nested(big_out)

    long = varint(5 << 3 | 2, 3)  # the tag of an initializer, padded
    kept = initializer(dims(3), FLOAT, width=4)
    yield "varints", model(
        data(7, long + varint(len(big), 4) + big, kept, width=5),
    ), model(
        data(7, long + varint(len(big_out)) + big_out, kept),
    )

    # One byte less, and the length before it is a byte shorter.
    def padded(tensor, doc):
        return model(graph(initializer(tensor, data(12, "x" * doc))))

    edge = 127 - len(dims(1025) + FLOAT + NAME + EXTERNAL) - 2
    for name, doc in (("length_127", edge), ("length_128", edge + 1)):
        out = dims(1025) + FLOAT + NAME
        yield name, padded(big, doc), model(graph(initializer(out, data(12, "x" * doc), EXTERNAL)))

    overflow = dims(1 << 40, 1 << 40) + FLOAT
    yield "sizes", model(graph(
        initializer(overflow, data(9, b"\x01")),
        initializer(data(1, varint(5) + varint(5)), dims(41), FLOAT, data(9, b"\x01")),  # 5 * 5 * 41 = 1,025
        initializer(dims(2), data(1, varint(512)), FLOAT, data(9, b"\x01")),  # 1,024
    )), model(graph(
        initializer(overflow, EXTERNAL),
        initializer(data(1, varint(5) + varint(5)), dims(41), FLOAT, EXTERNAL),
        initializer(dims(2), data(1, varint(512)), FLOAT, data(9, b"\x01")),
    ))

    yield "empty", b"", b""


def beside(location, *entries):
    """Where a tensor's elements are: in a file."""
    pairs_ = [("location", location), *entries]
    return b"".join(data(13, data(1, key), data(2, value)) for key, value in pairs_) + number(14, 1)


def files():
    """Name and content of each: models, what their elements are read from, and what clients send for the models."""
    int4 = number(2, 22)
    elements = bytes(range(24))
    yield "part.data", b"\xff" * 8 + elements
    yield "inner/part.data", elements[:8]
    yield "short.data", elements[:23]
    kept = [
        initializer(dims(3), INT64, beside("missing.data")),
        initializer(dims(3), INT64, beside("short.data")),
        initializer(dims(3), INT64, beside("part.data", ("length", "23"))),
        initializer(dims(3), INT64, beside("part.data", ("offset", "x"))),
        initializer(dims(3), INT64, beside("inner")),  # a folder
        initializer(dims(0), INT64, beside("part.data")),
        initializer(dims(-1), INT64, beside("part.data")),
        initializer(dims(2), STRING, beside("part.data")),
    ]
    big = initializer(dims(1025), INT64, NAME, beside("part.data"))
    yield "model.in.onnx", model(graph(
        initializer(dims(3), INT64, NAME, beside("part.data", ("offset", "8"), ("length", "24"))),
        initializer(NAME, beside("inner/part.data"), INT64),
        initializer(dims(3), int4, beside("part.data", ("offset", "9"))),
        node(attribute(data(5, dims(2), INT32, beside("./part.data", ("offset", "24"))))), big, *kept))
    yield "model.out.onnx", model(graph(
        initializer(dims(3), INT64, NAME, data(9, elements)),
        initializer(NAME, INT64, data(9, elements[:8])),
        initializer(dims(3), int4, data(9, elements[1:3])),
        node(attribute(data(5, dims(2), INT32, data(9, elements[16:24])))),
        initializer(dims(1025), INT64, NAME, EXTERNAL), *kept))
    # y = Reshape(x: float[N, 12], s), where s is [0, 4, 3] in the file.
    rows = data(2, data(1, number(1, 1), data(2, data(1, data(2, "N")), data(1, number(1, 12)))))
    yield "reshape.data", b"".join(size.to_bytes(8, "little") for size in (0, 4, 3))
    yield "reshape.onnx", model(graph(
        data(1, data(1, "x"), data(1, "s"), data(2, "y"), data(4, "Reshape")), data(2, "g"),
        initializer(dims(3), INT64, data(8, "s"), beside("reshape.data")),
        data(11, data(1, "x"), rows), data(12, data(1, "y"), data(2, data(1, number(1, 1))))))
    yield from ir_files()
    for name, location in (("absolute", "/part.data"), ("above", "../part.data"), ("around", "inner/../part.data")):
        yield f"{name}.in.onnx", model(graph(initializer(dims(1), INT64, beside(location))))


def ir_files():
    """A text of OpenVINO's IR with a `.bin` beside it, and what is sent: small constants get an attribute with their bytes."""
    weights = bytes(range(256)) * 64
    yield "ir.in.bin", weights

    def constant(offset, size, shape="2", within="element_type=\"u8\"", tag="<data ", close="/>"):
        there = f'{within} shape="{shape}" offset="{offset}" size="{size}"'
        return f"{tag}{there}{close}", f'elements="{base64.b64encode(weights[offset : offset + size]).decode()}" {there}{close}'

    small = [constant(0, 2), constant(3, 1, ""), constant(100, 1024, "32, 32"), constant(8192, 8192, "1,1024", "element_type = 'x'".replace(" ", "")),
             constant(16383, 1, "1", close="></data>"), constant(5, 4, "4", tag="<data\n\t")]
    kept = [
        '<data element_type="u8" shape="1025" offset="0" size="1025"/>',  # many elements
        '<data element_type="f64" shape="1024" offset="0" size="8193"/>',  # many bytes
        '<data element_type="u8" shape="0" offset="0" size="0"/>',
        '<data element_type="u8" shape="2" offset="16383" size="2"/>',  # behind the end
        '<data element_type="u8" shape="2" offset="9999999999999999999" size="2"/>',
        '<data element_type="u8" shape="?" offset="0" size="2"/>',
        '<data element_type="u8" shape="2,-1" offset="0" size="2"/>',
        '<data element_type="u8" shape="2" offset="-1" size="2"/>',
        '<data element_type="u8" shape="2" offset="+1" size="2"/>',
        '<data element_type="u8" shape="2," offset="0" size="2"/>',
        '<data shape="2" offset="0" size="2"/>',
        '<data element_type="u8" shape="2" offset="0"/>',
        '<data element_type="u8" shape="2" offset="0" size="2" elements="AAE="/>',
        '<data element_type="u8" shape = "2" offset="0" size="2"/>',
        '<data element_type=u8 shape="2" offset="0" size="2"/>',
        '<database element_type="u8" shape="2" offset="0" size="2"/>',
        '<data/><data>', '<data a="<data element_type=\'u8\' shape=\'2\' offset=\'0\' size=\'2\'"/>', "\xe9",
    ]
    head, tail = '<?xml version="1.0"?>\n<net name="n" version="11">\n', '</net>\n<data element_type="u8" shape="2" offset="0" size="2'
    yield "ir.in.xml", (head + "".join(f"{each}\n" for each, _ in small) + "".join(f"{each}\n" for each in kept) + tail).encode()
    sent = [each[: 5] + " " + marked if tag == " " else each[:5] + " " + marked.split(" ", 1)[0] + each[5:] for each, marked in small for tag in [each[5]]]
    yield "ir.out.xml", (head + "".join(f"{each}\n" for each in sent) + "".join(f"{each}\n" for each in kept) + tail).encode()
    # What has no file beside it, and another format, are sent as they are.
    yield "alone.xml", (head + small[0][0]).encode()
    yield "module.mlir", b"module @m { func.func @main() { return } }\n"


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    for name, before, after in pairs():
        for side, content in (("in", before), ("out", after)):
            write(os.path.join(folder, f"{name}.{side}.onnx"), content)
    for name, content in files():
        write(os.path.join(folder, "files", name), content)


def write(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


if __name__ == "__main__":
    main()
