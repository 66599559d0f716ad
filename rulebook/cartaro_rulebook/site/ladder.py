"""Draw the kinds of a ranking, from the highest to the lowest, with an example of each: the hands of poker next to the sentence
about them.

A ranking is a definition of a number by several clauses, each of which gives another value.  Its cards are from examples that
state the number of some cards, or compare sets of cards that come under it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cartaro_grammar import IdentityKey
from cartaro_grammar import game as g
from cartaro_rulebook.guide import GuideSentence
from cartaro_rulebook.site.book import Page
from cartaro_rulebook.site.markup import escaped, tag
from cartaro_rulebook.site.named_hands import sets_in_examples
from cartaro_rulebook.words.nouns import capitalized

LEAST_KINDS: Final = 3
"""The least number of kinds of a ranking that is drawn."""


def ladder(sentence: GuideSentence, page: Page) -> str:
    """Return the drawn ranking that a sentence of the guide explains; empty if it explains none."""
    ranked = dict[str, dict[int, g.Clause]]()
    for clause in (page.game.clause[name] for name in sentence.names if name in page.game.clause):
        found = clause.sentence
        if isinstance(found, g.Definition) and isinstance(found.value, g.Number):
            ranked.setdefault(found.function, {}).setdefault(found.value.value, clause)
    return "".join(_drawn(kinds, dict(_cards(function, page)), page) for function, kinds in ranked.items())


def _cards(function: str, page: Page) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield values of a function with the cards for which an example states or shows them; the first example of a value comes
    last, and those that state it come after those that show it.
    """
    game = page.game
    shown = reversed(sets_in_examples(IdentityKey((game.ruleset,))))
    yield from ((found.value, page.pictures.grouped(found.cards)) for found in shown if found.function == function)
    for example in reversed(game.ruleset.examples):
        conditions = [line.condition for line in example.lines if isinstance(line, g.Check)]
        equations = (each.operands for each in conditions if isinstance(each, g.Operation) and each.operator == "=")
        for one, other in equations:
            named = isinstance(one, g.Apply) and one.function == function and len(one.arguments) == 1
            cards = one.arguments[0] if named and isinstance(one, g.Apply) else None
            if isinstance(cards, g.Cards) and isinstance(other, g.Number):
                yield other.value, cards.cards


def _drawn(kinds: dict[int, g.Clause], cards: dict[int, tuple[int, ...]], page: Page) -> str:
    shown = [(kinds[value], cards[value]) for value in sorted(kinds, reverse=True) if value in cards]
    if len(shown) < LEAST_KINDS:
        return ""
    rows = (
        tag("dt", escaped(capitalized(page.scope.naming.title(clause.name, clause.names))))
        + tag("dd", page.pictures.row(faces))
        for clause, faces in shown
    )
    return tag("figure", tag("figcaption", page.shown("ladder")) + tag("dl", "".join(rows)), class_="ladder")
