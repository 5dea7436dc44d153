"""Plants false answers among true ones: each law has to find its own, and nothing where nothing is planted."""
import os

import numpy as np
import pytest
from onnx import ModelProto, TensorProto, helper, parser

from fuzz_models.__main__ import Server
from shapewright.local_server import find_server
from shapewright.v1 import fact_pb2, guard_program_pb2, plan_pb2

from . import laws, written
from .asking import Asker
from .case import Case, declared_wrong, judged_of, make_case
from .draw import Draw, Feeds, Input, Value, one_of
from .runner import DIED, Runner
from .trial import look_at

# y runs where M is 4, z everywhere; x, w and s are given by symbols and elements.
MODEL = """<ir_version: 8, opset_import: ["" : 17]>
g (float[N,4] x, float[M,3] w, int64[1] s) => (y, z) {
  h = Relu(x)
  y = MatMul(h, w)
  z = ConstantOfShape(s)
}"""
POINTS = [({"N": 2, "M": 4}, 3), ({"N": 5, "M": 4}, 1), ({"N": 2, "M": 3}, 3)]


@pytest.fixture(scope="module")
def tools():
    runner, server = Runner(), Server(find_server())
    yield runner, Asker(server.target)
    server.stop()
    runner.stop()


class Liar:
    """Changes answers on their way."""

    def __init__(self, asker, kind, change):
        self.asker, self.kind, self.change = asker, kind, change

    def ask(self, request):
        answer = self.asker.ask(request)
        if type(answer).__name__ == self.kind + "Response":
            self.change(answer, request)
        return answer


def make(runner, declared=None):
    model = parser.parse_model(MODEL)
    if declared is not None:
        model.graph.output[0].type.CopyFrom(helper.make_tensor_type_proto(TensorProto.FLOAT, declared))
    inputs = [Input(Value("x"), ["N", 4], None), Input(Value("w"), ["M", 3], None), Input(Value("s", "int64"), [1], one_of(1, 2))]
    for given in inputs[:2]:
        given.fill = lambda draw, palette, count, shapes: np.ones(count)
    case = Case(3, model, judged_of(model), Feeds(Draw(1), inputs))
    for symbols, element in POINTS:
        case.runs.append(case.feeds.at(symbols, elements={"s": [element]}))
    case.results = runner.run(case.judged.SerializeToString(), case.runs)
    case.lies = set().union(*(declared_wrong(model.graph, case.results[i], {}) for i in case.ran()))
    assert case.ran() == [0, 1]
    return case


def laws_broken(tools, kind="", change=None, declared=None):
    runner, asker = tools
    return {law for law, _ in look_at(make(runner, declared), Liar(asker, kind, change), runner).findings}


def test_true_answers_break_no_law(tools):
    assert not laws_broken(tools)


def value_named(answer, name):
    return next(value for value in answer.graphs[0].values if value.name == name)


def is_fresh(request):
    return bool(request.model.input_types)


def another_size(answer, _):
    value_named(answer, "y").type.tensor.shape.dims[1].size = 7


def another_rank(answer, _):
    del value_named(answer, "y").type.tensor.shape.dims[:]


def an_error(answer, _):
    answer.diagnostics.add(severity=3, code="PLANTED", message="planted")


def a_fact(answer, _):
    fact = answer.facts.add(text="N = 1", relation=fact_pb2.Fact.RELATION_EQUAL, basis=fact_pb2.Fact.BASIS_REQUIRED)
    fact.left.expr, fact.right.value = "N", 1


def a_guarded_fact(answer, _):
    a_fact(answer, None)
    answer.facts[-1].circumstances.add(condition="N = 5")


def an_assumption(answer, _):
    """Expressions may rest on it, numbers may not."""
    fact = answer.facts.add(relation=fact_pb2.Fact.RELATION_EQUAL, basis=fact_pb2.Fact.BASIS_ASSUMED)
    fact.left.expr, fact.right.value = "N", 1
    another_size(answer, None)


def bytes_of_the_stack(answer, _):
    answer.outputs[0].type.text = "Pad: \x02\x7f"


def escaped_bytes(answer, _):
    answer.outputs[0].type.text = "Pad: \\x02\\x7f"


def fresh_size(answer, request):
    if is_fresh(request):
        another_size(answer, None)


def upper_end(answer, _):
    for each in answer.evaluations:
        each.packed.upper_sizes[:] = [1] * len(each.packed.sizes)


def verdict(number, value):
    def change(answer, _):
        for i, each in enumerate(answer.evaluations):
            if i == number:
                each.verdict = value
                if value == laws.INVALID:
                    each.violations.add(message="planted")
                else:
                    del each.violations[:]
    return change


def no_rank(answer, _):
    for each in answer.evaluations:
        each.packed.ranks[:] = [-1 for _ in answer.packed_index.ranks]
        del each.packed.sizes[:]


def always_passes(answer, _):
    del answer.program.checks[:]


def always_fails(answer, _):
    answer.program.instructions.add(op=guard_program_pb2.GuardInstruction.OP_CONSTANT)
    answer.program.checks.add(result=len(answer.program.instructions) - 1, message="planted")


def output_of_seven(answer, _):
    answer.program.instructions.add(op=guard_program_pb2.GuardInstruction.OP_CONSTANT, constant=7)
    answer.program.outputs[0].types[0].sizes[1] = len(answer.program.instructions) - 1


def proved(answer, _):
    del answer.profiles[1:]
    answer.profiles[0].proof = plan_pb2.Profile.PROOF_PROVED


def witness(answer, request):
    answer.profiles[0].proof = plan_pb2.Profile.PROOF_WITNESS
    binding = answer.profiles[0].witness.binding
    binding.Clear()
    binding.inputs.add(name="x", sizes=[1, 4])
    binding.inputs.add(name="w", sizes=[4, 3])
    binding.inputs.add(name="s", sizes=[1], values=[1])


def witness_by_symbols(answer, _):
    answer.profiles[0].proof = plan_pb2.Profile.PROOF_WITNESS
    binding = answer.profiles[0].witness.binding
    binding.Clear()
    for name, size in (("N", 1), ("M", 4), ("s[0]", 2)):
        binding.symbols.add(symbol=name, size=size)


def no_symbols(answer, _):
    del answer.symbols[:]


def scenario(answer, _):
    for each in answer.scenarios:
        value_named(each.answer, "y").name = "other"


def scenario_reason(answer, _):
    for each in answer.scenarios:
        each.answer.facts[0].reason = "another one"


def more_operations(answer, request):
    if not is_fresh(request):
        answer.evaluations[0].total.macs += 1


def chain_size(answer, _):
    for each in answer.evaluations:
        each.evaluation.outputs[-1].sizes[:] = [9] * len(each.evaluation.outputs[-1].sizes)


def chain_verdict(answer, _):
    for each in answer.evaluations:
        each.evaluation.verdict = laws.INVALID
        each.evaluation.violations.add(message="planted")


PLANTED = (
    ("InferShapes", another_size, "inference: dim"),
    ("InferShapes", another_size, "written: number"),
    ("InferShapes", another_rank, "inference: rank"),
    ("InferShapes", another_rank, "written: rank"),
    ("InferShapes", an_error, "inference: error for what runs"),
    ("InferShapes", a_fact, "inference: required fact is false"),
    ("InferShapes", a_guarded_fact, "inference: required fact is false"),
    ("InferShapes", an_assumption, "inference: dim"),
    ("InferShapes", bytes_of_the_stack, "texts: bytes that are no text"),
    ("InferShapes", escaped_bytes, "texts: bytes that are no text"),
    ("InferShapes", fresh_size, "evaluation: a fresh inference differs"),
    ("InferShapes", fresh_size, "fresh: dim"),
    ("EvaluateShapes", upper_end, "evaluation: sizes"),
    ("EvaluateShapes", verdict(0, laws.INVALID), "evaluation: INVALID, and runs"),
    ("EvaluateShapes", verdict(0, laws.INVALID), "guard and evaluation"),
    ("EvaluateShapes", verdict(2, laws.VALID), "evaluation: VALID, and fails"),
    ("EvaluateShapes", verdict(2, laws.VALID), "evaluation: VALID, a fresh inference has an error"),
    ("EvaluateShapes", no_rank, "evaluation: a fresh inference differs"),
    ("CompileGuard", always_passes, "guard: PASS, and fails"),
    ("CompileGuard", always_fails, "guard: FAIL, and runs"),
    ("CompileGuard", output_of_seven, "guard: sizes"),
    ("PlanProfiles", proved, "profiles: PROVED, and fails"),
    ("PlanProfiles", witness, "profiles: WITNESS runs"),
    ("PlanProfiles", witness_by_symbols, "profiles: WITNESS runs"),
    ("FindSymbolsToBind", no_symbols, "symbols to bind: sizes stay open"),
    ("InferShapes", scenario, "scenarios: another answer than alone"),
    ("InferShapes", scenario_reason, "texts: a reason differs from call to call"),
    ("EstimateCost", more_operations, "costs: a fresh inference differs"),
    ("InferChain", chain_size, "chains: sizes"),
    ("InferChain", chain_verdict, "chains: INVALID, and runs"),
)  # fmt: skip


@pytest.mark.parametrize("kind, change, law", PLANTED, ids=[f"{change.__name__}-{law}" for _, change, law in PLANTED])
def test_what_is_planted_is_found(tools, kind, change, law):
    assert law in laws_broken(tools, kind, change)


def test_a_symbol_too_many_is_found(tools):
    def one_more(answer, _):
        answer.symbols.add(symbol="M")
        answer.optimal = True

    assert "symbols to bind: optimal, and one can be left out" in laws_broken(tools, "FindSymbolsToBind", one_more)


def test_what_rests_on_a_broken_assumption_is_not_compared(tools):
    def assumed(answer, _):
        if not answer.facts or answer.facts[-1].text != "planted":
            fact = answer.facts.add(text="planted", relation=fact_pb2.Fact.RELATION_EQUAL, basis=fact_pb2.Fact.BASIS_ASSUMED)
            fact.left.expr, fact.right.value = "N", 1
            value_named(answer, "y").type.tensor.shape.dims[0].expr = "N + 1"

    assert "inference: dim" not in laws_broken(tools, "InferShapes", assumed)


# Lint.


def findings_of(tools, declared, findings):
    runner, asker = tools
    case = make(runner, declared)
    looked = look_at(case, asker, runner)
    written.check_findings(looked, findings, case.model.graph)
    return {law for law, _ in looked.findings if law.startswith("lint")}


def found(code, axis=None, message=""):
    return {"code": code, "value": "y", "axis": axis, "message": message} if axis is not None else {"code": code, "value": "y", "message": message}


def test_lint(tools):
    assert not findings_of(tools, [9, 3], [found("FALSE_TYPE", 0)])
    assert findings_of(tools, [9, 3], []) == {"lint: a wrong type is not found"}
    assert findings_of(tools, [9, 3], [found("WEAK_TYPE", 0)]) == {"lint: a wrong type is not found"}
    assert findings_of(tools, [2, 3], [found("FALSE_TYPE", 0)]) == {"lint: FALSE_TYPE of a true type"}
    assert findings_of(tools, [None, 3], [found("FALSE_TYPE", 1, "declared 3, but it is 7")]) == {
        "lint: FALSE_TYPE of a true type", "lint: a size that is another one",
    }  # fmt: skip
    assert findings_of(tools, [9], []) == {"lint: a wrong type is not found"}


def test_written_types(tools):
    runner, asker = tools
    looked = look_at(make(runner, [9, 3]), asker, runner)
    mended = ModelProto()
    mended.CopyFrom(looked.case.model)
    written.check_written(looked, "mended", mended.graph)
    assert not looked.findings  # what was declared before and is kept was not written
    mended.graph.output[0].type.tensor_type.shape.dim[0].dim_value = 8
    written.check_written(looked, "mended", mended.graph)
    assert {law for law, _ in looked.findings} == {"mended: number"}


def test_the_program_is_asked(tools):
    program = os.path.join(os.path.dirname(find_server()), "shapewright")
    if not os.path.exists(program):
        pytest.skip("the program is not built")
    runner, asker = tools
    looked = look_at(make(runner, [9, 3]), asker, runner)
    written.check_all([looked], written.Program(program))
    assert not looked.findings


# What onnxruntime makes beyond the specification is counted, and no contradiction.

FORGETS = """<ir_version: 8, opset_import: ["" : 14]>
g (float[N,8] x, int64 m, int64[2] s) => (y) {
  v, w = Loop <body: graph = b (int64 i, bool c, float[] u) => (bool d, float[?,?] o, float[?,?] p) {
    d = Identity(c)
    o = ConstantOfShape(s)
    p = Identity(o)
  }> (m, "", x)
  y = Add(v, w)
}"""


def test_what_a_loop_without_iterations_forgets_is_counted(tools):
    """It gathers [0, 2, 8] by the specification, as body and operand say; onnxruntime makes it [0, 0, 0], which x [2, 8] does not broadcast with."""
    runner, asker = tools
    model = parser.parse_model(FORGETS)
    inputs = [Input(Value("x"), ["N", 8], None), Input(Value("m", "int64"), [], one_of(0)), Input(Value("s", "int64"), [2], one_of(1))]
    inputs[0].fill = lambda draw, palette, count, shapes: np.ones(count)
    case = Case(3, model, judged_of(model), Feeds(Draw(1), inputs))
    case.runs.append(case.feeds.at({"N": 2}, elements={"m": [0], "s": [2, 8]}))
    case.results = runner.run(case.judged.SerializeToString(), case.runs)
    assert isinstance(case.results[0], str)
    looked = look_at(case, asker, runner)
    assert not looked.findings
    assert looked.left_out["evaluation: VALID, and fails for what onnxruntime made beyond the specification before"] == 1


# Cases and runs.


def test_a_seed_makes_one_case(tools):
    first, second = (make_case(12, tools[0]) for _ in range(2))
    assert first.model == second.model
    assert [sorted(feeds) for feeds in first.runs] == [sorted(feeds) for feeds in second.runs]


def test_the_runner_outlives_a_death(tools):
    """An Einsum of this kind ends onnxruntime 1.31; where it does not, the results are those of two runs."""
    runner, _ = tools
    model = parser.parse_model('<ir_version: 8, opset_import: ["" : 17]>\ng (float[N] x) => (y) { y = Einsum<equation="a->">(x) }')
    feeds = [{"x": np.zeros(n, np.float32)} for n in (0, 2)]
    results = runner.run(model.SerializeToString(), feeds)
    assert len(results) == 2 and isinstance(results[1], dict)
    assert results[0] == DIED or isinstance(results[0], (dict, str))


def test_feeds_near_a_run_have_its_dims():
    inputs = [Input(Value("x"), ["N", 4], one_of(1)), Input(Value("y"), ["N"], one_of(1))]
    feeds = Feeds(Draw(3), inputs)
    for _ in range(50):
        near = feeds.near(feeds.some())
        assert near["x"].shape == (near["y"].shape[0], 4)
