"""Requests of one case: with symbols, evaluated for the runs; and with the sizes and elements of one run as constants."""
import numpy as np
from onnx import helper

from shapewright.v1 import evaluate_pb2, graph_pb2, infer_pb2, shape_pb2

MOST_ELEMENTS = 64


def has_elements(array):
    return array.dtype.kind in "iub" and array.size <= MOST_ELEMENTS


def tensor(array):
    element = helper.np_dtype_to_tensor_dtype(array.dtype)
    return graph_pb2.Tensor(element_type=element, sizes=array.shape, raw=np.ascontiguousarray(array).tobytes())


def binding(feeds):
    result = evaluate_pb2.Binding()
    for name, array in feeds.items():
        given = result.inputs.add(name=name, sizes=array.shape)
        if has_elements(array):
            given.values.extend(array.astype(np.int64).flatten().tolist())
    return result


def request(data, policy):
    question = infer_pb2.InferShapesRequest()
    question.model.onnx = data
    question.model.options.declared_types = policy
    question.include.append(infer_pb2.PART_ELEMENTS)
    return question


def open_scalars(graph, runs):
    """Inputs of a rank that the model leaves open which are scalars: a binding cannot say so, its elements would be a list."""
    for given in graph.input:
        is_open = given.type.WhichOneof("value") == "tensor_type" and not given.type.tensor_type.HasField("shape")
        if is_open and all(np.ndim(feeds.get(given.name, [])) == 0 for feeds in runs):
            yield given.name, given.type.tensor_type.elem_type


def symbolic(data, policy, runs, graph):
    """The two questions about a model and its runs."""
    question = request(data, policy)
    for name, element in open_scalars(graph, runs):
        value = question.model.input_types.add(name=name)
        value.type.tensor.element_type = element
        value.type.tensor.shape.SetInParent()
    sizes = evaluate_pb2.EvaluateShapesRequest(model=question.model, packed=evaluate_pb2.PackedValues())
    sizes.bindings.extend(binding(feeds) for feeds in runs)
    return question, sizes


def concrete(data, policy, feeds):
    question = request(data, policy)
    for name, array in feeds.items():
        value = question.model.input_types.add(name=name)
        value.type.tensor.element_type = helper.np_dtype_to_tensor_dtype(array.dtype)
        value.type.tensor.shape.SetInParent()
        value.type.tensor.shape.dims.extend(shape_pb2.Dim(size=n) for n in array.shape)
        if has_elements(array):
            question.model.constants.add(name=name, tensor=tensor(array))
    return question
