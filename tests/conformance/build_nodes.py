"""Builds the operator dataset from the operator tests that the package onnx brings, with what they really return.

usage: build_nodes.py OUT.pkl
"""
import collections
import glob
import os
import pickle
import re
import sys
import time
import warnings

import numpy as np
import onnx
from onnx import numpy_helper
from onnx.backend.test.case import model as model_cases
from onnx.backend.test.loader import DATA_DIR, load_model_tests

from determinable import determinable
from variants import inner_tensor, make_variants

DISK_KINDS = ("simple", "pytorch-operator", "pytorch-converted")


def as_proto(value, name=""):
    """A TensorProto, a list of them, or ("map",)."""
    if value is None:
        return None
    if isinstance(value, onnx.TensorProto):
        result = onnx.TensorProto()
        result.CopyFrom(value)
        result.name = name
        return result
    if isinstance(value, (list, tuple)):
        return [as_proto(element) for element in value]
    if isinstance(value, dict):
        return ("map",)
    return numpy_helper.from_array(np.asarray(value), name)


def truth_of(value):
    """("tensor", element type, sizes), ("seq", [...]), ("map",) or None."""
    if value is None or isinstance(value, tuple):
        return value
    if isinstance(value, list):
        return ("seq", [truth_of(element) for element in value])
    return ("tensor", value.data_type, tuple(value.dims))


def load_value(path, info):
    with open(path, "rb") as file:
        content = file.read()
    if info.type.HasField("sequence_type"):
        return [numpy_helper.to_array(t) for t in onnx.SequenceProto.FromString(content).tensor_values]
    return onnx.TensorProto.FromString(content)


def load_case(folder):
    model = onnx.load(os.path.join(folder, "model.onnx"))
    data = sorted(glob.glob(os.path.join(folder, "test_data_set_*")))[0]
    sides = []
    for side, infos in (("input", model.graph.input), ("output", model.graph.output)):
        count = len(glob.glob(f"{data}/{side}_*.pb"))
        sides.append([load_value(f"{data}/{side}_{i}.pb", infos[i]) for i in range(count)])
    return model, sides[0], sides[1]


def collect():
    """(kind, name, model, inputs, outputs) of every case."""
    cases = [("node", case.name, case.model, *case.data_sets[0]) for case in load_model_tests(kind="node")]
    cases += [
        ("simple", case.name, case.model, *case.data_sets[0])
        for case in model_cases.collect_testcases()
        if case.model is not None
    ]
    known = {(kind, name) for kind, name, *_ in cases}
    for kind in DISK_KINDS:
        for folder in sorted(glob.glob(os.path.join(DATA_DIR, kind, "*"))):
            name = os.path.basename(folder)
            if os.path.exists(folder + "/model.onnx") and (kind, name) not in known:
                cases.append((kind, name, *load_case(folder)))
    return cases


def operator_name(node):
    return node.op_type if node.domain in ("", "ai.onnx") else f"{node.domain}.{node.op_type}"


def operator_of(kind, name, model, by_name):
    """The operator that a case is about, and whether it is that operator's body."""
    if kind != "node":
        return kind, False
    body = re.match(r"(.*)_expanded(_ver\d+)?$", name)
    if body and body[1] in by_name:
        return operator_name(by_name[body[1]].graph.node[0]), True
    return "+".join(sorted({operator_name(node) for node in model.graph.node})), False


def make_record(kind, name, model, inputs, outputs, by_name):
    initializers = {i.name for i in model.graph.initializer}
    is_full = kind == "node" or len(inputs) == len(model.graph.input)
    fed = [v for v in model.graph.input if is_full or v.name not in initializers]
    inputs = [as_proto(value, info.name) for value, info in zip(inputs, fed)]
    operator, is_body = operator_of(kind, name, model, by_name)
    record = dict(name=name, kind=kind, op=operator, expanded=is_body, outputs=[], variants={}, det={})
    for info, value in zip(model.graph.output, outputs):
        tensor = inner_tensor(info.type)
        truth = truth_of(as_proto(value))
        record["outputs"].append(dict(name=info.name, elem=tensor.elem_type if tensor is not None else 0, truth=truth))
    for variant, (form, moved) in make_variants(model, inputs).items():
        record["variants"][variant] = form.SerializeToString()
        if variant in ("s", "c", "k"):
            names = [info.name for info in model.graph.input]
            left = [value for value, n in zip(inputs, names) if n not in moved]
            record["det"][variant] = determinable(form, left)
    record["det"].update(d=record["det"]["s"], dc=record["det"]["k"])
    return record


def main():
    warnings.simplefilter("ignore")
    begin = time.monotonic()
    cases = collect()
    print("cases", dict(collections.Counter(kind for kind, *_ in cases)))
    by_name = {name: model for kind, name, model, *_ in cases if kind == "node"}
    records = [make_record(*case, by_name) for case in cases]
    with open(sys.argv[1], "wb") as file:
        pickle.dump(dict(onnx=onnx.__version__, cases=records), file)
    print(len(records), "cases,", sum(len(r["outputs"]) for r in records), "outputs,", f"{time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
