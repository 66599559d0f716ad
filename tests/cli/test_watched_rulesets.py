"""A site that follows the text of a ruleset: it shows changes, and also mistakes, without being built again."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import pytest

from cartaro.book_inputs import reload_changed
from cartaro.watcher import watching
from cartaro_rulebook import LiveSite, live_server

pytestmark = pytest.mark.slow

BETWEEN = 'variant mezza of rubamazzo\n  title "Mezza"\n'
"""The base of the variant: a game with a short page that is itself a variant."""
START = 'variant mia of mezza\n  title "Mia"\n'
ADDED = START + '\nin article 4 add\n  cinque it "il cinque" en "the five" fr "cinq": each side scores 5 when RD is in heap\n'


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mine")
    (folder / "mezza.regole").write_text(BETWEEN, encoding="utf-8")
    return folder / "mia.regole"


@pytest.fixture(scope="module")
def live(rules: Path, tmp_path_factory: pytest.TempPathFactory) -> LiveSite:
    rules.write_text(START + "\nwrong\n", encoding="utf-8")
    return LiveSite(tmp_path_factory.mktemp("live").resolve() / "site", partial(reload_changed, (str(rules),), {}))


def written(live: LiveSite, rules: Path, text: str) -> str:
    """Return the English page after a text has been written and read."""
    rules.write_text(text, encoding="utf-8")
    live.refresh()
    page = live.page("/en/mia-rules.html")
    assert page is not None
    return page


def test_a_page_follows_its_text(live: LiveSite, rules: Path) -> None:
    assert "error[" in written(live, rules, START + "\nwrong <b>\n"), "mistakes are shown before there is any site"
    assert 'class="mistakes"' not in written(live, rules, START)
    assert "id=c-cinque" in written(live, rules, ADDED)
    broken = written(live, rules, ADDED + "wrong <b>\n")
    assert 'class="mistakes"' in broken
    assert "wrong &lt;b&gt;" in broken
    assert "id=c-cinque" in broken, "the page as it was before the mistake"
    assert "errore[" in (live.page("/it/mia-rules.html") or ""), "in the language of the page"
    assert "id=c-cinque" not in written(live, rules, START)
    assert {page.name for page in (live.folder / "it").glob("*.html")} >= {"mia.html", "mezza.html", "rubamazzo.html"}
    assert live.page("/../../etc/passwd") is None
    assert live.page("/assets/cartaro.css") is None


@pytest.mark.nightly
def test_the_whole_page_follows(live: LiveSite, rules: Path) -> None:
    """The title in the navigation and the table of contents follow too; the site has only rulebooks."""
    added = '\narticle 30 "Nuovo"\n  counter x of each side for the hand\n'
    page = written(live, rules, START.replace("Mia", "Altra") + added)
    assert "<title>Altra" in page
    assert "<a href=#a-mia-30 class=md-nav__link>" in page
    assert "<a href=#a-mia-30 class=md-nav__link>" not in written(live, rules, START)
    assert not (live.folder / "en" / "guide.html").exists()


def test_a_changed_file_reloads_the_open_page(live: LiveSite, rules: Path) -> None:
    written(live, rules, START)
    with live_server(live, 0) as server, watching((str(rules),), live.refresh):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        known = str(live.version)
        rules.write_text(ADDED, encoding="utf-8")
        with urlopen(f"{address}/.changed?{known}") as answer:  # the server answers as soon as it has read the text
            assert answer.read().decode() != known
        with urlopen(f"{address}/it/mia-rules.html") as answer:
            assert "id=c-cinque" in answer.read().decode()
        with urlopen(f"{address}/assets/cartaro.css") as answer:
            assert answer.status == 200
        server.shutdown()
