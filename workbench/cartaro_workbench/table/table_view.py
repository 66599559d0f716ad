"""What the player in a seat sees of a table, and can do: in words, for a page.

Nothing in it depends on cards that the player may not see; moves are told to whoever's turn it is, and to nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cartaro_grammar import Diagnostic, say
from cartaro_interpreter import Move, ScoreSheet, ZoneView, legal_moves, moves_of_cards, phrase, view, winner
from cartaro_rulebook import Naming, card_in_words, language, move_in_words, zone_in_words
from cartaro_workbench.editing.problems import problem
from cartaro_workbench.table.game_table import Refused, Table

MOST_SHOWN = 500
"""No more moves are told at once; all of them can be chosen by their cards."""


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card by its code, and its name."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class ShownZone:
    """A place: whose it is, counted from 0, what it is called, how many cards lie in it, and those that are seen.  Of a pile of
    which only the top is seen, that one is `top`.
    """

    zone: str
    owner: int | None
    title: str
    size: int
    cards: tuple[ShownCard, ...] | None
    top: ShownCard | None


@dataclass(frozen=True, slots=True)
class ShownMemory:
    """What is remembered, for the table, each player or each side, in their order."""

    name: str
    title: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A legal move: as an author writes it, in words, and by the titles of the clauses that permit it."""

    phrase: str
    text: str
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownScore:
    """What each side got for a hand, and for what."""

    points: tuple[int, ...]
    shares: tuple[tuple[tuple[str, int], ...], ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """What the player in a seat sees.  `actor` is the seat whose move is awaited; `moves` are theirs, where it is this one."""

    seat: int
    actor: int | None
    over: bool
    next_hand: bool
    hands: int
    moves_played: int
    zones: tuple[ShownZone, ...]
    out_of_sight: int
    memory: tuple[ShownMemory, ...]
    moves: tuple[ShownMove, ...]
    more_moves: int
    scores: tuple[ShownScore, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class CardChoice:
    """The moves that chosen cards are, and those that they begin."""

    whole: tuple[ShownMove, ...]
    begun: tuple[ShownMove, ...]


def seen(table: Table, seat: int, code: str) -> TableView | Refused:
    """What the player in a seat sees of a table, in a language."""
    if seat not in range(table.rules.game.players):
        return (problem(Diagnostic("C0818", say("there is no seat {n}", n=seat + 1))),)
    played = table.proceedings
    found, actor = view(table.rules, played.state, seat), table.actor
    moves = legal_moves(table.rules, played.state) if actor == seat else ()
    if isinstance(found, Diagnostic) or isinstance(moves, Diagnostic):
        return tuple(problem(one) for one in (found, moves) if isinstance(one, Diagnostic))
    naming, won = Naming(table.rules.game, language(code)), winner(table.rules, played.state) if played.over else None
    kept = {cell.name: cell for cell in table.rules.game.cells if not cell.annex}
    return TableView(
        seat,
        actor,
        played.over,
        played.goes_on,
        played.hands,
        len(played.entries),
        tuple(_zone(table, zone, code) for zone in found.zones),
        found.out_of_sight,
        tuple(ShownMemory(name, naming.title(name, kept[name].names), values) for name, values in found.memory if name in kept),
        _moves(table, moves[:MOST_SHOWN], code),
        max(0, len(moves) - MOST_SHOWN),
        tuple(map(_score, played.keeper.scores)),
        won.number if won is not None else None,
    )


def chosen(table: Table, seat: int, cards: Iterable[str], code: str) -> CardChoice | Refused:
    """The moves of the player in a seat that some cards, by their codes, may mean."""
    numbers = table.rules.game.card_number
    known = [numbers[card] for card in cards if card in numbers]
    if table.actor != seat:
        return CardChoice((), ())
    found = moves_of_cards(table.rules, table.proceedings.state, known)
    if isinstance(found, Diagnostic):
        return (problem(found),)
    return CardChoice(_moves(table, found.whole[:MOST_SHOWN], code), _moves(table, found.begun[:MOST_SHOWN], code))


def _moves(table: Table, moves: Iterable[Move], code: str) -> tuple[ShownMove, ...]:
    game = table.rules.game
    naming = Naming(game, language(code))
    return tuple(
        ShownMove(
            phrase(game, move),
            move_in_words(table.rules, move, code),
            tuple(naming.title(name, game.clause[name].names) for name in move.by if name in game.clause),
        )
        for move in moves
    )


def _zone(table: Table, zone: ZoneView, code: str) -> ShownZone:
    game = table.rules.game
    of = game.zone[zone.zone]
    owner = None if of.owner == "table" else zone.owner
    faces = game.faces
    held = zone.cards
    if held is not None and not of.ordered:
        held = tuple(sorted(held, key=lambda number: (faces.kind[faces.faces[number].like], number)))
    return ShownZone(
        zone.zone,
        zone.owner if of.family else owner,
        zone_in_words(table.rules, zone.zone, code, 0 if of.family else zone.owner),
        zone.size,
        None if held is None else tuple(_card(table, number, code) for number in held),
        None if zone.top is None else _card(table, zone.top, code),
    )


def _card(table: Table, number: int, code: str) -> ShownCard:
    return ShownCard(table.rules.game.faces.codes[number], card_in_words(table.rules, number, code))


def _score(sheet: ScoreSheet) -> ShownScore:
    return ShownScore(tuple(sheet.points), tuple(tuple(dict(share).items()) for share in sheet.shares))
