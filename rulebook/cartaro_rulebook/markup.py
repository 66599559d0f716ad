"""Text made safe for a page, and the small pictures of cards.

Everything that an author wrote passes through `escaped` (into HTML) or `heading` (into a Markdown heading).  Blocks of HTML
are one line without blank lines, so that Markdown leaves them alone.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping

from cartaro_grammar.game import Game
from cartaro_rulebook.inline import Fragment, fragments
from cartaro_rulebook.naming import Naming

_SIGN = re.compile(r"[^\w \u00a0]|_")
_SUIT_TONES = 4


def escaped(text: str) -> str:
    """The text as HTML: no markup of its own, no line end, no braces that a template could read."""
    one_line = " ".join(text.split("\n"))
    return html.escape(one_line, quote=True).replace("{", "&#123;").replace("}", "&#125;")


def heading(text: str) -> str:
    """The text as part of a Markdown heading: every sign as a character reference, so that none means anything."""
    return _SIGN.sub(lambda sign: f"&#{ord(sign[0])};", " ".join(text.split()))


def tag(name: str, inside: str, **attributes: str) -> str:
    """An element; `inside` is HTML already, the attributes are texts."""
    shown = "".join(f' {key.rstrip("_").replace("_", "-")}="{escaped(v)}"' for key, v in attributes.items())
    return f"<{name}{shown}>{inside}</{name}>"


def bullets(items: Iterable[str], ordered: bool = False) -> str:
    inside = "".join(tag("li", item) for item in items)
    return tag("ol" if ordered else "ul", inside) if inside else ""


class CardPictures:
    """The cards of one game in one language, as text-based pictures.

    A card shows its signs and its name to those who cannot see it.  Colours and shapes go by the order in which the attribute
    with fewer values (the suit, in most packs) lists them.
    """

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        attributes = sorted(naming.game.deck.attributes, key=lambda a: (-len(a.values), a.name))
        self.main = attributes[0].name if attributes else ""
        self.second = attributes[1] if len(attributes) > 1 else None
        self.signs = {(a.name, v.name): v.sign for a in attributes for v in a.values}

    def picture(self, number: int, size: str = "") -> str:
        """One card."""
        card = self.naming.game.deck.cards[number]
        values = dict(card.attributes)
        name = self.naming.language.forms.polish(self.naming.card_text(number))
        tone = f"tone-{self._tone(values)}"
        rank = self.signs.get((self.main, values.get(self.main, "")), card.code)
        inside = tag("b", escaped(rank))
        if self.second is not None and self.second.name in values:
            inside += tag("i", escaped(self.signs[self.second.name, values[self.second.name]]))
        classes = " ".join(filter(None, ("playing-card", tone, size)))
        return tag("span", inside, class_=classes, role="img", aria_label=name, title=name)

    def _tone(self, values: Mapping[str, str]) -> int | str:
        if self.second is None or self.second.name not in values:
            return "none"
        order = [v.name for v in self.second.values]
        return order.index(values[self.second.name]) % _SUIT_TONES

    def row(self, cards: Iterable[int], empty: str = "—") -> str:
        """Cards side by side."""
        shown = "".join(self.picture(n) for n in cards)
        return tag("span", shown or escaped(empty), class_="card-row")


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
        case "card":
            picture = pictures.picture(int(found.key), "small")
            name = tag("span", escaped(found.text), aria_hidden="true") + " " if named else ""
            return tag("span", name + picture, class_="named-card")


def anchors(game: Game) -> frozenset[str]:
    """The ids that a game's page has for its clauses and options."""
    return frozenset({f"c-{c.name}" for c in game.clauses} | {f"o-{o.name}" for o in game.options})
