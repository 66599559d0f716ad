"""What the rules' look-ahead says: a move is legal only when the turn can be completed after it.

So where a turn awaits a further move of a player there is a completion, which needs what the steps that are left need.  But
of an act whose outcome the player does not see that is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import cast

from cartaro_grammar import game as g
from cartaro_grammar.game import Act, Clause, Game
from cartaro_grammar.source import Span


def foreseen(game: Game) -> bool:
    """Whether the look-ahead says more than each step by itself: obligations, or steps that must be done, and often."""
    steps = [c.sentence for c in game.standing if isinstance(c.sentence, g.Step)]
    return any(isinstance(c.sentence, g.Obligation) for c in game.standing) or any(s.must and s.often for s in steps)


def blind(game: Game, act: Act) -> bool:
    """Whether who does an act may not see what it leads to, so that it may lead to a turn that cannot be completed."""
    effects = [*act.effects]
    looked = list[object]()
    for clause in game.consequences("after", act.name):
        assert isinstance(clause.sentence, g.Consequence)
        effects += clause.sentence.effects
        looked += [clause.when, clause.unless]
    for effect in effects:
        named = (f.name for f in fields(effect.body) if f.name not in ("to", "into"))
        looked += [effect.when, effect.unless, *(getattr(effect.body, name) for name in named)]
    zones = {at for part in looked for at in _looked_at(game, part, ())}
    return any(isinstance(e.body, g.Shuffle) for e in effects) or not all(_seen(game, *at) for at in zones)


def _looked_at(game: Game, part: object, inside: tuple[str, ...]) -> Iterator[tuple[str, bool, bool]]:
    """The zones whose cards something speaks of, whether only the actor's own part, and only the top; their sizes all see."""
    match part:
        case g.Size(members=g.InZone()):
            return
        case g.Top(pile=g.InZone() as pile):
            yield pile.zone, _own(pile.owner), True
            return
        case g.InZone():
            yield part.zone, _own(part.owner), False
        case g.Apply(function=function) if function not in inside:
            for clause in game.standing:
                if isinstance(clause.sentence, g.Definition) and clause.sentence.function == function:
                    yield from _looked_at(game, (clause.when, clause.unless, clause.sentence.value), (*inside, function))
        case _:
            pass
    for inner in _children(part):
        yield from _looked_at(game, inner, inside)


def _children(part: object) -> Iterator[object]:
    if isinstance(part, tuple):
        yield from cast("tuple[object, ...]", part)
    elif is_dataclass(part) and not isinstance(part, Span | type):
        yield from (getattr(part, field.name) for field in fields(part))


def _own(owner: g.Expr | None) -> bool:
    return isinstance(owner, g.Actor) or (isinstance(owner, g.SideOf) and isinstance(owner.player, g.Actor))


def _seen(game: Game, zone: str, own: bool, top: bool) -> bool:
    """Whether a player always sees the cards of a zone, of their own part of it or only the top."""
    clauses = [c for c in game.standing if isinstance(c.sentence, g.Sees) and c.sentence.zone == zone]
    sights = [c.sentence for c in clauses if isinstance(c.sentence, g.Sees)]
    always = [s for c, s in zip(clauses, sights, strict=True) if not c.when and not c.unless]
    return all(s.yes for s in sights) and any((own or not s.own) and (top or not s.top) for s in always)


def needed(game: Game, step: int) -> tuple[str, ...]:
    """The zones of the player in which a turn that stands at a step needs a card to be completed: a step that is left must be
    done with one of theirs, and nothing that may be done before brings a card there, or is done without seeing what follows.
    """
    clauses = [c for c in game.standing if isinstance(c.sentence, g.Step)]
    found, before = list[str](), list[str]()
    for clause in clauses[step:]:
        sentence = clause.sentence
        assert isinstance(sentence, g.Step)
        if sentence.must and not (clause.when or clause.unless) and isinstance(sentence.actor, g.Actor):
            drawn = [tuple(_drawn(game.act[name])) for name in sentence.acts]
            common = [zone for zone in drawn[0] if all(zone in zones for zones in drawn)]
            found += [zone for zone in common if not any(_unneeded(game, game.act[name], zone) for name in before)]
        before += sentence.acts
    return tuple(dict.fromkeys(found))


def _drawn(act: Act) -> Iterator[str]:
    """The zones of the player from which an act takes one card."""
    for parameter in act.parameters:
        domain = parameter.domain
        if parameter.choice == "one" and isinstance(domain, g.InZone) and isinstance(domain.owner, g.Actor):
            yield domain.zone


def _unneeded(game: Game, act: Act, zone: str) -> bool:
    """Whether an act or what follows it may leave more cards in a zone than were there, or it is not seen whether it does."""
    if blind(game, act):
        return True
    after: tuple[Clause, ...] = game.consequences("after", act.name)
    effects = [
        *act.effects,
        *(e for c in after if isinstance(c.sentence, g.Consequence) for e in c.sentence.effects),
    ]
    return any(_aims(effect.body, zone) for effect in effects)


def _aims(body: g.EffectBody, zone: str) -> bool:
    match body:
        case g.Move(to=to) | g.Shuffle(into=to) | g.Deal(to=to):
            return to.zone == zone if isinstance(to, g.InZone) else to.type.kind != "group"
        case g.Exchange() | g.Form() | g.Add() | g.Become() | g.MarkAs() | g.Nothing() | g.Show():
            return False
        case _:
            return True
