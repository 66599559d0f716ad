"""JSON text to values, strictly: what JSON leaves open, or lets slip, is told and not guessed.

Refuses texts over a size, nesting over a depth, keys given twice, NaN and infinities, numbers too long to be meant, and
characters that are no characters.  Writes values the same way every time.

Values of JSON read as things of a game: cards, owners, seats, memory.  Every mistake is told, and reading goes on.

Moves and rulings from JSON, and why a move that was given is not legal, in words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeAlias, TypeGuard, assert_never

from cartaro_grammar import Diagnostic, Game, Message, did_you_mean, join_and, msg, shorten
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.play.course import legal_choices
from cartaro_interpreter.ruling.grounds import Judgement, judge
from cartaro_interpreter.state.card_sets import mask_of
from cartaro_interpreter.state.faults import Faulted
from cartaro_interpreter.state.state import END_OF_TURN, NOBODY, OPEN_CARD, Move, RecordEntry, Ruling, State, phrase, symbols_of

# --------------------------------------------------------------------- json text


Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

MOST_CHARACTERS = 5_000_000
MOST_DEPTH = 20
_MARKS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
_OBEYED = re.compile(
    "[\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Characters that end a line, control a terminal, change the direction of writing, hide, or are no characters."""


class _Refused(Exception):
    def __init__(self, code: str, message: Message) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def parse_json(text: str, path: str = "") -> Json | Diagnostic:
    """The value of a JSON text, or what is wrong with it; `path` is what the text is shown under."""
    if len(text) > MOST_CHARACTERS:
        return Diagnostic("C0811", msg("the text has more than {n} characters", n=MOST_CHARACTERS), path=path)
    if _depth(text) > MOST_DEPTH:
        return Diagnostic("C0811", msg("lists and objects lie more than {n} deep in each other", n=MOST_DEPTH), path=path)
    try:
        value: Json = json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except _Refused as refused:
        return Diagnostic(refused.code, refused.message, path=path)
    except json.JSONDecodeError as error:
        message = msg("line {line}, column {column}: {fault}", line=error.lineno, column=error.colno, fault=_plain(error.msg))
        return Diagnostic("C0810", message, path=path, help=msg("positions and records are JSON"))
    except UnicodeEncodeError:
        return Diagnostic("C0810", msg("a text holds half a character (a lone surrogate)"), path=path)
    except ValueError:
        return Diagnostic("C0810", msg("a number is too large to be read"), path=path)
    return value


def write_json(value: Json) -> str:
    """A value as JSON text on one line; keys in the order given, so that equal values give equal text.  What a reader of lines
    or a terminal would take for more than a character is written by its number.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return _OBEYED.sub(lambda found: json.dumps(found[0])[1:-1], text)


def _depth(text: str) -> int:
    depth = deepest = 0
    for mark in _MARKS.finditer(text):
        if mark[0] in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif mark[0] in "]}":
            depth -= 1
    return deepest


def _plain(message: str) -> str:
    return message[:1].lower() + message[1:]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Refused("C0822", msg("the key `{key}` is given twice in one object", key=shown_word(key)))
        found[key] = value
    return found


def _constant(name: str) -> None:
    raise _Refused("C0810", msg("`{name}` is no number of JSON", name=name))


def shown_word(text: str) -> str:
    """A word of the input cut to what fits in a message."""
    return shorten(text).encode("utf-8", "replace").decode("utf-8")


def as_object(value: Json) -> Mapping[str, Json] | None:
    """A value that is an object, else None."""
    return value if _is_object(value) else None


def as_list(value: Json) -> Sequence[Json] | None:
    """A value that is a list, else None."""
    return value if _is_list(value) else None


def _is_object(value: Json) -> TypeGuard[Mapping[str, Json]]:
    return isinstance(value, Mapping)


def _is_list(value: Json) -> TypeGuard[Sequence[Json]]:
    return isinstance(value, Sequence) and not isinstance(value, str)


def shown(value: Json) -> str:
    """A value cut to what fits in a message."""
    try:
        return shown_word(json.dumps(value, ensure_ascii=False))
    except (ValueError, TypeError, RecursionError):
        return "…"


# ------------------------------------------------------------------- json values


MOST_TOLD = 20
MOST_COUNTED = 1_000_000_000

MAX_KEY = 40


class JsonReader:
    """Collects what is wrong while values are read; no card may be named in two places."""

    def __init__(self, game: Game, path: str = "") -> None:
        self.game = game
        self.path = path
        self.found: list[Diagnostic] = []
        self._seen: dict[int, str] = {}

    def wrong(self, code: str, message: Message, advice: str | None = None) -> None:
        """Tell a mistake; after many, the rest is left untold."""
        if len(self.found) < MOST_TOLD:
            self.found.append(Diagnostic(code, message, help=advice, path=self.path))

    def unknown(self, message: Message, name: str, known: Iterable[str], what: str = "") -> None:
        """Tell of a name that the game does not have, as `message` says; `what` is where it stands, where that is not plain."""
        names = tuple(known)
        guess = did_you_mean(name, names)
        advice = msg("did you mean `{guess}`?", guess=guess) if guess else None
        if not guess and names:
            advice = msg("there is {shown}", shown=", ".join(names))
        self.wrong("C0815", msg("{what}: {message}", what=what, message=message) if what else message, advice)

    def table(self, value: Json, what: str, keys: Sequence[str] | None) -> Mapping[str, Json] | None:
        """An object; a key that is none of `keys`, where they are given, is passed over unless it looks like one of them."""
        table = as_object(value)
        if table is None:
            self.wrong("C0814", msg("{what} should be an object, not {value}", what=what, value=shown(value)))
            return None
        for key in table if keys is not None else ():
            like = get_close_matches(key[:MAX_KEY], keys or (), 1) if key not in (keys or ()) else []
            if like:  # in another language too, as `mosse`: of keys none says the opposite of another
                self.wrong(
                    "C0815",
                    msg("{what} has an unknown key `{key}`", what=what, key=shown_word(key)),
                    msg("did you mean `{guess}`?", guess=like[0]),
                )
        return table

    def truth(self, value: Json, what: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.wrong("C0814", msg("{what} should be true or false, not {value}", what=what, value=shown(value)))
        return value is True

    def settings(self, value: Json) -> None:
        """House rules that a thing given is for must be those of the game."""
        for name, chosen in (self.table(value, "`settings`", None) or {}).items():
            if name not in self.game.chosen:
                self.unknown(msg("the game has no option `{name}`", name=shown_word(name)), name, self.game.chosen)
            elif str(chosen) != self.game.chosen[name]:
                message = msg(
                    "it is for `{name}` {chosen}, and the game is under `{own}`",
                    name=name,
                    chosen=shown_word(str(chosen)),
                    own=self.game.chosen[name],
                )
                self.wrong("C0826", message, msg("choose the same house rules for the game"))

    def cards(self, value: Json, what: str) -> tuple[int, ...]:
        """A list of cards that nothing else names, in its order."""
        found: list[int] = []
        for code in self.items(value, what):
            card = self.card(code, what)
            if card is None:
                continue
            if card in self._seen:
                before = self._seen[card]
                name = self.game.deck.cards[card].code
                message = msg("{before} and {what} both have the card `{code}`", before=before, what=what, code=name)
                if before == what:
                    message = msg("{what} has the card `{code}` twice", what=what, code=name)
                self.wrong("C0817", message)
            else:
                self._seen[card] = what
                found.append(card)
        return tuple(found)

    def pack(self, value: Json, what: str) -> tuple[int, ...]:
        """A list of cards, none of them twice, which may be named elsewhere too."""
        self._seen.clear()
        return self.cards(value, what)

    def group(self, value: Json, what: str) -> list[tuple[int, ...]]:
        """A list of cards, none of them twice, each with the faces that its code may mean."""
        found = [options for code in self.items(value, what) if (options := self.faces(code, what))]
        cards = [self.game.faces.faces[options[0]].card for options in found]
        for card in sorted({card for card in cards if cards.count(card) > 1}):
            self.wrong("C0817", msg("{what} has the card `{code}` twice", what=what, code=self.game.deck.cards[card].code))
        return found

    def faces(self, value: Json, what: str) -> tuple[int, ...]:
        """The faces that a code may mean, the plainest first; none where it is wrong."""
        known = self.game.faces
        if isinstance(value, str) and value not in self.game.card_number and value in known.numbered:
            face = known.faces[known.numbered[value]]
            alike = (n for n in known.of_card[face.card] if known.faces[n].like == face.like)
            return (known.numbered[value],) if face.settings else tuple(alike)
        card = self.card(value, what)
        if card is None:
            return ()
        return tuple(n for n in known.of_card[card] if known.deck.cards[card].kind is not None or known.faces[n].like == card)

    def items(self, value: Json, what: str) -> Sequence[Json]:
        """A list."""
        found = as_list(value)
        if found is None:
            self.wrong("C0814", msg("{what} should be a list, not {value}", what=what, value=shown(value)))
        return found or ()

    def card(self, value: Json, what: str) -> int | None:
        """One card by its code."""
        if isinstance(value, str) and value in self.game.card_number:
            return self.game.card_number[value]
        guess = did_you_mean(value, self.game.card_number) if isinstance(value, str) else None
        advice = msg("did you mean `{guess}`?", guess=guess) if guess else self._sample()
        self.wrong("C0816", msg("{what} has {value}, which is no card of the deck", what=what, value=shown(value)), advice)
        return None

    def _sample(self) -> Message:
        cards = self.game.deck.cards
        if not cards:
            return msg("a card is written by its code, such as none: the deck is empty")
        return msg("a card is written by its code, such as `{code}`", code=cards[0].code)

    def seat(self, value: Json, what: str, kind: g.Owner = "player") -> int:
        """A player's, or a side's, number, from 0; NOBODY where it is wrong."""
        count = self.game.sides if kind == "side" else self.game.players
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= count:
            return value - 1
        message = msg(
            "{what} should be the number of a player, from 1 to {n}, not {value}", what=what, n=count, value=shown(value)
        )
        if kind == "side":
            message = msg(
                "{what} should be the number of a side, from 1 to {n}, not {value}", what=what, n=count, value=shown(value)
            )
        self.wrong("C0821", message)
        return NOBODY

    def owner(self, key: str, count: int, kind: g.Owner, what: str) -> int | None:
        """The player or side that a key stands for, from 0."""
        if key in {str(n) for n in range(1, count + 1)}:
            return int(key) - 1
        message = msg("{what} belongs to each player, from `1` to `{n}`, and not to {key}", what=what, n=count, key=shown(key))
        if kind == "side":
            message = msg(
                "{what} belongs to each side, from `1` to `{n}`, and not to {key}", what=what, n=count, key=shown(key)
            )
        self.wrong("C0821", message)
        return None

    def memory(self, rules: Rules, cell: g.Cell, value: Json, what: str) -> int:
        """The value of a cell."""
        match cell.kind:
            case "counter":
                if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_COUNTED:
                    return value
                self.wrong("C0814", msg("{what} should be a number, not {value}", what=what, value=shown(value)))
            case "flag":
                if isinstance(value, bool):
                    return int(value)
                self.wrong("C0814", msg("{what} should be true or false, not {value}", what=what, value=shown(value)))
            case "mark":
                cards = [self.card(code, what) for code in self.items(value, what)]
                return mask_of([card for card in cards if card is not None])
            case "reference":
                return self._reference(rules, cell, value, what)
        return 0

    def _reference(self, rules: Rules, cell: g.Cell, value: Json, what: str) -> int:
        if value is None:
            return NOBODY
        if cell.type.kind == "card":
            card = self.card(value, what)
            return NOBODY if card is None else card
        if cell.type.kind == "symbol":
            number = rules.compiler.symbols.get((cell.type.enumeration, value)) if isinstance(value, str) else None
            if number is None:
                self.wrong(
                    "C0814", msg("{what} should be a {type}, not {value}", what=what, type=str(cell.type), value=shown(value))
                )
            return NOBODY if number is None else number
        count = self.game.sides if cell.type.kind == "side" else self.game.players
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= count:
            return value - 1
        message = msg(
            "{what} should be the number of a player, from 1 to {n}, or null, not {value}",
            what=what,
            n=count,
            value=shown(value),
        )
        if cell.type.kind == "side":
            message = msg(
                "{what} should be the number of a side, from 1 to {n}, or null, not {value}",
                what=what,
                n=count,
                value=shown(value),
            )
        self.wrong("C0821", message)
        return NOBODY


# -------------------------------------------------------------------- json moves


MOST_SHOWN = 6


def read_entry(reader: JsonReader, value: Json, number: int) -> RecordEntry | None:
    """A move, or a ruling of the arbiter; its number is told in what is wrong with it."""
    table = as_object(value)
    return read_move(reader, value, number) if table is None or "ruling" not in table else _ruling(reader, table, number)


def read_move(reader: JsonReader, value: Json, number: int) -> Move | None:
    """A move, its number told in what is wrong with it; `by` and `cites` are passed over."""
    what = msg("move {n}", n=number)
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
            reader.unknown(msg("the game has no act `{name}`", name=shown_word(act)), act, acts, what)
        else:
            reader.wrong(
                "C0814", msg("{what} names no act", what=what), msg('write `"act"` and one of {names}', names=", ".join(acts))
            )
        return None
    return _arguments(reader, acts[act], table, "act", what)


def _ruling(reader: JsonReader, table: Mapping[str, Json], number: int) -> RecordEntry | None:
    """A finding with its arguments, or a breach clause by its name."""
    what, name, game = msg("move {n}", n=number), table["ruling"], reader.game
    acts = {act.name: act for act in game.acts if act.finding}
    clauses = {clause.name: said for clause, said in game.saying(g.Breach)}
    if not isinstance(name, str):
        reader.wrong("C0814", msg("the ruling of {what} should be a name, not {name}", what=what, name=shown(name)))
        return None
    if name in acts:
        return _arguments(reader, acts[name], table, "ruling", what)
    if name not in clauses:
        reader.unknown(msg("the game has no ruling `{name}`", name=shown_word(name)), name, (*acts, *clauses), what)
        return None
    reader.table(table, what, ("ruling", *_BESIDE))
    if (clauses[name].noticed, clauses[name].remedy) == ("later", "take_back"):
        reader.wrong("C0800", msg("{what}: to take a move back after others were made is not played yet", what=what))
        return None
    return Ruling(name)


_BESIDE = ("args", "by", "cites")


def _arguments(reader: JsonReader, act: g.Act, entry: Mapping[str, Json], head: str, what: str) -> Move | None:
    """The arguments of a move or finding: together under `args`, or each beside the act's name."""
    names = [parameter.name for parameter in act.parameters]
    before = len(reader.found)
    if "args" in entry:
        reader.table(entry, what, (head, *_BESIDE))
        table = reader.table(entry["args"], msg("`args` of {what}", what=what), None)
        for name in table or ():
            if name not in names:
                reader.unknown(
                    msg("the game has no part of the act `{act}` called `{name}`", act=act.name, name=shown_word(name)),
                    name,
                    names,
                    what,
                )
    else:
        table = reader.table(entry, what, (head, *_BESIDE, *names))
    if table is None:
        return None
    values = [
        _argument(reader, parameter, table, msg("`{parameter}` of {what}", parameter=parameter.name, what=what))
        for parameter in act.parameters
    ]
    return None if len(reader.found) > before else Move(act.name, tuple(values), ())


def _argument(reader: JsonReader, parameter: g.Parameter, table: Mapping[str, Json], what: str) -> int:
    value = table.get(parameter.name)
    if parameter.unseen and value is None:
        return OPEN_CARD
    if parameter.name not in table:
        reader.wrong("C0814", msg("{what} is missing", what=what))
        return 0
    if parameter.choice == "either":
        if isinstance(value, str) and value in parameter.answers:
            return parameter.answers.index(value)
        reader.wrong(
            "C0814",
            msg(
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
            reader.wrong("C0814", msg("{what} cannot be given in a record yet", what=what))
            return 0
        case _:
            assert_never(parameter.type.kind)


def _symbol(reader: JsonReader, parameter: g.Parameter, value: Json, what: str) -> int:
    names = symbols_of(reader.game, parameter)
    if isinstance(value, str) and value in names:
        return names.index(value)
    reader.wrong(
        "C0814", msg("{what} should be one of {names}, not {value}", what=what, names=", ".join(names), value=shown(value))
    )
    return 0


def illegal(rules: Rules, state: State, move: Move, what: str, more: str = "") -> Faulted:
    """Why a move is not legal, and what would be; `more` is said besides."""
    verdict = judge(rules, state, move)
    said = phrase(rules.game, move)
    if isinstance(verdict, Diagnostic):
        return Faulted(verdict.code, verdict.message)
    moves = legal_choices(rules, state)
    legal = [] if isinstance(moves, Diagnostic) else [f"`{phrase(rules.game, m)}`" for m in moves]
    shown = ", ".join(legal[:MOST_SHOWN])
    advice = msg("legal here: {moves}", moves=shown) if legal else msg("no move is legal here")
    if len(legal) > MOST_SHOWN:
        advice = msg("legal here: {moves} and {n} more", moves=shown, n=len(legal) - MOST_SHOWN)
    message = msg("{what}, `{said}`, is not legal: {why}", what=what, said=said, why=reason(verdict))
    return Faulted("C0818", message, None, msg("{advice}; {more}", advice=advice, more=more) if more else advice)


def reason(verdict: Judgement) -> Message:
    """A ruling against a move, in words."""
    names = join_and(f"`{name}`" for name in verdict.clauses) or msg("no clause")
    match verdict.reason:
        case "legal":
            return msg("it is legal")
        case "no choice":
            return msg("no move is awaited")
        case "step":
            return msg("it is not the time for this act") if verdict.clauses else msg("no step of the turn has this act")
        case "domain":
            return msg("`{parameter}` is not what it may be", parameter=verdict.parameter)
        case "permission":
            return msg("no permission applies ({names})", names=names)
        case "barred":
            return (
                msg("{names} forbids it", names=names) if len(verdict.clauses) == 1 else msg("{names} forbid it", names=names)
            )
        case "ruled":
            return msg("the ruling {names} asks for another move", names=names)
        case "turn":
            return msg("the turn could not be completed ({names})", names=names)
