"""The tutorial is followed as a reader does it: each text is saved, each command is typed, and the output is compared with the
page.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from itertools import zip_longest
from pathlib import Path

import pytest
from tests.cli.command_calls import cartaro
from tests.levels import at_night

from cartaro_grammar import Game, load_game
from cartaro_rulebook import language, languages
from cartaro_rulebook.publication.tutorial import Step, steps, with_links, with_terminal_folded

DOCS = Path(__file__).parents[2] / "docs"
TIMES = re.compile(r"\d+\.\d s")
WRONG = "oops.regole"
"""The text that contains a mistake on purpose."""


def page(code: str) -> str:
    return (DOCS / ("first-game.md" if code == "en" else f"first-game.{code}.md")).read_text(encoding="utf-8")


def shown_by(console: str, code: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the output of a block's commands; the answers after `> ` are typed in."""
    monkeypatch.setenv("CARTARO_LANGUAGE", code)
    monkeypatch.setenv("COLUMNS", "80")
    parts = list[str]()
    for session in re.split(r"^(?=\$ )", console, flags=re.MULTILINE)[1:]:
        command, _, rest = session.partition("\n")
        typed = re.findall(r"^> (.+)$", rest, re.MULTILINE)
        done = cartaro(*command.split()[2:], given="".join(f"{line}\n" for line in typed).encode(), folder=folder)
        printed = (done.stderr + done.stdout).decode()
        for line in typed:
            printed = printed.replace("> ", f"\0 {line}\n", 1)
        parts.append(f"{command}\n{printed.replace(chr(0), '>').strip()}\n")
    return re.sub(r" +\n", "\n", "".join(parts))


def agrees(told: str, printed: str) -> bool:
    """Return whether the printed output matches a page; a line `…` matches any lines, and times may differ."""
    pattern = ".*".join(re.escape(part) for part in TIMES.sub("0 s", told).split("…\n"))
    return re.fullmatch(pattern, TIMES.sub("0 s", printed), re.DOTALL) is not None


@pytest.mark.parametrize("code", at_night(languages(), by_day=["en"]))
def test_the_tutorial_can_be_followed(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for step in steps(page(code)):
        if step.name:
            (tmp_path / step.name).write_text(step.text, encoding="utf-8")
            assert isinstance(load_game(tmp_path / step.name), Game) == (step.name != WRONG)
        elif code == "en" or "verify" not in step.text:
            # verified in English only: proofs are the same in every language, and take seconds
            printed = shown_by(step.text, code, tmp_path, monkeypatch)
            assert agrees(step.text, printed), printed


def test_every_language_has_the_same_steps() -> None:
    wanted = list(map(bare, steps(page("en"))))
    assert len(wanted) > 10
    for code in languages():
        for one, other in zip_longest(map(bare, steps(page(code))), wanted):
            assert one == other


def bare(step: Step) -> tuple[str, str]:
    """Return a step without its notes for readers: without the quotations of a text and the words typed at a terminal."""
    if step.name:
        return step.name, re.sub(r'"[^"]*"', '""', step.text)
    return "", "\n".join(re.findall(r"^[$>] .*$", step.text, re.MULTILINE))


@pytest.mark.parametrize("code", languages())
def test_every_text_is_opened_by_its_link(code: str) -> None:
    linked = with_links(page(code), "Open", "../workbench/index.html", code)
    codes = re.findall(rf'href="\.\./workbench/index\.html#lang={code}&amp;texts=([\w-]+)"', linked)
    opened = [json.loads(zlib.decompress(base64.urlsafe_b64decode(f"{text}==="), wbits=-zlib.MAX_WBITS)) for text in codes]
    wanted = [step for step in steps(page(code)) if step.name]
    assert opened == [{"main": step.name, "files": {step.name: step.text}} for step in wanted]
    assert all(len(text) < 8_000 for text in codes)


@pytest.mark.parametrize(
    ("code", "browser", "terminal"),
    [
        ("it", "**Comincia dal browser.**", "## 9. Al terminale"),
        ("en", "**Begin in your browser.**", "## 9. At a terminal"),
        ("fr", "**Commencez dans le navigateur.**", "## 9. Dans un terminal"),
    ],
)
def test_the_tutorial_begins_in_the_browser_and_ends_at_a_terminal(code: str, browser: str, terminal: str) -> None:
    text = page(code)
    assert text.index(browser) < text.index("```regole")
    assert text.index("pip install") > text.index("```console")
    assert text.rindex("\n## ") == text.index(terminal) - 1
    # before each session at a terminal, the reader is told what to do in the page
    for before in re.split(r"^```console\n.*?^```\n", text, flags=re.MULTILINE | re.DOTALL)[:-1]:
        assert language(code).text("site_try_step").rpartition(" ")[2] in before.rpartition("```")[2]


@pytest.mark.parametrize("code", languages())
def test_terminal_sessions_are_folded_where_the_texts_can_be_opened(code: str) -> None:
    text = page(code)
    folded = with_terminal_folded(with_links(text, "Open", "../workbench/index.html", code))
    assert "\n```console" not in folded
    sessions = re.findall(r"^```console\n(\$ .*)$", text, re.MULTILINE)
    assert re.findall(r'^\?\?\? terminal "(.*)"$', folded, re.MULTILINE) == sessions
    assert folded.count("    ```console\n") == len(sessions)
    other = "```console\n$ cartaro games\n```\n"
    assert with_terminal_folded(other) == other
