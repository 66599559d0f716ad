"""A whole game lowered: what stands in the way of it, and the module with all that is called from outside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cartaro_engine.acts import chance
from cartaro_engine.expressions.expressions import Lowering
from cartaro_engine.ir.metering import Meter, metered
from cartaro_engine.ir.nodes import Module
from cartaro_engine.ir.reach import reachable
from cartaro_engine.memory.plan import MemoryPlan, planned
from cartaro_engine.memory.refusals import Construct, NotLowered, Refused
from cartaro_engine.memory.traps import STEPS
from cartaro_engine.play import hands, look_ahead, playouts
from cartaro_engine.play.options import played
from cartaro_grammar import Pattern, parts
from cartaro_interpreter import Rules

MOST_CARDS = 63
"""A set of cards is one word, and its sign stays free."""

MOST_STEPS: Final = 20_000_000
"""Some seconds of work for each call (`ir/metering`)."""


@dataclass(frozen=True, slots=True)
class Lowered:
    """A game's module, the plan of its memory, its acts by their numbers, and how many steps each call has."""

    module: Module
    plan: MemoryPlan
    acts: tuple[str, ...]
    steps: int


def lower(rules: Rules, steps: int = MOST_STEPS) -> Lowered | NotLowered:
    """The module of a game, which may take so many steps in each call, or what in the game is not lowered."""
    try:
        _refuse(rules)
        plan = planned(rules)
        lo = Lowering(rules.game, rules, plan)
        exports = tuple(_exports(lo).items())
        acts = tuple(act.name for act in played(lo))
    except Refused as refused:
        return refused.refusal
    functions = reachable(tuple(lo.functions.values()), tuple(inside for _, inside in exports))
    tables = tuple((name, values) for values, name in lo.tables.items())
    module = Module(functions, tables, plan.words, plan.trap, exports)
    return Lowered(metered(module, Meter(plan.steps, steps, STEPS)), plan, acts, steps)


def _refuse(rules: Rules) -> None:
    """Raise for what a whole game has that is not lowered."""
    game, layout = rules.game, rules.layout
    if layout.faces.read:
        raise Refused(Construct.READINGS)
    if len(game.deck.cards) > MOST_CARDS:
        raise Refused(Construct.MANY_CARDS)
    pattern = next((part for part in parts((game.standing, game.acts)) if isinstance(part, Pattern)), None)
    if layout.faces.plural and pattern is not None:
        raise Refused(Construct.EQUAL_CARDS, pattern.span)
    if layout.families:
        raise Refused(Construct.FAMILIES, layout.families[0].zone.span)


def _exports(lo: Lowering) -> dict[str, str]:
    """The functions that are called from outside, each by its own name."""
    return {
        "legal": look_ahead.legal(lo),
        "act": hands.acting(lo),
        "begin_match": hands.beginning_match(lo),
        "begin_hand": hands.beginning_hand(lo),
        "scoring": hands.scoring(lo),
        "hands": playouts.batch(lo, "hand"),
        "matches": playouts.batch(lo, "match"),
        "seed": chance.seeding(lo),
    }
