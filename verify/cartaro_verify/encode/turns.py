"""The turn over symbolic states: which steps are open, who may do what in them, when the turn may end and when it is over.

Says what the interpreter says, with two exceptions, both towards more: legality's look-ahead is not asked, so that every
warranted act counts as a move; and of an optional act with arguments it is not asked whether any will do, so that the turn
may both go on and be over.  What is proved of all these courses of play is proved of the legal ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cartaro_grammar import Clause
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts
from cartaro_verify.terms import terms
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import SymbolicState
from cartaro_verify.terms.unknowns import Cond


@dataclass(frozen=True, slots=True)
class OpenAct:
    """An act that one player may do in one step, if the condition holds and the act is warranted."""

    step: int
    player: int
    act: str
    condition: Cond


class Turns:
    """The turn of one game."""

    def __init__(self, acts: Acts) -> None:
        self.acts = acts
        self.encoder = acts.encoder
        self.game = acts.game
        self.steps = acts.game.steps

    def sentence(self, number: int) -> g.Step:
        return self.steps[number][1]

    def left(self, state: SymbolicState) -> Iterator[tuple[int, Clause, g.Step]]:
        """The steps at which the turn has not come yet."""
        for number in range(state.step, len(self.steps)):
            yield number, *self.steps[number]

    def opened(self, clause: Clause, state: SymbolicState) -> Cond:
        """Whether the case of a step holds."""
        return self.encoder.applies(clause, TermScope(state, state.turn))

    def actors(self, step: g.Step, state: SymbolicState) -> list[tuple[int, Cond]]:
        """Whose step it may be, each with the condition that it is."""
        return list(self.encoder.guarded(step.actor, TermScope(state, state.turn)).owners)

    # -------------------------------------------------------------------------------- what may be done

    def options(self, state: SymbolicState) -> list[OpenAct]:
        """What may be done: in the steps up to the first open one that must be, each act in the first step that has it."""
        found = list[OpenAct]()
        waiting: Cond = True
        taken: dict[str, list[Cond]] = {}
        for number, clause, step in self.left(state):
            here = terms.every(waiting, self.opened(clause, state))
            if here is False:
                continue
            actors = self.actors(step, state)
            for player, condition in actors:
                for act in step.acts:
                    free = terms.every(here, condition, *(terms.no(t) for t in taken.get(act, ())))
                    if free is not False:
                        found.append(OpenAct(number, player, act, free))
            for act in step.acts:
                taken.setdefault(act, []).append(terms.every(here, terms.any_of(c for _, c in actors)))
            if step.must:
                waiting = terms.every(waiting, terms.no(here))
        return found

    def due(self, state: SymbolicState, number: int) -> Cond:
        """Whether a step is open, and none before it that must be done."""
        before = [(clause, step) for n, clause, step in self.left(state) if n < number and step.must]
        earlier = (terms.no(self.opened(clause, state)) for clause, _ in before)
        return terms.every(self.opened(self.steps[number][0], state), *earlier)

    def must(self, state: SymbolicState) -> Cond:
        """Whether a step is open that must be done."""
        return terms.any_of(self.opened(clause, state) for _, clause, step in self.left(state) if step.must)

    def obliged(self, state: SymbolicState) -> Cond:
        """Whether an obligation is in force."""
        scope = TermScope(state, state.turn)
        return terms.any_of(
            terms.every(self.encoder.applies(clause, scope), self.encoder.truth(said.condition, scope))
            for clause, said in self.game.obligations
        )

    def may_end(self, state: SymbolicState) -> Cond:
        """Whether the player may leave the rest of the turn undone."""
        must = self.must(state)
        return False if must is True else terms.every(terms.no(must), terms.no(self.obliged(state)))

    # -------------------------------------------------------------------------------- when the turn is over

    def following(self, step: int) -> int:
        """Where the turn stands after an act of a step."""
        return step if self.sentence(step).often else step + 1

    def outcomes(self, state: SymbolicState) -> tuple[Cond, Cond]:
        """Whether the turn may now await a move, and whether it may be over by itself."""
        must = self.must(state)
        surely, perhaps = (must, must) if must is True else (
            terms.some(must, self.possible(state, surely=s)) for s in (True, False)
        )  # fmt: skip
        early, obliged = self.ends("turn", state), self.obliged(state)
        awaits = terms.some(terms.every(perhaps, terms.no(early)), terms.every(terms.no(surely), obliged))
        over = terms.some(terms.every(perhaps, early), terms.every(terms.no(surely), terms.no(obliged)))
        return awaits, over

    def possible(self, state: SymbolicState, *, surely: bool) -> Cond:
        """Whether an optional act is open and can be done; with arguments, it is taken to be possible, but not surely."""
        found = list[Cond]()
        for _, clause, step in self.left(state):
            here = False if step.must else self.opened(clause, state)
            for player, condition in self.actors(step, state) if here is not False else ():
                acts = [self.acts.game.act[name] for name in step.acts]
                if any(act.parameters for act in acts) and not surely:
                    found.append(terms.every(here, condition))
                    continue
                ways = (self.acts.warranted(act, {}, TermScope(state, player)) for act in acts if not act.parameters)
                found.append(terms.every(here, condition, terms.any_of(ways)))
        return terms.any_of(found)

    def ends(self, period: g.Period, state: SymbolicState) -> Cond:
        """Whether the clauses say that a period ends now."""
        clauses = self.game.ends_of(period)
        scope = TermScope(state, state.turn)
        return terms.any_of(self.encoder.in_force(c, clauses, scope) for c in clauses)
