"""The last cards of a play in the guide: cards that an act keeps in order, and words for the last few of them.

A text that compares the cards of a play keeps each in memory: *the last card is of the same rank as the last card but one and
the third card from the last*.  If it has a word for the last three cards, they are *all of the same rank*.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace

from cartaro_grammar import LANGUAGES, TRUTH, conjuncts, default, operands_of
from cartaro_grammar import game as g
from cartaro_rulebook.prose.courses import pushed_on
from cartaro_rulebook.prose.expressions import ProseScope, function_noun
from cartaro_rulebook.words.language import language
from cartaro_rulebook.words.nouns import plain

FEWEST_ALIKE = 3
"""The least number of last cards that are compared together."""


def last_cards(game: g.Game) -> Mapping[str, tuple[str, ...]]:
    """Return the words without arguments for the last few cards that an act keeps in order, with the references to them, the
    last card first.
    """
    chains = list(_chains(game))
    found = dict[str, tuple[str, ...]]()
    for function in game.functions:
        match game.definitions_of(function.name):
            case ((g.Clause(when=(), unless=(), despite=()), node),) if not node.parameters:
                cells = _cells(node.value, game)
                if cells and any(set(cells) == set(chain[: len(cells)]) for chain in chains):
                    found[function.name] = cells
            case _:
                pass
    return found


def _chains(game: g.Game) -> Iterator[tuple[str, ...]]:
    """Yield the references to the last cards of each act, the last first."""
    for act in game.acts:
        run = [e.body for e in reversed(pushed_on(act.effects)) if isinstance(e.body, g.Become)]
        if run and isinstance(run[0].value, g.Recall):
            newest = run[0].value
            sets = [e for e in act.effects if isinstance(e.body, g.Become) and e.body.cell == newest]
            if len(sets) == 1 and isinstance(sets[0].body, g.Become) and isinstance(sets[0].body.value, g.Local):
                yield (newest.cell, *(one.cell.cell for one in run))


def _cells(e: g.Expr, game: g.Game) -> tuple[str, ...]:
    """Return the references of which some cards are the union; nothing for other cards."""
    match e:
        case g.Recall(cell, None):
            return (cell,)
        case g.Single(g.Recall(cell, None)):
            return (cell,)
        case g.Operation("union", operands):
            each = [_cells(one, game) for one in operands]
            return tuple(cell for cells in each for cell in cells) if all(each) else ()
        case g.Apply(function, ()):
            rows = game.definitions_of(function)
            return _cells(rows[0][1].value, game) if len(rows) == 1 else ()
        case _:
            return default(e, ())


def names_itself(clause: g.Clause, scope: ProseScope) -> bool:
    """Return whether a definition only states what its name and the names of the last cards state: *the last three cards*."""
    node, game = clause.sentence, scope.naming.game
    if not isinstance(node, g.Definition) or node.parameters:
        return False
    cells = last_cards(game).get(node.function, ())
    words = plain(function_noun(node.function, scope).form(True)).split()
    number = scope.lang.forms.numeral(len(cells))
    return bool(cells) and number in words and _has_word_for_last(words) and all(_is_last(cell, scope) for cell in cells)


def _is_last(cell: str, scope: ProseScope) -> bool:
    return _has_word_for_last(plain(scope.naming.cell(cell).form(False)).split())


def _has_word_for_last(words: list[str]) -> bool:
    last = frozenset(stem for code in LANGUAGES for stem in language(code).phrases["words_for_last"].split())
    return any(stem in word for word in words for stem in last)


def with_last_cards_alike(game: g.Game, mentioned: Container[str]) -> g.Game:
    """Return the game with definitions that ask whether the last few cards are alike, and not each of them like the last."""
    words = {frozenset(cells): name for name, cells in last_cards(game).items() if len(cells) >= FEWEST_ALIKE}
    if not words:
        return game

    def shorter(clause: g.Clause) -> g.Clause:
        if not isinstance(clause.sentence, g.Definition) or clause.name in mentioned:
            return clause
        asked = conjuncts(*clause.when)
        pairs = [_pair_alike(e) for e in asked]
        for first in [pair for pair in pairs if pair is not None]:
            like = [n for n, pair in enumerate(pairs) if pair is not None and pair[:2] == first[:2]]
            cells = frozenset({first[1], *(pair[2] for n in like if (pair := pairs[n]) is not None)})
            name = words.get(cells)
            if name is not None and len(like) == len(cells) - 1:
                of = g.Apply(name, (), game.function[name].result, clause.span)
                alike = g.Pattern("alike", of, first[0], TRUTH, clause.span)
                return replace(clause, when=(alike, *(e for n, e in enumerate(asked) if n not in like)))
        return clause

    return replace(game, clauses=tuple(shorter(clause) for clause in game.clauses))


def _pair_alike(e: g.Expr) -> tuple[str, str, str] | None:
    """Return the attribute in which two cards agree, and the references to them."""
    match operands_of(e, "="):
        case (g.Attribute(name, g.Recall(one, None)), g.Attribute(other, g.Recall(another, None))) if name == other:
            return name, one, another
        case _:
            return None
