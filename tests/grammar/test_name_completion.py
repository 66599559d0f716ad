"""Completion of names: the name written at a place is offered, and names that do not fit there are not."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from cartaro_grammar import check_texts, complete_names, expected_at
from cartaro_grammar.file_set import shipped_folder
from cartaro_grammar.resolve.occurrences import Occurrence

TEXTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(shipped_folder().glob("*/*.regole"))}
PLACES = 60


@cache
def scopa() -> tuple[Occurrence, ...]:
    return check_texts(TEXTS, "scopa.regole").occurrences


def kinds_after(words: str) -> set[str]:
    """The kinds of names that fit after some words of scopa; the game has names of these kinds."""
    text = TEXTS["scopa.regole"]
    return {one.kind for one in complete_names(text, text.index(words) + len(words), scopa())}


def names_after(words: str) -> set[str]:
    text = TEXTS["scopa.regole"]
    return {one.name for one in complete_names(text, text.index(words) + len(words), scopa())}


@pytest.mark.sweep("scala40", "scopa", "briscola_in_cinque")
@pytest.mark.parametrize("name", [*TEXTS][::2])
@pytest.mark.slow
def test_the_written_name_is_among_the_completions(name: str) -> None:
    known = check_texts(TEXTS, name).occurrences
    here = [one for one in known if one.span.source.name == name and not one.declares and one.declaration.kind != "row"]
    for one in Random(name).sample(here, min(PLACES, len(here))):
        if (
            one.span.text.isidentifier()
            and TEXTS[name][one.span.start - 1] != "{"
            and one.declaration.kind != "word of the language"
        ):
            assert one.declaration in complete_names(TEXTS[name], one.span.start + 1, known), (
                one.span.line,
                one.span.text,
                one.declaration.kind,
            )


def test_the_words_before_a_name_decide_its_kind() -> None:
    assert names_after("  use ") == {"scopa", "fishing", "italian_deck", "italian_cards"}
    assert kinds_after("sempre_tre (R1) despite ") == {"clause", "heading"}
    assert names_after("under precedenza is ") == {"pari", "poche", "nessuna"}
    assert names_after("under precedenza is pari or ") == {"pari", "poche", "nessuna"}
    assert kinds_after("  under ") == {"option"}
    assert names_after("pari: the player may ") == {"take", "lay"}
    assert "pari" in names_after("can take with card by ")


def test_completion_in_an_unfinished_sentence() -> None:
    text = TEXTS["scopa.regole"] + "  nuova despite vin"
    known = check_texts(TEXTS | {"scopa.regole": text}, "scopa.regole").occurrences
    offered = complete_names(text, len(text), known)
    assert {one.kind for one in offered} == {"clause", "heading"}
    assert {"vince", "pari", "primato"} <= {one.name for one in offered}


def test_bound_names_are_completed_only_in_their_sentence() -> None:
    assert "t" in names_after("where number of ")
    assert "t" not in names_after("dispari: the player may take\n    when number of ") - {"table"}
    assert {"taken", "card"} <= names_after("pari: the player may take when number of ")


@pytest.mark.parametrize("text", ["", "\n", "game", "game x\n  use ", '"', "words\n  "], ids=repr)
def test_any_text_at_all(text: str) -> None:
    for offset in (-1, 0, len(text), len(text) + 5):
        complete_names(text, offset, scopa())
        expected_at(text, offset)
