from shapewright.v1 import evaluate_pb2 as _evaluate_pb2
from shapewright.v1 import fact_pb2 as _fact_pb2
from shapewright.v1 import model_pb2 as _model_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BucketAxis(_message.Message):
    __slots__ = ["sizes", "symbol"]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    SYMBOL_FIELD_NUMBER: _ClassVar[int]
    sizes: _containers.RepeatedScalarFieldContainer[int]
    symbol: str
    def __init__(self, symbol: _Optional[str] = ..., sizes: _Optional[_Iterable[int]] = ...) -> None: ...

class BucketPlacement(_message.Message):
    __slots__ = ["bucket", "error", "label", "padding", "verdict", "violations"]
    BUCKET_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    PADDING_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    VIOLATIONS_FIELD_NUMBER: _ClassVar[int]
    bucket: int
    error: _fact_pb2.EntryError
    label: str
    padding: float
    verdict: _evaluate_pb2.Evaluation.Verdict
    violations: _containers.RepeatedCompositeFieldContainer[_evaluate_pb2.Violation]
    def __init__(self, label: _Optional[str] = ..., bucket: _Optional[int] = ..., padding: _Optional[float] = ..., error: _Optional[_Union[_fact_pb2.EntryError, _Mapping]] = ..., verdict: _Optional[_Union[_evaluate_pb2.Evaluation.Verdict, str]] = ..., violations: _Optional[_Iterable[_Union[_evaluate_pb2.Violation, _Mapping]]] = ...) -> None: ...

class ChooseBucketsRequest(_message.Message):
    __slots__ = ["buckets", "limits", "model", "observed", "symbols"]
    BUCKETS_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    buckets: int
    limits: _fact_pb2.RequestLimits
    model: _model_pb2.ModelSpec
    observed: _containers.RepeatedCompositeFieldContainer[ObservedSizes]
    symbols: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, model: _Optional[_Union[_model_pb2.ModelSpec, _Mapping]] = ..., symbols: _Optional[_Iterable[str]] = ..., observed: _Optional[_Iterable[_Union[ObservedSizes, _Mapping]]] = ..., buckets: _Optional[int] = ..., limits: _Optional[_Union[_fact_pb2.RequestLimits, _Mapping]] = ...) -> None: ...

class ChooseBucketsResponse(_message.Message):
    __slots__ = ["buckets", "expected_padding", "optimal"]
    BUCKETS_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_PADDING_FIELD_NUMBER: _ClassVar[int]
    OPTIMAL_FIELD_NUMBER: _ClassVar[int]
    buckets: _containers.RepeatedCompositeFieldContainer[ObservedSizes]
    expected_padding: float
    optimal: bool
    def __init__(self, buckets: _Optional[_Iterable[_Union[ObservedSizes, _Mapping]]] = ..., expected_padding: _Optional[float] = ..., optimal: bool = ...) -> None: ...

class ObservedSizes(_message.Message):
    __slots__ = ["count", "sizes"]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    count: int
    sizes: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, sizes: _Optional[_Iterable[int]] = ..., count: _Optional[int] = ...) -> None: ...

class PlanBucketsRequest(_message.Message):
    __slots__ = ["axes", "bindings", "limits", "memory", "model"]
    AXES_FIELD_NUMBER: _ClassVar[int]
    BINDINGS_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    axes: _containers.RepeatedCompositeFieldContainer[BucketAxis]
    bindings: _containers.RepeatedCompositeFieldContainer[_evaluate_pb2.Binding]
    limits: _fact_pb2.RequestLimits
    memory: _evaluate_pb2.MemoryOptions
    model: _model_pb2.ModelSpec
    def __init__(self, model: _Optional[_Union[_model_pb2.ModelSpec, _Mapping]] = ..., axes: _Optional[_Iterable[_Union[BucketAxis, _Mapping]]] = ..., bindings: _Optional[_Iterable[_Union[_evaluate_pb2.Binding, _Mapping]]] = ..., memory: _Optional[_Union[_evaluate_pb2.MemoryOptions, _Mapping]] = ..., limits: _Optional[_Union[_fact_pb2.RequestLimits, _Mapping]] = ...) -> None: ...

class PlanBucketsResponse(_message.Message):
    __slots__ = ["buckets", "placements"]
    BUCKETS_FIELD_NUMBER: _ClassVar[int]
    PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    buckets: _containers.RepeatedCompositeFieldContainer[PlanPoint]
    placements: _containers.RepeatedCompositeFieldContainer[BucketPlacement]
    def __init__(self, buckets: _Optional[_Iterable[_Union[PlanPoint, _Mapping]]] = ..., placements: _Optional[_Iterable[_Union[BucketPlacement, _Mapping]]] = ...) -> None: ...

class PlanPoint(_message.Message):
    __slots__ = ["binding", "evaluation"]
    BINDING_FIELD_NUMBER: _ClassVar[int]
    EVALUATION_FIELD_NUMBER: _ClassVar[int]
    binding: _evaluate_pb2.Binding
    evaluation: _evaluate_pb2.Evaluation
    def __init__(self, binding: _Optional[_Union[_evaluate_pb2.Binding, _Mapping]] = ..., evaluation: _Optional[_Union[_evaluate_pb2.Evaluation, _Mapping]] = ...) -> None: ...

class PlanProfileRequest(_message.Message):
    __slots__ = ["common", "limits", "memory", "model"]
    COMMON_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    common: _containers.RepeatedCompositeFieldContainer[_evaluate_pb2.SymbolSize]
    limits: _fact_pb2.RequestLimits
    memory: _evaluate_pb2.MemoryOptions
    model: _model_pb2.ModelSpec
    def __init__(self, model: _Optional[_Union[_model_pb2.ModelSpec, _Mapping]] = ..., common: _Optional[_Iterable[_Union[_evaluate_pb2.SymbolSize, _Mapping]]] = ..., memory: _Optional[_Union[_evaluate_pb2.MemoryOptions, _Mapping]] = ..., limits: _Optional[_Union[_fact_pb2.RequestLimits, _Mapping]] = ...) -> None: ...

class PlanProfileResponse(_message.Message):
    __slots__ = ["max", "min", "opt"]
    MAX_FIELD_NUMBER: _ClassVar[int]
    MIN_FIELD_NUMBER: _ClassVar[int]
    OPT_FIELD_NUMBER: _ClassVar[int]
    max: PlanPoint
    min: PlanPoint
    opt: PlanPoint
    def __init__(self, min: _Optional[_Union[PlanPoint, _Mapping]] = ..., opt: _Optional[_Union[PlanPoint, _Mapping]] = ..., max: _Optional[_Union[PlanPoint, _Mapping]] = ...) -> None: ...
