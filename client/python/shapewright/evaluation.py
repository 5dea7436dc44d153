"""The answer to EvaluateShapes, readable."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, Iterator, List, Optional, Sequence, Tuple, Union, overload

import grpc

from .errors import ShapewrightError
from .text import Table, element_text, enum_name, printable, tables_html, tables_text
from .v1 import evaluate_pb2, fact_pb2

_Message = evaluate_pb2.Evaluation


@dataclass(frozen=True)
class SizedValue:
    """The sizes of one value."""

    name: str
    element_type: str
    """`float`, `int64`; `?` if it is not known."""
    shape: Optional[Tuple[Optional[int], ...]]
    """The sizes; None in place of one that is not known. None: the rank is not known, or it is not a tensor."""
    bytes: Optional[int]
    """None: not known."""
    upper_sizes: Tuple[Optional[int], ...] = ()
    """The largest that sizes may be, where they are not known."""

    def _shape_text(self) -> str:
        if self.shape is None:
            return "?"
        uppers = self.upper_sizes or (None,) * len(self.shape)
        return "[" + ", ".join(_size_text(size, upper) for size, upper in zip(self.shape, uppers)) + "]"

    def _row(self) -> Tuple[str, ...]:
        return self.name, self.element_type, self._shape_text(), "" if self.bytes is None else str(self.bytes)


def _size_text(size: Optional[int], upper: Optional[int]) -> str:
    if size is not None:
        return str(size)
    return "?" if upper is None else f"..{upper}"


def _known(sizes: Sequence[int]) -> Tuple[Optional[int], ...]:
    return tuple(None if size < 0 else size for size in sizes)


def _sized(value: evaluate_pb2.ValueSize) -> SizedValue:
    shape = None if value.unsized else _known(value.sizes)
    size = value.bytes if value.HasField("bytes") else None
    return SizedValue(value.name, element_text(value.element_type), shape, size, _known(value.upper_sizes))


def binding_text(binding: evaluate_pb2.Binding) -> str:
    """`N=8, X=[8, 3]`."""
    symbols = [f"{each.symbol}={each.size if each.HasField('size') else '?'}" for each in binding.symbols]
    return ", ".join([*symbols, *(f"{each.name}={list(each.sizes)}" for each in binding.inputs)])


class Evaluation:
    """The sizes of a model's values at one binding. `print(evaluation)` shows them as a table.

    `evaluation["name"]` is an output, or an inner value that was asked for.
    """

    def __init__(self, message: evaluate_pb2.Evaluation, label: str = "") -> None:
        self.message = message
        """In full, as the message of the service."""
        self.label = message.label or label
        """The label of the binding, else its sizes: `N=8, X=[8, 3]`."""
        self.outputs: List[SizedValue] = [_sized(value) for value in message.outputs]
        """What a run gives, in order."""
        self.values: List[SizedValue] = [_sized(value) for value in message.values]
        """The inner values that were asked for."""
        self._by_name: Dict[str, SizedValue] = {value.name: value for value in [*self.values, *self.outputs]}

    @property
    def verdict(self) -> str:
        """`valid`: it may be run; `invalid`: it fails; `open`: that is not decided. `error`: the binding does not fit
        the model."""
        if self.error is not None:
            return "error"
        return enum_name(self.message.verdict, _Message.Verdict, "VERDICT_")

    @property
    def error(self) -> Optional[fact_pb2.EntryError]:
        """What is wrong with the binding; None: nothing."""
        return self.message.error if self.message.HasField("error") else None

    @property
    def problems(self) -> List[str]:
        """What a run would fail for, or could, each with what would be right: one line each."""
        found = [(each.message, each.suggestion) for each in self.message.violations]
        if self.error is not None:
            found.insert(0, (self.error.message, self.error.suggestion))
        return [f"{text}; {suggestion}" if suggestion else text for text, suggestion in found]

    @property
    def unbound(self) -> List[str]:
        """The symbols that the sizes depend on and that have none."""
        return list(self.message.unbound)

    def __getitem__(self, name: str) -> SizedValue:
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[SizedValue]:
        return iter(self._by_name.values())

    def __len__(self) -> int:
        return len(self._by_name)

    def _title(self) -> str:
        return f"{self.label}: {self.verdict}" if self.label else self.verdict

    def _tables(self) -> List[Table]:
        return [Table(self._title(), ("value", "type", "shape", "bytes"), [value._row() for value in self])]

    def _notes(self) -> List[str]:
        unbound = [f"without a size: {', '.join(self.unbound)}"] if self.unbound else []
        return [*self.problems, *unbound]

    def __str__(self) -> str:
        title = [] if len(self) else [printable(self._title())]
        return "\n".join([*title, *tables_text(self._tables()), *map(printable, self._notes())])

    def __repr__(self) -> str:
        sizes = ", ".join(f"{value.name} {value._shape_text()}" for value in self.outputs)
        return printable(f"<Evaluation {self._title()}: {sizes}>" if sizes else f"<Evaluation {self._title()}>")

    def _repr_html_(self) -> str:
        title = [] if len(self) else [self._title()]
        return tables_html(self._tables(), [*title, *self._notes()])


class EvaluateResult(Sequence[Evaluation]):
    """The sizes of a model's values at some bindings, one Evaluation for each, in order."""

    def __init__(self, response: evaluate_pb2.EvaluateShapesResponse, bindings: Sequence[evaluate_pb2.Binding] = ()) -> None:
        self.response = response
        """The answer in full, as the message of the service."""
        # With scenarios there are several of each binding.
        self._bindings = bindings if len(bindings) == len(response.evaluations) else ()

    @property
    def evaluations(self) -> Sequence[evaluate_pb2.Evaluation]:
        """The messages of the service."""
        return self.response.evaluations

    @overload
    def __getitem__(self, index: int) -> Evaluation: ...

    @overload
    def __getitem__(self, index: slice) -> List[Evaluation]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Evaluation, List[Evaluation]]:
        places = range(len(self))[index]
        return [self._evaluation(place) for place in places] if isinstance(places, range) else self._evaluation(places)

    def _evaluation(self, place: int) -> Evaluation:
        label = binding_text(self._bindings[place]) if self._bindings else ""
        return Evaluation(self.response.evaluations[place], label)

    def __len__(self) -> int:
        return len(self.response.evaluations)

    def __str__(self) -> str:
        return "\n".join(str(evaluation) for evaluation in self)

    def __repr__(self) -> str:
        return f"<EvaluateResult [{', '.join(map(repr, self))}]>"

    def _repr_html_(self) -> str:
        return "".join(evaluation._repr_html_() for evaluation in self)


def single(result: EvaluateResult) -> Evaluation:
    """The only evaluation; a binding that does not fit the model is a ShapewrightError."""
    evaluation = result[0]
    if evaluation.error is not None:
        error = ShapewrightError(grpc.StatusCode.INVALID_ARGUMENT, evaluation.problems[0])
        error.reason = evaluation.error.reason
        error.violations.append((evaluation.error.field, evaluation.error.message))
        raise error
    return evaluation
