"""shapewright.infer_shapes() against a real server; what is expected is what ONNX 1.23 does."""
import os
import socket as socket_module
import subprocess
import sys
import time

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper

import shapewright
from conftest import external_tensor, model, value_infos
from shapewright.onnx import shape_inference


def test_values_and_outputs(concat):
    result = shapewright.infer_shapes(concat)
    assert value_infos(result.graph) == {"A": ("N + M", 3), "Z": ("N + M", 3)}
    assert result.graph.value_info[0].type.tensor_type.elem_type == onnx.TensorProto.FLOAT


def test_an_output_listed_twice_is_written_twice():
    twice = model("g (float[N, 3] X) => (float[a, b] Y, float[a, b] Y) { Y = Relu(X) }")
    outputs = shapewright.infer_shapes(twice).graph.output
    assert [[dim.dim_param or dim.dim_value for dim in y.type.tensor_type.shape.dim] for y in outputs] == 2 * [["N", 3]]


@pytest.mark.parametrize("infer", [shapewright.infer_shapes, shape_inference.infer_shapes])
def test_bytes_are_taken_too(infer, concat):
    assert infer(concat.SerializeToString()) == shapewright.infer_shapes(concat)


def test_facts_of_shared_names_say_which_inputs():
    shared = model("g (float[N, 3] X, float[3, N] Y) => (float Z) { Z = MatMul(X, Y) }")
    with shapewright.Client(shapewright.local_server.default_target()) as client:
        result = client.infer_shapes(shared)
    assert "X[0] = Y[1]" in str(result)
    assert "N = N" not in str(result)


@pytest.mark.parametrize("infer", [shapewright.infer_shapes, shape_inference.infer_shapes])
@pytest.mark.parametrize("wrong", [os, 7, onnx.GraphProto()])
def test_other_types_are_refused(infer, wrong):
    with pytest.raises(TypeError):
        infer(wrong)


def test_onnx_own_way_refuses_paths():
    with pytest.raises(TypeError, match="use infer_shapes_path"):
        shape_inference.infer_shapes("model.onnx")


def test_the_callers_model_stays_as_it_is(concat):
    weights = np.arange(4096, dtype=np.float32)
    concat.graph.initializer.append(numpy_helper.from_array(weights, "w"))
    concat.graph.initializer.append(external_tensor("e", [4]))
    before = concat.SerializeToString()
    result = shapewright.infer_shapes(concat)
    assert concat.SerializeToString() == before
    assert result.graph.initializer[0] == concat.graph.initializer[0]


def test_unknown_dims_have_names():
    """ONNX names each unknown dim by unk__ and a number that the model does not use."""
    result = shapewright.infer_shapes(
        model("g (float[unk__0] X) => (int64 A, int64 B) { A = NonZero(X) Y = Neg(X) B = NonZero(Y) }")
    )
    infos = value_infos(result.graph)
    names = {infos["A"][1], infos["B"][1]}
    assert len(names) == 2 and "unk__0" not in names
    assert all(name.startswith("unk__") for name in names)


def test_subgraphs_are_filled_in():
    result = shapewright.infer_shapes(
        model(
            """g (bool C, float[N] X) => (float Z) {
                 Z = If(C) <then_branch = t () => (float T) { S = Neg(X) T = Concat<axis = 0>(S, X) },
                            else_branch = e () => (float E) { E = Identity(X) }>
               }"""
        )
    )
    then_branch = next(a.g for a in result.graph.node[0].attribute if a.name == "then_branch")
    assert value_infos(then_branch) == {"S": ("N",), "T": ("2*N",)}


FUNCTIONS = """<ir_version: 10, opset_import: ["" : 17, "local" : 1]>
g (float[N] X, float[M] Y) => (float A, float B) { A = local.twice(X) B = local.twice(%s) }
<domain: "local", opset_import: ["" : 17]> twice (P) => (R) { Q = Concat<axis = 0>(P, P) R = Neg(Q) }"""


def test_functions_are_filled_in_where_all_calls_agree():
    result = shapewright.infer_shapes(onnx.parser.parse_model(FUNCTIONS % "X"))
    assert [info.name for info in result.functions[0].value_info] == ["Q", "R"]
    assert value_infos(result.graph) == {"A": ("2*N",), "B": ("2*N",)}
    result = shapewright.infer_shapes(onnx.parser.parse_model(FUNCTIONS % "Y"))
    assert not result.functions[0].value_info
    assert value_infos(result.graph) == {"A": ("2*N",), "B": ("2*M",)}


def test_names_of_inner_dims_stay():
    """As in ONNX; names of inputs' dims and expressions over them would say more."""
    proto = model(
        """g (float S, int64[K] U, float[N] V) => (float[d, e] Y, float[f] W)
           <float[4, a] X, float[b, c] Z>
           { X = Reshape(S, U) Z = Reshape(S, U) Y = MatMul(X, Z) W = Concat<axis = 0>(V, V) }"""
    )
    result = value_infos(shapewright.infer_shapes(proto).graph)
    assert result == {"X": (4, "a"), "Z": ("b", "c"), "Y": (4, "e"), "W": ("2*N",)}
    expected = value_infos(onnx.shape_inference.infer_shapes(proto).graph)
    assert {**expected, "W": result["W"]} == result


# Graphs in which something is wrong, in some modes.
WRONG = {
    "shapes": "g (float[2, 3] X, float[4, 5] Y) => (float[A, B] Z) { Z = MatMul(X, Y) }",
    "element types": "g (float[2] X, int64[2] Y) => (float[A] Z) { Z = Add(X, Y) }",
    "an element type": "g (string[2] X) => (string[A] Z) { Z = Relu(X) }",
    "a declared rank": "g (float[2, 3] X) => (float[A] Z) { Z = Relu(X) }",
    "a declared size": "g (float[2, 3] X) => (float[3, 3] Z) { Z = Relu(X) }",
    "a declared element type": "g (float[2] X) => (int64[2] Z) { Z = Relu(X) }",
    "a declared sequence": """g (float[2] X) => (seq(float[3]) Z) { Z = SequenceConstruct(X) }""",
    "an output of a branch": """g (bool C, float[2, 3] X) => (float[A, B] Z) {
        Z = If(C) <then_branch = t () => (float[2, 4] T) { T = Relu(X) },
                   else_branch = e () => (float[A, B] E) { E = Relu(X) }> }""",
    "an initializer": "g (float[2] X) => (float[A] Z) <float[3] X = {1, 2, 3}> { Z = Relu(X) }",
    "both branches": """g (bool C, float[2, 3] X) => (float[A, B] Z) {
        Z = If(C) <then_branch = t () => (float[A, B] T) { T = MatMul(X, X) },
                   else_branch = e () => (float[A, B] E) { E = MatMul(X, X) }> }""",
    "an operator": "g (float[2] X) => (float[A] Z) { Y = Foo(X) Z = Relu(Y) }",
    "after an unknown operator": """g (float[2, 3] X) => (float[A, B] Z) {
        Y = Foo(X) Z = MatMul(X, X) }""",
    "the order": "g (float[2] X) => (float[A] Z) { Z = Relu(Y) Y = Relu(X) }",
    "a size of a declared iteration": """g (int64 M, bool C, float[3] X) => (float[A, 3] Z) {
        Z = Loop(M, C) <body = b (int64[1] i, c) => (d, float[3] o) {
            d = Identity(c) o = Identity(X) }> }""",
    "a declared expression": """g (float[2, n] X, float[2, m] Y) => (float[2, n] Z) {
        W = Concat<axis = 1>(X, Y) Z = Relu(W) }""",
    "weights of an RNN": """g (float[4, 1, 8] X, float[1, 16, 8] W, float[1, 16, 16] R) => (float[A, B, C, D] Y) {
        Y = RNN<hidden_size = 16, direction = "bidirectional">(X, W, R) }""",
    "elements of a sequence": """g (float[2, 3] X, float[2, 4] Y) => (float[A, B] Z) {
        S = SequenceConstruct(X, Y) Z = ConcatFromSequence<axis = 0>(S) }""",
    "sizes of int32": "g () => (float[A] Z) <int32[1] S = {4}> { Z = ConstantOfShape(S) }",
    "an overflow": "g (float[1, 1, 1, 1] X) => (float[A, B, C, D] Z) { Z = DepthToSpace<blocksize = 4294967296>(X) }",
    "a branch that never runs": """g (float[2, 3] X) => (float[A, B] Z) <bool C = {1}> {
        Z = If(C) <then_branch = t () => (float[A, B] T) { T = Relu(X) },
                   else_branch = e () => (float[A, B] E) { E = Softmax<axis = 2>(X) }> }""",
    "sizes in a branch that never runs": """g (float[2, 3] X) => (float[A, B] Z) <bool C = {1}> {
        Z = If(C) <then_branch = t () => (float[A, B] T) { T = Relu(X) },
                   else_branch = e () => (float[A, B] E) {
                       S = Shape<start = 0, end = 1>(X) P = Neg(S) E = Reshape(X, P) }> }""",
    "an axis named twice": """g (float[2, 3] X) => (float[A, B] Z) <int64[2] S = {2, 5}> {
        Z = CenterCropPad<axes = [1, -1]>(X, S) }""",
    "starts without ends": """g (float[2, 3] X) => (float[A, B] Z) <int64[1] S = {0}, int64[2] E = {2, 2}> {
        Z = Slice(X, S, E) }""",
    "dilations of another image": """g (float[1, 5, 5] X) => (Z) <int64[2] I = {5, 5}, int64[2] B = {1, 5}> {
        Z = Col2Im<dilations = [1]>(X, I, B) }""",
    "the number of a TopK": """g (float[9] X) => (float[A] Z, int64[A] I) <int64[2] K = {2, 3}> { Z, I = TopK(X, K) }""",
    "results of no training": """g (float[2, 3] X, float[3] S) => (float[A, B] Z, float[3] M) {
        Z, M = BatchNormalization(X, S, S, S, S) }""",
    "words of two sentences": """g (string[2, 3] X) => (string[A, B] Z) { Z = StringNormalizer(X) }""",
    "nothing": "g (float[2] X) => (float[A] Z) { Z = Relu(X) }",
}


def raised(infer, proto, **flags):
    try:
        infer(proto, **flags)
    except Exception as error:
        return type(error)
    return None


def assert_raises_as_onnx(proto, **flags):
    expected = raised(onnx.shape_inference.infer_shapes, proto, **flags)
    assert raised(shapewright.infer_shapes, proto, **flags) is expected


@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("check_type", [False, True])
@pytest.mark.parametrize("strict_mode", [False, True])
def test_raises_where_onnx_does(what, check_type, strict_mode):
    assert_raises_as_onnx(model(WRONG[what]), check_type=check_type, strict_mode=strict_mode)


@pytest.mark.parametrize("strict_mode", [False, True])
def test_s36_a_branch_that_cannot_run_is_no_error(strict_mode):
    """ONNX raises: it does not ask whether the branch runs."""
    proto = model(
        """g (bool C, float[2, 3] X) => (float[A, B] Z) {
            Z = If(C) <then_branch = t () => (float[A, B] T) { T = Relu(X) },
                       else_branch = e () => (float[A, B] E) { E = MatMul(X, X) }> }"""
    )
    output = shapewright.infer_shapes(proto, strict_mode=strict_mode).graph.output[0]
    assert [dim.dim_value for dim in output.type.tensor_type.shape.dim] == [2, 3]


@pytest.mark.parametrize("strict_mode", [False, True])
@pytest.mark.parametrize("count", [0, 1])
def test_checks_the_number_of_inputs(count, strict_mode):
    nodes = [helper.make_node("And", ["X"][:count], ["Y"])]
    graph = helper.make_graph(
        nodes, "g", [helper.make_tensor_value_info("X", 9, [2])], [onnx.ValueInfoProto(name="Y")]
    )
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    assert_raises_as_onnx(proto, check_type=True, strict_mode=strict_mode)


# Graphs whose nodes are in no order, and the same in order.
UNORDERED = {
    "nodes": (
        "g (float[n, 3] X) => (Z) { Z = Relu(Y) Y = Concat<axis = 0>(X, X) W = Abs(X) }",
        "g (float[n, 3] X) => (Z) { Y = Concat<axis = 0>(X, X) Z = Relu(Y) W = Abs(X) }",
    ),
    "nodes of a branch, and what it captures": (
        """g (bool C, float[n, 3] X) => (Z) {
            Z = If(C) <then_branch = t () => (T) { T = Relu(S) S = Concat<axis = 0>(X, X) },
                       else_branch = e () => (E) { E = Relu(W) }>
            W = Neg(X) }""",
        """g (bool C, float[n, 3] X) => (Z) {
            W = Neg(X)
            Z = If(C) <then_branch = t () => (T) { S = Concat<axis = 0>(X, X) T = Relu(S) },
                       else_branch = e () => (E) { E = Relu(W) }> }""",
    ),
}


@pytest.mark.parametrize("what", UNORDERED)
def test_nodes_in_no_order(what):
    unordered, ordered = (model(text) for text in UNORDERED[what])
    result = shapewright.infer_shapes(unordered).graph
    expected = shapewright.infer_shapes(ordered).graph
    assert value_infos(result) == value_infos(expected)
    assert [node.output for node in result.node] == [node.output for node in unordered.graph.node]

    def branches(graph):
        return {
            attribute.name: value_infos(attribute.g)
            for node in graph.node
            for attribute in node.attribute
            if attribute.HasField("g")
        }

    assert branches(result) == branches(expected)


CYCLES = {
    "two nodes": "g (float[n, 3] X) => (Z) { A = Gemm(X, B) B = Shape(A) Z = Abs(X) }",
    "a node alone": "g (float[n, 3] X) => (Z) { A = Add(X, A) Z = Abs(X) }",
}


@pytest.mark.parametrize("what", CYCLES)
def test_cycles_as_onnx_infers_them(what):
    proto = model(CYCLES[what])
    result = shapewright.infer_shapes(proto).graph
    assert result.node == proto.graph.node
    assert value_infos(result) == value_infos(onnx.shape_inference.infer_shapes(proto).graph)


def untyped_input(op_type):
    nodes = [helper.make_node(op_type, ["X"], ["Y"])]
    graph = helper.make_graph(nodes, "g", [onnx.ValueInfoProto(name="X")], [onnx.ValueInfoProto(name="Y")])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])


@pytest.mark.parametrize("strict_mode", [False, True])
@pytest.mark.parametrize("op_type", ["Relu", "Transpose", "Shape", "NonZero", "Not", "Identity"])
def test_inputs_without_a_type(op_type, strict_mode):
    assert_raises_as_onnx(untyped_input(op_type), strict_mode=strict_mode)


@pytest.mark.parametrize("strict_mode", [False, True])
@pytest.mark.parametrize("raw", [False, True])
def test_constants_without_elements(raw, strict_mode):
    proto = model("""g () => (float[A] Z) <float S = {1}, float L = {5}, float D = {2}> {
        Z = Range(S, L, D) }""")
    proto.graph.initializer[2].ClearField("float_data")
    if raw:
        proto.graph.initializer[2].raw_data = b""
    assert_raises_as_onnx(proto, strict_mode=strict_mode)


@pytest.mark.parametrize("strict_mode", [False, True])
def test_outputs_of_a_function_that_a_call_leaves_out(strict_mode):
    text = """<ir_version: 10, opset_import: ["" : 17, "l" : 1]>
    g (float[2] X) => (float[2] Y) { Y = l.f(X) }
    <domain: "l", opset_import: ["" : 17]> f (x) => (y, z) { y = Relu(x) z = Neg(x) }"""
    assert_raises_as_onnx(onnx.parser.parse_model(text), strict_mode=strict_mode)


def test_too_few_outputs():
    nodes = [helper.make_node("Split", ["X"], [])]
    x = helper.make_tensor_value_info("X", 1, [2])
    graph = helper.make_graph(nodes, "g", [x], [])
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    with pytest.raises(onnx.shape_inference.InferenceError, match="at least one output"):
        shapewright.infer_shapes(proto, check_type=True, strict_mode=True)


def test_operators_that_the_process_has_registered():
    """Their functions are asked; what follows from the result is found by the server."""

    def double(context):
        result = context.get_input_type(0)
        result.tensor_type.shape.dim[0].dim_value *= 2
        context.set_output_type(0, result)

    formal = onnx.defs.OpSchema.FormalParameter
    schema = onnx.defs.OpSchema(
        "Double", "own", 1, inputs=[formal("x", "tensor(float)")], outputs=[formal("y", "tensor(float)")]
    )
    schema.set_type_and_shape_inference_function(double)
    onnx.defs.register_schema(schema)
    try:
        text = """<ir_version: 10, opset_import: ["" : 17, "own" : 1]>
        g (float[3] X) => (float[A] Z) { W = Concat<axis = 0>(X, X) Y = own.Double(W)
                                          Z = Concat<axis = 0>(X, Y) }"""
        result = shapewright.infer_shapes(onnx.parser.parse_model(text))
    finally:
        onnx.defs.deregister_schema("Double", 1, "own")
    assert value_infos(result.graph) == {"W": (6,), "Y": (12,), "Z": (15,)}


def test_inputs_with_an_initializer_are_constants():
    proto = model(
        "g (float[6] X, int64[2] S) => (float[A, B] Y) <int64[2] S = {2, 3}> { Y = Reshape(X, S) }"
    )
    result = shapewright.infer_shapes(proto)
    assert value_infos(result.graph) == {"Y": (2, 3)}
    assert result.graph.input == proto.graph.input


@pytest.mark.parametrize("strict_mode", [False, True])
def test_functions_that_call_each_other(strict_mode):
    text = """<ir_version: 10, opset_import: ["" : 17, "l" : 1]>
    g (float[2] X) => (float[2] Z) { Z = Relu(X) }
    <domain: "l", opset_import: ["l" : 1]> f (x) => (y) { y = l.h(x) }
    <domain: "l", opset_import: ["l" : 1]> h (x) => (y) { y = l.f(x) }"""
    assert_raises_as_onnx(onnx.parser.parse_model(text), strict_mode=strict_mode)


def test_malformed_bytes():
    with pytest.raises(Exception) as caught:
        shape_inference.infer_shapes(b"\xff\xff\xff")
    assert type(caught.value).__name__ == "DecodeError"


@pytest.mark.parametrize("strict_mode", [False, True])
def test_an_opset_that_is_missing(strict_mode):
    node = helper.make_node("Foo", ["X"], ["Y"], domain="nowhere")
    x = helper.make_tensor_value_info("X", 1, [2])
    graph = helper.make_graph([node], "g", [x], [])
    proto = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    assert_raises_as_onnx(proto, strict_mode=strict_mode)


@pytest.mark.parametrize("end", ["", "import os; os.kill(os.getpid(), 9)"])
def test_the_local_server_ends_with_the_process(tmp_path, end):
    code = f"""
import onnx, shapewright
shapewright.infer_shapes(onnx.ModelProto(ir_version=8, graph=onnx.GraphProto(name="g")))
{end}
"""
    environment = {k: v for k, v in os.environ.items() if k != "SHAPEWRIGHT_TARGET"}
    environment["TMPDIR"] = str(tmp_path)
    ended = subprocess.run([sys.executable, "-c", code], env=environment, check=False)
    assert ended.returncode == (-9 if end else 0)
    sockets = [str(path / "socket") for path in tmp_path.iterdir()]
    assert len(sockets) == (1 if end else 0)
    for socket in sockets:  # one that was killed leaves its folder, and nobody serves it any more
        wait_for(lambda: not is_served(socket))


def is_served(path):
    with socket_module.socket(socket_module.AF_UNIX) as connection:
        return connection.connect_ex(path) == 0


def wait_for(condition):
    for _ in range(1000):
        if condition():
            return
        time.sleep(0.02)
    pytest.fail("in vain")


@pytest.mark.parametrize(
    "node, is_raised",
    [("Reshape(X, E)", True), ("Expand(X, E)", True), ("Slice(X, I, E)", False), ("Gather(X, E)", False)],
)
def test_strict_mode_refuses_decisive_elements_in_files(node, is_raised):
    """As onnx.shape_inference does: it reads no external files."""
    content = model(f"g (float[2, 3] X, int64[2] I) => (float[A, B] Y) {{ Y = {node} }}")
    tensor = external_tensor("E", [2])
    tensor.data_type = onnx.TensorProto.INT64
    content.graph.initializer.append(tensor)
    shapewright.infer_shapes(content)
    for infer in (shapewright.infer_shapes, onnx.shape_inference.infer_shapes):
        if is_raised:
            with pytest.raises(onnx.shape_inference.InferenceError):
                infer(content, strict_mode=True)
        else:
            infer(content, strict_mode=True)


# Of these ONNX says something else first, or ends the process.
NO_ORACLE = {"Loop", "LabelEncoder", "TreeEnsemble", "Momentum"}


@pytest.mark.parametrize("name", sorted({s.name for s in onnx.defs.get_all_schemas_with_history()} - NO_ORACLE))
def test_too_few_inputs_raise_where_onnx_raises(name):
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.name != name or schema.domain not in ("", "ai.onnx.ml", "ai.onnx.preview"):
            continue
        for count in range(schema.min_input):
            if any("tensor(float)" not in i.types and "tensor(int64)" not in i.types for i in schema.inputs[:count]):
                continue
            inputs = [
                helper.make_tensor_value_info(f"i{i}", 1 if "tensor(float)" in formal.types else 7, [2, 3])
                for i, formal in enumerate(schema.inputs[:count])
            ]
            outputs = [f"o{i}" for i in range(max(1, schema.min_output))]
            node = helper.make_node(name, [i.name for i in inputs], outputs, domain=schema.domain)
            content = helper.make_model(
                helper.make_graph([node], "g", inputs, []),
                opset_imports=[helper.make_opsetid(schema.domain, schema.since_version)],
                ir_version=10,
            )
            raised = []
            for infer in (shapewright.infer_shapes, onnx.shape_inference.infer_shapes):
                try:
                    infer(content)
                    raised.append(False)
                except onnx.shape_inference.InferenceError:
                    raised.append(True)
            assert raised[0] == raised[1], (schema.domain, schema.since_version, count)
