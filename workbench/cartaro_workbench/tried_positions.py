"""The positions in which two rulesets are compared: positions of examples and of random hands, and versions of them with
changed cards and memory, which play may never reach. A position that shows a difference is reduced to its necessary parts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from cartaro_grammar import Diagnostic
from cartaro_grammar import game as g
from cartaro_interpreter import (
    NOBODY,
    OUT_OF_SIGHT,
    Rules,
    SeededChance,
    State,
    begin_hand,
    begin_match,
    legal_moves,
    mask_of,
    members,
    order_of_pile,
    pile_of,
    run_example,
    seated_first,
    step,
)

HANDS, VARIED = 5, 400
"""The number of random hands whose positions are used, and the number of positions that are changed."""
STEPS = 120
"""The greatest number of moves in such a hand."""


def example_positions(rules: Rules) -> Iterator[State]:
    """Yield the positions of the examples under these settings."""
    for example in rules.game.examples:
        found = list[State]()
        if rules.game.is_under(example.under):
            run_example(rules, example, found.append)
        yield from (state for one in found if (state := seated_first(rules, one)) is not None)


def hand_positions(rules: Rules) -> Iterator[State]:
    """Yield the positions at the beginning of a turn in random hands."""
    for seed in range(HANDS):
        choice, chance = random.Random(seed), SeededChance(seed)
        state: State | Diagnostic = begin_match(rules, chance)
        state = begin_hand(rules, state, chance) if isinstance(state, State) else state
        for _ in range(STEPS):
            moves = legal_moves(rules, state) if isinstance(state, State) else ()
            if isinstance(state, Diagnostic) or isinstance(moves, Diagnostic) or not moves:
                break
            first = seated_first(rules, state)
            if first is not None:
                yield first
            state = step(rules, state, choice.choice(moves), chance)


def varied_positions(rules: Rules, known: Sequence[State]) -> Iterator[State]:
    """Yield positions with some cards in other zones and some memory changed."""
    if not known:
        return
    choice, layout = random.Random(0), rules.layout
    zones = [place for place in layout.places.values() if not place.zone.family]
    memory = [slot for slot in layout.memory.values() if slot.cell.kind in ("counter", "flag", "reference")]
    for _ in range(VARIED):
        cells = list(choice.choice(known).cells)
        for _ in range(choice.randint(1, 4)):
            if memory and choice.random() < 0.5:
                slot = choice.choice(memory)
                cells[slot.slot + choice.randrange(slot.count)] = _some_value(rules, slot.cell, choice)
            elif zones:
                one, other = (place.slot + choice.randrange(place.count) for place in choice.choices(zones, k=2))
                _move_some(rules, cells, one, other, choice)
        yield State(tuple(cells))


def _some_value(rules: Rules, cell: g.Cell, choice: random.Random) -> int:
    match cell.kind, cell.type.kind:
        case "counter", _:
            values: tuple[int, ...] = (0, 1, 2, 3, *range(8, 24))
            return choice.choice(values)
        case "flag", _:
            return choice.randrange(2)
        case _, "player":
            return choice.randrange(rules.game.players)
        case _, "side":
            return choice.randrange(rules.game.sides)
        case _, _:
            return NOBODY


def _move_some(rules: Rules, cells: list[int], one: int, other: int, choice: random.Random) -> None:
    """Move a few cards from one cell to another, onto the top of a pile."""
    held = _held(rules, cells, one)
    moved = choice.sample(held, min(len(held), choice.randint(1, 8)))
    if one != other and moved:
        _put(rules, cells, one, [card for card in held if card not in moved])
        _put(rules, cells, other, (*moved, *_held(rules, cells, other)))


def _held(rules: Rules, cells: Sequence[int], slot: int) -> tuple[int, ...]:
    order = rules.layout.order_of.get(slot)
    return members(cells[slot]) if order is None else pile_of(cells[slot], cells[order])


def _put(rules: Rules, cells: list[int], slot: int, cards: Sequence[int]) -> None:
    cells[slot] = mask_of(cards)
    if slot in rules.layout.order_of:
        cells[rules.layout.order_of[slot]] = order_of_pile(cards)


def smallest(rules: Rules, state: State, still: Callable[[State], bool]) -> State:
    """Return a position without the cards and the memory that are not needed for `still` to hold."""
    layout = rules.layout
    blank = [0] * layout.size
    for slot in layout.memory.values():
        blank[slot.slot : slot.slot + slot.count] = [NOBODY if slot.cell.kind == "reference" else 0] * slot.count
    memory = [n for slot in layout.memory.values() for n in range(slot.slot, slot.slot + slot.count)]

    def tried(cells: list[int]) -> None:
        nonlocal state
        smaller = State(tuple(cells))
        if still(smaller):
            state = smaller

    plain = [place for place in layout.places.values() if not place.zone.family]
    for at in (number for place in plain for number in range(place.slot, place.slot + place.count)):
        size = state.cells[at].bit_count()
        while size:
            for start in range(0, state.cells[at].bit_count(), size):
                held, cells = _held(rules, state.cells, at), list(state.cells)
                _put(rules, cells, at, held[:start] + held[start + size :])
                cells[OUT_OF_SIGHT] |= mask_of(held[start : start + size])
                tried(cells)
            size //= 2
    for cell in memory:
        if state.cells[cell] != blank[cell]:
            cells = list(state.cells)
            cells[cell] = blank[cell]
            tried(cells)
    return state
