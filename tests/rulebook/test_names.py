"""Everything that the pages of a shipped ruleset mention has a name in each of their languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.shipped_games import game_of

from cartaro_grammar.file_set import shipped
from cartaro_grammar.model.game import Game, Names
from cartaro_rulebook import sides_in_words
from cartaro_rulebook.words.language import languages


def named_things(game: Game) -> Iterator[tuple[str, Names]]:
    yield from ((clause.name, clause.names) for clause in game.ruleset.clauses)
    yield from ((zone.name, zone.names) for zone in game.zones)
    yield from ((cell.name, cell.names) for cell in game.cells)
    yield from ((option.name, option.names) for option in game.ruleset.options)
    yield from ((function.name, function.names) for function in game.functions)
    for value in (value for option in game.ruleset.options for value in option.values if not value.isdigit()):
        yield value, ()
    for act in game.acts:
        yield act.name, ()
        for parameter in act.parameters:
            yield parameter.name, ()
            yield from ((answer, ()) for answer in parameter.answers)


@pytest.mark.parametrize("name", shipped())
def test_everything_has_a_name_in_each_language(name: str) -> None:
    game = game_of(name)
    elsewhere = {game.name: game.ruleset.title, **dict(game.ruleset.words)}
    for values in (attribute.values for attribute in game.deck.attributes):
        elsewhere |= {value.name: value.names for value in values}
    missing = {
        f"{thing} ({code})"
        for thing, names in named_things(game)
        for code in languages()
        if code not in {c for c, _ in (*names, *elsewhere.get(thing, ()))}
    }
    assert missing == set()


@pytest.mark.parametrize(
    ("name", "settings", "code", "first"),
    [
        ("sueca", {}, "en", "pair 1"),  # only for four
        ("sueca", {}, "fr", "l'équipe 1"),
        ("tressette", {"players": "4"}, "it", "la coppia 1"),  # of two or four
        ("tressette", {"players": "2"}, "it", "il giocatore 1"),
        ("scopone", {}, "it", "la coppia 1"),  # by its own word
        ("hearts", {}, "en", "player 1"),
    ],
)
def test_a_side_is_called_as_its_players_are(name: str, settings: dict[str, str], code: str, first: str) -> None:
    assert sides_in_words(game_of(name, **settings), code)[0] == first
