"""The checked game: sentences, and the clauses that say them."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeVar

from cartaro_grammar.model.effects import Effect
from cartaro_grammar.model.expressions import Can, Expr, Select
from cartaro_grammar.model.types import Names, Period
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span


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


Remedy = Literal["take_back", "stand", "make_good"]


@frozen
class Breach:
    """The remedy when a prohibition was not kept and it is noticed at once, or later.

    `due` is the act that makes the breach good, where the remedy is `make_good`: `given` fixes its arguments, by the arguments
    of the forbidden act, which are Locals.
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
