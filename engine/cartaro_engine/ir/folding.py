"""Constructors of nodes that fold constants: the engine's partial evaluation.

Printed attributes of cards and the number of players are constants; a condition that they decide becomes a `Known`, and code
that can then never run is not emitted.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from cartaro_engine.ir.nodes import (
    And,
    ArithmeticOperator,
    AsNumber,
    Binary,
    Call,
    Choose,
    Comparison,
    Const,
    Known,
    Load,
    Lookup,
    LowestBit,
    Not,
    Or,
    PopCount,
    Relation,
    Test,
    Value,
    Var,
)

ZERO = Const(0)
ONE = Const(1)
NOBODY = Const(-1)
TRUE = Known(True)
FALSE = Known(False)

_ARITHMETIC: dict[ArithmeticOperator, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
}
_RELATIONS: dict[Relation, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_OPPOSITE: dict[Relation, Relation] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", "<=": ">", ">": "<="}
_NEUTRAL_SECOND: dict[ArithmeticOperator, int] = {"+": 0, "-": 0, "|": 0, "^": 0, "<<": 0, ">>": 0, "*": 1, "&": -1}
_NEUTRAL_FIRST: dict[ArithmeticOperator, int] = {"+": 0, "|": 0, "^": 0, "*": 1, "&": -1}


def binary(sign: ArithmeticOperator, first: Value, second: Value) -> Value:
    """Return an operation, evaluated if both operands are known or one has no effect."""
    if isinstance(first, Const) and isinstance(second, Const):
        return Const(_ARITHMETIC[sign](first.value, second.value))
    if isinstance(second, Const) and _NEUTRAL_SECOND.get(sign) == second.value:
        return first
    if isinstance(first, Const) and _NEUTRAL_FIRST.get(sign) == first.value:
        return second
    if sign in ("&", "*") and ZERO in (first, second) and is_pure(first) and is_pure(second):
        return ZERO
    return Binary(sign, first, second)


def plus(*terms: Value) -> Value:
    """A sum."""
    found: Value = ZERO
    for term in terms:
        found = binary("+", found, term)
    return found


def minus(first: Value, second: Value) -> Value:
    """A difference."""
    return binary("-", first, second)


def union(*sets: Value) -> Value:
    """A union of sets."""
    found: Value = ZERO
    for one in sets:
        found = binary("|", found, one)
    return found


def intersection(first: Value, second: Value) -> Value:
    """Return the intersection of two sets."""
    return binary("&", first, second)


def difference(first: Value, second: Value) -> Value:
    """The members of one set that are not in another."""
    return intersection(first, binary("^", second, Const(-1)))


def single(member: Value) -> Value:
    """The set with one member, which must not be nobody."""
    return binary("<<", ONE, member)


def contains(members: Value, member: Value) -> Test:
    """Test whether a set has a member, which must not be nobody."""
    if isinstance(member, Const):
        return nonzero(intersection(members, Const(1 << member.value)))
    return unequal(intersection(binary(">>", members, member), ONE), ZERO)


def popcount(of: Value) -> Value:
    """The number of members of a set."""
    return Const(of.value.bit_count()) if isinstance(of, Const) else PopCount(of)


def lowest_bit(of: Value) -> Value:
    """The lowest member of a set that is not empty."""
    return LowestBit(of)


def load(*address: Value) -> Value:
    """The word at a sum of addresses."""
    return Load(plus(*address))


def compare(relation: Relation, first: Value, second: Value) -> Test:
    """Return a comparison, decided if both sides are known or the same."""
    if isinstance(first, Const) and isinstance(second, Const):
        return Known(_RELATIONS[relation](first.value, second.value))
    if isinstance(first, AsNumber) and isinstance(second, Const) and relation in ("==", "!="):
        if second.value in (0, 1):
            return first.test if (relation == "==") is (second.value == 1) else negation(first.test)
        return Known(relation == "!=")
    if isinstance(first, Var) and first == second:
        return Known(relation in ("==", "<=", ">="))
    return Comparison(relation, first, second)


def equal(first: Value, second: Value) -> Test:
    """Test whether two words are equal."""
    return compare("==", first, second)


def unequal(first: Value, second: Value) -> Test:
    """Test whether two words differ."""
    return compare("!=", first, second)


def nonzero(value: Value) -> Test:
    """Test whether a word is not 0, that is, whether a flag is set or a set is not empty."""
    return unequal(value, ZERO)


def as_number(test: Test) -> Value:
    """Return 1 for true, 0 for false."""
    return Const(int(test.value)) if isinstance(test, Known) else AsNumber(test)


def negation(test: Test) -> Test:
    """Not."""
    match test:
        case Known(value=value):
            return Known(not value)
        case Not(test=inner):
            return inner
        case Comparison(relation=relation, first=first, second=second):
            return Comparison(_OPPOSITE[relation], first, second)
        case _:
            return Not(test)


def all_of(*tests: Test) -> Test:
    """And, from left to right."""
    found: Test = TRUE
    for test in reversed(tests):
        if isinstance(test, Known):
            found = found if test.value else FALSE
        else:
            found = test if found == TRUE else FALSE if found == FALSE and is_pure(AsNumber(test)) else And(test, found)
    return found


def any_of(*tests: Test) -> Test:
    """Or, from left to right."""
    found: Test = FALSE
    for test in reversed(tests):
        if isinstance(test, Known):
            found = TRUE if test.value else found
        else:
            found = test if found == FALSE else TRUE if found == TRUE and is_pure(AsNumber(test)) else Or(test, found)
    return found


def choose(test: Test, then: Value, otherwise: Value) -> Value:
    """One of two values."""
    if isinstance(test, Known):
        return then if test.value else otherwise
    return then if then == otherwise and is_pure(AsNumber(test)) else Choose(test, then, otherwise)


def is_simple(value: Value) -> bool:
    """Return whether a value may be repeated at no cost."""
    return isinstance(value, Const | Var)


def is_total(value: Value) -> bool:
    """Return whether a value can be evaluated for all variables: it reads no memory, does not divide, and calls no function."""
    match value:
        case Const() | Var():
            return True
        case Binary(operator=sign, first=first, second=second):
            return sign not in ("//", "%") and is_total(first) and is_total(second)
        case PopCount(of=inner) | LowestBit(of=inner):
            return is_total(inner)
        case Choose() | Load() | Lookup() | Call():
            return False
        case AsNumber(test=Comparison(first=first, second=second)):
            return is_total(first) and is_total(second)
        case AsNumber(test=test):
            return isinstance(test, Known)


def is_pure(value: Value) -> bool:
    """Return whether a value contains no call. Such a value may be omitted if it is not used."""
    match value:
        case Const() | Var():
            return True
        case Load(address=inner) | Lookup(index=inner) | PopCount(of=inner) | LowestBit(of=inner):
            return is_pure(inner)
        case Binary(first=first, second=second):
            return is_pure(first) and is_pure(second)
        case Choose(test=test, then=then, otherwise=otherwise):
            return _is_pure_test(test) and is_pure(then) and is_pure(otherwise)
        case Call():
            return False
        case AsNumber(test=test):
            return _is_pure_test(test)


def _is_pure_test(test: Test) -> bool:
    match test:
        case Known():
            return True
        case Comparison(first=first, second=second):
            return is_pure(first) and is_pure(second)
        case And(first=one, second=other) | Or(first=one, second=other):
            return _is_pure_test(one) and _is_pure_test(other)
        case Not(test=inner):
            return _is_pure_test(inner)
