"""A verdict in words: what was decided of a claim, how, where it stands in the text, and the hand that shows it.

Takes results of the verifier, whose package (and with it the solver) is not needed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from cartaro_grammar import Game, Source, tree
from cartaro_interpreter import Json, write_json
from cartaro_rulebook import in_any, verdict_in_words
from cartaro_workbench.editing.positions import Location, Position, Range, location_of, plain_text, units

if TYPE_CHECKING:
    from cartaro_verify import Counterexample, OpenCase, Result


@dataclass(frozen=True, slots=True)
class ShownWitness:
    """The hand that refutes a claim or attains it: a record for `record_steps`, the number of the move after which it does, and
    what is said of it.
    """

    record: str
    moves: int
    note: str


@dataclass(frozen=True, slots=True)
class ShownOpenCase:
    """Where a proof came to nothing: the case, the move, the invariants of the case, and what would help."""

    players: int
    case: str
    move: str
    invariants: tuple[str, ...]
    help: str


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """A verdict on an obligation of every game or a claim of the author's, or advice: `title` says what is claimed, `method`
    how it was decided, `reason` why not, or what would help.

    It is `fine` where the ruleset keeps what it promises; `vacuous` where its premise was never found to hold; `contradicted`
    where play contradicts what was proved, which is a fault of the prover and no verdict.  A claim that the text tells as false
    (`told_false`) is fine where it is refuted.  `settings` are the house rules that the claim names; `hands` how many random
    hands did not break what is unknown.  One of the same kind, name, settings and `location` as one before takes its place.
    """

    kind: Literal["obligation", "claim", "advice"]
    name: str
    settings: tuple[tuple[str, str], ...]
    players: int
    verdict: Literal["proved", "refuted", "attained", "unknown", "told"]
    fine: bool
    vacuous: bool
    contradicted: bool
    told_false: bool
    title: str
    method: str
    reason: str
    cites: tuple[str, ...]
    hands: int
    seconds: float
    location: Location | None
    witness: ShownWitness | None
    open: ShownOpenCase | None


def shown(result: Result, game: Game, places: Mapping[str, Location], texts: Mapping[str, str], code: str) -> ShownVerdict:
    """A result in words of a language; `places` are those of the claims, `texts` those in which advice has its place."""
    return ShownVerdict(
        result.kind,
        result.name,
        result.settings,
        result.players,
        result.verdict,
        result.fine,
        result.vacuous,
        result.contradicted,
        result.told_false,
        in_any(result.text, code, result.name),
        verdict_in_words(game, result.method, code),
        verdict_in_words(game, result.reason, code),
        result.cites,
        result.hands,
        round(result.seconds, 3),
        _place(result.at, texts) if result.at else places.get(result.name) if result.kind == "claim" else None,
        None if result.witness is None else _witness(result.witness, game, code),
        None if result.open is None else _open(result.open, game, code),
    )


def _witness(found: Counterexample, game: Game, code: str) -> ShownWitness:
    moves = cast("list[object]", found.record.get("moves", []))
    text = write_json(cast("Json", dict(found.hand or found.record)))
    return ShownWitness(text, len(moves), verdict_in_words(game, found.note, code))


def _open(case: OpenCase, game: Game, code: str) -> ShownOpenCase:
    words = [verdict_in_words(game, text, code) for text in (case.case, case.move, case.help)]
    known = tuple(verdict_in_words(game, fact, code) for fact in case.invariants)
    return ShownOpenCase(case.players, words[0], words[1], known, words[2])


def claim_places(files: Iterable[tree.File]) -> dict[str, Location]:
    """Where the claims of some texts are named."""
    claims = (item for file in files for item in file.items if isinstance(item, tree.Claim))
    return {claim.name.text: location_of(claim.name.span) for claim in claims}


def _place(at: str, texts: Mapping[str, str]) -> Location | None:
    """A place that is told by its text, line and column, from 1."""
    name, line, column = at.rsplit(":", 2)
    if name not in texts:
        return None
    written = Source(name, plain_text(texts[name])).line_text(int(line))[: int(column) - 1]
    position = Position(int(line) - 1, units(written))
    return Location(name, Range(position, position))
