"""A sentence as HTML: its references as links, the cards that it names as small pictures."""

from __future__ import annotations

from cartaro_rulebook.cards.card_pictures import CardPictures
from cartaro_rulebook.cards.elements import escaped, tag
from cartaro_rulebook.words.references import Fragment, fragments


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
