"""States of the second evaluator: the places of the cards, memory, and the point of play.

The evaluator is an oracle for tests. It was written from the reference (`docs/reference`), the guide, the pages of the command
and decision 0001, without the interpreter, and imports nothing from it. A state is an immutable mapping, an effect is a
function from state to state, and an expression is a function of a state and an environment; chance is an argument. Nothing is
cached between two questions, and every set is listed.

`COVERED` lists the constructs that it evaluates, by the unions of the model to which they belong. `LEFT_OUT` lists the others,
with the reason: groups of cards and readings (`Form`, `Splits`, `ReadAs`, families of zones), and remedies for
breaches. `left_out` finds them in a game. The pack and the seats are read from the data of the game, not from the
clauses about them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from cartaro_grammar.model import game as g
from cartaro_grammar.model.parts import parts

Member = int | str
"""A number, a value of an attribute, or the number of a card, player or side."""
Value = bool | int | str | frozenset[Member] | None
"""The value of an expression; None stands for `none` and `nobody`."""
Place = tuple[str, int]
"""A zone or a cell of memory: its name and its owner's number, or `TABLE` if the table owns it."""
Chance = Callable[[int, tuple[int, ...]], tuple[int, ...]]
"""Gives the result of the n-th shuffle of a match: these cards, listed in the order of the deck, in their new order, the top
card first.
"""

TABLE = -1
MOST_REPEATS = 2_000
CLASH, GAP, NO_DIVISOR, TOO_MANY, WRONG_SEATS = "C0801", "C0802", "C0803", "C0804", "C0805"
ENDLESS, ENDLESS_TURN, IDLE, NOBODYS_TURN = "C0806", "C0807", "C0808", "C0809"

COVERED: Mapping[str, frozenset[str]] = {
    "Expr": frozenset({
        "Number", "Truth", "Symbol", "Symbols", "Numbers", "Cards", "AllCards", "Everyone", "LastPlayer", "Nobody", "Actor",
        "Local", "InZone", "Recall", "Attribute", "Apply", "ScoreOf", "Operation", "Single", "Only", "Size", "Where", "Total",
        "OverSets", "Quantified", "Extreme", "Select", "Neighbour", "FirstOf", "SideOf", "Top", "Can", "Applies", "Pattern",
    }),
    "EffectBody": frozenset({
        "MoveCards", "Deal", "Shuffle", "Add", "Become", "MarkAs", "Exchange", "Show", "Seat", "Repeat", "End", "Nothing",
    }),
    "Sentence": frozenset({
        "Permission", "Prohibition", "Obligation", "Step", "Definition", "Sees", "Score", "Begins", "Passes", "Ends",
        "SidesAre", "TakesPart", "Runs", "Consequence", "Material",
    }),
    "ClaimLine": frozenset({"Always", "AtEvery", "BeforeEvery", "AfterEvery", "Possible", "ExtremeClaim"}),
    "ExampleLine": frozenset({"Holds", "Given", "MayDo", "MayNot", "MayOnly", "Shuffled", "Do", "Check"}),
}  # fmt: skip
LEFT_OUT: Mapping[str, Mapping[str, str]] = {
    "Expr": {
        "Setting": "a game has the value of each option in its place",
        "Splits": "divisions of cards into groups",
        "ReadAs": "readings of cards in groups",
    },
    "EffectBody": {"Form": "groups of cards"},
    "Sentence": {"Breach": "remedies of the arbiter", "Conduct": "a text for people"},
    "ClaimLine": {},
    "ExampleLine": {},
}


def left_out(game: g.Game) -> str:
    """Return why a game is not covered, or "" if it is."""
    if game.faces.count > game.faces.pack:
        return "readings of cards"
    if any(zone.family for zone in game.zones):
        return "groups of cards"
    if any(isinstance(part, g.Splits | g.ReadAs | g.Form) for part in parts((game.acts, game.clauses, game.claims))):
        return "divisions of cards"
    return ""


class Stops(Exception):
    """Play stops: the rules do not decide a case, or ask for something that does not exist."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


Awaits = Literal["first hand", "hand", "move", "nothing"]
"""The next event: the first hand, another hand, a move, or nothing more."""


@dataclass(frozen=True)
class State:
    """The cards of each zone, memory, and the point of play. A pile is listed from the top down, any other zone in the order of
    the deck.

    `step` is the number of the turn's next step, `shuffles` the number of shuffles so far.
    """

    zones: Mapping[Place, tuple[int, ...]]
    memory: Mapping[Place, Value]
    playing: frozenset[int]
    turn: int | None = None
    step: int = 0
    awaits: Awaits = "first hand"
    shuffles: int = 0

    def with_zone(self, place: Place, cards: tuple[int, ...]) -> State:
        return replace(self, zones=MappingProxyType({**self.zones, place: cards}))

    def with_value(self, place: Place, value: Value) -> State:
        return replace(self, memory=MappingProxyType({**self.memory, place: value}))

    def without(self, cards: frozenset[int]) -> State:
        """Return the state in which these cards are in no zone."""
        zones = {place: tuple(card for card in held if card not in cards) for place, held in self.zones.items()}
        return replace(self, zones=MappingProxyType(zones))


@dataclass(frozen=True)
class At:
    """The point at which something is evaluated: a game, a state, the player who acts, the bound names, and chance."""

    game: g.Game
    state: State
    actor: int | None
    chance: Chance
    names: Mapping[str, Value] = field(default_factory=dict[str, Value])

    def named(self, names: Mapping[str, Value]) -> At:
        """Return this point with further names."""
        return replace(self, names={**self.names, **names})

    def only(self, names: Mapping[str, Value]) -> At:
        """Return this point with these names and no others."""
        return replace(self, names=names)

    def by(self, actor: int | None) -> At:
        return replace(self, actor=actor)

    def then(self, state: State) -> At:
        return replace(self, state=state)


# ----------------------------------------------------------------------------------------- people


def owners_of(game: g.Game, owner: g.Owner) -> tuple[int, ...]:
    """Return every possible owner of a zone or cell, in the order of the seats."""
    return {"table": (TABLE,), "player": tuple(range(game.players)), "side": tuple(range(game.sides))}[owner]


def everybody(at: At, owner: g.Owner) -> tuple[int, ...]:
    """Return the players or sides who take part, in the order of the seats."""
    players = tuple(sorted(at.state.playing))
    return players if owner == "player" else tuple(sorted({at.game.side_of[p] for p in players}))


def going_round(at: At, start: int, direction: int) -> tuple[int, ...]:
    """Return the players who take part, in the order of play after a seat; the player in that seat comes last."""
    seats = ((start + direction * n) % at.game.players for n in range(1, at.game.players + 1))
    return tuple(seat for seat in seats if seat in at.state.playing)


def neighbour(at: At, player: int | None, steps: int) -> int | None:
    """Return the player a given number of seats after another, or before if the number is negative."""
    for _ in range(abs(steps)):
        if player is None:
            return None
        round_table = going_round(at, player, 1 if steps > 0 else -1)
        player = round_table[0] if round_table else None
    return player


# ----------------------------------------------------------------------------------------- memory


def blank(game: g.Game) -> State:
    """Return a state without cards, in which nothing has happened."""
    zones = {(zone.name, owner): () for zone in game.zones for owner in owners_of(game, zone.owner)}
    return State(MappingProxyType(zones), MappingProxyType({}), frozenset(range(game.players)))


def empty_value(cell: g.Cell) -> Value:
    """Return the value of a cell that belongs to nobody, or that is declared without `at first`."""
    values: dict[str, Value] = {"counter": 0, "flag": False, "reference": None, "mark": frozenset[Member]()}
    return values[cell.kind]
