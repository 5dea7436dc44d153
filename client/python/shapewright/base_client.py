"""What both clients are: a channel, and questions that are put over it, again where that makes sense."""
from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Generator, Optional, Tuple, Union

from .channel import Tls, channel_options, credentials, methods
from .conversation import Call
from .errors import ShapewrightError, deadline_passed
from .local_server import default_target
from .questions import Answer, Asked, Questions
from .retry import Deadline, Retry

_ROUTE = "x-shapewright-model"
"""Balancers go by it, to send the calls about one model to one server, which has it in its caches."""


@dataclass(frozen=True)
class Attempt:
    """A step to take: call once."""

    method: str
    request: Any
    timeout: Optional[float]
    metadata: Optional[Tuple[Tuple[str, str], ...]]


@dataclass(frozen=True)
class Pause:
    """A step to take: wait."""

    seconds: float


Steps = Generator[Union[Attempt, Pause], Any, Answer]
"""Is sent what came of each step: of an attempt the response or a ShapewrightError, of a pause nothing."""


class BaseClient:
    """Who derives from it takes the steps: one waits for them, the other awaits them."""

    _grpc: Any
    """The module that makes the channels: grpc or grpc.aio."""

    def __init__(
        self,
        target: Optional[str] = None,
        *,
        tls: Optional[Tls] = None,
        deadline: Optional[float] = 60.0,
        retry: Retry = Retry(),
        balancing: str = "pick_first",
    ) -> None:
        """`target` is `HOST:PORT`, `unix:PATH`, or whatever gRPC takes. Without `tls`: plain text.

        None: the server at SHAPEWRIGHT_TARGET; where that is not set, the one at this machine's default socket,
        `/run/shapewright/shapewright.sock`; where none answers there, one that this process starts on a private socket,
        shares among its clients, and ends with itself.

        `balancing` is how calls are spread over the addresses of a target, by gRPC's name: `round_robin`
        where several servers stand behind it.
        """
        if target is None:
            target = default_target()
        options = channel_options(tls, balancing)
        if tls is None:
            self._channel = self._grpc.insecure_channel(target, options)
        else:
            self._channel = self._grpc.secure_channel(target, credentials(tls), options)
        self._methods = methods(self._channel)
        self._questions = Questions()
        self._target = target
        self._deadline = deadline
        self._retry = retry
        self._is_closed = False

    def _steps(self, asked: Asked[Answer]) -> Steps[Answer]:
        """From the question to its answer."""
        seconds = self._deadline if asked.deadline is None else asked.deadline
        deadline = Deadline(seconds, time.monotonic())
        talk = asked.talk
        try:
            call = next(talk)
            while True:
                outcome = yield from self._attempts(call, deadline)
                is_error = isinstance(outcome, ShapewrightError)
                call = talk.throw(outcome) if is_error else talk.send(outcome)
        except StopIteration as end:
            return end.value

    def _attempts(self, call: Call, deadline: Deadline) -> Steps[Any]:
        """The response, or the error of the last attempt."""
        attempt = 0
        metadata = ((_ROUTE, call.route),) if call.route else None
        while True:
            attempt += 1
            timeout = deadline.left(time.monotonic())
            if timeout == 0.0:  # gRPC may answer all the same
                return deadline_passed(self._target)
            outcome = yield Attempt(call.method, call.make_request(), timeout, metadata)
            if not isinstance(outcome, ShapewrightError):
                return outcome
            delay = self._retry.delay(outcome, attempt)
            # Closing cancels what is under way.
            if self._is_closed or delay is None or not deadline.allows(delay, time.monotonic()):
                return outcome
            yield Pause(delay)
            if self._is_closed:
                return outcome
