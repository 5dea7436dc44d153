#!/usr/bin/env python3
"""A check for the CI of a converter or an exporter: one line for each thing that looks wrong with the models it wrote.

usage: check_models.py [--github] [--complete] [--fail-on error|warning] MODEL.onnx...
exit code: 0: nothing to fail on; 1: something; 2: no answer (a file cannot be read, no server)

Errors are what no runtime could run, such as a Reshape that cannot be, a file that is no model, and with --complete
values whose types, ranks or dims are not known. Warnings are what the engine warns of, and sizes that the exporter has
fixed by mistake, as in a Reshape to a literal batch size.
"""
from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Sequence

from shapewright import Client, InferResult, ShapewrightError
from shapewright.v1.fact_pb2 import Diagnostic, Site
from shapewright.v1.infer_pb2 import PART_AUDIT, SCOPE_ALL_GRAPHS, AuditFinding, InferShapesRequest

SEVERITIES = {Diagnostic.SEVERITY_WARNING: "warning", Diagnostic.SEVERITY_ERROR: "error"}


@dataclass(frozen=True)
class Finding:
    model: Path
    severity: str
    code: str
    message: str

    def text(self) -> str:
        return printable(f"{self.model}: {self.severity} {self.code}: {self.message}")

    def annotation(self) -> str:
        """As GitHub Actions shows it beside the file."""
        path, title = (escaped(text).replace(":", "%3A").replace(",", "%2C") for text in (str(self.model), self.code))
        return f"::{self.severity} file={path},title={title}::{escaped(printable(self.message))}"


def printable(text: str) -> str:
    """Names in a model are written by strangers: what a terminal would obey is escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def escaped(text: str) -> str:
    """As workflow commands want their texts."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def place(site: Site) -> str:
    if site.HasField("node"):
        return f" (node {site.node_name or site.node}, {site.op_type})"
    return ""


def diagnosed(model: Path, result: InferResult) -> Iterator[Finding]:
    for said in result.response.diagnostics:
        if said.severity in SEVERITIES:
            yield Finding(model, SEVERITIES[said.severity], said.code, said.message + place(said.site))


def baked_in(model: Path, result: InferResult) -> Iterator[Finding]:
    for found in result.response.audit:
        if found.finding == AuditFinding.FINDING_BAKED_IN:
            yield Finding(model, "warning", "BAKED_IN", found.message)


def unknown(model: Path, result: InferResult) -> Iterator[Finding]:
    count = result.response.statistics.unknown
    if count:
        yield Finding(model, "error", "UNKNOWN_SHAPES", f"{count} of {result.response.statistics.values} values")


def findings(client: Client, model: Path, is_complete: bool) -> Iterator[Finding]:
    request = InferShapesRequest(scope=SCOPE_ALL_GRAPHS, include=[PART_AUDIT])
    try:
        result = client.infer_shapes(model, request=request, stream=True)
    except ValueError as error:  # no model, told by the client
        yield Finding(model, "error", "MALFORMED_MODEL", str(error))
        return
    except ShapewrightError as error:
        if error.code.name != "INVALID_ARGUMENT":
            raise
        yield Finding(model, "error", error.reason, error.message)
        return
    yield from diagnosed(model, result)
    yield from baked_in(model, result)
    if is_complete:
        yield from unknown(model, result)


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--github", action="store_true", help="print annotations of GitHub Actions")
    parser.add_argument("--complete", action="store_true", help="shapes that are not known are errors")
    parser.add_argument("--fail-on", choices=("error", "warning"), default="error")
    parser.add_argument("models", nargs="+", type=Path, metavar="MODEL.onnx")
    return parser.parse_args(given)


def main(given: Sequence[str]) -> int:
    options, client = arguments(given), Client(deadline=None)
    counts = {"error": 0, "warning": 0}
    try:
        for model in options.models:
            for finding in findings(client, model, options.complete):
                counts[finding.severity] += 1
                print(finding.annotation() if options.github else finding.text())
    except (OSError, RuntimeError, ShapewrightError) as error:
        print(f"check_models: {error}", file=sys.stderr)
        return 2
    print(f"{len(options.models)} models: {counts['error']} errors, {counts['warning']} warnings", file=sys.stderr)
    return 1 if counts["error"] or (options.fail_on == "warning" and counts["warning"]) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
