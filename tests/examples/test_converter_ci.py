"""examples/converter_ci. What is wrong with the models is by ONNX's specification of the operators."""
import pytest

from programs import model, run, run_process

PROGRAM = "converter_ci/check_models.py"
GOOD = "g (float[N, 3] x) => (float[N, 3] y) { y = Relu(x) }"
# 3 columns by 4 rows.
MISMATCH = "g (float[N, 3] x, float[4, 5] w) => (float[N, 5] y) { y = MatMul(x, w) }"
# The batch is open, but the constant says that there are 2 x 3 elements.
BAKED = """g (float[N, 3] x) => (float[A, B] y) {
    two = Constant<value_ints: ints = [2, 3]>()
    y = Reshape(x, two)
}"""
# Of which rank is not known before K is.
UNKNOWN = "g (float[N] x, int64[K] s) => (float[] y) { y = Reshape(x, s) }"


@pytest.fixture
def models(tmp_path):
    """Writes models, each into a folder of its own, and gives their paths."""

    def write(**graphs):
        for name in graphs:
            (tmp_path / name).mkdir()
        return [model(graph, tmp_path / name) for name, graph in graphs.items()]

    return write


def test_good_models_are_passed(models):
    assert run(PROGRAM, "--fail-on", "warning", "--complete", *models(one=GOOD, two=GOOD)) == (0, [])


def test_a_line_for_each_finding(models):
    good, bad = models(good=GOOD, bad=MISMATCH)
    code, lines = run(PROGRAM, good, bad)
    assert code == 1
    assert len(lines) == 1
    assert lines[0].startswith(f"{bad}: error ")
    assert "MatMul" in lines[0]


def test_annotations(models):
    (bad,) = models(bad=MISMATCH)
    code, lines = run_process(PROGRAM, "--github", bad)
    assert code == 1
    assert lines[0].startswith(f"::error file={bad},title=")


def test_what_the_exporter_fixed_is_a_warning(models):
    paths = models(baked=BAKED)
    code, lines = run(PROGRAM, *paths)
    assert code == 0
    assert any(line.startswith(f"{paths[0]}: warning BAKED_IN: ") for line in lines), lines
    assert run(PROGRAM, "--fail-on", "warning", *paths) == (1, lines)


def test_unknown_shapes_are_errors_if_asked_for(models):
    paths = models(unknown=UNKNOWN)
    assert run(PROGRAM, *paths)[0] == 0
    code, lines = run(PROGRAM, "--complete", *paths)
    assert code == 1
    assert f"{paths[0]}: error UNKNOWN_SHAPES: 1 of 3 values" in lines


def test_what_is_no_model_is_an_error(tmp_path):
    path = tmp_path / "text.onnx"
    path.write_text("no model")
    code, lines = run(PROGRAM, path)
    assert code == 1
    assert lines[0].startswith(f"{path}: error MALFORMED_MODEL: ")
    assert run(PROGRAM, tmp_path / "none.onnx") == (2, [])


def test_the_step_converts_and_checks(models, tmp_path):
    good, bad = models(good=GOOD, bad=MISMATCH)
    folder = tmp_path / "out"
    copy = ["cp", "-rT", good.parent, folder]
    assert run_process("converter_ci/check.sh", folder, *copy) == (0, [])
    copy[2] = bad.parent
    code, lines = run_process("converter_ci/check.sh", folder, *copy, GITHUB_ACTIONS="true")
    assert code == 1
    assert lines[0].startswith("::error file=")
    assert run_process("converter_ci/check.sh", folder, "sh", "-c", "exit 1") == (1, [])
    assert run_process("converter_ci/check.sh", tmp_path / "empty", "mkdir", tmp_path / "empty") == (2, [])
