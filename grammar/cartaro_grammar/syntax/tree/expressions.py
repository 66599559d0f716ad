"""The tree: expressions, and acts with their arguments."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from cartaro_grammar.syntax.tree.words import Word, WordRow
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Span


@frozen
class Name:
    text: str
    span: Span = field(compare=False)


@frozen
class NumberLit:
    value: int
    span: Span = field(compare=False)


@frozen
class Codes:
    codes: WordRow
    span: Span = field(compare=False)


@frozen
class AllCards:
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
class Beside:
    """`player after EXPR`, `player before EXPR`."""

    where: Literal["after", "before"]
    what: Word
    of: Expr
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
"""What decides, and where that is equal, what decides then."""


Reckoning = Literal["number", "total", "highest", "lowest", "half"]


@frozen
class Reckon:
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
class TotalOver:
    amount: Expr
    variable: Word
    members: Expr
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


PatternName = Literal["alike", "distinct", "consecutive"]


@frozen
class Patterned:
    """`is alike in suit`, `is distinct in suit`, `is consecutive in place`."""

    left: Expr
    pattern: PatternName
    attribute: Word
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


@frozen
class Quantified:
    """`some x in SET has φ`; with `members` None, `every hand is empty`: `variable` is then the thing spoken of, and the
    condition's innermost left side is its Name.
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


Argument = Name | Codes | Beside


@frozen
class ActPhrase:
    """An act with its arguments: `take t with card`; an argument is a word, cards, or a player by another's seat."""

    act: Word
    arguments: tuple[tuple[str | None, Argument], ...]
    span: Span = field(compare=False)


Expr = (
    Name | NumberLit | Codes | AllCards | LastPlayer | Group | Filter | FunctionCall | Of | Beside | KindIn | Ranked | Reckon
    | Remainder | TotalOver | Arithmetic | Compare | Patterned | CanDo | AppliesTest | Quantified | Negation | Logic
)  # fmt: skip
