"""Answers as graphs for a viewer, with plain data; tests/conformance/check_viewer.py has them in the viewer itself."""
import onnx
import pytest

from shapewright.shared_client import default_client
from shapewright.model_explorer.convert import graphs_of, module_path, shapes_request
from conftest import model

BRANCHES = """
g (float[N, 3] x, bool c) => (float[A, B] y)
{
    h = Relu (x)
    y = If (c) <then_branch = t () => (float[A, B] u) { u = Neg (h) },
                else_branch = e () => (float[A, B] v) { v = Add (h, h) }>
}
"""


def converted(message):
    data = message.SerializeToString()
    result = default_client().infer_shapes(data, request=shapes_request(), stream=True)
    return {graph.id: graph for graph in graphs_of(message, result.response)}


def by_id(graph):
    return {node.id: node for node in graph.nodes}


def test_nodes_lines_and_types():
    nodes = by_id(converted(model(BRANCHES))["main graph"])
    assert [*nodes] == ["input 0", "input 1", "node 0", "node 1", "output 0"]
    assert nodes["node 0"].label == "Relu"
    assert nodes["node 0"].edges == [("input 0", "0", "0")]
    assert nodes["node 1"].edges == [("input 1", "0", "0")]
    assert nodes["output 0"].edges == [("node 1", "0", "0")]
    assert nodes["node 0"].outputs == [
        {"__tensor_tag": "h", "shape": "[N, 3]", "element type": "float", "known": "exact"}
    ]
    assert nodes["node 1"].inputs[0]["shape"] == "[]"


def test_bodies_are_graphs_of_their_own_with_what_they_read():
    graphs = converted(model(BRANCHES))
    owner = by_id(graphs["main graph"])["node 1"]
    assert [*graphs][1:] == owner.subgraphs
    then = by_id(graphs[owner.subgraphs[0]])
    assert then["outer h"].outputs[0]["shape"] == "[N, 3]"
    assert then["outer h"].attributes["of"] == "main graph"
    assert then["node 0"].edges == [("outer h", "0", "0")]
    assert then["output 0"].edges == [("node 0", "0", "0")]
    other = by_id(graphs[owner.subgraphs[1]])
    assert other["node 0"].edges == [("outer h", "0", "0"), ("outer h", "0", "1")]


def test_functions_are_graphs_that_their_calls_lead_to():
    message = onnx.parser.parse_model(
        """
        <ir_version: 8, opset_import: ["" : 17, "d" : 1]>
        g (float[N, 3] x) => (float[A, B] y) { y = d.f (x) }
        <domain: "d", opset_import: ["" : 17]>
        f (a) => (b) { k = Relu (a)
                       b = Neg (k) }
        """
    )
    graphs = converted(message)
    call = by_id(graphs["main graph"])["node 0"]
    assert call.label == "d:f"
    assert [graph for graph in graphs if graph.startswith("function f")] == call.subgraphs
    assert by_id(graphs[call.subgraphs[0]])["node 1"].edges == [("node 0", "0", "0")]


def test_what_must_hold_and_what_is_wrong_stands_at_the_node():
    message = model("g (float[N] x, float[M] z) => (float[A] y) { y = Add (x, z) }")
    graph = converted(message)["main graph"]
    added = by_id(graph)["node 0"]
    facts = [text for key, text in added.attributes.items() if key.startswith("must hold")]
    assert facts and all(fact in graph.attributes["must hold"] for fact in facts)
    wrong = by_id(converted(model("g (float[3] x, float[4] z) => (float[A] y) { y = Add (x, z) }"))["main graph"])
    assert wrong["node 0"].attributes["diagnostic"].startswith("error ")
    assert wrong["node 0"].border != added.border == ""


# NonZero gives at most as many columns as there are elements; how many axes Reshape gives is the size of `s`.
@pytest.mark.parametrize(
    "nodes, known",
    [
        ("y = Relu (x)", "exact"),
        ("y = NonZero (x)", "bounded"),
        ("y = Reshape (x, s)", "unknown"),
    ],
)
def test_how_much_is_known(nodes, known):
    graph = converted(model(f"g (float[2, N] x, int64[K] s) => (y) {{ {nodes} }}"))["main graph"]
    made = graph.nodes[-2]
    assert made.attributes["known"] == made.outputs[0]["known"] == known
    assert (made.background == "") == (known == "exact")


@pytest.mark.parametrize(
    "name, scopes, path",
    [
        ("/encoder/layer.0/Add", "", "encoder/layer.0"),
        ("Add_3", "", ""),
        ("n", "['', 'encoder', 'encoder.layer.0', 'add']", "encoder/layer.0"),
        ("n", "['', 'a/b', 'add']", "a_b"),
        ("a/b", "no list", ""),
        ("a/b", "[" * 10000, ""),
    ],
)
def test_modules_are_what_the_exporter_wrote_else_the_name(name, scopes, path):
    assert module_path(name, scopes) == path


def test_an_answer_about_another_model_has_no_nodes():
    message = model(BRANCHES)
    data = message.SerializeToString()
    response = default_client().infer_shapes(data, request=shapes_request()).response
    other = model("g (float[N, 3] x) => (float[A, B] y) { y = Relu (x) }")
    main, *bodies = graphs_of(other, response)
    assert len(bodies) == 2
    assert all(node.id.startswith(("input", "output", "outer")) for body in bodies for node in body.nodes)
