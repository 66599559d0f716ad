"""Test vectors for other people's engines: positions of random play with their legal moves, some results, and scores; and
counts of the lines of play from a deal.

All data comes from the interpreter. A position is written as `cartaro moves` reads it: the beginning of a turn, and the moves
since then. Each transition includes the shuffled packs, so it is deterministic. Lines of play are counted move by move
(`perft`, as in chess); equal positions are counted together, and chance is settled by the deal's seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Final

from cartaro_engine.running.machines import HandChance
from cartaro_engine.table.tables import GamePosition, GameTable, chance_from, faulted
from cartaro_engine.table.vector_forms import Awaited, TransitionJson, VectorJson
from cartaro_grammar import Diagnostic, fingerprint, msg
from cartaro_interpreter import (
    PHASE,
    PHASE_BEFORE,
    PHASE_COUNTED,
    PHASE_TURN,
    STEP,
    Choice,
    Faulted,
    Play,
    Rules,
    ScoreSheet,
    State,
    describe,
    diagnosed,
    json_forms,
    legal,
    move_json,
    score,
    score_json,
    write_position,
)

# ----------------------------------------------------------------------- vectors


AWAITS: Final[Mapping[int, Awaited]] = {PHASE_BEFORE: "hand", PHASE_TURN: "move", PHASE_COUNTED: "hand"}
FORM: Final = 2
"""The version of the form of vectors: from version 2 on they have the fingerprint of the rules."""
MOST_EMPTY: Final = 1_000
"""The greatest number of consecutive hands without a position."""
MOST_MOVES: Final = 200
"""The largest number of moves since the beginning of the turn."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn under way: the position at its beginning, and the moves made since."""

    begun: json_forms.WrittenPositionJson
    moves: tuple[json_forms.MoveJson, ...]

    def position(self) -> json_forms.WrittenPositionJson:
        return {**self.begun, "moves": self.moves} if self.moves else self.begun


def vectors(rules: Rules, seed: int, *, every_move: bool) -> Iterator[VectorJson | Diagnostic]:
    """Yield the positions of hand after hand of a seed, without end. If the rules do not decide, yield a diagnostic and stop.

    With `every_move`, a position has the result of each legal move, else the result of the move that is made. Positions that
    can only be reached by a shuffle within their turn are left out.
    """
    empty = 0
    try:
        for number in count():
            empty += 1
            for vector in _hand(rules, seed, number, every_move=every_move):
                empty = 0
                yield vector
            if empty == MOST_EMPTY:
                yield Diagnostic("C0824", f"{empty} hands have passed without a choice")
                return
    except Faulted as fault:
        yield diagnosed(fault)


def _hand(rules: Rules, seed: int, number: int, *, every_move: bool) -> Iterator[VectorJson]:
    return (position.vector(every_move=every_move) for position in positions(rules, seed, number))


@dataclass(frozen=True, slots=True)
class VectorPosition:
    """A position of random play, its legal moves, the number of the move that was made, and whether the hand ended with it."""

    rules: Rules
    seed: int
    hand: int
    made: int
    state: State
    options: list[Choice]
    chosen: int
    ended: bool
    turn: _Turn
    words: tuple[int, ...]

    def vector(self, *, every_move: bool) -> VectorJson:
        """Return the position in its written form."""
        rules = self.rules
        shown = range(len(self.options)) if every_move else (self.chosen,)
        return {
            "form": FORM,
            "game": rules.game.name,
            "fingerprint": fingerprint(rules.game),
            "players": rules.game.players,
            "settings": dict(rules.game.settings),
            "seed": self.seed,
            "hand": self.hand,
            "made": self.made,
            "position": self.turn.position(),
            "step": self.state.cells[STEP] + 1,
            "player": self.options[0].player + 1,
            "moves": [move_json(rules, option.move) for option in self.options],
            "score": score_json(_score(rules, self.state)),
            "transitions": [self.transition(n) for n in shown],
        }

    def transition(self, number: int) -> TransitionJson:
        """Return the result of a legal move."""
        return _transition(self.rules, self.state, self.options, number, self.words)


def positions(rules: Rules, seed: int, number: int) -> Iterator[VectorPosition]:
    """Yield the positions of one random hand, except positions that no moves of their turn lead to without a shuffle."""
    chance = HandChance(seed, number)
    play = Play(rules, chance)
    cells = play.first_hand()
    turn: _Turn | None = None
    made = 0
    while cells[PHASE] == PHASE_TURN:
        state, options = State(tuple(cells)), legal(rules, cells)
        if not options:
            raise Faulted("C0823", f"the player in seat {state.turn + 1} has no legal move, and the turn may not end")
        if not cells[STEP]:
            turn = _Turn(write_position(rules, state), ())
        chosen, shuffled = chance.below(len(options)), len(chance.packs)
        words, here = tuple(chance.words), turn
        play.act(cells, options[chosen])
        if here is not None:
            ended = cells[PHASE] != PHASE_TURN
            yield VectorPosition(rules, seed, number, made, state, options, chosen, ended, here, words)
            turn = _Turn(here.begun, (*here.moves, _plain(rules, options[chosen])))
        made += 1
        if len(chance.packs) > shuffled or (turn is not None and len(turn.moves) > MOST_MOVES):
            turn = None


def _plain(rules: Rules, option: Choice) -> json_forms.MoveJson:
    """A move without the clauses that permit it."""
    return {"act": option.move.act, "args": describe(rules.game, option.move)}


def _transition(rules: Rules, state: State, options: list[Choice], number: int, words: tuple[int, ...]) -> TransitionJson:
    """Return a legal move and its result: the packs shuffled on the way, the next position and its phase, and the score of the
    hand if it has been counted.
    """
    chance, cells, scores = chance_from(words), list(state.cells), list[ScoreSheet]()

    def watch(moment: tuple[str, str], then: State) -> None:
        if moment == ("end", "hand"):
            scores.append(_score(rules, then))

    Play(rules, chance, watch).act(cells, options[number])
    after = State(tuple(cells))
    found: TransitionJson = {
        "move": number,
        "after": write_position(rules, after),
        "awaits": AWAITS.get(after.phase, "nothing"),
    }
    if chance.packs:
        found["packs"] = [[rules.game.deck.cards[card].code for card in pack] for pack in chance.packs]
    if after.phase == PHASE_TURN:
        found["step"] = after.cells[STEP] + 1
    if scores:
        found["score"] = score_json(scores[-1])
    return found


def _score(rules: Rules, state: State) -> ScoreSheet:
    found = score(rules, state)
    if isinstance(found, Diagnostic):
        raise faulted(found)
    return found


# ------------------------------------------------------------------- line counts


MOST_POSITIONS: Final = 200_000
"""The greatest number of positions that are kept at one depth."""
MOST_TRIED: Final = 5_000_000
"""The largest number of moves made, over all depths."""


@dataclass(frozen=True, slots=True)
class DepthCount:
    """Counts at a number of moves: the lines of play of that length, the positions that they reach, and the lines that end the
    hand there.
    """

    depth: int
    lines: int
    positions: int
    ended: int


def line_counts(table: GameTable, seed: int, number: int, depth: int) -> Iterator[DepthCount | Diagnostic]:
    """Yield the counts from 0 moves up to `depth`, in one hand of a seed. If play fails or memory is full, yield a diagnostic
    and stop.
    """
    tried = Tried()
    try:
        level = {table.deal(seed, number): 1}
        yield _counted(0, level)
        for moves in range(1, depth + 1):
            further = _further(table, level, tried)
            if len(further) > MOST_POSITIONS:
                message = f"there are more than {MOST_POSITIONS} positions after {moves} moves"
                yield Diagnostic("C0828", message, help="count fewer moves")
                return
            if not further:
                return
            level = further
            yield _counted(moves, level)
    except Faulted as fault:
        yield diagnosed(fault)


def _counted(depth: int, level: dict[GamePosition, int]) -> DepthCount:
    ended = sum(lines for position, lines in level.items() if position.state.phase != PHASE_TURN)
    return DepthCount(depth, sum(level.values()), len(level), ended)


@dataclass(slots=True)
class Tried:
    """Progress of a count: the moves made so far."""

    moves: int = 0

    def count(self, more: int) -> None:
        """Count `more` further moves. Raise `Faulted` if there are too many."""
        self.moves += more
        if self.moves > MOST_TRIED:
            message = msg("more than {n} moves have to be made, which is a limit of the program", n=MOST_TRIED)
            raise Faulted("C0828", message, None, msg("count fewer moves"))


def _further(table: GameTable, level: dict[GamePosition, int], tried: Tried) -> dict[GamePosition, int]:
    """Return the positions one move further, each with its number of lines; at most one position more than are kept."""
    found: dict[GamePosition, int] = {}
    for position, lines in level.items():
        moves = len(table.legal(position))
        tried.count(moves)
        for number in range(moves):
            after = table.after(position, number)
            found[after] = found.get(after, 0) + lines
            if len(found) > MOST_POSITIONS:
                return found
    return found
