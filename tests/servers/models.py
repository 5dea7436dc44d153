"""Two small models of the kinds that are served, with weights, and requests for them: good ones, and bad ones of each kind.

Whether a request is really good or bad is told by nobody here: the server without a door is asked.
"""
import numpy as np
from onnx import numpy_helper, parser

TEXT = """text (int64[batch, sequence] ids, int64[batch, sequence] mask) => (float[batch, sequence, 5] logits, float[batch, 16] pooled) {
    words = Gather(table, ids)
    length = Shape<start = 1, end = 2>(ids)
    zero = Constant<value_ints: ints = [0]>()
    one = Constant<value_ints: ints = [1]>()
    two = Constant<value_ints: ints = [2]>()
    place = Slice(places, zero, length, zero)
    x = Add(words, place)
    query = MatMul(x, wq)
    key = MatMul(x, wk)
    value = MatMul(x, wv)
    turned = Transpose<perm = [0, 2, 1]>(key)
    scores = MatMul(query, turned)
    kept = Cast<to = 1>(mask)
    all = Constant<value_float: float = 1.0>()
    much = Constant<value_float: float = 1000000.0>()
    less = Sub(kept, all)
    bias = Mul(less, much)
    biases = Unsqueeze(bias, one)
    masked = Add(scores, biases)
    share = Softmax<axis = -1>(masked)
    mixed = MatMul(share, value)
    y = Add(mixed, x)
    logits = MatMul(y, wo)
    wide = Unsqueeze(kept, two)
    alone = Mul(y, wide)
    pooled = ReduceSum<keepdims = 0>(alone, one)
}"""
# Halves a picture, doubles it again, and puts it beside itself: height and width have to be even.
IMAGE = """image (float[batch, 3, height, width] x) => (float[batch, 2, height, width] y) {
    stem = Conv<pads = [1, 1, 1, 1]>(x, w1)
    half = Conv<pads = [1, 1, 1, 1], strides = [2, 2]>(stem, w2)
    scales = Constant<value_floats: floats = [1.0, 1.0, 2.0, 2.0]>()
    back = Resize<mode = "nearest">(half, , scales)
    both = Concat<axis = 1>(back, stem)
    y = Conv<pads = [1, 1, 1, 1]>(both, w3)
}"""
WEIGHTS = {
    TEXT: {"table": (100, 16), "places": (48, 16), "wq": (16, 16), "wk": (16, 16), "wv": (16, 16), "wo": (16, 5)},
    IMAGE: {"w1": (4, 3, 3, 3), "w2": (4, 4, 3, 3), "w3": (2, 8, 3, 3)},
}


def save(text, path):
    random = np.random.default_rng(1)
    model = parser.parse_model(f'<ir_version: 8, opset_import: ["" : 17]>\n{text}')
    for name, sizes in WEIGHTS[text].items():
        weights = (random.standard_normal(sizes) / 4).astype(np.float32)
        model.graph.initializer.append(numpy_helper.from_array(weights, name))
    path.write_bytes(model.SerializeToString())
    return path


def text_request(random, rows=None, length=None, mask=None):
    rows, length = rows or random.integers(1, 5), length or random.integers(1, 49)
    sizes = (rows, length) if mask is None else mask
    kept = np.arange(sizes[-1]) < random.integers(1, sizes[-1] + 1, (*sizes[:-1], 1))
    return {"ids": random.integers(0, 100, (rows, length)), "mask": kept.astype(np.int64)}


def image_request(random, sizes=None):
    sizes = sizes or (random.integers(1, 4), 3, 2 * random.integers(1, 9), 2 * random.integers(1, 9))
    return {"x": random.standard_normal(sizes).astype(np.float32)}


def changed(request, **changes):
    """With other inputs; None takes one away."""
    made = {**request, **changes}
    return {name: array for name, array in made.items() if array is not None}


def bad_text(random):
    """One of each kind. Some of them run, as runtimes broadcast."""
    good = text_request(random, int(random.integers(2, 5)), int(random.integers(3, 40)))
    rows, length = good["ids"].shape
    some = int(random.integers(1, 4))
    yield text_request(random, length=48 + some)
    yield text_request(random, rows, length, (rows, length + some))
    yield text_request(random, rows, length, (rows, length - 1))
    yield text_request(random, rows, length, (rows + some, length))
    yield text_request(random, rows, 1, (rows, 1 + some))
    yield text_request(random, rows, length, (1, length))
    yield text_request(random, rows, length, (rows, 1))
    yield text_request(random, 1, length, (rows, length))
    yield text_request(random, rows, length, (length,))
    yield changed(good, ids=good["ids"][0])
    yield changed(good, ids=good["ids"][:, :, None])
    yield changed(good, ids=good["ids"][None], mask=good["mask"][None])
    yield changed(good, mask=None)
    yield changed(good, other=good["mask"])
    yield changed(good, mask=good["mask"].astype(np.float32))
    yield changed(good, ids=good["ids"].astype(np.int32))


def bad_image(random):
    rows, height, width = int(random.integers(1, 4)), 2 * int(random.integers(1, 9)), 2 * int(random.integers(1, 9))
    for sizes in (
        (rows, 3, height + 1, width), (rows, 3, height, width + 1), (rows, 3, height + 1, width - 1), (rows, 1, height, width),
        (rows, 4, height, width), (rows, height, width, 3), (3, height, width), (rows, 3, height), (1, rows, 3, height, width),
        (rows, 3 * height, width),
    ):  # fmt: skip
        yield image_request(random, sizes)
    good = image_request(random)
    yield changed(good, x=good["x"].astype(np.float64))
    yield changed(good, x=None)
    yield changed(good, x=None, X=good["x"])


def requests(kind, count):
    """So many good ones and at least as many bad ones."""
    random = np.random.default_rng(7)
    good_one, bad_ones = {TEXT: (text_request, bad_text), IMAGE: (image_request, bad_image)}[kind]
    good = [good_one(random) for _ in range(count)]
    bad = []
    while len(bad) < count:
        bad += bad_ones(random)
    return good, bad
