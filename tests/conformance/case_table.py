"""Reads the tables of tests/core/rules/operators/cases (tests/core/rules/operators/case_table.h tells the format), and gives their symbols sizes."""
import random
import re

FUNCTIONS = {
    "max": max,
    "min": min,
    "mod": lambda a, b: a % b,
    "ceildiv": lambda a, b: -(-a // b),
    "truncdiv": lambda a, b: (abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1),
    "broadcast": lambda a, b: b if a == 1 else a,
    "broadcastable": lambda a, b: a == b or a == 1 or b == 1,
}
NAME = re.compile(r"\b[A-Z][A-Za-z0-9_]*\b")
MOST_TRIES = 20000


def split_outside(text, separator=";"):
    """At each separator that stands in no brackets."""
    pieces, depth, piece = [], 0, ""
    for c in text:
        depth += (c in "([{") - (c in ")]}")
        if c == separator and depth == 0:
            pieces.append(piece.strip())
            piece = ""
        else:
            piece += c
    return pieces + [piece.strip()] if text.strip() else []


class Case:
    """A line of a table, with one of its versions; `source` is the heading above it."""

    def __init__(self, line, source):
        columns = [column.strip() for column in line.split(" |")]
        columns += [""] * (6 - len(columns))
        self.line, self.source = line, source
        self.domain, _, name = columns[0].rpartition(":")
        self.name, version = name.rsplit("-", 1)
        self.version = int(version)
        self.inputs, self.attributes, self.outputs, self.facts, self.diagnostics = map(split_outside, columns[1:6])
        # Warnings and notes are about what runs.
        self.is_wrong = any(text.startswith("ERROR") for text in self.diagnostics)

    def bindings(self, count):
        """`count` different sizes for the symbols, as dicts, that keep the facts; fewer where there are no more."""
        names = sorted(set(NAME.findall(" ".join(text.split("[", 1)[-1] for text in self.inputs))))
        facts = [_python(fact.split(" ", 1)[1]) for fact in self.facts]
        rng = random.Random(0)
        found = []
        for _ in range(MOST_TRIES if names else 1):
            binding = {name: rng.randint(1, 12) for name in names}
            if binding not in found and (self.is_wrong or all(_holds(fact, binding) for fact in facts)):
                found.append(binding)
            if len(found) == count:
                break
        return found


def _python(fact):
    fact = re.sub(r"(.*) divisible by (.*)", r"(\1) % (\2) == 0", fact)
    return re.sub(r" = ", " == ", fact)


def evaluate(text, binding):
    """What an expression comes to; None where it holds an unknown."""
    if "?" in text or re.search(r"\w\[", text) or ".." in text:
        return None
    return eval(text.replace("^", "**"), {"__builtins__": {}}, {**FUNCTIONS, **binding})  # pylint: disable=eval-used


def _holds(fact, binding):
    value = evaluate(fact, binding)
    return True if value is None else bool(value)


class TypeText:
    """"float32[N, 3] = {1, 2}" with sizes for its symbols."""

    def __init__(self, text, binding):
        text, has_items, items = text.partition(" = {")
        self.inner = None
        if match := re.fullmatch(r"(seq|optional)\((.*)\)", text):
            self.kind = match[1]
            pieces = split_outside(match[2])
            self.inner = TypeText(pieces[0], binding)
            self.length = evaluate(pieces[1], binding) if len(pieces) > 1 and pieces[1] != "absent" else None
            return
        self.kind = "tensor"
        match = re.match(r"(\w+)(\[(.*)\])?", text)
        self.element, self.has_rank = match[1] if match else "?", bool(match and match[2])
        self.dims = [evaluate(dim, binding) for dim in split_outside(match[3], ",")] if self.has_rank else None
        self.items = None
        if has_items:
            self.items = [evaluate(item, binding) for item in split_outside(items.rstrip("}"), ",")]


def attribute_value(text):
    """The Python value of an attribute's text; tensors and types stay text."""
    if text.startswith("["):
        items = split_outside(text[1:-1], ",")
        return [attribute_value(item) for item in items]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def read_table(path):
    """The cases of a file, but for the operators of StableHLO, which no runtime of ONNX has (check_stablehlo.py)."""
    cases, source = [], ""
    with open(path) as file:
        for line in file:
            if line.startswith("#"):
                source = line[1:].strip()
            elif line.strip():
                operator, bar, rest = line.rstrip("\n").partition(" |")
                name, _, versions = operator.rpartition("-")
                cases += [Case(f"{name}-{version}{bar}{rest}", source) for version in versions.split(",")]
    # Other formats' operators have programs of their own: no runtime of ONNX runs them.
    return [case for case in cases if case.domain not in ("stablehlo", "chlo", "openvino")]
