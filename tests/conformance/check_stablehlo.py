"""Compares what is inferred of StableHLO modules with jax and with jaxlib's own refinement.

usage: check_stablehlo.py [--bindings N] [--seed N] [--mutants N] [--text] [--bytecode] [--tell] [NAME...]

Each function of stablehlo_models.py is exported with symbolic shapes, once so that it returns every intermediate of its
jaxpr, and once as it is with all of its calls inlined, so that it returns every intermediate of its module. The first
has jax's symbolic dims of each; both are refined by jaxlib at N bindings. A dim of the answer is exact where it is an
expression of the arguments' dims with the same value at each binding, unknown where it says no value, and wrong
where it has another one.

Then N modules in which one size of a result or one entry of an attribute is another one: what jaxlib's verifier refuses
has to be refused. Exits with 1 if a dim is wrong, or a mutant is taken that jaxlib refuses.

With --bytecode only whether the text of each module, its bytecode and its portable artifact have the same answer.
"""
import argparse
import collections
import io
import random
import sys
import time

import jax
from jax import export
from jax._src import core as jax_core
from jax._src.interpreters import mlir
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir.dialects import stablehlo

import stablehlo_model
import stablehlo_models
from shapewright import Expression
from shapewright.shared_client import default_client
from shapewright.v1 import fact_pb2, infer_pb2

CALLS = {"jit", "pjit", "closed_call", "core_call", "custom_jvp_call", "custom_vjp_call", "remat", "checkpoint"}
ELEMENT_NAMES = {"int32": "int32", "float32": "float32"}


def arguments_of(specs):
    """The abstract arguments of a row, their types as texts, and the names of its dims."""
    scope = export.SymbolicScope()
    arguments, types, names = [], [], set()
    for spec in specs:
        element, _, dims = spec.rpartition(":")
        element, dims = element.strip() or "float32", dims.strip()
        shape = export.symbolic_shape(dims, scope=scope) if dims else ()
        arguments.append(jax.ShapeDtypeStruct(shape, element))
        types.append(f"{ELEMENT_NAMES[element]}[{dims}]")
        for dim in shape:
            if not isinstance(dim, int):
                names |= set(dim._get_vars())
    return arguments, types, sorted(names)


def intermediates_of(jaxpr, consts, arguments):
    """Every result of a jaxpr's equations, those of calls included."""
    values, found = {}, []

    def read(atom):
        return atom.val if isinstance(atom, jax_core.Literal) else values[atom]

    values.update(zip(jaxpr.constvars, consts))
    values.update(zip(jaxpr.invars, arguments))
    for equation in jaxpr.eqns:
        inputs = [read(atom) for atom in equation.invars]
        inner = equation.params.get("jaxpr") or equation.params.get("call_jaxpr")
        if equation.primitive.name in CALLS and inner is not None:
            closed = inner if hasattr(inner, "consts") else jax_core.ClosedJaxpr(inner, ())
            within, results = intermediates_of(closed.jaxpr, closed.consts, inputs)
            found.extend(within)
        else:
            params = equation.primitive.get_bind_params(equation.params)
            results = equation.primitive.bind(*inputs, **params)
            results = results if equation.primitive.multiple_results else [results]
            found.extend(results)
        values.update(zip(equation.outvars, results))
    return found, [read(atom) for atom in jaxpr.outvars]


def with_intermediates(function, arguments):
    def run(*inputs):
        closed = jax.make_jaxpr(function)(*inputs)
        found, results = intermediates_of(closed.jaxpr, closed.consts, inputs)
        return [value for value in found if not jax.dtypes.issubdtype(value.dtype, jax.dtypes.extended)] or results
    return run


def bindings_of(names, count, rng):
    return [{name: rng.choice((1, 2, 3, 4, 5, 7, 8, 12)) for name in names} for _ in range(count)]


def value_of(dim, binding):
    """Of a dim of jax."""
    if isinstance(dim, int):
        return dim
    return int(dim._evaluate(binding))


def infer(client, model, names, types):
    request = infer_pb2.InferShapesRequest(scope=infer_pb2.SCOPE_OUTPUTS)
    for name, text in zip(names, types):
        request.model.input_types.add(name=name).type.text = text
    return client.infer_shapes(model, request=request)


def own_value(dim, binding):
    """Of a dim of the answer; None where it says none."""
    if dim.WhichOneof("kind") == "size":
        return dim.size
    if dim.WhichOneof("kind") is None:
        return None
    expression = Expression.parse(dim.expr)
    if not set(expression.symbols) <= set(binding):
        return None
    return expression.evaluate(binding)


def refined(text, arguments, binding):
    """The types of the results of a module whose arguments have the sizes of a binding."""
    with stablehlo_model.make_context() as context:
        module = stablehlo_model.parse(text, context)
        types = []
        for argument in arguments:
            sizes = "".join(f"{value_of(dim, binding)}x" for dim in argument.shape)
            types.append(f"tensor<{sizes}{ {'float32': 'f32', 'int32': 'i32'}[str(argument.dtype)] }>".replace(" ", ""))
        passes = f"builtin.module(stablehlo-refine-arguments{{types={','.join(types)}}})"
        passmanager.PassManager.parse(passes).run(module.operation)
        begin = time.perf_counter()
        result = mlir.refine_polymorphic_shapes(module)
        seconds = time.perf_counter() - begin
    for op in result.body.operations:
        if op.operation.name == "func.func" and ir.StringAttr(op.attributes["sym_name"]).value == "main":
            with result.context:
                return [ir.RankedTensorType(t).shape for t in ir.FunctionType(op.attributes["function_type"].value).results], seconds
    raise ValueError("no main")


def inlined(text):
    """The module with all calls inlined, which returns every value that its main computes."""
    with stablehlo_model.make_context() as context, ir.Location.unknown():
        module = stablehlo_model.parse(text, context)
        passmanager.PassManager.parse("builtin.module(inline,symbol-dce)").run(module.operation)
        main = next(op for op in module.body.operations if op.operation.name == "func.func"
                    and ir.StringAttr(op.attributes["sym_name"]).value == "main")
        block = main.regions[0].blocks[0]
        operations = list(block.operations)
        values = [result for op in operations[:-1] for result in op.operation.results
                  if isinstance(result.type, ir.RankedTensorType)]
        kinds = [op.operation.name.split(".")[1] for op in operations[:-1] for result in op.operation.results
                 if isinstance(result.type, ir.RankedTensorType)]
        operations[-1].operation.erase()
        with ir.InsertionPoint(block):
            ir.Operation.create("func.return", operands=values)
        inputs = [argument.type for argument in block.arguments]
        main.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(inputs, [v.type for v in values]))
        if "res_attrs" in main.attributes:
            del main.attributes["res_attrs"]
        module.operation.verify()
        return str(module), kinds


def operations_of(block):
    for op in block.operations:
        yield op.operation
        for region in op.operation.regions:
            for inner in region.blocks:
                yield from operations_of(inner)


def change_one_number(module, rng):
    """Changes a size of a result or an entry of an attribute; says which, or nothing where there is none."""
    places = []
    for op in operations_of(module.body):
        if op.name in ("func.func", "func.call", "func.return", "stablehlo.return", "stablehlo.constant"):
            continue
        for result in op.results:
            # What a function returns is refused as its type, not as that of an operation.
            is_returned = any(use.owner.name == "func.return" for use in result.uses)
            if isinstance(result.type, ir.RankedTensorType) and not is_returned:
                places += [(op, result, axis) for axis in range(result.type.rank) if not result.type.is_dynamic_dim(axis)]
        for name in op.attributes:
            name = getattr(name, "name", name)
            if isinstance(op.attributes[name], ir.DenseI64ArrayAttr):
                places += [(op, name, i) for i in range(len(op.attributes[name]))]
    if not places:
        return None
    op, where, index = rng.choice(places)
    is_type = not isinstance(where, str)
    numbers = list(where.type.shape) if is_type else list(op.attributes[where])
    other = rng.choice([numbers[index] + 1, max(0, numbers[index] - 1), 2 * numbers[index] + 3])
    if other == numbers[index]:
        return None
    numbers[index] = other
    if is_type:
        where.set_type(ir.RankedTensorType.get(numbers, where.type.element_type))
    else:
        op.attributes[where] = ir.DenseI64ArrayAttr.get(numbers)
    return f"{op.name}, {'a size' if is_type else where} {index} is {other}: {str(op)[:200]}"


def is_refused_by_jaxlib(module):
    try:
        module.operation.verify()
        return False
    except ir.MLIRError:
        return True


def is_refused(client, module):
    model = stablehlo_model.read_module(module)
    answer = client.infer_shapes(model, request=infer_pb2.InferShapesRequest(scope=infer_pb2.SCOPE_OUTPUTS)).response
    return any(d.severity == fact_pb2.Diagnostic.SEVERITY_ERROR for d in answer.diagnostics)


class Score:
    def __init__(self, tell):
        self.tell = tell
        self.counts = collections.Counter()
        self.exact = self.unknown = self.wrong = 0
        self.own_seconds = self.their_seconds = 0.0

    def compare(self, what, own, theirs, bindings):
        """`theirs` has the sizes at each binding."""
        if own.WhichOneof("kind") != "tensor":
            return self.count(what, "unknown", own.text, theirs)
        if not own.tensor.HasField("shape"):
            return self.count(what, "unknown", own.text, theirs)
        dims = own.tensor.shape.dims
        if any(len(sizes) != len(dims) for sizes in theirs):
            return self.count(what, "wrong", own.text, theirs)
        verdict = "exact"
        for axis, dim in enumerate(dims):
            for binding, sizes in zip(bindings, theirs):
                value = own_value(dim, binding)
                if value is None:
                    verdict = "unknown" if verdict == "exact" else verdict
                elif value != sizes[axis]:
                    verdict = "wrong"
        self.count(what, verdict, own.text, theirs)

    def count(self, what, verdict, text, theirs):
        setattr(self, verdict, getattr(self, verdict) + 1)
        if verdict != "exact" and self.tell:
            print(f"  {verdict}: {what}: {text}, theirs {list(map(list, theirs))}")


def check(client, name, function, specs, options, score, rng):
    arguments, types, names = arguments_of(specs)
    errors = []
    by_jaxpr = export.export(jax.jit(with_intermediates(function, arguments)))(*arguments)
    bindings = bindings_of(names, options.bindings, rng)
    for kind in ("jaxpr", "module"):
        if kind == "jaxpr":
            text, kinds = str(by_jaxpr.mlir_module()), None
        else:
            text, kinds = inlined(export.export(jax.jit(function))(*arguments).mlir_module())
        with stablehlo_model.make_context() as context:
            model = stablehlo_model.read_module(stablehlo_model.parse(text, context))
        begin = time.perf_counter()
        response = infer(client, text.encode() if options.text else model, [v.name for v in model.graph.inputs], types).response
        score.own_seconds += time.perf_counter() - begin
        told = [d for d in response.diagnostics if d.severity == fact_pb2.Diagnostic.SEVERITY_ERROR]
        if told:
            errors.append(f"{kind}: {told[0].code}: {told[0].message}")
        theirs = []
        for binding in bindings:
            sizes, seconds = refined(text, arguments, binding)
            score.their_seconds += seconds / len(bindings)
            theirs.append(sizes)
        outputs = response.outputs
        by_name = {value.name: value.type for value in outputs}
        # In text a value has another name; its place is the same.
        own = [value.type for value in outputs] if options.text else [by_name[output] for output in model.graph.outputs]
        for i, type_ in enumerate(own):
            what = f"{name} {kind} {i} {kinds[i] if kinds else ''}"
            score.compare(what, type_, [sizes[i] for sizes in theirs], bindings)
        if kind == "jaxpr":
            for i, (type_, aval) in enumerate(zip(own, by_jaxpr.out_avals)):
                sizes = [[value_of(dim, binding) for dim in aval.shape] for binding in bindings]
                score.compare(f"{name} aval {i} {aval}", type_, sizes, bindings)
    return errors


def forms_of(text):
    """The text of a module with its locations, its bytecode, and its portable artifact; nothing in place of one that
    jaxlib does not make."""
    with stablehlo_model.make_context() as context:
        operation = stablehlo_model.parse(text, context).operation
        located = operation.get_asm(enable_debug_info=True)
        plain = io.BytesIO()
        operation.write_bytecode(plain)
    try:
        artifact = stablehlo.serialize_portable_artifact_str(located, stablehlo.get_current_version())
    except ValueError:
        artifact = None
    return located.encode(), plain.getvalue(), artifact


def answer_of(client, module, types):
    """All that is said of a module but for the numbers of its bytes; names within bodies are left out, as text has
    other ones in `applies stablehlo.add`."""
    count = infer(client, module, [], []).response
    names = [value.name for value in count.inputs]
    request = infer_pb2.InferShapesRequest(scope=infer_pb2.SCOPE_ALL_GRAPHS)
    for name, text in zip(names, types):
        request.model.input_types.add(name=name).type.text = text
    response = client.infer_shapes(module, request=request).response
    response.model_id = response.inference_id = ""
    for graph in list(response.graphs)[1:]:
        for named in [*graph.values, *graph.nodes]:
            named.name = ""
    return response


def check_bytecode(client, name, function, specs, options, counts):
    """Whether all forms of the modules of a row have the same answer."""
    arguments, types, _ = arguments_of(specs)
    by_jaxpr = export.export(jax.jit(with_intermediates(function, arguments)))(*arguments)
    exported = export.export(jax.jit(function))(*arguments)
    for kind, text, artifact in (("jaxpr", str(by_jaxpr.mlir_module()), by_jaxpr.mlir_module_serialized),
                                 ("exported", str(exported.mlir_module()), exported.mlir_module_serialized),
                                 ("module", inlined(exported.mlir_module())[0], None)):
        located, plain, made = forms_of(text)
        expected = answer_of(client, located, types)
        for form, content in (("bytecode", plain), ("artifact", artifact or made)):
            if content is None:
                counts["not made"] += 1
                continue
            same = answer_of(client, content, types) == expected
            counts["same" if same else "different"] += 1
            if not same or options.tell:
                print(f"{name}: the {form} of {kind} has {'the same' if same else 'another'} answer", flush=True)


def check_all_bytecode(client, options):
    counts = collections.Counter()
    for name, function, specs in stablehlo_models.MODELS:
        if options.names and name not in options.names:
            continue
        try:
            check_bytecode(client, name, function, specs, options, counts)
        except Exception as error:  # noqa: of jax, or a module that is not read
            counts["failed"] += 1
            print(f"{name}: {type(error).__name__}: {str(error)[:300]}", flush=True)
    print(f"bytecode: {counts['same']} modules have the answer of their text, {counts['different']} have another; "
          f"{counts['not made']} that jaxlib does not make, {counts['failed']} functions failed")
    return counts["different"] + counts["failed"]


def static_text(function, arguments, binding):
    """The module of concrete arguments, with all calls inlined."""
    sized = [jax.ShapeDtypeStruct([value_of(dim, binding) for dim in a.shape], a.dtype) for a in arguments]
    with stablehlo_model.make_context() as context:
        module = stablehlo_model.parse(str(jax.jit(function).lower(*sized).compiler_ir()), context)
        passmanager.PassManager.parse("builtin.module(inline,symbol-dce)").run(module.operation)
        return str(module)


def check_mutants(client, options, rng):
    """The numbers of mutants by whether jaxlib and the answer refuse them."""
    texts = []
    for name, function, specs in stablehlo_models.MODELS:
        if options.names and name not in options.names:
            continue
        arguments, _, names = arguments_of(specs)
        try:
            texts.append((name, static_text(function, arguments, {n: 4 + i for i, n in enumerate(names)})))
            texts.append((name, inlined(export.export(jax.jit(function))(*arguments).mlir_module())[0]))
        except Exception as error:  # noqa: of jax: the module is not made
            print(f"{name}: no mutants: {str(error)[:200]}")
    counts = collections.Counter()
    while texts and sum(counts.values()) < options.mutants:
        name, text = rng.choice(texts)
        with stablehlo_model.make_context() as context, ir.Location.unknown():
            module = stablehlo_model.parse(text, context)
            change = change_one_number(module, rng)
            if change is None:
                continue
            theirs, own = is_refused_by_jaxlib(module), is_refused(client, module)
        counts[(theirs, own)] += 1
        if theirs != own and options.tell:
            print(f"  mutant of {name} {'taken' if theirs else 'refused'}: {change}")
    return counts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bindings", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=300)
    parser.add_argument("--text", action="store_true", help="the modules as text, read here, in place of jaxlib's view of them")
    parser.add_argument("--bytecode", action="store_true", help="only whether text and bytecode have the same answer")
    parser.add_argument("--tell", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    stablehlo.register_stablehlo_passes()
    rng = random.Random(options.seed)
    total = Score(options.tell)
    client = default_client()
    if options.bytecode:
        sys.exit(1 if check_all_bytecode(client, options) else 0)
    failed = 0
    for name, function, specs in stablehlo_models.MODELS:
        if options.names and name not in options.names:
            continue
        before = (total.exact, total.unknown, total.wrong)
        try:
            errors = check(client, name, function, specs, options, total, rng)
        except Exception as error:  # noqa: of jax: the module is not made, or not refined
            failed += 1
            print(f"{name}: not compared: {type(error).__name__}: {str(error)[:300]}")
            continue
        counts = [a - b for a, b in zip((total.exact, total.unknown, total.wrong), before)]
        note = f" ERRORS {errors}" if errors else ""
        if counts[1] or counts[2] or errors or options.tell:
            print(f"{name}: {counts[0]} exact, {counts[1]} unknown, {counts[2]} wrong{note}", flush=True)
        total.counts["errors"] += len(errors)
    compared = total.exact + total.unknown + total.wrong
    print(f"{compared} values: {total.exact} exact ({100 * total.exact / max(1, compared):.2f} %), {total.unknown} unknown, "
          f"{total.wrong} wrong; {total.counts['errors']} modules refused, {failed} not compared; inference "
          f"{total.own_seconds:.2f} s, jaxlib's refinement {total.their_seconds:.2f} s per binding")
    mutants = check_mutants(client, options, rng) if options.mutants else collections.Counter()
    if mutants:
        print(f"{sum(mutants.values())} mutants: {mutants[True, True]} refused by both, {mutants[False, False]} taken by both, "
              f"{mutants[True, False]} refused by jaxlib only, {mutants[False, True]} refused here only")
    sys.exit(1 if total.wrong or total.counts["errors"] or mutants[True, False] else 0)


if __name__ == "__main__":
    main()
