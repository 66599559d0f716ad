"""The interpreter: the reference meaning of a checked game.

Takes `cartaro_grammar` games; nothing of any game is known here.  Whatever is wrong with what is given, or is not decided
by the rules, is answered with diagnostics, never with an exception.

    compile_game    a game made ready for play: its `Rules`
    begin_match, begin_hand, legal_moves, step    states and what can be done in them
    legal_choices   what whoever is to move can choose among: cards that are chosen unseen are open
    moves_of_cards  the legal moves that some chosen cards may mean
    meant_by_cards  the moves, legal or not, that they could mean
    judge           why a move is, or is not, legal
    view            what one player sees
    score           what each side gets, by heading
    ask, question   any expression, evaluated in a state
    play_hand, play_match              playouts
    findings, rule      what an arbiter may enter, and what comes of it
    offers          the findings as a player can be offered them, without what that player may not see
    irregular, pass_over    the moves that break a rule and could stand or be made good, and what comes of one that stands
    Proceedings, play_out   a hand or match under way, with rulings
    write_record, read_record, replay  records of play
    read_position, write_position      positions
    Fitting         the players and house rules that a position or record is for
    disclosures     the moves that tell their player a hidden card
    run_examples    the examples of a ruleset
    parse_json, write_json, move_json, moves_json, score_json    JSON in and out
"""

from __future__ import annotations

from cartaro_interpreter.acts.influence import some_marked
from cartaro_interpreter.acts.rules import Rules, compile_game
from cartaro_interpreter.acts.stuck_cards import Reach
from cartaro_interpreter.examples.run import ExampleResult, how_many_hold, run_example, run_examples
from cartaro_interpreter.expressions.bounds import conjuncts
from cartaro_interpreter.expressions.group_shapes import shapes_of
from cartaro_interpreter.expressions.mentions import free_locals
from cartaro_interpreter.expressions.set_conditions import (
    KnownTotal,
    NumberBound,
    SameSet,
    SignedTerms,
    TotalBound,
    has_pattern,
    of_a_sum,
    on_the_set,
    told_of_set,
)
from cartaro_interpreter.formats.input_settings import Fitting
from cartaro_interpreter.formats.move_text import read_finding, read_phrase, read_written
from cartaro_interpreter.formats.position import read_position, wanted_players, write_position, write_zones
from cartaro_interpreter.play.card_choice import CardMoves, cards_of, meant_by_cards, moves_of_cards
from cartaro_interpreter.play.dead_ends import dead_ends, settled_before_the_end
from cartaro_interpreter.play.engine import Play, Watch
from cartaro_interpreter.play.match_moves import meanings
from cartaro_interpreter.play.players import NoticedMove, Player, RandomPlayer
from cartaro_interpreter.play.query import ask, ask_members, question
from cartaro_interpreter.play.referee import begin_hand, begin_match, find, legal_choices, legal_moves, step
from cartaro_interpreter.play.score import ScoreSheet, score
from cartaro_interpreter.play.turn import Choice, after, blind, legal, next_step, obliged, open_steps
from cartaro_interpreter.play.unseen_choices import (
    as_known_to,
    choice_of,
    choices,
    is_open,
    names_unseen,
    settled,
    unseen_cards,
)
from cartaro_interpreter.play.view import View, ZoneView, view
from cartaro_interpreter.play.winner import Winner, fewest_win, winner, winner_asked
from cartaro_interpreter.ruling import json_text
from cartaro_interpreter.ruling.alternatives import DecisiveOption, barred, house_rules, nearest
from cartaro_interpreter.ruling.blockers import lone_bars
from cartaro_interpreter.ruling.grounds import (
    Bar,
    ClauseCase,
    Fact,
    Title,
    actor_of,
    clashing,
    exceptions_alone,
    grounds,
    outside,
)
from cartaro_interpreter.ruling.json_moves import read_entry, reason
from cartaro_interpreter.ruling.json_text import Json, parse_json, write_json
from cartaro_interpreter.ruling.json_values import JsonReader
from cartaro_interpreter.ruling.judge import Judgement, judge
from cartaro_interpreter.ruling.offers import Offer, offers
from cartaro_interpreter.ruling.rulings import (
    Demand,
    Irregular,
    article_of,
    finding_of,
    findings,
    in_demand,
    irregular,
    meeting,
    pass_over,
    rule,
)
from cartaro_interpreter.state.chance import Chance, ScriptedChance, SeededChance
from cartaro_interpreter.state.fault import Faulted, diagnosed
from cartaro_interpreter.state.layout import (
    NOBODY,
    PHASE,
    PHASE_BEFORE,
    PHASE_COUNTED,
    PHASE_OVER,
    PHASE_TURN,
    STEP,
    TURN,
    Place,
    mask_of,
    members,
    order_of_pile,
    pile_of,
)
from cartaro_interpreter.state.masks import Member, MemberSet, Value, as_set, decoded
from cartaro_interpreter.state.move import (
    END_OF_TURN,
    OPEN_CARD,
    Move,
    RecordEntry,
    Ruling,
    argument_codes,
    cites,
    describe,
    in_order,
    phrase,
    single_cards,
    symbols_of,
)
from cartaro_interpreter.state.state import State, conserved
from cartaro_interpreter.table.answers import move_json, moves_json, score_json
from cartaro_interpreter.table.disclosure import Disclosure, disclosure, disclosures, disclosures_under_any
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
)
from cartaro_interpreter.table.playout import play_hand, play_match, play_out
from cartaro_interpreter.table.record import Record, ReplayedStep, read_record, replay, result_json, write_record
from cartaro_interpreter.table.session import Played, Proceedings, Ruled

__all__ = [
    "AGAIN",
    "AWAIT",
    "END_OF_TURN",
    "FAULT",
    "LIMIT",
    "NOBODY",
    "NOT_SEARCHED",
    "OPEN_CARD",
    "PHASE",
    "PHASE_BEFORE",
    "PHASE_COUNTED",
    "PHASE_OVER",
    "PHASE_TURN",
    "SILENT",
    "STEP",
    "STUCK",
    "TURN",
    "Bar",
    "CardMoves",
    "Chance",
    "Choice",
    "ClauseCase",
    "DecisiveOption",
    "Demand",
    "Disclosure",
    "ExampleResult",
    "Fact",
    "Faulted",
    "Fitting",
    "HandSearch",
    "Irregular",
    "Json",
    "JsonReader",
    "Judgement",
    "KnownTotal",
    "Member",
    "MemberSet",
    "Moment",
    "Move",
    "NoticedMove",
    "NumberBound",
    "Offer",
    "Place",
    "Play",
    "Played",
    "Player",
    "Proceedings",
    "RandomPlayer",
    "Reach",
    "Record",
    "RecordEntry",
    "ReplayedStep",
    "Ruled",
    "Rules",
    "Ruling",
    "SameSet",
    "ScoreSheet",
    "ScriptedChance",
    "SearchedHands",
    "SeededChance",
    "ShownHand",
    "SignedTerms",
    "Sought",
    "State",
    "Title",
    "TotalBound",
    "Value",
    "View",
    "Watch",
    "Winner",
    "ZoneView",
    "actor_of",
    "after",
    "argument_codes",
    "article_of",
    "as_known_to",
    "as_set",
    "ask",
    "ask_members",
    "barred",
    "begin_hand",
    "begin_match",
    "blind",
    "cards_of",
    "choice_of",
    "choices",
    "cites",
    "clashing",
    "compile_game",
    "conjuncts",
    "conserved",
    "dead_ends",
    "decoded",
    "describe",
    "diagnosed",
    "disclosure",
    "disclosures",
    "disclosures_under_any",
    "exceptions_alone",
    "fewest_win",
    "find",
    "finding_of",
    "findings",
    "free_locals",
    "grounds",
    "has_pattern",
    "house_rules",
    "how_many_hold",
    "in_demand",
    "in_order",
    "irregular",
    "is_open",
    "json_text",
    "judge",
    "legal",
    "legal_choices",
    "legal_moves",
    "lone_bars",
    "mask_of",
    "meanings",
    "meant_by_cards",
    "meeting",
    "members",
    "moment_of",
    "move_json",
    "moves_json",
    "moves_of_cards",
    "names_unseen",
    "nearest",
    "next_step",
    "obliged",
    "of_a_sum",
    "offers",
    "on_the_set",
    "open_steps",
    "order_of_pile",
    "outside",
    "parse_json",
    "pass_over",
    "phrase",
    "pile_of",
    "play_hand",
    "play_match",
    "play_out",
    "question",
    "read_entry",
    "read_finding",
    "read_phrase",
    "read_position",
    "read_record",
    "read_written",
    "reason",
    "replay",
    "result_json",
    "rule",
    "run_example",
    "run_examples",
    "score",
    "score_json",
    "settled",
    "settled_before_the_end",
    "shapes_of",
    "single_cards",
    "some_marked",
    "step",
    "symbols_of",
    "told_of_set",
    "unseen_cards",
    "view",
    "wanted_players",
    "winner",
    "winner_asked",
    "write_json",
    "write_position",
    "write_record",
    "write_zones",
]
