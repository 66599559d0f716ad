"""Sketches of conditions, which have the sizes of sets and the memory, but not the single cards.

In a sketch the sum of a whole vector of `Variables.cards` is one variable, its size.  A comparison of single cards becomes a
separate proposition, the same for the same comparison.  If a conjunction compares two vectors card by card, the implied
comparison of their sizes is added.  So a sketch is weaker than its condition: every assignment that satisfies the condition
satisfies its sketch, with the sizes and truths that the terms have.  Conditions are proved to exclude each other if their
sketches exclude each other. A sketch proves nothing else.

Sums over forty cards that must cancel each other are hard for a solver of linear arithmetic; in a sketch they are single
variables.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress

from cartaro_verify.terms import terms
from cartaro_verify.terms.terms import BoolTerm, Cond, IntTerm, Num, Term

Shape = tuple[str, bool, bool]
"""The operator of a comparison, and which of its sides are constant."""

Branch = tuple[tuple[Num | Cond, int], ...]
"""Numbers with their weights: one side of a choice."""

MOST_BRANCHES = 20_000
"""The greatest number of sums between which the numbers of a comparison may choose. With more, the comparison becomes a
proposition, as one of single cards does.
"""


class _TooManyBranches(Exception):
    """A number chooses between more than `MOST_BRANCHES` sums."""


class Sketch:
    """The sketches of one run's terms; `lengths` maps the name of each vector to the number of its variables."""

    def __init__(self, lengths: dict[str, int]) -> None:
        self.lengths = lengths
        self.sizes = dict[str, IntTerm]()
        self.comparisons = dict[str, BoolTerm]()
        """A map from the names of propositions to the comparisons that they represent."""
        self.conditions = dict[BoolTerm, Cond]()
        self.numbers = dict[IntTerm, Num | None]()
        self.branches = dict[Branch, Num | None]()
        self.most_branches: int | None = None
        """The number of branches at which the comparison that is being sketched is given up."""

    # -------------------------------------------------------------------------------- conditions

    def condition(self, root: Cond) -> Cond:
        """Return the sketch of a condition."""
        if isinstance(root, bool):
            return root
        stack: list[BoolTerm] = [root]
        while stack:
            term = stack[-1]
            waiting = [] if term in self.conditions else [part for part in _connected(term) if part not in self.conditions]
            if waiting:
                stack += waiting
                continue
            stack.pop()
            if term not in self.conditions:
                self.conditions[term] = self._condition(term)
        return self.conditions[root]

    def _condition(self, term: BoolTerm) -> Cond:
        if term.op == "variable":
            return term
        if term.op in ("<=", "<") or (term.op == "=" and not isinstance(term.args[0], bool | BoolTerm)):
            return self._comparison(term)
        parts = [self.conditions[part] if isinstance(part, BoolTerm) else bool(part) for part in term.args]
        match term.op:
            case "and":
                return terms.all_of((*parts, *self._of_sizes(term.args)))
            case "or":
                return terms.any_of(parts)
            case "not":
                return terms.not_(parts[0])
            case _:
                return terms.iff(parts[0], parts[1])

    def _comparison(self, term: BoolTerm) -> Cond:
        """Return the comparison of two sizes or numbers of memory, or a proposition if single cards are compared."""
        compared: Cond | None = None
        with self._limited():
            compared = self._comparison_of_numbers(term)
        if compared is not None:
            return compared
        name = f"sketch.comparison!{len(self.comparisons)}"
        self.comparisons[name] = term
        return BoolTerm("variable", (), name)

    def _comparison_of_numbers(self, term: BoolTerm) -> Cond | None:
        """Return the comparison of the sketches of two numbers; None if single cards are compared."""
        left, right = (self.number(side) for side in term.args)
        if left is not None and right is not None:
            return _compared(term.op, left, right)
        difference = self._of(Linear((*((side, sign) for side, sign in zip(term.args, (1, -1), strict=True)),)))
        return None if difference is None else _compared(term.op, difference, 0)

    @contextmanager
    def _limited(self) -> Generator[None]:
        """Give up what is sketched inside if it makes more than `MOST_BRANCHES` new branches."""
        if self.most_branches is not None:
            yield
            return
        self.most_branches = len(self.branches) + MOST_BRANCHES
        try:
            with suppress(_TooManyBranches):
                yield
        finally:
            self.most_branches = None

    def _of_sizes(self, conditions: Iterable[Num | Cond]) -> Iterable[Cond]:
        """Yield what card-by-card comparisons imply for sizes: the comparison of the sums of their sides."""
        alike = dict[Shape, list[Term]]()
        for condition in conditions:
            if isinstance(condition, BoolTerm) and condition.op in ("<=", "="):
                left, right = condition.args
                if not isinstance(left, bool | BoolTerm) and not isinstance(right, bool | BoolTerm):
                    alike.setdefault((condition.op, isinstance(left, int), isinstance(right, int)), []).append(condition)
        for (op, _, _), found in alike.items():
            if len(found) > 1:
                sides = ((side, sign) for term in found for side, sign in zip(term.args, (1, -1), strict=True))
                difference: Num | None = None
                with self._limited():
                    difference = self._of(Linear(sides))
                if difference is not None:
                    yield _compared(op, difference, 0)

    # -------------------------------------------------------------------------------- numbers

    def number(self, value: Num | Cond) -> Num | None:
        """Return the sketch of a number; None if the number depends on single cards other than through sizes."""
        if isinstance(value, int):
            return value
        assert isinstance(value, IntTerm)
        if value not in self.numbers:
            self.numbers[value] = self._of(Linear(((value, 1),)))
        return self.numbers[value]

    def _of(self, linear: Linear) -> Num | None:
        """Return the sketch of a sum, vector by vector and choice by choice."""
        sizes, choices, found = dict[str, list[int]](), dict[Term, _Choice](), list[Num]([linear.constant])
        weights = [1]
        for term, weight in linear.weights.items():
            if weight == 0:
                continue
            vector = vector_of(term)
            if vector:
                sizes.setdefault(vector, []).append(weight)
            elif term.op == "ite":
                choices.setdefault(_condition_of(term), _Choice()).add(term, weight)
            else:
                assert isinstance(term, IntTerm)
                other = term if term.op == "variable" else self._whole(term)
                if other is None:
                    return None
                found.append(other)
                weights.append(weight)
        for vector, each in sizes.items():
            if len(each) != self.lengths[vector] or len(set(each)) > 1:
                return None
            found.append(self.size(vector))
            weights.append(each[0])
        for condition, choice in choices.items():
            yes, no = self._branch(tuple(choice.yes)), self._branch(tuple(choice.no))
            if yes is None or no is None:
                return None
            assert isinstance(condition, BoolTerm)
            found.append(terms.ite(self.condition(condition), yes, no))
            weights.append(1)
        return terms.sum_of(found, weights)

    def _branch(self, branch: Branch) -> Num | None:
        """Return the sketch of one side of a choice, which may be a side of many choices."""
        if branch not in self.branches:
            if self.most_branches is not None and len(self.branches) >= self.most_branches:
                raise _TooManyBranches
            self.branches[branch] = self._of(Linear(branch))
        return self.branches[branch]

    def _whole(self, term: IntTerm) -> Num | None:
        """Return the sketch of a product, quotient or remainder."""
        parts = [self.number(part) for part in term.args]
        if any(part is None for part in parts):
            return None
        known = tuple(part for part in parts if part is not None)
        return known[0] if not known else terms.remade(term, known)

    def size(self, vector: str) -> IntTerm:
        """Return the size of a vector."""
        if vector not in self.sizes:
            self.sizes[vector] = IntTerm("variable", (), f"{vector}.#")
        return self.sizes[vector]


def _connected(term: BoolTerm) -> list[BoolTerm]:
    """Return the operands of a condition."""
    return [part for part in term.args if isinstance(part, BoolTerm)]


def _compared(op: str, left: Num, right: Num) -> Cond:
    match op:
        case "<=":
            return terms.at_most(left, right)
        case "<":
            return terms.less(left, right)
        case _:
            return terms.equal(left, right)


def vector_of(term: Term) -> str:
    """Return the name of the vector that contains a variable, or an empty name."""
    if term.op != "variable":
        return ""
    name, _, card = term.name.rpartition(".")
    return name if card.isdigit() and "!" in name and name.rpartition("!")[2].isdigit() else ""


def _condition_of(term: Term) -> Term:
    condition = term.args[0]
    assert isinstance(condition, BoolTerm)
    return condition


class _Choice:
    """`ite` terms with the same condition, each with a weight."""

    def __init__(self) -> None:
        self.yes, self.no = list[tuple[Num | Cond, int]](), list[tuple[Num | Cond, int]]()

    def add(self, term: Term, weight: int) -> None:
        self.yes.append((term.args[1], weight))
        self.no.append((term.args[2], weight))


class Linear:
    """A weighted sum as a constant and the weights of terms that are not sums themselves."""

    def __init__(self, addends: Iterable[tuple[Num | Cond, int]]) -> None:
        self.constant, self.weights = 0, dict[Term, int]()
        stack = list(addends)[::-1]
        while stack:
            value, weight = stack.pop()
            if isinstance(value, int):
                self.constant += value * weight
            elif value.op == "+":
                stack += [(part, weight) for part in reversed(value.args)]
            elif value.op == "*" and isinstance(value.args[0], int):
                stack.append((value.args[1], weight * value.args[0]))
            else:
                self.weights[value] = self.weights.get(value, 0) + weight
