"""The part of a set of facts that depends only on a few variables. It is enough for a lemma about a few sets of cards, and
easier to solve.

A fact that also reads other variables is dropped or weakened. If a sum of cards is bounded from above, the remaining part of
the sum has the same bound, because no card counts less than 0, and a card counts at least as much as the same card in a subset.
So the facts imply every fact that is `about` some conditions.

`Forms.of` is equal for conditions that differ only in the names of their variables: if a solver has refuted one, the other
need not be queried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cartaro_verify.terms import terms
from cartaro_verify.terms.sketch import Linear, vector_of
from cartaro_verify.terms.terms import BoolTerm, Cond, IntTerm, Num, Term

_Names = frozenset[str]


def about(facts: Iterable[Cond], conditions: Iterable[Cond]) -> list[Cond]:
    """Return the consequences of facts for the vectors and other variables in some conditions."""
    reads, given = _Reads(), list(_conjuncts(facts))
    wanted = _Names().union(*(reads.names(condition) for condition in conditions))
    parts = _parts(given, wanted, reads)
    counted = {fact.args[1] for fact in given if fact.op == "<=" and isinstance(fact.args[0], int) and fact.args[0] == 0}
    found = list[Cond]()
    for fact in given:
        found += [fact] if reads.names(fact) <= wanted else _weakened(fact, wanted, parts, counted, reads)
    return [fact for fact in dict.fromkeys(found) if fact is not True]


Form = tuple[frozenset[int], tuple[int, ...]]


class Forms:
    """The forms of facts and conditions. Two conditions have the same form if they differ only in the names of their variables,
    or in the order of facts, operands and cards.
    """

    def __init__(self) -> None:
        self._numbers = dict[tuple[object, ...], int]()

    def of(self, facts: Iterable[Cond], conditions: Iterable[Cond]) -> Form:
        """Return the form of facts and conditions; vectors are ordered by how many facts read them, then by their order."""
        given, goals, reads = list(facts), list(conditions), _Reads()
        times = Counter(name for fact in given for name in reads.names(fact))
        named = dict.fromkeys(_name(term) for term in _variables((*goals, *given)))
        order = {name: number for number, name in enumerate(sorted(named, key=lambda name: -times[name]))}
        numbers = dict[Term, int]()
        return frozenset(self._of(fact, order, numbers) for fact in given), tuple(
            self._of(goal, order, numbers) for goal in goals
        )

    def _of(self, root: Cond, order: dict[str, int], numbers: dict[Term, int]) -> int:
        """Return the number of a condition's form."""
        if isinstance(root, bool):
            return self._number(("=", root))
        for term in terms.postorder((root,), numbers):
            if term.op == "variable":
                name = _name(term)
                numbers[term] = self._number((type(term), order[name], term.name[len(name) :]))
                continue
            arguments = [self._number(("=", a)) if isinstance(a, int) else numbers[a] for a in term.args]
            numbers[term] = self._number((term.op, *(sorted(arguments) if term.op in COMMUTATIVE else arguments)))
        return numbers[root]

    def _number(self, form: tuple[object, ...]) -> int:
        return self._numbers.setdefault(form, len(self._numbers))


COMMUTATIVE = ("and", "or", "+", "=")


def _name(variable: Term) -> str:
    """Return the name of the vector to which a variable belongs, otherwise its own name."""
    return vector_of(variable) or variable.name


def _variables(conditions: Iterable[Cond]) -> Iterator[Term]:
    found = dict[Term, None]()
    for root in conditions:
        for term in terms.postorder(() if isinstance(root, bool) else (root,), found):
            found[term] = None
            if term.op == "variable":
                yield term


class _Reads:
    """The names of the vectors and other variables in terms, each computed once."""

    def __init__(self) -> None:
        self.found = dict[Term, _Names]()

    def names(self, root: Num | Cond) -> _Names:
        return _Names() if isinstance(root, int) else self.of(root)

    def of(self, root: IntTerm | BoolTerm) -> _Names:
        for term in terms.postorder((root,), self.found):
            own = [_name(term)] if term.op == "variable" else []
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


def _parts(facts: list[BoolTerm], wanted: _Names, reads: _Reads) -> dict[Term, tuple[IntTerm, ...]]:
    """Return for each unwanted variable the wanted variables that comparisons of two variables show to be at most as great."""
    found, below = dict[Term, tuple[IntTerm, ...]](), dict[IntTerm, list[IntTerm]]()
    for fact in facts:
        match fact.op, fact.args:
            case "<=", (IntTerm(op="variable") as part, IntTerm(op="variable") as source):
                below.setdefault(part, []).append(source)
            case _:
                pass
    waiting = [(part, part) for part in below if reads.of(part) <= wanted]
    for part, above in waiting:
        for source in below.get(above, ()):
            if not reads.of(source) <= wanted and part not in found.get(source, ()):
                found[source] = (*found.get(source, ()), part)
                waiting.append((part, source))
    return found


def _weakened(
    fact: BoolTerm, wanted: _Names, parts: dict[Term, tuple[IntTerm, ...]], counted: set[Num | Cond], reads: _Reads
) -> list[Cond]:
    """Return the consequences of a comparison for the wanted variables, if the other variables can only count on one side. Each
    of them counts as much as one of its parts, or 0.
    """
    if fact.op not in ("<=", "=") or isinstance(fact.args[0], bool | BoolTerm):
        return []
    difference = Linear(((fact.args[0], 1), (fact.args[1], -1)))
    numbers = {term: weight for term, weight in difference.weights.items() if isinstance(term, IntTerm)}
    inside = {term: weight for term, weight in numbers.items() if reads.names(term) <= wanted}
    outside = {term: weight for term, weight in numbers.items() if term not in inside}
    with_parts = [(term, weight) for term, weight in outside.items() if term in parts]
    if not (inside or with_parts) or len(numbers) < len(difference.weights):
        return []
    if not all(term in parts or term in counted for term in outside):
        return []
    at_most = all(weight >= 0 for weight in outside.values())
    if not at_most and (fact.op != "=" or not all(weight <= 0 for weight in outside.values())):
        return []
    found = list[Cond]()
    for number in range(max((len(parts[term]) for term, _ in with_parts), default=1)):
        chosen = [(parts[term][min(number, len(parts[term]) - 1)], weight) for term, weight in with_parts]
        left = terms.sum_of(
            (*inside, *(part for part, _ in chosen), difference.constant), (*inside.values(), *(w for _, w in chosen), 1)
        )
        found.append(terms.at_most(left, 0) if at_most else terms.at_least(left, 0))
    return found
