"""Compares an answer with what onnxruntime returned.

A finding is a pair: what kind of contradiction it is, and a line that tells it.
"""
import numpy as np
from onnx import helper

from shapewright.v1 import fact_pb2

from . import leniency
from .expressions import Unknown, Values, names_of, value_of

UNKNOWN = -1
REQUIRED, ASSUMED = fact_pb2.Fact.BASIS_REQUIRED, fact_pb2.Fact.BASIS_ASSUMED
FAR = 1 << 52
RELATIONS = {
    fact_pb2.Fact.RELATION_EQUAL: lambda a, b: a == b,
    fact_pb2.Fact.RELATION_LESS_OR_EQUAL: lambda a, b: a <= b,
    fact_pb2.Fact.RELATION_DIVISIBLE: lambda a, b: b != 0 and a % b == 0,
    fact_pb2.Fact.RELATION_BROADCASTABLE: lambda a, b: a == b or 1 in (a, b),
    fact_pb2.Fact.RELATION_NOT_EQUAL: lambda a, b: a != b,
}


def text_of(dim):
    kind = dim.WhichOneof("kind")
    if kind in ("size", "value"):
        return str(getattr(dim, kind))
    return dim.expr if kind == "expr" else None


def errors_of(answer):
    """Diagnostics that say that the model does not run."""
    return [(f"error {d.code}", d.message) for d in answer.diagnostics if d.severity == d.SEVERITY_ERROR]


def is_passed_over(answer, number=None):
    """Whether onnxruntime ran what it should not have."""
    messages = [diagnostic.message for diagnostic in answer.diagnostics]
    if number is not None:
        messages += [violation.message for violation in answer.evaluations[number].violations]
    return any(map(leniency.is_tolerated, messages))


def is_declared_wrong(graph, results):
    """Whether the model declares a type of an inner value that is not so."""
    for value in [*graph.value_info, *graph.output]:
        real, tensor = results.get(value.name), value.type.tensor_type
        if isinstance(real, np.ndarray) and tensor.HasField("shape"):
            dims = tensor.shape.dim
            if len(dims) != real.ndim or any(d.HasField("dim_value") and d.dim_value != n for d, n in zip(dims, real.shape)):
                return True
    return False


def symbols_of(feeds, model_inputs):
    """The values of the symbols that inputs name, by their declared dims and elements."""
    known = {}
    for value in model_inputs:
        array = feeds.get(value.name)
        if array is None:
            continue
        for dim, size in zip(value.type.tensor_type.shape.dim, array.shape):
            if dim.dim_param:
                known[dim.dim_param] = int(size)
        if array.dtype.kind in "iub":
            if array.ndim == 0:
                known[f"{value.name}[]"] = int(array)
            else:
                known.update((f"{value.name}[{i}]", int(v)) for i, v in enumerate(array.flat))
    return known


class Comparison:
    """One answer, one run. `values` has what symbols come to; unknowns get theirs from the first place where they stand alone."""

    def __init__(self, answer, results, feeds, model_inputs):
        self.answer, self.results, self.findings, self.counts = answer, results, [], [0, 0, 0]
        defined = [(s.name, text_of(s.equals)) for s in answer.symbols if s.HasField("equals") and text_of(s.equals)]
        self.values = Values(symbols_of(feeds, model_inputs), defined)
        self.places, self.deferred = {}, []

    def wrong(self, kind, text):
        self.findings.append((kind, text))

    def run(self):
        listed = [(v, v.type) for v in self.answer.graphs[0].values if v.name in self.results]
        for value, type_ in listed:
            self.compare(value.name, type_, self.results[value.name])
        for value, _ in listed:
            self.compare_elements(value, self.results[value.name])
        for name, dim, size in self.deferred:
            self.compare_dim(name, dim, size)
        return self.findings

    def compare(self, name, type_, real):
        kind = type_.WhichOneof("kind")
        if kind == "optional":
            present = type_.optional.present if type_.optional.HasField("present") else None
            if present is not None and present != (real is not None):
                self.wrong("optional", f"{name}: present is {present}")
            return self.compare(name, type_.optional.element, real) if real is not None else None
        if kind is None or real is None:
            return None
        if (kind == "sequence") != isinstance(real, list):
            return self.wrong("kind", f"{name} is a {kind}")
        if kind == "sequence":
            return self.compare_sequence(name, type_.sequence, real)
        return self.compare_tensor(name, type_.tensor, np.asarray(real))

    def compare_sequence(self, name, sequence, real):
        if sequence.HasField("length"):
            self.deferred.append((f"length of {name}", sequence.length, len(real)))
        if sequence.positions and len(sequence.positions) != len(real):
            self.wrong("positions", f"{name}: {len(sequence.positions)} positions of {len(real)}")
        for i, item in enumerate(real):
            if not any("?" in (text_of(d) or "") for d in sequence.element.tensor.shape.dims):  # one text for what may differ
                self.compare(f"{name}[{i}]", sequence.element, item)
            if len(sequence.positions) == len(real):
                self.compare(f"{name}[{i}]", sequence.positions[i], item)

    def compare_tensor(self, name, tensor, real):
        if tensor.element_type and real.dtype != object and tensor.element_type != helper.np_dtype_to_tensor_dtype(real.dtype):
            self.wrong("element type", f"{name}: {tensor.element_type} is not {real.dtype}")
        shape = tensor.shape
        if not tensor.HasField("shape"):
            low, high = tensor.rank.min, tensor.rank.max if tensor.rank.HasField("max") else 1 << 62
            if not low <= real.ndim <= high:
                self.wrong("rank", f"{name}: rank {low}..{high} is not {real.ndim}")
            return
        if len(shape.dims) != real.ndim:
            self.wrong("rank", f"{name}: rank {len(shape.dims)} is not {real.ndim}")
            return
        for dim, size in zip(shape.dims, real.shape):
            text = text_of(dim)
            if text is not None and text.startswith("?") and text[1:].isdigit() and text not in self.values:
                self.values[text] = size  # its first place
            self.deferred.append((name, dim, size))

    def compare_dim(self, name, dim, size):
        if dim.HasField("range"):
            low, high = dim.range.min, dim.range.max if dim.range.HasField("max") else 1 << 63
            if not low <= size <= high:
                self.wrong("bounds", f"{name}: {low}..{high} is not {size}")
        text = text_of(dim)
        if text is None:
            return
        try:
            value = value_of(text, self.values)
        except Unknown:
            return
        if value != size:
            kind = "unknowns" if "?" in text else "dim"
            self.wrong(kind, f"{name}: {text} = {value} is not {size}")

    def compare_elements(self, value, real):
        if not value.elements or not isinstance(real, np.ndarray) or real.dtype.kind not in "iub":
            return
        if len(value.elements) != real.size:
            self.wrong("elements", f"{value.name}: {len(value.elements)} elements, not {real.size}")
            return
        for i, (dim, element) in enumerate(zip(value.elements, real.flat)):
            text = text_of(dim)
            if abs(int(element)) > FAR:  # onnxruntime wraps around, and sums as doubles
                continue
            if text is not None and text.startswith("?") and text[1:].isdigit() and text not in self.values:
                self.values[text] = int(element)
                continue
            try:
                said = value_of(text, self.values) if text is not None else int(element)
            except Unknown:
                continue
            low = dim.range.min if dim.HasField("range") and dim.range.HasField("min") else -(1 << 64)
            high = dim.range.max if dim.HasField("range") and dim.range.HasField("max") else 1 << 64
            if not -(1 << 63) <= said < 1 << 63:
                continue
            if said != int(element) or not low <= int(element) <= high:
                self.wrong("elements", f"{value.name}[{i}]: {text} in {low}..{high} is not {int(element)}")

    def broken_facts(self, listed):
        """Facts over unknowns, which the server cannot evaluate, that this run breaks."""
        for i, fact in enumerate(self.answer.facts):
            relation = RELATIONS.get(fact.relation)
            if relation is None or fact.circumstances or fact.basis != REQUIRED or i in listed:
                continue
            texts = text_of(fact.left), text_of(fact.right)
            try:
                if None in texts or not any("?" in name for text in texts for name in names_of(text)):
                    continue
                left, right = (value_of(text, self.values) for text in texts)
            except Unknown:
                continue
            if not relation(left, right):
                self.wrong("fact", f"{texts[0]} = {left}, {texts[1]} = {right}: {fact.reason}")


def violations(answer, number, basis):
    found = []
    for violation in answer.evaluations[number].violations:
        if not violation.HasField("fact"):
            found.append((None, violation.message))
        elif answer.facts[violation.fact].basis == basis and not answer.facts[violation.fact].circumstances:
            found.append((violation.fact, violation.message))
    return found


def is_about_this_run(answer, number, feeds, model_inputs):
    """Whether the run breaks nothing that is assumed or declared: otherwise the answer says nothing of it."""
    if any(v.kind == v.KIND_FACT and not v.HasField("fact") for v in answer.evaluations[number].violations):
        return False  # who says so is not told, where the binding tells a rank or a length
    broken = [v for v in answer.evaluations[number].violations if v.HasField("fact")]
    if not all(answer.facts[v.fact].basis == REQUIRED for v in broken):
        return False
    values = Comparison(answer, {}, feeds, model_inputs).values
    for fact in answer.facts:  # violations tell what follows from others within their text
        if fact.basis == ASSUMED and fact.relation in RELATIONS and None not in (text_of(fact.left), text_of(fact.right)):
            try:
                if not RELATIONS[fact.relation](*(value_of(text_of(side), values) for side in (fact.left, fact.right))):
                    return False
            except Unknown:
                continue
    return True


def compare_evaluation(answer, number, results):
    """The sizes and bounds that evaluation `number` comes to."""
    packed, begin, findings = answer.evaluations[number].packed, 0, []
    names = {value.number: value.name for value in answer.graphs[0].values}
    # An evaluation tells ranks of its own where they differ from those of the index.
    for place, rank in zip(answer.packed_index.values, packed.ranks or answer.packed_index.ranks):
        if rank < 0:
            continue
        sizes = list(packed.sizes[begin : begin + rank])
        bounds = list(packed.upper_sizes[begin : begin + rank]) or sizes
        begin += rank
        real = results.get(names.get(place))
        if not isinstance(real, np.ndarray):
            continue
        if rank != real.ndim:
            findings.append(("evaluated rank", f"{names[place]}: {sizes} is not {list(real.shape)}"))
            continue
        for size, bound, true in zip(sizes, bounds, real.shape):
            if size not in (UNKNOWN, true) or UNKNOWN < bound < true:
                findings.append(("evaluated", f"{names[place]}: {sizes}, up to {bounds}, is not {list(real.shape)}"))
                break
    return findings


def guarded_violations(answer, number):
    """Facts under a guard that the answer says are broken: counted apart, as the guard may not be met."""
    return sum(1 for v in answer.evaluations[number].violations if v.HasField("fact") and answer.facts[v.fact].circumstances)


def check_inferred(answer, number, results, feeds, model_inputs):
    """Findings of what is inferred, at one run that breaks no assumption."""
    comparison = Comparison(answer, results, feeds, model_inputs)
    findings = list(comparison.run())
    comparison.broken_facts({index for index, _ in violations(answer, number, REQUIRED)})
    return findings


def check_evaluation(answer, number, results):
    """Findings of one binding. One that breaks an assumption is inferred anew, so that each is asked."""
    evaluation, findings = answer.evaluations[number], []
    if evaluation.verdict == evaluation.VERDICT_INVALID:
        findings.append(("invalid", "; ".join(violation.message for violation in evaluation.violations)))
    return findings + compare_evaluation(answer, number, results)


def check_concrete(answer, results, feeds, model_inputs):
    comparison = Comparison(answer, results, feeds, model_inputs)
    findings = list(comparison.run())
    comparison.broken_facts(set())
    return findings


def says_all(answer, number):
    """Whether everything is exact and nothing is wrong or left to the data: then a run should not fail for a shape."""
    evaluation = answer.evaluations[number]
    if any(d.severity >= d.SEVERITY_WARNING for d in answer.diagnostics) or evaluation.violations or evaluation.packed.upper_sizes:
        return False
    if any("?" in (text_of(side) or "?") for fact in answer.facts for side in (fact.left, fact.right)):
        return False
    return min(evaluation.packed.sizes, default=0) >= 0 and min(evaluation.packed.ranks or answer.packed_index.ranks, default=0) >= 0
