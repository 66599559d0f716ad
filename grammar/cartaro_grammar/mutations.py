"""Small changes of a ruleset's rules, such as an author's mistakes (decision 0042).

`mutations_of` walks the checked clauses, acts and memory, and yields changes of their words. `mutant` parses the changed file
and checks the whole ruleset again. A change that does not parse or check is not a mutant. These parts stay unchanged: the pack
and its tables, the numbers of players, visibility, conduct, titles and house rules, since no example can test them; annexes;
definitions that no rule uses; changes of memory that no rule, claim or example reads, such as a library's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, Literal, get_args

from cartaro_grammar.load import check_files
from cartaro_grammar.model import game as g
from cartaro_grammar.model.facts import facts_of, unread_memory
from cartaro_grammar.model.parts import parts
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.source import Source, Span

# ---------------------------------------------------------------------- mutation


MutationKind = Literal[
    "number", "comparison", "negation", "connective", "quantifier", "extreme", "sign", "seat", "duty", "moment", "remedy",
    "condition", "condition dropped", "part dropped", "exception dropped", "clause dropped", "effect dropped",
    "effects exchanged", "clauses exchanged", "owner", "place", "memory", "measure", "value", "card",
]  # fmt: skip
MUTATION_KINDS: Final[tuple[MutationKind, ...]] = get_args(MutationKind)


@frozen
class Mutation:
    """A change of a clause, act or cell of memory: its name, and the replacements of spans in one source."""

    subject: str
    kind: MutationKind
    edits: tuple[tuple[Span, str], ...]
    sentence: Span = field(compare=False)

    @property
    def source(self) -> Source:
        return self.sentence.source

    @property
    def line(self) -> int:
        return self.edits[0][0].line

    @property
    def text(self) -> str:
        """The whole text of the source with the change."""
        return _edited(self.source.text, 0, self.edits)

    @property
    def before(self) -> str:
        """The unchanged sentence, on one line, without its titles."""
        return _on_one_line(self.sentence.text)

    @property
    def after(self) -> str:
        """The sentence as changed; "" if it is dropped."""
        return _on_one_line(_edited(self.sentence.text, self.sentence.start, self.edits))


def _edited(text: str, offset: int, edits: Iterable[tuple[Span, str]]) -> str:
    for span, new in sorted(edits, key=lambda edit: -edit[0].start):
        text = text[: span.start - offset] + new + text[span.end - offset :]
    return text


def _on_one_line(text: str) -> str:
    words = " ".join(re.sub(r"--[^\n]*", "", text).split())
    return re.sub(r"\s+([,:)])", r"\1", re.sub(r'\s*(\b(ours because )?([a-z]{2}) )?"[^"]*"', "", words))


def mutant(files: Sequence[tree.File], mutation: Mutation, *, shown: bool = True) -> g.Ruleset | None:
    """Return the checked ruleset with a change; None if it does not parse or check. Without `shown`, examples and claims are
    removed, because they may use removed names.
    """
    from cartaro_grammar.syntax.parser import parse  # imported late: it loads lark, which most runs do not need

    changed = parse(Source(mutation.source.name, mutation.text))
    if not isinstance(changed, tree.File):
        return None
    left = () if shown else (tree.Example, tree.Claim)
    whole = [_without(changed if file.source == mutation.source else file, (tree.Telling, *left)) for file in files]
    game, _ = check_files(whole, None, doubts=False)
    return None if game is None else game.ruleset


def with_examples(files: Sequence[tree.File], name: str, text: str) -> g.Ruleset | None:
    """Return the checked ruleset with a given name and some more examples at its end. Return None if they do not check."""
    from cartaro_grammar.syntax.parser import parse

    annex = parse(Source("", f"annex more of {name}\n\n{text}"))
    game = check_files([*files, annex], None, doubts=False)[0] if isinstance(annex, tree.File) else None
    return None if game is None else game.ruleset


def _without(file: tree.File, kinds: tuple[type[tree.Item], ...]) -> tree.File:
    """Return a file without some parts, and without the wordings of the guide, which name clauses but do not belong to the
    rules.
    """
    return replace(file, items=tuple(item for item in file.items if not isinstance(item, kinds)))


# ------------------------------------------------------------------------- words


TOKEN: Final = re.compile(r'"[^"\n]*"|--[^\n]*|[():,\[\]+*=-]|[^\s():,\[\]+*="-]+')
FIXED: Final = (g.Material, g.Conduct, g.Sees, g.Runs, g.TakesPart)
"""The sentences that mutations do not change."""

Words = tuple[str, ...]
PHRASES: Final[tuple[tuple[MutationKind, Words, Words], ...]] = (
    ("comparison", ("is", "at", "least"), ("is", "more", "than")),
    ("comparison", ("is", "more", "than"), ("is", "at", "least")),
    ("comparison", ("is", "at", "most"), ("is", "less", "than")),
    ("comparison", ("is", "less", "than"), ("is", "at", "most")),
    ("comparison", ("=",), ("is", "at", "most")),
    ("comparison", ("=",), ("is", "at", "least")),
    ("negation", ("is", "not"), ("is",)),
    ("negation", ("is",), ("is", "not")),
    ("negation", ("has", "not"), ("has",)),
    ("negation", ("can",), ("cannot",)),
    ("negation", ("cannot",), ("can",)),
    ("negation", ("counts", "as"), ("does", "not", "count", "as")),
    ("negation", ("does", "not", "count", "as"), ("counts", "as")),
    ("negation", ("true",), ("false",)),
    ("negation", ("false",), ("true",)),
    ("connective", ("and",), ("or",)),
    ("connective", ("or",), ("and",)),
    ("quantifier", ("some",), ("every",)),
    ("quantifier", ("every",), ("some",)),
    ("quantifier", ("no",), ("some",)),
    ("extreme", ("highest",), ("lowest",)),
    ("extreme", ("lowest",), ("highest",)),
    ("sign", ("+",), ("-",)),
    ("sign", ("-",), ("+",)),
    ("sign", ("*",), ("+",)),
    ("sign", ("rounded", "down"), ("rounded", "up")),
    ("sign", ("rounded", "up"), ("rounded", "down")),
    ("seat", ("player", "after"), ("player", "before")),
    ("seat", ("player", "before"), ("player", "after")),
    ("seat", ("last", "player"), ("player", "after", "last", "player")),
    ("seat", ("opposite", "players"), ("single", "players")),
    ("duty", ("must",), ("may",)),
    ("duty", ("may",), ("must",)),
    ("duty", ("as", "often", "as", "wished"), ()),
    ("moment", ("start", "of"), ("end", "of")),
    ("moment", ("end", "of"), ("start", "of")),
    ("remedy", ("take", "it", "back"), ("let", "it", "stand")),
    ("remedy", ("let", "it", "stand"), ("take", "it", "back")),
)
"""Words and their replacements; the parser or the checker rejects replacements that make no sense."""

COMPARISONS: Final = frozenset({("is", "at", "least"), ("is", "more", "than"), ("is", "at", "most"), ("is", "less", "than")})
CONDITIONS: Final = frozenset({"when", "unless", "where", "means", "has", "and", "or", "while"})
QUANTIFIERS: Final = frozenset({"each", "every", "some", "no"})


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    start: int
    end: int


def _tokens(source: Source, start: int, end: int) -> list[_Token]:
    """Return the words and signs between two offsets, without titles and comments."""
    found = (_Token(match[0], match.start(), match.end()) for match in TOKEN.finditer(source.text, start, end))
    return [token for token in found if not token.text.startswith(('"', "--"))]


# --------------------------------------------------------------------- mutations


def mutations_of(ruleset: g.Ruleset, files: Sequence[tree.File]) -> tuple[Mutation, ...]:
    """Return all changes of the rules for which a ruleset is responsible, in the order of the text.

    The mutants of a variant are made from its own file only. The mutants of another ruleset are also made from the libraries
    that it uses.
    """
    kinds = {file.source.name: file for file in files}
    unread = _unread(ruleset)
    used = _used(ruleset, unread)
    own = [
        name for name, file in kinds.items() if file.kind != "annex" and (not ruleset.bases or file.name.text == ruleset.name)
    ]
    found = dict[tuple[str, int, str], Mutation]()
    for name in own:
        maker = _Mutations(ruleset, kinds[name].source, used, unread)
        for mutation in sorted(maker.all(), key=lambda one: (one.edits[0][0].start, MUTATION_KINDS.index(one.kind))):
            found.setdefault((name, mutation.sentence.start, mutation.after), mutation)
    return tuple(found.values())


def _unread(ruleset: g.Ruleset) -> frozenset[str]:
    """Return the memory that no rule, claim or example reads. Its value does not affect the game."""
    checks = tuple(line for example in ruleset.examples for line in example.lines if isinstance(line, g.Check))
    shown = {part.cell for part in parts((ruleset.claims, checks)) if isinstance(part, g.Recall)}
    return frozenset(unread_memory(ruleset)) - shown


def _used(ruleset: g.Ruleset, unread: frozenset[str]) -> frozenset[str]:
    """Return the definitions that the rules read, directly or through other definitions, and the definition of the winner.
    Effects that only set unread memory do not count as reads.
    """
    rules = (c for c in ruleset.clauses if not isinstance(c.sentence, g.Definition) and not _sets_only(_effects(c), unread))
    effects = (effect for act in ruleset.acts for effect in act.effects if not _sets_only((effect,), unread))
    domains = tuple(act.parameters for act in ruleset.acts)
    ahead, reached = [g.WINNER, *_applied((*rules, *effects, domains, ruleset.cells))], set[str]()
    while ahead:
        name = ahead.pop()
        if name not in reached and name in ruleset.function:
            reached.add(name)
            ahead += _applied(tuple(ruleset.clause[clause] for clause in ruleset.function[name].clauses))
    return frozenset(reached)


def _effects(clause: g.Clause) -> tuple[g.Effect, ...]:
    return clause.sentence.effects if isinstance(clause.sentence, g.Consequence) else ()


def _sets_only(effects: Sequence[g.Effect], cells: frozenset[str]) -> bool:
    """Return whether effects only set some of these cells."""
    return bool(effects) and all(facts_of(effect.body).memory in cells for effect in effects)


def _applied(nodes: object) -> list[str]:
    return [part.function for part in parts(nodes) if isinstance(part, g.Apply)]


class _Mutations:
    """The changes of one source."""

    def __init__(self, ruleset: g.Ruleset, source: Source, used: frozenset[str], unread: frozenset[str]) -> None:
        self.ruleset, self.source, self.used, self.unread = ruleset, source, used, unread
        self.others = dict(_exchangeable(ruleset))
        self.owned = {z.name: z.owner for z in ruleset.zones} | {c.name: c.owner for c in ruleset.cells}

    def span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    def trimmed(self, span: Span) -> Span:
        """Return a span without the space and the comments at its end."""
        tokens = [m for m in TOKEN.finditer(self.source.text, span.start, span.end) if not m[0].startswith("--")]
        return self.span(span.start, tokens[-1].end() if tokens else span.start)

    def all(self) -> Iterator[Mutation]:
        clauses = [clause for clause in self.ruleset.clauses if clause.span.source == self.source]
        for clause in clauses:
            if not isinstance(clause.sentence, FIXED) and not self._idle(clause):
                yield from self.of_clause(clause)
        for first, second in pairwise(clauses):
            if self._neighbours(first, second):
                one, other = self.trimmed(first.span), self.trimmed(second.span)
                edits = ((one, other.text), (other, one.text))
                yield Mutation(first.name, "clauses exchanged", edits, self.span(one.start, other.end))
        for act in self.ruleset.acts:
            if act.span.source == self.source:
                yield from self.of_act(act)
        for cell in self.ruleset.cells:
            if cell.span.source == self.source and cell.initial is not None and cell.name not in self.unread:
                sentence = self.trimmed(cell.span)
                yield from self.of_words(cell.name, sentence, _tokens(self.source, cell.initial.span.start, sentence.end))

    def _idle(self, clause: g.Clause) -> bool:
        if isinstance(clause.sentence, g.Definition):
            return clause.sentence.function not in self.used
        return _sets_only(_effects(clause), self.unread)

    def _neighbours(self, first: g.Clause, second: g.Clause) -> bool:
        """Return whether two clauses follow each other in one course."""
        one, other = first.sentence, second.sentence
        if not isinstance(one, g.Consequence) or not isinstance(other, g.Consequence) or first.under != second.under:
            return False
        between = self.source.text[self.trimmed(first.span).end : second.span.start]
        return one.event == other.event and not re.sub(r"--[^\n]*", "", between).strip()

    def of_clause(self, clause: g.Clause) -> Iterator[Mutation]:
        sentence = self.trimmed(clause.span)
        tokens = _tokens(self.source, sentence.start, sentence.end)
        colon = next((n for n, token in enumerate(tokens) if token.text == ":"), 0)
        head, body = tokens[:colon], tokens[colon + 1 :]
        if not body:
            return

        def made(kind: MutationKind, *edits: tuple[Span, str]) -> Mutation:
            return Mutation(clause.name, kind, edits, sentence)

        for n, token in enumerate(head):
            if token.text == "despite":
                yield made("exception dropped", (self.span(token.start, head[self._last_of_list(head, n + 1)].end), ""))
        course = isinstance(clause.sentence, g.Consequence) and body[0].text not in ("at", "after")
        rest = self.span(body[0].start, sentence.end)
        if rest.text != "nothing":
            yield made("clause dropped", (rest, "nothing") if course else (self._with_its_block(sentence), ""))
        yield from self.of_effects(clause.name, sentence, _effects(clause))
        idle = [self.trimmed(effect.span) for effect in _effects(clause) if _sets_only((effect,), self.unread)]
        body = [token for token in body if not any(span.start <= token.start < span.end for span in idle)]
        yield from self.of_words(clause.name, sentence, body, step=isinstance(clause.sentence, g.Step))

    def _with_its_block(self, sentence: Span) -> Span:
        """Return a clause's span, with the line that opens its block if the block has no other clause."""
        lines = self.source.text[: sentence.start].rstrip().rsplit("\n", 1)
        opener, after = lines[-1], self.source.text[sentence.end :].lstrip("\n")
        margin = len(opener) - len(opener.lstrip())
        follows = next((line for line in after.split("\n") if line.strip()), "")
        alone = opener.lstrip().startswith("under ") and len(follows) - len(follows.lstrip()) <= margin
        return self.span(len(lines[0]) + 1 + margin, sentence.end) if alone and len(lines) == 2 else sentence

    def _last_of_list(self, tokens: Sequence[_Token], first: int) -> int:
        last = first
        while last + 2 < len(tokens) and tokens[last + 1].text == ",":
            last += 2
        return last

    def of_act(self, act: g.Act) -> Iterator[Mutation]:
        sentence = self.trimmed(act.span)
        yield from self.of_effects(act.name, sentence, act.effects)
        places = [p.domain.span for p in act.parameters if p.domain is not None]
        for span in (*places, *(effect.span for effect in self._lively(act.effects))):
            whole = self.trimmed(span)
            yield from self.of_words(act.name, sentence, _tokens(self.source, whole.start, whole.end))

    def of_effects(self, subject: str, sentence: Span, effects: Sequence[g.Effect]) -> Iterator[Mutation]:
        spans = [self.trimmed(effect.span) for effect in self._lively(effects)]
        for span in spans if len(effects) > 1 else ():
            yield Mutation(subject, "effect dropped", ((span, "nothing"),), sentence)
        for one, other in pairwise(spans):
            yield Mutation(subject, "effects exchanged", ((one, other.text), (other, one.text)), sentence)

    def _lively(self, effects: Sequence[g.Effect]) -> Sequence[g.Effect]:
        """Return the effects, except those that only set unread memory."""
        return [effect for effect in effects if not _sets_only((effect,), self.unread)]

    # ------------------------------------------------------------------ words

    def of_words(self, subject: str, sentence: Span, tokens: Sequence[_Token], *, step: bool = False) -> Iterator[Mutation]:
        """Yield the changes of the words of a sentence."""
        for kind, edits in self._edits(tokens, step=step):
            yield Mutation(subject, kind, tuple((self.span(*place), new) for place, new in edits), sentence)

    def _edits(
        self, tokens: Sequence[_Token], *, step: bool
    ) -> Iterator[tuple[MutationKind, tuple[tuple[tuple[int, int], str], ...]]]:
        words = [token.text for token in tokens]
        for n, token in enumerate(tokens):
            place = (token.start, token.end)
            for kind, old, new in PHRASES:
                if tuple(words[n : n + len(old)]) == old and self._continues(kind, old, words[n + len(old) :], step=step):
                    yield kind, (((token.start, tokens[n + len(old) - 1].end), " ".join(new)),)
            if token.text.isdigit():
                value = int(token.text)
                numbers = [value + 1, *([value - 1] if value else []), *([2 * value] if value > 1 else [])]
                for number in numbers:
                    yield "number", ((place, str(number)),)
            for kind, other in self.others.get(token.text, ()):
                yield kind, ((place, other),)
            owner = self.owned.get(token.text)
            free = words[n + 1 : n + 2] != ["of"] and (n == 0 or words[n - 1] not in QUANTIFIERS)
            if owner in ("player", "side") and free:
                of = "player after player" if owner == "player" else "side of player after player"
                yield "owner", (((token.end, token.end), f" of {of}"),)
            if token.text == "side" and (n == 0 or words[n - 1] == "of"):
                yield "owner", (((token.end, token.end), " of player after player"),)
            if token.text in ("when", "unless"):
                yield "condition", ((place, "unless" if token.text == "when" else "when"),)
                yield "condition dropped", (((token.start, tokens[self._end(words, n + 1)].end), ""),)
            if token.text in ("and", "or"):
                yield "part dropped", (((token.start, tokens[self._end(words, n + 1)].end), ""),)
                first = self._begin(words, n - 1)
                if first is not None:
                    yield "part dropped", (((tokens[first].start, token.end), ""),)
            if token.text == "by" and n + 1 < len(tokens) and "can" in words[:n]:
                yield "part dropped", (((token.start, tokens[n + 1].end), ""),)
            if token.text in ("add", "subtract"):
                sign, link, wanted = ("subtract", "to", "from") if token.text == "add" else ("add", "from", "to")
                there = next((m for m in range(n, len(words)) if words[m] == link), None)
                if there is not None:
                    yield "sign", ((place, sign), ((tokens[there].start, tokens[there].end), wanted))

    def _continues(self, kind: MutationKind, old: Words, rest: Sequence[str], *, step: bool) -> bool:
        """Return whether a change does something that no other change does. Next to a number, for example, the number is
        changed instead.
        """
        if kind == "duty":
            return step
        if old == ("is",):
            return bool(rest) and rest[0] not in ("not", "at", "more", "less")
        return old not in COMPARISONS or not (rest and rest[0].isdigit())

    def _end(self, words: Sequence[str], first: int) -> int:
        """Return the last word of a condition that begins at `first`: before the next one outside brackets, or a comma."""
        level, last = 0, first
        for n in range(first, len(words)):
            word = words[n]
            if level == 0 and n > first and (word in (")", ",", "when", "unless", "and", "or", "where")):
                break
            level += (word in "([") - (word in ")]")
            if level < 0:
                break
            last = n
        return last

    def _begin(self, words: Sequence[str], last: int) -> int | None:
        """Return the first word of the part of a condition that ends at `last`; None if it is not outside brackets."""
        level = 0
        for n in range(last, -1, -1):
            level += (words[n] in ")]") - (words[n] in "([")
            if level < 0 or (level == 0 and words[n] in CONDITIONS):
                return n + 1
        return None


def _exchangeable(ruleset: g.Ruleset) -> Iterator[tuple[str, tuple[tuple[MutationKind, str], ...]]]:
    """Yield each name with the next name of the same kind, which may be written in its place."""
    found = dict[str, list[tuple[MutationKind, str]]]()

    def pair(kind: MutationKind, names: Sequence[str]) -> None:
        for name, other in zip(names, (*names[1:], *names[:1]), strict=True):
            if name != other:
                found.setdefault(name, []).append((kind, other))

    def alike(kind: MutationKind, items: Iterable[tuple[object, str]]) -> None:
        groups = dict[object, list[str]]()
        for key, name in items:
            groups.setdefault(key, []).append(name)
        for names in groups.values():
            pair(kind, names)

    alike("place", ((z.owner, z.name) for z in ruleset.zones if not z.family))
    alike("memory", (((c.kind, c.owner, c.type), c.name) for c in ruleset.cells if not c.annex))
    pair("measure", [measure.name for measure in ruleset.deck.measures])
    for attribute in ruleset.deck.attributes:
        pair("value", [value.name for value in attribute.values])
    pair("card", list(dict.fromkeys(card.code for card in ruleset.deck.cards)))
    yield from ((name, tuple(others)) for name, others in found.items())
