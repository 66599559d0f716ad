"""Moves from JSON, and why a move that was given is not legal, in words."""

from __future__ import annotations

from collections.abc import Mapping

from cartaro_grammar.diagnostic import Diagnostic
from cartaro_grammar.game import Parameter
from cartaro_interpreter.fault import Faulted
from cartaro_interpreter.jsontext import Json, shown
from cartaro_interpreter.judge import Verdict, judge
from cartaro_interpreter.layout import mask_of
from cartaro_interpreter.move import END_OF_TURN, Move, phrase
from cartaro_interpreter.reading import Reader
from cartaro_interpreter.referee import legal_moves
from cartaro_interpreter.rules import Rules
from cartaro_interpreter.state import State

MOST_SHOWN = 6


def read_move(reader: Reader, value: Json, number: int) -> Move | None:
    """A move, its number told in what is wrong with it; `by` and `cites` are passed over."""
    what = f"move {number}"
    table = reader.table(value, what, ("act", "args", "by", "cites"))
    if table is None:
        return None
    act = table.get("act")
    if act == END_OF_TURN:
        return Move(END_OF_TURN, (), ())
    acts = {act.name: act for act in reader.game.acts if not act.finding}
    if not isinstance(act, str) or act not in acts:
        if isinstance(act, str):
            reader.unknown("act", act, acts)
        else:
            reader.wrong("C0814", f"{what} names no act", f'write `"act"` and one of {", ".join(acts)}')
        return None
    return _arguments(reader, acts[act].parameters, table.get("args", {}), act, what)


def _arguments(reader: Reader, parameters: tuple[Parameter, ...], given: Json, act: str, what: str) -> Move | None:
    names = [parameter.name for parameter in parameters]
    table = reader.table(given, f"`args` of {what}", None)
    if table is None:
        return None
    before = len(reader.found)
    for name in table:
        if name not in names:
            reader.unknown(f"part of the act `{act}` called", name, names)
    values = [_argument(reader, parameter, table, f"`{parameter.name}` of {what}") for parameter in parameters]
    return None if len(reader.found) > before else Move(act, tuple(values), ())


def _argument(reader: Reader, parameter: Parameter, table: Mapping[str, Json], what: str) -> int:
    value = table.get(parameter.name)
    if parameter.name not in table:
        reader.wrong("C0814", f"{what} is missing")
        return 0
    if parameter.choice == "either":
        if isinstance(value, str) and value in parameter.answers:
            return parameter.answers.index(value)
        reader.wrong("C0814", f"{what} should be one of {', '.join(parameter.answers)}, not {shown(value)}")
        return 0
    if parameter.type.kind == "card":
        return next(iter(reader.faces(value, what)), 0)
    if parameter.type.kind in ("cards", "group"):
        return mask_of(options[0] for options in reader.group(value, what))
    if parameter.type.kind == "player":
        return reader.seat(value, what)
    reader.wrong("C0814", f"{what} cannot be given in a record yet")
    return 0


def illegal(rules: Rules, state: State, move: Move, what: str) -> Faulted:
    """Why a move is not legal, and what would be."""
    verdict = judge(rules, state, move)
    said = phrase(rules.game, move)
    if isinstance(verdict, Diagnostic):
        return Faulted(verdict.code, verdict.message)
    moves = legal_moves(rules, state)
    legal = [] if isinstance(moves, Diagnostic) else [f"`{phrase(rules.game, m)}`" for m in moves]
    more = f" and {len(legal) - MOST_SHOWN} more" if len(legal) > MOST_SHOWN else ""
    advice = f"legal here: {', '.join(legal[:MOST_SHOWN])}{more}" if legal else "no move is legal here"
    return Faulted("C0818", f"{what}, `{said}`, is not legal: {reason(verdict)}", None, advice)


def reason(verdict: Verdict) -> str:
    """A ruling against a move, in words."""
    names = " and ".join(f"`{name}`" for name in verdict.clauses) or "no clause"
    match verdict.reason:
        case "legal":
            return "it is legal"
        case "no choice":
            return "no move is awaited"
        case "step":
            return "it is not the time for this act" if verdict.clauses else "no step of the turn has this act"
        case "domain":
            return f"`{verdict.parameter}` is not what it may be"
        case "permission":
            return f"no permission applies ({names})"
        case "barred":
            return f"{names} forbids it" if len(verdict.clauses) == 1 else f"{names} forbid it"
        case "turn":
            return f"the turn could not be completed ({names})"
