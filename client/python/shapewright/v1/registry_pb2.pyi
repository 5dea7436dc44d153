from shapewright.v1 import fact_pb2 as _fact_pb2
from shapewright.v1 import graph_pb2 as _graph_pb2
from shapewright.v1 import model_pb2 as _model_pb2
from shapewright.v1 import shape_pb2 as _shape_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Batching(_message.Message):
    __slots__ = ["batchable", "max_batch_size", "reasons", "symbol"]
    BATCHABLE_FIELD_NUMBER: _ClassVar[int]
    MAX_BATCH_SIZE_FIELD_NUMBER: _ClassVar[int]
    REASONS_FIELD_NUMBER: _ClassVar[int]
    SYMBOL_FIELD_NUMBER: _ClassVar[int]
    batchable: bool
    max_batch_size: int
    reasons: _containers.RepeatedScalarFieldContainer[str]
    symbol: str
    def __init__(self, batchable: bool = ..., symbol: _Optional[str] = ..., max_batch_size: _Optional[int] = ..., reasons: _Optional[_Iterable[str]] = ...) -> None: ...

class DescribeModelRequest(_message.Message):
    __slots__ = ["limits", "model"]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    limits: _fact_pb2.RequestLimits
    model: _model_pb2.ModelSpec
    def __init__(self, model: _Optional[_Union[_model_pb2.ModelSpec, _Mapping]] = ..., limits: _Optional[_Union[_fact_pb2.RequestLimits, _Mapping]] = ...) -> None: ...

class DescribeModelResponse(_message.Message):
    __slots__ = ["batching", "inputs", "model_id", "name", "outputs"]
    BATCHING_FIELD_NUMBER: _ClassVar[int]
    INPUTS_FIELD_NUMBER: _ClassVar[int]
    MODEL_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    OUTPUTS_FIELD_NUMBER: _ClassVar[int]
    batching: Batching
    inputs: _containers.RepeatedCompositeFieldContainer[TensorMetadata]
    model_id: str
    name: str
    outputs: _containers.RepeatedCompositeFieldContainer[TensorMetadata]
    def __init__(self, name: _Optional[str] = ..., inputs: _Optional[_Iterable[_Union[TensorMetadata, _Mapping]]] = ..., outputs: _Optional[_Iterable[_Union[TensorMetadata, _Mapping]]] = ..., batching: _Optional[_Union[Batching, _Mapping]] = ..., model_id: _Optional[str] = ...) -> None: ...

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

class TensorMetadata(_message.Message):
    __slots__ = ["datatype", "name", "shape", "type"]
    DATATYPE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SHAPE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    datatype: str
    name: str
    shape: _containers.RepeatedScalarFieldContainer[int]
    type: _shape_pb2.Type
    def __init__(self, name: _Optional[str] = ..., datatype: _Optional[str] = ..., shape: _Optional[_Iterable[int]] = ..., type: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ...) -> None: ...

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
