#!/usr/bin/env python3
"""The checks of ./dev lint --fast that need no compiler.

Of each file that is given: its length (but not of what a script wrote), the lengths of its functions, the
order of its includes. Of the whole tree, whatever is given: circles of includes, crowded folders, sources
without a header, names of operators outside of their rows.

usage: source_checks.py FILE...     paths from the repository's root, where it is run
"""
from __future__ import annotations

import fnmatch
import os
import re
import sys
from typing import Dict, Iterator, List, Mapping, Optional, Set, Tuple

MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 60
MAX_FOLDER_UNITS = 15
# How files begin that a script wrote.
WRITTEN = ("// Written by ",)
ORDER = "scripts/include_order.txt"
# Where folders are rooms: each is named in ORDER.
ROOMS = ("core", "server", "client/cpp")
# Tests that stand as the rooms do.
MIRRORS = ("tests/core", "tests/server", "tests/client")

# Namespaces follow folders: shapewright::graph in core/graph and below. Of folders within folders the longest counts.
NAMESPACES = {
    "client/cpp": "shapewright",
    "client/cpp/cli": "shapewright::cli",
    "page": "shapewright",
    "server": "shapewright::server",
    # What every folder uses, and what users of the library do.
    "core/base": "shapewright",
    "core/wire": "shapewright",
    "core/version": "shapewright",
    "core/library": "shapewright",
}

# Where rows of operators stand, and where their names may not: what is asked of an operator is in its row.
ROWS = "core/rules/operators/"
# The table of checks says whose schema asks for each.
CITING = "core/rules/checks/"
NAMELESS = ("core/graph", "core/rules", "core/inference", "core/questions", "core/query", "server", "client/cpp")

# Where the version stands that the file VERSION decides.
VERSIONED = (
    ("client/java/README.md", r"shapewright[:-](\d[\w.]*\d)"),
    ("client/java/pom.xml", r"<artifactId>shapewright</artifactId>\s*<version>(.*)</version>"),
    ("client/go/README.md", r"@v([\d.]+\d)"),
    ("client/typescript/README.md", r"shapewright-([\d.]+\d)"),
    ("client/typescript/package.json", r'"version": "(.*)"'),
    ("client/typescript/package-lock.json", r'"name": "shapewright",\s*"version": "(.*)"'),
    ("deploy/kubernetes/shared/deployment.yaml", r"shapewright:(\S+)"),
    ("deploy/kubernetes/sidecar/pod.yaml", r"image: shapewright:(\S+)"),
    ("deploy/kubernetes/kserve/inference_service.yaml", r"image: shapewright:(\S+)"),
    ("deploy/helm/shapewright/Chart.yaml", r"^(?:appVersion|version): \"?([\d.]+)"),
    ("docs/install.md", r"shapewright(?:@v|[:-]|-api-)(\d[\d.]*\d)"),
    ("docs/adopt.md", r"shapewright(?:@v|:)(\d[\d.]*\d)"),
    ("docs/deployment.md", r"shapewright:(\d+\.\d[\d.]*\d)"),
    ("README.md", r"shapewright(?:@v|[:-]|-api-)(\d[\d.]*\d)"),
    ("CHANGELOG.md", r"^## \[(?:Unreleased\]: )?(\d+\.\d+\.\d+)\b"),
)

_ROW = re.compile(r'^    \{(?:\w+|"[\w.]*"),\s*"(\w+)",\s*\{\d', re.M)
_INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
_NAMESPACE = re.compile(r"^namespace ([\w:]+) \{", re.M)
_OWN_NAMESPACE = re.compile(r"^namespace (shapewright[\w:]*) \{\n+(.*)", re.M)
_DECLARATION = r"(?:class|struct) \w+;"
_TYPE = re.compile(r"^(?:class|struct|union|enum class) (\w+)(?!::)\b[^;{]*\{", re.M)
_DECLARED = re.compile(r"\b(\w+)\([^;{]*\);")
_NOT_CODE = re.compile(
    r'R"([^\s()\\]{0,16})\(.*?\)\1"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'',
    re.S,
)
# What opens a scope that holds functions, rather than being one.
_HOLDS_FUNCTIONS = re.compile(r"^\s*(template\s*<.*>\s*)?(inline\s+)?(namespace|class|struct|union|extern)\b", re.S)


def _blank(match: "re.Match[str]") -> str:
    text = match.group(0)
    if text[0] == "'" and "'" == text[-1] and match.start() and match.string[match.start() - 1].isalnum():
        return text  # digit separators of a number
    return "".join("\n" if c == "\n" else " " for c in text)


def _code(source: str) -> str:
    """The source without comments, literals and directives, line for line."""
    source = re.sub(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])", "_", source)
    code = _NOT_CODE.sub(_blank, source)
    return re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", lambda m: "\n" * m.group(0).count("\n"), code, flags=re.M)


def long_functions(source: str) -> Iterator[Tuple[int, int]]:
    """First line and number of lines of the bodies of too long functions."""
    code = _code(source)
    depth = 0  # of braces
    holders: List[int] = []  # depths within which functions stand
    start: Optional[int] = None  # the depth of the function that is open
    begin = line = 1
    header = 0  # where the text before a brace begins
    for at, char in enumerate(code):
        if char == "\n":
            line += 1
        elif char == "{":
            if start is None:
                before = code[header:at]
                if _HOLDS_FUNCTIONS.match(before) and "(" not in before.split("=")[0]:
                    holders.append(depth)
                elif depth == len(holders) and ")" in before:
                    start, begin = depth, line
            depth += 1
            header = at + 1
        elif char == "}":
            depth -= 1
            header = at + 1
            if start == depth:
                if line - begin > MAX_FUNCTION_LINES:
                    yield begin, line - begin
                start = None
            elif start is None and holders and holders[-1] == depth:
                holders.pop()
        elif char == ";" and start is None:
            header = at + 1


class Order:
    """What include_order.txt says."""

    def __init__(self, text: str) -> None:
        self.allowed: Dict[str, Set[str]] = {}
        self.exceptions: Set[Tuple[str, str]] = set()
        self.alone: List[str] = []
        self.shared: List[str] = []
        self.circles: List[Set[str]] = []
        for line in text.splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            if line.startswith("alone "):
                self.alone.append(line.split()[1])
            elif line.startswith("shared "):
                self.shared.append(line.split()[1])
            elif line.startswith("circle "):
                self.circles.append(set(line.split()[1:]))
            elif " -> " in line:
                folder, header = line.split(" -> ")
                self.exceptions.add((folder.strip(), header.strip()))
            else:
                folder, _, below = line.partition(":")
                names = set(below.split())
                self.allowed[folder] = {folder} | names.union(*(self.allowed[name] for name in names))

    def _folder(self, path: str) -> Optional[str]:
        folder = os.path.dirname(path)
        if folder in self.allowed:
            return folder
        return "tests" if path.startswith("tests/") else None

    def breaches(self, path: str, source: str) -> Iterator[str]:
        folder = self._folder(path)
        if folder is None:
            if _is_within(path, ROOMS):
                yield f"its folder is not in {ORDER}"
            return
        for header in _INCLUDE.findall(source):
            if header.startswith("tests/") and folder == "tests":
                continue
            other = self._folder(header)
            if other is None and _is_within(header, ROOMS):
                yield f"{header} is in a folder that is not in {ORDER}"
            elif other is not None and other not in self.allowed[folder]:
                if (folder, header) not in self.exceptions:
                    yield f"{folder} may not include {header} ({ORDER})"


def _is_within(path: str, folders: Tuple[str, ...]) -> bool:
    return path.startswith(tuple(folder + "/" for folder in folders))


def _unit(path: str) -> str:
    return os.path.splitext(path)[0]


def _reachable(graph: Mapping[str, Set[str]], start: str) -> Set[str]:
    found: Set[str] = set()
    todo = list(graph.get(start, ()))
    while todo:
        unit = todo.pop()
        if unit not in found:
            found.add(unit)
            todo.extend(graph.get(unit, ()))
    return found


def circles(sources: Mapping[str, str]) -> List[Set[str]]:
    """Sets of units that include each other. A unit is a header with its source, or either alone."""
    units = {_unit(path) for path in sources}
    graph: Dict[str, Set[str]] = {unit: set() for unit in units}
    for path, source in sources.items():
        included = {_unit(header) for header in _INCLUDE.findall(source)}
        graph[_unit(path)] |= included & units - {_unit(path)}
    reachable = {unit: _reachable(graph, unit) for unit in units}
    found: List[Set[str]] = []
    for unit in sorted(units):
        if unit in reachable[unit] and not any(unit in circle for circle in found):
            found.append({other for other in reachable[unit] if unit in reachable[other]})
    return found


def circle_complaints(sources: Mapping[str, str], order: Order) -> Iterator[str]:
    found = circles(sources)
    for circle in found:
        if circle not in order.circles:
            yield f"these include each other in a circle: {' '.join(sorted(circle))}"
    for circle in order.circles:
        if circle not in found:
            yield f"{ORDER}: no such circle any more: {' '.join(sorted(circle))}"


def crowds(paths: List[str]) -> Iterator[str]:
    units: Dict[str, Set[str]] = {}
    for path in paths:
        units.setdefault(os.path.dirname(path), set()).add(_unit(path))
    for folder, names in sorted(units.items()):
        if len(names) > MAX_FOLDER_UNITS:
            yield f"{folder}: {len(names)} units, {MAX_FOLDER_UNITS} is the limit"


def header_complaints(sources: Mapping[str, str], order: Order) -> Iterator[str]:
    """Of sources without a header of their name, or that do not include it first."""
    unused = set(order.alone)
    declared = [name for header in order.shared for name in _DECLARED.findall(sources.get(header, ""))]
    defines_shared = re.compile(rf"^\w.*\b({'|'.join(declared)})\([^;{{]*\{{", re.M) if declared else None
    for path, source in sorted(sources.items()):
        if not path.endswith(".cc"):
            continue
        header = _unit(path) + ".h"
        if header in sources:
            if _INCLUDE.findall(source)[:1] != [header]:
                yield f"{path}: the first that it includes is not {header}"
            continue
        if defines_shared and defines_shared.search(source):
            continue
        excused = {pattern for pattern in order.alone if fnmatch.fnmatch(path, pattern)}
        unused -= excused
        if not excused:
            yield f"{path}: no header has its name; say why in {ORDER}, if so it must be"
    for pattern in sorted(unused):
        yield f"{ORDER}: nothing is alone any more: {pattern}"


def name_complaints(sources: Mapping[str, str]) -> Iterator[str]:
    """Of operators that are called by their names outside of their rows."""
    rules = "".join(source for path, source in sources.items() if path.startswith(ROWS))
    # Names in small letters, as StableHLO's, are common words.
    names = {name for name in _ROW.findall(rules) if not name.islower()}
    for path, source in sorted(sources.items()):
        if not _is_within(path, NAMELESS) or path.startswith((ROWS, CITING)) or source.startswith(WRITTEN):
            continue
        for name in re.findall(r'"(\w+)"', re.sub(r"//[^\n]*", "", source)):
            if name in names:
                yield f"{path}: names the operator {name}; ask its traits (core/rules/registry/operator_row.h)"


def twin_complaints(sources: Mapping[str, str]) -> Iterator[str]:
    """Of types with one name in one namespace: the linker would take the functions of one for both."""
    headers: Dict[Tuple[str, str], Set[str]] = {}
    for path, source in sources.items():
        if path.endswith(".h"):
            namespace = "".join(_NAMESPACE.findall(source)[:1])
            for name in _TYPE.findall(source):
                headers.setdefault((namespace, name), set()).add(path)
    for (namespace, name), paths in sorted(headers.items()):
        if len(paths) > 1:
            yield f"{' and '.join(sorted(paths))}: both define {namespace}::{name}"


def namespace_complaints(path: str, source: str) -> Iterator[str]:
    """Of a source in a namespace that is not its folder's. Others may only be opened to declare what they define."""
    parts = os.path.dirname(path).split("/")
    within = ["/".join(parts[:depth]) for depth in range(len(parts), 0, -1)]
    known = next((NAMESPACES[folder] for folder in within if folder in NAMESPACES), None)
    if known is None and parts[0] == "core" and len(parts) > 1:
        known = f"shapewright::{parts[1]}"
    opened = _OWN_NAMESPACE.findall(source)
    for name, first in opened if known else ():
        if name != known and not re.match(_DECLARATION, first):
            yield f"{path}: is in namespace {name}, its folder's is {known}"


def version_complaints(version: str, texts: Mapping[str, str]) -> Iterator[str]:
    """Of texts by their paths that say another version, or none."""
    for path, pattern in VERSIONED:
        found = re.findall(pattern, texts.get(path, ""), re.M)
        if not found:
            yield f"{path}: names no version where one was ({pattern})"
        elif path == "CHANGELOG.md":
            found = found[:1]  # below it are earlier ones
        for other in sorted(set(found) - {version}):
            yield f"{path}: the version is {other} there, {version} in VERSION"


def exception_complaints(sources: Mapping[str, str], order: Order) -> Iterator[str]:
    used = {(os.path.dirname(path), header) for path in sources for header in _INCLUDE.findall(sources[path])}
    for folder, header in sorted(order.exceptions - used):
        yield f"{ORDER}: no longer so: {folder} -> {header}"


def tree_complaints(order: Order) -> Iterator[str]:
    """Of the whole tree below the current folder."""
    rooms = {path: _read(path) for path in _files(ROOMS)}
    yield from circle_complaints(rooms, order)
    yield from crowds([*rooms, *_files(MIRRORS)])
    yield from header_complaints(rooms, order)
    yield from exception_complaints(rooms, order)
    yield from name_complaints(rooms)
    yield from twin_complaints(rooms)
    yield from tree_version_complaints()


def tree_version_complaints() -> Iterator[str]:
    texts = {path: _read(path) for path in ["VERSION", *dict(VERSIONED)] if os.path.exists(path)}
    yield from version_complaints(texts.get("VERSION", "").strip(), texts)


def _files(folders: Tuple[str, ...]) -> Iterator[str]:
    for top in folders:
        for folder, _, names in os.walk(top):
            yield from (f"{folder}/{name}" for name in names if name.endswith((".cc", ".h")))


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def complaints(path: str, source: str, order: Order) -> Iterator[str]:
    lines = source.count("\n")
    if lines > MAX_FILE_LINES and not source.startswith(WRITTEN):
        yield f"{path}: {lines} lines, {MAX_FILE_LINES} is the limit"
    if path.endswith((".cc", ".h")):
        for line, count in long_functions(source):
            yield f"{path}:{line}: a function of {count} lines, {MAX_FUNCTION_LINES} is the limit"
        for breach in order.breaches(path, source):
            yield f"{path}: {breach}"
        yield from namespace_complaints(path, source)


def main(arguments: List[str]) -> int:
    if arguments == ["--versions"]:
        found = list(tree_version_complaints())
    else:
        order = Order(_read(ORDER))
        found = [complaint for path in arguments for complaint in complaints(path, _read(path), order)]
        found += tree_complaints(order)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
