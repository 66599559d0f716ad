"""The shipped rulesets keep their promises, and the verifier names the method of each decision."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest
from tests.verify.material import game_of
from tests.verify.small import decided, small

from cartaro.verdicts import load_or_decide, shipped_verdicts
from cartaro_grammar.file_set import shipped
from cartaro_grammar.model.game import Game
from cartaro_verify import OBLIGATIONS, Result, as_json, english, from_json, verify
from cartaro_verify.obligation_proofs import is_quick
from cartaro_verify.results import statements as st
from cartaro_verify.terms.symbolic_state import NotCovered

pytestmark = pytest.mark.slow


def assert_complete(game: Game, results: Sequence[Result]) -> None:
    """Check that all obligations and claims of a game are decided, each with its method and its evidence."""
    assert [(r.name, r.settings, r.reason) for r in results if not r.fine] == []
    assert {r.name for r in results if r.kind == "obligation"} == set(OBLIGATIONS)
    assert {r.name for r in results if r.kind == "claim"} == {c.name for c in game.claims}
    assert all(r.method for r in results)
    assert all(r.witness is not None for r in results if r.verdict == "attained")


@pytest.mark.parametrize("name", shipped())
def test_the_kept_verdicts_decide_everything(name: str) -> None:
    """After a change of the rules, `make certificates` writes the certificates again."""
    game = game_of(name)
    assert_complete(game, [from_json(value) for value in shipped_verdicts(game)])


def assert_invariants(game: Game, results: Sequence[Result]) -> None:
    """Check that exactly the proofs that need invariants list them."""
    proved = [r for r in results if r.verdict == "proved" and not r.settings]
    without = {r.name for r in proved if r.kind == "obligation" and is_quick(r.name, game)}
    assert {r.name for r in proved if not r.invariants} == without


@pytest.mark.nightly
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("name", shipped())
def test_everything_is_decided(name: str) -> None:
    """If `make proofs` has not kept these verdicts, this test takes minutes."""
    found = load_or_decide(name, {}, None)
    assert isinstance(found, list), found
    results = [from_json(value) for value in found]
    game = game_of(name)
    assert_complete(game, results)
    assert_invariants(game, results)


@pytest.fixture
def extremes(tmp_path: Path) -> Game:
    """A game with one greatest value that is attained and one that is exceeded."""
    return small(
        tmp_path,
        deal="deals: deal 2 from stock to each hand",
        match="worth: each side scores total value of won\n"
        "wins: the winner is the side with highest total value of won\nends: the match ends",
        claims='claim most (T4) it "al più 6" en "at most 6"\n'
        "  always every x in sides has number of won of x is at most 2\n"
        "  greatest score of side at the end of the hand is 6\n"
        'claim too_few (T4) it "al più 5" en "at most 5"\n'
        "  greatest score of side at the end of the hand is 5",
    )


def facts(result: Result) -> dict[str, object]:
    """Return everything in a result except for the time that it took."""
    return {key: value for key, value in as_json(result).items() if key != "seconds"}


def test_a_proof_that_needs_no_invariants_lists_none(extremes: Game) -> None:
    results = verify(extremes)
    assert_invariants(extremes, results)
    assert {"discreet", "conserved", "decided"} <= {r.name for r in results if not r.invariants}


def test_the_same_game_has_the_same_results(extremes: Game, tmp_path: Path) -> None:
    first = [facts(r) for r in verify(extremes)]
    verify(small(tmp_path))
    assert [facts(r) for r in verify(extremes)] == first


def test_only_what_is_named_is_decided() -> None:
    assert [r.name for r in verify(game_of("scopa"), only="movable")] == ["movable"]
    assert verify(game_of("scopa"), only="nothing") == ()


def test_progress_is_reported() -> None:
    heard = list[str]()
    verify(game_of("scopa"), only="ends", progress=heard.append)
    assert heard[0] == "ends"


@pytest.mark.nightly
def test_obligations_hold_for_another_number_of_players() -> None:
    results = verify(game_of("scopa", players="3"), only=OBLIGATIONS)
    assert [r.verdict for r in results] == ["proved"] * len(OBLIGATIONS)


def test_an_act_whose_outcome_is_not_seen_is_tried_in_a_later_step(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HANDS", "MORE_HANDS", "SOME_HANDS"):
        monkeypatch.setattr(import_module("cartaro_verify.verify"), name, 5)
    found = verify(game_of("groups"), only="movable")
    assert [r.verdict for r in found] == ["unknown"]
    assert english(found[0].reason) == "the solver gave up"


def test_what_is_not_known_of_hands_of_fewer_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    def other_hands(*_: object) -> tuple[Game, ...]:
        raise NotCovered(st.Construct.TOO_FEW_PLAYERS)

    for name in ("HANDS", "MORE_HANDS", "SOME_HANDS"):
        monkeypatch.setattr(import_module("cartaro_verify.verify"), name, 5)
    monkeypatch.setattr(import_module("cartaro_verify.encode.participants"), "games_for_fewer", other_hands)
    found = verify(game_of("scopa"), only=("movable", "solo_pari"))
    assert [r.verdict for r in found] == ["unknown", "unknown"]
    assert all("goes on with fewer players" in english(r.reason) for r in found)


def test_an_extreme_is_proved_and_attained(extremes: Game) -> None:
    found = decided("most", extremes)
    assert found.verdict == "attained"
    assert "worth at most 6" in english(found.method)
    assert found.witness is not None


def test_an_extreme_that_is_exceeded_is_refuted(extremes: Game) -> None:
    found = decided("too_few", extremes)
    assert found.verdict == "refuted"
    assert found.witness is not None
    assert found.witness.hand is not None


def test_a_turn_that_is_left_by_choice_ends_as_its_moves_have_made_it() -> None:
    """Induction over the moves of a turn proves facts that do not follow from the invariants at its last step."""
    found = shipped_verdicts(game_of("scopone"))
    results = {result.name: result for result in map(from_json, found) if not result.settings}
    assert [results[name].verdict for name in ("ends", "ultimo_turno", "tutte_prese")] == ["proved"] * 3
    assert "findings are left out" in english(results["ends"].method)
