#!/usr/bin/env python3
"""Draws the medicine labels that the tests read. Everything on them is invented.

    python3 -m venv venv && venv/bin/pip install pillow numpy && venv/bin/python Tests/Fixtures/make_labels.py

Needs fonts-urw-base35. The same seed gives the same files.
"""

import math
import random
from pathlib import Path

import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageFont

OUT = Path(__file__).parent / "Labels"
FONTS = Path("/usr/share/fonts/opentype/urw-base35")
LINES = [
    ("STILLROOM TEST PHARMACY", "Bold", 30, "555-010-0188"),
    ("7 Fixture Lane, Sampleton, OR 00000", "Regular", 22, None),
    ("Rx# 4410927", "Bold", 26, "Date: 06/17/2026"),
    ("DORIS EXAMPLE", "Bold", 28, None),
    ("FLUCONAZOLE 150 MG TABLET", "Bold", 34, None),
    ("TAKE 2 TABLETS BY MOUTH ON DAY 1,", "Bold", 38, None),
    ("THEN 1 TABLET DAILY FOR 6 DAYS", "Bold", 38, None),
    ("QTY: 8", "Regular", 26, "REFILLS: 3"),
]


def label():
    width, height = 1000, 430
    image = Image.new("L", (width, height), 250)
    draw = ImageDraw.Draw(image)
    y = 22
    for text, weight, size, right in LINES:
        font = ImageFont.truetype(str(FONTS / f"NimbusSans-{weight}.otf"), size)
        draw.text((32, y), text, font=font, fill=18)
        if right:
            draw.text((width - 36 - draw.textlength(right, font=font), y), right, font=font, fill=18)
        y += int(size * 1.42)
    return image


def bent(image, sag):
    """Round a bottle: the ends lie lower."""
    source = numpy.asarray(image)
    height, width = source.shape
    result = numpy.full((height + sag, width), 70, numpy.uint8)
    for x in range(width):
        down = int(round(sag * ((x / width - 0.5) * 2) ** 2))
        result[down : down + height, x] = source[:, x]
    return Image.fromarray(result)


def photograph(image, chance, turn=0.0, lean=0.0):
    """On a dark table, turned, seen from the side, with a shadow and grain."""
    width, height = image.size
    across, down = int(width * 1.25), int(height * 1.5)
    angle, centre = math.radians(turn), (across / 2, down / 2)
    corners = []
    for x, y in [(0, 0), (width, 0), (width, height), (0, height)]:
        x, y = (x - width / 2) * 0.95, (y - height / 2) * 0.95
        x, y = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
        corners.append((centre[0] + x + chance.uniform(-lean, lean) * width, centre[1] + y + chance.uniform(-lean, lean) * height))
    rows, values = [], []
    for (x, y), (u, v) in zip(corners, [(0, 0), (width, 0), (width, height), (0, height)]):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    way = tuple(numpy.linalg.solve(numpy.array(rows, float), numpy.array(values, float)))
    grain = numpy.random.RandomState(chance.randint(0, 1 << 30))
    table = Image.fromarray((70 + grain.normal(0, 10, (down, across))).clip(0, 255).astype("uint8"))
    table = table.filter(ImageFilter.GaussianBlur(2))
    mask = Image.new("L", image.size, 255)
    table.paste(
        image.transform((across, down), Image.PERSPECTIVE, way, Image.BICUBIC),
        mask=mask.transform((across, down), Image.PERSPECTIVE, way, Image.BICUBIC))
    shade = numpy.linspace(1, 0.7, across)[None, :]
    seen = numpy.asarray(table) * shade + grain.normal(0, 4, (down, across))
    return Image.fromarray(seen.clip(0, 255).astype("uint8")).filter(ImageFilter.GaussianBlur(0.6))


def main():
    OUT.mkdir(exist_ok=True)
    chance = random.Random(4)
    flat = label()
    flat.quantize(8).save(OUT / "flat.png", optimize=True)
    photo = photograph(flat, chance, turn=3, lean=0.02)
    photo.save(OUT / "photo.jpg", quality=60)
    photo.transpose(Image.ROTATE_90).save(OUT / "sideways.jpg", quality=60)
    photograph(flat, chance, turn=180).save(OUT / "upside-down.jpg", quality=60)
    photograph(bent(flat, 40), chance, turn=-1).save(OUT / "bottle.jpg", quality=60)
    Image.new("L", (400, 300), 240).save(OUT / "blank.png")


main()
