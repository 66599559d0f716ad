"""Signatures: the form of the sentence that is being written, and the part that comes next."""

from __future__ import annotations

from random import Random

import pytest
from tests.workbench.shipped_texts import TEXTS, document, place

from cartaro import format_text
from cartaro_workbench import Document, Position, Signature, open_document, signatures

pytestmark = pytest.mark.slow


def written(name: str, old: str, new: str, language: str = "en") -> Document:
    """Return a document in which the rest of a line after some words is replaced by unfinished ones."""
    text = TEXTS[name] if language == "en" else format_text(TEXTS[name], language)
    before, _, after = text.partition(old)
    assert after
    return open_document(TEXTS | {name: before + new + "\n" + after.partition("\n")[2]}, name, document(name))


def shown(found: Signature) -> str:
    """Return a form with its next part in brackets."""
    part = found.parts[found.active]
    return f"{found.text[: part.start]}[{found.text[part.start : part.end]}]{found.text[part.end :]}"


@pytest.mark.parametrize(
    ("old", "new", "innermost"),
    [
        ("dare: deal quante", "dare: deal ", "[deal …] from … to each …"),
        ("dare: deal quante", "dare: deal 3 from ", "deal … [from …] to each …"),
        ("dare: deal quante", "dare: deal 3 from stock to each ", "deal … from … [to each …]"),
        ("lascia: the player", "lascia: the player may ", "[the player may …] when …"),
        ("lascia: the player", "lascia: the player may not lay when ", "the player may not … [when …]"),
        ("lascia: the player", "lascia: player may take ", "take [taken] with card"),
        ("lascia: the player", "lascia: the player may take taken with ", "take taken [with card]"),
        ("lascia: the player", "lascia: the player may take taken with card when ", "the player may … [when …]"),
        ("lascia: the player", "lascia: player may lay when number of taken is at least ", "number of … in … [is at least …]"),
        ("source D", "source D ", '[source …] "…" covers …'),
    ],
)  # fmt: skip
def test_the_part_that_comes_next_is_shown(old: str, new: str, innermost: str) -> None:
    of = written("scopa.regole", old, new)
    found = signatures(of, place(of, new, len(new)))
    assert shown(found[0]) == innermost


def test_a_sentence_may_continue_on_deeper_lines() -> None:
    of = written("scopa.regole", "lascia: the player", "lascia: the player may lay\n      when number of ")
    found = signatures(of, place(of, "may lay\n      when number of ", 29))
    assert [shown(one) for one in found] == ["[number of …] in … is at least …", "the player may … [when …]"]


def test_a_definition_shows_its_arguments_between_brackets() -> None:
    of = written("napola.regole", "napola (D7): each side", "napola (D7): each side scores straight(denari, ")
    found = signatures(of, place(of, "scores straight(denari, ", 24), "it")
    assert shown(found[0]) == "straight(x, [s])"
    assert found[0].meaning


@pytest.mark.parametrize(
    ("old", "new", "innermost"),
    [
        ("dare: ", "dare: si dà 3 da stock a ogni ", "si dà … da … [a ogni …]"),
        ("lascia: ", "lascia: il giocatore non può take taken con ", "take taken [con card]"),
        ("lascia: ", "lascia: il giocatore può prendere ", "prendere [taken] con card"),
    ],
)
def test_forms_are_in_the_key_words_of_the_text(old: str, new: str, innermost: str) -> None:
    of = written("scopa.regole", old, new, "it")
    found = signatures(of, place(of, new, len(new)), "it")
    assert shown(found[0]) == innermost


def test_an_argument_has_its_declaration_and_a_form_its_meaning() -> None:
    of = document("scopa.prove.regole")
    found = signatures(of, place(of, "player may take", 16), "en")
    assert found[0].text == "take taken with card"
    assert [part.declared for part in found[0].parts] == ["taken: some of table", "card: one of playable of player"]
    assert "capture one or more cards" in found[0].meaning


def test_no_form_is_shown_outside_a_sentence() -> None:
    of = document("scopa.regole")
    assert signatures(of, Position(0, 0)) == ()
    assert signatures(of, place(of, "edition ", 8)) == ()
    assert signatures(of, Position(10_000, 0)) == signatures(of, Position(10_000, 5))


@pytest.mark.sweep("scala40")
@pytest.mark.parametrize("name", TEXTS)
def test_the_parts_lie_in_their_form(name: str) -> None:
    of, dice = document(name), Random(name)
    lines = of.source.text.split("\n")
    for _ in range(40):
        number = dice.randrange(len(lines))
        for one in signatures(of, Position(number, dice.randrange(len(lines[number]) + 1))):
            assert 0 <= one.active < len(one.parts)
            assert all(0 <= part.start < part.end <= len(one.text) for part in one.parts)
