"""Meanings of positions and effects that are easily misunderstood; the reference has the meanings of expressions
(`details.md`).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.interpreter.small_games import OPENING

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_interpreter import Rules, compile_game, read_position, write_position
from cartaro_interpreter.state.card_sets import members
from cartaro_interpreter.state.state import State

GAME = OPENING.replace("use italian_deck", "use french_deck").replace(
    'article 1 "Luoghi"\n',
    """article 1 "Luoghi"
  mazzo: the pack has 1 of every rank and suit
  terna: s counts as terna when number of s is 3 and s is alike in suit and s is consecutive in place
  jolly: the pack has 2 cards jolly "JK" it "il jolly" en "the joker" fr "le joker"
  pile heap it "lo scarto" en "the heap" fr "le rebut"
  zone table it "la tavola" en "the table" fr "la table"
  counter count for the hand it "il conto" en "the count" fr "le compte"
  counter order of each player for the hand it "l'ordine" en "the order" fr "l'ordre"
  reference picked, a card, for the hand
  reference nessuno, a player, for the match
  reference who, a side, for the match
  act drop card
    says it "scartare {card}" en "drop {card}" fr "jeter {card}"
    card is one of hand
    move card, table to heap
  act pay
    says it "pagare" en "pay" fr "payer"
    subtract 3 from count
    add 1 to points of the side with highest number of done
    move table to hand of nessuno
  act give
    says it "dare" en "give" fr "donner"
    deal 1 from stock to each hand, from nessuno
  distribuisce_uno: the player may give
  scarta: the player may drop
  paga: the player may pay
  turno: in a turn the player must drop or pay or give
  capisce: after a give, add 1 to order for each player where number of hand is 2 when nessuno is nobody
  conta: after a pay
    add 1 to count for each player
    order becomes count for each player
""",
)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("meanings") / "prova.regole"
    path.write_text(GAME, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), [(one.code, one.message, one.primary and one.primary.span.text) for one in found]
    return found


@pytest.fixture(scope="module")
def rules(game: Game) -> Rules:
    found = compile_game(game)
    assert isinstance(found, Rules), found
    return found


def state(rules: Rules, position: dict[str, object]) -> State:
    found = read_position(rules, position)
    assert isinstance(found, State), found
    return found


def test_references_in_a_position(rules: Rules) -> None:
    counters = {"picked": "7♥", "nessuno": 2, "who": 1}
    found = write_position(rules, state(rules, {"zones": {}, "counters": counters})).get("counters")
    assert isinstance(found, dict)
    assert {name: found[name] for name in counters} == counters
    empty = write_position(rules, state(rules, {"zones": {}, "counters": dict.fromkeys(counters)})).get("counters")
    assert isinstance(empty, dict)
    assert all(empty[name] is None for name in counters)


def test_cards_moved_onto_a_pile_lie_on_its_top_as_they_lay(rules: Rules) -> None:
    held = {"heap": ["K♠"], "table": ["3♣", "2♣"], "hand": {"1": ["9♥", "8♥"], "2": ["4♦"]}}
    found = state(rules, {"zones": held, "moves": ["drop 9♥"]})
    zones = write_position(rules, found)["zones"]
    assert isinstance(zones, dict)
    assert zones["heap"] == ["2♣", "3♣", "9♥", "K♠"]


@pytest.mark.parametrize(("first", "dealt"), [(1, ["4♣", "5♣"]), (2, ["5♣", "4♣"]), (None, ["4♣", "5♣"])])
def test_a_deal_begins_with_the_player_named_or_in_the_first_seat(rules: Rules, first: int | None, dealt: list[str]) -> None:
    held = {"stock": ["4♣", "5♣"], "hand": {"1": ["9♥"], "2": ["4♦"]}}
    found = state(rules, {"zones": held, "counters": {"nessuno": first}, "moves": ["give"]})
    zones = write_position(rules, found)["zones"]
    assert isinstance(zones, dict)
    hands = zones["hand"]
    assert isinstance(hands, dict)
    drawn = [next(card for card in hands[seat] if card not in ("9♥", "4♦")) for seat in ("1", "2")]
    assert drawn == dealt


def test_for_each_where_asks_each_and_what_is_after_it_too(rules: Rules) -> None:
    held = {"stock": ["4♣", "5♣"], "hand": {"1": ["9♥"], "2": ["4♦", "5♦"]}}
    for nobody, order in ((None, {"1": 1, "2": 0}), (1, {"1": 0, "2": 0})):
        found = state(rules, {"zones": held, "counters": {"nessuno": nobody}, "moves": ["give"]})
        counters = write_position(rules, found).get("counters")
        assert isinstance(counters, dict)
        assert counters["order"] == order


def test_counters_go_below_0_and_nobody_gets_nothing(rules: Rules) -> None:
    held = {"table": ["3♣"], "hand": {"1": ["9♥"], "2": ["4♦"]}}
    found = state(rules, {"zones": held, "moves": ["pay"]})
    after = write_position(rules, found)
    counters, zones = after.get("counters"), after["zones"]
    assert isinstance(counters, dict)
    assert isinstance(zones, dict)
    assert counters["count"] == -1
    assert counters["points"] == {"1": 0, "2": 0}
    assert zones["table"] == ["3♣"]
    assert len(members(found.cells[rules.layout.places["table"].slot])) == 1


EACH = """
  counter line of each player for the hand it "la riga" en "the line" fr "la ligne"
  counter block of each player for the hand it "il blocco" en "the block" fr "le bloc"
  counter once of each player for the hand it "la volta" en "the once" fr "la fois"
  riga: after a drop, add 1 to line for each player when number of hand is at least 2 unless number of hand is 5
  blocco: after a drop
    add 1 to block for each player when number of hand is at least 2 unless number of hand is 5
  volta: after a drop, add 1 to once for each player when number of table is 0 and every hand is not empty
  scarta: the player may drop
"""


def test_a_condition_behind_for_each_is_asked_of_each_on_one_line_too(tmp_path: Path) -> None:
    path = tmp_path / "prova.regole"
    path.write_text(GAME.replace("  scarta: the player may drop\n", EACH.lstrip("\n")), encoding="utf-8")
    game = load_game(path)
    assert isinstance(game, Game), game
    made = compile_game(game)
    assert isinstance(made, Rules), made
    held = {"hand": {"1": ["9♥", "8♥"], "2": ["4♦", "5♦"]}}
    counters = write_position(made, state(made, {"zones": held, "moves": ["drop 9♥"]})).get("counters")
    assert isinstance(counters, dict)
    assert counters["line"] == counters["block"] == {"1": 0, "2": 1}
    assert counters["once"] == {"1": 1, "2": 1}
