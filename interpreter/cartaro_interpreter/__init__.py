"""The interpreter: the reference meaning of a checked game.

Takes `cartaro_grammar` games; nothing of any game is known here.  Whatever is wrong with what is given, or is not decided
by the rules, is answered with diagnostics, never with an exception.

    compile_game    a game made ready for play: its `Rules`
    begin_match, begin_hand, legal_moves, step    states and what can be done in them
    judge           why a move is, or is not, legal
    view            what one player sees
    score           what each side gets, by heading
    ask, question   any expression, evaluated in a state
    play_hand, play_match, simulate    playouts
    findings, rule      what an arbiter may enter, and what comes of it
    offers          the findings as a player can be offered them, without what that player may not see
    irregular, pass_over    the moves that break a rule and could stand, and what comes of one
    Proceedings, play_out   a hand or match under way, with rulings
    write_record, read_record, replay  records of play
    read_position, write_position      positions
    Fitting         the players and house rules that a position or record is for
    run_examples    the examples of a ruleset
    parse_json, write_json, move_json, moves_json, score_json    JSON in and out
"""

from __future__ import annotations

from cartaro_interpreter.answers import move_json, moves_json, score_json
from cartaro_interpreter.chance import Chance, ScriptedChance, SeededChance
from cartaro_interpreter.examples import ExampleResult, run_example, run_examples
from cartaro_interpreter.fitting import Fitting
from cartaro_interpreter.jsontext import Json, parse_json, write_json
from cartaro_interpreter.judge import Verdict, judge
from cartaro_interpreter.layout import PHASE_BEFORE, PHASE_COUNTED, PHASE_OVER, PHASE_TURN
from cartaro_interpreter.move import END_OF_TURN, Entry, Move, Ruling, cites, describe, phrase
from cartaro_interpreter.moving import reason
from cartaro_interpreter.offers import Offer, offers
from cartaro_interpreter.players import Player, RandomPlayer
from cartaro_interpreter.playout import play_hand, play_match, play_out
from cartaro_interpreter.position import read_position, wanted_players, write_position, write_zones
from cartaro_interpreter.proceedings import Played, Proceedings, Ruled
from cartaro_interpreter.query import ask, question
from cartaro_interpreter.record import Record, read_record, replay, result_json, write_record
from cartaro_interpreter.referee import begin_hand, begin_match, legal_moves, step
from cartaro_interpreter.rules import Rules, compile_game
from cartaro_interpreter.rulings import Irregular, article_of, findings, irregular, pass_over, rule
from cartaro_interpreter.score import Score, score
from cartaro_interpreter.simulate import Spread, Statistics, simulate
from cartaro_interpreter.state import State, conserved
from cartaro_interpreter.view import View, ZoneView, view

__all__ = [
    "END_OF_TURN",
    "PHASE_BEFORE",
    "PHASE_COUNTED",
    "PHASE_OVER",
    "PHASE_TURN",
    "Chance",
    "Entry",
    "ExampleResult",
    "Fitting",
    "Irregular",
    "Json",
    "Move",
    "Offer",
    "Played",
    "Player",
    "Proceedings",
    "RandomPlayer",
    "Record",
    "Ruled",
    "Rules",
    "Ruling",
    "Score",
    "ScriptedChance",
    "SeededChance",
    "Spread",
    "State",
    "Statistics",
    "Verdict",
    "View",
    "ZoneView",
    "article_of",
    "ask",
    "begin_hand",
    "begin_match",
    "cites",
    "compile_game",
    "conserved",
    "describe",
    "findings",
    "irregular",
    "judge",
    "legal_moves",
    "move_json",
    "moves_json",
    "offers",
    "parse_json",
    "pass_over",
    "phrase",
    "play_hand",
    "play_match",
    "play_out",
    "question",
    "read_position",
    "read_record",
    "reason",
    "replay",
    "result_json",
    "rule",
    "run_example",
    "run_examples",
    "score",
    "score_json",
    "simulate",
    "step",
    "view",
    "wanted_players",
    "write_json",
    "write_position",
    "write_record",
    "write_zones",
]
