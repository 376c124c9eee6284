#!/usr/bin/env python3
"""Draws every picture the tests use and writes Pictures/, Odd/, Bad/ and index.json beside itself.

    python3 -m venv /tmp/fixtures
    /tmp/fixtures/bin/pip install numpy==2.4.6 Pillow==13.0.0 pillow-heif==1.8.1      # Python 3.11
    /tmp/fixtures/bin/python make_fixtures.py             # writes everything anew
    /tmp/fixtures/bin/python make_fixtures.py --check     # writes nothing; says which files would change

Nothing is taken from elsewhere: the flower, the page, the colour profiles and every hostile byte are made here.
Two runs with the versions above give the same bytes. With other versions the encoders (JPEG, WebP, AVIF, HEIC, deflate)
or the last bit of a sine may differ: then commit what the new run writes; the tests rely on pixels and verdicts, not sums.

Pictures  good pictures as a camera or an editor writes them       expect: accept
Odd       acceptable pictures with something strange about them     expect: accept, re-encoded without the strange part
Bad       what must be refused, cheaply and by name                 expect: refuse
"""

import gzip
import hashlib
import io
import json
import math
import struct
import sys
import zipfile
import zlib
from pathlib import Path

import numpy as np
import pillow_heif
from PIL import Image, ImageDraw, ImageFilter, ImageFont

pillow_heif.register_heif_opener()
pillow_heif.options.THUMBNAILS = False
HERE = Path(__file__).resolve().parent
Transpose = Image.Transpose

# ------------------------------------------------------------ drawing


def smoothstep(edge0, edge1, x):
    t = np.clip((x - edge0) / (edge1 - edge0), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def value_noise(rng, height, width, cell):
    """Smooth noise in 0…1: a coarse random grid, enlarged with bicubic interpolation."""
    grid = rng.random((height // cell + 3, width // cell + 3))
    image = Image.fromarray((grid * 255).astype(np.uint8)).resize(
        ((width // cell + 3) * cell, (height // cell + 3) * cell), Image.Resampling.BICUBIC
    )
    return np.asarray(image)[cell : cell + height, cell : cell + width].astype(np.float64) / 255.0


def blurred(canvas, radius):
    bytes_ = (np.clip(canvas, 0, 1) * 255 + 0.5).astype(np.uint8)
    return np.asarray(Image.fromarray(bytes_).filter(ImageFilter.GaussianBlur(radius))).astype(np.float64) / 255.0


class Canvas:
    def __init__(self, width, height):
        self.width, self.height = width, height
        self.pixels = np.zeros((height, width, 3))
        self.coverage = np.zeros((height, width))

    def window(self, x0, y0, x1, y1):
        x0, y0 = max(0, int(x0)), max(0, int(y0))
        x1, y1 = min(self.width, int(x1) + 1), min(self.height, int(y1) + 1)
        if x1 <= x0 or y1 <= y0:
            return None
        ys, xs = np.mgrid[y0:y1, x0:x1].astype(np.float64)
        return (slice(y0, y1), slice(x0, x1)), xs, ys

    def paint(self, where, colour, alpha):
        a = alpha[..., None]
        self.pixels[where] = self.pixels[where] * (1 - a) + colour * a
        self.coverage[where] = self.coverage[where] * (1 - alpha) + alpha

    def shade(self, where, amount):
        self.pixels[where] *= (1 - amount * (0.12 + 0.88 * self.coverage[where]))[..., None]


def blade(canvas, rng, base, tip, width, bend, colour_at, shadow=0.35, profile=None, squash=1.0, cut=1.6):
    """A petal or leaf: from base to tip, `width` at its broadest, its spine bent sideways by `bend`."""
    (bx, by), (tx, ty) = base, tip
    dx, dy = tx - bx, ty - by
    length = np.hypot(dx, dy)
    reach = width + abs(bend) + 12
    found = canvas.window(min(bx, tx) - reach, min(by, ty) - reach, max(bx, tx) + reach, max(by, ty) + reach)
    if found is None:
        return
    where, xs, ys = found
    ux, uy = dx / length, dy / length
    u = ((xs - bx) * ux + (ys - by) * uy) / length
    across = -(xs - bx) * uy + (ys - by) * ux - bend * np.sin(np.clip(u, 0, 1.1) * np.pi / 1.1)
    inside = np.clip(u, 0, 1)
    half = width * (profile or petal_profile)(inside) + 1e-6
    v = across / half
    edge = half - np.abs(across)
    end = np.minimum(u, 1.0 - u) * length
    alpha = smoothstep(-1.2, 1.2, np.minimum(edge, end))
    soft = smoothstep(-13, 9, np.minimum(edge, end + 6))
    canvas.shade(where, soft * shadow)
    colour = colour_at(inside, np.clip(v, -1, 1), xs, ys)
    canvas.paint(where, np.clip(colour, 0, 1), alpha)


def petal_profile(u):
    return 0.5 * (0.42 + 0.58 * np.sin(np.pi * np.clip(u, 0, 1) ** 0.8)) * (1 - np.clip((u - 0.55) / 0.45, 0, 1) ** 2.2)


def leaf_profile(u):
    return 0.5 * np.sin(np.pi * u**0.62) ** 0.85 * (1 - 0.15 * u) + 0.012 * np.abs(np.sin(u * 55)) * (u < 0.97)


def sunflower(width=640, height=480, seed=20, scale=2, transparent=False, grain=1.0):
    rng = np.random.default_rng(seed)
    W, H = width * scale, height * scale
    k = W / 1280.0
    canvas = Canvas(W, H)
    ys, xs = np.mgrid[0:H, 0:W].astype(np.float64)
    far = np.random.default_rng(seed + 6)
    # Background: a hedge far out of focus, lighter above left, with a strip of sky.
    if not transparent:
        n1, n2, n3 = (value_noise(far, H, W, int(c * k)) for c in (260, 120, 60))
        depth = 0.55 * n1 + 0.3 * n2 + 0.15 * n3
        dark, mid, light = (np.array(c) for c in ((0.12, 0.20, 0.09), (0.31, 0.43, 0.19), (0.66, 0.73, 0.42)))
        t = np.clip(depth * 2.0 - 0.50 + 0.18 * (1 - ys / H), 0, 1)[..., None]
        bg = np.where(t < 0.5, dark + (mid - dark) * t * 2, mid + (light - mid) * (t * 2 - 1))
        sky = smoothstep(0.34, 0.0, ys / H + 0.22 * n1 - 0.06 + 0.12 * (xs / W))[..., None]
        bg = bg * (1 - sky) + np.array((0.72, 0.83, 0.93)) * sky
        canvas.pixels = bg
        for _ in range(26):
            x, y, r = far.random() * W, (0.15 + 0.85 * far.random()) * H, (12 + 46 * far.random()) * k
            w = canvas.window(x - 2 * r, y - 2 * r, x + 2 * r, y + 2 * r)
            if w:
                d = np.hypot(w[1] - x, w[2] - y)
                tint = np.array((0.75, 0.82, 0.40)) if far.random() < 0.7 else np.array((0.92, 0.78, 0.20))
                canvas.paint(w[0], tint, 0.28 * smoothstep(r + 5 * k, r - 5 * k, d))
        for _ in range(9):
            x = far.random() * W
            blade(
                canvas,
                far,
                (x, H + 40 * k),
                (x + (far.random() - 0.5) * 400 * k, (0.35 + 0.4 * far.random()) * H),
                (40 + 50 * far.random()) * k,
                (far.random() - 0.5) * 90 * k,
                lambda u, v, a, b: np.array((0.16, 0.31, 0.09)) * (0.7 + 0.9 * u)[..., None],
                0.1,
                leaf_profile,
            )
        canvas.pixels = blurred(canvas.pixels, 17 * k)
        canvas.coverage[:] = 0
    cx, cy = 618 * k, 436 * k

    fine = value_noise(rng, H, W, max(2, int(5 * k)))
    coarse = value_noise(rng, H, W, int(30 * k))

    def green(base, veins):
        base = np.array(base)

        def at(u, v, a, b):
            iy, ix = b.astype(int), a.astype(int)
            rib = np.exp(-((v / 0.035) ** 2)) * 0.5
            side = veins * np.clip(np.cos((u * 11 - np.abs(v) * 2.2) * 2 * np.pi), 0.72, 1)
            lit = (
                0.72
                + 0.3 * v * 0.8
                + 0.2 * (coarse[iy, ix] - 0.5)
                + 0.22 * (fine[iy, ix] - 0.5)
                + (side - 0.85 * veins) * 0.8
            )
            return base * lit[..., None] + np.array((0.30, 0.36, 0.18)) * (rib * (1 - u * 0.6))[..., None]

        return at

    # Stem and leaves: the stem leaves to the lower right, one leaf large and low right, one small at left.
    for s in np.linspace(0, 1, 150):
        x = cx + (40 * s + 74 * s * s) * k
        y = cy + 60 * k + (H + 30 * k - cy - 60 * k) * s
        r = (21 + 4 * s) * k
        w = canvas.window(x - r - 3, y - 6 * k, x + r + 3, y + 6 * k)
        if w is None:
            continue
        v = (w[1] - x) / r
        lit = 0.62 + 0.42 * np.sqrt(np.clip(1 - v * v, 0, 1)) - 0.28 * v + 0.25 * (fine[w[0]] - 0.5)
        canvas.paint(w[0], np.array((0.36, 0.50, 0.17)) * lit[..., None], smoothstep(1.05, 0.93, np.abs(v)))
    blade(
        canvas,
        rng,
        (cx + 75 * k, cy + 400 * k),
        (cx + 545 * k, cy + 250 * k),
        250 * k,
        -48 * k,
        green((0.33, 0.52, 0.16), 0.9),
        0.45,
        leaf_profile,
    )
    blade(
        canvas,
        rng,
        (cx + 62 * k, cy + 440 * k),
        (cx - 330 * k, cy + 420 * k),
        170 * k,
        40 * k,
        green((0.27, 0.45, 0.13), 0.9),
        0.4,
        leaf_profile,
    )

    # Green bracts behind the ray florets.
    R = 152 * k
    tilt = 0.93
    turn = -0.25

    def place(angle, radius):
        x, y = np.cos(angle) * radius, np.sin(angle) * radius * tilt
        return cx + x * np.cos(turn) - y * np.sin(turn), cy + x * np.sin(turn) + y * np.cos(turn)

    for i in range(21):
        a = 2 * np.pi * (i + 0.3 * rng.random()) / 21
        blade(
            canvas,
            rng,
            place(a, R * 0.8),
            place(a + 0.1 * (rng.random() - 0.5), R * (1.75 + 0.3 * rng.random())),
            78 * k,
            12 * k * (rng.random() - 0.5),
            green((0.30, 0.44, 0.13), 0.2),
            0.3,
        )

    def ray(tone, phase):
        def at(u, v, a, b):
            iy, ix = b.astype(int), a.astype(int)
            root, middle, tip = (
                np.array((0.80, 0.42, 0.02)),
                np.array((0.965, 0.70, 0.035)),
                np.array((0.995, 0.83, 0.12)),
            )
            t = np.clip(u, 0, 1)[..., None]
            colour = np.where(
                t < 0.38, root + (middle - root) * (t / 0.38), middle + (tip - middle) * ((t - 0.38) / 0.62)
            )
            ridges = 0.055 * np.cos(v * 9.5 + phase) + 0.03 * np.cos(v * 23 + phase * 3)
            cup = -0.17 * np.abs(v) ** 2 + 0.10 * v * np.cos(phase)
            streak = 0.10 * (fine[iy, ix] - 0.5) + 0.10 * (coarse[iy, ix] - 0.5)
            lit = tone * (1.0 + ridges + cup + streak - 0.14 * smoothstep(0.3, 0, u))
            colour = colour * lit[..., None]
            colour[..., 2] += 0.05 * np.clip(lit - 1, 0, 1)
            return colour

        return at

    for row, (count, reach, breadth, tone) in enumerate(
        ((21, 2.52, 80, 0.80), (21, 2.44, 78, 0.92), (18, 2.28, 74, 1.03))
    ):
        order = rng.permutation(count)
        for i in order:
            a = 2 * np.pi * (i + 0.5 * row + 0.45 * (rng.random() - 0.5)) / count
            r = reach * (1 + 0.16 * (rng.random() - 0.5)) * (1 + 0.07 * np.cos(a - 2.2))
            facing = 1 + 0.10 * np.cos(a + 2.3)  # light from above left
            blade(
                canvas,
                rng,
                place(a, R * 0.78),
                place(a + 0.16 * (rng.random() - 0.5), R * r),
                breadth * k * (0.85 + 0.35 * rng.random()),
                26 * k * (rng.random() - 0.5),
                ray(tone * facing * (0.94 + 0.12 * rng.random()), rng.random() * 6.28),
                0.42,
            )

    # Disc: florets on Vogel's spiral; green-brown heart, dark ring, pollen-yellow rim.
    found = canvas.window(cx - 1.3 * R, cy - 1.3 * R, cx + 1.3 * R, cy + 1.3 * R)
    where, wx, wy = found
    lx = (wx - cx) * np.cos(turn) + (wy - cy) * np.sin(turn)
    ly = (-(wx - cx) * np.sin(turn) + (wy - cy) * np.cos(turn)) / tilt
    d = np.hypot(lx, ly) / R
    canvas.shade(where, 0.55 * smoothstep(1.22, 0.98, d))
    canvas.paint(where, np.array((0.17, 0.085, 0.03)) * np.ones(d.shape + (1,)), smoothstep(1.03, 0.99, d))
    total = 900
    for n in range(total, 0, -1):
        rr = np.sqrt(n / total)
        a = n * 2.399963229728653
        x, y = place(a, R * rr * 1.02)
        size = (3.2 + 4.3 * rr) * k * (0.85 + 0.35 * rng.random())
        if rr > 0.93:
            size *= 1.25
        w = canvas.window(x - 2 * size - 2, y - 2 * size - 2, x + 2 * size + 2, y + 2 * size + 2)
        if w is None:
            continue
        q = np.hypot(w[1] - x, w[2] - y) / size
        heart, ring, rim = np.array((0.40, 0.36, 0.10)), np.array((0.27, 0.13, 0.04)), np.array((0.78, 0.50, 0.07))
        c = heart + (ring - heart) * smoothstep(0.22, 0.52, rr)
        c = c + (rim - c) * smoothstep(0.70, 0.95, rr + 0.10 * (rng.random() - 0.5))
        c = c * (0.70 + 0.6 * rng.random()) * (1 - 0.22 * np.cos(a + turn - 0.9) * rr)
        gleam = np.exp(-(((w[1] - x + 0.35 * size) ** 2 + (w[2] - y + 0.35 * size) ** 2) / (0.5 * size) ** 2))
        colour = c * (1.1 - 0.55 * q)[..., None] + (0.30 * gleam)[..., None] * (c * 0.9 + 0.12)
        canvas.shade(w[0], 0.35 * smoothstep(1.7, 0.8, q))
        canvas.paint(w[0], np.clip(colour, 0, 1), smoothstep(1.1, 0.8, q))
    # Camera: light falloff, downsampling, a little sensor noise.
    pixels = canvas.pixels
    small = pixels.reshape(height, scale, width, scale, 3).mean((1, 3))
    cover = canvas.coverage.reshape(height, scale, width, scale).mean((1, 3))
    y2, x2 = np.mgrid[0:height, 0:width]
    small *= (1 - 0.16 * (((x2 / width - 0.45) ** 2 + (y2 / height - 0.42) ** 2) / 0.5))[..., None]
    small = np.clip(small, 0, 1)
    noise = rng.normal(0, 0.008, small.shape[:2])[..., None] + rng.normal(0, 0.005, small.shape)
    return np.clip(small + noise * grain, 0, 1), np.clip(cover, 0, 1)


# ------------------------------------------------------------ raw formats


def bits8(rgb):
    return (np.clip(rgb, 0, 1) * 255 + 0.5).astype(np.uint8)


def picture(rgb):
    return Image.fromarray(bits8(rgb))


def encoded(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def jpeg(image, quality=85, **options):
    return encoded(image, 'JPEG', quality=quality, **options)


def segment(marker, body):
    """One JPEG marker segment."""
    return struct.pack('>BBH', 0xFF, marker, len(body) + 2) + body


def with_segments(data, *segments):
    """A JPEG with marker segments put right behind its start."""
    assert data[:2] == b'\xff\xd8'
    return data[:2] + b''.join(segments) + data[2:]


def frame_at(data):
    """Where a JPEG's frame header (SOF0…SOF2) begins."""
    at = 2
    while data[at + 1] not in (0xC0, 0xC1, 0xC2):
        at += 2 + struct.unpack('>H', data[at + 2 : at + 4])[0]
    return at


def patched(data, at, new):
    return data[:at] + new + data[at + len(new) :]


def directory(entries, start, order='<', following=0):
    """A TIFF directory at offset `start`: entries are (tag, type, count, value bytes)."""
    fixed = 2 + 12 * len(entries) + 4
    table, heap = b'', b''
    for tag, kind, count, value in sorted(entries, key=lambda e: e[0]):
        if len(value) > 4:
            place = struct.pack(order + 'I', start + fixed + len(heap))
            heap += value + b'\0' * (len(value) % 2)
        else:
            place = value.ljust(4, b'\0')
        table += struct.pack(order + 'HHI', tag, kind, count) + place
    return struct.pack(order + 'H', len(entries)) + table + struct.pack(order + 'I', following) + heap


def text(tag, words):
    data = words.encode('ascii') + b'\0'
    return (tag, 2, len(data), data)


def short(tag, *values, order='<'):
    return (tag, 3, len(values), struct.pack(f'{order}{len(values)}H', *values))


def long(tag, *values, order='<'):
    return (tag, 4, len(values), struct.pack(f'{order}{len(values)}I', *values))


def rational(tag, *pairs, order='<'):
    return (tag, 5, len(pairs), b''.join(struct.pack(order + 'II', *p) for p in pairs))


EXIF = b'Exif\0\0'


def tiff_header(order='<'):
    return (b'II' if order == '<' else b'MM') + struct.pack(order + 'HI', 42, 8)


def oriented(value, order='<'):
    """The smallest EXIF block that states an orientation."""
    return tiff_header(order) + directory([short(0x0112, value, order=order)], 8, order)


STORED = {  # how upright pixels must be stored so that this orientation shows them upright
    1: None,
    2: Transpose.FLIP_LEFT_RIGHT,
    3: Transpose.ROTATE_180,
    4: Transpose.FLIP_TOP_BOTTOM,
    5: Transpose.TRANSPOSE,
    6: Transpose.ROTATE_90,
    7: Transpose.TRANSVERSE,
    8: Transpose.ROTATE_270,
}


def chunk(kind, body):
    """One PNG chunk."""
    return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))


PNG = b'\x89PNG\r\n\x1a\n'


def header_chunk(width, height, depth, colour, interlaced=0):
    return chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, depth, colour, 0, 0, interlaced))


def paeth_rows(samples, step):
    """PNG's Paeth filter (type 4) over rows of bytes."""
    x = samples.astype(np.int16)
    left = np.zeros_like(x)
    left[:, step:] = x[:, :-step]
    up = np.zeros_like(x)
    up[1:] = x[:-1]
    corner = np.zeros_like(x)
    corner[1:, step:] = x[:-1, :-step]
    p = left + up - corner
    a, b, c = abs(p - left), abs(p - up), abs(p - corner)
    guess = np.where((a <= b) & (a <= c), left, np.where(b <= c, up, corner))
    filtered = (x - guess).astype(np.uint8)
    return np.hstack([np.full((len(x), 1), 4, np.uint8), filtered]).tobytes()


def png(samples, colour, depth=8, interlaced=False, before=b'', after=b''):
    """A PNG of `samples` (rows, columns, channels); uint16 samples are written in 16 bits."""
    height, width, channels = samples.shape
    step = channels * depth // 8

    def rows(part):
        big = part.astype('>u2') if depth == 16 else part.astype(np.uint8)
        return paeth_rows(np.frombuffer(big.tobytes(), np.uint8).reshape(len(part), -1), step)

    if interlaced:
        passes = ((0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1))
        raw = b''.join(rows(samples[y::dy, x::dx]) for y, x, dy, dx in passes)
    else:
        raw = rows(samples)
    return (
        PNG
        + header_chunk(width, height, depth, colour, int(interlaced))
        + before
        + chunk(b'IDAT', zlib.compress(raw, 9))
        + after
        + chunk(b'IEND', b'')
    )


def zeros_deflated(count):
    """`count` zero bytes, deflated without holding them."""
    squeeze, out, block = zlib.compressobj(9), [], bytes(1 << 20)
    while count > 0:
        out.append(squeeze.compress(block[:count]))
        count -= len(block)
    return b''.join(out) + squeeze.flush()


def png_of_zeros(width, height):
    """A true 8-bit grey PNG of black pixels."""
    return (
        PNG
        + header_chunk(width, height, 8, 0)
        + chunk(b'IDAT', zeros_deflated((width + 1) * height))
        + chunk(b'IEND', b'')
    )


def riff(*chunks):
    """A WebP container."""
    body = b'WEBP' + b''.join(k + struct.pack('<I', len(b)) + b + b'\0' * (len(b) % 2) for k, b in chunks)
    return b'RIFF' + struct.pack('<I', len(body)) + body


def riff_chunks(data):
    """The chunks of a WebP, as (name, body)."""
    at, found = 12, []
    while at < len(data):
        kind, size = data[at : at + 4], struct.unpack('<I', data[at + 4 : at + 8])[0]
        found.append((kind, data[at + 8 : at + 8 + size]))
        at += 8 + size + size % 2
    return found


def webp_of_one_colour(width, height):
    """A true lossless WebP whose prefix codes have one symbol each: no bit is spent on any pixel."""
    fields = [(width - 1, 14), (height - 1, 14), (0, 1), (0, 3), (0, 1), (0, 1), (0, 1)]
    fields += [(1, 1), (0, 1), (1, 1), (160, 8)]  # green: one symbol of eight bits
    fields += [(1, 1), (0, 1), (0, 1), (0, 1)] * 4  # red, blue, alpha, distance: symbol 0
    value = at = 0
    for field, size in fields:
        value |= field << at
        at += size
    return riff((b'VP8L', b'\x2f' + value.to_bytes((at + 7) // 8 + 1, 'little')))


def box(kind, body):
    """One ISO base media box."""
    return struct.pack('>I', len(body) + 8) + kind + body


# ------------------------------------------------------------ colour profiles

D50 = np.array([0.9642, 1.0, 0.8249])
D65 = (0.3127, 0.3290)
SRGB_PRIMARIES = ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
P3_PRIMARIES = ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
ADOBE_PRIMARIES = ((0.64, 0.33), (0.21, 0.71), (0.15, 0.06))
ADOBE_GAMMA = 563 / 256
BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])


def xyz(point):
    x, y = point
    return np.array([x / y, 1.0, (1 - x - y) / y])


def to_xyz(primaries, white=D65):
    """The matrix from linear RGB to XYZ under the space's own white."""
    columns = np.array([xyz(p) for p in primaries]).T
    return columns * np.linalg.solve(columns, xyz(white))


def adaptation(white=D65):
    return np.linalg.inv(BRADFORD) @ np.diag((BRADFORD @ D50) / (BRADFORD @ xyz(white))) @ BRADFORD


def srgb_linear(v):
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)


def srgb_curve(v):
    v = np.clip(v, 0, 1)
    return np.where(v <= 0.0031308, v * 12.92, 1.055 * v ** (1 / 2.4) - 0.055)


def converted(rgb, primaries, curve):
    """sRGB pixels expressed in another space of the same white."""
    matrix = np.linalg.inv(to_xyz(primaries)) @ to_xyz(SRGB_PRIMARIES)
    return curve(np.clip(srgb_linear(np.clip(rgb, 0, 1)) @ matrix.T, 0, 1))


def fixed(*values):
    return b''.join(struct.pack('>i', round(float(v) * 65536)) for v in values)


def profile(name, primaries, curve_tag, major):
    """A matrix profile: version 2 with plain descriptions, version 4 with Unicode ones and the adaptation matrix."""
    columns = adaptation() @ to_xyz(primaries)

    def words(line, description):
        if major == 4:
            data = line.encode('utf-16-be')
            return b'mluc\0\0\0\0' + struct.pack('>II', 1, 12) + b'enUS' + struct.pack('>II', len(data), 28) + data
        if description:
            ascii_ = line.encode() + b'\0'
            return b'desc\0\0\0\0' + struct.pack('>I', len(ascii_)) + ascii_ + bytes(8 + 3 + 67)
        return b'text\0\0\0\0' + line.encode() + b'\0'

    tags = [
        (b'desc', words(name, True)),
        (b'cprt', words('No rights reserved', False)),
        (b'wtpt', b'XYZ \0\0\0\0' + fixed(*D50)),
    ]
    tags += [(k, b'XYZ \0\0\0\0' + fixed(*columns[:, i])) for i, k in enumerate((b'rXYZ', b'gXYZ', b'bXYZ'))]
    tags += [(k, curve_tag) for k in (b'rTRC', b'gTRC', b'bTRC')]
    if major == 4:
        tags.append((b'chad', b'sf32\0\0\0\0' + fixed(*adaptation().flatten())))
    table, heap, at, seen = b'', b'', 128 + 4 + 12 * len(tags), {}
    for kind, body in tags:
        if body not in seen:
            seen[body] = at + len(heap)
            heap += body + b'\0' * (-len(body) % 4)
        table += kind + struct.pack('>II', seen[body], len(body))
    size = at + len(heap)
    head = struct.pack('>I', size) + b'\0\0\0\0' + bytes([major, 0x30 if major == 4 else 0x10, 0, 0]) + b'mntrRGB XYZ '
    head += struct.pack('>6H', 2026, 1, 1, 0, 0, 0) + b'acsp' + bytes(4) + bytes(4) + bytes(4) + bytes(4) + bytes(8)
    head += struct.pack('>I', 0) + fixed(*D50) + bytes(4)
    return head.ljust(128, b'\0') + struct.pack('>I', len(tags)) + table + heap


ADOBE_TRC = b'curv\0\0\0\0' + struct.pack('>IH', 1, round(ADOBE_GAMMA * 256))
SRGB_TRC = b'para\0\0\0\0' + struct.pack('>HH', 3, 0) + fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)


# ------------------------------------------------------------ the good pictures

CANARY = 'stillroom-canary'


def private_exif(thumbnail):
    """EXIF with a made-up owner, camera and place (51.4787 N 0.2956 W) and a thumbnail: none of it may survive."""
    gps = [
        (0, 1, 4, bytes([2, 3, 0, 0])),
        text(1, 'N'),
        rational(2, (51, 1), (28, 1), (4332, 100)),
        text(3, 'W'),
        rational(4, (0, 1), (17, 1), (4416, 100)),
        text(29, '2026:05:01'),
    ]
    main = [
        text(0x010F, CANARY + '-make'),
        text(0x0110, CANARY + '-model'),
        text(0x013B, CANARY + '-artist'),
        text(0x0132, '2026:05:01 10:11:12'),
        short(0x0112, 1),
        long(0x8769, 0),
        long(0x8825, 0),
    ]
    details = [
        text(0x9003, '2026:05:01 10:11:12'),
        text(0xA431, CANARY + '-serial'),
        (0x927C, 7, 64, (CANARY + '-maker-note').encode().ljust(64, b'.')),
    ]
    at_details = 8 + len(directory(main, 8))
    at_gps = at_details + len(directory(details, at_details))
    at_small = at_gps + len(directory(gps, at_gps))
    small = [short(0x0103, 6), long(0x0201, 0), long(0x0202, len(thumbnail))]
    small[1] = long(0x0201, at_small + len(directory(small, at_small)))
    main[-2:] = [long(0x8769, at_details), long(0x8825, at_gps)]
    return (
        tiff_header()
        + directory(main, 8, following=at_small)
        + directory(details, at_details)
        + directory(gps, at_gps)
        + directory(small, at_small)
        + thumbnail
    )


def private_xmp():
    return f'''<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" exif:GPSLatitude="51,28.722N" exif:GPSLongitude="0,17.736W"
 dc:source="{CANARY}-xmp"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'''.encode()


def page(width=640, height=480):
    """A typed page on a table, photographed a little askew: certainly not a plant."""
    rng = np.random.default_rng(7)
    sheet = Image.new('RGB', (1000, 1300), (244, 242, 235))
    pen = ImageDraw.Draw(sheet)
    pen.text((90, 80), 'Minutes of the allotment society', (30, 30, 40), ImageFont.load_default(44))
    pen.line((90, 150, 910, 150), (60, 60, 70), 3)
    lines = [
        'Present: the chair, the treasurer and nine members.',
        'The minutes of the last meeting were read and agreed.',
        'The water butt by gate three leaks and is to be mended',
        'before the end of the month at a cost of 40 or less.',
        '',
        'Keys: two are missing. Members who hold a key are',
        'asked to sign the book in the shed.',
        '',
        '1. Rent is due on the first of October.',
        '2. The path by the hedge is kept clear for barrows.',
        '3. Bonfires only after dark and never in summer.',
        '4. The next meeting is in the hall, not the shed.',
        '',
        'The treasurer reported 312.50 in the bank, 18.20 in',
        'the tin and 6.00 owed by plot eleven.',
        '',
        'There being nothing else, the meeting closed at nine.',
    ]
    for i, line in enumerate(lines):
        pen.text((90, 200 + 58 * i), line, (45, 45, 55), ImageFont.load_default(31))
    ys, xs = np.mgrid[0:height, 0:width]
    wood = 0.5 + 0.5 * np.sin(ys / 9.0 + 6 * value_noise(rng, height, width, 80)) * value_noise(rng, height, width, 40)
    table = np.array((0.42, 0.27, 0.16)) * (0.75 + 0.35 * wood)[..., None]
    ground = picture(table).convert('RGBA')
    sheet = sheet.convert('RGBA').resize((400, 520), Image.Resampling.LANCZOS)
    sheet = sheet.rotate(-8, Image.Resampling.BICUBIC, expand=True)
    ground.alpha_composite(sheet.crop((0, 0, sheet.width, height - 18)), (74, 18))
    lit = np.asarray(ground.convert('RGB')) / 255.0 * (1.04 - 0.34 * (xs / width) - 0.08 * (ys / height))[..., None]
    return np.clip(lit + rng.normal(0, 0.008, lit.shape[:2])[..., None], 0, 1)


def shrunk(values, factor):
    height, width = values.shape[:2]
    return values.reshape(height // factor, factor, width // factor, factor, -1).mean((1, 3))


def heic(image, quality=55, **options):
    return encoded(image, 'HEIF', quality=quality, **options)


def good_pictures(add):
    rgb, _ = sunflower()
    clean, cover = sunflower(transparent=True, grain=0)
    calm, _ = sunflower(grain=0)
    full = picture(rgb)
    middle = full.resize((448, 336), Image.Resampling.LANCZOS)
    middle_rgb = np.asarray(middle) / 255.0
    small_rgb = np.stack([shrunk(calm[..., i], 4)[..., 0] for i in range(3)], -1)  # 160 × 120

    add('flower.jpg', jpeg(full), 'baseline JPEG, 4:2:0; the reference look', size=(640, 480))
    for value in range(10):
        how = STORED.get(value)
        stored = middle.transpose(how) if how is not None else middle
        note = (
            f'EXIF orientation {value}; shown upright it equals flower-orientation-1.jpg within JPEG loss'
            if 1 <= value <= 8
            else f'EXIF orientation {value} is invalid: the pixels are upright already'
        )
        add(
            f'flower-orientation-{value}.jpg',
            jpeg(stored, exif=EXIF + oriented(value, '><'[value % 2])),
            note,
            size=middle.size,
        )
    add(
        'flower-progressive.jpg',
        jpeg(middle, progressive=True),
        'progressive JPEG, the usual 10 scans',
        size=middle.size,
    )
    add(
        'flower-444-restart.jpg',
        jpeg(middle, 80, subsampling=0, restart_marker_rows=1),
        '4:4:4 with restart markers',
        size=middle.size,
    )
    add('flower-grey.jpg', jpeg(middle.convert('L')), 'one component', size=middle.size)
    add(
        'flower-cmyk.jpg',
        jpeg(middle.convert('CMYK'), 80),
        'CMYK, stored inverted with the Adobe marker, no profile',
        size=middle.size,
    )
    adobe = picture(converted(middle_rgb, ADOBE_PRIMARIES, lambda v: v ** (1 / ADOBE_GAMMA)))
    add(
        'flower-adobe-rgb.jpg',
        jpeg(adobe, 88, icc_profile=profile('Wide RGB, gamma 2.2', ADOBE_PRIMARIES, ADOBE_TRC, 2)),
        'pixels and version 2 profile with the primaries of Adobe RGB (1998)',
        size=middle.size,
    )
    wide = picture(converted(middle_rgb, P3_PRIMARIES, srgb_curve))
    add(
        'flower-display-p3.jpg',
        jpeg(wide, 88, icc_profile=profile('Display P3, drawn', P3_PRIMARIES, SRGB_TRC, 4)),
        'pixels and version 4 profile of Display P3',
        size=middle.size,
    )
    turned = profile('Green and red swapped', [SRGB_PRIMARIES[i] for i in (1, 0, 2)], SRGB_TRC, 4)
    add(
        'flower-swapped-primaries.jpg',
        jpeg(picture(middle_rgb[..., [1, 0, 2]]), 88, subsampling=0, icc_profile=turned),
        'red and green exchanged in pixels and profile: green petals show that the profile was ignored',
        size=middle.size,
    )

    deep = np.round(small_rgb * 1023).astype(np.uint16)
    deep = deep << 6 | deep >> 4
    add('flower-16-bit.png', png(deep, 2, 16), '16 bits a channel', size=(160, 120))
    luma = small_rgb @ np.array([0.2126, 0.7152, 0.0722])
    grey = np.round(luma * 1023).astype(np.uint16)
    add('flower-16-bit-grey.png', png((grey << 6 | grey >> 4)[..., None], 0, 16), '16-bit grey', size=(160, 120))
    part = shrunk(cover, 2)[..., 0]
    colour = np.stack([shrunk(clean[..., i], 2)[..., 0] for i in range(3)], -1) / np.maximum(part, 1e-3)[..., None]
    colour = np.where(part[..., None] > 0.004, colour, (1.0, 0.0, 1.0))
    cut = Image.fromarray(np.dstack([bits8(colour), bits8(part)]))  # 320 × 240
    cut_small = Image.fromarray(np.asarray(cut)[::2, ::2])
    add(
        'flower-alpha.png',
        png(np.asarray(cut_small), 6),
        'transparent background; its hidden colour is magenta, so dropping alpha instead of laying it on white shows',
        size=cut_small.size,
    )
    half = picture(calm).resize((240, 180), Image.Resampling.LANCZOS)
    add(
        'flower-palette.png',
        encoded(half.quantize(64, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE), 'PNG', optimize=True),
        'palette of 64 colours',
        size=half.size,
    )
    add('flower-interlaced.png', png(bits8(small_rgb), 2, interlaced=True), 'Adam7 interlaced', size=(160, 120))
    stored = np.ascontiguousarray(np.rot90(bits8(small_rgb)))
    add(
        'flower-orientation-6.png',
        png(stored, 2, before=chunk(b'eXIf', oriented(6, '>'))),
        'orientation 6 in an eXIf chunk: turn it as a JPEG would be',
        size=(160, 120),
    )
    add('flower-lossy.webp', encoded(middle, 'WEBP', quality=80, method=6), 'lossy WebP (VP8)', size=middle.size)
    add(
        'flower-lossless-alpha.webp',
        encoded(cut_small, 'WEBP', lossless=True, method=6, exact=True),
        'lossless WebP (VP8L) with transparency; hidden colour magenta',
        size=cut_small.size,
    )
    add(
        'flower-orientation-8.webp',
        encoded(middle.transpose(STORED[8]), 'WEBP', quality=75, method=6, exif=EXIF + oriented(8)),
        'orientation 8 in a WebP EXIF chunk',
        size=middle.size,
    )
    add(
        'flower-lzw.tiff',
        encoded(half, 'TIFF', compression='tiff_lzw', tiffinfo={317: 2}),
        'RGB, LZW with predictor',
        size=half.size,
    )
    quarter = middle.resize((320, 240), Image.Resampling.LANCZOS)
    add('flower.heic', heic(quarter), 'HEVC still picture', size=quarter.size)
    exif = Image.Exif()
    exif[0x0112] = 6
    add(
        'flower-rotated.heic',
        heic(quarter.transpose(STORED[6]), exif=exif.tobytes()),
        'stored turned, with an irot property (and EXIF orientation 1): turn once, not twice',
        size=quarter.size,
    )

    thumbnail = with_segments(
        jpeg(picture(page()).resize((96, 72)), 50), segment(0xFE, (CANARY + '-thumbnail').encode())
    )
    block = private_exif(thumbnail)
    add(
        'private.jpg',
        with_segments(
            jpeg(middle),
            segment(0xE1, EXIF + block),
            segment(0xE1, b'http://ns.adobe.com/xap/1.0/\0' + private_xmp()),
            segment(0xFE, (CANARY + '-comment').encode()),
        ),
        'EXIF with place 51.4787 N 0.2956 W, owner, serial, thumbnail of another picture; XMP; comment: '
        f'no "{CANARY}" and no GPS may survive',
        size=middle.size,
    )
    add(
        'private.png',
        png(
            bits8(small_rgb),
            2,
            before=chunk(b'eXIf', block)
            + chunk(b'tEXt', b'Comment\0' + (CANARY + '-text').encode())
            + chunk(b'iTXt', b'XML:com.adobe.xmp\0\0\0\0\0' + private_xmp()),
        ),
        'the same in PNG chunks',
        size=(160, 120),
    )
    add(
        'private.webp',
        encoded(half, 'WEBP', quality=75, method=6, exif=block, xmp=private_xmp()),
        'the same in WebP chunks',
        size=half.size,
    )
    add(
        'tiny-20x20.jpg',
        jpeg(full.resize((20, 20), Image.Resampling.LANCZOS)),
        'valid, but under the least size',
        reason='too-small',
    )
    add('page.jpg', jpeg(picture(page()), 80), 'a typed page: a good picture of no plant', size=(640, 480))
    add('really-a-jpeg.png', jpeg(quarter), 'a JPEG whose name says PNG: the bytes decide', size=quarter.size)


# ------------------------------------------------------------ odd but acceptable


def zipped():
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, words in (('index.html', f'<script>document.title="{CANARY}"</script>'), ('../../up.txt', CANARY)):
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), words)
    return out.getvalue()


def tail(count):
    """Bytes that compress badly and name themselves."""
    return (CANARY.encode() + np.random.default_rng(3).bytes(count))[:count]


def odd_pictures(add, image, base):
    size = image.size
    accepted = dict(size=size)
    add('jpeg-then-zip.jpg', base + zipped(), 'JPEG/ZIP polyglot: the tail must not survive', **accepted)
    add('jpeg-then-70000-bytes.jpg', base + tail(70000), '70,000 bytes behind the end marker', **accepted)
    add(
        'jpeg-then-jpeg.jpg',
        base + jpeg(picture(page()).resize((160, 120)), 60),
        'a second, different JPEG behind the first: the first is the picture',
        **accepted,
    )
    add(
        'jpeg-with-pdf-comment.jpg',
        with_segments(base, segment(0xFE, b'\n%PDF-1.4\n%' + CANARY.encode() + b'\n')),
        'starts as JPEG and says %PDF in its first kilobyte',
        **accepted,
    )
    add(
        'jpeg-with-html-comment.jpg',
        with_segments(base, segment(0xFE, b'<html><script>alert(1)</script>')),
        'HTML in a comment: bait for content sniffing',
        **accepted,
    )
    add(
        'jpeg-multi-picture.jpg',
        encoded(image, 'MPO', quality=70, save_all=True, append_images=[picture(page()).resize(size)]),
        'MPO as phones write it: the first picture counts',
        **accepted,
    )
    add('jpeg-fill-bytes.jpg', base[:2] + b'\xff' * 64 + base[2:], '64 fill bytes before the first marker', **accepted)
    add(
        'jpeg-no-end-marker.jpg',
        base[:-2],
        'only the end marker is missing; strict readers call it truncated',
        either=True,
        reason='truncated-or-corrupt',
        **accepted,
    )
    add(
        'jpeg-large-comment.jpg',
        with_segments(base, segment(0xFE, (CANARY + ' ').encode().ljust(65000, b'-'))),
        'a comment of 65,000 bytes',
        **accepted,
    )

    def exif(name, block, note, **more):
        add(
            f'exif-{name}.jpg',
            with_segments(base, segment(0xE1, EXIF + block)),
            note if more else note + '; pixels are upright',
            **{**accepted, **more},
        )

    exif(
        'orientation-as-text',
        tiff_header() + directory([text(0x0112, '6')], 8),
        'orientation 6 of type ASCII; readers differ on whether it counts',
        size=None,
    )
    exif(
        'orientation-of-many',
        tiff_header() + directory([short(0x0112, *range(11, 900))], 8),
        'orientation with 889 values',
    )
    exif(
        'outside-itself',
        tiff_header() + struct.pack('<HHHII', 1, 0x0110, 2, 4096, 0xFFFFFFF0) + bytes(4),
        'a string beyond the block',
    )
    exif('first-directory-outside', b'II' + struct.pack('<HI', 42, 0xFFFFFFF0), 'first directory beyond the block')
    exif(
        'directory-loop',
        tiff_header() + directory([text(0x0110, 'loop')], 8, following=8),
        'a directory that follows itself',
    )
    exif(
        'directory-inside-itself',
        tiff_header() + directory([long(0x8769, 8), long(0x8825, 8)], 8),
        'sub-directories that are their own parent',
    )
    exif(
        'count-overflow',
        tiff_header() + struct.pack('<HHHII', 1, 0x0110, 12, 0x20000001, 8) + bytes(4),
        'count × size overflows 32 bits',
    )
    exif('65535-entries', tiff_header() + b'\xff\xff' + bytes(60), 'a directory that claims 65,535 entries')
    exif('empty', b'', 'an empty block')
    exif('wrong-order-mark', b'XX' + oriented(6)[2:], 'orientation 6 behind an unknown byte order')

    rng = np.random.default_rng(11)
    icc = b'ICC_PROFILE\0'
    good = profile('Display P3, drawn', P3_PRIMARIES, SRGB_TRC, 4)
    for name, body, note in (
        ('random', icc + b'\1\1' + rng.bytes(600), 'profile of random bytes'),
        ('half', icc + b'\1\1' + good[: len(good) // 2], 'profile cut in the middle'),
        ('one-of-three', icc + b'\1\3' + good[:200], 'part 1 of 3 alone'),
        (
            'tag-outside',
            icc + b'\1\1' + patched(good, 136, struct.pack('>II', 0xFFFFFF00, 4096)),
            'tag beyond the profile',
        ),
        ('size-lie', icc + b'\1\1' + patched(good, 0, b'\xff\xff\xff\xff'), 'profile that claims 4 GiB'),
        ('cmyk-for-rgb', icc + b'\1\1' + patched(good, 16, b'CMYK'), 'profile of another colour model'),
    ):
        add(f'icc-{name}.jpg', with_segments(base, segment(0xE2, body)), note + ': read as sRGB', **accepted)

    small = bits8(shrunk(np.asarray(image) / 255.0, 2))
    rows, columns = small.shape[:2]
    add('png-then-1000-bytes.png', png(small, 2) + tail(1000), 'bytes behind IEND', size=(columns, rows))
    add(
        'png-unknown-chunks.png',
        png(small, 2, before=chunk(b'stRm', b'x' * 40) + chunk(b'vpAg', bytes(9))),
        'private chunks',
        size=(columns, rows),
    )
    add(
        'png-50-megapixels.png',
        png_of_zeros(8000, 6250),
        'exactly 50,000,000 pixels, black: the largest allowed',
        size=(8000, 6250),
    )
    add('png-side-16384.png', png_of_zeros(16384, 256), 'the longest side allowed', size=(16384, 256))
    webp = encoded(image.resize((160, 120)), 'WEBP', quality=60, method=6)
    add('webp-then-1000-bytes.webp', webp + tail(1000), 'bytes behind the RIFF', size=(160, 120))


# ------------------------------------------------------------ what must be refused


class ScanWriter:
    """Progressive JPEG scans in which every block is zero: a few bytes each, a walk over all blocks for the reader."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.mcus = -(-width // 16) * -(-height // 16)
        self.blocks = {
            1: -(-width // 8) * -(-height // 8),
            2: -(-width // 16) * -(-height // 16),
            3: -(-width // 16) * -(-height // 16),
        }

    def start(self):
        frame = struct.pack('>BHHB', 8, self.height, self.width, 3) + bytes([1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0])
        ends = bytes(n << 4 for n in range(15))
        return (
            b'\xff\xd8'
            + segment(0xDB, b'\0' + b'\1' * 64)
            + segment(0xC2, frame)
            + segment(0xC4, b'\0' + bytes([1] + [0] * 15) + b'\0')
            + segment(0xC4, b'\x10' + bytes([0, 0, 0, 15] + [0] * 12) + ends)
            + segment(0xDA, bytes([3, 1, 0, 2, 0, 3, 0, 0, 0, 0]))
            + self.flush('0' * (6 * self.mcus))
        )

    def scan(self, component, first, last, high, low):
        left, out = self.blocks[component], ''
        while left:
            run = min(left, 32767)
            size = run.bit_length() - 1
            out += f'{size:04b}' + (f'{run - (1 << size):0{size}b}' if size else '')
            left -= run
        return segment(0xDA, bytes([1, component, 0, first, last, high << 4 | low])) + self.flush(out)

    @staticmethod
    def flush(bits):
        bits += '1' * (-len(bits) % 8)
        return int(bits, 2).to_bytes(len(bits) // 8, 'big').replace(b'\xff', b'\xff\0')


def jpeg_of_lawful_scans(width, height, count):
    """Every scan obeys the rules of successive approximation, so a reader that fails on warnings is not saved."""
    writer = ScanWriter(width, height)
    steps = [(c, k, 14 - i if i else 0, 13 - i) for c in (1, 2, 3) for k in range(1, 64) for i in range(14)]
    return writer.start() + b''.join(writer.scan(c, k, k, high, low) for c, k, high, low in steps[:count]) + b'\xff\xd9'


def jpeg_of_wide_scans(width, height, count):
    """Refinements of all 63 coefficients, over and over: against the rules (a warning), and dearer a scan."""
    writer = ScanWriter(width, height)
    return writer.start() + writer.scan(1, 1, 63, 0, 1) + writer.scan(1, 1, 63, 1, 0) * count + b'\xff\xd9'


def tiff(width, height, *more, following=0):
    fields = [
        short(258, 8),
        short(259, 1),
        short(262, 1),
        short(277, 1),
        long(256, width),
        long(257, height),
        long(273, 8),
        long(278, height),
        long(279, 4096),
    ]
    return tiff_header() + directory(fields + list(more), 8, following=following)


SVG = '''<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="640" height="480">
<script>document.title = "stillroom-canary"</script><image xlink:href="file:///etc/hostname" width="9" height="9"/>
<image xlink:href="http://stillroom.invalid/canary.png" width="9" height="9"/><text y="20">&x;</text></svg>
'''


def pdf(body=b''):
    stream = (
        b'1 0 obj<</Type/XObject/Subtype/Image/Filter/DCTDecode/Length %d>>stream\n' % len(body)
        + body
        + b'\nendstream endobj\n'
    )
    return (
        b'%PDF-1.4\n'
        + stream
        + b'2 0 obj<</Type/Catalog/Pages 3 0 R>>endobj\n3 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n'
        b'trailer<</Root 2 0 R>>\n%%EOF\n'
    )


def bad_files(add, image):
    small = image.resize((160, 120), Image.Resampling.LANCZOS)
    samples = np.asarray(image.resize((80, 60), Image.Resampling.LANCZOS)) & 0xF0
    base = jpeg(small, 80)
    good_png = png(samples, 2)
    good_webp = encoded(small, 'WEBP', quality=70, method=6)
    good_tiff = encoded(small.resize((48, 36)), 'TIFF')
    good_heic = heic(small)
    torn, other, kind = 'truncated-or-corrupt', 'unsupported-format', 'not-an-image'
    big = ['too-many-pixels', 'side-too-long']

    add('empty.jpg', b'', 'empty', 'no bytes')
    add('one-byte.jpg', b'\xff', kind, 'one byte')
    add('two-bytes.jpg', b'\xff\xd8', [torn, kind], 'the start marker alone')
    add('random.jpg', np.random.default_rng(1).bytes(4096), kind, 'random bytes')
    add('zeros.jpg', bytes(2048), kind, 'zero bytes')
    add('text.jpg', b'This is not a picture, whatever its name says.\n' * 20, kind, 'plain text')

    for share in (10, 50, 90, 99):
        add(f'jpeg-cut-{share}.jpg', base[: len(base) * share // 100], torn, f'the first {share} % of a JPEG')
    add('jpeg-cut-in-header.jpg', base[:200], torn, 'ends inside the tables')
    progressive = jpeg(small, 75, progressive=True)
    add(
        'jpeg-progressive-cut-50.jpg',
        progressive[: len(progressive) // 2],
        torn,
        'half of a progressive JPEG: all of it is blurred',
    )
    at = frame_at(base)
    add(
        'jpeg-claims-65500x65500.jpg',
        patched(base, at + 5, struct.pack('>HH', 65500, 65500)),
        big,
        'a frame header that lies',
    )
    add('jpeg-height-0.jpg', patched(base, at + 5, b'\0\0'), torn, 'height 0')
    add('jpeg-12-bit.jpg', patched(base, at + 4, b'\x0c'), [torn, other], 'claims 12 bits a sample')
    add('jpeg-lossless.jpg', patched(base, at + 1, b'\xc3'), [torn, other], 'claims the lossless process')
    add('jpeg-no-scan.jpg', base[: base.index(b'\xff\xda')] + b'\xff\xd9', torn, 'headers and no picture')
    middle = len(base) * 6 // 10
    add(
        'jpeg-hole.jpg',
        base[:middle] + bytes(900) + base[middle + 900 :],
        torn,
        'zeros in the middle of the scan: libjpeg warns only at the very end, which vips 8.14 with fail_on=warning can miss',
    )
    add('jpeg-marker-in-scan.jpg', patched(base, middle, b'\xff\xd9'), torn, 'an end marker in the middle of the scan')
    add(
        'jpeg-segment-too-long.jpg', base[:2] + b'\xff\xe1\xff\xff' + base[2:], torn, 'a segment that swallows the rest'
    )
    add(
        'jpeg-1500-scans.jpg',
        jpeg_of_lawful_scans(4800, 3600, 1500),
        'too-complex',
        '17 megapixels and 1,501 scans, all by the rules: no warning is ever raised (vips 8.14: 3 s)',
    )
    add(
        'jpeg-1000-wide-scans.jpg',
        jpeg_of_wide_scans(2400, 1800, 1000),
        'too-complex',
        '4 megapixels and 1,003 scans of all coefficients',
    )
    add('jpeg-2000-comments.jpg', with_segments(base, segment(0xFE, b'') * 2000), 'too-complex', '2,000 empty comments')

    add('png-cut-50.png', good_png[: len(good_png) // 2], torn, 'half a PNG')
    add('png-cut-in-header.png', good_png[:20], [torn, kind], 'ends inside IHDR')
    add('png-ihdr-crc.png', patched(good_png, 29, bytes([good_png[29] ^ 0xFF])), torn, 'wrong checksum in IHDR')
    add(
        'png-idat-crc.png',
        patched(good_png, len(good_png) - 16, bytes([good_png[-16] ^ 0xFF])),
        torn,
        'wrong checksum in IDAT',
    )
    add(
        'png-claims-50000x50000.png',
        PNG
        + header_chunk(50000, 50000, 8, 6)
        + chunk(b'IDAT', zlib.compress(bytes(64), 9).ljust(17, b'\0'))
        + chunk(b'IEND', b''),
        big,
        '74 bytes that claim 2.5 gigapixels RGBA',
    )
    add(
        'png-claims-4-giga.png',
        PNG + header_chunk(0xFFFFFFFF, 0xFFFFFFFF, 16, 6) + chunk(b'IEND', b''),
        big + [torn],
        'sides of 2^32 − 1',
    )
    add('png-width-0.png', PNG + header_chunk(0, 60, 8, 2) + good_png[33:], torn, 'width 0')
    add('png-side-16385.png', png_of_zeros(16385, 10), ['side-too-long', 'too-small'], 'one pixel longer than allowed')
    add('png-64-megapixels.png', png_of_zeros(8000, 8000), 'too-many-pixels', 'a true picture of 64 megapixels, black')
    add('png-1x1.png', png(samples[:1, :1], 2), 'too-small', 'one pixel')
    bomb = zeros_deflated(100_000_000)
    add(
        'png-iccp-bomb.png',
        png(samples, 2, before=chunk(b'iCCP', b'icc\0\0' + bomb)),
        ['too-complex', torn],
        'a profile that inflates to 100 MB',
        either=True,
    )
    add(
        'png-ztxt-bomb.png',
        png(samples, 2, before=chunk(b'zTXt', b'Comment\0\0' + bomb[: len(bomb) // 10])),
        ['too-complex', torn],
        'a text that inflates to 10 MB',
        either=True,
    )
    add(
        'png-idat-bomb.png',
        PNG + header_chunk(320, 240, 8, 2) + chunk(b'IDAT', zeros_deflated(10_000_000)) + chunk(b'IEND', b''),
        ['too-complex', torn],
        '230 kB of pixels, then 10 MB more in the same stream',
        either=True,
    )
    add('png-5000-texts.png', png(samples, 2, before=chunk(b'tEXt', b'a\0') * 5000), 'too-complex', '5,000 tEXt chunks')
    frames = [small.resize((48, 36)).rotate(a) for a in (0, 40, 80)]
    moving = dict(save_all=True, append_images=frames[1:], duration=100, loop=0)
    add('png-animated.png', encoded(frames[0], 'PNG', **moving), 'several-frames', 'APNG of three frames')

    add('webp-cut-50.webp', good_webp[: len(good_webp) // 2], torn, 'half a WebP')
    add('webp-cut-in-header.webp', good_webp[:16], [torn, kind], 'ends inside the header')
    add(
        'webp-claims-16383x16383.webp',
        riff((b'VP8 ', bytes([0x10, 2, 0]) + b'\x9d\x01\x2a' + struct.pack('<HH', 16383, 16383) + bytes(8))),
        'too-many-pixels',
        '38 bytes that claim 268 megapixels',
    )
    add(
        'webp-268-megapixels.webp',
        webp_of_one_colour(16383, 16383),
        'too-many-pixels',
        'a true lossless WebP of 268 megapixels in one colour',
    )
    add(
        'webp-canvas-lie.webp',
        riff((b'VP8X', bytes([0, 0, 0, 0]) + (16382).to_bytes(3, 'little') * 2), *riff_chunks(good_webp)),
        [torn, 'too-many-pixels'],
        'a canvas of 16383 × 16383 around a picture of 160 × 120',
    )
    add(
        'webp-2000-chunks.webp',
        riff(
            (b'VP8X', bytes(4) + (159).to_bytes(3, 'little') + (119).to_bytes(3, 'little')),
            *riff_chunks(good_webp),
            *[(b'stRm', b'')] * 2000,
        ),
        'too-complex',
        '2,000 unknown chunks',
    )
    add('webp-animated.webp', encoded(frames[0], 'WEBP', quality=60, **moving), 'several-frames', 'three frames')

    add('tiff-cut-50.tiff', good_tiff[: len(good_tiff) // 2], torn, 'half a TIFF')
    add(
        'tiff-directory-loop.tiff',
        tiff(64, 64, following=8) + bytes(4096),
        [torn, 'several-frames'],
        'a directory that follows itself',
        either=True,
    )
    add('tiff-claims-1000000x1000000.tiff', tiff(1_000_000, 1_000_000) + bytes(64), big, 'claims 10^12 pixels')
    add(
        'tiff-two-pages.tiff',
        encoded(frames[0], 'TIFF', save_all=True, append_images=frames[1:2], compression='tiff_lzw', tiffinfo={317: 2}),
        'several-frames',
        'two pages',
    )
    strips = 400_000
    add(
        'tiff-400000-strips.tiff',
        tiff_header()
        + directory(
            [
                short(258, 8),
                short(259, 1),
                short(262, 1),
                short(277, 1),
                long(256, 64),
                long(257, strips),
                (273, 4, strips, b'\0\0\0\0\0\0\0\0'),
                long(278, 1),
                (279, 4, strips, b'\0\0\0\0\0\0\0\0'),
            ],
            8,
        ),
        ['side-too-long', torn],
        'strip tables that lie outside the file',
    )

    add('heic-cut-50.heic', good_heic[: len(good_heic) // 2], torn, 'half a HEIC')
    add('heic-cut-in-meta.heic', good_heic[: good_heic.index(b'meta') + 100], torn, 'ends inside the meta box')
    meta = good_heic.index(b'meta') - 4
    add('heic-meta-too-long.heic', patched(good_heic, meta, b'\xff\xff\xff\xf0'), torn, 'a meta box that claims 4 GiB')
    add(
        'heic-meta-too-short.heic',
        patched(good_heic, meta, b'\0\0\0\x40'),
        torn,
        'a meta box that ends inside its first child',
    )
    lie, at = good_heic, 0
    while (at := lie.find(b'ispe', at + 1)) > 0:
        lie = patched(lie, at + 8, struct.pack('>II', 60000, 60000))
    add('heic-claims-60000x60000.heic', lie, big + ['truncated-or-corrupt'], 'image spatial extents that lie')
    stretched, at = good_heic, good_heic.find(b'ispe')
    while at > 0:
        stretched = patched(stretched, at + 8, struct.pack('>II', 7000, 7000))
        at = stretched.find(b'ispe', at + 1)
    add('heic-stretched.heic', stretched, torn, 'says 7000 × 7000, within the limits; its HEVC picture has 160 × 120')
    nest = b''
    for _ in range(1000):
        nest = box(b'iprp', nest)
    add(
        'heic-nested-boxes.heic',
        box(b'ftyp', b'heic\0\0\0\0mif1heic') + box(b'meta', bytes(4) + nest),
        [torn, 'too-complex'],
        'boxes nested 1,000 deep',
    )
    add(
        'heic-box-of-size-0.heic',
        box(b'ftyp', b'heic\0\0\0\0mif1heic') + b'\0\0\0\1meta' + bytes(8) + b'\0\0\0\0free' * 50,
        torn,
        'boxes of size 0: a reader that adds sizes never moves',
    )

    add('gif.gif', encoded(frames[0], 'GIF'), other, 'GIF')
    add('gif-animated.gif', encoded(frames[0], 'GIF', **moving), [other, 'several-frames'], 'GIF of three frames')
    add('gif-named.jpg', encoded(frames[0], 'GIF'), other, 'GIF named .jpg')
    add('bmp.bmp', encoded(frames[0], 'BMP'), other, 'BMP')
    add('icon.ico', encoded(frames[0].resize((32, 32)), 'ICO'), other, 'ICO')
    add('jpeg-2000.jp2', encoded(small, 'JPEG2000', quality_layers=[60]), other, 'JPEG 2000')
    add('jpeg-xl.jxl', b'\xff\x0a' + bytes(40), other, 'the magic of a JPEG XL stream')
    add(
        'avif-sequence.avif',
        box(b'ftyp', b'avis\0\0\0\0avisavifmsf1') + encoded(small, 'AVIF', quality=50, max_threads=1)[32:],
        other,
        'a sequence of AVIF pictures: a HEIF brand that is not on the list',
    )
    add(
        'video.mp4',
        box(b'ftyp', b'isom\0\0\2\0isomiso2mp41') + box(b'moov', box(b'mvhd', bytes(100))),
        other,
        'an MP4 header',
    )
    add('svg.svg', SVG.encode(), [other, kind], 'SVG with script, external entity, file and network references')
    add('svg-named.jpg', SVG.encode(), [other, kind], 'the same named .jpg')
    add('pdf.pdf', pdf(), [other, kind], 'PDF')
    add('pdf-with-jpeg.jpg', pdf(base), [other, kind], 'starts %PDF and holds a whole JPEG')
    add(
        'eps.eps',
        b'%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 64 48\n(/etc/hostname) (r) file pop\nshowpage\n',
        [other, kind],
        'EPS',
    )
    add(
        'magick.mvg',
        b"push graphic-context\nviewbox 0 0 640 480\nfill 'url(https://stillroom.invalid/x\";id\")'\n"
        b"image over 0,0 0,0 'label:@/etc/hostname'\npop graphic-context\n",
        [other, kind],
        'ImageMagick vector graphics',
    )
    add(
        'magick-named.jpg',
        b"push graphic-context\nviewbox 0 0 640 480\nimage over 0,0 0,0 'msl:/tmp/x.msl'\npop graphic-context\n",
        [other, kind],
        'the same named .jpg',
    )
    add(
        'vips.v',
        struct.pack('<IiiiiiiiffiHHii', 0xB6A6F208, 100000, 100000, 3, 0, 0, 0, 22, 1, 1, 0, 0, 0, 0, 0).ljust(
            64, b'\0'
        ),
        [other, kind],
        'a libvips file header that claims 10^10 pixels',
    )
    add('portable.ppm', b'P6\n48 36\n255\n' + np.asarray(frames[0]).tobytes(), [other, kind], 'PPM')
    add(
        'radiance.hdr',
        b'#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 48 +X 64\n' + bytes(64),
        [other, kind],
        'Radiance HDR',
    )
    add('openexr.exr', b'\x76\x2f\x31\x01\x02\0\0\0' + bytes(64), [other, kind], 'the magic of OpenEXR')
    add(
        'page.png',
        f'<!doctype html><html><script>document.title="{CANARY}"</script></html>\n'.encode(),
        kind,
        'HTML with script named .png',
    )
    squeezed = bytearray(gzip.compress(bytes(10_000_000), 9, mtime=0))
    squeezed[9] = 255
    add('gzip-bomb.jpg', bytes(squeezed), kind, '10 MB of zeros under gzip, named .jpg')
    add('archive.jpg', zipped(), kind, 'a ZIP named .jpg')


# ------------------------------------------------------------ the index


def fixtures():
    """Every file with its entry in the index."""
    files, entries = {}, []

    def put(folder, name, data, expect, reason, note, size, either):
        path = f'{folder}/{name}'
        assert path not in files, path
        files[path] = data
        entry = {'file': path, 'expect': expect}
        if reason:
            entry['reason'] = reason
        if either:
            entry['eitherIsFine'] = True
        if size:
            entry['width'], entry['height'] = size
        entry['note'] = note
        entries.append(entry)

    def good(name, data, note, size=None, reason=None):
        put('Pictures', name, data, 'refuse' if reason else 'accept', reason, note, size, False)

    def odd(name, data, note, size=None, reason=None, either=False):
        put('Odd', name, data, 'accept', reason, note, size, either)

    def bad(name, data, reason, note, either=False):
        put('Bad', name, data, 'refuse', reason, note, None, either)

    image = picture(sunflower()[0]).resize((240, 180), Image.Resampling.LANCZOS)
    base = jpeg(image, 80)
    good_pictures(good)
    odd_pictures(odd, image, base)
    bad_files(bad, image)
    lines = ',\n'.join('  ' + json.dumps(e, ensure_ascii=False) for e in entries)
    files['index.json'] = f'[\n{lines}\n]\n'.encode()
    return files


def main():
    files = fixtures()
    if '--check' in sys.argv[1:]:
        present = {str(p.relative_to(HERE)) for f in ('Pictures', 'Odd', 'Bad') for p in (HERE / f).glob('*')} | {
            'index.json'
        }
        changed = sorted(n for n in files if not (HERE / n).is_file() or (HERE / n).read_bytes() != files[n])
        for name in changed:
            print('changed', name)
        for name in sorted(present - set(files)):
            print('left over', name)
        return 1 if changed or present - set(files) else 0
    for name, data in files.items():
        path = HERE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    for folder in ('Pictures', 'Odd', 'Bad'):
        sizes = [len(d) for n, d in files.items() if n.startswith(folder + '/')]
        print(f'{folder}: {len(sizes)} files, {sum(sizes):,} bytes')
    return 0


if __name__ == '__main__':
    sys.exit(main())
