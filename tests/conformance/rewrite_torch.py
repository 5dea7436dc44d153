"""Modules of torch, for check_rewrites.py: rows of REBATCHED do not depend on each other, those of MIXING do.

Each is a function that gives the module and its inputs at a batch; AXES has the axes of the batch where they are not 0.
"""
import contextlib
import io
import warnings

import torch
from torch import nn
from torch.nn import functional as F


class Lambda(nn.Module):
    """A function of tensors, and the modules that it uses."""

    def __init__(self, function, **parts):
        super().__init__()
        self.parts = nn.ModuleDict(parts)
        self.function = function

    def forward(self, *inputs):
        return self.function(self.parts, *inputs)


def images(batch, size=16):
    return (torch.randn(batch, 3, size, size),)


def mlp(batch):
    return nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 5), nn.Softmax(-1)), (torch.randn(batch, 16),)


def convnet(batch):
    layers = (nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.AdaptiveAvgPool2d(1))
    return nn.Sequential(*layers, nn.Flatten(), nn.Linear(8, 5)), images(batch)


def viewed(batch):
    """`view` of the batch that a trace writes as a number."""
    def forward(m, x):
        h = m["conv"](x)
        return m["out"](h.view(h.shape[0], -1))

    return Lambda(forward, conv=nn.Conv2d(3, 4, 3), out=nn.Linear(4 * 14 * 14, 5)), images(batch)


def residual(batch):
    def forward(m, x):
        return F.relu(m["a"](x) + m["b"](x)).mean((2, 3))

    return Lambda(forward, a=nn.Conv2d(3, 8, 3, 2, 1), b=nn.Conv2d(3, 8, 1, 2)), images(batch)


def upsampled(batch):
    def forward(m, x):
        h = F.interpolate(m["conv"](x), scale_factor=2, mode="nearest")
        return F.interpolate(h, size=(24, 24), mode="bilinear", align_corners=False)

    return Lambda(forward, conv=nn.Conv2d(3, 4, 3)), images(batch)


def attention(batch):
    return nn.MultiheadAttention(32, 4, batch_first=True), (torch.randn(batch, 6, 32),) * 3


def transformer(batch):
    return nn.TransformerEncoderLayer(32, 4, 64, batch_first=True), (torch.randn(batch, 7, 32),)


def handmade_attention(batch):
    def forward(m, x):
        b, t, c = x.shape
        q, k, v = m["qkv"](x).reshape(b, t, 3, 4, c // 4).permute(2, 0, 3, 1, 4).unbind(0)
        scores = (q @ k.transpose(-2, -1)) * (c // 4) ** -0.5
        return m["out"]((scores.softmax(-1) @ v).transpose(1, 2).reshape(b, t, c))

    return Lambda(forward, qkv=nn.Linear(32, 96), out=nn.Linear(32, 32)), (torch.randn(batch, 6, 32),)


def causal(batch):
    def forward(m, x):
        b, t, c = x.shape
        q, k, v = (part.view(b, t, 4, c // 4).transpose(1, 2) for part in m["qkv"](x).split(c, -1))
        return F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(b, t, c)

    return Lambda(forward, qkv=nn.Linear(32, 96)), (torch.randn(batch, 6, 32),)


def class_token(batch):
    token, places = nn.Parameter(torch.randn(1, 1, 8)), nn.Parameter(torch.randn(1, 17, 8))

    class Tokens(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv, self.token, self.places = nn.Conv2d(3, 8, 4, 4), token, places

        def forward(self, x):
            h = self.conv(x).flatten(2).transpose(1, 2)
            h = torch.cat([self.token.expand(x.shape[0], -1, -1), h], 1) + self.places
            return F.layer_norm(h, (8,))[:, 0]

    return Tokens(), images(batch)


def embedding(batch):
    def forward(m, tokens):
        places = torch.arange(tokens.shape[1], device=tokens.device).unsqueeze(0)
        return (m["words"](tokens) + m["places"](places)).sum(1)

    return Lambda(forward, words=nn.Embedding(20, 8), places=nn.Embedding(9, 8)), (torch.randint(0, 20, (batch, 9)),)


def masked(batch):
    def forward(m, x, mask):
        bias = (1.0 - mask[:, None, :].to(x.dtype)) * -1e4
        return (m["score"](x) @ x.transpose(1, 2) + bias).softmax(-1)

    return Lambda(forward, score=nn.Linear(8, 8)), (torch.randn(batch, 5, 8), torch.ones(batch, 5, dtype=torch.int64))


def lstm(batch):
    return Lambda(lambda m, x: m["lstm"](x)[0], lstm=nn.LSTM(6, 5, batch_first=True)), (torch.randn(batch, 7, 6),)


def gru_of_states(batch):
    return Lambda(lambda m, x, h: m["gru"](x, h), gru=nn.GRU(6, 5)), (torch.randn(7, batch, 6), torch.zeros(1, batch, 5))


def pixel_shuffle(batch):
    return nn.Sequential(nn.Conv2d(3, 12, 3, padding=1), nn.PixelShuffle(2)), images(batch)


def windows(batch):
    def forward(m, x):
        b, h, w, c = x.shape
        rows = x.view(b, h // 4, 4, w // 4, 4, c).permute(0, 1, 3, 2, 4, 5).reshape(-1, 16, c)
        rows = m["mix"](rows)
        rows = rows.view(b, h // 4, w // 4, 4, 4, c).permute(0, 1, 3, 2, 4, 5)
        return rows.reshape(b, h, w, c)

    return Lambda(forward, mix=nn.Linear(6, 6)), (torch.randn(batch, 8, 8, 6),)


def group_norm(batch):
    return nn.Sequential(nn.Conv2d(3, 8, 3), nn.GroupNorm(2, 8), nn.SiLU(), nn.ConvTranspose2d(8, 4, 2, 2)), images(batch)


def squeeze_and_excite(batch):
    def forward(m, x):
        h = m["conv"](x)
        return h * torch.sigmoid(m["gate"](h.mean((2, 3))))[:, :, None, None]

    return Lambda(forward, conv=nn.Conv2d(3, 8, 3), gate=nn.Linear(8, 8)), images(batch)


def padded_and_sliced(batch):
    def forward(m, x):
        h = F.pad(x, (1, 2, 0, 1), mode="reflect")
        return torch.cat([h[:, :, ::2, 1:], h[:, :, ::2, :-1]], 1)

    return Lambda(forward), images(batch)


def top_scores(batch):
    def forward(m, x):
        scores, at = m["out"](x).topk(3, -1)
        return scores, torch.gather(x, 1, at)

    return Lambda(forward, out=nn.Linear(8, 6)), (torch.randn(batch, 8),)


def constant_state(batch):
    """A state of zeros that is made at the batch."""
    def forward(m, x):
        h = torch.zeros(x.shape[0], 5)
        for step in range(x.shape[1]):
            h = m["cell"](x[:, step], h)
        return h

    return Lambda(forward, cell=nn.GRUCell(6, 5)), (torch.randn(batch, 4, 6),)


def rotary(batch):
    def forward(m, x):
        b, t, c = x.shape
        angles = torch.arange(t)[:, None] * torch.tensor([1.0, 0.1, 0.01, 0.001])[None]
        turned = torch.cat([-x[..., c // 2 :], x[..., : c // 2]], -1)
        both = torch.cat([angles, angles], -1)[None].repeat(b, 1, 1)
        return x * both.cos() + turned * both.sin()

    return Lambda(forward), (torch.randn(batch, 5, 8),)


def training_norm(batch):
    """As BatchNorm1d computes while it is trained."""
    def forward(m, x):
        return F.batch_norm(x, None, None, training=True)

    return Lambda(forward), (torch.randn(batch, 4),)


def attention_over_batch(batch):
    return Lambda(lambda m, x: (x @ x.t()).softmax(-1) @ x), (torch.randn(batch, 8),)


def reshape_across(batch):
    return Lambda(lambda m, x: x.transpose(0, 1).reshape(3, -1, 2)), (torch.randn(batch, 6, 2),)


def normalized_over_batch(batch):
    return Lambda(lambda m, x: (x - x.mean(0)) / (x.var(0) + 1)), (torch.randn(batch, 4),)


AXES = {"gru_of_states": (1, 1)}
REBATCHED = (
    mlp, convnet, viewed, residual, upsampled, attention, transformer, handmade_attention, causal, class_token, embedding, masked, lstm,
    gru_of_states, pixel_shuffle, windows, group_norm, squeeze_and_excite, padded_and_sliced, top_scores, constant_state, rotary)
MIXING = (training_norm, attention_over_batch, reshape_across, normalized_over_batch)


EXPORTERS = ("trace", "dynamo")


def export(make, path, batch, is_dynamic, exporter):
    """Writes the module, with the same weights each time. Returns the axes of the batch, as --axis takes them."""
    torch.manual_seed(5)
    module, inputs = make(batch)
    module.eval()
    axes = AXES.get(make.__name__, (0,) * len(inputs))
    names = [f"in{i}" for i in range(len(inputs))]
    options = {"input_names": names}
    if exporter == "dynamo":
        dim = torch.export.Dim("batch", min=1, max=4096)
        shapes = tuple({axis: dim} for axis in axes)
        shapes = (shapes,) if isinstance(module, Lambda) else shapes  # of *inputs
        options |= {"dynamo": True, "dynamic_shapes": shapes if is_dynamic else None, "external_data": False, "verbose": False}
    else:
        shapes = {name: {axis: "batch"} for name, axis in zip(names, axes)}
        options |= {"dynamo": False, "dynamic_axes": shapes if is_dynamic else None, "opset_version": 17}
    quiet = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        warnings.simplefilter("ignore")
        torch.onnx.export(module, inputs, path, **options)
    return [f"{name}:{axis}" for name, axis in zip(names, axes)]
