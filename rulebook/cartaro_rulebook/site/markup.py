"""Text made safe for a page, with references as links and cards as small pictures.

Everything that an author wrote passes through `escaped` (into HTML) or `heading` (into a Markdown heading).  Blocks of HTML
are one line without blank lines, so that Markdown leaves them alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cartaro_grammar import Game
from cartaro_rulebook.cards.card_pictures import CardPictures
from cartaro_rulebook.cards.elements import escaped, tag
from cartaro_rulebook.words.references import Fragment, fragments

__all__ = ["CardPictures", "anchors", "bullets", "escaped", "heading", "inline", "tag"]

_SIGN = re.compile(r"[^\w \u00a0]|_")


def heading(text: str) -> str:
    """The text as part of a Markdown heading: every sign as a character reference, so that none means anything."""
    return _SIGN.sub(lambda sign: f"&#{ord(sign[0])};", " ".join(text.split()))


def bullets(items: Iterable[str], ordered: bool = False) -> str:
    inside = "".join(tag("li", item) for item in items)
    return tag("ol" if ordered else "ul", inside) if inside else ""


def inline(text: str, pictures: CardPictures, named: bool = True) -> str:
    """A sentence as HTML: references as links, cards with their pictures (and their names, when `named`)."""
    return "".join(_fragment(f, pictures, named) for f in fragments(text))


def _fragment(found: Fragment, pictures: CardPictures, named: bool) -> str:
    match found.kind:
        case "text":
            return escaped(found.text)
        case "clause":
            return tag("a", escaped(found.text), href=f"#c-{found.key}")
        case "option":
            return tag("a", escaped(found.text), href=f"#o-{found.key}", class_="option")
        case "word":
            return tag("em", escaped(found.text), class_="word")
        case "keys":
            keys, _, place = found.key.partition("@")
            shown = keys.replace(" ", " · ") + (f" ({place})" if place else "")
            return tag("small", escaped(shown), class_="keys", data_keys=keys, data_place=place)
        case "english":
            return tag("span", escaped(found.text), lang="en", class_="foreign")
        case "card":
            picture = pictures.picture(int(found.key), "small")
            name = tag("span", escaped(found.text), aria_hidden="true") + " " if named else ""
            return tag("span", name + picture, class_="named-card")


def anchors(game: Game) -> frozenset[str]:
    """The ids that a game's page has for its clauses and options."""
    return frozenset({f"c-{c.name}" for c in game.clauses} | {f"o-{o.name}" for o in game.options})
