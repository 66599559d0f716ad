"""The changes of a text compared with its base, and a first claim about the new parts, as the page requests them."""

from __future__ import annotations

import pytest
from tests.levels import at_night
from tests.page.written_texts import variant
from tests.workbench.service_calls import Page
from tests.workbench.shipped_texts import TEXTS

from cartaro_grammar import check_texts
from cartaro_workbench import differences, differences_in_words


@pytest.mark.parametrize(
    ("language", "whole"),
    at_night(
        [("it", "scopa e bella sono giochi diversi"), ("fr", "scopa et bella sont des jeux différents")],
        by_day=[("fr", "scopa et bella sont des jeux différents")],
    ),
)
def test_a_variant_is_held_against_its_base_in_words(language: str, whole: str) -> None:
    page = Page()
    page.answer("put", files={"bella.regole": variant()})
    found = page.answer("what_changes", name="bella.regole", language=language)
    assert found["whole"] == whole
    assert [(one["name"], one["before"], one["claimable"]) for one in found["changes"]] == [
        ("bella", "", True), ("cavalli", "", True), ("tre_re_insieme", "", True),
    ]  # fmt: skip
    assert found["shown"][-1]["said"] == [["scopa", "points 1: 2"], ["bella", "points 1: 3"]]


def test_a_changed_text_is_held_against_the_shipped_one() -> None:
    """A changed word of a title changes no rule; for a text that is still as shipped, the request is refused."""
    page = Page()
    assert page.outcome("what_changes", name="rubamazzo.regole")["error"]["reason"] == "refused"
    page.answer("put", files={"rubamazzo.regole": TEXTS["rubamazzo.regole"].replace('it "Rubamazzo"', 'it "Ruba"')})
    found = page.answer("what_changes", name="rubamazzo.regole", language="en")
    assert found["changes"] == []
    assert found["whole"].startswith("rubamazzo as it is shipped and rubamazzo are the same game")


def test_the_words_are_those_of_the_command() -> None:
    text = TEXTS["rubamazzo.regole"].replace("option mani is 3 among", "option mani is 1 among")
    first, second = (check_texts(texts, "rubamazzo.regole").game for texts in (TEXTS, {**TEXTS, "rubamazzo.regole": text}))
    assert first is not None
    assert second is not None
    found = differences(first, second, "en", hands=2)
    assert not isinstance(found, tuple)
    said = differences_in_words(found, "en", ("one", "other"))
    assert [change.title for change in said.changes] == ["changed: mani"]
    assert "one" in said.whole


CLAUSES = """variant mia of scopa
  title "Mia"

in article 5 add
  gran_re: each side scores 1 when RD is in won
  tre: after a take when number of taken is 3, add 1 to scope
  niente_asso despite pari: the player may not take when card is AD
"""
LINES = {
    "gran_re": "it can happen some x in sides has gran_re of x is at least 1",
    "tre": "it can happen after take, tre applies",
    "niente_asso": "it can happen niente_asso applies",
}


def test_a_claim_about_a_new_clause_is_written_into_the_annex() -> None:
    page = Page()
    page.answer("put", files={"mia.regole": CLAUSES})
    for clause, line in LINES.items():
        texts = page.answer("new_claim", name="mia.regole", clause=clause)
        assert list(texts) == ["mia.prove.regole"]
        assert f"  {line}\n" in texts["mia.prove.regole"]
        page.answer("put", files=texts)
        assert page.answer("problems", name="mia.prove.regole") == []
    claims = page.answer("claims", name="mia.regole", language="it", settings={})
    assert [claim["name"] for claim in claims] == [f"{clause}_can_happen" for clause in LINES]
    assert page.outcome("new_claim", name="mia.regole", clause="tre")["error"]["reason"] == "refused"
    assert page.outcome("new_claim", name="mia.regole", clause="nulla")["error"]["reason"] == "refused"
