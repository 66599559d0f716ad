"""A whole game lowered: what stands in the way of it, and the module with all that is called from outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cartaro_engine.acts import chance
from cartaro_engine.expressions.expressions import lowering_of
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.nodes import Module
from cartaro_engine.ir.reach import reachable
from cartaro_engine.ir.step_budget import Meter, metered
from cartaro_engine.memory.plan import MemoryPlan, planned
from cartaro_engine.memory.refusals import LoweringRefused, NotLowered
from cartaro_engine.memory.traps import STEPS
from cartaro_engine.memory.wide_sets import ManyWords
from cartaro_engine.play import hands, look_ahead, playouts, trials
from cartaro_engine.play.options import played
from cartaro_engine.play.watched_hands import SightingWords, can_be_watched, searching
from cartaro_interpreter import Rules, Sought

MOST_STEPS: Final = 200_000_000
"""Some seconds of work for each call (`ir/step_budget`)."""


@dataclass(frozen=True, slots=True)
class Lowered:
    """A game's module, the plan of its memory, its acts by their numbers, and how many steps each call has."""

    module: Module
    plan: MemoryPlan
    acts: tuple[str, ...]
    steps: int


@dataclass(frozen=True, slots=True)
class LoweredSearch:
    """The module that looks for things in hands, the plan of its memory, where it has what it has seen, and the numbers of the
    things that it looks for.
    """

    module: Module
    plan: MemoryPlan
    words: SightingWords
    sought: frozenset[int]


def lower(rules: Rules, steps: int = MOST_STEPS, width: int = 0) -> Lowered | NotLowered:
    """The module of a game, which may take so many steps in each call, and whose sets have at least so many words (they have as
    many as they need); or what in the game is not lowered.
    """
    try:
        plan = planned(rules, width)
        lo = lowering_of(rules, plan)
        exports = tuple(_exports(lo).items())
        acts = tuple(act.name for act in played(lo))
    except LoweringRefused as refused:
        return refused.refusal
    return Lowered(_module(lo, exports, steps), plan, acts, steps)


def lower_search(rules: Rules, sought: Mapping[int, Sought], seldom: frozenset[str], steps: int) -> LoweredSearch | None:
    """The module that looks for things in hands, of which some acts are chosen seldom; None where the game is not lowered."""
    try:
        plan = planned(rules)
        words = SightingWords.of(plan, rules.game, len(sought))
        kept = {n: one for n, one in sought.items() if can_be_watched(lowering_of(rules, plan), one)}
        lo = lowering_of(rules, plan)
        exports = (("search", searching(lo, kept, words, seldom)),)
    except LoweringRefused:
        return None
    return LoweredSearch(_module(lo, exports, steps), plan, words, frozenset(kept))


def _module(lo: Lowering, exports: tuple[tuple[str, str], ...], steps: int) -> Module:
    """What is called from some functions, with its tables, and its steps counted."""
    functions = reachable(tuple(lo.functions.values()), tuple(inside for _, inside in exports))
    tables = tuple((name, values) for values, name in lo.tables.items())
    words = lo.cards.data() if isinstance(lo.cards, ManyWords) else ()
    plan = lo.plan
    module = Module(functions, tables, plan.words + len(words), plan.trap, exports, ((plan.words, words),) if words else ())
    return metered(module, Meter(plan.steps, steps, STEPS))


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
        "trial": trials.trying(lo),
        "seed": chance.seeding(lo),
    }
