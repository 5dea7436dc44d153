"""When a call is worth another try."""
from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Optional

import grpc

from .errors import ShapewrightError


@dataclass(frozen=True)
class Retry:
    """Repeats calls that an overloaded or stopping server refused, and calls that found none.

    Every call of the service may be repeated. A server that says when to come back is obeyed; else the
    wait doubles from `backoff` seconds on, with jitter.
    """

    attempts: int = 4
    """Attempts altogether; 1: no repetition."""
    backoff: float = 0.1
    """Seconds to wait after the first attempt."""
    limit: float = 5.0
    """Seconds to wait at most."""

    def delay(self, error: ShapewrightError, attempt: int) -> Optional[float]:
        """Seconds to wait after attempt number `attempt` (from 1) failed; None: give up."""
        if attempt >= self.attempts:
            return None
        if error.retry_delay is not None:
            return min(error.retry_delay, self.limit)
        if error.code is not grpc.StatusCode.UNAVAILABLE:
            return None
        return min(self.backoff * 2 ** (attempt - 1), self.limit) * random.uniform(0.8, 1.2)


class Deadline:
    """The seconds that are left; unlimited for None."""

    def __init__(self, seconds: Optional[float], now: float) -> None:
        self._end = None if seconds is None else now + seconds

    def left(self, now: float) -> Optional[float]:
        return None if self._end is None else max(self._end - now, 0.0)

    def allows(self, delay: float, now: float) -> bool:
        left = self.left(now)
        return left is None or delay < left
