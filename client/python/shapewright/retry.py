"""When a call is worth another try."""
from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Optional

import grpc

from .errors import ShapewrightError


_UNANSWERED = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)


@dataclass(frozen=True)
class Retry:
    """Repeats calls that an overloaded or stopping server refused, and calls that nobody answered.

    Every call of the service may be repeated. A server that says when to come back is obeyed. All others
    wait twice as long each time, between half and all of it, so that clients do not come back at once.
    RESOURCE_EXHAUSTED without such a delay is final: the same request would meet the same limit again.
    """

    attempts: int = 6
    """Attempts altogether; 1: no repetition."""
    backoff: float = 0.1
    """Seconds to wait after the first attempt, at most."""
    limit: float = 5.0
    """Seconds to wait at most; a server that asks for more is left alone."""

    def delay(self, error: ShapewrightError, attempt: int) -> Optional[float]:
        """Seconds to wait after attempt number `attempt` (from 1) failed; None: give up."""
        if attempt >= self.attempts:
            return None
        told = error.retry_delay
        if told is None and error.code not in _UNANSWERED:
            return None
        if error.pushback is not None:
            if error.pushback < 0:
                return None
            told = max(told or 0.0, error.pushback)
        if told:
            # Never before, and not all at the same time.
            return None if told > self.limit else told * random.uniform(1.0, 1.5)
        return min(self.backoff * 2.0 ** min(attempt - 1, 64), self.limit) * random.uniform(0.5, 1.0)


class Deadline:
    """The seconds that are left; unlimited for None."""

    def __init__(self, seconds: Optional[float], now: float) -> None:
        self._end = None if seconds is None else now + seconds

    def left(self, now: float) -> Optional[float]:
        return None if self._end is None else max(self._end - now, 0.0)

    def allows(self, delay: float, now: float) -> bool:
        left = self.left(now)
        return left is None or delay < left
