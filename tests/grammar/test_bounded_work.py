"""The work for a text is bounded by its length. The tests cover hangs that were found, and the bounds that prevent them.

Work is counted in characters that the parser reads. A hang that the count misses would show as a test that does not end.
"""

from __future__ import annotations

import pytest
from tests.levels import at_night

from cartaro_grammar.checker import check
from cartaro_grammar.load import load_files, load_game
from cartaro_grammar.model.game import Game
from cartaro_grammar.resolve.merge import merge
from cartaro_grammar.syntax import repairs
from cartaro_grammar.syntax.lark_parser import ParseFailure, StartRule, parse_text
from cartaro_grammar.syntax.parser import parse
from cartaro_grammar.syntax.repairs import MAX_TRIAL_CHARACTERS
from cartaro_grammar.syntax.tree import File
from cartaro_grammar.text.diagnostic import MAX_TEXT, Diagnostic
from cartaro_grammar.text.reading import MAX_BYTES, source_from_text
from cartaro_grammar.text.source import Source

pytestmark = pytest.mark.slow

HEAD = 'game caso\n  use fishing\n\narticle 1 "x"\n'


def reported(text: str) -> tuple[Diagnostic, ...]:
    source = source_from_text(text[:MAX_BYTES], "a.regole")
    found = parse(source) if isinstance(source, Source) else source
    assert isinstance(found, tuple)
    return found


def test_a_line_of_dashes_is_a_comment() -> None:
    source = source_from_text("-" * 60 + "\ngame x", "a.regole")
    assert isinstance(source, Source)
    assert [t.code for t in reported("-" * 60 + "\n" + "  -- -\n" * 1_000)] == ["C0104"]


@pytest.mark.parametrize("before", ["-- mia\n", "\n", "-- mia\n\n-- tua\n", ""])
@pytest.mark.parametrize("word", ["and", "because", "+", "despite"])
def test_a_text_may_begin_with_a_continuing_word(before: str, word: str) -> None:
    assert reported(f"{before}{word} game x\n")


WRONG = {
    "open quotes": HEAD + '"\n' * 110_000,
    "a sum that ends badly": HEAD + ("  c: x is " + " + ".join(["hand"] * 560) + " zz qq\n") * 40,
    "conditions that end badly": HEAD + ("  c: x means " + " and ".join(["hand is empty"] * 200) + " are +\n") * 40,
    "depths": HEAD + "".join(" " * (1 + number % 7) + "c: a is 1\n" for number in range(20_000)),
    "blocks": HEAD + ("  at start of hand\n" + "    c: deal 3 frm x\n" * 170) * 40,
    "brackets": HEAD + ("  c: x is " + "(" * 1_900 + "1" + ")" * 1_899 + "\n") * 60,
    "spaces": HEAD + ('  c: conduct "' + " " * 3_000 + "x\n") * 60,
}


@pytest.mark.parametrize("name", at_night(WRONG, by_day=["open quotes", "conditions that end badly", "blocks"]))
def test_trial_parsing_is_bounded(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a text full of errors, trial repairs read at most as many characters as the bound and one trial."""
    handed = 0
    largest = 0

    def counting(text: str, whole: StartRule = "start", language: str = "en") -> object:
        nonlocal handed, largest
        found = parse_text(text, whole, language)
        handed += found.start if isinstance(found, ParseFailure) else len(text)
        largest = max(largest, len(text))
        return found

    monkeypatch.setattr(repairs, "parse_text", counting)
    assert reported(WRONG[name])
    assert handed <= MAX_TRIAL_CHARACTERS + 2 * repairs.MAX_SENTENCE
    assert largest <= 4 * repairs.MAX_SENTENCE


def test_the_digits_of_a_citation_are_bounded() -> None:
    found = reported('game x\n  title "x"\n  source F "x" covers F1 to F' + "9" * 5_000 + "\n")
    assert [t.code for t in found] == ["C0415"]


def options(count: int, values: int) -> str:
    listed = ", ".join(f"v{n}" for n in range(values))
    declared = "".join(f"  option o{n} is v0 among {listed}\n" for n in range(count))
    asked = "".join(f"  under every o{n}\n" for n in range(count))
    return f'{HEAD}{declared}claim tutte "x"\n{asked}  always table is empty\n'


def test_the_house_rules_of_a_claim_are_counted_and_not_listed() -> None:
    """With thirty options of thirty values each, there are too many combinations to list."""
    libraries = [file for file in load_files("fishing") if isinstance(file, File)]
    for count, values in ((30, 30), (1_300, 10)):
        source = source_from_text(options(count, values), "a.regole")
        assert isinstance(source, Source)
        file = parse(source)
        assert isinstance(file, File)
        _, found = check(merge([*libraries, file])[0])
        wrong = [t for t in found if t.code == "C0705"]
        assert len(wrong) == 1
        assert "more than 1000000 combinations" in wrong[0].message


@pytest.mark.parametrize(
    "settings", [{"x" * 10_000: "si"}, {"ultima": "x" * 10_000}, {"players": "4" * 10_000}], ids=["option", "value", "players"]
)
def test_a_long_setting_is_not_echoed_whole(settings: dict[str, str]) -> None:
    found = load_game("scopa", settings)
    assert not isinstance(found, Game)
    assert all(len(t.message) < 200 for t in found)


def test_no_message_is_longer_than_the_bound() -> None:
    found = Diagnostic("C0101", "x" * 10_000, help="y" * 10_000, path="z" * 10_000)
    assert len(found.message) == len(found.help or "") == len(found.path) == MAX_TEXT
