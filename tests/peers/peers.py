#!/usr/bin/env python3
"""`./dev peers`: Shapewright beside other tools, over a folder of models whose runs were recorded.

For each tool: the time for all models, and the share of values whose shape it knows. Each model is asked about once for
nothing, and then some times for the CPU time, all in this one process. A value is an output of a top-level node
other than Constant. It is known if each of its dims is a number or an expression over the symbols of the inputs; a value
whose shape the data may decide, if its rank is known. Whatever is said must be right in both recorded runs, which were
made with onnxruntime: else the value is wrong. Models that a tool refuses, or
is not done with within the limit, count as unknown and take no time.

usage: peers.py FOLDER [--rounds N] [--limit SECONDS] [--only TEXT] [--programs FOLDER]     FOLDER/models, FOLDER/truth
"""
import argparse
import gzip
import json
import os
import resource
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import onnx
from dims import verdict
from tools import TOOLS, Shapewright, quiet

LONG = 1.0  # CPU seconds after which a call is not repeated


class Model:
    """A model of the corpus, in a folder where its weights are zeros."""

    def __init__(self, path, truth, folder):
        self.name, self.path = path.stem, folder / path.name
        self.data = path.read_bytes()
        self.path.write_bytes(self.data)
        message = onnx.load_from_string(self.data)
        put_weights(message, folder)
        with gzip.open(truth) as file:
            recorded = json.load(file)
        self.runs = recorded["runs"]
        dependent = set(recorded.get("data_dependent", []))
        initializers = {tensor.name for tensor in message.graph.initializer}
        self.inputs = [value for value in message.graph.input if value.name not in initializers]
        # {name: ([shape in each run], whether data may decide it)}
        self.values = {}
        for node in message.graph.node:
            for name in filter(None, node.output if node.op_type != "Constant" else []):
                shapes = [(run["values"].get(name) or {}).get("shape") for run in self.runs]
                if None not in shapes:
                    self.values[name] = (shapes, name in dependent)

    def inputs_of(self, run):
        """The sizes of the inputs in a recorded run."""
        sizes = self.runs[run]["bind"]
        return {value.name: [sizes[dim.dim_param] if dim.dim_param else dim.dim_value for dim in value.type.tensor_type.shape.dim]
                for value in self.inputs}


def put_weights(message, folder):
    """Files of zeros, which take no room, as long as the tensors say."""
    for tensor in message.graph.initializer:
        told = {entry.key: entry.value for entry in tensor.external_data}
        if "location" in told:
            file = folder / told["location"]
            file.touch()
            end = int(told.get("offset", 0)) + int(told.get("length", 0))
            if file.stat().st_size < end:
                with file.open("r+b") as opened:
                    opened.truncate(end)


class TooLongError(Exception):
    """A call took more CPU time than it may."""


def stop(*_):
    raise TooLongError("took too long")


def limited(ask, seconds):
    """(what it answers, the CPU time of the call). CPU time, of all threads, is disturbed less by other load than time is."""
    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        start = time.process_time()
        answer = ask()
        return answer, time.process_time() - start
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def seconds_each(ask, first, rounds):
    """CPU time of a call after one that took `first`, or that one if it was long."""
    if first > LONG:
        return first
    start = time.process_time()
    for _ in range(rounds):
        ask()
    return (time.process_time() - start) / rounds


def count(tool, ask, model, limit):
    """({verdict: values}, CPU time of the first call)."""
    counts = dict.fromkeys(["known", "unknown", "wrong"], 0)
    if tool.answers == "names of dims":
        answer, seconds = limited(ask, limit)
        types = tool.types(answer)
        for name, (shapes, may_depend) in model.values.items():
            runs = [(run["bind"], shape) for run, shape in zip(model.runs, shapes)]
            counts[verdict(types.get(name), runs, may_depend)] += 1
        return counts, seconds
    types = [tool.types(limited(ask, limit)[0]) for _ in model.runs]
    for name, (shapes, may_depend) in model.values.items():
        found = {verdict(told.get(name), [({}, shape)], may_depend) for told, shape in zip(types, shapes)}
        counts["wrong" if "wrong" in found else "unknown" if "unknown" in found else "known"] += 1
    return counts, 0.0


def measure(tool, models, rounds, limit):
    total, seconds, refused = dict.fromkeys(["known", "unknown", "wrong"], 0), 0.0, []
    for model in models:
        try:
            ask = tool.prepare(model)
            counts, first = count(tool, ask, model, limit)
            seconds += seconds_each(ask, first, rounds) if rounds else 0
        except Exception as error:  # each tool raises types of its own
            refused.append(f"{model.name}: {str(error).strip().splitlines()[0][:100] if str(error).strip() else repr(error)}")
            counts = {"known": 0, "unknown": len(model.values), "wrong": 0}
        for kind, values in counts.items():
            total[kind] += values
    return total, seconds, refused


def engine_seconds(programs, models):
    """CPU time of the library in C++: the bytes of all models to the bytes of their answers; the program's start is in it."""
    rounds = 20
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([programs / "engine_speed", f"--rounds={rounds}", *(model.path for model in models)], capture_output=True, check=True)
    return (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) / rounds


def row(name, version, total, seconds, models, refused, answers):
    values = sum(total.values())
    known = f"{100 * total['known'] / values:.1f} %" if values else "-"
    told = f"{1000 * seconds:,.0f}" if seconds >= 0.01 else f"{1000 * seconds:.2f}"
    print(f"| {name} | {version} | {answers} | {told} ms of {models} | {known} | {total['wrong']:,} | {len(refused)} |",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds that a call may take, where the tool is written in Python")
    parser.add_argument("--only", default="", help="tools with this text in their name")
    parser.add_argument("--programs", type=Path, default=Path("build/release/bin"), help="the folder of engine_speed")
    args = parser.parse_args()
    quiet()
    with tempfile.TemporaryDirectory() as folder:
        models = [Model(path, args.folder / "truth" / f"{path.stem}.json.gz", Path(folder))
                  for path in sorted((args.folder / "models").glob("*.onnx"))]
        programs = args.programs.resolve()
        os.chdir(folder)  # where weights are looked for, and onnxruntime's script writes a model
        print(f"{len(models)} models, {sum(len(model.values) for model in models):,} values\n")
        print("| tool | version | answers for | CPU time of models | known | wrong | refused |\n|---|---|---|---|---|---|---|")
        notes = []
        for kind in TOOLS:
            if args.only not in kind.name:
                continue
            try:
                tool = kind()
            except ImportError as error:
                notes.append(f"not run: {kind.name}: {error}")
                continue
            total, seconds, refused = measure(tool, models, 0 if kind is Shapewright else args.rounds, args.limit)
            answered = len(models) - len(refused)
            if kind is Shapewright:
                seconds = engine_seconds(programs, models)
            row(kind.name, tool.version(), total, seconds, answered, refused, tool.answers)
            notes += [f"{kind.name}: {line}" for line in refused]
        print("", *notes, sep="\n")


if __name__ == "__main__":
    main()
