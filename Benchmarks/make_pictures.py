"""Generate twelve-megapixel JPEG files that cost as much as a phone's photograph.

    python make_pictures.py --output FOLDER [--count 60]

Writes `photograph.jpg` and a folder `batch/` of `--count` pictures that all differ. Each has 4032 × 3024 stored
pixels, EXIF orientation 6, 4:2:0 colour and 2–4 MB: blurred foliage behind sharp leaves, with the fine grain of a
sensor, because most bytes of a photograph encode grain. Every run generates the same bytes.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

WIDTH, HEIGHT = 4032, 3024
MEGABYTES = (2.0, 4.0)
ORIENTATION = 0x0112


def cloud(random: np.random.Generator, cells: int, strength: float) -> np.ndarray:
    """Return smooth noise with `cells` cells across, in three weakly correlated channels."""
    rows = max(2, cells * HEIGHT // WIDTH)
    grid = random.normal(0, 1, (rows, cells, 1)) + random.normal(0, 0.4, (rows, cells, 3))
    channels = [
        Image.fromarray(grid[..., channel].astype(np.float32)).resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC)
        for channel in range(3)
    ]
    return strength * np.stack([np.asarray(channel) for channel in channels], axis=-1)


def leaves(random: np.random.Generator) -> Image.Image:
    """Draw sharp-edged leaves and petals with veins, in the colours of a garden."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), (86, 104, 58))
    draw = ImageDraw.Draw(picture)
    for _ in range(700):
        x, y = random.uniform(0, WIDTH), random.uniform(0, HEIGHT)
        length, width, turn = random.uniform(60, 420), random.uniform(0.15, 0.4), random.uniform(0, 2 * np.pi)
        along = np.linspace(0, np.pi, 18)
        outline = np.concatenate([
            np.stack([np.cos(along), np.sin(along) * width], 1),
            np.stack([np.cos(along[::-1]), -np.sin(along[::-1]) * width], 1),
        ]) * length
        rotate = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        points = [tuple(point) for point in outline @ rotate.T + (x, y)]
        petal = random.random() < 0.12
        colour = random.integers((150, 40, 90), (240, 120, 200)) if petal else random.integers((40, 80, 20), (130, 170, 80))
        draw.polygon(points, fill=tuple(int(value) for value in colour))
        draw.line([points[0], points[17]], fill=tuple(int(value * 0.8) for value in colour), width=4)
    return picture


def scene(seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    pixels = np.asarray(leaves(random), dtype=np.float32)
    for cells, strength in [(6, 18), (24, 12), (96, 8), (400, 6), (1600, 4)]:
        pixels = pixels + cloud(random, cells, strength)
    grain = random.standard_normal((HEIGHT, WIDTH, 1), dtype=np.float32) * 5
    return np.clip(pixels + grain, 0, 255).astype(np.uint8)


def write(pixels: np.ndarray, path: Path) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    Image.fromarray(pixels).save(path, quality=84, subsampling="4:2:0", exif=exif)
    size = path.stat().st_size / 1e6
    if not MEGABYTES[0] <= size <= MEGABYTES[1]:
        raise SystemExit(f"make_pictures: {path} came out at {size:.1f} MB, not like a photograph")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--count", type=int, default=60)
    arguments = parser.parse_args()
    batch = arguments.output / "batch"
    batch.mkdir(parents=True, exist_ok=True)
    pixels = scene(1)
    write(pixels, arguments.output / "photograph.jpg")
    for number in range(arguments.count):
        # Another crop of the same scene: all pictures differ, and drawing is fast.
        moved = np.roll(pixels, (number * 977 % HEIGHT, number * 1409 % WIDTH), axis=(0, 1))
        write(moved[::-1] if number % 2 else moved, batch / f"{number:04}.jpg")


if __name__ == "__main__":
    main()
