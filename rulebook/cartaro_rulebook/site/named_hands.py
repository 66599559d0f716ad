"""The sets of cards that examples compare, as *the best hand* in Texas hold'em, with the kind of hand and its cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from cartaro_grammar import Game, IdentityKey, instantiate, parts
from cartaro_grammar import game as g
from cartaro_rulebook.cards.state_of_play import ChosenSet, chooses_sets, chosen_set
from cartaro_rulebook.prose.clauses import scope_for
from cartaro_rulebook.prose.examples import example_run, example_scope, number_of, rules_under, seated_lines
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.site.book import Page
from cartaro_rulebook.words.nouns import capitalized, plain


def checks_of(example: g.Example, scope: ProseScope) -> tuple[g.Expr, ...]:
    """Return the conditions that an example checks, with numbers in place of its players."""
    return tuple(line.condition for line, _ in seated_lines(example, scope) if isinstance(line, g.Check))


def named_hands(example: g.Example, conditions: Iterable[g.Expr], page: Page) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the sets of cards that some conditions of an example compare, as *the best hand of player 1: two pairs*, with their
    cards: cards of one rank together, the most first.
    """
    scope = example_scope(example, page.scope)
    for one, found in compared_sets(example, conditions, page.game):
        whose = capitalized(plain(scope.lang.forms.polish(scope.value(one).text)))
        title = plain(scope.lang.forms.polish(scope.naming.title(found.case.name, found.case.names)))
        yield f"{whose}{page.label('colon')} {title}", page.pictures.grouped(found.cards)


def compared_sets(example: g.Example, conditions: Iterable[g.Expr], game: Game) -> Iterator[tuple[g.Apply, ChosenSet]]:
    """Yield the sets of cards that some conditions of an example without moves compare, by the numbers of their players."""
    if not chooses_sets(game):
        return
    rules, reached = rules_under(game, example.under), example_run(game, example).reached
    if rules is None or reached is None:
        return
    applied = (part for one in conditions for part in parts(one) if isinstance(part, g.Apply) and len(part.arguments) == 1)
    numbered_ones = {one: number for one in applied if (number := number_of(one.arguments[0])) is not None}
    for one, player in sorted(numbered_ones.items(), key=lambda each: each[1]):
        found = chosen_set(rules, reached, one.function, player)
        if found is not None:
            yield one, found


@lru_cache(maxsize=8)
def sets_in_examples(one: IdentityKey[g.Ruleset]) -> tuple[ChosenSet, ...]:
    """Return the sets of cards that the examples of a ruleset compare, in their order.  Examples hold under the default house
    rules and the rules that they name, whatever rules a page has.
    """
    (ruleset,) = one.values
    game = instantiate(ruleset)
    if not isinstance(game, Game):
        return ()
    scope = scope_for(game, "en")  # the players of a condition are the same in every language
    compared = (compared_sets(example, checks_of(example, scope), game) for example in ruleset.examples)
    return tuple(found for sets in compared for _, found in sets)
