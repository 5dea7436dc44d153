#!/usr/bin/env python3
"""Writes the OpenAPI description of the JSON port (docs/json.md), made from proto/.

Messages are described as protobuf's JSON mapping has them, by their lowerCamelCase names. Needs protoc and the package
protobuf.

usage: openapi.py [FILE]     default: standard output
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from google.protobuf import descriptor_pb2

ROOT = Path(__file__).resolve().parents[1]
PROTOS = ROOT / "proto"
PACKAGE = ".shapewright.v1."
Field = descriptor_pb2.FieldDescriptorProto
NO_SIDE_EFFECTS = descriptor_pb2.MethodOptions.NO_SIDE_EFFECTS

# 64-bit integers are texts in answers; requests may have numbers.
WIDE = {"type": ["string", "integer"], "format": "int64", "pattern": "^-?[0-9]+$"}
UNSIGNED = {"type": ["string", "integer"], "format": "uint64", "pattern": "^[0-9]+$", "minimum": 0}
NUMBER = {"anyOf": [{"type": "number"}, {"enum": ["NaN", "Infinity", "-Infinity"]}]}
SCALARS = {
    Field.TYPE_DOUBLE: NUMBER,
    Field.TYPE_FLOAT: NUMBER,
    Field.TYPE_INT64: WIDE,
    Field.TYPE_SINT64: WIDE,
    Field.TYPE_SFIXED64: WIDE,
    Field.TYPE_UINT64: UNSIGNED,
    Field.TYPE_FIXED64: UNSIGNED,
    Field.TYPE_INT32: {"type": "integer", "format": "int32"},
    Field.TYPE_SINT32: {"type": "integer", "format": "int32"},
    Field.TYPE_SFIXED32: {"type": "integer", "format": "int32"},
    Field.TYPE_UINT32: {"type": "integer", "minimum": 0, "maximum": 2**32 - 1},
    Field.TYPE_FIXED32: {"type": "integer", "minimum": 0, "maximum": 2**32 - 1},
    Field.TYPE_BOOL: {"type": "boolean"},
    Field.TYPE_STRING: {"type": "string"},
    Field.TYPE_BYTES: {"type": "string", "contentEncoding": "base64"},
}
# The codes of the Connect protocol.
CODES = [
    "canceled", "unknown", "invalid_argument", "deadline_exceeded", "not_found", "already_exists", "permission_denied",
    "resource_exhausted", "failed_precondition", "aborted", "out_of_range", "unimplemented", "internal", "unavailable",
    "data_loss", "unauthenticated",
]
ERROR = {
    "type": "object",
    "description": "An error: docs/errors.md.",
    "required": ["code"],
    "properties": {
        "code": {"enum": CODES},
        "message": {"type": "string", "description": "What is wrong, where, why, and what to do."},
        "details": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["type", "value"],
                "properties": {
                    "type": {"type": "string", "description": "The message's name, such as google.rpc.ErrorInfo."},
                    "value": {"type": "string", "description": "The message in binary form, as base64."},
                    "debug": {"description": "The message as JSON; an ErrorInfo has `reason` and `metadata`."},
                },
            },
        },
    },
}
HEADERS = [
    {
        "name": "Connect-Protocol-Version",
        "in": "header",
        "schema": {"enum": ["1"]},
    },
    {
        "name": "Connect-Timeout-Ms",
        "in": "header",
        "description": "The deadline of the call.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,10}$"},
    },
]
QUERY = [
    {
        "name": "message",
        "in": "query",
        "required": True,
        "description": "The request as JSON.",
        "schema": {"type": "string"},
    },
    {"name": "encoding", "in": "query", "required": True, "schema": {"enum": ["json"]}},
    {
        "name": "base64",
        "in": "query",
        "description": "The message is URL-safe base64.",
        "schema": {"enum": ["1"]},
    },
    {"name": "connect", "in": "query", "schema": {"enum": ["v1"]}},
]


def read_protos():
    """The descriptors of proto/shapewright/v1, with the comments."""
    files = sorted(path.relative_to(PROTOS) for path in PROTOS.glob("shapewright/v1/*.proto"))
    with tempfile.NamedTemporaryFile() as out:
        command = ["protoc", f"-I{PROTOS}", "--include_source_info", f"--descriptor_set_out={out.name}", *map(str, files)]
        subprocess.run(command, check=True)
        return descriptor_pb2.FileDescriptorSet.FromString(Path(out.name).read_bytes())


def comments_of(file):
    """The comment before each thing of a file, by its path in the descriptor."""
    return {
        tuple(place.path): re.sub(r"(?<!\n)\n(?!\n)", " ", re.sub(r"^ ", "", place.leading_comments, flags=re.M)).strip()
        for place in file.source_code_info.location
    }


def described(schema, comment):
    return {"description": comment, **schema} if comment else schema


class Schemas:
    """The schemas of messages and enums, by their names below the package."""

    def __init__(self):
        self.all = {"Error": ERROR}

    def add_file(self, file):
        comments = comments_of(file)
        for place, message in enumerate(file.message_type):
            self.add_message(message, message.name, (4, place), comments)
        for place, enum in enumerate(file.enum_type):
            self.add_enum(enum, enum.name, (5, place), comments)

    def add_message(self, message, name, path, comments):
        maps = {nested.name: nested for nested in message.nested_type if nested.options.map_entry}
        properties = {}
        for place, field in enumerate(message.field):
            comment = comments.get((*path, 2, place), "")
            if field.HasField("oneof_index") and not field.proto3_optional:
                comment = f"{comment} At most one of `{message.oneof_decl[field.oneof_index].name}` is set.".strip()
            properties[field.json_name] = described(self.field(field, maps), comment)
        self.all[name] = described({"type": "object", "properties": properties}, comments.get(path, ""))
        for place, nested in enumerate(message.nested_type):
            if nested.name not in maps:
                self.add_message(nested, f"{name}.{nested.name}", (*path, 3, place), comments)
        for place, enum in enumerate(message.enum_type):
            self.add_enum(enum, f"{name}.{enum.name}", (*path, 4, place), comments)

    def add_enum(self, enum, name, path, comments):
        lines = [comments.get(path, "")]
        for place, value in enumerate(enum.value):
            comment = comments.get((*path, 2, place), "")
            lines.append(f"- `{value.name}`: {comment}" if comment else f"- `{value.name}`")
        self.all[name] = {"type": "string", "description": "\n".join(lines), "enum": [value.name for value in enum.value]}

    def field(self, field, maps):
        entry = maps.get(field.type_name.rpartition(".")[2])
        if entry is not None:
            return {"type": "object", "additionalProperties": self.one(entry.field[1])}
        one = self.one(field)
        return {"type": "array", "items": one} if field.label == Field.LABEL_REPEATED else one

    @staticmethod
    def one(field):
        if field.type in SCALARS:
            return SCALARS[field.type]
        return reference(field.type_name)


def reference(type_name):
    if not type_name.startswith(PACKAGE):
        raise SystemExit(f"openapi.py: no schema for {type_name}")
    return {"$ref": f"#/components/schemas/{type_name.removeprefix(PACKAGE)}"}


def operation(service, method, comment, parameters):
    summary = comment.split(". ")[0].rstrip(".")
    return {
        "tags": [service.name],
        "summary": summary,
        "description": comment,
        "parameters": parameters,
        "responses": {
            "200": {"description": "The answer.", "content": {"application/json": {"schema": reference(method.output_type)}}},
            "default": {
                "description": "An error.",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
            },
        },
    }


def paths_of(file):
    """What the JSON port answers: all but streams."""
    comments = comments_of(file)
    paths = {}
    for service_place, service in enumerate(file.service):
        for place, method in enumerate(service.method):
            if method.client_streaming or method.server_streaming:
                continue
            comment = comments.get((6, service_place, 2, place), "")
            post = {"operationId": method.name, **operation(service, method, comment, HEADERS)}
            post["requestBody"] = {"required": True, "content": {"application/json": {"schema": reference(method.input_type)}}}
            item = {"post": post}
            if method.options.idempotency_level == NO_SIDE_EFFECTS:
                item["get"] = {"operationId": f"get{method.name}", **operation(service, method, comment, QUERY + HEADERS[1:])}
            paths[f"/{file.package}.{service.name}/{method.name}"] = item
    return paths


def describe():
    schemas, paths = Schemas(), {}
    for file in read_protos().file:
        schemas.add_file(file)
        paths.update(paths_of(file))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Shapewright",
            "version": (ROOT / "VERSION").read_text(encoding="utf-8").strip(),
            "description": "Shape inference of tensor programs: the JSON port, in the unary form of the Connect protocol.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": paths,
        "components": {"schemas": schemas.all},
    }


def main():
    text = json.dumps(describe(), indent=1) + "\n"
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
