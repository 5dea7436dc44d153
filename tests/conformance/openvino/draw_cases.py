"""Draws lines of single operators (ir_case.py) from those of cases.txt, a few things of each changed."""
import collections
import re

from ir_case import split

DIMS = ("?", "0", "1", "2", "3", "4", "5", "6", "8", "1..4", "2..8", "..3", "3..", "0..1")
ELEMENTS = ("f32", "f16", "i64", "i32", "u8", "boolean", "f64")
NUMBERS = (-2, -1, 0, 1, 2, 3, 4, 7)


def read_lines(path, with_refused=True):
    """The lines without their answers."""
    with open(path, encoding="utf-8") as file:
        cases = [line.split("=>") for line in file if line.strip() and not line.startswith("#")]
    return [case[0].strip() for case in cases if with_refused or case[1].strip() != "REFUSED"]


class Draw:
    def __init__(self, lines, rng):
        self._rng = rng
        self._lines = collections.defaultdict(list)
        # Which values an attribute has anywhere, by its name.
        self._values = collections.defaultdict(set)
        for line in lines:
            name, version, _, attributes, _ = split(line)
            self._lines[f"{name}-{version}"].append(line)
            for key, value in attributes.items():
                self._values[key].add(value)
        self.operators = sorted(self._lines)

    def case(self, operator):
        line = self._rng.choice(self._lines[operator])
        _, _, operands, attributes, outputs = split(line)
        attributes = dict(attributes)
        for _ in range(self._rng.choice((1, 1, 2, 3))):
            self._change(operands, attributes)
        text = "; ".join(f"{key}={value}" for key, value in attributes.items())
        return f"{operator} | {'; '.join(operands)} | {text} | {outputs}"

    def _change(self, operands, attributes):
        kinds = ["operand"] * 5 * bool(operands) + ["attribute"] * 2 * bool(attributes) + ["missing"] * bool(operands)
        kind = self._rng.choice(kinds or ["none"])
        if kind == "operand":
            place = self._rng.randrange(len(operands))
            operands[place] = self._operand(operands[place])
        elif kind == "attribute":
            key = self._rng.choice(sorted(attributes))
            attributes[key] = self._attribute(key, attributes[key])
            if attributes[key] is None:
                del attributes[key]
        elif kind == "missing" and self._rng.random() < 0.3:
            operands.pop()

    def _operand(self, text):
        match = re.fullmatch(r"(\w+)\[(.*?)\](?:=\{(.*)\})?", text)
        if not match:
            return text
        element, shape, values = match.groups()
        if values is not None:
            return self._constant(element, shape, values)
        dims = [] if shape in ("", "...") else shape.split(",")
        action = self._rng.random()
        if action < 0.06:
            element = self._rng.choice(ELEMENTS)
        elif action < 0.12:
            return f"{element}[...]"
        elif action < 0.18 and dims:
            dims.pop(self._rng.randrange(len(dims)))
        elif action < 0.24:
            dims.insert(self._rng.randrange(len(dims) + 1), self._rng.choice(DIMS))
        elif action < 0.4:
            dims = ["?" for _ in dims]
        elif dims:
            dims[self._rng.randrange(len(dims))] = self._rng.choice(DIMS)
        return f"{element}[{','.join(dims)}]"

    def _constant(self, element, shape, values):
        action = self._rng.random()
        if action < 0.25:
            return f"{element}[{shape}]"
        numbers = values.split(",") if values else []
        if action < 0.35 and numbers and shape.isdigit():  # one more, or one less
            numbers = numbers + numbers[-1:] if self._rng.random() < 0.5 else numbers[:-1]
            shape = str(len(numbers))
        elif action < 0.4 and element in ("i64", "i32"):
            element = "i32" if element == "i64" else "i64"
        elif numbers:
            numbers[self._rng.randrange(len(numbers))] = str(self._rng.choice(NUMBERS))
        return f"{element}[{shape}]={{{','.join(numbers)}}}"

    def _attribute(self, key, value):
        action = self._rng.random()
        if action < 0.1:
            return None
        if re.fullmatch(r"-?\d+(,-?\d+)*", value) and action < 0.6:
            numbers = value.split(",")
            if action < 0.2:
                numbers = numbers + numbers[-1:] if action < 0.15 else numbers[:-1]
            else:
                numbers[self._rng.randrange(len(numbers))] = str(self._rng.choice(NUMBERS))
            return ",".join(numbers)
        if value in ("true", "false"):
            return "false" if value == "true" else "true"
        return self._rng.choice(sorted(self._values[key]))
