"""The arbiter at the table: findings, moves that break a rule, and the moves that can be offered to a player."""

from __future__ import annotations

from random import Random

import pytest
from tests.interpreter.material import rules_of, state_of

from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import (
    PHASE_COUNTED,
    PHASE_OVER,
    PHASE_TURN,
    Json,
    Move,
    SeededChance,
    State,
    begin_hand,
    begin_match,
    irregular,
    legal_moves,
    offers,
    phrase,
    read_position,
    step,
)
from cartaro_interpreter.play.questions import hidden_slots
from cartaro_interpreter.ruling.rulings import findings, rule
from cartaro_interpreter.state.card_sets import mask_of, members
from cartaro_interpreter.state.state import order_of_pile

RULES = rules_of("arbitro")


def position(hands: dict[str, list[str]], **more: Json) -> State:
    zones: dict[str, Json] = {"hand": dict(hands), **{k: v for k, v in more.items() if k in ("table", "shown")}}
    return state_of(read_position(RULES, {"zones": zones, "turn": more.get("turn", 1)}))


def said(found: tuple[Move, ...] | Diagnostic) -> list[str]:
    assert isinstance(found, tuple), found
    return [phrase(RULES.game, move) for move in found]


def finding(state: State, text: str) -> Move:
    found = findings(RULES, state)
    assert isinstance(found, tuple)
    return next(move for move in found if phrase(RULES.game, move) == text)


def held(state: State, zone: str, owner: int = 0) -> int:
    return state.cells[RULES.layout.places[zone].slot + owner]


# ---------------------------------------------------------------------------------------------- findings


def test_findings_are_all_arguments_in_their_domains() -> None:
    state = position({"1": ["2B"], "2": ["3C", "4S"]})
    choices = [f"miscount from {side} as {choice}" for side in (1, 2) for choice in ("stop", "skip", "go_on")]
    exposed = ["exposed 2B from 1", "exposed 3C from 2", "exposed 4S from 2"]
    assert sorted(said(findings(RULES, state))) == sorted([*exposed, *choices, "misdeal"])
    assert not set(said(legal_moves(RULES, state))) & set(said(findings(RULES, state)))


def test_a_finding_ends_neither_step_nor_turn() -> None:
    state = position({"1": ["2B", "5B"], "2": ["3C", "4S"]})
    after = state_of(rule(RULES, state, finding(state, "exposed 3C from 2")))
    assert (after.turn, after.phase) == (0, PHASE_TURN)
    assert held(after, "shown", 1) == 1 << RULES.game.card_number["3C"]
    assert after.cells[RULES.layout.memory["seen"].slot] == 0, "the player is whoever is in turn"
    assert said(legal_moves(RULES, after)) == said(legal_moves(RULES, state))
    own = state_of(rule(RULES, after, finding(after, "exposed 5B from 1")))
    assert said(legal_moves(RULES, own)) == ["lay 5B"], "what is open may change"


def test_effects_of_a_finding_can_end_turn_and_hand() -> None:
    state = position({"1": ["2B", "5B"], "2": ["3C", "4S"]})
    skipped = state_of(rule(RULES, state, finding(state, "miscount from 1 as skip")))
    assert (skipped.turn, skipped.phase) == (1, PHASE_TURN)
    stopped = state_of(rule(RULES, state, finding(state, "miscount from 2 as stop")))
    points = RULES.layout.memory["points"].slot
    assert (stopped.phase, stopped.cells[points : points + 2]) == (PHASE_OVER, (1, 6))
    void = state_of(rule(RULES, state, finding(state, "misdeal")))
    assert (void.phase, void.cells[points : points + 2]) == (PHASE_COUNTED, (0, 0))
    assert findings(RULES, void) == ()


def test_what_is_not_in_its_domain_cannot_be_entered() -> None:
    state = position({"1": ["2B"], "2": ["3C"]})
    card = RULES.game.card_number["3C"]
    found = rule(RULES, state, Move("exposed", (card, 0), ()))
    assert isinstance(found, Diagnostic)
    assert found.message == "the finding `exposed` cannot be entered here: the value of `card` is not one of the choices"
    assert isinstance(rule(RULES, state, Move("lay", (card,), ())), Diagnostic)


def test_findings_are_reported_to_onlookers() -> None:
    seen: list[tuple[str, str]] = []
    state = position({"1": ["2B", "5B"], "2": ["3C"]})
    rule(RULES, state, finding(state, "exposed 3C from 2"), watch=lambda moment, _: seen.append(moment))
    rule(RULES, state, finding(state, "misdeal"), watch=lambda moment, _: seen.append(moment))
    assert seen == [("after", "exposed"), ("after", "misdeal")]


# ---------------------------------------------------------------------------------------------- breaches


def test_irregular_moves_are_those_that_only_prohibitions_bar() -> None:
    state = position({"1": ["2D", "AB", "3C", "RS"], "2": ["3B"]}, table=["4C"])
    found = irregular(RULES, state)
    assert isinstance(found, tuple)
    shown = {phrase(RULES.game, one.move): (one.bars, one.later) for one in found}
    assert shown == {"lay AB": (("seme", "asso"), ("vale", "asso_vale")), "lay 3C": (("seme",), ("vale",))}
    assert "lay RS" not in shown, "one of the prohibitions that bar it has no clause for a breach"


# -------------------------------------------------------------------------------------------------- possible offers


def test_an_offer_lists_what_is_seen_and_leaves_the_rest_open() -> None:
    state = position({"1": ["2B"], "2": ["3C", "4S"]})
    found = offers(RULES, state, 0)
    assert isinstance(found, tuple)
    card = RULES.game.card_number
    assert [offer.args for offer in found if offer.act == "exposed"] == [(card["2B"], 0), (None, 1)]
    assert len([offer for offer in found if offer.act == "miscount"]) == 6
    every = findings(RULES, state)
    assert isinstance(every, tuple)
    complete = {(move.act, move.args) for move in every}
    assert {(o.act, o.args) for o in found if None not in o.args} <= complete


@pytest.mark.parametrize("name", ["arbitro", "scopone"])
@pytest.mark.parametrize("seed", range(4))
def test_offers_do_not_depend_on_unseen_cards(name: str, seed: int) -> None:
    rules, random = rules_of(name), Random(seed)
    chance = SeededChance(seed)
    state = state_of(begin_hand(rules, state_of(begin_match(rules, chance)), chance))
    for _ in range(6):
        for viewer in range(rules.game.players):
            slots = hidden_slots(rules, state, viewer)
            cells = list(state.cells)
            cards = [card for slot in slots for card in members(cells[slot])]
            random.shuffle(cards)
            for slot in slots:
                own = [cards.pop() for _ in range(cells[slot].bit_count())]
                cells[slot] = mask_of(own)
                if slot in rules.layout.order_of:
                    cells[rules.layout.order_of[slot]] = order_of_pile(own)
            assert offers(rules, state, viewer) == offers(rules, State(tuple(cells)), viewer)
        moves = legal_moves(rules, state)
        assert isinstance(moves, tuple)
        state = state_of(step(rules, state, random.choice(moves), chance))
