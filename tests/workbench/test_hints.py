"""The open questions of a text appear in it as hints, each at its line, with edits that answer it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.shipped_games import game_of
from tests.workbench.shipped_texts import TEXTS

from cartaro_workbench import Document, OpenHint, OpenQuestions, apply_edits, open_document, open_hints
from cartaro_workbench.open_questions import Finder

LETTERS = """game prova
  title "Prova"
  source Z "Regole" covers Z1 to Z2
  use fishing

quotes Z in it
  Z1
    "Chi ha più carte ha un punto."
  Z2
    "Si gioca in silenzio."

article 1 "Uno" (Z1)
  giocatori: there are 2 or 3 players
  senso: play runs clockwise
  at the start of the hand
    mischia: shuffle all cards into stock
    dare: deal 3 from stock to each hand
    scoprire: deal 4 from stock to table
  at the end of the turn
    ridare: deal 3 from stock to each hand when every hand is empty and stock is not empty
  cambio: at the end of the hand, dealer becomes the player after dealer
  pari: the player may take when number of taken is 1 and total value of taken = value of card
  lascia: the player may lay
  carte: the side with highest number of won scores 1
  vince: the winner is the side with highest points
  arrivo: the match ends when some x in sides has points is at least 3 unless winner is none
  zitti (Z1): conduct it "Si gioca in silenzio assoluto."
"""


def asked(document: Document) -> OpenQuestions:
    game = document.checked.game
    assert game is not None, document.checked.diagnostics
    return OpenQuestions(game.name, tuple(Finder(game, "it").in_the_text()))


def hints_of(texts: Mapping[str, str], name: str) -> dict[str, OpenHint]:
    document = open_document(texts, name)
    return {one.kind: one for one in open_hints(document, asked(document), "it")}


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return {**TEXTS, "prova.regole": LETTERS}


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        ("other row", "  zitti (Z2): conduct"),
        (
            "first dealer",
            '  first_dealer (ours because "la fonte non lo dice"): conduct "All\'inizio il mazziere si sceglie a sorte."',
        ),
    ],
)
def test_an_edit_answers_its_question(texts: dict[str, str], kind: str, written: str) -> None:
    hint = hints_of(texts, "prova.regole")[kind]
    assert hint.severity == "information"
    (repair,) = hint.repairs
    edited = apply_edits(LETTERS, (repair.edit,))
    assert written in edited
    assert kind not in hints_of({**texts, "prova.regole": edited}, "prova.regole")


def test_a_hint_is_at_its_line(texts: dict[str, str]) -> None:
    hint = hints_of(texts, "prova.regole")["other row"]
    line = LETTERS.splitlines()[hint.range.start.line]
    assert (
        line[hint.range.start.character : hint.range.end.character] == 'zitti (Z1): conduct it "Si gioca in silenzio assoluto."'
    )


def test_an_edit_that_does_not_check_is_not_offered(texts: dict[str, str]) -> None:
    """The name for the new sentence is already taken."""
    taken = LETTERS.replace("  lascia:", "  first_dealer:")
    assert hints_of({**texts, "prova.regole": taken}, "prova.regole")["first dealer"].repairs == ()


@pytest.mark.parametrize("name", ["scopa", "scala40", "guerra"])
def test_a_shipped_text_has_its_hints_and_its_edits_check(name: str) -> None:
    document = open_document(TEXTS, f"{name}.regole")
    found = open_hints(document, OpenQuestions(name, tuple(Finder(game_of(name), "en").in_the_text())), "en")
    lines = document.source.text.count("\n")
    assert all(one.range.end.line <= lines for one in found)
    for repair in (repair for one in found for repair in one.repairs):
        edited = {**TEXTS, repair.edit.name: apply_edits(TEXTS[repair.edit.name], (repair.edit,))}
        assert open_document(edited, f"{name}.regole").checked.game is not None


def test_a_variant_has_no_hints_of_what_its_base_states() -> None:
    document = open_document(TEXTS, "napola.regole")
    found = open_hints(document, OpenQuestions("napola", tuple(Finder(game_of("napola"), "en").in_the_text())), "en")
    assert "house rule" not in {one.kind for one in found}
    annex = open_document(TEXTS, "napola.prove.regole")
    (own,) = open_hints(annex, OpenQuestions("napola", tuple(Finder(game_of("napola"), "en").in_the_text())), "en")
    assert own.kind == "refuted source"
    assert own.range.start.line > 0
