"""Guards: whether a request to a model may be run, checked without a server (docs/guards.md).

tests/data/vectors/guards.json holds every client to what a guard computes.
"""
from __future__ import annotations

import operator
from dataclasses import dataclass, field
from math import trunc
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .expression.float_formats import from_int, operate, to_format
from .text import Table, printable, tables_html, tables_text
from .v1 import fact_pb2, guard_pb2, guard_program_pb2, shape_pb2

PASS, FAIL, UNDECIDED = "pass", "fail", "undecided"

_Op = guard_program_pb2.GuardInstruction
_MIN, _MAX = -(1 << 63), (1 << 63) - 1
_WIDE = 1 << 127
_MAX_INSTRUCTIONS = 65536


class GuardError(ValueError):
    """The bytes are not a guard."""


@dataclass(frozen=True)
class NoNumber:
    """Why an instruction has no number: `unbound`, `division_by_zero` or `overflow`."""

    reason: str


_UNBOUND, _DIVISION, _OVERFLOW = NoNumber("unbound"), NoNumber("division_by_zero"), NoNumber("overflow")

Number = Union[int, float, NoNumber]


@dataclass(frozen=True)
class GuardTensor:
    """An input of a request."""

    sizes: Sequence[int]
    element_type: int = shape_pb2.ELEMENT_TYPE_UNSPECIFIED
    """Of shapewright.v1.ElementType. Unspecified: any."""
    elements: Sequence[int] = ()
    """Of a small integer input, row-major, where shapes depend on them. Empty: not known."""


@dataclass(frozen=True)
class Problem:
    """Why a request does not pass."""

    text: str
    """One line for people: what is wrong, and what would be right."""
    is_failure: bool
    """Otherwise the request is undecided."""
    check: Optional[int] = None
    """The number of the check. None: an input is missing, unknown, or of another type."""
    fact: Optional[int] = None
    """The number of the fact in InferShapesResponse.facts, if it is one."""


@dataclass(frozen=True)
class Checked:
    """What a guard says of a request."""

    verdict: str
    """PASS, FAIL or UNDECIDED."""
    problems: List[Problem] = field(default_factory=list)
    outputs: Dict[str, Optional[List[Optional[int]]]] = field(default_factory=dict)
    """The sizes by name. None: not known."""
    values: Dict[str, Optional[List[Optional[int]]]] = field(default_factory=dict)
    """The same of the inner values that were asked for."""
    bytes: Dict[str, Optional[int]] = field(default_factory=dict)
    """The bytes that each output or value needs at most, by name."""
    memory_bytes: Optional[int] = None
    """What lives at one time. None: not asked for, or not known."""

    def _tables(self) -> List[Table]:
        sizes = {**self.outputs, **self.values}
        rows = [(name, _sizes_text(each), _number_text(self.bytes.get(name))) for name, each in sizes.items()]
        return [Table("sizes", ("value", "shape", "bytes"), rows)]

    def _notes(self) -> List[str]:
        return [self.verdict, *(problem.text for problem in self.problems)]

    def __str__(self) -> str:
        return "\n".join([*map(printable, self._notes()), *tables_text(self._tables())])

    def _repr_html_(self) -> str:
        return tables_html(self._tables(), self._notes())


class Guard:
    """A guard, as CompileGuard answers it: `Guard.load(data).check({"x": GuardTensor([8, 128])})`."""

    def __init__(self, program: Union[guard_program_pb2.GuardProgram, guard_pb2.CompileGuardResponse]) -> None:
        """GuardError if the program, or that of an answer, makes no sense."""
        if isinstance(program, guard_pb2.CompileGuardResponse):
            program = program.program
        _validate(program)
        self.program = program
        self._places = {item.name: place for place, item in enumerate(program.inputs)}
        self._slots: List[List[int]] = [[] for _ in program.inputs]
        for place, slot in enumerate(program.slots):
            self._slots[slot.input].append(place)

    @classmethod
    def load(cls, data: bytes) -> Guard:
        """Reads a serialized GuardProgram."""
        try:
            return cls(guard_program_pb2.GuardProgram.FromString(data))
        except GuardError:
            raise
        except Exception as error:
            raise GuardError("this is not a guard") from error

    def _tables(self) -> List[Table]:
        program = self.program
        inputs = [(item.name, _type_name(item.element_type), item.shape) for item in program.inputs]
        checks = [(each.message, "undecided" if each.undecided_if_zero else "fail") for each in program.checks]
        return [
            Table("inputs", ("input", "type", "shape"), inputs),
            Table("checks", ("check", "otherwise"), checks),
            Table("outputs", ("output",), [(output.name,) for output in program.outputs]),
        ]

    def __str__(self) -> str:
        return "\n".join(tables_text(self._tables()))

    def __repr__(self) -> str:
        inputs = ", ".join(f"{item.name} {_type_name(item.element_type)}{item.shape}" for item in self.program.inputs)
        return printable(f"<Guard of {inputs}: {len(self.program.checks)} checks>")

    def _repr_html_(self) -> str:
        return tables_html(self._tables())

    def save(self) -> bytes:
        """The bytes that load() reads."""
        return self.program.SerializeToString(deterministic=True)

    def check(self, inputs: Mapping[str, Any]) -> Checked:
        """Checks a request: its inputs by name, each a GuardTensor, an array with `shape` and `dtype`, or a list of sizes."""
        return _Check(self, {name: _tensor(value) for name, value in inputs.items()}).result()

    def numbers(self, slots: Sequence[Optional[int]]) -> List[Number]:
        """The numbers of all instructions; None is a slot that the request does not have."""
        numbers: List[Number] = []
        for instruction in self.program.instructions:
            numbers.append(_compute(instruction, numbers, slots))
        return numbers


class _Check:
    """One request."""

    def __init__(self, guard: Guard, request: Mapping[str, GuardTensor]) -> None:
        self._program = guard.program
        self._request = request
        self._problems: List[Problem] = []
        self._slots: List[Optional[int]] = [None] * len(guard.program.slots)
        for name in request:
            if name not in guard._places:
                known = ", ".join(item.name for item in self._program.inputs)
                self._fail(f"the model has no input {name}; it has {known}")
        for declared, slots in zip(self._program.inputs, guard._slots):
            self._take(declared, slots)
        self._numbers = guard.numbers(self._slots)

    def _fail(self, text: str) -> None:
        self._problems.append(Problem(text, True))

    def _take(self, declared: guard_program_pb2.GuardInput, slots: List[int]) -> None:
        given = self._request.get(declared.name)
        wanted = f"give {_type_name(declared.element_type)}{declared.shape}"
        if given is None:
            if not declared.HasField("if_missing"):
                self._fail(f"input {declared.name} is missing; {wanted}")
                return
            given = GuardTensor(declared.if_missing.sizes, declared.element_type, declared.if_missing.elements)
        if 0 not in (declared.element_type, given.element_type) and declared.element_type != given.element_type:
            self._fail(f"input {declared.name} is {_type_name(given.element_type)}; {wanted}")
        if any(size < 0 for size in given.sizes):
            self._fail(f"input {declared.name} has a negative size; {wanted}")
        for place in slots:
            slot = self._program.slots[place]
            if slot.HasField("axis"):
                self._slots[place] = given.sizes[slot.axis] if slot.axis < len(given.sizes) else None
            elif slot.HasField("element"):
                self._slots[place] = given.elements[slot.element] if slot.element < len(given.elements) else None
            else:
                self._slots[place] = len(given.sizes)

    def result(self) -> Checked:
        for place, check in enumerate(self._program.checks):
            number = self._numbers[check.result]
            if isinstance(number, NoNumber) or number == 0:
                is_failure = number == 0 and not check.undecided_if_zero
                fact = check.fact if check.HasField("fact") else None
                self._problems.append(Problem(self._text(check, is_failure), is_failure, place, fact))
        fails = any(problem.is_failure for problem in self._problems)
        verdict = FAIL if fails else UNDECIDED if self._problems else PASS
        outputs = {output.name: self._sizes(output) for output in self._program.outputs}
        values = {value.name: self._sizes(value) for value in self._program.values}
        each = {value.name: self._bytes(value) for value in [*self._program.outputs, *self._program.values]}
        has_memory = self._program.HasField("memory_bytes")
        memory = self._size(self._program.memory_bytes) if has_memory else None
        return Checked(verdict, self._problems, outputs, values, each, memory)

    def _text(self, check: guard_program_pb2.GuardCheck, is_failure: bool) -> str:
        text = check.message if is_failure else f"not decided: {check.message}"
        if check.HasField("left") and check.HasField("right"):
            left, right = self._narrow(check.left), self._narrow(check.right)
            if left is not None and right is not None:
                text += f": {left} {_SIGNS[check.relation]} {right} does not hold"
                if check.HasField("input") and check.relation == fact_pb2.Fact.RELATION_EQUAL:
                    text += f"; give {right}"
        return f"{text}; {check.suggestion}" if check.suggestion else text

    def _narrow(self, instruction: int) -> Optional[int]:
        number = self._numbers[instruction]
        return number if isinstance(number, int) and _MIN <= number <= _MAX else None

    def _size(self, instruction: int) -> Optional[int]:
        size = self._narrow(instruction)
        return size if size is not None and size >= 0 else None

    def _type(self, output: guard_program_pb2.GuardOutput) -> Optional[guard_program_pb2.GuardType]:
        for each in output.types:
            if not each.HasField("condition"):
                return each
            condition = self._narrow(each.condition)
            if condition is None:
                return None
            if condition != 0:
                return each
        return None

    def _sizes(self, output: guard_program_pb2.GuardOutput) -> Optional[List[Optional[int]]]:
        chosen = self._type(output)
        return None if chosen is None or chosen.unsized else [self._size(size) for size in chosen.sizes]

    def _bytes(self, output: guard_program_pb2.GuardOutput) -> Optional[int]:
        chosen = self._type(output)
        return None if chosen is None or not chosen.HasField("bytes") else self._size(chosen.bytes)


_SIGNS = {
    fact_pb2.Fact.RELATION_UNSPECIFIED: "",
    fact_pb2.Fact.RELATION_EQUAL: "=",
    fact_pb2.Fact.RELATION_LESS_OR_EQUAL: "<=",
    fact_pb2.Fact.RELATION_DIVISIBLE: "is a multiple of",
    fact_pb2.Fact.RELATION_BROADCASTABLE: "broadcasts to",
    fact_pb2.Fact.RELATION_NOT_EQUAL: "!=",
}


def _number_text(number: Optional[int]) -> str:
    return "" if number is None else str(number)


def _sizes_text(sizes: Optional[List[Optional[int]]]) -> str:
    return "?" if sizes is None else "[" + ", ".join("?" if size is None else str(size) for size in sizes) + "]"


def _type_name(element_type: int) -> str:
    name = shape_pb2.ElementType.Name(element_type)[len("ELEMENT_TYPE_"):].lower()
    return {"float": "float32", "double": "float64"}.get(name, name)


def _tensor(value: Any) -> GuardTensor:
    if isinstance(value, GuardTensor):
        return value
    if not hasattr(value, "shape"):
        return GuardTensor([operator.index(size) for size in value])
    element_type = _NUMPY_TYPES.get(str(value.dtype), shape_pb2.ELEMENT_TYPE_UNSPECIFIED)
    is_small = value.size <= 1024 and value.dtype.kind in "iub"
    return GuardTensor(value.shape, element_type, [int(element) for element in value.ravel()] if is_small else ())


_NUMPY_TYPES = {
    name: shape_pb2.ElementType.Value("ELEMENT_TYPE_" + (onnx or name).upper())
    for name, onnx in {
        "bool": "", "int8": "", "int16": "", "int32": "", "int64": "", "uint8": "", "uint16": "", "uint32": "",
        "uint64": "", "float16": "", "float32": "float", "float64": "double", "bfloat16": "",
    }.items()
}


# Instructions.


def _power(base: int, exponent: int) -> int:
    if exponent < 0:
        return 0
    if base < 2 or exponent >= 127:
        raise OverflowError
    return base**exponent


def _truncate_divide(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


_INTEGERS: Dict[int, Callable[[int, int], int]] = {
    _Op.OP_ADD: operator.add,
    _Op.OP_SUBTRACT: operator.sub,
    _Op.OP_MULTIPLY: operator.mul,
    _Op.OP_FLOOR_DIVIDE: operator.floordiv,
    _Op.OP_CEIL_DIVIDE: lambda a, b: -(-a // b),
    _Op.OP_TRUNCATE_DIVIDE: _truncate_divide,
    _Op.OP_MODULO: operator.mod,
    _Op.OP_MIN: min,
    _Op.OP_MAX: max,
    _Op.OP_BROADCAST: lambda a, b: b if a == 1 else a,
    _Op.OP_POWER: _power,
}
_COMPARISONS: Dict[int, Callable[[int, int], bool]] = {
    _Op.OP_EQUAL: operator.eq,
    _Op.OP_LESS_OR_EQUAL: operator.le,
    _Op.OP_DIVIDES: lambda a, b: a != 0 and b % a == 0,
}
_FLOATS = {
    _Op.OP_FLOAT_ADD: "+",
    _Op.OP_FLOAT_SUBTRACT: "-",
    _Op.OP_FLOAT_MULTIPLY: "*",
    _Op.OP_FLOAT_DIVIDE: "/",
    _Op.OP_FLOAT_MIN: "min",
    _Op.OP_FLOAT_MAX: "max",
    _Op.OP_FLOAT_FLOOR: "floor",
    _Op.OP_FLOAT_CEIL: "ceil",
    _Op.OP_FLOAT_ROUND: "round",
    _Op.OP_FLOAT_SQRT: "sqrt",
}
_FORMATS = {
    _Op.FORMAT_FLOAT16: "f16",
    _Op.FORMAT_BFLOAT16: "bf16",
    _Op.FORMAT_FLOAT: "f32",
    _Op.FORMAT_DOUBLE: "f64",
}
_OF_ONE = {_Op.OP_FLOAT_FLOOR, _Op.OP_FLOAT_CEIL, _Op.OP_FLOAT_ROUND, _Op.OP_FLOAT_SQRT}


def _narrow(value: int) -> int:
    if not _MIN <= value <= _MAX:
        raise OverflowError
    return value


def _compute(instruction: guard_program_pb2.GuardInstruction, numbers: List[Number], slots: Sequence[Optional[int]]) -> Number:
    op = instruction.op
    if op == _Op.OP_CONSTANT:
        return instruction.constant
    if op == _Op.OP_FLOAT_CONSTANT:
        return instruction.number
    if op == _Op.OP_UNBOUND:
        return _UNBOUND
    if op == _Op.OP_SLOT:
        slot = slots[instruction.constant]
        return _UNBOUND if slot is None else operator.index(slot)
    operands = [numbers[operand] for operand in instruction.operands]
    if op == _Op.OP_SELECT and not isinstance(operands[0], NoNumber):
        return operands[1] if operands[0] != 0 else operands[2]
    for operand in operands:
        if isinstance(operand, NoNumber):
            return operand
    try:
        value = _apply(op, _FORMATS.get(instruction.format, ""), operands)
    except ZeroDivisionError:
        return _DIVISION
    except OverflowError:
        return _OVERFLOW
    return _OVERFLOW if isinstance(value, int) and not -_WIDE < value < _WIDE else value


def _apply(op: int, name: str, operands: List[Any]) -> Number:
    if op in _INTEGERS:
        return _INTEGERS[op](*operands)
    if op in _COMPARISONS:
        return int(_COMPARISONS[op](*[_narrow(operand) for operand in operands]))
    if op == _Op.OP_NOT:
        return 1 - int(operands[0])
    if op == _Op.OP_FLOAT_FROM_INTEGER:
        return from_int(_narrow(operands[0]), name)
    if op == _Op.OP_FLOAT_CONVERT:
        return to_format(operands[0], name)
    if op == _Op.OP_INTEGER_FROM_FLOAT:
        return _narrow(trunc(operands[0]))
    return operate(_FLOATS[op], name, *operands)


def _signature(op: int) -> Tuple[int, bool, bool]:
    """How many operands it takes, whether they are floats, and whether it gives one."""
    if op in (_Op.OP_CONSTANT, _Op.OP_SLOT, _Op.OP_UNBOUND):
        return 0, False, False
    if op == _Op.OP_FLOAT_CONSTANT:
        return 0, False, True
    if op == _Op.OP_FLOAT_FROM_INTEGER:
        return 1, False, True
    if op == _Op.OP_INTEGER_FROM_FLOAT:
        return 1, True, False
    if op in _FLOATS or op == _Op.OP_FLOAT_CONVERT:
        return (1 if op in _OF_ONE or op == _Op.OP_FLOAT_CONVERT else 2), True, True
    return {_Op.OP_NOT: 1, _Op.OP_SELECT: 3}.get(op, 2), False, False


def _validate(program: guard_program_pb2.GuardProgram) -> None:
    count = len(program.instructions)
    if max(count, len(program.slots)) > _MAX_INSTRUCTIONS:
        raise GuardError(f"a guard has at most {_MAX_INSTRUCTIONS} instructions and slots")
    is_float: List[bool] = []
    for place, instruction in enumerate(program.instructions):
        try:
            is_float.append(_validated(instruction, is_float, len(program.slots)))
        except GuardError as error:
            raise GuardError(f"instructions[{place}]: {error}") from None
    used = [check.result for check in program.checks]
    used += [place for check in program.checks for place in (check.left, check.right)]
    used += [program.memory_bytes] if program.HasField("memory_bytes") else []
    for output in [*program.outputs, *program.values]:
        for each in output.types:
            used += [*each.sizes, *each.upper_sizes]
            used += [each.condition] if each.HasField("condition") else []
            used += [each.bytes] if each.HasField("bytes") else []
    inputs = [slot.input for slot in program.slots] + [c.input for c in program.checks if c.HasField("input")]
    if any(place >= count for place in used) or any(place >= len(program.inputs) for place in inputs):
        raise GuardError("it refers to what is not there")


def _validated(instruction: guard_program_pb2.GuardInstruction, is_float: List[bool], slots: int) -> bool:
    """Whether an instruction that makes sense gives a float."""
    op = instruction.op
    if op not in _KNOWN:
        raise GuardError("there is no such operation")
    operands, takes_floats, gives_float = _signature(op)
    if len(instruction.operands) != operands:
        raise GuardError(f"it takes {operands} operands")
    if any(operand >= len(is_float) for operand in instruction.operands):
        raise GuardError("its operand is not an earlier one")
    kinds = [is_float[operand] for operand in instruction.operands]
    if op == _Op.OP_SELECT:
        gives_float = kinds[1]
        takes = [False, gives_float, gives_float]
    else:
        takes = [takes_floats] * operands
    if kinds != takes:
        raise GuardError("an integer and a floating-point number are not told apart")
    if gives_float and op != _Op.OP_SELECT and instruction.format not in _FORMATS:
        raise GuardError("it has no format")
    if op == _Op.OP_FLOAT_CONSTANT and to_format(instruction.number, _FORMATS[instruction.format]) != instruction.number:
        raise GuardError("it is not a number of its format")
    if op == _Op.OP_SLOT and not 0 <= instruction.constant < slots:
        raise GuardError("there is no such slot")
    return gives_float


_KNOWN = frozenset(value.number for value in _Op.Op.DESCRIPTOR.values) - {_Op.OP_UNSPECIFIED}
