"""Write states, moves and values as lines of an example, for an author to paste.

An example begins in a turn whose first step is open, with the player in seat 1; `seated_first` renumbers the seats accordingly.
"""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import Game, Phrase
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.play.course import Play
from cartaro_interpreter.state.card_sets import members
from cartaro_interpreter.state.chance import ScriptedChance
from cartaro_interpreter.state.state import (
    NOBODY,
    PHASE,
    PHASE_TURN,
    STEP,
    TURN,
    Move,
    Place,
    State,
    arranged,
    codes_of,
    groups_of,
    phrase,
    take_seats,
)


def seated_first(rules: Rules, state: State) -> State | None:
    """Return the state with the player to move in the first seat. Return None if an example cannot begin in it."""
    if state.cells[PHASE] != PHASE_TURN or state.cells[STEP] or state.cells[TURN] == NOBODY:
        return None
    cells, players = list(state.cells), rules.game.players
    take_seats(cells, rules.layout, rules.game, tuple((state.turn + n) % players for n in range(players)))
    return State(tuple(cells))


def position_lines(rules: Rules, state: State) -> tuple[str, ...]:
    """Return the lines with which an example describes a position, except for facts that are true at the beginning."""
    blank = State(tuple(Play(rules, ScriptedChance(())).blank()))
    lines = list(_memory_lines(rules, blank, state))
    for place in rules.layout.places.values():
        if place.zone.family:
            groups = [f"[{' '.join(codes_of(rules.game, group))}]" for group in groups_of(state.cells, place)]
            lines += [_line("{zone} holds {cards}", zone=place.zone.name, cards=", ".join(groups))] if groups else []
            continue
        for owner in range(place.count):
            cards = _codes(rules, state, place.slot + owner)
            lines += [_holds(rules.game, place.zone, owner, cards)] if cards else []
    return tuple(lines)


def difference_lines(rules: Rules, state: State, other: State) -> tuple[str, ...]:
    """Return checks that hold in one state and not in the other. Checks of zones come first."""
    lines = list[str]()
    for place in rules.layout.places.values():
        lines += _zone_checks(rules, place, state, other)
    return (*lines, *(_line("check {condition}", condition=line) for line in _memory_lines(rules, other, state)))


def move_lines(rules: Rules, move: Move, packs: tuple[tuple[int, ...], ...] = ()) -> tuple[str, ...]:
    """Return the lines that give the orders of the shuffles, followed by the line that does the move."""
    cards = rules.game.deck.cards
    shuffles = (_line("the shuffle gives {cards}", cards=" ".join(cards[card].code for card in pack)) for pack in packs if pack)
    return (*shuffles, _line("do {move}", move=phrase(rules.game, move, "en")))


def _line(form: str, **slots: str) -> Phrase:
    """Return a line in English key words; `in_key_words` translates it into other key words."""
    return Phrase(form, slots)


def _holds(game: Game, zone: g.Zone, owner: int, cards: list[str]) -> Phrase:
    return _line("{zone} holds {cards}", zone=_owned(game, zone, owner), cards=" ".join(cards))


def player_words(number: int) -> Phrase:
    """Return the words for a player by the seat, counted from 0 and seen from the player in the first seat."""
    return _line("player" + " after the player" * number)


def side_words(game: Game, number: int) -> Phrase:
    """Return the words for a side, which are those of its first player."""
    player = game.side_of.index(number)
    return _line("side of {player}", player=player_words(player)) if player else _line("side")


def owner_words(game: Game, owner: g.Owner, number: int) -> Phrase:
    return player_words(number) if owner == "player" else side_words(game, number)


def _owned(game: Game, item: g.Zone | g.Cell, owner: int) -> str:
    if item.owner == "table":
        return item.name
    return _line("{name} of {owner}", name=item.name, owner=owner_words(game, item.owner, owner))


def _codes(rules: Rules, state: State, slot: int) -> list[str]:
    return [rules.game.deck.cards[card].code for card in arranged(state.cells, rules.layout, slot)]


def _zone_checks(rules: Rules, place: Place, state: State, other: State) -> Iterator[str]:
    if place.zone.family:
        return
    for owner in range(place.count):
        slot, name = place.slot + owner, _owned(rules.game, place.zone, owner)
        if state.cells[slot] != other.cells[slot]:
            cards = _codes(rules, state, slot)
            shown = " ".join(cards)
            yield (
                _line("check {name} = {cards}", name=name, cards=shown) if cards else _line("check {name} is empty", name=name)
            )
        elif place.order and state.cells[place.order + owner] != other.cells[place.order + owner]:
            yield _line("check top of {name} = {card}", name=name, card=_codes(rules, state, slot)[0])


def _memory_lines(rules: Rules, before: State, state: State) -> Iterator[str]:
    """Yield a line for each cell of memory whose value differs from the state before."""
    for slot in rules.layout.memory.values():
        for owner in range(slot.count):
            value = state.cells[slot.slot + owner]
            if value != before.cells[slot.slot + owner] and not slot.cell.annex:
                shown = _value(rules, slot.cell, value)
                yield _line("{cell} is {value}", cell=_owned(rules.game, slot.cell, owner), value=shown)


def _value(rules: Rules, cell: g.Cell, value: int) -> str:
    cards = rules.game.deck.cards
    match cell.kind:
        case "counter":
            return str(value)
        case "flag":
            return _line("true") if value else _line("false")
        case "mark":
            return " ".join(cards[card].code for card in members(value)) or _line("none")
        case "reference":
            if value == NOBODY:
                return _line("none")
            if cell.type.kind == "card":
                return cards[value].code
            if cell.type.kind == "symbol":
                return rules.compiler.symbol_name(cell.type.enumeration, value) or _line("none")
            return owner_words(rules.game, "player" if cell.type.kind == "player" else "side", value)
