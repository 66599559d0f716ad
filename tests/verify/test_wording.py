"""The description of a result is data: it has one English text and one JSON form, and both preserve it."""

from __future__ import annotations

import pickle
from string import Formatter
from typing import get_args

import pytest
from tests.shipped_games import game_of

from cartaro_grammar import Type
from cartaro_grammar.model.expressions import Kind
from cartaro_verify import as_json, from_json, verify
from cartaro_verify.results import statements as st
from cartaro_verify.results.json_form import FORMS, statement_from_json, statement_json
from cartaro_verify.results.wording import english, phrase


def test_a_statement_has_its_english() -> None:
    said = st.OnEveryPath(st.PlainMethod.INDUCTIVE, 3, turned=False)
    assert english(said) == "inductive: true after every deal and preserved by every act (3 paths)"
    assert english(st.OnEveryPath(st.PlainMethod.INDUCTIVE, 3, turned=True)).endswith(
        ", the table turned so that seat 1 has the turn)"
    )


def test_statements_in_a_series() -> None:
    one, two = st.PlainReason.GAVE_UP, st.PlainReason.NO_BOUND
    assert st.series(()) is None
    assert st.series([one, None, one]) is one
    assert english(st.series([one, two])) == "the solver gave up; no bound was proved"


@pytest.mark.parametrize(
    "said",
    [
        st.PlainReason.GAVE_UP,
        st.OfFewerPlayersToo(st.OnEveryPath(st.PlainMethod.INDUCTIVE, 1, turned=True), (2, 3)),
        st.OfFewerPlayersToo(st.PlainMethod.NEVER_HOLDS, (2,)),
        st.HandEndsAtOnce(findings_aside=False),
        st.Fact(st.Relation.MODULO, st.OwnedBy(st.zone("hand"), 1), 1, modulus=2),
        st.UncoveredKind(st.KindUse.CHOICE, st.kind_of(Type("symbol", "suit"))),
        st.NotBroken(None, 30),
        st.every(("before", "take")),
    ],
)
def test_a_statement_goes_through_json_and_processes(said: st.Statement) -> None:
    assert statement_from_json(statement_json(said)) == said
    assert pickle.loads(pickle.dumps(said)) == said


def test_a_form_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no known form"):
        statement_from_json({"form": "nonsense", "slots": {}})


def test_a_type_is_worded_as_authors_do() -> None:
    """No reason contains "the type"; a type is described by its values."""
    assert english(st.kind_of(Type("symbol", "suit"))) == "a value of suit"
    assert english(st.kind_of(Type("symbol", "call.answer"))) == "a value of answer"
    kinds: tuple[Kind, ...] = get_args(Kind)
    assert len({english(st.kind_of(Type(kind, "suit"))) for kind in kinds}) == len(kinds)
    assert "the type" not in " ".join(map(phrase, FORMS))


@pytest.mark.parametrize("form", sorted(FORMS))
def test_a_text_has_the_slots_of_its_statement(form: str) -> None:
    of, _ = FORMS[form]
    own = set(of.slot_names) if issubclass(of, st.Filled) else set[str]()
    assert {name for _, name, _, _ in Formatter().parse(phrase(form)) if name} <= own


def test_every_result_goes_through_json() -> None:
    game = game_of("napola")
    for result in verify(game, ("conserved", "movable", "ends", "decided")):
        assert isinstance(result.method, st.Statement)
        assert from_json(as_json(result)).method == result.method
