"""Clashes and gaps. A clash is two clauses that answer one question differently, neither of which yields; a gap is a question
that no clause answers.

They are decided over all placements of the cards, reachable or not, so the answer `no` is a proof for every state. No query is
needed for clauses that always apply, or for two clauses if one yields to the other. `premises` returns the conditions that must
be met in some play, as a claim is vacuous otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, product

from cartaro_grammar import TRUTH, Clause, Expr, Game, Phrase, Type, clash_advice, default, in_key_words, parts
from cartaro_grammar import game as g
from cartaro_verify.encode import expressions as operations
from cartaro_verify.encode import house_rules
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.participants import active_sets
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import Turns
from cartaro_verify.frame.transition_system import rotatable
from cartaro_verify.obligations.called_with import members_by_definition
from cartaro_verify.play.table import Moment
from cartaro_verify.results import statements as st
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import NotCovered, Read, TermScope, Value, exactly
from cartaro_verify.terms.terms import Answer, Cond

# ----------------------------------------------------------------------- vacuity


def negated(expr: Expr) -> Expr:
    """Return the negation; a double negation is removed."""
    if isinstance(expr, g.Operation) and expr.operator == "not":
        return expr.operands[0]
    return g.Operation("not", (expr,), TRUTH, expr.span)


def premises(expr: Expr, wanted: bool = True) -> tuple[Expr, ...]:
    """Return the conditions that must each be true at some time for a condition, or (`wanted` false) its negation, not to be
    vacuous: for `A or B` that A is false, for `every x in S has …` that there is such an x, for `A and B` all that A and B
    need, or nothing if the condition is never vacuous.
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
        case _:
            return default(expr, ())


def _all_of(parts: tuple[Expr, ...]) -> Expr:
    return parts[0] if len(parts) == 1 else g.Operation("and", parts, TRUTH, parts[0].span)


def _some(every: g.Quantified, condition: Expr) -> Expr:
    return g.Quantified("some", every.variable, every.members, condition, TRUTH, every.span)


# ----------------------------------------------------------------------- clashes


@dataclass(frozen=True, slots=True)
class AmbiguityCandidate:
    """A possible clash or gap. If its `conditions` exclude each other, there is no ambiguity."""

    reason: st.Reason
    conditions: tuple[Cond, ...]
    session: SolverSession
    shown_by: tuple[Moment, Expr] | None = None
    """The moment and condition by which play shows the clash or gap; None if the interpreter stops at it."""
    function: str = ""
    """The ambiguous definition, if the candidate is a definition."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether the text leaves some question undecided, and the first candidate that may hold."""

    answer: Answer
    queries: int
    pairs: int
    reason: st.Reason | None = None
    shown_by: tuple[Moment, Expr] | None = None
    open: dict[str, st.Reason] = field(default_factory=dict[str, st.Reason])
    """The definitions that are not proved to have exactly one answer, each with the open question."""


def decided(game: Game, context: ProofContext) -> Decision:
    """Decide whether every question has exactly one answer in every state; if not, return the first question that may have no
    answer or several.
    """
    queries, pairs, first, open_ones = 0, 0, None, dict[str, st.Reason]()
    for candidate in candidates(game, context):
        pairs += 1
        if any(c is False for c in candidate.conditions) or (first is not None and candidate.function in ("", *open_ones)):
            continue
        queries += 1
        answer, _ = candidate.session.decide(*candidate.conditions)
        if answer == "no":
            continue
        first = first or (answer, queries, pairs, candidate.reason, candidate.shown_by)
        if candidate.function:
            open_ones[candidate.function] = candidate.reason
    return Decision("no", queries, pairs) if first is None else Decision(*first, open_ones)


def candidates(game: Game, context: ProofContext) -> Iterator[AmbiguityCandidate]:
    """Yield every possible clash and gap."""
    for turn, active in product(range(1 if rotatable(game) else game.players), active_sets(game, context)):
        acts = Acts(game, context)
        state = symbols.anywhere(context.variables, game, turn, "any", out_of_sight=True, active=active)
        session, scope = SolverSession(acts, state.facts), TermScope(state, turn)
        yield from _definitions(session, scope)
        yield from _course(session, scope)
        for act in game.acts:
            for player in _players(session, scope, act):
                yield from _acts(session, replace(scope, actor=player), act)


def _definitions(session: SolverSession, scope: TermScope) -> Iterator[AmbiguityCandidate]:
    encoder, game = session.acts.encoder, session.acts.game
    members = members_by_definition(game)
    for function in game.functions:
        sentence = encoder.game.definitions_of(function.name)
        clauses = tuple(clause for clause, _ in sentence)
        partial = function.result.kind == "truth"
        name = st.function(function.name)
        if not clauses and not partial and _is_used(game, function.name):
            yield AmbiguityCandidate(st.Undefined(name), (), session, function=function.name)
        if not _needs_queries(clauses, partial):
            continue
        for arguments in any_arguments(session, function.parameters):
            inside = tuple(_subset(arguments[card], arguments[cards]) for card, cards in sorted(members[function.name]))
            scopes = {c.name: encoder.applying(definition, arguments, scope) for c, definition in sentence}
            applies = {c.name: encoder.applies(c, scopes[c.name]) for c in clauses}
            if not partial:
                nothing = (_is_needed(session, function.name), *inside, *(terms.not_(a) for a in applies.values()))
                yield AmbiguityCandidate(st.Undefined(name), nothing, session, function=function.name)
            for (first, one), (second, other) in combinations(sentence, 2):
                values = [encoder.value(d.value, scopes[c.name]) for c, d in ((first, one), (second, other))]
                differ = terms.not_(operations.same(encoder, values[0], values[1], function.result))
                found = _clash(session, first, second, clauses, applies, differ, name)
                yield from (replace(each, function=function.name, conditions=(*each.conditions, *inside)) for each in found)


def _subset(card: Value, cards: Value) -> Cond:
    """Return whether a card is a member of a set."""
    assert isinstance(card, tuple), "an unknown card is a vector"
    assert isinstance(cards, tuple), "an unknown set is a vector"
    return terms.subset(card, cards)


def _is_needed(session: SolverSession, function: str) -> Cond:
    """Return whether, under the open options, a clause is in force that defines a function, or one that applies it."""
    game = session.acts.game
    if not game.open:
        return True
    of_it = (c for c, _ in game.definitions_of(function))
    applying = (c for c in game.clauses if any(isinstance(p, g.Apply) and p.function == function for p in parts(c)))
    return terms.any_of(house_rules.stands(session.acts.context, game, clause) for clause in (*of_it, *applying))


def _is_used(game: Game, function: str) -> bool:
    """Return whether a clause in force applies a definition."""
    return any(isinstance(p, g.Apply) and p.function == function for p in game.clause_parts)


def _needs_queries(clauses: tuple[Clause, ...], partial: bool) -> bool:
    """Return whether there is anything to decide; there is not for a single clause that always applies."""
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
) -> Iterator[AmbiguityCandidate]:
    game = session.acts.game
    if game.ordered(first, second):
        return
    over = game.yields_to(first.name) | game.yields_to(second.name)
    better = [c for c in clauses if c.name in over]
    overridden = (terms.not_(applies[c.name]) for c in better)
    clash = st.Differ(st.clause(first.name), st.clause(second.name), question)
    text = _remedied(game, clash, clash_advice.fixes_for_rivals(first, second))
    yield AmbiguityCandidate(text, (applies[first.name], applies[second.name], *overridden, differ), session)


def any_arguments(session: SolverSession, parameters: tuple[Type, ...]) -> Iterator[tuple[Value, ...]]:
    """Yield arguments of these types: unknown cards and numbers, and every value of the other types in turn. Cards have any
    reading if cards can be read in several ways.
    """
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
            return [vector if session.acts.encoder.groups is None else Read(vector, variables.fresh("read.c"))]
        case "player":
            return [exactly(p) for p in range(game.players)]
        case "side":
            return [exactly(s) for s in range(game.sides)]
        case "symbol":
            values = next((a.values for a in game.deck.attributes if a.name == kind.enumeration), ())
            return [exactly(v.name) for v in values]
        case _:
            raise NotCovered(st.UncoveredKind(st.KindUse.DEFINITION, st.kind_of(kind)))


def _course(session: SolverSession, scope: TermScope) -> Iterator[AmbiguityCandidate]:
    encoder, game = session.acts.encoder, session.acts.game
    kinds: tuple[type[g.Begins | g.Passes], ...] = (g.Begins, g.Passes)
    missing = (st.PlainReason.NO_BEGINNER, st.PlainReason.NO_NEXT)
    questions = (st.Question.WHO_BEGINS, st.Question.WHOSE_TURN)
    for kind, gap, question in zip(kinds, missing, questions, strict=True):
        sentence = game.with_sentence(kind)
        clauses = tuple(clause for clause, _ in sentence)
        applies = {c.name: encoder.applies(c, scope) for c in clauses}
        yield AmbiguityCandidate(gap, tuple(terms.not_(a) for a in applies.values()), session)
        for (first, one), (second, other) in combinations(sentence, 2):
            players = [encoder.guarded(named.player, scope) for named in (one, other)]
            differ = terms.not_(operations.same(encoder, players[0], players[1], Type("player")))
            yield from _clash(session, first, second, clauses, applies, differ, question)


def _players(session: SolverSession, scope: TermScope, act: g.Act) -> list[int]:
    """Return the players who may do an act, by the steps that have it."""
    turns = Turns(session.acts)
    steps = [step for _, _, step in turns.remaining_steps(scope.state) if act.name in step.acts]
    return list(dict.fromkeys(player for step in steps for player, _ in turns.actors(step, scope.state)))


def _acts(session: SolverSession, scope: TermScope, act: g.Act) -> Iterator[AmbiguityCandidate]:
    """Yield each prohibition with each permission that it does not mention, if neither yields."""
    acts, game = session.acts, session.acts.game
    bars, permissions = game.prohibitions_of(act.name), game.permissions_of(act.name)
    strangers = [(bar, permission) for bar in bars for permission in permissions if _unrelated(game, bar[0], permission[0])]
    if not strangers:
        return
    arguments = acts.unknown_arguments(act, {}, "clash")
    inner = replace(scope, locals=arguments)
    inside = acts.in_domain(act, arguments, scope)
    for (bar, barring), (permission, permitting) in strangers:
        clash = st.Forbids(st.clause(bar.name), st.clause(permission.name))
        text = _remedied(game, clash, clash_advice.fixes_for_permission(bar, permission))
        conditions = (inside, acts.forbids(bar, barring, inner), acts.title(permission, permitting, inner))
        yield AmbiguityCandidate(text, conditions, session, (("before", act.name), _both(bar, permission)))


def contradictions(game: Game) -> Iterator[tuple[Moment, Expr]]:
    """Yield the moments and conditions by which play shows that a prohibition and a permission concern one act and neither
    yields.
    """
    for act in game.acts:
        pairs = product(game.prohibitions_of(act.name), game.permissions_of(act.name))
        for (bar, _), (permission, _) in pairs:
            if _unrelated(game, bar, permission):
                yield ("before", act.name), _both(bar, permission)


def _remedied(game: Game, why: st.Differ | st.Forbids, sentences: tuple[Phrase, ...]) -> st.Clash:
    """Return a clash with the sentences that would end it, in the key words of the game's own text."""
    written = (str(in_key_words(sentence, game.ruleset.key_words)) for sentence in sentences)
    return st.Clash(why, st.joined(st.Joint.EITHER, map(st.Sentence, written)))


def _unrelated(game: Game, bar: Clause, permission: Clause) -> bool:
    """Return whether a prohibition and a permission are unrelated: the prohibition does not name or mention it (`can … by`),
    and neither yields to the other.
    """
    return not clash_advice.refers_to(bar, permission) and not game.ordered(bar, permission)


def _both(first: Clause, second: Clause) -> Expr:
    """Return an expression, in the words of their act, that is true if the cases of both clauses hold."""
    wanted = (*first.when, *second.when, *(negated(e) for e in (*first.unless, *second.unless)))
    return g.Operation("and", wanted, TRUTH, first.span) if wanted else g.Truth(True, TRUTH, first.span)
