from shapewright.v1 import evaluate_pb2 as _evaluate_pb2
from shapewright.v1 import fact_pb2 as _fact_pb2
from shapewright.v1 import infer_pb2 as _infer_pb2
from shapewright.v1 import model_pb2 as _model_pb2
from shapewright.v1 import shape_pb2 as _shape_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Chain(_message.Message):
    __slots__ = ["link_equal_names", "links", "operator_rules", "outputs", "premises", "stages", "states"]
    LINKS_FIELD_NUMBER: _ClassVar[int]
    LINK_EQUAL_NAMES_FIELD_NUMBER: _ClassVar[int]
    OPERATOR_RULES_FIELD_NUMBER: _ClassVar[int]
    OUTPUTS_FIELD_NUMBER: _ClassVar[int]
    PREMISES_FIELD_NUMBER: _ClassVar[int]
    STAGES_FIELD_NUMBER: _ClassVar[int]
    STATES_FIELD_NUMBER: _ClassVar[int]
    link_equal_names: bool
    links: _containers.RepeatedCompositeFieldContainer[ChainLink]
    operator_rules: _containers.RepeatedCompositeFieldContainer[_model_pb2.OperatorRule]
    outputs: _containers.RepeatedCompositeFieldContainer[StageValue]
    premises: _containers.RepeatedScalarFieldContainer[str]
    stages: _containers.RepeatedCompositeFieldContainer[ChainStage]
    states: _containers.RepeatedCompositeFieldContainer[StatePair]
    def __init__(self, stages: _Optional[_Iterable[_Union[ChainStage, _Mapping]]] = ..., links: _Optional[_Iterable[_Union[ChainLink, _Mapping]]] = ..., link_equal_names: bool = ..., states: _Optional[_Iterable[_Union[StatePair, _Mapping]]] = ..., outputs: _Optional[_Iterable[_Union[StageValue, _Mapping]]] = ..., premises: _Optional[_Iterable[str]] = ..., operator_rules: _Optional[_Iterable[_Union[_model_pb2.OperatorRule, _Mapping]]] = ...) -> None: ...

class ChainEvaluation(_message.Message):
    __slots__ = ["evaluation", "memory"]
    EVALUATION_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    evaluation: _evaluate_pb2.Evaluation
    memory: ChainMemory
    def __init__(self, evaluation: _Optional[_Union[_evaluate_pb2.Evaluation, _Mapping]] = ..., memory: _Optional[_Union[ChainMemory, _Mapping]] = ...) -> None: ...

class ChainLink(_message.Message):
    __slots__ = ["input", "output"]
    INPUT_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    input: StageValue
    output: StageValue
    def __init__(self, output: _Optional[_Union[StageValue, _Mapping]] = ..., input: _Optional[_Union[StageValue, _Mapping]] = ...) -> None: ...

class ChainMemory(_message.Message):
    __slots__ = ["inputs_bytes", "outputs_bytes", "peak_bytes", "peak_stage", "stages", "total_bytes", "weights_bytes"]
    INPUTS_BYTES_FIELD_NUMBER: _ClassVar[int]
    OUTPUTS_BYTES_FIELD_NUMBER: _ClassVar[int]
    PEAK_BYTES_FIELD_NUMBER: _ClassVar[int]
    PEAK_STAGE_FIELD_NUMBER: _ClassVar[int]
    STAGES_FIELD_NUMBER: _ClassVar[int]
    TOTAL_BYTES_FIELD_NUMBER: _ClassVar[int]
    WEIGHTS_BYTES_FIELD_NUMBER: _ClassVar[int]
    inputs_bytes: int
    outputs_bytes: int
    peak_bytes: int
    peak_stage: str
    stages: _containers.RepeatedCompositeFieldContainer[StageMemory]
    total_bytes: int
    weights_bytes: int
    def __init__(self, total_bytes: _Optional[int] = ..., weights_bytes: _Optional[int] = ..., inputs_bytes: _Optional[int] = ..., outputs_bytes: _Optional[int] = ..., peak_bytes: _Optional[int] = ..., peak_stage: _Optional[str] = ..., stages: _Optional[_Iterable[_Union[StageMemory, _Mapping]]] = ...) -> None: ...

class ChainStage(_message.Message):
    __slots__ = ["model", "name"]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    model: _model_pb2.ModelSpec
    name: str
    def __init__(self, name: _Optional[str] = ..., model: _Optional[_Union[_model_pb2.ModelSpec, _Mapping]] = ...) -> None: ...

class InferChainRequest(_message.Message):
    __slots__ = ["bindings", "chain", "include", "limits", "memory", "scope"]
    BINDINGS_FIELD_NUMBER: _ClassVar[int]
    CHAIN_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    bindings: _containers.RepeatedCompositeFieldContainer[_evaluate_pb2.Binding]
    chain: Chain
    include: _containers.RepeatedScalarFieldContainer[_infer_pb2.Part]
    limits: _fact_pb2.RequestLimits
    memory: _evaluate_pb2.MemoryOptions
    scope: _infer_pb2.Scope
    def __init__(self, chain: _Optional[_Union[Chain, _Mapping]] = ..., scope: _Optional[_Union[_infer_pb2.Scope, str]] = ..., include: _Optional[_Iterable[_Union[_infer_pb2.Part, str]]] = ..., bindings: _Optional[_Iterable[_Union[_evaluate_pb2.Binding, _Mapping]]] = ..., memory: _Optional[_Union[_evaluate_pb2.MemoryOptions, _Mapping]] = ..., limits: _Optional[_Union[_fact_pb2.RequestLimits, _Mapping]] = ...) -> None: ...

class InferChainResponse(_message.Message):
    __slots__ = ["evaluations", "fits", "links", "mismatches", "stages", "states", "steps_symbol", "whole"]
    EVALUATIONS_FIELD_NUMBER: _ClassVar[int]
    FITS_FIELD_NUMBER: _ClassVar[int]
    LINKS_FIELD_NUMBER: _ClassVar[int]
    MISMATCHES_FIELD_NUMBER: _ClassVar[int]
    STAGES_FIELD_NUMBER: _ClassVar[int]
    STATES_FIELD_NUMBER: _ClassVar[int]
    STEPS_SYMBOL_FIELD_NUMBER: _ClassVar[int]
    WHOLE_FIELD_NUMBER: _ClassVar[int]
    evaluations: _containers.RepeatedCompositeFieldContainer[ChainEvaluation]
    fits: bool
    links: _containers.RepeatedCompositeFieldContainer[LinkReport]
    mismatches: _containers.RepeatedCompositeFieldContainer[LinkMismatch]
    stages: _containers.RepeatedCompositeFieldContainer[StageReport]
    states: _containers.RepeatedCompositeFieldContainer[StateReport]
    steps_symbol: str
    whole: _infer_pb2.InferShapesResponse
    def __init__(self, fits: bool = ..., mismatches: _Optional[_Iterable[_Union[LinkMismatch, _Mapping]]] = ..., whole: _Optional[_Union[_infer_pb2.InferShapesResponse, _Mapping]] = ..., stages: _Optional[_Iterable[_Union[StageReport, _Mapping]]] = ..., links: _Optional[_Iterable[_Union[LinkReport, _Mapping]]] = ..., states: _Optional[_Iterable[_Union[StateReport, _Mapping]]] = ..., steps_symbol: _Optional[str] = ..., evaluations: _Optional[_Iterable[_Union[ChainEvaluation, _Mapping]]] = ...) -> None: ...

class LinkMismatch(_message.Message):
    __slots__ = ["axis", "input_type", "kind", "link", "message", "output_type"]
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    AXIS_FIELD_NUMBER: _ClassVar[int]
    INPUT_TYPE_FIELD_NUMBER: _ClassVar[int]
    KIND_DIM: LinkMismatch.Kind
    KIND_ELEMENT_TYPE: LinkMismatch.Kind
    KIND_FIELD_NUMBER: _ClassVar[int]
    KIND_KIND: LinkMismatch.Kind
    KIND_RANK: LinkMismatch.Kind
    KIND_UNSPECIFIED: LinkMismatch.Kind
    LINK_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_TYPE_FIELD_NUMBER: _ClassVar[int]
    axis: int
    input_type: _shape_pb2.Type
    kind: LinkMismatch.Kind
    link: int
    message: str
    output_type: _shape_pb2.Type
    def __init__(self, link: _Optional[int] = ..., kind: _Optional[_Union[LinkMismatch.Kind, str]] = ..., axis: _Optional[int] = ..., output_type: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., input_type: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., message: _Optional[str] = ...) -> None: ...

class LinkReport(_message.Message):
    __slots__ = ["facts", "link", "node", "type"]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    LINK_FIELD_NUMBER: _ClassVar[int]
    NODE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    facts: _containers.RepeatedScalarFieldContainer[int]
    link: ChainLink
    node: int
    type: _shape_pb2.Type
    def __init__(self, link: _Optional[_Union[ChainLink, _Mapping]] = ..., node: _Optional[int] = ..., type: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., facts: _Optional[_Iterable[int]] = ...) -> None: ...

class StageMemory(_message.Message):
    __slots__ = ["between_bytes", "memory", "stage"]
    BETWEEN_BYTES_FIELD_NUMBER: _ClassVar[int]
    MEMORY_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    between_bytes: int
    memory: _evaluate_pb2.Memory
    stage: str
    def __init__(self, stage: _Optional[str] = ..., memory: _Optional[_Union[_evaluate_pb2.Memory, _Mapping]] = ..., between_bytes: _Optional[int] = ...) -> None: ...

class StageReport(_message.Message):
    __slots__ = ["diagnostics", "facts", "first_node", "model_id", "name", "nodes"]
    DIAGNOSTICS_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    FIRST_NODE_FIELD_NUMBER: _ClassVar[int]
    MODEL_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    diagnostics: _containers.RepeatedScalarFieldContainer[int]
    facts: _containers.RepeatedScalarFieldContainer[int]
    first_node: int
    model_id: str
    name: str
    nodes: int
    def __init__(self, name: _Optional[str] = ..., model_id: _Optional[str] = ..., first_node: _Optional[int] = ..., nodes: _Optional[int] = ..., facts: _Optional[_Iterable[int]] = ..., diagnostics: _Optional[_Iterable[int]] = ...) -> None: ...

class StageValue(_message.Message):
    __slots__ = ["stage", "value"]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    stage: str
    value: str
    def __init__(self, stage: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class StateAxis(_message.Message):
    __slots__ = ["after_steps", "first", "next", "reason"]
    AFTER_STEPS_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    NEXT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    after_steps: _shape_pb2.Dim
    first: _shape_pb2.Dim
    next: _shape_pb2.Dim
    reason: str
    def __init__(self, first: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., next: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., after_steps: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., reason: _Optional[str] = ...) -> None: ...

class StatePair(_message.Message):
    __slots__ = ["input", "output"]
    INPUT_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    input: StageValue
    output: StageValue
    def __init__(self, output: _Optional[_Union[StageValue, _Mapping]] = ..., input: _Optional[_Union[StageValue, _Mapping]] = ...) -> None: ...

class StateReport(_message.Message):
    __slots__ = ["axes", "reason", "state"]
    AXES_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    axes: _containers.RepeatedCompositeFieldContainer[StateAxis]
    reason: str
    state: StatePair
    def __init__(self, state: _Optional[_Union[StatePair, _Mapping]] = ..., axes: _Optional[_Iterable[_Union[StateAxis, _Mapping]]] = ..., reason: _Optional[str] = ...) -> None: ...
