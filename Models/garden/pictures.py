"""The training pictures: reading, splitting, and changing them a little every time they are shown."""

from __future__ import annotations

import csv
import hashlib
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image

SIDE = 224


#: The collections that the weights learn from. Every other collection in the store is for tests and thresholds.
LEARNED = ("oxford102", "plantnet300k", "kounteyo98", "inaturalist", "oxford17")
#: Of Oxford 17 only the plants are learned that Oxford 102 does not have, so that the others are a test apart.
FROM_OXFORD17 = ("Anemone nemorosa", "Bellis perennis", "Convallaria majalis", "Galanthus nivalis",
                 "Hyacinthoides non-scripta", "Primula veris", "Crocus")


@dataclass
class Pictures:
    pixels: np.ndarray  # [n, 224, 224, 3] uint8, memory-mapped
    names: list[str]  # the labels, in order
    labels: np.ndarray  # [n] index into names, -1 for what is no label
    truths: np.ndarray  # [n] a label, "stranger", "thing" or "unclear"
    sources: np.ndarray  # [n] the collection of each picture
    files: list[str]

    def learned(self) -> np.ndarray:
        """Whether each picture belongs to what the weights learn from (train, calibrate and test parts together)."""
        known = np.isin(self.sources, LEARNED) & (self.labels >= 0)
        apart = (self.sources == "oxford17") & ~np.isin(self.truths, FROM_OXFORD17)
        return known & ~apart

    def split(self, part: str) -> np.ndarray:
        """Row numbers of 'train' (85 %), 'calibrate' (5 %) or 'test' (10 %) of the collections that are learned from.

        The part follows from the file's name alone, so that it never depends on order, seed or library.
        """
        chosen = []
        for row in np.flatnonzero(self.learned()):
            bucket = int(hashlib.sha256(self.files[row].encode()).hexdigest()[:8], 16) % 100
            mine = "test" if bucket < 10 else "calibrate" if bucket < 15 else "train"
            if mine == part:
                chosen.append(row)
        return np.array(chosen)


def square(image: Image.Image, side: int = SIDE) -> Image.Image:
    """Shorter side to `side`, then the centre square."""
    image = image.convert("RGB")
    scale = side / min(image.size)
    image = image.resize((max(side, round(image.width * scale)), max(side, round(image.height * scale))), Image.BILINEAR)
    left, top = (image.width - side) // 2, (image.height - side) // 2
    return image.crop((left, top, left + side, top + side))


def read(store: Path, names: list[str]) -> Pictures:
    """The store that collect.py wrote: store.csv and pixels.npy."""
    rows = list(csv.DictReader((store / "store.csv").open()))
    where = {name: index for index, name in enumerate(names)}
    return Pictures(
        np.load(store / "pixels.npy", mmap_mode="r"), names, np.array([where.get(row["truth"], -1) for row in rows]),
        np.array([row["truth"] for row in rows]), np.array([row["source"] for row in rows]),
        [row["file"] for row in rows])


def normalised(batch: np.ndarray, side: int | None = None) -> torch.Tensor:
    """uint8 NHWC → float NCHW in [-1, 1], resized with antialiasing when `side` is another."""
    x = torch.from_numpy(np.ascontiguousarray(batch)).permute(0, 3, 1, 2).float()
    if side and side != x.shape[-1]:
        x = F.interpolate(x, (side, side), mode="bilinear", antialias=True, align_corners=False)
    return x / 127.5 - 1


def varied(batch: np.ndarray, side: int, random: torch.Generator) -> torch.Tensor:
    """A random crop, turn, mirror, light, colour and sharpness for each picture, at `side` pixels."""
    n = len(batch)
    x = torch.from_numpy(np.ascontiguousarray(batch)).permute(0, 3, 1, 2).float() / 127.5 - 1

    def uniform(low: float, high: float, *shape: int) -> torch.Tensor:
        return torch.rand(n, *shape, generator=random) * (high - low) + low

    scale = uniform(0.25, 1.0).sqrt()  # of the side: a quarter of the area up to all of it
    ratio = torch.exp(uniform(-1, 1) * math.log(4 / 3) / 2)
    sx, sy = (scale * ratio).clamp(max=1), (scale / ratio).clamp(max=1)
    flip = torch.where(uniform(0, 1) < 0.5, -1.0, 1.0)
    angle = torch.where(uniform(0, 1) < 0.4, uniform(-0.5, 0.5), torch.zeros(n))
    cx, cy = uniform(-1, 1) * (1 - sx), uniform(-1, 1) * (1 - sy)
    theta = torch.stack([
        torch.stack([sx * flip * angle.cos(), -sy * angle.sin(), cx], 1),
        torch.stack([sx * flip * angle.sin(), sy * angle.cos(), cy], 1)], 1)
    x = F.grid_sample(x, F.affine_grid(theta, (n, 3, side, side), align_corners=False),
                      mode="bilinear", padding_mode="reflection", align_corners=False)

    # Soft and small pictures are common on phones and the web, and must not look like one label.
    for share, least, most in ((0.3, 0.3, 0.8), (0.1, 0.14, 0.3)):
        small = (uniform(0, 1) < share).nonzero().flatten()
        if len(small):
            low = int(side * (least + (most - least) * torch.rand(1, generator=random).item()))
            x[small] = F.interpolate(F.interpolate(x[small], (low, low), mode="area"), (side, side), mode="bilinear")

    grey = (x * torch.tensor([0.299, 0.587, 0.114]).view(1, 3, 1, 1)).sum(1, keepdim=True)
    x = grey + (x - grey) * uniform(0.6, 1.4, 1, 1, 1)
    mean = x.mean((2, 3), keepdim=True)
    x = mean + (x - mean) * uniform(0.65, 1.35, 1, 1, 1) + uniform(-0.25, 0.25, 1, 1, 1)
    x = x + uniform(-0.08, 0.08, 3, 1, 1)  # white balance
    return x.clamp(-1, 1)


def mixed(x: torch.Tensor, y: torch.Tensor, share: float, random: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """CutMix for a share of the batches: a rectangle of another picture, and its part of the answer."""
    if torch.rand(1, generator=random).item() > share:
        return x, y
    order = torch.randperm(len(x), generator=random)
    keep = torch.rand(1, generator=random).item()
    height, width = x.shape[2:]
    h, w = int(height * math.sqrt(1 - keep)), int(width * math.sqrt(1 - keep))
    top = int(torch.randint(0, height - h + 1, (1,), generator=random))
    left = int(torch.randint(0, width - w + 1, (1,), generator=random))
    x = x.clone()
    x[:, :, top:top + h, left:left + w] = x[order][:, :, top:top + h, left:left + w]
    part = h * w / (height * width)
    return x, y * (1 - part) + y[order] * part
