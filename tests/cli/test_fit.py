"""`cartaro fit`: the rules under which records were played."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.cli.command_calls import cartaro
from tests.levels import by_level
from tests.shipped_games import game_of

from cartaro_engine import played_by_the_interpreter
from cartaro_grammar import Game, choose
from cartaro_interpreter import NONE, ChoiceFitting, FittedRecord, Played, Rules, compile_game, write_record
from cartaro_workbench import schema_of

HIDDEN: tuple[str, ...] = ("per_volta", "tre_re", "precedenza", "rifiuto", "ultima", "quanti_denari")


def simulated(file: Path, *words: str) -> None:
    assert cartaro("simulate", *words, "--records", str(file)).returncode == 0


def fitted(*words: str) -> Any:
    done = cartaro("fit", *words, "--json")
    answer = json.loads(done.stdout)
    checker: Any = Draft202012Validator(schema_of("fit"))
    assert list(checker.iter_errors(answer)) == []
    assert done.returncode == (0 if answer["fits"] else 1)
    return answer


@pytest.mark.nightly
def test_the_rules_of_an_evening_are_found_among_several(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    simulated(file, "scopa", "-n", "8", "--seed", "7", "--set", "ultima=presa", "--set", "precedenza=poche")
    others = ["scopone", "scala40"][: by_level(day=1, night=2)]
    named = (word for name in ("scopa", *others) for word in ("--rules", name))
    answer = fitted(str(file), "--only", *named, "--each")
    (one,) = answer["fits"]
    house_rules = {name: group["choices"] for group in one["house_rules"] for name in group["options"]}
    assert one["game"] == "scopa"
    assert house_rules["players"] == [{"players": "2"}]
    assert {"ultima": "presa"} in house_rules["ultima"]
    assert {"precedenza": "poche"} in house_rules["precedenza"]
    assert {found["game"] for found in answer["excluded"]} == set(others)
    assert all(each["choices"]["scopa"] >= one["choices"] for each in answer["each"])
    telling = {(told["option"], told["value"]): told for told in one["telling"]}
    bars = telling["precedenza", "nessuna"]["against"]
    assert (bars["clauses"], bars["article"]) == (["prima_pari"], "scopa/3")


def test_where_none_fits_the_nearest_is_named_with_what_speaks_against_it(tmp_path: Path) -> None:
    file = tmp_path / "hand.jsonl"
    simulated(file, "scopa", "-n", "3", "--seed", "7", "--set", "precedenza=nessuna")
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for record in records[1:]:
        record["result"]["points"] = {"1": 9, "2": 9}
    file.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    answer = fitted(str(file), "--only", "--rules", "scopa", "--rules", "scala40")
    nearest = answer["nearest"]
    assert (nearest["game"], nearest["fitting"]) == ("scopa", 1)
    assert (nearest["against"]["record"], nearest["against"]["code"]) == ("scopa 7/1", "C0825")


def test_a_move_that_no_house_rule_allows_is_reported_with_its_article(tmp_path: Path) -> None:
    file = tmp_path / "hand.jsonl"
    simulated(file, "scopa", "-n", "6", "--seed", "1", "--set", "rifiuto=libero", "--set", "precedenza=nessuna")
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    move = next(n for n, one in enumerate(records[0]["moves"]) if one["act"] == "take")
    records[0]["moves"][move]["act"] = "lay"
    records[0]["moves"][move]["args"] = {"card": "7D"}
    file.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    against = fitted(str(file), "--only", "--rules", "scopa")["nearest"]["against"]
    assert (against["entry"], against["code"], against["move"]) == (move + 1, "C0818", "lay 7D")


def test_hidden_house_rules_are_recovered_as_far_as_they_can_be_told() -> None:
    """Each hand is played under its own settings. The settings that fit are exactly those under which the record replays, and
    the hidden ones are among them.
    """
    game, draw = game_of("scopa"), random.Random(44)
    fitting = ChoiceFitting(game)
    every = list(product(*(fitting.sets.options[name] for name in HIDDEN)))
    told, hands = 0, by_level(day=12, night=60)
    for number in range(hands):
        hidden = dict(zip(HIDDEN, draw.choice(every), strict=True))
        chosen = choose(game, hidden)
        assert isinstance(chosen, Game)
        rules = compile_game(chosen)
        assert isinstance(rules, Rules)
        played = played_by_the_interpreter(rules, 1, number)
        assert isinstance(played, Played)
        found = fitting.fit({**write_record(rules, played)})
        assert isinstance(found, FittedRecord)
        assert fitting.sets.both(found.fitting, fitting.sets.of({**hidden, "players": "2"})) != NONE
        told += fitting.sets.possible(found.fitting, "per_volta") == (hidden["per_volta"],)
    assert told == hands
