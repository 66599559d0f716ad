"""The intent of a hand in the guide: the purpose of all players in it, as far as the rows of the count show it.

The aim states how a match is won.  A reader first asks for a move that makes sense: take tricks, avoid them, get rid of cards.
A row shows it if its points grow, or are only scored, with the tricks of the scorer, with the numbers on the cards in them, or
with an empty hand.  If two rows show opposite intents, or one speaks of tricks or hands in another way
(it asks for an exact number of tricks), nothing is stated.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from cartaro_grammar import conjuncts, default, operands_of, parts_reached
from cartaro_grammar import game as g
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.expressions import ProseScope, is_number_of_tricks
from cartaro_rulebook.words.nouns import plain

Intent = Literal["groups", "tricks", "cards_that_count", "empty_hand"]
"""Groups of cards laid down, many tricks, many points on the cards taken, or no cards in the hand."""


def intent(scope: ProseScope, which: Literal["highest", "lowest"]) -> str | None:
    """Word the intent of a player in a hand if the most points win, or the fewest (`which`); None if the rows of the count
    do not show it, or contradict each other.
    """
    exact = _exact_tricks(scope) if which == "highest" else None
    if exact is not None:
        return finish_sentence(scope.lang.text("intent", x=exact), scope)
    game, found = scope.naming.game, dict[Intent, set[bool]]()
    told, laid = {*scope.tricks, *hands(game)}, set[str]()
    for clause, node in game.with_sentence(g.Score):
        mentions = [p for p in parts_reached(game, (clause,)) if isinstance(p, g.InZone) and p.zone in told]
        sign, family = _sign(node.amount, scope), _groups_laid(node.amount, scope)
        if family and node.chosen is None and not mentions:
            laid.add(family)
            found.setdefault("groups", set()).add(sign == (which == "highest"))
        if not mentions:
            continue
        asked = (*conjuncts(*clause.when), *(g.Operation("not", (e,), e.type, e.span) for e in clause.unless))
        shown = [*_of_amount(node.amount, scope), *(one for e in asked for one in _of_condition(e, scope))]
        if sign is None or node.chosen is not None or len(shown) != len(mentions):
            return None  # a row that speaks of tricks or of hands in another way could show something else
        for kind, more in shown:
            found.setdefault(kind, set()).add((sign == more) == (which == "highest"))
    if not found or any(len(ways) > 1 for ways in found.values()):
        return None
    if "cards_that_count" in found:
        found.pop("tricks", None)
    lang = scope.lang
    groups = lang.series([scope.naming.zone(zone).form(True) for zone in sorted(laid)])
    texts = [lang.text(f"intent_{kind}" if True in ways else f"intent_not_{kind}", x=groups) for kind, ways in found.items()]
    return finish_sentence(lang.text("intent", x=lang.series(texts)), scope)


def _exact_tricks(scope: ProseScope) -> str | None:
    """Word the intent to take exactly as many tricks as a number that each player chose in the hand, if all rows about tricks
    or hands ask whether somebody did, and such a player scores more than with as many tricks and another number.
    """
    game = scope.naming.game
    told = {*scope.tricks, *hands(game)}
    rows = [
        (clause, node)
        for clause, node in game.with_sentence(g.Score)
        if any(isinstance(p, g.InZone) and p.zone in told for p in parts_reached(game, (clause,)))
    ]
    met, missed, bids = list[g.Expr](), list[g.Expr](), list[g.Recall]()
    for clause, node in rows:
        asked = conjuncts(*clause.when)
        bid = _bid_compared(asked[0], scope) if len(asked) == 1 and not clause.unless and node.chosen is None else None
        if bid is None:
            return None
        bids.append(bid)
        (missed if operands_of(asked[0], "not") else met).append(node.amount)
    least = missed[0] if missed else g.Number(0, met[0].type, met[0].span) if met else None
    if len(met) != 1 or len(missed) > 1 or least is None or not _is_more(met[0], least) or len({*bids}) != 1:
        return None
    number = scope.naming.cell(bids[0].cell)
    trick = scope.lang.noun("trick").form(True)
    key = "intent_exact" if plain(number.form(True)).split()[0] == trick else "intent_exactly_as_many"
    return scope.lang.text(key, bid=number.form(True), x=scope.lang.forms.determined(number, "the", True).text)


def _bid_compared(e: g.Expr, scope: ProseScope) -> g.Recall | None:
    """Return the counter of a player that only acts set to a number which the player chooses, if a condition compares it with
    the number of tricks of the scorer.
    """
    denied = operands_of(e, "not")
    pair = operands_of(denied[0] if denied else e, "=")
    counts = [one for one in pair if _counts_tricks(one, scope)]
    others = [one for one in pair if one not in counts]
    if len(counts) != 1 or len(others) != 1 or not isinstance(others[0], g.Recall) or not _is_own(others[0].owner):
        return None
    bid = others[0]
    changes = [p for p in scope.naming.game.changes if p.cell.cell == bid.cell]
    chosen = all(isinstance(p, g.Become) and isinstance(p.value, g.Local) for p in changes)
    return bid if changes and chosen and scope.naming.cell(bid.cell).named else None


def _is_more(amount: g.Expr, other: g.Expr) -> bool:
    """Return whether an amount is certainly greater than another with the same number of tricks."""
    match amount, other:
        case g.Number(first), g.Number(second):
            return first > second
        case g.Operation("+", (g.Number(first), rest)), _ if first > 0:
            return rest == other or (isinstance(other, g.Number) and other.value <= 0)
        case g.Operation("+", (rest, g.Number(first))), _ if first > 0:
            return rest == other or (isinstance(other, g.Number) and other.value <= 0)
        case _:
            return False


def _groups_laid(amount: g.Expr, scope: ProseScope) -> str:
    """Return the family of the groups that a side laid, if an amount is the sum of their points; else an empty text."""
    match amount:
        case g.Total(_, g.Where(_, g.InZone(zone, None), condition)) if scope.naming.is_family(zone):
            return zone if any(isinstance(e, g.Apply) and e.function in scope.laid for e in conjuncts(condition)) else ""
        case _:
            return default(amount, "")


def _sign(amount: g.Expr, scope: ProseScope) -> bool | None:
    """Return whether an amount of points is gained or nothing (True), or lost (False); None if this depends on the position."""
    game = scope.naming.game
    match amount:
        case g.Number(value):
            return value >= 0
        case g.Operation("-", (g.Number(0), lost)):
            return False if _sign(lost, scope) else None
        case g.Operation("*" | "quotient" | "+", operands):
            return True if all(_sign(one, scope) for one in operands) else None
        case g.Recall(cell):
            changes = [p for p in game.changes if p.cell.cell == cell]
            return True if all(_only_grows(one, cell, scope) for one in changes) else None
        case g.Attribute(name):
            numbers = next((one.values for one in game.deck.measures if one.name == name), ())
            return True if all(number is None or number >= 0 for number in numbers) else None
        case g.Apply(function):
            values = [node.value for _, node in game.definitions_of(function)]
            return True if all(isinstance(one, g.Number) and one.value >= 0 for one in values) else None
        case g.Total(_, _, each):
            return _sign(each, scope)
        case g.Size():
            return True
        case _:
            return default(amount, None)


def _only_grows(change: g.Add | g.Become, cell: str, scope: ProseScope) -> bool:
    """Return whether a change of a counter leaves it at nothing or more."""
    value = change.amount if isinstance(change, g.Add) else change.value
    factors = operands_of(value, "*") or (value,)
    return all(_sign(one, scope) is True for one in factors if not (isinstance(one, g.Recall) and one.cell == cell))


def _of_amount(amount: g.Expr, scope: ProseScope) -> list[tuple[Intent, bool]]:
    """Return the intents with which an amount grows in its absolute value."""
    if is_number_of_tricks(amount, scope):
        return [("tricks", True)]
    match amount:
        case g.Operation("-", (g.Number(0), lost)):
            return _of_amount(lost, scope)
        case g.Operation("quotient", (whole, g.Number())):
            return _of_amount(whole, scope)
        case g.Operation("*" | "+", operands):
            return [shown for one in operands for shown in _of_amount(one, scope)]
        case g.Total(_, g.InZone(zone, owner), g.Attribute() as counted) if counted.type.kind == "number":
            return _of_cards(zone, owner, "cards_that_count", scope)
        case g.Size(g.InZone(zone, owner)):
            return _of_cards(zone, owner, "tricks", scope)
        case _:
            return default(amount, [])


def _of_cards(zone: str, owner: g.Expr | None, kind: Intent, scope: ProseScope) -> list[tuple[Intent, bool]]:
    """Return the intent with which the cards of a place of tricks, or of a hand, become more."""
    if zone in scope.tricks and isinstance(owner, g.Local):
        return [(kind, True)]
    return [("empty_hand", False)] if zone in hands(scope.naming.game) and _is_own(owner) else []


def _of_condition(e: g.Expr, scope: ProseScope) -> Iterator[tuple[Intent, bool]]:
    """Yield the intents that make a condition true, or false."""
    denied = operands_of(e, "not")
    pair = operands_of(denied[0] if denied else e, "=")
    match pair:
        case (g.Size(g.InZone(zone, owner)), g.Number(0)) | (g.Number(0), g.Size(g.InZone(zone, owner))):
            if zone in hands(scope.naming.game) and _is_own(owner):
                yield "empty_hand", not denied
            elif zone in scope.tricks and isinstance(owner, g.Local):
                yield "tricks", bool(denied)
        case _:
            pass
    if isinstance(e, g.Quantified) and e.quantifier == "some" and _is_own(e.members):
        yield from _of_condition(e.condition, scope)
    match operands_of(e, "<=") or operands_of(e, "<"):
        case (g.Number(), many) if _counts_tricks(many, scope):
            yield "tricks", True
        case (many, g.Number()) if _counts_tricks(many, scope):
            yield "tricks", False
        case _:
            pass


def _counts_tricks(e: g.Expr, scope: ProseScope) -> bool:
    match e:
        case g.Size(g.InZone(zone, g.Local())):
            return zone in scope.tricks
        case _:
            return default(e, is_number_of_tricks(e, scope))


def _is_own(owner: g.Expr | None) -> bool:
    """Return whether an owner is the scorer, or the players of the side that scores, or one of them."""
    match owner:
        case g.Local():
            return True
        case g.Where(_, g.Everyone(), condition):
            pair = operands_of(condition, "=")
            return (
                len(pair) > 1
                and any(isinstance(one, g.SideOf) for one in pair)
                and any(isinstance(one, g.Local) for one in pair)
            )
        case None:
            return False
        case _:
            return default(owner, False)


def hands(game: g.Game) -> frozenset[str]:
    """Return the places of players to which cards are dealt at the start of a hand."""
    bodies = [e.body for c in game.consequences("start", "hand") for e in c.effects]
    return frozenset(b.to.zone for b in bodies if isinstance(b, g.Deal) and b.each == "player")
