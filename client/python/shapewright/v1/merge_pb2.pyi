from shapewright.v1 import fact_pb2 as _fact_pb2
from shapewright.v1 import shape_pb2 as _shape_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Conflict(_message.Message):
    __slots__ = ["axis", "code", "left", "left_operand", "left_type", "reason", "right", "right_operand", "right_type"]
    AXIS_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    LEFT_OPERAND_FIELD_NUMBER: _ClassVar[int]
    LEFT_TYPE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    RIGHT_OPERAND_FIELD_NUMBER: _ClassVar[int]
    RIGHT_TYPE_FIELD_NUMBER: _ClassVar[int]
    axis: int
    code: str
    left: _shape_pb2.Dim
    left_operand: int
    left_type: _shape_pb2.Type
    reason: str
    right: _shape_pb2.Dim
    right_operand: int
    right_type: _shape_pb2.Type
    def __init__(self, left_operand: _Optional[int] = ..., right_operand: _Optional[int] = ..., axis: _Optional[int] = ..., left: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., right: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., reason: _Optional[str] = ..., code: _Optional[str] = ..., left_type: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., right_type: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ...) -> None: ...

class MergeCase(_message.Message):
    __slots__ = ["axes", "axis", "broadcast", "dims", "element_type", "ignored", "label", "notation", "number", "operands", "operation", "policy", "property", "rank", "symbols", "texts", "values", "window"]
    class Aspect(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    class Broadcast(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    class Notation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    class Operation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    class Property(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    ASPECT_DYNAMIC: MergeCase.Aspect
    ASPECT_ELEMENT_TYPE: MergeCase.Aspect
    ASPECT_FLOAT_PRECISION: MergeCase.Aspect
    ASPECT_LAYOUT: MergeCase.Aspect
    ASPECT_UNSPECIFIED: MergeCase.Aspect
    AXES_FIELD_NUMBER: _ClassVar[int]
    AXIS_FIELD_NUMBER: _ClassVar[int]
    BROADCAST_BIDIRECTIONAL: MergeCase.Broadcast
    BROADCAST_FIELD_NUMBER: _ClassVar[int]
    BROADCAST_NONE: MergeCase.Broadcast
    BROADCAST_NUMPY: MergeCase.Broadcast
    BROADCAST_PADDLE: MergeCase.Broadcast
    BROADCAST_UNSPECIFIED: MergeCase.Broadcast
    DIMS_FIELD_NUMBER: _ClassVar[int]
    ELEMENT_TYPE_FIELD_NUMBER: _ClassVar[int]
    IGNORED_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    NOTATION_NGRAPH: MergeCase.Notation
    NOTATION_OPENVINO: MergeCase.Notation
    NOTATION_SHAPEWRIGHT: MergeCase.Notation
    NOTATION_UNSPECIFIED: MergeCase.Notation
    NOTATION_XLA: MergeCase.Notation
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    OPERANDS_FIELD_NUMBER: _ClassVar[int]
    OPERATION_ADD: MergeCase.Operation
    OPERATION_ALL_NON_NEGATIVE: MergeCase.Operation
    OPERATION_APPEND: MergeCase.Operation
    OPERATION_BROADCAST_MERGE: MergeCase.Operation
    OPERATION_CAST_PRESERVES_VALUES: MergeCase.Operation
    OPERATION_COMPATIBLE: MergeCase.Operation
    OPERATION_CONVOLUTION: MergeCase.Operation
    OPERATION_COUNT_LEAVES: MergeCase.Operation
    OPERATION_COUNT_SUBSHAPES: MergeCase.Operation
    OPERATION_DIVIDE: MergeCase.Operation
    OPERATION_EQUAL: MergeCase.Operation
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    OPERATION_FLATTEN: MergeCase.Operation
    OPERATION_HAS_PROPERTY: MergeCase.Operation
    OPERATION_INDEX: MergeCase.Operation
    OPERATION_INJECT: MergeCase.Operation
    OPERATION_INTERSECT: MergeCase.Operation
    OPERATION_INTERVAL_CONTAINS: MergeCase.Operation
    OPERATION_INTERVAL_EMPTY: MergeCase.Operation
    OPERATION_INTERVAL_SIZE: MergeCase.Operation
    OPERATION_IS_DYNAMIC: MergeCase.Operation
    OPERATION_IS_STATIC: MergeCase.Operation
    OPERATION_MAX: MergeCase.Operation
    OPERATION_MAX_SHAPE: MergeCase.Operation
    OPERATION_MERGE: MergeCase.Operation
    OPERATION_MERGE_RANK: MergeCase.Operation
    OPERATION_MIN: MergeCase.Operation
    OPERATION_MIN_SHAPE: MergeCase.Operation
    OPERATION_MULTIPLY: MergeCase.Operation
    OPERATION_PERMUTE: MergeCase.Operation
    OPERATION_POOLING: MergeCase.Operation
    OPERATION_PROJECT: MergeCase.Operation
    OPERATION_RANK: MergeCase.Operation
    OPERATION_REDUCE: MergeCase.Operation
    OPERATION_REFINES: MergeCase.Operation
    OPERATION_RELAX: MergeCase.Operation
    OPERATION_RELAXES: MergeCase.Operation
    OPERATION_SAME_LAYOUT: MergeCase.Operation
    OPERATION_SAME_SCHEME: MergeCase.Operation
    OPERATION_SET: MergeCase.Operation
    OPERATION_SUBTRACT: MergeCase.Operation
    OPERATION_TO_CONCRETE: MergeCase.Operation
    OPERATION_TUPLE_SIZE: MergeCase.Operation
    OPERATION_UNSPECIFIED: MergeCase.Operation
    OPERATION_WINDOW: MergeCase.Operation
    POLICY_FIELD_NUMBER: _ClassVar[int]
    PROPERTY_COMPLEX: MergeCase.Property
    PROPERTY_DEGENERATE_DIMENSIONS: MergeCase.Property
    PROPERTY_EFFECTIVE_SCALAR: MergeCase.Property
    PROPERTY_EMPTY_TUPLE: MergeCase.Property
    PROPERTY_FIELD_NUMBER: _ClassVar[int]
    PROPERTY_FLOAT: MergeCase.Property
    PROPERTY_HOLDS_ELEMENT_TYPE: MergeCase.Property
    PROPERTY_INTEGER: MergeCase.Property
    PROPERTY_KNOWN_ELEMENT_TYPE: MergeCase.Property
    PROPERTY_LAYOUT: MergeCase.Property
    PROPERTY_NESTED_TUPLE: MergeCase.Property
    PROPERTY_OPAQUE: MergeCase.Property
    PROPERTY_PROGRAM: MergeCase.Property
    PROPERTY_SCALAR: MergeCase.Property
    PROPERTY_SIGNED_INTEGER: MergeCase.Property
    PROPERTY_TENSOR: MergeCase.Property
    PROPERTY_TOKEN: MergeCase.Property
    PROPERTY_TUPLE: MergeCase.Property
    PROPERTY_UNBOUNDED: MergeCase.Property
    PROPERTY_UNSIGNED_INTEGER: MergeCase.Property
    PROPERTY_UNSPECIFIED: MergeCase.Property
    PROPERTY_ZERO_ELEMENTS: MergeCase.Property
    RANK_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    TEXTS_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    axes: _containers.RepeatedScalarFieldContainer[int]
    axis: int
    broadcast: MergeCase.Broadcast
    dims: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Dim]
    element_type: _shape_pb2.ElementType
    ignored: _containers.RepeatedScalarFieldContainer[MergeCase.Aspect]
    label: str
    notation: MergeCase.Notation
    number: int
    operands: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Type]
    operation: MergeCase.Operation
    policy: _shape_pb2.MergePolicy
    property: MergeCase.Property
    rank: _shape_pb2.Interval
    symbols: _containers.RepeatedCompositeFieldContainer[_fact_pb2.SymbolFact]
    texts: _containers.RepeatedScalarFieldContainer[str]
    values: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Dim]
    window: Window
    def __init__(self, operation: _Optional[_Union[MergeCase.Operation, str]] = ..., operands: _Optional[_Iterable[_Union[_shape_pb2.Type, _Mapping]]] = ..., texts: _Optional[_Iterable[str]] = ..., policy: _Optional[_Union[_shape_pb2.MergePolicy, str]] = ..., broadcast: _Optional[_Union[MergeCase.Broadcast, str]] = ..., axis: _Optional[int] = ..., label: _Optional[str] = ..., dims: _Optional[_Iterable[_Union[_shape_pb2.Dim, _Mapping]]] = ..., axes: _Optional[_Iterable[int]] = ..., rank: _Optional[_Union[_shape_pb2.Interval, _Mapping]] = ..., values: _Optional[_Iterable[_Union[_shape_pb2.Dim, _Mapping]]] = ..., window: _Optional[_Union[Window, _Mapping]] = ..., number: _Optional[int] = ..., symbols: _Optional[_Iterable[_Union[_fact_pb2.SymbolFact, _Mapping]]] = ..., notation: _Optional[_Union[MergeCase.Notation, str]] = ..., ignored: _Optional[_Iterable[_Union[MergeCase.Aspect, str]]] = ..., property: _Optional[_Union[MergeCase.Property, str]] = ..., element_type: _Optional[_Union[_shape_pb2.ElementType, str]] = ...) -> None: ...

class MergeResult(_message.Message):
    __slots__ = ["conflicts", "constraints", "count", "diagnostics", "dim", "empty", "holds", "label", "merged", "range", "substitutions", "symbols", "text"]
    CONFLICTS_FIELD_NUMBER: _ClassVar[int]
    CONSTRAINTS_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    DIAGNOSTICS_FIELD_NUMBER: _ClassVar[int]
    DIM_FIELD_NUMBER: _ClassVar[int]
    EMPTY_FIELD_NUMBER: _ClassVar[int]
    HOLDS_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    MERGED_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    SUBSTITUTIONS_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    conflicts: _containers.RepeatedCompositeFieldContainer[Conflict]
    constraints: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Constraint]
    count: int
    diagnostics: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Diagnostic]
    dim: _shape_pb2.Dim
    empty: bool
    holds: bool
    label: str
    merged: _shape_pb2.Type
    range: _shape_pb2.Interval
    substitutions: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Symbol]
    symbols: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Symbol]
    text: str
    def __init__(self, merged: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., holds: bool = ..., range: _Optional[_Union[_shape_pb2.Interval, _Mapping]] = ..., dim: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., count: _Optional[int] = ..., empty: bool = ..., text: _Optional[str] = ..., substitutions: _Optional[_Iterable[_Union[_fact_pb2.Symbol, _Mapping]]] = ..., constraints: _Optional[_Iterable[_Union[_fact_pb2.Constraint, _Mapping]]] = ..., conflicts: _Optional[_Iterable[_Union[Conflict, _Mapping]]] = ..., diagnostics: _Optional[_Iterable[_Union[_fact_pb2.Diagnostic, _Mapping]]] = ..., symbols: _Optional[_Iterable[_Union[_fact_pb2.Symbol, _Mapping]]] = ..., label: _Optional[str] = ...) -> None: ...

class MergeShapesRequest(_message.Message):
    __slots__ = ["cases", "max_answer_bytes", "share_symbols", "symbols", "work_limit"]
    CASES_FIELD_NUMBER: _ClassVar[int]
    MAX_ANSWER_BYTES_FIELD_NUMBER: _ClassVar[int]
    SHARE_SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    WORK_LIMIT_FIELD_NUMBER: _ClassVar[int]
    cases: _containers.RepeatedCompositeFieldContainer[MergeCase]
    max_answer_bytes: int
    share_symbols: bool
    symbols: _containers.RepeatedCompositeFieldContainer[_fact_pb2.SymbolFact]
    work_limit: int
    def __init__(self, cases: _Optional[_Iterable[_Union[MergeCase, _Mapping]]] = ..., symbols: _Optional[_Iterable[_Union[_fact_pb2.SymbolFact, _Mapping]]] = ..., share_symbols: bool = ..., work_limit: _Optional[int] = ..., max_answer_bytes: _Optional[int] = ...) -> None: ...

class MergeShapesResponse(_message.Message):
    __slots__ = ["results"]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[MergeResult]
    def __init__(self, results: _Optional[_Iterable[_Union[MergeResult, _Mapping]]] = ...) -> None: ...

class Window(_message.Message):
    __slots__ = ["allow_window_in_padding", "auto_pad", "ceil_mode", "data_dilations", "dilations", "pads_begin", "pads_end", "sizes", "strides"]
    class AutoPad(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    ALLOW_WINDOW_IN_PADDING_FIELD_NUMBER: _ClassVar[int]
    AUTO_PAD_EXPLICIT: Window.AutoPad
    AUTO_PAD_FIELD_NUMBER: _ClassVar[int]
    AUTO_PAD_SAME_LOWER: Window.AutoPad
    AUTO_PAD_SAME_UPPER: Window.AutoPad
    AUTO_PAD_UNSPECIFIED: Window.AutoPad
    AUTO_PAD_VALID: Window.AutoPad
    CEIL_MODE_FIELD_NUMBER: _ClassVar[int]
    DATA_DILATIONS_FIELD_NUMBER: _ClassVar[int]
    DILATIONS_FIELD_NUMBER: _ClassVar[int]
    PADS_BEGIN_FIELD_NUMBER: _ClassVar[int]
    PADS_END_FIELD_NUMBER: _ClassVar[int]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    STRIDES_FIELD_NUMBER: _ClassVar[int]
    allow_window_in_padding: bool
    auto_pad: Window.AutoPad
    ceil_mode: bool
    data_dilations: _containers.RepeatedScalarFieldContainer[int]
    dilations: _containers.RepeatedScalarFieldContainer[int]
    pads_begin: _containers.RepeatedScalarFieldContainer[int]
    pads_end: _containers.RepeatedScalarFieldContainer[int]
    sizes: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Dim]
    strides: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, sizes: _Optional[_Iterable[_Union[_shape_pb2.Dim, _Mapping]]] = ..., strides: _Optional[_Iterable[int]] = ..., dilations: _Optional[_Iterable[int]] = ..., pads_begin: _Optional[_Iterable[int]] = ..., pads_end: _Optional[_Iterable[int]] = ..., data_dilations: _Optional[_Iterable[int]] = ..., ceil_mode: bool = ..., allow_window_in_padding: bool = ..., auto_pad: _Optional[_Union[Window.AutoPad, str]] = ...) -> None: ...
