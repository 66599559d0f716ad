"""Records are written, replayed under every house rule, and turned into tables."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.command_calls import cartaro
from tests.shipped_games import rules_of

from cartaro_grammar import shipped
from cartaro_interpreter import SeededChance, write_record
from cartaro_interpreter.table.playout import Played, RandomPlayer, play_hand


def lines(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_simulated_hands_are_written_as_records_that_replay(tmp_path: Path) -> None:
    file = tmp_path / "hands.jsonl"
    done = cartaro("simulate", "scopa", "-n", "3", "--seed", "7", "--records", str(file), "--json")
    records = lines(file)
    assert [(one["name"], one["game"], one["seed"]) for one in records] == [(f"scopa 7/{n}", "scopa", 7) for n in range(3)]
    points = sum(one["result"]["points"]["1"] for one in records)
    assert json.loads(done.stdout)["points"]["1"]["total"] == points
    answers = [json.loads(line) for line in cartaro("replay", "--json", "scopa", str(file)).stdout.splitlines()]
    assert [one["record"] for one in answers] == [one["name"] for one in records]


def test_too_many_records_are_refused(tmp_path: Path) -> None:
    done = cartaro("simulate", "scopa", "-n", "100001", "--records", str(tmp_path / "hands.jsonl"))
    assert (done.returncode, b"C0908" in done.stderr) == (2, True)


def test_a_record_bears_a_name_a_day_and_who_sat_where(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    words = ("play", "scopa", "--seats", "random,greedy", "-n", "2", "--name", "evening", "--date", "2026-11-25")
    assert cartaro(*words, "--record", str(file)).returncode == 0
    heads = [(one["name"], one["date"], one["seats"]) for one in lines(file)]
    assert heads == [(f"evening {n}", "2026-11-25", ["random", "greedy"]) for n in (1, 2)]
    assert b"C0905" in cartaro("play", "scopa", "--date", "yesterday").stderr


def test_a_record_is_replayed_under_every_value_of_an_option_whatever_it_says(tmp_path: Path) -> None:
    file = tmp_path / "hand.jsonl"
    cartaro("simulate", "scopa", "-n", "20", "--seed", "1", "--set", "precedenza=nessuna", "--records", str(file))
    done = cartaro("replay", "--json", "scopa", str(file), "--set", "precedenza=every")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == 60
    legal = [one["settings"]["precedenza"] for one in answers if "points" in one]
    assert legal.count("nessuna") == 20
    assert 0 < legal.count("poche") < 20
    barred = next(one for one in answers if "points" not in one)
    assert barred["diagnostics"][0]["code"] == "C0818"
    assert done.returncode == 2


@pytest.mark.sweep("scopa", "briscola_in_cinque", "scala40")
@pytest.mark.parametrize("name", shipped())
def test_every_game_has_tables_of_its_moves_and_hands(name: str, tmp_path: Path) -> None:
    rules = rules_of(name)
    played = play_hand(rules, [RandomPlayer(seat) for seat in range(rules.game.players)], SeededChance(3))
    assert isinstance(played, Played)
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(write_record(rules, played, name="one")), encoding="utf-8")
    moves, hands = tmp_path / "moves.csv", tmp_path / "hands.csv"
    assert cartaro("table", str(file), "--moves", str(moves), "--hands", str(hands)).returncode == 0
    rows = list(csv.DictReader(moves.read_text(encoding="utf-8").splitlines()))
    assert len(rows) == len(played.moves)
    for row in rows:
        legal = json.loads(row["legal"])
        assert len(legal) == int(row["alternatives"]) >= 1
        assert row["record"] == "one"
        assert row["text"] in legal or "null" not in row["args"]
    points = [int(row["points"]) for row in csv.DictReader(hands.read_text(encoding="utf-8").splitlines())]
    counted = played.scores[-1].points if played.scores else ()  # the table has no row for a void hand
    assert points == list(counted)


def test_a_table_states_what_each_player_saw(tmp_path: Path) -> None:
    file = tmp_path / "hand.jsonl"
    cartaro("simulate", "scopa", "-n", "1", "--records", str(file))
    rows = list(csv.DictReader(cartaro("table", str(file)).stdout.decode().splitlines()))
    first = json.loads(rows[0]["seen"])
    assert [len(first["hand"]["1"]), first["hand"]["2"], first["stock"]["1"]] == [3, 3, 30]
    assert rows[0]["known_to"] == "1 2"


def test_a_table_may_be_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file, moves = tmp_path / "hand.jsonl", tmp_path / "moves.parquet"
    cartaro("simulate", "scopa", "-n", "1", "--records", str(file))
    assert cartaro("table", str(file), "--moves", str(moves)).returncode == 0
    read = parquet.read_table(moves).to_pylist()
    written = list(csv.DictReader(cartaro("table", str(file)).stdout.decode().splitlines()))
    assert [row["text"] for row in read] == [row["text"] for row in written]
    assert {type(row["alternatives"]) for row in read} == {int}


def test_a_record_without_a_game_needs_one(tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    cartaro("simulate", "scopa", "-n", "1", "--records", str(file))
    (record,) = lines(file)
    old = {key: record[key] for key in ("stock", "moves", "players", "settings", "result")}
    file.write_text(json.dumps(old), encoding="utf-8")
    refused = cartaro("table", str(file))
    assert (refused.returncode, b"C0905" in refused.stderr) == (2, True)
    assert cartaro("table", str(file), "--rules", "scopa").returncode == 0
    assert cartaro("replay", "--json", "scopa", str(file)).returncode == 0


@pytest.mark.parametrize("formula", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])
def test_no_cell_of_a_table_is_a_formula(formula: str, tmp_path: Path) -> None:
    file = tmp_path / "hand.jsonl"
    cartaro("simulate", "scopa", "-n", "1", "--records", str(file))
    (record,) = lines(file)
    file.write_text(json.dumps({**record, "name": formula, "date": formula}), encoding="utf-8")
    done = cartaro("table", str(file), "--hands", str(tmp_path / "hands.csv"), "--moves", str(tmp_path / "moves.csv"))
    assert done.returncode == 0, done.stderr
    for table in ("hands.csv", "moves.csv"):
        row = next(csv.DictReader((tmp_path / table).read_text(encoding="utf-8").splitlines()))
        assert row["record"] == f"'{formula}"


@pytest.mark.parametrize(
    "stated", [{"game": "briscola"}, {"game": 5}, {"edition": "99"}, {"fingerprint": "000000000000"}], ids=str
)
def test_a_record_of_another_game_is_replayed_with_a_warning(stated: dict[str, Any], tmp_path: Path) -> None:
    file, others = tmp_path / "hands.jsonl", tmp_path / "others.jsonl"
    cartaro("simulate", "scopa", "-n", "2", "--records", str(file))
    others.write_text("\n".join(json.dumps({**record, **stated}) for record in lines(file)), encoding="utf-8")
    assert not cartaro("replay", "--json", "scopa", str(file)).stderr
    for words in (("replay", "scopa", str(others)), ("table", str(others), "--rules", "scopa")):
        done = cartaro(*words)
        assert (done.returncode, done.stderr.count(b"warning[C0831]")) == (0, 1), done.stderr


def test_a_record_names_no_file(tmp_path: Path) -> None:
    file, secret = tmp_path / "hands.jsonl", tmp_path / "secret"
    secret.write_text("the password is hunter2\n", encoding="utf-8")
    cartaro("simulate", "scopa", "-n", "1", "--records", str(file))
    (record,) = lines(file)
    for name in (str(secret), "secret", "../secret"):
        file.write_text(json.dumps({**record, "game": name}), encoding="utf-8")
        done = cartaro("table", str(file), folder=tmp_path)
        assert (done.returncode, b"C0101" in done.stderr, b"hunter2" in done.stderr) == (2, True, False)
