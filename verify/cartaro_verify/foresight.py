"""What the rules' look-ahead says: a move is legal only when the turn can be completed after it.

So where a turn awaits a further move of a player there is a completion, which needs what the steps that are left need.
"""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import game as g
from cartaro_grammar.game import Act, Clause, Game


def foreseen(game: Game) -> bool:
    """Whether the look-ahead says more than each step by itself: obligations, or steps that must be done, and often."""
    steps = [c.sentence for c in game.standing if isinstance(c.sentence, g.Step)]
    return any(isinstance(c.sentence, g.Obligation) for c in game.standing) or any(s.must and s.often for s in steps)


def needed(game: Game, step: int) -> tuple[str, ...]:
    """The zones of the player in which a turn that stands at a step needs a card to be completed: a step that is left must be
    done with one of theirs, and nothing that may be done before brings a card there.
    """
    clauses = [c for c in game.standing if isinstance(c.sentence, g.Step)]
    found, before = list[str](), list[str]()
    for clause in clauses[step:]:
        sentence = clause.sentence
        assert isinstance(sentence, g.Step)
        if sentence.must and not (clause.when or clause.unless) and isinstance(sentence.actor, g.Actor):
            drawn = [tuple(_drawn(game.act[name])) for name in sentence.acts]
            common = [zone for zone in drawn[0] if all(zone in zones for zones in drawn)]
            found += [zone for zone in common if not any(_brings(game, name, zone) for name in before)]
        before += sentence.acts
    return tuple(dict.fromkeys(found))


def _drawn(act: Act) -> Iterator[str]:
    """The zones of the player from which an act takes one card."""
    for parameter in act.parameters:
        domain = parameter.domain
        if parameter.choice == "one" and isinstance(domain, g.InZone) and isinstance(domain.owner, g.Actor):
            yield domain.zone


def _brings(game: Game, name: str, zone: str) -> bool:
    """Whether an act or what follows it may leave more cards in a zone than were there."""
    after: tuple[Clause, ...] = game.consequences("after", name)
    effects = [
        *game.act[name].effects,
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
