#!/usr/bin/env python3
"""Writes ValidButOdd/: pictures as real phones, cameras and programs write them, valid but odd, and pictures that are
cut off or damaged. Every one is a plain picture with a few bytes changed.

    python3 make_valid_but_odd.py             # writes odd/, damaged/ and index.json anew; needs Python 3.9 only
    python3 make_valid_but_odd.py --check     # writes nothing; says which files would change
    /tmp/fixtures/bin/python make_valid_but_odd.py --draw     # draws plain/ anew; libraries as make_fixtures.py names

The plain picture is drawn here: a barcode (EAN-13) and the lines of a pharmacy's label, so that each of the three readers
(plants, barcodes, labels) has something to find in it. Nothing is taken from elsewhere.

plain    the picture in each format                          expect: accept
odd      valid, or read whole by every browser               expect: accept, with the pixels of its plain picture
damaged  cut off, with a hole, or with a critical error      expect: refuse
"""

import json
import struct
import sys
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent / 'ValidButOdd'
CODE = '4006381333931'
LINES = ['AMOXICILLIN 500 MG', 'TAKE 1 CAPSULE TWICE DAILY', 'QTY 20']

# ------------------------------------------------------------ the plain pictures


def draw():
    """The picture in each format; needs Pillow and pillow-heif."""
    import io

    import pillow_heif
    from PIL import Image, ImageDraw, ImageFont

    pillow_heif.options.THUMBNAILS = False
    left = {'L': '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split()}
    left['G'] = [''.join('10'[int(bit)] for bit in reversed(code)) for code in left['L']]
    right = [''.join('10'[int(bit)] for bit in code) for code in left['L']]
    parity = 'LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL'.split()[int(CODE[0])]
    bars = '101' + ''.join(left[kind][int(digit)] for kind, digit in zip(parity, CODE[1:7])) + '01010'
    bars += ''.join(right[int(digit)] for digit in CODE[7:]) + '101'

    def picture(width=480, height=176):
        image = Image.new('RGB', (width, height), (250, 248, 244))
        pen = ImageDraw.Draw(image)
        pen.fontmode = '1'
        for row, line in enumerate(LINES):
            pen.text((20, 10 + 34 * row), line, (30, 20, 20), ImageFont.load_default(26))
        for place, bar in enumerate(bars):
            if bar == '1':
                pen.rectangle((30 + 2 * place, 118, 31 + 2 * place, 168), fill=(20, 20, 30))
        pen.rectangle((250, 120, 460, 166), fill=(60, 140, 70))
        return image

    image = picture()
    strip = image.crop((0, 130, 480, 154))

    def saved(kind, picture=image, **options):
        file = io.BytesIO()
        picture.save(file, kind, **options)
        return file.getvalue()

    heif = pillow_heif.from_pillow(image)
    heic = io.BytesIO()
    heif.save(heic, quality=70)
    collection = io.BytesIO()
    pages = pillow_heif.from_pillow(Image.new('RGB', (96, 64), (200, 30, 30)))
    pages.add_from_pillow(image)
    pages.add_from_pillow(Image.new('RGB', (64, 96), (30, 30, 200)))
    pages.save(collection, quality=70, primary_index=1)
    grey = image.convert('L')
    palette = image.quantize(32, dither=Image.Dither.NONE)
    return {
        'sequential.jpg': saved('JPEG', quality=40, subsampling=2),
        'full-colour.jpg': saved('JPEG', quality=40, subsampling=0),
        'grey.jpg': saved('JPEG', grey, quality=40),
        'progressive.jpg': saved('JPEG', quality=40, progressive=True),
        'restarts.jpg': saved('JPEG', quality=40, restart_marker_blocks=8),
        'strip-24-rows.jpg': saved('JPEG', strip, quality=80),
        'strip-12-rows.png': saved('PNG', strip.crop((0, 0, 480, 12)).convert('L'), optimize=True),
        'colour.png': saved('PNG', optimize=True),
        'palette.png': saved('PNG', palette, optimize=True),
        'strips.tiff': saved('TIFF', palette.convert('L'), compression='tiff_lzw', tiffinfo={278: 16}),
        'packed.tiff': saved('TIFF', palette, compression='tiff_deflate', tiffinfo={278: 88}),
        'lossy.webp': saved('WEBP', quality=60),
        'lossless.webp': saved('WEBP', palette.convert('RGB'), lossless=True),
        'phone.heic': heic.getvalue(),
        'collection.heic': collection.getvalue(),
        'phone.avif': saved('AVIF', quality=60, subsampling='4:2:0'),
    }


# ------------------------------------------------------------ JPEG


class JPEG:
    """A JPEG as a list of (marker, content) and, for each scan, its coded bytes."""

    def __init__(self, data):
        self.parts, place = [], 2
        while data[place + 1] != 0xD9:
            marker, length = data[place + 1], struct.unpack('>H', data[place + 2 : place + 4])[0]
            content = data[place + 4 : place + 2 + length]
            place += 2 + length
            coded = b''
            if marker == 0xDA:
                end = place
                while not (data[end] == 0xFF and data[end + 1] not in (0, *range(0xD0, 0xD8))):
                    end += 1
                coded, place = data[place:end], end
            self.parts.append((marker, content, coded))

    def index(self, marker, which=0):
        return [place for place, part in enumerate(self.parts) if part[0] == marker][which]

    def bytes(self, before=None, end=b'\xff\xd9'):
        """`before` maps the place of a part (or 'end') to bytes that stand before its marker."""
        before = before or {}
        out = b'\xff\xd8'
        for place, (marker, content, coded) in enumerate(self.parts):
            out += before.get(place, b'') + segment(marker, content) + coded
        return out + before.get('end', b'') + end

    def replaced(self, place, marker=None, content=None, coded=None):
        copy = JPEG.__new__(JPEG)
        copy.parts = list(self.parts)
        old = copy.parts[place]
        copy.parts[place] = tuple(b if a is None else a for a, b in zip((marker, content, coded), old))
        return copy

    def without(self, marker):
        copy = JPEG.__new__(JPEG)
        copy.parts = [part for part in self.parts if part[0] != marker]
        return copy

    def ordered(self, places):
        copy = JPEG.__new__(JPEG)
        copy.parts = [self.parts[place] for place in places]
        return copy

    def adding(self, *parts, at=0):
        copy = JPEG.__new__(JPEG)
        copy.parts = self.parts[:at] + [(*part, b'')[:3] for part in parts] + self.parts[at:]
        return copy


def segment(marker, content):
    return bytes([0xFF, marker]) + struct.pack('>H', len(content) + 2) + content


def jfif(version=(1, 1), unit=0, density=(1, 1), thumbnail=(0, 0), rest=b''):
    return b'JFIF\0' + struct.pack('>BBBHHBB', *version, unit, *density, *thumbnail) + rest


def scan(jpeg, which=0, spectral=None, approximation=None):
    """The parameters of a scan changed, its coded bytes not."""
    place = jpeg.index(0xDA, which)
    content = jpeg.parts[place][1]
    tail = list(content[-3:])
    if spectral is not None:
        tail[:2] = spectral
    if approximation is not None:
        tail[2] = approximation
    return jpeg.replaced(place, content=content[:-3] + bytes(tail))


class Bits:
    def __init__(self, coded):
        self.bits = ''.join(f'{byte:08b}' for byte in coded.replace(b'\xff\0', b'\xff'))
        self.place = 0

    def take(self, count):
        self.place += count
        return self.bits[self.place - count : self.place]


def separate_scans(jpeg):
    """The one scan of a picture without subsampling and restarts as one scan for each component: the codes of a block
    are the same in both."""
    tables = {}
    for marker, content, _ in jpeg.parts:
        if marker != 0xC4:
            continue
        while content:
            name, counts, code, at, table = content[0], content[1:17], 0, 17, {}
            for length in range(1, 17):
                for _ in range(counts[length - 1]):
                    table[f'{code:0{length}b}'] = content[at]
                    code, at = code + 1, at + 1
                code <<= 1
            tables[name], content = table, content[at:]
    place = jpeg.index(0xDA)
    header, source = jpeg.parts[place][1], Bits(jpeg.parts[place][2])
    frame = jpeg.parts[jpeg.index(0xC0)][1]
    height, width = struct.unpack('>HH', frame[1:5])

    def symbol(table):
        code = ''
        while code not in table:
            code += source.take(1)
        return table[code]

    components = [(header[1 + 2 * i], header[2 + 2 * i]) for i in range(header[0])]
    streams = [[] for _ in components]
    for _ in range(((width + 7) // 8) * ((height + 7) // 8)):
        for (_, selector), stream in zip(components, streams):
            start = source.place
            source.take(symbol(tables[selector >> 4]))
            index = 1
            while index < 64:
                value = symbol(tables[0x10 | selector & 15])
                run, size = value >> 4, value & 15
                if size == 0 and run != 15:
                    break
                source.take(size)
                index += run + 1
            stream.append(source.bits[start : source.place])
    parts = []
    for (name, selector), stream in zip(components, streams):
        text = ''.join(stream)
        text += '1' * (-len(text) % 8)
        coded = bytes(int(text[i : i + 8], 2) for i in range(0, len(text), 8)).replace(b'\xff', b'\xff\0')
        parts.append((0xDA, bytes([1, name, selector, 0, 63, 0]), coded))
    copy = JPEG.__new__(JPEG)
    copy.parts = jpeg.parts[:place] + parts
    return copy


def jpeg_files(plain):
    sequential, progressive = JPEG(plain['sequential.jpg']), JPEG(plain['progressive.jpg'])
    restarts, grey, full = JPEG(plain['restarts.jpg']), JPEG(plain['grey.jpg']), JPEG(plain['full-colour.jpg'])
    frame, tables, codes, start = (sequential.index(marker) for marker in (0xC0, 0xDB, 0xC4, 0xDA))
    odd = {}

    def add(name, data, note, base='sequential.jpg'):
        odd['jpeg-' + name + '.jpg'] = (data, base, note)

    add(
        'scan-0-0',
        scan(sequential, spectral=(0, 0)).bytes(),
        'SOS says coefficients 0 to 0, as Samsung S8, S9 and S22 write it',
    )
    add('scan-0-0-grey', scan(grey, spectral=(0, 0)).bytes(), 'the same in one component', 'grey.jpg')
    add('scan-0-0-restarts', scan(restarts, spectral=(0, 0)).bytes(), 'the same with restart markers', 'restarts.jpg')
    add('scan-0-0-full-colour', scan(full, spectral=(0, 0)).bytes(), 'the same without subsampling', 'full-colour.jpg')
    add('scan-0-255', scan(sequential, spectral=(0, 255)).bytes(), 'SOS says coefficients 0 to 255')
    add('scan-63-0', scan(sequential, spectral=(63, 0)).bytes(), 'SOS says coefficients 63 to 0')
    add(
        'scan-approximation',
        scan(sequential, approximation=0x11).bytes(),
        'SOS of a sequential picture says successive approximation',
    )
    add(
        'scan-all-wrong',
        scan(sequential, spectral=(255, 255), approximation=0xFF).bytes(),
        'every parameter of SOS is 255',
    )
    for name, stray in [
        ('1-byte', b'\0'),
        ('2-bytes', b'\r\n'),
        ('16-zeros', bytes(16)),
        ('text', b'hello there'),
        ('300-bytes', bytes(range(1, 251)) + bytes(50)),
        ('stuffed', b'\xff\0\xff\0'),
    ]:
        add('stray-' + name, sequential.bytes({start: stray}), f'{len(stray)} stray bytes before SOS')
    add(
        'stray-before-frame',
        sequential.bytes({frame: b'\0'}),
        'a zero byte between the quantisation tables and the frame header',
    )
    add('stray-before-codes', sequential.bytes({codes: bytes(7)}), 'seven zero bytes before the Huffman tables')
    add(
        'stray-everywhere',
        sequential.bytes({place: b'\0' for place in range(1, len(sequential.parts))}),
        'a zero byte before every segment but the first',
    )
    add(
        'stray-progressive',
        progressive.bytes({progressive.index(0xC2): bytes(5)}),
        'stray bytes in the header of a progressive picture',
        'progressive.jpg',
    )
    add(
        'stray-between-scans',
        progressive.bytes({progressive.index(0xDA, 3): b'\0\x10\0'}),
        'stray bytes between the tables and the header of a later scan',
        'progressive.jpg',
    )
    add(
        'padding-after-scan',
        progressive.bytes({progressive.index(0xDA, 1) - 1: bytes(40)}),
        'a scan of a progressive picture padded with zeros',
        'progressive.jpg',
    )
    add('padding-before-end', sequential.bytes({'end': bytes(24)}), 'zeros between the last scan and the end marker')
    add('byte-before-end', sequential.bytes({'end': b'\x51'}), 'one byte between the last scan and the end marker')
    add(
        'scan-0-0-byte-before-end',
        scan(sequential, spectral=(0, 0)).bytes({'end': b'\x51\xa2'}),
        'SOS 0 to 0, and two bytes before the end marker',
    )
    add(
        'scan-0-0-stray',
        scan(sequential, spectral=(0, 0)).bytes({codes: bytes(3)}),
        'SOS 0 to 0, and stray bytes between segments',
    )
    add(
        'fill-everywhere',
        sequential.bytes({place: b'\xff\xff\xff' for place in range(len(sequential.parts))}),
        'fill bytes before every marker',
    )
    add(
        'stand-alone-markers',
        sequential.bytes({tables: b'\xff\x01', frame: b'\xff\xd3'}),
        'markers without content (TEM, RST3) between segments',
    )
    for name, version in [
        ('0-0', (0, 0)),
        ('2-1', (2, 1)),
        ('3-0', (3, 0)),
        ('255-255', (255, 255)),
        ('1-99', (1, 99)),
    ]:
        add(
            'jfif-' + name,
            sequential.replaced(0, content=jfif(version)).bytes(),
            f'JFIF revision {version[0]}.{version[1]:02}',
        )
    add(
        'jfif-unit-7',
        sequential.replaced(0, content=jfif(unit=7, density=(0, 0))).bytes(),
        'a JFIF unit that does not exist, density 0',
    )
    add(
        'jfif-thumbnail-lie',
        sequential.replaced(0, content=jfif(thumbnail=(90, 60))).bytes(),
        'JFIF tells of a thumbnail that is not there',
    )
    add('jfif-short', sequential.replaced(0, content=b'JFIF\0\1').bytes(), 'JFIF segment of six bytes')
    add('jfif-twice', sequential.adding((0xE0, jfif((2, 0)))).bytes(), 'JFIF twice, once as revision 2.00')
    add(
        'jfif-late',
        sequential.adding((0xE0, jfif((9, 9))), at=start).bytes(),
        'a second JFIF of revision 9.09 right before SOS',
    )
    add('jfif-missing', sequential.without(0xE0).bytes(), 'neither JFIF nor Exif')
    add(
        'jfif-extension',
        sequential.adding((0xE0, b'JFXX\0\x10' + bytes(9)), at=1).bytes(),
        'a JFIF extension with a broken thumbnail',
    )
    adobe = b'Adobe\0\x64\0\0\0\0'
    add(
        'adobe-5',
        sequential.adding((0xEE, adobe + b'\5'), at=1).bytes(),
        'an Adobe colour transform that does not exist, beside JFIF',
    )
    add(
        'adobe-255',
        sequential.without(0xE0).adding((0xEE, adobe + b'\xff')).bytes(),
        'an Adobe colour transform that does not exist, without JFIF',
    )
    add('adobe-short', sequential.adding((0xEE, b'Adobe\0'), at=1).bytes(), 'an Adobe segment of six bytes')
    add(
        'codes-missing',
        sequential.without(0xC4).bytes(),
        'no Huffman tables, as a frame of motion JPEG: those of the standard are meant',
    )
    add(
        'codes-missing-scan-0-0',
        scan(sequential.without(0xC4), spectral=(0, 0)).bytes(),
        'no Huffman tables and SOS 0 to 0',
    )
    add('codes-twice', sequential.adding(sequential.parts[codes], at=codes).bytes(), 'a Huffman table given twice')
    add(
        'codes-unused',
        sequential.adding((0xC4, b'\3' + bytes([1]) + bytes(15) + b'\0'), at=start).bytes(),
        'a Huffman table that nothing uses',
    )
    add(
        'tables-empty',
        sequential.adding((0xDB, b''), (0xC4, b''), (0xFE, b''), at=1).bytes(),
        'empty segments for tables and a comment',
    )
    add(
        'tables-unused',
        sequential.adding((0xDB, b'\3' + bytes([7]) * 64), at=1).bytes(),
        'a quantisation table that nothing uses',
    )
    table = sequential.parts[tables][1]
    wide = b''.join(
        bytes([0x10 | table[i]]) + b''.join(struct.pack('>H', x) for x in table[i + 1 : i + 65])
        for i in range(0, len(table), 65)
    )
    add(
        'tables-16-bit',
        sequential.replaced(tables, content=wide).bytes(),
        'quantisation tables of 16 bits in a baseline picture',
    )
    add('extended-sequential', sequential.replaced(frame, marker=0xC1).bytes(), 'SOF1 instead of SOF0')
    add(
        'extended-scan-0-0',
        scan(sequential.replaced(frame, marker=0xC1), spectral=(0, 0)).bytes(),
        'SOF1 and SOS 0 to 0',
    )
    add('interval-0', sequential.adding((0xDD, b'\0\0'), at=start).bytes(), 'a restart interval of 0')
    add(
        'interval-huge',
        sequential.adding((0xDD, b'\xff\xff'), at=start).bytes(),
        'a restart interval longer than the picture',
    )
    add(
        'conditioning',
        sequential.adding((0xCC, b'\0\x10'), at=start).bytes(),
        'parameters of arithmetic coding in a Huffman picture',
    )
    content = restarts.parts[restarts.index(0xDA)][2]
    filled = content
    for number in range(0xD0, 0xD8):
        filled = filled.replace(bytes([0xFF, number]), bytes([0xFF, 0xFF, number]))
    add(
        'restarts-filled',
        restarts.replaced(restarts.index(0xDA), coded=filled).bytes(),
        'a fill byte before every restart marker',
        'restarts.jpg',
    )
    renamed = sequential.replaced(
        frame,
        content=sequential.parts[frame][1][:6]
        + b''.join(bytes([i]) + sequential.parts[frame][1][7 + 3 * i : 9 + 3 * i] for i in range(3)),
    )
    header = sequential.parts[start][1]
    renamed = renamed.replaced(start, content=bytes([3, 0, header[2], 1, header[4], 2, header[6]]) + header[-3:])
    add('components-0-1-2', renamed.bytes(), 'components named 0, 1, 2')
    add('components-0-1-2-scan-0-0', scan(renamed, spectral=(0, 0)).bytes(), 'components named 0, 1, 2 and SOS 0 to 0')
    add('no-end', sequential.bytes(end=b''), 'everything but the end marker')
    add(
        'no-end-restarts',
        restarts.bytes(end=b''),
        'everything but the end marker, with restart markers',
        'restarts.jpg',
    )
    add(
        'no-end-scan-0-0',
        scan(sequential, spectral=(0, 0)).bytes(end=b''),
        'SOS 0 to 0, and everything but the end marker',
    )
    add(
        'no-end-progressive',
        progressive.bytes(end=b''),
        'a progressive picture with all scans, without the end marker',
        'progressive.jpg',
    )
    add('half-end', sequential.bytes(end=b'\xff'), 'the end marker is cut in two')
    add('end-twice', sequential.bytes(end=b'\xff\xd9\xff\xd9'), 'two end markers')
    add(
        'then-4096-zeros',
        scan(sequential, spectral=(0, 0)).bytes() + bytes(4096),
        'SOS 0 to 0, and zeros behind the end marker',
    )
    add(
        'then-camera-block',
        scan(sequential, spectral=(0, 0)).bytes() + b'\0\0\1\n' + bytes(20) + b'SEFHk\0\0\0' + bytes(40) + b'SEFT',
        'a block of the maker behind the end marker',
    )
    separate = separate_scans(full)
    add('separate-scans', separate.bytes(), 'one scan for each component', 'full-colour.jpg')
    first = separate.index(0xDA)
    add(
        'separate-scans-0-0',
        scan(scan(scan(separate, 0, (0, 0)), 1, (0, 0)), 2, (0, 0)).bytes(),
        'one scan for each component, each says coefficients 0 to 0',
        'full-colour.jpg',
    )
    add(
        'separate-scans-reversed',
        separate.ordered([*range(first), first + 2, first + 1, first]).bytes(),
        'one scan for each component, the last first',
        'full-colour.jpg',
    )
    add(
        'separate-scans-no-end',
        separate.bytes(end=b''),
        'one scan for each component, without the end marker',
        'full-colour.jpg',
    )
    # A progressive picture whose first scan (DC) stands behind those for AC: each AC scan comes "without prior DC".
    parts = progressive.parts
    scans = [place for place, part in enumerate(parts) if part[0] == 0xDA]
    begin = [scans[0] - 1 if parts[scans[0] - 1][0] == 0xC4 else scans[0]]
    for before, place in zip(scans, scans[1:]):
        begin.append(before + 1)
    groups = [list(range(a, b + 1)) for a, b in zip(begin, scans)]
    top = [place for place in range(len(parts)) if place < begin[0]]
    dc = groups[0]
    rest = groups[1:]
    refine = [group for group in rest if parts[group[-1]][1][-3] == 0 and parts[group[-1]][1][-2] == 0]
    others = [group for group in rest if group not in refine]
    order = top + sum(others, []) + dc + sum(refine, [])
    add(
        'progression-dc-last',
        progressive.ordered(order).bytes(),
        'a progressive picture whose DC scans come last',
        'progressive.jpg',
    )
    again = top + dc + sum(rest, []) + refine[0]
    add(
        'progression-repeated',
        progressive.ordered(again).bytes(),
        'the last refinement of DC once more',
        'progressive.jpg',
    )

    bad = {}

    def cut(name, data, note):
        bad['jpeg-' + name + '.jpg'] = (data, None, note)

    sources = [('sequential', sequential), ('restarts', restarts), ('full-colour', full), ('grey', grey)]
    for name, jpeg in sources:
        place = jpeg.index(0xDA)
        coded = jpeg.parts[place][2]
        for percent in (10, 50, 90, 98):
            short = coded[: len(coded) * percent // 100].rstrip(b'\xff')
            torn = scan(jpeg.replaced(place, coded=short), spectral=(0, 0))
            cut(
                f'{name}-scan-0-0-cut-{percent}',
                torn.bytes(end=b''),
                f'SOS 0 to 0, and only {percent} % of the coded pixels',
            )
            if percent in (50, 98):
                cut(
                    f'{name}-cut-{percent}-ended',
                    jpeg.replaced(place, coded=short).bytes(),
                    f'{percent} % of the coded pixels, and an end marker behind them',
                )
                cut(
                    f'{name}-scan-0-0-cut-{percent}-ended',
                    torn.bytes(),
                    f'SOS 0 to 0, {percent} % of the coded pixels, and an end marker behind them',
                )
    coded = sequential.parts[start][2]
    middle = len(coded) // 2
    hole = coded[:middle] + bytes(400) + coded[middle + 400 :]
    cut(
        'hole',
        scan(sequential.replaced(start, coded=hole), spectral=(0, 0)).bytes(),
        'SOS 0 to 0, and 400 zeros in the middle of the coded pixels',
    )
    cut(
        'stray-hole',
        sequential.replaced(start, coded=hole).bytes({codes: bytes(3)}),
        'stray bytes between segments, and 400 zeros in the middle of the coded pixels',
    )
    cut(
        'jfif-hole',
        sequential.replaced(0, content=jfif((2, 0))).replaced(start, coded=hole).bytes(),
        'JFIF revision 2.00, and 400 zeros in the middle of the coded pixels',
    )
    cut(
        'marker-in-scan',
        scan(
            sequential.replaced(start, coded=coded[:middle].rstrip(b'\xff') + b'\xff\xd9' + coded[middle:]),
            spectral=(0, 0),
        ).bytes(),
        'SOS 0 to 0, and an end marker in the middle of the coded pixels',
    )
    place = restarts.index(0xDA)
    coded = restarts.parts[place][2]
    gone = coded.find(b'\xff\xd2')
    lost = coded[:gone] + coded[coded.find(b'\xff\xd4', gone) :]
    cut(
        'restarts-lost',
        scan(restarts.replaced(place, coded=lost), spectral=(0, 0)).bytes(),
        'SOS 0 to 0, and two stretches between restart markers are gone',
    )
    cut(
        'restarts-no-marker',
        scan(restarts.replaced(place, coded=coded[:gone] + coded[gone + 2 :]), spectral=(0, 0)).bytes(),
        'SOS 0 to 0, and a restart marker is gone',
    )
    whole = progressive.bytes()
    for percent in (10, 40, 75, 95):
        cut(
            f'progressive-cut-{percent}',
            whole[: len(whole) * percent // 100],
            f'the first {percent} % of a progressive picture',
        )
    cut(
        'progressive-scan-missing',
        progressive.ordered(range(groups[-1][0])).bytes(end=b''),
        'a progressive picture cut off right between two scans',
    )
    cut(
        'progressive-first-scan',
        progressive.ordered(range(groups[1][0])).bytes(end=b''),
        'only the first scan of a progressive picture',
    )
    long = progressive.parts[scans[1]][2]
    cut(
        'progressive-scan-cut',
        progressive.replaced(scans[1], coded=long[: len(long) // 2].rstrip(b'\xff')).bytes(),
        'half of a scan in the middle of a progressive picture is gone',
    )
    cut(
        'progressive-hole',
        progressive.replaced(scans[1], coded=long[:40] + bytes(300) + long[340:]).bytes(),
        'zeros in a scan of a progressive picture',
    )
    cut(
        'separate-scans-one',
        separate.ordered(range(first + 1)).bytes(),
        'one scan of three, and an end marker: no colours',
    )
    cut('separate-scans-two', separate.ordered(range(first + 2)).bytes(end=b''), 'two scans of three')
    cut(
        'separate-scans-0-0-two',
        scan(separate, 0, (0, 0)).ordered(range(first + 2)).bytes(),
        'two scans of three, SOS 0 to 0, and an end marker',
    )
    cut('header-only', sequential.ordered(range(start)).bytes(), 'no scan')
    cut(
        'codes-wrong',
        sequential.replaced(codes, content=b'\0' + bytes([0] * 15 + [200]) + bytes(200)).bytes(),
        'a Huffman table that cannot be',
    )
    return odd, bad


# ------------------------------------------------------------ PNG


def chunks(data):
    place, found = 8, []
    while place < len(data):
        length = struct.unpack('>I', data[place : place + 4])[0]
        found.append((data[place + 4 : place + 8], data[place + 8 : place + 8 + length]))
        place += 12 + length
    return found


def chunk(name, content, flip=0):
    return struct.pack('>I', len(content)) + name + content + struct.pack('>I', zlib.crc32(name + content) ^ flip)


def png(parts):
    """A part is (name, content) or (name, content, what its checksum is wrong by)."""
    return b'\x89PNG\r\n\x1a\n' + b''.join(chunk(*part) for part in parts)


def png_files(plain):
    colour, palette = chunks(plain['colour.png']), chunks(plain['palette.png'])
    head, data, end = colour[0], b''.join(content for name, content in colour if name == b'IDAT'), (b'IEND', b'')
    idat = (b'IDAT', data)
    odd = {}

    def add(name, parts, note, base='colour.png', tail=b''):
        odd['png-' + name + '.png'] = (png(parts) + tail if isinstance(parts, list) else parts, base, note)

    text = (b'tEXt', b'Comment\0made by hand')
    for name, part in [
        ('text', text),
        ('time', (b'tIME', b'\7\xe9\1\1\0\0\0')),
        ('gamma', (b'gAMA', struct.pack('>I', 45455))),
        ('physical', (b'pHYs', struct.pack('>IIB', 2835, 2835, 1))),
        ('unknown', (b'orNT', b'\6')),
    ]:
        add(
            'sum-' + name,
            [head, (*part, 0xFFFF), idat, end],
            f'wrong checksum of {part[0].decode()}, which is no part of the pixels',
        )
    add('sum-end', [head, idat, (*end, 1)], 'wrong checksum of IEND')
    add('sum-after-pixels', [head, idat, (*text, 7), end], 'wrong checksum of a text behind the pixels')
    add('then-zeros', [head, idat, end], 'zeros behind IEND', tail=bytes(512))
    add('then-png', [head, idat, end], 'a second PNG behind IEND', tail=png([head, idat, end]))
    add('then-text', [head, idat, end], 'text behind IEND', tail=b'\r\n<!-- end -->\r\n')
    add('no-end', [head, idat], 'no IEND')
    add('end-cut', png([head, idat, end])[:-6], 'IEND is cut in two')
    add('end-with-content', [head, idat, (b'IEND', b'abc')], 'IEND with content')
    add(
        'tiny-pixels',
        [head, *[(b'IDAT', data[i : i + 11]) for i in range(0, len(data), 11)], end],
        'pixels in chunks of 11 bytes',
    )
    add('empty-pixels', [head, (b'IDAT', b''), idat, (b'IDAT', b''), end], 'empty IDAT before and behind the pixels')
    plain_sum = data[:-4] + bytes([data[-4] ^ 1]) + data[-3:]
    add(
        'sum-of-stream',
        [head, (b'IDAT', plain_sum), end],
        'wrong Adler-32 of the pixels; the checksum of the chunk is right',
    )
    add('bytes-after-stream', [head, (b'IDAT', data + b'\0\0'), end], 'two bytes behind the pixels in IDAT')
    for name, part, note in [
        ('gamma-0', (b'gAMA', bytes(4)), 'a gamma of 0'),
        ('gamma-long', (b'gAMA', bytes(9)), 'gAMA of nine bytes'),
        ('colours-nonsense', (b'cHRM', b'\xff' * 32), 'primary colours that cannot be'),
        ('srgb-9', (b'sRGB', b'\x09'), 'an sRGB intent that does not exist'),
        ('profile-nonsense', (b'iCCP', b'x\0\0' + zlib.compress(b'no profile')), 'a colour profile that is none'),
        ('profile-broken', (b'iCCP', b'x\0\0' + b'\x78\x9c\xff\xff\xff'), 'a colour profile that does not inflate'),
        ('bits-9', (b'sBIT', b'\x09\x09\x09'), 'more significant bits than there are'),
        ('time-13', (b'tIME', b'\7\xe9\x0d\x63\x63\x63\x63'), 'a date that does not exist'),
        ('text-bare', (b'tEXt', b''), 'a text without keyword'),
        ('text-packed-broken', (b'zTXt', b'k\0\0\xff\xff'), 'a packed text that does not inflate'),
        ('text-international-broken', (b'iTXt', b'k\0\7\7'), 'an international text that is cut off'),
        ('exif-broken', (b'eXIf', b'XX\0\0'), 'Exif that is none'),
        ('histogram', (b'hIST', bytes(10)), 'a histogram without palette'),
        ('suggested', (b'sPLT', b'x\0\x08\1'), 'a suggested palette that is cut off'),
        ('physical-short', (b'pHYs', b'\0\1'), 'pHYs of two bytes'),
        ('background-short', (b'bKGD', b'\1'), 'a background of one byte'),
        ('transparent-long', (b'tRNS', bytes(9)), 'a transparent colour of nine bytes'),
        ('reserved-letter', (b'prvt', b'123'), 'a private chunk whose third letter is reserved'),
    ]:
        add(name, [head, part, idat, end], note)
    add(
        'twice',
        [head, (b'gAMA', struct.pack('>I', 45455)), (b'gAMA', struct.pack('>I', 45455)), text, text, idat, end],
        'chunks twice',
    )
    add(
        'srgb-and-profile',
        [head, (b'sRGB', b'\0'), (b'iCCP', b'x\0\0' + zlib.compress(bytes(128))), idat, end],
        'sRGB and a broken profile',
    )
    add(
        'gamma-late',
        [head, idat, (b'gAMA', struct.pack('>I', 100000)), end],
        'gamma behind the pixels, where it may not be',
    )
    add(
        'palette-in-colour',
        [head, (b'PLTE', bytes(range(30))), idat, end],
        'a suggested palette in a picture of true colours',
    )
    index = [name for name, _ in palette].index(b'PLTE')
    add(
        'palette-transparency-long',
        palette[: index + 1] + [(b'tRNS', b'\xff' * 200)] + palette[index + 1 :],
        'more transparencies than colours',
        'palette.png',
    )
    add(
        'palette-background-outside',
        palette[: index + 1] + [(b'bKGD', b'\xff')] + palette[index + 1 :],
        'a background beyond the palette',
        'palette.png',
    )

    bad = {}

    def cut(name, data, note):
        bad['png-' + name + '.png'] = (data, None, note)

    whole = png([head, idat, end])
    for percent in (20, 50, 90, 97):
        cut(f'cut-{percent}', whole[: len(whole) * percent // 100], f'the first {percent} %')
    cut(
        'cut-and-sum',
        png([head, (*text, 5), (b'IDAT', data[: len(data) * 9 // 10]), end]),
        'wrong checksum of a text, and a tenth of the pixels is gone',
    )
    cut('sum-pixels', png([head, (*idat, 1), end]), 'wrong checksum of the pixels')
    cut('sum-header', png([(*head, 1), idat, end]), 'wrong checksum of IHDR')
    cut(
        'sum-palette',
        png([(*part, 1) if part[0] == b'PLTE' else part for part in palette]),
        'wrong checksum of the palette',
    )
    cut('no-pixels', png([head, end]), 'no pixels')
    cut(
        'no-palette',
        png([part for part in palette if part[0] != b'PLTE']),
        'a picture of palette colours without palette',
    )
    middle = len(data) // 2
    broken = data[:middle] + bytes(60) + data[middle + 60 :]
    difference = zlib.crc32(b'IDAT' + broken) ^ zlib.crc32(b'IDAT' + data)
    cut('hole', png([head, (b'IDAT', broken, difference), end]), 'zeros in the pixels: their checksum tells')
    cut('critical', png([head, (b'ABCD', b''), idat, end]), 'a critical chunk that nobody knows')
    cut(
        'chunk-missing',
        png([head, (b'IDAT', data[:300]), (b'IDAT', data[600:]), end]),
        '300 bytes of the pixels are gone',
    )
    return odd, bad


# ------------------------------------------------------------ TIFF

SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8}


class TIFF:
    """One directory of a TIFF (little endian), written anew with everything it points at."""

    def __init__(self, data):
        self.entries = {}
        (place,) = struct.unpack('<I', data[4:8])
        (count,) = struct.unpack('<H', data[place : place + 2])
        for number in range(count):
            at = place + 2 + 12 * number
            tag, kind, many = struct.unpack('<HHI', data[at : at + 8])
            length = SIZES[kind] * many
            start = at + 8 if length <= 4 else struct.unpack('<I', data[at + 8 : at + 12])[0]
            self.entries[tag] = (kind, many, data[start : start + length])
        offsets, counts = self.numbers(273), self.numbers(279)
        self.strips = [data[a : a + b] for a, b in zip(offsets, counts)]

    def numbers(self, tag):
        kind, many, content = self.entries[tag]
        return struct.unpack('<' + {1: 'B', 3: 'H', 4: 'I'}[kind] * many, content)

    def bytes(self, order='<', sort=True, next_directory=0, odd_place=False, changes=None, tail=b'', thumbnail=None):
        """`changes` maps tags to (kind, many, content) or None. `thumbnail` is what a second page says of its kind."""
        entries = dict(self.entries)
        out = bytearray(
            struct.pack(order + '2sHI', b'II' if order == '<' else b'MM', 42, 0) + (b'\0' if odd_place else b'')
        )
        offsets = []
        for strip in self.strips:
            offsets.append(len(out))
            out += strip
        entries[273] = (4, len(offsets), struct.pack(f'<{len(offsets)}I', *offsets))
        entries[279] = (4, len(offsets), struct.pack(f'<{len(offsets)}I', *map(len, self.strips)))
        for tag, entry in (changes or {}).items():
            if entry is None:
                entries.pop(tag, None)
            else:
                entries[tag] = entry
        if len(out) % 2 and not odd_place:
            out += b'\0'
        if odd_place and len(out) % 2 == 0:
            out += b'\0'
        tags = sorted(entries) if sort else sorted(entries, reverse=True)
        directory = len(out)
        out[4:8] = struct.pack(order + 'I', directory)
        beyond = directory + 2 + 12 * len(tags) + 4
        table, extra = bytearray(struct.pack(order + 'H', len(tags))), bytearray()
        for tag in tags:
            kind, many, content = entries[tag]
            if order == '>':
                unit = {3: 2, 4: 4, 5: 4, 8: 2, 9: 4, 10: 4, 12: 8}.get(kind, 1)
                content = b''.join(content[i : i + unit][::-1] for i in range(0, len(content), unit))
            table += struct.pack(order + 'HHI', tag, kind, many)
            if len(content) <= 4:
                table += content.ljust(4, b'\0')
            else:
                table += struct.pack(order + 'I', beyond + len(extra))
                extra += content + b'\0' * (len(content) % 2)
        if thumbnail is None:
            table += struct.pack(order + 'I', next_directory)
            return bytes(out + table + extra) + tail
        # A second page of 8 × 8 grey pixels without compression.
        pixels = beyond + len(extra)
        table += struct.pack(order + 'I', pixels + 64)
        fields = [
            (254, 4, thumbnail),
            (256, 4, 8),
            (257, 4, 8),
            (258, 3, 8),
            (259, 3, 1),
            (262, 3, 1),
            (273, 4, pixels),
            (277, 3, 1),
            (278, 4, 8),
            (279, 4, 64),
        ]
        second = struct.pack(order + 'H', len(fields))
        for tag, kind, value in fields:
            second += struct.pack(order + 'HHI', tag, kind, 1) + struct.pack(
                order + ('HH' if kind == 3 else 'I'), *([value, 0] if kind == 3 else [value])
            )
        return bytes(out + table + extra) + bytes([128]) * 64 + second + bytes(4) + tail


def short(*numbers):
    return (3, len(numbers), struct.pack(f'<{len(numbers)}H', *numbers))


def long(*numbers):
    return (4, len(numbers), struct.pack(f'<{len(numbers)}I', *numbers))


def tiff_files(plain):
    strips, packed = TIFF(plain['strips.tiff']), TIFF(plain['packed.tiff'])
    odd = {}

    def add(name, data, note, base='strips.tiff'):
        odd['tiff-' + name + '.tiff'] = (data, base, note)

    add('big-endian', strips.bytes('>'), 'the other byte order')
    add('unsorted', strips.bytes(sort=False), 'tags in falling order')
    add('odd-place', strips.bytes(odd_place=True), 'everything at odd places')
    add(
        'private-tags',
        strips.bytes(changes={65000: short(1), 65001: (7, 6, b'abcdef'), 50000: (2, 3, b'xy\0')}),
        'tags that nobody knows',
    )
    add(
        'text-without-end',
        strips.bytes(changes={271: (2, 6, b'Camera'), 305: (2, 5, b'Maker')}),
        'texts without the zero at their end',
    )
    add('text-empty', strips.bytes(changes={271: (2, 0, b'')}), 'a text of no bytes')
    add(
        'resolution-0',
        strips.bytes(changes={282: (5, 1, bytes(8)), 283: (5, 1, bytes(8)), 296: short(9)}),
        'a resolution of 0 / 0 in a unit that does not exist',
    )
    add('resolution-as-long', strips.bytes(changes={282: long(72), 283: long(72)}), 'a resolution as a whole number')
    add('date-nonsense', strips.bytes(changes={306: (2, 4, b'now\0')}), 'a date that is none')
    add('kind-99', strips.bytes(changes={65002: (99, 1, b'\1\0\0\0')}), 'a tag of a kind that does not exist')
    add(
        'tag-outside',
        strips.bytes(changes={65003: (7, 4, b'\xff\xff\xff\x7f')}).replace(
            struct.pack('<HHI', 65003, 7, 4), struct.pack('<HHI', 65003, 7, 4000)
        ),
        'a private tag beyond the file',
    )
    add('exif-outside', strips.bytes(changes={34665: long(0x7FFFFFF0)}), 'an Exif directory beyond the file')
    add('orientation-0', strips.bytes(changes={274: short(0)}), 'an orientation that does not exist')
    add(
        'size-as-long',
        strips.bytes(changes={256: long(*strips.numbers(256)), 257: long(*strips.numbers(257))}),
        'width and height as 32 bits',
    )
    add(
        'rows-missing',
        packed.bytes(changes={278: long(0xFFFFFFFF)})
        if len(packed.strips) == 1
        else strips.bytes(changes={278: long(16)}),
        'rows of a strip as 32 bits',
    )
    add('then-zeros', strips.bytes(tail=bytes(600)), 'zeros behind the file')
    add('then-text', strips.bytes(tail=b'made by a scanner\r\n'), 'text behind the file')
    add(
        'photometric-kept',
        packed.bytes(changes={262: short(3), 65000: short(3)}),
        'a palette and a private tag',
        'packed.tiff',
    )
    add('samples-missing', strips.bytes(changes={277: None}), 'no number of samples: one is meant')
    add(
        'planar-missing',
        strips.bytes(changes={284: None, 266: None, 296: None, 282: None, 283: None}),
        'nothing but what must be there',
    )
    add('predictor-1', strips.bytes(changes={317: short(1)}), 'a predictor that does nothing')
    add('subfile-0', strips.bytes(changes={254: long(0), 255: short(1)}), 'kind of subfile in both ways')
    add('page-number', strips.bytes(changes={297: short(0, 1)}), 'page 0 of 1')
    add('page-number-nonsense', strips.bytes(changes={297: short(7, 3)}), 'page 7 of 3')
    add(
        'profile-nonsense',
        strips.bytes(changes={34675: (7, 20, b'no profile at all...')}),
        'a colour profile that is none',
    )
    add('text-tag-as-short', strips.bytes(changes={305: short(7)}), 'the program as a number')
    add('counts-of-more', strips.bytes(changes={65004: long(*range(40))}), 'a long private tag')
    add('thumbnail', strips.bytes(thumbnail=1), 'a second page that says that it is a thumbnail')
    add('thumbnail-big-endian', strips.bytes('>', thumbnail=1), 'the same in the other byte order')
    add('mask', strips.bytes(thumbnail=4), 'a second page that says that it is a mask')
    add('next-directory-outside', strips.bytes(next_directory=0x7FFFFF00), 'the next directory lies beyond the file')

    bad = {}

    def cut(name, data, note):
        bad['tiff-' + name + '.tiff'] = (data, None, note)

    whole = strips.bytes()
    cut('cut-50', whole[: len(whole) // 2], 'the first half')
    lost = strips.bytes(changes={273: long(*[8] * (len(strips.strips) - 1), 0x7FFFFF00)})
    cut('strip-outside', lost, 'a strip beyond the file')
    cut(
        'strip-outside-private',
        strips.bytes(changes={273: long(*[8] * (len(strips.strips) - 1), 0x7FFFFF00), 65000: short(1)}),
        'a strip beyond the file, and a tag that nobody knows',
    )
    damaged = TIFF(plain['strips.tiff'])
    damaged.strips[4] = damaged.strips[4][:12]
    cut('strip-cut', damaged.bytes(), 'a strip that ends too early')
    cut('strip-cut-unsorted', damaged.bytes(sort=False), 'a strip that ends too early, and tags in falling order')
    ends = TIFF(plain['strips.tiff'])
    ends.strips[-1] = ends.strips[-1][: len(ends.strips[-1]) // 2]
    cut('last-strip-cut', ends.bytes(), 'the last strip ends too early')
    return odd, bad


# ------------------------------------------------------------ WebP


def riff(parts, size=None, tail=b''):
    body = b'WEBP' + b''.join(
        name + struct.pack('<I', len(content)) + content + b'\0' * (len(content) % 2) for name, content in parts
    )
    return b'RIFF' + struct.pack('<I', len(body) if size is None else size(len(body))) + body + tail


def riff_parts(data):
    place, found = 12, []
    while place + 8 <= len(data):
        (length,) = struct.unpack('<I', data[place + 4 : place + 8])
        found.append((data[place : place + 4], data[place + 8 : place + 8 + length]))
        place += 8 + length + length % 2
    return found


def webp_files(plain):
    lossy, lossless = riff_parts(plain['lossy.webp']), riff_parts(plain['lossless.webp'])
    odd = {}

    def add(name, data, note, base='lossy.webp'):
        odd['webp-' + name + '.webp'] = (data, base, note)

    def extended(flags, parts, after=()):
        width, height = 480 - 1, 176 - 1
        head = bytes([flags, 0, 0, 0]) + struct.pack('<I', width)[:3] + struct.pack('<I', height)[:3]
        return [(b'VP8X', head), *parts, *after]

    add('extended', riff(extended(0, lossy)), 'an extended header that extends nothing')
    add('exif-missing', riff(extended(0x08, lossy)), 'says that it has Exif and has none')
    add(
        'exif-not-told',
        riff(extended(0, lossy, [(b'EXIF', b'Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0')])),
        'has Exif and does not say so',
    )
    add('profile-nonsense', riff(extended(0x20, [(b'ICCP', b'no profile'), *lossy])), 'a colour profile that is none')
    add(
        'unknown-chunks', riff(extended(0, [(b'abcd', b'12345'), *lossy], [(b'wxyz', b'')])), 'chunks that nobody knows'
    )
    add('alpha-told', riff(extended(0x10, lossless)), 'says that it has transparency and has none', 'lossless.webp')
    add('then-zeros', riff(lossy, tail=bytes(300)), 'zeros behind the file')
    add('then-text', riff(lossless, tail=b'\r\nend\r\n'), 'text behind the file', 'lossless.webp')
    add('size-less', riff(lossy, size=lambda count: count, tail=b'\0'), 'one byte behind the file')
    add('metadata-twice', riff(extended(0x04, lossy, [(b'XMP ', b'<x/>'), (b'XMP ', b'<y/>')])), 'metadata twice')

    bad = {}

    def cut(name, data, note):
        bad['webp-' + name + '.webp'] = (data, None, note)

    for name, parts in [('lossy', lossy), ('lossless', lossless)]:
        whole = riff(parts)
        for percent in (50, 95):
            cut(f'{name}-cut-{percent}', whole[: len(whole) * percent // 100], f'the first {percent} %')
    cut('extended-cut', riff(extended(0x08, lossy))[:-60], 'says that it has Exif, and its end is gone')
    kind, content = lossy[0]
    cut('cut-resized', riff([(kind, content[: len(content) // 2])]), 'half of the pixels, with sizes that fit')
    kind, content = lossless[0]
    cut('lossless-cut-resized', riff([(kind, content[: len(content) // 2])]), 'half of the pixels, with sizes that fit')
    return odd, bad


# ------------------------------------------------------------ HEIC and AVIF


def heif_files(plain):
    odd, bad = {}, {}

    def box(name, content):
        return struct.pack('>I', 8 + len(content)) + name + content

    for ending in ('heic', 'avif'):
        base = 'phone.' + ending
        data = plain[base]
        odd[f'{ending}-minor-version.{ending}'] = (
            data[:12] + b'\0\1\2\3' + data[16:],
            base,
            'a minor version that nobody knows',
        )
        odd[f'{ending}-then-free.{ending}'] = (data + box(b'free', bytes(64)), base, 'free space behind the picture')
        odd[f'{ending}-then-unknown.{ending}'] = (
            data + box(b'abcd', b'xyz'),
            base,
            'a box that nobody knows behind the picture',
        )
        odd[f'{ending}-then-maker.{ending}'] = (
            data + box(b'sefd', bytes(40)),
            base,
            'a block of the maker behind the picture',
        )
        for percent in (30, 60, 95):
            bad[f'{ending}-cut-{percent}.{ending}'] = (
                data[: len(data) * percent // 100],
                None,
                f'the first {percent} %',
            )
    data = plain['phone.heic']
    odd['heic-mif1.heic'] = (data[:8] + b'mif1' + data[12:], 'phone.heic', 'the general brand first')
    data = plain['phone.avif']
    odd['avif-mif1.avif'] = (data[:8] + b'mif1' + data[12:], 'phone.avif', 'the general brand first')
    bad['heic-collection-cut.heic'] = (plain['collection.heic'][:-400], None, 'a collection whose end is gone')
    return odd, bad


# ------------------------------------------------------------ all


def made(plain):
    files, lines = {}, []
    for name, data in sorted(plain.items()):
        lines.append({'file': 'plain/' + name, 'expect': 'accept', 'plain': 'plain/' + name, 'note': 'drawn here'})
    for odd, bad in (jpeg_files(plain), png_files(plain), tiff_files(plain), webp_files(plain), heif_files(plain)):
        for name, (data, base, note) in odd.items():
            files['odd/' + name] = data
            lines.append({'file': 'odd/' + name, 'expect': 'accept', 'plain': 'plain/' + base, 'note': note})
        for name, (data, _, note) in bad.items():
            files['damaged/' + name] = data
            lines.append({'file': 'damaged/' + name, 'expect': 'refuse', 'note': note})
    files['index.json'] = ('[\n' + ',\n'.join('  ' + json.dumps(line) for line in lines) + '\n]\n').encode()
    return files


def main():
    plain_folder = HERE / 'plain'
    if '--draw' in sys.argv:
        plain_folder.mkdir(parents=True, exist_ok=True)
        for name, data in draw().items():
            (plain_folder / name).write_bytes(data)
    plain = {path.name: path.read_bytes() for path in plain_folder.iterdir()}
    files = made(plain)
    there = {str(path.relative_to(HERE)) for folder in ('odd', 'damaged') for path in (HERE / folder).glob('*')}
    gone = there - set(files)
    if '--check' in sys.argv:
        changed = [
            name for name, data in files.items() if not (HERE / name).exists() or (HERE / name).read_bytes() != data
        ]
        print('\n'.join(sorted(changed) + sorted(gone)) or 'nothing would change')
        sys.exit(1 if changed or gone else 0)
    for name in gone:
        (HERE / name).unlink()
    for name, data in files.items():
        path = HERE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    print(len(files) - 1, 'files')


if __name__ == '__main__':
    main()
