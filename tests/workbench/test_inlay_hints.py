"""Inlay hints: owners mean the same when they are written, and units agree with their numbers."""

from __future__ import annotations

import pytest
from tests.workbench.shipped_texts import TEXTS, changed, document

from cartaro import format_text
from cartaro_grammar import Game, same_form
from cartaro_workbench import Document, apply_edits, inlay_hints, open_document

pytestmark = pytest.mark.slow


def annotated(of: Document, words: str, code: str = "en") -> str:
    """Return the line that contains some words, with its hints in brackets."""
    number = of.source.text.count("\n", 0, of.source.text.index(words))
    line = of.source.text.split("\n")[number]
    for hint in reversed([one for one in inlay_hints(of, code) if one.position.line == number]):
        line = f"{line[: hint.position.character]} [{hint.text}]{line[hint.position.character :]}"
    return line.strip()


def with_owners(of: Document) -> Document:
    """Return the text in which every hint's edit is applied."""
    edits = tuple(hint.edit for hint in inlay_hints(of) if hint.edit is not None)
    return open_document({**of.texts, of.name: apply_edits(of.texts[of.name], edits)}, of.name)


SHOWN = {
    "scopa": """
settebello: each side scores 1 [point] when 7D is in won [of the side]
scoprire: deal 4 [cards] from stock to table
arrivo: the match ends when some x in sides has points [of x] is at least punti [points] unless winner is none
sempre_tre (R1) despite quante: quante is 3 when number of players is 3 [players] or number of players is 6 [players]
ridare: deal quante from stock to each hand when every hand is empty and stock is not empty
""",
    "scala40": """
per_chiudere (K12) despite attaccata: the player may discard when number of hand [of the player] is 1 [card]
contata (K16): add 1 [reshuffle] to rimescolate when stock is empty
""",
    "fishing": """
move card, taken to won [of the side]
""",
}


@pytest.mark.parametrize(
    ("name", "shown"), [(name, line) for name, lines in SHOWN.items() for line in lines.strip().split("\n")]
)
def test_owners_and_units_are_shown(name: str, shown: str) -> None:
    assert annotated(document(f"{name}.regole"), shown.partition(" [")[0]) == shown


def test_the_owner_of_a_place_to_which_cards_are_dealt_is_not_shown() -> None:
    of = changed("scopa.regole", "dare: deal quante from stock to each hand", "dare: deal 1 from stock to each won")
    assert annotated(of, "dare: deal") == "dare: deal 1 [card] from stock to each won"


def test_owners_are_in_the_key_words_of_the_text_and_units_in_the_language_of_the_reader() -> None:
    italian = open_document(TEXTS | {"scopa.regole": format_text(TEXTS["scopa.regole"], "it")}, "scopa.regole")
    assert annotated(italian, "settebello: ", "fr") == "settebello: ogni parte segna 1 [point] quando 7D è in won [della parte]"
    assert annotated(italian, "scoprire: ", "fr").count("[cartes]") == 1
    assert same(italian, with_owners(italian))


def same(one: Document, other: Document) -> bool:
    games = one.checked.game, other.checked.game
    return all(isinstance(game, Game) for game in games) and same_form(*[game for game in games if game is not None])


@pytest.mark.sweep("scala40", "briscola_in_cinque", "president")
@pytest.mark.parametrize("name", [name for name in TEXTS if name.count(".") == 1])
def test_an_owner_that_is_written_changes_no_meaning(name: str) -> None:
    of = document(name)
    after = with_owners(of)
    assert [one for one in after.checked.diagnostics if one.severity == "error"] == []
    assert of.checked.game is None or same(of, after)
    assert not any(hint.kind == "owner" for hint in inlay_hints(after))


def test_a_text_with_a_mistake_keeps_its_other_hints() -> None:
    of = document("scopa.regole")
    broken = of.texts["scopa.regole"].replace("lascia: the player may lay", "lascia: the player may lie")
    again = open_document({**of.texts, "scopa.regole": broken}, "scopa.regole", of)
    assert again.checked.game is None
    assert annotated(again, "settebello: each").endswith("scores 1 [point] when 7D is in won [of the side]")
    assert inlay_hints(open_document({"mine.regole": "game"}, "mine.regole")) == ()
