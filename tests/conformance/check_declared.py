#!/usr/bin/env python3
"""Plants dims in models, true and false ones in all notations, and asks `shapewright lint` which are false.

usage: check_declared.py [--models N] [--seed N] [FOLDER]     (by default the corpus)

Of each model of the folder `shapewright infer --dims` writes the dims of inner values and outputs in a notation. A copy gets one
of them declared, as it is written, or false: a number in it is another, it is rounded in another way, or 1 is added. That a false
one is false is sympy's word: it is another number for at least a quarter of some sizes at which the true one is a size. N copies
have a false one, as many a true one. FALSE_TYPE has to be told of each false one, at its axis, with sizes that show it, and nothing
of a true one. Exits with 1 if not.
"""
from __future__ import annotations

import argparse
import ast
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

import onnx

from check_dialects import Numbers, read_by_sympy

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/release/bin/shapewright"
NOTATIONS = ("sympy", "torch", "onnx", "jax")
BLAMED = {"FALSE_TYPE", "NARROW_TYPE", "WEAK_TYPE", "REUSED_NAME"}


def answer_of(path: Path, notation: str) -> Any:
    ran = subprocess.run([PROGRAM, "infer", path, "--json", f"--dims={notation}"], capture_output=True, text=True, check=False)
    try:
        return json.loads(ran.stdout)
    except json.JSONDecodeError:
        return None


def dims_of(answer: Any) -> Iterator[Tuple[str, int, str]]:
    """Value, axis and text of the dims of the main graph's nodes that are expressions over sizes of inputs."""
    graph = (answer.get("graphs") or [{}])[0]
    for value in graph.get("values", []):
        tensor = value.get("type", {}).get("tensor", {})
        if "node" not in value or not value.get("name") or "elementType" not in tensor:
            continue
        for axis, dim in enumerate(tensor.get("shape", {}).get("dims", [])):
            text = dim.get("expr", "")
            if re.search(r"[-+*/%(&]", text) and not re.search(r"[?\[`]|f32|f64|f16", text):
                yield value["name"], axis, text


def names_in(text: str) -> List[str]:
    return sorted(set(re.findall(r"[A-Za-z_][A-Za-z0-9_.]*(?!\s*\()\b", re.sub(r"[A-Za-z_][A-Za-z0-9_.]*\(", "(", text))) - {"True"})


def value_of(notation: str, text: str, sizes: Dict[str, int]) -> Any:
    try:
        code = compile(Numbers().visit(ast.parse(text, mode="eval")), "dim", "eval")
        value = read_by_sympy(notation, code, sizes)
    except (SyntaxError, NameError, TypeError, ZeroDivisionError, AttributeError):
        return None
    return value if isinstance(value, int) else None


def mutations(notation: str, text: str, draw: random.Random) -> List[str]:
    found = []
    for number in re.finditer(r"(?<![\w.])\d+(?![\w.])", text):
        changed = int(number.group()) + draw.choice((1, 2, 3))
        found.append(text[: number.start()] + str(changed) + text[number.end() :])
    found += [f"{text} + 1", f"{text} - 1"]
    for a, b in (("floor(", "ceiling("), ("ceiling(", "floor("), ("Max(", "Min("), ("max(", "min(")):
        if a in text and (notation == "sympy" or a in ("max(",) or (a == "Max(" and notation == "torch")):
            found.append(text.replace(a, b, 1))
    draw.shuffle(found)
    return found


def differs(notation: str, true: str, false: str, draw: random.Random) -> bool:
    names = names_in(true)
    different = count = 0
    for _ in range(60):
        sizes = {name: draw.choice((1, 2, 3, 4, 5, 7, 8, 12, 16, 31, 32, 64, 96)) for name in names}
        a, b = value_of(notation, true, sizes), value_of(notation, false, sizes)
        if a is not None and a >= 0 and b is not None:
            count += 1
            different += a != b
    return count >= 20 and different * 4 >= count


def planted(path: Path, value: str, axis: int, rank: int, element: int, text: str) -> Optional[onnx.ModelProto]:
    model = onnx.load(path, load_external_data=False)
    for place in [*model.graph.output, *model.graph.value_info]:
        if place.name == value:
            dims = place.type.tensor_type.shape.dim
            if len(dims) != rank:
                return None
            dims[axis].dim_param = text
            return model
    place = onnx.helper.make_tensor_value_info(value, element, [None] * rank)
    place.type.tensor_type.shape.dim[axis].dim_param = text
    model.graph.value_info.append(place)
    return model


def findings_of(model: onnx.ModelProto, work: Path, value: str, axis: int) -> List[Any]:
    path = work / "planted.onnx"
    onnx.save(model, path)
    ran = subprocess.run([PROGRAM, "lint", "--json", path], capture_output=True, text=True, check=False)
    answer = json.loads(ran.stdout.splitlines()[0]) if ran.stdout else {}
    found = answer.get("findings", [])
    return [f for f in found if f.get("value") == value and f.get("axis") == axis and f["code"] in BLAMED | {"UNREADABLE_DIM"}]


def places(folder: Path, draw: random.Random) -> List[Any]:
    """Model, notation, value, axis, rank, element type, text: all dims that are expressions."""
    found = []
    for path in sorted(folder.rglob("*.onnx")):
        for notation in NOTATIONS:
            answer = answer_of(path, notation)
            if answer is None:
                continue
            ranks = {}
            for value in (answer.get("graphs") or [{}])[0].get("values", []):
                tensor = value.get("type", {}).get("tensor", {})
                element = tensor.get("elementType", "")
                number = getattr(onnx.TensorProto, element.replace("ELEMENT_TYPE_", ""), 0) if isinstance(element, str) else element
                ranks[value.get("name")] = (len(tensor.get("shape", {}).get("dims", [])), number)
            seen = set()
            dims = list(dims_of(answer))
            draw.shuffle(dims)
            for value, axis, text in dims:
                if text not in seen and value_of(notation, text, {name: 64 for name in names_in(text)}) is not None:
                    seen.add(text)
                    found.append((path, notation, value, axis, *ranks[value], text))
    draw.shuffle(found)
    return found


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "tests/data/corpus/models")
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    found = places(arguments.folder, draw)
    counts = {"false": 0, "found": 0, "true": 0, "blamed": 0}
    used = set()
    with tempfile.TemporaryDirectory() as work:
        for turn in range(20):
            for path, notation, value, axis, rank, element, text in found:
                if counts["false"] >= arguments.models and counts["true"] >= arguments.models:
                    break
                where = f"{path.name}: {value} axis {axis}: {notation}:"
                if turn == 0 and counts["true"] < arguments.models:
                    model = planted(path, value, axis, rank, element, text)
                    told = findings_of(model, Path(work), value, axis) if model else []
                    counts["true"] += model is not None
                    if told:
                        counts["blamed"] += 1
                        print(f"{where} the true {text} is blamed: {told[0]['code']}: {told[0]['message']}")
                if counts["false"] >= arguments.models:
                    continue
                wrong = next((m for m in mutations(notation, text, draw) if differs(notation, text, m, draw)), None)
                if wrong is None or (path, notation, value, axis, wrong) in used:
                    continue
                used.add((path, notation, value, axis, wrong))
                model = planted(path, value, axis, rank, element, wrong)
                if model is None:
                    continue
                counts["false"] += 1
                told = findings_of(model, Path(work), value, axis)
                is_found = any(f["code"] == "FALSE_TYPE" and ": at " in f["message"] for f in told)
                counts["found"] += is_found
                if not is_found:
                    print(f"{where} the false {wrong} in place of {text} is not found: {told}")
    models = len({path for path, *_ in found})
    print(f"{len(found)} dims of {models} models: {counts['false']} false, {counts['found']} found; {counts['true']} true, {counts['blamed']} blamed")
    is_enough = counts["false"] >= min(arguments.models, 1) and counts["true"] >= min(arguments.models, 1)
    return 0 if is_enough and counts["found"] == counts["false"] and not counts["blamed"] else 1


if __name__ == "__main__":
    sys.exit(main())
