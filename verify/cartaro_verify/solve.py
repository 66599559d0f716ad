"""Questions to Z3: is a condition possible, given facts about symbolic states and the abilities met in them?

An answer `no` is a proof: every axiom used is valid.  An answer `yes` comes with a model in which every `P can A …` has
the value that it has in that very state; until it does, the missing instance is looked for and the question is asked
again.  Work is bounded by Z3's own count of steps, so that the answer does not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

import z3

from cartaro_verify import terms
from cartaro_verify.acts import Ability, Acts, Arguments
from cartaro_verify.scope import Scope
from cartaro_verify.symbols import Guarded, Read, State, Value, exactly
from cartaro_verify.terms import Cond, Num, Vec

_z3 = cast(Any, z3)

Answer = Literal["no", "yes", "unknown"]
STEPS = 12_000_000
QUICK_STEPS = 400_000
OUTLINE_STEPS = 3_000_000
ROUNDS = 60
CROSSINGS = 2
"""Arguments of one ability are tried in another only so often, for each trial brings new abilities with it."""


_patience = [1]


@contextmanager
def patience(factor: int) -> Generator[None]:
    """Questions asked meanwhile may take so many times the steps that they are otherwise given."""
    _patience.append(factor)
    try:
        yield
    finally:
        _patience.pop()


@dataclass(frozen=True)
class Model:
    """Values for the unknowns."""

    z3_model: Any

    def number(self, value: Num) -> int:
        return value if isinstance(value, int) else int(self.z3_model.eval(value, model_completion=True).as_long())

    def truth(self, value: Cond) -> bool:
        if isinstance(value, bool):
            return value
        return bool(_z3.is_true(self.z3_model.eval(value, model_completion=True)))

    def value(self, value: Value) -> Value:
        """A constant of the same type."""
        if isinstance(value, tuple):
            return tuple(self.number(v) for v in value)
        if isinstance(value, Guarded):
            return Guarded(tuple((v, self.truth(c)) for v, c in value.items))
        if isinstance(value, Read):
            return replace(value, cards=cast("Vec | int", self.value(value.cards)))
        if isinstance(value, bool | int):
            return value
        return self.truth(value) if _z3.is_bool(value) else self.number(value)

    def state(self, state: State) -> State:
        """The state with all unknowns replaced."""
        zones = {p: cast(Vec, self.value(v)) for p, v in state.zones.items()}
        return State(zones, {p: self.value(v) for p, v in state.cells.items()}, state.turn, state.step)


class Facts:
    """A growing set of facts, and whether conditions can hold together with them."""

    def __init__(self, facts: Iterable[Cond], *, otherwise: bool = False) -> None:
        self.solver = terms.other_solver() if otherwise else terms.solver("QF_LIA")
        self.told = list[Cond]()
        self.add(facts)

    def add(self, facts: Iterable[Cond]) -> None:
        new = [fact for fact in facts if fact is not True]
        self.told += new
        self.tell(new)

    def tell(self, facts: Iterable[Cond]) -> None:
        for fact in facts:
            if fact is not True:
                terms.tell(self.solver, fact)

    def possible(self, conditions: Iterable[Cond], steps: int) -> tuple[Answer, Model | None]:
        self.solver.push()
        try:
            self.tell(conditions)
            self.solver.set("rlimit", steps * _patience[-1])
            result = self.solver.check()
            if result == _z3.unsat:
                return "no", None
            return ("yes", Model(self.solver.model())) if result == _z3.sat else ("unknown", None)
        finally:
            self.solver.pop()


class Session:
    """Facts about the states of one transition, and the axioms of its acts, asked about again and again.

    With an `outline`, a few of the facts that mostly suffice, all facts are asked only about what these allow; where all are
    too many to be answered, the outline is asked again with a few `more`.  What the solver gives up on is asked of another that
    goes about it otherwise, and of one that was asked nothing before.
    """

    def __init__(
        self,
        acts: Acts,
        facts: Iterable[Cond] = (),
        steps: int = STEPS,
        outline: Iterable[Cond] | None = None,
        more: Iterable[Cond] = (),
    ) -> None:
        self.acts = acts
        self.steps = steps
        self.facts = Facts(facts)
        self.outline = None if outline is None else Facts(outline)
        self.more = tuple(more)
        self.asserted = 0
        self.rounds = 0
        self.queries = 0

    def assume(self, *facts: Cond) -> None:
        self.facts.add(facts)
        if self.outline is not None:
            self.outline.add(facts)

    def refresh(self) -> None:
        """Assert the axioms that have come since the last question."""
        new = self.acts.axioms[self.asserted :]
        self.asserted = len(self.acts.axioms)
        self.facts.add(new)

    def possible(self, *conditions: Cond, steps: int | None = None) -> tuple[Answer, Model | None]:
        """Whether conditions can hold together with the facts; abilities are taken as the axioms leave them."""
        if any(c is False for c in conditions):
            return "no", None
        if self.outline is not None and self.outline.possible(conditions, OUTLINE_STEPS)[0] == "no":
            return "no", None
        self.refresh()
        self.queries += 1
        answer, model = self.facts.possible(conditions, steps or self.steps)
        if answer != "unknown" or steps is not None:
            return answer, model
        if self.outline is not None and self.outline.possible((*self.more, *conditions), self.steps)[0] == "no":
            return "no", None
        answer, model = Facts(self.facts.told, otherwise=True).possible(conditions, self.steps)
        return Facts(self.facts.told).possible(conditions, self.steps) if answer == "unknown" else (answer, model)

    def feasible(self, state: State, quick: bool = True) -> bool:
        """A look whether a path can be taken; when in doubt it can."""
        return self.possible(*state.facts, steps=QUICK_STEPS if quick else None)[0] != "no"

    def decide(self, *conditions: Cond) -> tuple[Answer, Model | None]:
        """As `possible`, with every ability as it is in the model's state."""
        for attempt in range(ROUNDS):
            answer, model = self.possible(*conditions)
            if answer != "yes" or model is None:
                return answer, model
            self.rounds += 1
            if attempt < CROSSINGS and self.acts.cross():
                continue
            verdict = self.complete(model)
            if verdict == "done":
                return "yes", model
            if verdict == "unknown":
                return "unknown", None
        return "unknown", None

    def complete(self, model: Model) -> Literal["done", "more", "unknown"]:
        """Add what the model gets wrong of the abilities that it holds to be false."""
        more = False
        for ability in list(self.acts.introduced):
            if ability.proposition is False or model.truth(ability.proposition):
                continue
            answer, arguments = witness(self.acts, ability, model)
            if answer == "unknown":
                return "unknown"
            if arguments is not None:
                more |= self.acts.instantiate(ability, arguments)
        return "more" if more else "done"


def witness(acts: Acts, ability: Ability, model: Model) -> tuple[Answer, Arguments | None]:
    """Arguments that make the ability true in the model's own state, if there are any."""
    inner = Acts(acts.game)
    scope = Scope(
        model.state(ability.scope.state), ability.scope.actor, {n: model.value(v) for n, v in ability.scope.locals.items()}
    )
    given = {n: model.value(v) for n, v in ability.given.items()}
    open_arguments = inner.unknown_arguments(acts.game.act[ability.expr.act], given, "w")
    case = inner.case(Ability(ability.expr, scope, ability.actor, given, True, {}), open_arguments)
    answer, found = Session(inner).decide(case)
    if answer != "yes" or found is None:
        return answer, None
    return "yes", {n: constant(found.value(v)) for n, v in open_arguments.items()}


def constant(value: Value) -> Value:
    """A known choice without the values that it is not."""
    return exactly(value.constant) if isinstance(value, Guarded) else value
