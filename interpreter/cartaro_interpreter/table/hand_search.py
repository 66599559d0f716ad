"""A search in randomly played hands: its goals and its results; legal moves, scores and final zones as JSON.

The verifier states the goals (`Sought`); the interpreter or the engine plays. A hand that is found is reported only by its
packs and moves (`ShownHand`); the interpreter then replays it and evaluates its events.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from cartaro_grammar import CODES, Expr
from cartaro_interpreter.acts.acts import Rules
from cartaro_interpreter.formats.json_forms import LegalMoveJson, MoveJson, MovesJson, ResultJson, RulingJson, ScoreJson
from cartaro_interpreter.formats.position import write_memory, write_zones
from cartaro_interpreter.play.questions import ScoreSheet
from cartaro_interpreter.ruling.rulings import article_of, cited, finding_of
from cartaro_interpreter.state.faults import Faulted
from cartaro_interpreter.state.state import Move, RecordEntry, Ruling, cites, describe
from cartaro_interpreter.table.playout import Played, Ruled

# ------------------------------------------------------------------- hand search


Moment = tuple[str, str]
"""The moment at which a goal is tested: a moment of `Play.watch`, `before` an act, or one of the constants below."""
AWAIT: Final[Moment] = ("await", "")
STUCK: Final[Moment] = ("stuck", "")
"""A move is awaited, and none is legal."""
AGAIN: Final[Moment] = ("again", "")
"""A position is repeated."""
SILENT: Final[Moment] = ("fault", "silent")
"""The clauses clash, or none applies."""
FAULT: Final[Moment] = ("fault", "")
"""Play fails in another way, by a fault of the rules."""
LIMIT: Final[Moment] = ("fault", "limit")
"""The program gives up: the further course of play is unknown."""
UNDECIDED: Final = ("C0801", "C0802")
"""The codes of clashes and gaps."""


@dataclass(frozen=True, slots=True)
class Sought:
    """A goal: a condition that is to be `wanted` (true or false) at a moment or, without a condition, the moment itself. Before
    and after an act, the condition may read the arguments of the act. With `each_side`, `side` denotes any side.
    """

    moment: Moment
    condition: Expr | None
    wanted: bool = True
    each_side: bool = False


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand that reaches a goal: its number, the packs that were shuffled, the moves up to the end or stop of play."""

    number: int
    packs: tuple[tuple[int, ...], ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class SearchedHands:
    """The result of a search: the indices of the goals that it can observe, the number of hands played, and for each goal the
    first hand that reaches it, in the order of the hands.
    """

    looked_for: frozenset[int]
    hands: int
    shown: tuple[ShownHand, ...]


NOT_SEARCHED: Final = SearchedHands(frozenset(), 0, ())

HandSearch = Callable[[Rules, tuple[Sought, ...], frozenset[str]], SearchedHands]
"""Searches the first hands of matches for goals. The named acts are chosen rarely, so that hands last longer."""


def moment_of(fault: Faulted) -> Moment:
    """Return the moment that represents a fault in a search."""
    if CODES[fault.code].limit:
        return LIMIT
    return SILENT if fault.code in UNDECIDED else FAULT


# -------------------------------------------------------------------------- JSON


RESERVED = frozenset({"ruling", "args", "by", "cites", "move", "on", "article"})
"""Keys of an entry in a record or in a result. An argument next to these keys must not have such a name."""


def move_json(rules: Rules, move: Move) -> LegalMoveJson:
    """Return a move as JSON: the act, its arguments in the order of its parameters, its permissions and their citations."""
    return {"act": move.act, "args": describe(rules.game, move), "by": list(move.by), "cites": list(cites(rules.game, move.by))}


def plain_move_json(rules: Rules, move: Move) -> MoveJson:
    """Return a move as records keep it: the act and its arguments."""
    return {"act": move.act, "args": describe(rules.game, move)}


def entry_json(rules: Rules, entry: RecordEntry) -> MoveJson | RulingJson:
    """Return a move or ruling as records keep it. The arguments of a finding are next to its name if no other key is used
    there.
    """
    if isinstance(entry, Ruling):
        return {"ruling": entry.clause}
    if finding_of(rules.game, entry.act) is None:
        return plain_move_json(rules, entry)
    args = describe(rules.game, entry)
    if not RESERVED.isdisjoint(args):
        return {"ruling": entry.act, "args": args}
    return cast("RulingJson", {"ruling": entry.act, **args})


def ruling_json(rules: Rules, ruled: Ruled, entry: RecordEntry) -> dict[str, object]:
    """Return an entry of the arbiter as JSON: its number among the moves, the ruling, the number of the move ruled on, the
    article and the citations.
    """
    game, found = rules.game, entry_json(rules, entry)
    on: dict[str, object] = {} if ruled.on is None else {"on": ruled.on}
    article = article_of(game, ruled.name)
    where: dict[str, object] = {}
    if article is not None:
        where = {"article": {"number": article.number, "of": article.home, "title": dict(article.names)}}
    return {"move": ruled.number, **found, **on, **where, "cites": list(cited(game, ruled.name))}


def moves_json(rules: Rules, moves: tuple[Move, ...]) -> MovesJson:
    """Return legal moves as JSON."""
    return {"moves": [move_json(rules, move) for move in moves]}


def score_json(score: ScoreSheet) -> ScoreJson:
    """Return points and shares by side. Sides are numbered from 1."""
    points = {str(side + 1): amount for side, amount in enumerate(score.points)}
    shares = {str(side + 1): dict(share) for side, share in enumerate(score.shares)}
    return {"points": points, "shares": shares}


def result_json(rules: Rules, played: Played) -> ResultJson:
    """Return the result of a playout: points and shares of the last hand counted, the final zones and memory, and the arbiter's
    entries, if any.
    """
    scored: ScoreJson = score_json(played.scores[-1]) if played.scores else {"points": {}, "shares": {}}
    memory = write_memory(rules, played.state, annexes=False)
    result: ResultJson = {
        "points": scored["points"],
        "shares": scored["shares"],
        "zones": write_zones(rules, played.state),
        "counters": memory,
    }
    if played.rulings:
        result["rulings"] = [ruling_json(rules, ruled, played.moves[ruled.number - 1]) for ruled in played.rulings]
    return result
