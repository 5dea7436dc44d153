"""Makes the requests of clients, sync and asyncio alike."""
from __future__ import annotations

import hashlib
import operator
import os
from pathlib import Path
from typing import Iterable, Iterator, List, Mapping, Optional, Protocol, Sequence, SupportsIndex, Tuple, Type, TypeVar, Union

from .errors import file_error
from .exported import input_types, is_exported, module_of
from .model_bytes.external_data import strip_model_file
from .model_bytes.model_format import is_onnx
from .model_bytes.strip import strip_weights
from .result import InferResult
from .v1 import chain_pb2, cost_pb2, evaluate_pb2, explain_pb2, graph_pb2, guard_pb2, infer_pb2, layout_pb2, measure_pb2, merge_pb2, model_pb2, plan_pb2, registry_pb2, rewrite_pb2

_CHUNK_BYTES = 1 << 20

Message = TypeVar("Message")


class Serializable(Protocol):
    """A message, such as an onnx.ModelProto or a FunctionProto."""

    def SerializeToString(self) -> bytes: ...


Model = Union[bytes, bytearray, memoryview, str, "os.PathLike[str]", Serializable, InferResult]
"""A serialized ONNX model, the path of one, or an onnx.ModelProto; the same of a StableHLO module in MLIR's text, or a
jax.export.Exported; the same of an OpenVINO IR, the `.xml`, beside whose path the `.bin` is found; a graph_pb2.Model, the service's own form; or what a
server has told of one: its id, `sha256:...`, an id of all that was said of it, `inference:...`, or the result of
infer_shapes, which stands for the latter."""

Source = Union[bytes, str, graph_pb2.Model]
"""What is sent for a model: the bytes of an ONNX model, an id, or a model in the service's own form."""

MODEL_ID = "sha256:"
INFERENCE_ID = "inference:"


def read_model(model: Model) -> bytes:
    """The bytes of a model."""
    if isinstance(model, (bytes, bytearray, memoryview)):
        return bytes(model)
    if isinstance(model, os.PathLike):
        try:
            with open(model, "rb") as file:
                return file.read()
        except OSError as error:
            raise file_error(model, error) from error
    if is_exported(model):
        return module_of(model)
    serialize = getattr(model, "SerializeToString", None)
    if serialize is None:
        raise TypeError(f"a model is bytes, a path, an id or a ModelProto, not {type(model).__name__}")
    return bytes(serialize())


def model_id(model: bytes) -> str:
    """The id that servers name a model by: of its bytes as they are sent."""
    return MODEL_ID + hashlib.sha256(model).hexdigest()


def named(model: object) -> Optional[str]:
    """The id that stands for a model, or the one of a result; None: it is given in another way."""
    if isinstance(model, (InferResult, infer_pb2.InferShapesResponse)):
        if not model.inference_id:
            raise ValueError("what was asked about a file of the server has no inference_id: name the file again")
        return model.inference_id
    return model if isinstance(model, str) and model.startswith((MODEL_ID, INFERENCE_ID)) else None


def stripped(model: Model) -> Source:
    """The bytes that are sent for a model; or what is sent in place of them: an id, or the model as it is."""
    if isinstance(model, graph_pb2.Model):
        return model
    name = named(model)
    if name is not None:
        return name
    path = Path(model) if isinstance(model, str) else model
    content = read_model(path)
    if isinstance(path, os.PathLike):
        return strip_model_file(content, path)
    return strip_weights(content) if is_onnx(content) else content


def add_input_types(model: object, spec: model_pb2.ModelSpec) -> None:
    """Says the types of an exported function's arguments, but for those that are said already."""
    if not is_exported(model):
        return
    said = {known.name for known in spec.input_types}
    for name, text in input_types(model):
        if name not in said:
            spec.input_types.add(name=name).type.text = text


def id_of(model: Model) -> str:
    """The id that a server names a model by."""
    if isinstance(model, (InferResult, infer_pb2.InferShapesResponse)):
        return model.model_id
    source = stripped(model)
    if isinstance(source, graph_pb2.Model):
        raise TypeError("servers name no models in the service's own form")
    return source if isinstance(source, str) else model_id(source)


def listed(given: Union[str, Iterable[str]]) -> List[str]:
    """One name, or several."""
    return [given] if isinstance(given, str) else list(given)


def _copied(kind: Type[Message], request: Optional[Message]) -> Message:
    """A copy of what a request holds already."""
    result = kind()
    if request is not None:
        result.CopyFrom(request)  # type: ignore[attr-defined]
    return result


Rules = Mapping[str, Union[str, bytes, Serializable]]
"""Rules for operators, by `domain:Type`: a signature, or a body, a FunctionProto or its bytes."""


def operator_rules(rules: Rules) -> List[model_pb2.OperatorRule]:
    """The messages of rules for operators that the server does not know, or knows otherwise: for `operator_rules`
    of a ModelSpec."""
    messages = []
    for name, rule in rules.items():
        domain, _, op_type = name.rpartition(":")
        message = model_pb2.OperatorRule()
        message.key.domain = domain
        message.key.op_type = op_type
        if isinstance(rule, str):
            message.signature = rule
        else:
            message.onnx_function = rule if isinstance(rule, bytes) else rule.SerializeToString()
        messages.append(message)
    return messages


def infer_request(
    request: Optional[infer_pb2.InferShapesRequest], strict: bool, rules: Optional[Rules] = None
) -> infer_pb2.InferShapesRequest:
    """A copy of `request` to put the model into."""
    result = _copied(infer_pb2.InferShapesRequest, request)
    if rules:
        result.model.operator_rules.extend(operator_rules(rules))
    if strict:
        result.strictness = infer_pb2.STRICTNESS_NO_ERRORS
    return result


def describe_request(
    request: Optional[registry_pb2.DescribeModelRequest],
) -> registry_pb2.DescribeModelRequest:
    """A copy of `request` to put the model into."""
    return _copied(registry_pb2.DescribeModelRequest, request)


Size = Union[SupportsIndex, Sequence[SupportsIndex]]
"""Of a symbol a number, of an input the list of its axes' sizes."""

Binding = Union[evaluate_pb2.Binding, Mapping[str, Size]]
"""Sizes: a message, or by the names of symbols and of inputs."""

Bindings = Union[Binding, Iterable[Binding]]
"""One of them, or several."""


def bindings_of(given: Bindings) -> List[evaluate_pb2.Binding]:
    """The messages of one binding, or of several."""
    if isinstance(given, (evaluate_pb2.Binding, Mapping)):
        return [binding(given)]
    return [binding(sizes) for sizes in given]


def binding(given: Binding) -> evaluate_pb2.Binding:
    if isinstance(given, evaluate_pb2.Binding):
        return given
    result = evaluate_pb2.Binding()
    for name, size in given.items():
        if isinstance(size, Iterable):
            sizes = [operator.index(each) for each in size]
            result.inputs.add(name=name, sizes=sizes, scalar=not sizes)
        else:
            result.symbols.add(symbol=name, size=operator.index(size))
    return result


def bound(given: Binding, sizes: Mapping[str, Size]) -> evaluate_pb2.Binding:
    """One binding of a message or mapping and of keywords."""
    result = binding(sizes)
    result.MergeFrom(binding(given))
    return result


def evaluate_request(
    bindings: Bindings,
    values: Union[str, Iterable[str]],
    request: Optional[evaluate_pb2.EvaluateShapesRequest],
    rules: Optional[Rules] = None,
) -> evaluate_pb2.EvaluateShapesRequest:
    """A copy of `request`, and what is asked for besides, to put the model into."""
    result = _copied(evaluate_pb2.EvaluateShapesRequest, request)
    result.bindings.extend(bindings_of(bindings))
    result.values.extend(listed(values))
    if rules:
        result.model.operator_rules.extend(operator_rules(rules))
    return result


Question = Union[explain_pb2.ExplainQuestion, str]
"""Why something is what it is: a message, or the name of a value of the main graph."""


def explain_request(
    questions: Union[Question, Iterable[Question]], request: Optional[explain_pb2.ExplainShapesRequest]
) -> explain_pb2.ExplainShapesRequest:
    result = _copied(explain_pb2.ExplainShapesRequest, request)
    given = [questions] if isinstance(questions, (str, explain_pb2.ExplainQuestion)) else questions
    for question in given:
        if isinstance(question, str):
            result.questions.add().value.name = question
        else:
            result.questions.append(question)
    return result


def buckets_request(
    axes: Mapping[str, Union[int, Sequence[int]]],
    bindings: Bindings,
    request: Optional[plan_pb2.PlanBucketsRequest],
) -> plan_pb2.PlanBucketsRequest:
    result = _copied(plan_pb2.PlanBucketsRequest, request)
    for symbol, sizes in axes.items():
        result.axes.add(symbol=symbol, sizes=[sizes] if isinstance(sizes, int) else sizes)
    result.bindings.extend(bindings_of(bindings))
    return result


Observed = Mapping[Union[int, Tuple[int, ...]], int]
"""How often each size, or combination of sizes, was observed."""


def choose_request(
    symbols: Union[str, Sequence[str]],
    observed: Observed,
    buckets: int,
    request: Optional[plan_pb2.ChooseBucketsRequest],
) -> plan_pb2.ChooseBucketsRequest:
    result = _copied(plan_pb2.ChooseBucketsRequest, request)
    result.symbols.extend(listed(symbols))
    result.buckets = buckets
    for sizes, count in observed.items():
        result.observed.add(sizes=[sizes] if isinstance(sizes, int) else sizes, count=count)
    return result


def profiles_request(
    premises: Union[str, Iterable[str]],
    common: Mapping[str, int],
    symbols: Union[str, Sequence[str]],
    observed: Observed,
    profiles: int,
    request: Optional[plan_pb2.PlanProfilesRequest],
) -> plan_pb2.PlanProfilesRequest:
    result = plan_pb2.PlanProfilesRequest(profiles=profiles)
    if request is not None:
        result.MergeFrom(request)
    result.model.premises.extend(listed(premises))
    for symbol, size in common.items():
        result.common.add(symbol=symbol, size=size)
    for symbol in listed(symbols):
        result.observed.symbols.append(symbol)
    for sizes, count in observed.items():
        result.observed.sizes.add(sizes=[sizes] if isinstance(sizes, int) else sizes, count=count)
    return result


def largest_request(
    symbols: Union[str, Sequence[str]],
    budget: int,
    given: Binding,
    bytes_of: Optional[str],
    request: Optional[plan_pb2.FindLargestSizesRequest],
) -> plan_pb2.FindLargestSizesRequest:
    result = _copied(plan_pb2.FindLargestSizesRequest, request)
    for symbol in listed(symbols):
        result.symbols.add(symbol=symbol)
    result.budget.amount = budget
    result.binding.MergeFrom(binding(given))
    if bytes_of is not None:
        result.budget.quantity.bytes_of = bytes_of
    return result


def bind_request(
    goal: int,
    values: Union[str, Iterable[str]],
    request: Optional[plan_pb2.FindSymbolsToBindRequest],
) -> plan_pb2.FindSymbolsToBindRequest:
    result = plan_pb2.FindSymbolsToBindRequest(goal=goal)
    if request is not None:
        result.MergeFrom(request)
    result.values.extend(listed(values))
    return result


def chain_request(
    stages: Mapping[str, Model],
    links: Iterable[Tuple[str, str]],
    states: Iterable[Tuple[str, str]],
    request: Optional[chain_pb2.InferChainRequest],
) -> chain_pb2.InferChainRequest:
    """A request about a chain of models; values are named `stage.value`."""
    result = _copied(chain_pb2.InferChainRequest, request)
    chain = result.chain
    for name, model in stages.items():
        spec = chain.stages.add(name=name).model
        add_input_types(model, spec)
        source = stripped(model)
        if isinstance(source, graph_pb2.Model):
            spec.graph.CopyFrom(source)
        elif isinstance(source, bytes):
            spec.onnx = source
        elif source.startswith(MODEL_ID):
            spec.model_id = source
        else:
            spec.inference_id = source
    for pairs, told in ((links, chain.links), (states, chain.states)):
        for output, value in pairs:
            pair = told.add()
            pair.output.stage, _, pair.output.value = output.partition(".")
            pair.input.stage, _, pair.input.value = value.partition(".")
    return result


_RUNTIMES = {"": model_pb2.RUNTIME_UNSPECIFIED, "onnxruntime": model_pb2.RUNTIME_ONNXRUNTIME}


def guard_request(request: Optional[guard_pb2.CompileGuardRequest], as_runtime: str = "") -> guard_pb2.CompileGuardRequest:
    """A copy of `request` to put the model into."""
    result = _copied(guard_pb2.CompileGuardRequest, request)
    if as_runtime not in _RUNTIMES:
        raise ValueError(f"as_runtime is {' or '.join(repr(name) for name in _RUNTIMES if name)}, not {as_runtime!r}")
    if as_runtime:
        result.model.options.as_runtime = _RUNTIMES[as_runtime]
    return result


def rewrite_request(request: rewrite_pb2.RewriteModelRequest) -> rewrite_pb2.RewriteModelRequest:
    """A copy of `request` to put the model into."""
    return _copied(rewrite_pb2.RewriteModelRequest, request)


_COST_PARTS = {
    "scope": cost_pb2.COST_GROUPING_SCOPE,
    "op": cost_pb2.COST_GROUPING_OPERATOR,
    "node": cost_pb2.COST_GROUPING_NODE,
    "type": cost_pb2.COST_GROUPING_ELEMENT_TYPE,
}


def cost_request(
    bindings: Bindings,
    by: Union[str, Iterable[str]],
    convention: str,
    request: Optional[cost_pb2.EstimateCostRequest],
    rules: Optional[Rules],
) -> cost_pb2.EstimateCostRequest:
    """A copy of `request`, and what is asked for besides, to put the model into."""
    result = _copied(cost_pb2.EstimateCostRequest, request)
    result.bindings.extend(bindings_of(bindings))
    for part in listed(by):
        if part not in _COST_PARTS:
            raise ValueError(f"{part!r} is not a part of a model: {', '.join(_COST_PARTS)}")
        result.parts.group_by.append(_COST_PARTS[part])
    if convention:
        names = measure_pb2.CountingConvention.keys()
        name = f"COUNTING_CONVENTION_{convention.upper()}"
        if name not in names:
            raise ValueError(f"{convention!r} is not a counting convention")
        result.measure.convention = measure_pb2.CountingConvention.Value(name)
    if rules:
        result.model.operator_rules.extend(operator_rules(rules))
    return result


MergeCases = Union[merge_pb2.MergeShapesRequest, merge_pb2.MergeCase, Iterable[merge_pb2.MergeCase]]
LayoutCases = Union[layout_pb2.ComputeLayoutRequest, layout_pb2.LayoutCase, Iterable[layout_pb2.LayoutCase]]
"""A request, one case, or several."""


def merge_request(cases: MergeCases) -> merge_pb2.MergeShapesRequest:
    if isinstance(cases, merge_pb2.MergeShapesRequest):
        return cases
    given = [cases] if isinstance(cases, merge_pb2.MergeCase) else list(cases)
    return merge_pb2.MergeShapesRequest(cases=given)


def layout_request(cases: LayoutCases) -> layout_pb2.ComputeLayoutRequest:
    if isinstance(cases, layout_pb2.ComputeLayoutRequest):
        return cases
    given = [cases] if isinstance(cases, layout_pb2.LayoutCase) else list(cases)
    return layout_pb2.ComputeLayoutRequest(cases=given)


def upload_parts(model: bytes) -> Iterator[registry_pb2.UploadModelRequest]:
    """The stream of an upload: what is known of the model, which the server may have, then chunks."""
    yield registry_pb2.UploadModelRequest(size_bytes=len(model), model_id=model_id(model))
    for begin in range(0, len(model), _CHUNK_BYTES):
        yield registry_pb2.UploadModelRequest(chunk=model[begin : begin + _CHUNK_BYTES])
