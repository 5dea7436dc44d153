from shapewright.v1 import shape_pb2 as _shape_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Constraint(_message.Message):
    __slots__ = ["allowed", "basis", "conflicts_with", "guards", "left", "left_provenance", "reason", "relation", "right", "right_provenance", "sites", "state", "suggestion"]
    class Basis(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    class Relation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    class State(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    ALLOWED_FIELD_NUMBER: _ClassVar[int]
    BASIS_ASSUMED: Constraint.Basis
    BASIS_DECLARED: Constraint.Basis
    BASIS_FIELD_NUMBER: _ClassVar[int]
    BASIS_REQUIRED: Constraint.Basis
    BASIS_UNSPECIFIED: Constraint.Basis
    CONFLICTS_WITH_FIELD_NUMBER: _ClassVar[int]
    GUARDS_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    LEFT_PROVENANCE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    RELATION_BROADCASTABLE: Constraint.Relation
    RELATION_DIVISIBLE: Constraint.Relation
    RELATION_EQUAL: Constraint.Relation
    RELATION_FIELD_NUMBER: _ClassVar[int]
    RELATION_LESS_OR_EQUAL: Constraint.Relation
    RELATION_NOT_EQUAL: Constraint.Relation
    RELATION_ONE_OF: Constraint.Relation
    RELATION_UNSPECIFIED: Constraint.Relation
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    RIGHT_PROVENANCE_FIELD_NUMBER: _ClassVar[int]
    SITES_FIELD_NUMBER: _ClassVar[int]
    STATE_DATA_DEPENDENT: Constraint.State
    STATE_FIELD_NUMBER: _ClassVar[int]
    STATE_OPEN: Constraint.State
    STATE_PROVED: Constraint.State
    STATE_REFUTED: Constraint.State
    STATE_UNSPECIFIED: Constraint.State
    SUGGESTION_FIELD_NUMBER: _ClassVar[int]
    allowed: _containers.RepeatedScalarFieldContainer[int]
    basis: Constraint.Basis
    conflicts_with: _containers.RepeatedScalarFieldContainer[int]
    guards: _containers.RepeatedCompositeFieldContainer[Guard]
    left: _shape_pb2.Dim
    left_provenance: _containers.RepeatedCompositeFieldContainer[Site]
    reason: str
    relation: Constraint.Relation
    right: _shape_pb2.Dim
    right_provenance: _containers.RepeatedCompositeFieldContainer[Site]
    sites: _containers.RepeatedCompositeFieldContainer[Site]
    state: Constraint.State
    suggestion: str
    def __init__(self, relation: _Optional[_Union[Constraint.Relation, str]] = ..., left: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., right: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., basis: _Optional[_Union[Constraint.Basis, str]] = ..., state: _Optional[_Union[Constraint.State, str]] = ..., sites: _Optional[_Iterable[_Union[Site, _Mapping]]] = ..., guards: _Optional[_Iterable[_Union[Guard, _Mapping]]] = ..., reason: _Optional[str] = ..., suggestion: _Optional[str] = ..., left_provenance: _Optional[_Iterable[_Union[Site, _Mapping]]] = ..., right_provenance: _Optional[_Iterable[_Union[Site, _Mapping]]] = ..., conflicts_with: _Optional[_Iterable[int]] = ..., allowed: _Optional[_Iterable[int]] = ...) -> None: ...

class Diagnostic(_message.Message):
    __slots__ = ["actual", "code", "constraints", "expected", "guards", "message", "related", "severity", "site", "suggestion"]
    class Severity(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    ACTUAL_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    CONSTRAINTS_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_FIELD_NUMBER: _ClassVar[int]
    GUARDS_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    RELATED_FIELD_NUMBER: _ClassVar[int]
    SEVERITY_ERROR: Diagnostic.Severity
    SEVERITY_FIELD_NUMBER: _ClassVar[int]
    SEVERITY_INFO: Diagnostic.Severity
    SEVERITY_UNSPECIFIED: Diagnostic.Severity
    SEVERITY_WARNING: Diagnostic.Severity
    SITE_FIELD_NUMBER: _ClassVar[int]
    SUGGESTION_FIELD_NUMBER: _ClassVar[int]
    actual: _shape_pb2.Type
    code: str
    constraints: _containers.RepeatedScalarFieldContainer[int]
    expected: _shape_pb2.Type
    guards: _containers.RepeatedCompositeFieldContainer[Guard]
    message: str
    related: _containers.RepeatedCompositeFieldContainer[Site]
    severity: Diagnostic.Severity
    site: Site
    suggestion: str
    def __init__(self, severity: _Optional[_Union[Diagnostic.Severity, str]] = ..., code: _Optional[str] = ..., message: _Optional[str] = ..., site: _Optional[_Union[Site, _Mapping]] = ..., related: _Optional[_Iterable[_Union[Site, _Mapping]]] = ..., expected: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., actual: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., suggestion: _Optional[str] = ..., constraints: _Optional[_Iterable[int]] = ..., guards: _Optional[_Iterable[_Union[Guard, _Mapping]]] = ...) -> None: ...

class EntryError(_message.Message):
    __slots__ = ["field", "message", "reason"]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    field: str
    message: str
    reason: str
    def __init__(self, reason: _Optional[str] = ..., field: _Optional[str] = ..., message: _Optional[str] = ...) -> None: ...

class Guard(_message.Message):
    __slots__ = ["branch", "control"]
    BRANCH_FIELD_NUMBER: _ClassVar[int]
    CONTROL_FIELD_NUMBER: _ClassVar[int]
    branch: str
    control: Site
    def __init__(self, control: _Optional[_Union[Site, _Mapping]] = ..., branch: _Optional[str] = ...) -> None: ...

class RequestLimits(_message.Message):
    __slots__ = ["answer_bytes", "work"]
    ANSWER_BYTES_FIELD_NUMBER: _ClassVar[int]
    WORK_FIELD_NUMBER: _ClassVar[int]
    answer_bytes: int
    work: int
    def __init__(self, work: _Optional[int] = ..., answer_bytes: _Optional[int] = ...) -> None: ...

class Site(_message.Message):
    __slots__ = ["attribute", "axis", "element", "graph", "input", "node", "output"]
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    AXIS_FIELD_NUMBER: _ClassVar[int]
    ELEMENT_FIELD_NUMBER: _ClassVar[int]
    GRAPH_FIELD_NUMBER: _ClassVar[int]
    INPUT_FIELD_NUMBER: _ClassVar[int]
    NODE_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    attribute: str
    axis: int
    element: int
    graph: int
    input: int
    node: int
    output: int
    def __init__(self, graph: _Optional[int] = ..., node: _Optional[int] = ..., input: _Optional[int] = ..., output: _Optional[int] = ..., axis: _Optional[int] = ..., element: _Optional[int] = ..., attribute: _Optional[str] = ...) -> None: ...

class Symbol(_message.Message):
    __slots__ = ["allowed", "bounds", "declared_name", "divisor", "element_type", "kind", "name", "opt", "origin", "reason", "solved"]
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    ALLOWED_FIELD_NUMBER: _ClassVar[int]
    BOUNDS_FIELD_NUMBER: _ClassVar[int]
    DECLARED_NAME_FIELD_NUMBER: _ClassVar[int]
    DIVISOR_FIELD_NUMBER: _ClassVar[int]
    ELEMENT_TYPE_FIELD_NUMBER: _ClassVar[int]
    KIND_ALIAS: Symbol.Kind
    KIND_ANONYMOUS: Symbol.Kind
    KIND_DATA_DEPENDENT: Symbol.Kind
    KIND_DEFINED: Symbol.Kind
    KIND_FIELD_NUMBER: _ClassVar[int]
    KIND_INPUT_DIM: Symbol.Kind
    KIND_INPUT_VALUE: Symbol.Kind
    KIND_UNSPECIFIED: Symbol.Kind
    NAME_FIELD_NUMBER: _ClassVar[int]
    OPT_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    SOLVED_FIELD_NUMBER: _ClassVar[int]
    allowed: _containers.RepeatedScalarFieldContainer[int]
    bounds: _shape_pb2.Interval
    declared_name: str
    divisor: int
    element_type: _shape_pb2.ElementType
    kind: Symbol.Kind
    name: str
    opt: int
    origin: Site
    reason: str
    solved: _shape_pb2.Dim
    def __init__(self, name: _Optional[str] = ..., kind: _Optional[_Union[Symbol.Kind, str]] = ..., bounds: _Optional[_Union[_shape_pb2.Interval, _Mapping]] = ..., divisor: _Optional[int] = ..., solved: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., origin: _Optional[_Union[Site, _Mapping]] = ..., reason: _Optional[str] = ..., allowed: _Optional[_Iterable[int]] = ..., opt: _Optional[int] = ..., element_type: _Optional[_Union[_shape_pb2.ElementType, str]] = ..., declared_name: _Optional[str] = ...) -> None: ...
