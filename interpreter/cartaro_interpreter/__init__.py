"""The interpreter: the reference meaning of a checked game, evaluated plainly (decision 0029).

Takes games of `cartaro_grammar`; it contains no particular game.  Mistakes in the input, and cases that the rules do not
decide, are returned as diagnostics, never raised.

The modules, in the order of the data flow:

    state/card_sets.py      sets as bit masks, values decoded, sets of faces
    state/state.py          the layout of states, states, moves
    state/chance.py         sources of chance: a seed, a script
    state/faults.py         faults and the step budget
    evaluate/code.py        compiled expressions: closures over the cells of a state
    evaluate/card_groups.py subsets of cards that satisfy a condition; shared with engine and verifier
    evaluate/divisions.py   divisions of cards into groups of a kind: an exact cover
    evaluate/mentions.py    free variables and dependences of expressions
    evaluate/expressions.py the meaning of every construct, and the search for arguments
    acts/visibility.py      the view of each player, and acts whose results are hidden from the acting player
    acts/effects.py         effects on a row of cells
    acts/acts.py            a game compiled for play
    play/turn.py            open steps, warranted and legal moves, looking ahead
    play/course.py          matches, hands and turns; legal moves and the state after a move
    play/questions.py       expressions evaluated in a state; score, winner, a player's view
    play/move_series.py     several chosen cards that the same act moves one by one
    play/received.py        cards that come into a hand by the rules, and who took a trick
    play/rises.py           the clauses by which counters rose in a move
    play/tallies.py         counts that the rules define by name, as a player knows them
    play/unlaid.py          totals of a hand without the groups that could be laid from it
    ruling/grounds.py       rulings on moves, their grounds, hindrances, findings to offer
    ruling/rulings.py       entries of an arbiter: findings and breaches
    ruling/refusals.py      the words for a move that is not legal
    ruling/alternatives.py  the nearest legal move, barred moves, the same move under other house rules
    ruling/broken_claims.py the terms that make a claim false in a state, with their values
    formats/                JSON forms, positions, moves as text, the settings of an input
    table/playout.py        play in progress, players, playouts
    table/records.py        records of play and their replay
    table/setting_sets.py   sets of choices of house rules, as decision diagrams
    table/fitting.py        under which house rules a record fits: a replay with options left open
    table/disclosure.py     legal moves that reveal a hidden card
    table/first_hands.py    the first hands, played at random within a budget, and the faults that they show
    table/hand_search.py    goals and results of a search in random hands; moves and results as JSON
    examples.py             the examples of a ruleset
    example_text.py         states, moves and values as the lines of an example

Offered to the other packages:

- compilation: `compile_game` returns `Rules`;
- states: `State`, `Move`, `Ruling`, the cells of every layout (`PHASE`, `TURN`, `STEP`, `ENDING`), `members`, `mask_of`,
  `decoded`, `phrase`, `describe`;
- play: `begin_match`, `begin_hand`, `legal_moves`, `legal_choices`, `step`, and `Play` on cells in place;
- cards pointed at: `moves_of_cards`, `meant_by_cards`;
- queries: `ask`, `question`, `score`, `winner`, `view`, `tallies_seen`, `as_laid`;
- rulings: `judge`, `grounds`, `nearest`, `barred`, `house_rules`, `offers`, `irregular`, `options_in_demand`;
- tables: `PlayInProgress`, `play_hand`, `play_hands`, `play_match`, `play_out`, players, `write_record`, `read_record`,
  `replay`;
- house rules of records: `ChoiceFitting`, `SettingSets`, `contradiction`;
- claims: `broken_terms`;
- checks of a ruleset: `run_examples`, `disclosures`, `faults_of_first_hands`; `Sought` and `SearchedHands` for a search in
  random hands;
- input and output: `read_position`, `write_position`, `read_written`, `Fitting`, `parse_json`, `write_json`, `json_forms`;
- analyses shared with engine and verifier: `facts_about_set`, `on_the_set`, `Shapes`, `Divisions`, `free_locals`,
  `domain_locals`, `assignment_order`, `changes`, `lone_bars`.
"""

from __future__ import annotations

from cartaro_interpreter.acts.acts import Rules, compile_game
from cartaro_interpreter.evaluate.card_groups import (
    MOST_SUBSETS,
    KnownTotal,
    NumberBound,
    SameSet,
    Shapes,
    SignedTerms,
    TotalBound,
    facts_about_set,
    has_pattern,
    of_a_sum,
    on_the_set,
)
from cartaro_interpreter.evaluate.divisions import EXHAUSTED, FAILED, FIRST_LIMIT, RECENT, WEIGHT, Divisions
from cartaro_interpreter.evaluate.mentions import assignment_order, domain_locals, free_locals, steady
from cartaro_interpreter.example_text import (
    difference_lines,
    move_lines,
    owner_words,
    position_lines,
    seated_first,
)
from cartaro_interpreter.examples import ExampleResult, LineSeats, how_many_hold, run_example, run_examples
from cartaro_interpreter.formats import json_forms, json_model, json_text
from cartaro_interpreter.formats.input_settings import Fitting
from cartaro_interpreter.formats.json_reader import JsonReader, card_languages, read_entry
from cartaro_interpreter.formats.json_text import Json, parse_json, write_json
from cartaro_interpreter.formats.move_text import read_finding, read_phrase, read_written
from cartaro_interpreter.formats.position import read_position, write_position
from cartaro_interpreter.play.course import (
    Play,
    Watch,
    begin_hand,
    begin_match,
    cards_of,
    legal_choices,
    legal_moves,
    meanings,
    meant_by_cards,
    moves_of_cards,
    step,
)
from cartaro_interpreter.play.move_series import move_series
from cartaro_interpreter.play.questions import (
    ScoreSheet,
    View,
    ZoneView,
    as_laid,
    ask,
    ask_members,
    cards_in_sight,
    counted_cards,
    fewest_win,
    in_sequence,
    question,
    score,
    view,
    winner,
    winner_asked,
    with_counted,
)
from cartaro_interpreter.play.received import Received, is_hand, received, taker
from cartaro_interpreter.play.rises import Rise
from cartaro_interpreter.play.tallies import HeadingFigure, Tally, heading_figures, tallies_seen
from cartaro_interpreter.play.turn import (
    EVERYTHING,
    Choice,
    actor_of,
    after,
    as_known_to,
    as_known_to_all,
    changes,
    choice_of,
    choices,
    completing_acts,
    dead_ends,
    hides_result,
    is_open,
    legal,
    named_to_all,
    names_unseen,
    next_step,
    obliged,
    open_steps,
    seen_on_the_way,
    settled_before_the_end,
    some_legal,
    unseen_cards,
)
from cartaro_interpreter.play.unlaid import Unlaid, unlaid
from cartaro_interpreter.ruling.alternatives import DecisiveOption, barred, house_rules, nearest
from cartaro_interpreter.ruling.broken_claims import ClaimTerm, broken_terms
from cartaro_interpreter.ruling.grounds import (
    Bar,
    ClauseCase,
    Fact,
    Judgement,
    Offer,
    PermissionGrounds,
    clashing,
    exceptions_alone,
    grounds,
    judge,
    lone_bars,
    offers,
    outside,
)
from cartaro_interpreter.ruling.rulings import (
    Demand,
    Irregular,
    article_of,
    finding_of,
    in_demand,
    irregular,
    options_in_demand,
)
from cartaro_interpreter.state.card_sets import Member, Value, as_set, decoded, mask_of, members
from cartaro_interpreter.state.chance import Chance, ScriptedChance, SeededChance
from cartaro_interpreter.state.faults import Faulted, counted_together, diagnosed
from cartaro_interpreter.state.state import (
    END_OF_TURN,
    ENDING,
    NOBODY,
    OPEN_CARD,
    OUT_OF_SIGHT,
    PHASE,
    PHASE_BEFORE,
    PHASE_COUNTED,
    PHASE_OVER,
    PHASE_TURN,
    STEP,
    TURN,
    Move,
    Pack,
    Place,
    RecordEntry,
    Ruling,
    State,
    argument_codes,
    cites,
    conserved,
    describe,
    in_order,
    numbers_of,
    order_of_pile,
    phrase,
    pile_of,
    single_cards,
    symbols_of,
)
from cartaro_interpreter.table.disclosure import disclosure, disclosures, disclosures_under_any
from cartaro_interpreter.table.first_hands import faults_at_every_number_of_players, faults_of_first_hands
from cartaro_interpreter.table.fitting import ChoiceFitting, Contradiction, FittedRecord, contradiction
from cartaro_interpreter.table.hand_search import (
    AGAIN,
    AWAIT,
    FAULT,
    LIMIT,
    NOT_SEARCHED,
    SILENT,
    STUCK,
    HandSearch,
    Moment,
    SearchedHands,
    ShownHand,
    Sought,
    moment_of,
    move_json,
    moves_json,
    result_json,
    score_json,
)
from cartaro_interpreter.table.playout import (
    MOST_HANDS,
    NoticedMove,
    Played,
    Player,
    PlayInProgress,
    RandomPlayer,
    play_hand,
    play_hands,
    play_match,
    play_out,
)
from cartaro_interpreter.table.records import Record, ReplayedStep, read_record, replay, stated_otherwise, write_record
from cartaro_interpreter.table.setting_sets import ALL, NONE, SettingSets

__all__ = [
    "AGAIN",
    "ALL",
    "AWAIT",
    "ENDING",
    "END_OF_TURN",
    "EVERYTHING",
    "EXHAUSTED",
    "FAILED",
    "FAULT",
    "FIRST_LIMIT",
    "LIMIT",
    "MOST_HANDS",
    "MOST_SUBSETS",
    "NOBODY",
    "NONE",
    "NOT_SEARCHED",
    "OPEN_CARD",
    "OUT_OF_SIGHT",
    "PHASE",
    "PHASE_BEFORE",
    "PHASE_COUNTED",
    "PHASE_OVER",
    "PHASE_TURN",
    "RECENT",
    "SILENT",
    "STEP",
    "STUCK",
    "TURN",
    "WEIGHT",
    "Bar",
    "Chance",
    "Choice",
    "ChoiceFitting",
    "ClaimTerm",
    "ClauseCase",
    "Contradiction",
    "DecisiveOption",
    "Demand",
    "Divisions",
    "ExampleResult",
    "Fact",
    "Faulted",
    "FittedRecord",
    "Fitting",
    "HandSearch",
    "HeadingFigure",
    "Irregular",
    "Json",
    "JsonReader",
    "Judgement",
    "KnownTotal",
    "LineSeats",
    "Member",
    "Moment",
    "Move",
    "NoticedMove",
    "NumberBound",
    "Offer",
    "Pack",
    "PermissionGrounds",
    "Place",
    "Play",
    "PlayInProgress",
    "Played",
    "Player",
    "RandomPlayer",
    "Received",
    "Record",
    "RecordEntry",
    "ReplayedStep",
    "Rise",
    "Rules",
    "Ruling",
    "SameSet",
    "ScoreSheet",
    "ScriptedChance",
    "SearchedHands",
    "SeededChance",
    "SettingSets",
    "Shapes",
    "ShownHand",
    "SignedTerms",
    "Sought",
    "State",
    "Tally",
    "TotalBound",
    "Unlaid",
    "Value",
    "View",
    "Watch",
    "ZoneView",
    "actor_of",
    "after",
    "argument_codes",
    "article_of",
    "as_known_to",
    "as_known_to_all",
    "as_laid",
    "as_set",
    "ask",
    "ask_members",
    "assignment_order",
    "barred",
    "begin_hand",
    "begin_match",
    "broken_terms",
    "card_languages",
    "cards_in_sight",
    "cards_of",
    "changes",
    "choice_of",
    "choices",
    "cites",
    "clashing",
    "compile_game",
    "completing_acts",
    "conserved",
    "contradiction",
    "counted_cards",
    "counted_together",
    "dead_ends",
    "decoded",
    "describe",
    "diagnosed",
    "difference_lines",
    "disclosure",
    "disclosures",
    "disclosures_under_any",
    "domain_locals",
    "exceptions_alone",
    "facts_about_set",
    "faults_at_every_number_of_players",
    "faults_of_first_hands",
    "fewest_win",
    "finding_of",
    "free_locals",
    "grounds",
    "has_pattern",
    "heading_figures",
    "hides_result",
    "house_rules",
    "how_many_hold",
    "in_demand",
    "in_order",
    "in_sequence",
    "irregular",
    "is_hand",
    "is_open",
    "json_forms",
    "json_model",
    "json_text",
    "judge",
    "legal",
    "legal_choices",
    "legal_moves",
    "lone_bars",
    "mask_of",
    "meanings",
    "meant_by_cards",
    "members",
    "moment_of",
    "move_json",
    "move_lines",
    "move_series",
    "moves_json",
    "moves_of_cards",
    "named_to_all",
    "names_unseen",
    "nearest",
    "next_step",
    "numbers_of",
    "obliged",
    "of_a_sum",
    "offers",
    "on_the_set",
    "open_steps",
    "options_in_demand",
    "order_of_pile",
    "outside",
    "owner_words",
    "parse_json",
    "phrase",
    "pile_of",
    "play_hand",
    "play_hands",
    "play_match",
    "play_out",
    "position_lines",
    "question",
    "read_entry",
    "read_finding",
    "read_phrase",
    "read_position",
    "read_record",
    "read_written",
    "received",
    "replay",
    "result_json",
    "run_example",
    "run_examples",
    "score",
    "score_json",
    "seated_first",
    "seen_on_the_way",
    "settled_before_the_end",
    "single_cards",
    "some_legal",
    "stated_otherwise",
    "steady",
    "step",
    "symbols_of",
    "taker",
    "tallies_seen",
    "unlaid",
    "unseen_cards",
    "view",
    "winner",
    "winner_asked",
    "with_counted",
    "write_json",
    "write_position",
    "write_record",
]
