"""Who sees what, for the look ahead: past an act whose result a player cannot see it does not look, or legality would tell."""

from __future__ import annotations

from cartaro_engine.expressions.definitions import in_force, noted
from cartaro_engine.expressions.lowering import Lowering
from cartaro_engine.ir.folding import NOBODY, ONE, TRUE, ZERO, choose, compare, equal, every, plus, some
from cartaro_engine.ir.nodes import Call, Const, Test, Value, Var
from cartaro_engine.ir.writer import Writer
from cartaro_engine.memory.scope import Scope
from cartaro_engine.memory.traps import CLASH

TOP_SEEN, SEEN = ONE, Const(2)


def blind(lo: Lowering, act: str) -> str:
    """The function that says whether a player does not see something on which the result of an act depends."""
    looks = lo.rules.looks[act]
    viewer = Var("viewer")

    def write(w: Writer) -> None:
        if looks.always:
            w.give(ONE)
        for name, own, top in looks.zones:
            place = lo.rules.layout.places[name]
            least = TOP_SEEN if top else SEEN
            for owner in range(place.count):
                looked_at = _owns(lo, viewer, name, owner) if own else TRUE
                with w.when(every(looked_at, compare("<", Call(_sees(lo, name, owner), (viewer,)), least))):
                    w.give(ONE)

    return lo.define(("blind", act), f"blind_to_{act}", ("viewer",), write)


def always_blind(lo: Lowering, act: str) -> bool:
    """Whether that is so of every player, since nobody ever sees a zone on which the result of an act depends."""
    looks = lo.rules.looks[act]
    return looks.always or any(not lo.game.sights_of(name) for name, _, _ in looks.zones)


def _owns(lo: Lowering, viewer: Value, zone: str, owner: int) -> Test:
    """Whether a part of a zone is a player's own; a zone of the table is everybody's."""
    match lo.game.zone[zone].owner:
        case "table":
            return TRUE
        case "player":
            return equal(viewer, Const(owner))
        case "side":
            return equal(lo.look_up((-1, *lo.game.side_of), plus(viewer, ONE)), Const(owner))


def _sees(lo: Lowering, zone: str, owner: int) -> str:
    """The function that says how a player sees one owner's part of a zone: not, its top, or all of it."""
    scope = Scope(NOBODY, {"owner": Const(owner)}, frozenset({"owner"}))
    clauses = lo.game.sights_of(zone)

    def write(w: Writer) -> None:
        mine = _owns(lo, Var("viewer"), zone, owner)
        applies = {
            clause.name: noted(w, every(mine if said.own else TRUE, lo.condition(clause, scope))) for clause, said in clauses
        }
        forces = [(said, noted(w, in_force(lo, clause, applies))) for clause, said in clauses]
        shown = some(*(force for said, force in forces if said.yes))
        with w.when(every(shown, some(*(force for said, force in forces if not said.yes)))):
            w.trap(CLASH)
        whole = some(*(force for said, force in forces if said.yes and not said.top))
        w.give(choose(whole, SEEN, choose(shown, TOP_SEEN, ZERO)))

    return lo.define(("sees", zone, owner), f"sees_{zone}", ("viewer",), write)
