"""Enumeration of the subsets of some cards that satisfy a condition, from the lowest mask up.

Bounds come first: the enumeration is narrowed by conditions that fix the total under a measure, fix the set itself, or bound
its size. Other conditions are tested set by set.

Subsets with a total are found depth first, from the highest card down, and pushed onto the stack. If a set fits into one word,
a table is made first. It lists, as bits of a word, the totals that the cards below each card can reach, so that the search
enters no branch without a result. The table is used until a query has other cards. Whether such a subset exists is decided
without an enumeration.

If the interpreter's card groups have a table of the shapes that satisfy a condition, up to equal cards, its shapes are the
paths down a tree over kinds of cards. The tree is stored in tables in preorder. Each node also stores the next node if its card
is missing, so the traversal is a single loop. A hand from which cards have been laid down is often searched again. The paths
found are therefore recorded, and for a subset of the same cards only these are tried. For each shape, the first cards of each
kind are taken. If memory distinguishes equal cards, every distinguishable choice is taken once. Faces that can be added to a
group are found by a number made of the classes of its faces, which only narrows the choice: the condition itself is tested for
each card.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import comb
from typing import Final

from cartaro_engine.ir.builder import FunctionBuilder
from cartaro_engine.ir.folding import (
    ONE,
    TRUE,
    ZERO,
    all_of,
    any_of,
    as_number,
    binary,
    choose,
    compare,
    difference,
    equal,
    intersection,
    load,
    minus,
    negation,
    nonzero,
    plus,
    popcount,
    single,
    unequal,
    union,
)
from cartaro_engine.ir.nodes import AsNumber, Call, Const, Lookup, PopCount, Test, Value, Var
from cartaro_engine.lower import sets as faces
from cartaro_engine.lower.compiler import Lowering
from cartaro_engine.lower.sets import bits, printed, weighing
from cartaro_engine.memory.layout import MEMBERS_IN_A_WORD, MOST_PATH_WORDS, PATH_HEAD_WORDS, TOTAL_WORDS, Scope
from cartaro_engine.memory.sets import SetAlgebra
from cartaro_engine.memory.traps import FULL
from cartaro_grammar import Expr, conjuncts
from cartaro_grammar import game as g
from cartaro_interpreter import (
    MOST_SUBSETS,
    KnownTotal,
    NumberBound,
    SameSet,
    SignedTerms,
    TotalBound,
    facts_about_set,
    free_locals,
    has_pattern,
    of_a_sum,
    on_the_set,
)

# ------------------------------------------------------------------------ totals


MOST_REACHED: Final = 62
"""The greatest total that is stored as a bit of a word."""
WITHIN: Final = Const((1 << MOST_REACHED + 1) - 1)
ANYTHING: Final = (-(1 << 62), 1 << 62)

Weights = tuple[int, ...]


def extent(lo: Lowering, value: Value) -> tuple[int, int]:
    """Return the least and greatest value, as far as the form of the value shows."""
    match value:
        case Const(value=known):
            return known, known
        case Lookup(table=table):
            entries = next(values for values, name in lo.tables.items() if name == table)
            return min(entries), max(entries)
        case PopCount():
            return 0, 63
        case AsNumber():
            return 0, 1
        case _:
            return ANYTHING


def light_enough(lo: Lowering, w: FunctionBuilder, weights: Weights, among: Value, total: Value, less: int = 0) -> Value:
    """Return the cards of a domain that are not too heavy to be in a set with a total; `less` is reserved for a further
    card.
    """
    heaviest = max(weights)
    upto = tuple(sum(1 << n for n, weight in enumerate(weights) if weight <= t - less) for t in range(heaviest + less))
    cards = w.variable(among, "light")
    with w.if_(compare("<", total, Const(len(upto)))):
        w.assign(cards, lo.cards.intersection(cards, lo.cards.look_up(upto, total)))
    return cards


def push_subsets(lo: Lowering, w: FunctionBuilder, weights: Weights, cards: Value, total: Value, most: int) -> None:
    """Emit that the subsets of some cards with a total, from 0 to `most`, are pushed onto the stack."""
    nothing = lo.cards.constant(0)
    if lo.plan.width > 1 or max(weights) > MOST_REACHED:
        w.call(_pushing_subsets(lo, weights, tabulated=False), cards, total, nothing)
        return
    near: Test = TRUE
    if most > MOST_REACHED:
        near = compare("<=", total, Const(MOST_REACHED))
        with w.if_(negation(near)):
            w.call(_pushing_subsets(lo, weights, tabulated=False), cards, total, nothing)
    with w.if_(all_of(near, _is_reached(Call(_tabulating_totals(lo, weights), (cards,)), total))):
        w.call(_pushing_subsets(lo, weights, tabulated=True), cards, total, nothing)


def reaching(lo: Lowering, weights: Weights, most: int, *, several: bool) -> str:
    """Define a function that returns whether a subset of the cards has a given total weight, at most `most`, or one of several
    totals. All cards have weights.
    """
    cards, total = Var("cards"), Var("total")

    def by_listing(w: FunctionBuilder) -> None:
        top = w.variable(load(Const(lo.plan.top)), "top")
        w.call(
            _pushing_subsets(lo, weights, tabulated=False),
            light_enough(lo, w, weights, cards, total, int(several)),
            total,
            lo.cards.constant(0),
        )
        found = w.variable(as_number(unequal(top, load(Const(lo.plan.top)))), "found")
        w.store(Const(lo.plan.top), top)
        w.return_(found)

    def write(w: FunctionBuilder) -> None:
        if max(weights) > MOST_REACHED:
            by_listing(w)
            return
        if most > MOST_REACHED:
            with w.if_(compare(">", total, Const(MOST_REACHED))):
                by_listing(w)
        if lo.plan.width > 1:
            _in_one_pass(lo, w, weights, light_enough(lo, w, weights, cards, total, int(several)), total)
            return
        possible = all_of(compare(">", total, ZERO), _is_reached(Call(_tabulating_totals(lo, weights), (cards,)), total))
        if not several:
            w.return_(as_number(possible))
            return
        with w.if_(possible), w.each(light_enough(lo, w, weights, cards, total, 1), "card") as card:
            rest = minus(total, lo.look_up(weights, card))
            with w.if_(_is_reached(_below(lo, card), rest)):
                w.return_(ONE)
        w.return_(ZERO)

    return lo.define(("reaching", weights, several, most > MOST_REACHED), "reach", ("cards", "total"), write)


def _in_one_pass(lo: Lowering, w: FunctionBuilder, weights: Weights, cards: Value, total: Value) -> None:
    """Emit the return of whether some cards reach a total, without a table."""
    with w.if_(negation(lo.cards.nonempty(cards))):
        w.return_(ZERO)
    reached = w.variable(ONE, "reached")
    with lo.cards.each(w, cards, "card") as card:
        w.assign(reached, _with_one_more(lo, weights, reached, card))
    w.return_(intersection(binary(">>", reached, total), ONE))


def _is_reached(reached: Value, total: Value) -> Test:
    return nonzero(intersection(binary(">>", reached, total), ONE))


def _below(lo: Lowering, card: Value) -> Value:
    """Return the tabulated totals of the cards below one card."""
    return load(Const(lo.plan.totals + TOTAL_WORDS), card)


def _with_one_more(lo: Lowering, weights: Weights, reached: Value, card: Value) -> Value:
    """Return the totals that can be reached with one more card."""
    return intersection(WITHIN, union(reached, binary("<<", reached, lo.look_up(weights, card))))


def _tabulating_totals(lo: Lowering, weights: Weights) -> str:
    """Define a function that returns the totals that some cards reach, as bits, and tabulates those below each card."""
    whose, which, known = (Const(lo.plan.totals + n) for n in range(TOTAL_WORDS))
    lo.table(weights)
    index = Const(list(lo.tables).index(weights) + 1)

    def write(w: FunctionBuilder) -> None:
        with w.if_(all_of(equal(load(whose), Var("cards")), equal(load(which), index))):
            w.return_(load(known))
        reached = w.variable(ONE, "reached")
        with w.each(Var("cards"), "card") as card:
            w.store(plus(Const(lo.plan.totals + TOTAL_WORDS), card), reached)
            w.assign(reached, _with_one_more(lo, weights, reached, card))
        for place, value in ((whose, Var("cards")), (which, index), (known, reached)):
            w.store(place, value)
        w.return_(reached)

    return lo.define(("noting", weights), "totals", ("cards",), write)


def _pushing_subsets(lo: Lowering, weights: Weights, *, tabulated: bool) -> str:
    """Define a function that pushes onto the stack every subset of some cards that adds up to the rest of a total, united with
    the cards already taken.
    """
    cards, left, taken = Var("cards"), Var("left"), Var("taken")
    top, sets = Const(lo.plan.top), lo.cards
    below = tuple((1 << card) - 1 for card in range(len(weights)))

    def write(w: FunctionBuilder) -> None:
        with sets.each(w, light_enough(lo, w, weights, cards, left), "card") as card:
            before = sets.release(w, None)
            rest = w.variable(minus(left, lo.look_up(weights, card)), "rest")
            with w.if_(_is_reached(_below(lo, card), rest) if tabulated else TRUE):
                more = w.variable(sets.union(taken, sets.single(card)), "more")
                with w.if_(equal(rest, ZERO)):
                    with w.if_(compare(">", load(top), Const(lo.plan.visited - lo.plan.width))):
                        w.trap(FULL)
                    sets.store(w, load(top), more)
                    w.store(top, plus(load(top), Const(lo.plan.width)))
                with w.if_(compare(">=" if 0 in weights else ">", rest, ZERO)):
                    lower = minus(single(card), ONE) if lo.plan.width == 1 else sets.look_up(below, card)
                    w.call(_pushing_subsets(lo, weights, tabulated=tabulated), sets.intersection(cards, lower), rest, more)
            sets.release(w, before)

    return lo.define(("listing", weights, tabulated), "sets", ("cards", "left", "taken"), write)


# ------------------------------------------------------------------------ bounds


ANY_NUMBER = 1 << 10
HEAVIEST = 1 << 10
"""The greatest weight for which sets are found by their total; with larger or negative weights, sets are tested one by one."""


@dataclass(frozen=True, slots=True)
class ScopedCondition:
    """A condition in its scope; `words` maps the names that the condition uses to parameters of the act."""

    expr: Expr
    scope: Scope
    words: Mapping[str, str]

    def needs(self) -> frozenset[str]:
        """The parameters that the condition mentions."""
        return frozenset(self.words[name] for name in free_locals(self.expr) if name in self.words)

    def word(self, parameter: str) -> str:
        """The name that the condition uses for a parameter."""
        return next(word for word, known in self.words.items() if known == parameter)


@dataclass(slots=True)
class LoweredBounds:
    """Bounds on a set that is searched for: its weights and their total, the set itself, bounds on its size."""

    weights: tuple[int, ...] | None = None
    total: Value = ZERO
    exactly: Value | None = None
    low: int = 1
    high: int = ANY_NUMBER
    least: list[Value] = field(default_factory=list[Value])
    most: list[Value] = field(default_factory=list[Value])

    def fits(self, sets: SetAlgebra, chosen: Value) -> Test:
        """Test whether the size of a set that is not empty is within the bounds."""
        size = sets.size(chosen)
        low = compare(">=", size, Const(self.low)) if self.low > 1 else sets.nonempty(chosen)
        high = [compare("<=", size, Const(self.high))] if self.high < ANY_NUMBER else []
        more = (compare(">=", size, value) for value in self.least)
        return all_of(low, *high, *more, *(compare("<=", size, value) for value in self.most))

    def fixed_number(self) -> bool:
        """Return whether the bounds on the size are known before play, and no more than "some" or "several"."""
        return self.low <= 2 and self.high == ANY_NUMBER and not self.least and not self.most

    def at_least(self, value: Value) -> None:
        """Bound the number from below."""
        if isinstance(value, Const):
            self.low = max(self.low, value.value)
        else:
            self.least.append(value)

    def at_most(self, value: Value) -> None:
        """Bound the number from above."""
        if isinstance(value, Const):
            self.high = min(self.high, value.value)
        else:
            self.most.append(value)


def absorb(lo: Lowering, bounds: LoweredBounds, condition: ScopedCondition, parameter: str) -> bool:
    """Add a condition to the bounds of a set, if it has the form of a bound. Return whether it has."""
    scope = condition.scope
    match facts_about_set(condition.expr, condition.word(parameter)):
        case SameSet(other) if bounds.exactly is None:
            bounds.exactly = lo.value(other, scope)
        case KnownTotal(total, value) if bounds.weights is None and (weights := _weights(lo, total, scope)) is not None:
            bounds.weights, bounds.total = weights, _signed(lo, value, scope)
        case NumberBound(value, least, most):
            number = _signed(lo, value, scope)
            if least is not None:
                bounds.at_least(plus(number, Const(least)))
            if most is not None:
                bounds.at_most(minus(number, Const(-most)))
        case SameSet() | KnownTotal() | TotalBound() | None:
            return False
    return True


def _weights(lo: Lowering, total: g.Total, scope: Scope) -> tuple[int, ...] | None:
    """Return the weight of each card in a sum that depends only on attributes, if all weights are small; else None."""
    alone = free_locals(total.amount) <= {total.variable}
    weights = printed(lo, total.members, total.variable, total.amount, scope) if alone else None
    return weights if weights is not None and all(0 <= weight <= HEAVIEST for weight in weights) else None


def _signed(lo: Lowering, terms: SignedTerms, scope: Scope) -> Value:
    """The value of a signed sum."""
    value: Value = ZERO
    for sign, term in terms:
        value = (plus if sign > 0 else minus)(value, lo.value(term, scope))
    return value


# -------------------------------------------------------------------- set search


ALWAYS_FREE, MOST_FREE = 16, 20
"""The largest number of cards among which sets without a total are searched for; above the first number, only if no more than
the interpreter's `MOST_SUBSETS` have a size within the bounds.
"""
Inner = Callable[[], None]


def choose_set(
    lo: Lowering, w: FunctionBuilder, bounds: LoweredBounds, among: Value, chosen: Var, inner: Inner, *, any_will_do: bool
) -> None:
    """Emit the enumeration of the subsets of a domain that fit, with `inner` for each. With `any_will_do`, emit `inner` once if
    there is such a set, and do not bind the set.
    """
    if bounds.exactly is not None:
        _the_one(lo, w, bounds, among, chosen, inner)
    elif bounds.weights is None:
        free = _subsets_without_total if lo.plan.width == 1 else _subsets_of_many_without_total
        free(lo, w, bounds, among, chosen, inner)
    else:
        _with_total(lo, w, bounds, bounds.weights, among, chosen, inner, any_will_do=any_will_do)


def _with_total(
    lo: Lowering,
    w: FunctionBuilder,
    bounds: LoweredBounds,
    weights: Weights,
    among: Value,
    chosen: Var,
    inner: Inner,
    *,
    any_will_do: bool,
) -> None:
    least, most = extent(lo, bounds.total)
    total = w.let(bounds.total, "total")
    with w.if_(TRUE if least >= 0 else compare(">=", total, ZERO)):
        if bounds.high == 1 and not bounds.most and not bounds.least:
            _one_card(lo, w, weights, among, total, most, chosen, inner, any_will_do=any_will_do)
        elif any_will_do and bounds.fixed_number() and min(weights) > 0:
            function = reaching(lo, weights, most, several=bounds.low > 1)
            with w.if_(nonzero(Call(function, (among, total)))):
                inner()
        else:
            _listed(lo, w, bounds, weights, among, total, most, chosen, inner)


def _the_one(lo: Lowering, w: FunctionBuilder, bounds: LoweredBounds, among: Value, chosen: Var, inner: Inner) -> None:
    assert bounds.exactly is not None
    w.assign(chosen, bounds.exactly)
    weight = () if bounds.weights is None else (equal(Call(weighing(lo, bounds.weights), (chosen,)), bounds.total),)
    with w.if_(all_of(lo.cards.is_subset(chosen, among), bounds.fits(lo.cards, chosen), *weight)):
        inner()


def _subsets_without_total(
    lo: Lowering, w: FunctionBuilder, bounds: LoweredBounds, among: Value, chosen: Var, inner: Inner
) -> None:
    """Emit every set of a few cards: the next higher one is made by subtracting the domain."""
    cards = w.let(among, "cards")
    with w.if_(compare(">", popcount(cards), Const(ALWAYS_FREE))):
        _refuse_too_many(lo, w, bounds, popcount(cards))
    w.assign(chosen, ZERO)
    with w.loop():
        w.assign(chosen, intersection(minus(chosen, cards), cards))
        with w.if_(equal(chosen, ZERO)):
            w.break_()
        with w.if_(bounds.fits(lo.cards, chosen)):
            inner()


def _refuse_too_many(lo: Lowering, w: FunctionBuilder, bounds: LoweredBounds, cards: Value) -> None:
    """Emit a trap if there are too many cards, or too many of their subsets have a size within the bounds."""
    with w.if_(compare(">", cards, Const(MOST_FREE))):
        w.trap(FULL)
    least, most = w.variable(Const(max(1, bounds.low)), "least"), w.variable(cards, "most")
    for bound in bounds.least:
        value = w.let(bound, "bound")
        w.assign(least, choose(compare(">", value, least), value, least))
    for bound in (Const(bounds.high), *bounds.most):
        value = w.let(bound, "bound")
        w.assign(most, choose(compare("<", value, most), value, most))
    row = MOST_FREE + 2
    smaller = tuple(sum(comb(n, k) for k in range(size)) for n in range(MOST_FREE + 1) for size in range(row))
    with w.if_(compare("<=", least, most)):
        first = w.let(binary("*", cards, Const(row)), "first")
        fitting = minus(lo.look_up(smaller, plus(first, plus(most, ONE))), lo.look_up(smaller, plus(first, least)))
        with w.if_(compare(">", fitting, Const(MOST_SUBSETS))):
            w.trap(FULL)


def _subsets_of_many_without_total(
    lo: Lowering, w: FunctionBuilder, bounds: LoweredBounds, among: Value, chosen: Var, inner: Inner
) -> None:
    """Emit the enumeration for sets of several words: the cards are listed on the stack, and their indices chosen."""
    top, sets = Const(lo.plan.top), lo.cards
    first = w.variable(load(top), "first")
    end = w.variable(first, "end")
    with sets.each(w, among, "card") as card:
        with w.if_(compare(">=", minus(end, first), Const(ALWAYS_FREE))):
            w.trap(FULL)
        w.store(end, card)
        w.assign(end, plus(end, ONE))
    w.store(top, end)
    with w.count(ONE, binary("<<", ONE, minus(end, first)), "places") as places:
        before = sets.release(w, None)
        w.assign(chosen, sets.new(w, "chosen"))
        with w.each(places, "place") as place:
            sets.insert(w, chosen, load(first, place))
        with w.if_(bounds.fits(sets, chosen)):
            inner()
        sets.release(w, before)
    w.store(top, first)


def _one_card(
    lo: Lowering, w: FunctionBuilder, weights: Weights, among: Value, total: Value, most: int, chosen: Var, inner: Inner,
    *, any_will_do: bool,
) -> None:  # fmt: skip
    sets, heaviest = lo.cards, max(weights)
    exactly = tuple(sum(1 << n for n, weight in enumerate(weights) if weight == t) for t in range(heaviest + 1))
    with w.if_(TRUE if most <= heaviest else compare("<=", total, Const(heaviest))):
        fitting = sets.intersection(among, sets.look_up(exactly, total))
        if any_will_do:
            with w.if_(sets.nonempty(fitting)):
                inner()
            return
        with sets.each(w, fitting, "card") as card:
            before = sets.release(w, None)
            w.assign(chosen, sets.single(card))
            inner()
            sets.release(w, before)


def _listed(
    lo: Lowering,
    w: FunctionBuilder,
    bounds: LoweredBounds,
    weights: Weights,
    among: Value,
    total: Value,
    most: int,
    chosen: Var,
    inner: Inner,
) -> None:
    """Emit the loop over all sets with the total, from the stack."""
    top = Const(lo.plan.top)
    first = w.variable(load(top), "first")
    push_subsets(lo, w, weights, among, total, most)
    with each_stacked(lo, w, first, chosen), w.if_(bounds.fits(lo.cards, chosen)):
        inner()
    w.store(top, first)


@contextmanager
def each_stacked(lo: Lowering, w: FunctionBuilder, first: Var, chosen: Var) -> Generator[None, None, None]:
    """Emit a loop over the sets on the stack from an address on."""
    end = w.variable(load(Const(lo.plan.top)), "end")
    if lo.plan.width == 1:
        with w.count(first, end, "place") as place:
            w.assign(chosen, load(place))
            yield
        return
    place = w.variable(first, "place")
    with w.loop():
        with w.if_(compare(">=", place, end)):
            w.break_()
        before = lo.cards.release(w, None)
        w.assign(chosen, lo.cards.at(place))
        w.assign(place, plus(place, Const(lo.plan.width)))
        yield
        lo.cards.release(w, before)


def over_sets(lo: Lowering, expr: g.OverSets, scope: Scope) -> Value:
    """Return the sum or an extreme of a number over the sets of some cards that meet a condition; 0 if there is none."""
    among = lo.value(expr.cards, scope)

    def write(w: FunctionBuilder, inside: Scope) -> None:
        found, first = w.variable(ZERO, "found"), w.variable(ONE, "first")
        chosen = w.variable(lo.cards.constant(0), "chosen")
        within = inside.bind(expr.variable, chosen)
        left = [ScopedCondition(one, within, {expr.variable: expr.variable}) for one in conjuncts(expr.condition)]
        bounds = LoweredBounds()
        if not lo.may_stop(expr.condition):
            left = [one for one in left if expr.variable not in one.needs() or not absorb(lo, bounds, one, expr.variable)]

        def inner() -> None:
            with w.if_(all_of(*(lo.test(one.expr, one.scope) for one in left))):
                amount = w.let(lo.value(expr.amount, within), "amount")
                if expr.which == "total":
                    w.assign(found, plus(found, amount))
                else:
                    better = compare(">" if expr.which == "highest" else "<", amount, found)
                    with w.if_(any_of(nonzero(first), better)):
                        w.assign(found, amount)
                    w.assign(first, ZERO)

        choose_set(lo, w, bounds, Var("among"), chosen, inner, any_will_do=False)
        w.return_(found)

    key = ("over sets", replace(expr, cards=g.AllCards(expr.cards.type, expr.span)))
    return lo.outlined(key, expr.which, (expr.condition, expr.amount), scope, write, ("among", among))


# ------------------------------------------------------------------ shape search


ShapeKey = tuple[int, ...]

PRIME: Final = (1 << 36) - 5
"""The modulus of the numbers of groups: sums of some hundred, and the number of a set of cards, stay within a word."""


NEVER: Final = 0xFFFF
"""A number greater than the number of cards of any kind."""


def keys_of(lo: Lowering, condition: Expr) -> frozenset[ShapeKey]:
    """Return the shapes that satisfy a condition."""
    return lo.rules.compiler.shapes_of(condition).keys


def tabulated(lo: Lowering, parameter: g.Parameter, left: list[ScopedCondition]) -> Expr | None:
    """Return the condition whose table has the sets for a parameter. It joins the conditions only on this parameter, which are
    removed from the list. Return None if there is no such table: then the conditions are tested set by set.
    """
    own = frozenset((parameter.name,))
    named = [(one, one.word(parameter.name)) for one in left if one.needs() == own]
    wholes = [(one, whole) for one, word in named if (whole := on_the_set(lo.game, [one.expr], word)) is not None]
    if not any(parameter.freely or has_pattern(lo.game, whole) for _, whole in wholes):
        return None
    made = wholes[0][1] if len(wholes) == 1 else on_the_set(lo.game, [one.expr for one, _ in wholes], named[0][1])
    if made is None or not lo.rules.compiler.shapes_of(made).is_tabulated:
        return None
    for one, _ in wholes:
        left.remove(one)
    return made


@dataclass(frozen=True, slots=True)
class ShapeTree:
    """The nodes of a tree of shapes, from the top down. Each node has its class, its kind, the number of nodes of its kind
    above it, its depth, whether a shape ends there, and the node that follows its subtree.
    """

    classes: tuple[int, ...]
    kinds: tuple[int, ...]
    nth: tuple[int, ...]
    depths: tuple[int, ...]
    ends: tuple[int, ...]
    after: tuple[int, ...]


def shape_tree(lo: Lowering, keys: frozenset[ShapeKey]) -> ShapeTree:
    base, kind = lo.rules.layout.faces.base, lo.game.faces.kind
    kind_of = [kind[card] for card in base]
    rows: list[list[int]] = []
    path: list[int] = []
    before: ShapeKey = ()
    for key in sorted(keys):
        shared = next((n for n, (a, b) in enumerate(zip(before, key, strict=False)) if a != b), min(len(before), len(key)))
        for row in path[shared:]:
            rows[row][5] = len(rows)
        del path[shared:]
        kinds = [kind_of[known] for known in key]
        for depth in range(shared, len(key)):
            path.append(len(rows))
            rows.append([key[depth], kinds[depth], kinds[:depth].count(kinds[depth]), depth, int(depth + 1 == len(key)), 0])
        before = key
    for row in path:
        rows[row][5] = len(rows)
    columns = tuple(zip(*rows, strict=True)) if rows else ((0,), (0,), (NEVER,), (0,), (0,), (1,))
    return ShapeTree(*columns)


def narrowed(lo: Lowering, among: Value, condition: ScopedCondition, parameter: str) -> Value:
    """Return, from the table of a condition, the faces that may satisfy it together with other cards."""
    known = of_a_sum(lo.game, condition.expr, condition.word(parameter))
    if known is None or not has_pattern(lo.game, known[0]) or not lo.rules.compiler.shapes_of(known[0]).is_tabulated:
        return among
    others = lo.cards.union(*(lo.value(other, condition.scope) for other in known[1]))
    return lo.cards.intersection(among, Call(_adding(lo, known[0]), (others,)))


def _adding(lo: Lowering, condition: Expr) -> str:
    """Define a function that returns, for a set, the faces each of which would complete it to a satisfying set."""

    def write(w: FunctionBuilder) -> None:
        own, rows = _additions(lo, condition)
        if not rows:  # no group of cards from this pack fulfils the condition
            w.return_(lo.cards.constant(0))
            return
        masks = sorted(set(rows.values()))
        index_of = {mask: n for n, mask in enumerate(masks)}
        bits = len(masks).bit_length()
        table, longest = _hashed({wanted: wanted << bits | index_of[mask] for wanted, mask in rows.items()})
        wanted = w.variable(ZERO, "wanted")
        with lo.cards.each(w, Var("cards"), "face") as face:
            w.assign(wanted, plus(wanted, lo.look_up(own, face)))
        place = w.variable(wanted, "place")
        with w.loop(longest + 1):
            w.assign(place, intersection(place, Const(len(table) - 1)))
            entry = w.variable(lo.look_up(table, place), "entry")
            with w.if_(equal(binary(">>", entry, Const(bits)), wanted)):
                w.return_(lo.cards.look_up(masks, intersection(entry, Const((1 << bits) - 1))))
            with w.if_(compare("<", entry, ZERO)):
                w.return_(lo.cards.constant(0))
            w.assign(place, plus(place, ONE))

    return lo.define(("adding", condition), "added_to", ("cards",), write, keeps=True)


def _additions(lo: Lowering, condition: Expr) -> tuple[tuple[int, ...], dict[int, int]]:
    """Return a number for each face, and the possible additions to each set by the sum of the numbers of its faces."""
    more = lo.rules.compiler.shapes_of(condition).more
    weights = _shape_weights(lo, frozenset(more))
    rows = {sum([weights[n] for n in rest]): mask for rest, mask in more.items()}
    return tuple(weights[known] for known in lo.rules.layout.faces.class_of), rows


def _hashed(entries: Mapping[int, int]) -> tuple[tuple[int, ...], int]:
    """Return a table in which an entry is found by a number: the search begins at the place given by the number's last bits and
    ends before the next -1. Return also the largest number of places that a search examines.
    """
    size = 2 << len(entries).bit_length()
    found = [-1] * size
    longest = 0
    for wanted, entry in sorted(entries.items()):
        passed = 0
        while found[(wanted + passed) % size] >= 0:
            passed += 1
        found[(wanted + passed) % size] = entry
        longest = max(longest, passed + 1)
    return tuple(found), longest


def _shape_weights(lo: Lowering, keys: frozenset[ShapeKey]) -> tuple[int, ...]:
    """A number for each class, such that the sums of all keys differ. The numbers are powers of a base, modulo a prime."""
    of = 3
    while True:
        weights = tuple(pow(of, n + 1, PRIME) for n in range(lo.game.faces.count))
        if len({sum([weights[n] for n in key]) for key in keys}) == len(keys):
            return weights
        of += 2


# --------------------------------------------------------------------- made sets


FIELD_BITS: Final = 16
FIELD: Final = Const((1 << FIELD_BITS) - 1)
"""The largest number in a field, which is greater than the number of cards."""
KIND, NTH, CLASS = range(3)
"""The fields recorded of a node on the path to a shape: its kind, the number of its kind above it, its class."""
WAY_WORDS: Final = 2
"""The words recorded of a path before its nodes: its depth, and the bits of its kinds, which show soon if one is missing."""


def _packed(*columns: Sequence[int]) -> tuple[int, ...]:
    """Return a table of several columns packed into one, so that a node is read at once; all but the last column have numbers
    up to a field's maximum.
    """
    return tuple(sum(number << FIELD_BITS * n for n, number in enumerate(row)) for row in zip(*columns, strict=True))


def _field(entry: Value, number: int) -> Value:
    """Return one of the numbers packed into an entry."""
    shifted = binary(">>", entry, Const(FIELD_BITS * number)) if number else entry
    return shifted if number > 1 else intersection(shifted, FIELD)


@contextmanager
def for_each_satisfying_subset(
    lo: Lowering, w: FunctionBuilder, condition: Expr, among: Value, chosen: Var
) -> Generator[None, None, None]:
    """Emit a loop over the satisfying subsets of some cards."""
    top = Const(lo.plan.top)
    first = w.variable(load(top), "first")
    w.call(_enumerating(lo, condition), faces.cards_of(lo, among))
    with each_stacked(lo, w, first, chosen):
        yield
    w.store(top, first)


@dataclass(frozen=True, slots=True)
class _Enumeration:
    """Data of the function that enumerates satisfying subsets: the tree and the kinds of its nodes; variables with the
    addresses of the numbers of cards of each kind and of the current path in the tree; and the function's own sets.
    """

    tree: ShapeTree
    rows: tuple[int, ...]
    kind_of: tuple[int, ...]
    depth: int
    counts: Var
    way: Var
    distinguished: Var
    taken: Var

    @property
    def stride(self) -> int:
        """The number of words of a recorded path."""
        return self.depth + WAY_WORDS

    @property
    def bits_of_kinds(self) -> tuple[int, ...]:
        """Return a word with a bit for each kind; if there are many kinds, some share a bit."""
        return tuple(1 << kind % MEMBERS_IN_A_WORD for kind in range(max(self.kind_of) + 1))

    @property
    def bits_of_cards(self) -> tuple[int, ...]:
        """A word for each card with the bit of its kind."""
        return tuple(self.bits_of_kinds[kind] for kind in self.kind_of)

    def push(self, lo: Lowering, w: FunctionBuilder, deep: Value) -> None:
        """Emit that the sets of the shape at the end of the path are pushed onto the stack."""
        w.call(_pushing_shape(lo, self.depth), self.way, ZERO, deep, Var("cards"), self.distinguished, self.taken)


def _enumerating(lo: Lowering, condition: Expr) -> str:
    """Define a function that pushes the satisfying subsets of some cards onto the stack. While it runs, the stack holds the
    number of cards of each kind, then the nodes of the current path in the tree, and for each node which of the equal cards was
    chosen.
    """
    tree = shape_tree(lo, keys_of(lo, condition))
    kinds = faces.equal_to(lo)
    row_of = {next(iter(bits(members))): n for n, members in enumerate(kinds)}
    rows = tuple(row_of[kind] for kind in lo.game.faces.kind)
    depth = max(tree.depths) + 1
    top, which = Const(lo.plan.top), Const(lo.plan.recorded_paths)

    def write(w: FunctionBuilder) -> None:
        index = Const(len(lo.made))
        recorded = w.variable(
            as_number(all_of(equal(load(which), index), lo.cards.is_subset(Var("cards"), _of(lo)))), "recorded"
        )
        with w.if_(all_of(nonzero(recorded), equal(load(_end(lo)), Const(_first(lo))))):
            w.return_(ZERO)
        counts = w.variable(load(top), "counts")
        way = w.variable(plus(counts, Const(len(kinds))), "way")
        sets = w.variable(plus(way, Const(2 * depth)), "sets")
        with w.if_(compare(">", sets, Const(lo.plan.visited - lo.plan.width))):
            w.trap(FULL)
        distinguished = w.variable(lo.cards.intersection(faces.distinguished_cards(lo), Var("cards")), "distinguished")
        making = _Enumeration(
            tree, tuple(row_of[kind] for kind in tree.kinds), rows, depth, counts, way, distinguished, lo.cards.new(w, "taken")
        )
        w.store(top, sets)
        with w.if_(nonzero(recorded)):
            _retry_recorded_paths(lo, w, making, kinds)
        with w.if_(equal(recorded, ZERO)):
            with w.count(counts, way, "place", len(kinds)) as place:
                w.store(place, ZERO)
            with lo.cards.each(w, Var("cards"), "card") as card:
                at = w.variable(plus(counts, lo.look_up(rows, card)), "at")
                w.store(at, plus(load(at), ONE))
            _traverse_tree(lo, w, making, index)
        w.call(_moving_down(lo), sets, counts)

    return lo.define(("making", condition), "sets_made_of", ("cards",), write)


def _traverse_tree(lo: Lowering, w: FunctionBuilder, making: _Enumeration, index: Const) -> None:
    """Emit the traversal of the tree; the paths found are recorded, if there is room for them."""
    tree, which = making.tree, Const(lo.plan.recorded_paths)
    w.store(which, ZERO)
    node, end = w.variable(ZERO, "node"), w.variable(Const(_first(lo)), "end")
    with w.loop():
        with w.if_(compare(">=", node, Const(len(tree.classes)))):
            w.break_()
        ahead = w.variable(lo.look_up(_packed(making.rows, tree.nth, tree.after), node), "ahead")
        with w.if_(compare("<=", load(making.counts, _field(ahead, 0)), _field(ahead, 1))):
            w.assign(node, _field(ahead, 2))
            w.continue_()
        deep = w.variable(lo.look_up(_packed(tree.depths, tree.ends), node), "deep")
        ends = w.variable(_field(deep, 1), "ends")
        w.assign(deep, _field(deep, 0))
        w.store(plus(making.way, deep), lo.look_up(_packed(making.rows, tree.nth, tree.classes), node))
        with w.if_(nonzero(ends)):
            with w.if_(compare("<=", end, Const(_first(lo) + MOST_PATH_WORDS - making.stride))):
                w.store(end, deep)
                found = w.variable(ZERO, "found")
                with w.count(ZERO, plus(deep, ONE), "nth", making.depth) as nth:
                    passed = w.variable(load(making.way, nth), "passed")
                    w.store(plus(end, nth, Const(WAY_WORDS)), passed)
                    w.assign(found, union(found, lo.look_up(making.bits_of_kinds, _field(passed, KIND))))
                w.store(plus(end, ONE), found)
            w.assign(end, plus(end, Const(making.stride)))
            making.push(lo, w, deep)
        w.assign(node, plus(node, ONE))
    with w.if_(compare("<=", end, Const(_first(lo) + MOST_PATH_WORDS))):
        w.store(which, index)
        w.store(_end(lo), end)
        lo.cards.store(w, plus(which, Const(PATH_HEAD_WORDS)), Var("cards"))


def _retry_recorded_paths(lo: Lowering, w: FunctionBuilder, making: _Enumeration, kinds: tuple[int, ...]) -> None:
    """Emit the traversal of the recorded paths. Some of their cards, given by their kinds, may be missing now."""
    at, end = w.variable(Const(_first(lo)), "at"), w.variable(load(_end(lo)), "end")
    present = w.variable(ZERO, "present")
    with lo.cards.each(w, Var("cards"), "card") as card:
        w.assign(present, union(present, lo.look_up(making.bits_of_cards, card)))
    with w.loop():
        with w.if_(compare(">=", at, end)):
            w.break_()
        there = w.variable(as_number(equal(difference(load(at, ONE), present), ZERO)), "there")
        with w.if_(nonzero(there)):
            deep = w.variable(load(at), "deep")
            before = lo.cards.release(w, None)
            with w.count(ZERO, plus(deep, ONE), "nth", making.depth) as nth:
                node = w.variable(load(at, nth, Const(WAY_WORDS)), "node")
                w.store(plus(making.way, nth), node)
                with w.if_(_lacks(lo, w, node, kinds)):
                    w.assign(there, ZERO)
                    w.break_()
            lo.cards.release(w, before)
            with w.if_(nonzero(there)):
                making.push(lo, w, deep)
        w.assign(at, plus(at, Const(making.stride)))


def _lacks(lo: Lowering, w: FunctionBuilder, node: Value, kinds: tuple[int, ...]) -> Test:
    """Test whether the path above a node has used up the cards of its kind."""
    members = w.variable(lo.cards.look_up(kinds, _field(node, KIND)), "members")
    above = w.variable(_field(node, NTH), "above")
    few = compare("<=", lo.cards.size(lo.cards.intersection(Var("cards"), members)), above)
    return any_of(negation(lo.cards.intersects(Var("cards"), members)), all_of(nonzero(above), few))


def _end(lo: Lowering) -> Const:
    """Return the address of the word with the end of the recorded paths."""
    return Const(lo.plan.recorded_paths + 1)


def _of(lo: Lowering) -> Value:
    """The cards for which the paths were recorded."""
    return lo.cards.at(Const(lo.plan.recorded_paths + PATH_HEAD_WORDS))


def _first(lo: Lowering) -> int:
    """Return the address of the first recorded path."""
    return lo.plan.recorded_paths + PATH_HEAD_WORDS + lo.plan.width


def _moving_down(lo: Lowering) -> str:
    """Define a function that moves the stack from one address on down to another."""
    top = Const(lo.plan.top)

    def write(w: FunctionBuilder) -> None:
        end = w.variable(load(top), "end")
        w.store(top, plus(Var("to"), minus(end, Var("source"))))
        with w.loop():
            with w.if_(compare(">=", Var("source"), end)):
                w.break_()
            w.store(Var("to"), load(Var("source")))
            w.assign(Var("source"), plus(Var("source"), ONE))
            w.assign(Var("to"), plus(Var("to"), ONE))

    return lo.define("moving_down", "move_down", ("source", "to"), write)


def _pushing_shape(lo: Lowering, depth: int) -> str:
    """Define a function that pushes the sets of a shape. From an index of its classes on, it chooses cards: first a card that
    is not distinguished from equal cards, then a card that is.
    """
    names = ("way", "number", "last", "cards", "distinguished", "taken")
    way, nth, last, cards, distinguished, taken = map(Var, names)
    base, kind = lo.rules.layout.faces.base, lo.game.faces.kind
    kinds = [bits(members) for members in faces.equal_to(lo)]
    most = max(map(len, kinds))
    row_of = {own[0]: n for n, own in enumerate(kinds)}
    equals = tuple(card for own in kinds for card in (own + [-1] * most)[:most])
    row = tuple(row_of[kind[card]] * most for card in base)
    by_class = {(base[n], known): n for n, known in enumerate(lo.rules.layout.faces.class_of)}
    read = tuple(
        by_class.get((card, known), -1) if card >= 0 else -1
        for known in range(lo.game.faces.count)
        for card in (kinds[row_of[kind[base[known]]]] + [-1] * most)[:most]
    )
    top = Const(lo.plan.top)

    def write(w: FunctionBuilder) -> None:
        sets = lo.cards
        with w.if_(compare(">", nth, last)):
            with w.if_(compare(">", load(top), Const(lo.plan.visited - lo.plan.width))):
                w.trap(FULL)
            sets.store(w, load(top), taken)
            w.store(top, plus(load(top), Const(lo.plan.width)))
            w.return_(ZERO)
        known = w.variable(_field(load(way, nth), CLASS), "known")
        first = w.variable(ZERO, "first")
        with w.if_(compare(">", nth, ZERO)):
            above = w.variable(_field(load(way, minus(nth, ONE)), CLASS), "above")
            with w.if_(equal(lo.look_up(row, above), lo.look_up(row, known))):
                w.assign(first, plus(load(way, Const(depth), minus(nth, ONE)), ONE))
        passes = plus(ONE, as_number(sets.nonempty(distinguished)))
        with w.count(ZERO, passes, "apart", 2) as apart, w.count(first, Const(most), "equal") as one:
            card = w.variable(lo.look_up(equals, plus(lo.look_up(row, known), one)), "card")
            with w.if_(compare("<", card, ZERO)):
                w.break_()
            with w.if_(all_of(sets.contains(cards, card), equal(as_number(sets.contains(distinguished, card)), apart))):
                face = w.variable(lo.look_up(read, plus(binary("*", known, Const(most)), one)), "face")
                more = sets.copy(w, taken, "more")
                sets.insert(w, more, face)
                w.store(plus(way, Const(depth), nth), one)
                w.call(_pushing_shape(lo, depth), way, plus(nth, ONE), last, cards, distinguished, more)
                w.break_()

    return lo.define(("laying", depth), "lay_sets", names, write)
