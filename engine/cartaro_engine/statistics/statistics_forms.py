"""The published JSON forms of statistics and comparisons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from cartaro_interpreter import json_forms, json_model

PlayedBy = Literal["engine", "python", "interpreter"]
QuantityKind = Literal[
    "counted", "moves", "options", "lengths", "points", "shares", "ahead", "level", "wins", "acts", "clauses"
]
IntervalJson = Annotated[
    Sequence[float],
    json_model.Bounds(3, 3),
    json_model.Named("interval", "A value, and the two ends of the interval of 95 % around it."),
]


class MeanJson(TypedDict):
    """A mean over `count` observations, with their sum, sum of squares and, if they are kept, least and greatest value."""

    mean: IntervalJson
    count: json_forms.Count
    total: int
    squares: json_forms.Count
    least: NotRequired[int]
    greatest: NotRequired[int]


class ShareJson(TypedDict):
    """A share: something held in `times` of `count`."""

    share: IntervalJson
    count: json_forms.Count
    times: json_forms.Count


class EventJson(TypedDict):
    """The frequency of an event in a hand, and the number of hands in which it occurred."""

    a_hand: MeanJson
    hands: ShareJson


Means = Annotated[
    Mapping[str, MeanJson],
    json_model.Keys("^[1-9][0-9]*$"),
    json_model.Named("means", "A mean for each side or owner, by its number from 1."),
]
Shares = Annotated[
    Mapping[str, ShareJson],
    json_model.Keys("^[1-9][0-9]*$"),
    json_model.Named("shares", "A share for each side, by its number from 1."),
]
Events = Mapping[str, EventJson]


class BeginnerJson(TypedDict):
    """The hands that one seat began."""

    points: Means
    ahead: Shares


class StatisticsJson(TypedDict):
    """Statistics of hands or matches played at random, as `cartaro simulate --json` writes them."""

    game: str
    players: json_forms.Number
    house_rules: Annotated[Mapping[str, str], "The value of every option of the ruleset."]
    unit: Literal["hand", "match"]
    played: Annotated[json_forms.Number, "How many hands, or matches, were played: those with the numbers from 0 on."]
    seed: json_forms.Count
    played_by: Annotated[
        PlayedBy,
        "The compiled engine, the same as Python, or the interpreter; the numbers are the same.",
    ]
    hands: json_forms.Count
    counted: Annotated[json_forms.Count, "How many hands came to a count; a void one does not."]
    moves: Annotated[MeanJson, "The choices of a hand."]
    options: Annotated[MeanJson, "The legal moves of a choice."]
    points: Annotated[Means, "What each side got in a hand that was counted."]
    shares: Annotated[Mapping[str, Means], "What each side got under each heading, in a hand that was counted."]
    ahead: Annotated[Shares, "In how many hands each side got more than every other."]
    level: Annotated[ShareJson, "In how many hands none did."]
    acts: Annotated[Events, "How often each act was done."]
    clauses: Annotated[Events, "At how many choices or deals of a hand each clause about what happens came to pass."]
    permissions: Annotated[
        Events, "At how many choices of a hand the move done stood on each permission; a move may stand on several."
    ]
    prohibitions: Annotated[
        Events,
        "At how many choices of a hand each prohibition alone barred some move; looked for in one hand, or match, of"
        " sixty-four.",
    ]
    counters: Annotated[
        Mapping[str, Means],
        "What each counter of each owner was at the end of what was played; those of annexes are left out.",
    ]
    beginners: Annotated[
        Mapping[str, BeginnerJson],
        json_model.Keys("^[1-9][0-9]*$"),
        "What the hands came to that each seat began, by its number from 1.",
    ]
    lengths: NotRequired[Annotated[MeanJson, "The hands of a match."]]
    wins: NotRequired[Annotated[Shares, "How many matches each side has won; not there where the rules do not say who wins."]]
    not_lowered: NotRequired[Annotated[str, "Why the engine does not play this game."]]
    seconds: NotRequired[Annotated[float, json_model.Bounds(0)]]
    per_second: NotRequired[Annotated[float, json_model.Bounds(0)]]
    interrupted: NotRequired[Annotated[bool, "Whether the run was ended before all that was asked for was played."]]


class DifferenceJson(TypedDict):
    """A measure in the other game, less the measure of the base."""

    of: QuantityKind
    name: NotRequired[Annotated[str, "The heading, act or clause."]]
    side: NotRequired[json_forms.Number]
    difference: IntervalJson
    differs: Annotated[bool, "Whether chance alone would hardly make this difference."]


class OtherJson(TypedDict):
    """Another game: the settings changed in it, its statistics, and its differences."""

    changed: Annotated[
        Mapping[str, str],
        json_model.Bounds(1),
        "The house rules that are different, with their values; or `ruleset` with the name of the other.",
    ]
    statistics: StatisticsJson
    differences: Annotated[Sequence[DifferenceJson], "How much more every measure is here than in the base."]


class ComparisonJson(TypedDict):
    """A game and its differences from others, as `cartaro compare --json` gives it."""

    base: Annotated[StatisticsJson, "What is compared with."]
    others: Annotated[Sequence[OtherJson], json_model.Bounds(1)]
