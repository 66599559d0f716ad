"""The methods of the service, in groups: the rulebook page, proofs, statistics, the table, texts.

A method's docstring is its documentation in TypeScript. `prove` is for a separate worker, which loads the solver and is
stopped by ending it; each verdict is reported as an event. Statistics are played in parts, so that a page can show progress
between two calls. The table shows only the view of a person in a seat: no machine's seat, and no record before its hand is
over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from cartaro_engine import Unit
from cartaro_grammar import FILE_SUFFIX, Game, choose, msg, translate
from cartaro_interpreter import json_model, write_json
from cartaro_rulebook import localized
from cartaro_rulebook import stylesheet as page_stylesheet
from cartaro_workbench.difference_words import DifferencesInWords, differences_in_words
from cartaro_workbench.editing.claim_texts import claim_texts
from cartaro_workbench.editing.document import (
    Document,
    Edit,
    Location,
    Position,
    Problem,
    Range,
    TextSet,
    open_document,
    problem,
)
from cartaro_workbench.editing.document import formatted as laid_out
from cartaro_workbench.editing.document import problems as problems_of
from cartaro_workbench.editing.hints import OpenHint, open_hints
from cartaro_workbench.editing.outline import Fold, Lens, OutlineSymbol
from cartaro_workbench.editing.outline import folds as folds_of
from cartaro_workbench.editing.outline import lenses as lenses_of
from cartaro_workbench.editing.outline import outline as outline_of
from cartaro_workbench.editing.references import Completion, Hover, Refusal
from cartaro_workbench.editing.references import completions as completions_at
from cartaro_workbench.editing.references import definitions as definitions_of
from cartaro_workbench.editing.references import highlights as highlights_of
from cartaro_workbench.editing.references import hover as hover_at
from cartaro_workbench.editing.references import references as references_of
from cartaro_workbench.editing.references import renamable as renamable_at
from cartaro_workbench.editing.references import renamed as renamed_at
from cartaro_workbench.editing.tokens import Token
from cartaro_workbench.editing.tokens import tokens as tokens_of
from cartaro_workbench.editing.variant_texts import variant_texts
from cartaro_workbench.live_page import LivePage, live_page
from cartaro_workbench.live_page import anchor_at as anchor_in
from cartaro_workbench.live_page import place_of as place_in
from cartaro_workbench.proofs import (
    ShownVerdict,
    claim_places,
    digest_of,
    evidence_at,
    iter_verdicts,
    proof_files,
    subject_in_words,
)
from cartaro_workbench.service.page_files import read_kept
from cartaro_workbench.service.session import (
    FILE_NAME,
    Failure,
    LanguageCode,
    Session,
    ShippedText,
    refusal,
    refused,
    shipped_texts,
)
from cartaro_workbench.statistics import Batch, ManyHands, begin_batch, play_batch
from cartaro_workbench.table.game_table import (
    MOST_MOVES,
    ArbiterEntry,
    GameControls,
    Sitter,
    Stopped,
    Table,
    called,
    deal_table,
    play_moves,
)
from cartaro_workbench.table.game_table import act as act_at
from cartaro_workbench.table.game_table import arbiter_entries as entries_of
from cartaro_workbench.table.game_table import chance_move as chance_move_at
from cartaro_workbench.table.game_table import controls as controls_of
from cartaro_workbench.table.game_table import enter as enter_at
from cartaro_workbench.table.game_table import machine_move as machine_move_at
from cartaro_workbench.table.game_table import next_hand as next_hand_of
from cartaro_workbench.table.game_table import record as record_of
from cartaro_workbench.table.game_table import take_back as undone_of
from cartaro_workbench.table.reasons import Reason
from cartaro_workbench.table.reasons import why as why_at
from cartaro_workbench.table.reasons import why_not as why_not_at
from cartaro_workbench.table.steps import ExampleOutcome, Steps, run_named_example, steps_of_example, steps_of_text
from cartaro_workbench.table.table_view import CardChoice, ShownMove, TableView, advice_at
from cartaro_workbench.table.table_view import chosen as chosen_of
from cartaro_workbench.table.table_view import seen as seen_from

# ------------------------------------------------------------------ page methods


def page(
    session: Session, name: str, language: LanguageCode, settings: Mapping[str, str], examples_run: bool = False
) -> LivePage | Failure:
    """The rulebook page of a text's game under house rules, as HTML with only the known elements. If the examples are run, each
    shows whether it holds.
    """
    game = session.game(name)
    if isinstance(game, Failure):
        return game
    chosen = choose(game, settings)
    if not isinstance(chosen, Game):
        return refusal(tuple(map(problem, chosen)))
    base = session.game(game.ruleset.base + FILE_SUFFIX) if game.ruleset.base is not None else None
    return live_page(chosen, base if isinstance(base, Game) else None, language, examples_run=examples_run)


def stylesheet(session: Session) -> str:
    """The styles of the elements of a page, mainly of its cards: the same for every text."""
    return page_stylesheet()


def place_of(session: Session, name: str, anchor: str) -> Location | Failure | None:
    """The location that declares the part of a text's page with an address (`c-name`)."""
    document = session.document(TextSet(session.texts).ruleset_of(name))
    return document if isinstance(document, Failure) else place_in(document, anchor)


def anchor_at(session: Session, name: str, position: Position) -> str | Failure | None:
    """The address of the part of the page that describes the name at a position."""
    document = session.document(name)
    return document if isinstance(document, Failure) else anchor_in(document, position)


PAGE_METHODS = (page, stylesheet, place_of, anchor_at)


# ----------------------------------------------------------------- proof methods


@dataclass(frozen=True, slots=True)
class Deciding:
    """An event: the name of the claim or obligation being decided, or the phase of the verifier, and the same in words. There
    are no words for advice and preparation.
    """

    event: Literal["deciding"]
    what: str
    title: str


@dataclass(frozen=True, slots=True)
class Decided:
    """An event: a verdict; it replaces an earlier one on the same claim."""

    event: Literal["verdict"]
    verdict: ShownVerdict


EVENTS = (Deciding, Decided)


@dataclass(frozen=True, slots=True)
class ShownClaim:
    """A claim of the author's that can be proved: its name, its title, the rows that it cites, and its location."""

    name: str
    title: str
    cites: tuple[str, ...]
    location: Location | None


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Verdicts on a game, and the digest of its texts and house rules."""

    digest: str
    verdicts: tuple[ShownVerdict, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The name of a claim or an example."""

    kind: Literal["claim", "example"]
    name: str


def prove(
    session: Session, name: str, language: LanguageCode, settings: Mapping[str, str], only: tuple[str, ...] = ()
) -> Verdicts | Failure:
    """Decide all claims of a text's game and the obligations of every game, or those named `only`; each verdict is an event."""
    found_in = _game_of(session, name, settings)
    if isinstance(found_in, Failure):
        return found_in
    document, game = found_in

    def report(what: str) -> None:
        session.report(write_json(json_model.encode(Deciding("deciding", what, subject_in_words(game, what, language)))))

    found = dict[object, ShownVerdict]()
    for one in iter_verdicts(document, game, only, language, report, session.machines.instantiate):
        found[one.kind, one.name, one.settings, one.location] = one
        session.report(write_json(json_model.encode(Decided("verdict", one))))
    return Verdicts(digest_of(document, game), tuple(found.values()))


def proof(session: Session, name: str, settings: Mapping[str, str], claim: str) -> Mapping[str, str] | Failure:
    """The files of a certificate of one claim or obligation: its conditions, with a manifest (see `docs/certificates.md`)."""
    from cartaro_verify import Diverged

    found_in = _game_of(session, name, settings)
    if isinstance(found_in, Failure):
        return found_in
    try:
        return proof_files(found_in[1], claim, session.machines.instantiate)
    except Diverged:
        return refused(msg("the proof differs when it is made again"))


def solve(session: Session, script: str, steps: int) -> tuple[str, ...] | Failure:
    """Z3's answers to the checks of a script. Each check has a limit of work in Z3's units."""
    from cartaro_verify import answers_of_z3

    try:
        return tuple(answers_of_z3(script, steps))
    except ValueError:
        return refused(msg("the solver cannot read the script"))


def claims(
    session: Session, name: str, language: LanguageCode, settings: Mapping[str, str]
) -> tuple[ShownClaim, ...] | Failure:
    """The claims of a text's game, in the order of the text."""
    found_in = _game_of(session, name, settings)
    if isinstance(found_in, Failure):
        return found_in
    document, game = found_in
    places = claim_places(document.checked.files)
    return tuple(
        ShownClaim(claim.name, localized(claim.names, language, claim.name), claim.cites, places.get(claim.name))
        for claim in game.ruleset.claims
    )


def keep_verdicts(session: Session, kept: str) -> str | Failure:
    """Store verdicts that were found before, in the form of the site's file; the answer is the digest of their texts and house
    rules.
    """
    found = read_kept(kept)
    if found is None:
        return refused(msg("this is not a file of verdicts"))
    session.kept[found.digest] = found
    return found.digest


def verdicts(session: Session, name: str, language: LanguageCode, settings: Mapping[str, str]) -> Verdicts | Failure:
    """The stored verdicts on a text's game, or none if a text has changed since."""
    found_in = _game_of(session, name, settings)
    if isinstance(found_in, Failure):
        return found_in
    document, game = found_in
    digest = digest_of(document, game)
    kept = session.kept.get(digest)
    return Verdicts(digest, () if kept is None else kept.in_language(language))


def evidence(session: Session, name: str, position: Position) -> Evidence | Failure | None:
    """The claim or example at a position of a text."""
    document = session.document(name)
    if isinstance(document, Failure):
        return document
    found = evidence_at(document, position)
    return None if found is None else Evidence(*found)


def _game_of(session: Session, name: str, settings: Mapping[str, str]) -> tuple[Document, Game] | Failure:
    """Return the document of a text's ruleset, and its game under some settings."""
    game = _game_under(session, name, settings)
    document = session.document(TextSet(session.texts).ruleset_of(name))
    if isinstance(game, Failure):
        return game
    return document if isinstance(document, Failure) else (document, game)


def _game_under(session: Session, name: str, settings: Mapping[str, str]) -> Game | Failure:
    """Return a text's game under some settings."""
    game = session.game(name)
    if isinstance(game, Failure):
        return game
    chosen = choose(game, settings)
    return chosen if isinstance(chosen, Game) else refusal(tuple(map(problem, chosen)))


PROOF_METHODS = (prove, proof, solve, claims, keep_verdicts, verdicts, evidence)


# ------------------------------------------------------------ statistics methods


def begin_simulation(
    session: Session, name: str, settings: Mapping[str, str], seed: int, unit: Unit, language: LanguageCode
) -> ManyHands | Failure:
    """Begin to play random hands, or matches, of a text's game; none is played yet."""
    game = session.game(name)
    if isinstance(game, Failure):
        return game
    if not 0 <= seed < 2**53:
        return refused(msg("a seed is a number from 0 to 2^53 - 1"))
    batch = begin_batch(game, settings, seed, unit, session.machines.instantiate)
    if not isinstance(batch, Batch):
        return refusal(batch)
    session.batch = batch
    return simulate(session, 0, language)


def simulate(session: Session, count: int, language: LanguageCode) -> ManyHands | Failure:
    """Play some more, at most one second's work, and return the statistics of all; they do not depend on the size of the
    parts.
    """
    if session.batch is None:
        return refused(msg("no simulation has been started"))
    found = play_batch(session.batch, count, language)
    return found if isinstance(found, ManyHands) else refusal(found)


STATISTICS_METHODS = (begin_simulation, simulate)


# ----------------------------------------------------------------- table methods


Settings = Mapping[str, str]
Answer = TypeVar("Answer", TableView, CardChoice, Reason, ShownMove)
LARGEST_SEED = 2**53 - 1


@dataclass(frozen=True, slots=True)
class Dealing:
    """Everything from which a table can be dealt again: the text's name, the seed, house rules and the number of players
    (`players`), who sits in each seat (by default a person), whether it is a match, the entries so far in the author's form,
    the number of the current hand, and the names of the players, by seat, empty for a player without one.
    """

    name: str
    seed: int
    settings: Settings = field(default_factory=dict[str, str])
    seats: tuple[Sitter, ...] = ()
    match: bool = False
    moves: tuple[str, ...] = ()
    hands: int = 1
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DealtTable:
    """A table as a seat sees it, and the first move that could not be replayed."""

    view: TableView
    stopped: Stopped | None


def controls(session: Session, name: str, language: LanguageCode) -> GameControls | Failure:
    """The house rules and numbers of players of a text's game."""
    game = session.game(name)
    return game if isinstance(game, Failure) else controls_of(game, language)


def deal(session: Session, dealing: Dealing, seat: int, language: LanguageCode) -> DealtTable | Failure:
    """A new table, as a seat sees it. The given moves are made up to the first that is not legal."""
    dealt = _dealt(session, dealing)
    if isinstance(dealt, Failure):
        return dealt
    table, stopped = dealt
    session.dealt_as, session.table = dealing.name, table
    view = seen(session, seat, language)
    return view if isinstance(view, Failure) else DealtTable(view, stopped)


def _dealt(session: Session, dealing: Dealing) -> tuple[Table, Stopped | None] | Failure:
    """Return a new table after its moves, and the first move that could not be made."""
    game = session.game(dealing.name)
    if isinstance(game, Failure):
        return game
    if not 0 <= dealing.seed <= LARGEST_SEED or len(dealing.moves) > MOST_MOVES:
        return refused(
            msg("a seed is a number from 0 to {largest}, and a table has at most {n} moves", largest=LARGEST_SEED, n=MOST_MOVES)
        )
    table = deal_table(game, dealing.seed, dealing.settings, match=dealing.match, seats=dealing.seats, names=dealing.names)
    if not isinstance(table, Table):
        return refusal(table)
    stopped = play_moves(table, dealing.moves)
    if stopped is None and table.proceedings.hands < dealing.hands:
        next_hand_of(table)
    return table, stopped


def name_players(session: Session, names: tuple[str, ...], seat: int, language: LanguageCode) -> TableView | Failure:
    """Give the players names, by seat; a player whose name is empty is named by the number. Play goes on."""
    table = session.seated(seat)
    if isinstance(table, Failure):
        return table
    table.proceedings.rules = called(table.rules, names)
    return seen(session, seat, language)


def redeal(session: Session, name: str, seat: int, language: LanguageCode) -> DealtTable | Failure:
    """The same table with the current text: the same seed and seats, the number of players and the chosen house rules that the
    text still has, and the moves up to the first that is no longer legal. A house rule that had its default value before has
    its default value now.
    """
    before, game = dealing(session), session.game(name)
    if isinstance(before, Failure):
        return before
    if isinstance(game, Failure):
        return game
    kept = {one: value for one, value in before.settings.items() if isinstance(choose(game, {one: value}), Game)}
    return deal(session, replace(before, name=name, settings=kept), seat, language)


def dealing(session: Session) -> Dealing | Failure:
    """The recipe of the table, from which `deal` makes the same table in this worker or another. It has no house rules with
    their default values.
    """
    table = session.seated()
    if isinstance(table, Failure):
        return table
    game, played = table.rules.game, table.proceedings
    usual = {option.name: option.default for option in game.ruleset.options}
    settings = {one: value for one, value in game.all_settings.items() if value != usual.get(one)}
    return Dealing(session.dealt_as, table.seed, settings, table.seats, played.match, table.moves, played.hands, game.called)


def seen(session: Session, seat: int, language: LanguageCode) -> TableView | Failure:
    """The view of the table, and the legal moves, of the person in a seat."""
    return _query_table(session, seat, lambda table: _noted(session, table, seen_from(table, seat, language), language))


def _noted(
    session: Session, table: Table, found: TableView | tuple[Problem, ...], language: LanguageCode
) -> TableView | tuple[Problem, ...]:
    """Return a view with a note for the reader about the machines at the table."""
    return replace(found, note=session.machines.note(table, language)) if isinstance(found, TableView) else found


def choices(session: Session, seat: int, cards: tuple[str, ...], language: LanguageCode) -> CardChoice | Failure:
    """The moves that chosen cards are, and the moves that they begin."""
    return _query_table(session, seat, lambda table: chosen_of(table, seat, cards, language))


def why(session: Session, seat: int, move: str, language: LanguageCode) -> Reason | Failure:
    """The reason why a move (given by its phrase) is legal or not, with the clauses and their articles."""
    return _query_table(session, seat, lambda table: why_at(table, seat, move, language))


def advice(session: Session, seat: int, language: LanguageCode) -> ShownMove | Failure:
    """The move that the searching machine would make in the place of the person in a seat; it sees what this person sees."""
    return _query_table(session, seat, lambda table: advice_at(table, seat, session.machines, language))


@dataclass(frozen=True, slots=True)
class Reasons:
    """The moves that chosen cards could mean, the nearest first, each with the reason why it is or is not legal."""

    reasons: tuple[Reason, ...]


def why_not(session: Session, seat: int, cards: tuple[str, ...], language: LanguageCode) -> Reasons | Failure:
    """The moves that chosen cards could mean and why each is not legal, or none if the player does not see a card."""
    table = session.seated(seat)
    if isinstance(table, Failure):
        return table
    found = why_not_at(table, seat, cards, language)
    wrong = tuple(one for one in found if isinstance(one, Problem))
    return refusal(wrong) if wrong else Reasons(tuple(one for one in found if isinstance(one, Reason)))


def act(session: Session, seat: int, move: str, language: LanguageCode) -> TableView | Failure:
    """Make the move with this phrase for the person in a seat; the answer is their view after it."""
    table = session.seated(seat)
    if isinstance(table, Failure):
        return table
    wrong = act_at(table, seat, move)
    return refusal(wrong) if wrong else seen(session, seat, language)


@dataclass(frozen=True, slots=True)
class ArbiterEntries:
    """The entries that can be made when the arbiter is called."""

    entries: tuple[ArbiterEntry, ...]


def arbiter_entries(session: Session, seat: int, language: LanguageCode) -> ArbiterEntries | Failure:
    """The entries for which the person in a seat can call the arbiter."""
    table = session.seated(seat)
    if isinstance(table, Failure):
        return table
    found = entries_of(table, seat, language)
    wrong = tuple(one for one in found if isinstance(one, Problem))
    return refusal(wrong) if wrong else ArbiterEntries(tuple(one for one in found if isinstance(one, ArbiterEntry)))


def enter(session: Session, seat: int, entry: str, language: LanguageCode) -> TableView | Failure:
    """Enter a finding, or an unnoticed move that breaks a rule, in its written form; the answer is the person's view
    after it.
    """
    table = session.seated(seat)
    if isinstance(table, Failure):
        return table
    wrong = enter_at(table, seat, entry)
    return refusal(wrong) if wrong else seen(session, seat, language)


def machine_move(session: Session, seat: int, language: LanguageCode, by_chance: bool = False) -> TableView | Failure:
    """Make the move of the machine whose turn it is. The answer is the view of the person in a seat after it. `by_chance` makes
    a random move, for any sitter: for a machine that did not finish.
    """
    table = session.seated(seat)
    if isinstance(table, Failure):
        return table
    actor = table.actor
    if actor is None or table.seats[actor] == "person":
        return refused(msg("it is not the turn of a machine player"))
    move = chance_move_at(table) if by_chance else machine_move_at(table, session.machines)
    if move is None:
        return refused(msg("the machine has no legal move"))
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
    """Take back moves, including those of other players."""
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
    """The record of play, for `cartaro replay`: not before a hand is over, since it shows all cards."""
    table = session.seated()
    if isinstance(table, Failure):
        return table
    if table.proceedings.awaits:
        return _not_over()
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


def dealing_steps(session: Session, dealing: Dealing, language: LanguageCode) -> Steps | Failure:
    """A hand or a match that was played at a table, from its first deal, step by step with all cards open. Until its last hand
    is over, it is refused, like its record.
    """
    dealt = _dealt(session, dealing)
    if isinstance(dealt, Failure):
        return dealt
    table, stopped = dealt
    if stopped is not None:
        return refusal((stopped.problem,))
    if table.proceedings.awaits:
        return _not_over()
    found = steps_of_text(table.rules.game, write_json(record_of(table)), language)
    return found if isinstance(found, Steps) else refusal(found)


def _not_over() -> Failure:
    return refused(msg("the record reveals all cards, but the hand is not over"))


def example_steps(session: Session, name: str, example: str, language: LanguageCode) -> Steps | Failure:
    """An example of a text's game step by step, if it has moves."""
    game = session.game(name)
    if isinstance(game, Failure):
        return game
    found = steps_of_example(game, example, language)
    return found if isinstance(found, Steps) else refusal(found)


def run_example(session: Session, name: str, example: str) -> ExampleOutcome | Failure:
    """The outcome of an example."""
    game = session.game(name)
    if isinstance(game, Failure):
        return game
    return run_named_example(game, example) or refused(msg("there is no example `{name}`", name=example[:80]))


def run_examples(session: Session, name: str) -> tuple[ExampleOutcome, ...] | Failure:
    """The outcomes of all examples of a text's game."""
    game = session.game(name)
    if isinstance(game, Failure):
        return game
    outcomes = (run_named_example(game, example.name) for example in game.examples)
    return tuple(outcome for outcome in outcomes if outcome is not None)


def _query_table(session: Session, seat: int, query: Callable[[Table], Answer | tuple[Problem, ...]]) -> Answer | Failure:
    """Answer a query of the table for the person in a seat."""
    table = session.seated(seat)
    if isinstance(table, Failure):
        return table
    found = query(table)
    return refusal(found) if isinstance(found, tuple) else found


TABLE_METHODS = (
    controls, deal, redeal, name_players, dealing, seen, choices, advice, why, why_not, act, arbiter_entries, enter,
    machine_move, next_hand, undo, record, record_steps, dealing_steps, example_steps, run_example, run_examples,
)  # fmt: skip


# ------------------------------------------------------------------ text methods


TextAnswer = TypeVar("TextAnswer")
HANDS_COMPARED = 60
"""Hands that a page plays under both of two texts."""


def shipped(session: Session) -> tuple[ShippedText, ...]:
    """The shipped rulesets and libraries with their dependencies and families; `text` reads their texts."""
    return shipped_texts(session.shipped)


def text(session: Session, name: str) -> str | Failure:
    """The text with this name; a reader's text takes precedence over a shipped one."""
    found = session.texts.get(name)
    return refused(msg("there is no text `{name}`", name=name[:80])) if found is None else found


def shipped_text(session: Session, name: str) -> str | Failure:
    """The shipped text with this name, even if the reader has changed it."""
    found = session.shipped.get(name)
    return refused(msg("there is no shipped text `{name}`", name=name[:80])) if found is None else found


def put(session: Session, files: Mapping[str, str | None]) -> Failure | None:
    """Store texts of the reader under their names, in front of shipped texts of the same name; null removes a text."""
    return session.put(files)


def problems(session: Session, name: str, language: LanguageCode = "en") -> tuple[Problem, ...] | Failure:
    """The errors and warnings of a text, with their fixes."""
    return _query_document(session, name, lambda document: problems_of(document, language))


def open_questions(session: Session, name: str, language: LanguageCode = "en") -> tuple[OpenHint, ...] | Failure:
    """Return hints about the open questions of a text, with the edits that answer them; a few hands are played, for some
    seconds.
    """
    from cartaro_workbench.open_questions import questions_left_open  # a page begins without it

    document, game = session.document(name), session.game(name)
    if isinstance(document, Failure):
        return document
    if isinstance(game, Failure):
        return game
    return open_hints(document, questions_left_open(game, language), language)


def what_changes(session: Session, name: str, language: LanguageCode = "en") -> DifferencesInWords | Failure:
    """Compare a variant with its base, or a changed text with the shipped one, by rules and hands; for some seconds."""
    from cartaro_workbench.rule_differences import Differences, differences  # a page begins without it

    game = session.game(name)
    document = session.document(TextSet(session.texts).ruleset_of(name))
    if isinstance(document, Failure):
        return document
    if isinstance(game, Failure):
        return game
    base: Game | Failure | None = None
    names: tuple[str, str] | None = None
    files = [file.source.name for file in document.checked.files]
    if document.name in session.shipped and any(session.texts[file] != session.shipped.get(file) for file in files):
        base = open_document(session.shipped, document.name).checked.game
        names = translate(msg("{name} as it is shipped", name=game.name), language), game.name
    elif game.ruleset.base is not None:
        base = session.game(game.ruleset.base + FILE_SUFFIX)
    if base is None:
        return refused(msg("`{name}` is not based on another text", name=game.name))
    found = base if isinstance(base, Failure) else differences(base, game, language, hands=HANDS_COMPARED)
    if isinstance(found, Failure):
        return found
    return (
        differences_in_words(found, language, names) if isinstance(found, Differences) else refusal(tuple(map(problem, found)))
    )


def new_claim(session: Session, name: str, clause: str) -> Mapping[str, str] | Failure:
    """The annex, as a map from its name to its text, with a claim that a clause can have its effect. It is not stored yet."""
    game = session.game(name)
    if isinstance(game, Failure):
        return game
    return claim_texts(session.texts, game, clause) or refused(
        msg("no claim about `{name}` can be made here", name=clause[:80])
    )


def completions(session: Session, name: str, position: Position, language: LanguageCode) -> tuple[Completion, ...] | Failure:
    """The words that fit at a position."""
    return _query_document(session, name, lambda document: completions_at(document, position, language))


def hover(session: Session, name: str, position: Position, language: LanguageCode) -> Hover | Failure | None:
    """The meaning of the name at a position, if there is one."""
    return _query_document(session, name, lambda document: hover_at(document, position, language))


def definitions(session: Session, name: str, position: Position) -> tuple[Location, ...] | Failure:
    """The locations that declare the name at a position."""
    return _query_document(session, name, lambda document: definitions_of(document, position))


def references(session: Session, name: str, position: Position) -> tuple[Location, ...] | Failure:
    """All occurrences of the name at a position, in all texts."""
    return _query_document(session, name, lambda document: references_of(document, position))


def highlights(session: Session, name: str, position: Position) -> tuple[Location, ...] | Failure:
    """The occurrences of the name at a position, only in this text."""
    return _query_document(session, name, lambda document: highlights_of(document, position))


def renamable(session: Session, name: str, position: Position) -> Range | Failure:
    """The range of the name at a position, if it can be renamed."""
    found = _query_document(session, name, lambda document: renamable_at(document, position))
    return refused(found.reason) if isinstance(found, Refusal) else found


def renamed(session: Session, name: str, position: Position, new: str) -> tuple[Edit, ...] | Failure:
    """The edits that rename the name at a position; shipped texts are never changed."""
    found = _query_document(session, name, lambda document: renamed_at(document, position, new))
    if isinstance(found, Refusal):
        return refused(found.reason)
    foreign = () if isinstance(found, Failure) else sorted({edit.name for edit in found} - session.own.keys())
    return (
        refused(msg("the name also occurs in `{text}`, which is not one of your own texts", text=foreign[0]))
        if foreign
        else found
    )


def outline(session: Session, name: str, language: LanguageCode) -> tuple[OutlineSymbol, ...] | Failure:
    """The parts of a text."""
    return _query_document(session, name, lambda document: outline_of(document, language))


def folds(session: Session, name: str) -> tuple[Fold, ...] | Failure:
    """The ranges of a text that can be folded."""
    return _query_document(session, name, folds_of)


def tokens(session: Session, name: str) -> tuple[Token, ...] | Failure:
    """The tokens of a text."""
    return _query_document(session, name, tokens_of)


def lenses(session: Session, name: str) -> tuple[Lens, ...] | Failure:
    """The actions on the examples and claims of a text."""
    return _query_document(session, name, lenses_of)


def formatted(session: Session, name: str) -> tuple[Edit, ...] | Failure:
    """The edit that formats a text."""
    return _query_document(session, name, laid_out)


def new_variant(session: Session, name: str, base: str) -> Mapping[str, str] | Failure:
    """A map from names to the first texts of a variant. They are not stored in the session yet."""
    file = name + FILE_SUFFIX
    if not FILE_NAME.fullmatch(file) or file in session.texts:
        return refused(msg("`{name}` cannot be the name of a new ruleset", name=name[:80]))
    game = session.game(base)
    return game if isinstance(game, Failure) else variant_texts(name, game)


def _query_document(session: Session, name: str, query: Callable[[Document], TextAnswer]) -> TextAnswer | Failure:
    document = session.document(name)
    return document if isinstance(document, Failure) else query(document)


TEXT_METHODS = (
    shipped, text, shipped_text, put, problems, open_questions, what_changes, new_claim, completions, hover, definitions,
    references, highlights, renamable, renamed, outline, folds, tokens, lenses, formatted, new_variant,
)  # fmt: skip
