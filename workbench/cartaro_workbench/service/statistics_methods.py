"""What the statistics' pane asks: many hands, some at a time, so that between two calls a page shows how far it is."""

from __future__ import annotations

from collections.abc import Mapping

from cartaro_engine import Unit
from cartaro_grammar import say
from cartaro_workbench.service.session import Failure, LanguageCode, Session, refusal, refused
from cartaro_workbench.statistics.many_hands import Batch, ManyHands, begun, played


def begin_simulation(
    session: Session, name: str, settings: Mapping[str, str], seed: int, unit: Unit, language: LanguageCode
) -> ManyHands | Failure:
    """Begin to play hands, or matches, of a text's game by chance; none is played yet."""
    game = session.game(name)
    if isinstance(game, Failure):
        return game
    if not 0 <= seed < 2**53:
        return refused(say("a seed is a number from 0 to 2^53 - 1"))
    batch = begun(game, settings, seed, unit, session.machines.instantiate)
    if not isinstance(batch, Batch):
        return refusal(batch)
    session.batch = batch
    return simulate(session, 0, language)


def simulate(session: Session, count: int, language: LanguageCode) -> ManyHands | Failure:
    """Play some more, a second's work at most, and tell what all came to; the same whatever the parts."""
    if session.batch is None:
        return refused(say("no simulation is begun"))
    found = played(session.batch, count, language)
    return found if isinstance(found, ManyHands) else refusal(found)


METHODS = (begin_simulation, simulate)
