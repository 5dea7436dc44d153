"""Checks that core/rules/registry/required_inputs.cc says of every operator in every version what ONNX's schemas say.

usage: check_required_inputs.py core/rules/registry/required_inputs.cc
"""
import re
import sys

from onnx import defs


def read_table(path):
    """(name, with its domain before it) to a list of (since_version, count)."""
    with open(path, encoding="utf-8") as file:
        table = re.search(r"kGroups\[\] = \{\n(.*?)\n\};", file.read(), re.S)[1]
    counts = {}
    for group in re.finditer(r'\{(\d+),((?:\s*"[^"]*")+)\}', table):
        for entry in "".join(re.findall(r'"([^"]*)"', group[2])).split():
            name, _, since = entry.partition("@")
            counts.setdefault(name, []).append((int(since or 1), int(group[1])))
    return counts


def main():
    counts, wrong = read_table(sys.argv[1]), 0
    for schema in defs.get_all_schemas_with_history():
        name = f"{schema.domain}:{schema.name}" if schema.domain else schema.name
        known = [entry for entry in counts.get(name, []) if entry[0] <= schema.since_version]
        if not known or max(known)[1] != schema.min_input:
            print(f"{name}-{schema.since_version} has at least {schema.min_input} inputs, not {known}")
            wrong += 1
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
