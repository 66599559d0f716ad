"""The drawings that a pack can name: files of the project, each told to the stylesheet once, as an image without a request.

A sign stands for a suit and a figure for a card; which is drawn for what, a ruleset says (its `pictures`).  A sign's `color` is
that of whatever is written in its suit.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

SIGN, FIGURE = "sign", "figure"
FOLDERS = {SIGN: "signs", FIGURE: "figures"}
_COLOUR = re.compile(r'<svg\b[^>]*\bcolor="([^"]*)"')
_SPARED = str.maketrans({'"': "'", "%": "%25", "#": "%23", "<": "%3C", ">": "%3E", "\n": None})
"""What a picture inside of quotation marks of a stylesheet cannot hold as it is."""


@cache
def drawings(kind: str) -> dict[str, str]:
    """The drawings of a kind by their names, in alphabetical order."""
    folder = files("cartaro_rulebook").joinpath("assets", "drawings", FOLDERS[kind])
    found = sorted((each for each in folder.iterdir() if each.name.endswith(".svg")), key=lambda each: each.name)
    return {each.name.removesuffix(".svg"): each.read_text(encoding="utf-8") for each in found}


def drawn(kind: str, name: str | None) -> str:
    """The class of what is drawn so; nothing where there is no such drawing."""
    return f"{kind}-{name}" if name in drawings(kind) else ""


def is_drawn(name: str) -> bool:
    """Whether there is a drawing of this name."""
    return any(name in drawings(kind) for kind in FOLDERS)


def drawing_styles() -> str:
    """The part of the stylesheet that has the drawings, a class each."""
    return "".join(_style(kind, name, picture) for kind in FOLDERS for name, picture in drawings(kind).items())


def _style(kind: str, name: str, picture: str) -> str:
    colour = _COLOUR.search(picture)
    ink = f" color: {colour[1]};" if colour else ""
    return f'.{kind}-{name} {{ --{kind}: url("data:image/svg+xml,{picture.strip().translate(_SPARED)}");{ink} }}\n'
