"""The options that decide the structure of a game. Other options only decide which conditions hold in it.

All other options change only the truth of conditions. One game in which they are left open therefore represents all their
choices (`leave_open`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from cartaro_grammar.model import game as g
from cartaro_grammar.model.game import Clause
from cartaro_grammar.model.parts import parts


def structural_options(ruleset: g.Ruleset) -> frozenset[str]:
    """Return the options that decide the sides, the active players, the steps of a turn, the readings of cards, the indirect
    precedence of clauses, or the target of a repeated course.
    """
    found = set[str]()
    readings = {reading.clause for reading in ruleset.deck.readings}
    for clause in ruleset.clauses:
        if isinstance(clause.sentence, g.SidesAre | g.Step | g.TakesPart) or clause.name in readings:
            found.update(_under(clause))
        if isinstance(clause.sentence, g.SidesAre):
            found.update(part.option for part in parts(clause) if isinstance(part, g.Setting))
    found.update(option for clause in clauses_of_order(ruleset) for option in _under(clause))
    return frozenset(found)


def clauses_of_order(ruleset: g.Ruleset) -> Iterator[Clause]:
    """Yield the clauses whose presence decides the precedence of other clauses, or the target of a repeated course."""
    yield from _of_precedence(ruleset)
    yield from _of_repeats(ruleset)


def _under(clause: Clause) -> Mapping[str, frozenset[str]]:
    return {option: frozenset(values) for option, values in clause.under}


def _stands_with(clause: Clause, *others: Clause) -> bool:
    """Return whether a clause is in force whenever all of some other clauses are."""
    return all(any(_under(other).get(o, values | {""}) <= values for other in others) for o, values in _under(clause).items())


def _of_precedence(ruleset: g.Ruleset) -> Iterator[Clause]:
    """Yield the clauses without which one clause would not yield to another."""
    for middle in ruleset.clauses:
        if not middle.under or not middle.despite:
            continue
        over = [c for c in ruleset.clauses if middle.name in c.despite]
        below = [c for c in ruleset.clauses if c.name in middle.despite]
        if not all(_stands_with(middle, one, other) or other.name in one.despite for one in over for other in below):
            yield middle


def _of_repeats(ruleset: g.Ruleset) -> Iterator[Clause]:
    """Yield each clause that is the target of a repetition and is not in force whenever the repeating clause is. Also yield
    pairs of clauses whose repetitions overlap, if one of the pair is under an option.
    """
    backs = list[tuple[int, int, Clause]]()
    numbers = {clause.name: number for number, clause in enumerate(ruleset.clauses)}
    for number, clause in enumerate(ruleset.clauses):
        for effect in clause.effects:
            to = ruleset.clause.get(effect.body.clause) if isinstance(effect.body, g.Repeat) else None
            if to is None:
                continue
            backs.append((numbers[to.name], number, clause))
            if not _stands_with(to, clause):
                yield to
    for (first, last, one), (start, end, other) in combinations(backs, 2):
        if first <= end and start <= last and (one.under or other.under):
            yield from (one, other)
