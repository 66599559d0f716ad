"""Lemmas in the words of the text: they make proofs possible, and everything that is kept is true in play."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.verify.small import USUAL, small

from cartaro_grammar import NUMBER, PLAYER, TRUTH, Game, load_game
from cartaro_grammar import game as g
from cartaro_verify import ProofLog
from cartaro_verify.claims import attempt, begun, use_words
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.obligations import lemma_candidates, lemma_search
from cartaro_verify.obligations.lemma_candidates import LemmaCandidate, Vocabulary, equations, guesses, positions
from cartaro_verify.obligations.lemma_search import lemmas_in_words
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.play.table import position_query
from cartaro_verify.proof_log import plain

TEXT = Path(__file__).with_name("bids.regole")


@pytest.fixture
def game() -> Game:
    found = load_game(TEXT)
    assert isinstance(found, Game), found
    return found


@pytest.fixture
def coarse(game: Game) -> PreparedGame:
    return PreparedGame(game).coarse


def test_a_claim_about_the_end_of_a_hand_is_proved_by_a_fact_of_its_beginning(game: Game, coarse: PreparedGame) -> None:
    """The dealer bids last, and the bids do not change after that: no clause says so."""
    line = begun(game.claim["not_even"].lines[0])
    assert not attempt(coarse, line).proved
    assert use_words(coarse)
    assert attempt(coarse, line).proved


def test_what_only_a_few_hands_suggest_is_dropped(coarse: PreparedGame, monkeypatch: pytest.MonkeyPatch) -> None:
    vocabulary, table = Vocabulary(coarse.game), coarse.table
    everything = positions(table)
    monkeypatch.setattr(lemma_candidates, "MOST_POSITIONS", 2 * lemma_candidates.MATCHES)

    def fails(candidate: LemmaCandidate) -> bool:
        holds = position_query(table.rules, vocabulary.expression(candidate))
        return any(holds(position, {}, None) != 1 for position in everything)

    assert any(map(fails, guesses(vocabulary, table)))
    kept = lemmas_in_words(coarse)
    assert kept
    queries = [position_query(table.rules, condition) for condition in kept]
    assert all(holds(position, {}, None) == 1 for position in everything for holds in queries)


def test_a_log_with_a_lemma_that_does_not_hold_proves_nothing(game: Game, coarse: PreparedGame) -> None:
    log = coarse.context.log
    assert lemmas_in_words(coarse)
    (key,) = (key for key in log.entries if key.endswith("in words"))
    said = next(n for n, c in enumerate(Vocabulary(game).conditions, 1) if isinstance(c, g.Recall) and c.cell == "said")
    for number in (said, -said):
        given = {**log.entries, key: plain((LemmaCandidate("player", (number,)),))}
        again = PreparedGame(game, ProofContext(ProofLog(given))).coarse
        assert lemmas_in_words(again) == []


def test_a_later_proof_uses_the_lemmas_of_an_earlier_one(
    game: Game, coarse: PreparedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, first = lemmas_in_words(coarse), coarse.context.log.entries

    def searched(_: object, __: object) -> None:
        raise AssertionError("the lemmas are searched for again")

    monkeypatch.setattr(lemma_search, "_inductive", searched)
    log = ProofLog(suggested=first)
    assert lemmas_in_words(PreparedGame(game, ProofContext(log)).coarse) == kept
    assert log.rests_on_suggestions
    assert log.entries == first


def test_earlier_lemmas_that_do_not_hold_in_the_present_text_are_replaced_by_a_search(game: Game, coarse: PreparedGame) -> None:
    kept, first = lemmas_in_words(coarse), coarse.context.log.entries
    (key,) = (key for key in first if key.endswith("in words"))
    said = next(n for n, c in enumerate(Vocabulary(game).conditions, 1) if isinstance(c, g.Recall) and c.cell == "said")
    for wrong in (said, -said, 10_000):
        given = {key: plain((LemmaCandidate("player", (wrong,)),))}
        assert lemmas_in_words(PreparedGame(game, ProofContext(ProofLog(suggested=given))).coarse) == kept


def test_sampled_hands_have_acts_that_may_end_them() -> None:
    """Players pass although they may still raise; if all pass, the hand is void."""
    game = load_game(TEXT.with_name("calling.regole"))
    assert isinstance(game, Game)
    table = PreparedGame(game).table
    player = g.Local("x", PLAYER, game.clauses[0].span)
    passed = position_query(table.rules, g.Recall("passed", player, TRUTH, player.span), ("x",))
    target = position_query(table.rules, g.Recall("target", None, NUMBER, player.span))
    low = [position for position in positions(table) if target(position, {}, None) == 0]
    assert any(passed(position, {"x": one}, None) == 1 for position in low for one in range(game.players))


def test_before_a_trick_is_taken_neighbours_have_as_many_cards(tmp_path: Path) -> None:
    game = small(
        tmp_path,
        players="3",
        places='zone shown of each player "the card shown / the cards shown"',
        deal="deals: deal 2 from stock to each hand",
        lays="move card to shown",
        course=USUAL["course"]
        + "\nat the end of the turn\n  taken: move shown of players to won of side when no shown is empty",
    )
    vocabulary, table = Vocabulary(game), PreparedGame(game).table
    of_two = {*vocabulary.of_two}
    found = [c for c in guesses(vocabulary, table) if not c.either and {number for _, number in c.amounts} == of_two]
    assert len(of_two) == 4
    assert len(found) == 1
    holds = position_query(table.rules, vocabulary.expression(found[0]))
    assert all(holds(position, {}, None) == 1 for position in positions(table))


def test_equations_are_those_of_all_rows() -> None:
    rows = [(1, 4, 2, 7), (2, 3, 4, 7), (5, 0, 10, 7)]
    found = list(equations(rows))
    assert len(found) == 3
    assert all(sum(f * n for f, n in zip(factors, row, strict=True)) == value for factors, value in found for row in rows)
    assert len(list(equations([*rows, (0, 0, 0, 7)]))) == 2
    assert list(equations([*rows, (0, 0, 0, 7), (1, 0, 0, 7), (0, 1, 0, 0)])) == []
