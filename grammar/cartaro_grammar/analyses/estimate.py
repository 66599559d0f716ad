"""What a condition can be, from the deck, the numbers of players and the options alone: true, false, or not known.

Takes checked expressions; guarantees that a condition that can hold is never said to be false, nor one that can fail true.  It
does not follow definitions, memory or moves, and reckons only so long.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import TypeVar, assert_never

from cartaro_grammar.analyses.bounds import (
    ANY,
    COUNT,
    NOBODY,
    NumberRange,
    PossibleCards,
    below,
    hull,
    meet,
    reckoned,
    same,
    summed,
)
from cartaro_grammar.model import game as g
from cartaro_grammar.model.parts import parts

MAX_STEPS = 40_000
"""How many phrases are looked at for one question; what comes after is not known."""

Answer = TypeVar("Answer")


@dataclass(eq=False, repr=False)
class Estimate:
    """What is known of phrases: `cards`, `sets` and `numbers` of those about which something is supposed, `truths` of the
    conditions supposed to hold or not.  `parameters` are those of the act that is spoken of, `settings` the values of options.
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
        """Whether an expression speaks of a parameter."""
        if id(expr) not in self.spoken:
            self.spoken[id(expr)] = frozenset(node.name for node in parts(expr) if isinstance(node, g.Local))
        return name in self.spoken[id(expr)]

    # ------------------------------------------------------------------ truths

    def truth(self, expr: g.Expr) -> bool | None:
        """Whether a condition holds, or None."""
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
            case (
                g.Number() | g.Symbol() | g.Symbols() | g.Cards() | g.AllCards() | g.Everyone() | g.LastPlayer()
                | g.Nobody() | g.Actor() | g.Local() | g.Setting() | g.InZone() | g.Recall() | g.Attribute()
                | g.Apply() | g.ScoreOf() | g.Single() | g.Only() | g.Size() | g.Where() | g.Total()
                | g.Extreme() | g.Select() | g.Neighbour() | g.SideOf() | g.Top() | g.Can() | g.Applies()
                | g.Pattern() | g.ReadAs()
            ):  # fmt: skip
                return None
            case _:
                assert_never(expr)

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
        """`some`, `every` and `no`; of players and values it is known only what holds of whichever."""
        wanted = expr.quantifier != "every"
        if expr.members.type.kind == "cards":
            members = self.set_of(expr.members)
            told = {card: self._of(self.truth, expr.variable, card, expr.condition) for card in members.may}
            found = any(told[card] is wanted for card in members.must)
            ruled_out = all(answer is (not wanted) for answer in told.values())
        else:
            answer = self.truth(expr.condition)
            found = answer is wanted and isinstance(expr.members, g.Everyone)
            ruled_out = answer is (not wanted)
        holds = wanted if found else (not wanted) if ruled_out else None
        return None if holds is None else (holds != (expr.quantifier == "no"))

    def _of(self, answer: Callable[[g.Expr], Answer], variable: str, card: int, expr: g.Expr) -> Answer:
        """What is known of an expression for one card."""
        before = self.bound
        self.bound = {**before, variable: card}
        found = answer(expr)
        self.bound = before
        return found

    # ------------------------------------------------------------------ numbers

    def number(self, expr: g.Expr) -> NumberRange:
        """Between which numbers an expression lies."""
        self.steps += 1
        found = ANY if self.steps > MAX_STEPS else self._number(expr)
        return meet(found, self.numbers.get(expr, ANY)) if self.numbers and not self.bound else found

    def _number(self, expr: g.Expr) -> NumberRange:
        match expr:
            case g.Number(value, _, _):
                return value, value
            case g.Setting(option, _, _):
                values = [int(value) for value in self.settings.get(option, ()) if value.isdigit()]
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
                return reckoned(operator, [self.number(operand) for operand in operands])
            case (
                g.Truth() | g.Symbol() | g.Symbols() | g.Cards() | g.AllCards() | g.Everyone() | g.LastPlayer()
                | g.Nobody() | g.Actor() | g.Local() | g.InZone() | g.Recall() | g.Apply() | g.ScoreOf()
                | g.Single() | g.Only() | g.Where() | g.Quantified() | g.Total() | g.Select() | g.Neighbour()
                | g.SideOf() | g.Top() | g.Can() | g.Applies() | g.Pattern() | g.ReadAs()
            ):  # fmt: skip
                return ANY
            case _:
                assert_never(expr)

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
        """A measure of a card; one that may be read as another has any."""
        value = None if card == NOBODY or card in self.read else self.measures.get(name, ())[card : card + 1]
        return ANY if not value or value[0] is None else (value[0], value[0])

    def _total_of(self, expr: g.Total) -> NumberRange:
        """A total; one that speaks of no card tried is worked out once for all (`totals` is emptied as more is supposed)."""
        if not self.bound or any(self.mentions(expr, name) for name in self.bound):
            return self._total(expr.variable, self.set_of(expr.members), expr.amount)
        if id(expr) not in self.totals:
            self.totals[id(expr)] = self._total(expr.variable, self.set_of(expr.members), expr.amount)
        return self.totals[id(expr)]

    def _total(self, variable: str, members: PossibleCards, amount: g.Expr) -> NumberRange:
        amounts = self._amounts(variable, members, amount)
        if any(abs(end) == inf for interval in amounts.values() for end in interval):
            return ANY
        return summed(members, amounts)

    def _amounts(self, variable: str, members: PossibleCards, amount: g.Expr) -> dict[int, NumberRange]:
        """An amount of each card; a measure of the card itself, which is what most totals are of, needs no further look."""
        if isinstance(amount, g.Attribute) and isinstance(amount.card, g.Local) and amount.card.name == variable:
            self.steps += len(members.may)
            return {card: self._measured(amount.name, card) for card in members.may}
        return {card: self._of(self.number, variable, card, amount) for card in members.may}

    # ------------------------------------------------------------------ cards

    def card(self, expr: g.Expr) -> frozenset[int]:
        """The cards that an expression may stand for."""
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
            case (
                g.Number() | g.Truth() | g.Symbol() | g.Symbols() | g.Cards() | g.AllCards() | g.Everyone()
                | g.LastPlayer() | g.Actor() | g.Local() | g.Setting() | g.InZone() | g.Recall() | g.Attribute()
                | g.Apply() | g.ScoreOf() | g.Operation() | g.Single() | g.Only() | g.Size() | g.Where()
                | g.Quantified() | g.Total() | g.Extreme() | g.Select() | g.Neighbour() | g.SideOf() | g.Top()
                | g.Can() | g.Applies() | g.Pattern() | g.ReadAs()
            ):  # fmt: skip
                return self.every | {NOBODY}
            case _:
                assert_never(expr)

    def symbols(self, expr: g.Expr) -> frozenset[str] | None:
        """The values that an expression may have, or None where any."""
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
            case (
                g.Number() | g.Truth() | g.Symbols() | g.Cards() | g.AllCards() | g.Everyone() | g.LastPlayer()
                | g.Nobody() | g.Actor() | g.Local() | g.Setting() | g.InZone() | g.Recall() | g.Apply()
                | g.ScoreOf() | g.Operation() | g.Single() | g.Only() | g.Size() | g.Where() | g.Quantified()
                | g.Total() | g.Extreme() | g.Select() | g.Neighbour() | g.SideOf() | g.Top() | g.Can()
                | g.Applies() | g.Pattern() | g.ReadAs()
            ):  # fmt: skip
                return None
            case _:
                assert_never(expr)

    def set_of(self, expr: g.Expr) -> PossibleCards:
        """What is known of a set of cards."""
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
                told = {card: self._of(self.truth, variable, card, condition) for card in among.may}
                may = frozenset(card for card, answer in told.items() if answer is not False)
                return PossibleCards(may, frozenset(c for c in among.must if told[c] is True), 0, among.size[1])
            case g.Operation("union", (left, right), _, _):
                return self.set_of(left).joined(self.set_of(right))
            case g.Operation("minus", (left, right), _, _):
                return self.set_of(left).without(self.set_of(right))
            case (
                g.Number() | g.Truth() | g.Symbol() | g.Symbols() | g.Everyone() | g.LastPlayer() | g.Nobody()
                | g.Actor() | g.Local() | g.Setting() | g.InZone() | g.Recall() | g.Attribute() | g.Apply()
                | g.ScoreOf() | g.Operation() | g.Only() | g.Size() | g.Quantified() | g.Total() | g.Extreme()
                | g.Select() | g.Neighbour() | g.SideOf() | g.Top() | g.Can() | g.Applies() | g.Pattern()
                | g.ReadAs()
            ):  # fmt: skip
                return PossibleCards(self.every)
            case _:
                assert_never(expr)
