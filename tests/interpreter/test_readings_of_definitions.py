"""A definition about cards in place uses their readings: a low straight is a straight."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_engine.lower.hands import lower
from cartaro_engine.memory.traps import Construct, NotLowered
from cartaro_grammar import Game, load_game
from cartaro_interpreter import Rules, compile_game, run_examples
from cartaro_verify import english
from cartaro_verify.obligation_proofs import attempt
from cartaro_verify.obligations.prepared_game import PreparedGame

VARIANT = """variant classi of ramino
  title "Classi"

in article 3 add
  counter merito of each player for the hand it "il merito" en "the merit" fr "le mérite"
  bassa: class of s is 1
  fila despite bassa: class of s is 2 when number of s is 5 and s is consecutive in place
  piena despite fila, bassa: class of s is 3 when number of s is 5 and s is consecutive in place and s is alike in suit
  alta: best of s is 1 unless s is consecutive in place
  lunga: best of s is total place of s when s is consecutive in place
  colore: s counts as fiorita when s is alike in suit
  pesa: after a discard, merito becomes class of hand
"""
HOLDS = {
    "an ace below": "class of A♥ 2♣ 3♠ 4♥ 5♣ = 2",
    "an ace above": "class of 10♥ J♣ Q♠ K♥ A♣ = 2",
    "no ace in the middle": "class of Q♥ K♣ A♠ 2♥ 3♣ = 1",
    "two conditions, one reading": "class of A♥ 2♥ 3♥ 4♥ 5♥ = 3",
    "a joker is one card at a time": "class of JK 2♥ 3♥ 4♥ 5♣ = 2",
    "unless in no reading": "best of A♥ 2♣ 3♠ = 6",
    "and where there is none": "best of A♥ 3♣ 5♠ = 1",
    "a kind": "A♥ 2♥ 3♥ is fiorita and A♥ JK 3♥ is fiorita and not A♥ 2♣ JK is fiorita",
}
LYING = """
example giace it "come giacciono" en "as they lie" fr "comme elles sont"
  hand of player holds A♥ 2♣ 3♠ 4♥ 5♣
  hand of player after player holds JK 6♣
  check class of hand of player = 2
  check class of hand of player after player = 1
  check best of hand of player after player = 11 or best of hand of player after player = 13
  check class of (hand of player - 5♣) = 1
  check class of (hand of player - 5♣ + 6♣) = 1
  check hand of player after player is fiorita and not hand of player is fiorita
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("readings")
    examples = "".join(
        f'\nexample e{n} it "{name}" en "{name}"\n  check {said}\n' for n, (name, said) in enumerate(HOLDS.items())
    )
    path = folder / "classi.regole"
    path.write_text(VARIANT + examples + LYING, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), [(reported.message, reported.primary) for reported in found]
    return found


def test_a_definition_is_applied_to_the_readings_of_cards(game: Game) -> None:
    own = [one for one in run_examples(game) if Path(one.example.span.source.name).name == "classi.regole"]
    assert len(own) == len(HOLDS) + 1
    assert [(one.example.names, [reported.message for reported in one.failures]) for one in own if not one.holds] == []


def test_the_engine_refuses_it_by_name(game: Game) -> None:
    rules = compile_game(game)
    assert isinstance(rules, Rules)
    refused = lower(rules)
    assert isinstance(refused, NotLowered)
    assert refused.construct == Construct.READINGS


def test_the_prover_states_that_it_does_not_cover_it(game: Game) -> None:
    found = attempt("movable", PreparedGame(game)).outcome
    assert found.verdict == "unknown"
    assert "may be read in several ways" in english(found.reason)
