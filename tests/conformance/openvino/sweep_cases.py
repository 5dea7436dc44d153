"""Lines of single operators (ir_case.py) by rule, not by chance: of one line of each operator that OpenVINO takes, each
operand with every element type, rank and some dims, and without its elements; each attribute left out and with other values."""
import re

from ir_case import split

ELEMENTS = ("f32", "f16", "f64", "bf16", "i64", "i32", "i8", "u8", "u64", "boolean", "string")
RANKS = range(6)
NUMBERS = ("-1", "0", "1", "2", "5")


def _operands(text):
    """Variants of an operand, each with what was changed."""
    match = re.fullmatch(r"(\w+)\[(.*?)\](?:=\{(.*)\})?", text)
    if not match:
        return
    element, shape, values = match.groups()
    elements = "" if values is None else f"={{{values}}}"
    for other in ELEMENTS:
        is_alike = values is None or (other[0] in "iu" and element[0] in "iu") or (other[0] == "f" and element[0] == "f")
        if other != element:
            yield f"{other}[{shape}]{elements if is_alike else ''}", "element"
    if values is not None:
        yield f"{element}[{shape}]", "no elements"
    for rank in RANKS:
        yield f"{element}[{','.join('?' * rank)}]", "rank"
    yield f"{element}[...]", "rank"
    dims = shape.split(",") if shape and shape != "..." else []
    for place in range(len(dims) if values is None else 0):
        for dim in ("0", "1", "7", "3..5", "?"):
            yield f"{element}[{','.join(dims[:place] + [dim] + dims[place + 1:])}]", "dim"
    numbers = values.split(",") if values else []
    for place in range(len(numbers) if element[0] in "iu" else 0):
        for number in NUMBERS:
            yield f"{element}[{shape}]={{{','.join(numbers[:place] + [number] + numbers[place + 1:])}}}", "value"


def _attributes(value):
    yield None
    if re.fullmatch(r"-?[\d.]+(e-?\d+)?(,-?[\d.]+)*", value):
        numbers = value.split(",")
        for number in NUMBERS:
            yield ",".join([number] + numbers[1:])
        yield ",".join(numbers + numbers[-1:])
        yield ",".join(numbers[:-1])
    elif value in ("true", "false"):
        yield "false" if value == "true" else "true"
    elif value:
        yield "no_such_word"


def sweep(lines):
    """Of each operator the last line of `lines`, varied: the line and what was changed."""
    for line in {line.split("|")[0].strip(): line for line in lines}.values():
        name, version, operands, attributes, outputs = split(line)

        def text(operands, attributes):
            told = "; ".join(f"{key}={value}" for key, value in attributes.items() if value is not None)
            return f"{name}-{version} | {'; '.join(operands)} | {told} | {outputs}"

        for place, operand in enumerate(operands):
            for other, change in _operands(operand):
                yield text(operands[:place] + [other] + operands[place + 1 :], attributes), change
        if operands:
            yield text(operands[:-1], attributes), "missing operand"
        for key, value in attributes.items():
            for other in _attributes(value):
                yield text(operands, {**attributes, key: other}), f"attribute {key}"
