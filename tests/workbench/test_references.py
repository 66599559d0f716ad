"""Declarations and references of a name in all texts; renaming, or the reason why a name cannot be changed."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from random import Random

import pytest
from tests.levels import at_night
from tests.workbench.shipped_texts import RULES, TEXTS, document, place

from cartaro_grammar import Diagnostic, Game, check_texts, load_texts
from cartaro_workbench import (
    Document,
    Edit,
    Location,
    Position,
    Refusal,
    apply_edits,
    definitions,
    highlights,
    open_document,
    references,
    renamable,
    renamed,
)

pytestmark = pytest.mark.slow


def shown(found: tuple[Location, ...]) -> list[tuple[str, int]]:
    """Return the places as texts with their line numbers, counted from 1."""
    return [(one.name, one.range.start.line + 1) for one in found]


def line(name: str, words: str) -> int:
    text = TEXTS[name]
    return text.count("\n", 0, text.index(words)) + 1


def applied(edits: tuple[Edit, ...]) -> dict[str, str]:
    by_text: dict[str, list[Edit]] = defaultdict(list)
    for edit in edits:
        by_text[edit.name].append(edit)
    return {name: apply_edits(text, tuple(by_text[name])) if name in by_text else text for name, text in TEXTS.items()}


def test_a_definition_may_lie_in_a_library_or_a_base() -> None:
    of = document("napola.regole")
    assert shown(definitions(of, place(of, "won) when"))) == [
        ("fishing.regole", line("fishing.regole", "zone won of each side"))
    ]
    assert shown(definitions(of, place(of, "of scopa", 3))) == [("scopa.regole", 2)]
    assert definitions(of, place(of, "when straight")) == ()


def test_all_clauses_of_a_definition_declare_it() -> None:
    of = document("fishing.regole")
    found = definitions(of, place(of, "prime_of        it"))
    assert len(found) == 2
    assert {place.range.start.line + 1 for place in found} == {
        line("fishing.regole", "primato: prime_of"),
        line("fishing.regole", "tre_semi despite"),
    }


def test_a_name_is_found_in_every_text_that_refers_to_it() -> None:
    of = document("fishing.regole")
    found = references(of, place(of, "last_taker, a side"))
    texts = {one.name for one in found}
    assert {"fishing.regole", "scopa.regole", "escoba.prove.regole"} <= texts
    assert set(references(of, place(of, "last_taker, a side"), declarations=False)) < set(found)
    here = highlights(of, place(of, "last_taker, a side"))
    assert {one.name for one in here} == {"fishing.regole"}
    assert set(here) <= set(found)


@pytest.mark.parametrize(
    "name", at_night(["scopa.regole", "scala40.regole", "fishing.regole", "scopone.prove.regole"], by_day=["scopa.regole"])
)
def test_a_new_name_states_the_same(name: str) -> None:
    """When a name is replaced by an unused one, every text stays the same except for that name."""
    of = document(name)
    tried = [one for one in of.occurrences if not isinstance(renamable(of, _start(of, one.span.start)), Refusal)]
    for one in Random(name).sample(tried, 1):
        edits = renamed(of, _start(of, one.span.start), "nome_nuovo")
        assert not isinstance(edits, Refusal), (one.span.text, edits)
        texts = applied(edits)
        for changed in {edit.name for edit in edits}:
            game, found = load_texts(texts, changed)
            before, reported = as_shipped(changed)
            errors, known = ([one.code for one in all_told if one.severity == "error"] for all_told in (found, reported))
            assert (game is None, errors) == (before is None, known)
        again = check_texts(texts, name)
        assert "nome_nuovo" in {other.declaration.name for other in again.occurrences}


@cache
def as_shipped(name: str) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    return load_texts(TEXTS, name)


def _start(of: Document, offset: int) -> Position:
    return Position(of.source.line(offset) - 1, of.source.column(offset) - 1)


def test_names_that_share_a_line_of_words_go_together() -> None:
    """`pari` is both a value of a house rule and a clause, and one line of `words` is about both."""
    of = document("scopa.regole")
    edits = renamed(of, place(of, "pari: the player"), "uguale")
    assert not isinstance(edits, Refusal)
    texts = applied(edits)
    assert "precedenza (S3, R3) is uguale among uguale, poche" in texts["scopa.regole"]
    assert "  uguale: the player may take" in texts["scopa.regole"]
    assert '  uguale            it "la presa pari"' in texts["scopa.prove.regole"]


@pytest.mark.parametrize(
    ("words", "name", "reason"),
    [
        ("lascia: the", "Lascia", "`Lascia` is not a name"),
        ("lascia: the", "when", "`when` is a word of the language"),
        ("lascia: the", "the", "`the` is a word of the language"),
        ("lascia: the", "obbligo", "`obbligo` already means something else"),
        ("lascia: the", "player", "`player` is a word of the language"),
        ("fishing\n", "pesca", "`fishing` cannot be renamed: it is a library"),
        ("S3, R3", "s3", "`S3` cannot be renamed: it is a row"),
        ("side with highest", "lato", "`side` cannot be renamed: it is a word of the language"),
        ("is 3 among", "tre", "`3` cannot be renamed: it is a value of an option"),
        ('"Scopa"', "x", "the name of the ruleset is missing here"),
    ],
)
def test_what_cannot_be_renamed(words: str, name: str, reason: str) -> None:
    of = document("scopa.regole")
    at = place(of, words, 3 if words == "is 3 among" else 0)
    found = renamed(of, at, name)
    assert isinstance(found, Refusal)
    assert found.reason.startswith(reason)


def test_a_name_that_would_capture_another_is_refused() -> None:
    """`suit is x` would become `suit is suit`."""
    of = document("fishing.regole")
    assert isinstance(renamed(of, place(of, "x) is (all cards"), "suit"), Refusal)
    found = renamed(of, place(of, "x) is (all cards"), "palo")
    assert not isinstance(found, Refusal)
    assert [edit.text for edit in found] == ["palo", "palo"]


@pytest.mark.parametrize("name", at_night(RULES[:4], by_day=RULES[:1]))
def test_every_name_leads_somewhere(name: str) -> None:
    of = document(name)
    for one in list(of.occurrences)[::7]:
        found = definitions(of, _start(of, one.span.start))
        assert bool(found) == (one.declaration.span is not None), one.span.text


def test_a_position_without_a_name_has_no_references() -> None:
    of = open_document({"x.regole": "game x\n"}, "x.regole")
    at = Position(5, 0)
    assert definitions(of, at) == references(of, at) == highlights(of, at) == ()
    assert isinstance(renamable(of, at), Refusal)
