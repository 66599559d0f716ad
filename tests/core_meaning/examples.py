"""The positions of examples: those of the pages of the reference, of shipped games, and of `tests.interpreter.test_meanings`.

Both evaluators are compared at each position, with every legal move; and a check that an example states must hold for the
second evaluator too: after a move, `the player` is the one who made it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, partial
from pathlib import Path

from tests.core_meaning.comparison import Comparison, Report, attempt, state_read
from tests.core_meaning.expressions import value
from tests.core_meaning.states import LEFT_OUT, left_out
from tests.reference import readings
from tests.reference.pages import frames, parse_page

from cartaro_grammar import parts
from cartaro_grammar.model import game as g
from cartaro_interpreter import Json, Rules, State, compile_game, read_position, run_example

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
COVERED_PAGES = sorted(path for path in REFERENCE.glob("*.md") if path.stem not in ("games", "groups"))
"""The pages of the reference whose games have no construct that is left out."""


@cache
def page_game(path: Path) -> g.Game:
    """Return the game of a page of the reference."""
    page = parse_page(path.read_text(encoding="utf-8"))
    found = readings.played(page, frames((REFERENCE / "games.md").read_text(encoding="utf-8")).get(page.frame, ""))
    assert not isinstance(found, str), found
    return found.game


def compiled(game: g.Game) -> Rules:
    rules = compile_game(game)
    assert isinstance(rules, Rules), rules
    return rules


def compare_examples(rules: Rules) -> Report:
    """Compare both evaluators at the positions of the examples of a game, under its usual house rules."""
    assert not left_out(rules.game)
    report = Report()
    for example in rules.game.examples:
        if not example.under:
            _compare_example(rules, example, report)
    return report


def _compare_example(rules: Rules, example: g.Example, report: Report) -> None:
    states, met = list[State](), set[State]()
    run_example(rules, example, states.append)
    actor = turn = None
    for line, theirs in zip(example.lines, states, strict=False):
        comparison = Comparison(rules, example.name, report)
        state = state_read(rules, theirs)
        if state.awaits == "move" and theirs not in met:
            met.add(theirs)
            comparison.every_move(state, theirs)
        match line:
            case g.Do():
                actor = turn
            case g.Check(condition=condition) if not any(type(p).__name__ in LEFT_OUT["Expr"] for p in parts(condition)):
                here = comparison.table.at(state, state.turn if actor is None else actor)
                comparison.differs(f"check in line {line.span.line}", attempt(partial(value, here, condition)), True)
                report.values += 1
            case _:
                pass
        turn = state.turn


def compare_positions(rules: Rules, positions: Iterable[Mapping[str, Json]]) -> Report:
    """Compare both evaluators at given positions."""
    report = Report()
    for position in positions:
        theirs = read_position(rules, dict(position))
        assert isinstance(theirs, State), theirs
        Comparison(rules, "positions", report).every_move(state_read(rules, theirs), theirs)
    return report
