"""Writes costs.txt: what operators cost on small shapes, counted by loops that do each scalar operation.

usage: generate_costs.py [FILE]     default: costs.txt beside this file

A line is a model in the notation of tests/core/inference/support/model_text.h, with `;` for ends of lines, then `|` and the
numbers of multiply-adds, simple operations, divisions, square roots and special functions. The loops below are written from
the definitions of the operators; they know nothing of the formulas. Elements of pads count as others do.
"""
import itertools
import os
import sys


class Count:
    """Counts scalar operations."""

    def __init__(self):
        self.mac = self.alu = self.div = self.sqrt = self.special = 0

    def line(self):
        return f"{self.mac} {self.alu} {self.div} {self.sqrt} {self.special}"


def over(*sizes):
    return itertools.product(*(range(size) for size in sizes))


LINES = []


def case(model, run):
    count = Count()
    run(count)
    LINES.append(f"{model} | {count.line()}")


def products():
    def matmul(batch, rows, inner, columns):
        def run(c):
            for _ in over(*batch, rows, columns):
                for _ in range(inner):
                    c.mac += 1
        return run

    case("input a: float32[2, 3, 4, 5]; input b: float32[3, 5, 6]; y = MatMul(a, b); output y", matmul((2, 3), 4, 5, 6))
    case("input a: float32[4, 5]; input b: float32[5]; y = MatMul(a, b); output y", matmul((), 4, 5, 1))
    case("input a: float32[5]; input b: float32[5, 3]; y = MatMul(a, b); output y", matmul((), 1, 5, 3))
    case("input a: uint8[4, 5]; input b: int8[5, 7]; y = MatMulInteger(a, b); output y", matmul((), 4, 5, 7))

    def gemm(c):
        for _ in over(4, 6):
            for _ in range(5):
                c.mac += 1
            c.alu += 1  # alpha
            c.alu += 1  # beta
            c.alu += 1  # the sum
    case("input a: float32[5, 4]; input b: float32[6, 5]; input c: float32[6]; "
         "y = Gemm(a, b, c) transA=1 transB=1 alpha=0.5 beta=2.0; output y", gemm)
    case("input a: float32[4, 5]; input b: float32[5, 6]; y = Gemm(a, b); output y", matmul((), 4, 5, 6))

    def einsum_chain(c):  # ij,jk,kl->il: first ijk, then ikl
        for _ in over(2, 3, 4):
            c.mac += 1
        for _ in over(2, 4, 5):
            c.mac += 1
    case("input a: float32[2, 3]; input b: float32[3, 4]; input c: float32[4, 5]; "
         "y = Einsum(a, b, c) equation='ij,jk,kl->il'; output y", einsum_chain)

    def einsum_heads(c):
        for _ in over(2, 3, 4, 5, 6):
            c.mac += 1
    case("input q: float32[2, 4, 3, 6]; input k: float32[2, 5, 3, 6]; "
         "y = Einsum(q, k) equation='bqhd,bkhd->bhqk'; output y", einsum_heads)

    def einsum_sum(c):
        for _ in over(2, 3):
            c.alu += 1
    case("input a: float32[2, 3]; y = Einsum(a) equation='ij->i'; output y", einsum_sum)
    case("input a: float32[2, 3]; y = Einsum(a) equation='ij->ji'; output y", lambda c: None)

    def nbits(c):
        for _ in over(3, 8):
            for _ in range(32):
                c.mac += 1
        for _ in over(8, 32):
            c.alu += 2  # less the zero point, times the scale
    case("opset 17; opset com.microsoft 1; input a: float32[3, 32]; input b: uint8[8, 1, 16]; input s: float32[8]; "
         "y = com.microsoft.MatMulNBits(a, b, s) K=32 N=8 bits=4 block_size=32; output y", nbits)


def conv(batch, channels, filters, group, out, kernel, bias):
    def run(c):
        for _ in over(batch, filters, *out):
            for _ in over(channels // group, *kernel):
                c.mac += 1
            if bias:
                c.alu += 1
    return run


def windows():
    case("input x: float32[2, 4, 7, 6]; input w: float32[6, 2, 3, 3]; input b: float32[6]; "
         "y = Conv(x, w, b) group=2 strides=[2, 1] pads=[1, 1, 1, 1]; output y", conv(2, 4, 6, 2, (4, 6), (3, 3), True))
    case("input x: float32[1, 3, 9]; input w: float32[5, 3, 3]; y = Conv(x, w) dilations=[2]; output y",
         conv(1, 3, 5, 1, (5,), (3,), False))

    def transposed(c):
        for _ in over(2, 4, 3, 3):  # each element of x
            for _ in over(5, 2, 2):  # reaches each output channel and place of the kernel
                c.mac += 1
        for _ in over(2, 5, 6, 6):
            c.alu += 1
    case("input x: float32[2, 4, 3, 3]; input w: float32[4, 5, 2, 2]; input b: float32[5]; "
         "y = ConvTranspose(x, w, b) strides=[2, 2]; output y", transposed)

    def pooled(each, last):
        def run(c):
            for _ in over(2, 3, 3, 4):
                for _ in over(2, 3):
                    c.alu += each
                last(c)
        return run

    def divide(c):
        c.div += 1

    def root(c):
        c.sqrt += 1
    pool = "input x: float32[2, 3, 4, 6]; y = {}(x) kernel_shape=[2, 3]; output y"
    case(pool.format("MaxPool"), pooled(1, lambda c: None))
    case(pool.format("AveragePool"), pooled(1, divide))
    case(pool.format("LpPool"), pooled(2, root))

    def globally(each, last):
        def run(c):
            for _ in over(2, 3):
                for _ in over(4, 6):
                    c.alu += each
                last(c)
        return run
    whole = "input x: float32[2, 3, 4, 6]; y = {}(x); output y"
    case(whole.format("GlobalAveragePool"), globally(1, divide))
    case(whole.format("GlobalMaxPool"), globally(1, lambda c: None))
    case(whole.format("GlobalLpPool"), globally(2, root))

    def resized(points):
        def run(c):
            for _ in over(1, 2, 6, 8):
                for _ in range(points):
                    c.mac += 1
        return run
    resize = "opset 17; input x: float32[1, 2, 3, 4]; const s: int64[4] = 1 2 6 8; y = Resize(x, _, _, s) mode='{}'; output y"
    case(resize.format("linear"), resized(2 * 2))
    case(resize.format("cubic"), resized(4 * 4))
    case(resize.format("nearest"), resized(0))

    def deformed(c):
        for _ in over(2, 4, 3, 3):  # each channel and place of the kernel
            for _ in over(5, 6):  # at each place of the result
                c.mac += 4  # interpolates
                c.alu += 1  # the mask
        for _ in over(2, 2 * 3 * 3, 5, 6):
            c.alu += 1  # the offset
        for _ in over(2, 8, 5, 6):
            for _ in over(4, 3, 3):
                c.mac += 1
            c.alu += 1  # the bias
    case("opset 19; input x: float32[2, 4, 7, 8]; input w: float32[8, 4, 3, 3]; input o: float32[2, 18, 5, 6]; "
         "input b: float32[8]; input m: float32[2, 9, 5, 6]; y = DeformConv(x, w, o, b, m); output y", deformed)

    def grid(c):
        for _ in over(2, 4, 5):
            for _ in over(2, 3):  # two coordinates of a row of theta and [x, y, 1]
                c.mac += 1
    case("opset 20; input t: float32[2, 2, 3]; const s: int64[4] = 2 3 4 5; y = AffineGrid(t, s); output y", grid)


def signals():
    def fft(c, size):
        """Radix 2, of a power of two."""
        if size == 1:
            return
        fft(c, size // 2)
        fft(c, size // 2)
        for _ in range(size // 2):
            c.alu += 4 + 2  # the odd one times its root: products, sums
            c.alu += 2 + 2  # the sum and the difference

    def many(count, size, window=False):
        def run(c):
            for _ in range(count):
                fft(c, size)
                if window:
                    for _ in range(size):
                        c.alu += 1
        return run
    case("opset 17; input x: float32[3, 16, 1]; y = DFT(x) axis=1; output y", many(3, 16))
    case("opset 20; input x: float32[3, 4, 8, 2]; const a: int64[] = 1; y = DFT(x, _, a); output y", many(24, 4))
    case("opset 17; input x: float32[3, 16, 1]; const n: int64[] = 8; y = DFT(x, n) axis=1 onesided=1; output y", many(3, 8))
    case("opset 17; input x: float32[2, 40, 1]; const s: int64[] = 4; input w: float32[16]; y = STFT(x, s, w); output y",
         many(2 * 7, 16, True))


def selections():
    def scan(c):
        for _ in over(3, 8):
            c.alu += 1
    case("input x: float32[3, 8]; const k: int64[1] = 1; v, i = TopK(x, k); output v; output i", scan)

    def suppressed(c):
        """Where nothing is dropped for its score or overlap: each box beside as many as may be kept."""
        for _ in range(2):
            for _ in range(6):
                c.alu += 2 + 1  # the area of a box: its sides, their product
            for _ in range(3):
                for _ in range(6):
                    c.alu += 1  # the score
                    for _ in range(min(4, 6)):
                        c.alu += 4  # the greater and lesser ends
                        c.alu += 2 + 2  # their distances, at least 0
                        c.alu += 1  # the intersection
                        c.alu += 2  # the union
                        c.div += 1
                        c.alu += 1  # the threshold
    case("input b: float32[2, 6, 4]; input s: float32[2, 3, 6]; const k: int64[] = 4; const t: float32[] = 0.5; "
         "y = NonMaxSuppression(b, s, k, t); output y", suppressed)

    def normalized(each, last):
        def run(c):
            for _ in range(3):
                for _ in range(5):
                    each(c)
                last(c)
        return run

    def alu(times):
        def run(c):
            c.alu += times
            c.div += 1
        return run

    def root(c):
        c.sqrt += 1
    text = "opset 17; opset ai.onnx.ml 3; input x: float32[3, 5]; y = ai.onnx.ml.Normalizer(x) norm='{}'; output y"
    case(text.format("MAX"), normalized(alu(1), lambda c: None))
    case(text.format("L1"), normalized(alu(2), lambda c: None))
    case(text.format("L2"), normalized(alu(2), root))

    def drawn(c):
        for _ in over(2, 3):
            c.special += 1
    case("y = RandomNormal() shape=[2, 3]; output y", drawn)
    case("input x: float32[2, 3]; y = RandomUniformLike(x); output y", drawn)


def machines():
    """Support vectors and trees."""
    def kernel(c, name, features):
        for _ in range(features):
            if name == "RBF":
                c.alu += 1  # a difference
            c.mac += 1
        if name == "RBF":
            c.alu += 1  # the factor
        elif name != "LINEAR":
            c.alu += 2  # the factor, the summand
        if name != "LINEAR":
            c.special += 1

    def regressor(name, supports):
        def run(c):
            for _ in range(3):
                for _ in range(supports):
                    kernel(c, name, 4)
                    c.mac += 1  # the coefficient
                c.alu += 1  # the intercept
        return run

    def floats(count):
        return "[" + ", ".join(["0.5"] * count) + "]"
    ml = "opset 17; opset ai.onnx.ml 3; input x: float32[3, 4]; "
    for name in ("LINEAR", "POLY", "RBF", "SIGMOID"):
        case(f"{ml}y = ai.onnx.ml.SVMRegressor(x) kernel_type='{name}' n_supports=5 kernel_params=[0.5, 0.0, 2.0] "
             f"coefficients={floats(5)} rho=[0.5] support_vectors={floats(20)}; output y", regressor(name, 5))

    def whole(c):
        for _ in range(3):
            kernel(c, "LINEAR", 4)
            c.alu += 1
    case(f"{ml}y = ai.onnx.ml.SVMRegressor(x) kernel_type='LINEAR' coefficients={floats(4)} rho=[0.5]; output y", whole)

    def classifier(c):
        vectors = (2, 3, 1)
        for _ in range(3):
            for _ in range(sum(vectors)):
                kernel(c, "RBF", 4)
            for first in range(3):
                for second in range(first + 1, 3):
                    for _ in range(vectors[first] + vectors[second]):
                        c.mac += 1
                    c.alu += 1  # the intercept
                    c.alu += 1  # the vote
            for _ in vectors:
                c.alu += 1  # the most votes
    case(f"{ml}y, z = ai.onnx.ml.SVMClassifier(x) kernel_type='RBF' kernel_params=[0.5, 0.0, 3.0] coefficients={floats(12)} "
         f"rho={floats(3)} support_vectors={floats(24)} vectors_per_class=[2, 3, 1] classlabels_ints=[0, 1, 2]; "
         "output y; output z", classifier)

    # By tree and node its children; others are leaves, with targets.
    branches = {(0, 0): (1, 2), (0, 2): (3, 4), (1, 0): (1, 2)}
    nodes = [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 0), (1, 1), (1, 2)]
    targets = [(0, 1), (0, 3), (0, 3), (0, 4), (1, 1), (1, 2)]

    def longest(c, tree, node):
        """Counts the way that takes most."""
        if (tree, node) not in branches:
            c.alu += targets.count((tree, node))
            return
        c.alu += 1
        ways = []
        for child in branches[tree, node]:
            way = Count()
            longest(way, tree, child)
            ways.append(way.alu)
        c.alu += max(ways)

    def forest(scores, average, is_classifier, softmax_scores):
        def run(c):
            for _ in range(3):
                longest(c, 0, 0)
                longest(c, 1, 0)
                for _ in range(scores):
                    c.alu += 1  # the base value
                    if is_classifier:
                        c.alu += 1  # the greatest
                    if average:
                        c.div += 1
                if softmax_scores:
                    softmax(c, scores)
        return run

    def column(values):
        return "[" + ", ".join(str(value) for value in values) + "]"
    tests = ", ".join("'BRANCH_LEQ'" if node in branches else "'LEAF'" for node in nodes)
    tree = (f"nodes_treeids={column(node[0] for node in nodes)} nodes_nodeids={column(node[1] for node in nodes)} "
            f"nodes_featureids={column([0] * 8)} nodes_values={floats(8)} nodes_modes=[{tests}] "
            f"nodes_truenodeids={column(branches.get(node, (0, 0))[0] for node in nodes)} "
            f"nodes_falsenodeids={column(branches.get(node, (0, 0))[1] for node in nodes)} ")
    leaves = (f"WHICH_treeids={column(node[0] for node in targets)} WHICH_nodeids={column(node[1] for node in targets)} "
              f"WHICH_ids={column([0, 0, 1, 0, 0, 0])} WHICH_weights={floats(6)} ")
    case(f"{ml}y = ai.onnx.ml.TreeEnsembleRegressor(x) {tree}{leaves.replace('WHICH', 'target')}n_targets=2 "
         f"aggregate_function='AVERAGE' base_values={floats(2)}; output y", forest(2, True, False, False))
    case(f"{ml}y, z = ai.onnx.ml.TreeEnsembleClassifier(x) {tree}{leaves.replace('WHICH', 'class')}"
         f"classlabels_int64s=[0, 1, 2] post_transform='SOFTMAX' base_values={floats(3)}; output y; output z",
         forest(3, False, True, True))

    # The same ways by the later operator, whose leaves have one target.
    def later(c):
        for _ in range(3):
            for way in (2, 1):
                for _ in range(way):
                    c.alu += 1
                c.alu += 1  # the target
    case("opset 17; opset ai.onnx.ml 5; input x: float32[3, 4]; y = ai.onnx.ml.TreeEnsemble(x) tree_roots=[0, 2] "
         "nodes_featureids=[0, 0, 0] nodes_splits=float32[3](1 1 1) nodes_modes=uint8[3](0 0 0) nodes_truenodeids=[0, 1, 3] "
         "nodes_trueleafs=[1, 1, 1] nodes_falsenodeids=[1, 2, 4] nodes_falseleafs=[0, 1, 1] leaf_targetids=[0, 0, 0, 0, 0] "
         "leaf_weights=float32[5](1 1 1 1 1) n_targets=1 aggregate_function=1 post_transform=0; output y", later)


def attention():
    def attend(c, batch, heads, queries, keys, size, value_size):
        for _ in over(batch, heads, queries):
            for _ in range(keys):
                for _ in range(size):
                    c.mac += 1
            softmax(c, keys)
            for _ in over(keys, value_size):
                c.mac += 1

    case("opset 23; input q: float32[2, 3, 4, 8]; input k: float32[2, 3, 5, 8]; input v: float32[2, 3, 5, 6]; "
         "y = Attention(q, k, v); output y", lambda c: attend(c, 2, 3, 4, 5, 8, 6))
    case("opset 23; input q: float32[2, 4, 24]; input k: float32[2, 5, 8]; input v: float32[2, 5, 8]; "
         "y = Attention(q, k, v) q_num_heads=3 kv_num_heads=1; output y", lambda c: attend(c, 2, 3, 4, 5, 8, 8))
    case("opset 17; opset com.microsoft 1; input q: float32[2, 4, 24]; input k: float32[2, 5, 24]; input v: float32[2, 5, 24]; "
         "y = com.microsoft.MultiHeadAttention(q, k, v) num_heads=3; output y", lambda c: attend(c, 2, 3, 4, 5, 8, 8))

    def cached(c):
        attend(c, 2, 4, 1, 9, 8, 8)
    case("opset 17; opset com.microsoft 1; input q: float32[2, 1, 32]; input k: float32[2, 1, 16]; input v: float32[2, 1, 16]; "
         "input pk: float32[2, 2, 8, 8]; input pv: float32[2, 2, 8, 8]; const l: int32[2] = 8 8; const t: int32[1] = 9; "
         "y, a, b = com.microsoft.GroupQueryAttention(q, k, v, pk, pv, l, t) num_heads=4 kv_num_heads=2; output y; output a; "
         "output b", cached)

    def projected(c):
        for _ in over(2, 4, 48):
            for _ in range(16):
                c.mac += 1
            c.alu += 1
        attend(c, 2, 2, 4, 4, 8, 8)
    case("opset 17; opset com.microsoft 1; input x: float32[2, 4, 16]; input w: float32[16, 48]; input b: float32[48]; "
         "y = com.microsoft.Attention(x, w, b) num_heads=2; output y", projected)


    micro = "opset 17; opset com.microsoft 1; "

    def packed(c):  # 7 tokens of sequences that may be 5 long
        for _ in over(7, 3):
            for _ in over(5, 8):
                c.mac += 1
            softmax(c, 5)
            for _ in over(5, 6):
                c.mac += 1
    case(micro + "input q: float32[7, 24]; input k: float32[7, 24]; input v: float32[7, 18]; input o: int32[2, 5]; "
         "input l: int32[3]; y = com.microsoft.PackedMultiHeadAttention(q, k, v, _, o, l) num_heads=3; output y", packed)

    def packed_projected(c):
        for _ in over(7, 48):
            for _ in range(16):
                c.mac += 1
            c.alu += 1
        for _ in over(7, 2):
            for _ in over(5, 8):
                c.mac += 1
            softmax(c, 5)
            for _ in over(5, 8):
                c.mac += 1
    case(micro + "input x: float32[7, 16]; input w: float32[16, 48]; input b: float32[48]; input o: int32[2, 5]; "
         "input l: int32[3]; y = com.microsoft.PackedAttention(x, w, b, o, l) num_heads=2; output y", packed_projected)

    def paged(c):  # 3 blocks of 4 keys for each sequence at most
        for _ in over(5, 4):
            for _ in over(12, 8):
                c.mac += 1
            softmax(c, 12)
            for _ in over(12, 8):
                c.mac += 1
    case(micro + "input q: float16[5, 32]; input k: float16[5, 16]; input v: float16[5, 16]; input kc: float16[9, 4, 2, 8]; "
         "input vc: float16[9, 4, 2, 8]; input l: int32[3]; input p: int32[2]; input t: int32[2, 3]; "
         "y = com.microsoft.PagedAttention(q, k, v, kc, vc, l, p, t) num_heads=4 kv_num_heads=2; output y", paged)

    def linear(rule):
        def run(c):
            for _ in over(2, 5):  # each token
                for _ in range(3):  # heads of keys, with a state [4, 6]
                    if rule.startswith("gated"):
                        for _ in over(4, 6):
                            c.alu += 1  # the state decays
                    if rule.endswith("delta"):
                        for _ in over(4, 6):
                            c.mac += 1  # what the state has for the key
                        for _ in range(6):
                            c.alu += 2  # the difference, times beta
                    for _ in over(4, 6):
                        c.mac += 1  # the state learns
                for _ in range(3):
                    for _ in over(4, 6):
                        c.mac += 1  # what the query reads
        return run
    words = "input q: float32[2, 5, 12]; input k: float32[2, 5, 12]; input v: float32[2, 5, 18]; "
    heads = "q_num_heads=3 kv_num_heads=3"
    case(f"opset 27; {words}y, s = LinearAttention(q, k, v) {heads} update_rule='linear'; output y", linear("linear"))
    case(f"opset 27; {words}input g: float32[2, 5, 3]; input b: float32[2, 5, 3]; "
         f"y, s = LinearAttention(q, k, v, _, g, b) {heads} update_rule='gated_delta'; output y", linear("gated_delta"))


def softmax(c, size):
    for _ in range(size):
        c.alu += 1  # the greatest
    for _ in range(size):
        c.alu += 1  # the difference
        c.special += 1
    for _ in range(size):
        c.alu += 1  # the sum
    for _ in range(size):
        c.div += 1


def layer_norm(c, size, factors, summands):
    for _ in range(size):
        c.alu += 1  # the sum
    c.div += 1  # the mean
    for _ in range(size):
        c.alu += 1  # the difference
    for _ in range(size):
        c.alu += 2  # squares, their sum
    c.div += 1  # the variance
    c.alu += 1  # eps
    c.sqrt += 1
    c.div += 1  # the inverse
    for _ in range(size):
        c.alu += 1
        c.alu += factors + summands


def rms_norm(c, size, factors):
    for _ in range(size):
        c.alu += 2
    c.div += 1
    c.alu += 1
    c.sqrt += 1
    c.div += 1
    for _ in range(size):
        c.alu += 1 + factors


def norms():
    def rows(count, run):
        def run_all(c):
            for _ in range(count):
                run(c)
        return run_all
    case("opset 17; input x: float32[2, 3, 8]; input s: float32[8]; input b: float32[8]; "
         "y = LayerNormalization(x, s, b); output y", rows(6, lambda c: layer_norm(c, 8, 1, 1)))
    case("opset 17; input x: float32[2, 3, 8]; input s: float32[3, 8]; y = LayerNormalization(x, s) axis=1; output y",
         rows(2, lambda c: layer_norm(c, 24, 1, 0)))
    case("opset 23; input x: float32[2, 3, 8]; input s: float32[8]; y = RMSNormalization(x, s); output y",
         rows(6, lambda c: rms_norm(c, 8, 1)))
    case("input x: float32[2, 3, 4, 5]; input s: float32[3]; input b: float32[3]; y = InstanceNormalization(x, s, b); output y",
         rows(6, lambda c: layer_norm(c, 20, 1, 1)))
    case("opset 21; input x: float32[2, 6, 5]; input s: float32[6]; input b: float32[6]; "
         "y = GroupNormalization(x, s, b) num_groups=3; output y", rows(6, lambda c: layer_norm(c, 10, 1, 1)))
    case("opset 17; opset com.microsoft 1; input x: float32[2, 3, 8]; input k: float32[2, 3, 8]; input g: float32[8]; "
         "input b: float32[8]; y = com.microsoft.SkipLayerNormalization(x, k, g, b); output y",
         rows(6, lambda c: (layer_norm(c, 8, 1, 1), setattr(c, "alu", c.alu + 8))))

    def batch_norm(c):
        for _ in range(3):  # a factor and a summand for each channel
            c.alu += 1
            c.sqrt += 1
            c.div += 1
            c.alu += 2
        for _ in over(2, 3, 4, 5):
            c.alu += 2
    case("input x: float32[2, 3, 4, 5]; input s: float32[3]; input b: float32[3]; input m: float32[3]; input v: float32[3]; "
         "y = BatchNormalization(x, s, b, m, v); output y", batch_norm)
    case("input x: float32[2, 3, 8]; y = Softmax(x) axis=-1; output y", rows(6, lambda c: softmax(c, 8)))

    def log_softmax(c):
        for _ in range(8):
            c.alu += 1
        for _ in range(8):
            c.alu += 1
            c.special += 1
        for _ in range(8):
            c.alu += 1
        c.special += 1
        for _ in range(8):
            c.alu += 1
    case("input x: float32[2, 8, 3]; y = LogSoftmax(x) axis=1; output y", rows(6, log_softmax))

    def lp(c):
        for _ in range(8):
            c.alu += 2
        c.sqrt += 1
        for _ in range(8):
            c.div += 1
    case("input x: float32[2, 3, 8]; y = LpNormalization(x); output y", rows(6, lp))


def reductions():
    def reduced(each, last):
        def run(c):
            for _ in range(2):
                for _ in range(12):
                    each(c)
                last(c)
        return run

    def alu(times):
        def run(c):
            c.alu += times
        return run

    def nothing(c):
        pass

    def divide(c):
        c.div += 1

    def root(c):
        c.sqrt += 1

    def special(c):
        c.special += 1

    def exp_sum(c):
        c.special += 1
        c.alu += 1
    for op, each, last in (("ReduceSum", alu(1), nothing), ("ReduceMax", alu(1), nothing), ("ReduceMean", alu(1), divide),
                           ("ReduceL1", alu(2), nothing), ("ReduceL2", alu(2), root), ("ReduceSumSquare", alu(2), nothing),
                           ("ReduceLogSum", alu(1), special), ("ReduceLogSumExp", exp_sum, special)):
        case(f"opset 18; input x: float32[2, 3, 4]; const a: int64[2] = 1 2; y = {op}(x, a); output y", reduced(each, last))
    case("input x: float32[2, 12]; y = ArgMax(x) axis=1; output y", reduced(alu(1), nothing))
    case("input x: float32[2, 12]; const a: int64[] = 1; y = CumSum(x, a); output y", reduced(alu(1), nothing))


def recurrences():
    def recurrent(gates, special, cell):
        def run(c):
            for _ in over(2, 5, 3):  # directions, steps, sequences
                for _ in over(gates, 4):
                    for _ in range(6 + 4):
                        c.mac += 1
                    c.alu += 1  # of both products
                    c.alu += 1  # the bias
                for _ in range(4):
                    c.special += special
                    c.alu += cell
        return run
    for op, gates, special, cell in (("LSTM", 4, 5, 4), ("GRU", 3, 3, 5), ("RNN", 1, 1, 0)):
        case(f"input x: float32[5, 3, 6]; input w: float32[2, {gates * 4}, 6]; input r: float32[2, {gates * 4}, 4]; "
             f"input b: float32[2, {2 * gates * 4}]; y = {op}(x, w, r, b) hidden_size=4 direction='bidirectional'; output y",
             recurrent(gates, special, cell))


def scalars():
    def counted(**kinds):
        def run(c):
            for kind, times in kinds.items():
                setattr(c, kind, getattr(c, kind) + times)
        return run
    dims = (2, 3, 4)
    text = "input x: float32[2, 3, 4]; {}y = {}; output y"

    def each(body, run):
        def run_all(c):
            for _ in over(*dims):
                run(c)
        case(body, run_all)
    one = counted(alu=1)
    for op in ("Abs", "Neg", "Relu", "Ceil", "Floor", "Round"):
        each(text.format("", f"{op}(x)"), one)
    for op in ("Exp", "Log", "Sin", "Tanh", "Sigmoid", "Erf"):
        each(text.format("", f"{op}(x)"), counted(special=1))
    each(text.format("", "Sqrt(x)"), counted(sqrt=1))
    each(text.format("", "Reciprocal(x)"), counted(div=1))
    each(text.format("input z: float32[4]; ", "Add(x, z)"), one)
    each(text.format("input z: float32[4]; ", "Div(x, z)"), counted(div=1))
    each(text.format("input z: float32[4]; ", "Pow(x, z)"), counted(special=1))
    each(text.format("input z: float32[4]; ", "Max(x, z, z)"), counted(alu=2))
    each(text.format("input z: float32[4]; ", "Mean(x, z, z)"), counted(alu=2, div=1))
    each(text.format("input z: bool[4]; ", "Where(z, x, x)"), one)
    each(text.format("const a: float32[] = 0; const b: float32[] = 6; ", "Clip(x, a, b)"), counted(alu=2))
    each("opset 20; " + text.format("", "Gelu(x)"), counted(alu=4, special=1))  # 0.5*x*(1 + erf(x*c))
    each(text.format("", "LeakyRelu(x)"), counted(alu=3))  # compare, multiply, select
    each(text.format("", "Elu(x)"), counted(alu=4, special=1))  # compare, exp, subtract, multiply, select
    each(text.format("", "HardSigmoid(x)"), counted(alu=4))  # multiply, add, min, max
    each(text.format("", "HardSwish(x)"), counted(alu=5))
    each(text.format("", "Softplus(x)"), counted(alu=1, special=2))
    each(text.format("", "Softsign(x)"), counted(alu=2, div=1))
    each(text.format("const s: float32[] = 1; const p: uint8[] = 0; ", "QuantizeLinear(x, s, p)"), counted(alu=2, div=1))
    for op in ("Identity", "Transpose", "Shape", "Flatten"):
        case(text.format("", f"{op}(x)"), lambda c: None)
    case("input x: float32[2, 3]; y = Cast(x) to=10; output y", lambda c: None)


def openvino():
    """Its operators where operands or attributes are others than those of ONNX."""
    def text(model):
        return f"opset openvino 16; {model}; output y"

    def matmul(c):
        for _ in over(2, 4, 6):
            for _ in range(5):
                c.mac += 1
    case(text("input a: float32[2, 5, 4]; input b: float32[6, 5]; y = openvino.MatMul(a, b) transpose_a=1 transpose_b=1"), matmul)
    case(text("input x: float32[1, 3, 9]; input w: float32[5, 3, 3]; "
              "y = openvino.Convolution(x, w) strides=1 dilations=2 pads_begin=0 pads_end=0"), conv(1, 3, 5, 1, (5,), (3,), False))
    case(text("input x: float32[2, 4, 7, 6]; input w: float32[2, 3, 2, 3, 3]; y = openvino.GroupConvolution(x, w) "
              "strides=[2, 1] dilations=[1, 1] pads_begin=[1, 1] pads_end=[1, 1]"), conv(2, 4, 6, 2, (4, 6), (3, 3), False))

    def spread(channels_each):
        def run(c):
            for _ in over(2, 4, 3, 3):  # each element of x
                for _ in over(channels_each, 2, 2):  # reaches the output channels of its group
                    c.mac += 1
        return run
    slide = "strides=[2, 2] dilations=[1, 1] pads_begin=[0, 0] pads_end=[0, 0]"
    case(text(f"input x: float32[2, 4, 3, 3]; input w: float32[4, 5, 2, 2]; y = openvino.ConvolutionBackpropData(x, w) {slide}"), spread(5))
    case(text(f"input x: float32[2, 4, 3, 3]; input w: float32[2, 2, 3, 2, 2]; y = openvino.GroupConvolutionBackpropData(x, w) {slide}"),
         spread(3))

    def pooled(divides):
        def run(c):
            for _ in over(2, 3, 2, 2):
                for _ in over(2, 3):
                    c.alu += 1
                c.div += divides
        return run
    for op, divides in (("MaxPool", 0), ("AvgPool", 1)):
        case(text(f"input x: float32[2, 3, 4, 6]; y = openvino.{op}(x) kernel=[2, 3] strides=[2, 3] pads_begin=[0, 0] pads_end=[0, 0]"),
             pooled(divides))

    def attention(masked):
        def run(c):
            for _ in over(2, 3):  # batch, heads
                for _ in over(4, 5):  # scores
                    for _ in range(8):
                        c.mac += 1
                    c.alu += 3 + masked  # the greatest, less it, the sum; the mask
                    c.special += 1
                    c.div += 1
                for _ in over(4, 6, 5):
                    c.mac += 1
        return run
    heads = "input q: float32[2, 3, 4, 8]; input k: float32[2, 3, 5, 8]; input v: float32[2, 3, 5, 6]; "
    case(text(heads + "y = openvino.ScaledDotProductAttention(q, k, v) causal=0"), attention(0))
    case(text(heads + "input m: float32[4, 5]; y = openvino.ScaledDotProductAttention(q, k, v, m) causal=0"), attention(1))

    def log_softmax(c):
        for _ in range(2):
            for _ in range(12):
                c.alu += 4  # the greatest, less it, the sum, less the logarithm
                c.special += 1
            c.special += 1
    case(text("input x: float32[2, 12]; y = openvino.LogSoftmax(x) axis=-1"), log_softmax)

    def batch_norm(c):
        for _ in range(3):
            c.sqrt += 1
            c.div += 1
            c.alu += 3
        for _ in over(2, 3, 4):
            c.alu += 2
    others = "input g: float32[3]; input b: float32[3]; input m: float32[3]; input v: float32[3]; "
    case(text(f"input x: float32[2, 3, 4]; {others}y = openvino.BatchNormInference(x, g, b, m, v)"), batch_norm)

    def mvn(c):
        for _ in range(2):  # rows
            for _ in range(12):
                c.alu += 5
            c.alu += 1
            c.div += 3
            c.sqrt += 1
    case(text("input x: float32[2, 3, 4]; const a: int64[2] = 1 -1; y = openvino.MVN(x, a) eps_mode='inside_sqrt'"), mvn)

    def reduced(c):
        for _ in range(2):
            for _ in range(12):
                c.alu += 1
            c.div += 1
    case(text("input x: float32[2, 3, 4]; const a: int64[2] = 1 2; y = openvino.ReduceMean(x, a) keep_dims=1"), reduced)

    def cell(gates, special, alu, more):
        def run(c):
            for _ in range(3):  # sequences
                for _ in over(gates, 4):
                    for _ in range(6 + 4):
                        c.mac += 1
                    c.alu += 1
                    c.alu += 1
                for _ in range(4):
                    c.special += special
                    c.alu += alu
        states = "input h: float32[3, 4]; " + ("input c: float32[3, 4]; " if more else "")
        name = {1: "RNNCell", 3: "GRUCell", 4: "LSTMCell"}[gates]
        case(text(f"input x: float32[3, 6]; {states}input w: float32[{gates * 4}, 6]; input r: float32[{gates * 4}, 4]; "
                  f"input b: float32[{gates * 4}]; y = openvino.{name}(x, h, {'c, ' if more else ''}w, r, b) hidden_size=4"), run)
    cell(4, 5, 4, True)
    cell(3, 3, 5, False)
    cell(1, 1, 0, False)


def main():
    products()
    windows()
    attention()
    signals()
    selections()
    machines()
    norms()
    reductions()
    recurrences()
    scalars()
    openvino()
    path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "costs.txt")
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join(LINES) + "\n")


if __name__ == "__main__":
    main()
