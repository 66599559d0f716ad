"""The commands for authors of engines: they count lines of play and write test vectors."""

from __future__ import annotations

import json

from tests.cli.command_calls import answer, cartaro


def test_lines_are_counted() -> None:
    found = answer(cartaro("count", "scopa", "--depth", "3", "--seed", "3", "--json"))
    assert (found["game"], found["by"], found["seed"], found["hand"]) == ("scopa", "engine", 3, 0)
    assert [count["depth"] for count in found["counts"]] == [0, 1, 2, 3]
    assert found["counts"][0] == {"depth": 0, "lines": 1, "positions": 1, "ended": 0}
    assert answer(cartaro("count", "scala40", "--depth", "1", "--json"))["by"] == "engine"


def test_vectors_are_lines_of_json() -> None:
    done = cartaro("vectors", "scopa", "-n", "5", "--seed", "2", "--set", "players=3")
    assert done.returncode == 0
    vectors = [json.loads(line) for line in done.stdout.splitlines()]
    assert [vector["made"] for vector in vectors] == [0, 1, 2, 3, 4]
    assert {vector["players"] for vector in vectors} == {3}
    assert all(len(vector["transitions"]) == 1 for vector in vectors)
    every = cartaro("vectors", "scopa", "-n", "1", "--every-move")
    vector = json.loads(every.stdout)
    assert len(vector["transitions"]) == len(vector["moves"]) > 1


def test_errors_are_reported() -> None:
    assert cartaro("count", "no_such_game", "--depth", "1").returncode == 2
    assert cartaro("vectors", "scopa", "--set", "players=9").returncode == 2
