"""Who has won, in a state: where the rules say it by the word of the language for it, `the winner is …`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cartaro_grammar import Diagnostic, Game
from cartaro_grammar import game as g
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.play.query import ask
from cartaro_interpreter.state.state import State

WORD = "winner"


@dataclass(frozen=True, slots=True)
class Winner:
    """A player or a side, counted from 0; None where nobody has won."""

    kind: Literal["player", "side"]
    number: int | None


def winner_asked(game: Game) -> g.Apply | None:
    """The question who has won; None where the rules do not say."""
    function = game.function.get(WORD)
    if function is None or function.parameters or function.result.kind not in ("player", "side"):
        return None
    span = next(clause.span for clause in game.clauses if clause.name == function.clauses[0])
    return g.Apply(WORD, (), function.result, span)


def winner(rules: Rules, state: State) -> Winner | None:
    """Who has won the match; None where the rules do not say, or cannot be asked in this state."""
    asked = winner_asked(rules.game)
    found = None if asked is None else ask(rules, state, asked)
    if asked is None or found is None or isinstance(found, Diagnostic):
        return None
    return Winner("player" if asked.type.kind == "player" else "side", found if found >= 0 else None)


def fewest_win(game: Game) -> bool:
    """Whether the first clause that says who wins looks for the lowest of something; where none does, the most win."""
    values = (said.value for _, said in game.saying(g.Definition) if said.function == WORD)
    first = next((value for value in values if isinstance(value, g.Select)), None)
    return first is not None and first.keys[0][0] == "lowest"
