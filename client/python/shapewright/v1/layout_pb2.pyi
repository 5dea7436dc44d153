from shapewright.v1 import binding_pb2 as _binding_pb2
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

class Comparison(_message.Message):
    __slots__ = ["bitcast", "equal", "equivalent", "needs_copy", "transpose"]
    BITCAST_FIELD_NUMBER: _ClassVar[int]
    EQUAL_FIELD_NUMBER: _ClassVar[int]
    EQUIVALENT_FIELD_NUMBER: _ClassVar[int]
    NEEDS_COPY_FIELD_NUMBER: _ClassVar[int]
    TRANSPOSE_FIELD_NUMBER: _ClassVar[int]
    bitcast: bool
    equal: bool
    equivalent: bool
    needs_copy: bool
    transpose: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, equal: bool = ..., equivalent: bool = ..., bitcast: bool = ..., transpose: _Optional[_Iterable[int]] = ..., needs_copy: bool = ...) -> None: ...

class ComputeLayoutRequest(_message.Message):
    __slots__ = ["cases", "max_answer_bytes", "work_limit"]
    CASES_FIELD_NUMBER: _ClassVar[int]
    MAX_ANSWER_BYTES_FIELD_NUMBER: _ClassVar[int]
    WORK_LIMIT_FIELD_NUMBER: _ClassVar[int]
    cases: _containers.RepeatedCompositeFieldContainer[LayoutCase]
    max_answer_bytes: int
    work_limit: int
    def __init__(self, cases: _Optional[_Iterable[_Union[LayoutCase, _Mapping]]] = ..., work_limit: _Optional[int] = ..., max_answer_bytes: _Optional[int] = ...) -> None: ...

class ComputeLayoutResponse(_message.Message):
    __slots__ = ["results"]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[LayoutResult]
    def __init__(self, results: _Optional[_Iterable[_Union[LayoutResult, _Mapping]]] = ...) -> None: ...

class DegenerateChange(_message.Message):
    __slots__ = ["deleted", "inserted"]
    DELETED_FIELD_NUMBER: _ClassVar[int]
    INSERTED_FIELD_NUMBER: _ClassVar[int]
    deleted: _containers.RepeatedScalarFieldContainer[int]
    inserted: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, deleted: _Optional[_Iterable[int]] = ..., inserted: _Optional[_Iterable[int]] = ...) -> None: ...

class DimLevel(_message.Message):
    __slots__ = ["form", "repeats", "unordered"]
    class Form(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    FORM_COMPRESSED: DimLevel.Form
    FORM_DENSE: DimLevel.Form
    FORM_FIELD_NUMBER: _ClassVar[int]
    FORM_LOOSE_COMPRESSED: DimLevel.Form
    FORM_SINGLETON: DimLevel.Form
    FORM_UNSPECIFIED: DimLevel.Form
    REPEATS_FIELD_NUMBER: _ClassVar[int]
    UNORDERED_FIELD_NUMBER: _ClassVar[int]
    form: DimLevel.Form
    repeats: bool
    unordered: bool
    def __init__(self, form: _Optional[_Union[DimLevel.Form, str]] = ..., repeats: bool = ..., unordered: bool = ...) -> None: ...

class DimensionInsertion(_message.Message):
    __slots__ = ["dimension", "minor_to_major_position", "size"]
    DIMENSION_FIELD_NUMBER: _ClassVar[int]
    MINOR_TO_MAJOR_POSITION_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    dimension: int
    minor_to_major_position: int
    size: _shape_pb2.Dim
    def __init__(self, dimension: _Optional[int] = ..., size: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., minor_to_major_position: _Optional[int] = ...) -> None: ...

class DimensionList(_message.Message):
    __slots__ = ["dimensions"]
    DIMENSIONS_FIELD_NUMBER: _ClassVar[int]
    dimensions: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, dimensions: _Optional[_Iterable[int]] = ...) -> None: ...

class DimensionMove(_message.Message):
    __slots__ = ["source", "target"]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    source: int
    target: int
    def __init__(self, source: _Optional[int] = ..., target: _Optional[int] = ...) -> None: ...

class DimensionPair(_message.Message):
    __slots__ = ["source", "target"]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    source: int
    target: int
    def __init__(self, source: _Optional[int] = ..., target: _Optional[int] = ...) -> None: ...

class DimensionSplit(_message.Message):
    __slots__ = ["dimension", "indices"]
    DIMENSION_FIELD_NUMBER: _ClassVar[int]
    INDICES_FIELD_NUMBER: _ClassVar[int]
    dimension: int
    indices: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, dimension: _Optional[int] = ..., indices: _Optional[_Iterable[int]] = ...) -> None: ...

class Index(_message.Message):
    __slots__ = ["coordinates"]
    COORDINATES_FIELD_NUMBER: _ClassVar[int]
    coordinates: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, coordinates: _Optional[_Iterable[int]] = ...) -> None: ...

class IndexList(_message.Message):
    __slots__ = ["indices"]
    INDICES_FIELD_NUMBER: _ClassVar[int]
    indices: _containers.RepeatedCompositeFieldContainer[Index]
    def __init__(self, indices: _Optional[_Iterable[_Union[Index, _Mapping]]] = ...) -> None: ...

class IndexRange(_message.Message):
    __slots__ = ["base", "count", "step"]
    BASE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    base: _containers.RepeatedScalarFieldContainer[int]
    count: _containers.RepeatedScalarFieldContainer[int]
    step: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, base: _Optional[_Iterable[int]] = ..., count: _Optional[_Iterable[int]] = ..., step: _Optional[_Iterable[int]] = ...) -> None: ...

class Layout(_message.Message):
    __slots__ = ["buffer_alignment_bytes", "dim_levels", "element_size_in_bits", "index_type", "memory_space", "metadata_prefix_bytes", "minor_to_major", "padded_dimensions", "padding_value", "physical_shape", "pointer_type", "row_alignment_bytes", "splits", "tail_padding_alignment", "tiles"]
    BUFFER_ALIGNMENT_BYTES_FIELD_NUMBER: _ClassVar[int]
    DIM_LEVELS_FIELD_NUMBER: _ClassVar[int]
    ELEMENT_SIZE_IN_BITS_FIELD_NUMBER: _ClassVar[int]
    INDEX_TYPE_FIELD_NUMBER: _ClassVar[int]
    MEMORY_SPACE_FIELD_NUMBER: _ClassVar[int]
    METADATA_PREFIX_BYTES_FIELD_NUMBER: _ClassVar[int]
    MINOR_TO_MAJOR_FIELD_NUMBER: _ClassVar[int]
    PADDED_DIMENSIONS_FIELD_NUMBER: _ClassVar[int]
    PADDING_VALUE_FIELD_NUMBER: _ClassVar[int]
    PHYSICAL_SHAPE_FIELD_NUMBER: _ClassVar[int]
    POINTER_TYPE_FIELD_NUMBER: _ClassVar[int]
    ROW_ALIGNMENT_BYTES_FIELD_NUMBER: _ClassVar[int]
    SPLITS_FIELD_NUMBER: _ClassVar[int]
    TAIL_PADDING_ALIGNMENT_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    buffer_alignment_bytes: int
    dim_levels: _containers.RepeatedCompositeFieldContainer[DimLevel]
    element_size_in_bits: int
    index_type: _shape_pb2.ElementType
    memory_space: int
    metadata_prefix_bytes: int
    minor_to_major: _containers.RepeatedScalarFieldContainer[int]
    padded_dimensions: _containers.RepeatedScalarFieldContainer[int]
    padding_value: PaddingValue
    physical_shape: str
    pointer_type: _shape_pb2.ElementType
    row_alignment_bytes: int
    splits: _containers.RepeatedCompositeFieldContainer[DimensionSplit]
    tail_padding_alignment: int
    tiles: _containers.RepeatedCompositeFieldContainer[Tile]
    def __init__(self, minor_to_major: _Optional[_Iterable[int]] = ..., padded_dimensions: _Optional[_Iterable[int]] = ..., padding_value: _Optional[_Union[PaddingValue, str]] = ..., tiles: _Optional[_Iterable[_Union[Tile, _Mapping]]] = ..., tail_padding_alignment: _Optional[int] = ..., memory_space: _Optional[int] = ..., row_alignment_bytes: _Optional[int] = ..., buffer_alignment_bytes: _Optional[int] = ..., element_size_in_bits: _Optional[int] = ..., dim_levels: _Optional[_Iterable[_Union[DimLevel, _Mapping]]] = ..., index_type: _Optional[_Union[_shape_pb2.ElementType, str]] = ..., pointer_type: _Optional[_Union[_shape_pb2.ElementType, str]] = ..., physical_shape: _Optional[str] = ..., splits: _Optional[_Iterable[_Union[DimensionSplit, _Mapping]]] = ..., metadata_prefix_bytes: _Optional[int] = ...) -> None: ...

class LayoutAnswer(_message.Message):
    __slots__ = ["comparison", "conversion", "converted", "count", "degenerate", "dimension", "linear", "linears", "minimal_transpose", "multi", "multis", "order", "reason", "steps", "unmodified"]
    COMPARISON_FIELD_NUMBER: _ClassVar[int]
    CONVERSION_FIELD_NUMBER: _ClassVar[int]
    CONVERTED_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    DEGENERATE_FIELD_NUMBER: _ClassVar[int]
    DIMENSION_FIELD_NUMBER: _ClassVar[int]
    LINEARS_FIELD_NUMBER: _ClassVar[int]
    LINEAR_FIELD_NUMBER: _ClassVar[int]
    MINIMAL_TRANSPOSE_FIELD_NUMBER: _ClassVar[int]
    MULTIS_FIELD_NUMBER: _ClassVar[int]
    MULTI_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    UNMODIFIED_FIELD_NUMBER: _ClassVar[int]
    comparison: Comparison
    conversion: Comparison
    converted: LayoutFacts
    count: int
    degenerate: DegenerateChange
    dimension: int
    linear: int
    linears: LinearList
    minimal_transpose: MinimalTranspose
    multi: Index
    multis: IndexList
    order: Index
    reason: str
    steps: _containers.RepeatedCompositeFieldContainer[LayoutStep]
    unmodified: _containers.RepeatedCompositeFieldContainer[DimensionPair]
    def __init__(self, linear: _Optional[int] = ..., multi: _Optional[_Union[Index, _Mapping]] = ..., comparison: _Optional[_Union[Comparison, _Mapping]] = ..., converted: _Optional[_Union[LayoutFacts, _Mapping]] = ..., order: _Optional[_Union[Index, _Mapping]] = ..., linears: _Optional[_Union[LinearList, _Mapping]] = ..., multis: _Optional[_Union[IndexList, _Mapping]] = ..., count: _Optional[int] = ..., dimension: _Optional[int] = ..., reason: _Optional[str] = ..., conversion: _Optional[_Union[Comparison, _Mapping]] = ..., unmodified: _Optional[_Iterable[_Union[DimensionPair, _Mapping]]] = ..., degenerate: _Optional[_Union[DegenerateChange, _Mapping]] = ..., steps: _Optional[_Iterable[_Union[LayoutStep, _Mapping]]] = ..., minimal_transpose: _Optional[_Union[MinimalTranspose, _Mapping]] = ...) -> None: ...

class LayoutCase(_message.Message):
    __slots__ = ["bindings", "element_type", "label", "layout", "queries", "shape", "symbols", "text", "tuple_elements"]
    BINDINGS_FIELD_NUMBER: _ClassVar[int]
    ELEMENT_TYPE_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    LAYOUT_FIELD_NUMBER: _ClassVar[int]
    QUERIES_FIELD_NUMBER: _ClassVar[int]
    SHAPE_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    TUPLE_ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    bindings: _containers.RepeatedCompositeFieldContainer[_binding_pb2.Binding]
    element_type: _shape_pb2.ElementType
    label: str
    layout: LayoutSpec
    queries: _containers.RepeatedCompositeFieldContainer[LayoutQuery]
    shape: _shape_pb2.Shape
    symbols: _containers.RepeatedCompositeFieldContainer[_fact_pb2.SymbolFact]
    text: str
    tuple_elements: _containers.RepeatedCompositeFieldContainer[LayoutCase]
    def __init__(self, shape: _Optional[_Union[_shape_pb2.Shape, _Mapping]] = ..., element_type: _Optional[_Union[_shape_pb2.ElementType, str]] = ..., layout: _Optional[_Union[LayoutSpec, _Mapping]] = ..., bindings: _Optional[_Iterable[_Union[_binding_pb2.Binding, _Mapping]]] = ..., queries: _Optional[_Iterable[_Union[LayoutQuery, _Mapping]]] = ..., label: _Optional[str] = ..., tuple_elements: _Optional[_Iterable[_Union[LayoutCase, _Mapping]]] = ..., symbols: _Optional[_Iterable[_Union[_fact_pb2.SymbolFact, _Mapping]]] = ..., text: _Optional[str] = ...) -> None: ...

class LayoutFacts(_message.Message):
    __slots__ = ["byte_strides", "bytes", "contiguous_elements", "degenerate_dimensions", "dimension_names", "element_size_in_bits", "elements", "largest_part", "largest_part_elements", "layout", "padded_elements", "padded_shape", "padding_overhead", "strides", "text", "true_rank", "unpadded_bytes"]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    BYTE_STRIDES_FIELD_NUMBER: _ClassVar[int]
    CONTIGUOUS_ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    DEGENERATE_DIMENSIONS_FIELD_NUMBER: _ClassVar[int]
    DIMENSION_NAMES_FIELD_NUMBER: _ClassVar[int]
    ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    ELEMENT_SIZE_IN_BITS_FIELD_NUMBER: _ClassVar[int]
    LARGEST_PART_ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    LARGEST_PART_FIELD_NUMBER: _ClassVar[int]
    LAYOUT_FIELD_NUMBER: _ClassVar[int]
    PADDED_ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    PADDED_SHAPE_FIELD_NUMBER: _ClassVar[int]
    PADDING_OVERHEAD_FIELD_NUMBER: _ClassVar[int]
    STRIDES_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    TRUE_RANK_FIELD_NUMBER: _ClassVar[int]
    UNPADDED_BYTES_FIELD_NUMBER: _ClassVar[int]
    byte_strides: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Dim]
    bytes: _shape_pb2.Dim
    contiguous_elements: _shape_pb2.Dim
    degenerate_dimensions: _containers.RepeatedScalarFieldContainer[int]
    dimension_names: str
    element_size_in_bits: int
    elements: _shape_pb2.Dim
    largest_part: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Dim]
    largest_part_elements: _shape_pb2.Dim
    layout: Layout
    padded_elements: _shape_pb2.Dim
    padded_shape: _shape_pb2.Shape
    padding_overhead: float
    strides: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Dim]
    text: str
    true_rank: _shape_pb2.Dim
    unpadded_bytes: _shape_pb2.Dim
    def __init__(self, layout: _Optional[_Union[Layout, _Mapping]] = ..., text: _Optional[str] = ..., padded_shape: _Optional[_Union[_shape_pb2.Shape, _Mapping]] = ..., strides: _Optional[_Iterable[_Union[_shape_pb2.Dim, _Mapping]]] = ..., byte_strides: _Optional[_Iterable[_Union[_shape_pb2.Dim, _Mapping]]] = ..., elements: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., bytes: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., unpadded_bytes: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., true_rank: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., padding_overhead: _Optional[float] = ..., contiguous_elements: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., element_size_in_bits: _Optional[int] = ..., padded_elements: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., largest_part: _Optional[_Iterable[_Union[_shape_pb2.Dim, _Mapping]]] = ..., largest_part_elements: _Optional[_Union[_shape_pb2.Dim, _Mapping]] = ..., degenerate_dimensions: _Optional[_Iterable[int]] = ..., dimension_names: _Optional[str] = ...) -> None: ...

class LayoutQuery(_message.Message):
    __slots__ = ["compare", "contiguous_run", "convert", "delete_dimension", "delete_dimensions", "dimension", "ignored", "in_turn", "insert", "memory_order", "move", "move_to_major", "move_to_minor", "reshape", "to_linear", "to_linear_all", "to_multi", "to_multi_all", "transpose", "visit"]
    class Aspect(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = []
    ASPECT_ALL_BUT_ORDER: LayoutQuery.Aspect
    ASPECT_ELEMENT_SIZE: LayoutQuery.Aspect
    ASPECT_INDEX_TYPE: LayoutQuery.Aspect
    ASPECT_MEMORY_SPACE: LayoutQuery.Aspect
    ASPECT_METADATA_PREFIX: LayoutQuery.Aspect
    ASPECT_PHYSICAL_SHAPE: LayoutQuery.Aspect
    ASPECT_POINTER_TYPE: LayoutQuery.Aspect
    ASPECT_SPLITS: LayoutQuery.Aspect
    ASPECT_TAIL_PADDING: LayoutQuery.Aspect
    ASPECT_TILES: LayoutQuery.Aspect
    ASPECT_UNSPECIFIED: LayoutQuery.Aspect
    COMPARE_FIELD_NUMBER: _ClassVar[int]
    CONTIGUOUS_RUN_FIELD_NUMBER: _ClassVar[int]
    CONVERT_FIELD_NUMBER: _ClassVar[int]
    DELETE_DIMENSIONS_FIELD_NUMBER: _ClassVar[int]
    DELETE_DIMENSION_FIELD_NUMBER: _ClassVar[int]
    DIMENSION_FIELD_NUMBER: _ClassVar[int]
    IGNORED_FIELD_NUMBER: _ClassVar[int]
    INSERT_FIELD_NUMBER: _ClassVar[int]
    IN_TURN_FIELD_NUMBER: _ClassVar[int]
    MEMORY_ORDER_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    MOVE_TO_MAJOR_FIELD_NUMBER: _ClassVar[int]
    MOVE_TO_MINOR_FIELD_NUMBER: _ClassVar[int]
    RESHAPE_FIELD_NUMBER: _ClassVar[int]
    TO_LINEAR_ALL_FIELD_NUMBER: _ClassVar[int]
    TO_LINEAR_FIELD_NUMBER: _ClassVar[int]
    TO_MULTI_ALL_FIELD_NUMBER: _ClassVar[int]
    TO_MULTI_FIELD_NUMBER: _ClassVar[int]
    TRANSPOSE_FIELD_NUMBER: _ClassVar[int]
    VISIT_FIELD_NUMBER: _ClassVar[int]
    compare: LayoutSpec
    contiguous_run: bool
    convert: LayoutSpec
    delete_dimension: int
    delete_dimensions: DimensionList
    dimension: str
    ignored: _containers.RepeatedScalarFieldContainer[LayoutQuery.Aspect]
    in_turn: LayoutSequence
    insert: DimensionInsertion
    memory_order: bool
    move: DimensionMove
    move_to_major: int
    move_to_minor: int
    reshape: _shape_pb2.Shape
    to_linear: Index
    to_linear_all: IndexList
    to_multi: int
    to_multi_all: LinearList
    transpose: Permutation
    visit: IndexRange
    def __init__(self, to_linear: _Optional[_Union[Index, _Mapping]] = ..., to_multi: _Optional[int] = ..., compare: _Optional[_Union[LayoutSpec, _Mapping]] = ..., convert: _Optional[_Union[LayoutSpec, _Mapping]] = ..., reshape: _Optional[_Union[_shape_pb2.Shape, _Mapping]] = ..., transpose: _Optional[_Union[Permutation, _Mapping]] = ..., memory_order: bool = ..., to_linear_all: _Optional[_Union[IndexList, _Mapping]] = ..., to_multi_all: _Optional[_Union[LinearList, _Mapping]] = ..., insert: _Optional[_Union[DimensionInsertion, _Mapping]] = ..., delete_dimension: _Optional[int] = ..., move: _Optional[_Union[DimensionMove, _Mapping]] = ..., contiguous_run: bool = ..., dimension: _Optional[str] = ..., move_to_major: _Optional[int] = ..., visit: _Optional[_Union[IndexRange, _Mapping]] = ..., delete_dimensions: _Optional[_Union[DimensionList, _Mapping]] = ..., in_turn: _Optional[_Union[LayoutSequence, _Mapping]] = ..., move_to_minor: _Optional[int] = ..., ignored: _Optional[_Iterable[_Union[LayoutQuery.Aspect, str]]] = ...) -> None: ...

class LayoutResult(_message.Message):
    __slots__ = ["answers", "evaluations", "facts", "label", "reason", "symbols", "tuple_elements"]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    EVALUATIONS_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    TUPLE_ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    answers: _containers.RepeatedCompositeFieldContainer[LayoutAnswer]
    evaluations: _containers.RepeatedCompositeFieldContainer[LayoutFacts]
    facts: LayoutFacts
    label: str
    reason: str
    symbols: _containers.RepeatedCompositeFieldContainer[_fact_pb2.Symbol]
    tuple_elements: _containers.RepeatedCompositeFieldContainer[LayoutResult]
    def __init__(self, facts: _Optional[_Union[LayoutFacts, _Mapping]] = ..., evaluations: _Optional[_Iterable[_Union[LayoutFacts, _Mapping]]] = ..., answers: _Optional[_Iterable[_Union[LayoutAnswer, _Mapping]]] = ..., label: _Optional[str] = ..., tuple_elements: _Optional[_Iterable[_Union[LayoutResult, _Mapping]]] = ..., reason: _Optional[str] = ..., symbols: _Optional[_Iterable[_Union[_fact_pb2.Symbol, _Mapping]]] = ...) -> None: ...

class LayoutSequence(_message.Message):
    __slots__ = ["steps"]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    steps: _containers.RepeatedCompositeFieldContainer[LayoutQuery]
    def __init__(self, steps: _Optional[_Iterable[_Union[LayoutQuery, _Mapping]]] = ...) -> None: ...

class LayoutSpec(_message.Message):
    __slots__ = ["layout", "named", "strided", "text"]
    LAYOUT_FIELD_NUMBER: _ClassVar[int]
    NAMED_FIELD_NUMBER: _ClassVar[int]
    STRIDED_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    layout: Layout
    named: str
    strided: StridedLayout
    text: str
    def __init__(self, layout: _Optional[_Union[Layout, _Mapping]] = ..., strided: _Optional[_Union[StridedLayout, _Mapping]] = ..., named: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class LayoutStep(_message.Message):
    __slots__ = ["text", "transpose"]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    TRANSPOSE_FIELD_NUMBER: _ClassVar[int]
    text: str
    transpose: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, transpose: _Optional[_Iterable[int]] = ..., text: _Optional[str] = ...) -> None: ...

class LinearList(_message.Message):
    __slots__ = ["values"]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, values: _Optional[_Iterable[int]] = ...) -> None: ...

class MinimalTranspose(_message.Message):
    __slots__ = ["axes", "sizes"]
    AXES_FIELD_NUMBER: _ClassVar[int]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    axes: _containers.RepeatedScalarFieldContainer[int]
    sizes: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Dim]
    def __init__(self, sizes: _Optional[_Iterable[_Union[_shape_pb2.Dim, _Mapping]]] = ..., axes: _Optional[_Iterable[int]] = ...) -> None: ...

class Permutation(_message.Message):
    __slots__ = ["axes"]
    AXES_FIELD_NUMBER: _ClassVar[int]
    axes: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, axes: _Optional[_Iterable[int]] = ...) -> None: ...

class StridedLayout(_message.Message):
    __slots__ = ["in_bytes", "offset", "strides"]
    IN_BYTES_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    STRIDES_FIELD_NUMBER: _ClassVar[int]
    in_bytes: bool
    offset: int
    strides: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, strides: _Optional[_Iterable[int]] = ..., in_bytes: bool = ..., offset: _Optional[int] = ...) -> None: ...

class Tile(_message.Message):
    __slots__ = ["sizes"]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    sizes: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, sizes: _Optional[_Iterable[int]] = ...) -> None: ...

class PaddingValue(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
