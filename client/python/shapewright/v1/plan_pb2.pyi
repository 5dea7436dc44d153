from shapewright.v1 import evaluate_pb2 as _evaluate_pb2
from shapewright.v1 import fact_pb2 as _fact_pb2
from shapewright.v1 import model_pb2 as _model_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
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

class Budget(_message.Message):
    __slots__ = ["amount", "quantity"]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    QUANTITY_FIELD_NUMBER: _ClassVar[int]
    amount: int
    quantity: Quantity
    def __init__(self, quantity: _Optional[_Union[Quantity, _Mapping]] = ..., amount: _Optional[int] = ...) -> None: ...

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

class FindLargestSizesRequest(_message.Message):
    __slots__ = ["binding", "budget", "limits", "memory", "model", "symbols"]
    BINDING_FIELD_NUMBER: _ClassVar[int]
    BUDGET_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    binding: _evaluate_pb2.Binding
    budget: Budget
    limits: _fact_pb2.RequestLimits
    memory: _evaluate_pb2.MemoryOptions
    model: _model_pb2.ModelSpec
    symbols: _containers.RepeatedCompositeFieldContainer[SizeRange]
    def __init__(self, model: _Optional[_Union[_model_pb2.ModelSpec, _Mapping]] = ..., symbols: _Optional[_Iterable[_Union[SizeRange, _Mapping]]] = ..., budget: _Optional[_Union[Budget, _Mapping]] = ..., binding: _Optional[_Union[_evaluate_pb2.Binding, _Mapping]] = ..., memory: _Optional[_Union[_evaluate_pb2.MemoryOptions, _Mapping]] = ..., limits: _Optional[_Union[_fact_pb2.RequestLimits, _Mapping]] = ...) -> None: ...

class FindLargestSizesResponse(_message.Message):
    __slots__ = ["at_least", "at_most", "certificate", "frontier", "largest", "largest_prefix", "limit", "next", "outer", "point", "prefix_at_least"]
    class Certificate(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    class Limit(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    AT_LEAST_FIELD_NUMBER: _ClassVar[int]
    AT_MOST_FIELD_NUMBER: _ClassVar[int]
    CERTIFICATE_BOUNDED: FindLargestSizesResponse.Certificate
    CERTIFICATE_EXACT: FindLargestSizesResponse.Certificate
    CERTIFICATE_FIELD_NUMBER: _ClassVar[int]
    CERTIFICATE_UNSPECIFIED: FindLargestSizesResponse.Certificate
    FRONTIER_FIELD_NUMBER: _ClassVar[int]
    LARGEST_FIELD_NUMBER: _ClassVar[int]
    LARGEST_PREFIX_FIELD_NUMBER: _ClassVar[int]
    LIMIT_BUDGET: FindLargestSizesResponse.Limit
    LIMIT_FACT: FindLargestSizesResponse.Limit
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    LIMIT_NONE: FindLargestSizesResponse.Limit
    LIMIT_RANGE: FindLargestSizesResponse.Limit
    LIMIT_UNSPECIFIED: FindLargestSizesResponse.Limit
    NEXT_FIELD_NUMBER: _ClassVar[int]
    OUTER_FIELD_NUMBER: _ClassVar[int]
    POINT_FIELD_NUMBER: _ClassVar[int]
    PREFIX_AT_LEAST_FIELD_NUMBER: _ClassVar[int]
    at_least: int
    at_most: int
    certificate: FindLargestSizesResponse.Certificate
    frontier: _containers.RepeatedCompositeFieldContainer[SizePair]
    largest: int
    largest_prefix: int
    limit: FindLargestSizesResponse.Limit
    next: PlanPoint
    outer: _containers.RepeatedCompositeFieldContainer[SizePair]
    point: PlanPoint
    prefix_at_least: int
    def __init__(self, largest: _Optional[int] = ..., largest_prefix: _Optional[int] = ..., point: _Optional[_Union[PlanPoint, _Mapping]] = ..., limit: _Optional[_Union[FindLargestSizesResponse.Limit, str]] = ..., next: _Optional[_Union[PlanPoint, _Mapping]] = ..., certificate: _Optional[_Union[FindLargestSizesResponse.Certificate, str]] = ..., at_least: _Optional[int] = ..., at_most: _Optional[int] = ..., prefix_at_least: _Optional[int] = ..., frontier: _Optional[_Iterable[_Union[SizePair, _Mapping]]] = ..., outer: _Optional[_Iterable[_Union[SizePair, _Mapping]]] = ...) -> None: ...

class FindSymbolsToBindRequest(_message.Message):
    __slots__ = ["goal", "limits", "model", "values"]
    class Goal(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    GOAL_BOUNDED: FindSymbolsToBindRequest.Goal
    GOAL_FIELD_NUMBER: _ClassVar[int]
    GOAL_SMALL: FindSymbolsToBindRequest.Goal
    GOAL_STATIC: FindSymbolsToBindRequest.Goal
    GOAL_UNSPECIFIED: FindSymbolsToBindRequest.Goal
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    goal: FindSymbolsToBindRequest.Goal
    limits: _fact_pb2.RequestLimits
    model: _model_pb2.ModelSpec
    values: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, model: _Optional[_Union[_model_pb2.ModelSpec, _Mapping]] = ..., goal: _Optional[_Union[FindSymbolsToBindRequest.Goal, str]] = ..., values: _Optional[_Iterable[str]] = ..., limits: _Optional[_Union[_fact_pb2.RequestLimits, _Mapping]] = ...) -> None: ...

class FindSymbolsToBindResponse(_message.Message):
    __slots__ = ["optimal", "symbols", "unreached"]
    OPTIMAL_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    UNREACHED_FIELD_NUMBER: _ClassVar[int]
    optimal: bool
    symbols: _containers.RepeatedCompositeFieldContainer[SymbolToBind]
    unreached: _containers.RepeatedCompositeFieldContainer[UnreachedValue]
    def __init__(self, symbols: _Optional[_Iterable[_Union[SymbolToBind, _Mapping]]] = ..., optimal: bool = ..., unreached: _Optional[_Iterable[_Union[UnreachedValue, _Mapping]]] = ...) -> None: ...

class Observations(_message.Message):
    __slots__ = ["sizes", "symbols"]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    sizes: _containers.RepeatedCompositeFieldContainer[ObservedSizes]
    symbols: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, symbols: _Optional[_Iterable[str]] = ..., sizes: _Optional[_Iterable[_Union[ObservedSizes, _Mapping]]] = ...) -> None: ...

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
    __slots__ = ["amount", "binding", "evaluation"]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    BINDING_FIELD_NUMBER: _ClassVar[int]
    EVALUATION_FIELD_NUMBER: _ClassVar[int]
    amount: int
    binding: _evaluate_pb2.Binding
    evaluation: _evaluate_pb2.Evaluation
    def __init__(self, binding: _Optional[_Union[_evaluate_pb2.Binding, _Mapping]] = ..., evaluation: _Optional[_Union[_evaluate_pb2.Evaluation, _Mapping]] = ..., amount: _Optional[int] = ...) -> None: ...

class PlanProfilesRequest(_message.Message):
    __slots__ = ["common", "limits", "memory", "model", "observed", "profiles"]
    COMMON_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_FIELD_NUMBER: _ClassVar[int]
    PROFILES_FIELD_NUMBER: _ClassVar[int]
    common: _containers.RepeatedCompositeFieldContainer[_evaluate_pb2.SymbolSize]
    limits: _fact_pb2.RequestLimits
    memory: _evaluate_pb2.MemoryOptions
    model: _model_pb2.ModelSpec
    observed: Observations
    profiles: int
    def __init__(self, model: _Optional[_Union[_model_pb2.ModelSpec, _Mapping]] = ..., common: _Optional[_Iterable[_Union[_evaluate_pb2.SymbolSize, _Mapping]]] = ..., memory: _Optional[_Union[_evaluate_pb2.MemoryOptions, _Mapping]] = ..., limits: _Optional[_Union[_fact_pb2.RequestLimits, _Mapping]] = ..., observed: _Optional[_Union[Observations, _Mapping]] = ..., profiles: _Optional[int] = ...) -> None: ...

class PlanProfilesResponse(_message.Message):
    __slots__ = ["expected_padding", "optimal", "profiles"]
    EXPECTED_PADDING_FIELD_NUMBER: _ClassVar[int]
    OPTIMAL_FIELD_NUMBER: _ClassVar[int]
    PROFILES_FIELD_NUMBER: _ClassVar[int]
    expected_padding: float
    optimal: bool
    profiles: _containers.RepeatedCompositeFieldContainer[Profile]
    def __init__(self, profiles: _Optional[_Iterable[_Union[Profile, _Mapping]]] = ..., expected_padding: _Optional[float] = ..., optimal: bool = ...) -> None: ...

class Profile(_message.Message):
    __slots__ = ["count", "inconsistent", "max", "min", "opt", "proof", "undecided", "witness"]
    class Proof(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    COUNT_FIELD_NUMBER: _ClassVar[int]
    INCONSISTENT_FIELD_NUMBER: _ClassVar[int]
    MAX_FIELD_NUMBER: _ClassVar[int]
    MIN_FIELD_NUMBER: _ClassVar[int]
    OPT_FIELD_NUMBER: _ClassVar[int]
    PROOF_FIELD_NUMBER: _ClassVar[int]
    PROOF_OPEN: Profile.Proof
    PROOF_PROVED: Profile.Proof
    PROOF_UNSPECIFIED: Profile.Proof
    PROOF_WITNESS: Profile.Proof
    UNDECIDED_FIELD_NUMBER: _ClassVar[int]
    WITNESS_FIELD_NUMBER: _ClassVar[int]
    count: int
    inconsistent: _evaluate_pb2.Binding
    max: PlanPoint
    min: PlanPoint
    opt: PlanPoint
    proof: Profile.Proof
    undecided: _containers.RepeatedCompositeFieldContainer[SizeRange]
    witness: PlanPoint
    def __init__(self, min: _Optional[_Union[PlanPoint, _Mapping]] = ..., opt: _Optional[_Union[PlanPoint, _Mapping]] = ..., max: _Optional[_Union[PlanPoint, _Mapping]] = ..., proof: _Optional[_Union[Profile.Proof, str]] = ..., witness: _Optional[_Union[PlanPoint, _Mapping]] = ..., undecided: _Optional[_Iterable[_Union[SizeRange, _Mapping]]] = ..., inconsistent: _Optional[_Union[_evaluate_pb2.Binding, _Mapping]] = ..., count: _Optional[int] = ...) -> None: ...

class Quantity(_message.Message):
    __slots__ = ["bytes_of", "elements_of", "expression", "memory"]
    class MemoryQuantity(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    BYTES_OF_FIELD_NUMBER: _ClassVar[int]
    ELEMENTS_OF_FIELD_NUMBER: _ClassVar[int]
    EXPRESSION_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    MEMORY_QUANTITY_LOWER_BOUND: Quantity.MemoryQuantity
    MEMORY_QUANTITY_OUTPUTS: Quantity.MemoryQuantity
    MEMORY_QUANTITY_PEAK: Quantity.MemoryQuantity
    MEMORY_QUANTITY_TOTAL: Quantity.MemoryQuantity
    MEMORY_QUANTITY_UNSPECIFIED: Quantity.MemoryQuantity
    MEMORY_QUANTITY_WITHOUT_WEIGHTS: Quantity.MemoryQuantity
    bytes_of: str
    elements_of: str
    expression: str
    memory: Quantity.MemoryQuantity
    def __init__(self, memory: _Optional[_Union[Quantity.MemoryQuantity, str]] = ..., bytes_of: _Optional[str] = ..., elements_of: _Optional[str] = ..., expression: _Optional[str] = ...) -> None: ...

class SizePair(_message.Message):
    __slots__ = ["amount", "first", "second"]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    amount: int
    first: int
    second: int
    def __init__(self, first: _Optional[int] = ..., second: _Optional[int] = ..., amount: _Optional[int] = ...) -> None: ...

class SizeRange(_message.Message):
    __slots__ = ["greatest", "least", "symbol"]
    GREATEST_FIELD_NUMBER: _ClassVar[int]
    LEAST_FIELD_NUMBER: _ClassVar[int]
    SYMBOL_FIELD_NUMBER: _ClassVar[int]
    greatest: int
    least: int
    symbol: str
    def __init__(self, symbol: _Optional[str] = ..., least: _Optional[int] = ..., greatest: _Optional[int] = ...) -> None: ...

class SymbolToBind(_message.Message):
    __slots__ = ["greatest", "symbol"]
    GREATEST_FIELD_NUMBER: _ClassVar[int]
    SYMBOL_FIELD_NUMBER: _ClassVar[int]
    greatest: int
    symbol: str
    def __init__(self, symbol: _Optional[str] = ..., greatest: _Optional[int] = ...) -> None: ...

class UnreachedValue(_message.Message):
    __slots__ = ["reason", "value"]
    REASON_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    reason: str
    value: _model_pb2.ValueRef
    def __init__(self, value: _Optional[_Union[_model_pb2.ValueRef, _Mapping]] = ..., reason: _Optional[str] = ...) -> None: ...
