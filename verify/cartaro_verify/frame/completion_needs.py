"""What the rules' look-ahead says: a move is legal only when the turn can be completed after it.

So where a turn awaits a further move of a player there is a completion, which needs what the steps that are left need.  But
of an act whose outcome the player does not see that is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import Game, caused_by, facts_of, looked_at
from cartaro_grammar import game as g


def foreseen(game: Game) -> bool:
    """Whether the look-ahead says more than each step by itself: obligations, or steps that must be done, and often, or before
    others that need what the first may take away.
    """
    if game.obligations or any(step.must and step.often for _, step in game.steps):
        return True
    seeing = (n for n, (_, s) in enumerate(game.steps) if s.must and not all(blind(game, game.act[name]) for name in s.acts))
    return any(needed(game, number + 1) for number in seeing)


def searched(game: Game) -> bool:
    """Whether a move may be legal only by a search through turns in which a step can be done as often as wished."""
    steps = [step for _, step in game.steps]
    first = next((number for number, step in enumerate(steps) if step.often), len(steps))
    return first < len(steps) and (bool(game.obligations) or any(step.must for step in steps[first:]))


def blind(game: Game, act: g.Act) -> bool:
    """Whether who does an act may not see what it leads to, so that it may lead to a turn that cannot be completed."""
    if any(parameter.unseen for parameter in act.parameters):
        return True
    effects = caused_by(game, act)
    facts = [facts_of(effect.body) for effect in effects]
    looked = list[object]([(c.when, c.unless) for c in game.consequences("after", act.name)])
    looked += [(effect.when, effect.unless, own.reads) for effect, own in zip(effects, facts, strict=True)]
    if any(own.order_of_play for own in facts):
        looked += [(c.when, c.unless, said.player) for c, said in game.saying(g.Begins)]
    zones = {at for part in looked for at in looked_at(game, part)}
    return any(own.chance for own in facts) or not all(_seen(game, *at) for at in zones)


def _seen(game: Game, zone: str, own: bool, top: bool) -> bool:
    """Whether a player always sees the cards of a zone, of their own part of it or only the top."""
    sights = game.sights_of(zone)
    always = [s for c, s in sights if not c.when and not c.unless]
    return all(s.yes for _, s in sights) and any((own or not s.own) and (top or not s.top) for s in always)


def needed(game: Game, step: int) -> tuple[str, ...]:
    """The zones of the player in which a turn that stands at a step needs a card to be completed: a step that is left must be
    done with one of theirs, and nothing that may be done before brings a card there, or is done without seeing what follows.
    """
    found, before = list[str](), list[str]()
    for clause, sentence in game.steps[step:]:
        if sentence.must and not (clause.when or clause.unless) and isinstance(sentence.actor, g.Actor):
            drawn = [tuple(_drawn(game.act[name])) for name in sentence.acts]
            common = [zone for zone in drawn[0] if all(zone in zones for zones in drawn)]
            found += [zone for zone in common if not any(_unneeded(game, game.act[name], zone) for name in before)]
        before += sentence.acts
    return tuple(dict.fromkeys(found))


def _drawn(act: g.Act) -> Iterator[str]:
    """The zones of the player from which an act takes one card."""
    for parameter in act.parameters:
        domain = parameter.domain
        if parameter.choice == "one" and isinstance(domain, g.InZone) and isinstance(domain.owner, g.Actor):
            yield domain.zone


def _unneeded(game: Game, act: g.Act, zone: str) -> bool:
    """Whether an act or what follows it may leave more cards in a zone than were there, or it is not seen whether it does."""
    return blind(game, act) or any(_aims(effect.body, zone) for effect in caused_by(game, act))


def _aims(body: g.EffectBody, zone: str) -> bool:
    """Whether an effect may bring cards to a zone, or go on to others that may."""
    facts = facts_of(body)
    if facts.seats or facts.back_to is not None or facts.ends is not None:
        return True
    if facts.to is None:
        return False
    return facts.to.zone == zone if isinstance(facts.to, g.InZone) else facts.to.type.kind != "group"
