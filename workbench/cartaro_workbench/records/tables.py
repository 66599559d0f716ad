"""Records as tables: a row for each move, with its alternatives and the player's view, and a row for each hand.

A row has only plain values, numbers and texts, so that every format of tables can hold it; lists and objects are JSON.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from cartaro_grammar import Diagnostic
from cartaro_interpreter import (
    END_OF_TURN,
    Json,
    Move,
    Record,
    ReplayedStep,
    Rules,
    Ruling,
    State,
    View,
    as_known_to,
    choices,
    cites,
    describe,
    is_open,
    json_text,
    legal_moves,
    phrase,
    read_record,
    replay,
    score_json,
    view,
)

TableRow = Mapping[str, str | int | None]
"""A row: a value for each column."""

MOVE_COLUMNS: Final[Mapping[str, type]] = {
    "record": str, "game": str, "hand": int, "number": int, "seat": int, "side": int, "act": str, "args": str, "text": str,
    "by": str, "cites": str, "alternatives": int, "legal": str, "seen": str, "known_to": str,
}  # fmt: skip
"""The columns of the table of moves, with the types of their values."""

HAND_COLUMNS: Final[Mapping[str, type]] = {
    "record": str, "game": str, "edition": str, "fingerprint": str, "date": str, "settings": str, "players": int, "hand": int,
    "moves": int, "side": int, "points": int, "shares": str,
}  # fmt: skip
"""The columns of the table of hands; a hand that was counted has a row for each side. If any hand was void, hands have no
numbers.
"""


@dataclass(frozen=True, slots=True)
class RecordTable:
    """The rows of one record."""

    moves: tuple[TableRow, ...]
    hands: tuple[TableRow, ...]


def record_table(rules: Rules, value: Json, name: str, path: str = "") -> RecordTable | tuple[Diagnostic, ...]:
    """Replay a record with a given name and return its rows; return diagnostics if it has mistakes."""
    record = read_record(rules, value, path)
    if not isinstance(record, Record):
        return record
    rows = _Rows(rules, name)
    played = replay(rules, record, path, rows.add)
    if isinstance(played, tuple):
        return played
    data = json_text.as_object(value) or {}
    heading = {
        "record": name, "game": rules.game.name, "edition": _text(data, "edition"), "fingerprint": _text(data, "fingerprint"),
        "date": _text(data, "date"), "settings": json_text.write_json(dict(rules.game.settings)), "players": rules.game.players,
    }  # fmt: skip
    hands: list[TableRow] = []
    for number, sheet in enumerate(played.scores, 1):
        score = score_json(sheet)
        known = {"hand": number, "moves": rows.moves_of_hands[number - 1]} if played.hands == len(played.scores) else {}
        for side, points in score["points"].items():
            shares = json_text.write_json(dict(score["shares"][side]))
            hands.append(
                {**heading, "hand": None, "moves": None, **known, "side": int(side), "points": points, "shares": shares}
            )
    return RecordTable(tuple(rows.moves), tuple(hands))


def _text(data: Mapping[str, Json], key: str) -> str | None:
    value = data.get(key)
    return value if isinstance(value, str) else None


@dataclass(slots=True)
class _Rows:
    """Collects the rows of the moves while a record is replayed, and the number of moves of each hand."""

    rules: Rules
    name: str
    moves: list[TableRow] = field(default_factory=list[TableRow])
    moves_of_hands: list[int] = field(default_factory=list[int])
    entries: int = 0

    def add(self, step: ReplayedStep) -> None:
        """Add the row of each entry; a step without entries is a deal."""
        if not step.entries:
            self.moves_of_hands.append(0)
        for entry in step.entries:
            self.entries += 1
            self.moves_of_hands[-1] += 1
            self.moves.append(self._row(entry, step))

    def _row(self, entry: Move | Ruling, step: ReplayedStep) -> TableRow:
        game = self.rules.game
        row: dict[str, str | int | None] = dict.fromkeys(MOVE_COLUMNS)
        row |= {"record": self.name, "game": game.name, "hand": len(self.moves_of_hands), "number": self.entries}
        if isinstance(entry, Ruling):
            return {**row, "act": "ruling", "text": entry.clause}
        row |= {"act": entry.act, "args": json_text.write_json(describe(game, entry)), "text": phrase(game, entry)}
        if step.player is None or step.before is None:
            return row
        knowing = " ".join(map(str, self._knowing(entry, step.before, step.state)))
        row |= {
            "seat": step.player + 1, "side": game.side_of[step.player] + 1, "by": " ".join(step.by),
            "cites": " ".join(cites(game, step.by)), "known_to": knowing,
        }  # fmt: skip
        legal = legal_moves(self.rules, step.before)
        if not isinstance(legal, Diagnostic):
            phrases = [phrase(game, move) for move in choices(game, legal)]
            row |= {"alternatives": len(phrases), "legal": json_text.write_json(phrases)}
        seen = view(self.rules, step.before, step.player)
        if isinstance(seen, View):
            row["seen"] = json_text.write_json(self._seen(seen))
        return row

    def _seen(self, seen: View) -> dict[str, object]:
        """Return the cards that a player saw, by zone and owner. A zone that is not seen has its number of cards."""
        codes, zones = self.rules.layout.faces.faces.codes, dict[str, dict[str, object]]()
        for zone in seen.zones:
            shown: Sequence[str] | int = zone.size
            if zone.cards is not None:
                shown = [codes[card] for card in zone.cards]
            zones.setdefault(zone.zone, {})[str(zone.owner + 1)] = shown
        return {**zones}

    def _knowing(self, move: Move, before: State, after: State) -> Iterator[int]:
        """Yield the seats of the players who know all cards of a move."""
        for player in range(self.rules.game.players):
            if move.act == END_OF_TURN or not is_open(as_known_to(self.rules, player, before, move, after)):
                yield player + 1
