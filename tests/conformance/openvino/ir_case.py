"""One operator of OpenVINO as a line of text, and the IR that the line stands for.

A line is `TYPE-VERSION | operand; operand | name=value; name=value | outputs`, an operand `f32[2,?,1..8]`,
`f32[...]` (unknown rank), `i64[2]={1,2}` (a constant) or `-` (left out); outputs are their number, by default 1.
"""
import re
import struct
from xml.sax.saxutils import quoteattr

FORMATS = {"i64": "q", "i32": "i", "i8": "b", "u8": "B", "f32": "f", "f64": "d", "boolean": "?", "u64": "Q", "u32": "I",
           "i16": "h", "u16": "H", "f16": "e"}
PRECISIONS = {"boolean": "BOOL", "f16": "FP16", "f32": "FP32", "f64": "FP64"}


def split(line):
    columns = [column.strip() for column in line.split("|")]
    columns += [""] * (4 - len(columns))
    name, version = columns[0].rsplit("-", 1)
    operands = [each.strip() for each in columns[1].split(";")] if columns[1] else []
    attributes = dict(each.strip().split("=", 1) for each in columns[2].split(";")) if columns[2] else {}
    return name, int(version), operands, attributes, int(columns[3] or 1)


def parse_operand(text):
    """Element type, shape and the numbers of a constant, or None."""
    match = re.fullmatch(r"(\w+)\[(.*?)\](?:=\{(.*)\})?", text)
    if not match:
        raise ValueError(text)
    element, shape, values = match.groups()
    if values is None:
        return element, shape, None
    read = float if element.startswith("f") else int
    return element, shape, [read(each) for each in values.split(",")] if values else []


def to_ir(line):
    """The XML and the weights of a model of this operator alone."""
    name, version, operands, attributes, outputs = split(line)
    layers, edges, weights = [], [], b""
    inputs = [None if operand == "-" else parse_operand(operand) for operand in operands]
    for number, operand in enumerate(inputs):
        if operand is None:
            continue
        element, shape, values = operand
        if values is None:
            data = f'<data shape="{shape}" element_type="{element}"/>'
            kind = "Parameter"
        else:
            stored = b"".join(struct.pack("<" + FORMATS[element], value) for value in values)
            data = f'<data element_type="{element}" shape="{shape}" offset="{len(weights)}" size="{len(stored)}"/>'
            weights += stored
            kind = "Const"
        dims = "" if values is None or not shape else "".join(f"<dim>{d}</dim>" for d in shape.split(","))
        layers.append(f'<layer id="{number}" name="in{number}" type="{kind}" version="opset1">{data}'
                      f'<output><port id="0" precision="{PRECISIONS.get(element, element.upper())}">{dims}</port></output></layer>')
    node = len(inputs)
    data = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    ports_in = "".join(f'<port id="{i}"/>' for i in range(node) if inputs[i] is not None)
    ports_out = "".join(f'<port id="{node + i}" precision="UNSPECIFIED"/>' for i in range(outputs))
    layers.append(f'<layer id="{node}" name="node" type="{name}" version="opset{version}"><data{data}/>'
                  f"<input>{ports_in}</input><output>{ports_out}</output></layer>")
    for i in range(node):
        if inputs[i] is not None:
            edges.append(f'<edge from-layer="{i}" from-port="0" to-layer="{node}" to-port="{i}"/>')
    for i in range(outputs):
        layers.append(f'<layer id="{node + 1 + i}" name="out{i}" type="Result" version="opset1">'
                      f'<input><port id="0"/></input></layer>')
        edges.append(f'<edge from-layer="{node}" from-port="{node + i}" to-layer="{node + 1 + i}" to-port="0"/>')
    xml = (f'<?xml version="1.0"?><net name="case" version="11"><layers>{"".join(layers)}</layers>'
           f'<edges>{"".join(edges)}</edges></net>')
    return xml, weights
