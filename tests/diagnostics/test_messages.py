"""Each message is translated into every language, and its slots are the ones that are filled (decision 0017)."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import cast

import pytest

from cartaro_grammar.syntax import synonyms
from cartaro_grammar.text.catalogue import TRANSLATED, diagnostics
from cartaro_grammar.text.diagnostic import Diagnostic, render, translate_diagnostic
from cartaro_grammar.text.messages import Message, join_and, join_commas, join_or, msg, translate

ROOT = Path(__file__).parents[2]
PACKAGES = (
    "grammar/cartaro_grammar",
    "interpreter/cartaro_interpreter",
    "engine/cartaro_engine",
    "rulebook/cartaro_rulebook",
    "workbench/cartaro_workbench",
    "cli/cartaro",
)
WHOLLY = ("grammar/", "interpreter/", "cli/")
"""In these packages, every text in the calls below is a message."""

TELLING = {"Diagnostic", "Label", "Faulted", "error", "warning"}
"""The functions and classes that are called with texts for an author to read."""

Call = tuple[str, ast.Call]


@cache
def calls() -> tuple[Call, ...]:
    """Return the calls in the sources, each with its place."""
    files = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    trees = [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in files]
    return tuple(
        (f"{path.relative_to(ROOT)}:{node.lineno}", node)
        for path, tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    )


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id if isinstance(call.func, ast.Name) else ""


def said() -> list[Call]:
    return [(place, call) for place, call in calls() if isinstance(call.func, ast.Name) and call.func.id == "msg"]


def slots(form: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(form) if name is not None}


def in_tables() -> Iterator[str]:
    """Return the texts in the table of near words."""
    table = tomllib.loads(synonyms.FILE.read_text(encoding="utf-8"))
    yield from (entry["text"] for entry in cast("dict[str, dict[str, str]]", table["advice"]).values())
    yield from cast("dict[str, str]", table["names"]).values()


@cache
def forms() -> frozenset[str]:
    written = (call.args[0] for _, call in said())
    return frozenset(
        {one.value for one in written if isinstance(one, ast.Constant) and isinstance(one.value, str)} | {*in_tables()}
    )


def test_a_form_is_a_literal_with_all_its_slots_filled() -> None:
    wrong: list[str] = []
    for place, call in said():
        form = call.args[0].value if len(call.args) == 1 and isinstance(call.args[0], ast.Constant) else None
        if not isinstance(form, str) or {word.arg for word in call.keywords} != slots(form):
            wrong.append(place)
    assert not wrong


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_form_is_translated(language: str) -> None:
    table = diagnostics(language)
    assert sorted(forms() - table.keys()) == []
    assert sorted(table.keys() - forms()) == []
    assert [form for form in sorted(forms()) if slots(form) != slots(table[form])] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_follow_the_style(language: str) -> None:
    """A message is in lower case, has no final full stop, and keeps all words that the English has in backticks."""
    for form, words in diagnostics(language).items():
        assert not words.endswith("."), words
        assert words[0] in "`{" or not words[0].isupper(), words
        assert set(quoted(form)) <= set(quoted(words)), words


def quoted(text: str) -> list[str]:
    return text.split("`")[1::2]


def test_every_diagnostic_text_is_a_message() -> None:
    wrong = [
        place
        for place, call in calls()
        if called(call) in TELLING and place.startswith(WHOLLY)
        for text in (
            *call.args[0 if called(call) == "Label" else 1 :],
            *(word.value for word in call.keywords if word.arg == "help"),
        )
        if any(
            isinstance(one, ast.JoinedStr) or (isinstance(one, ast.Constant) and one.value and isinstance(one.value, str))
            for one in ways(text)
        )
    ]
    assert not wrong


def ways(text: ast.expr) -> Iterator[ast.expr]:
    """Return the alternatives of a conditional text."""
    if isinstance(text, ast.IfExp):
        yield from (*ways(text.body), *ways(text.orelse))
    elif isinstance(text, ast.BoolOp):
        yield from (one for value in text.values for one in ways(value))
    else:
        yield text


def test_a_message_is_translated_with_its_slots() -> None:
    reported = msg("{what} should follow", what=join_or([msg("a name"), "`=`"]))
    assert reported == "a name or `=` should follow"
    assert translate(reported, "it") == "qui dovrebbe seguire: un nome o `=`"
    assert translate(reported, "en") is reported
    assert translate(reported, "la") == reported
    assert translate("a plain text", "it") == "a plain text"
    assert join_or([]) == join_commas([]) == ""


def test_a_catalogue_is_read_only_for_its_language() -> None:
    diagnostics.cache_clear()
    found = Diagnostic("C0201", msg("`{word}` does not fit here", word="x"))
    assert render(found) == "error[C0201]: `x` does not fit here"
    assert diagnostics.cache_info().currsize == 0
    assert render(found, language="it") == "errore[C0201]: qui `x` non va bene"
    assert diagnostics.cache_info().currsize == 1


def test_joining_many_texts_nests_few_messages() -> None:
    """An author can write a list as long as a text may be; rendering it must not recurse that deep."""
    names = [f"`x{number}`" for number in range(10_001)]
    reported = join_and(names)
    assert reported == " and ".join(names)
    assert translate(reported, "fr") == " et ".join(names)


def test_a_truncated_message_keeps_its_form() -> None:
    reported = Diagnostic("C0201", msg("`{word}` does not fit here", word="x" * 2000))
    assert isinstance(reported.message, Message)
    assert reported.message.form == "`{word}` does not fit here"
    assert len(reported.message) == len(translate_diagnostic(reported, "fr").message) == 1000
