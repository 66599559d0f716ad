"""Read positions from JSON into states, and write states as positions.

The form is `{"zones": {...}, "turn": 1, "counters": {...}}`: cards by code, owners by number from 1, piles from the top down.
Zones that are not named are empty, cards that are not named are out of sight, and memory that is not named has the value from
the beginning of its period. The turn begins from this description: the clauses at its start are performed, unless `"begun":
true` marks them as done. In the middle of a turn, `"step": 2` gives the next step. `"awaits"` is `"hand"` or `"nothing"` if no
move is awaited, and `"playing"` lists the players left in the match if this was settled before memory changed. A state that is
written and read back is the same state.

With `"moves": [...]`, the position is the one after these moves. Each move is written as an author writes it, or as JSON. The
moves must be legal and need no chance. Cartaro writes states without `moves`.

All mistakes are reported together, and no state is made. A move that is not legal, or after which cards would be shuffled, is
reported with its number.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Final

from cartaro_grammar import PLAYERS_SETTING, Diagnostic, Game, Message, choose, msg
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.formats.json_forms import Awaited, ByNumber, Cell, Codes, PositionJson, WrittenPositionJson, Zone
from cartaro_interpreter.formats.json_model import keys_of
from cartaro_interpreter.formats.json_reader import JsonReader, read_move
from cartaro_interpreter.formats.json_text import Json, as_object, shown, shown_word
from cartaro_interpreter.formats.move_text import read_written
from cartaro_interpreter.play.course import Play, find, group_meant, perform
from cartaro_interpreter.ruling.refusals import illegal
from cartaro_interpreter.state.card_sets import mask_of, members  # fmt: skip
from cartaro_interpreter.state.chance import NoChance, ScriptedChance
from cartaro_interpreter.state.faults import Faulted, diagnosed
from cartaro_interpreter.state.state import (
    NOBODY,
    OUT_OF_SIGHT,
    PHASE,
    PHASE_BEFORE,
    PHASE_COUNTED,
    PHASE_OVER,
    PHASE_TURN,
    STEP,
    TURN,
    Move,
    Place,
    Slot,
    State,
    arranged,
    codes_of,
    groups_of,
    order_of_pile,
    phrase,
    put_groups,
)

# ---------------------------------------------------------------- position moves


MOST_MOVES = 200


def read_moves(reader: JsonReader, value: Json) -> tuple[Move, ...]:
    """Read the moves of a position. Report mistakes of form."""
    items = reader.items(value, "`moves`")
    if len(items) > MOST_MOVES:
        reader.wrong("C0814", msg("`moves` has {n} moves, and a position has at most {most}", n=len(items), most=MOST_MOVES))
        return ()
    moves = [
        _written(reader, item, n) if isinstance(item, str) else read_move(reader, item, n) for n, item in enumerate(items, 1)
    ]
    return tuple(move for move in moves if move is not None)


def _written(reader: JsonReader, text: str, number: int) -> Move | None:
    """Read a move as an author writes it. Mistakes are reported without a span, because the text is one line of many."""
    found = read_written(reader.game, text)
    if isinstance(found, Move):
        return found
    for diagnostic in found:
        reader.wrong(diagnostic.code, msg("move {n}: {message}", n=number, message=diagnostic.message), diagnostic.help)
    return None


def played(rules: Rules, state: State, moves: tuple[Move, ...]) -> State | Diagnostic:
    """Return the state after some moves, each of them legal."""
    for number, move in enumerate(moves, 1):
        try:
            option = find(rules, state, move)
            if option is None:
                return diagnosed(illegal(rules, state, move, msg("move {n}", n=number)))
            state = perform(rules, state, option, NoChance(msg("leave this move out, and describe the position after it")))
        except Faulted as fault:
            message_of_move = msg(
                "move {n}, `{move}`: {message}", n=number, move=phrase(rules.game, move), message=fault.message
            )
            return replace(diagnosed(fault), message=message_of_move)
    return state


# ---------------------------------------------------------------------- position


def wanted_players(game: Game, position: Json) -> int | None:
    """Return the number of players of a position. This is the number that it states; else the game's own number, if the game
    then has all seats and sides that the position names; else the smallest allowed number with which it has them; else None.
    The form of the position is not checked here.
    """
    table = as_object(position)
    if table is None:
        return game.players
    players = table.get("players")
    if players is not None:
        return (
            players
            if isinstance(players, int) and not isinstance(players, bool) and players in game.ruleset.player_counts
            else None
        )
    seats, sides = _named(game, table)
    fits = (n for n in (game.players, *sorted(game.ruleset.player_counts)) if seats <= n and sides <= _sides(game, n))
    return next(fits, None)


def _named(game: Game, position: Mapping[str, Json]) -> tuple[int, int]:
    """Return the highest seat and the highest side that a position names."""
    highest = {"player": 0, "side": 0, "table": 0}
    turn = position.get("turn")
    if isinstance(turn, int):
        highest["player"] = turn
    owner_of = {**{z.name: z.owner for z in game.zones}, **{c.name: c.owner for c in game.cells}}
    for part in ("zones", "counters"):
        for name, value in (as_object(position.get(part)) or {}).items():
            for key in as_object(value) or ():
                if key.isdecimal() and key.isascii() and len(key) < 4 and name in owner_of:
                    highest[owner_of[name]] = max(highest[owner_of[name]], int(key))
    return highest["player"], highest["side"]


def _sides(game: Game, players: int) -> int:
    other = game if players == game.players else choose(game, {PLAYERS_SETTING: str(players)})
    return other.sides if isinstance(other, Game) else 0


def read_position(rules: Rules, position: Json, *, begins: bool = True) -> State | tuple[Diagnostic, ...]:
    """Return the state of a position for this number of players: a turn at its first step, or the state after its moves.
    Without `begins`, the clauses at the start of the turn are not performed, for example if the position describes the end of a
    hand.
    """
    reader = JsonReader(rules.game)
    table = reader.table(
        position, msg("the position"), keys_of(PositionJson), lambda key, content: _key_advice(rules, key, content)
    )
    if table is None:
        return tuple(reader.found)
    cells = Play(rules, ScriptedChance(())).blank()
    cells[PHASE] = _phase(reader, table)
    cells[TURN] = reader.seat(table.get("turn", 1), "`turn`") if "turn" in table or cells[PHASE] == PHASE_TURN else NOBODY
    if "step" in table:
        cells[STEP] = reader.number(table["step"], "`step`", len(rules.steps) + 1) - 1
    reader.settings(table.get("settings", {}))
    if "zones" not in table:
        reader.wrong(
            "C0814",
            msg("the position has no `zones`"),
            msg("give the places of the cards, as in `{example}`", example='{"zones": {"ZONE": ["CODE"]}}'),
        )
    begun = reader.truth(table.get("begun", False), "`begun`")
    _zones(rules, reader, table.get("zones", {}), cells)
    _memory(rules, reader, table.get("counters", {}), cells)
    moves = read_moves(reader, table.get("moves", ()))
    playing = tuple(reader.seat(seat, "`playing`") for seat in reader.items(table.get("playing", ()), "`playing`"))
    if reader.found:
        return tuple(reader.found)
    _settle_playing(rules, cells, playing)
    begins = begins and not begun and "step" not in table and cells[PHASE] == PHASE_TURN
    state = _begun(rules, cells) if begins else State(tuple(cells))
    found = state if isinstance(state, Diagnostic) else played(rules, state, moves)
    return (found,) if isinstance(found, Diagnostic) else found


def _key_advice(rules: Rules, key: str, content: Json) -> Message | None:
    """Return the advice about an unknown key of a position: its name or its content may be that of zones or of memory."""
    parts: Mapping[str, Container[str]] = {"zones": rules.layout.places, "counters": rules.layout.memory}
    for part, names in parts.items():
        if key in names:
            return msg("write `{name}` inside `{part}`", name=key, part=part)
    named = as_object(content) or {}
    for part, names in parts.items():
        if named and all(name in names for name in named):
            return msg("did you mean `{part}`? `{name}` is given there", part=part, name=next(iter(named)))
    return None


AWAITED: Final[Mapping[int, Awaited]] = {
    PHASE_TURN: "move",
    PHASE_BEFORE: "first hand",
    PHASE_COUNTED: "hand",
    PHASE_OVER: "nothing",
}
"""The word for each phase in a position's `awaits`."""


def _phase(reader: JsonReader, position: Mapping[str, Json]) -> int:
    """Return the phase that a position's `awaits` denotes."""
    awaits = position.get("awaits", "move")
    phase = next((phase for phase, word in AWAITED.items() if word == awaits), None)
    if phase is None:
        words = ", ".join(f"`{word}`" for word in AWAITED.values())
        reader.wrong("C0814", msg("`awaits` should be one of {words}, not {value}", words=words, value=shown(awaits)))
    return PHASE_TURN if phase is None else phase


def _settle_playing(rules: Rules, cells: list[int], playing: tuple[int, ...]) -> None:
    """Settle the players who take part in the match: the named players, or the players whom the rules determine from this
    memory.
    """
    Play(rules, ScriptedChance(())).settle_active_players(cells)
    if playing and rules.layout.playing:
        cells[rules.layout.playing] = mask_of(playing)


def _begun(rules: Rules, cells: list[int]) -> State | Diagnostic:
    """Return the state once the turn has begun."""
    try:
        Play(rules, NoChance(msg('`"begun": true` means that the turn has begun'))).begin_turn(cells)
    except Faulted as fault:
        return replace(diagnosed(fault), message=msg("at the start of the turn: {message}", message=fault.message))
    return State(tuple(cells))


def _zones(rules: Rules, reader: JsonReader, zones: Json, cells: list[int]) -> None:
    named = reader.table(zones, "`zones`", None) or {}
    for name, content in named.items():
        place = rules.layout.places.get(name)
        if place is None:
            reader.unknown(
                msg("the game has no zone `{name}`", name=shown_word(name)),
                name,
                rules.layout.places,
                advice=_other_part(rules.layout.memory, name, "counters"),
            )
            continue
        if place.zone.family:
            _hold_groups(rules, reader, place, content, msg("the zone `{name}`", name=name), cells)
            continue
        if place.zone.owner == "table":
            _hold(rules, reader, place, 0, content, msg("the zone `{name}`", name=name), cells)
            continue
        for key, cards in (reader.table(content, msg("the zone `{name}`", name=name), None) or {}).items():
            owner = reader.owner(key, place.count, place.zone.owner, msg("the zone `{name}`", name=name))
            if owner is not None:
                _hold(rules, reader, place, owner, cards, msg("the zone `{name}` of {key}", name=name, key=key), cells)


def _other_part(names: Container[str], name: str, part: str) -> Message | None:
    """Return the advice to give a name in another part of the position, if it belongs there."""
    return msg("write `{name}` inside `{part}`", name=name, part=part) if name in names else None


def _hold(rules: Rules, reader: JsonReader, place: Place, owner: int, content: Json, what: str, cells: list[int]) -> None:
    cards = reader.cards(content, what)
    mask = mask_of(cards)
    cells[place.slot + owner] = mask
    cells[OUT_OF_SIGHT] &= ~mask
    if place.order:
        cells[place.order + owner] = order_of_pile(cards)


def _hold_groups(rules: Rules, reader: JsonReader, place: Place, content: Json, what: str, cells: list[int]) -> None:
    """Set the groups of a family; a card without a written reading is read so that the group is possible in the family."""
    groups: list[int] = []
    for number, group in enumerate(reader.items(content, what), 1):
        each = reader.group(group, msg("group {number} of {what}", number=number, what=what))
        named = dict.fromkeys(rules.game.deck.cards[rules.layout.faces.base[faces[0]]].code for faces in each)
        cards = reader.cards([*named], what)
        cells[OUT_OF_SIGHT] &= ~mask_of(cards)
        groups += [group_meant(rules, each)] if each else []
    if len(groups) > place.count:
        reader.wrong("C0814", msg("{what} has more than {n} groups", what=what, n=place.count))
        return
    put_groups(cells, place, groups)


def _memory(rules: Rules, reader: JsonReader, counters: Json, cells: list[int]) -> None:
    for name, content in (reader.table(counters, "`counters`", None) or {}).items():
        slot = rules.layout.memory.get(name)
        if slot is None:
            reader.unknown(
                msg("the game has no counter, flag or reference `{name}`", name=shown_word(name)),
                name,
                rules.layout.memory,
                advice=_other_part(rules.layout.places, name, "zones"),
            )
        elif slot.cell.owner == "table":
            cells[slot.slot] = reader.memory(rules, slot.cell, content, f"`{name}`")
        else:
            for key, value in (reader.table(content, f"`{name}`", None) or {}).items():
                owner = reader.owner(key, slot.count, slot.cell.owner, f"`{name}`")
                if owner is not None:
                    cells[slot.slot + owner] = reader.memory(
                        rules, slot.cell, value, msg("`{name}` of {key}", name=name, key=key)
                    )


# ---------------------------------------------------------------------------------------------- writing


def write_position(rules: Rules, state: State) -> WrittenPositionJson:
    """Return a state as a position: every zone and all memory, in the order of their declaration; other cards are out of
    sight.
    """
    position: WrittenPositionJson = {"players": rules.game.players, "zones": write_zones(rules, state)}
    if state.turn != NOBODY:
        position["turn"] = state.turn + 1
    if state.phase == PHASE_TURN and ("start", "turn") in rules.courses:
        position["begun"] = True
    if state.cells[STEP]:
        position["step"] = state.cells[STEP] + 1
    if state.phase != PHASE_TURN:
        position["awaits"] = AWAITED[state.phase]
    if rules.layout.playing and not _follows_from_memory(rules, state):
        position["playing"] = [seat + 1 for seat in members(state.cells[rules.layout.playing])]
    position["counters"] = write_memory(rules, state)
    return position


def _follows_from_memory(rules: Rules, state: State) -> bool:
    """Return whether the players who take part in the match are the players whom the rules determine from the memory of a
    state.
    """
    cells = list(state.cells)
    Play(rules, ScriptedChance(())).settle_active_players(cells)
    return tuple(cells) == state.cells


def write_zones(rules: Rules, state: State) -> dict[str, Zone]:
    """Return the cards of every zone, by owner."""
    return {name: _zone(rules, state, place) for name, place in rules.layout.places.items()}


def write_memory(rules: Rules, state: State, *, annexes: bool = True) -> dict[str, Cell | ByNumber[Cell]]:
    """Return all memory: every cell, by owner. Without `annexes`, leave out the memory that an annex keeps for its claims."""
    shown = ((name, slot) for name, slot in rules.layout.memory.items() if annexes or not slot.cell.annex)
    return {name: _cell(rules, state, slot) for name, slot in shown}


def _zone(rules: Rules, state: State, place: Place) -> Zone:
    if place.zone.family:
        return [[*codes_of(rules.game, group)] for group in groups_of(state.cells, place)]
    codes = [_codes(rules, state, place.slot + owner) for owner in range(place.count)]
    return codes[0] if place.zone.owner == "table" else {str(n + 1): held for n, held in enumerate(codes)}


def _codes(rules: Rules, state: State, slot: int) -> Codes:
    return [rules.game.deck.cards[card].code for card in arranged(state.cells, rules.layout, slot)]


def _cell(rules: Rules, state: State, slot: Slot) -> Cell | ByNumber[Cell]:
    values = [memory_json(rules, slot.cell, state.cells[slot.slot + owner]) for owner in range(slot.count)]
    return values[0] if slot.cell.owner == "table" else {str(n + 1): value for n, value in enumerate(values)}


def memory_json(rules: Rules, cell: g.Cell, value: int) -> Cell:
    """Return a cell's value as JSON: a number, true or false, codes of cards, a player's or side's number, or null."""
    cards = rules.game.deck.cards
    match cell.kind:
        case "counter":
            return value
        case "flag":
            return bool(value)
        case "mark":
            return [cards[card].code for card in members(value)]
        case "reference":
            if value == NOBODY:
                return None
            if cell.type.kind == "card":
                return cards[value].code
            if cell.type.kind == "symbol":
                return rules.compiler.symbol_name(cell.type.enumeration, value)
            return value + 1
