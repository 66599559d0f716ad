"""The table at the start of a hand, drawn from above: seats, dealer, the player who begins, direction of play, cards dealt.

The interpreter deals a hand and the picture shows its position, so it follows every rule about the deal.  The player who begins
sits at the bottom.  The table, seats and hands are SVG; the places in the middle are HTML with the cards of the site.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from textwrap import wrap
from typing import Final, cast

from cartaro_grammar import Game
from cartaro_grammar import game as g
from cartaro_interpreter import Faulted, PlayInProgress, Rules, SeededChance, compile_game, write_position
from cartaro_rulebook.site.book import Page
from cartaro_rulebook.site.markup import escaped, tag
from cartaro_rulebook.site.seats import names_by_seat, runs_clockwise
from cartaro_rulebook.words.nouns import Phrase, plain

WIDTH: Final = 380
HEIGHT: Final = 320
TABLE: Final = (124.0, 92.0)
"""The half axes of the table."""
SEATS: Final = (150.0, 118.0)
"""The half axes of the ellipse on which the seats are; names are outside of it."""
HANDS: Final = (102.0, 72.0)
BESIDE: Final = 9
"""The greatest number of letters of a line at the left or right of the table."""
ARROW: Final = (0.3, 0.72)
"""The beginning and the end of the arrow, as parts of the way from one player to the next."""
MOST_FACES: Final = 5
"""The greatest number of cards of a place that are drawn face up; more are drawn as a pile."""
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Start:
    """The position of a game when the first player is to move: its zones, the players whom it names, and who moves."""

    zones: Mapping[str, object]
    named: Mapping[str, int]
    turn: int


@lru_cache(maxsize=256)
def start_of(game: Game, seed: int = SEED) -> Start | None:
    """Deal the first hand of a match; return None if it cannot be dealt, or if nobody is to move then."""
    rules = compile_game(game)
    if not isinstance(rules, Rules):
        return None
    play = PlayInProgress(rules, SeededChance(seed))
    try:
        play.begin()
        play.begin_hand()
    except Faulted:
        return None
    if not play.awaits:
        return None
    position = write_position(rules, play.state)
    counters = cast("Mapping[str, object]", position.get("counters") or {})
    roles = (cell.name for cell in game.cells if cell.kind == "reference" and cell.period == "match" and cell.owner == "table")
    named = {name: number for name in roles if isinstance(number := counters.get(name), int)}
    return Start(cast("Mapping[str, object]", position["zones"]), named, position.get("turn", 1))


SEEDS: Final = (1, 2, 3)


def first_role(game: Game) -> tuple[str, int] | None:
    """Return the first role that a player has in every first hand, such as that of the dealer, with the number of the player;
    None if no role is always the same player's.
    """
    starts = [start.named for seed in SEEDS if (start := start_of(game, seed)) is not None]
    always = (role for role in starts[0].items() if all(role in named.items() for named in starts)) if starts else iter(())
    return next(always, None)


def seating(page: Page) -> str:
    """Return the drawn table as HTML; an empty text if no hand can be dealt."""
    start = start_of(page.game)
    return "" if start is None else _Seating(page, start).html()


class _Seating:
    def __init__(self, page: Page, start: Start) -> None:
        self._page, self._game, self._start = page, page.game, start
        self._round = -1 if runs_clockwise(page.game) else 1
        """The direction of play: 1 to the right of the player at the bottom, -1 to the left."""

    def html(self) -> str:
        game = self._game
        parts = [tag("ellipse", "", cx=_n(WIDTH / 2), cy=_n(HEIGHT / 2), rx=_n(TABLE[0]), ry=_n(TABLE[1]), class_="felt")]
        parts += [self._seat(steps) for steps in range(game.players)]
        label = self._label()
        svg = tag("svg", "".join(parts) + self._arrow(), viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=label)
        middle = "".join(self._middle())
        each = self._caption()
        caption = tag("figcaption", escaped(each)) if each else ""
        return svg + (tag("div", middle, class_="middle") if middle else "") + caption

    def _player(self, steps: int) -> int:
        """Return the number of the player who sits some seats after the one who begins."""
        return (self._start.turn - 1 + steps) % self._game.players + 1

    def _place(self, steps: float, radii: tuple[float, float]) -> tuple[float, float]:
        angle = 2 * pi * steps / self._game.players
        return WIDTH / 2 + self._round * radii[0] * sin(angle), HEIGHT / 2 + radii[1] * cos(angle)

    def _seat(self, steps: int) -> str:
        player = self._player(steps)
        x, y = self._place(steps, SEATS)
        side = f" side-{self._game.side_of[player - 1]}" if self._game.sides < self._game.players else ""
        seat = tag("circle", "", cx=_n(x), cy=_n(y), r="11", class_=f"seat{side}")
        names = [*self._roles(player), *([self._page.label("screen_begins")] if self._begins(steps) else [])]
        above, beside = y < HEIGHT / 2 - SEATS[1] / 2, abs(y - HEIGHT / 2) <= SEATS[1] / 2
        names = [line for name in names for line in (wrap(name, BESIDE) if beside else [name])]
        first = y - 17 - 13 * (len(names) - 1) if above else y + 24
        end, anchor = _next_to_table(x) if beside else (x, {"text_anchor": "middle"})
        lines = (tag("text", escaped(name), x=_n(end), y=_n(first + 13 * n), **anchor) for n, name in enumerate(names))
        return seat + self._hand(steps) + "".join(lines)

    def _begins(self, steps: int) -> bool:
        """Return whether a player is marked as the one who begins.  Nobody is if several rules decide it, such as one for an
        exchange of cards and one for play.
        """
        return steps == 0 and sum(isinstance(clause.sentence, g.Begins) for clause in self._game.clauses) == 1

    def _roles(self, player: int) -> Iterator[str]:
        """Yield the game's own names of a seat, else the names of the references to its player."""
        naming, game = self._page.scope.naming, self._game
        for name, who in self._start.named.items():
            own = names_by_seat(game, name).get((player - who) % game.players)
            if own is not None and naming.text(own) is not None:
                yield plain(naming.noun(own).form(False))
            elif who == player:
                yield plain(naming.cell(name).form(False))

    def _hand(self, steps: int) -> str:
        """Draw the cards of a player from behind, with their number."""
        number = sum(self._held().get(self._player(steps), {}).values())
        if not number:
            return ""
        x, y = self._place(steps, HANDS)
        shown = min(number, 3)
        backs = "".join(
            tag(
                "rect",
                "",
                x=_n(x - 10 + 5 * (n - (shown - 1) / 2)),
                y=_n(y - 14),
                width="20",
                height="28",
                rx="3",
                class_="back",
            )
            for n in range(shown)
        )
        return backs + tag("text", str(number), x=_n(x + 2.5 * (shown - 1)), y=_n(y + 5), text_anchor="middle", class_="number")

    def _held(self) -> dict[int, dict[str, int]]:
        """Return the number of cards of each player in each of their places; if the players have none and each of them is a
        side, in the places of the sides.
        """
        of_players = self._held_by("player")
        alone = self._game.sides == self._game.players
        return self._held_by("side") if alone and not any(sum(held.values()) for held in of_players.values()) else of_players

    def _held_by(self, owner: str) -> dict[int, dict[str, int]]:
        found = dict[int, dict[str, int]]()
        for zone, content in self._start.zones.items():
            if self._game.zone[zone].owner == owner:
                for player, cards in cast("Mapping[str, list[object]]", content).items():
                    found.setdefault(int(player), {})[zone] = len(cards)
        return found

    def _caption(self) -> str:
        """Return for how many players the table is drawn, if the number may vary, how many cards each player is dealt, if all
        have the same number, and that partners have one colour.
        """
        players = self._game.players
        drawn = [self._page.label("players", x=str(players))] if len(self._game.ruleset.player_counts) > 1 else []
        numbers = {sum(zones.values()) for zones in self._held().values()}
        number = numbers.pop() if len(numbers) == 1 else 0
        many = Phrase("", plural=number != 1)
        each = [self._page.scope.lang.text("site_screen_each", many, n=str(number))] if number else []
        partners = [self._page.label("screen_partners")] if self._game.sides < self._game.players else []
        return " · ".join(drawn + each + partners)

    def _arrow(self) -> str:
        """Draw the direction of play: an arc outside of the table from the player who begins towards the next."""
        radii = (TABLE[0] + 9, TABLE[1] + 9)
        (x, y), (to_x, to_y) = (self._place(part, radii) for part in ARROW)
        back_x, back_y = self._place(ARROW[1] - 0.07 * self._game.players / 4, radii)
        sweep = "0" if self._round == 1 else "1"
        arc = tag(
            "path", "", d=f"M{_n(x)} {_n(y)}A{_n(radii[0])} {_n(radii[1])} 0 0 {sweep} {_n(to_x)} {_n(to_y)}", class_="way"
        )
        across = (to_y - back_y) * 0.7, (back_x - to_x) * 0.7
        points = ((back_x + across[0], back_y + across[1]), (to_x, to_y), (back_x - across[0], back_y - across[1]))
        return arc + tag("path", "", d="M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points), class_="way")

    def _middle(self) -> Iterator[str]:
        """Yield the places of the table that have cards: open cards face up, others as a pile with their number."""
        open_to_all = {
            clause.sentence.zone
            for clause in self._game.clauses
            if isinstance(clause.sentence, g.Sees) and not clause.sentence.own
        }
        for zone, content in self._start.zones.items():
            if self._game.zone[zone].owner != "table" or self._game.zone[zone].family:
                continue
            cards = cast("list[str]", content)
            if cards:
                faces = cards if zone in open_to_all and len(cards) <= MOST_FACES else []
                seen = [self._game.card_number[code] for code in faces]
                pictures = "".join(self._page.pictures.picture(card, "small") for card in seen) or tag("i", "", class_="pile")
                name = plain(self._page.scope.naming.zone(zone).form(False))
                count = f" {len(cards)}" if len(cards) != len(seen) else ""
                yield tag("div", pictures + tag("span", escaped(name + count)))

    def _label(self) -> str:
        """Return the picture in words."""
        seats = [self._seat_in_words(steps) for steps in range(self._game.players)]
        return self._page.label("screen_seats", n=str(self._game.players), x="; ".join(filter(None, seats)))

    def _seat_in_words(self, steps: int) -> str:
        names = [*self._roles(self._player(steps)), *([self._page.label("screen_begins")] if self._begins(steps) else [])]
        return f"{steps + 1}{self._page.label('colon')} {', '.join(names)}" if names else ""


def _next_to_table(x: float) -> tuple[float, dict[str, str]]:
    """Return the end of a text at the left or right of the table that is nearer to it, and how the text is anchored there."""
    left = x < WIDTH / 2
    return (WIDTH / 2 + (-TABLE[0] if left else TABLE[0]), {"text_anchor": "end" if left else "start"})


def _n(number: float) -> str:
    """Return a length, rounded to a tenth."""
    return f"{number:.1f}".removesuffix(".0")
