"""States of play and moves, and the layout of both as integers.

A `Layout` gives each zone and memory cell of a checked game its cells in one flat row of integers. A zone is a bit mask over
the cards of the deck; an ordered pile has a second cell with its order, one byte per card, the top card in the lowest byte. A
family is a row of cells, one for each of its groups, as masks of faces (a card with its reading). The masks are in ascending
order, followed by empty cells. Memory is plain numbers: a counter's value, a flag as 0 or 1, a mark as a mask, a reference as a
number or `NOBODY`. Decks of more than 255 cards are refused.

A `State` is an immutable row, equal and hashed by value: the place of every card, the contents of memory, whose turn it is, the
step of the turn, and whether a move is awaited, a hand has been counted or the match is over. It is read through the layout.

A `Move` is an act with its arguments and the permissions that warrant it. A `Ruling` refers to a move. Both are printed as an
author writes them. `take_seats` exchanges players; everything that belongs to a player moves to the new seat, and references
are adjusted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cartaro_grammar import Game, msg, phrase_in
from cartaro_grammar import game as g
from cartaro_interpreter.state.card_sets import FaceSets, mask_of, members
from cartaro_interpreter.state.faults import Faulted

# ------------------------------------------------------------------------ layout


Cells = Sequence[int]
"""The row of a state, as a read-only sequence."""

TURN: Final = 0
STEP: Final = 1
PHASE: Final = 2
ENDING: Final = 3
OUT_OF_SIGHT: Final = 4
_FIRST: Final = 5

NOBODY: Final = -1
MOST_CARDS: Final = 255
MOST_GROUPS: Final = 62
"""The greatest number of groups of a family, so that a set of groups is a mask in one word of the engine. A pack of at most
this number of cards cannot exceed the limit. With a larger pack, a further group is reported as a limit of the program, C0804.
"""

PHASE_BEFORE: Final = 0
PHASE_TURN: Final = 1
PHASE_COUNTED: Final = 2
PHASE_OVER: Final = 3

GOING_ON: Final = 0
END_TURN: Final = 1
END_HAND: Final = 2
VOID_HAND: Final = 3
END_MATCH: Final = 4
VOID_MATCH: Final = 5


@dataclass(frozen=True, slots=True)
class Place:
    """The cells of a zone. Owner number i has the cell `slot + i` and, in a pile, `order + i` (`order` is 0 if the zone has no
    order). In a family `slot + i` is the cell of its group number i.
    """

    zone: g.Zone
    slot: int
    order: int
    count: int


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of a memory cell in the row: owner number i has the cell `slot + i`."""

    cell: g.Cell
    slot: int
    count: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole row: its size, the places of zones and memory, and the cells that hold cards: `holders` are the cells of plain
    zones, `families` the cells of groups. `playing` is the cell with the mask of the players still in the match, 0 if nobody
    can leave it.
    """

    size: int
    pack: int
    places: dict[str, Place]
    memory: dict[str, Slot]
    holders: tuple[int, ...]
    order_of: dict[int, int]
    families: tuple[Place, ...]
    faces: FaceSets
    playing: int


def lay_out(game: Game) -> Layout:
    """Return the layout of a game's states."""
    owners: dict[g.Owner, int] = {"table": 1, "player": game.players, "side": game.sides}
    free = _FIRST
    places: dict[str, Place] = {}
    memory: dict[str, Slot] = {}
    order_of: dict[int, int] = {}
    playing = free if game.with_sentence(g.TakesPart) else 0
    free += 1 if playing else 0
    for zone in game.zones:
        count = min(len(game.deck.cards), MOST_GROUPS) if zone.family else owners[zone.owner]
        order = free + count if zone.ordered else 0
        places[zone.name] = Place(zone, free, order, count)
        if order:
            order_of.update((free + i, order + i) for i in range(count))
        free += 2 * count if order else count
    for cell in game.cells:
        memory[cell.name] = Slot(cell, free, owners[cell.owner])
        free += owners[cell.owner]
    plain = (place for place in places.values() if not place.zone.family)
    slots = (slot for place in plain for slot in range(place.slot, place.slot + place.count))
    families = tuple(place for place in places.values() if place.zone.family)
    pack = (1 << len(game.deck.cards)) - 1
    faces = FaceSets(game.faces)
    return Layout(free, pack, places, memory, (OUT_OF_SIGHT, *slots), order_of, families, faces, playing)


def pile_of(mask: int, order: int) -> tuple[int, ...]:
    """Return the cards of a pile, the top first."""
    return tuple(order.to_bytes(mask.bit_count(), "little"))


class Pack(tuple[int, ...]):
    """Shuffled cards, the top first. The source of chance computes the order cell of a pile of exactly these cards."""

    __slots__ = ()

    @property
    def order(self) -> int:
        """Return the order cell. A subclass may return a number that also records which cards are looked at."""
        return int.from_bytes(bytes(self), "little")


def order_of_pile(cards: Sequence[int]) -> int:
    """Return the order cell of a pile with these cards, the top first."""
    return cards.order if isinstance(cards, Pack) else int.from_bytes(bytes(cards), "little")


def arranged(cells: Cells, layout: Layout, slot: int) -> tuple[int, ...]:
    """Return the cards that a cell holds: a pile from the top down, another zone in the deck's order."""
    order = layout.order_of.get(slot)
    return members(cells[slot]) if order is None else pile_of(cells[slot], cells[order])


def relocate(cells: list[int], layout: Layout, cards: int, to: int, *, under: bool = False) -> None:
    """Move cards from anywhere to one cell. They are put together, in their order, on the top of a pile or under it."""
    if layout.families or layout.faces.read:
        cards = lift(cells, layout, cards)
    order = layout.order_of.get(to)
    lifted = _lifted(cells, layout, cards) if order is not None else ()
    _take_out(cells, layout, cards)
    if order is not None and under:
        rest = pile_of(cells[to], cells[order])
        cells[order] = order_of_pile(lifted) << (8 * len(rest)) | order_of_pile(rest)
    cells[to] |= cards
    if order is not None and not under:
        cells[order] = cells[order] << (8 * len(lifted)) | order_of_pile(lifted)


def take_away(cells: list[int], layout: Layout, faces: int) -> None:
    """Remove cards from their zones."""
    cards = layout.faces.physical(faces)
    lift(cells, layout, cards)
    _take_out(cells, layout, cards)


def _take_out(cells: list[int], layout: Layout, cards: int) -> None:
    """Remove cards from plain zones. The order of a pile is examined only if some of its cards are taken and others remain."""
    order_of = layout.order_of
    for slot in layout.holders:
        here = cells[slot] & cards
        if here:
            cells[slot] ^= here
            if slot not in order_of:
                continue
            order = order_of[slot]
            if not cells[slot]:
                cells[order] = 0
            elif here == 1 << (cells[order] & 255):
                cells[order] >>= 8
            else:
                rest = (c for c in pile_of(cells[slot] | here, cells[order]) if not here >> c & 1)
                cells[order] = order_of_pile(tuple(rest))


def lift(cells: list[int], layout: Layout, cards: int) -> int:
    """Move cards from their groups to `out of sight`; each is read as itself again. Return the cards."""
    if cards & ~layout.pack:
        cards = layout.faces.physical(cards)
    for place in layout.families:
        slot, end = place.slot, place.slot + place.count
        while slot < end and cells[slot]:
            faces = layout.faces.expanded(cards)
            if cells[slot] & faces:
                groups = groups_of(cells, place)
                cells[OUT_OF_SIGHT] |= layout.faces.physical(sum(groups) & faces)
                put_groups(cells, place, [left for group in groups if (left := group & ~faces)])
                break
            slot += 1
    return cards


def groups_of(cells: Cells, place: Place) -> list[int]:
    """Return the groups of a family, which are in its first cells, as masks of faces."""
    found: list[int] = []
    for group in cells[place.slot : place.slot + place.count]:
        if not group:
            break
        found.append(group)
    return found


def put_groups(cells: list[int], place: Place, groups: Sequence[int]) -> None:
    """Set the groups of a family."""
    if len(groups) > place.count:
        raise Faulted("C0804", msg("{what} has more than {n} groups", what=f"`{place.zone.name}`", n=place.count))
    cells[place.slot : place.slot + place.count] = [*sorted(groups), *([0] * (place.count - len(groups)))]


def _lifted(cells: Cells, layout: Layout, cards: int) -> tuple[int, ...]:
    """Return some cards in their present order, zone after zone."""
    if cards & (cards - 1) == 0:
        return members(cards)
    held = (slot for slot in layout.holders if cells[slot] & cards)
    return tuple(c for slot in held for c in arranged(cells, layout, slot) if cards >> c & 1)


def deal_from(cells: list[int], source: int, order: int, count: int) -> int:
    """Take up to `count` cards off the top of a pile. Return their mask."""
    left = min(count, cells[source].bit_count())
    if not left:
        return 0
    dealt = mask_of(tuple((cells[order] & (1 << 8 * left) - 1).to_bytes(left, "little")))
    cells[order] >>= 8 * left
    cells[source] ^= dealt
    return dealt


# ------------------------------------------------------------------------- state


@dataclass(frozen=True, slots=True)
class State:
    """One row of numbers; see `Layout`."""

    cells: tuple[int, ...]

    @property
    def phase(self) -> int:
        """Return the kind of entry that is awaited: `PHASE_BEFORE` (a hand), `PHASE_TURN` (a move), `PHASE_COUNTED` (the next
        hand) or `PHASE_OVER` (nothing).
        """
        return self.cells[PHASE]

    @property
    def turn(self) -> int:
        """Return whose turn it is, from 0, or `NOBODY`."""
        return self.cells[TURN]


def conserved(layout: Layout, state: State) -> bool:
    """Return whether each card of the deck is in exactly one zone, and each pile's order has just the cards of the pile."""
    seen = 0
    for slot in layout.holders:
        held = state.cells[slot]
        if held & seen:
            return False
        seen |= held
    for place in layout.families:
        for group in groups_of(state.cells, place):
            cards = layout.faces.physical(group)
            if cards & seen or cards.bit_count() != group.bit_count():
                return False
            seen |= cards
    return seen == layout.pack and all(_in_order(state, slot, order) for slot, order in layout.order_of.items())


def _in_order(state: State, slot: int, order: int) -> bool:
    mask = state.cells[slot]
    ordered = 0
    for card in pile_of(mask, state.cells[order]):
        ordered |= 1 << card
    return ordered == mask and state.cells[order] >> (8 * mask.bit_count()) == 0


# -------------------------------------------------------------------------- move


OPEN_CARD = -2
"""An argument that chance has not yet determined: a card that the actor does not see."""
END_OF_TURN = "end turn"
"""The move that ends an optional turn early; an author's act cannot have a name with a space."""


@dataclass(frozen=True, slots=True)
class Move:
    """An act, its arguments in the order of its parameters, and the permissions in force that no prohibition bars. An argument
    is a card's (player's, side's) number for `one`, a mask for `some` and `all`, an answer's index for `either`. Two moves are
    the same if their acts and arguments are the same. A finding is a move of the arbiter and needs no permission.

    `face_down` has, for each argument, the number of cards that the reader of the move does not know: these cards are left out
    of a set, and a single unknown card is open. `face_down` is empty in a move with all its cards.
    """

    act: str
    args: tuple[int, ...]
    by: tuple[str, ...]
    face_down: tuple[int, ...] = ()

    def same(self, other: Move) -> bool:
        """Return whether both are the same act with the same arguments."""
        return self.act == other.act and self.args == other.args


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling of the arbiter on a move that broke a rule: the name of a breach clause."""

    clause: str


RecordEntry = Move | Ruling
"""An entry of a record: moves and findings, and rulings on moves."""

WrittenArgument = str | int | Sequence[str] | Sequence[int] | None


def argument_codes(game: Game, parameter: g.Parameter, value: int) -> WrittenArgument:
    """Return an argument in its written form: the code of a card, codes in the order of the deck, an answer, a number, the
    names of values of an attribute, or players and sides counted from 1; None for a card that is left open.
    """
    if value == OPEN_CARD:
        return None
    if parameter.choice == "either":
        return parameter.answers[value]
    if parameter.type.kind == "card":
        return game.faces.codes[value]
    if parameter.type.kind in ("cards", "group"):
        return codes_of(game, value)
    if parameter.type.kind in ("symbol", "symbols"):
        names = symbols_of(game, parameter)
        return names[value] if parameter.type.kind == "symbol" else [names[number] for number in members(value)]
    if parameter.type.kind == "number":
        return value
    return value + 1 if parameter.type.kind in ("player", "side") else [number + 1 for number in members(value)]


def numbers_of(parameter: g.Parameter) -> range:
    """Return the numbers among which a parameter is chosen, as far as the text determines it before play."""
    bounds = parameter.domain
    low, high = 0, g.MOST_CHOSEN_NUMBER
    if isinstance(bounds, g.Numbers):
        low = bounds.low.value if isinstance(bounds.low, g.Number) else low
        high = bounds.high.value if isinstance(bounds.high, g.Number) else high
    return range(low, high + 1)


def symbols_of(game: Game, parameter: g.Parameter) -> tuple[str, ...]:
    """Return the names of the values of the attribute from which a parameter is chosen."""
    attribute = next(a for a in game.deck.attributes if a.name == parameter.type.enumeration)
    return tuple(value.name for value in attribute.values)


def codes_of(game: Game, mask: int) -> list[str]:
    """Return a set of faces in its written form: in the order of the deck, and of the cards that they are read as."""
    return [game.faces.codes[number] for number in in_order(game, mask)]


def in_order(game: Game, mask: int) -> list[int]:
    """Return the faces of a set in the written order."""
    faces = game.faces
    return sorted(members(mask), key=lambda number: (faces.kind[faces.faces[number].like], faces.faces[number].card))


def describe(game: Game, move: Move) -> dict[str, WrittenArgument]:
    """Return the arguments of a move in their written form, by parameter."""
    if move.act == END_OF_TURN:
        return {}
    act: g.Act = game.act[move.act]
    return {p.name: argument_codes(game, p, value) for p, value in zip(act.parameters, move.args, strict=True)}


def cites(game: Game, by: tuple[str, ...]) -> tuple[str, ...]:
    """Return the source rows that some clauses cite, without duplicates. A clause without citations has the citations of its
    article, unless it is marked as stated by no source.
    """
    articles = {article.key: article for article in game.ruleset.articles}
    found: dict[str, None] = {}
    for name in by:
        clause = game.clause[name]
        article = articles.get(clause.article)
        found.update(dict.fromkeys(clause.cites or (article.cites if article and not clause.ours else ())))
    return tuple(found)


def cards_argument(parameter: g.Parameter, cards: tuple[int, ...]) -> int | None:
    """Return the value of an argument that consists of given cards. Return None if the parameter does not accept these
    cards.
    """
    if parameter.type.kind == "card":
        return cards[0] if len(cards) == 1 else None
    return mask_of(cards) if parameter.type.kind in ("cards", "group") else None


def single_cards(game: Game, move: Move) -> tuple[int, ...]:
    """Return the single cards, or faces, that a move names, without the cards of its sets and groups and without open cards."""
    parameters = () if move.act == END_OF_TURN else game.act[move.act].parameters
    cards = (value for p, value in zip(parameters, move.args, strict=True) if p.choice == "one" and p.type.kind == "card")
    return tuple(card for card in cards if card != OPEN_CARD)


def phrase(game: Game, move: Move, key_words: str | None = None) -> str:
    """Return a move as an author writes it: `take 6C 3S with CD`. Cards that are open or not known are left out. The words
    between the cards are in the language of the game's own text, unless another is given.
    """
    language = game.ruleset.key_words if key_words is None else key_words
    words = [move.act]
    for parameter in game.act[move.act].parameters if move.act != END_OF_TURN else ():
        value = describe(game, move)[parameter.name]
        if value is None or (move.face_down and value == []):
            continue
        words += [preposition_in(parameter, language), " ".join(map(str, value)) if isinstance(value, list) else str(value)]
    return " ".join(word for word in words if word)


def preposition_in(parameter: g.Parameter, language: str) -> str:
    """Return the word before an argument in a language of key words; "" if there is none."""
    return "" if parameter.preposition is None else phrase_in(parameter.preposition, language)


# ------------------------------------------------------------------ seat changes


def take_seats(cells: list[int], layout: Layout, game: Game, seated: tuple[int, ...]) -> None:
    """Move player `seated[n]` to seat n. If all players of a side change places together, the sides change too."""
    firsts = [game.side_of.index(side) for side in range(game.sides)]
    sides = tuple(game.side_of[seated[first]] for first in firsts)
    came_from = {"player": seated, "side": sides if sorted(sides) == list(range(game.sides)) else tuple(range(game.sides))}
    for place in layout.places.values():
        if place.zone.owner != "table":
            source = came_from[place.zone.owner]
            _permute(cells, place.slot, source)
            if place.order:
                _permute(cells, place.order, source)
    for slot in layout.memory.values():
        if slot.cell.owner != "table":
            _permute(cells, slot.slot, came_from[slot.cell.owner])
        if slot.cell.kind == "reference" and slot.cell.type.kind in ("player", "side"):
            moved = came_from[slot.cell.type.kind]
            for number in range(slot.slot, slot.slot + slot.count):
                cells[number] = moved.index(cells[number]) if cells[number] >= 0 else cells[number]
    if cells[TURN] >= 0:
        cells[TURN] = seated.index(cells[TURN])


def _permute(cells: list[int], start: int, source: Sequence[int]) -> None:
    cells[start : start + len(source)] = [cells[start + number] for number in source]
