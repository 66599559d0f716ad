"""Advice: what a ruleset may well not mean, told with its place and with the sentence that would mend it.

Advice breaks no promise: no exit code changes for it.  It is given where it is sure: a clause that can never apply, proved over
the frame; an exemption that can lift nothing; two consequences whose order decides, shown by a hand; a counter that falls below
0, shown by a hand, unless the ruleset claims that this can happen.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from cartaro_grammar import NUMBER, PLAYER, PLAYERS, SIDE, SIDES, TRUTH, Clause, Expr, Game, Span, parts
from cartaro_grammar import game as g
from cartaro_verify.advice.clause_order import deciding
from cartaro_verify.advice.dead_clauses import Dead, dead
from cartaro_verify.obligations.prepared_game import PreparedGame
from cartaro_verify.play.goals import Goal, GoalSearch
from cartaro_verify.play.table import History, HistoryTable
from cartaro_verify.terms import walk
from cartaro_verify.terms.messages import FormText, words
from cartaro_verify.terms.symbols import NotCovered

HANDS = 300
TEXTS: dict[str, g.Names] = {
    "dead": (("it", "una clausola che non si applica mai"), ("en", "a clause that can never apply"),
             ("fr", "une clause qui ne s'applique jamais")),
    "idle": (("it", "una clausola che non toglie niente"), ("en", "a clause that lifts or bars nothing"),
             ("fr", "une clause qui ne lève ni n'interdit rien")),
    "order": (("it", "l'ordine di due conseguenze decide"), ("en", "the order of two consequences decides"),
              ("fr", "l'ordre de deux conséquences décide")),
    "below": (("it", "un conto che scende sotto zero"), ("en", "a counter that falls below zero"),
              ("fr", "un compte qui descend au-dessous de zéro")),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Advice:
    """What is told of a clause or a counter: its kind, what was found, what would mend it, and a hand that shows it."""

    name: str
    kind: str
    found: FormText
    mend: FormText
    span: Span
    history: History | None = None


def advice(prepared: PreparedGame) -> Iterator[Advice]:
    """Everything that there is to tell of a game."""
    idle = list[Dead]()
    with suppress(NotCovered):
        idle += dead(prepared)
    yield from map(_dead, idle)
    told = {d.clause.name for d in idle}
    for order in deciding(prepared.table):
        if not told & {order.first.name, order.second.name}:
            names = {"a": _named(order.first), "b": _named(order.second)}
            found = words("order_decides", cell=words("cell", name=order.cell), **names)
            mend = words("mend_order", a_name=order.first.name, b_name=order.second.name, **names)
            yield Advice(order.second.name, "order", found, mend, order.second.span, order.history)
    yield from _below(prepared.table)


def _named(clause: Clause) -> FormText:
    return words("clause", name=clause.name)


def _dead(found: Dead) -> Advice:
    clause, name = found.clause, _named(found.clause)
    if found.before:
        before = words("clause", name=found.before)
        told = words("dead_after", a=name, b=before)
        return Advice(clause.name, "dead", told, words("mend_before", a=name, b=before), clause.span)
    match clause.sentence:
        case g.Permission(lifts=(lifted, *_)):
            bar = words("clause", name=lifted)
            kind, what, mend = "idle", words("lifts_nothing", a=name, b=bar), words("mend_lifts", a=name, b=bar)
        case g.Prohibition():
            kind, what, mend = "idle", words("bars_nothing", a=name), words("mend_dead", a=name)
        case (
            g.Permission() | g.Obligation() | g.Step() | g.Definition() | g.Sees() | g.Score() | g.Begins() | g.Passes()
            | g.Ends() | g.SidesAre() | g.TakesPart() | g.Runs() | g.Consequence() | g.Breach() | g.Conduct() | g.Material()
        ):  # fmt: skip
            kind, what, mend = "dead", words("dead", a=name), words("mend_dead", a=name)
    return Advice(clause.name, kind, what, mend, clause.span)


# ------------------------------------------------------------------------------------------------ below zero


def _below(table: HistoryTable) -> Iterator[Advice]:
    """Counters that fall below 0 in a hand that is played, where the ruleset does not claim that they can."""
    cells = [c for c in table.game.cells if c.kind == "counter" and _falls(table.game, c) and not _claimed(table.game, c)]
    goals = {cell.name: [Goal(moment, _negative(cell)) for moment in _moments(table.game)] for cell in cells}
    if goals:
        GoalSearch(table, [goal for found in goals.values() for goal in found]).run(HANDS)
    for cell in cells:
        history = next((goal.found for goal in goals[cell.name] if goal.found is not None), None)
        if history is not None:
            name = words("cell", name=cell.name)
            mend = words("mend_below_each" if cell.owner != "table" else "mend_below", cell=name, owner=f"{cell.owner}s")
            yield Advice(cell.name, "below", words("below_zero", cell=name), mend, cell.span, history)


def _falls(game: Game, cell: g.Cell) -> bool:
    """Whether something may be subtracted from a counter."""
    changes = (p for p in parts((game.standing, game.acts)) if isinstance(p, g.Add) and p.cell.cell == cell.name)
    return any(_minus(part) for change in changes for part in walk.reached(game, change.amount))


def _minus(part: object) -> bool:
    if isinstance(part, g.Number):
        return part.value < 0
    return isinstance(part, g.Operation) and part.operator == "-"


def _claimed(game: Game, cell: g.Cell) -> bool:
    """Whether a claim says that a counter can be so."""
    lines = [line for claim in game.claims for line in claim.lines if isinstance(line, g.Possible)]
    return any(isinstance(p, g.Recall) and p.cell == cell.name for p in parts(tuple(line.condition for line in lines)))


def _moments(game: Game) -> list[tuple[str, str]]:
    return [*(("after", act.name) for act in game.acts), ("end", "turn"), ("end", "hand"), ("count", "hand")]


def _negative(cell: g.Cell) -> Expr:
    """That a counter, or that of some owner, is less than 0."""
    span, nothing = cell.span, g.Number(0, NUMBER, cell.span)
    if cell.owner == "table":
        return g.Operation("<", (g.Recall(cell.name, None, NUMBER, span), nothing), TRUTH, span)
    owner, owners = (PLAYER, PLAYERS) if cell.owner == "player" else (SIDE, SIDES)
    here = g.Recall(cell.name, g.Local("owner", owner, span), NUMBER, span)
    return g.Quantified("some", "owner", g.Everyone(owners, span), g.Operation("<", (here, nothing), TRUTH, span), TRUTH, span)
