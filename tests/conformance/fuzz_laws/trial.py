"""All questions about one case, and all laws."""
import numpy as np
from onnx import ValueInfoProto, numpy_helper

from fuzz_models import leniency
from shapewright.v1 import infer_pb2

from . import asking, laws, plans, written
from .draw import Draw

FRESH = 2


class Looked(laws.Looked):
    def __init__(self, case, asker=None, runner=None):
        super().__init__(case)
        self.asker, self.runner = asker, runner
        self.is_lenient = [self.lenient(result, feeds) for result, feeds in zip(case.results, case.runs)]
        for _ in filter(None, self.is_lenient):
            self.leave("a run that onnxruntime makes beyond the specification")

    def lenient(self, result, feeds):
        graph = self.case.judged.graph
        if not isinstance(result, dict):
            return False
        return leniency.is_lenient(graph, result, constants_of(graph) | feeds) or may_join_nothing(graph, result, feeds)

    def is_off_before(self, feeds):
        """Runs the nodes before the one that fails alone."""
        nodes = self.case.judged.graph.node
        for count in range(len(nodes) - 1, 0, -1) if self.runner else ():
            part = plans.part_of(self.case.judged, list(nodes[:count]))
            made = [name for node in nodes[:count] for name in node.output if name]
            part.graph.output.extend(ValueInfoProto(name=name) for name in made)
            result = self.runner.run(part.SerializeToString(), [{v.name: feeds[v.name] for v in part.graph.input}])[0]
            if isinstance(result, dict):
                return self.lenient(result, feeds)
        return False

    def is_valid_without_elements(self, i):
        request = asking.evaluation(asking.spec_of(self.data, self.policy), [self.case.runs[i]])
        named = {symbol.name.partition("[")[0] for symbol in self.answer.symbols if symbol.kind == symbol.KIND_INPUT_VALUE}
        for given in request.bindings[0].inputs:
            if given.name not in named:  # no symbol stands for its elements
                del given.values[:]
        return self.asker.ask(request).evaluations[0].verdict == laws.VALID

    def find(self, law, text):
        if any(word in law for word in ("runs", "required fact")) and leniency.is_tolerated(text):
            return self.leave(f"{law}, which is known of onnxruntime")
        return super().find(law, text)


def constants_of(graph):
    nodes = [node for node in graph.node if node.op_type == "Constant"]
    return {node.output[0]: numpy_helper.to_array(node.attribute[0].t) for node in nodes}


def bodies_of(graph):
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.HasField("g"):
                yield attribute.g
                yield from bodies_of(attribute.g)


def may_join_nothing(graph, result, feeds):
    """Whether a body, whose values nobody sees, may have an empty part of a Concat, which onnxruntime does not look at."""
    if not any(node.op_type in ("Concat", "MatMul") for body in bodies_of(graph) for node in body.node):
        return False
    return any(isinstance(value, np.ndarray) and not value.size for value in [*feeds.values(), *result.values()])


def look_at(case, asker, runner):
    """Asks everything but what takes the program."""
    looked = Looked(case, asker, runner)
    draw = Draw(case.seed ^ 0x5EED)
    steps = (look_at_sizes, look_at_declared, look_at_plans)
    for step in steps:
        try:
            step(looked, asker, runner, draw)
        except asking.Refused as error:
            looked.find("no answer", str(error)[:300])
    return looked


def policy_of(case):
    """What lies is not believed where answers are compared with runs."""
    return asking.OVERRIDE if case.lies else 0


def look_at_sizes(looked, asker, runner, draw):
    case, policy = looked.case, policy_of(looked.case)
    data = case.model.SerializeToString()
    spec = asking.spec_of(data, policy)
    answer = asker.ask(asking.inference(spec, infer_pb2.SCOPE_ALL_GRAPHS))
    looked.answer, looked.data, looked.policy, looked.undeclared = answer, data, policy, answer
    if policy != asking.OVERRIDE and (case.model.graph.value_info or any(output.HasField("type") for output in case.model.graph.output)):
        looked.undeclared = asker.ask(asking.inference(asking.spec_of(data, asking.OVERRIDE), infer_pb2.SCOPE_ALL_GRAPHS))
    names = {value.number: value.name for value in answer.graphs[0].values}
    laws.check_texts(looked, answer)
    laws.check_inference(looked, answer)
    evaluated = asker.ask(asking.evaluation(spec, case.runs))
    laws.check_texts(looked, evaluated)
    laws.check_evaluation(looked, evaluated, names)
    program = asker.ask(asking.guard(spec)).program
    laws.check_guard(looked, program, evaluated, names)
    look_at_fresh(looked, asker, draw, data, policy, evaluated)
    written.check_annotated(looked, looked.undeclared)


def look_at_fresh(looked, asker, draw, data, policy, evaluated):
    case = looked.case
    ran = case.ran()
    others = [i for i in range(len(case.runs)) if i not in ran]
    chosen = draw.sample(ran, min(FRESH, len(ran))) + draw.sample(others, min(1, len(others)))
    for i in chosen:
        fixed = asking.fresh_spec(data, policy, case.runs[i])
        fresh = asker.ask(asking.inference(fixed))
        laws.check_fresh(looked, evaluated, i, fresh, "evaluation")
        laws.check_fresh_run(looked, i, fresh)
        if evaluated.evaluations[i].verdict == laws.INVALID and not laws.errors_of(fresh):
            again = asker.ask(asking.evaluation(fixed, [case.runs[i]])).evaluations[0]
            laws.check_refused(looked, evaluated.evaluations[i], again, case.runs[i], case.results[i])


def look_at_declared(looked, asker, runner, draw):
    """With false types that are believed where nothing else is known, evaluations and guards still say what a fresh inference does."""
    case = looked.case
    if not case.lies:
        return
    data = case.model.SerializeToString()
    spec = asking.spec_of(data)
    evaluated = asker.ask(asking.evaluation(spec, case.runs))
    checked = laws.Guard(asker.ask(asking.guard(spec)).program)
    names = {value.number: value.name for value in looked.answer.graphs[0].values}
    for i, feeds in enumerate(case.runs[:3]):
        fresh = asker.ask(asking.inference(asking.fresh_spec(data, 0, feeds)))
        laws.check_fresh(looked, evaluated, i, fresh, "evaluation with false types")
        told = laws.sizes_told(evaluated.evaluations[i], evaluated.packed_index, names)
        laws.check_guard_sizes(looked, i, checked.check(feeds), told, evaluated.evaluations[i], laws.told_of(feeds))


def look_at_plans(looked, asker, runner, draw):
    if not hasattr(looked, "answer"):
        return
    data, policy, answer = looked.data, looked.policy, looked.answer
    for step in (
        lambda: plans.check_profiles(looked, asker, runner, draw, data, policy, answer),
        lambda: plans.check_binding_set(looked, asker, draw, data, policy, answer),
        lambda: plans.check_scenarios(looked, asker, draw, data, policy, answer),
        lambda: plans.check_costs(looked, asker, draw, data, policy),
        lambda: plans.check_chain(looked, asker, draw, answer),
    ):
        try:
            step()
        except asking.Refused as error:
            looked.find("no answer", str(error)[:300])
