"""The client for threads; aio.py has the one for asyncio."""
from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Callable

import grpc

from .base_client import Attempt, BaseClient
from .errors import from_rpc_error
from .questions import Answer, Asked, Questions, shown_as

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    Arguments = ParamSpec("Arguments")


def _method(
    ask: Callable[Concatenate[Questions, Arguments], Asked[Answer]]
) -> Callable[Concatenate[Client, Arguments], Answer]:
    """The method of the client that puts a question."""

    @shown_as(ask)
    def method(client: Client, *args: Any, **kwargs: Any) -> Any:
        return client._run(ask(client._questions, *args, **kwargs))

    return method


class Client(BaseClient):
    """Talks to a server. It may be shared by threads, and closes with `close()` or `with`.

    Calls raise ShapewrightError. `deadline` is in seconds, over all attempts of a call; None: none.
    """

    _grpc = grpc

    infer_shapes = _method(Questions.infer_shapes)
    evaluate = _method(Questions.evaluate)
    evaluate_shapes = _method(Questions.evaluate_shapes)
    explain_shapes = _method(Questions.explain_shapes)
    plan_buckets = _method(Questions.plan_buckets)
    choose_buckets = _method(Questions.choose_buckets)
    plan_profiles = _method(Questions.plan_profiles)
    find_largest_sizes = _method(Questions.find_largest_sizes)
    find_symbols_to_bind = _method(Questions.find_symbols_to_bind)
    compile_guard = _method(Questions.compile_guard)
    estimate_cost = _method(Questions.estimate_cost)
    rewrite_model = _method(Questions.rewrite_model)
    describe_model = _method(Questions.describe_model)
    infer_chain = _method(Questions.infer_chain)
    merge_shapes = _method(Questions.merge_shapes)
    compute_layout = _method(Questions.compute_layout)
    upload_model = _method(Questions.upload_model)
    get_capabilities = _method(Questions.get_capabilities)
    list_models = _method(Questions.list_models)
    evict_model = _method(Questions.evict_model)

    def close(self) -> None:
        """Ends the connections; calls that are under way fail."""
        self._is_closed = True
        self._channel.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, asked: Asked[Answer]) -> Answer:
        steps = self._steps(asked)
        outcome: Any = None
        try:
            while True:
                step = steps.send(outcome)
                if isinstance(step, Attempt):
                    outcome = self._attempt(step)
                else:
                    outcome = time.sleep(step.seconds)
        except StopIteration as end:
            return end.value

    def _attempt(self, step: Attempt) -> Any:
        try:
            return self._methods[step.method](step.request, timeout=step.timeout, metadata=step.metadata)
        except grpc.RpcError as error:
            return from_rpc_error(error, self._target)
