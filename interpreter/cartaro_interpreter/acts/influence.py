"""What an act can do to an obligation: bring it into force, or lift it; told from their words alone, before play.

An obligation reads zones and memory; an act, with what follows it, changes some.  Where the act changes nothing that the
obligation reads, it neither raises nor lifts it.  An obligation that only asks whether a zone has some card of a kind is not
raised by cards that leave the zone.  What cannot be told counts as possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cartaro_grammar import Expr, Game, caused_by, facts_of
from cartaro_grammar import game as g
from cartaro_interpreter.expressions.mentions import parts

EVERYTHING = "*"


@dataclass(frozen=True, slots=True)
class Influence:
    """The obligations, by clause name, that an act may bring into force, and those that it may lift."""

    raises: frozenset[str]
    lifts: frozenset[str]


def influence(game: Game, act: g.Act) -> Influence:
    """What an act may do to the obligations of a game."""
    changed, grown = changes(game, act)
    raises: set[str] = set()
    lifts: set[str] = set()
    for clause, said in game.obligations:
        zones, cells = _reads(game, clause, said)
        touched = cells & changed or EVERYTHING in changed | cells
        if touched or zones:
            lifts.add(clause.name)
        if touched or zones & grown or EVERYTHING in grown or (zones and not _of_presence(clause, said)):
            raises.add(clause.name)
    return Influence(frozenset(raises), frozenset(lifts))


def _of_presence(clause: g.Clause, said: g.Obligation) -> bool:
    """Whether an obligation is in force only because some card is in a zone, with no other condition on zones."""
    if clause.when or clause.unless:
        return False
    return some_marked(said.condition) is not None


def some_marked(condition: Expr) -> tuple[g.InZone, g.Recall] | None:
    """The zone and the mark of `some x in ZONE is in MARK`; None where a condition is not of that form."""
    if not (isinstance(condition, g.Quantified) and condition.quantifier == "some" and isinstance(condition.members, g.InZone)):
        return None
    inner = condition.condition
    if not (isinstance(inner, g.Operation) and inner.operator == "in"):
        return None
    member, mark = inner.operands
    own = isinstance(member, g.Local) and member.name == condition.variable
    return (condition.members, mark) if own and isinstance(mark, g.Recall) else None


def _reads(game: Game, clause: g.Clause, said: g.Obligation) -> tuple[set[str], set[str]]:
    """The zones and the cells that an obligation reads."""
    zones: set[str] = set()
    cells: set[str] = set()
    for expr in _all((said.condition, *clause.when, *clause.unless), game, frozenset()):
        if isinstance(expr, g.InZone):
            zones.add(expr.zone)
        elif isinstance(expr, g.Recall):
            cells.add(expr.cell)
        elif isinstance(expr, g.Can | g.Applies | g.ScoreOf):
            cells.add(EVERYTHING)
    return zones, cells


def _all(exprs: tuple[Expr, ...], game: Game, inside: frozenset[str]) -> Iterator[Expr]:
    for expr in exprs:
        yield expr
        yield from _all(parts(expr), game, inside)
        if isinstance(expr, g.Apply) and expr.function not in inside:
            yield from _all(game.asked_by(expr.function), game, inside | {expr.function})


def changes(game: Game, act: g.Act) -> tuple[set[str], set[str]]:
    """The cells that an act may change, and the zones that may gain cards by it."""
    cells: set[str] = set()
    grown: set[str] = set()
    for effect in caused_by(game, act):
        facts = facts_of(effect.body)
        if isinstance(facts.to, g.InZone):
            grown.add(facts.to.zone)
        elif facts.to is not None:
            grown.update(zone.name for zone in game.zones if zone.family)
        if facts.family is not None:
            grown.add(facts.family)
        if facts.swaps:
            grown.add(EVERYTHING)
        if facts.memory is not None:
            cells.add(facts.memory)
        if facts.seats or facts.ends is not None:
            cells.add(EVERYTHING)
    return cells, grown
