"""Visibility: which cards of a zone a player sees, and which acts have results that the acting player cannot see.

A zone is hidden unless a clause shows it. The look-ahead stops at a result that depends on hidden cards; otherwise the legality
of a move would disclose them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cartaro_grammar import Clause, Game, clash_advice, msg
from cartaro_grammar import game as g
from cartaro_grammar import visibility as static_visibility
from cartaro_interpreter.evaluate.code import Code, CodeScope, Compiler, Frames, constant
from cartaro_interpreter.state.faults import Faulted
from cartaro_interpreter.state.state import NOBODY, Cells, Layout, Place

# -------------------------------------------------------------------- visibility


UNSEEN: Final = 0
TOP_SEEN: Final = 1
SEEN: Final = 2


@dataclass(frozen=True, slots=True)
class _SightClause:
    clause: Clause
    sees: g.Sees
    applies: Code
    over: int


@dataclass(frozen=True, slots=True)
class Visibility:
    """The visibility of each owner's part of each zone."""

    frames: Frames
    side_of: tuple[int, ...]
    lines: dict[tuple[str, int], tuple[_SightClause, ...]]

    def of(self, cells: Cells, viewer: int, place: Place, owner: int) -> int:
        """Return how a player sees one owner's part of a zone: `SEEN`, `TOP_SEEN` or `UNSEEN`."""
        lines = self.lines.get((place.zone.name, owner), ())
        own = place.zone.owner == "table" or owner == (viewer if place.zone.owner == "player" else self.side_of[viewer])
        live = 0
        for number, line in enumerate(lines):
            if (own or not line.sees.own) and line.applies(cells, self.frames.fresh()):
                live |= 1 << number
        force = [line for number, line in enumerate(lines) if live >> number & 1 and not live & line.over]
        hidden = [line for line in force if not line.sees.yes]
        shown = [line for line in force if line.sees.yes]
        if hidden and shown:
            message = msg(
                "`{one}` shows what `{other}` hides, and neither overrides the other",
                one=shown[0].clause.name,
                other=hidden[0].clause.name,
            )
            advice = clash_advice.join_fixes(clash_advice.fixes_for_rivals(shown[0].clause, hidden[0].clause))
            raise Faulted("C0801", message, hidden[0].clause.span, advice)
        if not shown:
            return UNSEEN
        return SEEN if any(not line.sees.top for line in shown) else TOP_SEEN


def visibility(c: Compiler) -> Visibility:
    """Compile the clauses of visibility, for each owner of each zone."""
    frames = Frames()
    frames.place()
    lines: dict[tuple[str, int], tuple[_SightClause, ...]] = {}
    for place in c.layout.places.values():
        clauses = c.game.sights_of(place.zone.name)
        for owner in range(1 if place.zone.family else place.count):
            scope = CodeScope(frames, constant(NOBODY), {"owner": constant(owner)})
            lines[place.zone.name, owner] = tuple(_line(c, clause, sentence, clauses, scope) for clause, sentence in clauses)
    return Visibility(frames, c.game.side_of, lines)


def _line(c: Compiler, clause: Clause, sentence: g.Sees, clauses: g.WithSentence[g.Sees], scope: CodeScope) -> _SightClause:
    preferred = c.game.yields_to(clause.name)
    over = sum(1 << n for n, (other, _) in enumerate(clauses) if other.name in preferred)
    return _SightClause(clause, sentence, c.condition(clause, scope), over)


# ---------------------------------------------------------------- hidden results


@dataclass(frozen=True, slots=True)
class ResultDependences:
    """The zones on whose cards the effects of an act depend: the name of each, whether only the actor's part matters, and
    whether only the top card matters.
    """

    always: bool
    zones: tuple[tuple[str, bool, bool], ...]

    def hides_result(self, cells: Cells, player: int, layout: Layout, visibility: Visibility, side_of: tuple[int, ...]) -> bool:
        """Return whether something on which the result depends is hidden from a player."""
        if self.always:
            return True
        for name, own, top in self.zones:
            place = layout.places[name]
            mine = player if place.zone.owner == "player" else side_of[player]
            owners = (0,) if place.zone.owner == "table" else (mine,) if own else range(place.count)
            if any(visibility.of(cells, player, place, owner) < (TOP_SEEN if top else SEEN) for owner in owners):
                return True
        return False


def result_dependences(game: Game, act: g.Act) -> ResultDependences:
    """Return the dependences of an act's effects, and of the effects after it, other than the sizes of zones."""
    read = static_visibility.outcome_reads(game, act)
    zones = (zone for expr in read or () for zone in static_visibility.zones_read(game, expr))
    return ResultDependences(read is None, tuple(dict.fromkeys(zones)))
