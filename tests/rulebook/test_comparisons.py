"""Comparisons: a variant next to its base, all games side by side, and additions marked in place."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from tests.rulebook.whole_page import whole_page
from tests.shipped_games import amended, game_of

from cartaro_grammar.file_set import shipped, shipped_folder
from cartaro_grammar.load import load_game
from cartaro_grammar.model.declarations import Date, Edition
from cartaro_grammar.model.game import Game
from cartaro_rulebook.publication.pages import YES, comparison_page, families, marked, matrix_page, mechanisms
from cartaro_rulebook.publication.paper import Adoption, notice_html
from cartaro_rulebook.site.book import ClauseChange, Comparison, Ruleset, clause_changes
from cartaro_rulebook.site.measurements import PlayedLengths
from cartaro_workbench import cases_of_changes


def rows(page: str) -> list[tuple[str, list[str]]]:
    """Return the rows of the table: the changes, and the targets of the links of the two sides."""
    found = re.findall(r"<tr><th[^>]*>([^<]*)</th>(.*?)</tr>", page.partition("<tbody>")[2])
    return [(what, re.findall(r'<strong><a href="([^"]*)"', cells)) for what, cells in found]


def test_what_a_variant_changes() -> None:
    changes = clause_changes(game_of("escoba"), game_of("scopa_francese"))
    assert ClauseChange("replaced", ("pari",), "quindici") in changes
    assert ClauseChange("added", (), "sette") in changes
    assert {c.before for c in changes if c.kind == "repealed"} == {("dispari",), ("egale_d_abord",), ("moins_de_cartes",)}
    assert clause_changes(game_of("scopa"), game_of("scopa")) == ()


@pytest.mark.parametrize("code", ["it", "en", "fr"])
def test_a_variant_is_next_to_its_base_clause_by_clause(code: str) -> None:
    page = comparison_page(Ruleset(game_of("escoba")), Ruleset(game_of("scopa_francese")), code)
    led = [links for _, links in rows(page)]
    assert ["scopa_francese-rules.html#c-pari", "escoba-rules.html#c-quindici"] in led
    assert ["escoba-rules.html#c-sette"] in led
    assert ["scopa_francese-rules.html#c-dispari"] in led
    assert ["scopa_francese-rules.html#o-rifiuto", "escoba-rules.html#o-rifiuto"] in led, "a house rule with another default"
    assert 'href="#' not in page


def test_on_a_phone_each_side_says_of_which_game_it_is() -> None:
    page = comparison_page(Ruleset(game_of("napola")), Ruleset(game_of("scopa")), "it")
    assert re.findall('<td data-of="([^"]*)"', page) == ["Scopa", "Scopa con la napola"]
    assert page.startswith("---\n")
    assert "hide: [toc]\n" in page.partition("\n---")[0] + "\n", "and nothing stands beside the table"


@pytest.mark.parametrize(("code", "article"), [("it", "Art. 3"), ("en", "Art. 3"), ("fr", "Art. 3")])
def test_a_change_is_cited_by_its_article(code: str, article: str) -> None:
    """The clauses and house rules of both sides bear the number of their article; a notice has a heading for each article."""
    new, old = Ruleset(game_of("escoba")), Ruleset(game_of("scopa_francese"))
    page = comparison_page(new, old, code)
    cells = re.findall(r'<(?:div class="?compared-clause"?|p)>(.*?)<strong><a href="([^"]*)"', page)
    cited = {link: re.sub("<[^>]*>", "", before) for before, link in cells}
    assert cited["escoba-rules.html#c-quindici"] == cited["scopa_francese-rules.html#c-pari"] == article
    assert cited["escoba-rules.html#o-rifiuto"] == article
    assert all(cited.values())
    heads = [unescape(text) for text in re.findall('class="change">([^<]*)', notice_html(new, old, code))]
    assert [head.partition(" · ")[0] for head in heads].count(article) == 1
    assert all(head.partition(" · ")[2] for head in heads)


def test_a_clause_that_states_the_same_is_not_reported_as_a_change() -> None:
    """French Scopa has clauses of its own with the same content as clauses of Scopa. Each clause that is added names the moment
    at which it applies.
    """
    page = comparison_page(Ruleset(game_of("scopa_francese")), Ruleset(game_of("scopa")), "en")
    named = re.findall(r'<strong><a href="([^"]*)"', page)
    assert "scopa_francese-rules.html#c-settebello" not in named
    assert "scopa_francese-rules.html#c-denari" in named
    added = comparison_page(Ruleset(game_of("cirulla")), Ruleset(game_of("scopa")), "en")
    assert "At the start of the hand, when the table makes 15" in added


def cells_of(names: tuple[str, ...], family: str = "Family") -> dict[str, dict[str, str]]:
    """Return the cells of the games that are compared, by game and column."""
    page = matrix_page([(family, [Ruleset(game_of(name)) for name in names])], "en")
    rows = re.findall(r'<tr><th scope="row"><a [^>]*>([^<]*)</a></th>(.*?)</tr>', page)
    return {game: dict(re.findall(r'<td data-of="([^"]*)">(.*?)</td>', cells)) for game, cells in rows}


def test_games_are_compared_by_players_partners_and_cards() -> None:
    found = cells_of(("scopa", "scopone", "escoba"))
    assert list(found) == ["Scopa", "Scopone", "Escoba"]
    assert found["Scopa"]["Players"] == "2–4 or 6"
    assert [found[game].get("Partners") for game in found] == ["with 4 or 6", YES, "with 4 or 6"]
    assert {cells["Cards"] for cells in found.values()} == {"40"}


def test_the_comparison_has_no_column_that_is_empty_for_a_family() -> None:
    page = matrix_page([("One", [Ruleset(game_of("gin"))]), ("Two", [Ruleset(game_of("scopa"))])], "en")
    one, two = page.split("## Two")
    assert ("Partners" in one, "Partners" in two.partition("<table")[2]) == (False, True)
    assert re.findall(r'scope="col">([^<]*)', one)[:2] == ["Players", "Cards"]


def test_games_are_compared_by_the_time_of_machine_players_and_by_luck_and_skill() -> None:
    """Twelve hands of 36 moves, in three matches: 306 seconds a hand, and four of them a match."""
    lengths = PlayedLengths(matches=3, hands=12, moves=432, won=45, halves=60)

    def cells(lengths: PlayedLengths) -> str:
        return matrix_page([("Family", [Ruleset(game_of("scopa"), lengths=lengths)])], "en")

    page = cells(lengths)
    assert "about 20 minutes, 5 for each hand" in page
    assert "luck and skill (75)" in page
    assert "mostly luck (58)" in cells(replace(lengths, won=35))
    assert "luck (" not in cells(replace(lengths, won=30)), "machine players who win every second deal show nothing"
    assert "mostly skill (100)" in cells(replace(lengths, won=60))
    assert "mostly" not in cells(replace(lengths, won=20, halves=20)), "too few deals"
    assert "minutes" not in matrix_page([("Family", [Ruleset(game_of("scopa"))])], "en").partition("<table")[2]


def test_games_of_a_folder_are_one_family() -> None:
    """Cassino has acts of its own and places of the family games; most games of its folder fish."""
    found = {family.name: {game.name for game in family.games} for family in families([game_of(name) for name in shipped()])}
    assert {"casino", "rubamazzo", "scopa"} <= found["fishing"]
    assert {"machiavelli", "gin"} <= found["rummy"]
    assert "machiavelli" not in found["parlour"]


def test_a_column_has_the_games_that_share_rules_but_not_the_rules_of_the_whole_family() -> None:
    found = cells_of(("hearts", "whist", "briscola"), "Trick-taking games")
    assert [(cells.get("Following suit"), cells.get("Trumps")) for cells in found.values()] == [
        (YES, None),
        (YES, YES),
        (None, YES),
    ]
    assert not any("Trick-taking games" in cells for cells in found.values())


def test_a_library_of_another_family_is_a_mechanism_only_if_the_game_has_its_acts() -> None:
    """Poker uses the places of the family games and has none of their acts. Madrasso has the acts of trick-taking games."""
    names = {"Poker games": ("five_card_draw",), "Family games": ("asino",), "Trick-taking games": ("hearts", "madrasso")}
    found = mechanisms([(title, [Ruleset(game_of(name)) for name in games]) for title, games in names.items()], "en")
    assert found["five_card_draw"] == ("Poker games",)
    assert "Family games" in found["asino"]
    assert {"Trick-taking games", "Following suit", "Trumps"} <= {*found["madrasso"]}


def test_what_is_added_is_marked_in_its_place() -> None:
    page = whole_page(Ruleset(game_of("napola"), game_of("scopa")), "en")
    marked = re.findall(r'<a [^>]*href="#c-(\w+)"[^>]*>[^<]*</a><strong class="change">(\w+)</strong>', page)
    assert marked == [("napola", "added")]


def test_the_box_of_a_variant_has_what_waits_for_a_house_rule() -> None:
    """Each clause in the box names the moment at which it applies, because it is printed there without its context."""
    page = whole_page(Ruleset(game_of("asso_piglia_tutto"), game_of("scopa")), "en")
    box = page.partition('class="variant-box"')[2].partition("\n")[0]
    assert 'href="#c-ripreso"' in box
    assert "After a capture, when the card played is an ace" in box


def test_the_words_that_change_are_marked_on_both_sides() -> None:
    was, now = marked("<p>Two <b>or three</b> may play.</p>", "<p>Two <b>or four</b> may play.</p>")
    assert was == "<p>Two <b>or <del>three</del></b> may play.</p>"
    assert now == "<p>Two <b>or <ins>four</ins></b> may play.</p>"
    page = comparison_page(Ruleset(game_of("scopa_popolare")), Ruleset(game_of("scopa")), "en")
    assert "<del>" in page
    assert "<ins>" in page


@pytest.mark.parametrize("code", ["it", "en", "fr"])
def test_a_notice_states_what_changes_and_draws_the_position_that_shows_it(code: str) -> None:
    position = {"players": 2, "zones": {"table": ["7D"], "hand": {"1": ["7C"], "2": []}}, "turn": 1, "counters": {}}
    shown = Comparison("unlike", False, 200, "`lay 7C` is legal", "no", 3, ("lay 7D",), position)
    notice = notice_html(Ruleset(game_of("scopa_popolare")), Ruleset(game_of("scopa")), code, shown, "What changes in 2026")
    body = notice.partition("<body")[2]
    assert "<h1>What changes in 2026</h1>" in body
    assert "<code>lay 7C</code> is legal" in body
    assert 'data-place="table"' in body
    assert "stock" not in re.findall('data-place="([^"]*)"', body)
    assert "site_" not in body


@pytest.mark.parametrize("relation", ["equal", "stricter", "looser", "unlike", "not told apart"])
@pytest.mark.parametrize("proved", [False, True])
def test_every_relation_has_its_words(relation: str, proved: bool) -> None:
    for code in ("it", "en", "fr"):
        meaning = Comparison(relation, proved, 200)
        page = comparison_page(Ruleset(game_of("napola")), Ruleset(game_of("scopa")), code, meaning)
        (said,) = re.findall('class="compared-meaning"><strong>([^<]*)', page)
        assert "Scopa" in said


@pytest.mark.parametrize(
    ("code", "names", "start", "place"),
    [
        ("it", ["Testo precedente", "Testo nuovo"], "prima della prima mossa", "La tavola: "),
        ("en", ["Old text", "New text"], "before the first move", "The table: "),
        ("fr", ["Ancien texte", "Nouveau texte"], "avant le premier coup", "Le tapis : "),
    ],
)
def test_a_notice_of_a_new_edition_distinguishes_the_two(code: str, names: list[str], start: str, place: str) -> None:
    """Both editions have the same title. The position is the start of the hand, and the cards on the table are drawn."""
    shown = Comparison("unlike", False, 200, "table: 2C AD 2D 5S", "table: FB RB 7D 3S", 3)
    body = notice_html(Ruleset(game_of("scopa")), Ruleset(game_of("scopa")), code, shown).partition("<body")[2]
    assert [unescape(found) for found in re.findall(r'<th scope="col">([^<]*)<', body)] == names
    assert "Scopa e Scopa" not in body
    assert start in unescape(body)
    assert place in unescape(body).replace("\u00a0", " ")
    assert "FB RB" not in body
    assert len(re.findall(r'class="face ', body)) == 8  # the page shows the two tables and nothing else
    assert ": table:" not in body


@pytest.mark.parametrize(
    ("old", "new", "names", "line"),
    [
        (None, Edition("2026", None), ["Old text", "New text · edition 2026"], "The two editions have no date."),
        (Edition("1", None), Edition("2", None), ["Edition 1", "Edition 2"], "The two editions have no date."),
        (
            Edition("1", Date(2026, 11, 0)),
            Edition("2", Date(2026, 11, 0)),
            ["Edition 1", "Edition 2"],
            "Both editions have the same date, November 2026.",
        ),
        (
            Edition("1", Date(2025, 3, 0)),
            Edition("1", Date(2026, 11, 0)),
            ["Edition 1 · March 2025", "Edition 1 · November 2026"],
            "",
        ),
    ],
)
def test_a_notice_names_its_columns_by_edition_and_date(old: Edition | None, new: Edition, names: list[str], line: str) -> None:
    """Without a difference of editions and dates the columns are the old and the new text."""
    before, now = (amended(game_of("scopa"), edition=each) for each in (old, new))
    body = notice_html(Ruleset(now), Ruleset(before), "en").partition("<body")[2]
    assert re.findall(r'<th scope="col">([^<]*)<', body) == names
    facts = re.findall('<p class="facts">(.*?)</p>', body)[0].split("<br>")
    assert [fact.partition(" · fingerprint")[0] for fact in facts[:2]] == names
    assert facts[2:] == ([line] if line else [])


def edition_of_scopone(folder: Path, old: str, new: str, *, without_sentence_of: str = "") -> Game:
    """Return Scopone with other words in its text, and perhaps without the sentence of some clauses."""
    folder.mkdir()
    texts = {file.name: file.read_text(encoding="utf-8") for file in (shipped_folder() / "fishing").glob("scopone.*regole")}
    changed = next(name for name in ("scopone.regole", "scopone.fonti.regole") if texts[name].count(old) == 1)
    texts[changed] = texts[changed].replace(old, new)
    if without_sentence_of:
        sentence = rf"^  {without_sentence_of} #.*\n(?:    .*\n)+"
        texts["scopone.racconto.regole"] = re.sub(sentence, "", texts["scopone.racconto.regole"], flags=re.MULTILINE)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    found = load_game(folder / "scopone.regole")
    assert isinstance(found, Game), found
    return found


def readings_in(notice: str, article: str) -> list[str]:
    """Return both readings of an article of a notice."""
    body = next(each for each in re.findall("<tbody>.*?</tbody>", notice) if f"Art. {article} " in unescape(each))
    (row,) = re.findall('<tr class="article-reading">(.*?)</tr>', body)
    return [unescape(re.sub("<[^>]*>", "", cell)).removeprefix("Our reading") for cell in re.findall("<td>(.*?)</td>", row)]


def test_a_sentence_of_one_edition_s_author_is_not_next_to_a_composed_one(tmp_path: Path) -> None:
    """The wording no longer fits the old rule: both editions have the clause, which differs in a number."""
    before, now = edition_of_scopone(tmp_path / "old", "at most 10", "at most 9"), game_of("scopone")
    was, is_now = readings_in(notice_html(Ruleset(now), Ruleset(before), "en"), "6")
    assert "at most 9" in was
    assert was.replace("at most 9", "at most 10") == is_now


def test_a_new_clause_is_stated_by_the_sentence_of_its_author_and_what_is_added_is_marked(tmp_path: Path) -> None:
    clause = "  ultima despite spazzata: after a take when player is cartaro and held of player is empty, nothing\n"
    before = edition_of_scopone(tmp_path / "old", clause, "", without_sentence_of="ultima, cartaro, tenute")
    now = game_of("scopone")
    notice = notice_html(Ruleset(now), Ruleset(before), "en")
    assert readings_in(notice, "10") == ["—", "The cartaro's last card captures but makes no sweep."]
    other = edition_of_scopone(tmp_path / "shorter", ", ma non fa scopa il cartaro con l'ultima giocata", "")
    shown = unescape(notice_html(Ruleset(now), Ruleset(other), "it"))
    assert "si fa scopa<ins>, ma non fa scopa il cartaro con l'ultima giocata</ins>." in shown


def test_another_default_is_stated_by_the_sentence_about_it(tmp_path: Path) -> None:
    before, now = edition_of_scopone(tmp_path / "old", "option punti is 11", "option punti is 21"), game_of("scopone")
    was, is_now = readings_in(notice_html(Ruleset(now), Ruleset(before), "en"), "15")
    assert "somebody has at least 21 points" in was
    assert was.replace("21", "11") == is_now


@pytest.mark.parametrize(
    ("old", "new", "clause", "title", "answers"),
    [
        (
            "at most 10",
            "at most 9",
            "a_monte",
            "A case: Four cards adding up to ten: dealt again",
            ["Play goes on.", "The cards are shuffled and dealt again."],
        ),
        (
            "when the player can take with card by pari",
            "when card is 7D",
            "prima_pari",
            "A case: No sum capture where an equal capture is possible",
            [
                "One may only capture the six of cups with the six of clubs or capture the two of coins and the four of swords "
                "with the six of clubs.",
                "One may only capture 6C with 6B.",
            ],
        ),
        (
            "when player is cartaro and held of player is empty, nothing",
            "when player is primo and held of player is empty, nothing",
            "ultima",
            "A case: The dealer's last play makes no sweep",
            ["Pair 1 has only one sweep.", "Pair 1 has no sweep."],
        ),
        (
            "scores 1 when number of won is at least 21",
            "scores 2 when number of won is at least 21",
            "carte",
            "A case: The points from before count, the sweeps, and cards, coins, settebello and primiera that are certain "
            "already",
            ["The points acquired in the hand of pair 1 are 7.", "The points acquired in the hand of pair 1 are 6."],
        ),
    ],
)
def test_a_notice_has_a_case_that_the_two_editions_decide_differently(
    old: str, new: str, clause: str, title: str, answers: list[str], tmp_path: Path
) -> None:
    """The old edition differs in one clause.  An example of the present one shows it: the same position, and both answers."""
    before, now = edition_of_scopone(tmp_path / "old", old, new), game_of("scopone")
    cases = cases_of_changes(before, now, "en")
    assert list(cases) == [clause]
    notice = notice_html(Ruleset(now), Ruleset(before), "en", cases=cases)
    (drawn,) = re.findall('<figure class="shown">.*?</figure>', notice)
    assert unescape(re.sub("<[^>]*>", "", re.findall("<figcaption>(.*?)</figcaption>", drawn)[0])) == title
    given = [unescape(re.sub("<[^>]*>", "", text)) for text in re.findall('<p class="?answer"?><b>(.*?)</p>', drawn)]
    assert [text.partition(": ")[2] for text in given] == answers
    assert 'class="face' in drawn
    assert "<small>The dealer" not in drawn, "which is called cartaro in this game"


def test_without_a_change_of_a_clause_there_is_no_case(tmp_path: Path) -> None:
    other = edition_of_scopone(tmp_path / "old", "-- The eighteen articles", "-- The articles")
    assert cases_of_changes(other, game_of("scopone"), "en") == {}


def test_a_notice_has_places_for_what_the_club_states() -> None:
    new, old = Ruleset(game_of("escoba")), Ruleset(game_of("scopa_francese"))
    plain = notice_html(new, old, "en")
    given = notice_html(new, old, "en", adopted=Adoption(Date(2027, 1, 1), "A club", ("image/png", b"x")))
    body = plain.partition("<body")[2]
    assert re.findall('class="to-fill[^>]*>([^<]*)', body) == ["In force from", "Published by", "Date", "Signature"]
    assert 'class="logo"' not in body
    assert "In force from 1 January 2027" in given
    assert given.count("Published by") == 1
    assert "Published by A club" in given
    assert 'src="data:image/png' in given


def test_a_notice_lists_a_change_once_with_the_sentence_that_members_read(tmp_path: Path) -> None:
    """A changed default changes the sentences that name its value: it is listed as the house rule only."""
    path, of_scopa = tmp_path / "scopa.regole", game_of("scopa")
    for file in (shipped_folder() / "fishing").glob("scopa.*regole"):
        text = file.read_text(encoding="utf-8").replace("option punti (S7, R8) is 11", "option punti (S7, R8) is 16")
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    sixteen = load_game(path)
    assert isinstance(sixteen, Game)
    body = notice_html(Ruleset(of_scopa), Ruleset(sixteen), "it").partition("<tbody")[2]
    assert body.count('class="article-reading"') == 1
    assert body.count("<tr") == 2  # with the heading of the article
    variant = tmp_path / "mia.regole"
    amendment = "in article 5 replace settebello\n  settebello: each side scores 2 when 7D is in won\n"
    variant.write_text(f'variant mia of scopa\n  title it "Mia"\n\n{amendment}', encoding="utf-8")
    mine = load_game(variant)
    assert isinstance(mine, Game), mine
    told = re.findall('<p class="told">(.*?)</p>', notice_html(Ruleset(mine), Ruleset(of_scopa), "it"))
    assert len(told) == 4, "the seven of coins, and the points of the match, which the text that it amends has changed"


def rows_of(notice: str, css_class: str) -> list[list[str]]:
    """Return the texts of the cells of the rows of a class."""
    rows = re.findall(f'<tr class="{css_class}">(.*?)</tr>', notice)
    return [[unescape(re.sub("<[^>]*>", "", cell)) for cell in re.findall("<td[^>]*>(.*?)</td>", row)] for row in rows]


def test_a_notice_quotes_the_article_in_both_editions_even_if_no_clause_changes(tmp_path: Path) -> None:
    before = edition_of_scopone(tmp_path / "old", "inferiore a dieci, il cartaro", "inferiore a nove, il cartaro")
    notice = notice_html(Ruleset(game_of("scopone")), Ruleset(before), "it")
    assert [unescape(text) for text in re.findall('class="change">([^<]*)', notice)] == ["Art. 6 · Carte del tavolo"]
    ((was, now),) = rows_of(notice, "article-words")
    assert "inferiore a nove, il cartaro ripete" in was
    assert "inferiore a dieci, il cartaro ripete" in now
    assert "inferiore a <del>nove</del>," in notice
    assert "inferiore a <ins>dieci</ins>," in notice
    assert rows_of(notice, "article-reading") == []


def test_a_notice_prints_unchanged_words_once_with_both_readings(tmp_path: Path) -> None:
    before = edition_of_scopone(tmp_path / "old", "at most 10", "at most 9")
    notice = notice_html(Ruleset(game_of("scopone")), Ruleset(before), "fr")
    ((words,),) = rows_of(notice, "article-words same")
    assert words.startswith("Les mots de l'article restent les mêmesLe carte del tavolo sono scoperte")
    ((was, now),) = rows_of(notice, "article-reading")
    assert "est au plus 9" in was.replace("\u00a0", " ")
    assert "est au plus 10" in now.replace("\u00a0", " "), "a clause, as on the other side"
    assert "ceux de la source\u00a0: Regolamento federale del gioco dello scopone (en italien)." in unescape(notice)


def test_a_rule_of_a_library_changes_at_the_article_that_refers_to_it(tmp_path: Path) -> None:
    clause = "  finito: played_out means every hand is empty and every esposta is empty and stock is empty\n"
    before = edition_of_scopone(tmp_path / "old", clause, clause.replace(" and every esposta is empty", ""))
    notice = notice_html(Ruleset(game_of("scopone")), Ruleset(before), "en")
    assert [unescape(text) for text in re.findall('class="change">([^<]*)', notice)] == ["Art. 7 · Plays"]
