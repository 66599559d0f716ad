"""Sentences of the guide for several clauses that depend on one condition and take effect one after the other.

Each clause repeats the condition in a sentence of its own.  Here the condition is stated once, and the effects follow in order.
An author who must keep a condition that the effects themselves change uses a flag, which is set first and cleared last.  Such a
flag is left out, because the sentence states its condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, takewhile

from cartaro_grammar import PLAYER, conjuncts, operands_of, parts
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions, sentences
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import Composed, seats_after
from cartaro_rulebook.prose.expressions import START_OF_SECOND, ProseScope
from cartaro_rulebook.prose.outcomes import are_opposite
from cartaro_rulebook.prose.sentences import filled_up_to
from cartaro_rulebook.words.nouns import Phrase

Event = tuple[str, str]
Step = tuple[tuple[g.Expr, ...], g.Clause]
"""A clause with its conditions besides the common one."""


def courses(scope: ProseScope, covered: frozenset[str], hidden: frozenset[str]) -> Iterator[Composed]:
    """Yield a sentence for each run of clauses of one event with a common condition, without the clauses that other sentences
    cover and without `hidden` memory.
    """
    game = scope.naming.game
    found = [c for c in game.clauses if isinstance(c.sentence, g.Consequence) and c.name not in hidden]
    events = dict.fromkeys(c.sentence.event for c in found if isinstance(c.sentence, g.Consequence))
    for event in events:
        course = [c for c in found if isinstance(c.sentence, g.Consequence) and c.sentence.event == event]
        for (is_free, _), group in groupby(course, key=lambda c: (_is_free(c, covered), scope.part.get(c.name, ""))):
            if is_free:
                yield from _runs(event, list(group), scope)


def _is_free(clause: g.Clause, covered: frozenset[str]) -> bool:
    return clause.name not in covered and not clause.despite and not clause.unless


def _runs(event: Event, course: list[g.Clause], scope: ProseScope) -> Iterator[Composed]:
    at = 0
    while at < len(course):
        length, sentence = _flagged_run(event, course[at:], scope) or _run(event, course[at:], scope) or (1, None)
        if sentence is not None:
            yield sentence
        at += length


def _flagged_run(event: Event, course: Sequence[g.Clause], scope: ProseScope) -> tuple[int, Composed] | None:
    """Return the sentence of the clauses between the setting of a flag and its clearing, if nothing else uses the flag."""
    game, first = scope.naming.game, course[0]
    flag = _flag_set(first, True)
    length = next((n for n, c in enumerate(course) if _flag_set(c, False) == flag and not c.when), 0)
    between = course[1:length]
    if flag is None or not between or not first.when:
        return None
    users = {c.name for c in game.clauses if any(isinstance(p, g.Recall) and p.cell == flag for p in parts(c))}
    users |= {act.name for act in game.acts if any(isinstance(p, g.Recall) and p.cell == flag for p in parts(act))}
    if users != {c.name for c in course[: length + 1]}:
        return None
    rest = [_without_flag(c, flag) for c in between]
    if any(one is None for one in rest):
        return None
    anew = {name for period in scope.periods.values() for name in period.again}
    steps = [(one, c) for one, c in zip(rest, between, strict=True) if one is not None and c.name not in anew]
    if not steps:
        return None
    names = (between[0].name, first.name, *(c.name for c in course[2 : length + 1]))
    return length + 1, _course(names, event, first.when, steps, replace(scope, periods={}))


def _flag_set(clause: g.Clause, value: bool) -> str | None:
    """Return the flag of the table that a clause sets or clears, if it does nothing else."""
    match clause.effects:
        case (g.Effect(g.Become(g.Recall(cell, None), g.Truth(to)), None, (), ()),) if to == value:
            return cell
        case _:
            return None


def _without_flag(clause: g.Clause, flag: str) -> tuple[g.Expr, ...] | None:
    """Return the conditions of a clause besides a flag; None if the flag is not one of them, or occurs elsewhere."""
    asked = conjuncts(*clause.when)
    rest = tuple(e for e in asked if not (isinstance(e, g.Recall) and e.cell == flag))
    elsewhere = any(isinstance(p, g.Recall) and p.cell == flag for p in parts((rest, clause.effects)))
    return None if len(rest) == len(asked) or elsewhere else rest


def _run(event: Event, course: Sequence[g.Clause], scope: ProseScope) -> tuple[int, Composed] | None:
    """Return the sentence of the first clauses that have a condition in common which none of them but the last changes, or of
    all clauses that take effect once at the start of the second part.
    """
    if scope.part.get(course[0].name) == START_OF_SECOND and len(course) > 1:
        steps = [(conjuncts(*c.when), c) for c in course]
        return len(course), _course(tuple(c.name for c in course), event, (), steps, scope)
    if len(course) > 1 and not course[0].when and not course[1].when:
        both = (*course[0].effects, *course[1].effects)
        if sentences.counter_taken(both) and len(both) == 2:
            return 2, _course(tuple(c.name for c in course[:2]), event, (), [((), c) for c in course[:2]], scope)
    common: list[g.Expr] = list(conjuncts(*course[0].when))
    length = 1
    while length < len(course) and common:
        shared = [e for e in common if e in conjuncts(*course[length].when)]
        if not shared or any(_may_change(c, shared, scope.naming.game) for c in course[:length]):
            break
        common, length = shared, length + 1
    if length < 2:
        return None
    steps = [(tuple(e for e in conjuncts(*c.when) if e not in common), c) for c in course[:length]]
    return length, _course(tuple(c.name for c in course[:length]), event, tuple(common), steps, scope)


def _may_change(clause: g.Clause, conditions: Sequence[g.Expr], game: g.Game) -> bool:
    """Return whether the effects of a clause may change a condition."""
    cells, zones = state_read(conditions, game)
    for effect in clause.effects:
        body = effect.body
        if isinstance(body, g.Add | g.Become):
            if body.cell.cell in cells:
                return True
        elif isinstance(body, g.MoveCards | g.Deal):
            found = tuple(parts(body))
            moved = {p.zone for p in found if isinstance(p, g.InZone)}
            loose = any(isinstance(p, g.Local | g.Recall) and p.type.kind not in ("player", "side", "number") for p in found)
            if zones and (loose or not zones.isdisjoint(moved)):
                return True
        elif not isinstance(body, g.Show | g.Nothing):
            return True
    return False


def state_read(conditions: Sequence[g.Expr], game: g.Game) -> tuple[set[str], set[str]]:
    """Return the cells and the places that some conditions read, also through definitions."""
    waiting: list[object] = [*conditions]
    functions, cells, zones = set[str](), set[str](), set[str]()
    for one in waiting:
        for part in parts(one):
            if isinstance(part, g.Recall):
                cells.add(part.cell)
            elif isinstance(part, g.InZone):
                zones.add(part.zone)
            elif isinstance(part, g.Can | g.Applies | g.ScoreOf):
                cells |= {cell.name for cell in game.cells}
                zones |= {zone.name for zone in game.zones}
            elif isinstance(part, g.Apply) and part.function not in functions:
                functions.add(part.function)
                waiting += [clause for clause, _ in game.definitions_of(part.function)]
    return cells, zones


def _course(
    names: tuple[str, ...],
    event: Event,
    common: tuple[g.Expr, ...],
    steps: Sequence[tuple[tuple[g.Expr, ...], g.Clause]],
    scope: ProseScope,
) -> Composed:
    """Word the event and the common condition, then the effects of each clause with its other conditions; clauses in a row
    with the same other conditions share them.
    """
    inner = expressions.act_scope(event[1], scope) if event[0] == "after" else scope
    steps = [(_asked(when, clause.effects), clause) for when, clause in steps]
    texts: list[str] = []
    at, choices = 0, False
    while at < len(steps):
        when, forgets = steps[at][0], _forgotten(steps[at][1]) is not None
        clauses = _alike(steps[at:])
        other = steps[at + 1] if at + 1 < len(steps) else None
        if other is not None and _are_alternatives(steps[at], other, scope.naming.game):
            texts.append(_one_or_the_other(steps[at], other, inner))
            clauses, choices = [steps[at][1], other[1]], True
        elif forgets and len(clauses) > 1:
            held = [expressions.cell_value(cell, inner) for c in clauses if (cell := _forgotten(c)) is not None]
            feminine = all(phrase.feminine for phrase in held)
            both = Phrase(inner.lang.series([phrase.text for phrase in held]), feminine, plural=True)
            text = inner.lang.text("becomes_nobody", both)
            if _all_passed_on(clauses, scope.naming.game):
                text = inner.lang.text("guide_forgotten", first=held[0].text, last=held[-1].text)
            texts.append(sentences.text_after_cases(when, (), text, inner))
        else:
            for group in _sharing(when, clauses):
                texts.append(_step(when, group, inner))
                inner = replace(inner, changed=inner.changed | _given(group))
        inner = replace(inner, changed=inner.changed.union(*(_given(clause.effects) for clause in clauses)))
        at += len(clauses)
    few = len(texts) < MANY_STEPS and not (choices and len(texts) > 1)
    part = scope.part.get(names[0], "")
    at_once = sentences.is_after_any_move(event, scope)
    happens = [] if at_once or scope.part.get(names[0]) == START_OF_SECOND else [expressions.event(event, scope)]
    happens += [scope.lang.text(part)] if part else []
    case = sentences.cases(common, (), inner, "when_it_ends" if at_once else "when").strip()
    happens += [case] if case else []
    slots = {"event": ", ".join(happens), "x": "; ".join(texts)}
    lead = inner.lang.text("guide_course" if few else "guide_long_course", **slots)
    if few and len(texts) == 1:
        lead = f"{slots['event']}, {texts[0]}"
    worded = [finish_sentence(text, scope, of=steps[0][1].span) for text in (lead, *(() if few else texts))]
    return Composed(names, " ".join(worded), steps=tuple(worded[1:]))


def _alike(steps: Sequence[Step]) -> list[g.Clause]:
    """Return the first clauses that have the same conditions, and either all clear a reference or do not."""
    when, forgets = steps[0][0], _forgotten(steps[0][1]) is not None
    same = takewhile(lambda step: step[0] == when and (_forgotten(step[1]) is not None) == forgets, steps)
    return [clause for _, clause in same]


def _given(effects: tuple[g.Effect, ...]) -> frozenset[str]:
    """Return the roles of single players that some effects give to somebody."""
    bodies = [e.body for e in effects if isinstance(e.body, g.Become) and e.body.cell.owner is None]
    return frozenset(b.cell.cell for b in bodies if b.cell.type == PLAYER and not isinstance(b.value, g.Nobody))


def _are_alternatives(one: Step, other: Step, game: g.Game) -> bool:
    """Return whether a clause with one effect takes effect exactly if another does not: their only conditions are opposite, and
    the first clause does not change its own.
    """
    opposite = len(one[0]) == len(other[0]) == 1 and are_opposite(one[0][0], other[0][0])
    single = all(len(clause.effects) == 1 and not (e.when or e.unless) for _, clause in (one, other) for e in clause.effects)
    return opposite and single and not _may_change(one[1], one[0], game)


def _one_or_the_other(one: Step, other: Step, scope: ProseScope) -> str:
    """Word the effects under a condition, and those in all other cases; the condition is not the denied one of the two."""
    first, second = (other, one) if operands_of(one[0][0], "not") else (one, other)
    done, else_done = first[1].effects, second[1].effects
    text, otherwise = sentences.effects(done, scope), sentences.effects(else_done, scope)
    given = _given_to_another(done, else_done)
    if given is not None:
        otherwise = scope.value(given).text
    joined = scope.lang.text("guide_or_else", x=text, y=otherwise)
    return sentences.text_after_cases(first[0], (), joined, scope, "if")


def _given_to_another(one: tuple[g.Effect, ...], other: tuple[g.Effect, ...]) -> g.Expr | None:
    """Return the player to whom the second effect gives a role, if the first gives the same role to another player."""
    match one, other:
        case (
            (g.Effect(g.Become(g.Recall(_, None) as role), None, (), ()),),
            (g.Effect(g.Become(same, value), None, (), ()),),
        ) if role == same and role.type == PLAYER and not isinstance(value, g.Nobody):
            return value
        case _:
            return None


def _sharing(when: tuple[g.Expr, ...], clauses: Sequence[g.Clause]) -> list[tuple[g.Effect, ...]]:
    """Return the effects of clauses in a row; those that share conditions, or set one flag for several players, together."""
    if when:
        return [tuple(effect for clause in clauses for effect in clause.effects)]
    found: list[tuple[g.Effect, ...]] = []
    at = 0
    while at < len(clauses):
        run = _taking(clauses[at:])
        if run:
            found.append(tuple(effect for clause in clauses[at : at + run] for effect in clause.effects))
            at += run
            continue
        more = clauses[at].effects
        both = (*found[-1], *more) if found else ()
        together = sentences.set_together(both) or sentences.counter_taken(both) or _filled_together(both) or _only_reset(both)
        if found and together:
            found[-1] = both
        else:
            found.append(more)
        at += 1
    return found


def _taking(clauses: Sequence[g.Clause]) -> int:
    """Return the number of clauses at the beginning that together state who takes cards."""
    for length in range(len(clauses), 1, -1):
        found = tuple(effect for clause in clauses[:length] for effect in clause.effects)
        if sentences.taken_together(found) == len(found):
            return length
    return 0


def _only_reset(effects: tuple[g.Effect, ...]) -> bool:
    """Return whether some effects only give counters and flags a new value."""
    return all(isinstance(e.body, g.Become) and e.body.cell.type.kind in ("number", "truth") for e in effects)


def _step(when: tuple[g.Expr, ...], effects: tuple[g.Effect, ...], scope: ProseScope) -> str:
    """Word some effects with their conditions."""
    filled = _filled_together(effects)
    text = sentences.effects(effects, scope) if filled is None else _filling(*filled, scope)
    return sentences.text_after_cases(when, (), text, scope)


def _asked(when: tuple[g.Expr, ...], effects: tuple[g.Effect, ...]) -> tuple[g.Expr, ...]:
    """Return the conditions, but leave out that a place has fewer cards than the number to which it is filled up."""
    filled = [(found.to, most) for e in effects if isinstance(found := e.body, g.Deal) and (most := filled_up_to(found))]
    return tuple(e for e in when if not any(_has_fewer(e, to, most) for to, most in filled))


def _filled_together(effects: tuple[g.Effect, ...]) -> tuple[list[g.Deal], int] | None:
    """Return several deals in a row that fill places of one kind up to one number, from one place."""
    deals = [e.body for e in effects if isinstance(e.body, g.Deal) and not (e.each or e.when or e.unless)]
    kinds = {(filled_up_to(deal), deal.to.zone, deal.source) for deal in deals}
    most = filled_up_to(deals[0]) if deals else None
    return (deals, most) if len(deals) == len(effects) > 1 and len(kinds) == 1 and most is not None else None


def _filling(deals: list[g.Deal], most: int, scope: ProseScope) -> str:
    """Word that places are filled up one after the other: *these are filled up to six cards from the stock, in this order*."""
    card = scope.lang.forms.counted(most, scope.naming.kernel_noun("card")).text
    ends = _of_all_in_turn(deals, scope.naming.game)
    if ends is not None:
        first, last = (scope.value(place).text for place in ends)
        slots = {"source": scope.value(deals[0].source).text, "n": card, "first": first, "last": last}
        return scope.lang.text("guide_filled_up_in_turn", **slots)
    places = scope.lang.series([scope.value(deal.to).text for deal in deals])
    return scope.lang.text("guide_filled_up", source=scope.value(deals[0].source).text, n=card, x=places)


def _of_all_in_turn(deals: list[g.Deal], game: g.Game) -> tuple[g.InZone, g.InZone] | None:
    """Return the first and the last place of some deals if the first owner has a role, the last owner is the next player, and
    between them are all other players in turn.
    """
    players = max(game.ruleset.player_counts)
    match deals[0].to.owner, deals[-1].to.owner:
        case (g.Recall(_, None) as first, g.Recall(_, None) as last) if first != last:
            pass
        case _:
            return None
    steps = [seats_after(deal.to.owner, first.cell) for deal in deals[1:-1]]
    in_turn = [None if found is None else found % players for found in steps] == [*range(2, players)]
    return (deals[0].to, deals[-1].to) if in_turn else None


def _has_fewer(e: g.Expr, to: g.InZone, most: int) -> bool:
    match operands_of(e, "<"):
        case (g.Size(there), g.Number(number)):
            return there == to and number == most
        case _:
            return False


MANY_STEPS = 4
"""The least number of effects that are worded as sentences of their own."""


def _forgotten(clause: g.Clause) -> g.Recall | None:
    """Return the reference that a clause clears, if it does nothing else."""
    match clause.effects:
        case (g.Effect(g.Become(cell, g.Nobody()), None, (), ()),):
            return cell
        case _:
            return None


def _all_passed_on(clauses: Sequence[g.Clause], game: g.Game) -> bool:
    """Return whether some clauses clear exactly the references that an act passes on, in their order."""
    cleared = [cell.cell for clause in clauses if (cell := _forgotten(clause)) is not None]
    runs = [[e.body for e in reversed(pushed_on(act.effects)) if isinstance(e.body, g.Become)] for act in game.acts]
    passed = [
        [b.value.cell, *(one.cell.cell for one in run)] for run in runs if run and isinstance((b := run[0]).value, g.Recall)
    ]
    return cleared in passed


def pushed_on(found: tuple[g.Effect, ...]) -> tuple[g.Effect, ...]:
    """Return the longest run of effects that pass the value of each reference on to the next one, the last reference first."""
    best: tuple[g.Effect, ...] = ()
    run: list[g.Effect] = []
    for one in found:
        match one:
            case g.Effect(g.Become(cell, g.Recall(_, None)), None, (), ()) if cell.owner is None and cell.type.kind != "number":
                follows = bool(run) and isinstance(run[-1].body, g.Become) and run[-1].body.value == cell
                run = [*run, one] if follows else [one]
            case _:
                run = []
        best = tuple(run) if len(run) > len(best) else best
    return best if len(best) >= MANY_REFERENCES else ()


MANY_REFERENCES = 2
"""The least number of references passed on that one sentence words together."""
