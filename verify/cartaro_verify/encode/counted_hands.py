"""Counters that bound a match: once such a counter has reached a certain number, the match is over, whatever else is true.

For example, a match of thirteen hands ends when the counter of its hands is at least thirteen, so a hand begins when the
counter is at most twelve. The number may depend on open house rules, which are the same in all hands of a match: then each
choice of them has a number of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cartaro_grammar import Clause, Game, parts_reached
from cartaro_grammar import game as g
from cartaro_verify.encode import house_rules
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.transition import Turns
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms.symbolic_state import NOBODY, NotCovered, OwnedPlace, SymbolicState

MOST = 128
"""The greatest number that is tried; no match has as many hands."""
MOST_CHOICES = 64
"""The greatest number of choices of the house rules on which the end of a match depends that are tried one by one."""

Given = tuple[tuple[str, tuple[str, ...]], ...]
"""Some values of open options."""


@dataclass(frozen=True, slots=True)
class EndingNumber:
    """The least number of a counter at which the match is certainly over if open options have some of the values `given`."""

    place: OwnedPlace
    number: int
    given: Given = ()


def ending_numbers(game: Game, context: ProofContext) -> tuple[EndingNumber, ...]:
    """Return the numbers, from 2 on, at which the clauses are certain to end the match: for each of the table's counters for
    the match that has one under all house rules, the greatest first, and then those of the house rules with smaller numbers.
    """
    ends = game.ends_of("match")
    read = {p.cell for p in parts_reached(game, ends) if isinstance(p, g.Recall)}
    cells = [c for c in game.cells if (c.kind, c.period, c.owner) == ("counter", "match", "table") and c.name in read]
    if not cells:
        return ()
    state, choices = symbols.anywhere(context.variables, game, NOBODY, "counted", out_of_sight=True), _choices(game, ends)
    try:
        turns = [Turns(Acts(game, context, settings)) for settings in choices]
        numbers = {(c.name, -1): [_ending_number(t, state, (c.name, -1)) for t in turns] for c in cells}
    except (NotCovered, KeyError):
        return ()
    return tuple(found for place, each in numbers.items() for found in _by_choice(place, choices, each))


def _choices(game: Game, ends: tuple[Clause, ...]) -> list[dict[str, str]]:
    """Return the choices of the open options that these clauses read; only the empty one if there are too many."""
    try:
        return list(house_rules.choices(game, house_rules.options_read(game, ends), MOST_CHOICES))
    except NotCovered:
        return [{}]


def _by_choice(place: OwnedPlace, choices: list[dict[str, str]], numbers: list[int | None]) -> Iterator[EndingNumber]:
    """Yield the numbers of a counter, given one for each choice; nothing if one of them is missing or is too small."""
    known = [number for number in numbers if number is not None and number > 1]
    if len(known) < len(numbers):
        return
    yield EndingNumber(place, most := max(known))
    alike = dict[tuple[int, Given], dict[str, tuple[str, ...]]]()
    for choice, number in zip(choices, known, strict=True):
        if number < most:
            *others, (last, value) = choice.items()
            values = alike.setdefault((number, tuple((name, (one,)) for name, one in others)), {last: ()})
            values[last] += (value,)
    for (number, given), values in alike.items():
        yield EndingNumber(place, number, (*given, *values.items()))


def _ending_number(turns: Turns, state: SymbolicState, place: OwnedPlace) -> int | None:
    """Return the least number of a counter at which the match is certainly over; None if there is none."""

    def over(number: int) -> bool:
        return turns.ends("match", state.remembering(place, number)) is True

    return next((number for number in range(MOST) if over(number)), None) if over(MOST) else None
