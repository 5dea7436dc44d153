from shapewright.v1 import shape_pb2 as _shape_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Convolve(_message.Message):
    __slots__ = ["data", "filters", "groups", "window"]
    DATA_FIELD_NUMBER: _ClassVar[int]
    FILTERS_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    data: _shape_pb2.Type
    filters: _shape_pb2.Type
    groups: int
    window: Window
    def __init__(self, data: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., filters: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., groups: _Optional[int] = ..., window: _Optional[_Union[Window, _Mapping]] = ...) -> None: ...

class SlideWindow(_message.Message):
    __slots__ = ["data", "pooling", "window"]
    DATA_FIELD_NUMBER: _ClassVar[int]
    POOLING_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    data: _shape_pb2.Type
    pooling: bool
    window: Window
    def __init__(self, data: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., window: _Optional[_Union[Window, _Mapping]] = ..., pooling: bool = ...) -> None: ...

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
