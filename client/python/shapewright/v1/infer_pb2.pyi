from shapewright.v1 import fact_pb2 as _fact_pb2
from shapewright.v1 import graph_pb2 as _graph_pb2
from shapewright.v1 import model_pb2 as _model_pb2
from shapewright.v1 import shape_pb2 as _shape_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
PART_AUDIT: Part
PART_ELEMENTS: Part
PART_NODES: Part
PART_PROOFS: Part
PART_UNSPECIFIED: Part
SCOPE_ALL_GRAPHS: Scope
SCOPE_MAIN_GRAPH: Scope
SCOPE_OUTPUTS: Scope
SCOPE_UNSPECIFIED: Scope
STRICTNESS_BEST_EFFORT: Strictness
STRICTNESS_COMPLETE: Strictness
STRICTNESS_NO_ERRORS: Strictness
STRICTNESS_UNSPECIFIED: Strictness

class AuditFinding(_message.Message):
    __slots__ = ["dim", "finding", "message", "symbols"]
    class Finding(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    DIM_FIELD_NUMBER: _ClassVar[int]
    FINDING_BAKED_IN: AuditFinding.Finding
    FINDING_CONSTANT: AuditFinding.Finding
    FINDING_DATA_DEPENDENT: AuditFinding.Finding
    FINDING_FIELD_NUMBER: _ClassVar[int]
    FINDING_FOLLOWS_INPUTS: AuditFinding.Finding
    FINDING_UNSPECIFIED: AuditFinding.Finding
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    dim: _fact_pb2.Site
    finding: AuditFinding.Finding
    message: str
    symbols: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, dim: _Optional[_Union[_fact_pb2.Site, _Mapping]] = ..., finding: _Optional[_Union[AuditFinding.Finding, str]] = ..., symbols: _Optional[_Iterable[str]] = ..., message: _Optional[str] = ...) -> None: ...

class GraphInfo(_message.Message):
    __slots__ = ["attribute", "function", "name", "nodes", "owner", "values"]
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    FUNCTION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    attribute: str
    function: _graph_pb2.OperatorKey
    name: str
    nodes: _containers.RepeatedCompositeFieldContainer[NodeInfo]
    owner: _fact_pb2.Site
    values: _containers.RepeatedCompositeFieldContainer[ValueInfo]
    def __init__(self, values: _Optional[_Iterable[_Union[ValueInfo, _Mapping]]] = ..., nodes: _Optional[_Iterable[_Union[NodeInfo, _Mapping]]] = ..., name: _Optional[str] = ..., owner: _Optional[_Union[_fact_pb2.Site, _Mapping]] = ..., attribute: _Optional[str] = ..., function: _Optional[_Union[_graph_pb2.OperatorKey, _Mapping]] = ...) -> None: ...

class InferShapesRequest(_message.Message):
    __slots__ = ["include", "limits", "model", "scenarios", "scope", "strictness", "values"]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    SCENARIOS_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    STRICTNESS_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    include: _containers.RepeatedScalarFieldContainer[Part]
    limits: _fact_pb2.RequestLimits
    model: _model_pb2.ModelSpec
    scenarios: _containers.RepeatedCompositeFieldContainer[_model_pb2.Scenario]
    scope: Scope
    strictness: Strictness
    values: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, model: _Optional[_Union[_model_pb2.ModelSpec, _Mapping]] = ..., scope: _Optional[_Union[Scope, str]] = ..., include: _Optional[_Iterable[_Union[Part, str]]] = ..., values: _Optional[_Iterable[str]] = ..., strictness: _Optional[_Union[Strictness, str]] = ..., limits: _Optional[_Union[_fact_pb2.RequestLimits, _Mapping]] = ..., scenarios: _Optional[_Iterable[_Union[_model_pb2.Scenario, _Mapping]]] = ...) -> None: ...

class InferShapesResponse(_message.Message):
    __slots__ = ["audit", "consistent", "diagnostics", "facts", "graphs", "inference_id", "inputs", "model_id", "outputs", "proofs", "scenarios", "statistics", "symbols"]
    AUDIT_FIELD_NUMBER: _ClassVar[int]
    CONSISTENT_FIELD_NUMBER: _ClassVar[int]
    DIAGNOSTICS_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    GRAPHS_FIELD_NUMBER: _ClassVar[int]
    INFERENCE_ID_FIELD_NUMBER: _ClassVar[int]
    INPUTS_FIELD_NUMBER: _ClassVar[int]
    MODEL_ID_FIELD_NUMBER: _ClassVar[int]
    OUTPUTS_FIELD_NUMBER: _ClassVar[int]
    PROOFS_FIELD_NUMBER: _ClassVar[int]
    SCENARIOS_FIELD_NUMBER: _ClassVar[int]
    STATISTICS_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    audit: _containers.RepeatedCompositeFieldContainer[AuditFinding]
    consistent: bool
    diagnostics: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Diagnostic]
    facts: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Fact]
    graphs: _containers.RepeatedCompositeFieldContainer[GraphInfo]
    inference_id: str
    inputs: _containers.RepeatedCompositeFieldContainer[ValueInfo]
    model_id: str
    outputs: _containers.RepeatedCompositeFieldContainer[ValueInfo]
    proofs: Proofs
    scenarios: _containers.RepeatedCompositeFieldContainer[ScenarioAnswer]
    statistics: Statistics
    symbols: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Symbol]
    def __init__(self, model_id: _Optional[str] = ..., inference_id: _Optional[str] = ..., inputs: _Optional[_Iterable[_Union[ValueInfo, _Mapping]]] = ..., outputs: _Optional[_Iterable[_Union[ValueInfo, _Mapping]]] = ..., consistent: bool = ..., diagnostics: _Optional[_Iterable[_Union[_fact_pb2.Diagnostic, _Mapping]]] = ..., symbols: _Optional[_Iterable[_Union[_fact_pb2.Symbol, _Mapping]]] = ..., facts: _Optional[_Iterable[_Union[_fact_pb2.Fact, _Mapping]]] = ..., statistics: _Optional[_Union[Statistics, _Mapping]] = ..., graphs: _Optional[_Iterable[_Union[GraphInfo, _Mapping]]] = ..., audit: _Optional[_Iterable[_Union[AuditFinding, _Mapping]]] = ..., scenarios: _Optional[_Iterable[_Union[ScenarioAnswer, _Mapping]]] = ..., proofs: _Optional[_Union[Proofs, _Mapping]] = ...) -> None: ...

class NodeInfo(_message.Message):
    __slots__ = ["name", "op_type"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    OP_TYPE_FIELD_NUMBER: _ClassVar[int]
    name: str
    op_type: str
    def __init__(self, name: _Optional[str] = ..., op_type: _Optional[str] = ...) -> None: ...

class Proofs(_message.Message):
    __slots__ = ["claims", "claims_left_out", "smt_lib"]
    class Claim(_message.Message):
        __slots__ = ["kind", "text"]
        class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
            __slots__ = []
        KIND_BOUNDS: Proofs.Claim.Kind
        KIND_FACT: Proofs.Claim.Kind
        KIND_FIELD_NUMBER: _ClassVar[int]
        KIND_SOLUTION: Proofs.Claim.Kind
        KIND_UNSPECIFIED: Proofs.Claim.Kind
        TEXT_FIELD_NUMBER: _ClassVar[int]
        kind: Proofs.Claim.Kind
        text: str
        def __init__(self, kind: _Optional[_Union[Proofs.Claim.Kind, str]] = ..., text: _Optional[str] = ...) -> None: ...
    CLAIMS_FIELD_NUMBER: _ClassVar[int]
    CLAIMS_LEFT_OUT_FIELD_NUMBER: _ClassVar[int]
    SMT_LIB_FIELD_NUMBER: _ClassVar[int]
    claims: _containers.RepeatedCompositeFieldContainer[Proofs.Claim]
    claims_left_out: int
    smt_lib: str
    def __init__(self, smt_lib: _Optional[str] = ..., claims: _Optional[_Iterable[_Union[Proofs.Claim, _Mapping]]] = ..., claims_left_out: _Optional[int] = ...) -> None: ...

class ScenarioAnswer(_message.Message):
    __slots__ = ["answer", "error", "name"]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    answer: InferShapesResponse
    error: _fact_pb2.EntryError
    name: str
    def __init__(self, name: _Optional[str] = ..., answer: _Optional[_Union[InferShapesResponse, _Mapping]] = ..., error: _Optional[_Union[_fact_pb2.EntryError, _Mapping]] = ...) -> None: ...

class Statistics(_message.Message):
    __slots__ = ["bounded", "diagnostics_dropped", "errors", "exact", "nodes", "unknown", "values", "values_on_errors", "warnings"]
    BOUNDED_FIELD_NUMBER: _ClassVar[int]
    DIAGNOSTICS_DROPPED_FIELD_NUMBER: _ClassVar[int]
    ERRORS_FIELD_NUMBER: _ClassVar[int]
    EXACT_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    UNKNOWN_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    VALUES_ON_ERRORS_FIELD_NUMBER: _ClassVar[int]
    WARNINGS_FIELD_NUMBER: _ClassVar[int]
    bounded: int
    diagnostics_dropped: int
    errors: int
    exact: int
    nodes: int
    unknown: int
    values: int
    values_on_errors: int
    warnings: int
    def __init__(self, nodes: _Optional[int] = ..., values: _Optional[int] = ..., exact: _Optional[int] = ..., bounded: _Optional[int] = ..., unknown: _Optional[int] = ..., errors: _Optional[int] = ..., warnings: _Optional[int] = ..., diagnostics_dropped: _Optional[int] = ..., values_on_errors: _Optional[int] = ...) -> None: ...

class StreamInferShapesRequest(_message.Message):
    __slots__ = ["request"]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    request: InferShapesRequest
    def __init__(self, request: _Optional[_Union[InferShapesRequest, _Mapping]] = ...) -> None: ...

class StreamInferShapesResponse(_message.Message):
    __slots__ = ["graph", "part"]
    GRAPH_FIELD_NUMBER: _ClassVar[int]
    PART_FIELD_NUMBER: _ClassVar[int]
    graph: int
    part: InferShapesResponse
    def __init__(self, part: _Optional[_Union[InferShapesResponse, _Mapping]] = ..., graph: _Optional[int] = ...) -> None: ...

class ValueInfo(_message.Message):
    __slots__ = ["declared_type", "elements", "input", "name", "node", "number", "type"]
    DECLARED_TYPE_FIELD_NUMBER: _ClassVar[int]
    ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    INPUT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    NODE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    declared_type: _shape_pb2.Type
    elements: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Amount]
    input: int
    name: str
    node: int
    number: int
    type: _shape_pb2.Type
    def __init__(self, name: _Optional[str] = ..., type: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., declared_type: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., node: _Optional[int] = ..., input: _Optional[int] = ..., number: _Optional[int] = ..., elements: _Optional[_Iterable[_Union[_shape_pb2.Amount, _Mapping]]] = ...) -> None: ...

class Scope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class Part(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class Strictness(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
