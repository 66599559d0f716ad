"""The keys of the phrases in a sentence are shown on request, and are correct."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from tests.levels import at_night
from tests.rulebook.small_site import one_page
from tests.rulebook.test_site import read_text
from tests.rulebook.whole_page import whole_page
from tests.shipped_games import game_of

from cartaro_grammar.model.game import Conduct, Game
from cartaro_rulebook import in_words, languages
from cartaro_rulebook.prose.clauses import ClauseProse, articles_in, scope_for
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.publication.site import KEYS_STYLE, build_site
from cartaro_rulebook.site.book import Ruleset
from cartaro_rulebook.words.language import language
from cartaro_rulebook.words.nouns import fragments, plain

pytestmark = pytest.mark.slow

MARK = re.compile(r'<small class="keys" data-keys="([^"]*)" data-place="([^"]*)">[^<]*</small>')
CHANGED = "¤"


@cache
def scopa() -> Game:
    return game_of("scopa")


def clauses(scope: ProseScope) -> dict[str, str]:
    """The sentences of a game, by their clauses."""
    items = [item for article in articles_in(scope) for item in article.items]
    return {c.name: c.text for item in items for c in ((item,) if isinstance(item, ClauseProse) else item.clauses)}


def keys_of(sentence: str) -> list[str]:
    """The keys with which a sentence is marked."""
    return [key for f in fragments(sentence) if f.kind == "keys" for key in f.key.partition("@")[0].split()]


def saying(scope: ProseScope, phrases: Mapping[str, str]) -> ProseScope:
    """A scope of the same game and language, with other phrases."""
    lang = replace(scope.lang, phrases=phrases)
    return replace(scope, naming=replace(scope.naming, language=lang))


@pytest.mark.parametrize("code", at_night(languages(), by_day=["fr"]))
def test_without_its_marks_a_page_is_the_page(code: str) -> None:
    page, marked = (whole_page(Ruleset(scopa()), code, keys=keys) for keys in (False, True))
    assert "data-keys" not in page
    assert MARK.sub("", marked) == page


@pytest.mark.parametrize("code", languages())
def test_every_sentence_states_its_keys_and_the_place_of_its_rule(code: str) -> None:
    game, found = scopa(), clauses(scope_for(scopa(), code, keys=True))
    own = [
        clause for clause in game.ruleset.clauses if not isinstance(clause.sentence, Conduct)
    ]  # the author words the clauses about conduct
    assert len(own) > 30
    for clause in own:
        marks = [f.key.partition("@")[2] for f in fragments(found[clause.name]) if f.kind == "keys"]
        assert marks == [f"{Path(clause.span.source.name).name}:{clause.span.line}"], clause.name
        assert set(keys_of(found[clause.name])) <= language(code).phrases.keys()
        assert keys_of(found[clause.name]), clause.name


def test_the_keys_of_a_sentence_are_in_the_order_of_its_words() -> None:
    found = clauses(scope_for(scopa(), "en", keys=True))
    assert plain(found["senso"]) == "Play runs anticlockwise."
    assert keys_of(found["senso"]) == ["runs", "anticlockwise"]
    assert keys_of(found["ridare"])[:4] == ["at_end", "turn", "when", "is_empty"]


@pytest.mark.parametrize("code", at_night(languages(), by_day=["it"]))
def test_a_sentence_that_a_phrase_changes_has_its_key(code: str) -> None:
    """A third of the phrases that occur are changed, one by one; every sentence that then reads differently was marked with the
    phrase's key.
    """
    scope, traced = scope_for(scopa(), code), clauses(scope_for(scopa(), code, keys=True))
    before, phrases = clauses(scope), scope.lang.phrases
    keys = {key for sentence in traced.values() for key in keys_of(sentence)}
    assert len(keys) > 40
    for key in sorted(keys)[languages().index(code) :: len(languages())]:
        now = clauses(saying(scope, {**phrases, key: phrases[key] + CHANGED}))
        moved = {name for name, text in now.items() if text != before[name]}
        assert [name for name in moved if key not in keys_of(traced[name])] == [], key


@pytest.mark.nightly
def test_the_site_shows_keys_where_it_is_asked_to(tmp_path: Path) -> None:
    build_site([Ruleset(scopa())], tmp_path / "site", keys=True, sources=one_page(tmp_path))
    assert MARK.search(read_text(tmp_path / "site" / "en" / "scopa.html"))
    assert KEYS_STYLE in (tmp_path / "site" / "assets" / "cartaro.css").read_text(encoding="utf-8")


def test_a_text_is_looked_up_by_a_key_a_language_and_its_values() -> None:
    assert [in_words("terminal_seat", code, n=2) for code in (*languages(), "de")] == ["posto 2", "seat 2", "place 2", "seat 2"]
