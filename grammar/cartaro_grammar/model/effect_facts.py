"""What each effect reads and what it changes, told once for every analysis.

Takes the body of an effect; gives its facts.  An analysis asks for the facts that concern it, so that a new effect, whose facts
must be told here, is known to all of them.  The conditions of an effect, and the period of `each`, are not the body's.
"""

from __future__ import annotations

from typing import assert_never

from cartaro_grammar.model import game as g
from cartaro_grammar.text.frozen import frozen


@frozen
class EffectFacts:
    """What one effect does.

    Cards: `takes` are the sets of cards, and single cards, that leave the place where they lie; `dealt_from` is the pile from
    whose top cards are taken; `to` is the zone, or the group on the table, that gains cards, and `family` the family of zones
    that gains a group.  With `swaps` the two cards of `takes` change places.

    Memory: `cell` is the counter, flag or reference that is set, and `mark` the mark that is put on cards.

    Otherwise: `reads` are all expressions on whose values the outcome depends, those of `takes` and the owners of zones and
    cells among them; `order_of_play` says that the outcome depends on who begins the play, `chance` that it depends on
    chance.  `seats`: the players change places, with everything that is theirs.  `back_to` is the clause to which the course
    goes back, `ends` the period that ends; `shows` are the cards that all players are shown, which changes nothing.
    """

    reads: tuple[g.Expr, ...] = ()
    shows: tuple[g.Expr, ...] = ()
    takes: tuple[g.Expr, ...] = ()
    dealt_from: g.Expr | None = None
    to: g.Expr | None = None
    family: str | None = None
    swaps: bool = False
    cell: g.Recall | None = None
    mark: str | None = None
    order_of_play: bool = False
    chance: bool = False
    seats: bool = False
    back_to: str | None = None
    ends: g.Period | None = None

    @property
    def moves_cards(self) -> bool:
        """Whether cards may leave the place where they lie."""
        return bool(self.takes) or self.dealt_from is not None or self.seats

    @property
    def memory(self) -> str | None:
        """The name of the cell of memory that is set, or of the mark that is put."""
        return self.cell.cell if self.cell is not None else self.mark


def facts_of(body: g.EffectBody) -> EffectFacts:
    """The facts of one effect."""
    match body:
        case g.MoveCards(cards=cards, to=to):
            return EffectFacts(reads=(*cards, *_place_read(to)), takes=cards, to=to)
        case g.Deal(count=count, source=source, to=to, each=each):
            reads = (count, source, *_place_read(to))
            return EffectFacts(reads=reads, dealt_from=source, to=to, order_of_play=each is not None)
        case g.Shuffle(cards=cards, into=into):
            return EffectFacts(reads=(*cards, *_place_read(into)), takes=cards, to=into, chance=True)
        case g.Add(cell=cell, amount=amount):
            return EffectFacts(reads=(amount, *_owner(cell)), cell=cell)
        case g.Become(cell=cell, value=value):
            return EffectFacts(reads=(value, *_owner(cell)), cell=cell)
        case g.MarkAs(cards=cards, mark=mark):
            return EffectFacts(reads=cards, mark=mark)
        case g.Form(family=family, cards=one):
            return EffectFacts(reads=(one,), takes=(one,), family=family)
        case g.Exchange(first=first, second=second):
            return EffectFacts(reads=(first, second), takes=(first, second), swaps=True)
        case g.Show(cards=cards):
            return EffectFacts(shows=cards)
        case g.Seat(players=players):
            return EffectFacts(reads=players, seats=True)
        case g.Repeat(clause=clause):
            return EffectFacts(back_to=clause)
        case g.End(period=period):
            return EffectFacts(ends=period)
        case g.Nothing():
            return EffectFacts()
        case _:
            assert_never(body)


def caused_by(game: g.Game, act: g.Act) -> tuple[g.Effect, ...]:
    """The effects of an act and of the clauses that happen after it, in order."""
    return (*act.effects, *(effect for clause in game.consequences("after", act.name) for effect in clause.effects))


def _place_read(place: g.Expr) -> tuple[g.Expr, ...]:
    """What is read to find a place: the owner of a zone; a group is found by itself."""
    return _owner(place) if isinstance(place, g.InZone) else (place,)


def _owner(place: g.InZone | g.Recall) -> tuple[g.Expr, ...]:
    return () if place.owner is None else (place.owner,)
