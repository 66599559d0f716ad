"""Recognize calculations with which authors count groups of cards, so that the guide can name the groups.

A pair of cards that make fifteen is written as half of a sum over every card, and a run as the product of the numbers of cards
of each rank.  A reader wants to read about pairs and runs.
"""

from __future__ import annotations

from dataclasses import dataclass

from cartaro_grammar import conjuncts, operands_of
from cartaro_grammar import game as g


@dataclass(frozen=True, slots=True)
class Groups:
    """Pairs of cards, or single cards, among `members`. They add up to `total` in a measure, or have the same value of an
    attribute if there is no total. With `left`, the other cards add up to the total.
    """

    members: g.Expr
    measure: str
    total: g.Expr | None
    left: bool
    pairs: bool


def groups_counted(e: g.Expr) -> Groups | None:
    """Return the groups of cards that a number counts, if it is such a count."""
    match (e,):
        case (g.Operation("half", (g.Total(first, members, g.Size(g.Operation("minus", (g.Where() as rest, taken)))),)),):
            of = taken.member if isinstance(taken, g.Single) else taken
            if rest.members != members or not isinstance(of, g.Local) or of.name != first:
                return None
            return _partners(rest, first)
        case (g.Size(g.Where(variable, members, g.Operation("=", (g.Attribute(measure, g.Local(of)), number)))),) if (
            of == variable
        ):
            left = _left_over(number, members, measure)
            return None if left is None else Groups(members, measure, left, left=True, pairs=False)
        case _:
            return None


def _partners(rest: g.Where, first: str) -> Groups | None:
    match (rest.condition,):
        case (g.Operation("=", (g.Attribute(measure, g.Local(of)), other)),) if of == rest.variable:
            pass
        case _:
            return None
    match (other,):
        case (g.Attribute(name, g.Local(partner)),) if name == measure and partner == first:
            return Groups(rest.members, measure, None, left=False, pairs=True)
        case (g.Operation("-", (number, g.Attribute(name, g.Local(partner)))),) if name == measure and partner == first:
            left = _left_over(number, rest.members, measure)
            return Groups(rest.members, measure, left or number, left=left is not None, pairs=True)
        case _:
            return None


def _left_over(number: g.Expr, members: g.Expr, measure: str) -> g.Expr | None:
    """Return the rest of the total of some cards, if a number is written as that total minus another."""
    match (number,):
        case (g.Operation("-", (g.Total(variable, all_of_them, g.Attribute(name, g.Local(of))), left)),):
            same = all_of_them == members and name == measure and of == variable
            return left if same else None
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs with a number of cards among `members` that begin with a card and cannot be longer; `each` is the number for
    each run.
    """

    cards: int
    each: int
    members: g.Expr
    measure: str
    first: g.Expr


def runs_counted(value: g.Expr, when: tuple[g.Expr, ...]) -> Runs | None:
    """Return the runs that a number counts under some conditions, if it is the product of the numbers of cards of each rank and
    the conditions are that no card makes the run longer.
    """
    factors = _factors(value)
    numbers = [one.value for one in factors if isinstance(one, g.Number)]
    steps = [_step(one) for one in factors if not isinstance(one, g.Number)]
    found = [one for one in steps if one is not None]
    if len(numbers) > 1 or len(found) != len(steps) or len(found) < 2 or len({one[:3] for one in found}) != 1:
        return None
    members, measure, first, _ = found[0]
    size = len(found) + 1
    if sorted(step for *_, step in found) != [*range(1, size)]:
        return None
    ends = set[int]()
    for e in conjuncts(*when):
        asked = operands_of(e, "=") or operands_of(e, "<")
        ways = [one for part in asked if (one := _step(part)) is not None]
        if len(ways) != 1 or ways[0][:3] != found[0][:3] or _zero(asked) is None:
            return None
        if isinstance(e, g.Operation) and e.operator == "=":
            ends.add(ways[0][3])
        elif not 0 < ways[0][3] < size:
            return None
    each = numbers[0] if numbers else 1
    return Runs(size, each, members, measure, first) if ends == {-1, size} else None


def _zero(pair: tuple[g.Expr, ...]) -> g.Number | None:
    """Return the zero of a comparison with zero."""
    return next((one for one in pair if isinstance(one, g.Number) and one.value == 0), None)


def _factors(e: g.Expr) -> tuple[g.Expr, ...]:
    pair = operands_of(e, "*")
    return tuple(one for part in pair for one in _factors(part)) if pair else (e,)


def _step(e: g.Expr) -> tuple[g.Expr, str, g.Expr, int] | None:
    """Return the cards, the measure, the card and the step, if a number counts the cards that are a number of steps above a
    card.
    """
    match (e,):
        case (g.Size(g.Where(variable, members, g.Operation("=", (g.Attribute(measure, g.Local(of)), other)))),) if (
            of == variable
        ):
            pass
        case _:
            return None
    match (other,):
        case (g.Operation("+" | "-", (g.Attribute(name, first), g.Number(step))),) if name == measure:
            return members, measure, first, step if other.operator == "+" else -step
        case _:
            return None


def is_lowest(e: g.Expr, members: g.Expr) -> bool:
    """Return whether a condition states that no card is one step below a card."""
    pair = operands_of(e, "=")
    steps = [one for part in pair if (one := _step(part)) is not None]
    return bool(steps) and _zero(pair) is not None and steps[0][0] == members and steps[0][3] == -1
