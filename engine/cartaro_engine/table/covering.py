"""Test vectors by coverage: few positions that together cover all features that occur in random play of a game.

The features are: every permission by which a move is legal; every prohibition that forbids some move, and every prohibition
that alone forbids a move; every exemption of a legal move; every heading that gives somebody points, and every heading that
gives nobody points here but gives points elsewhere (as in a tie); the end of a hand and of a match; every value of every house
rule. Each position lists the features that it shows first, and has moves that are not legal, with the clauses and the article
that bar them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from cartaro_engine.table.vector_forms import IllegalMoveJson, VectorJson
from cartaro_engine.table.vectors import VectorPosition, positions
from cartaro_grammar import Diagnostic, Game, choose
from cartaro_grammar import game as g
from cartaro_interpreter import (
    Faulted,
    Judgement,
    Move,
    Rules,
    article_of,
    barred,
    compile_game,
    describe,
    diagnosed,
    exceptions_alone,
    judge,
    lone_bars,
    members,
)

MOST_POSITIONS: Final = 1_500
"""The number of positions of a game that are examined under the chosen house rules, and in all under the other values."""
OTHER_HANDS: Final = 4
"""The number of hands that are examined under each other value of an option."""
MOST_ILLEGAL: Final = 8
"""The number of illegal moves in a vector."""


def covering_vectors(game: Game, seed: int) -> Iterator[VectorJson | Diagnostic]:
    """Yield the positions that show something new: under the house rules of a game, then under each other value of an
    option.
    """
    covered = set[str]()
    values = [(o.name, v) for o in game.ruleset.options for v in o.values if v != game.chosen[o.name]]
    yield from _of_game(game, seed, covered, MOST_POSITIONS, MOST_POSITIONS)
    for option, value in values:
        other = choose(game, {option: value})
        if isinstance(other, Game):
            yield from _of_game(other, seed, covered, OTHER_HANDS, MOST_POSITIONS // len(values))


def _of_game(game: Game, seed: int, covered: set[str], hands: int, most: int) -> Iterator[VectorJson | Diagnostic]:
    rules = compile_game(game)
    if not isinstance(rules, Rules):
        yield from rules
        return
    looked = 0
    try:
        for number in range(hands):
            for position in positions(rules, seed, number):
                looked += 1
                first = [shown for shown in dict.fromkeys(_shown(position)) if shown not in covered]
                if first:
                    covered.update(first)
                    yield {**position.vector(every_move=True), "illegal": _illegal(position), "covers": first}
            if looked >= most:
                return
    except Faulted as fault:
        yield diagnosed(fault)


def _shown(position: VectorPosition) -> Iterator[str]:
    """Yield the features that a position shows, as the kind and the name."""
    rules, state = position.rules, position.state
    game = rules.game
    yield from (f"option {name}={value}" for name, value in game.settings)
    for option in position.options:
        yield from (f"permits {name}" for name in option.move.by)
    yield from (f"bars alone {name}" for name in sorted(lone_bars(rules, state.cells)))
    yield from (f"bars {name}" for name in barred(rules, state, [option.move for option in position.options]))
    if any(sentence.lifts for _, sentence in game.with_sentence(g.Permission)):
        for option in position.options:
            lifted = exceptions_alone(rules, state, option.move) if option.move.act in game.act else ()
            yield from (f"exempts {case.clause.name}" for case in (() if isinstance(lifted, Diagnostic) else lifted))
    if position.ended:
        transition = position.transition(position.chosen)
        yield "ends match" if transition["awaits"] == "nothing" else "ends hand"
        if "score" in transition:
            shares = list(transition["score"]["shares"].values())
            for name in shares[0] if shares else ():
                yield f"scores {name}" if any(share[name] for share in shares) else f"nobody scores {name}"


def _illegal(position: VectorPosition) -> list[IllegalMoveJson]:
    """Return moves that are not legal: first moves that a prohibition forbids, then legal moves with one card less or with
    another card.
    """
    rules, state = position.rules, position.state
    legal = [option.move for option in position.options]
    known = {(move.act, move.args) for move in legal}
    found: list[IllegalMoveJson] = []
    by_bar = barred(rules, state, legal).values()
    for move in chain(chain.from_iterable(moves[:3] for moves in by_bar), _altered(rules, legal)):
        if len(found) == MOST_ILLEGAL:
            break
        if (move.act, move.args) in known:
            continue
        known.add((move.act, move.args))
        verdict = judge(rules, state, move)
        if isinstance(verdict, Judgement) and not verdict.legal and verdict.reason in ("barred", "permission", "turn"):
            found.append(_written(rules, move, verdict))
    return found


def _altered(rules: Rules, legal: list[Move]) -> Iterator[Move]:
    """Yield changed legal moves: a set of several cards loses a card, or a card is replaced by another."""
    for move in legal:
        act = rules.game.act.get(move.act)
        for place, parameter in enumerate(act.parameters if act is not None else ()):
            value = move.args[place]
            if parameter.choice == "some" and parameter.type.kind == "cards" and value.bit_count() > 1:
                for card in members(value):
                    yield Move(move.act, (*move.args[:place], value & ~(1 << card), *move.args[place + 1 :]), ())
            elif parameter.choice == "one" and parameter.type.kind == "card" and not parameter.unseen:
                others = (other.args[place] for other in legal if other.act == move.act and other.args[place] != value)
                yield from (Move(move.act, (*move.args[:place], other, *move.args[place + 1 :]), ()) for other in others)


def _written(rules: Rules, move: Move, verdict: Judgement) -> IllegalMoveJson:
    answer: IllegalMoveJson = {
        "act": move.act,
        "args": describe(rules.game, move),
        "reason": verdict.reason,
        "clauses": verdict.clauses,
    }
    article = next((found for found in (article_of(rules.game, name) for name in verdict.clauses) if found is not None), None)
    if article is not None:
        answer["article"] = article.key
    return answer
