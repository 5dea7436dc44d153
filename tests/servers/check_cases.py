"""Reads tests/data/check/*.txt, as tests/client/cpp/cli/check/check_cases.h describes them."""
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, List

DATA = Path(__file__).resolve().parents[1] / "data" / "check"
WORDS = {"base", "good", "error", "edit", "drop", "mkdir", "write", "expect", "also", "link", "fixed"}


@dataclass
class Case:
    name: str
    files: Dict[str, bytes] = field(default_factory=dict)
    """By path; a folder's ends in /."""
    codes: List[str] = field(default_factory=list)
    """Of the findings. Empty: all is well."""

    def write(self, folder):
        for path, text in self.files.items():
            target = folder / path
            (target if path.endswith("/") else target.parent).mkdir(parents=True, exist_ok=True)
            if not path.endswith("/"):
                target.write_bytes(text)


class Reader:
    def __init__(self, path):
        self._lines = path.read_text().split("\n")
        self._at = -1
        self._base = Case("")
        self.cases = []

    def _next(self):
        self._at += 1
        return self._lines[self._at]

    def _peek(self):
        return self._lines[self._at + 1] if self._at + 1 < len(self._lines) else ""

    def read(self):
        now = self._base
        while self._at + 1 < len(self._lines):
            word, _, rest = self._next().partition(" ")
            if word == "base":
                now = self._base = Case(rest)
            elif word in ("good", "error"):
                now = Case(f"{self._base.name}: {rest}", dict(self._base.files))
                self.cases.append(now)
            elif word in ("expect", "also"):
                now.codes.append(rest.split("|")[2].strip())
            else:
                self._change(now.files, word, rest)
        return self.cases

    def _change(self, files, word, rest):
        if word == "model":
            path, name = rest.split()
            files[path] = (DATA / "models" / f"{name}.onnx").read_bytes()
        elif word == "file":
            files[rest] = "".join(iter(lambda: re.sub("^end\n$", "", self._next() + "\n"), "")).encode()
        elif word == "mkdir":
            files[rest + "/"] = b""
        elif word == "write":
            path, text = rest.split(" ", 1)
            files[path] = text.encode()
        elif word == "drop":
            files.pop(rest, None)
        elif word == "edit":
            while self._peek().startswith("- "):
                before, after = self._block("-"), self._block("+")
                text = files[rest].decode(errors="replace") if before != "*" else before
                assert before in text, f"line {self._at}: there is no {before}"
                files[rest] = (after + "\n" if before == "*" else text.replace(before, after, 1)).encode()

    def _block(self, sign):
        text = self._next()[len(sign) :].removeprefix(" ")
        while self._peek() and self._peek().split(" ")[0] not in WORDS | {"-", "+", "#"}:
            text += "\n" + self._next()
        return text


def cases(name):
    return Reader(DATA / f"{name}.txt").read()
