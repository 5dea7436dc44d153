"""The laws of profiles, symbols to bind, scenarios, costs and chains."""
import math

import numpy as np
from onnx import ModelProto, TensorProto, ValueInfoProto, helper, numpy_helper

from fuzz_models.graph import ELEMENT_OF
from shapewright.expression import Expression, ExpressionError
from shapewright.v1 import evaluate_pb2, plan_pb2

from . import asking, laws
from .case import declared_wrong, is_small, read_names
from .draw import DTYPES
from .runner import DIED

PROFILE = plan_pb2.Profile
MOST = (2, 3, 4)


def symbols_of(case, answer):
    """The symbols of the inputs that premises may name: sizes, and elements of inputs whose size is declared."""
    fixed = {given.name for given in case.feeds.inputs if given.declares_rank and all(isinstance(dim, int) for dim in given.dims)}
    sizes = [s.name for s in answer.symbols if s.kind == s.KIND_INPUT_DIM]
    elements = [s.name for s in answer.symbols if s.kind == s.KIND_INPUT_VALUE and s.name.partition("[")[0] in fixed]
    return sizes, elements


def quoted(name):
    return name if name.replace("_", "a").replace(".", "a").isalnum() or "[" in name else f"`{name}`"


def draw_box(case, draw, answer):
    """Ranges of symbols."""
    sizes, elements = symbols_of(case, answer)
    box = {name: (draw.of(0, 1, 1, 1), draw.choice(MOST)) for name in sizes}
    box.update({name: (draw.of(-1, 0, 1, 1), draw.choice(MOST)) for name in elements})
    return box


def premises_of(box):
    return [f"{low} <= {quoted(name)} <= {high}" for name, (low, high) in box.items()]


def feeds_in(case, draw, box):
    """A point of the box."""
    def size(name):
        low, high = box.get(name, (0, 3))
        return draw.randint(low, high)

    symbols = {name: size(name) for name in case.feeds.symbols()}
    elements = {}
    for given in case.feeds.inputs:
        shape = [dim if isinstance(dim, int) else symbols[str(dim)] for dim in given.dims]
        names = [f"{given.name}[]"] if not shape else [f"{given.name}[{i}]" for i in range(math.prod(shape))]
        if given.element in ("int64", "bool") and names and all(name in box for name in names):
            high = 1 if given.element == "bool" else None
            elements[given.name] = [min(size(name), high) if high is not None else size(name) for name in names]
    return case.feeds.at(symbols, (1, 2, 3), elements)


def values_of(case, feeds):
    """What symbols come to."""
    values = {name: size for name, size in case.feeds.sizes_of(feeds).items()}
    for name, array in feeds.items():
        if array.dtype.kind in "ib":
            values.update({f"{name}[]": int(array)} if not array.ndim else {f"{name}[{i}]": int(v) for i, v in enumerate(array.ravel())})
    return values


def is_within(case, feeds, box):
    values = values_of(case, feeds)
    return all(name in values and low <= values[name] <= high for name, (low, high) in box.items())


def told_box(profile):
    """The ranges of the symbols that a profile speaks of; None where it has no end."""
    most = {each.symbol: each.size for each in profile.max.binding.symbols}
    return {each.symbol: sorted((each.size, most[each.symbol])) if each.symbol in most else (each.size, None) for each in profile.min.binding.symbols}


def is_told(profile, box, values, feeds):
    """Whether a run lies in the box that a profile tells: by its symbols, and by the sizes and elements of its inputs."""
    ranges = told_box(profile)
    if any(name in ranges and not is_between(values[name], *ranges[name]) for name in box if name in values):
        return False
    greatest = {each.name: each for each in profile.max.binding.inputs}
    for least in profile.min.binding.inputs:
        most, array = greatest[least.name], feeds.get(least.name)
        if array is None or len(least.sizes) != array.ndim:
            continue
        if any(not is_between(size, low, None if high == -1 else high) for size, low, high in zip(array.shape, least.sizes, most.sizes)):
            return False
        for value, low, high in zip(array.ravel(), least.values, most.values or [None] * len(least.values)):
            if array.dtype.kind in "ib" and not is_between(int(value), *((low, None) if high is None else sorted((low, high)))):
                return False
    return True


def is_between(value, low, high):
    """`high` is None where there is no greatest; ends of a size that falls as its symbol grows stand the other way around."""
    return min(low, high) <= value <= max(low, high) if high is not None else low <= value


def feeds_of(case, draw, binding):
    """The run that a witness tells, by symbols or by inputs; None if it leaves a size open. Elements that it does not tell decide nothing."""
    told = {each.symbol: each.size for each in binding.symbols}
    given = {each.name: each for each in binding.inputs}
    arrays, shapes = {}, {}
    for each in case.feeds.inputs:
        sizes = [dim if isinstance(dim, int) else told.get(dim, -1) for dim in each.dims]
        if -1 in sizes and each.name in given and len(given[each.name].sizes) == len(sizes):
            sizes = list(given[each.name].sizes)
        if -1 in sizes or math.prod(sizes) > 4096:
            return None
        shapes[each.name] = sizes
    for each in case.feeds.inputs:
        sizes = shapes[each.name]
        count = math.prod(sizes)
        values = list(each.fill(draw, (1, 2), count, shapes))
        if each.name in given and len(given[each.name].values) == count and each.element in ("int64", "bool"):
            values = list(given[each.name].values)
        for i in range(count):
            values[i] = told.get(f"{each.name}[{i}]" if sizes else f"{each.name}[]", values[i])
        arrays[each.name] = np.asarray(values, DTYPES[each.element]).reshape(sizes)
    return arrays


def check_profiles(looked, asker, runner, draw, data, policy, answer):
    case = looked.case
    box = draw_box(case, draw, answer)
    if not box:
        return looked.leave("profiles: nothing to range over")
    spec = asking.spec_of(data, policy, premises_of(box))
    tried = [feeds for feeds in (feeds_in(case, draw, box) for _ in range(12)) if is_small(feeds)]
    tried = [feeds for feeds in tried if is_within(case, feeds, box)]
    known = [(f, r) for f, r in zip(case.runs, case.results) if is_within(case, f, box)]
    points = known + list(zip(tried, runner.run(case.judged.SerializeToString(), tried)))
    points = [(feeds, result) for feeds, result in points if not (isinstance(result, str) and result == DIED)]
    check_profile(looked, runner, draw, box, asker.ask(asking.profiles(spec)).profiles[0], points)
    if points:
        check_promised(looked, asker, spec, box, points)


def check_profile(looked, runner, draw, box, profile, points):
    case = looked.case
    if profile.proof == PROFILE.PROOF_WITNESS:
        feeds = feeds_of(case, draw, profile.witness.binding)
        if feeds is None:
            return looked.leave("profiles: a witness that leaves something open")
        result = runner.run(case.judged.SerializeToString(), [feeds])[0]
        if isinstance(result, dict) and is_declared_wrong(case, result, feeds):
            looked.leave("profiles: a witness of which a declared type is not true")
        elif isinstance(result, dict) and not looked.lenient(result, feeds):
            looked.find("profiles: WITNESS runs", f"{premises_of(box)}: {laws.told_of(feeds)}")
    elif profile.proof == PROFILE.PROOF_PROVED:
        for feeds, result in points:
            if not is_told(profile, box, values_of(case, feeds), feeds):
                looked.leave("profiles: a point of the ranges asked for that the box told leaves out")
            elif isinstance(result, str):
                laws.blame(looked, "profiles: PROVED, and fails", f"{premises_of(box)}: {result}", feeds)
    else:
        looked.leave("profiles: OPEN")


def check_promised(looked, asker, spec, box, points):
    """Evaluations and guards that know the ranges of the box as premises, at points of it."""
    case, evaluated = looked.case, asker.ask(asking.evaluation(spec, [feeds for feeds, _ in points]))
    names = {value.number: value.name for value in looked.answer.graphs[0].values}
    program = asker.ask(asking.guard(spec)).program
    guard = laws.Guard(program)
    is_complete = program.coverage == program.COVERAGE_COMPLETE
    for (feeds, result), told in zip(points, evaluated.evaluations):
        if told.HasField("error"):
            looked.find("premises: no answer", f"{told.error.message} at {laws.told_of(feeds)}")
            continue
        verdict, checked, at = told.verdict, guard.check(feeds).verdict, f"{premises_of(box)}: {laws.told_of(feeds)}"
        if isinstance(result, str):
            if verdict == laws.VALID:
                laws.blame(looked, "premises: VALID, and fails", f"{premises_of(box)}: {result}", feeds)
            if checked == laws.PASS and is_complete:
                laws.blame(looked, "premises: PASS, and fails", f"{premises_of(box)}: {result}", feeds)
        elif is_declared_wrong(case, result, feeds):
            looked.leave("premises: a point that a declared type is not true of")
        elif not looked.lenient(result, feeds):
            if verdict == laws.INVALID:
                looked.find("premises: INVALID, and runs", f"{told.violations[0].message} at {at}")
            if checked == laws.FAIL:
                looked.find("premises: FAIL, and runs", at)
            if not told.violations:
                laws.check_sizes(looked, "premises", laws.sizes_told(told, evaluated.packed_index, names), result, feeds)


def is_declared_wrong(case, result, feeds):
    """Whether a declared type is false there; a case knows of its own runs."""
    symbols = {name: size for name, size in case.feeds.sizes_of(feeds).items() if not name.startswith("(")}
    return not case.lies and bool(declared_wrong(case.model.graph, result, symbols))


def check_binding_set(looked, asker, draw, data, policy, answer):
    """What is said to suffice makes all sizes numbers, where nothing assumed is broken; none of an optimal set can always be left out."""
    case, spec = looked.case, asking.spec_of(data, policy)
    ran = [i for i in case.ran() if not looked.is_lenient[i] and not looked.told(i, answer).says_less]
    if not ran:
        return looked.leave("symbols to bind: no run by the specification that breaks no assumption")
    found = asker.ask(asking.symbols_to_bind(spec))
    wanted = {(graph, v.number) for graph, each in enumerate(answer.graphs) for v in each.values if v.type.WhichOneof("kind") in ("tensor", None)}
    if found.unreached:  # what can be reached in the main graph
        never = {each.value.name for each in found.unreached}
        named = {v.name: v.number for v in answer.graphs[0].values if v.name not in never and (0, v.number) in wanted}
        if not named:
            return looked.leave("symbols to bind: no value is ever static")
        found = asker.ask(asking.symbols_to_bind(spec, sorted(named)))
        wanted = {(0, number) for number in named.values()}
    points = [values_of(case, case.runs[i]) for i in ran]
    names = [each.symbol for each in found.symbols]
    if any(name not in values for name in names for values in points):
        return looked.leave("symbols to bind: a symbol that is no size or element of a run")
    request = evaluate_pb2.EvaluateShapesRequest(model=spec, packed=evaluate_pb2.PackedValues(all_graphs=True))
    tensors = {number for _, number in wanted}
    bounds = distinct({name: values[name] for name in names} for values in points)
    dims = dims_of(answer)
    for bound, open_ in zip(bounds, open_values(asker, request, tensors, bounds)):
        if open_ and all(is_negative(dims.get(number, ()), bound) for number in open_):
            looked.leave("symbols to bind: a size that is negative there, of a branch that cannot run")
        elif open_:
            looked.find("symbols to bind: sizes stay open", f"bound {bound}")
    for name in names if found.optimal and len(ran) > 1 else ():
        others = [{other: value for other, value in values.items() if other in names and other != name} for values in points]
        others += [{other: n for other in names if other != name} for n in (1, 2, 8, 24)]
        if all(each == [] for each in open_values(asker, request, tensors, distinct(others))):
            looked.find("symbols to bind: optimal, and one can be left out", f"{name} of {names}")
            break


def distinct(bounds):
    return list({tuple(sorted(bound.items())): bound for bound in bounds}.values())


def dims_of(answer):
    """By the number of a value: the dims that are expressions."""
    values = [value for graph in answer.graphs for value in graph.values]
    return {value.number: [dim.expr for dim in value.type.tensor.shape.dims if dim.expr] for value in values}


def is_negative(dims, bound):
    """Whether one of the expressions is."""
    for dim in dims:
        try:
            if Expression.parse(dim).evaluate(bound) < 0:
                return True
        except ExpressionError:
            continue
    return False


def open_values(asker, request, tensors, bounds):
    """For each of the bindings the numbers of values of which a size is not known; None if it is not valid."""
    del request.bindings[:]
    for bound in bounds:
        binding = request.bindings.add()
        for name, size in bound.items():
            binding.symbols.add(symbol=name, size=size)
    told = asker.ask(request)
    return [open_of(evaluated, told.packed_index, tensors) for evaluated in told.evaluations]


def open_of(evaluated, index, tensors):
    if evaluated.HasField("error") or evaluated.violations:
        return None
    begin = 0
    found = []
    for place, rank in zip(index.values, evaluated.packed.ranks or index.ranks):
        sizes = evaluated.packed.sizes[begin : begin + max(rank, 0)]
        begin += max(rank, 0)
        if place in tensors and (rank < 0 or -1 in sizes):
            found.append(place)
    return found


def check_scenarios(looked, asker, draw, data, policy, answer):
    """Each answers as the request with its premises does (S41)."""
    case = looked.case
    sizes, elements = symbols_of(case, answer)
    values = values_of(case, draw.choice(case.runs))
    names = [name for name in sizes + elements if name in values]
    if not names:
        return looked.leave("scenarios: no symbols")
    request = asking.inference(asking.spec_of(data, policy))
    for i in range(2):
        scenario = request.scenarios.add(name=f"s{i}")
        for name in draw.sample(names, draw.randint(1, min(2, len(names)))):
            n = values[name]
            scenario.premises.append(draw.of(f"{quoted(name)} = {n}", f"{n - 1} <= {quoted(name)} <= {n + 2}", f"{quoted(name)} >= {n}"))
    told = asker.ask(request)
    for scenario, each in zip(request.scenarios, told.scenarios):
        try:
            alone = asker.ask(asking.inference(asking.spec_of(data, policy, scenario.premises)))
        except asking.Refused as error:
            if not each.HasField("error"):
                looked.find("scenarios: an answer, and alone none", f"{list(scenario.premises)}: {error}")
            continue
        alone.ClearField("model_id")
        alone.ClearField("inference_id")
        if not each.HasField("error") and each.answer != alone:
            for answer in (each.answer, alone):
                for fact in answer.facts:
                    fact.ClearField("reason")
            law = "texts: a reason differs from call to call" if each.answer == alone else "scenarios: another answer than alone"
            looked.find(law, f"{list(scenario.premises)}")
        elif each.HasField("error"):
            looked.find("scenarios: no answer, and alone one", f"{list(scenario.premises)}: {each.error.message}")


COSTS = ("macs", "alu", "div", "sqrt", "special", "flops", "bytes_read", "bytes_written")


def check_costs(looked, asker, draw, data, policy):
    """Numbers at a binding are those of the model with these sizes and elements as constants."""
    case = looked.case
    if not case.ran():
        return looked.leave("costs: no run")
    i = draw.choice(case.ran())
    told = asker.ask(asking.cost(asking.spec_of(data, policy), [case.runs[i]])).evaluations[0]
    fresh = asker.ask(asking.cost(asking.fresh_spec(data, policy, case.runs[i]), [evaluation_of_nothing()])).evaluations[0]
    if told.violations or told.HasField("error") or fresh.violations:
        return looked.leave("costs: a violation")
    for field in COSTS:
        if not told.total.HasField(field) or not fresh.total.HasField(field):
            continue
        mine, other = getattr(told.total, field), getattr(fresh.total, field)
        if told.total.uncounted_nodes and mine <= other or fresh.total.uncounted_nodes:
            looked.leave("costs: nodes that are not counted")
        elif mine != other and not (told.total.upper_bound and mine > other) and not fresh.total.upper_bound:
            looked.find("costs: a fresh inference differs", f"{field}: {mine} and {other} at {laws.told_of(case.runs[i])}")


def evaluation_of_nothing():
    return {}


# Chains.


def cut(case, draw, answer):
    """The model as two: names of nodes' results that the second reads are its inputs. None if it cannot be cut."""
    places = list(range(1, len(case.judged.graph.node)))
    draw.shuffle(places)
    return next(filter(None, (cut_at(case, draw, answer, at) for at in places)), None)


def cut_at(case, draw, answer, at):
    nodes, results = list(case.judged.graph.node), case.results[case.ran()[0]]
    first, second = part_of(case.judged, nodes[:at]), part_of(case.judged, nodes[at:])
    made = {name for node in nodes[:at] for name in node.output}
    read = read_names(second.graph)
    crossing = sorted(made & read)
    tensors = {value.name for value in answer.graphs[0].values if value.type.WhichOneof("kind") in ("tensor", None)}
    if not crossing or not tensors.issuperset(crossing) or any(not isinstance(results.get(name, constant_of(nodes, name)), np.ndarray) for name in crossing):
        return None
    for name in crossing:
        real = results.get(name, constant_of(nodes, name))
        if real.dtype not in ELEMENT_OF and real.dtype != object:
            return None
        told = next((v.type.tensor for v in answer.graphs[0].values if v.name == name), None)
        has_rank = told is not None and told.HasField("shape") and len(told.shape.dims) == real.ndim
        dims = [f"d{i}_{name}" for i in range(real.ndim)] if has_rank and draw.flip(0.4) else None
        second.graph.input.append(helper.make_tensor_value_info(name, ELEMENT_OF.get(real.dtype, TensorProto.STRING), dims))
    own = [name for node in nodes[at:] for name in node.output if name]
    # What no output depends on is not looked at.
    ends = [value.name for value in case.model.graph.output if value.name in made and value.name not in crossing]
    first.graph.output.extend(ValueInfoProto(name=name) for name in crossing + ends)
    second.graph.output.extend(ValueInfoProto(name=name) for name in own)
    if not first.graph.input:
        return None
    return first, second, crossing


def constant_of(nodes, name):
    for node in nodes:
        if node.op_type == "Constant" and name in node.output:
            return numpy_helper.to_array(node.attribute[0].t)
    return None


def part_of(model, nodes):
    part = ModelProto()
    part.CopyFrom(model)
    graph = part.graph
    for field in (graph.node, graph.output):
        del field[:]
    graph.node.extend(nodes)
    read = read_names(graph)
    for field in (graph.input, graph.initializer):
        kept = [value for value in field if value.name in read]
        del field[:]
        field.extend(kept)
    return part


def check_chain(looked, asker, draw, answer):
    """Two stages tell what one model tells, and what runs."""
    case = looked.case
    parts = cut(case, draw, answer) if case.ran() else None
    if parts is None:
        return looked.leave("chains: no place to cut")
    first, second, crossing = parts
    stages = {"a": first.SerializeToString(), "b": second.SerializeToString()}
    inputs = {"a": [v.name for v in first.graph.input], "b": [v.name for v in second.graph.input if v.name not in crossing]}
    both = set(inputs["a"]) & set(inputs["b"])
    bindings = [
        {(f"{stage}.{name}" if name in both else name): feeds[name] for stage in "ab" for name in inputs[stage]} for feeds in case.runs
    ]
    answer = asker.ask(asking.chain(stages, [(("a", name), ("b", name)) for name in crossing], bindings))
    if not answer.fits:
        return looked.find("chains: do not fit", answer.mismatches[0].message)
    for i, each in enumerate(answer.evaluations):
        evaluated, result, at = each.evaluation, case.results[i], laws.told_of(case.runs[i])
        if evaluated.HasField("error"):
            looked.find("chains: no answer", f"{evaluated.error.message} at {at}")
            continue
        if not isinstance(result, dict):
            if evaluated.verdict == laws.VALID:
                laws.blame(looked, "chains: VALID, and fails", result, case.runs[i])
            continue
        if looked.is_lenient[i]:
            continue
        if evaluated.verdict == laws.INVALID:
            looked.find("chains: INVALID, and runs", f"{evaluated.violations[0].message} at {at}")
            continue
        told = {v.name: None if v.unsized else (list(v.sizes), list(v.upper_sizes) or list(v.sizes)) for v in evaluated.outputs}
        laws.check_sizes(looked, "chains", told, result, case.runs[i])
