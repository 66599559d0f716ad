"""Who sees what: the answer of the clauses of sight for a viewer and a zone.  The default is unseen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cartaro_grammar import Clause, remedies, say
from cartaro_grammar import game as g
from cartaro_interpreter.expressions.code import CodeScope, Frames, Run, constant
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.state.fault import Faulted
from cartaro_interpreter.state.layout import NOBODY, Cells, Place

UNSEEN: Final = 0
TOP_SEEN: Final = 1
SEEN: Final = 2


@dataclass(frozen=True, slots=True)
class _SightClause:
    clause: Clause
    sees: g.Sees
    applies: Run
    over: int


@dataclass(frozen=True, slots=True)
class Sight:
    """How each owner's part of each zone is seen."""

    frames: Frames
    side_of: tuple[int, ...]
    lines: dict[tuple[str, int], tuple[_SightClause, ...]]

    def of(self, cells: Cells, viewer: int, place: Place, owner: int) -> int:
        """How a player sees one owner's part of a zone: `SEEN`, `TOP_SEEN` or `UNSEEN`."""
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
            message = say(
                "`{one}` shows what `{other}` hides, and neither yields", one=shown[0].clause.name, other=hidden[0].clause.name
            )
            advice = remedies.advice(remedies.of_answers(shown[0].clause, hidden[0].clause))
            raise Faulted("C0801", message, hidden[0].clause.span, advice)
        if not shown:
            return UNSEEN
        return SEEN if any(not line.sees.top for line in shown) else TOP_SEEN


def sight(c: Compiler) -> Sight:
    """Compile the clauses of sight, for each owner of each zone."""
    frames = Frames()
    frames.place()
    lines: dict[tuple[str, int], tuple[_SightClause, ...]] = {}
    for place in c.layout.places.values():
        clauses = c.game.sights_of(place.zone.name)
        for owner in range(1 if place.zone.family else place.count):
            scope = CodeScope(frames, constant(NOBODY), {"owner": constant(owner)})
            lines[place.zone.name, owner] = tuple(_line(c, clause, said, clauses, scope) for clause, said in clauses)
    return Sight(frames, c.game.side_of, lines)


def _line(c: Compiler, clause: Clause, said: g.Sees, clauses: g.Saying[g.Sees], scope: CodeScope) -> _SightClause:
    preferred = c.game.yields_to(clause.name)
    over = sum(1 << n for n, (other, _) in enumerate(clauses) if other.name in preferred)
    return _SightClause(clause, said, c.condition(clause, scope).run, over)
