"""What pages for newcomers say is run: each `console` block of README.md and docs/adopt.md, as it stands.

A line that begins with `$ ` is a command, `> ` continues it, and all others are its output, of which a line `...` leaves
out any number of lines.
"""
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["README.md", "docs/adopt.md"]
END = "end of the output of a command"


def blocks(text, language):
    """The lines of each fenced block in this language."""
    return [found.splitlines() for found in re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)]


def commands(lines):
    """[(command, lines of its output)] of a block."""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line.startswith("> ") and not found[-1][1]:
            found[-1] = (f"{found[-1][0]}\n{line[2:]}", [])
        else:
            found[-1][1].append(line)
    return found


def agrees(expected, actual):
    """Whether the actual lines are the expected ones, where `...` stands for any number of lines."""
    pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line.rstrip()) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in actual)) is not None


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def run(script, folder):
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "client/python"), COLUMNS="80", NO_COLOR="1")
    environment["PATH"] = os.pathsep.join([str(ROOT / "build/release/bin"), str(Path(sys.executable).parent), environment["PATH"]])
    ended = subprocess.run(["bash", "-c", f"trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n{script}"], cwd=ROOT, env=environment,
                           capture_output=True, text=True, timeout=600, check=False)
    return ended.stdout, ended.stderr


def test_differences_are_seen():
    assert agrees(["a", "...", "c"], ["a", "b", "c"])
    assert agrees(["a", "..."], ["a"])
    assert not agrees(["a", "...", "c"], ["a", "b"])
    assert not agrees(["a"], ["a", "b"])
    assert not agrees([], ["a"])


@pytest.mark.parametrize("page", PAGES)
def test_console_blocks(page, tmp_path):
    """All blocks of a page run in one shell, in their order, with free ports and files of their own."""
    text = (ROOT / page).read_text(encoding="utf-8").replace("8081", str(free_port())).replace("/tmp/", f"{tmp_path}/")
    told = [command for block in blocks(text, "console") for command in commands(block)]
    assert told
    waits = 'for i in $(seq 500); do [[ -S {0} ]] && break; sleep 0.02; done'.format(tmp_path / "shapewright.sock")
    script = "".join(f"{command}\n{waits if command.endswith('&') else ''}\necho '{END}'\n" for command, _ in told)
    output, errors = run(script, tmp_path)
    answers = output.split(f"{END}\n")
    assert len(answers) == len(told) + 1, errors
    for (command, expected), actual in zip(told, answers):
        assert agrees(expected, actual.splitlines()), f"{command}\n{actual}\n{errors}"


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 90


def test_the_sidecar_is_a_part_of_the_manifest():
    """Each line of the README's YAML is one of the whole manifest."""
    (shown,) = blocks((ROOT / "README.md").read_text(encoding="utf-8"), "yaml")
    whole = [line.strip() for line in (ROOT / "deploy/kubernetes/sidecar/pod.yaml").read_text(encoding="utf-8").splitlines()]
    position = -1
    for line in shown:
        position = whole.index(line.split("  #")[0].strip(), position + 1)


@pytest.mark.parametrize("page", sorted(str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]))
def test_links_lead_somewhere(page):
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.S)
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (ROOT / page).parent.joinpath(target).exists(), target


def test_the_index_has_every_page():
    index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    missing = [path.name for path in ROOT.glob("docs/*.md") if f"({path.name})" not in index and path.name != "README.md"]
    assert not missing


def test_the_action_runs(tmp_path):
    """scripts/check_models_action.sh finds the models, and ends with the check's code; pip is told to do nothing."""
    pip = tmp_path / "python"
    pip.write_text(f'#!/bin/sh\n[ "$1" = -m ] && exit 0\nexec {sys.executable} "$@"\n')
    pip.chmod(0o755)
    environment = {"PYTHON": str(pip), "MODELS": "tests/data/corpus/models/lstm_tagger_ts11.onnx", "FAIL_ON": "error", "WHEEL": "none",
                   "ACTION": str(ROOT), "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "client/python"),
                   "SHAPEWRIGHT_SERVER": str(ROOT / "build/release/bin/shapewright-server")}
    script = ["bash", "scripts/check_models_action.sh"]
    assert subprocess.run(script, cwd=ROOT, env=environment, check=False).returncode == 0
    environment["MODELS"] = str(tmp_path)
    assert subprocess.run(script, cwd=ROOT, env=environment, check=False).returncode == 2
