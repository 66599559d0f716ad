"""Counters that record the last announcement: a number for each of several acts. The guide names them by the words of the
players.

`level becomes 2` in the act *say “solo”* makes 2 the number of that bid.  The reader does not see these numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cartaro_grammar import default, operands_of
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.words.nouns import plain

_QUOTED = re.compile("[«“„][^»”]*[»”]")


def levels(scope: ProseScope) -> Mapping[str, Mapping[int, str]]:
    """Return the words for the numbers of each such counter: those with which players set it."""
    game, found = scope.naming.game, dict[str, Mapping[int, str]]()
    for cell in game.cells:
        if cell.kind == "counter" and cell.owner == "table" and cell.period == "hand":
            words = _words(cell.name, scope)
            if len(words) > 1 and _is_asked_for(cell.name, {0, *words}, game):
                found[cell.name] = words
    return found


def _words(cell: str, scope: ProseScope) -> dict[int, str]:
    """Return the words of the acts that set a counter to a number; nothing if anything else changes the counter."""
    game, words = scope.naming.game, dict[int, str]()
    changes = [p for p in game.changes if p.cell.cell == cell]
    for act in game.acts:
        own = [e.body for e in act.effects if isinstance(e.body, g.Become) and e.body.cell.cell == cell]
        numbers = [body.value.value for body in own if isinstance(body.value, g.Number) and body.value.value > 0]
        if not own:
            continue
        if len(own) > 1 or len(numbers) != 1 or numbers[0] in words or act.parameters:
            return {}
        said = plain(expressions.open_act(act, scope))
        quoted = _QUOTED.search(said)
        words[numbers[0]] = quoted[0] if quoted else scope.naming.quoted(said)
    return words if len(changes) == len(words) else {}


def _is_asked_for(cell: str, numbers: set[int], game: g.Game) -> bool:
    """Return whether the rules only compare a counter with some numbers, or give it as an amount."""
    every = game.rule_parts
    pairs = [p.operands for p in every if isinstance(p, g.Operation) and p.operator in ("=", "<", "<=")]
    compared = [pair for pair in pairs if any(_recalls(one, cell) for one in pair)]
    given = [p for p in every if isinstance(p, g.Definition) and _recalls(p.value, cell)]
    changed = [p for p in every if isinstance(p, g.Become) and p.cell.cell == cell]
    uses = [p for p in every if _recalls(p, cell)]
    asked = all(
        isinstance(one, g.Number) and one.value in numbers for pair in compared for one in pair if not _recalls(one, cell)
    )
    return asked and len(uses) == len(compared) + len(given) + len(changed)


def _recalls(part: object, cell: str) -> bool:
    return isinstance(part, g.Recall) and part.cell == cell


def multiple_of_word(e: g.Expr) -> tuple[int, str] | None:
    """Return the factor and the word of an amount that is a multiple of a word."""
    match e:
        case g.Apply(function, ()):
            return 1, function
        case g.Operation("*", (g.Number(times), g.Apply(function, ()))) | g.Operation(
            "*", (g.Apply(function, ()), g.Number(times))
        ):
            return times, function
        case g.Operation("-", (g.Number(0), of)):
            inside = multiple_of_word(of)
            return None if inside is None else (-inside[0], inside[1])
        case _:
            return default(e, None)


def cases_by_level(function: str, scope: ProseScope) -> Iterator[tuple[str, int]]:
    """Yield the numbers that a word may be, with their conditions in words; nothing if one of them is not a number."""
    rows = scope.naming.game.definitions_of(function)
    if any(clause.unless or not _is_number(node.value, scope) for clause, node in rows):
        return
    asked = {n for clause, _ in rows for e in clause.when for n in _numbers_asked(e, scope)}
    for clause, node in rows:
        if isinstance(node.value, g.Number):
            words = [scope.levels[cell][n] for e in clause.when for cell, n in _levels_asked(e, scope)]
            if len(words) != 1:
                return
            yield words[0], node.value.value
        elif isinstance(node.value, g.Recall):
            yield from ((words, n) for n, words in sorted(scope.levels[node.value.cell].items()) if n not in asked)


def _is_number(e: g.Expr, scope: ProseScope) -> bool:
    return isinstance(e, g.Number) or (isinstance(e, g.Recall) and e.cell in scope.levels)


def _levels_asked(e: g.Expr, scope: ProseScope) -> Iterator[tuple[str, int]]:
    pair = operands_of(e, "=")
    cells = [one.cell for one in pair if isinstance(one, g.Recall) and one.cell in scope.levels]
    numbers = [one.value for one in pair if isinstance(one, g.Number)]
    if len(cells) == len(numbers) == 1 and numbers[0] in scope.levels[cells[0]]:
        yield cells[0], numbers[0]


def _numbers_asked(e: g.Expr, scope: ProseScope) -> Iterator[int]:
    return (number for _, number in _levels_asked(e, scope))
