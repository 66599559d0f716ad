"""Verdicts that need thousands of hands: rare events are found, and the interpreter makes the record."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

from tests.interpreter.small_games import text_of

from cartaro_engine import search_hands
from cartaro_grammar import Diagnostic, Game, load_game
from cartaro_interpreter import (
    NOT_SEARCHED,
    Played,
    Record,
    Rules,
    SearchedHands,
    Sought,
    compile_game,
    parse_json,
    read_record,
    replay,
)
from cartaro_verify import Result, verify

FOUR_ACES = "number of asso in hand of players = 4"
TEXT = text_of("""
act play card
  says it "giocare {card}" en "play {card}" fr "jouer {card}"
  card is one of hand
  move card to done
gioca: in a turn the player must play
libera: the player may play
""")
CLAIMS = f"""
claim once it "quattro assi" en "four aces" fr "quatre as"
  it can happen {FOUR_ACES}
claim never it "mai quattro assi" en "never four aces" fr "jamais quatre as"
  never {FOUR_ACES}
"""


def game(folder: Path) -> Game:
    path = folder / "prova.regole"
    path.write_text(TEXT + CLAIMS, encoding="utf-8")
    found = load_game(path)
    assert isinstance(found, Game), [(reported.code, reported.message) for reported in found]
    return found


def verdicts(results: tuple[Result, ...]) -> dict[str, str]:
    return {result.name: result.verdict for result in results}


def most_hands() -> int:
    """Return the number of hands that the interpreter plays for a goal that no hand meets; by day it is smaller."""
    hands: int = import_module(verify.__module__).HANDS
    return hands


def test_what_hardly_ever_happens_is_found_and_replays(tmp_path: Path) -> None:
    rare = game(tmp_path)
    found = verify(rare, ("once", "never"), hand_search=search_hands)
    assert verdicts(found) == {"once": "attained", "never": "refuted"}
    rules = compile_game(rare)
    assert isinstance(rules, Rules)
    for result in found:
        assert result.witness is not None
        assert result.witness.hand is not None
        value = parse_json(json.dumps(result.witness.hand))
        assert not isinstance(value, Diagnostic)
        record = read_record(rules, value)
        assert isinstance(record, Record), record
        assert isinstance(replay(rules, record), Played)


def test_without_it_the_interpreter_looks_in_its_own_hands(tmp_path: Path) -> None:
    found = verify(game(tmp_path), ("once", "never"))
    assert verdicts(found) == {"once": "unknown", "never": "unknown"}
    assert {result.hands for result in found} == {most_hands()}


def test_what_is_not_looked_for_falls_back(tmp_path: Path) -> None:
    asked = list[tuple[Sought, ...]]()

    def refusing(_: Rules, sought: tuple[Sought, ...], __: frozenset[str]) -> SearchedHands:
        asked.append(sought)
        return NOT_SEARCHED

    assert verify(game(tmp_path), "once", hand_search=refusing)[0].hands == most_hands()
    assert [[one.moment for one in sought] for sought in asked] == [[("await", ""), ("end", "turn")]]


def test_hands_in_which_it_has_been_looked_for_are_reported(tmp_path: Path) -> None:
    def looking(_: Rules, sought: tuple[Sought, ...], __: frozenset[str]) -> SearchedHands:
        return SearchedHands(frozenset(range(len(sought))), 12_345, ())

    (found,) = verify(game(tmp_path), "once", hand_search=looking)
    assert (found.verdict, found.hands) == ("unknown", 30 + 12_345)
