"""Models with a size of the batch in them, for check_rewrites.py: REBATCHED have rows that do not depend on each other; MIXING have
rows that do, at a node of that name."""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64
RNG = np.random.default_rng(7)


def weights(*shape):
    return (RNG.standard_normal(shape) * 0.1).astype(np.float32)


class Net:
    """Builds a graph node by node; constants become initializers."""

    def __init__(self, opset=17):
        self.nodes, self.inits, self.inputs, self.outputs, self.opset = [], [], [], [], opset

    def input(self, name, shape, kind=FLOAT):
        self.inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def const(self, array):
        name = f"c{len(self.inits)}"
        self.inits.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def op(self, kind, *inputs, outputs=1, **attributes):
        operands = [i if isinstance(i, str) else self.const(i) for i in inputs]
        names = [f"{kind}_{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, operands, names, name=f"{kind}_{len(self.nodes)}", **attributes))
        return names[0] if outputs == 1 else names

    def model(self, *outputs):
        for name in outputs:
            self.outputs.append(helper.make_empty_tensor_value_info(name))
        graph = helper.make_graph(self.nodes, "g", self.inputs, self.outputs, self.inits)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.opset)], ir_version=8)
        model = onnx.shape_inference.infer_shapes(model)
        onnx.checker.check_model(model)
        return model


def ints(*values):
    return np.array(values, np.int64)


def mlp(b):
    net = Net()
    x = net.input("x", [b, 16])
    h = net.op("Relu", net.op("Gemm", x, weights(16, 32), weights(32)))
    return net.model(net.op("Softmax", net.op("Gemm", h, weights(32, 5), weights(5)), axis=-1))


def convnet(b):
    net = Net()
    x = net.input("x", [b, 3, 12, 12])
    h = net.op("Relu", net.op("Conv", x, weights(8, 3, 3, 3), pads=[1, 1, 1, 1]))
    h = net.op("BatchNormalization", h, np.ones(8, np.float32), weights(8), weights(8), np.ones(8, np.float32))
    h = net.op("MaxPool", h, kernel_shape=[2, 2], strides=[2, 2])
    h = net.op("GlobalAveragePool", h)
    h = net.op("Reshape", h, ints(b, 8))
    return net.model(net.op("Gemm", h, weights(8, 5), weights(5)))


def conv_flatten(b):
    net = Net()
    x = net.input("x", [b, 3, 8, 8])
    h = net.op("Conv", x, weights(4, 3, 3, 3))
    return net.model(net.op("Gemm", net.op("Flatten", h, axis=1), weights(144, 5), weights(5)))


def attention(b, heads=4, length=6, size=8):
    net = Net()
    x = net.input("x", [b, length, heads * size])
    part = [net.op("Transpose", net.op("Reshape", net.op("MatMul", x, weights(heads * size, heads * size)),
                                       ints(b, length, heads, size)), perm=[0, 2, 1, 3]) for _ in range(3)]
    scores = net.op("MatMul", part[0], net.op("Transpose", part[1], perm=[0, 1, 3, 2]))
    scores = net.op("Softmax", net.op("Div", scores, np.float32(size**0.5)), axis=-1)
    out = net.op("Transpose", net.op("MatMul", scores, part[2]), perm=[0, 2, 1, 3])
    out = net.op("Reshape", out, ints(b, length, heads * size))
    return net.model(net.op("LayerNormalization", net.op("Add", out, x), np.ones(heads * size, np.float32), axis=-1))


def attention_of_batch_heads(b):
    """12 heads and, at 4, a batch that a reader may take for something else."""
    return attention(b, heads=12, length=4, size=4)


def joined_rows(b):
    """Batch and sequence joined for a product, and parted again."""
    net = Net()
    x = net.input("x", [b, 5, 8])
    h = net.op("Reshape", x, ints(b * 5, 8))
    h = net.op("Gemm", h, weights(8, 16), weights(16))
    return net.model(net.op("Reshape", h, ints(b, 5, 16)))


def lstm(b):
    net = Net()
    x = net.input("x", [7, b, 6])
    state = net.op("ConstantOfShape", ints(1, 1, 5)) if b == 1 else ""
    y = net.op("LSTM", x, weights(1, 20, 6), weights(1, 20, 5), weights(1, 40), "", state, state, outputs=3, hidden_size=5)
    return net.model(net.op("Squeeze", y[0], ints(1)), y[1])


def gru_of_batch_first(b):
    net = Net()
    x = net.input("x", [b, 7, 6])
    y = net.op("GRU", net.op("Transpose", x, perm=[1, 0, 2]), weights(1, 15, 6), weights(1, 15, 5), outputs=2, hidden_size=5)
    return net.model(net.op("Transpose", net.op("Squeeze", y[0], ints(1)), perm=[1, 0, 2]))


def class_token(b):
    """A token that is expanded to the batch and put in front, as vision transformers do."""
    net = Net()
    x = net.input("x", [b, 9, 8])
    token = net.op("Expand", weights(1, 1, 8), ints(b, 1, 8)) if b == 1 else None
    if token is None:
        shape = net.op("Shape", x)
        batch = net.op("Gather", shape, ints(0), axis=0)
        token = net.op("Expand", weights(1, 1, 8), net.op("Concat", batch, ints(1), ints(8), axis=0))
    h = net.op("Add", net.op("Concat", token, x, axis=1), weights(1, 10, 8))
    return net.model(net.op("Gather", h, np.int64(0), axis=1))


def embedding(b):
    net = Net()
    x = net.input("x", [b, 6], INT64)
    h = net.op("Gather", weights(2, 8), x)
    h = net.op("Add", h, net.op("Gather", weights(6, 8), ints(0, 1, 2, 3, 4, 5)))
    return net.model(net.op("ReduceMean", h, axes=[1], keepdims=0))


def upsampled(b):
    net = Net()
    x = net.input("x", [b, 2, 4, 4])
    h = net.op("Resize", x, "", "", ints(b, 2, 8, 8), mode="nearest")
    h = net.op("Resize", h, "", np.array([1, 1, 2, 2], np.float32), mode="linear")
    return net.model(net.op("Pad", h, ints(0, 0, 1, 1, 0, 0, 1, 1)))


def sliced(b):
    net = Net()
    x = net.input("x", [b, 10, 4])
    h = net.op("Slice", x, ints(0, 2), ints(b, 8), ints(0, 1))
    left, right = net.op("Split", h, ints(3, 3), outputs=2, axis=1)
    return net.model(net.op("Concat", net.op("Mul", left, right), h, axis=1))


def masked(b):
    net = Net()
    x = net.input("x", [b, 6, 6])
    mask = net.input("mask", [b, 6], INT64)
    wide = net.op("Cast", net.op("Unsqueeze", mask, ints(1)), to=FLOAT)
    bias = net.op("Mul", net.op("Sub", np.float32(1), wide), np.float32(-100))
    return net.model(net.op("Softmax", net.op("Add", x, bias), axis=-1))


def expanded_mask(b):
    net = Net()
    x = net.input("x", [b, 1, 6, 6])
    return net.model(net.op("Expand", x, ints(b, 3, 6, 6)))


def pixel_shuffle(b):
    net = Net()
    x = net.input("x", [b, 8, 4, 4])
    h = net.op("Reshape", x, ints(b, 2, 2, 2, 4, 4))
    h = net.op("Transpose", h, perm=[0, 1, 4, 2, 5, 3])
    return net.model(net.op("Reshape", h, ints(b, 2, 8, 8)))


def shape_chain(b):
    """The sizes of a target are computed, as exporters write them."""
    net = Net()
    x = net.input("x", [b, 6, 8])
    shape = net.op("Shape", x)
    batch = net.op("Unsqueeze", net.op("Gather", shape, np.int64(0), axis=0), ints(0))
    target = net.op("Concat", batch, ints(-1), axis=0)
    return net.model(net.op("Gemm", net.op("Reshape", x, target), weights(48, 3), weights(3)))


def windows(b):
    """Windows of an image as further rows, as Swin has them."""
    net = Net()
    x = net.input("x", [b, 8, 8, 4])
    h = net.op("Reshape", x, ints(b, 2, 4, 2, 4, 4))
    h = net.op("Reshape", net.op("Transpose", h, perm=[0, 1, 3, 2, 4, 5]), ints(b * 4, 16, 4))
    h = net.op("Softmax", net.op("MatMul", h, net.op("Transpose", h, perm=[0, 2, 1])), axis=-1)
    h = net.op("Reshape", h, ints(b, 2, 2, 16, 16))
    return net.model(net.op("ReduceSum", h, ints(1, 2), keepdims=0))


def best_elements(b):
    net = Net()
    x = net.input("x", [b, 9])
    values, places = net.op("TopK", x, ints(3), outputs=2)
    return net.model(net.op("Add", values, net.op("GatherElements", net.op("CumSum", x, np.int64(1)), places, axis=1)))


def einsum_of_heads(b):
    net = Net()
    x = net.input("x", [b, 4, 6])
    y = net.op("Einsum", x, weights(6, 5), equation="bti, io -> bto")
    return net.model(net.op("Trilu", net.op("Einsum", y, y, equation="bto,bso->bts"), upper=0))


def quantized(b):
    net = Net()
    x = net.input("x", [b, 3, 6, 6])
    scale, zero = np.float32(0.05), np.uint8(3)
    q = net.op("QuantizeLinear", x, scale, zero)
    taps, scales = RNG.integers(-9, 9, (4, 3, 3, 3)).astype(np.int8), np.full(4, 0.02, np.float32)
    h = net.op("QLinearConv", q, scale, zero, taps, scales, np.zeros(4, np.int8), scale, zero)
    h = net.op("DequantizeLinear", h, scale, zero)
    return net.model(net.op("LpNormalization", h, axis=1))


def resized_by_shape(b):
    """The sizes of a Resize, and a target of Reshape, begin with a part of Shape, as torch traces them."""
    net = Net()
    x = net.input("x", [b, 2, 4, 4])
    front = net.op("Slice", net.op("Shape", x), ints(0), ints(2), ints(0))
    h = net.op("Resize", x, "", "", net.op("Concat", front, ints(8, 8), axis=0), mode="nearest")
    return net.model(net.op("Reshape", h, net.op("Concat", front, ints(-1), axis=0)))


# Where the batch is not axis 0 of all inputs.
AXES = {"lstm": ["x:1"]}
REBATCHED = {make.__name__: make for make in (
    mlp, convnet, conv_flatten, attention, attention_of_batch_heads, joined_rows, lstm, gru_of_batch_first, class_token, embedding,
    upsampled, sliced, masked, expanded_mask, pixel_shuffle, shape_chain, windows, best_elements, einsum_of_heads, quantized,
    resized_by_shape)}


def softmax_over_batch(b):
    net = Net()
    return net.model(net.op("Softmax", net.op("Relu", net.input("x", [b, 4])), axis=0))


def mean_over_batch(b):
    net = Net()
    x = net.input("x", [b, 4])
    return net.model(net.op("Sub", x, net.op("ReduceMean", x, axes=[0], keepdims=1)))


def training_norm(b):
    net = Net()
    x = net.input("x", [b, 4, 3])
    ones = np.ones(4, np.float32)
    y = net.op("BatchNormalization", x, ones, ones, ones, ones, outputs=3, training_mode=1)
    return net.model(y[0])


def attention_over_batch(b):
    net = Net()
    x = net.input("x", [b, 8])
    return net.model(net.op("MatMul", net.op("Softmax", net.op("MatMul", x, net.op("Transpose", x, perm=[1, 0])), axis=-1), x))


def reshape_across(b):
    net = Net()
    x = net.input("x", [b, 6, 2])
    h = net.op("Transpose", x, perm=[1, 0, 2])
    return net.model(net.op("Reshape", h, ints(3, 2 * b, 2)))


def row_weights(b):
    net = Net()
    return net.model(net.op("Add", net.input("x", [b, 5]), weights(b, 5)))


def first_row(b):
    net = Net()
    return net.model(net.op("Gather", net.input("x", [b, 5]), np.int64(0), axis=0))


def sum_of_all(b):
    net = Net()
    return net.model(net.op("ReduceSum", net.input("x", [b, 5]), keepdims=0))


def cumulative(b):
    net = Net()
    return net.model(net.op("CumSum", net.input("x", [b, 5]), np.int64(0)))


def joined_on_batch(b):
    net = Net()
    x = net.input("x", [b, 5])
    return net.model(net.op("Concat", x, net.op("Neg", x), axis=0))


def divided_by_batch(b):
    net = Net()
    x = net.input("x", [b, 5])
    batch = net.op("Cast", net.op("Gather", net.op("Shape", x), np.int64(0), axis=0), to=FLOAT)
    return net.model(net.op("Div", x, batch))


def best_of_batch(b):
    net = Net()
    return net.model(net.op("TopK", net.input("x", [b, 5]), ints(2), outputs=2, axis=0)[0])


def elements_of_batch(b):
    net = Net()
    x = net.input("x", [b, 5])
    return net.model(net.op("GatherElements", x, net.input("i", [b, 5], INT64), axis=0))


def einsum_over_batch(b):
    net = Net()
    x = net.input("x", [b, 5])
    return net.model(net.op("Einsum", x, x, equation="bi,bj->ij"))


def scaled_by_row(b):
    net = Net()
    scales = (np.arange(b) + 1).astype(np.float32)
    return net.model(net.op("QuantizeLinear", net.input("x", [b, 5]), scales, np.zeros(b, np.uint8), axis=0))


def upper_rows(b):
    net = Net()
    return net.model(net.op("Trilu", net.input("x", [b, 5])))


MIXING = {
    "softmax_over_batch": (softmax_over_batch, "Softmax_1"),
    "mean_over_batch": (mean_over_batch, "ReduceMean_0"),
    "training_norm": (training_norm, "BatchNormalization_0"),
    "attention_over_batch": (attention_over_batch, "MatMul_1"),
    "reshape_across": (reshape_across, "Reshape_1"),
    "row_weights": (row_weights, "Add_0"),
    "first_row": (first_row, "Gather_0"),
    "sum_of_all": (sum_of_all, "ReduceSum_0"),
    "cumulative": (cumulative, "CumSum_0"),
    "joined_on_batch": (joined_on_batch, "Concat_1"),
    "divided_by_batch": (divided_by_batch, "Div_3"),
    "best_of_batch": (best_of_batch, "TopK_0"),
    "elements_of_batch": (elements_of_batch, "GatherElements_0"),
    "einsum_over_batch": (einsum_over_batch, "Einsum_0"),
    "scaled_by_row": (scaled_by_row, "QuantizeLinear_0"),
    "upper_rows": (upper_rows, "Trilu_0"),
}
