"""Compare perceptual hashes: which one recognises a re-encoded photograph and confuses it with no other photograph.

    python Benchmarks/perceptual.py --data ../shared/data

Every picture is turned upright, converted to RGB and scaled to 32 x 32 with a triangle filter; every hash is computed
from these 3,072 bytes, in whole numbers, so that two implementations agree bit for bit. Two rates are measured:

  near   A picture against itself re-encoded (JPEG, PNG, WebP), scaled down, cropped by two per cent, five per cent
         brighter or darker, or decoded with shrink-on-load: how often is the distance at most d?
  false  All pairs of different pictures: how often is the distance at most d? If none is, the bound is that of the
         rule of three (3 / pairs, 95 %), otherwise the exact Poisson one. Pairs are not independent; the bound by
         photograph (how many have any false neighbour among all the others) is the figure to quote.

The data hold some photographs of plants twice, under two file names. A pair counts as the same photograph, and not as
a false hit, if the fine structure of both (64 x 64, low frequencies removed) correlates by at least 0.8. This does not
use any hash; the pairs were also checked by eye. All other pictures count as different. A second crop
of a photograph, or the next one of a series, does not correlate that well and counts as false; so "two names" counts
the false hits between different names alone.

The program downloads and writes nothing, unless --write names a folder for thumbnails and hashes (a test of another
implementation) or --sheet a file for the closest different pairs. Two cores need about a minute. Needs numpy 2 and
Pillow 10 or later.
"""

from __future__ import annotations

import argparse
import io
import math
import random
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageEnhance, ImageOps

SIDE = 32
DISTANCES = range(17)
TWICE = 0.8

# --- hashes: n x 32 x 32 x 3 bytes to n x 64 bits, or to n x k x 64 where k hashes must all agree ---------------------

# cos(k * pi / 64) * 8192 for k = 0...32, the rest by symmetry: a uniform picture has no frequency except the mean.
COSINES = [round(math.cos(k * math.pi / 64) * 8192) for k in range(33)]


def cosine(k: int) -> int:
    k %= 128
    k = 128 - k if k > 64 else k
    return COSINES[k] if k <= 32 else -COSINES[64 - k]


WAVES = np.array([[cosine((2 * x + 1) * u) for x in range(SIDE)] for u in range(16)])


def plane(pixels: np.ndarray, red: int, green: int, blue: int) -> np.ndarray:
    pixels = pixels.astype(np.int64)
    return red * pixels[..., 0] + green * pixels[..., 1] + blue * pixels[..., 2]


def luma(pixels: np.ndarray) -> np.ndarray:
    return plane(pixels, 299, 587, 114)


def frequencies(values: np.ndarray, count: int) -> np.ndarray:
    return np.einsum("vy,nyx,ux->nvu", WAVES[:count], values, WAVES[:count], optimize=True)


def diagonal(values: np.ndarray, count: int) -> np.ndarray:
    """Return the lowest frequencies without the mean, by direction: along the diagonals, lowest first."""
    places = sorted(((v, u) for v in range(16) for u in range(16) if u + v > 0),
                    key=lambda at: (at[0] + at[1], abs(at[0] - at[1]), at))[:count]
    table = frequencies(values, 16)
    return np.stack([table[:, v, u] for v, u in places], axis=1)


def above_median(values: np.ndarray) -> np.ndarray:
    middle = np.sort(values, axis=1)[:, values.shape[1] // 2 - 1:values.shape[1] // 2 + 1].sum(axis=1, keepdims=True)
    return 2 * values > middle


def shares(count: int) -> np.ndarray:
    """Return how much of each of the 32 lines lies in each of `count` equal strips, as whole numbers."""
    table = np.zeros((count, SIDE), np.int64)
    for part in range(count * SIDE):
        table[part // SIDE, part // count] += 1
    return table


def difference(pixels: np.ndarray) -> np.ndarray:
    cells = np.einsum("vy,nyx,ux->nvu", shares(8), luma(pixels), shares(9), optimize=True)
    return (cells[:, :, 1:] > cells[:, :, :-1]).reshape(-1, 64)


def dct(pixels: np.ndarray) -> np.ndarray:
    return above_median(frequencies(luma(pixels), 8).reshape(-1, 64))


def lowest(pixels: np.ndarray) -> np.ndarray:
    return above_median(diagonal(luma(pixels), 64))


def signs(pixels: np.ndarray) -> np.ndarray:
    return diagonal(luma(pixels), 64) > 0


def colour(pixels: np.ndarray) -> np.ndarray:
    blue, red = plane(pixels, -169, -331, 500), plane(pixels, 500, -419, -81)
    return np.concatenate([above_median(diagonal(luma(pixels), 40)), above_median(diagonal(blue, 12)),
                           above_median(diagonal(red, 12))], axis=1)


def both(pixels: np.ndarray) -> np.ndarray:
    return np.stack([difference(pixels), dct(pixels)], axis=1)


HASHES: dict[str, tuple[Callable[[np.ndarray], np.ndarray], str]] = {
    "dHash": (difference, "9 x 8 cells of luma, each against its left neighbour"),
    "pHash": (dct, "low 8 x 8 frequencies of luma (DCT) against their median"),
    "lowest": (lowest, "the 64 lowest frequencies of luma without the mean, by diagonal, against their median"),
    "signs": (signs, "the same 64 against zero"),
    "colour": (colour, "40 of luma, 12 of each chroma, each against its own median"),
    "both": (both, "dHash and pHash, 128 bits: the larger of the two distances"),
}


def pack(bits: np.ndarray) -> np.ndarray:
    """Return n x k numbers; bit i of a number is the i-th bit of its hash."""
    bits = bits.reshape(len(bits), -1, 64).astype(np.uint64)
    return (bits << np.arange(64, dtype=np.uint64)).sum(axis=2, dtype=np.uint64)


def distance(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    result = np.bitwise_count(left[..., 0] ^ right[..., 0])
    for k in range(1, left.shape[-1]):
        result = np.maximum(result, np.bitwise_count(left[..., k] ^ right[..., k]))
    return result


# --- pictures ---------------------------------------------------------------------------------------------------------

def upright(path: Path) -> Image.Image:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ImageOps.exif_transpose(Image.open(path)).convert("RGB")


def squeeze(image: Image.Image) -> np.ndarray:
    return np.asarray(image.resize((SIDE, SIDE), Image.BILINEAR))


def read(path: Path) -> tuple[np.ndarray, np.ndarray]:
    image = upright(path)
    return squeeze(image), np.asarray(image.convert("L").resize((64, 64), Image.BILINEAR))


def encoded(image: Image.Image, form: str = "JPEG", **options: int) -> Image.Image:
    bytes_ = io.BytesIO()
    image.save(bytes_, form, **options)
    return Image.open(bytes_)


def kinds(image: Image.Image) -> Iterator[tuple[str, Image.Image]]:
    """Return variants of the same picture; the default is JPEG with quality 90."""
    width, height = image.size
    for quality in (95, 80, 60, 40):
        yield f"q{quality}", encoded(image, quality=quality)
    for percent in (75, 50, 25):
        size = max(1, width * percent // 100), max(1, height * percent // 100)
        yield f"{percent}%", encoded(image.resize(size, Image.LANCZOS), quality=90)
    yield "png", encoded(image, "PNG", compress_level=1)
    yield "webp", encoded(image, "WEBP", quality=80, method=0)
    across, down = round(width * 0.01), round(height * 0.01)
    yield "crop", encoded(image.crop((across, down, width - across, height - down)), quality=90)
    yield "side", encoded(image.crop((2 * across, 2 * down, width, height)), quality=90)
    for percent in (105, 95):
        yield f"+{percent - 100}%" if percent > 100 else f"-{100 - percent}%", encoded(
            ImageEnhance.Brightness(image).enhance(percent / 100), quality=90)
    shrunk = encoded(image, quality=90)
    shrunk.draft("RGB", (2 * SIDE, 2 * SIDE))
    yield "load", shrunk


KINDS = [name for name, _ in kinds(Image.new("RGB", (128, 128)))]


def changed(path: Path) -> np.ndarray:
    image = upright(path)
    return np.stack([squeeze(image)] + [squeeze(other.convert("RGB")) for _, other in kinds(image)])


def collect(data: Path) -> tuple[list[Path], list[str], list[Path]]:
    """Return photographs of plants with their names, and other pictures."""
    training = sorted((data / "plant-images/train").glob("*/*.jpg"))
    photographs = sorted((data / "plants/photos").glob("*.jpg"))
    names = [path.parent.name for path in training]
    for path in photographs:  # "alcea_rosea.jpg": the folder's name if there is one, otherwise its own
        stem = path.stem.capitalize()
        names.append(next((name for name in set(names) if name == stem), path.stem))
    others = sorted(path for folder in ("barcodes", "labels_ocr", "labels_ocr/real")
                    for path in (data / folder).glob("*") if path.suffix in (".png", ".jpg", ".tif"))
    return training + photographs, names, others


def twice(grey: np.ndarray) -> set[tuple[int, int]]:
    """Return the pairs that are one photograph according to their fine structure."""
    fine = blurred = grey.astype(np.float32)
    for _ in range(3):
        for axis in (1, 2):
            wide = np.pad(blurred, [(0, 0)] + [(2, 2) if axis == at else (0, 0) for at in (1, 2)], "edge")
            blurred = sum(weight / 16 * np.take(wide, range(at, at + 64), axis)
                          for at, weight in enumerate((1, 4, 6, 4, 1)))
    fine = (fine - blurred).reshape(len(grey), -1).astype(np.float32)
    fine -= fine.mean(axis=1, keepdims=True)
    fine /= np.linalg.norm(fine, axis=1, keepdims=True) + 1e-6
    pairs = set()
    for start in range(0, len(fine), 1024):
        rows, columns = np.nonzero(np.triu(fine[start:start + 1024] @ fine[start:].T, 1) >= TWICE)
        pairs |= {(int(row) + start, int(column) + start) for row, column in zip(rows, columns)}
    return pairs


# --- measuring --------------------------------------------------------------------------------------------------------

def at_most(seen: int) -> float:
    """Return the upper 95 % bound of the expectation if `seen` were seen; 3.0 for none (the rule of three)."""
    low, high = float(seen), seen + 10 + 10 * math.sqrt(seen + 1)
    for _ in range(60):
        middle = (low + high) / 2
        chance = sum(math.exp(k * math.log(middle) - middle - math.lgamma(k + 1)) for k in range(seen + 1))
        low, high = (middle, high) if chance > 0.05 else (low, middle)
    return high


class Pairs:
    """Return the distances of all pairs of different pictures under one hash."""

    def __init__(self, codes: np.ndarray, labels: np.ndarray, plants: int, same: set[tuple[int, int]], keep: int):
        total = len(codes)
        self.plant = np.zeros(65, np.int64)  # both show plants
        self.named = np.zeros(65, np.int64)  # of these, under two names
        self.other = np.zeros(65, np.int64)  # at least one is another picture
        self.near: list[tuple[int, int, int]] = []
        neighbours: dict[int, set[int]] = {}
        for start in range(0, total, 256):
            rows = codes[start:start + 256]
            table = distance(rows[:, None], codes[None, start:])
            upper = np.triu(np.ones(table.shape, bool), 1)
            plant = upper & (np.arange(start, start + len(rows)) < plants)[:, None] & (np.arange(start, total) < plants)
            named = plant & (labels[start:start + len(rows), None] != labels[None, start:])
            for mask, counts in ((plant, self.plant), (named, self.named), (upper & ~plant, self.other)):
                counts += np.bincount(table[mask], minlength=65)
            for row, column in zip(*np.nonzero(upper & (table <= DISTANCES[-1]))):
                pair, far = (int(row) + start, int(column) + start), int(table[row, column])
                if pair in same:
                    continue
                if far <= keep:
                    self.near.append((far, *pair))
                for one in pair if pair[1] < plants else ():
                    neighbours.setdefault(far, set()).add(one)
        for left, right in same:
            far = int(distance(codes[left], codes[right]))
            self.plant[far] -= 1
            self.named[far] -= labels[left] != labels[right]
        self.near.sort()
        self.touched = [len(set().union(*(neighbours.get(at, set()) for at in range(d + 1)))) for d in DISTANCES]


def near_table(codes: np.ndarray) -> None:
    distances = distance(codes[:, 1:], codes[:, :1])
    print("     d  " + "".join(f"{kind:>6}" for kind in KINDS))
    for d in DISTANCES:
        print(f"    {d:2}  " + "".join(f"{100 * rate:6.1f}" for rate in (distances <= d).mean(axis=0)))


def false_table(pairs: Pairs, plants: int) -> None:
    many, named_many, other_many = pairs.plant.sum(), pairs.named.sum(), pairs.other.sum()
    print(f"     d   false of {many:,}      rate  95% at most  two names of {named_many:,}  photographs    other of"
          f" {other_many:,}")
    for d in DISTANCES:
        seen, named, other = (int(counts[:d + 1].sum()) for counts in (pairs.plant, pairs.named, pairs.other))
        print(f"    {d:2}  {seen:20,}  {seen / many:8.1e}     {at_most(seen) / many:8.1e}  {named:23,}"
              f"  {pairs.touched[d]:11,}  {other:20,}")


def sheet(path: Path, pairs: list[tuple[int, int, int]], files: list[Path]) -> None:
    across = 5
    page = Image.new("RGB", (across * 310, (len(pairs) + across - 1) // across * 175), "white")
    for at, (far, left, right) in enumerate(pairs):
        x, y = at % across * 310, at // across * 175
        for step, one in enumerate((left, right)):
            page.paste(upright(files[one]).resize((150, 150)), (x + step * 152, y + 16))
        ImageDraw.Draw(page).text((x, y + 2), f"{far}: {files[left].stem} | {files[right].stem}"[:48], fill="black")
    page.save(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True,
                        help="folder with plant-images/train, plants/photos, barcodes and labels_ocr")
    parser.add_argument("--sample", type=int, default=1000,
                        help="how many of the training photographs are also changed (default 1000; seed 1)")
    parser.add_argument("--hash", choices=HASHES, action="append", help="only this; may be repeated (default all)")
    parser.add_argument("--jobs", type=int, default=2, help="processes that read pictures (default 2)")
    parser.add_argument("--sheet", type=Path, help="write the closest different pairs of the last hash as a picture")
    parser.add_argument("--write", type=Path,
                        help="measure nothing; write twenty thumbnails (N.rgb, 3,072 bytes) and hashes.txt")
    arguments = parser.parse_args()
    chosen = arguments.hash or list(HASHES)

    files, names, others = collect(arguments.data)
    if not files:
        parser.error(f"no photographs in {arguments.data}")
    plants = len(files)
    if arguments.write:
        arguments.write.mkdir(parents=True, exist_ok=True)
        twenty = np.stack([read(path)[0] for path in (files[-15:] + others[:5])])
        codes = pack(HASHES[chosen[-1]][0](twenty))
        for at, one in enumerate(twenty):
            (arguments.write / f"{at}.rgb").write_bytes(one.tobytes())
        lines = (" ".join(f"{code:016x}" for code in row) for row in codes)
        (arguments.write / "hashes.txt").write_text("".join(line + "\n" for line in lines))
        return

    given = [path for path in files if path.parent.name == "photos"]
    sample = [path for path in files if path.parent.name != "photos"]
    random.Random(1).shuffle(sample)
    sample = sample[:arguments.sample]
    with ProcessPoolExecutor(arguments.jobs) as pool:
        pictures = list(pool.map(read, files + others, chunksize=64))
        changes = np.stack(list(pool.map(changed, given + sample, chunksize=8)))
    pixels = np.stack([squeezed for squeezed, _ in pictures])
    same = twice(np.stack([grey for _, grey in pictures[:plants]]))
    labels = np.array(names + [str(path) for path in others])
    print(f"{plants:,} photographs of plants under {len(set(names))} names, {len(others)} other pictures; "
          f"{len(same)} pairs are one photograph twice\nchanged: {len(given)} photographs as taken, {len(sample)} of "
          f"224 or 128 pixels; d: distance at most; hits in per cent\n")
    for name in chosen:
        function, meaning = HASHES[name]
        codes = pack(function(changes.reshape(-1, SIDE, SIDE, 3))).reshape(*changes.shape[:2], -1)
        pairs = Pairs(pack(function(pixels)), labels, plants, same, 8)
        print(f"{name}: {meaning}\n  near, {len(given)} as taken")
        near_table(codes[:len(given)])
        print(f"  near, {len(sample)} small ones")
        near_table(codes[len(given):])
        print("  false; photographs: how many have any false neighbour among the others")
        false_table(pairs, plants)
        closest = [f"{far} {(files + others)[left].stem} | {(files + others)[right].stem}"
                   for far, left, right in pairs.near if labels[left] != labels[right]]
        print("  closest of different names, up to 8: " + ("; ".join(closest[:6]) or "none") + "\n", flush=True)
        if arguments.sheet and name == chosen[-1]:
            sheet(arguments.sheet, pairs.near[:60], files + others)


if __name__ == "__main__":
    main()
