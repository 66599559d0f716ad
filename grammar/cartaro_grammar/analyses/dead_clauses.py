"""Find dead clauses by abstract interpretation: conditions that cannot hold, exemptions that lift nothing, memory that is read
just after it was cleared or set for the next hand, and option values that have no effect.

Conditions are evaluated over sets of states, from only the deck, the numbers of players and the options: `NumberRange` and
`PossibleCards` are the abstract values, and `AbstractState` evaluates expressions to them. `impossible` assumes one condition
after the other and evaluates the rest again until nothing new follows. Each value over-approximates the reachable states: a
condition that can be true is never found false, and a condition that can be false is never found true. Definitions, memory and
moves are not followed; claims that need them are for the verifier. Warnings are about the ruleset itself, and each suggests a
correction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice, product
from math import floor, inf
from typing import TypeVar

from cartaro_grammar.analyses.clash_advice import one_line, sentence_text, source_text
from cartaro_grammar.analyses.normal_form import form_of
from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import Operator
from cartaro_grammar.model.facts import facts_of, sentence_facts
from cartaro_grammar.model.parts import conjuncts as all_conjuncts
from cartaro_grammar.model.parts import default, parts
from cartaro_grammar.model.settings import LIBRARY_PLAYERS
from cartaro_grammar.resolve.vocabulary import Vocabulary
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.integers import is_integer
from cartaro_grammar.text.messages import Message, join_and, join_or, msg
from cartaro_grammar.text.source import Span

# ----------------------------------------------------------------------------------- abstract values


NOBODY = -1
"""The element of a set of possible cards that means no card."""

NumberRange = tuple[float, float]
ANY: NumberRange = (-inf, inf)
COUNT: NumberRange = (0, inf)


@frozen
class PossibleCards:
    """An abstract set of cards: the cards that may be in it, the cards that must be in it, and bounds on its size."""

    may: frozenset[int]
    must: frozenset[int] = frozenset()
    least: float = 0
    most: float = inf

    @staticmethod
    def exactly(cards: Iterable[int]) -> PossibleCards:
        found = frozenset(cards)
        return PossibleCards(found, found)

    @property
    def size(self) -> NumberRange:
        return max(self.least, len(self.must)), min(self.most, len(self.may))

    @property
    def possible(self) -> bool:
        low, high = self.size
        return low <= high and self.must <= self.may

    def sized(self, size: NumberRange) -> PossibleCards:
        """Return the set with its size within an interval."""
        return replace(self, least=max(self.least, size[0]), most=min(self.most, size[1]))

    def meeting(self, other: PossibleCards) -> PossibleCards:
        """Return the meet of two abstract values of one set."""
        size = meet(self.size, other.size)
        return PossibleCards(self.may & other.may, self.must | other.must, *size)

    def joined(self, other: PossibleCards) -> PossibleCards:
        """Return the union of two sets."""
        least = max(self.size[0], other.size[0])
        return PossibleCards(self.may | other.may, self.must | other.must, least, self.size[1] + other.size[1])

    def without(self, other: PossibleCards) -> PossibleCards:
        """Return the difference of two sets."""
        least = max(0, self.size[0] - other.size[1])
        return PossibleCards(self.may - other.must, self.must - other.may, least, self.size[1])


def meet(one: NumberRange, other: NumberRange) -> NumberRange:
    return max(one[0], other[0]), min(one[1], other[1])


def hull(intervals: Iterable[NumberRange]) -> NumberRange:
    """Return the smallest interval that contains all given intervals. Return `ANY` if there are none."""
    found = list(intervals)
    return (min(low for low, _ in found), max(high for _, high in found)) if found else ANY


def plus(one: NumberRange, other: NumberRange) -> NumberRange:
    return one[0] + other[0], one[1] + other[1]


def minus(one: NumberRange, other: NumberRange) -> NumberRange:
    return one[0] - other[1], one[1] - other[0]


def times(one: NumberRange, other: NumberRange) -> NumberRange:
    products = [0.0 if 0 in (a, b) else a * b for a in one for b in other]
    return min(products), max(products)


def sum_range(members: PossibleCards, amounts: Mapping[int, NumberRange]) -> NumberRange:
    """Return the range of the sum of an amount over a set. The sum includes the cards that must be in the set, and those of the
    other cards that make the sum least or greatest.
    """
    low, high = members.size
    needed, allowed = low - len(members.must), high - len(members.must)
    others = [amounts[card] for card in members.may - members.must]
    sure = [amounts[card] for card in members.must]
    lows, highs = sorted(a for a, _ in others), sorted((-b for _, b in others))
    return sum(a for a, _ in sure) + _least(lows, needed, allowed), sum(b for _, b in sure) - _least(highs, needed, allowed)


def _least(ascending: list[float], needed: float, allowed: float) -> float:
    """Return the least sum of at least `needed` and at most `allowed` of these numbers."""
    return sum(number for at, number in enumerate(ascending) if at < needed or (number < 0 and at < allowed))


def apply_operator(operator: Operator, parts: list[NumberRange]) -> NumberRange:
    """Return the range of an operation on numbers within these ranges."""
    match operator:
        case "+":
            return plus(*parts)
        case "-":
            return minus(*parts)
        case "*":
            return times(*parts)
        case "half":
            low, high = parts[0]
            return (low if low == -inf else floor(low / 2), high if high == inf else floor(high / 2))
        case "remainder":
            return 0, max(0, parts[1][1] - 1)
        case "quotient" | "quotient up":
            (low, high), (least, _) = parts
            return (0, high) if low >= 0 and least >= 1 else ANY
        case _:
            return ANY


def below(one: NumberRange, other: NumberRange, *, strictly: bool) -> bool | None:
    """Return True if every value of one range is below every value of the other (or equal), False if no value is, and None
    otherwise.
    """
    if one[1] < other[0] or (not strictly and one[1] == other[0]):
        return True
    return False if one[0] > other[1] or (strictly and one[0] == other[1]) else None


def same(one: frozenset[int] | frozenset[str] | None, other: frozenset[int] | frozenset[str] | None) -> bool | None:
    """Return whether two values are equal, each of them from a set of alternatives. Return None if this is not known."""
    if one is None or other is None:
        return None
    if not set(one) & set(other):
        return False
    return True if one == other and len(one) == 1 else None


# ---------------------------------------------------------------------------------------- evaluation


MAX_STEPS = 40_000
"""The greatest number of expressions evaluated for one question. After that, everything is unknown."""

Answer = TypeVar("Answer")


@dataclass(eq=False, repr=False)
class AbstractState:
    """The abstract values of expressions. `cards`, `sets` and `numbers` hold the expressions about which something is assumed,
    `truths` the conditions assumed to hold or not. `parameters` belong to the act in question, `settings` are the possible
    values of options.
    """

    deck: g.Deck
    counts: tuple[int, ...]
    settings: Mapping[str, tuple[str, ...]]
    parameters: Mapping[str, g.Parameter]
    cards: dict[g.Expr, frozenset[int]] = field(default_factory=dict[g.Expr, frozenset[int]])
    sets: dict[g.Expr, PossibleCards] = field(default_factory=dict[g.Expr, PossibleCards])
    numbers: dict[g.Expr, NumberRange] = field(default_factory=dict[g.Expr, NumberRange])
    truths: dict[g.Expr, bool] = field(default_factory=dict[g.Expr, bool])
    bound: dict[str, int] = field(default_factory=dict[str, int])
    spoken: dict[int, frozenset[str]] = field(default_factory=dict[int, frozenset[str]])
    totals: dict[int, NumberRange] = field(default_factory=dict[int, NumberRange])
    steps: int = 0

    def __post_init__(self) -> None:
        self.every = frozenset(range(len(self.deck.cards)))
        self.read = frozenset(card for reading in self.deck.readings for card in reading.cards)
        self.measures = {measure.name: measure.values for measure in self.deck.measures}

    def mentions(self, expr: g.Expr, name: str) -> bool:
        """Return whether an expression mentions a parameter."""
        if id(expr) not in self.spoken:
            self.spoken[id(expr)] = frozenset(node.name for node in parts(expr) if isinstance(node, g.Local))
        return name in self.spoken[id(expr)]

    # ---------------------------------------------------------------------------------------- truths

    def truth(self, expr: g.Expr) -> bool | None:
        """Return whether a condition holds, or None."""
        self.steps += 1
        if not self.bound and self.truths and expr in self.truths:
            return self.truths[expr]
        if self.steps > MAX_STEPS:
            return None
        match expr:
            case g.Truth(value, of, _):
                return value if of.kind == "truth" else None
            case g.Operation(operator, operands, _, _):
                return self._operation(operator, operands)
            case g.Quantified():
                return self._quantified(expr)
            case _:
                return default(expr, None)

    def _operation(self, operator: g.Operator, operands: tuple[g.Expr, ...]) -> bool | None:
        match operator:
            case "not":
                inner = self.truth(operands[0])
                return None if inner is None else not inner
            case "and" | "or":
                ending = operator == "or"
                parts = [self.truth(operand) for operand in operands]
                return ending if ending in parts else None if None in parts else not ending
            case "=":
                return self._equal(operands[0], operands[1])
            case "<" | "<=":
                return below(self.number(operands[0]), self.number(operands[1]), strictly=operator == "<")
            case "in" | "subset":
                return self._within(operands[0], operands[1])
            case _:
                return None

    def _equal(self, left: g.Expr, right: g.Expr) -> bool | None:
        if left == right:
            return True
        match left.type.kind:
            case "number":
                one, other = self.number(left), self.number(right)
                if max(one[0], other[0]) > min(one[1], other[1]):
                    return False
                return True if one == other and one[0] == one[1] else None
            case "symbol":
                return same(self.symbols(left), self.symbols(right))
            case "card":
                return same(self.card(left), self.card(right))
            case "cards":
                return None if self.set_of(left).meeting(self.set_of(right)).possible else False
            case _:
                return None

    def _within(self, left: g.Expr, right: g.Expr) -> bool | None:
        if left.type.kind == "cards" and right.type.kind == "cards":
            inner, outer = self.set_of(left), self.set_of(right)
            if not inner.must <= outer.may or inner.size[0] > outer.size[1]:
                return False
            return True if inner.may <= outer.must else None
        if left.type.kind != "card" or right.type.kind != "cards":
            return None
        one, members = self.card(left), self.set_of(right)
        if not one & members.may and NOBODY not in one:
            return False
        return True if one <= members.must else None

    def _quantified(self, expr: g.Quantified) -> bool | None:
        """Evaluate `some`, `every` and `no`. For players and values, the result is known only if the property is the same for
        any member.
        """
        wanted = expr.quantifier != "every"
        if expr.members.type.kind == "cards":
            members = self.set_of(expr.members)
            answers = {card: self._of(self.truth, expr.variable, card, expr.condition) for card in members.may}
            found = any(answers[card] is wanted for card in members.must)
            ruled_out = all(answer is (not wanted) for answer in answers.values())
        else:
            answer = self.truth(expr.condition)
            found = answer is wanted and isinstance(expr.members, g.Everyone)
            ruled_out = answer is (not wanted)
        holds = wanted if found else (not wanted) if ruled_out else None
        return None if holds is None else (holds != (expr.quantifier == "no"))

    def _of(self, answer: Callable[[g.Expr], Answer], variable: str, card: int, expr: g.Expr) -> Answer:
        """Evaluate an expression with a variable bound to one card."""
        before = self.bound
        self.bound = {**before, variable: card}
        found = answer(expr)
        self.bound = before
        return found

    # --------------------------------------------------------------------------------------- numbers

    def number(self, expr: g.Expr) -> NumberRange:
        """Return the range of a number."""
        self.steps += 1
        found = ANY if self.steps > MAX_STEPS else self._number(expr)
        return meet(found, self.numbers.get(expr, ANY)) if self.numbers and not self.bound else found

    def _number(self, expr: g.Expr) -> NumberRange:
        match expr:
            case g.Number(value, _, _):
                return value, value
            case g.Setting(option, _, _):
                values = [int(value) for value in self.settings.get(option, ()) if is_integer(value)]
                return (min(values), max(values)) if values else ANY
            case g.Size(members, _, _):
                return self._size(members)
            case g.Attribute(name, card, _, _):
                return hull(self._measured(name, one) for one in self.card(card))
            case g.Extreme(_, measure, cards, _, _):
                among = self.set_of(cards)
                empty: list[NumberRange] = [(0, 0)] if among.size[0] == 0 else []
                return hull([*(self._measured(measure, one) for one in among.may), *empty])
            case g.Total(_, members, _, _, _) if members.type.kind == "cards":
                return self._total_of(expr)
            case g.Operation(operator, operands, _, _):
                return apply_operator(operator, [self.number(operand) for operand in operands])
            case _:
                return default(expr, ANY)

    def _size(self, members: g.Expr) -> NumberRange:
        match members.type.kind:
            case "cards":
                return self.set_of(members).size
            case "players" if isinstance(members, g.Everyone):
                return min(self.counts), max(self.counts)
            case "players" | "sides":
                return 0, max(self.counts)
            case _:
                return COUNT

    def _measured(self, name: str, card: int) -> NumberRange:
        """Return the range of a card's measure. The range is `ANY` for a card that may be read as another."""
        value = None if card == NOBODY or card in self.read else self.measures.get(name, ())[card : card + 1]
        return ANY if not value or value[0] is None else (value[0], value[0])

    def _total_of(self, expr: g.Total) -> NumberRange:
        """Return the range of a total. A total without bound cards is computed once; `totals` is cleared whenever another
        condition is assumed.
        """
        if not self.bound or any(self.mentions(expr, name) for name in self.bound):
            return self._total(expr.variable, self.set_of(expr.members), expr.amount)
        if id(expr) not in self.totals:
            self.totals[id(expr)] = self._total(expr.variable, self.set_of(expr.members), expr.amount)
        return self.totals[id(expr)]

    def _total(self, variable: str, members: PossibleCards, amount: g.Expr) -> NumberRange:
        amounts = self._amounts(variable, members, amount)
        if any(abs(end) == inf for interval in amounts.values() for end in interval):
            return ANY
        return sum_range(members, amounts)

    def _amounts(self, variable: str, members: PossibleCards, amount: g.Expr) -> dict[int, NumberRange]:
        """Return the range of an amount for each card. In the common case, a measure of the card itself, the range is looked
        up.
        """
        if isinstance(amount, g.Attribute) and isinstance(amount.card, g.Local) and amount.card.name == variable:
            self.steps += len(members.may)
            return {card: self._measured(amount.name, card) for card in members.may}
        return {card: self._of(self.number, variable, card, amount) for card in members.may}

    # ----------------------------------------------------------------------------------------- cards

    def card(self, expr: g.Expr) -> frozenset[int]:
        """Return the cards that an expression may be."""
        found = self._card(expr)
        return found & self.cards.get(expr, found) if self.cards else found

    def _card(self, expr: g.Expr) -> frozenset[int]:
        match expr:
            case g.Local(name, _, _) if name in self.bound:
                return frozenset({self.bound[name]})
            case g.Local(name, _, _) if name in self.parameters:
                return self.every
            case g.Only(g.Cards((card,), _, _), _, _):
                return frozenset({card})
            case g.Nobody():
                return frozenset({NOBODY})
            case _:
                return default(expr, self.every | {NOBODY})

    def symbols(self, expr: g.Expr) -> frozenset[str] | None:
        """Return the values that an expression may have, or None for any."""
        match expr:
            case g.Symbol(name, _, _):
                return frozenset({name})
            case g.Setting(option, _, _) if option in self.settings:
                return frozenset(self.settings[option])
            case g.Attribute(name, card, _, _):
                cards = self.card(card)
                if NOBODY in cards or cards & self.read:
                    return None
                values = [dict(self.deck.cards[one].attributes).get(name) for one in cards]
                return None if None in values else frozenset(value for value in values if value is not None)
            case _:
                return default(expr, None)

    def set_of(self, expr: g.Expr) -> PossibleCards:
        """Return the abstract value of a set of cards."""
        self.steps += 1
        found = PossibleCards(self.every) if self.steps > MAX_STEPS else self._set(expr)
        return found.meeting(self.sets[expr]) if self.sets and not self.bound and expr in self.sets else found

    def _set(self, expr: g.Expr) -> PossibleCards:
        match expr:
            case g.Cards(cards, _, _):
                return PossibleCards.exactly(cards)
            case g.AllCards():
                return PossibleCards.exactly(self.every)
            case g.Local(name, _, _) if name in self.parameters and self.parameters[name].choice == "some":
                return PossibleCards(self.every, least=1)
            case g.Single(member, _, _):
                one = self.card(member)
                some = one - {NOBODY}
                return PossibleCards(some, one if len(one) == 1 and some else frozenset(), float(NOBODY not in one), 1)
            case g.Where(variable, members, condition, _, _):
                among = self.set_of(members)
                answers = {card: self._of(self.truth, variable, card, condition) for card in among.may}
                may = frozenset(card for card, answer in answers.items() if answer is not False)
                return PossibleCards(may, frozenset(c for c in among.must if answers[c] is True), 0, among.size[1])
            case g.Operation("union", (left, right), _, _):
                return self.set_of(left).joined(self.set_of(right))
            case g.Operation("minus", (left, right), _, _):
                return self.set_of(left).without(self.set_of(right))
            case _:
                return default(expr, PossibleCards(self.every))


# ------------------------------------------------------------------------------------ satisfiability


MAX_ALTERNATIVES = 32
ROUNDS = 4

Literal = tuple[g.Expr, bool]
"""A condition without an outer `and`, `or` or `not`, and whether it has to hold."""


def case_of(clause: g.Clause) -> tuple[Literal, ...]:
    """Return the conditions of a clause, and for each whether it must be true or false."""
    return (*((expr, True) for expr in clause.when), *((expr, False) for expr in clause.unless))


def conjuncts(expr: g.Expr, holds: bool) -> Iterator[Literal]:
    """Split a condition that is true (or false) into the conditions that must then all hold."""
    if isinstance(expr, g.Operation) and expr.operator == ("and" if holds else "or"):
        for operand in expr.operands:
            yield from conjuncts(operand, holds)
    else:
        yield expr, holds


def impossible(conditions: Iterable[Literal], fresh: Callable[[], AbstractState]) -> bool:
    """Return whether no state meets all conditions; `fresh` creates a state without assumptions.

    Each condition is split into its alternatives. In each alternative, the facts about expressions that the conditions imply
    (`7D is in won`, `number of taken is at least 2`) are assumed, and the other conditions are evaluated again, until nothing
    new follows.
    """
    alternatives = product(*(tuple(islice(_alternatives(*one), MAX_ALTERNATIVES + 1)) for one in conditions))
    tried = list(islice(alternatives, MAX_ALTERNATIVES + 1))
    if len(tried) > MAX_ALTERNATIVES:
        return False
    return all(_contradictory([literal for part in parts for literal in part], fresh()) for parts in tried)


def _alternatives(expr: g.Expr, holds: bool) -> Iterator[tuple[Literal, ...]]:
    """Return the alternatives in which a condition holds (or does not)."""
    if not isinstance(expr, g.Operation) or expr.operator not in {"not", "and", "or"}:
        yield ((expr, holds),)
        return
    if expr.operator == "not":
        yield from _alternatives(expr.operands[0], not holds)
        return
    ways = [tuple(islice(_alternatives(one, holds), MAX_ALTERNATIVES + 1)) for one in expr.operands]
    if (expr.operator == "and") == holds:
        for parts in product(*ways):
            yield tuple(literal for part in parts for literal in part)
    else:
        for way in ways:
            yield from way


def _contradictory(literals: list[Literal], known: AbstractState) -> bool:
    if len(literals) == 1:
        answer = known.truth(literals[0][0])
        return answer is not None and answer != literals[0][1]
    for _ in range(ROUNDS):
        before = dict(known.cards), dict(known.sets), dict(known.numbers), dict(known.truths)
        for expr, holds in literals:
            answer = known.truth(expr)
            if answer is not None and answer != holds:
                return True
            _suppose(known, expr, holds)
            if not _consistent(known):
                return True
        if before == (known.cards, known.sets, known.numbers, known.truths):
            return False
    return False


def _consistent(known: AbstractState) -> bool:
    return (
        all(known.cards.values())
        and all(one.possible for one in known.sets.values())
        and all(low <= high for low, high in known.numbers.values())
    )


# --------------------------------------------------------------------------------------- assumptions


def _suppose(known: AbstractState, expr: g.Expr, holds: bool) -> None:
    """Assume everything that a condition implies about the expressions in it."""
    _suppose_cards(known, expr, holds)
    known.truths.setdefault(expr, holds)
    if not isinstance(expr, g.Operation):
        return
    match expr.operator, expr.operands:
        case "<" | "<=" as operator, (left, right):
            strictly = (operator == "<") == holds
            _suppose_below(known, *((left, right) if holds else (right, left)), strictly=strictly)
        case "=", (left, right) if left.type.kind == "number" and holds:
            both = meet(known.number(left), known.number(right))
            _suppose_number(known, left, both)
            _suppose_number(known, right, both)
        case "=", (left, right) if left.type.kind == "cards" and holds:
            alike = known.set_of(left).meeting(known.set_of(right))
            known.sets[left] = known.sets[right] = alike
        case "subset", (g.Cards(cards, _, _), right):
            members = known.set_of(right)
            if holds:
                known.sets[right] = members.meeting(PossibleCards(known.every, frozenset(cards)))
            elif len(cards) == 1:
                known.sets[right] = members.meeting(PossibleCards(known.every - frozenset(cards)))
        case "in", (left, right) if left.type.kind == "card" and right.type.kind == "cards":
            _suppose_member(known, left, right, holds)
        case _:
            pass


def _suppose_member(known: AbstractState, left: g.Expr, right: g.Expr, holds: bool) -> None:
    card, members = known.card(left), known.set_of(right)
    if holds:
        sure = card if len(card) == 1 else frozenset[int]()
        known.sets[right] = members.meeting(PossibleCards(known.every, sure, 1))
    elif len(card) == 1:
        known.sets[right] = members.meeting(PossibleCards(known.every - card))


def _suppose_below(known: AbstractState, left: g.Expr, right: g.Expr, *, strictly: bool) -> None:
    low, high = known.number(left)[0], known.number(right)[1]
    _suppose_number(known, left, (-inf, _next_below(high) if strictly else high))
    _suppose_number(known, right, (low + 1 if strictly else low, inf))


def _next_below(number: float) -> float:
    return number if abs(number) == inf else floor(number) - 1


def _suppose_number(known: AbstractState, expr: g.Expr, within: NumberRange) -> None:
    """Assume that a number is within an interval. For the size of a set, also assume it of the set."""
    known.numbers[expr] = meet(known.numbers.get(expr, ANY), meet(known.number(expr), within))
    if isinstance(expr, g.Size) and expr.members.type.kind == "cards":
        known.sets[expr.members] = known.set_of(expr.members).sized(within)


def _suppose_cards(known: AbstractState, expr: g.Expr, holds: bool) -> None:
    """Keep only the cards of a parameter with which the condition can have the assumed truth."""
    for name, parameter in known.parameters.items():
        if parameter.type.kind != "card" or not known.mentions(expr, name):
            continue
        local = g.Local(name, parameter.type, parameter.span)
        known.totals.clear()
        answers: Mapping[int, bool | None] = {card: _with(known, name, card, expr) for card in known.card(local)}
        known.cards[local] = frozenset(card for card, answer in answers.items() if answer is None or answer == holds)


def _with(known: AbstractState, name: str, card: int, expr: g.Expr) -> bool | None:
    before = known.bound
    known.bound = {**before, name: card}
    found = known.truth(expr)
    known.bound = before
    return found


# -------------------------------------------------------------------------------------- dead clauses


ChosenValues = Mapping[str, tuple[str, ...]]


def warn_of_dead_clauses(words: Vocabulary, clauses: tuple[g.Clause, ...], acts: tuple[g.Act, ...]) -> None:
    """Warn of the clauses, effects, exemptions and option values of a ruleset that have no effect."""
    found = _DeadClauseFinder(words, {clause.name: clause for clause in clauses}, {act.name: act for act in acts})
    for clause in clauses:
        if clause.home == words.merged.name and words.merged.kind in {"game", "variant"}:
            found.check_clause(clause)
    _warn_of_equivalent_values(words, clauses)
    _warn_of_cleared_memory(words, clauses)
    _warn_of_cards_moved_away(words, clauses)
    _warn_of_late_reads(words, clauses)


@dataclass(eq=False, repr=False)
class _DeadClauseFinder:
    words: Vocabulary
    clauses: Mapping[str, g.Clause]
    acts: Mapping[str, g.Act]

    def check_clause(self, clause: g.Clause) -> None:
        """Warn of a clause that never applies, an effect that is never done, or an exemption that lifts nothing."""
        if self._never(clause, case_of(clause), clause.span):
            return
        match clause.sentence:
            case g.Permission(lifts=lifts):
                self._exemption(clause, lifts)
            case g.Consequence(_, effects):
                for effect in effects:
                    literals = (*((e, True) for e in effect.when), *((e, False) for e in effect.unless))
                    self._never(clause, literals, effect.span)
                    self._seats(clause, effect)
            case g.Obligation(condition):
                self._never(clause, ((condition, True),), clause.span)
            case (
                g.Prohibition() | g.Step() | g.Definition() | g.Sees() | g.Score() | g.Begins() | g.Passes() | g.Ends()
                | g.SidesAre() | g.TakesPart() | g.Runs() | g.Breach() | g.Conduct() | g.Material()
            ):  # fmt: skip
                pass

    # ----------------------------------------------------------------------------------------- cases

    def _never(self, clause: g.Clause, literals: tuple[Literal, ...], span: Span) -> bool:
        under = self._under(clause)
        if under is None:
            message = msg(
                "`{clause}` is never in force: it requires two values of an option that exclude each other", clause=clause.name
            )
            self._warn(
                "C0515", message, self._name(clause), msg("this clause has no effect"), msg("leave one of the two `under` out")
            )
            return True
        estimate = self._states(under, clause)
        if not impossible(literals, estimate):
            return False
        conditions = tuple(part for literal in literals for part in conjuncts(*literal))
        last = next(n for n in range(1, len(conditions) + 1) if impossible(conditions[:n], estimate))
        expr, holds = conditions[last - 1]
        alone = impossible(conditions[last - 1 : last], estimate)
        label = msg("this is never true") if holds else msg("this is always true")
        label = label if alone else msg("this contradicts the condition before it")
        advice = (self._explain(expr, estimate()) if alone else None) or msg("leave it out, or change the condition")
        name = clause.name
        whole = span == clause.span
        what = msg("`{name}` never applies", name=name) if whole else msg("this effect of `{name}` is never done", name=name)
        self._warn("C0515", what, expr.span, label, advice)
        return True

    def _explain(self, expr: g.Expr, known: AbstractState) -> str | None:
        """Return the range of the number whose comparison cannot hold, or None."""
        for node in parts(expr):
            if isinstance(node, g.Operation) and node.operator in {"<", "<=", "="} and node.operands[0].type.kind == "number":
                for operand in node.operands:
                    low, high = known.number(operand)
                    if not isinstance(operand, g.Number) and abs(low) != float("inf") != abs(high):
                        of, least, most = one_line(operand.span.text), f"{low:g}", f"{high:g}"
                        if low == high:
                            return msg("`{of}` is {n} in this game", of=of, n=least)
                        return msg("`{of}` is between {least} and {most} in this game", of=of, least=least, most=most)
        return None

    def _seats(self, clause: g.Clause, effect: g.Effect) -> None:
        """Warn of seats for a number of players that the game does not allow."""
        counts = self.words.player_counts or LIBRARY_PLAYERS
        if isinstance(effect.body, g.Seat) and len(effect.body.players) not in counts:
            shown = join_or(map(str, counts))
            message = msg(
                "`{clause}` names seats for {n} players, but the game is for {shown}",
                clause=clause.name,
                n=len(effect.body.players),
                shown=shown,
            )
            self._warn(
                "C0515",
                message,
                effect.span,
                msg("the game never has this number of players"),
                msg("name the seats of {shown} players", shown=shown),
            )

    # ------------------------------------------------------------------------------------ exemptions

    def _exemption(self, clause: g.Clause, lifts: tuple[str, ...]) -> None:
        """Warn of an exemption if the prohibitions that it lifts forbid nothing that is permitted under its condition."""
        if not lifts or any(self._can_apply_together(clause, bar, title) for bar, title in self._barred(lifts)):
            return
        bars = [self.clauses[name] for name in lifts if name in self.clauses]
        titles = list(dict.fromkeys(title.name for _, title in self._barred(lifts)))
        named = join_and(f"`{bar.name}`" for bar in bars)
        message = msg("the exemption `{clause}` does not lift any prohibition", clause=clause.name)
        label = msg("{named} forbids nothing in this case", named=named)
        if titles:
            barred = join_and(f"`{title}`" for title in titles)
            label = msg("{named} forbids only {barred}, which never applies in this case", named=named, barred=barred)
        advice = msg(
            "an exemption does not permit an act; to permit it, write `{clause}: {sentence}`",
            clause=clause.name,
            sentence=source_text(clause.span, sentence_text(clause)),
        )
        self._warn("C0516", message, self._name(clause), label, advice)

    def _barred(self, lifts: tuple[str, ...]) -> Iterator[tuple[g.Clause, g.Clause]]:
        """Yield each lifted prohibition with each permission that it overrides."""
        for name in lifts:
            bar = self.clauses.get(name)
            if bar is not None and isinstance(bar.sentence, g.Prohibition):
                yield from ((bar, self.clauses[title]) for title in bar.sentence.bars if title in self.clauses)

    def _can_apply_together(self, clause: g.Clause, bar: g.Clause, title: g.Clause) -> bool:
        """Return whether an exemption, a prohibition, and a permission that the prohibition overrides can all apply in one
        case.
        """
        under = self._under(clause, bar, title)
        if under is None:
            return False
        literals = (*case_of(clause), *case_of(title), *case_of(bar))
        return not impossible(literals, self._states(under, clause))

    # ------------------------------------------------------------------------------- abstract states

    def _under(self, *clauses: g.Clause) -> ChosenValues | None:
        """Return the values of options under which all these clauses are in force, or None if there are none."""
        values = {option.name: option.values for option in self.words.options.values()}
        for clause in clauses:
            for option, allowed in clause.under:
                values[option] = tuple(value for value in values.get(option, allowed) if value in allowed)
        return None if any(not left for left in values.values()) else values

    def _states(self, under: ChosenValues, clause: g.Clause) -> _StateFactory:
        act = sentence_facts(clause.sentence).act
        parameters = {p.name: p for p in self.acts[act].parameters} if act is not None and act in self.acts else {}
        return _StateFactory(self.words.deck, self.words.player_counts or LIBRARY_PLAYERS, under, parameters)

    def _name(self, clause: g.Clause) -> Span:
        return self.words.clauses[clause.name].item.name.span

    def _warn(self, code: str, message: Message, span: Span, label: Message, advice: str) -> None:
        self.words.report.warning(code, message, span, label, advice)


@frozen
class _StateFactory:
    """Creates abstract states without assumptions."""

    deck: g.Deck
    counts: tuple[int, ...]
    under: ChosenValues
    parameters: Mapping[str, g.Parameter]

    def __call__(self) -> AbstractState:
        return AbstractState(self.deck, self.counts, self.under, self.parameters)


# -------------------------------------------------------------------------- option values and memory


def _warn_of_equivalent_values(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    """Warn about values of an option that no clause distinguishes."""
    if all(entry.home != words.merged.name for entry in words.entries() if isinstance(entry.item, tree.OptionDecl)):
        return
    nodes = [node for node in parts(clauses) if isinstance(node, g.Setting | g.Symbol)]
    read = {node.option for node in nodes if isinstance(node, g.Setting) and node.type.kind == "number"}
    named = {(node.type.enumeration, node.name) for node in nodes if isinstance(node, g.Symbol)}
    stands = {entry.under for entry in words.entries()}
    for option in words.options.values():
        entry = next(e for e in words.entries() if option.span in (e.item.name.span, e.item.span))
        used = [v for under in stands for name, v in under if name.text == option.name]
        if entry.home != words.merged.name or option.name in read or not used:
            continue
        kinds: dict[tuple[object, ...], list[str]] = {}
        for value in option.values:
            signs = tuple(value in {word.text for word in values} for values in used)
            own = value if (option.name, value) in named else ""
            kinds.setdefault((own, *signs), []).append(value)
        for alike in kinds.values():
            if len(alike) > 1:
                message = msg(
                    "no clause distinguishes the value `{value}` from `{other}` of the option `{option}`",
                    value=alike[0],
                    other=alike[1],
                    option=option.name,
                )
                advice = msg("put clauses under one of them: `under {option} is {alike}`", option=option.name, alike=alike[1])
                words.report.warning("C0514", message, entry.item.name.span, msg("both values have the same effect"), advice)


def _warn_of_cleared_memory(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    """Warn of a clause that reads memory which a clause of the same event always clears before it."""
    for at, clause in enumerate(clauses):
        cleared = _cleared(clause, clauses)
        if cleared is None or not isinstance(clause.sentence, g.Consequence):
            continue
        event = clause.sentence.event
        for later in clauses[at + 1 :]:
            if not isinstance(later.sentence, g.Consequence) or later.sentence.event != event:
                continue
            own = words.merged.name in {clause.home, later.home}
            if own and _reads(later, cleared) and dict(clause.under).items() <= dict(later.under).items():
                message = msg(
                    "`{later}` reads `{cell}`, which `{clause}` has just cleared",
                    later=later.name,
                    cell=cleared.cell,
                    clause=clause.name,
                )
                label = msg("`{clause}` comes first and clears it", clause=clause.name)
                advice = msg("put `{clause}` after `{later}`", clause=clause.name, later=later.name)
                words.report.warning("C0517", message, words.clauses[later.name].item.name.span, label, advice)
            if any(facts_of(effect.body).memory == cleared.cell for effect in later.effects):
                break


def _warn_of_cards_moved_away(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    """Warn of a clause that needs cards in a place from which a clause of the same event, under the same conditions, has just
    moved all: a count of a trick after the library has put the trick aside.
    """
    for at, clause in enumerate(clauses):
        if not isinstance(clause.sentence, g.Consequence) or clause.unless or clause.under:
            continue
        if any(clause.name in other.despite for other in clauses):
            continue
        conditions = {form_of(condition, clauses) for condition in all_conjuncts(*clause.when)}
        places = _emptied(clause)
        for later in clauses[at + 1 :] if places else ():
            if not isinstance(later.sentence, g.Consequence) or later.sentence.event != clause.sentence.event:
                continue
            if any(_may_fill(effect, places) for effect in later.effects):
                break
            own = words.merged.name in {clause.home, later.home}
            same = conditions <= {form_of(condition, clauses) for condition in all_conjuncts(*later.when)}
            place = next((p for p in sorted(places) if any(_truth(c, p) is False for c in later.when)), None)
            if not own or not same or place is None:
                continue
            message = msg(
                "`{later}` never applies: `{clause}` has just moved the cards of `{place}`",
                later=later.name,
                clause=clause.name,
                place=place,
            )
            label = msg("`{clause}` comes first", clause=clause.name)
            advice = msg("put `{clause}` after `{later}`", clause=clause.name, later=later.name)
            home, _, number = clause.article.rpartition("/")
            if home and clause.home != words.merged.name:
                advice = msg(
                    "put it before: write it under `in article {number} of {home} add before {clause}`",
                    number=number,
                    home=home,
                    clause=clause.name,
                )
            words.report.warning("C0517", message, words.clauses[later.name].item.name.span, label, advice)


def _emptied(clause: g.Clause) -> frozenset[str]:
    """Return the places that a clause empties for the table or for all owners."""
    found = set[str]()
    for effect in clause.effects:
        if isinstance(effect.body, g.MoveCards) and not (effect.when or effect.unless or effect.each):
            whole = [c for c in effect.body.cards if isinstance(c, g.InZone) and isinstance(c.owner, g.Everyone | None)]
            found |= {one.zone for one in whole}
            found.discard(effect.body.to.zone if isinstance(effect.body.to, g.InZone) else "")
    return frozenset(found)


def _may_fill(effect: g.Effect, places: frozenset[str]) -> bool:
    """Return whether an effect may put cards into one of some places."""
    body = effect.body
    to = body.to if isinstance(body, g.MoveCards | g.Deal) else body.into if isinstance(body, g.Shuffle) else None
    return isinstance(to, g.InZone) and to.zone in places


def _truth(condition: g.Expr, place: str) -> bool | None:
    """Return whether a condition holds if a place has no cards, or None if this does not decide it."""
    if isinstance(condition, g.Quantified):
        if isinstance(condition.members, g.InZone) and condition.members.zone == place:
            return condition.quantifier != "some"
        inner = _truth(condition.condition, place) if isinstance(condition.members, g.Everyone) else None
        return None if inner is None else inner if condition.quantifier != "no" else not inner
    if not isinstance(condition, g.Operation):
        return None
    if condition.operator in ("=", "<", "<="):
        left, right = (_number(operand, place) for operand in condition.operands)
        if left is None or right is None:
            return None
        return left == right if condition.operator == "=" else left < right if condition.operator == "<" else left <= right
    known = [_truth(operand, place) for operand in condition.operands]
    if condition.operator == "not":
        return None if known[0] is None else not known[0]
    if condition.operator == "and":
        return False if False in known else None if None in known else True
    if condition.operator == "or":
        return True if True in known else None if None in known else False
    return None


def _number(expr: g.Expr, place: str) -> int | None:
    if isinstance(expr, g.Number):
        return expr.value
    return 0 if isinstance(expr, g.Size) and isinstance(expr.members, g.InZone) and expr.members.zone == place else None


def _warn_of_late_reads(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    """Warn of a score or a clause of the count if it reads memory, such as `dealer`, that a clause changes at the end of the
    hand.
    """
    moved = {cell: clause for clause in clauses for cell in _moved_on(words, clause)}
    read_by = _memory_of_definitions(clauses)
    for clause in clauses:
        counts = isinstance(clause.sentence, g.Score) or (
            isinstance(clause.sentence, g.Consequence) and clause.sentence.event == ("count", "hand")
        )
        late = sorted(_memory_read((clause.sentence, clause.when, clause.unless), read_by) & moved.keys()) if counts else []
        for cell in late:
            end = moved[cell]
            if words.merged.name not in {clause.home, end.home} or clause.name == end.name:
                continue
            message = msg(
                "`{clause}` reads `{cell}` after `{end}` has changed it: the count comes after the end of the hand",
                clause=clause.name,
                cell=cell,
                end=end.name,
            )
            label = msg("`{cell}` already has its value for the next hand", cell=cell)
            words.report.warning("C0521", message, words.clauses[clause.name].item.name.span, label, _count_first(end, words))


def _count_first(end: g.Clause, words: Vocabulary) -> Message:
    """Return advice on how to move a change at the end of the hand to after the count."""
    effect = source_text(end.effects[0].span)
    if end.home == words.merged.name:
        return msg(
            "to count first, write `{end}` as `at the count of the hand, {effect}`, after the clause that adds the score",
            end=end.name,
            effect=effect,
        )
    home, _, number = end.article.rpartition("/")
    return msg(
        "to count first, write `in article {number} of {home} repeal {end}`, and as the last clause of the count "
        "`next_{cell}: at the count of the hand, {effect}`",
        number=number,
        home=home,
        end=end.name,
        cell=facts_of(end.effects[0].body).memory or end.name,
        effect=effect,
    )


def _moved_on(words: Vocabulary, clause: g.Clause) -> Iterator[str]:
    """Yield the references for the match that a clause at the end of the hand sets to a value computed from the old one, as
    `dealer` passes to the next player. Counters are not included, because they are often increased there and read later.
    """
    if not isinstance(clause.sentence, g.Consequence) or clause.sentence.event != ("end", "hand"):
        return
    for effect in clause.effects:
        body = effect.body
        if not isinstance(body, g.Become) or body.cell.cell not in words.cells:
            continue
        name, cell = body.cell.cell, words.cells[body.cell.cell][0]
        kept = cell.kind == "reference" and cell.period == "match"
        if kept and any(isinstance(part, g.Recall) and part.cell == name for part in parts(body.value)):
            yield name


def _memory_of_definitions(clauses: tuple[g.Clause, ...]) -> Mapping[str, frozenset[str]]:
    """Return the memory that each definition reads, directly or through others."""
    own: dict[str, list[g.Clause]] = {}
    for clause in clauses:
        if isinstance(clause.sentence, g.Definition):
            own.setdefault(clause.sentence.function, []).append(clause)
    found: dict[str, frozenset[str]] = dict.fromkeys(own, frozenset())
    changed = True
    while changed:
        after = {
            name: frozenset[str]().union(*(_memory_read((c.sentence, c.when, c.unless), found) for c in defining))
            for name, defining in own.items()
        }
        changed, found = after != found, after
    return found


def _memory_read(looked: object, read_by: Mapping[str, frozenset[str]]) -> frozenset[str]:
    cells = {part.cell for part in parts(looked) if isinstance(part, g.Recall)}
    applied = (read_by.get(part.function, frozenset()) for part in parts(looked) if isinstance(part, g.Apply))
    return frozenset(cells).union(*applied)


def _cleared(clause: g.Clause, clauses: tuple[g.Clause, ...]) -> g.Recall | None:
    """Return the memory that a clause always clears, if the clause has no other effect and no clause overrides it."""
    if clause.when or clause.unless or len(clause.effects) != 1:
        return None
    if any(clause.name in other.despite for other in clauses):
        return None
    match clause.effects[0]:
        case g.Effect(g.Become(cell, g.Nobody() | g.Number(0) | g.Truth(False)), None, (), (), _):
            return cell
        case _:
            return None


def _reads(clause: g.Clause, cell: g.Recall) -> bool:
    """Return whether a clause reads memory in its conditions or its effects."""
    looked: list[object] = [clause.when, clause.unless]
    for effect in clause.effects:
        looked += [effect.when, effect.unless, facts_of(effect.body).reads]
    return any(node == cell for part in looked for node in parts(part))
