"""Two obligations of every game: cards are conserved, a move is always possible.  That a hand ends is `ranking`'s."""

from __future__ import annotations

from dataclasses import replace

from cartaro_grammar import game as g
from cartaro_grammar.types import PLAYER, TRUTH
from cartaro_verify import foresight, terms
from cartaro_verify.acts import Ability, Acts, Arguments
from cartaro_verify.completion import completable
from cartaro_verify.frame import Case, Frame
from cartaro_verify.prove import Proof, broken, prove
from cartaro_verify.scope import Scope
from cartaro_verify.solve import Answer, Session
from cartaro_verify.symbols import State, Unsupported, fresh
from cartaro_verify.terms import Cond, Vec
from cartaro_verify.turns import Turns
from cartaro_verify.ways import Way, uncounted, ways
from cartaro_verify.wording import words

DEPTH = 12
FEW = 60
"""So many cards are asked about all at once; of more, zone by zone."""


def conserved(frame: Frame) -> Proof:
    """After every deal, act and count each card lies in exactly one place."""
    moments = (("start", "hand"), ("await", ""), ("end", "turn"), ("end", "hand"), ("count", "hand"))
    found = [*(w for m in moments for w in ways(frame, m)), *uncounted(frame)]
    acted = [w for act in frame.game.acts for w in ways(frame, ("after", act.name))]
    few = len(frame.game.deck.cards) <= FEW
    whole, hard = dict[object, list[tuple[object, ...]]](), list[Way]()
    for way in sorted((*acted, *found), key=lambda w: len(w.state.facts)):
        lying = (way.session, tuple((place, id(zone)) for place, zone in way.state.zones.items()))
        facts = terms.keys(way.state.facts)
        if any(facts[: len(fewer)] == fewer for fewer in whole.get(lying, ())):
            continue  # the cards lie as they lay on a part of this way
        if _stay_whole(way, few):
            whole.setdefault(lying, []).append(facts)
        else:
            hard.append(way)
    proof = prove(hard, _whole)
    return replace(proof, ways=len(found)) if proof.ways else Proof("no", len(found))


def _stay_whole(way: Way, few: bool) -> bool:
    """Whether all cards lie in one place each on a way, as one question; of many cards only what is seen at a look."""
    goal = terms.all_of(_whole(way))
    return way.session.lies(way.state.facts, goal) or (few and broken(way, lambda way: [goal])[0] == "no")


def _whole(way: Way) -> list[Cond]:
    """That each card lies in one place: zones that are as they were need not be looked at one by one."""
    zones, before = way.state.zones, way.before
    once = [terms.equal(terms.total(column), 1) for column in zip(*zones.values(), strict=True)]
    changed = [zone for place, zone in zones.items() if before is None or before.zones.get(place) is not zone]
    return [terms.all_of(once), *(terms.all_of(terms.bits(zone)) for zone in changed)]


def movable(frame: Frame) -> tuple[Answer, int, Case | None, State | None]:
    """In every state that awaits a move one is legal: where a step must be done, one of its acts is warranted.

    As no step can be done twice, every warranted act of such a step is then legal too: the turn can be completed after it.
    Also how many cases there are, the first of which it is not shown and, where the solver has one, a state of it without.
    """
    if foresight.foreseen(frame.game):
        return (*completable(frame), None)
    standing = frame.game.standing
    if any(isinstance(c.sentence, g.Ends) and c.sentence.period == "turn" for c in standing):
        raise Unsupported(words("un_early_end"))
    groups = {c: cases for c, cases in frame.groups().items() if not frame.plain and _movable(frame, c)[0] == "no"}
    for case in frame.facts:
        answer, state = ("no", None) if any(case in cases for cases in groups.values()) else _movable(frame, case)
        if answer != "no":
            return answer, len(frame.facts), case, state
    return "no", len(frame.facts), None, None


def _movable(frame: Frame, case: Case) -> tuple[Answer, State | None]:
    """Each step that may be due, and each clause that may say what it is done with, is a query of its own."""
    steps = enumerate(c.sentence for c in frame.game.standing if isinstance(c.sentence, g.Step))
    for number in [n for n, step in steps if n >= case.step and step.must]:
        split, cases = 0, 1
        while split < cases:
            answer, cases, state = _due(frame, case, number, split)
            if answer != "no":
                return answer, state
            split += 1
    return "no", None


def _due(frame: Frame, case: Case, number: int, split: int) -> tuple[Answer, int, State | None]:
    """Whether a step can be due and none of its acts be done, in one of the cases that are told apart; how many these are, and
    such a state.
    """
    state, acts = frame.start(case), Acts(frame.game)
    turns = Turns(acts)
    due = turns.due(state, number)
    if due is False:
        return "no", 1, None
    session = Session(acts, (*state.facts, *frame.known(case, state, acts)))
    options = [o for o in turns.options(state) if o.step == number]
    abilities = [_ability(acts, state, o.player, o.act) for o in options]
    nothing = [due, *(terms.no(terms.every(o.condition, a.proposition)) for o, a in zip(options, abilities, strict=True))]
    cases = list[Cond]()
    for ability in abilities:
        choices = _choices(acts, ability, state, ability.actor)
        for _, arguments in choices:
            acts.instantiate(ability, arguments)
        cases = cases or [condition for condition, _ in choices]
    nothing.append(cases[split] if cases else True)
    acts.cross()
    for _ in range(DEPTH):
        answer, _model = session.possible(*nothing)
        if answer != "yes" or not acts.cross():
            break
    answer, model = session.decide(*nothing)
    return answer, len(cases), None if model is None else model.state(state)


def _ability(acts: Acts, state: State, actor: int, name: str) -> Ability:
    """`the player can A`, with every parameter open."""
    span = acts.game.act[name].span
    expr = g.Can(name, g.Actor(PLAYER, span), None, (), (), None, TRUTH, span)
    return acts.introduce(expr, actor, {}, Scope(state, actor), single_cards=False)


def _choices(acts: Acts, ability: Ability, state: State, actor: int) -> list[tuple[Cond, Arguments]]:
    """Some card of each domain, where every parameter is one card: a choice that exists whenever the domain is not empty; for
    each case in which the last domain is some set, a choice of its own.
    """
    act = acts.game.act[ability.expr.act]
    found: list[tuple[Cond, Arguments]] = [(True, {})]
    for parameter in act.parameters:
        if parameter.choice != "one" or parameter.domain is None or parameter.type.kind != "card":
            return []
        found = [
            (condition, {**given, parameter.name: _some_card(acts, f"some.{act.name}.{parameter.name}", allowed)})
            for _, given in found[-1:]
            for condition, allowed in acts.encoder.alternatives(parameter.domain, Scope(state, actor, given))
        ]
    return found


def _some_card(acts: Acts, name: str, allowed: Vec) -> Vec:
    """A card of a set, if there is one."""
    card = terms.vector(fresh(name), acts.encoder.size, allowed)
    filled = terms.choose(terms.member(terms.total(allowed)), 1, 0)
    acts.axioms.extend((*terms.bits(card), terms.within(card, allowed), terms.equal(terms.total(card), filled)))
    return card
