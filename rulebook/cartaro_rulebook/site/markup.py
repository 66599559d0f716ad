"""Escaped text for pages, with references as links and cards as small pictures.

Everything that an author wrote passes through `escaped` (into HTML) or `heading` (into a Markdown heading).  Blocks of HTML
are one line without blank lines, so that Markdown does not change them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cartaro_grammar import Game
from cartaro_rulebook.cards.pictures import CardPictures, escaped, inline, tag
from cartaro_rulebook.words.language import language
from cartaro_rulebook.words.nouns import unmarked

__all__ = ["CardPictures", "anchors", "bullets", "escaped", "heading", "inline", "tag", "with_marks_held"]

_SIGN = re.compile(r"[^\w \u00a0]|_")


def heading(text: str) -> str:
    """Return the text as part of a Markdown heading, with every special character as a character reference, so that none is
    markup.
    """
    return _SIGN.sub(lambda sign: f"&#{ord(sign[0])};", " ".join(unmarked(text).split()))


def bullets(items: Iterable[str], ordered: bool = False, *, searched: bool = True) -> str:
    """Return a list of finished HTML; empty if there are no items.  The search leaves out a list that is not `searched`."""
    inside = "".join(tag("li", item) for item in items)
    apart = {} if searched else {"data_search_exclude": ""}
    return tag("ol" if ordered else "ul", inside, **apart) if inside else ""


_TAG = re.compile(r"<(pre|script|style|textarea)\b.*?</\1>|<[^>]*>", re.DOTALL)
_SPACED_MARK = re.compile(r" (?=[;:!?»](?:\s|$))|(?<=«) ")


def with_marks_held(html: str, code: str) -> str:
    """Return HTML in which no line begins with a mark that follows a space, in a language that writes a space before marks."""
    if not language(code).text("site_colon")[0].isspace():
        return html
    made, at = "", 0
    for found in _TAG.finditer(html):
        made += _SPACED_MARK.sub("\u00a0", html[at : found.start()]) + found[0]
        at = found.end()
    return made + _SPACED_MARK.sub("\u00a0", html[at:])


def anchors(game: Game) -> frozenset[str]:
    """Return the ids that a game's page has for its clauses and options."""
    return frozenset({f"c-{c.name}" for c in game.ruleset.clauses} | {f"o-{o.name}" for o in game.ruleset.options})
