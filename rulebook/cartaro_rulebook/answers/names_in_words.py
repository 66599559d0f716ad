"""Word names and values of a ruleset: clauses, zones and house rules; moves, cards, players, places.

Takes a checked game, or none, and the meaning of a name. Returns plain text without markup.  A name that is not in the game,
for example after the last edit of a text, is described only by its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Literal, assert_never

from cartaro_grammar import Declaration, Game, IdentityKey, Type, element
from cartaro_grammar import game as g
from cartaro_interpreter import (
    END_OF_TURN,
    NOBODY,
    OPEN_CARD,
    Json,
    Member,
    Move,
    Rules,
    Value,
    describe,
    mask_of,
    members,
    phrase,
)
from cartaro_rulebook.prose import expressions as acts
from cartaro_rulebook.prose.clauses import claim_prose, clause_prose, declaration_prose, option_prose, scope_for
from cartaro_rulebook.prose.expressions import ProseScope, numbered
from cartaro_rulebook.prose.levels import levels
from cartaro_rulebook.words.language import Language, in_words, language
from cartaro_rulebook.words.naming import localized
from cartaro_rulebook.words.nouns import Phrase, clean, plain

# ---------------------------------------------------------------- names in words


@dataclass(frozen=True, slots=True)
class NameInWords:
    """A name of a ruleset: its kind (`clause`, `act`), its title, the sentences about it, and the source rows that it cites."""

    kind: str
    title: str = ""
    sentences: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


def name_in_words(game: Game | None, of: Declaration, code: str) -> NameInWords:
    """Describe the meaning of a name, in a language."""
    kind = in_words(f"site_kind_{of.kind.replace(' ', '_')}", code)
    if game is None:
        return NameInWords(kind)
    title, sentences, cites = _sentences_of(of, scope_for(game, code))
    return NameInWords(kind, plain(title), tuple(map(plain, sentences)), cites)


TitleAndText = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A title, sentences, and rows of sources."""


def _sentences_of(of: Declaration, scope: ProseScope) -> TitleAndText:
    game, naming, code = scope.naming.game, scope.naming, scope.lang.code
    match of.kind:
        case "clause" | "heading":
            return _clauses([clause for clause in game.ruleset.clauses if clause.name == of.name], of.name, scope)
        case "definition":
            found = [c for c in game.ruleset.clauses if isinstance(c.sentence, g.Definition) and c.sentence.function == of.name]
            title, sentences, cites = _clauses(found, of.name, scope)
            return naming.title(of.name, _names_of(game.functions, of.name)) or title, sentences, cites
        case "zone" | "pile" | "family" | "counter" | "flag" | "mark" | "reference" | "act" | "finding":
            things: dict[str, g.Zone | g.Cell | g.Act] = {**game.zone, **game.cell, **game.act}
            if of.name not in things:
                return "", (), ()
            thing, text = things[of.name], declaration_prose(things[of.name], scope)
            return naming.title(of.name, () if isinstance(thing, g.Act) else thing.names), (text.text,), text.cites
        case "option":
            return _option(of, scope)
        case "claim":
            claims = [claim_prose(claim, scope) for claim in game.ruleset.claims if claim.name == of.name]
            return next(((c.title, c.lines, c.cites) for c in claims), ("", (), ()))
        case "example":
            examples = [example for example in game.ruleset.examples if example.name == of.name]
            return next(((localized(e.names, code, e.name), (), e.cites) for e in examples), ("", (), ()))
        case "article":
            articles = [article for article in game.ruleset.articles if article.key == f"{of.owner}/{of.name}"]
            return next(((localized(a.names, code, ""), (), a.cites) for a in articles), ("", (), ()))
        case "source" | "row":
            return _row(of, game)
        case "game" | "library" | "variant" | "annex":
            homes = [localized(names, code, name) for name, names in game.ruleset.homes if name == of.name]
            return next(iter(homes), of.name), (), ()
        case "value of an attribute":
            return naming.symbol(of.owner, of.name).singular, (), ()
        case "attribute":
            return naming.attribute(of.name).singular, (), ()
        case "parameter" | "answer" | "value of an option" | "measure" | "local" | "text" | "word of the language":
            noun = naming.named(of.name)
            return "" if noun is None else noun.singular, (), ()
        case _:
            assert_never(of.kind)


def _clauses(found: Iterable[g.Clause], name: str, scope: ProseScope) -> TitleAndText:
    """Describe clauses in order."""
    texts = [clause_prose(clause, scope) for clause in found]
    cites = tuple(dict.fromkeys(cite for clause in texts for cite in clause.cites))
    return texts[0].title if texts else name, tuple(line for clause in texts for line in clause.lines), cites


def _option(of: Declaration, scope: ProseScope) -> TitleAndText:
    """Describe a house rule: its subject, its values, and the reason for it."""
    found = next((option for option in scope.naming.game.ruleset.options if option.name == of.name), None)
    if found is None:
        return "", (), ()
    prose = option_prose(found, scope)
    chosen = f"{prose.default} ({scope.lang.text('site_default')})"
    values = scope.lang.series((chosen, *prose.others), "or")
    return prose.title, tuple(filter(None, (values, prose.reason))), prose.cites


def _row(of: Declaration, game: Game) -> TitleAndText:
    """Describe a source, or a row of a source."""
    for source in game.ruleset.sources:
        articles = dict(source.rows)
        if of.name == source.letter:
            return source.title, (), ()
        if of.name in articles:
            return source.title, tuple(filter(None, (articles[of.name],))), (of.name,)
    return "", (), ()


def _names_of(functions: Iterable[g.Function], name: str) -> g.Names:
    return next((function.names for function in functions if function.name == name), ())


# ------------------------------------------------------------------------ things


AnswerJson = dict[str, Json]


@lru_cache(maxsize=8)
def _levels(one: IdentityKey[Game], code: str) -> Mapping[str, Mapping[int, str]]:
    (game,) = one.values
    return levels(scope_for(game, code))


@dataclass(frozen=True)
class Things:
    """The declarations and values of a game, in a language; `spoken` are the cards that the move in question names, and `seats`
    the names of players and sides, if they have other names than their numbers.
    """

    rules: Rules
    code: str
    spoken: tuple[int, ...] = ()
    seats: Mapping[str, tuple[Phrase, ...]] = field(default_factory=dict[str, tuple[Phrase, ...]])

    @cached_property
    def scope(self) -> ProseScope:
        scope = scope_for(self.rules.game, self.code)
        return replace(scope, seats=self.seats) if self.seats else scope

    @property
    def levels(self) -> Mapping[str, Mapping[int, str]]:
        """The words for the numbers of counters that record the last announcement, by counter."""
        return _levels(IdentityKey((self.rules.game,)), self.code)

    @property
    def lang(self) -> Language:
        return self.scope.lang

    @property
    def game(self) -> g.Game:
        return self.rules.game

    # ------------------------------------------------------------------ moves

    def move(self, move: Move, others: tuple[Move, ...] = ()) -> str:
        """Word a move in the infinitive, with its cards by name. If the `others` differ from the move only in one card, word
        them as one move: `A or B`.
        """
        if move.act == END_OF_TURN:
            return self.lang.text("end_turn")
        return acts.act_text(self.game.act[move.act], self._arguments(move, others), self.scope)

    def move_done(self, move: Move, *, addressed: bool) -> str | None:
        """Word a move as done by somebody, `takes the five with the five`, or by the reader; None if the author's words do not
        allow it.
        """
        act = self.game.act.get(move.act)
        done = _conjugated(act, self.code, addressed=addressed)
        if act is None or done is None:
            return done
        return acts.act_done(act, self._arguments(move), self.scope, addressed=addressed)

    def _arguments(self, move: Move, others: tuple[Move, ...] = ()) -> dict[str, str]:
        texts: dict[str, str] = {}
        for number, parameter in enumerate(self.game.act[move.act].parameters):
            found = [self._argument_of(other, number, parameter) for other in (move, *others)]
            texts[parameter.name] = self.lang.series(tuple(dict.fromkeys(found)), "or")
        return texts

    def notation(self, move: Move) -> str:
        """Return a move as the author writes it, for a reader of the language of the rules; for other readers only the codes of
        its cards, which may be none.
        """
        written = clean(phrase(self.game, move))
        if self.code == (self.game.ruleset.key_words):
            return written
        codes = {card.code for card in self.game.deck.cards} | {*self.game.faces.codes}
        return " ".join(word for word in written.split() if word in codes)

    def move_json(self, move: Move) -> AnswerJson:
        """Return a move as JSON: act and arguments, in the author's notation, and in words."""
        args: AnswerJson = dict(describe(self.game, move))
        text = plain(self.lang.forms.polish(self.move(move)))
        return {"act": move.act, "args": args, "phrase": phrase(self.game, move), "text": text}

    def _argument_of(self, move: Move, number: int, parameter: g.Parameter) -> str:
        """Word an argument of a move; cards that the reader does not know are worded as a number of face-down cards."""
        value, count = move.args[number], move.face_down[number] if move.face_down else 0
        if not count or value == OPEN_CARD:
            return self.argument(parameter, value)
        known = [self.thing(element(parameter.type) or parameter.type, face) for face in self.in_order(value)]
        covered = self.lang.text("unseen_card" if count == 1 else "unseen_cards", n=self.lang.forms.numeral(count))
        return self.lang.series((*known, covered))

    def argument(self, parameter: g.Parameter, value: int) -> str:
        """Describe one argument of a move. A card that is still open is described as a face-down card."""
        if value == OPEN_CARD:
            return self.lang.text("unseen_card")
        if parameter.choice == "either":
            return self.scope.naming.title(parameter.answers[value])
        if parameter.type.kind == "card" and not parameter.freely:
            return self.card(self.game.faces.faces[value].card).text
        return self.thing(parameter.type, value)

    def things(self, of: g.Expr, value: int) -> str:
        return self.thing(of.type, value)

    def values(self, of: Type, found: tuple[Value, ...]) -> str:
        """Word the members of a set of some type."""
        if all(isinstance(value, Member) for value in found) and of.kind == "cards":
            return self.thing(of, mask_of([value.number for value in found if isinstance(value, Member)]))
        one = element(of) or of
        raw = (value.number if isinstance(value, Member) else value.mask for value in found)
        return self.lang.series([self.thing(one, number) for number in raw])

    def thing(self, of: Type, value: int) -> str:
        """Word a value: cards, players with their numbers, a number, a symbol."""
        several = element(of)
        if of.kind == "group":
            cards = ", ".join(self.scope.naming.card(number).singular for number in self.in_order(value))
            the = self.lang.forms.determined(self.scope.naming.of_type(of), "the").text
            return self.lang.text("group_of", the=the, cards=cards)
        if several is not None:
            ordered = self.in_order(value) if several.kind == "card" else members(value)
            return self.lang.series([self.thing(several, number) for number in ordered]) or self.lang.text("nothing_named")
        if value == NOBODY and of.kind in ("card", "player", "side", "symbol"):
            return self.lang.text("nobody")
        match of.kind:
            case "card":
                return self.card(value).text
            case "player" | "side":
                return self.numbered(of, value).text
            case "symbol":
                name = self.rules.compiler.symbol_name(of.enumeration, value) or ""
                return self.scope.naming.symbol_text(of.enumeration, name)
            case "truth":
                return self.lang.text("true" if value else "false")
            case _:
                return str(value)

    def in_order(self, mask: int) -> list[int]:
        """Return the cards of a set; if a card may be read as another, in the order of their readings."""
        deck, faces = self.game.deck, self.game.faces
        if not (deck.readings and deck.measures):
            return [*members(mask)]
        measure = faces.measure(deck.measures[0].name)
        return sorted(members(mask), key=lambda number: (measure[number] or 0, faces.faces[number].like, number))

    def card(self, number: int) -> Phrase:
        """Word a card; add *the other* if the move mentions another card of the same name."""
        noun = self.scope.naming.card(number)
        if number in self.spoken or all(plain(self.scope.naming.card(n).singular) != plain(noun.singular) for n in self.spoken):
            return self.lang.forms.determined(noun, "the")
        deck = self.game.deck.cards
        copies = sum(card.attributes == deck[number].attributes for card in deck) if number < len(deck) else 0
        return self.lang.forms.determined(self.lang.with_adjective("other", noun), "the" if copies == 2 else "a")

    def numbered(self, of: Type, number: int) -> Phrase:
        """Word the player or side with this number."""
        return numbered(of, number, self.scope)

    def zone(self, zone: g.Zone, owner: int) -> Phrase:
        """Word a place, with its owner's number."""
        noun = self.scope.naming.zone(zone.name)
        the = self.lang.forms.determined(noun, "the", zone.family)
        return the if zone.owner == "table" else the.append(self.lang.of(self.numbered(Type(zone.owner), owner).text))


def move_in_words(rules: Rules, move: Move, code: str, seats: Mapping[str, tuple[Phrase, ...]] | None = None) -> str:
    """Word a move in the infinitive, in a language: `take the three of coins with the three of cups`."""
    things = Things(rules, code, seats=seats or {})
    return plain(things.lang.forms.polish(things.move(move)))


def third_person(act: g.Act | None, code: str) -> str | None:
    """Return the wording of an act with its verb in the third person, or that of the end of a turn. Return None for a finding,
    or if the act has no words in this language that begin with an infinitive.
    """
    return _conjugated(act, code, addressed=False)


def second_person(act: g.Act | None, code: str) -> str | None:
    """Return the wording of an act that addresses the player who does it, without a pronoun; None as for `third_person`."""
    return _conjugated(act, code, addressed=True)


def _conjugated(act: g.Act | None, code: str, *, addressed: bool) -> str | None:
    says = in_words("end_turn", code) if act is None else dict(act.says).get(code)
    if says is None or (act is not None and act.finding):
        return None
    return language(code).forms.present(says, addressed=addressed)


def move_done_in_words(rules: Rules, move: Move, code: str, *, addressed: bool = False) -> str:
    """Word a move as done by somebody, in a language: `takes the three of coins with the three of cups`; or, if `addressed`, by
    the reader: `take the three of coins …`. Return nothing if the words of its act do not allow it.
    """
    things = Things(rules, code)
    return plain(things.lang.forms.polish(things.move_done(move, addressed=addressed) or ""))


def finding_in_words(rules: Rules, act: g.Act, args: tuple[int | None, ...], code: str) -> str:
    """Word a finding, in a language, with the given arguments."""
    things = Things(rules, code)
    given = zip(act.parameters, args, strict=True)
    texts = {one.name: "…" if value is None else things.argument(one, value) for one, value in given}
    return plain(things.lang.forms.polish(acts.act_text(act, texts, things.scope)))


def card_in_words(rules: Rules, card: int, code: str) -> str:
    """Word a card, or one of its faces, by number: `the seven of coins`."""
    things = Things(rules, code)
    return plain(things.lang.forms.polish(things.card(card).text))


def zone_in_words(rules: Rules, zone: str, code: str, owner: int = 0) -> str:
    """Word the zone with this name.  Its owner is given by their number, counted from 0: `the hand of player 2`."""
    things = Things(rules, code)
    return plain(things.lang.forms.polish(things.zone(rules.game.zone[zone], owner).text))


def zone_name(rules: Rules, zone: str, code: str) -> str:
    """Return the name of a zone: `hand`."""
    things = Things(rules, code)
    return plain(things.lang.forms.polish(things.scope.naming.zone(zone).form(rules.game.zone[zone].family)))


def players_in_words(game: g.Game, code: str) -> tuple[str, ...]:
    """Return the names of a game's players, in the order of their numbers."""
    return tuple(_numbered_text(game, "player", number, code) for number in range(game.players))


def sides_in_words(game: g.Game, code: str) -> tuple[str, ...]:
    """Return the names of a game's sides."""
    return tuple(_numbered_text(game, "side", number, code) for number in range(game.sides))


def shares_in_words(game: g.Game, shares: Sequence[Mapping[str, int]], code: str) -> str:
    """Word the score of each side, by headings: *side 1: 0 · side 2: 2 (cards 1, coins 1)*; headings without points are
    omitted.
    """
    naming = scope_for(game, code).naming
    names = {clause.name: clause.names for clause in game.clauses}

    def of_side(share: Mapping[str, int]) -> str:
        each = ", ".join(
            f"{naming.title(heading, names.get(heading, ()))} {points}" for heading, points in share.items() if points
        )
        return f"{sum(share.values())} ({each})" if each else "0"

    return " · ".join(f"{side}: {of_side(share)}" for side, share in zip(sides_in_words(game, code), shares, strict=True))


def _numbered_text(game: g.Game, kind: Literal["player", "side"], number: int, code: str) -> str:
    scope = scope_for(game, code)
    return plain(scope.lang.forms.polish(numbered(Type(kind), number, scope).text))


def cell_in_words(rules: Rules, cell: str, code: str) -> str:
    """Return the name of a cell: for a counter, its unit (`sweeps`); for a flag, its words (`spades are broken`)."""
    things = Things(rules, code)
    found = things.game.cell[cell]
    if found.kind == "flag":
        return plain(things.scope.naming.title(cell, found.names))
    return plain(things.lang.forms.polish(things.scope.naming.cell(cell).form(found.kind == "counter")))
