"""Values of JSON read as things of a game: cards, owners, seats, memory.  Every mistake is told, and reading goes on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from cartaro_grammar import Diagnostic, Game, Message, did_you_mean, say
from cartaro_grammar import game as g
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.ruling.json_text import Json, as_list, as_object, shown, shown_word
from cartaro_interpreter.state.layout import NOBODY, mask_of

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
        advice = say("did you mean `{guess}`?", guess=guess) if guess else None
        if not guess and names:
            advice = say("there is {shown}", shown=", ".join(names))
        self.wrong("C0815", say("{what}: {message}", what=what, message=message) if what else message, advice)

    def table(self, value: Json, what: str, keys: Sequence[str] | None) -> Mapping[str, Json] | None:
        """An object; a key that is none of `keys`, where they are given, is passed over unless it looks like one of them."""
        table = as_object(value)
        if table is None:
            self.wrong("C0814", say("{what} should be an object, not {value}", what=what, value=shown(value)))
            return None
        for key in table if keys is not None else ():
            like = get_close_matches(key[:MAX_KEY], keys or (), 1) if key not in (keys or ()) else []
            if like:  # in another language too, as `mosse`: of keys none says the opposite of another
                self.wrong(
                    "C0815",
                    say("{what} has an unknown key `{key}`", what=what, key=shown_word(key)),
                    say("did you mean `{guess}`?", guess=like[0]),
                )
        return table

    def truth(self, value: Json, what: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.wrong("C0814", say("{what} should be true or false, not {value}", what=what, value=shown(value)))
        return value is True

    def settings(self, value: Json) -> None:
        """House rules that a thing given is for must be those of the game."""
        for name, chosen in (self.table(value, "`settings`", None) or {}).items():
            if name not in self.game.chosen:
                self.unknown(say("the game has no option `{name}`", name=shown_word(name)), name, self.game.chosen)
            elif str(chosen) != self.game.chosen[name]:
                message = say(
                    "it is for `{name}` {chosen}, and the game is under `{own}`",
                    name=name,
                    chosen=shown_word(str(chosen)),
                    own=self.game.chosen[name],
                )
                self.wrong("C0826", message, say("choose the same house rules for the game"))

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
                message = say("{before} and {what} both have the card `{code}`", before=before, what=what, code=name)
                if before == what:
                    message = say("{what} has the card `{code}` twice", what=what, code=name)
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
            self.wrong("C0817", say("{what} has the card `{code}` twice", what=what, code=self.game.deck.cards[card].code))
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
            self.wrong("C0814", say("{what} should be a list, not {value}", what=what, value=shown(value)))
        return found or ()

    def card(self, value: Json, what: str) -> int | None:
        """One card by its code."""
        if isinstance(value, str) and value in self.game.card_number:
            return self.game.card_number[value]
        guess = did_you_mean(value, self.game.card_number) if isinstance(value, str) else None
        advice = say("did you mean `{guess}`?", guess=guess) if guess else self._sample()
        self.wrong("C0816", say("{what} has {value}, which is no card of the deck", what=what, value=shown(value)), advice)
        return None

    def _sample(self) -> Message:
        cards = self.game.deck.cards
        if not cards:
            return say("a card is written by its code, such as none: the deck is empty")
        return say("a card is written by its code, such as `{code}`", code=cards[0].code)

    def seat(self, value: Json, what: str, kind: g.Owner = "player") -> int:
        """A player's, or a side's, number, from 0; NOBODY where it is wrong."""
        count = self.game.sides if kind == "side" else self.game.players
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= count:
            return value - 1
        message = say(
            "{what} should be the number of a player, from 1 to {n}, not {value}", what=what, n=count, value=shown(value)
        )
        if kind == "side":
            message = say(
                "{what} should be the number of a side, from 1 to {n}, not {value}", what=what, n=count, value=shown(value)
            )
        self.wrong("C0821", message)
        return NOBODY

    def owner(self, key: str, count: int, kind: g.Owner, what: str) -> int | None:
        """The player or side that a key stands for, from 0."""
        if key in {str(n) for n in range(1, count + 1)}:
            return int(key) - 1
        message = say("{what} belongs to each player, from `1` to `{n}`, and not to {key}", what=what, n=count, key=shown(key))
        if kind == "side":
            message = say(
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
                self.wrong("C0814", say("{what} should be a number, not {value}", what=what, value=shown(value)))
            case "flag":
                if isinstance(value, bool):
                    return int(value)
                self.wrong("C0814", say("{what} should be true or false, not {value}", what=what, value=shown(value)))
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
                    "C0814", say("{what} should be a {type}, not {value}", what=what, type=str(cell.type), value=shown(value))
                )
            return NOBODY if number is None else number
        count = self.game.sides if cell.type.kind == "side" else self.game.players
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= count:
            return value - 1
        message = say(
            "{what} should be the number of a player, from 1 to {n}, or null, not {value}",
            what=what,
            n=count,
            value=shown(value),
        )
        if cell.type.kind == "side":
            message = say(
                "{what} should be the number of a side, from 1 to {n}, or null, not {value}",
                what=what,
                n=count,
                value=shown(value),
            )
        self.wrong("C0821", message)
        return NOBODY
