"""Clauses, checked: each sentence of the text with what it settles, when it applies and what it overrides."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from cartaro_grammar.expressions.names import Resolver
from cartaro_grammar.model import game as g
from cartaro_grammar.model.types import CARD, PLAYER, SIDE, TRUTH, UNKNOWN, Type
from cartaro_grammar.sentences.acts import ActPhrases
from cartaro_grammar.sentences.effects import EffectPhrases
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.context import PhraseScope
from cartaro_grammar.words.merge import Entry
from cartaro_grammar.words.vocabulary import Vocabulary, names_of, parameters_of, period_of

MAX_LEANING = 60
"""How many definitions may lean on each other in a chain."""

Checked = tuple[g.Sentence, PhraseScope]
"""A sentence and the scope in which the clause's conditions are read."""


class Clauses(Resolver):
    """Checks clauses; a definition is checked when a phrase first needs its type, so order does not matter."""

    def __init__(self, words: Vocabulary) -> None:
        super().__init__(words)
        self.done: dict[str, g.Clause] = {}
        self._busy: list[str] = []
        self._article = {id(e): a for a in words.merged.articles for e in a.entries}
        self.acts = ActPhrases(self)
        self.can = self.acts.can
        self.effects = EffectPhrases(self, self.acts)

    def all(self) -> None:
        """Check every clause of the ruleset, in the order of the text."""
        for entry in self.words.entries():
            if isinstance(entry.item, tree.Clause):
                self.clause(entry)

    def clause(self, entry: Entry) -> None:
        item = entry.item
        if not isinstance(item, tree.Clause) or item.name.text in self.done:
            return
        checked = self._sentence(item, entry)
        if checked is None:
            return
        sentence, scope = checked
        before = len(self.report.found)
        when, unless = self.truths(item.when, scope), self.truths(item.unless, scope)
        self._asked_once(item.sentence, before)
        article = self._article[id(entry)]
        cites = tuple(cite.text for cite in item.label.cites)
        under = tuple((option.text, tuple(v.text for v in values)) for option, values in entry.under)
        despite = tuple(word.text for word in item.despite)
        self.done[item.name.text] = g.Clause(
            item.name.text, article.key, entry.home, names_of(item.label.names), cites, under, despite, sentence, when,
            unless, item.span,
        )  # fmt: skip

    def _asked_once(self, sentence: tree.Sentence, before: int) -> None:
        """Say of a condition that speaks of each side (or player) that it is asked once, where the effect is for each."""
        if not isinstance(sentence, tree.Consequence):
            return
        each = next((effect.for_each.text for effect in sentence.effects if effect.for_each is not None), None)
        for at, told in enumerate(self.report.found[before:], before):
            if each is not None and told.code == "C0407":
                advice = f"this is asked once: to ask it of each {each}, write the effect and its `when` on a line below"
                self.report.found[at] = replace(told, help=advice)

    # ------------------------------------------------------------------ definitions on demand

    def result_type(self, function: str, span: Span) -> Type:
        if function in self.results:
            return self.results[function]
        signature = self.words.functions[function]
        if signature.truth:
            self.results[function] = TRUTH
            return TRUTH
        if function in self._busy or len(self._busy) >= MAX_LEANING:
            self._leads_nowhere(function, span)
            self.results[function] = UNKNOWN
            return UNKNOWN
        self._busy.append(function)
        entry = next((e for e in signature.clauses if _is_defining(e.item)), None)
        found = UNKNOWN
        if entry is not None and isinstance(entry.item, tree.Clause):
            sentence = entry.item.sentence
            assert isinstance(sentence, tree.Definition)
            before = len(self.report.found)
            found = self.check(sentence.value, self._parameter_scope(function, sentence.subject)).type
            kept = [told for told in self.report.found[before:] if told.code == "C0203"]
            self.report.found[before:] = kept  # all else is told when the clause itself is checked
        self._busy.remove(function)
        return self.results.setdefault(function, found)

    def _leads_nowhere(self, function: str, span: Span) -> None:
        if function in self._busy:
            circle = " → ".join([*self._busy[self._busy.index(function) :], function])
            message = f"`{function}` is defined by itself: {circle}"
            self.report.error("C0413", message, span, "this leads back to it")
            return
        message = f"`{function}` stands at the end of a chain of {MAX_LEANING} definitions"
        self.report.error("C0203", message, span, "defined by way of too many others", "define some of them directly")

    def _parameter_scope(self, function: str, subject: tree.Expr) -> PhraseScope:
        scope = PhraseScope(actor=True)
        for word, of in zip(parameters_of(subject), self.words.functions[function].parameters, strict=False):
            scope = scope.bind(word.text, g.Local(word.text, of or UNKNOWN, word.span))
        return scope

    # ------------------------------------------------------------------ sentences

    def _sentence(self, clause: tree.Clause, entry: Entry) -> Checked | None:
        sentence = clause.sentence
        match sentence:
            case tree.Permission():
                return self._permission(clause, sentence)
            case tree.Obligation(_, condition):
                scope = PhraseScope(actor=True)
                return g.Obligation(self.truth(condition, scope)), scope
            case tree.TurnStep():
                return self._step(sentence)
            case tree.Definition():
                return self._definition(clause, sentence)
            case tree.Counts():
                return self._counts(sentence)
            case tree.Sees():
                return self._sees(sentence)
            case tree.Scores():
                return self._scores(sentence)
            case tree.TakesPart(subject):
                name = subject.text if isinstance(subject, tree.Name) else "x"
                local = g.Local("who", PLAYER, subject.span)
                return g.TakesPart("who"), PhraseScope().bind(name, local).consider(local)
            case tree.Course():
                return self._course(sentence)
            case tree.SidesAre(arrangement, _):
                return g.SidesAre(arrangement), PhraseScope()
            case tree.Runs(_, direction):
                return g.Runs(direction.text), PhraseScope()
            case tree.Breach(prohibition, noticed, remedy):
                return g.Breach(prohibition.text, noticed, remedy), PhraseScope()
            case tree.Conduct(text):
                return g.Conduct(text.entries), PhraseScope()
            case tree.Consequence():
                return self._consequence(clause, sentence, entry)
            case tree.AttributeTable():
                return g.Material("attribute"), PhraseScope()
            case tree.Columns():
                return g.Material("columns"), PhraseScope()
            case tree.PackRegular() | tree.PackSpecial():
                return g.Material("pack"), PhraseScope()
            case tree.PlayerCount():
                return g.Material("players"), PhraseScope()
            case tree.Reading():
                return g.Material("reading"), PhraseScope()
            case _:
                assert_never(sentence)

    def _permission(self, clause: tree.Clause, sentence: tree.Permission) -> Checked | None:
        if not self.acts.players_act(sentence.phrase.act):
            return None
        act = sentence.phrase.act.text
        scope = self.acts.renamed(sentence.phrase, PhraseScope(actor=True))
        subject = self.check(sentence.subject, PhraseScope(actor=True), PLAYER)
        names = tuple(word.text for word in clause.despite)
        if sentence.positive:
            return g.Permission(act, subject, names), scope
        if sentence.by is not None:
            self.acts.named.append((sentence.by, act))
            names = (*names, sentence.by.text)
        if not names:
            titles = [c for c, e in self.words.clauses.items() if _permits(e.item, act)]
            message = f"which permission does `{clause.name.text}` override?"
            advice = f"write `{clause.name.text} despite {', '.join(titles) or 'CLAUSE'}: …`"
            self.report.error("C0506", message, clause.name.span, "a prohibition names what it overrides", advice)
        return g.Prohibition(act, subject, names), scope

    def _step(self, sentence: tree.TurnStep) -> Checked:
        if period_of(self.words, sentence.period) != "turn":
            self.report.error("C0402", "steps belong to a turn", sentence.period.span, "not to this", "write `in a turn …`")
        acts = tuple(word.text for word in sentence.acts if self.acts.players_act(word))
        actor = self.check(sentence.actor, PhraseScope(actor=True), PLAYER)
        return g.Step(actor, acts, sentence.must, sentence.often), PhraseScope(actor=True)

    def _definition(self, clause: tree.Clause, sentence: tree.Definition) -> Checked | None:
        match sentence.subject:
            case tree.Name(function, _) | tree.Of(tree.Word(function, _), _) | tree.Call(tree.Word(function, _), _):
                pass
            case _:
                return None
        signature = self.words.functions.get(function)
        if signature is None:
            return None
        names = parameters_of(sentence.subject)
        for word, of in zip(names, signature.parameters, strict=False):
            if of is None:
                message = f"it is not clear what `{word.text}` is"
                self.report.error(
                    "C0414", message, word.span, "a card, cards, a player, a side, a number?", "use it in the definition"
                )
        scope = self._parameter_scope(function, sentence.subject)
        want = TRUTH if sentence.truth else self.result_type(function, sentence.value.span)
        value = self.check(sentence.value, scope, None if want == UNKNOWN else want)
        return g.Definition(function, tuple(word.text for word in names), value), scope

    def _counts(self, sentence: tree.Counts) -> Checked | None:
        subject = sentence.subject
        if not isinstance(subject, tree.Name) or sentence.kind.text not in self.words.functions:
            return None
        of = self.words.functions[sentence.kind.text].parameters[0] or CARD
        self.words.functions[sentence.kind.text].parameters[0] = of
        scope = PhraseScope(actor=True).bind(subject.text, g.Local(subject.text, of, subject.span))
        value = g.Truth(sentence.positive, TRUTH, sentence.kind.span)
        return g.Definition(sentence.kind.text, (subject.text,), value), scope

    def _sees(self, sentence: tree.Sees) -> Checked | None:
        zone, top = sentence.zone, False
        if isinstance(zone, tree.Of) and zone.what.text == "top":
            zone, top = zone.of, True
        named = zone if isinstance(zone, tree.Name) else None
        whose = None
        if isinstance(zone, tree.Of) and isinstance(zone.of, tree.Name):
            named, whose = tree.Name(zone.what.text, zone.what.span), zone.of
        if named is None or named.text not in self.words.zones:
            self.report.unknown("zone", tree.Word(named.text if named else "…", zone.span), self.words.zones)
            return None
        info = self.words.zones[named.text]
        owner = g.Local("owner", PLAYER if info.owner == "player" else SIDE, zone.span)
        scope = PhraseScope() if info.owner == "table" else PhraseScope().consider(owner)
        if whose is not None:
            scope = scope.bind(whose.text, owner)
        own = sentence.each and info.owner != "table" and whose is None
        return g.Sees(info.name, own, top, sentence.positive), scope

    def _scores(self, sentence: tree.Scores) -> Checked | None:
        subject = sentence.subject
        if isinstance(subject, tree.Ranked):
            chosen = self.check(subject, PhraseScope())
            if isinstance(chosen, g.Select) and chosen.type == SIDE:
                return g.Score(chosen, self.number(sentence.amount, PhraseScope())), PhraseScope()
        if sentence.each and isinstance(subject, tree.Name) and subject.text == "side":
            scope = PhraseScope().consider(g.Local("side", SIDE, subject.span))
            return g.Score(None, self.number(sentence.amount, scope)), scope
        message = "points go to each side, or to the side with the highest or lowest of something"
        self.report.error("C0402", message, subject.span, "not to this", "write `each side scores …`")
        return None

    def _course(self, sentence: tree.Course) -> Checked | None:
        what = sentence.what.text if isinstance(sentence.what, tree.Name) else ""
        scope = PhraseScope(actor=sentence.verb != "begins")
        if sentence.verb == "ends":
            word = tree.Word(what or "…", sentence.what.span)
            return g.Ends(period_of(self.words, word)), PhraseScope(actor=True)
        assert sentence.value is not None
        player = self.check(sentence.value, scope, PLAYER)
        expected = "play" if sentence.verb == "begins" else "turn"
        if what != expected:
            self.report.error("C0402", f"it is the {expected} that {sentence.verb}", sentence.what.span, "not this")
        return (g.Begins(player) if sentence.verb == "begins" else g.Passes(player)), scope

    # ------------------------------------------------------------------ consequences

    def _consequence(self, clause: tree.Clause, sentence: tree.Consequence, entry: Entry) -> Checked | None:
        event = sentence.event or entry.event
        if event is None:
            message = f"when does `{clause.name.text}` happen?"
            advice = "write `at the start of the hand, …`, `after ACT, …`, or put it in such a block"
            self.report.error("C0505", message, clause.name.span, "no event is named", advice)
            return None
        if sentence.event is not None and entry.event is not None and sentence.event != entry.event:
            message = f"`{clause.name.text}` stands in the course of another event"
            self.report.error("C0505", message, clause.name.span, "leave the event out here")
        kind, word = event[0], event[1][0]
        if kind == "after":
            if not self.acts.known_act(word):
                return None
            scope = self.acts.scope_of(word.text, PhraseScope(actor=True))
        else:
            period_of(self.words, word)
            scope = PhraseScope(actor=word.text == "turn")
        effects = tuple(self.effects.effect(line, scope, clause.name.text) for line in sentence.effects)
        return g.Consequence((kind, word.text), tuple(e for e in effects if e is not None)), scope

    def act(self, declared: tree.ActDecl) -> g.Act:
        """A declared act with its effects checked."""
        scope = self.acts.scope_of(declared.name.text, PhraseScope(actor=True))
        effects = tuple(self.effects.effect(line, scope, declared.name.text) for line in declared.effects)
        return g.Act(
            declared.name.text, self.acts.parameters(declared.name.text), names_of(declared.says),
            tuple(e for e in effects if e is not None), declared.finding,
            tuple(cite.text for cite in declared.cites), declared.span,
        )  # fmt: skip

    def cells(self) -> tuple[g.Cell, ...]:
        """Memory, with its first values checked."""
        found: list[g.Cell] = []
        for cell, declared in self.words.cells.values():
            initial = None if declared.at_first is None else self.check(declared.at_first, PhraseScope(), cell.type)
            found.append(replace(cell, initial=initial))
        return tuple(found)


def _is_defining(item: object) -> bool:
    return isinstance(item, tree.Clause) and isinstance(item.sentence, tree.Definition)


def _permits(item: object, act: str) -> bool:
    return (
        isinstance(item, tree.Clause)
        and isinstance(item.sentence, tree.Permission)
        and item.sentence.positive
        and item.sentence.phrase.act.text == act
    )
