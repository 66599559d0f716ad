"""The official rulebook: the articles of a source, our reading and an example of each, under a stable address."""

from __future__ import annotations

import re
import zlib
from html import unescape
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.levels import at_night
from tests.shipped_games import game_of

from cartaro.commands.book import pdf as command
from cartaro_grammar.load import load_game
from cartaro_grammar.model import game as g
from cartaro_rulebook import Adoption, Ruleset, has_official_text, official_html
from cartaro_rulebook.publication.paper import pdf
from cartaro_rulebook.site.pages import ruleset_pages

RULES = """game piccolo
  title it "Piccolo" en "Little" fr "Petit"
  edition "2026" 2026-11
  source Q "Regole del piccolo" covers Q1 to Q3
  use fishing

article 1 it "Giocatori" en "Players" fr "Joueurs" (Q1)
  giocatori: there are 2 players
  senso: play runs clockwise

article 2 it "Carte" en "Cards" fr "Cartes" (Q2)
  see article 1 of italian_cards
  see article 1 of italian_deck
  at the start of the hand
    mischia: shuffle all cards into stock
    dai: deal 3 from stock to each hand

article 3 it "Presa" en "Capture" fr "Prise" (Q3)
  option somma is no among no, si
    because it "la fonte tace" en "the source is silent" fr "la source se tait"
  pari: the player may take when number of taken is 1 and total value of taken = value of card
  posa: the player may lay
  under somma is si
    anche: the player may take when number of taken is 2 and total value of taken = value of card

quotes Q in it
  Q1
    "Si gioca in due, in senso orario."
  Q2
    "Tre carte a testa."
  Q3
    "Una carta prende una carta di pari valore."
"""


def little(folder: Path, rules: str = RULES) -> g.Game:
    path = folder / "piccolo.regole"
    path.write_text(rules, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, g.Game), found
    return found


def of_article(html: str, number: str) -> str:
    found = re.search(rf'<h2 id="art-{number}">.*?</section>', html, re.DOTALL)
    assert found, number
    return unescape(found[0])


def test_each_article_has_the_words_of_the_source_before_our_reading(tmp_path: Path) -> None:
    html = official_html(Ruleset(little(tmp_path)), "en")
    capture = of_article(html, "3")
    assert capture.index('<blockquote lang="it"><p>Una carta prende') < capture.index('class="reading"')
    assert "another" in capture
    assert re.findall(r'<h2 id="art-(\d+)"', html) == ["1", "2", "3"]


def test_a_rule_that_is_not_in_force_is_left_out_and_its_question_is_listed(tmp_path: Path) -> None:
    capture = of_article(official_html(Ruleset(little(tmp_path)), "en"), "3")
    assert capture.count("may capture") == 1
    assert "The source is silent" in capture
    path = tmp_path / "piccolo.regole"
    chosen = load_game(path, {"somma": "si"})
    assert isinstance(chosen, g.Game)
    assert of_article(official_html(Ruleset(chosen), "en"), "3").count("may capture") == 2


def test_only_a_ruleset_with_the_articles_of_a_quoted_source_has_an_official_text(tmp_path: Path) -> None:
    assert has_official_text(little(tmp_path))
    assert not has_official_text(little(tmp_path, RULES.replace('"Presa" en "Capture" fr "Prise" (Q3)', '"Presa" (Q2)')))
    assert not has_official_text(game_of("scopa_popolare"))  # its base has different articles
    assert has_official_text(game_of("scopone"))


def test_the_table_as_dealt_is_drawn_at_the_article_of_the_deal(tmp_path: Path) -> None:
    html = official_html(Ruleset(little(tmp_path)), "en")
    assert 'class="seating"' in of_article(html, "2")
    assert html.count('<figure class="seating"') == 1
    assert 'class="felt"' not in html, "no stylesheet reaches a drawing on paper"


@pytest.mark.parametrize(
    ("number", "example"),
    [
        ("3", "The two lowest cards are partners"), ("7", "One card a turn"), ("15", "Eleven points to nine"),
        ("16", "With the opponents at three points"), ("17", "The pair at fault keeps the settebello"),
    ],
)  # fmt: skip
def test_an_article_has_an_example_of_its_own(scopone: str, number: str, example: str) -> None:
    """An example that cites only the article, or that fails without one of its clauses, comes before others that cite it."""
    assert example in of_article(scopone, number)


@pytest.fixture(scope="module")
def scopone() -> str:
    return official_html(Ruleset(game_of("scopone")), "en")


def test_the_rules_under_another_house_rule_are_read_under_its_name(scopone: str) -> None:
    """Nobody declares out in a match to eleven; article 16 is mostly about matches to eight."""
    out = of_article(scopone, "16")
    before, _, under = out.partition('<p class="only-with">')
    assert re.match("Only with “[^”]*: 8”, which this edition has not chosen:</p>", under)
    assert "declare out: the match ends there" in under
    assert "double if they have three or fewer, triple if they have none" in under
    assert "the match ends there" not in before
    assert "<figure" in under
    assert out.count("<figure") == 1


def test_the_articles_about_breaches_have_sentences_and_the_answers_of_their_last_lines(scopone: str) -> None:
    shown, number = of_article(scopone, "13"), of_article(scopone, "17")
    assert "of several, the preceding player decides each time; whoever shows several in turn chooses one" in shown
    assert "If both err, the hand is dealt again" in number
    for article in (shown, number):
        assert "Despite" not in article
        assert "instead of" not in article


def test_an_article_without_an_example_of_its_clauses_has_one_that_cites_it(scopone: str) -> None:
    for number in ("5", "15", "17"):
        assert "<figure" in of_article(scopone, number)
    assert "The arbiter finds: the primo di mano holds a wrong number of cards" in of_article(scopone, "17")


def test_a_clause_about_conduct_is_printed_whole(scopone: str) -> None:
    """The guide shortens the clause about silence."""
    assert "odd cards and coins are counted in the mind only" in of_article(scopone, "18")
    assert "without signs" not in of_article(scopone, "18")


def test_an_article_is_not_repeated_as_its_reading() -> None:
    """Article 8 and its clause have the same words in Italian."""
    html = official_html(Ruleset(game_of("scopone")), "it")
    assert "L'articolo si legge come è scritto." in of_article(html, "8")
    assert unescape(html).count("L'articolo si legge come è scritto.") == 1


def test_what_the_club_has_not_stated_is_left_to_fill_in(tmp_path: Path) -> None:
    game = little(tmp_path)
    empty = official_html(Ruleset(game), "en").partition("</style>")[2]
    adopted = Adoption(g.Date(2027, 1, 1), "Club <b>", ("image/png", b"\x89PNG"), "https://example.org/")
    full = official_html(Ruleset(game), "en", adopted).partition("</style>")[2]
    assert empty.count('class="to-fill') == 4
    assert 'class="logo' not in empty, "no empty box if no logo is given"
    assert full.count('class="to-fill') == 2
    assert "In force from 1 January 2027" in full
    assert "Club &lt;b&gt;" in full
    assert 'src="data:image/png;base64,' in full
    assert "https://example.org/en/piccolo-edition-2026.html#art-3" in full


def test_a_rule_that_the_source_does_not_state_is_marked_as_our_addition(tmp_path: Path) -> None:
    """In the sentence of a clause, and in that of the guide."""
    assert "our addition" not in official_html(Ruleset(little(tmp_path)), "en").partition("</style>")[2]
    added = RULES.replace(
        "  posa: the player", '  posa (ours because it "Q3 tace" en "Q3 is silent" fr "Q3 se tait"): the player'
    )
    assert added != RULES
    capture = of_article(official_html(Ruleset(little(tmp_path, added)), "en"), "3")
    assert capture.count("our addition") == 1
    assert re.search(r"lay[^<]*<span class=.ours.>our addition", capture)
    html = official_html(Ruleset(game_of("scopone")), "it")
    assert [n for n in range(1, 19) if "aggiunta nostra" in of_article(html, str(n))] == [3, 10]


@pytest.mark.parametrize("code", at_night(["it", "en", "fr"], by_day=["it"]))
def test_every_article_of_scopone_has_a_reading(code: str) -> None:
    """A reading is not empty unless the source has the same words, and it refers to the articles that word its rules."""
    html = official_html(Ruleset(game_of("scopone")), code)
    for number in range(1, 19):
        article = of_article(html, str(number))
        reading = re.sub("<[^>]+>", " ", article.partition('class="reading"')[2])
        assert len(reading.split()) > 6 or (number == 8 and code == "it"), (number, reading)
    assert 'href="#art-9"' in of_article(html, "11")


@pytest.mark.parametrize(
    ("code", "published", "cited"),
    [
        ("it", "Editore: Cartaro, novembre 2026", "Un articolo si cita così: Piccolo, edizione 2026 (novembre 2026), art. 3."),
        ("en", "Published by Cartaro, November 2026", "To cite an article: Little, edition 2026 (November 2026), art. 3."),
        (
            "fr",
            "Publié par Cartaro, novembre 2026",
            "Pour citer un article : Petit, édition 2026 (novembre 2026), art. 3.",
        ),
    ],
)
def test_the_page_of_an_edition_is_cited_with_its_publisher_date_and_address(
    code: str, published: str, cited: str, tmp_path: Path
) -> None:
    game, name = little(tmp_path), "piccolo-edition-2026"
    for site, address in (("", "."), ("https://example.org/", f", https://example.org/{code}/{name}.html#art-3")):
        page = unescape(ruleset_pages(Ruleset(game, site=site, publisher="Cartaro"), code)[name])
        assert f'<p class="published">{published}</p>' in page
        assert f'<p class="cite-as">{cited} Cartaro{address}</p>' in page


def test_the_page_of_an_edition_names_the_publisher_that_is_stated_as_paper_does(tmp_path: Path) -> None:
    game, name = little(tmp_path), "piccolo-edition-2026"
    unnamed = ruleset_pages(Ruleset(game), "en")[name]
    assert ("Published by" in unnamed, "art. 3.</p>" in unnamed) == (False, True)
    club = unescape(ruleset_pages(Ruleset(game, publisher="The Club"), "en")[name])
    on_paper = unescape(official_html(Ruleset(game), "en", Adoption(publisher="The Club")))
    assert "art. 3. The Club." in club
    assert "art. 3. The Club." in on_paper


def test_a_club_s_rulebook_is_cited_with_the_club(tmp_path: Path) -> None:
    html = official_html(Ruleset(little(tmp_path)), "en", Adoption(publisher="The Club", url="https://club.example"))
    assert "art. 3. The Club, https://club.example/en/piccolo-edition-2026.html#art-3</p>" in html
    assert "art. 3.</p>" in official_html(Ruleset(little(tmp_path)), "en")


def test_an_edition_has_a_page_and_so_has_an_earlier_one(tmp_path: Path) -> None:
    game = little(tmp_path)
    earlier = little(
        tmp_path, RULES.replace('edition "2026" 2026-11', 'edition "2025" 2025-01').replace("di pari valore", "uguale")
    )
    made = ruleset_pages(Ruleset(game, earlier=(earlier,)), "en")
    assert {"piccolo-edition-2026", "piccolo-edition-2025"} <= made.keys()
    old, new = made["piccolo-edition-2025"], made["piccolo-edition-2026"]
    assert "prende una carta uguale" in old
    assert "prende una carta di pari valore" in new
    assert 'href="piccolo-edition-2025.html"' in new
    assert 'href="piccolo-edition-2026.html"' in old
    assert 'href="piccolo-edition-2026.html"' in made["piccolo-rules"]
    assert 'id="art-3"' in old


@pytest.mark.skipif(find_spec("weasyprint") is None, reason="WeasyPrint is an extra")
def test_the_official_pdf_is_tagged(tmp_path: Path) -> None:
    little(tmp_path)
    out = tmp_path / "book.pdf"
    done = CliRunner().invoke(command, [str(tmp_path / "piccolo.regole"), "--official", "--language", "en", "-o", str(out)])
    assert done.exit_code == 0, done.output
    streams = re.findall(rb"stream\n(.*?)\nendstream", out.read_bytes(), re.DOTALL)
    objects = b"".join(zlib.decompress(stream) for stream in streams if stream[:1] == b"x")
    assert b"/MarkInfo" in objects
    assert b"/BlockQuote" in objects


@pytest.mark.skipif(find_spec("weasyprint") is None, reason="WeasyPrint is an extra")
@pytest.mark.slow
@pytest.mark.parametrize("code", at_night(("it", "en", "fr"), by_day=("it",)))
def test_the_official_rulebook_of_scopone_has_no_page_for_a_few_lines(code: str) -> None:
    """In the larger type it has a sixth page with one short article."""
    printed = pdf(official_html(Ruleset(game_of("scopone")), code))
    streams = re.findall(rb"stream\n(.*?)\nendstream", printed, re.DOTALL)
    objects = printed + b"".join(zlib.decompress(stream) for stream in streams if stream[:1] == b"x")
    assert len(re.findall(rb"/Type\s*/Page\b", objects)) == 5


def test_a_ruleset_without_official_text_is_refused() -> None:
    done = CliRunner().invoke(command, ["scopa", "--official"])
    assert done.exit_code != 0
    assert "has no official text" in done.output
