"""Text made safe for a page, and the small pictures of cards.

Everything that an author wrote passes through `escaped` (into HTML) or `heading` (into a Markdown heading).  Blocks of HTML
are one line without blank lines, so that Markdown leaves them alone.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from cartaro_grammar import Game
from cartaro_rulebook.words.card_colours import by_size, tone
from cartaro_rulebook.words.naming import Naming
from cartaro_rulebook.words.references import Fragment, fragments

_SIGN = re.compile(r"[^\w \u00a0]|_")


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

    A card shows its signs, and its name to those who cannot see it; one that is read as another shows that one too.
    """

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        self.deck = naming.game.deck
        attributes = by_size(self.deck)
        self.main = attributes[0].name if attributes else ""
        self.second = attributes[1] if len(attributes) > 1 else None
        self.signs = {(a.name, v.name): v.sign for a in attributes for v in a.values}

    def picture(self, number: int, size: str = "") -> str:
        """One card, or one face of it: as what it is read, in its corner."""
        face = self.naming.game.faces.faces[number]
        rank, suit = self._signs(face.card)
        inside = tag("b", escaped(rank)) + (tag("i", escaped(suit)) if suit else "")
        reading = "".join(self._signs(face.like)) if face.like != face.card else ""
        reading += "".join(f" {value}" for _, value in face.settings[:1])
        if reading:
            inside += tag("small", escaped(reading.strip()), class_=self._tone(face.like))
        classes = " ".join(filter(None, ("playing-card", self._tone(face.card), "reading" if reading else "", size)))
        name = self.naming.language.forms.polish(self.naming.face_text(number))
        return tag("span", inside, class_=classes, role="img", aria_label=name, title=name)

    def _signs(self, card: int) -> tuple[str, str]:
        """What stands on a card: the sign of its rank and that of its suit; its code and a star, where it has neither."""
        values = dict(self.deck.cards[card].attributes)
        if self.main not in values:
            return self.deck.cards[card].code.rstrip("'"), "★"
        second = self.second.name if self.second is not None else ""
        return self.signs[self.main, values[self.main]], self.signs[second, values[second]] if second in values else ""

    def _tone(self, card: int) -> str:
        return f"tone-{tone(self.deck, card)}"

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
