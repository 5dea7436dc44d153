"""Real models as material for mutants: cut small, with the values that a run gives their inner values.

A model of the corpus is run once, with random weights; kept of the run are the shapes of all values, and the elements of
small ones. The result is a file, as this takes minutes.
"""
import glob
import os
import pickle
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from .truth import load, run

MOST_KEPT = 1 << 14
MOST_BYTES = 1 << 20


def give_weights(model, rng):
    """Random weights in place of those that were stripped."""
    for tensor in model.graph.initializer:
        if tensor.data_location != TensorProto.EXTERNAL:
            continue
        dtype = helper.tensor_dtype_to_np_dtype(tensor.data_type)
        array = (rng.standard_normal(tuple(tensor.dims)) * 0.05).astype(dtype) if dtype.kind == "f" else np.zeros(tuple(tensor.dims), dtype)
        tensor.CopyFrom(numpy_helper.from_array(array, tensor.name))


def feeds_of(model, sizes, rng):
    feeds = {}
    kept = {tensor.name for tensor in model.graph.initializer}
    for value in model.graph.input:
        if value.name in kept:
            continue
        tensor = value.type.tensor_type
        shape = sizes.get(value.name) or [d.dim_value or 2 for d in tensor.shape.dim]
        dtype = helper.tensor_dtype_to_np_dtype(tensor.elem_type)
        if dtype.kind == "f":
            feeds[value.name] = rng.standard_normal(shape).astype(dtype)
        elif dtype.kind in "iu":
            feeds[value.name] = np.ones(shape, dtype)
        else:
            feeds[value.name] = np.ones(shape, bool) if dtype.kind == "b" else np.full(shape, "a", object)
    return feeds


def observed(model, feeds):
    """What a run gives the values of the main graph: arrays where small, else (dtype, shape)."""
    model.graph.output.extend(
        onnx.ValueInfoProto(name=name) for node in model.graph.node for name in node.output
        if name and all(name != output.name for output in model.graph.output)
    )  # fmt: skip
    results = run(load(model.SerializeToString()), feeds)
    if not isinstance(results, dict):
        return None
    values = {**feeds, **results}
    return {name: keep(array) for name, array in values.items() if isinstance(array, (np.ndarray, np.generic))}


def keep(array):
    array = np.asarray(array)
    if array.dtype == object:
        return None
    return array if array.size <= (64 if array.dtype.kind == "f" else MOST_KEPT) else (array.dtype, array.shape)


def learn(path, truth):
    model = onnx.load(path, load_external_data=False)
    rng = np.random.default_rng(1)
    give_weights(model, rng)
    runs = sorted(truth["runs"], key=lambda r: sum(int(np.prod(shape)) for shape in r["inputs"].values())) if truth else [{"inputs": {}}]
    values = observed(model, feeds_of(model, runs[0]["inputs"], rng))
    for tensor in model.graph.initializer:  # they may go again
        if len(tensor.raw_data) > 8192:
            dims, kind = list(tensor.dims), tensor.data_type
            tensor.CopyFrom(TensorProto(name=tensor.name, dims=dims, data_type=kind))
    return model, values


def main(folder, path):
    import gzip
    import json

    material = []
    for file in sorted(glob.glob(os.path.join(folder, "models", "*.onnx"))):
        name = os.path.basename(file)[:-5]
        try:
            with gzip.open(os.path.join(folder, "truth", f"{name}.json.gz")) as text:
                truth = json.load(text)
            model, values = learn(file, truth)
        except Exception as error:
            print(f"{name}: {str(error)[:200]}")
            continue
        if values is None:
            print(f"{name} does not run")
            continue
        del model.graph.output[:], model.graph.value_info[:]
        material.append((name, model.SerializeToString(), values))
        print(name, len(model.graph.node), len(values), flush=True)
    with open(path, "wb") as file:
        pickle.dump(material, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
