from shapewright.v1 import shape_pb2 as _shape_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Circumstance(_message.Message):
    __slots__ = ["branch", "condition", "control"]
    BRANCH_FIELD_NUMBER: _ClassVar[int]
    CONDITION_FIELD_NUMBER: _ClassVar[int]
    CONTROL_FIELD_NUMBER: _ClassVar[int]
    branch: str
    condition: str
    control: Site
    def __init__(self, control: _Optional[_Union[Site, _Mapping]] = ..., branch: _Optional[str] = ..., condition: _Optional[str] = ...) -> None: ...

class Diagnostic(_message.Message):
    __slots__ = ["circumstances", "code", "facts", "message", "related", "severity", "site", "suggestion"]
    class Severity(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    CIRCUMSTANCES_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    RELATED_FIELD_NUMBER: _ClassVar[int]
    SEVERITY_ERROR: Diagnostic.Severity
    SEVERITY_FIELD_NUMBER: _ClassVar[int]
    SEVERITY_INFO: Diagnostic.Severity
    SEVERITY_UNSPECIFIED: Diagnostic.Severity
    SEVERITY_WARNING: Diagnostic.Severity
    SITE_FIELD_NUMBER: _ClassVar[int]
    SUGGESTION_FIELD_NUMBER: _ClassVar[int]
    circumstances: _containers.RepeatedCompositeFieldContainer[Circumstance]
    code: str
    facts: _containers.RepeatedScalarFieldContainer[int]
    message: str
    related: _containers.RepeatedCompositeFieldContainer[Site]
    severity: Diagnostic.Severity
    site: Site
    suggestion: str
    def __init__(self, severity: _Optional[_Union[Diagnostic.Severity, str]] = ..., code: _Optional[str] = ..., message: _Optional[str] = ..., site: _Optional[_Union[Site, _Mapping]] = ..., related: _Optional[_Iterable[_Union[Site, _Mapping]]] = ..., suggestion: _Optional[str] = ..., facts: _Optional[_Iterable[int]] = ..., circumstances: _Optional[_Iterable[_Union[Circumstance, _Mapping]]] = ...) -> None: ...

class EntryError(_message.Message):
    __slots__ = ["field", "message", "reason", "suggestion"]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    SUGGESTION_FIELD_NUMBER: _ClassVar[int]
    field: str
    message: str
    reason: str
    suggestion: str
    def __init__(self, reason: _Optional[str] = ..., field: _Optional[str] = ..., message: _Optional[str] = ..., suggestion: _Optional[str] = ...) -> None: ...

class Fact(_message.Message):
    __slots__ = ["basis", "circumstances", "conflicts_with", "left", "precondition", "reason", "relation", "right", "sites", "state", "suggestion", "text"]
    class Basis(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    class Relation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    class State(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    BASIS_ASSUMED: Fact.Basis
    BASIS_DECLARED: Fact.Basis
    BASIS_FIELD_NUMBER: _ClassVar[int]
    BASIS_PREMISE: Fact.Basis
    BASIS_REQUIRED: Fact.Basis
    BASIS_UNSPECIFIED: Fact.Basis
    CIRCUMSTANCES_FIELD_NUMBER: _ClassVar[int]
    CONFLICTS_WITH_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    PRECONDITION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    RELATION_BROADCASTABLE: Fact.Relation
    RELATION_DIVISIBLE: Fact.Relation
    RELATION_EQUAL: Fact.Relation
    RELATION_FIELD_NUMBER: _ClassVar[int]
    RELATION_LESS_OR_EQUAL: Fact.Relation
    RELATION_NOT_EQUAL: Fact.Relation
    RELATION_UNSPECIFIED: Fact.Relation
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    SITES_FIELD_NUMBER: _ClassVar[int]
    STATE_DATA_DEPENDENT: Fact.State
    STATE_FIELD_NUMBER: _ClassVar[int]
    STATE_OPEN: Fact.State
    STATE_PROVED: Fact.State
    STATE_REFUTED: Fact.State
    STATE_UNSPECIFIED: Fact.State
    SUGGESTION_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    basis: Fact.Basis
    circumstances: _containers.RepeatedCompositeFieldContainer[Circumstance]
    conflicts_with: _containers.RepeatedScalarFieldContainer[int]
    left: _shape_pb2.Amount
    precondition: bool
    reason: str
    relation: Fact.Relation
    right: _shape_pb2.Amount
    sites: _containers.RepeatedCompositeFieldContainer[Site]
    state: Fact.State
    suggestion: str
    text: str
    def __init__(self, text: _Optional[str] = ..., relation: _Optional[_Union[Fact.Relation, str]] = ..., left: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., right: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., basis: _Optional[_Union[Fact.Basis, str]] = ..., state: _Optional[_Union[Fact.State, str]] = ..., precondition: bool = ..., sites: _Optional[_Iterable[_Union[Site, _Mapping]]] = ..., circumstances: _Optional[_Iterable[_Union[Circumstance, _Mapping]]] = ..., reason: _Optional[str] = ..., suggestion: _Optional[str] = ..., conflicts_with: _Optional[_Iterable[int]] = ...) -> None: ...

class RequestLimits(_message.Message):
    __slots__ = ["answer_bytes", "work"]
    ANSWER_BYTES_FIELD_NUMBER: _ClassVar[int]
    WORK_FIELD_NUMBER: _ClassVar[int]
    answer_bytes: int
    work: int
    def __init__(self, work: _Optional[int] = ..., answer_bytes: _Optional[int] = ...) -> None: ...

class Site(_message.Message):
    __slots__ = ["axis", "element", "graph", "input", "node", "node_name", "op_type", "output", "value"]
    AXIS_FIELD_NUMBER: _ClassVar[int]
    ELEMENT_FIELD_NUMBER: _ClassVar[int]
    GRAPH_FIELD_NUMBER: _ClassVar[int]
    INPUT_FIELD_NUMBER: _ClassVar[int]
    NODE_FIELD_NUMBER: _ClassVar[int]
    NODE_NAME_FIELD_NUMBER: _ClassVar[int]
    OP_TYPE_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    axis: int
    element: int
    graph: int
    input: int
    node: int
    node_name: str
    op_type: str
    output: int
    value: str
    def __init__(self, graph: _Optional[int] = ..., node: _Optional[int] = ..., node_name: _Optional[str] = ..., op_type: _Optional[str] = ..., input: _Optional[int] = ..., output: _Optional[int] = ..., value: _Optional[str] = ..., axis: _Optional[int] = ..., element: _Optional[int] = ...) -> None: ...

class Symbol(_message.Message):
    __slots__ = ["allowed", "declared_name", "divisor", "equals", "kind", "name", "origin", "range", "reason"]
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    ALLOWED_FIELD_NUMBER: _ClassVar[int]
    DECLARED_NAME_FIELD_NUMBER: _ClassVar[int]
    DIVISOR_FIELD_NUMBER: _ClassVar[int]
    EQUALS_FIELD_NUMBER: _ClassVar[int]
    KIND_ALIAS: Symbol.Kind
    KIND_ANONYMOUS: Symbol.Kind
    KIND_DATA_DEPENDENT: Symbol.Kind
    KIND_DEFINED: Symbol.Kind
    KIND_FIELD_NUMBER: _ClassVar[int]
    KIND_INPUT_DIM: Symbol.Kind
    KIND_INPUT_VALUE: Symbol.Kind
    KIND_UNSPECIFIED: Symbol.Kind
    NAME_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    allowed: _containers.RepeatedScalarFieldContainer[int]
    declared_name: str
    divisor: int
    equals: _shape_pb2.Amount
    kind: Symbol.Kind
    name: str
    origin: Site
    range: _shape_pb2.Interval
    reason: str
    def __init__(self, name: _Optional[str] = ..., kind: _Optional[_Union[Symbol.Kind, str]] = ..., range: _Optional[_Union[_shape_pb2.Interval, _Mapping]] = ..., divisor: _Optional[int] = ..., allowed: _Optional[_Iterable[int]] = ..., equals: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., origin: _Optional[_Union[Site, _Mapping]] = ..., reason: _Optional[str] = ..., declared_name: _Optional[str] = ...) -> None: ...
