"""The pieces of a page that the search finds: some sentences of a guide with their examples, or one clause of the rules.

The theme's search has one entry for each heading.  A section of a guide has up to thirty sentences: its entry contains nearly
every word that players ask for, and leads to its heading only.  Here an element of a section begins a piece if it has an id
that begins with the id of the section; the first piece also has what precedes it.  Short pieces that follow each other are
found together.  A clause of an article is a piece, with its name and the article's as title.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from typing import Any

from cartaro_rulebook.site.elsewhere import NAMES
from cartaro_rulebook.site.rules_page import OTHERS

EXCLUDED = "data-search-exclude"
_VOID = frozenset({"br", "circle", "col", "ellipse", "hr", "img", "input", "link", "meta", "path", "rect", "source", "wbr"})
_INLINE = frozenset({"a", "b", "em", "i", "small", "span", "strong", "sup"})
_HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})

Entry = dict[str, Any]
"""An entry of the theme's index: its `location`, `title`, `text`, and perhaps its `boost`."""


@dataclass(slots=True)
class _Piece:
    anchor: str
    part: str
    title: list[str] = field(default_factory=list[str])
    text: list[str] = field(default_factory=list[str])

    @property
    def is_clause(self) -> bool:
        return self.anchor.startswith("c-")

    @property
    def is_apart(self) -> bool:
        return self.is_clause or self.anchor == OTHERS

    def words(self) -> str:
        """Return the text, after the title if it has one."""
        title, text = _written(self.title), _written(self.text)
        return f"{title}: {text}" if title and text else text


class _Reader(HTMLParser):
    """Collects the pieces of each section, by the section's anchor."""

    def __init__(self) -> None:
        super().__init__()
        self.sections = dict[str, list[_Piece]]()
        self._open = list[tuple[str, bool]]()
        """The open elements, each with whether the search leaves it out."""
        self._section, self._depth, self._part, self._to = "", 0, "", list[str]()
        self._heading = ""
        self.names = list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag not in _INLINE:
            self._write(" ")
        if tag in _VOID:
            return
        scores = tag == "table" and attributes.get("class") == "guide-scores"
        heads = tag == "thead" and bool(self._open) and self._open[-1][0] == "scores"
        names = tag == "span" and attributes.get("class") == NAMES
        self._open.append(("scores" if scores else NAMES if names else tag, EXCLUDED in attributes or heads))
        anchor = attributes.get("id") or ""
        if tag == "div" and "data-section" in attributes:
            self._section, self._depth, self._part = f"t-{attributes['data-section']}", len(self._open), ""
            self._begin(self._section)
        elif self._section and anchor.startswith(f"{self._section}-"):
            self._begin(anchor)
        elif tag == "tr" and self._is_row():
            self._begin(self.sections[self._section][-1].anchor)
        elif self._section and tag in _HEADINGS:
            self._to = []
        elif tag in _HEADINGS:
            self._heading = anchor
        elif not self._section and anchor and {"clause", OTHERS} & set((attributes.get("class") or "").split()):
            self._section, self._depth, self._part = self._heading, len(self._open), ""
            self._begin(anchor)
        elif self._section and (self._is_row() if tag == "th" else attributes.get("class") == "clause-name"):
            self._to = self.sections[self._section][-1].title

    def handle_endtag(self, tag: str) -> None:
        if not self._open or tag in _VOID:
            return
        if tag not in _INLINE:
            self._write(" ")
        if self._section and tag in _HEADINGS:
            self._part = _written(self._to)
            self._to = self.sections[self._section][-1].text
        elif (tag == "th" and self._is_row()) or (tag == "a" and self._section == self._heading and self._section):
            self._to = self.sections[self._section][-1].text
        if len(self._open) == self._depth:
            self._section, self._depth, self._to = "", 0, []
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1][0] == NAMES:
            self.names.append(data)
        self._write(data)

    def _is_row(self) -> bool:
        """Return whether the open cell is the first of a row of a table of scores that is a piece."""
        tags = [tag for tag, _ in self._open]
        return "scores" in tags and "thead" not in tags and bool(self._section)

    def _begin(self, anchor: str) -> None:
        piece = _Piece(anchor, self._part)
        self.sections.setdefault(self._section, []).append(piece)
        self._to = piece.text

    def _write(self, text: str) -> None:
        if self._section and not any(excluded for _, excluded in self._open):
            self._to.append(text)


def _written(parts: Sequence[str]) -> str:
    return escape(" ".join("".join(parts).split()), quote=False)


WORDS = 60
"""The number of words at which a piece is long enough to be found by itself."""


def in_pieces(entries: Sequence[Entry], html: str) -> Iterator[Entry]:
    """Yield the entries of a page, with each section of a guide in pieces of some sentences, and the game's other names as the
    text of the page.
    """
    reader = _Reader()
    reader.feed(html)
    reader.close()
    for entry in entries:
        page, _, anchor = str(entry["location"]).partition("#")
        pieces = _together([piece for piece in reader.sections.get(anchor, ()) if piece.words()])
        if not pieces:
            yield entry if anchor or not reader.names else {**entry, "text": _written(reader.names)}
        clauses = [some[0] for some in pieces if some[0].is_clause]
        if clauses:
            yield {**entry, "text": ""}
            for clause in clauses:
                title = f"{_written(clause.title)} · {entry['title']}"
                yield {**entry, "location": f"{page}#{clause.anchor}", "title": title, "text": _written(clause.text)}
            continue
        for at, some in enumerate(pieces):
            title = " · ".join(filter(None, (str(entry["title"]), some[0].part)))
            text = " ".join(f"<p>{piece.words()}</p>" for piece in some)
            yield {**entry, "location": f"{page}#{some[0].anchor if at else anchor}", "title": title, "text": text}


def _together(pieces: Sequence[_Piece]) -> list[list[_Piece]]:
    """Return the pieces in groups of sentences of one part, each group with some `WORDS`; the rows of a table stay together."""
    groups = list[list[_Piece]]()
    for piece in pieces:
        long = sum(len(other.words().split()) for other in groups[-1]) if groups else WORDS
        next_row = bool(groups and piece.title and groups[-1][-1].title)
        too_long = long + len(piece.words().split()) / 2 > WORDS
        if piece.is_apart or (not next_row and (too_long or groups[-1][0].part != piece.part)):
            groups.append([])
        groups[-1].append(piece)
    return groups
