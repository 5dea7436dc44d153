#!/usr/bin/env python3
"""Makes the README of the chart: a table of its values, of values.schema.json and values.yaml.

usage: chart_readme.py          writes deploy/helm/shapewright/README.md
       chart_readme.py --check  fails if it is not up to date
"""

import json
import pathlib
import sys

import yaml

CHART = pathlib.Path(__file__).resolve().parents[1] / "deploy/helm/shapewright"
README = CHART / "README.md"

HEAD = """# Chart `shapewright`

<!-- Made by scripts/chart_readme.py of values.schema.json and values.yaml. -->

Replicas of shapewright-server for all clients of a namespace ([docs/deployment.md](../../../docs/deployment.md)).

    helm install shapes deploy/helm/shapewright

The memory of the server's container is computed from its budgets, `server.*Bytes`. Request and limit
are their sum, and one eighth of the total is for the rest. If `resources` sets less memory, the chart
refuses it. `affinity` is that of Kubernetes. With `envoy.enabled` all calls about one model go to one
replica.

| value | default | meaning |
|---|---|---|
"""


def values_of(schema, defaults, path=()):
    """Of each value: its path, default and description. Maps whose keys are the user's own are one value."""
    for name, part in schema["properties"].items():
        if path + (name,) == ("global",):
            continue
        default = (defaults or {}).get(name)
        if "properties" in part and not path + (name,) == ("affinity",):
            yield from values_of(part, default, path + (name,))
        else:
            yield path + (name,), default, part.get("description", "")


def bounds(part):
    """What a value may be, as far as a number or a choice says it."""
    if "enum" in part:
        return "One of " + ", ".join(f"`{each}`" for each in part["enum"]) + "."
    return f"{part['minimum']} to {part['maximum']}." if "maximum" in part else ""


def part_at(schema, path):
    for name in path:
        schema = schema["properties"][name]
    return schema


def text_of(description):
    text = description.strip()
    return text if not text or text.endswith((".", ":")) else text + "."


def readme():
    schema = json.loads((CHART / "values.schema.json").read_text())
    defaults = yaml.safe_load((CHART / "values.yaml").read_text())
    rows = []
    for path, default, description in values_of(schema, defaults):
        about = " ".join(filter(None, [text_of(description), bounds(part_at(schema, path))])).replace("|", "\\|")
        rows.append(f"| `{'.'.join(path)}` | `{json.dumps(default)}` | {about} |\n")
    return HEAD + "".join(rows)


def main():
    if sys.argv[1:] == ["--check"]:
        if not README.exists() or README.read_text() != readme():
            sys.exit("stale: run scripts/chart_readme.py to make deploy/helm/shapewright/README.md")
        return
    if sys.argv[1:]:
        sys.exit(__doc__)
    README.write_text(readme())


if __name__ == "__main__":
    main()
