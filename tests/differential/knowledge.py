"""What each player can know in the course of a game: sets of states that the player cannot tell apart by anything seen so far.

Takes an exploration.  A set holds every state that some course of play leads to in which the player has seen the same: the view
at every state, and every move.  So the sets in which a player has several lists of moves are exactly those in which the list
tells what is hidden, as far as the exploration has come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.differential.exploration import AtShuffle, Label, Node, World
from tests.differential.packs import Cells

from cartaro_grammar.model import game as g
from cartaro_interpreter import PHASE_OVER, PHASE_TURN, Move, State, View, legal, view
from cartaro_interpreter.play.turn import as_known_to, choice_of, choices
from cartaro_interpreter.state.faults import Faulted
from cartaro_interpreter.state.state import PHASE

MOST_SETS = 3_000
Known = frozenset[Cells]
Told = tuple[tuple[str, tuple[int, ...]], ...] | None


@dataclass(frozen=True, slots=True)
class Telling:
    """In how many sets that somebody cannot tell apart there are several lists of moves, out of how many; `whole` where all
    sets were looked at.
    """

    against: int
    asked: int
    whole: bool


def telling(world: World) -> Telling:
    """Whether a list of legal moves tells its player more than was seen."""
    if world.stock is not None and any(said.top for _, said in world.rules.game.saying(g.Sees)):
        return Telling(0, 0, whole=False)
    found = [known for player in range(world.rules.game.players) for known in _several(world, player)]
    return Telling(sum(found), len(found), world.closed and len(found) < MOST_SETS)


def _several(world: World, player: int) -> Iterator[bool]:
    """Of each set of states that a player cannot tell apart, whether the player has several lists of moves in it.

    A state that the rules do not decide has no list: play ends there, and `faultless` is what says so.
    """
    return (len({_list(world, cells, player) for cells in known} - {None}) > 1 for known in _known(world, player))


def _known(world: World, player: int) -> Iterator[Known]:
    """Every set of states that a player cannot tell apart, in which a move is awaited, up to so many."""
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
    """What the states of a set lead to, by each move as the player knows it."""
    found = dict[Label, set[Node]]()
    for cells in known:
        for label, nodes in world.acted.get(cells, {}).items():
            for node in nodes:
                found.setdefault(_told(world, player, cells, label, node), set()).add(node)
    return found.values()


def _told(world: World, player: int, before: Cells, label: Label, after: Node) -> Label:
    """A move as a player knows it: without the cards chosen unseen that the player does not see."""
    if label is None:
        return None
    move = Move(*label, ())
    if isinstance(after, AtShuffle):
        move = choice_of(world.rules.game, move)
    else:
        move = as_known_to(world.rules, player, State(before), move, State(after))
    return move.act, move.args


def _apart(world: World, player: int, nodes: set[Node]) -> list[Known]:
    """States, and those to which shuffles lead, by what a player sees of them."""
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
    """What a player may do; None where the rules do not decide it."""
    try:
        own = (option.move for option in legal(world.rules, cells) if option.player == player)
        return tuple((move.act, move.args) for move in choices(world.rules.game, own))
    except Faulted:
        return None
