"""Writes the models of the browser's test: small, with weights, each with requests that fail for a shape.

usage: models.py FOLDER     (needs the package onnx)
"""

import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save

FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64


def weight(name, *sizes):
    return numpy_helper.from_array(np.linspace(-1, 1, int(np.prod(sizes)), dtype=np.float32).reshape(sizes), name)


def write(path, nodes, inputs, initializers=()):
    graph = helper.make_graph(
        [helper.make_node(operator, list(operands), [result], **attributes) for operator, operands, result, attributes in nodes],
        path.stem,
        [helper.make_tensor_value_info(name, element, dims) for name, element, dims in inputs],
        [helper.make_tensor_value_info("out", FLOAT, [None, None])],
        list(initializers),
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    checker.check_model(model)
    save(model, path)


def main(folder):
    folder.mkdir(exist_ok=True)
    write(
        folder / "mlp.onnx",
        [("MatMul", ("x", "w"), "y", {}), ("Add", ("y", "b"), "out", {})],
        [("x", FLOAT, ["N", "K"])],
        [weight("w", 4, 3), weight("b", 3)],
    )
    write(
        folder / "classifier.onnx",
        [
            ("Conv", ("x", "k"), "c", {"strides": [2, 2], "pads": [1, 1, 1, 1]}),
            ("Reshape", ("c", "to"), "f", {}),
            ("Gemm", ("f", "w"), "out", {}),
        ],
        [("x", FLOAT, ["N", "C", "H", "W"])],
        [weight("k", 2, 3, 3, 3), numpy_helper.from_array(np.array([0, -1]), "to"), weight("w", 8, 2)],
    )
    write(
        folder / "join.onnx",
        [("Concat", ("x", "y"), "c", {"axis": 1}), ("Add", ("c", "z"), "out", {})],
        [("x", FLOAT, ["N", "A"]), ("y", FLOAT, ["N", "B"]), ("z", FLOAT, ["M", "C"])],
    )
    write(
        folder / "reshape.onnx",
        [("Reshape", ("x", "to"), "r", {}), ("MatMul", ("r", "w"), "out", {})],
        [("x", FLOAT, ["N", "K"]), ("to", INT64, [2])],
        [weight("w", 4, 2)],
    )
    write(
        folder / "expand.onnx",
        [("Expand", ("x", "to"), "e", {}), ("Mul", ("e", "y"), "out", {})],
        [("x", FLOAT, ["N", 1]), ("to", INT64, [2]), ("y", FLOAT, ["M", "K"])],
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
