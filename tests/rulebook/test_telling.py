"""The telling of every shipped game, in every language: its golden pages, and how its prose reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from cartaro_grammar import Game, load_game, shipped
from cartaro_rulebook.prose.clauses import scope_for
from cartaro_rulebook.telling.telling import Telling, ToldSentence, telling
from cartaro_rulebook.words.language import language
from cartaro_rulebook.words.references import plain

GOLDEN = Path(__file__).parent / "golden"
LANGUAGES = ("it", "en", "fr")


@cache
def told(name: str, code: str) -> Telling:
    game = load_game(name)
    assert isinstance(game, Game), game
    return telling(scope_for(game, code))


def printed(found: Telling, code: str) -> Iterator[str]:
    """A telling as plain text; generated sentences have a star."""
    lang = language(code)
    for section in found.sections:
        yield f"\n== {lang.say(f'ui_told_{section.heading}')}"
        yield from map(_line, section.sentences)
        if section.numbers is not None:
            yield from (" | ".join(row) for row in (section.numbers.heads, *section.numbers.rows))
        yield from (f"| {said.title} | {_line(said)}" for said in section.scores)
        yield from map(_line, section.behind)
    yield f"\n== {lang.say('ui_told_others')}"
    yield from (f"{rule.title}: {rule.text or ' / '.join((rule.chosen, *rule.others))}" for rule in found.others)


def _line(said: ToldSentence) -> str:
    return f"{'' if said.author else '* '}{plain(said.text)}  [{', '.join(said.names)}]"


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", shipped())
def test_the_telling_of_a_shipped_game(name: str, code: str, golden: Callable[[Path, str], None]) -> None:
    golden(GOLDEN / "telling" / f"{name}.{code}.txt", "\n".join(printed(told(name, code), code)).strip())
