"""The site: built strictly, the same every time, quiet on the network, harmless whatever an author writes."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game, Names
from cartaro_rulebook.site.book import Ruleset
from cartaro_rulebook.site.site import SiteFault, Sources, build_site, shipped_sources
from cartaro_rulebook.site.sources_page import coverage, gaps
from cartaro_verify.terms.messages import words

HOSTILE = (
    "<script>alert(1)</script> <img src=x onerror=alert(1)> {{ 7*7 }} {% raw %} [x](javascript:alert(1)) "
    "| a | b | `code` *em* __b__ # h &lt; \\ ]( ${x} {card} ![i](http://e.example/i.png) <!-- c -->"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a verifier would hand in."""

    name: str
    verdict: str
    kind: str = "claim"
    method: str = field(default_factory=lambda: words("inductive"))
    text: Names = ()
    settings: tuple[tuple[str, str], ...] = ()
    reason: str = ""
    vacuous: bool = False
    witness: Witness | None = None


@dataclass(frozen=True, slots=True)
class Witness:
    record: dict[str, object]
    position: dict[str, object]
    note: str = ""


@dataclass(slots=True)
class Reader(HTMLParser):
    """The elements of a page with their attributes, its ids and its text."""

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


def checked(name: str | Path) -> Game:
    game = load_game(name)
    assert isinstance(game, Game), game
    return game


def read(path: Path) -> Reader:
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader


def findings() -> tuple[Finding, ...]:
    position: dict[str, object] = {"zones": {"table": ["7D", "AB"], "hand": {"1": ["7C"], "2": []}}}
    record: dict[str, object] = {"stock": [], "moves": [{"act": "take", "args": {"taken": ["7D"], "card": "7C"}}]}
    return (
        Finding("uno_per_voce", "proved"),
        Finding("solo_pari", "refuted", witness=Witness(record, position), settings=(("precedenza", "nessuna"),)),
        Finding("conserved", "proved", "obligation", text=(("it", "le carte si conservano"), ("en", "cards are conserved"))),
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("book") / "site"
    scopa = checked("scopa")
    rulesets = (
        Ruleset(checked("scopone")),
        Ruleset(scopa, findings=findings(), outcomes={"due": True, "tre": False}),
        Ruleset(checked("napola"), base=scopa),
    )
    build_site(rulesets, out, strict=True)
    return out


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def test_every_language_has_every_ruleset(site: Path) -> None:
    for code in ("it", "en", "fr"):
        assert {p.name for p in (site / code).glob("*.html")} == {"index.html", "scopone.html", "scopa.html", "napola.html"}


def test_no_page_asks_the_network(site: Path) -> None:
    for page in pages(site):
        for tag, attributes in read(page).elements:
            for name in ("src", "href", "action", "data", "srcset"):
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


def test_ids_are_unique(site: Path) -> None:
    for page in sorted(site.glob("it/*.html")):
        ids = [a["id"] for _, a in read(page).elements if "id" in a]
        assert len(ids) == len(set(ids)), [i for i in ids if ids.count(i) > 1]


def test_cards_have_names(site: Path) -> None:
    named = [a for _, a in read(site / "it" / "scopa.html").elements if "playing-card" in (a.get("class") or "")]
    assert named
    assert all(a.get("role") == "img" and a.get("aria-label") for a in named)
    assert "sette di denari" in {a["aria-label"] for a in named}


def test_verdicts_are_shown_without_times(site: Path) -> None:
    text = (site / "en" / "scopa.html").read_text(encoding="utf-8")
    assert 'class="verdict refuted" href="../verdicts.html#refuted">refuted' in text
    assert 'class="verdict proved" href="../verdicts.html#proved">proved' in text
    assert "seconds" not in text
    assert "Counterexample" in text
    assert "not verified yet" in text


def test_the_texts_around_a_page_are_in_its_language(site: Path) -> None:
    said = {
        "it": "Generato dalle regole stesse",
        "en": "Generated from the rules themselves",
        "fr": "Généré à partir des règles",
    }
    for code, footer in said.items():
        text = (site / code / "scopa.html").read_text(encoding="utf-8")
        assert f'<html lang="{code}"' in text
        assert footer in text
        assert not any(other in text for of, other in said.items() if of != code)
    assert all(f'lang="{code}"' in (site / "404.html").read_text(encoding="utf-8") for code in said)


@pytest.mark.parametrize(("code", "page"), [("it", "verdicts.it.html"), ("en", "verdicts.html"), ("fr", "verdicts.fr.html")])
def test_a_badge_leads_to_what_it_means(site: Path, code: str, page: str) -> None:
    text = (site / code / "scopa.html").read_text(encoding="utf-8")
    assert f'href="../{page}#refuted"' in text
    assert "refuted" in read(site / page).ids


def test_a_variant_lists_its_differences(site: Path) -> None:
    text = (site / "en" / "napola.html").read_text(encoding="utf-8")
    box = text[text.index('class="variant-box"') :].split("</div>")[0]
    assert "As <a" in box
    assert box.count("<li>") == 1
    assert 'href="#c-napola"' in box


def test_every_row_of_the_sources_is_listed(site: Path) -> None:
    for name in ("scopa", "scopone"):
        game = checked(name)
        reader = read(site / "it" / f"{name}.html")
        assert {f"s-{row}" for row in coverage(game)} <= reader.ids


def test_gaps_are_rows_that_nothing_cites() -> None:
    game = checked("scopone")
    covered = coverage(game)
    assert set(gaps(game)) == {row for row, by in covered.items() if not by}
    assert covered["F9"]


def test_the_same_input_gives_the_same_bytes(site: Path, tmp_path: Path) -> None:
    scopa = checked("scopa")
    rulesets = (Ruleset(checked("scopone")), Ruleset(scopa, findings=findings(), outcomes={"due": True, "tre": False}))
    again = (*rulesets, Ruleset(checked("napola"), base=scopa))
    build_site(again, tmp_path / "site")
    files = {p.relative_to(site) for p in site.rglob("*") if p.is_file()}
    assert files == {p.relative_to(tmp_path / "site") for p in (tmp_path / "site").rglob("*") if p.is_file()}
    for name in sorted(files):
        assert (site / name).read_bytes() == (tmp_path / "site" / name).read_bytes(), name


# ---------------------------------------------------------------------------------------------- harm


def hostile(tmp_path: Path) -> Path:
    """A variant whose every text is hostile."""
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
    says "{HOSTILE}"
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
    found = (Finding("pretesa", "refuted", method=HOSTILE, reason=HOSTILE, witness=Witness({}, {}, HOSTILE)),)
    build_site((Ruleset(checked("scopone")), Ruleset(game, base=checked("scopa"), findings=found)), tmp_path / "site")
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
    sources = shipped_sources()
    docs = tmp_path / "docs"
    shutil.copytree(sources.docs, docs)
    (docs / "index.md").write_text("[nowhere](nowhere.md)\n", encoding="utf-8")
    with pytest.raises(SiteFault):
        build_site((Ruleset(checked("scopone")),), out, strict=True, sources=Sources(sources.settings, docs))
    assert (out / "index.html").read_text(encoding="utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".cartaro")] == []


# ---------------------------------------------------------------------------------------------- the browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
@pytest.mark.parametrize("page", ["index.html", "it/scopone.html", "en/scopa.html", "fr/napola.html", "errors/index.html"])
def test_a_page_opens_in_a_browser(site: Path, page: str, tmp_path: Path) -> None:
    assert CHROMIUM is not None
    shown = subprocess.run(  # the browser is the system's own, the page ours
        [CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path}", "--dump-dom", (site / page).as_uri()],
        capture_output=True, text=True, timeout=120, check=True,
    ).stdout  # fmt: skip
    reader = Reader()
    reader.feed(shown)
    headings = [tag for tag, _ in reader.elements if tag == "h1"]
    assert headings == ["h1"]
    assert any("md-content" in (attributes.get("class") or "") for _, attributes in reader.elements)
    assert not any((attributes.get("src") or "").startswith("http") for _, attributes in reader.elements)


def blocks(text: str) -> list[tuple[str, frozenset[str]]]:
    """The paragraphs of a page: how each begins, and what of the language it names."""
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
