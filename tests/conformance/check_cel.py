"""Holds the CEL texts of guards (S60) to the guards, with cel-cpp (the package cel-expr-python).

usage: check_cel.py [--requests N] [--seed N] [NAME...]

The models and requests are those of check_guards.py, none larger than the largest request that the texts are for. A text is
true where the check passes, false where its number is 0, and an error or not true where it has none. Exits with 1 if not.
"""
import argparse
import collections
import random
import sys

import numpy as np
from cel_expr_python import cel

from shapewright import Guard
from shapewright.guard import NoNumber
from shapewright.shared_client import default_client
from shapewright.v1 import guard_pb2

from check_guards import Requests, subjects

MOST = 1 << 8
MOST_ELEMENT = 1 << 20


def largest(subject):
    request = guard_pb2.CompileGuardRequest()
    for info in subject.inputs:
        base = subject.base[info.name]
        sizes = [MOST] * len(info.type.tensor_type.shape.dim)
        is_small = base.dtype.kind in "iub" and base.size <= 64
        request.max_request.add(name=info.name, sizes=sizes, values=[MOST_ELEMENT] * (64 if is_small else 0))
    return request


def content(request):
    inputs = {}
    for name, array in request.items():
        data = [int(element) for element in np.ravel(array)] if array.dtype.kind in "iub" and array.size <= 1024 else []
        inputs[name] = {"shape": [int(size) for size in array.shape], "data": data}
    return {"inputs": inputs}


def outcome(expression, env, request):
    try:
        value = expression.eval(data={"request": content(request)})
    except Exception:
        return None
    plain = value.plain_value() if hasattr(value, "plain_value") else value
    return plain if isinstance(plain, bool) else None


def numbers_of(guard, request):
    """As Guard.check() computes them."""
    slots = []
    for slot in guard.program.slots:
        array = request[guard.program.inputs[slot.input].name]
        among = array.shape if slot.HasField("axis") else [int(e) for e in np.ravel(array)]
        place = slot.axis if slot.HasField("axis") else slot.element
        is_rank = not slot.HasField("axis") and not slot.HasField("element")
        slots.append(array.ndim if is_rank else int(among[place]) if place < len(among) else None)
    return guard.numbers(slots)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    env = cel.NewEnv(variables={"request": cel.Type.DYN})
    counts, wrong = collections.Counter(), 0
    for subject in subjects():
        if options.names and subject.name not in options.names:
            continue
        guard = Guard(default_client().compile_guard(subject.model, request=largest(subject)).program)
        texts = [(place, check.cel) for place, check in enumerate(guard.program.checks) if check.cel]
        expressions = [(place, text, env.compile(text)) for place, text in texts]
        counts["checks"] += len(guard.program.checks)
        counts["in CEL"] += len(texts)
        requests = Requests(subject, guard, random.Random(options.seed).random())
        for _ in range(options.requests):
            request = requests.draw()
            if request is None:
                continue
            numbers = numbers_of(guard, request)
            for place, text, expression in expressions:
                number = numbers[guard.program.checks[place].result]
                wanted = None if isinstance(number, NoNumber) else number != 0
                found = outcome(expression, env, request)
                counts["compared"] += 1
                if found is not wanted:
                    wrong += 1
                    print(f"{subject.name} check {place}: {text} is {found}, not {wanted}")
    print(", ".join(f"{name} {count}" for name, count in counts.items()) + f", wrong {wrong}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
