from shapewright.v1 import evaluate_pb2 as _evaluate_pb2
from shapewright.v1 import fact_pb2 as _fact_pb2
from shapewright.v1 import measure_pb2 as _measure_pb2
from shapewright.v1 import model_pb2 as _model_pb2
from shapewright.v1 import shape_pb2 as _shape_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

COST_GROUPING_ELEMENT_TYPE: CostGrouping
COST_GROUPING_NODE: CostGrouping
COST_GROUPING_OPERATOR: CostGrouping
COST_GROUPING_SCOPE: CostGrouping
COST_GROUPING_UNSPECIFIED: CostGrouping
DESCRIPTOR: _descriptor.FileDescriptor

class Cost(_message.Message):
    __slots__ = ["alu", "bytes_read", "bytes_written", "div", "flops", "macs", "parameter_bytes", "parameters", "special", "sqrt", "uncounted_nodes", "upper_bound"]
    ALU_FIELD_NUMBER: _ClassVar[int]
    BYTES_READ_FIELD_NUMBER: _ClassVar[int]
    BYTES_WRITTEN_FIELD_NUMBER: _ClassVar[int]
    DIV_FIELD_NUMBER: _ClassVar[int]
    FLOPS_FIELD_NUMBER: _ClassVar[int]
    MACS_FIELD_NUMBER: _ClassVar[int]
    PARAMETERS_FIELD_NUMBER: _ClassVar[int]
    PARAMETER_BYTES_FIELD_NUMBER: _ClassVar[int]
    SPECIAL_FIELD_NUMBER: _ClassVar[int]
    SQRT_FIELD_NUMBER: _ClassVar[int]
    UNCOUNTED_NODES_FIELD_NUMBER: _ClassVar[int]
    UPPER_BOUND_FIELD_NUMBER: _ClassVar[int]
    alu: _shape_pb2.Amount
    bytes_read: _shape_pb2.Amount
    bytes_written: _shape_pb2.Amount
    div: _shape_pb2.Amount
    flops: _shape_pb2.Amount
    macs: _shape_pb2.Amount
    parameter_bytes: int
    parameters: int
    special: _shape_pb2.Amount
    sqrt: _shape_pb2.Amount
    uncounted_nodes: int
    upper_bound: bool
    def __init__(self, macs: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., alu: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., div: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., sqrt: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., special: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., flops: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., bytes_read: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., bytes_written: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., parameters: _Optional[int] = ..., parameter_bytes: _Optional[int] = ..., uncounted_nodes: _Optional[int] = ..., upper_bound: bool = ...) -> None: ...

class CostEntry(_message.Message):
    __slots__ = ["cost", "grouping", "name", "node", "nodes", "op_type"]
    COST_FIELD_NUMBER: _ClassVar[int]
    GROUPING_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    NODE_FIELD_NUMBER: _ClassVar[int]
    OP_TYPE_FIELD_NUMBER: _ClassVar[int]
    cost: Cost
    grouping: CostGrouping
    name: str
    node: int
    nodes: int
    op_type: str
    def __init__(self, grouping: _Optional[_Union[CostGrouping, str]] = ..., name: _Optional[str] = ..., node: _Optional[int] = ..., op_type: _Optional[str] = ..., nodes: _Optional[int] = ..., cost: _Optional[_Union[Cost, _Mapping]] = ...) -> None: ...

class CostEvaluation(_message.Message):
    __slots__ = ["bytes_per_token", "error", "groups", "label", "memory_bytes", "peak_node", "total", "unbound", "violations"]
    BYTES_PER_TOKEN_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    MEMORY_BYTES_FIELD_NUMBER: _ClassVar[int]
    PEAK_NODE_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    UNBOUND_FIELD_NUMBER: _ClassVar[int]
    VIOLATIONS_FIELD_NUMBER: _ClassVar[int]
    bytes_per_token: int
    error: _fact_pb2.EntryError
    groups: _containers.RepeatedCompositeFieldContainer[_measure_pb2.CostNumbers]
    label: str
    memory_bytes: int
    peak_node: int
    total: _measure_pb2.CostNumbers
    unbound: _containers.RepeatedScalarFieldContainer[str]
    violations: _containers.RepeatedCompositeFieldContainer[_evaluate_pb2.Violation]
    def __init__(self, label: _Optional[str] = ..., total: _Optional[_Union[_measure_pb2.CostNumbers, _Mapping]] = ..., groups: _Optional[_Iterable[_Union[_measure_pb2.CostNumbers, _Mapping]]] = ..., bytes_per_token: _Optional[int] = ..., memory_bytes: _Optional[int] = ..., peak_node: _Optional[int] = ..., unbound: _Optional[_Iterable[str]] = ..., violations: _Optional[_Iterable[_Union[_evaluate_pb2.Violation, _Mapping]]] = ..., error: _Optional[_Union[_fact_pb2.EntryError, _Mapping]] = ...) -> None: ...

class CostParts(_message.Message):
    __slots__ = ["group_by", "scope_depth"]
    GROUP_BY_FIELD_NUMBER: _ClassVar[int]
    SCOPE_DEPTH_FIELD_NUMBER: _ClassVar[int]
    group_by: _containers.RepeatedScalarFieldContainer[CostGrouping]
    scope_depth: int
    def __init__(self, group_by: _Optional[_Iterable[_Union[CostGrouping, str]]] = ..., scope_depth: _Optional[int] = ...) -> None: ...

class EstimateCostRequest(_message.Message):
    __slots__ = ["bindings", "limits", "measure", "memory", "model", "parts", "states"]
    BINDINGS_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    MEASURE_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    STATES_FIELD_NUMBER: _ClassVar[int]
    bindings: _containers.RepeatedCompositeFieldContainer[_evaluate_pb2.Binding]
    limits: _fact_pb2.RequestLimits
    measure: _measure_pb2.CostMeasure
    memory: _evaluate_pb2.MemoryOptions
    model: _model_pb2.ModelSpec
    parts: CostParts
    states: _containers.RepeatedCompositeFieldContainer[ModelState]
    def __init__(self, model: _Optional[_Union[_model_pb2.ModelSpec, _Mapping]] = ..., measure: _Optional[_Union[_measure_pb2.CostMeasure, _Mapping]] = ..., parts: _Optional[_Union[CostParts, _Mapping]] = ..., bindings: _Optional[_Iterable[_Union[_evaluate_pb2.Binding, _Mapping]]] = ..., memory: _Optional[_Union[_evaluate_pb2.MemoryOptions, _Mapping]] = ..., states: _Optional[_Iterable[_Union[ModelState, _Mapping]]] = ..., limits: _Optional[_Union[_fact_pb2.RequestLimits, _Mapping]] = ...) -> None: ...

class EstimateCostResponse(_message.Message):
    __slots__ = ["evaluations", "groups", "memory", "operators", "states", "symbols", "total"]
    EVALUATIONS_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    OPERATORS_FIELD_NUMBER: _ClassVar[int]
    STATES_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    evaluations: _containers.RepeatedCompositeFieldContainer[CostEvaluation]
    groups: _containers.RepeatedCompositeFieldContainer[CostEntry]
    memory: PeakMemory
    operators: _containers.RepeatedCompositeFieldContainer[OperatorCount]
    states: StateGrowth
    symbols: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Symbol]
    total: CostEntry
    def __init__(self, total: _Optional[_Union[CostEntry, _Mapping]] = ..., groups: _Optional[_Iterable[_Union[CostEntry, _Mapping]]] = ..., operators: _Optional[_Iterable[_Union[OperatorCount, _Mapping]]] = ..., states: _Optional[_Union[StateGrowth, _Mapping]] = ..., memory: _Optional[_Union[PeakMemory, _Mapping]] = ..., symbols: _Optional[_Iterable[_Union[_fact_pb2.Symbol, _Mapping]]] = ..., evaluations: _Optional[_Iterable[_Union[CostEvaluation, _Mapping]]] = ...) -> None: ...

class ModelState(_message.Message):
    __slots__ = ["input", "output"]
    INPUT_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    input: str
    output: str
    def __init__(self, input: _Optional[str] = ..., output: _Optional[str] = ...) -> None: ...

class OperatorCount(_message.Message):
    __slots__ = ["first", "kind", "nodes", "op_type", "reason"]
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    FIRST_FIELD_NUMBER: _ClassVar[int]
    KIND_COUNTED: OperatorCount.Kind
    KIND_FIELD_NUMBER: _ClassVar[int]
    KIND_FREE: OperatorCount.Kind
    KIND_UNCOUNTED: OperatorCount.Kind
    KIND_UNSPECIFIED: OperatorCount.Kind
    NODES_FIELD_NUMBER: _ClassVar[int]
    OP_TYPE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    first: _fact_pb2.Site
    kind: OperatorCount.Kind
    nodes: int
    op_type: str
    reason: str
    def __init__(self, op_type: _Optional[str] = ..., kind: _Optional[_Union[OperatorCount.Kind, str]] = ..., nodes: _Optional[int] = ..., reason: _Optional[str] = ..., first: _Optional[_Union[_fact_pb2.Site, _Mapping]] = ...) -> None: ...

class PeakCandidate(_message.Message):
    __slots__ = ["bytes", "name", "node", "op_type", "when"]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    NODE_FIELD_NUMBER: _ClassVar[int]
    OP_TYPE_FIELD_NUMBER: _ClassVar[int]
    WHEN_FIELD_NUMBER: _ClassVar[int]
    bytes: _shape_pb2.Amount
    name: str
    node: int
    op_type: str
    when: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, node: _Optional[int] = ..., name: _Optional[str] = ..., op_type: _Optional[str] = ..., bytes: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., when: _Optional[_Iterable[str]] = ...) -> None: ...

class PeakMemory(_message.Message):
    __slots__ = ["at_most", "bytes", "candidates", "lower_bound", "upper_bound"]
    AT_MOST_FIELD_NUMBER: _ClassVar[int]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    CANDIDATES_FIELD_NUMBER: _ClassVar[int]
    LOWER_BOUND_FIELD_NUMBER: _ClassVar[int]
    UPPER_BOUND_FIELD_NUMBER: _ClassVar[int]
    at_most: _shape_pb2.Amount
    bytes: _shape_pb2.Amount
    candidates: _containers.RepeatedCompositeFieldContainer[PeakCandidate]
    lower_bound: bool
    upper_bound: bool
    def __init__(self, bytes: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., lower_bound: bool = ..., upper_bound: bool = ..., at_most: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., candidates: _Optional[_Iterable[_Union[PeakCandidate, _Mapping]]] = ...) -> None: ...

class StateGrowth(_message.Message):
    __slots__ = ["bytes", "bytes_per_token", "pairs"]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    BYTES_PER_TOKEN_FIELD_NUMBER: _ClassVar[int]
    PAIRS_FIELD_NUMBER: _ClassVar[int]
    bytes: _shape_pb2.Amount
    bytes_per_token: _shape_pb2.Amount
    pairs: _containers.RepeatedCompositeFieldContainer[ModelState]
    def __init__(self, pairs: _Optional[_Iterable[_Union[ModelState, _Mapping]]] = ..., bytes_per_token: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., bytes: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ...) -> None: ...

class CostGrouping(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
