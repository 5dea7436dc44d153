"""The tools that are compared: how each is asked about a model, and what it then says of the model's values.

Each has `prepare(model)`, which is not timed and gives a function that is; and `types(answer)`, which gives the dims of
values by name: numbers, texts, None where one is not known, and None in place of all of an unknown rank.
"""
import contextlib
import importlib.metadata
import io
import logging
import itertools
from pathlib import Path

import onnx


def dims_of_type(type_proto):
    tensor = type_proto.tensor_type
    if not type_proto.HasField("tensor_type") or not tensor.HasField("shape"):
        return None
    return [dim.dim_value if dim.HasField("dim_value") else dim.dim_param or None for dim in tensor.shape.dim]


class Tool:
    package = ""
    answers = "names of dims"  # for which sizes the inputs have

    def version(self):
        return importlib.metadata.version(self.package)

    def types(self, answer):
        graph = answer.graph
        return {value.name: dims_of_type(value.type) for value in [*graph.value_info, *graph.output]}


class Shapewright(Tool):
    """The types are those of its Python package; peers.py times its library in C++, as the package asks a server, which
    keeps answers."""

    name = "Shapewright, its library in C++"

    def __init__(self):
        import shapewright

        self.infer = shapewright.infer_shapes

    def version(self):
        return (Path(__file__).resolve().parents[2] / "VERSION").read_text(encoding="utf-8").strip()

    def prepare(self, model):
        return lambda: self.infer(model.data)


class Onnx(Tool):
    name = "`onnx.shape_inference` (`data_prop`)"
    package = "onnx"

    def prepare(self, model):
        return lambda: onnx.shape_inference.infer_shapes(model.data, data_prop=True)


class Onnxruntime(Tool):
    name = "onnxruntime's `symbolic_shape_infer`"
    package = "onnxruntime"

    def __init__(self):
        from onnxruntime.tools.symbolic_shape_infer import SymbolicShapeInference

        self.infer = SymbolicShapeInference.infer_shapes

    def prepare(self, model):
        def ask():
            with contextlib.redirect_stdout(io.StringIO()):
                return self.infer(onnx.load_from_string(model.data), auto_merge=True)

        return ask


class OnnxShapeInference(Tool):
    name = "onnx-shape-inference"
    package = "onnx-shape-inference"

    def __init__(self):
        import onnx_ir
        from onnx_shape_inference import infer_symbolic_shapes

        self.ir, self.infer = onnx_ir, infer_symbolic_shapes

    def prepare(self, model):
        def ask():
            held = self.ir.from_proto(onnx.load_from_string(model.data))
            return self.infer(held, warn_on_missing=False)

        return ask

    def types(self, answer):
        found = {}
        for value in self.values(answer.graph):
            found[value.name] = None if value.shape is None else [self.dim(dim) for dim in value.shape]
        return found

    def values(self, graph):
        for node in graph:
            yield from node.outputs

    def dim(self, dim):
        return dim if isinstance(dim, int) else dim.value


class Onnxsim(Tool):
    """Its shapes alone: nothing is simplified. It wants the weights, which are zeros in a file."""

    name = "onnxsim, shapes alone"
    package = "onnxsim"

    def __init__(self):
        import onnxsim

        self.simplify = onnxsim.simplify

    def prepare(self, model):
        # Without the directory the package says that the weights are not there.
        held = onnx.load(model.path)
        return lambda: self.simplify(held, perform_optimization=False, skip_constant_folding=True)[0]


class OpenvinoReshape(Tool):
    """It keeps no expressions: a model that was read is reshaped to the sizes of each recorded run."""

    name = "OpenVINO `reshape`"
    package = "openvino"
    answers = "sizes of one request"

    def __init__(self):
        import openvino

        self.openvino, self.core = openvino, openvino.Core()

    def prepare(self, model):
        held = self.core.read_model(model.path)
        places = {name: port for port in held.inputs for name in port.get_names()}

        requests = [{places[name]: self.openvino.PartialShape(dims) for name, dims in model.inputs_of(run).items() if name in places}
                    for run in range(len(model.runs))]
        turns = itertools.cycle(requests)  # a model is not inferred again at the sizes that it has

        def ask():
            held.reshape(next(turns))
            return held

        return ask

    def types(self, answer):
        found = {}
        for operation in answer.get_ops():
            for port in operation.outputs():
                shape = port.get_partial_shape()
                dims = None if shape.rank.is_dynamic else [dim.get_length() if dim.is_static else None for dim in shape]
                found.update((name, dims) for name in port.get_names())
        return found


TOOLS = [Shapewright, Onnx, Onnxruntime, OnnxShapeInference, Onnxsim, OpenvinoReshape]


def quiet():
    logging.disable(logging.CRITICAL)
