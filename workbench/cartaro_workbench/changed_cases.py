"""An example for each changed clause of two editions of a ruleset (decision 0119): a position in which the editions answer
differently because of this clause.

An example of the new edition shows a change if it fails under the old edition, but holds under the old edition with only this
clause changed.  An example of the old edition shows it if it fails with only this clause changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import Diagnostic, Game, Span
from cartaro_grammar import game as g
from cartaro_interpreter import Rules, State, ask, compile_game, legal_moves, run_example, seated_first
from cartaro_rulebook import ChangedCase, move_in_words, number_compared
from cartaro_workbench.clause_meanings import FEW, ClauseMeanings
from cartaro_workbench.side_by_side import is_of_both


def cases_of_changes(first: Game, second: Game, language: str) -> dict[str, ChangedCase]:
    """Return a case for each changed clause for which there is one; the shortest example is chosen.  Clauses that have other
    names in the second game have none.
    """
    own, others = compile_game(first), compile_game(second)
    if not isinstance(own, Rules) or not isinstance(others, Rules):
        return {}
    cases = [*_contradicted(others, own, language, of_new=True), *_contradicted(own, others, language, of_new=False)]
    meanings = ClauseMeanings(first, second, language)
    found = dict[str, ChangedCase]()
    for name in meanings.changed if len(meanings.changed) <= FEW and cases else ():
        changed = compile_game(meanings.with_clauses((name,)))
        if isinstance(changed, Rules):
            telling = (case for case in cases if run_example(changed, case.example).holds is case.of_new)
            case = min(telling, key=lambda one: (not one.of_new, len(one.example.lines)), default=None)
            found |= {} if case is None else {name: case}
    return found


MOST_MOVES = 4
"""The greatest number of legal moves under the other edition that a case lists."""


def _contradicted(rules: Rules, against: Rules, language: str, *, of_new: bool) -> Iterator[ChangedCase]:
    """Yield the examples in one position that hold under their own rules and fail under the others."""
    for example in rules.game.examples:
        if not is_of_both(example, rules.game, against.game) or not _has_one_position(example):
            continue
        seen = list[State]()
        run = run_example(against, example, seen.append)
        spans = [failure.primary.span for failure in run.failures if failure.primary is not None]
        line = next((one for one in example.lines if (at := _statement_span(one)) is not None and at in spans), None)
        if line is not None and run_example(rules, example).holds:
            number = example.lines.index(line)
            moves, found = tuple[str, ...](), None
            if isinstance(line, g.MayOnly):
                moves = _moves_in_words(against, seen[number - 1], language)
            elif isinstance(line, g.Check):
                found = _found_instead(against, line.condition, seen[number], run.seats[number].turn)
            yield ChangedCase(example, line, of_new, moves, found)


def _found_instead(rules: Rules, condition: g.Expr, state: State, actor: int) -> int | None:
    """Return the number that the rules have in place of one that a condition states; None for other conditions."""
    compared = number_compared(condition)
    found = None if compared is None else ask(rules, state, compared[0], actor)
    return found if isinstance(found, int) else None


def _moves_in_words(rules: Rules, state: State, language: str) -> tuple[str, ...]:
    """Return the legal moves in a position, in words; none if they are many."""
    seated = seated_first(rules, state)
    moves = () if seated is None else legal_moves(rules, seated)
    if isinstance(moves, Diagnostic) or len(moves) > MOST_MOVES:
        return ()
    return tuple(move_in_words(rules, move, language) for move in moves)


def _has_one_position(example: g.Example) -> bool:
    """Return whether an example sets up a position once, before its first statement."""
    given = [isinstance(line, g.Holds | g.Given | g.Shuffled) for line in example.lines]
    return given == sorted(given, reverse=True)


def _statement_span(line: g.ExampleLine) -> Span | None:
    match line:
        case g.Check(span=span):
            return span
        case g.MayDo(move) | g.MayNot(move) | g.Do(move):
            return move.span
        case g.MayOnly(moves):
            return moves[0].span
        case _:
            return None
