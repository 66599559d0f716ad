"""The words of the sources on pages and on paper: next to their citations, escaped, in their own language, with their
origin.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.shipped_games import game_of

from cartaro_grammar.analyses.fingerprint import fingerprint
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_rulebook import Ruleset, paper_html, ruleset_html

RULES = """variant mia of scopa
  title "Mia"
  source Z "Zeta <b>" by "The club" 2025-01-01 covers Z1 "1.1", Z2 to Z4

in article 5 add
  re (Z1, Z2): each side scores 1 when RD is in won
  fante (Z2): each side scores 1 when FD is in won

quotes Z in de
  Z1, Z2
    "Der <König> der Münzen."
    "Er zählt."
  Z3
    "Niemand sagt es."
"""


def game(folder: Path, rules: str = RULES) -> Game:
    path = folder / "mia.regole"
    path.write_text(rules, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), found
    return found


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    return ruleset_html(game(tmp_path_factory.mktemp("words")), "en")


def of_article(page: str, number: str) -> str:
    found = re.search(rf'<h3 id="a-scopa-{number}">.*?(?=<h[23] )', page, re.DOTALL)
    assert found
    return found[0]


def test_words_stand_once_in_the_article_that_cites_them(page: str) -> None:
    article = of_article(page, "5")
    assert article.count('<blockquote lang="de"><p>Der &lt;König&gt; der Münzen.</p><p>Er zählt.</p></blockquote>') == 1
    assert article.index('id="c-re"') < article.index("Der &lt;König") < article.index('id="c-fante"')


def test_words_say_where_they_are_from(page: str) -> None:
    article = of_article(page, "5")
    assert "<summary>Z1, Z2: the words of the source (in German)</summary>" in article
    assert "<figcaption>Zeta &lt;b&gt; · 1.1 · The club · 1 January 2025</figcaption>" in article


def test_words_of_a_row_without_a_clause_stand_in_the_table_next_to_the_mark(page: str) -> None:
    row = page.partition('<tr id="s-Z3">')[2].partition("</tr>")[0]
    assert "not covered" in row
    assert "Niemand sagt es." in row
    assert "Niemand" not in page.partition('id="sources"')[0]
    assert "<blockquote" not in page.partition('<tr id="s-Z4">')[2].partition("</tr>")[0]


def test_the_search_of_a_language_finds_words_of_that_language_alone() -> None:
    found = game_of("scopone")
    reported = {code: re.findall(r'<details class="quoted"[^>]*>', ruleset_html(found, code)) for code in ("it", "fr")}
    assert {*reported["it"]} == {'<details class="quoted">'}
    assert {*reported["fr"]} == {'<details class="quoted" data-search-exclude="">'}


def test_an_official_finds_every_article_with_its_words() -> None:
    found = game_of("scopone")
    table = ruleset_html(found, "it").partition('id="sources"')[2]
    for number in range(1, 19):
        row = table.partition(f'<tr id="s-F{number}">')[2].partition("</tr>")[0]
        assert '<blockquote lang="it">' in row, number


def test_paper_has_the_words_in_the_table_alone(tmp_path: Path) -> None:
    document = paper_html(Ruleset(game(tmp_path)), "en", whole=True)
    assert ".quoted { display: none; } .sources .quoted { display: block; }" in document


def test_the_fingerprint_is_of_the_words_too(tmp_path: Path) -> None:
    before = fingerprint(game(tmp_path))
    assert fingerprint(game(tmp_path, RULES.replace("Er zählt.", "Er zählt nicht."))) != before


def test_an_official_source_speaks_first_and_our_reading_after() -> None:
    page = ruleset_html(game_of("scopone"), "it")
    article = page.partition('id="a-scopone-9"')[2].partition("<h3 ")[0]
    assert article.index('<figure class="source-words">') < article.index("La nostra lettura") < article.index('id="c-pari"')
    assert 'class="source-words"' not in ruleset_html(game_of("scopa"), "it")


def test_what_only_an_author_needs_is_folded_at_the_end() -> None:
    page = ruleset_html(game_of("scopone"), "it")
    article = page.partition('id="a-scopone-5"')[2].partition("<h3 ")[0]
    spoken, _, folded = article.partition('<details class="workings">')
    assert "si annota" not in spoken.lower()
    assert "Si ricorda per la smazzata" in folded
    assert 'id="c-alla_cieca"' in spoken


def test_a_shared_house_rule_is_stated_once() -> None:
    page = ruleset_html(game_of("scopone"), "it")
    article = page.partition('id="a-scopone-16"')[2].partition("<h3 ")[0]
    assert len(re.findall(r"[Ss]e si gioca con", article)) == 1
    assert "è l&#x27;altra coppia." in article or "è l'altra coppia." in article
