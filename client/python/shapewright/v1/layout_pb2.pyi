from shapewright.v1 import fact_pb2 as _fact_pb2
from shapewright.v1 import shape_pb2 as _shape_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
PADDING_VALUE_HIGHEST: PaddingValue
PADDING_VALUE_LOWEST: PaddingValue
PADDING_VALUE_ONE: PaddingValue
PADDING_VALUE_UNKNOWN: PaddingValue
PADDING_VALUE_UNSPECIFIED: PaddingValue
PADDING_VALUE_ZERO: PaddingValue

class CompareLayouts(_message.Message):
    __slots__ = ["ignored", "other"]
    class Aspect(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    ASPECT_ALL_BUT_ORDER: CompareLayouts.Aspect
    ASPECT_ELEMENT_SIZE: CompareLayouts.Aspect
    ASPECT_MEMORY_SPACE: CompareLayouts.Aspect
    ASPECT_PREFIX: CompareLayouts.Aspect
    ASPECT_SPARSE_STORAGE: CompareLayouts.Aspect
    ASPECT_SPLITS: CompareLayouts.Aspect
    ASPECT_TAIL_PADDING: CompareLayouts.Aspect
    ASPECT_TILES: CompareLayouts.Aspect
    ASPECT_UNSPECIFIED: CompareLayouts.Aspect
    IGNORED_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    ignored: _containers.RepeatedScalarFieldContainer[CompareLayouts.Aspect]
    other: LayoutSpec
    def __init__(self, other: _Optional[_Union[LayoutSpec, _Mapping]] = ..., ignored: _Optional[_Iterable[_Union[CompareLayouts.Aspect, str]]] = ...) -> None: ...

class ComputeLayoutRequest(_message.Message):
    __slots__ = ["cases", "details", "limits"]
    CASES_FIELD_NUMBER: _ClassVar[int]
    DETAILS_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    cases: _containers.RepeatedCompositeFieldContainer[LayoutCase]
    details: bool
    limits: _fact_pb2.RequestLimits
    def __init__(self, cases: _Optional[_Iterable[_Union[LayoutCase, _Mapping]]] = ..., limits: _Optional[_Union[_fact_pb2.RequestLimits, _Mapping]] = ..., details: bool = ...) -> None: ...

class ComputeLayoutResponse(_message.Message):
    __slots__ = ["results"]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[LayoutResult]
    def __init__(self, results: _Optional[_Iterable[_Union[LayoutResult, _Mapping]]] = ...) -> None: ...

class Coordinates(_message.Message):
    __slots__ = ["indices", "padding"]
    INDICES_FIELD_NUMBER: _ClassVar[int]
    PADDING_FIELD_NUMBER: _ClassVar[int]
    indices: _containers.RepeatedScalarFieldContainer[int]
    padding: bool
    def __init__(self, indices: _Optional[_Iterable[int]] = ..., padding: bool = ...) -> None: ...

class CoordinatesList(_message.Message):
    __slots__ = ["elements"]
    ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    elements: _containers.RepeatedCompositeFieldContainer[Coordinates]
    def __init__(self, elements: _Optional[_Iterable[_Union[Coordinates, _Mapping]]] = ...) -> None: ...

class Layout(_message.Message):
    __slots__ = ["buffer_alignment_bytes", "element_size_in_bits", "memory_space", "minor_to_major", "padded_dimensions", "padding_value", "row_alignment_bytes", "tail_padding_alignment", "tiles"]
    BUFFER_ALIGNMENT_BYTES_FIELD_NUMBER: _ClassVar[int]
    ELEMENT_SIZE_IN_BITS_FIELD_NUMBER: _ClassVar[int]
    MEMORY_SPACE_FIELD_NUMBER: _ClassVar[int]
    MINOR_TO_MAJOR_FIELD_NUMBER: _ClassVar[int]
    PADDED_DIMENSIONS_FIELD_NUMBER: _ClassVar[int]
    PADDING_VALUE_FIELD_NUMBER: _ClassVar[int]
    ROW_ALIGNMENT_BYTES_FIELD_NUMBER: _ClassVar[int]
    TAIL_PADDING_ALIGNMENT_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    buffer_alignment_bytes: int
    element_size_in_bits: int
    memory_space: int
    minor_to_major: _containers.RepeatedScalarFieldContainer[int]
    padded_dimensions: _containers.RepeatedScalarFieldContainer[int]
    padding_value: PaddingValue
    row_alignment_bytes: int
    tail_padding_alignment: int
    tiles: _containers.RepeatedCompositeFieldContainer[Tile]
    def __init__(self, minor_to_major: _Optional[_Iterable[int]] = ..., padded_dimensions: _Optional[_Iterable[int]] = ..., padding_value: _Optional[_Union[PaddingValue, str]] = ..., tiles: _Optional[_Iterable[_Union[Tile, _Mapping]]] = ..., tail_padding_alignment: _Optional[int] = ..., memory_space: _Optional[int] = ..., row_alignment_bytes: _Optional[int] = ..., buffer_alignment_bytes: _Optional[int] = ..., element_size_in_bits: _Optional[int] = ...) -> None: ...

class LayoutAnswer(_message.Message):
    __slots__ = ["comparison", "coordinates", "error", "numbers"]
    COMPARISON_FIELD_NUMBER: _ClassVar[int]
    COORDINATES_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    NUMBERS_FIELD_NUMBER: _ClassVar[int]
    comparison: LayoutComparison
    coordinates: CoordinatesList
    error: _fact_pb2.EntryError
    numbers: Numbers
    def __init__(self, numbers: _Optional[_Union[Numbers, _Mapping]] = ..., coordinates: _Optional[_Union[CoordinatesList, _Mapping]] = ..., comparison: _Optional[_Union[LayoutComparison, _Mapping]] = ..., error: _Optional[_Union[_fact_pb2.EntryError, _Mapping]] = ...) -> None: ...

class LayoutCase(_message.Message):
    __slots__ = ["changes", "label", "layout", "premises", "questions", "tensor"]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    LAYOUT_FIELD_NUMBER: _ClassVar[int]
    PREMISES_FIELD_NUMBER: _ClassVar[int]
    QUESTIONS_FIELD_NUMBER: _ClassVar[int]
    TENSOR_FIELD_NUMBER: _ClassVar[int]
    changes: _containers.RepeatedCompositeFieldContainer[LayoutChange]
    label: str
    layout: LayoutSpec
    premises: _containers.RepeatedScalarFieldContainer[str]
    questions: _containers.RepeatedCompositeFieldContainer[LayoutQuestion]
    tensor: _shape_pb2.Type
    def __init__(self, label: _Optional[str] = ..., tensor: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., layout: _Optional[_Union[LayoutSpec, _Mapping]] = ..., changes: _Optional[_Iterable[_Union[LayoutChange, _Mapping]]] = ..., questions: _Optional[_Iterable[_Union[LayoutQuestion, _Mapping]]] = ..., premises: _Optional[_Iterable[str]] = ...) -> None: ...

class LayoutChange(_message.Message):
    __slots__ = ["convert", "reshape", "transpose"]
    CONVERT_FIELD_NUMBER: _ClassVar[int]
    RESHAPE_FIELD_NUMBER: _ClassVar[int]
    TRANSPOSE_FIELD_NUMBER: _ClassVar[int]
    convert: LayoutSpec
    reshape: _shape_pb2.Shape
    transpose: Numbers
    def __init__(self, convert: _Optional[_Union[LayoutSpec, _Mapping]] = ..., reshape: _Optional[_Union[_shape_pb2.Shape, _Mapping]] = ..., transpose: _Optional[_Union[Numbers, _Mapping]] = ...) -> None: ...

class LayoutChangeResult(_message.Message):
    __slots__ = ["comparison", "facts", "reason", "steps", "tensor"]
    COMPARISON_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    TENSOR_FIELD_NUMBER: _ClassVar[int]
    comparison: LayoutComparison
    facts: LayoutFacts
    reason: str
    steps: _containers.RepeatedScalarFieldContainer[str]
    tensor: _shape_pb2.Type
    def __init__(self, facts: _Optional[_Union[LayoutFacts, _Mapping]] = ..., tensor: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., comparison: _Optional[_Union[LayoutComparison, _Mapping]] = ..., steps: _Optional[_Iterable[str]] = ..., reason: _Optional[str] = ...) -> None: ...

class LayoutComparison(_message.Message):
    __slots__ = ["bitcast", "equal", "equivalent", "needs_copy", "reason", "transpose"]
    BITCAST_FIELD_NUMBER: _ClassVar[int]
    EQUAL_FIELD_NUMBER: _ClassVar[int]
    EQUIVALENT_FIELD_NUMBER: _ClassVar[int]
    NEEDS_COPY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    TRANSPOSE_FIELD_NUMBER: _ClassVar[int]
    bitcast: bool
    equal: bool
    equivalent: bool
    needs_copy: bool
    reason: str
    transpose: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, equal: bool = ..., equivalent: bool = ..., bitcast: bool = ..., needs_copy: bool = ..., transpose: _Optional[_Iterable[int]] = ..., reason: _Optional[str] = ...) -> None: ...

class LayoutDetails(_message.Message):
    __slots__ = ["axis_names", "degenerate_axes", "element_bits", "leading_run", "longest_run", "padded_elements", "padding_overhead", "true_rank", "unpadded_bytes"]
    AXIS_NAMES_FIELD_NUMBER: _ClassVar[int]
    DEGENERATE_AXES_FIELD_NUMBER: _ClassVar[int]
    ELEMENT_BITS_FIELD_NUMBER: _ClassVar[int]
    LEADING_RUN_FIELD_NUMBER: _ClassVar[int]
    LONGEST_RUN_FIELD_NUMBER: _ClassVar[int]
    PADDED_ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    PADDING_OVERHEAD_FIELD_NUMBER: _ClassVar[int]
    TRUE_RANK_FIELD_NUMBER: _ClassVar[int]
    UNPADDED_BYTES_FIELD_NUMBER: _ClassVar[int]
    axis_names: str
    degenerate_axes: _containers.RepeatedScalarFieldContainer[int]
    element_bits: int
    leading_run: _shape_pb2.Amount
    longest_run: int
    padded_elements: _shape_pb2.Amount
    padding_overhead: float
    true_rank: _shape_pb2.Amount
    unpadded_bytes: _shape_pb2.Amount
    def __init__(self, unpadded_bytes: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., padded_elements: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., padding_overhead: _Optional[float] = ..., true_rank: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., degenerate_axes: _Optional[_Iterable[int]] = ..., leading_run: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., longest_run: _Optional[int] = ..., element_bits: _Optional[int] = ..., axis_names: _Optional[str] = ...) -> None: ...

class LayoutFacts(_message.Message):
    __slots__ = ["byte_strides", "bytes", "details", "elements", "layout", "padded_shape", "strides", "text"]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    BYTE_STRIDES_FIELD_NUMBER: _ClassVar[int]
    DETAILS_FIELD_NUMBER: _ClassVar[int]
    ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    LAYOUT_FIELD_NUMBER: _ClassVar[int]
    PADDED_SHAPE_FIELD_NUMBER: _ClassVar[int]
    STRIDES_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    byte_strides: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Amount]
    bytes: _shape_pb2.Amount
    details: LayoutDetails
    elements: _shape_pb2.Amount
    layout: Layout
    padded_shape: _shape_pb2.Shape
    strides: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Amount]
    text: str
    def __init__(self, text: _Optional[str] = ..., strides: _Optional[_Iterable[_Union[_shape_pb2.Amount, _Mapping]]] = ..., byte_strides: _Optional[_Iterable[_Union[_shape_pb2.Amount, _Mapping]]] = ..., elements: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., bytes: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., padded_shape: _Optional[_Union[_shape_pb2.Shape, _Mapping]] = ..., layout: _Optional[_Union[Layout, _Mapping]] = ..., details: _Optional[_Union[LayoutDetails, _Mapping]] = ...) -> None: ...

class LayoutQuestion(_message.Message):
    __slots__ = ["axis_named", "compare", "elements_at", "locate", "memory_order"]
    AXIS_NAMED_FIELD_NUMBER: _ClassVar[int]
    COMPARE_FIELD_NUMBER: _ClassVar[int]
    ELEMENTS_AT_FIELD_NUMBER: _ClassVar[int]
    LOCATE_FIELD_NUMBER: _ClassVar[int]
    MEMORY_ORDER_FIELD_NUMBER: _ClassVar[int]
    axis_named: str
    compare: CompareLayouts
    elements_at: Numbers
    locate: CoordinatesList
    memory_order: PlaceRange
    def __init__(self, locate: _Optional[_Union[CoordinatesList, _Mapping]] = ..., elements_at: _Optional[_Union[Numbers, _Mapping]] = ..., memory_order: _Optional[_Union[PlaceRange, _Mapping]] = ..., compare: _Optional[_Union[CompareLayouts, _Mapping]] = ..., axis_named: _Optional[str] = ...) -> None: ...

class LayoutResult(_message.Message):
    __slots__ = ["answers", "changes", "error", "facts", "label", "reason", "symbols", "tuple_elements"]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    TUPLE_ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    answers: _containers.RepeatedCompositeFieldContainer[LayoutAnswer]
    changes: _containers.RepeatedCompositeFieldContainer[LayoutChangeResult]
    error: _fact_pb2.EntryError
    facts: LayoutFacts
    label: str
    reason: str
    symbols: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Symbol]
    tuple_elements: _containers.RepeatedCompositeFieldContainer[LayoutResult]
    def __init__(self, label: _Optional[str] = ..., facts: _Optional[_Union[LayoutFacts, _Mapping]] = ..., changes: _Optional[_Iterable[_Union[LayoutChangeResult, _Mapping]]] = ..., answers: _Optional[_Iterable[_Union[LayoutAnswer, _Mapping]]] = ..., tuple_elements: _Optional[_Iterable[_Union[LayoutResult, _Mapping]]] = ..., symbols: _Optional[_Iterable[_Union[_fact_pb2.Symbol, _Mapping]]] = ..., reason: _Optional[str] = ..., error: _Optional[_Union[_fact_pb2.EntryError, _Mapping]] = ...) -> None: ...

class LayoutSpec(_message.Message):
    __slots__ = ["layout", "strided", "text"]
    LAYOUT_FIELD_NUMBER: _ClassVar[int]
    STRIDED_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    layout: Layout
    strided: StridedLayout
    text: str
    def __init__(self, text: _Optional[str] = ..., strided: _Optional[_Union[StridedLayout, _Mapping]] = ..., layout: _Optional[_Union[Layout, _Mapping]] = ...) -> None: ...

class Numbers(_message.Message):
    __slots__ = ["values"]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, values: _Optional[_Iterable[int]] = ...) -> None: ...

class PlaceRange(_message.Message):
    __slots__ = ["count", "first"]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    count: int
    first: int
    def __init__(self, first: _Optional[int] = ..., count: _Optional[int] = ...) -> None: ...

class StridedLayout(_message.Message):
    __slots__ = ["in_bytes", "offset", "strides"]
    IN_BYTES_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    STRIDES_FIELD_NUMBER: _ClassVar[int]
    in_bytes: bool
    offset: int
    strides: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, strides: _Optional[_Iterable[int]] = ..., offset: _Optional[int] = ..., in_bytes: bool = ...) -> None: ...

class Tile(_message.Message):
    __slots__ = ["sizes"]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    sizes: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, sizes: _Optional[_Iterable[int]] = ...) -> None: ...

class PaddingValue(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
