"""The subject of a wording of the guide: the clauses that it names, the definitions and acts that these use, and the examples
about them. `Rules` indexes a ruleset for all its wordings; `Rules.subject` returns the subject of a single wording.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cartaro_grammar.analyses.examples import RulesShown, Shown, cards_of, settings_of
from cartaro_grammar.analyses.warnings import AIM, OF_THE_GAME, SLOT
from cartaro_grammar.analyses.wording_facts import CARD, NAMED, NUMBER, Fact, FactNames, number_words, read_facts
from cartaro_grammar.model import game as g
from cartaro_grammar.model.game import WINNER
from cartaro_grammar.model.parts import parts
from cartaro_grammar.resolve.merge import MergedRuleset
from cartaro_grammar.text.integers import is_integer

CODES = ("it", "en", "fr")
RANK_AND_SUIT = frozenset({"rank", "suit"})
MIN_STEM = 3
"""The fewest letters that the forms of one word share."""


class Rules(RulesShown):
    """A ruleset, indexed for the checks of every wording."""

    def __init__(self, ruleset: g.Ruleset, merged: MergedRuleset) -> None:
        super().__init__(ruleset)
        self.articles = {article.key: article for article in ruleset.articles}
        self.told = frozenset(name for wording in ruleset.wordings for name in wording.names)
        self._card_names: dict[str, dict[str, str]] = {}
        self._fact_names: dict[str, FactNames] = {}
        self._facts: dict[tuple[str, str], tuple[Fact, ...]] = {}
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

    def subject(self, wording: g.Wording) -> Subject:
        clauses = self.ruleset.clause
        named = tuple(clauses[name] for name in wording.names if name in clauses)
        return Subject(self, wording, named, self.decided_in(wording))

    def subject_of_aim(self, wording: g.Wording) -> Subject:
        """Return the subject of the aim: everything that counts, and the end and the winner of the match."""
        counted = (g.Score, g.Ends, g.Material, g.SidesAre, g.TakesPart)
        named = tuple(clause for clause in self.ruleset.clauses if isinstance(clause.sentence, counted) or _is_counted(clause))
        return Subject(self, wording, named, ())

    def card_names(self, code: str) -> Mapping[str, str]:
        """A map from the words of a language to the values of attributes of cards."""
        if code not in self._card_names:
            special = {value for card in self.ruleset.deck.cards if card.kind is not None for _, value in card.attributes}
            values = [v for attribute in self.ruleset.deck.attributes for v in attribute.values if v.name not in special]
            self._card_names[code] = {
                noun_of(form): value.name
                for value in values
                for form in forms_of(dict(value.names).get(code, value.name))
                if form.strip()
            }
        return self._card_names[code]

    @cached_property
    def _players(self) -> Mapping[str, Mapping[str, str]]:
        """The words, by language, of the memory and of the definitions whose value is a single player.  A name that contains a
        number or a card is left out, as *whoever has the two of clubs*; so is the name of memory that states another fact, as
        *the last to play*.
        """
        words = {name: dict(names) for name, names in self.ruleset.words}
        cells = [cell for cell in self.ruleset.cells if cell.kind == "reference" and cell.type.kind == "player"]
        definitions = [f.name for f in self.ruleset.functions if f.result.kind == "player" and not f.parameters]
        found = dict[str, Mapping[str, str]]()
        for name in (*(cell.name for cell in cells), *definitions):
            facts = self._facts_of_names(words.get(name, {}))
            if set(CODES) <= words.get(name, {}).keys() and not any(fact.scale in (NUMBER, CARD) for fact in facts):
                found[name] = words[name]
        for cell in cells:
            names = dict(cell.names)
            if cell.name not in words and set(CODES) <= names.keys() and not self._facts_of_names(names):
                found[cell.name] = names
        return found

    def _facts_of_names(self, names: Mapping[str, str]) -> list[Fact]:
        return [fact for code in CODES for fact in read_facts(names.get(code, ""), code, self._card_facts(code))]

    @cached_property
    def place_of(self) -> Mapping[str, frozenset[str]]:
        """A map from the zones to the places that their names mean; to the zone itself if its name means none of the usual."""
        found = dict[str, frozenset[str]]()
        for zone in self.ruleset.zones:
            read = (fact for code, text in zone.names if code in CODES for fact in read_facts(text, code, {}))
            found[zone.name] = frozenset(fact.value for fact in read if fact.scale == "zone") or frozenset({zone.name})
        return found

    @cached_property
    def places(self) -> frozenset[str]:
        """The places of the game."""
        return frozenset[str]().union(*self.place_of.values())

    def title(self, clause: g.Clause, code: str) -> str:
        """Return the title of a clause in a language, or its name if it has none."""
        titles = {**dict(dict(self.ruleset.words).get(clause.name, ())), **dict(clause.names)}
        return titles.get(code, titles.get("", clause.name.replace("_", " ")))

    def facts(self, text: str, code: str) -> tuple[Fact, ...]:
        """Return the facts of a sentence in a language. They are cached, because each check of a wording needs them."""
        key = text, code
        if key not in self._facts:
            self._facts[key] = read_facts(text, code, self.names_of_facts(code))
        return self._facts[key]

    def names_of_facts(self, code: str) -> FactNames:
        """Return a map from the words of a language to the names of cards and players, for the facts of a sentence."""
        if code not in self._fact_names:
            found = dict(self._card_facts(code))
            for name, names in self._players.items():
                found |= {tuple(words_of(form)[1:]): (NAMED, name) for form in forms_of(names[code])}
            found.pop((), None)
            self._fact_names[code] = found
        return self._fact_names[code]

    def _card_facts(self, code: str) -> FactNames:
        """Return a map from the words of a language to the names of cards. A card whose word is a number is listed under this
        number.
        """
        values = [value for attribute in self.ruleset.deck.attributes for value in attribute.values]
        found: dict[tuple[str, ...], tuple[str, str]] = {}
        for value in values:
            number = number_of(dict(value.names))
            scale = (CARD, value.name) if number is None else (NUMBER, str(number))
            for form in filter(str.strip, forms_of(dict(value.names).get(code, ""))):
                found |= dict.fromkeys(((noun,) for noun in inflected(noun_of(form), code)), scale)
        return found


def _is_counted(clause: g.Clause) -> bool:
    """Return whether a clause is part of the count or names the winner."""
    sentence = clause.sentence
    if isinstance(sentence, g.Definition):
        return sentence.function == WINNER
    return isinstance(sentence, g.Consequence) and sentence.event[0] == "count"


def inflected(noun: str, code: str) -> Iterator[str]:
    """Yield a noun, and what could be its singular or plural in a language."""
    yield noun
    if code == "it":
        yield from (noun[:-1] + ending for ending in "aeio" if len(noun) > MIN_STEM + 1)
    else:
        yield from (f"{noun}s", f"{noun}x")
        if noun.endswith("s") and len(noun) > MIN_STEM + 1:
            yield noun[:-1]


def number_of(names: Mapping[str, str]) -> int | None:
    """Return the number that a card is called by in one of its languages."""
    found = (number_words(code).get(noun_of(form)) for code, text in names.items() for form in forms_of(text))
    return next((number for number in found if number is not None), None)


@dataclass(frozen=True)
class Subject:
    """The subject of a wording: `named` are the clauses that it names, `decided` the clauses that its house rules decide."""

    rules: Rules
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
        """The numbers in the clauses and their tables, without those of examples and sources."""
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
        """The numbers that name cards of the subject, as in *the seven*. For an aim, these are the cards that are worth
        points.
        """
        deck = self.rules.ruleset.deck
        named = set(symbols_of(self.nodes, self.rules)) | (set[str]() if self.wording.names == (AIM,) else self.cards)
        worth = [measure.values for measure in deck.measures if measure.name in self._attributes]
        counted = {card for values in worth for card, value in enumerate(values) if value}
        named |= {value for card in counted for _, value in deck.cards[card].attributes}
        values = (value for attribute in deck.attributes for value in attribute.values if value.name in named)
        return {number for value in values if (number := number_of(dict(value.names))) is not None}

    @cached_property
    def bounds(self) -> frozenset[tuple[str, int]]:
        """The bounds with a number that the subject has, as `at_most` and `at_least`."""
        found = set[tuple[str, int]]()
        for relation, left, right in comparisons(self.nodes_of_bounds):
            if isinstance(right, g.Number) and not isinstance(left, g.Number):
                found |= _stated_bounds(relation, right.value)
            elif isinstance(left, g.Number) and not isinstance(right, g.Number):
                found |= _stated_bounds(_TURNED[relation], left.value)
        return frozenset(found)

    @property
    def nodes_of_bounds(self) -> tuple[object, ...]:
        """The clauses and acts that are searched for bounds. An aim has none, because it describes the whole game."""
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
            for relation, left, right in comparisons(clause):
                if isinstance(left, measured) or isinstance(right, measured):
                    found |= {"gt", "lt"} if denies else {"gt" if relation in ("gt", "ge") else "lt"}
        return found

    def conduct_facts(self, code: str) -> tuple[Fact, ...]:
        """Return the facts of the texts of conduct of the subject in a language."""
        texts = [dict(c.sentence.text).get(code, "") for c in self.about if isinstance(c.sentence, g.Conduct)]
        return tuple(fact for text in texts for fact in self.rules.facts(text, code))

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
        found = set(symbols_of(self.nodes, self.rules))
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

    @cached_property
    def own_numbers(self) -> frozenset[int]:
        """The numbers that the clauses named have themselves, without those that compare how many play."""
        return frozenset(number for clause in self.named for number in _own_numbers(clause))

    @cached_property
    def supported_numbers(self) -> frozenset[int]:
        """The numbers that the clauses support: the numbers in them, in the definitions that they use, in options and in texts
        of conduct. Numbers that only the pack has do not count.
        """
        ruleset = self.rules.ruleset
        found = {part.value for part in self.nodes if isinstance(part, g.Number)} | set(_sums(self.nodes))
        reckoned = [p for p in self.nodes if isinstance(p, g.Operation) and p.operator in ("<", "<=", "+", "-", "*")]
        near = {n.value for part in reckoned for n in part.operands if isinstance(n, g.Number)}
        found |= {n + 1 for n in near} | {n - 1 for n in near}
        options = {name for name in self.wording.names if name in ruleset.option} | settings_of(self.nodes)
        options |= {option for option, _ in self.wording.under}
        found |= {int(v) for name in options & ruleset.option.keys() for v in ruleset.option[name].values if is_integer(v)}
        if self.is_of_seats:
            found |= set(ruleset.player_counts) | {n // 2 for n in ruleset.player_counts}
        found |= {int(fact.value) for code in CODES for fact in self.conduct_facts(code) if fact.scale == NUMBER}
        return frozenset(found | self._numbers_of_cards | self.measured | self._numbers_of_all_ranks)

    @cached_property
    def _numbers_of_all_ranks(self) -> frozenset[int]:
        """The numbers that are names of ranks, if the subject reads the attribute that has these values."""
        read = (attribute for attribute in self.rules.ruleset.deck.attributes if attribute.name in self._attributes)
        numbers = (number_of(dict(value.names)) for attribute in read for value in attribute.values)
        return frozenset(number for number in numbers if number is not None)

    @cached_property
    def tables(self) -> tuple[Mapping[str, int], ...]:
        """The measures of cards that the subject reads and that depend on one attribute: for each, a map from values of the
        attribute to the measure.
        """
        return tuple(
            values for measure in self.rules.ruleset.deck.measures for values in [_by_value(measure.values, self.rules)]
        )

    @cached_property
    def orders(self) -> tuple[Mapping[tuple[str, str], int], ...]:
        """The orders of ranks: as they are declared, and by each measure."""
        deck = self.rules.ruleset.deck
        found: list[dict[tuple[str, str], int]] = []
        for attribute in deck.attributes:
            keys = {value.name: _fact_of(value) for value in attribute.values}
            found.append({key: place for place, key in enumerate(keys.values())})
            for table in self.tables:
                found.append({key: table[name] for name, key in keys.items() if name in table})
        return tuple(found)

    @property
    def headings(self) -> tuple[g.Clause, ...]:
        """The headings of the score."""
        return tuple(clause for clause in self.rules.ruleset.clauses if isinstance(clause.sentence, g.Score))

    @cached_property
    def facts(self) -> frozenset[tuple[str, str]]:
        """The numbers and bounds of the clauses named, as facts: a language may state them although the others do not.
        Whoever reaches a number has at least that number, so a target is a lower bound.
        """
        bounds = {bound for bound, _ in self.bounds}
        targets = (g.Setting, g.Ends)
        if any(isinstance(part, targets) for part in self.nodes_of_named):
            bounds.add("at_least")
        counts = self.rules.ruleset.player_counts if self.is_of_seats or set(self.wording.names) <= set(OF_THE_GAME) else ()
        numbers = self.own_numbers.union(counts, (count // 2 for count in counts))
        return frozenset({(NUMBER, str(n)) for n in numbers} | {("bound", bound) for bound in bounds})

    @cached_property
    def totals(self) -> frozenset[int]:
        """The numbers of cards of the pack and of each hand, the tricks before the last one, the totals of measures, and the
        numbers of what is counted during play.
        """
        measures = self.rules.ruleset.deck.measures
        sums = (sum(value for value in measure.values if value is not None) for measure in measures)
        dealt = set(_sums(parts(self.rules.ruleset.clauses)))
        in_play = (c for c in self.rules.ruleset.clauses if any(isinstance(part, g.Add) for part in parts(c)))
        counted = {part.value for clause in in_play for part in parts(clause) if isinstance(part, g.Number)}
        return frozenset((len(self.rules.ruleset.deck.cards), *sums, *dealt, *(number - 1 for number in dealt), *counted))

    @cached_property
    def nodes_of_named(self) -> tuple[object, ...]:
        """Every part of the clauses named."""
        return tuple(parts(self.named))

    @cached_property
    def chosen(self) -> set[str]:
        """The ends of an order that the subject chooses: `highest` and `lowest`; none if it compares in another way too."""
        found = {key for part in self.nodes if isinstance(part, g.Select) for key, _ in part.keys}
        return found | {part.which for part in self.nodes if isinstance(part, g.Extreme)}

    @property
    def forbids(self) -> bool:
        """Return whether a clause named forbids, under a condition that is not only a denial: *not opened* can be told as
        who may.
        """
        for clause in self.named:
            if isinstance(clause.sentence, g.Prohibition) and not clause.unless:
                barred = set(clause.sentence.bars) <= {c.name for c in self.named}
                if barred and not any(isinstance(c, g.Operation) and c.operator == "not" for c in clause.when):
                    return True
        return False

    @cached_property
    def _nodes_with_acts(self) -> tuple[object, ...]:
        """Every part of the subject, and of the acts for which it asks whether they can be done."""
        asked = {part.act for part in self.nodes if isinstance(part, g.Can)}
        return (*self.nodes, *parts(tuple(self.rules.acts[name] for name in sorted(asked) if name in self.rules.acts)))

    @cached_property
    def places(self) -> frozenset[str]:
        """The places of cards that the subject mentions."""
        zones = {part.zone for part in self._nodes_with_acts if isinstance(part, g.InZone)}
        return frozenset(place for zone in zones for place in self.rules.place_of.get(zone, (zone,)))

    @cached_property
    def ranks_or_suits(self) -> frozenset[str]:
        """Which of rank and suit the subject reads, in attributes that have them in their name; for an aim, the game."""
        nodes = tuple(parts(self.rules.ruleset.clauses)) if self.wording.names == (AIM,) else self._nodes_with_acts
        read = {part.name for part in nodes if isinstance(part, g.Attribute)}
        read |= {part.attribute for part in nodes if isinstance(part, g.Symbols | g.Pattern)}
        return frozenset(one for one in RANK_AND_SUIT if any(one in name for name in read))

    def numbers_of(self, clause: g.Clause, *, is_compared: bool) -> frozenset[int]:
        """The numbers of a clause and of everything that it uses, also as the number of points at which the clause counts. A
        sentence that compares may state a bound by its neighbour: *at least 3* is *more than 2*.
        """
        found = dict.fromkeys((clause,))
        self._add(clause, found)
        nodes, deck = tuple(parts(tuple(found))), self.rules.ruleset.deck
        numbers = {part.value for part in nodes if isinstance(part, g.Number)}
        numbers |= _turned_bounds(nodes) if is_compared else set()
        values = set(symbols_of(nodes, self.rules))
        called = (number_of(dict(v.names)) for a in deck.attributes for v in a.values if v.name in values)
        numbers |= {number for number in called if number is not None}
        read = {p.name for p in nodes if isinstance(p, g.Attribute)} | {p.attribute for p in nodes if isinstance(p, g.Pattern)}
        numbers |= {len(attribute.values) for attribute in deck.attributes if attribute.name in read}
        numbers |= {int(v) for name in settings_of(nodes) for v in self.rules.ruleset.option[name].values if is_integer(v)}
        measured = (measure.values for measure in deck.measures if measure.name in read)
        return frozenset(numbers | {value for some in measured for value in some if value is not None})

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
            self._quoted[code] = frozenset(word for text in texts for word in words_of(text))
        return self._quoted[code]

    @cached_property
    def _quoted(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def shown(self) -> tuple[Shown, ...]:
        """The examples about the clauses named."""
        return tuple(one for one in self.rules.examples if any(self.rules.is_about(one, clause) for clause in self.about))


def _own_numbers(clause: g.Clause) -> Iterator[int]:
    """Yield the numbers of a clause, and of the cards that it deals in total."""
    of_size = {
        part
        for part in parts(clause)
        if isinstance(part, g.Operation)
        and any(isinstance(one, g.Size) and isinstance(one.members, g.Everyone) for one in part.operands)
    }
    counted = {number for part in of_size for number in part.operands if isinstance(number, g.Number)}
    yield from (p.value for p in parts(clause) if isinstance(p, g.Number) and p not in counted and not p.option)


def _turned_bounds(nodes: Iterable[object]) -> set[int]:
    """Return the numbers of the equivalent bounds: *at least 3* is *more than 2*."""
    found = set[int]()
    for relation, left, right in comparisons(tuple(nodes)):
        number = right if isinstance(right, g.Number) else left
        if isinstance(number, g.Number):
            turned = relation if number is right else _TURNED[relation]
            found |= {value for _, value in _stated_bounds(turned, number.value)}
    return found


def _fact_of(value: g.SymbolInfo) -> tuple[str, str]:
    number = number_of(dict(value.names))
    return (CARD, value.name) if number is None else (NUMBER, str(number))


def _by_value(values: Sequence[int | None], rules: Rules) -> dict[str, int]:
    """Return a map from values of attributes to the value of a measure, for those whose cards all have the same measure."""
    found: dict[str, set[int | None]] = {}
    for card, measured in zip(rules.ruleset.deck.cards, values, strict=True):
        for _, value in card.attributes:
            found.setdefault(value, set()).add(measured)
    return {value: one for value, some in found.items() if len(some) == 1 and (one := next(iter(some))) is not None}


def _clause_asked(part: object) -> str | None:
    """Return the name of the clause whose condition a part of the rules tests (`c applies`)."""
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


def rows_cited(clause: g.Clause, rules: Rules) -> tuple[str, ...]:
    """Return the rows that a clause cites. If it cites none, return those of its article or of an article that refers to it."""
    article = rules.articles.get(clause.article)
    of_article = article.cites if article else ()
    return clause.cites or of_article or tuple(rules.cited_elsewhere.get(clause.article, ()))


_WORD = re.compile(r"\d+|[^\W\d_]+(?:-[^\W\d_]+)*")


def words_of(text: str) -> list[str]:
    return _WORD.findall(SLOT.sub(" ", text).lower())


def noun_of(form: str) -> str:
    """Return the last word of a form, without an elided article."""
    return re.split(r"[ '’]", form.strip())[-1].lower()


def forms_of(text: str) -> list[str]:
    return re.sub(r"\([^)]*\)", "", text).split("/")


def symbols_of(nodes: Iterable[object], rules: Rules) -> Iterator[str]:
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


_TURNED: Mapping[str, str] = {"gt": "lt", "lt": "gt", "ge": "le", "le": "ge"}


def _stated_bounds(relation: str, number: int) -> set[tuple[str, int]]:
    """Return the bounds by which a comparison with a number can be stated, also if it is denied."""
    first = number + 1 if relation in ("gt", "le") else number
    return {("at_least", first), ("at_most", first - 1)}


def comparisons(node: object) -> Iterator[tuple[str, g.Expr, g.Expr]]:
    """Yield the comparisons in a part of the rules, each with its two sides as the author wrote them."""
    for part in parts(node):
        if isinstance(part, g.Operation) and part.operator in ("<", "<="):
            first, second = part.operands
            is_turned = second.span.start < first.span.start
            relation = "lt" if part.operator == "<" else "le"
            yield (_TURNED[relation], second, first) if is_turned else (relation, first, second)


def names_heading(aim: str, title: str) -> bool:
    """Return whether an aim has a word of a heading's title; its last word, if all its words are as short as an article."""
    stated = words_of(aim)
    forms = [words_of(form) for form in forms_of(title)]
    nouns = {word for form in forms for word in form if len(word) > MIN_STEM} or {form[-1] for form in forms if form}
    return any(is_form_of(word, noun) for noun in nouns for word in stated)


def is_form_of(word: str, other: str) -> bool:
    """Return whether two words could be forms of one: they differ in their last two letters at most."""
    shared = max(MIN_STEM, min(len(word), len(other)) - 1)
    return word[:shared] == other[:shared]
