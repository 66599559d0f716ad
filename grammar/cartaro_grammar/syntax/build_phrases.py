"""From the parser's output to the tree: expressions, acts and effects.  The parser's own trees end here."""

from __future__ import annotations

from typing import Any, Literal, TypeVar, cast

from lark import (
    Token,
    Transformer,
    v_args,  # pyright: ignore[reportUnknownVariableType] - typed by `placed` below
)
from lark.tree import Meta

from cartaro_grammar.syntax import tree
from cartaro_grammar.text.source import Source, Span

Children = list[Any]
"""What the parser hands over: tokens, trees' nodes already built, and None for what was left out."""

Tail = tuple[str, Any, Any]
"""What follows the left side of a comparison: its sort, and one or two parts."""

Ranking = tuple[tuple[Literal["highest", "lowest"], tree.Expr], ...]

B = TypeVar("B")


def placed(builder: type[B]) -> type[B]:
    """A builder whose methods are given the place of their rule first; the library's own decorator forgets the type."""
    return cast("type[B]", v_args(meta=True)(builder))


@placed
class PhraseBuilder(Transformer[Token, Any]):
    """Builds expressions and effects; one method a rule of the grammar, named as its alias there."""

    def __init__(self, source: Source) -> None:
        super().__init__(visit_tokens=False)
        self.text = source

    def span(self, meta: Meta) -> Span:
        """The span of a rule; an empty one has none of its own and stands at the file's start."""
        if meta.empty:
            return Span(self.text, 0, 0)
        return Span(self.text, meta.start_pos, min(meta.end_pos, len(self.text.text)))  # a last line need not end

    def word(self, token: Token) -> tree.Word:
        start = token.start_pos or 0
        return tree.Word(str(token), Span(self.text, start, start + len(token)))

    def words(self, tokens: Children) -> tuple[tree.Word, ...]:
        return tuple(self.word(token) for token in tokens)

    # ------------------------------------------------------------------ atoms

    def name(self, meta: Meta, parts: Children) -> tree.Name:
        return tree.Name(str(parts[0]), self.span(meta))

    def number_lit(self, meta: Meta, parts: Children) -> tree.NumberLit:
        return tree.NumberLit(int(parts[0]), self.span(meta))

    def negative(self, meta: Meta, parts: Children) -> tree.NumberLit:
        return tree.NumberLit(-int(parts[0]), self.span(meta))

    def codes(self, meta: Meta, parts: Children) -> tree.Codes:
        return tree.Codes(self.words(parts), self.span(meta))

    def all_cards(self, meta: Meta, _: Children) -> tree.AllCards:
        return tree.AllCards(self.span(meta))

    def last_player(self, meta: Meta, _: Children) -> tree.LastPlayer:
        return tree.LastPlayer(self.span(meta))

    def group(self, meta: Meta, parts: Children) -> tree.Group:
        return tree.Group(parts[0], self.span(meta))

    def filter(self, meta: Meta, parts: Children) -> tree.Filter:
        return tree.Filter(parts[0], parts[1], self.span(meta))

    def call(self, meta: Meta, parts: Children) -> tree.Call:
        return tree.Call(self.word(parts[0]), tuple(parts[1:]), self.span(meta))

    def of_(self, meta: Meta, parts: Children) -> tree.Of:
        return tree.Of(self.word(parts[0]), parts[1], self.span(meta))

    def seat_after(self, meta: Meta, parts: Children) -> tree.Beside:
        return tree.Beside(self.word(parts[0]), "after", parts[1], self.span(meta))

    def seat_before(self, meta: Meta, parts: Children) -> tree.Beside:
        return tree.Beside(self.word(parts[0]), "before", parts[1], self.span(meta))

    # ------------------------------------------------------------------ reckoning

    def kind_in(self, meta: Meta, parts: Children) -> tree.KindIn:
        return tree.KindIn(self.word(parts[0]), parts[1], self.span(meta))

    def extreme(self, _: Meta, parts: Children) -> str:
        return str(parts[0])

    def rank_key(self, _: Meta, parts: Children) -> tuple[str, tree.Expr]:
        return (parts[0], parts[1])

    def ranking(self, _: Meta, parts: Children) -> tuple[tuple[str, tree.Expr], ...]:
        return tuple(parts)

    def select(self, meta: Meta, parts: Children) -> tree.Ranked:
        return tree.Ranked(self.word(parts[0]), None, parts[1], self.span(meta))

    def select_in(self, meta: Meta, parts: Children) -> tree.Ranked:
        return tree.Ranked(self.word(parts[0]), parts[1], parts[2], self.span(meta))

    def of_ranked(self, meta: Meta, parts: Children) -> tree.Of:
        """`points of the side with highest …`: the brackets may be left out."""
        return self._of_ranked(meta, parts[0], parts[1], None, parts[2])

    def of_ranked_in(self, meta: Meta, parts: Children) -> tree.Of:
        return self._of_ranked(meta, parts[0], parts[1], parts[2], parts[3])

    def _of_ranked(self, meta: Meta, what: Token, variable: Token, members: tree.Expr | None, keys: Ranking) -> tree.Of:
        word = self.word(variable)
        ranked = tree.Ranked(word, members, keys, Span(word.span.source, word.span.start, self.span(meta).end))
        return tree.Of(self.word(what), ranked, self.span(meta))

    def _reckon(self, how: tree.Reckoning, meta: Meta, parts: Children) -> tree.Reckon:
        measure = self.word(parts[0]) if len(parts) == 2 else None
        return tree.Reckon(how, measure, parts[-1], self.span(meta))

    def number_of(self, meta: Meta, parts: Children) -> tree.Reckon:
        return self._reckon("number", meta, parts)

    def total(self, meta: Meta, parts: Children) -> tree.Reckon:
        return self._reckon("total", meta, parts)

    def highest(self, meta: Meta, parts: Children) -> tree.Reckon:
        return self._reckon("highest", meta, parts)

    def lowest(self, meta: Meta, parts: Children) -> tree.Reckon:
        return self._reckon("lowest", meta, parts)

    def half(self, meta: Meta, parts: Children) -> tree.Reckon:
        return self._reckon("half", meta, parts)

    def remainder(self, meta: Meta, parts: Children) -> tree.Remainder:
        return tree.Remainder(parts[0], parts[1], self.span(meta))

    def total_over(self, meta: Meta, parts: Children) -> tree.TotalOver:
        return tree.TotalOver(parts[0], self.word(parts[1]), parts[2], self.span(meta))

    def plus(self, meta: Meta, parts: Children) -> tree.Arithmetic:
        return tree.Arithmetic("+", parts[0], parts[1], self.span(meta))

    def minus(self, meta: Meta, parts: Children) -> tree.Arithmetic:
        return tree.Arithmetic("-", parts[0], parts[1], self.span(meta))

    def times(self, meta: Meta, parts: Children) -> tree.Arithmetic:
        return tree.Arithmetic("*", parts[0], parts[1], self.span(meta))

    # ------------------------------------------------------------------ truths

    def or_(self, meta: Meta, parts: Children) -> tree.Logic:
        return tree.Logic("or", parts[0], parts[1], self.span(meta))

    def and_(self, meta: Meta, parts: Children) -> tree.Logic:
        return tree.Logic("and", parts[0], parts[1], self.span(meta))

    def not_(self, meta: Meta, parts: Children) -> tree.Not:
        return tree.Not(parts[0], self.span(meta))

    def quant(self, _: Meta, parts: Children) -> str:
        return str(parts[0])

    def quantified(self, meta: Meta, parts: Children) -> tree.Quantified:
        quantifier, variable, members, condition = parts
        return tree.Quantified(quantifier, self.word(variable), members, condition, self.span(meta))

    def quantified_owner(self, meta: Meta, parts: Children) -> tree.Quantified:
        quantifier, thing, tail = parts
        word = self.word(thing)
        condition = self._tailed(meta, tree.Name(word.text, word.span), tail)
        return tree.Quantified(quantifier, word, None, condition, self.span(meta))

    def compare(self, meta: Meta, parts: Children) -> tree.Expr:
        return self._tailed(meta, parts[0], parts[1])

    def _tailed(self, meta: Meta, left: tree.Expr, tail: Tail) -> tree.Expr:
        kind, what, more = tail
        span = self.span(meta)
        match kind:
            case "compare":
                return tree.Compare(left, what, more, span)
            case "pattern":
                return tree.Patterned(left, what, more, span)
            case "can" | "cannot":
                return tree.CanDo(left, kind == "can", what, more, span)
            case _:
                return tree.AppliesTest(left, bool(what), span)

    def eq(self, _: Meta, parts: Children) -> Tail:
        return ("compare", "=", parts[0])

    def is_(self, _: Meta, parts: Children) -> Tail:
        return ("compare", "is", parts[0])

    def is_not(self, _: Meta, parts: Children) -> Tail:
        return ("compare", "is not", parts[0])

    def is_in(self, _: Meta, parts: Children) -> Tail:
        return ("compare", "is in", parts[0])

    def is_not_in(self, _: Meta, parts: Children) -> Tail:
        return ("compare", "is not in", parts[0])

    def at_least(self, _: Meta, parts: Children) -> Tail:
        return ("compare", ">=", parts[0])

    def at_most(self, _: Meta, parts: Children) -> Tail:
        return ("compare", "<=", parts[0])

    def more_than(self, _: Meta, parts: Children) -> Tail:
        return ("compare", ">", parts[0])

    def less_than(self, _: Meta, parts: Children) -> Tail:
        return ("compare", "<", parts[0])

    def read_as(self, _: Meta, parts: Children) -> Tail:
        return ("compare", "read as", parts[0])

    def alike(self, _: Meta, parts: Children) -> Tail:
        return ("pattern", "alike", self.word(parts[0]))

    def distinct(self, _: Meta, parts: Children) -> Tail:
        return ("pattern", "distinct", self.word(parts[0]))

    def consecutive(self, _: Meta, parts: Children) -> Tail:
        return ("pattern", "consecutive", self.word(parts[0]))

    def can(self, _: Meta, parts: Children) -> Tail:
        return ("can", parts[0], parts[1])

    def cannot(self, _: Meta, parts: Children) -> Tail:
        return ("cannot", parts[0], parts[1])

    def applies(self, _: Meta, __: Children) -> Tail:
        return ("applies", True, None)

    def applies_not(self, _: Meta, __: Children) -> Tail:
        return ("applies", False, None)

    # ------------------------------------------------------------------ acts

    def prep(self, _: Meta, parts: Children) -> str:
        return str(parts[0])

    def by(self, _: Meta, parts: Children) -> tree.Word:
        return self.word(parts[0])

    def named(self, meta: Meta, parts: Children) -> tree.Name:
        return tree.Name(str(parts[0]), self.span(meta))

    def argpart(self, _: Meta, parts: Children) -> tuple[str, tree.Argument]:
        return (parts[0], parts[1])

    def actphrase(self, meta: Meta, parts: Children) -> tree.ActPhrase:
        first = [(None, parts[1])] if parts[1] is not None else []
        return tree.ActPhrase(self.word(parts[0]), (*first, *parts[2:]), self.span(meta))

    # ------------------------------------------------------------------ effects

    def when(self, _: Meta, parts: Children) -> tuple[str, tree.Expr]:
        return ("when", parts[0])

    def unless(self, _: Meta, parts: Children) -> tuple[str, tree.Expr]:
        return ("unless", parts[0])

    def mods(self, _: Meta, parts: Children) -> tuple[tuple[tree.Expr, ...], tuple[tree.Expr, ...]]:
        return (
            tuple(expr for kind, expr in parts if kind == "when"),
            tuple(expr for kind, expr in parts if kind == "unless"),
        )

    def terms(self, _: Meta, parts: Children) -> tuple[tree.Expr, ...]:
        return tuple(parts)

    def _effect(self, verb: tree.EffectVerb, meta: Meta, operands: Children, name: Token | None = None) -> tree.EffectLine:
        flat: list[tree.Expr] = []
        for operand in operands:
            flat += operand if isinstance(operand, tuple) else (operand,)
        word = self.word(name) if name is not None else None
        return tree.EffectLine(verb, tuple(flat), word, None, (), (), self.span(meta))

    def move(self, meta: Meta, parts: Children) -> tree.EffectLine:
        return self._effect("move", meta, parts)

    def deal_each(self, meta: Meta, parts: Children) -> tree.EffectLine:
        return self._effect("deal each", meta, parts)

    def deal(self, meta: Meta, parts: Children) -> tree.EffectLine:
        return self._effect("deal", meta, parts)

    def shuffle(self, meta: Meta, parts: Children) -> tree.EffectLine:
        return self._effect("shuffle", meta, parts)

    def add_to(self, meta: Meta, parts: Children) -> tree.EffectLine:
        return self._effect("add", meta, parts)

    def subtract(self, meta: Meta, parts: Children) -> tree.EffectLine:
        return self._effect("subtract", meta, parts)

    def becomes(self, meta: Meta, parts: Children) -> tree.EffectLine:
        return self._effect("become", meta, parts)

    def mark_as(self, meta: Meta, parts: Children) -> tree.EffectLine:
        return self._effect("mark", meta, parts[:1], parts[1])

    def form(self, meta: Meta, parts: Children) -> tree.EffectLine:
        return self._effect("form", meta, parts[1:], parts[0])

    def exchange(self, meta: Meta, parts: Children) -> tree.EffectLine:
        return self._effect("exchange", meta, parts)

    def show(self, meta: Meta, parts: Children) -> tree.EffectLine:
        return self._effect("show", meta, parts)

    def seat(self, meta: Meta, parts: Children) -> tree.EffectLine:
        return self._effect("seat", meta, parts)

    def repeat(self, meta: Meta, parts: Children) -> tree.EffectLine:
        return self._effect("repeat", meta, [], parts[0])

    def end(self, meta: Meta, parts: Children) -> tree.EffectLine:
        return self._effect("end", meta, [], parts[0])

    def void(self, meta: Meta, parts: Children) -> tree.EffectLine:
        return self._effect("void", meta, [], parts[0])

    def nothing(self, meta: Meta, _: Children) -> tree.EffectLine:
        return self._effect("nothing", meta, [])

    def effect(self, meta: Meta, parts: Children) -> tree.EffectLine:
        line: tree.EffectLine = parts[0]
        if len(parts) == 1 or parts[1] is None:
            return line
        each = self.word(parts[1])
        return tree.EffectLine(line.verb, line.operands, line.name, each, (), (), self.span(meta))

    def effect_line(self, meta: Meta, parts: Children) -> tree.EffectLine:
        line: tree.EffectLine = parts[0]
        when, unless = parts[1]
        return tree.EffectLine(line.verb, line.operands, line.name, line.for_each, when, unless, self.span(meta))
