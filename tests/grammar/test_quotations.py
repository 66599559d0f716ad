"""Quotations of sources in a ruleset, its annexes, its bases and its libraries."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.shipped_games import game_of

from cartaro_grammar import game as g
from cartaro_grammar.load import load_checked, load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.syntax.format import format_source
from cartaro_grammar.text.source import Source

HEAD = """variant mia of scopa
  title "Mia"
  source Z "Zeta" covers Z1 to Z3

in article 5 add
  re (Z1, Z2, Z3): each side scores 1 when RD is in won
"""
WITH_WORDS = ("scopa", "scopone", "scala40", "napola", "rebello", "escoba", "scopone_scientifico", "scopa_francese")
"""The shipped rulesets that quote their sources."""


def quoted(folder: Path, text: str, annex: str = "") -> dict[str, tuple[str, ...]]:
    (folder / "mia.regole").write_text(HEAD + text, encoding="utf-8")
    if annex:
        (folder / "mia.fonti.regole").write_text("annex fonti of mia\n" + annex, encoding="utf-8")
    found = load_game(folder / "mia.regole")
    assert isinstance(found, Game), found
    return {one.row: one.paragraphs for one in source(found, "Z").quotations}


def source(game: Game, letter: str) -> g.SourceInfo:
    return next(one for one in game.ruleset.sources if one.letter == letter)


def test_rows_have_their_words_together_or_each_by_itself(tmp_path: Path) -> None:
    text = '\nquotes Z in it\n  Z3, Z1\n    "Primo."\n    "Secondo."\n  Z2\n    "Altro."\n'
    assert list(quoted(tmp_path, text).items()) == [
        ("Z1", ("Primo.", "Secondo.")),
        ("Z2", ("Altro.",)),
        ("Z3", ("Primo.", "Secondo.")),
    ]


def test_an_annex_quotes_for_its_ruleset(tmp_path: Path) -> None:
    assert quoted(tmp_path, "", '\nquotes Z in it\n  Z1\n    "Primo."\n') == {"Z1": ("Primo.",)}


def test_a_variant_has_the_words_of_its_base_and_of_the_libraries(tmp_path: Path) -> None:
    base, variant = load_game("scopa"), load_game("napola")
    assert isinstance(base, Game)
    assert isinstance(variant, Game)
    rows = [one.row for one in source(base, "D").quotations]
    assert rows == ["D1", "D2", "D3", "D4", "D5", "D6", "D8"]
    assert [one.row for one in source(variant, "D").quotations] == [*rows[:6], "D7", "D8"]


def test_the_text_of_a_quotation_is_what_is_written(tmp_path: Path) -> None:
    said = "{punti} -- (F9) <b>&amp; the “player” #podudi"
    assert quoted(tmp_path, f'\nquotes Z in it\n  Z1\n    "{said}"\n') == {"Z1": (said,)}


def test_a_row_that_the_base_quotes_is_not_quoted_again(tmp_path: Path) -> None:
    rules = 'variant mia of scopa\n  title "Mia"\n\nquotes D in it\n  D2\n    "Altro."\n'
    (tmp_path / "mia.regole").write_text(rules, encoding="utf-8")
    game, found = load_checked(tmp_path / "mia.regole")
    assert (game, [reported.code for reported in found]) == (None, ["C0501"])


@pytest.mark.parametrize("name", WITH_WORDS)
def test_every_row_of_a_document_that_a_shipped_ruleset_names_has_its_words(name: str) -> None:
    """Rows that only report on the game elsewhere state no rule, and are not quoted."""
    game = game_of(name)
    reports = {row for known in game.ruleset.elsewhere for row in known.cites}
    for one in game.ruleset.sources:
        assert {*one.owed} - reports <= {quotation.row for quotation in one.quotations}, one.letter


def test_the_federal_rules_have_all_their_articles() -> None:
    game = game_of("scopone")
    federal = source(game, "F")
    assert [one.row for one in federal.quotations] == [f"F{number}" for number in range(1, 19)]
    assert all(one.language == "it" for one in federal.quotations)


def test_quotations_have_one_layout() -> None:
    text = 'annex fonti of mia\nquotes   Z in it\n     Z1 ,Z2\n        "Primo."\n\n        "Secondo."\n'
    laid_out = 'annex fonti of mia\nquotes Z in it\n  Z1, Z2\n    "Primo."\n\n    "Secondo."\n'
    assert format_source(Source("mia.fonti.regole", text)) == laid_out
