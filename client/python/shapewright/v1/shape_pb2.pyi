from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
ELEMENT_TYPE_BFLOAT16: ElementType
ELEMENT_TYPE_BOOL: ElementType
ELEMENT_TYPE_COMPLEX128: ElementType
ELEMENT_TYPE_COMPLEX64: ElementType
ELEMENT_TYPE_DOUBLE: ElementType
ELEMENT_TYPE_FLOAT: ElementType
ELEMENT_TYPE_FLOAT16: ElementType
ELEMENT_TYPE_FLOAT4E2M1: ElementType
ELEMENT_TYPE_FLOAT6E2M3: ElementType
ELEMENT_TYPE_FLOAT6E3M2: ElementType
ELEMENT_TYPE_FLOAT8E3M4: ElementType
ELEMENT_TYPE_FLOAT8E4M3: ElementType
ELEMENT_TYPE_FLOAT8E4M3B11FNUZ: ElementType
ELEMENT_TYPE_FLOAT8E4M3FN: ElementType
ELEMENT_TYPE_FLOAT8E4M3FNUZ: ElementType
ELEMENT_TYPE_FLOAT8E5M2: ElementType
ELEMENT_TYPE_FLOAT8E5M2FNUZ: ElementType
ELEMENT_TYPE_FLOAT8E8M0: ElementType
ELEMENT_TYPE_INT1: ElementType
ELEMENT_TYPE_INT16: ElementType
ELEMENT_TYPE_INT2: ElementType
ELEMENT_TYPE_INT32: ElementType
ELEMENT_TYPE_INT4: ElementType
ELEMENT_TYPE_INT64: ElementType
ELEMENT_TYPE_INT8: ElementType
ELEMENT_TYPE_NF4: ElementType
ELEMENT_TYPE_STRING: ElementType
ELEMENT_TYPE_UINT1: ElementType
ELEMENT_TYPE_UINT16: ElementType
ELEMENT_TYPE_UINT2: ElementType
ELEMENT_TYPE_UINT3: ElementType
ELEMENT_TYPE_UINT32: ElementType
ELEMENT_TYPE_UINT4: ElementType
ELEMENT_TYPE_UINT6: ElementType
ELEMENT_TYPE_UINT64: ElementType
ELEMENT_TYPE_UINT8: ElementType
ELEMENT_TYPE_UNSPECIFIED: ElementType
MERGE_POLICY_OVERRIDE: MergePolicy
MERGE_POLICY_REFINE: MergePolicy
MERGE_POLICY_SKIP: MergePolicy
MERGE_POLICY_STRICT: MergePolicy
MERGE_POLICY_UNSPECIFIED: MergePolicy

class Amount(_message.Message):
    __slots__ = ["expr", "range", "value"]
    EXPR_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    expr: str
    range: Interval
    value: int
    def __init__(self, value: _Optional[int] = ..., expr: _Optional[str] = ..., range: _Optional[_Union[Interval, _Mapping]] = ...) -> None: ...

class Dim(_message.Message):
    __slots__ = ["expr", "range", "size"]
    EXPR_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    expr: str
    range: Interval
    size: int
    def __init__(self, size: _Optional[int] = ..., expr: _Optional[str] = ..., range: _Optional[_Union[Interval, _Mapping]] = ...) -> None: ...

class Interval(_message.Message):
    __slots__ = ["max", "min"]
    MAX_FIELD_NUMBER: _ClassVar[int]
    MIN_FIELD_NUMBER: _ClassVar[int]
    max: int
    min: int
    def __init__(self, min: _Optional[int] = ..., max: _Optional[int] = ...) -> None: ...

class MapType(_message.Message):
    __slots__ = ["key", "value"]
    KEY_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    key: ElementType
    value: Type
    def __init__(self, key: _Optional[_Union[ElementType, str]] = ..., value: _Optional[_Union[Type, _Mapping]] = ...) -> None: ...

class NamedType(_message.Message):
    __slots__ = ["name", "type"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    name: str
    type: Type
    def __init__(self, name: _Optional[str] = ..., type: _Optional[_Union[Type, _Mapping]] = ...) -> None: ...

class OpaqueType(_message.Message):
    __slots__ = ["domain", "name"]
    DOMAIN_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    domain: str
    name: str
    def __init__(self, domain: _Optional[str] = ..., name: _Optional[str] = ...) -> None: ...

class OptionalType(_message.Message):
    __slots__ = ["element", "present"]
    ELEMENT_FIELD_NUMBER: _ClassVar[int]
    PRESENT_FIELD_NUMBER: _ClassVar[int]
    element: Type
    present: bool
    def __init__(self, element: _Optional[_Union[Type, _Mapping]] = ..., present: bool = ...) -> None: ...

class ProgramType(_message.Message):
    __slots__ = ["parameter_names", "parameters", "result"]
    PARAMETERS_FIELD_NUMBER: _ClassVar[int]
    PARAMETER_NAMES_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    parameter_names: _containers.RepeatedScalarFieldContainer[str]
    parameters: _containers.RepeatedCompositeFieldContainer[Type]
    result: Type
    def __init__(self, parameters: _Optional[_Iterable[_Union[Type, _Mapping]]] = ..., parameter_names: _Optional[_Iterable[str]] = ..., result: _Optional[_Union[Type, _Mapping]] = ...) -> None: ...

class SequenceType(_message.Message):
    __slots__ = ["element", "length", "positions"]
    ELEMENT_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    element: Type
    length: Dim
    positions: _containers.RepeatedCompositeFieldContainer[Type]
    def __init__(self, element: _Optional[_Union[Type, _Mapping]] = ..., length: _Optional[_Union[Dim, _Mapping]] = ..., positions: _Optional[_Iterable[_Union[Type, _Mapping]]] = ...) -> None: ...

class Shape(_message.Message):
    __slots__ = ["dims"]
    DIMS_FIELD_NUMBER: _ClassVar[int]
    dims: _containers.RepeatedCompositeFieldContainer[Dim]
    def __init__(self, dims: _Optional[_Iterable[_Union[Dim, _Mapping]]] = ...) -> None: ...

class TensorType(_message.Message):
    __slots__ = ["element_type", "rank", "shape"]
    ELEMENT_TYPE_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    SHAPE_FIELD_NUMBER: _ClassVar[int]
    element_type: ElementType
    rank: Interval
    shape: Shape
    def __init__(self, element_type: _Optional[_Union[ElementType, str]] = ..., shape: _Optional[_Union[Shape, _Mapping]] = ..., rank: _Optional[_Union[Interval, _Mapping]] = ...) -> None: ...

class Type(_message.Message):
    __slots__ = ["alternatives", "map", "opaque", "optional", "program", "sequence", "sparse_tensor", "tensor", "text"]
    ALTERNATIVES_FIELD_NUMBER: _ClassVar[int]
    MAP_FIELD_NUMBER: _ClassVar[int]
    OPAQUE_FIELD_NUMBER: _ClassVar[int]
    OPTIONAL_FIELD_NUMBER: _ClassVar[int]
    PROGRAM_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    SPARSE_TENSOR_FIELD_NUMBER: _ClassVar[int]
    TENSOR_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    alternatives: _containers.RepeatedCompositeFieldContainer[TypeAlternative]
    map: MapType
    opaque: OpaqueType
    optional: OptionalType
    program: ProgramType
    sequence: SequenceType
    sparse_tensor: TensorType
    tensor: TensorType
    text: str
    def __init__(self, text: _Optional[str] = ..., tensor: _Optional[_Union[TensorType, _Mapping]] = ..., sparse_tensor: _Optional[_Union[TensorType, _Mapping]] = ..., sequence: _Optional[_Union[SequenceType, _Mapping]] = ..., map: _Optional[_Union[MapType, _Mapping]] = ..., optional: _Optional[_Union[OptionalType, _Mapping]] = ..., opaque: _Optional[_Union[OpaqueType, _Mapping]] = ..., program: _Optional[_Union[ProgramType, _Mapping]] = ..., alternatives: _Optional[_Iterable[_Union[TypeAlternative, _Mapping]]] = ...) -> None: ...

class TypeAlternative(_message.Message):
    __slots__ = ["condition", "type"]
    CONDITION_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    condition: str
    type: Type
    def __init__(self, condition: _Optional[str] = ..., type: _Optional[_Union[Type, _Mapping]] = ...) -> None: ...

class ElementType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []

class MergePolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
