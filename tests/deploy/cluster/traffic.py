"""Calls of a client, side by side, and what came of them."""

import asyncio
import collections
import pathlib
import random
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "client/python"))

from shapewright import AsyncClient, ShapewrightError  # noqa: E402  pylint: disable=wrong-import-position
from shapewright.requests import stripped  # noqa: E402  pylint: disable=wrong-import-position
from shapewright.v1 import merge_pb2, shape_pb2  # noqa: E402  pylint: disable=wrong-import-position

MERGE = merge_pb2.MergeCase(merge=merge_pb2.MergeTypes(operands=[shape_pb2.Type(text=t) for t in ("[2, ?]", "[?, 5]")]))
MODELS = ROOT / "tests/data/corpus/models"


def models(least_bytes, most_bytes):
    """The models of the corpus of these sizes, as they are sent. Clients name those of 64 KiB and more by their ids."""
    found = [stripped(path) for path in sorted(MODELS.glob("*.onnx"))]
    return [model for model in found if least_bytes <= len(model) <= most_bytes]


class Traffic:
    """Callers that ask in a loop, each by a client of its own."""

    def __init__(self, target, asked, seed, callers, *, rate=None, is_mixed=False):
        """`rate` is of all calls together, a second; None: as fast as they are answered."""
        self.target, self.asked, self.callers, self.rate, self.is_mixed = target, asked, callers, rate, is_mixed
        self.random = random.Random(seed)
        self.calls = 0
        self.failed = collections.Counter()
        self._stops = False
        self._next = 0.0  # when the next call is due

    def stop(self):
        self._stops = True

    async def run(self, calls=None):
        """Until so many calls are made, or stop() is called."""
        until = None if calls is None else self.calls + calls
        await asyncio.gather(*(self._caller(until) for _ in range(self.callers)))

    async def _caller(self, until):
        async with AsyncClient(self.target) as client:
            symbols = {}  # by the model's place: what its dims are named
            while not self._stops and (until is None or self.calls < until):
                await self._wait_for_turn()
                self.calls += 1
                try:
                    await self._ask(client, symbols)
                except ShapewrightError as error:
                    self.failed[f"{error.code.name} {error.reason}: {error.message[:80]}"] += 1

    async def _wait_for_turn(self):
        if self.rate is None:
            return
        now = time.monotonic()
        due = max(self._next, now)  # what is late is not made up for
        self._next = due + 1 / self.rate
        await asyncio.sleep(due - now)

    async def _ask(self, client, symbols):
        place = self.random.randrange(len(self.asked))
        model, draw = self.asked[place], self.random.random()
        if place not in symbols or draw < 0.2:
            answer = await client.infer_shapes(model, stream=self.is_mixed and draw < 0.05)
            symbols[place] = [symbol.name for symbol in answer.response.symbols]
        elif self.is_mixed and draw < 0.3:
            await client.describe_model(model)
        elif self.is_mixed and draw < 0.4:
            await client.merge_shapes([MERGE])
        elif self.is_mixed and draw < 0.45:
            await client.compile_guard(model)
        elif self.is_mixed and draw < 0.5:
            # With a doc string of its own, so that no server has it.
            await client.upload_model(model + b"\x32\x08" + self.random.randbytes(4).hex().encode())
        else:
            binding = {name: self.random.randrange(1, 500) for name in symbols[place]}
            await client.evaluate_shapes(model, [binding])
