"""What is drawn is what was played: every card of a record, as it was read, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any, cast

import pytest

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game, Holds
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import (
    RandomPlayer,
    Rules,
    SeededChance,
    compile_game,
    play_hand,
    write_position,
    write_record,
)
from cartaro_rulebook.site.book import Ruleset, page_for
from cartaro_rulebook.site.history_page import HistoryFault, history
from cartaro_rulebook.site.pages import ruleset_page

Drawn = tuple[str, str]
"""What stands on a card, and what stands in its corner where it is read as another."""


@dataclass(frozen=True, slots=True)
class History:
    record: Mapping[str, object]
    position: Mapping[str, object]
    note: str = ""


class Cards(HTMLParser):
    """The cards of each item of a list, and of each row of a position, as they are seen."""

    def __init__(self) -> None:
        super().__init__()
        self.items: list[list[Drawn]] = []
        self.rows: list[list[list[Drawn]]] = []
        self.here: list[Drawn] = []
        self.part = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get("class") or "").split()
        if tag == "li":
            self.items.append([])
            self.here = self.items[-1]
        elif tag == "dd":
            self.rows.append([])
        elif "card-row" in classes:
            self.rows[-1].append([])
            self.here = self.rows[-1][-1]
        elif "playing-card" in classes:
            self.here.append(("", ""))
        self.part = tag if tag in ("b", "i", "small") else ""

    def handle_endtag(self, tag: str) -> None:
        self.part = ""

    def handle_data(self, data: str) -> None:
        if self.part:
            own, corner = self.here[-1]
            self.here[-1] = (own, corner + data) if self.part == "small" else (own + data, corner)


def seen(code: str) -> Drawn:
    """What should be seen of a card of a record: `JK'/9♣/1` is a joker with a nine of clubs and 1 in its corner."""
    own, *reading = code.split("/")
    star = "★" if own.startswith("JK") else ""
    return own.rstrip("'") + star, " ".join(part.rstrip("'") for part in reading)


def codes(value: object, known: Mapping[str, int]) -> Iterator[str]:
    """The codes of cards anywhere in a value of a record."""
    if isinstance(value, str):
        if value.split("/")[0] in known:
            yield value
    elif isinstance(value, list):
        for part in cast("list[object]", value):
            yield from codes(part, known)


def checked(name: str) -> Game:
    game = load_game(name)
    assert isinstance(game, Game), game
    return game


def played(game: Game, seed: int) -> History:
    """A hand by chance, and where it ends."""
    rules = compile_game(game)
    assert isinstance(rules, Rules), rules
    found = play_hand(rules, [RandomPlayer(f"{seed}.{n}") for n in range(game.players)], SeededChance(seed))
    assert not isinstance(found, Diagnostic), found
    return History(write_record(rules, found), write_position(rules, found.state))


def moves_of(found: History) -> list[Mapping[str, Any]]:
    return cast("list[Mapping[str, Any]]", found.record["moves"])


@pytest.mark.parametrize("name", ["scopa", "cirulla", "escoba", "rubamazzo", "scopone", "tablanette", "ramino", "scala40"])
def test_every_move_has_the_cards_of_its_record(name: str) -> None:
    game = checked(name)
    page = page_for(Ruleset(game), "it")
    read = 0
    for seed in range(1, 4):
        found = played(game, seed)
        drawn = Cards()
        drawn.feed(history(found, "attained", page))
        assert len(drawn.items) == len(moves_of(found))
        for move, cards in zip(moves_of(found), drawn.items, strict=True):
            expected = [seen(c) for value in move.get("args", {}).values() for c in codes(value, game.card_number)]
            assert Counter(cards) == Counter(expected), move
            read += sum(bool(corner) for _, corner in cards)
    assert read or game.faces.count == game.faces.pack or name == "ramino"


def test_a_meld_is_drawn_as_it_lies() -> None:
    game = checked("scala40")
    melds = [["10♠'", "J♠'", "JK/Q♠", "K♠"], ["JK'''/9♣", "9♦", "9♥"], ["A♥/1", "2♥", "3♥"]]
    zones = {"melds": melds, "hand": {"1": ["7♥"], "2": []}}
    drawn = Cards()
    drawn.feed(history(History({"moves": []}, {"zones": zones}), "refuted", page_for(Ruleset(game), "it")))
    assert drawn.rows[0] == [[seen(code) for code in meld] for meld in melds]
    assert drawn.rows[1:] == [[[("7♥", "")]], [[]]]


def test_a_card_that_is_read_as_another_is_named_so() -> None:
    game = checked("scala40")
    moves = [{"act": "meld", "args": {"group": ["10♠'", "J♠'", "JK/Q♠", "K♠"]}}]
    shown = history(History({"moves": moves}, {}), "attained", page_for(Ruleset(game), "it"))
    assert 'aria-label="jolly come donna di picche"' in shown
    assert "Calare" in shown


def test_a_long_history_is_whole() -> None:
    game = checked("scopa")
    moves = [{"act": "lay", "args": {"card": "7D"}} for _ in range(312)]
    drawn = Cards()
    drawn.feed(history(History({"moves": moves}, {}), "attained", page_for(Ruleset(game), "it")))
    assert len(drawn.items) == 312


@pytest.mark.parametrize(
    "found",
    [
        History({"moves": [{"act": "lay", "args": {"card": "XX"}}]}, {}),
        History({"moves": [{"act": "fly"}]}, {}),
        History({"moves": []}, {"zones": {"table": ["7D", "ZZ"]}}),
        History({"moves": []}, {"zones": {"sky": ["7D"]}}),
        History({"moves": [], "players": 9}, {}),
    ],
    ids=["card", "act", "card of a place", "place", "players"],
)
def test_what_cannot_be_read_is_told(found: History) -> None:
    with pytest.raises(HistoryFault):
        history(found, "refuted", page_for(Ruleset(checked("scopa")), "it"))


def test_the_end_of_a_turn_and_rulings_are_drawn() -> None:
    game = checked("scala40")
    moves: list[dict[str, object]] = [{"act": "end turn"}, {"ruling": "ripete"}, {"ruling": "glimpsed", "args": {"card": "7♥"}}]
    shown = history(History({"moves": moves}, {}), "attained", page_for(Ruleset(game), "en"))
    drawn = Cards()
    drawn.feed(shown)
    assert drawn.items == [[], [], [("7♥", "")]]
    assert "End the turn" in shown
    assert 'href="#c-ripete"' in shown


@pytest.mark.parametrize(("verdict", "frame"), [("refuted", "counterexample"), ("attained", "witness"), ("proved", "witness")])
def test_a_witness_has_a_frame_of_its_own(verdict: str, frame: str) -> None:
    shown = history(History({"moves": []}, {}), verdict, page_for(Ruleset(checked("scopa")), "it"))
    assert f'class="history {frame}"' in shown


@pytest.mark.parametrize("name", ["scala40", "ramino", "scopa", "tablanette"])
def test_the_examples_have_the_cards_of_their_positions(name: str) -> None:
    """Every card that an example places is drawn in its position, as what it is read."""
    game = checked(name)
    text = ruleset_page(Ruleset(game), "it")
    for example in game.examples:
        at = text.index(f'id="e-{example.name}"')
        drawn = Cards()
        drawn.feed(text[at : text.index("\n", at)].split("<ul>")[0])
        held = [line for line in example.lines if isinstance(line, Holds)]
        expected = Counter(
            (seen(game.deck.cards[card].code)[0], "" if like is None else seen(game.deck.cards[like].code)[0])
            for line in held
            for cards, readings in zip(line.cards, line.readings or ((),) * len(line.cards), strict=True)
            for card, like in zip(cards, readings or (None,) * len(cards), strict=True)
        )
        assert Counter(card for row in drawn.rows for group in row for card in group) == expected, example.name


def test_red_suits_are_red() -> None:
    game = checked("ramino")
    text = ruleset_page(Ruleset(game), "it")
    assert re.search(r'class="playing-card tone-red"[^>]*><b>7</b><i>♥</i>', text)
    assert re.search(r'class="playing-card tone-red"[^>]*><b>7</b><i>♦</i>', text)
    assert re.search(r'class="playing-card tone-black"[^>]*><b>7</b><i>♣</i>', text)
    assert re.search(r'class="playing-card tone-black"[^>]*><b>7</b><i>♠</i>', text)
    assert re.search(r'class="playing-card tone-none"[^>]*><b>JK</b><i>★</i>', text)
