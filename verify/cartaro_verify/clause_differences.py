"""Compare two clauses over the same state: does the condition of one imply that of the other? (decision 0041)

Both clauses are read in the game of the first.  The first attempt allows any placement of the cards and any memory, so a
difference that it excludes is excluded for every deal and any number of moves.  If that fails, and a frame is given, the second
attempt allows only states that satisfy its proved invariants, before a move is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from cartaro_grammar import Clause, Game, Type, parts, parts_reached, sentence_facts
from cartaro_grammar import game as g
from cartaro_verify.encode import expressions as operations
from cartaro_verify.encode.acts import Acts, SymbolicArguments
from cartaro_verify.encode.participants import active_sets
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.frame.transition_system import TransitionSystem
from cartaro_verify.obligations.clashes import any_arguments, decided
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.proof_log import ProofLog
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import Locals, NotCovered, TermScope, exactly
from cartaro_verify.terms.terms import Cond


@dataclass(frozen=True, slots=True)
class Implications:
    """The proved implications between the cases of two clauses, in each direction; `everywhere` is true if they hold in every
    state, reachable or not.
    """

    forwards: bool
    backwards: bool
    everywhere: bool = True

    @property
    def equal(self) -> bool:
        return self.forwards and self.backwards


FORWARDS, BACKWARDS = "forwards", "backwards"
"""The last names of the parts of a proof that two clauses apply in the same cases."""
NOTHING = Implications(forwards=False, backwards=False)


class ClauseComparison:
    """The clauses of a game, to be compared with clauses that are written in the same words."""

    def __init__(self, game: Game, *, invariants: bool = False, log: ProofLog | None = None) -> None:
        """If `invariants` is true, search for invariants when two clauses cannot be shown to be equal without them.

        A `log` keeps the conditions on two clauses under `proof/NAME`, and those on all legal moves under `jointly`.
        """
        self.game, self.invariants = game, invariants
        self.context = ProofContext(log)
        self._frame: TransitionSystem | None = None
        self._undecided: frozenset[str] | None = None

    def implications(self, first: Clause, second: Clause) -> Implications:
        """Return the implications between the cases of two clauses; for definitions and headings, equal values are required as
        well.
        """
        try:
            if self._may_be_undecided(first, second) or not _is_of_whoever_acts(first, second):
                return NOTHING
            with self.context.log.at("proof", first.name):
                return self._implications(first, second)
        except NotCovered:
            return NOTHING

    def _implications(self, first: Clause, second: Clause) -> Implications:
        found = self._implied(first, second, self._anywhere())
        if found.equal or not self.invariants or not isinstance(first.sentence, g.Permission | g.Prohibition | g.Obligation):
            return found
        with self.context.log.at("reached"):
            reached = self._implied(first, second, self._awaited())
        return replace(reached, everywhere=False) if reached != found else found

    def legal(self, other: Game) -> Implications:
        """For two games that differ only in permissions and prohibitions, return whether in every state the moves allowed under
        the first rules are allowed under the second, and the reverse.
        """
        if _some_ability_depends(self.game, other):
            return NOTHING
        forwards = backwards = True
        try:
            if self._undecided_definitions():
                return NOTHING
            for session, scope in self._anywhere():
                acts = session.acts
                for act, player in product(self.game.acts, range(self.game.players)):
                    if act.finding:
                        continue
                    arguments, actor = acts.unknown_arguments(act, {}, "any"), replace(scope, actor=player)
                    one, two = (self._warranted(acts, game, act, arguments, actor) for game in (self.game, other))
                    with self.context.log.at("jointly", act.name):
                        if not self._never("defined", session, terms.any_of(acts.encoder.breaks)):
                            return NOTHING
                        forwards = forwards and self._never(FORWARDS, session, one, terms.not_(two))
                        backwards = backwards and self._never(BACKWARDS, session, two, terms.not_(one))
                    if not forwards and not backwards:
                        return NOTHING
        except NotCovered:
            return NOTHING
        return Implications(forwards, backwards)

    def _warranted(self, acts: Acts, game: Game, act: g.Act, arguments: SymbolicArguments, scope: TermScope) -> Cond:
        """Return whether the permissions and prohibitions of a game allow an act; definitions and abilities are the same in
        both games.
        """
        acts.game = game
        try:
            return acts.warranted(act, arguments, scope)
        finally:
            acts.game = self.game

    def _may_be_undecided(self, *clauses: Clause) -> bool:
        """Return whether a definition that a clause reads may have no answer, or several."""
        named = {part.function for clause in clauses for part in parts_reached(self.game, clause) if isinstance(part, g.Apply)}
        if not named:
            return False
        return bool(named & self._undecided_definitions())

    def _undecided_definitions(self) -> frozenset[str]:
        if self._undecided is None:
            with self.context.log.apart():
                self._undecided = frozenset(decided(self.game, self.context).open)
        return self._undecided

    def _anywhere(self) -> Iterator[tuple[SolverSession, TermScope]]:
        """Yield, for each case, an arbitrary state with an arbitrary acting player."""
        for turn, active in product(range(self.game.players), active_sets(self.game, self.context)):
            acts = Acts(self.game, self.context)
            state = symbols.anywhere(self.context.variables, self.game, turn, "any", out_of_sight=True, active=active)
            session = SolverSession(acts, state.facts)
            yield session, TermScope(replace(state, facts=()), turn)

    def _awaited(self) -> Iterator[tuple[SolverSession, TermScope]]:
        """Yield arbitrary states that await a move and that the invariants allow."""
        if self._frame is None:
            with self.context.log.apart():
                self._frame = PreparedGame(self.game, self.context).frame
        frame = self._frame
        for case in frame.facts:
            acts, state = Acts(frame.game, self.context), frame.start(case)
            session = SolverSession(acts, (*state.facts, *frame.known(case, state, acts)))
            yield session, TermScope(replace(state, facts=()), state.turn)

    def _implied(self, first: Clause, second: Clause, states: Iterator[tuple[SolverSession, TermScope]]) -> Implications:
        forwards = backwards = True
        for session, scope in states:
            law = isinstance(first.sentence, g.Permission | g.Prohibition)
            for player in range(self.game.players) if law else (scope.state.turn,):
                for within, one, two, same in self._cases(session, replace(scope, actor=player), first, second):
                    broken = terms.any_of(session.acts.encoder.breaks)
                    if not self._never("defined", session, broken):
                        return NOTHING
                    if not self._never("value", session, within, one, two, terms.not_(same)):
                        return NOTHING
                    forwards = forwards and self._never(FORWARDS, session, within, one, terms.not_(two))
                    backwards = backwards and self._never(BACKWARDS, session, within, two, terms.not_(one))
                    if not forwards and not backwards:
                        return NOTHING
        return Implications(forwards, backwards)

    def _never(self, part: str, session: SolverSession, *conditions: Cond) -> bool:
        """Return whether conditions are proved to be impossible together; a query for this is one of a part of the proof."""
        with self.context.log.at(part):
            return any(condition is False for condition in conditions) or session.decide(*conditions)[0] == "no"

    def _cases(
        self, session: SolverSession, scope: TermScope, first: Clause, second: Clause
    ) -> Iterator[tuple[Cond, Cond, Cond, Cond]]:
        """Yield, for arbitrary local values, three conditions: the values are in their domains, each clause applies, and both
        clauses give the same value.
        """
        encoder = session.acts.encoder
        for within, mine, theirs in self._locals(session, scope, first, second):
            one, two = replace(scope, locals=mine), replace(scope, locals=theirs)
            same: Cond = True
            match first.sentence, second.sentence:
                case g.Definition() as own, g.Definition() as other:
                    result = self.game.function[own.function].result
                    same = operations.same(encoder, encoder.value(own.value, one), encoder.value(other.value, two), result)
                case g.Score() as own, g.Score() as other:
                    values = encoder.value(own.amount, one), encoder.value(other.amount, two)
                    same = operations.same(encoder, *values, Type("number"))
                case g.Obligation() as own, g.Obligation() as other:
                    holds = [encoder.truth(each.condition, at) for each, at in ((own, one), (other, two))]
                    applies = [encoder.applies(clause, at) for clause, at in ((first, one), (second, two))]
                    yield within, terms.and_(applies[0], holds[0]), terms.and_(applies[1], holds[1]), True
                    continue
                case _:
                    pass
            yield within, encoder.applies(first, one), encoder.applies(second, two), same

    def _locals(
        self, session: SolverSession, scope: TermScope, first: Clause, second: Clause
    ) -> Iterator[tuple[Cond, Locals, Locals]]:
        """Yield arbitrary values of the local words of two clauses, once under the names of each clause."""
        game, sentence, other = self.game, first.sentence, second.sentence
        if isinstance(sentence, g.Definition) and isinstance(other, g.Definition):
            for values in any_arguments(session, game.function[sentence.function].parameters):
                yield (
                    True,
                    dict(zip(sentence.parameters, values, strict=True)),
                    dict(zip(other.parameters, values, strict=True)),
                )
        elif isinstance(sentence, g.Consequence) and sentence.event[0] == "after":
            act = game.act[sentence.event[1]]
            arguments = session.acts.unknown_arguments(act, {}, "any")
            yield True, arguments, arguments
        elif (name := sentence_facts(sentence).act) is not None:
            arguments = session.acts.unknown_arguments(game.act[name], {}, "any")
            yield session.acts.in_domain(game.act[name], arguments, scope), arguments, arguments
        else:
            for side in range(game.sides):
                bound = {"side": exactly(side)}
                yield True, bound, bound


def _some_ability_depends(first: Game, second: Game) -> bool:
    """Return whether the rules test an ability (`can`) that depends on the permissions and prohibitions in which two games
    differ.
    """
    changed = {
        clause.name
        for game, other in ((first, second), (second, first))
        for clause in game.clauses
        if other.clause.get(clause.name) != clause
    }
    both = [part for game in (first, second) for part in parts((game.clauses, game.acts)) if isinstance(part, g.Can)]
    return any(changed & _law_of(game, can) for can in both for game in (first, second))


def _law_of(game: Game, can: g.Can) -> set[str]:
    """Return the clauses that decide whether an act can be done under a given permission, or under any permission."""
    titles = {clause.name for clause, _ in game.permissions_of(can.act) if can.by in (None, clause.name)}
    bars = {clause.name for clause, bar in game.prohibitions_of(can.act) if titles & set(bar.bars)}
    lifting = {clause.name for clause, exemption in game.with_sentence(g.Permission) if bars & set(exemption.lifts)}
    above = {name for clause in lifting for name in game.yields_to(clause)}
    return titles | bars | lifting | above


def _is_of_whoever_acts(*clauses: Clause) -> bool:
    """Return whether there is a player whom `the player` names, if clauses mention it; before a hand has begun nobody has the
    turn.
    """
    before = (("start", "match"), ("start", "hand"), ("end", "hand"), ("count", "hand"), ("end", "match"))
    for clause in clauses:
        sentence = clause.sentence
        nobody = isinstance(sentence, g.Begins | g.Score | g.Definition) or (
            isinstance(sentence, g.Consequence) and sentence.event in before
        )
        if nobody and any(isinstance(part, g.Actor) for part in parts(clause)):
            return False
    return True
