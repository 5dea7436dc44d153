"""Differences that are meant: lines of `PART | VERDICT | REGEXP`, a remark above each."""
import re


class Known:
    """The expression is looked for in what the case is, and in what each side says."""

    def __init__(self, path):
        self._rules = []
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.strip() and not line.startswith("#"):
                    part, verdict, pattern = (each.strip() for each in line.split("|", 2))
                    self._rules.append((part, verdict, re.compile(pattern)))

    def has(self, part, verdict, about, own, peer):
        text = f"{about} here: {own.why} OpenVINO: {' '.join(peer.why.split())}"
        return any(part in (kind, "*") and verdict == told and pattern.search(text)
                   for kind, told, pattern in ((rule[0] if rule[0] != "*" else part, rule[1], rule[2]) for rule in self._rules))
