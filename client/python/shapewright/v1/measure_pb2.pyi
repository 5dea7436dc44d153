from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Mapping as _Mapping, Optional as _Optional, Union as _Union

COUNTING_CONVENTION_ARITHMETIC: CountingConvention
COUNTING_CONVENTION_FVCORE: CountingConvention
COUNTING_CONVENTION_MATRIX: CountingConvention
COUNTING_CONVENTION_ONNX_TOOL: CountingConvention
COUNTING_CONVENTION_TORCH: CountingConvention
COUNTING_CONVENTION_UNSPECIFIED: CountingConvention
COUNTING_CONVENTION_WEIGHTS: CountingConvention
DESCRIPTOR: _descriptor.FileDescriptor

class CostMeasure(_message.Message):
    __slots__ = ["convention", "machine", "weights"]
    CONVENTION_FIELD_NUMBER: _ClassVar[int]
    MACHINE_FIELD_NUMBER: _ClassVar[int]
    WEIGHTS_FIELD_NUMBER: _ClassVar[int]
    convention: CountingConvention
    machine: Machine
    weights: OperationWeights
    def __init__(self, convention: _Optional[_Union[CountingConvention, str]] = ..., weights: _Optional[_Union[OperationWeights, _Mapping]] = ..., machine: _Optional[_Union[Machine, _Mapping]] = ...) -> None: ...

class CostNumbers(_message.Message):
    __slots__ = ["alu", "bytes_read", "bytes_written", "div", "estimated_seconds", "flops", "intensity", "macs", "special", "sqrt", "uncounted_nodes", "upper_bound"]
    ALU_FIELD_NUMBER: _ClassVar[int]
    BYTES_READ_FIELD_NUMBER: _ClassVar[int]
    BYTES_WRITTEN_FIELD_NUMBER: _ClassVar[int]
    DIV_FIELD_NUMBER: _ClassVar[int]
    ESTIMATED_SECONDS_FIELD_NUMBER: _ClassVar[int]
    FLOPS_FIELD_NUMBER: _ClassVar[int]
    INTENSITY_FIELD_NUMBER: _ClassVar[int]
    MACS_FIELD_NUMBER: _ClassVar[int]
    SPECIAL_FIELD_NUMBER: _ClassVar[int]
    SQRT_FIELD_NUMBER: _ClassVar[int]
    UNCOUNTED_NODES_FIELD_NUMBER: _ClassVar[int]
    UPPER_BOUND_FIELD_NUMBER: _ClassVar[int]
    alu: int
    bytes_read: int
    bytes_written: int
    div: int
    estimated_seconds: float
    flops: int
    intensity: float
    macs: int
    special: int
    sqrt: int
    uncounted_nodes: int
    upper_bound: bool
    def __init__(self, macs: _Optional[int] = ..., alu: _Optional[int] = ..., div: _Optional[int] = ..., sqrt: _Optional[int] = ..., special: _Optional[int] = ..., flops: _Optional[int] = ..., bytes_read: _Optional[int] = ..., bytes_written: _Optional[int] = ..., intensity: _Optional[float] = ..., estimated_seconds: _Optional[float] = ..., upper_bound: bool = ..., uncounted_nodes: _Optional[int] = ...) -> None: ...

class Machine(_message.Message):
    __slots__ = ["bytes_per_second", "flops_per_second"]
    BYTES_PER_SECOND_FIELD_NUMBER: _ClassVar[int]
    FLOPS_PER_SECOND_FIELD_NUMBER: _ClassVar[int]
    bytes_per_second: float
    flops_per_second: float
    def __init__(self, flops_per_second: _Optional[float] = ..., bytes_per_second: _Optional[float] = ...) -> None: ...

class OperationWeights(_message.Message):
    __slots__ = ["alu", "div", "mac", "special", "sqrt"]
    ALU_FIELD_NUMBER: _ClassVar[int]
    DIV_FIELD_NUMBER: _ClassVar[int]
    MAC_FIELD_NUMBER: _ClassVar[int]
    SPECIAL_FIELD_NUMBER: _ClassVar[int]
    SQRT_FIELD_NUMBER: _ClassVar[int]
    alu: int
    div: int
    mac: int
    special: int
    sqrt: int
    def __init__(self, mac: _Optional[int] = ..., alu: _Optional[int] = ..., div: _Optional[int] = ..., sqrt: _Optional[int] = ..., special: _Optional[int] = ...) -> None: ...

class CountingConvention(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
