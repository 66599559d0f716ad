"""Terms: folding, sharing, evaluation and printing need no solver. Z3 and cvc5 give a term the value that evaluation
gives it.
"""

from __future__ import annotations

import gc
from itertools import product
from weakref import ref

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.levels import examples

from cartaro.solvers import ask_cvc5 as ask
from cartaro_verify.terms import terms
from cartaro_verify.terms.smt_lib import script, symbol
from cartaro_verify.terms.terms import Cond, IntTerm, Num, Term, Valuation, Variables
from cartaro_verify.terms.z3_backend import SolverKind, Z3Backend

STEPS = 1_000_000
VARIABLES = Variables()
X, Y = VARIABLES.number("x"), VARIABLES.number("y")
P, Q = VARIABLES.truth("p"), VARIABLES.truth("q")
LEAVES: st.SearchStrategy[Num] = st.sampled_from((X, Y)) | st.integers(-3, 3)
NUMBERS: st.SearchStrategy[Num] = st.deferred(lambda: (
    LEAVES
    | st.lists(NUMBERS, max_size=3).map(terms.sum_of)
    | st.builds(terms.subtract, NUMBERS, NUMBERS)
    | st.builds(terms.multiply, st.integers(-3, 3), NUMBERS)
    | st.builds(terms.multiply, st.lists(CONDITIONS.map(terms.indicator), max_size=3).map(terms.sum_of), NUMBERS)
    | NUMBERS.map(terms.half)
    | st.builds(terms.remainder, NUMBERS, st.integers(1, 5))
    | st.builds(terms.quotient, NUMBERS, st.integers(1, 5))
    | st.builds(terms.ite, CONDITIONS, NUMBERS, NUMBERS)
))  # fmt: skip
CONDITIONS: st.SearchStrategy[Cond] = st.deferred(lambda: (
    st.sampled_from((P, Q)) | st.booleans()
    | st.builds(terms.at_most, NUMBERS, NUMBERS)
    | st.builds(terms.less, NUMBERS, NUMBERS)
    | st.builds(terms.equal, NUMBERS, NUMBERS)
    | st.builds(terms.iff, CONDITIONS, CONDITIONS)
    | st.builds(terms.ite_cond, CONDITIONS, CONDITIONS, CONDITIONS)
    | st.lists(CONDITIONS, max_size=3).map(terms.all_of)
    | st.lists(CONDITIONS, max_size=3).map(terms.any_of)
    | CONDITIONS.map(terms.not_)
))  # fmt: skip


def test_a_product_with_a_number_of_conditions_is_linear() -> None:
    raised = terms.sum_of([terms.indicator(P), terms.indicator(Q), 1])
    assert script((terms.equal(terms.multiply(raised, X), 6),)).startswith("(set-logic QF_LIA)")


def valuation(x: int = 0, y: int = 0, p: bool = False, q: bool = False) -> Valuation:
    values: dict[Term, int] = {X: x, Y: y, P: p, Q: q}
    return Valuation(values.__getitem__)


def test_constants_are_folded() -> None:
    assert terms.sum_of((1, 0, 1), (5, 7, 9)) == 14
    assert terms.ite(True, 1, X) == 1
    assert terms.ite(P, X, X) is X
    assert terms.all_of((True, False, P)) is False
    assert terms.all_of((True, P)) is P
    assert terms.any_of((False, False)) is False
    assert terms.half(7) == 3
    assert terms.remainder(-1, 5) == 4
    assert terms.quotient(-1, 5) == -1


def test_a_variable_minus_itself_is_nothing() -> None:
    assert terms.subtract(X, X) == 0
    assert terms.equal(X, X) is True


def test_equal_terms_are_one_object() -> None:
    assert terms.add(X, Y, 1) is terms.add(X, Y, 1)
    assert terms.add(X, Y) is not terms.add(Y, X)
    assert Variables().number("x") is not Variables().number("x")
    assert len({terms.key(value) for value in (1, True, X, terms.at_most(X, 1), terms.at_most(X, 1))}) == 4


def test_terms_are_released_with_the_last_reference() -> None:
    gc.disable()
    try:
        inner = terms.add(X, Y, 17)
        outer = terms.at_most(inner, 4)
        assert not isinstance(inner, int)
        assert not isinstance(outer, bool)
        left = list[ref[Term]]([ref(inner), ref(outer)])
        del inner
        del outer
        assert [term() for term in left] == [None, None]
    finally:
        gc.enable()


@settings(deadline=None)
@given(CONDITIONS, st.integers(-4, 4), st.integers(-4, 4), st.booleans(), st.booleans())
def test_z3_agrees_with_the_evaluation(condition: Cond, x: int, y: int, p: bool, q: bool) -> None:
    truth, solver = valuation(x, y, p, q).truth(condition), Z3Backend().solver("general")
    for fact in (terms.equal(X, x), terms.equal(Y, y), terms.iff(P, p), terms.iff(Q, q)):
        solver.add(fact)
    solver.add(condition)
    assert solver.check(STEPS) == ("yes" if truth else "no")


@pytest.mark.slow
@settings(deadline=None)
@given(CONDITIONS, st.integers(-4, 4), st.integers(-4, 4), st.booleans(), st.booleans())
def test_a_script_means_what_is_evaluated(condition: Cond, x: int, y: int, p: bool, q: bool) -> None:
    facts = (terms.equal(X, x), terms.equal(Y, y), terms.iff(P, p), terms.iff(Q, q))
    assert ask(script((*facts, condition))) == ("sat" if valuation(x, y, p, q).truth(condition) else "unsat")


KINDS: tuple[SolverKind, ...] = ("linear", "general", "legacy", "propositional")


@pytest.mark.parametrize("kind", KINDS)
@examples(100)
@given(CONDITIONS)
def test_a_condition_of_numbers_from_0_to_1_is_possible_where_some_values_satisfy_it(kind: SolverKind, condition: Cond) -> None:
    solver, bits = Z3Backend().solver(kind), (0, 1)
    for fact in (*terms.bit_bounds((X, Y)), condition):
        solver.add(fact)
    values = product(bits, bits, (False, True), (False, True))
    some = any(valuation(*each).truth(condition) for each in values)
    assert solver.check(STEPS) == ("yes" if some else "no")
    if some:
        assert Valuation(solver.model()).truth(condition)


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_satisfies_what_was_asserted(kind: SolverKind) -> None:
    backend, condition = Z3Backend(), terms.and_(terms.equal(terms.add(X, Y), 7), terms.less(X, -2), terms.not_(P))
    solver = backend.solver(kind)
    solver.add(condition)
    assert solver.check(STEPS) == "yes"
    model = Valuation(solver.model())
    assert model.truth(condition)
    assert model.number(Y) == 7 - model.number(X)
    assert (model.number(VARIABLES.number("never asserted")), model.truth(Q)) == (0, False)


def test_assertions_of_a_level_are_retracted_with_it() -> None:
    solver = Z3Backend().solver("general")
    solver.add(terms.at_least(X, 1))
    solver.push()
    solver.add(terms.at_most(X, 0))
    assert solver.check(STEPS) == "no"
    solver.pop()
    assert solver.check(STEPS) == "yes"


def test_a_script_defines_shared_terms_once() -> None:
    total = terms.add(X, terms.multiply(-2, Y))
    assert script((terms.at_most(total, 5), terms.or_(P, terms.at_least(total, -1)), True)) == (
        "(set-logic QF_LIA)\n"
        "(declare-const x!0 Int)\n"
        "(declare-const y!1 Int)\n"
        "(define-fun shared.3 () Int (+ x!0 (* (- 2) y!1)))\n"
        "(declare-const p!2 Bool)\n"
        "(assert (<= shared.3 5))\n"
        "(assert (or p!2 (<= (- 1) shared.3)))\n"
        "(assert true)\n"
        "(check-sat)\n"
    )


def test_a_script_names_nonlinear_arithmetic() -> None:
    assert script((terms.equal(terms.multiply(X, Y), 6),)).startswith("(set-logic QF_NIA)")
    assert script((terms.equal(terms.remainder(X, Y), 1),)).startswith("(set-logic QF_NIA)")


def test_a_name_that_is_no_simple_symbol_is_quoted() -> None:
    assert symbol("s.table-1!3.5") == "s.table-1!3.5"
    assert symbol("città!0") == "|città!0|"
    assert symbol("0!0") == "|0!0|"
    with pytest.raises(ValueError, match="no symbol"):
        symbol("a|b")


def test_variables_of_two_runs_are_not_confused() -> None:
    first, second = (Variables().number("n") for _ in range(2))
    assert isinstance(first, IntTerm)
    with pytest.raises(ValueError, match="two variables of one name"):
        script((terms.less(first, second),))


def test_a_chain_of_terms_may_be_long() -> None:
    number: Num = X
    for step in range(5000):
        number = terms.ite(P, terms.add(number, 1), step)
    solver = Z3Backend().solver("general")
    solver.add(terms.at_most(number, 3))
    assert valuation(p=True, x=2).number(number) == 5002
    assert "define-fun" not in script((terms.at_most(number, 3),))
