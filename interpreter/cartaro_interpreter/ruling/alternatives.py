"""Alternatives to a move: the nearest legal move, the barred moves of a position, the same move under other house rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cartaro_grammar import Clause, Game, choose, parts
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import Rules, compile_game
from cartaro_interpreter.evaluate import expressions
from cartaro_interpreter.evaluate.code import CodeScope, Frames, at
from cartaro_interpreter.evaluate.expressions import ArgumentTuples, Requirements, permission_search, sought_arguments
from cartaro_interpreter.play.turn import open_steps
from cartaro_interpreter.ruling.grounds import Judgement, judge
from cartaro_interpreter.state.faults import Faulted
from cartaro_interpreter.state.state import END_OF_TURN, PHASE, PHASE_TURN, Move, State, single_cards

MOST_JUDGED = 24


def nearest(game: Game, move: Move, legal: Iterable[Move]) -> Move | None:
    """Return the legal move that is nearest to a given move. It is a move of the same act with the same single cards and the
    most similar sets; or if there is none, another act with one of the cards; or else a move of the same act. If several are
    equally near, return the first in canonical order.
    """
    ranked = [(_distance(game, move, other), other) for other in legal if other.act != END_OF_TURN]
    near = [(distance, other) for distance, other in ranked if distance is not None]
    return min(near, key=lambda pair: pair[0])[1] if near else None


def _distance(game: Game, move: Move, other: Move) -> tuple[int, int] | None:
    """Return the distance between two moves. Return None if the moves have nothing in common."""
    own, its = frozenset(single_cards(game, move)), frozenset(single_cards(game, other))
    differing = sum(
        (one ^ two).bit_count()
        for one, two, parameter in zip(move.args, other.args, game.act[other.act].parameters, strict=False)
        if move.act == other.act and parameter.choice in ("some", "all")
    )
    if move.act == other.act:
        return (0 if own == its else 2), differing
    return (1, 0) if own & its else None


# ---------------------------------------------------------------------------------------------- barred moves


def barred(rules: Rules, state: State, legal: Sequence[Move]) -> dict[str, tuple[Move, ...]]:
    """Return, by prohibition, in the order of the text, the moves that a permission would permit and that the prohibition bars.
    Return nothing if there are too many.
    """
    if state.cells[PHASE] != PHASE_TURN:
        return {}
    found: dict[str, dict[tuple[str, tuple[int, ...]], Move]] = {}
    free = {(move.act, move.args) for move in legal}
    try:
        for player, act in _open_acts(rules, state):
            for name, move in _barred(rules, state, player, act):
                if (move.act, move.args) not in free:
                    found.setdefault(name, {})[move.act, move.args] = move
    except Faulted:
        return {}
    return {clause.name: tuple(found[clause.name].values()) for clause in rules.game.ruleset.clauses if clause.name in found}


def _open_acts(rules: Rules, state: State) -> Iterator[tuple[int, str]]:
    done: set[str] = set()
    for _, step in open_steps(rules, state.cells):
        player = step.actor(state.cells, [])
        for act in step.acts:
            if act not in done and player >= 0:
                done.add(act)
                yield player, act


def _barred(rules: Rules, state: State, player: int, act: str) -> Iterator[tuple[str, Move]]:
    """Yield, for each permission of an act, its moves, each with a prohibition that bars it."""
    c, inquiry = rules.compiler, rules.acts[act].inquiry
    frames = Frames()
    sought = sought_arguments(c, rules.game.act[act], CodeScope(frames, at(frames.place())))
    for permission, (by, _, prohibitions) in zip(expressions.permissions(c, act), inquiry.cases, strict=True):
        if not prohibitions:
            continue
        c.written = 0
        search = permission_search(c, sought, permission, Requirements((), barred=False))
        frame = frames.fresh()
        frame[0] = player
        ways: ArgumentTuples = []
        search(state.cells, frame, ways)
        for way in ways:
            arguments = inquiry.frame(player, way)
            yield from ((name, Move(act, way, (by,))) for name, bars in prohibitions if bars(state.cells, arguments))


# ---------------------------------------------------------------------------------------------- other house rules


@dataclass(frozen=True, slots=True)
class DecisiveOption:
    """An option on which a ruling depends, and for each of its other values whether the move is legal under it."""

    option: str
    chosen: str
    others: tuple[tuple[str, bool], ...]


def house_rules(rules: Rules, state: State, move: Move, verdict: Judgement) -> tuple[DecisiveOption, ...]:
    """Return the options named by the clauses concerned whose other values change the ruling."""
    if move.act == END_OF_TURN:
        return ()
    found: list[DecisiveOption] = []
    left = MOST_JUDGED
    named = _options(rules.game, move, verdict)
    for option in rules.game.ruleset.options:
        values = [value for value in option.values if value != rules.game.chosen[option.name]]
        if option.name not in named or len(values) > left:
            continue
        left -= len(values)
        others = tuple((value, _legal(rules, state, move, option.name, value)) for value in values)
        if any(legal is not verdict.legal for _, legal in others if legal is not None):
            decided = tuple((value, legal) for value, legal in others if legal is not None)
            found.append(DecisiveOption(option.name, rules.game.chosen[option.name], decided))
    return tuple(found)


def _legal(rules: Rules, state: State, move: Move, option: str, value: str) -> bool | None:
    """Return whether the move is legal with another value of an option. Return None if the rules do not decide this."""
    other = _rules_under(rules.game, option, value)
    found = None if other is None else judge(other, state, move)
    return found.legal if isinstance(found, Judgement) else None


@lru_cache(maxsize=8)
def _rules_under(game: Game, option: str, value: str) -> Rules | None:
    """Return the compiled game with another value of an option. It is compiled once for all queries. Return None if the value
    is not possible.
    """
    other = choose(game, {option: value, "players": str(game.players)})
    rules = compile_game(other) if isinstance(other, Game) else other
    return rules if isinstance(rules, Rules) else None


def _options(game: Game, move: Move, verdict: Judgement) -> frozenset[str]:
    """Return the options that these clauses name: the clauses of the ruling, the permissions and prohibitions of the act under
    any settings, and the definitions that they use.
    """
    found: set[str] = set()
    seen: set[str] = set()
    for clause in game.ruleset.clauses:
        sentence = clause.sentence
        about = isinstance(sentence, g.Permission | g.Prohibition) and move.act in sentence.acts
        if about or clause.name in verdict.clauses:
            _gather(game, clause, found, seen)
    return frozenset(found)


def _gather(game: Game, clause: Clause, found: set[str], seen: set[str]) -> None:
    """Add the options that a clause names, itself or in the definitions that it uses."""
    if clause.name in seen:
        return
    seen.add(clause.name)
    found.update(option for option, _ in clause.under)
    for part in parts((clause.sentence, clause.when, clause.unless)):
        if isinstance(part, g.Setting):
            found.add(part.option)
        elif isinstance(part, g.Apply):
            for other in game.ruleset.clauses:
                if isinstance(other.sentence, g.Definition) and other.sentence.function == part.function:
                    _gather(game, other, found, seen)
