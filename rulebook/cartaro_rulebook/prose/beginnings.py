"""The first values of a hand in the guide: the player who has a role when the hand begins, and the number of a counter.

A rule at the start of a hand gives a role to somebody: *“opener” becomes the attacker*.  At a table, the sentence is *the
attacker is the player with the lowest trump*.  If nothing else uses the word for this player or number, its cases are in the
same sentence.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from cartaro_grammar import TRUTH
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions, sentences
from cartaro_rulebook.prose.by_cases import bounded_value, cases_in_one, cases_of
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import Composed, Source
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.words.nouns import Phrase


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
    whole = used == 1 or (isinstance(value, g.Apply) and value.function in source.scope.amounts)
    if len(rows) > 1 and whole and source.covered.isdisjoint(names) and not any(c.unless for c, _ in rows):
        bounded = bounded_value([*rows], source)
        ahead = _in_one_case([*rows], subject, source) if bounded is None else None
        if ahead is not None:
            case, first, other = ahead
            text = source.text("definition", subject, x=first)
            text = _at_first(text, cell, source)
            text = source.text("if_or_else", case=case, a=text, b=other)
            return Composed((clause.name, *names), finish_sentence(text, source.scope, of=clause.span))
        cases = None if bounded is not None else cases_of([*rows], source)
        if bounded is not None or cases is not None:
            text = source.text("definition", subject, x=bounded or cases_in_one((cases or (subject, []))[1], source))
            return Composed((clause.name, *names), _finished(text, clause, cell, source))
    if isinstance(value, g.Number):
        holds = source.scope.condition(g.Operation("=", (cell, value), TRUTH, clause.span))
        began = _at_first(holds, cell, source) if cell.cell in source.scope.periods else source.text("guide_at_first", x=holds)
        return Composed((clause.name,), finish_sentence(began, source.scope, of=clause.span))
    x = sentences.definition_value(value, subject.plural, source.scope)
    return Composed((clause.name,), _finished(source.text("definition", subject, x=x), clause, cell, source))


def _finished(text: str, clause: g.Clause, cell: g.Recall, source: Source) -> str:
    """Return the sentence about a first value, with *at first* if other rules change it later."""
    return finish_sentence(_at_first(text, cell, source), source.scope, of=clause.span)


def _at_first(text: str, cell: g.Recall, source: Source) -> str:
    """Return the text about a first value, with *at first* if other rules change it later, or with the period that begins."""
    if cell.cell in source.scope.periods:
        each = source.scope.lang.forms.determined(source.scope.periods[cell.cell].noun, "each").text
        return source.text("guide_at_start_of_each", x=text, p=each)
    return source.text("guide_at_first", x=text) if _changes_later(cell, source) else text


def _changes_later(cell: g.Recall, source: Source) -> bool:
    return len([p for p in source.game.changes if p.cell.cell == cell.cell]) > 1


def _in_one_case(rows: list[tuple[g.Clause, g.Definition]], subject: Phrase, source: Source) -> tuple[str, str, str] | None:
    """Return, for somebody or something that is another in one case, the case, the value there and the usual value, in words;
    None for numbers and for other cases.
    """
    usual = [(c, n) for c, n in rows if not c.when]
    others = [(c, n) for c, n in rows if c.when]
    if len(usual) != 1 or len(others) != 1 or rows[0][1].value.type.kind == "number":
        return None
    (clause, node), (default, least) = others[0], usual[0]
    if clause.name not in source.game.yields_to(default.name):
        return None
    scope = source.scope
    first, other = (sentences.definition_value(one.value, subject.plural, scope) for one in (node, least))
    return expressions.case_text(clause.when, scope), first, other


def amounts_set(scope: ProseScope, mentioned: Container[str]) -> Mapping[str, str]:
    """Return the meaning of each word without arguments that is only a value to which memory is set, if it is an amount with a
    bound: *the number of cards in the defender's hand, but at most six*.
    """
    game, found = scope.naming.game, dict[str, str]()
    source = Source(game.clauses, frozenset(), scope)
    values = {id(p.value) for p in game.in_rules(g.Become)}
    for function in game.functions:
        rows = [*game.definitions_of(function.name)]
        uses = [p for p in game.in_rules(g.Apply) if p.function == function.name]
        free = not any(c.name in mentioned or c.unless for c, _ in rows)
        if uses and free and not function.parameters and all(id(p) in values for p in uses):
            bounded = bounded_value(rows, source)
            found |= {} if bounded is None else {function.name: bounded}
    return found


def _uses(part: object, value: g.Expr) -> bool:
    return isinstance(part, g.Apply) and isinstance(value, g.Apply) and part.function == value.function
