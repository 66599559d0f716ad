"""From the parser's output to the tree: sentences, declarations, articles, claims, examples, whole files."""

from __future__ import annotations

from typing import Any

from lark import Token
from lark.tree import Meta

from cartaro_grammar.syntax import tree
from cartaro_grammar.syntax.build_phrases import Children, PhraseBuilder, placed

Said = tuple[tree.Sentence, tuple[tree.Expr, ...], tuple[tree.Expr, ...]]
"""What a clause says, when, and unless."""

Settings = tuple[tuple[tree.Word, tree.Word], ...]
Mods = tuple[tuple[tree.Expr, ...], tuple[tree.Expr, ...]]


@placed
class SentenceBuilder(PhraseBuilder):
    """Builds the sentences of clauses; each yields (sentence, when, unless)."""

    def _clause_text(self, sentence: tree.Sentence, mods: Mods = ((), ())) -> Said:
        return (sentence, mods[0], mods[1])

    def permission(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Permission(p[0], True, p[1], p[2]), p[3])

    def prohibition(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Permission(p[0], False, p[1], p[2]), p[3])

    def obligation(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Obligation(p[0], p[1]))

    def wild(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Reading(p[0], ()), p[1])

    def reading(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Reading(p[0], tuple(p[1:-1])), p[-1])

    def before(self, _: Meta, p: Children) -> tuple[str, tree.Word]:
        return ("before", self.word(p[0]))

    def after_step(self, _: Meta, p: Children) -> tuple[str, tree.Word]:
        return ("after", self.word(p[0]))

    def acts(self, _: Meta, p: Children) -> tuple[tree.Word, ...]:
        return self.words(p)

    def often(self, _: Meta, __: Children) -> bool:
        return True

    def must_step(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.TurnStep(self.word(p[0]), p[1], p[2], p[3], True, False), p[4])

    def may_step(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.TurnStep(self.word(p[0]), p[1], p[2], p[3], False, bool(p[4])), p[5])

    def definition(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Definition(p[0], p[1], truth=False), p[2])

    def meaning(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Definition(p[0], p[1], truth=True), p[2])

    def counts_as(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Counts(p[0], True, self.word(p[1])), p[2])

    def counts_not(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Counts(p[0], False, self.word(p[1])), p[2])

    def each(self, _: Meta, __: Children) -> bool:
        return True

    def sees(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Sees(p[1], bool(p[0]), True, p[2]), p[3])

    def sees_not(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Sees(p[1], bool(p[0]), False, p[2]), p[3])

    def takes_part(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.TakesPart(p[0]), p[1])

    def scores(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Scores(p[1], bool(p[0]), p[2]), p[3])

    def begins(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Course(p[0], "begins", p[1]), p[2])

    def passes(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Course(p[0], "passes", p[1]), p[2])

    def ends(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Course(p[0], "ends", None), p[1])

    def any_of(self, _: Meta, p: Children) -> tuple[int, ...]:
        return tuple(int(n) for n in p)

    def from_to(self, _: Meta, p: Children) -> tuple[int, ...]:
        return (int(p[0]), -int(p[1]))

    def players(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.PlayerCount(p[0]))

    def direction(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Runs(p[0], self.word(p[1])))

    def single_sides(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.SidesAre(p[0], "single"), p[1])

    def opposite_sides(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.SidesAre(p[0], "opposite"), p[1])

    def pack_regular(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.PackRegular(int(p[0]), self.words(p[1:])))

    def setting(self, _: Meta, p: Children) -> tuple[tree.Word, tree.Word]:
        return (self.word(p[0]), p[1])

    def value(self, _: Meta, p: Children) -> tree.Word:
        return self.word(p[0])

    def pack_special(self, _: Meta, p: Children) -> Said:
        settings: Settings = tuple(part for part in p[3:] if part is not None and not isinstance(part, tree.Texts))
        names = next((part for part in p[3:] if isinstance(part, tree.Texts)), None)
        special = tree.PackSpecial(int(p[0]), self.word(p[1]), _unquoted(p[2]), settings, names)
        return self._clause_text(special)

    def noticed(self, _: Meta, p: Children) -> str:
        return "later" if str(p[0]) == "later" else "once"

    def take_back(self, _: Meta, __: Children) -> str:
        return "take_back"

    def stand(self, _: Meta, __: Children) -> str:
        return "stand"

    def breach(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Breach(self.word(p[0]), p[1], p[2]))

    def conduct_line(self, _: Meta, p: Children) -> Any:
        return p[0]

    def conduct(self, meta: Meta, p: Children) -> Said:
        entries = tuple(entry for texts in p for entry in texts.entries)
        return self._clause_text(tree.Conduct(tree.Texts(entries, self.span(meta))))

    def row(self, _: Meta, p: Children) -> tree.Row:
        numbers = tuple(int(n) for n in p[2:] if isinstance(n, Token))
        return tree.Row(self.word(p[0]), _unquoted(p[1]), numbers, p[-1] if isinstance(p[-1], tree.Texts) else None)

    def namelist(self, _: Meta, p: Children) -> tuple[tree.Word, ...]:
        return self.words(p)

    def attribute(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.AttributeTable(self.word(p[0]), p[1] or (), tuple(p[2:])))

    def column(self, _: Meta, p: Children) -> tuple[tree.Word, tuple[int, ...]]:
        return (self.word(p[0]), tuple(int(n) for n in p[1:]))

    def columns(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Columns(self.word(p[0]), p[1], tuple(p[2:])))

    # ------------------------------------------------------------------ consequences

    def moment(self, _: Meta, p: Children) -> tuple[str, tuple[tree.Word, ...]]:
        return (str(p[0]), (self.word(p[1]),))

    def at_moment(self, _: Meta, p: Children) -> Any:
        return p[0]

    def after_act(self, _: Meta, p: Children) -> tuple[str, tuple[tree.Word, ...]]:
        return ("after", (self.word(p[0]),))

    def consequence(self, _: Meta, p: Children) -> Said:
        event, (when, unless), effect, (more_when, more_unless) = p
        return (tree.Consequence(event, (effect,)), when + more_when, unless + more_unless)

    def consequence_block(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Consequence(p[0], tuple(p[2:])), p[1])

    def course_step(self, _: Meta, p: Children) -> Said:
        return self._clause_text(tree.Consequence(None, (p[0],)), p[1])

    def refs(self, _: Meta, p: Children) -> tuple[tree.Word, ...]:
        return self.words(p)

    def despite(self, _: Meta, p: Children) -> tuple[str, tuple[tree.Word, ...]]:
        return ("despite", p[0])

    def subject_to(self, _: Meta, p: Children) -> tuple[str, tuple[tree.Word, ...]]:
        return ("subject to", p[0])

    def clause(self, meta: Meta, p: Children) -> tree.Clause:
        sentence, when, unless = p[-1]
        yields = {
            kind: tuple(word for k, words in p[2:-1] if k == kind for word in words) for kind in ("despite", "subject to")
        }
        return tree.Clause(
            self.word(p[0]), p[1], yields["despite"], yields["subject to"], sentence, when, unless, self.span(meta)
        )


@placed
class FileBuilder(SentenceBuilder):
    """Builds declarations, articles, claims, examples and the file."""

    def names(self, meta: Meta, p: Children) -> tree.Texts:
        if len(p) == 1:
            return tree.Texts((("", _unquoted(p[0])),), self.span(meta))
        pairs = tuple((str(p[i]), _unquoted(p[i + 1])) for i in range(0, len(p), 2))
        return tree.Texts(pairs, self.span(meta))

    def cites(self, _: Meta, p: Children) -> tuple[tree.Word, ...]:
        return self.words(p)

    def label(self, _: Meta, p: Children) -> tree.Label:
        return tree.Label(p[0], p[1] or ())

    def owner(self, _: Meta, p: Children) -> tree.Word:
        return self.word(p[0])

    def scope(self, _: Meta, p: Children) -> tree.Word:
        return self.word(p[0])

    def at_first(self, _: Meta, p: Children) -> Any:
        return p[0]

    def zone(self, meta: Meta, p: Children) -> tree.ZoneDecl:
        return tree.ZoneDecl("zone", self.word(p[0]), p[1], p[2], self.span(meta))

    def pile(self, meta: Meta, p: Children) -> tree.ZoneDecl:
        return tree.ZoneDecl("pile", self.word(p[0]), p[1], p[2], self.span(meta))

    def family(self, meta: Meta, p: Children) -> tree.ZoneDecl:
        return tree.ZoneDecl("family", self.word(p[0]), None, p[1], self.span(meta))

    def counter(self, meta: Meta, p: Children) -> tree.CellDecl:
        return tree.CellDecl("counter", self.word(p[0]), p[1], None, p[2], p[3], None, self.span(meta))

    def flag(self, meta: Meta, p: Children) -> tree.CellDecl:
        return tree.CellDecl("flag", self.word(p[0]), p[1], None, p[2], p[3], None, self.span(meta))

    def mark(self, meta: Meta, p: Children) -> tree.CellDecl:
        return tree.CellDecl("mark", self.word(p[0]), None, None, p[1], p[2], None, self.span(meta))

    def reference(self, meta: Meta, p: Children) -> tree.CellDecl:
        return tree.CellDecl("reference", self.word(p[0]), p[1], self.word(p[2]), p[3], p[4], p[5], self.span(meta))

    def actpart(self, _: Meta, p: Children) -> tuple[str, tree.Word]:
        return (p[0], self.word(p[1]))

    def actsig(self, _: Meta, p: Children) -> tuple[tree.Word, tuple[tuple[str | None, tree.Word], ...]]:
        first = [(None, self.word(p[1]))] if p[1] is not None else []
        return (self.word(p[0]), (*first, *p[2:]))

    def freely(self, _: Meta, __: Children) -> bool:
        return True

    def one_of(self, meta: Meta, p: Children) -> tree.Domain:
        return tree.Domain("one", p[0], (), bool(p[1]), self.span(meta))

    def some_of(self, meta: Meta, p: Children) -> tree.Domain:
        return tree.Domain("some", p[0], (), bool(p[1]), self.span(meta))

    def all_of(self, meta: Meta, p: Children) -> tree.Domain:
        return tree.Domain("all", p[0], (), bool(p[1]), self.span(meta))

    def either(self, meta: Meta, p: Children) -> tree.Domain:
        return tree.Domain("either", None, self.words(p), False, self.span(meta))

    def says(self, _: Meta, p: Children) -> tuple[str, Any]:
        return ("says", p[0])

    def param(self, _: Meta, p: Children) -> tuple[str, Any]:
        return ("param", (self.word(p[0]), p[1]))

    def does(self, _: Meta, p: Children) -> tuple[str, Any]:
        return ("does", p[0])

    def _act(self, finding: bool, meta: Meta, p: Children) -> tree.ActDecl:
        (name, parameters), cites, lines = p[0], p[1] or (), p[2:]
        says = next((what for kind, what in lines if kind == "says"), None)
        domains = tuple(what for kind, what in lines if kind == "param")
        effects = tuple(what for kind, what in lines if kind == "does")
        return tree.ActDecl(finding, name, parameters, cites, says, domains, effects, self.span(meta))

    def act(self, meta: Meta, p: Children) -> tree.ActDecl:
        return self._act(False, meta, p)

    def finding(self, meta: Meta, p: Children) -> tree.ActDecl:
        return self._act(True, meta, p)

    def because(self, _: Meta, p: Children) -> Any:
        return p[0]

    def option(self, meta: Meta, p: Children) -> tree.OptionDecl:
        reason = p[-1] if isinstance(p[-1], tree.Texts) else None
        values = tuple(part for part in p[3:] if isinstance(part, tree.Word))
        return tree.OptionDecl(self.word(p[0]), p[1], p[2], values, reason, self.span(meta))

    # ------------------------------------------------------------------ articles and amendments

    def article_no(self, _: Meta, p: Children) -> tree.Word:
        return self.word(p[0])

    def article_ref(self, meta: Meta, p: Children) -> tree.ArticleRef:
        return tree.ArticleRef(p[0], self.word(p[1]) if p[1] is not None else None, self.span(meta))

    def values(self, _: Meta, p: Children) -> tuple[tree.Word, ...]:
        return tuple(p)

    def course(self, meta: Meta, p: Children) -> tree.CourseBlock:
        return tree.CourseBlock(p[0], tuple(p[1:]), self.span(meta))

    def under_block(self, meta: Meta, p: Children) -> tree.UnderBlock:
        return tree.UnderBlock(self.word(p[0]), p[1], tuple(p[2:]), self.span(meta))

    def see(self, meta: Meta, p: Children) -> tree.See:
        return tree.See(p[0], p[1] or (), self.span(meta))

    def article(self, meta: Meta, p: Children) -> tree.Article:
        return tree.Article(p[0], p[1], tuple(p[2:]), self.span(meta))

    def placed_before(self, _: Meta, p: Children) -> tuple[str, tree.Word]:
        return ("before", self.word(p[0]))

    def placed_after(self, _: Meta, p: Children) -> tuple[str, tree.Word]:
        return ("after", self.word(p[0]))

    def placing(self, _: Meta, p: Children) -> Any:
        return p[0]

    def add(self, meta: Meta, p: Children) -> tree.Amendment:
        return tree.Amendment("add", p[0], (), p[1], tuple(p[2:]), self.span(meta))

    def replace(self, meta: Meta, p: Children) -> tree.Amendment:
        return tree.Amendment("replace", p[0], p[1], None, tuple(p[2:]), self.span(meta))

    def repeal(self, meta: Meta, p: Children) -> tree.Amendment:
        return tree.Amendment("repeal", p[0], p[1], None, (), self.span(meta))

    def repeal_article(self, meta: Meta, p: Children) -> tree.Amendment:
        return tree.Amendment("repeal article", p[0], (), None, (), self.span(meta))

    def set_option(self, meta: Meta, p: Children) -> tree.SetOption:
        reason = p[-1] if isinstance(p[-1], tree.Texts) else None
        among = tuple(part for part in p[2:] if isinstance(part, tree.Word))
        return tree.SetOption(self.word(p[0]), p[1], among, reason, self.span(meta))

    def word_line(self, _: Meta, p: Children) -> tuple[tree.Word, tree.Texts]:
        return (self.word(p[0]), p[1])

    def words_(self, meta: Meta, p: Children) -> tree.Words:
        return tree.Words(tuple(p), self.span(meta))

    # ------------------------------------------------------------------ claims and examples

    def _line(self, form: str, meta: Meta, words: Children, expr: Any = None, value: Any = None) -> tree.ClaimLine:
        return tree.ClaimLine(form, self.words(words), expr, value, self.span(meta))

    def under(self, meta: Meta, p: Children) -> tree.ClaimLine:
        return tree.ClaimLine("under", (self.word(p[0]), *p[1]), None, None, self.span(meta))

    def under_every(self, meta: Meta, p: Children) -> tree.ClaimLine:
        return self._line("under every", meta, [p[0]])

    def always(self, meta: Meta, p: Children) -> tree.ClaimLine:
        return self._line("always", meta, [], p[0])

    def never(self, meta: Meta, p: Children) -> tree.ClaimLine:
        return self._line("never", meta, [], p[0])

    def at_every(self, meta: Meta, p: Children) -> tree.ClaimLine:
        return self._line("at every", meta, [p[0], p[1]], p[2])

    def before_every(self, meta: Meta, p: Children) -> tree.ClaimLine:
        return self._line("before", meta, [p[0]], p[1])

    def after_every(self, meta: Meta, p: Children) -> tree.ClaimLine:
        return self._line("after", meta, [p[0]], p[1])

    def possible(self, meta: Meta, p: Children) -> tree.ClaimLine:
        return self._line("possible", meta, [], p[0])

    def possible_after(self, meta: Meta, p: Children) -> tree.ClaimLine:
        return self._line("possible", meta, [p[0]], p[1])

    def superlative(self, _: Meta, p: Children) -> str:
        return str(p[0])

    def extreme_claim(self, meta: Meta, p: Children) -> tree.ClaimLine:
        return self._line(p[0], meta, [p[2], p[3]], p[1], self.word(p[4]))

    def claim(self, meta: Meta, p: Children) -> tree.Claim:
        return tree.Claim(self.word(p[0]), p[1] or (), p[2], tuple(p[3:]), self.span(meta))

    def held_cards(self, _: Meta, p: Children) -> tuple[tree.Codes, ...]:
        return (p[0],)

    def held_nothing(self, _: Meta, __: Children) -> tuple[tree.Codes, ...]:
        return ()

    def held_family(self, _: Meta, p: Children) -> tuple[tree.Codes, ...]:
        return tuple(p)

    def _example_line(self, form: str, meta: Meta, **parts: Any) -> tree.ExampleLine:
        given: dict[str, Any] = {"words": (), "subject": None, "value": None, "held": (), "phrases": ()}
        return tree.ExampleLine(form, span=self.span(meta), **(given | parts))

    def holds(self, meta: Meta, p: Children) -> tree.ExampleLine:
        return self._example_line("holds", meta, subject=p[0], held=p[1])

    def given(self, meta: Meta, p: Children) -> tree.ExampleLine:
        return self._example_line("given", meta, subject=p[0], value=p[1])

    def legal(self, meta: Meta, p: Children) -> tree.ExampleLine:
        return self._example_line("may", meta, subject=p[0], phrases=(p[1],))

    def illegal(self, meta: Meta, p: Children) -> tree.ExampleLine:
        return self._example_line("may not", meta, subject=p[0], phrases=(p[1],), words=p[2] or ())

    def exactly(self, meta: Meta, p: Children) -> tree.ExampleLine:
        return self._example_line("may only", meta, subject=p[0], phrases=tuple(p[1:]))

    def do(self, meta: Meta, p: Children) -> tree.ExampleLine:
        return self._example_line("do", meta, phrases=(p[0],), words=p[1] or ())

    def example_under(self, meta: Meta, p: Children) -> tree.ExampleLine:
        return tree.ExampleLine("under", (self.word(p[0]), *p[1]), None, None, (), (), self.span(meta))

    def check(self, meta: Meta, p: Children) -> tree.ExampleLine:
        return self._example_line("check", meta, value=p[0])

    def example(self, meta: Meta, p: Children) -> tree.Example:
        return tree.Example(self.word(p[0]), p[1] or (), p[2], tuple(p[3:]), self.span(meta))

    # ------------------------------------------------------------------ the file

    def covered(self, _: Meta, p: Children) -> tuple[tree.Word, tree.Word | None, str | None]:
        last = self.word(p[1]) if p[1] is not None else None
        return (self.word(p[0]), last, _unquoted(p[2]) if p[2] is not None else None)

    def source(self, meta: Meta, p: Children) -> tree.SourceDecl:
        covers = tuple(part for part in p[2:] if part is not None)
        return tree.SourceDecl(self.word(p[0]), _unquoted(p[1]), covers, self.span(meta))

    def title(self, _: Meta, p: Children) -> tuple[str, Any]:
        return ("title", p[0])

    def use(self, _: Meta, p: Children) -> tuple[str, Any]:
        return ("use", p[0])

    def _header(self, kind: str, p: Children, base: int, mixins: int, lines: int) -> dict[str, Any]:
        return {
            "kind": kind,
            "name": self.word(p[0]),
            "base": self.word(p[base]) if base else None,
            "mixins": (p[mixins] or ()) if mixins else (),
            "lines": [line for line in p[lines:] if line is not None],
        }

    def game(self, _: Meta, p: Children) -> dict[str, Any]:
        return self._header("game", p, 0, 0, 1)

    def library(self, _: Meta, p: Children) -> dict[str, Any]:
        return self._header("library", p, 0, 0, 1)

    def variant(self, _: Meta, p: Children) -> dict[str, Any]:
        return self._header("variant", p, 1, 2, 3)

    def annex(self, _: Meta, p: Children) -> dict[str, Any]:
        return self._header("annex", p, 1, 0, 2)

    def start(self, meta: Meta, p: Children) -> tree.File:
        header, items = p[0], tuple(p[1:])
        lines: list[Any] = header.pop("lines")
        pairs: list[tuple[str, Any]] = [line for line in lines if not isinstance(line, tree.SourceDecl)]
        return tree.File(
            **header,
            title=next((what for kind, what in pairs if kind == "title"), None),
            sources=tuple(line for line in lines if isinstance(line, tree.SourceDecl)),
            uses=tuple(word for kind, words in pairs if kind == "use" for word in words),
            items=items,
            comments=(),
            source=self.text,
            span=self.span(meta),
        )


def _unquoted(token: Token) -> str:
    return str(token)[1:-1]
