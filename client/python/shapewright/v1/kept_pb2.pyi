from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class EvictModelRequest(_message.Message):
    __slots__ = ["model_id"]
    MODEL_ID_FIELD_NUMBER: _ClassVar[int]
    model_id: str
    def __init__(self, model_id: _Optional[str] = ...) -> None: ...

class EvictModelResponse(_message.Message):
    __slots__ = ["was_kept"]
    WAS_KEPT_FIELD_NUMBER: _ClassVar[int]
    was_kept: bool
    def __init__(self, was_kept: bool = ...) -> None: ...

class KeptModel(_message.Message):
    __slots__ = ["age_milliseconds", "hits", "idle_milliseconds", "memory_bytes", "model_id", "size_bytes"]
    AGE_MILLISECONDS_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    IDLE_MILLISECONDS_FIELD_NUMBER: _ClassVar[int]
    MEMORY_BYTES_FIELD_NUMBER: _ClassVar[int]
    MODEL_ID_FIELD_NUMBER: _ClassVar[int]
    SIZE_BYTES_FIELD_NUMBER: _ClassVar[int]
    age_milliseconds: int
    hits: int
    idle_milliseconds: int
    memory_bytes: int
    model_id: str
    size_bytes: int
    def __init__(self, model_id: _Optional[str] = ..., size_bytes: _Optional[int] = ..., memory_bytes: _Optional[int] = ..., hits: _Optional[int] = ..., age_milliseconds: _Optional[int] = ..., idle_milliseconds: _Optional[int] = ...) -> None: ...

class ListModelsRequest(_message.Message):
    __slots__ = ["page_size", "page_token"]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListModelsResponse(_message.Message):
    __slots__ = ["models", "next_page_token"]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    models: _containers.RepeatedCompositeFieldContainer[KeptModel]
    next_page_token: str
    def __init__(self, models: _Optional[_Iterable[_Union[KeptModel, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...
