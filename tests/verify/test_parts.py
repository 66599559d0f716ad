"""The parts of the verifier, tested one by one: rotating the seats, premises, bounds, and invariants that are only guesses."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.shipped_games import amended
from tests.verify.material import game_of, position, table_of

from cartaro_grammar.model import game as g
from cartaro_verify import verify
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.frame.invariants import Invariant, acyclic, candidates
from cartaro_verify.frame.transition_system import MoveSort, Source, rotatable, sorts, turned
from cartaro_verify.obligations.clashes import premises
from cartaro_verify.obligations.extremes import addends, least_limit
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.play.search import Goal, GoalSearch
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("beyond", [1, 5, 40])
@pytest.mark.parametrize("bound", [0, 1, 2, 17, 300])
def test_the_least_limit_is_found_however_little_states_go_beyond_it(bound: int, beyond: int) -> None:
    def exceeded(limit: int) -> int:
        return limit if limit >= bound else min(bound, limit + beyond)

    assert least_limit(exceeded, 0) == bound


def test_there_is_no_limit_of_what_is_not_known_or_has_none() -> None:
    assert least_limit(lambda limit: None, 0) is None
    assert least_limit(lambda limit: limit + 1, 0) is None
    assert least_limit(lambda limit: 9 if limit < 9 else None if limit < 12 else limit, 0) is None


def test_a_table_turned_all_the_way_is_as_it_was() -> None:
    table = table_of("scopone")
    game, state = table.game, symbolic(table.rules, position(table, Random(3)))
    assert rotatable(game)
    again = turned(game, turned(game, state, 1), game.players - 1)
    assert (again.zones, again.cells, again.turn) == (state.zones, state.cells, state.turn)


def test_a_game_that_names_a_seat_is_not_turned() -> None:
    assert not rotatable(game_of("senza_chi_comincia"))


def test_a_false_guess_is_dropped() -> None:
    prepared = PreparedGame(game_of("scopa"))
    few = [s for s in prepared.samples.awaiting if sum(int(str(x)) for x in s.zones[("table", -1)]) <= 4]
    guessed = {f for f in candidates(prepared.game, few) if f.sort == "at_most"} | {Invariant("at_most", ("table", -1), 4)}
    kept = {f for facts in prepared.frame.facts.values() for f in facts}
    assert Invariant("at_most", ("table", -1), 4) in guessed - kept
    assert Invariant("modulo", ("stock", -1), 0, modulus=6) in kept


def test_the_solver_knows_its_own_bounds() -> None:
    game = game_of("scopa")
    acts = Acts(game, ProofContext())
    state = symbols.anywhere(acts.variables, game, 0)
    session = SolverSession(acts, state.facts)
    cards = terms.sum_of(x for zone in state.zones.values() for x in zone)
    assert session.possible(terms.not_(terms.equal(cards, 40)))[0] == "no"
    assert session.possible(terms.equal(terms.sum_of(state.zones["table", -1]), 40))[0] == "yes"


def test_a_hard_question_is_given_up() -> None:
    game = game_of("scopa")
    session = SolverSession(Acts(game, ProofContext()), steps=1)
    numbers = [session.acts.variables.number("n") for _ in range(30)]
    odd = terms.equal(terms.sum_of(numbers, [2 * i + 2 for i in range(30)]), 7)
    bounds = [c for n in numbers for c in (terms.at_least(n, 0), terms.at_most(n, 9))]
    assert session.possible(odd, terms.or_(*(terms.at_least(n, 1) for n in numbers)), *bounds)[0] in ("unknown", "no")


def test_the_premise_of_a_claim_is_what_makes_it_speak() -> None:
    claim = next(c for c in game_of("scopa").claims if c.name == "solo_pari")
    line = claim.lines[0]
    assert isinstance(line, g.BeforeEvery)
    (met,) = premises(line.condition)
    assert isinstance(met, g.Can)
    assert premises(met) == ()


def test_a_score_is_taken_apart_into_its_headings() -> None:
    game = game_of("scopa")
    claim = next(c for c in game.claims if c.name == "quattro_punti")
    line = claim.lines[0]
    assert isinstance(line, g.ExtremeClaim)
    headings = [a.expr.heading for a in addends(game, line.amount) if isinstance(a.expr, g.ScoreOf)]
    assert len(headings) == 4 * game.sides


def test_a_search_finds_the_same_hand_again() -> None:
    table = table_of("scopa")
    line = next(c for c in table.game.claims if c.name == "quattro_punti").lines[0]
    assert isinstance(line, g.ExtremeClaim)
    found = list[tuple[tuple[int, ...], ...]]()
    for _ in range(2):
        four = g.Operation(
            "=", (line.amount, g.Number(4, line.amount.type, line.amount.span)), line.amount.type, line.amount.span
        )
        goal = Goal(("end", "hand"), four)
        GoalSearch(table, [goal]).run(50)
        assert goal.found is not None
        assert table.replay(goal.found) is not None
        found.append(goal.found.packs)
    assert found[0] == found[1]


def test_steps_that_lead_back_are_no_way_to_an_end() -> None:
    assert acyclic([(0, 1), (1, 2), (0, 2)])
    assert not acyclic([(0, 1), (1, 0)])
    assert not acyclic([(2, 2)])


def test_a_card_is_looked_for_where_its_domain_draws_from() -> None:
    game = game_of("turns")
    takes = [s for s in sorts(game, 0, 0) if s.act == "take"]
    assert [s.sources for s in takes] == [(("card", Source("hand")),), (("card", Source("shown")),)]
    found = [s.given for s in sorts(game, 0, 4) if s.act == "found"]
    assert found == [(("who", 0),), (("who", 1),)]
    assert MoveSort("", 0) in sorts(game, 0, 3)
    assert MoveSort("", 0) not in sorts(game, 0, 0)


def test_a_claim_about_numbers_of_players_is_decided_for_each() -> None:
    game = game_of("scopa")
    claim = next(c for c in game.claims if c.name == "conservate")
    named = replace(claim, under=(("players", ("2", "3")),))
    found = verify(amended(game, claims=(named,)), only="conservate")
    assert [r.settings for r in found] == [(), (("players", "3"),)]
    assert {r.verdict for r in found} == {"proved"}
