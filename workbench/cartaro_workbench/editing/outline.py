"""The outline of a text: articles with their declarations, claims and examples. Also its folds, and the actions on examples and
claims.

The outline covers the readable part of the text. The folds depend on the indentation of lines, so that they do not change while
a sentence is being written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, assert_never

from cartaro_grammar import Span, tree
from cartaro_rulebook import localized
from cartaro_workbench.editing.document import Document, Range, range_of

# ----------------------------------------------------------------------- outline


SymbolKind = Literal[
    "article", "amendment", "clause", "zone", "pile", "family", "counter", "flag", "mark", "reference", "act", "finding",
    "option", "setting", "words", "pictures", "telling", "quotes", "elsewhere", "claim", "example",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class OutlineSymbol:
    """A part of a text: its name, title, range, the range of its name, and its own parts."""

    name: str
    kind: SymbolKind
    detail: str
    range: Range
    selection: Range
    parts: tuple[OutlineSymbol, ...] = ()


@dataclass(frozen=True, slots=True)
class Fold:
    """A range of lines that can be folded below its first line, including the last."""

    first: int
    last: int
    comment: bool


def outline(document: Document, code: str = "en") -> tuple[OutlineSymbol, ...]:
    """Return the parts of a text, in its order."""
    file = document.file
    return () if file is None else tuple(_item(item, code) for item in file.items)


def _item(item: tree.Item, code: str) -> OutlineSymbol:
    match item:
        case tree.Article():
            parts = tuple(_within(item.items, code))
            return _symbol(f"article {item.number.text}", "article", item.label.names, item.span, item.number.span, code, parts)
        case tree.Amendment():
            parts = tuple(_within(item.items, code))
            name = f"{item.action} {', '.join(word.text for word in item.names)}".strip()
            detail = f"article {item.article.number.text}"
            return OutlineSymbol(name, "amendment", detail, range_of(item.span), range_of(item.article.span), parts)
        case tree.RepealShown(kind=kind, names=names):
            name = f"repeal {kind} {', '.join(word.text for word in names)}"
            return OutlineSymbol(name, "amendment", "", range_of(item.span), range_of(names[0].span))
        case tree.SetOption():
            return OutlineSymbol(
                f"set {item.name.text}", "setting", item.value.text, range_of(item.span), range_of(item.name.span)
            )
        case tree.Words():
            return OutlineSymbol("words", "words", "", range_of(item.span), _first_line(item.span))
        case tree.Pictures():
            return OutlineSymbol("pictures", "pictures", "", range_of(item.span), _first_line(item.span))
        case tree.Telling():
            return OutlineSymbol("telling", "telling", "", range_of(item.span), _first_line(item.span))
        case tree.Elsewhere():
            return OutlineSymbol("elsewhere", "elsewhere", "", range_of(item.span), _first_line(item.span))
        case tree.Quotes():
            return OutlineSymbol(f"quotes {item.letter.text}", "quotes", "", range_of(item.span), range_of(item.letter.span))
        case tree.Claim():
            return _symbol(item.name.text, "claim", item.names, item.span, item.name.span, code)
        case tree.Example():
            return _symbol(item.name.text, "example", item.names, item.span, item.name.span, code)
        case _:
            assert_never(item)


def _within(items: Iterable[tree.ArticleItem], code: str) -> Iterator[OutlineSymbol]:
    """Yield the declarations of an article; blocks in it are not separate parts."""
    for item in items:
        match item:
            case tree.Clause():
                yield _symbol(item.name.text, "clause", item.label.names, item.span, item.name.span, code)
            case tree.ZoneDecl() | tree.CellDecl():
                yield _symbol(item.name.text, item.kind, item.label.names, item.span, item.name.span, code)
            case tree.ActDecl():
                yield _symbol(item.name.text, "finding" if item.finding else "act", item.says, item.span, item.name.span, code)
            case tree.OptionDecl():
                yield _symbol(item.name.text, "option", item.label.names, item.span, item.name.span, code)
            case tree.CourseBlock() | tree.UnderBlock():
                yield from _within(item.items, code)
            case tree.See():
                pass
            case _:
                assert_never(item)


def _symbol(
    name: str,
    kind: SymbolKind,
    names: tree.Texts | None,
    span: Span,
    selection: Span,
    code: str,
    parts: tuple[OutlineSymbol, ...] = (),
) -> OutlineSymbol:
    detail = localized(names.entries, code, "") if names else ""
    return OutlineSymbol(name, kind, detail, range_of(span), range_of(selection), parts)


def _first_line(span: Span) -> Range:
    end = span.source.text.find("\n", span.start)
    return range_of(Span(span.source, span.start, span.end if end < 0 else min(end, span.end)))


def folds(document: Document) -> tuple[Fold, ...]:
    """Return the ranges that can be folded: blocks below the line that opens them, and comments of several lines."""
    lines = document.source.text.split("\n")
    found: list[Fold] = []
    open_blocks: list[tuple[int, int]] = []
    last = 0
    for number, line in enumerate([*lines, "end"]):
        if not line.strip():
            continue
        depth = len(line) - len(line.lstrip(" "))
        while open_blocks and open_blocks[-1][1] >= depth:
            first, _ = open_blocks.pop()
            if last > first:
                found.append(Fold(first, last, comment=False))
        open_blocks.append((number, depth))
        last = number
    return tuple(sorted([*found, *_comments(lines)], key=lambda fold: (fold.first, -fold.last)))


def _comments(lines: list[str]) -> Iterator[Fold]:
    """Yield the runs of comment lines."""
    first: int | None = None
    for number, line in enumerate([*lines, ""]):
        if line.lstrip().startswith("--"):
            first = number if first is None else first
        elif first is not None:
            if number - first > 1:
                yield Fold(first, number - 1, comment=True)
            first = None


# ------------------------------------------------------------------------ lenses


@dataclass(frozen=True, slots=True)
class Lens:
    """An action at a range: run an example, prove a claim."""

    action: Literal["run example", "prove claim"]
    name: str
    range: Range


def lenses(document: Document) -> tuple[Lens, ...]:
    """Return the examples and claims of a text, in its order."""
    items = document.file.items if document.file else ()
    return tuple(
        Lens("run example" if isinstance(item, tree.Example) else "prove claim", item.name.text, range_of(item.name.span))
        for item in items
        if isinstance(item, tree.Example | tree.Claim)
    )
