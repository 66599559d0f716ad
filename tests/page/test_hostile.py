"""Texts, links, records and addresses of a stranger in a browser: markup is shown as text, and long or nested input stops
nothing.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect
from tests.page.served_page import AT_ONCE, new_page
from tests.page.test_shared_hands import record
from tests.page.test_table import own, state
from tests.page.written_texts import problems, put_back, text
from tests.workbench.shipped_texts import TEXTS

pytestmark = pytest.mark.slow

EVIL = "<img data-evil src=x onerror=alert(1)><a data-evil href=javascript:alert(1)>"
WORDS = re.compile(r'"([^"\n]*[a-z]{3}[^"\n]*)"')
MOST_QUOTED = 10
"""Texts of sources are bounded in number; this many are made hostile."""
KEYS = (
    "game", "file", "pane", "example", "record", "title", "claim", "clause", "lang", "deal", "seats", "match", "rules", "hands",
    "moves", "texts",
)  # fmt: skip
"""All the keys that an address may hold."""


def hostile_texts() -> dict[str, str]:
    """Scopa with its annexes; every title, name, reason, wording and source contains markup."""
    files = {
        name: TEXTS[name] for name in ("scopa.regole", "scopa.prove.regole", "scopa.fonti.regole", "scopa.racconto.regole")
    }
    most = {"scopa.fonti.regole": MOST_QUOTED}
    return {name: WORDS.sub(lambda found: f'"{EVIL}{found[1]}"', text, most.get(name, 0)) for name, text in files.items()}


def link_of(main: str, files: dict[str, str]) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflate.compress(json.dumps({"main": main, "files": files}).encode()) + deflate.flush()
    return "texts=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


@pytest.fixture(scope="module")
def reported() -> list[str]:
    """Return the browser's reports: dialogs, and breaches of the page's policy; only markup could cause them."""
    return []


@pytest.fixture(scope="module")
def stranger(browser: Browser, address: str, reported: list[str]) -> Iterator[Page]:
    page = new_page(browser)
    page.add_init_script(AT_ONCE)

    def dismiss(dialog: Dialog) -> None:
        reported.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", dismiss)
    page.on("console", lambda message: reported.append(message.text) if "Content Security Policy" in message.text else None)
    page.on("pageerror", lambda error: reported.append(str(error)))
    page.goto(f"{address}#game=scopa&pane=table&deal=7&seats=person.random")
    expect(state(page)).to_have_text(re.compile("Your turn"))
    yield page
    page.context.close()


@pytest.fixture
def page(stranger: Page, reported: list[str]) -> Iterator[Page]:
    reported.clear()
    yield stranger
    assert reported == []
    assert stranger.locator("[data-evil]").count() == 0


def goto(page: Page, address: str, hash_: str) -> None:
    """Go to another address without leaving the page, as a reader does who follows a link to it."""
    page.goto(f"{address}#{hash_}")


def expect_live(page: Page, address: str) -> None:
    """Expect that the page still works."""
    goto(page, address, "game=scopa&pane=table&deal=7&seats=person.random")
    expect(page.get_by_text("deal no. 7", exact=True)).to_be_visible()
    expect(state(page)).to_have_text(re.compile("Your turn"))
    expect(own(page)).to_have_count(3)


# ---------------------------------------------------------------------------------------------- texts


def test_the_markup_of_a_strangers_texts_is_text_in_every_pane(page: Page, address: str) -> None:
    goto(page, address, link_of("scopa.regole", hostile_texts()) + "&pane=rulebook")
    panes = {name: page.locator(f"#pane-{name}") for name in ("table", "rulebook", "proofs", "statistics")}
    expect(panes["rulebook"]).to_contain_text("<img data-evil")
    expect(problems(page)).to_contain_text("No mistakes")
    for code in ("it", "en"):
        page.locator(".language").select_option(code)
        for number, (name, pane) in enumerate(panes.items(), 2):
            page.keyboard.press(f"Alt+{number}")
            expect(pane).to_be_visible()
            if name != "statistics":
                expect(pane).to_contain_text("data-evil")
            assert page.locator("[data-evil]").count() == 0, (code, name)
    page.get_by_role("tab", name="Table").click()
    own(page).first.click()
    page.keyboard.press("w")
    expect(page.get_by_role("region", name=re.compile("^Why"))).to_contain_text("<img data-evil")
    page.get_by_role("tab", name="Statistics").click()
    page.get_by_label("How many").select_option("100")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".statistics-found")).to_contain_text("<img data-evil")
    page.get_by_role("tab", name="Proofs").click()
    claim = page.locator('.proof[data-name="conservate"]').first
    claim.get_by_role("button", name=re.compile("^Prove this one")).click()
    expect(claim.locator(".badge.proved")).to_be_visible()


def test_an_example_of_a_strangers_texts_is_followed_as_text(page: Page, address: str) -> None:
    goto(page, address, link_of("scopa.regole", hostile_texts()) + "&example=si_ridanno")
    expect(page.locator(".followed > h2")).to_contain_text("<img data-evil")
    page.get_by_role("button", name="Next step").click()
    page.get_by_role("button", name="Back to play").first.click()


# ---------------------------------------------------------------------------------------------- addresses


@pytest.mark.parametrize("key", KEYS)
def test_no_part_of_an_address_is_markup_or_stops_the_page(page: Page, address: str, key: str) -> None:
    for value in (EVIL, "__proto__", "constructor", "A" * 100_000, "%00", "../../../etc/passwd", "-1", "9" * 400):
        goto(page, address, f"game=scopa&pane=table&{key}={quote(value)}")
        page.wait_for_timeout(40)
        assert page.locator("[data-evil]").count() == 0
    expect_live(page, address)


def nothing_in_it() -> str:
    return link_of("scopa.regole", {})


def a_name_that_is_a_path() -> str:
    return link_of("scopa.regole", {"../scopa.regole": "game scopa"})


def a_name_of_every_object() -> str:
    return link_of("__proto__.regole", {"__proto__.regole": "game __proto__"})


def a_bomb() -> str:
    return link_of("a.regole", {"a.regole": "x" * 60_000_000})


def no_texts() -> str:
    return "texts=" + base64.urlsafe_b64encode(zlib.compress(b"[" * 500_000)[2:-4]).decode()


@pytest.mark.parametrize("made", [nothing_in_it, a_name_that_is_a_path, a_name_of_every_object, a_bomb, no_texts])
def test_a_link_that_holds_no_texts_is_refused_in_a_sentence(page: Page, address: str, made: Callable[[], str]) -> None:
    goto(page, address, made())
    if made is not nothing_in_it:
        expect(page.get_by_role("complementary", name="What happened")).to_contain_text("The texts in this link cannot be read")
    expect_live(page, address)


# ---------------------------------------------------------------------------------------------- records


def open_record(page: Page, content: bytes) -> None:
    if not page.get_by_role("button", name="Open a record").is_visible():
        page.get_by_text("Players, house rules, deal").click()
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Open a record").click()
    chosen.value.set_files({"name": f"{EVIL[:20].replace('/', '')}.json", "mimeType": "application/json", "buffer": content})


def spoilt_records() -> Iterator[bytes]:
    """Records in which markup replaces each value in turn, and each value of a move."""
    whole = json.loads(record())
    for key in whole:
        yield json.dumps({**whole, key: EVIL}).encode()
        yield json.dumps({**whole, key: {EVIL: EVIL}}).encode()
    move = whole["moves"][0]
    for key in move:
        yield json.dumps({**whole, "moves": [{**move, key: EVIL}]}).encode()


def test_a_spoilt_record_is_refused_and_its_markup_is_text(page: Page, address: str) -> None:
    expect_live(page, address)
    for content in (
        *spoilt_records(),
        b"",
        b"\xff\xfe\x00",
        b"[" * 200_000,
        b'{"a":' * 100_000,
        b"1e999",
        b'"' + b"x" * 900_000 + b'"',
    ):
        open_record(page, content)
        page.wait_for_timeout(60)
        assert page.locator("[data-evil]").count() == 0
        back = page.get_by_role("button", name="Back to play").first
        back.or_(own(page).first).first.wait_for()
        if back.is_visible():
            back.click()
    expect_live(page, address)


# ------------------------------------------------------------------------------------------------ long or nested texts


def one_long_line() -> str:
    return f'game mia\n  title "{"x" * 200_000}"\n'


def many_lines() -> str:
    return "game mia\n" + "  x: y\n" * 5_000


def nested_brackets() -> str:
    return f"game mia\n  use italian_deck\n\narticle 1\n  x: the player may take when {'(' * 20_000}1{')' * 20_000} = 1\n"


def nested_blocks() -> str:
    return "game mia\n" + "\n".join(" " * depth + "x" for depth in range(2, 1_500)) + "\n"


PASTE = """(node, written) => {
    const data = new DataTransfer();
    data.setData("text/plain", written);
    node.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""


def paste(page: Page, written: str) -> None:
    """Replace the shown text by pasting another."""
    text(page).click()
    page.keyboard.press("Control+a")
    text(page).evaluate(PASTE, written)


@pytest.mark.parametrize("made", [one_long_line, many_lines, nested_brackets, nested_blocks])
def test_a_long_or_nested_text_is_checked_and_the_page_goes_on(page: Page, address: str, made: Callable[[], str]) -> None:
    expect_live(page, address)
    paste(page, made())
    expect(problems(page).locator("li.error").first).to_be_visible()
    expect(text(page)).to_be_visible()
    put_back(page)
    expect(problems(page)).to_contain_text("No mistakes")
    expect_live(page, address)
