"""Holds the classes of diagnostics (S36) to onnxruntime, with the invalid cases of tests/core/rules/operators/cases.

usage: check_branches.py [--tell] TABLE...

The node of each case stands in the then_branch of an If by an input, its operands are inputs without shapes. A code is of
class RUN if such models load, run where the condition is false, and fail where it is true. Prints how many cases of each
code do; --tell prints each case that does not. Exits with 1 if a code of class RUN in docs/errors.md has no case that
does, or a case that runs in either branch and is not of TOLERATED: checks that rules make within ToleratedChecks.
"""
import argparse
import collections
import os
import pathlib
import re
import signal
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper

from case_table import read_table
from check_cases import DEFAULTS, NOT_IMPLEMENTED, Built, NotKnown

MOST_SECONDS = 5
# By code, the operators of which onnxruntime runs what the specification does not allow.
TOLERATED = {
    "AXIS_OUT_OF_RANGE": r"Arg\w+|Reduce\w+|CumSum|\w*Softmax|Hardmax",
    "DIM_MISMATCH": r"\w*Conv\w*|PRelu|NegativeLogLikelihoodLoss|Resize|MatMul|Compress",
    "RANK_MISMATCH": r"\w*Conv\w*|PRelu|Gemm|ConstantOfShape|Expand|Compress",
    "ZERO_BESIDE_INFERRED": r"Reshape",
}
DOC = pathlib.Path(__file__).parents[2] / "docs" / "errors.md"


def classes():
    """By code, as docs/errors.md has it."""
    return dict(re.findall(r"^\| `([A-Z_]+)` \| (LOAD|RUN|OTHER) \|", DOC.read_text(), re.M))


def without_shapes(value_type):
    copy = onnx.TypeProto()
    copy.CopyFrom(value_type)
    part = copy
    while part.WhichOneof("value") in ("sequence_type", "optional_type"):
        part = getattr(part, part.WhichOneof("value")).elem_type
    part.tensor_type.ClearField("shape")
    return copy


def measured(case, name):
    """A node that reads an output, so that nothing prunes it, and makes an integer of it."""
    is_sequence = any(text.startswith("seq") for text in case.outputs)
    return helper.make_node("SequenceLength" if is_sequence else "Size", [name], [f"{name}_size"])


def guarded(case, built):
    graph = built.model.graph
    feeds = dict(built.feeds)
    inputs = [onnx.ValueInfoProto(name=value.name, type=without_shapes(value.type)) for value in graph.input]
    for tensor in graph.initializer:
        feeds[tensor.name] = numpy_helper.to_array(tensor)
        inputs.append(onnx.ValueInfoProto(name=tensor.name, type=without_shapes(helper.make_tensor_type_proto(tensor.data_type, []))))
    outputs = built.outputs[:1]
    then_nodes = list(graph.node) + [measured(case, name) for name in outputs]
    results = [helper.make_tensor_value_info(f"{name}_size", onnx.TensorProto.INT64, None) for name in outputs]
    zero = numpy_helper.from_array(np.array(0, np.int64))
    else_nodes = [helper.make_node("Constant", [], [f"{name}_zero"], value=zero) for name in outputs]
    else_results = [helper.make_tensor_value_info(f"{name}_zero", onnx.TensorProto.INT64, None) for name in outputs]
    node = helper.make_node("If", ["condition"], [f"y{i}" for i in range(len(outputs))],
                            then_branch=helper.make_graph(then_nodes, "then", [], results),
                            else_branch=helper.make_graph(else_nodes, "else", [], else_results))
    inputs.append(helper.make_tensor_value_info("condition", onnx.TensorProto.BOOL, []))
    main = helper.make_graph([node], "g", inputs, [onnx.ValueInfoProto(name=name) for name in node.output])
    model = helper.make_model(main, opset_imports=built.model.opset_import, ir_version=built.model.ir_version)
    return model, feeds


def verdict(case, binding, default):
    model, feeds = guarded(case, Built(case, binding, default))
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    try:
        session = onnxruntime.InferenceSession(model.SerializeToString(), options, ["CPUExecutionProvider"])
    except Exception as error:  # any refusal
        return "not known" if any(text in f"{type(error).__name__} {error}" for text in NOT_IMPLEMENTED) else "load"
    try:
        session.run(None, {**feeds, "condition": np.array(False)})
    except Exception:  # any refusal
        return "inputs"
    try:
        session.run(None, {**feeds, "condition": np.array(True)})
    except Exception as error:  # any refusal
        return "not known" if "NOT_IMPLEMENTED" in f"{type(error).__name__} {error}" else "run"
    return "never"


def verdict_within(case):
    """When onnxruntime refuses a case: "load", "run", "never"; "not known" if it lacks the operator."""
    for binding in case.bindings(1) or [{}]:
        for default in DEFAULTS:
            try:
                return verdict(case, binding, default)
            except (NotKnown, ValueError, TypeError, KeyError, IndexError):
                continue
    return "not known"


def verdict_of(case):
    """The same from a process of its own: onnxruntime crashes on some cases, and hangs on others."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(MOST_SECONDS)
        os.write(writing, verdict_within(case).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        found = pipe.read()
    os.waitpid(child, 0)
    return found or "crash"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tell", action="store_true")
    parser.add_argument("tables", nargs="+")
    arguments = parser.parse_args()
    counts = collections.defaultdict(collections.Counter)
    told = classes()
    for path in arguments.tables:
        for case in read_table(path):
            codes = {text.split()[1] for text in case.diagnostics if text.startswith("ERROR")}
            if len(codes) != 1:
                continue
            code, found = codes.pop(), verdict_of(case)
            if found == "never" and re.fullmatch(TOLERATED.get(code, ""), case.name):
                found = "tolerated"
            counts[code][found] += 1
            if arguments.tell and found != {"RUN": "run", "LOAD": "load"}.get(told.get(code), found):
                print(f"{found}\t{case.line}")
    failed = 0
    for code, count in sorted(counts.items()):
        is_wrong = told.get(code) == "RUN" and (count["never"] > 0 or count["run"] == 0)
        failed += is_wrong
        print(f"{code} ({told.get(code)}): {dict(count)}{' WRONG' if is_wrong else ''}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
