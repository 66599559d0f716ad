"""The articles of libraries have their own numbering: `Art. 5` of a game never means an article of a library."""

from __future__ import annotations

import re
from html import unescape

import pytest
from tests.levels import at_night
from tests.shipped_games import game_of

from cartaro_grammar import shipped
from cartaro_rulebook import Naming, Ruleset, language, ruleset_html
from cartaro_rulebook.prose.clauses import cited_sentence, clause_json, place, scope_for
from cartaro_rulebook.site.book import page_for
from cartaro_rulebook.site.rules_page import officially_numbered

SAID = [
    ("it", "Regola comune 5", "regola comune 5", "Art. 5", "articolo 5"),
    ("en", "Common rule 5", "common rule 5", "Art. 5", "article 5"),
    ("fr", "Règle commune 5", "règle commune 5", "Art. 5", "article 5"),
]


@pytest.mark.parametrize(("code", "heading", "sentence", "own", "own_sentence"), SAID)
def test_a_common_rule_is_named_apart(code: str, heading: str, sentence: str, own: str, own_sentence: str) -> None:
    naming = Naming(game_of("scopone"), language(code))
    key = next(a.key for a in naming.game.ruleset.articles if naming.article(a.key, "short") == "c5")
    assert not key.startswith("scopone/")
    assert (naming.article(key), naming.article(key, "sentence")) == (heading, sentence)
    assert (naming.article("scopone/5"), naming.article("scopone/5", "sentence")) == (own, own_sentence)
    assert naming.article("scopone/5", "short") == "5"


@pytest.mark.parametrize("name", shipped())
def test_no_two_common_rules_have_one_number(name: str) -> None:
    naming = Naming(game_of(name), language("en"))
    common = [naming.article(a.key) for a in naming.game.ruleset.articles if naming.is_common(a.key)]
    assert len(common) == len(set(common))
    assert not set(common) & {naming.article(a.key) for a in naming.game.ruleset.articles if not naming.is_common(a.key)}


@pytest.mark.parametrize("code", at_night(["it", "en", "fr"], by_day=["fr"]))
@pytest.mark.parametrize("name", ["scopone", "scala40", "napola"])
def test_the_page_names_them_so_everywhere(name: str, code: str) -> None:
    """They are named so after a sentence of the guide, in the mark's title and label, unless an article of an official text
    refers to them, which is then named; over the article; and in references of an article to another.
    """
    game = game_of(name)
    naming = Naming(game, language(code))
    page = unescape(ruleset_html(game, code))
    marks = re.findall(r'<a href="#c-(\w+)" class="art" title="([^"]*)" aria-label="([^"]*)"[^>]*>([^<]*)</a>', page)
    official = [article for article in game.ruleset.articles if article.home in officially_numbered(game)]
    assert official or any(short.startswith("c") for *_, short in marks)
    for clause, title, label, short in marks:
        own = game.clause[clause].article
        keys = [article.key for article in official if own in article.see] or [own]
        assert (title, short) in {(naming.article(key), naming.article(key, "short")) for key in keys}
        assert label == (title if short in title else f"{short}, {title}")
    for article in game.ruleset.articles:
        if "." not in article.home:
            assert re.search(rf'<h3 id="a-{article.home}-{article.number}">{naming.article(article.key)} ', page), article.key
    sent = re.findall(r'<a href="#a-(\w+)-(\w+)">([^<]*)</a>', page)
    assert sent
    assert all(said.startswith(naming.article(f"{home}/{number}")) for home, number, said in sent)


def test_answers_name_them_so() -> None:
    game = game_of("scopone")
    scope = scope_for(game, "en")
    swept = game.clause["spazzata"]
    number = Naming(game, language("en")).article(swept.article, "sentence")
    assert number.startswith("common rule ")
    assert place(swept, scope).startswith(number)
    assert f"({number}" in cited_sentence(swept, scope)
    assert clause_json(swept, scope)["article_in_words"] == number
    assert page_for(Ruleset(game), "en").article(swept.article) == number.capitalize()
