"""Makes the requests of clients, sync and asyncio alike."""
from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from .errors import file_error
from .model_bytes.external_data import strip_model_file
from .model_bytes.strip import strip_weights
from .v1 import chain_pb2, cost_pb2, evaluate_pb2, explain_pb2, graph_pb2, guard_pb2, infer_pb2, layout_pb2, measure_pb2, merge_pb2, model_pb2, plan_pb2, registry_pb2

_CHUNK_BYTES = 1 << 20

Model = Union[bytes, "os.PathLike[str]", str, object]
"""A serialized ONNX model, the path of one, or a message with SerializeToString(); a graph_pb2.Model, the service's
own form; or what a server has told of one: its id, `sha256:...`, an id of all that was said of it, `inference:...`,
or the result of infer_shapes, which stands for the latter."""

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
    serialize = getattr(model, "SerializeToString", None)
    if serialize is None:
        raise TypeError(f"a model is bytes, a path or a ModelProto, not {type(model).__name__}")
    return serialize()


def model_id(model: bytes) -> str:
    """The id that servers name a model by: of its bytes as they are sent."""
    return MODEL_ID + hashlib.sha256(model).hexdigest()


def stripped(model: Model) -> Source:
    """The bytes that are sent for a model; or what is sent in place of them: an id, or the model as it is."""
    if isinstance(model, graph_pb2.Model):
        return model
    name = getattr(model, "inference_id", model)
    if isinstance(name, str) and name.startswith((MODEL_ID, INFERENCE_ID)):
        return name
    if isinstance(name, str) and name is not model:
        raise ValueError("what was asked about a file of the server has no inference_id: name the file again")
    path = Path(model) if isinstance(model, str) else model
    return strip_model_file(read_model(path), path) if isinstance(path, os.PathLike) else strip_weights(read_model(path))


Rules = Mapping[str, Union[str, bytes, object]]
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
            serialize = getattr(rule, "SerializeToString", None)
            message.onnx_function = bytes(rule) if serialize is None else serialize()  # type: ignore[call-overload]
        messages.append(message)
    return messages


def infer_request(
    request: Optional[infer_pb2.InferShapesRequest], strict: bool, rules: Optional[Rules] = None
) -> infer_pb2.InferShapesRequest:
    """A copy of `request` to put the model into."""
    result = infer_pb2.InferShapesRequest()
    if request is not None:
        result.CopyFrom(request)
    if rules:
        result.model.operator_rules.extend(operator_rules(rules))
    if strict:
        result.strictness = infer_pb2.STRICTNESS_NO_ERRORS
    return result


def describe_request(
    request: Optional[registry_pb2.DescribeModelRequest],
) -> registry_pb2.DescribeModelRequest:
    """A copy of `request` to put the model into."""
    result = registry_pb2.DescribeModelRequest()
    if request is not None:
        result.CopyFrom(request)
    return result


Binding = Union[
    evaluate_pb2.Binding, Mapping[str, Union[int, Sequence[int]]]
]
"""Sizes: a message, or by name those of a symbol (a number) or of the axes of an input (a list)."""


def binding(sizes: Binding) -> evaluate_pb2.Binding:
    if isinstance(sizes, evaluate_pb2.Binding):
        return sizes
    result = evaluate_pb2.Binding()
    for name, size in sizes.items():
        if isinstance(size, int):
            result.symbols.add(symbol=name, size=size)
        else:
            result.inputs.add(name=name, sizes=size, scalar=len(size) == 0)
    return result


def evaluate_request(
    bindings: Iterable[Binding],
    values: Iterable[str],
    request: Optional[evaluate_pb2.EvaluateShapesRequest],
    rules: Optional[Rules] = None,
) -> evaluate_pb2.EvaluateShapesRequest:
    """A copy of `request`, and what is asked for besides, to put the model into."""
    result = evaluate_pb2.EvaluateShapesRequest()
    if request is not None:
        result.CopyFrom(request)
    given: List[evaluate_pb2.Binding] = [binding(sizes) for sizes in bindings]
    result.bindings.extend(given)
    result.values.extend(values)
    if rules:
        result.model.operator_rules.extend(operator_rules(rules))
    return result


Question = Union[explain_pb2.ExplainQuestion, str]
"""Why something is what it is: a message, or the name of a value of the main graph."""


def explain_request(
    questions: Iterable[Question], request: Optional[explain_pb2.ExplainShapesRequest]
) -> explain_pb2.ExplainShapesRequest:
    result = explain_pb2.ExplainShapesRequest()
    if request is not None:
        result.CopyFrom(request)
    for question in questions:
        if isinstance(question, str):
            result.questions.add().value.name = question
        else:
            result.questions.append(question)
    return result


def buckets_request(
    axes: Mapping[str, Sequence[int]],
    bindings: Iterable[Binding],
    request: Optional[plan_pb2.PlanBucketsRequest],
) -> plan_pb2.PlanBucketsRequest:
    result = plan_pb2.PlanBucketsRequest()
    if request is not None:
        result.CopyFrom(request)
    for symbol, sizes in axes.items():
        result.axes.add(symbol=symbol, sizes=sizes)
    result.bindings.extend(binding(sizes) for sizes in bindings)
    return result


Observed = Mapping[Union[int, Tuple[int, ...]], int]
"""How often each size, or combination of sizes, was observed."""


def choose_request(
    symbols: Union[str, Sequence[str]],
    observed: Observed,
    buckets: int,
    request: Optional[plan_pb2.ChooseBucketsRequest],
) -> plan_pb2.ChooseBucketsRequest:
    result = plan_pb2.ChooseBucketsRequest()
    if request is not None:
        result.CopyFrom(request)
    result.symbols.extend([symbols] if isinstance(symbols, str) else symbols)
    result.buckets = buckets
    for sizes, count in observed.items():
        result.observed.add(sizes=[sizes] if isinstance(sizes, int) else sizes, count=count)
    return result


def profiles_request(
    premises: Iterable[str],
    common: Mapping[str, int],
    symbols: Union[str, Sequence[str]],
    observed: Observed,
    profiles: int,
    request: Optional[plan_pb2.PlanProfilesRequest],
) -> plan_pb2.PlanProfilesRequest:
    result = plan_pb2.PlanProfilesRequest(profiles=profiles)
    if request is not None:
        result.MergeFrom(request)
    result.model.premises.extend(premises)
    for symbol, size in common.items():
        result.common.add(symbol=symbol, size=size)
    for symbol in [symbols] if isinstance(symbols, str) else symbols:
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
    result = plan_pb2.FindLargestSizesRequest()
    if request is not None:
        result.CopyFrom(request)
    for symbol in [symbols] if isinstance(symbols, str) else symbols:
        result.symbols.add(symbol=symbol)
    result.budget.amount = budget
    result.binding.MergeFrom(binding(given))
    if bytes_of is not None:
        result.budget.quantity.bytes_of = bytes_of
    return result


def bind_request(
    goal: int,
    values: Iterable[str],
    request: Optional[plan_pb2.FindSymbolsToBindRequest],
) -> plan_pb2.FindSymbolsToBindRequest:
    result = plan_pb2.FindSymbolsToBindRequest(goal=goal)
    if request is not None:
        result.MergeFrom(request)
    result.values.extend(values)
    return result


def chain_request(
    stages: Mapping[str, Model],
    links: Iterable[Tuple[str, str]],
    states: Iterable[Tuple[str, str]],
    request: Optional[chain_pb2.InferChainRequest],
) -> chain_pb2.InferChainRequest:
    """A request about a chain of models; values are named `stage.value`."""
    result = chain_pb2.InferChainRequest()
    if request is not None:
        result.CopyFrom(request)
    chain = result.chain
    for name, model in stages.items():
        spec = chain.stages.add(name=name).model
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
    result = guard_pb2.CompileGuardRequest()
    if request is not None:
        result.CopyFrom(request)
    if as_runtime not in _RUNTIMES:
        raise ValueError(f"as_runtime is {' or '.join(repr(name) for name in _RUNTIMES if name)}, not {as_runtime!r}")
    if as_runtime:
        result.model.options.as_runtime = _RUNTIMES[as_runtime]
    return result


_COST_PARTS = {
    "scope": cost_pb2.COST_GROUPING_SCOPE,
    "op": cost_pb2.COST_GROUPING_OPERATOR,
    "node": cost_pb2.COST_GROUPING_NODE,
    "type": cost_pb2.COST_GROUPING_ELEMENT_TYPE,
}


def cost_request(
    bindings: Iterable[Binding],
    by: Iterable[str],
    convention: str,
    request: Optional[cost_pb2.EstimateCostRequest],
    rules: Optional[Rules],
) -> cost_pb2.EstimateCostRequest:
    """A copy of `request`, and what is asked for besides, to put the model into."""
    result = cost_pb2.EstimateCostRequest()
    if request is not None:
        result.CopyFrom(request)
    result.bindings.extend([binding(sizes) for sizes in bindings])
    for part in by:
        if part not in _COST_PARTS:
            raise ValueError(f"{part!r} is no part of a model: {', '.join(_COST_PARTS)}")
        result.parts.group_by.append(_COST_PARTS[part])
    if convention:
        names = measure_pb2.CountingConvention.keys()
        name = f"COUNTING_CONVENTION_{convention.upper()}"
        if name not in names:
            raise ValueError(f"{convention!r} is no counting convention")
        result.measure.convention = measure_pb2.CountingConvention.Value(name)
    if rules:
        result.model.operator_rules.extend(operator_rules(rules))
    return result


def merge_request(
    cases: Union[merge_pb2.MergeShapesRequest, Iterable[merge_pb2.MergeCase]],
) -> merge_pb2.MergeShapesRequest:
    if isinstance(cases, merge_pb2.MergeShapesRequest):
        return cases
    return merge_pb2.MergeShapesRequest(cases=list(cases))


def layout_request(
    cases: Union[layout_pb2.ComputeLayoutRequest, Iterable[layout_pb2.LayoutCase]],
) -> layout_pb2.ComputeLayoutRequest:
    if isinstance(cases, layout_pb2.ComputeLayoutRequest):
        return cases
    return layout_pb2.ComputeLayoutRequest(cases=list(cases))


def upload_parts(model: bytes) -> Iterator[registry_pb2.UploadModelRequest]:
    """The stream of an upload: what is known of the model, which the server may have, then chunks."""
    yield registry_pb2.UploadModelRequest(size_bytes=len(model), model_id=model_id(model))
    for begin in range(0, len(model), _CHUNK_BYTES):
        yield registry_pb2.UploadModelRequest(chunk=model[begin : begin + _CHUNK_BYTES])
