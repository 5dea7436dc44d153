from shapewright.v1 import evaluate_pb2 as _evaluate_pb2
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

class PlanPoint(_message.Message):
    __slots__ = ["binding", "evaluation"]
    BINDING_FIELD_NUMBER: _ClassVar[int]
    EVALUATION_FIELD_NUMBER: _ClassVar[int]
    binding: _evaluate_pb2.Binding
    evaluation: _evaluate_pb2.Evaluation
    def __init__(self, binding: _Optional[_Union[_evaluate_pb2.Binding, _Mapping]] = ..., evaluation: _Optional[_Union[_evaluate_pb2.Evaluation, _Mapping]] = ...) -> None: ...
