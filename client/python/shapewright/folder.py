"""infer_folder(): the models of a folder."""
from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from .client import Client
from .errors import ShapewrightError
from .result import InferResult, Value
from .shared_client import default_client
from .text import Table, printable, tables_html, tables_text, type_shape_text, type_text

Outcome = Union[InferResult, ShapewrightError]


def _types(values: Iterable[Value]) -> str:
    return ", ".join(f"{value.name} {type_text(value.type)} {type_shape_text(value.type)}" for value in values)


def _row(path: Path, outcome: Outcome) -> Tuple[str, ...]:
    if isinstance(outcome, ShapewrightError):
        return str(path), "", "", f"{outcome.reason or outcome.code.name}: {outcome.message}"
    errors = outcome.errors
    more = f" and {len(errors) - 1} more" if len(errors) > 1 else ""
    first = f"{errors[0].code}: {errors[0].message}{more}" if errors else ""
    return str(path), _types(outcome.inputs), _types(outcome.outputs), first


class FolderResult(Mapping[Path, Outcome]):
    """What is known of each model of a folder, by its path within the folder. `print(result)` shows a row of each.

    A model that could not be answered for has its ShapewrightError in its place.
    """

    def __init__(self, outcomes: Dict[Path, Outcome]) -> None:
        self._outcomes = outcomes

    def __getitem__(self, path: Union[str, "os.PathLike[str]"]) -> Outcome:
        return self._outcomes[Path(path)]

    def __iter__(self) -> Iterator[Path]:
        return iter(self._outcomes)

    def __len__(self) -> int:
        return len(self._outcomes)

    @property
    def failed(self) -> Dict[Path, ShapewrightError]:
        """The models that could not be answered for."""
        return {path: error for path, error in self._outcomes.items() if isinstance(error, ShapewrightError)}

    @property
    def wrong(self) -> Dict[Path, InferResult]:
        """The models that have errors."""
        answered = {path: result for path, result in self._outcomes.items() if isinstance(result, InferResult)}
        return {path: result for path, result in answered.items() if result.errors}

    def _tables(self) -> List[Table]:
        rows = [_row(path, outcome) for path, outcome in self._outcomes.items()]
        return [Table(None, ("model", "inputs", "outputs", "error"), rows)]

    def __str__(self) -> str:
        return "\n".join(tables_text(self._tables()))

    def __repr__(self) -> str:
        return f"<FolderResult of {len(self)} models: {len(self.wrong)} with errors, {len(self.failed)} not answered>"

    def _repr_html_(self) -> str:
        return tables_html(self._tables())


def _shown(paths: List[Path], progress: Optional[bool]) -> Iterable[Path]:
    """The paths, with a bar of tqdm where that is installed and somebody sees it."""
    if progress is None:
        progress = sys.stderr.isatty() or "ipykernel" in sys.modules
    if not progress:
        return paths
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return paths
    bar: Any = tqdm(paths, unit="model")
    return (bar.set_postfix_str(printable(path.name)) or path for path in bar)


def infer_folder(
    folder: Union[str, "os.PathLike[str]"],
    pattern: str = "**/*.onnx",
    *,
    client: Optional[Client] = None,
    progress: Optional[bool] = None,
) -> FolderResult:
    """Infers all models of a folder whose paths match `pattern`, in the order of their names.

    `progress` shows a bar if the package tqdm is installed; None: where standard error is a terminal, and in notebooks.
    Without `client` the server is that of infer_shapes().
    """
    root = Path(folder)
    if not root.is_dir():
        raise NotADirectoryError(f"{printable(str(root))} is not a folder")
    asked = client or default_client()
    outcomes: Dict[Path, Outcome] = {}
    for path in _shown(sorted(path for path in root.glob(pattern) if path.is_file()), progress):
        try:
            outcomes[path.relative_to(root)] = asked.infer_shapes(path)
        except ShapewrightError as error:
            outcomes[path.relative_to(root)] = error
    return FolderResult(outcomes)
