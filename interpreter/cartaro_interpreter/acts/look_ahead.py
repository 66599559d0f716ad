"""What an act can do to an obligation: bring it into force, or lift it; told from their words alone, before play.

An obligation reads zones and memory; an act, with what follows it, changes some.  Where the act changes nothing that the
obligation reads, it neither raises nor lifts it.  An obligation that only asks whether a zone has some card of a kind is not
raised by cards that leave the zone.  What cannot be told counts as possible.

Whether a card that must leave a zone in this turn can leave it at all: a quick answer that spares a long search.

Takes obligations of the form `the turn may not end while some c in ZONE has MARK`.  A card leaves the zone into a group, new
or lying there, or for another card; what it then lies among was in the zone, or can be had by exchange, or was in one group,
of which all stays but what can be exchanged.  So where no group that fits has the card and else only such cards, no turn can
be completed, however its acts follow each other.  The answer is `hopeless` only where that is certain: a game in which an act
can take such a card elsewhere, take its mark away or end the turn has none, and there is none before a step is done whose
acts bring further cards into the zone, or may lead to what the player does not see: after those any turn may be completed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cartaro_grammar import Clause, EffectFacts, Expr, Game, caused_by, drawn_from, facts_of
from cartaro_grammar import game as g
from cartaro_interpreter.acts.visibility import looks
from cartaro_interpreter.evaluate.card_groups import Shapes, conjuncts, of_a_sum, on_the_set
from cartaro_interpreter.evaluate.code import CodeScope, Compiler, Frames, at, constant
from cartaro_interpreter.evaluate.expressions import exemptions, permissions, prohibitions
from cartaro_interpreter.evaluate.mentions import free_locals, parts, steady
from cartaro_interpreter.state.card_sets import members
from cartaro_interpreter.state.faults import Faulted
from cartaro_interpreter.state.state import NOBODY, STEP, Cells, groups_of

# --------------------------------------------------------------------- influence


EVERYTHING = "*"


@dataclass(frozen=True, slots=True)
class Influence:
    """The obligations, by clause name, that an act may bring into force, and those that it may lift."""

    raises: frozenset[str]
    lifts: frozenset[str]


def influence(game: Game, act: g.Act) -> Influence:
    """What an act may do to the obligations of a game."""
    changed, grown = changes(game, act)
    raises: set[str] = set()
    lifts: set[str] = set()
    for clause, said in game.obligations:
        zones, cells = _reads(game, clause, said)
        touched = cells & changed or EVERYTHING in changed | cells
        if touched or zones:
            lifts.add(clause.name)
        if touched or zones & grown or EVERYTHING in grown or (zones and not _of_presence(clause, said)):
            raises.add(clause.name)
    return Influence(frozenset(raises), frozenset(lifts))


def _of_presence(clause: g.Clause, said: g.Obligation) -> bool:
    """Whether an obligation is in force only because some card is in a zone, with no other condition on zones."""
    if clause.when or clause.unless:
        return False
    return some_marked(said.condition) is not None


def some_marked(condition: Expr) -> tuple[g.InZone, g.Recall] | None:
    """The zone and the mark of `some x in ZONE is in MARK`; None where a condition is not of that form."""
    if not (isinstance(condition, g.Quantified) and condition.quantifier == "some" and isinstance(condition.members, g.InZone)):
        return None
    inner = condition.condition
    if not (isinstance(inner, g.Operation) and inner.operator == "in"):
        return None
    member, mark = inner.operands
    own = isinstance(member, g.Local) and member.name == condition.variable
    return (condition.members, mark) if own and isinstance(mark, g.Recall) else None


def _reads(game: Game, clause: g.Clause, said: g.Obligation) -> tuple[set[str], set[str]]:
    """The zones and the cells that an obligation reads."""
    zones: set[str] = set()
    cells: set[str] = set()
    for expr in _all((said.condition, *clause.when, *clause.unless), game, frozenset()):
        if isinstance(expr, g.InZone):
            zones.add(expr.zone)
        elif isinstance(expr, g.Recall):
            cells.add(expr.cell)
        elif isinstance(expr, g.Can | g.Applies | g.ScoreOf):
            cells.add(EVERYTHING)
    return zones, cells


def _all(exprs: tuple[Expr, ...], game: Game, inside: frozenset[str]) -> Iterator[Expr]:
    for expr in exprs:
        yield expr
        yield from _all(parts(expr), game, inside)
        if isinstance(expr, g.Apply) and expr.function not in inside:
            yield from _all(game.asked_by(expr.function), game, inside | {expr.function})


def changes(game: Game, act: g.Act) -> tuple[set[str], set[str]]:
    """The cells that an act may change, and the zones that may gain cards by it."""
    cells: set[str] = set()
    grown: set[str] = set()
    for effect in caused_by(game, act):
        facts = facts_of(effect.body)
        if isinstance(facts.to, g.InZone):
            grown.add(facts.to.zone)
        elif facts.to is not None:
            grown.update(zone.name for zone in game.zones if zone.family)
        if facts.family is not None:
            grown.add(facts.family)
        if facts.swaps:
            grown.add(EVERYTHING)
        if facts.memory is not None:
            cells.add(facts.memory)
        if facts.seats or facts.ends is not None:
            cells.add(EVERYTHING)
    return cells, grown


# ------------------------------------------------------------------- stuck cards


@dataclass(slots=True)
class Reach:
    """For one obligation: where the card must leave from, by which mark, and into what it may go; from which step of the turn
    on the zone gains no cards and all that is done is seen.
    """

    compiler: Compiler
    zone: int
    mark: int
    shapes: tuple[Shapes, ...]
    exchanged: int
    from_step: int
    by_class: dict[int, list[tuple[int, int, int]]] = field(default_factory=dict[int, list[tuple[int, int, int]]])

    def hopeless(self, cells: Cells, player: int) -> bool:
        """Whether some marked card in the player's zone can certainly not leave it in this turn."""
        if cells[STEP] < self.from_step:
            return False
        owed = cells[self.zone + player] & cells[self.mark]
        return any(not self._can_leave(cells, player, card) for card in members(owed))

    def _can_leave(self, cells: Cells, player: int, card: int) -> bool:
        layout = self.compiler.layout
        faces = layout.faces
        groups = [group for place in layout.families for group in groups_of(cells, place)]
        like = faces.like_card(card)
        if self.exchanged and any(group & like for group in groups):
            return True
        to_be_had = 0
        for group in groups:
            if group & self.exchanged:
                to_be_had |= faces.physical(group & self.exchanged)
        classes = faces.classes_of
        have = 0
        for held in members(cells[self.zone + player] | to_be_had):
            have |= faces.classes_of_card[held]
        lying = [(classes(group), classes(group & ~self.exchanged), group.bit_count()) for group in groups]
        wanted = faces.classes_of_card[card] | (classes(like) if self.exchanged else 0)
        out = ~have
        for group, _, _ in lying:
            out &= ~group
        for known in members(wanted):
            for shape, doubled, size in self._with(known):
                if shape & out:
                    continue
                missing = shape & ~have
                if not missing:
                    return True
                for group, stays, number in lying:
                    twice = group >> known & 1 and not doubled >> known & 1
                    if not missing & ~group and not stays & ~shape and size > number and not twice:
                        return True
        return False

    def _with(self, known: int) -> list[tuple[int, int, int]]:
        """The shapes that have a face of a class: the classes in it, those that are in it more than once, its size."""
        if not self.by_class:
            for key in (key for shapes in self.shapes for key in shapes.keys):
                mask = doubled = 0
                for one in key:
                    doubled |= mask & 1 << one
                    mask |= 1 << one
                for one in set(key):
                    self.by_class.setdefault(one, []).append((mask, doubled, len(key)))
        return self.by_class.get(known, [])


def reaches(c: Compiler) -> tuple[Reach, ...]:
    """For each obligation of that form, how the cards that it speaks of can leave their zone; none where an act is not
    understood.
    """
    found = (_reach(c, said) for clause, said in c.game.obligations if not (clause.when or clause.unless))
    return tuple(made for made in found if made is not None)


def _reach(c: Compiler, said: g.Obligation) -> Reach | None:
    found = some_marked(said.condition)
    if found is None or not isinstance(found[0].owner, g.Actor) or c.game.zone[found[0].zone].owner != "player":
        return None
    zone, mark = found[0].zone, found[1].cell
    shapes: list[Shapes] = []
    exchanged = from_step = 0
    for number, (_, step) in enumerate(c.game.steps):
        for act in (c.game.act[name] for name in step.acts):
            route = _route(c, act, zone, mark)
            if route is None:
                return None
            shapes += [shape for shape in route.shapes if shape not in shapes]
            exchanged |= route.exchanged
            unseen = looks(c.game, act)
            from_step = number + 1 if route.gains or unseen.always or unseen.zones else from_step
    return Reach(c, c.layout.places[zone].slot, c.layout.memory[mark].slot, tuple(shapes), exchanged, from_step)


@dataclass(frozen=True, slots=True)
class _Route:
    """Into which groups an act may take cards of a zone, for which faces, and whether it may bring cards there."""

    shapes: tuple[Shapes, ...] = ()
    exchanged: int = 0
    gains: bool = False


def _route(c: Compiler, act: g.Act, zone: str, mark: str) -> _Route | None:
    """What an act and the clauses after it do with the cards of a zone; None where they may take them elsewhere, take the mark
    away, or end the turn.
    """
    after = [effect.body for clause in c.game.consequences("after", act.name) for effect in clause.effects]
    found = [_taken(c, act, effect.body, zone, mark) for effect in act.effects]
    found += [_apart(c, act, body, zone, mark) for body in after]
    routes = [route for route in found if route is not None]
    if len(routes) < len(found):
        return None
    exchanged = 0
    for route in routes:
        exchanged |= route.exchanged
    shapes = tuple(shape for route in routes for shape in route.shapes)
    return _Route(shapes, exchanged, any(route.gains for route in routes))


def _taken(c: Compiler, act: g.Act, body: g.EffectBody, zone: str, mark: str) -> _Route | None:
    """What an effect of an act does with cards of the zone that are its arguments."""
    own = {p.name for p in act.parameters if isinstance(p.domain, g.InZone) and p.domain.zone == zone}
    match body:
        case g.Form(cards=g.Local(name=name)) if name in own:
            table = _table(c, act, name)
            return None if table is None else _Route((table,))
        case g.MoveCards(cards=(g.Single(member=g.Local(name=name)),), to=to) if name in own and to.type.kind == "group":
            table = _table(c, act, name)
            return None if table is None else _Route((table,))
        case (
            g.MoveCards(cards=(g.Single(member=g.Local(name=name)),)) | g.Shuffle(cards=(g.Single(member=g.Local(name=name)),))
        ) if name in own:
            return _Route() if _kept_back(c, act, name, mark) else None
        case g.Exchange(first=g.Local(name=name), second=g.Local(name=other)) if name in own and other not in own:
            return _Route(exchanged=_filtered(c, act, other))
        case _:
            return _apart(c, act, body, zone, mark)


def _apart(c: Compiler, act: g.Act, body: g.EffectBody, zone: str, mark: str) -> _Route | None:
    """What an effect does that leaves the marked cards of the zone, and the groups on the table, as they are."""
    facts = facts_of(body)
    if facts.ends is not None or facts.seats or (facts.memory == mark and not isinstance(body, g.MarkAs)):
        return None
    if not facts.moves_cards:
        return _Route()
    closed = {zone, *(place.name for place in c.game.zones if place.family)}
    if facts.family is not None or facts.swaps or not isinstance(facts.to, g.InZone):
        return None
    if any((drawn := drawn_from(c.game, expr, act)) is None or drawn & closed for expr in _sources(facts)):
        return None
    return _Route(gains=facts.to.zone == zone)


def _sources(facts: EffectFacts) -> tuple[Expr, ...]:
    return facts.takes if facts.dealt_from is None else (*facts.takes, facts.dealt_from)


def _table(c: Compiler, act: g.Act, name: str) -> Shapes | None:
    """The sets that fit where all permissions of an act ask for one and the same table of the cards it moves."""
    found: set[int] = set()
    made: Shapes | None = None
    for title in permissions(c, act.name):
        own: list[Shapes] = []
        for expr in (part for whole in title.when for part in conjuncts(whole)):
            alone = on_the_set(c.game, [expr], name)
            added = of_a_sum(c.game, expr, name)
            condition = alone or (added[0] if added else None)
            if condition is not None and condition in c.shapes:
                own.append(c.shapes[condition])
        if len(own) != 1:
            return None
        made = own[0]
        found.add(id(made))
    return made if len(found) == 1 else None


def _kept_back(c: Compiler, act: g.Act, name: str, mark: str) -> bool:
    """Whether a prohibition without exception keeps an act from being done with a marked card."""
    titles = permissions(c, act.name)
    return bool(titles) and all(any(_forbids(c, p, name, mark) for p in prohibitions(c, title)) for title in titles)


def _forbids(c: Compiler, clause: Clause, name: str, mark: str) -> bool:
    if clause.unless or exemptions(c, clause) or not isinstance(clause.sentence, g.Prohibition):
        return False
    match clause.when:
        case (g.Operation(operator="in", operands=(g.Local(name=own), g.Recall(cell=cell))),):
            return own == name and cell == mark and isinstance(clause.sentence.subject, g.Actor)
        case _:
            return False


def _filtered(c: Compiler, act: g.Act, name: str) -> int:
    """The faces that may be exchanged, as far as conditions on them alone tell."""
    every = (1 << c.game.faces.count) - 1
    kept = 0
    for title in permissions(c, act.name):
        mask = every
        for expr in (part for whole in title.when for part in conjuncts(whole)):
            if free_locals(expr) == frozenset((name,)) and steady(c.game, expr):
                mask &= _satisfying(c, name, expr)
        kept |= mask
    return kept


def _satisfying(c: Compiler, name: str, condition: Expr) -> int:
    """The faces that satisfy a condition on a card alone; all, where it is not defined for one of them."""
    frames = Frames()
    place = frames.place()
    code = c.code(condition, CodeScope(frames, constant(NOBODY), {name: at(place)}))
    frame, mask = frames.fresh(), 0
    try:
        for number in range(c.game.faces.count):
            frame[place] = number
            mask |= (1 if code((), frame) else 0) << number
    except Faulted:
        return (1 << c.game.faces.count) - 1
    return mask
