"""The checked game: names resolved, variants merged, every expression typed, every node knowing its span.

Pure data, no closures: an interpreter may walk it, a compiler translate it, a prover encode it, a printer read it.
Nothing here is built except by the checker, so whoever holds a `Game` holds checked input.  Cards, players and sides
are numbered from 0 inside the game and from 1 in everything that a reader sees; the seats are in the order of play.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeVar

from cartaro_grammar.model.faces import Faces, faces_of
from cartaro_grammar.model.parts import parts
from cartaro_grammar.model.types import Type
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span

Names = tuple[tuple[str, str], ...]
"""A text in several languages, as pairs (language, text); the language "" stands for every one of them."""

Owner = Literal["table", "player", "side"]
Period = Literal["turn", "hand", "match"]


# ---------------------------------------------------------------------------------------------- expressions


@frozen
class Number:
    value: int
    type: Type
    span: Span = field(compare=False)


@frozen
class Truth:
    value: bool
    type: Type
    span: Span = field(compare=False)


@frozen
class Symbol:
    """One value of an enumeration: a suit, a rank, an option's value."""

    name: str
    type: Type
    span: Span = field(compare=False)


@frozen
class Symbols:
    """All values of an attribute, in the order of its declaration."""

    attribute: str
    type: Type
    span: Span = field(compare=False)


@frozen
class Cards:
    """Named cards, by their numbers in the deck, in the order written; `readings` has, for each, the card that it is written
    to be read as (`JK/7♥`), or None; it is empty where none is.
    """

    cards: tuple[int, ...]
    type: Type
    span: Span = field(compare=False)
    readings: tuple[int | None, ...] = ()


@frozen
class AllCards:
    type: Type
    span: Span = field(compare=False)


@frozen
class Everyone:
    """All players (type players) or all sides (type sides)."""

    type: Type
    span: Span = field(compare=False)


@frozen
class LastPlayer:
    """The player in the last seat."""

    type: Type
    span: Span = field(compare=False)


@frozen
class Nobody:
    """`none`: the value of a reference that refers to nothing, typed as what it might refer to."""

    type: Type
    span: Span = field(compare=False)


@frozen
class Actor:
    """`the player`: who acts, or would; outside an act of a player, whose turn it is."""

    type: Type
    span: Span = field(compare=False)


@frozen
class Local:
    """A word bound by the clause: a parameter, or the `x` of `some x in …`.  No binder hides another."""

    name: str
    type: Type
    span: Span = field(compare=False)


@frozen
class Setting:
    """The value chosen for an option: a number, or a symbol of the option's enumeration."""

    option: str
    type: Type
    span: Span = field(compare=False)


@frozen
class InZone:
    """The cards in a zone; `owner` is None for a zone of the table, else a player or side, as the zone has it.

    Several owners (players for a player's zone, sides for a side's) mean all their cards together.
    """

    zone: str
    owner: Expr | None
    type: Type
    span: Span = field(compare=False)


@frozen
class Recall:
    """The value of a cell of memory (counter, flag, reference, mark); `owner` is None where the cell has none."""

    cell: str
    owner: Expr | None
    type: Type
    span: Span = field(compare=False)


@frozen
class Attribute:
    """An attribute of a card (`suit of c`), a symbol, or a measure of it (`value of c`), a number."""

    name: str
    card: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Apply:
    """A definition applied to arguments: `prime_of of s`, `straight(denari, s)`, `d is dark`, `played_out`."""

    function: str
    arguments: tuple[Expr, ...]
    type: Type
    span: Span = field(compare=False)


@frozen
class ScoreOf:
    """What a side scores now under one heading, or under all (`heading` is None: `score of x`)."""

    heading: str | None
    side: Expr
    type: Type
    span: Span = field(compare=False)


Operator = Literal[
    "+", "-", "*", "half", "remainder",
    "=", "<", "<=", "and", "or", "not",
    "union", "minus", "in", "subset", "applies",
]  # fmt: skip
"""`=` compares two values of one type; `half` rounds down; `remainder` is never negative; `minus` takes the members of
the second set out of the first; `in` asks for a member of a set; `subset` whether all members of the first set are in
the second.  `>=`, `>` and `not in` are written with these and `not`."""


@frozen
class Operation:
    operator: Operator
    operands: tuple[Expr, ...]
    type: Type
    span: Span = field(compare=False)


@frozen
class Single:
    """The set whose only member is the operand (cards, players or sides)."""

    member: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Only:
    """The one member of a set, or nobody where it has not exactly one."""

    members: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Size:
    """The number of members of a set."""

    members: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Where:
    """The members of a set for which a condition holds."""

    variable: str
    members: Expr
    condition: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Quantified:
    """`some`, `every` or `no` member of a set has a property."""

    quantifier: Literal["some", "every", "no"]
    variable: str
    members: Expr
    condition: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Total:
    """The sum of a number over the members of a set."""

    variable: str
    members: Expr
    amount: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Extreme:
    """The highest or lowest of a measure over a set of cards; 0 where the set is empty."""

    which: Literal["highest", "lowest"]
    measure: str
    cards: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Select:
    """The one member first by the keys in their order, or nobody when several are level (or the set is empty)."""

    variable: str
    members: Expr
    keys: tuple[tuple[Literal["highest", "lowest"], Expr], ...]
    type: Type
    span: Span = field(compare=False)


@frozen
class Neighbour:
    """The player `steps` seats after (before, when negative) a player, in the order of play."""

    player: Expr
    steps: int
    type: Type
    span: Span = field(compare=False)


@frozen
class SideOf:
    player: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Top:
    """The top card of a pile, or nobody."""

    pile: Expr
    type: Type
    span: Span = field(compare=False)


@frozen
class Can:
    """Whether an actor can do an act in some way.

    `given` fixes parameters, `free` names the others, over which it ranges; `where` is a condition on them.  With `by`
    only the case of that permission counts, prohibitions aside; without it, every permission and prohibition.
    """

    act: str
    actor: Expr
    by: str | None
    given: tuple[tuple[str, Expr], ...]
    free: tuple[tuple[str, str], ...]
    where: Expr | None
    type: Type
    span: Span = field(compare=False)


@frozen
class Applies:
    """Whether the case of a clause holds now (in examples and claims)."""

    clause: str
    type: Type
    span: Span = field(compare=False)


@frozen
class Pattern:
    """`s is alike in suit`, `distinct in suit`, `consecutive in place`."""

    pattern: Literal["alike", "distinct", "consecutive"]
    cards: Expr
    attribute: str
    type: Type
    span: Span = field(compare=False)


@frozen
class ReadAs:
    """Whether a card lying in a meld is read as another card."""

    card: Expr
    reading: Expr
    type: Type
    span: Span = field(compare=False)


Expr = (
    Number | Truth | Symbol | Symbols | Cards | AllCards | Everyone | LastPlayer | Nobody | Actor | Local | Setting
    | InZone | Recall | Attribute | Apply | ScoreOf | Operation | Single | Only | Size | Where | Quantified | Total
    | Extreme | Select | Neighbour | SideOf | Top | Can | Applies | Pattern | ReadAs
)  # fmt: skip


# ---------------------------------------------------------------------------------------------- effects


@frozen
class Move:
    """Each of these cards leaves the zone where it lies and goes to the zone `to`."""

    cards: tuple[Expr, ...]
    to: Expr
    span: Span = field(compare=False)


@frozen
class Deal:
    """`count` cards from the top of a pile to a zone; to each owner's zone in turn, in the order of play from the
    player who begins, when `each` is set (`to.owner` is then a Local of that name).  Fewer than asked leave it short.
    """

    count: Expr
    source: Expr
    to: InZone
    each: Owner | None
    span: Span = field(compare=False)


@frozen
class Shuffle:
    """These cards, from wherever they lie, in an order of chance, under the pile's own."""

    cards: tuple[Expr, ...]
    into: Expr
    span: Span = field(compare=False)


@frozen
class Add:
    """Add an amount (negative to subtract) to a counter."""

    cell: Recall
    amount: Expr
    span: Span = field(compare=False)


@frozen
class Become:
    cell: Recall
    value: Expr
    span: Span = field(compare=False)


@frozen
class MarkAs:
    cards: tuple[Expr, ...]
    mark: str
    span: Span = field(compare=False)


@frozen
class Form:
    """A new member of a family of zones, made of these cards."""

    family: str
    cards: Expr
    span: Span = field(compare=False)


@frozen
class Exchange:
    first: Expr
    second: Expr
    span: Span = field(compare=False)


@frozen
class Show:
    cards: tuple[Expr, ...]
    span: Span = field(compare=False)


@frozen
class Seat:
    """The players take the seats in this order; everything that belongs to a player goes along."""

    players: tuple[Expr, ...]
    span: Span = field(compare=False)


@frozen
class Repeat:
    """Go back to a clause of the same course and do it and what follows again."""

    clause: str
    span: Span = field(compare=False)


@frozen
class End:
    """End a period now (`void`: as if it had not been played, without a count)."""

    period: Period
    void: bool
    span: Span = field(compare=False)


@frozen
class Nothing:
    span: Span = field(compare=False)


EffectBody = Move | Deal | Shuffle | Add | Become | MarkAs | Form | Exchange | Show | Seat | Repeat | End | Nothing


@frozen
class Effect:
    """An effect, done when all of `when` hold and none of `unless`; once for each player or side when `each` is set
    (the body then refers to it as the Local of that name).
    """

    body: EffectBody
    each: Owner | None
    when: tuple[Expr, ...]
    unless: tuple[Expr, ...]
    span: Span = field(compare=False)


# ---------------------------------------------------------------------------------------------- sentences


@frozen
class Permission:
    """`the player may take …`: a title for an act.  `subject` is who may.  With `lifts`, an exemption: it lifts those
    prohibitions and is itself no title.
    """

    act: str
    subject: Expr
    lifts: tuple[str, ...]


@frozen
class Prohibition:
    """`the player may not take …`: bars the permissions named in `bars`, and no others."""

    act: str
    subject: Expr
    bars: tuple[str, ...]


@frozen
class Obligation:
    """The turn may not end while this holds."""

    condition: Expr


@frozen
class Step:
    """A step of the turn: who must, or may, do one of some acts, once or as often as wished.

    The standing clauses have the steps in the order of the turn.
    """

    actor: Expr
    acts: tuple[str, ...]
    must: bool
    often: bool


@frozen
class Definition:
    """One clause of a definition; `parameters` are the names that `value` and the conditions use."""

    function: str
    parameters: tuple[str, ...]
    value: Expr


@frozen
class Sees:
    """Whether players see a zone: all of them, or each the own one (`own`); only its top card where `top` is set.

    The conditions may speak of the zone's owner, the Local `owner`.
    """

    zone: str
    own: bool
    top: bool
    yes: bool


@frozen
class Score:
    """A heading of the score: `amount` for each side (the Local `side`), or only for the one that `chosen` finds."""

    chosen: Select | None
    amount: Expr


@frozen
class Begins:
    player: Expr


@frozen
class Passes:
    player: Expr


@frozen
class Ends:
    period: Period


@frozen
class SidesAre:
    """`single`: each player is a side; `opposite`: players who sit opposite each other are one."""

    arrangement: Literal["single", "opposite"]


@frozen
class TakesPart:
    """Who is still in the match (a player, the Local `who`)."""

    who: str


@frozen
class Runs:
    direction: str


@frozen
class Consequence:
    """What happens at an event, in the order of the text.

    `event` is ("after", act), ("start", period), ("end", period) or ("count", period).  After an act, the act's
    parameters are Locals.  Clauses of one event happen one after the other, each reading what the last one left.
    """

    event: tuple[Literal["after", "start", "end", "count"], str]
    effects: tuple[Effect, ...]


@frozen
class Breach:
    """The remedy when a prohibition was not kept and it is noticed at once, or later."""

    prohibition: str
    noticed: Literal["once", "later"]
    remedy: Literal["take_back", "stand"]


@frozen
class Conduct:
    text: Names


@frozen
class Material:
    """A clause that says what cards there are (its content is the deck), or how many players."""

    what: Literal["attribute", "columns", "pack", "players", "reading"]


Sentence = (
    Permission | Prohibition | Obligation | Step | Definition | Sees | Score | Begins | Passes | Ends | SidesAre
    | TakesPart | Runs | Consequence | Breach | Conduct | Material
)  # fmt: skip


@frozen
class Clause:
    """A named clause: where it stands, what it cites, what it overrides, when it applies, and what it says.

    It applies when every `when` holds and no `unless`.  `under` lists the options, with their values, on which it
    stands at all.  `despite` names the clauses that yield to it where both apply.
    """

    name: str
    article: str
    home: str
    names: Names
    cites: tuple[str, ...]
    under: tuple[tuple[str, tuple[str, ...]], ...]
    despite: tuple[str, ...]
    sentence: Sentence
    when: tuple[Expr, ...]
    unless: tuple[Expr, ...]
    span: Span = field(compare=False)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What happens by the clause: the effects of a consequence, and none of another sentence."""
        return self.sentence.effects if isinstance(self.sentence, Consequence) else ()


Said = TypeVar("Said", bound=Sentence)
Saying = tuple[tuple[Clause, Said], ...]
"""Clauses whose sentences are of one kind, each with its sentence."""


# ---------------------------------------------------------------------------------------------- institutions


@frozen
class Card:
    """A card of the pack: its code, its attributes as (attribute, value) and, where it has one, its special kind."""

    code: str
    attributes: tuple[tuple[str, str], ...]
    kind: str | None
    copy: int


@frozen
class SymbolInfo:
    """A value of an attribute: its name, the sign that card codes use, its names in the rulebook's languages."""

    name: str
    sign: str
    names: Names


@frozen
class AttributeInfo:
    name: str
    values: tuple[SymbolInfo, ...]
    names: Names


@frozen
class MeasureInfo:
    """A number on every card: `values[c]` for card c, None where the card has none."""

    name: str
    values: tuple[int | None, ...]


@frozen
class Reading:
    """What some cards may be read as besides themselves, by a clause: the same card with other measures (`settings`), or, with
    none, any card.
    """

    clause: str
    cards: tuple[int, ...]
    settings: tuple[tuple[str, int], ...]


@frozen
class Deck:
    cards: tuple[Card, ...]
    attributes: tuple[AttributeInfo, ...]
    measures: tuple[MeasureInfo, ...]
    readings: tuple[Reading, ...] = ()


@frozen
class Zone:
    """A place for cards; `ordered` for a pile, `family` for a growing list of zones on the table."""

    name: str
    owner: Owner
    ordered: bool
    family: bool
    names: Names
    span: Span = field(compare=False)


@frozen
class Cell:
    """A cell of memory, of the table or of each player or side; it is cleared when its period begins.

    A counter begins at 0, a flag false, a mark empty, a reference at nobody or at `initial`.  `annex` says that an annex
    keeps it for its claims, and no rule reads it.
    """

    name: str
    kind: Literal["counter", "flag", "reference", "mark"]
    owner: Owner
    period: Period
    type: Type
    initial: Expr | None
    names: Names
    annex: bool
    span: Span = field(compare=False)


@frozen
class Parameter:
    """A parameter of an act: one card, a non-empty set, or all, of a domain; or one of some answers."""

    name: str
    preposition: str | None
    choice: Literal["one", "some", "all", "either"]
    domain: Expr | None
    answers: tuple[str, ...]
    freely: bool
    type: Type
    span: Span = field(compare=False)


@frozen
class Act:
    """An act of a player (or, as a finding, of the arbiter): its parameters, wording and effects."""

    name: str
    parameters: tuple[Parameter, ...]
    says: Names
    effects: tuple[Effect, ...]
    finding: bool
    cites: tuple[str, ...]
    span: Span = field(compare=False)


@frozen
class Function:
    """A definition as a whole: its type and its clauses, by name.  In force is the one applying clause to which no
    other applying one is preferred; two such with different values clash, none is a gap (false, for a truth).
    """

    name: str
    parameters: tuple[Type, ...]
    result: Type
    clauses: tuple[str, ...]
    names: Names


@frozen
class Option:
    """A house rule: its values, the default, and why that."""

    name: str
    default: str
    values: tuple[str, ...]
    names: Names
    cites: tuple[str, ...]
    reason: Names
    article: str
    span: Span = field(compare=False)


@frozen
class Article:
    """An article as printed: its number, title, and (`declares`) the places, memory, acts and options in it, in order.

    `home` is the ruleset or library whose article it is; `see` names the articles it refers to, as "home/number".
    """

    key: str
    number: str
    home: str
    names: Names
    cites: tuple[str, ...]
    see: tuple[str, ...]
    declares: tuple[str, ...]
    span: Span = field(compare=False)


@frozen
class SourceInfo:
    """A source document: its letter, its title, and the rows that it has, each with its own article where given.

    `owed` are the rows that the ruleset itself and its annexes name, and so answer for; the others are of what it builds on.
    """

    letter: str
    title: str
    rows: tuple[tuple[str, str | None], ...]
    owed: tuple[str, ...]


# ---------------------------------------------------------------------------------------------- claims, examples


@frozen
class Always:
    condition: Expr
    never: bool


@frozen
class AtEvery:
    """At the start of every hand (or turn): when its course is done; at the end of every hand: before the count."""

    moment: Literal["start", "end", "count"]
    period: Period
    condition: Expr


@frozen
class BeforeEvery:
    """Of every legal act of this name, in the state where it is done; the act's parameters are Locals."""

    act: str
    condition: Expr


@frozen
class AfterEvery:
    """After every act of this name and its consequences, before the turn ends."""

    act: str
    condition: Expr


@frozen
class Possible:
    """Somewhere where a move is awaited, or after an act of the name `after`, whose parameters are then Locals."""

    condition: Expr
    after: str = ""


@frozen
class ExtremeClaim:
    """The greatest (least) value that an expression takes at the end of a hand, over all sides where it speaks of the
    Local `side`.
    """

    which: Literal["greatest", "least"]
    amount: Expr
    moment: Literal["start", "end", "count"]
    period: Period
    value: int


ClaimLine = Always | AtEvery | BeforeEvery | AfterEvery | Possible | ExtremeClaim


@frozen
class Claim:
    """A statement about the game; `under` lists options with the values to decide it for (empty: every value)."""

    name: str
    cites: tuple[str, ...]
    names: Names
    under: tuple[tuple[str, tuple[str, ...]], ...]
    lines: tuple[ClaimLine, ...]
    span: Span = field(compare=False)


@frozen
class MoveLit:
    """A move or a finding written out: its act and its arguments by parameter: card numbers, the answer's name for `either`,
    an expression for players, sides and values of an attribute.  `readings` has, by parameter, what its cards are written to be
    read as, where some are (see `Cards`).
    """

    act: str
    arguments: tuple[tuple[str, tuple[int, ...] | str | Expr], ...]
    span: Span = field(compare=False)
    readings: tuple[tuple[str, tuple[int | None, ...]], ...] = ()


@frozen
class Holds:
    """A zone with its cards; a family with those of each of its groups, and what they are read as (see `Cards`)."""

    zone: InZone
    cards: tuple[tuple[int, ...], ...]
    span: Span = field(compare=False)
    readings: tuple[tuple[int | None, ...], ...] = ()


@frozen
class Given:
    cell: Recall
    value: Expr
    span: Span = field(compare=False)


@frozen
class MayDo:
    move: MoveLit


@frozen
class MayNot:
    move: MoveLit
    because: tuple[str, ...]


@frozen
class MayOnly:
    moves: tuple[MoveLit, ...]


@frozen
class Do:
    """A legal move, or a finding; with `despite`, a move that just these prohibitions bar, done as if nobody noticed."""

    move: MoveLit
    despite: tuple[str, ...] = ()


@frozen
class Check:
    condition: Expr
    span: Span = field(compare=False)


ExampleLine = Holds | Given | MayDo | MayNot | MayOnly | Do | Check


@frozen
class Example:
    """A concrete position with its answer.  The player whose turn it is sits in seat 1 unless `player is …` is given.
    A `may only` lists all legal moves with the cards it names.
    """

    name: str
    cites: tuple[str, ...]
    names: Names
    under: tuple[tuple[str, str], ...]
    lines: tuple[ExampleLine, ...]
    span: Span = field(compare=False)


# ---------------------------------------------------------------------------------------------- the game


@dataclass(frozen=True)
class Game:
    """A checked ruleset under one choice of its options and number of players (see `settings.choose`).

    `side_of[player]` is the side of each player; sides are numbered by their first player.  `homes` are the titles of the
    rulesets and libraries that it is made of, by name.  `bases` are the rulesets that it varies, the nearest first, and
    `replaced` says of every name that an amendment took away which names it put in its place.
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
    bases: tuple[str, ...] = ()
    replaced: tuple[tuple[str, tuple[str, ...]], ...] = ()

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
        return faces_of(self)

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

    def saying(self, kind: type[Said]) -> Saying[Said]:
        """The standing clauses whose sentence is of a kind, in their order."""
        return tuple((clause, said) for clause in self.standing if isinstance(said := clause.sentence, kind))

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
