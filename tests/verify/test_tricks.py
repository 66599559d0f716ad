"""Trick-taking games are decided: the cards determine who takes a trick, and so the place to which they go."""

from __future__ import annotations

from pathlib import Path

import pytest

from cartaro_grammar import game as g
from cartaro_grammar.load import load_game
from cartaro_grammar.model.game import Game
from cartaro_verify import verify
from cartaro_verify.encode import solver, somebody
from cartaro_verify.frame.transition_system import TurnCase, always
from cartaro_verify.obligations import legal_move
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.results import statements

GAMES = Path(__file__).parent / "games"


def game_of(name: str, **settings: str) -> Game:
    game = load_game(GAMES / f"{name}.regole", settings)
    assert isinstance(game, Game), [found.message for found in game]
    return game


@pytest.fixture(scope="module")
def prepared() -> PreparedGame:
    return PreparedGame(game_of("prese"))


def test_the_suit_led_is_that_of_the_card_led_and_hands_are_level(prepared: PreparedGame) -> None:
    followed = [facts for case, facts in prepared.frame.facts.items() if _taker(case) == 1]
    assert followed
    for facts in followed:
        names = {(fact.sort, fact.place, fact.other) for fact in facts}
        assert ("bears", ("led", -1), ("played", 1)) in names
        assert ("difference", ("hand", 0), ("hand", 1)) in names


def test_a_move_is_proved_legal_in_every_state_although_suit_must_be_followed(prepared: PreparedGame) -> None:
    assert legal_move.movable(prepared.frame)[0] == "no"


def test_whether_suit_can_be_followed_takes_no_model_of_a_card(prepared: PreparedGame, monkeypatch: pytest.MonkeyPatch) -> None:
    def unneeded(*_: object) -> None:
        raise AssertionError("a card from a model")

    monkeypatch.setattr(solver, "find_witness", unneeded)
    assert legal_move.movable(prepared.frame)[0] == "no"


def test_ties_are_refuted_as_statements_of_propositions(monkeypatch: pytest.MonkeyPatch) -> None:
    def unneeded(*_: object) -> bool:
        raise AssertionError("a tie for each suit that may be led")

    monkeypatch.setattr(somebody, "_excluded", unneeded)
    frame = PreparedGame(game_of("prese")).frame
    assert any(transition.course.effects.named for transition in frame.transitions.values())


def test_every_hand_of_tricks_ends(prepared: PreparedGame) -> None:
    assert prepared.measure.answer == "no"


@pytest.mark.parametrize("name", ["qualcuno", "coppie"])
def test_what_holds_of_every_trick_is_proved_by_induction(prepared: PreparedGame, name: str) -> None:
    line = next(line for line in prepared.game.claim[name].lines if isinstance(line, g.Always))
    assert always(prepared.frame, line.condition).answer == "no"


@pytest.mark.nightly
def test_the_trick_of_four_goes_to_somebody(tmp_path: Path) -> None:
    text = (GAMES / "prese.regole").read_text()
    text = (
        text.replace("there are 2 players", "there are 4 players")
        .replace("deal 4 from", "deal 2 from")
        .replace("by 2 is 0", "by 4 is 0")
    )
    (tmp_path / "prese.regole").write_text(text)
    game = load_game(tmp_path / "prese.regole", {})
    assert isinstance(game, Game)
    prepared = PreparedGame(game)
    for name in ("qualcuno", "coppie"):
        line = next(line for line in prepared.game.claim[name].lines if isinstance(line, g.Always))
        assert always(prepared.frame, line.condition).answer == "no"


def test_false_claims_are_refuted_with_a_hand(tmp_path: Path) -> None:
    text = (GAMES / "prese.regole").read_text()
    text = text.replace("is 8\n", "is 7\n").replace("by 2 is 0", "by 4 is 0")
    (tmp_path / "prese.regole").write_text(text)
    game = load_game(tmp_path / "prese.regole", {})
    assert isinstance(game, Game)
    found = {result.name: result for result in verify(game, ("tutte", "coppie", "risponde"))}
    assert [found[name].verdict for name in ("tutte", "coppie", "risponde")] == ["refuted", "refuted", "proved"]
    assert found["tutte"].witness is not None
    assert found["coppie"].witness is not None


def test_turns_that_only_bet_or_stand_do_not_go_on_for_ever() -> None:
    prepared = PreparedGame(game_of("sette_mezzo"))
    assert prepared.measure.answer == "no"
    assert prepared.measure.level is statements.Level.CASES


@pytest.mark.nightly
@pytest.mark.slow
def test_briscola_is_decided_at_full_size() -> None:
    found = {result.name: result.verdict for result in verify(game_of("briscola", players="2"))}
    refuted = {name for name, verdict in found.items() if verdict == "refuted"}
    assert refuted == {"pareggio"}
    assert "unknown" not in found.values()


def _taker(case: TurnCase) -> int | None:
    return dict(case.roles)["taker", -1]
