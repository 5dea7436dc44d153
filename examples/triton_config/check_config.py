#!/usr/bin/env python3
"""Checks a Triton config.pbtxt against the ONNX model that it is for: prints a line for each thing that disagrees, then
the part of config.pbtxt that would fit.

usage: check_config.py config.pbtxt MODEL.onnx
exit code: 0: nothing disagrees; 1: something does; 2: no answer (a file cannot be read, no server)
"""
from __future__ import annotations

import re
import sys
from math import prod
from pathlib import Path
from typing import Iterator, List, Sequence, Set, Tuple, Union

from google.protobuf import text_format

from model_config_pb2 import DataType, ModelConfig, ModelInput, ModelOutput
from shapewright import Client, ShapewrightError
from shapewright.v1.evaluate_pb2 import Binding, ValueSize
from shapewright.v1.registry_pb2 import DescribeModelResponse, TensorMetadata

Tensor = Union[ModelInput, ModelOutput]


# A string, a comment, or the name of a field before a list without the colon between them, which may be left out.
LIST = re.compile(r'''"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|#[^\n]*|(?P<name>\b[A-Za-z_]\w*)(?=\s*\[)''')


def read_config(text: str) -> ModelConfig:
    """Fields that have nothing to do with shapes are passed over, for which protobuf wants that colon."""
    text = LIST.sub(lambda found: found[0] + ":" * bool(found["name"]), text)
    return text_format.Parse(text, ModelConfig(), allow_unknown_field=True)


def triton_type(expected: TensorMetadata) -> int:
    """What Triton calls the data type; TYPE_INVALID: it has none for it."""
    name = "TYPE_" + {"BYTES": "STRING"}.get(expected.datatype, expected.datatype)
    return DataType.Value(name) if name in DataType.keys() else DataType.TYPE_INVALID


def elements(shape: Sequence[int]) -> Tuple[int, int]:
    """The product of the sizes that are given, and the number of those that are not: a reshape keeps both."""
    return prod(size for size in shape if size != -1), list(shape).count(-1)


class ConfigCheck:
    """Compares a config with what the model takes and gives; `findings` are for people, one line each."""

    def __init__(self, config: ModelConfig, described: DescribeModelResponse) -> None:
        self.config = config
        self.described = described
        self.findings: List[str] = []
        self._wrong: Set[str] = set()
        self._is_batched = config.max_batch_size > 0
        if not any(tensor.allow_ragged_batch for tensor in config.input):  # which has no batch axis
            self._check_batching()
        self._check_tensors("input", config.input, described.inputs)
        self._check_tensors("output", config.output, described.outputs)

    def _complain(self, who: str, complaint: str) -> None:
        self._wrong.add(who)
        self.findings.append(f"{who}: {complaint}")

    def _check_batching(self) -> None:
        size, batching = self.config.max_batch_size, self.described.batching
        if size < 0:
            self._complain("max_batch_size", f"{size} is negative")
        if self._is_batched and not batching.batchable:
            for reason in batching.reasons:
                self._complain("max_batch_size", f"{size}, but {reason}")
        elif batching.HasField("max_batch_size") and size > batching.max_batch_size:
            self._complain("max_batch_size", f"{size}, but the model takes at most {batching.max_batch_size}")

    def _check_tensors(self, side: str, given: Sequence[Tensor], expected: Sequence[TensorMetadata]) -> None:
        by_name = {tensor.name: tensor for tensor in expected}
        names = [tensor.name for tensor in given]
        for tensor in given:
            if names.count(tensor.name) > 1:
                self._complain(f"{side} {tensor.name}", "stands here more than once")
            if tensor.name not in by_name:
                self._complain(f"{side} {tensor.name}", "the model has none of this name")
                continue
            for complaint in self._complaints(tensor, by_name[tensor.name]):
                self._complain(f"{side} {tensor.name}", complaint)
        if given and side == "input":  # Triton fills in an empty list; outputs may be left out
            for name in by_name:
                if name not in names and name not in self._filled_in():
                    self._complain(f"input {name}", "the model needs it, but the config does not list it")

    def _filled_in(self) -> Set[str]:
        """Inputs that requests do not give, but Triton."""
        sequence = self.config.sequence_batching
        names = {control.name for control in sequence.control_input} | {state.input_name for state in sequence.state}
        return names.union(*(added.target_name for added in self.config.batch_input))

    def _complaints(self, tensor: Tensor, expected: TensorMetadata) -> Iterator[str]:
        if triton_type(expected) == DataType.TYPE_INVALID:
            yield f"Triton has no data type for {expected.type.text}"
        elif tensor.data_type != triton_type(expected):
            yield f"{DataType.Name(tensor.data_type)}, but the model has {expected.type.text}"
        yield from self._shape_complaints(tensor, expected)

    def _shape_complaints(self, tensor: Tensor, expected: TensorMetadata) -> Iterator[str]:
        if not tensor.dims or any(size < 1 and size != -1 for size in tensor.dims):
            yield f"dims {list(tensor.dims)}: sizes are positive or -1, and there is at least one"
        if tensor.HasField("reshape") and elements(tensor.dims) != elements(tensor.reshape.shape):
            yield f"the reshape of {list(tensor.dims)} to {list(tensor.reshape.shape)} changes the number of elements"
        if not expected.type.tensor.HasField("shape") or getattr(tensor, "allow_ragged_batch", False):
            return
        shape, first = self._seen(tensor), int(self._is_batched)  # of the batch axis _check_batching tells
        if len(shape) != len(expected.shape):
            yield f"{len(shape)} axes{' with that of the batch' * first}, but the model has {expected.type.text}"
        elif any(theirs not in (-1, ours) for ours, theirs in zip(shape[first:], expected.shape[first:])):
            yield f"{shape[first:]}{' behind the batch axis' * first}, but the model has {expected.type.text}"

    def _seen(self, tensor: Tensor) -> List[int]:
        """The shape that the model sees."""
        sizes = tensor.reshape.shape if tensor.HasField("reshape") else tensor.dims
        return [-1] * self._is_batched + list(sizes)

    def check_sizes(self, client: Client, model: Path) -> None:
        """Whether the sizes of the inputs fit together, and give outputs of the sizes that the config says."""
        if any(who.startswith("input") for who in self._wrong) or not self.config.input:
            return
        binding = Binding()
        for tensor in self.config.input:
            if not tensor.allow_ragged_batch:
                shape = self._seen(tensor)
                binding.inputs.add(name=tensor.name, sizes=shape, scalar=not shape)
        evaluation = client.evaluate_shapes(model, [binding]).evaluations[0]
        for violation in evaluation.violations:
            self._complain("inputs", violation.message)
        if evaluation.HasField("error"):
            self._complain("inputs", evaluation.error.message)
        computed = {value.name: value for value in evaluation.outputs}
        for tensor in self.config.output:
            if tensor.name in computed and not self._is_possible(tensor, computed[tensor.name]):
                sizes = list(computed[tensor.name].sizes)
                self._complain(f"sizes of {tensor.name}", f"{self._seen(tensor)}, but these inputs give {sizes}")

    def _is_possible(self, tensor: ModelOutput, value: ValueSize) -> bool:
        shape = self._seen(tensor)
        return len(shape) != len(value.sizes) or all(
            -1 in (ours, theirs) or ours == theirs for ours, theirs in zip(shape, value.sizes)
        )

    def fitting(self) -> ModelConfig:
        """The part of a config that fits the model. Of this one is kept what fits."""
        batching = self.described.batching
        most = self.config.max_batch_size if batching.batchable or "max_batch_size" not in self._wrong else 0
        if batching.HasField("max_batch_size"):
            most = min(most, batching.max_batch_size)
        most = max(most, 0)
        result = ModelConfig(max_batch_size=most, batch_input=self.config.batch_input)
        result.sequence_batching.CopyFrom(self.config.sequence_batching)
        for tensor in self.described.inputs:
            if tensor.name not in self._filled_in():
                result.input.append(self._fitting(self.config.input, tensor, ModelInput(), most > 0))
        listed = {tensor.name for tensor in self.config.output}
        known = [tensor for tensor in self.described.outputs if tensor.name in listed]
        for tensor in known or self.described.outputs:
            result.output.append(self._fitting(self.config.output, tensor, ModelOutput(), most > 0))
        return result

    def _fitting(self, given: Sequence[Tensor], expected: TensorMetadata, result: Tensor, is_batched: bool) -> Tensor:
        result.CopyFrom(next((tensor for tensor in given if tensor.name == expected.name), result))
        result.name, result.data_type = expected.name, triton_type(expected)
        is_wrong = not self._wrong.isdisjoint({"inputs", f"sizes of {expected.name}"})
        if is_wrong or is_batched != self._is_batched or any(self._shape_complaints(result, expected)):
            result.ClearField("reshape")
            result.dims[:] = expected.shape[int(is_batched) :]
            if not result.dims and expected.type.tensor.HasField("shape"):
                result.dims.append(1)  # Triton wants an axis
                result.reshape.SetInParent()
        return result


def mended(check: ConfigCheck, client: Client, model: Path) -> str:
    """The part of config.pbtxt that would fit, also where one finding hid that sizes do not fit together."""
    again = ConfigCheck(check.fitting(), check.described)
    again.check_sizes(client, model)
    result = again.fitting()
    result.ClearField("batch_input")
    result.ClearField("sequence_batching")
    return text_format.MessageToString(result, use_short_repeated_primitives=True)


def main(arguments: List[str]) -> int:
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    client, model = Client(deadline=None), Path(arguments[1])
    try:
        config = read_config(Path(arguments[0]).read_text(encoding="utf-8"))
        check = ConfigCheck(config, client.describe_model(model))
        check.check_sizes(client, model)
        fitting = mended(check, client, model)
    except (OSError, ValueError, RecursionError, text_format.ParseError, ShapewrightError) as error:
        print(f"check_config: {error}", file=sys.stderr)
        return 2
    for finding in check.findings:
        print("".join(c if c.isprintable() else ascii(c)[1:-1] for c in finding))
    if check.findings:
        print(f"\nThis would fit:\n\n{fitting}", end="")
    return 1 if check.findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
