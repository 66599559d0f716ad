"""Chance in memory: the generator sfc32, four words of 32 bits, begun anew for every hand.

Chris Doty-Humphrey's Small Fast Counting generator (PractRand), seeded with the batch's seed, in two halves, and the number of
the hand, and run for fifteen rounds.  Its additions, shifts and exclusive ors stay below 2^36, so that no word overflows and
every printer gives the same numbers.  A number below n is the upper half of a draw times n: of 2^32 draws each comes up
equally often but for one.  `running/chance` is the same in plain Python.

The groups of a family: a group put among them or taken from them, cards taken out of the groups in which they lie.

The groups lie in the family's first places, in the order of their sets, up to an empty one: what is behind it means nothing.
Cards are kept in a group as they are read there; out of it they are themselves again.

Cards that move: functions that take them from wherever they lie, lay them down, deal, and shuffle.

A card is taken out of the zone where it lies before it is put elsewhere.  Where the order matters, onto a pile, the cards are
first noted on the stack in the order in which they lie, zone after zone, a pile from the top down.

Effects on groups of cards: a new group of a family, cards added to one, a card exchanged for another.

What is given is the set of faces as it was before; cards are taken from where they lie before they are put among others.

Players change seats: whatever belongs to a player goes along, and references follow.

Seat n is taken by player `seated[n]`; sides change with their players where whole sides change places.  The orders of players
and sides are noted on the stack, each also the other way round, for the references.

Who begins the play, whose turn is next, and whether a period ends: questions of the course of play, as functions.

Effects to statements: cards move, memory changes, the course goes back or to its end.

What would go to a zone that nobody owns stays where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, assert_never

from cartaro_engine.ir.builder import Writer
from cartaro_engine.ir.folding import (
    NOBODY,
    ONE,
    ZERO,
    binary,
    choose,
    common,
    compare,
    differ,
    equal,
    every,
    has,
    joined,
    load,
    lowest,
    minus,
    negation,
    number,
    ones,
    plus,
    set_of,
    single,
    some,
)
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.lower import expressions
from cartaro_engine.lower import sets as faces
from cartaro_engine.lower.compiler import Lowering
from cartaro_engine.lower.expressions import LoweredAnswer, card_set, groups_there, owner_of, settle, slot_of
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
    """The function that gives the next 32 bits."""
    places = [Const(lo.plan.chance + n) for n in range(4)]

    def write(w: Writer) -> None:
        a, b, c, counter = (w.variable(load(place), name) for place, name in zip(places, "abcd", strict=True))
        drawn = w.variable(common(plus(a, b, counter), LOW), "drawn")
        w.store(places[0], _exclusive(b, binary(">>", b, Const(9))))
        w.store(places[1], common(plus(c, binary("<<", c, Const(3))), LOW))
        turned = common(joined(binary("<<", c, Const(21)), binary(">>", c, Const(11))), LOW)
        w.store(places[2], common(plus(turned, drawn), LOW))
        w.store(places[3], common(plus(counter, ONE), LOW))
        w.give(drawn)

    return lo.define("draw", "draw", (), write)


def below(lo: Lowering) -> str:
    """The function that gives a number from 0 up to, and without, another."""

    def write(w: Writer) -> None:
        w.give(binary(">>", binary("*", Call(_draw(lo), ()), Var("end")), Const(32)))

    return lo.define("below", "below", ("end",), write)


def seeding(lo: Lowering) -> str:
    """The function that begins the generator for one hand of a seed, which is given in two halves."""

    def write(w: Writer) -> None:
        words: tuple[Value, ...] = (Var("low"), Var("high"), Var("hand"), ONE)
        for n, value in enumerate(words):
            w.store(Const(lo.plan.chance + n), value)
        with w.count(Const(0), Const(ROUNDS), "round"):
            w.do(_draw(lo))

    return lo.define("seeding", "seed", ("low", "high", "hand"), write)


# ------------------------------------------------------------------------ groups


def lift(lo: Lowering, w: Writer, cards: Var, zones: frozenset[str] | None = None) -> Value:
    """Write that cards, which lie in some zones or in any, are taken out of the groups in which they lie and laid out of sight;
    they are given as themselves.
    """
    if not lo.rules.layout.faces.read and not lo.rules.layout.families:
        return cards
    physical = w.variable(faces.cards_of(lo, cards), "cards")
    if not any(zones is None or place.zone.name in zones for place in lo.rules.layout.families):
        return physical
    w.do(_lifting(lo), physical, faces.all_faces(lo, physical))
    return physical


def there(lo: Lowering, family: Place) -> Value:
    """The places in which groups lie."""
    return groups_there(lo, family.zone.name)


def _lifting(lo: Lowering) -> str:
    sets, cards, read = lo.cards, Var("cards"), Var("faces")
    hidden = lo.plan.kept(lo.rules.layout.holders[0])

    def write(w: Writer) -> None:
        for place in lo.rules.layout.families:
            count = w.variable(ones(there(lo, place)), "count")
            with w.count(ZERO, count, "nth") as nth:
                at = w.variable(lo.plan.kept(place.slot, minus(minus(count, ONE), nth)), "at")
                with w.when(sets.meet(sets.at(at), read)):
                    sets.store(w, hidden, sets.joined(sets.at(hidden), sets.common(faces.cards_of(lo, sets.at(at)), cards)))
                    left = sets.own(w, sets.without(sets.at(at), read), "left")
                    w.do(removing(lo, place), minus(minus(count, ONE), nth))
                    with w.when(sets.filled(left)):
                        w.do(inserting(lo, place), left)

    return lo.define("lifting", "lift", ("cards", "faces"), write)


def removing(lo: Lowering, place: Place) -> str:
    """The function that takes the group in a place away; those behind it move up."""

    def write(w: Writer) -> None:
        with w.count(Var("nth"), Const(place.count - 1), "to") as to:
            following = lo.cards.at(lo.plan.kept(place.slot, plus(to, ONE)))
            lo.cards.store(w, lo.plan.kept(place.slot, to), following)
            with w.when(negation(lo.cards.filled(following))):
                w.give(ZERO)
        lo.cards.store(w, lo.plan.kept(place.slot, Const(place.count - 1)), lo.cards.constant(0))

    return lo.define(("removing", place.slot), f"remove_from_{place.zone.name}", ("nth",), write)


def inserting(lo: Lowering, place: Place) -> str:
    """The function that puts a group in its place."""
    sets, group = lo.cards, Var("group")

    def write(w: Writer) -> None:
        to = w.variable(ones(there(lo, place)), "to")
        with w.when(compare(">=", to, Const(place.count))):
            w.trap(FULL)
        with w.when(compare("<", to, Const(place.count - 1))):
            sets.store(w, lo.plan.kept(place.slot, plus(to, ONE)), sets.constant(0))
        with w.loop(place.count + 1):
            with w.when(compare("<=", to, ZERO)):
                w.leave()
            before = w.variable(lo.plan.kept(place.slot, minus(to, ONE)), "before")
            with w.when(negation(sets.below(group, sets.at(before)))):
                w.leave()
            sets.store(w, lo.plan.kept(place.slot, to), sets.at(before))
            w.assign(to, minus(to, ONE))
        sets.store(w, lo.plan.kept(place.slot, to), group)

    return lo.define(("inserting", place.slot), f"insert_into_{place.zone.name}", ("group",), write)


def place_of(lo: Lowering, place: Place) -> str:
    """The function that finds the place of a group in a family, or nobody's."""

    def write(w: Writer) -> None:
        with w.each(there(lo, place), "nth") as nth:
            other = lo.cards.at(lo.plan.kept(place.slot, nth))
            with w.when(lo.cards.same(other, Var("group"))):
                w.give(nth)
        w.give(NOBODY)

    return lo.define(("place_of_group", place.slot), f"place_in_{place.zone.name}", ("group",), write)


# ------------------------------------------------------------------------- cards


def moving(lo: Lowering, zones: frozenset[str] | None = None) -> str:
    """The function that moves cards, out of some zones or of any, to where a zone that is no pile is kept."""

    def write(w: Writer) -> None:
        cards = _take_away(lo, w, zones)
        lo.cards.store(w, Var("to"), lo.cards.joined(lo.cards.at(Var("to")), cards))

    return lo.define(("moving", zones), "move", ("cards", "to"), write)


def taking_away(lo: Lowering, zones: frozenset[str] | None = None) -> str:
    """The function that takes cards, whatever they are read as, out of some zones or of wherever they lie."""

    def write(w: Writer) -> None:
        _take_away(lo, w, zones)

    return lo.define(("taking_away", zones), "take_away", ("cards",), write)


def _take_away(lo: Lowering, w: Writer, zones: frozenset[str] | None = None) -> Value:
    cards = lift(lo, w, Var("cards"), zones)
    for slot in _holders(lo, zones):
        at = lo.plan.kept(slot)
        if slot in lo.plan.piles:
            with w.when(lo.cards.meet(lo.cards.at(at), cards)):
                w.do(_taking(lo), at, Const(lo.plan.piles[slot]), cards, ZERO)
        else:
            lo.cards.store(w, at, lo.cards.without(lo.cards.at(at), cards))
    return cards


def _holders(lo: Lowering, zones: frozenset[str] | None) -> tuple[int, ...]:
    """The cells of some zones, or of all."""
    layout = lo.rules.layout
    places = (layout.places[name] for name in zones or ())
    those = {place.slot + owner for place in places for owner in range(place.count)}
    return tuple(slot for slot in layout.holders if zones is None or slot in those)


def _taking(lo: Lowering) -> str:
    """The function that takes cards out of a pile, first from its top, where they mostly lie; from `noted` on, unless it is 0,
    they are noted from the top down.
    """
    slot, pile, cards, noted = Var("slot"), Var("pile"), Var("cards"), Var("noted")

    def write(w: Writer) -> None:
        number = w.let(load(pile), "number")
        with w.when(set_of(noted)):
            _note_pile(lo, w, pile, cards, noted, number)
        left = w.variable(number, "left")
        with w.loop():
            with w.when(some(equal(left, ZERO), negation(lo.cards.has(cards, load(left, pile))))):
                w.leave()
            w.assign(left, minus(left, ONE))
        w.store(pile, left)
        taken = lo.cards.size(lo.cards.common(lo.cards.at(slot), cards))
        with w.when(compare("<", minus(number, left), taken)):
            _take_from_below(lo, w, left)
        lo.cards.store(w, slot, lo.cards.without(lo.cards.at(slot), cards))

    return lo.define("taking", "take_from_pile", ("slot", "pile", "cards", "noted"), write)


def _take_from_below(lo: Lowering, w: Writer, left: Var) -> None:
    """Write that cards are taken out of a pile with so many left."""
    pile, kept = Var("pile"), w.variable(ZERO, "kept")
    with w.count(ONE, plus(left, ONE), "place") as place:
        card = w.variable(load(place, pile), "card")
        with w.when(negation(lo.cards.has(Var("cards"), card))):
            w.assign(kept, plus(kept, ONE))
            w.store(plus(kept, pile), card)
    w.store(pile, kept)


def _note_pile(lo: Lowering, w: Writer, pile: Var, cards: Var, noted: Var, number: Value) -> None:
    with w.count(ZERO, number, "under") as under:
        card = w.variable(load(minus(plus(pile, number), under)), "lifted")
        with w.when(lo.cards.has(cards, card)):
            w.store(noted, card)
            w.assign(noted, plus(noted, ONE))


def stacking(lo: Lowering, zones: frozenset[str] | None = None) -> str:
    """The function that moves cards, out of some zones or of any, onto a pile: together, as they lay, and on its top."""
    slot, pile, sets = Var("slot"), Var("pile"), lo.cards

    def write(w: Writer) -> None:
        cards = lift(lo, w, Var("cards"), zones)
        noted = w.variable(load(Const(lo.plan.top)), "noted")
        first = w.variable(noted, "first")
        for holder in _holders(lo, zones):
            at = lo.plan.kept(holder)
            here = w.variable(sets.common(sets.at(at), cards), "here")
            if holder in lo.plan.piles:
                with w.when(sets.filled(here)):
                    w.do(_taking(lo), at, Const(lo.plan.piles[holder]), here, noted)
                    w.assign(noted, plus(noted, sets.size(here)))
            else:
                sets.store(w, at, sets.without(sets.at(at), here))
                with sets.each(w, here, "card") as card:
                    w.store(noted, card)
                    w.assign(noted, plus(noted, ONE))
        with w.loop():
            with w.when(equal(noted, first)):
                w.leave()
            w.assign(noted, minus(noted, ONE))
            w.store(pile, plus(load(pile), ONE))
            w.store(plus(load(pile), pile), load(noted))
        sets.store(w, slot, sets.joined(sets.at(slot), cards))

    return lo.define(("stacking", zones), "put_on_pile", ("slot", "pile", "cards"), write)


def dealing(lo: Lowering) -> str:
    """The function that takes up to a number of cards off the top of a pile and gives their set."""
    slot, pile, number = Var("slot"), Var("pile"), Var("number")

    def write(w: Writer) -> None:
        dealt, left = lo.cards.begin(w, "dealt"), w.variable(load(pile), "left")
        end = w.variable(minus(left, number), "end")
        with w.loop():
            with w.when(some(compare("<=", left, end), compare("<=", left, ZERO))):
                w.leave()
            lo.cards.insert(w, dealt, load(left, pile))
            w.assign(left, minus(left, ONE))
        w.store(pile, left)
        lo.cards.store(w, slot, lo.cards.without(lo.cards.at(slot), dealt))
        w.give(dealt)

    return lo.define("dealing", "deal", ("slot", "pile", "number"), write, keeps=True)


def deal_to_pile(lo: Lowering, w: Writer, source: tuple[Value, Value], to: tuple[Value, Value], number: Value) -> None:
    """Write that up to a number of cards go from the top of one pile onto another, one by one; each is (cell, array)."""
    with w.count(ZERO, number, "dealt"):
        with w.when(equal(load(source[1]), ZERO)):
            w.leave()
        card = w.variable(Call(dealing(lo), (*source, ONE)), "card")
        lo.cards.store(w, to[0], lo.cards.joined(lo.cards.at(to[0]), card))
        w.store(to[1], plus(load(to[1]), ONE))
        w.store(plus(load(to[1]), to[1]), lo.cards.only(card) if lo.plan.width > 1 else lowest(card))


def shuffling(lo: Lowering) -> str:
    """The function that shuffles cards, from wherever they lie, under a pile: noted in the deck's order, then exchanged from
    the last down, each with one of those before it or itself.
    """
    slot, pile = Var("slot"), Var("pile")

    def write(w: Writer) -> None:
        cards = w.let(faces.cards_of(lo, Var("cards")), "cards")
        w.do(moving(lo), cards, slot)
        first = w.variable(load(Const(lo.plan.top)), "first")
        end = w.variable(first, "end")
        with lo.cards.each(w, cards, "card") as card:
            w.store(end, card)
            w.assign(end, plus(end, ONE))
        last = w.variable(minus(end, ONE), "last")
        with w.loop():
            with w.when(compare("<=", last, first)):
                w.leave()
            drawn = Call(below(lo), (plus(minus(last, first), ONE),))
            other = w.variable(plus(first, drawn), "other")
            exchanged = w.variable(load(other), "exchanged")
            w.store(other, load(last))
            w.store(last, exchanged)
            w.assign(last, minus(last, ONE))
        _lay_under(w, pile, first, minus(end, first))

    return lo.define("shuffling", "shuffle", ("slot", "pile", "cards"), write)


def _lay_under(w: Writer, pile: Var, first: Var, count: Value) -> None:
    """Noted cards, the first of them the highest, come under what lies in a pile."""
    number, own = w.variable(count, "number"), w.variable(load(pile), "own")
    place = w.variable(own, "place")
    with w.loop():
        with w.when(equal(place, ZERO)):
            w.leave()
        w.store(plus(place, number, pile), load(place, pile))
        w.assign(place, minus(place, ONE))
    with w.count(ZERO, number, "next") as following:
        w.store(minus(plus(pile, number), following), load(first, following))
    w.store(pile, plus(own, number))


# ----------------------------------------------------------------- group effects


def form(lo: Lowering, w: Writer, family: str, of: Value, zones: frozenset[str] | None) -> None:
    """Write that cards, which lie in some zones or in any, become a new group."""
    group = lo.cards.own(w, of, "group")
    with w.when(lo.cards.filled(group)):
        w.do(taking_away(lo, zones), group)
        w.do(inserting(lo, lo.rules.layout.places[family]), group)


def add_to_group(lo: Lowering, w: Writer, of: Value, to: Value, zones: frozenset[str] | None) -> None:
    """Write that cards, which lie in some zones or in any, go into a group; nothing moves where it is no longer there."""
    added, group = lo.cards.own(w, of, "added"), lo.cards.own(w, to, "group")
    done = w.variable(number(negation(lo.cards.filled(added))), "done")
    for place in lo.rules.layout.families:
        with w.when(equal(done, ZERO)):
            nth = w.variable(Call(place_of(lo, place), (group,)), "nth")
            with w.when(compare(">=", nth, ZERO)):
                w.assign(done, ONE)
                w.do(removing(lo, place), nth)
                w.do(taking_away(lo, zones), added)
                lo.cards.add(w, group, added)
                w.do(inserting(lo, place), group)


def exchanging(lo: Lowering) -> str:
    """The function that lays each of two cards where the other lies; two of one place stay where they are.

    Where a card lies is the address of a group or of a zone's cards.  That of a group may be another once the first card is
    laid: it is then found by what is in it.
    """
    sets, names = lo.cards, ("first", "second")

    def write(w: Writer) -> None:
        with w.when(some(*(compare("<", Var(name), ZERO) for name in names))):
            w.give(ZERO)
        one, other = (w.variable(faces.card_of(lo, Var(name)), "card") for name in names)
        here, there = (w.variable(Call(_whereabouts(lo), (card,)), "place") for card in (one, other))
        with w.when(differ(here, there)):
            before, after = (sets.own(w, sets.at(place), "lying") for place in (here, there))
            w.do(_putting(lo), here, before, one, other)
            w.do(_putting(lo), there, after, other, one)

    return lo.define("exchanging", "exchange", names, write)


def _whereabouts(lo: Lowering) -> str:
    """The function that finds where a card lies."""
    sets = lo.cards

    def write(w: Writer) -> None:
        read = w.variable(faces.all_faces(lo, sets.single(Var("card"))), "faces")
        for place in lo.rules.layout.families:
            with w.each(there(lo, place), "nth") as nth:
                at = lo.plan.kept(place.slot, nth)
                with w.when(sets.meet(sets.at(at), read)):
                    w.give(at)
        for slot in lo.rules.layout.holders:
            with w.when(sets.has(sets.at(lo.plan.kept(slot)), Var("card"))):
                w.give(lo.plan.kept(slot))

    return lo.define("whereabouts", "whereabouts", ("card",), write)


def _putting(lo: Lowering) -> str:
    """The function that lays a card in the place of another, which lies among some cards that are kept at an address."""
    sets = lo.cards
    at, lying, leaves, comes = names = tuple(map(Var, ("at", "lying", "leaves", "comes")))

    def write(w: Writer) -> None:
        for place in lo.rules.layout.families:
            nth = w.variable(Call(place_of(lo, place), (lying,)), "nth")
            with w.when(compare(">=", nth, ZERO)):
                read = sets.common(lying, faces.all_faces(lo, sets.single(leaves)))
                met = w.variable(sets.only(read), "met")
                w.do(removing(lo, place), nth)
                left = w.variable(sets.without(lying, sets.single(met)), "left")
                w.do(inserting(lo, place), sets.joined(left, sets.single(faces.taken_over(lo, comes, met))))
                w.give(ZERO)
        sets.store(w, at, sets.joined(sets.without(lying, sets.single(leaves)), sets.single(comes)))
        for slot, pile in lo.plan.piles.items():
            number_of = load(Const(pile))
            with w.when(equal(at, lo.plan.kept(slot))), w.count(ONE, plus(number_of, ONE), "deep") as deep:
                there = plus(Const(pile), deep)
                with w.when(equal(load(there), leaves)):
                    w.store(there, comes)

    return lo.define("putting", "put_for", tuple(name.name for name in names), write)


# ------------------------------------------------------------------------- seats


ROOM = 16
"""Words for each of the four orders; there are at most so many players."""


def seat(lo: Lowering, w: Writer, body: g.Seat, scope: Scope) -> None:
    """Write that the players take the seats in this order."""
    start = w.variable(load(Const(lo.plan.top)), "start")
    count, seen = w.variable(ZERO, "count"), w.variable(ZERO, "seen")

    def sit(player: Value) -> None:
        with w.when(some(compare("<", player, ZERO), compare(">=", count, Const(lo.game.players)))):
            w.trap(SEATS)
        w.store(plus(start, count), player)
        w.assign(seen, joined(seen, single(player)))
        w.assign(count, plus(count, ONE))

    for named in body.players:
        value = lo.value(named, scope)
        if named.type.kind == "players":
            with w.each(value, "player") as player:
                sit(player)
        else:
            sit(w.variable(value, "player"))
    with w.when(differ(seen, Const((1 << lo.game.players) - 1))):
        w.trap(SEATS)
    w.do(_taking_seats(lo), start)


def _taking_seats(lo: Lowering) -> str:
    """The function that changes the state, when the order of the players has been noted."""
    layout, players, sides = lo.rules.layout, lo.game.players, lo.game.sides
    orders = {"player": Var("start"), "side": plus(Var("start"), Const(ROOM))}
    back = {"player": plus(Var("start"), Const(2 * ROOM)), "side": plus(Var("start"), Const(3 * ROOM))}

    def write(w: Writer) -> None:
        _note_sides(lo, w, orders["player"], orders["side"])
        for owner, count in (("player", players), ("side", sides)):
            for n in range(count):
                w.store(plus(back[owner], load(orders[owner], Const(n))), Const(n))
        for place in layout.places.values():
            if place.zone.owner != "table":
                for word in range(lo.plan.width):
                    at = plus(lo.plan.kept(place.slot), Const(word))
                    _permute(lo, w, at, orders[place.zone.owner], place.count, lo.plan.width)
                for word in _words(lo, place.order):
                    at = Const(lo.plan.piles[place.slot] + word)
                    _permute(lo, w, at, orders[place.zone.owner], place.count, lo.plan.pile_words)
        for slot in layout.memory.values():
            if slot.cell.owner != "table":
                width = lo.plan.width if slot.cell.kind == "mark" else 1
                for word in range(width):
                    start = plus(lo.plan.kept(slot.slot) if width > 1 else Const(slot.slot), Const(word))
                    _permute(lo, w, start, orders[slot.cell.owner], slot.count, width)
            if slot.cell.kind == "reference" and slot.cell.type.kind in back:
                for number in range(slot.count):
                    _follow(w, Const(slot.slot + number), back[slot.cell.type.kind])
        _follow(w, TURN_CELL, back["player"])

    return lo.define("taking_seats", "take_seats", ("start",), write)


def _words(lo: Lowering, order: int) -> Iterable[int]:
    return range(lo.plan.pile_words) if order else ()


def _note_sides(lo: Lowering, w: Writer, players: Value, sides: Value) -> None:
    """The order of the sides, by the player that comes to sit where each has its first; none where sides are broken up."""
    seen, side_of = w.variable(ZERO, "seen"), (-1, *lo.game.side_of)
    for side in range(lo.game.sides):
        first = load(players, Const(lo.game.side_of.index(side)))
        came = w.variable(lo.look_up(side_of, plus(first, ONE)), "came")
        w.store(plus(sides, Const(side)), came)
        w.assign(seen, joined(seen, single(came)))
    with w.when(differ(seen, Const((1 << lo.game.sides) - 1))):
        for side in range(lo.game.sides):
            w.store(plus(sides, Const(side)), Const(side))


def _permute(lo: Lowering, w: Writer, start: Value, order: Value, count: int, stride: int) -> None:
    """Write that each of some words, a stride apart, becomes the one that an order names for it."""

    def write(v: Writer) -> None:
        kept = [v.variable(load(Var("at"), Const(n * stride)), "kept") for n in range(count)]
        for n in range(count):
            came = v.variable(load(Var("order"), Const(n)), "came")
            for other, word in enumerate(kept):
                with v.when(equal(came, Const(other))):
                    v.store(plus(Var("at"), Const(n * stride)), word)

    w.do(lo.define(("permuting", count, stride), "permute", ("at", "order"), write), start, order)


def _follow(w: Writer, at: Value, back: Value) -> None:
    """Write that a reference follows whom it refers to."""
    with w.when(compare(">=", load(at), ZERO)):
        w.store(at, load(back, load(at)))


# -------------------------------------------------------------------- succession


def first_player(lo: Lowering) -> str:
    """The function that finds who begins."""
    answers = tuple(LoweredAnswer(clause, OF_THE_TURN, said.player) for clause, said in lo.game.saying(g.Begins))
    return lo.define("begins", "begins", (), lambda w: settle(lo, w, answers, None))


def next_player(lo: Lowering) -> str:
    """The function that finds whose turn is next."""
    answers = tuple(LoweredAnswer(clause, OF_THE_TURN, said.player) for clause, said in lo.game.saying(g.Passes))
    return lo.define("passes", "passes", (), lambda w: settle(lo, w, answers, None))


def ends(lo: Lowering, period: g.Period) -> Test:
    """Whether some clause ends a period now: one that applies and to which no other applying one is preferred."""
    clauses = lo.game.ends_of(period)
    among = lo.game.overriding
    return some(*(
        every(lo.condition(c, OF_THE_TURN), *(negation(lo.condition(o, OF_THE_TURN)) for o in among(c, clauses)))
        for c in clauses
    ))  # fmt: skip


# ----------------------------------------------------------------------- effects


ENDINGS = {
    ("turn", False): END_TURN, ("turn", True): END_TURN, ("hand", False): END_HAND, ("hand", True): VOID_HAND,
    ("match", False): END_MATCH, ("match", True): VOID_MATCH,
}  # fmt: skip


def effect(lo: Lowering, w: Writer, line: g.Effect, scope: Scope, back: Callable[[str], None]) -> None:
    """Write an effect with its conditions, for each player or side where it is so said; `back` writes that the course goes back
    to a clause.
    """
    if line.each is None:
        with w.when(lo.case(line.when, line.unless, scope)):
            _body(lo, w, line.body, scope, back)
        return
    whose = w.let(expressions.everyone(lo, sides=line.each == "side"), "whose")
    for index in range(lo.game.players if line.each == "player" else lo.game.sides):
        inside = scope.bind(line.each, Const(index))
        with w.when(every(has(whose, Const(index)), lo.case(line.when, line.unless, inside))):
            _body(lo, w, line.body, inside, _no_way_back)


def _no_way_back(_: str) -> None:
    """What is done for each player or side does not go back: the interpreter passes over it there."""


def _body(lo: Lowering, w: Writer, body: g.EffectBody, scope: Scope, back: Callable[[str], None]) -> None:
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
            _keep(lo, w, place, scope, lambda at: _bounded(lo, place, plus(load(at), lo.value(amount, scope))))
        case g.Become(cell=place, value=value):
            kept = faces.card_of if value.type.kind == "card" else _as_it_is
            _keep(lo, w, place, scope, lambda _: _bounded(lo, place, kept(lo, lo.value(value, scope))))
        case g.MarkAs(cards=marked, mark=mark):
            at = lo.plan.kept(lo.rules.layout.memory[mark].slot)
            lo.cards.store(w, at, lo.cards.joined(lo.cards.at(at), faces.cards_of(lo, card_set(lo, marked, scope))))
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
            w.do(exchanging(lo), lo.value(first, scope), lo.value(second, scope))
        case g.Seat():
            seat(lo, w, body, scope)
        case _:
            assert_never(body)


def _as_it_is(_: Lowering, value: Value) -> Value:
    return value


def _place(lo: Lowering, to: Expr, scope: Scope) -> tuple[int, Value, Test]:
    """The cell of a zone's first owner, the number of the owner meant, and whether it is anybody."""
    if not isinstance(to, g.InZone) or lo.game.zone[to.zone].family:
        raise LoweringRefused(Construct.OTHER, to.span)
    return (slot_of(lo, to), *owner_of(lo, to, scope))


def _move(lo: Lowering, w: Writer, body: g.MoveCards, scope: Scope) -> None:
    slot, owner, anybody = _place(lo, body.to, scope)
    moved, sources = lo.cards.own(w, card_set(lo, body.cards, scope), "moved"), _sources(lo, body.cards, scope)
    with w.when(every(anybody, lo.cards.filled(moved))):
        if slot in lo.plan.piles:
            w.do(stacking(lo, sources), lo.plan.kept(slot, owner), lo.plan.pile(slot, owner), moved)
        else:
            w.do(moving(lo, sources), moved, lo.plan.kept(slot, owner))


def _sources(lo: Lowering, moved: tuple[Expr, ...], scope: Scope) -> frozenset[str] | None:
    """The zones from which cards that are moved can come, where the words tell."""
    found = [drawn_from(lo.game, one, scope.act) for one in moved]
    known = [zones for zones in found if zones is not None]
    return frozenset[str]().union(*known) if len(known) == len(found) else None


def _shuffle(lo: Lowering, w: Writer, body: g.Shuffle, scope: Scope) -> None:
    slot, owner, anybody = _place(lo, body.into, scope)
    shuffled = lo.cards.own(w, faces.cards_of(lo, card_set(lo, body.cards, scope)), "shuffled")
    with w.when(every(anybody, lo.cards.filled(shuffled))):
        w.do(shuffling(lo), lo.plan.kept(slot, owner), lo.plan.pile(slot, owner), shuffled)


def _keep(lo: Lowering, w: Writer, place: g.Recall, scope: Scope, value: Callable[[Value], Value]) -> None:
    """Write what a cell of memory becomes, where it is anybody's."""
    owner, anybody = owner_of(lo, place, scope)
    with w.when(anybody):
        at = w.let(cell(slot_of(lo, place), owner), "at")
        w.store(at, value(at))


def _bounded(lo: Lowering, place: g.Recall, value: Value) -> Value:
    """A value that is to be kept: of a counter, one that is not too large."""
    if lo.game.cell[place.cell].kind != "counter" or isinstance(value, Const):
        return value
    return Call(expressions.bounded(lo), (value,))


def _deal(lo: Lowering, w: Writer, body: g.Deal, scope: Scope) -> None:
    """To each owner in turn from the player who begins, all that each gets at once."""
    slot, owner, anybody = _place(lo, body.source, scope)
    source = (w.let(lo.plan.kept(slot, owner), "slot"), w.let(lo.plan.pile(slot, owner), "pile"))
    number = w.variable(lo.value(body.count, scope), "number")
    if body.each is None:
        with w.when(anybody):
            _hand_over(lo, w, source, body.to, scope, number)
        return
    owners = lo.game.players if body.each == "player" else lo.game.sides
    first = w.variable(Call(first_player(lo), ()), "first")
    if body.each == "side":
        w.assign(first, lo.look_up((-1, *lo.game.side_of), plus(first, Const(1))))
    with w.when(compare("<", first, ZERO)):
        w.assign(first, ZERO)
    whose = w.let(expressions.everyone(lo, sides=body.each == "side"), "whose")
    with w.when(anybody), w.count(ZERO, Const(owners), "offset"):
        with w.when(has(whose, first)):
            _hand_over(lo, w, source, body.to, scope.bind(body.each, first), number)
        w.assign(first, plus(first, Const(1)))
        with w.when(compare(">=", first, Const(owners))):
            w.assign(first, ZERO)


def _hand_over(lo: Lowering, w: Writer, source: tuple[Value, Value], to: g.InZone, scope: Scope, number: Var) -> None:
    """Up to a number of cards from the top of a pile to a zone; onto another pile one by one."""
    slot, owner, anybody = _place(lo, to, scope)
    at = w.let(lo.plan.kept(slot, owner), "to")
    with w.when(anybody):
        if slot in lo.plan.piles:
            deal_to_pile(lo, w, source, (at, w.let(lo.plan.pile(slot, owner), "onto")), number)
        else:
            dealt = w.variable(Call(dealing(lo), (*source, number)), "dealt")
            lo.cards.store(w, at, lo.cards.joined(lo.cards.at(at), dealt))
