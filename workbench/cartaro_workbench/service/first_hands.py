"""First hands of shipped games: answers of the service that the build records, so that a page can show a table before Python
has started (0089).

A hand is recorded as the person in the first seat sees it: at the deal, after each move of a machine up to the person's first
decision, after each of the moves that the person can then make, and after the machines' answers to it. At the decision, the
choices of cards that a reader makes one after the other are recorded too. The functions of the service compute all of it, on
one session: the record holds the answers that Python would give.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeVar, cast, get_args

from cartaro_grammar import FILE_SUFFIX, cache_folder
from cartaro_interpreter import json_model
from cartaro_workbench.editing.document import Problem
from cartaro_workbench.service import methods
from cartaro_workbench.service.methods import Dealing
from cartaro_workbench.service.session import Failure, LanguageCode, Session, ShippedText, shipped_texts
from cartaro_workbench.table.game_table import GameControls, Sitter
from cartaro_workbench.table.table_view import CardChoice, TableView

SEEDS: Final = (1, 2, 3)
"""The seeds whose hands are recorded."""
MOST_RESULTS: Final = 24
"""The largest number of positions after the moves at the first decision, one for each move and player; if there are more, none
is recorded.
"""
MOST_ANSWERS: Final = 12
"""The largest number of moves of machines that are recorded one after the other."""
MOST_CHOICES: Final = 60
"""The largest number of sets of cards whose choice is recorded."""
MOST_CHOOSABLE: Final = 60
"""The largest number of moves at a decision whose choices of cards are recorded."""
MOST_SHOWN: Final = 300
"""The largest number of moves at a decision whose view is recorded: the three first decisions of Hearts have 286."""
LANGUAGES: Final = cast("tuple[LanguageCode, ...]", get_args(LanguageCode))
PACKAGES: Final = ("cartaro_grammar", "cartaro_interpreter", "cartaro_engine", "cartaro_rulebook", "cartaro_workbench")
"""The packages of the program that computes the answers."""
MACHINE: Final[Sitter] = "greedy"
"""The machines that sit at a table unless the reader chooses others."""


@dataclass(frozen=True, slots=True)
class RecordedChoice:
    """The answer of `choices` to a set of cards, in the order of their codes."""

    cards: tuple[str, ...]
    choice: CardChoice


@dataclass(frozen=True, slots=True)
class RecordedPosition:
    """A position of a recorded hand: its entries so far, the view of the first seat, and the choices of cards. `acts` maps the
    phrase of each move of the person to the number of the next position; `machine` is the next position if a machine moves.
    """

    moves: tuple[str, ...]
    view: TableView
    choices: tuple[RecordedChoice, ...]
    acts: Mapping[str, int]
    machine: int | None


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A recorded hand: the answer of `dealing` after the deal, and the positions, beginning with the one after the deal."""

    dealing: Dealing
    positions: tuple[RecordedPosition, ...]


@dataclass(frozen=True, slots=True)
class FirstHands:
    """The record of a shipped game in a language. It is valid as long as no text of the rulesets that it consists of is
    changed, nor an annex added to one.
    """

    rulesets: tuple[str, ...]
    problems: tuple[Problem, ...]
    controls: GameControls
    hands: tuple[RecordedHand, ...]


Answer = TypeVar("Answer")


def write_first_hands(texts: Mapping[str, str], folder: Path, names: Sequence[str] = ()) -> None:
    """Write the records of some games among shipped texts, by default of all, to a folder: a file `NAME.LANGUAGE.json` for each
    game and language. Other records, of an earlier build, are removed. A record is kept from one build to the next, as long as
    neither the texts of its game nor the program change.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for earlier in folder.glob("*.json"):
        earlier.unlink()
    session = Session(texts)
    games = [one for one in shipped_texts(texts) if one.kind != "library" and (not names or one.name in names)]
    for game in games:
        name, key = f"{game.name}.hands", _key(game, texts)
        kept = cache_folder.read(name, key)
        if kept is None:
            found = first_hands(session, game)
            kept = json.dumps({code: json_model.encode(one, code) for code, one in found.items()}, ensure_ascii=False).encode()
            cache_folder.write(name, key, kept)
        for code, record in json.loads(kept).items():
            written = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
            (folder / f"{game.name}.{code}.json").write_text(written, encoding="utf-8")


def _key(game: ShippedText, texts: Mapping[str, str]) -> bytes:
    """Return the digest of the program and of all texts of a game, which its record depends on."""
    rulesets = {name.removesuffix(FILE_SUFFIX) for name in (game.file, *game.stands_on)}
    parts = (part for name, text in sorted(texts.items()) if name.partition(".")[0] in rulesets for part in (name, text))
    return cache_folder.cache_key(_program(), *(part.encode() for part in parts))


@cache
def _program() -> bytes:
    packages = [find_spec(name) for name in PACKAGES]
    return cache_folder.code_digest(*(Path(spec.origin).parent for spec in packages if spec is not None and spec.origin))


def first_hands(session: Session, game: ShippedText) -> Mapping[LanguageCode, FirstHands]:
    """Return the record of a shipped game in each language."""
    known = _answered(methods.controls(session, game.file, "en"))
    machines: tuple[Sitter, ...] = (MACHINE,) * (known.players - 1)
    hands = [_Hand(session, Dealing(game.file, seed, seats=("person", *machines))) for seed in SEEDS]
    rulesets = tuple(name.removesuffix(FILE_SUFFIX) for name in (game.file, *game.stands_on))
    return {
        code: FirstHands(
            rulesets,
            _answered(methods.problems(session, game.file, code)),
            _answered(methods.controls(session, game.file, code)),
            tuple(hand.in_language(code) for hand in hands),
        )
        for code in LANGUAGES
    }


def _answered(found: Answer | Failure) -> Answer:
    """Return an answer; raise ValueError for a failure, which a shipped game does not have."""
    if isinstance(found, Failure):
        raise ValueError(found.message)
    return found


@dataclass(slots=True)
class _Position:
    """A position while the hand is recorded, with its view and choices by language."""

    moves: tuple[str, ...]
    views: Mapping[LanguageCode, TableView]
    choices: Mapping[LanguageCode, tuple[RecordedChoice, ...]]
    acts: dict[str, int] = field(default_factory=dict[str, int])
    machine: int | None = None


class _Hand:
    """A hand that is dealt and played on the table of a session, up to the answers to the person's first move."""

    def __init__(self, session: Session, dealt: Dealing) -> None:
        self._session = session
        _answered(methods.deal(session, dealt, 0, "en"))
        self.dealing = _answered(methods.dealing(session))
        self._positions: list[_Position] = []
        self._record()

    def in_language(self, code: LanguageCode) -> RecordedHand:
        """Return the record in a language."""
        positions = (
            RecordedPosition(one.moves, one.views[code], one.choices[code], one.acts, one.machine) for one in self._positions
        )
        return RecordedHand(self.dealing, tuple(positions))

    def _record(self) -> None:
        if self._add() is None:
            return
        decision = self._follow(0)
        here = self._positions[decision]
        view = here.views["en"]
        if view.actor != 0:
            return
        if len(view.moves) <= MOST_CHOOSABLE:
            here.choices = self._choices(view)
        if view.more_moves or len(view.moves) * len(view.seats) > MOST_RESULTS:
            return
        for move in view.moves:
            _answered(methods.deal(self._session, replace(self.dealing, moves=here.moves), 0, "en"))
            _answered(methods.act(self._session, 0, move.phrase, "en"))
            after = self._add()
            if after is not None:
                here.acts[move.phrase] = after
                self._follow(after)

    def _add(self) -> int | None:
        """Record the position of the table; return its number, or None if it has too many moves."""
        views: dict[LanguageCode, TableView] = {code: _answered(methods.seen(self._session, 0, code)) for code in LANGUAGES}
        if len(views["en"].moves) > MOST_SHOWN:
            return None
        moves = _answered(methods.dealing(self._session)).moves
        self._positions.append(_Position(moves, views, dict.fromkeys(LANGUAGES, ())))
        return len(self._positions) - 1

    def _follow(self, number: int) -> int:
        """Record the moves of machines up to a decision of the person; return the number of the last position."""
        for _ in range(MOST_ANSWERS):
            if self._positions[number].views["en"].actor in (0, None):
                break
            _answered(methods.machine_move(self._session, 0, "en"))
            after = self._add()
            if after is None:
                break
            self._positions[number].machine = number = after
        return number

    def _choices(self, view: TableView) -> Mapping[LanguageCode, tuple[RecordedChoice, ...]]:
        """Return the choices that the page offers at the person's decision: for each card of a move, then for this card
        together with each card that can follow it, and so on.
        """
        cards = tuple(_choosable(self._session, view))
        return {
            code: tuple(RecordedChoice(some, _answered(methods.choices(self._session, 0, some, code))) for some in cards)
            for code in LANGUAGES
        }


def _choosable(session: Session, view: TableView) -> Iterator[tuple[str, ...]]:
    """Yield sets of cards that a reader may choose card by card, small sets first: each card of a move, then each pair of cards
    of one move, and so on.
    """
    waiting: list[tuple[str, ...]] = [(card,) for card in sorted({card for move in view.moves for card in move.cards})]
    known = set(waiting)
    for number in range(MOST_CHOICES):
        if number == len(waiting):
            return
        some = waiting[number]
        yield some
        begun = _answered(methods.choices(session, 0, some, "en")).begun
        for card in sorted({card for move in begun for card in move.cards} - set(some)):
            more = tuple(sorted({*some, card}))
            if more not in known:
                known.add(more)
                waiting.append(more)
