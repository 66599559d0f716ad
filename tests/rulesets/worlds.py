"""Worlds that look alike: states that games reach, and other states that give a player exactly the same view.

If the view, the legal moves or a ruling on a move differs between two such states, the player learns a secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from random import Random

from tests.interpreter.material import state_of

from cartaro_grammar.text.diagnostic import CODES
from cartaro_interpreter import (
    END_OF_TURN,
    PHASE_BEFORE,
    PHASE_COUNTED,
    PHASE_TURN,
    Move,
    Rules,
    SeededChance,
    State,
    View,
    ZoneView,
    begin_hand,
    begin_match,
    choice_of,
    choices,
    judge,
    phrase,
    view,
    write_position,
)
from cartaro_interpreter.play.course import perform
from cartaro_interpreter.play.turn import Choice, legal
from cartaro_interpreter.ruling.grounds import Judgement
from cartaro_interpreter.ruling.refusals import reason
from cartaro_interpreter.state.card_sets import mask_of, members
from cartaro_interpreter.state.faults import Faulted
from cartaro_interpreter.state.state import OUT_OF_SIGHT, arranged, conserved, order_of_pile

TRIED = 12


@dataclass(frozen=True, slots=True)
class Witnessed:
    """A state, and for each player the cards whose places the player has seen since they were last shuffled, or none if that is
    not requested.
    """

    state: State
    cards: tuple[int, ...]


def reached(rules: Rules, seed: int, steps: int) -> State:
    """Return a state of a random match after some moves, or the last state if the match ends before."""
    return tuple(passed(rules, seed, steps))[-1].state


def passed(rules: Rules, seed: int, steps: int, *, witnessing: bool = False) -> Iterator[Witnessed]:
    """Return some states of a random match: the first in which each act can be done, the first in which something may be left
    undone, and the last after some moves. If the legal moves of a state are beyond a limit of the program, the state before it
    is the last.
    """
    chance, random = SeededChance(seed), Random(seed)
    state = state_of(begin_match(rules, chance))
    cards = [shown(rules, state, player) if witnessing else 0 for player in range(rules.game.players)]
    known: set[str] = set()
    before = Witnessed(state, tuple(cards))
    for _ in range(steps):
        shuffled, moved = len(chance.packs), 0
        if state.phase in (PHASE_BEFORE, PHASE_COUNTED):
            state = state_of(begin_hand(rules, state, chance))
        elif state.phase == PHASE_TURN:
            options = _legal_within_limits(rules, state)
            if options is None:
                yield before
                return
            before = Witnessed(state, tuple(cards))
            acts = {option.move.act for option in options}
            if not acts <= known:
                known |= acts
                yield before
            option = random.choice(options)
            moved = _named(rules, option.move)
            state = perform(rules, state, option, chance)
        if witnessing:
            mixed = mask_of([card for pack in chance.packs[shuffled:] for card in pack])
            cards = [(mask | moved) & ~mixed | shown(rules, state, player) for player, mask in enumerate(cards)]
    last = Witnessed(state, tuple(cards))
    yield before if state.phase == PHASE_TURN and _legal_within_limits(rules, state) is None else last


def _legal_within_limits(rules: Rules, state: State) -> list[Choice] | None:
    """Return the legal moves, or None if a limit of the program is reached."""
    try:
        return legal(rules, state.cells)
    except Faulted as fault:
        if not CODES[fault.code].limit:
            raise
        return None


def shown(rules: Rules, state: State, player: int) -> int:
    """The cards of a view."""
    return mask_of([card for zone in seen(rules, state, player).zones for card in (zone.cards or _top(zone))])


def _top(zone: ZoneView) -> tuple[int, ...]:
    return () if zone.top is None else (zone.top,)


def _named(rules: Rules, move: Move) -> int:
    """Return the cards that a move names openly."""
    found = 0
    for parameter, value in zip(rules.game.act[move.act].parameters if move.args else (), move.args, strict=True):
        found |= value if parameter.type.kind == "cards" else 1 << value if parameter.type.kind == "card" else 0
    return found


def otherwise(rules: Rules, state: State, player: int, random: Random, witnessed: int = 0) -> State:
    """Return the state with the cards outside a player's view dealt again to the places outside it; the witnessed cards stay
    in place.
    """
    hidden: list[tuple[int, tuple[int, ...]]] = [(OUT_OF_SIGHT, members(state.cells[OUT_OF_SIGHT]))]
    for zone in seen(rules, state, player).zones:
        if zone.cards is None:
            slot = rules.layout.places[zone.zone].slot + zone.owner
            hidden.append((slot, arranged(state.cells, rules.layout, slot)[len(_top(zone)) :]))
    cards = [card for _, held in hidden for card in held if not witnessed >> card & 1]
    random.shuffle(cards)
    cells = list(state.cells)
    for slot, held in hidden:
        top = arranged(state.cells, rules.layout, slot)[: state.cells[slot].bit_count() - len(held)]
        now = (*top, *(card if witnessed >> card & 1 else cards.pop() for card in held))
        cells[slot] = mask_of(now)
        if slot in rules.layout.order_of:
            cells[rules.layout.order_of[slot]] = order_of_pile(now)
    assert not cards
    return State(tuple(cells))


def seen(rules: Rules, state: State, player: int) -> View:
    found = view(rules, state, player)
    assert isinstance(found, View), found
    return found


def may(rules: Rules, state: State, player: int) -> list[tuple[int, Move]]:
    """Return the legal moves of a player, with their steps and the permissions on which they are based."""
    if state.phase != PHASE_TURN:
        return []
    return [(option.step, option.move) for option in legal(rules, state.cells) if option.player == player]


def verdict_in_words(rules: Rules, state: State, move: Move) -> tuple[Judgement, str]:
    """Return the arbiter's ruling on a move, also in words."""
    found = judge(rules, state, move)
    assert isinstance(found, Judgement), found
    return found, reason(found)


def attempts(rules: Rules, state: State, random: Random) -> list[Move]:
    """Yield moves that somebody might try: any act with any cards, seen or unseen, held or not."""
    deck = range(len(rules.game.deck.cards))
    table = [card for slot in rules.layout.holders[1:] for card in members(state.cells[slot])] or list(deck)
    found: list[Move] = []
    for act in rules.game.acts:
        if act.finding:
            continue
        for _ in range(TRIED):
            args: list[int] = []
            for parameter in act.parameters:
                if parameter.choice == "either":
                    args.append(random.randrange(len(parameter.answers)))
                elif parameter.type.kind == "cards":
                    args.append(mask_of(random.sample(table, min(len(table), random.randint(1, 3)))))
                elif parameter.type.kind == "card":
                    args.append(random.choice(deck))
                else:
                    args.append(random.randrange(rules.game.players))
            # a player who does not see a card cannot name it: the answer would reveal its place
            found.append(choice_of(rules.game, Move(act.name, tuple(args), ())))
    return found


def told_apart(rules: Rules, state: State, other: State, player: int, random: Random, excused: Set[str] = frozenset()) -> str:
    """Return the difference between two states that a player can see, or nothing; excused acts are left out."""
    assert conserved(rules.layout, other)
    if seen(rules, state, player) != seen(rules, other, player):
        return "view"
    left_out = excused | {END_OF_TURN} if excused else excused
    both = ([move for _, move in may(rules, each, player) if move.act not in left_out] for each in (state, other))
    moves, others = (choices(rules.game, found) for found in both)
    if moves != others:
        return "legal moves"
    if state.phase == PHASE_TURN and moves:
        for move in (*moves, *attempts(rules, state, random)):
            if move.act not in excused and verdict_in_words(rules, state, move) != verdict_in_words(rules, other, move):
                return f"ruling on `{phrase(rules.game, move)}`"
    return ""


def written(rules: Rules, state: State) -> Mapping[str, object]:
    return {"settings": dict(rules.game.settings), **write_position(rules, state)}
