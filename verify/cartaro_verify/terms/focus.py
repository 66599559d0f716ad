"""The part of some facts that speaks of a few variables alone: enough for a lemma about some sets of cards, and easier to
solve.

A fact that reads other variables too is left out, or made weaker: of a sum of cards that is bounded from above, the part that
is left has the same bound, for no card counts less than 0.  So what is `about` some conditions follows from the facts.

`form` is equal for conditions that differ in the names of their variables only: what a solver has refuted of the one need not
be queried of the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cartaro_verify.terms import terms
from cartaro_verify.terms.sketch import Linear, vector_of
from cartaro_verify.terms.terms import BoolTerm, Cond, IntTerm, Num, Term

_Names = frozenset[str]


def about(facts: Iterable[Cond], conditions: Iterable[Cond]) -> list[Cond]:
    """Return what facts say of the vectors and other variables in some conditions, and of the sets that these are part of."""
    reads, given = _Reads(), list(_conjuncts(facts))
    wanted = _Names().union(*(reads.names(condition) for condition in conditions))
    wanted = _with_sources(given, wanted, reads)
    counted = {fact.args[1] for fact in given if fact.op == "<=" and isinstance(fact.args[0], int) and fact.args[0] == 0}
    found = (fact if reads.names(fact) <= wanted else _weakened(fact, wanted, counted, reads) for fact in given)
    return [fact for fact in dict.fromkeys(found) if fact is not True]


def form(conditions: Iterable[Cond]) -> tuple[object, ...]:
    """Return conditions without the names of their variables."""
    numbers, variables, found = dict[Term, int](), dict[Term, int](), list[object]()
    for root in conditions:
        for term in terms.postorder((root,), numbers):
            arguments: tuple[object, ...] = tuple(("=", a) if isinstance(a, int) else numbers[a] for a in term.args)
            if term.op == "variable":
                arguments = (variables.setdefault(term, len(variables)), type(term))
            numbers[term] = len(numbers)
            found.append((term.op, arguments))
        found.append(root if isinstance(root, bool) else numbers[root])
    return tuple(found)


class _Reads:
    """The names of the vectors and other variables in terms, each computed once."""

    def __init__(self) -> None:
        self.found = dict[Term, _Names]()

    def names(self, root: Num | Cond) -> _Names:
        return _Names() if isinstance(root, int) else self.of(root)

    def of(self, root: IntTerm | BoolTerm) -> _Names:
        for term in terms.postorder((root,), self.found):
            own = [vector_of(term) or term.name] if term.op == "variable" else []
            self.found[term] = _Names(own).union(*(self.found[a] for a in term.args if not isinstance(a, int)))
        return self.found[root]


def _conjuncts(facts: Iterable[Cond]) -> Iterator[BoolTerm]:
    stack = list(facts)[::-1]
    while stack:
        fact = stack.pop()
        if isinstance(fact, BoolTerm) and fact.op == "and":
            stack += [part for part in reversed(fact.args) if isinstance(part, BoolTerm)]
        elif isinstance(fact, BoolTerm):
            yield fact


def _with_sources(facts: list[BoolTerm], wanted: _Names, reads: _Reads) -> _Names:
    """Return these variables and those of the sets of cards that they are part of."""
    while True:
        parts = (f for f in facts if f.op == "<=" and _is_variable(f.args[0]) and reads.names(f.args[0]) <= wanted)
        more = wanted.union(*(reads.names(fact.args[1]) for fact in parts))
        if more == wanted:
            return wanted
        wanted = more


def _is_variable(term: Num | Cond) -> bool:
    return isinstance(term, IntTerm) and term.op == "variable"


def _weakened(fact: BoolTerm, wanted: _Names, counted: set[Num | Cond], reads: _Reads) -> Cond:
    """Return what a comparison says of the variables that are wanted, where the others can only count on one side."""
    if fact.op not in ("<=", "=") or isinstance(fact.args[0], bool | BoolTerm):
        return True
    difference = Linear(((fact.args[0], 1), (fact.args[1], -1)))
    numbers = {term: weight for term, weight in difference.weights.items() if isinstance(term, IntTerm)}
    inside = {term: weight for term, weight in numbers.items() if reads.names(term) <= wanted}
    outside = {term: weight for term, weight in numbers.items() if term not in inside}
    if not inside or len(numbers) < len(difference.weights) or not counted.issuperset(outside):
        return True
    left = terms.sum_of((*inside, difference.constant), (*inside.values(), 1))
    if all(weight >= 0 for weight in outside.values()):
        return terms.at_most(left, 0)
    return terms.at_least(left, 0) if fact.op == "=" and all(weight <= 0 for weight in outside.values()) else True
