"""The numbers of players for which a verdict holds, the moment at which it is reported, and the traces that a claim leaves
behind.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from click.testing import CliRunner
from tests.verify.material import game_of

from cartaro.commands.verify import command
from cartaro_verify import as_json, decide, from_json, verify
from cartaro_verify.claims import attempt, begun
from cartaro_verify.obligations.prepared_game import PreparedGame

pytestmark = pytest.mark.slow

QUICK = "solo_pari"
"""A claim that the conditions of the acts decide alone."""


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(command, [*words, "--fresh"])
    return done.exit_code, done.stdout, done.stderr


def found(*words: str) -> list[Mapping[str, Any]]:
    code, out, err = run(*words, "--json")
    assert code == 0, err
    results: list[Mapping[str, Any]] = json.loads(out)["results"]
    return results


def test_a_verdict_states_for_how_many_players_and_under_which_house_rules() -> None:
    game = game_of("scopa", players="3", tre_re="valida")
    (result,) = verify(game, QUICK)
    assert result.players == 3
    assert dict(result.house_rules) == {option.name: game.chosen[option.name] for option in game.ruleset.options}
    assert dict(result.house_rules)["tre_re"] == "valida"
    again = from_json(json.loads(json.dumps(as_json(result))))
    assert (again.players, again.house_rules) == (result.players, result.house_rules)


def test_a_claim_under_another_value_says_so_among_all_house_rules() -> None:
    (result,) = verify(game_of("scopa"), "solo_le_meno")
    assert dict(result.settings) == {"precedenza": "poche"}
    assert dict(result.house_rules)["precedenza"] == "poche"


@pytest.mark.nightly
def test_every_value_and_every_number_of_players_are_answered_for() -> None:
    results = found("scopa", "--only", QUICK, "--set", "players=every", "--set", "tre_re=every")
    values = next(option.values for option in game_of("scopa").ruleset.options if option.name == "tre_re")
    assert {(r["players"], r["house_rules"]["tre_re"]) for r in results} == {(n, v) for n in (2, 3, 4, 6) for v in values}


def test_too_many_choices_are_not_begun() -> None:
    options = [f"--set={option.name}=every" for option in game_of("scopa").ruleset.options]
    code, _, err = run("scopa", "--set", "players=every", *options)
    assert code == 2
    assert "C0908" in err


def test_what_is_answered_is_reported_with_players_rules_and_a_sum() -> None:
    _, out, _ = run("scopa", "--only", QUICK, "--set", "tre_re=valida")
    lines = out.splitlines()
    assert lines[0] == "scopa, 2 players"
    assert "tre_re=valida" in lines[1]
    assert lines[-1] == "1 proved, 0 attained, 0 refuted, 0 unknown"


def test_a_verdict_is_reported_before_the_next_is_asked() -> None:
    heard = list[str]()
    coming = decide(game_of("scopa"), (QUICK, "chi_prende_deve"), heard.append)
    assert (next(coming).name, heard) == (QUICK, [QUICK])
    assert [result.name for result in coming] == ["chi_prende_deve"]


@pytest.fixture(scope="module")
def prepared() -> PreparedGame:
    made = PreparedGame(game_of("scopa"))
    assert made.frame.transitions
    return made


def test_a_claim_leaves_no_abilities_behind(prepared: PreparedGame) -> None:
    """Abilities that were left behind slowed down every later claim: with three players, one second became thirty-four."""

    def met() -> list[tuple[int, int]]:
        acts = [made.session.acts for made in prepared.frame.transitions.values()]
        return [(len(a.introduced), sum(len(ability.done) for ability in a.introduced)) for a in acts]

    before = met()
    claim = next(claim for claim in prepared.game.claims if claim.name == QUICK)
    assert attempt(prepared, begun(claim.lines[0])).proved
    assert met() == before


def test_an_invariant_of_some_cases_says_of_which(prepared: PreparedGame) -> None:
    some = [text for text in prepared.invariants if text.endswith(")")]
    assert some
    assert all("player 1 at step 1" in text for text in some)
