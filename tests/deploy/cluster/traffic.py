"""Calls of a client, side by side, and what came of them."""

import asyncio
import collections
import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "client/python"))

from shapewright import AsyncClient, ShapewrightError  # noqa: E402  pylint: disable=wrong-import-position
from shapewright.requests import stripped  # noqa: E402  pylint: disable=wrong-import-position

MODELS = ROOT / "tests/data/corpus/models"


def models(least_bytes, most_bytes):
    """The models of the corpus of these sizes, as they are sent. Clients name those of 64 KiB and more by their ids."""
    found = [stripped(path) for path in sorted(MODELS.glob("*.onnx"))]
    return [model for model in found if least_bytes <= len(model) <= most_bytes]


class Traffic:
    """Callers that ask in a loop, each by a client of its own."""

    def __init__(self, target, asked, seed, callers, pause=0.0):
        self.target, self.asked, self.callers, self.pause = target, asked, callers, pause
        self.random = random.Random(seed)
        self.calls = 0
        self.failed = collections.Counter()
        self._stops = False

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
                self.calls += 1
                try:
                    await self._ask(client, symbols)
                except ShapewrightError as error:
                    self.failed[f"{error.code.name} {error.reason}: {error.message[:80]}"] += 1
                if self.pause:
                    await asyncio.sleep(self.pause)

    async def _ask(self, client, symbols):
        place = self.random.randrange(len(self.asked))
        if place not in symbols or self.random.random() < 0.2:
            answer = await client.infer_shapes(self.asked[place])
            symbols[place] = [symbol.name for symbol in answer.response.symbols]
        else:
            binding = {name: self.random.randrange(1, 500) for name in symbols[place]}
            await client.evaluate_shapes(self.asked[place], [binding])
