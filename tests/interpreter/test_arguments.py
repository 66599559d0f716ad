"""The arguments of acts: every kind of argument is written, read and replayed, as JSON, in words and in examples."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.interpreter.material import hand
from tests.interpreter.small_games import legal, position, rules_with, text_of

from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_interpreter import (
    Json,
    Move,
    Played,
    Record,
    Rules,
    legal_moves,
    phrase,
    read_record,
    replay,
    run_examples,
    write_record,
)
from cartaro_interpreter.formats.json_text import write_json
from cartaro_interpreter.formats.move_text import read_written
from cartaro_interpreter.table.hand_search import plain_move_json

DOMAINS = {
    "one of hand": ["6D", "7D"],
    "some of hand": ["6D", "7D", "6D 7D"],
    "all of hand": ["6D 7D"],
    "one of (hand where value is at least 1)": ["6D", "7D"],
    "one of suit": ["bastoni", "coppe", "denari", "spade"],
    "some of suit": ["bastoni", "coppe", "bastoni coppe", "denari"],
    "all of suit": ["bastoni coppe denari spade"],
    "one of players": ["1", "2"],
    "some of players": ["1", "2", "1 2"],
    "all of players": ["1 2"],
    "one of (players where points is 0)": ["1", "2"],
    "one of sides": ["1", "2"],
    "some of sides": ["1", "2", "1 2"],
    "either si or no": ["si", "no"],
}
HELD: dict[str, Json] = {"1": ["6D", "7D"], "2": ["4D"]}


def act_with(domain: str) -> str:
    return f"""
act name_it what
  says it "dire {{what}}" en "say {{what}}" fr "dire {{what}}"
  what is {domain}
  move hand to done
dice: the player may name_it
turno: in a turn the player must name_it
"""


def rules_of_domain(folder: Path, domain: str) -> Rules:
    return rules_with(folder, act_with(domain))


@pytest.mark.parametrize("domain", DOMAINS)
def test_arguments_come_back_as_they_were_written(tmp_path: Path, domain: str) -> None:
    rules = rules_of_domain(tmp_path, domain)
    state = position(rules, {"hand": HELD})
    assert legal(rules, state)[: len(DOMAINS[domain])] == [f"name_it {one}" for one in DOMAINS[domain]]
    moves = legal_moves(rules, state)
    assert isinstance(moves, tuple)
    for move in moves:
        for text in (phrase(rules.game, move), write_json(plain_move_json(rules, move))):
            read = read_written(rules.game, text)
            assert isinstance(read, Move), (text, read)
            assert read.same(move), text


@pytest.mark.parametrize("domain", DOMAINS)
def test_records_come_back_as_they_were_played(tmp_path: Path, domain: str) -> None:
    rules = rules_of_domain(tmp_path, domain)
    for seed in range(3):
        played = hand(rules, seed)
        record = read_record(rules, write_record(rules, played))
        assert isinstance(record, Record), record
        again = replay(rules, record)
        assert isinstance(again, Played), again
        assert again.state == played.state
        assert write_record(rules, again) == write_record(rules, played)


@pytest.mark.parametrize(
    ("domain", "written"),
    [("one of suit", "coppe"), ("some of suit", "coppe"), ("one of players", "player"), ("one of hand", "7D")],
)
def test_an_example_may_name_them(tmp_path: Path, domain: str, written: str) -> None:
    lines = f'\nexample uno it "uno" en "one"\n  hand holds 6D 7D\n  player may name_it {written}\n  do name_it {written}\n'
    (tmp_path / "prova.regole").write_text(text_of(act_with(domain)) + lines, encoding="utf-8")
    game = load_game(tmp_path / "prova.regole")
    assert isinstance(game, Game), game
    assert [result.failures for result in run_examples(game)] == [()]


@pytest.mark.parametrize("value", ["cuori", "6D", 1, None, ["coppe"], {"a": 1}])
def test_a_value_that_there_is_not_is_reported(tmp_path: Path, value: Json) -> None:
    rules = rules_of_domain(tmp_path, "one of suit")
    found = read_record(rules, {"stock": [], "moves": [{"act": "name_it", "args": {"what": value}}]})
    assert isinstance(found, tuple)
    assert [(one.code, "bastoni, coppe, denari, spade" in one.message) for one in found] == [("C0814", True)]
    written = read_written(rules.game, "name_it copp")
    assert isinstance(written, tuple)
    assert written[0].help == "did you mean `coppe`?"
