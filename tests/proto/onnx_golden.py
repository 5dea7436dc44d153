"""Prints tests/data/proto/onnx_descriptor.golden from the official onnx package.

Run it with the newest onnx after ONNX has grown; the lines are those of
DescriptorLines in descriptor_text.h.
"""

from google.protobuf import descriptor_pb2
from onnx import onnx_ml_pb2

FIELD = descriptor_pb2.FieldDescriptorProto


def label(message, field):
    if field.HasField("oneof_index"):
        return "oneof " + message.oneof_decl[field.oneof_index].name
    if field.label == FIELD.LABEL_REPEATED:
        return "repeated packed" if field.options.packed else "repeated"
    return "required" if field.label == FIELD.LABEL_REQUIRED else "optional"


def add_enum(blocks, prefix, enum):
    name = prefix + enum.name
    values = sorted((value.number, value.name) for value in enum.value)
    blocks[name] = ["enum " + name]
    blocks[name] += [f"value {name}.{value} = {number}" for number, value in values]


def add_message(blocks, package, prefix, message):
    name = prefix + message.name
    lines = ["message " + name]
    for field in sorted(message.field, key=lambda f: f.number):
        kind = field.type_name.removeprefix(f".{package}.")
        kind = kind or FIELD.Type.Name(field.type).removeprefix("TYPE_").lower()
        lines.append(f"field {name}.{field.name} = {field.number} {label(message, field)} {kind}")
    numbers = sorted(n for r in message.reserved_range for n in range(r.start, r.end))
    lines += [f"reserved {name} {number}" for number in numbers]
    lines += [f"reserved {name} {reserved}" for reserved in sorted(message.reserved_name)]
    blocks[name] = lines
    for nested in message.nested_type:
        add_message(blocks, package, name + ".", nested)
    for enum in message.enum_type:
        add_enum(blocks, name + ".", enum)


def main():
    file = descriptor_pb2.FileDescriptorProto()
    onnx_ml_pb2.DESCRIPTOR.CopyToProto(file)
    blocks = {}
    for message in file.message_type:
        add_message(blocks, file.package, "", message)
    for enum in file.enum_type:
        add_enum(blocks, "", enum)
    for name in sorted(blocks):
        print("\n".join(blocks[name]))


if __name__ == "__main__":
    main()
