"""Effects on memory, and on the cards."""

from __future__ import annotations

from tests.differential.draft import Draft
from tests.differential.phrases import Phrases


def remember(draft: Draft, *, start: bool = False, phrases: Phrases | None = None) -> str:
    """Return an effect on memory, with its conditions."""
    words, reported = draft.words, phrases or draft.phrases(player=not start)
    ways: list[str] = []
    counters = [c for c in words.counters if c != "mani"]
    for name in counters:
        owner, lasting = words.counters[name], name in words.lasting
        whose = f" of {reported.person()}" if owner == "player" else f" of {reported.side()}" if owner == "side" else ""
        one = f"{name}{whose}"
        bounded = f"{one} becomes remainder of ({one} + {draft.random.randint(1, 2)}) by 3"
        ways += [bounded if lasting else f"add {reported.number(0) if draft.chance(0.3) else '1'} to {one}"] * 2
        ways.append(bounded if lasting else f"{one} becomes {reported.number(1)}")
        ways.append(f"{one} becomes {draft.random.randint(0, 3)}")
        if owner == "player" and draft.chance(0.6):
            neighbour = draft.one("the player before player", "the player after player")
            plain = f"{name} becomes {name} of {neighbour} for each player"
            ways += [
                plain,
                f"{name} becomes number of hand for each player",
                f"{name} becomes 1 for each player when {reported.truth(0)}",
            ]
            ways += (
                [] if lasting else [f"add number of hand to {name} for each player", f"subtract 1 from {name} for each player"]
            )
        if owner == "side" and draft.chance(0.5):
            ways.append(f"{name} becomes number of won of side for each side")
        if not lasting and draft.chance(0.3):
            ways.append(f"subtract {reported.number(0)} from {one}")
    for name, owner in words.flags.items():
        whose = reported.owner(owner)
        ways += [f"{name}{whose} becomes {draft.one('true', 'true', 'false')}"]
    for name, (kind, owner) in words.references.items():
        this = f"{name}{reported.owner(owner)}"
        if kind == "player":
            ways += [f"{this} becomes {reported.person(1)}"] * 2
            ways.append(f"{this} becomes {reported.best()}")
        if kind == "side":
            ways += [f"{this} becomes {reported.side()}"] * 2
        if kind == "card":
            card = reported.card() if reported.of("card") or words.tops else None
            ways += [f"{this} becomes {card}"] * 3 if card and card != this else []
        if kind == "symbol":
            ways.append(f"{this} becomes {draft.random.choice(words.suits)}")
        ways.append(f"{this} becomes none")
    if words.marks:
        ways.append(f"mark {reported.cards(0)} as segnata")
    if not ways:
        return "nothing"
    return f"{draft.random.choice(ways)}{draft.when(0.5, reported)}"


def simply(draft: Draft) -> str:
    """Return an effect that any act may have."""
    counters = [c for c, o in draft.words.counters.items() if o == "table" and c not in draft.words.lasting]
    return f"add 1 to {draft.random.choice(counters)}" if counters else "nothing"
