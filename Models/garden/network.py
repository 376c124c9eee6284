"""The garden network: MobileNetV2 without batch norm, one trunk and two branches.

The trunk and the *object* branch keep the ImageNet weights they start from (Google's
`tf2_mobilenet_v2_1.0_224_ptq.tflite`, Apache-2.0, de-quantised). The *plant* branch is trained.
Because the object branch still knows a thousand everyday things, the finished model can say
"this is no plant" without ever having been shown a collection of non-plants.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

# (expansion, output channels, repeats, first stride), the published MobileNetV2 table.
STAGES = [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)]
#: Blocks before this one are shared by both branches and are never trained.
FIRST_TRAINED_BLOCK = 6
EMBEDDING = 1280
#: The start network puts "background" at 0, so its 1,000 ImageNet classes are 1...1000.
OBJECT_CLASSES = 1001


class Conv(nn.Module):
    """A convolution with TensorFlow's SAME padding (one row and column at the end when the stride is two)."""

    def __init__(self, cin: int, cout: int, kernel: int, stride: int = 1, groups: int = 1, clamp: bool = True):
        super().__init__()
        self.conv = nn.Conv2d(cin, cout, kernel, stride, 0 if stride == 2 else kernel // 2, groups=groups)
        self.stride, self.clamp = stride, clamp

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.stride == 2:
            x = F.pad(x, (0, 1, 0, 1))
        x = self.conv(x)
        return F.relu6(x) if self.clamp else x


class Block(nn.Module):
    """One inverted residual."""

    def __init__(self, cin: int, cout: int, stride: int, expansion: int):
        super().__init__()
        hidden = cin * expansion
        layers: list[nn.Module] = [] if expansion == 1 else [Conv(cin, hidden, 1)]
        layers += [Conv(hidden, hidden, 3, stride, groups=hidden), Conv(hidden, cout, 1, clamp=False)]
        self.layers, self.residual = nn.Sequential(*layers), stride == 1 and cin == cout

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.layers(x) if self.residual else self.layers(x)


def blocks() -> list[Block]:
    made, cin = [], 32
    for expansion, cout, repeats, stride in STAGES:
        for index in range(repeats):
            made.append(Block(cin, cout, stride if index == 0 else 1, expansion))
            cin = cout
    return made


class Branch(nn.Module):
    """The trained half of a MobileNetV2: the later blocks, the last convolution, pooling."""

    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(*blocks()[FIRST_TRAINED_BLOCK:])
        self.last = Conv(320, EMBEDDING, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.last(self.blocks(x)).mean((2, 3))


class Garden(nn.Module):
    """Pixels in [-1, 1], NCHW, RGB → plant logits, embedding (not normalised)."""

    def __init__(self, labels: int):
        super().__init__()
        self.trunk = nn.Sequential(Conv(3, 32, 3, 2), *blocks()[:FIRST_TRAINED_BLOCK])
        self.plant, self.objects = Branch(), Branch()
        self.plant_head, self.object_head = nn.Linear(EMBEDDING, labels), nn.Linear(EMBEDDING, OBJECT_CLASSES)

    def forward(self, x: torch.Tensor, dropout: float = 0) -> tuple[torch.Tensor, torch.Tensor]:
        with torch.no_grad():
            x = self.trunk(x)
        features = self.plant(x)
        return self.plant_head(F.dropout(features, dropout, self.training)), features

    def object_logits(self, x: torch.Tensor) -> torch.Tensor:
        return self.object_head(self.objects(self.trunk(x)))

    def trained(self) -> list[tuple[str, nn.Parameter]]:
        return [(n, p) for n, p in self.named_parameters() if n.startswith(("plant.", "plant_head."))]


def start_weights(tflite: Path) -> list[tuple[np.ndarray, np.ndarray]]:
    """Weights and bias of each convolution of the published network, in order, as float32."""
    import openvino as ov

    core = ov.Core()
    model = core.read_model(str(tflite))
    for op in model.get_ordered_ops():  # the quantisation of activations is not wanted
        if op.get_type_name() == "FakeQuantize":
            op.output(0).replace(op.input_value(0))

    wanted = []
    for op in model.get_ordered_ops():
        if op.get_type_name() in ("Convolution", "GroupConvolution"):
            add = next(iter(op.output(0).get_target_inputs())).get_node()
            side = next(add.input_value(i) for i in range(2) if add.input_value(i).get_node() != op)
            wanted += [op.input_value(1), side]
    constants = ov.Model([ov.opset13.result(output) for output in wanted], [])
    values = list(core.compile_model(constants, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})([]).values())
    return [(np.array(w, np.float32), np.array(b, np.float32).reshape(-1)) for w, b in zip(values[::2], values[1::2])]


def load_start(net: Garden, tflite: Path) -> None:
    """Fill trunk and both branches with the published weights."""
    source = start_weights(tflite)
    trunk = [m for m in net.trunk.modules() if isinstance(m, nn.Conv2d)]
    with torch.no_grad():
        for branch in (net.plant, net.objects):
            convs = trunk + [m for m in branch.modules() if isinstance(m, nn.Conv2d)]
            assert len(convs) + 1 == len(source), (len(convs), len(source))
            for conv, (weight, bias) in zip(convs, source):
                conv.weight.copy_(torch.from_numpy(weight.reshape(conv.weight.shape).copy()))
                conv.bias.copy_(torch.from_numpy(bias.copy()))
        weight, bias = source[-1]
        net.object_head.weight.copy_(torch.from_numpy(weight.reshape(OBJECT_CLASSES, EMBEDDING).copy()))
        net.object_head.bias.copy_(torch.from_numpy(bias.copy()))


def object_names(labels: Path) -> list[str]:
    return [row["scientificName"] or (row.get("commonNames") or [""])[0] for row in json.loads(labels.read_text())["labels"]]
