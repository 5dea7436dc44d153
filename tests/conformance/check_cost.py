"""Holds what a run costs to torch's FlopCounterMode and fvcore on modules before export, and to onnx-tool on the same ONNX.

usage: check_cost.py [--bindings N] [--seed N] [--keep DIR] [NAME...] SHAPEWRIGHT

SHAPEWRIGHT is the program. The modules are those of cost_models.py; NAME picks some. Each is exported with symbolic sizes
and counted at N random ones (default 20), each tool under the convention of its name; --keep holds the exported models for the
next time. Prints for each model and tool how
many were equal, or how far off; exits with 1 for a difference whose reason is not in REASONS (docs/cost.md has them too).
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import warnings

import onnx
import onnx_tool
import torch
from fvcore.nn import FlopCountAnalysis
from torch.utils.flop_counter import FlopCounterMode

import cost_models

# Why a tool differs, by tool and model.
REASONS = {
    ("fvcore", "resnet"): "fvcore counts 2 for an element of a batch norm, which the exporter folds into the convolution, and 1 for "
                          "one of adaptive_avg_pool2d, which it writes as ReduceMean",
    ("fvcore", "vit"): "fvcore does not count scaled_dot_product_attention, which is MatMul in ONNX",
    ("onnx_tool", "unet"): "onnx-tool multiplies every element of the result of ConvTranspose by a whole filter, not of its operand",
}


def export(model, path):
    sizes = {name: values[len(values) // 2] for name, values in model.symbols.items()}
    symbols = {name: torch.export.Dim(name, min=2, max=4096) for name in model.symbols}
    dynamic = [
        {axis: symbols[dim] if dim == "N" or dim == "S" else torch.export.Dim.DYNAMIC
         for axis, dim in enumerate(dims) if isinstance(dim, str)}
        for dims, _ in model.inputs.values()
    ]
    torch.onnx.export(model.module, model.tensors(sizes), path, input_names=list(model.inputs), dynamo=True,
                      dynamic_shapes=tuple(dynamic), external_data=False, verbose=False)


def torch_count(model, path, sizes):
    with torch.no_grad(), FlopCounterMode(display=False) as counter:
        model.module(*model.tensors(sizes))
    return counter.get_total_flops()


def fvcore_count(model, path, sizes):
    with torch.no_grad():
        analysis = FlopCountAnalysis(model.module, model.tensors(sizes))
        analysis.unsupported_ops_warnings(False).uncalled_modules_warnings(False).tracer_warnings("none")
        return int(analysis.total())


def onnx_tool_count(model, path, sizes):
    loaded = onnx_tool.Model(path, {"verbose": False, "constant_folding": True})
    graph = loaded.graph
    tensors = {name: tensor.numpy() for name, tensor in zip(model.inputs, model.tensors(sizes))}
    graph.shape_infer(tensors)
    graph.profile()
    return int(sum(graph.macs) if hasattr(graph.macs, "__len__") else graph.macs)


TOOLS = {"torch": torch_count, "fvcore": fvcore_count, "onnx_tool": onnx_tool_count}


def own_counts(program, model, path, convention, points):
    words = [program, "cost", path, "--embedded", "--json", "--convention", convention]
    for sizes in points:
        shapes = [f"{name}=[{','.join(str(sizes.get(dim, dim)) for dim in dims)}]" for name, (dims, _) in model.inputs.items()]
        words += ["--bind", ",".join(shapes)]
    answer = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout)
    return [int(each["total"]["flops"]) for each in answer["evaluations"]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bindings", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("words", nargs="+")
    options = parser.parse_args()
    *names, program = options.words
    warnings.filterwarnings("ignore")
    rng = random.Random(options.seed)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        folder = options.keep or folder
        for model in cost_models.all_models():
            if names and model.name not in names:
                continue
            path = os.path.join(folder, model.name + ".onnx")
            if not os.path.exists(path):
                export(model, path)
            points = [{name: rng.choice(values) for name, values in model.symbols.items()} for _ in range(options.bindings)]
            for tool, count in TOOLS.items():
                own = own_counts(program, model, path, tool, points)
                try:
                    wanted = [count(model, path, sizes) for sizes in points]
                except Exception as error:  # A tool that cannot count a model is told, no more.
                    print(f"{model.name:8} {tool:10} cannot count it: {str(error)[:100]}")
                    continue
                equal = sum(a == b for a, b in zip(own, wanted))
                ratios = [a / b for a, b in zip(own, wanted)]
                reason = REASONS.get((tool, model.name), "")
                line = f"{model.name:8} {tool:10} {equal} of {len(points)} equal"
                if equal < len(points):
                    line += f"; own/tool {min(ratios):.4f} to {max(ratios):.4f}; first {own[0]} and {wanted[0]}: {reason or 'NO REASON'}"
                    failed |= not reason
                print(line, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
