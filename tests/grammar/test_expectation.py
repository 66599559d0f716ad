"""Expected tokens: the token written at a place is expected there, and every expected keyword parses."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import SupportsIndex

import pytest
from tests.levels import at_night

from cartaro_grammar import Expectation, expected_at
from cartaro_grammar.completion import USER_TOKENS, word_start
from cartaro_grammar.file_set import shipped_folder
from cartaro_grammar.syntax.lark_parser import ParseFailure, acceptable_after, terminal_pattern

FILES = sorted(shipped_folder().glob("*/*.regole"))
TOKEN = re.compile(r"\"[^\"\n]*\"|--[^\n]*|\d+(?:-\d+)+|#[a-z.]+|\w+'?(?:[♠♥♦♣])?|[^\w\s]")
SILENT = {"the", "a", "an"}
WRITTEN = {"name": "xyz", "number": "12", "card": "7D", "text": '"x"', "citation": "F9", "letter": "F", "mark": "#bababa"}


def places(text: str, random: Random, many: int) -> list[re.Match[str]]:
    """Return some of the tokens of a text, without comments and silent words, that are not the end of a word."""
    found = [m for m in TOKEN.finditer(text) if not m[0].startswith("--") and m[0] not in SILENT and begins(text, m.start())]
    return random.sample(found, min(many, len(found)))


def begins(text: str, offset: int) -> bool:
    return not re.match(r"\w", text[offset - 1 : offset])


def is_offered(token: str, text: str, offset: int) -> bool:
    there = expected_at(text, offset)
    own = [
        kind
        for kind in USER_TOKENS
        if USER_TOKENS[kind] in there.user_tokens and re.compile(terminal_pattern(kind)).match(token)
    ]
    return token in there.keywords or bool(own)


@pytest.mark.sweep
@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_every_token_of_a_shipped_text_is_expected_there(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for token in places(text, Random(file.name), 5):
        assert is_offered(token[0], text, token.start()), (token[0], text[token.start() - 60 : token.start()])


@pytest.mark.parametrize("file", at_night(FILES[::8], by_day=FILES[::48]), ids=lambda path: path.name)
@pytest.mark.slow
def test_every_expected_keyword_parses(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for token in places(text, Random(file.name), 8):
        there = expected_at(text, token.start())
        for word in (*there.keywords, *(WRITTEN[own] for own in there.user_tokens)):
            before = re.sub(r'("[^"\n]*")|--[^\n]*', lambda m: m[1] or " " * len(m[0]), text[: there.start])
            assert not isinstance(acceptable_after(f"{before}{word} "), ParseFailure), (word, before[-60:])


def test_completion_replaces_the_word_being_typed() -> None:
    text = "game x\n  ti\n"
    there = expected_at(text, text.index("ti") + 1)
    assert (text[there.start : there.end], there.keywords, there.user_tokens) == (
        "ti",
        ("edition", "source", "title", "use"),
        (),
    )


def test_a_new_line_may_continue_the_sentence() -> None:
    text = 'game x\n  title "x"\narticle 1 "A"\n  uno: player may take\n    '
    assert {"when", "unless"} <= set(expected_at(text, len(text)).keywords)
    assert "may" not in expected_at(text, len(text)).keywords


def test_before_a_broken_sentence_and_after_it() -> None:
    text = 'game x\n  title "x"\narticle 1 "A"\n  uno: player might take\n  due: the player may \n'
    assert expected_at(text, text.index("might")).keywords.count("may") == 1
    assert expected_at(text, text.index("take")) == Expectation(53, 57, (), (), can_end=False)
    assert expected_at(text, len(text) - 1).user_tokens == ("name",)


@pytest.mark.parametrize("within", ['title "x|', "-- we us|e", 'title "x|yz"'])
def test_nothing_is_expected_within_a_text_or_a_comment(within: str) -> None:
    before, _, after = ("game x\n  " + within).partition("|")
    there = expected_at(before + after, len(before))
    assert (there.keywords, there.user_tokens, there.can_end) == ((), (), False)


def test_after_a_closed_text_tokens_are_expected() -> None:
    text = 'game x\n  title "x"\n'
    assert expected_at(text, text.index('"')).user_tokens == ("name", "text")
    assert expected_at(text, text.rindex('"') + 1).can_end


@pytest.mark.parametrize("text", ["", "\0", "\ud800", "game", "  \n\t", '"', "(" * 5000, "game x\n" * 3000], ids=repr)
def test_any_text_at_all(text: str) -> None:
    for offset in (-1, 0, len(text) // 2, len(text), len(text) + 5):
        expected_at(text, offset)


class Counted(str):
    """A text that counts how often its characters are read by position."""

    read = 0

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        self.read += 1
        return super().__getitem__(key)


@pytest.mark.parametrize("length", [1, 1_000, 20_000])
def test_a_long_word_before_the_place_is_read_once(length: int) -> None:
    """A search for the word's beginning from every character of a quoted text once took quadratic time."""
    text = Counted(' "' + "x" * length + '" ab')
    assert word_start(text, 2 + length) == 2
    assert length <= text.read <= length + 1


def test_a_place_after_a_text_of_a_hundred_thousand_letters_is_completed() -> None:
    """This once took minutes. Slow work that no count shows would show as a test that does not end."""
    there = expected_at('variant lunga of scopa\n  title "' + "x" * 100_000 + '"\nar', 10**9)
    assert "article" in there.keywords
