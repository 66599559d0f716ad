"""Which acts have results that the player cannot see: there looking ahead stops, or legality would tell what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cartaro_grammar import Expr, Game, caused_by, facts_of
from cartaro_grammar import game as g
from cartaro_interpreter.acts.sight import SEEN, TOP_SEEN, Sight
from cartaro_interpreter.expressions.mentions import parts
from cartaro_interpreter.state.layout import Cells, Layout


@dataclass(frozen=True, slots=True)
class Looks:
    """Whose cards an act's effects look at: zones by name, whether only the actor's own part, and only the top."""

    always: bool
    zones: tuple[tuple[str, bool, bool], ...]

    def blind(self, cells: Cells, player: int, layout: Layout, sight: Sight, side_of: tuple[int, ...]) -> bool:
        """Whether a player does not see something on which the result depends."""
        if self.always:
            return True
        for name, own, top in self.zones:
            place = layout.places[name]
            mine = player if place.zone.owner == "player" else side_of[player]
            owners = (0,) if place.zone.owner == "table" else (mine,) if own else range(place.count)
            if any(sight.of(cells, player, place, owner) < (TOP_SEEN if top else SEEN) for owner in owners):
                return True
        return False


def looks(game: Game, act: g.Act) -> Looks:
    """What an act's effects, and those after it, look at besides the sizes of zones."""
    effects = caused_by(game, act)
    conditions = [expr for clause in game.consequences("after", act.name) for expr in (*clause.when, *clause.unless)]
    found: dict[tuple[str, bool, bool], None] = {}
    for expr in (*conditions, *(e for line in effects for e in _read_by(game, line))):
        found.update(dict.fromkeys(_contents(game, expr, frozenset())))
    unseen = any(parameter.unseen for parameter in act.parameters)
    return Looks(unseen or any(facts_of(line.body).chance for line in effects), tuple(found))


def _read_by(game: Game, line: g.Effect) -> Iterator[Expr]:
    facts = facts_of(line.body)
    yield from (*line.when, *line.unless, *facts.reads)
    if facts.order_of_play:
        for clause, said in game.saying(g.Begins):
            yield from (*clause.when, *clause.unless, said.player)


def _contents(game: Game, expr: Expr, inside: frozenset[str]) -> Iterator[tuple[str, bool, bool]]:
    """The zones whose cards an expression looks at; their sizes everybody sees."""
    if isinstance(expr, g.Size) and isinstance(expr.members, g.InZone):
        return
    if isinstance(expr, g.InZone):
        yield expr.zone, _own(expr.owner), False
    pile = getattr(expr, "pile", None)
    if isinstance(pile, g.InZone):
        yield pile.zone, _own(pile.owner), True
        return
    function = getattr(expr, "function", None)
    if isinstance(function, str) and function not in inside:
        for part in game.asked_by(function):
            yield from _contents(game, part, inside | {function})
    for part in parts(expr):
        yield from _contents(game, part, inside)


def _own(owner: Expr | None) -> bool:
    return isinstance(owner, g.Actor) or (isinstance(owner, g.SideOf) and isinstance(owner.player, g.Actor))
