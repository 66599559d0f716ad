"""Where the memory of the engine has what, in words.

First the state: the interpreter's row of cells, number by number, then, for each pile, an array (the number of its cards, then
the cards from the bottom up); the row's own cells for the order of piles stay 0.  Where a set of cards has several words,
zones, groups and marks have blocks behind the piles, and their cells stay 0.  A state is one block, and copying it one loop.
Behind it lie the source of chance, the words of a trap, of the stack and of the steps that are left, the totals that some
cards reach, the shares of the last count, the clauses done at the last choice, how often each event came in the hand so far and
at how many choices each prohibition barred something, those that bar something now, the sums of a batch, the options of a
choice, a stack for sets that a search has found and for states that it looks ahead from, the states that it has come to, and
sets of several words that expressions come to on their way.  At the end stand those that are known before play.

`Registers` and `ENDINGS` are the interpreter's own numbers; its public face does not have the last of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cartaro_engine.ir.folding import ZERO, binary, plus
from cartaro_engine.ir.nodes import Const, Load, Value
from cartaro_engine.memory.sums import SumsPlan, columns, events, happenings, prohibitions
from cartaro_grammar import Game, Type
from cartaro_grammar import game as g
from cartaro_interpreter import PHASE, STEP, TURN, Rules

TURN_CELL: Final = Const(TURN)
STEP_CELL: Final = Const(STEP)
PHASE_CELL: Final = Const(PHASE)
ENDING_CELL: Final = Const(3)
"""What is to end now: one of the numbers below, 0 while nothing is."""
END_TURN, END_HAND, VOID_HAND, END_MATCH, VOID_MATCH = (Const(n) for n in range(1, 6))

MOST_OPTIONS: Final = 4_096
MOST_STACKED: Final = 1 << 16
MOST_SETS: Final = 1 << 12
"""Sets of several words that expressions can hold on their way at once."""
MEMBERS_IN_A_WORD: Final = 63
"""Members to a word: its sign stays free."""
KNOWN_STATES: Final = 1 << 13
KNOWN_LARGE_STATES: Final = 1 << 14
"""Places for states that a look ahead has come to, and for large ones; half of them are used at most."""
WORDS_OF_A_PLACE: Final = 2
"""The mark of a place and the address of its state."""
MOST_MADE: Final = 1 << 12
"""Words for the ways in which sets were made of some cards last."""
MADE_WORDS: Final = 2
"""The number of the function that made them, and where the ways end; then come the cards, and the ways."""
CHANCE_WORDS: Final = 4
TOTAL_WORDS: Final = 3
"""The set whose totals have been noted, the number of the weights and all totals stand before those below each card."""
MARKED_IN_A_WORD: Final = 60
"""Of so many clauses one word says which have been done."""


@dataclass(frozen=True, slots=True)
class MemoryPlan:
    """Addresses, in words; `piles` has, by the cell of each pile, where its array begins, `marks` the numbers of the
    clauses that are counted.  A set of cards has `width` words; where these are several, `blocks` has, by the cell of each set,
    where its block begins.
    """

    width: int
    blocks: dict[int, int]
    row: int
    piles: dict[int, int]
    pile_words: int
    state: int
    chance: int
    trap: int
    top: int
    number: int
    steps: int
    looks: int
    entered: int
    search: int
    totals: int
    shares: int
    marks: dict[str, int]
    done: int
    in_hand: int
    barred_in_hand: int
    barred: int
    statistics: int
    options: int
    option_words: int
    stack: int
    known: int
    known_states: int
    states: int
    made: int
    passing: int
    sets: int
    sets_end: int
    words: int

    def kept(self, slot: int, owner: Value = ZERO) -> Value:
        """Where the set of an owner's cell begins; `slot` is the cell of owner 0."""
        return plus(Const(self.blocks.get(slot, slot)), _times(owner, self.width))

    def pile(self, slot: int, owner: Value) -> Value:
        """The array of the pile of an owner; `slot` is the cell of owner 0."""
        return plus(Const(self.piles[slot]), _times(owner, self.pile_words))


def _times(value: Value, factor: int) -> Value:
    return Const(value.value * factor) if isinstance(value, Const) else binary("*", value, Const(factor))


def planned(rules: Rules, width: int = 0) -> MemoryPlan:
    """The memory of a game's engine, whose sets have at least so many words."""
    game, layout = rules.game, rules.layout
    pile_words = len(game.deck.cards) + 1
    piles = {slot: layout.size + n * pile_words for n, slot in enumerate(layout.order_of)}
    width = max(width, -(-game.faces.count // MEMBERS_IN_A_WORD))
    behind = layout.size + len(piles) * pile_words
    blocks = {slot: behind + n * width for n, slot in enumerate(set_cells(rules))} if width > 1 else {}
    state = behind + len(blocks) * width
    chance = state
    trap = chance + CHANCE_WORDS
    top, number, steps, looks = trap + 1, trap + 2, trap + 3, trap + 4
    entered = looks + 1
    search = entered + 1
    totals = search + 1
    shares = totals + TOTAL_WORDS + len(game.deck.cards)
    done = shares + columns(game) + 1
    marks = {clause.name: number for number, clause in enumerate(happenings(game))}
    in_hand = done + 1 + len(marks) // MARKED_IN_A_WORD
    barred_in_hand = in_hand + len(events(game))
    barred = barred_in_hand + len(prohibitions(game))
    statistics = barred + len(prohibitions(game))
    sums = SumsPlan.of(game)
    options = statistics + sums.words + 2 * sums.extremes
    option_words = 3 + max((sum(argument_words(p, width) for p in act.parameters) for act in game.acts), default=0)
    stack = options + MOST_OPTIONS * option_words
    known = stack + MOST_STACKED
    known_states = 0 if not looks_ahead(game) else KNOWN_STATES if width == 1 else KNOWN_LARGE_STATES
    states = known + known_states * WORDS_OF_A_PLACE
    made = states + known_states // 2 * state
    passing = made + MADE_WORDS + width + MOST_MADE
    sets = passing + 1 if width > 1 else passing
    words = sets + MOST_SETS * width if width > 1 else passing
    return MemoryPlan(
        width, blocks, layout.size, piles, pile_words, state, chance, trap, top, number, steps, looks, entered, search, totals,
        shares, marks, done, in_hand, barred_in_hand, barred, statistics, options, option_words, stack, known, known_states,
        states, made, passing, sets, words, words,
    )  # fmt: skip


def is_set(of: Type) -> bool:
    """Whether a value is a set of cards."""
    return of.kind in ("cards", "group")


def argument_words(parameter: g.Parameter, width: int) -> int:
    """The words that an argument has in an option."""
    return width if is_set(parameter.type) else 1


def set_cells(rules: Rules) -> Iterator[int]:
    """The cells that hold sets of cards, those of one zone, family or mark one after the other."""
    layout = rules.layout
    yield layout.holders[0]
    for place in layout.places.values():
        yield from range(place.slot, place.slot + place.count)
    for slot in layout.memory.values():
        if slot.cell.kind == "mark":
            yield from range(slot.slot, slot.slot + slot.count)


def looks_ahead(game: Game) -> bool:
    """Whether legality may depend on how the turn goes on."""
    musts = [number for number, (_, said) in enumerate(game.steps) if said.must]
    return bool(game.obligations) or any(number > 0 for number in musts)


def cell(address: int, owner: Value) -> Value:
    """The address of an owner's cell."""
    return plus(Const(address), owner)


TURN_NOW: Final = Load(TURN_CELL)
STEP_NOW: Final = Load(STEP_CELL)
ENDING_NOW: Final = Load(ENDING_CELL)
