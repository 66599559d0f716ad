"""Reports about a game elsewhere (decision 0132): what they are for a ruleset, its variants, its sources and kept results."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_grammar import Diagnostic, Game, format_source, load_texts, play_digest
from cartaro_grammar.text.source import Source

FILES = {path.name: path.read_text(encoding="utf-8") for path in (Path(__file__).parents[2] / "rulesets").rglob("*.regole")}
HEAD = """variant mine of scopa
  title "Mine"
  source A "As we play" covers A1, A2

"""
REPORTS = """elsewhere
  also "Bodega" (A1)
  also it "La cantina" (A1)
  region it "Genova" en "Genoa" (A1, A2)
  history "Since 1900." (A2)
  under punti is 11 or 21
    under ultima is presa
      also "Bodega" (A1)
"""


def loaded(text: str, *, file: str = "mine.regole") -> tuple[Game | None, tuple[Diagnostic, ...]]:
    return load_texts({**FILES, "mine.regole": HEAD, file: text}, "mine.regole")


def test_reports_have_their_texts_sources_and_house_rules() -> None:
    game, found = loaded(HEAD + REPORTS)
    assert game is not None, found
    known = [(one.kind, one.texts, one.cites, one.under) for one in game.ruleset.elsewhere]
    settings = (("punti", ("11", "21")), ("ultima", ("presa",)))
    assert known == [
        ("name", (("", "Bodega"),), ("A1",), ()),
        ("name", (("it", "La cantina"),), ("A1",), ()),
        ("region", (("it", "Genova"), ("en", "Genoa")), ("A1", "A2"), ()),
        ("history", (("", "Since 1900."),), ("A2",), ()),
        ("name", (("", "Bodega"),), ("A1",), settings),
    ]
    assert [one.code for one in found] == []


def test_an_annex_may_have_the_reports() -> None:
    game, found = loaded(f"annex racconto of mine\n\n{REPORTS}", file="mine.racconto.regole")
    assert game is not None, found
    assert len(game.ruleset.elsewhere) == 5


def test_a_variant_does_not_inherit_the_reports_about_its_base() -> None:
    game, found = loaded(HEAD.replace('  source A "As we play" covers A1, A2\n', ""))
    assert game is not None, found
    base, _ = load_texts(FILES, "scopa.regole")
    assert base is not None
    assert base.ruleset.elsewhere
    assert game.ruleset.elsewhere == ()


def test_reports_cover_the_rows_that_they_cite() -> None:
    _, found = loaded(HEAD + 'elsewhere\n  also "Bodega" (A1)\n')
    assert [(one.code, one.message) for one in found] == [("C0604", "nothing cites A2")]


def test_reports_do_not_change_the_rules() -> None:
    (plain, _), (told, _) = loaded(HEAD), loaded(HEAD + REPORTS)
    assert plain is not None
    assert told is not None
    assert play_digest(plain.ruleset) == play_digest(told.ruleset)


def test_a_report_without_a_source_is_not_read() -> None:
    game, found = loaded(HEAD + 'elsewhere\n  also "Bodega"\n')
    assert game is None
    assert found[0].code.startswith("C02")


@pytest.mark.parametrize("language", ["it", "fr"])
def test_reports_have_key_words_in_each_language(language: str) -> None:
    text = format_source(Source("mine.regole", HEAD + REPORTS))
    assert isinstance(text, str)
    other = format_source(Source("mine.regole", text), language)
    assert isinstance(other, str)
    assert not {"elsewhere", "also", "region", "history"} & set(other.split())
    assert format_source(Source("mine.regole", other), "en") == text
    game, found = loaded(other)
    assert game is not None, found
    assert len(game.ruleset.elsewhere) == 5
