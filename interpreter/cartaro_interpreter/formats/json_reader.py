"""Read positions, records and moves from JSON: cards, owners, seats, memory, moves and rulings of a game.

Takes values that `json_text.parse_json` returns; the forms are defined in `json_forms`. Every mistake is reported as a
diagnostic, and reading continues. This module does not test whether a move is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import assert_never

from cartaro_grammar import LANGUAGES, Diagnostic, Game, Message, cards_near, cards_typed, did_you_mean, join_or, msg
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.formats.json_text import Json, as_list, as_object, shown, shown_word
from cartaro_interpreter.state.card_sets import mask_of
from cartaro_interpreter.state.state import END_OF_TURN, NOBODY, OPEN_CARD, Move, RecordEntry, Ruling, symbols_of

MOST_TOLD = 20
MOST_COUNTED = 1_000_000_000

MAX_KEY = 40


def card_languages(game: Game, language: str) -> tuple[str, ...]:
    """Return the languages in which the initials of cards are tried: the reader's language, the language of the rules, then the
    others.
    """
    return tuple(code for code in (language, game.ruleset.key_words, *LANGUAGES) if code)


def cards_meant(game: Game, typed: str, language: str = "") -> tuple[str, ...]:
    """Return the codes of the cards that a text may mean if it is not a code: none, one or several."""
    languages = card_languages(game, language)
    return cards_typed(game.deck, typed, languages) or cards_near(game.deck, typed, languages)


def close_keys(key: str, keys: Sequence[str]) -> list[str]:
    """Return the key that a text resembles, in a list: also a key in another language, such as `mosse`, because no key means
    the opposite of another.
    """
    return get_close_matches(key[:MAX_KEY], keys, 1)


def _known_key(key: str, keys: Sequence[str]) -> Message:
    """Return the advice about an unknown key: the key that it resembles, or all keys."""
    for guess in close_keys(key, keys):
        return msg("did you mean `{guess}`?", guess=guess)
    return msg("names that can be used here: {shown}", shown=", ".join(keys))


class JsonReader:
    """Reads values and collects the diagnostics. A card must not be named in two places."""

    def __init__(self, game: Game, path: str = "") -> None:
        self.game = game
        self.path = path
        self.found: list[Diagnostic] = []
        self._seen: dict[int, str] = {}

    def wrong(self, code: str, message: Message, advice: str | None = None) -> None:
        """Report a mistake, unless too many have been reported."""
        if len(self.found) < MOST_TOLD:
            self.found.append(Diagnostic(code, message, help=advice, path=self.path))

    def unknown(self, message: Message, name: str, known: Iterable[str], what: str = "", advice: Message | None = None) -> None:
        """Report a name that the game does not have, with `message`. `what` is its place, if that is not obvious. Without
        `advice`, the help is the name that it resembles, or all names.
        """
        names = tuple(known)
        guess = did_you_mean(name, names)
        if guess and advice is None:
            advice = msg("did you mean `{guess}`?", guess=guess)
        elif names and advice is None:
            advice = msg("names that can be used here: {shown}", shown=", ".join(names))
        self.wrong("C0815", msg("{what}: {message}", what=what, message=message) if what else message, advice)

    def table(
        self,
        value: Json,
        what: str,
        keys: Sequence[str] | None,
        advised: Callable[[str, Json], Message | None] | None = None,
    ) -> Mapping[str, Json] | None:
        """Read an object. If `keys` is given, every other key is reported, with the advice that `advised` has for it and its
        value, or with the key that it resembles, or with all keys.
        """
        table = as_object(value)
        if table is None:
            self.wrong("C0814", msg("{what} should be an object, not {value}", what=what, value=shown(value)))
            return None
        for key, content in table.items() if keys is not None else ():
            if key not in (keys or ()):
                advice = advised(key, content) if advised is not None else None
                message = msg("{what} has an unknown key `{key}`", what=what, key=shown_word(key))
                self.wrong("C0815", message, advice or _known_key(key, keys or ()))
        return table

    def nearly_known(self, value: Json, what: str, keys: Sequence[str]) -> None:
        """Report the keys of an object that resemble one of `keys`. The object may have other members."""
        for key in as_object(value) or ():
            if key not in keys and close_keys(key, keys):
                message = msg("{what} has an unknown key `{key}`", what=what, key=shown_word(key))
                self.wrong("C0815", message, _known_key(key, keys))

    def truth(self, value: Json, what: str) -> bool:
        """Read true or false."""
        if not isinstance(value, bool):
            self.wrong("C0814", msg("{what} should be true or false, not {value}", what=what, value=shown(value)))
        return value is True

    def settings(self, value: Json) -> None:
        """Read the house rules of the input, which must equal the game's own."""
        for name, chosen in (self.table(value, "`settings`", None) or {}).items():
            if name not in self.game.chosen:
                self.unknown(msg("the game has no option `{name}`", name=shown_word(name)), name, self.game.chosen)
            elif str(chosen) != self.game.chosen[name]:
                message = msg(
                    "it is for `{name}` {chosen}, but the game uses `{own}`",
                    name=name,
                    chosen=shown_word(str(chosen)),
                    own=self.game.chosen[name],
                )
                self.wrong("C0826", message, msg("choose the same house rules for the game"))

    def cards(self, value: Json, what: str) -> tuple[int, ...]:
        """Read a list of cards, in its order. The cards must not be named elsewhere."""
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
        """Read a list of distinct cards. They may also be named elsewhere."""
        self._seen.clear()
        return self.cards(value, what)

    def group(self, value: Json, what: str) -> list[tuple[int, ...]]:
        """Read a list of distinct cards, each with the faces that its code may mean."""
        found = [options for code in self.items(value, what) if (options := self.faces(code, what))]
        cards = [self.game.faces.faces[options[0]].card for options in found]
        for card in sorted({card for card in cards if cards.count(card) > 1}):
            self.wrong("C0817", msg("{what} has the card `{code}` twice", what=what, code=self.game.deck.cards[card].code))
        return found

    def faces(self, value: Json, what: str) -> tuple[int, ...]:
        """Return the faces that a code may mean, the plainest first. Return none if the code is wrong."""
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
        """Read a list."""
        found = as_list(value)
        if found is None:
            self.wrong("C0814", msg("{what} should be a list, not {value}", what=what, value=shown(value)))
        return found or ()

    def card(self, value: Json, what: str) -> int | None:
        """Read the code of one card."""
        if isinstance(value, str) and value in self.game.card_number:
            return self.game.card_number[value]
        meant = cards_meant(self.game, value) if isinstance(value, str) else ()
        advice = msg("did you mean {choices}?", choices=join_or(f"`{code}`" for code in meant)) if meant else self._sample()
        self.wrong("C0816", msg("{what} has {value}, which is not a card in the deck", what=what, value=shown(value)), advice)
        return None

    def _sample(self) -> Message:
        cards = self.game.deck.cards
        if not cards:
            return msg("a card is written by its code, but the deck is empty")
        return msg("a card is written by its code, such as `{code}`", code=cards[0].code)

    def number(self, value: Json, what: str, greatest: int) -> int:
        """Read a number from 1 up to a maximum. Return 1 if it is wrong."""
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= greatest:
            return value
        message = msg("{what} should be a number from 1 to {n}, not {value}", what=what, n=greatest, value=shown(value))
        self.wrong("C0814", message)
        return 1

    def seat(self, value: Json, what: str, kind: g.Owner = "player") -> int:
        """Read the number of a player, or of a side, as a number from 0. Return NOBODY if it is wrong."""
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
        """Read the player or side of a key, as a number from 0."""
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
        """Read the value of a cell."""
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


def read_entry(reader: JsonReader, value: Json, number: int) -> RecordEntry | None:
    """Read a move, or a ruling of the arbiter; diagnostics name its number."""
    table = as_object(value)
    return read_move(reader, value, number) if table is None or "ruling" not in table else _ruling(reader, table, number)


def read_move(reader: JsonReader, value: Json, number: int) -> Move | None:
    """Read a move; diagnostics name its number.  `by` and `cites` are ignored."""
    what = msg("move {n}", n=number)
    if as_object(value) is None:
        reader.table(value, what, None)
        return None
    table = as_object(value) or {}
    act = table.get("act")
    if act == END_OF_TURN:
        return Move(END_OF_TURN, (), ()) if _without_arguments(reader, END_OF_TURN, table, "act", what) else None
    acts = {act.name: act for act in reader.game.acts if not act.finding}
    if not isinstance(act, str) or act not in acts:
        reader.nearly_known(value, what, ("act", *_BESIDE))
        if isinstance(act, str):
            reader.unknown(msg("the game has no act `{name}`", name=shown_word(act)), act, acts, what)
        else:
            reader.wrong(
                "C0814",
                msg("{what} does not name an act", what=what),
                msg('write `"act"` and one of {names}', names=", ".join(acts)),
            )
        return None
    return _arguments(reader, acts[act], table, "act", what)


def _ruling(reader: JsonReader, table: Mapping[str, Json], number: int) -> RecordEntry | None:
    """Read a finding with its arguments, or the name of a breach clause."""
    what, name, game = msg("move {n}", n=number), table["ruling"], reader.game
    acts = {act.name: act for act in game.acts if act.finding}
    clauses = {clause.name: sentence for clause, sentence in game.with_sentence(g.Breach)}
    if not isinstance(name, str):
        reader.wrong("C0814", msg("the ruling of {what} should be a name, not {name}", what=what, name=shown(name)))
        return None
    if name in acts:
        return _arguments(reader, acts[name], table, "ruling", what)
    if name not in clauses:
        reader.unknown(msg("the game has no ruling `{name}`", name=shown_word(name)), name, (*acts, *clauses), what)
        return None
    if not _without_arguments(reader, name, table, "ruling", what):
        return None
    if (clauses[name].noticed, clauses[name].remedy) == ("later", "take_back"):
        reader.wrong("C0800", msg("{what}: taking a move back after others were made cannot be played yet", what=what))
        return None
    return Ruling(name)


_BESIDE = ("args", "by", "cites")


def _arguments(reader: JsonReader, act: g.Act, entry: Mapping[str, Json], head: str, what: str) -> Move | None:
    """Read the arguments of a move or finding: all under `args`, or each as a member next to the act's name."""
    names = [parameter.name for parameter in act.parameters]
    before = len(reader.found)
    if "args" in entry:
        reader.table(entry, what, (head, *_BESIDE))
        table = reader.table(entry["args"], msg("`args` of {what}", what=what), None)
        for name in table or ():
            if name not in names:
                _no_argument(reader, act.name, name, names, what)
    else:
        table = reader.table(entry, what, (head, *_BESIDE, *names))
    if table is None:
        return None
    values = [
        _argument(reader, parameter, table, msg("`{parameter}` of {what}", parameter=parameter.name, what=what))
        for parameter in act.parameters
    ]
    return None if len(reader.found) > before else Move(act.name, tuple(values), ())


def _without_arguments(reader: JsonReader, act: str, entry: Mapping[str, Json], head: str, what: str) -> bool:
    """Return whether an entry has only the members of a move or ruling without arguments; else report them."""
    before = len(reader.found)
    reader.table(entry, what, (head, *_BESIDE))
    for name in reader.table(entry.get("args", {}), msg("`args` of {what}", what=what), None) or ():
        _no_argument(reader, act, name, (), what)
    return len(reader.found) == before


def _no_argument(reader: JsonReader, act: str, name: str, names: Sequence[str], what: str) -> None:
    message = msg("the act `{act}` has no argument called `{name}`", act=act, name=shown_word(name))
    reader.unknown(message, name, names, what)


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
        case "number":
            return _number(reader, value, what)
        case "groups" | "numbers" | "truth" | "unknown":
            reader.wrong("C0814", msg("{what} cannot be given in a record yet", what=what))
            return 0
        case _:
            assert_never(parameter.type.kind)


def _number(reader: JsonReader, value: Json, what: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= g.MOST_CHOSEN_NUMBER:
        return value
    message = msg("{what} should be a number from 0 to {n}, not {value}", what=what, n=g.MOST_CHOSEN_NUMBER, value=shown(value))
    reader.wrong("C0814", message)
    return 0


def _symbol(reader: JsonReader, parameter: g.Parameter, value: Json, what: str) -> int:
    names = symbols_of(reader.game, parameter)
    if isinstance(value, str) and value in names:
        return names.index(value)
    reader.wrong(
        "C0814", msg("{what} should be one of {names}, not {value}", what=what, names=", ".join(names), value=shown(value))
    )
    return 0
