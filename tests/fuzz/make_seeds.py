"""Writes seeds of fuzzing: models of a few nodes, so that every operator of ONNX stands
in one of them, and texts of every form of the grammar.

usage: make_seeds.py CORPUS   (build/fuzz/seeds, between `./dev fuzz unpack` and `./dev fuzz pack`; with the PyPI package onnx: build/venv-score/bin/python)
"""

import pathlib
import sys

import onnx
from onnx import TensorProto, defs, helper

NODES_PER_MODEL = 6
AttrType = defs.OpSchema.AttrType
ATTRIBUTES = {
    AttrType.INT: 1, AttrType.INTS: [1, 1], AttrType.FLOAT: 1.0, AttrType.FLOATS: [1.0],
    AttrType.STRING: "linear", AttrType.STRINGS: ["a"],
    AttrType.TENSOR: helper.make_tensor("", TensorProto.INT64, [1], [2])}
ELEMENTS = {"tensor(int64)": TensorProto.INT64, "tensor(bool)": TensorProto.BOOL,
            "tensor(int32)": TensorProto.INT32, "tensor(string)": TensorProto.STRING,
            "tensor(uint8)": TensorProto.UINT8, "tensor(int8)": TensorProto.INT8}

EXPRESSIONS = [
    "N + 5", "2*N*H", "(H - 3)//2 + 1", "ceildiv(N, 4)", "min(N, 8, m)", "mod(N, 2)",
    "broadcast(N, M)", "3*2^(N - 1)", "H//2^min(N, 63)", "truncdiv(x[], 3)", "max(0, x[2] - 1)", "`a b`*2 + `c``d`", "?1 + ? - ?2",
    "N*(M + 1)*(M - 1)", "-N + -3", "N//4*4 + mod(N, 4)", "floordiv(6*N + 4, 2)",
    "9223372036854775807 - N", "-9223372036854775808", "mod(-H, 7) + H", "a*b//a", "(N + 3)//4//2",
    "max(N, min(M, 8)) - N", "Min(N, FloorDiv(M, 2))"]
SHAPES = [
    "[N, 3, ?1, 2..8]", "?", "rank 2..4", "[]", "[2.., ..8, -5..4, 3..3]", "float32[N, 3]",
    "int64?", "float32 rank ..3", "sparse(float32[3, N])", "seq(float32[N]; N + 1)",
    "seq(int8 rank 1..2; 2; int8[1], int8[2, min(N, 3)])", "map(string, int64[])",
    "optional(seq(?); present)", "optional(float16[]; absent)", "opaque(`my.domain`, `a``b`)",
    "[x[2], y[], `a, b]`]", "[(N - 1)//2, max(0, N - 3)]", "2..8", "..", "-3..", "undefined[2]"]

STABLEHLO = pathlib.Path(__file__).parents[1] / "data" / "stablehlo"
HLO = pathlib.Path(__file__).parents[1] / "data" / "hlo"
OPENVINO = pathlib.Path(__file__).parents[1] / "conformance" / "openvino"
BODIES = pathlib.Path(__file__).parents[1] / "data" / "openvino" / "bodies.xml"
LONGEST_MODULE = 4000


def body():
    """A body of If, Loop or Scan: its operands are what the mutator finds around it."""
    condition = helper.make_tensor_value_info("c", TensorProto.BOOL, [])
    return helper.make_graph([helper.make_node("Identity", ["c"], ["d"])], "body", [condition],
                             [helper.make_tensor_value_info("d", TensorProto.BOOL, [])])


def attribute(item):
    value = body() if item.type == AttrType.GRAPH else ATTRIBUTES.get(item.type)
    return None if value is None else helper.make_attribute(item.name, value)


def element(schema, formal):
    allowed = {c.type_param_str: c.allowed_type_strs for c in schema.type_constraints}
    types = allowed.get(formal.type_str, [formal.type_str])
    return TensorProto.FLOAT if "tensor(float)" in types else ELEMENTS.get(types[0], TensorProto.FLOAT)


def node(schema, prefix, graph):
    """A node with the operands that it must have; sizes and indices are constants."""
    names = []
    for index, formal in enumerate(schema.inputs[:max(schema.min_input, 1)]):
        name = f"{prefix}_{index}"
        kind = element(schema, formal)
        if kind == TensorProto.INT64 and index > 0:
            graph.initializer.append(helper.make_tensor(name, kind, [2], [0, 1]))
        else:
            graph.input.append(helper.make_tensor_value_info(name, kind, ["N", 3, "H", 4]))
        names.append(name)
    made = helper.make_node(schema.name, names, [f"{prefix}_y"], domain=schema.domain)
    for item in schema.attributes.values():
        if item.required and (filled := attribute(item)) is not None:
            made.attribute.append(filled)
    graph.node.append(made)
    graph.output.add().name = f"{prefix}_y"


def model(schemas):
    graph = onnx.GraphProto(name="g")
    for index, schema in enumerate(schemas):
        node(schema, f"v{index}", graph)
    opsets = {s.domain: defs.onnx_opset_version() if not s.domain else 3 for s in schemas}
    return helper.make_model(graph, producer_name="",
                             opset_imports=[helper.make_opsetid(*o) for o in opsets.items()])


def request(onnx_bytes):
    """An InferShapesRequest { model { onnx } }, by hand."""
    def field(content):
        size, length = b"", len(content)
        while length > 127:
            size, length = size + bytes([length & 127 | 128]), length >> 7
        return b"\x0a" + size + bytes([length]) + content
    return field(field(onnx_bytes))


PAGE = pathlib.Path(__file__).parents[2] / "docs" / "operator_rules.md"


def signatures():
    """Those of the page about them."""
    block = PAGE.read_text(encoding="utf-8").split("```signatures\n")[1].split("```")[0]
    return [line.split("   ")[0] for line in block.splitlines()]


def write_openvino(folder):
    """A model of each version of each operator, and one of bodies: the XML, a NUL, the weights."""
    sys.path.insert(0, str(OPENVINO))
    import ir_case
    folder.mkdir(exist_ok=True)
    written = set()
    for line in (OPENVINO / "cases.txt").read_text(encoding="utf-8").splitlines():
        case, _, expected = line.partition(" => ")
        name = case.split("|")[0].strip()
        if not case or case.startswith("#") or expected == "REFUSED" or name in written:
            continue
        written.add(name)
        xml, weights = ir_case.to_ir(case)
        (folder / name).write_bytes(xml.encode() + b"\0" + weights)
    bodies = BODIES.read_bytes() + b"\0" + BODIES.with_suffix(".bin").read_bytes()
    (folder / "bodies").write_bytes(bodies)


def write_texts(folder, texts):
    for number, text in enumerate(texts):
        (folder / f"seed_{number:02}").write_text(text)


def main():
    corpus = pathlib.Path(sys.argv[1])
    write_texts(corpus / "expression_text", EXPRESSIONS)
    write_texts(corpus / "shape_text", SHAPES)
    write_texts(corpus / "signature_text", signatures())
    (corpus / "stablehlo_text").mkdir(exist_ok=True)
    for module in sorted(STABLEHLO.glob("*.mlir")):
        if module.stat().st_size <= LONGEST_MODULE:
            (corpus / "stablehlo_text" / module.name).write_bytes(module.read_bytes())
    (corpus / "hlo_text").mkdir(exist_ok=True)
    for module in sorted(HLO.glob("*.hlo")):
        if module.stat().st_size <= LONGEST_MODULE:
            (corpus / "hlo_text" / module.name).write_bytes(module.read_bytes())
    (corpus / "stablehlo_bytecode").mkdir(exist_ok=True)
    for module in sorted(STABLEHLO.glob("*.mlirbc")):
        if module.stat().st_size <= LONGEST_MODULE:
            (corpus / "stablehlo_bytecode" / module.name).write_bytes(module.read_bytes())
    write_openvino(corpus / "openvino_reader")
    schemas = sorted(defs.get_all_schemas(), key=lambda s: (s.domain, s.name))
    schemas = [s for s in schemas if s.domain in ("", "ai.onnx.ml")]
    for start in range(0, len(schemas), NODES_PER_MODEL):
        chosen = schemas[start:start + NODES_PER_MODEL]
        content = model(chosen).SerializeToString(deterministic=True)
        name = "operators_" + "_".join((chosen[0].name, chosen[-1].name)) + ".onnx"
        (corpus / "onnx_model" / name).write_bytes(content)
        if start % (8 * NODES_PER_MODEL) == 0:
            (corpus / "onnx_reader" / name).write_bytes(content)
            (corpus / "infer_request" / name.replace(".onnx", ".pb")).write_bytes(request(content))


if __name__ == "__main__":
    main()
