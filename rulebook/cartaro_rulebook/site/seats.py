"""The seats of a table in words (decision 0143): the names that a game gives its players, or the dealer, the player on the
dealer's left, the partner.

A game names players by definitions that depend only on a role, such as *the second hand is the player after the first*.  The
others are named from the seat of the player who has the first role, as that player sees them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from cartaro_grammar import PLAYER, SIDE, Game, Noun
from cartaro_grammar import game as g
from cartaro_rulebook.prose.composed import seats_after, unfolded, value_always
from cartaro_rulebook.prose.expressions import ProseScope, numbered
from cartaro_rulebook.words.nouns import Phrase

PAIR = 2
LEFT, RIGHT = ("role_left", "role_second_left"), ("role_right", "role_second_right")
"""The labels of the players on both sides, beginning with the neighbour."""


@dataclass(frozen=True, slots=True)
class Seats:
    """The names of players and sides, which count from 0; the players clockwise as seen from above, beginning with the one from
    whose seat others are named; and whether any of them is named from there.
    """

    players: tuple[Phrase, ...]
    sides: tuple[Phrase, ...]
    around: tuple[int, ...]
    as_seen: bool

    @property
    def names(self) -> Mapping[str, tuple[Phrase, ...]]:
        """Return the names by kind, as a scope has them."""
        return {"player": self.players, "side": self.sides}


def roles_named(game: Game, named: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield the match's references to players, with the number of the player whom each names."""
    roles = (cell.name for cell in game.cells if cell.kind == "reference" and cell.period == "match" and cell.owner == "table")
    yield from ((name, named[name]) for name in roles if name in named)


def seats_of(game: Game, named: Mapping[str, int], begins: int, scope: ProseScope) -> Seats:
    """Name the seats in a hand: `named` are the players whom references name, `begins` is the player who begins."""
    role, holder = next(roles_named(game, named), ("", begins))
    own = names_by_seat(game, role)
    lang, clockwise = scope.lang, runs_clockwise(game)
    players, as_seen = dict[int, Phrase](), False
    for steps in range(game.players):
        player = (holder - 1 + steps) % game.players
        if steps in own:
            players[player] = _the(scope.naming.noun(own[steps]), scope)
        elif not steps:
            players[player] = _the(scope.naming.cell(role), scope) if role else Phrase(lang.text("site_role_first"))
        else:
            label = _label(game, holder - 1, player, steps, clockwise)
            players[player] = numbered(PLAYER, player, scope) if label is None else Phrase(lang.text(f"site_{label}"))
            as_seen |= label in (*LEFT, *RIGHT)
    in_order = tuple(players[player] for player in range(game.players))
    order = 1 if clockwise else -1
    around = tuple((holder - 1 + order * at) % game.players for at in range(game.players))
    return Seats(in_order, tuple(_sides(game, in_order, holder - 1, scope)), around, as_seen)


def _the(noun: Noun, scope: ProseScope) -> Phrase:
    return Phrase(scope.lang.forms.determined(noun, "the").text, noun.feminine)


def _label(game: Game, holder: int, player: int, steps: int, clockwise: bool) -> str | None:
    """Return the label of a player who sits some seats after the holder of the role; None if the seat has no name."""
    if game.players == PAIR:
        return "role_opponent"
    if 2 * steps == game.players:
        return "role_partner" if game.side_of[player] == game.side_of[holder] else "role_opposite"
    back = game.players - steps
    near, labels = (steps, LEFT) if steps < back else (back, RIGHT)
    labels = labels if clockwise else RIGHT if labels is LEFT else LEFT
    return labels[near - 1] if near <= len(labels) else None


def _sides(game: Game, players: tuple[Phrase, ...], holder: int, scope: ProseScope) -> Iterator[Phrase]:
    """Yield the names of the sides; a single player has the name of the seat."""
    lang, noun = scope.lang, scope.naming.numbered(SIDE)
    for side in range(game.sides):
        if game.sides == game.players:
            yield players[game.side_of.index(side)]
        elif side == game.side_of[holder]:
            the = lang.forms.determined(noun, "the").text
            yield Phrase(lang.forms.polish(the + lang.of(players[holder].text)), noun.feminine)
        elif game.sides == PAIR:
            yield Phrase(lang.text("site_role_other", Phrase(noun.form(False), feminine=noun.feminine)), noun.feminine)
        else:
            yield numbered(SIDE, side, scope)


def runs_clockwise(game: Game) -> bool:
    """Return whether play runs clockwise, as seen from above."""
    runs = (clause.sentence for clause in game.clauses if isinstance(clause.sentence, g.Runs))
    return next(runs, g.Runs("clockwise")).direction == "clockwise"


@lru_cache(maxsize=256)
def names_by_seat(game: Game, role: str) -> Mapping[int, str]:
    """Return the definitions that depend only on a role, by the number of seats after the player who has the role."""
    found = dict[int, str]()
    for function in game.functions:
        if not function.parameters and function.result.kind == "player":
            value = value_always(function.name, game)
            seat = None if value is None else seats_after(unfolded(value, game), role)
            if seat is not None and role:
                found.setdefault(seat % game.players, function.name)
    return found
