"""What the table's pane asks: a hand or a match from a seed, seen from a seat, played, taken back, and told why not.

Only what a person in a seat sees ever leaves: a machine's seat is not shown, and a record not before its hand is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from cartaro_grammar import PLAYERS_SETTING, Game, choose, say
from cartaro_interpreter import write_json
from cartaro_workbench.editing.problems import Problem
from cartaro_workbench.service.session import Failure, LanguageCode, Session, refusal, refused
from cartaro_workbench.table.arbiter_entries import ArbiterEntry
from cartaro_workbench.table.arbiter_entries import arbiter_entries as entries_of
from cartaro_workbench.table.examples import ExampleOutcome, run_named_example
from cartaro_workbench.table.game_table import MOST_MOVES, Sitter, Stopped, Table, dealt, played_on
from cartaro_workbench.table.game_table import act as act_at
from cartaro_workbench.table.game_table import enter as enter_at
from cartaro_workbench.table.game_table import next_hand as next_hand_of
from cartaro_workbench.table.game_table import record as record_of
from cartaro_workbench.table.game_table import undone as undone_of
from cartaro_workbench.table.house_rules import GameControls
from cartaro_workbench.table.house_rules import controls as controls_of
from cartaro_workbench.table.machine_moves import machine_move as machine_move_at
from cartaro_workbench.table.reasons import Reason
from cartaro_workbench.table.reasons import why as why_at
from cartaro_workbench.table.reasons import why_not as why_not_at
from cartaro_workbench.table.steps import Steps, steps_of_example, steps_of_text
from cartaro_workbench.table.table_view import CardChoice, TableView
from cartaro_workbench.table.table_view import chosen as chosen_of
from cartaro_workbench.table.table_view import seen as seen_from

Settings = Mapping[str, str]
Answer = TypeVar("Answer", TableView, CardChoice, Reason)
LARGEST_SEED = 2**53 - 1


@dataclass(frozen=True, slots=True)
class Dealing:
    """All that a table comes of: the text's name, the seed, house rules and the number of players (`players`), who sits where
    (of whom nothing is said, a person), whether it is a match, what was entered so far as an author writes it, in which hand.
    """

    name: str
    seed: int
    settings: Settings = field(default_factory=dict[str, str])
    seats: tuple[Sitter, ...] = ()
    match: bool = False
    moves: tuple[str, ...] = ()
    hands: int = 1


@dataclass(frozen=True, slots=True)
class DealtTable:
    """A table as a seat sees it, and where its moves could not be done again."""

    view: TableView
    stopped: Stopped | None


def controls(session: Session, name: str, language: LanguageCode) -> GameControls | Failure:
    """The house rules and numbers of players of a text's game."""
    game = session.game(name)
    return game if isinstance(game, Failure) else controls_of(game, language)


def deal(session: Session, dealing: Dealing, seat: int, language: LanguageCode) -> DealtTable | Failure:
    """A new table, as a seat sees it; with moves as many of them are done as are legal."""
    game = session.game(dealing.name)
    if isinstance(game, Failure):
        return game
    if not 0 <= dealing.seed <= LARGEST_SEED or len(dealing.moves) > MOST_MOVES:
        return refused(
            say("a seed is a number from 0 to {largest}, and a table has at most {n} moves", largest=LARGEST_SEED, n=MOST_MOVES)
        )
    table = dealt(game, dealing.seed, dealing.settings, match=dealing.match, seats=dealing.seats)
    if not isinstance(table, Table):
        return refusal(table)
    stopped = played_on(table, dealing.moves)
    if stopped is None and table.proceedings.hands < dealing.hands:
        next_hand_of(table)
    session.dealt_as, session.table = dealing.name, table
    view = seen(session, seat, language)
    return view if isinstance(view, Failure) else DealtTable(view, stopped)


def redeal(session: Session, name: str, seat: int, language: LanguageCode) -> DealtTable | Failure:
    """The same table again by a text as it is now: the same seed and seats, the house rules and number of players that the text
    still has, and as many of the moves as are still legal.
    """
    before, game = dealing(session), session.game(name)
    if isinstance(before, Failure):
        return before
    if isinstance(game, Failure):
        return game
    kept = {one: value for one, value in before.settings.items() if isinstance(choose(game, {one: value}), Game)}
    return deal(session, replace(before, name=name, settings=kept), seat, language)


def dealing(session: Session) -> Dealing | Failure:
    """What the table comes of: `deal` makes the same of it, in this worker or in another."""
    table = session.seated()
    if isinstance(table, Failure):
        return table
    game, played = table.rules.game, table.proceedings
    settings = {**game.chosen, PLAYERS_SETTING: str(game.players)}
    return Dealing(session.dealt_as, table.seed, settings, table.seats, played.match, table.moves, played.hands)


def seen(session: Session, seat: int, language: LanguageCode) -> TableView | Failure:
    """What the person in a seat sees of the table, and may do."""
    return _seated(session, seat, lambda table: seen_from(table, seat, language))


def choices(session: Session, seat: int, cards: tuple[str, ...], language: LanguageCode) -> CardChoice | Failure:
    """The moves that chosen cards are, and those that they begin."""
    return _seated(session, seat, lambda table: chosen_of(table, seat, cards, language))


def why(session: Session, seat: int, move: str, language: LanguageCode) -> Reason | Failure:
    """Why a move, by its phrase, is legal or is not, with the clauses and their articles."""
    return _seated(session, seat, lambda table: why_at(table, seat, move, language))


@dataclass(frozen=True, slots=True)
class Reasons:
    """What chosen cards could have meant, the nearest first, each with why it is not legal, or why it is."""

    reasons: tuple[Reason, ...]


def why_not(session: Session, seat: int, cards: tuple[str, ...], language: LanguageCode) -> Reasons | Failure:
    """What chosen cards could have meant and why each is not legal; nothing of cards that the player does not see."""
    table = session.seated(seat)
    if isinstance(table, Failure):
        return table
    found = why_not_at(table, seat, cards, language)
    wrong = tuple(one for one in found if isinstance(one, Problem))
    return refusal(wrong) if wrong else Reasons(tuple(one for one in found if isinstance(one, Reason)))


def act(session: Session, seat: int, move: str, language: LanguageCode) -> TableView | Failure:
    """Do a move of the person in a seat, by its phrase; what they see then."""
    table = session.seated(seat)
    if isinstance(table, Failure):
        return table
    wrong = act_at(table, seat, move)
    return refusal(wrong) if wrong else seen(session, seat, language)


@dataclass(frozen=True, slots=True)
class ArbiterEntries:
    """What may be entered when the arbiter is called."""

    entries: tuple[ArbiterEntry, ...]


def arbiter_entries(session: Session, seat: int, language: LanguageCode) -> ArbiterEntries | Failure:
    """What the person in a seat can call the arbiter for."""
    table = session.seated(seat)
    if isinstance(table, Failure):
        return table
    found = entries_of(table, seat, language)
    wrong = tuple(one for one in found if isinstance(one, Problem))
    return refusal(wrong) if wrong else ArbiterEntries(tuple(one for one in found if isinstance(one, ArbiterEntry)))


def enter(session: Session, seat: int, entry: str, language: LanguageCode) -> TableView | Failure:
    """Enter a finding, or a move that breaks a rule and that nobody notices, as it is written; what the person sees then."""
    table = session.seated(seat)
    if isinstance(table, Failure):
        return table
    wrong = enter_at(table, seat, entry)
    return refusal(wrong) if wrong else seen(session, seat, language)


def machine_move(session: Session, seat: int, language: LanguageCode) -> TableView | Failure:
    """Let the machine whose turn it is make its move; what the person in a seat sees then."""
    table = session.seated(seat)
    if isinstance(table, Failure):
        return table
    actor = table.actor
    if actor is None or table.seats[actor] == "person":
        return refused(say("no move of a machine is awaited"))
    move = machine_move_at(table, session.machines)
    if move is None:
        return refused(say("the rules leave the machine no move"))
    wrong = act_at(table, actor, move)
    return refusal(wrong) if wrong else seen(session, seat, language)


def next_hand(session: Session, seat: int, language: LanguageCode) -> TableView | Failure:
    """Deal the next hand of a match."""
    table = session.seated(seat)
    if isinstance(table, Failure):
        return table
    wrong = next_hand_of(table)
    return refusal(wrong) if wrong else seen(session, seat, language)


def undo(session: Session, moves: int, seat: int, language: LanguageCode) -> TableView | Failure:
    """Take back some moves, of whomever."""
    table = session.seated(seat)
    if isinstance(table, Failure):
        return table
    before = undone_of(table, moves)
    if not isinstance(before, Table):
        return refusal(before)
    session.table = before
    return seen(session, seat, language)


# ---------------------------------------------------------------------------------------------- records and examples


def record(session: Session) -> str | Failure:
    """The record of what was played, for `cartaro replay`: not before a hand is over, since it tells all cards."""
    table = session.seated()
    if isinstance(table, Failure):
        return table
    if table.proceedings.awaits:
        return refused(say("the record tells all cards, and the hand is not over"))
    return write_json(record_of(table))


def record_steps(session: Session, name: str, record: str, language: LanguageCode, note: str = "") -> Steps | Failure:
    """A record of a text's game, as `record` or the command writes it, or of a verdict's witness with its note, step by step
    with all cards open.
    """
    game = session.game(name)
    if isinstance(game, Failure):
        return game
    found = steps_of_text(game, record, language, note)
    return found if isinstance(found, Steps) else refusal(found)


def example_steps(session: Session, name: str, example: str, language: LanguageCode) -> Steps | Failure:
    """An example of a text's game step by step, where something is done in it."""
    game = session.game(name)
    if isinstance(game, Failure):
        return game
    found = steps_of_example(game, example, language)
    return found if isinstance(found, Steps) else refusal(found)


def run_example(session: Session, name: str, example: str) -> ExampleOutcome | Failure:
    """Whether the rules say what an example says."""
    game = session.game(name)
    if isinstance(game, Failure):
        return game
    return run_named_example(game, example) or refused(say("there is no example `{name}`", name=example[:80]))


def run_examples(session: Session, name: str) -> tuple[ExampleOutcome, ...] | Failure:
    """Whether the rules say what each example of a text's game says."""
    game = session.game(name)
    if isinstance(game, Failure):
        return game
    outcomes = (run_named_example(game, example.name) for example in game.examples)
    return tuple(outcome for outcome in outcomes if outcome is not None)


def _seated(session: Session, seat: int, asked: Callable[[Table], Answer | tuple[Problem, ...]]) -> Answer | Failure:
    """What is asked of the table for the person in a seat."""
    table = session.seated(seat)
    if isinstance(table, Failure):
        return table
    found = asked(table)
    return refusal(found) if isinstance(found, tuple) else found


METHODS = (
    controls, deal, redeal, dealing, seen, choices, why, why_not, act, arbiter_entries, enter, machine_move, next_hand, undo,
    record, record_steps, example_steps, run_example, run_examples,
)  # fmt: skip
