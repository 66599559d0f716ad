"""Which clauses and acts of a game are told, under which heading and in which order: by what they say, not by their articles.

Takes a checked game under its chosen house rules; gives every standing clause that a player is told at most once.  Left out
are sights, conduct, breaches and what follows a finding of the arbiter, what keeps memory that neither the score nor the match
reads, and definitions that nothing told asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, assert_never

from cartaro_grammar import game as g
from cartaro_grammar import parts

Heading = Literal["aim", "players", "pack", "deal", "turn", "end", "count", "match"]
HEADINGS: tuple[Heading, ...] = ("aim", "players", "pack", "deal", "turn", "end", "count", "match")
Told = g.Clause | g.Act
Order = tuple[int, ...]


def outline(game: g.Game) -> dict[Heading, tuple[Told, ...]]:
    """What is told under each heading, in order."""
    found: dict[Heading, list[tuple[Order, Told]]] = {heading: [] for heading in HEADINGS}
    read = frozenset(_read_by_players(game))
    for at, clause in enumerate(game.standing):
        heading = heading_of(clause, game)
        if heading is not None and not _keeps_memory_only(clause, read):
            found[heading].append(((*_within(clause, game), at), clause))
    for at, act in enumerate(game.acts):
        if not act.finding and game.permissions_of(act.name):
            found["turn"].append(((*_of_act(act.name, game), 1, at), act))
    told: dict[Heading, list[Told]] = {}
    for heading, items in found.items():
        told[heading] = [one for _, one in sorted(items, key=lambda pair: pair[0])]
    return {heading: tuple(items) for heading, items in _with_definitions(told, game).items()}


def heading_of(clause: g.Clause, game: g.Game) -> Heading | None:
    """Where a clause belongs; None for what is not told by itself."""
    match clause.sentence:
        case g.Material(what):
            return "players" if what == "players" else None if what in ("attribute", "columns") else "pack"
        case g.SidesAre() | g.Runs():
            return "players"
        case g.Consequence():
            return _of_event(clause.sentence, game)
        case g.Begins() | g.Passes() | g.Step() | g.Permission() | g.Prohibition() | g.Obligation():
            return "turn"
        case g.Ends(period):
            return "end" if period == "hand" else "match" if period == "match" else "turn"
        case g.Score():
            return "count"
        case g.TakesPart():
            return "match"
        case g.Definition(function):
            return "match" if function == WINNER else None
        case g.Sees() | g.Conduct() | g.Breach():
            return None
        case _:
            assert_never(clause.sentence)


WINNER = "winner"
"""The definition that the language itself asks for at the end of a match."""


def _of_event(said: g.Consequence, game: g.Game) -> Heading | None:
    moment, name = said.event
    if moment == "after" and game.act[name].finding:
        return None
    if moment == "after" or name == "turn":
        return "deal" if any(isinstance(effect.body, g.Deal) for effect in said.effects) else "turn"
    if moment == "start":
        return "deal"
    return "count" if moment == "count" else "end" if name == "hand" else "match"


# ---------------------------------------------------------------------------------------------- the order under a heading


def _within(clause: g.Clause, game: g.Game) -> Order:
    """Where a clause stands under its heading: as one comes to it in play."""
    match clause.sentence:
        case g.Runs():
            return (1,)
        case g.SidesAre():
            return (2,)
        case g.Begins():
            return (0, 0)
        case g.Consequence(("after", act), _):
            return (*_of_act(act, game)[:2], len(game.acts), 0)
        case g.Consequence(("count", _), effects) if all(isinstance(effect.body, g.Show) for effect in effects):
            return (-1,)  # the cards are shown, then counted
        case g.Consequence((moment, period), effects):
            memory = all(isinstance(effect.body, g.Add | g.Become) for effect in effects)
            return (*_of_moment(moment, period), int(moment == "end" and memory))  # the cards are put away, then the next deals
        case g.Step(_, acts):
            return (*_of_act(acts[0], game)[:2], -1)
        case g.Permission(act, _, lifts):
            return (*_of_act(act, game), 2 if lifts else 0)
        case g.Prohibition(act):
            return (*_of_act(act, game), 2)
        case g.Obligation():
            return (2, 0)
        case g.Passes():
            return (2, 1)
        case g.Score():
            return (0, _home(clause, game))
        case g.Ends(period):
            return (2, 3) if period == "turn" else (-1,)
        case g.Material() | g.TakesPart() | g.Definition() | g.Sees() | g.Conduct() | g.Breach():
            return (0,)
        case _:
            assert_never(clause.sentence)


def _home(clause: g.Clause, game: g.Game) -> int:
    """A base's headings stand before its variants', and those of libraries last."""
    homes = [*reversed(game.bases), game.name]
    home = clause.article.partition("/")[0]
    return homes.index(home) if home in homes else len(homes)


def _of_moment(moment: str, period: str) -> Order:
    """The courses of a match and a hand come in their order; what happens around a turn stands before it and behind it."""
    if period == "turn":
        return (0, 1) if moment == "start" else (2, 2)
    return (0,) if period == "match" else (1,)


def _of_act(act: str, game: g.Game) -> Order:
    """Which step of the turn an act belongs to, and which of its acts it is; what is no step comes last."""
    for at, (_, step) in enumerate(game.steps):
        if act in step.acts:
            return (1, at, step.acts.index(act))
    return (1, len(game.steps), 0)


# ---------------------------------------------------------------------------------------------- what is left out


def _read_by_players(game: g.Game) -> Iterator[str]:
    """The memory that says who deals and begins, what is scored, and who wins."""
    telling = (g.Score, g.Begins, g.Passes, g.TakesPart)
    clauses = [c for c in game.standing if isinstance(c.sentence, telling) or heading_of(c, game) == "match"]
    for part in _asked(clauses, game):
        yield from (e.cell for e in parts(part) if isinstance(e, g.Recall))


def _asked(clauses: Iterable[g.Clause], game: g.Game) -> tuple[g.Clause, ...]:
    """Clauses, and the definitions that they ask for, at any remove."""
    found = list(clauses)
    for clause in found:
        found += [c for c in _definitions(clause, game) if c not in found]
    return tuple(found)


def _definitions(of: Told, game: g.Game) -> Iterator[g.Clause]:
    """The clauses of the definitions that a clause or act asks for directly."""
    functions = dict.fromkeys(part.function for part in parts(asked_by(of, game)) if isinstance(part, g.Apply))
    return (clause for function in functions for clause, _ in game.definitions_of(function))


def asked_by(of: Told, game: g.Game) -> Told | tuple[g.Effect, ...]:
    """What a clause or act reckons with; of an act not what it adds to memory that no clause reads."""
    if isinstance(of, g.Clause):
        return of
    read = {part.cell for part in game.standing_parts if isinstance(part, g.Recall)}
    return tuple(e for e in of.effects if not isinstance(e.body, g.Add | g.Become) or e.body.cell.cell in read)


def _keeps_memory_only(clause: g.Clause, read: frozenset[str]) -> bool:
    """Whether all that a consequence does is to remember what no player asks for, and it stands in the place of no other."""
    bodies = [effect.body for effect in clause.effects]
    memory = [body.mark for body in bodies if isinstance(body, g.MarkAs)]
    memory += [body.cell.cell for body in bodies if isinstance(body, g.Add | g.Become)]
    return bool(bodies) and len(memory) == len(bodies) and read.isdisjoint(memory) and not clause.despite


def _with_definitions(told: dict[Heading, list[Told]], game: g.Game) -> dict[Heading, list[Told]]:
    """Each definition behind what asks for it first; what the count asks for stands there, whoever asks before."""
    seen = {one.name for items in told.values() for one in items if isinstance(one, g.Clause)}
    found: dict[Heading, list[Told]] = {heading: [] for heading in told}
    for heading in sorted(told, key=lambda each: each != "count"):
        for item in told[heading]:
            found[heading] += [item, *_behind(item, seen, game)]
    return found


def _behind(item: Told, seen: set[str], game: g.Game) -> Iterator[g.Clause]:
    for clause in _definitions(item, game):
        if clause.name not in seen:
            seen.add(clause.name)
            yield clause
            yield from _behind(clause, seen, game)
