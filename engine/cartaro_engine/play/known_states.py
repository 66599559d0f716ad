"""The states from which a search has been on, and what it found: a table in memory, by a number made of all their words.

Each place has a mark, the number of the search and the answer, and the address of its state; the states of a search stand one
behind the other, so that a short one stays in few pages of memory.  A new search has a new number, so that nothing need be
cleared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Final

from cartaro_engine.acts.sight import always_blind
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import ONE, ZERO, binary, common, compare, differ, equal, load, negation, plus, set_of
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.plan import MEMBERS_IN_A_WORD, WORDS_OF_A_PLACE
from cartaro_engine.memory.traps import FULL
from cartaro_engine.play.options import played
from cartaro_grammar import caused_by, drawn_from, facts_of
from cartaro_grammar import game as g

LOW: Final = Const((1 << 32) - 1)
MIXER: Final = 0x5BD1_E995
"""An odd number of 31 bits, by which a number of a state is multiplied: no product overflows, and all bits depend on all (the
multiplier of MurmurHash2, A. Appleby).
"""


def forget(lo: Lowering, w: Writer) -> None:
    """Write that a new search begins."""
    w.store(Const(lo.plan.search), plus(load(Const(lo.plan.search)), ONE))
    w.store(Const(lo.plan.looks), ZERO)
    w.store(Const(lo.plan.entered), ZERO)


def look(lo: Lowering, w: Writer) -> None:
    """Write that one more state is looked at."""
    w.store(Const(lo.plan.looks), plus(load(Const(lo.plan.looks)), ONE))


def is_known(lo: Lowering, place: Value) -> Test:
    """Whether the state of a place is one of this search."""
    return equal(binary(">>", load(place), ONE), load(Const(lo.plan.search)))


def answer(place: Value) -> Value:
    """What has been found of a state."""
    return common(load(place), ONE)


def state_of(place: Value) -> Value:
    """The address of the state of a place."""
    return load(place, ONE)


def enter(lo: Lowering, w: Writer, place: Value) -> None:
    """Write that the state in memory stands in a place, and that nothing has been found of it yet."""
    entered = w.variable(load(Const(lo.plan.entered)), "entered")
    with w.when(compare(">=", entered, Const(lo.plan.known_states // 2))):
        w.trap(FULL)
    state = w.variable(plus(Const(lo.plan.states), binary("*", entered, Const(lo.plan.state))), "state")
    w.store(Const(lo.plan.entered), plus(entered, ONE))
    w.store(plus(place, ONE), state)
    w.do(copying(lo, in_turn=True), ZERO, state)
    note(lo, w, place, ZERO)


def note(lo: Lowering, w: Writer, place: Value, found: Value) -> None:
    """Write what has been found of the state of a place, 0 or 1."""
    w.store(place, plus(binary("<<", load(Const(lo.plan.search)), ONE), found))


def place_of(lo: Lowering) -> str:
    """The function that gives the place of the state in memory: where it stands, or the free one where it is to stand."""
    numbered = _numbering(lo)

    def write(w: Writer) -> None:
        number = w.variable(Call(numbered, ()), "number")
        with w.loop():
            w.assign(number, common(number, Const(lo.plan.known_states - 1)))
            offset = binary("*", number, Const(WORDS_OF_A_PLACE))
            place = w.variable(plus(Const(lo.plan.known), offset), "place")
            with w.when(differ(binary(">>", load(place), ONE), load(Const(lo.plan.search)))):
                w.give(place)
            with w.when(set_of(Call(_comparing(lo), (state_of(place),)))):
                w.give(place)
            w.assign(number, plus(number, ONE))

    return lo.define("place_of", "place_of_state", (), write)


def _numbering(lo: Lowering) -> str:
    """The function that makes a number of the state in memory; of a large one without the order of its piles."""

    def write(w: Writer) -> None:
        number = w.variable(ZERO, "number")
        for words in _parts(lo, w, ZERO, _lasting(lo), ordered=False):
            with words as word:
                halves = binary("^", load(word), binary(">>", load(word), Const(32)))
                w.assign(number, common(binary("^", number, halves), LOW))
                product = w.variable(binary("*", number, Const(MIXER)), "product")
                w.assign(number, common(binary("^", product, binary(">>", product, Const(32))), LOW))
        w.give(number)

    return lo.define("numbering", "number_of_state", (), write)


def _comparing(lo: Lowering) -> str:
    """The function that says whether the state in memory is the same as another."""

    def write(w: Writer) -> None:
        for words in _parts(lo, w, ZERO, _lasting(lo)):
            with words as word, w.when(differ(load(word), load(Var("other"), word))):
                w.give(ZERO)
        w.give(ONE)

    return lo.define("comparing", "is_same_state", ("other",), write)


def copying(lo: Lowering, *, in_turn: bool) -> str:
    """The function that copies a state; where both are of one turn, without what is the same in all of it."""
    lasting = _lasting(lo) if in_turn else frozenset[int]()

    def write(w: Writer) -> None:
        for words in _parts(lo, w, Var("source"), lasting):
            with words as word:
                w.store(plus(Var("target"), word), load(Var("source"), word))

    return lo.define(("copying", lasting), "copy_state", ("source", "target"), write)


def _lasting(lo: Lowering) -> frozenset[int]:
    """The cells of piles that no act changes past which a search looks."""
    acts = tuple(act for act in played(lo) if not always_blind(lo, act.name))
    lines = [(act, facts_of(line.body)) for act in acts for line in caused_by(lo.game, act)]
    changed: set[str] = set()
    for act, facts in lines:
        taken = [drawn_from(lo.game, cards, act) for cards in (*facts.takes, facts.dealt_from) if cards is not None]
        if facts.seats or None in taken:
            return frozenset()
        changed.update(*(zones for zones in taken if zones is not None))
        changed |= {facts.to.zone} if isinstance(facts.to, g.InZone) else set()
    places = (place for name, place in lo.rules.layout.places.items() if name not in changed)
    return frozenset(slot for place in places for slot in range(place.slot, place.slot + place.count) if slot in lo.plan.piles)


def _parts(
    lo: Lowering, w: Writer, start: Value, lasting: frozenset[int], *, ordered: bool = True
) -> Iterator[AbstractContextManager[Var]]:  # fmt: skip
    """What is done for each word that matters of the state at an address, part after part: of a large state, in which much is
    empty, nothing of the piles that are left out, no more of another than its cards, nor of a family than its groups and the
    empty one after them; of a zone without groups only the words of unread cards, and nothing of the cells whose sets stand in
    blocks.  The cards of a pile are a set too: its array says only how they lie.
    """
    plan = lo.plan
    if plan.width == 1:
        yield w.count(ZERO, Const(plan.state), "word")
        return
    families = {place.slot: place.count for place in lo.rules.layout.families}
    for first, last in _runs([cell for cell in range(plan.row) if cell not in plan.blocks]):
        yield w.count(Const(first), Const(last), "word")
    for pile in (pile for slot, pile in plan.piles.items() if ordered and slot not in lasting):
        yield w.count(Const(pile), plus(load(start, Const(pile)), Const(pile + 1)), "word", plan.pile_words)
    single = [
        slot
        for slot in plan.blocks
        if slot not in lasting and not any(first <= slot < first + count for first, count in families.items())
    ]
    plain = -(-len(lo.game.deck.cards) // MEMBERS_IN_A_WORD)
    for slot in single:
        words = plain if slot in lo.rules.layout.holders else plan.width
        yield w.count(Const(plan.blocks[slot]), Const(plan.blocks[slot] + words), "word")
    for slot, count in families.items():
        block = plan.blocks[slot]
        end = w.variable(Const(block), "end")
        with w.count(ONE, Const(count), "nth"):
            with w.when(negation(lo.cards.filled(plus(start, end)))):
                w.leave()
            w.assign(end, plus(end, Const(plan.width)))
        yield w.count(Const(block), plus(end, Const(plan.width)), "word", count * plan.width)


def _runs(cells: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Cells that lie one behind the other, taken together: where they begin and end."""
    first = 0
    for n, cell in enumerate(cells):
        if n + 1 == len(cells) or cells[n + 1] != cell + 1:
            yield cells[first], cell + 1
            first = n + 1
