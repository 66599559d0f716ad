"""Sets as terms: filters, quantifiers, sums, extremes and patterns, each expanded over all possible members."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cartaro_grammar import Expr, Type, parts
from cartaro_grammar import game as g
from cartaro_verify.encode import operations
from cartaro_verify.encode.encoder import Encoder
from cartaro_verify.terms import terms
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.unknowns import Cond, Num, Vec
from cartaro_verify.terms.values import Guarded, Read, SingleCard, Value, as_guarded, exactly, value_key

PRINTED = (g.Attribute, g.Local, g.Number, g.Symbol, g.Truth, g.Operation, g.Setting, Type)
"""What a filter is made of that asks only what is printed on a card."""


@dataclass(frozen=True, slots=True)
class Member:
    """A possible member of a set: whether it is one, as a condition and as a 0/1 number; `card` is its number, if it is one."""

    value: Value
    present: Cond
    weight: Num
    card: int = -1


def members(encoder: Encoder, expr: Expr, scope: TermScope) -> Iterator[Member]:
    """The possible members of a set, one after the other."""
    found = operations.as_set(encoder, expr, scope)
    if isinstance(found, Guarded):
        for value, condition in found.items:
            if condition is not False:
                yield Member(exactly(value), condition, terms.indicator(condition))
        return
    for card, element in enumerate(operations.cards_of(encoder, found)):
        if not (isinstance(element, int) and element == 0):
            one = Read(SingleCard(card), ("of", found.sign)) if isinstance(found, Read) else SingleCard(card)
            yield Member(one, terms.member(element), element, card)


def size(encoder: Encoder, expr: g.Size, scope: TermScope) -> Num:
    found = operations.as_set(encoder, expr.members, scope)
    if isinstance(found, Guarded):
        return terms.total(terms.indicator(condition) for _, condition in found.items)
    return terms.total(operations.cards_of(encoder, found))


def single(encoder: Encoder, expr: g.Single, scope: TermScope) -> Value:
    return operations.as_set(encoder, expr.member, scope)


def only(encoder: Encoder, expr: g.Only, scope: TermScope) -> Value:
    found = operations.as_set(encoder, expr.members, scope)
    if isinstance(found, Guarded):
        alone = [(v, terms.every(c, *(terms.no(d) for w, d in found.items if w != v))) for v, c in found.items]
        nobody = terms.no(terms.any_of(c for _, c in alone))
        return Guarded((*alone, (None, nobody)))
    vector = operations.cards_of(encoder, found)
    one = terms.equal(terms.total(vector), 1)
    return _as_read(found, expr, tuple(terms.choose(one, x, 0) for x in vector))


def _as_read(of: Value, expr: Expr, cards: Vec) -> Value:
    """Some cards of a set, read as they are in it."""
    return Read(cards, (expr, of.sign)) if isinstance(of, Read) else cards


def where(encoder: Encoder, expr: g.Where, scope: TermScope) -> Value:
    printed = _printed(encoder, expr, scope)
    if printed is not None:
        of = operations.as_set(encoder, expr.members, scope)
        if isinstance(of, tuple):
            return tuple(x if here else 0 for x, here in zip(of, printed, strict=True))
    found = list(members(encoder, expr.members, scope))
    kept = [_of_member(encoder, expr.condition, expr.variable, scope, m) for m in found]
    if expr.members.type.kind in ("card", "cards", "group"):
        chosen = {m.card: terms.choose(c, m.weight, 0) for m, c in zip(found, kept, strict=True)}
        cards = tuple(chosen.get(card, 0) for card in range(encoder.size))
        return _as_read(operations.as_set(encoder, expr.members, scope), expr, cards)
    values = [as_guarded(m.value).constant for m in found]
    return Guarded(tuple((v, terms.every(m.present, c)) for v, m, c in zip(values, found, kept, strict=True)))


def _printed(encoder: Encoder, expr: g.Where, scope: TermScope) -> tuple[bool, ...] | None:
    """For each card whether a filter lets it pass, where that is told by what is printed on it and by words with known values;
    else None.  Worked out once for the same values.
    """
    if expr.members.type.kind not in ("card", "cards"):
        return None
    if expr not in encoder.filters:
        asked = list(parts(expr.condition))
        read = tuple(sorted({part.name for part in asked if isinstance(part, g.Local)} - {expr.variable}))
        plain = all(isinstance(part, PRINTED) for part in asked) and not any(map(_divides, asked))
        encoder.filters[expr] = read if plain else None
    names = encoder.filters[expr]
    if names is None:
        return None
    values = [scope.locals[name] for name in names]
    if not all(map(_known, values)):
        return None
    key = (expr, tuple(value_key(value) for value in values))
    if key not in encoder.passing:
        cards = (encoder.truth(expr.condition, scope.binding(expr.variable, SingleCard(card))) for card in range(encoder.size))
        encoder.passing[key] = tuple(passes is True for passes in cards)
    return encoder.passing[key]


def _divides(part: object) -> bool:
    return isinstance(part, g.Operation) and part.operator == "remainder"


def _known(value: Value) -> bool:
    return isinstance(value, int | SingleCard) or (
        isinstance(value, Guarded) and [condition for _, condition in value.items] == [True]
    )


def _of_member(encoder: Encoder, condition: Expr, variable: str, scope: TermScope, member: Member) -> Cond:
    """Whether a condition holds of a possible member of a set; it is asked only of those that are in it."""
    with encoder.where(member.present):
        return encoder.truth(condition, scope.binding(variable, member.value))


def quantified(encoder: Encoder, expr: g.Quantified, scope: TermScope) -> Cond:
    found = list[Cond]()
    for member in members(encoder, expr.members, scope):
        condition = _of_member(encoder, expr.condition, expr.variable, scope, member)
        found.append(terms.every(member.present, terms.no(condition) if expr.quantifier == "every" else condition))
    exists = terms.any_of(found)
    return exists if expr.quantifier == "some" else terms.no(exists)


def total(encoder: Encoder, expr: g.Total, scope: TermScope) -> Num:
    family = _whole_family(expr)
    if family is not None:
        return terms.total(scope.state.zones[family, -1])
    addends, weights = list[Num](), list[int]()
    for member in members(encoder, expr.members, scope):
        with encoder.where(member.present):
            amount = encoder.number(expr.amount, scope.binding(expr.variable, member.value))
        known = isinstance(amount, int)
        addends.append(member.weight if known else terms.choose(member.present, amount, 0))
        weights.append(amount if isinstance(amount, int) else 1)
    return terms.total(addends, weights)


def _whole_family(expr: g.Total) -> str | None:
    """The family of whose groups a sum adds the sizes, if it is one."""
    members, amount = expr.members, expr.amount
    sizes = isinstance(amount, g.Size) and isinstance(amount.members, g.Local) and amount.members.name == expr.variable
    return members.zone if sizes and isinstance(members, g.InZone) and members.type.kind == "groups" else None


def extreme(encoder: Encoder, expr: g.Extreme, scope: TermScope) -> Num:
    """The highest or lowest of a measure; cards without it are passed over, and of no others it is 0."""
    measure, vector = encoder.game.measure[expr.measure], encoder.printed(expr.cards, scope)
    values = sorted({m for m in measure if m is not None}, reverse=expr.which == "lowest")
    result: Num = 0
    for value in values:
        here = terms.total(x for x, m in zip(vector, measure, strict=True) if m == value)
        result = terms.choose(terms.member(here), value, result)
    if not isinstance(result, int):
        encoder.axioms += [terms.at_least(result, min(0, *values)), terms.at_most(result, max(0, *values))]
    return result


def select(encoder: Encoder, expr: g.Select, scope: TermScope) -> Value:
    found = list(members(encoder, expr.members, scope))
    ranks = list[tuple[Num, ...]]()
    for member in found:
        with encoder.where(member.present):
            ranks.append(_ranks(encoder, expr, scope.binding(expr.variable, member.value)))
    best = list[Cond]()
    for i, member in enumerate(found):
        others = (j for j in range(len(found)) if j != i)
        beats = (terms.some(terms.no(found[j].present), _beats(ranks[i], ranks[j])) for j in others)
        best.append(terms.every(member.present, *beats))
    if expr.type.kind == "card":
        chosen = {m.card: terms.indicator(c) for m, c in zip(found, best, strict=True)}
        cards = tuple(chosen.get(card, 0) for card in range(encoder.size))
        return _as_read(operations.as_set(encoder, expr.members, scope), expr, cards)
    values = [as_guarded(m.value).constant for m in found]
    return Guarded((*zip(values, best, strict=True), (None, terms.no(terms.any_of(best)))))


def _ranks(encoder: Encoder, expr: g.Select, scope: TermScope) -> tuple[Num, ...]:
    """The keys of a member, the greater the better."""
    numbers = ((which, encoder.number(key, scope)) for which, key in expr.keys)
    return tuple(n if which == "highest" else terms.minus(0, n) for which, n in numbers)


def pattern(encoder: Encoder, expr: g.Pattern, scope: TermScope) -> Cond:
    """Whether cards have a pattern; a card without the attribute fits none."""
    vector = encoder.printed(expr.cards, scope)
    values: tuple[int | str | None, ...] = encoder.game.measure.get(expr.attribute) or encoder.attributes[expr.attribute]
    counts = {v: terms.total(x for x, w in zip(vector, values, strict=True) if w == v) for v in dict.fromkeys(values)}
    fits = terms.equal(counts.pop(None, 0), 0)
    match expr.pattern:
        case "alike":
            everything = terms.total(vector)
            return terms.every(fits, terms.any_of(terms.equal(n, everything) for n in counts.values()))
        case "distinct":
            return terms.every(fits, *(terms.at_most(n, 1) for n in counts.values()))
        case "consecutive":
            return terms.every(fits, *(terms.at_most(n, 1) for n in counts.values()), _unbroken(counts))


def _unbroken(counts: Mapping[int | str | None, Num]) -> Cond:
    """Whether no value is missing between two that are there."""
    numbers = [v for v in counts if isinstance(v, int)]
    there = {n: terms.member(counts[n]) for n in numbers}
    found = list[Cond]()
    for value in range(min(numbers, default=0), max(numbers, default=0) + 1):
        lower = terms.any_of(c for n, c in there.items() if n < value)
        higher = terms.any_of(c for n, c in there.items() if n > value)
        found.append(terms.some(terms.no(lower), terms.no(higher), there.get(value, False)))
    return terms.all_of(found)


def top(encoder: Encoder, expr: g.Top, scope: TermScope) -> Value:
    """Any one card of the pile: its order is not represented."""
    pile = encoder.cards(expr.pile, scope)
    key = ("top", scope.state.board, terms.keys(pile))
    if key not in encoder.memo:
        card = encoder.unknowns.cards("top", encoder.size, pile)
        any_card = terms.choose(terms.member(terms.total(pile)), 1, 0)
        encoder.axioms += [*terms.bits(card), terms.within(card, pile), terms.equal(terms.total(card), any_card)]
        encoder.memo[key] = (card, pile)
    return encoder.memo[key][0]


def _beats(a: tuple[Num, ...], b: tuple[Num, ...]) -> Cond:
    """Whether the ranks a come strictly before the ranks b, first key first."""
    if not a:
        return False
    return terms.some(terms.less(b[0], a[0]), terms.every(terms.equal(a[0], b[0]), _beats(a[1:], b[1:])))
