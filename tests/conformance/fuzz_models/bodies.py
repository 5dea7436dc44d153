"""Random nodes that hold graphs, and sequences and optionals: If, Loop, Scan, calls of functions, up to three within each other."""
import numpy as np

from .graph import (
    Body, NoIteration, Optional, Sequence, Skip, function_proto, is_tensor, run_steps, same_type, type_of,
)  # fmt: skip
from .numbers import NUMBERS, compare, is_scalar, is_small
from .tensors import TENSORS

DEEPEST = 3


def fill(body, count):
    """Adds up to `count` nodes."""
    for _ in range(count):
        if body.shared.left <= 0:
            return
        try:
            draw_node(body)
        except (Skip, ValueError, IndexError, TypeError, OverflowError, ArithmeticError, MemoryError):
            pass


def draw_node(body):
    kind = body.draw.random()
    if kind < 0.45:
        body.draw.choice(NUMBERS)(body)
    elif kind < 0.8:
        body.draw.choice(TENSORS)(body)
    elif kind < 0.88:
        body.draw.choice(CONTAINERS)(body)
    elif body.depth < DEEPEST:
        body.draw.choice(CONTROL)(body)


def anything(data):
    return is_tensor(data) or isinstance(data, (Sequence, Optional))


def own(inner, name):
    """The value under a name that the inner graph itself makes, as an output of it has to be."""
    if name in inner.own and all(name != value.name for value in inner.inputs) and all(name != i.name for i in inner.initializers):
        return name
    return inner.emit("Identity", [name], lambda a: a)


def condition(body):
    """A truth: by sizes, by an input, or a constant."""
    kind = body.draw.random()
    if kind < 0.45:
        return compare(body, is_scalar)
    if kind < 0.65:
        return body.pick(lambda a: is_tensor(a) and a.dtype == bool and a.ndim == 0)
    if kind < 0.8:
        return body.constant(body.draw.flip(), bool)
    name = body.pick(is_small)
    zero = body.constant(body.draw.randint(0, 3))
    value = body.emit("Greater", [name, zero], np.greater)
    if body.env[value].ndim:
        value = body.emit("Cast", [value], lambda a: a.astype(np.int64), to=7)
        value = body.emit("ReduceMax", [value], lambda a: np.max(a), keepdims=0)
        value = body.emit("Cast", [value], lambda a: a.astype(bool), to=9)
    return value


def branches(body):
    draw, chosen = body.draw, condition(body)
    first, second = Body(body.shared, body, body.prefix), Body(body.shared, body, body.prefix)
    fill(first, draw.randint(1, 6))
    results = [first.pick(anything) for _ in range(draw.randint(1, 3))]
    if draw.flip(0.7):  # the same names, changed otherwise
        fill(second, draw.randint(1, 6))
    pairs = []
    for name in results:
        other = second.pick(lambda a: same_type(a, first.env[name]))
        pairs.append((own(first, name), own(second, other)))
    pairs = list({a: (a, b) for a, b in pairs}.values())
    seen = {b for _, b in pairs}
    if len(seen) < len(pairs):
        pairs = pairs[:1]
    names = [[pair[i] for pair in pairs] for i in (0, 1)]

    def run(env, truth):
        taken, outputs = (first, names[0]) if truth.reshape(()) else (second, names[1])
        inner = dict(env)
        run_steps(taken.steps, inner)
        return tuple(inner[name] for name in outputs)

    graphs = {"then_branch": first.proto(names[0]), "else_branch": second.proto(names[1])}
    return body.emit("If", [chosen], run, outputs=len(pairs), wants_env=True, **graphs)


def trip_count(body):
    kind = body.draw.random()
    if kind < 0.4:
        return body.constant(body.draw.choice((0, 1, 1, 2, 3, 4)))
    return body.pick(lambda a: is_scalar(a) and 0 <= a <= 8) if kind < 0.9 else ""


def loop(body):
    draw = body.draw
    trip = trip_count(body)
    first = "" if trip and draw.flip(0.4) else body.constant(draw.flip(0.9), bool) if draw.flip(0.7) else condition(body)
    starts = [body.pick(anything) for _ in range(draw.randint(0, 3))]
    inner = Body(body.shared, body, body.prefix)
    says = draw.flip(0.8)  # onnxruntime wants the types of none, but of sequences
    counter = inner.add_input(np.asarray(0, np.int64), True, [])
    again = inner.add_input(np.asarray(True), True, [])
    carried = [inner.add_input(body.env[name], says or not is_tensor(body.env[name])) for name in starts]
    fill(inner, draw.randint(1, 7))
    kept = [inner.pick(lambda a: same_type(a, inner.env[name])) if draw.flip(0.8) else name for name in carried]
    scanned = [inner.pick(lambda a: is_tensor(a)) for _ in range(draw.randint(0, 2))]
    goes_on = again
    if not trip or draw.flip(0.4):
        limit = inner.constant(draw.randint(0, 4))
        goes_on = inner.emit("Less", [counter, limit], np.less)
        if draw.flip(0.3):
            goes_on = inner.emit("And", [goes_on, condition(inner)], np.logical_and)
    outputs = [own(inner, name) for name in [goes_on]] + [inner.emit("Identity", [name], lambda a: a) for name in kept + scanned]

    def run(env, count, start, *values):
        values, rows = list(values), [[] for _ in scanned]
        limit = 12 if count is None else int(count)
        goes = start is None or bool(start)
        for i in range(max(limit, 0)):
            if not goes:
                break
            if i >= 12:
                raise Skip
            local = dict(env)
            local.update({counter: np.asarray(i, np.int64), again: np.asarray(goes)}, **dict(zip(carried, values)))
            run_steps(inner.steps, local)
            results = [local[name] for name in outputs]
            goes, values = bool(results[0]), results[1 : 1 + len(values)]
            for row, result in zip(rows, results[1 + len(values) :]):
                row.append(result)
        if rows and not rows[0]:
            raise NoIteration
        return tuple(values) + tuple(np.stack(r) for r in rows)

    if not outputs[1:]:
        raise Skip
    return body.emit("Loop", [trip, first, *starts], run, outputs=len(outputs) - 1, wants_env=True, body=inner.proto(outputs))


def scan(body):
    draw = body.draw
    states = [body.pick(is_tensor) for _ in range(draw.randint(0, 2))]
    rows = [body.pick(lambda a: is_tensor(a) and 0 < a.ndim <= 4 and a.shape[0] > 0)]
    length = body.env[rows[0]].shape[0]
    if draw.flip(0.3):
        rows.append(body.pick(lambda a: is_tensor(a) and 0 < a.ndim <= 4 and a.shape[0] == length))
    inner = Body(body.shared, body, body.prefix)
    held = [inner.add_input(body.env[name], True) for name in states]
    taken = [inner.add_input(body.env[name][0], True) for name in rows]
    fill(inner, draw.randint(1, 5))
    kept = [inner.pick(lambda a: same_type(a, inner.env[n]) and a.shape == inner.env[n].shape) for n in held]
    made = [inner.pick(is_tensor) for _ in range(draw.randint(1, 2))]
    outputs = [inner.emit("Identity", [name], lambda a: a) for name in kept + made]
    directions = [draw.randint(0, 1) for _ in rows] if draw.flip(0.3) else None

    def run(env, *operands):
        values, stacked = list(operands[: len(states)]), [[] for _ in made]
        for i in range(operands[len(states)].shape[0]):
            local = dict(env)
            local.update(zip(held, values))
            local.update((name, np.asarray(x[i])) for name, x in zip(taken, operands[len(states) :]))
            run_steps(inner.steps, local)
            values = [local[name] for name in outputs[: len(values)]]
            for row, name in zip(stacked, outputs[len(values) :]):
                row.append(local[name])
        likes = [inner.env[name] for name in made]
        return tuple(values) + tuple(np.stack(r) if r else np.zeros((0, *like.shape), like.dtype) for r, like in zip(stacked, likes))

    return body.emit(
        "Scan", [*states, *rows], run, outputs=len(outputs), wants_env=True, num_scan_inputs=len(rows),
        scan_input_directions=directions, body=inner.proto(outputs, has_ranks=True),
    )  # fmt: skip


class Function:
    def __init__(self, name, body, inputs, outputs):
        self.name, self.body, self.inputs, self.outputs = name, body, inputs, outputs
        self.depth = body.depth

    def run(self, *operands):
        env = dict(zip(self.inputs, operands))
        run_steps(self.body.steps, env)
        return tuple(env[name] for name in self.outputs)


def new_function(body, operands):
    """A function for operands of these types; it may hold bodies and call others."""
    shared = body.shared
    inner = Body(shared, None, "f")
    inner.depth = body.depth + 1
    inputs = [inner.define(inner.fresh(), data) for data in operands]
    fill(inner, body.draw.randint(1, 7))
    outputs = [inner.emit("Identity", [inner.pick(anything)], lambda a: a) for _ in range(body.draw.randint(1, 3))]
    function = Function(f"function{len(shared.functions)}", inner, inputs, outputs)
    function.proto = function_proto(function.name, inner, inputs, outputs)
    shared.functions.append(function)
    return function


def call(body):
    """A call of a new function, or of one that is there, as often with operands of other shapes."""
    known = [f for f in body.shared.functions if f.body.env is not body.env]
    if known and body.draw.flip(0.6):
        function = body.draw.choice(known)
        names = [body.pick(lambda a: same_type(a, function.body.env[i])) for i in function.inputs]
    else:
        names = [body.pick(anything) for _ in range(body.draw.randint(1, 3))]
        function = new_function(body, [body.env[name] for name in names])
    return body.emit(function.name, names, function.run, outputs=len(function.outputs), domain="local")


def is_sequence(data):
    return isinstance(data, Sequence)


def is_filled(data):
    return is_sequence(data) and len(data) > 0


def is_element(data):
    return is_tensor(data) and data.dtype in (np.float32, np.int64)


def construct(body):
    first = body.pick(is_element)
    dtype = body.env[first].dtype
    names = [first] + [body.pick(lambda a: is_element(a) and a.dtype == dtype) for _ in range(body.draw.randint(0, 3))]
    return body.emit("SequenceConstruct", names, lambda *a: Sequence(a, dtype))


def empty(body):
    return body.emit("SequenceEmpty", [], lambda: Sequence([], np.float32))


def position(body, length):
    if body.draw.flip(0.3):
        return body.pick(lambda a: is_scalar(a) and -length <= a < length)
    return body.constant(body.draw.randint(-length, length - 1))


def insert(body):
    name = body.pick(is_sequence)
    held = body.env[name]
    element = body.pick(lambda a: is_element(a) and a.dtype == held.dtype)
    at = [position(body, len(held))] if held and body.draw.flip() else []

    def run(s, e, p=None):
        items = list(s)
        where = len(items) if p is None else int(p)
        items.insert(where if where >= 0 else len(items) + where, e)
        return Sequence(items, s.dtype)

    return body.emit("SequenceInsert", [name, element, *at], run)


def erase(body):
    name = body.pick(is_filled)

    def run(s, p=None):
        items = list(s)
        del items[-1 if p is None else int(p)]
        return Sequence(items, s.dtype)

    return body.emit("SequenceErase", [name] + ([position(body, len(body.env[name]))] if body.draw.flip(0.7) else []), run)


def at(body):
    name = body.pick(is_filled)
    return body.emit("SequenceAt", [name, position(body, len(body.env[name]))], lambda s, p: s[int(p)])


def length(body):
    return body.emit("SequenceLength", [body.pick(is_sequence)], lambda s: np.asarray(len(s), np.int64))


def parts(body):
    name = body.pick(lambda a: is_element(a) and a.ndim > 0)
    axis, keepdims = body.draw.randint(0, body.env[name].ndim - 1), body.draw.randint(0, 1)
    if body.draw.flip():
        run = lambda a: Sequence([x if keepdims else x.squeeze(axis) for x in np.split(a, a.shape[axis], axis)], a.dtype)
        return body.emit("SplitToSequence", [name], run, axis=axis, keepdims=keepdims)
    step = body.constant(body.draw.randint(1, 3))
    run = lambda a, s: Sequence(np.split(a, range(int(s), a.shape[axis], int(s)), axis), a.dtype)
    return body.emit("SplitToSequence", [name, step], run, axis=axis, keepdims=1)


def join(body):
    axis, new_axis = body.draw.choice((0, 0, -1, 1)), body.draw.randint(0, 1)
    run = (lambda s: np.stack(s, axis)) if new_axis else (lambda s: np.concatenate(s, axis))
    return body.emit("ConcatFromSequence", [body.pick(is_filled)], run, axis=axis, new_axis=new_axis)


def optional(body):
    if body.shared.opset < 15:
        raise Skip
    name = body.pick(lambda a: is_tensor(a) or is_sequence(a))
    if body.draw.flip(0.3):
        like = body.env[name]
        return body.emit("Optional", [], lambda: Optional(None, like), type=type_of(like))
    return body.emit("Optional", [name], lambda a: Optional(a, a))


def has_element(body):
    return body.emit("OptionalHasElement", [body.pick(lambda a: isinstance(a, Optional))], lambda a: np.asarray(a.value is not None))


def element(body):
    name = body.pick(lambda a: isinstance(a, Optional) and a.value is not None)
    return body.emit("OptionalGetElement", [name], lambda a: a.value)


CONTAINERS = (construct, construct, empty, insert, insert, erase, at, at, length, parts, join, optional, has_element, element)
CONTROL = (branches, branches, branches, loop, loop, loop, scan, call, call)
