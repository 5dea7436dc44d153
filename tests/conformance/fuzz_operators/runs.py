"""What a model returns in runtimes, and what a server evaluates its shapes to."""
import warnings

import numpy as np
import onnxruntime
from onnx.reference import ReferenceEvaluator

from shapewright.shared_client import default_client
from shapewright.v1 import evaluate_pb2, infer_pb2

from .requests import make_binding

UNKNOWN = -1
NOT_KNOWN = (UNKNOWN,)


class Rejected(Exception):
    """A runtime that knows the operators refuses the operands."""


def run_onnxruntime(model, inputs):
    """Raises Rejected for what it knows and does not run."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        return session.run(None, inputs)
    except Exception as error:
        if "NOT_IMPLEMENTED" in str(error) or "ValidateOpset" in str(error):
            raise
        raise Rejected from error


def run_reference(model, inputs):
    return ReferenceEvaluator(model).run(None, inputs)


def attempt(run, model, inputs):
    """What a runtime returns; None where it cannot say."""
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return run(model, inputs)
    except Rejected:
        raise
    except Exception:  # runtimes raise whatever they like
        return None


def shapes_of(results):
    return [shapes_of(r) if isinstance(r, list) else np.shape(r) for r in results]


def run_all(model, inputs, trusts_onnxruntime):
    """The results; None where nobody runs the case, or not alike."""
    try:
        if trusts_onnxruntime:
            return attempt(run_onnxruntime, model, inputs)
        ours, reference = (attempt(run, model, inputs) for run in (run_onnxruntime, run_reference))
    except Rejected:
        return None
    if ours is None or reference is None:
        return ours or reference
    return ours if shapes_of(ours) == shapes_of(reference) else None


def evaluate(variant, inputs, spec=None):
    """The answer of the server, and what it evaluates to for these inputs; `spec` is said beside the model."""
    request = evaluate_pb2.EvaluateShapesRequest(model=spec)
    names = {value.name for value in variant.graph.input}
    binding = make_binding({name: value for name, value in inputs.items() if name in names})
    client = default_client()
    evaluation = client.evaluate_shapes(variant, [binding], request=request).evaluations[0]
    assert not evaluation.HasField("error"), evaluation.error
    return client.infer_shapes(variant, request=infer_pb2.InferShapesRequest(model=spec)).response, evaluation


def evaluated_shapes(evaluation):
    """(name, sizes, upper bounds of sizes) of each output."""
    for value in evaluation.outputs:
        yield value.name, list(value.sizes), list(value.upper_sizes) or list(value.sizes)
