#!/usr/bin/env python3
"""Writes the small models of tests/data/check/models, which the configurations in tests/data/check/*.txt are about.

usage: generate.py     (needs the package onnx)
"""

from __future__ import annotations

import pathlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64
MODELS = pathlib.Path(__file__).parent / "models"


def save(name, nodes, inputs, outputs, constants=(), optional=()):
    graph = helper.make_graph(
        nodes, name, [helper.make_tensor_value_info(*value) for value in [*inputs, *optional]],
        [helper.make_tensor_value_info(*value) for value in outputs],
        [numpy_helper.from_array(np.asarray(array), key) for key, array in constants])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, MODELS / f"{name}.onnx")


def node(operator, inputs, outputs, **attributes):
    return helper.make_node(operator, inputs.split(), outputs.split(), name=outputs.split()[0], **attributes)


def image(name, batch, side):
    """A picture becomes 4 scores."""
    save(name, [node("GlobalAveragePool", "x", "pooled"), node("Flatten", "pooled", "flat"),
                node("MatMul", "flat w", "y")],
         [("x", FLOAT, [batch, 3, side, side])], [("y", FLOAT, [batch, 4])],
         [("w", np.ones((3, 4), np.float32))])


def decoder():
    """Two layers of a cache of 2 heads of 4 elements; `position` has room for 16 tokens."""
    nodes = [node("Gather", "embedding input_ids", "hidden"), node("MatMul", "hidden head", "raw"),
             node("ReduceSum", "attention_mask one", "kept", keepdims=1),
             node("Cast", "kept", "kept_float", to=FLOAT), node("Unsqueeze", "kept_float two", "kept_wide"),
             node("Add", "raw kept_wide", "logits"),
             node("Reshape", "hidden shape", "split"), node("Transpose", "split", "heads", perm=[0, 2, 1, 3])]
    inputs = [("input_ids", INT64, ["batch", "sequence"]), ("attention_mask", INT64, ["batch", "total"])]
    outputs = [("logits", FLOAT, ["batch", "sequence", 10])]
    for layer in range(2):
        for kind in ("key", "value"):
            past, present = f"past_key_values.{layer}.{kind}", f"present.{layer}.{kind}"
            nodes.append(node("Concat", f"{past} heads", present, axis=2))
            inputs.append((past, FLOAT, ["batch", 2, "past", 4]))
            outputs.append((present, FLOAT, ["batch", 2, "past + sequence", 4]))
    save("decoder", nodes, inputs, outputs,
         [("embedding", np.ones((10, 8), np.float32)), ("head", np.ones((8, 10), np.float32)),
          ("one", np.array([1])), ("two", np.array([2])), ("shape", np.array([0, 0, 2, 4]))])


def pipeline():
    """A decoder in three models, of one layer: tokens become 8 elements, then meet the cache, then become scores."""
    save("embeddings", [node("Gather", "embedding input_ids", "hidden")],
         [("input_ids", INT64, ["batch", "sequence"])], [("hidden", FLOAT, ["batch", "sequence", 8])],
         [("embedding", np.ones((10, 8), np.float32))])
    save("layers", [node("Concat", "past_keys_0 hidden_in", "present_keys_0", axis=1),
                    node("Relu", "hidden_in", "hidden_out")],
         [("hidden_in", FLOAT, ["batch", "sequence", 8]), ("past_keys_0", FLOAT, ["batch", "past", 8])],
         [("hidden_out", FLOAT, ["batch", "sequence", 8]), ("present_keys_0", FLOAT, ["batch", "past + sequence", 8])])
    for name, width in (("lm_head", 8), ("lm_head_wide", 16)):
        save(name, [node("MatMul", "hidden_out head", "logits")],
             [("hidden_out", FLOAT, ["batch", "sequence", width])], [("logits", FLOAT, ["batch", "sequence", 10])],
             [("head", np.ones((width, 10), np.float32))])


def main():
    MODELS.mkdir(exist_ok=True)
    image("image", "batch", 8)
    image("image_one", 1, 8)
    image("image_open", "batch", "side")
    save("text", [node("Gather", "table ids", "hidden"), node("Cast", "mask", "weight", to=FLOAT),
                  node("Unsqueeze", "weight two", "wide"), node("Mul", "hidden wide", "logits")],
         [("ids", INT64, ["batch", "sequence"]), ("mask", INT64, ["batch", "sequence"])],
         [("logits", FLOAT, ["batch", "sequence", 5])],
         [("table", np.ones((10, 5), np.float32)), ("two", np.array([2]))])
    save("baked", [node("Reshape", "x shape", "y")], [("x", FLOAT, ["batch", 4])], [("y", FLOAT, ["rows", 4])],
         [("shape", np.array([8, 4]))])
    save("window", [node("Conv", "x w", "y")], [("x", FLOAT, ["batch", 4, "length"])],
         [("y", FLOAT, ["batch", 2, "steps"])], [("w", np.ones((2, 4, 5), np.float32))])
    save("pairs", [node("Reshape", "x shape", "y")], [("x", FLOAT, ["batch", "length"])],
         [("y", FLOAT, ["batch", "half", 2])], [("shape", np.array([0, -1, 2]))])
    save("flat", [node("Reshape", "x shape", "y")], [("x", FLOAT, ["batch", 3])], [("y", FLOAT, ["all"])],
         [("shape", np.array([-1]))])
    save("scaled", [node("Mul", "x scale", "y")], [("x", FLOAT, ["batch", 3])], [("y", FLOAT, ["batch", 3])],
         [("scale", np.ones(1, np.float32))], [("scale", FLOAT, [1])])
    save("alpha", [node("Mul", "x alpha", "y")], [("x", FLOAT, ["batch", 3]), ("alpha", FLOAT, [])],
         [("y", FLOAT, ["batch", 3])])
    save("label", [node("ArgMax", "scores", "label", axis=1, keepdims=1)], [("scores", FLOAT, ["batch", 4])],
         [("label", INT64, ["batch", 1])])
    save("label_five", [node("MatMul", "scores w", "more"), node("ArgMax", "more", "label", axis=1, keepdims=1)],
         [("scores", FLOAT, ["batch", "classes"])], [("label", INT64, ["batch", 1])],
         [("w", np.ones((5, 2), np.float32))])
    # Rows of a table of 4 are taken for the batch, so that it is at most 4.
    save("four", [node("Shape", "x", "size", start=0, end=1), node("Slice", "table zero size axis", "rows"),
                  node("Concat", "rows x", "both", axis=1), node("MatMul", "both w", "y")],
         [("x", FLOAT, ["batch", 3])], [("y", FLOAT, ["batch", 2])],
         [("table", np.ones((4, 1), np.float32)), ("zero", np.array([0])), ("axis", np.array([0])),
          ("w", np.ones((4, 2), np.float32))])
    # A batch is a number of groups of 2.
    save("groups", [node("Reshape", "x shape", "grouped"), node("ReduceMax", "grouped", "y", axes=[1], keepdims=0)],
         [("x", FLOAT, ["batch", 3])], [("y", FLOAT, ["groups", 3])], [("shape", np.array([-1, 2, 3]))])
    decoder()
    pipeline()


if __name__ == "__main__":
    main()
