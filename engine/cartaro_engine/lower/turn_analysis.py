"""Static analysis of obligations, which prunes the search for the end of a turn.

Two questions about a checked game, answered conservatively from its text:

- which obligations an act may bring into force or lift (`influence`): the obligations that read cells or zones that the act,
  with its consequences, changes;
- for an obligation `the turn may not end while some c in ZONE has MARK`, by which routes a marked card can leave the zone
  (`reaches`).  A card leaves it into a group, new or on the table, or in exchange for another card.  The other cards of the new
  group come from the zone, from exchanges, or from one existing group. Every card of the existing group stays in it unless it
  can be exchanged.  So a marked card that fits into no such group makes the turn impossible to complete, in whatever order acts
  follow each other.

There is no `Reach` if an act can take such a card elsewhere, remove its mark or end the turn. The analysis applies from the
first step after which no act brings cards into the zone, and no act has a result that the player does not see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cartaro_engine.lower.compiler import Lowering
from cartaro_grammar import Clause, Diagnostic, EffectFacts, Expr, Game, conjuncts, drawn_from, facts_of, parts
from cartaro_grammar import game as g
from cartaro_interpreter import (
    EVERYTHING,
    NOBODY,
    Shapes,
    State,
    changes,
    of_a_sum,
    on_the_set,
    question,
)

# --------------------------------------------------------------------- influence


@dataclass(frozen=True, slots=True)
class Influence:
    """The obligations, by clause name, that an act may bring into force, and the obligations that it may lift."""

    raises: frozenset[str]
    lifts: frozenset[str]


def influence(game: Game, act: g.Act) -> Influence:
    """Return the possible influence of an act on the obligations of a game."""
    changed, grown = changes(game, act)
    raises: set[str] = set()
    lifts: set[str] = set()
    for clause, sentence in game.obligations:
        zones, cells = _reads(game, clause, sentence)
        touched = cells & changed or EVERYTHING in changed | cells
        if touched or zones:
            lifts.add(clause.name)
        if touched or zones & grown or EVERYTHING in grown or (zones and not _of_presence(clause, sentence)):
            raises.add(clause.name)
    return Influence(frozenset(raises), frozenset(lifts))


def _of_presence(clause: g.Clause, obligation: g.Obligation) -> bool:
    """Return whether an obligation is in force only because some card is in a zone, with no other condition on zones."""
    return not (clause.when or clause.unless) and some_marked(obligation.condition) is not None


def some_marked(condition: Expr) -> tuple[g.InZone, g.Recall] | None:
    """Return the zone and the mark of `some x in ZONE is in MARK`. Return None if a condition is not of that form."""
    if not (isinstance(condition, g.Quantified) and condition.quantifier == "some" and isinstance(condition.members, g.InZone)):
        return None
    inner = condition.condition
    if not (isinstance(inner, g.Operation) and inner.operator == "in"):
        return None
    member, mark = inner.operands
    own = isinstance(member, g.Local) and member.name == condition.variable
    return (condition.members, mark) if own and isinstance(mark, g.Recall) else None


def _reads(game: Game, clause: g.Clause, obligation: g.Obligation) -> tuple[set[str], set[str]]:
    """Return the zones and the cells that an obligation reads."""
    zones: set[str] = set()
    cells: set[str] = set()
    for part in _all((obligation.condition, *clause.when, *clause.unless), game, frozenset()):
        if isinstance(part, g.InZone):
            zones.add(part.zone)
        elif isinstance(part, g.Recall):
            cells.add(part.cell)
        elif isinstance(part, g.Can | g.Applies | g.ScoreOf):
            cells.add(EVERYTHING)
    return zones, cells


def _all(exprs: tuple[Expr, ...], game: Game, inside: frozenset[str]) -> Iterator[object]:
    for part in parts(exprs):
        yield part
        if isinstance(part, g.Apply) and part.function not in inside:
            yield from _all(game.asked_by(part.function), game, inside | {part.function})


# ----------------------------------------------------------------- routes of cards


@dataclass(frozen=True, slots=True)
class Reach:
    """The routes by which the cards of one obligation can leave their zone.

    `zone` and `mark` are the first cells of the zone and of the mark, `shapes` the groups that cards may join, and `exchanged`
    the faces for which they may be exchanged. The analysis is valid from step `from_step` of the turn on.
    """

    zone: int
    mark: int
    shapes: tuple[Shapes, ...]
    exchanged: int
    from_step: int


def reaches(lo: Lowering) -> tuple[Reach, ...]:
    """Return the routes for each obligation on marked cards. An obligation has no routes if the analysis does not understand
    one of the acts.
    """
    found = (_reach(lo, sentence) for clause, sentence in lo.game.obligations if not (clause.when or clause.unless))
    return tuple(made for made in found if made is not None)


def _reach(lo: Lowering, obligation: g.Obligation) -> Reach | None:
    found, game, layout = some_marked(obligation.condition), lo.game, lo.rules.layout
    if found is None or not isinstance(found[0].owner, g.Actor) or game.zone[found[0].zone].owner != "player":
        return None
    zone, mark = found[0].zone, found[1].cell
    shapes: list[Shapes] = []
    exchanged = from_step = 0
    for number, (_, step) in enumerate(game.steps):
        for act in (game.act[name] for name in step.acts):
            route = _route(lo, act, zone, mark)
            if route is None:
                return None
            shapes += [shape for shape in route.shapes if shape not in shapes]
            exchanged |= route.exchanged
            unseen = lo.rules.result_dependences[act.name]
            from_step = number + 1 if route.gains or unseen.always or unseen.zones else from_step
    return Reach(layout.places[zone].slot, layout.memory[mark].slot, tuple(shapes), exchanged, from_step)


@dataclass(frozen=True, slots=True)
class _Route:
    """The groups into which an act may take cards of a zone, the faces it exchanges, and whether it may bring cards there."""

    shapes: tuple[Shapes, ...] = ()
    exchanged: int = 0
    gains: bool = False


def _route(lo: Lowering, act: g.Act, zone: str, mark: str) -> _Route | None:
    """Return the route that an act and the clauses after it open for the cards of a zone. Return None if they may take the
    cards elsewhere, remove the mark, or end the turn.
    """
    after = [effect.body for clause in lo.game.consequences("after", act.name) for effect in clause.effects]
    found = [_taken(lo, act, effect.body, zone, mark) for effect in act.effects]
    found += [_apart(lo, act, body, zone, mark) for body in after]
    routes = [route for route in found if route is not None]
    if len(routes) < len(found):
        return None
    exchanged = 0
    for route in routes:
        exchanged |= route.exchanged
    shapes = tuple(shape for route in routes for shape in route.shapes)
    return _Route(shapes, exchanged, any(route.gains for route in routes))


def _taken(lo: Lowering, act: g.Act, body: g.EffectBody, zone: str, mark: str) -> _Route | None:
    """Return the route that an effect of an act opens for cards of the zone that are its arguments."""
    own = {p.name for p in act.parameters if isinstance(p.domain, g.InZone) and p.domain.zone == zone}
    match body:
        case g.Form(cards=g.Local(name=name)) if name in own:
            table = _table(lo, act, name)
            return None if table is None else _Route((table,))
        case g.MoveCards(cards=(g.Single(member=g.Local(name=name)),), to=to) if name in own and to.type.kind == "group":
            table = _table(lo, act, name)
            return None if table is None else _Route((table,))
        case (
            g.MoveCards(cards=(g.Single(member=g.Local(name=name)),)) | g.Shuffle(cards=(g.Single(member=g.Local(name=name)),))
        ) if name in own:
            return _Route() if _kept_back(lo, act, name, mark) else None
        case g.Exchange(first=g.Local(name=name), second=g.Local(name=other)) if name in own and other not in own:
            return _Route(exchanged=_exchangeable(lo, act, other))
        case _:
            return _apart(lo, act, body, zone, mark)


def _apart(lo: Lowering, act: g.Act, body: g.EffectBody, zone: str, mark: str) -> _Route | None:
    """Return the route of an effect that does not change the marked cards of the zone and the groups on the table; else
    None.
    """
    facts = facts_of(body)
    if facts.ends is not None or facts.seats or (facts.memory == mark and not isinstance(body, g.MarkAs)):
        return None
    if not facts.moves_cards:
        return _Route()
    closed = {zone, *(place.name for place in lo.game.zones if place.family)}
    if facts.family is not None or facts.swaps or not isinstance(facts.to, g.InZone):
        return None
    if any((drawn := drawn_from(lo.game, expr, act)) is None or drawn & closed for expr in _sources(facts)):
        return None
    return _Route(gains=facts.to.zone == zone)


def _sources(facts: EffectFacts) -> tuple[Expr, ...]:
    return facts.takes if facts.dealt_from is None else (*facts.takes, facts.dealt_from)


def _conditions(permission: Clause) -> tuple[Expr, ...]:
    return conjuncts(*permission.when)


def _table(lo: Lowering, act: g.Act, name: str) -> Shapes | None:
    """Return the table of the sets that fit, if all permissions of an act require the same one for the cards that it moves."""
    found: list[Shapes] = []
    for permission, _ in lo.game.permissions_of(act.name):
        own: list[Shapes] = []
        for expr in _conditions(permission):
            alone, added = on_the_set(lo.game, [expr], name), of_a_sum(lo.game, expr, name)
            condition = alone or (added[0] if added else None)
            if condition is not None and condition in lo.rules.compiler.shapes:
                own.append(lo.rules.compiler.shapes[condition])
        if len(own) != 1 or not own[0].is_tabulated:
            return None
        found += own
    return found[0] if found and all(one is found[0] for one in found) else None


def _kept_back(lo: Lowering, act: g.Act, name: str, mark: str) -> bool:
    """Return whether a prohibition without exceptions keeps an act from being done with a marked card."""
    permissions = lo.game.permissions_of(act.name)
    return bool(permissions) and all(
        any(_forbids(lo, clause, name, mark) for clause, _ in lo.game.barring(permission)) for permission, _ in permissions
    )


def _forbids(lo: Lowering, clause: Clause, name: str, mark: str) -> bool:
    if clause.unless or lo.game.lifting(clause) or not isinstance(clause.sentence, g.Prohibition):
        return False
    match clause.when:
        case (g.Operation(operator="in", operands=(g.Local(name=own), g.Recall(cell=cell))),):
            return own == name and cell == mark and isinstance(clause.sentence.subject, g.Actor)
        case _:
            return False


def _exchangeable(lo: Lowering, act: g.Act, name: str) -> int:
    """Return the faces that may be exchanged, as far as conditions on only one card restrict them."""
    kept = 0
    for permission, _ in lo.game.permissions_of(act.name):
        mask = (1 << lo.game.faces.count) - 1
        for expr in _conditions(permission):
            if on_the_set(lo.game, [expr], name) is not None:
                mask &= _satisfying(lo, name, expr)
        kept |= mask
    return kept


def _satisfying(lo: Lowering, name: str, condition: Expr) -> int:
    """Return the faces that satisfy a condition on one card; all faces, if it is not defined for one of them."""
    faces = range(lo.game.faces.count)
    query = question(lo.rules, condition, (name,))
    if isinstance(query, Diagnostic):
        return (1 << len(faces)) - 1
    answers = [query(State(()), {name: face}, NOBODY) for face in faces]
    if any(isinstance(answer, Diagnostic) for answer in answers):
        return (1 << len(faces)) - 1
    return sum(1 << face for face, answer in zip(faces, answers, strict=True) if answer)
