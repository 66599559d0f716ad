"""What the table's pane asks: a hand or a match from a seed, seen from a seat, played, taken back, and told why not."""

from __future__ import annotations

from collections.abc import Mapping

from cartaro_interpreter import write_json
from cartaro_workbench.service.session import Failure, Language, Session, refusal, refused
from cartaro_workbench.table.game_table import Table, chance_move
from cartaro_workbench.table.game_table import act as act_at
from cartaro_workbench.table.game_table import dealt as dealt_from
from cartaro_workbench.table.game_table import next_hand as next_hand_of
from cartaro_workbench.table.game_table import record as record_of
from cartaro_workbench.table.game_table import undone as undone_of
from cartaro_workbench.table.table_view import CardChoice, TableView
from cartaro_workbench.table.table_view import chosen as chosen_of
from cartaro_workbench.table.table_view import seen as seen_from

Settings = Mapping[str, str]


def deal(
    session: Session, name: str, seed: int, seat: int, language: Language, settings: Settings, match: bool = False
) -> TableView | Failure:
    """A new table for the game of a text, under house rules and a number of players (`players`), as a seat sees it."""
    game = session.game(name)
    if isinstance(game, Failure):
        return game
    table = dealt_from(game, seed, settings, match=match)
    if not isinstance(table, Table):
        return refusal(table)
    session.table = table
    return seen(session, seat, language)


def seen(session: Session, seat: int, language: Language) -> TableView | Failure:
    """What the player in a seat sees of the table, and may do."""
    table = session.seated()
    if isinstance(table, Failure):
        return table
    found = seen_from(table, seat, language)
    return refusal(found) if isinstance(found, tuple) else found


def choices(session: Session, seat: int, cards: tuple[str, ...], language: Language) -> CardChoice | Failure:
    """The moves that chosen cards are, and those that they begin."""
    table = session.seated()
    if isinstance(table, Failure):
        return table
    found = chosen_of(table, seat, cards, language)
    return refusal(found) if isinstance(found, tuple) else found


def act(session: Session, seat: int, move: str, language: Language) -> TableView | Failure:
    """Do a move of the player in a seat, by its phrase; what that player sees then."""
    table = session.seated()
    if isinstance(table, Failure):
        return table
    wrong = act_at(table, seat, move)
    return refusal(wrong) if wrong else seen(session, seat, language)


def machine_move(session: Session, seat: int, language: Language) -> TableView | Failure:
    """Let the machine make the move that is awaited; what the player in a seat, another one, sees then."""
    table = session.seated()
    if isinstance(table, Failure):
        return table
    move, actor = chance_move(table), table.actor
    if move is None or actor is None:
        return refused("no move is awaited")
    wrong = act_at(table, actor, move)
    return refusal(wrong) if wrong else seen(session, seat, language)


def next_hand(session: Session, seat: int, language: Language) -> TableView | Failure:
    """Deal the next hand of a match."""
    table = session.seated()
    if isinstance(table, Failure):
        return table
    wrong = next_hand_of(table)
    return refusal(wrong) if wrong else seen(session, seat, language)


def undo(session: Session, moves: int, seat: int, language: Language) -> TableView | Failure:
    """Take back some moves, of whomever."""
    table = session.seated()
    if isinstance(table, Failure):
        return table
    before = undone_of(table, moves)
    if not isinstance(before, Table):
        return refusal(before)
    session.table = before
    return seen(session, seat, language)


def record(session: Session) -> str | Failure:
    """The record of what was played, as a text that `cartaro replay` takes; it tells all cards, so not before play is over."""
    table = session.seated()
    if isinstance(table, Failure):
        return table
    if not table.proceedings.over and not table.proceedings.goes_on:
        return refused("the record tells all cards, and the hand is not over")
    return write_json(record_of(table))


METHODS = (deal, seen, choices, act, machine_move, next_hand, undo, record)
