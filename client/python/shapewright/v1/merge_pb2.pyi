from shapewright.v1 import fact_pb2 as _fact_pb2
from shapewright.v1 import shape_pb2 as _shape_pb2
from shapewright.v1 import window_pb2 as _window_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
NOTATION_NGRAPH: Notation
NOTATION_OPENVINO: Notation
NOTATION_SHAPEWRIGHT: Notation
NOTATION_UNSPECIFIED: Notation
NOTATION_XLA: Notation

class AppendAxes(_message.Message):
    __slots__ = ["operands"]
    OPERANDS_FIELD_NUMBER: _ClassVar[int]
    operands: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Type]
    def __init__(self, operands: _Optional[_Iterable[_Union[_shape_pb2.Type, _Mapping]]] = ...) -> None: ...

class BroadcastTypes(_message.Message):
    __slots__ = ["axis", "operands", "rule"]
    class Rule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    AXIS_FIELD_NUMBER: _ClassVar[int]
    OPERANDS_FIELD_NUMBER: _ClassVar[int]
    RULE_BIDIRECTIONAL: BroadcastTypes.Rule
    RULE_FIELD_NUMBER: _ClassVar[int]
    RULE_NONE: BroadcastTypes.Rule
    RULE_NUMPY: BroadcastTypes.Rule
    RULE_PADDLE: BroadcastTypes.Rule
    RULE_UNSPECIFIED: BroadcastTypes.Rule
    axis: int
    operands: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Type]
    rule: BroadcastTypes.Rule
    def __init__(self, operands: _Optional[_Iterable[_Union[_shape_pb2.Type, _Mapping]]] = ..., rule: _Optional[_Union[BroadcastTypes.Rule, str]] = ..., axis: _Optional[int] = ...) -> None: ...

class CompareTypes(_message.Message):
    __slots__ = ["ignored", "left", "right"]
    class Aspect(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    ASPECT_DYNAMIC: CompareTypes.Aspect
    ASPECT_ELEMENT_TYPE: CompareTypes.Aspect
    ASPECT_FLOAT_PRECISION: CompareTypes.Aspect
    ASPECT_LAYOUT: CompareTypes.Aspect
    ASPECT_UNSPECIFIED: CompareTypes.Aspect
    IGNORED_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    ignored: _containers.RepeatedScalarFieldContainer[CompareTypes.Aspect]
    left: _shape_pb2.Type
    right: _shape_pb2.Type
    def __init__(self, left: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., right: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., ignored: _Optional[_Iterable[_Union[CompareTypes.Aspect, str]]] = ...) -> None: ...

class ComputeDims(_message.Message):
    __slots__ = ["operands", "operation"]
    class Operation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    OPERANDS_FIELD_NUMBER: _ClassVar[int]
    OPERATION_ADD: ComputeDims.Operation
    OPERATION_DIVIDE: ComputeDims.Operation
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    OPERATION_MAX: ComputeDims.Operation
    OPERATION_MIN: ComputeDims.Operation
    OPERATION_MULTIPLY: ComputeDims.Operation
    OPERATION_SUBTRACT: ComputeDims.Operation
    OPERATION_UNSPECIFIED: ComputeDims.Operation
    operands: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Type]
    operation: ComputeDims.Operation
    def __init__(self, operation: _Optional[_Union[ComputeDims.Operation, str]] = ..., operands: _Optional[_Iterable[_Union[_shape_pb2.Type, _Mapping]]] = ...) -> None: ...

class Conflict(_message.Message):
    __slots__ = ["axis", "code", "left", "left_operand", "message", "right", "right_operand"]
    AXIS_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    LEFT_OPERAND_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    RIGHT_OPERAND_FIELD_NUMBER: _ClassVar[int]
    axis: int
    code: str
    left: str
    left_operand: int
    message: str
    right: str
    right_operand: int
    def __init__(self, code: _Optional[str] = ..., message: _Optional[str] = ..., left_operand: _Optional[int] = ..., right_operand: _Optional[int] = ..., axis: _Optional[int] = ..., left: _Optional[str] = ..., right: _Optional[str] = ...) -> None: ...

class DimRange(_message.Message):
    __slots__ = ["contains_number", "count", "range"]
    CONTAINS_NUMBER_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    contains_number: bool
    count: int
    range: _shape_pb2.Interval
    def __init__(self, range: _Optional[_Union[_shape_pb2.Interval, _Mapping]] = ..., count: _Optional[int] = ..., contains_number: bool = ...) -> None: ...

class InspectType(_message.Message):
    __slots__ = ["operand"]
    OPERAND_FIELD_NUMBER: _ClassVar[int]
    operand: _shape_pb2.Type
    def __init__(self, operand: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ...) -> None: ...

class IntersectDims(_message.Message):
    __slots__ = ["dims", "number"]
    DIMS_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    dims: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Dim]
    number: int
    def __init__(self, dims: _Optional[_Iterable[_Union[_shape_pb2.Dim, _Mapping]]] = ..., number: _Optional[int] = ...) -> None: ...

class MergeCase(_message.Message):
    __slots__ = ["append_axes", "broadcast", "compare", "compute", "convolve", "inspect", "intersect_dims", "label", "merge", "premises", "put_axes", "relax", "select_axes", "slide_window"]
    APPEND_AXES_FIELD_NUMBER: _ClassVar[int]
    BROADCAST_FIELD_NUMBER: _ClassVar[int]
    COMPARE_FIELD_NUMBER: _ClassVar[int]
    COMPUTE_FIELD_NUMBER: _ClassVar[int]
    CONVOLVE_FIELD_NUMBER: _ClassVar[int]
    INSPECT_FIELD_NUMBER: _ClassVar[int]
    INTERSECT_DIMS_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    MERGE_FIELD_NUMBER: _ClassVar[int]
    PREMISES_FIELD_NUMBER: _ClassVar[int]
    PUT_AXES_FIELD_NUMBER: _ClassVar[int]
    RELAX_FIELD_NUMBER: _ClassVar[int]
    SELECT_AXES_FIELD_NUMBER: _ClassVar[int]
    SLIDE_WINDOW_FIELD_NUMBER: _ClassVar[int]
    append_axes: AppendAxes
    broadcast: BroadcastTypes
    compare: CompareTypes
    compute: ComputeDims
    convolve: _window_pb2.Convolve
    inspect: InspectType
    intersect_dims: IntersectDims
    label: str
    merge: MergeTypes
    premises: _containers.RepeatedScalarFieldContainer[str]
    put_axes: PutAxes
    relax: RelaxTypes
    select_axes: SelectAxes
    slide_window: _window_pb2.SlideWindow
    def __init__(self, label: _Optional[str] = ..., premises: _Optional[_Iterable[str]] = ..., merge: _Optional[_Union[MergeTypes, _Mapping]] = ..., broadcast: _Optional[_Union[BroadcastTypes, _Mapping]] = ..., relax: _Optional[_Union[RelaxTypes, _Mapping]] = ..., compare: _Optional[_Union[CompareTypes, _Mapping]] = ..., inspect: _Optional[_Union[InspectType, _Mapping]] = ..., compute: _Optional[_Union[ComputeDims, _Mapping]] = ..., select_axes: _Optional[_Union[SelectAxes, _Mapping]] = ..., put_axes: _Optional[_Union[PutAxes, _Mapping]] = ..., append_axes: _Optional[_Union[AppendAxes, _Mapping]] = ..., convolve: _Optional[_Union[_window_pb2.Convolve, _Mapping]] = ..., slide_window: _Optional[_Union[_window_pb2.SlideWindow, _Mapping]] = ..., intersect_dims: _Optional[_Union[IntersectDims, _Mapping]] = ...) -> None: ...

class MergeResult(_message.Message):
    __slots__ = ["comparison", "conflicts", "error", "facts", "label", "notes", "range", "summary", "symbols", "type"]
    COMPARISON_FIELD_NUMBER: _ClassVar[int]
    CONFLICTS_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    NOTES_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    comparison: TypeComparison
    conflicts: _containers.RepeatedCompositeFieldContainer[Conflict]
    error: _fact_pb2.EntryError
    facts: _containers.RepeatedScalarFieldContainer[str]
    label: str
    notes: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Diagnostic]
    range: DimRange
    summary: TypeSummary
    symbols: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Symbol]
    type: _shape_pb2.Type
    def __init__(self, label: _Optional[str] = ..., type: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., comparison: _Optional[_Union[TypeComparison, _Mapping]] = ..., summary: _Optional[_Union[TypeSummary, _Mapping]] = ..., range: _Optional[_Union[DimRange, _Mapping]] = ..., error: _Optional[_Union[_fact_pb2.EntryError, _Mapping]] = ..., conflicts: _Optional[_Iterable[_Union[Conflict, _Mapping]]] = ..., symbols: _Optional[_Iterable[_Union[_fact_pb2.Symbol, _Mapping]]] = ..., facts: _Optional[_Iterable[str]] = ..., notes: _Optional[_Iterable[_Union[_fact_pb2.Diagnostic, _Mapping]]] = ...) -> None: ...

class MergeShapesRequest(_message.Message):
    __slots__ = ["cases", "limits", "notation", "premises", "share_symbols"]
    CASES_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    PREMISES_FIELD_NUMBER: _ClassVar[int]
    SHARE_SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    cases: _containers.RepeatedCompositeFieldContainer[MergeCase]
    limits: _fact_pb2.RequestLimits
    notation: Notation
    premises: _containers.RepeatedScalarFieldContainer[str]
    share_symbols: bool
    def __init__(self, cases: _Optional[_Iterable[_Union[MergeCase, _Mapping]]] = ..., premises: _Optional[_Iterable[str]] = ..., share_symbols: bool = ..., notation: _Optional[_Union[Notation, str]] = ..., limits: _Optional[_Union[_fact_pb2.RequestLimits, _Mapping]] = ...) -> None: ...

class MergeShapesResponse(_message.Message):
    __slots__ = ["results"]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[MergeResult]
    def __init__(self, results: _Optional[_Iterable[_Union[MergeResult, _Mapping]]] = ...) -> None: ...

class MergeTypes(_message.Message):
    __slots__ = ["operands", "policy"]
    OPERANDS_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    operands: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Type]
    policy: _shape_pb2.MergePolicy
    def __init__(self, operands: _Optional[_Iterable[_Union[_shape_pb2.Type, _Mapping]]] = ..., policy: _Optional[_Union[_shape_pb2.MergePolicy, str]] = ...) -> None: ...

class PutAxes(_message.Message):
    __slots__ = ["axes", "operand", "replace", "sizes"]
    AXES_FIELD_NUMBER: _ClassVar[int]
    OPERAND_FIELD_NUMBER: _ClassVar[int]
    REPLACE_FIELD_NUMBER: _ClassVar[int]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    axes: _containers.RepeatedScalarFieldContainer[int]
    operand: _shape_pb2.Type
    replace: bool
    sizes: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Dim]
    def __init__(self, operand: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., axes: _Optional[_Iterable[int]] = ..., sizes: _Optional[_Iterable[_Union[_shape_pb2.Dim, _Mapping]]] = ..., replace: bool = ...) -> None: ...

class RelaxTypes(_message.Message):
    __slots__ = ["operands"]
    OPERANDS_FIELD_NUMBER: _ClassVar[int]
    operands: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Type]
    def __init__(self, operands: _Optional[_Iterable[_Union[_shape_pb2.Type, _Mapping]]] = ...) -> None: ...

class SelectAxes(_message.Message):
    __slots__ = ["axes", "mode", "operand"]
    class Mode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    AXES_FIELD_NUMBER: _ClassVar[int]
    MODE_DROP: SelectAxes.Mode
    MODE_FIELD_NUMBER: _ClassVar[int]
    MODE_KEEP: SelectAxes.Mode
    MODE_PERMUTE: SelectAxes.Mode
    MODE_UNSPECIFIED: SelectAxes.Mode
    OPERAND_FIELD_NUMBER: _ClassVar[int]
    axes: _containers.RepeatedScalarFieldContainer[int]
    mode: SelectAxes.Mode
    operand: _shape_pb2.Type
    def __init__(self, operand: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., axes: _Optional[_Iterable[int]] = ..., mode: _Optional[_Union[SelectAxes.Mode, str]] = ...) -> None: ...

class TypeComparison(_message.Message):
    __slots__ = ["compatible", "equal", "refines", "relaxes", "same_layout", "same_scheme"]
    COMPATIBLE_FIELD_NUMBER: _ClassVar[int]
    EQUAL_FIELD_NUMBER: _ClassVar[int]
    REFINES_FIELD_NUMBER: _ClassVar[int]
    RELAXES_FIELD_NUMBER: _ClassVar[int]
    SAME_LAYOUT_FIELD_NUMBER: _ClassVar[int]
    SAME_SCHEME_FIELD_NUMBER: _ClassVar[int]
    compatible: bool
    equal: bool
    refines: bool
    relaxes: bool
    same_layout: bool
    same_scheme: bool
    def __init__(self, compatible: bool = ..., equal: bool = ..., relaxes: bool = ..., refines: bool = ..., same_scheme: bool = ..., same_layout: bool = ...) -> None: ...

class TypeSummary(_message.Message):
    __slots__ = ["elements", "greatest", "has_negative_size", "is_static", "least", "rank", "type"]
    ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    GREATEST_FIELD_NUMBER: _ClassVar[int]
    HAS_NEGATIVE_SIZE_FIELD_NUMBER: _ClassVar[int]
    IS_STATIC_FIELD_NUMBER: _ClassVar[int]
    LEAST_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    elements: _shape_pb2.Amount
    greatest: _shape_pb2.Shape
    has_negative_size: bool
    is_static: bool
    least: _shape_pb2.Shape
    rank: _shape_pb2.Interval
    type: _shape_pb2.Type
    def __init__(self, type: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., is_static: bool = ..., has_negative_size: bool = ..., rank: _Optional[_Union[_shape_pb2.Interval, _Mapping]] = ..., least: _Optional[_Union[_shape_pb2.Shape, _Mapping]] = ..., greatest: _Optional[_Union[_shape_pb2.Shape, _Mapping]] = ..., elements: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ...) -> None: ...

class Notation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
