"""Compares what is inferred of HLO text with XLA's own shapes, and refusals of broken text with those of its parser.

usage: check_hlo.py [--bindings N] [--seed N] [--mutants N] [--hostile N] [--tell] [NAME...]

Each function of stablehlo_models.py is lowered at N bindings of its sizes, and printed as HLO text before and after
XLA's optimizations. The types of results are taken out of the text wherever XLA infers them too; each instruction's
type has to be the one that XLA had printed. As printed, a module must have no error. What is not compared is counted:
instructions that keep their type in the text, and those of computations that no answer shows.

Then N modules without these types in which one number is another one: what XLA's parser refuses (or ends the process
by) has to be refused. Exits with 1 if a type is wrong, or a mutant is taken that XLA refuses. --hostile N: texts with
pieces cut out, doubled or changed, of which only an answer or an error is expected.
"""
import argparse
import collections
import random
import re
import struct
import subprocess
import sys
import time

import grpc
import jax

import stablehlo_models
from check_stablehlo import arguments_of, bindings_of, value_of
from shapewright.errors import ShapewrightError
from shapewright.shared_client import default_client
from shapewright.v1 import fact_pb2, infer_pb2, shape_pb2

# XLA asks for these types too, as nothing else says them.
KEPT = {"parameter", "constant", "reshape", "dynamic-reshape", "bitcast", "bitcast-convert", "broadcast", "convert", "iota",
        "custom-call", "rng", "rng-bit-generator", "rng-get-and-update-state", "infeed", "recv", "stochastic-convert",
        "topk", "set-dimension-size", "scan", "after-all", "partition-id", "replica-id"}
# What XLA leaves out of a type, its text does not say: products may be wider than their operands.
WIDENED = {"dot", "convolution", "ragged-dot", "scaled-dot"}
INSTRUCTION = re.compile(r"^(\s*(?:ROOT )?)(%?[\w.-]+)( = )(.*?) ([a-z][a-z0-9-]*)\((.*)$")
ARRAY = re.compile(r"([a-z][a-z0-9]*)\[([^\]]*)\](?:\{[^{}]*\})?")
ELEMENTS = {"pred": "BOOL", "f16": "FLOAT16", "f32": "FLOAT", "f64": "DOUBLE", "bf16": "BFLOAT16", "c64": "COMPLEX64",
            "c128": "COMPLEX128", "f8e4m3fn": "FLOAT8E4M3FN", "f8e5m2": "FLOAT8E5M2",
            **{f"s{bits}": f"INT{bits}" for bits in (2, 4, 8, 16, 32, 64)},
            **{f"u{bits}": f"UINT{bits}" for bits in (2, 4, 8, 16, 32, 64)}}


def texts_of(function, arguments, binding):
    """The module at a binding, before and after optimizations."""
    sized = [jax.ShapeDtypeStruct([value_of(dim, binding) for dim in a.shape], a.dtype) for a in arguments]
    lowered = jax.jit(function).lower(*sized)
    return {"lowered": lowered.compiler_ir("hlo").as_hlo_text(), "optimized": lowered.compile().as_text()}


def keeps_type(opcode, type_text, operands):
    if opcode in KEPT or opcode.endswith(("-start", "-done", "-update")):
        return True
    return opcode in WIDENED and ARRAY.match(type_text).group(1) != operands


def without_types(text, also_kept=()):
    """The text without the types of results that follow from others, and all types by instruction."""
    lines, types, kept, elements = [], {}, 0, {}
    for line in text.splitlines():
        match = INSTRUCTION.match(line)
        if not match:
            # Signatures of computations say types too.
            lines.append(re.sub(r"^((?:ENTRY )?%?[\w.-]+) \(.*\) -> .* \{$", r"\1 {", line))
            continue
        head, name, equals, type_text, opcode, rest = match.groups()
        plain = name.lstrip("%")
        leaves = [(m.group(1), m.group(2)) for m in ARRAY.finditer(re.sub(r"/\*.*?\*/", "", type_text))]
        is_tuple = type_text.startswith("(")
        types[plain] = (opcode, leaves, is_tuple)
        elements[plain] = leaves[0][0] if len(leaves) == 1 else ""
        first = re.match(r"%?([\w.-]+)", rest)
        first_element = elements.get(first.group(1), "") if first else ""
        if opcode in also_kept or keeps_type(opcode, type_text, first_element):
            kept += 1
            lines.append(line)
        else:
            lines.append(f"{head}{name}{equals}{opcode}({rest}")
    return "\n".join(lines) + "\n", types, kept


def infer(client, text):
    request = infer_pb2.InferShapesRequest(scope=infer_pb2.SCOPE_ALL_GRAPHS)
    return client.infer_shapes(text.encode(), request=request).response


def errors_of(response):
    return [d for d in response.diagnostics if d.severity == fact_pb2.Diagnostic.SEVERITY_ERROR]


def types_by_name(response):
    """All that the answer says of each value. A value of a function has a type for each call."""
    found = collections.defaultdict(list)
    for graph in response.graphs:
        for value in graph.values:
            found[value.name].append(value.type)
    for value in [*response.inputs, *response.outputs]:
        found[value.name].append(value.type)
    return found


def is_exact(own, element, dims):
    if own.WhichOneof("kind") != "tensor":
        return own.WhichOneof("kind") == "opaque" and element in ("token", "opaque")
    if own.tensor.element_type != shape_pb2.ElementType.Value("ELEMENT_TYPE_" + ELEMENTS.get(element, "UNSPECIFIED")):
        return False
    sizes = [dim.size if dim.WhichOneof("kind") == "size" else None for dim in own.tensor.shape.dims]
    return own.tensor.HasField("shape") and sizes == [int(dim) for dim in dims.split(",") if dim]


def compare(what, response, types, counts, tell):
    found = types_by_name(response)
    for name, (opcode, leaves, is_tuple) in types.items():
        for i, (element, dims) in enumerate(leaves):
            value = name if not is_tuple or len(leaves) == 1 else f"{name}#{i}"
            own = found.get(value) or found.get(f"{name}/{value}")
            if is_tuple and not own:
                # A tuple within a tuple: t#1.0.
                counts["nested or not told"] += 1
                continue
            if not own:
                counts["not told"] += 1
                continue
            for type_ in own:
                if is_exact(type_, element, dims):
                    counts["exact"] += 1
                elif type_.WhichOneof("kind") == "tensor" and any(
                        d.WhichOneof("kind") == "size" for d in type_.tensor.shape.dims) and (
                        [str(d.size) for d in type_.tensor.shape.dims] != [d for d in dims.split(",") if d]):
                    counts["wrong"] += 1
                    print(f"  wrong: {what}: {opcode} {value}: {type_.text}, XLA's {element}[{dims}]")
                else:
                    counts["unknown"] += 1
                    if tell:
                        print(f"  unknown: {what}: {opcode} {value}: {type_.text}, XLA's {element}[{dims}]")


class Xla:
    """XLA's parser in a process of its own, which a check of XLA may end."""
    PROGRAM = """
import struct, sys
from jaxlib import _hlo
while head := sys.stdin.buffer.read(4):
    try:
        _hlo.hlo_module_from_text(sys.stdin.buffer.read(struct.unpack("<I", head)[0]).decode())
        answer = ""
    except Exception as error:
        answer = " ".join(str(error).split())[-400:] or "refused"
    print(answer, flush=True)
"""

    def __init__(self):
        self.process = None

    def refusal(self, text):
        """What it says against a text; empty: nothing."""
        if self.process is None:
            self.process = subprocess.Popen([sys.executable, "-c", self.PROGRAM], stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.process.stdin.write(struct.pack("<I", len(text.encode())) + text.encode())
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if answer:
            return answer.decode().strip()
        self.process.wait()
        self.process = None
        return "a check ended XLA"


def is_refused(client, text):
    try:
        return bool(errors_of(infer(client, text)))
    except ShapewrightError as error:
        if error.code != grpc.StatusCode.INVALID_ARGUMENT:
            raise
        return True


def taken_by_xla(xla, texts):
    """Texts with as few types as XLA takes, and the opcodes whose types it does not infer."""
    kept, taken = set(), []
    for text in texts:
        while True:
            bare = without_types(text, kept)[0]
            refusal = xla.refusal(bare)
            opcode = re.search(r"cannot infer shape for opcode: ([a-z0-9-]+)", refusal)
            if not opcode or opcode.group(1) in kept:
                break
            kept.add(opcode.group(1))
        if refusal:
            print(f"  not mutated, as XLA refuses it: {refusal}")
        else:
            taken.append(bare)
    return taken, sorted(kept)


def change_a_number(text, rng):
    """A number of an instruction that is not a part of a name; which line, or nothing."""
    lines = text.splitlines()
    places = []
    for number, line in enumerate(lines):
        match = INSTRUCTION.match(line) or re.match(r"^(\s*(?:ROOT )?)(%?[\w.-]+)( = )()([a-z][a-z0-9-]*)\((.*)$", line)
        if not match or match.group(5) in ("constant", "parameter", "custom-call", "compare"):
            continue
        end = re.search(r", (metadata|backend_config|sharding|frontend_attributes|control-predecessors)=", line)
        for digits in re.finditer(r"(?<=[{\[,:=x_])\d+(?=[}\],:x_ ]|$)", line[:end.start() if end else len(line)]):
            if digits.start() > match.start(3):
                places.append((number, digits))
    if not places:
        return None
    number, digits = rng.choice(places)
    old = int(digits.group())
    new = rng.choice([n for n in (old + 1, old - 1, 2 * old + 3, 0) if n != old and n >= 0])
    lines[number] = lines[number][:digits.start()] + str(new) + lines[number][digits.end():]
    return "\n".join(lines) + "\n", f"{new} for {old}: {lines[number].strip()[:160]}"


def check_mutants(client, texts, count, rng, tell):
    verdicts = collections.Counter()
    xla = Xla()
    texts, kept = taken_by_xla(xla, texts if count else [])
    if count:
        print(f"mutants of {len(texts)} texts, which keep the types of {', '.join(kept)}")
    for _ in range(count):
        mutant = change_a_number(rng.choice(texts), rng)
        if mutant is None:
            continue
        text, what = mutant
        refusal = xla.refusal(text)
        theirs, own = bool(refusal), is_refused(client, text)
        verdicts[theirs, own] += 1
        if theirs and not own or tell and own and not theirs:
            print(f"  refused {'by XLA' if theirs else 'here'} only: {what} {refusal}", flush=True)
    return verdicts


def broken(text, rng):
    for _ in range(rng.randint(1, 4)):
        begin = rng.randrange(len(text))
        end = min(len(text), begin + rng.choice((1, 1, 2, 5, 40, 400)))
        piece = text[begin:end]
        text = rng.choice((text[:begin] + text[end:], text[:end] + piece + text[end:], text[:begin],
                           text[:begin] + rng.choice("(){}[]<>,:=%\"-/*x?_0123456789\n") + text[end:],
                           text[:begin] + rng.choice(text.split()) + text[begin:])) or "x"
    return text


def check_hostile(client, texts, count, rng):
    verdicts = collections.Counter()
    slowest = 0.0
    for _ in range(count):
        text = "HloModule m\n" + broken(rng.choice(texts), rng).partition("\n")[2]
        begin = time.perf_counter()
        verdicts["refused" if is_refused(client, text) else "taken"] += 1
        slowest = max(slowest, time.perf_counter() - begin)
    print(f"{count} hostile texts: {verdicts['taken']} taken, {verdicts['refused']} refused; the slowest took {slowest:.2f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bindings", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=0)
    parser.add_argument("--hostile", type=int, default=0)
    parser.add_argument("--tell", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    client = default_client()
    totals = collections.Counter()
    stripped, printed, seconds = [], [], 0.0
    for name, function, specs in stablehlo_models.MODELS:
        if options.names and name not in options.names:
            continue
        arguments, _, names = arguments_of(specs)
        for binding in bindings_of(names, options.bindings, rng) if names else [{}]:
            try:
                texts = texts_of(function, arguments, binding)
            except Exception as error:  # noqa: of jax: the function has no such sizes
                totals["bindings without a module"] += 1
                if options.tell:
                    print(f"{name} {binding}: {type(error).__name__}: {str(error)[:200]}")
                continue
            for kind, text in texts.items():
                what = f"{name} {kind} {binding}"
                begin = time.perf_counter()
                told = errors_of(infer(client, text))
                seconds += time.perf_counter() - begin
                totals["modules"] += 1
                bare, types, kept = without_types(text)
                response = infer(client, bare)
                for where, found in (("as printed", told), ("without types", errors_of(response))):
                    for error in found[:1]:
                        totals["modules refused"] += 1
                        print(f"  {what} {where}: {error.code}: {error.message[:300]}")
                totals["kept their types"] += kept
                compare(what, response, types, totals, options.tell)
                stripped.append(bare)
                printed.append(text)
    print(", ".join(f"{key}: {totals[key]}" for key in sorted(totals)) + f"; inference {seconds:.2f} s")
    mutants = check_mutants(client, printed, options.mutants, rng, options.tell)
    if mutants:
        print(f"{sum(mutants.values())} mutants: {mutants[True, True]} refused by both, {mutants[False, False]} taken by both, "
              f"{mutants[True, False]} refused by XLA only, {mutants[False, True]} refused here only")
    if options.hostile:
        check_hostile(client, stripped, options.hostile, rng)
    sys.exit(1 if totals["wrong"] or totals["modules refused"] or mutants[True, False] else 0)


if __name__ == "__main__":
    main()
