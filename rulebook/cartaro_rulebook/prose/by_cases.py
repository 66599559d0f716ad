"""Sentences of the guide for a word that several clauses define together, each in one case.

A clause that overrides another is worded on its own as *but the points for a run are 4 when …*, which repeats the word in
every case.  Here the word is named once and its cases follow, those that override the others first: *the points for a run
are 4 when …, otherwise 3 when …, otherwise 0*.  Kinds are worded in the same way: *a card counts as wild when it is a
joker, or it is a two, but not if it is in its own place*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cartaro_grammar import PLAYERS_SETTING, TRUTH, parts, rewrite
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions, sentences
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import Composed, Source

MOST_PARTS = 150
"""The greatest number of parts of all cases that are worded in one sentence."""


def definitions_by_cases(source: Source) -> Iterator[Composed]:
    """Yield a sentence for each word with several defining clauses, if all of them can be worded together."""
    for function in source.game.functions:
        found = source.game.definitions_of(function.name)
        rows = [_with_parameters(clause, node, found[0][1].parameters) for clause, node in found]
        worded = any(clause.name in source.covered or clause.unless for clause, _ in rows)
        counted = any(option == PLAYERS_SETTING for clause, _ in rows for option, _ in clause.under)
        if function.name == g.WINNER or len(rows) == 1 or worded or counted:
            continue
        if sum(len(list(parts((clause.when, node.value)))) for clause, node in rows) > MOST_PARTS:
            continue
        text = _kind(rows, source) if function.result == TRUTH else _value(rows, source)
        if text is not None:
            yield Composed(tuple(clause.name for clause, _ in found), finish_sentence(text, source.scope, of=found[0][0].span))


def _with_parameters(clause: g.Clause, node: g.Definition, names: tuple[str, ...]) -> tuple[g.Clause, g.Definition]:
    """Return a defining clause with other names for its parameters."""
    new = dict(zip(node.parameters, names, strict=True))

    def renamed(part: object) -> object:
        return replace(part, name=new[part.name]) if isinstance(part, g.Local) and part.name in new else part

    definition = replace(rewrite(node, renamed), parameters=names)
    return replace(clause, when=rewrite(clause.when, renamed), sentence=definition), definition


def _value(rows: list[tuple[g.Clause, g.Definition]], source: Source) -> str | None:
    """Word the values of a word, one for each case; None unless one clause holds for all other cases."""
    game = source.game
    defaults = [clause for clause, _ in rows if not clause.when]
    others = {clause.name for clause, _ in rows} - {clause.name for clause in defaults}
    if len(defaults) != 1 or not others <= game.yields_to(defaults[0].name):
        return None
    ordered: list[tuple[g.Clause, g.Definition]] = []
    left = list(rows)
    while left:
        first = next((row for row in left if not any(other[0].name in game.yields_to(row[0].name) for other in left)), None)
        if first is None:
            return None
        ordered.append(first)
        left.remove(first)
    subject, inner = sentences.defined_word(ordered[0][1], source.scope)
    values = [
        sentences.definition_value(node.value, subject.plural, inner) + sentences.cases(clause.when, (), inner)
        for clause, node in ordered
    ]
    texts = [values[0], *(source.text("otherwise", x=value) for value in values[1:])]
    return source.text("definition", subject, x=(", " if len(texts) == 2 else "; ").join(texts))


def _kind(rows: list[tuple[g.Clause, g.Definition]], source: Source) -> str | None:
    """Word a kind that is defined by any of several conditions, and the exceptions; None if there are other cases."""
    included = [(clause, node) for clause, node in rows if node.value == g.Truth(True, TRUTH, node.value.span)]
    excluded = [clause for clause, node in rows if node.value == g.Truth(False, TRUTH, node.value.span)]
    names = {clause.name for clause in excluded}
    if not included or len(included) + len(excluded) < len(rows) or not all(clause.when for clause, _ in rows):
        return None
    if not all(names <= source.game.yields_to(clause.name) for clause, _ in included):
        return None
    clause, node = included[0]
    if not node.parameters:
        return None
    when = _alternatives([one.when for one, _ in included])
    text = sentences.definition(replace(clause, when=(when,), despite=()), node, source.scope)
    if not excluded:
        return text
    _, inner = sentences.parameters_bound(node, source.scope)
    return source.text("but_not_if", a=text, x=expressions.case_text((_alternatives([one.when for one in excluded]),), inner))


def _alternatives(found: list[tuple[g.Expr, ...]]) -> g.Expr:
    each = [_joined("and", list(one)) for one in found]
    return _joined("or", each)


def _joined(operator: g.Operator, found: list[g.Expr]) -> g.Expr:
    whole = found[0]
    for one in found[1:]:
        whole = g.Operation(operator, (whole, one), TRUTH, whole.span)
    return whole
