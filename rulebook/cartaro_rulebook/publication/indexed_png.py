"""A picture of few colours as a PNG with a palette: a third of the bytes of one that has each pixel's colour.

Takes an opaque PNG of eight bits a channel, as resvg writes it; returns one with at most 64 colours.  The colours that most
pixels have stay exact, the others become the nearest: those of edges between two colours.  The format is that of the PNG
specification (ISO/IEC 15948), of which this reads and writes as much as is needed here.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator

Colour = tuple[int, int, int]

COLOURS = 64
"""The colours of the palette; half of them are the most frequent."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COARSE = 4
"""The bits by which colours are taken together for the other half, that no part of the picture goes without its own."""
_SUB, _UP, _AVERAGE, _PAETH = 1, 2, 3, 4
_TRUECOLOUR_WITH_ALPHA, _INDEXED = 6, 3
_CHANNELS = 4


def indexed(png: bytes) -> bytes:
    """Return an opaque picture with a palette.  ValueError for a PNG of another kind."""
    width, height, pixels = _pixels(png)
    palette, nearest = _palette(Counter(pixels))
    rows = (bytes(map(nearest.__getitem__, pixels[start : start + width])) for start in range(0, width * height, width))
    header = struct.pack(">IIBBBBB", width, height, 8, _INDEXED, 0, 0, 0)
    shades = bytes(part for colour in palette for part in colour)
    packed = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"PLTE", shades) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        (size,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += 12 + size


def _pixels(png: bytes) -> tuple[int, int, list[Colour]]:
    """The width, the height and the colours of all pixels, line by line."""
    chunks = list(_chunks(png))
    width, height, *kind = struct.unpack(">IIBBBBB", dict(chunks)[b"IHDR"])
    if kind != [8, _TRUECOLOUR_WITH_ALPHA, 0, 0, 0]:
        raise ValueError(f"a PNG of another kind: {kind}")
    data = zlib.decompress(b"".join(part for name, part in chunks if name == b"IDAT"))
    line, pixels = width * _CHANNELS + 1, list[Colour]()
    above = [bytes(width)] * (_CHANNELS - 1)
    for start in range(0, height * line, line):
        filtered = data[start + 1 : start + line]
        above = [_line(data[start], filtered[n::_CHANNELS], before) for n, before in enumerate(above)]
        pixels += zip(*above, strict=True)
    return width, height, pixels


def _line(kind: int, filtered: bytes, above: bytes) -> bytes:
    """One channel of a line of which each value was written as its difference from those before and above."""
    found, left, corner = bytearray(), 0, 0
    for value, up in zip(filtered, above, strict=True):
        if kind == _PAETH:
            left = value + _paeth(left, up, corner) & 255
        elif kind == _UP:
            left = value + up & 255
        elif kind == _AVERAGE:
            left = value + (left + up >> 1) & 255
        elif kind == _SUB:
            left = value + left & 255
        else:
            left = value
        corner = up
        found.append(left)
    return bytes(found)


def _paeth(left: int, up: int, corner: int) -> int:
    """Of three neighbours the one nearest to `left + up - corner`."""
    if up == corner:
        return left
    if left == corner:
        return up
    to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if to_left <= to_up and to_left <= to_corner:
        return left
    return up if to_up <= to_corner else corner


def _palette(counted: Counter[Colour]) -> tuple[list[Colour], dict[Colour, int]]:
    """The colours kept, and for every colour the number of the nearest of them."""
    by_use = sorted(counted, key=lambda colour: (-counted[colour], colour))
    palette = by_use[: COLOURS // 2]
    pixels, first = Counter[Colour](), dict[Colour, Colour]()
    for colour in by_use:
        pixels[_coarse(colour)] += counted[colour]
        first.setdefault(_coarse(colour), colour)
    known = {*map(_coarse, palette)}
    others = sorted(pixels.keys() - known, key=lambda coarse: (-pixels[coarse], coarse))
    palette += [first[coarse] for coarse in others[: COLOURS - len(palette)]]
    numbers = range(len(palette))

    def nearest(colour: Colour) -> int:
        return min(numbers, key=lambda n: sum((a - b) ** 2 for a, b in zip(palette[n], colour, strict=True)))

    return palette, {colour: nearest(colour) for colour in counted}


def _coarse(colour: Colour) -> Colour:
    red, green, blue = colour
    return red >> _COARSE, green >> _COARSE, blue >> _COARSE
