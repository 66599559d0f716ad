"""Points by cases in the guide: what the rows of a count come to together.

An author adds up: a point for three tricks, a further one for all five, two more alone.  A player reads what each case is
worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cartaro_grammar import conjuncts, default
from cartaro_grammar import game as g
from cartaro_rulebook.prose import sentences
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.expressions import ProseScope


@dataclass(frozen=True, slots=True)
class Sums:
    """A list of cases with its introduction, and the clauses whose points it adds up."""

    lead: str
    cases: tuple[str, ...]
    names: tuple[str, ...]


# ------------------------------------------------------------------------------------------------ rows that add up


def sums_of_rows(rows: Sequence[g.Clause], scope: ProseScope) -> Iterator[Sums]:
    """Yield, for each side that may score several rows at once, the points of each case.  Each condition must imply the one
    before it, so the first case that applies has the points of all rows that apply.
    """
    groups: dict[str, list[tuple[g.Clause, tuple[g.Expr, ...]]]] = {}
    for clause in rows:
        node = clause.sentence
        if isinstance(node, g.Score) and node.chosen is None and isinstance(node.amount, g.Number) and not clause.unless:
            subject, when = sentences.scorer_of(clause, scope)
            groups.setdefault(subject.text, []).append((clause, conjuncts(*when)))
    for group in groups.values():
        ordered = _by_strength(group)
        if len(group) < 2 or ordered is None:
            continue
        cases, points = list[str](), 0
        for clause, when in ordered:
            assert isinstance(clause.sentence, g.Score)
            assert isinstance(clause.sentence.amount, g.Number)
            points += clause.sentence.amount.value
            cases.insert(0, sentences.points_in_case(points, clause, when, scope))
        subject, _ = sentences.scorer_of(group[0][0], scope)
        lead = finish_sentence(scope.lang.text("guide_sums", subject), scope, ":", of=group[0][0].span)
        texts = tuple(finish_sentence(text, scope) for text in cases)
        yield Sums(lead, texts, tuple(clause.name for clause, _ in group))


def _by_strength(
    group: Sequence[tuple[g.Clause, tuple[g.Expr, ...]]],
) -> list[tuple[g.Clause, tuple[g.Expr, ...]]] | None:
    """Return the rows in an order in which each condition implies those before it and is not implied by them; None if there is
    no such order.
    """
    left, found = list(group), list[tuple[g.Clause, tuple[g.Expr, ...]]]()
    while left:
        weakest = [one for one in left if all(_implies(other[1], one[1]) for other in left)]
        if len(weakest) != 1:
            return None
        found.append(weakest[0])
        left.remove(weakest[0])
    return found


def _implies(stronger: Sequence[g.Expr], weaker: Sequence[g.Expr]) -> bool:
    return all(any(_implies_one(one, other) for one in stronger) for other in weaker)


def _implies_one(one: g.Expr, other: g.Expr) -> bool:
    """Return whether a condition implies another: an equal one, or one with a weaker bound for the same number."""
    if one == other:
        return True
    first, second = _bounds(one), _bounds(other)
    if first is None or second is None or first[0] != second[0]:
        return False
    (_, low, high), (_, lower, higher) = first, second
    return (lower is None or (low is not None and low >= lower)) and (higher is None or (high is not None and high <= higher))


def _bounds(e: g.Expr) -> tuple[g.Expr, int | None, int | None] | None:
    """Return a number with the least and the greatest value that a condition leaves it."""
    match e:
        case g.Operation("=", (g.Number(n), of)) | g.Operation("=", (of, g.Number(n))):
            return of, n, n
        case g.Operation("<=" | "<", (g.Number(n), of)):
            return of, n + (e.operator == "<"), None
        case g.Operation("<=" | "<", (of, g.Number(n))):
            return of, None, n - (e.operator == "<")
        case _:
            return default(e, None)
