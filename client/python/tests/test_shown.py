"""How results show themselves: as text, in one line, and in notebooks."""
from html.parser import HTMLParser

import pytest

import shapewright
from shapewright import Client, CostTable, Guard, cost_table
from conftest import model

NASTY = "</td><script>alert(1)</script>"


class Cells(HTMLParser):
    """The rows of the tables, the texts outside, and the names of all elements."""

    def __init__(self, html):
        super().__init__()
        self.rows, self.texts, self.tags, self._open = [], [], set(), []
        self.feed(html)
        assert not self._open, f"not closed: {self._open}"

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self._open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        if self._open[-1] in ("td", "th"):
            self.rows[-1][-1] += data
        else:
            self.texts.append(data)


def cells(result):
    return Cells(result._repr_html_())


@pytest.fixture
def client(monkeypatch):
    monkeypatch.delenv("SHAPEWRIGHT_TARGET", raising=False)
    with Client() as made:
        yield made


def test_inferred_shapes(client, concat):
    result = client.infer_shapes(concat)
    shown = cells(result)
    assert shown.rows[:2] == [["value", "type", "shape", "producer"], ["X", "float", "[N, 3]", "input"]]
    assert ["N", "0..", ""] in shown.rows
    assert repr(result) == "<InferResult (X: float [N, 3], Y: float [M, 3]) -> (Z: float [N + M, 3])>"


def test_errors_are_below_the_tables(client):
    result = client.infer_shapes(model("g (float[2, 3] X, float[4, 5] Y) => (float Z) { Z = MatMul(X, Y) }"))
    assert any(text.startswith("error ") for text in cells(result).texts)
    assert repr(result).endswith("; 1 errors>")


def test_facts(client):
    facts = client.infer_shapes(model("g (float[N, K] X, float[L, 5] Y) => (float Z) { Z = MatMul(X, Y) }")).facts
    assert len(facts) == 1
    assert cells(facts).rows[1][0] == str(facts).splitlines()[-1].split("  ")[1]
    assert repr(facts).startswith("<Facts [")
    assert "K" in repr(facts) and "L" in repr(facts)


def test_evaluations(client, concat):
    result = client.evaluate_shapes(concat, [{"N": 2, "M": 5}, {"N": 2}, {"K": 1}])
    shown = cells(result[0])
    assert shown.rows == [["value", "type", "shape", "bytes"], ["Z", "float", "[7, 3]", "84"]]
    assert shown.texts[0] == "N=2, M=5: valid"
    assert "without a size: M" in cells(result[1]).texts
    assert any("error" in text for text in cells(result[2]).texts)
    assert len(cells(result).rows) == 4
    assert "Z [7, 3]" in repr(result[0]) and repr(result[0]) in repr(result)


def test_guards(client, concat):
    product = model("g (float[N, K] X, float[L, 5] Y) => (float Z) { Z = MatMul(X, Y) }")
    guard = Guard(client.compile_guard(product))
    shown = cells(guard)
    assert ["X", "float32", "[N, K]"] in shown.rows
    assert ["check", "otherwise"] in shown.rows and ["Z"] in shown.rows
    assert repr(guard).startswith("<Guard of X float32[N, K], Y float32[L, 5]: ")
    passed, failed = guard.check({"X": [2, 3], "Y": [3, 5]}), guard.check({"X": [2, 3], "Y": [4, 5]})
    assert ["Z", "[2, 5]", "40"] in cells(passed).rows and "pass" in cells(passed).texts
    assert failed.problems[0].text in cells(failed).texts
    assert str(failed).startswith("fail\n")


def test_costs(client, concat):
    table = cost_table(client.estimate_cost(concat, by="op"))
    assert cells(table).rows[0] == ["part", "nodes", "flops", "macs", "parameters", "bytes_read", "bytes_written"]
    assert len(cells(table).rows) == 1 + len(table.rows)
    assert repr(CostTable([])) == "<CostTable of 0 rows>"


def test_names_in_a_model_are_text(client):
    nasty = model("g (float[N] X) => (float Z) { Z = Relu(X) }")
    nasty.graph.output[0].name = nasty.graph.node[0].output[0] = NASTY
    sizes = client.evaluate(nasty, N=2)
    for result in (client.infer_shapes(nasty), sizes, Guard(client.compile_guard(nasty))):
        shown = cells(result)
        assert "script" not in shown.tags
        assert any(NASTY in row for row in shown.rows)


def test_values_that_terminals_obey_are_escaped(client):
    nasty = model("g (float[N] X) => (float Z) { Z = Relu(X) }")
    nasty.graph.output[0].name = nasty.graph.node[0].output[0] = "a\x1b[2Jb"
    sizes = client.evaluate(nasty, N=2)
    for text in (str(sizes), repr(sizes), repr(client.infer_shapes(nasty)), sizes._repr_html_()):
        assert "\x1b" not in text


def test_folders(concat, tmp_path):
    (tmp_path / "model.onnx").write_bytes(concat.SerializeToString())
    folder = shapewright.infer_folder(tmp_path)
    assert cells(folder).rows[1] == ["model.onnx", "X float [N, 3], Y float [M, 3]", "Z float [N + M, 3]", ""]
    assert repr(folder) == "<FolderResult of 1 models: 0 with errors, 0 not answered>"
