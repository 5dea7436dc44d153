"""The configurations of tests/data/check/triton.txt before the real tritonserver: whether it loads them.

The wheel nvidia-pytriton has no backend for onnxruntime, so triton_stub.py of the Python backend runs the models. What is
seen is what Triton's core says of a configuration. What the onnxruntime backend compares with the model is not: findings
with codes of NEEDS_MODEL. Findings about files of a model are left out, as its file is another one here.
"""
import http.client
import os
import re
import shutil

import pytest

import check_cases
import judge
import models
import servers

pytestmark = pytest.mark.skipif(os.environ.get("SERVER") != "triton", reason="only of triton")
FILES = {"NO_MODEL", "UNREADABLE_MODEL", "NO_SUCH_VERSION"}
NEEDS_MODEL = {
    "WRONG_TYPE", "WRONG_DIM", "WRONG_RANK", "NO_SUCH_INPUT", "NO_SUCH_OUTPUT", "MISSING_INPUT", "NOT_OPTIONAL", "NO_BATCH_AXIS",
    "INVALID_SIZES", "BATCH_TOO_LARGE", "VARIABLE_DIM", "FIXED_DIM",
}  # fmt: skip
# Told in docs/check.md.
REFUSED_THOUGH_GOOD: dict[str, str] = {}
# tritonserver 2.51.0 ends with a segmentation fault, now and then.
CRASHES = {"image: a warmup beyond the greatest batch"}
LOADED_THOUGH_WRONG = {
    "image: an input twice", "image: a negative number of instances", "fixed: dynamic batching without batches",
}  # fmt: skip


def is_asked(case):
    """Whether the stand-in for the backend changes nothing that the case is about."""
    configurations = [text for path, text in case.files.items() if path.endswith("config.pbtxt")]
    has_all = len(configurations) == len({path.split("/")[1] for path in case.files})
    is_ensemble = any(b"ensemble_scheduling" in text for text in configurations)
    is_of_files = FILES & set(case.codes) and not is_ensemble or any(b"default_model_filename" in text for text in configurations)
    return has_all and not is_of_files and "platform" not in case.name and case.name not in CRASHES


CASES = [case for case in check_cases.cases("triton") if is_asked(case)]


def lay_out(case, repository):
    for old in repository.iterdir():
        shutil.rmtree(old)
    work = repository.parent / "work"
    shutil.rmtree(work, ignore_errors=True)
    case.write(work)
    for path in work.glob("repo/*/config.pbtxt"):
        text = re.sub(r'(backend|platform): "onnxruntime(_onnx)?"', 'backend: "python"', path.read_text())
        path.write_text(text if re.search("backend:|platform:", text) else f'backend: "python"\n{text}')
    stub = (judge.ROOT / "tests" / "servers" / "triton_stub.py").read_bytes()
    for path in work.glob("repo/*/*/model.*"):
        path.with_name("model.py").write_bytes(stub)
    for path in (work / "repo").iterdir():
        shutil.move(path, repository / path.name)
    return sorted(path.name for path in repository.iterdir())


def load(server, name, action="load"):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    connection.request("POST", f"/v2/repository/models/{name}/{action}", "{}")
    response = connection.getresponse()
    text = response.read().decode(errors="replace")
    connection.close()
    return "" if response.status == 200 else text or str(response.status)


@pytest.fixture(scope="module")
def refusals(tmp_path_factory):
    """What Triton says of each configuration; empty: it loads it."""
    folder = tmp_path_factory.mktemp("triton")
    repository = folder / "cases"
    repository.mkdir()
    flags = [f"--model-repository={repository}", "--model-control-mode=explicit", "--load-model=model"]
    triton = servers.SERVERS["triton"]
    told = {}
    with servers.running(
        servers.Server([*triton.command, *flags], triton.environment), models.save(models.TEXT, folder / "model.onnx"), folder, DOOR="off"
    ) as server:
        for case in CASES:
            names = lay_out(case, repository)
            told[case.name] = load(server, "whole" if "whole" in names else names[0])
            for name in names if not told[case.name] else []:
                load(server, name, "unload")
    return told


def test_loads_what_is_good(refusals):
    refused = {case.name: refusals[case.name] for case in CASES if not case.codes and refusals[case.name]}
    assert refused.keys() == REFUSED_THOUGH_GOOD.keys(), refused
    assert all(REFUSED_THOUGH_GOOD[name] in text for name, text in refused.items())


def test_loads_nothing_else_but_what_only_a_backend_compares(refusals):
    loaded = {case.name for case in CASES if case.codes and not refusals[case.name] and not set(case.codes) <= NEEDS_MODEL}
    assert loaded == LOADED_THOUGH_WRONG


def test_most_are_asked(refusals):
    wrong = [case for case in CASES if case.codes]
    assert len(CASES) >= 90 and len(CASES) - len(wrong) >= 18
    assert sum(bool(refusals[case.name]) for case in wrong) >= 40
