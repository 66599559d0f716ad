"""Records of play: written from a playout, read from JSON, and replayed to the same state.

A record is `{"stock": [...], "moves": [...]}`: the pack as shuffled, the top first (a list of packs where there were several),
and the moves.  With `"match": true` it is of a whole match, whose opening clauses happen; otherwise of its first hand.  It may
say its `players`, its `settings` and its `result`, which is then compared.
"""

from __future__ import annotations

from dataclasses import dataclass

from cartaro_grammar.diagnostic import Diagnostic
from cartaro_interpreter.answers import plain_move_json, score_json
from cartaro_interpreter.chance import ScriptedChance
from cartaro_interpreter.fault import Faulted
from cartaro_interpreter.jsontext import Json, as_list, as_object
from cartaro_interpreter.layout import PHASE, PHASE_BEFORE, PHASE_COUNTED, PHASE_OVER, PHASE_TURN
from cartaro_interpreter.move import Move
from cartaro_interpreter.moving import illegal, read_move
from cartaro_interpreter.playing import Play
from cartaro_interpreter.playout import MOST_HANDS, Played, Scorekeeper, stuck
from cartaro_interpreter.position import write_memory, write_zones
from cartaro_interpreter.reading import Reader
from cartaro_interpreter.referee import diagnosed
from cartaro_interpreter.resolving import matching
from cartaro_interpreter.rules import Rules
from cartaro_interpreter.state import State
from cartaro_interpreter.turn import legal

KEYS = ("stock", "moves", "match", "players", "settings", "result", "name", "note", "points", "shares", "zones", "seed")


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read: packs and moves, and whether it is of a match."""

    packs: tuple[tuple[int, ...], ...]
    moves: tuple[Move, ...]
    match: bool
    result: Json


def write_record(rules: Rules, played: Played, *, match: bool = False) -> dict[str, Json]:
    """The record of a playout."""
    game = rules.game
    packs: list[Json] = [[game.deck.cards[card].code for card in pack] for pack in played.packs]
    settings: dict[str, Json] = dict(game.settings)
    record: dict[str, Json] = {"players": game.players, "settings": settings}
    if match:
        record["match"] = True
    record["stock"] = packs[0] if len(packs) == 1 else packs
    record["moves"] = [plain_move_json(rules, move) for move in played.moves]
    record["result"] = result_json(rules, played)
    return record


def result_json(rules: Rules, played: Played) -> dict[str, Json]:
    """What a playout came to: points and shares of the last hand counted, the final zones and memory."""
    scored: dict[str, Json] = score_json(played.scores[-1]) if played.scores else {"points": {}, "shares": {}}
    return {**scored, "zones": write_zones(rules, played.state), "counters": write_memory(rules, played.state)}


def read_record(rules: Rules, value: Json, path: str = "") -> Record | tuple[Diagnostic, ...]:
    """A record from JSON, its form and its cards checked; whether it can be played is for `replay` to say."""
    reader = Reader(rules.game, path)
    table = reader.table(value, "the record", KEYS)
    if table is None:
        return tuple(reader.found)
    for key in ("stock", "moves"):
        if key not in table:
            reader.wrong("C0814", f"the record has no `{key}`", "a record has the cards as shuffled and the moves")
    players = table.get("players", rules.game.players)
    if players != rules.game.players or isinstance(players, bool):
        reader.wrong("C0821", f"the record is for {players} players, and the game is for {rules.game.players}")
    reader.settings(table.get("settings", {}))
    match = table.get("match", False)
    if not isinstance(match, bool):
        reader.wrong("C0814", "`match` should be true or false")
    packs = _packs(reader, table.get("stock", []))
    moves = [read_move(reader, move, number) for number, move in enumerate(reader.items(table.get("moves", []), "`moves`"), 1)]
    if reader.found:
        return tuple(reader.found)
    return Record(packs, tuple(move for move in moves if move is not None), match is True, table.get("result"))


def _packs(reader: Reader, stock: Json) -> tuple[tuple[int, ...], ...]:
    items = reader.items(stock, "`stock`")
    if not items or isinstance(items[0], str):
        return (reader.pack(items, "`stock`"),) if items else ()
    return tuple(reader.pack(pack, f"pack {number} of `stock`") for number, pack in enumerate(items, 1))


# ---------------------------------------------------------------------------------------------- replaying


def replay(rules: Rules, record: Record, path: str = "") -> Played | tuple[Diagnostic, ...]:
    """Play a record again; what in it cannot be played, or is left over, is told."""
    codes = [card.code for card in rules.game.deck.cards]
    chance = ScriptedChance(record.packs, codes)
    keeper = Scorekeeper(rules, [])
    play = Play(rules, chance, keeper.watch)
    try:
        cells = play.begin_match(first_clauses=record.match)
        hands = _replayed(play, record, cells, record.match)
        if chance.left():
            raise Faulted("C0819", f"{chance.left()} packs of the record are never dealt from")
    except Faulted as fault:
        found = diagnosed(fault)
        return (Diagnostic(found.code, found.message, found.primary, found.others, found.help, path=path),)
    played = Played(State(tuple(cells)), record.packs, record.moves, tuple(keeper.scores), hands)
    return _compared(rules, record, played, path) or played


def _replayed(play: Play, record: Record, cells: list[int], match: bool) -> int:
    """Play all moves; the number of hands."""
    left = list(reversed(record.moves))
    hands = 0
    while cells[PHASE] == PHASE_BEFORE or (match and cells[PHASE] == PHASE_COUNTED and left):
        play.begin_hand(cells)
        hands += 1
        while cells[PHASE] == PHASE_TURN:
            number = len(record.moves) - len(left) + 1
            if not left:
                raise Faulted("C0820", f"the record stops before move {number}, and the hand has not ended")
            move = left.pop()
            options = legal(play.rules, cells)
            if not options:
                raise stuck(play.rules, cells)
            option = matching(play.rules, cells, options, move)
            if option is None:
                raise illegal(play.rules, State(tuple(cells)), move, f"move {number}")
            play.act(cells, option)
        if hands > MOST_HANDS:
            raise Faulted("C0824", f"the match has not ended after {MOST_HANDS} hands")
    if match and cells[PHASE] != PHASE_OVER:
        raise Faulted("C0820", f"the record stops after move {len(record.moves)}, and the match is not over")
    if left:
        ended = "the match is over" if match else "the hand has ended"
        number = len(record.moves) - len(left)
        raise Faulted("C0819", f"the record goes on after move {number}, when {ended}")
    return hands


def _compared(rules: Rules, record: Record, played: Played, path: str) -> tuple[Diagnostic, ...]:
    """Where a record states its result, what in it differs."""
    stated = as_object(record.result)
    if stated is None:
        return ()
    found = result_json(rules, played)
    wrong = [key for key, value in stated.items() if key in found and not _equal(value, found[key])]
    return tuple(Diagnostic("C0825", f"the record states other {key} than the rules give", path=path) for key in wrong)


def _equal(first: Json, second: Json) -> bool:
    """Equal values; truths are no numbers, and lists are compared in their order."""
    if isinstance(first, bool) or isinstance(second, bool):
        return first is second
    one, other = as_object(first), as_object(second)
    if one is not None and other is not None:
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    row, line = as_list(first), as_list(second)
    if row is not None and line is not None:
        return len(row) == len(line) and all(_equal(a, b) for a, b in zip(row, line, strict=True))
    return first == second
