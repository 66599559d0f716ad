"""Why the moves of a hand are made, as far as the rules show it.

A move that the rules leave no choice about needs no other reason. Other moves are compared by the lead of the player's side
if the hand were counted after the move, and after each other legal move. Only moves of cards are compared: after a bid,
nothing has been won or lost yet. A move whose result depends on a shuffle is not compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cartaro_grammar import Diagnostic, Game
from cartaro_interpreter import (
    Move,
    Record,
    ReplayedStep,
    Rules,
    Ruling,
    ScriptedChance,
    State,
    barred,
    compile_game,
    fewest_win,
    legal_moves,
    replay,
    score,
    step,
)

MOST_COMPARED = 24
"""The greatest number of legal moves whose gains are compared."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The facts that the rules show about a move: the number of legal moves; the prohibitions that bar others of the same act,
    if they bar at least as many as there are legal moves; and its gain or loss, if every other legal move gains less, or loses
    more.
    """

    choices: int
    bars: tuple[str, ...]
    best: int | None


@lru_cache(maxsize=16)
def reasons(game: Game, record: Record) -> tuple[Reason | None, ...]:
    """Return the facts that the rules show about each step of a recorded hand, once for all languages; nothing if nobody
    ever has a choice.
    """
    rules, seen = compile_game(game), list[ReplayedStep]()
    if not isinstance(rules, Rules):
        return ()
    replay(rules, record, seen=seen.append)
    found = tuple(_reason(rules, each) for each in seen)
    choosing = any(each is not None and each.choices > 1 for each in found)
    return found if choosing else (None,) * len(found)


def _reason(rules: Rules, played: ReplayedStep) -> Reason | None:
    made = [entry for entry in played.entries if not isinstance(entry, Ruling)]
    if played.before is None or played.player is None or len(made) != 1 or made[0].act not in rules.game.act:
        return None
    legal, move = legal_moves(rules, played.before), made[0]
    if isinstance(legal, Diagnostic) or rules.game.act[move.act].finding:
        return None
    found = {
        name: {other.args for other in moves if other.act == move.act}
        for name, moves in barred(rules, played.before, legal).items()
    }
    refused = set[tuple[int, ...]]().union(*found.values())
    bars = tuple(name for name, moves in found.items() if moves) if len(refused) >= len(legal) else ()
    compared = 1 < len(legal) <= MOST_COMPARED and all(_is_of_cards(rules.game, each) for each in legal)
    others = [each for each in legal if not each.same(move)]
    side = rules.game.side_of[played.player]
    best = _best(rules, played.before, played.state, others, side) if compared else None
    return Reason(len(legal), bars, best)


def _is_of_cards(game: Game, move: Move) -> bool:
    return move.act in game.act and any(
        parameter.type.kind in ("card", "cards", "group") for parameter in game.act[move.act].parameters
    )


def _best(rules: Rules, before: State, made: State, others: Sequence[Move], side: int) -> int | None:
    """Return the gain of a move if every other one gains less; None otherwise, or if that is unknown."""
    now, own = _lead(rules, before, side), _lead(rules, made, side)
    if now is None or own is None:
        return None
    leads = (_lead(rules, state, side) for state in _after(rules, before, others))
    return None if not others or any(lead is None or lead >= own for lead in leads) else own - now


def _after(rules: Rules, before: State, moves: Sequence[Move]) -> Iterator[State | None]:
    """Yield the state after each move; None if it depends on a shuffle."""
    for move in moves:
        found = step(rules, before, move, ScriptedChance(()))
        yield found if isinstance(found, State) else None


def _lead(rules: Rules, state: State | None, side: int) -> int | None:
    """Return by how much a side leads each of the others, in all, if a hand is counted now; with the sign changed if the fewest
    points win.
    """
    found = None if state is None else score(rules, state)
    if found is None or isinstance(found, Diagnostic):
        return None
    points = found.points
    lead = len(points) * points[side] - sum(points)
    return -lead if fewest_win(rules.game) else lead
