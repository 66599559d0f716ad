"""The part of a page about random hands is shown in three languages, with a chart, and without an author's markup."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from tests.engine.test_statistics import LARGE
from tests.interpreter.small_games import rules_with
from tests.rulebook.small_site import one_page
from tests.rulebook.test_site import read_text
from tests.rulebook.whole_page import whole_page
from tests.shipped_games import game_of

from cartaro import measurements
from cartaro.commands.book import command
from cartaro_grammar import Diagnostic, Game
from cartaro_rulebook import Measurements, Ruleset, languages
from cartaro_rulebook.site.book import page_for
from cartaro_rulebook.site.measurements_page import Bars, bar_chart, histogram, side_by_role, ticks

pytestmark = pytest.mark.slow
FEW = 400


@dataclass(frozen=True, slots=True)
class Ends:
    value: float
    low: float
    high: float


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache for the sums of these tests."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setattr(measurements, "SLOW_HANDS", 2)
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))


def measured(name: str) -> tuple[Game, Measurements]:
    game = game_of(name)
    found = measurements.measure(name, game, FEW)
    assert not isinstance(found, Diagnostic)
    return game, found


def section(page: str) -> str:
    return re.split(r"\n##? ", page.partition("{ #random-play }")[2])[0]


def test_a_page_reports_it_in_every_language() -> None:
    game, found = measured("scopone")
    reported = {code: section(whole_page(Ruleset(game, measurements=found), code)) for code in languages()}
    assert "400 smazzate giocate a caso" in reported["it"]
    assert "Queste smazzate hanno tutte 36 mosse." in reported["it"]
    assert "400 hands played at random" in reported["en"]
    assert "400 manches jouées au hasard" in reported["fr"]
    share = r"wins \d\d\.\d \(\d\d\.\d–\d\d\.\d\)"
    assert re.search(rf"Of 100 hands, the other pair {share} and the pair of the dealer {share}", reported["en"])
    assert "l&#x27;autre équipe en gagne" in reported["fr"]
    assert re.search(r"Una partita dura in media \d,\d smazzate, da \d a \d", reported["it"])
    for text in reported.values():
        assert 'href="#c-spazzata"' in text
        assert 'href="#c-mischia"' not in text
        assert text.count("<svg") == 4  # means by heading; spreads of points, sweeps and lengths
    changes = reported["it"].partition("#random-house-rules")[2]
    assert "«<a" in changes.partition("Queste smazzate non bastano")[2]
    early = re.search(
        r"<p>Con «<a [^>]*>i punti stabiliti</a>: 8» le smazzate giocate a caso finiscono per lo più prima", changes
    )
    assert early, "who may declare out ends a random hand at once"
    assert "da 36,000 a" not in changes


def test_the_points_of_the_only_heading_are_listed_once() -> None:
    """In Briscola all points are those of the cards; in Scopa there are five headings and their sum."""
    for name, once in (("briscola", True), ("scopa", False)):
        game, found = measured(name)
        text = section(whole_page(Ruleset(game, measurements=found), "en"))
        assert ("In all" not in text) is once


def test_what_is_not_compiled_is_reported_of_few_hands(tmp_path: Path) -> None:
    rules_with(tmp_path, LARGE)
    game, found = measured(str(tmp_path / "prova.regole"))
    assert found.matches is None
    assert found.changes == ()
    assert found.hands.played == 2
    assert "2 hands played at random" in section(whole_page(Ruleset(game, measurements=found), "en"))


def test_without_statistics_there_is_no_section() -> None:
    game = game_of("scopa")
    assert section(whole_page(Ruleset(game), "it")) == ""


def test_sums_are_kept_and_what_is_damaged_is_not_read(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, found = measured("chkobba")
    played = measurements.play_statistics

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(measurements, "play_statistics", never)
    assert measured("chkobba")[1] == found
    short = {"by": "engine", "sums": [1], "least": [], "greatest": []}
    for value in ({}, [1], short, {"by": 1}, None):
        assert measurements.parse_statistics(value, game, "hand") is None
    monkeypatch.setattr(measurements, "play_statistics", played)
    min(cache.rglob("chkobba*.sums")).write_bytes(b"damaged")
    assert measured("chkobba")[1] == found


@pytest.mark.nightly
def test_the_command_leaves_them_out_where_it_is_reported_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = one_page(tmp_path)
    monkeypatch.setattr("cartaro_rulebook.publication.site.shipped_sources", lambda: sources)
    for words, there in (((), True), (("--no-statistics",), False)):
        out = tmp_path / f"site{len(words)}"
        done = CliRunner().invoke(command, ["build", "chkobba", "--no-verify", "--hands", "30", *words, "--out", str(out)])
        assert done.exit_code == 0, done.output
        page = read_text(out / "it" / "chkobba-proofs.html")
        assert ("random-play" in page) == there
        assert ("30 smazzate giocate a caso" in page) == there
        assert (page.count("<svg") > 0 and 'class="chart"' in page) == there


def test_the_chart_is_a_picture_with_a_name_and_its_bars() -> None:
    groups = [
        Bars("<b>uno</b> & {due}", (Ends(2, 1.5, 2.5), Ends(-1, -1.25, -0.75))),
        Bars("x" * 90, (Ends(0, 0, 0), Ends(1, 1, 1))),
    ]
    text = bar_chart(groups, ["parte 1", "parte 2"], "Punti")
    drawn = ElementTree.fromstring(text)
    assert "\n" not in text
    assert (drawn.get("role"), drawn.get("aria-label")) == ("img", "Punti")
    said = [node.text or "" for node in drawn.iter("text")]
    words = [text for text in said if not re.fullmatch(r"−?[\d.]+", text)]
    assert words[:3] == ["parte 1", "parte 2", "<b>uno</b> & {due}"]
    assert words[3].endswith("x…")
    assert text_ends(drawn) <= 360
    bars = [node for node in drawn.iter("rect") if node.get("height") == "12"]
    widths = [float(bar.get("width", "0")) for bar in bars]
    assert widths[0] == pytest.approx(2 * widths[1], abs=0.2)
    assert widths[2] == 0
    assert float(bars[1].get("x", "0")) < float(bars[0].get("x", "0"))
    assert len(list(drawn.iter("path"))) == 4


def text_ends(drawn: ElementTree.Element) -> float:
    """Return the place of the last letter of the texts of a chart, with letters of 6.4."""
    texts = (node for node in drawn.iter("text") if node.get("text-anchor") is None)
    return max(float(node.get("x", "0")) + 6.4 * len(node.text or "") for node in texts)


def test_the_names_of_many_sides_take_as_many_lines_as_they_need() -> None:
    chart = ElementTree.fromstring(
        bar_chart([Bars("x", (Ends(0, 0, 1),) * 6)], [f"il giocatore {n}" for n in range(6)], "Punti")
    )
    names = [node for node in chart.iter("text") if (node.text or "").startswith("il giocatore")]
    assert len(names) == 6
    assert len({node.get("y") for node in names}) == 3
    assert text_ends(chart) <= 360


def test_a_side_is_named_by_its_role_in_the_first_hand() -> None:
    def sides(name: str, code: str) -> list[str]:
        game = game_of(name)
        return [side_by_role(side, page_for(Ruleset(game), code)) for side in range(game.sides)]

    assert sides("gin", "en") == ["the opponent", "the dealer"]
    assert sides("scopone", "it") == ["l'altra coppia", "la coppia del mazziere"]
    assert sides("hearts", "en")[2:] == ["player 3", "the dealer"]


def test_an_axis_has_a_few_round_numbers() -> None:
    assert ticks(0, 3) == [0, 0.5, 1, 1.5, 2, 2.5, 3]
    assert ticks(-0.4, 120) == [0, 50, 100]
    assert ticks(0, 0.3)[-1] == pytest.approx(0.3)
    assert ticks(-30, 45) == [-20, 0, 20, 40]
    chart = bar_chart([Bars("Quote", (Ends(0.25, 0.2, 0.3),))], ["parte 1"], "Punti", ",")
    assert ">0,25<" in chart


@dataclass(frozen=True, slots=True)
class Bins:
    """A histogram in the form that statistics return."""

    first: int
    step: int
    counts: tuple[int, ...]
    below: bool = False
    above: bool = False


def test_a_histogram_has_numbers_at_both_axes() -> None:
    page = page_for(Ruleset(game_of("scopa")), "it")
    drawn = histogram(Bins(0, 1, (50, 30, 20), above=True), "Punti", "punti", page)
    texts = re.findall(r"<text [^>]*>([^<]*)</text>", drawn)
    assert [text for text in texts if text in {"0", "1", "2+"}] == ["0", "1", "2+"]
    assert "40 %" in texts
    assert texts[-1] == "punti"
    assert "<title>1: 30,0 %</title>" in drawn
    heights = [float(height) for height in re.findall(r'height="([\d.]+)" class="bar', drawn)]
    assert heights == sorted(heights, reverse=True)
    assert round(heights[1] / heights[0], 2) == 0.6


def test_many_columns_have_numbers_that_do_not_touch() -> None:
    page = page_for(Ruleset(game_of("scopa")), "en")
    drawn = histogram(Bins(-200, 20, (1,) * 20, below=True), "Points", "points", page)
    places = [float(x) for x in re.findall(r'<text x="([\d.]+)" y="132"', drawn)]
    assert min(b - a for a, b in itertools.pairwise(places)) >= 26
    assert "≤−181" in drawn
