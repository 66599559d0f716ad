"""Whether conditions can hold together, as far as the deck, the players and the options tell: cases that no game comes to.

Each condition, and each that is denied, is split into its alternatives; in each of these, what the conditions say of a phrase
(`7D is in won`, `number of taken is at least 2`) is supposed of it, and the others are looked at again, until nothing more
follows.  The answer is only ever wrong by saying that conditions can hold which cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice, product
from math import floor, inf

from cartaro_grammar.analyses.bounds import ANY, NumberRange, PossibleCards, meet
from cartaro_grammar.analyses.estimate import Estimate
from cartaro_grammar.model import game as g

MAX_ALTERNATIVES = 32
ROUNDS = 4

Literal = tuple[g.Expr, bool]
"""A condition without `and`, `or` and `not` on its outside, and whether it is said to hold."""


def case_of(clause: g.Clause) -> tuple[Literal, ...]:
    """The conditions of a clause, and those that must not hold."""
    return (*((expr, True) for expr in clause.when), *((expr, False) for expr in clause.unless))


def conjuncts(expr: g.Expr, holds: bool) -> Iterator[Literal]:
    """The conditions that all hold where one does (or does not), as far as it is said with `and`."""
    if isinstance(expr, g.Operation) and expr.operator == ("and" if holds else "or"):
        for operand in expr.operands:
            yield from conjuncts(operand, holds)
    else:
        yield expr, holds


def impossible(conditions: Iterable[Literal], fresh: Callable[[], Estimate]) -> bool:
    """Whether no state of a game meets all conditions; `fresh` gives an estimate in which nothing is supposed yet."""
    alternatives = product(*(tuple(islice(_alternatives(*one), MAX_ALTERNATIVES + 1)) for one in conditions))
    tried = list(islice(alternatives, MAX_ALTERNATIVES + 1))
    if len(tried) > MAX_ALTERNATIVES:
        return False
    return all(_contradictory([literal for part in parts for literal in part], fresh()) for parts in tried)


def _alternatives(expr: g.Expr, holds: bool) -> Iterator[tuple[Literal, ...]]:
    """The ways in which a condition comes to hold (or not to)."""
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


def _contradictory(literals: list[Literal], known: Estimate) -> bool:
    if len(literals) == 1:
        told = known.truth(literals[0][0])
        return told is not None and told != literals[0][1]
    for _ in range(ROUNDS):
        before = dict(known.cards), dict(known.sets), dict(known.numbers), dict(known.truths)
        for expr, holds in literals:
            told = known.truth(expr)
            if told is not None and told != holds:
                return True
            _suppose(known, expr, holds)
            if not _consistent(known):
                return True
        if before == (known.cards, known.sets, known.numbers, known.truths):
            return False
    return False


def _consistent(known: Estimate) -> bool:
    return (
        all(known.cards.values())
        and all(one.possible for one in known.sets.values())
        and all(low <= high for low, high in known.numbers.values())
    )


# ---------------------------------------------------------------------------------------------- supposing


def _suppose(known: Estimate, expr: g.Expr, holds: bool) -> None:
    """Take what a condition says of the phrases in it as known."""
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


def _suppose_member(known: Estimate, left: g.Expr, right: g.Expr, holds: bool) -> None:
    card, members = known.card(left), known.set_of(right)
    if holds:
        sure = card if len(card) == 1 else frozenset[int]()
        known.sets[right] = members.meeting(PossibleCards(known.every, sure, 1))
    elif len(card) == 1:
        known.sets[right] = members.meeting(PossibleCards(known.every - card))


def _suppose_below(known: Estimate, left: g.Expr, right: g.Expr, *, strictly: bool) -> None:
    low, high = known.number(left)[0], known.number(right)[1]
    _suppose_number(known, left, (-inf, _next_below(high) if strictly else high))
    _suppose_number(known, right, (low + 1 if strictly else low, inf))


def _next_below(number: float) -> float:
    return number if abs(number) == inf else floor(number) - 1


def _suppose_number(known: Estimate, expr: g.Expr, within: NumberRange) -> None:
    """A number within an interval; the size of a set is known of the set too."""
    known.numbers[expr] = meet(known.numbers.get(expr, ANY), meet(known.number(expr), within))
    if isinstance(expr, g.Size) and expr.members.type.kind == "cards":
        known.sets[expr.members] = known.set_of(expr.members).sized(within)


def _suppose_cards(known: Estimate, expr: g.Expr, holds: bool) -> None:
    """Of the cards that a parameter may stand for, those with which the condition can be as it is said to be."""
    for name, parameter in known.parameters.items():
        if parameter.type.kind != "card" or not known.mentions(expr, name):
            continue
        local = g.Local(name, parameter.type, parameter.span)
        known.totals.clear()
        told: Mapping[int, bool | None] = {card: _with(known, name, card, expr) for card in known.card(local)}
        known.cards[local] = frozenset(card for card, answer in told.items() if answer is None or answer == holds)


def _with(known: Estimate, name: str, card: int, expr: g.Expr) -> bool | None:
    before = known.bound
    known.bound = {**before, name: card}
    found = known.truth(expr)
    known.bound = before
    return found
