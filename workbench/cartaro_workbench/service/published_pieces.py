"""The files generated from the pieces of rules: `pieces.toml` for editors, and the pages that show them.

`python -m cartaro_workbench.service.published_pieces` writes both into the checkout; a test compares the files with its output.
The words of a page above the first piece are written by hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from cartaro_grammar import FILE_SUFFIX, KEY_WORD_LANGUAGES, Source, check_texts, format_source, parts, shipped_folder, tree
from cartaro_rulebook import in_words, languages
from cartaro_workbench.editing.pieces import Piece, folder, in_one_language

CHECKOUT: Final = Path(__file__).parents[3]
NEEDED: Final = frozenset({"zone", "pile", "family", "counter", "flag", "mark", "reference", "act", "clause", "definition"})
"""The kinds of names that a page lists as needed by a piece; names of the pack are not listed."""
BELOW: Final = "<!-- The pieces, from rulesets/lib/pieces: python -m cartaro_workbench.service.published_pieces -->\n"
"""The line in a page after which its text is generated."""


def published() -> Iterator[tuple[Path, str]]:
    """Yield the place of every generated file in a checkout, and its text."""
    found = tuple(read_pieces())
    yield folder() / "pieces.toml", "\n".join(map(_table, found))
    for code in languages():
        page = CHECKOUT / "docs" / ("pieces.md" if code == "en" else f"pieces.{code}.md")
        above, below, _ = page.read_text(encoding="utf-8").partition(BELOW)
        yield page, above + below + "".join(_section(piece, code) for piece in sorted(found, key=lambda one: one.title[code]))


@cache
def piece_texts() -> Mapping[str, str]:
    """Return a map from file names to the shipped texts and the texts of the pieces."""
    paths = [*sorted(shipped_folder().glob(f"*/*{FILE_SUFFIX}")), *sorted(folder().glob(f"*{FILE_SUFFIX}"))]
    return {path.name: path.read_text(encoding="utf-8") for path in paths}


def read_pieces() -> Iterator[Piece]:
    """Yield the pieces as their files have them, in alphabetical order."""
    for path in sorted(folder().glob(f"*{FILE_SUFFIX}")):
        checked = check_texts(piece_texts(), path.name)
        file = next(file for file in checked.files if file.source.name == path.name)
        if file.kind != "variant":
            continue  # pieces are added to this game
        (amendment,) = (item for item in file.items if isinstance(item, tree.Amendment))
        telling = next(item for item in file.items if isinstance(item, tree.Telling))
        wording = telling.items[0]
        if file.title is None or not isinstance(wording, tree.Wording):
            raise ValueError(f"{path.name} lacks a title or a wording")
        values = {one.name.text: one.default.text for one in parts(amendment.items) if isinstance(one, tree.OptionDecl)}
        inside = [
            one
            for one in checked.occurrences
            if one.span.source.name == path.name and amendment.items[0].span.start <= one.span.start < amendment.span.end
        ]
        known = {one.declaration for one in inside if one.declaration.span is not None}
        declared = {one for one in known if one.span is not None and one.span.source.name == path.name}
        yield Piece(
            path.name.removesuffix(FILE_SUFFIX),
            _by_language(file.title),
            _by_language(wording.texts, values),
            {language: _lines(file.source, language) for language in KEY_WORD_LANGUAGES},
            frozenset((one.kind, one.owner, one.name) for one in known - declared),
            frozenset(one.name for one in declared if one.kind not in {"local", "value of an option"}),
            frozenset(type(one).__name__ for one in parts(amendment.items) if isinstance(one, tree.SidesAre)),
        )


def _by_language(texts: tree.Texts, values: Mapping[str, str] = MappingProxyType({})) -> Mapping[str, str]:
    """Return a map from languages to texts, with the values of house rules that they name."""
    return {code: re.sub(r"\{(\w+)\}", lambda slot: values[slot[1]], text) for code, text in texts.entries}


def _lines(source: Source, language: str) -> str:
    """Return the lines of a piece's amendment in the key words of a language."""
    text = format_source(source, language)
    if not isinstance(text, str):
        raise TypeError(f"{source.name} has syntax errors")
    _, amendment, *_ = text.split("\n\n")
    return amendment.partition("\n")[2] + "\n"


# ------------------------------------------------------------------------- forms


def _table(piece: Piece) -> str:
    """Return a piece as a table of TOML, whose texts are JSON strings."""
    fields = {
        "title": _inline(piece.title),
        "purpose": _inline(piece.purpose),
        "needs": _list(map(list, sorted(piece.needs))),
        "declares": _list(sorted(piece.declares)),
        "once": _list(sorted(piece.once)),
        "lines": _inline(piece.lines),
    }
    return f"[{piece.name}]\n" + "".join(f"{key} = {value}\n" for key, value in fields.items())


def _inline(texts: Mapping[str, str]) -> str:
    return "{ " + ", ".join(f"{code} = {_text(text)}" for code, text in sorted(texts.items())) + " }"


def _list(values: Iterable[object]) -> str:
    return json.dumps(list(values), ensure_ascii=False)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _section(piece: Piece, code: str) -> str:
    """Return the section of a page that shows a piece."""
    names = dict.fromkeys(name for kind, _, name in sorted(piece.needs) if kind in NEEDED)
    needs = f"{in_words('site_piece_needs', code)} {', '.join(f'`{name}`' for name in names)}" if names else ""
    lines = in_one_language(piece.lines["en"], code)
    block = f'```regole title="{piece.name}"\n{lines}```'
    return "\n" + "\n\n".join(filter(None, (f"## {piece.title[code]}", piece.purpose[code], needs, block))) + "\n"


if __name__ == "__main__":
    for place, text in published():
        place.write_text(text, encoding="utf-8")
