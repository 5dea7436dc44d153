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
SECTION_AUDIT: Section
SECTION_CONSTRAINTS: Section
SECTION_DIAGNOSTICS: Section
SECTION_ELEMENTS: Section
SECTION_PRECONDITIONS: Section
SECTION_PROVENANCE: Section
SECTION_SYMBOLS: Section
SECTION_UNSPECIFIED: Section
SECTION_VALUES: Section
STRICTNESS_BEST_EFFORT: Strictness
STRICTNESS_COMPLETE: Strictness
STRICTNESS_NO_ERRORS: Strictness
STRICTNESS_UNSPECIFIED: Strictness

class Audit(_message.Message):
    __slots__ = ["dim", "finding", "message", "symbols"]
    class Finding(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    DIM_FIELD_NUMBER: _ClassVar[int]
    FINDING_BAKED_IN: Audit.Finding
    FINDING_CONSTANT: Audit.Finding
    FINDING_DATA_DEPENDENT: Audit.Finding
    FINDING_FIELD_NUMBER: _ClassVar[int]
    FINDING_FOLLOWS_INPUTS: Audit.Finding
    FINDING_UNSPECIFIED: Audit.Finding
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    dim: _fact_pb2.Site
    finding: Audit.Finding
    message: str
    symbols: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, dim: _Optional[_Union[_fact_pb2.Site, _Mapping]] = ..., finding: _Optional[_Union[Audit.Finding, str]] = ..., symbols: _Optional[_Iterable[str]] = ..., message: _Optional[str] = ...) -> None: ...

class GraphInfo(_message.Message):
    __slots__ = ["attribute", "first_value", "function", "name", "node_names", "op_types", "owner", "value_numbers", "values"]
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    FIRST_VALUE_FIELD_NUMBER: _ClassVar[int]
    FUNCTION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    NODE_NAMES_FIELD_NUMBER: _ClassVar[int]
    OP_TYPES_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    VALUE_NUMBERS_FIELD_NUMBER: _ClassVar[int]
    attribute: str
    first_value: int
    function: _graph_pb2.OperatorKey
    name: str
    node_names: _containers.RepeatedScalarFieldContainer[str]
    op_types: _containers.RepeatedScalarFieldContainer[str]
    owner: _fact_pb2.Site
    value_numbers: _containers.RepeatedScalarFieldContainer[int]
    values: _containers.RepeatedCompositeFieldContainer[ValueInfo]
    def __init__(self, name: _Optional[str] = ..., owner: _Optional[_Union[_fact_pb2.Site, _Mapping]] = ..., node_names: _Optional[_Iterable[str]] = ..., op_types: _Optional[_Iterable[str]] = ..., values: _Optional[_Iterable[_Union[ValueInfo, _Mapping]]] = ..., first_value: _Optional[int] = ..., value_numbers: _Optional[_Iterable[int]] = ..., attribute: _Optional[str] = ..., function: _Optional[_Union[_graph_pb2.OperatorKey, _Mapping]] = ...) -> None: ...

class InferShapesRequest(_message.Message):
    __slots__ = ["limits", "model", "selection", "strictness"]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    SELECTION_FIELD_NUMBER: _ClassVar[int]
    STRICTNESS_FIELD_NUMBER: _ClassVar[int]
    limits: _fact_pb2.RequestLimits
    model: _model_pb2.ModelSpec
    selection: Selection
    strictness: Strictness
    def __init__(self, model: _Optional[_Union[_model_pb2.ModelSpec, _Mapping]] = ..., strictness: _Optional[_Union[Strictness, str]] = ..., limits: _Optional[_Union[_fact_pb2.RequestLimits, _Mapping]] = ..., selection: _Optional[_Union[Selection, _Mapping]] = ...) -> None: ...

class InferShapesResponse(_message.Message):
    __slots__ = ["audit", "consistent", "constraints", "diagnostics", "graphs", "model_id", "preconditions", "statistics", "symbols", "types"]
    AUDIT_FIELD_NUMBER: _ClassVar[int]
    CONSISTENT_FIELD_NUMBER: _ClassVar[int]
    CONSTRAINTS_FIELD_NUMBER: _ClassVar[int]
    DIAGNOSTICS_FIELD_NUMBER: _ClassVar[int]
    GRAPHS_FIELD_NUMBER: _ClassVar[int]
    MODEL_ID_FIELD_NUMBER: _ClassVar[int]
    PRECONDITIONS_FIELD_NUMBER: _ClassVar[int]
    STATISTICS_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    TYPES_FIELD_NUMBER: _ClassVar[int]
    audit: _containers.RepeatedCompositeFieldContainer[Audit]
    consistent: bool
    constraints: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Constraint]
    diagnostics: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Diagnostic]
    graphs: _containers.RepeatedCompositeFieldContainer[GraphInfo]
    model_id: str
    preconditions: _containers.RepeatedScalarFieldContainer[int]
    statistics: Statistics
    symbols: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Symbol]
    types: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Type]
    def __init__(self, model_id: _Optional[str] = ..., types: _Optional[_Iterable[_Union[_shape_pb2.Type, _Mapping]]] = ..., graphs: _Optional[_Iterable[_Union[GraphInfo, _Mapping]]] = ..., symbols: _Optional[_Iterable[_Union[_fact_pb2.Symbol, _Mapping]]] = ..., constraints: _Optional[_Iterable[_Union[_fact_pb2.Constraint, _Mapping]]] = ..., preconditions: _Optional[_Iterable[int]] = ..., diagnostics: _Optional[_Iterable[_Union[_fact_pb2.Diagnostic, _Mapping]]] = ..., audit: _Optional[_Iterable[_Union[Audit, _Mapping]]] = ..., statistics: _Optional[_Union[Statistics, _Mapping]] = ..., consistent: bool = ...) -> None: ...

class Selection(_message.Message):
    __slots__ = ["names", "scope", "sections", "value_names"]
    class Names(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    class Scope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    NAMES_FIELD_NUMBER: _ClassVar[int]
    NAMES_FULL: Selection.Names
    NAMES_NONE: Selection.Names
    NAMES_UNSPECIFIED: Selection.Names
    SCOPE_ALL: Selection.Scope
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    SCOPE_MAIN_GRAPH: Selection.Scope
    SCOPE_NAMED: Selection.Scope
    SCOPE_OUTPUTS: Selection.Scope
    SCOPE_UNSPECIFIED: Selection.Scope
    SECTIONS_FIELD_NUMBER: _ClassVar[int]
    VALUE_NAMES_FIELD_NUMBER: _ClassVar[int]
    names: _containers.RepeatedScalarFieldContainer[str]
    scope: Selection.Scope
    sections: _containers.RepeatedScalarFieldContainer[Section]
    value_names: Selection.Names
    def __init__(self, scope: _Optional[_Union[Selection.Scope, str]] = ..., names: _Optional[_Iterable[str]] = ..., sections: _Optional[_Iterable[_Union[Section, str]]] = ..., value_names: _Optional[_Union[Selection.Names, str]] = ...) -> None: ...

class Statistics(_message.Message):
    __slots__ = ["bounded", "diagnostics_dropped", "errors", "exact", "nodes", "unknown", "values", "warnings"]
    BOUNDED_FIELD_NUMBER: _ClassVar[int]
    DIAGNOSTICS_DROPPED_FIELD_NUMBER: _ClassVar[int]
    ERRORS_FIELD_NUMBER: _ClassVar[int]
    EXACT_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    UNKNOWN_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    WARNINGS_FIELD_NUMBER: _ClassVar[int]
    bounded: int
    diagnostics_dropped: int
    errors: int
    exact: int
    nodes: int
    unknown: int
    values: int
    warnings: int
    def __init__(self, nodes: _Optional[int] = ..., values: _Optional[int] = ..., exact: _Optional[int] = ..., bounded: _Optional[int] = ..., unknown: _Optional[int] = ..., diagnostics_dropped: _Optional[int] = ..., errors: _Optional[int] = ..., warnings: _Optional[int] = ...) -> None: ...

class ValueInfo(_message.Message):
    __slots__ = ["declared_type", "elements", "name", "producer", "type"]
    DECLARED_TYPE_FIELD_NUMBER: _ClassVar[int]
    ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PRODUCER_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    declared_type: int
    elements: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Dim]
    name: str
    producer: _fact_pb2.Site
    type: int
    def __init__(self, type: _Optional[int] = ..., name: _Optional[str] = ..., producer: _Optional[_Union[_fact_pb2.Site, _Mapping]] = ..., declared_type: _Optional[int] = ..., elements: _Optional[_Iterable[_Union[_shape_pb2.Dim, _Mapping]]] = ...) -> None: ...

class Strictness(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class Section(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
