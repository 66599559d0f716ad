"""The deal of a hand: the cards for each player, the memory of the deal, and the conditions under which it is repeated."""

from __future__ import annotations

from tests.differential import themes
from tests.differential.draft import Draft
from tests.differential.effects import remember


def deal(draft: Draft) -> None:
    size = len(draft.words.suits) * len(draft.words.ranks) + len(draft.words.special)
    most = max(draft.counts)
    each = "2" if size >= 3 * most and most == 2 and draft.chance(0.3) else "1"
    each = "3" if draft.melds and size > 6 and draft.chance(0.6) else "2" if draft.melds else each
    if "quanto" in draft.words.options and size >= 2 * most and draft.chance(0.5):
        each = "quanto"
    draft.deal.append("    mischia: shuffle all cards into stock")
    own = [c for c, o in draft.words.counters.items() if o == "table"]
    lines: list[str] = []
    if draft.chance(0.5):
        lines.append(f"    conta: {remember(draft, start=True)}")
    origin = f", from {draft.one(draft.seat, f'the player after {draft.seat}')}" if draft.theme == themes.NUMBERS else ""
    lines.append(f"    dare: deal {each} from stock to each hand{origin}")
    if draft.chance(0.45):
        lines.append(f"    scopre: deal {draft.one('1', '1', '2')} from stock to table")
    if draft.chance(0.3):
        lines.append(f"    ricorda: {remember(draft, start=True)}")
    if draft.chance(0.1):
        lines.append(f"    annulla: void the hand when {draft.phrases(player=False).truth(1)}")
    draft.deal += lines
    if draft.likely(themes.REDEALS, 0.3):
        _repeats(draft, own)
    if draft.likely(themes.LOOPS, 0.12):
        _nested(draft)


def _repeats(draft: Draft, own: list[str]) -> None:
    name = draft.random.choice(own)
    if draft.theme == themes.REDEALS:
        _remembered(draft, own)
        return
    if name == "mani" or draft.chance(0.3):
        condition = f"some c in table has {draft.phrases(player=False).binding(('c', 'card')).about_card('c', 0)}"
        if not any("to table" in line for line in draft.deal):
            condition = draft.phrases(player=False).truth(1)
    else:
        draft.deal.append(f"    tenta: add 1 to {name}")
        condition = f"{name} is less than {draft.random.randint(2, 3)}"
        if draft.chance(0.3):
            condition += f" and {draft.phrases(player=False).truth(0)}"
    draft.deal.append(f"    rifa: repeat from {draft.one('mischia', 'mischia', 'mischia', 'dare')} when {condition}")
    if draft.chance(0.3):
        draft.deal.append(f"    infine: {remember(draft, start=True)}")


def _remembered(draft: Draft, own: list[str]) -> None:
    """Write counted rounds, some of which are repeated because of the dealt cards."""
    name = draft.random.choice([c for c in own if c != "mani"])
    reported = draft.phrases(player=False)
    draft.deal.append(f"    tenta: add 1 to {name}{draft.when(0.3, reported)}")
    condition = draft.one(
        reported.truth(1), f"some c in hand of players has {reported.binding(('c', 'card')).about_card('c', 0)}"
    )
    bound = draft.one("", f" and {name} is less than {draft.random.randint(2, 3)}")
    draft.deal.append(f"    rifa: repeat from mischia when ({condition}){bound}")


def _nested(draft: Draft) -> None:
    draft.places.append('  counter dentro for the hand "il giro di dentro"')
    draft.places.append('  counter fuori for the hand "il giro di fuori"')
    draft.words.counters |= {"dentro": "table", "fuori": "table"}
    draft.deal += ["    azzera: dentro becomes 0", "    fuori_piu: add 1 to fuori"]
    draft.deal.append(draft.one("    una: deal 1 from stock to table", f"    una: {remember(draft, start=True)}"))
    draft.deal += ["    piu: add 1 to dentro", "    ancora: repeat from una when dentro is less than 2"]
    end = draft.one("fuori is less than 2", "number of stock is more than 2", "fuori is less than 3 and stock is not empty")
    draft.deal.append(f"    altro: repeat from azzera when {end}")
