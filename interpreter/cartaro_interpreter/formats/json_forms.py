"""The published JSON forms of positions, moves and records.

They are the contract with other programs (decision 0027): `docs/schemas` is generated from them, readers accept their keys, and
writers use their types.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict, TypeVar

from cartaro_interpreter.formats.json_model import Bounds, Keys, Named, open_to

Count: TypeAlias = Annotated[int, Bounds(0)]
Number: TypeAlias = Annotated[int, Bounds(1)]
"""A number from 1: the number of a player, a side or a step, or a number of players."""

Value = TypeVar("Value")
ByNumber: TypeAlias = Annotated[Mapping[str, Value], Keys("^[1-9][0-9]*$"), "By seat or side, counted from 1."]

Codes: TypeAlias = Annotated[
    Sequence[Annotated[str, Bounds(1)]],
    Named("codes", "Cards by their codes; a card that is read as another has its reading, `JK/9♣`."),
]
Zone: TypeAlias = Annotated[Codes | ByNumber[Codes] | Annotated[Sequence[Codes], "A family: its groups."], Named("zone")]
Zones: TypeAlias = Mapping[str, Zone]
Cell: TypeAlias = Annotated[
    int | bool | str | Codes | None,
    Named(
        "cell",
        "A counter's number, a flag, a card's code or a value's name, a player's or side's number, nobody (null), or the codes"
        " of marked cards.",
    ),
]
Memory: TypeAlias = Annotated[Mapping[str, Cell | ByNumber[Cell]], Named("memory")]
Settings: TypeAlias = Annotated[Mapping[str, str | int], "House rules by name."]
Argument: TypeAlias = Annotated[
    str | int | Codes | Sequence[int] | None,
    Named(
        "argument",
        "A card's code, a player's or side's number, several of either, or an answer by its name; null for a card that is"
        " chosen unseen and not yet drawn, which a record does not have.",
    ),
]
Act: TypeAlias = Annotated[str, "The name of the act, or `end turn`."]
Permissions: TypeAlias = Annotated[Sequence[str], "The clauses that permit it."]
Citations: TypeAlias = Annotated[Sequence[str], "The rows of the sources on which these stand."]


class MoveJson(TypedDict):
    """A move: an act and its arguments."""

    act: Act
    args: NotRequired[Mapping[str, Argument]]
    by: NotRequired[Permissions]
    cites: NotRequired[Citations]


class LegalMoveJson(TypedDict):
    """A legal move, with the clauses that permit it and their citations."""

    act: Act
    args: Mapping[str, Argument]
    by: Permissions
    cites: Citations


class MovesJson(TypedDict):
    """The legal moves of a position, as `cartaro moves` prints them."""

    moves: Sequence[LegalMoveJson]


@open_to(Argument)
class RulingJson(TypedDict):
    """An entry of the arbiter: a finding with arguments (next to its name or under `args`), or the name of a breach clause."""

    ruling: str
    args: NotRequired[Mapping[str, Argument]]


Awaited: TypeAlias = Literal["move", "first hand", "hand", "nothing"]


class WrittenPositionJson(TypedDict):
    """A position as Cartaro writes it."""

    zones: Annotated[
        Zones, "Where cards lie, piles from the top down; zones not named are empty, cards not named are out of sight."
    ]
    turn: NotRequired[Annotated[Number, "The player whose turn it is; 1 if it is not given."]]
    counters: NotRequired[
        Annotated[Memory, "Counters, flags, references and marks; those not named are as at the beginning of their period."]
    ]
    players: NotRequired[Number]
    settings: NotRequired[Settings]
    moves: NotRequired[
        Annotated[
            Sequence[str | MoveJson],
            Bounds(greatest=200),
            "Moves that continue from the described position, in words or as JSON.",
        ]
    ]
    begun: NotRequired[Annotated[bool, "Whether the effects at the start of the turn have happened."]]
    step: NotRequired[
        Annotated[
            Number, "The step of the turn that comes next, counted from 1 in the order of the text; then the turn has begun."
        ]
    ]
    awaits: NotRequired[
        Annotated[
            Awaited,
            "The next event; a move if it is not given. With `hand` and `nothing`, the last hand has been counted.",
        ]
    ]
    playing: NotRequired[
        Annotated[Sequence[Number], "The players who take part in the match, if it does not follow from the counters."]
    ]


class PositionJson(WrittenPositionJson):
    """A state of a game that somebody describes, or that Cartaro writes."""

    name: NotRequired[object]
    note: NotRequired[object]
    id: NotRequired[object]
    points: NotRequired[object]
    shares: NotRequired[object]


class ScoreJson(TypedDict):
    """The points of each side, by heading and in all."""

    points: ByNumber[int]
    shares: ByNumber[Mapping[str, int]]


@open_to(object)
class ResultJson(TypedDict):
    """The result of play; compared when a record is replayed."""

    points: NotRequired[ByNumber[int]]
    shares: NotRequired[ByNumber[Mapping[str, int]]]
    zones: NotRequired[Zones]
    counters: NotRequired[Memory]
    rulings: NotRequired[Sequence[Mapping[str, object]]]


class RecordJson(TypedDict):
    """A record of a hand or a match. Replaying it gives the same state."""

    form: NotRequired[Annotated[int, "The version of this form: 2; records of version 1 do not have it."]]
    game: NotRequired[Annotated[str, "The name of the ruleset."]]
    edition: NotRequired[Annotated[str, "The edition that the ruleset states."]]
    fingerprint: NotRequired[
        Annotated[str, "The beginning of the digest of its texts, house rules and players, as on its pages."]
    ]
    stock: Annotated[Codes | Sequence[Codes], "The pack as shuffled, top first; a list of packs if there were several."]
    moves: Sequence[MoveJson | RulingJson]
    match: NotRequired[Annotated[bool, "Whether it is of a whole match."]]
    left: NotRequired[Annotated[bool, "Whether play was left before its end."]]
    players: NotRequired[Number]
    settings: NotRequired[Settings]
    result: NotRequired[ResultJson]
    name: NotRequired[Annotated[object, "What answers call it."]]
    date: NotRequired[Annotated[object, "The day on which it was played: `2026-11-25`."]]
    seats: NotRequired[Annotated[object, "Who sat where, in the order of play: names of people, or kinds of opponents."]]
    note: NotRequired[object]
    points: NotRequired[object]
    shares: NotRequired[object]
    zones: NotRequired[object]
    seed: NotRequired[object]
