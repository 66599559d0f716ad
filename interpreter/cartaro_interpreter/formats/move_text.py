"""The parser of moves as an author writes them in an example: `take 6C 3S with CD`.

Takes a checked game and any text; returns a move whose arguments are of the right kind, or a diagnostic at the place of each
mistake. This module tests neither whether the move is legal nor where its cards are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import assert_never

from cartaro_grammar import (
    Diagnostic,
    Game,
    Label,
    Message,
    Source,
    Span,
    cards_typed,
    did_you_mean,
    join_or,
    msg,
    noise_words,
    with_codes,
)
from cartaro_grammar import game as g
from cartaro_interpreter.formats.json_reader import JsonReader, card_languages, cards_meant, read_move
from cartaro_interpreter.formats.json_text import parse_json, shown_word
from cartaro_interpreter.state.card_sets import mask_of
from cartaro_interpreter.state.state import END_OF_TURN, OPEN_CARD, Move, cards_argument, preposition_in, symbols_of

MOST_CHARACTERS = 2_000
_WORD = re.compile(r"[^\s,]+")
_DIGITS = re.compile(r"[0-9]{1,9}")

PlacedWord = tuple[str, Span]


def read_written(game: Game, text: str, name: str = "", language: str = "") -> Move | tuple[Diagnostic, ...]:
    """Read a move as people write it, or as JSON (a text that begins with a brace). A card may be written as its code, as the
    initials of its name in the reader's language, or in words.
    """
    if not text.lstrip().startswith("{"):
        found = read_phrase(game, text, name, language)
        if isinstance(found, Move):
            return found
        coded = read_phrase(game, with_codes(game.deck, text, card_languages(game, language)), name, language)
        return coded if isinstance(coded, Move) else found
    value = parse_json(text, name)
    if isinstance(value, Diagnostic):
        return (value,)
    reader = JsonReader(game, name)
    move = read_move(reader, value, 1)
    return tuple(reader.found) if move is None or reader.found else move


def read_phrase(game: Game, text: str, name: str = "", language: str = "") -> Move | tuple[Diagnostic, ...]:
    """Read a move as an author writes it; `name` names the text in diagnostics; `language` is the reader's."""
    return _read(game, text, name, language, findings=False)


def read_finding(game: Game, text: str) -> Move | tuple[Diagnostic, ...]:
    """Read a finding of the arbiter, written like a move."""
    return _read(game, text, "", "", findings=True)


def _read(game: Game, text: str, name: str, language: str, *, findings: bool) -> Move | tuple[Diagnostic, ...]:
    if len(text) > MOST_CHARACTERS:
        return (Diagnostic("C0814", msg("a move has at most {n} characters", n=MOST_CHARACTERS), path=name),)
    source = Source(name, text)
    spans = [Span(source, found.start(), found.end()) for found in _WORD.finditer(text)]
    words = [(text[span.start : span.end], span) for span in spans]
    silent = noise_words(game.ruleset.key_words)
    words = [word for word in words if word[0] not in silent]
    return _MoveReader(game, source, language, findings=findings).move(words)


class _MoveReader:
    """Reads one move, or one finding."""

    def __init__(self, game: Game, source: Source, language: str, *, findings: bool) -> None:
        self.game = game
        self.language = language
        self.findings = findings
        self.whole = Span(source, 0, len(source.text))
        self.found: list[Diagnostic] = []

    def wrong(self, code: str, message: Message, span: Span, advice: Message | None) -> None:
        self.found.append(Diagnostic(code, message, Label(span, ""), help=advice))

    def move(self, words: list[PlacedWord]) -> Move | tuple[Diagnostic, ...]:
        acts = {act.name: act for act in self.game.acts if act.finding is self.findings}
        if [text for text, _ in words] == END_OF_TURN.split():
            return Move(END_OF_TURN, (), ())
        if not words:
            self.wrong("C0814", msg("the move is empty"), self.whole, _either(acts))
            return tuple(self.found)
        (name, span), *rest = words
        if name not in acts:
            guess = did_you_mean(name, (*acts, END_OF_TURN))
            advice = msg("did you mean `{guess}`?", guess=guess) if guess else _either(acts)
            self.wrong("C0815", msg("the game has no act `{name}`", name=shown_word(name)), span, advice)
            return tuple(self.found)
        values = self._arguments(acts[name], rest, span)
        return tuple(self.found) if self.found else Move(name, values, ())

    def _arguments(self, act: g.Act, words: list[PlacedWord], at: Span) -> tuple[int, ...]:
        """Return the values of an act's parameters. A preposition introduces the words up to the next preposition."""
        known = self._prepositions()
        starts = [0, *(n for n, (text, _) in enumerate(words) if text in known), len(words)]
        given: dict[str | None, list[PlacedWord]] = {}
        for start, end in pairwise(starts):
            group = words[start:end]
            preposition = known.get(group[0][0]) if group else None
            if preposition is None and not group:
                continue
            self._given(act, given, preposition, group)
        return tuple([self._argument(act, p, given.get(p.preposition), at) for p in act.parameters])

    def _prepositions(self) -> dict[str, str]:
        """Return the words that precede arguments, in English and in the key words of the game's text, each with its
        English.
        """
        language = self.game.ruleset.key_words
        used = [p for a in self.game.acts for p in a.parameters if p.preposition]
        return {written: p.preposition or "" for p in used for written in (preposition_in(p, language), p.preposition or "")}

    def _given(
        self, act: g.Act, given: dict[str | None, list[PlacedWord]], preposition: str | None, group: list[PlacedWord]
    ) -> None:
        place = group[0][1]
        if preposition is not None and preposition in given:
            self.wrong("C0814", msg("`{preposition}` is written twice", preposition=group[0][0]), place, self._written(act))
        elif preposition not in {p.preposition for p in act.parameters}:
            what = f"`{group[0][0]} …`" if preposition else f"`{shown_word(group[0][0])}`"
            self.wrong(
                "C0814", msg("the act `{act}` does not take {shown}", act=act.name, shown=what), place, self._written(act)
            )
        else:
            given[preposition] = group[1:] if preposition else group

    def _argument(self, act: g.Act, parameter: g.Parameter, words: list[PlacedWord] | None, at: Span) -> int:
        if not words and parameter.unseen:
            return OPEN_CARD
        if not words:
            if not self.found:
                self.wrong(
                    "C0814", msg("the move does not give its `{parameter}`", parameter=parameter.name), at, self._written(act)
                )
            return 0
        if parameter.choice == "either":
            return self._answer(parameter, words)
        match parameter.type.kind:
            case "card" | "cards" | "group":
                value = cards_argument(parameter, self._cards(words))
            case "player" | "side" | "players" | "sides":
                numbers = self._numbers(words, "player" if "player" in parameter.type.kind else "side")
                several = parameter.type.kind in ("players", "sides")
                value = mask_of(numbers) if several else numbers[0] if len(numbers) == 1 else None
            case "symbol" | "symbols":
                numbers = self._symbols(parameter, words)
                several = parameter.type.kind == "symbols"
                value = mask_of(numbers) if several else numbers[0] if len(numbers) == 1 else None
            case "number":
                value = self._number(parameter, words)
            case "groups" | "numbers" | "truth" | "unknown":
                self.wrong(
                    "C0814", msg("`{parameter}` cannot be written in a move yet", parameter=parameter.name), words[0][1], None
                )
                return 0
            case _:
                assert_never(parameter.type.kind)
        if value is None and not self.found:
            one = str(parameter.type)
            self.wrong(
                "C0814",
                msg("`{parameter}` is one {one}, but {n} are named", parameter=parameter.name, one=one, n=len(words)),
                words[1][1],
                self._written(act),
            )
        return value or 0

    def _answer(self, parameter: g.Parameter, words: list[PlacedWord]) -> int:
        (text, span), *more = words
        if text in parameter.answers and not more:
            return parameter.answers.index(text)
        wrong, place = more[0] if text in parameter.answers else (text, span)
        message = msg(
            "`{parameter}` should be one of {names}, not `{wrong}`",
            parameter=parameter.name,
            names=", ".join(parameter.answers),
            wrong=shown_word(wrong),
        )
        self.wrong("C0814", message, place, None)
        return 0

    def _number(self, parameter: g.Parameter, words: list[PlacedWord]) -> int | None:
        text, span = words[0]
        if len(words) > 1:
            return None
        if _DIGITS.fullmatch(text) and int(text) <= g.MOST_CHOSEN_NUMBER:
            return int(text)
        message = msg(
            "`{parameter}` is a number from 0 to {n}, and not `{text}`",
            parameter=parameter.name,
            n=g.MOST_CHOSEN_NUMBER,
            text=shown_word(text),
        )
        self.wrong("C0814", message, span, None)
        return None

    def _symbols(self, parameter: g.Parameter, words: list[PlacedWord]) -> tuple[int, ...]:
        names = symbols_of(self.game, parameter)
        for text, span in words:
            if text not in names:
                guess = did_you_mean(text, names)
                advice = (
                    msg("did you mean `{guess}`?", guess=guess)
                    if guess
                    else msg("names that can be used here: {shown}", shown=", ".join(names))
                )
                self.wrong(
                    "C0814",
                    msg("`{text}` is not a value of {of}", text=shown_word(text), of=parameter.type.enumeration),
                    span,
                    advice,
                )
        return tuple(dict.fromkeys(names.index(text) for text, _ in words if text in names))

    def _cards(self, words: list[PlacedWord]) -> tuple[int, ...]:
        found: list[int] = []
        for code, span in words:
            card = self._card(code)
            if card is None:
                meant = cards_meant(self.game, code, self.language)
                choices = join_or(f"`{one}`" for one in meant)
                advice = msg("did you mean {choices}?", choices=choices) if meant else self._sample()
                self.wrong("C0816", msg("`{code}` is not a card in the deck", code=shown_word(code)), span, advice)
            elif card in found:
                self.wrong("C0817", msg("the card `{code}` is named twice", code=code), span, None)
            else:
                found.append(card)
        return tuple(found)

    def _written(self, act: g.Act) -> Message:
        language = self.game.ruleset.key_words
        written = " ".join([act.name, *(f"{preposition_in(p, language)} {p.name}".strip() for p in act.parameters)])
        return msg("the act is written `{written}`", written=written)

    def _card(self, typed: str) -> int | None:
        """Return the face that a code means; the code may be written in the short ways that people use. Return None if it means
        no face or several.
        """
        numbered = self.game.faces.numbered
        if typed in numbered:
            return numbered[typed]
        languages = card_languages(self.game, self.language)
        parts = [cards_typed(self.game.deck, part, languages) for part in typed.split("/")]
        return numbered.get("/".join(part[0] for part in parts)) if all(len(part) == 1 for part in parts) else None

    def _sample(self) -> Message | None:
        cards = self.game.deck.cards
        return msg("a card is written by its code, such as `{code}`", code=cards[0].code) if cards else None

    def _numbers(self, words: list[PlacedWord], kind: str) -> tuple[int, ...]:
        count = self.game.players if kind == "player" else self.game.sides
        allowed = {str(n + 1): n for n in range(count)}
        for text, span in words:
            if text not in allowed:
                message = msg(
                    "`{text}` is not a side: the sides are numbered from 1 to {count}", text=shown_word(text), count=count
                )
                if kind == "player":
                    message = msg(
                        "`{text}` is not a player: the players are numbered from 1 to {count}",
                        text=shown_word(text),
                        count=count,
                    )
                self.wrong("C0821", message, span, None)
        return tuple(dict.fromkeys(allowed[text] for text, _ in words if text in allowed))


def _either(acts: Iterable[str]) -> Message:
    return msg("a move begins with its act: {names}", names=", ".join(acts))
