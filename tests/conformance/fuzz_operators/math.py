"""Random operators that compute: by element, along axes, products, quantization."""
import string

import numpy as np
from onnx import TensorProto

from .draw import Case


UNARY = "Abs Neg Relu Sigmoid Tanh Exp Floor Ceil Sqrt Identity Softplus Softsign Erf Sign HardSigmoid Elu Selu LeakyRelu".split()
BINARY = "Add Sub Mul Div Pow Less Greater Equal".split()
REDUCTIONS = "ReduceSum ReduceMean ReduceMax ReduceMin ReduceProd ReduceL1 ReduceL2 ReduceLogSumExp ReduceSumSquare".split()


def elementwise(draw):
    case, shape = Case(draw), draw.shape()
    kind = draw.int(0, 4)
    if kind == 0:
        case.add(draw.of(UNARY), [case.operand(draw.array(shape))])
    elif kind == 1:
        pair = [case.operand(draw.array(s)) for s in (shape, draw.broadcastable(shape))]
        case.add(draw.of(BINARY), pair if draw.flip() else pair[::-1])
    elif kind == 2:
        many = [case.operand(draw.array(draw.broadcastable(shape))) for _ in range(draw.int(1, 4))]
        case.add(draw.of(("Sum", "Max", "Min", "Mean")), many)
    elif kind == 3:
        condition = case.operand(draw.array(draw.broadcastable(shape), bool))
        case.add("Where", [condition, case.operand(draw.array(shape)), case.operand(draw.array(draw.broadcastable(shape)))])
    else:
        to = draw.of((TensorProto.INT64, TensorProto.FLOAT16, TensorProto.BOOL, TensorProto.DOUBLE))
        case.add("Cast", [case.operand(draw.array(shape))], to=to)
    return case


def reduction(draw):
    case, shape = Case(draw), draw.shape(0, 4)
    op_type = draw.of(REDUCTIONS)
    axes = draw.axes(len(shape)) if draw.flip(0.8) else None
    keepdims = draw.of((None, 0, 1))
    data = case.operand(draw.array(shape))
    if draw.opset < (13 if op_type == "ReduceSum" else 18):
        case.add(op_type, [data], axes=axes or None, keepdims=keepdims)
        return case
    operand = "" if axes is None else case.ints(axes)
    case.add(op_type, [data, operand], keepdims=keepdims, noop_with_empty_axes=draw.of((None, 0, 1)))
    return case


def along_axis(draw):
    case, shape = Case(draw), draw.shape(1, 4)
    axis = draw.axis(len(shape)) if draw.opset >= 11 else draw.int(0, len(shape) - 1)
    data = case.operand(draw.array(shape))
    op_type = draw.of(("ArgMax", "ArgMin", "Softmax", "LogSoftmax", "Hardmax", "CumSum", "Flatten"))
    if op_type.startswith("Arg"):
        if shape[axis] == 0:  # onnxruntime leaves the axis in where there is nothing to return
            return None
        case.add(op_type, [data], axis=axis, keepdims=draw.of((None, 0, 1)))
    elif op_type == "CumSum":
        case.add(op_type, [data, case.ints(axis)], reverse=draw.int(0, 1))
    else:
        case.add(op_type, [data], axis=axis)
    return case


def top_k(draw):
    case, shape = Case(draw), draw.shape(1, 4)
    axis = draw.axis(len(shape)) if draw.opset >= 11 else draw.int(0, len(shape) - 1)
    data, k = case.operand(draw.array(shape)), draw.int(0, shape[axis])
    if draw.opset < 10:
        case.add("TopK", [data], 2, axis=axis, k=max(k, 1))
    else:
        case.add("TopK", [data, case.ints([k])], 2, axis=axis)
    return case


def products(draw):
    case = Case(draw)
    kind = draw.of(("MatMul", "MatMul", "Gemm", "Einsum", "MatMulInteger"))
    rows, inner, columns = (draw.size() for _ in range(3))
    if kind == "Gemm":
        flips = draw.sizes(2, 0, 1)
        a = draw.array((inner, rows) if flips[0] else (rows, inner))
        b = draw.array((columns, inner) if flips[1] else (inner, columns))
        c = [draw.array(draw.broadcastable((rows, columns)))] if draw.opset < 11 or draw.flip() else []
        case.add(kind, [case.operand(x) for x in [a, b] + c], transA=flips[0], transB=flips[1])
    elif kind == "Einsum":
        letters = {letter: draw.int(1, 4) for letter in string.ascii_lowercase[:5]}
        terms = ["".join(draw.of("abcde") for _ in range(draw.int(1, 3))) for _ in range(draw.int(1, 2))]
        lead = draw.shape(0, 2) if draw.flip() else None
        used = sorted(set("".join(terms)))
        output = "".join(used[i] for i in draw.permutation(len(used))[: draw.int(0, len(used))])
        dots = "" if lead is None else "..."
        equation = ",".join(dots + term for term in terms) + (f"->{dots}{output}" if draw.flip(0.8) else "")
        shapes = [tuple(lead or ()) + tuple(letters[c] for c in term) for term in terms]
        case.add(kind, [case.operand(draw.array(shape)) for shape in shapes], equation=equation)
    else:
        batch = draw.shape(0, 2)
        a, b = batch + (rows, inner), draw.broadcastable(batch) + (inner, columns)
        if draw.flip(0.2):
            a = (inner,)
        elif draw.flip(0.2):
            b = (inner,)
        dtype = np.uint8 if kind == "MatMulInteger" else np.float32
        case.add(kind, [case.operand(draw.array(a, dtype)), case.operand(draw.array(b, dtype))])
    return case


def quantization(draw):
    case, shape = Case(draw), draw.shape(1, 3)
    kind = draw.of(("QuantizeLinear", "DynamicQuantizeLinear", "DequantizeLinear"))
    if kind == "DynamicQuantizeLinear":
        case.add(kind, [case.operand(draw.array([max(size, 1) for size in shape]))], 3)
        return case
    axis = draw.int(0, len(shape) - 1) if draw.opset >= 13 and draw.flip() else None
    sizes = () if axis is None else (shape[axis],)
    element = draw.of((np.uint8, np.int8))
    data = case.operand(draw.array(shape, np.float32 if kind == "QuantizeLinear" else element))
    operands = [data, case.operand(np.full(sizes, 0.5, np.float32))]
    if kind == "QuantizeLinear" or draw.flip():
        operands.append(case.operand(np.full(sizes, 1, element)))
    case.add(kind, operands, axis=axis)
    return case


def signal(draw):
    case = Case(draw)
    batch, length, parts = draw.int(1, 2), draw.int(2, 12), draw.of((1, 2))
    data = case.operand(draw.array((batch, length, parts)))
    if draw.flip():
        frame = draw.int(1, length)
        onesided = draw.of((None, 0, 1)) if parts == 1 else 0
        operands = [data, case.ints(draw.int(1, 4)), "" if draw.flip() else case.operand(draw.array((frame,))), case.ints(frame)]
        case.add("STFT", operands, onesided=onesided)
        return case
    inverse = draw.int(0, 1)
    onesided = draw.int(0, 1) if parts == 1 and not inverse else 0
    dft_length = case.ints(draw.int(1, 14)) if draw.flip() else ""
    if draw.opset < 20:
        case.add("DFT", [data, dft_length], axis=1, inverse=inverse, onesided=onesided)
    else:
        case.add("DFT", [data, dft_length, case.ints(draw.of((1, -2)))], inverse=inverse, onesided=onesided)
    return case
