"""The knowledge of each player during a game: sets of states that the player cannot distinguish by anything seen so far.

The sets are computed from an exploration. A set contains every state that can be reached by a sequence of play in which the
player has seen the same things: the view at every state, and every move as far as its cards were seen (an independent reading
of decision 0080). If the exploration was complete, a list of moves reveals hidden facts exactly when a player has several lists
in one set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.differential.exploration import AtShuffle, Label, Node, World
from tests.differential.packs import Cells

from cartaro_grammar.model import game as g
from cartaro_interpreter import (
    PHASE_OVER,
    PHASE_TURN,
    Rules,
    ScriptedChance,
    State,
    View,
    actor_of,
    cards_in_sight,
    legal,
    mask_of,
    members,
    view,
)
from cartaro_interpreter.play.turn import choices
from cartaro_interpreter.state.faults import Faulted
from cartaro_interpreter.state.state import PHASE

MOST_SETS = 3_000
Known = frozenset[Cells]
Told = tuple[tuple[str, tuple[int, ...]], ...] | None


@dataclass(frozen=True, slots=True)
class Telling:
    """The number of sets of states that a player cannot distinguish, and in how many of them the player has different lists of
    moves; `whole` if all sets were examined.
    """

    against: int
    asked: int
    whole: bool


def telling(world: World) -> Telling:
    """Return whether a list of legal moves reveals more to its player than the player has seen."""
    if world.stock is not None and any(said.top for _, said in world.rules.game.with_sentence(g.Sees)):
        return Telling(0, 0, whole=False)
    found = [known for player in range(world.rules.game.players) for known in _several(world, player)]
    return Telling(sum(found), len(found), world.closed and len(found) < MOST_SETS)


def _several(world: World, player: int) -> Iterator[bool]:
    """Return, for each set of states that a player cannot distinguish, whether the player has different lists of moves in it. A
    state that the rules do not decide has no list: play ends there, and `faultless` reports it.
    """
    return (len({_list(world, cells, player) for cells in known} - {None}) > 1 for known in _known(world, player))


def _known(world: World, player: int) -> Iterator[Known]:
    """Return every set of states that a player cannot distinguish and in which a player has to move, up to a given number."""
    ahead, met = list(_apart(world, player, world.leads.get((), set()))), set[Known]()
    while ahead and len(met) < MOST_SETS:
        known = ahead.pop()
        if known in met:
            continue
        met.add(known)
        if next(iter(known))[PHASE] == PHASE_TURN:
            yield known
        for nodes in _after(world, known, player):
            ahead += _apart(world, player, nodes)


def _after(world: World, known: Known, player: int) -> Iterable[set[Node]]:
    """Return the successors of the states of a set, by each move as the player knows it."""
    found = dict[object, set[Node]]()
    for cells in known:
        for label, nodes in world.acted.get(cells, {}).items():
            for node in nodes:
                found.setdefault(_told(world, player, cells, label, node), set()).add(node)
    return found.values()


def _told(world: World, player: int, before: Cells, label: Label, after: Node) -> Label | tuple[str, tuple[object, ...]]:
    """Return a move as a player knows it: for each argument made of cards, the known cards, and the number of cards."""
    if label is None or label[0] not in world.rules.game.act:
        return label
    act = world.rules.game.act[label[0]]
    if act.finding:
        return label
    known = _known_cards(world.rules, player, before, label, after)
    arguments: list[object] = []
    for parameter, value in zip(act.parameters, label[1], strict=True):
        if parameter.choice == "either" or parameter.type.kind not in ("card", "cards"):
            arguments.append(value)
            continue
        cards = frozenset(_cards(world.rules, parameter, value))
        arguments.append(
            (cards & (frozenset[int]() if parameter.unseen and isinstance(after, AtShuffle) else known), len(cards))
        )
    return act.name, tuple(arguments)


def _cards(rules: Rules, parameter: g.Parameter, value: int) -> tuple[int, ...]:
    """The cards of an argument."""
    faces = rules.layout.faces
    return members(faces.physical(1 << value if parameter.type.kind == "card" else value))


def _known_cards(rules: Rules, player: int, before: Cells, label: tuple[str, tuple[int, ...]], after: Node) -> frozenset[int]:
    """Return the cards of a move that a player knows from the states before, during and after it: the cards that the player
    sees in one of these states, the cards that stay in place, the cards that everyone always sees in their place, and the cards
    that move along with visible ones.
    """
    name, arguments = label
    act, actor = rules.acts[name], actor_of(rules, State(before), name)
    ways = [before]
    for do in (act.begin, act.perform):
        cells = list(before)
        try:
            do(cells, actor, arguments, ScriptedChance(()))
        except Faulted:
            break
        ways.append(tuple(cells))
    if not isinstance(after, AtShuffle):
        ways.append(after)
    known = frozenset[int]().union(*(_seen(rules, cells, player) for cells in ways))
    shown = frozenset[int]().union(*(_open_to_all(rules, cells) for cells in ways[:3]))
    taken = {card for card in _open_to_all(rules, before) if len({_place(rules, cells, card) for cells in ways[:3]}) > 1}
    found = set[int]()
    for parameter, value in zip(act.act.parameters, arguments, strict=True):
        if parameter.choice == "either" or parameter.type.kind not in ("card", "cards"):
            continue
        for card in _cards(rules, parameter, value):
            places = {_place(rules, cells, card) for cells in ways[:3]}
            stays, captures = (
                len(places) == 1,
                any(_place(rules, ways[min(2, len(ways) - 1)], one) in places - {_place(rules, before, card)} for one in taken),
            )
            if card in known or (not parameter.unseen and (stays or captures or card in shown)):
                found.add(card)
    return frozenset(found)


def _seen(rules: Rules, cells: Cells, player: int) -> frozenset[int]:
    """The cards that a player sees."""
    found = view(rules, State(cells), player)
    return frozenset(members(cards_in_sight(rules, found))) if isinstance(found, View) else frozenset()


def _open_to_all(rules: Rules, cells: Cells) -> frozenset[int]:
    """Return the cards in places that a clause without conditions shows to everyone."""
    always = {
        zone.name
        for zone in rules.game.zones
        if (sights := rules.game.sights_of(zone.name))
        and all(said.yes for _, said in sights)
        and any(not (said.own or said.top or clause.when or clause.unless) for clause, said in sights)
    }
    seen = view(rules, State(cells), 0)
    zones = seen.zones if isinstance(seen, View) else ()
    faces = mask_of([card for zone in zones if zone.zone in always for card in zone.cards or ()])
    return frozenset(members(rules.layout.faces.physical(faces)))


def _place(rules: Rules, cells: Cells, card: int) -> int:
    """Return the cell of a card; all cards of a group have the same cell."""
    return next((slot for slot in rules.layout.holders if cells[slot] >> card & 1), -1)


def _apart(world: World, player: int, nodes: set[Node]) -> list[Known]:
    """Group states, and the states after shuffles, by the view of a player."""
    found, todo, done = dict[View, set[Cells]](), list(nodes), set[Node]()
    while todo:
        node = todo.pop()
        if node in done:
            continue
        done.add(node)
        if isinstance(node, AtShuffle):
            todo += world.leads.get(node, ())
        elif node[PHASE] != PHASE_OVER:
            seen = view(world.rules, State(node), player)
            if isinstance(seen, View):
                found.setdefault(seen, set()).add(node)
    return [frozenset(cells) for cells in found.values()]


def _list(world: World, cells: Cells, player: int) -> Told:
    """Return the legal moves of a player; None if the rules do not decide them."""
    try:
        own = (option.move for option in legal(world.rules, cells) if option.player == player)
        return tuple((move.act, move.args) for move in choices(world.rules.game, own))
    except Faulted:
        return None
