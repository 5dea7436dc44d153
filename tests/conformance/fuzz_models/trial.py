"""One case: what onnxruntime returns beside what the server answers."""
import collections

import grpc

from shapewright.v1 import service_pb2_grpc, shape_pb2

from . import asking, checks, leniency, truth

SECONDS = 20
OPTIONS = [("grpc.max_receive_message_length", 1 << 28), ("grpc.max_reconnect_backoff_ms", 200)]
TRUE_POLICIES = (
    shape_pb2.MERGE_POLICY_UNSPECIFIED, shape_pb2.MERGE_POLICY_OVERRIDE, shape_pb2.MERGE_POLICY_STRICT, shape_pb2.MERGE_POLICY_SKIP,
)  # fmt: skip
POLICIES = (*TRUE_POLICIES, shape_pb2.MERGE_POLICY_REFINE)


class Evaluated:
    """The answer about a model, and what it comes to for runs."""

    def __init__(self, inferred, sizes):
        self.inferred = inferred
        self.evaluations, self.packed_index = sizes.evaluations, sizes.packed_index

    def __getattr__(self, name):
        return getattr(self.inferred, name)


class Asker:
    def __init__(self, target):
        self.channel = grpc.insecure_channel(target, OPTIONS)
        self.stub = service_pb2_grpc.ShapeServiceStub(self.channel)

    def ask(self, question, findings):
        """The answer; None if there is none, which is a finding."""
        return self.call(self.stub.InferShapes, question, findings)

    def evaluate(self, questions, findings):
        """The answer to the first question with the one to the second."""
        inferred = self.ask(questions[0], findings)
        sizes = self.call(self.stub.EvaluateShapes, questions[1], findings)
        findings += [("binding", e.error.message) for e in (sizes.evaluations if sizes else []) if e.HasField("error")]
        return Evaluated(inferred, sizes) if inferred is not None and sizes is not None else None

    @staticmethod
    def call(method, question, findings):
        try:
            return method(question, timeout=SECONDS, wait_for_ready=True)
        except grpc.RpcError as error:
            if error.code() != grpc.StatusCode.UNAVAILABLE:  # the death of the server is told where it is noticed
                findings.append((f"status {error.code().name}", str(error.details())))
            return None


class Trial:
    """`counts` says what came of it; `findings` are the contradictions; `notes` those that are counted apart."""

    def __init__(self, case, seed):
        self.case, self.seed = case, seed
        self.counts, self.findings, self.notes = collections.Counter(), [], []

    def run(self, asker):
        data = self.case.model.SerializeToString()
        try:
            session = truth.load(data)
        except truth.Refused:
            self.counts["refused"] += 1
            return self
        results = [truth.run(session, feeds) for feeds in self.case.runs]
        ran = [i for i, result in enumerate(results) if isinstance(result, dict)]
        graph = self.case.model.graph
        self.lies = self.case.lies or graph.name == "changed" or any(checks.is_declared_wrong(graph, results[i]) for i in ran)
        policy = shape_pb2.MERGE_POLICY_OVERRIDE if self.lies else TRUE_POLICIES[self.seed % 4]
        symbolic = asker.evaluate(asking.symbolic(data, policy, self.case.runs, graph), self.findings)
        self.concrete_run = self.seed % len(self.case.runs)
        concrete = asker.ask(asking.concrete(data, policy, self.case.runs[self.concrete_run]), self.findings)
        if self.lies:  # what the others say is not compared
            asker.evaluate(asking.symbolic(data, POLICIES[self.seed % 5], self.case.runs, graph), self.findings)
        self.counts["cases"] += bool(ran)
        self.counts["runs"] += len(ran)
        self.counts["failed runs"] += len(results) - len(ran)
        lenient = [i for i in ran if leniency.is_lenient(self.case.model.graph, results[i], self.case.runs[i])]
        self.counts["passed over"] += len(lenient)
        ran = [i for i in ran if i not in lenient]
        self.look(symbolic, concrete, results, ran)
        return self

    def look(self, answer, concrete, results, ran):
        inputs = self.case.model.graph.input
        for i, feeds in enumerate(self.case.runs if answer is not None else []):
            if i in ran:
                self.look_at_binding(answer, i, results[i], feeds, inputs)
            elif isinstance(results[i], str) and truth.is_about_shapes(results[i]) and checks.says_all(answer, i):
                self.notes.append(("fails", results[i]))
        i = self.concrete_run
        if i in ran and concrete is not None:
            self.counts["answers"] += 1
            if checks.is_passed_over(concrete):
                self.counts["passed over"] += 1
                return
            found = checks.errors_of(concrete) + checks.check_concrete(concrete, results[i], self.case.runs[i], inputs)
            self.findings += [(f"concrete {kind}", text) for kind, text in found]

    def look_at_binding(self, answer, i, results, feeds, inputs):
        self.counts["answers"] += 1
        self.counts["guarded violations"] += checks.guarded_violations(answer, i)
        if checks.is_passed_over(answer, i):
            self.counts["passed over"] += 1
            return
        self.findings += checks.check_evaluation(answer, i, results)
        if not checks.is_about_this_run(answer, i, feeds, inputs):
            self.counts["assumed"] += 1
            return
        self.findings += [f for f in checks.errors_of(answer) if f not in self.findings]
        self.findings += checks.check_inferred(answer, i, results, feeds, inputs)
