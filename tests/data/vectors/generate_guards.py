#!/usr/bin/env python3
"""Writes guards.json: guard programs, and what they come to for numbers of requests.

usage: PYTHONPATH=client/python generate_guards.py

Values come from Python's integers and fractions; of the clients only the generated messages are used, to serialize.
"""
from __future__ import annotations

import base64
import json
import math
import random
from pathlib import Path

from generate_expressions import Float, converter, root
from shapewright.v1 import fact_pb2, guard_program_pb2, shape_pb2

FILE = Path(__file__).parent / "guards.json"
ABOUT = [
    "Guards (docs/guards.md), and what they come to. Each client and the engine run all of them.",
    "program: a serialized GuardProgram in base64; reads: its instructions, for people.",
    "at: numbers of the request by slot, null is one that it does not have, and the number of each instruction: an",
    "integer, unbound, division_by_zero or overflow; null is not told, as a float. Integers are strings.",
    "requests: inputs by name with sizes, element type and elements, and what the guard says of them: the verdict, the",
    "numbers of the checks that do not pass, how many other problems there are, sizes and bytes of the outputs by name.",
    "malformed: programs that no client may load.",
]
I = guard_program_pb2.GuardInstruction
WIDE, MIN, MAX = 2**127, -(2**63), 2**63 - 1
FORMATS = {I.FORMAT_FLOAT16: "f16", I.FORMAT_BFLOAT16: "bf16", I.FORMAT_FLOAT: "f32", I.FORMAT_DOUBLE: "f64"}


class NoNumber(str):
    """unbound, division_by_zero or overflow."""


class Infinite:
    """A float beyond its format; fractions have none, so that what follows but by rounding is not told."""


class Untold:
    """What follows from such a float."""


def narrow(value):
    if not MIN <= value <= MAX:
        raise OverflowError
    return value


def trunc_divide(a, b):
    return (abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1)


def power(a, b):
    if b < 0:
        return 0
    if a < 2 or b > 200:
        raise OverflowError
    return a**b


INTEGERS = {
    "ADD": lambda a, b: a + b, "SUBTRACT": lambda a, b: a - b, "MULTIPLY": lambda a, b: a * b,
    "FLOOR_DIVIDE": lambda a, b: a // b, "CEIL_DIVIDE": lambda a, b: -((-a) // b), "TRUNCATE_DIVIDE": trunc_divide,
    "MODULO": lambda a, b: a - b * (a // b), "MIN": min, "MAX": max, "BROADCAST": lambda a, b: b if a == 1 else a,
    "POWER": power, "NOT": lambda a: 1 - a,
    "EQUAL": lambda a, b: int(narrow(a) == narrow(b)), "LESS_OR_EQUAL": lambda a, b: int(narrow(a) <= narrow(b)),
    "DIVIDES": lambda a, b: int(narrow(a) != 0 and narrow(b) % a == 0 or (narrow(b), 0)[1]),
}
FLOATS = {
    "FLOAT_ADD": lambda a, b: a + b, "FLOAT_SUBTRACT": lambda a, b: a - b, "FLOAT_MULTIPLY": lambda a, b: a * b,
    "FLOAT_DIVIDE": lambda a, b: a / b, "FLOAT_MIN": lambda a, b: b if b < a else a,
    "FLOAT_MAX": lambda a, b: b if a < b else a, "FLOAT_FLOOR": lambda a: a._with(math.floor(a.value)),
    "FLOAT_CEIL": lambda a: a._with(math.ceil(a.value)), "FLOAT_ROUND": lambda a: a._with(round(a.value)),
}


def square_root(a):
    if a.value < 0:
        raise OverflowError
    return root(a)


def compute(instruction, numbers, slots):
    op = I.Op.Name(instruction.op)[3:]
    if op == "CONSTANT":
        return instruction.constant
    if op == "FLOAT_CONSTANT":
        return Float(instruction.number, FORMATS[instruction.format])
    if op == "UNBOUND":
        return NoNumber("unbound")
    if op == "SLOT":
        return NoNumber("unbound") if slots[instruction.constant] is None else slots[instruction.constant]
    operands = [numbers[operand] for operand in instruction.operands]
    if op == "SELECT" and not isinstance(operands[0], NoNumber):
        return operands[1] if operands[0] != 0 else operands[2]
    missing = [operand for operand in operands if isinstance(operand, NoNumber)]
    if missing:
        return missing[0]
    beyond = [operand for operand in operands if isinstance(operand, (Infinite, Untold))]
    if beyond:
        if op == "INTEGER_FROM_FLOAT" and isinstance(beyond[0], Infinite):
            return NoNumber("overflow")
        rounds = op in ("FLOAT_FLOOR", "FLOAT_CEIL", "FLOAT_ROUND", "FLOAT_CONVERT")
        return beyond[0] if rounds else Untold()
    try:
        if op in INTEGERS:
            value = INTEGERS[op](*operands)
        elif op == "FLOAT_FROM_INTEGER":
            value = converter(FORMATS[instruction.format])(narrow(operands[0]))
        elif op == "FLOAT_CONVERT":
            value = converter(FORMATS[instruction.format])(operands[0])
        elif op == "INTEGER_FROM_FLOAT":
            value = narrow(math.trunc(operands[0].value))
        elif op == "FLOAT_SQRT":
            value = square_root(operands[0])
        else:
            value = FLOATS[op](*operands)
    except ZeroDivisionError:
        return NoNumber("division_by_zero")
    except OverflowError as error:
        return Infinite() if "infinite" in str(error) else NoNumber("overflow")
    return NoNumber("overflow") if isinstance(value, int) and abs(value) >= WIDE else value


def run(program, slots):
    numbers = []
    for instruction in program.instructions:
        numbers.append(compute(instruction, numbers, slots))
    return numbers


class Writer:
    """A program that is being written."""

    def __init__(self, slots=0):
        self.program = guard_program_pb2.GuardProgram()
        self.program.inputs.add(name="x", element_type=shape_pb2.ELEMENT_TYPE_INT64)
        for place in range(slots):
            self.program.slots.add(input=0, axis=place)

    def put(self, op, *operands, **fields):
        self.program.instructions.add(op=I.Op.Value(f"OP_{op}"), operands=operands, **fields)
        return len(self.program.instructions) - 1

    def constant(self, value):
        """Any integer: beyond 64 bits it is made of smaller ones."""
        if MIN <= value <= MAX:
            return self.put("CONSTANT", constant=value)
        high, low = divmod(value, 2**62)
        scaled = self.put("MULTIPLY", self.constant(high), self.constant(2**62))
        return self.put("ADD", scaled, self.constant(low)) if low else scaled

    def slot(self, place):
        return self.put("SLOT", constant=place)


def reads(program):
    lines = []
    for place, each in enumerate(program.instructions):
        words = [I.Op.Name(each.op)[3:].lower(), *(f"#{operand}" for operand in each.operands)]
        if each.op in (I.OP_CONSTANT, I.OP_SLOT):
            words.append(str(each.constant))
        if each.op == I.OP_FLOAT_CONSTANT:
            words.append(repr(each.number))
        if each.format:
            words.append(FORMATS[each.format])
        lines.append(f"#{place} {' '.join(words)}")
    return "; ".join(lines)


def shown(number):
    return None if isinstance(number, (Float, Infinite, Untold)) else str(number)


def encoded(program):
    return base64.b64encode(program.SerializeToString(deterministic=True)).decode()


def case(writer, *slots):
    return {"reads": reads(writer.program), "program": encoded(writer.program), "at": [
        {"slots": [None if slot is None else str(slot) for slot in each],
         "numbers": [shown(number) for number in run(writer.program, each)]} for each in slots]}


EDGES = [0, 1, 2, 3, 7, 2**31 - 1, 2**31, 2**53 - 1, 2**53, 2**53 + 1, MAX, 2**63, 2**64, 2**126, WIDE - 1]
EDGES += [-edge for edge in EDGES[1:]] + [MIN - 1]
BINARY = [op for op in INTEGERS if op != "NOT"]


def binary_cases():
    """Each instruction over pairs of edges: within one program, so that the file stays small."""
    rng = random.Random(19)
    for op in BINARY:
        pairs = [(a, b) for a in EDGES for b in EDGES]
        chosen = rng.sample(pairs, 22) + [(0, 0), (1, 0), (-7, 2), (7, -2), (-7, -2), (1, 5), (2, 126), (2, 127), (3, 80)]
        writer = Writer()
        for a, b in chosen:
            writer.put(op, writer.constant(a), writer.constant(b))
        yield case(writer, [])


def single_cases():
    """What has no number, choices, and conversions."""
    writer = Writer(3)
    a, b, c = (writer.slot(place) for place in range(3))
    writer.put("NOT", a)
    writer.put("SELECT", a, b, c)
    quotient = writer.put("FLOOR_DIVIDE", b, c)
    writer.put("SELECT", a, quotient, b)
    writer.put("ADD", writer.put("UNBOUND"), quotient)
    writer.put("ADD", quotient, writer.put("UNBOUND"))
    square = writer.put("MULTIPLY", b, b)
    fourth = writer.put("MULTIPLY", square, square)
    writer.put("MULTIPLY", fourth, writer.put("CONSTANT", constant=0))
    writer.put("MIN", fourth, a)
    writer.put("EQUAL", square, square)
    for format_ in FORMATS:
        half = writer.put("FLOAT_CONSTANT", number=0.5, format=format_)
        left = writer.put("FLOAT_FROM_INTEGER", b, format=format_)
        right = writer.put("FLOAT_FROM_INTEGER", c, format=format_)
        scaled = writer.put("FLOAT_MULTIPLY", left, half, format=format_)
        for op in ("ADD", "SUBTRACT", "MULTIPLY", "DIVIDE", "MIN", "MAX"):
            writer.put("INTEGER_FROM_FLOAT", writer.put(f"FLOAT_{op}", scaled, right, format=format_))
        for op in ("FLOOR", "CEIL", "ROUND", "SQRT"):
            writer.put("INTEGER_FROM_FLOAT", writer.put(f"FLOAT_{op}", scaled, format=format_))
        for other in FORMATS:
            converted = writer.put("FLOAT_CONVERT", scaled, format=other)
            writer.put("INTEGER_FROM_FLOAT", converted)
        writer.put("INTEGER_FROM_FLOAT", writer.put("SELECT", a, left, right))
    big = writer.put("FLOAT_FROM_INTEGER", square, format=I.FORMAT_DOUBLE)
    writer.put("INTEGER_FROM_FLOAT", writer.put("FLOAT_MULTIPLY", big, big, format=I.FORMAT_DOUBLE))
    yield case(writer, [0, 7, 3], [1, 7, 3], [1, 7, 0], [0, 7, 0], [None, 7, 3], [1, None, 3], [1, 5, None],
               [0, -7, 2], [1, 2049, 2051], [1, 255, 257], [0, 2**53 + 1, 3], [1, 2**31 - 1, -5], [2, 16777217, 10],
               [0, 2**40 + 1, 2**40 - 1], [-1, 4097, 4099])


def random_cases():
    rng = random.Random(58)
    for _ in range(10):
        writer = Writer(4)
        for place in range(4):
            writer.slot(place)
        for _ in range(6):
            writer.constant(rng.choice(EDGES[:11] + [-1, -2, -3]))
        for _ in range(24):
            count = len(writer.program.instructions)
            operands = [max(0, count - 1 - int(rng.expovariate(0.25))) for _ in range(3)]
            kind = rng.random()
            if kind < 0.1:
                writer.put("SELECT", *operands)
            elif kind < 0.15:
                writer.put("NOT", operands[0])
            else:
                writer.put(rng.choice(BINARY), *operands[:2])
        slots = [[rng.choice([None, *EDGES[:11], -1, -5, rng.randrange(0, 100)]) for _ in range(4)] for _ in range(4)]
        yield case(writer, *slots)


def size_program():
    """x [N, S] and mask [N, S] of S up to 512, a scalar that decides between two shapes of y, and a default."""
    program = guard_program_pb2.GuardProgram(coverage=guard_program_pb2.GuardProgram.COVERAGE_COMPLETE)
    program.inputs.add(name="x", element_type=shape_pb2.ELEMENT_TYPE_FLOAT, shape="[N, S]")
    program.inputs.add(name="mask", element_type=shape_pb2.ELEMENT_TYPE_INT64, shape="[N, S]")
    program.inputs.add(name="k", element_type=shape_pb2.ELEMENT_TYPE_INT64, shape="[]").if_missing.elements.append(2)
    writer = Writer()
    writer.program = program
    for name, axis, element in ((0, None, None), (0, 0, None), (0, 1, None), (1, None, None), (1, 0, None),
                                (1, 1, None), (2, None, None), (2, None, 0)):
        program.slots.add(input=name, axis=axis, element=element)
    slots = [writer.slot(place) for place in range(8)]
    two, zero, limit, four = (writer.constant(value) for value in (2, 0, 512, 4))

    def check(op, left, right, relation, message, **fields):
        program.checks.add(result=writer.put(op, left, right), left=left, right=right, relation=relation,
                           message=message, **fields)

    equal, at_most = fact_pb2.Fact.RELATION_EQUAL, fact_pb2.Fact.RELATION_LESS_OR_EQUAL
    check("EQUAL", slots[0], two, equal, "input x has 2 axes", input=0)
    check("EQUAL", slots[3], two, equal, "input mask has 2 axes", input=1)
    check("EQUAL", slots[6], zero, equal, "input k has 0 axes", input=2)
    check("EQUAL", slots[4], slots[1], equal, "axis 0 of input mask is N", input=1)
    check("EQUAL", slots[5], slots[2], equal, "axis 1 of input mask is S", input=1)
    check("LESS_OR_EQUAL", slots[2], limit, at_most, "S <= 512", fact=0)
    check("LESS_OR_EQUAL", zero, slots[7], at_most, "0 <= k[]", undecided_if_zero=True)
    is_even = writer.put("DIVIDES", two, slots[7])
    first = program.outputs.add(name="y").types.add(condition=is_even, element_type=shape_pb2.ELEMENT_TYPE_FLOAT)
    share = writer.put("FLOOR_DIVIDE", slots[2], slots[7])
    first.sizes.extend([slots[1], share])
    first.bytes = writer.put("MULTIPLY", writer.put("MULTIPLY", slots[1], share), four)
    second = program.outputs[0].types.add(element_type=shape_pb2.ELEMENT_TYPE_FLOAT)
    second.sizes.append(slots[1])
    second.bytes = writer.put("MULTIPLY", slots[1], four)
    program.outputs.add(name="z").types.add(unsized=True)
    program.memory_bytes = first.bytes
    return program


TYPES = {"float32": shape_pb2.ELEMENT_TYPE_FLOAT, "int64": shape_pb2.ELEMENT_TYPE_INT64, "": 0}


def request(program, **inputs):
    """What the guard says, found by hand from its messages."""
    slots, others = [], 0
    given = {name: (sizes, kind, elements) for name, (sizes, kind, elements) in inputs.items()}
    others += len(set(given) - {each.name for each in program.inputs})
    for each in program.inputs:
        if each.name not in given and each.HasField("if_missing"):
            given[each.name] = (list(each.if_missing.sizes), "", list(each.if_missing.elements))
        elif each.name not in given:
            others += 1
            continue
        sizes, kind, _ = given[each.name]
        others += bool(kind) and TYPES[kind] != each.element_type
        others += any(size < 0 for size in sizes)
    for slot in program.slots:
        sizes, _, elements = given.get(program.inputs[slot.input].name, (None, "", []))
        at = slot.axis if slot.HasField("axis") else slot.element
        among = sizes if slot.HasField("axis") else elements
        is_rank = not slot.HasField("axis") and not slot.HasField("element")
        slots.append(None if sizes is None else len(sizes) if is_rank else among[at] if at < len(among) else None)
    numbers = run(program, slots)
    failing = [place for place, each in enumerate(program.checks)
               if isinstance(numbers[each.result], NoNumber) or numbers[each.result] == 0]
    fails = others or any(numbers[program.checks[place].result] == 0 and not program.checks[place].undecided_if_zero
                          for place in failing)

    def size(place):
        number = numbers[place]
        return number if isinstance(number, int) and 0 <= number <= MAX else None

    outputs = {}
    for output in program.outputs:
        conditions = [numbers[each.condition] if each.HasField("condition") else 1 for each in output.types]
        chosen = next((each for each, condition in zip(output.types, conditions) if condition != 0), None)
        is_known = chosen is not None and not any(
            isinstance(condition, NoNumber) for condition in conditions[:list(output.types).index(chosen) + 1])
        outputs[output.name] = {"sizes": None, "bytes": None} if not is_known or chosen.unsized else {
            "sizes": [size(place) for place in chosen.sizes],
            "bytes": size(chosen.bytes) if chosen.HasField("bytes") else None}
    return {"inputs": {name: {"sizes": sizes, "type": kind, "elements": elements}
                       for name, (sizes, kind, elements) in inputs.items()},
            "verdict": "fail" if fails else "undecided" if failing else "pass",
            "checks": failing, "others": int(others), "outputs": outputs,
            "memory": size(program.memory_bytes) if program.HasField("memory_bytes") else None}


def request_cases():
    program = size_program()
    x, mask = ([8, 128], "float32", []), ([8, 128], "int64", [])
    given = [
        {"x": x, "mask": mask}, {"x": x, "mask": mask, "k": ([], "int64", [3])},
        {"x": x, "mask": mask, "k": ([], "int64", [0])}, {"x": x, "mask": mask, "k": ([], "int64", [-2])},
        {"x": x, "mask": mask, "k": ([], "int64", [])}, {"x": x, "mask": mask, "k": ([1], "int64", [2])},
        {"x": ([8, 600], "float32", []), "mask": ([8, 600], "int64", [])},
        {"x": x, "mask": ([7, 128], "int64", [])}, {"x": x, "mask": ([8, 128], "float32", [])},
        {"x": x}, {"x": x, "mask": mask, "q": ([1], "", [])}, {"x": ([8], "float32", []), "mask": mask},
        {"x": ([-1, 128], "float32", []), "mask": ([-1, 128], "int64", [])},
        {"x": ([2**62, 512], "", []), "mask": ([2**62, 512], "", [])}, {"x": ([0, 0], "", []), "mask": ([0, 0], "", [])},
    ]
    yield {"program": encoded(program), "reads": reads(program), "requests": [request(program, **each) for each in given]}


def malformed_cases():
    def made(*instructions, slots=1, check=None):
        program = guard_program_pb2.GuardProgram()
        program.inputs.add(name="x")
        for _ in range(slots):
            program.slots.add(input=0, axis=0)
        for op, operands, fields in instructions:
            program.instructions.add(op=op, operands=operands, **fields)
        if check is not None:
            program.checks.add(result=check)
        return program

    one = (I.OP_CONSTANT, [], {"constant": 1})
    half = (I.OP_FLOAT_CONSTANT, [], {"number": 0.5, "format": I.FORMAT_FLOAT})
    of_no_input = made()
    of_no_input.slots.add(input=1)
    cases = {
        "an operation that nobody knows": made((0, [], {})), "a later operand": made(one, (I.OP_ADD, [0, 1], {})),
        "itself as operand": made((I.OP_NOT, [0], {})), "too few operands": made(one, (I.OP_ADD, [0], {})),
        "too many operands": made(one, (I.OP_NOT, [0, 0], {})), "no such slot": made((I.OP_SLOT, [], {"constant": 1})),
        "a negative slot": made((I.OP_SLOT, [], {"constant": -1})), "a slot of no input": of_no_input,
        "a float as an integer": made(half, (I.OP_NOT, [0], {})),
        "an integer as a float": made(one, (I.OP_FLOAT_SQRT, [0], {"format": I.FORMAT_FLOAT})),
        "a choice between both": made(one, half, (I.OP_SELECT, [0, 0, 1], {})),
        "a float without a format": made((I.OP_FLOAT_CONSTANT, [], {"number": 1.0})),
        "a float beyond its format": made((I.OP_FLOAT_CONSTANT, [], {"number": 0.1, "format": I.FORMAT_FLOAT16})),
        "a check of nothing": made(one, check=1),
    }
    for name, program in cases.items():
        yield {"name": name, "program": encoded(program)}


def main():
    cases = [*binary_cases(), *single_cases(), *random_cases()]
    lines = ",\n".join("    " + json.dumps(each) for each in cases)
    requests = ",\n".join("    " + json.dumps(each) for each in request_cases())
    malformed = ",\n".join("    " + json.dumps(each) for each in malformed_cases())
    about = ",\n".join("    " + json.dumps(each) for each in ABOUT)
    FILE.write_text(f'{{\n  "about": [\n{about}\n  ],\n  "cases": [\n{lines}\n  ],\n  "requests": [\n{requests}\n  ],\n'
                    f'  "malformed": [\n{malformed}\n  ]\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
