"""Which text a page shows: its edition and date in the reader's language, and its fingerprint; and who published a source."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.shipped_games import amended

from cartaro_grammar import game as g
from cartaro_grammar.analyses.fingerprint import fingerprint
from cartaro_grammar.file_set import shipped
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_rulebook import Ruleset, language, languages, paper_html, ruleset_html
from cartaro_rulebook.words.language import date_in_words

RULES = """variant mia of scopa
  title "Mia"
  edition "2 <b>" 2026-11
  source Z "Zeta" by "The <i>club" 2025-01-01 covers Z1 "1.1"

in article 5 add
  re (Z1): each side scores 1 when RD is in won
"""


def game(name: str | Path) -> Game:
    found = load_game(name)
    assert isinstance(found, Game), found
    return found


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("imprint") / "mia.regole"
    path.write_text(RULES, encoding="utf-8")
    return game(path)


@pytest.mark.parametrize(
    ("code", "edition", "published"),
    [
        ("it", "Edizione 2 &lt;b&gt; · novembre 2026 · impronta", "1º gennaio 2025"),
        ("en", "Edition 2 &lt;b&gt; · November 2026 · fingerprint", "1 January 2025"),
        ("fr", "Édition 2 &lt;b&gt; · novembre 2026 · empreinte", "1er janvier 2025"),
    ],
)
def test_a_page_reports_its_edition_and_who_published_its_sources(code: str, edition: str, published: str, mine: Game) -> None:
    page = ruleset_html(mine, code)
    assert f'<p class="imprint">{edition} {fingerprint(mine)}</p>' in page
    assert f'<p class="published">The &lt;i&gt;club, {published}</p>' in page
    assert f"{edition} {fingerprint(mine)}" in paper_html(Ruleset(mine), code)


def test_a_page_without_an_edition_has_its_fingerprint_alone() -> None:
    scopa = amended(game("scopa"), edition=None)
    assert f'<p class="imprint">Fingerprint {fingerprint(scopa)}</p>' in ruleset_html(scopa, "en")


@pytest.mark.parametrize("name", shipped())
def test_every_shipped_ruleset_states_its_edition(name: str) -> None:
    assert game(name).ruleset.edition is not None


@pytest.mark.parametrize("code", languages())
def test_every_month_has_a_name_of_its_own(code: str) -> None:
    said = {date_in_words(g.Date(2026, month, 0), language(code)) for month in range(1, 13)}
    assert len(said) == 12
    assert date_in_words(g.Date(2026, 0, 0), language(code)) == "2026"


def test_a_house_rule_of_its_own_gives_a_variant_a_fingerprint_of_its_own(tmp_path: Path) -> None:
    """This holds even if none of its clauses differs from its base's."""
    path = tmp_path / "sedici.regole"
    path.write_text('variant sedici of scopa\n  title "Sedici"\n\nset punti to 16\n  because "so"\n', encoding="utf-8")
    assert fingerprint(game(path)) != fingerprint(game("scopa"))
