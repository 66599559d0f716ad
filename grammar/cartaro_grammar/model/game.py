"""The checked game: names resolved, variants merged, every expression typed, every node knowing its span.

Pure data, no closures: an interpreter may walk it, a compiler translate it, a prover encode it, a printer read it.
Nothing here is built except by the checker, so whoever holds a `Game` holds checked input.  Cards, players and sides
are numbered from 0 inside the game and from 1 in everything that a reader sees; the seats are in the order of play.

What of a ruleset could be checked, where mistakes stand in the way of a game: for completion and help while a text is being
written.  Nothing that plays, proves or prints takes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from cartaro_grammar.model.declarations import (
    Act,
    Article,
    AttributeInfo,
    Card,
    Cell,
    Date,
    Deck,
    Edition,
    Faces,
    Function,
    MeasureInfo,
    Option,
    Parameter,
    Quotation,
    Reading,
    SourceInfo,
    SymbolInfo,
    Wording,
    Zone,
    faces_of,
)
from cartaro_grammar.model.effects import (
    Add,
    Become,
    Deal,
    Effect,
    EffectBody,
    End,
    Exchange,
    Form,
    MarkAs,
    MoveCards,
    Nothing,
    Repeat,
    Seat,
    Show,
    Shuffle,
)
from cartaro_grammar.model.expressions import (
    Actor,
    AllCards,
    Applies,
    Apply,
    Attribute,
    Can,
    Cards,
    Everyone,
    Expr,
    Extreme,
    InZone,
    LastPlayer,
    Local,
    Names,
    Neighbour,
    Nobody,
    Number,
    Only,
    Operation,
    Operator,
    Owner,
    Pattern,
    Period,
    Quantified,
    ReadAs,
    Recall,
    ScoreOf,
    Select,
    Setting,
    SideOf,
    Single,
    Size,
    Symbol,
    Symbols,
    Top,
    Total,
    Truth,
    Where,
)
from cartaro_grammar.model.parts import parts
from cartaro_grammar.model.sentences import (
    AfterEvery,
    Always,
    AtEvery,
    BeforeEvery,
    Begins,
    Breach,
    Check,
    Claim,
    ClaimLine,
    Clause,
    Conduct,
    Consequence,
    Definition,
    Do,
    Ends,
    Example,
    ExampleLine,
    ExtremeClaim,
    Given,
    Holds,
    Material,
    MayDo,
    MayNot,
    MayOnly,
    MoveLit,
    Obligation,
    Passes,
    Permission,
    Possible,
    Prohibition,
    Remedy,
    Runs,
    Said,
    Saying,
    Score,
    Sees,
    Sentence,
    Shuffled,
    SidesAre,
    Step,
    TakesPart,
)
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_grammar.text.frozen import frozen

# -------------------------------------------------------------------------- game


__all__ = [
    "Act", "Actor", "Add", "AfterEvery", "AllCards", "Always", "Applies", "Apply", "Article", "AtEvery", "Attribute",
    "AttributeInfo", "Become", "BeforeEvery", "Begins", "Breach", "Can", "Card", "Cards", "Cell", "Check", "Claim",
    "ClaimLine", "Clause", "Conduct", "Consequence", "Date", "Deal", "Deck", "Definition", "Do", "Edition", "Effect",
    "EffectBody", "End", "Ends", "Everyone", "Example", "ExampleLine", "Exchange", "Expr", "Extreme", "ExtremeClaim", "Form",
    "Function", "Game", "Given", "Holds", "InZone", "LastPlayer", "Local", "MarkAs", "Material", "MayDo", "MayNot",
    "MayOnly", "MeasureInfo", "MoveCards", "MoveLit", "Names", "Neighbour", "Nobody", "Nothing", "Number", "Obligation",
    "Only", "Operation", "Operator", "Option", "Owner", "Parameter", "Passes", "Pattern", "Period", "Permission",
    "Possible", "Prohibition", "Quantified", "Quotation", "ReadAs", "Reading", "Recall", "Remedy", "Repeat", "Runs", "Said",
    "Saying", "Score", "ScoreOf", "Seat", "Sees", "Select", "Sentence", "Setting", "Show", "Shuffle", "Shuffled", "SideOf",
    "SidesAre", "Single", "Size", "SourceInfo", "Step", "Symbol", "SymbolInfo", "Symbols", "TakesPart", "Top", "Total",
    "Truth", "Where", "Wording", "Zone",
]  # fmt: skip


@dataclass(frozen=True)
class Game:
    """A checked ruleset under one choice of its options and number of players (see `settings.choose`).

    `side_of[player]` is the side of each player; sides are numbered by their first player.  `homes` are the titles of the
    rulesets and libraries that it is made of, by name.  `bases` are the rulesets that it varies, the nearest first, and
    `replaced` says of every name that an amendment took away which names it put in its place.  `edition` is the
    one that the ruleset itself says it is.
    """

    name: str
    base: str | None
    title: Names
    homes: tuple[tuple[str, Names], ...]
    sources: tuple[SourceInfo, ...]
    player_counts: tuple[int, ...]
    players: int
    options: tuple[Option, ...]
    settings: tuple[tuple[str, str], ...]
    side_of: tuple[int, ...]
    deck: Deck
    zones: tuple[Zone, ...]
    cells: tuple[Cell, ...]
    acts: tuple[Act, ...]
    functions: tuple[Function, ...]
    articles: tuple[Article, ...]
    clauses: tuple[Clause, ...]
    claims: tuple[Claim, ...]
    examples: tuple[Example, ...]
    words: tuple[tuple[str, Names], ...]
    wordings: tuple[Wording, ...] = ()
    bases: tuple[str, ...] = ()
    replaced: tuple[tuple[str, tuple[str, ...]], ...] = ()
    edition: Edition | None = None

    def __hash__(self) -> int:
        """By what tells most games apart, since the whole of a game takes long to go through."""
        return hash((self.name, self.settings, self.players))

    @cached_property
    def chosen(self) -> dict[str, str]:
        """The value chosen for each option, as written."""
        return dict(self.settings)

    @cached_property
    def standing(self) -> tuple[Clause, ...]:
        """The clauses that stand under the chosen options, in the order of the text (steps: in the order of the turn)."""
        return tuple(clause for clause in self.clauses if all(self.chosen[o] in v for o, v in clause.under))

    @cached_property
    def clause(self) -> dict[str, Clause]:
        """The standing clauses by name."""
        return {clause.name: clause for clause in self.standing}

    @cached_property
    def act(self) -> dict[str, Act]:
        return {act.name: act for act in self.acts}

    @cached_property
    def function(self) -> dict[str, Function]:
        return {function.name: function for function in self.functions}

    @cached_property
    def zone(self) -> dict[str, Zone]:
        return {zone.name: zone for zone in self.zones}

    @cached_property
    def cell(self) -> dict[str, Cell]:
        return {cell.name: cell for cell in self.cells}

    @cached_property
    def card_number(self) -> dict[str, int]:
        """The number of each card by its code."""
        return {card.code: number for number, card in enumerate(self.deck.cards)}

    @cached_property
    def measure(self) -> dict[str, tuple[int | None, ...]]:
        return {measure.name: measure.values for measure in self.deck.measures}

    @cached_property
    def faces(self) -> Faces:
        """The cards and, after them, every other way in which one may be read under the chosen options."""
        return faces_of(self.deck, self.clause)

    @cached_property
    def sides(self) -> int:
        return len(set(self.side_of))

    @cached_property
    def standing_parts(self) -> tuple[object, ...]:
        """Every part of the clauses that stand."""
        return tuple(parts(self.standing))

    @cached_property
    def divisors(self) -> tuple[Expr, ...]:
        """What remainders are taken by, in all that is written."""
        found = (p for p in (*self.standing_parts, *parts((self.acts, self.claims))) if isinstance(p, Operation))
        return tuple(operation.operands[1] for operation in found if operation.operator == "remainder")

    @cached_property
    def _yields_to(self) -> dict[str, frozenset[str]]:
        """For each standing clause the standing clauses that override it, at once or by way of others."""
        over = {clause.name: set[str]() for clause in self.standing}
        for clause in self.standing:
            for name in over.keys() & clause.despite:
                over[name].add(clause.name)
        found = dict[str, frozenset[str]]()
        for name in over:
            reached, ahead = set[str](), [name]
            while ahead:
                more = over[ahead.pop()] - reached
                reached |= more
                ahead += more
            found[name] = frozenset(reached)
        return found

    def yields_to(self, name: str) -> frozenset[str]:
        """Return the names of the standing clauses that override a clause: `despite`, closed over any number of steps."""
        return self._yields_to.get(name, frozenset())

    def ordered(self, first: Clause, second: Clause) -> bool:
        """Return whether one of two clauses overrides the other."""
        return first.name in self.yields_to(second.name) or second.name in self.yields_to(first.name)

    def overriding(self, clause: Clause, among: tuple[Clause, ...]) -> tuple[Clause, ...]:
        """Return those of some clauses that override a clause, in their order."""
        over = self.yields_to(clause.name)
        return tuple(other for other in among if other.name in over)

    def saying(self, kind: type[Said]) -> Saying[Said]:
        """The standing clauses whose sentence is of a kind, in their order."""
        return self._said.get(kind, ())

    @cached_property
    def _said(self) -> dict[type, Saying[Any]]:
        found = dict[type, list[tuple[Clause, Any]]]()
        for clause in self.standing:
            found.setdefault(type(clause.sentence), []).append((clause, clause.sentence))
        return {kind: tuple(pairs) for kind, pairs in found.items()}

    @cached_property
    def steps(self) -> Saying[Step]:
        return self.saying(Step)

    @cached_property
    def obligations(self) -> Saying[Obligation]:
        return self.saying(Obligation)

    @cached_property
    def headings(self) -> Saying[Score]:
        return self.saying(Score)

    @cached_property
    def _definitions(self) -> dict[str, Saying[Definition]]:
        found = dict[str, Saying[Definition]]()
        for clause, said in self.saying(Definition):
            found[said.function] = (*found.get(said.function, ()), (clause, said))
        return found

    def definitions_of(self, function: str) -> Saying[Definition]:
        return self._definitions.get(function, ())

    def asked_by(self, function: str) -> tuple[Expr, ...]:
        """All that a definition asks: the conditions and the value of each of its standing clauses."""
        return tuple(e for clause, said in self.definitions_of(function) for e in (*clause.when, *clause.unless, said.value))

    def permissions_of(self, act: str) -> Saying[Permission]:
        """The standing clauses that permit an act, exemptions from prohibitions aside."""
        return tuple((clause, said) for clause, said in self.saying(Permission) if said.act == act and not said.lifts)

    def prohibitions_of(self, act: str) -> Saying[Prohibition]:
        return tuple((clause, said) for clause, said in self.saying(Prohibition) if said.act == act)

    def sights_of(self, zone: str) -> Saying[Sees]:
        return tuple((clause, said) for clause, said in self.saying(Sees) if said.zone == zone)

    def ends_of(self, period: Period) -> tuple[Clause, ...]:
        """The standing clauses that say when a period ends."""
        return tuple(clause for clause, said in self.saying(Ends) if said.period == period)

    @cached_property
    def events(self) -> tuple[tuple[str, str], ...]:
        """The events at which something happens, as the text comes to them."""
        return tuple(dict.fromkeys(said.event for _, said in self.saying(Consequence)))

    def consequences(self, moment: str, name: str) -> tuple[Clause, ...]:
        """The standing clauses that happen at one event, in order."""
        return tuple(clause for clause, said in self.saying(Consequence) if said.event == (moment, name))


# ------------------------------------------------------------------ partial game


T = TypeVar("T", Act, Clause, Claim, Example)


@frozen
class PartialGame:
    """What is declared, and the acts, clauses, claims and examples in which no mistake was found."""

    options: tuple[Option, ...]
    deck: Deck
    zones: tuple[Zone, ...]
    cells: tuple[Cell, ...]
    acts: tuple[Act, ...]
    clauses: tuple[Clause, ...]
    claims: tuple[Claim, ...]
    examples: tuple[Example, ...]


def without_mistakes(parts: tuple[T, ...], found: tuple[Diagnostic, ...]) -> tuple[T, ...]:
    """Those in which no error has its place."""
    spans = [told.primary.span for told in found if told.severity == "error" and told.primary is not None]
    return tuple(
        part
        for part in parts
        if not any(s.source == part.span.source and s.start in range(part.span.start, part.span.end) for s in spans)
    )
