"""Quotations of the language in a message are in the key words of its text (decision 0082)."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest
from tests.levels import at_night

from cartaro_grammar.load import load_checked
from cartaro_grammar.resolve.vocabulary import BUILTIN_NAMES
from cartaro_grammar.syntax.key_word_rewriting import rewrite_key_words
from cartaro_grammar.syntax.key_words import key_word_table
from cartaro_grammar.syntax.lark_parser import keywords
from cartaro_grammar.syntax.parser import parse
from cartaro_grammar.syntax.syntax_errors import describe_continuation
from cartaro_grammar.text.catalogue import TRANSLATED, diagnostics
from cartaro_grammar.text.diagnostic import Diagnostic, render
from cartaro_grammar.text.key_phrases import phrase_in, read_table, requoted, word_table
from cartaro_grammar.text.messages import in_key_words as worded
from cartaro_grammar.text.messages import msg, phrase, translate
from cartaro_grammar.text.source import Source

CASES = Path(__file__).parent / "cases"
QUOTED = re.compile("`([^`]*)`")
OF_ENGLISH_TEXTS = {"write `is at most 2` for `2 or less`", "write `is at least 2` for `2 or more`"}
"""Advice on wordings that occur only in English texts."""
NOT_OF_THE_LANGUAGE = {"it"}
"""Quotations that are not words of the language; options of the command, which begin with `--`, are not either."""


@cache
def english_only(language: str) -> frozenset[str]:
    """Return the English key words and names of the language that are not words of another language too."""
    table = key_word_table(language)
    said = {
        word for _, phrase, forms in word_table(language) for one in (phrase, *forms) for word in re.findall(r"[^\W\d_]+", one)
    }
    said |= {word.rstrip("'") for word in table.words}
    return frozenset({*keywords(), *BUILTIN_NAMES, "the", "turn", "match"} - said)


def english_words(text: str, language: str) -> set[str]:
    """Return the English words of the language that a text quotes, and the places of English names in it."""
    quotes = [re.sub(r'\{\w*\}|"[^"]*"', " ", quoted) for quoted in QUOTED.findall(text)]
    placeholders = {*read_table(language)["placeholders"]} - {*read_table(language)["placeholders"].values()}
    words = {
        word
        for quoted in quotes
        if not quoted.startswith("--") and quoted not in NOT_OF_THE_LANGUAGE
        for word in re.findall(r"[^\W\d]+", quoted)
    }
    return words & (english_only(language) | placeholders)


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_message_quotes_english_key_words_to_the_author_of_another_text(language: str) -> None:
    found = {
        form: words
        for form, said in diagnostics(language).items()
        if form not in OF_ENGLISH_TEXTS
        for words in (english_words(requoted(said, language), language) | english_words(requoted(form, language), language),)
        if words
    }
    assert found == {}


def in_other_words(path: Path, language: str) -> str | None:
    source = Source(path.name, path.read_text(encoding="utf-8"))
    return None if isinstance(parse(source), tuple) else rewrite_key_words(source, language)


@pytest.mark.parametrize("language", at_night(TRANSLATED, by_day=["it"]))
def test_the_cases_in_other_key_words_quote_no_english_key_words(language: str, tmp_path: Path) -> None:
    shutil.copytree(CASES / "lib", tmp_path / "lib")
    found: dict[str, set[str]] = {}
    tried = 0
    for path in sorted(CASES.glob("*.regole")):
        text = in_other_words(path, language)
        if text is None:
            continue
        (tmp_path / path.name).write_text(text, encoding="utf-8")
        reported = [one for one in load_checked(tmp_path / path.name)[1] if Path(one.file).name == path.name]
        tried += bool(reported)
        own = {*re.findall(r"[^\W\d]+", text)}
        words = {word for one in reported for word in english_words(render(one, language=language), language)} - own
        found |= {path.name: words} if words else {}
    assert tried > 100
    assert found == {}


def test_a_phrase_is_quoted_in_the_key_words_of_the_text() -> None:
    reported = msg(
        "write `{written}`",
        written=phrase("NAME despite {bar}: the player may {act} unless {case}", bar="x", act="play", case="y"),
    )
    assert reported == "write `NAME despite x: the player may play unless y`"
    italian = worded(reported, "it")
    assert italian == "write `NOME nonostante x: il giocatore può play salvo se y`"
    assert translate(italian, "it") == "scrivi `NOME nonostante x: il giocatore può play salvo se y`"
    assert worded(italian, "fr") == italian
    assert translate(worded(reported, "fr"), "it").startswith("scrivi `NOM malgré x: ")


def test_names_of_the_author_that_are_words_of_the_language_are_not_translated() -> None:
    reported = msg("write `in a turn the player must {act}`", act="play")
    assert worded(reported, "it") == "write `nel turno il giocatore deve play`"


def test_a_diagnostic_about_a_text_is_rendered_in_its_key_words() -> None:
    from cartaro_grammar.text.diagnostic import Label
    from cartaro_grammar.text.source import Span

    source = Source("a.regole", "in italiano\ngioco a\n")
    found = Diagnostic("C0512", msg("write `{text} of …`", text="fiche"), Label(Span(source, 12, 17), ""))
    assert render(found).startswith("error[C0512]: write `fiche di …`")


@pytest.mark.parametrize(
    ("english", "language", "written"),
    [
        ("(the first player after dealer where …)", "it", "(il primo giocatore dopo dealer dove …)"),
        ("subtract 1 from COUNTER for each player", "fr", "on retire 1 à COMPTEUR pour chaque joueur"),
        ("deal 3 from PILE to each ZONE", "fr", "on distribue 3 depuis PILE à chaque ZONE"),
    ],
)
def test_a_sentence_in_a_help_can_be_read(english: str, language: str, written: str) -> None:
    assert phrase_in(english, language) == written


@pytest.mark.parametrize("language", ["en", "it", "fr"])
def test_a_token_of_several_words_is_described_in_the_words_of_the_text(language: str) -> None:
    described = describe_continuation(frozenset({"AS_PRINTED"}), here=True, language=language)
    assert described == msg("{what} should be here", what=f"`{phrase_in('as printed', language)}`")
