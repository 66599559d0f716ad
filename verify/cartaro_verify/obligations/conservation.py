"""No card is lost or doubled: each kind of effect leaves every card in exactly one place.

The rules move cards only by their effects.  So it is enough to prove conservation for each kind of effect that they use: for
any placement of the cards, any cards that the effect takes, and any place that they go to. Conservation then holds after any
number of effects, in any order, under any condition, and for any number of players still in the match.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cartaro_grammar import Game, facts_of, parts
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.effects import TermEffects
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import restricting
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import NOBODY, OwnedPlace, SymbolicState
from cartaro_verify.terms.terms import Answer, Cond


@dataclass(frozen=True, slots=True)
class Conservation:
    """The solver's answer to whether some effect can lose or double a card, and the number of cases queried."""

    answer: Answer
    cases: int


def conserved(game: Game, context: ProofContext) -> Conservation:
    """Prove that each kind of effect in the rules conserves cards, once for each place that cards can go to."""
    acts = Acts(game, context)
    before = symbols.anywhere(context.variables, game, NOBODY, "c", out_of_sight=True)
    queries = 0
    for after in _after_effects(game, acts, replace(before, facts=())):
        queries += 1
        answer = _broken(SolverSession(acts, before.facts), after)
        if answer != "no":
            return Conservation(answer, queries)
    return Conservation("no", queries)


def _after_effects(game: Game, acts: Acts, state: SymbolicState) -> Iterator[SymbolicState]:
    """Yield the states after one effect of each kind that the rules use, on any cards, to each place."""
    effects = TermEffects(acts.encoder, restricting(_everywhere))
    variables, size = acts.encoder.variables, len(game.deck.cards)
    facts = [facts_of(effect.body) for effect in parts(game) if isinstance(effect, g.Effect)]
    if any(fact.takes for fact in facts):
        cards = variables.cards("m", size)
        taken = state.having(*terms.bit_bounds(cards))
        yield from (effects.move(taken, cards, place) for place in state.zones)
    piles = {place for fact in facts if fact.dealt_from is not None for place in _places(state, fact.dealt_from)}
    count = variables.number("n")
    yield from (effects.dealt(state, count, pile, to) for pile in sorted(piles) for to in state.zones if to != pile)
    if any(fact.seats for fact in facts):
        yield effects.reseated(state)


def _everywhere(state: SymbolicState, quick: bool = False) -> bool:
    """Return true: treat every state as reachable."""
    return True


def _places(state: SymbolicState, zone: g.Expr) -> Iterator[OwnedPlace]:
    """Yield the places that an expression of a zone may name: its owners' places, or all of them."""
    yield from (place for place in state.zones if not isinstance(zone, g.InZone) or place[0] == zone.zone)


def _broken(session: SolverSession, after: SymbolicState) -> Answer:
    """Return whether a card can be nowhere, or in two places, after an effect."""
    once: list[Cond] = [terms.equal(terms.sum_of(column), 1) for column in zip(*after.zones.values(), strict=True)]
    whole = terms.all_of([*once, *(bit for zone in after.zones.values() for bit in terms.bit_bounds(zone))])
    return session.decide(*after.facts, terms.not_(whole))[0]
