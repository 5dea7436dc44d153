"""Compares models that freeze, simplify and rebatch write with the models as they were, in onnxruntime.

usage: check_rewrites.py [--seed N] [--only freeze|simplify|refreeze|rebatch|mutants|torch] [MODEL...]

Freeze: each model at two bindings of all its symbols. Simplify: each model, run at three sizes. Outputs must be equal. Refreeze: each
model is frozen at a batch of 1 and of 4 and rebatched, and must be the dynamic one at batches 1, 2, 3 and 8. Rebatch: models
that are built here at one size of the batch; rows at batches 1, 2, 3 and 8 must be those of the model as it was, run row by row, within
1e-5; models whose rows depend on each other must be refused, with the node. Mutants: 500 certificates, each with one byte or value
changed, must be refused by verify. Torch, only if it is asked for and where torch is installed: its modules (rewrite_torch.py) by
both of its exporters at a batch of 1, rebatched, must have the shapes and rows of those exported with a dynamic batch. Default: the models of tests/data/corpus/models. Exits with 1 if something differs.
"""
import argparse
import collections
import glob
import json
import os
import random
import subprocess
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime
from rewrite_models import AXES, MIXING, REBATCHED

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
PROGRAM = os.environ.get("SHAPEWRIGHT", os.path.join(ROOT, "build/release/bin/shapewright"))
SIZES = (1, 2, 3, 4, 5, 7, 8, 12, 16, 32, 64)
BATCHES = (1, 2, 3, 8)
TOLERANCE = 1e-5
# onnxruntime computes float16 in float32, and rounds where it puts a Cast: that depends on the nodes around.
HALF_TOLERANCE = 1e-2
TYPES = {"tensor(float)": np.float32, "tensor(float16)": np.float16, "tensor(double)": np.float64, "tensor(int64)": np.int64,
         "tensor(int32)": np.int32, "tensor(bool)": np.bool_, "tensor(uint8)": np.uint8}
TRIES = 40
BATCH_NAMES = ("batch", "batch_size", "N")
MOST_WEIGHTS = 200_000_000


def filled(path, folder, rng):
    """The path of the model with random weights in place of those that the corpus leaves out; None if they are many."""
    model = onnx.load(path, load_external_data=False)
    graphs, tensors = [model.graph], []
    for graph in graphs:
        tensors += graph.initializer
        for node in graph.node:
            for attribute in node.attribute:
                tensors += [attribute.t] if attribute.HasField("t") else []
                graphs += [attribute.g] if attribute.HasField("g") else []
    stripped = [tensor for tensor in tensors if tensor.data_location == onnx.TensorProto.EXTERNAL]
    if sum(int(np.prod(tensor.dims, dtype=np.int64)) for tensor in stripped) > MOST_WEIGHTS:
        return None
    for tensor in stripped:
        kind = onnx.helper.tensor_dtype_to_np_dtype(tensor.data_type)
        array = rng.integers(0, 2, tensor.dims) if kind.kind in "iub" else rng.standard_normal(tensor.dims) * 0.05
        tensor.CopyFrom(onnx.numpy_helper.from_array(array.astype(kind), tensor.name))
    out = os.path.join(folder, os.path.basename(path))
    onnx.save(model, out)
    return out


def run(*words):
    done = subprocess.run([PROGRAM, *words, "--embedded", "--deadline", "300s"], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def session(path):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def drawn(inputs, sizes, rng):
    """Random tensors for inputs of the given sizes of names."""
    feed = {}
    for value in inputs:
        shape = [d if isinstance(d, int) else sizes[d] for d in value.shape]
        kind = TYPES[value.type]
        if np.issubdtype(kind, np.floating):
            feed[value.name] = rng.standard_normal(shape).astype(kind)
        else:
            feed[value.name] = rng.integers(0, 2, shape).astype(kind)
    return feed


def names_of(runner):
    return sorted({d for value in runner.get_inputs() for d in value.shape if not isinstance(d, int) and d is not None})


def outcome(runner, feed):
    try:
        return runner.run(None, feed), ""
    except Exception as error:  # the runtime's own exceptions have no common base
        return None, str(error)


def equal(before, after, has_halves=False):
    tolerance = HALF_TOLERANCE if has_halves else 0
    for a, b in zip(before, after):
        if isinstance(a, np.ndarray):
            if a.shape != b.shape or not np.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True):
                return False
    return len(before) == len(after)


def has_halves(path):
    return any(tensor.data_type == onnx.TensorProto.FLOAT16 for tensor in onnx.load(path).graph.initializer)


def runs(path, runner, rng, pick, count):
    """Sizes and tensors with which the model runs, with its outputs."""
    found = []
    for _ in range(TRIES):
        if len(found) == count:
            break
        sizes = {name: pick.choice(SIZES) for name in names_of(runner)}
        try:
            feed = drawn(runner.get_inputs(), sizes, rng)
        except (KeyError, TypeError):
            return found
        if sum(t.size for t in feed.values()) > 300_000:
            continue
        outputs, _ = outcome(runner, feed)
        if outputs is not None and all(sizes != other for other, _, _ in found):
            found.append((sizes, feed, outputs))
    return found


def counted(path):
    """Nodes of a model, those of bodies too."""

    def count(graph):
        total = len(graph.node)
        for node in graph.node:
            for attribute in node.attribute:
                total += count(attribute.g) if attribute.HasField("g") else 0
        return total

    return count(onnx.load(path, load_external_data=False).graph)


class Checker:
    def __init__(self, folder, seed):
        self.folder = folder
        self.rng = np.random.default_rng(seed)
        self.pick = random.Random(seed)
        self.failed = []
        self.ran = 0

    def fail(self, *words):
        print("WRONG", *words)
        self.failed.append(words)

    def out(self, name):
        return os.path.join(self.folder, name)

    def verified(self, name, path, out):
        code, _, error = run("verify", path, out, out + ".certificate.json")
        if code != 0:
            self.fail(name, "verify", error.strip())

    def freeze(self, path):
        name = os.path.basename(path)
        runner = session(path)
        for sizes, feed, outputs in runs(path, runner, self.rng, self.pick, 2):
            out = self.out("frozen.onnx")
            bound = [f"--bind={key}={value}" for key, value in sizes.items()]
            code, text, error = run("freeze", path, "-o", out, *bound)
            if code != 0:
                print(f"{name} freeze {sizes}: not written: {error.strip()[:200]}")
                continue
            after, why = outcome(session(out), feed)
            if after is None or not equal(outputs, after, has_halves(path)):
                self.fail(name, "freeze", sizes, why[:200])
            self.verified(name, path, out)
            self.ran += 1
            print(f"{name} freeze {sizes}: {counted(path)} nodes, {counted(out)} left")

    def simplify(self, path):
        name = os.path.basename(path)
        out = self.out("simple.onnx")
        code, text, error = run("simplify", path, "-o", out)
        if code != 0:
            print(f"{name} simplify: not written: {error.strip()[:200]}")
            return
        if counted(out) > counted(path):
            self.fail(name, "simplify: more nodes")
        runner, later = session(path), session(out)
        found = runs(path, runner, self.rng, self.pick, 3)
        for sizes, feed, outputs in found:
            after, why = outcome(later, feed)
            if after is None or not equal(outputs, after, has_halves(path)):
                self.fail(name, "simplify", sizes, why[:200])
            self.ran += 1
        self.verified(name, path, out)
        print(f"{name} simplify: {counted(path)} nodes, {counted(out)} left; equal at {len(found)} sizes")

    def refreeze(self, path):
        """Frozen at a batch and rebatched, a model of an exporter is the dynamic one again: equal outputs at all batches."""
        name = os.path.basename(path)
        runner = session(path)
        axes = [(value.name, axis) for value in runner.get_inputs() for axis, dim in enumerate(value.shape) if dim in BATCH_NAMES]
        if not axes:
            return
        batch_name = next(dim for value in runner.get_inputs() for dim in value.shape if dim in BATCH_NAMES)
        for sizes, _, _ in runs(path, runner, self.rng, self.pick, 1):
            for batch in (1, 4):
                sizes[batch_name] = batch
                frozen, out = self.out("frozen.onnx"), self.out("rebatched.onnx")
                code, _, error = run("freeze", path, "-o", frozen, *(f"--bind={key}={value}" for key, value in sizes.items()))
                if code != 0:
                    print(f"{name} freeze at {sizes}: not written: {error.strip()[:200]}")
                    continue
                code, _, error = run("rebatch", frozen, "-o", out, *(f"--axis={value}:{axis}" for value, axis in axes))
                if code != 0:
                    print(f"{name} rebatch of batch {batch}: refused: {error.strip()[:300]}")
                    continue
                later = session(out)
                for count in BATCHES:
                    feed = drawn(runner.get_inputs(), {**sizes, batch_name: count}, self.rng)
                    before, why = outcome(runner, feed)
                    after, other = outcome(later, feed)
                    if before is None or after is None:
                        if (before is None) != (after is None):
                            self.fail(name, "rebatched from", batch, "at", count, (why + other)[:300])
                    elif not equal(before, after, has_halves(path)):
                        self.fail(name, "rebatched from", batch, "at", count)
                    self.ran += 1
                self.verified(name, frozen, out)
                print(f"{name} rebatched from {sizes}: equal to the dynamic model at {BATCHES}")

    def rebatch(self):
        for name, make in REBATCHED.items():
            for batch in (1, 4):
                path, out = self.out(f"{name}{batch}.onnx"), self.out(f"{name}{batch}_any.onnx")
                onnx.save(make(batch), path)
                code, _, error = run("rebatch", path, "-o", out, *(f"--axis={axis}" for axis in AXES.get(name, [])))
                if code != 0:
                    self.fail(name, "batch", batch, "not written:", error.strip())
                    continue
                self.rows(name, batch, path, out)
                self.verified(name, path, out)
        for name, (make, node) in MIXING.items():
            path, out = self.out(f"{name}.onnx"), self.out(f"{name}_any.onnx")
            onnx.save(make(4), path)
            code, _, error = run("rebatch", path, "-o", out)
            if code != 1 or node not in error or os.path.exists(out):
                self.fail(name, "not refused, or without the node", node, code, error.strip())
            else:
                print(f"{name}: refused, naming {node}")

    def rows(self, name, batch, path, out):
        """Each row of the rebatched model is that of the model as it was, which is given this row only."""
        answer = json.loads(open(out + ".certificate.json").read())["answer"]
        axis_of = {value["value"]: value.get("axis", 0) for value in answer["batched"]}
        before, after = session(path), session(out)
        for count in BATCHES:
            feed = {}
            for value in before.get_inputs():
                shape = list(value.shape)
                shape[axis_of[value.name]] = count
                kind = TYPES[value.type]
                feed[value.name] = (self.rng.standard_normal(shape) if kind == np.float32 else self.rng.integers(0, 2, shape)).astype(kind)
            found, why = outcome(after, feed)
            if found is None:
                self.fail(name, "at batch", count, why[:300])
                continue
            for row in range(count):
                alone = {key: np.repeat(np.take(t, [row], axis_of[key]), batch, axis_of[key]) for key, t in feed.items()}
                wanted = before.run(None, alone)
                for output, a, b in zip(before.get_outputs(), wanted, found):
                    axis = axis_of.get(output.name)
                    if axis is None:
                        same = a.shape == b.shape and np.allclose(a, b, atol=TOLERANCE)
                    else:
                        pieces = np.split(b, count, axis)
                        same = np.allclose(np.split(a, batch, axis)[0], pieces[row], rtol=TOLERANCE, atol=TOLERANCE)
                    if not same:
                        self.fail(name, "row", row, "of batch", count, output.name)
            self.ran += 1
        print(f"{name} at batch {batch}: rows equal at {BATCHES}")

    def torch(self):
        """Modules that torch exports at one size of the batch and with a dynamic one."""
        import rewrite_torch

        for make in (*rewrite_torch.REBATCHED, *rewrite_torch.MIXING):
            is_mixing = make in rewrite_torch.MIXING
            for exporter in rewrite_torch.EXPORTERS:
                name = f"{make.__name__} ({exporter})"
                path, out, dynamic = (self.out(f"{make.__name__}.{exporter}.{kind}.onnx") for kind in ("one", "any", "dynamic"))
                try:
                    axes = rewrite_torch.export(make, path, 4 if is_mixing else 1, False, exporter)
                    rewrite_torch.export(make, dynamic, 2, True, exporter)
                except Exception as error:  # the exporters' own exceptions have no common base
                    print(f"{name}: torch does not export it: {str(error)[:100]}")
                    continue
                left = {value.name for value in onnx.load(path).graph.input}
                code, _, error = run("rebatch", path, "-o", out, *(f"--axis={axis}" for axis in axes if axis.split(":")[0] in left))
                if is_mixing:
                    print(f"{name}: refused") if code == 1 and not os.path.exists(out) else self.fail(name, "not refused")
                elif code != 0:
                    self.fail(name, "not written:", error.strip())
                else:
                    self.like_dynamic(name, out, dynamic)
                    self.verified(name, path, out)

    def like_dynamic(self, name, out, dynamic):
        found, wanted = session(out), session(dynamic)
        for batch in BATCHES:
            feed = drawn(found.get_inputs(), collections.defaultdict(lambda: batch), self.rng)
            after, why = outcome(found, feed)
            before, other = outcome(wanted, feed)
            near = after and before and all(a.shape == b.shape and np.allclose(a, b, TOLERANCE * 10, TOLERANCE) for a, b in zip(after, before))
            if not near:
                self.fail(name, "at batch", batch, (why + other)[:300])
            self.ran += 1
        print(f"{name}: as exported with a dynamic batch, at {BATCHES}")

    def mutants(self, count=500):
        make = next(iter(REBATCHED.values()))
        path, out = self.out("m.onnx"), self.out("m_any.onnx")
        onnx.save(make(4), path)
        assert run("rebatch", path, "-o", out)[0] == 0
        text = open(out + ".certificate.json", "rb").read()
        passed = 0
        for i in range(count):
            place = self.pick.randrange(len(text))
            changed = bytearray(text)
            changed[place] = self.pick.choice([b for b in b'0123456789abcxyz"{}[],: \n' if b != text[place]])
            mutant = self.out("mutant.json")
            with open(mutant, "wb") as file:
                file.write(changed)
            code, _, _ = run("verify", path, out, mutant)
            if code == 0:
                self.fail("mutant", i, "at", place)
            else:
                passed += 1
        print(f"{passed} of {count} mutants of a certificate refused")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("models", nargs="*")
    given = parser.parse_args()
    paths = given.models or sorted(glob.glob(os.path.join(ROOT, "tests/data/corpus/models/*.onnx")))
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(folder, given.seed)
        for given_path in paths if given.only in ("", "freeze", "simplify", "refreeze") else ():
            path = filled(given_path, folder, checker.rng)
            if path is None:
                print(f"{os.path.basename(given_path)}: too many weights")
                continue
            try:
                if given.only in ("", "freeze"):
                    checker.freeze(path)
                if given.only in ("", "simplify"):
                    checker.simplify(path)
                if given.only in ("", "refreeze"):
                    checker.refreeze(path)
            except (onnxruntime.capi.onnxruntime_pybind11_state.Fail, onnxruntime.capi.onnxruntime_pybind11_state.InvalidGraph,
                    onnxruntime.capi.onnxruntime_pybind11_state.NotImplemented) as error:
                checker.fail(os.path.basename(path), "onnxruntime does not load it:", str(error)[:300])
            os.remove(path)
        if given.only in ("", "rebatch"):
            checker.rebatch()
        if given.only == "torch":
            checker.torch()
        if given.only in ("", "mutants"):
            checker.mutants()
        print(f"{checker.ran} comparisons, {len(checker.failed)} wrong")
        sys.exit(1 if checker.failed else 0)


if __name__ == "__main__":
    main()
