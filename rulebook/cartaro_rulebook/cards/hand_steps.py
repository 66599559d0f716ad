"""A record taken apart into its steps: the deal, and what each move leaves, as the interpreter replays it.

Only what can be replayed is drawn: a `HistoryFault` says what cannot.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from cartaro_grammar import Diagnostic, Game
from cartaro_interpreter import (
    Fitting,
    Json,
    Record,
    RecordEntry,
    ReplayedStep,
    Rules,
    parse_json,
    read_record,
    replay,
    write_json,
    write_position,
)
from cartaro_rulebook.cards.positions import history_fault

NEEDED = ("players", "settings", "match", "stock", "moves")
"""What of a record is needed to replay it."""
LEFT_OVER = "C0819"
"""The code of a record that has more than is played."""
SPARED = ("by", "cites")
"""What of a move is not."""


@dataclass(frozen=True, slots=True)
class HandStep:
    """A deal, with no entries, or what was entered together: who did it (None: the arbiter), the clauses that it stands on, and
    the position after it.
    """

    entries: tuple[RecordEntry, ...]
    player: int | None
    by: tuple[str, ...]
    position: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class FollowedHand:
    """The steps of a record, the deal first, a text of it that `cartaro replay` takes, and the rules that it is played by."""

    steps: tuple[HandStep, ...]
    text: str
    rules: Rules


def data_link(text: str) -> str:
    """The address of a link that has a text of JSON in it."""
    return f"data:application/json;base64,{base64.b64encode(text.encode('utf-8')).decode('ascii')}"


def followed(game: Game, record: Mapping[str, object], note: str = "") -> FollowedHand:
    """A record step by step; one with a note may end in a move of which the rules do not decide what it leads to.

    A record is of a hand that was left, wherever it stops: packs that are shuffled later are no part of it.
    """
    kept = {key: record[key] for key in NEEDED if key in record}
    moves = cast("list[Mapping[str, object]]", kept.get("moves", []))
    kept["moves"] = [{key: value for key, value in move.items() if key not in SPARED} for move in moves]
    return _followed(game, write_json(cast("Json", {**kept, "left": True})), note)


@lru_cache(maxsize=256)
def _followed(game: Game, text: str, note: str) -> FollowedHand:
    """A record step by step, once for all languages."""
    value = parse_json(text)
    if isinstance(value, Diagnostic):
        raise history_fault(game, (value,))
    rules = _fitting(game).rules(value, "record")
    if isinstance(rules, tuple):
        raise history_fault(game, rules)
    record = read_record(rules, value)
    if isinstance(record, tuple):
        raise history_fault(game, record)
    return _replayed(game, rules, record, value, note)


def _replayed(game: Game, rules: Rules, record: Record, value: Json, note: str) -> FollowedHand:
    """The steps of a record with as many of its packs as are dealt from before it stops."""
    packs = len(record.packs)
    while True:
        seen = list[ReplayedStep]()
        played = replay(rules, replace(record, packs=record.packs[:packs]), seen=seen.append)
        left = len(record.moves) - sum(len(step.entries) for step in seen)
        if isinstance(played, tuple) and not left and packs > 1 and played[0].code == LEFT_OVER:
            packs -= 1
            continue
        if isinstance(played, tuple) and not (note and left <= 1):
            raise history_fault(game, played)
        steps = tuple(HandStep(s.entries, s.player, s.by, write_position(rules, s.state)) for s in seen)
        return FollowedHand(steps, _with_packs(value, packs), rules)


def _with_packs(record: Json, number: int) -> str:
    """The text of a record with its first packs alone."""
    table = cast("dict[str, Json]", record)
    stock = cast("list[Json]", table["stock"])
    several = bool(stock) and isinstance(stock[0], list)
    first = stock[0] if several and number == 1 else stock[:number] if several else stock
    return write_json({**table, "stock": first})


@lru_cache(maxsize=8)
def _fitting(game: Game) -> Fitting:
    return Fitting(game)
