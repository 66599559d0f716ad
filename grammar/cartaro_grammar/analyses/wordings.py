"""Warn of wordings of the guide that the rules do not support (decision 0051).

`warn_of_wordings` compares each wording of the ruleset itself with its subject: the clauses, acts, places and house rules that
it names, the definitions and acts that these use, and the examples about them. It warns of a wording whose clauses have no
example (C0531), of a worded clause that cites nothing in a ruleset with sources (C0532), of a heading that the aim does not
name (C0533), of a word for a number, a card, a score or a direction that the subject does not have or contradicts (C0534),
and of a wording whose subject depends on a house rule that it does not name (C0535).

The words that are compared are in `wording_words.toml`, the names that the ruleset gives to cards and headings, and digits.
Numbers and cards that the clauses do not have are accepted if one example about the clauses has all of them, so that an example
in a sentence is one that was run. A language without such words is not read. The comparison ignores syntax: a sentence with the
right words in the wrong order passes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cartaro_grammar.analyses.examples import RulesShown, Shown, can_be_shown, cards_of, settings_of
from cartaro_grammar.analyses.warnings import AIM, OF_THE_GAME, SLOT
from cartaro_grammar.analyses.wording_facts import (
    CARD,
    NAMED,
    NUMBER,
    Disagreement,
    Fact,
    FactNames,
    disagreements,
    number_words,
    read_facts,
    word_table,
)
from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import Names
from cartaro_grammar.model.game import PLAYERS_SETTING, WINNER
from cartaro_grammar.model.parts import parts
from cartaro_grammar.resolve.merge import MergedRuleset
from cartaro_grammar.resolve.reporter import Reporter
from cartaro_grammar.text.integers import is_integer
from cartaro_grammar.text.messages import join_and, join_commas, msg
from cartaro_grammar.text.source import Span

CODES = ("it", "en", "fr")
MAX_SHOWN = 3
"""The most words that one warning lists."""


def warn_of_wordings(ruleset: g.Ruleset, merged: MergedRuleset, report: Reporter) -> None:
    """Warn of the wordings of the ruleset itself that its rules, examples and sources do not support."""
    if not ruleset.wordings:
        return
    rules = _Rules(ruleset, merged)
    sourced = any(source.owed for source in ruleset.sources)
    for wording in ruleset.wordings:
        if wording.span.source.name not in merged.own_files:
            continue
        _warn_of_disagreement(_label(wording), wording.texts, wording.span, rules, report)
        if wording.names == (AIM,):
            _warn_of_words(wording, rules.subject_of_aim(wording), report)
        elif set(wording.names) <= set(OF_THE_GAME):
            _warn_of_lacking(wording, rules.subject_of_aim(wording), _wrong_winners, report)
        if set(wording.names) <= set(OF_THE_GAME):
            continue
        subject = rules.subject(wording)
        _warn_of_no_example(wording, subject, report)
        if sourced:
            _warn_of_no_source(wording, subject, report)
        _warn_of_words(wording, subject, report)
        _warn_of_house_rules(wording, subject, report)
    for clause in ruleset.clauses:
        if isinstance(clause.sentence, g.Conduct) and clause.span.source.name in merged.own_files:
            _warn_of_disagreement(f"`{clause.name}`", clause.sentence.text, clause.span, rules, report)
    for option in ruleset.options:
        if option.span.source.name in merged.own_files:
            _warn_of_disagreement(f"`{option.name}`", option.reason, option.span, rules, report)
    _warn_of_aim(rules, merged, report)


def standing_wordings(ruleset: g.Ruleset, merged: MergedRuleset) -> tuple[g.Wording, ...]:
    """Return the wordings, without the wordings of a base or library that an amendment made false.

    The mark of a wording covers only the clauses that it names. An amendment may change a table, the pack or a definition that
    these clauses use. The wording is then dropped if it mentions a number or a card that the rules no longer have. A wording
    that mentions a direction is dropped if the direction of play was reversed.
    """
    if not merged.amended:
        return ruleset.wordings
    rules = _Rules(ruleset, merged)
    return tuple(wording for wording in ruleset.wordings if not _made_false(wording, rules, merged))


def _made_false(wording: g.Wording, rules: _Rules, merged: MergedRuleset) -> bool:
    if wording.home == merged.name or set(wording.names) <= set(OF_THE_GAME):
        return False
    line = [*reversed(merged.bases), merged.name]
    later = line[line.index(wording.home) + 1 :] if wording.home in line else line
    amended = [c for c in rules.ruleset.clauses if merged.amended.get(c.name) in later]
    if not amended:
        return False
    if any(isinstance(clause.sentence, g.Runs) for clause in amended) and _says_direction(wording):
        return True
    subject = rules.subject(wording)
    if not any(clause in amended for clause in _used_by(subject)):
        return False
    said = ((_words(text), code) for code, text in wording.texts)
    return any(next(_foreign_words(words, code, subject), None) is not None for words, code in said)


def _used_by(subject: _Subject) -> Iterator[g.Clause]:
    """Yield the clauses on which a subject depends: the definitions that it uses, and the cards if it mentions them."""
    yield from subject.clauses
    if subject.is_material or subject.reads_cards:
        yield from (c for c in subject.rules.ruleset.clauses if isinstance(c.sentence, g.Material))


def _says_direction(wording: g.Wording) -> bool:
    read = (read_facts(text, code, {}) for code, text in wording.texts)
    return any(fact.scale in ("side", "turning") for facts in read for fact in facts)


def _label(wording: g.Wording) -> str:
    return ", ".join(f"`{name}`" for name in wording.names)


# --------------------------------------------------------------------------------------------------- rules and their subjects


class _Rules(RulesShown):
    """A ruleset, indexed for the checks of every wording."""

    def __init__(self, ruleset: g.Ruleset, merged: MergedRuleset) -> None:
        super().__init__(ruleset)
        self.articles = {article.key: article for article in ruleset.articles}
        self.told = frozenset(name for wording in ruleset.wordings for name in wording.names)
        self._card_names: dict[str, dict[str, str]] = {}
        self._fact_names: dict[str, FactNames] = {}
        self.cited_elsewhere: dict[str, list[str]] = {}
        for article in merged.articles:
            for see in article.see:
                home = see.article.home.text if see.article.home else article.home
                rows = see.cites or article.label.cites
                self.cited_elsewhere.setdefault(f"{home}/{see.article.number.text}", []).extend(row.text for row in rows)

    @cached_property
    def clockwise(self) -> bool:
        runs = (clause.sentence for clause in self.ruleset.clauses)
        return any(isinstance(sentence, g.Runs) and sentence.direction == "clockwise" for sentence in runs)

    def subject(self, wording: g.Wording) -> _Subject:
        clauses = self.ruleset.clause
        named = tuple(clauses[name] for name in wording.names if name in clauses)
        return _Subject(self, wording, named, self.decided_in(wording))

    def subject_of_aim(self, wording: g.Wording) -> _Subject:
        """Return the subject of the aim: everything that counts, and the end and the winner of the match."""
        counted = (g.Score, g.Ends, g.Material, g.SidesAre, g.TakesPart)
        named = tuple(clause for clause in self.ruleset.clauses if isinstance(clause.sentence, counted) or _is_counted(clause))
        return _Subject(self, wording, named, ())

    def card_names(self, code: str) -> Mapping[str, str]:
        """The values of the attributes of cards, by the words for them in a language."""
        if code not in self._card_names:
            special = {value for card in self.ruleset.deck.cards if card.kind is not None for _, value in card.attributes}
            values = [v for attribute in self.ruleset.deck.attributes for v in attribute.values if v.name not in special]
            self._card_names[code] = {
                _noun(form): value.name
                for value in values
                for form in _forms(dict(value.names).get(code, value.name))
                if form.strip()
            }
        return self._card_names[code]

    @cached_property
    def _players(self) -> tuple[str, ...]:
        """The names of the memory and of the definitions that are one player."""
        cells = (cell.name for cell in self.ruleset.cells if cell.kind == "reference" and cell.type.kind == "player")
        return (*cells, *(f.name for f in self.ruleset.functions if f.result.kind == "player" and not f.parameters))

    def fact_names(self, code: str) -> FactNames:
        """Return the names of cards and players by their words in a language, for the facts of a sentence.  A player's name
        with a card or a number in it, as *whoever has the two of clubs*, is left out.
        """
        if code not in self._fact_names:
            found = dict(self._card_facts(code))
            for name in self._players:
                names = dict(dict(self.ruleset.words).get(name, ()))
                facts = [fact for c in CODES for fact in read_facts(names.get(c, ""), c, self._card_facts(c))]
                if set(CODES) <= names.keys() and not any(fact.scale in (NUMBER, CARD) for fact in facts):
                    found |= {tuple(_words(form)[1:]): (NAMED, name) for form in _forms(names[code])}
            found.pop((), None)
            self._fact_names[code] = found
        return self._fact_names[code]

    def _card_facts(self, code: str) -> FactNames:
        """Return the names of cards by their words in a language; a card that is called by a number is that number."""
        values = [value for attribute in self.ruleset.deck.attributes for value in attribute.values]
        found: dict[tuple[str, ...], tuple[str, str]] = {}
        for value in values:
            number = _number_of(dict(value.names))
            scale = (CARD, value.name) if number is None else (NUMBER, str(number))
            for form in _forms(dict(value.names).get(code, "")):
                found |= dict.fromkeys(((noun,) for noun in _inflected(_noun(form), code)), scale)
        return found


def _is_counted(clause: g.Clause) -> bool:
    """Return whether a clause is part of the count or names the winner."""
    sentence = clause.sentence
    if isinstance(sentence, g.Definition):
        return sentence.function == WINNER
    return isinstance(sentence, g.Consequence) and sentence.event[0] == "count"


def _inflected(noun: str, code: str) -> Iterator[str]:
    """Yield a noun, and what could be its singular or plural in a language."""
    yield noun
    if code == "it":
        yield from (noun[:-1] + ending for ending in "aeio" if len(noun) > MIN_STEM + 1)
    else:
        yield from (f"{noun}s", f"{noun}x")
        if noun.endswith("s") and len(noun) > MIN_STEM + 1:
            yield noun[:-1]


def _number_of(names: Mapping[str, str]) -> int | None:
    """Return the number that a card is called by in one of its languages."""
    found = (number_words(code).get(_noun(form)) for code, text in names.items() for form in _forms(text))
    return next((number for number in found if number is not None), None)


@dataclass(frozen=True)
class _Subject:
    """The subject of a wording: `named` are the clauses that it names, `decided` the clauses that its house rules decide."""

    rules: _Rules
    wording: g.Wording
    named: tuple[g.Clause, ...]
    decided: tuple[g.Clause, ...]

    @property
    def about(self) -> tuple[g.Clause, ...]:
        return (*self.named, *self.decided)

    @property
    def is_material(self) -> bool:
        return any(isinstance(clause.sentence, g.Material) for clause in self.named)

    @cached_property
    def clauses(self) -> tuple[g.Clause, ...]:
        """The clauses named, the clauses that they override, and the definitions that they use, transitively."""
        found = dict.fromkeys(self.about)
        nodes: tuple[g.Clause | g.Act, ...] = (*self.about, *self._of_acts)
        for node in nodes:
            self._add(node, found)
        return tuple(found)

    @cached_property
    def _of_acts(self) -> tuple[g.Act, ...]:
        acts = [self.rules.acts[name] for name in self.wording.names if name in self.rules.acts]
        acts += [self.rules.acts[name] for clause in self.named for name in _acts_of(clause)]
        return tuple(acts)

    def _add(self, node: g.Clause | g.Act, found: dict[g.Clause, None]) -> None:
        """Add everything that a clause or act uses, transitively."""
        ahead: list[g.Clause | g.Act] = [node]
        while ahead:
            for used in self._used(ahead.pop()):
                if used not in found:
                    found[used] = None
                    ahead.append(used)

    def _used(self, node: g.Clause | g.Act) -> Iterator[g.Clause]:
        ruleset = self.rules.ruleset
        if isinstance(node, g.Clause):
            yield from (ruleset.clause[name] for name in node.despite if name in ruleset.clause)
        for part in parts(node):
            if isinstance(part, g.Apply):
                yield from self.rules.definitions.get(part.function, ())
            name = _clause_asked(part)
            if name is not None and name in ruleset.clause:
                yield ruleset.clause[name]

    @cached_property
    def nodes(self) -> tuple[object, ...]:
        """Every part of the subject: of its clauses, and of the acts that they are about."""
        return tuple(parts((self.clauses, self._of_acts)))

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The numbers of the subject, and for a lower bound the number just below it, with which the bound is not met."""
        ruleset = self.rules.ruleset
        found = {part.value for part in self.nodes if isinstance(part, g.Number)}
        found |= set(_sums(self.nodes))
        if any(isinstance(clause.sentence, g.Score) for clause in self.named):
            found |= {n - 1 for n in _lower_bounds(self.nodes)}
        options = {name for name in self.wording.names if name in ruleset.option} | settings_of(self.nodes)
        options |= {option for option, _ in self.wording.under}
        found |= {int(v) for name in options & ruleset.option.keys() for v in ruleset.option[name].values if is_integer(v)}
        if self.is_material:
            deck = ruleset.deck
            found |= {len(deck.cards), *(len(attribute.values) for attribute in deck.attributes)}
            found |= {value for measure in deck.measures for value in measure.values if value is not None}
            found |= {sum(value for value in measure.values if value is not None) for measure in deck.measures}
        found |= {len(attribute.values) for attribute in ruleset.deck.attributes if attribute.name in self._attributes}
        courses = {c.sentence.event for c in self.named if isinstance(c.sentence, g.Consequence)}
        consequences = (c for c in ruleset.clauses if isinstance(c.sentence, g.Consequence) and c.sentence.event in courses)
        found |= set(_sums(parts(tuple(consequences))))
        if self.is_of_seats:
            found |= set(ruleset.player_counts) | {n // 2 for n in ruleset.player_counts}
        rows = {row for clause in self.named for row in rows_cited(clause, self.rules)}
        found |= {int(number) for row in rows for number in re.findall(r"\d+", row)}
        for code in CODES:
            found |= {int(word) if word.isdigit() else number_words(code).get(word, 0) for word in self.quoted(code)}
        return frozenset(found)

    @cached_property
    def exact_numbers(self) -> frozenset[int]:
        """The numbers that the clauses and their tables have themselves, without the numbers of examples and of sources."""
        ruleset, of_aim = self.rules.ruleset, self.wording.names == (AIM,)
        found = {part.value for part in self.nodes if isinstance(part, g.Number)} | set(_sums(self.nodes))
        reckoned = [p for p in self.nodes if isinstance(p, g.Operation) and p.operator in ("<", "<=", "+", "-")]
        near = {n.value for part in reckoned for n in part.operands if isinstance(n, g.Number)}
        found |= {n + 1 for n in near} | {n - 1 for n in near}
        options = {name for name in self.wording.names if name in ruleset.option} | settings_of(self.nodes)
        options |= {option for option, _ in self.wording.under}
        found |= {int(v) for name in options & ruleset.option.keys() for v in ruleset.option[name].values if is_integer(v)}
        if self.is_of_seats or of_aim:
            found |= set(ruleset.player_counts) | {n // 2 for n in ruleset.player_counts}
        deck = ruleset.deck
        whole = {sum(value for value in measure.values if value is not None) for measure in deck.measures}
        found |= whole | {n // 2 for n in whole} | {len(deck.cards), *(len(attribute.values) for attribute in deck.attributes)}
        found |= {len(deck.cards) // n for n in ruleset.player_counts if len(deck.cards) % n == 0}
        found |= {int(fact.value) for code in CODES for fact in self.conduct_facts(code) if fact.scale == NUMBER}
        found |= self._numbers_of_cards | self.measured
        return frozenset(found if of_aim or not self.is_material else found | self.numbers)

    @cached_property
    def _numbers_of_cards(self) -> set[int]:
        """The numbers by which cards of the subject are called, *the seven*: of an aim, the cards that are worth something."""
        deck = self.rules.ruleset.deck
        named = set(_symbols(self.nodes, self.rules)) | (set[str]() if self.wording.names == (AIM,) else self.cards)
        worth = [measure.values for measure in deck.measures if measure.name in self._attributes]
        counted = {card for values in worth for card, value in enumerate(values) if value}
        named |= {value for card in counted for _, value in deck.cards[card].attributes}
        values = (value for attribute in deck.attributes for value in attribute.values if value.name in named)
        return {number for value in values if (number := _number_of(dict(value.names))) is not None}

    @cached_property
    def bounds(self) -> frozenset[tuple[str, int]]:
        """The bounds with a number that the subject has, as `at_most` and `at_least`."""
        found = set[tuple[str, int]]()
        for relation, left, right in _comparisons(self.nodes_of_bounds):
            if isinstance(right, g.Number) and not isinstance(left, g.Number):
                found |= _stated_bounds(relation, right.value)
            elif isinstance(left, g.Number) and not isinstance(right, g.Number):
                found |= _stated_bounds(_TURNED[relation], left.value)
        return frozenset(found)

    @property
    def nodes_of_bounds(self) -> tuple[object, ...]:
        """The clauses and acts in which bounds are looked for; none of an aim, which is about the whole game."""
        return () if self.wording.names == (AIM,) else (*self.clauses, *self._of_acts)

    @cached_property
    def compared(self) -> set[str]:
        """The directions in which the clauses named compare numbers of cards, `gt` and `lt`; both if a clause denies."""
        found, measured = set[str](), g.Attribute | g.Extreme | g.Total
        if any(isinstance(part, g.Select) for part in self.nodes):
            return found
        for clause in self.named:
            denies = isinstance(clause.sentence, g.Prohibition | g.Obligation) or bool(clause.unless)
            denies = denies or any(isinstance(part, g.Operation) and part.operator == "not" for part in parts(clause))
            for relation, left, right in _comparisons(clause):
                if isinstance(left, measured) or isinstance(right, measured):
                    found |= {"gt", "lt"} if denies else {"gt" if relation in ("gt", "ge") else "lt"}
        return found

    def conduct_facts(self, code: str) -> tuple[Fact, ...]:
        """Return the facts of the texts of conduct of the subject in a language."""
        texts = [dict(c.sentence.text).get(code, "") for c in self.about if isinstance(c.sentence, g.Conduct)]
        return tuple(fact for text in texts for fact in read_facts(text, code, self.rules.fact_names(code)))

    @cached_property
    def _attributes(self) -> frozenset[str]:
        """The attributes and measures of cards that the subject reads."""
        found = {part.name for part in self.nodes if isinstance(part, g.Attribute)}
        found |= {part.attribute for part in self.nodes if isinstance(part, g.Symbols | g.Pattern)}
        found |= {part.measure for part in self.nodes if isinstance(part, g.Extreme)}
        return frozenset(found)

    @property
    def reads_cards(self) -> bool:
        """Return whether the subject reads an attribute or a measure of cards, or names a card."""
        return bool(self._attributes or self.symbols)

    @cached_property
    def measured(self) -> frozenset[int]:
        """The values of the measures that the subject reads."""
        measures = (measure for measure in self.rules.ruleset.deck.measures if measure.name in self._attributes)
        return frozenset(value for measure in measures for value in measure.values if value is not None)

    @property
    def is_of_seats(self) -> bool:
        """Return whether the subject is the material, the sides or the direction of play, or depends on how many play."""
        return self._counts_players or any(isinstance(c.sentence, g.Material | g.SidesAre | g.Runs) for c in self.named)

    @property
    def _counts_players(self) -> bool:
        if not self.named:
            return True
        dealt = any(isinstance(part, g.Deal) and part.each is not None for part in self.nodes)
        return dealt or any(isinstance(p, g.Size) and isinstance(p.members, g.Everyone) for p in self.nodes)

    @cached_property
    def cards(self) -> frozenset[str]:
        """The suits, ranks and kinds that the subject mentions; all of them if the subject is the pack itself."""
        found = set(_symbols(self.nodes, self.rules))
        counts = any(isinstance(clause.sentence, g.Score | g.Definition) for clause in self.named)
        if self.is_material or (counts and self.measured):
            found |= {value.name for attribute in self.rules.ruleset.deck.attributes for value in attribute.values}
        return frozenset(found)

    @cached_property
    def symbols(self) -> frozenset[str]:
        """The suits and ranks that the subject names separately."""
        return frozenset(part.name for part in self.nodes if isinstance(part, g.Symbol))

    @cached_property
    def whole_cards(self) -> frozenset[frozenset[str]]:
        """The cards that the subject names, by suit and rank."""
        cards = self.rules.ruleset.deck.cards
        return frozenset(frozenset(v for _, v in cards[n].attributes) for part in self.nodes for n in cards_of(part))

    def example_has(self, numbers: frozenset[int], values: frozenset[str]) -> bool:
        """Return whether one example about the clauses has all of some numbers, up to their sign, and cards of some values."""
        cards = self.rules.ruleset.deck.cards
        for one in self.shown:
            shown = {value for card in one.cards for _, value in cards[card].attributes}
            if values <= shown and numbers <= set(map(abs, one.numbers)):
                return True
        return False

    def quoted(self, code: str) -> frozenset[str]:
        """The words that the text itself gives in a language: of conduct, and of the house rules that the wording is about."""
        if code not in self._quoted:
            ruleset = self.rules.ruleset
            texts = [
                dict(clause.sentence.text).get(code, "") for clause in self.about if isinstance(clause.sentence, g.Conduct)
            ]
            words = dict(ruleset.words)
            for option in (ruleset.option[name] for name in self.wording.names if name in ruleset.option):
                texts.append(dict(option.reason).get(code, ""))
                texts += [dict(words.get(value, ())).get(code, "") for value in option.values]
            self._quoted[code] = frozenset(word for text in texts for word in _words(text))
        return self._quoted[code]

    @cached_property
    def _quoted(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def shown(self) -> tuple[Shown, ...]:
        """The examples about the clauses named."""
        return tuple(one for one in self.rules.examples if any(self.rules.is_about(one, clause) for clause in self.about))


def _clause_asked(part: object) -> str | None:
    """Return the name of the clause that a part of the rules asks about."""
    if isinstance(part, g.Applies):
        return part.clause
    if isinstance(part, g.Can):
        return part.by
    return part.heading if isinstance(part, g.ScoreOf) else None


def _acts_of(clause: g.Clause) -> tuple[str, ...]:
    sentence = clause.sentence
    if isinstance(sentence, g.Step | g.Prohibition):
        return sentence.acts
    if isinstance(sentence, g.Permission):
        return (sentence.act,)
    return (sentence.event[1],) if isinstance(sentence, g.Consequence) and sentence.event[0] == "after" else ()


# --------------------------------------------------------------------------------------------------- no example


def _warn_of_no_example(wording: g.Wording, subject: _Subject, report: Reporter) -> None:
    """Warn of a wording of play or scoring if no example is about any of its clauses."""
    if not any(map(can_be_shown, subject.named)):
        return
    if any(subject.rules.is_about(one, clause) for one in subject.rules.examples for clause in subject.about):
        return
    message = msg("no example shows {names}", names=_label(wording))
    advice = msg("write an example of it: `player may …`, `player may not … because …`, or `do …` and `check …`")
    report.warning("C0531", message, wording.span, msg("no example supports this wording"), advice)


# --------------------------------------------------------------------------------------------------- no source


def _warn_of_no_source(wording: g.Wording, subject: _Subject, report: Reporter) -> None:
    """Warn of the clauses of a wording that cite nothing, are not marked as additions and decide no open question."""
    bare = [clause.name for clause in subject.named if _unsourced(clause, subject.rules)]
    if bare and len(bare) == len(subject.named):
        message = msg("no source is cited for {names}", names=", ".join(f"`{name}`" for name in bare[:MAX_SHOWN]))
        advice = msg("cite the row that states it, or mark it as your own addition: `(ours because …)`")
        report.warning("C0532", message, wording.span, msg("the guide presents it as if a source stated it"), advice)


def _unsourced(clause: g.Clause, rules: _Rules) -> bool:
    return not (clause.ours or clause.under or rules.settings[clause.name] or rows_cited(clause, rules))


def rows_cited(clause: g.Clause, rules: _Rules) -> tuple[str, ...]:
    """Return the rows that a clause cites: its own, else the rows of its article, else of an article that refers to it."""
    article = rules.articles.get(clause.article)
    of_article = article.cites if article else ()
    return clause.cites or of_article or tuple(rules.cited_elsewhere.get(clause.article, ()))


# --------------------------------------------------------------------------------------------------- the aim


def _listed(names: list[str]) -> str:
    return join_and([join_commas(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _warn_of_aim(rules: _Rules, merged: MergedRuleset, report: Reporter) -> None:
    """Warn of the headings of the score that the printed aim does not name; one warning lists all that a base's aim lacks."""
    aims = [wording for wording in rules.ruleset.wordings if wording.names == (AIM,)]
    homes = [rules.ruleset.name, *rules.ruleset.bases]
    aims.sort(key=lambda wording: homes.index(wording.home) if wording.home in homes else len(homes))
    if not aims:
        return
    words = dict(rules.ruleset.words)
    texts = {code: text.lower() for code, text in aims[0].texts}
    of_base = list[str]()
    for clause in rules.ruleset.clauses:
        if not isinstance(clause.sentence, g.Score):
            continue
        titles = {**dict(words.get(clause.name, ())), **dict(clause.names)}
        shown = {code: titles.get(code, titles.get("", "")) for code in texts}
        lacking = [c for c, text in texts.items() if shown[c] and not _names_heading(text, shown[c])]
        if lacking and aims[0].span.source.name not in merged.own_files:
            of_base.append(f"`{clause.name}`")
        elif lacking:
            message = msg("`{heading}` scores, and the aim does not name it", heading=clause.name)
            advice = msg("name it in the aim in {languages}: {title}", languages=", ".join(lacking), title=shown[lacking[0]])
            report.warning("C0533", message, aims[0].span, msg("the aim of the guide"), advice)
    if of_base:
        message = msg("the aim in the guide of `{home}` does not name {headings}", home=aims[0].home, headings=_listed(of_base))
        advice = msg("write an aim of your own: `telling`, `aim`, and its text in each language")
        report.warning("C0533", message, merged.title_span, msg("they score here"), advice)


def _names_heading(aim: str, title: str) -> bool:
    """Return whether an aim has a word of a heading's title; its last word, if all its words are as short as an article."""
    said = _words(aim)
    forms = [_words(form) for form in _forms(title)]
    nouns = {word for form in forms for word in form if len(word) > MIN_STEM} or {form[-1] for form in forms if form}
    return any(_same(word, noun) for noun in nouns for word in said)


MIN_STEM = 3
"""The fewest letters that the forms of one word share."""


def _same(word: str, other: str) -> bool:
    """Return whether two words could be forms of one: they differ in their last two letters at most."""
    shared = max(MIN_STEM, min(len(word), len(other)) - 1)
    return word[:shared] == other[:shared]


# --------------------------------------------------------------------------------------------------- words


def _warn_of_words(wording: g.Wording, subject: _Subject, report: Reporter) -> None:
    """Warn of the words of a wording that have no counterpart in its subject."""
    is_supported = _warn_of_lacking(wording, subject, _unsupported, report)
    if is_supported and not set(wording.names) <= set(OF_THE_GAME):
        _warn_of_words_left_out(wording, subject, report)


def _unsupported(text: str, code: str, subject: _Subject) -> Iterator[str]:
    """Yield the words of a text that its subject does not have, or contradicts."""
    yield from _foreign_words(_words(text), code, subject)
    yield from _foreign_senses(text, code, subject)
    facts = read_facts(text, code, subject.rules.fact_names(code))
    for contradicted in (_wrong_numbers, _wrong_bounds, _wrong_comparisons, _beyond_conduct):
        yield from contradicted(facts, code, subject)
    yield from _wrong_winners(text, code, subject)
    yield from _forbidden_by_none(text, code, subject)


def _warn_of_lacking(
    wording: g.Wording, subject: _Subject, words_of: Callable[[str, str, _Subject], Iterator[str]], report: Reporter
) -> bool:
    """Warn of the words of a wording that a check finds in any of its languages; return whether there are none."""
    lacking: list[str] = []
    for code, text in wording.texts:
        found = list(words_of(text, code, subject)) if code in CODES else []
        if found:
            lacking.append(f"{code} " + ", ".join(f"`{word}`" for word in list(dict.fromkeys(found))[:MAX_SHOWN]))
    if lacking:
        message = msg(
            "the wording of {names} has words that its clauses do not support: {words}",
            names=_label(wording),
            words="; ".join(lacking),
        )
        advice = msg("name the clause that states it as well, correct the wording, or write an example of it that has this")
        report.warning("C0534", message, wording.span, msg("said here"), advice)
    return not lacking


_WORD = re.compile(r"\d+|[^\W\d_]+(?:-[^\W\d_]+)*")


def _words(text: str) -> list[str]:
    return _WORD.findall(SLOT.sub(" ", text).lower())


def _foreign_words(words: list[str], code: str, subject: _Subject) -> Iterator[str]:
    """Yield the names of cards that are not in the subject, and the numbers that no single example about it contains all
    together.
    """
    known, names = number_words(code), subject.rules.card_names(code)
    quoted = {names.get(word) for word in subject.quoted(code)}
    wanted, numbers, values = list[str](), set[int](), set[str]()
    for at, word in enumerate(words):
        number, value = int(word) if word.isdigit() else known.get(word), names.get(word)
        if value is not None and at + 2 < len(words) and words[at + 1] in word_table()["joins"].get(code, ()):
            suit = names.get(words[at + 2])
            if suit is not None and not _has_card(value, suit, subject) and {value, suit}.isdisjoint(quoted):
                yield f"{word} {words[at + 1]} {words[at + 2]}"
        counts = at + 1 < len(words) and words[at + 1] in word_table()["counted"].get(code, ())
        as_card = value is not None and not counts and (value in subject.cards or value in quoted)
        if as_card or (number is not None and number in subject.numbers):
            continue
        if number is not None and value is None and number in subject.measured:
            continue
        if value is not None and number is None:
            yield word
        elif value is not None and not counts:
            wanted.append(word)
            values.add(value)
        elif number is not None:
            wanted.append(word)
            numbers.add(number)
    if wanted and not subject.example_has(frozenset(numbers), frozenset(values)):
        yield from wanted


def _has_card(rank: str, suit: str, subject: _Subject) -> bool:
    """Return whether a subject has a card: it names the card, names its suit or its rank separately, or is about the pack."""
    return frozenset((rank, suit)) in subject.whole_cards or not {rank, suit}.isdisjoint(subject.symbols) or subject.is_material


def _foreign_senses(text: str, code: str, subject: _Subject) -> Iterator[str]:
    """Yield one phrase for each sense of a sentence that the subject does not have."""
    said = dict[str, str]()
    for fact in read_facts(text, code, subject.rules.fact_names(code)):
        said.setdefault(fact.value, fact.words)
    spaced = f" {' '.join(_words(text))} "
    said.update((FORBIDDEN, phrase) for phrase in word_table()[FORBIDDEN].get(code, ()) if f" {phrase} " in spaced)
    yield from (said[sense] for sense, is_said_by in SENSES.items() if sense in said and not is_said_by(subject))


def _noun(form: str) -> str:
    """Return the last word of a form, without an elided article."""
    return re.split(r"[ '’]", form.strip())[-1].lower()


def _forms(text: str) -> list[str]:
    return re.sub(r"\([^)]*\)", "", text).split("/")


def _symbols(nodes: Iterable[object], rules: _Rules) -> Iterator[str]:
    for part in nodes:
        if isinstance(part, g.Symbol):
            yield part.name
        else:
            yield from (name for card in cards_of(part) for _, name in rules.ruleset.deck.cards[card].attributes)


def _lower_bounds(nodes: Iterable[object]) -> Iterator[int]:
    for part in nodes:
        if isinstance(part, g.Operation) and part.operator == "<=" and isinstance(part.operands[0], g.Number):
            yield part.operands[0].value


def _sums(nodes: Iterable[object]) -> Iterator[int]:
    """Yield the number of cards dealt to each zone in total: to everybody, and to one owner together with the cards for all."""
    everybody, own = dict[str, int](), dict[g.InZone, int]()
    for part in nodes:
        if isinstance(part, g.Deal) and isinstance(part.count, g.Number):
            zone, count = part.to.zone, part.count.value
            if part.each is not None:
                everybody[zone] = everybody.get(zone, 0) + count
            else:
                own[part.to] = own.get(part.to, 0) + count
    yield from everybody.values()
    yield from (everybody.get(to.zone, 0) + count for to, count in own.items())


# --------------------------------------------------------------------------------------------------- senses


def _is_beside(subject: _Subject, right: bool) -> bool:
    """Return whether the subject speaks of a player on one side of another: the next one sits on the right, or the left."""
    after = right != subject.rules.clockwise
    steps = {part.steps for part in subject.nodes if isinstance(part, g.Neighbour)}
    steps |= {part.direction for part in subject.nodes if isinstance(part, g.FirstOf)}
    dealt = any(isinstance(part, g.Deal) and part.each is not None for part in subject.nodes)
    seated = any(isinstance(part, g.Seat) for part in subject.nodes)
    runs = any(isinstance(clause.sentence, g.Runs | g.Begins | g.Passes) for clause in subject.named)
    return seated or any((step > 0) == after for step in steps) or (after and (dealt or runs)) or _conduct(subject)


def _conduct(subject: _Subject) -> bool:
    return any(isinstance(clause.sentence, g.Conduct) for clause in subject.about)


def _picks(subject: _Subject, which: str) -> bool:
    picked = {key for part in subject.nodes if isinstance(part, g.Select) for key, _ in part.keys}
    picked |= {part.which for part in subject.nodes if isinstance(part, g.Extreme)}
    return which in picked or _compares(subject) or _conduct(subject) or subject.is_material


def _compares(subject: _Subject) -> bool:
    return any(isinstance(part, g.Operation) and part.operator == "<" for part in subject.nodes)


def _bounds(subject: _Subject, lower: bool) -> bool:
    """Return whether a number is compared with a constant from one side: the bound comes first in `at least`."""
    for part in subject.nodes:
        if isinstance(part, g.Operation) and part.operator in ("<", "<="):
            first, second = (isinstance(one, g.Number | g.Setting) for one in part.operands)
            if first in (second, lower):
                return True
            if part.operator == "<":
                return True
    return _conduct(subject)


def _binds(subject: _Subject) -> bool:
    """Return whether the subject forbids or obliges: a prohibition, an obligation, a step that must be done, a condition; an
    aim may, because it is about the whole game.
    """
    if subject.wording.names == (AIM,):
        return True
    for clause in subject.clauses:
        if isinstance(clause.sentence, g.Prohibition | g.Obligation | g.Breach):
            return True
        if isinstance(clause.sentence, g.Step) and clause.sentence.must:
            return True
        plain = g.Step | g.Permission | g.Definition
        if clause in subject.about and isinstance(clause.sentence, plain) and (clause.when or clause.unless):
            return True
    return any(isinstance(part, g.Can | g.MarkAs) for part in subject.nodes) or _conduct(subject)


FORBIDDEN = "forbidden"
SENSES: Mapping[str, Callable[[_Subject], bool]] = {
    "right": lambda subject: _is_beside(subject, right=True),
    "left": lambda subject: _is_beside(subject, right=False),
    "clockwise": lambda subject: subject.rules.clockwise,
    "anticlockwise": lambda subject: not subject.rules.clockwise,
    "highest": lambda subject: _picks(subject, "highest"),
    "lowest": lambda subject: _picks(subject, "lowest"),
    "at_least": lambda subject: _bounds(subject, lower=True),
    FORBIDDEN: _binds,
    "must": _binds,
    "at_most": lambda subject: _bounds(subject, lower=False),
}


# --------------------------------------------------------------------------------------------------- contradictions

# A sense is looked for anywhere in the subject.  These checks compare a fact of the sentence with the fact of the same kind in
# the clauses: the number of a bound with its direction, the direction of a comparison, the winner with the most or the least.


def _wrong_numbers(facts: Sequence[Fact], _code: str, subject: _Subject) -> Iterator[str]:
    """Yield the one number of a sentence that no clause of the subject has.  Several such numbers are a worked example, and so
    are numbers that one example about the clauses has all together.
    """
    said = {int(fact.value): fact.words for fact in facts if fact.scale == NUMBER and not fact.is_gloss}
    foreign = said.keys() - subject.exact_numbers - {1, 2}
    is_worked = len(said) > 1 and subject.wording.names != (AIM,) and subject.example_has(frozenset(said), frozenset())
    if len(foreign) == 1 and not is_worked and not any(fact.value == "half" for fact in facts):
        yield from (said[number] for number in foreign)


def _wrong_bounds(facts: Sequence[Fact], _code: str, subject: _Subject) -> Iterator[str]:
    """Yield the bounds that the rules have with the same number in the other direction: at least ten, and not at most."""
    for at, fact in enumerate(facts):
        numbers = [one for one in (*facts[max(0, at - 1) : at], *facts[at + 1 : at + 2]) if one.scale == NUMBER]
        if fact.scale == "bound" and fact.value in OTHER_BOUND and len(numbers) == 1:
            number = int(numbers[0].value)
            if (fact.value, number) not in subject.bounds and (OTHER_BOUND[fact.value], number) in subject.bounds:
                yield fact.words


OTHER_BOUND = {"at_least": "at_most", "at_most": "at_least"}
_TURNED: Mapping[str, str] = {"gt": "lt", "lt": "gt", "ge": "le", "le": "ge"}


def _stated_bounds(relation: str, number: int) -> set[tuple[str, int]]:
    """Return the bounds by which a comparison with a number can be stated, also if it is denied."""
    first = number + 1 if relation in ("gt", "le") else number
    return {("at_least", first), ("at_most", first - 1)}


def _comparisons(node: object) -> Iterator[tuple[str, g.Expr, g.Expr]]:
    """Yield the comparisons in a part of the rules, each with its two sides as the author wrote them."""
    for part in parts(node):
        if isinstance(part, g.Operation) and part.operator in ("<", "<="):
            first, second = part.operands
            is_turned = second.span.start < first.span.start
            relation = "lt" if part.operator == "<" else "le"
            yield (_TURNED[relation], second, first) if is_turned else (relation, first, second)


def _wrong_comparisons(facts: Sequence[Fact], _code: str, subject: _Subject) -> Iterator[str]:
    """Yield *lower* if the rules only allow what is higher, and the reverse."""
    said = {fact.value: fact.words for fact in facts if fact.scale == "extreme"}
    if len(said) == 1 and subject.compared in ({"gt"}, {"lt"}):
        yield from (said[value] for value in said.keys() & {"lowest" if subject.compared == {"gt"} else "highest"})


_SENTENCE = re.compile(r"(?<=[.;:!?])\s")


def _wrong_winners(text: str, code: str, subject: _Subject) -> Iterator[str]:
    """Yield *more* of a sentence about who wins if the least wins, and the reverse."""
    counted = [clause.sentence for clause in subject.about if isinstance(clause.sentence, g.Definition | g.Score)]
    winners = [one for one in counted if isinstance(one, g.Definition) and one.function == WINNER]
    scores = [one for one in counted if isinstance(one, g.Score)]
    chosen = {which for one in winners or scores for part in parts(one) if isinstance(part, g.Select) for which, _ in part.keys}
    if len(chosen) != 1:
        return
    right, wrong = ("more", "highest"), ("less", "lowest")
    right, wrong = (right, wrong) if chosen == {"highest"} else (wrong, right)
    for sentence in _SENTENCE.split(text):
        facts = read_facts(sentence, code, subject.rules.fact_names(code))
        said = {fact.value: fact.words for fact in facts if fact.scale in ("amount", "extreme")}
        if any(fact.value == "win" for fact in facts) and said.keys().isdisjoint(right):
            yield from (said[value] for value in wrong if value in said)


def _forbidden_by_none(text: str, code: str, subject: _Subject) -> Iterator[str]:
    """Yield the phrase that forbids what the clauses only permit; *only* and *unless* state the limit of a permission."""
    binding = g.Prohibition | g.Obligation | g.Breach | g.Conduct | g.Definition
    may_bind = any(
        isinstance(c.sentence, binding) or (isinstance(c.sentence, g.Step) and c.sentence.must) for c in subject.named
    )
    if may_bind or not subject.named or subject.wording.names == (AIM,):
        return
    facts = read_facts(text, code, subject.rules.fact_names(code))
    spaced = f" {' '.join(_words(text))} "
    if not any(fact.scale in ("except", "only") for fact in facts):
        yield from (phrase for phrase in word_table()[FORBIDDEN].get(code, ()) if f" {phrase} " in spaced)


CONDUCT_SCALES = ("side", "turning", "bound", "extreme", "ordinal", "except")


def _beyond_conduct(facts: Sequence[Fact], code: str, subject: _Subject) -> Iterator[str]:
    """Yield the seats, bounds and places in an order that a wording of conduct has, and the text of the conduct does not."""
    if subject.about and all(isinstance(clause.sentence, g.Conduct) for clause in subject.about):
        known = {(fact.scale, fact.value) for fact in subject.conduct_facts(code)}
        yield from (f.words for f in facts if f.scale in CONDUCT_SCALES and (f.scale, f.value) not in known)


def _warn_of_words_left_out(wording: g.Wording, subject: _Subject, report: Reporter) -> None:
    """Warn of an exception or a seat in the text of conduct that its wording does not have."""
    lost: list[str] = []
    for code, text in wording.texts:
        said = {fact.value for fact in read_facts(text, code, subject.rules.fact_names(code))}
        scales = ("except", "side")
        found = [f.words for f in subject.conduct_facts(code) if f.scale in scales and f.value not in said]
        if found:
            lost.append(f"{code} " + ", ".join(f"`{word}`" for word in list(dict.fromkeys(found))[:MAX_SHOWN]))
    if lost:
        message = msg(
            "the wording of {names} leaves out words of its conduct: {words}", names=_label(wording), words="; ".join(lost)
        )
        advice = msg("correct the wording, or the text of the conduct")
        report.warning("C0534", message, wording.span, msg("said here"), advice)


# --------------------------------------------------------------------------------------------------- languages


def _warn_of_disagreement(label: str, texts: Names, span: Span, rules: _Rules, report: Reporter) -> None:
    """Warn of a printed text that does not state the same facts in every language."""
    read = {code: read_facts(text, code, rules.fact_names(code)) for code, text in texts if code in CODES}
    found = list(disagreements(read))
    if found:
        words = "; ".join(_differing(one) for one in found[:MAX_SHOWN])
        message = msg("the languages of the text of {names} differ: {words}", names=label, words=words)
        advice = msg("state the same facts in every language, and in the same order")
        report.warning("C0536", message, span, msg("one of these is wrong"), advice)


def _differing(found: Disagreement) -> str:
    """Return the words of each language on a scale, those of the languages that differ first."""
    codes = sorted(found.words, key=lambda code: code not in found.odd)
    return ", ".join(f"{code} {' '.join(f'`{word}`' for word in found.words[code]) or '–'}" for code in codes)


# --------------------------------------------------------------------------------------------------- house rules


def _warn_of_house_rules(wording: g.Wording, subject: _Subject, report: Reporter) -> None:
    """Warn of a wording whose subject depends on house rules that neither it nor a wording of that part names."""
    ruleset = subject.rules.ruleset
    if not subject.named:
        return
    named = {option for option, _ in wording.under}
    named |= {slot for _, text in wording.texts for slot in SLOT.findall(text)}
    own = {clause.name for clause in subject.named}
    idle = _overridden(subject)
    near = [c for c in subject.clauses if c.name not in idle and (c.name in own or c.name not in subject.rules.told)]
    read = {option for c in near for option in subject.rules.settings[c.name]} | {
        option for c in near if c.name not in own for option, _ in c.under
    }
    lacking = sorted(option for option in read - named if len(ruleset.option[option].values) > 1)
    if lacking:
        message = msg(
            "the wording of {names} is true only for some values of {options}",
            names=_label(wording),
            options=", ".join(f"`{o}`" for o in lacking),
        )
        advice = msg(
            "put the wording under the values for which it is true, or name the value: `{slot}`", slot=f"{{{lacking[0]}}}"
        )
        report.warning("C0535", message, wording.span, msg("used for every value"), advice)


def _overridden(subject: _Subject) -> frozenset[str]:
    """Return the clauses that others override with each of the numbers of players that a wording is for."""
    wanted = dict(subject.wording.under).get(PLAYERS_SETTING, ())
    found: set[str] = set()
    for clause in subject.clauses:
        if wanted and all(all(_holds(each, int(count)) for each in clause.when) for count in wanted):
            found.update(clause.despite)
    return frozenset(found)


def _holds(condition: g.Expr, players: int) -> bool:
    """Return whether a condition on only the number of players holds; False for any other condition."""
    if not isinstance(condition, g.Operation):
        return False
    if condition.operator in ("and", "or"):
        held = (_holds(each, players) for each in condition.operands)
        return any(held) if condition.operator == "or" else all(held)
    if condition.operator != "=":
        return False
    size, number = condition.operands
    of_players = isinstance(size, g.Size) and isinstance(size.members, g.Everyone) and size.members.type.kind == "players"
    return of_players and isinstance(number, g.Number) and number.value == players
