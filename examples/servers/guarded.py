"""A model behind its guard: what the programs of this folder share. It knows no server.

`Guarded` refuses requests that cannot run, pads the others to buckets, runs those of one bucket together, and takes the
answers apart. `decode` and `encode` are the JSON of the Open Inference Protocol (KServe v2).

What a server is told by its environment:
  MODEL     the ONNX file
  DOOR      off: no guard, no buckets, no batches; shadow: log what would be refused; enforce: refuse it (default: shadow)
  BUCKETS   sizes by the names of dims, such as sequence=16,32,48 or batch=8. Zeros fill them, so the model has to mask them
  RUNTIME   onnxruntime (default) or openvino
  LOG       INFO also tells of batches (default: WARNING)
"""
from __future__ import annotations

import asyncio
import logging
import os
from collections import defaultdict
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from shapewright import Client, Expression, Guard, GuardDoor
from shapewright.guard import PASS, Checked
from shapewright.v1.evaluate_pb2 import Evaluation
from shapewright.v1.guard_pb2 import CompileGuardRequest

Arrays = Mapping[str, np.ndarray]
Run = Callable[[Arrays], Dict[str, np.ndarray]]
Sizes = Dict[str, List[int]]

logger = logging.getLogger("guarded")

# Rows that are run together at most, if no bucket of the batch says otherwise.
MOST_ROWS = 64
DTYPES = {
    "BOOL": "?", "INT8": "i1", "INT16": "i2", "INT32": "i4", "INT64": "i8", "UINT8": "u1", "UINT16": "u2",
    "UINT32": "u4", "UINT64": "u8", "FP16": "f2", "FP32": "f4", "FP64": "f8",
}  # fmt: skip
DATATYPES = {np.dtype(kind): name for name, kind in DTYPES.items()}


class Refused(ValueError):
    """The request cannot run, and its text says why: 400 in HTTP."""


class Shapes:
    """What a model declares of its inputs, and the buckets of their sizes."""

    def __init__(self, dims: Mapping[str, Sequence[Union[int, str]]], batch: str, buckets: Mapping[str, Sequence[int]]) -> None:
        self.batch = batch
        """The name of the size that requests are put together along. Empty: they cannot be."""
        self._dims = {name: [Expression.parse(str(dim)) for dim in listed] for name, listed in dims.items()}
        self.buckets = {symbol: sorted(sizes) for symbol, sizes in buckets.items()}
        unknown = self.buckets.keys() - {str(dim) for listed in self._dims.values() for dim in listed}
        if unknown:
            raise ValueError(f"there are buckets of {', '.join(sorted(unknown))}, but no input has a size of this name")

    def padded(self, inputs: Arrays) -> Optional[Sizes]:
        """The sizes of the bucket of a request, except for its batch. None: it is in none, or breaks what is declared."""
        symbols: Dict[str, int] = {}
        for name, dims in self._dims.items():
            for dim, size in zip(dims, inputs[name].shape):
                if dim.symbols == (str(dim),) and symbols.setdefault(str(dim), size) != size:
                    return None
        for symbol in self.buckets.keys() - {self.batch}:
            size = next_size(self.buckets[symbol], symbols[symbol])
            if size is None:
                return None
            symbols[symbol] = size
        return {name: [int(dim.evaluate(symbols)) for dim in dims] for name, dims in self._dims.items()}

    def rows(self, rows: int) -> int:
        """The number of rows that so many are padded to."""
        return next_size(self.buckets.get(self.batch, ()), rows) or rows

    def most_rows(self) -> int:
        return max(self.buckets.get(self.batch, (MOST_ROWS,)))


def next_size(sizes: Sequence[int], size: int) -> Optional[int]:
    return next((each for each in sizes if each >= size), None)


def pad(array: np.ndarray, sizes: Sequence[int]) -> np.ndarray:
    """Zeros behind the elements of each axis."""
    return np.pad(array, [(0, size - given) for given, size in zip(array.shape, sizes)])


def cut(array: np.ndarray, sizes: Sequence[int]) -> np.ndarray:
    return array[tuple(slice(size) for size in sizes)]


class Guarded:
    """A model that may be run by many requests at once: `guarded.together([{"ids": array}, ...])`."""

    def __init__(self, run: Run, door: Optional[GuardDoor] = None, shapes: Optional[Shapes] = None) -> None:
        """Without a door, all that comes is run as it comes."""
        self._run = run
        self.door = door
        self._shapes = shapes

    @classmethod
    def load(cls, model: str, runtime: str = "onnxruntime", door: str = "shadow", buckets: Mapping[str, Sequence[int]] = {}) -> Guarded:
        """Asks about the model once, when it is loaded. ValueError: a bucket at which the model cannot run."""
        run = {"onnxruntime": onnxruntime_run, "openvino": openvino_run}[runtime](model)
        if door == "off":
            return cls(run)
        with Client() as client:
            inferred = client.infer_shapes(model)
            inputs = [inferred[value.name] for value in inferred.response.inputs]
            batching = client.describe_model(inferred).batching
            shapes = Shapes({each.name: each.shape for each in inputs}, batching.symbol if batching.batchable else "", buckets)
            if buckets:
                for bucket in client.plan_buckets(inferred, buckets).buckets:
                    if bucket.evaluation.verdict == Evaluation.VERDICT_INVALID:
                        raise ValueError(f"bucket {bucket.binding.label}: {bucket.evaluation.violations[0].message}")
            guard = compiled(client, model, inputs, runtime if runtime == "onnxruntime" else "")
            return cls(run, GuardDoor(guard, enforce=door == "enforce", on_failure=told), shapes)

    @classmethod
    def from_environment(cls) -> Guarded:
        logger.addHandler(logging.StreamHandler())
        logger.setLevel(os.environ.get("LOG", "WARNING"))
        pairs = (each.split("=") for each in os.environ.get("BUCKETS", "").split())
        buckets = {symbol: [int(size) for size in sizes.split(",")] for symbol, sizes in pairs}
        runtime, door = os.environ.get("RUNTIME", "onnxruntime"), os.environ.get("DOOR", "shadow")
        return cls.load(os.environ["MODEL"], runtime, door, buckets)

    def __call__(self, inputs: Arrays) -> Dict[str, np.ndarray]:
        """The outputs of one request. Refused, or what the runtime raises."""
        [answer] = self.together([inputs])
        if isinstance(answer, Exception):
            raise answer
        return answer

    def together(self, requests: Sequence[Arrays]) -> List[Union[Dict[str, np.ndarray], Exception]]:
        """An answer for each request: its outputs, or what it fails with; a request never fails for another one."""
        answers: List[Any] = [None] * len(requests)
        batches: Dict[Any, List[Tuple[int, Sizes, Checked]]] = defaultdict(list)
        for place, inputs in enumerate(requests):
            admission = self.door.admit(inputs) if self.door else None
            if admission and not admission.admitted:
                answers[place] = Refused("; ".join(problem.text for problem in admission.checked.problems))
                continue
            sizes = self._padded(inputs, admission.checked) if admission else None
            if sizes is None:
                answers[place] = attempt(self._run, inputs)
            else:
                key = [(name, *each[bool(self._shapes.batch):]) for name, each in sizes.items()]
                batches[tuple(key) if self._shapes.batch else place].append((place, sizes, admission.checked))
        for batch in batches.values():
            for part in parts(batch, self._shapes.most_rows()):
                self._run_together(requests, part, answers)
        return answers

    def _padded(self, inputs: Arrays, checked: Checked) -> Optional[Sizes]:
        """The sizes to pad a request to. None: it is run as it is, as how to pad it or to cut its outputs is not known."""
        is_known = all(sizes is not None and None not in sizes for sizes in checked.outputs.values())
        sizes = self._shapes.padded(inputs) if checked.verdict == PASS and is_known else None
        return sizes if sizes and self.door.guard.check(sizes).verdict == PASS else None

    def _run_together(self, requests: Sequence[Arrays], part: Sequence[Tuple[int, Sizes, Checked]], answers: List[Any]) -> None:
        inputs = {
            name: np.concatenate([pad(requests[place][name], sizes[name]) for place, sizes, _ in part])
            if self._shapes.batch
            else pad(requests[part[0][0]][name], sizes[name])
            for name in part[0][1]
        }
        if self._shapes.batch:
            inputs = {name: pad(array, [self._shapes.rows(len(array)), *array.shape[1:]]) for name, array in inputs.items()}
        outputs = attempt(self._run, inputs)
        if isinstance(outputs, Exception):  # which of them fails is told by running each alone
            for place, _, _ in part:
                answers[place] = attempt(self._run, requests[place]) if len(part) > 1 else outputs
            return
        logger.info("ran %d requests together, %s", len(part), {name: array.shape for name, array in inputs.items()})
        row = 0
        for place, _, checked in part:
            rows = len(next(iter(requests[place].values()))) if self._shapes.batch else 0
            answers[place] = {
                name: cut(array[row:] if self._shapes.batch else array, checked.outputs[name]) for name, array in outputs.items()
            }
            row += rows


def parts(batch: Sequence[Tuple[int, Sizes, Checked]], most_rows: int) -> List[List[Tuple[int, Sizes, Checked]]]:
    """The requests of a batch in parts of so many rows at most, if they can be."""
    found: List[List[Tuple[int, Sizes, Checked]]] = []
    rows = most_rows
    for request in batch:
        more = next(iter(request[1].values()))[0]
        if rows + more > most_rows:
            found.append([])
            rows = 0
        found[-1].append(request)
        rows += more
    return found


def attempt(run: Run, inputs: Arrays) -> Union[Dict[str, np.ndarray], Exception]:
    try:
        return run(inputs)
    except Exception as error:  # of the runtime, whose exceptions share no base
        return error


def compiled(client: Client, model: str, inputs: Sequence[Any], as_runtime: str) -> Guard:
    """The guard that refuses nothing that runs: inputs that share a name may differ where runtimes take that."""
    request, seen = CompileGuardRequest(), set()
    for number, value in enumerate(inputs):
        dims = list(map(str, value.shape))
        for axis, dim in enumerate(value.shape):
            if isinstance(dim, str) and (dim in seen or not dim.isidentifier()):
                dims[axis] = f"input{number}_axis{axis}"
        seen.update(dims)
        request.model.input_types.add(name=value.name).type.text = f"{value.element_type}[{', '.join(dims)}]"
    return Guard(client.compile_guard(model, as_runtime=as_runtime, request=request))


def told(admission: Any) -> None:
    refused = "would be refused" if admission.admitted else "refused"
    logger.warning("%s: %s", refused, "; ".join(problem.text for problem in admission.checked.problems))


class Batches:
    """Puts requests of coroutines together that come within some milliseconds: `await batches.submit(inputs)`."""

    def __init__(self, guarded: Guarded, seconds: float = 0.005) -> None:
        self._guarded, self._seconds = guarded, seconds
        self._waiting: List[Tuple[Arrays, asyncio.Future]] = []

    async def submit(self, inputs: Arrays) -> Dict[str, np.ndarray]:
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        self._waiting.append((inputs, future))
        if len(self._waiting) == 1:
            loop.call_later(self._seconds if self._guarded.door else 0, lambda: loop.create_task(self._flush()))
        return await future

    async def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        requests = [inputs for inputs, _ in waiting]
        answers = await asyncio.get_running_loop().run_in_executor(None, self._guarded.together, requests)
        for (_, future), answer in zip(waiting, answers):
            if future.done():  # its caller is gone
                continue
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)


# Runtimes.


def onnxruntime_run(model: str) -> Run:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # it shares the machine with the server
    providers = [("CPUExecutionProvider", {"arena_extend_strategy": "kSameAsRequested"})]  # else memory grows by powers of two
    session = onnxruntime.InferenceSession(model, options, providers)
    names = [output.name for output in session.get_outputs()]
    return lambda inputs: dict(zip(names, session.run(names, dict(inputs))))


def openvino_run(model: str) -> Run:
    import openvino

    compiled_model = openvino.Core().compile_model(model, "CPU")
    wanted = [each.get_any_name() for each in compiled_model.inputs]
    names = [each.get_any_name() for each in compiled_model.outputs]

    def run(inputs: Arrays) -> Dict[str, np.ndarray]:
        request = compiled_model.create_infer_request()
        for name in {*wanted, *inputs}:  # as tensors, whose types are compared: arrays would be converted
            request.set_tensor(name, openvino.Tensor(np.ascontiguousarray(inputs[name])))
        request.infer()
        return {name: request.get_tensor(name).data.copy() for name in names}

    return run


# The Open Inference Protocol.


def decode(body: Mapping[str, Any]) -> Dict[str, np.ndarray]:
    """The inputs of a request. Refused: they are not in the form of the protocol."""
    try:
        if any(size < 0 for each in body["inputs"] for size in each["shape"]):
            raise ValueError("a size is negative")
        return {
            each["name"]: np.asarray(each["data"], DTYPES[each["datatype"]]).reshape(each["shape"]) for each in body["inputs"]
        }
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise Refused(f"this is not a request of the Open Inference Protocol: {error}") from error


def encode(outputs: Arrays, model: str, request_id: Any = None) -> Dict[str, Any]:
    """The answer to a request."""
    return {
        "model_name": model,
        "id": str(request_id or ""),
        "outputs": [
            {"name": name, "shape": list(array.shape), "datatype": DATATYPES[array.dtype], "data": array.ravel().tolist()}
            for name, array in outputs.items()
        ],
    }
