"""What must hold of the answers about one case and of its runs, and of the answers among each other.

A finding is a pair: the law that is broken, and a line that tells how. What a law leaves out is counted by kind.
"""
import collections
import re

import numpy as np

from fuzz_models.checks import ASSUMED, RELATIONS, REQUIRED, Comparison, text_of
from fuzz_models.expressions import Unknown, value_of
from fuzz_operators.bindings import compare as compare_fresh
from shapewright import Guard
from shapewright.guard import FAIL, PASS
from shapewright.v1 import evaluate_pb2, fact_pb2, guard_program_pb2

from . import failures

VALID, INVALID, OPEN = (getattr(evaluate_pb2.Evaluation, f"VERDICT_{name}") for name in ("VALID", "INVALID", "OPEN"))
ESCAPED = re.compile(r"\\x[0-9a-f]{2}|\\[0-7]{3}")  # answers write so what cannot be printed; models here have no such names
DECLARED = fact_pb2.Fact.BASIS_DECLARED


class Told(Comparison):
    """An answer beside a run. Where the run breaks an assumption, only numbers and ranks are said of it (S4)."""

    def __init__(self, answer, results, feeds, inputs, nodes):
        super().__init__(answer, results, feeds, inputs)
        self.nodes, self.feeds, self.says_less = nodes, feeds, False

    def compare(self, name, type_, real):
        # Which one it is follows from what is assumed, too.
        for alternative in () if self.says_less else type_.alternatives:
            try:
                if value_of(alternative.condition, self.values):
                    return super().compare(name, alternative.type, real)
            except (Unknown, AttributeError):
                break
        return super().compare(name, type_, real)

    def look(self):
        super().run()
        if self.breaks_assumption():
            self.findings.clear()
            self.deferred.clear()
            self.says_less = True
            super().run()
        return self.findings

    def compare_dim(self, name, dim, size):
        if not self.says_less or dim.WhichOneof("kind") == "size":
            super().compare_dim(name, dim, size)

    def compare_elements(self, value, real):
        if not self.says_less:
            super().compare_elements(value, real)

    def holds(self, fact):
        """Whether a fact does; None: not known here."""
        relation = RELATIONS.get(fact.relation)
        try:
            left, right = (value_of(text_of(side) or "", self.values) for side in (fact.left, fact.right))
        except Unknown:
            return None
        return relation(left, right) if relation else None

    def occurs(self, circumstance):
        """Whether a branch runs in this run; None: not known here."""
        if circumstance.condition:
            try:
                return bool(value_of(circumstance.condition, self.values))
            except Unknown:
                return None
        site = circumstance.control
        if site.graph or not site.HasField("node") or circumstance.branch not in ("then_branch", "else_branch"):
            return None
        name = self.nodes[site.node].input[0]
        chosen = self.results.get(name, self.feeds.get(name))
        return None if chosen is None else bool(np.ravel(chosen)[0]) == (circumstance.branch == "then_branch")

    def matters(self, fact):
        known = [self.occurs(each) for each in fact.circumstances]
        return False if False in known else None if None in known else True

    def breaks_assumption(self):
        facts = [fact for fact in self.answer.facts if fact.basis in (ASSUMED, DECLARED) and self.matters(fact) is not False]
        return any(self.holds(fact) is not True for fact in facts)

    def copies_a_computed_size(self):
        """A size of a Reshape that is computed, and assumed to be at least 1, is 0 or -1: the form of its result is another one."""
        return any(fact.reason.startswith("a Reshape element is a size") and "[" not in fact.text for fact in self.broken(ASSUMED))

    def broken(self, basis=REQUIRED):
        return [fact for fact in self.answer.facts if fact.basis == basis and self.matters(fact) and self.holds(fact) is False]


class Looked:
    """What came of one case."""

    def __init__(self, case):
        self.case, self.findings, self.left_out = case, [], collections.Counter()
        self.compared = {}

    def told(self, i, answer):
        """An answer beside run i, looked at once."""
        case, key = self.case, (i, id(answer))
        if key not in self.compared:
            told = Told(answer, case.results[i], case.runs[i], case.model.graph.input, case.model.graph.node)
            told.look()
            self.compared[key] = told  # it keeps the answer, so that its id stays its own
        return self.compared[key]

    def find(self, law, text):
        if (law, text) not in self.findings:
            self.findings.append((law, text))

    def leave(self, kind):
        self.left_out[kind] += 1

    def is_off_before(self, feeds):
        """Whether the nodes before the one that fails make something beyond the specification; nobody knows here."""
        return False

    def is_valid_without_elements(self, i):
        """Whether an evaluation is VALID that is told of run i all but elements that no symbol stands for; nobody knows here."""
        return False


def told_of(feeds):
    return {name: array.tolist() if array.dtype.kind in "iub" and array.size <= 16 else list(array.shape) for name, array in feeds.items()} | {
        f"sizes of {name}": list(array.shape) for name, array in feeds.items() if array.dtype.kind in "iub" and array.ndim and array.size <= 16
    }


def strings_of(message):
    """All texts of an answer."""
    for field, value in message.ListFields():
        values = value if field.is_repeated and not (field.message_type and field.message_type.GetOptions().map_entry) else [value]
        for each in values:
            if field.type == field.TYPE_STRING:
                yield each
            elif field.type == field.TYPE_MESSAGE:
                yield from strings_of(each)


def check_texts(looked, answer):
    for text in strings_of(answer):
        if ESCAPED.search(text) or not all(c.isprintable() or c == "\n" for c in text):
            looked.find("texts: bytes that are no text", repr(text)[:200])


def errors_of(answer):
    return [d for d in answer.diagnostics if d.severity == d.SEVERITY_ERROR]


def check_inference(looked, answer, what="inference"):
    """Errors, required facts and types beside each run that succeeds."""
    case = looked.case
    for i in case.ran():
        if looked.is_lenient[i]:
            continue
        told = looked.told(i, answer)
        for kind, text in told.findings:
            if told.copies_a_computed_size():
                looked.leave(f"{what}: {kind} where a computed size of a Reshape is none")
            else:
                looked.find(f"{what}: {kind}", f"{text} at {told_of(case.runs[i])}")
        for error in errors_of(answer):
            looked.find(f"{what}: error for what runs", f"{error.code}: {error.message} at {told_of(case.runs[i])}")
        for fact in told.broken():
            looked.find(f"{what}: required fact is false", f"{fact.text}: {fact.reason} at {told_of(case.runs[i])}")


# Evaluations and guards.


def sizes_told(answer, index, names):
    """Of each value its sizes and their upper ends, None without a rank."""
    packed, begin, told = answer.packed, 0, {}
    for place, rank in zip(index.values, packed.ranks or index.ranks):
        if rank < 0:
            told[names.get(place)] = None
            continue
        sizes = list(packed.sizes[begin : begin + rank])
        told[names.get(place)] = sizes, list(packed.upper_sizes[begin : begin + rank]) or sizes
        begin += rank
    return told


def check_sizes(looked, law, told, results, feeds):
    for name, pair in told.items():
        real = results.get(name)
        if pair is None or not isinstance(real, np.ndarray):
            continue
        sizes, upper = pair
        if len(sizes) != real.ndim:
            looked.find(f"{law}: rank", f"{name}: {sizes} is not {list(real.shape)} at {told_of(feeds)}")
        elif any(s not in (-1, t) or -1 < u < t for s, u, t in zip(sizes, upper, real.shape)):
            looked.find(f"{law}: sizes", f"{name}: {sizes}, up to {upper}, is not {list(real.shape)} at {told_of(feeds)}")


def check_evaluation(looked, evaluated, names, law="evaluation"):
    case = looked.case
    for i, (answer, result, feeds) in enumerate(zip(evaluated.evaluations, case.results, case.runs)):
        if answer.HasField("error"):
            looked.find(f"{law}: no answer", f"{answer.error.message} at {told_of(feeds)}")
            continue
        runs = isinstance(result, dict)
        if runs and not looked.is_lenient[i]:
            if answer.verdict == INVALID:
                looked.find(f"{law}: INVALID, and runs", f"{answer.violations[0].message} at {told_of(feeds)}")
            if answer.verdict == VALID or not answer.violations:
                check_sizes(looked, law, sizes_told(answer, evaluated.packed_index, names), result, feeds)
        if not runs and answer.verdict == VALID:
            blame(looked, f"{law}: VALID, and fails", result, feeds)


def blame(looked, law, error, feeds):
    """A run that fails though it is said to run."""
    kind = failures.kind_of(error, feeds)
    if kind:
        looked.leave(f"{law} for {kind}")
    elif looked.is_off_before(feeds):
        looked.leave(f"{law} for what onnxruntime made beyond the specification before")
    else:
        looked.find(law, f"{error[-260:]} at {told_of(feeds)}")


def check_guard(looked, program, evaluated, names):
    case, guard = looked.case, Guard(program)
    is_complete = program.coverage == guard_program_pb2.GuardProgram.COVERAGE_COMPLETE
    for i, (answer, result, feeds) in enumerate(zip(evaluated.evaluations, case.results, case.runs)):
        checked, at = guard.check(feeds), told_of(feeds)
        runs = isinstance(result, dict)
        if checked.verdict == PASS:
            if runs and not looked.is_lenient[i]:
                told = {name: None if sizes is None else ([-1 if n is None else n for n in sizes],) * 2 for name, sizes in checked.outputs.items()}
                check_sizes(looked, "guard", told, result, feeds)
            if not runs and is_complete:
                blame(looked, "guard: PASS, and fails", result, feeds)
            if answer.verdict == INVALID or answer.verdict == OPEN and is_complete:
                tell_passed(looked, answer, is_complete, i)
        if checked.verdict == FAIL:
            if runs and not looked.is_lenient[i]:
                looked.find("guard: FAIL, and runs", f"{failure_of(checked)} at {at}")
            if answer.verdict == VALID:
                looked.find("guard and evaluation", f"FAIL, and VALID at {at}: {failure_of(checked)}")
        check_guard_sizes(looked, i, checked, sizes_told(answer, evaluated.packed_index, names), answer, at)


def tell_passed(looked, answer, is_complete, i):
    """A guard passes what is not valid: an evaluation infers again with all elements, so it knows of gaps that a guard lists, and of indices."""
    result, feeds, is_lenient = looked.case.results[i], looked.case.runs[i], looked.is_lenient[i]
    is_fine = isinstance(result, dict) or failures.kind_of(result, feeds) == "elements"
    if answer.verdict == OPEN and is_fine and looked.is_valid_without_elements(i):
        return looked.leave("guard and evaluation: PASS, and OPEN for elements that no symbol stands for")
    fails = answer.verdict == INVALID and isinstance(result, str)
    if fails and not is_complete:
        return looked.leave("guard and evaluation: PASS with gaps, INVALID, and fails")
    if answer.verdict == INVALID and is_lenient and not is_complete:
        return looked.leave("guard and evaluation: PASS with gaps, INVALID, and runs beyond the specification")
    if fails and (failures.kind_of(result, feeds) == "elements" or looked.is_valid_without_elements(i)):
        return looked.leave("guard and evaluation: PASS, INVALID, and fails for elements")
    looked.find("guard and evaluation", f"PASS, and {evaluate_pb2.Evaluation.Verdict.Name(answer.verdict)} at {told_of(feeds)}")


def failure_of(checked):
    return next(problem.text for problem in checked.problems if problem.is_failure)


def check_guard_sizes(looked, i, checked, told, answer, at):
    """`i` is the run. An evaluation may infer it anew, and then knows what a runtime makes beyond the specification."""
    if checked.verdict != PASS or answer.verdict == INVALID:
        return
    if looked.is_lenient[i]:
        return looked.leave("guard and evaluation: sizes of a run beyond the specification")
    for name, sizes in checked.outputs.items():
        other = told.get(name)
        if sizes is None or other is None:
            continue
        if len(sizes) == len(other[0]) and all(a is None or b in (-1, a) for a, b in zip(sizes, other[0])):
            continue
        if gathers_nothing(looked, name, i):
            looked.leave("guard and evaluation: sizes of what a Loop without iterations gathers")
        else:
            looked.find("guard and evaluation", f"{name}: {sizes} and {other[0]} at {at}")


def check_fresh(looked, evaluated, i, fresh, what):
    """An evaluation and a fresh inference of the same sizes and elements (S28)."""
    case, answer = looked.case, evaluated.evaluations[i]
    at, errors = told_of(case.runs[i]), errors_of(fresh)
    if answer.HasField("error"):
        return
    joins_nothing = errors and "dims off the axis of Concat" in errors[0].message and isinstance(case.results[i], dict)
    if errors and answer.verdict == VALID and joins_nothing:
        looked.leave(f"{what}: VALID, and refused with constants, of a Concat with an operand without elements")
    elif errors and answer.verdict == VALID:
        looked.find(f"{what}: VALID, a fresh inference has an error", f"{errors[0].code}: {errors[0].message} at {at}")
    if not answer.violations:
        for text in compare_fresh(answer, evaluated.packed_index, fresh, knows_more_is_fine=True)[1]:
            if what.endswith("false types") and "-1" in text.partition(", a fresh")[0] and any(f.basis == DECLARED for f in fresh.facts):
                looked.leave(f"{what}: a fresh inference knows a size by a declaration")
            elif gathers_nothing(looked, text.partition(":")[0], i) and fresh.diagnostics:
                looked.leave(f"{what}: a fresh inference differs in what a Loop without iterations gathers, whose body fails")
            else:
                looked.find(f"{what}: a fresh inference differs", f"{text} at {at}")


def gathers_nothing(looked, name, i):
    """Whether a value is what a Loop gathers in a run of it without iterations: its other sizes are those of a body that nobody ran."""
    result = looked.case.results[i]
    real = result.get(name) if isinstance(result, dict) else None
    of_loop = any(node.op_type == "Loop" and name in node.output[max(len(node.input) - 2, 0) :] for node in looked.case.model.graph.node)
    return of_loop and isinstance(real, np.ndarray) and real.shape[:1] == (0,)


def check_refused(looked, answer, fixed, feeds, result):
    """Sizes that are not valid are not valid as constants either. A Scan of length 0 is one more that a runtime refuses (S36), and
    what is declared as empty need not fit, but what is empty for some sizes only."""
    kind = failures.kind_of(result, feeds) if isinstance(result, str) else None
    joins_nothing = any("dims off the axis of Concat" in violation.message for violation in answer.violations)
    if fixed.verdict == VALID and kind and failures.operator_of(result) == "Scan":
        looked.leave("evaluation: INVALID, and VALID as constants, of a Scan without iterations")
    elif fixed.verdict == VALID and joins_nothing and any(array.size == 0 for array in feeds.values()):
        looked.leave("evaluation: INVALID, and VALID as constants, of a Concat with an operand without elements")
    elif fixed.verdict == VALID:
        looked.find("evaluation: INVALID, and VALID as constants", f"{answer.violations[0].message} at {told_of(feeds)}")


def check_fresh_run(looked, i, fresh):
    case = looked.case
    result, feeds = case.results[i], case.runs[i]
    if not isinstance(result, dict) or looked.is_lenient[i]:
        return
    told = looked.told(i, fresh)
    for kind, text in told.findings:
        looked.find(f"fresh: {kind}", f"{text} at {told_of(feeds)}")
    for error in errors_of(fresh):
        looked.find("fresh: error for what runs", f"{error.code}: {error.message} at {told_of(feeds)}")
    for fact in told.broken():
        looked.find("fresh: required fact is false", f"{fact.text}: {fact.reason} at {told_of(feeds)}")

