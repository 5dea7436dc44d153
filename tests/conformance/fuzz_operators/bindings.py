"""Compares evaluations with fresh inferences: S28, the law that a binding knows what its sizes and elements would as constants.

usage: python -m fuzz_operators.bindings [--bindings N] [--seed N] [MODEL.onnx | FOLDER]...

By default the models of exporters/ and of the folder of the corpus. Each gets random bindings: sizes from 0 on, elements
of small integer inputs. Where an evaluation finds no violation, each value of the main graph must have the rank, the
sizes and no greater upper sizes than an inference with these types and constants gives. Exits with 1 if one differs.
"""
import argparse
import glob
import os
import random
import sys

import onnx

from shapewright.errors import ShapewrightError
from shapewright.shared_client import default_client
from shapewright.v1 import evaluate_pb2, infer_pb2, model_pb2

from run_exporters import FOLDER, read_cases

from .requests import MOST_ELEMENTS, add_constant

SIZES = (0, 1, 1, 2, 3, 4, 7, 8, 16, 32, 64, 576)
ELEMENTS = (0, 1, 2, 3, 5, -1, 8000, 16000)
INTEGERS = (onnx.TensorProto.INT64, onnx.TensorProto.INT32, onnx.TensorProto.BOOL)
CORPUS = "../shared/corpus/models"


def draw_size(rng):
    return rng.choice(SIZES) if rng.random() < 0.9 else rng.randrange(700)


class Input:
    """An input, and what one binding gives of it."""

    def __init__(self, info, symbols, rng):
        tensor = info.type.tensor_type
        self.name, self.element = info.name, tensor.elem_type
        self.sizes = [self.size(dim, symbols, rng) for dim in tensor.shape.dim]
        count = 1
        for size in self.sizes:
            count *= size
        self.values = []
        if self.element in INTEGERS and count <= MOST_ELEMENTS:
            kinds = (0, 1) if self.element == onnx.TensorProto.BOOL else ELEMENTS
            self.values = [rng.choice(kinds) for _ in range(count)]

    @staticmethod
    def size(dim, symbols, rng):
        if dim.HasField("dim_value"):
            return dim.dim_value
        if dim.dim_param.isidentifier():
            return symbols.setdefault(dim.dim_param, draw_size(rng))
        return draw_size(rng)

    def add_to(self, binding):
        binding.inputs.add(name=self.name, sizes=self.sizes, values=self.values, scalar=not self.sizes)

    def fix_in(self, spec):
        """Declares the input with these sizes and elements."""
        tensor = spec.input_types.add(name=self.name).type.tensor
        tensor.element_type = self.element
        tensor.shape.SetInParent()
        for size in self.sizes:
            tensor.shape.dims.add(size=size)
        if self.values:
            add_constant(spec, self.name, self.element, self.sizes, self.values)


def inputs_of(model):
    """Those that a request has to give; None if one is no tensor of known rank."""
    initializers = {tensor.name for tensor in model.graph.initializer}
    inputs = [info for info in model.graph.input if info.name not in initializers]
    has_shapes = all(info.type.HasField("tensor_type") and info.type.tensor_type.HasField("shape") for info in inputs)
    return inputs if has_shapes else None


def fresh_inference(client, model, case):
    request = infer_pb2.InferShapesRequest(model=model_pb2.ModelSpec())
    for each in case:
        each.fix_in(request.model)
    return client.infer_shapes(model, request=request).response


def size_of(dim):
    return dim.size if dim.HasField("size") else -1


def says_as_much(told, known):
    """Whether all that is known is told; told may be more."""
    if known is None:
        return True
    return told is not None and len(told) == len(known) and all(b in (-1, a) for a, b in zip(told, known))


def compare_value(value, rank, sizes, uppers, knows_more_is_fine):
    """What a fresh inference knows of a value that the evaluation does not, and unless that is fine the other way around; None if nothing."""
    if not value.type.HasField("tensor"):
        return None
    tensor = value.type.tensor
    known = [size_of(dim) for dim in tensor.shape.dims] if tensor.HasField("shape") else None
    told = sizes if rank >= 0 else None
    if known != told and not (knows_more_is_fine and says_as_much(told, known)):
        return f"{value.name}: {told}, a fresh inference has {known}"
    for dim, upper in zip(tensor.shape.dims, uppers):
        has_upper = not dim.HasField("size") and dim.range.HasField("max")
        if has_upper and not 0 <= upper <= dim.range.max:
            return f"{value.name}: at most {upper}, a fresh inference has {dim.range.max}"
    return None


def compare(evaluation, index, fresh, knows_more_is_fine=False):
    """The number of values, and what differs. Of a model with errors nothing is promised."""
    if any(d.severity == d.SEVERITY_ERROR for d in fresh.diagnostics):
        return 0, []
    packed, first, wrong = evaluation.packed, 0, []
    ranks = packed.ranks or index.ranks
    uppers = packed.upper_sizes or packed.sizes
    for value, rank in zip(fresh.graphs[0].values, ranks):
        last = first + max(rank, 0)
        wrong.append(compare_value(value, rank, list(packed.sizes[first:last]), uppers[first:last], knows_more_is_fine))
        first = last
    return len(ranks), [difference for difference in wrong if difference]


def check_model(client, name, model, count, rng):
    inputs = inputs_of(model)
    if inputs is None:
        return 0, 0
    cases, request = [], evaluate_pb2.EvaluateShapesRequest(packed=evaluate_pb2.PackedValues())
    for _ in range(count):
        symbols = {}
        cases.append([Input(info, symbols, rng) for info in inputs])
        binding = request.bindings.add()
        for each in cases[-1]:
            each.add_to(binding)
    answer = client.evaluate_shapes(model, [], request=request)
    values, differences = 0, 0
    for case, evaluation in zip(cases, answer.evaluations):
        if evaluation.HasField("error"):
            print(f"{name}: {evaluation.error.message}")
            differences += 1
            continue
        if evaluation.violations:
            continue
        compared, wrong = compare(evaluation, answer.packed_index, fresh_inference(client, model, case))
        values += compared
        differences += len(wrong)
        if wrong:
            told = {each.name: each.values or each.sizes for each in case}
            print(f"{name} at {told}: {len(wrong)} differ; {wrong[0]}", flush=True)
    return values, differences


def models_of(paths):
    """Names and models."""
    for path in paths:
        if os.path.isdir(path):
            yield from models_of(sorted(glob.glob(os.path.join(path, "*.onnx"))))
        elif path.endswith(".txt"):
            yield from ((case.name, case.model) for case in read_cases(path))
        else:
            yield os.path.basename(path), onnx.load(path, load_external_data=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bindings", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("paths", nargs="*")
    arguments = parser.parse_args()
    paths = arguments.paths or sorted(glob.glob(os.path.join(FOLDER, "*.txt")))
    if not arguments.paths:
        paths.append(CORPUS if os.path.isdir(CORPUS) else "tests/data/corpus/models")
    rng = random.Random(arguments.seed)
    models, values, differences = 0, 0, 0
    for name, model in models_of(paths):
        try:
            compared, different = check_model(default_client(), name, model, arguments.bindings, rng)
        except ShapewrightError as error:
            compared, different = 0, 1
            print(f"{name}: {error}")
        models, values, differences = models + 1, values + compared, differences + different
    print(f"{models} models, {arguments.bindings} bindings each, {values} values: {differences} differences")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
