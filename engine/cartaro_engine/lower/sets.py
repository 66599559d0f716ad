"""Sets: filters, sums, extremes, selections, quantifiers, patterns; cards and their faces; equal cards.

An expression over printed attributes becomes a mask or a table if it is constant for every possible member, and needs no loop.
A condition over all players or sides is unrolled. A set of groups is a mask of their indices in the family; each group is bound
as the set of its faces.

A face is a card with a reading. Sets of faces and sets of cards have the same form, because the cards are the first faces. If
nothing distinguishes some equal cards, the first of them represents all. Cards are distinguished from their equals by the marks
and references of memory, and by rules that name a card by its code.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from cartaro_engine.ir.builder import FunctionBuilder
from cartaro_engine.ir.folding import (
    FALSE,
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
    difference,
    equal,
    intersection,
    load,
    lowest_bit,
    minus,
    negation,
    nonzero,
    plus,
    single,
    unequal,
    union,
)
from cartaro_engine.ir.nodes import Call, Const, Known, Test, Value, Var
from cartaro_engine.lower.compiler import LARGEST_PRODUCT, Lowering, bounded
from cartaro_engine.memory.layout import Scope, is_set
from cartaro_engine.memory.traps import Construct, LoweringRefused
from cartaro_grammar import Expr, parts
from cartaro_grammar import game as g
from cartaro_interpreter import free_locals, mask_of

# -------------------------------------------------------------------------- sets


WRITTEN_OUT = 8
"""The largest number of members for which a condition is unrolled."""


def possible(lo: Lowering, members: Expr) -> int:
    """Return the greatest number of members that a set can have: they are numbered from 0."""
    match members.type.kind:
        case "cards" | "group":
            return lo.game.faces.count
        case "players":
            return lo.game.players
        case "sides":
            return lo.game.sides
        case "symbols":
            wanted = members.type.enumeration
            return next((len(a.values) for a in lo.game.deck.attributes if a.name == wanted), 0)
        case _:
            raise LoweringRefused(Construct.OTHER, members.span)


def printed(lo: Lowering, members: Expr, variable: str, expr: Expr, scope: Scope) -> tuple[int, ...] | None:
    """Return the value of an expression for each possible member. Return None if it is not known before play."""
    names = free_locals(expr) - {variable}
    if members.type.kind == "groups" or any(not isinstance(scope.names[n], Const) for n in names if n in scope.names):
        return None
    found: list[int] = []
    for member in range(possible(lo, members)):
        value = lo.value(expr, scope.bind(variable, Const(member)))
        if not isinstance(value, Const):
            return None
        found.append(value.value)
    return tuple(found)


def mask(values: Sequence[int]) -> int:
    """Return the members whose value is not 0."""
    return sum(1 << n for n, value in enumerate(values) if value)


def family_of(lo: Lowering, members: Expr) -> int:
    """Return the cell of the first group of the family of an expression."""
    while isinstance(members, g.Where):
        members = members.members
    if not isinstance(members, g.InZone):
        raise LoweringRefused(Construct.OTHER, members.span)
    return lo.rules.layout.places[members.zone].slot


@contextmanager
def each(lo: Lowering, w: FunctionBuilder, of: Expr, members: Value, hint: str) -> Generator[tuple[Var, Value], None, None]:
    """Emit a loop over the members: their number, and the value of their word, which for a group is the set of its faces."""
    if of.type.kind == "groups":
        first = family_of(lo, of)
        with w.each(members, hint) as place:
            yield place, lo.cards.at(lo.plan.set_address(first, place))
    else:
        with lo.sets_of(of.type).each(w, members, hint) as member:
            yield member, member


def _kind(lo: Lowering, of: Expr) -> tuple[object, ...]:
    """Return the data by which loops over one kind of members differ from loops over another."""
    return ("groups", family_of(lo, of)) if of.type.kind == "groups" else (is_set(of.type) and lo.plan.width > 1,)


def where(lo: Lowering, expr: g.Where, scope: Scope) -> Value:
    """The members of a set for which a condition holds."""
    sets, members = lo.sets_of(expr.type), lo.value(expr.members, scope)
    held = printed(lo, expr.members, expr.variable, expr.condition, scope)
    if held is not None:
        return sets.intersection(members, sets.constant(mask(held)))

    def write(w: FunctionBuilder, inside: Scope) -> None:
        found = sets.new(w, "found")
        with each(lo, w, expr.members, Var("members"), "member") as (member, bound):
            holds = lo.test(expr.condition, inside.bind(expr.variable, bound))
            with w.if_(holds):
                sets.insert(w, found, member)
        w.return_(found)

    key = ("where", *_kind(lo, expr.members), replace(expr, members=g.AllCards(expr.type, expr.span)))
    return lo.outlined(key, "where", (expr.condition,), scope, write, ("members", members), keeps=is_set(expr.type))


def quantified(lo: Lowering, expr: g.Quantified, scope: Scope) -> Test:
    """Test `some`, `every` or `no`; `no` is the negation of `some`."""
    if expr.quantifier == "no":
        return negation(quantified(lo, replace(expr, quantifier="some"), scope))
    is_some, sets = expr.quantifier == "some", lo.sets_of(expr.members.type)
    members = lo.value(expr.members, scope)
    known = sets.known(members)
    stops = lo.may_stop(expr.condition)
    if known is not None and known.bit_count() <= WRITTEN_OUT and not stops:
        cases = [lo.test(expr.condition, scope.bind(expr.variable, Const(n))) for n in bits(known)]
        return any_of(*cases) if is_some else all_of(*cases)
    held = printed(lo, expr.members, expr.variable, expr.condition, scope)
    within = sets.constant(mask(held)) if held is not None else _meeting(lo, expr, scope)
    if within is not None:
        return sets.intersects(members, within) if is_some else sets.is_subset(members, within)

    def write(w: FunctionBuilder, inside: Scope) -> None:
        decided, otherwise = (ONE, ZERO) if is_some else (ZERO, ONE)
        result = w.variable(otherwise, "result") if stops else otherwise
        with each(lo, w, expr.members, Var("members"), "member") as (_, bound):
            holds = lo.test(expr.condition, inside.bind(expr.variable, bound))
            with w.if_(holds if is_some else negation(holds)):
                if isinstance(result, Var):
                    w.assign(result, decided)
                else:
                    w.return_(decided)
        w.return_(result)

    key = ("quantified", *_kind(lo, expr.members), replace(expr, members=g.AllCards(expr.type, expr.span)))
    return nonzero(lo.outlined(key, expr.quantifier, (expr.condition,), scope, write, ("members", members)))


def _meeting(lo: Lowering, expr: g.Quantified, scope: Scope) -> Value | None:
    """If the condition only tests whether the member is in another set, return that set."""
    query = expr.condition
    if not isinstance(query, g.Operation) or query.operator != "in" or expr.members.type.kind == "groups":
        return None
    member, other = query.operands
    own = isinstance(member, g.Local) and member.name == expr.variable
    return lo.value(other, scope) if own and expr.variable not in free_locals(other) else None


def bits(known: int) -> list[int]:
    """The members of a known set."""
    return [n for n in range(known.bit_length()) if known >> n & 1]


def total(lo: Lowering, expr: g.Total, scope: Scope) -> Value:
    """The sum of a number over a set."""
    sets, members = lo.sets_of(expr.members.type), lo.value(expr.members, scope)
    known = sets.known(members)
    weights = printed(lo, expr.members, expr.variable, expr.amount, scope)
    if weights is not None:
        return Call(weighing(lo, weights, expr.members), (members,)) if known is None else _weight(weights, known)
    if known is not None and known.bit_count() <= WRITTEN_OUT and expr.members.type.kind != "groups":
        return plus(*(lo.value(expr.amount, scope.bind(expr.variable, Const(n))) for n in bits(known)))

    def write(w: FunctionBuilder, inside: Scope) -> None:
        found = w.variable(ZERO, "found")
        with each(lo, w, expr.members, Var("members"), "member") as (_, bound):
            amount = lo.value(expr.amount, inside.bind(expr.variable, bound))
            sum_so_far = plus(found, amount)
            w.assign(found, Call(bounded(lo, LARGEST_PRODUCT), (sum_so_far,)) if isinstance(amount, Call) else sum_so_far)
        w.return_(found)

    key = ("total", *_kind(lo, expr.members), replace(expr, members=g.AllCards(expr.type, expr.span)))
    return lo.outlined(key, "total", (expr.amount,), scope, write, ("members", members))


def _weight(weights: tuple[int, ...], known: int) -> Const:
    return Const(sum(weights[n] for n in bits(known)))


def weighing(lo: Lowering, weights: tuple[int, ...], of: Expr | None = None) -> str:
    """Define a function from a set, of cards by default, to the sum of its members' weights."""
    sets = lo.cards if of is None else lo.sets_of(of.type)

    def write(w: FunctionBuilder) -> None:
        found = w.variable(ZERO, "found")
        with sets.each(w, Var("members"), "member") as member:
            w.assign(found, plus(found, lo.look_up(weights, member)))
        w.return_(found)

    return lo.define(("weighing", sets is lo.words, weights), "weight", ("members",), write)


def extreme(lo: Lowering, expr: g.Extreme, scope: Scope) -> Value:
    """Return the highest or lowest value; 0 for no cards; cards without the measure are passed over."""
    if not is_set(expr.cards.type):
        raise LoweringRefused(Construct.OTHER, expr.span)
    values = lo.game.faces.measure(expr.measure)
    return Call(extreme_of(lo, values, highest=expr.which == "highest"), (lo.value(expr.cards, scope),))


def extreme_of(lo: Lowering, values: tuple[int | None, ...], *, highest: bool) -> str:
    """Define a function from cards to the highest, or lowest, of their values. It tries one value after the other."""

    def write(w: FunctionBuilder) -> None:
        for value in sorted({v for v in values if v is not None}, reverse=highest):
            with w.if_(lo.cards.intersects(Var("cards"), lo.cards.constant(mask([v == value for v in values])))):
                w.return_(Const(value))

    return lo.define(("extreme", values, highest), "highest" if highest else "lowest", ("cards",), write)


def select(lo: Lowering, expr: g.Select, scope: Scope) -> Value:
    """Return the only member that is first by the keys, or nobody if several are equal."""
    members = lo.value(expr.members, scope)
    mask_known = lo.sets_of(expr.members.type).known(members)
    known = None if mask_known is None or expr.members.type.kind == "groups" else bits(mask_known)

    def write(w: FunctionBuilder, inside: Scope) -> None:
        found, best = w.variable(NOBODY, "found"), [w.variable(ZERO, "best") for _ in expr.keys]
        first = w.variable(ONE, "first")

        def look(member: Value) -> None:
            keys = [_key(lo, w, which, key, inside.bind(expr.variable, member)) for which, key in expr.keys]
            better, level = FALSE, Known(True)
            tests: tuple[Test, Test] = (better, level)
            for key, known_best in zip(reversed(keys), reversed(best), strict=True):
                same = equal(key, known_best)
                tests = (any_of(compare(">", key, known_best), all_of(same, tests[0])), all_of(same, tests[1]))
            beaten = w.variable(as_number(any_of(nonzero(first), tests[0])), "beaten")
            with w.if_(all_of(equal(beaten, ZERO), tests[1])):
                w.assign(found, NOBODY)
            with w.if_(nonzero(beaten)):
                for variable, key in zip(best, keys, strict=True):
                    w.assign(variable, key)
                w.assign(found, member)
            w.assign(first, ZERO)

        if known is not None:
            for number_of in known:
                look(Const(number_of))
        else:
            with each(lo, w, expr.members, Var("members"), "member") as (_, bound):
                look(bound)
        w.return_(found)

    key = ("select", *_kind(lo, expr.members), replace(expr, members=g.AllCards(expr.type, expr.span)))
    uses = tuple(key for _, key in expr.keys)
    return lo.outlined(key, "select", uses, scope, write, ("members", members))


def _key(lo: Lowering, w: FunctionBuilder, which: str, key: Expr, scope: Scope) -> Value:
    value = lo.value(key, scope)
    return w.let(value if which == "highest" else minus(ZERO, value), "key")


# ---------------------------------------------------------------------- patterns


MOST_VALUES: Final = 62
"""The greatest number of values of a measure in a pattern, if there are more cards than bits in a word."""


def pattern(lo: Lowering, expr: g.Pattern, scope: Scope) -> Value:
    """Test whether cards are alike, distinct or consecutive in an attribute. A card without the attribute fits no pattern."""
    if not is_set(expr.cards.type):
        raise LoweringRefused(Construct.OTHER, expr.span)
    values = _values(lo, expr.attribute)
    write = _pattern_of_masks(lo, expr.pattern, values) if lo.plan.width == 1 else _pattern_of_many(lo, expr, values)
    name = lo.define(("pattern", expr.pattern, values), expr.pattern, ("cards",), write)
    return Call(name, (lo.value(expr.cards, scope),))


def _pattern_of_masks(lo: Lowering, query: str, values: tuple[int | None, ...]) -> Callable[[FunctionBuilder], None]:
    """Emit the test with a mask of the cards for each value."""
    cards = Var("cards")
    masks = [Const(mask([v == value for v in values])) for value in sorted({v for v in values if v is not None})]

    def write(w: FunctionBuilder) -> None:
        with w.if_(nonzero(intersection(cards, Const(mask([v is None for v in values]))))):
            w.return_(ZERO)
        if query == "alike":
            for same in masks:
                with w.if_(lo.cards.is_subset(cards, same)):
                    w.return_(ONE)
            w.return_(as_number(equal(cards, ZERO)))
            return
        for same in masks:
            several = w.let(intersection(cards, same), "several")
            with w.if_(nonzero(intersection(several, minus(several, ONE)))):
                w.return_(ZERO)
        if query == "consecutive":
            ends = [Call(extreme_of(lo, values, highest=highest), (cards,)) for highest in (True, False)]
            with w.if_(all_of(nonzero(cards), unequal(minus(*ends), minus(lo.cards.size(cards), ONE)))):
                w.return_(ZERO)
        w.return_(ONE)

    return write


def _pattern_of_many(lo: Lowering, expr: g.Pattern, values: tuple[int | None, ...]) -> Callable[[FunctionBuilder], None]:
    """Emit the test card by card, with the values found so far as bits of a word."""
    order = sorted({v for v in values if v is not None})
    if len(order) > MOST_VALUES:
        raise LoweringRefused(Construct.MANY_VALUES, expr.span)
    ranks = tuple(-1 if value is None else order.index(value) for value in values)

    def write(w: FunctionBuilder) -> None:
        seen, count = w.variable(ZERO, "seen"), w.variable(ZERO, "count")
        with lo.cards.each(w, Var("cards"), "card") as card:
            rank = w.variable(lo.look_up(ranks, card), "rank")
            with w.if_(compare("<", rank, ZERO)):
                w.return_(ZERO)
            if expr.pattern != "alike":
                with w.if_(contains(seen, rank)):
                    w.return_(ZERO)
            w.assign(seen, union(seen, single(rank)))
            w.assign(count, plus(count, ONE))
        if expr.pattern == "alike":
            w.return_(as_number(equal(intersection(seen, minus(seen, ONE)), ZERO)))
        elif expr.pattern == "distinct":
            w.return_(ONE)
        else:
            with w.if_(equal(seen, ZERO)):
                w.return_(ONE)
            first = lo.look_up(tuple(order), lowest_bit(seen))
            last = lo.look_up(tuple(order), _highest(lo, seen))
            w.return_(as_number(equal(minus(last, first), minus(count, ONE))))

    return write


def _highest(lo: Lowering, members: Value) -> Value:
    """The highest member of a set of one word that is not empty."""

    def write(w: FunctionBuilder) -> None:
        found = w.variable(ZERO, "found")
        with w.each(Var("members"), "member") as member:
            w.assign(found, member)
        w.return_(found)

    return Call(lo.define("highest_member", "highest_member", ("members",), write), (members,))


def _values(lo: Lowering, attribute: str) -> tuple[int | None, ...]:
    if attribute in lo.game.measure:
        return tuple(lo.game.faces.measure(attribute))
    found = lo.game.faces.attribute(attribute)
    return tuple(None if name is None else lo.rules.compiler.symbol(attribute, name) for name in found)


# ------------------------------------------------------------------------- faces


CARDS: Final = Var("cards")
DISTINGUISHED: Final = Var("distinguished")


def literal_cards(lo: Lowering, expr: g.Cards) -> Value:
    """Return the cards that a text names, each in its written reading or as itself."""
    numbers = lo.rules.compiler.written_faces(expr)
    chosen = [options[0] if options else card for options, card in zip(numbers, expr.cards, strict=True)]
    return Const(chosen[0]) if expr.type.kind == "card" else lo.cards.constant(mask_of(chosen))


def read_as(lo: Lowering, expr: g.ReadAs, scope: Scope) -> Value:
    """Test whether a card in a group is read as another: as a card with the same attributes."""
    faces = lo.game.faces
    signs = (-1, *((sign[0] if n < faces.pack else sign[1]) for n, sign in enumerate(lo.rules.layout.faces.signs)))
    own = (-1, *(faces.kind[card] for card in lo.rules.layout.faces.base))
    card, reading = (plus(lo.value(of, scope), ONE) for of in (expr.card, expr.reading))
    return as_number(equal(lo.look_up(signs, card), lo.look_up(own, reading)))


def card_of(lo: Lowering, face: Value) -> Value:
    """Return the card of a face, or nobody for nobody."""
    if not lo.rules.layout.faces.read:
        return face
    return lo.look_up((-1, *lo.rules.layout.faces.base), plus(face, ONE))


def cards_of(lo: Lowering, faces: Value) -> Value:
    """The cards to which some faces belong."""
    known = lo.cards.known(faces)
    if not lo.rules.layout.faces.read:
        return faces
    if known is not None:
        return lo.cards.constant(lo.rules.layout.faces.physical(known))
    pack, of = lo.cards.constant(lo.rules.layout.pack), Var("faces")

    def write(w: FunctionBuilder) -> None:
        with w.if_(lo.cards.is_subset(of, pack)):
            w.return_(of)
        found = lo.cards.new(w, "found")
        with lo.cards.each(w, of, "face") as face:
            lo.cards.insert(w, found, lo.look_up(lo.rules.layout.faces.base, face))
        w.return_(found)

    return Call(lo.define("cards_of", "cards_of", ("faces",), write, keeps=True), (faces,))


def all_faces(lo: Lowering, cards: Value) -> Value:
    """All faces of some cards."""
    known = lo.cards.known(cards)
    if not lo.rules.layout.faces.read:
        return cards
    if known is not None:
        return lo.cards.constant(lo.rules.layout.faces.expanded(known))

    expansion = lo.rules.layout.faces.expansion
    several = lo.cards.constant(mask_of([card for card, faces in enumerate(expansion) if faces != 1 << card]))

    def write(w: FunctionBuilder) -> None:
        found = lo.cards.copy(w, CARDS, "found")
        with lo.cards.each(w, lo.cards.intersection(CARDS, several), "card") as card:
            lo.cards.add(w, found, lo.cards.look_up(expansion, card))
        w.return_(found)

    return Call(lo.define("all_faces", "all_faces", ("cards",), write, keeps=True), (cards,))


def taken_over(lo: Lowering, card: Value, face: Value) -> Value:
    """Return the face of a card with the reading of another face, or the card as itself if it cannot have that reading."""
    faces = lo.rules.layout.faces
    if not faces.read:
        return card
    readings = [(faces.faces.kind[one.like], one.settings) for one in faces.faces.faces]
    first = sorted({readings.index(reading) for reading in readings})
    table = tuple(faces.taken_over(own, wanted) for own in range(faces.faces.pack) for wanted in first)
    reading = lo.look_up(tuple(first.index(readings.index(one)) for one in readings), face)
    return lo.look_up(table, plus(binary("*", card, Const(len(first))), reading))


def without_readings(lo: Lowering, expr: Expr, scope: Scope) -> Value:
    """Return a value in which every card has its own face, without readings."""
    value = lo.value(expr, scope)
    if expr.type.kind == "card":
        return card_of(lo, value)
    return cards_of(lo, value) if expr.type.kind in ("cards", "group") and not is_plain(expr) else value


def is_plain(expr: Expr) -> bool:
    """Return whether a set certainly contains only cards as themselves."""
    if isinstance(expr, g.Where):
        return is_plain(expr.members)
    if isinstance(expr, g.Operation):
        return expr.operator in ("union", "minus") and all(map(is_plain, expr.operands))
    return isinstance(expr, g.InZone | g.Recall | g.AllCards)


# ---------------------------------------------------------------------------------------------- equal cards


def representatives(lo: Lowering, parameter: g.Parameter, among: Value) -> Value:
    """Return the cards from which one is chosen, with only one of several equal cards. In a pile equal cards differ in their
    place.
    """
    if not lo.rules.layout.faces.plural or parameter.type.kind != "card" or _out_of_a_pile(lo, parameter.domain):
        return among
    if parameter.unseen:  # each reading is equally likely, and equal readings count several times
        return among
    write = _of_masks(lo) if lo.plan.width == 1 else _of_many(lo)
    name = lo.define("apart", "one_of_equals", ("cards", "distinguished"), write, keeps=True)
    return Call(name, (among, distinguished_cards(lo)))


def _of_masks(lo: Lowering) -> Callable[[FunctionBuilder], None]:
    """Emit the choice of representatives by one mask for each class of equal cards."""
    classes = [members for members in lo.rules.layout.faces.of_class.values() if members.bit_count() > 1]

    def write(w: FunctionBuilder) -> None:
        kept = w.variable(difference(CARDS, Const(sum(classes))), "kept")
        for members in classes:
            equals = w.variable(intersection(CARDS, Const(members)), "equals")
            w.assign(kept, union(kept, _first(difference(equals, DISTINGUISHED)), _first(intersection(equals, DISTINGUISHED))))
        w.return_(kept)

    return write


def _of_many(lo: Lowering) -> Callable[[FunctionBuilder], None]:
    """Emit the choice card by card, for cards with an equal one before them."""
    sets = lo.cards
    classes = lo.rules.layout.faces
    before = [classes.of_class[known] & (1 << face) - 1 for face, known in enumerate(classes.class_of)]
    later = sets.constant(mask_of([face for face, earlier in enumerate(before) if earlier]))

    def write(w: FunctionBuilder) -> None:
        doubtful = w.variable(sets.intersection(CARDS, later), "doubtful")
        with w.if_(negation(sets.nonempty(doubtful))):
            w.return_(CARDS)
        spare = sets.new(w, "spare")
        distinguished, others = (
            w.variable(sets.intersection(CARDS, DISTINGUISHED), "distinguished"),
            w.variable(sets.difference(CARDS, DISTINGUISHED), "others"),
        )
        with sets.each(w, doubtful, "card") as card:
            among = w.variable(choose(sets.contains(distinguished, card), distinguished, others), "among")
            with w.if_(sets.intersects(among, sets.look_up(before, card))):
                sets.insert(w, spare, card)
        w.return_(sets.difference(CARDS, spare))

    return write


def equal_to(lo: Lowering) -> tuple[int, ...]:
    """The cards of each kind."""
    found: dict[int, int] = {}
    for card, kind in enumerate(lo.game.faces.kind):
        found[kind] = found.get(kind, 0) | 1 << card
    return tuple(found.values())


def _first(cards: Value) -> Value:
    """The set of the first card of a set, or the empty one."""
    return intersection(cards, minus(ZERO, cards))


def _out_of_a_pile(lo: Lowering, domain: Expr | None) -> bool:
    return any(isinstance(part, g.InZone) and lo.game.zone[part.zone].ordered for part in parts(domain))


def distinguished_cards(lo: Lowering) -> Value:
    """Return the cards that are distinguished from their equals now."""
    sets = lo.cards

    def write(w: FunctionBuilder) -> None:
        found = sets.copy(w, sets.constant(lo.rules.compiler.named), "found")
        for slot in lo.rules.layout.memory.values():
            if slot.cell.kind == "mark":
                for owner in range(slot.count):
                    sets.add(w, found, sets.at(lo.plan.set_address(slot.slot, Const(owner))))
            if slot.cell.kind == "reference" and slot.cell.type.kind == "card":
                for place in (Const(slot.slot + owner) for owner in range(slot.count)):
                    with w.if_(compare(">=", load(place), ZERO)):
                        sets.insert(w, found, load(place))
        w.return_(found)

    return Call(lo.define("distinguished", "distinguished", (), write, keeps=True), ())
