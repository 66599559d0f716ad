"""Prove that every state in which a player has to move has a legal move: some act of a due step is possible, and the turn can
be completed after it.

If the look-ahead excludes moves, the proof shows that every turn can be completed from its beginning, so that every legal move
has a completion. It is enough to find one way to play the turn in which each mandatory step has a possible act and no
obligation remains in force. Play looks no further than an act whose outcome the player does not see: such an act either
completes the first step of such a course, or the turn can be completed from every state after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from cartaro_grammar import PLAYER, TRUTH, Clause, parts, parts_reached
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Ability, Acts, SymbolicArguments, reads
from cartaro_verify.encode.expressions import alternatives
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import ActInstance, TermCourse, Turns
from cartaro_verify.frame import invariants
from cartaro_verify.frame.transition_system import SymbolicPath, TransitionSystem, TurnCase, paths_to, prove
from cartaro_verify.results import statements as st
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import (
    NotCovered,
    SingleCard,
    SymbolicState,
    TermScope,
    Value,
    exactly,
    taking_part,
)
from cartaro_verify.terms.terms import Answer, Cond, Num, Vec

# --------------------------------------------------------------- turn completion


def completable(frame: TransitionSystem) -> tuple[Answer, int, TurnCase | None]:
    """Decide whether every turn can be completed from its beginning: first with the facts of each case, then also with the fact
    that certain obligations are never in force when a turn begins.
    """
    game = frame.game
    if game.ends_of("turn"):
        raise NotCovered(st.Construct.EARLY_END)
    if any(
        transition.staying
        for transition in frame.transitions.values()
        if transition.sort.act and game.act[transition.sort.act].finding
    ):
        raise NotCovered(st.Construct.FINDING_WITH_OBLIGATIONS)
    found = _completable(frame, ())
    met = () if found.answer == "no" else tuple(o for o in game.obligations if _met(frame, o))
    found = _completable(frame, met) if met else found
    if found.untried:
        raise NotCovered(st.Construct.STEP_WITH_CARDS)
    return found.answer, found.cases, found.case


@dataclass(frozen=True, slots=True)
class Completions:
    """Whether every turn can be completed, the number of cases, and the first case for which this is not shown; an act that was
    not tried may be the reason.
    """

    answer: Answer
    cases: int
    case: TurnCase | None = None
    untried: bool = False


def _completable(frame: TransitionSystem, met: tuple[Obligation, ...]) -> Completions:
    """Decide the same, given that no turn begins with these obligations in force."""
    game = frame.game
    unseen = {name for _, step in game.steps for name in step.acts if invariants.outcome_is_unseen(game, game.act[name])}
    cases, later = [case for case in frame.facts if case.step == 0], set[str]()
    for case in cases:
        opening = _Opening(frame, case, met)
        answer = opening.completed([opening.state], opening.due)
        if answer != "no":
            return Completions(answer, len(cases), case, opening.untried)
        later |= unseen - opening.first
    for case in frame.facts if later else ():
        rest = _Opening(frame, case, met)
        if any(rest.after_any(name) != "no" for name in sorted(later)):
            raise NotCovered(st.Construct.UNSEEN_OUTCOME)
    return Completions("no", len(frame.facts) if later else len(cases))


Obligation = tuple[Clause, g.Obligation]


def _met(frame: TransitionSystem, obligation: Obligation) -> bool:
    """Return whether it is proved, by induction over all moves, that an obligation is in force for a player only during that
    player's turn.
    """
    if any(isinstance(part, g.Can) for part in parts_reached(frame.game, obligation)):
        return False

    def before(path: SymbolicPath) -> Cond:
        return True if path.before is None else terms.all_of(_not_in_force(path.session.acts, obligation, path.before))

    def now(path: SymbolicPath) -> list[Cond]:
        return _not_in_force(path.session.acts, obligation, path.state)

    return prove(list(paths_to(frame, ("await", ""))), now, before).answer == "no"


def _not_in_force(acts: Acts, obligation: Obligation, state: SymbolicState) -> list[Cond]:
    """Return the condition that an obligation is not in force for any player who is not in the middle of a turn. An obligation
    that is the same for all players is considered only if no turn is under way.
    """
    clause, sentence = obligation
    if not any(isinstance(part, g.Actor) for part in parts_reached(acts.game, obligation)) and state.step != 0:
        return []
    scopes = [
        TermScope(state, player)
        for player in taking_part(acts.game, state.active, "player")
        if player != state.turn or state.step == 0
    ]
    return [
        terms.not_(terms.and_(acts.encoder.applies(clause, scope), acts.encoder.truth(sentence.condition, scope)))
        for scope in scopes
    ]


MOST_ARGUMENTS = 4
"""The greatest number of instances of an act that are tried, as a multiple of the number of cards."""


class _Opening:
    """A turn from the states of a case on: those of its first step, or those in which a later step is reached."""

    def __init__(self, frame: TransitionSystem, case: TurnCase, met: tuple[Obligation, ...]) -> None:
        self.acts = Acts(frame.game, frame.context)
        self.first = set[str]()
        """The acts that complete the first step of the turn, whatever their arguments are."""
        self.state = frame.start(case)
        self.untried = False
        """Whether some act was not tried because it has too many possible choices."""
        known = [*frame.known(case, self.state, self.acts)]
        known += [c for obligation in met for c in _not_in_force(self.acts, obligation, self.state)]
        self.session = SolverSession(self.acts, (*self.state.facts, *known))
        self.course = TermCourse(self.acts, self.session.feasible)
        self.due = [number for number, (_, step) in enumerate(frame.game.steps) if step.must]

    def completed(self, states: Iterable[SymbolicState], due: list[int]) -> Answer:
        """Decide whether there is a state among these from which the due steps cannot be done in order. The answer is
        `no` if there is no such state.
        """
        return _worst(self.from_one(state, due) for state in states)

    def after_any(self, name: str) -> Answer:
        """Decide whether an act can be done in these states so that the due steps after it cannot be done."""
        turns, act = self.course.turns, self.acts.game.act[name]
        answers = list[Answer]()
        for option in turns.options(self.state):
            if option.act != name:
                continue
            if option.player != self.state.turn:
                raise NotCovered(st.Construct.STEP_OF_ANOTHER)
            due = [number for number in self.due if number >= turns.following(option.step)]
            open_to = self.state.having(option.condition)
            answers += [
                self.completed(self.after(open_to, act, given, option.step), due)
                for given in _plain_choices(self.acts, act, TermScope(open_to, open_to.turn))
            ]
        return _worst(answers)

    def from_one(self, state: SymbolicState, due: list[int]) -> Answer:
        """Decide the question for the first due step if it is open, and for the next step that the turn reaches if it
        is not.
        """
        if not due:
            return self.possible(state, self.course.turns.obliged(state))
        clause, step = self.acts.game.steps[due[0]]
        opened = self.course.turns.step_applies(clause, state)
        if opened is True:
            return self.by_acts(state, due)
        passed = state.having(terms.not_(opened))
        answer = "no" if self.possible(passed) == "no" else self.from_one(passed, due[1:])
        if answer != "no":
            return answer
        state = state.having(opened)
        if self.possible(state) == "no":
            self.first |= set(step.acts) if due[0] == 0 else set[str]()
            return "no"
        return self.by_acts(state, due)

    def by_acts(self, state: SymbolicState, due: list[int]) -> Answer:
        """Decide by one act of the first due step, if it is always possible; if not, by several acts, if one of them is always
        possible.
        """
        step = self.course.turns.sentence(due[0])
        if not isinstance(step.actor, g.Actor):
            raise NotCovered(st.Construct.STEP_OF_ANOTHER)
        found, left = "unknown", list[tuple[g.Act, SymbolicArguments, list[Cond]]]()
        for act in sorted((self.acts.game.act[name] for name in step.acts), key=lambda a: len(a.parameters)):
            for given in _plain_choices(self.acts, act, TermScope(state, state.turn)):
                undone = [terms.not_(c) for c in self.arguments_of(state, act, given)]
                found = self.possible(state, *undone)
                if found == "no" and self.done(state, act, given, due):
                    return found
                left += [(act, given, undone)] if found != "no" else []
        rest = state
        for act, given, undone in left:
            if any(c is not True for c in undone) and self.done(state, act, given, due):
                rest = rest.having(*undone)
                found = self.possible(rest)
                if found == "no":
                    return found
        return "unknown"

    def done(self, state: SymbolicState, act: g.Act, given: SymbolicArguments, due: list[int]) -> bool:
        """Return whether the turn can be completed after an act with the given arguments, whatever else is chosen for it."""
        if self.completed(self.after(state, act, given, due[0]), due[1:]) != "no":
            return False
        self.first |= {act.name} if due[0] == 0 and not given else set[str]()
        return True

    def arguments_of(self, state: SymbolicState, act: g.Act, given: SymbolicArguments) -> Iterator[Cond]:
        """Yield when an act can be done: with each card, if it is done with cards, or nothing for an act with too many possible
        choices.
        """
        cards, size = [p for p in act.parameters if p.name not in given], self.acts.encoder.size
        if any(not _one_card_may_do(act, p) for p in cards) or size ** len(cards) > MOST_ARGUMENTS * size:
            self.untried = True
            return
        for chosen in product(range(size), repeat=len(cards)):
            arguments = {**given, **{p.name: _card(p, n, size) for p, n in zip(cards, chosen, strict=True)}}
            yield self.acts.warranted(act, arguments, TermScope(state, state.turn, arguments))

    def after(self, state: SymbolicState, act: g.Act, given: SymbolicArguments, number: int) -> Iterator[SymbolicState]:
        """Return the states after an act that could be done."""
        arguments = self.acts.unknown_arguments(act, given, act.name)
        done = state.having(self.acts.warranted(act, arguments, TermScope(state, state.turn, arguments)))
        for path in self.course.acted(act, ActInstance(arguments), done):
            if path.stopped is None:
                yield path.state.at_step(self.course.turns.following(number))

    def possible(self, state: SymbolicState, *conditions: Cond) -> Answer:
        return self.session.possible(*state.facts, *conditions)[0]


def _one_card_may_do(act: g.Act, parameter: g.Parameter) -> bool:
    """Return whether a parameter is a card, or cards of which a single one may be chosen."""
    return parameter.choice in ("one", "some") and parameter.type.kind in ("card", "cards") and not reads(act, parameter)


def _card(parameter: g.Parameter, number: int, size: int) -> Value:
    """Return a card of a pack as an argument, either as a card or as a set."""
    return SingleCard(number) if parameter.type.kind == "card" else tuple(int(n == number) for n in range(size))


def _worst(answers: Iterable[Answer]) -> Answer:
    for answer in answers:
        if answer != "no":
            return answer
    return "no"


# -------------------------------------------------------------------- legal move


DEPTH = 12


def movable(frame: TransitionSystem) -> tuple[Answer, int, TurnCase | None, SymbolicState | None]:
    """Decide whether in every state in which a player has to move one is legal: if a step is mandatory, one of its acts is
    warranted. As no step can be done twice, every warranted act of such a step is then legal too: the turn can be completed
    after it. Return also the number of cases, the first for which it is not shown and, if the solver has one, a state without a
    legal move.
    """
    if invariants.has_look_ahead(frame.game):
        return (*completable(frame), None)
    if frame.game.ends_of("turn"):
        raise NotCovered(st.Construct.EARLY_END)
    groups = {c: cases for c, cases in frame.groups().items() if not frame.plain and _movable(frame, c)[0] == "no"}
    for case in frame.facts:
        answer, state = ("no", None) if any(case in cases for cases in groups.values()) else _movable(frame, case)
        if answer != "no":
            return answer, len(frame.facts), case, state
    return "no", len(frame.facts), None, None


def _movable(frame: TransitionSystem, case: TurnCase) -> tuple[Answer, SymbolicState | None]:
    """Decide each step that may be due, and each clause that may name the cards for it, by a separate query."""
    for number in [n for n, (_, step) in enumerate(frame.game.steps) if n >= case.step and step.must]:
        split, cases = 0, 1
        while split < cases:
            answer, cases, state = _due(frame, case, number, split)
            if answer != "no":
                return answer, state
            split += 1
    return "no", None


def _due(frame: TransitionSystem, case: TurnCase, number: int, split: int) -> tuple[Answer, int, SymbolicState | None]:
    """Split the question into cases and decide whether in any of them a step can be due while none of its acts can be done.
    Also return the number of cases.
    """
    state, acts = frame.start(case), Acts(frame.game, frame.context)
    session = SolverSession(acts, (*state.facts, *frame.known(case, state, acts)))
    return undone(acts, session, state, number, split)


def undone(
    acts: Acts, session: SolverSession, state: SymbolicState, number: int, split: int, given: tuple[Cond, ...] = ()
) -> tuple[Answer, int, SymbolicState | None]:
    """Decide the same for a state whose facts a session knows, except the `given` ones."""
    turns = Turns(acts)
    due = turns.due(state, number)
    if due is False:
        return "no", 1, None
    options = [o for o in turns.options(state) if o.step == number]
    abilities = [_ability(acts, state, o.player, o.act) for o in options]
    nothing = [
        *state.facts,
        due,
        *(terms.not_(terms.and_(o.condition, a.proposition)) for o, a in zip(options, abilities, strict=True)),
    ]
    cases = list[Cond]()
    for ability in abilities:
        choices = _choices(acts, ability, state, ability.actor)
        for _, arguments in choices:
            acts.instantiate(ability, arguments)
        cases = cases or list(dict.fromkeys(condition for condition, _ in choices if condition is True))
        cases = cases or [condition for condition, _ in choices]
    nothing.append(cases[split] if cases else True)
    acts.instantiate_candidates()
    answer: Answer = "yes"
    for _ in range(DEPTH):
        answer, _model = session.possible(*nothing)
        if answer != "yes" or not acts.instantiate_candidates():
            break
    if answer == "yes":
        # All groups are added at once: otherwise each would be found by a query of its own.
        for ability in abilities:
            acts.singletons(ability, acts.game.act[ability.expr.act])
    answer, model = session.decide(*nothing)
    return answer, len(cases), None if model is None else model.state(state)


def _ability(acts: Acts, state: SymbolicState, actor: int, name: str) -> Ability:
    """Return `the player can A`, with every parameter open."""
    span = acts.game.act[name].span
    expr = g.Can(name, g.Actor(PLAYER, span), None, (), (), None, TRUTH, span)
    return acts.introduce(expr, actor, {}, TermScope(state, actor), single_cards=False)


PLAIN: Final = ("player", "side", "number", "symbol")


def _choices(acts: Acts, ability: Ability, state: SymbolicState, actor: int) -> list[tuple[Cond, SymbolicArguments]]:
    """Choose a card of each domain, if every parameter is one card, player, side, number or value of an attribute: such a
    choice exists whenever the domain is not empty. Every player, side and value is tried, and the first and the last of
    numbers. For an act that is done with one set of cards, choose sets of the sizes that its clauses mention.
    """
    act, scope = acts.game.act[ability.expr.act], TermScope(state, actor)
    if _is_one_set(act):
        return _set_choices(acts, act, scope)
    if any(p.choice != "one" or p.type.kind not in ("card", *PLAIN) for p in act.parameters):
        return []
    found = [c for given in _plain_choices(acts, act, scope) for c in _card_choices(acts, act, scope, given)]
    return [(True, arguments) for _, arguments in found] if any(p.type.kind in PLAIN for p in act.parameters) else found


def _plain_choices(acts: Acts, act: g.Act, scope: TermScope) -> Iterator[SymbolicArguments]:
    """Yield each choice of the players, sides, numbers and values of an act, or nothing if a number depends on the other
    arguments.
    """
    owners = [p for p in act.parameters if p.choice == "one" and p.type.kind in PLAIN]
    if any(_named(p.domain) & {q.name for q in act.parameters} for p in owners if isinstance(p.domain, g.Numbers)):
        return
    tried = (acts.plain_values(p, scope) or tuple(map(exactly, acts.values(p))) for p in owners)
    for chosen in product(*tried):
        yield dict(zip((p.name for p in owners), chosen, strict=True))


def _card_choices(acts: Acts, act: g.Act, scope: TermScope, given: SymbolicArguments) -> list[tuple[Cond, SymbolicArguments]]:
    """Choose a card for each parameter not given, in an order in which each domain refers only to earlier choices."""
    found: list[tuple[Cond, SymbolicArguments]] = [(True, given)]
    names = {p.name for p in act.parameters}
    left = [p for p in act.parameters if p.name not in given]
    while left:
        known = names - {p.name for p in left}
        ready = [p for p in left if p.domain is not None and _named(p.domain) & names <= known]
        if not ready or ready[0].domain is None:
            return []
        parameter, domain = ready[0], ready[0].domain
        left.remove(parameter)
        found = [
            (condition, {**arguments, parameter.name: _some_card(acts, f"some.{act.name}.{parameter.name}", allowed)})
            for _, arguments in found[-1:]
            for condition, allowed in alternatives(acts.encoder, domain, replace(scope, locals=arguments))
        ]
    return found


def _named(domain: g.Expr) -> set[str]:
    """Return the words in a domain: the parameters that it refers to, and the words that it binds itself."""
    return {part.name for part in parts(domain) if isinstance(part, g.Local)}


def _is_one_set(act: g.Act) -> bool:
    """Return whether the only argument of an act is a set of cards."""
    return len(act.parameters) == 1 and act.parameters[0].choice == "some" and _one_card_may_do(act, act.parameters[0])


def _set_choices(acts: Acts, act: g.Act, scope: TermScope) -> list[tuple[Cond, SymbolicArguments]]:
    """Choose a set of cards of each size that a clause about the act mentions."""
    (parameter,) = act.parameters
    assert parameter.domain is not None, "cards are chosen from somewhere"
    counts = [acts.encoder.number(count, scope) for count in _counts(acts, act, parameter)]
    return [
        (condition, {parameter.name: _some_cards(acts, f"some.{act.name}.{parameter.name}", allowed, count)})
        for count in dict.fromkeys(counts)
        for condition, allowed in alternatives(acts.encoder, parameter.domain, scope)
    ]


def _counts(acts: Acts, act: g.Act, parameter: g.Parameter) -> Iterator[g.Expr]:
    """Yield the numbers to which the clauses about an act compare the number of its cards, if these depend on no choice."""
    clauses = [c for c, s in acts.game.with_sentence(g.Permission) if act.name in s.acts]
    clauses += [c for c, s in acts.game.with_sentence(g.Prohibition) if act.name in s.acts]
    for part in parts(tuple((clause.when, clause.unless) for clause in clauses)):
        if isinstance(part, g.Operation) and len(part.operands) == 2:
            for one, other in (part.operands, part.operands[::-1]):
                own = isinstance(one, g.Size) and isinstance(one.members, g.Local) and one.members.name == parameter.name
                if own and other.type.kind == "number" and not any(isinstance(p, g.Local) for p in parts(other)):
                    yield other


def _some_card(acts: Acts, name: str, allowed: Vec) -> Vec:
    """Return any card of a set, if there is one."""
    return _some_cards(acts, name, allowed, 1)


def _some_cards(acts: Acts, name: str, allowed: Vec, count: Num) -> Vec:
    """Return this number of cards from a set, or no cards if the set is smaller."""
    chosen = acts.variables.cards(name, acts.encoder.size, allowed)
    enough = terms.and_(terms.at_least(count, 0), terms.at_least(terms.sum_of(allowed), count))
    filled = terms.ite(enough, count, 0)
    acts.axioms.extend((*terms.bit_bounds(chosen), terms.subset(chosen, allowed), terms.equal(terms.sum_of(chosen), filled)))
    return chosen
