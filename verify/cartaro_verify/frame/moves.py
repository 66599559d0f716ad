"""The sorts of moves that a turn may see, and when each may be made: acts in the steps of the turn, its end, findings.

A finding is the arbiter's, and may come wherever a move is awaited; in its clauses `the player` is whoever is in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from cartaro_grammar import Game, drawn_from, parts
from cartaro_grammar import game as g
from cartaro_verify.encode import card_origins
from cartaro_verify.encode.acts import Acts, SymbolicArguments
from cartaro_verify.encode.turns import Turns
from cartaro_verify.terms import terms
from cartaro_verify.terms.scope import TermScope
from cartaro_verify.terms.symbols import OwnedPlace, SymbolicState
from cartaro_verify.terms.unknowns import Cond, Vec
from cartaro_verify.terms.values import exactly


@dataclass(frozen=True, slots=True)
class MoveSort:
    """A sort of move: an act (none: the turn is left), who does it, in which step (-1: in none), those of its arguments that
    are known players or sides, and the zones from which single cards come that may come from several.
    """

    act: str
    player: int
    step: int = -1
    given: tuple[tuple[str, int], ...] = ()
    sources: tuple[tuple[str, str], ...] = ()


def plain(game: Game) -> bool:
    """Whether every turn is one act of the player in turn, and nothing else happens."""
    return len(game.steps) == 1 and not game.steps[0][1].often and not any(act.finding for act in game.acts)


def sorts(game: Game, turn: int, step: int) -> Iterator[MoveSort]:
    """Every sort of move in the turn of a player that stands at a step; whether it can be made is not asked yet."""
    compulsory = False
    for number, (clause, sentence) in list(enumerate(game.steps))[step:]:
        players = (turn,) if isinstance(sentence.actor, g.Actor) else range(game.players)
        for player in players:
            for name in sentence.acts:
                yield from _sorts(game, game.act[name], player, number)
        if sentence.must and not (clause.when or clause.unless):
            compulsory = True
            break
    if not compulsory:
        yield MoveSort("", turn)
    for act in game.acts:
        if act.finding:
            yield from _sorts(game, act, turn, -1)


def _sorts(game: Game, act: g.Act, player: int, step: int) -> Iterator[MoveSort]:
    """An act with each choice of the players and sides whose zones it speaks of, and of the zones of its single cards."""
    clauses = (game.consequences("after", act.name), [c for c in game.standing if getattr(c.sentence, "act", "") == act.name])
    spoken = (act.effects, tuple(p.domain for p in act.parameters), *map(tuple, clauses))
    owners = tuple(p.owner for p in parts(spoken) if isinstance(p, g.InZone))
    needed = {p.name for p in parts(owners) if isinstance(p, g.Local)}
    named = [p for p in act.parameters if p.name in needed and p.type.kind in ("player", "side")]
    ranges = [range(game.players if p.type.kind == "player" else game.sides) for p in named]
    drawn = {p.name: drawn_from(game, p.domain) for p in act.parameters if p.type.kind == "card" and p.domain is not None}
    several = {name: sorted(zones) for name, zones in drawn.items() if zones is not None and len(zones) > 1}
    for values in product(*ranges):
        given = tuple((p.name, n) for p, n in zip(named, values, strict=True))
        for chosen in product(*several.values()):
            yield MoveSort(act.name, player, step, given, tuple(zip(several, chosen, strict=True)))


def conditions(acts: Acts, sort: MoveSort, state: SymbolicState) -> tuple[SymbolicArguments, Cond]:
    """Arguments for a move of a sort, and when it may be made with them in a state."""
    arguments, legal = _conditions(acts, sort, state)
    if legal is False:
        return arguments, False
    lies = (
        terms.any_of(terms.within(vector, state.zones[p]) for p in places)
        for name, vector, places in _drawn(acts, sort, arguments, state)
        if name in dict(sort.sources)
    )
    return arguments, terms.every(legal, *lies)


def possible_with(acts: Acts, sort: MoveSort, arguments: SymbolicArguments, state: SymbolicState) -> Cond:
    """When a move of a sort may be made in a state with arguments that another state has."""
    turns = Turns(acts)
    if not sort.act:
        return turns.may_end(state)
    return terms.every(_offered(turns, sort, state), acts.legal(state, sort.player, acts.game.act[sort.act], arguments))


def known(acts: Acts, sort: MoveSort, arguments: SymbolicArguments, state: SymbolicState) -> SymbolicState:
    """The state, knowing of each argument in which zone it lies, where there is one only."""
    inside = dict(state.inside)
    for _, vector, places in _drawn(acts, sort, arguments, state):
        if len(places) == 1:
            inside[terms.keys(vector)] = (places[0], vector)
    return replace(state, inside=inside)


def outline(acts: Acts, sort: MoveSort, arguments: SymbolicArguments, state: SymbolicState) -> tuple[list[Cond], list[Cond]]:
    """Of what makes a move legal, only how many cards its arguments are, and where they come from; and as more of it, that they
    lie in their domains and that some permission's case holds.
    """
    found = list[Cond]()
    if not sort.act:
        return found, found
    for name, vector, places in _drawn(acts, sort, arguments, state):
        parameter = next(p for p in acts.game.act[sort.act].parameters if p.name == name)
        found += terms.bits(vector)
        found += [terms.within(vector, state.zones[place]) for place in places if len(places) == 1]
        found += [terms.equal(terms.total(vector), 1)] if parameter.type.kind == "card" else []
    act, scope = acts.game.act[sort.act], TermScope(state, sort.player, arguments)
    permitted = act.finding or terms.any_of(acts.speaks(c, p.subject, scope) for c, p in acts.game.permissions_of(act.name))
    return found, [acts.in_domain(act, arguments, scope), permitted]


def _drawn(
    acts: Acts, sort: MoveSort, arguments: SymbolicArguments, state: SymbolicState
) -> Iterator[tuple[str, Vec, list[OwnedPlace]]]:
    """The arguments that are cards, each with the places from which it is drawn."""
    scope, sources = TermScope(state, sort.player, arguments), dict(sort.sources)
    for parameter in acts.game.act[sort.act].parameters if sort.act else ():
        if parameter.type.kind in ("card", "cards", "group") and parameter.domain is not None:
            found = card_origins.places(acts.encoder, parameter.domain, scope) or ()
            vector = acts.encoder.vector(arguments[parameter.name], parameter.type)
            yield parameter.name, vector, sorted(p for p in found if sources.get(parameter.name) in (None, p[0]))


def _conditions(acts: Acts, sort: MoveSort, state: SymbolicState) -> tuple[SymbolicArguments, Cond]:
    turns = Turns(acts)
    if not sort.act:
        return {}, turns.may_end(state)
    act = acts.game.act[sort.act]
    given: SymbolicArguments = {name: exactly(number) for name, number in sort.given}
    if act.finding:
        arguments = acts.unknown_arguments(act, given, act.name)
        return arguments, acts.in_domain(act, arguments, TermScope(state, sort.player, arguments))
    if _offered(turns, sort, state) is False:
        return given, False
    arguments = acts.unknown_arguments(act, given, act.name)
    return arguments, possible_with(acts, sort, arguments, state)


def _offered(turns: Turns, sort: MoveSort, state: SymbolicState) -> Cond:
    """Whether a step is open in which the act of a sort may be done by its player."""
    wanted = (sort.step, sort.player, sort.act)
    return terms.any_of(o.condition for o in turns.options(state) if (o.step, o.player, o.act) == wanted)
