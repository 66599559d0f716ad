"""An example with moves taken apart into its steps: the position that it sets out, and the one after each move."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from cartaro_grammar import Game, choose
from cartaro_grammar import game as g
from cartaro_interpreter import Rules, State, compile_game, run_example, write_position


@lru_cache(maxsize=1024)
def example_steps(game: Game, example: g.Example) -> tuple[Mapping[str, object], ...]:
    """The position before the first move of an example, and those after each; nothing where a move cannot be done."""
    rules = _rules(game, example.under)
    if not isinstance(rules, Rules):
        return ()
    seen = list[State]()
    run_example(rules, example, seen.append)
    moves = [number for number, line in enumerate(example.lines) if isinstance(line, g.Do)]
    if not moves or not moves[0] or len(seen) < len(example.lines):
        return ()
    return tuple(write_position(rules, seen[number]) for number in (moves[0] - 1, *moves))


@lru_cache(maxsize=32)
def _rules(game: Game, under: tuple[tuple[str, str], ...]) -> Rules | None:
    chosen = choose(game, dict(under))
    rules = compile_game(chosen) if isinstance(chosen, Game) else None
    return rules if isinstance(rules, Rules) else None
