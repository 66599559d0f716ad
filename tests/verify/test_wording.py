"""What a verdict says of itself keeps its form, so that a page can say it in its own language."""

from __future__ import annotations

import pickle
from string import Formatter
from typing import get_args

import pytest
from tests.shipped_games import game_of

from cartaro_grammar import Type
from cartaro_grammar.model.expressions import Kind
from cartaro_verify import as_json, from_json, verify
from cartaro_verify.terms.messages import FORMS, JOINTS, FormText, joined, kind_in_words, words, words_from_json, words_json


def slots(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_a_text_is_its_english() -> None:
    said = words("ways", x=words("inductive"), n=3, turned="")
    assert said == "inductive: true after every deal and kept by every act (3 ways)"
    assert (said.form, said.slots["n"]) == ("ways", 3)


def test_texts_one_after_the_other() -> None:
    assert joined("series", ()) == ""
    assert joined("series", ["a", "a"]) == "a"
    assert joined("series", [words("gave_up"), words("one_query")]) == "the solver gave up; in one query"


@pytest.mark.parametrize("said", [words("also", x=words("never"), counts=joined("listed", ["2", "3"])), words("gave_up")])
def test_a_form_goes_through_json_and_processes(said: FormText) -> None:
    for again in (words_from_json(words_json(said)), pickle.loads(pickle.dumps(said))):
        assert again == said
        assert isinstance(again, FormText)
        assert words_json(again) == words_json(said)


def test_a_form_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no known form"):
        words_from_json({"form": "nonsense", "slots": {}})


def test_a_kind_of_thing_is_worded_as_authors_do() -> None:
    """No reason speaks of a type's own name."""
    assert kind_in_words(Type("symbol", "suit")) == "a value of suit"
    assert kind_in_words(Type("symbol", "call.answer")) == "a value of answer"
    kinds: tuple[Kind, ...] = get_args(Kind)
    assert len({kind_in_words(Type(kind, "suit")) for kind in kinds}) == len(kinds)
    assert "the type" not in " ".join(FORMS.values())


def test_forms_and_joints_are_apart() -> None:
    assert not FORMS.keys() & JOINTS.keys()


def test_every_text_of_a_result_has_its_form() -> None:
    game = game_of("napola")
    for result in verify(game, ("conserved", "movable", "ends", "decided")):
        again = from_json(as_json(result))
        assert isinstance(result.method, FormText)
        assert isinstance(again.method, FormText)
        assert again.method == result.method
