"""The questions about one case."""
import grpc
import numpy as np
from onnx import helper

from fuzz_models.asking import has_elements, tensor
from fuzz_models.trial import OPTIONS
from shapewright.v1 import (
    chain_pb2, cost_pb2, evaluate_pb2, guard_pb2, infer_pb2, model_pb2, plan_pb2, service_pb2_grpc, shape_pb2,
)  # fmt: skip

SECONDS = 30
OVERRIDE = shape_pb2.MERGE_POLICY_OVERRIDE


class Refused(Exception):
    """The server gives no answer."""


class Asker:
    def __init__(self, target):
        self.channel = grpc.insecure_channel(target, OPTIONS)
        self.shapes = service_pb2_grpc.ShapeServiceStub(self.channel)
        self.plans = service_pb2_grpc.PlanServiceStub(self.channel)
        self.answers = 0

    def ask(self, request):
        name = type(request).__name__[: -len("Request")]
        method = getattr(self.shapes, name, None) or getattr(self.plans, name)
        self.answers += 1
        try:
            return method(request, timeout=SECONDS, wait_for_ready=True)
        except grpc.RpcError as error:
            raise Refused(f"{name}: {error.code().name}: {error.details()}") from error


def spec_of(data, policy=0, premises=()):
    spec = model_pb2.ModelSpec(onnx=data, premises=premises)
    spec.options.declared_types = policy
    return spec


def binding_of(feeds):
    binding = evaluate_pb2.Binding()
    for name, array in feeds.items():
        given = binding.inputs.add(name=name, sizes=array.shape, scalar=array.ndim == 0)
        if has_elements(array):
            given.values.extend(array.astype(np.int64).ravel().tolist())
    return binding


def fresh_spec(data, policy, feeds):
    """The model with these sizes and elements as constants."""
    spec = spec_of(data, policy)
    for name, array in feeds.items():
        given = spec.input_types.add(name=name).type.tensor
        given.element_type = helper.np_dtype_to_tensor_dtype(array.dtype)
        given.shape.SetInParent()
        given.shape.dims.extend(shape_pb2.Dim(size=n) for n in array.shape)
        if has_elements(array):
            spec.constants.add(name=name, tensor=tensor(array))
    return spec


def inference(spec, scope=infer_pb2.SCOPE_UNSPECIFIED):
    return infer_pb2.InferShapesRequest(model=spec, scope=scope, include=[infer_pb2.PART_ELEMENTS])


def evaluation(spec, runs):
    request = evaluate_pb2.EvaluateShapesRequest(model=spec, packed=evaluate_pb2.PackedValues())
    request.bindings.extend(binding_of(feeds) for feeds in runs)
    return request


def guard(spec):
    return guard_pb2.CompileGuardRequest(model=spec)


def profiles(spec):
    return plan_pb2.PlanProfilesRequest(model=spec)


def symbols_to_bind(spec, values=()):
    return plan_pb2.FindSymbolsToBindRequest(model=spec, values=values)


def cost(spec, runs):
    request = cost_pb2.EstimateCostRequest(model=spec)
    request.bindings.extend(binding_of(feeds) for feeds in runs)
    return request


def chain(stages, links, runs):
    """`stages` are models by name; `links` pairs of (stage, value)."""
    request = chain_pb2.InferChainRequest()
    for name, data in stages.items():
        request.chain.stages.add(name=name).model.onnx = data
    for (first, output), (second, given) in links:
        link = request.chain.links.add()
        link.output.stage, link.output.value, link.input.stage, link.input.value = first, output, second, given
    request.bindings.extend(binding_of(feeds) for feeds in runs)
    return request
