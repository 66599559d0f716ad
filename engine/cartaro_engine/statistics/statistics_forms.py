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
    """A share: the number of times that something was true, and the number of observations."""

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
    """The hands in which one seat played first."""

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
    counted: Annotated[json_forms.Count, "How many hands were counted; void hands are not counted."]
    moves: Annotated[MeanJson, "The choices of a hand."]
    options: Annotated[MeanJson, "The legal moves of a choice."]
    points: Annotated[Means, "The points of each side in a counted hand."]
    shares: Annotated[Mapping[str, Means], "The points of each side under each heading, in a counted hand."]
    ahead: Annotated[Shares, "In how many hands each side got more than every other."]
    level: Annotated[ShareJson, "In how many hands none did."]
    acts: Annotated[Events, "How often each act was done."]
    clauses: Annotated[Events, "At how many choices or deals of a hand each clause with an effect applied."]
    permissions: Annotated[
        Events, "At how many choices of a hand the move made was based on each permission; a move may be based on several."
    ]
    prohibitions: Annotated[
        Events,
        "At how many choices of a hand only this prohibition barred some move; searched in one hand, or match, of sixty-four.",
    ]
    counters: Annotated[
        Mapping[str, Means],
        "The value of each counter of each owner at the end of play; counters of annexes are left out.",
    ]
    beginners: Annotated[
        Mapping[str, BeginnerJson],
        json_model.Keys("^[1-9][0-9]*$"),
        "The results of the hands that each seat began, by its number from 1.",
    ]
    lengths: NotRequired[Annotated[MeanJson, "The hands of a match."]]
    cut_off: NotRequired[
        Annotated[
            json_forms.Number,
            "How many further matches were cut off because they had not ended after 1000 hands; nothing of them is counted.",
        ]
    ]
    wins: NotRequired[Annotated[Shares, "How many matches each side has won; missing if the rules do not define who wins."]]
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
    differs: Annotated[bool, "Whether chance would hardly cause this difference."]


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

    base: Annotated[StatisticsJson, "The base of the comparison."]
    others: Annotated[Sequence[OtherJson], json_model.Bounds(1)]
