"""Games of groups and readings: if the encoder leaves a part open, the interpreter's value is possible; every other part has
this value.
"""

from __future__ import annotations

import pathlib
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Literal, cast

import pytest
from tests.levels import at_night
from tests.verify.material import (
    as_read,
    as_value,
    cards_of,
    expressions,
    free_words,
    may_be,
    must_be,
    on_table,
    position,
    table_of,
    vector_of,
    with_groups,
)
from tests.verify.melds import (
    CONTEXT,
    FAMILY,
    Done,
    definitions,
    family,
    hand,
    known_groups,
    made,
    played,
    reaches,
    symbolic_deal,
)

from cartaro_grammar.load import load_game
from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import CARDS, TRUTH, Type
from cartaro_grammar.model.game import Expr, Game
from cartaro_grammar.model.parts import parts
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter.play.questions import question
from cartaro_interpreter.play.turn import legal, next_step
from cartaro_interpreter.state.card_sets import members
from cartaro_interpreter.state.state import PHASE, PHASE_TURN
from cartaro_interpreter.state.state import State as Position
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import ActInstance, TermCourse
from cartaro_verify.frame import invariants
from cartaro_verify.obligations.clashes import decided
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.play.table import HistoryTable
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import Path, Read, TermScope, Unread, Value

pytestmark = pytest.mark.slow

GAMES = (("scala40", "2"), ("ramino", "2"))
"""The games of groups with two players; more players take longer and test nothing else."""
games = pytest.mark.parametrize(("name", "players"), at_night(GAMES, by_day=GAMES[:1]))
# ---------------------------------------------------------------------------------------------- which groups there are


@games
def test_the_groups_of_play_are_among_those_that_there_can_be(name: str, players: str) -> None:
    table = table_of(name, players=players)
    key, groups = table.rules.layout.faces.key, known_groups(table.game)
    there = {key(group) for group in family(table.game)}
    laid = {key(group) for group in groups.laid(table.game.act["meld"], "group") or ()}
    met, listed = Counter[bool](), 0
    for done in played(name, players):
        for group in on_table(table, done.after):
            assert key(group) in there, table.position(done.after)
            met[key(group) in laid] += 1
        for option in legal(table.rules, list(done.before.cells)) if done.option.move.act == "meld" else ():
            if option.move.act == "meld":
                assert key(option.move.args[0]) in laid, option
                listed += 1
    assert met[True] > 50
    assert listed > 50


@games
def test_only_a_swap_makes_a_run_of_fourteen_without_a_joker(name: str, players: str) -> None:
    game = table_of(name, players=players).game
    groups, faces = known_groups(game), table_of(name, players=players).rules.layout.faces
    laid = groups.laid(game.act["meld"], "group") or ()
    only = [group for group in family(game) if group not in laid]
    assert {*laid} <= {*family(game)}
    longest = 14 if name == "scala40" else 0
    assert [group.bit_count() for group in only] == [longest] * (4 if longest else 0)
    for group in only:
        cards = [game.deck.cards[card] for card in members(faces.physical(group))]
        assert all(card.kind is None for card in cards)
        assert Counter(card.attributes for card in cards).most_common(1)[0][1] == 2
    assert groups.sizes(family(game)) == (3, 14)


# ---------------------------------------------------------------------------------------------- moves


@games
def test_a_legal_move_is_allowed_and_leads_where_the_interpreter_leads(name: str, players: str) -> None:
    table, seen = table_of(name, players=players), Counter[str]()
    steps = len(table.rules.steps)
    for done in played(name, players)[::2]:
        sort, arguments, state, session = made(table, done)
        reported = (done.option, table.position(done.before))
        assert session.possible()[0] == "yes", reported
        course, act = TermCourse(session.acts, session.feasible), table.game.act[sort.act]
        paths = course.acted(act, ActInstance(arguments, sort.player), state)
        assert reaches(session, [p.state for p in paths], symbolic(table.rules, done.seen["after", sort.act])), reported
        step = next_step(table.rules, sort.step)
        if done.awaits:
            assert step < steps
            stays = [s for p in paths for s in course.staying(p, step)]
            assert reaches(session, stays, symbolic(table.rules, done.after)), reported
            seen["stays"] += 1
        else:
            assert_ends(table, done, session, course, [q for p in paths for q in course.leaving(p, step)])
            seen["ends"] += 1
        seen[sort.act] += 1
    assert set(seen) == {*(act.name for act in table.game.acts if not act.finding), "stays", "ends"}
    assert seen["meld"] > 10


def assert_ends(table: HistoryTable, done: Done, session: SolverSession, course: TermCourse, leaving: list[Path]) -> None:
    """Assert the end of the turn and its consequences."""
    ended = [q for p in leaving for q in course.turn_ended(p)]
    if ("end", "turn") in done.seen:
        assert reaches(session, [p.state for p in ended], symbolic(table.rules, done.seen["end", "turn"])), done
    ways = [r for p in ended for r in course.hand_ends(p)]
    if done.after.cells[PHASE] == PHASE_TURN:
        begun = [q.state for path, over in ways if not over for q in course.next_turn(path.state)]
        assert reaches(session, begun, symbolic(table.rules, done.after)), done
    elif ("end", "hand") in done.seen:
        over = [q.state for path, ends in ways if ends for q in course.hand_over(path)]
        assert reaches(session, over, symbolic(table.rules, done.seen["end", "hand"])), done
    else:
        assert any(path.void for path, over in ways if over), done


@games
def test_a_turn_that_can_be_completed_has_what_its_steps_need(name: str, players: str) -> None:
    table, met = table_of(name, players=players), Counter[tuple[str, ...]]()
    for done in played(name, players):
        if done.awaits:
            state = symbolic(table.rules, done.after)
            needed = invariants.needed_zones(table.game, state.step)
            assert all(any(state.zones[zone, state.turn]) for zone in needed), table.position(done.after)
            met[needed] += 1
    assert met[("hand",)] > 10


# ---------------------------------------------------------------------------------------------- expressions


def words_of(
    table: HistoryTable, words: Mapping[str, Type], place: Position, random: Random
) -> tuple[dict[str, int], dict[str, Value]]:
    """Return values for the free words of an expression, as the interpreter's numbers and as the encoder's values."""
    group, size = random.choice(on_table(table, place)), len(table.game.deck.cards)
    numbers, values = dict[str, int](), dict[str, Value]()
    for word, of in words.items():
        shapes = family(table.game) if of.kind in ("cards", "group") else None
        plain = random.random() < 0.5
        match of.kind:
            case "group":
                numbers[word], plain = group, False
            case "cards":
                numbers[word] = sum(1 << c for c in random.sample(range(size), 4)) if plain else group
            case "card":
                numbers[word] = random.randrange(size) if plain else random.choice(members(group))
            case "player" | "side":
                numbers[word], plain = random.randrange(table.game.players), True
            case _:
                return {}, {}
        values[word] = as_value(table, of, numbers[word]) if plain else as_read(table, of, numbers[word], shapes)
    return numbers, values


def left_open(game: Game, expr: Expr) -> bool:
    """Return whether an expression is about groups, or has parts that the encoder does not represent."""
    met, todo = set[str](), [expr]
    while todo:
        for part in parts(todo.pop()):
            if isinstance(part, g.Can | g.Top | g.ReadAs) or (isinstance(part, g.InZone) and part.zone == FAMILY):
                return True
            if isinstance(part, g.Apply) and part.function not in met:
                met.add(part.function)
                for clause, said in definitions(game, part.function):
                    todo += [said.value, *clause.when, *clause.unless]
    return False


@pytest.mark.parametrize(("name", "players"), at_night([*GAMES, ("groups", "2")], by_day=[GAMES[0], ("groups", "2")]))
def test_every_expression_may_have_the_interpreter_s_value(name: str, players: str) -> None:
    table, random, compared = table_of(name, players=players), Random(17), Counter[str]()
    places = [done.after for done in played(name, players) if done.awaits and on_table(table, done.after)]
    for expr in expressions(table.game):
        words = free_words(expr)
        asking = question(table.rules, expr, tuple(words))
        if isinstance(asking, Diagnostic) or expr.type.kind in ("groups", "symbols"):
            continue
        for round_ in range(3):
            place = random.choice(places)
            if round_ == 2:
                place = with_groups(table, position(table, random), family(table.game), random)
            numbers, values = words_of(table, words, place, random)
            found = asking(place, numbers, None) if len(numbers) == len(words) else None
            if isinstance(found, int):
                compared[agreement(table, expr, place, values, found)] += 1
    assert compared["exact"] > 100
    assert compared["open"] > 50


def agreement(table: HistoryTable, expr: Expr, place: Position, words: dict[str, Value], found: int) -> str:
    """Compare the encoder's value with the interpreter's, and return how definite it is."""
    acts, state = Acts(table.game, CONTEXT), symbolic(table.rules, place)
    reads = any(isinstance(value, Read) for value in words.values())
    try:
        value = acts.encoder.value(expr, TermScope(state, state.turn, words))
    except Unread:
        assert reads or left_open(table.game, expr)
        return "unread"
    known = as_value(table, expr.type, found)
    if expr.type.kind in ("card", "cards", "group"):
        value = acts.encoder.vector(value, expr.type)
        known = vector_of(table, cards_of(table, expr.type, found))
    elif expr.type.kind == "truth":
        known = bool(found)
    session, reported = SolverSession(acts), (expr, words, table.position(place), found)
    if reads or left_open(table.game, expr):
        assert may_be(session, value, known), reported
        return "open"
    assert must_be(session, value, known), reported
    return "exact"


@games
def test_patterns_of_plain_cards_are_the_interpreter_s(name: str, players: str) -> None:
    table, random, met = table_of(name, players=players), Random(19), Counter[tuple[str, bool]]()
    span, context = table.game.clauses[0].span, ProofContext()
    for pattern, attribute in (("alike", "suit"), ("alike", "rank"), ("distinct", "suit"), ("distinct", "rank"),
                               ("distinct", "place"), ("consecutive", "place")):  # fmt: skip
        expr = g.Pattern(
            cast('Literal["alike", "distinct", "consecutive"]', pattern), g.Local("s", CARDS, span), attribute, TRUTH, span
        )
        asking = question(table.rules, expr, ("s",))
        assert not isinstance(asking, Diagnostic)
        for _ in range(100):
            start, step = random.randrange(108), random.choice((1, 1, 1, 13, 26, 5))
            cards = {*range(start, 108, step)[: random.randint(0, 6)], *random.sample(range(108), random.choice((0, 0, 0, 1)))}
            mask = sum(1 << card for card in cards)
            acts, state = Acts(table.game, context), symbolic(table.rules, played(name, players)[0].before)
            truth = acts.encoder.truth(expr, TermScope(state, 0, {"s": vector_of(table, mask)}))
            found = bool(asking(played(name, players)[0].before, {"s": mask}, 0))
            assert truth is found, (pattern, attribute, cards)
            met[pattern, found] += 1
    assert min(met.values()) > 20
    assert len(met) == 6


# ---------------------------------------------------------------------------------------------- definitions of cards


@pytest.mark.parametrize(("yields", "answer"), [("", False), (" despite uno_v", True)], ids=("clash", "one yields"))
def test_clauses_that_clash_for_a_card_as_it_is_read_are_not_proved_to_agree(
    yields: str, answer: bool, tmp_path: pathlib.Path
) -> None:
    """A joker read as a two is given two values: no card clashes as itself."""
    clauses = (
        "uno_v: worth_of(c) is 1 when rank of c is due",
        f"due_v{yields}: worth_of(c) is 2 when c is JK",
        "altro_v: worth_of(c) is 3 when rank of c is not due and c is not JK",
        "conto: each side scores total of (total of worth_of(c) over c in g) over g in melds",
    )
    text = (pathlib.Path(__file__).parent / "groups.regole").read_text(encoding="utf-8")
    (tmp_path / "groups.regole").write_text(text + "".join(f"  {clause}\n" for clause in clauses), encoding="utf-8")
    game = load_game(tmp_path / "groups.regole")
    assert isinstance(game, Game), game
    assert ("worth_of" not in decided(game, ProofContext()).open) is answer


# ---------------------------------------------------------------------------------------------- the deal


@games
def test_the_symbolic_deal_is_the_interpreter_s(name: str, players: str) -> None:
    table, many = table_of(name, players=players), int(players)
    session, dealt = symbolic_deal(table)
    each = 13 if name == "scala40" else 10
    sitting = table.hand(3)
    sitting.deal()
    assert reaches(session, dealt, symbolic(table.rules, sitting.position))
    assert dealt
    for reached in dealt:
        size = {place: terms.sum_of(zone) for place, zone in reached.zones.items()}
        right = [terms.equal(size["hand", player], each) for player in range(many)]
        right += [terms.equal(size["stock", -1], 108 - many * each - 1), terms.equal(size["discards", -1], 1)]
        assert session.possible(*reached.facts, *right)[0] == "yes"
        assert session.possible(*reached.facts, terms.not_(terms.all_of(right)))[0] == "no"


# ----------------------------------------------------------------------------------- constructs that no shipped game uses


def test_the_groups_that_cards_leave_for_others_are_any() -> None:
    table, key = table_of("groups", atti="sposta"), table_of("groups").rules.layout.faces.key
    usual = {key(group) for group in family(table_of("groups").game)}
    met = [key(g) in usual for seed in range(15) for done in hand(table, seed) for g in on_table(table, done.after)]
    assert False in met
    assert known_groups(table.game).of_family(FAMILY) is None


def test_the_groups_whose_cards_are_read_again_are_any() -> None:
    table = table_of("groups", atti="rilegge")
    faces = table.rules.layout.faces
    settled = [done for seed in (25, 55, 71) for done in hand(table, seed) if done.option.move.act == "settle"]
    assert settled
    for done in settled:
        assert all(faces.physical(g).bit_count() == g.bit_count() for g in on_table(table, done.after))
        sort, arguments, state, session = made(table, done)
        assert session.possible()[0] == "yes"
        paths = TermCourse(session.acts, session.feasible).acted(
            table.game.act["settle"], ActInstance(arguments, sort.player), state
        )
        assert reaches(session, [p.state for p in paths], symbolic(table.rules, done.seen["after", "settle"]))
    assert known_groups(table.game).of_family(FAMILY) is None


def test_the_groups_to_which_a_card_is_added_because_of_other_cards_are_any() -> None:
    """A condition on the discards and the card says nothing of the meld that gets the card."""
    table, key = table_of("groups", atti="altrove"), table_of("groups").rules.layout.faces.key
    usual = {key(group) for group in family(table_of("groups").game)}
    met = {key(g) for seed in range(40) for done in hand(table, seed) for g in on_table(table, done.after)}
    assert met - usual
    assert known_groups(table.game).of_family(FAMILY) is None


def test_the_groups_that_two_cards_of_groups_exchanged_make_are_known() -> None:
    table = table_of("groups", atti="baratta")
    key = table.rules.layout.faces.key
    usual, there = ({key(group) for group in family(t.game)} for t in (table_of("groups"), table))
    met = {key(g) for seed in range(15) for done in hand(table, seed) for g in on_table(table, done.after)}
    assert met - usual
    assert met <= there


def test_what_was_left_open_of_the_groups_may_change_as_a_card_goes_from_one_to_another() -> None:
    table = table_of("groups", atti="sposta")
    done = next(d for seed in range(15) for d in hand(table, seed) if d.option.move.act == "shift")
    sort, arguments, state, session = made(table, done)
    course = TermCourse(session.acts, session.feasible)
    wide = definitions(table.game, "wide_laid")[0][1].value
    after = course.acted(table.game.act[sort.act], ActInstance(arguments, sort.player), state)
    before = session.acts.encoder.truth(wide, TermScope(state, sort.player))
    assert after
    for path in after:
        then = session.acts.encoder.truth(wide, TermScope(path.state, sort.player))
        assert session.possible(terms.not_(terms.iff(before, then)))[0] == "yes"


def test_after_an_act_whose_outcome_is_not_seen_nothing_is_known_of_a_completion() -> None:
    table, met = table_of("groups", atti="brucia"), Counter[tuple[str, bool]]()
    for done in (d for seed in range(15) for d in hand(table, seed) if d.awaits):
        state = symbolic(table.rules, done.after)
        completed = all(any(state.zones[zone, state.turn]) for zone in invariants.needed_zones(table.game, state.step))
        assert completed or invariants.outcome_is_unseen(table.game, table.game.act[done.option.move.act])
        met[done.option.move.act, completed] += 1
    assert met["burn", False]
    assert not invariants.outcome_is_unseen(table.game, table.game.act["meld"])


@pytest.mark.parametrize("more", ["niente", "una_di_piu"])
def test_a_deal_that_counts_its_rounds_leads_where_the_interpreter_leads(more: str) -> None:
    table = table_of("groups", a_chi_da=more)
    session, dealt = symbolic_deal(table)
    for seed in range(2):
        sitting = table.hand(seed)
        sitting.deal()
        assert reaches(session, dealt, symbolic(table.rules, sitting.position))
