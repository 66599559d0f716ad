"""One example of a game, run."""

from __future__ import annotations

from dataclasses import dataclass

from cartaro_grammar import Game, choose
from cartaro_interpreter import Rules, compile_game, run_example
from cartaro_workbench.editing.problems import Problem, problem


@dataclass(frozen=True, slots=True)
class ExampleOutcome:
    """Whether the rules say what an example says, and what was found against it."""

    name: str
    holds: bool
    failures: tuple[Problem, ...]


def run_named_example(game: Game, name: str) -> ExampleOutcome | None:
    """An example under the house rules that it names; None where the game has no such one."""
    example = next((one for one in game.examples if one.name == name), None)
    if example is None:
        return None
    chosen = choose(game, dict(example.under))
    rules = compile_game(chosen) if isinstance(chosen, Game) else chosen
    found = run_example(rules, example).failures if isinstance(rules, Rules) else rules
    return ExampleOutcome(name, not found, tuple(map(problem, found)))
