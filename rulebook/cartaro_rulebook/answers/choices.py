"""What may be done in a position, in words: every legal move with the clauses that permit it, and what is barred by which.

Takes compiled rules and a state of theirs; gives JSON values, with the whole answer in prose under `text`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import PLAYER, Diagnostic
from cartaro_grammar import game as g
from cartaro_interpreter import (
    END_OF_TURN,
    Json,
    Move,
    Rules,
    State,
    barred,
    choices,
    clashing,
    legal_moves,
    move_json,
    phrase,
)
from cartaro_rulebook.answers.facts import ToldState
from cartaro_rulebook.answers.things import AnswerJson
from cartaro_rulebook.prose.citations import clause_json, reference, sentence
from cartaro_rulebook.prose.clauses import finished
from cartaro_rulebook.words.references import clean, plain

MOST_BARRED = 8


def explain_position(rules: Rules, state: State, code: str) -> AnswerJson | Diagnostic:
    """Whose turn it is, every legal move with the clauses that permit it, and what is barred by which clause."""
    legal = legal_moves(rules, state)
    if isinstance(legal, Diagnostic):
        return legal
    offered = choices(rules.game, legal)
    told = ToldState(rules, code, state=state)
    lang = told.lang
    turn = told.numbered(PLAYER, state.turn) if state.turn >= 0 else None
    lines: list[str] = []
    if turn is not None:
        end = f"; {lang.say('ruling_moves')}:" if legal else "."
        lines.append(plain(finished(lang.say("ruling_to_play", x=turn.text), told.scope, end)))
    moves: list[Json] = []
    for number, move in enumerate(offered, 1):
        by = [rules.game.clause[name] for name in move.by]
        text = lang.forms.polish(told.move(move))
        permitted = [reference(clause, told.scope, short=True) for clause in by]
        shown = f"{text} [{clean(phrase(rules.game, move))}]" + (f": {lang.series(permitted)}" if permitted else "")
        lines.append(f"{number:>3}. {plain(lang.forms.polish(shown))}")
        value = move_json(rules, move) | {"phrase": phrase(rules.game, move), "text": plain(text)}
        moves.append({**value, "clauses": [clause_json(clause, told.scope) for clause in by]})
    if not legal:
        lines.append(sentence(lang.say("ruling_no_move"), told.scope))
    found = [_barred_json(told, name, choices(rules.game, by)) for name, by in barred(rules, state, legal).items()]
    lines += [str(each["text"]) for each in found]
    clashes = _clashes(told, legal)
    if isinstance(clashes, Diagnostic):
        return clashes
    lines += [str(each["text"]) for each in clashes]
    answer: AnswerJson = {"turn": state.turn + 1, "moves": moves, "barred": list(found)}
    return {**answer, **({"clashes": list(clashes)} if clashes else {}), "text": "\n".join(lines)}


def _clashes(told: ToldState, legal: tuple[Move, ...]) -> list[AnswerJson] | Diagnostic:
    """Legal moves that another clause forbids, where the text does not say which clause prevails."""
    together: dict[tuple[str, str], list[Move]] = {}
    for move in legal:
        pairs = clashing(told.rules, told.state, move) if move.act != END_OF_TURN else ()
        if isinstance(pairs, Diagnostic):
            return pairs
        for bar, permission in pairs:
            together.setdefault((bar.name, permission.name), []).append(move)
    return [_clash_json(told, *pair, choices(told.game, moves)) for pair, moves in together.items()]


def _clash_json(told: ToldState, bar: str, permission: str, moves: tuple[Move, ...]) -> AnswerJson:
    """The moves on which two clauses do not agree, told together."""
    one, other = told.game.clause[bar], told.game.clause[permission]
    named = {"a": reference(one, told.scope, short=True), "b": reference(other, told.scope, short=True)}
    said = told.lang.say("ruling_clash", do=_several(told, moves), **named)
    return {
        "clauses": [clause_json(clause, told.scope) for clause in (one, other)],
        "moves": [told.move_json(move) for move in moves],
        "text": sentence(said, told.scope),
    }


def _barred_json(told: ToldState, name: str, moves: tuple[Move, ...]) -> AnswerJson:
    """The moves that a prohibition bars, told together."""
    clause = told.game.clause[name]
    said = told.lang.say("may_not_do", do=_several(told, moves))
    because = told.lang.say("ruling_forbids", x=reference(clause, told.scope, short=True))
    return {
        "clause": clause_json(clause, told.scope),
        "moves": [told.move_json(move) for move in moves],
        "text": sentence(f"{said}: {because}", told.scope),
    }


def _several(told: ToldState, moves: tuple[Move, ...]) -> str:
    """Moves in words; of many, the first."""
    grouped = list(_grouped(told.game, moves))
    doing = [told.move(group[0], tuple(group[1:])) for group in grouped[:MOST_BARRED]]
    left = sum(len(group) for group in grouped[MOST_BARRED:])
    if left:
        doing.append(told.lang.say("ruling_more", n=str(left)))
    return told.lang.series(doing, "or")


def _grouped(game: g.Game, moves: tuple[Move, ...]) -> Iterator[list[Move]]:
    """Moves that differ only in their one card come together; others one by one."""
    together: dict[str, list[Move]] = {}
    for move in moves:
        parameters = game.act[move.act].parameters
        single = len(parameters) == 1 and parameters[0].choice == "one"
        key = move.act if single else repr((move.act, move.args))
        together.setdefault(key, []).append(move)
    yield from together.values()
