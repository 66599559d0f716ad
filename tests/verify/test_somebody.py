"""Lemmas about *somebody*: they follow only from facts about the compared cards, and are proved once for each form."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st
from tests.levels import examples

from cartaro_verify.terms import focus, terms
from cartaro_verify.terms.terms import Cond, Num, Term, Valuation, Variables, Vec

CARDS = 3
VARIABLES = Variables()
HANDS = [VARIABLES.cards("hand", CARDS) for _ in range(3)]
BITS = [bit for hand in HANDS for bit in hand if not isinstance(bit, int)]
BOUNDS: list[Cond] = [bound for hand in HANDS for bound in terms.bit_bounds(hand)]
NUMBERS: st.SearchStrategy[Num] = st.deferred(lambda: (
    st.tuples(st.sampled_from(HANDS), st.lists(st.integers(-1, 2), min_size=CARDS, max_size=CARDS)).map(
        lambda two: terms.sum_of(*two))
    | st.tuples(NUMBERS, NUMBERS).map(terms.sum_of) | st.sampled_from(BITS) | st.integers(-1, 3)
))  # fmt: skip
FACTS: st.SearchStrategy[Cond] = st.one_of(
    st.builds(terms.at_most, NUMBERS, NUMBERS),
    st.builds(terms.equal, NUMBERS, NUMBERS),
    st.builds(terms.less, NUMBERS, NUMBERS),
    st.builds(terms.subset, st.sampled_from(HANDS), st.sampled_from(HANDS)),
)


@examples(300)
@given(facts=st.lists(FACTS, max_size=4), bits=st.lists(st.booleans(), min_size=9, max_size=9), goal=FACTS)
def test_what_facts_say_of_some_cards_holds_where_the_facts_do(facts: list[Cond], bits: list[bool], goal: Cond) -> None:
    known: dict[Term, int] = dict(zip(BITS, map(int, bits), strict=True))
    values = Valuation(known.__getitem__)
    if all(values.truth(fact) for fact in facts):
        assert all(values.truth(fact) for fact in focus.about((*BOUNDS, *facts), (goal,)))


def test_cards_that_are_compared_lie_in_one_place_each() -> None:
    first, second, third = HANDS
    whole: list[Cond] = [terms.equal(terms.sum_of(column), 1) for column in zip(*HANDS, strict=True)]
    found = focus.about((*BOUNDS, *whole), (terms.equal(first[0], second[0]),))
    both: list[Cond] = [terms.at_most(terms.sum_of((a, b, -1)), 0) for a, b in zip(first, second, strict=True)]
    assert set(both) <= set(found)
    without = [bound for hand in (first, second) for bound in terms.bit_bounds(hand)]
    unbounded = focus.about((*without, *whole), (terms.equal(first[0], second[0]),))
    assert not set(both) & set(unbounded), "the third hand may then count less than 0"
    assert third


def test_a_set_counts_as_much_as_its_part() -> None:
    first, second, source = HANDS
    drawn = [terms.at_most(a, b) for a, b in zip(first, source, strict=True)]
    apart = [terms.at_most(terms.add(a, b), 1) for a, b in zip(source, second, strict=True)]
    found = focus.about((*BOUNDS, *drawn, *apart), (terms.equal(first[0], second[0]),))
    assert {terms.at_most(terms.sum_of((b, a, -1)), 0) for a, b in zip(first, second, strict=True)} <= set(found)
    assert not set(drawn) & set(found)


def test_conditions_have_the_form_of_others_with_other_variables() -> None:
    first, second, third = HANDS
    forms = focus.Forms()

    def of(a: Vec, b: Vec, join: Callable[[Num, Num], Cond]) -> focus.Form:
        facts = [terms.equal(terms.sum_of(a), 2), terms.at_most(a[0], 1), terms.at_most(b[0], 1)]
        assert forms.of(facts, [join(a[0], b[0])]) == forms.of(facts[::-1], [join(a[0], b[0])])
        return forms.of(facts, [join(a[0], b[0])])

    assert of(first, second, terms.at_most) == of(second, third, terms.at_most)
    assert of(first, second, terms.at_most) != of(first, second, terms.less)
    assert of(first, second, terms.at_most) != of(second, first, lambda a, b: terms.at_most(b, a))
    assert of(first, second, terms.at_most) != of(first, first, terms.at_most)
    assert forms.of([], [True]) != forms.of([], [terms.equal(first[0], 1)])
    assert forms.of([terms.equal(first[0], 1)], []) != forms.of([terms.equal(first[1], 1)], [])
