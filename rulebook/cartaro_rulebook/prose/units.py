"""The things in which a score is counted: *each player gets one fine*, and not *scores one point* if points go to the fines.

Many games have no points: at the count of a hand, the score of each player goes to a counter of lives, chips or penalties. The
rows of the count then name its things, and no sentence adds the score to them.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from cartaro_grammar import game as g
from cartaro_grammar import operands_of, parts
from cartaro_rulebook.prose.expressions import ProseScope, is_counted_in_units


def with_unit(scope: ProseScope, mentioned: Container[str]) -> ProseScope:
    """Return the scope of a game whose rows of the count name the things that they give, without the rule that adds it."""
    game = scope.naming.game
    adding = [clause for clause in game.clauses if any(isinstance(part, g.ScoreOf) for part in parts(clause))]
    cell = _counter_of_scores(adding[0]) if len(adding) == 1 and adding[0].name not in mentioned else None
    if (
        cell is None
        or not _is_named(cell, scope)
        or not all(_is_number(node.amount) for _, node in game.with_sentence(g.Score))
    ):
        return scope
    clauses = tuple(clause for clause in game.clauses if clause is not adding[0])
    return replace(scope, unit=cell, naming=replace(scope.naming, game=replace(game, clauses=clauses)))


def _counter_of_scores(clause: g.Clause) -> str | None:
    """Return the counter to which a rule adds the whole score of a hand."""
    match clause:
        case g.Clause(
            sentence=g.Consequence(
                event=("count", "hand"),
                effects=(g.Effect(g.Add(g.Recall(cell, g.Local(owner)), g.ScoreOf(None, g.Local(scorer))), "side", (), ()),),
            ),
            when=(),
            unless=(),
        ) if owner == scorer:
            return cell
        case _:
            return None


def _is_named(cell: str, scope: ProseScope) -> bool:
    """Return whether the things of a counter have a name other than points, and last for the match."""
    noun = scope.naming.cell(cell)
    points = scope.lang.noun("point").form(True) in noun.form(True).split(" ")
    return scope.naming.game.cell[cell].period == "match" and is_counted_in_units(noun) and not points


def _is_number(amount: g.Expr) -> bool:
    pair = operands_of(amount, "-")
    return isinstance(amount, g.Number) or (bool(pair) and all(isinstance(one, g.Number) for one in pair))
