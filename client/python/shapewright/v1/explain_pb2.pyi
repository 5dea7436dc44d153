from shapewright.v1 import fact_pb2 as _fact_pb2
from shapewright.v1 import model_pb2 as _model_pb2
from shapewright.v1 import shape_pb2 as _shape_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ExplainQuestion(_message.Message):
    __slots__ = ["axis", "element", "fact", "value"]
    AXIS_FIELD_NUMBER: _ClassVar[int]
    ELEMENT_FIELD_NUMBER: _ClassVar[int]
    FACT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    axis: int
    element: int
    fact: int
    value: _model_pb2.ValueRef
    def __init__(self, value: _Optional[_Union[_model_pb2.ValueRef, _Mapping]] = ..., axis: _Optional[int] = ..., element: _Optional[int] = ..., fact: _Optional[int] = ...) -> None: ...

class ExplainShapesRequest(_message.Message):
    __slots__ = ["limits", "model", "questions"]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    QUESTIONS_FIELD_NUMBER: _ClassVar[int]
    limits: _fact_pb2.RequestLimits
    model: _model_pb2.ModelSpec
    questions: _containers.RepeatedCompositeFieldContainer[ExplainQuestion]
    def __init__(self, model: _Optional[_Union[_model_pb2.ModelSpec, _Mapping]] = ..., questions: _Optional[_Iterable[_Union[ExplainQuestion, _Mapping]]] = ..., limits: _Optional[_Union[_fact_pb2.RequestLimits, _Mapping]] = ...) -> None: ...

class ExplainShapesResponse(_message.Message):
    __slots__ = ["explanations"]
    EXPLANATIONS_FIELD_NUMBER: _ClassVar[int]
    explanations: _containers.RepeatedCompositeFieldContainer[Explanation]
    def __init__(self, explanations: _Optional[_Iterable[_Union[Explanation, _Mapping]]] = ...) -> None: ...

class Explanation(_message.Message):
    __slots__ = ["amount", "error", "facts", "steps", "type"]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    amount: _shape_pb2.Amount
    error: _fact_pb2.EntryError
    facts: _containers.RepeatedScalarFieldContainer[int]
    steps: _containers.RepeatedCompositeFieldContainer[ExplanationStep]
    type: _shape_pb2.Type
    def __init__(self, type: _Optional[_Union[_shape_pb2.Type, _Mapping]] = ..., amount: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., steps: _Optional[_Iterable[_Union[ExplanationStep, _Mapping]]] = ..., facts: _Optional[_Iterable[int]] = ..., error: _Optional[_Union[_fact_pb2.EntryError, _Mapping]] = ...) -> None: ...

class ExplanationStep(_message.Message):
    __slots__ = ["amount", "from_steps", "message", "site"]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    FROM_STEPS_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    SITE_FIELD_NUMBER: _ClassVar[int]
    amount: _shape_pb2.Amount
    from_steps: _containers.RepeatedScalarFieldContainer[int]
    message: str
    site: _fact_pb2.Site
    def __init__(self, message: _Optional[str] = ..., site: _Optional[_Union[_fact_pb2.Site, _Mapping]] = ..., amount: _Optional[_Union[_shape_pb2.Amount, _Mapping]] = ..., from_steps: _Optional[_Iterable[int]] = ...) -> None: ...
