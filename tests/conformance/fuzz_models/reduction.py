"""Makes the model of a contradiction small, and prints it."""
import os

import numpy as np
import onnx
from onnx import AttributeProto, ModelProto, helper

from . import truth
from .graph import ELEMENT_OF, tensor_proto
from .models import Case
from .trial import Asker, Trial


def kinds_of(trial):
    """The contradictions, then what is counted apart."""
    return [kind for kind, _ in trial.findings] + [f"note {kind}" for kind, _ in trial.notes]


class Reducer:
    def __init__(self, case, seed, server):
        self.seed, self.server, self.asker = seed, server, Asker(server.target)
        self.case = case
        self.kinds = self.kinds_of(case)

    def trial(self, case):
        result = Trial(case, self.seed).run(self.asker)
        if self.server.has_died():
            result.findings.append(("the server died", ""))
        return result

    def kinds_of(self, case):
        return set(kinds_of(self.trial(case)))

    def try_model(self, model, runs=None):
        """Takes the model if it still shows what the first one does."""
        case = Case(model, runs or self.case.runs, self.case.lies)
        try:
            shows = self.wanted in self.kinds_of(case)
        except Exception:  # a candidate may be anything
            return False
        if shows:
            self.case = case
        return shows

    def reduce(self, wanted):
        self.wanted = wanted
        for _ in range(4):
            before = self.case.model.ByteSize()
            for run in self.case.runs[:] if len(self.case.runs) > 1 else []:
                self.try_model(self.case.model, [run])
            for step in (self.drop_outputs, self.cut_nodes, self.bypass, self.drop_rest):
                step()
            if self.case.model.ByteSize() == before:
                break
        return self.case

    def copy(self):
        model = ModelProto()
        model.CopyFrom(self.case.model)
        return model

    def drop_outputs(self):
        """The graph's outputs, then those of bodies, and the nodes that nobody needs any more."""
        count = len(self.case.model.graph.output)
        size = count
        while size:
            at = 0
            while at < len(self.case.model.graph.output) and len(self.case.model.graph.output) > 1:
                model = self.copy()
                del model.graph.output[at : at + size]
                prune(model.graph)
                if not model.graph.output or not self.try_model(model):
                    at += size
            size //= 2

    def cut_nodes(self):
        """Puts inputs with the true values in place of nodes, from the last one on."""
        try:
            real = [self.all_values(feeds) for feeds in self.case.runs]
        except Exception:
            return
        if not all(isinstance(values, dict) for values in real):
            return
        for node in list(self.case.model.graph.node)[::-1]:
            model = self.copy()
            kept = [n for n in model.graph.node if list(n.output) != list(node.output)]
            if len(kept) == len(model.graph.node):
                continue
            del model.graph.node[:]
            model.graph.node.extend(kept)
            needed = names_read(model.graph) & set(node.output)
            outputs = [o for o in model.graph.output if o.name not in node.output]
            del model.graph.output[:]
            model.graph.output.extend(outputs)
            runs = [dict(feeds) for feeds in self.case.runs]
            for name in needed:
                arrays = [values.get(name) for values in real]
                if not outputs or not all(isinstance(a, np.ndarray) for a in arrays) or arrays[0].dtype not in ELEMENT_OF:
                    break
                dims = [
                    n if all(a.shape[i : i + 1] == (n,) for a in arrays) else f"d{name}{i}"
                    for i, n in enumerate(arrays[0].shape)
                ]
                model.graph.input.append(helper.make_tensor_value_info(name, ELEMENT_OF[arrays[0].dtype], dims))
                for feeds, array in zip(runs, arrays):
                    feeds[name] = array
            else:
                if outputs:
                    prune(model.graph)
                    self.try_model(model, drop_feeds(model, runs))

    def all_values(self, feeds):
        model = self.copy()
        names = {o.name for o in model.graph.output}
        for node in model.graph.node:
            model.graph.output.extend(onnx.ValueInfoProto(name=n) for n in node.output if n and n not in names)
        return truth.run(truth.load(model.SerializeToString()), feeds)

    def bypass(self):
        """Takes out nodes of any graph: who reads their result reads an operand."""
        number = 0
        while True:
            model = self.copy()
            nodes = [(g, n) for g in all_graphs(model) for n in g.node]
            if number >= len(nodes):
                return
            graph, node = nodes[number]
            done = False
            for name in dict.fromkeys(n for n in node.input if n):
                model = self.copy()
                graph, node = [(g, n) for g in all_graphs(model) for n in g.node][number]
                old = node.output[0]
                graph.node.remove(node)
                rename(graph, old, name)
                prune_bodies(model)
                if self.try_model(model):
                    done = True
                    break
            if not done:
                number += 1

    def drop_rest(self):
        for field in ("value_info", "initializer", "input"):
            for at in range(len(getattr(self.case.model.graph, field)) - 1, -1, -1):
                model = self.copy()
                del getattr(model.graph, field)[at]
                self.try_model(model, drop_feeds(model, self.case.runs))
        used = {node.op_type for graph in all_graphs(self.case.model) for node in graph.node}
        model = self.copy()
        kept = [f for f in model.functions if f.name in used]
        del model.functions[:]
        model.functions.extend(kept)
        self.try_model(model)


def drop_feeds(model, runs):
    names = {value.name for value in model.graph.input}
    return [{k: v for k, v in feeds.items() if k in names} for feeds in runs]


def bodies_of(node):
    return [a.g for a in node.attribute if a.type == AttributeProto.GRAPH]


def all_graphs(model):
    result = [model.graph, *model.functions]
    for graph in result:
        for node in graph.node:
            result.extend(bodies_of(node))
    return result


def names_read(graph):
    """All names that nodes of it read, in bodies too, and its outputs."""
    names = {o if isinstance(o, str) else o.name for o in graph.output}
    for node in graph.node:
        names.update(node.input)
        for body in bodies_of(node):
            names |= names_read(body)
    return names


def prune(graph):
    needed = {o if isinstance(o, str) else o.name for o in graph.output}
    kept = []
    for node in reversed(graph.node):
        if needed & set(node.output):
            kept.append(node)
            needed.update(node.input)
            for body in bodies_of(node):
                needed |= names_read(body)
    kept = [onnx.NodeProto.FromString(n.SerializeToString()) for n in reversed(kept)]
    del graph.node[:]
    graph.node.extend(kept)


def prune_bodies(model):
    for graph in all_graphs(model):
        prune(graph)


def rename(graph, old, new):
    for node in graph.node:
        for i, name in enumerate(node.input):
            if name == old:
                node.input[i] = new
        for body in bodies_of(node):
            rename(body, old, new)
    for i, output in enumerate(graph.output):
        if isinstance(output, str):
            if output == old:
                graph.output[i] = new
        elif output.name == old:
            output.name = new


def tell(case, trial):
    print(onnx.printer.to_text(case.model))
    for feeds in case.runs:
        print("run:", {k: (v.dtype.name, v.shape, v.tolist() if v.dtype.kind in "iub" else "...") for k, v in feeds.items()})
    for kind, text in trial.findings + [(f"note {k}", t) for k, t in trial.notes]:
        print(f"  {kind}: {text[:400]}")
    print(dict(trial.counts))


def show(case, seed, server, reduces, folder):
    reducer = Reducer(case, seed, server)
    if reduces:
        trial = reducer.trial(case)
        if not kinds_of(trial):
            print("nothing is wrong")
            return
        case = reducer.reduce(kinds_of(trial)[0])
    os.makedirs(folder, exist_ok=True)
    onnx.save(case.model, os.path.join(folder, f"{seed}.onnx"))
    tell(case, reducer.trial(case))
