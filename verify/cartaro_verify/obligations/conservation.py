"""That cards are conserved: after every deal, act and count each card lies in exactly one place."""

from __future__ import annotations

from dataclasses import replace

from cartaro_verify.frame.moments import Way, uncounted, ways
from cartaro_verify.frame.proofs import Proof, broken, prove
from cartaro_verify.frame.transition_system import TransitionSystem
from cartaro_verify.terms import terms
from cartaro_verify.terms.unknowns import Cond

FEW = 60
"""Of so many cards all is asked at once; of more, place by place."""


def conserved(frame: TransitionSystem) -> Proof:
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
    """Whether all cards lie in one place each on a way: of few as one question, of many by a look at each place."""
    parts = _whole(way)
    if not few:
        return all(way.session.lies(way.state.facts, part) for part in parts)
    goal = terms.all_of(parts)
    return way.session.lies(way.state.facts, goal) or broken(way, lambda way: [goal])[0] == "no"


def _whole(way: Way) -> list[Cond]:
    """That each card lies in one place: zones that are as they were need not be looked at one by one."""
    zones, before = way.state.zones, way.before
    once = [terms.equal(terms.total(column), 1) for column in zip(*zones.values(), strict=True)]
    changed = [zone for place, zone in zones.items() if before is None or before.zones.get(place) is not zone]
    return [terms.all_of(once), *(terms.all_of(terms.bits(zone)) for zone in changed)]
