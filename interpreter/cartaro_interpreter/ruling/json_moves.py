"""Moves and rulings from JSON, and why a move that was given is not legal, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from cartaro_grammar import Diagnostic, Message, both, say
from cartaro_grammar import game as g
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.play.referee import legal_moves
from cartaro_interpreter.ruling.json_text import Json, as_object, shown, shown_word
from cartaro_interpreter.ruling.json_values import JsonReader
from cartaro_interpreter.ruling.judge import Judgement, judge
from cartaro_interpreter.state.fault import Faulted
from cartaro_interpreter.state.layout import mask_of
from cartaro_interpreter.state.move import END_OF_TURN, Move, RecordEntry, Ruling, phrase, symbols_of
from cartaro_interpreter.state.state import State

MOST_SHOWN = 6


def read_entry(reader: JsonReader, value: Json, number: int) -> RecordEntry | None:
    """A move, or a ruling of the arbiter; its number is told in what is wrong with it."""
    table = as_object(value)
    return read_move(reader, value, number) if table is None or "ruling" not in table else _ruling(reader, table, number)


def read_move(reader: JsonReader, value: Json, number: int) -> Move | None:
    """A move, its number told in what is wrong with it; `by` and `cites` are passed over."""
    what = say("move {n}", n=number)
    if as_object(value) is None:
        reader.table(value, what, None)
        return None
    table = as_object(value) or {}
    act = table.get("act")
    if act == END_OF_TURN:
        return Move(END_OF_TURN, (), ())
    acts = {act.name: act for act in reader.game.acts if not act.finding}
    if not isinstance(act, str) or act not in acts:
        reader.table(value, what, ("act", *_BESIDE))
        if isinstance(act, str):
            reader.unknown(say("the game has no act `{name}`", name=shown_word(act)), act, acts, what)
        else:
            reader.wrong(
                "C0814", say("{what} names no act", what=what), say('write `"act"` and one of {names}', names=", ".join(acts))
            )
        return None
    return _arguments(reader, acts[act], table, "act", what)


def _ruling(reader: JsonReader, table: Mapping[str, Json], number: int) -> RecordEntry | None:
    """A finding with its arguments, or a breach clause by its name."""
    what, name, game = say("move {n}", n=number), table["ruling"], reader.game
    acts = {act.name: act for act in game.acts if act.finding}
    clauses = {clause.name: said for clause, said in game.saying(g.Breach)}
    if not isinstance(name, str):
        reader.wrong("C0814", say("the ruling of {what} should be a name, not {name}", what=what, name=shown(name)))
        return None
    if name in acts:
        return _arguments(reader, acts[name], table, "ruling", what)
    if name not in clauses:
        reader.unknown(say("the game has no ruling `{name}`", name=shown_word(name)), name, (*acts, *clauses), what)
        return None
    reader.table(table, what, ("ruling", *_BESIDE))
    if (clauses[name].noticed, clauses[name].remedy) == ("later", "take_back"):
        reader.wrong("C0800", say("{what}: to take a move back after others were made is not played yet", what=what))
        return None
    return Ruling(name)


_BESIDE = ("args", "by", "cites")


def _arguments(reader: JsonReader, act: g.Act, entry: Mapping[str, Json], head: str, what: str) -> Move | None:
    """The arguments of a move or finding: together under `args`, or each beside the act's name."""
    names = [parameter.name for parameter in act.parameters]
    before = len(reader.found)
    if "args" in entry:
        reader.table(entry, what, (head, *_BESIDE))
        table = reader.table(entry["args"], say("`args` of {what}", what=what), None)
        for name in table or ():
            if name not in names:
                reader.unknown(
                    say("the game has no part of the act `{act}` called `{name}`", act=act.name, name=shown_word(name)),
                    name,
                    names,
                    what,
                )
    else:
        table = reader.table(entry, what, (head, *_BESIDE, *names))
    if table is None:
        return None
    values = [
        _argument(reader, parameter, table, say("`{parameter}` of {what}", parameter=parameter.name, what=what))
        for parameter in act.parameters
    ]
    return None if len(reader.found) > before else Move(act.name, tuple(values), ())


def _argument(reader: JsonReader, parameter: g.Parameter, table: Mapping[str, Json], what: str) -> int:
    value = table.get(parameter.name)
    if parameter.name not in table:
        reader.wrong("C0814", say("{what} is missing", what=what))
        return 0
    if parameter.choice == "either":
        if isinstance(value, str) and value in parameter.answers:
            return parameter.answers.index(value)
        reader.wrong(
            "C0814",
            say(
                "{what} should be one of {names}, not {value}",
                what=what,
                names=", ".join(parameter.answers),
                value=shown(value),
            ),
        )
        return 0
    match parameter.type.kind:
        case "card":
            return next(iter(reader.faces(value, what)), 0)
        case "cards" | "group":
            return mask_of(options[0] for options in reader.group(value, what))
        case "player" | "side" as kind:
            return reader.seat(value, what, kind)
        case "players" | "sides" as kind:
            numbers = [reader.seat(one, what, "side" if kind == "sides" else "player") for one in reader.items(value, what)]
            return mask_of([number for number in numbers if number >= 0])
        case "symbol":
            return _symbol(reader, parameter, value, what)
        case "symbols":
            return mask_of([_symbol(reader, parameter, one, what) for one in reader.items(value, what)])
        case "groups" | "number" | "truth" | "unknown":
            reader.wrong("C0814", say("{what} cannot be given in a record yet", what=what))
            return 0
        case _:
            assert_never(parameter.type.kind)


def _symbol(reader: JsonReader, parameter: g.Parameter, value: Json, what: str) -> int:
    names = symbols_of(reader.game, parameter)
    if isinstance(value, str) and value in names:
        return names.index(value)
    reader.wrong(
        "C0814", say("{what} should be one of {names}, not {value}", what=what, names=", ".join(names), value=shown(value))
    )
    return 0


def illegal(rules: Rules, state: State, move: Move, what: str, more: str = "") -> Faulted:
    """Why a move is not legal, and what would be; `more` is said besides."""
    verdict = judge(rules, state, move)
    said = phrase(rules.game, move)
    if isinstance(verdict, Diagnostic):
        return Faulted(verdict.code, verdict.message)
    moves = legal_moves(rules, state)
    legal = [] if isinstance(moves, Diagnostic) else [f"`{phrase(rules.game, m)}`" for m in moves]
    shown = ", ".join(legal[:MOST_SHOWN])
    advice = say("legal here: {moves}", moves=shown) if legal else say("no move is legal here")
    if len(legal) > MOST_SHOWN:
        advice = say("legal here: {moves} and {n} more", moves=shown, n=len(legal) - MOST_SHOWN)
    message = say("{what}, `{said}`, is not legal: {why}", what=what, said=said, why=reason(verdict))
    return Faulted("C0818", message, None, say("{advice}; {more}", advice=advice, more=more) if more else advice)


def reason(verdict: Judgement) -> Message:
    """A ruling against a move, in words."""
    names = both(f"`{name}`" for name in verdict.clauses) or say("no clause")
    match verdict.reason:
        case "legal":
            return say("it is legal")
        case "no choice":
            return say("no move is awaited")
        case "step":
            return say("it is not the time for this act") if verdict.clauses else say("no step of the turn has this act")
        case "domain":
            return say("`{parameter}` is not what it may be", parameter=verdict.parameter)
        case "permission":
            return say("no permission applies ({names})", names=names)
        case "barred":
            return (
                say("{names} forbids it", names=names) if len(verdict.clauses) == 1 else say("{names} forbid it", names=names)
            )
        case "ruled":
            return say("the ruling {names} asks for another move", names=names)
        case "turn":
            return say("the turn could not be completed ({names})", names=names)
