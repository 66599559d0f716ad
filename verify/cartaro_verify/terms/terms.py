"""Integer and Boolean terms: the encoder's output for a game's expressions, and the input of solvers.

A number is a Python `int` or an `IntTerm`, a condition a Python `bool` or a `BoolTerm`.  Every constructor folds constants: an
expression over a known state evaluates without a solver, and no term has a constant condition inside.  Terms are immutable and
hash-consed: equal terms are one object, which `is` compares.  `smt_lib` prints them, `z3_backend` solves them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import count
from typing import Final, Generic, Literal, TypeVar
from weakref import KeyedRef

# ------------------------------------------------------------------------- terms

Op = Literal["variable", "+", "*", "div", "mod", "ite", "<=", "<", "=", "not", "and", "or"]
"""The names of the operators in SMT-LIB; `variable` has no arguments."""


class Term:
    """A number or condition that is not constant. It is immutable and made only by the functions of this module."""

    __slots__ = ("__weakref__", "args", "name", "op")

    def __init__(self, op: Op, args: tuple[Num | Cond, ...], name: str = "") -> None:
        self.op: Final = op
        self.args: Final = args
        self.name: Final = name
        """The name of a variable, unique in its run."""


class IntTerm(Term):
    """An integer that depends on variables."""

    __slots__ = ()


class BoolTerm(Term):
    """A condition that depends on variables."""

    __slots__ = ()


Num = int | IntTerm
Cond = bool | BoolTerm
Vec = tuple[Num, ...]
"""A set of cards: one 0/1 number for each card of the deck."""
Answer = Literal["no", "yes", "unknown"]
"""The answer to whether conditions can hold together, as far as a solver can decide."""
Args = tuple[Num | Cond, ...]
Sort = TypeVar("Sort", IntTerm, BoolTerm)


class _Constructor(Generic[Sort]):
    """Make the terms with a given operator. The table is weak, so that a term lives as long as it is used."""

    def __init__(self, op: Op, sort: type[Sort]) -> None:
        self.op: Op = op
        self.sort: type[Sort] = sort
        self.made: dict[Args, KeyedRef[Args, Sort]] = {}

    def __call__(self, *args: Num | Cond) -> Sort:
        reference = self.made.get(args)
        term = None if reference is None else reference()
        if term is None:
            term = self.sort(self.op, args)
            self.made[args] = KeyedRef(term, self._forget, args)
        return term

    def _forget(self, reference: KeyedRef[Args, Sort]) -> None:
        if self.made.get(reference.key) is reference:
            del self.made[reference.key]


_add = _Constructor("+", IntTerm)
_mul = _Constructor("*", IntTerm)
_div = _Constructor("div", IntTerm)
_mod = _Constructor("mod", IntTerm)
_ite = _Constructor("ite", IntTerm)
_le = _Constructor("<=", BoolTerm)
_lt = _Constructor("<", BoolTerm)
_eq = _Constructor("=", BoolTerm)
_not = _Constructor("not", BoolTerm)
_and = _Constructor("and", BoolTerm)
_or = _Constructor("or", BoolTerm)


class Variables:
    """The variables of one run: each call makes a new one, named by a hint and a number that starts from 0 in each run."""

    def __init__(self) -> None:
        self.numbers = count()
        self.lengths = dict[str, int]()
        """A map from the name of each vector of cards to the number of its variables."""

    def fresh(self, hint: str) -> str:
        """Return a name that no variable of this run has."""
        return f"{hint}!{next(self.numbers)}"

    def number(self, hint: str) -> IntTerm:
        """Return an unbounded integer variable."""
        return IntTerm("variable", (), self.fresh(hint))

    def truth(self, hint: str) -> BoolTerm:
        return BoolTerm("variable", (), self.fresh(hint))

    def card(self, vector: str, number: int) -> IntTerm:
        """Return the variable of one card, in a vector with this fresh name."""
        self.lengths[vector] = self.lengths.get(vector, 0) + 1
        return IntTerm("variable", (), f"{vector}.{number}")

    def cards(self, hint: str, size: int, allowed: Vec | None = None) -> Vec:
        """Return a variable for each card, except 0 for each card that `allowed` excludes; only `bit_bounds` bounds them."""
        name = self.fresh(hint)
        known = () if allowed is None else tuple(i for i in range(size) if isinstance(allowed[i], int) and allowed[i] == 0)
        self.lengths[name] = size - len(known)
        return tuple(0 if i in known else IntTerm("variable", (), f"{name}.{i}") for i in range(size))


def key(value: Num | Cond) -> object:
    """Return a hashable that is equal for the same term or constant; `True` and 1 differ."""
    return ("b", value) if isinstance(value, bool) else value


def keys(values: Iterable[Num | Cond]) -> tuple[object, ...]:
    return tuple(key(v) for v in values)


def constant_value(value: Num) -> int:
    """Return the number of a state without variables; raise TypeError for a term."""
    if isinstance(value, int):
        return value
    raise TypeError("a term for a constant number")


def identical(a: Num | Cond, b: Num | Cond) -> bool:
    """Compare two terms or constants by their structure: `False` does not mean that their values differ."""
    return a is b or key(a) == key(b)


# ----------------------------------------------------------------------- numbers


def add(*values: Num) -> Num:
    return sum_of(values)


def sum_of(values: Iterable[Num], weights: Sequence[int] | None = None) -> Num:
    """Return the sum, weighted if there are `weights`: one for each value."""
    constant, terms = 0, list[Num]()
    for position, value in enumerate(values):
        weight = 1 if weights is None else weights[position]
        if weight == 0:
            continue
        if isinstance(value, int):
            constant += weight * value
        else:
            terms.append(value if weight == 1 else _mul(weight, value))
    if not terms:
        return constant
    if constant:
        terms.append(constant)
    return terms[0] if len(terms) == 1 else _add(*terms)


def subtract(a: Num, b: Num) -> Num:
    if isinstance(b, int):
        return sum_of((a, -b))
    return 0 if a is b else sum_of((a, b), (1, -1))


def multiply(a: Num, b: Num) -> Num:
    if isinstance(a, int):
        return sum_of((b,), (a,))
    if isinstance(b, int):
        return sum_of((a,), (b,))
    for one, other in ((a, b), (b, a)):
        if _is_choice(one):
            condition, yes, no = one.args
            assert isinstance(condition, BoolTerm)
            assert not isinstance(yes, BoolTerm)
            assert not isinstance(no, BoolTerm)
            return ite(condition, multiply(yes, other), multiply(no, other))
        if _is_sum_of_choices(one):
            return sum_of([multiply(addend, other) for addend in one.args if not isinstance(addend, BoolTerm)])
    return _mul(a, b)


MOST_CHOICES = 8
"""The greatest number of addends of a sum whose product with a number is the sum of products."""


def _is_sum_of_choices(number: IntTerm) -> bool:
    """Return whether a number is a sum of a few choices, such as the number of players for whom a condition holds."""
    if number.op != "+" or len(number.args) > MOST_CHOICES:
        return False
    return all(isinstance(each, int) or (isinstance(each, IntTerm) and _is_choice(each)) for each in number.args)


def _is_choice(number: IntTerm) -> bool:
    """Return whether a number is a choice among constants, so that a product with it stays linear."""
    if number.op != "ite":
        return False
    return all(isinstance(each, int) or (isinstance(each, IntTerm) and _is_choice(each)) for each in number.args[1:])


def half(a: Num) -> Num:
    """Return a half, rounded down."""
    return a // 2 if isinstance(a, int) else _div(a, 2)


def remainder(a: Num, b: Num) -> Num:
    """Return `a` modulo `b`; meaningful for a positive `b` only."""
    if isinstance(a, int) and isinstance(b, int):
        return a % b if b else a
    return _mod(a, b)


def quotient(a: Num, b: Num) -> Num:
    """Return `a` divided by `b`, rounded down; meaningful for a positive `b` only."""
    if isinstance(a, int) and isinstance(b, int):
        return a // b if b else 0
    return _div(a, b)


def ite(condition: Cond, yes: Num, no: Num) -> Num:
    """Return `yes` if the condition holds, else `no`."""
    if isinstance(condition, bool):
        return yes if condition else no
    return yes if identical(yes, no) else _ite(condition, yes, no)


def remade(term: Term, numbers: Sequence[Num]) -> Num:
    """Return the same operation on other numbers: a product, quotient or remainder."""
    match term.op:
        case "*":
            return multiply(*numbers)
        case "div":
            return quotient(*numbers)
        case _:
            return remainder(*numbers)


# -------------------------------------------------------------------- conditions


def at_most(a: Num, b: Num) -> Cond:
    return a <= b if isinstance(a, int) and isinstance(b, int) else _le(a, b)


def at_least(a: Num, b: Num) -> Cond:
    return at_most(b, a)


def less(a: Num, b: Num) -> Cond:
    return a < b if isinstance(a, int) and isinstance(b, int) else _lt(a, b)


def equal(a: Num, b: Num) -> Cond:
    if isinstance(a, int) and isinstance(b, int):
        return a == b
    return a is b or _eq(a, b)


def is_member(element: Num) -> Cond:
    """Return the condition that a 0/1 number is 1."""
    return at_least(element, 1)


def indicator(condition: Cond) -> Num:
    """Return 1 if the condition holds, else 0."""
    return ite(condition, 1, 0)


def not_(condition: Cond) -> Cond:
    return not condition if isinstance(condition, bool) else _not(condition)


def and_(*conditions: Cond) -> Cond:
    return all_of(conditions)


def or_(*conditions: Cond) -> Cond:
    return any_of(conditions)


def all_of(conditions: Iterable[Cond]) -> Cond:
    """Return the conjunction; conditions after a constant `False` are not evaluated."""
    terms = list[Cond]()
    for condition in conditions:
        if condition is False:
            return False
        if condition is not True:
            terms.append(condition)
    if len(terms) < 2:
        return terms[0] if terms else True
    return _and(*terms)


def any_of(conditions: Iterable[Cond]) -> Cond:
    """Return the disjunction; conditions after a constant `True` are not evaluated."""
    terms = list[Cond]()
    for condition in conditions:
        if condition is True:
            return True
        if condition is not False:
            terms.append(condition)
    if len(terms) < 2:
        return terms[0] if terms else False
    return _or(*terms)


def implies(a: Cond, b: Cond) -> Cond:
    return or_(not_(a), b)


def iff(a: Cond, b: Cond) -> Cond:
    if isinstance(a, bool):
        return b if a else not_(b)
    if isinstance(b, bool):
        return a if b else not_(a)
    return a is b or _eq(a, b)


def ite_cond(condition: Cond, yes: Cond, no: Cond) -> Cond:
    """Return `yes` if the condition holds, else `no`, as a conjunction of two implications."""
    if isinstance(condition, bool):
        return yes if condition else no
    return and_(or_(not_(condition), yes), or_(condition, no))


# -------------------------------------------------------------- sets of cards


def bit_bounds(values: Vec) -> list[Cond]:
    """Return the bounds 0 and 1 of all terms among `values` as one condition, or none if all are constant."""
    terms = [v for v in values if not isinstance(v, int)]
    return [all_of(c for v in terms for c in (at_least(v, 0), at_most(v, 1)))] if terms else []


def subset(a: Vec, b: Vec) -> Cond:
    """Return the condition that each card of `a` is one of `b`."""
    return all_of(_bit_at_most(x, y) for x, y in zip(a, b, strict=True))


def _bit_at_most(a: Num, b: Num) -> Cond:
    if isinstance(a, int):
        return is_member(b) if a else True
    if isinstance(b, int):
        return True if b else equal(a, 0)
    return a is b or at_most(a, b)


def union(a: Num, b: Num) -> Num:
    """Return the greater of two 0/1 numbers."""
    if isinstance(a, int):
        return 1 if a else b
    if isinstance(b, int):
        return 1 if b else a
    return a if a is b else ite(is_member(a), 1, b)


def intersection(a: Num, b: Num) -> Num:
    """Return the smaller of two 0/1 numbers."""
    if isinstance(a, int):
        return b if a else 0
    if isinstance(b, int):
        return a if b else 0
    return a if a is b else ite(is_member(a), b, 0)


def difference(a: Num, b: Num) -> Num:
    """Return the 0/1 number `a` if `b` is 0, else 0."""
    if isinstance(b, int):
        return 0 if b else a
    if isinstance(a, int):
        return subtract(1, b) if a else 0
    return 0 if a is b else ite(is_member(b), 0, a)


# -------------------------------------------------------------------- evaluation


class Valuation:
    """Values of the variables, and of the terms evaluated under them.  `variable` returns a value of the variable's sort."""

    def __init__(self, variable: Callable[[Term], int]) -> None:
        self.variable = variable
        self.values = dict[Term, int]()

    def number(self, value: Num) -> int:
        return int(self._of(value))

    def truth(self, condition: Cond) -> bool:
        return bool(self._of(condition))

    def _of(self, value: Num | Cond) -> int:
        """Return a value. Only the arguments on which it depends are evaluated: a conjunction up to its first false condition,
        a disjunction up to its first true one, and one branch of a choice.
        """
        if isinstance(value, int):
            return value
        values = self.values
        if (known := values.get(value)) is not None:
            return known
        stack, reached = list[IntTerm | BoolTerm]([value]), [0]
        """The terms being evaluated, and for each conjunction and disjunction the number of its conditions that are done."""
        while stack:
            term = stack[-1]
            waiting = self._begin(term, reached) if term not in values else ()
            if waiting:
                stack += waiting
                reached += [0] * len(waiting)
            else:
                stack.pop()
                reached.pop()
        return values[value]

    def _begin(self, term: Term, reached: list[int]) -> Sequence[IntTerm | BoolTerm]:
        """Evaluate a term, or return terms that must be evaluated before."""
        values, args, op = self.values, term.args, term.op
        if op == "variable":
            values[term] = self.variable(term)
        elif op in ("and", "or"):
            decisive = op == "or"
            for number in range(reached[-1], len(args)):
                each = args[number]
                found = each if isinstance(each, int) else values.get(each)
                if found is None:
                    assert not isinstance(each, int)
                    reached[-1] = number
                    return (each,)
                if bool(found) is decisive:
                    values[term] = decisive
                    return ()
            values[term] = not decisive
        else:
            if op == "ite":
                condition = args[0]
                if condition not in values:
                    assert not isinstance(condition, int)
                    return (condition,)
                args = (args[1] if values[condition] else args[2],)
            waiting = [a for a in args if not isinstance(a, int) and a not in values]
            if waiting:
                return waiting
            values[term] = _EVALUATE[op]([a if isinstance(a, int) else values[a] for a in args])
        return ()


_EVALUATE: dict[Op, Callable[[list[int]], int]] = {
    "+": sum,
    "*": lambda a: a[0] * a[1],
    "div": lambda a: a[0] // a[1] if a[1] else 0,
    "mod": lambda a: a[0] % a[1] if a[1] else a[0],
    "ite": lambda a: a[0],
    "<=": lambda a: a[0] <= a[1],
    "<": lambda a: a[0] < a[1],
    "=": lambda a: a[0] == a[1],
    "not": lambda a: not a[0],
}
"""The operators without conjunction and disjunction; `ite` has the chosen branch only."""


# --------------------------------------------------------------------- traversal


def postorder(roots: Iterable[Num | Cond], done: Container[Term]) -> Iterator[Term]:
    """Yield the terms inside `roots` that are not in `done`, each after its arguments. The caller adds each term to `done`
    before it takes the next.
    """
    for root in roots:
        stack = [] if isinstance(root, int) else [root]
        while stack:
            term = stack[-1]
            waiting = [] if term in done else [a for a in term.args if not isinstance(a, int) and a not in done]
            if waiting:
                stack += reversed(waiting)
                continue
            stack.pop()
            if term not in done:
                yield term
