"""Folding keeps the meaning: a folded node gives the same value as the plain node, and its known parts are gone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartaro_engine import PythonMachine
from cartaro_engine.ir import folding
from cartaro_engine.ir import nodes as ir

pytestmark = pytest.mark.slow

A, B = ir.Var("a"), ir.Var("b")
Pair = tuple[ir.Value, ir.Value]
TestPair = tuple[ir.Test, ir.Test]
SIGNS: tuple[ir.ArithmeticOperator, ...] = ("+", "-", "*", "&", "|", "^")
RELATIONS: tuple[ir.Relation, ...] = ("==", "!=", "<", "<=", ">", ">=")


def folded(sign: ir.ArithmeticOperator, first: Pair, second: Pair) -> Pair:
    return ir.Binary(sign, first[0], second[0]), folding.binary(sign, first[1], second[1])


def compared(relation: ir.Relation, first: Pair, second: Pair) -> TestPair:
    return ir.Comparison(relation, first[0], second[0]), folding.compare(relation, first[1], second[1])


def chosen(test: TestPair, then: Pair, otherwise: Pair) -> Pair:
    return ir.Choose(test[0], then[0], otherwise[0]), folding.choose(test[1], then[1], otherwise[1])


LEAVES: st.SearchStrategy[ir.Value] = st.sampled_from((A, B)) | st.integers(-3, 3).map(ir.Const)
VALUES: st.SearchStrategy[Pair] = st.deferred(lambda: (
    LEAVES.map(lambda leaf: (leaf, leaf))
    | st.builds(folded, st.sampled_from(SIGNS), VALUES, VALUES)
    | TESTS.map(lambda test: (ir.AsNumber(test[0]), folding.as_number(test[1])))
    | st.builds(chosen, TESTS, VALUES, VALUES)
))  # fmt: skip
TESTS: st.SearchStrategy[TestPair] = st.deferred(lambda: (
    st.booleans().map(lambda known: (ir.Known(known), ir.Known(known)))
    | st.builds(compared, st.sampled_from(RELATIONS), VALUES, VALUES)
    | st.tuples(TESTS, TESTS).map(lambda two: (ir.And(two[0][0], two[1][0]), folding.all_of(two[0][1], two[1][1])))
    | st.tuples(TESTS, TESTS).map(lambda two: (ir.Or(two[0][0], two[1][0]), folding.any_of(two[0][1], two[1][1])))
    | TESTS.map(lambda test: (ir.Not(test[0]), folding.negation(test[1])))
))  # fmt: skip


def run(value: ir.Value, a: int, b: int) -> int:
    module = ir.Module((ir.LoweredFunction("f", ("a", "b"), (), (ir.Return(value),)),), (), 1, 0, (("f", "f"),))
    return PythonMachine(module).call("f", a, b)


@given(VALUES, st.integers(-4, 4), st.integers(-4, 4))
def test_a_folded_value_is_the_same_and_what_is_known_is_worked_out(pair: Pair, a: int, b: int) -> None:
    assert run(pair[0], a, b) == run(pair[1], a, b)
    known = folding.binary("&", pair[1], folding.ZERO)
    assert known == folding.ZERO
    assert folding.all_of(folding.FALSE, folding.nonzero(pair[1])) == folding.FALSE
    assert folding.any_of(folding.TRUE, folding.nonzero(pair[1])) == folding.TRUE


def test_a_call_is_not_folded_away() -> None:
    call = ir.Call("f", ())
    assert folding.binary("&", call, folding.ZERO) == ir.Binary("&", call, folding.ZERO)
    assert folding.all_of(folding.nonzero(call), folding.FALSE) != folding.FALSE
    assert folding.any_of(folding.nonzero(call), folding.TRUE) != folding.TRUE
    assert not folding.is_pure(ir.Load(call))
    assert folding.is_pure(ir.Choose(ir.Known(True), A, ir.Lookup("t", B)))


@pytest.mark.parametrize("value", [ir.Load(A), ir.Lookup("t", A), ir.Call("f", ()), ir.Binary("%", A, B)])
def test_what_may_fail_is_not_total(value: ir.Value) -> None:
    assert not folding.is_total(ir.Binary("+", A, value))
    assert not folding.is_total(ir.AsNumber(folding.unequal(value, B)))


def test_sets_are_masks() -> None:
    assert folding.contains(ir.Const(5), ir.Const(2)) == folding.TRUE
    assert folding.difference(ir.Const(7), ir.Const(2)) == ir.Const(5)
    assert folding.popcount(ir.Const(7)) == ir.Const(3)
    assert run(folding.as_number(folding.contains(A, B)), 5, 2) == 1
    assert run(folding.union(folding.single(A), folding.single(B)), 1, 2) == 6
