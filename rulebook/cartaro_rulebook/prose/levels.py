"""Counters that record the last announcement: a number for each of several acts. The guide names them by the words of the
players.

`level becomes 2` in the act *say “solo”* makes 2 the number of that bid.  The reader does not see these numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from cartaro_grammar import game as g
from cartaro_grammar import parts
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
    changes = [p for p in (*game.clause_parts, *parts(game.acts)) if isinstance(p, g.Add | g.Become) and p.cell.cell == cell]
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
    every = (*game.clause_parts, *parts(game.acts))
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
