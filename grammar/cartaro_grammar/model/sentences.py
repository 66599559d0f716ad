"""The checked ruleset: sentences and the clauses that hold them; claims, and examples of positions with their answers."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeVar

from cartaro_grammar.model.effects import Effect
from cartaro_grammar.model.expressions import Can, Expr, InZone, Names, Period, Recall, Select
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span

# ----------------------------------------------------------------------------------------- sentences


@frozen
class Permission:
    """`the player may take …`: a title for an act. `subject` is the player who may. With `lifts` it is an exemption: it lifts
    these prohibitions and is not itself a title.
    """

    act: str
    subject: Expr
    lifts: tuple[str, ...]

    @property
    def acts(self) -> tuple[str, ...]:
        """The act as a tuple with one member, since a permission is about one act."""
        return (self.act,)


@frozen
class Prohibition:
    """`the player may not take …`: overrides the permissions named in `bars`, and no others. If it is about several acts, its
    case cannot use arguments.
    """

    acts: tuple[str, ...]
    subject: Expr
    bars: tuple[str, ...]


@frozen
class Obligation:
    """The turn may not end while this holds."""

    condition: Expr


@frozen
class Step:
    """A step of the turn: a player must or may do one of several acts, once or any number of times.

    In a game, the clauses with steps are in the order of the turn.
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
    """The visibility of a zone to players: to all of them or, with `own`, to the owner only; with `top`, only the top card. The
    conditions may use the zone's owner, the Local `owner`.
    """

    zone: str
    own: bool
    top: bool
    yes: bool


@frozen
class Score:
    """A heading of the score: `amount` for each side (the Local `side`), or only for the side that `chosen` finds."""

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
    """`single`: each player is a side; `opposite`: players who sit opposite each other form one side."""

    arrangement: Literal["single", "opposite"]


@frozen
class TakesPart:
    """The condition of still being in the match (for a player, the Local `who`)."""

    who: str


@frozen
class Runs:
    direction: str


@frozen
class Consequence:
    """Effects at an event, in the order of the text. `event` is ("after", act), ("start", period), ("end", period) or ("count",
    period). After an act, the act's parameters are Locals. Clauses of one event are applied one after the other, and each reads
    the state that the previous one left.
    """

    event: tuple[Literal["after", "start", "end", "count"], str]
    effects: tuple[Effect, ...]


Remedy = Literal["take_back", "stand", "make_good"]


@frozen
class Breach:
    """The remedy for a breach of a prohibition that is noticed at once, or later.

    If the remedy is `make_good`, `due` is the act that repairs the breach. Its `given` fixes arguments, which may use the
    arguments of the forbidden act as Locals.
    """

    prohibition: str
    noticed: Literal["once", "later"]
    remedy: Remedy
    due: Can | None = None


@frozen
class Conduct:
    text: Names


@frozen
class Material:
    """A clause that states which cards there are (its content is in the deck), or how many players."""

    what: Literal["attribute", "columns", "pack", "players", "reading"]


Sentence = (
    Permission | Prohibition | Obligation | Step | Definition | Sees | Score | Begins | Passes | Ends | SidesAre
    | TakesPart | Runs | Consequence | Breach | Conduct | Material
)  # fmt: skip


@frozen
class Clause:
    """A named clause: its place, its citations, the clauses it overrides, the conditions of its application, and its sentence.

    It applies if every `when` holds and no `unless` does. `under` lists the options, and the values of each, under which the
    clause is in force. `despite` names the clauses that this clause overrides if both apply. `ours` is the stated reason for a
    clause that no source states (decision 0024).
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
    ours: Names
    span: Span = field(compare=False)

    @property
    def annex(self) -> bool:
        """Whether the clause is in an annex, and therefore only for claims."""
        return "." in self.article.partition("/")[0]

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The effects of a consequence. Other sentences have none."""
        return self.sentence.effects if isinstance(self.sentence, Consequence) else ()


OfKind = TypeVar("OfKind", bound=Sentence)


WithSentence = tuple[tuple[Clause, OfKind], ...]
"""Clauses whose sentences are of one kind, and these sentences."""


# ------------------------------------------------------------------------------- claims and examples


@frozen
class Always:
    """A condition on every state in which a player has to move or a turn has ended; `never C` is `always not C`. `as_never` is
    for prose: the condition is a negation, and its operand was written after `never`.
    """

    condition: Expr
    as_never: bool = field(default=False, compare=False)


@frozen
class AtEvery:
    """A condition on the start of every hand or turn, after the course of the start, or on the end of every hand, before the
    count.
    """

    moment: Literal["start", "end", "count"]
    period: Period
    condition: Expr


@frozen
class BeforeEvery:
    """A condition on every legal act of this name, in the state before the act. The act's parameters are Locals."""

    act: str
    condition: Expr


@frozen
class AfterEvery:
    """A condition after every act of this name and its consequences, before the turn ends."""

    act: str
    condition: Expr


@frozen
class Possible:
    """A condition on some state in which a player has to move, on the state after an act called `after`, whose parameters are
    then Locals, or on the state `at` a moment of a period, as in `AtEvery`.
    """

    condition: Expr
    after: str = ""
    at: tuple[Literal["start", "end", "count"], Period] | None = None


@frozen
class ExtremeClaim:
    """The greatest (least) value that an expression takes at the end of a hand, over all sides if it uses the Local `side`."""

    which: Literal["greatest", "least"]
    amount: Expr
    moment: Literal["start", "end", "count"]
    period: Period
    value: int


ClaimLine = Always | AtEvery | BeforeEvery | AfterEvery | Possible | ExtremeClaim


@frozen
class Claim:
    """A statement about the game. `under` lists options with the values for which it is decided; if it is empty, it is decided
    for every value. If `refuted` is given, the claim is expected to be false: it is a statement made elsewhere, which a play
    refutes, and `refuted` is the true reading of the rules.
    """

    name: str
    cites: tuple[str, ...]
    names: Names
    under: tuple[tuple[str, tuple[str, ...]], ...]
    refuted: Names
    lines: tuple[ClaimLine, ...]
    span: Span = field(compare=False)


@frozen
class MoveLit:
    """A move or a finding written out: its act, and its arguments by parameter. An argument is card numbers, the name of an
    answer for `either`, or an expression for players, sides and values of an attribute. `readings` maps parameters to the
    written readings of their cards, if there are any (see `Cards`).
    """

    act: str
    arguments: tuple[tuple[str, tuple[int, ...] | str | Expr], ...]
    span: Span = field(compare=False)
    readings: tuple[tuple[str, tuple[int | None, ...]], ...] = ()


@frozen
class Holds:
    """A zone with its cards; for a family, the cards of each of its groups, and their readings (see `Cards`)."""

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
    """A legal move or a finding. With `despite`, a move that exactly these prohibitions forbid and that nobody notices. With
    `ruled`, a move that is noticed at once and on which these clauses rule.
    """

    move: MoveLit
    despite: tuple[str, ...] = ()
    ruled: tuple[str, ...] = ()


@frozen
class Shuffled:
    """The order that the next shuffle of these cards gives, the top first."""

    cards: tuple[int, ...]
    span: Span = field(compare=False)


@frozen
class Check:
    condition: Expr
    span: Span = field(compare=False)


ExampleLine = Holds | Given | MayDo | MayNot | MayOnly | Shuffled | Do | Check


@frozen
class Example:
    """A concrete position with its answer.  The player whose turn it is sits in seat 1 unless `player is …` is given.
    A `may only` lists all legal moves with the cards it names. `home` is the ruleset that states it.
    """

    name: str
    cites: tuple[str, ...]
    names: Names
    under: tuple[tuple[str, str], ...]
    lines: tuple[ExampleLine, ...]
    home: str
    span: Span = field(compare=False)
