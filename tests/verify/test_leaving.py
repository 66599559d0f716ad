"""Matches in which players leave and a player is remembered from hand to hand: the players taking part belong to each state."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from tests.interpreter.test_participants import FOR_TWO_ONLY
from tests.verify.small import small

from cartaro_grammar import Game, load_game
from cartaro_grammar import game as g
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import Rules, State, compile_game
from cartaro_interpreter.play.questions import question
from cartaro_verify import Result, verify
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.participants import active_sets
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.results import statements as st
from cartaro_verify.terms.symbolic_state import EVERYBODY, NotCovered, TermScope

GAMES = Path(__file__).parent / "games"
PLACES = """
reference dealer, a player, for the match "the dealer", at first the last player
counter lost of each side for the match "the life lost / the lives lost"
"""
COURSE = """
begins: the play begins with BEGINNER
passes: the turn passes to the player after player
deals_next: at the end of the hand, dealer becomes the player after dealer
loses: at the count of the hand, add 1 to lost of side of the player after dealer
stays: x takes part when lost of x is less than 2
"""
MATCH = """
wins: the winner is the side with lowest lost
ends: the match ends when number of (sides where lost is less than 2) is at most 1
"""


def knockout(folder: Path, claims: str = "", beginner: str = "the player after dealer", match: str = MATCH) -> Game:
    """A game for three with lives. The dealer is remembered from hand to hand, and may be out."""
    return small(
        folder, players="3", places=PLACES.strip(), course=COURSE.strip().replace("BEGINNER", beginner),
        match=match.strip(), claims=claims,
    )  # fmt: skip


def claim(line: str) -> str:
    return f'claim c "c"\n  {line}'


def results(game: Game, *names: str) -> dict[str, Result]:
    return {result.name: result for result in verify(game, only=names)}


@pytest.mark.parametrize(("condition", "added"), FOR_TWO_ONLY)
def test_the_encoding_agrees_with_the_interpreter_on_who_takes_part(condition: str, added: str, tmp_path: Path) -> None:
    defined = f"\ndefined: {added}" if added else ""
    game = knockout(tmp_path, claim(f"always {condition}"), beginner=f"dealer{defined}")
    line = game.claim["c"].lines[0]
    assert isinstance(line, g.Always)
    rules = compile_game(game)
    assert isinstance(rules, Rules)
    asked, acts = question(rules, line.condition, ()), Acts(game, ProofContext())
    assert not isinstance(asked, Diagnostic), asked
    for size in (1, 2, 3):
        for active in combinations(range(3), size):
            cells = [0] * rules.layout.size
            cells[rules.layout.playing] = sum(1 << player for player in active)
            position = State(tuple(cells))
            encoded = acts.encoder.truth(line.condition, TermScope(symbolic(rules, position), 0))
            assert encoded is bool(asked(position, {}, None)), active


def test_every_set_of_players_is_a_case_only_where_the_game_for_fewer_would_be_another(tmp_path: Path) -> None:
    assert active_sets(small(tmp_path, players="3"), ProofContext()) == (EVERYBODY,)
    assert set(active_sets(knockout(tmp_path), ProofContext())) == {(), (0, 1), (0, 2), (1, 2), (0,), (1,), (2,)}


def test_a_game_for_lives_is_decided() -> None:
    game = load_game(GAMES / "cucu.regole", {})
    assert isinstance(game, Game)
    found = {result.name: result for result in verify(game) if result.kind != "advice"}
    assert {name: result.verdict for name, result in found.items() if result.verdict != "proved"} == {"due": "attained"}
    assert len(found) == 11
    shown = found["due"].witness
    assert shown is not None
    assert shown.record["match"] is True


def test_a_flag_that_may_be_taken_back_is_no_measure_of_a_hand(tmp_path: Path) -> None:
    text = (GAMES / "cucu.regole").read_text(encoding="utf-8")
    back = text.replace('says "tenere"\n    done becomes true', 'says "tenere"\n    done becomes false')
    assert back != text
    (tmp_path / "cucu.regole").write_text(back, encoding="utf-8")
    game = load_game(tmp_path / "cucu.regole", {})
    assert isinstance(game, Game)
    assert results(game, "ends")["ends"].verdict != "proved"


@pytest.mark.parametrize("line", ["always number of players is 3", "never player is dealer"])
def test_what_ceases_when_somebody_has_left_is_not_proved(line: str, tmp_path: Path) -> None:
    assert results(knockout(tmp_path, claim(line)), "c")["c"].verdict != "proved"


def test_a_match_that_may_be_left_by_all_is_not_covered(tmp_path: Path) -> None:
    alone = "wins: the winner is the side with lowest lost\nends: the match ends when stock is empty"
    with pytest.raises(NotCovered) as missing:
        _ = PreparedGame(knockout(tmp_path, match=alone)).frame
    assert missing.value.what is st.Construct.TOO_FEW_PLAYERS
