"""The pages of the reference: a page is parsed into sections and blocks, turned into one game, and written again with its
results.

A page is Markdown. Its blocks are fences with a language and, in most cases, a title:

    ```regole                       rules, examples and claims, which are part of the page's game
    ```regole title="Mistake"       rules with a mistake, which are added to the game for one message
    ```text title="Message"         the message about the mistake before it
    ```regole title="In Italian"    the rules of the section in other key words; also `In French`
    ```text title="In print"        the sentences of the rulebook
    ```text title="Verdicts"        the verdicts of the claims of the section

All blocks with a title, except for `Mistake`, are results: `written` replaces them. `<!-- documents: Splits, Pattern -->` below
a heading names the members of the model's unions that the section explains. The game of a page consists of a frame and the
page's blocks. The frame is the one that the page links to (`games.md#pond`), or the page's first block if that block begins
with `game`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

ITALIAN, FRENCH, PRINT, VERDICTS, MESSAGE, MISTAKE = "In Italian", "In French", "In print", "Verdicts", "Message", "Mistake"
OF_SECTIONS = {ITALIAN: "regole", FRENCH: "regole", PRINT: "text", VERDICTS: "text"}
"""The results of a section, in their order on the page, with the language of their fences."""
TOP = frozenset({"example", "claim", "words", "telling", "pictures", "quotes", "elsewhere", "article"})
"""The words that begin an item outside the articles."""

_HEADING = re.compile(r"(#+) (.+)")
_FENCE = re.compile(r"```(\w*)(?: title=\"([^\"]*)\")?")
_DOCUMENTS = re.compile(r"<!-- documents: (.*) -->")
_FRAME = re.compile(r"\(games\.md#(\w+)\)")


@dataclass(frozen=True, slots=True)
class Block:
    """A fence: its title ("" for rules), its text without the line end after the last line, the number of its first line, and
    the number of the line after the fence.
    """

    title: str
    text: str
    line: int
    end: int


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its blocks, up to the next heading."""

    heading: str
    line: int
    documents: tuple[str, ...]
    blocks: tuple[Block, ...]

    @property
    def rules(self) -> tuple[Block, ...]:
        """The blocks that are part of the page's game."""
        return tuple(block for block in self.blocks if not block.title)

    @property
    def mistakes(self) -> tuple[Block, ...]:
        return tuple(block for block in self.blocks if block.title == MISTAKE)


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the name of its frame ("" if it has its own game), and its sections; the first section is the title's."""

    frame: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """Items of a block in the text of a game, as one run of lines: either the items of an article, or items outside the
    articles.
    """

    block: Block
    is_article: bool
    first: int
    """The number of the part's first line in the game; for an article, the number of its head."""
    lines: tuple[int, ...]
    """The page's line for each line of the part; 0 for the head of an article and for empty lines."""


@dataclass(frozen=True, slots=True)
class PageGame:
    """The game of a page as one text, and the place of each part in it."""

    text: str
    parts: tuple[Part, ...]

    def page_line(self, line: int) -> int:
        """Return the page's line for a line of the game, or 0 if it is not on the page."""
        return next((p.lines[line - p.first] for p in self.parts if p.first <= line < p.first + len(p.lines)), 0)


# --------------------------------------------------------------------------------------------- parse


def parse_page(text: str) -> Page:
    """Return the sections of a page, with their blocks."""
    found = _FRAME.search(text)
    heads: list[tuple[str, int]] = []
    blocks: list[list[Block]] = []
    documents: list[tuple[str, ...]] = []
    for line, of in _lines_and_blocks(text):
        if isinstance(of, Block):
            if blocks:
                blocks[-1].append(of)
        elif head := _HEADING.fullmatch(of):
            heads.append((head[2], line))
            blocks.append([])
            documents.append(())
        elif (names := _DOCUMENTS.fullmatch(of)) and documents:
            documents[-1] += tuple(names[1].split(", "))
    sections = (Section(*head, own, tuple(made)) for head, own, made in zip(heads, documents, blocks, strict=True))
    return Page(found[1] if found else "", tuple(sections))


def _lines_and_blocks(text: str) -> Iterator[tuple[int, str | Block]]:
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        fence = _FENCE.fullmatch(lines[number])
        if fence is None:
            yield number + 1, lines[number]
            number += 1
            continue
        end = next((n for n in range(number + 1, len(lines)) if lines[n] == "```"), len(lines))
        yield number + 1, Block(fence[2] or "", "\n".join(lines[number + 1 : end]), number + 2, end + 2)
        number = end + 1


# ---------------------------------------------------------------------------------------------- game


def frames(text: str) -> Mapping[str, str]:
    """Return the games of the page of frames, each by its heading."""
    return {section.heading.lower(): section.rules[0].text + "\n" for section in parse_page(text).sections if section.rules}


def game_of(page: Page, frame: str, mistake: Block | None = None) -> PageGame:
    """Return the game of a page: its frame, then the items of each block; if a mistake is given, its items come last."""
    blocks = [(section, block) for section in page.sections for block in section.rules]
    own = not page.frame
    lines = (blocks[0][1].text if own else frame).rstrip("\n").split("\n")
    parts: list[Part] = []
    added = blocks[1:] if own else blocks
    for number, (section, block) in enumerate(added):
        _add(lines, parts, f'article s{number + 1} "{section.heading}"', block)
    if mistake is not None:
        _add(lines, parts, 'article mistake "Mistake"', mistake)
    return PageGame("\n".join(lines) + "\n", tuple(parts))


def _add(lines: list[str], parts: list[Part], head: str, block: Block) -> None:
    inside, outside = _items(block)
    if inside:
        lines.append("")
        first = len(lines) + 1
        lines += [head, *(f"  {text}" if text else "" for _, text in inside)]
        parts.append(Part(block, True, first, (0, *(number for number, _ in inside))))
    if outside:
        lines.append("")
        parts.append(Part(block, False, len(lines) + 1, tuple(number for number, _ in outside)))
        lines += [text for _, text in outside]


def _items(block: Block) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Return the numbered lines of a block that belong in an article, and the other lines."""
    inside: list[tuple[int, str]] = []
    outside: list[tuple[int, str]] = []
    here = inside
    for number, text in enumerate(block.text.split("\n"), block.line):
        if text and text[0] not in " -":
            here = outside if text.split()[0] in TOP else inside
        here.append((number, text))
    return _trimmed(inside), _trimmed(outside)


def _trimmed(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    while lines and not lines[-1][1]:
        lines = lines[:-1]
    return lines


def parts_in(text: str, game: PageGame) -> list[str]:
    """Return each part of a game in another form of the same game: formatted, or in other key words.

    Items outside the articles are found by their order: a part with n such items takes the next n.
    """
    items = _top_items(text)
    own = _top_items(game.text)
    assert len(items) == len(own), "the other form has other items"
    starts = [line for line, _ in own]
    found: list[str] = []
    for part in game.parts:
        within = [i for i, line in enumerate(starts) if part.first <= line < part.first + len(part.lines)]
        texts = [items[i][1] for i in within]
        if part.is_article:
            (article,) = texts
            body = article.split("\n")[1:]
            texts = ["\n".join(line.removeprefix("  ") for line in body).strip("\n")]
        found.append("\n\n".join(texts))
    return found


def _top_items(text: str) -> list[tuple[int, str]]:
    """Return the items of a text, each with the number of its first line; a comment belongs to the item after it."""
    lines = text.split("\n")
    starts = [n for n, line in enumerate(lines) if line and line[0] not in " -"]
    ends = [*starts[1:], len(lines)]
    return [(start + 1, "\n".join(lines[start:end]).strip("\n")) for start, end in zip(starts, ends, strict=True)][
        _opening(lines) :
    ]


def _opening(lines: list[str]) -> int:
    return 1 if lines[0].startswith(("in ", "en ")) else 0


# ------------------------------------------------------------------------------------------- results


@dataclass(frozen=True, slots=True)
class Results:
    """The contents that a section should have: its rules, the results below them by title, and the messages of its mistakes."""

    rules: tuple[str, ...]
    below: Mapping[str, str]
    messages: tuple[str, ...]


def written(text: str, results: Mapping[int, Results]) -> str:
    """Return a page with these results, by the line of the heading of their section. Other text is unchanged."""
    page = parse_page(text)
    lines: list[str | None] = list(text.split("\n"))
    inserted: dict[int, list[str]] = {}
    for section in page.sections:
        own = results.get(section.line)
        if own is None:
            continue
        for block in section.blocks:
            if block.title in OF_SECTIONS or block.title == MESSAGE:
                _remove(lines, block)
        for block, rules in zip(section.rules, own.rules, strict=True):
            _replace(lines, block, rules)
        if section.rules:
            at = section.rules[-1].end
            inserted[at] = [
                x for title, lang in OF_SECTIONS.items() if title in own.below for x in _fence(lang, title, own.below[title])
            ]
        for block, message in zip(section.mistakes, own.messages, strict=True):
            inserted[block.end] = _fence("text", MESSAGE, message)
    out: list[str] = []
    for number, line in enumerate(lines, 1):
        out += inserted.get(number, [])
        if line is not None:
            out.append(line)
    return "\n".join(out)


def _remove(lines: list[str | None], block: Block) -> None:
    """Remove a fence, and the empty line before it."""
    first = block.line - 2
    if first > 0 and lines[first - 1] == "":
        first -= 1
    for number in range(first, block.end - 1):
        lines[number] = None


def _replace(lines: list[str | None], block: Block, text: str) -> None:
    for number in range(block.line - 1, block.end - 2):
        lines[number] = None
    lines[block.line - 1] = text


def _fence(lang: str, title: str, text: str) -> list[str]:
    return ["", f'```{lang} title="{title}"', *text.split("\n"), "```"]
