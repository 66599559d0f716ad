"""When a claim says something: the premises that must be met in some play, or the claim is vacuous.

Clashes and gaps: two clauses that answer one question differently and do not yield, or a question that none answers.

Asked of all placements of the cards, reachable or not: `no` is a proof for every state.  Clauses that always apply,
and pairs of which one yields to the other, need no query.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import assert_never

from cartaro_grammar import TRUTH, Clause, Expr, Game, Type, clash_advice
from cartaro_grammar import game as g
from cartaro_verify.encode import expressions as operations
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.expressions import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import Turns
from cartaro_verify.frame.transition_system import rotatable
from cartaro_verify.play.table import Moment
from cartaro_verify.results import statements as st
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import NotCovered, TermScope, Value, exactly
from cartaro_verify.terms.terms import Answer, Cond

# ----------------------------------------------------------------------- vacuity


def negated(expr: Expr) -> Expr:
    """The contrary, without two negations in a row."""
    if isinstance(expr, g.Operation) and expr.operator == "not":
        return expr.operands[0]
    return g.Operation("not", (expr,), TRUTH, expr.span)


def premises(expr: Expr, wanted: bool = True) -> tuple[Expr, ...]:
    """What must each be true at some time for a condition, or (`wanted` false) its contrary, to say all that it says: of
    `A or B` that A is false, of `every x in S has …` that there is such an x, of `A and B` all that A and B need.  Nothing
    where the condition says something anyway.
    """
    match expr:
        case g.Operation(operator="not", operands=(operand,)):
            return premises(operand, not wanted)
        case g.Operation(operator="and" | "or") if (expr.operator == "and") is wanted:
            return tuple(dict.fromkeys(p for operand in expr.operands for p in premises(operand, wanted)))
        case g.Operation(operator="and" | "or", operands=(*others, last)):
            given = tuple(negated(o) if wanted else o for o in others)
            return tuple(_all_of((*given, needed)) for needed in premises(last, wanted)) or (_all_of(given),)
        case g.Quantified() if (expr.quantifier == "some") is not wanted:
            found = premises(expr.condition, expr.quantifier == "every")
            if not found and isinstance(expr.members, g.Everyone | g.AllCards | g.Symbols):
                return ()
            return tuple(_some(expr, p) for p in found or (g.Truth(True, TRUTH, expr.span),))
        case (
            g.Operation() | g.Quantified() | g.Applies() | g.Apply() | g.Can() | g.Local() | g.Pattern() | g.ReadAs()
            | g.Recall() | g.Truth()
        ):  # fmt: skip
            return ()
        case (
            g.Actor() | g.AllCards() | g.Attribute() | g.Cards() | g.Everyone() | g.Extreme() | g.InZone() | g.LastPlayer()
            | g.Neighbour() | g.Nobody() | g.Number() | g.Only() | g.ScoreOf() | g.Select() | g.Setting() | g.SideOf()
            | g.Single() | g.Size() | g.Symbol() | g.Symbols() | g.Top() | g.Total() | g.Where()
        ):  # fmt: skip
            return ()  # no truths
        case _:
            assert_never(expr)


def _all_of(parts: tuple[Expr, ...]) -> Expr:
    return parts[0] if len(parts) == 1 else g.Operation("and", parts, TRUTH, parts[0].span)


def _some(every: g.Quantified, condition: Expr) -> Expr:
    return g.Quantified("some", every.variable, every.members, condition, TRUTH, every.span)


# ----------------------------------------------------------------------- clashes


@dataclass(frozen=True, slots=True)
class Meeting:
    """A case in which the text may not decide: `conditions` cannot hold together if it does."""

    reason: st.Reason
    conditions: tuple[Cond, ...]
    session: SolverSession
    seen: tuple[Moment, Expr] | None = None
    """When and by what play shows it; None where the interpreter stops at it."""
    function: str = ""
    """The definition that is asked for, if it is one."""


@dataclass(frozen=True, slots=True)
class Decision:
    answer: Answer
    asked: int
    pairs: int
    reason: st.Reason | None = None
    seen: tuple[Moment, Expr] | None = None
    open: dict[str, st.Reason] = field(default_factory=dict[str, st.Reason])
    """The definitions of which it is not shown that they have one answer, each with what is not decided."""


def decided(game: Game, context: ProofContext) -> Decision:
    """Whether every question has exactly one answer in every state; where not, the first that may have none or several."""
    asked, pairs, first, open_ones = 0, 0, None, dict[str, st.Reason]()
    for meeting in meetings(game, context):
        pairs += 1
        if any(c is False for c in meeting.conditions) or (first is not None and meeting.function in ("", *open_ones)):
            continue
        asked += 1
        answer, _ = meeting.session.decide(*meeting.conditions)
        if answer == "no":
            continue
        first = first or (answer, asked, pairs, meeting.reason, meeting.seen)
        if meeting.function:
            open_ones[meeting.function] = meeting.reason
    return Decision("no", asked, pairs) if first is None else Decision(*first, open_ones)


def meetings(game: Game, context: ProofContext) -> Iterator[Meeting]:
    """Every clash and gap to be excluded."""
    for turn in range(1 if rotatable(game) else game.players):
        acts = Acts(game, context)
        state = symbols.anywhere(context.variables, game, turn, "any", out_of_sight=True)
        session, scope = SolverSession(acts, state.facts), TermScope(state, turn)
        yield from _definitions(session, scope)
        yield from _course(session, scope)
        for act in game.acts:
            for player in _players(session, scope, act):
                yield from _acts(session, replace(scope, actor=player), act)


def _definitions(session: SolverSession, scope: TermScope) -> Iterator[Meeting]:
    encoder, game = session.acts.encoder, session.acts.game
    for function in game.functions:
        said = encoder.game.definitions_of(function.name)
        clauses = tuple(clause for clause, _ in said)
        partial = function.result.kind == "truth"
        name = st.function(function.name)
        if not clauses and not partial and _used(game, function.name):
            yield Meeting(st.Undefined(name), (), session, function=function.name)
        if not _open(clauses, partial):
            continue
        for arguments in any_arguments(session, function.parameters):
            scopes = {c.name: encoder.applying(definition, arguments, scope) for c, definition in said}
            applies = {c.name: encoder.applies(c, scopes[c.name]) for c in clauses}
            if not partial:
                nothing = tuple(terms.not_(a) for a in applies.values())
                yield Meeting(st.Undefined(name), nothing, session, function=function.name)
            for (first, one), (second, other) in combinations(said, 2):
                values = [encoder.value(d.value, scopes[c.name]) for c, d in ((first, one), (second, other))]
                differ = terms.not_(operations.same(encoder, values[0], values[1], function.result))
                found = _clash(session, first, second, clauses, applies, differ, name)
                yield from (replace(meeting, function=function.name) for meeting in found)


def _used(game: Game, function: str) -> bool:
    """Whether a clause that stands asks for a definition."""
    return any(isinstance(p, g.Apply) and p.function == function for p in game.clause_parts)


def _open(clauses: tuple[Clause, ...], partial: bool) -> bool:
    """Whether there is anything to ask: not so where one clause speaks alone, and always."""
    alone = len(clauses) == 1 and (partial or not (clauses[0].when or clauses[0].unless))
    return not alone and bool(clauses)


def _clash(
    session: SolverSession,
    first: Clause,
    second: Clause,
    clauses: tuple[Clause, ...],
    applies: dict[str, Cond],
    differ: Cond,
    question: st.Question | st.Name,
) -> Iterator[Meeting]:
    game = session.acts.game
    if game.ordered(first, second):
        return
    over = game.yields_to(first.name) | game.yields_to(second.name)
    better = [c for c in clauses if c.name in over]
    overridden = (terms.not_(applies[c.name]) for c in better)
    clash = st.Differ(st.clause(first.name), st.clause(second.name), question)
    text = _remedied(clash, clash_advice.fixes_for_rivals(first, second))
    yield Meeting(text, (applies[first.name], applies[second.name], *overridden, differ), session)


def any_arguments(session: SolverSession, parameters: tuple[Type, ...]) -> Iterator[tuple[Value, ...]]:
    """Any arguments of these types: cards and numbers unknown, of the rest each in turn."""
    yield from product(*(_any(session, kind) for kind in parameters))


def _any(session: SolverSession, kind: Type) -> list[Value]:
    game, size, variables = session.acts.game, session.acts.encoder.size, session.acts.variables
    match kind.kind:
        case "number":
            return [variables.number("n")]
        case "truth":
            return [variables.truth("t")]
        case "card" | "cards":
            vector = variables.cards("c", size)
            session.assume(*terms.bit_bounds(vector))
            if kind.kind == "card":
                session.assume(terms.equal(terms.sum_of(vector), 1))
            return [vector]
        case "player":
            return [exactly(p) for p in range(game.players)]
        case "side":
            return [exactly(s) for s in range(game.sides)]
        case "symbol":
            values = next((a.values for a in game.deck.attributes if a.name == kind.enumeration), ())
            return [exactly(v.name) for v in values]
        case _:
            raise NotCovered(st.UncoveredKind(st.KindUse.DEFINITION, st.kind_of(kind)))


def _course(session: SolverSession, scope: TermScope) -> Iterator[Meeting]:
    encoder, game = session.acts.encoder, session.acts.game
    kinds: tuple[type[g.Begins | g.Passes], ...] = (g.Begins, g.Passes)
    missing = (st.PlainReason.NO_BEGINNER, st.PlainReason.NO_NEXT)
    questions = (st.Question.WHO_BEGINS, st.Question.WHOSE_TURN)
    for kind, gap, question in zip(kinds, missing, questions, strict=True):
        said = game.saying(kind)
        clauses = tuple(clause for clause, _ in said)
        applies = {c.name: encoder.applies(c, scope) for c in clauses}
        yield Meeting(gap, tuple(terms.not_(a) for a in applies.values()), session)
        for (first, one), (second, other) in combinations(said, 2):
            players = [encoder.guarded(named.player, scope) for named in (one, other)]
            differ = terms.not_(operations.same(encoder, players[0], players[1], Type("player")))
            yield from _clash(session, first, second, clauses, applies, differ, question)


def _players(session: SolverSession, scope: TermScope, act: g.Act) -> list[int]:
    """Who may do an act: those whose steps have it."""
    turns = Turns(session.acts)
    steps = [step for _, _, step in turns.left(scope.state) if act.name in step.acts]
    return list(dict.fromkeys(player for step in steps for player, _ in turns.actors(step, scope.state)))


def _acts(session: SolverSession, scope: TermScope, act: g.Act) -> Iterator[Meeting]:
    """A prohibition that meets a permission of which it does not speak, where neither yields."""
    acts, game = session.acts, session.acts.game
    bars, permissions = game.prohibitions_of(act.name), game.permissions_of(act.name)
    strangers = [(bar, permission) for bar in bars for permission in permissions if _strange(acts, bar[0], permission[0])]
    if not strangers:
        return
    arguments = acts.unknown_arguments(act, {}, "clash")
    inner = replace(scope, locals=arguments)
    inside = acts.in_domain(act, arguments, scope)
    for (bar, barring), (permission, permitting) in strangers:
        clash = st.Forbids(st.clause(bar.name), st.clause(permission.name))
        text = _remedied(clash, clash_advice.fixes_for_permission(bar, permission))
        conditions = (inside, acts.forbids(bar, barring, inner), acts.title(permission, permitting, inner))
        yield Meeting(text, conditions, session, (("before", act.name), _both(bar, permission)))


def _remedied(why: st.Differ | st.Forbids, sentences: tuple[str, ...]) -> st.Clash:
    """Return a clash with the sentences that would end it."""
    return st.Clash(why, st.joined(st.Joint.EITHER, map(st.Sentence, sentences)))


def _strange(acts: Acts, bar: Clause, permission: Clause) -> bool:
    """Whether a prohibition neither names a permission, nor speaks of it (`can … by`), nor yields or is preferred to it."""
    return not clash_advice.refers_to(bar, permission) and not acts.game.ordered(bar, permission)


def _both(first: Clause, second: Clause) -> Expr:
    """That the cases of both clauses hold, as an expression in the words of their act."""
    wanted = (*first.when, *second.when, *(negated(e) for e in (*first.unless, *second.unless)))
    return g.Operation("and", wanted, TRUTH, first.span) if wanted else g.Truth(True, TRUTH, first.span)
