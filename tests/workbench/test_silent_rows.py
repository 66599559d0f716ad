"""The rows of the five sources that `requirements.md` calls silent, ambiguous, contradictory or open: each is tested for its
question.
"""

from __future__ import annotations

from functools import cache

import pytest
from tests.shipped_games import game_of

from cartaro_workbench import OpenQuestion
from cartaro_workbench.open_questions import Finder, QuestionKind

ROWS: dict[str, tuple[tuple[str, QuestionKind, str], ...]] = {
    # the federation's rules of scopone
    "F3": (("scopone", "house rule", "accoppiamenti"), ("scopone", "no source", "ancora")),
    "F4": (("scopone", "no source", "ancora"),),
    "F8": (("scopone", "conduct alone", "F8"),),
    "F9": (("scopone", "no source", "segno"),),
    "F12": (("scopone", "house rule", "rifusa"), ("scopone", "house rule", "scura"), ("scopone", "house rule", "si_mostra"),
            ("scopone", "idle house rule", "si_mostra is mostrata")),
    "F15": (("scopone", "house rule", "punti"),),
    "F18": (("scopone", "conduct alone", "F18"),),
    # scopa with napola and rebello
    "D2": (("scopa", "first dealer", "dealer"),),
    "D3": (("scopa", "house rule", "precedenza"),),
    "D4": (("scopa", "house rule", "ultima"),),
    "D5": (("scopa", "house rule", "quanti_denari"),),
    "D6": (("scopa", "house rule", "insieme"),),
    "D8": (("napola", "refuted source", "trentadue_detti"),),
    # scopa with house customs
    "S1": (("scopa_popolare", "house rule", "per_volta"),),
    "S2": (("scopa_popolare", "house rule", "senza_presa"), ("scopa_popolare", "house rule", "rifiuto")),
    "S3": (("scopa_popolare", "house rule", "precedenza"),),
    "S5": (("scopa_popolare", "house rule", "ultima"),),
    "S6": (("scopa_popolare", "house rule", "senza_palo"), ("scopa", "house rule", "quanti_denari")),
    "S7": (("scopa_popolare", "house rule", "punti"), ("scopa_popolare", "house rule", "insieme"),
           ("scopa_popolare", "house rule", "chiamata"), ("scopa_popolare", "house rule", "errore")),
    "S8": (("scopa_popolare", "house rule", "tre_re"),),
    # scopa, escoba, scopone scientifico
    "R1": (("scopa_francese", "house rule", "qui_coupe"), ("scopa_francese", "house rule", "tirage"),
           ("scopa_francese", "idle house rule", "qui_coupe is a_droite")),
    "R3": (("scopa_francese", "house rule", "priorite"), ("scopa_francese", "house rule", "rifiuto")),
    "R4": (("scopa_francese", "house rule", "ultima"),),
    "R7": (("scopa_francese", "house rule", "comparaison"), ("scopa_francese", "refuted source", "le_plus_de_sept"),
           ("scopa", "refuted source", "piu_sette")),
    "R8": (("scopa_francese", "house rule", "punti"), ("scopa_francese", "house rule", "insieme")),
    "R9": (("escoba", "house rule", "dimenticata"), ("escoba", "house rule", "rifiuto")),
    "R11": (("escoba", "refuted source", "quatre_totaux"),),
    # scala 40
    "K2": (("scala40", "no source", "giocatori"), ("scala40", "no source", "di_mano"), ("scala40", "no source", "sorteggio"),
           ("scala40", "no source", "cambio"), ("scala40", "house rule", "mazziere")),
    "K7": (("scala40", "other total", "apertura: 67"),),
    "K12": (("scala40", "no source", "rappresentata"), ("scala40", "refuted source", "scarto_sempre")),
    "K13": (("scala40", "conduct alone", "K13"),),
    "K16": (("scala40", "house rule", "pozzo_vuoto"), ("scala40", "house rule", "al_massimo"),
            ("scala40", "no source", "esaurito"), ("scala40", "no source", "sfinita")),
    "K19": (("scala40", "house rule", "limite"),),
    "K20": (("scala40", "house rule", "impossibile"), ("scala40", "no source", "senza_scelta"),
            ("scala40", "refuted source", "scarto_sempre")),
}  # fmt: skip
"""The questions of each row, in the ruleset that is made from it."""

NOT_ASKED = {
    "F13": "which of several cards shown is played is for a player to say, in play: an act, and nothing left open",
    "F17": "whether play goes on is for the pair that was not at fault to say: a choice of the finding",
    "R2": "the seven deals follow from the pack, and are proved",
    "R6": "who is level has no point: the row says so",
    "R13": "a remark that the rules bear out, and that is proved",
    "S9": "a remark that the rules bear out, and that is proved",
    "K11": "when both twins are shown is for the table to ask: nothing follows for play",
}
"""Rows that might be thought open, and why a question about them would have no answer."""


@cache
def questions_of(name: str) -> dict[tuple[str, str], OpenQuestion]:
    """Return the open questions about a ruleset, without playing hands."""
    finder = Finder(game_of(name), "en")
    return {(one.kind, one.subject): one for one in finder.in_the_text()}


@pytest.mark.parametrize("row", ROWS)
def test_what_a_row_leaves_open_is_asked_with_an_answer(row: str) -> None:
    for name, kind, subject in ROWS[row]:
        question = questions_of(name)[kind, subject]
        assert question.answers, (name, kind, subject)
        assert question.place or question.position, (name, kind, subject)


def test_no_row_is_both_asked_and_explained() -> None:
    assert not ROWS.keys() & NOT_ASKED.keys()


def test_a_question_of_a_source_shows_its_words() -> None:
    found = questions_of("napola")["refuted source", "trentadue_detti"]
    assert found.position[0].startswith("D8: «Il numero massimo di punti realizzabili")
    total = questions_of("scala40")["other total", "apertura: 67"]
    assert "check laid = 67" in total.position
    assert any("27+30=57" in line for line in total.position)


@pytest.mark.parametrize("name", ["scopa", "scopone"])
def test_a_citation_of_the_article_that_sends_to_who_begins_is_one(name: str) -> None:
    """S4 is about scopa and F7 about scopone; the article that cites them refers to the library's article."""
    assert not [subject for kind, subject in questions_of(name) if kind == "who begins"]


def test_a_variant_is_not_asked_about_the_rows_of_its_base() -> None:
    """The citation of R4 comes from the base, which has a claim and examples that support it."""
    assert ("conduct alone", "R4") not in questions_of("escoba")
