"""Memory that begins again in each part of a hand that has a name, such as a bout (decision 0160).

A text clears its memory when a bout is over: *the cards of attack start again from 0; it no longer counts that the defender
takes up*.  At a table, the memory belongs to the bout.  A cell belongs to a period if

- rules at the end of a turn change it under one condition only, whose words are that the period is over;
- after these rules, in their order, it has the value that it has when a hand begins.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from cartaro_grammar import Noun, conjuncts, default
from cartaro_grammar import game as g
from cartaro_rulebook.prose.expressions import PeriodOfMemory, ProseScope
from cartaro_rulebook.words.naming import Naming
from cartaro_rulebook.words.nouns import noun as noun_of
from cartaro_rulebook.words.nouns import plain


def periods(scope: ProseScope, mentioned: Container[str]) -> Mapping[str, PeriodOfMemory]:
    """Return the period of each cell that begins again in each of them."""
    game, found = scope.naming.game, dict[str, PeriodOfMemory]()
    course = game.consequences("end", "turn")
    for condition in dict.fromkeys(e for clause in course for e in conjuncts(*clause.when)):
        noun = _period_that_ends(condition, scope)
        if noun is None:
            continue
        for cell in (cell for cell in game.cells if cell.period == "hand" and cell.initial is None):
            again = [c for c in course if _changes(c, cell.name)]
            starts = [c for c in game.consequences("start", "hand") if _changes(c, cell.name)]
            if not again or any(c.name in mentioned for c in (*again, *starts)) or not _is_told(cell, scope):
                continue
            always = all(conjuncts(*c.when) == (condition,) and not (c.unless or c.despite) for c in again)
            always = always and not any(c.when or c.unless or c.despite for c in starts)
            alone = all(isinstance(e.body, g.Become) and e.body.cell.cell == cell.name for c in again for e in c.effects)
            if always and alone and _values(again, cell.name) == _values(starts, cell.name):
                period = PeriodOfMemory(noun, tuple(c.name for c in again), tuple(c.name for c in starts))
                found[cell.name] = period
    return found


def _period_that_ends(condition: g.Expr, scope: ProseScope) -> Noun | None:
    """Return the noun of a period if a condition is, in the words of the author, that it is over."""
    naming = scope.naming
    match condition:
        case g.Recall(name, None) if naming.game.cell[name].kind == "flag":
            words = plain(naming.sentence(name, naming.game.cell[name].names))
        case g.Apply(name, ()) if naming.text(name, naming.game.function[name].names) is not None:
            words = plain(naming.sentence(name, naming.game.function[name].names))
        case _:
            return default(condition, None)
    for ending in scope.lang.phrases["words_for_over"].split(", "):
        period = words.removesuffix(f" {ending}")
        if period != words:
            noun = noun_of(f"{period} / {period}", scope.lang.code)
            is_noun = plain(scope.lang.forms.determined(noun, "the").text) == period
            return noun if is_noun and noun.singular not in _names_of_things(naming) else None
    return None


def _names_of_things(naming: Naming) -> set[str]:
    """Return the names of the places and the counters: that *the count is closed* is not about a part of a hand if there is a
    counter with the name *the count*.
    """
    nouns = [naming.zone(zone.name) for zone in naming.game.zones]
    nouns += [naming.cell(cell.name) for cell in naming.game.cells if cell.kind in ("counter", "reference")]
    return {plain(noun.singular) for noun in nouns}


def _is_told(cell: g.Cell, scope: ProseScope) -> bool:
    """Return whether sentences can state to which period a cell belongs: a counter and a flag of the table when they are read,
    the flag of a player when it is set.  A flag for something that a player has done has no sentence when it is set.
    """
    if cell.kind == "counter" or (cell.kind == "flag" and cell.owner == "table"):
        return True
    if cell.kind != "flag" or cell.owner != "player":
        return False
    is_set = any(p.cell.cell == cell.name and _is_true(p) for p in scope.naming.game.changes)
    return is_set and not _is_of_a_deed(cell, scope)


def _is_of_a_deed(flag: g.Cell, scope: ProseScope) -> bool:
    """Return whether the words of a flag state that somebody has done something."""
    words = plain(scope.naming.sentence(flag.name, flag.names)).split()
    return not {*words}.isdisjoint(scope.lang.phrases["auxiliaries"].split())


def is_cleared_in_play(flag: str, scope: ProseScope) -> bool:
    """Return whether a rule clears a flag in the middle of the hand, or of the period to which the flag belongs.  A flag for
    something that a player has done stays true; another sentence states that it no longer counts.
    """
    game = scope.naming.game
    if _is_of_a_deed(game.cell[flag], scope):
        return False
    period = scope.periods.get(flag)
    at_ends = {clause.name for moment in ("start", "end", "count") for clause in game.consequences(moment, "hand")}
    at_ends |= set(period.again) if period is not None else set()
    rules: list[g.Clause | g.Act] = [*game.acts, *(clause for clause in game.clauses if clause.name not in at_ends)]
    return any(_clears(e, flag) for rule in rules for e in rule.effects)


def _is_true(change: g.Add | g.Become) -> bool:
    return isinstance(change, g.Become) and isinstance(change.value, g.Truth) and change.value.value


def _changes(clause: g.Clause, cell: str) -> bool:
    return any(_changes_it(e, cell) for e in clause.effects)


def _values(clauses: list[g.Clause], cell: str) -> list[g.Effect]:
    """Return the changes of a cell, without one at the beginning that gives it the usual first value of its kind."""
    found = [e for clause in clauses for e in clause.effects if _changes_it(e, cell)]
    return found[1:] if found and _is_usual(found[0], cell) else found


def _changes_it(effect: g.Effect, cell: str) -> bool:
    return isinstance(effect.body, g.Add | g.Become) and effect.body.cell.cell == cell


def _is_usual(effect: g.Effect, cell: str) -> bool:
    """Return whether an effect clears a cell, for every member if it has several."""
    match effect:
        case g.Effect(g.Become(g.Recall(_, owner), g.Nobody() | g.Truth(False) | g.Number(0)), each, (), ()):
            return owner is None or each in ("player", "side")
        case _:
            return False


def counted_anew(scope: ProseScope) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Yield each counter of the table that is 0 when a period begins, the rules that clear it, and the sentence that states
    this.
    """
    for name, period in scope.periods.items():
        cell = scope.naming.game.cell[name]
        if cell.kind == "counter" and cell.owner == "table" and not period.starts:
            counted = scope.value(_recall(name, scope))
            each = scope.lang.forms.determined(period.noun, "each").text
            yield name, period.again, scope.lang.text("counted_anew", counted, x=each)


def _recall(name: str, scope: ProseScope) -> g.Recall:
    return next(p for p in scope.naming.game.in_rules(g.Recall) if p.cell == name)


def is_set_by_another_act(condition: g.Expr, act: str, game: g.Game) -> bool:
    """Return whether a condition is a flag of the table that only acts other than one set."""
    if not isinstance(condition, g.Recall) or condition.owner is not None or game.cell[condition.cell].kind != "flag":
        return False
    setting = [one.name for one in game.acts if any(sets(e, condition.cell) for e in one.effects)]
    others = any(sets(e, condition.cell) for clause in game.clauses for e in clause.effects)
    return bool(setting) and act not in setting and not others


def sets(effect: g.Effect, flag: str) -> bool:
    """Return whether an effect may set a flag."""
    return isinstance(effect.body, g.Become) and effect.body.cell.cell == flag and not _clears(effect, flag)


def _clears(effect: g.Effect, flag: str) -> bool:
    body = effect.body
    return isinstance(body, g.Become) and body.cell.cell == flag and isinstance(body.value, g.Truth) and not body.value.value
