"""Facts about effects and sentences, stated once for every analysis and backend.

`facts_of` returns the reads and changes of an effect's body; `sentence_facts` returns the question that a sentence settles and
the names that its case may use. Their conditions, and the period of `each`, are not included. An analysis reads the facts that
concern it, so that a new construct is known to all analyses once its facts are stated here.

`drawn_from` finds the zones that may contain the cards of a set, as far as the text determines them before play. It uses two
facts about the names of an act: a parameter is in its domain, and memory that an effect of the act sets unconditionally has the
value that was set.

`read_argument` finds the definitions that depend on how cards are read. The kind or the value of cards in a zone (`class of
hand`) does not determine how an ace or a joker among them is read. The definition is therefore evaluated for each reading of
one argument, in a way that each backend chooses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from cartaro_grammar.model import game as g
from cartaro_grammar.model.parts import default, parts
from cartaro_grammar.text.frozen import frozen

# -------------------------------------------------------------------------------------- effect facts


@frozen
class EffectFacts:
    """The reads and changes of one effect.

    Cards: `takes` are the sets of cards, and single cards, that leave their place; `dealt_from` is the pile from whose top
    cards are taken; `to` is the zone, or the group on the table, that gains cards, and `family` the family of zones that gains
    a group. With `swaps`, the two cards of `takes` exchange places. Memory: `cell` is the counter, flag or reference that is
    set, and `mark` the mark that is put on cards.

    Other facts: `reads` are all expressions on whose values the outcome depends, including the expressions in `takes` and the
    owners of zones and cells; `order_of_play` means that the outcome depends on who begins the play, `chance` that it depends
    on chance. With `seats`, the players change seats, together with all their zones and memory. `back_to` is the clause to
    which a course returns, and `ends` is the period that an effect ends; `shows` are the cards that are shown to all players;
    showing them changes nothing.
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
        """True if cards may leave their place."""
        return bool(self.takes) or self.dealt_from is not None or self.seats

    @property
    def memory(self) -> str | None:
        """The name of the cell of memory or of the mark that the effect sets."""
        return self.cell.cell if self.cell is not None else self.mark


def facts_of(body: g.EffectBody) -> EffectFacts:
    """The facts of one effect."""
    match body:
        case g.MoveCards(cards=cards, to=to):
            return EffectFacts(reads=(*cards, *_place_read(to)), takes=cards, to=to)
        case g.Deal(count=count, source=source, to=to, each=each, first=first):
            reads = (count, source, *_place_read(to), *(() if first is None else (first,)))
            return EffectFacts(reads=reads, dealt_from=source, to=to, order_of_play=each is not None and first is None)
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


def unread_memory(game: g.Game | g.Ruleset) -> tuple[str, ...]:
    """The counters, flags and references on which play does not depend, because the rules only set them."""
    named = Counter(part.cell for part in parts((game.acts, game.clauses)) if isinstance(part, g.Recall))
    effects = (part for part in parts((game.acts, game.clauses)) if isinstance(part, g.Effect))
    set_to = Counter(cell.cell for effect in effects if (cell := facts_of(effect.body).cell) is not None)
    return tuple(cell.name for cell in game.cells if cell.kind != "mark" and named[cell.name] == set_to[cell.name])


def _place_read(place: g.Expr) -> tuple[g.Expr, ...]:
    """Return the expressions that determine a place: for a zone its owner, for a group the group itself."""
    return _owner(place) if isinstance(place, g.InZone) else (place,)


def _owner(place: g.InZone | g.Recall) -> tuple[g.Expr, ...]:
    return () if place.owner is None else (place.owner,)


# ------------------------------------------------------------------------------------ sentence facts


@frozen
class SentenceFacts:
    """The subject of one sentence. `settles` are the questions that the clause answers: one question, or several for a
    prohibition of several acts. Two clauses can only override each other if they settle the same question; `yields` means that
    a clause can be overridden at all. The case of the sentence may use the parameters of the act `act`, and the names `words`
    that the sentence binds.
    """

    settles: frozenset[tuple[str, ...]]
    yields: bool = True
    act: str | None = None
    words: tuple[str, ...] = ()


def sentence_facts(sentence: g.Sentence) -> SentenceFacts:
    """The facts of one sentence."""
    match sentence:
        case g.Permission(act=act):
            return _settling(("act", act), act=act)
        case g.Prohibition(acts=acts):
            only = acts[0] if len(acts) == 1 else None
            return SentenceFacts(frozenset(("act", act) for act in acts), act=only)
        case g.Definition(function=function, parameters=parameters):
            return _settling(("definition", function), words=parameters)
        case g.Sees(zone=zone):
            return _settling(("seeing", zone), words=("owner",))
        case g.Score():
            return _settling(("score",), words=("side",))
        case g.Begins() | g.Passes():
            return _settling((type(sentence).__name__,))
        case g.Ends(period=period):
            return _settling(("end", period))
        case g.Consequence(event=event):
            return _settling(("event", *event), act=event[1] if event[0] == "after" else None)
        case g.TakesPart(who=who):
            return _settling((type(sentence).__name__,), yields=False, words=(who,))
        case g.Obligation() | g.Step() | g.SidesAre() | g.Runs() | g.Breach() | g.Conduct() | g.Material():
            return _settling((type(sentence).__name__,), yields=False)
        case _:
            assert_never(sentence)


def _settling(
    question: tuple[str, ...], *, yields: bool = True, act: str | None = None, words: tuple[str, ...] = ()
) -> SentenceFacts:
    return SentenceFacts(frozenset((question,)), yields, act, words)


# -------------------------------------------------------------------------------------- card sources


def drawn_from(
    game: g.Game, expr: g.Expr, act: g.Act | None = None, inside: frozenset[str] = frozenset()
) -> frozenset[str] | None:
    """Return the zones that may contain the cards of a set; for a name of an act, the zones when the act begins. Return None if
    the text does not determine them. The definitions in `inside`, which contain the set, are not followed again.
    """
    match expr:
        case g.InZone(zone=zone):
            return frozenset((zone,))
        case g.Single(member=part) | g.Only(members=part) | g.Where(members=part) | g.Top(pile=part):
            return drawn_from(game, part, act, inside)
        case g.Operation(operator="minus", operands=(first, *_)):
            return drawn_from(game, first, act, inside)
        case g.Operation(operator="union", operands=operands):
            return _together(drawn_from(game, part, act, inside) for part in operands)
        case g.Local(name=name):
            domain = next((p.domain for p in act.parameters if p.name == name), None) if act is not None else None
            return None if domain is None else drawn_from(game, domain, act, inside)
        case g.Recall():
            value = None if act is None else _set_to(game, act, expr)
            return None if value is None else drawn_from(game, value, act, inside)
        case g.Apply(function=function):
            if function in inside:
                return None
            values = (sentence.value for _, sentence in game.definitions_of(function))
            return _together(drawn_from(game, value, act, inside | {function}) for value in values)
        case _:
            return default(expr, None)


def _set_to(game: g.Game, act: g.Act, cell: g.Recall) -> g.Expr | None:
    """Return the value that a cell has during and after an act, if the effects of the act set it once, unconditionally and
    before they move cards.
    """
    for line in act.effects:
        facts = facts_of(line.body)
        if facts.moves_cards:
            return None
        if isinstance(line.body, g.Become) and line.body.cell == cell:
            again = [e for e in caused_by(game, act) if e is not line and facts_of(e.body).memory == cell.cell]
            return None if again or line.each or line.when or line.unless else line.body.value
    return None


def _together(parts: Iterable[frozenset[str] | None]) -> frozenset[str] | None:
    found = list(parts)
    known = [zones for zones in found if zones is not None]
    return frozenset[str]().union(*known) if len(known) == len(found) else None


# ------------------------------------------------------------------------------------------ readings


def read_argument(game: g.Game, expr: g.Apply) -> int | None:
    """Return the position of the one argument over whose readings a definition is evaluated. Return None if there is no such
    argument, or if no condition of the definition depends on a reading.

    The argument is a set of cards in some zone. For a definition of a value it may also be cards written out.
    """
    if game.faces.count == game.faces.pack or not _looks_at_readings(game, expr.function):
        return None
    written = expr.type.kind != "truth"
    places = [n for n, argument in enumerate(expr.arguments) if argument.type.kind == "cards" and _lies(argument, written)]
    return places[0] if len(places) == 1 else None


def _lies(expr: g.Expr, written: bool) -> bool:
    """Return whether an expression denotes cards that have no reading yet: zones, and sets chosen or made from them."""
    if isinstance(expr, g.Where):
        return _lies(expr.members, written)
    if isinstance(expr, g.Operation) and expr.operator in ("union", "minus"):
        first, *others = expr.operands
        return _lies(first, written) and all(_lies(other, written) or other.type.kind == "card" for other in others)
    return isinstance(expr, g.InZone | g.AllCards) or (written and isinstance(expr, g.Cards))


def _looks_at_readings(game: g.Game, function: str) -> bool:
    """Return whether the conditions of a definition, or the definitions that they use, depend on the reading of a card."""
    changed = _changed_by_readings(game)
    conditions = tuple(
        (clause.when, clause.unless, sentence.value if sentence.value.type.kind == "truth" else ())
        for clause, sentence in game.definitions_of(function)
    )
    seen, left = {function}, [*parts(conditions)]
    while left:
        part = left.pop()
        name = _asked_by_name(part)
        if name in changed:
            return True
        if isinstance(part, g.Apply) and part.function not in seen:
            seen.add(part.function)
            left += parts(game.asked_by(part.function))
    return False


def _asked_by_name(part: object) -> str | None:
    """Return the attribute or measure of a card that a node reads, or None."""
    if isinstance(part, g.Pattern):
        return part.attribute
    if isinstance(part, g.Attribute):
        return part.name
    return part.measure if isinstance(part, g.Extreme) else None


def _changed_by_readings(game: g.Game) -> frozenset[str | None]:
    """The measures that readings set. If a card may be read as another, these are all measures."""
    names: set[str | None] = {name for face in game.faces.faces for name, _ in face.settings}
    if any(face.like != face.card for face in game.faces.faces):
        names.update(attribute.name for attribute in game.deck.attributes)
        names.update(measure.name for measure in game.deck.measures)
    return frozenset(names)
