"""The order of the cards of a trick, from definitions that give each kind of card a range of numbers.

An author ranks two single cards above the trumps, and these above the others, by 300, 200 and 100 more than the strength.  A
player reads the order of the kinds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from cartaro_grammar import CARDS, operands_of
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import Composed, Source

Row = tuple[g.Clause, g.Definition]


def rankings_of_kinds(source: Source) -> Iterator[Composed]:
    """Yield a sentence for each definition that is only used to compare single cards, and ranks kinds of them."""
    game = source.game
    for function in game.functions:
        rows = game.definitions_of(function.name)
        worded = any(clause.name in source.covered or clause.unless for clause, _ in rows)
        if len(function.parameters) != 1 or len(rows) < 2 or worded or not _only_ranks(function.name, game):
            continue
        ordered = _by_precedence(rows, game)
        kinds = [_kind(clause, node, source) for clause, node in ordered]
        found = [one for one in kinds if one is not None]
        if len(found) < len(rows) or not all(high[1] > low[2] for high, low in pairwise(found)):
            continue
        subject = expressions.function_noun(function.name, source.scope)
        the = source.scope.lang.forms.determined(subject, "the")
        text = source.text("guide_ranks_kinds", the, x="; ".join(text for text, _, _ in found))
        yield Composed(tuple(clause.name for clause, _ in rows), finish_sentence(text, source.scope, of=rows[0][0].span))


def _only_ranks(function: str, game: g.Game) -> bool:
    every = game.rule_parts
    keys = [key for part in every if isinstance(part, g.Select) for which, key in part.keys if which == "highest"]
    uses = [part for part in every if isinstance(part, g.Apply) and part.function == function]
    return bool(uses) and all(any(use is key for key in keys) for use in uses)


def _by_precedence(rows: tuple[Row, ...], game: g.Game) -> list[Row]:
    ordered: list[Row] = []
    left = list(rows)
    while left:
        first = next((r for r in left if not any(o[0].name in game.yields_to(r[0].name) for o in left)), left[0])
        ordered.append(first)
        left.remove(first)
    return ordered


def _kind(clause: g.Clause, node: g.Definition, source: Source) -> tuple[str, int, int] | None:
    """Return the cards that a case ranks, in words, and the least and the greatest number of such a card."""
    cards = g.Local(node.parameters[0], CARDS, clause.span)
    base, measure, counted = _number(node.value)
    if (counted is None and measure is not None) or (not clause.when and measure is None):
        return None
    kind = counted if counted is not None and counted != cards else None
    if clause.when:
        asked = clause.when[0]
        match (asked,):
            case (g.Quantified("some", variable, members, condition),) if len(clause.when) == 1 and members == cards:
                kind = g.Where(variable, g.AllCards(CARDS, clause.span), condition, CARDS, clause.span)
            case _:
                return None
    if isinstance(kind, g.Where):
        kind = replace(kind, members=g.AllCards(CARDS, clause.span))
    if kind is None:
        return None
    found = expressions.elements(kind, source.scope, plural=measure is not None)
    noun = replace(found.noun, only_plural=False)
    text = source.scope.lang.forms.determined(noun, "the", measure is not None).text + found.rest
    numbers = next((m.values for m in source.game.deck.measures if m.name == measure), ())
    known = [n for n in numbers if n is not None] or [0]
    if measure is not None:
        text = source.text("guide_ranked_by", x=text, noun=source.scope.naming.noun(measure).form(False))
    return text, base + min(known), base + max(known)


def _number(e: g.Expr) -> tuple[int, str | None, g.Expr | None]:
    """Return the fixed part of a number, the measure that is added to it, and the cards whose measure is added."""
    match (e,):
        case (g.Number(value),):
            return value, None, None
        case (g.Total(variable, members, g.Attribute(measure, g.Local(of))),) if of == variable:
            return 0, measure, members
        case _:
            pass
    match operands_of(e, "+"):
        case (g.Number(value), more) | (more, g.Number(value)):
            base, added, counted = _number(more)
            return base + value, added, counted
        case _:
            return 0, None, None
