"""OpenVINO in a process of its own, as it may crash: what it says of every value of a model."""
import multiprocessing
import re
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple

SECONDS = 120
RUN_SIZES = (1, 2, 3, 6, 8)
Range = Tuple[int, Optional[int]]
ELEMENTS = {"f32": "FLOAT", "f16": "FLOAT16", "f64": "DOUBLE", "bf16": "BFLOAT16", "boolean": "BOOL", "string": "STRING",
            "u8": "UINT8", "i8": "INT8", "u16": "UINT16", "i16": "INT16", "u32": "UINT32", "i32": "INT32", "u64": "UINT64",
            "i64": "INT64", "u4": "UINT4", "i4": "INT4", "u1": "UINT1", "nf4": "NF4", "f8e4m3": "FLOAT8E4M3FN",
            "f8e5m2": "FLOAT8E5M2", "f8e8m0": "FLOAT8E8M0", "f4e2m1": "FLOAT4E2M1", "u2": "UINT2", "u3": "UINT3", "u6": "UINT6"}


@dataclass
class Value:
    """What is known of a value: the element type as this project names it, "" if it is not known; dims, None: no rank."""

    element: str
    dims: Optional[List[Range]]

    def __str__(self):
        if self.dims is None:
            return f"{self.element}[...]"
        return f"{self.element}[{','.join(text_of(dim) for dim in self.dims)}]"


def text_of(dim):
    low, high = dim
    if low == high:
        return str(low)
    return "?" if (low, high) == (0, None) else f"{low or ''}..{'' if high is None else high}"


def range_of(text):
    """Of a dim of OpenVINO: `?`, `4`, `2..8`, `..8`, `2..`."""
    if text == "?":
        return 0, None
    low, dots, high = text.partition("..")
    if not dots:
        return int(low), int(low)
    return int(low or 0), int(high) if high else None


def value_of(element, shape):
    dims = None if shape == "[...]" else [range_of(dim) for dim in re.findall(r"[^\[\],]+", shape)]
    return Value(ELEMENTS.get(element, "" if element == "dynamic" else element.upper()), dims)


@dataclass
class Answer:
    """`verdict` is "taken", "refused" or "crashed"; values are by the name of their layer and their number there."""

    verdict: str
    values: Dict[Tuple[str, int], Value] = field(default_factory=dict)
    why: str = ""
    seconds: float = 0


def _answer(core, tensor_of, xml, weights, shapes):
    import time

    model = core.read_model(xml.encode(), tensor_of(weights))
    begin = time.perf_counter()
    if shapes is not None:
        import openvino as ov

        model.reshape({name: ov.PartialShape(shape) for name, shape in shapes.items()})
    seconds = time.perf_counter() - begin
    values = {}
    for op in model.get_ordered_ops():
        if op.get_type_name() == "Result":
            continue
        for number, output in enumerate(op.outputs()):
            element = output.get_element_type().get_type_name()
            values[op.get_friendly_name(), number] = value_of(element, output.get_partial_shape().to_string())
    return Answer("taken", values, seconds=seconds)


def _sizes(shape, size):
    """A static shape within the partial one: its open dims are `size` as far as they may be."""
    return [max(dim.min_length, min(size, dim.max_length if dim.max_length >= 0 else size)) for dim in shape]


def _run(core, tensor_of, xml, weights):
    """Runs the model on zeros, open dims in turn of several sizes: taken if one of them runs."""
    import numpy as np

    answer = Answer("refused")
    for size in RUN_SIZES:
        model = core.read_model(xml.encode(), tensor_of(weights))
        if any(each.get_partial_shape().rank.is_dynamic for each in model.inputs):
            return Answer("not run")
        try:
            model.reshape({each: _sizes(each.get_partial_shape(), size) for each in model.inputs})
            compiled = core.compile_model(model, "CPU")
            compiled([np.zeros(tuple(each.shape), dtype=each.get_element_type().to_dtype()) for each in compiled.inputs])
            return Answer("taken")
        except Exception as error:  # whatever it says, it refuses
            answer = Answer("refused", why=str(error))
        if all(each.get_partial_shape().is_static for each in model.inputs):
            return answer
    return answer


def _serve(pipe):
    import numpy as np
    import openvino as ov

    core = ov.Core()

    def tensor_of(weights):
        return ov.Tensor(np.frombuffer(weights or b"\0", dtype=np.uint8).copy())

    while True:
        xml, weights, shapes, is_run = pipe.recv()
        try:
            if is_run:
                pipe.send(_run(core, tensor_of, xml, weights))
            else:
                pipe.send(_answer(core, tensor_of, xml, weights, shapes))
        except Exception as error:  # whatever it says, it refuses
            pipe.send(Answer("refused", why=str(error)))


class OpenVino:
    """Starts anew after a crash."""

    def __init__(self):
        self._context = multiprocessing.get_context("spawn")
        self._process = None

    def _start(self):
        self._pipe, theirs = self._context.Pipe()
        self._process = self._context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def stop(self):
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = None

    def run(self, xml, weights=b""):
        """Whether the model runs on the CPU: "taken", "refused", "crashed", or "not run" where a rank is open."""
        return self.ask(xml, weights, is_run=True)

    def ask(self, xml, weights=b"", shapes=None, is_run=False):
        """`shapes` are partial shapes by the names of inputs, for reshape()."""
        if self._process is None:
            self._start()
        try:
            self._pipe.send((xml, weights, shapes, is_run))
            if self._pipe.poll(SECONDS):
                return self._pipe.recv()
            why = f"no answer within {SECONDS} s"
        except (EOFError, BrokenPipeError, ConnectionResetError):
            why = "the process ended"
        self.stop()
        return Answer("crashed", why=why)
