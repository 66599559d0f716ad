"""The picture that stands beside a link to a page: a name, a line below it, and a few cards of the game.

Made as one drawing of the project's own, and turned into a PNG with the font that lies beside the drawings: no font of the
machine is asked, so the same text gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import as_file, files

from cartaro_grammar import Game
from cartaro_rulebook.cards.card_pictures import CardPictures, CardSigns
from cartaro_rulebook.cards.drawings import FIGURE, SIGN, drawings
from cartaro_rulebook.cards.elements import escaped, tag
from cartaro_rulebook.site.pages import picture_name
from cartaro_rulebook.words.language import language
from cartaro_rulebook.words.naming import Naming, in_any
from cartaro_rulebook.words.references import clean

WIDTH, HEIGHT = 1200, 630
"""The size that those who show links ask for."""
FOLDER = "assets/links"
HOME = "home"
"""The name of the picture of all pages that are of no game; no ruleset's picture has it, for theirs end in `-game`."""
SITE = "Cartaro"
SHOWN, LONGEST = 4, 42
CARD, TALL = 220, 308
FELT, INK, PAPER = "#1d4a3a", "#1a1a1a", "#fffdf6"
FONT = "DejaVu Sans"


def link_pictures(games: Sequence[Game], code: str) -> Iterator[tuple[str, bytes]]:
    """The pictures of a language's site, by name: that of its own pages, with the first game's cards, and one for each game."""
    lang = language(code)
    yield HOME, picture(SITE, lang.say("ui_tagline"), games[0] if games else None, code)
    for game in games:
        players = lang.say("ui_players", x=lang.series([str(n) for n in game.player_counts], "or"))
        line = f"{players} · {lang.say('ui_cards', n=str(len(game.deck.cards)))} · {SITE}"
        yield picture_name(game), picture(in_any(game.title, code, game.name), line, game, code)


def picture(title: str, line: str, game: Game | None, code: str) -> bytes:
    """A PNG with a title, a line below it and the cards of a game."""
    title = clean(title) if len(title) <= LONGEST else f"{clean(title)[: LONGEST - 1]}…"
    inside = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{FELT}"/>'
    inside += _text(title, 70, 150, _size(title, 96), PAPER) + _text(line, 72, 215, _size(line, 34), "#cfe3d8")
    inside += "".join(_cards(game, code)) if game is not None else ""
    return _png(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{inside}</svg>')


def _size(text: str, largest: int) -> int:
    """The size in which a text fits on one line: its letters are two thirds as wide as high, some more."""
    return min(largest, round(1.26 * WIDTH / max(1, len(text))))


def _text(text: str, x: float, y: float, size: float, ink: str, anchor: str = "start") -> str:
    place = {"x": f"{x:g}", "y": f"{y:g}", "fill": ink, "text_anchor": anchor}
    shown = escaped("".join(filter(str.isprintable, text)))
    return tag("text", shown, **place, font_family=FONT, font_weight="bold", font_size=f"{size:g}")


def _cards(game: Game, code: str) -> Iterator[str]:
    """A few cards as they are held in a hand."""
    pictures = CardPictures(Naming(game, language(code)))
    shown = list(_shown(game, pictures))
    for place, number in enumerate(shown):
        turned = 12 * (place - (len(shown) - 1) / 2)
        card = _card(pictures.signs(number))
        yield f'<g transform="rotate({turned:g} {WIDTH / 2:g} 1500) translate({(WIDTH - CARD) / 2:g} 280)">{card}</g>'


def _shown(game: Game, pictures: CardPictures) -> Iterator[int]:
    """One card of each suit, each of another rank, from the last that the pack declares."""
    suits: dict[str, list[int]] = {}
    suit = pictures.second.name if pictures.second is not None else ""
    for number, card in enumerate(game.deck.cards):
        if card.copy in (0, 1) and card.kind is None:
            suits.setdefault(dict(card.attributes).get(suit, str(number)), []).append(number)
    for back, cards in enumerate(list(suits.values())[:SHOWN], 1):
        yield cards[-min(back, len(cards))]


def _card(signs: CardSigns) -> str:
    """A card: its corner, its suit below it, its figure or its suit in the middle; what has no drawing, by its signs."""
    sign, figure = (_named(kind, signs.classes) for kind in (SIGN, FIGURE))
    ink = _ink(sign)
    card = f'<rect width="{CARD}" height="{TALL}" rx="16" fill="{PAPER}" stroke="#00000055" stroke-width="2"/>'
    card += _text(signs.corner, 34, 56, 44, ink, "middle")
    card += _drawing(SIGN, sign, 14, 68, 40, 40) if sign else _text(signs.suit, 34, 104, 40, ink, "middle")
    if figure:
        return card + _drawing(FIGURE, figure, 50, 100, 144, 202)
    return card + (_drawing(SIGN, sign, 65, 120, 110, 110) if sign else _text(signs.suit, 120, 215, 110, ink, "middle"))


def _named(kind: str, classes: tuple[str, ...]) -> str:
    return next((one.removeprefix(f"{kind}-") for one in classes if one.startswith(f"{kind}-")), "")


def _ink(sign: str) -> str:
    colour = re.search(r'\bcolor="([^"]*)"', drawings(SIGN)[sign]) if sign else None
    return colour[1] if colour else INK


def _drawing(kind: str, name: str, x: float, y: float, width: float, height: float) -> str:
    placed = f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
    return drawings(kind)[name].strip().replace("<svg ", placed, 1)


@lru_cache(maxsize=128)
def _png(drawing: str) -> bytes:
    from resvg_py import svg_to_bytes

    with as_file(files("cartaro_rulebook").joinpath("assets", "fonts", "DejaVuSans-Bold-subset.ttf")) as font:
        made = svg_to_bytes(svg_string=drawing, width=WIDTH, skip_system_fonts=True, font_family=FONT, font_files=[str(font)])
    return bytes(made)
