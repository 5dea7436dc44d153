"""Checks that core/rules/registry/operand_types_table.cc says of every operator in every version what ONNX's schemas say.

usage: check_operand_types.py core/rules/registry/operand_types_table.cc
"""
import re
import sys
from collections import Counter

from onnx import defs

SIGNED = {"i8", "i16", "i32", "i64"}
UNSIGNED = {"u8", "u16", "u32", "u64"}
FLOATS = {"f16", "f32", "f64"}
FLOAT8 = {"f8e4m3fn", "f8e4m3fnuz", "f8e5m2", "f8e5m2fnuz"}
COMPLEX = {"c64", "c128"}
NUMBERS = SIGNED | UNSIGNED | FLOATS
ALL = NUMBERS | COMPLEX | {"bool", "str"}
# What each opset added to "all types".
ADDED = {13: {"bf16"}, 19: FLOAT8, 21: {"i4", "u4"}, 23: {"f4e2m1"}, 24: {"f8e8m0"}, 25: {"i2", "u2"}, 28: {"f6e2m3", "f6e3m2"}}
SETS = {
    "ALL": ALL, "N": NUMBERS, "NB": NUMBERS | {"bf16"}, "N32": FLOATS | {"i32", "i64", "u32", "u64"},
    "I": SIGNED, "U": UNSIGNED, "IU": SIGNED | UNSIGNED, "F": FLOATS, "FB": FLOATS | {"bf16"}, "F8": FLOAT8, "C": COMPLEX,
}
for opset in ADDED:
    SETS[f"A{opset}"] = ALL.union(*(types for since, types in ADDED.items() if since <= opset))

SHORT = {"string": "str", "bfloat16": "bf16", "float": "f32", "double": "f64", "bool": "bool"}
PREFIXES = {"float": "f", "uint": "u", "int": "i"}


def short_name(type_string):
    """`i64` of `tensor(int64)`; of what is no tensor its kind."""
    kind, inner = re.fullmatch(r"(\w+)\((.*)\)", type_string).groups()
    if kind != "tensor":
        return "sparse" if kind == "sparse_tensor" else kind
    if inner.startswith("complex"):
        return {"complex64": "c64", "complex128": "c128"}[inner]
    if inner in SHORT:
        return SHORT[inner]
    prefix, rest = re.fullmatch(r"(float|uint|int)(.*)", inner).groups()
    return PREFIXES[prefix] + rest


def read_operands(text):
    """For each input the set of its types, its variable's number or None, and whether it goes on."""
    operands, variables = [], {}
    for word in text.split():
        goes_on = word.endswith("...")
        name, _, types = word.removesuffix("...").rpartition("=")
        if not name and types in variables:
            number, allowed = variables[types]
        else:
            allowed = set().union(*(SETS.get(part, {part}) for part in types.split("+")))
            number = len(variables) if name else None
            if name:
                variables[name] = number, allowed
        operands.append((allowed, number, goes_on))
    return operands


def read_table(path):
    """(name, with its domain before it) to a list of (since_version, operands)."""
    with open(path, encoding="utf-8") as file:
        table = re.search(r"kRows\[\] = \{\n(.*?)\n\};", file.read(), re.S)[1]
    found = {}
    for row in re.finditer(r'\{((?:\s*"[^"]*")+),((?:\s*"[^"]*")+)\}', table):
        types, names = ("".join(re.findall(r'"([^"]*)"', part)) for part in row.groups())
        sinces = []
        for part in types.split(" | "):
            version, _, text = part.rpartition(":")
            sinces.append((int(version or 1), read_operands(text)))
        for name in names.split():
            found[name] = sinces
    return found


def operands_of(schema):
    """What read_operands() says, from a schema."""
    constraints = {c.type_param_str: c.allowed_type_strs for c in schema.type_constraints}
    uses = Counter(formal.type_str for formal in schema.inputs if formal.is_homogeneous)
    operands, numbers = [], {}
    for formal in schema.inputs:
        allowed = {short_name(text) for text in constraints.get(formal.type_str, [formal.type_str])}
        goes_on = formal.option == defs.OpSchema.FormalParameterOption.Variadic
        is_linked = formal.is_homogeneous and formal.type_str in constraints
        is_linked = is_linked and (uses[formal.type_str] > 1 or goes_on)
        number = numbers.setdefault(formal.type_str, len(numbers)) if is_linked else None
        operands.append((allowed, number, goes_on))
    return operands


def main():
    table, wrong = read_table(sys.argv[1]), 0
    for schema in defs.get_all_schemas_with_history():
        name = f"{schema.domain}:{schema.name}" if schema.domain else schema.name
        known = [entry for entry in table.get(name, [(0, [])]) if entry[0] <= schema.since_version]
        said, wanted = max(known, key=lambda entry: entry[0])[1], operands_of(schema)
        if said != wanted:
            print(f"{name}-{schema.since_version} takes {wanted}, not {said}")
            wrong += 1
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
