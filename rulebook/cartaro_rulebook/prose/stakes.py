"""Stakes in the guide: a number that somebody pays when a hand begins and that goes to the pot.

An author writes two rules: the pot has three chips more, and the dealer has three points less.  At a table, the dealer pays
three points, which go to the pot.
"""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import as_written, operands_of, parts_reached
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import Composed, Source
from cartaro_rulebook.words.nouns import Phrase


def stakes(source: Source) -> Iterator[Composed]:
    """Yield a sentence for each two successive rules at the start of a hand that move a number from somebody to a counter of
    the table.
    """
    found = [(clause, moved) for clause in source.at("start", "hand") if (moved := _moved(clause, source)) is not None]
    while len(found) > 1:
        (one, (to, added)), (other, (paid, taken)) = found[:2]
        if to.owner is not None:
            (to, added), (paid, taken) = (paid, taken), (to, added)
        if (
            to.owner is None
            and paid.owner is not None
            and added == -taken > 0
            and _successive(one, other, source)
            and _is_won(to.cell, source)
        ):
            yield _stake(one, other, (to, paid), added, source)
            found = found[2:]
        else:
            found = found[1:]


def _moved(clause: g.Clause, source: Source) -> tuple[g.Recall, int] | None:
    """Return a counter and the number that a rule always adds to it, which may be negative."""
    if clause.when or clause.unless or clause.despite or clause.name in source.covered or source.game.yields_to(clause.name):
        return None
    match as_written(clause.effects):
        case (g.Effect(g.Add(g.Recall() as cell, amount), None, (), ()),):
            number = _number(amount)
            return None if number is None else (cell, number)
        case _:
            return None


def _number(e: g.Expr) -> int | None:
    match operands_of(e, "-"):
        case (g.Number(0), g.Number(value)):
            return -value
        case _:
            return e.value if isinstance(e, g.Number) else None


def _is_won(cell: str, source: Source) -> bool:
    """Return whether a score, or something that is added to a counter of somebody, depends on a counter."""
    amounts = [node.amount for _, node in source.game.with_sentence(g.Score)]
    amounts += [p.amount for p in source.game.in_rules(g.Add) if p.cell.owner is not None]
    return any(isinstance(p, g.Recall) and p.cell == cell for p in parts_reached(source.game, tuple(amounts)))


def _successive(one: g.Clause, other: g.Clause, source: Source) -> bool:
    names = [clause.name for clause in source.at("start", "hand")]
    return names.index(other.name) == names.index(one.name) + 1


def _stake(one: g.Clause, other: g.Clause, cells: tuple[g.Recall, g.Recall], number: int, source: Source) -> Composed:
    scope, (pot, paid) = source.scope, cells
    assert paid.owner is not None
    paid_in = scope.lang.forms.counted(number, scope.naming.cell(paid.cell)).text
    goes = source.text("stake_goes", Phrase("", plural=number > 1), pot=expressions.cell_value(pot, scope).text)
    text = source.text("stake_paid", scope.value(paid.owner), n=paid_in, goes=goes.strip())
    return Composed((one.name, other.name), finish_sentence(text, scope, of=one.span))
