"""Who is still in the match: all players, or those for whom a clause says that they take part.

Where players leave the match before its end, who is in it is kept in a cell and settled before each hand: the others are dealt
nothing, have no turn and are none of `players` or `sides`.
"""

from __future__ import annotations

from cartaro_grammar import game as g
from cartaro_interpreter.expressions.code import Code, CodeScope, Frame, Frames, Run, any_of, at, constant
from cartaro_interpreter.expressions.compiler import Compiler
from cartaro_interpreter.state.layout import NOBODY, Cells, members


def everyone(c: Compiler, *, sides: bool) -> Code:
    """All players or sides that are in the match."""
    if not c.layout.playing:
        return constant((1 << (c.game.sides if sides else c.game.players)) - 1)
    slot, side_of = c.layout.playing, c.game.side_of
    if not sides or side_of == tuple(range(c.game.players)):
        return Code(lambda cells, frame: cells[slot])

    def of_sides(cells: Cells, frame: Frame) -> int:
        found = 0
        for player in members(cells[slot]):
            found |= 1 << side_of[player]
        return found

    return Code(of_sides)


def last(c: Compiler) -> Code:
    """The player in the last seat of those that are taken."""
    if not c.layout.playing:
        return constant(c.game.players - 1)
    slot = c.layout.playing
    return Code(lambda cells, frame: cells[slot].bit_length() - 1)


def neighbour(c: Compiler, player: Code, steps: int) -> Code:
    """The player some seats on among those in the match; of nobody, nobody."""
    count = c.game.players
    table = (*((seat + steps) % count for seat in range(count)), NOBODY)
    if not c.layout.playing:
        if player.constant is not None:
            return constant(table[player.constant])
        plain = player.run
        return Code(lambda cells, frame: table[plain(cells, frame)])
    slot, run = c.layout.playing, player.run

    def beside(cells: Cells, frame: Frame) -> int:
        seat, here = run(cells, frame), cells[slot]
        if seat < 0 or not here:
            return NOBODY
        step = 1 if steps > 0 else -1
        for _ in range(abs(steps)):
            seat = (seat + step) % count
            while not here >> seat & 1:
                seat = (seat + step) % count
        return seat

    return Code(beside)


def company(c: Compiler) -> Run | None:
    """Who is in the match now, by the clauses that say so; None where all always are."""
    if not c.layout.playing:
        return None
    frames = Frames()
    actor, place = frames.place(), frames.place()
    scopes = [(clause, CodeScope(frames, at(actor), {said.who: at(place)})) for clause, said in c.game.saying(g.TakesPart)]
    takes_part = any_of(tuple(c.condition(clause, scope) for clause, scope in scopes)).run

    def settle(cells: Cells, frame: Frame) -> int:
        own = frames.fresh()
        own[actor] = NOBODY
        found = 0
        for player in range(c.game.players):
            own[place] = player
            if takes_part(cells, own):
                found |= 1 << player
        return found

    return settle
