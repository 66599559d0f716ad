"""Values of JSON read as things of a game: cards, owners, seats, memory.  Every mistake is told, and reading goes on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from cartaro_grammar import Diagnostic, Game, did_you_mean
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

    def wrong(self, code: str, message: str, advice: str | None = None) -> None:
        """Tell a mistake; after many, the rest is left untold."""
        if len(self.found) < MOST_TOLD:
            self.found.append(Diagnostic(code, message, help=advice, path=self.path))

    def unknown(self, kind: str, name: str, known: Iterable[str], what: str = "") -> None:
        """Tell of a name that the game does not have; `what` says where it stands, where that is not plain."""
        names = tuple(known)
        guess = did_you_mean(name, names)
        advice = f"did you mean `{guess}`?" if guess else f"there is {', '.join(names)}" if names else None
        self.wrong("C0815", f"{what}{': ' * bool(what)}the game has no {kind} `{shown_word(name)}`", advice)

    def table(self, value: Json, what: str, keys: Sequence[str] | None) -> Mapping[str, Json] | None:
        """An object; a key that is none of `keys`, where they are given, is passed over unless it looks like one of them."""
        table = as_object(value)
        if table is None:
            self.wrong("C0814", f"{what} should be an object, not {shown(value)}")
            return None
        for key in table if keys is not None else ():
            like = get_close_matches(key[:MAX_KEY], keys or (), 1) if key not in (keys or ()) else []
            if like:  # in another language too, as `mosse`: of keys none says the opposite of another
                self.wrong("C0815", f"{what} has an unknown key `{shown_word(key)}`", f"did you mean `{like[0]}`?")
        return table

    def truth(self, value: Json, what: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.wrong("C0814", f"{what} should be true or false, not {shown(value)}")
        return value is True

    def settings(self, value: Json) -> None:
        """House rules that a thing given is for must be those of the game."""
        for name, chosen in (self.table(value, "`settings`", None) or {}).items():
            if name not in self.game.chosen:
                self.unknown("option", name, self.game.chosen)
            elif str(chosen) != self.game.chosen[name]:
                message = f"it is for `{name}` {shown_word(str(chosen))}, and the game is under `{self.game.chosen[name]}`"
                self.wrong("C0826", message, "choose the same house rules for the game")

    def cards(self, value: Json, what: str) -> tuple[int, ...]:
        """A list of cards that nothing else names, in its order."""
        found: list[int] = []
        for code in self.items(value, what):
            card = self.card(code, what)
            if card is None:
                continue
            if card in self._seen:
                before = self._seen[card]
                where = f"{what} has" if before == what else f"{before} and {what} both have"
                self.wrong("C0817", f"{where} the card `{self.game.deck.cards[card].code}`" + " twice" * (before == what))
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
            self.wrong("C0817", f"{what} has the card `{self.game.deck.cards[card].code}` twice")
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
            self.wrong("C0814", f"{what} should be a list, not {shown(value)}")
        return found or ()

    def card(self, value: Json, what: str) -> int | None:
        """One card by its code."""
        if isinstance(value, str) and value in self.game.card_number:
            return self.game.card_number[value]
        guess = did_you_mean(value, self.game.card_number) if isinstance(value, str) else None
        advice = f"did you mean `{guess}`?" if guess else "a card is written by its code, such as " + self._sample()
        self.wrong("C0816", f"{what} has {shown(value)}, which is no card of the deck", advice)
        return None

    def _sample(self) -> str:
        return f"`{self.game.deck.cards[0].code}`" if self.game.deck.cards else "none: the deck is empty"

    def seat(self, value: Json, what: str, kind: g.Owner = "player") -> int:
        """A player's, or a side's, number, from 0; NOBODY where it is wrong."""
        count = self.game.sides if kind == "side" else self.game.players
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= count:
            return value - 1
        self.wrong("C0821", f"{what} should be the number of a {kind}, from 1 to {count}, not {shown(value)}")
        return NOBODY

    def owner(self, key: str, count: int, kind: g.Owner, what: str) -> int | None:
        """The player or side that a key stands for, from 0."""
        if key in {str(n) for n in range(1, count + 1)}:
            return int(key) - 1
        self.wrong("C0821", f"{what} belongs to each {kind}, from `1` to `{count}`, and not to {shown(key)}")
        return None

    def memory(self, rules: Rules, cell: g.Cell, value: Json, what: str) -> int:
        """The value of a cell."""
        match cell.kind:
            case "counter":
                if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_COUNTED:
                    return value
                self.wrong("C0814", f"{what} should be a number, not {shown(value)}")
            case "flag":
                if isinstance(value, bool):
                    return int(value)
                self.wrong("C0814", f"{what} should be true or false, not {shown(value)}")
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
                self.wrong("C0814", f"{what} should be a {cell.type}, not {shown(value)}")
            return NOBODY if number is None else number
        count = self.game.sides if cell.type.kind == "side" else self.game.players
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= count:
            return value - 1
        self.wrong("C0821", f"{what} should be the number of a {cell.type}, from 1 to {count}, or null, not {shown(value)}")
        return NOBODY
