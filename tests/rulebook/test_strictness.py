"""The faults that a strict build refuses: missing translations, foreign words, dead links."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import cast

import pytest
from markdown import Markdown
from mkdocs import config as mkdocs_config
from mkdocs.config.defaults import MkDocsConfig
from tests.rulebook.small_site import one_page
from tests.rulebook.whole_page import whole_page

from cartaro_grammar.file_set import shipped
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_rulebook.publication.mkdocs_build import SiteFault
from cartaro_rulebook.publication.pages import decision_index
from cartaro_rulebook.publication.site import build_site, shipped_sources
from cartaro_rulebook.publication.strict_checks import page_faults, unnamed_aims, untranslated
from cartaro_rulebook.site.book import Ruleset
from cartaro_rulebook.words.language import languages

pytestmark = pytest.mark.slow

ENGLISH = frozenset("the and which when every that with from are was has does not may must their of hands deal act".split())  # noqa: SIM905 - a list of words
ITALIAN = frozenset("della delle quando ogni che con sono perché anche non gli dopo".split())  # noqa: SIM905 - read as a sentence
FRENCH = frozenset("chaque lorsque toutes avec sont qui pour aucune après dont".split())  # noqa: SIM905 - read as a sentence
"""Function words that are not words of another language or names of a ruleset."""
FOREIGN = {"it": ENGLISH | FRENCH, "en": ITALIAN | FRENCH, "fr": (ENGLISH | ITALIAN) - {"non"}}


def checked(name: str | Path) -> Game:
    game = load_game(name)
    assert isinstance(game, Game), game
    return game


def own(tmp_path: Path, text: str) -> Game:
    path = tmp_path / "prova.regole"
    path.write_text(text, encoding="utf-8")
    return checked(path)


@pytest.mark.sweep
@pytest.mark.parametrize("name", shipped())
def test_every_shipped_game_has_words_in_every_language(name: str) -> None:
    assert list(untranslated(checked(name))) == []


def test_an_aim_of_the_base_does_not_name_a_new_heading(tmp_path: Path) -> None:
    adds = 'variant prova of scopa\n  title "Prova"\n\nin article 5 add\n  extra: each side scores 1 when RD is in won\n'
    reported = "`prova`: `extra` scores, but the guide has the aim of `scopa`, which does not name it"
    assert list(unnamed_aims((checked("scopa"), own(tmp_path, adds)))) == [reported]
    assert list(unnamed_aims((checked("scopa"), own(tmp_path, adds + 'telling\n  aim\n    en "Kings count."\n')))) == []
    assert list(unnamed_aims(tuple(map(checked, shipped())))) == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            'in article 5 add\n  extra it "in più": each side scores 1 when RD is in won',
            "the clause `extra` has no words in English",
        ),
        (
            "in article 5 add\n  extra: each side scores 1 when RD is in won",
            "the clause `extra` has no words in Italian, English and French",
        ),
        ('in article 5 add\n  extra "Extra": conduct it "Zitti."', "the conduct `extra` has no words in English and French"),
        ('set punti to 21 among 21 because it "si va a 21"', "the reason of `punti` has no words in English and French"),
        (
            'in article 5 add\n  extra "Extra" (ours because it "manca"): conduct it "Zitti." en "Hush." fr "Chut."',
            "the reason of `extra` has no words in English and French",
        ),
        ('words\n  novita it "la spazzata"', "the word `novita` has no words in English and French"),
    ],
    ids=["named in one", "not named", "conduct", "reason", "reason of an addition", "word"],
)
def test_what_lacks_words_is_reported(line: str, told: str, tmp_path: Path) -> None:
    found = list(untranslated(own(tmp_path, f'variant prova of scopa\n  title "Prova"\n\n{line}\n')))
    assert [f for f in found if told in f], found


def test_a_text_whose_words_name_no_language_is_reported_once(tmp_path: Path) -> None:
    mine = 'game prova\n  title "Prova"\n  use french_tricks\n\narticle 1 "A"\n  two: there are 2 players\n'
    mine += "  way: play runs clockwise\n  alone: the sides are single players\n"
    assert list(untranslated(own(tmp_path, mine))) == [
        "`prova`: its words name no language: the pages of all languages print them as they are"
    ]


def test_links_and_foreign_words_of_pages_are_reported(tmp_path: Path) -> None:
    (tmp_path / "it").mkdir()
    (tmp_path / "a.html").write_text('<p id="here"><a href="#here">x</a><a href="#gone">x</a><a href="it/b.html#there">x</a>')
    (tmp_path / "it" / "b.html").write_text(
        '<a href="../a.html">x</a><a href="../a.html#gone">x</a><a class="y" href="c.html">x</a><a href="https://e.example/">x</a>'
        '<span lang="en" class="foreign">the solver gave up</span>'
    )
    assert list(page_faults(tmp_path)) == [
        "a.html: the link `#gone` leads nowhere",
        "a.html: the link `it/b.html#there` leads nowhere",
        "it/b.html: a text in en: the solver gave up",
        "it/b.html: the link `../a.html#gone` leads nowhere",
        "it/b.html: the link `c.html` leads nowhere",
    ]


def test_signs_of_the_machine_on_pages_are_reported(tmp_path: Path) -> None:
    """Such signs are accepted in code; addresses are read with and without quotation marks."""
    (tmp_path / "a.html").write_text(
        "<p>```regole</p><pre>``` None {1} </pre><code>{2}</code><td>None</td><td>None of them</td><p>the fifteens in {1}</p>"
        "<th>\ue000w\ue001pips\ue002Pips\ue003</th><li><a href=a.html>---</a></li><a href=gone.html>x</a>"
    )
    assert list(page_faults(tmp_path)) == [
        "a.html: code is printed as text: three backquotes",
        *(f"a.html: the character U+E00{n}, which only marks references" for n in range(4)),
        "a.html: `{1}` stands for an argument that is not filled in",
        "a.html: a value is printed as the program writes it: None",
        "a.html: a link without words: ---",
        "a.html: the link `gone.html` leads nowhere",
    ]


def test_a_strict_build_reports_all_and_keeps_the_old_site(tmp_path: Path) -> None:
    game = own(
        tmp_path, 'variant prova of scopa\n  title "Prova"\n\nin article 5 add\n  extra: each side scores 1 when RD is in won\n'
    )
    with pytest.raises(SiteFault, match="the clause `extra` has no words in Italian, English and French"):
        build_site((Ruleset(game, checked("scopa")),), tmp_path / "site", strict=True, sources=one_page(tmp_path))
    assert not (tmp_path / "site").exists()


def prose(text: str) -> str:
    """Return the running text of a page without an author's own words: titles of sources, quotations, and conduct."""
    body = text.partition("---\n")[2].partition("---\n")[2]
    body = re.sub(r'<(p|li) class="[^"]*\bconduct\b.*?</\1>', " ", body)
    body = re.sub(r"<blockquote .*?</figcaption>|<blockquote .*?</blockquote>", " ", body)
    body = re.sub(r'<p class="facts"[^>]*>.*?</p>|^### .*$', " ", body, flags=re.MULTILINE)
    return unescape(re.sub(r"<[^>]*>", " ", body)).lower()


@pytest.mark.sweep("scala40", "scopa")
@pytest.mark.parametrize("name", ["scopa", "scopone", "scala40", "tablanette"])
@pytest.mark.parametrize("code", languages())
def test_a_page_speaks_its_language(name: str, code: str) -> None:
    """The prose of a page contains no function word of another language."""
    game = checked(name)
    text = prose(whole_page(Ruleset(game), code))
    words = set(re.findall(r"[^\W\d_]+", text))
    assert not words & FOREIGN[code], {w: re.findall(rf".{{0,40}}\b{w}\b.{{0,40}}", text)[:2] for w in words & FOREIGN[code]}


WITHOUT_WORDS = """game prova
  title "Prova"
  use french_deck, parlour

article 1 "Prova"
  two: there are 2 players
  pack: the pack has 1 of every rank and suit
  zone hand_up of each player
  worths: every suit has pips
    cuori  1
    quadri 2
    fiori  3
    picche 4
  act play card
    says "play {card}"
    card is one of hand
  may: the player may play
  turn: in a turn the player must play
  done: the hand ends when every hand is empty
  most: each side scores total pips of hand
"""


@pytest.mark.parametrize("code", languages())
def test_a_name_without_words_is_printed_as_it_is(code: str, tmp_path: Path) -> None:
    """The name is printed without the marks of references, wherever it occurs."""
    page = whole_page(Ruleset(own(tmp_path, WITHOUT_WORDS)), code)
    assert "Pips" in page
    assert not re.search("[\ue000-\uf8ff]", page)


@pytest.mark.parametrize("name", ["basra", "sette_e_mezzo", "cirulla"])
def test_a_card_without_a_number_has_a_dash(name: str) -> None:
    page = whole_page(Ruleset(checked(name)), "en")
    assert not re.search(r">\s*(None|True|False)\s*<", page)


def test_the_decisions_are_listed_by_their_titles(tmp_path: Path) -> None:
    (tmp_path / "0001-a.md").write_text("---\nsearch: {boost: 0.1}\n---\n# 0001: A record\n\nText.\n")
    assert "- [0001: A record](0001-a.md)" in decision_index(tmp_path)


@pytest.mark.parametrize("fence", ['```regole title="war.regole"', "```regole", "```console"])
def test_every_fence_of_the_documentation_is_code(fence: str) -> None:
    load = cast("Callable[..., MkDocsConfig]", mkdocs_config.load_config)  # pyright: ignore[reportUnknownMemberType] - mkdocs leaves its keywords untyped
    settings = load(str(shipped_sources().settings))
    extensions = cast("dict[str, dict[str, object]]", settings.mdx_configs)  # pyright: ignore[reportUnknownMemberType] - as above
    text = f"Text.\n\n{fence}\ngame war\n```\n\nMore text.\n"
    html = Markdown(extensions=settings.markdown_extensions, extension_configs=extensions).convert(text)
    assert "game war" in re.sub(r"<[^>]*>", "", html[html.index("<pre>") : html.index("</pre>")])
    assert "`" not in html
