"""Whether a card that must leave a zone in this turn can leave it at all: a quick answer that spares a long search.

Takes obligations of the form `the turn may not end while some c in ZONE has MARK`.  A card leaves the zone into a group, new
or lying there, or for another card; what it then lies among was in the zone, or can be had by exchange, or was in one group,
of which all stays but what can be exchanged.  So where no group that fits has the card and else only such cards, no turn can
be completed, however its acts follow each other.  The answer is `hopeless` only where that is certain; a game in which an act
can take such a card elsewhere has none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cartaro_grammar.game import (
    Act,
    Actor,
    Clause,
    Exchange,
    Form,
    InZone,
    Local,
    Move,
    Obligation,
    Operation,
    Parameter,
    Prohibition,
    Quantified,
    Recall,
    Single,
    Step,
)  # fmt: skip
from cartaro_interpreter.branching import of_a_sum, on_the_set
from cartaro_interpreter.code import Frames, Scope, at
from cartaro_interpreter.layout import Cells, groups_of, members
from cartaro_interpreter.mentions import free_locals
from cartaro_interpreter.narrowing import conjuncts
from cartaro_interpreter.printed import each
from cartaro_interpreter.shapes import Shapes
from cartaro_interpreter.warrants import exemptions, permissions, prohibitions

if TYPE_CHECKING:
    from cartaro_interpreter.evaluate import Compiler


@dataclass(slots=True)
class Reach:
    """For one obligation: where the card must leave from, by which mark, and into what it may go."""

    compiler: Compiler
    zone: int
    mark: int
    shapes: tuple[Shapes, ...]
    exchanged: int
    by_class: dict[int, list[tuple[int, int, int]]] = field(default_factory=dict[int, list[tuple[int, int, int]]])

    def hopeless(self, cells: Cells, player: int) -> bool:
        """Whether some marked card in the player's zone can certainly not leave it in this turn."""
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
    found: list[Reach] = []
    for clause in c.game.standing:
        made = _reach(c, clause) if isinstance(clause.sentence, Obligation) else None
        if made is not None:
            found.append(made)
    return tuple(found)


def _reach(c: Compiler, clause: Clause) -> Reach | None:
    sentence = clause.sentence
    if not isinstance(sentence, Obligation) or clause.when or clause.unless:
        return None
    match sentence.condition:
        case Quantified(
            quantifier="some",
            variable=variable,
            members=InZone(zone=zone, owner=Actor()),
            condition=Operation(operator="in", operands=(Local(name=name), Recall(cell=mark))),
        ) if name == variable and c.game.zone[zone].owner == "player":
            pass
        case _:
            return None
    shapes: list[Shapes] = []
    exchanged = 0
    steps = [s.sentence for s in c.game.standing if isinstance(s.sentence, Step)]
    for act in dict.fromkeys(name for step in steps for name in step.acts):
        route = _route(c, c.game.act[act], zone, mark)
        if route is None:
            return None
        shapes += [shape for shape in route[0] if shape not in shapes]
        exchanged |= route[1]
    return Reach(c, c.layout.places[zone].slot, c.layout.memory[mark].slot, tuple(shapes), exchanged)


def _route(c: Compiler, act: Act, zone: str, mark: str) -> tuple[tuple[Shapes, ...], int] | None:
    """Into which groups an act may take cards of the zone, and for which faces; None where it may take them elsewhere."""
    own = {p.name: p for p in act.parameters if p.domain is not None and _of_zone(p, zone)}
    shapes: list[Shapes] = []
    exchanged = 0
    for clause in c.game.consequences("after", act.name):
        if any(isinstance(e.body, Move | Form | Exchange) for e in getattr(clause.sentence, "effects", ())):
            return None
    for effect in act.effects:
        match effect.body:
            case Form(cards=Local(name=name)) if name in own:
                table = _table(c, act, name)
                if table is None:
                    return None
                shapes.append(table)
            case Move(cards=(Single(member=Local(name=name)),), to=to) if name in own and to.type.kind == "group":
                table = _table(c, act, name)
                if table is None:
                    return None
                shapes.append(table)
            case Move(cards=(Single(member=Local(name=name)),)) if name in own:
                if not _kept_back(c, act, name, mark):
                    return None
            case Move(to=InZone(zone=other)) if other == zone:
                if own:
                    return None
            case Exchange(first=Local(name=name), second=Local(name=other)) if name in own and other not in own:
                exchanged |= _filtered(c, act, other)
            case Move() | Form() | Exchange():
                return None
            case _:
                pass
    return tuple(shapes), exchanged


def _of_zone(parameter: Parameter, zone: str) -> bool:
    return isinstance(parameter.domain, InZone) and parameter.domain.zone == zone


def _table(c: Compiler, act: Act, name: str) -> Shapes | None:
    """The sets that fit where all permissions of an act ask for one and the same table of the cards it moves."""
    found: set[int] = set()
    made: Shapes | None = None
    for title in permissions(c, act.name):
        own: list[Shapes] = []
        for expr in (part for whole in title.when for part in conjuncts(whole)):
            alone = on_the_set(c, [expr], name)
            added = of_a_sum(c, expr, name)
            condition = alone or (added[0] if added else None)
            if condition is not None and condition in c.shapes:
                own.append(c.shapes[condition])
        if len(own) != 1:
            return None
        made = own[0]
        found.add(id(made))
    return made if len(found) == 1 else None


def _kept_back(c: Compiler, act: Act, name: str, mark: str) -> bool:
    """Whether a prohibition without exception keeps an act from being done with a marked card."""
    titles = permissions(c, act.name)
    return bool(titles) and all(any(_forbids(c, p, name, mark) for p in prohibitions(c, title)) for title in titles)


def _forbids(c: Compiler, clause: Clause, name: str, mark: str) -> bool:
    if clause.unless or exemptions(c, clause) or not isinstance(clause.sentence, Prohibition):
        return False
    match clause.when:
        case (Operation(operator="in", operands=(Local(name=own), Recall(cell=cell))),):
            return own == name and cell == mark and isinstance(clause.sentence.subject, Actor)
        case _:
            return False


def _filtered(c: Compiler, act: Act, name: str) -> int:
    """The faces that may be exchanged, as far as conditions on them alone tell."""
    every = (1 << c.game.faces.count) - 1
    parameter = next(p for p in act.parameters if p.name == name)
    kept = 0
    for title in permissions(c, act.name):
        frames = Frames()
        scope = Scope(frames, at(frames.place()), {p.name: at(frames.place()) for p in act.parameters})
        mask = every
        for expr in (part for whole in title.when for part in conjuncts(whole)):
            known = parameter.domain is not None and free_locals(expr) == frozenset((name,))
            held = each(c, parameter.domain, name, expr, scope) if known and parameter.domain is not None else None
            if held is not None:
                mask &= sum(1 << number for number, value in enumerate(held) if value)
        kept |= mask
    return kept
