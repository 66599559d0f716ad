"""Conformance of another program to a game: questions about vectors, one a line, and the comparison of the program's answers
with the vectors.

There are four questions about a position: the legal moves (`legal`), whether a given move is legal (`judge`), the score of the
present cards (`score`), and the places of the cards after a move (`apply`). A program answers each question with one line,
which is `{"id": n, "unknown": true}` if it has no answer. Such a line is counted but is not a disagreement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, NotRequired, TypedDict, cast

from cartaro_engine import VectorJson
from cartaro_grammar import Diagnostic, Game, Message, choose, msg
from cartaro_interpreter import (
    Fitting,
    Json,
    Judgement,
    Move,
    Rules,
    State,
    article_of,
    json_forms,
    json_text,
    judge,
    read_position,
    read_written,
)

FORM: Final = 1
Asked = Literal["legal", "judge", "score", "apply"]


class QuestionJson(TypedDict):
    """A question of `cartaro conform`: one line that a program reads."""

    form: Annotated[int, "The version of this form: 1."]
    id: json_forms.Number
    ask: Asked
    game: str
    players: json_forms.Number
    settings: json_forms.Settings
    player: Annotated[json_forms.Number, "The seat that is to move."]
    position: json_forms.WrittenPositionJson
    move: NotRequired[Annotated[json_forms.MoveJson, "The move that is judged, or made."]]


class AnswerJson(TypedDict):
    """A program's answer: it writes one line for each question, in the order of the questions."""

    id: json_forms.Number
    unknown: NotRequired[Annotated[bool, "True if the program has no answer."]]
    moves: NotRequired[Annotated[list[json_forms.MoveJson], "To `legal`: every legal move, in any order, cards in any order."]]
    legal: NotRequired[Annotated[bool, "To `judge`."]]
    points: NotRequired[Annotated[json_forms.ByNumber[int], "To `score`: by side."]]
    zones: NotRequired[Annotated[json_forms.Zones, "For `apply`: the moves that the program knows; cards in any order."]]


class DisagreementJson(TypedDict):
    """The first answer that differs from the rules."""

    question: QuestionJson
    answer: Annotated[object, "The answer of the program."]
    expected: Annotated[object, "The answer of the rules."]
    why: str
    clauses: list[str]
    article: NotRequired[str]


class ConformJson(TypedDict):
    """The answer of `cartaro conform`."""

    game: str
    asked: Annotated[Mapping[str, json_forms.Count], "How many questions were asked, by kind."]
    unknown: Annotated[Mapping[str, json_forms.Count], "How many of these the program did not answer."]
    disagreement: NotRequired[DisagreementJson]


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the right answer."""

    asked: QuestionJson
    expected: Json


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The reason why an answer is wrong, and the clauses that decide this."""

    why: Message
    clauses: tuple[str, ...] = ()
    article: str = ""


def questions(vector: VectorJson, first: int) -> Iterator[Question]:
    """Yield the questions about a vector, numbered from a given number on."""

    def asked(ask: Asked, number: int) -> QuestionJson:
        return {
            "form": FORM, "id": number, "ask": ask, "game": vector["game"], "players": vector["players"],
            "settings": vector["settings"], "player": vector["player"], "position": vector["position"],
        }  # fmt: skip

    number = first
    moves: list[Json] = [{"act": move["act"], "args": _json(move["args"])} for move in vector["moves"]]
    yield Question(asked("legal", number), moves)
    for illegal in vector.get("illegal", ()):
        number += 1
        yield Question({**asked("judge", number), "move": {"act": illegal["act"], "args": illegal["args"]}}, False)
    for legal in vector["moves"][:3]:
        number += 1
        yield Question({**asked("judge", number), "move": {"act": legal["act"], "args": legal["args"]}}, True)
    number += 1
    yield Question(asked("score", number), _json(vector["score"]["points"]))
    for transition in vector["transitions"][:3]:
        if transition["awaits"] == "move":
            number += 1
            move = vector["moves"][transition["move"]]
            made: json_forms.MoveJson = {"act": move["act"], "args": move["args"]}
            yield Question({**asked("apply", number), "move": made}, _json(transition["after"]["zones"]))


def _json(value: object) -> Json:
    found = json_text.parse_json(json_text.write_json({"value": value}), "")
    assert not isinstance(found, Diagnostic)
    table = json_text.as_object(found)
    assert table is not None
    return table["value"]


def is_unknown(question: Question, answer: Json) -> bool:
    """Return whether a program reports that it has no answer to this question."""
    table = json_text.as_object(answer) or {}
    return table.get("id") == question.asked["id"] and table.get("unknown") is True


def disagreement(game: Game, question: Question, answer: Json) -> Disagreement | None:
    """Return the difference between an answer and the answer of the rules. Return None if they agree."""
    table, asked = json_text.as_object(answer), question.asked
    if table is None or table.get("id") != asked["id"]:
        return Disagreement(msg("the answer is not an object with the `id` of the question"))
    match asked["ask"]:
        case "legal":
            return _of_moves(game, question, table.get("moves"))
        case "judge":
            if table.get("legal") is question.expected:
                return None
            why = msg("the move is legal") if question.expected else msg("the move is not legal")
            return _cited(game, asked, asked.get("move"), why)
        case "score":
            return None if _same(table.get("points"), question.expected) else Disagreement(msg("the points differ"))
        case "apply":
            return _of_zones(question, table.get("zones"))


def _of_moves(game: Game, question: Question, stated: Json) -> Disagreement | None:
    listed, expected = json_text.as_list(stated), json_text.as_list(question.expected) or []
    if listed is None:
        return Disagreement(msg("the answer has no list of `moves`"))
    extra = next((move for move in listed if not any(_same(move, other) for other in expected)), None)
    if extra is not None:
        return _cited(game, question.asked, extra, msg("the answer lists a move that is not legal"))
    missing = next((move for move in expected if not any(_same(other, move) for other in listed)), None)
    return None if missing is None else _cited(game, question.asked, missing, msg("the answer omits a legal move"))


def _of_zones(question: Question, stated: Json) -> Disagreement | None:
    zones, expected = json_text.as_object(stated), json_text.as_object(question.expected) or {}
    if zones is None:
        return Disagreement(msg("the answer has no `zones`"))
    wrong = next((name for name, cards in zones.items() if not _same(cards, expected.get(name))), None)
    return None if wrong is None else Disagreement(msg("the cards in `{zone}` differ", zone=wrong))


def _cited(game: Game, asked: QuestionJson, move: Json | json_forms.MoveJson | None, why: Message) -> Disagreement:
    """Return a disagreement about a move, with the clauses and the article of the arbiter's ruling on it."""
    chosen = choose(game, {**{k: str(v) for k, v in asked["settings"].items()}, "players": str(asked["players"])})
    value = _json(asked["position"])
    rules = Fitting(chosen).rules(value, "position") if isinstance(chosen, Game) else chosen
    if not isinstance(rules, Rules):
        return Disagreement(why)
    state, meant = read_position(rules, value), _move_of(rules, move)
    verdict = judge(rules, state, meant) if isinstance(state, State) and meant is not None else None
    if not isinstance(verdict, Judgement):
        return Disagreement(why)
    articles = (article_of(rules.game, name) for name in verdict.clauses)
    article = next((found.key for found in articles if found is not None), "")
    return Disagreement(why, verdict.clauses, article)


def _move_of(rules: Rules, move: object) -> Move | None:
    if not isinstance(move, Mapping):
        return None
    found = read_written(rules.game, json_text.write_json({**cast("Mapping[str, object]", move)}))
    return found if isinstance(found, Move) else None


def _same(one: Json, other: Json) -> bool:
    """Compare two values. Ignore the order of a list's members, and parts of the first value that the second does not have."""
    first, second = json_text.as_object(one), json_text.as_object(other)
    if first is not None and second is not None:
        return all(key in first and _same(first[key], value) for key, value in second.items())
    row, line = json_text.as_list(one), json_text.as_list(other)
    if row is not None and line is not None:
        return len(row) == len(line) and sorted(map(json_text.write_json, row)) == sorted(map(json_text.write_json, line))
    return one == other and isinstance(one, bool) == isinstance(other, bool)
