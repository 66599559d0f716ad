"""Claims that are inductive only as a group are proved as a group. A claim among them that fails is dropped, and does not help
to prove the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import cast

import pytest
from tests.verify.small import small

from cartaro_grammar.load import load_game
from cartaro_grammar.model import game as g
from cartaro_grammar.model.game import Game
from cartaro_verify import Result, english, verify
from cartaro_verify.claims import attempt, begun, joint_inductions, together
from cartaro_verify.frame import invariants
from cartaro_verify.frame.invariants import Invariant
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.terms.symbolic_state import OwnedPlace, SymbolicState

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("proofs_alone", "no_words")]

PLACES = """counter n, for the hand
counter m, for the hand
counter k, for the match
counter e, for the hand"""
COURSE = """begins: the play begins with the last player
passes: the turn passes to the player after player
first: after a keep, add m to n
second: after a keep, add n to m
late: after a keep, add 1 to e when k is at least 4
counts: at the end of the hand, add 1 to k"""
MATCH = """wins: the winner is the side with highest number of won
ends: the match ends when k is 9"""


def claim(name: str, *lines: str) -> str:
    return f'claim {name} "{name}"\n' + "".join(f"  {line}\n" for line in lines)


N, M = claim("none_n", "always n is 0"), claim("none_m", "never m is more than 0")
"""Each line holds after a move only if the other held before it: `first` adds m to n, `second` adds n to m."""
FALSE, BUILT = claim("few", "always k is at most 3"), claim("none_e", "always e is 0")
"""The first line is false from the fifth hand on; the second holds only as long as the first does."""


@pytest.fixture(autouse=True)
def few_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, hands in (("HANDS", 30), ("MORE_HANDS", 20), ("SOME_HANDS", 10)):
        monkeypatch.setattr(import_module("cartaro_verify.verify"), name, hands)


@pytest.fixture(autouse=True)
def no_ceilings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the candidates for the greatest value of a counter; with them, each line would be proved on its own."""
    found = invariants.candidates

    def fewer(
        game: Game, states: Sequence[SymbolicState], left_open: Sequence[OwnedPlace] = (), *, flags: bool = False
    ) -> tuple[Invariant, ...]:
        return tuple(fact for fact in found(game, states, left_open, flags=flags) if fact.sort != "ceiling")

    monkeypatch.setattr(invariants, "candidates", fewer)


def game_of(folder: Path, *claims: str) -> Game:
    return small(folder, places=PLACES, course=COURSE, match=MATCH, claims="\n".join(claims))


def claims_of(game: Game) -> dict[str, Result]:
    return {result.name: result for result in verify(game, tuple(c.name for c in game.claims))}


def test_alone_each_of_them_is_open(tmp_path: Path) -> None:
    assert [r.verdict for r in claims_of(game_of(tmp_path, N)).values()] == ["unknown"]
    assert [r.verdict for r in claims_of(game_of(tmp_path, M)).values()] == ["unknown"]


def test_together_they_are_proved(tmp_path: Path) -> None:
    found = claims_of(game_of(tmp_path, N, M))
    assert {r.verdict for r in found.values()} == {"proved"}
    assert english(found["none_n"].method).startswith("inductive, together with none_m")
    assert english(found["none_m"].method).startswith("inductive, together with none_n")
    assert found["none_n"].open is None
    assert found["none_n"].reason is None


def test_lines_of_one_claim_are_tried_together(tmp_path: Path) -> None:
    (found,) = claims_of(game_of(tmp_path, claim("none", "always n is 0", "always m is 0"))).values()
    assert (found.verdict, english(found.method).startswith("inductive, its lines together")) == ("proved", True)


def test_what_fails_is_dropped_and_helps_nothing(tmp_path: Path) -> None:
    """One of the lines that are assumed before a move is false. With it, all lines except this one would be kept."""
    game = game_of(tmp_path, FALSE, N, BUILT, M)
    found = claims_of(game)
    assert {name: r.verdict == "proved" for name, r in found.items()} == {
        "few": False, "none_n": True, "none_e": False, "none_m": True,
    }  # fmt: skip
    assert "few" not in english(found["none_n"].method)
    lines = [cast("g.Always", line) for c in game.claims for line in c.lines]
    (stands,) = joint_inductions(PreparedGame(game), lines, [])
    assert set(stands.proofs) == {1, 3}


def test_what_holds_together_helps_other_claims(tmp_path: Path) -> None:
    more = claim("at_the_end", "at the end of every hand, n is at most m")
    found = claims_of(game_of(tmp_path, more, N, M))
    assert found["at_the_end"].verdict == "proved"


FEWER = (Path(__file__).parent / "soundness" / "fewer.regole").read_text()
LEAVING = "  somma:"
IN_STEP = "  first: after a keep, add m to n\n  second: after a keep, add n to m\n"
OF_TWO = "  two: after a keep, add 1 to n when number of players is 2\n"


@pytest.mark.parametrize(("more", "proved"), [("", True), (OF_TWO, False)])
def test_what_is_proved_together_holds_of_hands_of_fewer_players(tmp_path: Path, more: str, proved: bool) -> None:
    text = FEWER.replace("article 3", "  counter n, for the hand\n  counter m, for the hand\n\narticle 3", 1)
    path = tmp_path / "fewer.regole"
    path.write_text(text.replace(LEAVING, IN_STEP + more + LEAVING, 1) + "\n" + N + M)
    game = load_game(path, {"players": "3"})
    assert isinstance(game, Game), [found.message for found in game]
    prepared = PreparedGame(game)
    alone = [(c.name, attempt(prepared, begun(c.lines[0]))) for c in game.claims]
    assert {line.proved for line in together(prepared, alone)} == {proved}
    found = claims_of(game)
    assert {r.verdict == "proved" for r in found.values()} == {proved}
    assert {"likewise for 2 players" in english(r.method) for r in found.values()} == {proved}


BOTH, LEANS = claim("none", "always n is 0 and m is 0"), claim("stays", "at the end of every hand, n is 0")


def test_what_is_asked_alone_leans_on_what_others_say_always(tmp_path: Path) -> None:
    for others, name in ((BOTH, "stays"), (M, "none_n")):
        (found,) = verify(game_of(tmp_path, others, N, LEANS), name)
        assert (found.name, found.verdict) == (name, "proved")
    (found,) = verify(game_of(tmp_path, LEANS), "stays")
    assert found.verdict == "unknown"


def test_what_is_asked_alone_leans_on_nothing_false(tmp_path: Path) -> None:
    (found,) = verify(game_of(tmp_path, FALSE, BUILT), "none_e")
    assert found.verdict == "refuted"  # a match of five hands refutes it
