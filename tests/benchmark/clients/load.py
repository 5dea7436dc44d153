"""The Python client under load. All programs like this one are started with a target and a model, read lines of how many
calls to keep in flight for how many seconds, and answer each with a line: calls per second.

Each call is EvaluateShapes by inference_id, of one binding that no call before had.

usage: load.py threads|asyncio TARGET MODEL.onnx
"""
from __future__ import annotations

import asyncio
import itertools
import sys
import threading
import time
from pathlib import Path
from typing import Iterator, Tuple

from shapewright import AsyncClient, Client
from shapewright.v1.evaluate_pb2 import Binding, EvaluateShapesResponse

numbers = itertools.count()


def question() -> Tuple[int, Binding]:
    number = next(numbers)
    size = 1 + number % 500
    binding = Binding(label=f"{number:016}")
    for symbol in ("batch", "sequence"):
        binding.symbols.add(symbol=symbol, size=size)
    return size, binding


def check(answer: EvaluateShapesResponse, size: int) -> None:
    if answer.evaluations[0].outputs[0].sizes[0] != size:
        sys.exit("a wrong answer")


def lines() -> Iterator[Tuple[int, float]]:
    for line in sys.stdin:
        in_flight, seconds = line.split()
        yield int(in_flight), float(seconds)


def with_threads(target: str, model: Path) -> None:
    client = Client(target)
    result = client.infer_shapes(model)

    def ask_until(end: float, ended: list) -> None:
        while time.monotonic() < end:
            size, binding = question()
            check(client.evaluate_shapes(result, [binding]), size)
            ended.append(None)

    for in_flight, seconds in lines():
        ended: list = []
        start = time.monotonic()
        threads = [threading.Thread(target=ask_until, args=(start + seconds, ended)) for _ in range(in_flight)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        print(len(ended) / (time.monotonic() - start), flush=True)


async def with_asyncio(target: str, model: Path) -> None:
    async with AsyncClient(target) as client:
        result = await client.infer_shapes(model)

        async def ask_until(end: float) -> int:
            calls = 0
            while time.monotonic() < end:
                size, binding = question()
                check(await client.evaluate_shapes(result, [binding]), size)
                calls += 1
            return calls

        for in_flight, seconds in lines():
            start = time.monotonic()
            calls = await asyncio.gather(*(ask_until(start + seconds) for _ in range(in_flight)))
            print(sum(calls) / (time.monotonic() - start), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "threads":
        with_threads(sys.argv[2], Path(sys.argv[3]))
    else:
        asyncio.run(with_asyncio(sys.argv[2], Path(sys.argv[3])))
