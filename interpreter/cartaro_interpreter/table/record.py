"""Records of play: written from a playout, read from JSON, and replayed to the same state (see `replay`).

A record is `{"stock": [...], "moves": [...]}`: the pack as shuffled, the top first (a list of packs where there were several),
and the moves, with the rulings of the arbiter between them.  With `"match": true` it is of a whole match, whose opening clauses
happen; otherwise of its first hand.  With `"left": true` play was left before its end, and the record may stop anywhere.  It
may say its `players`, its `settings` and its `result`, which is then compared.
"""

from __future__ import annotations

from cartaro_grammar import Diagnostic, say
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.ruling.json_moves import read_entry
from cartaro_interpreter.ruling.json_text import Json
from cartaro_interpreter.ruling.json_values import JsonReader
from cartaro_interpreter.table.answers import entry_json, result_json
from cartaro_interpreter.table.replay import Record, ReplayedStep, replay
from cartaro_interpreter.table.session import Played

__all__ = ["Record", "ReplayedStep", "read_record", "replay", "result_json", "write_record"]

KEYS = (
    "stock", "moves", "match", "players", "settings", "result", "name", "note", "points", "shares", "zones", "seed",
    "left",
)  # fmt: skip


def write_record(rules: Rules, played: Played, *, match: bool = False) -> dict[str, Json]:
    """The record of a playout.  One that was left states no result."""
    game = rules.game
    packs: list[Json] = [[game.deck.cards[card].code for card in pack] for pack in played.packs]
    settings: dict[str, Json] = dict(game.settings)
    record: dict[str, Json] = {"players": game.players, "settings": settings}
    if match:
        record["match"] = True
    record["stock"] = packs[0] if len(packs) == 1 else packs
    record["moves"] = [entry_json(rules, entry) for entry in played.moves]
    record |= {"left": True} if played.left else {"result": result_json(rules, played)}
    return record


def read_record(rules: Rules, value: Json, path: str = "") -> Record | tuple[Diagnostic, ...]:
    """A record from JSON, its form and its cards checked; whether it can be played is for `replay` to say."""
    reader = JsonReader(rules.game, path)
    table = reader.table(value, say("the record"), KEYS)
    if table is None:
        return tuple(reader.found)
    for key in ("stock", "moves"):
        if key not in table:
            reader.wrong(
                "C0814", say("the record has no `{key}`", key=key), say("a record has the cards as shuffled and the moves")
            )
    players = table.get("players", rules.game.players)
    if players != rules.game.players or isinstance(players, bool):
        reader.wrong(
            "C0821", say("the record is for {said} players, and the game is for {n}", said=str(players), n=rules.game.players)
        )
    reader.settings(table.get("settings", {}))
    match, left = (reader.truth(table.get(key, False), f"`{key}`") for key in ("match", "left"))
    packs = _packs(reader, table.get("stock", []))
    items = reader.items(table.get("moves", []), "`moves`")
    moves = [read_entry(reader, item, number) for number, item in enumerate(items, 1)]
    if reader.found:
        return tuple(reader.found)
    return Record(packs, tuple(move for move in moves if move is not None), match, table.get("result"), left)


def _packs(reader: JsonReader, stock: Json) -> tuple[tuple[int, ...], ...]:
    items = reader.items(stock, "`stock`")
    if not items or isinstance(items[0], str):
        return (reader.pack(items, "`stock`"),) if items else ()
    return tuple(reader.pack(pack, say("pack {n} of `stock`", n=number)) for number, pack in enumerate(items, 1))
