"""Satisfiability of conditions under facts about symbolic states and the axioms of the abilities that occur in them.

An answer "no" is a proof, since every axiom used is valid.  An answer "yes" of `decide` comes with a model in which every `P
can A …` has its true value in the state of the model; as long as one has not, the missing instance is added and the query
repeated (model-based quantifier instantiation).  Work is bounded by the solver's own count of steps, so that no answer depends
on the machine.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Literal

from cartaro_verify.encode.acts import Ability, Acts, SymbolicArguments
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import Board, Guarded, Read, SingleCard, SymbolicState, TermScope, Value, exactly
from cartaro_verify.terms.terms import Answer, BoolTerm, Cond, IntTerm, Num, Valuation, Vec
from cartaro_verify.terms.z3_backend import SolverKind, Z3Solver

STEPS = 12_000_000
"""The limit of one query, in Z3's own units (`rlimit`)."""
QUICK_STEPS = 400_000
OUTLINE_STEPS = 3_000_000
SKETCH_STEPS = 1_000_000
AFTER_SKETCH_STEPS = 100_000
"""The limit of steps for a path that a sketch does not exclude; if the path is infeasible, the reason is mostly found at once.
"""
ROUNDS = 60
"""The number of refinements of a model after which `decide` gives up."""
KEPT_MODELS = 3
"""The number of most recent models that are kept for a set of facts."""
MODELS_OF_PATHS = 24
"""The number of models kept while paths are followed. The model of a path satisfies one of the two branches after it."""
KINDS: tuple[SolverKind, SolverKind] = ("legacy", "linear")
KINDS_WITH_GROUPS: tuple[SolverKind, SolverKind] = ("linear", "general")
"""The first kind of solver, and the kind used if the first gives up; the legacy kind takes half the time and gives up more
often.
"""
CROSS_INSTANTIATIONS = 2
"""The number of rounds in which the arguments of one ability instantiate another; each round adds new abilities."""


@dataclass(frozen=True, slots=True)
class Model:
    """Values of the variables for which all assertions are true."""

    valuation: Valuation

    def number(self, value: Num) -> int:
        return self.valuation.number(value)

    def truth(self, value: Cond) -> bool:
        return self.valuation.truth(value)

    def satisfies(self, conditions: Iterable[Cond]) -> bool:
        return all(self.truth(condition) for condition in conditions)

    def value(self, value: Value) -> Value:
        """Return the constant of the same type."""
        match value:
            case int() | SingleCard():
                return value
            case BoolTerm():
                return self.truth(value)
            case IntTerm():
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
        """Return the state with all terms replaced by constants."""
        zones = {p: self.cards(v) for p, v in state.zones.items()}
        cells = {p: self.value(v) for p, v in state.cells.items()}
        return SymbolicState(Board(zones, cells, state.turn, state.active), state.step)


class Facts:
    """A growing set of facts, to which conditions are added for one query at a time.

    The solver is made by the first query.  The context keeps a limited number of solvers; a released solver is made again from
    the facts.  Models found before are kept, and a query that one of them satisfies needs no solver.
    """

    def __init__(self, context: ProofContext, facts: Iterable[Cond], kind: SolverKind = "linear") -> None:
        self.context = context
        self.kind: SolverKind = kind
        self.asserted: list[Cond] = [fact for fact in facts if fact is not True]
        self.solver: Z3Solver | None = None
        self.flushed = 0
        """The number of facts that the solver has."""
        self.levels = list[int]()
        """The number of facts at the beginning of each level."""
        self.models = list[Model]()
        """The models found before, the most recently found or used one first."""
        self.most_models = KEPT_MODELS
        self.sketched: Facts | None = None
        """The sketches of the same facts, made when they are first needed."""

    def add(self, facts: Iterable[Cond]) -> None:
        new: list[Cond] = [fact for fact in facts if fact is not True]
        self._add(new)
        if self.sketched is not None:
            self.sketched._add([self.context.sketch.condition(fact) for fact in new])

    def _add(self, new: list[Cond]) -> None:
        self.asserted += new
        self.models = [model for model in self.models if model.satisfies(new)]

    def sketch(self) -> Facts:
        """Return the sketches of the facts, with a solver of their own."""
        if self.sketched is None:
            self.sketched = Facts(self.context, ())
            self.sketched.asserted = [self.context.sketch.condition(fact) for fact in self.asserted]
            self.sketched.levels = list(self.levels)
        return self.sketched

    def excludes(self, conditions: Iterable[Cond]) -> bool:
        """Return whether the sketches prove that the conditions cannot hold together with the facts."""
        sketches = [self.context.sketch.condition(condition) for condition in conditions]
        return False in sketches or self.sketch().possible(sketches, SKETCH_STEPS)[0] == "no"

    def push(self) -> None:
        """Begin a level: facts added from here on can be retracted."""
        if self.solver is not None:
            self._flush(self.solver)
            self.solver.push()
        self.levels.append(len(self.asserted))
        if self.sketched is not None:
            self.sketched.push()

    def pop(self, keep: bool) -> None:
        """End the last level and keep or retract its facts."""
        mark = self.levels.pop()
        if self.solver is not None:
            self.solver.pop()
            self.flushed = min(self.flushed, mark)
        if not keep:
            del self.asserted[mark:]
        if self.sketched is not None:
            self.sketched.pop(keep)

    def known_model(self, conditions: Sequence[Cond]) -> Model | None:
        """Return a model of the facts, found earlier, in which the conditions hold too."""
        for number, model in enumerate(self.models):
            if model.satisfies(conditions):
                self.models.insert(0, self.models.pop(number))
                return model
        return None

    def keep_models(self, most: int) -> None:
        """Keep this number of models from now on."""
        self.most_models = most
        del self.models[most:]

    def possible(self, conditions: Sequence[Cond], steps: int) -> tuple[Answer, Model | None]:
        """Return whether the conditions can hold together with the facts, and a model in which they do."""
        conditions = (*conditions, *self.context.supposed)
        known = self.known_model(conditions)
        if known is not None:
            return "yes", known
        solver = self._ready()
        solver.push()
        try:
            for condition in conditions:
                solver.add(condition)
            answer = solver.check(steps * self.context.steps_times)
            if answer != "yes":
                if answer == "no":
                    self.context.log.refuted(self.asserted, conditions, self)
                return answer, None
            self.models = [Model(Valuation(solver.model())), *self.models[: self.most_models - 1]]
            return "yes", self.models[0]
        finally:
            solver.pop()

    def _ready(self) -> Z3Solver:
        """Return a solver in which all facts are asserted. The context may release another solver to make room."""
        self.context.asked(self)
        if self.solver is None:
            self.solver, self.flushed = self.context.backend.solver(self.kind), 0
            for mark in self.levels:
                self._flush(self.solver, mark)
                self.solver.push()
        self._flush(self.solver)
        return self.solver

    def _flush(self, solver: Z3Solver, until: int | None = None) -> None:
        """Assert the facts that the solver does not have yet."""
        for fact in self.asserted[self.flushed : until]:
            solver.add(fact)
        self.flushed = len(self.asserted) if until is None else until


class SolverSession:
    """Facts about the states of one transition and the axioms of its acts, for many queries.

    An `outline`, a part of the facts that mostly suffices, is queried first, since a case that it excludes is excluded by all
    facts. Quick queries use only the outline.  `placement` is an even smaller part: the places of cards, and the origins of
    moved cards. If the solver gives up on a query, the query is repeated with a solver of another kind, then with a new one of
    the first kind.
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
        """Whether a query needed the abilities instantiated with single cards."""
        self.reached: dict[object, bool] = {}
        self.undecided_paths = set[tuple[int, Cond]]()
        """The paths, indexed by their length and last fact, for which the solver gave up on the outline."""

    def fresh_facts(self, facts: Iterable[Cond], *, otherwise: bool = False) -> Facts:
        """Return facts with a solver of their own: the first kind for this game or, if `otherwise` is set, the second."""
        return Facts(self.acts.context, facts, self.kinds[otherwise])

    def assume(self, *facts: Cond) -> None:
        self.facts.add(facts)
        if self.outline is not None:
            self.outline.add(facts)

    def refresh(self) -> None:
        """Assert the axioms added since the last query."""
        new = self.acts.axioms[self.axioms_asserted :]
        self.axioms_asserted = len(self.acts.axioms)
        self.facts.add(new)

    @contextmanager
    def following(self) -> Generator[None]:
        """Keep a model of each path within the block, because many parallel paths are queried."""
        asked = self.facts if self.outline is None else self.outline
        asked.keep_models(MODELS_OF_PATHS)
        try:
            yield
        finally:
            asked.keep_models(KEPT_MODELS)

    @contextmanager
    def scoped(self) -> Generator[None]:
        """Retract the abilities that were added within the block, and their instances, because they would slow down all later
        queries.
        """
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

    @contextmanager
    def assuming(self, *conditions: Cond) -> Generator[None]:
        """Assume conditions in all queries within the block. The solver gets them once and not with each query."""
        self.refresh()
        kept, asked = self.axioms_asserted, [self.facts, *([] if self.outline is None else [self.outline])]
        for facts in asked:
            facts.push()
            facts.add(conditions)
        try:
            yield
        finally:
            for facts in asked:
                facts.pop(keep=False)
            self.axioms_asserted = kept  # axioms added within the block were retracted too

    def possible(self, *conditions: Cond, steps: int | None = None) -> tuple[Answer, Model | None]:
        """Return whether conditions can hold together with the facts; an ability may have any value that the axioms allow."""
        if any(c is False for c in conditions):
            return "no", None
        self.refresh()
        quick = steps is not None and steps < STEPS
        supposed = (*conditions, *self.acts.context.supposed)
        known = self.facts.known_model(supposed) if quick or not self.acts.waiting else None
        if known is not None:
            return "yes", known
        if self.acts.context.sketching and self.facts.excludes(conditions):
            return "no", None
        if self.outline is not None:
            outlined = self.outline.possible(conditions, OUTLINE_STEPS)[0]
            if outlined == "no" or (outlined == "unknown" and self.placement.possible(conditions, QUICK_STEPS)[0] == "no"):
                return "no", None
        answer, model = self.facts.possible(conditions, steps or self.steps)
        if answer == "unknown" and self.sketch_excludes(conditions):
            return "no", None
        if answer != "no" and not quick and self.acts.waiting:
            self.single_cards_needed |= self.acts.try_single_cards()
            return self.possible(*conditions, steps=steps)
        if answer != "unknown" or steps is not None:
            return answer, model
        answer, model = self.fresh_facts(self.facts.asserted, otherwise=True).possible(conditions, self.steps)
        return (
            self.fresh_facts(self.facts.asserted).possible(conditions, self.steps) if answer == "unknown" else (answer, model)
        )

    def sketch_excludes(self, conditions: Sequence[Cond]) -> bool:
        """Return whether the sketch excludes conditions on which the solver gave up; from then on it is queried first."""
        context = self.acts.context
        if context.sketching or not self.facts.excludes(conditions):
            return False
        context.sketching = True
        return True

    def feasible(self, state: SymbolicState, quick: bool = True) -> bool:
        """Return whether a path is not known to be infeasible.

        If sketches are queried first, a query on which the solver gave up with the outline is not repeated with more facts.
        """
        if not quick or self.outline is None:
            return self.possible(*state.facts, steps=QUICK_STEPS if quick else None)[0] != "no"
        sketching = self.acts.context.sketching
        if sketching and self.facts.excludes(state.facts):
            return False
        if sketching and not self.undecided_paths.isdisjoint(enumerate(state.facts)):
            return True
        answer = self.outline.possible(state.facts, AFTER_SKETCH_STEPS if sketching else QUICK_STEPS)[0]
        if answer == "unknown" and state.facts:
            self.undecided_paths.add((len(state.facts) - 1, state.facts[-1]))
        return answer == "yes" or (answer == "unknown" and not self.sketch_excludes(state.facts))

    def plausible(self, state: SymbolicState, quick: bool = True) -> bool:
        """Return whether a path is not known to be infeasible by its sketch; a thorough answer is that of `feasible`."""
        return not self.facts.excludes(state.facts) if quick else self.feasible(state, quick)

    def undecided(self, given: Sequence[Cond], goals: Sequence[Cond]) -> list[Cond]:
        """Return the goals that the outline does not prove from the given conditions."""
        left, found = list(goals), list[Cond]()
        if self.acts.context.sketching:
            left = [] if self.facts.excludes((*given, terms.not_(terms.all_of(left)))) else left
            left = [goal for goal in left if not self.facts.excludes((*given, terms.not_(goal)))]
        while left and self.outline is not None:
            answer, model = self.outline.possible((*given, terms.not_(terms.all_of(left))), OUTLINE_STEPS)
            if answer == "no":
                return found
            broken = [goal for goal in left if model is None or not model.truth(goal)]
            found += broken
            left = [goal for goal in left if not any(goal is other for other in broken)]
        return [*found, *left]

    def reaches(self, state: SymbolicState) -> bool:
        """Return whether a state is not known to be impossible, by one query for each state."""
        key = (state.board, len(state.facts), terms.keys(self.acts.context.supposed))
        if key not in self.reached:
            self.reached[key] = self.possible(*state.facts)[0] != "no"
        return self.reached[key]

    def decide(self, *conditions: Cond) -> tuple[Answer, Model | None]:
        """Return an answer as `possible` does, with a model in which every ability has its value in the model's state."""
        for attempt in range(ROUNDS):
            answer, model = self.possible(*conditions)
            if answer != "yes" or model is None:
                return answer, model
            if attempt < CROSS_INSTANTIATIONS and self.acts.instantiate_candidates():
                continue
            verdict = self.refine(model)
            if verdict == "done":
                self.acts.context.refuting = settings_of(self.acts, model)
                return "yes", model
            if verdict == "unknown":
                return "unknown", None
        return "unknown", None

    def refine(self, model: Model) -> Literal["done", "more", "unknown"]:
        """Instantiate the abilities that are false in the model and true in its state."""
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
    """Return arguments that make the ability true in the model's state; None if there are none."""
    with acts.context.log.aside():
        return _witness(acts, ability, model)


def _witness(acts: Acts, ability: Ability, model: Model) -> tuple[Answer, SymbolicArguments | None]:
    inner = Acts(acts.game, acts.context, {**acts.encoder.settings, **settings_of(acts, model)})
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


def settings_of(acts: Acts, model: Model) -> dict[str, str]:
    """Return the values that the open options of a game have in a model."""
    options = [option for option in acts.game.ruleset.options if option.name in acts.game.open]
    values = ((option.name, constant(model.value(acts.context.choice(option)))) for option in options)
    return {name: str(value.constant) for name, value in values if isinstance(value, Guarded)}


def constant(value: Value) -> Value:
    """Return a constant choice without its other alternatives."""
    return exactly(value.constant) if isinstance(value, Guarded) else value
