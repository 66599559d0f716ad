"""Where the cards of a set may lie, as far as the words tell before play: the zones that an expression draws from, by name.

Of an act's own words, a parameter lies in its domain, and memory that an effect of the act has set without condition is what it
was set to.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from cartaro_grammar.model import game as g
from cartaro_grammar.model.effect_facts import caused_by, facts_of


def drawn_from(
    game: g.Game, expr: g.Expr, act: g.Act | None = None, inside: frozenset[str] = frozenset()
) -> frozenset[str] | None:
    """The names of the zones in which the cards of a set may lie (where it is a word of an act: when the act begins); None
    where the words do not tell.  The definitions `inside` of which it stands are not gone into again.
    """
    match expr:
        case g.InZone(zone=zone):
            return frozenset((zone,))
        case g.Single(member=part) | g.Only(members=part) | g.Where(members=part) | g.Top(pile=part):
            return drawn_from(game, part, act, inside)
        case g.Operation(operator="minus", operands=(first, *_)):
            return drawn_from(game, first, act, inside)
        case g.Operation(operator="union", operands=operands):
            return _together(drawn_from(game, part, act, inside) for part in operands)
        case g.Local(name=name):
            domain = next((p.domain for p in act.parameters if p.name == name), None) if act is not None else None
            return None if domain is None else drawn_from(game, domain, act, inside)
        case g.Recall():
            value = None if act is None else _set_to(game, act, expr)
            return None if value is None else drawn_from(game, value, act, inside)
        case g.Apply(function=function):
            if function in inside:
                return None
            values = (said.value for _, said in game.definitions_of(function))
            return _together(drawn_from(game, value, act, inside | {function}) for value in values)
        case g.AllCards() | g.Cards() | g.Nobody() | g.Select() | g.Setting():
            return None
        case (
            g.Actor() | g.Applies() | g.Attribute() | g.Can() | g.Everyone() | g.Extreme() | g.LastPlayer() | g.Neighbour()
            | g.Number() | g.Operation() | g.Pattern() | g.Quantified() | g.ReadAs() | g.ScoreOf() | g.SideOf() | g.Size()
            | g.Symbol() | g.Symbols() | g.Total() | g.Truth()
        ):  # fmt: skip
            return None  # no cards
        case _:
            assert_never(expr)


def _set_to(game: g.Game, act: g.Act, cell: g.Recall) -> g.Expr | None:
    """What a cell has in the act and after it, where its effects set it once, without condition and before they move cards."""
    for line in act.effects:
        facts = facts_of(line.body)
        if facts.moves_cards:
            return None
        if isinstance(line.body, g.Become) and line.body.cell == cell:
            again = [e for e in caused_by(game, act) if e is not line and facts_of(e.body).memory == cell.cell]
            return None if again or line.each or line.when or line.unless else line.body.value
    return None


def _together(parts: Iterable[frozenset[str] | None]) -> frozenset[str] | None:
    found = list(parts)
    known = [zones for zones in found if zones is not None]
    return frozenset[str]().union(*known) if len(known) == len(found) else None
