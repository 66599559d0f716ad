"""Additions that no source states are read and formatted, and are always marked as ours."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.shipped_games import game_of

from cartaro_grammar import Game, load_game, shipped
from cartaro_grammar.model import game as g
from cartaro_grammar.syntax.format import format_source
from cartaro_grammar.text.source import Source
from cartaro_interpreter import cites
from cartaro_rulebook import Ruleset, coverage, ruleset_html
from cartaro_rulebook.prose.clauses import cited_sentence, clause_json, reference, scope_for
from cartaro_rulebook.publication.paper import paper_html

TEXT = """variant prova of scopone
  title it "Prova" en "Trial" fr "Essai"

in article 10 add
  segnata it "segno" en "mark" fr "marque" (ours because it "nessuno (no) lo dice" en "<b>nobody</b> says so" fr "non"): conduct
    it "La scopa si segna." en "A sweep is marked." fr "La scopa se marque."
  sommata it "sommata" en "added" fr "ajoutée" (F9, ours because en "half of it is there"): conduct
    en "It is added."
"""


@pytest.fixture
def trial(tmp_path: Path) -> Game:
    path = tmp_path / "prova.regole"
    path.write_text(TEXT, encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game
    return game


def test_the_reason_is_read_and_the_citation_of_the_article_is_not_taken(trial: Game) -> None:
    assert dict(trial.clause["segnata"].ours)["it"] == "nessuno (no) lo dice"
    assert cites(trial, ("segnata",)) == ()
    assert cites(trial, ("sommata",)) == ("F9",)
    assert cites(trial, ("ultima",)) == ("F10",)
    (source,) = (one for one in coverage({"prova": trial}) if one.letter == "F")
    covering = {cover.name for article in source.articles for cover in article.covers}
    assert "sommata" in covering
    assert "segnata" not in covering


def test_the_layout_keeps_it() -> None:
    again = format_source(Source("prova.regole", TEXT))
    assert isinstance(again, str), again
    assert format_source(Source("prova.regole", again)) == again
    assert '(F9, ours because en "half of it is there"): conduct' in again


def test_the_page_shows_it_next_to_the_clause_and_among_the_open_questions(trial: Game) -> None:
    page = ruleset_html(trial, "en")
    assert page.count("&lt;b&gt;nobody&lt;/b&gt; says so") >= 3  # it appears twice after the clause, and once in the list
    assert "<b>nobody" not in page
    assert 'id="additions"' in page
    assert 'href="#additions"' in page


@pytest.mark.parametrize(
    ("code", "said"), [("it", "una nostra aggiunta"), ("en", "an addition of ours"), ("fr", "un ajout de notre part")]
)
def test_an_answer_states_it_where_it_would_name_the_source(trial: Game, code: str, said: str) -> None:
    scope = scope_for(trial, code)
    assert said in reference(trial.clause["segnata"], scope)
    assert said in cited_sentence(trial.clause["segnata"], scope)
    assert said not in reference(trial.clause["ultima"], scope)
    assert clause_json(trial.clause["sommata"], scope)["cites"] == ["F9"]


def test_a_sheet_shows_it_and_states_what_it_means() -> None:
    sheet = paper_html(Ruleset(game_of("scala40")), "it")
    assert '<p>Si gioca in due. <span class="ours">aggiunta nostra</span></p>' in sheet
    assert "Aggiunta nostra: la fonte non lo dice." in sheet
    assert "ours" not in paper_html(Ruleset(game_of("rubamazzo")), "it").partition("</style>")[2]


OURS = {
    "scopone": {"ancora", "segno"},
    "scala40": {"giocatori", "cambio", "sorteggio", "di_mano", "rappresentata", "senza_scelta", "esaurito", "sfinita"},
}


@pytest.mark.parametrize("name", OURS)
def test_what_the_sources_leave_out_is_marked(name: str) -> None:
    """Each addition has a sentence of its own, so that the mark is never on a statement of a source."""
    game = game_of(name)
    assert {clause.name for clause in game.ruleset.clauses if clause.ours} == OURS[name]
    for wording in game.ruleset.wordings:
        clauses = [game.clause[one] for one in wording.names if one in game.clause]
        assert len({bool(clause.ours) for clause in clauses}) <= 1, wording.names


@pytest.mark.parametrize("name", shipped())
def test_reasons_are_in_every_language(name: str) -> None:
    reasons: list[g.Names] = [clause.ours for clause in game_of(name).clauses if clause.ours]
    assert all({code for code, _ in reason} == {"it", "en", "fr"} for reason in reasons)
