"""Whether every turn can be completed as it begins: then there is always a legal move, for each is followed by a completion.

Shown by one course of the turn: each step that must be done, with an act that can be done, and no obligation left in force.
An act whose outcome the player does not see is followed by a completion only where it is that of such a course's first step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts, SymbolicArguments
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import Deed, TermCourse
from cartaro_verify.frame import completion_needs
from cartaro_verify.frame.transition_system import TransitionSystem, TurnCase
from cartaro_verify.terms import terms
from cartaro_verify.terms.messages import words
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import NotCovered, SymbolicState
from cartaro_verify.terms.unknowns import Answer, Cond
from cartaro_verify.terms.values import SingleCard


def completable(frame: TransitionSystem) -> tuple[Answer, int, TurnCase | None]:
    """Whether every turn can be completed as it begins."""
    game = frame.game
    if game.ends_of("turn"):
        raise NotCovered(words("un_early_end"))
    if any(made.staying for made in frame.transitions.values() if made.sort.act and game.act[made.sort.act].finding):
        raise NotCovered(words("un_finding"))
    unseen = {name for _, step in game.steps for name in step.acts if completion_needs.blind(game, game.act[name])}
    cases = [case for case in frame.facts if case.step == 0]
    for case in cases:
        opening = _Opening(frame, case)
        answer = opening.answer()
        if answer != "no":
            return answer, len(cases), case
        if not unseen <= opening.first:
            raise NotCovered(words("un_unseen"))
    return "no", len(cases), None


class _Opening:
    """The beginning of a turn."""

    def __init__(self, frame: TransitionSystem, case: TurnCase) -> None:
        self.acts = Acts(frame.game, frame.context)
        self.first = set[str]()
        """The act by which the first step of the turn is shown to be completed."""
        self.state = frame.start(case)
        self.session = SolverSession(self.acts, (*self.state.facts, *frame.known(case, self.state, self.acts)))
        self.course = TermCourse(self.acts, self.session.feasible)
        self.due = [number for number, (_, step) in enumerate(frame.game.steps) if step.must]
        if any(clause.when or clause.unless for clause, step in frame.game.steps if step.must):
            raise NotCovered(words("un_step_sometimes"))

    def answer(self) -> Answer:
        """`no`: the turn cannot be without a completion."""
        return self.completed([self.state], self.due)

    def completed(self, states: Iterable[SymbolicState], due: list[int]) -> Answer:
        """Whether from each of these states the steps that are due can be done, one after the other."""
        return _worst(self.from_one(state, due) for state in states)

    def from_one(self, state: SymbolicState, due: list[int]) -> Answer:
        if not due:
            return self.asked(state, self.course.turns.obliged(state))
        step = self.course.turns.sentence(due[0])
        if not isinstance(step.actor, g.Actor):
            raise NotCovered(words("un_step_other"))
        found: Answer = "unknown"
        for act in sorted((self.acts.game.act[name] for name in step.acts), key=lambda a: len(a.parameters)):
            found = self.asked(state, *(terms.no(c) for c in self.ways(state, act)))
            if found == "no":
                self.first |= {act.name} if due[0] == 0 else set[str]()
                return self.completed(self.after(state, act, due[0]), due[1:])
        return found

    def ways(self, state: SymbolicState, act: g.Act) -> Iterator[Cond]:
        """When an act can be done: with each card, where it is done with one."""
        names = [parameter.name for parameter in act.parameters]
        if len(names) > 1 or any(parameter.type.kind != "card" for parameter in act.parameters):
            raise NotCovered(words("un_step_cards"))
        for card in range(self.acts.encoder.size if names else 1):
            arguments: SymbolicArguments = dict.fromkeys(names, SingleCard(card))
            yield self.acts.warranted(act, arguments, TermScope(state, state.turn, arguments))

    def after(self, state: SymbolicState, act: g.Act, number: int) -> Iterator[SymbolicState]:
        """The states after an act that could be done."""
        arguments = self.acts.unknown_arguments(act, {}, act.name)
        done = state.having(self.acts.warranted(act, arguments, TermScope(state, state.turn, arguments)))
        for path in self.course.acted(act, Deed(arguments), done):
            if path.stopped is None:
                yield path.state.at_step(self.course.turns.following(number))

    def asked(self, state: SymbolicState, *conditions: Cond) -> Answer:
        return self.session.possible(*state.facts, *conditions)[0]


def _worst(answers: Iterable[Answer]) -> Answer:
    for answer in answers:
        if answer != "no":
            return answer
    return "no"
