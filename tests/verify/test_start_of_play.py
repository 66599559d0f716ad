"""The first hand begins with the clauses at the start of the match, in the interpreter, the engine, the search and the prover
alike.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest
from tests.verify.small import decided, small

from cartaro_engine.running.engine import Engine, best_machine, engine_of
from cartaro_engine.running.hand_search import interpreted
from cartaro_engine.running.machines import HandChance
from cartaro_engine.running.observed_play import observed
from cartaro_grammar.load import load_checked
from cartaro_grammar.model.game import Game
from cartaro_interpreter import Played, Record, Rules, compile_game, read_record, replay
from cartaro_interpreter.play.course import Play
from cartaro_interpreter.state.state import PHASE, PHASE_OVER
from cartaro_verify import Result, verify

pytestmark = pytest.mark.slow

FLAG = 'flag said for the match "said"\ncounter drawn for the match "the card drawn"\ncounter hands for the match "the hand"\n'
CAPO = 'reference capo, a player, for the match "the leader"\n' + FLAG
DRAWN = (
    "at the start of the match\n"
    "  gathers: shuffle all cards into stock\n"
    "  draws: deal 1 from stock to table\n"
    "  notes: drawn becomes total value of table\n"
)
SAID = "says_so: at the start of the match, said becomes true\n"
COURSE = "begins: the play begins with the last player\npasses: the turn passes to the player after player\n"
MATCH = "wins: the winner is the side with highest number of won\ncounts: at the end of the hand, add 1 to hands\n"
TWO_HANDS = MATCH + "ends: the match ends when hands is at least 2"


def rules_of(game: Game) -> Rules:
    rules = compile_game(game)
    assert isinstance(rules, Rules), rules
    return rules


def claim(line: str) -> str:
    return f'claim c "c"\n  {line}'


def test_the_first_beginner_is_set_at_the_start_of_the_match(tmp_path: Path) -> None:
    course = "first: at the start of the match, capo becomes the last player\nbegins: the play begins with capo\n"
    game = small(tmp_path, places=CAPO, course=course + "passes: the turn passes to the player after player", match=TWO_HANDS)
    found = {result.name: result.verdict for result in verify(game, only=("movable", "faultless"))}
    assert found["faultless"] == "proved"
    assert found["movable"] != "refuted"


@pytest.mark.parametrize("line", ["always said", "at the start of every hand, said", "at the end of every hand, said"])
def test_what_the_start_of_the_match_sets_is_so(line: str, tmp_path: Path) -> None:
    game = small(tmp_path, places=FLAG, course=COURSE + SAID, match=TWO_HANDS, claims=claim(line))
    assert decided("c", game).verdict != "refuted"


def test_what_the_start_of_the_match_has_changed_cannot_happen(tmp_path: Path) -> None:
    game = small(tmp_path, places=FLAG, course=COURSE + SAID, match=TWO_HANDS, claims=claim("it can happen not said"))
    assert decided("c", game).verdict != "attained"


@pytest.mark.parametrize("match", [False, True])
def test_the_record_of_a_refutation_replays_as_one_of_a_match(match: bool, tmp_path: Path) -> None:
    line = "at the start of every hand, drawn is not 2"
    game = small(tmp_path, places=FLAG, course=COURSE + DRAWN, match=TWO_HANDS, claims=claim(line))
    found: Result = decided("c", game)
    assert found.verdict == "refuted"
    assert found.witness is not None
    written: dict[str, Any] = json.loads(json.dumps(found.witness.record)) | {"left": True}
    assert len(written["stock"]) == 2
    record = read_record(rules_of(game), written | ({"match": True} if match else {}))
    assert isinstance(record, Record), record
    played = replay(rules_of(game), record)
    assert isinstance(played, Played), played
    kept = rules_of(game).layout.memory["drawn"].slot
    assert played.state.cells[kept] == 2


def test_engine_and_interpreter_begin_alike(tmp_path: Path) -> None:
    game = small(tmp_path, places=FLAG, course=COURSE + DRAWN + SAID, match=TWO_HANDS)
    rules = rules_of(game)
    engine = engine_of(rules, best_machine)
    assert isinstance(engine, Engine)
    for number in range(20):
        assert engine.hands(3, number, number + 1) == observed(rules, 3, number, "hand")
    engine.seed(0, 5)
    engine.begin_match()
    engine.begin_hand()
    assert engine.state().cells == tuple(Play(rules, HandChance(0, 5)).first_hand())
    hand, end = interpreted(rules, 5, frozenset())
    assert (len(hand.packs), end) == (2, None)


def test_a_match_that_is_over_at_its_start_has_no_hand(tmp_path: Path) -> None:
    course = COURSE + "at_once: at the start of the match, end the match"
    game = small(tmp_path, course=course, claims=claim("it can happen hand of players is not empty"))
    rules = rules_of(game)
    assert Play(rules, HandChance(0, 0)).first_hand()[PHASE] == PHASE_OVER
    engine = engine_of(rules, best_machine)
    assert isinstance(engine, Engine)
    for number in range(3):
        assert engine.hands(0, number, number + 1) == observed(rules, 0, number, "hand")
    assert decided("c", game).verdict != "attained"


# ------------------------------------------------------------------------------------------------ between the turns

OWN = {
    "empty: bare means hand is empty": True,
    "able: bare means the player can keep": False,
    "who: bare means player is the last player": False,
}


@pytest.mark.parametrize("definition", OWN)
def test_nobody_plays_at_the_start_of_a_hand(definition: str, tmp_path: Path) -> None:
    """If a definition mentions the player, then at this moment play and the proof evaluate it for nobody."""
    for negation, holds in (("", OWN[definition]), ("not ", not OWN[definition])):
        line = f"at the start of every hand, {negation}bare"
        game = small(tmp_path, course=COURSE + definition, claims=claim(line))
        assert decided("c", game).verdict == ("proved" if holds else "refuted"), line


@pytest.mark.parametrize("line", ["player is none", "hand of player is empty", "keeps applies", "number of won of side = 0"])
@pytest.mark.parametrize("moment", ["start", "end", "count"])
def test_the_player_is_not_spoken_of_where_nobody_plays(line: str, moment: str, tmp_path: Path) -> None:
    small(tmp_path, course=COURSE)
    path = tmp_path / "small.regole"
    path.write_text(path.read_text() + claim(f"at the {moment} of every hand, {line}") + "\n", encoding="utf-8")
    _, found = load_checked(path)
    assert {reported.code for reported in cast("tuple[Any, ...]", found)} == {"C0407"}
