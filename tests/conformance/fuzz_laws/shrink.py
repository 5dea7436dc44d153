"""Makes the model of a contradiction small, and prints it."""
import copy
import time

import numpy as np
import onnx
from onnx import ModelProto, helper

from fuzz_models.graph import ELEMENT_OF
from fuzz_models.reduction import prune
from fuzz_models.truth import Refused

from .case import Case, declared_wrong, judged_of
from .draw import Feeds, Input, Value
from .runner import DIED, Died

SECONDS = 20


class Shrinker:
    """Tries smaller cases that still break the same law."""

    def __init__(self, case, law, fuzzer):
        self.case, self.law, self.fuzzer, self.text = case, law, fuzzer, ""
        self.end = time.monotonic() + SECONDS

    def shrink(self):
        self.shows(self.case)
        before = -1
        while before != self.case.model.ByteSize() and time.monotonic() < self.end:
            before = self.case.model.ByteSize()
            for step in (self.drop_outputs, self.cut_nodes, self.bypass, self.drop_declared, self.drop_runs):
                step()

    def shows(self, case):
        """Whether it breaks the law; then it is taken."""
        from . import written
        from .trial import look_at

        try:
            looked = look_at(case, self.fuzzer.asker, self.fuzzer.runner)
            if self.law.startswith(("lint", "infer --onnx-out")):
                written.check_all([looked], self.fuzzer.program)
        except (Died, RuntimeError):
            return False
        text = next((text for law, text in looked.findings if law == self.law), None)
        if text is None:
            return False
        self.case, self.text = case, text
        return True

    def try_model(self, model, feeds=None, runs=None):
        if time.monotonic() > self.end or not model.graph.output or not model.graph.node:
            return False
        case = Case(self.case.seed, model, judged_of(model), feeds or self.case.feeds)
        runs = self.case.runs if runs is None else runs
        names = {value.name for value in model.graph.input}
        case.feeds = Feeds(copy.deepcopy(case.feeds.draw), [given for given in case.feeds.inputs if given.name in names])
        case.runs = [{name: array for name, array in run.items() if name in names} for run in runs]
        try:
            case.results = self.fuzzer.runner.run(case.judged.SerializeToString(), case.runs)
        except (Refused, Died):
            return False
        if DIED in [result for result in case.results if isinstance(result, str)]:
            return False
        sizes = lambda i: {k: v for k, v in case.feeds.sizes_of(case.runs[i]).items() if not k.startswith("(")}
        case.lies = set().union(*(declared_wrong(model.graph, case.results[i], sizes(i)) for i in case.ran()))
        return self.shows(case)

    def copy(self):
        model = ModelProto()
        model.CopyFrom(self.case.model)
        return model

    def drop_outputs(self):
        for at in range(len(self.case.model.graph.output) - 1, -1, -1):
            model = self.copy()
            del model.graph.output[at]
            tidy(model)
            self.try_model(model)

    def cut_nodes(self):
        """Takes the last nodes off, then puts an input in place of a node's result."""
        for node in list(self.case.model.graph.node)[::-1]:
            model = self.copy()
            kept = [n for n in model.graph.node if list(n.output) != list(node.output)]
            if len(kept) == len(model.graph.node):
                continue
            del model.graph.node[:]
            model.graph.node.extend(kept)
            outputs = [value for value in model.graph.output if value.name not in node.output]
            read = {name for n in kept for name in n.input}
            outputs += [helper.make_empty_tensor_value_info(name) for name in node.input if name and name not in read and not is_free(model, name)]
            del model.graph.output[:]
            model.graph.output.extend({value.name: value for value in outputs}.values())
            for value in model.graph.output:
                if not value.type.WhichOneof("value"):
                    value.ClearField("type")
            if not set(node.output) & read_in_all(model.graph):
                tidy(model)
                self.try_model(model)
                continue
            self.feed(model, node)

    def feed(self, model, node):
        """The results of a node become inputs of the sizes that they have in the runs."""
        feeds, runs = list(self.case.feeds.inputs), [dict(run) for run in self.case.runs]
        for name in set(node.output) & read_in_all(model.graph):
            arrays = [result.get(name) if isinstance(result, dict) else None for result in self.case.results]
            known = [array for array in arrays if isinstance(array, np.ndarray)]
            if not known or known[0].dtype not in ELEMENT_OF or len({array.ndim for array in known}) > 1:
                return
            dims = [n if all(a.shape[i] == n for a in known) else f"d{i}_{name}" for i, n in enumerate(known[0].shape)]
            model.graph.input.append(helper.make_tensor_value_info(name, ELEMENT_OF[known[0].dtype], dims))
            element = {"f": "float", "i": "int64", "b": "bool"}.get(known[0].dtype.kind, "float")
            feeds.append(Input(Value(name, element), dims, lambda draw, palette, count, shapes: [1] * count))
            for run, array in zip(runs, arrays):
                run[name] = array
        runs = [run for run in runs if all(array is not None for array in run.values())]
        tidy(model)
        if runs:
            self.try_model(model, Feeds(self.case.feeds.draw, feeds), runs)

    def bypass(self):
        """Takes out a node: who reads its result reads an operand."""
        for number in range(len(self.case.model.graph.node) - 1, -1, -1):
            if number >= len(self.case.model.graph.node):
                continue
            for name in dict.fromkeys(filter(None, self.case.model.graph.node[number].input)):
                model = self.copy()
                node = model.graph.node[number]
                old = node.output[0]
                model.graph.node.remove(node)
                rename(model.graph, old, name)
                tidy(model)
                if all(value.name != old for value in model.graph.output) and self.try_model(model):
                    break

    def drop_declared(self):
        for at in range(len(self.case.model.graph.value_info) - 1, -1, -1):
            model = self.copy()
            del model.graph.value_info[at]
            self.try_model(model)
        for at, value in enumerate(self.case.model.graph.output):
            if value.HasField("type"):
                model = self.copy()
                model.graph.output[at].ClearField("type")
                self.try_model(model)

    def drop_runs(self):
        for at in range(len(self.case.runs) - 1, -1, -1):
            if len(self.case.runs) > 1:
                self.try_model(self.copy(), runs=self.case.runs[:at] + self.case.runs[at + 1 :])


def is_free(model, name):
    return any(value.name == name for value in model.graph.input) or any(tensor.name == name for tensor in model.graph.initializer)


def read_in_all(graph):
    names = set()
    for node in graph.node:
        names.update(node.input)
        for attribute in node.attribute:
            if attribute.HasField("g"):
                names |= read_in_all(attribute.g) | {value.name for value in attribute.g.output}
    return names


def tidy(model):
    """Without nodes, inputs, constants and types that nothing needs."""
    prune(model.graph)
    read = read_in_all(model.graph) | {value.name for value in model.graph.output}
    made = {name for node in model.graph.node for name in node.output}
    for field, needed in ((model.graph.input, read), (model.graph.initializer, read), (model.graph.value_info, made)):
        kept = [value for value in field if value.name in needed]
        del field[:]
        field.extend(kept)
    gone = [value for value in model.graph.output if value.name not in made]
    for value in gone:
        model.graph.output.remove(value)


def rename(graph, old, new):
    for node in graph.node:
        for i, name in enumerate(node.input):
            if name == old:
                node.input[i] = new
        for attribute in node.attribute:
            if attribute.HasField("g"):
                rename(attribute.g, old, new)


def tell(case, text=""):
    print(onnx.printer.to_text(case.model))
    for feeds, result in zip(case.runs, case.results):
        given = {k: (v.shape, v.tolist() if v.dtype.kind in "ib" else "...") for k, v in feeds.items()}
        if isinstance(result, str):
            print("  fails:", given, result[-200:])
        else:
            print("  runs:", given, {k: list(v.shape) if isinstance(v, np.ndarray) else type(v).__name__ for k, v in result.items()})
    if text:
        print(f"  {text[:600]}", flush=True)
