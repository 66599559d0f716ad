"""Histories and matches, written down as the interpreter's records of play."""

from __future__ import annotations

from cartaro_interpreter import (
    Move,
    cites,
    describe,
)
from cartaro_verify.play.matches import Match
from cartaro_verify.play.table import History, HistoryTable


def record(table: HistoryTable, history: History) -> dict[str, object]:
    """The history as a record of play: the pack and the moves."""
    deck = table.game.deck.cards
    moves = [entry(table, m) for m in history.moves]
    settings = dict(table.game.settings)
    packs = [[deck[c].code for c in pack] for pack in history.packs]
    return {
        "players": table.game.players,
        "settings": settings,
        "stock": packs[0] if len(packs) == 1 else packs,
        "moves": moves,
        **({"match": True, "left": True} if history.match else {}),
    }


def entry(table: HistoryTable, move: Move) -> dict[str, object]:
    """A move, or a finding, in a record."""
    args = describe(table.game, move)
    if move.act in table.rulings:
        return {"ruling": move.act, "args": args}
    return {"act": move.act, "args": args, "by": list(move.by), "cites": list(cites(table.game, move.by))}


def match_record(table: HistoryTable, match: Match) -> dict[str, object]:
    """A match that was broken off, as a record of play."""
    return {**record(table, History(match.packs, match.moves, match.position)), "match": True, "left": True}
