"""Numbers that depend only on how many hands were played, or on how many play, as a list: *in the successive hands: 7, 6, 5
…*, *13 if three play, 10 if four …*.

The author computes such a number from a counter of hands, or from the number of players.  A player reads the list.
"""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import game as g
from cartaro_grammar import operands_of, parts
from cartaro_rulebook.prose import sentences
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import Composed, Source, for_each_number_of_players, share_of
from cartaro_rulebook.prose.known import Known

MOST_HANDS = 40
"""The greatest number of hands of a list."""


def schedules(source: Source) -> Iterator[Composed]:
    """Yield the list of the numbers of a word in the successive hands of a match, if the match has a fixed number of hands."""
    game = source.game
    for counter in (cell.name for cell in game.cells if cell.kind == "counter" and cell.period == "match"):
        hands = hands_of_match(counter, game)
        if hands is None:
            continue
        for function in game.functions:
            found = game.definitions_of(function.name)
            names = tuple(clause.name for clause, _ in found)
            reads = any(isinstance(p, g.Recall) and p.cell == counter for clause, _ in found for p in parts(clause))
            if function.parameters or not reads or not source.covered.isdisjoint(names):
                continue
            values = [Known(game, None, counter, number).defined(function.name) for number in range(hands)]
            if None in values:
                continue
            subject, _ = sentences.defined_word(found[0][1], source.scope)
            text = source.text("guide_schedule", subject, x=", ".join(map(str, values)))
            yield Composed(names, finish_sentence(text, source.scope, of=found[0][0].span))


def numbers_by_players(source: Source) -> Iterator[Composed]:
    """Yield the list of the numbers of a word for each number of players, if the author computes them from it."""
    game = source.game
    for function in game.functions:
        found = game.definitions_of(function.name)
        names = tuple(clause.name for clause, _ in found)
        computed = any(
            isinstance(p, g.Operation) and p.operator in COMPUTED and any(isinstance(e, g.Size) for e in parts(p.operands))
            for _, node in found
            for p in parts(node.value)
        )
        if function.parameters or not computed or not source.covered.isdisjoint(names):
            continue
        share = share_of(g.Apply(function.name, (), function.result, found[0][0].span), source)
        if share is None or not any(isinstance(p, g.Everyone) for clause, _ in found for p in parts(clause)):
            continue
        subject, _ = sentences.defined_word(found[0][1], source.scope)
        number = source.scope.lang.forms.numeral(share.count)
        text = source.text("definition", subject, x=number)
        if share.others:
            text = f"{text} {for_each_number_of_players(source, share)}"
        yield Composed(share.names, finish_sentence(text, source.scope, of=found[0][0].span), by_players=True)


COMPUTED = ("+", "-", "*", "quotient", "quotient up")
"""The operators of calculations."""


def lengths(source: Source) -> Iterator[Composed]:
    """Yield how many hands a match lasts, if it ends after a fixed number of hands and no rule ends it before."""
    game = source.game
    if any(isinstance(p, g.End) and p.period == "match" for p in game.rule_parts):
        return
    for clause, node in game.with_sentence(g.Ends):
        pair = operands_of(clause.when[0], "<=", "=") if node.period == "match" and len(clause.when) == 1 else ()
        counters = [one.cell for one in pair if isinstance(one, g.Recall) and one.owner is None]
        if len(counters) != 1 or clause not in source.clauses or clause.name in source.covered or clause.despite:
            continue
        hands = hands_of_match(counters[0], game)
        waits = [any(isinstance(one, g.Nobody) for one in operands_of(e, "=")) for e in clause.unless]
        if hands is None or False in waits:
            continue
        noun = source.scope.lang.forms.counted(hands, source.scope.lang.noun("hand")).text
        text = source.text("guide_match_lasts_or_more" if waits else "guide_match_lasts", n=noun)
        yield Composed((clause.name,), finish_sentence(text, source.scope, of=clause.span))


def hand_counters(game: g.Game) -> frozenset[str]:
    """Return the counters of the hands played before this one, unless a rule of the end of a hand or of the match asks whether
    there was one: such a rule may apply before or after the present hand is counted.
    """
    late = [c for moment in ("count", "end") for c in game.consequences(moment, "hand")]
    late += [c for c, node in game.with_sentence(g.Ends) if node.period == "match"]
    late += [c for kind in (g.Score, g.Definition) for c, _ in game.with_sentence(kind)]
    pairs = [p.operands for c in late for p in parts((c.when, c.unless)) if isinstance(p, g.Operation) and len(p.operands) == 2]
    asked = {one.cell for pair in pairs if any(map(_is_few, pair)) for one in pair if isinstance(one, g.Recall)}
    counters = (cell.name for cell in game.cells if cell.name not in asked and cell.initial is None)
    return frozenset(name for name in counters if _counts_hands(name, game))


def counters_of_a_fixed_match(game: g.Game) -> frozenset[str]:
    """Return the counters of hands of a match whose length is stated as a number of hands."""
    return frozenset(cell.name for cell in game.cells if hands_of_match(cell.name, game) is not None)


def _is_few(e: g.Expr) -> bool:
    return isinstance(e, g.Number) and e.value <= 1


def _counts_hands(counter: str, game: g.Game) -> bool:
    """Return whether a counter is one more after each hand."""
    changes = [p for p in game.changes if p.cell.cell == counter]
    one_more = [
        c
        for moment in ("count", "end")
        for c in game.consequences(moment, "hand")
        for e in c.effects
        if isinstance(e.body, g.Add)
        and e.body.cell.cell == counter
        and e.body.amount == g.Number(1, e.body.amount.type, c.span)
    ]
    return len(changes) == len(one_more) == 1 and not one_more[0].when and not one_more[0].unless


def hands_of_match(counter: str, game: g.Game) -> int | None:
    """Return after how many hands the match ends, if it ends when a counter of hands has a fixed number."""
    if not _counts_hands(counter, game):
        return None
    ends = [(clause, node) for clause, node in game.with_sentence(g.Ends) if node.period == "match"]
    for clause, _ in ends if len(ends) == 1 else ():
        pair = operands_of(clause.when[0], "<=", "=") if len(clause.when) == 1 else ()
        held = [one for one in pair if isinstance(one, g.Recall) and one.cell == counter]
        others = [one for one in pair if one not in held]
        if len(held) == 1 and len(others) == 1:
            number = Known(game).number(others[0])
            return number if number is not None and 1 < number <= MOST_HANDS else None
    return None
