"""What the cards are worth: a row for cards that are worth the same, a column for each number that the rules reckon with."""

from __future__ import annotations

from collections.abc import Iterable

from cartaro_grammar import game as g
from cartaro_grammar import parts
from cartaro_rulebook.prose.material import NumberTable, measures_read, number_table
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.card_colours import by_size


def told_table(told: Iterable[object], scope: ProseScope) -> NumberTable | None:
    """The numbers that some clauses and acts reckon with; None where there are none.  An order of cards is none."""
    game, told = scope.naming.game, tuple(told)
    found = (part for one in told for part in parts(one))
    orders = {p.attribute for p in found if isinstance(p, g.Pattern) and p.pattern == "consecutive"}
    measures = [m for m in game.deck.measures if m.name in measures_read(told) - orders]
    attributes = by_size(game.deck)
    if not measures or not attributes:
        return None
    main = attributes[0]
    worth: list[tuple[str, tuple[str, ...]]] = []
    for symbol in main.values:
        cards = [n for n, card in enumerate(game.deck.cards) if (main.name, symbol.name) in card.attributes]
        worth.append((scope.naming.symbol(main.name, symbol.name).form(False), _of(cards, measures)))
    for kind in dict.fromkeys(card.kind for card in game.deck.cards if card.kind is not None):
        cards = [n for n, card in enumerate(game.deck.cards) if card.kind == kind]
        own = game.deck.cards[cards[0]].attributes
        worth.append(((scope.naming.symbol(*own[0]) if own else scope.naming.noun(kind)).form(False), _of(cards, measures)))
    return number_table(scope.naming.kernel("card").form(False), worth, [m.name for m in measures], scope)


def _of(cards: list[int], measures: list[g.MeasureInfo]) -> tuple[str, ...]:
    """What some cards are worth; a dash where they are worth nothing, or not all the same."""
    found = [{measure.values[card] for card in cards} for measure in measures]
    return tuple(str(next(iter(values))) if len(values) == 1 and None not in values else "–" for values in found)
