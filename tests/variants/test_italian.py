"""A single variant with Italian key words is checked, played, proved, printed and formatted."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.whole_page import whole_page

from cartaro_grammar import check_texts, expected_at, shipped_folder
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.syntax.format import format_source
from cartaro_grammar.text.diagnostic import Diagnostic, translate_diagnostic
from cartaro_grammar.text.source import Source
from cartaro_interpreter import Played, RandomPlayer, Rules, SeededChance, compile_game, play_hand, run_examples
from cartaro_rulebook.site.book import Ruleset
from cartaro_verify import verify

FILE = Path(__file__).parent / "presto.regole"
TEXT = FILE.read_text(encoding="utf-8")


def presto() -> Game:
    game = load_game(FILE)
    assert isinstance(game, Game), game
    return game


def test_it_is_checked_and_its_example_holds() -> None:
    results = run_examples(presto())
    assert results
    assert [result.example.name for result in results if result.failures] == []


def test_it_is_played() -> None:
    rules = compile_game(presto())
    assert isinstance(rules, Rules)
    found = play_hand(rules, [RandomPlayer(1)] * rules.game.players, SeededChance(1))
    assert isinstance(found, Played)
    assert {"re_bello", "cavalli"} <= set(found.scores[0].shares[0])


@pytest.mark.slow
def test_it_is_proved() -> None:
    results = verify(presto(), ("conserved", "decided", "carte_salve"))
    assert {result.name: result.verdict for result in results} == dict.fromkeys(
        ("conserved", "decided", "carte_salve"), "proved"
    )


def test_it_is_printed() -> None:
    page = whole_page(Ruleset(presto()), "it")
    assert "Scopa di casa" in page
    assert "il re bello" in page


def test_it_is_formatted_and_put_into_english_and_back() -> None:
    source = Source(FILE.name, TEXT)
    assert format_source(source) == TEXT
    english = format_source(source, "en")
    assert isinstance(english, str)
    assert "assi_liberi (M1) despite obbligo: the player may lay when rank of card is asso" in english
    assert format_source(Source(FILE.name, english), "it") == TEXT


def mistakes(text: str, language: str = "en") -> list[Diagnostic]:
    texts = {path.name: path.read_text(encoding="utf-8") for path in shipped_folder().rglob("*.regole")}
    found = check_texts({**texts, "presto.regole": text}, "presto.regole").diagnostics
    return [translate_diagnostic(one, language) for one in found if one.severity == "error"]


WRONG = {
    "quando rank della carta è asso": ("qundo rank della carta è asso", "C0201", "did you mean `quando`?"),
    "ogni parte segna 1": ("ogni parte scores 1", "C0208", "write `segna`"),
    "quando RD è in won": (
        "quando RD è in won o RD è in table e RD è in won", "C0408", "put brackets around the part that belongs together",
    ),
    "rank della carta è asso": ("giocatorre è vuoto", "C0303", "did you mean `giocatore`?"),
    "affermazione carte_salve": ("afermazione carte_salve", "C0201", "did you mean `affermazione`?"),
}  # fmt: skip


@pytest.mark.parametrize("right", WRONG)
def test_its_mistakes_are_reported_in_its_words(right: str) -> None:
    wrong, code, help_ = WRONG[right]
    (found,) = mistakes(TEXT.replace(right, wrong, 1))
    assert (found.code, found.help) == (code, help_)
    assert found.primary is not None
    assert found.primary.span.text in wrong


def test_what_a_message_quotes_is_in_the_words_of_the_text() -> None:
    wrong = TEXT.replace("RD è in won", "RD è in won o RD è in table e RD è in won", 1)
    assert [one.message for one in mistakes(wrong)] == ["`e` and `o` are mixed"]
    assert [one.message for one in mistakes(wrong, "it")] == ["`e` e `o` sono mescolati"]


def test_completion_is_in_its_words() -> None:
    at = TEXT.index("può lay")
    offered = expected_at(TEXT, at).keywords
    assert {"può", "non", "vede"} <= set(offered)
    assert not {"may", "not", "sees"} & set(offered)
