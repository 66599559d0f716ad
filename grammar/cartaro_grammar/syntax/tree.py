"""The tree: a ruleset as it was written, with every span.  It is faithful to the text and knows nothing of meaning.

The parser makes it; the merger and the checker read it; the formatter prints it back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from cartaro_grammar.text.source import Source, Span


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the author's, where it stands."""

    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Texts:
    """A text in one or several languages: pairs (language, text); the language "" stands for all."""

    entries: tuple[tuple[str, str], ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Label:
    names: Texts | None
    cites: tuple[Word, ...]


# ---------------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Name:
    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class NumberLit:
    value: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Codes:
    codes: tuple[Word, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AllCards:
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class LastPlayer:
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Group:
    inner: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Filter:
    inner: Expr
    condition: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    function: Word
    arguments: tuple[Expr, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Of:
    """`NAME of EXPR`."""

    what: Word
    of: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Beside:
    """`player after EXPR`, `player before EXPR`."""

    what: Word
    where: Literal["after", "before"]
    of: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class KindIn:
    """`denari in won`: the members of a set that are of a kind."""

    what: Word
    members: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Ranked:
    """`side with highest points then lowest …`, `player in SET with …`."""

    what: Word
    members: Expr | None
    keys: tuple[tuple[Literal["highest", "lowest"], Expr], ...]
    span: Span = field(compare=False)


Reckoning = Literal["number", "total", "highest", "lowest", "half"]


@dataclass(frozen=True, slots=True)
class Reckon:
    """`number of SET`, `total value of SET`, `highest value of SET`, `half of NUMBER`."""

    how: Reckoning
    measure: Word | None
    of: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Remainder:
    number: Expr
    by: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class TotalOver:
    amount: Expr
    variable: Word
    members: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    operator: Literal["+", "-", "*"]
    left: Expr
    right: Expr
    span: Span = field(compare=False)


Comparison = Literal["=", "is", "is not", "is in", "is not in", ">=", "<=", ">", "<", "read as"]


@dataclass(frozen=True, slots=True)
class Compare:
    left: Expr
    comparison: Comparison
    right: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Patterned:
    """`is alike in suit`, `is distinct in suit`, `is consecutive in place`."""

    left: Expr
    pattern: Literal["alike", "distinct", "consecutive"]
    attribute: Word
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CanDo:
    left: Expr
    positive: bool
    phrase: ActPhrase
    by: Word | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class AppliesTest:
    left: Expr
    positive: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Quantified:
    """`some x in SET has φ`; with `members` None, `every hand is empty`: `variable` is then the thing spoken of, and the
    condition's innermost left side is its Name.
    """

    quantifier: Literal["some", "every", "no"]
    variable: Word
    members: Expr | None
    condition: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    operand: Expr
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Logic:
    operator: Literal["and", "or"]
    left: Expr
    right: Expr
    span: Span = field(compare=False)


Argument = Name | Codes | Beside


@dataclass(frozen=True, slots=True)
class ActPhrase:
    """An act with its arguments: `take t with card`; an argument is a word, cards, or a player by another's seat."""

    act: Word
    arguments: tuple[tuple[str | None, Argument], ...]
    span: Span = field(compare=False)


Expr = (
    Name | NumberLit | Codes | AllCards | LastPlayer | Group | Filter | Call | Of | Beside | KindIn | Ranked | Reckon
    | Remainder | TotalOver | Arithmetic | Compare | Patterned | CanDo | AppliesTest | Quantified | Not | Logic
)  # fmt: skip


# ---------------------------------------------------------------------------------------------- effects


EffectVerb = Literal[
    "move", "deal", "deal each", "shuffle", "add", "subtract", "become", "mark", "form", "exchange", "show", "seat",
    "repeat", "end", "void", "nothing",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class EffectLine:
    """One effect: its verb, operands in the order written, and the words it names.

    `operands` are the expressions; the last is the destination where the verb has one.  Verbs that name a mark, a family, a
    clause or a period have `name`.
    """

    verb: EffectVerb
    operands: tuple[Expr, ...]
    name: Word | None
    for_each: Word | None
    when: tuple[Expr, ...]
    unless: tuple[Expr, ...]
    span: Span = field(compare=False)


# ---------------------------------------------------------------------------------------------- sentences


@dataclass(frozen=True, slots=True)
class Permission:
    subject: Expr
    positive: bool
    phrase: ActPhrase
    by: Word | None


@dataclass(frozen=True, slots=True)
class Obligation:
    subject: Expr
    condition: Expr


@dataclass(frozen=True, slots=True)
class Reading:
    """`jolly may be read as any card` (no settings), `asso may be read as place 14, points 11`."""

    subject: Expr
    settings: tuple[tuple[Word, Word], ...]


@dataclass(frozen=True, slots=True)
class TurnStep:
    period: Word
    place: tuple[Literal["before", "after"], Word] | None
    actor: Expr
    acts: tuple[Word, ...]
    must: bool
    often: bool


@dataclass(frozen=True, slots=True)
class Definition:
    subject: Expr
    value: Expr
    truth: bool


@dataclass(frozen=True, slots=True)
class Counts:
    subject: Expr
    positive: bool
    kind: Word


@dataclass(frozen=True, slots=True)
class Sees:
    viewer: Expr
    each: bool
    positive: bool
    zone: Expr


@dataclass(frozen=True, slots=True)
class TakesPart:
    subject: Expr


@dataclass(frozen=True, slots=True)
class Scores:
    subject: Expr
    each: bool
    amount: Expr


@dataclass(frozen=True, slots=True)
class Course:
    """`the play begins with P`, `the turn passes to P`, `the hand ends`."""

    what: Expr
    verb: Literal["begins", "passes", "ends"]
    value: Expr | None


@dataclass(frozen=True, slots=True)
class PlayerCount:
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Runs:
    subject: Expr
    direction: Word


@dataclass(frozen=True, slots=True)
class SidesAre:
    subject: Expr
    arrangement: Literal["single", "opposite"]


@dataclass(frozen=True, slots=True)
class PackRegular:
    copies: int
    attributes: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class PackSpecial:
    copies: int
    name: Word
    sign: str
    settings: tuple[tuple[Word, Word], ...]
    names: Texts | None


@dataclass(frozen=True, slots=True)
class Breach:
    prohibition: Word
    noticed: Literal["once", "later"]
    remedy: Literal["take_back", "stand"]


@dataclass(frozen=True, slots=True)
class Conduct:
    text: Texts


@dataclass(frozen=True, slots=True)
class Row:
    name: Word
    sign: str
    numbers: tuple[int, ...]
    names: Texts | None


@dataclass(frozen=True, slots=True)
class AttributeTable:
    name: Word
    measures: tuple[Word, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    attribute: Word
    measures: tuple[Word, ...]
    rows: tuple[tuple[Word, tuple[int, ...]], ...]


Event = tuple[Literal["after", "start", "end", "count"], tuple[Word, ...]]


@dataclass(frozen=True, slots=True)
class Consequence:
    """What happens at an event; `event` is None inside a course, which gives it."""

    event: Event | None
    effects: tuple[EffectLine, ...]


Sentence = (
    Permission | Obligation | Reading | TurnStep | Definition | Counts | Sees | TakesPart | Scores | Course
    | PlayerCount | Runs | SidesAre | PackRegular | PackSpecial | Breach | Conduct | AttributeTable | Columns
    | Consequence
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Clause:
    name: Word
    label: Label
    despite: tuple[Word, ...]
    subject_to: tuple[Word, ...]
    sentence: Sentence
    when: tuple[Expr, ...]
    unless: tuple[Expr, ...]
    span: Span = field(compare=False)


# ---------------------------------------------------------------------------------------------- declarations


@dataclass(frozen=True, slots=True)
class ZoneDecl:
    kind: Literal["zone", "pile", "family"]
    name: Word
    owner: Word | None
    label: Label
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CellDecl:
    kind: Literal["counter", "flag", "mark", "reference"]
    name: Word
    owner: Word | None
    refers_to: Word | None
    period: Word
    label: Label
    at_first: Expr | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Domain:
    choice: Literal["one", "some", "all", "either"]
    of: Expr | None
    answers: tuple[Word, ...]
    freely: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ActDecl:
    finding: bool
    name: Word
    parameters: tuple[tuple[str | None, Word], ...]
    cites: tuple[Word, ...]
    says: Texts | None
    domains: tuple[tuple[Word, Domain], ...]
    effects: tuple[EffectLine, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class OptionDecl:
    name: Word
    label: Label
    default: Word
    values: tuple[Word, ...]
    reason: Texts | None
    span: Span = field(compare=False)


# ---------------------------------------------------------------------------------------------- articles, files


@dataclass(frozen=True, slots=True)
class ArticleRef:
    number: Word
    home: Word | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class CourseBlock:
    event: Event
    items: tuple[Clause | UnderBlock, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class UnderBlock:
    option: Word
    values: tuple[Word, ...]
    items: tuple[ArticleItem, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class See:
    article: ArticleRef
    cites: tuple[Word, ...]
    span: Span = field(compare=False)


ArticleItem = Clause | ZoneDecl | CellDecl | ActDecl | OptionDecl | CourseBlock | UnderBlock | See


@dataclass(frozen=True, slots=True)
class Article:
    number: Word
    label: Label
    items: tuple[ArticleItem, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Amendment:
    """`add` (with a placing), `replace`, `repeal` or `repeal article`; `names` are the clauses replaced or repealed."""

    action: Literal["add", "replace", "repeal", "repeal article"]
    article: ArticleRef
    names: tuple[Word, ...]
    placing: tuple[Literal["before", "after"], Word] | None
    items: tuple[ArticleItem, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SetOption:
    name: Word
    value: Word
    among: tuple[Word, ...]
    reason: Texts | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Words:
    entries: tuple[tuple[Word, Texts], ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """`form`: under, under every, always, never, at every, before, after, possible, greatest, least.  `words`: the option, the
    moment, the act; of `possible` that after which it may happen, if it is named.
    """

    form: str
    words: tuple[Word, ...]
    expr: Expr | None
    value: Word | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Claim:
    name: Word
    cites: tuple[Word, ...]
    names: Texts
    lines: tuple[ClaimLine, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ExampleLine:
    """`form`: under, holds, given, may, may not, may only, do, check."""

    form: str
    words: tuple[Word, ...]
    subject: Expr | None
    value: Expr | None
    held: tuple[Codes, ...]
    phrases: tuple[ActPhrase, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Example:
    name: Word
    cites: tuple[Word, ...]
    names: Texts
    lines: tuple[ExampleLine, ...]
    span: Span = field(compare=False)


Item = Article | Amendment | SetOption | Words | Claim | Example


@dataclass(frozen=True, slots=True)
class SourceDecl:
    letter: Word
    title: str
    covers: tuple[tuple[Word, Word | None, str | None], ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Comment:
    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class File:
    """A whole file: `kind`, its name, the ruleset it is of (variants, annexes), and what it says."""

    kind: Literal["game", "library", "variant", "annex"]
    name: Word
    base: Word | None
    mixins: tuple[Word, ...]
    title: Texts | None
    sources: tuple[SourceDecl, ...]
    uses: tuple[Word, ...]
    items: tuple[Item, ...]
    comments: tuple[Comment, ...]
    source: Source
    span: Span = field(compare=False)
