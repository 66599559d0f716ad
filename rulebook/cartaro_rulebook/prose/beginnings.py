"""The first values of a hand in the guide: the player who has a role when the hand begins, and the number of a counter.

A rule at the start of a hand gives a role to somebody: *“opener” becomes the attacker*.  At a table, the sentence is *the
attacker is the player with the lowest trump*.  If nothing else uses the word for this player or number, its cases are in the
same sentence.
"""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import TRUTH
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions, sentences
from cartaro_rulebook.prose.by_cases import bounded_value, cases_in_one, cases_of
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import Composed, Source


def first_values(source: Source) -> Iterator[Composed]:
    """Yield a sentence for each rule that gives a role or a counter of the table its first value in a hand."""
    for clause in source.at("start", "hand"):
        match clause:
            case g.Clause(effects=(g.Effect(g.Become(g.Recall(_, None) as cell, value), None, (), ()),), when=(), unless=()):
                pass
            case _:
                continue
        plain = not isinstance(value, g.Nobody | g.Truth) and cell.type.kind in ("player", "number", "symbol")
        if plain and not clause.despite and clause.name not in source.covered and cell.cell not in source.scope.levels:
            yield _first_value(clause, cell, value, source)


def _first_value(clause: g.Clause, cell: g.Recall, value: g.Expr, source: Source) -> Composed:
    subject = expressions.cell_value(cell, source.scope)
    rows = source.game.definitions_of(value.function) if isinstance(value, g.Apply) and not value.arguments else ()
    names = tuple(c.name for c, _ in rows)
    used = sum(1 for p in source.game.rule_parts if _uses(p, value))
    if len(rows) > 1 and used == 1 and source.covered.isdisjoint(names) and not any(c.unless for c, _ in rows):
        bounded = bounded_value([*rows], source)
        cases = None if bounded is not None else cases_of([*rows], source)
        if bounded is not None or cases is not None:
            text = source.text("definition", subject, x=bounded or cases_in_one((cases or (subject, []))[1], source))
            return Composed((clause.name, *names), _finished(text, clause, cell, source))
    if isinstance(value, g.Number):
        holds = source.scope.condition(g.Operation("=", (cell, value), TRUTH, clause.span))
        return Composed((clause.name,), finish_sentence(source.text("guide_at_first", x=holds), source.scope, of=clause.span))
    x = sentences.definition_value(value, subject.plural, source.scope)
    return Composed((clause.name,), _finished(source.text("definition", subject, x=x), clause, cell, source))


def _finished(text: str, clause: g.Clause, cell: g.Recall, source: Source) -> str:
    """Return the sentence about a first value, with *at first* if other rules change it later."""
    changes = [p for p in source.game.changes if p.cell.cell == cell.cell]
    text = source.text("guide_at_first", x=text) if len(changes) > 1 else text
    return finish_sentence(text, source.scope, of=clause.span)


def _uses(part: object, value: g.Expr) -> bool:
    return isinstance(part, g.Apply) and isinstance(value, g.Apply) and part.function == value.function
