"""Statements of results, as values: methods, reasons, advice, open cases, and constructs that the encoding does not cover.

A `Statement` is a member of an enum or a frozen dataclass with arguments. `form` is its stable name, under which the catalogue
has a text for it in each language, and under which the JSON of results has it; `slots` are its arguments under the names of
texts and JSON. The unions `Method`, `Reason`, … are closed: `STATEMENTS` lists every class, a test compares it with the
catalogue. Statements with the same meaning are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, ClassVar, Self, TypeVar, cast

from cartaro_grammar import Type

# -------------------------------------------------------------------- statements


class Statement:
    """A value with a text in each language."""

    __slots__ = ()
    FORM: ClassVar[str] = ""
    """Its name; empty if the first field, `sort`, has it."""
    SLOTS: ClassVar[tuple[str, ...]] = ()
    """The names of its arguments, in the order of its fields."""

    @property
    def form(self) -> str:
        return self.FORM or cast("Enum", cast("Any", self).sort).value

    @property
    def slots(self) -> Mapping[str, object]:
        values = [getattr(self, each.name) for each in fields(cast("Any", self)) if each.name != "sort"]
        return dict(zip(self.SLOTS, map(_filled, self.SLOTS, values), strict=True))

    @classmethod
    def read(cls, sort: Enum | None, slots: Mapping[str, Any]) -> Self:
        """Return the statement with these slots; raise KeyError or TypeError if they are not its own."""
        values = [_argument(name, slots[name]) for name in cls.SLOTS]
        return cls(*(() if sort is None else (sort,)), *values)


class Plain(Statement, Enum):
    """A statement without arguments; its value is its form."""

    @property
    def form(self) -> str:
        return str(self.value)

    @property
    def slots(self) -> Mapping[str, object]:
        return {}


class Aside(Plain):
    """An optional part of a text: present if the slot is true, and empty if it is false."""

    TURNED = "turned"
    FINDINGS = "ends_aside"


ASIDES = {"turned": Aside.TURNED, "aside": Aside.FINDINGS}


def _filled(slot: str, value: object) -> object:
    """Return the text of a slot; None is the empty text."""
    if isinstance(value, bool):
        return ASIDES[slot] if value else ""
    return "" if value is None else value


def _argument(slot: str, value: object) -> object:
    if slot in ASIDES:
        return value != ""
    return None if value == "" else value


class Joint(Enum):
    """The conjunctions between statements."""

    SERIES = "series"
    LISTED = "listed"
    BOTH = "both"
    EITHER = "either"
    SUM = "sum"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Joined(Statement):
    """A sequence of statements, or of signs that are the same in every language."""

    SLOTS = ("parts",)
    sort: Joint
    parts: tuple[Statement | str, ...]


T = TypeVar("T", bound=Statement)


def joined(joint: Joint, parts: Iterable[T | None]) -> T | Joined | None:
    """Return a sequence of statements without repetitions. A single statement is returned as it is; None is skipped."""
    found = tuple(dict.fromkeys(part for part in parts if part is not None))
    return Joined(joint, found) if len(found) > 1 else next(iter(found), None)


def series(parts: Iterable[T | None]) -> T | Joined | None:
    """Return statements as a series, see `joined`."""
    return joined(Joint.SERIES, parts)


# ------------------------------------------------------------------------- names


class NameSort(Enum):
    ZONE = "zone"
    CELL = "cell"
    ACT = "act"
    PERIOD = "period"
    CLAUSE = "clause"
    FUNCTION = "function"
    MEASURE = "measure"
    HEADING = "heading"
    KIND = "kind"
    CLAIM = "claim"
    OPTION = "option"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Name(Statement):
    """A name of the ruleset, which a page words with the ruleset's own name."""

    SLOTS = ("name",)
    sort: NameSort
    name: str


@dataclass(frozen=True, slots=True)
class OwnedBy(Statement):
    """A zone or cell of a player or side, counted from 1."""

    FORM = "cell_of"
    SLOTS = ("x", "n")
    place: Name | Joined
    owner: int


@dataclass(frozen=True, slots=True)
class Sentence(Statement):
    """Words of the language, as an author writes them."""

    FORM = "sentence"
    SLOTS = ("text",)
    text: str


class KindSort(Enum):
    TRUTH = "kind_truth"
    NUMBER = "kind_number"
    CARD = "kind_card"
    CARDS = "kind_cards"
    PLAYER = "kind_player"
    PLAYERS = "kind_players"
    SIDE = "kind_side"
    SIDES = "kind_sides"
    GROUP = "kind_group"
    GROUPS = "kind_groups"
    SYMBOL = "kind_symbol"
    SYMBOLS = "kind_symbols"
    NUMBERS = "kind_numbers"
    UNKNOWN = "kind_unknown"


@dataclass(frozen=True, slots=True)
class KindOfThing(Statement):
    """A type, as an author would name it: a card, a value of the suit."""

    sort: KindSort
    name: str = ""

    @property
    def slots(self) -> Mapping[str, object]:
        return {"name": self.name} if self.name else {}

    @classmethod
    def read(cls, sort: Enum | None, slots: Mapping[str, Any]) -> Self:
        return cls(cast("KindSort", sort), slots.get("name", ""))


def kind_of(of: Type) -> KindOfThing:
    """Return a type as an author would name it."""
    named = of.kind in ("symbol", "symbols")
    name = of.enumeration.partition(".")[2] or of.enumeration
    return KindOfThing(KindSort(f"kind_{of.kind}"), name if named else "")


class MomentSort(Enum):
    BEFORE = "before_every"
    AFTER = "after_every"
    START = "at_the_start"
    END = "at_the_end"
    COUNT = "at_the_count"


MOMENTS = {"before": MomentSort.BEFORE, "after": MomentSort.AFTER, "start": MomentSort.START, "end": MomentSort.END,
           "count": MomentSort.COUNT}  # fmt: skip


@dataclass(frozen=True, slots=True)
class AtEveryMoment(Statement):
    """Every moment of one sort: before or after an act, or at the beginning, the end or the count of a period."""

    SLOTS = ("name",)
    sort: MomentSort
    name: Name


def every(moment: tuple[str, str]) -> AtEveryMoment:
    """Return a moment of play as a statement."""
    sort = MOMENTS[moment[0]]
    kind = NameSort.ACT if sort in (MomentSort.BEFORE, MomentSort.AFTER) else NameSort.PERIOD
    return AtEveryMoment(sort, Name(kind, moment[1]))


def clause(name: str) -> Name:
    return Name(NameSort.CLAUSE, name)


def zone(name: str) -> Name:
    return Name(NameSort.ZONE, name)


def cell(name: str) -> Name:
    return Name(NameSort.CELL, name)


def act(name: str) -> Name:
    return Name(NameSort.ACT, name)


def function(name: str) -> Name:
    return Name(NameSort.FUNCTION, name)


# ----------------------------------------------------------------------- methods


class PlainMethod(Plain):
    SEEN = "discreet"
    DISCLOSED = "disclosed"
    UNENDING = "unending"
    INDUCTIVE = "inductive"
    INDUCTIVE_LINES = "inductive_lines"
    REPLAYED = "replayed"
    NEVER_HOLDS = "never"
    HOLDS_NOWHERE = "nowhere"
    ONE_QUERY = "one_query"


@dataclass(frozen=True, slots=True)
class EffectsConserveCards(Statement):
    FORM = "conserved"
    SLOTS = ("asked",)
    cases: int


@dataclass(frozen=True, slots=True)
class Exhaustive(Statement):
    """All play was enumerated, with the number of deals and of states."""

    FORM = "exhaustive"
    SLOTS = ("deals", "n")
    deals: int
    states: int


@dataclass(frozen=True, slots=True)
class MoveInEveryState(Statement):
    FORM = "movable"
    SLOTS = ("cases",)
    cases: int


class Level(Plain):
    """The measure may stay the same while the turn goes on to a step, or play goes on to a case, from which it does
    not return.
    """

    STEPS = "ends_level"
    CASES = "ends_cases"


@dataclass(frozen=True, slots=True)
class HowMany(Statement):
    """The number of players or sides for which a flag holds."""

    FORM = "how_many"
    SLOTS = ("x",)
    flag: Name


@dataclass(frozen=True, slots=True)
class CountersGrow(Statement):
    """The measure may fail to fall if one of these counters grows."""

    FORM = "ends_grows"
    SLOTS = ("counters",)
    counters: Name | HowMany | Joined


@dataclass(frozen=True, slots=True)
class CounterGrows(Statement):
    """One of these counters grows with every act."""

    FORM = "ends_counted"
    SLOTS = ("counters", "ways", "aside")
    counters: Name | HowMany | Joined
    paths: int
    findings_aside: bool


@dataclass(frozen=True, slots=True)
class WhetherReferred(Statement):
    """A reference as 1 if it refers to something, else 0."""

    FORM = "whether_referred"
    SLOTS = ("x",)
    reference: Name


@dataclass(frozen=True, slots=True)
class MeasureReferred(Statement):
    """A measure of the value to which a reference refers."""

    FORM = "measure_referred"
    SLOTS = ("measure", "x")
    measure: Name
    reference: Name


@dataclass(frozen=True, slots=True)
class CountFalls(Statement):
    FORM = "count_falls"
    SLOTS = ("x",)
    of: CardsIn | Name | HowMany | WhetherReferred | MeasureReferred


@dataclass(frozen=True, slots=True)
class CountGrows(Statement):
    FORM = "count_grows"
    SLOTS = ("x",)
    of: CardsIn | Name | HowMany | WhetherReferred | MeasureReferred


@dataclass(frozen=True, slots=True)
class CountsInOrder(Statement):
    """A sequence of bounded numbers. Every act moves one of them in its direction and leaves the earlier ones unchanged."""

    FORM = "ends_in_order"
    SLOTS = ("counters", "ways", "aside")
    counts: CountFalls | CountGrows | Joined | None
    paths: int
    findings_aside: bool


class OtherCards(Plain):
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class MarkedIn(Statement):
    """The cards in a zone that bear a mark."""

    FORM = "marked"
    SLOTS = ("zone", "marks")
    zone: Name
    marks: Name | Joined | None


@dataclass(frozen=True, slots=True)
class CardsOfKind(Statement):
    FORM = "cards_of"
    SLOTS = ("kind", "zone")
    kind: Name | OtherCards
    zone: Name | MarkedIn


Weighed = Name | MarkedIn | CardsOfKind


@dataclass(frozen=True, slots=True)
class Times(Statement):
    FORM = "times"
    SLOTS = ("n", "x")
    weight: int
    of: Weighed


@dataclass(frozen=True, slots=True)
class MeasureFalls(Statement):
    """A weighted number of cards falls with every act, except as `otherwise` states."""

    FORM = "ends"
    SLOTS = ("measure", "more", "ways", "aside")
    measure: Weighed | Times | Joined | None
    otherwise: Level | CountersGrow | Joined | None
    paths: int
    findings_aside: bool


@dataclass(frozen=True, slots=True)
class HandEndsAtOnce(Statement):
    FORM = "ends_at_once"
    SLOTS = ("aside",)
    findings_aside: bool


@dataclass(frozen=True, slots=True)
class NoClashOrGap(Statement):
    FORM = "decided"
    SLOTS = ("pairs", "asked")
    pairs: int
    queries: int


@dataclass(frozen=True, slots=True)
class NoFault(Statement):
    FORM = "faultless"
    SLOTS = ("asked",)
    queries: int


class RoundsSort(Enum):
    ALIKE = "rounds_alike"
    STAND = "rounds_stand"
    ONCE = "goes_back_once"
    LAST = "rounds_last"


@dataclass(frozen=True, slots=True)
class RoundsEnd(Statement):
    """The reason why the rounds of a clause that goes back end."""

    SLOTS = ("clause",)
    sort: RoundsSort
    clause: Name


class CountSort(Enum):
    EMPTY = "rounds_empty"
    FILL = "rounds_fill"
    GROW = "rounds_grow"
    FALL = "rounds_fall"


@dataclass(frozen=True, slots=True)
class RoundsCounted(Statement):
    """Something bounded that goes on with every round of a clause."""

    SLOTS = ("x", "clause")
    sort: CountSort
    counted: Name
    clause: Name


@dataclass(frozen=True, slots=True)
class RoundsWithout(Statement):
    """Every round of a clause may deal no card of a kind, and is then the last."""

    FORM = "rounds_without"
    SLOTS = ("clause", "kind")
    clause: Name
    kind: Name


RoundsReason = RoundsEnd | RoundsCounted | RoundsWithout


class Lead(Plain):
    """The gains by which a hand that is repeated leads to the end of the match."""

    AT_ONCE = "lead_at_once"
    ONE = "lead_one"
    ALL = "lead_all"
    BEHIND = "lead_behind"
    COUNTER = "lead_counter"
    ALL_BUT_ONE = "lead_all_but_one"
    SOME_OF_SET = "lead_some_of_set"


@dataclass(frozen=True, slots=True)
class MatchCanEnd(Statement):
    FORM = "endable"
    SLOTS = ("lead", "n")
    lead: Lead
    cases: int


@dataclass(frozen=True, slots=True)
class SameMoves(Statement):
    """Positions that look the same to a player have the same moves."""

    FORM = "discreet_pairs"
    SLOTS = ("asked",)
    queries: int


@dataclass(frozen=True, slots=True)
class ZoneIsSeen(Statement):
    FORM = "discreet_seen"
    SLOTS = ("zone",)
    zone: Name


@dataclass(frozen=True, slots=True)
class TurnCanBeCompleted(Statement):
    FORM = "discreet_ahead"
    SLOTS = ("asked",)
    queries: int


@dataclass(frozen=True, slots=True)
class InductiveWith(Statement):
    """Inductive together with the lines of other claims."""

    FORM = "inductive_with"
    SLOTS = ("names",)
    names: Name | Joined


@dataclass(frozen=True, slots=True)
class FromEveryState(Statement):
    FORM = "from_every_state"
    SLOTS = ("moment",)
    moment: AtEveryMoment


@dataclass(frozen=True, slots=True)
class FromAnyPosition(Statement):
    FORM = "from_any_position"
    SLOTS = ("moment",)
    moment: AtEveryMoment


Induction = PlainMethod | InductiveWith | FromEveryState | FromAnyPosition


@dataclass(frozen=True, slots=True)
class OnEveryPath(Statement):
    """A method, with the number of symbolic paths on which it was applied; `turned` if the table was turned to seat 1."""

    FORM = "ways"
    SLOTS = ("x", "n", "turned")
    method: Induction
    paths: int
    turned: bool


@dataclass(frozen=True, slots=True)
class AtMost(Statement):
    FORM = "at_most"
    SLOTS = ("x", "n")
    amount: Amount
    limit: int


@dataclass(frozen=True, slots=True)
class AtLeast(Statement):
    FORM = "at_least"
    SLOTS = ("x", "n")
    amount: Amount
    limit: int


@dataclass(frozen=True, slots=True)
class Together(Statement):
    """Bounds of addends, and the resulting bound of their sum."""

    FORM = "together"
    SLOTS = ("x", "n")
    bounds: Joined
    total: int


@dataclass(frozen=True, slots=True)
class CardsIn(Statement):
    FORM = "cards_in"
    SLOTS = ("zone",)
    zone: Name


@dataclass(frozen=True, slots=True)
class TheNumber(Statement):
    FORM = "the_number"
    SLOTS = ("n",)
    number: int


class Addend(Plain):
    UNNAMED = "addend"


Positive = Name | CardsIn | TheNumber | Addend


@dataclass(frozen=True, slots=True)
class Negative(Statement):
    FORM = "minus"
    SLOTS = ("x",)
    amount: Positive


Amount = Positive | Negative
Bounds = AtMost | AtLeast | Together | PlainMethod


@dataclass(frozen=True, slots=True)
class Bounded(Statement):
    FORM = "bounded"
    SLOTS = ("x",)
    bounds: Bounds | Joined | None


@dataclass(frozen=True, slots=True)
class OfFewerPlayersToo(Statement):
    """A method that also proves the statement for hands of these numbers of players."""

    FORM = "also"
    SLOTS = ("x", "counts")
    method: Method
    counts: tuple[int, ...]

    @property
    def slots(self) -> Mapping[str, object]:
        counts = tuple(map(str, self.counts))
        return {"x": self.method, "counts": counts[0] if len(counts) == 1 else Joined(Joint.LISTED, counts)}

    @classmethod
    def read(cls, sort: Enum | None, slots: Mapping[str, Any]) -> Self:
        counts = slots["counts"]
        return cls(slots["x"], tuple(int(str(n)) for n in (counts.parts if isinstance(counts, Joined) else (counts,))))


# ------------------------------------------------------------------------ advice


@dataclass(frozen=True, slots=True)
class NeverApplies(Statement):
    FORM = "dead"
    SLOTS = ("a",)
    clause: Name


@dataclass(frozen=True, slots=True)
class UndoneBefore(Statement):
    """A clause that never applies because an earlier clause makes its condition false."""

    FORM = "dead_after"
    SLOTS = ("a", "b")
    clause: Name
    before: Name


@dataclass(frozen=True, slots=True)
class LiftsNothing(Statement):
    FORM = "lifts_nothing"
    SLOTS = ("a", "b")
    exemption: Name
    prohibition: Name


@dataclass(frozen=True, slots=True)
class BarsNothing(Statement):
    FORM = "bars_nothing"
    SLOTS = ("a",)
    prohibition: Name


@dataclass(frozen=True, slots=True)
class OrderDecides(Statement):
    FORM = "order_decides"
    SLOTS = ("cell", "a", "b")
    cell: Name
    first: Name
    second: Name


@dataclass(frozen=True, slots=True)
class FallsBelowZero(Statement):
    FORM = "below_zero"
    SLOTS = ("cell",)
    cell: Name


Observation = NeverApplies | UndoneBefore | LiftsNothing | BarsNothing | OrderDecides | FallsBelowZero
"""The observations of advice."""


@dataclass(frozen=True, slots=True)
class ChangeOrRepeal(Statement):
    FORM = "mend_dead"
    SLOTS = ("a",)
    clause: Name


@dataclass(frozen=True, slots=True)
class WriteBefore(Statement):
    FORM = "mend_before"
    SLOTS = ("a", "b")
    clause: Name
    before: Name


@dataclass(frozen=True, slots=True)
class WriteAsPermission(Statement):
    FORM = "mend_lifts"
    SLOTS = ("a", "b")
    exemption: Name
    prohibition: Name


@dataclass(frozen=True, slots=True)
class OrderOrPrefer(Statement):
    FORM = "mend_order"
    SLOTS = ("a_name", "b_name", "a", "b")
    first_name: str
    second_name: str
    first: Name
    second: Name


class BelowSort(Enum):
    OF_TABLE = "mend_below"
    OF_EACH = "mend_below_each"


@dataclass(frozen=True, slots=True)
class SubtractUnlessZero(Statement):
    """`owner` is the word for all its owners: `players`, `sides`, or `tables` if nobody owns it."""

    SLOTS = ("cell", "owner")
    sort: BelowSort
    cell: Name
    owner: str


Remedy = ChangeOrRepeal | WriteBefore | WriteAsPermission | OrderOrPrefer | SubtractUnlessZero
"""The changes that would make advice unneeded."""

Method = (
    PlainMethod | EffectsConserveCards | MoveInEveryState | MeasureFalls | CounterGrows | CountsInOrder | HandEndsAtOnce |
    NoClashOrGap | NoFault | RoundsReason | MatchCanEnd | Exhaustive | SameMoves | ZoneIsSeen | TurnCanBeCompleted |
    OnEveryPath | Bounded | OfFewerPlayersToo | Observation | Joined
)  # fmt: skip
"""The method by which a verdict was reached. For advice, this is the observation."""


# ------------------------------------------------------------------ not covered


class Construct(Plain):
    """A construct that the encoding does not cover."""

    ANY_CHOICE = "un_any_choice"
    EARLY_END = "un_early_end"
    EXCHANGE = "un_exchange"
    TARGET = "un_target"
    DIVISOR_SEEN = "un_divisor_seen"
    DIVISOR_INITIAL = "un_divisor_initial"
    DIVISOR_OF_ACT = "un_divisor_act"
    MATCH_MEMORY = "un_match_memory"
    HOUSE_RULES = "un_house_rules"
    DEAL_NEVER_STANDS = "un_deal"
    READING = "un_reading"
    CLAUSE_APPLIES = "un_applies"
    TURN_OVER_AT_START = "un_turn_over"
    TURN_WITHOUT_MOVE = "un_turn_idle"
    HAND_WITHOUT_TURN = "un_hand_over"
    PROHIBITION_APPLIES = "un_bar_applies"
    CAN_WITHOUT_ACT = "un_can"
    REPEAT_FORWARD = "un_repeat"
    SIDES_DROP_OUT = "un_sides"
    MISSING_COUNTS = "un_counts"
    PLAYER_REMEMBERED = "un_remembered"
    TOO_FEW_PLAYERS = "un_too_few"
    DEPENDS_ON_BEFORE = "un_depends_before"
    FINDING_WITH_OBLIGATIONS = "un_finding"
    UNSEEN_OUTCOME = "un_unseen"
    STEP_OF_ANOTHER = "un_step_other"
    STEP_WITH_CARDS = "un_step_cards"


class KindUse(Enum):
    DEFINITION = "un_definition"
    CHOICE = "un_choice"
    REFERENCE = "un_reference"
    CARDS = "un_cards"


@dataclass(frozen=True, slots=True)
class UncoveredKind(Statement):
    """A use of things of some type that the encoding does not cover."""

    SLOTS = ("x",)
    sort: KindUse
    kind: KindOfThing


@dataclass(frozen=True, slots=True)
class UncoveredEffect(Statement):
    FORM = "un_effect"
    SLOTS = ("x",)
    effect: Sentence


class NameUse(Enum):
    MATCH_CELL = "un_match_cell"
    READINGS = "un_readings"
    UNDEFINED = "un_undefined"


@dataclass(frozen=True, slots=True)
class UncoveredUse(Statement):
    """A use of something named that the encoding does not cover."""

    SLOTS = ("x",)
    sort: NameUse
    name: Name


@dataclass(frozen=True, slots=True)
class RefusedByInterpreter(Statement):
    """A refusal of the interpreter, by its messages in English."""

    FORM = "un_play"
    SLOTS = ("x",)
    messages: str


@dataclass(frozen=True, slots=True)
class UncoveredMoment(Statement):
    FORM = "un_moment"
    SLOTS = ("x",)
    moment: AtEveryMoment


Uncovered = Construct | UncoveredKind | UncoveredEffect | UncoveredUse | RefusedByInterpreter | UncoveredMoment


# ----------------------------------------------------------------------- reasons


class PlainReason(Plain):
    NOBODY_BEGINS = "nobody_begins"
    NOBODY_NEXT = "nobody_next"
    NO_DIVISOR_OR_SEATS = "no_divisor_or_seats"
    NOT_ENDABLE = "not_endable"
    NEVER_COMPLETED = "never_completed"
    AS_FAR_AS_DECIDED = "as_far_decided"
    AS_FAR_AS_FAULTLESS = "as_far_faultless"
    GAVE_UP = "gave_up"
    OUT_OF_TIME = "out_of_time"
    CONTRADICTED = "contradicted"
    NOT_INVARIANT = "not_invariant"
    NO_PATH = "no_way"
    ALLOWED = "allowed"
    NO_VALUE = "no_value"
    NOT_INDUCTIVE = "not_inductive"
    NO_END_OF_TURN = "no_end_of_turn"
    NO_WEIGHT = "no_weight"
    NOTHING_TRUE = "nothing_true"
    NOT_EXCLUDED = "not_excluded"
    NO_BOUND = "no_bound"
    NO_BEGINNER = "no_beginner"
    NO_NEXT = "no_next"
    PREMISE_NOWHERE = "premise_nowhere"


class ClauseReasonSort(Enum):
    ROUNDS_OPEN = "rounds_open"
    NO_DIVISOR = "no_divisor"
    HANDS_BOUND = "hands_bound"


@dataclass(frozen=True, slots=True)
class ClauseReason(Statement):
    """A reason that names one clause: the clause may repeat for ever, divide by 0, or make a hand depend on earlier hands."""

    SLOTS = ("clause",)
    sort: ClauseReasonSort
    clause: Name


class HiddenSort(Enum):
    READ = "hidden_read"
    AHEAD = "hidden_ahead"


@dataclass(frozen=True, slots=True)
class HiddenCardsRead(Statement):
    """A clause or act that reads cards which the player may not see: for the moves themselves, or for the look-ahead."""

    SLOTS = ("x", "zone")
    sort: HiddenSort
    reader: Name
    zone: Name


@dataclass(frozen=True, slots=True)
class HiddenSometimes(Statement):
    FORM = "hidden_sometimes"
    SLOTS = ("zone",)
    zone: Name


class Limit(Plain):
    """A limit of the program, by its code."""

    C0804 = "limit_C0804"
    C0807 = "limit_C0807"
    C0824 = "limit_C0824"
    C0828 = "limit_C0828"


@dataclass(frozen=True, slots=True)
class LimitMet(Statement):
    FORM = "limit_met"
    SLOTS = ("what",)
    limit: Limit


@dataclass(frozen=True, slots=True)
class NotCoveredByEncoding(Statement):
    FORM = "not_covered"
    SLOTS = ("x",)
    what: Uncovered


@dataclass(frozen=True, slots=True)
class OfFewerPlayers(Statement):
    """A reason in the hands of fewer players."""

    FORM = "fewer"
    SLOTS = ("n", "x")
    players: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class NotBroken(Statement):
    """A reason, and the number of random hands that do not break the line."""

    FORM = "not_broken"
    SLOTS = ("x", "hands")
    reason: Reason | None
    hands: int


@dataclass(frozen=True, slots=True)
class PremiseUnmet(Statement):
    FORM = "premise_unmet"
    SLOTS = ("hands",)
    hands: int


@dataclass(frozen=True, slots=True)
class NeverMet(Statement):
    FORM = "never_met"
    SLOTS = ("hands",)
    hands: int


@dataclass(frozen=True, slots=True)
class BeyondReach(Statement):
    FORM = "beyond_reach"
    SLOTS = ("n",)
    value: int


@dataclass(frozen=True, slots=True)
class NotAttained(Statement):
    FORM = "not_attained"
    SLOTS = ("hands", "n")
    hands: int
    value: int


class ExtremeSort(Enum):
    GREATEST = "no_greatest"
    LEAST = "no_least"


@dataclass(frozen=True, slots=True)
class NoExtreme(Statement):
    SLOTS = ("n", "x")
    sort: ExtremeSort
    value: int
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Undefined(Statement):
    """No clause defines a word."""

    FORM = "not_said"
    SLOTS = ("x",)
    function: Name


class Question(Plain):
    """A question of the course of play."""

    WHO_BEGINS = "who_begins"
    WHOSE_TURN = "whose_turn"


@dataclass(frozen=True, slots=True)
class Differ(Statement):
    """Two clauses that answer one question differently."""

    FORM = "answers"
    SLOTS = ("a", "b", "what")
    first: Name
    second: Name
    question: Question | Name


@dataclass(frozen=True, slots=True)
class Forbids(Statement):
    """A prohibition of something that a permission permits."""

    FORM = "forbids"
    SLOTS = ("a", "b")
    prohibition: Name
    permission: Name


@dataclass(frozen=True, slots=True)
class Clash(Statement):
    """Two clashing clauses, with the sentences that would end the clash."""

    FORM = "remedied"
    SLOTS = ("why", "remedies")
    why: Differ | Forbids
    remedies: Sentence | Joined | None


class Help(Plain):
    """A change of the ruleset that would help a proof that was not found."""

    CLAIM_BEFORE = "help_before"
    CLAIM = "help_claim"
    SPLIT = "help_split"


Reason = (
    PlainReason | ClauseReason | HiddenCardsRead | HiddenSometimes | LimitMet | NotCoveredByEncoding | OfFewerPlayers |
    NotBroken | PremiseUnmet | NeverMet | BeyondReach | NotAttained | NoExtreme | Undefined | Clash | Help | Remedy |
    Uncovered | Joined
)  # fmt: skip
"""The reason why nothing is proved, the extent of a proof, and possible help. For advice, this is its remedy."""


# -------------------------------------------------------------------- open cases


class PlainCase(Plain):
    HAND_BEGINS = "case_deal"
    BETWEEN_HANDS = "case_between"


@dataclass(frozen=True, slots=True)
class RoleHeld(Statement):
    """A role and its player, counted from 1."""

    FORM = "role"
    SLOTS = ("x", "n")
    role: Name | OwnedBy
    player: int


@dataclass(frozen=True, slots=True)
class RoleOfNobody(Statement):
    FORM = "role_nobody"
    SLOTS = ("x",)
    role: Name | OwnedBy


@dataclass(frozen=True, slots=True)
class PlayerToMove(Statement):
    """The player to move, the step and the roles; players and steps are counted from 1."""

    FORM = "case"
    SLOTS = ("n", "step", "roles", "turned")
    player: int
    step: int
    roles: RoleHeld | RoleOfNobody | Joined | None
    turned: bool


Case = PlainCase | PlayerToMove


class PlainMove(Plain):
    DEAL = "move_deal"
    TURN_LEFT = "move_end"


@dataclass(frozen=True, slots=True)
class ActBy(Statement):
    """An act of a player, counted from 1."""

    FORM = "move_act"
    SLOTS = ("name", "n")
    act: Name
    player: int


OpenMove = PlainMove | ActBy


class Relation(Enum):
    EMPTY = "fact_empty"
    SIZE = "fact_size"
    SIZE_AT_LEAST = "fact_size_least"
    SIZE_AT_MOST = "fact_size_most"
    MORE = "fact_more"
    FEWER = "fact_fewer"
    AS_MANY = "fact_as_many"
    MODULO = "fact_modulo"
    AT_LEAST = "fact_least"
    AT_MOST = "fact_most"
    SAME = "fact_same"
    APART = "fact_apart"
    CLEARED = "fact_cleared"
    TRUE = "fact_true"
    EMPTY_UNLESS_REFERRED = "fact_nobody"
    EMPTY_OF_ALL_UNLESS_REFERRED = "fact_nowhere"
    REFERS = "fact_somebody"
    FILLED_WHILE_REFERRED = "fact_holder"
    CARDS_AS_REFERRED = "fact_bears"
    EMPTY_WHILE_EMPTY = "fact_empties"
    EMPTY_WHILE_TRUE = "fact_empty_while"
    EMPTY_UNLESS_TRUE = "fact_empty_unless"
    CLEARED_WHILE_TRUE = "fact_cleared_while"
    CLEARED_UNLESS_TRUE = "fact_cleared_unless"


Place = Name | OwnedBy | Joined


@dataclass(frozen=True, slots=True)
class Fact(Statement):
    """An invariant: a relation of a place to a number, or to another place, modulo `modulus` if given."""

    sort: Relation
    place: Place
    number: int
    other: Place | None = None
    modulus: int | None = None

    @property
    def slots(self) -> Mapping[str, object]:
        filled = {"x": self.place, "n": self.number, "y": self.other, "m": self.modulus}
        return {slot: value for slot, value in filled.items() if value is not None}

    @classmethod
    def read(cls, sort: Enum | None, slots: Mapping[str, Any]) -> Self:
        return cls(cast("Relation", sort), slots["x"], slots["n"], slots.get("y"), slots.get("m"))


@dataclass(frozen=True, slots=True)
class HasValue(Statement):
    """An option has one of some values."""

    FORM = "option_is"
    SLOTS = ("x", "y")
    option: Name
    values: Name | Joined | None


def setting(option: str, values: Iterable[str]) -> HasValue:
    """Return the statement that an option has one of some values."""
    return HasValue(Name(NameSort.OPTION, option), joined(Joint.EITHER, (Name(NameSort.VALUE, value) for value in values)))


@dataclass(frozen=True, slots=True)
class FactUnder(Statement):
    """An invariant that holds under some house rules."""

    FORM = "fact_under"
    SLOTS = ("x", "y")
    fact: Fact
    under: HasValue | Joined | None


def under(settings: Iterable[tuple[str, Iterable[str]]]) -> HasValue | Joined | None:
    """Return the statement that options have such values, all together."""
    return joined(Joint.BOTH, (setting(option, values) for option, values in settings))


# ------------------------------------------------------------------------- notes


@dataclass(frozen=True, slots=True)
class Repeated(Statement):
    """The position is the same as before a move, counted from 1."""

    FORM = "repeated"
    SLOTS = ("n",)
    move: int


class DisclosedSort(Enum):
    HERE = "disclosed_here"
    THERE = "disclosed_there"


@dataclass(frozen=True, slots=True)
class Disclosed(Statement):
    """A seat that sees the same with two cards exchanged, and may do a move in one of the two hands only."""

    SLOTS = ("n", "one", "two", "move")
    sort: DisclosedSort
    seat: int
    first: str
    second: str
    move: Name


Note = Repeated | Disclosed | str
"""The note at the end of a history; a text is the interpreter's own message, in English."""


STATEMENTS: tuple[type[Statement], ...] = (
    ActBy, Addend, Aside, AtEveryMoment, AtLeast, AtMost, BarsNothing, BeyondReach, Bounded, CardsIn, CardsOfKind,
    ChangeOrRepeal, Clash, ClauseReason, Construct, CounterGrows, CountersGrow, CountFalls, CountGrows, CountsInOrder, Differ,
    Disclosed, EffectsConserveCards, Exhaustive, Fact, FactUnder, FallsBelowZero, Forbids, FromAnyPosition, FromEveryState,
    HandEndsAtOnce, HasValue, Help,
    HiddenCardsRead, HiddenSometimes, HowMany, InductiveWith, Joined, KindOfThing, Lead, Level, LiftsNothing, Limit, LimitMet,
    MarkedIn, MatchCanEnd, MeasureFalls, MeasureReferred,
    MoveInEveryState, Name, Negative, NeverApplies, NeverMet, NoClashOrGap, NoExtreme, NoFault, NotAttained, NotBroken,
    NotCoveredByEncoding, OfFewerPlayers, OfFewerPlayersToo, OnEveryPath, OrderDecides, OrderOrPrefer, OtherCards, OwnedBy,
    PlainCase, PlainMethod, PlainMove, PlainReason, PlayerToMove, PremiseUnmet, Question, RefusedByInterpreter, Repeated,
    RoleHeld, RoleOfNobody, RoundsCounted, RoundsEnd, RoundsWithout, SameMoves, Sentence, SubtractUnlessZero, TheNumber,
    Times, Together, TurnCanBeCompleted, UncoveredEffect, UncoveredKind, UncoveredMoment, UncoveredUse, Undefined,
    UndoneBefore, WhetherReferred, WriteAsPermission, WriteBefore, ZoneIsSeen,
)  # fmt: skip
