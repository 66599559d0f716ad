"""Search for the invariants of a game, and check them by a pass that uses no answer of the search about a fact.

The search takes the largest set of candidates that every deal makes true and every move keeps (Houdini): it drops failing
candidates until none fails.

The check takes the facts of each case and the facts between two hands, and makes the deal again. A transition of the search was
built without any facts except that some places are empty. The check takes it if the same places are empty by the facts, and
makes the others again. The proof is by induction over the hands of a match. The facts between hands hold after the start of the
match, after every hand that ends, and after every void deal. The facts of a case hold after every deal from such a state, and
after every transition from a state in which the facts of its own case hold. So they hold in every state of every hand. If the
answer to one of these queries is not `no`, no proof may use the facts: `Unfounded`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from cartaro_grammar import Game, facts_of
from cartaro_grammar import game as g
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import OUTLINE_STEPS, STEPS, SolverSession
from cartaro_verify.encode.somebody import is_somebody
from cartaro_verify.frame.invariants import Invariant, Played
from cartaro_verify.frame.transition_system import Grain, MoveSort, Refuted, Transition, TransitionSystem, TurnCase
from cartaro_verify.proof_log import Diverged
from cartaro_verify.results import statements as st
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import NOWHERE, NotCovered, Path, SymbolicState, Unfounded
from cartaro_verify.terms.terms import Cond

# --------------------------------------------------------------- invariant check

Transitions = dict[tuple[TurnCase, MoveSort], Transition]


def transitions(frame: TransitionSystem, built: Transitions | None = None) -> Transitions:
    """Check all facts, and return every transition under the facts of its case; raise `Unfounded` if a fact does not hold.

    Those that are `built` are used if they begin in the arbitrary state of their case.
    """
    log = frame.context.log
    with log.at("initial"):
        _deals(frame)
    with log.at("paths"):
        each = [(case, sort) for case in frame.facts for sort in frame.moves(case)]
        found = {place: _under_facts(frame, (built or {}).get(place)) or frame.build(*place, known=True) for place in each}
        for transition in found.values():
            transition.session.assume(*(_somebody(frame, transition) if transition.possible else ()))
    with log.at("inductive"):
        for transition in found.values():
            session = transition.session
            for case, state in transition.following:
                _enters(frame, session, case, state)
            for path in frame.states_between_hands(transition):
                if path.stopped != "match":
                    _between(frame, session, path)
    return found


def _under_facts(frame: TransitionSystem, built: Transition | None) -> Transition | None:
    """Return a transition with the facts of its case assumed.

    Return None if it does not begin in the arbitrary state of its case, because other places are known to be empty now.
    """
    if built is None or built.start != frame.start(built.case):
        return None
    built.session.assume(*frame.known(built.case, built.state, built.session.acts))
    return built


def _deals(frame: TransitionSystem) -> None:
    """Build the beginning of the match, and the deal from any state between two hands."""
    session, opened = frame.opened()
    for path in opened:
        if path.stopped != "match":
            _between(frame, session, path)
    session, dealt = frame.dealt
    for case, state in dealt:
        _enters(frame, session, case, state)
        if not frame.out_of_sight:
            _hold(session, state, [terms.equal(terms.sum_of(state.zones[NOWHERE]), 0)])
    for path in frame.void_deals:
        _between(frame, session, path)


def _enters(frame: TransitionSystem, session: SolverSession, case: TurnCase, state: SymbolicState) -> None:
    """Check the facts of the case that a state belongs to; if there is no such case, check that the state is impossible."""
    _hold(session, state, [fact.holds(state) for fact in frame.facts[case]] if case in frame.facts else [False])


def _between(frame: TransitionSystem, session: SolverSession, path: Path) -> None:
    facts = [fact.holds(path.state) for fact in frame.between]
    _hold(session, path.state, [*facts, *frame.goes_on(session.acts, path)])


def _hold(session: SolverSession, state: SymbolicState, conditions: Iterable[Cond]) -> None:
    """Check that conditions hold in a state: all in one query or, if that fails, one by one with as many solver steps as the
    search had.
    """
    open_conditions = [c for c in conditions if c is not True]
    if not open_conditions or session.possible(*state.facts, terms.not_(terms.all_of(open_conditions)))[0] == "no":
        return
    with session.acts.context.patience():
        if any(session.possible(*state.facts, terms.not_(c))[0] != "no" for c in open_conditions):
            raise Unfounded


# -------------------------------------------------------------- invariant search


@dataclass(frozen=True, slots=True)
class FoundInvariants:
    """The invariants of a frame as plain values: a list of all facts, and the indices of the facts of each case and of those
    between two hands.
    """

    facts: tuple[Invariant, ...]
    cases: tuple[tuple[TurnCase, tuple[int, ...]], ...]
    between: tuple[int, ...]
    out_of_sight: bool
    going_on: bool = False

    @staticmethod
    def of(frame: TransitionSystem) -> FoundInvariants:
        """Return the facts of a frame."""
        known = (*(fact for facts in frame.facts.values() for fact in facts), *frame.between)
        each = [replace(fact, guard=True) for fact in known]
        numbers = {fact: number for number, fact in enumerate(dict.fromkeys(each))}
        cases = tuple((case, tuple(numbers[fact] for fact in facts)) for case, facts in frame.facts.items())
        between = tuple(numbers[fact] for fact in frame.between)
        return FoundInvariants(tuple(numbers), cases, between, frame.out_of_sight, frame.going_on)

    def assume(self, frame: TransitionSystem) -> None:
        """Set these as the facts of a frame; they still have to be checked. Raise `Diverged` if they have not the form that a
        search gives them, because the check relies on this form.
        """
        facts = [found for fact in self.facts if (found := fact.read_back(frame.game, frame.context)) is not None]
        roles = {tuple(place for place, _ in case.roles) for case, _ in self.cases} or {()}
        named = next(iter(roles))
        well_formed = len(facts) == len(self.facts) and len(roles) == 1 and len(set(named)) == len(named)
        if not well_formed or not set(named) <= set(frame.player_references()):
            raise Diverged
        try:
            frame.facts = {case: tuple(facts[n] for n in numbers) for case, numbers in self.cases}
            frame.between = tuple(facts[n] for n in self.between)
        except IndexError as missing:
            raise Diverged from missing
        frame.roles = named
        frame.out_of_sight, frame.going_on = self.out_of_sight, self.going_on


def find_invariants(
    game: Game,
    samples: Callable[[], Sequence[SymbolicState]],
    context: ProofContext,
    turn_table: bool = True,
    refuted: Refuted | None = None,
    otherwise: Sequence[Played] = (),
    *,
    grain: Grain = "fine",
    merging: bool = False,
) -> TransitionSystem:
    """Return a game's transitions with its invariants; raise `NotCovered` if the encoding does not cover the game.  The coarser
    the grain, the fewer transitions there are. With `merging`, they have fewer paths.

    The invariants hold for all values of the open options, even if the proof currently assumes some.
    """

    def search() -> TransitionSystem:
        frame = TransitionSystem(game, samples(), context, turn_table, refuted, otherwise, grain=grain, merging=merging)
        frame.out_of_sight = False
        with context.log.aside():
            while not drop_once(frame):
                pass
        return frame

    def given(found: FoundInvariants) -> TransitionSystem:
        frame = TransitionSystem(game, (), context, turn_table, refuted, grain=grain, merging=merging)
        found.assume(frame)
        return frame

    def suggested(found: FoundInvariants) -> TransitionSystem | None:
        frame = given(found)
        try:
            _check(frame)
        except NotCovered:
            return None
        return frame

    with context.supposing(), context.log.at("turned" if turn_table else "seated"):
        frame = context.log.found("invariants", FoundInvariants, search, FoundInvariants.of, given, suggested)
        if not frame.is_checked:
            _check(frame)
    return frame


def _check(frame: TransitionSystem) -> None:
    """Check that every deal makes the facts true and every transition keeps them; the transitions are then built under the
    checked facts, without infeasible paths.
    """
    frame.deal_anew()
    built, frame.transitions = frame.transitions, {}
    if frame.context.log.keeps_conditions:  # this log contains none of the queries of the search
        built, frame.starts = {}, {}
    frame.transitions = transitions(frame, built)
    for transition in frame.transitions.values():
        transition.staying = [(c, s) for c, s in transition.staying if transition.session.feasible(s)]
        transition.passing = [(c, s) for c, s in transition.passing if transition.session.feasible(s)]
        transition.ended = [p for p in transition.ended if transition.session.feasible(p.state)]
    if not any(frame.dealt[0].reaches(s) for _, s in frame.dealt[1]):
        raise NotCovered(st.Construct.DEAL_NEVER_STANDS)
    frame.is_checked = True


def drop_once(frame: TransitionSystem) -> bool:
    """Drop the facts that fail at the deals and at the transitions built so far, then build one more transition; return whether
    all are built and nothing had to be dropped.

    So each transition is built when as many false facts as possible have been dropped. A fact that fails later may force all
    transitions of its case to be built again. An act that fills an empty zone is therefore built early.
    """
    steady = _drop_at_deals(frame) & _drop_at_transitions(frame)
    if not steady:
        return False
    missing = [(case, sort) for case in frame.facts for sort in frame.moves(case) if (case, sort) not in frame.transitions]
    if missing:
        case, sort = min(missing, key=lambda each: (frame.rebuilt[each[0]], not _fills_empty_zone(frame, *each)))
        frame.transitions[case, sort] = frame.build(case, sort)
    return not missing


def _fills_empty_zone(frame: TransitionSystem, case: TurnCase, sort: MoveSort) -> bool:
    """Return whether the effects of an act may put cards into a zone that is empty for all its owners by the facts of a case.

    If it is empty for some owners only, other acts mostly show that the facts fail, because the turn passes to another player.
    """
    effects = frame.game.act[sort.act].effects if sort.act else ()
    targets = [to for effect in effects if (to := facts_of(effect.body).to) is not None]
    filled = {to.zone for to in targets if isinstance(to, g.InZone)}
    empty = {f.place for f in frame.facts[case] if f.sort == "exactly" and f.number == 0 and not f.given}
    return any(all(place in empty for place in symbols.places(frame.game) if place[0] == zone) for zone in filled)


def _drop_at_deals(frame: TransitionSystem) -> bool:
    """Check the deals and, by the transitions built so far, the facts between two hands; return whether nothing had to be
    dropped.
    """
    session, dealt = frame.dealt
    if not frame.kept_by_deals:
        _drop_pack_facts(frame, session, dealt)
    steady = True
    for number, (case, state) in enumerate(dealt):
        if frame.kept_by_deals.get(number, ()) is not frame.facts.get(case):
            steady &= keep(frame, session, case, state, [])
            frame.kept_by_deals[number] = frame.facts.get(case)
    return drop_between(frame) and steady


def _drop_at_transitions(frame: TransitionSystem) -> bool:
    """Check the built transitions that now start from fewer facts than before. Return whether no fact had to be dropped."""
    steady = True
    for (case, sort), transition in list(frame.transitions.items()):
        facts = frame.facts[case]
        if transition.checked is facts or frame.transitions.get((case, sort)) is not transition:
            continue
        transition.checked = facts
        transition.somebody = _somebody(frame, transition)
        for target, state in transition.following:
            known = [*frame.known(case, transition.state, transition.session.acts), *transition.somebody]
            steady &= keep(frame, transition.session, target, state, known)
    return steady


def _drop_pack_facts(frame: TransitionSystem, session: SolverSession, dealt: list[tuple[TurnCase, SymbolicState]]) -> None:
    """Decide whether a deal may leave cards out of sight."""
    left = [(s, terms.equal(terms.sum_of(s.zones[NOWHERE]), 0)) for _, s in dealt]
    if not frame.out_of_sight and any(session.possible(*s.facts, terms.not_(c))[0] != "no" for s, c in left):
        frame.out_of_sight = True
        frame.transitions.clear()


def _somebody(frame: TransitionSystem, transition: Transition) -> list[Cond]:
    """Return the conditions that an effect of a transition which names a player or side names somebody, as far as the facts
    prove them.
    """
    if not transition.course.effects.named:
        return []
    known = frame.known(transition.case, transition.state, transition.session.acts)
    found = list[Cond]()
    for facts, nobody in transition.course.effects.named:
        if is_somebody(transition.session, (*known, *facts), nobody):
            found.append(terms.not_(terms.all_of((*facts, nobody))))
    return found


def drop_between(frame: TransitionSystem) -> bool:
    """Drop the facts that do not hold between two hands according to the deals and transitions built so far."""
    steady, (session, opened), (dealing, _) = True, frame.opening, frame.dealt
    paths = list[tuple[SolverSession, Path, list[Cond]]]()
    if frame.deals_settled != frame.between:
        paths += [(session, p, []) for p in opened if p.stopped != "match"]
        paths += [(dealing, p, []) for p in frame.void_deals]
        frame.deals_settled = frame.between
    for (case, _), transition in frame.transitions.items():
        if transition.settled != (frame.facts[case], frame.between):
            known = [*frame.known(case, transition.state, transition.session.acts), *transition.somebody]
            paths += [(transition.session, p, known) for p in frame.states_between_hands(transition) if p.stopped != "match"]
            transition.settled = (frame.facts[case], frame.between)
    for session, path, known in paths:
        given = (*known, *path.state.facts)
        for fact in frame.between:
            if session.possible(*given, terms.not_(fact.holds(path.state)))[0] != "no":
                frame.between = tuple(f for f in frame.between if f != fact)
                frame.deal_anew()
                steady = False
        if any(session.possible(*given, terms.not_(goes_on))[0] != "no" for goes_on in frame.goes_on(session.acts, path)):
            frame.going_on = False
            frame.deal_anew()
            steady = False
    return steady


def keep(frame: TransitionSystem, session: SolverSession, case: TurnCase, state: SymbolicState, known: list[Cond]) -> bool:
    """Drop the facts of a case that a path into it breaks; return whether there was nothing to drop."""
    steady, given = case in frame.facts, set(terms.keys(known))
    if not steady:
        if session.possible(*known, *state.facts)[0] == "no":
            return True
        frame.facts[case] = frame.likely(case, frame.guessed(case))
    while True:
        goals = [(f, c) for f in frame.facts[case] if terms.key(c := f.holds(state)) not in given]
        if not goals:
            return steady
        doubtful = session.undecided((*known, *state.facts), [c for _, c in goals])
        if not doubtful:
            return steady
        broken = _broken(frame, session, (*known, *state.facts), [(f, c) for f, c in goals if any(c is d for d in doubtful)])
        if not broken:
            return steady
        drop_facts(frame, case, broken)
        steady = False


def _broken(
    frame: TransitionSystem, session: SolverSession, given: tuple[Cond, ...], goals: list[tuple[Invariant, Cond]]
) -> list[Invariant]:
    """Return some of the facts that may not hold, if there are any; if the solver gives up on a joint query, query them one by
    one, those about a remainder with few steps.

    If moves of cards are merged, models are hard to find, and a fact that one kind of solver does not prove mostly fails.
    """
    steps = OUTLINE_STEPS if frame.merging else STEPS
    answer, model = session.possible(*given, terms.not_(terms.all_of(c for _, c in goals)), steps=steps)
    if answer == "no":
        return []
    if model is not None:
        return [f for f, c in goals if not model.truth(c)]
    remainders = [(f, c) for f, c in goals if f.sort == "modulo"]
    found = [f for f, c in remainders if session.possible(*given, terms.not_(c), steps=OUTLINE_STEPS)[0] != "no"]
    with frame.context.patience():
        each = STEPS if frame.merging else None
        others = [(f, c) for f, c in goals if f.sort != "modulo"]
        return found + [f for f, c in others if session.possible(*given, terms.not_(c), steps=each)[0] != "no"]


def drop_facts(frame: TransitionSystem, case: TurnCase, broken: list[Invariant]) -> None:
    """Drop facts of a case; if the size of a place differs from its size in the few played states, try facts about it from
    other cases.
    """
    frame.refuted.setdefault(case, set()).update(broken)
    frame.facts[case] = tuple(f for f in frame.facts[case] if f not in broken)
    weaker = frame.weaker(case, [f for f in broken if f.sort == "exactly"])
    if weaker:
        frame.facts[case] += weaker
        for transition in frame.transitions.values():
            if any(target == case for target, _ in transition.following):
                transition.checked = None
    if any(f.sort == "exactly" and f.number == 0 and not f.given for f in broken):
        for sort in frame.moves(case):
            frame.rebuilt[case] += frame.transitions.pop((case, sort), None) is not None
