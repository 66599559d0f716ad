"""The morphology of a language: determiners, possessives, numbers, contractions.

There are three small classes with one protocol.  A sentence is put together with full words (`di il`, `de le`, `a ace`), and
`polish` makes the contractions and elisions once, over the whole sentence at the end.
"""

from __future__ import annotations

import re
from typing import ClassVar, Literal, Protocol

from cartaro_grammar import Noun
from cartaro_rulebook.words.nouns import MARK, Phrase, plain

Determiner = Literal["the", "a", "each", "no", "any", "that", "bare"]


class Morphology(Protocol):
    """The forms of one language; the defaults are those that most languages share.  `words` are the words for the numbers up to
    ten.
    """

    words: tuple[str, ...]

    def determined(self, noun: Noun, determiner: Determiner, plural: bool = False) -> Phrase:
        """Return the noun with a determiner.  `each`, `no` and `any` are always singular; `any` becomes *no* in a negated
        sentence.
        """
        ...

    def possessed(self, noun: Noun, owner: Phrase, person: bool) -> Phrase:
        """Return the noun with a possessive for somebody just mentioned."""
        ...

    def owned(self, noun: Noun, owner: Phrase) -> Phrase | None:
        """Return the noun with its owner, if the language has a form for that; None if it uses *of*."""
        return None

    def pronoun(self, subject: Phrase) -> str | None:
        """Return a pronoun for the subject when it is clear who is meant; None if the language prefers to repeat the noun."""
        ...

    def repeated(self, subject: Phrase) -> str:
        """Return the subject of the preceding sentence as it is repeated after *and*."""
        return ""

    def counted(self, number: int, noun: Noun) -> Phrase:
        """Return a noun with its number; numbers up to ten are words."""
        ...

    def numeral(self, number: int) -> str:
        """Return a number without a noun; numbers from two up to ten are words."""
        return _numbered(number, self.words) if number > 1 else str(number)

    _denials: ClassVar[tuple[tuple[re.Pattern[str], str], ...]] = ()
    """Predicates that contain a negation, with the same predicates without it."""

    def affirmed(self, predicate: str) -> str | None:
        """Return a predicate without its own negation, *still attacks* for *attacks no more*; None if it has no such
        negation.
        """
        found = ((pattern.fullmatch(predicate), instead) for pattern, instead in self._denials)
        return next((match.expand(instead) for match, instead in found if match is not None), None)

    _once_more: ClassVar[str] = ""
    """A predicate that holds again, after a negation such as *no more*, the first of the denials."""

    def resumed(self, predicate: str) -> str | None:
        """Return a predicate that holds again, *attacks again* for *attacks no more*; None if it has no such negation."""
        match = self._denials[0][0].fullmatch(predicate) if self._denials else None
        return None if match is None else match.expand(self._once_more)

    def impersonal(self, infinitive: str) -> bool:
        """Return whether an act in these words can be impersonal; in Italian (*si può*) reflexive words cannot."""
        return True

    def present(self, says: str, *, addressed: bool = False) -> str | None:
        """Return an act in the third person, as done by somebody; if `addressed`, in the person of the reader, without a
        pronoun (*captures* and *capture*, *prende* and *prendi*). Return None if the act does not begin with an infinitive.
        """
        head, space, rest = says.partition(" ")
        form = self._second_person if addressed else self._third_person
        verb = form(head)
        if verb is None:
            return None
        return verb + space + self._second_verb.sub(lambda found: found[1] + (form(found[2]) or found[2]), rest)

    _second_verb: ClassVar[re.Pattern[str]] = re.compile(r"(?!)")
    """Finds an infinitive that is joined to the first one; the joining word is the first group and the infinitive the
    second.
    """

    def _third_person(self, infinitive: str) -> str | None:
        """Return the third person of the present; None if the word does not look like an infinitive."""
        ...

    def _second_person(self, infinitive: str) -> str | None:
        """Return the second person of the present, as the reader is addressed; None if the word does not look like an
        infinitive.
        """
        ...

    def has_several_objects(self, says: str) -> bool:
        """Return whether the object that follows the infinitive is a noun in the plural, where the verb agrees with it."""
        return False

    def participle_of_many(self, rest: str) -> str:
        """Return the words after an auxiliary that agrees with its subject, in the plural if they begin with a participle."""
        return rest

    def denied_verb(self, third_person: str) -> str:
        """Return the form that a verb takes when it is negated, from its third person."""
        return third_person

    def polish(self, text: str) -> str:
        """Make contractions and elisions."""
        ...


def _spaced(text: str) -> str:
    text = re.sub(r"[ \n]+", " ", text)
    return re.sub(r" ([,.;])", r"\1", text).strip()


def _numbered(number: int, words: tuple[str, ...]) -> str:
    return words[number] if 0 <= number < len(words) else str(number)


_ITALIAN_PRESENT = {
    "dare": "dà", "ridare": "ridà", "fare": "fa", "rifare": "rifà", "stare": "sta", "andare": "va", "dire": "dice",
    "tenere": "tiene", "mantenere": "mantiene", "ottenere": "ottiene", "trattenere": "trattiene", "rimanere": "rimane",
    "bere": "beve", "porre": "pone", "uscire": "esce", "riuscire": "riesce", "venire": "viene", "salire": "sale",
    "morire": "muore", "potere": "può", "dovere": "deve", "volere": "vuole", "sapere": "sa", "avere": "ha", "essere": "è",
    "sedere": "siede", "udire": "ode",
}  # fmt: skip
"""The third person of verbs that do not follow their ending."""
_ITALIAN_ADDRESSED = {
    "dare": "dai", "ridare": "ridai", "fare": "fai", "rifare": "rifai", "stare": "stai", "andare": "vai", "dire": "dici",
    "tenere": "tieni", "mantenere": "mantieni", "ottenere": "ottieni", "trattenere": "trattieni", "rimanere": "rimani",
    "bere": "bevi", "porre": "poni", "uscire": "esci", "riuscire": "riesci", "venire": "vieni", "salire": "sali",
    "morire": "muori", "potere": "puoi", "dovere": "devi", "volere": "vuoi", "sapere": "sai", "avere": "hai",
    "essere": "sei", "sedere": "siedi", "udire": "odi",
}  # fmt: skip
"""The second person singular of the same verbs."""


class Italian(Morphology):
    """Il, lo, l', la; del, nella, sull'; quel, quello; ed, ad."""

    _once_more: ClassVar = r"\1 di nuovo"
    _denials: ClassVar = (
        (re.compile(r"non (.+) più"), r"\1 ancora"),
        (re.compile(r"non ((?!.*\b(?:nessun\w*|alcun\w*|niente|nulla|mai|più)\b).+)"), r"\1"),
    )

    def present(self, says: str, *, addressed: bool = False) -> str | None:
        if says.startswith("non "):  # *non aggiungere altre carte*: *non aggiunge altre carte*
            done = self.present(says[4:], addressed=addressed)
            return done and f"non {done}"
        return super().present(says, addressed=addressed)

    words = ("zero", "un", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci")

    def _start(self, word: str) -> Literal["vowel", "impure", "plain"]:
        word = plain(word)
        if re.match(r"[aeiouàèéìòóùAEIOU]", word):
            return "vowel"
        return "impure" if re.match(r"(s[^aeiouàèéìòù\s]|z|gn|pn|ps|x|y)", word, re.IGNORECASE) else "plain"

    def _definite(self, word: str, feminine: bool, plural: bool, stem: tuple[str, ...]) -> str:
        """Return one of the forms (il, lo, l', i, gli, la, le) in the order of `stem`."""
        start = self._start(word)
        if feminine:
            return stem[6] if plural else stem[2] if start == "vowel" else stem[5]
        if plural:
            return stem[3] if start == "plain" else stem[4]
        return {"plain": stem[0], "impure": stem[1], "vowel": stem[2]}[start]

    def _one(self, word: str, feminine: bool, stem: str) -> str:
        start = self._start(word)
        if feminine:
            return f"{stem}'" if start == "vowel" else f"{stem}a"
        return f"{stem}o" if start == "impure" else stem

    def determined(self, noun: Noun, determiner: Determiner, plural: bool = False) -> Phrase:
        if noun.only_plural and determiner == "each":
            return _all_of(self.determined(noun, "the"), "tutte" if noun.feminine else "tutti")
        many = (plural or noun.only_plural) and determiner not in ("each", "no", "any")
        form = noun.form(many)
        return Phrase(_glued(self._word(noun, form, determiner, many), form), noun.feminine, many)

    def _word(self, noun: Noun, form: str, determiner: Determiner, many: bool) -> str:
        if (not noun.named and determiner in ("the", "a")) or (noun.only_plural and determiner == "any"):
            return ""
        match determiner:
            case "the":
                return self._definite(form, noun.feminine, many, ("il", "lo", "l'", "i", "gli", "la", "le"))
            case "a":
                some = ("dei", "degli", "dei", "dei", "degli", "delle", "delle")
                return self._definite(form, noun.feminine, True, some) if many else self._one(form, noun.feminine, "un")
            case "that":
                those = ("quel", "quello", "quell'", "quei", "quegli", "quella", "quelle")
                return self._definite(form, noun.feminine, many, those)
            case "each":
                return "ogni"
            case "no":
                return self._one(form, noun.feminine, "nessun")
            case "any":
                return self._one(form, noun.feminine, "alcun")
            case "bare":
                return ""

    def possessed(self, noun: Noun, owner: Phrase, person: bool) -> Phrase:
        many, form = noun.only_plural, noun.form(False)
        own = ("suo", "sua", "suoi", "sue")[noun.feminine + 2 * many] if not owner.plural else "loro"
        article = ("il", "la", "i", "le")[noun.feminine + 2 * many]
        return Phrase(f"{article} {own} {form}", noun.feminine, many)

    def pronoun(self, subject: Phrase) -> str | None:
        return ""

    def counted(self, number: int, noun: Noun) -> Phrase:
        form = noun.form(number != 1)
        if number == 1:
            return Phrase(_glued(self._one(form, noun.feminine, "un"), form), noun.feminine, False)
        return Phrase(f"{_numbered(number, self.words)} {form}", noun.feminine, True)

    def impersonal(self, infinitive: str) -> bool:
        return not infinitive.partition(" ")[0].endswith("si")

    def has_several_objects(self, says: str) -> bool:
        return re.match(r"\w+ (?:le|i|gli|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|tutt[ei]) ", says) is not None

    def participle_of_many(self, rest: str) -> str:
        return re.sub(r"^(\w+[st])([oa])\b", lambda found: found[1] + ("i" if found[2] == "o" else "e"), rest)

    _second_verb: ClassVar[re.Pattern[str]] = re.compile(r"(\be )([a-zà-ù]+(?:are|ere|ire))\b")
    _like_aprire = re.compile(r"(?:apr|copr|scopr|offr|soffr|serv|sent|part|dorm|segu|vest|avvert|divert|invest|cuc|fugg)ire$")

    def _third_person(self, infinitive: str) -> str | None:
        if found := re.fullmatch(r"(.+[aei]r)si", infinitive):
            verb = self._third_person(f"{found[1]}e")
            return None if verb is None else f"si {verb}"
        if infinitive in _ITALIAN_PRESENT:
            return _ITALIAN_PRESENT[infinitive]
        if infinitive.endswith("ire"):
            return infinitive[:-3] + ("e" if self._like_aprire.search(infinitive) else "isce")
        return infinitive[:-2] if infinitive.endswith(("are", "ere")) else None

    def _second_person(self, infinitive: str) -> str | None:
        if found := re.fullmatch(r"(.+[aei]r)si", infinitive):
            verb = self._second_person(f"{found[1]}e")
            return None if verb is None else f"ti {verb}"
        if infinitive in _ITALIAN_ADDRESSED:
            return _ITALIAN_ADDRESSED[infinitive]
        if infinitive.endswith("ire"):
            return infinitive[:-3] + ("i" if self._like_aprire.search(infinitive) else "isci")
        if infinitive.endswith("are"):  # *gioc-are*: *giochi*; *lasci-are*: *lasci*
            stem = infinitive[:-3]
            return stem + ("hi" if stem.endswith(("c", "g")) else "" if stem.endswith("i") else "i")
        return f"{infinitive[:-3].removesuffix('i')}i" if infinitive.endswith("ere") else None

    def polish(self, text: str) -> str:
        text = _spaced(text)
        text = re.sub(r"\b([Dd]i|[Aa]|[Dd]a|[Ii]n|[Ss]u) (il|lo|la|i|gli|le)\b(?!')", self._contract, text)
        text = re.sub(r"\b([Dd]i|[Aa]|[Dd]a|[Ii]n|[Ss]u) l'", self._contract, text)
        text = re.sub(r"\be (?=[eèé])", "ed ", text)
        return re.sub(r"\ba (?=[aA][a-zà-ù])", "ad ", text)

    def _contract(self, found: re.Match[str]) -> str:
        preposition, *rest = found[0].split(" ")
        article = rest[0]
        stem = {"di": "de", "a": "a", "da": "da", "in": "ne", "su": "su"}[preposition.lower()]
        if preposition[0].isupper():
            stem = stem.capitalize()
        return {"il": stem + "l", "i": stem + "i", "gli": stem + "gli"}.get(article, f"{stem}l{article}")


class English(Morphology):
    """A and an, each and no; their and its."""

    _once_more: ClassVar = r"\1 again"
    _denials: ClassVar = (
        (re.compile(r"(.+) no (?:more|longer)"), r"still \1"),
        (re.compile(r"(is|are|has|have|was|were|can|may) not (.+)"), r"\1 \2"),
    )

    words = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

    def determined(self, noun: Noun, determiner: Determiner, plural: bool = False) -> Phrase:
        if noun.only_plural and determiner == "each":
            return _all_of(self.determined(noun, "the"), "all")
        many = (plural or noun.only_plural) and determiner not in ("each", "no", "any")
        form = noun.form(many)
        if not noun.named and determiner in ("the", "a"):
            return Phrase(form, False, many)
        word = {
            "the": "the",
            "a": "" if many else "a",
            "each": "each",
            "no": "no",
            "that": "those" if many else "that",
            "bare": "",
            "any": "no",
        }[determiner]
        return Phrase(_glued(word, form), False, many)

    def possessed(self, noun: Noun, owner: Phrase, person: bool) -> Phrase:
        own = "their" if person or owner.plural else "its"
        return Phrase(f"{own} {noun.form(False)}", False, noun.only_plural)

    def owned(self, noun: Noun, owner: Phrase) -> Phrase | None:
        """Return a possessive (*the dealer's hand*) if the owner is one person named in two words."""
        short = not owner.plural and re.fullmatch(r"the [a-z]+", plain(owner.text))
        return Phrase(f"{owner.text}'s {noun.form(False)}", False, noun.only_plural) if short else None

    def pronoun(self, subject: Phrase) -> str | None:
        return "they" if subject.plural else None

    def counted(self, number: int, noun: Noun) -> Phrase:
        return Phrase(f"{_numbered(number, self.words)} {noun.form(number != 1)}", False, number != 1)

    # a word after *and* is a verb if an argument precedes or follows it, or if it is one of the verbs that end an act
    _second_verb: ClassVar[re.Pattern[str]] = re.compile(
        r"(\band (?:then )?)(?!(?:a|an|the|all|any|some|its|their|his|other|another|no|not|one|two|three|four)\b)"
        r"([a-z]+(?= \{)|(?<=\} and )[a-z]+\b|(?<=\} and then )[a-z]+\b|(?:draw|pass|stop|stay|fold|knock|discard|play|leave)$)"
    )

    def _third_person(self, infinitive: str) -> str | None:
        if not re.fullmatch("[a-z]+", infinitive) or infinitive in ("a", "the", "all"):
            return None
        if infinitive in ("be", "have"):
            return {"be": "is", "have": "has"}[infinitive]
        if re.search("[^aeiou]y$", infinitive):
            return f"{infinitive[:-1]}ies"
        return infinitive + ("es" if re.search("(?:s|x|z|ch|sh|o)$", infinitive) else "s")

    def _second_person(self, infinitive: str) -> str | None:
        if self._third_person(infinitive) is None:
            return None
        return "are" if infinitive == "be" else infinitive

    def denied_verb(self, third_person: str) -> str:
        if re.search("[^aeiou]ies$", third_person):
            return f"{third_person[:-3]}y"
        return re.sub("(?<=ss|sh|ch)es$|(?<=[xzo])es$|s$", "", third_person)

    def polish(self, text: str) -> str:
        text = _spaced(text)
        return re.sub(rf"\b([Aa]) (?={MARK}(?!one\b|eu)([aeio]|u(?!ni|se|t)))", r"\1n ", text)


_FRENCH_PRESENT = {
    "faire": "fait", "refaire": "refait", "aller": "va", "dire": "dit", "redire": "redit", "avoir": "a", "être": "est",
    "tenir": "tient", "retenir": "retient", "venir": "vient", "voir": "voit", "servir": "sert", "sortir": "sort",
    "partir": "part", "pouvoir": "peut", "devoir": "doit", "vouloir": "veut", "jeter": "jette", "rejeter": "rejette",
    "appeler": "appelle", "rappeler": "rappelle", "acheter": "achète", "lever": "lève", "enlever": "enlève",
    "relever": "relève", "mener": "mène", "répéter": "répète", "céder": "cède", "courir": "court", "suivre": "suit",
    "vivre": "vit", "boire": "boit", "croire": "croit", "écrire": "écrit", "lire": "lit", "rire": "rit",
}  # fmt: skip
"""The third person of verbs that do not follow their ending."""
_FRENCH_ADDRESSED = {
    "faire": "faites", "refaire": "refaites", "dire": "dites", "redire": "redites", "être": "êtes", "tenir": "tenez",
    "retenir": "retenez", "venir": "venez", "voir": "voyez", "servir": "servez", "sortir": "sortez", "partir": "partez",
    "courir": "courez", "boire": "buvez", "croire": "croyez", "écrire": "écrivez", "lire": "lisez", "devoir": "devez",
    "pouvoir": "pouvez", "vouloir": "voulez", "avoir": "avez", "suivre": "suivez", "vivre": "vivez", "rire": "riez",
}  # fmt: skip
"""The second person plural of verbs that do not follow their ending."""


class French(Morphology):
    """Le, la, l'; du, des, au, aux; d', qu', n'."""

    _once_more: ClassVar = r"\1 de nouveau"
    _denials: ClassVar = (
        (re.compile(r"(?:ne |n')(.+) plus"), r"\1 encore"),
        (re.compile(r"(?:ne |n')(\S+) pas( .+)?"), r"\1\2"),
    )

    words = ("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix")
    _vowel = re.compile(r"(?!onz|oui|ouistiti)[aeiouyàâéèêëîïôùûüœæ]", re.IGNORECASE)

    def determined(self, noun: Noun, determiner: Determiner, plural: bool = False) -> Phrase:
        if noun.only_plural and determiner == "each":
            return _all_of(self.determined(noun, "the"), "toutes" if noun.feminine else "tous")
        many = (plural or noun.only_plural) and determiner not in ("each", "no", "any")
        form = noun.form(many)
        if not noun.named and determiner in ("the", "a"):
            return Phrase(form, noun.feminine, many)
        return Phrase(_glued(self._word(noun, form, determiner, many), form), noun.feminine, many)

    def _word(self, noun: Noun, form: str, determiner: Determiner, many: bool) -> str:
        f = noun.feminine
        match determiner:
            case "the":
                return "les" if many else "la" if f else "le"
            case "a":
                return "des" if many else "une" if f else "un"
            case "that":
                return "ces" if many else "cette" if f else "cet" if self._vowel.match(plain(form)) else "ce"
            case "each":
                return "chaque"
            case "any" if noun.only_plural:
                return "pas de"
            case "no" | "any":
                return "aucune" if f else "aucun"
            case "bare":
                return ""

    def possessed(self, noun: Noun, owner: Phrase, person: bool) -> Phrase:
        many, form = noun.only_plural, noun.form(False)
        feminine = noun.feminine and not self._vowel.match(plain(form))
        own = ("leurs" if many else "leur") if owner.plural else "ses" if many else "sa" if feminine else "son"
        return Phrase(f"{own} {form}", noun.feminine, many)

    def pronoun(self, subject: Phrase) -> str | None:
        return self.repeated(subject)

    def repeated(self, subject: Phrase) -> str:
        return ("elle" if subject.feminine else "il") + ("s" if subject.plural else "")

    def counted(self, number: int, noun: Noun) -> Phrase:
        word = "une" if number == 1 and noun.feminine else _numbered(number, self.words)
        return Phrase(f"{word} {noun.form(abs(number) > 1)}", noun.feminine, abs(number) > 1)

    _second_verb: ClassVar[re.Pattern[str]] = re.compile(r"(\bet )([a-zà-ü]+(?:er|ir|re))\b")

    def participle_of_many(self, rest: str) -> str:
        return re.sub(r"^(\w+(?:é|ée|i|ie|u|ue))\b", r"\1s", rest)

    def present(self, says: str, *, addressed: bool = False) -> str | None:
        negated = re.match(r"ne (pas|plus|jamais|rien) (?=\w)", says)
        if negated:  # *ne plus ajouter de cartes*: *n'ajoute plus de cartes*
            done = re.match(r"((?:se |vous )?\S+)(.*)", self.present(says[negated.end() :], addressed=addressed) or "")
            ne = "n'" if done and re.match("[aeiouâàéèêîôûœ]", done[1]) else "ne "
            return f"{ne}{done[1]} {negated[1]}{done[2]}" if done else None
        reflexive = re.match(r"(se |s')(?=\w)", says)
        found = super().present(says[reflexive.end() :] if reflexive else says, addressed=addressed)
        return found if found is None or not reflexive else ("vous " if addressed else reflexive[0]) + found

    def _third_person(self, infinitive: str) -> str | None:
        if infinitive in _FRENCH_PRESENT:
            return _FRENCH_PRESENT[infinitive]
        if infinitive.endswith(("oyer", "uyer")):
            return f"{infinitive[:-3]}ie"
        if infinitive.endswith("er"):
            return infinitive[:-1]
        if infinitive.endswith("ir"):
            return infinitive[:-2] + "e" if re.search("(?:uvr|ffr|eill)ir$", infinitive) else f"{infinitive[:-1]}t"
        if infinitive.endswith("indre"):
            return f"{infinitive[:-3]}t"
        if infinitive.endswith(("dre", "ttre", "uire")):
            return infinitive[: -3 if infinitive.endswith("ttre") else -2] + ("t" if infinitive.endswith("uire") else "")
        return None

    def _second_person(self, infinitive: str) -> str | None:
        if infinitive in _FRENCH_ADDRESSED:
            return _FRENCH_ADDRESSED[infinitive]
        if infinitive.endswith("er"):
            return f"{infinitive[:-1]}z" if infinitive != "aller" else "allez"
        if infinitive.endswith("ir"):
            return infinitive[:-2] + ("ez" if re.search("(?:uvr|ffr|eill)ir$", infinitive) else "issez")
        if infinitive.endswith("prendre"):
            return f"{infinitive[:-3]}ez"
        if infinitive.endswith("indre"):
            return f"{infinitive[:-4]}gnez"
        if infinitive.endswith(("dre", "ttre", "uire")):
            return infinitive[:-2] + ("sez" if infinitive.endswith("uire") else "ez")
        return None

    def polish(self, text: str) -> str:
        text = _spaced(text)
        text = re.sub(r"[ \u00a0]?([;:])(?= |$)", "\u00a0\\1", text)
        text = re.sub(r"\b([Dd]e|[Àà]) les?\b(?! +" + MARK + r"[aeiouâéèê])", self._contract, text)
        text = re.sub(r"\b([Dd]e|[Àà]) les\b", self._contract, text)
        text = re.sub(r"\b([Dd])e des\b", r"\1e", text)
        short = r"\b([LlDdNnSsCcJj]e|[Ll]a|[Qq]ue|[Ll]orsque|[Pp]uisque|[Jj]usque)"
        elided = rf"{short} (?={MARK}(?!onze|oui)[aeiouâàéèêîôûœ])"
        text = re.sub(elided, lambda found: found[1][:-1] + "'", text)
        text = re.sub(r"\b([Dd]e|[Qq]ue) (?=[AEIOUÂÀÉÈÊÎÔÛ][a-zà-ÿ])", lambda found: found[1][:-1] + "'", text)  # before a name
        return re.sub(r"\b([Ss])i (?=ils?\b)", r"\1'", text)

    def _contract(self, found: re.Match[str]) -> str:
        preposition, article = found[0].split(" ")
        short = {"de le": "du", "de les": "des", "à le": "au", "à les": "aux"}[f"{preposition.lower()} {article}"]
        return short.capitalize() if preposition[0].isupper() else short


def _all_of(those: Phrase, word: str) -> Phrase:
    """Word *all* of a noun that has no singular, where other nouns have *each*."""
    return Phrase(f"{word} {those.text}", those.feminine, plural=True)


def _glued(word: str, form: str) -> str:
    return form if not word else word + form if word.endswith("'") else f"{word} {form}"
