"""freeze(), simplify(), rebatch(), verify(): models that the program `shapewright` rewrites, with their certificates."""
from __future__ import annotations

import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Iterable, List, Mapping, Union

from .local_server import find_program

Source = Union[str, "os.PathLike[str]", bytes]
Bound = Union[int, range, str]


class RewriteError(ValueError):
    """A rewrite is refused, or a certificate does not hold; the text has the nodes and reasons."""


@dataclass(frozen=True)
class Rewritten:
    """A rewritten model."""

    model: bytes
    """The model. Weights in other files stay there: it has to stand in the folder of the model as it was."""
    certificate: str
    """What was changed and why, as JSON; verify() checks it."""


def freeze(
    model: Any,
    bind: Mapping[str, Bound] = MappingProxyType({}),
    *,
    premises: Iterable[str] = (),
    make: str = "",
    deadline: float = 300.0,
) -> Rewritten:
    """The model with sizes of symbols fixed: `freeze("model.onnx", {"batch": 8, "sequence": range(1, 129)})`.

    `model` is a path, the bytes of a model, or an onnx.ModelProto. `make` is "static" or "bounded": it is refused unless all sizes
    are numbers, or have an upper bound.
    """
    words = [f"--bind={name}={_bound(size)}" for name, size in bind.items()]
    words += [f"--premise={premise}" for premise in premises]
    return _rewrite("freeze", model, words + ([f"--make={make}"] if make else []), deadline)


def simplify(model: Any, *, premises: Iterable[str] = (), deadline: float = 300.0) -> Rewritten:
    """The model without the nodes that only compute shapes, where constants say the same at all sizes."""
    return _rewrite("simplify", model, [f"--premise={premise}" for premise in premises], deadline)


def rebatch(
    model: Any, axes: Mapping[str, int] = MappingProxyType({}), *, symbol: str = "N", deadline: float = 300.0
) -> Rewritten:
    """The model for any batch: `rebatch("model.onnx", {"images": 0}, symbol="batch")`; without axes axis 0 of all inputs.

    Refused, with the nodes, where rows depend on each other or that is not known.
    """
    words = [f"--axis={name}:{axis}={symbol}" for name, axis in axes.items()]
    return _rewrite("rebatch", model, words, deadline)


def verify(before: Any, after: Any, certificate: str, *, deadline: float = 300.0) -> None:
    """Checks a certificate without trust in it; a RewriteError says what does not hold."""
    with tempfile.TemporaryDirectory(prefix="shapewright-") as folder:
        path = os.path.join(folder, "certificate.json")
        Path(path).write_text(certificate, encoding="utf-8")
        _run("verify", [_path(before, folder, "before.onnx"), _path(after, folder, "after.onnx"), path], deadline)


def _bound(size: Bound) -> str:
    if isinstance(size, range):
        if size.step != 1 or not size:
            raise ValueError(f"{size!r} is not a range of sizes")
        return f"{size.start}..{size.stop - 1}"
    return str(size)


def _path(model: Any, folder: str, name: str) -> str:
    if isinstance(model, (str, os.PathLike)):
        return os.fspath(model)
    data = model if isinstance(model, bytes) else model.SerializeToString()
    path = os.path.join(folder, name)
    Path(path).write_bytes(data)
    return path


def _rewrite(command: str, model: Any, words: List[str], deadline: float) -> Rewritten:
    with tempfile.TemporaryDirectory(prefix="shapewright-") as folder:
        out, certificate = os.path.join(folder, "out.onnx"), os.path.join(folder, "certificate.json")
        _run(command, [_path(model, folder, "model.onnx"), f"--out={out}", f"--certificate={certificate}", *words], deadline)
        return Rewritten(Path(out).read_bytes(), Path(certificate).read_text(encoding="utf-8"))


def _run(command: str, words: List[str], deadline: float) -> None:
    program = find_program("shapewright")
    done = subprocess.run(
        [program, command, "--embedded", f"--deadline={deadline}s", *words], capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return
    text = done.stderr.strip()
    raise RewriteError(text[len("shapewright: ") :] if text.startswith("shapewright: ") else text)
