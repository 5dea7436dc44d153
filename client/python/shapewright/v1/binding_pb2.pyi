from shapewright.v1 import graph_pb2 as _graph_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Binding(_message.Message):
    __slots__ = ["elements", "inputs", "label", "symbols"]
    ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    INPUTS_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    elements: _containers.RepeatedCompositeFieldContainer[InputElements]
    inputs: _containers.RepeatedCompositeFieldContainer[InputSizes]
    label: str
    symbols: _containers.RepeatedCompositeFieldContainer[SymbolSize]
    def __init__(self, label: _Optional[str] = ..., symbols: _Optional[_Iterable[_Union[SymbolSize, _Mapping]]] = ..., inputs: _Optional[_Iterable[_Union[InputSizes, _Mapping]]] = ..., elements: _Optional[_Iterable[_Union[InputElements, _Mapping]]] = ...) -> None: ...

class InputElements(_message.Message):
    __slots__ = ["input", "tensor"]
    INPUT_FIELD_NUMBER: _ClassVar[int]
    TENSOR_FIELD_NUMBER: _ClassVar[int]
    input: str
    tensor: _graph_pb2.Tensor
    def __init__(self, input: _Optional[str] = ..., tensor: _Optional[_Union[_graph_pb2.Tensor, _Mapping]] = ...) -> None: ...

class InputSizes(_message.Message):
    __slots__ = ["input", "sizes"]
    INPUT_FIELD_NUMBER: _ClassVar[int]
    SIZES_FIELD_NUMBER: _ClassVar[int]
    input: str
    sizes: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, input: _Optional[str] = ..., sizes: _Optional[_Iterable[int]] = ...) -> None: ...

class SymbolSize(_message.Message):
    __slots__ = ["size", "symbol"]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    SYMBOL_FIELD_NUMBER: _ClassVar[int]
    size: int
    symbol: str
    def __init__(self, symbol: _Optional[str] = ..., size: _Optional[int] = ...) -> None: ...
