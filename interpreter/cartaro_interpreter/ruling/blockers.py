"""Why nothing can be done: the clauses that stand in the way of the acts that a turn asks for.

For a player who must act, each act of the open steps is looked for under its permissions alone; where it could be done, the
prohibitions that bar it, and the obligations that it would leave unmet, are what stands in the way; where it could not, its
permissions do not apply.
"""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_interpreter.acts.acts import ActRules
from cartaro_interpreter.acts.rules import Rules, StepRules
from cartaro_interpreter.play.turn import Choice, after, obliged, open_steps, warranted
from cartaro_interpreter.state.budget import counted
from cartaro_interpreter.state.fault import Faulted
from cartaro_interpreter.state.layout import Cells

MOST_WAYS = 200


def hindrances(rules: Rules, cells: Cells) -> tuple[str, ...]:
    """The clauses that keep a player from all that must be done, obligations in force first; where none is named, the steps
    themselves.
    """
    found: dict[str, None] = dict.fromkeys(obliged(rules, cells))
    steps = [step for _, step in open_steps(rules, cells) if step.must]
    for step in steps:
        found.update(dict.fromkeys(barring(rules, cells, step)))
    for option in warranted(rules, cells)[:MOST_WAYS]:
        if option.move.act in rules.acts and any(option.move.act in step.acts for step in steps):
            found.update(dict.fromkeys(obliged(rules, after(rules, cells, Choice(*option)))))
    return tuple(found) or tuple(step.clause.name for step in steps)


def barring(rules: Rules, cells: Cells, step: StepRules) -> tuple[str, ...]:
    """The prohibitions that bar the acts of a step for its player."""
    player = step.actor(cells, [])
    found: dict[str, None] = {}
    for act in step.acts if player >= 0 else ():
        for bars in _bars(rules.acts[act], cells, player, MOST_WAYS):
            found.update(dict.fromkeys(bars))
    return tuple(found)


def lone_bars(rules: Rules, cells: Cells) -> frozenset[str]:
    """The prohibitions each of which by itself keeps an act from a permission: some way to do it in an open step would stand on
    the permission, did this one not bar it.  None where the rules do not decide what would be.
    """
    found = set[str]()
    try:
        with counted(rules.compiler.work):
            for _, step in open_steps(rules, cells):
                player = step.actor(cells, [])
                for act in step.acts if player >= 0 else ():
                    found.update(bars[0] for bars in _bars(rules.acts[act], cells, player) if len(bars) == 1)
    except Faulted:
        return frozenset()
    return frozenset(found)


def _bars(act: ActRules, cells: Cells, player: int, most: int | None = None) -> Iterator[list[str]]:
    """The prohibitions that bar each way to do an act, or each of the first ways under each permission."""
    for (_, search), (_, _, prohibitions) in zip(act.unbarred, act.inquiry.titles, strict=True):
        ways: list[tuple[int, ...]] = []
        frame = act.unbarred_frames.fresh()
        frame[0] = player
        if prohibitions:
            search(cells, frame, ways)
        for way in ways[:most]:
            here = act.inquiry.frame(player, way)
            yield [name for name, bars in prohibitions if bars(cells, here)]
