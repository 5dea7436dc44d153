"""Small modules written with torch.nn, in the manner of well-known models, for check_cost.py."""
import torch
from torch import nn


class Residual(nn.Module):
    def __init__(self, inner, outer, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inner, outer, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outer)
        self.conv2 = nn.Conv2d(outer, outer, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(outer)
        self.down = nn.Conv2d(inner, outer, 1, stride, bias=False) if stride > 1 else nn.Identity()

    def forward(self, x):
        y = torch.relu(self.bn1(self.conv1(x)))
        return torch.relu(self.bn2(self.conv2(y)) + self.down(x))


class ResNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 16, 7, 2, 3, bias=False)
        self.bn = nn.BatchNorm2d(16)
        self.pool = nn.MaxPool2d(3, 2, 1)
        self.layers = nn.Sequential(Residual(16, 16, 1), Residual(16, 32, 2), Residual(32, 64, 2))
        self.fc = nn.Linear(64, 10)

    def forward(self, image):
        x = self.layers(self.pool(torch.relu(self.bn(self.stem(image)))))
        return self.fc(torch.flatten(nn.functional.adaptive_avg_pool2d(x, 1), 1))


class SelfAttention(nn.Module):
    def __init__(self, hidden, heads, fused):
        super().__init__()
        self.heads, self.size, self.fused = heads, hidden // heads, fused
        self.query, self.key, self.value, self.out = (nn.Linear(hidden, hidden) for _ in range(4))

    def forward(self, x):
        def split(y):
            return y.view(y.shape[0], y.shape[1], self.heads, self.size).transpose(1, 2)

        query, key, value = split(self.query(x)), split(self.key(x)), split(self.value(x))
        if self.fused:
            y = nn.functional.scaled_dot_product_attention(query, key, value)
        else:
            y = torch.softmax(query @ key.transpose(2, 3) / self.size**0.5, -1) @ value
        y = y.transpose(1, 2)
        return self.out(y.reshape(y.shape[0], y.shape[1], self.heads * self.size))


class Block(nn.Module):
    def __init__(self, hidden, heads, fused):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(hidden), nn.LayerNorm(hidden)
        self.attention = SelfAttention(hidden, heads, fused)
        self.up, self.down = nn.Linear(hidden, 4 * hidden), nn.Linear(4 * hidden, hidden)

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.down(nn.functional.gelu(self.up(self.norm2(x))))


class Bert(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(100, 32)
        self.blocks = nn.Sequential(Block(32, 4, False), Block(32, 4, False))
        self.head = nn.Linear(32, 2)

    def forward(self, ids):
        return self.head(torch.tanh(self.blocks(self.words(ids))[:, 0]))


class Vit(nn.Module):
    def __init__(self):
        super().__init__()
        self.patches = nn.Conv2d(3, 48, 8, 8)
        self.blocks = nn.Sequential(Block(48, 3, True), Block(48, 3, True))
        self.norm = nn.LayerNorm(48)
        self.head = nn.Linear(48, 10)

    def forward(self, image):
        x = self.patches(image).flatten(2).transpose(1, 2)
        return self.head(self.norm(self.blocks(x)).mean(1))


class Unet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down1, self.norm1 = nn.Conv2d(3, 16, 3, 1, 1), nn.GroupNorm(4, 16)
        self.down2, self.norm2 = nn.Conv2d(16, 32, 3, 2, 1), nn.GroupNorm(4, 32)
        self.up1 = nn.ConvTranspose2d(32, 16, 2, 2)
        self.mix = nn.Conv2d(32, 16, 3, 1, 1, groups=4)
        self.out = nn.Conv2d(16, 2, 1)

    def forward(self, image):
        x = nn.functional.silu(self.norm1(self.down1(image)))
        y = nn.functional.silu(self.norm2(self.down2(x)))
        y = nn.functional.silu(self.mix(torch.cat([x, self.up1(y)], 1)))
        return nn.functional.interpolate(self.out(y), scale_factor=2.0, mode="bilinear")


class Model:
    """A module, its inputs by name with their sizes as texts, and the random sizes of the symbols."""

    def __init__(self, name, module, inputs, symbols):
        self.name, self.module, self.inputs, self.symbols = name, module.eval(), inputs, symbols

    def tensors(self, sizes):
        made = []
        for dims, dtype in self.inputs.values():
            shape = [sizes[dim] if isinstance(dim, str) else dim for dim in dims]
            made.append(torch.zeros(shape, dtype=dtype))
        return tuple(made)


def image_inputs():
    return {"image": (("N", 3, "H", "W"), torch.float32)}


def all_models():
    torch.manual_seed(0)
    even = {"N": range(2, 9), "H": range(32, 129, 16), "W": range(32, 129, 16)}
    yield Model("resnet", ResNet(), image_inputs(), even)
    yield Model("vit", Vit(), image_inputs(), even)
    yield Model("unet", Unet(), image_inputs(), even)
    yield Model("bert", Bert(), {"ids": (("N", "S"), torch.int64)}, {"N": range(2, 9), "S": range(3, 65)})
