"""Effects lowered to statements: chance, moves of cards, groups, seats, memory.

Chance is the generator sfc32, four words of 32 bits, seeded again for every hand: Chris Doty-Humphrey's Small Fast Counting
generator (PractRand), seeded with the batch's seed, in two halves, and the number of the hand, and run for fifteen rounds. Its
additions, shifts and exclusive ors stay below 2^36, so that no word overflows and the output of every printer computes the same
numbers. A number below n is the upper half of a draw times n: among the 2^32 draws, the counts of the numbers differ by at most
one. `running/machines` does the same in plain Python.

A card is removed from its zone before it is put elsewhere. For a move onto a pile, in which the order matters, the cards are
first listed on the stack in their order, zone after zone, a pile from the top down. A card for a zone that nobody owns does not
move.

The groups of a family occupy its first places, in the order of their sets, up to an empty place; the places behind that are
undefined. Cards keep their reading in a group; outside a group they are read as themselves again.

When players change seats, seat n is taken by player `seated[n]`; if whole sides change places, sides change with their players.
Both orders are recorded on the stack, and the inverse of each for the references.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, assert_never

from cartaro_engine.ir.builder import FunctionBuilder
from cartaro_engine.ir.folding import (
    NOBODY,
    ONE,
    ZERO,
    all_of,
    any_of,
    as_number,
    binary,
    choose,
    compare,
    contains,
    equal,
    intersection,
    load,
    lowest_bit,
    minus,
    negation,
    nonzero,
    plus,
    popcount,
    single,
    unequal,
    union,
)
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.lower import expressions
from cartaro_engine.lower import sets as faces
from cartaro_engine.lower.compiler import Lowering, bounded
from cartaro_engine.lower.expressions import LoweredAnswer, card_set, emit_answer, groups_there, owner_of, slot_of
from cartaro_engine.memory.layout import (
    END_HAND,
    END_MATCH,
    END_TURN,
    ENDING_CELL,
    ENDING_NOW,
    OF_THE_TURN,
    TURN_CELL,
    VOID_HAND,
    VOID_MATCH,
    Scope,
    cell,
)
from cartaro_engine.memory.traps import FULL, SEATS, Construct, LoweringRefused
from cartaro_grammar import Expr, drawn_from
from cartaro_grammar import game as g
from cartaro_interpreter import Place

# ------------------------------------------------------------------------ chance


LOW: Final = Const((1 << 32) - 1)
ROUNDS: Final = 15


def _exclusive(first: Value, second: Value) -> Value:
    return binary("^", first, second)


def _draw(lo: Lowering) -> str:
    """Define a function that returns the next 32 bits of chance."""
    places = [Const(lo.plan.chance + n) for n in range(4)]

    def write(w: FunctionBuilder) -> None:
        a, b, c, counter = (w.variable(load(place), name) for place, name in zip(places, "abcd", strict=True))
        drawn = w.variable(intersection(plus(a, b, counter), LOW), "drawn")
        w.store(places[0], _exclusive(b, binary(">>", b, Const(9))))
        w.store(places[1], intersection(plus(c, binary("<<", c, Const(3))), LOW))
        turned = intersection(union(binary("<<", c, Const(21)), binary(">>", c, Const(11))), LOW)
        w.store(places[2], intersection(plus(turned, drawn), LOW))
        w.store(places[3], intersection(plus(counter, ONE), LOW))
        w.return_(drawn)

    return lo.define("draw", "draw", (), write)


def below(lo: Lowering) -> str:
    """Define a function that returns a random number below a limit, from 0 on."""

    def write(w: FunctionBuilder) -> None:
        w.return_(binary(">>", binary("*", Call(_draw(lo), ()), Var("end")), Const(32)))

    return lo.define("below", "below", ("end",), write)


def seeding(lo: Lowering) -> str:
    """Define a function that seeds the generator for one hand. The seed is passed in two halves."""

    def write(w: FunctionBuilder) -> None:
        words: tuple[Value, ...] = (Var("low"), Var("high"), Var("hand"), ONE)
        for n, value in enumerate(words):
            w.store(Const(lo.plan.chance + n), value)
        with w.count(Const(0), Const(ROUNDS), "round"):
            w.call(_draw(lo))

    return lo.define("seeding", "seed", ("low", "high", "hand"), write)


# ------------------------------------------------------------------------ groups


def take_out_of_groups(lo: Lowering, w: FunctionBuilder, cards: Var, zones: frozenset[str] | None = None) -> Value:
    """Emit code that takes cards in some zones, or in any zone, out of their groups. Return the cards themselves."""
    if not lo.rules.layout.faces.read and not lo.rules.layout.families:
        return cards
    physical = w.variable(faces.cards_of(lo, cards), "cards")
    if not any(zones is None or place.zone.name in zones for place in lo.rules.layout.families):
        return physical
    w.call(_lifting(lo), physical, faces.all_faces(lo, physical))
    return physical


def there(lo: Lowering, family: Place) -> Value:
    """The places that hold groups."""
    return groups_there(lo, family.zone.name)


def _lifting(lo: Lowering) -> str:
    sets, cards, read = lo.cards, Var("cards"), Var("faces")
    hidden = lo.plan.set_address(lo.rules.layout.holders[0])

    def write(w: FunctionBuilder) -> None:
        for place in lo.rules.layout.families:
            count = w.variable(popcount(there(lo, place)), "count")
            with w.count(ZERO, count, "nth") as nth:
                at = w.variable(lo.plan.set_address(place.slot, minus(minus(count, ONE), nth)), "at")
                with w.if_(sets.intersects(sets.at(at), read)):
                    sets.store(
                        w, hidden, sets.union(sets.at(hidden), sets.intersection(faces.cards_of(lo, sets.at(at)), cards))
                    )
                    left = sets.copy(w, sets.difference(sets.at(at), read), "left")
                    w.call(removing(lo, place), minus(minus(count, ONE), nth))
                    with w.if_(sets.nonempty(left)):
                        w.call(inserting(lo, place), left)

    return lo.define("lifting", "lift", ("cards", "faces"), write)


def removing(lo: Lowering, place: Place) -> str:
    """Define a function that removes the group at an index; the groups behind it move up."""

    def write(w: FunctionBuilder) -> None:
        with w.count(Var("nth"), Const(place.count - 1), "to") as to:
            following = lo.cards.at(lo.plan.set_address(place.slot, plus(to, ONE)))
            lo.cards.store(w, lo.plan.set_address(place.slot, to), following)
            with w.if_(negation(lo.cards.nonempty(following))):
                w.return_(ZERO)
        lo.cards.store(w, lo.plan.set_address(place.slot, Const(place.count - 1)), lo.cards.constant(0))

    return lo.define(("removing", place.slot), f"remove_from_{place.zone.name}", ("nth",), write)


def inserting(lo: Lowering, place: Place) -> str:
    """Define a function that inserts a group in its order."""
    sets, group = lo.cards, Var("group")

    def write(w: FunctionBuilder) -> None:
        to = w.variable(popcount(there(lo, place)), "to")
        with w.if_(compare(">=", to, Const(place.count))):
            w.trap(FULL)
        with w.if_(compare("<", to, Const(place.count - 1))):
            sets.store(w, lo.plan.set_address(place.slot, plus(to, ONE)), sets.constant(0))
        with w.loop(place.count + 1):
            with w.if_(compare("<=", to, ZERO)):
                w.break_()
            before = w.variable(lo.plan.set_address(place.slot, minus(to, ONE)), "before")
            with w.if_(negation(sets.precedes(group, sets.at(before)))):
                w.break_()
            sets.store(w, lo.plan.set_address(place.slot, to), sets.at(before))
            w.assign(to, minus(to, ONE))
        sets.store(w, lo.plan.set_address(place.slot, to), group)

    return lo.define(("inserting", place.slot), f"insert_into_{place.zone.name}", ("group",), write)


def place_of(lo: Lowering, place: Place) -> str:
    """Define a function that returns the index of a group in a family, or nobody."""

    def write(w: FunctionBuilder) -> None:
        with w.each(there(lo, place), "nth") as nth:
            other = lo.cards.at(lo.plan.set_address(place.slot, nth))
            with w.if_(lo.cards.equals(other, Var("group"))):
                w.return_(nth)
        w.return_(NOBODY)

    return lo.define(("place_of_group", place.slot), f"place_in_{place.zone.name}", ("group",), write)


# ------------------------------------------------------------------------- cards


def moving(lo: Lowering, zones: frozenset[str] | None = None) -> str:
    """Define a function that moves cards from the given zones, or from any zone, to the address of a zone that is not a
    pile.
    """

    def write(w: FunctionBuilder) -> None:
        cards = _take_away(lo, w, zones)
        lo.cards.store(w, Var("to"), lo.cards.union(lo.cards.at(Var("to")), cards))

    return lo.define(("moving", zones), "move", ("cards", "to"), write)


def taking_away(lo: Lowering, zones: frozenset[str] | None = None) -> str:
    """Define a function that takes cards out of some zones or out of all zones, whatever the cards are read as."""

    def write(w: FunctionBuilder) -> None:
        _take_away(lo, w, zones)

    return lo.define(("taking_away", zones), "take_away", ("cards",), write)


def _take_away(lo: Lowering, w: FunctionBuilder, zones: frozenset[str] | None = None) -> Value:
    cards = take_out_of_groups(lo, w, Var("cards"), zones)
    for slot in _holders(lo, zones):
        at = lo.plan.set_address(slot)
        if slot in lo.plan.piles:
            with w.if_(lo.cards.intersects(lo.cards.at(at), cards)):
                w.call(_taking(lo), at, Const(lo.plan.piles[slot]), cards, ZERO)
        else:
            lo.cards.store(w, at, lo.cards.difference(lo.cards.at(at), cards))
    return cards


def _holders(lo: Lowering, zones: frozenset[str] | None) -> tuple[int, ...]:
    """The cells of some zones, or of all zones. Cards that are taken out of a group are out of sight for a moment."""
    layout = lo.rules.layout
    places = [layout.places[name] for name in zones or ()]
    those = {place.slot + owner for place in places for owner in range(place.count)}
    if any(place in layout.families for place in places):
        those.add(layout.holders[0])
    return tuple(slot for slot in layout.holders if zones is None or slot in those)


def _taking(lo: Lowering) -> str:
    """Define a function that takes cards out of a pile. It searches from the top, because most of them are near it. Unless
    `listed` is 0, the cards are recorded from that address on, from the top down.
    """
    slot, pile, cards, listed = Var("slot"), Var("pile"), Var("cards"), Var("listed")

    def write(w: FunctionBuilder) -> None:
        number = w.let(load(pile), "number")
        with w.if_(nonzero(listed)):
            _list_pile(lo, w, pile, cards, listed, number)
        left = w.variable(number, "left")
        with w.loop():
            with w.if_(any_of(equal(left, ZERO), negation(lo.cards.contains(cards, load(left, pile))))):
                w.break_()
            w.assign(left, minus(left, ONE))
        w.store(pile, left)
        taken = lo.cards.size(lo.cards.intersection(lo.cards.at(slot), cards))
        with w.if_(compare("<", minus(number, left), taken)):
            _take_from_below(lo, w, left)
        lo.cards.store(w, slot, lo.cards.difference(lo.cards.at(slot), cards))

    return lo.define("taking", "take_from_pile", ("slot", "pile", "cards", "listed"), write)


def _take_from_below(lo: Lowering, w: FunctionBuilder, left: Var) -> None:
    """Emit code that takes cards out of a pile, among the `left` cards still to be examined."""
    pile, kept = Var("pile"), w.variable(ZERO, "kept")
    with w.count(ONE, plus(left, ONE), "place") as place:
        card = w.variable(load(place, pile), "card")
        with w.if_(negation(lo.cards.contains(Var("cards"), card))):
            w.assign(kept, plus(kept, ONE))
            w.store(plus(kept, pile), card)
    w.store(pile, kept)


def _list_pile(lo: Lowering, w: FunctionBuilder, pile: Var, cards: Var, listed: Var, number: Value) -> None:
    with w.count(ZERO, number, "under") as under:
        card = w.variable(load(minus(plus(pile, number), under)), "lifted")
        with w.if_(lo.cards.contains(cards, card)):
            w.store(listed, card)
            w.assign(listed, plus(listed, ONE))


def stacking(lo: Lowering, zones: frozenset[str] | None = None, *, under: bool = False) -> str:
    """Define a function that moves cards, out of some zones or of any, onto the top of a pile or under it, in their order."""
    slot, pile, sets = Var("slot"), Var("pile"), lo.cards

    def write(w: FunctionBuilder) -> None:
        cards = take_out_of_groups(lo, w, Var("cards"), zones)
        listed = w.variable(load(Const(lo.plan.top)), "listed")
        first = w.variable(listed, "first")
        for holder in _holders(lo, zones):
            at = lo.plan.set_address(holder)
            here = w.variable(sets.intersection(sets.at(at), cards), "here")
            if holder in lo.plan.piles:
                with w.if_(sets.nonempty(here)):
                    w.call(_taking(lo), at, Const(lo.plan.piles[holder]), here, listed)
                    w.assign(listed, plus(listed, sets.size(here)))
            else:
                sets.store(w, at, sets.difference(sets.at(at), here))
                with sets.each(w, here, "card") as card:
                    w.store(listed, card)
                    w.assign(listed, plus(listed, ONE))
        if under:
            _lay_under(w, pile, first, minus(listed, first))
        else:
            _lay_on(w, pile, first, listed)
        sets.store(w, slot, sets.union(sets.at(slot), cards))

    return lo.define(("stacking", zones, under), "put_on_pile", ("slot", "pile", "cards"), write)


def _lay_on(w: FunctionBuilder, pile: Var, first: Var, listed: Var) -> None:
    """Emit code that puts recorded cards on the top of a pile; the first recorded card becomes the highest."""
    with w.loop():
        with w.if_(equal(listed, first)):
            w.break_()
        w.assign(listed, minus(listed, ONE))
        w.store(pile, plus(load(pile), ONE))
        w.store(plus(load(pile), pile), load(listed))


def dealing(lo: Lowering) -> str:
    """Define a function that takes up to a number of cards off the top of a pile and returns their set."""
    slot, pile, number = Var("slot"), Var("pile"), Var("number")

    def write(w: FunctionBuilder) -> None:
        dealt, left = lo.cards.new(w, "dealt"), w.variable(load(pile), "left")
        end = w.variable(minus(left, number), "end")
        with w.loop():
            with w.if_(any_of(compare("<=", left, end), compare("<=", left, ZERO))):
                w.break_()
            lo.cards.insert(w, dealt, load(left, pile))
            w.assign(left, minus(left, ONE))
        w.store(pile, left)
        lo.cards.store(w, slot, lo.cards.difference(lo.cards.at(slot), dealt))
        w.return_(dealt)

    return lo.define("dealing", "deal", ("slot", "pile", "number"), write, keeps=True)


def deal_to_pile(lo: Lowering, w: FunctionBuilder, source: tuple[Value, Value], to: tuple[Value, Value], number: Value) -> None:
    """Emit code that moves up to a number of cards, one by one, from the top of one pile onto another. A pile is a pair (cell,
    array).
    """
    with w.count(ZERO, number, "dealt"):
        with w.if_(equal(load(source[1]), ZERO)):
            w.break_()
        card = w.variable(Call(dealing(lo), (*source, ONE)), "card")
        lo.cards.store(w, to[0], lo.cards.union(lo.cards.at(to[0]), card))
        w.store(to[1], plus(load(to[1]), ONE))
        w.store(plus(load(to[1]), to[1]), lo.cards.only(card) if lo.plan.width > 1 else lowest_bit(card))


def shuffling(lo: Lowering) -> str:
    """Define a function that shuffles cards, from any place, under a pile. It lists them in the order of the deck, and then
    swaps each, from the last to the first, with a random card up to itself (Fisher-Yates).
    """
    slot, pile = Var("slot"), Var("pile")

    def write(w: FunctionBuilder) -> None:
        cards = w.let(faces.cards_of(lo, Var("cards")), "cards")
        w.call(moving(lo), cards, slot)
        first = w.variable(load(Const(lo.plan.top)), "first")
        end = w.variable(first, "end")
        with lo.cards.each(w, cards, "card") as card:
            w.store(end, card)
            w.assign(end, plus(end, ONE))
        last = w.variable(minus(end, ONE), "last")
        with w.loop():
            with w.if_(compare("<=", last, first)):
                w.break_()
            drawn = Call(below(lo), (plus(minus(last, first), ONE),))
            other = w.variable(plus(first, drawn), "other")
            exchanged = w.variable(load(other), "exchanged")
            w.store(other, load(last))
            w.store(last, exchanged)
            w.assign(last, minus(last, ONE))
        _lay_under(w, pile, first, minus(end, first))

    return lo.define("shuffling", "shuffle", ("slot", "pile", "cards"), write)


def _lay_under(w: FunctionBuilder, pile: Var, first: Var, count: Value) -> None:
    """Emit code that puts recorded cards under the cards of a pile; the first recorded card becomes the highest of these."""
    number, own = w.variable(count, "number"), w.variable(load(pile), "own")
    place = w.variable(own, "place")
    with w.loop():
        with w.if_(equal(place, ZERO)):
            w.break_()
        w.store(plus(place, number, pile), load(place, pile))
        w.assign(place, minus(place, ONE))
    with w.count(ZERO, number, "next") as following:
        w.store(minus(plus(pile, number), following), load(first, following))
    w.store(pile, plus(own, number))


# ----------------------------------------------------------------- group effects


def form(lo: Lowering, w: FunctionBuilder, family: str, of: Value, zones: frozenset[str] | None) -> None:
    """Emit code that makes cards in some zones, or in any zone, a new group."""
    group = lo.cards.copy(w, of, "group")
    with w.if_(lo.cards.nonempty(group)):
        w.call(taking_away(lo, zones), group)
        w.call(inserting(lo, lo.rules.layout.places[family]), group)


def add_to_group(lo: Lowering, w: FunctionBuilder, of: Value, to: Value, zones: frozenset[str] | None) -> None:
    """Emit code that adds cards in some zones, or in any, to a group; a card that is in it gets its new reading. Nothing moves
    if the group no longer exists.
    """
    added, group = lo.cards.copy(w, of, "added"), lo.cards.copy(w, to, "group")
    done = w.variable(as_number(negation(lo.cards.nonempty(added))), "done")
    for place in lo.rules.layout.families:
        with w.if_(equal(done, ZERO)):
            nth = w.variable(Call(place_of(lo, place), (group,)), "nth")
            with w.if_(compare(">=", nth, ZERO)):
                w.assign(done, ONE)
                w.call(removing(lo, place), nth)
                w.call(taking_away(lo, zones), added)
                w.assign(group, lo.cards.difference(group, faces.all_faces(lo, faces.cards_of(lo, added))))
                lo.cards.add(w, group, added)
                w.call(inserting(lo, place), group)


def exchanging(lo: Lowering) -> str:
    """Define a function that swaps the places of two cards; two in one place do not move. A place is the address of a group or
    of a zone's cards. The address of a group may change once the first card is moved: the group is then found by its cards.
    """
    sets, names = lo.cards, ("first", "second")

    def write(w: FunctionBuilder) -> None:
        with w.if_(any_of(*(compare("<", Var(name), ZERO) for name in names))):
            w.return_(ZERO)
        one, other = (w.variable(faces.card_of(lo, Var(name)), "card") for name in names)
        here, there = (w.variable(Call(_whereabouts(lo), (card,)), "place") for card in (one, other))
        with w.if_(unequal(here, there)):
            before, after = (sets.copy(w, sets.at(place), "lying") for place in (here, there))
            w.call(_putting(lo), here, before, one, other)
            w.call(_putting(lo), there, after, other, one)

    return lo.define("exchanging", "exchange", names, write)


def _whereabouts(lo: Lowering) -> str:
    """Define a function that returns the place of a card."""
    sets = lo.cards

    def write(w: FunctionBuilder) -> None:
        read = w.variable(faces.all_faces(lo, sets.single(Var("card"))), "faces")
        for place in lo.rules.layout.families:
            with w.each(there(lo, place), "nth") as nth:
                at = lo.plan.set_address(place.slot, nth)
                with w.if_(sets.intersects(sets.at(at), read)):
                    w.return_(at)
        for slot in lo.rules.layout.holders:
            with w.if_(sets.contains(sets.at(lo.plan.set_address(slot)), Var("card"))):
                w.return_(lo.plan.set_address(slot))

    return lo.define("whereabouts", "whereabouts", ("card",), write)


def _putting(lo: Lowering) -> str:
    """Define a function that puts a card instead of another, which is among some cards stored at an address."""
    sets = lo.cards
    at, lying, leaves, comes = names = tuple(map(Var, ("at", "lying", "leaves", "comes")))

    def write(w: FunctionBuilder) -> None:
        for place in lo.rules.layout.families:
            nth = w.variable(Call(place_of(lo, place), (lying,)), "nth")
            with w.if_(compare(">=", nth, ZERO)):
                read = sets.intersection(lying, faces.all_faces(lo, sets.single(leaves)))
                met = w.variable(sets.only(read), "met")
                w.call(removing(lo, place), nth)
                left = w.variable(sets.difference(lying, sets.single(met)), "left")
                w.call(inserting(lo, place), sets.union(left, sets.single(faces.taken_over(lo, comes, met))))
                w.return_(ZERO)
        sets.store(w, at, sets.union(sets.difference(lying, sets.single(leaves)), sets.single(comes)))
        for slot, pile in lo.plan.piles.items():
            number_of = load(Const(pile))
            with w.if_(equal(at, lo.plan.set_address(slot))), w.count(ONE, plus(number_of, ONE), "deep") as deep:
                there = plus(Const(pile), deep)
                with w.if_(equal(load(there), leaves)):
                    w.store(there, comes)

    return lo.define("putting", "put_for", tuple(name.name for name in names), write)


# ------------------------------------------------------------------------- seats


ROOM = 16
"""Words for each of the four orders: the largest number of players."""


def seat(lo: Lowering, w: FunctionBuilder, body: g.Seat, scope: Scope) -> None:
    """Emit code that seats the players in this order."""
    start = w.variable(load(Const(lo.plan.top)), "start")
    count, seen = w.variable(ZERO, "count"), w.variable(ZERO, "seen")

    def sit(player: Value) -> None:
        with w.if_(any_of(compare("<", player, ZERO), compare(">=", count, Const(lo.game.players)))):
            w.trap(SEATS)
        w.store(plus(start, count), player)
        w.assign(seen, union(seen, single(player)))
        w.assign(count, plus(count, ONE))

    for named in body.players:
        value = lo.value(named, scope)
        if named.type.kind == "players":
            with w.each(value, "player") as player:
                sit(player)
        else:
            sit(w.variable(value, "player"))
    with w.if_(unequal(seen, Const((1 << lo.game.players) - 1))):
        w.trap(SEATS)
    w.call(_taking_seats(lo), start)


def _taking_seats(lo: Lowering) -> str:
    """Define a function that permutes the state by the recorded order of the players."""
    layout, players, sides = lo.rules.layout, lo.game.players, lo.game.sides
    orders = {"player": Var("start"), "side": plus(Var("start"), Const(ROOM))}
    back = {"player": plus(Var("start"), Const(2 * ROOM)), "side": plus(Var("start"), Const(3 * ROOM))}

    def write(w: FunctionBuilder) -> None:
        _list_sides(lo, w, orders["player"], orders["side"])
        for owner, count in (("player", players), ("side", sides)):
            for n in range(count):
                w.store(plus(back[owner], load(orders[owner], Const(n))), Const(n))
        for place in layout.places.values():
            if place.zone.owner != "table":
                for word in range(lo.plan.width):
                    at = plus(lo.plan.set_address(place.slot), Const(word))
                    _permute(lo, w, at, orders[place.zone.owner], place.count, lo.plan.width)
                for word in _words(lo, place.order):
                    at = Const(lo.plan.piles[place.slot] + word)
                    _permute(lo, w, at, orders[place.zone.owner], place.count, lo.plan.pile_words)
        for slot in layout.memory.values():
            if slot.cell.owner != "table":
                width = lo.plan.width if slot.cell.kind == "mark" else 1
                for word in range(width):
                    start = plus(lo.plan.set_address(slot.slot) if width > 1 else Const(slot.slot), Const(word))
                    _permute(lo, w, start, orders[slot.cell.owner], slot.count, width)
            if slot.cell.kind == "reference" and slot.cell.type.kind in back:
                for number in range(slot.count):
                    _follow(w, Const(slot.slot + number), back[slot.cell.type.kind])
        _follow(w, TURN_CELL, back["player"])

    return lo.define("taking_seats", "take_seats", ("start",), write)


def _words(lo: Lowering, order: int) -> Iterable[int]:
    return range(lo.plan.pile_words) if order else ()


def _list_sides(lo: Lowering, w: FunctionBuilder, players: Value, sides: Value) -> None:
    """Emit the order of the sides, by the new player at the first seat of each, or none if sides are split."""
    seen, side_of = w.variable(ZERO, "seen"), (-1, *lo.game.side_of)
    for side in range(lo.game.sides):
        first = load(players, Const(lo.game.side_of.index(side)))
        came = w.variable(lo.look_up(side_of, plus(first, ONE)), "came")
        w.store(plus(sides, Const(side)), came)
        w.assign(seen, union(seen, single(came)))
    with w.if_(unequal(seen, Const((1 << lo.game.sides) - 1))):
        for side in range(lo.game.sides):
            w.store(plus(sides, Const(side)), Const(side))


def _permute(lo: Lowering, w: FunctionBuilder, start: Value, order: Value, count: int, stride: int) -> None:
    """Emit code that permutes words that are a stride apart: each gets the value of the word that the order names for it."""

    def write(v: FunctionBuilder) -> None:
        kept = [v.variable(load(Var("at"), Const(n * stride)), "kept") for n in range(count)]
        for n in range(count):
            came = v.variable(load(Var("order"), Const(n)), "came")
            for other, word in enumerate(kept):
                with v.if_(equal(came, Const(other))):
                    v.store(plus(Var("at"), Const(n * stride)), word)

    w.call(lo.define(("permuting", count, stride), "permute", ("at", "order"), write), start, order)


def _follow(w: FunctionBuilder, at: Value, back: Value) -> None:
    """Emit code that makes a reference follow the player to whom it refers."""
    with w.if_(compare(">=", load(at), ZERO)):
        w.store(at, load(back, load(at)))


# -------------------------------------------------------------------- succession


def first_player(lo: Lowering) -> str:
    """Define a function that returns the player who begins."""
    answers = tuple(LoweredAnswer(clause, OF_THE_TURN, sentence.player) for clause, sentence in lo.game.with_sentence(g.Begins))
    return lo.define("begins", "begins", (), lambda w: emit_answer(lo, w, answers, None))


def next_player(lo: Lowering) -> str:
    """Define a function that returns the player whose turn is next."""
    answers = tuple(LoweredAnswer(clause, OF_THE_TURN, sentence.player) for clause, sentence in lo.game.with_sentence(g.Passes))
    return lo.define("passes", "passes", (), lambda w: emit_answer(lo, w, answers, None))


def ends(lo: Lowering, period: g.Period) -> Test:
    """Test whether a clause ends a period now: it applies, and no other clause that applies overrides it."""
    clauses = lo.game.ends_of(period)
    among = lo.game.overriding
    return any_of(*(
        all_of(lo.condition(c, OF_THE_TURN), *(negation(lo.condition(o, OF_THE_TURN)) for o in among(c, clauses)))
        for c in clauses
    ))  # fmt: skip


# ----------------------------------------------------------------------- effects


ENDINGS = {
    ("turn", False): END_TURN, ("turn", True): END_TURN, ("hand", False): END_HAND, ("hand", True): VOID_HAND,
    ("match", False): END_MATCH, ("match", True): VOID_MATCH,
}  # fmt: skip


def effect(lo: Lowering, w: FunctionBuilder, line: g.Effect, scope: Scope, back: Callable[[str], None]) -> None:
    """Emit an effect with its conditions, for each player or side if the text requires it; `back` emits a `Repeat`."""
    if line.each is None:
        with w.if_(lo.case(line.when, line.unless, scope)):
            _body(lo, w, line.body, scope, back)
        return
    whose = w.let(expressions.everyone(lo, sides=line.each == "side"), "whose")
    for index in range(lo.game.players if line.each == "player" else lo.game.sides):
        inside = scope.bind(line.each, Const(index))
        with w.if_(all_of(contains(whose, Const(index)), lo.case(line.when, line.unless, inside))):
            _body(lo, w, line.body, inside, _ignore_repeat)


def _ignore_repeat(_: str) -> None:
    """Emit nothing: a `Repeat` for each player or side is ignored, as in the interpreter."""


def _body(lo: Lowering, w: FunctionBuilder, body: g.EffectBody, scope: Scope, back: Callable[[str], None]) -> None:
    match body:
        case g.MoveCards(cards=moved, to=to) if to.type.kind == "group":
            sources = _sources(lo, moved, scope)
            add_to_group(lo, w, card_set(lo, moved, scope), lo.value(to, scope), sources)
        case g.MoveCards():
            _move(lo, w, body, scope)
        case g.Deal():
            _deal(lo, w, body, scope)
        case g.Shuffle():
            _shuffle(lo, w, body, scope)
        case g.Add(cell=place, amount=amount):
            _assign(lo, w, place, scope, lambda at: _bounded(lo, place, plus(load(at), lo.value(amount, scope))))
        case g.Become(cell=place, value=value):
            kept = faces.card_of if value.type.kind == "card" else _unread
            _assign(lo, w, place, scope, lambda _: _bounded(lo, place, kept(lo, lo.value(value, scope))))
        case g.MarkAs(cards=marked, mark=mark):
            at = lo.plan.set_address(lo.rules.layout.memory[mark].slot)
            lo.cards.store(w, at, lo.cards.union(lo.cards.at(at), faces.cards_of(lo, card_set(lo, marked, scope))))
        case g.Show() | g.Nothing():
            pass
        case g.Repeat(clause=clause):
            back(clause)
        case g.End(period=period, void=void):
            ending = ENDINGS[period, void]
            w.store(ENDING_CELL, choose(compare("<", ENDING_NOW, ending), ending, ENDING_NOW))
        case g.Form(family=family, cards=grouped):
            form(lo, w, family, card_set(lo, (grouped,), scope), _sources(lo, (grouped,), scope))
        case g.Exchange(first=first, second=second):
            w.call(exchanging(lo), lo.value(first, scope), lo.value(second, scope))
        case g.Seat():
            seat(lo, w, body, scope)
        case _:
            assert_never(body)


def _unread(_: Lowering, value: Value) -> Value:
    return value


def _place(lo: Lowering, to: Expr, scope: Scope) -> tuple[int, Value, Test]:
    """Return the cell of a zone's first owner, the number of the owner that is meant, and whether there is such an owner."""
    if not isinstance(to, g.InZone) or lo.game.zone[to.zone].family:
        raise LoweringRefused(Construct.OTHER, to.span)
    return (slot_of(lo, to), *owner_of(lo, to, scope))


def _move(lo: Lowering, w: FunctionBuilder, body: g.MoveCards, scope: Scope) -> None:
    slot, owner, anybody = _place(lo, body.to, scope)
    moved, sources = lo.cards.copy(w, card_set(lo, body.cards, scope), "moved"), _sources(lo, body.cards, scope)
    with w.if_(all_of(anybody, lo.cards.nonempty(moved))):
        if slot in lo.plan.piles:
            w.call(stacking(lo, sources, under=body.under), lo.plan.set_address(slot, owner), lo.plan.pile(slot, owner), moved)
        else:
            w.call(moving(lo, sources), moved, lo.plan.set_address(slot, owner))


def _sources(lo: Lowering, moved: tuple[Expr, ...], scope: Scope) -> frozenset[str] | None:
    """Return the zones from which moved cards can come, or None if the text does not determine them."""
    found = [drawn_from(lo.game, one, scope.act) for one in moved]
    known = [zones for zones in found if zones is not None]
    return frozenset[str]().union(*known) if len(known) == len(found) else None


def _shuffle(lo: Lowering, w: FunctionBuilder, body: g.Shuffle, scope: Scope) -> None:
    slot, owner, anybody = _place(lo, body.into, scope)
    shuffled = lo.cards.copy(w, faces.cards_of(lo, card_set(lo, body.cards, scope)), "shuffled")
    with w.if_(all_of(anybody, lo.cards.nonempty(shuffled))):
        w.call(shuffling(lo), lo.plan.set_address(slot, owner), lo.plan.pile(slot, owner), shuffled)


def _assign(lo: Lowering, w: FunctionBuilder, place: g.Recall, scope: Scope, value: Callable[[Value], Value]) -> None:
    """Emit the assignment of a memory cell, if its owner is not nobody."""
    owner, anybody = owner_of(lo, place, scope)
    with w.if_(anybody):
        at = w.let(cell(slot_of(lo, place), owner), "at")
        w.store(at, value(at))


def _bounded(lo: Lowering, place: g.Recall, value: Value) -> Value:
    """Return a value within the bounds of its cell. The value of a counter must not be too large."""
    if lo.game.cell[place.cell].kind != "counter" or isinstance(value, Const):
        return value
    return Call(bounded(lo), (value,))


def _deal(lo: Lowering, w: FunctionBuilder, body: g.Deal, scope: Scope) -> None:
    """Emit a deal: each owner in turn, beginning with the named player or the player who begins, gets the whole share
    at once.
    """
    slot, owner, anybody = _place(lo, body.source, scope)
    source = (w.let(lo.plan.set_address(slot, owner), "slot"), w.let(lo.plan.pile(slot, owner), "pile"))
    number = w.variable(lo.value(body.count, scope), "number")
    if body.each is None:
        with w.if_(anybody):
            _hand_over(lo, w, source, body.to, scope, number)
        return
    owners = lo.game.players if body.each == "player" else lo.game.sides
    begins = Call(first_player(lo), ()) if body.first is None else lo.value(body.first, scope)
    first = w.variable(begins, "first")
    if body.each == "side":
        w.assign(first, lo.look_up((-1, *lo.game.side_of), plus(first, Const(1))))
    with w.if_(compare("<", first, ZERO)):
        w.assign(first, ZERO)
    whose = w.let(expressions.everyone(lo, sides=body.each == "side"), "whose")
    with w.if_(anybody), w.count(ZERO, Const(owners), "offset"):
        with w.if_(contains(whose, first)):
            _hand_over(lo, w, source, body.to, scope.bind(body.each, first), number)
        w.assign(first, plus(first, Const(1)))
        with w.if_(compare(">=", first, Const(owners))):
            w.assign(first, ZERO)


def _hand_over(lo: Lowering, w: FunctionBuilder, source: tuple[Value, Value], to: g.InZone, scope: Scope, number: Var) -> None:
    """Emit code that moves up to a number of cards from the top of a pile to a zone. Cards go onto another pile one by one."""
    slot, owner, anybody = _place(lo, to, scope)
    at = w.let(lo.plan.set_address(slot, owner), "to")
    with w.if_(anybody):
        if slot in lo.plan.piles:
            deal_to_pile(lo, w, source, (at, w.let(lo.plan.pile(slot, owner), "onto")), number)
        else:
            dealt = w.variable(Call(dealing(lo), (*source, number)), "dealt")
            lo.cards.store(w, at, lo.cards.union(lo.cards.at(at), dealt))
