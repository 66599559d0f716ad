"""Rows of the count with opposite conditions in the guide: the points of somebody if a condition holds, and otherwise.

An author writes a row for each case, and often one for each player who gains or pays.  A reader asks who wins, how much, and
from whom: *if they have six points, the caller gets 2 from each of the others, otherwise pays as many to each of them*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from cartaro_grammar import PLAYERS_SETTING, SIDE, conjuncts, operands_of, parts
from cartaro_grammar import game as g
from cartaro_rulebook.prose import sentences
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.expressions import ProseScope, case_text
from cartaro_rulebook.prose.levels import multiple_of_word
from cartaro_rulebook.words.nouns import Phrase


@dataclass(frozen=True, slots=True)
class Outcome:
    """A sentence on several rows of the count, with their names."""

    text: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    """A row with its scorer: the side of somebody, all other sides (`others`), or each side if `role` is None; and the only
    other condition.
    """

    clause: g.Clause
    amount: g.Expr
    role: g.Expr | None
    others: bool
    case: g.Expr


def outcomes_of_rows(rows: Sequence[g.Clause], scope: ProseScope) -> Iterator[Outcome]:
    """Yield a sentence for each two rows of the same scorer with opposite conditions, or for four of them if one side gains
    from each other side, or pays to each, the points that the others lose or gain.
    """
    game = scope.naming.game
    free = [c for c in rows if not c.despite and not game.yields_to(c.name)]
    known = [row for clause in free if (row := _row(clause)) is not None]
    pairs: list[tuple[_Row, _Row]] = []
    taken = set[str]()
    for one, other in combinations(known, 2):
        same = one.role == other.role and one.others == other.others
        if same and taken.isdisjoint((one.clause.name, other.clause.name)) and are_opposite(one.case, other.case):
            taken.update((one.clause.name, other.clause.name))
            pairs.append((one, other))
    left = list(pairs)
    for gains, pays in ((a, b) for a in pairs for b in pairs if a in left and b in left):
        exchanged = _exchanged(gains, pays, scope)
        if exchanged is not None:
            left = [one for one in left if one not in (gains, pays)]
            ordered = [c.name for c in rows if c in [row.clause for row in (*gains, *pays)]]
            yield Outcome(exchanged, tuple(ordered))
    for first, second in left:
        yield Outcome(_either(first, second, scope), (first.clause.name, second.clause.name))


def are_opposite(one: g.Expr, other: g.Expr) -> bool:
    """Return whether exactly one of two conditions holds in every position."""
    if operands_of(one, "not") == (other,) or operands_of(other, "not") == (one,):
        return True
    below, reached = operands_of(one, "<") or operands_of(other, "<"), operands_of(one, "<=") or operands_of(other, "<=")
    return bool(below) and below == tuple(reversed(reached))


def _row(clause: g.Clause) -> _Row | None:
    """Return a row of each side with one condition, apart from who scores it; None for other rows."""
    node = clause.sentence
    if not isinstance(node, g.Score) or node.chosen is not None or clause.unless:
        return None
    role, others, rest = sentences.scoring_role(conjuncts(*clause.when), g.Local("side", SIDE, clause.span))
    return _Row(clause, node.amount, role, others, rest[0]) if len(rest) == 1 else None


def _either(first: _Row, second: _Row, scope: ProseScope) -> str:
    """Word the points of a side if a condition holds, and otherwise."""
    lang = scope.lang
    if _is_nothing(first.amount) or (_holds_less_simply(first, second) and not _is_nothing(second.amount)):
        first, second = second, first
    subject, _, inner = sentences.counting(first.clause, scope)
    nobody = Phrase("", subject.feminine, subject.plural)
    opposed = _negated(second.amount) == _factor(first.amount) is not None
    then = _scored(first.amount, subject, inner)
    if opposed:
        gains = (_factor(first.amount) or (0, ""))[0] > 0
        other = lang.text("loses_as_many" if gains else "scores_as_many", nobody).strip()
    else:
        verb, _, rest = _scored(second.amount, nobody, inner).strip().partition(" ")
        same = _scored(first.amount, nobody, inner).split()[0] == verb
        other = rest if same else f"{verb} {rest}"
    case = case_text((first.case,), inner)
    about = g.Local("side", SIDE, first.clause.span)
    key = "points_or_else" if about in parts(first.case) else "if_or_else"
    return finish_sentence(lang.text(key, a=then, b=other, case=case), scope, of=first.clause.span)


def _is_nothing(amount: g.Expr) -> bool:
    return isinstance(amount, g.Number) and amount.value == 0


def _scored(amount: g.Expr, subject: Phrase, scope: ProseScope) -> str:
    if _is_nothing(amount):
        return scope.lang.text("scores_nothing", subject)
    return sentences.sum_listed(amount, subject, scope) or sentences.points(amount, subject, scope)


def _holds_less_simply(first: _Row, second: _Row) -> bool:
    """Return whether the second of two opposite rows is better worded first: its condition is not denied, or asks for at
    least a number.
    """
    if operands_of(first.case, "not"):
        return True
    pair = operands_of(second.case, "<=")
    return bool(pair) and isinstance(pair[0], g.Number)


def _exchanged(gains: tuple[_Row, _Row], pays: tuple[_Row, _Row], scope: ProseScope) -> str | None:
    """Word the points that a player gets from each of the others under a condition, and otherwise pays to each of them; None if
    the rows do not add up to nothing.
    """
    game, naming = scope.naming.game, scope.naming
    fixed = any(option == PLAYERS_SETTING for row in (*gains, *pays) for option, _ in row.clause.under)
    alone = naming.every_player_is_a_side and not game.with_sentence(g.TakesPart)
    others = game.players - 1
    if gains[0].role is None or gains[0].others or not pays[0].others or gains[0].role != pays[0].role:
        return None
    if not alone or fixed or scope.unit or others < sentences.SEVERAL_OTHERS or len(game.ruleset.player_counts) > 1:
        return None
    won = next((row for row in gains if (_factor(row.amount) or (0, ""))[0] > 0), None)
    if won is None:
        return None
    lost = gains[1] if won is gains[0] else gains[0]
    paid = next((row for row in pays if row.case == won.case), None)
    back = next((row for row in pays if row.case == lost.case), None)
    if paid is None or back is None:
        return None
    each = _factor(back.amount)
    whole = None if each is None else (others * each[0], each[1])
    if each is None or each[0] <= 0 or not (_factor(won.amount) == whole == _negated(lost.amount)):
        return None
    if _negated(paid.amount) != each:
        return None
    subject, _, inner = sentences.counting(won.clause, scope)
    amount = sentences.amount_of_points(back.amount, inner)
    if amount is None:
        return None
    slots = {"case": case_text((won.case,), inner), "n": amount}
    return finish_sentence(scope.lang.text("points_from_each", subject, **slots), scope, of=won.clause.span)


def _factor(amount: g.Expr) -> tuple[int, str] | None:
    """Return a number of points as a multiple of a word, or of nothing (the empty word) if it is only a number."""
    match amount:
        case g.Number(value):
            return value, ""
        case g.Operation("-", (g.Number(0), g.Number(value))):
            return -value, ""
        case _:
            return multiple_of_word(amount)


def _negated(amount: g.Expr) -> tuple[int, str] | None:
    found = _factor(amount)
    return None if found is None else (-found[0], found[1])
