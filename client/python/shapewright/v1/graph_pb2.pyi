from shapewright.v1 import shape_pb2 as _shape_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Attribute(_message.Message):
    __slots__ = ["bytes_list", "bytes_value", "float_value", "floats", "graph", "graphs", "int_value", "ints", "name", "reference", "sparse_tensor", "tensor", "tensors", "type", "types"]
    BYTES_LIST_FIELD_NUMBER: _ClassVar[int]
    BYTES_VALUE_FIELD_NUMBER: _ClassVar[int]
    FLOATS_FIELD_NUMBER: _ClassVar[int]
    FLOAT_VALUE_FIELD_NUMBER: _ClassVar[int]
    GRAPHS_FIELD_NUMBER: _ClassVar[int]
    GRAPH_FIELD_NUMBER: _ClassVar[int]
    INTS_FIELD_NUMBER: _ClassVar[int]
    INT_VALUE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    REFERENCE_FIELD_NUMBER: _ClassVar[int]
    SPARSE_TENSOR_FIELD_NUMBER: _ClassVar[int]
    TENSORS_FIELD_NUMBER: _ClassVar[int]
    TENSOR_FIELD_NUMBER: _ClassVar[int]
    TYPES_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    bytes_list: BytesList
    bytes_value: bytes
    float_value: float
    floats: Floats
    graph: Graph
    graphs: Graphs
    int_value: int
    ints: Ints
    name: str
    reference: str
    sparse_tensor: SparseTensor
    tensor: Tensor
    tensors: Tensors
    type: _shape_pb2.Type
    types: Types
    def __init__(self, name: _Optional[str] = ..., int_value: _Optional[int] = ..., float_value: _Optional[float] = ..., bytes_value: _Optional[bytes] = ..., tensor: _Optional[_Union[Tensor, _Mapping]] = ..., graph: _Optional[_Union[Graph, _Mapping]] = ..., type: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., reference: _Optional[str] = ..., ints: _Optional[_Union[Ints, _Mapping]] = ..., floats: _Optional[_Union[Floats, _Mapping]] = ..., bytes_list: _Optional[_Union[BytesList, _Mapping]] = ..., graphs: _Optional[_Union[Graphs, _Mapping]] = ..., types: _Optional[_Union[Types, _Mapping]] = ..., tensors: _Optional[_Union[Tensors, _Mapping]] = ..., sparse_tensor: _Optional[_Union[SparseTensor, _Mapping]] = ...) -> None: ...

class BytesList(_message.Message):
    __slots__ = ["values"]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, values: _Optional[_Iterable[bytes]] = ...) -> None: ...

class Floats(_message.Message):
    __slots__ = ["values"]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, values: _Optional[_Iterable[float]] = ...) -> None: ...

class Function(_message.Message):
    __slots__ = ["attributes", "defaults", "domain", "inputs", "name", "nodes", "opsets", "outputs", "overload", "values"]
    ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    DEFAULTS_FIELD_NUMBER: _ClassVar[int]
    DOMAIN_FIELD_NUMBER: _ClassVar[int]
    INPUTS_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    OPSETS_FIELD_NUMBER: _ClassVar[int]
    OUTPUTS_FIELD_NUMBER: _ClassVar[int]
    OVERLOAD_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    attributes: _containers.RepeatedScalarFieldContainer[str]
    defaults: _containers.RepeatedCompositeFieldContainer[Attribute]
    domain: str
    inputs: _containers.RepeatedScalarFieldContainer[str]
    name: str
    nodes: _containers.RepeatedCompositeFieldContainer[Node]
    opsets: _containers.RepeatedCompositeFieldContainer[OpsetImport]
    outputs: _containers.RepeatedScalarFieldContainer[str]
    overload: str
    values: _containers.RepeatedCompositeFieldContainer[Value]
    def __init__(self, domain: _Optional[str] = ..., name: _Optional[str] = ..., overload: _Optional[str] = ..., inputs: _Optional[_Iterable[str]] = ..., outputs: _Optional[_Iterable[str]] = ..., attributes: _Optional[_Iterable[str]] = ..., defaults: _Optional[_Iterable[_Union[Attribute, _Mapping]]] = ..., nodes: _Optional[_Iterable[_Union[Node, _Mapping]]] = ..., opsets: _Optional[_Iterable[_Union[OpsetImport, _Mapping]]] = ..., values: _Optional[_Iterable[_Union[Value, _Mapping]]] = ...) -> None: ...

class Graph(_message.Message):
    __slots__ = ["inputs", "name", "nodes", "outputs", "values"]
    INPUTS_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    OUTPUTS_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    inputs: _containers.RepeatedCompositeFieldContainer[Value]
    name: str
    nodes: _containers.RepeatedCompositeFieldContainer[Node]
    outputs: _containers.RepeatedScalarFieldContainer[str]
    values: _containers.RepeatedCompositeFieldContainer[Value]
    def __init__(self, name: _Optional[str] = ..., inputs: _Optional[_Iterable[_Union[Value, _Mapping]]] = ..., outputs: _Optional[_Iterable[str]] = ..., nodes: _Optional[_Iterable[_Union[Node, _Mapping]]] = ..., values: _Optional[_Iterable[_Union[Value, _Mapping]]] = ...) -> None: ...

class Graphs(_message.Message):
    __slots__ = ["values"]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedCompositeFieldContainer[Graph]
    def __init__(self, values: _Optional[_Iterable[_Union[Graph, _Mapping]]] = ...) -> None: ...

class Ints(_message.Message):
    __slots__ = ["values"]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, values: _Optional[_Iterable[int]] = ...) -> None: ...

class Model(_message.Message):
    __slots__ = ["functions", "graph", "opsets"]
    FUNCTIONS_FIELD_NUMBER: _ClassVar[int]
    GRAPH_FIELD_NUMBER: _ClassVar[int]
    OPSETS_FIELD_NUMBER: _ClassVar[int]
    functions: _containers.RepeatedCompositeFieldContainer[Function]
    graph: Graph
    opsets: _containers.RepeatedCompositeFieldContainer[OpsetImport]
    def __init__(self, graph: _Optional[_Union[Graph, _Mapping]] = ..., opsets: _Optional[_Iterable[_Union[OpsetImport, _Mapping]]] = ..., functions: _Optional[_Iterable[_Union[Function, _Mapping]]] = ...) -> None: ...

class NamedTensor(_message.Message):
    __slots__ = ["name", "tensor"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TENSOR_FIELD_NUMBER: _ClassVar[int]
    name: str
    tensor: Tensor
    def __init__(self, name: _Optional[str] = ..., tensor: _Optional[_Union[Tensor, _Mapping]] = ...) -> None: ...

class Node(_message.Message):
    __slots__ = ["attributes", "domain", "inputs", "name", "op_type", "outputs", "overload"]
    ATTRIBUTES_FIELD_NUMBER: _ClassVar[int]
    DOMAIN_FIELD_NUMBER: _ClassVar[int]
    INPUTS_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    OP_TYPE_FIELD_NUMBER: _ClassVar[int]
    OUTPUTS_FIELD_NUMBER: _ClassVar[int]
    OVERLOAD_FIELD_NUMBER: _ClassVar[int]
    attributes: _containers.RepeatedCompositeFieldContainer[Attribute]
    domain: str
    inputs: _containers.RepeatedScalarFieldContainer[str]
    name: str
    op_type: str
    outputs: _containers.RepeatedScalarFieldContainer[str]
    overload: str
    def __init__(self, name: _Optional[str] = ..., domain: _Optional[str] = ..., op_type: _Optional[str] = ..., overload: _Optional[str] = ..., inputs: _Optional[_Iterable[str]] = ..., outputs: _Optional[_Iterable[str]] = ..., attributes: _Optional[_Iterable[_Union[Attribute, _Mapping]]] = ...) -> None: ...

class OperatorKey(_message.Message):
    __slots__ = ["domain", "op_type", "overload"]
    DOMAIN_FIELD_NUMBER: _ClassVar[int]
    OP_TYPE_FIELD_NUMBER: _ClassVar[int]
    OVERLOAD_FIELD_NUMBER: _ClassVar[int]
    domain: str
    op_type: str
    overload: str
    def __init__(self, domain: _Optional[str] = ..., op_type: _Optional[str] = ..., overload: _Optional[str] = ...) -> None: ...

class OpsetImport(_message.Message):
    __slots__ = ["domain", "version"]
    DOMAIN_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    domain: str
    version: int
    def __init__(self, domain: _Optional[str] = ..., version: _Optional[int] = ...) -> None: ...

class SparseTensor(_message.Message):
    __slots__ = ["indices", "sizes", "values"]
    INDICES_FIELD_NUMBER: _ClassVar[int]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    indices: Tensor
    sizes: _containers.RepeatedScalarFieldContainer[int]
    values: Tensor
    def __init__(self, values: _Optional[_Union[Tensor, _Mapping]] = ..., indices: _Optional[_Union[Tensor, _Mapping]] = ..., sizes: _Optional[_Iterable[int]] = ...) -> None: ...

class Tensor(_message.Message):
    __slots__ = ["element_type", "floats", "ints", "raw", "sizes", "strings", "stripped"]
    ELEMENT_TYPE_FIELD_NUMBER: _ClassVar[int]
    FLOATS_FIELD_NUMBER: _ClassVar[int]
    INTS_FIELD_NUMBER: _ClassVar[int]
    RAW_FIELD_NUMBER: _ClassVar[int]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    STRINGS_FIELD_NUMBER: _ClassVar[int]
    STRIPPED_FIELD_NUMBER: _ClassVar[int]
    element_type: _shape_pb2.ElementType
    floats: _containers.RepeatedScalarFieldContainer[float]
    ints: _containers.RepeatedScalarFieldContainer[int]
    raw: bytes
    sizes: _containers.RepeatedScalarFieldContainer[int]
    strings: _containers.RepeatedScalarFieldContainer[str]
    stripped: bool
    def __init__(self, element_type: _Optional[_Union[_shape_pb2.ElementType, str]] = ..., sizes: _Optional[_Iterable[int]] = ..., ints: _Optional[_Iterable[int]] = ..., floats: _Optional[_Iterable[float]] = ..., strings: _Optional[_Iterable[str]] = ..., raw: _Optional[bytes] = ..., stripped: bool = ...) -> None: ...

class Tensors(_message.Message):
    __slots__ = ["values"]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedCompositeFieldContainer[Tensor]
    def __init__(self, values: _Optional[_Iterable[_Union[Tensor, _Mapping]]] = ...) -> None: ...

class Types(_message.Message):
    __slots__ = ["values"]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedCompositeFieldContainer[_shape_pb2.Type]
    def __init__(self, values: _Optional[_Iterable[_Union[_shape_pb2.Type, _Mapping]]] = ...) -> None: ...

class Value(_message.Message):
    __slots__ = ["constant", "name", "type"]
    CONSTANT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    constant: Tensor
    name: str
    type: _shape_pb2.Type
    def __init__(self, name: _Optional[str] = ..., type: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., constant: _Optional[_Union[Tensor, _Mapping]] = ...) -> None: ...
