#!/usr/bin/env python3
"""The checks of ./dev lint --fast that need no compiler: lengths of files and functions, order of includes.

usage: source_checks.py FILE...     paths from the repository's root, where it is run
"""
from __future__ import annotations

import re
import sys
from typing import Dict, Iterator, List, Optional, Set, Tuple

MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 60
ORDER = "scripts/include_order.txt"

_INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
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
        for line in text.splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            if " -> " in line:
                folder, header = line.split(" -> ")
                self.exceptions.add((folder.strip(), header.strip()))
            else:
                folder, _, below = line.partition(":")
                names = set(below.split())
                self.allowed[folder] = {folder} | names.union(*(self.allowed[name] for name in names))

    def _folder(self, path: str) -> Optional[str]:
        found = [folder for folder in self.allowed if path.startswith(folder + "/")]
        return max(found, key=len, default=None)

    def breaches(self, path: str, source: str) -> Iterator[str]:
        folder = self._folder(path)
        if folder is None:
            if path.startswith(("core/", "server/", "client/cpp/")):
                yield f"its folder is not in {ORDER}"
            return
        for header in _INCLUDE.findall(source):
            other = self._folder(header)
            if other is not None and other not in self.allowed[folder]:
                if (folder, header) not in self.exceptions:
                    yield f"{folder} may not include {header} ({ORDER})"


def complaints(path: str, source: str, order: Order) -> Iterator[str]:
    lines = source.count("\n")
    if lines > MAX_FILE_LINES:
        yield f"{path}: {lines} lines, {MAX_FILE_LINES} is the limit"
    if path.endswith((".cc", ".h")):
        for line, count in long_functions(source):
            yield f"{path}:{line}: a function of {count} lines, {MAX_FUNCTION_LINES} is the limit"
        for breach in order.breaches(path, source):
            yield f"{path}: {breach}"


def main(paths: List[str]) -> int:
    with open(ORDER, encoding="utf-8") as file:
        order = Order(file.read())
    found = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            found += complaints(path, file.read(), order)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
