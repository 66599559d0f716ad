"""The choice of the hand that a Play page shows (decision 0054).

A few hands are played at random from fixed seeds, and the one that shows most of the game is chosen. In some games random play
hardly ever lays down cards. If nobody scores in any of these hands, a few more hands are played that try to meet the conditions
for ending a turn. A number that a player announces before the cards are played, such as a bid, would make no sense if it were
random. It is set to the number that the player achieves later in the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from cartaro_grammar import Diagnostic, Game, parts
from cartaro_grammar import game as g
from cartaro_interpreter import (
    Choice,
    Faulted,
    Move,
    Played,
    PlayInProgress,
    RandomPlayer,
    Record,
    RecordEntry,
    ReplayedStep,
    Rules,
    Ruling,
    ScriptedChance,
    SeededChance,
    View,
    ask,
    compile_game,
    counted_together,
    legal_moves,
    play_hands,
    replay,
    view,
    with_counted,
)

SEEDS = 12
USUAL = 1 / 3
"""The share of hands in which something happens that is not rare."""
MOST_STEPS = 4_000_000
"""The number of steps of the interpreter after which the search for a better hand stops."""
MOST_HEEDFUL = 300
"""The greatest number of moves of a hand that is played so as to satisfy the conditions for ending a turn."""
FEW = 4
"""The number of random moves that are compared; the best of them is played."""
MOST_SAID = 40
"""The number of announcements, from the first, for which other numbers are tried."""
MOST_NUMBERS = 16
"""The number of values, in ascending order, that are tried in place of an announced number."""


def recorded_hand(game: Game, record: Record) -> tuple[Rules, Played] | None:
    """Return a recorded hand, played again; None if it is not a hand of the game."""
    rules = compile_game(game)
    played = replay(rules, record) if isinstance(rules, Rules) else None
    return (rules, played) if isinstance(rules, Rules) and isinstance(played, Played) else None


def most_telling(rules: Rules, hands: Sequence[Played]) -> Played:
    """Return the one of several hands between skilled players that a rulebook shows: most cards are open at its end (nobody is
    left alone because the others fold), nothing in it is rare (all hearts for one player), and most sides score, under most
    headings and with most clauses that justify moves.
    """
    seen = Counter(name for hand in hands for name in _clauses(hand) | _headings(hand))
    rare = {name for name, number in seen.items() if number < USUAL * len(hands)}

    def shows(hand: Played) -> tuple[int, ...]:
        clauses, headings, sides, soon = _instructive(hand)
        return _seen_by_all(rules, hand), -len(rare & (_clauses(hand) | _headings(hand))), sides, headings, clauses, soon

    return max(hands, key=shows)


def _seen_by_all(rules: Rules, played: Played) -> int:
    """Return how many cards every player sees when a hand is counted."""
    views = [view(rules, played.state, player) for player in range(rules.game.players)]
    open_to = [with_counted(rules, played.state, one) for one in views if isinstance(one, View)]
    seen = [{card for zone in one.zones for card in zone.cards or ()} for one in open_to]
    return len(set[int].intersection(*seen)) if seen else 0


@lru_cache(maxsize=64)
def shown_hand(game: Game) -> tuple[Rules, Played] | None:
    """Return the one of a few hands that shows most of the game, and the first if several do; None if no hand of the game can
    be played.
    """
    rules = compile_game(game)
    if isinstance(rules, Diagnostic | tuple):
        return None
    seats = [([RandomPlayer(f"{seed}.{n}") for n in range(game.players)], SeededChance(seed)) for seed in range(SEEDS)]
    hands = [hand for hand in play_hands(rules, seats) if not isinstance(hand, Diagnostic)]
    best = max(hands, key=_instructive, default=None)
    with counted_together(rules.compiler.work, MOST_STEPS):
        if best is None or not _counts(best):
            heedful = (_heedful_hand(rules, seed) for seed in range(SEEDS) if game.headings)
            best = next((hand for hand in heedful if hand is not None and _counts(hand)), best)
        return None if best is None else (rules, _borne_out(rules, best))


def _instructive(played: Played) -> tuple[int, int, int, int]:
    """Return how much a hand shows: the numbers of clauses that justify moves, of headings that score for anybody and of sides
    that score, and how soon the hand is over.
    """
    sides = sum(any(each.values()) for each in _shares(played))
    return len(_clauses(played)), len(_headings(played)), sides, -len(played.moves)


def _clauses(played: Played) -> frozenset[str]:
    """Return the clauses that justify the moves of a hand."""
    return frozenset(name for entry in played.moves if not isinstance(entry, Ruling) for name in entry.by)


def _headings(played: Played) -> frozenset[str]:
    """Return the headings under which somebody scores."""
    return frozenset(name for each in _shares(played) for name, points in each.items() if points)


def _shares(played: Played) -> Sequence[Mapping[str, int]]:
    return played.scores[-1].shares if played.scores else ()


def _counts(played: Played) -> bool:
    """Return whether somebody scores at the end of a hand."""
    return bool(played.scores) and any(any(each.values()) for each in played.scores[-1].shares)


# ---------------------------------------------------------------------------------------------- the conditions of a turn


def _heedful_hand(rules: Rules, seed: int) -> Played | None:
    """Play a hand at random, except for two rules.  An act that nobody has done yet is done as soon as possible.  Of a few
    random moves, the best is played: the one after which the least is missing for the end of the turn (`Obligation`), such as a
    number of points.
    """
    table, choose = PlayInProgress(rules, SeededChance(seed)), RandomPlayer(f"heedful {seed}")
    asked = [pair for _, clause in rules.game.with_sentence(g.Obligation) for pair in _compared(clause.condition)]
    done = set[str]()
    try:
        table.begin()
        table.begin_hand()
        for _ in range(MOST_HEEDFUL):
            if not table.awaits:
                return table.played()
            options = table.options()
            if not options:
                return None
            fresh = [option for option in options if option.move.act not in done]
            some = [options[choose.pick(len(options))] for _ in range(FEW)] if asked else options
            best = min(some, key=lambda option: _lacking(table, option, asked)) if asked else some[choose.pick(len(some))]
            option = fresh[choose.pick(len(fresh))] if fresh else best
            done.add(option.move.act)
            table.act(option)
    except Faulted:
        return None
    return None


Compared = tuple[g.Expr, g.Expr]
"""Two numbers; the turn may not end while the first is less, or not greater."""


def _compared(condition: g.Expr) -> Iterator[Compared]:
    for part in parts(condition):
        if isinstance(part, g.Operation) and part.operator in ("<", "<="):
            less, more = part.operands
            if less.type.kind == "number":
                yield less, more


def _lacking(table: PlayInProgress, option: Choice, asked: list[Compared]) -> int:
    """Return, for the player of an option, how far the compared numbers are from their required values after that option."""
    after = table.fork(ScriptedChance(()))
    try:
        after.act(option)
    except Faulted:
        return 0
    lacking = 0
    for less, more in asked:
        low, high = (ask(table.rules, after.state, each, option.player) for each in (less, more))
        lacking += 0 if isinstance(low, Diagnostic) or isinstance(high, Diagnostic) else max(0, high - low)
    return lacking


# ---------------------------------------------------------------------------------------------- announced numbers


def _borne_out(rules: Rules, hand: Played) -> Played:
    """Return the hand with other announced numbers and the same cards played.  All numbers are first set to the least value,
    and then one by one to the value with which its side scores most, so that a bid matches the result.  If a greater number
    always scores more, as with a stake that wins, the number keeps its random value.
    """
    places = [place for place, entry in enumerate(hand.moves) if _has_number(rules, entry)][:MOST_SAID]
    chosen = hand
    for place in places:
        hand = next((other for _, other in _with_others(rules, hand, place)), hand)
    for place in places:
        side, found = _side_at(rules, hand, place), list(_with_others(rules, hand, place))
        points = [other.scores[-1].points[side] if other.scores else 0 for _, other in found]
        if not found or max(points) == min(points):
            continue
        best = points.index(max(points))
        stays = [other for move, other in found if move.same(_move_at(chosen, place))]
        hand = stays[0] if best == len(found) - 1 and stays else found[best][1]
    return hand


def _has_number(rules: Rules, entry: RecordEntry) -> bool:
    act = None if isinstance(entry, Ruling) else rules.game.act.get(entry.act)
    return act is not None and any(parameter.type.kind == "number" for parameter in act.parameters)


def _with_others(rules: Rules, hand: Played, place: int) -> Iterator[tuple[Move, Played]]:
    """Yield the hand with each number that could have been announced at one point, in ascending order, with the move that
    announces it.  Yield it only if all other moves can still be made unchanged.
    """
    step = _step_at(rules, hand, place)
    moves = () if step is None or step.before is None else legal_moves(rules, step.before)
    alternative = _move_at(hand, place)
    others = [] if isinstance(moves, Diagnostic) else [move for move in moves if _differ_in_numbers(rules, move, alternative)]
    for move in sorted(others, key=lambda other: other.args)[:MOST_NUMBERS]:
        entries = (*hand.moves[:place], replace(alternative, args=move.args, by=move.by), *hand.moves[place + 1 :])
        played = replay(rules, Record(hand.packs, entries, False, None))
        if isinstance(played, Played):
            yield move, played


def _differ_in_numbers(rules: Rules, move: Move, alternative: Move) -> bool:
    """Return whether two moves are of one act and differ at most in their numbers."""
    if move.act != alternative.act:
        return False
    each = zip(rules.game.act[alternative.act].parameters, move.args, alternative.args, strict=True)
    return all(one == other for parameter, one, other in each if parameter.type.kind != "number")


def _move_at(hand: Played, place: int) -> Move:
    entry = hand.moves[place]
    assert not isinstance(entry, Ruling)
    return entry


def _side_at(rules: Rules, hand: Played, place: int) -> int:
    step = _step_at(rules, hand, place)
    return rules.game.side_of[step.player or 0] if step is not None else 0


def _step_at(rules: Rules, hand: Played, place: int) -> ReplayedStep | None:
    """Return the step of a hand in which an entry was made; None if the hand is too long to be replayed."""
    seen = list[ReplayedStep]()
    replay(rules, Record(hand.packs, hand.moves, False, None), seen=seen.append)
    entries = [step for step in seen for _ in step.entries]
    return entries[place] if place < len(entries) else None
