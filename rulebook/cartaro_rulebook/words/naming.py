"""The author's names in one language, and the colours of cards.

Takes a checked game; guarantees that every text returned is free of marks that an author could forge.  A word without a name in
the language is returned unchanged and marked as such.

The suit of a card is the attribute with the second most values.  Red and black are the colours of Unicode's signs for suits;
any other sign has the colour of its place in the declaration.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Literal

from cartaro_grammar import PLAYER, SIDE, Game, Noun, Type, conjuncts, operands_of, parts
from cartaro_grammar import game as g
from cartaro_rulebook.words.language import Language, languages
from cartaro_rulebook.words.nouns import Phrase, clean, marked, noun, unflagged

# ------------------------------------------------------------------------ naming


def _dealt_one(effect: g.Effect) -> str:
    """Return the place of the table to which an effect deals a single card; an empty text for any other effect."""
    match effect:
        case g.Effect(g.Deal(g.Number(1), _, g.InZone(zone, None), None), None):
            return zone
        case _:
            return ""


def destinations(body: g.EffectBody) -> tuple[g.Expr, ...]:
    """Return the places in which an effect may put cards."""
    match (body,):
        case (g.MoveCards(to=to) | g.Deal(to=to) | g.Shuffle(into=to),):
            return (to,)
        case (g.Exchange(first, second),):
            return first, second
        case _:
            return ()


def _asks_for_empty(zone: str, clause: g.Clause) -> bool:
    """Return whether a rule applies only when a place has no card."""
    pairs = (operands_of(e, "=") for e in conjuncts(*clause.when))
    return any(
        isinstance(a, g.Size)
        and isinstance(a.members, g.InZone)
        and a.members.zone == zone
        and isinstance(b, g.Number)
        and not b.value
        for pair in pairs
        if pair
        for a, b in (pair, pair[::-1])
    )


def in_language(names: g.Names, code: str) -> str | None:
    """Return the text in a language, or the text for all languages."""
    texts = dict(names)
    found = texts.get(code, texts.get(""))
    return None if found is None else clean(found)


def localized(names: g.Names, code: str, default: str) -> str:
    """Return the text for a language, or the text in any other language."""
    return in_language(names, code) or clean(next((text for _, text in names), default))


_SLOT = re.compile(r"\{\d\}")
"""The slot for an argument in the name of a definition; it stays empty if the name is used as a title."""


@dataclass(frozen=True)
class Naming:
    """The names of a game in a language; `called` has names for words to which the author gave none."""

    game: Game
    language: Language
    called: tuple[tuple[str, str], ...] = ()

    @cached_property
    def _words(self) -> dict[str, g.Names]:
        return dict(self.game.ruleset.words)

    def text(self, word: str, names: g.Names = ()) -> str | None:
        """Return the name as the author wrote it: in the declaration, or among the ruleset's words."""
        shared = () if word in self._numbers_named_as_clauses else self._words.get(word, ())
        of_language = self.language.phrases["winner"] if word == g.WINNER else None
        of_language = of_language or dict(self.called).get(word)
        return in_language(names, self.language.code) or in_language(shared, self.language.code) or of_language

    @cached_property
    def _numbers_named_as_clauses(self) -> frozenset[str]:
        """Return the numbers of cards that have the name of a clause of a library; its words are the title of that clause."""
        own = {self.game.name, *self.game.ruleset.bases}
        clauses = {clause.name for clause in self.game.ruleset.clauses if clause.home not in own}
        return frozenset(measure.name for measure in self.game.deck.measures if measure.name in clauses)

    def noun(self, word: str, names: g.Names = ()) -> Noun:
        """Return the noun for a name; if the author gave it no words, the name itself in quotes, without an article."""
        text = self.text(word, names)
        if text is None or (_SLOT.search(text) and word not in self.game.function):
            shown = marked("word", word, self.quoted(word.replace("_", " ")))
            return Noun(shown, shown, named=False)
        return self._noun(text, word, names)

    def named(self, word: str, names: g.Names = ()) -> Noun | None:
        text = self.text(word, names)
        return None if text is None else self._noun(text, word, names)

    def _noun(self, text: str, word: str, names: g.Names) -> Noun:
        """Return the noun of an author's text. A text that is for all languages and has the article of another language gets
        an article of this one: *the pozzetto*, and not *the il pozzetto*.
        """
        found = noun(text, self.language.code)
        written = (*names, *self._words.get(word, ()))
        if found.named or any(code == self.language.code for code, _ in written):
            return found
        foreign = next((one for one in (noun(text, code) for code in languages()) if one.named), None)
        if foreign is None:
            return found
        singular, plural = (marked("word", word, form) for form in (foreign.singular, foreign.plural))
        return replace(foreign, singular=singular, plural=plural, articles=("", ""))

    def title(self, word: str, names: g.Names = ()) -> str:
        """Return a name for use as a heading or between quotes; if the author gave no words for it, the name itself."""
        text = self.text(word, names)
        return word.replace("_", " ") if text is None else _SLOT.sub("…", unflagged(text, self.language.code))

    def clause(self, name: str) -> str:
        """Return a reference to a clause: its title in quotes."""
        clause = next((c for c in self.game.ruleset.clauses if c.name == name), None)
        return marked("clause", name, self.quoted(self.title(name, clause.names if clause else ())))

    @cached_property
    def _common_rules(self) -> dict[str, int]:
        """Number the articles of the libraries, by key, in one series for the whole game."""
        own = {self.game.name, *self.game.ruleset.bases}
        shared = [a for a in self.game.ruleset.articles if a.home not in own and "." not in a.home]
        homes = list(dict.fromkeys(article.home for article in shared))
        return {a.key: n for n, a in enumerate(sorted(shared, key=lambda a: homes.index(a.home)), 1)}

    def is_common(self, key: str) -> bool:
        """Return whether an article belongs to a library, and not to the game or to one of its bases."""
        return key in self._common_rules

    def article(self, key: str, form: Literal["heading", "sentence", "short"] = "heading") -> str:
        """Word the number of an article: as a heading, within a sentence, or as a superscript: `5`, or `c5` for an article of
        a library.
        """
        number = clean(key.rpartition("/")[2])
        words = {"heading": ("site_article", "site_common_rule"), "sentence": ("ruling_article", "ruling_common_rule")}
        if key not in self._common_rules:
            return number if form == "short" else self.language.text(words[form][0], n=number)
        common = str(self._common_rules[key])
        return self.language.text("site_common_short" if form == "short" else words[form][1], n=common)

    def quoted(self, text: str) -> str:
        """Return the text between the language's quotation marks; the marks of a quotation inside it are replaced by others."""
        outer = self.language.text("quoted", x=SPLIT).split(SPLIT)
        inner = self.language.text("quoted_inside", x=SPLIT).split(SPLIT)
        for mark, other in zip(outer, inner, strict=True):
            text = text.replace(mark, other)
        return self.language.text("quoted", x=text)

    def is_quoting(self, text: str) -> bool:
        """Return whether a text has quotation marks of its own."""
        return any(mark in text for mark in QUOTES)

    def option(self, name: str) -> str:
        option = next((o for o in self.game.ruleset.options if o.name == name), None)
        return marked("option", name, self.title(name, option.names if option else ()))

    def option_phrase(self, name: str) -> Phrase:
        """Return a house rule as the subject of a sentence."""
        option = next((o for o in self.game.ruleset.options if o.name == name), None)
        noun = self.noun(name, option.names if option else ())
        return Phrase(self.option(name), noun.feminine, noun.only_plural)

    def option_value(self, value: str) -> str:
        return self.title(value)

    @cached_property
    def _arrangements(self) -> frozenset[str]:
        """Return the ways in which players form sides, under any house rules and for any number of players."""
        return frozenset(c.sentence.arrangement for c in self.game.ruleset.clauses if isinstance(c.sentence, g.SidesAre))

    @property
    def every_player_is_a_side(self) -> bool:
        """Return whether every player always forms a separate side, so that texts need not mention sides."""
        return self._arrangements == frozenset({"single"})

    def kernel_noun(self, key: str) -> Noun:
        """Return a noun of the language itself; a ruleset may have its own names for players and sides.  Sides are called pairs
        if they always consist of players who sit opposite each other.
        """
        if key == "side" and self.every_player_is_a_side:
            return self.kernel_noun("player")
        own = self.named(key) if key in ("player", "side") else None
        return own or self.language.noun("pair" if key == "side" and self.sides_are_pairs else key)

    @property
    def sides_are_pairs(self) -> bool:
        """Return whether a side always consists of players who sit opposite each other."""
        return self._arrangements == frozenset({"opposite"})

    def numbered(self, of: Type) -> Noun:
        """Return the noun of something that is identified by its number.  A side of one player is called *player*, and one of
        two players *pair*, unless the game names its sides.
        """
        if of.kind not in ("side", "sides"):
            return self.of_type(of)
        if self.game.sides == self.game.players:
            return self.kernel_noun("player")
        pairs = self.game.players == 2 * self.game.sides and self.named("side") is None
        return self.language.noun("pair") if pairs else self.kernel_noun("side")

    def owner(self, owner: g.Owner) -> Noun:
        """Return the noun of the owner of places or memory, before a number."""
        return self.numbered(SIDE if owner == "side" else PLAYER)

    def sentence(self, word: str, names: g.Names = ()) -> str:
        """Return a name that is a sentence of its own (`the last take emptied the table`)."""
        text = self.text(word, names)
        if text is None:
            return marked("word", word, self.quoted(word.replace("_", " ")))
        return unflagged(text, self.language.code)

    def of_type(self, of: Type) -> Noun:
        """Return the noun for a value of a type."""
        match of.kind:
            case "player" | "players":
                return self.kernel_noun("player")
            case "side" | "sides":
                return self.kernel_noun("side")
            case "card" | "cards":
                return self.kernel_noun("card")
            case "group" | "groups":
                families = [zone.name for zone in self.game.zones if zone.family]
                return self.zone(families[0]) if len(families) == 1 else self.kernel_noun("group")
            case "symbol" | "symbols":
                return self.attribute(of.enumeration)
            case "number":
                return self.kernel_noun("number")
            case _:
                return self.kernel_noun("value")

    def attribute(self, name: str) -> Noun:
        info = next((a for a in self.game.deck.attributes if a.name == name), None)
        return self.noun(name, info.names if info else ())

    def symbol(self, attribute: str, value: str) -> Noun:
        """Return a value of an attribute, or of an option, or an answer."""
        info = next((a for a in self.game.deck.attributes if a.name == attribute), None)
        names = next((v.names for v in info.values if v.name == value), ()) if info else ()
        return self.noun(value, names)

    def is_rank(self, attribute: str) -> bool:
        """Return whether an attribute gives the cards their main name: a card is *a three*, but *of clubs*."""
        return bool(self.game.deck.attributes) and attribute == attributes_by_size(self.game.deck)[0].name

    def symbol_alone(self, attribute: str, value: str) -> str:
        """Return the name of a value without an article, as after a colon; a rank is in the singular, a suit in the plural."""
        return self.symbol(attribute, value).form(not self.is_rank(attribute))

    def symbol_text(self, attribute: str, value: str) -> str:
        """Word a value in a sentence: a rank as the name of a card (*call the three*), any other value with its own name (*call
        clubs*).
        """
        noun = self.symbol(attribute, value)
        return self.language.forms.determined(noun, "the").text if self.is_rank(attribute) else noun.form(True)

    def zone(self, name: str) -> Noun:
        zone: g.Zone | None = self.game.zone.get(name)
        found = self.noun(name, zone.names if zone else ())
        alone = name in self._places_of_one_card and found.named and not (found.only_plural or found.place)
        return replace(found, of_card=True) if alone else found

    @cached_property
    def _places_of_one_card(self) -> frozenset[str]:
        """Return the places of the table that never have more than one card: one is dealt there once, or a card comes only when
        the place is empty.
        """
        game, dealt, twice = self.game, Counter[str](), set[str]()
        places = {zone.name for zone in game.zones if zone.owner == "table" and not zone.family}
        origins: list[g.Clause | g.Act] = [*game.ruleset.clauses, *game.acts]
        for origin in origins:
            puts = Counter(_dealt_one(effect) for effect in origin.effects)
            twice |= {zone for zone, times in puts.items() if times > 1}
            permits = [origin] if isinstance(origin, g.Clause) else [clause for clause, _ in game.permissions_of(origin.name)]
            for effect in origin.effects:
                zone = _dealt_one(effect)
                guarded = bool(permits) and all(_asks_for_empty(zone, clause) for clause in permits)
                at_start = isinstance(origin, g.Clause) and origin.name in self._clauses_of_the_deal
                dealt.update([zone] if zone and at_start and not guarded else [])
                if not zone or not (guarded or at_start):
                    places -= {p.zone for p in parts(destinations(effect.body)) if isinstance(p, g.InZone)}
        return frozenset(zone for zone in places - twice if dealt[zone] <= 1)

    @cached_property
    def _clauses_of_the_deal(self) -> frozenset[str]:
        events = ((c, c.sentence.event) for c in self.game.ruleset.clauses if isinstance(c.sentence, g.Consequence))
        return frozenset(clause.name for clause, event in events if event == ("start", "hand"))

    def is_family(self, name: str) -> bool:
        """Return whether a zone is a family, with groups of cards as members."""
        return name in self.game.zone and self.game.zone[name].family

    def names_cards(self, of: Noun) -> bool:
        """Return whether a zone's name names the cards themselves (`the covered cards`) and not a place."""
        card = self.kernel_noun("card")
        return of.of_card or not {card.singular, card.plural}.isdisjoint(of.singular.split(" "))

    def cell(self, name: str) -> Noun:
        return self.noun(name, self.game.cell[name].names if name in self.game.cell else ())

    def card_text(self, number: int) -> str:
        """Return a card's name without an article: its main attribute (the one with most values), then the others."""
        card = self.game.deck.cards[number]
        head, rest = self._card_parts(card)
        if not rest:
            return head
        return self.language.text("card_name", head=head, rest=self.language.series(rest))

    def face_text(self, number: int) -> str:
        """Return a card's name, followed by its reading."""
        face = self.game.faces.faces[number]
        own = self.card_text(face.card)
        if face.like != face.card:
            own = self.language.text("card_as", own=own, read=self.card_text(face.like))
        return own + "".join(f" ({self.noun(name).form(False)} {value})" for name, value in face.settings[:1])

    def _card_parts(self, card: g.Card) -> tuple[str, list[str]]:
        sizes = {info.name: len(info.values) for info in self.game.deck.attributes}
        parts = sorted(card.attributes, key=lambda pair: (-sizes.get(pair[0], 0), pair[0]))
        if not parts:
            return self.title(card.kind or card.code), []
        nouns = [self.symbol(*pair) for pair in parts]
        return nouns[0].form(False), [n.form(True) for n in nouns[1:]]

    def card(self, number: int) -> Noun:
        """Return a card as a noun; if it is read as another card, that card follows in brackets."""
        face = self.game.faces.faces[number]
        if number >= self.game.faces.pack:
            own, read = self.card(face.card), self.card(face.like)
            text = (
                own.singular if face.card == face.like else self.language.text("card_as", own=own.singular, read=read.singular)
            )
            return Noun(text, text, own.feminine)
        card = self.game.deck.cards[number]
        text = marked("card", str(number), self.card_text(number))
        sizes = {info.name: len(info.values) for info in self.game.deck.attributes}
        main = max(card.attributes, key=lambda pair: (sizes.get(pair[0], 0), pair[0]), default=None)
        feminine = self.symbol(*main).feminine if main else self.noun(card.kind or card.code).feminine
        return Noun(text, text, feminine)


QUOTES = '«“„"'
"""The marks with which quoted words begin."""

SPLIT = "\x00"
"""The place of the quoted words between the marks of a phrase."""


# ------------------------------------------------------------------ card colours


COLORS = 4
COLOR_OF_SIGN: Mapping[str, str] = {**dict.fromkeys("♥♦♡♢", "red"), **dict.fromkeys("♠♣♤♧", "black")}


@cache
def attributes_by_size(deck: g.Deck) -> tuple[g.AttributeInfo, ...]:
    """Return the attributes of a deck, the one with most values first."""
    return tuple(sorted(deck.attributes, key=lambda a: (-len(a.values), a.name)))


def card_color(deck: g.Deck, number: int) -> str:
    """Return the colour of a card: `red`, `black`, the index of its suit among four, or `none` for a card without a suit."""
    attributes = attributes_by_size(deck)
    values = dict(deck.cards[number].attributes)
    if len(attributes) < 2 or attributes[1].name not in values:
        return "none"
    suits = [(v.name, v.sign) for v in attributes[1].values]
    at = next(n for n, (name, _) in enumerate(suits) if name == values[attributes[1].name])
    return COLOR_OF_SIGN.get(suits[at][1].rstrip("\ufe0e\ufe0f"), str(at % COLORS))
