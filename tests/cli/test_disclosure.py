"""Rules whose legal moves reveal a hidden card: `check` refuses them, and no hand is played under them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.command_calls import cartaro

from cartaro_engine.table.tables import named_table

RULESETS = Path(__file__).parents[1] / "interpreter" / "rulesets"
TELLING = ("hidden_choice", "hidden_condition", "cieca")


@pytest.mark.parametrize("name", TELLING)
def test_check_refuses(name: str) -> None:
    done = cartaro("check", str(RULESETS / f"{name}.regole"), "--json")
    (found,) = json.loads(done.stdout)["rulesets"]
    assert "C0829" in {reported["code"] for reported in found["diagnostics"]}
    assert done.returncode == 1


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--seats", "you,random", "--seed", "1"),
        ("simulate", "-n", "3"),
        ("test",),
        ("moves", "--position", "-"),
    ],
    ids=lambda words: words[0],
)
@pytest.mark.parametrize("name", TELLING[:2])
def test_no_command_plays_a_ruleset_that_discloses_hidden_cards(name: str, words: tuple[str, ...]) -> None:
    done = cartaro(words[0], str(RULESETS / f"{name}.regole"), *words[1:], given=b"{}")
    assert done.returncode == 1
    assert b"C0829" in done.stdout + done.stderr
    assert b"1 steal" not in done.stdout


def test_no_environment_is_made_of_a_ruleset_that_discloses_hidden_cards() -> None:
    with pytest.raises(ValueError, match="C0829"):
        named_table(str(RULESETS / "hidden_choice.regole"), {})
