"""Players who leave the match before its end: a hand of those who are left is a hand of the game for so many.

Who is out is dealt nothing, has no turn and is none of `players`; those who are in sit in their order.  So whatever happens
among them happens, seat for seat, in the game for their number, as long as no clause knows more of the table than who is in:
what is remembered of a player from hand to hand, who may be out by now, must serve only to find the next one.  What is
proved for every number that may be in is proved for the match.
"""

from __future__ import annotations

from cartaro_grammar import PLAYERS_SETTING, Game, choose, parts
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.turns import Turns
from cartaro_verify.terms import symbols, terms, walk
from cartaro_verify.terms.messages import words
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import NotCovered, SymbolicState
from cartaro_verify.terms.unknowns import Cond
from cartaro_verify.terms.values import exactly


def leaves(game: Game) -> bool:
    """Whether players may leave the match before its end."""
    return bool(game.saying(g.TakesPart))


def takes_part(acts: Acts, state: SymbolicState, player: int) -> Cond:
    """Whether a player takes part in a hand that begins now."""
    scopes = ((clause, TermScope(state, player, {said.who: exactly(player)})) for clause, said in acts.game.saying(g.TakesPart))
    return terms.any_of(acts.encoder.applies(clause, scope) for clause, scope in scopes)


def smaller(game: Game, context: ProofContext) -> tuple[Game, ...]:
    """The game for each smaller number of players that a hand of it may have; raises `NotCovered` where a hand of fewer is not
    a hand of the game for fewer.
    """
    if not leaves(game):
        return ()
    if game.side_of != tuple(range(game.players)):
        raise NotCovered(words("un_sides"))
    _forgotten(game)
    counts = [n for n in sorted(game.player_counts) if n < game.players]
    found = tuple(_of_so_many(game, n) for n in counts)
    if [*counts, game.players] != list(range(min([*counts, game.players]), game.players + 1)):
        raise NotCovered(words("un_counts"))
    _enough(game, min([*counts, game.players]), context)
    return found


def _of_so_many(game: Game, count: int) -> Game:
    """The game for another number of players."""
    found = choose(game, {PLAYERS_SETTING: str(count)})
    if not isinstance(found, Game):
        raise ValueError("; ".join(d.message for d in found))
    return found


def _forgotten(game: Game) -> None:
    """Whoever is remembered from hand to hand serves only to find a player after them."""
    names = {c.name for c in game.cells if c.kind == "reference" and c.type.kind == "player" and c.period == "match"}
    recalled = [p for p in parts((game.standing, game.acts)) if isinstance(p, g.Recall) and p.cell in names]
    written = [p.cell for p in parts((game.standing, game.acts)) if isinstance(p, g.Become)]
    after = [p.player for p in parts((game.standing, game.acts)) if isinstance(p, g.Neighbour) and p.steps > 0]
    if len(recalled) > sum(w.cell in names for w in written) + sum(isinstance(p, g.Recall) and p.cell in names for p in after):
        raise NotCovered(words("un_remembered"))


def _enough(game: Game, least: int, context: ProofContext) -> None:
    """Whenever a hand begins there are players for it: the first, one after a hand that was counted and did not end the match,
    and one after a hand that was void, however far it had come.
    """
    acts = Acts(game, context)
    state = symbols.anywhere(context.unknowns, game, 0, "left", out_of_sight=True)
    begins = [(state, terms.no(Turns(acts).ends("match", state)))]
    if _changes_by_counts(game):
        first = {place: symbols.cleared(cell) for cell, place in symbols.cell_places(game)}
        begins.append((state.recalling(first), True))
    else:
        begins = [(state, True)]
    for there, so in begins:
        taking = terms.total(terms.indicator(takes_part(acts, there, p)) for p in range(game.players))
        if SolverSession(acts, there.facts).possible(so, terms.less(taking, least))[0] != "no":
            raise NotCovered(words("un_too_few"))


def _changes_by_counts(game: Game) -> bool:
    """Whether who takes part depends on memory of the match alone, which only the count of a hand changes: then nobody leaves,
    or comes back, between the first hand and the first count, nor for a hand that is void.
    """
    asked = list(walk.reached(game, tuple(clause for clause, _ in game.saying(g.TakesPart))))
    read = {part.cell for part in asked if isinstance(part, g.Recall)}
    if any(isinstance(part, g.InZone | g.Top | g.Can | g.ScoreOf | g.LastPlayer | g.Applies) for part in asked):
        return False
    if any(game.cell[name].period != "match" for name in read):
        return False
    counts = game.consequences("count", "hand")
    elsewhere = parts((tuple(clause for clause in game.standing if clause not in counts), game.acts))
    return not any(isinstance(part, g.Add | g.Become) and part.cell.cell in read for part in elsewhere)
