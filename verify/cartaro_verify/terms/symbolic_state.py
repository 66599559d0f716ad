"""Symbolic values, states and paths: the environments in which expressions are encoded, and the results of acts.

A `Value` is one of the kinds that an expression may have.  Numbers and truths are terms or plain Python constants; a set of
cards is a tuple with a 0/1 number for each card, a known card a `SingleCard`; players, sides and symbols are `Guarded`, cards
with a reading `Read`.  The functions `as_…` return a value as the kind of its expression's type, or raise `TypeError`.

A `SymbolicState` is immutable: the place of each card, the values of memory, and facts about them.  The order of a pile is not
represented: dealing may take any of its cards. This allows more than the rules, so every proof remains sound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from cartaro_grammar import Game
from cartaro_grammar import game as g
from cartaro_verify.results import statements as st
from cartaro_verify.terms import terms
from cartaro_verify.terms.terms import BoolTerm, Cond, IntTerm, Num, Variables, Vec

# ------------------------------------------------------------------------ values


@dataclass(frozen=True, slots=True)
class SingleCard:
    """One card: its number in the deck."""

    number: int


@dataclass(frozen=True, slots=True)
class Guarded:
    """Players, sides or symbols, each with the condition under which it is the value or one of its members; None means nobody.

    If it is a single value, exactly one condition is true; if it is a set, its members are those whose condition is true.
    """

    items: tuple[tuple[int | str | None, Cond], ...]

    def when(self, value: int | str | None) -> Cond:
        return terms.any_of(c for v, c in self.items if v == value)

    @property
    def owners(self) -> tuple[tuple[int, Cond], ...]:
        """Return the players or sides that may be the value, or that may be in the set, each with its condition."""
        return tuple((v, c) for v, c in self.items if isinstance(v, int) and c is not False)

    def moved(self, to: Callable[[int], int]) -> Guarded:
        """Return the value with a function applied to each player or side; nobody stays nobody."""
        return Guarded(tuple((to(v) if isinstance(v, int) else v, c) for v, c in self.items))

    @property
    def constant(self) -> int | str | None:
        """Return the single value; raise ValueError if it is not constant."""
        found = [v for v, c in self.items if c is True]
        if len(found) != 1 or any(not isinstance(c, bool) for _, c in self.items):
            raise ValueError("not a constant")
        return found[0]

    @property
    def known(self) -> bool:
        return all(isinstance(c, bool) for _, c in self.items)


def exactly(value: int | str | None) -> Guarded:
    return Guarded(((value, True),))


def merge(condition: Cond, yes: Guarded, other: Guarded) -> Guarded:
    """Return `yes` if the condition holds, else `other`."""
    if isinstance(condition, bool):
        return yes if condition else other
    values = dict.fromkeys([v for v, _ in yes.items] + [v for v, _ in other.items])
    return Guarded(tuple((v, terms.ite_cond(condition, yes.when(v), other.when(v))) for v in values))


@dataclass(frozen=True, slots=True)
class Read:
    """Cards with a reading each: the cards are represented, their readings are not.

    Equal signs with equal cards mean equal readings.  `shapes` are the possible sets of faces, up to equal cards (None: any
    set); `family` is the family of the group, if the value is a group.
    """

    cards: Vec | SingleCard
    sign: object
    shapes: tuple[int, ...] | None = None
    family: str = ""


Value = Num | Cond | Vec | SingleCard | Guarded | Read
Locals = Mapping[str, Value]


def as_number(value: Value) -> Num:
    match value:
        case bool():
            raise TypeError("a truth for a number")
        case int() | IntTerm():
            return value
        case _:
            raise TypeError(f"{type(value).__name__} for a number")


def as_truth(value: Value) -> Cond:
    match value:
        case bool() | BoolTerm():
            return value
        case _:
            raise TypeError(f"{type(value).__name__} for a truth")


def as_guarded(value: Value) -> Guarded:
    match value:
        case Guarded():
            return value
        case _:
            raise TypeError(f"{type(value).__name__} for players, sides or symbols")


def as_cards(value: Value) -> Vec:
    """Return a set of cards, or a card that is not constant; () means none."""
    match value:
        case tuple():
            return value
        case _:
            raise TypeError(f"{type(value).__name__} for cards")


def value_key(value: Value) -> object:
    """Return a hashable key; equal keys mean equal values."""
    match value:
        case tuple():
            return terms.keys(value)
        case SingleCard():
            return ("card", value.number)
        case Read():
            return ("read", value.sign, value_key(value.cards))
        case Guarded():
            return tuple((v, terms.key(c)) for v, c in value.items)
        case _:
            return terms.key(value)


# ----------------------------------------------------------------------- symbols


OwnedPlace = tuple[str, int]
"""A zone or cell and its owner, -1 if nobody owns it."""

NOWHERE: OwnedPlace = ("", -1)
"""The place of cards that are out of sight, which means in no named zone."""


NOBODY = -1
"""The value of the player to move while there is none, before the first turn of a hand."""

ActivePlayers = tuple[int, ...]
"""The players who take part in a hand, in the order of their seats."""

EVERYBODY: ActivePlayers = ()
"""All players take part."""


class NotCovered(Exception):
    """Raised for a construct that the encoding does not cover; the verdict is then `unknown` and names the construct."""

    def __init__(self, what: st.Uncovered | st.PlainReason) -> None:
        super().__init__(what)
        self.what = what

    @property
    def reason(self) -> st.Reason:
        """Return the reason of the verdict `unknown`."""
        return self.what if isinstance(self.what, st.PlainReason) else st.NotCoveredByEncoding(self.what)


class Unfounded(NotCovered):
    """Invariants that are false when they are checked again. This is a fault of the prover, so nothing is proved."""

    def __init__(self) -> None:
        super().__init__(st.PlainReason.NOT_INVARIANT)


class Unread(NotCovered):
    """Something that depends on the readings of cards.  The truth or number in which it occurs is left open; if there is no
    such value, the construct is not covered.
    """

    def __init__(self) -> None:
        super().__init__(st.Construct.READING)


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The cards, the memory, the turn and the active players of a state: everything that an expression can read.  A board is
    equal to itself only.  Results computed from a board are cached under that board, so that they are never used for another
    board, however it was made.
    """

    zones: Mapping[OwnedPlace, Vec]
    cells: Mapping[OwnedPlace, Value]
    turn: int
    active: ActivePlayers = EVERYBODY
    sizes: dict[OwnedPlace, Num] = field(default_factory=dict[OwnedPlace, Num], repr=False)
    """The numbers of cards in the zones that were queried."""

    def size(self, place: OwnedPlace) -> Num:
        if place not in self.sizes:
            self.sizes[place] = terms.sum_of(self.zones[place])
        return self.sizes[place]


@dataclass(frozen=True, slots=True)
class SymbolicState:
    """`step` is the step that the turn has reached.  `inside` maps a set of cards (by its key) to the zone that it is known to
    be part of, and the set.
    """

    board: Board
    step: int = 0
    facts: tuple[Cond, ...] = ()
    inside: Mapping[object, tuple[OwnedPlace, Vec]] = field(default_factory=dict[object, tuple[OwnedPlace, Vec]])

    @property
    def zones(self) -> Mapping[OwnedPlace, Vec]:
        return self.board.zones

    @property
    def cells(self) -> Mapping[OwnedPlace, Value]:
        return self.board.cells

    @property
    def turn(self) -> int:
        return self.board.turn

    @property
    def active(self) -> ActivePlayers:
        return self.board.active

    def number(self, cell: OwnedPlace) -> Num:
        """Return the value of a counter."""
        return as_number(self.cells[cell])

    def refers(self, cell: OwnedPlace) -> Guarded:
        """Return the player, side or symbol that a reference refers to."""
        return as_guarded(self.cells[cell])

    def having(self, *facts: Cond) -> SymbolicState:
        """Return the state with more facts, except constantly true ones."""
        return replace(self, facts=self.facts + tuple(f for f in facts if f is not True))

    def placing(self, zones: Mapping[OwnedPlace, Vec], *facts: Cond) -> SymbolicState:
        return replace(self, board=Board({**self.zones, **zones}, self.cells, self.turn, self.active)).having(*facts)

    def remembering(self, cell: OwnedPlace, value: Value) -> SymbolicState:
        return self.recalling({cell: value})

    def recalling(self, cells: Mapping[OwnedPlace, Value]) -> SymbolicState:
        """Return the state with these values in some cells."""
        return replace(self, board=Board(self.zones, {**self.cells, **cells}, self.turn, self.active))

    def taking_turn(self, player: int) -> SymbolicState:
        return replace(self, board=Board(self.zones, self.cells, player, self.active))

    def among(self, active: ActivePlayers) -> SymbolicState:
        """Return the state with these players in the match, and no others."""
        return replace(self, board=Board(self.zones, self.cells, self.turn, active))

    def at_step(self, step: int) -> SymbolicState:
        """Return the state with the turn at this step, and the same board."""
        return replace(self, step=step)


def owners(game: Game, owner: str) -> range:
    """Return the owners of a zone or cell of this sort; for the table, the range that has only -1."""
    return range(-1, 0) if owner == "table" else range(game.players if owner == "player" else game.sides)


def taking_part(game: Game, active: ActivePlayers, owner: str) -> tuple[int, ...]:
    """Return the owners of this sort that take part in the match: players, or sides with a player who does."""
    if active == EVERYBODY or owner == "table":
        return tuple(owners(game, owner))
    return active if owner == "player" else tuple(sorted({game.side_of[player] for player in active}))


def places(game: Game) -> tuple[OwnedPlace, ...]:
    """Return the zones of a game with their owners; the groups of a family count as one zone with all their cards."""
    return tuple((z.name, o) for z in game.zones for o in owners(game, z.owner))


def cell_places(game: Game) -> tuple[tuple[g.Cell, OwnedPlace], ...]:
    return tuple((c, (c.name, o)) for c in game.cells for o in owners(game, c.owner))


def domain(game: Game, cell: g.Cell) -> tuple[int | str, ...]:
    """Return the values of a reference to a player, a side or a symbol."""
    kind = cell.type
    match kind.kind:
        case "player":
            return tuple(range(game.players))
        case "side":
            return tuple(range(game.sides))
        case "symbol":
            named = next((tuple(v.name for v in a.values) for a in game.deck.attributes if a.name == kind.enumeration), None)
            return named or next(o.values for o in game.ruleset.options if o.name == kind.enumeration)
        case _:
            raise NotCovered(st.UncoveredKind(st.KindUse.REFERENCE, st.kind_of(kind)))


def unknown_value(variables: Variables, game: Game, cell: g.Cell, hint: str) -> tuple[Value, list[Cond]]:
    """Return a value of variables for a cell, and its bounds."""
    match cell.kind:
        case "counter":
            return variables.number(hint), []
        case "flag":
            return variables.truth(hint), []
        case "mark":
            marks = variables.cards(hint, len(game.deck.cards))
            return marks, terms.bit_bounds(marks)
        case "reference":
            if cell.type.kind == "card":
                card = variables.cards(hint, len(game.deck.cards))
                return card, [*terms.bit_bounds(card), terms.at_most(terms.sum_of(card), 1)]
            index, values = variables.number(hint), domain(game, cell)
            items: list[tuple[int | str | None, Cond]] = [(None, terms.equal(index, -1))]
            items += [(v, terms.equal(index, i)) for i, v in enumerate(values)]
            return Guarded(tuple(items)), [terms.at_least(index, -1), terms.at_most(index, len(values) - 1)]


def cleared(cell: g.Cell) -> Value:
    """Return the value that a cell without an `initial` has when its period begins; () means none."""
    match cell.kind:
        case "counter":
            return 0
        case "flag":
            return False
        case "mark":
            return ()
        case "reference":
            return () if cell.type.kind == "card" else exactly(None)


def partition(zones: Mapping[OwnedPlace, Vec]) -> list[Cond]:
    """Return the condition that each card is in exactly one place."""
    return [terms.all_of(terms.equal(terms.sum_of(column), 1) for column in zip(*zones.values(), strict=True))]


def anywhere(
    variables: Variables,
    game: Game,
    turn: int,
    hint: str = "s",
    known: Mapping[OwnedPlace, Value] | None = None,
    empty: Iterable[OwnedPlace] = (),
    out_of_sight: bool = False,
    active: ActivePlayers = EVERYBODY,
) -> SymbolicState:
    """Return an arbitrary state with this turn and these active players. Each card is in some zone, the cells in `known` are
    fixed, and the zones in `empty` have no cards.
    """
    size, facts, bare = len(game.deck.cards), list[Cond](), set(empty)
    zones: dict[OwnedPlace, Vec] = {}
    for place in (*places(game), *((NOWHERE,) if out_of_sight else ())):
        zones[place] = (0,) * size if place in bare else variables.cards(f"{hint}.{place[0]}{place[1]}", size)
        facts += terms.bit_bounds(zones[place])
    cells: dict[OwnedPlace, Value] = dict(known or {})
    for cell, place in cell_places(game):
        if place not in cells:
            cells[place], bounds = unknown_value(variables, game, cell, f"{hint}.{place[0]}{place[1]}")
            facts += bounds
    return SymbolicState(Board(zones, cells, turn, active), facts=tuple(facts) + tuple(partition(zones)))


# ------------------------------------------------------------------------- scope


@dataclass(frozen=True, slots=True)
class TermScope:
    """The environment of an expression: a state, the player who acts, and the bound names."""

    state: SymbolicState
    actor: int
    locals: Locals = field(default_factory=dict[str, Value])

    def binding(self, name: str, value: Value) -> TermScope:
        return replace(self, locals={**self.locals, name: value})


# ------------------------------------------------------------------------- paths


class Feasible(Protocol):
    """Return whether a path is not known to be infeasible; a quick answer may err on the side of feasible."""

    def __call__(self, state: SymbolicState, quick: bool = True) -> bool: ...


@dataclass(frozen=True, slots=True)
class Path:
    """A state on a path, and the period that an `end` has stopped there, if any ("turn" < "hand" < "match")."""

    state: SymbolicState
    stopped: g.Period | None = None
    void: bool = False
    reached: Literal["end", "count"] | None = None
    """The last moment of the end of the hand whose clauses have been run, if any. A hand is also counted if its count ends the
    match.
    """

    @property
    def uncounted(self) -> bool:
        """Return whether the hand was void, or the match has ended immediately. Such a hand is not counted, and its end is
        reached only if the match ended in it.
        """
        return self.void or self.stopped == "match"


@dataclass(frozen=True, slots=True)
class ReachedClause:
    """A clause of an event that is reached: its scope, and whether it takes effect there."""

    clause: str
    scope: TermScope
    happens: Cond

    @property
    def conditions(self) -> tuple[Cond, ...]:
        """Return the conditions under which the clause takes effect."""
        return (*self.scope.state.facts, self.happens)


@dataclass(frozen=True, slots=True)
class Round:
    """Any further round: the clause that repeated the course, the initial state of the round, and the places where the course
    is repeated again.
    """

    clause: str
    start: SymbolicState
    repeating: tuple[SymbolicState, ...]
