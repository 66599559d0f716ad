"""Claims and examples, checked: what is said of the game, and positions with their answers."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Literal, cast

from cartaro_grammar.model import game as g
from cartaro_grammar.model.settings import LIBRARY_PLAYERS, PLAYERS_SETTING
from cartaro_grammar.model.types import NUMBER, SIDE
from cartaro_grammar.sentences.clauses import Clauses
from cartaro_grammar.syntax import tree
from cartaro_grammar.words.context import PhraseScope
from cartaro_grammar.words.vocabulary import Vocabulary, period_of

Moment = Literal["start", "end", "count"]

MAX_COMBINATIONS = 200
"""Under how many combinations of house rules one claim may be asked: each is decided by itself, in seconds or minutes."""

MANY = 1_000_000
"""A number that is larger is not written out."""

UNDER = frozenset({"under", "under every"})
"""The lines of a claim or an example that say under which house rules it is."""


class Annexes:
    """Checks claims and examples with the phrases of a ruleset."""

    def __init__(self, clauses: Clauses) -> None:
        self.phrases = clauses
        self.words: Vocabulary = clauses.words
        self.report = clauses.report

    def _value(self, option: tree.Word, values: tuple[tree.Word, ...]) -> tuple[str, tuple[str, ...]] | None:
        """An option, or `players`, with some of its values."""
        known = {name: option.values for name, option in self.words.options.items()}
        known[PLAYERS_SETTING] = tuple(map(str, self.words.counts or LIBRARY_PLAYERS))
        return _among(self.words, known, option, values)

    def _under(self, lines: tuple[tree.ClaimLine, ...] | tuple[tree.ExampleLine, ...]) -> dict[str, tuple[str, ...]]:
        """The options that a claim or an example names, each with its values; an option is named once."""
        under: dict[str, tuple[str, ...]] = {}
        for line in lines:
            found = self._value(line.words[0], line.words[1:]) if line.form in UNDER else None
            if found is not None and found[0] in under:
                word = line.words[0]
                one = isinstance(line, tree.ExampleLine)
                advice = "an example is of one value" if one else f"write `under {word.text} is … or …`, all values in one line"
                self.report.error("C0706", f"`{word.text}` is chosen twice", word.span, "it is chosen above", advice)
            elif found is not None:
                under[found[0]] = found[1]
        return under

    # ------------------------------------------------------------------ claims

    def claim(self, claim: tree.Claim) -> g.Claim:
        under = self._under(claim.lines)
        combinations = prod(len(values) for values in under.values())
        if combinations > MAX_COMBINATIONS:
            many = f"{combinations}" if combinations <= MANY else f"more than {MANY}"
            message = f"the claim `{claim.name.text}` is asked under {many} combinations of house rules"
            advice = "name fewer options, or fewer values of them, and claim the rest by itself"
            self.report.error("C0705", message, claim.name.span, f"at most {MAX_COMBINATIONS} can be decided", advice)
        asked = [line for line in claim.lines if line.form not in UNDER]
        lines = [checked for line in asked if (checked := self._claim_line(line)) is not None]
        if not lines:
            message = f"the claim `{claim.name.text}` claims nothing"
            self.report.error(
                "C0509", message, claim.name.span, "no line says what holds", "write `always …`, `at the end of every hand, …`"
            )
        cites = tuple(cite.text for cite in claim.cites)
        return g.Claim(claim.name.text, cites, claim.names.entries, tuple(under.items()), tuple(lines), claim.span)

    def _claim_line(self, line: tree.ClaimLine) -> g.ClaimLine | None:
        assert line.expr is not None
        match line.form:
            case "always" | "never":
                return g.Always(self.phrases.truth(line.expr, PhraseScope(actor=True)), line.form == "never")
            case "at every":
                moment, period = cast("Moment", line.words[0].text), period_of(self.words, line.words[1])
                scope = PhraseScope(actor=moment == "start" or period == "turn")
                return g.AtEvery(moment, period, self.phrases.truth(line.expr, scope))
            case "before" | "after" | "possible" if line.words:
                word = line.words[0]
                if not self.phrases.acts.known_act(word):
                    return None
                scope = self.phrases.acts.scope_of(word.text, PhraseScope(actor=True))
                condition = self.phrases.truth(line.expr, scope)
                if line.form == "possible":
                    return g.Possible(condition, word.text)
                return g.BeforeEvery(word.text, condition) if line.form == "before" else g.AfterEvery(word.text, condition)
            case "possible":
                return g.Possible(self.phrases.truth(line.expr, PhraseScope(actor=True)))
            case _:
                return self._extreme(line)

    def _extreme(self, line: tree.ClaimLine) -> g.ClaimLine:
        assert line.expr is not None
        assert line.value is not None
        side = g.Local("side", SIDE, line.expr.span)
        scope = PhraseScope().bind("side", side).consider(side)
        amount = self.phrases.check(line.expr, scope, NUMBER)
        which: Literal["greatest", "least"] = "greatest" if line.form == "greatest" else "least"
        moment, period = cast("Moment", line.words[0].text), period_of(self.words, line.words[1])
        return g.ExtremeClaim(which, amount, moment, period, int(line.value.text))

    # ------------------------------------------------------------------ examples

    def example(self, example: tree.Example) -> g.Example:
        under = tuple((option, values[0]) for option, values in self._under(example.lines).items())
        asked = [line for line in example.lines if line.form not in UNDER]
        lines = [checked for line in asked if (checked := self._example_line(line)) is not None]
        for line in example.lines:
            if line.form == "under":
                self._one_value(line.words)
        cites = tuple(cite.text for cite in example.cites)
        return g.Example(example.name.text, cites, example.names.entries, under, tuple(lines), example.span)

    def _one_value(self, words: tuple[tree.Word, ...]) -> None:
        """An example is of one position, and so of one value of an option."""
        if len(words) > 2:
            option, value = words[0].text, words[1].text
            message = "an example is played under one value of an option"
            advice = f"write `under {option} is {value}`, and an example for each of the others"
            self.report.error("C0403", message, words[2].span, "another value", advice)

    def _example_line(self, line: tree.ExampleLine) -> g.ExampleLine | None:
        scope = PhraseScope(actor=True)
        match line.form:
            case "holds":
                return self._holds(line, scope)
            case "given":
                return self._given(line, scope)
            case "check":
                assert line.value is not None
                return g.Check(self.phrases.truth(line.value, scope), line.span)
            case _:
                return self._moves(line)

    def _holds(self, line: tree.ExampleLine, scope: PhraseScope) -> g.Holds | None:
        assert line.subject is not None
        zone = self.phrases.check(line.subject, scope)
        if not isinstance(zone, g.InZone):
            if zone.type.kind != "unknown":
                self.report.error("C0402", "only a zone holds cards", zone.span, "this is none")
            return None
        found = [self.phrases.cards(codes.codes, codes.span) for codes in line.held]
        groups = [cards for cards in found if isinstance(cards, g.Cards)]
        readings = tuple(cards.readings for cards in groups) if any(cards.readings for cards in groups) else ()
        return g.Holds(zone, tuple(cards.cards for cards in groups), line.span, readings)

    def _given(self, line: tree.ExampleLine, scope: PhraseScope) -> g.Given | None:
        assert line.subject is not None
        assert line.value is not None
        cell = self.phrases.check(line.subject, scope)
        if not isinstance(cell, g.Recall):
            if cell.type.kind != "unknown":
                self.report.error("C0402", "only memory can be given", cell.span, "this is no counter, flag or reference")
            return None
        return g.Given(cell, self.phrases.check(line.value, scope, cell.type), line.span)

    def _moves(self, line: tree.ExampleLine) -> g.ExampleLine | None:
        moves = tuple(m for m in (self.phrases.acts.move(p, finding=line.form == "do") for p in line.phrases) if m is not None)
        if len(moves) != len(line.phrases):
            return None
        if line.form == "do":
            return g.Do(moves[0], tuple(word.text for word in line.words if self._passed_over(word, moves[0].act)))
        for word in line.words:
            if word.text not in self.words.clauses:
                self.report.unknown("clause", word, self.words.clauses, "C0502")
        match line.form:
            case "may":
                return g.MayDo(moves[0])
            case "may not":
                return g.MayNot(moves[0], tuple(word.text for word in line.words))
            case _:
                return g.MayOnly(moves)

    def _passed_over(self, word: tree.Word, act: str) -> bool:
        """Whether a prohibition can be passed over in an example: it is one of the act, and its breach may stand later."""
        known = self.phrases.done
        barring = [c.name for c in known.values() if isinstance(c.sentence, g.Prohibition) and c.sentence.act == act]
        if word.text not in barring:
            if word.text not in self.words.clauses:
                self.report.unknown("clause", word, self.words.clauses, "C0502")
                return False
            message = f"`{word.text}` does not forbid `{act}`"
            advice = f"what forbids it is {', '.join(f'`{name}`' for name in barring)}" if barring else "nothing forbids it"
            self.report.error("C0507", message, word.span, "nothing to pass over", advice)
            return False
        breaches = [c.sentence for c in known.values() if isinstance(c.sentence, g.Breach)]
        if any((b.prohibition, b.noticed, b.remedy) == (word.text, "later", "stand") for b in breaches):
            return True
        message = f"no clause lets a breach of `{word.text}` stand"
        advice = f"write a clause `on breach of {word.text} later, let it stand`"
        self.report.error("C0507", message, word.span, "it cannot be passed over", advice)
        return False


def check_values(words: Vocabulary, option: tree.Word, values: tuple[tree.Word, ...]) -> tuple[str, tuple[str, ...]] | None:
    """An option with some of its values, each known; no value stands for all of them."""
    return _among(words, {name: known.values for name, known in words.options.items()}, option, values)


def _among(
    words: Vocabulary, known: Mapping[str, tuple[str, ...]], option: tree.Word, values: tuple[tree.Word, ...]
) -> tuple[str, tuple[str, ...]] | None:
    if option.text not in known:
        words.report.unknown("option", option, known, "C0701")
        return None
    possible = known[option.text]
    for value in values:
        if value.text not in possible:
            words.report.unknown(f"value of `{option.text}`", value, possible, "C0702")
            return None
    return option.text, tuple(dict.fromkeys(value.text for value in values)) or possible
