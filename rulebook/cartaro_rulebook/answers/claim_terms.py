"""The terms of a claim that a hand breaks, in words, with their values at that point.

Takes a game, one of its claims, and the record and position of the hand, as a verdict has them; the values are the
interpreter's.  Returns no terms for a record or position that does not fit the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from cartaro_grammar import Diagnostic, Game, as_written
from cartaro_interpreter import (
    ClaimTerm,
    Fitting,
    Json,
    JsonReader,
    Move,
    Rules,
    broken_terms,
    parse_json,
    read_entry,
    read_position,
    write_json,
)
from cartaro_rulebook.answers.names_in_words import Things
from cartaro_rulebook.words.nouns import Phrase, plain


@dataclass(frozen=True, slots=True)
class TermInWords:
    """A term and its value; a condition has no value, and is denied if it does not hold."""

    text: str
    value: str


def broken_claim_in_words(
    game: Game, claim: str, record: Mapping[str, object], position: Mapping[str, object], code: str
) -> tuple[TermInWords, ...]:
    """Return the terms that break a claim, in a language."""
    rules, found = _terms(game, claim, *(write_json(cast("Json", dict(one))) for one in (record, position)))
    return () if rules is None else tuple(dict.fromkeys(_in_words(term, Things(rules, code)) for term in found))


@lru_cache(maxsize=64)
def _terms(game: Game, claim: str, record: str, position: str) -> tuple[Rules | None, tuple[ClaimTerm, ...]]:
    """Return the rules of a record and the terms, once for all languages."""
    history, reached = parse_json(record), parse_json(position)
    if isinstance(history, Diagnostic) or isinstance(reached, Diagnostic) or claim not in game.claim:
        return None, ()
    rules = Fitting(game).rules(history, "record")
    state = read_position(rules, reached, begins=False) if isinstance(rules, Rules) else ()
    if not isinstance(rules, Rules) or isinstance(state, tuple):
        return None, ()
    return rules, broken_terms(rules, rules.game.claim[claim], state, _last_move(rules.game, history))


def _last_move(game: Game, record: Json) -> Move | None:
    """Return the last move of a record, if it ends in one."""
    moves = cast("list[Json]", record.get("moves", [])) if isinstance(record, Mapping) else []
    last = read_entry(JsonReader(game), moves[-1], len(moves)) if moves else None
    return last if isinstance(last, Move) else None


def _in_words(term: ClaimTerm, things: Things) -> TermInWords:
    scope = things.scope
    if term.each is not None:
        scope = scope.bind("each", things.lang.forms.determined(scope.naming.numbered(term.each), "each"))
    for name, of, value in term.names:
        scope = scope.bind(name, Phrase(things.thing(of, value)))
    expr = as_written(term.expr)
    if expr.type.kind == "truth":
        return TermInWords(_plain(scope.condition(expr, not term.values[0]), things), "")
    values = [things.thing(expr.type, value) for value in term.values]
    if term.each is not None:
        whose = scope.naming.numbered(term.each).form(False)
        values = [f"{value} ({whose} {number})" for number, value in enumerate(values, 1)]
    return TermInWords(_plain(scope.value(expr).text, things), _plain(", ".join(values), things))


def _plain(text: str, things: Things) -> str:
    return plain(things.lang.forms.polish(text))
