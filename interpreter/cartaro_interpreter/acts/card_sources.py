"""Where the cards lie that an act's effects speak of, as far as the words tell: the zones of an expression, by name.

A parameter of the act lies in its domain; memory that an effect of the act has set without condition is what it was set to.
"""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import (
    Act,
    Apply,
    Become,
    Expr,
    Game,
    InZone,
    Local,
    Only,
    Operation,
    Recall,
    Single,
    Top,
    Where,
    caused_by,
    facts_of,
)


def drawn_from(game: Game, act: Act, expr: Expr, inside: frozenset[str] = frozenset()) -> frozenset[str] | None:
    """The names of the zones in which the cards of a set may lie when the act begins; None where the words do not tell."""
    match expr:
        case InZone(zone=zone):
            return frozenset((zone,))
        case Single(member=part) | Only(members=part) | Where(members=part) | Top(pile=part):
            return drawn_from(game, act, part, inside)
        case Operation(operator="minus", operands=(first, *_)):
            return drawn_from(game, act, first, inside)
        case Operation(operator="union", operands=operands):
            return _together(drawn_from(game, act, part, inside) for part in operands)
        case Local(name=name):
            domain = next((p.domain for p in act.parameters if p.name == name), None)
            return None if domain is None else drawn_from(game, act, domain, inside)
        case Recall():
            value = _set_to(game, act, expr)
            return None if value is None else drawn_from(game, act, value, inside)
        case Apply(function=function) if function not in inside:
            values = (said.value for _, said in game.definitions_of(function))
            return _together(drawn_from(game, act, value, inside | {function}) for value in values)
        case _:
            return None


def _set_to(game: Game, act: Act, cell: Recall) -> Expr | None:
    """What a cell has in the act and after it, where its effects set it once, without condition and before they move cards."""
    for line in act.effects:
        facts = facts_of(line.body)
        if facts.moves_cards:
            return None
        if isinstance(line.body, Become) and line.body.cell == cell:
            again = [e for e in caused_by(game, act) if e is not line and facts_of(e.body).memory == cell.cell]
            return None if again or line.each or line.when or line.unless else line.body.value
    return None


def _together(parts: Iterator[frozenset[str] | None]) -> frozenset[str] | None:
    found = list(parts)
    known = [zones for zones in found if zones is not None]
    return frozenset[str]().union(*known) if len(known) == len(found) else None
