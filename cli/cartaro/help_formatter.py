"""The help of commands in the language of the session.

The texts of commands and options are English in the code. A help page is translated as it is printed, paragraph by paragraph,
from `help_texts`; an English session reads no catalogue.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import cast

import click

from cartaro.shell import LANGUAGE_OPTION, language_of_words

FOLDER = Path(__file__).parent / "help_texts"
EXTRA = re.compile(r"(?P<text>.*?)(?P<extra>  \[[^\[\]]*\])?", re.DOTALL)
"""The description of an option, and what click adds about its default and range."""
COLUMNS = re.compile(r"(?P<command>\S.*?)(?P<space> {2,})(?P<text>\S.*)")
"""A line of an example: a command and what it does."""
ADDED = re.compile(rf"\b(?:default|required|{LANGUAGE_OPTION['show_default']})\b")
"""What click adds in English, and the default of `--language`."""
METAVAR = re.compile(r"[A-Z]{3,}(?: RANGE)?")


@cache
def catalogue(language: str) -> Mapping[str, Mapping[str, str]]:
    """Return two maps from English to a language: the texts, and the names of values. No line ends before a French sign."""
    if language == "en":
        return {"text": {}, "metavars": {}}
    text = (FOLDER / f"{language}.toml").read_text(encoding="utf-8")
    if language == "fr":
        text = re.sub(r" (?=[;:!?])", "\u00a0", text)
    return cast("Mapping[str, Mapping[str, str]]", tomllib.loads(text))


class HelpFormatter(click.HelpFormatter):
    """Prints a help page in a language."""

    def __init__(self, language: str, width: int | None, max_width: int | None) -> None:
        super().__init__(width=width, max_width=max_width)
        self.language = language

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the line with the form of the command."""
        super().write_usage(prog, self._metavars(args), prefix or f"{self._text('Usage:')} ")

    def write_heading(self, heading: str) -> None:
        """Write the heading of a section."""
        super().write_heading(self._text(heading))

    def write_text(self, text: str) -> None:
        """Write the description of a command; examples keep their lines."""
        super().write_text("\n\n".join(map(self._paragraph, re.split(r"\n\s*\n", text))))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write options or commands with their descriptions."""
        super().write_dl([(self._metavars(first), self._described(second)) for first, second in rows], col_max, col_spacing)

    def _text(self, english: str) -> str:
        return catalogue(self.language)["text"].get(" ".join(english.split()), english)

    def _paragraph(self, text: str) -> str:
        if not text.startswith("\b"):
            return self._text(text)
        return "\n".join(self._example(line) for line in text.split("\n"))

    def _example(self, line: str) -> str:
        found = COLUMNS.fullmatch(line)
        return line if found is None else f"{found['command']}{found['space']}{self._text(found['text'])}"

    def _described(self, text: str) -> str:
        found = EXTRA.fullmatch(text)
        if found is None:
            return text
        extra = ADDED.sub(lambda words: self._text(words[0]), found["extra"] or "")
        return self._text(found["text"]) + extra

    def _metavars(self, text: str) -> str:
        names = catalogue(self.language)["metavars"]
        return METAVAR.sub(lambda word: names.get(word[0], word[0]), text)


class HelpContext(click.Context):
    """The context of a command, whose help is in the language of the session."""

    def make_formatter(self) -> click.HelpFormatter:
        """Return the formatter of the help page."""
        return HelpFormatter(language_of_words(sys.argv), self.terminal_width, self.max_content_width)
