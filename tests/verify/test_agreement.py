"""The encoding has the same meaning as the interpreter, for every construct, on random positions, act by act and step
by step.
"""

from __future__ import annotations

from random import Random

import pytest
from tests.verify.material import (
    any_value,
    as_value,
    decided,
    expressions,
    free_words,
    is_legal,
    leads_alike,
    number_of,
    position,
    table_of,
)

from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import TRUTH
from cartaro_grammar.model.game import Expr
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_interpreter.play.questions import question
from cartaro_interpreter.play.turn import legal, permitted
from cartaro_interpreter.state.state import END_OF_TURN, Move
from cartaro_interpreter.state.state import State as Position
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.play.decoder import symbolic
from cartaro_verify.play.table import HistoryTable
from cartaro_verify.terms import walk
from cartaro_verify.terms.symbolic_state import SymbolicState, TermScope, Value, as_truth

pytestmark = pytest.mark.slow

GAMES: tuple[tuple[str, dict[str, str]], ...] = (
    ("scopa", {"precedenza": "poche", "ultima": "presa"}), ("scopone", {}), ("napola", {"players": "4"}), ("constructs", {}),
    ("constructs", {"players": "3"}),
)  # fmt: skip
games = pytest.mark.parametrize(("name", "settings"), [pytest.param(n, s, id="-".join((n, *s.values()))) for n, s in GAMES])
ELSEWHERE = (g.ReadAs, g.Top, g.Symbols, g.Numbers, g.Only, g.OverSets)
"""Constructs that occur in no encoded game; they have tests of their own."""


def value_of(table: HistoryTable, expr: Expr, state: SymbolicState, words: dict[str, Value], context: ProofContext) -> int:
    """Return the encoder's value as the interpreter's number."""
    acts = Acts(table.game, context)
    value = acts.encoder.value(expr, TermScope(state, state.turn, words))
    if expr.type.kind == "truth":
        return int(decided(SolverSession(acts), as_truth(value)))
    return number_of(table, expr.type, value)


@games
def test_every_expression_has_the_interpreter_s_value(name: str, settings: dict[str, str]) -> None:
    table, random, context = table_of(name, **settings), Random(7), ProofContext()
    compared = sum(agree(table, expr, random, context) for expr in expressions(table.game))
    assert compared > 100


def agree(table: HistoryTable, expr: Expr, random: Random, context: ProofContext) -> int:
    """Compare one expression in a few states; return in how many of them this was possible."""
    ability = walk.mentions(expr, g.Can) or isinstance(expr, g.Applies)
    if expr.type.kind == "symbols" or (ability and expr.type.kind != "truth"):
        return 0
    words = free_words(expr)
    asking = question(table.rules, expr, tuple(words))
    if isinstance(asking, Diagnostic):
        return 0
    compared = 0
    for _ in range(1 if ability else 2):
        place = _played(table, random, random.randrange(5)) if ability else position(table, random)
        numbers = {word: any_value(table, of, random) for word, of in words.items()}
        known = {word: n for word, n in numbers.items() if n is not None}
        if len(known) < len(words):
            continue
        found = asking(place, known, None)
        if not isinstance(found, Diagnostic):
            given = {word: as_value(table, words[word], n) for word, n in known.items()}
            assert value_of(table, expr, symbolic(table.rules, place), given, context) == found, (expr, known, place)
            compared += 1
    return compared


def test_a_clause_applies_where_the_interpreter_says_so() -> None:
    table, random, context = table_of("scopa"), Random(5), ProofContext()
    span = table.game.clauses[0].span
    kinds = (g.Permission, g.Obligation, g.Ends, g.Step)
    named = [c.name for c in table.game.clauses if isinstance(c.sentence, kinds)]
    assert any(isinstance(table.game.clause[name].sentence, g.Permission) for name in named)
    assert sum(agree(table, g.Applies(name, TRUTH, span), random, context) for name in named) >= 6
    unknown = g.Applies("no_such_clause", TRUTH, span)
    assert value_of(table, unknown, symbolic(table.rules, position(table, random)), {}, context) == 0


def test_every_construct_is_among_them() -> None:
    met = {type(e) for name, settings in GAMES for e in expressions(table_of(name, **settings).game)}
    assert g.Setting not in met, "the value of an option is in its place"
    assert set(Expr.__args__) - met <= set(ELSEWHERE) | {g.Applies, g.Truth, g.Setting}


@games
def test_legal_moves_are_the_interpreter_s(name: str, settings: dict[str, str]) -> None:
    table, random, context = table_of(name, **settings), Random(11), ProofContext()
    for _ in range(4):
        place = _played(table, random, random.randrange(5))
        allowed = {(o.move.act, o.move.args) for o in permitted(table.rules, place.cells) if o.move.act != END_OF_TURN}
        players = [act for act in table.game.acts if not act.finding]
        tried = [*sorted(allowed)[:8], *(_anything(table, act, random, place) for act in players for _ in range(6))]
        for act, args in tried:
            assert is_legal(table, Move(act, args, ()), place, context) == ((act, args) in allowed), (act, args, place)


def _anything(table: HistoryTable, act: g.Act, random: Random, place: Position) -> tuple[str, tuple[int, ...]]:
    """Return random arguments, mostly cards that lie together."""
    slots = table.rules.layout.holders
    args = list[int]()
    for parameter in act.parameters:
        here = place.cells[random.choice(slots)] or 1
        cards = [c for c in range(len(table.game.deck.cards)) if here >> c & 1]
        some = random.sample(cards, min(len(cards), random.randint(1, 2)))
        args.append(some[0] if parameter.type.kind == "card" else sum(1 << c for c in some))
    return act.name, tuple(args)


@games
def test_a_move_leads_where_the_interpreter_leads(name: str, settings: dict[str, str]) -> None:
    table, random, context = table_of(name, **settings), Random(13), ProofContext()
    steps = 0
    for round_ in range(30):
        place = position(table, random) if round_ % 2 else _played(table, random, round_)
        options = legal(table.rules, place.cells)
        if not options:
            continue
        option = random.choice(options)
        assert leads_alike(table, option, place, context, round_), (option, place)
        steps += 1
    assert steps > 10


def _played(table: HistoryTable, random: Random, seed: int) -> Position:
    """Return a position that play has reached."""
    reached = [p for moment, p in table.matches(seed, 1) if moment[0] == "await"]
    return random.choice(reached)
