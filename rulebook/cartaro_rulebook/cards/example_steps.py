"""An example run: whether it holds, and where something is done in it, its positions step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from cartaro_grammar import Game, choose
from cartaro_grammar import game as g
from cartaro_interpreter import Rules, State, compile_game, run_example, write_position


@dataclass(frozen=True, slots=True)
class ExampleRun:
    """Whether the rules say what an example says; the position before its first move, and those after each, if it has moves and
    all can be done.
    """

    holds: bool
    steps: tuple[Mapping[str, object], ...] = ()


def example_outcomes(game: Game) -> dict[str, bool]:
    """Whether each example of a game holds, by name."""
    return {example.name: example_run(game, example).holds for example in game.examples}


@lru_cache(maxsize=1024)
def example_run(game: Game, example: g.Example) -> ExampleRun:
    """An example, run once for its verdict and its drawings in all languages."""
    rules = _rules(game, example.under)
    if rules is None:
        return ExampleRun(holds=False)
    seen = list[State]()
    holds = run_example(rules, example, seen.append).holds
    moves = [number for number, line in enumerate(example.lines) if isinstance(line, g.Do)]
    if not moves or not moves[0] or len(seen) < len(example.lines):
        return ExampleRun(holds)
    return ExampleRun(holds, tuple(write_position(rules, seen[number]) for number in (moves[0] - 1, *moves)))


@lru_cache(maxsize=32)
def _rules(game: Game, under: tuple[tuple[str, str], ...]) -> Rules | None:
    chosen = choose(game, dict(under))
    rules = compile_game(chosen) if isinstance(chosen, Game) else None
    return rules if isinstance(rules, Rules) else None
