"""Writes core/rules/registry/onnx_inputs.cc: what the schemas of onnx, and of onnxruntime for its own operators, say of the inputs of every operator in
every version, and the names of its attributes.

usage: write_onnx_inputs.py [--check] core/rules/registry/onnx_inputs.cc
    --check     changes nothing; fails if the file is not what would be written
"""
import argparse
import re
import sys
import textwrap
from collections import Counter

import onnx
import onnxruntime
from onnx import defs
from onnxruntime.capi import onnxruntime_pybind11_state

# Sets with names, from which all others are summed up; each may use those before it.
NAMED = {
    "kSigned": ["int8", "int16", "int32", "int64"],
    "kUnsigned": ["uint8", "uint16", "uint32", "uint64"],
    "kFloats": ["float16", "float", "double"],
    "kFloats16": ["kFloats", "bfloat16"],
    "kFloat8": ["float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz"],
    "kWide": ["kFloats", "int32", "int64", "uint32", "uint64"],
    "kNumbers": ["kSigned", "kUnsigned", "kFloats"],
    # What "all types" were from an opset on.
    "kAll": ["kNumbers", "complex64", "complex128", "bool", "string"],
    "kAll13": ["kAll", "bfloat16"],
    "kAll19": ["kAll13", "kFloat8"],
    "kAll21": ["kAll19", "int4", "uint4"],
    "kAll23": ["kAll21", "float4e2m1"],
    "kAll24": ["kAll23", "float8e8m0"],
    "kAll25": ["kAll24", "int2", "uint2"],
    "kAll28": ["kAll25", "float6e2m3", "float6e3m2"],
}
KINDS = {"seq": "kSequence", "map": "kMap", "optional": "kOptional", "sparse_tensor": "kSparseTensor"}
WIDTH = 100


def members(name):
    """The types of a set of NAMED, or of one type."""
    if name not in NAMED:
        return frozenset([name])
    return frozenset().union(*(members(part) for part in NAMED[name]))


MEMBERS = {name: members(name) for name in NAMED}


def constant(atom):
    """The name of the constant that stands for one element type or kind."""
    return f"k{atom[0].upper()}{atom[1:]}"


def sum_of(types):
    """The fewest names whose sets make up `types`, by taking the largest that fits."""
    names, left = [], set(types)
    for name in sorted(MEMBERS, key=lambda name: -len(MEMBERS[name])):
        if MEMBERS[name] <= left:
            names.append(name)
            left -= MEMBERS[name]
    return " | ".join(names + [constant(atom) for atom in sorted(left)])


def type_of(type_string):
    """`int64` of `tensor(int64)`; of what is no tensor its kind."""
    kind, inner = re.fullmatch(r"(\w+)\((.*)\)", type_string).groups()
    return inner if kind == "tensor" else kind


def formals_of(schema):
    """For each input its type or type variable, whether all inputs of that variable have one type, and its option. The two packages
    name these differently."""
    if isinstance(schema, defs.OpSchema):
        return [(formal.type_str, formal.is_homogeneous, formal.option.name) for formal in schema.inputs]
    return [(formal.typeStr, formal.isHomogeneous, formal.option.name) for formal in schema.inputs]


def inputs_of(schema):
    """For each input the set of its types, its variable's number or -1, and its option."""
    constraints = {c.type_param_str: c.allowed_type_strs for c in schema.type_constraints}
    formals = formals_of(schema)
    uses = Counter(type_str for type_str, is_homogeneous, _ in formals if is_homogeneous)
    inputs, numbers = [], {}
    for type_str, is_homogeneous, option in formals:
        allowed = frozenset(type_of(text) for text in constraints.get(type_str, [type_str]))
        is_linked = is_homogeneous and type_str in constraints
        is_linked = is_linked and (uses[type_str] > 1 or option == "Variadic")
        number = numbers.setdefault(type_str, len(numbers)) if is_linked else -1
        inputs.append((allowed, number, option))
    return tuple(inputs)


def read_schemas():
    """(domain, name) to a list of (version, required, inputs, attributes). onnxruntime has ONNX's operators too: where both have one, ONNX's schema
    counts."""
    operators = {}
    for schema in [*defs.get_all_schemas_with_history(), *onnxruntime_pybind11_state.get_all_operator_schema()]:
        versions = operators.setdefault((schema.domain, schema.name), {})
        versions.setdefault(schema.since_version, (schema.min_input, inputs_of(schema), tuple(sorted(schema.attributes))))
    return {key: [(version, *operators[key][version]) for version in sorted(operators[key])] for key in sorted(operators)}


def wrap(text, indent):
    """`text` over as many lines as it needs."""
    return textwrap.fill(text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def write_sets(used):
    """The constants of the types, and of NAMED, that stand in `used` or what it needs."""
    needed = set(re.findall(r"\w+", " ".join(used)))
    lines = []
    for name in reversed(NAMED):
        if name in needed:
            needed |= {part if part in NAMED else constant(part) for part in NAMED[name]}
    atoms = sorted(frozenset().union(*MEMBERS.values(), KINDS))
    for atom in atoms:
        if constant(atom) in needed:
            what = f"TypeKind::{KINDS[atom]}" if atom in KINDS else f"ElementType::{constant(atom)}"
            lines.append(f"constexpr Set {constant(atom)} = Set::Of({what});")
    for name in NAMED:
        if name in needed:
            parts = (part if part in NAMED else constant(part) for part in NAMED[name])
            lines.append(wrap(f"constexpr Set {name} = {' | '.join(parts)};", "    "))
    return lines


def write(operators):
    """The text of the file."""
    lists, attribute_lists = {}, {}
    for versions in operators.values():
        for _, _, inputs, attributes in versions:
            if inputs:
                lists.setdefault(inputs, f"kInputs{len(lists)}")
            if attributes:
                attribute_lists.setdefault(attributes, f"kAttributes{len(attribute_lists)}")
    sums = Counter(sum_of(allowed) for inputs in lists for allowed, _, _ in inputs)
    # Longer sums that are there twice have a name too.
    names = {text: f"kTypes{i}" for i, text in enumerate(t for t, n in sums.items() if n > 1 and t.count("|") > 1)}
    lines = [
        "// Written by tests/conformance/write_onnx_inputs.py from the operator schemas of onnx",
        f"// {onnx.__version__} and onnxruntime {onnxruntime.__version__}: change nothing here.",
        '#include "core/rules/registry/onnx_inputs.h"',
        "",
        "namespace shapewright::rules {",
        "namespace {",
        "",
        "using shape::ElementType;",
        "using shape::TypeKind;",
        "using Set = OperandTypeSet;",
        "",
        "// clang-format off",
        *write_sets(sums),
        *(wrap(f"constexpr Set {name} = {text};", "    ") for text, name in names.items()),
        "",
    ]
    for inputs, name in lists.items():
        parts = []
        for allowed, number, option in inputs:
            text = names.get(sum_of(allowed), sum_of(allowed))
            tail = "" if option == "Single" else f", Presence::k{option}"
            tail = f", {number}{tail}" if number >= 0 or tail else ""
            parts.append(f"{{{text}{tail}}}")
        lines.append(wrap(f"constexpr OperandTypes {name}[] = {{{', '.join(parts)}}};", "    "))
    lines.append("")
    for attributes, name in attribute_lists.items():
        texts = ", ".join(f'"{attribute}"' for attribute in attributes)
        lines.append(wrap(f"constexpr absl::string_view {name}[] = {{{texts}}};", "    "))
    lines += ["", "constexpr OnnxOperator kOperators[] = {"]
    for (domain, name), versions in operators.items():
        parts = (f"{{{version}, {required}, {lists.get(inputs, '{}')}, {attribute_lists.get(attributes, '{}')}}}"
                 for version, required, inputs, attributes in versions)
        lines.append(wrap(f'    {{"{domain}", "{name}", {{{{{", ".join(parts)}}}}}}},', "     "))
    lines += [
        "};",
        "// clang-format on",
        "",
        "}  // namespace",
        "",
        "absl::Span<const OnnxOperator> OnnxOperators() { return kOperators; }",
        "",
        "}  // namespace shapewright::rules",
        "",
    ]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("path")
    arguments = parser.parse_args()
    text = write(read_schemas())
    if not arguments.check:
        with open(arguments.path, "w", encoding="utf-8") as file:
            file.write(text)
        return
    with open(arguments.path, encoding="utf-8") as file:
        if file.read() != text:
            packages = f"onnx {onnx.__version__} and onnxruntime {onnxruntime.__version__}"
            sys.exit(f"{arguments.path} is not what {packages} say: write it anew")


if __name__ == "__main__":
    main()
