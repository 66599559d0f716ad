"""The key words in languages other than English, with a table for each language (`it.toml`, decision 0055).

Takes the English grammar and a table of phrases; returns the grammar of that language, which has the same rules with other
words. Trees of its parser are converted to the English form. To read an English text, only `opening_line` is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from cartaro_grammar.text.frozen import frozen
from cartaro_grammar.text.key_phrases import read_table
from cartaro_grammar.text.opening import ENGLISH

if TYPE_CHECKING:
    from lark import Token, Tree
    from lark.lexer import TerminalDef

GRAMMAR = Path(__file__).parents[1] / "syntax.lark"

BOUNDARY = "(?![a-zà-öø-ÿ0-9_])"
"""The end of a keyword, so that `uses` is not read as `use` followed by a name `s`."""

RUN = re.compile(r'"[a-z]+"(?: +"[a-z]+")*')
RULE = re.compile(r"^([?!]?)(_?[a-z][a-z_]*) *:", re.MULTILINE)
TERMINAL = re.compile(r"^(_?[A-Z][A-Z_]*)((?:\.\d+)?):(.*)\n", re.MULTILINE)
ALTERNATIVE = re.compile(r"\n\s*\|")
ALIAS = re.compile(r"-> *(\w+)")
KEPT = "__"
"""The separator between a rule and its English words, in the name of a rule whose words the tree keeps."""

EFFECTS = (
    ("move", "move"), ("deal", "deal"), ("shuffle", "shuffle"), ("add_to", "add"), ("subtract", "subtract"),
    ("mark_as", "mark"), ("form", "form new"), ("exchange", "exchange"), ("show", "show"), ("seat", "seat"),
    ("repeat", "repeat from"), ("end", "end"), ("void", "void"), ("nothing", "nothing"),
)  # fmt: skip
"""The grammar rules of effects, and their first words. A comma before one of these words ends a list."""

CONTINUING = ("and", "or", "then", "when", "unless", "where", "while", "among", "because", "despite")
UNFINISHED = ("has", "means")
# ------------------------------------------------------------------------------- names of the language

NamePlace = Literal["name", "period", "own"]
"""The possible meaning of a word that is not a key word: a name of the language or of the author (`name`), a period, or only a
name of the author's (`own`).
"""

NAME: tuple[NamePlace, ...] = ("name",)
PERIOD: tuple[NamePlace, ...] = ("period",)
OWN_THEN_NAME: tuple[NamePlace, ...] = ("own", "name")
NAME_THEN_OWN: tuple[NamePlace, ...] = ("name", "own")
NAME_PLACES: Mapping[str, tuple[NamePlace, ...]] = {
    **dict.fromkeys(
        (
            "name", "named", "of_", "seat_after", "seat_before", "kind_in", "kind_with", "quantified", "quantified_subject",
            "quantified_all", "quantified_owner", "select", "select_in", "of_ranked", "of_ranked_in", "total_over", "trait",
            "negative_trait", "param", "actpart", "owner", "effect", "word_line", "direction",
        ),
        NAME,
    ),
    **dict.fromkeys(("under", "under_every", "told_under", "under_block", "example_under"), NAME_THEN_OWN),
    **dict.fromkeys(("actsig", "reference"), OWN_THEN_NAME),
    **dict.fromkeys(
        ("moment", "scope", "at_every", "possible_at", "extreme_claim", "must_step", "may_step", "end", "void"), PERIOD
    ),
}  # fmt: skip
"""The possible meanings of the words of a rule, in their order; the last one applies to all later words. In other rules, all
words are names of the author's.
"""

OF_PERIODS = frozenset({"begins", "passes", "ends", "direction", "obligation"})
"""The rules whose subject is a period."""

WITH_ARTICLE = frozenset(
    {"name", "named", "of_", "seat_after", "seat_before", "select", "select_in", "of_ranked", "of_ranked_in", "param"}
)
"""The rules in which a name of the language has its article."""


@frozen
class PlacedName:
    """A word of a parsed text that is not a key word: its rule, the list of children that contains it, its index in that list,
    its possible meanings, and whether a name has its article at this place.
    """

    rule: str
    among: list[Token | Tree[Token]]
    index: int
    place: NamePlace
    article: bool

    @property
    def token(self) -> Token:
        return cast("Token", self.among[self.index])

    @property
    def is_last(self) -> bool:
        """True if no other word of the rule follows."""
        from lark import Token

        return not any(isinstance(child, Token) and child.type == "NAME" for child in self.among[self.index + 1 :])


def _downwards(parsed: Tree[Token]) -> Iterator[Tree[Token]]:
    """Yield a tree and the trees in it, outer trees first."""
    from lark import Tree

    waiting = [parsed]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [child for child in node.children if isinstance(child, Tree)]


def placed_names(parsed: Tree[Token]) -> Iterator[PlacedName]:
    """Yield the words of a parsed text that are not key words."""
    from lark import Token, Tree

    periods: set[int] = set()
    for node in _downwards(parsed):
        rule = str(node.data)
        children = node.children
        if rule in OF_PERIODS:
            periods |= {id(child) for child in children[:1] if isinstance(child, Tree) and child.data == "name"}
        places = PERIOD if id(node) in periods else NAME_PLACES.get(rule, ("own",))
        at = [n for n, child in enumerate(children) if isinstance(child, Token) and child.type == "NAME"]
        for ordinal, index in enumerate(at):
            place = places[min(ordinal, len(places) - 1)]
            yield PlacedName(rule, children, index, place, place == "period" or rule in WITH_ARTICLE)


# ------------------------------------------------------------------------------------------- a table


@dataclass(frozen=True, eq=False)
class KeyWordTable:
    """The words of a language, documented in `it.toml`. For English, these are the words used for printing."""

    language: str
    opening: str
    articles: tuple[str, ...]
    plural_articles: tuple[str, ...]
    plural_words: tuple[str, ...]
    impersonal: str
    negation: str
    elided: Mapping[str, str]
    silent: tuple[str, ...]
    phrases: Mapping[str, str]
    rules: Mapping[str, Mapping[str, str]]
    forms: Mapping[str, Sequence[str]]
    plural: Mapping[str, str]
    undetermined: Sequence[str]
    indefinite: Sequence[str]
    indefinite_in: Sequence[str]
    feminine_articles: Sequence[str]
    gradable: Sequence[str]
    plural_determiners: Sequence[str]
    plural_forms: Mapping[str, Sequence[str]]
    plural_read: Mapping[str, str]
    feminine: Mapping[str, str]
    articles_in: Mapping[str, Sequence[str]]
    contracted: Mapping[str, Sequence[str]]
    names: Mapping[str, str]
    periods: Mapping[str, str]
    name_forms: Mapping[str, Sequence[str]]
    tokens: Mapping[str, Mapping[str, str]]

    def phrase(self, rule: str, run: str) -> str:
        """Return the words for a run of English key words in a rule, articles included. Raise KeyError for a word without a
        translation.
        """
        words = run.split()
        own = self.rules.get(rule, {})
        found: list[str] = []
        while words:
            keys = (" ".join(words[:n]) for n in range(len(words), 0, -1))
            key = next((key for key in keys if key in own or key in self.phrases), words[0])
            if self.language != ENGLISH and key not in own and key not in self.phrases:
                raise KeyError(key)
            found.append(own.get(key) or self.phrases.get(key, key))
            del words[: len(key.split())]
        return " ".join(found)

    def parsed_words(self, phrase: str) -> tuple[str, ...]:
        """Return the words of a phrase that are read, each in its first form. Silent words are left out, except the first word
        of a longer phrase if it has forms (`una di`).
        """
        words = phrase.split()
        counted = len(words) > 1 and words[0] in self.forms and words[0] in self.silent
        return tuple(
            self.base_forms.get(word, word) for at, word in enumerate(words) if word not in self.silent or (counted and at == 0)
        )

    @cached_property
    def base_forms(self) -> Mapping[str, str]:
        """The first form of each other form of a word."""
        return {form: base for base, others in self.forms.items() for form in others}

    def read_words(self, phrase: str) -> tuple[str, ...]:
        """Return the words of a token of several words, in their first forms."""
        words = (self.base_forms.get(word, word) for word in phrase.replace(",", " ").split())
        return tuple(word for word in words if word not in self.silent or word in self.forms)

    def forms_of(self, word: str) -> tuple[str, ...]:
        """Return all forms of a word that is read."""
        base = self.base_forms.get(word, word)
        return (base, *self.forms.get(base, ()))

    def agreeing(self, word: str, feminine: bool, plural: bool) -> str:
        """Return an adjective of the language in a gender and number; its forms are in the order f, m pl, f pl, or only pl."""
        forms = self.name_forms.get(word, ())
        if len(forms) == 1:
            return forms[0] if plural else word
        return (word, *forms)[feminine + 2 * plural] if len(forms) == 3 else word

    @cached_property
    def english_names(self) -> Mapping[NamePlace, Mapping[str, str]]:
        """For each possible meaning of a word, a map from the forms of a name of the language to the English name."""
        return {"name": self._english(self.names), "period": self._english(self.periods), "own": {}}

    def _english(self, names: Mapping[str, str]) -> Mapping[str, str]:
        printed = {english: phrase.split()[-1] for english, phrase in names.items()}
        return {form: english for english, word in printed.items() for form in (word, *self.name_forms.get(word, ()))}

    def name(self, english: str, place: NamePlace) -> str | None:
        """Return a name of the language, given in English, with its article. Return None for a name of the author's."""
        known: Mapping[NamePlace, Mapping[str, str]] = {"name": self.names, "period": self.periods}
        return known[place].get(english) if place in known else None

    @cached_property
    def english_tokens(self) -> Mapping[str, Mapping[str, str]]:
        """A map from kinds of tokens to the English, for tokens of several words or with several meanings."""
        return {kind: {printed: english for english, printed in words.items()} for kind, words in self.tokens.items()}

    @cached_property
    def words(self) -> frozenset[str]:
        """All words that are read as key words, in all their forms, and the silent ones."""
        parsed = {word for printed in runs().values() for run in printed for word in self.parsed_words(self.phrase(*run))}
        parts = {word for printed in self.tokens.values() for phrase in printed.values() for word in phrase.strip(", ").split()}
        return frozenset(form for word in parsed | parts for form in self.forms_of(word)) | {*self.silent}

    @cached_property
    def bound(self) -> frozenset[str]:
        """The words that cannot be a name anywhere: silent words, and words that continue a sentence."""
        going_on = {
            form for word in (*CONTINUING, *UNFINISHED) for form in self.forms_of(self.parsed_words(self.phrase("", word))[0])
        }
        return frozenset(going_on) | {*self.silent}


@cache
def key_word_table(language: str) -> KeyWordTable:
    """Return the table of a language. Raise FileNotFoundError for an unknown language."""
    table = read_table(language)
    lists = (
        "articles", "plural_articles", "feminine_articles", "plural_words", "plural_determiners", "silent", "undetermined",
        "indefinite", "indefinite_in", "gradable",
    )  # fmt: skip
    listed: Mapping[str, tuple[str, ...]] = {name: tuple(table.get(name, ())) for name in lists}

    def words(name: str) -> Mapping[str, str]:
        return cast("Mapping[str, str]", table.get(name, {}))

    def rows(name: str) -> Mapping[str, Sequence[str]]:
        return cast("Mapping[str, Sequence[str]]", table.get(name, {}))

    def tables(name: str) -> Mapping[str, Mapping[str, str]]:
        return cast("Mapping[str, Mapping[str, str]]", table.get(name, {}))

    return KeyWordTable(
        language=language,
        opening=cast("str", table["opening"]),
        impersonal=cast("str", table.get("impersonal", "")),
        negation=cast("str", table.get("negation", "")),
        elided=words("elided"),
        **listed,
        phrases=words("phrases"),
        rules=tables("in"),
        forms=rows("forms"),
        plural=words("plural"),
        plural_forms=rows("plural_forms"),
        plural_read=words("plural_read"),
        feminine=words("feminine"),
        articles_in=rows("articles_in"),
        contracted=rows("contracted"),
        names=words("names"),
        periods=words("periods"),
        name_forms=rows("name_forms"),
        tokens=tables("tokens"),
    )


# ----------------------------------------------------------------------------------------- a grammar


@cache
def grammar_parts() -> tuple[tuple[tuple[str, str, tuple[str, ...]], ...], tuple[tuple[str, str, str], ...], str]:
    """Return the rules of the English grammar (mark, name and alternatives), its terminals (name, priority and pattern) and its
    directives.
    """
    text = re.sub(r"(?m)(?:^|\s)//.*$", "", GRAMMAR.read_text(encoding="utf-8"))
    terminals = tuple((m[1], m[2], m[3].strip()) for m in TERMINAL.finditer(text))
    text = TERMINAL.sub("", text)
    directives = "\n".join(line for line in text.splitlines() if line.startswith("%"))
    text = re.sub(r"(?m)^%.*$", "", text)
    found = list(RULE.finditer(text))
    ends = [*(m.start() for m in found[1:]), len(text)]
    rules = tuple(
        (m[1], m[2], tuple(part.strip() for part in (re.split(r"\|", body) if m[1] == "!" else ALTERNATIVE.split(body))))
        for m, end in zip(found, ends, strict=True)
        for body in (text[m.end() : end],)
    )
    return rules, terminals, directives


@cache
def runs() -> Mapping[str, tuple[tuple[str, str], ...]]:
    """Return the runs of English key words of each rule, as the parser names it: pairs of the rule and the run."""
    found: dict[str, list[tuple[str, str]]] = {}
    for _, name, alternatives in grammar_parts()[0]:
        for alternative in alternatives:
            alias = ALIAS.search(alternative)
            rule = alias[1] if alias else name
            found.setdefault(rule, []).extend((rule, _plain(run)) for run in RUN.findall(alternative))
    return {rule: tuple(dict.fromkeys(printed)) for rule, printed in found.items()}


def _plain(run: str) -> str:
    return run.replace('"', "")


@cache
def english_runs(language: str) -> Mapping[tuple[str, tuple[str, ...]], str]:
    """Return a map from a rule and the words that are read to the English of each run of key words."""
    table = key_word_table(language)
    pairs = (pair for printed in runs().values() for pair in printed)
    return {(rule, table.parsed_words(table.phrase(rule, run))): run for rule, run in pairs}


@cache
def grammar_text(language: str) -> str:
    """Return the grammar of a language: the English grammar with the phrases of its table."""
    rules, terminals, directives = grammar_parts()
    written = [_rule(language, *rule) for rule in rules]
    made = _made_terminals(language)
    written += [f"{name}{priority}: {made.get(name, pattern)}" for name, priority, pattern in terminals]
    return "\n".join((*written, directives)) + "\n"


def _rule(language: str, mark: str, name: str, alternatives: tuple[str, ...]) -> str:
    table = key_word_table(language)

    def with_words(alternative: str) -> str:
        alias = ALIAS.search(alternative)
        rule = alias[1] if alias else name

        def words(run: re.Match[str]) -> str:
            return " ".join(f'"{word}"' for word in table.parsed_words(table.phrase(rule, _plain(run[0]))))

        printed = RUN.sub(words, alternative)
        if mark != "!":
            return printed
        kept = _plain(alternative).strip().replace(" ", KEPT)
        return f"{printed} -> {name}{KEPT}{kept}"

    return f"{'' if mark == '!' else mark}{name}: " + "\n    | ".join(map(with_words, alternatives))


def _made_terminals(language: str) -> Mapping[str, str]:
    """Return the patterns of the terminals that hold words, in a language."""
    table = key_word_table(language)

    def either(words: Sequence[str]) -> str:
        return "|".join(re.escape(word) for word in words)

    def spaced(phrase: str) -> str:
        """Return the pattern of words with the whitespace allowed between them. A line may begin with `fra`, which also means
        `among`.
        """
        return r"[ \n]+".join(f"(?:{either(table.forms_of(word))})" for word in table.read_words(phrase))

    def token(phrase: str) -> str:
        return r", *(?:\n *)*" + spaced(phrase[1:]) if phrase.startswith(",") else spaced(phrase)

    tokens = {kind: f"/(?:{'|'.join(map(token, printed.values()))}){BOUNDARY}/" for kind, printed in table.tokens.items()}
    effects = "|".join(
        " +".join(f"(?:{either(table.forms_of(w))})" for w in table.parsed_words(table.phrase(*e))[:2]) for e in EFFECTS
    )
    becomes = either(table.forms_of(table.parsed_words(table.phrase("becomes", "becomes"))[0]))
    going_on = [form for word in CONTINUING for form in table.forms_of(table.parsed_words(table.phrase("", word))[0])]
    unfinished = [form for word in UNFINISHED for form in table.forms_of(table.parsed_words(table.phrase("", word))[0])]
    behind = "|".join(rf"(?<=\s{re.escape(word)})" for word in unfinished)
    outside = r"[^,:\n]*[^,:\na-zà-öø-ÿ0-9_]"
    return {
        **tokens,
        "_LISTED": rf"/,(?! *(?:\n *)*(?:(?:{effects}){BOUNDARY}|{outside}(?:{becomes}){BOUNDARY}))/",
        "_SILENT": f"/{word_pattern(table.silent)}/",
        "_CONTINUED": rf"/(?:\n *)+(?=[+*]|-(?!-)|(?:{either(going_on)}){BOUNDARY})/",
        "_UNFINISHED": rf"/(?:(?<=,)|{behind}) *(?:\n *)+/",
    }


def word_pattern(forms: Sequence[str]) -> str:
    """Return the pattern of a word in any of its forms. An elided form ends in an apostrophe, straight or curly."""
    whole = "|".join(re.escape(form) for form in forms if not form.endswith("'"))
    elided = "|".join(re.escape(form[:-1]) for form in forms if form.endswith("'"))
    plain = f"(?:{whole}){BOUNDARY}" if whole else ""
    return "(?:" + "|".join(part for part in (plain, f"(?:{elided})['’]" if elided else "") if part) + ")"


def edit_terminal(language: str, terminal: TerminalDef) -> None:
    """Return a terminal that reads a key word in all its forms, but not within a longer word."""
    from lark.lexer import PatternRE

    if terminal.pattern.type != "str" or not terminal.pattern.value.isalpha():
        return
    word = terminal.pattern.value
    if language == ENGLISH:
        terminal.pattern, terminal.priority = PatternRE(word + BOUNDARY), 1
        return
    table = key_word_table(language)
    plural = table.plural_read.get(word)
    terminal.pattern = PatternRE(word_pattern(table.forms_of(word)) + (f"|{plural}" if plural else ""))
    terminal.priority = 21 if word in table.silent else 2 if plural else 1


# ------------------------------------------------------------------------------------- to English


def to_english(parsed: Tree[Token], language: str) -> None:
    """Convert a parsed text to the English form, in place. Its positions still refer to the text."""
    from lark import Token, Tree

    table = key_word_table(language)
    for name in placed_names(parsed):
        english = table.english_names[name.place].get(name.token)
        if english is not None:
            name.among[name.index] = Token.new_borrow_pos("NAME", english, name.token)
    for node in _downwards(parsed):
        rule, kept, words = str(node.data).partition(KEPT)
        if rule == "says":
            for names in node.children:
                if isinstance(names, Tree):
                    names.children = [
                        Token.new_borrow_pos("STRING", with_slots(child, table.english_names["name"]), child)
                        if isinstance(child, Token) and child.type == "STRING"
                        else child
                        for child in names.children
                    ]
        if kept:
            node.data = rule
            node.children = [Token(word.upper(), word) for word in words.split(KEPT)]
            continue
        node.children = [
            Token.new_borrow_pos(child.type, english_token(table, child), child)
            if isinstance(child, Token) and child.type in table.tokens
            else child
            for child in node.children
        ]


def with_slots(text: str, names: Mapping[str, str]) -> str:
    """Return the text of an act with its slots under other names."""
    return re.sub(r"\{(\w+)\}", lambda slot: f"{{{names.get(slot[1], slot[1])}}}", text)


def english_token(table: KeyWordTable, token: Token) -> str:
    """Return the English form of a token of several words."""
    words = table.read_words(token)
    return next(english for english, phrase in table.tokens[token.type].items() if table.read_words(phrase) == words)


@cache
def _english_by_parsed(language: str) -> Mapping[tuple[str, ...], str]:
    """Return, for each run of words that is read, the English run that most rules use."""
    table = key_word_table(language)
    own = {table.parsed_words(phrase): english for english, phrase in reversed([*table.phrases.items()])}
    moments = {table.read_words(printed): english for printed, english in table.english_tokens["MOMENT"].items()}
    return {**{parsed: run for (_, parsed), run in english_runs(language).items()}, **own, **moments}


def words_in_english(words: Sequence[str], language: str) -> list[str]:
    """Return the words before a place, with key words in English, the longest runs first. The rule of a run does not affect
    which names fit.
    """
    table, runs_ = key_word_table(language), _english_by_parsed(language)
    elided = {word.rstrip("'"): word for word in (*table.base_forms, *table.silent) if word.endswith("'")}
    written = (elided.get(word, word) for word in words if word not in "'’`")
    read = [table.base_forms.get(word, word) for word in written if word not in table.silent]
    most = max(map(len, runs_))
    found: list[str] = []
    at = 0
    while at < len(read):
        size = next((n for n in range(min(most, len(read) - at), 0, -1) if tuple(read[at : at + n]) in runs_), 0)
        found += runs_[tuple(read[at : at + size])].split() if size else [table.english_names["name"].get(read[at], read[at])]
        at += size or 1
    return found
