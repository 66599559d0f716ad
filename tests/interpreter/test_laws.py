"""The laws of play: no card is lost, only chance varies, views keep secrets, and the search finds exactly the legal moves."""

from __future__ import annotations

from itertools import chain, combinations, product
from random import Random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.interpreter.material import hand, match, rules_of, small_position, state_of
from tests.levels import examples

from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter import (
    PHASE_TURN,
    Judgement,
    Move,
    Played,
    Record,
    Rules,
    SeededChance,
    State,
    View,
    begin_hand,
    begin_match,
    judge,
    legal_moves,
    parse_json,
    read_position,
    read_record,
    replay,
    step,
    view,
    write_json,
    write_position,
    write_record,
)
from cartaro_interpreter.play.questions import hidden_slots
from cartaro_interpreter.state.card_sets import mask_of, members
from cartaro_interpreter.state.state import OUT_OF_SIGHT, arranged, conserved, order_of_pile

TABLES: tuple[tuple[str, dict[str, str]], ...] = (
    ("scopa", {"players": "2"}),
    ("scopa", {"players": "3", "per_volta": "9"}),
    ("scopa", {"players": "4", "precedenza": "poche"}),
    ("scopa", {"players": "6", "precedenza": "nessuna", "rifiuto": "libero"}),
    ("scopone", {}),
    ("napola", {"ultima": "presa"}),
    ("escoba", {}),
    ("pesca", {}),
)
seeds = st.integers(min_value=0, max_value=2**40)
few = examples(6)


@pytest.fixture(scope="module", params=TABLES, ids=[f"{name}-{len(chosen)}" for name, chosen in TABLES])
def rules(request: pytest.FixtureRequest) -> Rules:
    name, chosen = cast("tuple[str, dict[str, str]]", request.param)
    return rules_of(name, **chosen)


@few
@given(seed=seeds)
def test_every_card_is_somewhere_once(rules: Rules, seed: int) -> None:
    chance, random = SeededChance(seed), Random(seed)
    state = state_of(begin_match(rules, chance))
    assert conserved(rules.layout, state)
    state = state_of(begin_hand(rules, state, chance))
    while state.phase == PHASE_TURN:
        assert conserved(rules.layout, state)
        moves = legal_moves(rules, state)
        assert isinstance(moves, tuple)
        assert moves
        state = state_of(step(rules, state, random.choice(moves), chance))
    assert conserved(rules.layout, state)


def test_a_lost_or_doubled_card_is_noticed() -> None:
    rules = rules_of("scopa")
    state = state_of(begin_match(rules, SeededChance(0)))
    cells = list(state.cells)
    cells[OUT_OF_SIGHT] ^= 1
    assert not conserved(rules.layout, State(tuple(cells)))
    cells[OUT_OF_SIGHT] ^= 1
    cells[rules.layout.places["table"].slot] = 1
    assert not conserved(rules.layout, State(tuple(cells)))
    cells[OUT_OF_SIGHT] ^= 3
    cells[rules.layout.places["table"].slot] = 1
    cells[rules.layout.places["stock"].slot] = 2
    assert not conserved(rules.layout, State(tuple(cells))), "a pile without its order"


@few
@given(seed=seeds)
@pytest.mark.slow
def test_same_seed_same_game(rules: Rules, seed: int) -> None:
    first, second = hand(rules, seed), hand(rules, seed)
    assert first == second
    assert match(rules, seed) == match(rules, seed)


@few
@given(seed=seeds, whole=st.booleans())
@pytest.mark.slow
def test_a_record_replays_to_the_same_state(rules: Rules, seed: int, whole: bool) -> None:
    played = match(rules, seed) if whole else hand(rules, seed)
    text = write_json(write_record(rules, played, match=whole))
    value = parse_json(text)
    assert not isinstance(value, Diagnostic), value
    record = read_record(rules, value)
    assert isinstance(record, Record), record
    again = replay(rules, record)
    assert isinstance(again, Played), again
    assert again.state == played.state
    assert write_json(write_record(rules, again, match=whole)) == text


@few
@given(seed=seeds, stop=st.integers(0, 40))
def test_a_view_does_not_depend_on_hidden_cards(rules: Rules, seed: int, stop: int) -> None:
    chance, random = SeededChance(seed), Random(seed)
    state = state_of(begin_hand(rules, state_of(begin_match(rules, chance)), chance))
    for _ in range(stop):
        moves = legal_moves(rules, state)
        if not isinstance(moves, tuple) or not moves:
            break
        state = state_of(step(rules, state, random.choice(moves), chance))
    for player in range(rules.game.players):
        other = _otherwise_hidden(rules, state, player, random)
        assert conserved(rules.layout, other)
        seen = view(rules, state, player)
        assert isinstance(seen, View)
        assert seen == view(rules, other, player)


def _otherwise_hidden(rules: Rules, state: State, player: int, random: Random) -> State:
    """Return the same state, with the cards that a player does not see dealt differently to the same zones."""
    cells = list(state.cells)
    slots = hidden_slots(rules, state, player)
    cards = [card for slot in slots for card in members(cells[slot])]
    random.shuffle(cards)
    for slot in slots:
        own = [cards.pop() for _ in range(cells[slot].bit_count())]
        cells[slot] = mask_of(own)
        if slot in rules.layout.order_of:
            cells[rules.layout.order_of[slot]] = order_of_pile(own)
    return State(tuple(cells))


def test_a_view_shows_what_its_player_sees() -> None:
    rules = rules_of("scopa")
    chance = SeededChance(3)
    state = state_of(begin_hand(rules, state_of(begin_match(rules, chance)), chance))
    seen = view(rules, state, 1)
    assert isinstance(seen, View)
    place = rules.layout.places["hand"]
    assert seen.cards("hand", 1) == arranged(state.cells, rules.layout, place.slot + 1)
    assert seen.cards("hand", 0) is None
    assert seen.cards("stock") is None
    assert len(seen.cards("table") or ()) == 4


@pytest.mark.parametrize(("name", "players", "options"), [
    ("scopa", "2", {"precedenza": "pari"}), ("scopa", "2", {"precedenza": "poche"}), ("scopa", "3", {"precedenza": "nessuna"}),
    ("scopa", "4", {"rifiuto": "libero"}), ("scopone", "4", {"rifusa": "deroga"}), ("scopone", "4", {"rifusa": "scelta"}),
    ("escoba", "2", {}), ("pesca", "2", {}),
])  # fmt: skip
@examples(15)
@given(seed=seeds)
@pytest.mark.slow
def test_the_search_finds_just_what_is_legal(name: str, players: str, options: dict[str, str], seed: int) -> None:
    rules = rules_of(name, players=players, **options)
    position = small_position(rules, seed)
    state = state_of(read_position(rules, position))
    found = legal_moves(rules, state)
    assert isinstance(found, tuple), found
    assert len({(m.act, m.args) for m in found}) == len(found)
    tried = {(m.act, m.args, v.clauses) for m in _every_move(rules, state) if (v := _verdict(rules, state, m)).legal}
    assert {(m.act, m.args, m.by) for m in found if m.act in rules.acts} == tried


def _verdict(rules: Rules, state: State, move: Move) -> Judgement:
    verdict = judge(rules, state, move)
    assert isinstance(verdict, Judgement), verdict
    return verdict


def _every_move(rules: Rules, state: State) -> list[Move]:
    """Yield every act with every plausible argument: any visible card, any set of cards from one zone, and some sets from
    several zones.
    """
    seen = members(rules.layout.pack & ~state.cells[OUT_OF_SIGHT])
    groups = [members(state.cells[slot]) for slot in rules.layout.holders[1:]] + [seen[::3], seen[1::3]]
    parts = (combinations(near, size) for near in groups for size in range(len(near) + 1))
    sets = sorted({mask_of(part) for part in chain.from_iterable(parts)})
    found: list[Move] = []
    for act in (act for act in rules.game.acts if not act.finding):
        choices = [seen if p.choice == "one" else sets for p in act.parameters]
        found += [Move(act.name, args, ()) for args in product(*choices)]
    return found


@few
@given(seed=seeds)
def test_positions_written_are_read_back(rules: Rules, seed: int) -> None:
    state = state_of(read_position(rules, small_position(rules, seed)))
    value = parse_json(write_json(write_position(rules, state)))
    assert not isinstance(value, Diagnostic), value
    assert read_position(rules, value) == state


@few
@given(seed=seeds)
def test_moves_come_in_one_order(seed: int) -> None:
    rules = rules_of("scopa", precedenza="nessuna")
    state = state_of(read_position(rules, small_position(rules, seed)))
    moves = legal_moves(rules, state)
    assert isinstance(moves, tuple)
    acts = [act for clause in rules.steps for act in clause.acts]
    ranks = [(acts.index(m.act), tuple(m.args[i] for i in rules.acts[m.act].order)) for m in moves]
    assert ranks == sorted(ranks)
