"""The obligations of every game: cards are conserved, a move is always possible, a hand ends."""

from __future__ import annotations

from collections.abc import Sequence

from cartaro_grammar import game as g
from cartaro_grammar.types import PLAYER, TRUTH
from cartaro_verify import terms
from cartaro_verify.acts import Ability, Acts, Arguments
from cartaro_verify.frame import Case, Frame
from cartaro_verify.invariants import decreasing
from cartaro_verify.prove import Proof, Way, prove, ways
from cartaro_verify.scope import Scope
from cartaro_verify.solve import Answer, Session
from cartaro_verify.symbols import State, Unsupported
from cartaro_verify.terms import Cond, Num

DEPTH = 12


def conserved(frame: Frame) -> Proof:
    """After every deal, act and count each card lies in exactly one place."""
    moments = (("start", "hand"), ("await", ""), ("end", "turn"), ("end", "hand"), ("count", "hand"))
    found = [w for m in moments for w in ways(frame, m)]

    def whole(way: Way) -> list[Cond]:
        zones = way.state.zones.values()
        once = (terms.equal(terms.total(column), 1) for column in zip(*zones, strict=True))
        bounded = (
            c for zone in zones for x in zone if not isinstance(x, int) for c in (terms.at_least(x, 0), terms.at_most(x, 1))
        )
        return [terms.all_of((*once, *bounded))]

    return prove(found, whole)


def measured(frame: Frame, pairs: Sequence[tuple[State, State]]) -> tuple[tuple[tuple[str, int], ...] | None, Proof]:
    """Weights of zones whose weighted number of cards falls with every act, and the proof that it does."""
    weights = decreasing(frame.game, pairs)
    if weights is None:
        return None, Proof("unknown", 0)

    def measure(state: State) -> Num:
        names = dict(weights)
        zones = [(z, names[p[0]]) for p, z in state.zones.items() if p[0] in names]
        return terms.total([terms.total(z) for z, _ in zones], [w for _, w in zones])

    found = [w for w in ways(frame, ("await", "")) if w.before is not None]
    return weights, prove(found, lambda w: [terms.less(measure(w.state), measure(w.before or w.state))])


def movable(frame: Frame) -> tuple[Answer, int, Case | None]:
    """In every state that awaits a move one is legal: no state has arguments for none of the acts."""
    if any(isinstance(c.sentence, g.Obligation) for c in frame.game.standing):
        raise Unsupported("what a turn may not end with")
    for case in frame.facts:
        answer = _movable(frame, case)
        if answer != "no":
            return answer, len(frame.facts), case
    return "no", len(frame.facts), None


def _movable(frame: Frame, case: Case) -> Answer:
    state, acts = frame.start(case), Acts(frame.game)
    session = Session(acts, (*state.facts, *frame.known(case, state, acts)))
    abilities = [_ability(acts, state, case.turn, name) for name in frame.acts]
    nothing = [terms.no(a.proposition) for a in abilities]
    for ability in abilities:
        for arguments in _choices(acts, ability, state, case.turn):
            acts.instantiate(ability, arguments)
    for _ in range(DEPTH):
        answer, _model = session.possible(*nothing)
        if answer != "yes" or not acts.cross():
            break
    return session.decide(*nothing)[0]


def _ability(acts: Acts, state: State, actor: int, name: str) -> Ability:
    """`the player can A`, with every parameter open."""
    span = acts.game.act[name].span
    expr = g.Can(name, g.Actor(PLAYER, span), None, (), (), None, TRUTH, span)
    return acts.introduce(expr, actor, {}, Scope(state, actor), single_cards=False)


def _choices(acts: Acts, ability: Ability, state: State, actor: int) -> list[Arguments]:
    """Some card of each domain, where every parameter is one card: a choice that exists whenever the domain is not empty."""
    act, arguments = acts.game.act[ability.expr.act], Arguments()
    for parameter in act.parameters:
        if parameter.choice != "one" or parameter.domain is None or parameter.type.kind != "card":
            return []
        allowed = acts.encoder.cards(parameter.domain, Scope(state, actor, arguments))
        card = terms.vector(f"some.{act.name}.{parameter.name}", acts.encoder.size, allowed)
        filled = terms.choose(terms.member(terms.total(allowed)), 1, 0)
        acts.axioms.extend((*terms.bits(card), terms.within(card, allowed), terms.equal(terms.total(card), filled)))
        arguments[parameter.name] = card
    return [arguments]
