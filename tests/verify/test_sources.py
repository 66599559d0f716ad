"""The sorts of a move distinguish the places of a single card that the text leaves open: anywhere, or with any owner."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from tests.verify.material import leads, seated_moves
from tests.verify.small import small

from cartaro_grammar import Expr, Game, parts
from cartaro_grammar import game as g
from cartaro_verify import verify
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.frame.transition_system import Source, Transition, sorts
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import NOWHERE, Guarded, TermScope, exactly

PLACES = """
reference giver, a player, for the hand "the giver"
flag held for the hand "it was held"
"""
COURSE = """
act ask wanted
  says "ask for {wanted}"
  wanted is one of (all cards - hand)
  giver becomes (the first player x after player where wanted is in hand of x)
  move wanted to hand
act return given
  says "return {given}"
  given is one of hand of giver
  move given to hand of the player after player
left: after an ask when wanted is in hand of giver, held becomes true
asks: the player may ask when number of hand is 1
returns: the player may return when giver is not none
begins: the play begins with the last player
passes: the turn passes to (the first player after player where hand is not empty)
"""
PLAYS = "in a turn the player must ask or return or keep"
CLAIMS = {
    "wanted is in hand of player": "proved",
    "number of hand of player is 2": "proved",
    "giver is not player": "proved",
    "no x in players has (x is giver and wanted is in hand of x)": "proved",
    "giver is not none": "refuted",
    "giver is none": "refuted",
    "giver is none or hand of giver is empty": "refuted",
    "giver is none or hand of giver is not empty": "refuted",
}
"""Claims about the moment after a card was asked for, with their verdicts."""
EVERYWHERE = [*((zone, who) for zone in ("hand", "won") for who in range(3)), ("stock", -1), ("table", -1), NOWHERE]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return small(
        tmp_path,
        players="3",
        places=PLACES.strip(),
        plays=PLAYS,
        course=COURSE.strip(),
    )


def of_act(prepared: PreparedGame, act: str) -> list[Transition]:
    return [t for t in prepared.frame.transitions.values() if t.sort.act == act and t.possible]


def test_a_card_that_may_lie_anywhere_is_looked_for_in_every_place(game: Game) -> None:
    sources = [source for s in sorts(game, 0, 0) if s.act == "ask" for _, source in s.sources]
    assert sorted((s.zone, s.owner) for s in sources if s.owner is not None) == sorted(EVERYWHERE)
    assert len(sources) == len(EVERYWHERE)


def test_a_card_of_whoever_a_reference_names_is_looked_for_with_every_owner(game: Game) -> None:
    assert [s.sources for s in sorts(game, 0, 0) if s.act == "return"] == [(("given", Source("hand", n)),) for n in range(3)]
    assert [s.sources for s in sorts(game, 0, 0) if s.act == "keep"] == [()]


def test_who_held_a_card_is_known_on_every_path(game: Game) -> None:
    found = [transition.after for transition in of_act(PreparedGame(game).coarse, "ask")]
    holders = [{who for path in paths for who, _ in path.state.refers(("giver", -1)).owners} for paths in found]
    assert {tuple(each) for each in holders} == {(), (0,), (1,), (2,)}


def test_every_move_of_play_is_on_a_path(game: Game) -> None:
    prepared = PreparedGame(game).coarse
    played = list(seated_moves(prepared))
    assert of_act(prepared, "ask")
    assert of_act(prepared, "return")
    assert all(leads(prepared.frame, before, after) for before, after in played)


@pytest.mark.slow
def test_claims_about_a_card_asked_for_are_decided_as_play_decides_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No hand is played before the proofs, so that false claims reach the prover."""
    monkeypatch.setattr(import_module("cartaro_verify.verify"), "FIRST_HANDS", 0)
    parts_of_text = {"players": "3", "places": PLACES.strip(), "plays": PLAYS, "course": COURSE.strip()}
    texts = "\n".join(f'claim c{number} "{text}"\n  after every ask, {text}' for number, text in enumerate(CLAIMS))
    found = verify(small(tmp_path, **parts_of_text, claims=texts), only=tuple(f"c{number}" for number in range(len(CLAIMS))))
    assert {text: result.verdict for text, result in zip(CLAIMS, found, strict=True)} == CLAIMS


def test_a_card_of_a_known_place_is_not_with_a_player_who_may_be_nobody(game: Game) -> None:
    held = next(
        p for p in parts(game.clauses) if isinstance(p, g.Operation) and p.operator == "in" and _is_giver(p.operands[1])
    )
    acts, nobody = Acts(game, ProofContext()), terms.BoolTerm("variable", (), "nobody")
    state = symbols.anywhere(acts.variables, game, 0, out_of_sight=True)
    wanted = acts.variables.cards("wanted", 6)
    lies = [*terms.bit_bounds(wanted), terms.subset(wanted, state.zones["hand", 1]), terms.equal(terms.sum_of(wanted), 1)]
    state = replace(state, inside={terms.keys(wanted): (("hand", 1), wanted)})

    def answers(giver: Guarded) -> list[str]:
        scope = TermScope(state.remembering(("giver", -1), giver), 0, {"wanted": wanted})
        there, session = acts.encoder.truth(held, scope), SolverSession(acts, (*state.facts, *lies))
        return [session.possible(condition)[0] for condition in (there, terms.not_(there))]

    assert answers(exactly(1)) == ["yes", "no"]
    assert answers(exactly(2)) == ["no", "yes"]
    assert answers(exactly(None)) == ["no", "yes"]
    assert answers(Guarded(((1, terms.not_(nobody)), (None, nobody)))) == ["yes", "yes"]
    assert answers(Guarded(((1, nobody), (2, terms.not_(nobody))))) == ["yes", "yes"]


def _is_giver(expr: Expr) -> bool:
    return isinstance(expr, g.InZone) and isinstance(expr.owner, g.Recall)
