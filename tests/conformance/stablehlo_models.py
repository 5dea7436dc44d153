"""Functions of jax and modules of flax, with symbolic shapes of their arguments, for check_stablehlo.py.

A row: name, function, arguments. An argument is a shape such as "b, 8", of float32, or "int32: b".
"""

import functools

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def applied(module, *shapes, dtype=jnp.float32, **kwargs):
    """The module with parameters of its own, as a function of its inputs."""
    @functools.cache
    def parameters():
        with jax.ensure_compile_time_eval():
            return module.init(jax.random.PRNGKey(0), *[jnp.ones(shape, dtype) for shape in shapes], **kwargs)
    return lambda *inputs: module.apply(parameters(), *inputs, **kwargs)


class Mlp(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.gelu(nn.Dense(16)(x))
        return nn.softmax(nn.Dense(10)(x))


class ConvNet(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Conv(8, (3, 3))(x))
        x = nn.avg_pool(x, (2, 2), strides=(2, 2))
        x = nn.relu(nn.Conv(16, (3, 3), strides=(2, 2))(x))
        return nn.Dense(10)(x.mean(axis=(1, 2)))


class ResidualBlock(nn.Module):
    @nn.compact
    def __call__(self, x):
        y = nn.Conv(4, (3, 3), use_bias=False)(x)
        y = nn.relu(nn.BatchNorm(use_running_average=True)(y))
        y = nn.Conv(4, (3, 3), use_bias=False)(y)
        return nn.relu(x + nn.BatchNorm(use_running_average=True)(y))


class EncoderLayer(nn.Module):
    @nn.compact
    def __call__(self, x):
        y = nn.LayerNorm()(x)
        x = x + nn.MultiHeadDotProductAttention(num_heads=2)(y, y)
        y = nn.Dense(32)(nn.LayerNorm()(x))
        return x + nn.Dense(8)(nn.gelu(y))


class Classifier(nn.Module):
    @nn.compact
    def __call__(self, tokens):
        x = nn.Embed(50, 8)(tokens)
        x = EncoderLayer()(x)
        return nn.Dense(3)(x[:, 0])


class UpNet(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.Conv(4, (3, 3), strides=(2, 2))(x)
        return nn.ConvTranspose(3, (4, 4), strides=(2, 2))(x)


class Depthwise(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.Conv(4, (3, 3), feature_group_count=4)(x)
        return nn.GroupNorm(num_groups=2)(nn.Conv(8, (1, 1))(x))


class Dilated(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Conv(4, (5,), kernel_dilation=(2,), padding="VALID")(x)


class Recurrent(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.RNN(nn.LSTMCell(6))(x)


def attention(q, k, v):
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(q.shape[-1])
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v)


def causal(q, k, v):
    length = q.shape[1]
    mask = jnp.tril(jnp.ones((length, length), bool))
    scores = jnp.where(mask, jnp.einsum("bqd,bkd->bqk", q, k), -1e9)
    return jax.nn.softmax(scores) @ v


def rotary(x):
    positions = jnp.arange(x.shape[1], dtype=jnp.float32)
    angles = positions[:, None] / 10.0 ** jnp.arange(x.shape[2] // 2)[None]
    first, second = jnp.split(x, 2, axis=-1)
    return jnp.concatenate([first * jnp.cos(angles) - second * jnp.sin(angles), first], axis=-1)


def linear_scan(x):
    def step(state, row):
        state = jnp.tanh(state + row)
        return state, state.sum()
    return lax.scan(step, jnp.zeros(x.shape[1:]), x)


def quantized(x):
    scale = jnp.max(jnp.abs(x)) / 127
    return lax.dot_general(jnp.round(x / scale).astype(jnp.int8), jnp.ones((8, 4), jnp.int8), (((1,), (0,)), ((), ())),
                           preferred_element_type=jnp.int32) * scale


def power_iteration(x):
    def step(_, v):
        w = x @ v
        return w / jnp.linalg.norm(w)
    return lax.fori_loop(0, 5, step, jnp.ones(x.shape[1]))


def until_small(x):
    return lax.while_loop(lambda s: jnp.max(s[0]) > 1e-3, lambda s: (s[0] / 2, s[1] + 1), (x, 0))


def branches(x, i):
    return lax.switch(i, [lambda v: v * 2, lambda v: v - 1, lambda v: jnp.flip(v, 0)], x)


def patches(x):
    b, h, w, c = x.shape
    x = x.reshape(b, h // 4, 4, w // 4, 4, c).transpose(0, 1, 3, 2, 4, 5)
    return x.reshape(b, (h // 4) * (w // 4), 16 * c)


def windows(x):
    b, length, d = x.shape
    padded = jnp.pad(x, ((0, 0), (0, (-length) % 4), (0, 0)))
    return padded.reshape(b, padded.shape[1] // 4, 4, d)


def cache(keys, update, at):
    keys = lax.dynamic_update_slice(keys, update, (0, at, 0))
    return keys, lax.dynamic_slice_in_dim(keys, at, 2, axis=1)


def conv(*args, **kwargs):
    return lambda x, w: lax.conv_general_dilated(x, w, *args, **kwargs)


def pool(init, op, window, strides, padding):
    return lambda x: lax.reduce_window(x, init, op, window, strides, padding)


def norm(x):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)


def gradient(x, w):
    return jax.grad(lambda v: jnp.tanh(x @ v).sum())(w)


def pool_gradient(x):
    return jax.grad(lambda v: lax.reduce_window(v, -jnp.inf, lax.max, (1, 2), (1, 2), "VALID").sum())(x)


def one_hot(tokens):
    return jax.nn.one_hot(tokens, 10) @ jnp.ones((10, 4))


def segments(x, ids):
    return jax.ops.segment_sum(x, ids, num_segments=4)


def pairs(x):
    return jnp.sqrt(jnp.sum((x[:, None] - x[None]) ** 2, -1))


def masked_mean(x, mask):
    return jnp.sum(x * mask[..., None], 1) / jnp.maximum(mask.sum(1, keepdims=True), 1)


NHWC = ("NHWC", "HWIO", "NHWC")
MODELS = [
    ("mlp", applied(Mlp(), (2, 8)), ["b, 8"]),
    ("convnet", applied(ConvNet(), (1, 16, 16, 3)), ["b, 16, 16, 3"]),
    ("convnet_open", applied(ConvNet(), (1, 16, 16, 3)), ["b, h, w, 3"]),
    ("residual", applied(ResidualBlock(), (1, 8, 8, 4)), ["b, h, w, 4"]),
    ("encoder", applied(EncoderLayer(), (1, 5, 8)), ["b, s, 8"]),
    ("classifier", applied(Classifier(), (1, 5), dtype=jnp.int32), ["int32: b, s"]),
    ("up", applied(UpNet(), (1, 8, 8, 3)), ["b, 8, 8, 3"]),
    ("depthwise", applied(Depthwise(), (1, 8, 8, 4)), ["b, h, 8, 4"]),
    ("dilated", applied(Dilated(), (1, 20, 3)), ["b, 8 + l, 3"]),
    ("recurrent", applied(Recurrent(), (2, 5, 4)), ["b, 5, 4"]),
    ("recurrent_open", applied(Recurrent(), (2, 5, 4)), ["b, t, 4"]),
    ("attention", attention, ["b, q, 2, 4", "b, k, 2, 4", "b, k, 2, 4"]),
    ("causal", causal, ["b, s, 4", "b, s, 4", "b, s, 4"]),
    ("rotary", rotary, ["b, s, 8"]),
    ("scan", linear_scan, ["t, d"]),
    ("quantized", quantized, ["b, 8"]),
    ("power_iteration", power_iteration, ["n, n"]),
    ("until_small", until_small, ["b, 3"]),
    ("branches", branches, ["b, 3", "int32:"]),
    ("patches", patches, ["b, 4*h, 4*w, 3"]),
    ("windows", windows, ["b, s, 8"]),
    ("cache", cache, ["b, 2 + s, 4", "b, 1, 4", "int32:"]),
    ("sort", lambda x: (jnp.sort(x), jnp.argsort(x, axis=0)), ["b, n"]),
    ("sort_pairs", lambda x, y: lax.sort((x, y), num_keys=1), ["b, n", "int32: b, n"]),
    ("top_k", lambda x: lax.top_k(x, 3), ["b, 3 + n"]),
    ("gather_rows", lambda x, i: x[i], ["v, 8", "int32: b, s"]),
    ("gather_along", lambda x, i: jnp.take_along_axis(x, i, axis=1), ["b, v", "int32: b, k"]),
    ("gather_batch", jax.vmap(lambda x, i: x[i]), ["b, v, 4", "int32: b, k"]),
    ("scatter_set", lambda x, i: x.at[i].set(0.0), ["v, 8", "int32: k"]),
    ("scatter_add", lambda x, i, y: x.at[i].add(y), ["v, 8", "int32: k", "k, 8"]),
    ("segments", segments, ["n, 3", "int32: n"]),
    ("fft", lambda x: jnp.fft.fft(x), ["b, 16"]),
    ("rfft", lambda x: jnp.fft.irfft(jnp.fft.rfft(x) * 2), ["b, 16"]),
    ("rfft2", lambda x: jnp.abs(jnp.fft.rfft2(x)), ["b, 8, 16"]),
    ("cumsum", lambda x: (jnp.cumsum(x, 0), jnp.cumprod(x, 1)), ["b, n"]),
    ("cummax", lambda x: lax.cummax(x, axis=1), ["b, 6"]),
    ("einsum_chain", lambda x, y, z: jnp.einsum("ij,jk,kl->il", x, y, z), ["a, b", "b, c", "c, 4"]),
    ("einsum_diagonal", lambda x: jnp.einsum("bii->b", x), ["b, 4, 4"]),
    ("norm", norm, ["b, s, 8"]),
    ("resize_up", lambda x: jax.image.resize(x, (x.shape[0], 16, 16, 3), "bilinear"), ["b, 8, 8, 3"]),
    ("resize_open", lambda x: jax.image.resize(x, (x.shape[0], 2 * x.shape[1], 3), "nearest"), ["b, h, 3"]),
    ("conv_same", conv((2, 2), "SAME", dimension_numbers=NHWC), ["b, h, w, 3", "3, 3, 3, 8"]),
    ("conv_valid", conv((1, 2), "VALID", dimension_numbers=NHWC), ["b, 4 + h, 4 + w, 3", "3, 3, 3, 8"]),
    ("conv_dilated", conv((1, 1), [(2, 2), (2, 2)], rhs_dilation=(2, 2), dimension_numbers=NHWC),
     ["b, h, w, 4", "3, 3, 4, 8"]),
    ("conv_groups", conv((1, 1), "SAME", dimension_numbers=NHWC, feature_group_count=2), ["b, h, w, 4", "3, 3, 2, 8"]),
    ("conv_lhs_dilated", conv((1, 1), [(1, 1), (1, 1)], lhs_dilation=(2, 2), dimension_numbers=NHWC),
     ["b, h, 5, 4", "3, 3, 4, 8"]),
    ("conv_transpose", lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME", dimension_numbers=NHWC),
     ["b, 8, 8, 4", "3, 3, 4, 8"]),
    ("max_pool", pool(-np.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"), ["b, 2 + h, 2 + w, 4"]),
    ("avg_pool_same", pool(0.0, lax.add, (1, 3, 3, 1), (1, 2, 2, 1), "SAME"), ["b, h, w, 4"]),
    ("gradient", gradient, ["b, n", "n, 4"]),
    ("pool_gradient", pool_gradient, ["b, 8"]),
    ("one_hot", one_hot, ["int32: b, s"]),
    ("pairs", pairs, ["n, d"]),
    ("masked_mean", masked_mean, ["b, s, 4", "b, s"]),
    ("concat_reshape", lambda x: jnp.concatenate([x, x * 2]).reshape(-1, 2), ["b, 8"]),
    ("pad_interior", lambda x: lax.pad(x, 0.0, [(1, 2, 1), (-1, 0, 0)]), ["b, 2 + n"]),
    ("strided", lambda x: (x[:, ::2], x[1:], x[::-1]), ["1 + b, n"]),
    ("stack_split", lambda x: jnp.split(jnp.stack([x, x + 1], 1).reshape(x.shape[0], -1), 2, axis=1), ["b, n"]),
    ("roll", lambda x: jnp.roll(x, 2, axis=1), ["b, 3 + n"]),
    ("repeat", lambda x: (jnp.repeat(x, 3, axis=0), jnp.tile(x, (2, 3))), ["b, n"]),
    ("arange_grid", lambda x: jnp.stack(jnp.meshgrid(jnp.arange(x.shape[0]), jnp.arange(x.shape[1]))), ["b, n"]),
    ("cholesky", lambda x: jnp.linalg.cholesky(x @ x.mT + jnp.eye(3)), ["b, 3, 3"]),
    ("triangular", lambda a, b: jax.scipy.linalg.solve_triangular(a, b, lower=True), ["4, 4", "4, n"]),
    ("random", lambda x: x + jax.random.normal(jax.random.key(0), x.shape), ["b, 8"]),
    ("complex", lambda x: (lax.complex(x, x).conj() * 1j).imag, ["b, n"]),
    ("erf_family", lambda x: (lax.erf(x), lax.lgamma(x + 1), jnp.arctan2(x, x + 1), lax.erf_inv(x / 9)), ["b, n"]),
    ("bits", lambda x: lax.bitcast_convert_type(x, jnp.int32) + 1, ["b, n"]),
    ("clamp", lambda x: jnp.clip(x, 0, 6) + jnp.where(x > 0, x, 0.1 * x), ["b, n"]),
    ("argmax", lambda x: (jnp.argmax(x, -1), jnp.max(x, 0), jnp.any(x > 0)), ["b, n"]),
    ("softmax_cross", lambda x, y: -jnp.sum(jax.nn.log_softmax(x) * y, -1).mean(), ["b, n", "b, n"]),
    ("vmapped", jax.vmap(jax.vmap(jnp.dot, (0, 0)), (0, 0)), ["a, b, 4", "a, b, 4"]),
    ("map", lambda x: lax.map(lambda row: row.sum() * row, x), ["b, n"]),
    ("associative", lambda x: lax.associative_scan(jnp.add, x), ["8, n"]),
    ("half", lambda x: (x[: x.shape[0] // 2], x[x.shape[0] // 2:]), ["b, n"]),
    ("outer", lambda x, y: jnp.outer(x, y).ravel(), ["m", "n"]),
]
