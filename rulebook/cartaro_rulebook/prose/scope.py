"""Where a phrase stands: what its words stand for, who is understood, and what was just spoken of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from cartaro_grammar import Expr
from cartaro_rulebook.words.language import Language
from cartaro_rulebook.words.naming import Naming
from cartaro_rulebook.words.nouns import Noun, Phrase


@dataclass(frozen=True, slots=True)
class ExpressionWording:
    """How any expression is said: as a noun phrase, and as a sentence, denied where the last argument is true.

    What says one construct says its parts through these, so that no module of the room needs one above it.
    """

    value: Callable[[Expr, ProseScope], Phrase]
    condition: Callable[[Expr, ProseScope, bool], str]


@dataclass(frozen=True, slots=True)
class ProseScope:
    """The words bound, and what pronouns may stand for.

    `mentions` says how to speak of a bound word again; `roles` gives the nouns of an act's parameters.  `salient` is who the
    sentence is about (its things are *theirs*), `relative` what a relative clause is about (its subject is *that*), and
    `topic` the set just reckoned with (*their* total; *its*, when it is of one: `single`).
    `again` is the subject of the sentence before, which need not be said twice.
    `lettered` are the bound words that are told apart by their letters.  With `signs`
    cards are shown by their pictures alone, and stand without an article.  What is `impersonal` does not name the player.
    The parts of `listed` stand in a list behind the sentence.
    """

    naming: Naming
    wording: ExpressionWording
    mentions: Mapping[str, Phrase] = field(default_factory=dict[str, Phrase])
    roles: Mapping[str, Noun] = field(default_factory=dict[str, Noun])
    salient: Expr | None = None
    relative: Expr | None = None
    pronoun: str = ""
    topic: Expr | None = None
    single: bool = False
    again: Expr | None = None
    lettered: tuple[str, ...] = ()
    signs: bool = False
    impersonal: bool = False
    listed: Expr | None = None

    @property
    def lang(self) -> Language:
        return self.naming.language

    def value(self, e: Expr) -> Phrase:
        """The phrase for any expression; a truth is said as a sentence."""
        return self.wording.value(e, self)

    def condition(self, e: Expr, negated: bool = False) -> str:
        """What is true or false, as a sentence without its first capital and final stop; denied when `negated`."""
        return self.wording.condition(e, self, negated)

    def mention(self, name: str, phrase: Phrase) -> ProseScope:
        return replace(self, mentions={**self.mentions, name: phrase})

    def about(self, salient: Expr | None) -> ProseScope:
        return replace(self, salient=salient, topic=None, again=None)

    def speaking_of(self, topic: Expr | None, single: bool = False) -> ProseScope:
        return replace(self, topic=topic, single=single)

    def repeating(self, again: Expr | None) -> ProseScope:
        return replace(self, again=again)

    def relating(self, relative: Expr | None, pronoun: str) -> ProseScope:
        return replace(self, relative=relative, pronoun=pronoun, salient=relative or self.salient, topic=None, again=None)
