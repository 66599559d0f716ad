"""Answers as JSON: legal moves, scores, final zones, in the form that the command gives them."""

from __future__ import annotations

from cartaro_interpreter.jsontext import Json
from cartaro_interpreter.move import Move, cites, describe
from cartaro_interpreter.rules import Rules
from cartaro_interpreter.score import Score


def move_json(rules: Rules, move: Move) -> dict[str, Json]:
    """A move: the act, its arguments in the order of its parameters, its permissions and what they cite."""
    args: dict[str, Json] = dict(describe(rules.game, move))
    return {"act": move.act, "args": args, "by": list(move.by), "cites": list(cites(rules.game, move.by))}


def plain_move_json(rules: Rules, move: Move) -> dict[str, Json]:
    """A move as records keep it: the act and its arguments."""
    args: dict[str, Json] = dict(describe(rules.game, move))
    return {"act": move.act, "args": args}


def moves_json(rules: Rules, moves: tuple[Move, ...]) -> dict[str, Json]:
    """Legal moves."""
    return {"moves": [move_json(rules, move) for move in moves]}


def score_json(score: Score) -> dict[str, Json]:
    """Points and shares by side, from 1."""
    points: dict[str, Json] = {str(side + 1): amount for side, amount in enumerate(score.points)}
    shares: dict[str, Json] = {str(side + 1): dict(share) for side, share in enumerate(score.shares)}
    return {"points": points, "shares": shares}
