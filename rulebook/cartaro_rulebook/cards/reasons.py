"""Why the moves of a hand are made, as far as the rules show it.

A move that the rules leave no choice about needs no other reason. Other moves are compared by the lead of the player's side
if the hand were counted after the move, and after each other legal move. If that shows nothing, they are compared after the
others have played as they did in the hand, until the player's next turn or until another player would be on turn: a card of a
trick has won or lost something only then. If nobody has won points by then, the counters are compared of which a heading asks
for at least some number, such as the tricks of a side. If that shows nothing either, the values of the cards are compared that
are left in the player's hand without the groups that could be laid. Only moves of cards are compared: after a bid, nothing has
been won or lost yet. A move whose result depends on a shuffle is not compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from cartaro_grammar import Diagnostic, Game, IdentityKey, conjuncts, operands_of
from cartaro_grammar import game as g
from cartaro_interpreter import (
    TURN,
    Move,
    Record,
    ReplayedStep,
    Rules,
    Ruling,
    ScriptedChance,
    State,
    barred,
    compile_game,
    fewest_win,
    legal_moves,
    replay,
    score,
    step,
    unlaid,
)

Best = Literal["most", "least"]
"""Why a move is better than all others: it gains more, or it costs less."""

MOST_COMPARED = 24
"""The greatest number of legal moves whose gains are compared."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The facts that the rules show about a move: the number of legal moves; the prohibitions that bar others of the same act,
    if they bar at least as many as there are legal moves; and, the first of these that shows something: that it is the best if
    the hand is counted `now`; how many of the others are worse and better if it is counted `later`; and the values `left` in
    the hand, if no other move leaves less.
    """

    choices: int
    bars: tuple[str, ...]
    now: Best | None = None
    later: tuple[int, int] | None = None
    left: int | None = None


@lru_cache(maxsize=16)
def reasons(game: Game, record: Record) -> tuple[Reason | None, ...]:
    """Return the facts that the rules show about each step of a recorded hand, once for all languages; nothing if nobody
    ever has a choice.
    """
    rules, seen = compile_game(game), list[ReplayedStep]()
    if not isinstance(rules, Rules):
        return ()
    replay(rules, record, seen=seen.append)
    found = tuple(_reason(rules, seen, place) for place in range(len(seen)))
    choosing = any(each is not None and each.choices > 1 for each in found)
    return found if choosing else (None,) * len(found)


def _reason(rules: Rules, seen: Sequence[ReplayedStep], place: int) -> Reason | None:
    played = seen[place]
    made = [entry for entry in played.entries if not isinstance(entry, Ruling)]
    if played.before is None or played.player is None or len(made) != 1 or made[0].act not in rules.game.act:
        return None
    legal, move = legal_moves(rules, played.before), made[0]
    if isinstance(legal, Diagnostic) or rules.game.act[move.act].finding:
        return None
    found = {
        name: {other.args for other in moves if other.act == move.act}
        for name, moves in barred(rules, played.before, legal).items()
    }
    refused = set[tuple[int, ...]]().union(*found.values())
    bars = tuple(name for name, moves in found.items() if moves) if len(refused) >= len(legal) else ()
    compared = 1 < len(legal) <= MOST_COMPARED and all(_is_of_cards(rules.game, each) for each in legal)
    if not compared:
        return Reason(len(legal), bars)
    others = [each for each in legal if not each.same(move)]
    now = _now(rules, played, others)
    later = None if now is not None else _later(rules, seen, place, others)
    left = None if now is not None or later is not None else _left(rules, played, others)
    return Reason(len(legal), bars, now, later, left)


def _is_of_cards(game: Game, move: Move) -> bool:
    return move.act in game.act and any(
        parameter.type.kind in ("card", "cards", "group") for parameter in game.act[move.act].parameters
    )


def _now(rules: Rules, played: ReplayedStep, others: Sequence[Move]) -> Best | None:
    """Compare a move with the others by the lead after it; None unless every other lead is less."""
    assert played.before is not None
    assert played.player is not None
    side = rules.game.side_of[played.player]
    before, own = _lead(rules, played.before, side), _lead(rules, played.state, side)
    if before is None or own is None:
        return None
    for other in others:
        lead = _lead(rules, _after(rules, played.before, other), side)
        if lead is None or lead >= own:
            return None
    return "most" if own > before else "least"


def _later(rules: Rules, seen: Sequence[ReplayedStep], place: int, others: Sequence[Move]) -> tuple[int, int] | None:
    """Return how many of the other moves are worse and how many are better once the other players have made their next moves of
    the hand; None if none is worse. A move that would have made one of theirs illegal is not compared.
    """
    player = seen[place].player
    assert player is not None
    side, found = rules.game.side_of[player], list[int]()
    for other in others:
        end = _continued(rules, seen, place, other)
        better = None if end is None else _better_by(rules, seen[end[0]].state, end[1], side)
        found.append(better or 0)
    worse, better = sum(each > 0 for each in found), sum(each < 0 for each in found)
    return (worse, better) if worse else None


def _continued(rules: Rules, seen: Sequence[ReplayedStep], place: int, other: Move) -> tuple[int, State] | None:
    """Return the last step of the hand until which the other players could have played as they did after another move, and the
    state then; None if a move of theirs would not have been legal.
    """
    player, before = seen[place].player, seen[place].before
    state = None if before is None else _after(rules, before, other)
    end = place
    while state is not None and end + 1 < len(seen):
        following = seen[end + 1]
        if following.player in (None, player) or following.before is None or state.cells[TURN] != following.before.cells[TURN]:
            break
        made = [entry for entry in following.entries if not isinstance(entry, Ruling)]
        legal = legal_moves(rules, state)
        if len(made) != 1 or isinstance(legal, Diagnostic) or not any(each.same(made[0]) for each in legal):
            return None
        state, end = _after(rules, state, made[0]), end + 1
    return None if state is None else (end, state)


def _better_by(rules: Rules, made: State, instead: State, side: int) -> int | None:
    """Return by how much one state is better for a side than another, in points or else in the counters for which
    headings ask.
    """
    one, other = _lead(rules, made, side), _lead(rules, instead, side)
    if one is None or other is None:
        return None
    if one != other or fewest_win(rules.game):
        return one - other
    return _figure(rules, made, side) - _figure(rules, instead, side)


def _figure(rules: Rules, state: State, side: int) -> int:
    """Return the lead of a side in the counters of which a heading of the score asks for at least some number."""
    lead = 0
    for name in _at_least(IdentityKey((rules.game,))):
        slot = rules.layout.memory[name]
        values = state.cells[slot.slot : slot.slot + slot.count]
        lead += len(values) * values[side] - sum(values)
    return lead


@lru_cache(maxsize=16)
def _at_least(one: IdentityKey[Game]) -> frozenset[str]:
    """Return the counters of sides of which a heading asks for at least some number, such as the tricks of the makers."""
    (game,) = one.values
    found = set[str]()
    for clause, _ in game.headings:
        pairs = [operands_of(part, "<=") for each in clause.when for part in conjuncts(each)]
        asked = [pair[1] for pair in pairs if pair and isinstance(pair[0], g.Number)]
        found.update(one.cell for one in asked if isinstance(one, g.Recall) and game.cell[one.cell].owner == "side")
    return frozenset(found)


def _left(rules: Rules, played: ReplayedStep, others: Sequence[Move]) -> int | None:
    """Return the values left in the player's hand after a move, if no other move leaves less and some leave more."""
    assert played.before is not None
    assert played.player is not None
    own = _unlaid_sum(rules, played.state, played.player)
    rest = [_unlaid_sum(rules, _after(rules, played.before, other), played.player) for other in others]
    known = [one for one in rest if one is not None]
    return own if own is not None and len(known) == len(rest) and min(known) >= own < max(known) else None


def _unlaid_sum(rules: Rules, state: State | None, player: int) -> int | None:
    found = [] if state is None else [one.least for one in unlaid(rules, state, player)]
    return sum(found) if found else None


def _after(rules: Rules, before: State, move: Move) -> State | None:
    """Return the state after a move; None if it depends on a shuffle."""
    found = step(rules, before, move, ScriptedChance(()))
    return found if isinstance(found, State) else None


def _lead(rules: Rules, state: State | None, side: int) -> int | None:
    """Return by how much a side leads each of the others, in all, if a hand is counted now; with the sign changed if the fewest
    points win.
    """
    found = None if state is None else score(rules, state)
    if found is None or isinstance(found, Diagnostic):
        return None
    points = found.points
    lead = len(points) * points[side] - sum(points)
    return -lead if fewest_win(rules.game) else lead
