from shapewright.v1 import binding_pb2 as _binding_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BucketAdvice(_message.Message):
    __slots__ = ["buckets", "expected_padding", "optimal"]
    BUCKETS_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_PADDING_FIELD_NUMBER: _ClassVar[int]
    OPTIMAL_FIELD_NUMBER: _ClassVar[int]
    buckets: _containers.RepeatedCompositeFieldContainer[HistogramPoint]
    expected_padding: float
    optimal: bool
    def __init__(self, buckets: _Optional[_Iterable[_Union[HistogramPoint, _Mapping]]] = ..., expected_padding: _Optional[float] = ..., optimal: bool = ...) -> None: ...

class BucketAxis(_message.Message):
    __slots__ = ["sizes", "symbol"]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    SYMBOL_FIELD_NUMBER: _ClassVar[int]
    sizes: _containers.RepeatedScalarFieldContainer[int]
    symbol: str
    def __init__(self, symbol: _Optional[str] = ..., sizes: _Optional[_Iterable[int]] = ...) -> None: ...

class Buffer(_message.Message):
    __slots__ = ["bytes", "first_step", "last_step", "offset", "value"]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    FIRST_STEP_FIELD_NUMBER: _ClassVar[int]
    LAST_STEP_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    bytes: int
    first_step: int
    last_step: int
    offset: int
    value: int
    def __init__(self, value: _Optional[int] = ..., offset: _Optional[int] = ..., bytes: _Optional[int] = ..., first_step: _Optional[int] = ..., last_step: _Optional[int] = ...) -> None: ...

class Evaluation(_message.Message):
    __slots__ = ["bucket", "bytes", "label", "memory", "padding_overhead", "sizes", "symbols", "unbound", "upper_sizes", "violations"]
    BUCKET_FIELD_NUMBER: _ClassVar[int]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    PADDING_OVERHEAD_FIELD_NUMBER: _ClassVar[int]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    UNBOUND_FIELD_NUMBER: _ClassVar[int]
    UPPER_SIZES_FIELD_NUMBER: _ClassVar[int]
    VIOLATIONS_FIELD_NUMBER: _ClassVar[int]
    bucket: int
    bytes: _containers.RepeatedScalarFieldContainer[int]
    label: str
    memory: Memory
    padding_overhead: float
    sizes: _containers.RepeatedScalarFieldContainer[int]
    symbols: _containers.RepeatedCompositeFieldContainer[_binding_pb2.SymbolSize]
    unbound: _containers.RepeatedScalarFieldContainer[str]
    upper_sizes: _containers.RepeatedScalarFieldContainer[int]
    violations: _containers.RepeatedCompositeFieldContainer[Violation]
    def __init__(self, label: _Optional[str] = ..., sizes: _Optional[_Iterable[int]] = ..., upper_sizes: _Optional[_Iterable[int]] = ..., bytes: _Optional[_Iterable[int]] = ..., memory: _Optional[_Union[Memory, _Mapping]] = ..., violations: _Optional[_Iterable[_Union[Violation, _Mapping]]] = ..., unbound: _Optional[_Iterable[str]] = ..., padding_overhead: _Optional[float] = ..., bucket: _Optional[int] = ..., symbols: _Optional[_Iterable[_Union[_binding_pb2.SymbolSize, _Mapping]]] = ...) -> None: ...

class Histogram(_message.Message):
    __slots__ = ["buckets", "points", "symbols"]
    BUCKETS_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    buckets: int
    points: _containers.RepeatedCompositeFieldContainer[HistogramPoint]
    symbols: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, symbols: _Optional[_Iterable[str]] = ..., points: _Optional[_Iterable[_Union[HistogramPoint, _Mapping]]] = ..., buckets: _Optional[int] = ...) -> None: ...

class HistogramPoint(_message.Message):
    __slots__ = ["count", "sizes"]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    count: int
    sizes: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, sizes: _Optional[_Iterable[int]] = ..., count: _Optional[int] = ...) -> None: ...

class InputProfile(_message.Message):
    __slots__ = ["input", "max", "max_elements", "min", "min_elements", "needs_elements", "opt", "opt_elements"]
    INPUT_FIELD_NUMBER: _ClassVar[int]
    MAX_ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    MAX_FIELD_NUMBER: _ClassVar[int]
    MIN_ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    MIN_FIELD_NUMBER: _ClassVar[int]
    NEEDS_ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    OPT_ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    OPT_FIELD_NUMBER: _ClassVar[int]
    input: str
    max: _containers.RepeatedScalarFieldContainer[int]
    max_elements: _containers.RepeatedScalarFieldContainer[int]
    min: _containers.RepeatedScalarFieldContainer[int]
    min_elements: _containers.RepeatedScalarFieldContainer[int]
    needs_elements: bool
    opt: _containers.RepeatedScalarFieldContainer[int]
    opt_elements: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, input: _Optional[str] = ..., min: _Optional[_Iterable[int]] = ..., opt: _Optional[_Iterable[int]] = ..., max: _Optional[_Iterable[int]] = ..., needs_elements: bool = ..., min_elements: _Optional[_Iterable[int]] = ..., opt_elements: _Optional[_Iterable[int]] = ..., max_elements: _Optional[_Iterable[int]] = ...) -> None: ...

class Memory(_message.Message):
    __slots__ = ["arena", "inputs_bytes", "intermediates_bytes", "lower_bound_bytes", "outputs_bytes", "overhead", "peak_bytes", "peak_step", "upper_bound", "weights_bytes"]
    ARENA_FIELD_NUMBER: _ClassVar[int]
    INPUTS_BYTES_FIELD_NUMBER: _ClassVar[int]
    INTERMEDIATES_BYTES_FIELD_NUMBER: _ClassVar[int]
    LOWER_BOUND_BYTES_FIELD_NUMBER: _ClassVar[int]
    OUTPUTS_BYTES_FIELD_NUMBER: _ClassVar[int]
    OVERHEAD_FIELD_NUMBER: _ClassVar[int]
    PEAK_BYTES_FIELD_NUMBER: _ClassVar[int]
    PEAK_STEP_FIELD_NUMBER: _ClassVar[int]
    UPPER_BOUND_FIELD_NUMBER: _ClassVar[int]
    WEIGHTS_BYTES_FIELD_NUMBER: _ClassVar[int]
    arena: _containers.RepeatedCompositeFieldContainer[Buffer]
    inputs_bytes: int
    intermediates_bytes: int
    lower_bound_bytes: int
    outputs_bytes: int
    overhead: float
    peak_bytes: int
    peak_step: int
    upper_bound: bool
    weights_bytes: int
    def __init__(self, weights_bytes: _Optional[int] = ..., inputs_bytes: _Optional[int] = ..., outputs_bytes: _Optional[int] = ..., intermediates_bytes: _Optional[int] = ..., peak_bytes: _Optional[int] = ..., lower_bound_bytes: _Optional[int] = ..., arena: _Optional[_Iterable[_Union[Buffer, _Mapping]]] = ..., upper_bound: bool = ..., overhead: _Optional[float] = ..., peak_step: _Optional[int] = ...) -> None: ...

class MemoryOptions(_message.Message):
    __slots__ = ["alignment_bytes", "reuse_in_place"]
    ALIGNMENT_BYTES_FIELD_NUMBER: _ClassVar[int]
    REUSE_IN_PLACE_FIELD_NUMBER: _ClassVar[int]
    alignment_bytes: int
    reuse_in_place: bool
    def __init__(self, alignment_bytes: _Optional[int] = ..., reuse_in_place: bool = ...) -> None: ...

class Violation(_message.Message):
    __slots__ = ["constraint", "left", "message", "right", "suggestion"]
    CONSTRAINT_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    SUGGESTION_FIELD_NUMBER: _ClassVar[int]
    constraint: int
    left: int
    message: str
    right: int
    suggestion: str
    def __init__(self, constraint: _Optional[int] = ..., left: _Optional[int] = ..., right: _Optional[int] = ..., suggestion: _Optional[str] = ..., message: _Optional[str] = ...) -> None: ...
