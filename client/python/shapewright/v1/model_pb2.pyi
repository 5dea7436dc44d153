from shapewright.v1 import graph_pb2 as _graph_pb2
from shapewright.v1 import shape_pb2 as _shape_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor
RUNTIME_ONNXRUNTIME: Runtime
RUNTIME_UNSPECIFIED: Runtime

class InferenceOptions(_message.Message):
    __slots__ = ["as_runtime", "check_types", "declared_types", "submodel"]
    AS_RUNTIME_FIELD_NUMBER: _ClassVar[int]
    CHECK_TYPES_FIELD_NUMBER: _ClassVar[int]
    DECLARED_TYPES_FIELD_NUMBER: _ClassVar[int]
    SUBMODEL_FIELD_NUMBER: _ClassVar[int]
    as_runtime: Runtime
    check_types: bool
    declared_types: _shape_pb2.MergePolicy
    submodel: Submodel
    def __init__(self, declared_types: _Optional[_Union[_shape_pb2.MergePolicy, str]] = ..., check_types: bool = ..., submodel: _Optional[_Union[Submodel, _Mapping]] = ..., as_runtime: _Optional[_Union[Runtime, str]] = ...) -> None: ...

class ModelSpec(_message.Message):
    __slots__ = ["constants", "graph", "inference_id", "input_types", "model_id", "onnx", "operator_rules", "options", "path", "premises"]
    CONSTANTS_FIELD_NUMBER: _ClassVar[int]
    GRAPH_FIELD_NUMBER: _ClassVar[int]
    INFERENCE_ID_FIELD_NUMBER: _ClassVar[int]
    INPUT_TYPES_FIELD_NUMBER: _ClassVar[int]
    MODEL_ID_FIELD_NUMBER: _ClassVar[int]
    ONNX_FIELD_NUMBER: _ClassVar[int]
    OPERATOR_RULES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    PREMISES_FIELD_NUMBER: _ClassVar[int]
    constants: _containers.RepeatedCompositeFieldContainer[_graph_pb2.NamedTensor]
    graph: _graph_pb2.Model
    inference_id: str
    input_types: _containers.RepeatedCompositeFieldContainer[_shape_pb2.NamedType]
    model_id: str
    onnx: bytes
    operator_rules: _containers.RepeatedCompositeFieldContainer[OperatorRule]
    options: InferenceOptions
    path: str
    premises: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, onnx: _Optional[bytes] = ..., model_id: _Optional[str] = ..., inference_id: _Optional[str] = ..., path: _Optional[str] = ..., graph: _Optional[_Union[_graph_pb2.Model, _Mapping]] = ..., input_types: _Optional[_Iterable[_Union[_shape_pb2.NamedType, _Mapping]]] = ..., premises: _Optional[_Iterable[str]] = ..., constants: _Optional[_Iterable[_Union[_graph_pb2.NamedTensor, _Mapping]]] = ..., options: _Optional[_Union[InferenceOptions, _Mapping]] = ..., operator_rules: _Optional[_Iterable[_Union[OperatorRule, _Mapping]]] = ...) -> None: ...

class OperatorRule(_message.Message):
    __slots__ = ["key", "onnx_function", "pure", "signature"]
    KEY_FIELD_NUMBER: _ClassVar[int]
    ONNX_FUNCTION_FIELD_NUMBER: _ClassVar[int]
    PURE_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    key: _graph_pb2.OperatorKey
    onnx_function: bytes
    pure: bool
    signature: str
    def __init__(self, key: _Optional[_Union[_graph_pb2.OperatorKey, _Mapping]] = ..., signature: _Optional[str] = ..., onnx_function: _Optional[bytes] = ..., pure: bool = ...) -> None: ...

class Scenario(_message.Message):
    __slots__ = ["name", "premises"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PREMISES_FIELD_NUMBER: _ClassVar[int]
    name: str
    premises: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, name: _Optional[str] = ..., premises: _Optional[_Iterable[str]] = ...) -> None: ...

class Submodel(_message.Message):
    __slots__ = ["function", "inputs", "outputs"]
    FUNCTION_FIELD_NUMBER: _ClassVar[int]
    INPUTS_FIELD_NUMBER: _ClassVar[int]
    OUTPUTS_FIELD_NUMBER: _ClassVar[int]
    function: _graph_pb2.OperatorKey
    inputs: _containers.RepeatedCompositeFieldContainer[_shape_pb2.NamedType]
    outputs: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, inputs: _Optional[_Iterable[_Union[_shape_pb2.NamedType, _Mapping]]] = ..., outputs: _Optional[_Iterable[str]] = ..., function: _Optional[_Union[_graph_pb2.OperatorKey, _Mapping]] = ...) -> None: ...

class ValueRef(_message.Message):
    __slots__ = ["graph", "name"]
    GRAPH_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    graph: int
    name: str
    def __init__(self, name: _Optional[str] = ..., graph: _Optional[int] = ...) -> None: ...

class Runtime(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
