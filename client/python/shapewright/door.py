"""Doors: requests to a model are let through or refused by its guard, first in shadow mode (docs/guards.md)."""
from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional

from .guard import FAIL, PASS, UNDECIDED, Checked, Guard

INPUTS = "inputs"
"""What a failure is counted by that is of no check: an input is missing, unknown, or of another type."""


@dataclass(frozen=True)
class Admission:
    """What a door says of a request."""

    admitted: bool
    """Whether to run it. In shadow mode always."""
    checked: Checked
    """What the guard says of it."""


@dataclass(frozen=True)
class DoorCounts:
    """What a door has seen so far."""

    requests: Dict[str, int] = field(default_factory=dict)
    """How many requests had each verdict: PASS, FAIL and UNDECIDED."""
    failures: Dict[str, int] = field(default_factory=dict)
    """How many requests failed each check, by its text, or INPUTS."""
    refused: int = 0
    """How many were refused. In shadow mode none."""


class GuardDoor:
    """The door of a model: `door.admit({"x": array}).admitted`.

    In shadow mode all requests are let through, and those that would be refused are counted and told to `on_failure`.
    In enforcing mode requests that fail are refused; undecided ones are let through. Any thread may call it.
    """

    def __init__(self, guard: Guard, *, enforce: bool = False, on_failure: Optional[Callable[[Admission], None]] = None) -> None:
        """`on_failure` is called for each request that fails, in the thread of the caller."""
        self.guard = guard
        self.enforce = enforce
        """Whether requests are refused. May be set at any time."""
        self._on_failure = on_failure
        self._lock = threading.Lock()
        self._requests: Counter[str] = Counter()
        self._failures: Counter[str] = Counter()
        self._refused = 0

    def admit(self, inputs: Mapping[str, Any]) -> Admission:
        """Checks a request, as Guard.check() does, and counts it."""
        checked = self.guard.check(inputs)
        admission = Admission(checked.verdict != FAIL or not self.enforce, checked)
        failed = {self._text(problem.check) for problem in checked.problems if problem.is_failure}
        with self._lock:
            self._requests[checked.verdict] += 1
            self._failures.update(failed)
            self._refused += not admission.admitted
        if checked.verdict == FAIL and self._on_failure is not None:
            self._on_failure(admission)
        return admission

    def counts(self) -> DoorCounts:
        """What it has seen so far."""
        with self._lock:
            requests = {verdict: self._requests[verdict] for verdict in (PASS, FAIL, UNDECIDED)}
            return DoorCounts(requests, dict(self._failures), self._refused)

    def metrics(self, model: str) -> str:
        """The counts in the text format of Prometheus, labeled with the name of the model."""
        return door_metrics({model: self})

    def _text(self, check: Optional[int]) -> str:
        return INPUTS if check is None else self.guard.program.checks[check].message


def door_metrics(doors: Mapping[str, GuardDoor]) -> str:
    """The counts of doors by the names of their models, in the text format of Prometheus."""
    counts = {f'model="{_escaped(model)}"': door.counts() for model, door in doors.items()}
    lines: List[str] = []
    for name, text, samples in (
        (
            "requests",
            "Requests, by what the guard says of them.",
            {f'{model},verdict="{each}"': n for model, seen in counts.items() for each, n in seen.requests.items()},
        ),
        (
            "failures",
            "Requests that fail a check.",
            {f'{model},check="{_escaped(each)}"': n for model, seen in counts.items() for each, n in seen.failures.items()},
        ),
        ("refused", "Requests that were refused.", {model: seen.refused for model, seen in counts.items()}),
    ):
        metric = f"shapewright_door_{name}_total"
        lines += [f"# HELP {metric} {text}", f"# TYPE {metric} counter"]
        lines += [f"{metric}{{{labels}}} {number}" for labels, number in samples.items()]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
