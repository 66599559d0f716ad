"""`cartaro compare`: what house rules, numbers of players and other rulesets change, as an answer, a table and a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from cartaro.commands.compare import command

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"
COMPARISON, STATISTICS = (
    json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")) for name in ("comparison", "statistics")
)


def compare(*words: str) -> Result:
    return CliRunner().invoke(command, words)


def answer(*words: str) -> dict[str, Any]:
    done = compare(*words, "--json")
    assert done.exit_code == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    Draft202012Validator.check_schema(COMPARISON)
    cast("Any", Draft202012Validator(COMPARISON)).validate(found)
    for statistics in (found["base"], *(other["statistics"] for other in found["others"])):
        cast("Any", Draft202012Validator(STATISTICS)).validate(statistics)
    return found


def differences(other: dict[str, Any]) -> dict[tuple[str, str | None, int | None], dict[str, Any]]:
    return {(one["of"], one.get("name"), one.get("side")): one for one in other["differences"]}


def test_each_value_is_compared_with_the_chosen_one() -> None:
    found = answer("scopa", "--vary", "rifiuto,ultima", "--set", "ultima=presa", "-n", "3000")
    changes = [other["changed"] for other in found["others"]]
    assert changes == [{"rifiuto": "libero"}, {"ultima": "giocata"}, {"ultima": "vale"}]
    assert found["base"]["house_rules"]["ultima"] == "presa"
    assert found["others"][0]["statistics"]["house_rules"]["ultima"] == "presa"
    free = differences(found["others"][0])
    assert free["shares", "scope", 1]["differs"]
    assert free["shares", "scope", 1]["difference"][2] < 0
    assert not differences(found["others"][2])["moves", None, None]["differs"]


def test_players_may_be_varied() -> None:
    found = answer("scopa", "--vary", "players", "-n", "100")
    assert [other["statistics"]["players"] for other in found["others"]] == [3, 4, 6]
    assert ("points", None, 3) not in differences(found["others"][0])


def test_two_rulesets() -> None:
    found = answer("scopa", "napola", "-n", "500")
    assert [other["changed"] for other in found["others"]] == [{"ruleset": "napola"}]
    assert differences(found["others"][0])["moves", None, None]["difference"] == [0, 0, 0]


def test_a_table_of_what_is_different() -> None:
    output = compare("scopa", "--vary", "rifiuto,per_volta", "-n", "3000").stdout
    assert "scopa, 2 players, hands: 3,000 for each, random seed 0" in output
    assert "rifiuto=libero" in output
    assert "scope, side 1" in output.partition("per_volta=9")[0]
    assert "measures without a significant difference: " in output
    assert "not paired" in output


def test_the_plot_is_reproducible_and_labelled(tmp_path: Path) -> None:
    drawn: list[str] = []
    for name in ("one.svg", "two.svg"):
        file = tmp_path / name
        assert compare("scopa", "--vary", "ultima", "-n", "200", "--plot", str(file)).exit_code == 0
        drawn.append(file.read_text(encoding="utf-8"))
    assert drawn[0] == drawn[1]
    labels = " ".join(ElementTree.fromstring(drawn[0]).itertext())
    for text in ("ultima = presa", "ultima = vale", "as chosen", "side 2", "scopa: points a hand, 200 hands"):
        assert text in labels


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("scopa",), "C0910"),
        (("scopa", "napola", "escoba"), "C0910"),
        (("scopa", "napola", "--vary", "ultima"), "C0910"),
        (("scopa", "--vary", "nonsense"), "C0701"),
        (("scopa", "no_such_game"), "C0101"),
    ],
)
def test_what_cannot_be_compared_is_reported(words: tuple[str, ...], code: str) -> None:
    done = compare(*words, "-n", "10")
    assert done.exit_code == 2
    assert code in done.stderr
