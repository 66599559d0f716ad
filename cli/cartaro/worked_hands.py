"""The hand that a rulebook shows move by move, played by opponents that look ahead (decision 0133).

A shipped ruleset has it next to its text (`NAME.hand.json`): the seed of the shuffles, the number of each move among the legal
moves, and a digest of the moves in words.  A hand is used only if it is for exactly these rules and its numbers still stand for
the same moves.  `python -m tests.crosscheck.hands` plays the hands.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cartaro.kept_results import HANDS, chosen_play_digest
from cartaro_grammar import Diagnostic, Game
from cartaro_interpreter import (
    Move,
    Played,
    PlayInProgress,
    Record,
    Rules,
    SeededChance,
    View,
    compile_game,
    play_out,
    write_record,
)


@dataclass(frozen=True, slots=True)
class _ByNumber:
    """A player who makes the moves with some numbers; all seats share them."""

    numbers: Iterator[int]

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
        del view
        return moves[next(self.numbers)]


def shipped_hand(game: Game) -> Record | None:
    """Return the hand that is kept next to a ruleset, if it is for these rules."""

    def parsed(found: Mapping[str, Any]) -> tuple[int, str, list[int]]:
        return int(found["seed"]), str(found["made"]), list(found["moves"])

    kept = HANDS.read(game.name, chosen_play_digest(game), parsed)
    rules = None if kept is None else compile_game(game)
    if kept is None or not isinstance(rules, Rules):
        return None
    seed, made, numbers = kept
    try:
        played = played_by_numbers(rules, seed, numbers)
    except (StopIteration, IndexError, TypeError):
        return None
    if isinstance(played, Diagnostic) or _moves_digest(rules, played) != made:
        return None
    return Record(played.packs, played.moves, False, None)


def played_by_numbers(rules: Rules, seed: int, numbers: Sequence[int]) -> Played | Diagnostic:
    """Play a hand whose moves are given by their numbers among the legal ones."""
    return play_out(PlayInProgress(rules, SeededChance(seed)), [_ByNumber(iter(numbers))] * rules.game.players)


def hand_text(rules: Rules, seed: int, numbers: Sequence[int], played: Played) -> str:
    """Return a hand as it is shipped: its seed and the numbers of its moves among the legal ones."""
    more: dict[str, object] = {"seed": seed, "made": _moves_digest(rules, played)}
    return HANDS.text(rules.game, chosen_play_digest(rules.game), [", ".join(map(str, numbers))], more)


def _moves_digest(rules: Rules, played: Played) -> str:
    moves = json.dumps(write_record(rules, played)["moves"], ensure_ascii=False)
    return hashlib.sha256(moves.encode("utf-8")).hexdigest()[:12]
