from shapewright.v1 import evaluate_pb2 as _evaluate_pb2
from shapewright.v1 import fact_pb2 as _fact_pb2
from shapewright.v1 import model_pb2 as _model_pb2
from shapewright.v1 import shape_pb2 as _shape_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CompileGuardRequest(_message.Message):
    __slots__ = ["limits", "max_request", "memory", "model", "values"]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    MAX_REQUEST_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    limits: _fact_pb2.RequestLimits
    max_request: _containers.RepeatedCompositeFieldContainer[_evaluate_pb2.InputSizes]
    memory: _evaluate_pb2.MemoryOptions
    model: _model_pb2.ModelSpec
    values: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, model: _Optional[_Union[_model_pb2.ModelSpec, _Mapping]] = ..., values: _Optional[_Iterable[str]] = ..., memory: _Optional[_Union[_evaluate_pb2.MemoryOptions, _Mapping]] = ..., max_request: _Optional[_Iterable[_Union[_evaluate_pb2.InputSizes, _Mapping]]] = ..., limits: _Optional[_Union[_fact_pb2.RequestLimits, _Mapping]] = ...) -> None: ...

class CompileGuardResponse(_message.Message):
    __slots__ = ["program"]
    PROGRAM_FIELD_NUMBER: _ClassVar[int]
    program: GuardProgram
    def __init__(self, program: _Optional[_Union[GuardProgram, _Mapping]] = ...) -> None: ...

class GuardCheck(_message.Message):
    __slots__ = ["basis", "cel", "fact", "input", "left", "message", "relation", "result", "right", "suggestion", "undecided_if_zero"]
    BASIS_FIELD_NUMBER: _ClassVar[int]
    CEL_FIELD_NUMBER: _ClassVar[int]
    FACT_FIELD_NUMBER: _ClassVar[int]
    INPUT_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    RELATION_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    SUGGESTION_FIELD_NUMBER: _ClassVar[int]
    UNDECIDED_IF_ZERO_FIELD_NUMBER: _ClassVar[int]
    basis: _fact_pb2.Fact.Basis
    cel: str
    fact: int
    input: int
    left: int
    message: str
    relation: _fact_pb2.Fact.Relation
    result: int
    right: int
    suggestion: str
    undecided_if_zero: bool
    def __init__(self, result: _Optional[int] = ..., undecided_if_zero: bool = ..., message: _Optional[str] = ..., suggestion: _Optional[str] = ..., fact: _Optional[int] = ..., basis: _Optional[_Union[_fact_pb2.Fact.Basis, str]] = ..., input: _Optional[int] = ..., relation: _Optional[_Union[_fact_pb2.Fact.Relation, str]] = ..., left: _Optional[int] = ..., right: _Optional[int] = ..., cel: _Optional[str] = ...) -> None: ...

class GuardDefault(_message.Message):
    __slots__ = ["elements", "sizes"]
    ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    elements: _containers.RepeatedScalarFieldContainer[int]
    sizes: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, sizes: _Optional[_Iterable[int]] = ..., elements: _Optional[_Iterable[int]] = ...) -> None: ...

class GuardGap(_message.Message):
    __slots__ = ["basis", "fact", "text"]
    BASIS_FIELD_NUMBER: _ClassVar[int]
    FACT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    basis: _fact_pb2.Fact.Basis
    fact: int
    text: str
    def __init__(self, fact: _Optional[int] = ..., text: _Optional[str] = ..., basis: _Optional[_Union[_fact_pb2.Fact.Basis, str]] = ...) -> None: ...

class GuardInput(_message.Message):
    __slots__ = ["element_type", "if_missing", "name", "shape"]
    ELEMENT_TYPE_FIELD_NUMBER: _ClassVar[int]
    IF_MISSING_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SHAPE_FIELD_NUMBER: _ClassVar[int]
    element_type: _shape_pb2.ElementType
    if_missing: GuardDefault
    name: str
    shape: str
    def __init__(self, name: _Optional[str] = ..., element_type: _Optional[_Union[_shape_pb2.ElementType, str]] = ..., shape: _Optional[str] = ..., if_missing: _Optional[_Union[GuardDefault, _Mapping]] = ...) -> None: ...

class GuardInstruction(_message.Message):
    __slots__ = ["constant", "format", "number", "op", "operands"]
    class Format(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    class Op(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    CONSTANT_FIELD_NUMBER: _ClassVar[int]
    FORMAT_BFLOAT16: GuardInstruction.Format
    FORMAT_DOUBLE: GuardInstruction.Format
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FLOAT: GuardInstruction.Format
    FORMAT_FLOAT16: GuardInstruction.Format
    FORMAT_UNSPECIFIED: GuardInstruction.Format
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    OPERANDS_FIELD_NUMBER: _ClassVar[int]
    OP_ADD: GuardInstruction.Op
    OP_BROADCAST: GuardInstruction.Op
    OP_CEIL_DIVIDE: GuardInstruction.Op
    OP_CONSTANT: GuardInstruction.Op
    OP_DIVIDES: GuardInstruction.Op
    OP_EQUAL: GuardInstruction.Op
    OP_FIELD_NUMBER: _ClassVar[int]
    OP_FLOAT_ADD: GuardInstruction.Op
    OP_FLOAT_CEIL: GuardInstruction.Op
    OP_FLOAT_CONSTANT: GuardInstruction.Op
    OP_FLOAT_CONVERT: GuardInstruction.Op
    OP_FLOAT_DIVIDE: GuardInstruction.Op
    OP_FLOAT_FLOOR: GuardInstruction.Op
    OP_FLOAT_FROM_INTEGER: GuardInstruction.Op
    OP_FLOAT_MAX: GuardInstruction.Op
    OP_FLOAT_MIN: GuardInstruction.Op
    OP_FLOAT_MULTIPLY: GuardInstruction.Op
    OP_FLOAT_ROUND: GuardInstruction.Op
    OP_FLOAT_SQRT: GuardInstruction.Op
    OP_FLOAT_SUBTRACT: GuardInstruction.Op
    OP_FLOOR_DIVIDE: GuardInstruction.Op
    OP_INTEGER_FROM_FLOAT: GuardInstruction.Op
    OP_LESS_OR_EQUAL: GuardInstruction.Op
    OP_MAX: GuardInstruction.Op
    OP_MIN: GuardInstruction.Op
    OP_MODULO: GuardInstruction.Op
    OP_MULTIPLY: GuardInstruction.Op
    OP_NOT: GuardInstruction.Op
    OP_POWER: GuardInstruction.Op
    OP_SELECT: GuardInstruction.Op
    OP_SLOT: GuardInstruction.Op
    OP_SUBTRACT: GuardInstruction.Op
    OP_TRUNCATE_DIVIDE: GuardInstruction.Op
    OP_UNBOUND: GuardInstruction.Op
    OP_UNSPECIFIED: GuardInstruction.Op
    constant: int
    format: GuardInstruction.Format
    number: float
    op: GuardInstruction.Op
    operands: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, op: _Optional[_Union[GuardInstruction.Op, str]] = ..., operands: _Optional[_Iterable[int]] = ..., constant: _Optional[int] = ..., number: _Optional[float] = ..., format: _Optional[_Union[GuardInstruction.Format, str]] = ...) -> None: ...

class GuardOutput(_message.Message):
    __slots__ = ["name", "types"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TYPES_FIELD_NUMBER: _ClassVar[int]
    name: str
    types: _containers.RepeatedCompositeFieldContainer[GuardType]
    def __init__(self, name: _Optional[str] = ..., types: _Optional[_Iterable[_Union[GuardType, _Mapping]]] = ...) -> None: ...

class GuardProgram(_message.Message):
    __slots__ = ["checks", "coverage", "inference_id", "inputs", "instructions", "max_slots", "memory_bytes", "model_id", "not_covered", "not_in_cel", "outputs", "slots", "values"]
    class Coverage(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    CHECKS_FIELD_NUMBER: _ClassVar[int]
    COVERAGE_COMPLETE: GuardProgram.Coverage
    COVERAGE_FIELD_NUMBER: _ClassVar[int]
    COVERAGE_PARTIAL: GuardProgram.Coverage
    COVERAGE_UNSPECIFIED: GuardProgram.Coverage
    INFERENCE_ID_FIELD_NUMBER: _ClassVar[int]
    INPUTS_FIELD_NUMBER: _ClassVar[int]
    INSTRUCTIONS_FIELD_NUMBER: _ClassVar[int]
    MAX_SLOTS_FIELD_NUMBER: _ClassVar[int]
    MEMORY_BYTES_FIELD_NUMBER: _ClassVar[int]
    MODEL_ID_FIELD_NUMBER: _ClassVar[int]
    NOT_COVERED_FIELD_NUMBER: _ClassVar[int]
    NOT_IN_CEL_FIELD_NUMBER: _ClassVar[int]
    OUTPUTS_FIELD_NUMBER: _ClassVar[int]
    SLOTS_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    checks: _containers.RepeatedCompositeFieldContainer[GuardCheck]
    coverage: GuardProgram.Coverage
    inference_id: str
    inputs: _containers.RepeatedCompositeFieldContainer[GuardInput]
    instructions: _containers.RepeatedCompositeFieldContainer[GuardInstruction]
    max_slots: _containers.RepeatedScalarFieldContainer[int]
    memory_bytes: int
    model_id: str
    not_covered: _containers.RepeatedCompositeFieldContainer[GuardGap]
    not_in_cel: _containers.RepeatedScalarFieldContainer[int]
    outputs: _containers.RepeatedCompositeFieldContainer[GuardOutput]
    slots: _containers.RepeatedCompositeFieldContainer[GuardSlot]
    values: _containers.RepeatedCompositeFieldContainer[GuardOutput]
    def __init__(self, model_id: _Optional[str] = ..., inference_id: _Optional[str] = ..., inputs: _Optional[_Iterable[_Union[GuardInput, _Mapping]]] = ..., slots: _Optional[_Iterable[_Union[GuardSlot, _Mapping]]] = ..., instructions: _Optional[_Iterable[_Union[GuardInstruction, _Mapping]]] = ..., checks: _Optional[_Iterable[_Union[GuardCheck, _Mapping]]] = ..., outputs: _Optional[_Iterable[_Union[GuardOutput, _Mapping]]] = ..., values: _Optional[_Iterable[_Union[GuardOutput, _Mapping]]] = ..., memory_bytes: _Optional[int] = ..., coverage: _Optional[_Union[GuardProgram.Coverage, str]] = ..., not_covered: _Optional[_Iterable[_Union[GuardGap, _Mapping]]] = ..., max_slots: _Optional[_Iterable[int]] = ..., not_in_cel: _Optional[_Iterable[int]] = ...) -> None: ...

class GuardSlot(_message.Message):
    __slots__ = ["axis", "element", "input"]
    AXIS_FIELD_NUMBER: _ClassVar[int]
    ELEMENT_FIELD_NUMBER: _ClassVar[int]
    INPUT_FIELD_NUMBER: _ClassVar[int]
    axis: int
    element: int
    input: int
    def __init__(self, input: _Optional[int] = ..., axis: _Optional[int] = ..., element: _Optional[int] = ...) -> None: ...

class GuardType(_message.Message):
    __slots__ = ["bytes", "condition", "element_type", "sizes", "unsized", "upper_sizes"]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    CONDITION_FIELD_NUMBER: _ClassVar[int]
    ELEMENT_TYPE_FIELD_NUMBER: _ClassVar[int]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    UNSIZED_FIELD_NUMBER: _ClassVar[int]
    UPPER_SIZES_FIELD_NUMBER: _ClassVar[int]
    bytes: int
    condition: int
    element_type: _shape_pb2.ElementType
    sizes: _containers.RepeatedScalarFieldContainer[int]
    unsized: bool
    upper_sizes: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, condition: _Optional[int] = ..., element_type: _Optional[_Union[_shape_pb2.ElementType, str]] = ..., unsized: bool = ..., sizes: _Optional[_Iterable[int]] = ..., upper_sizes: _Optional[_Iterable[int]] = ..., bytes: _Optional[int] = ...) -> None: ...
