"""The turn has the same meaning as in the interpreter, on random positions: its steps, their players, its end, and findings."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from tests.verify.material import arguments_of, decided, is_state, position, table_of

from cartaro_grammar.model.expressions import CARD, CARDS
from cartaro_interpreter.play.course import Play
from cartaro_interpreter.play.turn import Choice, legal, next_step, obliged, permitted
from cartaro_interpreter.state.card_sets import members
from cartaro_interpreter.state.chance import SeededChance
from cartaro_interpreter.state.faults import Faulted
from cartaro_interpreter.state.state import END_OF_TURN, OUT_OF_SIGHT, PHASE, PHASE_TURN, STEP
from cartaro_interpreter.state.state import State as Position
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import ActInstance, TermCourse, Turns
from cartaro_verify.frame.transition_system import MoveSort, conditions, sorts
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.play.table import HistoryTable
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import Path, SingleCard, SymbolicState, Value
from cartaro_verify.terms.terms import Cond

pytestmark = pytest.mark.slow

GAME = "turns"


def at_some_step(table: HistoryTable, random: Random) -> Position:
    """Return a position with any memory, at any point of the turn, and with most cards out of sight, so that little is
    possible.
    """
    layout = table.rules.layout
    cells = list(position(table, random).cells)
    for slot in layout.holders:
        cells[slot] = 0
    for card in range(len(table.game.deck.cards)):
        slot = random.choice([s for s in layout.holders if s not in layout.order_of])
        cells[slot if random.random() < 0.6 and cells[slot].bit_count() < 8 else OUT_OF_SIGHT] |= 1 << card
    cells[STEP] = random.randint(0, len(table.rules.steps))
    on_table = members(cells[layout.places["table"].slot])
    if on_table and random.random() < 0.7:
        cells[layout.memory["laid"].slot] = random.choice(on_table)
    return Position(tuple(cells))


def test_what_may_be_done_is_what_the_interpreter_finds() -> None:
    table, random, seen = table_of(GAME), Random(3), dict[str, int]()
    context = ProofContext()
    for _ in range(60):
        place = at_some_step(table, random)
        found = [o for o in permitted(table.rules, place.cells) if o.move.act != END_OF_TURN]
        offered = Turns(Acts(table.game, context)).options(symbolic(table.rules, place))
        for option in random.sample(found, min(len(found), 12)):
            assert warrants(table, context, place, option), (option, place)
            assert [o.step for o in offered if (o.player, o.act) == (option.player, option.move.act)] == [option.step]
            seen[option.move.act] = seen.get(option.move.act, 0) + 1
        possible = {(o.step, o.player, o.move.act) for o in found}
        for step, player, act in {(o.step, o.player, o.act) for o in offered} - possible:
            assert not table.rules.acts[act].possible(place.cells, player), (step, player, act, place)
    assert set(seen) == {"take", "lay", "gather", "point", "swap", "call", "leave"}


def warrants(table: HistoryTable, context: ProofContext, place: Position, option: Choice) -> bool:
    """Return whether the encoder allows a warranted move."""
    acts = Acts(table.game, context)
    sort = MoveSort(option.move.act, option.player, option.step)
    assert (sort.act, sort.player, sort.step) in {
        (s.act, s.player, s.step) for s in sorts(table.game, place.turn, place.cells[STEP])
    }
    arguments, legal_ = conditions(acts, sort, symbolic(table.rules, place))
    given = arguments_of(table, option.move)
    same = (same_value(acts, arguments[name], given[name]) for name in arguments)
    return SolverSession(acts).decide(legal_, *same)[0] == "yes"


def same_value(acts: Acts, unknown: Value, known: Value) -> Cond:
    """Return whether an unknown card or set of cards is a known one."""
    vectors = [acts.encoder.vector(v, CARD if isinstance(v, SingleCard) else CARDS) for v in (unknown, known)]
    return terms.all_of(terms.equal(x, y) for x, y in zip(*vectors, strict=True))


def test_a_turn_may_be_left_where_the_interpreter_allows_it() -> None:
    table, random, seen = table_of(GAME), Random(5), set[bool]()
    context = ProofContext()
    for _ in range(150):
        place = at_some_step(table, random)
        if not permitted(table.rules, place.cells):
            continue
        allowed = any(o.move.act == END_OF_TURN for o in legal(table.rules, place.cells))
        acts = Acts(table.game, context)
        assert decided(SolverSession(acts), Turns(acts).may_end(symbolic(table.rules, place))) == allowed, place
        seen.add(allowed)
    assert seen == {True, False}


def test_a_turn_goes_on_or_is_over_as_in_the_interpreter() -> None:
    table, random, seen = table_of(GAME), Random(7), set[bool]()
    context = ProofContext()
    play = Play(table.rules, SeededChance(0))
    for _ in range(200):
        place = at_some_step(table, random)
        acts = Acts(table.game, context)
        awaits, over = Turns(acts).outcomes(symbolic(table.rules, place))
        is_over = play._turn_over(list(place.cells))  # pyright: ignore[reportPrivateUsage] - the compared value
        assert decided(SolverSession(acts), over if is_over else awaits), (is_over, place)
        if place.cells[STEP] == len(table.rules.steps):
            assert not decided(SolverSession(acts), awaits if is_over else over)
            assert is_over == (not obliged(table.rules, place.cells))
        seen.add(is_over)
    assert seen == {True, False}


def test_a_move_in_any_step_leads_where_the_interpreter_leads() -> None:
    table, random, seen = table_of(GAME), Random(11), dict[str, int]()
    for round_ in range(120):
        place = at_some_step(table, random)
        options = [o for o in permitted(table.rules, place.cells) if o.move.act != END_OF_TURN]
        options += table.findings(list(place.cells))
        names = sorted({o.move.act for o in options}, key=lambda a: (seen.get(a, 0), a))
        if names:
            option = random.choice([o for o in options if o.move.act == names[0]])
            assert_leads(table, place, option, round_)
            seen[names[0]] = seen.get(names[0], 0) + 1
    assert {"take", "lay", "gather", "point", "swap", "call", "leave", "found", "wrong", "spoilt"} <= set(seen)


def assert_leads(table: HistoryTable, place: Position, option: Choice, seed: int) -> None:
    seen, cells = dict[tuple[str, str], Position](), list(place.cells)

    def watch(moment: tuple[str, str], reached: Position) -> None:
        seen.setdefault(moment, reached)

    with suppress(Faulted):  # raised after a thousand turns that change nothing
        table.perform(Play(table.rules, SeededChance(seed), watch), cells, option)
    session = SolverSession(Acts(table.game, ProofContext()))
    course = TermCourse(session.acts, session.feasible)
    act = table.game.act[option.move.act]
    before = symbolic(table.rules, place)
    step = place.cells[STEP] if act.finding else next_step(table.rules, option.step)
    paths = course.acted(act, ActInstance(arguments_of(table, option.move), option.player), before)
    after = symbolic(table.rules, seen["after", act.name])
    assert any(is_state(session, path.state, after) for path in paths), (option, place)
    stays = [s for p in paths for s in course.staying(p, step)]
    leaves = [p for p in paths for p in course.leaving(p, step)]
    if ("end", "turn") in seen:
        ended = symbolic(table.rules, seen["end", "turn"])
        assert any(is_state(session, q.state, ended) for p in leaves for q in course.turn_ended(p)), (option, place)
    elif cells[PHASE] == PHASE_TURN and cells[STEP] == step and ("start", "turn") not in seen:
        assert any(is_state(session, s, symbolic(table.rules, Position(tuple(cells)))) for s in stays), (option, place)
        assert all(s.step == step for s in stays)
    else:
        assert any(p.stopped in ("hand", "match") for p in leaves), (option, place)


def test_what_ends_the_hand_or_the_match_is_known() -> None:
    table, random = table_of(GAME), Random(13)
    state = symbolic(table.rules, at_some_step(table, random))
    assert stopped(table, state, "leave") == [("match", False)]
    assert stopped(table, state, "spoilt") == [("hand", True)]
    assert table.ending == {"leave", "spoilt"}


def stopped(table: HistoryTable, state: SymbolicState, act: str) -> list[tuple[object, bool]]:
    session = SolverSession(Acts(table.game, ProofContext()))
    course = TermCourse(session.acts, session.feasible)
    found: list[Path] = course.acted(table.game.act[act], ActInstance({}, state.turn), state)
    return [(p.stopped, p.void) for p in found]
