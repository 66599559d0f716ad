"""Statements of results, as values: methods, reasons, advice, open cases, and constructs that the encoding does not cover.

A `Statement` is a member of an enum or a frozen dataclass with arguments. `form` is its stable name: the key of its text in
each language of the catalogue, and its key in the JSON of results; `slots` are its arguments under the names of texts and JSON.
A statement without arguments is a member of a `Plain` enum; any other is a `Filled` dataclass, whose head states its form and
slots. The unions `Method`, `Reason`, … are closed; a test compares all classes with the catalogue. Statements with the same
meaning are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, ClassVar, Self, TypeVar, cast, dataclass_transform

from cartaro_grammar import Type

# -------------------------------------------------------------------- statements


class Statement:
    """A value with a text in each language."""

    @property
    def form(self) -> str:
        raise NotImplementedError

    @property
    def slots(self) -> Mapping[str, object]:
        raise NotImplementedError


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


@dataclass_transform(frozen_default=True)
class Filled(Statement):
    """A statement with arguments. The head of a class gives its form, and the names of its slots in the order of its fields
    unless these have the same names. Without a form, the value of the field `sort`, which fills no slot, is the form.
    """

    own_form: ClassVar[str]
    slot_names: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls, *, form: str = "", names: str = "") -> None:
        dataclass(frozen=True)(cls)
        cls.own_form, cls.slot_names = form, tuple(names.split()) or _filling(cls)

    @property
    def form(self) -> str:
        return self.own_form or cast("Enum", cast("Any", self).sort).value

    @property
    def slots(self) -> Mapping[str, object]:
        values = [getattr(self, name) for name in _filling(type(self))]
        return dict(zip(self.slot_names, map(_filled, self.slot_names, values), strict=True))

    @classmethod
    def read(cls, sort: Enum | None, slots: Mapping[str, Any]) -> Self:
        """Return the statement with these slots; raise KeyError or TypeError if they are not its own."""
        values = [_argument(name, slots[name]) for name in cls.slot_names]
        return cls(*(() if sort is None else (sort,)), *values)


def _filling(of: type[Filled]) -> tuple[str, ...]:
    """Return the fields of a class that fill slots."""
    return tuple(each.name for each in fields(cast("Any", of)) if each.name != "sort")


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


class Joined(Filled):
    """A sequence of statements, or of signs that are the same in every language."""

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


class Name(Filled):
    """A name of the ruleset, which a page words with the ruleset's own name."""

    sort: NameSort
    name: str


class OwnedBy(Filled, form="cell_of", names="x n"):
    """A zone or cell of a player or side, counted from 1."""

    place: Name | Joined
    owner: int


class Sentence(Filled, form="sentence"):
    """Words of the language, as an author writes them."""

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


class KindOfThing(Filled):
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


class AtEveryMoment(Filled):
    """Every moment of one sort: before or after an act, or at the beginning, the end or the count of a period."""

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


class EffectsConserveCards(Filled, form="conserved", names="asked"):
    cases: int


class Exhaustive(Filled, form="exhaustive", names="deals n"):
    """All play was enumerated, with the number of deals and of states."""

    deals: int
    states: int


class MoveInEveryState(Filled, form="movable"):
    cases: int


class Level(Plain):
    """The measure may stay the same while the turn goes on to a step, or play goes on to a case, from which it does
    not return.
    """

    STEPS = "ends_level"
    CASES = "ends_cases"


class HowMany(Filled, form="how_many", names="x"):
    """The number of players or sides for which a flag holds."""

    flag: Name


class CountersGrow(Filled, form="ends_grows"):
    """The measure may fail to fall if one of these counters grows."""

    counters: Name | HowMany | Joined


class CounterGrows(Filled, form="ends_counted", names="counters ways aside"):
    """One of these counters grows with every act."""

    counters: Name | HowMany | Joined
    paths: int
    findings_aside: bool


class WhetherReferred(Filled, form="whether_referred", names="x"):
    """A reference as 1 if it refers to something, else 0."""

    reference: Name


class MeasureReferred(Filled, form="measure_referred", names="measure x"):
    """A measure of the value to which a reference refers."""

    measure: Name
    reference: Name


class CountFalls(Filled, form="count_falls", names="x"):
    of: CardsIn | OthersCardsIn | Name | HowMany | WhetherReferred | MeasureReferred


class CountGrows(Filled, form="count_grows", names="x"):
    of: CardsIn | OthersCardsIn | Name | HowMany | WhetherReferred | MeasureReferred


class CountsInOrder(Filled, form="ends_in_order", names="counters ways aside"):
    """A sequence of bounded numbers. Every act moves one of them in its direction and leaves the earlier ones unchanged."""

    counts: CountFalls | CountGrows | Joined | None
    paths: int
    findings_aside: bool


class OtherCards(Plain):
    OTHERS = "others"


class MarkedIn(Filled, form="marked"):
    """The cards in a zone that bear a mark."""

    zone: Name
    marks: Name | Joined | None


class CardsOfKind(Filled, form="cards_of"):
    kind: Name | OtherCards
    zone: Name | MarkedIn


Weighed = Name | MarkedIn | CardsOfKind


class Times(Filled, form="times", names="n x"):
    weight: int
    of: Weighed


class MeasureFalls(Filled, form="ends", names="measure more ways aside"):
    """A weighted number of cards falls with every act, except as `otherwise` states."""

    measure: Weighed | Times | Joined | None
    otherwise: Level | CountersGrow | Joined | None
    paths: int
    findings_aside: bool


class HandEndsAtOnce(Filled, form="ends_at_once", names="aside"):
    findings_aside: bool


class NoClashOrGap(Filled, form="decided", names="pairs asked"):
    pairs: int
    queries: int


class NoFault(Filled, form="faultless", names="asked"):
    queries: int


class RoundsSort(Enum):
    ALIKE = "rounds_alike"
    STAND = "rounds_stand"
    ONCE = "goes_back_once"
    LAST = "rounds_last"


class RoundsEnd(Filled):
    """The reason why the rounds of a clause that goes back end."""

    sort: RoundsSort
    clause: Name


class CountSort(Enum):
    EMPTY = "rounds_empty"
    FILL = "rounds_fill"
    GROW = "rounds_grow"
    FALL = "rounds_fall"


class RoundsCounted(Filled, names="x clause"):
    """A bounded amount that increases with every round of a clause."""

    sort: CountSort
    counted: Name
    clause: Name


class RoundsWithout(Filled, form="rounds_without"):
    """Every round of a clause may deal no card of a kind, and is then the last."""

    clause: Name
    kind: Name


RoundsReason = RoundsEnd | RoundsCounted | RoundsWithout


class Lead(Plain):
    """The gains of a hand that leads to the end of the match if it is repeated."""

    AT_ONCE = "lead_at_once"
    ONE = "lead_one"
    ALL = "lead_all"
    BEHIND = "lead_behind"
    COUNTER = "lead_counter"
    ALL_BUT_ONE = "lead_all_but_one"
    SOME_OF_SET = "lead_some_of_set"


class MatchCanEnd(Filled, form="endable", names="lead n"):
    lead: Lead
    cases: int


class SameMoves(Filled, form="discreet_pairs", names="asked"):
    """Positions that look the same to a player have the same moves."""

    queries: int


class ZoneIsSeen(Filled, form="discreet_seen"):
    zone: Name


class TurnCanBeCompleted(Filled, form="discreet_ahead", names="asked"):
    queries: int


class InductiveWith(Filled, form="inductive_with"):
    """The line is inductive together with lines of other claims."""

    names: Name | Joined


class FromEveryState(Filled, form="from_every_state"):
    moment: AtEveryMoment


class FromAnyPosition(Filled, form="from_any_position"):
    moment: AtEveryMoment


Induction = PlainMethod | InductiveWith | FromEveryState | FromAnyPosition


class OnEveryPath(Filled, form="ways", names="x n turned"):
    """A method, with the number of symbolic paths on which it was applied; `turned` if the table was turned to seat 1."""

    method: Induction
    paths: int
    turned: bool


class AtMost(Filled, form="at_most", names="x n"):
    amount: Amount
    limit: int


class AtLeast(Filled, form="at_least", names="x n"):
    amount: Amount
    limit: int


class Together(Filled, form="together", names="x n"):
    """Bounds of addends, and the resulting bound of their sum."""

    bounds: Joined
    total: int


class CardsIn(Filled, form="cards_in"):
    zone: Name


class OthersCardsIn(Filled, form="others_cards_in"):
    """The cards in a zone of the other players, who do not move."""

    zone: Name


class TheNumber(Filled, form="the_number", names="n"):
    number: int


class Addend(Plain):
    UNNAMED = "addend"


Positive = Name | CardsIn | TheNumber | Addend


class Negative(Filled, form="minus", names="x"):
    amount: Positive


Amount = Positive | Negative
Bounds = AtMost | AtLeast | Together | PlainMethod


class Bounded(Filled, form="bounded", names="x"):
    bounds: Bounds | Joined | None


class OfFewerPlayersToo(Filled, form="also", names="x counts"):
    """A method that also proves the statement for hands of these numbers of players."""

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


class NeverApplies(Filled, form="dead", names="a"):
    clause: Name


class UndoneBefore(Filled, form="dead_after", names="a b"):
    """A clause that never applies because an earlier clause makes its condition false."""

    clause: Name
    before: Name


class LiftsNothing(Filled, form="lifts_nothing", names="a b"):
    exemption: Name
    prohibition: Name


class BarsNothing(Filled, form="bars_nothing", names="a"):
    prohibition: Name


class OrderDecides(Filled, form="order_decides", names="cell a b"):
    cell: Name
    first: Name
    second: Name


class FallsBelowZero(Filled, form="below_zero"):
    cell: Name


Observation = NeverApplies | UndoneBefore | LiftsNothing | BarsNothing | OrderDecides | FallsBelowZero
"""The observations of advice."""


class ChangeOrRepeal(Filled, form="mend_dead", names="a"):
    clause: Name


class WriteBefore(Filled, form="mend_before", names="a b"):
    clause: Name
    before: Name


class WriteAsPermission(Filled, form="mend_lifts", names="a b"):
    exemption: Name
    prohibition: Name


class OrderOrPrefer(Filled, form="mend_order", names="a_name b_name a b"):
    first_name: str
    second_name: str
    first: Name
    second: Name


class BelowSort(Enum):
    OF_TABLE = "mend_below"
    OF_EACH = "mend_below_each"


class SubtractUnlessZero(Filled):
    """`owner` is the word for all its owners: `players`, `sides`, or `tables` if nobody owns it."""

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


class UncoveredKind(Filled, names="x"):
    """A use of values of some type that the encoding does not cover."""

    sort: KindUse
    kind: KindOfThing


class UncoveredEffect(Filled, form="un_effect", names="x"):
    effect: Sentence


class NameUse(Enum):
    MATCH_CELL = "un_match_cell"
    READINGS = "un_readings"
    UNDEFINED = "un_undefined"


class UncoveredUse(Filled, names="x"):
    """A use of something named that the encoding does not cover."""

    sort: NameUse
    name: Name


class RefusedByInterpreter(Filled, form="un_play", names="x"):
    """A refusal of the interpreter: its messages in English."""

    messages: str


class UncoveredMoment(Filled, form="un_moment", names="x"):
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


class ClauseReason(Filled):
    """A reason that names one clause: the clause may repeat for ever, divide by 0, or make a hand depend on earlier hands."""

    sort: ClauseReasonSort
    clause: Name


class HiddenSort(Enum):
    READ = "hidden_read"
    AHEAD = "hidden_ahead"


class HiddenCardsRead(Filled, names="x zone"):
    """A clause or act that reads cards which the player may not see: for the moves themselves, or for the look-ahead."""

    sort: HiddenSort
    reader: Name
    zone: Name


class HiddenSometimes(Filled, form="hidden_sometimes"):
    zone: Name


class Limit(Plain):
    """A limit of the program: its code."""

    C0804 = "limit_C0804"
    C0807 = "limit_C0807"
    C0824 = "limit_C0824"
    C0828 = "limit_C0828"


class LimitMet(Filled, form="limit_met", names="what"):
    limit: Limit


class NotCoveredByEncoding(Filled, form="not_covered", names="x"):
    what: Uncovered


class OfFewerPlayers(Filled, form="fewer", names="n x"):
    """A reason in the hands of fewer players."""

    players: int
    reason: Reason


class NotBroken(Filled, form="not_broken", names="x hands"):
    """A reason, and the number of random hands that do not break the line."""

    reason: Reason | None
    hands: int


class PremiseUnmet(Filled, form="premise_unmet"):
    hands: int


class NeverMet(Filled, form="never_met"):
    hands: int


class BeyondReach(Filled, form="beyond_reach", names="n"):
    value: int


class NotAttained(Filled, form="not_attained", names="hands n"):
    hands: int
    value: int


class ExtremeSort(Enum):
    GREATEST = "no_greatest"
    LEAST = "no_least"


class NoExtreme(Filled, names="n x"):
    sort: ExtremeSort
    value: int
    reason: Reason | None


class Undefined(Filled, form="not_said", names="x"):
    """No clause defines a word."""

    function: Name


class Question(Plain):
    """A question of the course of play."""

    WHO_BEGINS = "who_begins"
    WHOSE_TURN = "whose_turn"


class Differ(Filled, form="answers", names="a b what"):
    """Two clauses that answer one question differently."""

    first: Name
    second: Name
    question: Question | Name


class Forbids(Filled, form="forbids", names="a b"):
    """A prohibition of something that a permission permits."""

    prohibition: Name
    permission: Name


class Clash(Filled, form="remedied"):
    """Two clashing clauses, with the sentences that would end the clash."""

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


class RoleHeld(Filled, form="role", names="x n"):
    """A role and its player, counted from 1."""

    role: Name | OwnedBy
    player: int


class RoleOfNobody(Filled, form="role_nobody", names="x"):
    role: Name | OwnedBy


class PlayerToMove(Filled, form="case", names="n step roles turned"):
    """The player to move, the step and the roles; players and steps are counted from 1."""

    player: int
    step: int
    roles: RoleHeld | RoleOfNobody | Joined | None
    turned: bool


Case = PlainCase | PlayerToMove


class PlainMove(Plain):
    DEAL = "move_deal"
    TURN_LEFT = "move_end"


class ActBy(Filled, form="move_act", names="name n"):
    """An act of a player, counted from 1."""

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
    SHARE = "fact_share"
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


class Fact(Filled, names="x n y m"):
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


class HasValue(Filled, form="option_is", names="x y"):
    """The value of an option is one of several."""

    option: Name
    values: Name | Joined | None


def setting(option: str, values: Iterable[str]) -> HasValue:
    """Return the statement that an option has one of some values."""
    return HasValue(Name(NameSort.OPTION, option), joined(Joint.EITHER, (Name(NameSort.VALUE, value) for value in values)))


class FactUnder(Filled, form="fact_under", names="x y"):
    """An invariant that holds under some house rules."""

    fact: Fact
    under: HasValue | Joined | None


def under(settings: Iterable[tuple[str, Iterable[str]]]) -> HasValue | Joined | None:
    """Return the statement that options have such values, all together."""
    return joined(Joint.BOTH, (setting(option, values) for option, values in settings))


# ------------------------------------------------------------------------- notes


class Repeated(Filled, form="repeated", names="n"):
    """The position is the same as before a move, counted from 1."""

    move: int


class DisclosedSort(Enum):
    HERE = "disclosed_here"
    THERE = "disclosed_there"


class Disclosed(Filled, names="n one two move"):
    """A seat that sees the same with two cards exchanged, and may do a move in one of the two hands only."""

    sort: DisclosedSort
    seat: int
    first: str
    second: str
    move: Name


Note = Repeated | Disclosed | str
"""The note at the end of a history; a text is the interpreter's own message, in English."""


STATEMENTS: tuple[type[Statement], ...] = (*Plain.__subclasses__(), *Filled.__subclasses__())
