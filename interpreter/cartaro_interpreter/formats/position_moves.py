"""The moves of a position: those made from what it describes on, to the choice that it stands at.

Each is written as a person writes it, or as JSON.  They are played legally and without chance: a move that is not legal, or
after which cards would be shuffled, is told with its number, and no state is made.
"""

from __future__ import annotations

from dataclasses import replace

from cartaro_grammar import Diagnostic, say
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.formats.move_text import read_written
from cartaro_interpreter.play.referee import find, perform
from cartaro_interpreter.ruling.json_moves import illegal, read_move
from cartaro_interpreter.ruling.json_text import Json
from cartaro_interpreter.ruling.json_values import JsonReader
from cartaro_interpreter.state.chance import NoChance
from cartaro_interpreter.state.fault import Faulted, diagnosed
from cartaro_interpreter.state.move import Move, phrase
from cartaro_interpreter.state.state import State

MOST_MOVES = 200


def read_moves(reader: JsonReader, value: Json) -> tuple[Move, ...]:
    """The moves of a position; what is wrong with their form is told."""
    items = reader.items(value, "`moves`")
    if len(items) > MOST_MOVES:
        reader.wrong("C0814", say("`moves` has {n} moves, and a position has at most {most}", n=len(items), most=MOST_MOVES))
        return ()
    moves = [
        _written(reader, item, n) if isinstance(item, str) else read_move(reader, item, n) for n, item in enumerate(items, 1)
    ]
    return tuple(move for move in moves if move is not None)


def _written(reader: JsonReader, text: str, number: int) -> Move | None:
    """A move in words; what is wrong with it is told without a place in the text, which is one line of many."""
    found = read_written(reader.game, text)
    if isinstance(found, Move):
        return found
    for told in found:
        reader.wrong(told.code, say("move {n}: {message}", n=number, message=told.message), told.help)
    return None


def played(rules: Rules, state: State, moves: tuple[Move, ...]) -> State | Diagnostic:
    """The state after some moves, each of them legal."""
    for number, move in enumerate(moves, 1):
        try:
            option = find(rules, state, move)
            if option is None:
                return diagnosed(illegal(rules, state, move, say("move {n}", n=number)))
            state = perform(rules, state, option, NoChance(say("leave this move out, and describe what it leads to")))
        except Faulted as fault:
            said = say("move {n}, `{move}`: {message}", n=number, move=phrase(rules.game, move), message=fault.message)
            return replace(diagnosed(fault), message=said)
    return state
