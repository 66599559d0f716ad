"""Expressions of the checked game as terms over a symbolic state.

`Encoder.value` takes an expression and a scope and returns a `Value` of the expression's type: numbers and truths as terms, a
set of cards as a 0/1 vector, one card as its number or (unknown) as a vector with at most one 1, players, sides and symbols as
`Guarded`. In a state without unknowns the value is a constant and equals the interpreter's: the tests compare them, construct
by construct.

A truth or number that depends on readings of cards becomes an unknown. The same expression of the same cards with the same
readings gives the same unknown. If it concerns only one group, it is bounded by its values over all possible groups. The
encoding allows more than the rules, never less.

`Definedness` returns conditions that include every case in which the interpreter would stop at an expression or effect, and
possibly more.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from weakref import WeakMethod

from cartaro_grammar import (
    CARD,
    CARDS,
    PLAYER,
    Clause,
    Expr,
    Game,
    Type,
    default,
    facts_of,
    parts,
    parts_reached,
    read_argument,
    subexpressions,
)
from cartaro_grammar import game as g
from cartaro_verify.encode.possible_groups import (
    PARTICIPANTS,
    Addends,
    DivisionTable,
    Groups,
    Readable,
    card_numbers,
    free_words,
    is_steady,
    total_and_size,
)
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.results import statements as st
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import (
    NOBODY,
    ActivePlayers,
    Guarded,
    NotCovered,
    OwnedPlace,
    Read,
    SingleCard,
    TermScope,
    Unread,
    Value,
    as_cards,
    as_guarded,
    as_number,
    as_truth,
    cleared,
    exactly,
    merge,
    taking_part,
    value_key,
)
from cartaro_verify.terms.terms import Cond, Num, Vec

# ----------------------------------------------------------------------- encoder


AbilityEncoder = WeakMethod[Callable[[g.Can, TermScope], Cond]]
"""The encoding of `P can A …` by the acts that own the encoder.  A strong reference would make a cycle. The acts and everything
that Z3 holds for them would then stay in memory until Python collects cycles, and Python does not know their size.
"""


class Encoder:
    """Encode one game: `value` returns the value of an expression, `axioms` collects facts about fresh terms."""

    def __init__(
        self,
        game: Game,
        context: ProofContext,
        can: AbilityEncoder | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game
        self.settings: Mapping[str, str] = settings or {}
        """The values of open options that are known here."""
        self.context = context
        self.variables = context.variables
        self.size = len(game.deck.cards)
        self.can = can
        self.shared: Container[int] = ()
        """The identities of expressions that are encoded only once for each value of `sharing_word` now."""
        self.sharing_word = ""
        self.shared_values = dict[tuple[int, object], Value]()
        self.axioms: list[Cond] = []
        self.memo: dict[object, tuple[Value, object]] = {}
        self.looking = context.of(game).looking
        self.filters: dict[g.Where, tuple[str, ...] | None] = {}
        """The words that a filter reads apart from the card, if it reads nothing else but printed attributes of cards."""
        self.passing: dict[object, tuple[bool, ...]] = {}
        """The cards that pass such a filter, for known values of these words."""
        self.printed_on: dict[object, tuple[Value, Value]] = {}
        self.sets: dict[object, tuple[list[tuple[Cond, Vec]], object]] = {}
        self.groups = context.of(game).groups
        self.divides = not all(isinstance(divisor, g.Number) and divisor.value > 0 for divisor in game.divisors)
        """Whether the divisor of some remainder may differ from a known number above 0."""
        self.breaks: list[Cond] = []
        """The conditions under which an encoded expression is undefined, so that play stops: the divisor of a remainder is less
        than 1.
        """
        self.broken: dict[object, list[Cond]] = {}
        """The same conditions for each cached definition."""
        self.compared = dict[Cond, tuple[Sequence[Member], Sequence[tuple[Num, ...]]]]()
        """The members that are compared, with their keys, indexed by the condition that none of them is better than all others.
        """
        self.deferring = False
        """Whether the enclosing expression is left open if the encoded expression is."""
        self.attributes = {a.name: tuple(dict(c.attributes).get(a.name) for c in game.deck.cards) for a in game.deck.attributes}

    # -------------------------------------------------------------------------------- values

    def value(self, expr: Expr, scope: TermScope) -> Value:
        if id(expr) not in self.shared:
            return evaluate(self, expr, scope)
        key = (id(expr), scope.locals.get(self.sharing_word))
        if key not in self.shared_values:
            self.shared_values[key] = evaluate(self, expr, scope)
        return self.shared_values[key]

    @contextmanager
    def sharing(self, shared: Container[int], word: str) -> Generator[None]:
        """Encode each expression with one of these identities only once for each value of a word within the block, which is
        about one state. This needs a game in which all expressions have values, whatever the readings of cards; in another
        game nothing is shared.
        """
        if not self.divides and self.groups is None:
            self.shared, self.sharing_word = shared, word
        try:
            yield
        finally:
            self.shared, self.shared_values = (), {}

    def number(self, expr: Expr, scope: TermScope) -> Num:
        return as_number(self.value(expr, scope))

    def truth(self, expr: Expr, scope: TermScope) -> Cond:
        return as_truth(self.value(expr, scope))

    def guarded(self, expr: Expr, scope: TermScope) -> Guarded:
        return as_guarded(self.value(expr, scope))

    def cards(self, expr: Expr, scope: TermScope) -> Vec:
        """Return a card or a set of cards as a vector."""
        return self.vector(self.value(expr, scope), expr.type)

    def printed(self, expr: Expr, scope: TermScope) -> Vec:
        """Return cards whose printed attribute is read, as a vector; raise `Unread` if they have readings."""
        value = self.value(expr, scope)
        if isinstance(value, Read):
            raise Unread
        return self.vector(value, expr.type)

    def vector(self, value: Value, kind: Type) -> Vec:
        match value:
            case tuple():
                return value if value else (0,) * self.size
            case SingleCard():
                return tuple(int(i == value.number) for i in range(self.size))
            case Read():
                return self.vector(value.cards, CARD)
            case _:
                raise NotCovered(st.UncoveredKind(st.KindUse.CARDS, st.kind_of(kind)))

    def kept(self, value: Value, kind: Type) -> Value:
        """Return a value as memory holds it: cards as a vector, unless they are known."""
        none = isinstance(value, tuple) and not value
        return (0,) * self.size if none and kind.kind in ("card", "cards") else value

    def choose(self, condition: Cond, yes: Value, other: Value, kind: Type) -> Value:
        """Return if-then-else between two values of one type."""
        if condition is True or condition is False:
            return yes if condition else other
        if isinstance(yes, Read) or isinstance(other, Read):
            raise Unread
        if kind.kind == "truth":
            return terms.ite_cond(condition, as_truth(yes), as_truth(other))
        if kind.kind in ("card", "cards"):
            pairs = zip(self.vector(yes, kind), self.vector(other, kind), strict=True)
            return tuple(terms.ite(condition, a, b) for a, b in pairs)
        if isinstance(yes, Guarded) and isinstance(other, Guarded):
            return merge(condition, yes, other)
        return terms.ite(condition, as_number(yes), as_number(other))

    def setting(self, expr: g.Setting) -> Value:
        """Return the value of an open option."""
        if expr.option not in self.game.open:
            raise g.OpenOptionError(expr.option)
        known = self.settings.get(expr.option)
        found = exactly(known) if known is not None else self.context.choice(self.game.ruleset.option[expr.option])
        if expr.type.kind != "number":
            return found
        *others, (last, _) = found.items
        number: Num = int(str(last))
        for value, condition in reversed(others):
            number = terms.ite(condition, int(str(value)), number)
        return number

    # -------------------------------------------------------------------------------- clauses

    def applies(self, clause: Clause, scope: TermScope) -> Cond:
        """Return whether the case of a clause holds."""
        return self.holds(clause.when, clause.unless, scope)

    def holds(self, when: tuple[Expr, ...], unless: tuple[Expr, ...], scope: TermScope) -> Cond:
        holds: Cond = True
        for expr, wanted in (*((e, True) for e in when), *((e, False) for e in unless)):
            if holds is False:
                return False
            with self.where(holds):
                truth = self.truth(expr, scope)
            holds = terms.and_(holds, truth if wanted else terms.not_(truth))
        return holds

    @contextmanager
    def where(self, condition: Cond) -> Generator[None]:
        """Guard with a condition the undefinedness of everything that is encoded within the block."""
        outer, self.breaks = self.breaks, []
        try:
            yield
        finally:
            self.breaks = outer + [terms.and_(condition, b) for b in self.breaks]

    @contextmanager
    def watched(self) -> Generator[list[Cond]]:
        """Collect the conditions under which anything that is encoded within the block is undefined."""
        outer, self.breaks = self.breaks, []
        found = self.breaks
        try:
            yield found
        finally:
            found[:] = self.breaks
            self.breaks = outer

    def in_force(self, clause: Clause, rivals: tuple[Clause, ...], scope: TermScope) -> Cond:
        """Return whether a clause applies and none of the rivals preferred to it does."""
        better = (terms.not_(self.applies(r, scope)) for r in self.game.overriding(clause, rivals))
        return terms.and_(self.applies(clause, scope), *better)

    def applying(self, sentence: g.Definition, arguments: tuple[Value, ...], scope: TermScope) -> TermScope:
        """Return the scope in which one clause of a definition is evaluated."""
        return replace(scope, locals=dict(zip(sentence.parameters, arguments, strict=True)))


# -------------------------------------------------------------------- operations


def operation(encoder: Encoder, expr: g.Operation, scope: TermScope) -> Value:
    first = expr.operands[0]
    match expr.operator:
        case "and" | "or":
            return connect(encoder, expr, scope)
        case "not":
            return terms.not_(encoder.truth(first, scope))
        case "half":
            return terms.half(encoder.number(first, scope))
        case "union" | "minus":
            return set_operation(encoder, expr, scope)
        case "=":
            return same(encoder, encoder.value(first, scope), encoder.value(expr.operands[1], scope), first.type)
        case "in" | "subset":
            return contained(encoder, expr, scope)
        case _:
            numbers = [encoder.number(o, scope) for o in expr.operands]
    match expr.operator:
        case "+":
            return terms.sum_of(numbers)
        case "-":
            return terms.subtract(0, numbers[0]) if len(numbers) == 1 else terms.subtract(numbers[0], numbers[1])
        case "*":
            return terms.multiply(numbers[0], numbers[1])
        case "remainder":
            return remainder(encoder, numbers[0], numbers[1])
        case "quotient" | "quotient up":
            return quotient(encoder, numbers[0], numbers[1], up=expr.operator == "quotient up")
        case "<":
            return terms.less(numbers[0], numbers[1])
        case "<=":
            return terms.at_most(numbers[0], numbers[1])


def remainder(encoder: Encoder, number: Num, divisor: Num) -> Num:
    """Return a remainder by a known divisor, with quotient and remainder as unknowns, so that sums of cards stay linear. A
    divisor below 1 stops play: the value is then unknown.
    """
    if not isinstance(divisor, int):
        encoder.breaks.append(terms.at_most(divisor, 0))
        return terms.ite(terms.at_least(divisor, 1), terms.remainder(number, divisor), encoder.variables.number("none"))
    if divisor <= 0:
        encoder.breaks.append(True)
        return encoder.variables.number("none")
    if isinstance(number, int):
        return terms.remainder(number, divisor)
    key = ("remainder", terms.key(number), divisor)
    if key not in encoder.memo:
        quotient, rest = encoder.variables.number("quotient"), encoder.variables.number("rest")
        parts = terms.sum_of((quotient, rest), (divisor, 1))
        encoder.axioms += [terms.equal(number, parts), terms.at_least(rest, 0), terms.at_most(rest, divisor - 1)]
        encoder.memo[key] = (rest, number)
    return as_number(encoder.memo[key][0])


def quotient(encoder: Encoder, number: Num, divisor: Num, *, up: bool) -> Num:
    """Return a quotient, rounded down or up. A divisor below 1 stops play: the value is then unknown."""
    rest = remainder(encoder, number, divisor)
    if isinstance(divisor, int) and divisor <= 0:
        return encoder.variables.number("none")
    down = terms.quotient(number, divisor)
    if not isinstance(divisor, int):
        down = terms.ite(terms.at_least(divisor, 1), down, encoder.variables.number("none"))
    return terms.sum_of((down, terms.ite(terms.at_least(rest, 1), 1, 0))) if up else down


def connect(encoder: Encoder, expr: g.Operation, scope: TermScope) -> Cond:
    stop = expr.operator == "or"
    found = list[Cond]()
    for operand in expr.operands:
        with encoder.where(terms.all_of(terms.not_(truth) if stop else truth for truth in found) if encoder.divides else True):
            truth = encoder.truth(operand, scope)
        if truth is stop:
            return stop
        found.append(truth)
    return terms.any_of(found) if stop else terms.all_of(found)


def same(encoder: Encoder, a: Value, b: Value, kind: Type) -> Cond:
    if kind.kind == "truth":
        return terms.iff(as_truth(a), as_truth(b))
    if kind.kind == "number":
        return terms.equal(as_number(a), as_number(b))
    if kind.kind in ("card", "cards", "group"):
        pairs = zip(encoder.vector(a, kind), encoder.vector(b, kind), strict=True)
        return terms.all_of(terms.equal(x, y) for x, y in pairs)
    left, right = as_guarded(a), as_guarded(b)
    if kind.kind in ("players", "sides", "symbols"):
        every = dict.fromkeys([v for v, _ in left.items] + [v for v, _ in right.items])
        return terms.all_of(terms.iff(left.when(v), right.when(v)) for v in every)
    return terms.any_of(terms.and_(c, right.when(v)) for v, c in left.items)


def set_operation(encoder: Encoder, expr: g.Operation, scope: TermScope) -> Value:
    union = expr.operator == "union"
    result = as_set(encoder, expr.operands[0], scope)
    for operand in expr.operands[1:]:
        other = as_set(encoder, operand, scope)
        if isinstance(result, Guarded) and isinstance(other, Guarded):
            result = _combine(result, other, union)
        elif isinstance(result, Read) or (isinstance(other, Read) and union):
            result = _read(encoder, result, other, union)
        else:
            other = cards_of(encoder, other)
            pairs = zip(cards_of(encoder, result), other, strict=True)
            result = tuple(terms.union(a, b) if union else terms.difference(a, b) for a, b in pairs)
    return result


def as_set(encoder: Encoder, expr: Expr, scope: TermScope) -> Value:
    """Return a value as a set: a single member becomes a set of one, and nobody becomes the empty set."""
    if expr.type.kind == "groups":
        raise Unread
    if expr.type.kind in ("card", "cards", "group"):
        value = encoder.value(expr, scope)
        return value if isinstance(value, Read) else encoder.vector(value, expr.type)
    found = encoder.guarded(expr, scope)
    return Guarded(tuple((v, c) for v, c in found.items if v is not None))


def cards_of(encoder: Encoder, found: Value) -> Vec:
    """Return the cards of a set of cards, whatever their readings."""
    return encoder.vector(found, CARDS)


def _read(encoder: Encoder, a: Value, b: Value, union: bool) -> Read:
    """Return the union or difference of two sets of cards with readings."""
    pairs = zip(cards_of(encoder, a), cards_of(encoder, b), strict=True)
    cards = tuple(terms.union(x, y) if union else terms.difference(x, y) for x, y in pairs)
    return Read(cards, ("union" if union else "minus", value_key(a), value_key(b)))


def contained(encoder: Encoder, expr: g.Operation, scope: TermScope) -> Cond:
    inner, outer = as_set(encoder, expr.operands[0], scope), as_set(encoder, expr.operands[1], scope)
    single = expr.operator == "in"
    if isinstance(inner, Guarded) and isinstance(outer, Guarded):
        return (
            terms.any_of(terms.and_(c, outer.when(v)) for v, c in inner.items)
            if single
            else terms.all_of(terms.implies(c, outer.when(v)) for v, c in inner.items)
        )
    right = cards_of(encoder, outer)
    if isinstance(inner, SingleCard):
        return terms.is_member(right[inner.number])
    left = cards_of(encoder, inner)
    known = _known_inside(encoder, left, expr.operands[1], scope)
    if known is False:
        return False if single else terms.equal(terms.sum_of(left), 0)
    inside = terms.subset(left, right) if known is None else True
    return terms.and_(inside, terms.is_member(terms.sum_of(left))) if single else inside


def _known_inside(encoder: Encoder, cards: Vec, of: Expr, scope: TermScope) -> bool | None:
    """Return whether some cards are in a set, if it follows from the zone in which they lie: true if the set is this zone,
    false if the set draws only from other zones. Return None if it does not follow.
    """
    zone = scope.state.inside.get(terms.keys(cards))
    drawn = None if zone is None else places(encoder, of, scope)
    if zone is None or drawn is None:
        return None
    if zone[0] not in drawn:
        return False
    return True if _is_whole_zone(encoder, of, scope) else None


def _is_whole_zone(encoder: Encoder, expr: Expr, scope: TermScope) -> bool:
    """Return whether an expression is a single zone, whose owner is known."""
    if not isinstance(expr, g.InZone):
        return False
    return expr.owner is None or [c for _, c in encoder.guarded(expr.owner, scope).items if c is not False] == [True]


def _combine(a: Guarded, b: Guarded, union: bool) -> Guarded:
    if union:
        values = dict.fromkeys([v for v, _ in a.items] + [v for v, _ in b.items])
        return Guarded(tuple((v, terms.or_(a.when(v), b.when(v))) for v in values))
    return Guarded(tuple((v, terms.and_(c, terms.not_(b.when(v)))) for v, c in a.items))


# -------------------------------------------------------------------------- sets


PRINTED = (g.Attribute, g.Local, g.Number, g.Symbol, g.Truth, g.Operation, Type)
"""The constructs of a filter that reads only printed attributes of a card."""


@dataclass(frozen=True, slots=True)
class Member:
    """A possible member of a set. Its membership is given as a condition and as a 0/1 number; `card` is its number, if it is a
    card.
    """

    value: Value
    present: Cond
    weight: Num
    card: int = -1


def members(encoder: Encoder, expr: Expr, scope: TermScope) -> Iterator[Member]:
    """Yield the possible members of a set."""
    found = as_set(encoder, expr, scope)
    if isinstance(found, Guarded):
        for value, condition in found.items:
            if condition is not False:
                yield Member(exactly(value), condition, terms.indicator(condition))
        return
    for card, element in enumerate(cards_of(encoder, found)):
        if not (isinstance(element, int) and element == 0):
            one = Read(SingleCard(card), ("of", found.sign)) if isinstance(found, Read) else SingleCard(card)
            yield Member(one, terms.is_member(element), element, card)


def size(encoder: Encoder, expr: g.Size, scope: TermScope) -> Num:
    found = as_set(encoder, expr.members, scope)
    if isinstance(found, Guarded):
        return terms.sum_of(terms.indicator(condition) for _, condition in found.items)
    return terms.sum_of(cards_of(encoder, found))


def single(encoder: Encoder, expr: g.Single, scope: TermScope) -> Value:
    return as_set(encoder, expr.member, scope)


def only(encoder: Encoder, expr: g.Only, scope: TermScope) -> Value:
    found = as_set(encoder, expr.members, scope)
    if isinstance(found, Guarded):
        alone = [(v, terms.and_(c, *(terms.not_(d) for w, d in found.items if w != v))) for v, c in found.items]
        nobody = terms.not_(terms.any_of(c for _, c in alone))
        return Guarded((*alone, (None, nobody)))
    vector = cards_of(encoder, found)
    one = terms.equal(terms.sum_of(vector), 1)
    return _as_read(found, expr, tuple(terms.ite(one, x, 0) for x in vector))


def _as_read(of: Value, expr: Expr, cards: Vec) -> Value:
    """Return some cards of a set with the readings that they have in it."""
    return Read(cards, (expr, of.sign)) if isinstance(of, Read) else cards


def where(encoder: Encoder, expr: g.Where, scope: TermScope) -> Value:
    printed = _printed(encoder, expr, scope)
    if printed is not None:
        of = as_set(encoder, expr.members, scope)
        if isinstance(of, tuple):
            return tuple(x if here else 0 for x, here in zip(of, printed, strict=True))
    found = list(members(encoder, expr.members, scope))
    kept = [_of_member(encoder, expr.condition, expr.variable, scope, m) for m in found]
    if expr.members.type.kind in ("card", "cards", "group"):
        chosen = {m.card: terms.ite(c, m.weight, 0) for m, c in zip(found, kept, strict=True)}
        cards = tuple(chosen.get(card, 0) for card in range(encoder.size))
        return _as_read(as_set(encoder, expr.members, scope), expr, cards)
    values = [as_guarded(m.value).constant for m in found]
    return Guarded(tuple((v, terms.and_(m.present, c)) for v, m, c in zip(values, found, kept, strict=True)))


def _printed(encoder: Encoder, expr: g.Where, scope: TermScope) -> tuple[bool, ...] | None:
    """Return for each card whether it passes a filter, if printed attributes and known local values decide that; otherwise
    None.
    """
    if expr.members.type.kind not in ("card", "cards"):
        return None
    if expr not in encoder.filters:
        nodes = list(parts(expr.condition))
        read = tuple(sorted({part.name for part in nodes if isinstance(part, g.Local)} - {expr.variable}))
        plain = all(isinstance(part, PRINTED) for part in nodes) and not any(map(_divides, nodes))
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
    return isinstance(part, g.Operation) and part.operator in g.DIVISIONS


def _known(value: Value) -> bool:
    return isinstance(value, int | SingleCard) or (
        isinstance(value, Guarded) and [condition for _, condition in value.items] == [True]
    )


def _of_member(encoder: Encoder, condition: Expr, variable: str, scope: TermScope, member: Member) -> Cond:
    """Return whether a condition holds for a possible member of a set; the condition is evaluated only if that is a member."""
    with encoder.where(member.present):
        return encoder.truth(condition, scope.binding(variable, member.value))


def quantified(encoder: Encoder, expr: g.Quantified, scope: TermScope) -> Cond:
    found = list[Cond]()
    for member in members(encoder, expr.members, scope):
        condition = _of_member(encoder, expr.condition, expr.variable, scope, member)
        found.append(terms.and_(member.present, terms.not_(condition) if expr.quantifier == "every" else condition))
    exists = terms.any_of(found)
    return exists if expr.quantifier == "some" else terms.not_(exists)


def total(encoder: Encoder, expr: g.Total, scope: TermScope) -> Num:
    family = _whole_family(expr)
    if family is not None:
        return terms.sum_of(scope.state.zones[family, -1])
    addends, weights = list[Num](), list[int]()
    for member in members(encoder, expr.members, scope):
        with encoder.where(member.present):
            amount = encoder.number(expr.amount, scope.binding(expr.variable, member.value))
        known = isinstance(amount, int)
        addends.append(member.weight if known else terms.ite(member.present, amount, 0))
        weights.append(amount if isinstance(amount, int) else 1)
    return terms.sum_of(addends, weights)


def _whole_family(expr: g.Total) -> str | None:
    """Return the family of a sum that adds the sizes of the groups of one family; None for any other sum."""
    members, amount = expr.members, expr.amount
    sizes = isinstance(amount, g.Size) and isinstance(amount.members, g.Local) and amount.members.name == expr.variable
    return members.zone if sizes and isinstance(members, g.InZone) and members.type.kind == "groups" else None


def extreme(encoder: Encoder, expr: g.Extreme, scope: TermScope) -> Num:
    """Return the highest or lowest value of a measure; cards without it are skipped, and the extreme of no cards is 0."""
    measure, vector = encoder.game.measure[expr.measure], encoder.printed(expr.cards, scope)
    values = sorted({m for m in measure if m is not None}, reverse=expr.which == "lowest")
    result: Num = 0
    for value in values:
        here = terms.sum_of(x for x, m in zip(vector, measure, strict=True) if m == value)
        result = terms.ite(terms.is_member(here), value, result)
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
        beats = (terms.or_(terms.not_(found[j].present), _beats(ranks[i], ranks[j])) for j in others)
        best.append(terms.and_(member.present, *beats))
    if expr.type.kind == "card":
        chosen = {m.card: terms.indicator(c) for m, c in zip(found, best, strict=True)}
        cards = tuple(chosen.get(card, 0) for card in range(encoder.size))
        return _as_read(as_set(encoder, expr.members, scope), expr, cards)
    values, nobody = [as_guarded(m.value).constant for m in found], terms.not_(terms.any_of(best))
    encoder.compared[nobody] = (found, ranks)
    return Guarded((*zip(values, best, strict=True), (None, nobody)))


def ties(found: Sequence[Member], ranks: Sequence[tuple[Num, ...]]) -> tuple[Cond, ...]:
    """Return the cases in which no member is better than all others: there are no members, or two are equally good."""
    cases: list[Cond] = [terms.all_of(terms.not_(member.present) for member in found)]
    for i, j in combinations(range(len(found)), 2):
        others = (k for k in range(len(found)) if k not in (i, j))
        no_better = (terms.or_(terms.not_(found[k].present), terms.not_(_beats(ranks[k], ranks[i]))) for k in others)
        as_good = (terms.equal(a, b) for a, b in zip(ranks[i], ranks[j], strict=True))
        cases.append(terms.and_(found[i].present, found[j].present, *as_good, *no_better))
    return tuple(case for case in cases if case is not False)


def _ranks(encoder: Encoder, expr: g.Select, scope: TermScope) -> tuple[Num, ...]:
    """Return the keys by which members are compared; a greater key is better."""
    numbers = ((which, encoder.number(key, scope)) for which, key in expr.keys)
    return tuple(n if which == "highest" else terms.subtract(0, n) for which, n in numbers)


def pattern(encoder: Encoder, expr: g.Pattern, scope: TermScope) -> Cond:
    """Return whether cards have a pattern; a card without the attribute fits no pattern."""
    vector = encoder.printed(expr.cards, scope)
    values: tuple[int | str | None, ...] = encoder.game.measure.get(expr.attribute) or encoder.attributes[expr.attribute]
    counts = {v: terms.sum_of(x for x, w in zip(vector, values, strict=True) if w == v) for v in dict.fromkeys(values)}
    fits = terms.equal(counts.pop(None, 0), 0)
    match expr.pattern:
        case "alike":
            everything = terms.sum_of(vector)
            return terms.and_(fits, terms.any_of(terms.equal(n, everything) for n in counts.values()))
        case "distinct":
            return terms.and_(fits, *(terms.at_most(n, 1) for n in counts.values()))
        case "consecutive":
            return terms.and_(fits, *(terms.at_most(n, 1) for n in counts.values()), _unbroken(counts))


def _unbroken(counts: Mapping[int | str | None, Num]) -> Cond:
    """Return whether the values that occur have no gaps between them."""
    numbers = [v for v in counts if isinstance(v, int)]
    there = {n: terms.is_member(counts[n]) for n in numbers}
    found = list[Cond]()
    for value in range(min(numbers, default=0), max(numbers, default=0) + 1):
        lower = terms.any_of(c for n, c in there.items() if n < value)
        higher = terms.any_of(c for n, c in there.items() if n > value)
        found.append(terms.or_(terms.not_(lower), terms.not_(higher), there.get(value, False)))
    return terms.all_of(found)


MOST_DIVIDED = 64
"""The greatest number of divisible sets, up to equal cards, that the encoding lists; if there are more, it states less."""


def splits(encoder: Encoder, expr: g.Splits, scope: TermScope) -> Cond:
    """Return whether cards can be divided into groups of a kind. The answer is exact for known cards, and if only few sets are
    possible. Otherwise it is an unknown truth, the same for the same cards, about which only the invariants of every division
    are stated.
    """
    needed = encoder.cards(expr.cards, scope)
    spare = (0,) * encoder.size if expr.spare is None else encoder.cards(expr.spare, scope)
    divisions = encoder.context.of(encoder.game).dividing.divisions(expr)
    if divisions is not None and all(isinstance(x, int) for x in (*needed, *spare)):
        known = [sum(1 << card for card, x in enumerate(vector) if x == 1) for vector in (needed, spare)]
        return divisions.divides(*known)
    kind = expr.kind.function if isinstance(expr.kind, g.Apply) else expr.kind
    key = ("splits", kind, terms.keys(needed), terms.keys(spare))
    if key not in encoder.memo:
        truth = encoder.variables.truth("splits")
        encoder.memo[key] = (truth, (needed, spare))
        encoder.axioms += _of_division(divisions, truth, needed, spare)
    return as_truth(encoder.memo[key][0])


def _of_division(divisions: DivisionTable | None, truth: Cond, needed: Vec, spare: Vec) -> Iterator[Cond]:
    """Yield the consequences of an unknown truth which states that cards can be divided."""
    nothing = terms.equal(terms.sum_of(needed), 0)
    yield terms.implies(nothing, truth)
    if divisions is None:
        return
    pieces, there = divisions.pieces(), tuple(map(terms.union, needed, spare))
    least = min(map(sum, pieces), default=len(needed) + 1)
    yield terms.implies(truth, terms.or_(nothing, terms.at_least(terms.sum_of(there), least)))
    counts = list[tuple[Num, Num]]()
    for place, cards in enumerate(divisions.cards_of_kinds):
        own = card_numbers(cards)
        counts.append((terms.sum_of(needed[card] for card in own), terms.sum_of(there[card] for card in own)))
        if not any(piece[place] for piece in pieces):
            yield terms.implies(truth, terms.equal(counts[place][0], 0))
    listed = divisions.divided(MOST_DIVIDED)
    if listed is not None:
        fits = (
            terms.all_of(
                c
                for (fewest, most), n in zip(counts, one, strict=True)
                for c in (terms.at_most(fewest, n), terms.at_least(most, n))
            )
            for one in listed
        )
        yield terms.iff(truth, terms.any_of(fits))


MOST_CARDS_WRITTEN_OUT = 6
"""The greatest number of cards whose sets are written out one by one."""
MOST_SUMMED = 62
"""The greatest total by which sets are counted value by value."""


def over_sets(encoder: Encoder, expr: g.OverSets, scope: TermScope) -> Num:
    """Return a sum or an extreme over the sets of some cards. It is exact if few cards are possible, or if the sets are counted
    by their total under a measure and their size. Otherwise it is an unknown number, the same for the same cards.
    """
    vector = encoder.printed(expr.cards, scope)
    possible = [card for card, x in enumerate(vector) if not (isinstance(x, int) and x == 0)]
    if len(possible) <= MOST_CARDS_WRITTEN_OUT:
        return _written_out(encoder, expr, scope, vector, possible)
    counted = _counted_by_total(encoder, expr, scope, vector) if expr.counts else None
    return _any_number(encoder, expr, scope, vector) if counted is None else counted


def _written_out(encoder: Encoder, expr: g.OverSets, scope: TermScope, vector: Vec, possible: Sequence[int]) -> Num:
    found = list[tuple[Cond, Num]]()
    for size in range(1, len(possible) + 1):
        for chosen in combinations(possible, size):
            there = terms.all_of(terms.is_member(vector[card]) for card in chosen)
            inner = scope.binding(expr.variable, tuple(int(card in chosen) for card in range(encoder.size)))
            with encoder.where(there):
                fits = terms.and_(there, encoder.truth(expr.condition, inner))
            with encoder.where(fits):
                found.append((fits, encoder.number(expr.amount, inner) if fits is not False else 0))
    if expr.which == "total":
        return terms.sum_of(terms.ite(fits, amount, 0) for fits, amount in found)
    best: Num = 0
    nothing: Cond = True
    for fits, amount in found:
        better = terms.less(best, amount) if expr.which == "highest" else terms.less(amount, best)
        best = terms.ite(terms.and_(fits, terms.or_(nothing, better)), amount, best)
        nothing = terms.and_(nothing, terms.not_(fits))
    return best


def _counted_by_total(encoder: Encoder, expr: g.OverSets, scope: TermScope, vector: Vec) -> Num | None:
    """Return the number of sets with a total, whose size may be given as well. Return None if the condition has another form.

    The sets are counted by the weights of the cards, one weight after the other: from h cards of a weight, j are chosen in
    `comb(h, j)` ways.
    """
    required = total_and_size(expr.condition, expr.variable)
    if required is None:
        return None
    summed, value, wanted = required
    total, size = _known_sum(encoder, value, scope), None if wanted is None else _known_sum(encoder, wanted, scope)
    weights = _weights_of(encoder.game, summed, expr.variable)
    if weights is None:
        return None
    if total is None or (size is None) != (wanted is None):
        return None
    if not 0 <= total <= MOST_SUMMED or any(w is not None and w < 0 for w in weights):
        return None
    ways: dict[tuple[int, int], Num] = {(0, 0): 1}
    for weight in sorted({w or 0 for w in weights}):
        here = terms.sum_of(x for x, w in zip(vector, weights, strict=True) if (w or 0) == weight)
        most = sum(not (isinstance(x, int) and x == 0) for x, w in zip(vector, weights, strict=True) if (w or 0) == weight)
        if most:
            ways = _with_weight(ways, here, most, weight, total, size)
    return terms.sum_of(n for (t, s), n in ways.items() if t == total and s and s == (1 if size is None else size))


def _weights_of(game: Game, total: g.Total, name: str) -> tuple[int | None, ...] | None:
    """Return the weights of the cards if a total adds up a measure of the cards of the named set; otherwise None."""
    members, amount = total.members, total.amount
    if not isinstance(members, g.Local) or members.name != name or not isinstance(amount, g.Attribute):
        return None
    of_each = isinstance(amount.card, g.Local) and amount.card.name == total.variable
    return game.measure[amount.name] if of_each else None


def _known_sum(encoder: Encoder, addends: Addends, scope: TermScope) -> int | None:
    values = [(sign, encoder.number(one, scope)) for sign, one in addends]
    known = [sign * value for sign, value in values if isinstance(value, int)]
    return sum(known) if len(known) == len(values) else None


def _with_weight(
    ways: Mapping[tuple[int, int], Num], here: Num, most: int, weight: int, total: int, size: int | None
) -> dict[tuple[int, int], Num]:
    """Return the number of sets by their total and size, where some of the cards of one more weight may be in them. Without a
    size, a set has the size 1 if it is not empty.
    """
    reached = dict[tuple[int, int], list[tuple[int, Num]]]()
    for (t, s), n in ways.items():
        for chosen in range(most + 1):
            next_total, next_size = t + chosen * weight, (s + chosen if size is not None else min(1, s + chosen))
            if next_total <= total and (size is None or next_size <= size):
                reached.setdefault((next_total, next_size), []).append((chosen, n))
    found = dict[tuple[int, int], Num]()
    for state, sources in reached.items():
        value: Num = 0
        for count in range(most, -1, -1):
            sets = terms.sum_of([n for _, n in sources], [comb(count, chosen) for chosen, _ in sources])
            value = sets if count == most else terms.ite(terms.equal(here, count), sets, value)
        found[state] = value
    return found


def _any_number(encoder: Encoder, expr: g.OverSets, scope: TermScope, vector: Vec) -> Num:
    """Return an unknown number, the same for the same cards, that is 0 without cards."""
    words = sorted(free_words(expr.condition) | free_words(expr.amount))
    values = tuple((w, value_key(scope.locals[w])) for w in words if w in scope.locals)
    here = () if is_steady(encoder.game, expr.condition, expr.amount) else (scope.state.board, scope.actor)
    key = ("over sets", expr.which, expr.variable, expr.condition, expr.amount, terms.keys(vector), values, here)
    if key not in encoder.memo:
        number = encoder.variables.number("over_sets")
        encoder.memo[key] = (number, (scope, vector, values))
        encoder.axioms.append(terms.implies(terms.equal(terms.sum_of(vector), 0), terms.equal(number, 0)))
        least, most = _range_of(encoder.game, expr.amount, len(vector), frozenset())
        if expr.which == "total":
            least, most = None if least is None or least < 0 else 0, None
        if least is not None:
            encoder.axioms.append(terms.at_least(number, min(0, least)))
        if most is not None:
            encoder.axioms.append(terms.at_most(number, max(0, most)))
    return as_number(encoder.memo[key][0])


def _range_of(game: Game, amount: Expr, cards: int, inside: frozenset[str]) -> tuple[int | None, int | None]:
    """Return the least and the greatest value of a number, as far as its form shows; None for an unknown end."""
    match amount:
        case g.Number(value=value):
            return value, value
        case g.Size(members=members) if members.type.kind == "cards":
            return 0, cards
        case g.Apply(function=function) if function not in inside:
            inner = inside | {function}
            ranges = [_range_of(game, s.value, cards, inner) for _, s in game.definitions_of(function)]
            lows, highs = [low for low, _ in ranges if low is not None], [high for _, high in ranges if high is not None]
            return min(lows) if len(lows) == len(ranges) else None, max(highs) if len(highs) == len(ranges) else None
        case _:
            return default(amount, (None, None))


def top(encoder: Encoder, expr: g.Top, scope: TermScope) -> Value:
    """Return an arbitrary card of the pile, since its order is not represented."""
    pile = encoder.cards(expr.pile, scope)
    key = ("top", scope.state.board, terms.keys(pile))
    if key not in encoder.memo:
        card = encoder.variables.cards("top", encoder.size, pile)
        any_card = terms.ite(terms.is_member(terms.sum_of(pile)), 1, 0)
        encoder.axioms += [*terms.bit_bounds(card), terms.subset(card, pile), terms.equal(terms.sum_of(card), any_card)]
        encoder.memo[key] = (card, pile)
    return encoder.memo[key][0]


def _beats(a: tuple[Num, ...], b: tuple[Num, ...]) -> Cond:
    """Return whether the ranks a precede the ranks b in lexicographic order."""
    if not a:
        return False
    return terms.or_(terms.less(b[0], a[0]), terms.and_(terms.equal(a[0], b[0]), _beats(a[1:], b[1:])))


# ------------------------------------------------------------------- definedness


@dataclass(frozen=True, slots=True)
class FaultCondition:
    """Conditions under which play may stop on a path, and the reason to report if they can hold together."""

    conditions: tuple[Cond, ...]
    what: st.Reason | None = None


def may_stop(game: Game, node: object) -> bool:
    """Return whether play may stop anywhere inside a node, or in a clause to which it refers."""
    return any(_may_stop_at(part) for part in parts_reached(game, node))


def _may_stop_at(part: object) -> bool:
    if isinstance(part, g.Operation) and part.operator in g.DIVISIONS:
        divisor = part.operands[1]
        return not (isinstance(divisor, g.Number) and divisor.value > 0)
    return isinstance(part, g.Effect) and facts_of(part.body).seats


class Definedness:
    """The conditions under which play stops at the expressions and effects of one game."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.game = encoder.game
        self.safe = encoder.context.of(encoder.game).safe

    def may_be_undefined(self, node: object) -> bool:
        """Return whether anything inside may be undefined; cached."""
        if id(node) not in self.safe:
            self.safe[id(node)] = (not may_stop(self.game, node), node)
        return not self.safe[id(node)][0]

    # -------------------------------------------------------------------------------- clauses and effects

    def case(self, when: Iterable[Expr], unless: Iterable[Expr], scope: TermScope) -> Cond:
        """Return when the conditions of a clause or effect are undefined; conditions after the first false one are not
        evaluated.
        """
        wanted = [*((e, True) for e in when), *((e, False) for e in unless)]
        return self.in_order(wanted, scope)

    def in_order(self, wanted: list[tuple[Expr, bool]], scope: TermScope) -> Cond:
        found = list[Cond]()
        so_far: Cond = True
        last = max((n for n, (e, _) in enumerate(wanted) if self.may_be_undefined(e)), default=-1)
        for expr, truth in wanted[: last + 1]:
            found.append(terms.and_(so_far, self.undefined(expr, scope)))
            holds = self.encoder.truth(expr, scope)
            so_far = terms.and_(so_far, holds if truth else terms.not_(holds))
        return terms.any_of(found)

    def clause(self, clause: Clause, scope: TermScope) -> Cond:
        return self.case(clause.when, clause.unless, scope)

    def effect(self, effect: g.Effect, scope: TermScope) -> Cond:
        """Return when an effect is undefined: its conditions are or, if they hold, its operands."""
        if not self.may_be_undefined(effect):
            return False
        conditions = self.case(effect.when, effect.unless, scope)
        holds = self.encoder.holds(effect.when, effect.unless, scope)
        body = self.parts(effect.body, scope)
        if isinstance(effect.body, g.Seat):
            body = terms.or_(body, self.unseated(effect.body, scope))
        return terms.or_(conditions, terms.and_(holds, body))

    def unseated(self, seats: g.Seat, scope: TermScope) -> Cond:
        """Return whether some player is not named exactly once."""
        named = [self.encoder.guarded(e, scope) for e in seats.players]
        counts = (terms.sum_of(terms.indicator(n.when(p)) for n in named) for p in range(self.game.players))
        return terms.or_(*(n.when(None) for n in named), *(terms.not_(terms.equal(count, 1)) for count in counts))

    # -------------------------------------------------------------------------------- expressions

    def parts(self, node: object, scope: TermScope) -> Cond:
        """Return when some direct subexpression of a node is undefined."""
        return terms.any_of(self.undefined(e, scope) for e in subexpressions(node))

    def undefined(self, expr: Expr, scope: TermScope) -> Cond:
        """Return the condition that an expression has no value."""
        if not self.may_be_undefined(expr):
            return False
        match expr:
            case g.Operation(operator="remainder" | "quotient" | "quotient up", operands=(_, divisor)):
                nothing = terms.at_most(self.encoder.number(divisor, scope), 0)
                return terms.or_(self.parts(expr, scope), nothing)
            case g.Operation(operator="and" | "or"):
                return self.in_order([(e, expr.operator == "and") for e in expr.operands], scope)
            case g.Quantified() | g.Where():
                return self.of_each_member(expr.members, scope, lambda s: self.undefined(expr.condition, s), expr.variable)
            case g.Total():
                return self.of_each_member(expr.members, scope, lambda s: self.undefined(expr.amount, s), expr.variable)
            case g.OverSets():
                there = terms.is_member(terms.sum_of(self.encoder.cards(expr.cards, scope)))
                within = self.may_be_undefined(expr.condition) or self.may_be_undefined(expr.amount)
                return terms.or_(self.undefined(expr.cards, scope), terms.and_(within, there))
            case g.Select():
                keys = tuple(key for _, key in expr.keys)
                return self.of_each_member(expr.members, scope, lambda s: self.parts(keys, s), expr.variable)
            case g.Apply():
                return terms.or_(self.parts(expr.arguments, scope), self.applied(expr, scope))
            case g.ScoreOf():
                return terms.or_(self.undefined(expr.side, scope), self.scored(scope))
            case g.Can():
                raise NotCovered(st.Construct.DIVISOR_OF_ACT)
            case _:
                return self.parts(expr, scope)

    def of_each_member(self, among: Expr, scope: TermScope, undefined: Callable[[TermScope], Cond], word: str) -> Cond:
        """Return when a set is undefined, or an expression about one of its members."""
        found = members(self.encoder, among, scope)
        each = (terms.and_(m.present, undefined(scope.binding(word, m.value))) for m in found)
        return terms.or_(self.undefined(among, scope), terms.any_of(each))

    def applied(self, expr: g.Apply, scope: TermScope) -> Cond:
        """Return when an applied definition is undefined. The case of each clause is evaluated, and the value of each clause
        that applies.
        """
        encoder, found = self.encoder, list[Cond]()
        arguments = tuple(encoder.value(a, scope) for a in expr.arguments)
        for clause, sentence in self.game.definitions_of(expr.function):
            inner = encoder.applying(sentence, arguments, scope)
            value = self.undefined(sentence.value, inner)
            found += [self.clause(clause, inner), terms.and_(encoder.applies(clause, inner), value)]
        return terms.any_of(found)

    def scored(self, scope: TermScope) -> Cond:
        """Return when some heading is undefined for some side."""
        found = list[Cond]()
        for clause, heading in self.game.headings:
            for side in range(self.game.sides):
                inner = scope.binding("side", exactly(side))
                applies = self.encoder.applies(clause, inner) if self.may_be_undefined(clause) else False
                found += [self.clause(clause, inner), terms.and_(applies, self.parts(heading, inner))]
        return terms.any_of(found)


# ----------------------------------------------------------------- card readings


def left_open(encoder: Encoder, groups: Groups, expr: Expr, scope: TermScope) -> Value:
    """Return an unknown truth or number, bounded if possible, for an expression that depends on readings."""
    words = sorted(free_words(expr))
    values = tuple((w, value_key(scope.locals[w])) for w in words if w in scope.locals)
    here = () if groups.closed(expr) else (scope.state.board, scope.actor)
    key = ("open", expr, values, here)
    if key not in encoder.memo:
        encoder.memo[key] = (_open(encoder, groups, expr, scope, words), (scope, values))
    return encoder.memo[key][0]


def _open(encoder: Encoder, groups: Groups, expr: Expr, scope: TermScope, words: list[str]) -> Value:
    found = _possible(groups, expr, scope, words)
    if expr.type.kind == "truth" and found is not None and len(found) == 1:
        return 1 in found
    if expr.type.kind == "truth":
        truth = encoder.variables.truth("open")
        encoder.axioms += _read_as(encoder, groups, expr, scope, truth) if isinstance(expr, g.ReadAs) else []
        return truth
    if found is not None and len(found) == 1:
        return next(iter(found))
    number = encoder.variables.number("open")
    least = min(found) if found else 0 if isinstance(expr, g.Size) else None
    encoder.axioms += [] if least is None else [terms.at_least(number, least)]
    encoder.axioms += [terms.at_most(number, max(found))] if found else []
    return number


def _possible(groups: Groups, expr: Expr, scope: TermScope, words: list[str]) -> frozenset[int] | None:
    """Return the possible values of an expression that concerns one group, or every group of a family; None for any other."""
    if isinstance(expr, g.Quantified) and isinstance(expr.members, g.InZone) and expr.members.type.kind == "groups":
        family = expr.members.zone
        shapes = groups.of_family(family)
        each = None if shapes is None else groups.values(expr.condition, expr.variable, shapes, family)
        if not shapes or each is None:
            return None
        settled = {"every": {1: 1}, "no": {0: 1}, "some": {0: 0}}[expr.quantifier]
        return frozenset(settled[v] for v in each) if len(each) == 1 and each <= settled.keys() else None
    group = alone(groups, expr, scope)
    return None if group is None or group.shapes is None else groups.values(expr, words[0], group.shapes, group.family)


def _read_as(encoder: Encoder, groups: Groups, expr: g.ReadAs, scope: TermScope, truth: Cond) -> list[Cond]:
    """Return the conditions on a card of a possible group and on the card that it is read as: for each kind of card, the kinds
    that it may be read as.
    """
    word = expr.card.name if isinstance(expr.card, g.Local) else ""
    readable = _readable(groups, word) if isinstance(scope.locals.get(word), Read) else None
    if readable is None:
        return []
    kind = encoder.game.faces.kind
    of, other = (encoder.cards(e, scope) for e in (expr.card, expr.reading))
    found = list[Cond]()
    for number in dict.fromkeys(kind):
        here = terms.sum_of(x for x, k in zip(of, kind, strict=True) if k == number)
        fits = terms.sum_of(x for x, k in zip(other, kind, strict=True) if k in readable.get(number, ()))
        found.append(terms.implies(terms.and_(truth, terms.is_member(here)), terms.is_member(fits)))
    return found


def _readable(groups: Groups, word: str) -> Readable | None:
    """Return for each kind of card the kinds that it is read as in some group, if the word names a card of a group in every
    use; otherwise None.
    """
    known = groups.readable
    if word not in known:
        game, found = groups.game, dict[int, set[int]]()
        families = {_family(act, parameter) for act in game.acts for parameter in act.parameters if parameter.name == word}
        shapes = [groups.of_family(family) if family else None for family in sorted(families)]
        if not shapes or None in shapes or word in _bound(game):
            known[word] = None
            return None
        faces, kind = game.faces.faces, game.faces.kind
        seen = 0
        for group in (group for each in shapes for group in each or ()):
            seen |= group
        for number, face in enumerate(faces):
            if seen >> number & 1:
                found.setdefault(kind[face.card], set()).add(kind[face.like])
        known[word] = {card: frozenset(like) for card, like in found.items()}
    return known[word]


def _family(act: g.Act, parameter: g.Parameter) -> str:
    """Return the family with the groups from which a card parameter comes, or an empty name."""
    place = parameter.domain.name if isinstance(parameter.domain, g.Local) and parameter.type.kind == "card" else ""
    group = next((p for p in act.parameters if p.name == place and p.type.kind == "group"), None)
    return group.domain.zone if group is not None and isinstance(group.domain, g.InZone) else ""


def _bound(game: g.Game) -> frozenset[str]:
    """Return the words of definitions and of members of sets."""
    found = list(parts((game.clauses, game.acts, game.claims)))
    variables = {p.variable for p in found if isinstance(p, g.Binder)}
    given = {word for p in found if isinstance(p, g.Can) for _, word in p.free}
    return frozenset(variables | given | {w for p in found if isinstance(p, g.Definition) for w in p.parameters})


def alone(groups: Groups, expr: Expr, scope: TermScope) -> Read | None:
    """Return the group on which an expression depends, if it depends on nothing else and the possible groups are known."""
    if not any(isinstance(value, Read) and value.shapes is not None for value in scope.locals.values()):
        return None
    words = free_words(expr)
    group = scope.locals.get(next(iter(words))) if len(words) == 1 else None
    return group if isinstance(group, Read) and group.shapes is not None and groups.closed(expr) else None


# ------------------------------------------------------------------- expressions


def evaluate(encoder: Encoder, expr: Expr, scope: TermScope) -> Value:
    """Return the value of an expression; a truth or number that depends on readings is left open, unless it is the same for
    every group.
    """
    if encoder.groups is None:
        return _encode(encoder, expr, scope)
    opens = expr.type.kind in ("truth", "number") and not encoder.deferring
    whole = opens and alone(encoder.groups, expr, scope) is not None
    encoder.deferring |= whole
    try:
        return _encode(encoder, expr, scope)
    except Unread:
        if not opens:
            raise
        return left_open(encoder, encoder.groups, expr, scope)
    finally:
        encoder.deferring &= not whole


def _encode(encoder: Encoder, expr: Expr, scope: TermScope) -> Value:
    """Return the value of an expression by its construct; raise `Unread` if it depends on readings."""
    match expr:
        case g.Number() | g.Truth():
            return expr.value
        case g.Symbol():
            return exactly(expr.name)
        case g.Symbols():
            info = next(a for a in encoder.game.deck.attributes if a.name == expr.attribute)
            return Guarded(tuple((s.name, True) for s in info.values))
        case g.Numbers():  # only arguments are numbers
            raise NotCovered(st.UncoveredKind(st.KindUse.CHOICE, st.kind_of(expr.type)))
        case g.Cards():
            if expr.type.kind == "card":
                return SingleCard(expr.cards[0])
            return tuple(int(i in expr.cards) for i in range(encoder.size))
        case g.AllCards():
            return (1,) * encoder.size
        case g.Everyone():
            return Guarded(tuple((i, True) for i in _everyone(encoder, expr.type, scope.state.active)))
        case g.LastPlayer():
            return exactly(taking_part(encoder.game, scope.state.active, "player")[-1])
        case g.Nobody():
            return (0,) * encoder.size if expr.type.kind == "card" else exactly(None)
        case g.Actor():
            return exactly(None if scope.actor == NOBODY else scope.actor)
        case g.Local():
            return scope.locals[expr.name]
        case g.Setting():
            return encoder.setting(expr)
        case g.InZone():
            return _owned(encoder, expr.zone, expr.owner, scope, lambda p: scope.state.zones[p], (0,) * encoder.size)
        case g.Recall():
            return _recall(encoder, expr, scope)
        case g.Attribute():
            return attribute(encoder, expr.name, encoder.value(expr.card, scope))
        case g.Apply():
            return _apply(encoder, expr, scope)
        case g.ScoreOf():
            return _score_of(encoder, expr, scope)
        case g.Operation():
            return operation(encoder, expr, scope)
        case g.Single():
            return single(encoder, expr, scope)
        case g.Only():
            return only(encoder, expr, scope)
        case g.Size():
            return size(encoder, expr, scope)
        case g.Where():
            return where(encoder, expr, scope)
        case g.Quantified():
            return quantified(encoder, expr, scope)
        case g.Total():
            return total(encoder, expr, scope)
        case g.OverSets():
            return over_sets(encoder, expr, scope)
        case g.Extreme():
            return extreme(encoder, expr, scope)
        case g.Select():
            return select(encoder, expr, scope)
        case g.Neighbour():
            active = taking_part(encoder.game, scope.state.active, "player")
            return encoder.guarded(expr.player, scope).moved(lambda player: _beside(active, player, expr.steps))
        case g.FirstOf():
            return _first_of(encoder, expr, scope)
        case g.SideOf():
            return _side_of(encoder, encoder.guarded(expr.player, scope))
        case g.Can():
            if encoder.can is None:
                raise NotCovered(st.Construct.CAN_WITHOUT_ACT)
            can = encoder.can()
            assert can is not None, "acts live longer than their encoder"
            with encoder.watched() as breaks:
                able = can(expr, scope)
            encoder.breaks += [True] if breaks else []
            return able
        case g.Applies():
            return _case_of(encoder, expr, scope)
        case g.Pattern():
            return pattern(encoder, expr, scope)
        case g.Top():
            return top(encoder, expr, scope)
        case g.Splits():
            return splits(encoder, expr, scope)
        case g.ReadAs():
            raise Unread


def _case_of(encoder: Encoder, expr: g.Applies, scope: TermScope) -> Value:
    """Return whether the case of a named clause holds; for a permission, with some arguments."""
    clause = encoder.game.clause.get(expr.clause)
    if clause is None:
        return False
    match clause.sentence:
        case g.Permission(act=act, lifts=()):
            free = tuple((p.name, p.name) for p in encoder.game.act[act].parameters)
            able = g.Can(act, g.Actor(PLAYER, expr.span), expr.clause, (), free, None, expr.type, expr.span)
            return encoder.value(able, scope)
        case g.Permission() | g.Prohibition():
            raise NotCovered(st.Construct.PROHIBITION_APPLIES)
        case (
            g.Obligation() | g.Step() | g.Definition() | g.Sees() | g.Score() | g.Begins() | g.Passes() | g.Ends()
            | g.SidesAre() | g.TakesPart() | g.Runs() | g.Consequence() | g.Breach() | g.Conduct() | g.Material()
        ):  # fmt: skip
            return encoder.applies(clause, scope)


def _everyone(encoder: Encoder, kind: Type, active: ActivePlayers) -> tuple[int, ...]:
    return taking_part(encoder.game, active, "player" if kind.kind in ("players", "player") else "side")


def _beside(active: ActivePlayers, player: int, steps: int) -> int:
    """Return the player a number of seats after another one, counting only active players; the other one need not be active."""
    before = sum(seat < player for seat in active)
    start = before if player in active or steps < 0 else before - 1
    return active[(start + steps) % len(active)]


def _first_of(encoder: Encoder, expr: g.FirstOf, scope: TermScope) -> Value:
    """Return the player among some who comes first in seating order after a given player, who comes last."""
    count = encoder.game.players
    among, start = as_set(encoder, expr.members, scope), encoder.guarded(expr.player, scope)
    assert isinstance(among, Guarded), "a set of players"
    found = list[Cond]()
    for player in range(count):
        ways = list[Cond]()
        for other, condition in start.owners:
            distance = (player - other) * expr.direction % count or count
            nearer = (among.when((other + expr.direction * steps) % count) for steps in range(1, distance))
            ways.append(terms.and_(condition, *(terms.not_(one) for one in nearer)))
        found.append(terms.and_(among.when(player), terms.any_of(ways)))
    return Guarded((*enumerate(found), (None, terms.not_(terms.any_of(found)))))


def _owned(
    encoder: Encoder, name: str, owner: Expr | None, scope: TermScope, look: Callable[[tuple[str, int]], Vec], none: Vec
) -> Vec:
    if owner is None:
        return look((name, -1))
    found, result = encoder.guarded(owner, scope), none
    if owner.type.kind in ("players", "sides"):
        each = [tuple(terms.ite(condition, x, 0) for x in look((name, index))) for index, condition in found.owners]
        return tuple(terms.sum_of(column) for column in zip(*each, strict=True)) if each else none
    for index, condition in reversed(found.owners):
        here = look((name, index))
        result = tuple(terms.ite(condition, a, b) for a, b in zip(here, result, strict=True))
    return result


def _recall(encoder: Encoder, expr: g.Recall, scope: TermScope) -> Value:
    if expr.owner is None:
        return encoder.kept(scope.state.cells[(expr.cell, -1)], expr.type)
    result = cleared(encoder.game.cell[expr.cell])
    for index, condition in reversed(encoder.guarded(expr.owner, scope).owners):
        result = encoder.choose(condition, scope.state.cells[expr.cell, index], result, expr.type)
    return encoder.kept(result, expr.type)


def attribute(encoder: Encoder, name: str, card: Value) -> Value:
    if isinstance(card, Read):
        if encoder.groups is None or name not in encoder.groups.fixed:
            raise Unread
        card = card.cards
    measure = encoder.game.measure.get(name)
    if isinstance(card, SingleCard):
        return exactly(encoder.attributes[name][card.number]) if measure is None else measure[card.number] or 0
    key = (name, value_key(card))
    if key not in encoder.printed_on:
        encoder.printed_on[key] = (_attribute_of(encoder, name, as_cards(card)), card)
    return encoder.printed_on[key][0]


def _attribute_of(encoder: Encoder, name: str, vector: Vec) -> Value:
    """Return an attribute printed on an unknown card."""
    measure = encoder.game.measure.get(name)
    if measure is not None:
        return terms.sum_of(vector, [v or 0 for v in measure])
    values = encoder.attributes[name]
    here = {s: terms.sum_of(x for x, v in zip(vector, values, strict=True) if v == s) for s in dict.fromkeys(values)}
    bare = terms.or_(terms.is_member(here.pop(None, 0)), terms.equal(terms.sum_of(vector), 0))
    return Guarded((*((symbol, terms.is_member(count)) for symbol, count in here.items()), (None, bare)))


def _side_of(encoder: Encoder, player: Guarded) -> Guarded:
    sides = player.moved(encoder.game.side_of.__getitem__)
    return Guarded(tuple((side, sides.when(side)) for side in dict.fromkeys(v for v, _ in sides.items)))


# ------------------------------------------------------------------------------------------------ definitions and scores


def _apply(encoder: Encoder, expr: g.Apply, scope: TermScope) -> Value:
    if read_argument(encoder.game, expr) is not None:
        raise NotCovered(st.UncoveredUse(st.NameUse.READINGS, st.function(expr.function)))
    arguments = tuple(encoder.value(a, scope) for a in expr.arguments)
    return _call(encoder, expr.function, arguments, scope)


def _call(encoder: Encoder, name: str, arguments: tuple[Value, ...], scope: TermScope) -> Value:
    """Return a definition applied to values; one that depends only on its arguments is cached for all states."""
    seen = (scope.state.board, scope.actor) if encoder.groups is not None or _depends_on_state(encoder, name) else ()
    key = (name, *seen, tuple(value_key(a) for a in arguments))
    if key not in encoder.memo:
        with encoder.watched() as breaks:
            encoder.memo[key] = (_defined(encoder, name, arguments, scope), (scope, arguments))
        encoder.broken[key] = breaks
    encoder.breaks += encoder.broken[key]
    return encoder.memo[key][0]


def _depends_on_state(encoder: Encoder, name: str) -> bool:
    """Return whether a definition depends on more than its arguments: on the state, or on who acts."""
    if name not in encoder.looking:
        nodes = parts_reached(encoder.game, encoder.game.asked_by(name))
        of_state = (g.InZone, g.Recall, g.Top, g.Actor, g.Can, g.Applies)
        participants = PARTICIPANTS if encoder.game.with_sentence(g.TakesPart) else ()
        encoder.looking[name] = any(isinstance(p, of_state + participants) for p in nodes)
    return encoder.looking[name]


def _defined(encoder: Encoder, name: str, arguments: tuple[Value, ...], scope: TermScope) -> Value:
    function = encoder.game.function[name]
    clauses = encoder.game.definitions_of(name)
    result: Value | None = False if function.result.kind == "truth" else None
    for clause, sentence in reversed(clauses):
        inner = encoder.applying(sentence, arguments, scope)
        force = _force(encoder, clause, clauses, arguments, scope)
        if force is False:
            continue
        with encoder.where(force):
            value = encoder.value(sentence.value, inner)
        if result is None:
            result = value
        elif function.result.kind == "truth":
            result = terms.or_(as_truth(result), terms.and_(force, as_truth(value)))
        else:
            result = encoder.choose(force, value, result, function.result)
    if result is None:
        raise NotCovered(st.UncoveredUse(st.NameUse.UNDEFINED, st.function(name)))
    return result


def alternatives(encoder: Encoder, expr: Expr, scope: TermScope) -> list[tuple[Cond, Vec]]:
    """Return the sets of cards that may be the value of an expression, each with its case: the case of a clause of the
    definition.
    """
    if not isinstance(expr, g.Apply) or len(encoder.game.definitions_of(expr.function)) < 2:
        return [(True, encoder.cards(expr, scope))]
    arguments = tuple(encoder.value(a, scope) for a in expr.arguments)
    key = (expr.function, scope.state.board, scope.actor, tuple(value_key(a) for a in arguments))
    if key not in encoder.sets:
        encoder.sets[key] = (_cases(encoder, expr.function, arguments, scope), arguments)
    return encoder.sets[key][0]


def _cases(encoder: Encoder, function: str, arguments: tuple[Value, ...], scope: TermScope) -> list[tuple[Cond, Vec]]:
    """Return the sets of cards that a definition may give, clause by clause."""
    clauses, found = encoder.game.definitions_of(function), list[tuple[Cond, Vec]]()
    earlier: Cond = True
    for clause, sentence in clauses:
        inner = encoder.applying(sentence, arguments, scope)
        force = _force(encoder, clause, clauses, arguments, scope)
        case = earlier if clause is clauses[-1][0] else terms.and_(earlier, force)
        found += [(terms.and_(case, c), v) for c, v in alternatives(encoder, sentence.value, inner) if case is not False]
        earlier = terms.and_(earlier, terms.not_(force))
    return found


def _force(
    encoder: Encoder, clause: Clause, clauses: g.WithSentence[g.Definition], arguments: tuple[Value, ...], scope: TermScope
) -> Cond:
    """Return whether a clause of a definition is in force for these arguments."""
    here = {c.name: (c, encoder.applying(sentence, arguments, scope)) for c, sentence in clauses}
    over = encoder.game.overriding(clause, tuple(c for c, _ in clauses))
    better = (terms.not_(encoder.applies(*here[c.name])) for c in over)
    return terms.and_(encoder.applies(*here[clause.name]), *better)


def _score_of(encoder: Encoder, expr: g.ScoreOf, scope: TermScope) -> Num:
    side = encoder.guarded(expr.side, scope)
    headings = [(clause, score) for clause, score in encoder.game.headings if expr.heading in (None, clause.name)]
    result: Num = 0
    for index, condition in side.owners:
        here = terms.sum_of(_heading(encoder, clause, score, index, scope) for clause, score in headings)
        result = terms.add(result, terms.ite(condition, here, 0))
    return result


def _heading(encoder: Encoder, clause: Clause, score: g.Score, side: int, scope: TermScope) -> Num:
    """Return the score of one side under one heading."""
    inner = scope.binding("side", exactly(side))
    rivals = tuple(other for other, _ in encoder.game.headings)
    force = encoder.in_force(clause, rivals, inner)
    if force is not False and score.chosen is not None:
        with encoder.where(force):
            chosen = encoder.guarded(score.chosen, inner).when(side)
        force = terms.and_(force, chosen)
    if force is False:
        return 0
    with encoder.where(force):
        return terms.ite(force, encoder.number(score.amount, inner), 0)


# ------------------------------------------------------------------ card origins


def places(encoder: Encoder, expr: Expr, scope: TermScope) -> frozenset[OwnedPlace] | None:
    """Return the places that a set of cards draws from in a state, or None if it may draw from any."""
    match expr:
        case g.InZone(zone=zone, owner=owner):
            owners = ((-1, True),) if owner is None else encoder.guarded(owner, scope).owners
            return frozenset((zone, o) for o, _ in owners)
        case g.Where():
            return places(encoder, expr.members, scope)
        case g.Top():
            return places(encoder, expr.pile, scope)
        case g.Single():
            return places(encoder, expr.member, scope)
        case g.Local() if isinstance(group := scope.locals.get(expr.name), Read) and group.family:
            return frozenset({(group.family, -1)})
        case g.Operation(operator="minus"):
            return places(encoder, expr.operands[0], scope)
        case g.Operation(operator="union"):
            return _joined(places(encoder, operand, scope) for operand in expr.operands)
        case g.Apply():
            arguments = tuple(encoder.value(a, scope) for a in expr.arguments)
            return _joined(
                places(encoder, sentence.value, inner)
                for clause, sentence in encoder.game.definitions_of(expr.function)
                if encoder.applies(clause, inner := encoder.applying(sentence, arguments, scope)) is not False
            )
        case _:
            return default(expr, None)


def _joined(parts: Iterator[frozenset[OwnedPlace] | None]) -> frozenset[OwnedPlace] | None:
    found = list(parts)
    return None if None in found else frozenset[OwnedPlace]().union(*(f for f in found if f is not None))
