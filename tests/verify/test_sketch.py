"""Every assignment that satisfies a condition satisfies its sketch, in which the sum over a whole set of cards is a separate
number.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.levels import examples

from cartaro_verify.certificates.script_reader import read_script
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import Facts
from cartaro_verify.terms import terms
from cartaro_verify.terms.sketch import Sketch
from cartaro_verify.terms.smt_lib import Query, session_script
from cartaro_verify.terms.terms import Cond, Num, Term, Valuation, Variables, Vec

CARDS = 3
VARIABLES = Variables()
HANDS = [VARIABLES.cards("hand", CARDS) for _ in range(3)]
COUNTER, FLAG = VARIABLES.number("counter"), VARIABLES.truth("flag")
BITS = [bit for hand in HANDS for bit in hand if isinstance(bit, Term)]

SETS: st.SearchStrategy[Vec] = st.deferred(lambda: (
    st.sampled_from(HANDS)
    | st.tuples(SETS, SETS).map(lambda two: tuple(terms.sum_of(pair) for pair in zip(*two, strict=True)))
    | st.tuples(SETS, SETS).map(lambda two: tuple(terms.subtract(a, b) for a, b in zip(*two, strict=True)))
    | st.tuples(CONDITIONS, SETS, SETS).map(
        lambda three: tuple(terms.ite(three[0], a, b) for a, b in zip(three[1], three[2], strict=True)))
))  # fmt: skip
NUMBERS: st.SearchStrategy[Num] = st.deferred(lambda: (
    SETS.map(terms.sum_of)
    | st.tuples(SETS, st.lists(st.integers(0, 2), min_size=CARDS, max_size=CARDS)).map(lambda two: terms.sum_of(*two))
    | st.sampled_from([COUNTER, *BITS]) | st.integers(-1, 4)
    | st.builds(terms.remainder, NUMBERS, st.integers(2, 3)) | st.builds(terms.quotient, NUMBERS, st.integers(2, 3))
))  # fmt: skip
CONDITIONS: st.SearchStrategy[Cond] = st.deferred(lambda: (
    st.just(FLAG)
    | st.builds(terms.subset, SETS, SETS)
    | SETS.map(lambda cards: terms.all_of(terms.bit_bounds(cards)))
    | st.builds(terms.at_most, NUMBERS, NUMBERS)
    | st.builds(terms.less, NUMBERS, NUMBERS)
    | st.builds(terms.equal, NUMBERS, NUMBERS)
    | st.builds(terms.iff, CONDITIONS, CONDITIONS)
    | st.lists(CONDITIONS, max_size=3).map(terms.all_of)
    | st.lists(CONDITIONS, max_size=3).map(terms.any_of)
    | CONDITIONS.map(terms.not_)
))  # fmt: skip


@examples(300)
@given(
    condition=CONDITIONS, bits=st.lists(st.booleans(), min_size=9, max_size=9), number=st.integers(-2, 5), flag=st.booleans()
)
def test_a_sketch_holds_where_its_condition_does(condition: Cond, bits: list[bool], number: int, flag: bool) -> None:
    values: dict[Term, int] = {COUNTER: number, FLAG: flag, **dict(zip(BITS, map(int, bits), strict=True))}
    full, sketch = Valuation(values.__getitem__), Sketch(VARIABLES.lengths)
    sketched = sketch.condition(condition)

    def of_sketch(variable: Term) -> int:
        if variable.name in sketch.comparisons:
            return full.truth(sketch.comparisons[variable.name])
        vector = next((hand for hand in HANDS if _size_of(hand) == variable.name), None)
        return values[variable] if vector is None else full.number(terms.sum_of(vector))

    assert Valuation(of_sketch).truth(sketched) == full.truth(condition)


def _size_of(hand: Vec) -> str:
    card = hand[0]
    assert not isinstance(card, int)
    return card.name.rpartition(".")[0] + ".#"


def test_a_sketch_has_sizes_in_place_of_cards() -> None:
    first, second, third = HANDS
    sketch = Sketch(VARIABLES.lengths)
    moved = tuple(terms.sum_of(pair) for pair in zip(first, second, strict=True))
    sizes = [sketch.size(_size_of(hand).removesuffix(".#")) for hand in HANDS]
    assert sketch.condition(terms.equal(terms.sum_of(moved), 2)) is terms.equal(terms.sum_of(sizes[:2]), 2)
    assert sketch.condition(terms.equal(first[0], 1)) is sketch.condition(terms.equal(first[0], 1))
    context = ProofContext()
    context.sketch = sketch
    facts = Facts(context, [terms.subset(first, third), terms.equal(terms.sum_of(third), 1)])
    assert facts.excludes([terms.equal(terms.sum_of(first), 2)])
    assert not facts.excludes([terms.equal(terms.sum_of(first), 1)])


def test_a_side_of_many_choices_is_sketched_once() -> None:
    """Each of forty choices has the number before it on both sides: there are 2 to the 40th paths through them."""
    variables = Variables()
    value = _choices(variables, 40)
    sketch = Sketch(variables.lengths)
    sketch.condition(terms.equal(value, 7))
    assert len(sketch.branches) == 2 * 40


def test_a_comparison_with_too_many_choices_is_a_proposition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cartaro_verify.terms.sketch.MOST_BRANCHES", 50)
    variables = Variables()
    value, few = _choices(variables, 40), _choices(variables, 20)
    sketch = Sketch(variables.lengths)
    comparison = terms.equal(value, 7)
    sketched = sketch.condition(comparison)
    assert isinstance(sketched, Term)
    assert sketch.comparisons == {sketched.name: comparison}
    sketch.condition(terms.equal(few, 7))
    assert len(sketch.comparisons) == 1


def _choices(variables: Variables, count: int) -> Num:
    """Return a number that chooses between two sums for each number that it may be made from."""
    hand = variables.cards("hand", CARDS)
    value: Num = variables.number("counter")
    for number in range(count):
        value = terms.ite(variables.truth(f"flag{number}"), terms.sum_of((value, *hand)), terms.add(value, 1))
    return value


def test_a_certificate_may_contain_sketches() -> None:
    sketch = Sketch(VARIABLES.lengths)
    conditions = (sketch.condition(terms.equal(HANDS[0][0], 1)), sketch.condition(terms.at_most(terms.sum_of(HANDS[1]), 2)))
    assert len(sketch.comparisons) == len(sketch.sizes) == 1
    assert len(read_script(session_script([Query((), conditions, "proof/ends")])).checks) == 1


def test_the_sketch_forgets_facts_that_are_retracted() -> None:
    context = ProofContext()
    hand = context.variables.cards("hand", CARDS)
    facts = Facts(context, [terms.at_least(terms.sum_of(hand), 1)])
    two = terms.equal(terms.sum_of(hand), 2)
    assert not facts.excludes([two])
    facts.push()
    facts.add([terms.at_most(terms.sum_of(hand), 1)])
    assert facts.excludes([two])
    facts.pop(keep=False)
    assert not facts.excludes([two])
