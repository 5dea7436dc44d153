"""Compares the tables of tests/core/rules/operators/cases with what runs: what comes out, or that a case is refused.

usage: check_cases.py [--tell] TABLE...

A case that is fine is run at two sizes of its symbols by the first that knows the operator in that version: onnxruntime,
the package onnx's reference, its shape inference. One that is wrong must be refused by one of them, or by the checker.
The headings of a table say by which ("Run by onnxruntime", "Refused by checker"; "reference", "inference"); cases under
any other heading are not checked here, as none of them tells. --tell prints who it is for each case. Exits with 1 if a heading is not true.
"""
import argparse
import os
import re
import sys

os.environ["ALLOW_RELEASED_ONNX_OPSET_ONLY"] = "0"

import ml_dtypes
import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from case_table import TypeText, attribute_value, read_table, split_outside

ELEMENTS = {
    "float32": "FLOAT", "float64": "DOUBLE", "float8e4m3fn": "FLOAT8E4M3FN", "float8e5m2": "FLOAT8E5M2",
    "float8e4m3fnuz": "FLOAT8E4M3FNUZ", "float8e5m2fnuz": "FLOAT8E5M2FNUZ",
}
NEWEST_OPSET = 28
HEADING = re.compile(r"(?:Run|Refused) by (\w+)")
DEFAULTS = (0, 1)  # the elements of integer operands that a case does not tell


class NotKnown(Exception):
    """Nobody tells what such a case gives."""


def element_number(name):
    return getattr(onnx.TensorProto, ELEMENTS.get(name, name.upper()))


def array_of(given, default):
    """An operand; floats that are not told count up."""
    if given.kind != "tensor":
        return [array_of(given.inner, default)] * (2 if given.length is None else given.length)
    if not given.has_rank or None in given.dims or (given.items and None in given.items):
        raise NotKnown
    if given.element == "string":
        return np.array(["a"] * int(np.prod(given.dims))).reshape(given.dims).astype(object)
    dtype = helper.tensor_dtype_to_np_dtype(element_number(given.element))
    count = int(np.prod(given.dims))
    if given.items is not None:
        items = given.items
    elif np.issubdtype(dtype, np.floating) or dtype == ml_dtypes.bfloat16:
        items = np.arange(1, count + 1) / max(count, 1)
    else:
        items = [default] * count
    return np.array(items).astype(dtype).reshape(given.dims)


def make_attribute(text):
    name, value = text.split("=", 1)
    if value.startswith("tensor "):
        array = array_of(TypeText(value[7:], {}), 0)
        return helper.make_attribute(name, numpy_helper.from_array(array))
    if value.startswith("type "):
        return helper.make_attribute(name, type_of(TypeText(value[5:], {})))
    value = attribute_value(value)
    return helper.make_attribute(name, value, attr_type=onnx.AttributeProto.INTS if value == [] else None)


def type_of(given):
    if given.kind == "seq":
        return helper.make_sequence_type_proto(type_of(given.inner))
    if given.kind == "optional":
        return helper.make_optional_type_proto(type_of(given.inner))
    return helper.make_tensor_type_proto(element_number(given.element), given.dims)


class Built:
    """A case as a model: operands whose elements it tells are initializers."""

    def __init__(self, case, binding, default):
        self.feeds, self.results = {}, {}
        names, inputs, initializers = [], [], []
        for i, text in enumerate(case.inputs):
            if text in ("-", "") or text.startswith("@"):
                names.append("" if not text.startswith("@") else f"i{text[1:]}")
                continue
            given = TypeText(text, binding)
            array, name = array_of(given, default), f"i{i}"
            names.append(name)
            if given.kind == "tensor" and given.items is not None:
                initializers.append(numpy_helper.from_array(array, name))
            else:
                self.feeds[name] = array
                inputs.append(helper.make_value_info(name, type_of(given)))
        outputs = [f"o{i}" if text != "-" else "" for i, text in enumerate(case.outputs)]
        self.outputs = [name for name in outputs if name]
        node = helper.make_node(case.name, names, outputs, domain=case.domain)
        node.attribute.extend(make_attribute(text) for text in case.attributes)
        graph = helper.make_graph([node], "g", inputs, [onnx.ValueInfoProto(name=name) for name in self.outputs],
                                  initializers)
        imports = [helper.make_opsetid(case.domain, case.version)]
        if case.domain:
            imports.append(helper.make_opsetid("", NEWEST_OPSET - 5))
        self.model = helper.make_model(graph, opset_imports=imports, ir_version=10 if case.version < 25 else 13)


def run_onnxruntime(built):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(built.model.SerializeToString(), options, ["CPUExecutionProvider"])
    return session.run(built.outputs, built.feeds)


def run_reference(built):
    return ReferenceEvaluator(built.model).run(built.outputs, built.feeds)


def run_inference(built):
    """Types instead of values."""
    inferred = onnx.shape_inference.infer_shapes(built.model, check_type=True, strict_mode=True, data_prop=True)
    return [output.type for output in inferred.graph.output]


def run_checker(built):
    onnx.checker.check_model(built.model, full_check=True)
    return []


def matches(expected, real):
    """Whether a result is as the table says; None where the runtime does not tell."""
    if isinstance(real, onnx.TypeProto):
        real_type = real.tensor_type
        if expected.kind != "tensor" or not real_type.HasField("shape"):
            return None
        shape = [dim.dim_value if dim.HasField("dim_value") else None for dim in real_type.shape.dim]
        element = real_type.elem_type
    elif expected.kind != "tensor":
        if expected.kind == "optional":
            return None
        items = [matches(expected.inner, item) for item in real]
        return all(items) and expected.length in (None, len(real))
    elif isinstance(real, (list, dict)) or real is None:
        return None
    else:
        real = np.asarray(real)
        shape, element = list(real.shape), None if real.dtype == object else helper.np_dtype_to_tensor_dtype(real.dtype)
    if None in shape:
        return None
    if element is not None and expected.element not in ("?", "string") and element != element_number(expected.element):
        return False
    if not expected.has_rank:
        return True
    if expected.items and not isinstance(real, onnx.TypeProto) and expected.element.startswith(("int", "uint", "bool")):
        if any(a is not None and a != int(b) for a, b in zip(expected.items, real.flatten())):
            return False
    return len(shape) == len(expected.dims) and all(a in (None, b) for a, b in zip(expected.dims, shape))


RUNNERS = {"onnxruntime": run_onnxruntime, "reference": run_reference, "inference": run_inference}
REFUSERS = {**RUNNERS, "checker": run_checker}


def runs_as_told(case, run):
    """None: cannot tell."""
    bindings = case.bindings(2)
    told = None
    for binding in bindings:
        for default in DEFAULTS:
            try:
                built = Built(case, binding, default)
                results = run(built)
            except Exception:  # any refusal, of any runtime
                continue
            expected = [TypeText(text, binding) for text in case.outputs if text != "-"]
            verdicts = [matches(*pair) for pair in zip(expected, results)]
            if False in verdicts:
                return False
            told = True if told is None and None not in verdicts else told
            break
        else:
            return None
    return told


# What says that a runtime does not have the operator, rather than that the model is wrong.
NOT_IMPLEMENTED = ("NOT_IMPLEMENTED", "No Op registered", "is not a registered function/op", "No schema registered",
                   "is under development", "Could not find an implementation", "has been deprecated", "NotImplemented",
                   "not implemented", "No implementation")


def is_refused(case, run):
    """None: the runtime does not know the operator."""
    for binding in case.bindings(1) or [{}]:
        for default in DEFAULTS:
            try:
                run(Built(case, binding, default))
                return False
            except NotKnown:
                return None
            except Exception as error:  # any refusal, of any runtime
                if any(text in f"{type(error).__name__} {error}" for text in NOT_IMPLEMENTED):
                    return None
    return True


def who_tells(case):
    """The first that runs the case as the table says, or refuses it; None: one that says otherwise came before."""
    for name, run in (REFUSERS if case.is_wrong else RUNNERS).items():
        told = is_refused(case, run) if case.is_wrong else runs_as_told(case, run)
        if told:
            return name
        if told is False and not case.is_wrong:
            return f"not {name}"
    return "specification"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tell", action="store_true")
    parser.add_argument("tables", nargs="+")
    arguments = parser.parse_args()
    failed = count = unchecked = 0
    for path in arguments.tables:
        for case in read_table(path):
            if arguments.tell:
                print(f"{who_tells(case)}\t{case.line}")
                continue
            heading = HEADING.match(case.source)
            source = heading.group(1) if heading else "specification"
            count += 1
            if source == "specification":
                unchecked += 1
                continue
            told = is_refused(case, REFUSERS[source]) if case.is_wrong else runs_as_told(case, RUNNERS[source])
            if not told:
                failed += 1
                print(f"{path}: {case.source} does not tell so: {case.line}")
    print(f"{count} cases of operators, {unchecked} of them by the specification alone, {failed} told otherwise")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
