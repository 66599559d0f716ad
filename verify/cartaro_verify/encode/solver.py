"""Questions to Z3: is a condition possible, given facts about symbolic states and the abilities met in them?

An answer `no` is a proof: every axiom used is valid.  An answer `yes` comes with a model in which every `P can A …` has
the value that it has in that very state; until it does, the missing instance is looked for and the question is asked
again.  Work is bounded by Z3's own count of steps, so that the answer does not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from cartaro_verify.encode.acts import Ability, Acts, SymbolicArguments
from cartaro_verify.encode.expressions import ProofContext
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import Board, Guarded, Read, SingleCard, SymbolicState, TermScope, Value, exactly
from cartaro_verify.terms.terms import Answer, Cond, Num, SolverKind, Vec

STEPS = 12_000_000
QUICK_STEPS = 400_000
OUTLINE_STEPS = 3_000_000
ROUNDS = 60
KEPT_MODELS = 3
"""So many models are kept of a set of facts."""
KINDS: tuple[SolverKind, SolverKind] = ("older", "tailored")
KINDS_WITH_GROUPS: tuple[SolverKind, SolverKind] = ("tailored", "general")
"""The solver asked first, and the one asked where it gives up: the older one takes half the time, and gives up more often."""
CROSS_INSTANTIATIONS = 2
"""Arguments of one ability are tried in another only so often, for each trial brings new abilities with it."""


@dataclass(frozen=True)
class Model:
    """Values for the unknowns."""

    z3_model: Any
    found: dict[tuple[str, int], tuple[Cond, bool]] = field(default_factory=dict[tuple[str, int], tuple[Cond, bool]])
    """What was asked, each term with its truth: states have most of their facts in common."""

    def number(self, value: Num) -> int:
        return value if isinstance(value, int) else terms.number_in(self.z3_model, value)

    def truth(self, value: Cond) -> bool:
        if isinstance(value, bool):
            return value
        place = terms.key(value)
        if place not in self.found:
            self.found[place] = (value, terms.holds_in(self.z3_model, value))
        return self.found[place][1]

    def satisfies(self, conditions: Iterable[Cond]) -> bool:
        return all(self.truth(condition) for condition in conditions)

    def value(self, value: Value) -> Value:
        """A constant of the same type."""
        match value:
            case int() | SingleCard():
                return value
            case terms.BoolTerm():
                return self.truth(value)
            case terms.IntTerm():
                return self.number(value)
            case tuple():
                return self.cards(value)
            case Guarded():
                return Guarded(tuple((v, self.truth(c)) for v, c in value.items))
            case Read():
                return value if isinstance(value.cards, SingleCard) else replace(value, cards=self.cards(value.cards))

    def cards(self, value: Vec) -> Vec:
        return tuple(self.number(v) for v in value)

    def state(self, state: SymbolicState) -> SymbolicState:
        """The state with all unknowns replaced."""
        zones = {p: self.cards(v) for p, v in state.zones.items()}
        return SymbolicState(Board(zones, {p: self.value(v) for p, v in state.cells.items()}, state.turn), state.step)


class Facts:
    """A growing set of facts, and whether conditions can hold together with them.

    The solver is made when it is first asked something.  Only so many are kept at a time; one that is asked again after it was
    let go is made anew from the facts.  Models that were found are kept: what holds in one of them need not be asked.
    """

    def __init__(self, context: ProofContext, facts: Iterable[Cond], kind: SolverKind = "tailored") -> None:
        self.context = context
        self.kind: SolverKind = kind
        self.asserted = [fact for fact in facts if fact is not True]
        self.solver: Any = None
        self.flushed = 0
        """How many of the facts the solver knows."""
        self.levels = list[int]()
        """How many facts there were when an aside began, each a level of the solver's."""
        self.models = list[Model]()

    def add(self, facts: Iterable[Cond]) -> None:
        new = [fact for fact in facts if fact is not True]
        self.asserted += new
        self.models = [model for model in self.models if model.satisfies(new)]

    def push(self) -> None:
        """Begin an aside, whose facts can be forgotten."""
        if self.solver is not None:
            self.flush()
            self.solver.push()
        self.levels.append(len(self.asserted))

    def pop(self, keep: bool) -> None:
        """End the last aside; its facts are kept, or forgotten."""
        mark = self.levels.pop()
        if self.solver is not None:
            self.solver.pop()
            self.flushed = min(self.flushed, mark)
        if not keep:
            del self.asserted[mark:]

    def prepare(self) -> None:
        """Have a solver that knows all facts; another one may be let go for it."""
        self.context.asked(self)
        if self.solver is None:
            self.solver, self.flushed = self.context.variables.solver(self.kind), 0
            for mark in self.levels:
                self.flush(mark)
                self.solver.push()
        self.flush()

    def flush(self, until: int | None = None) -> None:
        """Tell the solver the facts that it does not know."""
        self.assert_all(self.asserted[self.flushed : until])
        self.flushed = len(self.asserted) if until is None else until

    def assert_all(self, facts: Iterable[Cond]) -> None:
        for fact in facts:
            if fact is not True:
                terms.tell(self.solver, fact)

    def known_model(self, conditions: Sequence[Cond]) -> Model | None:
        """A model of the facts, found before, in which conditions hold too."""
        return next((model for model in self.models if model.satisfies(conditions)), None)

    def possible(self, conditions: Sequence[Cond], steps: int) -> tuple[Answer, Model | None]:
        """Whether conditions can hold together with the facts, with a model in which they do."""
        known = self.known_model(conditions)
        if known is not None:
            return "yes", known
        self.prepare()
        self.solver.push()
        try:
            self.assert_all(conditions)
            answer = terms.answer(self.solver, steps * self.context.steps_times)
            if answer != "yes":
                return answer, None
            self.models = [Model(self.solver.model()), *self.models[: KEPT_MODELS - 1]]
            return "yes", self.models[0]
        finally:
            self.solver.pop()


class SolverSession:
    """Facts about the states of one transition, and the axioms of its acts, asked about again and again.

    With an `outline`, some of the facts that mostly suffice, all facts are asked only about what these allow, and a quick look
    is at the outline alone.  `lying`, fewer still, are those that say where cards lie and where moved cards come from.  Models
    that were found are kept: what holds in one of them need not be asked.  What the solver gives up on is asked of another that
    goes about it otherwise, and of one that was asked nothing before.
    """

    def __init__(
        self,
        acts: Acts,
        facts: Iterable[Cond] = (),
        steps: int | None = None,
        outline: Iterable[Cond] | None = None,
        placement: Iterable[Cond] = (),
    ) -> None:
        self.acts = acts
        self.steps = STEPS if steps is None else steps
        self.kinds = KINDS if acts.encoder.groups is None else KINDS_WITH_GROUPS
        self.facts = self.fresh_facts(facts)
        self.outline = None if outline is None else self.fresh_facts(outline)
        self.placement = self.fresh_facts(placement)
        self.axioms_asserted = 0
        self.single_cards_needed = False
        """Whether a question was not answered before the abilities were tried with single cards."""
        self.reached: dict[tuple[Board, int], bool] = {}

    def fresh_facts(self, facts: Iterable[Cond], *, otherwise: bool = False) -> Facts:
        """Facts for a solver that was asked nothing before: the one that is asked first in such a game, or the other one."""
        return Facts(self.acts.context, facts, self.kinds[otherwise])

    def assume(self, *facts: Cond) -> None:
        self.facts.add(facts)
        if self.outline is not None:
            self.outline.add(facts)

    def refresh(self) -> None:
        """Assert the axioms that have come since the last question."""
        new = self.acts.axioms[self.axioms_asserted :]
        self.axioms_asserted = len(self.acts.axioms)
        self.facts.add(new)

    @contextmanager
    def scoped(self) -> Generator[None]:
        """Abilities met meanwhile, and their instances, are forgotten afterwards: they would burden all that follows."""
        if self.single_cards_needed:
            self.acts.try_single_cards()
        self.refresh()
        kept, before = self.axioms_asserted, self.acts.checkpoint()
        self.facts.push()
        try:
            yield
        finally:
            self.refresh()
            forgotten = self.acts.roll_back(before)
            self.facts.pop(keep=not forgotten)
            self.axioms_asserted = kept if forgotten else self.axioms_asserted

    def possible(self, *conditions: Cond, steps: int | None = None) -> tuple[Answer, Model | None]:
        """Whether conditions can hold together with the facts; abilities are taken as the axioms leave them."""
        if any(c is False for c in conditions):
            return "no", None
        self.refresh()
        quick = steps is not None and steps < STEPS
        known = self.facts.known_model(conditions) if quick or not self.acts.waiting else None
        if known is not None:
            return "yes", known
        if self.outline is not None:
            outlined = self.outline.possible(conditions, OUTLINE_STEPS)[0]
            if outlined == "no" or (outlined == "unknown" and self.placement.possible(conditions, QUICK_STEPS)[0] == "no"):
                return "no", None
        answer, model = self.facts.possible(conditions, steps or self.steps)
        if answer != "no" and not quick and self.acts.waiting:
            self.single_cards_needed |= self.acts.try_single_cards()
            return self.possible(*conditions, steps=steps)
        if answer != "unknown" or steps is not None:
            return answer, model
        answer, model = self.fresh_facts(self.facts.asserted, otherwise=True).possible(conditions, self.steps)
        return (
            self.fresh_facts(self.facts.asserted).possible(conditions, self.steps) if answer == "unknown" else (answer, model)
        )

    def feasible(self, state: SymbolicState, quick: bool = True) -> bool:
        """A look whether a path can be taken; when in doubt it can."""
        if not quick or self.outline is None:
            return self.possible(*state.facts, steps=QUICK_STEPS if quick else None)[0] != "no"
        return self.outline.possible(state.facts, QUICK_STEPS)[0] != "no"

    def undecided(self, given: Sequence[Cond], goals: Sequence[Cond]) -> list[Cond]:
        """Those goals of which the outline does not show that they hold together with what is given."""
        left, found = list(goals), list[Cond]()
        while left and self.outline is not None:
            answer, model = self.outline.possible((*given, terms.not_(terms.all_of(left))), OUTLINE_STEPS)
            if answer == "no":
                return found
            broken = [goal for goal in left if model is None or not model.truth(goal)]
            found += broken
            left = [goal for goal in left if not any(goal is other for other in broken)]
        return [*found, *left]

    def reaches(self, state: SymbolicState) -> bool:
        """Whether a state is not known to be impossible; asked once of each."""
        key = (state.board, len(state.facts))
        if key not in self.reached:
            self.reached[key] = self.possible(*state.facts)[0] != "no"
        return self.reached[key]

    def decide(self, *conditions: Cond) -> tuple[Answer, Model | None]:
        """As `possible`, with every ability as it is in the model's state."""
        for attempt in range(ROUNDS):
            answer, model = self.possible(*conditions)
            if answer != "yes" or model is None:
                return answer, model
            if attempt < CROSS_INSTANTIATIONS and self.acts.instantiate_candidates():
                continue
            verdict = self.refine(model)
            if verdict == "done":
                return "yes", model
            if verdict == "unknown":
                return "unknown", None
        return "unknown", None

    def refine(self, model: Model) -> Literal["done", "more", "unknown"]:
        """Add what the model gets wrong of the abilities that it holds to be false."""
        more = False
        for ability in list(self.acts.introduced):
            if ability.proposition is False or model.truth(ability.proposition):
                continue
            answer, arguments = find_witness(self.acts, ability, model)
            if answer == "unknown":
                return "unknown"
            if arguments is not None:
                more |= self.acts.instantiate(ability, arguments)
        return "more" if more else "done"


def find_witness(acts: Acts, ability: Ability, model: Model) -> tuple[Answer, SymbolicArguments | None]:
    """Arguments that make the ability true in the model's own state, if there are any."""
    inner = Acts(acts.game, acts.context)
    scope = TermScope(
        model.state(ability.scope.state), ability.scope.actor, {n: model.value(v) for n, v in ability.scope.locals.items()}
    )
    given = {n: model.value(v) for n, v in ability.given.items()}
    open_arguments = inner.unknown_arguments(acts.game.act[ability.expr.act], given, "w")
    case = inner.case(Ability(ability.expr, scope, ability.actor, given, True, {}), open_arguments)
    answer, found = SolverSession(inner).decide(case)
    if answer != "yes" or found is None:
        return answer, None
    return "yes", {n: constant(found.value(v)) for n, v in open_arguments.items()}


def constant(value: Value) -> Value:
    """A known choice without the values that it is not."""
    return exactly(value.constant) if isinstance(value, Guarded) else value
