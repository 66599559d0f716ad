"""The published JSON form of vectors: positions of random play with their legal moves and the results of these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from cartaro_interpreter import json_forms, json_model

Awaited = Literal["move", "hand", "nothing"]


class TransitionJson(TypedDict):
    """A legal move and its result."""

    move: Annotated[json_forms.Count, "Which of the legal moves, counted from 0."]
    after: Annotated[
        json_forms.WrittenPositionJson,
        "The state after the move and all that follows it up to the next choice, or the end of the hand.",
    ]
    awaits: Annotated[Awaited, "A move of the same hand, the next hand of the match, or nothing: the match is over."]
    step: NotRequired[
        Annotated[
            json_forms.Number,
            "The awaited step of the turn, if a move is awaited: the first one that may still be done.",
        ]
    ]
    packs: NotRequired[
        Annotated[Sequence[json_forms.Codes], "The cards as they are shuffled on the way, top first, if any are."]
    ]
    score: NotRequired[
        Annotated[json_forms.ScoreJson, "The points of each side in the hand, if it has ended and been counted."]
    ]


class IllegalMoveJson(TypedDict):
    """A move that is not legal, and the reason."""

    act: json_forms.Act
    args: Mapping[str, json_forms.Argument]
    reason: Annotated[str, "The test that fails, as `cartaro explain` names it: `barred`, `permission`, …"]
    clauses: Annotated[Sequence[str], "Of that test: the prohibitions that bar it, the permissions that do not apply."]
    article: NotRequired[Annotated[str, "The article of the first of them."]]


class VectorJson(TypedDict):
    """A position of random play with all legal moves and the results of some of them; one line of `cartaro vectors`."""

    form: NotRequired[Annotated[int, "The version of this form: 2."]]
    game: str
    fingerprint: NotRequired[Annotated[str, "The beginning of the digest of the texts, house rules and players."]]
    players: json_forms.Number
    settings: json_forms.Settings
    seed: json_forms.Count
    hand: Annotated[json_forms.Count, "The number of the hand of this seed."]
    made: Annotated[json_forms.Count, "How many moves have been made in the hand."]
    position: json_forms.WrittenPositionJson
    step: Annotated[json_forms.Number, "The step of the turn that is awaited: the first one that may still be done."]
    player: Annotated[json_forms.Number, "The seat of the player who can make the first of the legal moves."]
    moves: Annotated[Sequence[json_forms.LegalMoveJson], "Every legal move, in canonical order."]
    score: Annotated[json_forms.ScoreJson, "The points that each side would get for the cards in the position."]
    transitions: Annotated[Sequence[TransitionJson], json_model.Bounds(1)]
    illegal: NotRequired[Annotated[Sequence[IllegalMoveJson], "Moves that are not legal here, with `--cover`."]]
    covers: NotRequired[
        Annotated[Sequence[str], "The case that it is the first to show, with `--cover`: `permits NAME`, `bars NAME`, …"]
    ]
