"""The checked game: names are resolved, variants are merged, and every expression has its type and span.

The model is pure data without closures, which the interpreter, the engine, the verifier and the rulebook all read. Only the
checker builds these objects, so that a `Game` is always checked input. Cards, players and sides are numbered from 0 inside the
game and from 1 in everything that a reader sees; the seats are in the order of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar, cast

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
    Known,
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
    DIVISIONS,
    MOST_CHOSEN_NUMBER,
    Actor,
    AllCards,
    Applies,
    Apply,
    Attribute,
    Binder,
    Can,
    Cards,
    Everyone,
    Expr,
    Extreme,
    FirstOf,
    InZone,
    LastPlayer,
    Local,
    Names,
    Neighbour,
    Nobody,
    Number,
    Numbers,
    Only,
    Operation,
    Operator,
    OverSets,
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
    Splits,
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
    OfKind,
    Passes,
    Permission,
    Possible,
    Prohibition,
    Remedy,
    Runs,
    Score,
    Sees,
    Sentence,
    Shuffled,
    SidesAre,
    Step,
    TakesPart,
    WithSentence,
)
from cartaro_grammar.text.diagnostic import Diagnostic
from cartaro_grammar.text.frozen import frozen

# -------------------------------------------------------------------------- game


__all__ = [
    "DIVISIONS",
    "MOST_CHOSEN_NUMBER",
    "Act",
    "Actor",
    "Add",
    "AfterEvery",
    "AllCards",
    "Always",
    "Applies",
    "Apply",
    "Article",
    "AtEvery",
    "Attribute",
    "AttributeInfo",
    "Become",
    "BeforeEvery",
    "Begins",
    "Binder",
    "Breach",
    "Can",
    "Card",
    "Cards",
    "Cell",
    "Check",
    "Claim",
    "ClaimLine",
    "Clause",
    "Conduct",
    "Consequence",
    "Date",
    "Deal",
    "Deck",
    "Definition",
    "Do",
    "Edition",
    "Effect",
    "EffectBody",
    "End",
    "Ends",
    "Everyone",
    "Example",
    "ExampleLine",
    "Exchange",
    "Expr",
    "Extreme",
    "ExtremeClaim",
    "FirstOf",
    "Form",
    "Function",
    "Game",
    "Given",
    "Holds",
    "InZone",
    "Known",
    "LastPlayer",
    "Local",
    "MarkAs",
    "Material",
    "MayDo",
    "MayNot",
    "MayOnly",
    "MeasureInfo",
    "MoveCards",
    "MoveLit",
    "Names",
    "Neighbour",
    "Nobody",
    "Nothing",
    "Number",
    "Numbers",
    "Obligation",
    "OfKind",
    "Only",
    "OpenOptionError",
    "Operation",
    "Operator",
    "Option",
    "OverSets",
    "Owner",
    "Parameter",
    "Passes",
    "Pattern",
    "Period",
    "Permission",
    "Possible",
    "Prohibition",
    "Quantified",
    "Quotation",
    "ReadAs",
    "Reading",
    "Recall",
    "Remedy",
    "Repeat",
    "Ruleset",
    "Runs",
    "Score",
    "ScoreOf",
    "Seat",
    "Sees",
    "Select",
    "Sentence",
    "Setting",
    "Show",
    "Shuffle",
    "Shuffled",
    "SideOf",
    "SidesAre",
    "Single",
    "Size",
    "SourceInfo",
    "Splits",
    "Step",
    "Symbol",
    "SymbolInfo",
    "Symbols",
    "TakesPart",
    "Top",
    "Total",
    "Truth",
    "Where",
    "WithSentence",
    "Wording",
    "Zone",
]  # fmt: skip


@dataclass(frozen=True)
class Ruleset:
    """A checked text: all clauses and the options they are under, claims, examples, articles, sources and words.

    `homes` are the titles of the rulesets and libraries that it is made of, by name. `bases` are the rulesets that it varies,
    nearest first. `replaced` maps every name that an amendment removed to the names that replace it. `edition` is the edition
    that the ruleset itself states. `key_words` is the language of the key words of its own text.
    """

    name: str
    base: str | None
    title: Names
    homes: tuple[tuple[str, Names], ...]
    sources: tuple[SourceInfo, ...]
    player_counts: tuple[int, ...]
    options: tuple[Option, ...]
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
    key_words: str = field(default="en", compare=False)
    elsewhere: tuple[Known, ...] = ()

    def __hash__(self) -> int:
        return hash((self.name, self.player_counts, len(self.clauses)))

    def __getstate__(self) -> dict[str, object]:
        """Return the state for a pickle. Identities are left out, because they differ in the process that reads the pickle."""
        return {name: value for name, value in vars(self).items() if name != "with_settings"}

    @cached_property
    def clause(self) -> dict[str, Clause]:
        """All clauses by name."""
        return {clause.name: clause for clause in self.clauses}

    @cached_property
    def with_settings(self) -> frozenset[int]:
        """The identities of the cells, acts, clauses, claims and examples that use the value of an option."""
        items = (*self.cells, *self.acts, *self.clauses, *self.claims, *self.examples)
        return frozenset(id(item) for item in items if any(isinstance(part, Setting) for part in parts(item)))

    @cached_property
    def cells_of_claims(self) -> frozenset[str]:
        """The names of the memory that claims mention."""
        return frozenset(part.cell for part in parts(self.claims) if isinstance(part, Recall))

    @cached_property
    def option(self) -> dict[str, Option]:
        return {option.name: option for option in self.options}

    @cached_property
    def function(self) -> dict[str, Function]:
        return {function.name: function for function in self.functions}


PLAYERS_SETTING = "players"
"""The setting for the number of players; it is not an option of any ruleset."""
WINNER = "winner"
"""The name of the definition of the winner of the match. The program reads it even if no rule uses it."""


class OpenOptionError(AssertionError):
    """A `Setting` was found where only expressions of a game are allowed."""


@dataclass(frozen=True)
class Game:
    """A ruleset under one choice of its options and number of players (see `settings.instantiate`).

    `cells`, `acts`, `clauses`, `claims` and `examples` are taken from the ruleset, with the value of each option instead of its
    `Setting`; `clauses` has only the clauses in force under `settings`, in the order of the text, with steps in the order of
    the turn. `side_of[player]` is the side of each player; sides are numbered by their first player.

    Options may be `open`: such a game represents all their values and has no settings for them. Their `Setting`s remain in the
    game, and a clause under an open option has that option as its first condition. Only the verifier takes such a game.

    `called` are the names of the people in the seats, empty where none was given: they change only the words.
    """

    ruleset: Ruleset
    settings: tuple[tuple[str, str], ...]
    players: int
    side_of: tuple[int, ...]
    cells: tuple[Cell, ...]
    acts: tuple[Act, ...]
    clauses: tuple[Clause, ...]
    claims: tuple[Claim, ...]
    examples: tuple[Example, ...]
    open: frozenset[str] = frozenset()
    called: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.ruleset, self.settings, self.players))

    @property
    def name(self) -> str:
        return self.ruleset.name

    @property
    def deck(self) -> Deck:
        return self.ruleset.deck

    @property
    def zones(self) -> tuple[Zone, ...]:
        return self.ruleset.zones

    @property
    def functions(self) -> tuple[Function, ...]:
        return self.ruleset.functions

    @cached_property
    def chosen(self) -> dict[str, str]:
        """The value of each option that is not open, as written."""
        return dict(self.settings)

    @cached_property
    def all_settings(self) -> Mapping[str, str]:
        """The chosen options and the number of players, in the form that `settings.choose` accepts."""
        return {**self.chosen, PLAYERS_SETTING: str(self.players)}

    def is_under(self, settings: Iterable[tuple[str, str]]) -> bool:
        """Return whether the game has these settings."""
        return all(self.all_settings.get(option) == value for option, value in settings)

    @cached_property
    def clause(self) -> dict[str, Clause]:
        """The clauses by name."""
        return {clause.name: clause for clause in self.clauses}

    @cached_property
    def claim(self) -> dict[str, Claim]:
        return {claim.name: claim for claim in self.claims}

    @cached_property
    def example(self) -> dict[str, Example]:
        return {example.name: example for example in self.examples}

    @cached_property
    def act(self) -> dict[str, Act]:
        return {act.name: act for act in self.acts}

    @property
    def function(self) -> dict[str, Function]:
        return self.ruleset.function

    @cached_property
    def zone(self) -> dict[str, Zone]:
        return {zone.name: zone for zone in self.zones}

    @cached_property
    def cell(self) -> dict[str, Cell]:
        return {cell.name: cell for cell in self.cells}

    @cached_property
    def card_number(self) -> dict[str, int]:
        """A map from the code of each card to its number."""
        return {card.code: number for number, card in enumerate(self.deck.cards)}

    @cached_property
    def measure(self) -> dict[str, tuple[int | None, ...]]:
        return {measure.name: measure.values for measure in self.deck.measures}

    @cached_property
    def faces(self) -> Faces:
        """The cards, followed by all other readings of cards that the clauses allow."""
        return faces_of(self.deck, self.clause)

    @cached_property
    def sides(self) -> int:
        return len(set(self.side_of))

    @cached_property
    def clause_parts(self) -> tuple[object, ...]:
        """Every part of the clauses."""
        return tuple(parts(self.clauses))

    @cached_property
    def rule_parts(self) -> tuple[object, ...]:
        """Every part of the clauses, then of the acts."""
        return (*self.clause_parts, *parts(self.acts))

    def in_clauses(self, kind: type[Part]) -> Sequence[Part]:
        """Return the parts of the clauses that are of a class."""
        return cast("list[Part]", self._clause_parts_by_class.get(kind, []))

    def in_rules(self, kind: type[Part]) -> Sequence[Part]:
        """Return the parts of the clauses and of the acts that are of a class."""
        return cast("list[Part]", self._rule_parts_by_class.get(kind, []))

    @cached_property
    def changes(self) -> tuple[Add | Become, ...]:
        """The effects of the clauses and acts that change a cell."""
        return (*self.in_rules(Add), *self.in_rules(Become))

    @cached_property
    def _clause_parts_by_class(self) -> dict[type, list[object]]:
        return _by_class(self.clause_parts)

    @cached_property
    def _rule_parts_by_class(self) -> dict[type, list[object]]:
        return _by_class(self.rule_parts)

    @cached_property
    def clauses_with_word(self) -> dict[str, list[Clause]]:
        """The clauses that use a definition, by the name of its function."""
        found: dict[str, list[Clause]] = {}
        for clause in self.clauses:
            for function in dict.fromkeys(part.function for part in parts(clause) if isinstance(part, Apply)):
                found.setdefault(function, []).append(clause)
        return found

    @cached_property
    def divisors(self) -> tuple[Expr, ...]:
        """The divisors of all remainders and quotients in the rules."""
        found = (p for p in (*self.clause_parts, *parts((self.acts, self.claims))) if isinstance(p, Operation))
        return tuple(operation.operands[1] for operation in found if operation.operator in DIVISIONS)

    @cached_property
    def _yields_to(self) -> dict[str, frozenset[str]]:
        """For each clause the clauses that override it, directly or through others."""
        over = {clause.name: set[str]() for clause in self.clauses}
        for clause in self.clauses:
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
        """Return the names of the clauses that override a clause: `despite`, closed over any number of steps."""
        return self._yields_to.get(name, frozenset())

    def ordered(self, first: Clause, second: Clause) -> bool:
        """Return whether one of two clauses overrides the other."""
        return first.name in self.yields_to(second.name) or second.name in self.yields_to(first.name)

    def overriding(self, clause: Clause, among: tuple[Clause, ...]) -> tuple[Clause, ...]:
        """Return the clauses among some that override a clause, in their order."""
        over = self.yields_to(clause.name)
        return tuple(other for other in among if other.name in over)

    def with_sentence(self, kind: type[OfKind]) -> WithSentence[OfKind]:
        """The clauses with a kind of sentence, in their order."""
        return self._by_sentence.get(kind, ())

    @cached_property
    def _by_sentence(self) -> dict[type, WithSentence[Any]]:
        found = dict[type, list[tuple[Clause, Any]]]()
        for clause in self.clauses:
            found.setdefault(type(clause.sentence), []).append((clause, clause.sentence))
        return {kind: tuple(pairs) for kind, pairs in found.items()}

    @cached_property
    def steps(self) -> WithSentence[Step]:
        return self.with_sentence(Step)

    @cached_property
    def obligations(self) -> WithSentence[Obligation]:
        return self.with_sentence(Obligation)

    @cached_property
    def headings(self) -> WithSentence[Score]:
        return self.with_sentence(Score)

    @cached_property
    def _definitions(self) -> dict[str, WithSentence[Definition]]:
        found = dict[str, WithSentence[Definition]]()
        for clause, sentence in self.with_sentence(Definition):
            found[sentence.function] = (*found.get(sentence.function, ()), (clause, sentence))
        return found

    def definitions_of(self, function: str) -> WithSentence[Definition]:
        return self._definitions.get(function, ())

    def asked_by(self, function: str) -> tuple[Expr, ...]:
        """Return all expressions of a definition: the conditions and the value of each of its clauses."""
        return tuple(
            e for clause, sentence in self.definitions_of(function) for e in (*clause.when, *clause.unless, sentence.value)
        )

    def permissions_of(self, act: str) -> WithSentence[Permission]:
        """The clauses that permit an act, without exemptions from prohibitions."""
        return tuple(
            (clause, sentence)
            for clause, sentence in self.with_sentence(Permission)
            if sentence.act == act and not sentence.lifts
        )

    def exemptions_of(self, act: str) -> WithSentence[Permission]:
        """The exemptions from prohibitions of an act."""
        return tuple(pair for pair in self.with_sentence(Permission) if pair[1].act == act and pair[1].lifts)

    def prohibitions_of(self, act: str) -> WithSentence[Prohibition]:
        return tuple((clause, sentence) for clause, sentence in self.with_sentence(Prohibition) if act in sentence.acts)

    def barring(self, permission: Clause) -> WithSentence[Prohibition]:
        """The prohibitions that bar a permission."""
        return tuple(pair for pair in self.with_sentence(Prohibition) if permission.name in pair[1].bars)

    def lifting(self, prohibition: Clause) -> WithSentence[Permission]:
        """The exemptions that lift a prohibition."""
        return tuple(pair for pair in self.with_sentence(Permission) if prohibition.name in pair[1].lifts)

    def sights_of(self, zone: str) -> WithSentence[Sees]:
        return tuple((clause, sentence) for clause, sentence in self.with_sentence(Sees) if sentence.zone == zone)

    def ends_of(self, period: Period) -> tuple[Clause, ...]:
        """The clauses that determine when a period ends."""
        return tuple(clause for clause, sentence in self.with_sentence(Ends) if sentence.period == period)

    @cached_property
    def events(self) -> tuple[tuple[str, str], ...]:
        """The events at which something happens, in the order of the text."""
        return tuple(dict.fromkeys(sentence.event for _, sentence in self.with_sentence(Consequence)))

    def consequences(self, moment: str, name: str) -> tuple[Clause, ...]:
        """The clauses that happen at one event, in order."""
        return tuple(clause for clause, sentence in self.with_sentence(Consequence) if sentence.event == (moment, name))


# --------------------------------------------------------------- partial ruleset


T = TypeVar("T", Act, Clause, Claim, Example)
Part = TypeVar("Part")


@frozen
class PartialRuleset:
    """The declarations, and the acts, clauses, claims and examples without errors: for completion and help while a text is
    being written. The interpreter, the verifier and the rulebook do not accept it.
    """

    options: tuple[Option, ...]
    deck: Deck
    zones: tuple[Zone, ...]
    cells: tuple[Cell, ...]
    acts: tuple[Act, ...]
    clauses: tuple[Clause, ...]
    claims: tuple[Claim, ...]
    examples: tuple[Example, ...]


def without_mistakes(parts: tuple[T, ...], found: tuple[Diagnostic, ...]) -> tuple[T, ...]:
    """Return the parts in which no error begins."""
    spans = [each.primary.span for each in found if each.severity == "error" and each.primary is not None]
    return tuple(
        part
        for part in parts
        if not any(s.source == part.span.source and s.start in range(part.span.start, part.span.end) for s in spans)
    )


def _by_class(nodes: Iterable[object]) -> dict[type, list[object]]:
    found: dict[type, list[object]] = {}
    for node in nodes:
        found.setdefault(type(node), []).append(node)
    return found
