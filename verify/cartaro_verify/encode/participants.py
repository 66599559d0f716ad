"""The players who take part in a hand, since players may leave the match before its end.

If every hand of the remaining players is a hand of the game for fewer players, seat for seat, it is enough to prove the game
for each number of players (`games_for_fewer`). If it is not, for example if a remembered player may be out, the active players
are part of each symbolic state: `active_sets` are the possible sets, `beginnings` the states in which each of them begins a
hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from cartaro_grammar import PLAYERS_SETTING, Game, choose, parts, parts_reached
from cartaro_grammar import game as g
from cartaro_verify.encode.acts import Acts
from cartaro_verify.encode.possible_groups import PARTICIPANTS
from cartaro_verify.encode.proof_context import ProofContext
from cartaro_verify.encode.solver import SolverSession
from cartaro_verify.encode.transition import Turns
from cartaro_verify.results import statements as st
from cartaro_verify.terms import symbolic_state as symbols
from cartaro_verify.terms import terms
from cartaro_verify.terms.symbolic_state import EVERYBODY, ActivePlayers, NotCovered, SymbolicState, TermScope, exactly
from cartaro_verify.terms.terms import Cond

MOST_PLAYERS = 5
"""The greatest number of players for whom every set of players is a case; each further player doubles the cases."""


def leaves(game: Game) -> bool:
    """Return whether players may leave the match before its end."""
    return bool(game.with_sentence(g.TakesPart))


def active_sets(game: Game, context: ProofContext) -> tuple[ActivePlayers, ...]:
    """Return the sets of players for which proofs are made. It is only the set of all players if nobody leaves, or if a hand of
    fewer players is a hand of the game for that number.
    """
    facts = context.of(game)
    if facts.active_sets is None:
        facts.active_sets = tuple(_active_sets(game, context))
    return facts.active_sets


def _active_sets(game: Game, context: ProofContext) -> Iterator[ActivePlayers]:
    yield EVERYBODY
    if leaves(game) and game.players <= MOST_PLAYERS and _not_seat_for_seat(game, context) is not None:
        sizes = range(game.players - 1, 0, -1)
        yield from (some for size in sizes for some in combinations(range(game.players), size))


# --------------------------------------------------------------------- beginnings


def beginnings(acts: Acts, session: SolverSession, state: SymbolicState, going_on: bool) -> Iterator[SymbolicState]:
    """Yield, for each set of active players, the states in which a hand can begin after any state between two hands, with the
    condition that the match goes on, if it is known. Raise `NotCovered` if there may be no players left.
    """
    game, sets = acts.game, active_sets(acts.game, acts.context)
    if not leaves(game):
        yield state
        return
    if len(sets) == 1:
        yield state.having(*(takes_part(acts, state, player) for player in range(game.players)))
        return
    _check_independent(game)
    goes_on = terms.any_of(may_go_on(acts, state.among(before)) for before in sets) if going_on else True
    nobody = (terms.not_(takes_part(acts, state, player)) for player in range(game.players))
    if session.feasible(state.having(goes_on, *nobody), quick=False):
        raise NotCovered(st.Construct.TOO_FEW_PLAYERS)
    for active in sets:
        begun = begun_by(acts, state.having(goes_on), active)
        if session.feasible(begun, quick=False):
            yield begun


def begun_by(acts: Acts, state: SymbolicState, active: ActivePlayers) -> SymbolicState:
    """Return the state in which a hand of exactly these players begins."""
    there, players = symbols.taking_part(acts.game, active, "player"), range(acts.game.players)
    taking = ((takes_part(acts, state, player), player in there) for player in players)
    return state.among(active).having(*(taken if so else terms.not_(taken) for taken, so in taking))


def takes_part(acts: Acts, state: SymbolicState, player: int) -> Cond:
    """Return whether a player takes part in a hand that begins now."""
    scopes = (
        (clause, TermScope(state, player, {sentence.who: exactly(player)}))
        for clause, sentence in acts.game.with_sentence(g.TakesPart)
    )
    return terms.any_of(acts.encoder.applies(clause, scope) for clause, scope in scopes)


def may_go_on(acts: Acts, state: SymbolicState) -> Cond:
    """Return whether the match goes on after a hand that has been counted: no clause ends it."""
    return terms.not_(Turns(acts).ends("match", state))


def _check_independent(game: Game) -> None:
    """Raise `NotCovered` if the players who take part depend on the players who took part before."""
    if any(isinstance(part, PARTICIPANTS) for part in parts_reached(game, _deciding(game))):
        raise NotCovered(st.Construct.DEPENDS_ON_BEFORE)


def _deciding(game: Game) -> tuple[g.Clause, ...]:
    """Return the clauses that decide who takes part."""
    return tuple(clause for clause, _ in game.with_sentence(g.TakesPart))


# ------------------------------------------------------------------- seat for seat


def games_for_fewer(game: Game, context: ProofContext) -> tuple[Game, ...]:
    """Return the game for each smaller number of players that a hand may have, if a hand of that many players is a hand of this
    game. Raise `NotCovered` if a hand is not listed and does not belong to `active_sets`.
    """
    if not leaves(game) or len(active_sets(game, context)) > 1:
        return ()
    missing = _not_seat_for_seat(game, context)
    if missing is not None:
        raise NotCovered(missing)
    return tuple(_with_players(game, n) for n in sorted(game.ruleset.player_counts) if n < game.players)


def _not_seat_for_seat(game: Game, context: ProofContext) -> st.Construct | None:
    """Return why hands of fewer players may not be hands of the game for fewer, seat for seat."""
    counts = [n for n in sorted(game.ruleset.player_counts) if n <= game.players]
    if game.side_of != tuple(range(game.players)):
        return st.Construct.SIDES_DROP_OUT
    if _remembers_players(game):
        return st.Construct.PLAYER_REMEMBERED
    if counts != list(range(min(counts), game.players + 1)):
        return st.Construct.MISSING_COUNTS
    return None if _enough_players(game, min(counts), context) else st.Construct.TOO_FEW_PLAYERS


def _with_players(game: Game, count: int) -> Game:
    """Return the game for another number of players."""
    found = choose(game, {PLAYERS_SETTING: str(count)})
    if not isinstance(found, Game):
        raise ValueError("; ".join(d.message for d in found))
    return found


def _remembers_players(game: Game) -> bool:
    """Return whether players who are remembered from hand to hand are used for more than finding a player after them."""
    names = {c.name for c in game.cells if c.kind == "reference" and c.type.kind == "player" and c.period == "match"}
    recalled = [p for p in parts((game.clauses, game.acts)) if isinstance(p, g.Recall) and p.cell in names]
    written = [p.cell for p in parts((game.clauses, game.acts)) if isinstance(p, g.Become)]
    after = [p.player for p in parts((game.clauses, game.acts)) if isinstance(p, g.Neighbour) and p.steps > 0]
    return len(recalled) > sum(w.cell in names for w in written) + sum(
        isinstance(p, g.Recall) and p.cell in names for p in after
    )


def _enough_players(game: Game, least: int, context: ProofContext) -> bool:
    """Return whether every hand that begins has players: the first hand, a hand after a counted hand that did not end the
    match, and a hand after a void hand.
    """
    acts = Acts(game, context)
    state = symbols.anywhere(context.variables, game, 0, "left", out_of_sight=True)
    begins = [(state, may_go_on(acts, state))]
    if _changes_by_counts(game):
        first = {place: symbols.cleared(cell) for cell, place in symbols.cell_places(game)}
        begins.append((state.recalling(first), True))
    else:
        begins = [(state, True)]
    for there, so in begins:
        taking = terms.sum_of(terms.indicator(takes_part(acts, there, p)) for p in range(game.players))
        if SolverSession(acts, there.facts).possible(so, terms.less(taking, least))[0] != "no":
            return False
    return True


def _changes_by_counts(game: Game) -> bool:
    """Return whether participation depends only on memory of the match that nothing but the count of a hand changes. Then
    nobody leaves or returns before the first count, or because of a void hand.
    """
    nodes = list(parts_reached(game, _deciding(game)))
    read = {part.cell for part in nodes if isinstance(part, g.Recall)}
    if any(isinstance(part, g.InZone | g.Top | g.Can | g.ScoreOf | g.LastPlayer | g.Applies) for part in nodes):
        return False
    if any(game.cell[name].period != "match" for name in read):
        return False
    counts = game.consequences("count", "hand")
    elsewhere = parts((tuple(clause for clause in game.clauses if clause not in counts), game.acts))
    return not any(isinstance(part, g.Add | g.Become) and part.cell.cell in read for part in elsewhere)
