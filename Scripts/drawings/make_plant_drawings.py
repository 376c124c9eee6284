#!/usr/bin/env python3
"""Draws the plants that stand for a plant without a photograph: Sources/Web/Assets/plants.svg, one symbol each.

Run it without arguments, from any folder. A symbol has 64 × 64 units; the pot stands on y = 60, and its earth is at
y = 44. Lines have the colour of the text around the drawing, the pot that of the property --pot.
"""

import math
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
EARTH = (32, 44)


def n(value):
    return f"{round(value, 1):g}"


def at(point, degrees, length):
    """The point at a distance, where 90 degrees is upwards."""
    angle = math.radians(degrees)
    return point[0] + length * math.cos(angle), point[1] - length * math.sin(angle)


def leaf(base, degrees, length, width, share=0.45):
    """A pointed leaf; it is widest at `share` of its length."""
    tip, middle = at(base, degrees, length), at(base, degrees, length * share)
    left, right = at(middle, degrees + 90, width), at(middle, degrees - 90, width)
    return (f"M{n(base[0])} {n(base[1])}Q{n(left[0])} {n(left[1])} {n(tip[0])} {n(tip[1])}"
            f"Q{n(right[0])} {n(right[1])} {n(base[0])} {n(base[1])}z")


def line(*points):
    """A straight line of two points, or a curve of three or four (the inner ones pull it)."""
    kind = {2: "L", 3: "Q", 4: "C"}[len(points)]
    first, *rest = points
    return f"M{n(first[0])} {n(first[1])}{kind}" + " ".join(f"{n(x)} {n(y)}" for x, y in rest)


def bend(start, pull, end, share):
    """The point at a share of a curve of three points, and its direction in degrees."""
    t, u = share, 1 - share
    x = u * u * start[0] + 2 * u * t * pull[0] + t * t * end[0]
    y = u * u * start[1] + 2 * u * t * pull[1] + t * t * end[1]
    dx = 2 * u * (pull[0] - start[0]) + 2 * t * (end[0] - pull[0])
    dy = 2 * u * (pull[1] - start[1]) + 2 * t * (end[1] - pull[1])
    return (x, y), math.degrees(math.atan2(-dy, dx))


def circle(point, radius):
    x, y = point
    return f"M{n(x - radius)} {n(y)}a{n(radius)} {n(radius)} 0 1 0 {n(2 * radius)} 0a{n(radius)} {n(radius)} 0 1 0 {n(-2 * radius)} 0z"


class Drawing:
    stroke = 1.3

    def __init__(self):
        self.filled, self.open, self.solid = [], [], []

    def symbol(self, name):
        parts = []
        if self.open:
            parts.append(f'<path fill="none" d="{"".join(self.open)}"/>')
        if self.filled:
            parts.append(f'<path fill="currentColor" fill-opacity=".22" d="{"".join(self.filled)}"/>')
        if self.solid:
            parts.append(f'<path fill="currentColor" stroke="none" d="{"".join(self.solid)}"/>')
        pot = ('<path fill="var(--pot,#944d24)" fill-opacity=".2" stroke="var(--pot,#944d24)" stroke-width="1.3" '
               'd="M20 44h24v5H20zM22 49h20l-2.2 10a1.5 1.5 0 0 1-1.5 1.2H25.7a1.5 1.5 0 0 1-1.5-1.2z"/>')
        return (f'<symbol id="{name}" viewBox="0 0 64 64"><g stroke="currentColor" stroke-width="{self.stroke}" '
                f'stroke-linecap="round" stroke-linejoin="round">{"".join(parts)}{pot}</g></symbol>')


def aroid():
    d = Drawing()
    for x, y, degrees, size in [(32, 19, 90, 17), (17, 28, 128, 14), (48, 27, 50, 14)]:
        foot = at((x, y), degrees + 180, size * 0.42)
        d.open.append(line(EARTH, (32 + (x - 32) * 0.3, 34), foot))
        tip = at((x, y), degrees, size * 0.62)
        sides = []
        for side in (1, -1):
            lobe = at(foot, degrees + side * 128, size * 0.36)
            out = at((x, y), degrees + side * 90, size * 0.6)
            high = at((x, y), degrees + side * 42, size * 0.66)
            sides.append((lobe, out, high))
        (l1, o1, h1), (l2, o2, h2) = sides
        d.filled.append(f"M{n(foot[0])} {n(foot[1])}C{n(l1[0])} {n(l1[1])} {n(o1[0])} {n(o1[1])} {n(h1[0])} {n(h1[1])}"
                        f"Q{n((h1[0] + tip[0]) / 2)} {n((h1[1] + tip[1]) / 2)} {n(tip[0])} {n(tip[1])}"
                        f"Q{n((h2[0] + tip[0]) / 2)} {n((h2[1] + tip[1]) / 2)} {n(h2[0])} {n(h2[1])}"
                        f"C{n(o2[0])} {n(o2[1])} {n(l2[0])} {n(l2[1])} {n(foot[0])} {n(foot[1])}z")
        d.open.append(line(foot, tip))
        for share in (0.3, 0.55):
            for side in (1, -1):
                start = at(foot, degrees, size * share)
                d.open.append(line(start, at(start, degrees + side * 48, size * 0.38)))
    return d


def blades():
    d = Drawing()
    for x, degrees, length, width in [(32, 92, 37, 4.2), (28, 102, 31, 4), (36, 80, 33, 4), (25, 112, 23, 3.6), (39, 69, 24, 3.6)]:
        d.filled.append(leaf((x, 44), degrees, length, width, 0.5))
    for x, degrees, length in [(32, 92, 26), (28, 102, 21), (36, 80, 22)]:
        d.open.append(line(at((x, 44), degrees, 6), at((x, 44), degrees, length)))
    return d


def rosette():
    d = Drawing()
    for degrees, length, width in [(90, 25, 4.6), (116, 24, 4.6), (64, 24, 4.6), (141, 22, 4.4), (39, 22, 4.4), (163, 18, 3.6), (17, 18, 3.6)]:
        d.filled.append(leaf((32, 42), degrees, length, width, 0.4))
    for degrees, length in [(103, 15), (77, 15), (90, 13)]:
        d.filled.append(leaf((32, 43), degrees, length, 3.6, 0.4))
    return d


def cactus():
    d = Drawing()
    d.filled.append("M25 44V20a7 7 0 0 1 14 0v24z")
    d.filled.append("M25 36h-4a5 5 0 0 1-5-5v-5a3 3 0 0 1 6 0v4h3z")
    d.filled.append("M39 31h3v-5a3 3 0 0 1 6 0v6a5 5 0 0 1-5 5h-4z")
    d.open += [line((29.7, 43), (29.7, 19)), line((34.3, 43), (34.3, 19))]
    for y in (22, 28, 34, 40):
        d.open += [line((31, y), (33, y)), line((26.2, y + 2), (27.8, y + 2)), line((36.2, y + 2), (37.8, y + 2))]
    for degrees in (50, 90, 130):
        d.filled.append(leaf((32, 13.5), degrees, 6, 2))
    return d


def fern():
    d = Drawing()
    d.stroke = 0.9
    for pull, end in [((31, 14), (33, 7)), ((24, 16), (13, 16)), ((40, 16), (51, 16)), ((22, 28), (7, 31)), ((42, 28), (57, 31))]:
        d.open.append(line(EARTH, pull, end))
        for step in range(2, 9):
            share = step / 9
            point, degrees = bend(EARTH, pull, end, share)
            length = 7.4 * math.sin(math.pi * min(1, share * 0.8 + 0.14))
            for side in (1, -1):
                d.filled.append(leaf(point, degrees + side * 58, length, 1.5, 0.4))
    return d


def orchid():
    d = Drawing()
    for degrees, length in [(152, 19), (28, 19), (128, 13), (52, 13)]:
        d.filled.append(leaf((32, 44), degrees, length, 4.2, 0.5))
    d.open.append(line((32, 44), (27, 22), (36, 9), (53, 15)))
    for point, radius in [((33.5, 18), 5.2), ((42.5, 13), 4.8), ((51, 15.5), 4)]:
        for degrees in (90, 18, 162, 234, 306):
            d.filled.append(leaf(point, degrees, radius, radius * 0.42, 0.6))
        d.solid.append(circle(point, 1))
    d.solid.append(circle((55.5, 19.5), 1.5))
    return d


def palm():
    d = Drawing()
    d.stroke = 1
    d.filled.append("M30 44L31 25h2l1 19z")
    top = (32, 25)
    for degrees, length, fall in [(90, 17, 0), (120, 19, 3), (60, 19, 3), (150, 20, 8), (30, 20, 8), (178, 18, 12), (2, 18, 12)]:
        end = at(top, degrees, length)
        end = (end[0], end[1] + fall)
        pull = at(top, degrees, length * 0.6)
        pull = (pull[0], pull[1] - 2)
        d.open.append(line(top, pull, end))
        for step in range(1, 6):
            point, direction = bend(top, pull, end, step / 5.5)
            for side in (1, -1):
                d.filled.append(leaf(point, direction + side * 42, 6.4 - 0.6 * step, 1.2))
    return d


def grass():
    d = Drawing()
    for x, pull, end in [(32, (32, 20), (33, 7)), (30, (27, 20), (22, 9)), (34, (38, 20), (43, 10)), (28, (22, 22), (12, 19)),
                         (36, (43, 22), (53, 20)), (31, (25, 28), (16, 31)), (33, (40, 28), (49, 32)), (29, (29, 22), (27, 12)), (35, (36, 22), (38, 13))]:
        d.filled.append(f"M{n(x - 1)} 44Q{n(pull[0])} {n(pull[1])} {n(end[0])} {n(end[1])}Q{n(pull[0] + 2.4)} {n(pull[1] + 1)} {n(x + 1)} 44z")
    return d


def herb():
    d = Drawing()
    for x, pull, end, size in [(32, (31, 26), (32, 10), 7), (29, (24, 32), (20, 20), 6), (35, (40, 32), (44, 21), 6)]:
        start = (x, 44)
        d.open.append(line(start, pull, end))
        for share in (0.35, 0.6, 0.84):
            point, degrees = bend(start, pull, end, share)
            for side in (1, -1):
                d.filled.append(leaf(point, degrees + side * 58, size * (1.15 - share * 0.45), size * 0.34))
        _, degrees = bend(start, pull, end, 1)
        d.filled.append(leaf(end, degrees + 24, size * 0.7, size * 0.25))
        d.filled.append(leaf(end, degrees - 24, size * 0.7, size * 0.25))
    return d


def daisy():
    d = Drawing()
    for x, pull, end, radius in [(32, (31, 30), (32, 16), 8), (30, (24, 34), (18, 27), 6), (34, (40, 34), (47, 25), 6.4)]:
        d.open.append(line((x, 44), pull, end))
        for petal in range(11):
            d.filled.append(leaf(end, petal * 360 / 11 + 8, radius, radius * 0.26, 0.65))
        d.solid.append(circle(end, radius * 0.27))
    for degrees in (150, 30):
        d.filled.append(leaf((32, 43), degrees, 12, 2.6))
    return d


def rose():
    d = Drawing()
    d.open.append(line((32, 44), (31, 32), (32, 22)))
    d.filled.append("M32 24c-7 0-10.5-4-10.5-9 0-1.6.4-3 1-4 2 0 3.5.6 4.6 1.6C28 10 29.8 8.6 32 8c2.2.6 4 2 4.9 4.6C38 11.6 39.5 11 41.5 11c.6 1 1 2.4 1 4 0 5-3.5 9-10.5 9z")
    d.open += ["M27.1 12.6c0 5 2 8 4.9 11.4", "M36.9 12.6c0 5-2 8-4.9 11.4", "M29.3 14.5c1-1.5 4.4-1.5 5.4 0"]
    for y, degrees, length in [(38, 158, 13), (36, 24, 13), (31, 140, 9), (30, 42, 9)]:
        d.filled.append(leaf((32, y), degrees, length, 4))
        d.open.append(line((32, y), at((32, y), degrees, length * 0.75)))
    return d


def tulip():
    d = Drawing()
    for x, top, lean in [(32, 20, 0), (22, 27, -4), (42, 26, 4)]:
        d.open.append(line((32 + lean * 0.5, 44), (x, 38), (x, top)))
        d.filled.append(f"M{x - 5} {top - 11}Q{x - 3} {top - 8} {x - 2} {top - 8}L{x} {top - 12}L{x + 2} {top - 8}Q{x + 3} {top - 8} {x + 5} {top - 11}"
                        f"C{x + 7} {top - 3} {x + 4} {top} {x} {top}C{x - 4} {top} {x - 7} {top - 3} {x - 5} {top - 11}z")
    for degrees, length in [(118, 22), (62, 22), (98, 15)]:
        d.filled.append(leaf((32, 44), degrees, length, 2.8))
    return d


def tree():
    d = Drawing()
    d.open += [line((32, 44), (32, 24)), line((32, 35), (26, 27)), line((32, 32), (38, 25))]
    d.filled.append("M32 6c4.5 0 7 2.5 8 5 4 0 7.5 3 7.5 7 0 3-1.5 5-3.5 6 0 4-3.5 6-7 5.5-1.5 1.8-3 2.5-5 2.5s-3.5-.7-5-2.5c-3.5.5-7-1.5-7-5.5-2-1-3.5-3-3.5-6 0-4 3.5-7 7.5-7 1-2.5 3.5-5 8-5z")
    for x, y in [(26, 15), (37, 13), (31, 20), (40, 20), (24, 23)]:
        d.open.append(f"M{x} {y}q1.5-2 3 0")
    return d


def conifer():
    d = Drawing()
    d.open.append(line((32, 44), (32, 38)))
    for top, foot, half in [(5, 17, 6.5), (13, 27, 10), (22, 39, 14)]:
        d.filled.append(f"M32 {top}Q{n(32 + half * 0.5)} {n(foot - 3)} {n(32 + half)} {foot}Q32 {n(foot - 2.5)} {n(32 - half)} {foot}Q{n(32 - half * 0.5)} {n(foot - 3)} 32 {top}z")
    return d


def climber():
    d = Drawing()
    for start, pull, end in [((30, 44), (20, 22), (27, 9)), ((34, 44), (43, 26), (38, 14)), ((24, 44), (11, 38), (11, 55)), ((40, 44), (53, 38), (53, 54)), ((32, 44), (32, 30), (33, 20))]:
        d.open.append(line(start, pull, end))
        for step, share in enumerate((0.3, 0.52, 0.74, 0.96)):
            point, degrees = bend(start, pull, end, share)
            side = 1 if step % 2 else -1
            d.filled.append(leaf(point, degrees + side * 66, 6.4 - share, 3, 0.3))
    return d


def fruit():
    d = Drawing()
    for pull, end in [((32, 28), (32, 9)), ((24, 30), (16, 21)), ((40, 30), (48, 20))]:
        d.open.append(line(EARTH, pull, end))
        for share in (0.4, 0.7, 0.97):
            point, degrees = bend(EARTH, pull, end, share)
            for side in (1, -1):
                d.filled.append(leaf(point, degrees + side * 50, 7, 2.1))
    for point, radius in [((25, 31), 3.3), ((39, 33), 3.6), ((36, 19), 3)]:
        d.solid.append(circle(point, radius))
    return d


def broad():
    d = Drawing()
    for x, degrees, stalk, length, width in [(32, 90, 14, 22, 7.5), (31, 122, 12, 19, 6.6), (33, 58, 12, 19, 6.6), (30, 152, 9, 15, 5), (34, 28, 9, 15, 5)]:
        foot = at((x, 44), degrees, stalk)
        d.open.append(line((x, 44), foot))
        d.filled.append(leaf(foot, degrees, length, width, 0.42))
        d.open.append(line(foot, at(foot, degrees, length * 0.82)))
        for share in (0.22, 0.42, 0.6):
            start = at(foot, degrees, length * share)
            for side in (1, -1):
                d.open.append(line(start, at(start, degrees + side * 48, width * 0.55)))
    return d


DRAWINGS = [aroid, blades, broad, cactus, climber, conifer, daisy, fern, fruit, grass, herb, orchid, palm, rose, rosette, tree, tulip]

if __name__ == "__main__":
    symbols = "\n".join(draw().symbol(draw.__name__) for draw in DRAWINGS)
    file = ROOT / "Sources/Web/Assets/plants.svg"
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n')
    print(f"{file}: {len(DRAWINGS)} drawings, {file.stat().st_size} bytes")
