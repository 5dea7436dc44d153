"""What the tests of examples share: models in ONNX's text form, and how the programs are run."""
import contextlib
import importlib.util
import io
import os
import subprocess
import sys
from pathlib import Path

from onnx import parser

from shapewright import local_server

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PROGRAMS = Path(local_server.find_server()).parent


def model(text, folder):
    """The path of a model from the text of its graph."""
    path = folder / "model.onnx"
    proto = parser.parse_model(f'<ir_version: 8, opset_import: ["" : 17]>\n{text}')
    path.write_bytes(proto.SerializeToString())
    return path


def load(program):
    """The module of an example."""
    path = EXAMPLES / program
    if path.stem in sys.modules:
        return sys.modules[path.stem]
    sys.path.insert(0, str(path.parent))  # as for a program, whose folder is searched
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(program, *arguments):
    """(exit code, lines of the output) of an example, in this process."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        code = load(program).main([str(argument) for argument in arguments])
    return code, output.getvalue().splitlines()


def run_process(program, *arguments, **environment):
    """The same as a process, and of scripts."""
    command = [str(argument) for argument in (EXAMPLES / program, *arguments)]
    if program.endswith(".py"):
        command.insert(0, sys.executable)
    told = {"SHAPEWRIGHT_TARGET": local_server.default_target(), "PYTHON": sys.executable, **{k: str(v) for k, v in environment.items()}}
    kept = {name: value for name, value in os.environ.items() if name != "GITHUB_ACTIONS"}
    done = subprocess.run(command, env={**kept, **told}, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode in (0, 1, 2, 3), done.stderr
    return done.returncode, done.stdout.splitlines()
