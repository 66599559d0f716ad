"""The help of every command is in the language of the session, and the catalogues have exactly the texts of the commands."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from cartaro.help_formatter import COLUMNS, catalogue
from cartaro.main import COMMANDS, cartaro
from cartaro.shell import LANGUAGE_OPTION

OF_CLICK = ("Usage:", "Options", "Commands", "default", "required", LANGUAGE_OPTION["show_default"])
ENGLISH_WORDS = frozenset(
    {
        "the",
        "of",
        "and",
        "with",
        "for",
        "from",
        "this",
        "that",
        "which",
        "each",
        "every",
        "print",
        "write",
        "show",
        "number",
        "folder",
        "house",
        "rules",
        "hands",
        "moves",
        "seed",
    }
)
NOT_TRANSLATED = re.compile(
    r"`[^`]*`|--?[a-z][a-z-]*|^  (?:cartaro|echo|eval) .*|^  \S+  |\[[a-z|]+\]|\S*[/.=]\S*", re.MULTILINE
)
"""Code, options, examples and the names of commands."""


def commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            part = command.get_command(context, name)
            assert part is not None
            yield from commands(part, (*path, name))


ALL = dict(commands(cartaro))


def texts() -> Iterator[str]:
    """Yield the English texts of all help pages."""
    yield from (*OF_CLICK, *COMMANDS.values())
    for command in ALL.values():
        for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(command.help or "")):
            if paragraph.startswith("\b"):
                yield from (found["text"] for line in paragraph.split("\n") if (found := COLUMNS.fullmatch(line.strip())))
            else:
                yield paragraph
        if command.short_help:
            yield command.short_help
        yield from (p.help for p in command.get_params(click.Context(command)) if isinstance(p, click.Option) and p.help)


@pytest.mark.parametrize("code", ["it", "fr"])
def test_the_catalogue_has_the_texts_of_the_commands_and_no_others(code: str) -> None:
    assert catalogue(code)["text"].keys() == {" ".join(text.split()) for text in texts()}


@pytest.mark.parametrize("code", ["it", "fr"])
def test_code_is_the_same_in_a_translation(code: str) -> None:
    for english, text in catalogue(code)["text"].items():
        if "`why 3`" not in english:  # the words of the table are translated too
            written = english
            for name, translated in catalogue(code)["metavars"].items():
                written = re.sub(rf"\b{name}\b", translated, written)
            assert sorted(re.findall("`[^`]*`", written)) == sorted(re.findall("`[^`]*`", text)), english


@pytest.mark.parametrize("path", ALL, ids=lambda path: " ".join(path) or "cartaro")
@pytest.mark.parametrize("code", ["it", "fr"])
def test_no_english_word_is_in_the_help(code: str, path: tuple[str, ...]) -> None:
    page = CliRunner().invoke(cartaro, [*path, "--help"], env={"CARTARO_LANGUAGE": code}).output
    words = re.findall(r"[a-zà-ÿ]+", NOT_TRANSLATED.sub(" ", page).lower())
    assert words
    assert not ENGLISH_WORDS.intersection(words).difference(path), page


def test_the_language_can_be_requested_of_a_command() -> None:
    english = CliRunner().invoke(cartaro, ["games", "--help"], env={"CARTARO_LANGUAGE": "en"}).output
    assert english.startswith("Usage: ")
    assert "Options:" in english


def test_a_group_without_a_command_prints_its_help(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from cartaro.main import main

    monkeypatch.setattr("sys.argv", ["cartaro", "book"])
    monkeypatch.setenv("CARTARO_LANGUAGE", "it")
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "cartaro book [OPZIONI] COMANDO" in capsys.readouterr().err
