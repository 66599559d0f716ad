"""The aim of a game in the guide if its author states none: to have more points than the others, or fewer."""

from __future__ import annotations

from cartaro_grammar import game as g
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.expressions import ProseScope


def generated_aim(scope: ProseScope) -> str | None:
    """Word the aim of a game in which the highest or the lowest amount wins the match; None for other games."""
    match scope.naming.game.definitions_of(g.WINNER):
        case ((clause, g.Definition(value=g.Select(_, g.Everyone(), ((which, g.Recall(cell, g.Local())), *_)))),) if (
            not clause.when
        ):
            noun = scope.naming.cell(cell).form(True)
            return finish_sentence(scope.lang.text(f"guide_aim_{which}", x=noun), scope, of=clause.span)
        case _:
            return None
