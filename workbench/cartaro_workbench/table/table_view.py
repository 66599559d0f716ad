"""What the player in a seat sees of a table, and can do: in words, for a page.

Nothing in it depends on cards that the player may not see; moves are told to whoever's turn it is, and to nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from cartaro_grammar import Diagnostic, Type
from cartaro_interpreter import Move, ScoreSheet, ZoneView, cards_of, legal_moves, moves_of_cards, phrase, view, winner
from cartaro_rulebook import (
    CardPictures,
    CardSigns,
    Naming,
    card_in_words,
    language,
    move_in_words,
    value_in_words,
    zone_in_words,
)
from cartaro_workbench.editing.problems import problem
from cartaro_workbench.table.game_table import Refused, Table
from cartaro_workbench.table.memory_view import ShownMemory, memory_shown

MOST_SHOWN = 500
"""No more moves are told at once; all of them can be chosen by their cards."""
MOST_ACTS = 60
"""What was done before is in the record."""


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card by its code, its name, and what its picture is made of."""

    code: str
    name: str
    signs: CardSigns


@dataclass(frozen=True, slots=True)
class ShownZone:
    """A place: whose it is, counted from 0, its name and its title, which says whose it is, how many cards lie in it, and those
    that are seen.  Of a pile of which only the top is seen, that one is `top`.  `own` says that it is the player's, or their
    side's; of a family, each group is a place, and `owner` its number.
    """

    zone: str
    kind: Literal["table", "player", "side", "group"]
    owner: int | None
    own: bool
    name: str
    title: str
    size: int
    cards: tuple[ShownCard, ...] | None
    top: ShownCard | None


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A legal move: as an author writes it, in words, by the titles of the clauses that permit it, and the codes of the cards
    that it names, with those of the groups that it is done to.
    """

    phrase: str
    text: str
    by: tuple[str, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownAct:
    """What was done, in words, and by the player in which seat; None for a ruling."""

    player: int | None
    text: str


@dataclass(frozen=True, slots=True)
class ShownHeading:
    """What each side got under a heading, by its name and its title."""

    name: str
    title: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShownScore:
    """What each side got for a hand, in all and heading by heading."""

    points: tuple[int, ...]
    headings: tuple[ShownHeading, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """What the player in a seat sees, with what players and sides are called, by their numbers.  `actor` is the seat whose move
    is awaited; `moves` are theirs, where it is this one.
    """

    seat: int
    actor: int | None
    players: tuple[str, ...]
    sides: tuple[str, ...]
    side_of: tuple[int, ...]
    over: bool
    next_hand: bool
    hands: int
    moves_played: int
    zones: tuple[ShownZone, ...]
    out_of_sight: int
    memory: tuple[ShownMemory, ...]
    moves: tuple[ShownMove, ...]
    more_moves: int
    acts: tuple[ShownAct, ...]
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
        return (problem(Diagnostic("C0818", f"there is no seat {seat + 1}")),)
    played = table.proceedings
    found, actor = view(table.rules, played.state, seat), table.actor
    moves = legal_moves(table.rules, played.state) if actor == seat else ()
    if isinstance(found, Diagnostic) or isinstance(moves, Diagnostic):
        return tuple(problem(one) for one in (found, moves) if isinstance(one, Diagnostic))
    won = winner(table.rules, played.state) if played.over else None
    pictures = CardPictures(Naming(table.rules.game, language(code)))
    return TableView(
        seat,
        actor,
        tuple(value_in_words(table.rules, Type("player"), number, code) for number in range(table.rules.game.players)),
        tuple(value_in_words(table.rules, Type("side"), number, code) for number in range(table.rules.game.sides)),
        table.rules.game.side_of,
        played.over,
        played.goes_on,
        played.hands,
        len(played.entries),
        tuple(_zone(table, seat, zone, pictures) for zone in found.zones),
        found.out_of_sight,
        tuple(memory_shown(table.rules, found, code)),
        _moves(table, moves[:MOST_SHOWN], code),
        max(0, len(moves) - MOST_SHOWN),
        tuple(_acts(table, code)),
        tuple(_score(pictures.naming, sheet) for sheet in played.keeper.scores),
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
            _codes(table, move),
        )
        for move in moves
    )


def _codes(table: Table, move: Move) -> tuple[str, ...]:
    named, groups = cards_of(table.rules, move)
    return tuple(table.rules.game.deck.cards[card].code for card in sorted(named.union(*groups)))


def _acts(table: Table, code: str) -> Iterator[ShownAct]:
    """What was done last, which all have seen."""
    entries = table.proceedings.entries[-MOST_ACTS:]
    for number, entry in enumerate(entries, len(table.proceedings.entries) - len(entries)):
        if isinstance(entry, Move):
            yield ShownAct(table.actors[number], move_in_words(table.rules, entry, code))


def _zone(table: Table, seat: int, zone: ZoneView, pictures: CardPictures) -> ShownZone:
    game = table.rules.game
    of = game.zone[zone.zone]
    owners = {"table": None, "player": seat, "side": game.side_of[seat]}
    faces = game.faces
    held = zone.cards
    if held is not None and not of.ordered:
        held = tuple(sorted(held, key=lambda number: (faces.kind[faces.faces[number].like], number)))
    code = pictures.naming.language.code
    return ShownZone(
        zone.zone,
        "group" if of.family else of.owner,
        None if of.owner == "table" and not of.family else zone.owner,
        not of.family and owners[of.owner] == zone.owner,
        pictures.naming.title(zone.zone, of.names),
        zone_in_words(table.rules, zone.zone, code, 0 if of.family else zone.owner),
        zone.size,
        None if held is None else tuple(_card(table, number, pictures) for number in held),
        None if zone.top is None else _card(table, zone.top, pictures),
    )


def _card(table: Table, number: int, pictures: CardPictures) -> ShownCard:
    name = card_in_words(table.rules, number, pictures.naming.language.code)
    return ShownCard(table.rules.game.faces.codes[number], name, pictures.signs(number))


def _score(naming: Naming, sheet: ScoreSheet) -> ShownScore:
    headings = sheet.shares[0] if sheet.shares else {}
    clauses = naming.game.clause
    return ShownScore(
        tuple(sheet.points),
        tuple(
            ShownHeading(name, naming.title(name, clauses[name].names), tuple(share[name] for share in sheet.shares))
            for name in headings
        ),
    )
