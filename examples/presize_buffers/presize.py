#!/usr/bin/env python3
"""Buffers for the outputs of a model, sized before each run: onnxruntime then writes into memory that is there already.

usage: presize.py MODEL.onnx INPUT=SIZE,SIZE...          (INPUT= for a scalar)
exit code: 0: the sizes of the outputs of such a request; 1: it may not be run; 2: no answer

The command only tells sizes. `Presized` is what a serving process takes: the model is told to the server once, each
request asks by its inference_id, and blocks that are large enough are used again.
"""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Dict, Mapping, Sequence

import numpy as np

from shapewright import Client, InferResult, ShapewrightError
from shapewright.v1.evaluate_pb2 import Evaluation, ValueSize
from shapewright.v1.shape_pb2 import ElementType

# Of element types that numpy has itself; all else is left to the runtime.
NUMPY_TYPES = {
    ElementType.Value("ELEMENT_TYPE_" + name): np.dtype(kind)
    for name, kind in {
        "FLOAT": "f4", "DOUBLE": "f8", "FLOAT16": "f2", "BOOL": "?",
        "INT8": "i1", "INT16": "i2", "INT32": "i4", "INT64": "i8",
        "UINT8": "u1", "UINT16": "u2", "UINT32": "u4", "UINT64": "u8",
    }.items()
}  # fmt: skip


class InvalidRequest(ValueError):
    """The model may not be run at these sizes."""


class Blocks:
    """A block of memory for each output, as large as its largest request so far."""

    def __init__(self) -> None:
        self._blocks: Dict[str, np.ndarray] = {}
        self.allocations = 0

    def views(self, outputs: Sequence[ValueSize]) -> Dict[str, np.ndarray]:
        """An array for each output whose sizes and type are known. Those of the run before are overwritten."""
        return {
            value.name: self._view(value)
            for value in outputs
            if not value.unsized and -1 not in value.sizes and value.element_type in NUMPY_TYPES
        }

    def _view(self, value: ValueSize) -> np.ndarray:
        block = self._blocks.get(value.name)
        if block is None or block.nbytes < value.bytes:
            block = self._blocks[value.name] = np.empty(max(value.bytes, 1), np.uint8)
            self.allocations += 1
        return block[: value.bytes].view(NUMPY_TYPES[value.element_type]).reshape(value.sizes)


def sizes(client: Client, inference: InferResult, shapes: Mapping[str, Sequence[int]]) -> Sequence[ValueSize]:
    """The outputs of a request with inputs of these shapes."""
    evaluation = client.evaluate_shapes(inference, [shapes]).evaluations[0]
    if evaluation.verdict in (Evaluation.VERDICT_VALID, Evaluation.VERDICT_OPEN):
        return evaluation.outputs
    raise InvalidRequest("; ".join([*(v.message for v in evaluation.violations), evaluation.error.message]).strip("; "))


class Presized:
    """Runs a model, with its outputs in buffers that are there before. `session` is an onnxruntime.InferenceSession."""

    def __init__(self, client: Client, session: Any, model: Path) -> None:
        self._client = client
        self._session = session
        self._inference = client.infer_shapes(model)
        self.blocks = Blocks()

    def reserve(self, shapes: Mapping[str, Sequence[int]]) -> None:
        """Makes room for the largest request, so that none allocates later."""
        self.blocks.views(sizes(self._client, self._inference, shapes))

    def run(self, feeds: Mapping[str, np.ndarray]) -> Dict[str, np.ndarray]:
        """The outputs, valid until the next run."""
        shapes = {name: feed.shape for name, feed in feeds.items()}
        views = self.blocks.views(sizes(self._client, self._inference, shapes))
        binding = self._session.io_binding()
        for name, feed in feeds.items():
            binding.bind_cpu_input(name, feed)
        outputs = [output.name for output in self._session.get_outputs()]
        for name in outputs:
            if name in views:
                view = views[name]
                binding.bind_output(name, "cpu", 0, view.dtype.type, view.shape, view.ctypes.data)
            else:  # its size depends on the data
                binding.bind_output(name, "cpu")
        self._session.run_with_iobinding(binding)
        return {
            name: views[name] if name in views else value.numpy()
            for name, value in zip(outputs, binding.get_outputs())
        }


def main(arguments: Sequence[str]) -> int:
    if not arguments or not all("=" in argument for argument in arguments[1:]):
        print(__doc__, file=sys.stderr)
        return 2
    client = Client(deadline=None)
    try:
        given = [argument.split("=", 1) for argument in arguments[1:]]
        shapes = {name: [int(size) for size in text.split(",") if size] for name, text in given}
        for value in sizes(client, client.infer_shapes(Path(arguments[0])), shapes):
            known = f"{value.bytes} bytes" if value.HasField("bytes") else "no bound"
            bound = f", at most {list(value.upper_sizes)}" if value.upper_sizes else ""
            print(f"{value.name!a}: {list(value.sizes)}{bound}: {known}")
    except InvalidRequest as error:
        print(error)
        return 1
    except (OSError, ValueError, ShapewrightError) as error:
        print(f"presize: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
