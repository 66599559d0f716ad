"""The tree: the text of a ruleset as nodes, faithful to the text, with nothing resolved.

Sections: words and texts; expressions, and acts with their arguments; claims and examples, line by line; effects; sentences,
and the clauses that hold them; declarations, articles and amendments; whole files. Every node ends with its span, which is not
compared.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Source, Span

# --------------------------------------------------------------------------------------------- words


@frozen
class Word:
    """An author's word, with its span."""

    text: str
    span: Span = field(compare=False)


WordRow = tuple[Word, ...]


@frozen
class Texts:
    """A text in one or several languages: pairs (language, text); the language "" means all."""

    entries: tuple[tuple[str, str], ...]
    span: Span = field(compare=False)


@frozen
class DeclarationLabel:
    """The names of a declaration and its citations; `ours` is the reason of a clause that no source states."""

    names: Texts | None
    cites: WordRow
    ours: Texts | None = None


# --------------------------------------------------------------------------------------- expressions


@frozen
class Name:
    text: str
    span: Span = field(compare=False)


@frozen
class Member:
    """The member of a quantifier's set, as the subject of its condition: the card in `some card in hand is dark`."""

    span: Span = field(compare=False)


@frozen
class NumberLit:
    value: int
    span: Span = field(compare=False)


@frozen
class NumberRange:
    """`number from 1 to chips`, from which an argument is chosen."""

    low: Expr
    high: Expr
    span: Span = field(compare=False)


@frozen
class Codes:
    codes: WordRow
    span: Span = field(compare=False)


@frozen
class AllCards:
    span: Span = field(compare=False)


@frozen
class AsPrinted:
    """`CARDS as printed`, even if they are read as others in a group."""

    of: Expr
    span: Span = field(compare=False)


@frozen
class LastPlayer:
    span: Span = field(compare=False)


@frozen
class Group:
    inner: Expr
    span: Span = field(compare=False)


@frozen
class Filter:
    inner: Expr
    condition: Expr
    span: Span = field(compare=False)


@frozen
class FunctionCall:
    function: Word
    arguments: tuple[Expr, ...]
    span: Span = field(compare=False)


@frozen
class Of:
    """`NAME of EXPR`."""

    what: Word
    of: Expr
    span: Span = field(compare=False)


@frozen
class AdjacentPlayer:
    """`player after EXPR`, `player before EXPR`."""

    where: Literal["after", "before"]
    what: Word
    of: Expr
    span: Span = field(compare=False)


@frozen
class FirstPlayer:
    """`(first player after EXPR where …)`, or `before`; with a name, `(first player x after EXPR where …)`."""

    where: Literal["after", "before"]
    variable: Word | None
    of: Expr
    condition: Expr
    span: Span = field(compare=False)


@frozen
class KindIn:
    """`denari in won`: the members of a set that are of a kind."""

    what: Word
    members: Expr
    span: Span = field(compare=False)


@frozen
class Ranked:
    """`side with highest points then lowest …`, `player in SET with …`."""

    what: Word
    members: Expr | None
    keys: Ranking
    span: Span = field(compare=False)


Ranking = tuple[tuple[Literal["highest", "lowest"], "Expr"], ...]
"""Sort keys. Later keys decide if the earlier keys are equal."""


Reckoning = Literal["number", "total", "highest", "lowest", "half"]


@frozen
class Aggregate:
    """`number of SET`, `total value of SET`, `highest value of SET`, `half of NUMBER`."""

    how: Reckoning
    measure: Word | None
    of: Expr
    span: Span = field(compare=False)


@frozen
class Remainder:
    number: Expr
    by: Expr
    span: Span = field(compare=False)


@frozen
class Divided:
    """`n divided by 3, rounded down`."""

    number: Expr
    by: Expr
    rounded: Literal["down", "up"]
    span: Span = field(compare=False)


@frozen
class TotalOver:
    amount: Expr
    variable: Word
    members: Expr
    span: Span = field(compare=False)


@frozen
class CardSets:
    """`(sets of cards NAME in CARDS where CONDITION)`, only as what is counted, added up or compared."""

    variable: Word
    cards: Expr
    condition: Expr | None
    span: Span = field(compare=False)


@frozen
class OverSets:
    """`number of (sets of cards …)`, `highest of EXPR over (sets of cards …)`; the amount is None for a number."""

    how: Literal["number", "total", "highest", "lowest"]
    amount: Expr | None
    sets: CardSets
    span: Span = field(compare=False)


@frozen
class Arithmetic:
    operator: Literal["+", "-", "*"]
    left: Expr
    right: Expr
    span: Span = field(compare=False)


ComparisonSign = Literal["=", "is", "is not", "is in", "is not in", ">=", "<=", ">", "<", "read as"]


@frozen
class Compare:
    left: Expr
    comparison: ComparisonSign
    right: Expr
    span: Span = field(compare=False)


@frozen
class OneOf:
    """`rank of card is one of donna, re`, `is not one of`."""

    left: Expr
    positive: bool
    options: tuple[Expr, ...]
    span: Span = field(compare=False)


PatternName = Literal["alike", "distinct", "consecutive"]


@frozen
class Patterned:
    """`is alike in suit`, `is distinct in suit`, `is consecutive in place`."""

    left: Expr
    pattern: PatternName
    attribute: Word
    span: Span = field(compare=False)


@frozen
class SplitTest:
    """`s splits into KIND`, `does not split into KIND`; with `spare`, also by adding `some of` these cards."""

    left: Expr
    positive: bool
    kind: Word
    spare: Expr | None
    span: Span = field(compare=False)


@frozen
class CanDo:
    left: Expr
    positive: bool
    phrase: ActPhrase
    by: Word | None
    span: Span = field(compare=False)


@frozen
class AppliesTest:
    left: Expr
    positive: bool
    span: Span = field(compare=False)


Quantifier = Literal["some", "every", "no"]
PEOPLE = frozenset({"player", "side"})
"""The words over which a quantifier ranges without a set: `every player has …`."""


@frozen
class Quantified:
    """`some x in SET has φ`; with `members` None, `every hand is empty` or `every player has φ`: `variable` is then the
    quantified member; for `every hand`, the condition's innermost left side is its Name.
    """

    quantifier: Quantifier
    variable: Word
    members: Expr | None
    condition: Expr
    span: Span = field(compare=False)


@frozen
class Negation:
    operand: Expr
    span: Span = field(compare=False)


@frozen
class Logic:
    operator: Literal["and", "or"]
    left: Expr
    right: Expr
    span: Span = field(compare=False)


Argument = Name | NumberLit | Codes | AdjacentPlayer


@frozen
class ActPhrase:
    """An act with its arguments: `take t with card`; each is a word, a number, cards, or a player by another's seat."""

    act: Word
    arguments: tuple[tuple[str | None, Argument], ...]
    span: Span = field(compare=False)


Expr = (
    Name | Member | NumberLit | NumberRange | Codes | AllCards | AsPrinted | LastPlayer | Group | Filter | FunctionCall | Of
    | AdjacentPlayer | FirstPlayer | KindIn | Ranked | Aggregate | Remainder | Divided | TotalOver | OverSets | Arithmetic
    | Compare | OneOf | Patterned | SplitTest | CanDo | AppliesTest | Quantified | Negation | Logic
)  # fmt: skip


# ------------------------------------------------------------------------------- claims and examples


@frozen
class Under:
    """`under OPTION is VALUE or VALUE`: the house rules, or numbers of players, to which a claim or an example applies."""

    option: Word
    values: WordRow
    span: Span = field(compare=False)


@frozen
class UnderEvery:
    option: Word
    span: Span = field(compare=False)


@frozen
class Always:
    """`always …`, `never …`."""

    never: bool
    condition: Expr
    span: Span = field(compare=False)


HandMoment = Literal["start", "end", "count"]


@frozen
class AtEvery:
    moment: HandMoment
    period: Word
    condition: Expr
    span: Span = field(compare=False)


@frozen
class BeforeEvery:
    act: Word
    condition: Expr
    span: Span = field(compare=False)


@frozen
class AfterEvery:
    act: Word
    condition: Expr
    span: Span = field(compare=False)


@frozen
class Possible:
    """`it can happen …`, `it can happen after ACT, …`, `it can happen at the end of the hand, …`."""

    moment: HandMoment | Literal["after"] | None
    of: Word | None
    """The act or the period to which the moment belongs."""
    condition: Expr
    span: Span = field(compare=False)


@frozen
class ExtremeClaim:
    """`greatest points at end of hand is 21`."""

    which: Literal["greatest", "least"]
    amount: Expr
    moment: HandMoment
    period: Word
    value: Word
    span: Span = field(compare=False)


ClaimLine = Under | UnderEvery | Always | AtEvery | BeforeEvery | AfterEvery | Possible | ExtremeClaim


@frozen
class Claim:
    """`claim …`; if the claim is stated as false, `refuted` is its author's reading of the rules."""

    name: Word
    cites: WordRow
    names: Texts
    refuted: Texts | None
    lines: tuple[ClaimLine, ...]
    span: Span = field(compare=False)


@frozen
class Holds:
    """The contents of a zone; or of each zone of a family."""

    zone: Expr
    held: tuple[Codes, ...]
    span: Span = field(compare=False)


@frozen
class Given:
    cell: Expr
    value: Expr
    span: Span = field(compare=False)


@frozen
class May:
    subject: Expr
    phrase: ActPhrase
    span: Span = field(compare=False)


@frozen
class MayNot:
    subject: Expr
    phrase: ActPhrase
    because: WordRow
    span: Span = field(compare=False)


@frozen
class MayOnly:
    subject: Expr
    phrases: tuple[ActPhrase, ...]
    span: Span = field(compare=False)


@frozen
class Do:
    phrase: ActPhrase
    despite: WordRow
    ruled: WordRow
    span: Span = field(compare=False)


@frozen
class Shuffled:
    """The result of the next shuffle, the top first."""

    cards: Codes
    span: Span = field(compare=False)


@frozen
class Check:
    condition: Expr
    span: Span = field(compare=False)


ExampleLine = Under | Holds | Given | May | MayNot | MayOnly | Shuffled | Do | Check


@frozen
class Example:
    name: Word
    cites: WordRow
    names: Texts
    lines: tuple[ExampleLine, ...]
    span: Span = field(compare=False)


# ------------------------------------------------------------------------------------------- effects


@frozen
class MoveCards:
    """`move taken to won`; with `under`, `move trump under stock`."""

    under: bool
    cards: tuple[Expr, ...]
    to: Expr


@frozen
class Deal:
    count: Expr
    source: Expr
    to: Expr


@frozen
class DealEach:
    """`deal 3 from stock to each hand, from leader`: `zone` is the name of a zone that players or sides have."""

    count: Expr
    source: Expr
    zone: Expr
    first: Expr | None


@frozen
class Shuffle:
    cards: tuple[Expr, ...]
    into: Expr


@frozen
class Add:
    """`add 1 to points`, `subtract 1 from points`."""

    sign: Literal["+", "-"]
    amount: Expr
    cell: Expr


@frozen
class Become:
    cell: Expr
    value: Expr


@frozen
class MarkAs:
    cards: tuple[Expr, ...]
    mark: Word


@frozen
class Form:
    family: Word
    cards: Expr


@frozen
class Exchange:
    first: Expr
    second: Expr


@frozen
class Show:
    cards: tuple[Expr, ...]


@frozen
class Seat:
    players: tuple[Expr, ...]


@frozen
class Repeat:
    clause: Word


@frozen
class End:
    """`end hand`; `void hand`, which then does not count."""

    void: bool
    period: Word


@frozen
class Nothing:
    """An effect that does nothing."""


EffectBody = (
    MoveCards | Deal | DealEach | Shuffle | Add | Become | MarkAs | Form | Exchange | Show | Seat | Repeat | End | Nothing
)  # fmt: skip


@frozen
class EffectLine:
    """One effect, with its own conditions if it has a separate line."""

    body: EffectBody
    for_each: Word | None
    when: tuple[Expr, ...]
    unless: tuple[Expr, ...]
    span: Span = field(compare=False)


# ----------------------------------------------------------------------------------------- sentences


@frozen
class Permission:
    """`the player may take …`, `may not make or double …`; `also` are the further acts of a prohibition."""

    positive: bool
    subject: Expr
    phrase: ActPhrase
    also: WordRow
    by: Word | None

    @property
    def acts(self) -> WordRow:
        """All acts."""
        return (self.phrase.act, *self.also)


@frozen
class Obligation:
    subject: Expr
    condition: Expr


@frozen
class Reading:
    """`jolly may be read as any card` (no settings), `asso may be read as place 14, points 11`."""

    subject: Expr
    settings: tuple[tuple[Word, Word], ...]


StepPlace = tuple[Literal["before", "after"], Word]


@frozen
class TurnStep:
    period: Word
    place: StepPlace | None
    actor: Expr
    acts: WordRow
    must: bool
    often: bool


@frozen
class Definition:
    truth: bool
    subject: Expr
    value: Expr


@frozen
class Counts:
    positive: bool
    subject: Expr
    kind: Word


@frozen
class Sees:
    viewer: Expr
    each: bool
    positive: bool
    zone: Expr


@frozen
class TakesPart:
    subject: Expr


@frozen
class Scores:
    subject: Expr
    each: bool
    amount: Expr


@frozen
class Course:
    """`the play begins with P`, `the turn passes to P`, `the hand ends`."""

    verb: Literal["begins", "passes", "ends"]
    what: Expr
    value: Expr | None


@frozen
class PlayerCount:
    counts: tuple[int, ...]


@frozen
class Runs:
    subject: Expr
    direction: Word


@frozen
class SidesAre:
    arrangement: Literal["single", "opposite"]
    subject: Expr


@frozen
class PackRegular:
    copies: int
    attributes: WordRow


@frozen
class PackSpecial:
    copies: int
    name: Word
    sign: str
    settings: tuple[tuple[Word, Word], ...]
    names: Texts | None


@frozen
class MakeGood:
    """`the player must take with card`."""

    subject: Expr
    phrase: ActPhrase
    span: Span = field(compare=False)


@frozen
class Breach:
    prohibition: Word
    noticed: Literal["once", "later"]
    remedy: Literal["take_back", "stand"] | MakeGood


@frozen
class Conduct:
    text: Texts


@frozen
class Row:
    name: Word
    sign: str
    numbers: tuple[NumberLit, ...]
    names: Texts | None


@frozen
class AttributeTable:
    name: Word
    measures: WordRow
    rows: tuple[Row, ...]


@frozen
class Columns:
    attribute: Word
    measures: WordRow
    rows: tuple[tuple[Word, tuple[NumberLit, ...]], ...]


Event = tuple[Literal["after", "start", "end", "count"], WordRow]


@frozen
class Consequence:
    """Effects at an event; `event` is None inside a course, which gives it."""

    event: Event | None
    effects: tuple[EffectLine, ...]


Sentence = (
    Permission | Obligation | Reading | TurnStep | Definition | Counts | Sees | TakesPart | Scores | Course
    | PlayerCount | Runs | SidesAre | PackRegular | PackSpecial | Breach | Conduct | AttributeTable | Columns
    | Consequence
)  # fmt: skip


@frozen
class Clause:
    name: Word
    label: DeclarationLabel
    despite: WordRow
    subject_to: WordRow
    sentence: Sentence
    when: tuple[Expr, ...]
    unless: tuple[Expr, ...]
    span: Span = field(compare=False)


# ------------------------------------------------------------------------------------------ articles


@frozen
class ZoneDecl:
    kind: Literal["zone", "pile", "family"]
    name: Word
    owner: Word | None
    label: DeclarationLabel
    span: Span = field(compare=False)


@frozen
class CellDecl:
    kind: Literal["counter", "flag", "mark", "reference"]
    name: Word
    owner: Word | None
    refers_to: Word | None
    period: Word
    label: DeclarationLabel
    at_first: Expr | None
    span: Span = field(compare=False)


@frozen
class Domain:
    choice: Literal["one", "some", "all", "either"]
    of: Expr | None
    answers: WordRow
    freely: bool
    unseen: bool
    span: Span = field(compare=False)


ParameterWord = tuple[str | None, Word]


ParameterWords = tuple[ParameterWord, ...]
"""The parameters of an act, each with its preposition, or None for the parameter without a preposition."""


@frozen
class ActDecl:
    finding: bool
    name: Word
    parameters: ParameterWords
    cites: WordRow
    says: Texts | None
    domains: tuple[tuple[Word, Domain], ...]
    effects: tuple[EffectLine, ...]
    span: Span = field(compare=False)


@frozen
class OptionDecl:
    name: Word
    label: DeclarationLabel
    default: Word
    values: WordRow
    reason: Texts | None
    span: Span = field(compare=False)


@frozen
class ArticleRef:
    number: Word
    home: Word | None
    span: Span = field(compare=False)


@frozen
class CourseBlock:
    event: Event
    items: tuple[Clause | UnderBlock, ...]
    span: Span = field(compare=False)


@frozen
class UnderBlock:
    option: Word
    values: WordRow
    items: tuple[ArticleItem, ...]
    span: Span = field(compare=False)


@frozen
class See:
    article: ArticleRef
    cites: WordRow
    span: Span = field(compare=False)


ArticleItem = Clause | ZoneDecl | CellDecl | ActDecl | OptionDecl | CourseBlock | UnderBlock | See


@frozen
class Article:
    number: Word
    label: DeclarationLabel
    items: tuple[ArticleItem, ...]
    span: Span = field(compare=False)


@frozen
class Amendment:
    """`add` (with a placing), `replace`, `repeal` or `repeal article`; `names` are the clauses replaced or repealed."""

    action: Literal["add", "replace", "repeal", "repeal article"]
    article: ArticleRef
    names: WordRow
    placing: StepPlace | None
    items: tuple[ArticleItem, ...]
    span: Span = field(compare=False)


@frozen
class RepealShown:
    """`repeal example c, d`, `repeal claim c`: examples or claims of the rulesets that this one builds on, left out."""

    kind: Literal["example", "claim"]
    names: WordRow
    span: Span = field(compare=False)


@frozen
class SetOption:
    name: Word
    value: Word
    among: WordRow
    reason: Texts | None
    span: Span = field(compare=False)


@frozen
class Words:
    entries: tuple[tuple[Word, Texts], ...]
    span: Span = field(compare=False)


@frozen
class Picture:
    """The picture of a value of an attribute: the name of a drawing, and the text in a card's corner, by language."""

    name: Word
    drawing: str
    corner: Texts | None


@frozen
class Pictures:
    entries: tuple[Picture, ...]
    span: Span = field(compare=False)


@frozen
class Wording:
    """The player's guide text for some declarations together; `mark` is the digest of their text."""

    names: WordRow
    mark: Word | None
    texts: Texts
    span: Span = field(compare=False)


@frozen
class WordingUnder:
    """Wordings that apply if a house rule has one of some values."""

    option: Word
    values: WordRow
    items: tuple[Wording | WordingUnder, ...]
    span: Span = field(compare=False)


@frozen
class Quotation:
    """A quotation of some rows of a source, a text for each paragraph."""

    rows: WordRow
    paragraphs: tuple[str, ...]
    span: Span = field(compare=False)


@frozen
class Quotes:
    """The words of a source, in its own language."""

    letter: Word
    language: Word
    items: tuple[Quotation, ...]
    span: Span = field(compare=False)


@frozen
class Known:
    """A report of a source about the game: another name, a region in which it is played, its history in a line."""

    kind: Literal["name", "region", "history"]
    texts: Texts
    cites: WordRow
    span: Span = field(compare=False)


@frozen
class KnownUnder:
    """Reports about the game under some values of a house rule."""

    option: Word
    values: WordRow
    items: tuple[Known | KnownUnder, ...]
    span: Span = field(compare=False)


@frozen
class Elsewhere:
    items: tuple[Known | KnownUnder, ...]
    span: Span = field(compare=False)


@frozen
class Telling:
    items: tuple[Wording | WordingUnder, ...]
    span: Span = field(compare=False)


# --------------------------------------------------------------------------------------------- files


Item = Article | Amendment | RepealShown | SetOption | Words | Pictures | Telling | Quotes | Elsewhere | Claim | Example


CoveredRows = tuple[Word, Word | None, str | None]
"""The first row of a source that is covered, the last, and the article they are about."""


@frozen
class EditionDecl:
    """The edition of the rules that a file declares; the date is as written."""

    name: str
    date: Word | None
    span: Span = field(compare=False)


@frozen
class SourceDecl:
    letter: Word
    title: str
    publisher: str | None
    date: Word | None
    covers: tuple[CoveredRows, ...]
    span: Span = field(compare=False)


@frozen
class Comment:
    text: str
    span: Span = field(compare=False)


@frozen
class Origin:
    """The address from which a ruleset comes that a file names: a library after `use`, or the base of a variant."""

    name: Word
    address: str
    span: Span = field(compare=False)


@frozen
class File:
    """A whole file: `kind`, its name, the ruleset it belongs to (variants, annexes), the edition of that ruleset which a
    variant names, and its content.
    """

    kind: Literal["game", "library", "variant", "annex"]
    name: Word
    base: Word | None
    base_edition: str | None
    mixins: WordRow
    title: Texts | None
    editions: tuple[EditionDecl, ...]
    sources: tuple[SourceDecl, ...]
    uses: WordRow
    origins: tuple[Origin, ...]
    items: tuple[Item, ...]
    comments: tuple[Comment, ...]
    source: Source
    span: Span = field(compare=False)
