from shapewright.v1 import fact_pb2 as _fact_pb2
from shapewright.v1 import measure_pb2 as _measure_pb2
from shapewright.v1 import model_pb2 as _model_pb2
from shapewright.v1 import shape_pb2 as _shape_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Binding(_message.Message):
    __slots__ = ["inputs", "label", "symbols"]
    INPUTS_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    inputs: _containers.RepeatedCompositeFieldContainer[InputSizes]
    label: str
    symbols: _containers.RepeatedCompositeFieldContainer[SymbolSize]
    def __init__(self, label: _Optional[str] = ..., inputs: _Optional[_Iterable[_Union[InputSizes, _Mapping]]] = ..., symbols: _Optional[_Iterable[_Union[SymbolSize, _Mapping]]] = ...) -> None: ...

class Buffer(_message.Message):
    __slots__ = ["bytes", "first_node", "last_node", "offset", "value"]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    FIRST_NODE_FIELD_NUMBER: _ClassVar[int]
    LAST_NODE_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    bytes: int
    first_node: int
    last_node: int
    offset: int
    value: int
    def __init__(self, value: _Optional[int] = ..., offset: _Optional[int] = ..., bytes: _Optional[int] = ..., first_node: _Optional[int] = ..., last_node: _Optional[int] = ...) -> None: ...

class EvaluateShapesRequest(_message.Message):
    __slots__ = ["bindings", "cost", "limits", "memory", "model", "packed", "scenarios", "values"]
    BINDINGS_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    PACKED_FIELD_NUMBER: _ClassVar[int]
    SCENARIOS_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    bindings: _containers.RepeatedCompositeFieldContainer[Binding]
    cost: _measure_pb2.CostMeasure
    limits: _fact_pb2.RequestLimits
    memory: MemoryOptions
    model: _model_pb2.ModelSpec
    packed: PackedValues
    scenarios: _containers.RepeatedCompositeFieldContainer[_model_pb2.Scenario]
    values: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, model: _Optional[_Union[_model_pb2.ModelSpec, _Mapping]] = ..., bindings: _Optional[_Iterable[_Union[Binding, _Mapping]]] = ..., values: _Optional[_Iterable[str]] = ..., memory: _Optional[_Union[MemoryOptions, _Mapping]] = ..., packed: _Optional[_Union[PackedValues, _Mapping]] = ..., limits: _Optional[_Union[_fact_pb2.RequestLimits, _Mapping]] = ..., scenarios: _Optional[_Iterable[_Union[_model_pb2.Scenario, _Mapping]]] = ..., cost: _Optional[_Union[_measure_pb2.CostMeasure, _Mapping]] = ...) -> None: ...

class EvaluateShapesResponse(_message.Message):
    __slots__ = ["evaluations", "packed_index"]
    EVALUATIONS_FIELD_NUMBER: _ClassVar[int]
    PACKED_INDEX_FIELD_NUMBER: _ClassVar[int]
    evaluations: _containers.RepeatedCompositeFieldContainer[Evaluation]
    packed_index: PackedIndex
    def __init__(self, evaluations: _Optional[_Iterable[_Union[Evaluation, _Mapping]]] = ..., packed_index: _Optional[_Union[PackedIndex, _Mapping]] = ...) -> None: ...

class Evaluation(_message.Message):
    __slots__ = ["cost", "error", "label", "memory", "outputs", "packed", "scenario", "unbound", "values", "verdict", "violations"]
    class Verdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    COST_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    OUTPUTS_FIELD_NUMBER: _ClassVar[int]
    PACKED_FIELD_NUMBER: _ClassVar[int]
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    UNBOUND_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    VERDICT_INVALID: Evaluation.Verdict
    VERDICT_OPEN: Evaluation.Verdict
    VERDICT_UNSPECIFIED: Evaluation.Verdict
    VERDICT_VALID: Evaluation.Verdict
    VIOLATIONS_FIELD_NUMBER: _ClassVar[int]
    cost: _measure_pb2.CostNumbers
    error: _fact_pb2.EntryError
    label: str
    memory: Memory
    outputs: _containers.RepeatedCompositeFieldContainer[ValueSize]
    packed: PackedSizes
    scenario: str
    unbound: _containers.RepeatedScalarFieldContainer[str]
    values: _containers.RepeatedCompositeFieldContainer[ValueSize]
    verdict: Evaluation.Verdict
    violations: _containers.RepeatedCompositeFieldContainer[Violation]
    def __init__(self, label: _Optional[str] = ..., verdict: _Optional[_Union[Evaluation.Verdict, str]] = ..., outputs: _Optional[_Iterable[_Union[ValueSize, _Mapping]]] = ..., values: _Optional[_Iterable[_Union[ValueSize, _Mapping]]] = ..., violations: _Optional[_Iterable[_Union[Violation, _Mapping]]] = ..., unbound: _Optional[_Iterable[str]] = ..., memory: _Optional[_Union[Memory, _Mapping]] = ..., packed: _Optional[_Union[PackedSizes, _Mapping]] = ..., error: _Optional[_Union[_fact_pb2.EntryError, _Mapping]] = ..., scenario: _Optional[str] = ..., cost: _Optional[_Union[_measure_pb2.CostNumbers, _Mapping]] = ...) -> None: ...

class InputSizes(_message.Message):
    __slots__ = ["name", "scalar", "sizes", "values"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SCALAR_FIELD_NUMBER: _ClassVar[int]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    name: str
    scalar: bool
    sizes: _containers.RepeatedScalarFieldContainer[int]
    values: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, name: _Optional[str] = ..., sizes: _Optional[_Iterable[int]] = ..., values: _Optional[_Iterable[int]] = ..., scalar: bool = ...) -> None: ...

class Memory(_message.Message):
    __slots__ = ["inputs_bytes", "intermediates_bytes", "lower_bound_bytes", "outputs_bytes", "peak_bytes", "peak_node", "plan", "total_bytes", "upper_bound", "weights_bytes"]
    INPUTS_BYTES_FIELD_NUMBER: _ClassVar[int]
    INTERMEDIATES_BYTES_FIELD_NUMBER: _ClassVar[int]
    LOWER_BOUND_BYTES_FIELD_NUMBER: _ClassVar[int]
    OUTPUTS_BYTES_FIELD_NUMBER: _ClassVar[int]
    PEAK_BYTES_FIELD_NUMBER: _ClassVar[int]
    PEAK_NODE_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    TOTAL_BYTES_FIELD_NUMBER: _ClassVar[int]
    UPPER_BOUND_FIELD_NUMBER: _ClassVar[int]
    WEIGHTS_BYTES_FIELD_NUMBER: _ClassVar[int]
    inputs_bytes: int
    intermediates_bytes: int
    lower_bound_bytes: int
    outputs_bytes: int
    peak_bytes: int
    peak_node: int
    plan: _containers.RepeatedCompositeFieldContainer[Buffer]
    total_bytes: int
    upper_bound: bool
    weights_bytes: int
    def __init__(self, total_bytes: _Optional[int] = ..., weights_bytes: _Optional[int] = ..., inputs_bytes: _Optional[int] = ..., outputs_bytes: _Optional[int] = ..., peak_bytes: _Optional[int] = ..., lower_bound_bytes: _Optional[int] = ..., intermediates_bytes: _Optional[int] = ..., peak_node: _Optional[int] = ..., upper_bound: bool = ..., plan: _Optional[_Iterable[_Union[Buffer, _Mapping]]] = ...) -> None: ...

class MemoryOptions(_message.Message):
    __slots__ = ["alignment_bytes", "reuse_in_place", "with_plan"]
    ALIGNMENT_BYTES_FIELD_NUMBER: _ClassVar[int]
    REUSE_IN_PLACE_FIELD_NUMBER: _ClassVar[int]
    WITH_PLAN_FIELD_NUMBER: _ClassVar[int]
    alignment_bytes: int
    reuse_in_place: bool
    with_plan: bool
    def __init__(self, alignment_bytes: _Optional[int] = ..., reuse_in_place: bool = ..., with_plan: bool = ...) -> None: ...

class PackedIndex(_message.Message):
    __slots__ = ["ranks", "values"]
    RANKS_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    ranks: _containers.RepeatedScalarFieldContainer[int]
    values: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, values: _Optional[_Iterable[int]] = ..., ranks: _Optional[_Iterable[int]] = ...) -> None: ...

class PackedSizes(_message.Message):
    __slots__ = ["bytes", "ranks", "sizes", "upper_sizes"]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    RANKS_FIELD_NUMBER: _ClassVar[int]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    UPPER_SIZES_FIELD_NUMBER: _ClassVar[int]
    bytes: _containers.RepeatedScalarFieldContainer[int]
    ranks: _containers.RepeatedScalarFieldContainer[int]
    sizes: _containers.RepeatedScalarFieldContainer[int]
    upper_sizes: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, sizes: _Optional[_Iterable[int]] = ..., upper_sizes: _Optional[_Iterable[int]] = ..., bytes: _Optional[_Iterable[int]] = ..., ranks: _Optional[_Iterable[int]] = ...) -> None: ...

class PackedValues(_message.Message):
    __slots__ = ["all_graphs", "with_bytes", "without_index"]
    ALL_GRAPHS_FIELD_NUMBER: _ClassVar[int]
    WITHOUT_INDEX_FIELD_NUMBER: _ClassVar[int]
    WITH_BYTES_FIELD_NUMBER: _ClassVar[int]
    all_graphs: bool
    with_bytes: bool
    without_index: bool
    def __init__(self, all_graphs: bool = ..., with_bytes: bool = ..., without_index: bool = ...) -> None: ...

class SymbolSize(_message.Message):
    __slots__ = ["size", "symbol"]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    SYMBOL_FIELD_NUMBER: _ClassVar[int]
    size: int
    symbol: str
    def __init__(self, symbol: _Optional[str] = ..., size: _Optional[int] = ...) -> None: ...

class ValueSize(_message.Message):
    __slots__ = ["bytes", "element_type", "name", "sizes", "unsized", "upper_sizes"]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    ELEMENT_TYPE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    UNSIZED_FIELD_NUMBER: _ClassVar[int]
    UPPER_SIZES_FIELD_NUMBER: _ClassVar[int]
    bytes: int
    element_type: _shape_pb2.ElementType
    name: str
    sizes: _containers.RepeatedScalarFieldContainer[int]
    unsized: bool
    upper_sizes: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, name: _Optional[str] = ..., element_type: _Optional[_Union[_shape_pb2.ElementType, str]] = ..., sizes: _Optional[_Iterable[int]] = ..., upper_sizes: _Optional[_Iterable[int]] = ..., bytes: _Optional[int] = ..., unsized: bool = ...) -> None: ...

class Violation(_message.Message):
    __slots__ = ["fact", "kind", "left", "message", "right", "suggestion"]
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    FACT_FIELD_NUMBER: _ClassVar[int]
    KIND_BINDING: Violation.Kind
    KIND_FACT: Violation.Kind
    KIND_FIELD_NUMBER: _ClassVar[int]
    KIND_MODEL: Violation.Kind
    KIND_OVERFLOW: Violation.Kind
    KIND_UNDEFINED: Violation.Kind
    KIND_UNSPECIFIED: Violation.Kind
    LEFT_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    SUGGESTION_FIELD_NUMBER: _ClassVar[int]
    fact: int
    kind: Violation.Kind
    left: int
    message: str
    right: int
    suggestion: str
    def __init__(self, kind: _Optional[_Union[Violation.Kind, str]] = ..., message: _Optional[str] = ..., suggestion: _Optional[str] = ..., fact: _Optional[int] = ..., left: _Optional[int] = ..., right: _Optional[int] = ...) -> None: ...
