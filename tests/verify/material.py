"""Material for the verifier's tests: games, random positions, and values in the interpreter's numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import cast

from tests import shipped_games

from cartaro_grammar.load import load_game
from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import Type
from cartaro_grammar.model.game import Expr, Game
from cartaro_grammar.model.parts import parts
from cartaro_interpreter.play.course import Play
from cartaro_interpreter.play.turn import Choice
from cartaro_interpreter.state.chance import SeededChance
from cartaro_interpreter.state.state import (
    NOBODY,
    OUT_OF_SIGHT,
    PHASE,
    PHASE_TURN,
    TURN,
    Move,
    groups_of,
    order_of_pile,
    put_groups,
    take_away,
)
from cartaro_interpreter.state.state import State as Position
from cartaro_verify.encode.acts import Acts, SymbolicArguments, reads
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import Model, SolverSession
from cartaro_verify.encode.transition import ActInstance, TermCourse, Turns
from cartaro_verify.frame.transition_system import TransitionSystem
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.play.table import HistoryTable
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import (
    Guarded,
    Read,
    SingleCard,
    SymbolicState,
    TermScope,
    Value,
    as_cards,
    as_guarded,
    as_number,
    as_truth,
    exactly,
)
from cartaro_verify.terms.terms import Cond

HERE = Path(__file__).parent


@cache
def game_of(name: str, **settings: str) -> Game:
    """Return a shipped game, or a ruleset of the tests, under some settings."""
    folders = (HERE, HERE / "mutants", HERE.parent / "mutants")
    own = [p for folder in folders if (p := folder / f"{name}.regole").exists()]
    if not own:
        return shipped_games.game_of(name, **settings)
    game = load_game(own[0], settings)
    assert isinstance(game, Game), [found.message for found in game]
    return game


@cache
def table_of(name: str, **settings: str) -> HistoryTable:
    return HistoryTable(game_of(name, **settings))


def position(table: HistoryTable, random: Random, hidden: bool = False) -> Position:
    """Return a random position: cards anywhere, piles in any order, any values of the memory."""
    game, layout = table.game, table.rules.layout
    cells = [0] * layout.size
    holders = [slot for slot in layout.holders if slot != OUT_OF_SIGHT or hidden]
    few = random.sample(holders, random.randint(1, len(holders)))
    for card in range(len(game.deck.cards)):
        cells[random.choice(few)] |= 1 << card
    for slot, order in layout.order_of.items():
        pile = [card for card in range(len(game.deck.cards)) if cells[slot] >> card & 1]
        random.shuffle(pile)
        cells[order] = order_of_pile(pile)
    for kept in layout.memory.values():
        for owner in range(kept.count):
            cells[kept.slot + owner] = _memory(game, kept.cell, random)
    if layout.playing:
        cells[layout.playing] = (1 << game.players) - 1
    cells[TURN], cells[PHASE] = random.randrange(game.players), PHASE_TURN
    return Position(tuple(cells))


def with_groups(table: HistoryTable, place: Position, shapes: tuple[int, ...], random: Random) -> Position:
    """Return the position with a few of these groups on the table."""
    cells, layout = list(place.cells), table.rules.layout
    family, used = layout.families[0], 0
    for group in random.sample(shapes, random.randint(1, 4)):
        cards = layout.faces.physical(group)
        if not cards & used:
            used |= cards
            take_away(cells, layout, group)
            put_groups(cells, family, [*groups_of(cells, family), group])
    return Position(tuple(cells))


def on_table(table: HistoryTable, place: Position) -> list[int]:
    """Return the groups of a game's first family."""
    return groups_of(place.cells, table.rules.layout.families[0])


def _memory(game: Game, cell: g.Cell, random: Random) -> int:
    match cell.kind:
        case "counter":
            return random.randint(0, 4)
        case "flag":
            return random.randint(0, 1)
        case "mark":
            return random.getrandbits(len(game.deck.cards))
        case "reference":
            many = {"player": game.players, "side": game.sides, "card": len(game.deck.cards)}
            many |= {"symbol": sum(len(a.values) for a in game.deck.attributes if a.name == cell.type.enumeration)}
            return random.randint(NOBODY, many[cell.type.kind] - 1)


def expressions(game: Game) -> Iterator[Expr]:
    """Return every expression of the standing clauses, acts and claims, each once."""
    found = dict.fromkeys(part for part in parts((game.clauses, game.acts, game.claims)) if isinstance(part, Expr.__args__))
    yield from cast("dict[Expr, None]", found)


def any_value(table: HistoryTable, of: Type, random: Random) -> int | None:
    """Return some value of a type in the interpreter's numbers, or None if there is none."""
    game, size = table.game, len(table.game.deck.cards)
    match of.kind:
        case "card":
            return random.randrange(size)
        case "cards":
            return random.getrandbits(size) & random.getrandbits(size) & random.getrandbits(size)
        case "player":
            return random.randrange(game.players)
        case "side":
            return random.randrange(game.sides)
        case "number":
            return random.randint(0, 12)
        case "symbol":
            values = next((a.values for a in game.deck.attributes if a.name == of.enumeration), ())
            return table.rules.compiler.symbol(of.enumeration, random.choice(values).name) if values else None
        case _:
            return None


def as_value(table: HistoryTable, of: Type, number: int) -> Value:
    """Return the interpreter's number as the encoder's value."""
    match of.kind:
        case "cards":
            return tuple(number >> card & 1 for card in range(len(table.game.deck.cards)))
        case "player" | "side":
            return exactly(None if number == NOBODY else number)
        case "players" | "sides":
            return Guarded(tuple((i, bool(number >> i & 1)) for i in range(table.game.players)))
        case "symbol":
            return exactly(table.rules.compiler.symbol_name(of.enumeration, number))
        case "card":
            return SingleCard(number)
        case _:
            return bool(number) if of.kind == "truth" else number


def number_of(table: HistoryTable, of: Type, value: Value, asked: tuple[SolverSession, Model] | None = None) -> int:
    """Return the encoder's constant as the interpreter's number."""
    if asked is not None:
        value = asked[1].value(value)
    match of.kind:
        case "card" if isinstance(value, tuple):
            return value.index(1) if 1 in value else NOBODY
        case "card" if isinstance(value, SingleCard):
            return value.number
        case "cards":
            return sum(terms.constant_value(x) << card for card, x in enumerate(as_cards(value)))
        case "player" | "side" | "symbol":
            found = as_guarded(value).constant
            if isinstance(found, str):
                return table.rules.compiler.symbol(of.enumeration, found)
            return NOBODY if found is None else found
        case "players" | "sides":
            return sum(1 << owner for owner, c in as_guarded(value).owners if c is True)
        case "truth":
            return int(as_truth(value) is True)
        case _:
            return terms.constant_value(as_number(value))


def free_words(expr: Expr, bound: frozenset[str] = frozenset()) -> Mapping[str, Type]:
    """Return the free words of an expression, with their types."""
    binders = {p.variable for p in parts(expr) if isinstance(p, g.Binder)}
    given = {word for p in parts(expr) if isinstance(p, g.Can) for _, word in p.free}
    return {p.name: p.type for p in parts(expr) if isinstance(p, g.Local) and p.name not in binders | given | bound}


def arguments_of(table: HistoryTable, move: Move) -> SymbolicArguments:
    act = table.game.act[move.act]
    return {
        p.name: as_read(table, p.type, n) if reads(act, p) else as_value(table, p.type, n)
        for p, n in zip(act.parameters, move.args, strict=True)
    }


def cards_of(table: HistoryTable, of: Type, number: int) -> int:
    """Return the cards of a card, a set or a group as a mask, without their readings."""
    mask = (1 << number if number >= 0 else 0) if of.kind == "card" else number
    return table.rules.layout.faces.physical(mask)


def vector_of(table: HistoryTable, mask: int) -> tuple[int, ...]:
    return tuple(mask >> card & 1 for card in range(len(table.game.deck.cards)))


def as_read(table: HistoryTable, of: Type, number: int, shapes: tuple[int, ...] | None = None, family: str = "") -> Read:
    """Return the interpreter's faces as the encoder's value, which does not contain their readings."""
    if of.kind == "group":
        family = table.rules.layout.families[0].zone.name
    return Read(vector_of(table, cards_of(table, of, number)), object(), shapes, family)


def decided(session: SolverSession, condition: Cond) -> bool:
    """Return the truth of a condition in a state without unknowns."""
    answer, _ = session.decide(condition)
    assert answer in ("yes", "no")
    return answer == "yes"


def is_state(session: SolverSession, state: SymbolicState, known: SymbolicState) -> bool:
    """Return whether a symbolic state may be exactly this state."""
    return session.possible(*state.facts, *same_state(state, known))[0] == "yes"


def same_state(state: SymbolicState, known: SymbolicState) -> list[Cond]:
    """Return the conditions under which a symbolic state is exactly this state."""
    same = [
        terms.equal(x, y)
        for place, zone in state.zones.items()
        if place in known.zones
        for x, y in zip(zone, known.zones[place], strict=True)
    ]
    return [*same, *(_same(value, known.cells[place]) for place, value in state.cells.items())]


def may_be(session: SolverSession, value: Value, known: Value) -> bool:
    """Return whether the encoder's value may be this value."""
    return session.possible(_same(value, known))[0] == "yes"


def must_be(session: SolverSession, value: Value, known: Value) -> bool:
    """Return whether the encoder's value is this value and no other."""
    return session.possible(terms.not_(_same(value, known)))[0] == "no"


def _same(a: Value, b: Value) -> Cond:
    if isinstance(a, Read):
        a = a.cards
    if isinstance(a, Guarded) and isinstance(b, Guarded):
        values = dict.fromkeys(v for v, _ in (*a.items, *b.items))
        return terms.all_of(terms.iff(a.when(v), b.when(v)) for v in values)
    if isinstance(a, SingleCard) and isinstance(b, tuple):
        return a.number >= 0 and b[a.number] == 1
    if isinstance(a, tuple) and isinstance(b, tuple):
        return terms.all_of(terms.equal(x, y) for x, y in zip(a or (0,) * len(b), b, strict=True))
    if isinstance(b, bool):
        return terms.iff(as_truth(a), b)
    return terms.equal(as_number(a), as_number(b))


# ------------------------------------------------------------------------- agreement with the interpreter


def truth_in(table: HistoryTable, condition: Expr, place: Position, context: ProofContext) -> bool:
    """Return the encoder's truth of a closed condition in a position of the interpreter."""
    state, acts = symbolic(table.rules, place), Acts(table.game, context)
    return decided(SolverSession(acts), as_truth(acts.encoder.value(condition, TermScope(state, state.turn, {}))))


def is_legal(table: HistoryTable, move: Move, place: Position, context: ProofContext) -> bool:
    """Return whether the encoder permits a move, leaving open whether the turn can then be completed."""
    acts, state = Acts(table.game, context), symbolic(table.rules, place)
    options = [o for o in Turns(acts).options(state) if o.act == move.act]
    given = arguments_of(table, move)
    law = (terms.and_(o.condition, acts.legal(state, o.player, table.game.act[move.act], given)) for o in options)
    return decided(SolverSession(acts), terms.any_of(law))


def leads_alike(table: HistoryTable, option: Choice, place: Position, context: ProofContext, seed: int = 0) -> bool:
    """Return whether a path of the encoder reaches the interpreter's state after a move, and also its state after the end of
    the turn.
    """
    seen, cells = dict[tuple[str, str], Position](), list(place.cells)

    def watch(moment: tuple[str, str], reached: Position) -> None:
        seen.setdefault(moment, reached)

    Play(table.rules, SeededChance(seed), watch).act(cells, option)
    session = SolverSession(Acts(table.game, context))
    course = TermCourse(session.acts, session.feasible)
    act = table.game.act[option.move.act]
    done = ActInstance(arguments_of(table, option.move), option.player)
    paths = course.acted(act, done, symbolic(table.rules, place))
    if ("after", act.name) not in seen:
        return True
    after = symbolic(table.rules, seen["after", act.name])
    if not any(is_state(session, path.state, after) for path in paths):
        return False
    if ("end", "turn") not in seen:
        return True
    ended = symbolic(table.rules, seen["end", "turn"])
    leaves = (p for path in paths for p in course.leaving(path, option.step + 1))
    return any(is_state(session, q.state, ended) for p in leaves for q in course.turn_ended(p))


def seated_moves(prepared: PreparedGame) -> Iterator[tuple[SymbolicState, SymbolicState]]:
    """Yield the states before and after each sampled move, seated as in the cases of the transition system."""
    for pair in prepared.samples.moves:
        ((_, before), (_, after)) = (next(prepared.frame.cases(state)) for state in pair)
        yield before, after


def leads(frame: TransitionSystem, before: SymbolicState, after: SymbolicState) -> bool:
    """Return whether a path of a transition leads from one state to another."""
    for transition in frame.transitions.values():
        begun = same_state(transition.state, before)
        for _, state in transition.following:
            if transition.session.possible(*begun, *state.facts, *same_state(state, after))[0] == "yes":
                return True
    return False
