"""Positions of random play with their legal moves, what some lead to, and scores: test vectors for other people's engines.

All is the interpreter's.  A position is written as `cartaro moves` reads it: the beginning of a turn, and the moves since then.
Each transition has the packs that are shuffled in it, so that nothing of it is left to chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final

from cartaro_engine.running.chance import HandChance
from cartaro_engine.table.position import faulted
from cartaro_engine.table.tables import chance_from
from cartaro_grammar import Diagnostic
from cartaro_interpreter import (
    PHASE,
    PHASE_BEFORE,
    PHASE_COUNTED,
    PHASE_TURN,
    STEP,
    Choice,
    Faulted,
    Json,
    Play,
    Rules,
    ScoreSheet,
    State,
    describe,
    diagnosed,
    legal,
    move_json,
    score,
    score_json,
    write_position,
)

AWAITS: Final = {PHASE_BEFORE: "hand", PHASE_TURN: "move", PHASE_COUNTED: "hand"}
MOST_EMPTY: Final = 1_000
"""So many hands in a row may pass without a position."""
MOST_MOVES: Final = 200
"""So many moves of its turn a position may have."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn under way: the position at its beginning, and the moves made since."""

    begun: dict[str, Json]
    moves: tuple[Json, ...]

    def position(self) -> dict[str, Json]:
        return self.begun | {"moves": [*self.moves]} if self.moves else self.begun


def vectors(rules: Rules, seed: int, *, every_move: bool) -> Iterator[dict[str, Json] | Diagnostic]:
    """The positions of hand after hand of a seed, without end; a diagnostic, and no more, where the rules do not decide.

    With `every_move`, what each legal move leads to; else what the one leads to that is made.  Left out are positions that no
    moves of their turn lead to without a shuffle.
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


def _hand(rules: Rules, seed: int, number: int, *, every_move: bool) -> Iterator[dict[str, Json]]:
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
        if turn is not None:
            told = range(len(options)) if every_move else (chosen,)
            transitions: list[Json] = [_transition(rules, state, options, n, tuple(chance.words)) for n in told]
            where: dict[str, Json] = {"seed": seed, "hand": number, "made": made, "position": turn.position()}
            yield _heading(rules) | where | _choice(rules, state, options) | {"transitions": transitions}
            turn = _Turn(turn.begun, (*turn.moves, _plain(rules, options[chosen])))
        play.act(cells, options[chosen])
        made += 1
        if len(chance.packs) > shuffled or (turn is not None and len(turn.moves) > MOST_MOVES):
            turn = None


def _heading(rules: Rules) -> dict[str, Json]:
    """The game, as it is played."""
    return {"game": rules.game.name, "players": rules.game.players, "settings": dict(rules.game.settings)}


def _choice(rules: Rules, state: State, options: list[Choice]) -> dict[str, Json]:
    """Who may do what, and the score as the cards lie."""
    moves: list[Json] = [move_json(rules, option.move) for option in options]
    scored = score_json(_score(rules, state))
    return {"step": state.cells[STEP] + 1, "player": options[0].player + 1, "moves": moves, "score": scored}


def _plain(rules: Rules, option: Choice) -> dict[str, Json]:
    """A move without the clauses that permit it."""
    args: dict[str, Json] = dict(describe(rules.game, option.move))
    return {"act": option.move.act, "args": args}


def _transition(rules: Rules, state: State, options: list[Choice], number: int, words: tuple[int, ...]) -> dict[str, Json]:
    """What a legal move leads to: the packs shuffled on the way, the position then and what it awaits, and the score of the
    hand if that has been counted with it.
    """
    chance, cells, scores = chance_from(words), list(state.cells), list[ScoreSheet]()

    def watch(moment: tuple[str, str], then: State) -> None:
        if moment == ("end", "hand"):
            scores.append(_score(rules, then))

    Play(rules, chance, watch).act(cells, options[number])
    after = State(tuple(cells))
    packs: list[Json] = [[rules.game.deck.cards[card].code for card in pack] for pack in chance.packs]
    found: dict[str, Json] = {
        "move": number,
        "after": write_position(rules, after),
        "awaits": AWAITS.get(after.phase, "nothing"),
    }
    found |= {"packs": packs} if packs else {}
    found |= {"step": after.cells[STEP] + 1} if after.phase == PHASE_TURN else {}
    return found | ({"score": score_json(scores[-1])} if scores else {})


def _score(rules: Rules, state: State) -> ScoreSheet:
    found = score(rules, state)
    if isinstance(found, Diagnostic):
        raise faulted(found)
    return found
