from shapewright.v1 import graph_pb2 as _graph_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetCapabilitiesRequest(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class GetCapabilitiesResponse(_message.Message):
    __slots__ = ["answers_id", "commit", "features", "grammar_version", "limits", "newest_opsets", "strip_keep_elements", "version"]
    ANSWERS_ID_FIELD_NUMBER: _ClassVar[int]
    COMMIT_FIELD_NUMBER: _ClassVar[int]
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    GRAMMAR_VERSION_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    NEWEST_OPSETS_FIELD_NUMBER: _ClassVar[int]
    STRIP_KEEP_ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    answers_id: str
    commit: str
    features: _containers.RepeatedScalarFieldContainer[str]
    grammar_version: int
    limits: _containers.RepeatedCompositeFieldContainer[ServerLimit]
    newest_opsets: _containers.RepeatedCompositeFieldContainer[_graph_pb2.OpsetImport]
    strip_keep_elements: int
    version: str
    def __init__(self, version: _Optional[str] = ..., commit: _Optional[str] = ..., answers_id: _Optional[str] = ..., limits: _Optional[_Iterable[_Union[ServerLimit, _Mapping]]] = ..., newest_opsets: _Optional[_Iterable[_Union[_graph_pb2.OpsetImport, _Mapping]]] = ..., strip_keep_elements: _Optional[int] = ..., grammar_version: _Optional[int] = ..., features: _Optional[_Iterable[str]] = ...) -> None: ...

class ServerLimit(_message.Message):
    __slots__ = ["name", "value"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: int
    def __init__(self, name: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...

class UploadModelRequest(_message.Message):
    __slots__ = ["chunk", "model_id", "size_bytes"]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    MODEL_ID_FIELD_NUMBER: _ClassVar[int]
    SIZE_BYTES_FIELD_NUMBER: _ClassVar[int]
    chunk: bytes
    model_id: str
    size_bytes: int
    def __init__(self, chunk: _Optional[bytes] = ..., model_id: _Optional[str] = ..., size_bytes: _Optional[int] = ...) -> None: ...

class UploadModelResponse(_message.Message):
    __slots__ = ["already_known", "model_id", "size_bytes"]
    ALREADY_KNOWN_FIELD_NUMBER: _ClassVar[int]
    MODEL_ID_FIELD_NUMBER: _ClassVar[int]
    SIZE_BYTES_FIELD_NUMBER: _ClassVar[int]
    already_known: bool
    model_id: str
    size_bytes: int
    def __init__(self, model_id: _Optional[str] = ..., size_bytes: _Optional[int] = ..., already_known: bool = ...) -> None: ...
