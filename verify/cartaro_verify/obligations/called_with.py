"""The arguments with which the text applies its definitions: which of them are always members of another one.

A definition that the text applies only to members of a set, such as the points that start at a card of some cards, need not
have one answer for other cards. The relation is the greatest one that all applications keep. If a definition passes its own
arguments on, they are related as assumed, so that the relation holds by induction over the depth of the application.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

from cartaro_grammar import CARD, CARDS, Clause, Expr, Game, children, default
from cartaro_grammar import game as g

_BINDERS = (g.Where, g.Quantified, g.Total, g.Select)
"""The expressions in which a word stands for each member of a set."""
Members = frozenset[tuple[int, int]]
"""Pairs of the number of an argument that is a card and the number of an argument that is a set with this card."""


def members_by_definition(game: Game) -> dict[str, Members]:
    """Return for each definition which arguments are members of others in every application of it in the text."""
    applied = [each for node in (game.clauses, game.acts, game.claims) for each in _applied(None, node, {})]
    found = {
        function.name: frozenset(
            (card, cards)
            for card, cards in permutations(range(len(function.parameters)), 2)
            if function.parameters[card] == CARD and function.parameters[cards] == CARDS
        )
        for function in game.functions
    }
    while True:
        kept = {
            name: frozenset(pair for pair in pairs if all(_relates(a, pair, found) for a in applied if a.expr.function == name))
            for name, pairs in found.items()
        }
        if kept == found:
            return found
        found = kept


@dataclass(frozen=True, slots=True)
class _Application:
    """An application of a definition, the members over which the words in it range, and the clause of a definition whose value
    or condition it is in.
    """

    expr: g.Apply
    ranges: Mapping[str, Expr]
    within: g.Definition | None


def _applied(within: g.Definition | None, node: object, ranges: Mapping[str, Expr]) -> Iterator[_Application]:
    """Yield the applications in a node, whose bound words range over some members."""
    if isinstance(node, Clause) and isinstance(node.sentence, g.Definition):
        within = node.sentence
    if isinstance(node, g.Apply):
        yield _Application(node, ranges, within)
    inner = {**ranges, node.variable: node.members} if isinstance(node, _BINDERS) else ranges
    for child in children(node):
        yield from _applied(within, child, inner)


def _relates(application: _Application, pair: tuple[int, int], known: Mapping[str, Members]) -> bool:
    """Return whether an application has a card and a set with this card as its arguments, given what is known of others."""
    card, cards = (application.expr.arguments[number] for number in pair)
    if not isinstance(card, g.Local):
        return False
    if card.name in application.ranges:
        return cards in _larger(application.ranges[card.name])
    own = () if application.within is None else application.within.parameters
    if not (isinstance(cards, g.Local) and {card.name, cards.name} <= set(own)):
        return False
    assert application.within is not None, "it has parameters"
    return (own.index(card.name), own.index(cards.name)) in known[application.within.function]


def _larger(members: Expr) -> tuple[Expr, ...]:
    """Return a set and the sets of which it is a part by its form."""
    match members:
        case g.Where(members=whole) | g.Operation(operator="minus", operands=(whole, _)):
            return (members, *_larger(whole))
        case _:
            return default(members, (members,))
