"""Holds proofs of boxes to onnxruntime: random small models, run at every point of small boxes.

usage: check_plans.py [--models N] [--seed N]

Each model is a few random nodes over the elements of one shape operand and symbols with small ranges, premises about which are
added to some. onnxruntime runs each point that keeps the premises. PlanProfiles must not say PROVED where a point fails, nor name a witness
that runs; an evaluation must not be VALID where it fails, nor INVALID or of other sizes where it runs. Runs beyond the specification
(fuzz_models/leniency.py) show nothing. Exits with 1 if one contradicts.
"""
import argparse
import collections
import itertools
import random
import sys

import grpc
import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from fuzz_models import leniency
from shapewright.local_server import default_target
from shapewright.v1 import evaluate_pb2, plan_pb2, service_pb2_grpc

ELEMENTS = (-1, 0, 1, 2, 3, 4)
PREMISES = (("N = M", lambda n, m: n == m), ("N <= M", lambda n, m: n <= m), ("N + M <= 5", lambda n, m: n + m <= 5))
DIMS = ("N", "M", "K", "N", "M", 1, 2, 3, 4)


class Model:
    """A random model, its symbols and which of its inputs has elements."""

    def __init__(self, rng):
        self.rng, self.nodes, self.inputs = rng, [], {f"x{i}": [rng.choice(DIMS) for _ in range(2)] for i in range(3)}
        self.has_elements = rng.random() < 0.5
        self.constants = {"rows": [-1, 2], "columns": [3, -1]}
        values = list(self.inputs)
        for i in range(rng.randint(2, 4)):
            values.append(f"v{i}")
            self.nodes.append(self.node(values[:-1], f"v{i}"))
        self.output = values[-1]
        self.symbols = sorted({dim for dims in self.inputs.values() for dim in dims if isinstance(dim, str)})
        self.premise = rng.choice(PREMISES) if {"N", "M"} <= set(self.symbols) and rng.random() < 0.3 else None

    def node(self, values, made):
        a, b = self.rng.choice(values), self.rng.choice(values)
        shape = self.rng.choice(("rows", "columns", "s", "s") if self.has_elements else ("rows", "columns"))
        return self.rng.choice((
            helper.make_node("MatMul", [a, b], [made]), helper.make_node("Add", [a, b], [made]),
            helper.make_node("Concat", [a, b], [made], axis=self.rng.randrange(2)),
            helper.make_node("Gemm", [a, b], [made], transB=self.rng.randrange(2)),
            helper.make_node("Reshape", [a, shape], [made]), helper.make_node("Reshape", [a, shape], [made]),
            helper.make_node("Transpose", [a], [made], perm=[1, 0]), helper.make_node("Expand", [a, "two"], [made]),
        ))  # fmt: skip

    def proto(self):
        values = [helper.make_tensor_value_info(name, TensorProto.FLOAT, dims) for name, dims in self.inputs.items()]
        if self.has_elements:
            values.append(helper.make_tensor_value_info("s", TensorProto.INT64, [2]))
        constants = {**self.constants, "two": [1, 2]}
        graph = helper.make_graph(
            self.nodes, "g", values, [helper.make_empty_tensor_value_info(node.output[0]) for node in self.nodes],
            [numpy_helper.from_array(np.asarray(v, np.int64), n) for n, v in constants.items()],
        )  # fmt: skip
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)

    def points(self, least, greatest):
        """Sizes by symbol, with elements of `s`."""
        for sizes in itertools.product(range(least, greatest + 1), repeat=len(self.symbols)):
            point = dict(zip(self.symbols, sizes))
            if self.premise is not None and not self.premise[1](point["N"], point["M"]):
                continue
            yield point, [self.rng.choice(ELEMENTS) for _ in range(2)] if self.has_elements else []

    def feeds(self, point, elements):
        feeds = {name: np.zeros([point.get(d, d) for d in dims], np.float32) for name, dims in self.inputs.items()}
        return {**feeds, "s": np.asarray(elements, np.int64)} if self.has_elements else feeds


def run(session, model, feeds):
    """Sizes by value, or None where it fails."""
    names = [node.output[0] for node in model.nodes]
    try:
        return dict(zip(names, session.run(names, feeds)))
    except Exception:  # whatever onnxruntime raises
        return None


def load(proto):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    try:
        return onnxruntime.InferenceSession(proto.SerializeToString(), options, providers=["CPUExecutionProvider"])
    except Exception:
        return None


class Check:
    def __init__(self, target):
        channel = grpc.insecure_channel(target)
        self.shapes, self.plans = service_pb2_grpc.ShapeServiceStub(channel), service_pb2_grpc.PlanServiceStub(channel)
        self.counts, self.failures = collections.Counter(), 0

    def wrong(self, model, text):
        self.failures += 1
        nodes = "; ".join(f"{n.output[0]} = {n.op_type}({', '.join(n.input)}) {[(a.name, a.i) for a in n.attribute]}" for n in model.nodes)
        print(f"{text}\n  {model.inputs}: {nodes}", flush=True)

    def evaluations(self, model, proto, points):
        request = evaluate_pb2.EvaluateShapesRequest()
        request.model.onnx = proto.SerializeToString()
        for point, elements in points:
            binding = request.bindings.add()
            for name, array in model.feeds(point, elements).items():
                binding.inputs.add(name=name, sizes=array.shape, values=elements if name == "s" else [])
        return self.shapes.EvaluateShapes(request).evaluations

    def check(self, model):
        proto = model.proto()
        session = load(proto)
        if session is None:
            self.counts["not loaded"] += 1
            return
        least = model.rng.randrange(3)
        greatest = least + model.rng.randint(1, 3)
        points = list(model.points(least, greatest))
        fails = []
        for (point, elements), evaluation in zip(points, self.evaluations(model, proto, points)):
            feeds = model.feeds(point, elements)
            results = run(session, model, feeds)
            self.counts["runs" if results is not None else "failures"] += 1
            if results is not None and leniency.is_lenient(proto.graph, results, feeds):
                self.counts["lenient"] += 1
                continue
            if results is None:
                fails.append(point)
            self.compare(model, point, elements, evaluation, results)
        if not model.has_elements:
            self.check_box(model, proto, session, (least, greatest), fails)

    def compare(self, model, point, elements, evaluation, results):
        verdict, at = evaluate_pb2.Evaluation.Verdict.Name(evaluation.verdict), f"{point} {elements}"
        self.counts[verdict] += 1
        if results is None:
            if evaluation.verdict == evaluate_pb2.Evaluation.VERDICT_VALID:
                self.wrong(model, f"VALID, and fails at {at}")
            return
        if evaluation.verdict == evaluate_pb2.Evaluation.VERDICT_INVALID:
            self.wrong(model, f"INVALID, and runs at {at}: {[v.message for v in evaluation.violations]}")
            return
        for value in evaluation.outputs:
            told, real = list(value.sizes), list(results[value.name].shape)
            if not value.unsized and (len(told) != len(real) or any(t not in (-1, r) for t, r in zip(told, real))):
                self.wrong(model, f"{value.name} is told as {told} and is {real} at {at}")

    def check_box(self, model, proto, session, box, fails):
        request = plan_pb2.PlanProfilesRequest()
        request.model.onnx = proto.SerializeToString()
        request.model.premises.extend(f"{box[0]} <= {name} <= {box[1]}" for name in model.symbols)
        if model.premise is not None:
            request.model.premises.append(model.premise[0])
        try:
            profile = self.plans.PlanProfiles(request).profiles[0]
        except grpc.RpcError as error:  # premises that the model refutes
            self.counts[error.code().name] += 1
            return
        ends = [{s.symbol: s.size for s in p.binding.symbols} for p in (profile.min, profile.max)]
        inside = [p for p in fails if all(ends[0].get(n, 0) <= size <= ends[1].get(n, 1 << 62) for n, size in p.items())]
        proof = plan_pb2.Profile.Proof.Name(profile.proof)
        self.counts[proof] += 1
        if proof == "PROOF_PROVED" and inside:
            self.wrong(model, f"PROVED within {ends}, {model.premise and model.premise[0]}, and fails at {inside[0]}")
        if proof == "PROOF_WITNESS":
            witness = {s.symbol: s.size for s in profile.witness.binding.symbols}
            feeds = model.feeds({name: witness.get(name, box[0]) for name in model.symbols}, [])
            results = run(session, model, feeds) if set(witness) == set(model.symbols) else None
            if results is not None and not leniency.is_lenient(proto.graph, results, feeds):
                self.wrong(model, f"the witness {witness} runs")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    check = Check(default_target())
    for seed in range(arguments.seed, arguments.seed + arguments.models):
        check.check(Model(random.Random(seed)))
    print(f"{arguments.models} models: {check.failures} contradictions; {dict(sorted(check.counts.items()))}")
    sys.exit(1 if check.failures else 0)


if __name__ == "__main__":
    main()
