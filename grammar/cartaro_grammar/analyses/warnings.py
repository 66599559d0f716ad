"""Warn of parts that have no effect or are missing, and check annexes and wordings.

`check_annexes` reports annexes that change the game and rules that use an annex's memory. `warn_of_unused` finds options, acts,
permissions and words without effect. `warn_of_lacking_words` and `warn_of_lacking_languages` find names and wordings that lack
a language of the title. `warn_of_rows` finds rows of the ruleset's own sources that nothing cites or quotes. `check_wordings`
returns the wordings of the guide whose mark matches the present text of their clauses, and warns of the ruleset's own wordings
whose mark does not match. A wording of a base or library whose clause was amended is dropped. Warnings are about the ruleset
itself and its annexes, never about its bases and libraries.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cartaro_grammar.analyses.clash_advice import one_line
from cartaro_grammar.check.claims_and_examples import check_setting
from cartaro_grammar.model import game as g
from cartaro_grammar.model.facts import facts_of
from cartaro_grammar.model.game import PLAYERS_SETTING
from cartaro_grammar.model.parts import parts
from cartaro_grammar.resolve.merge import ArticleEntry, MergedRuleset, UnderOptions, defined_by
from cartaro_grammar.resolve.reporter import Reporter, suggest_fix
from cartaro_grammar.resolve.sources import citations
from cartaro_grammar.resolve.vocabulary import BUILTIN_NAMES, Vocabulary
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import Diagnostic, Fix, Label
from cartaro_grammar.text.integers import is_integer
from cartaro_grammar.text.messages import Phrase, join_languages, msg, phrase
from cartaro_grammar.text.opening import names_language
from cartaro_grammar.text.source import COMMENT, Span

# ------------------------------------------------------------------------------------------- annexes


def check_annexes(words: Vocabulary, clauses: Mapping[str, g.Clause]) -> None:
    """Report rules that use names declared or defined in an annex, and clauses of an annex that change the game."""
    rules = {article.key for article in words.merged.articles if "." not in article.home}
    private = words.merged.annex_memory | {
        clause.sentence.function
        for clause in clauses.values()
        if clause.article not in rules and isinstance(clause.sentence, g.Definition)
    }
    for clause in clauses.values():
        if clause.article not in rules:
            _check_annex_clause(words, clause)
            continue
        for used in sorted(set(_names_used(clause)) & private):
            message = msg(
                "the rule `{clause}` uses `{used}`, which an annex keeps for its claims", clause=clause.name, used=used
            )
            words.report.error(
                "C0511", message, clause.span, msg("this is a rule"), msg("declare `{used}` among the rules", used=used)
            )


def _names_used(clause: g.Clause) -> Iterator[str]:
    for node in parts((clause.sentence, clause.when, clause.unless)):
        if isinstance(node, g.Recall):
            yield node.cell
        elif isinstance(node, g.Apply):
            yield node.function
        elif isinstance(node, g.MarkAs):
            yield node.mark


def _check_annex_clause(words: Vocabulary, clause: g.Clause) -> None:
    match clause.sentence:
        case g.Definition() | g.Conduct():
            return
        case g.Consequence(_, effects) if all(facts_of(e.body).memory in words.merged.annex_memory for e in effects):
            return
        case (
            g.Permission() | g.Prohibition() | g.Obligation() | g.Step() | g.Sees() | g.Score() | g.Begins() | g.Passes()
            | g.Ends() | g.SidesAre() | g.TakesPart() | g.Runs() | g.Consequence() | g.Breach() | g.Material()
        ):  # fmt: skip
            message = msg("`{clause}` is in an annex, but changes the game", clause=clause.name)
            advice = msg("an annex can only define words and set its own memory")
            words.report.error("C0511", message, clause.span, msg("this is a rule of the game"), advice)


# ------------------------------------------------------------------------------- unused declarations


def warn_of_unused(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    """Warn of options without an effect, of acts that no step offers and permissions for them, of values that are compared with
    themselves, and of words for unknown names.
    """
    _warn_of_options(words, clauses)
    _warn_of_acts(words, clauses)
    _warn_of_self_comparisons(words, clauses)
    _warn_of_losers(words, clauses)
    if words.merged.kind != "library":
        _warn_of_words(words)
        _warn_of_predicates(words, clauses)
        _warn_of_flags(words)


def _own(words: Vocabulary, home: str) -> bool:
    """Return whether an item belongs to the ruleset itself, and not to a base or library."""
    return home == words.merged.name and words.merged.kind in {"game", "variant"}


def _warn_of_losers(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    """Warn of a definition of one player or side that nothing uses, in a game without a winner: *the loser is the side with
    highest points* decides nothing, because only the winner is a name of the language.
    """
    if g.WINNER in words.functions or words.merged.kind == "library":
        return
    used = {part.function for part in parts((clauses,)) if isinstance(part, g.Apply)}
    acts = tuple((act.domains, act.effects) for act in words.acts.values())
    elsewhere = (acts, words.merged.claims, words.merged.examples)
    used |= {node.text for node in parts(elsewhere) if isinstance(node, tree.Name)}
    for clause in clauses:
        sentence = clause.sentence
        if not isinstance(sentence, g.Definition) or sentence.parameters or sentence.function in used:
            continue
        if sentence.value.type.kind in ("player", "side") and _own(words, clause.home):
            message = msg("nothing uses `{name}`, and the match has no winner", name=sentence.function)
            advice = msg("write `{winner}`: a match is decided by its winner", winner=_winner_instead(sentence.value))
            place = words.clauses[clause.name].item.name.span
            words.report.warning("C0514", message, place, msg("this clause has no effect"), advice)


def _winner_instead(loser: g.Expr) -> Phrase:
    """Return the sentence about the winner, if the loser is the member with the most or the least of something."""
    if not isinstance(loser, g.Select) or len(loser.keys) != 1:
        return phrase("the winner is …")
    (which, key), *_ = loser.keys
    of = "player" if loser.type.kind == "player" else "side"
    least = "lowest" if which == "highest" else "highest"
    return Phrase(f"the winner is the {of} with {least} {{key}}", {"key": key.span.text.strip()})


def _warn_of_options(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    used = {option.text for entry in words.entries() for option, _ in entry.under}
    used |= {node.option for node in parts(clauses) if isinstance(node, g.Setting)}
    for act in words.acts.values():
        used |= {node.text for node in parts((act.domains, act.effects)) if isinstance(node, tree.Name)}
    for entry in words.entries():
        name = entry.item.name
        if isinstance(entry.item, tree.OptionDecl) and name.text not in used and _own(words, entry.home):
            message = msg("the option `{name}` has no effect", name=name.text)
            advice = msg("put clauses under it: `under {name} is {default}`", name=name.text, default=entry.item.default.text)
            words.report.warning("C0514", message, name.span, msg("no clause depends on it"), advice)


def _warn_of_acts(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    offered = {act for clause in clauses if isinstance(clause.sentence, g.Step) for act in clause.sentence.acts}
    for entry in words.entries():
        item = entry.item
        if isinstance(item, tree.ActDecl) and not item.finding and item.name.text not in offered and _own(words, entry.home):
            advice = msg("write `in a turn the player must {act}`", act=item.name.text)
            words.report.warning(
                "C0514",
                msg("no step offers the act `{act}`", act=item.name.text),
                item.name.span,
                msg("this act is never done"),
                advice,
            )
    for clause in clauses:
        sentence = clause.sentence
        if isinstance(sentence, g.Permission) and sentence.act not in offered and _own(words, clause.home):
            message = msg("`{clause}` permits an act that no step offers", clause=clause.name)
            advice = msg("write `in a turn the player must {act}`", act=sentence.act)
            words.report.warning(
                "C0514", message, words.clauses[clause.name].item.name.span, msg("this clause has no effect"), advice
            )


def _warn_of_self_comparisons(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    """Warn of comparisons of a value with itself, as in `some x in players has side of x is side`."""
    for clause in clauses:
        for node in parts(clause) if _own(words, clause.home) else ():
            if not isinstance(node, g.Operation) or node.operator not in {"=", "<", "<=", "in", "subset"}:
                continue
            left, right = node.operands
            if left == right and not isinstance(left, g.Symbol | g.Number | g.Truth):
                message = msg("`{clause}` compares a value with itself", clause=clause.name)
                label = msg("both sides are `{text}`", text=one_line(left.span.text))
                advice = msg(
                    "after a quantifier, a name without an owner belongs to the variable: write the owner, or leave this out"
                )
                if isinstance(left, g.SideOf) and isinstance(left.player, g.Local):
                    advice = msg(
                        "on both sides it is the side of each member in turn: give the member a name "
                        "(`some x in players has …`); then `side` is the side of the sentence"
                    )
                words.report.warning("C0522", message, node.span, label, advice)


def _warn_of_words(words: Vocabulary) -> None:
    """Warn of entries in `words` whose name is not declared."""
    symbols = {value for name in (*words.attributes, *words.options) for value in words.enumeration(name)}
    answers = {w.text for act in words.acts.values() for _, d in act.domains for w in d.answers}
    parameters = {w.text for act in words.acts.values() for _, w in act.parameters}
    things = {*words.zones, *words.cells, *words.acts, *words.options, *words.functions, *words.attributes, *words.measures}
    known = {*symbols, *answers, *parameters, *things, *words.clauses, *BUILTIN_NAMES}
    for word, _ in words.merged.words:
        if word.text not in known and word.span.source.name in words.merged.own_files:
            message = msg("there is nothing called `{word}`", word=word.text)
            label, (advice, fix) = Label(word.span, msg("nothing has this name")), suggest_fix(word, known)
            words.report.found.append(Diagnostic("C0303", message, label, help=advice, fix=fix, severity="warning"))


PREDICATES = {
    "it": re.compile(r"(?:non )?(?:ha|hanno|è|sono|può|possono|deve|devono|fa|fanno|sta|tiene|prende) "),
    "en": re.compile(r"(?:has|have|is|are|can|must|does|do|did|was|holds|takes) "),
    "fr": re.compile(r"(?:ne |n')?(?:a|ont|est|sont|peut|peuvent|doit|doivent|fait|font|tient|prend) "),
}
"""The beginnings of words that are a sentence without its subject."""


def _warn_of_predicates(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    """Warn of words for a truth about somebody or something that begin with their verb (*has bid*): without `{1}`, they are
    read after *is*.
    """
    truths = {
        clause.sentence.function
        for clause in clauses
        if isinstance(clause.sentence, g.Definition)
        and clause.sentence.parameters
        and clause.sentence.value.type.kind == "truth"
    }
    for word, texts in words.merged.words:
        if word.text not in truths or word.span.source.name not in words.merged.own_files:
            continue
        home = names_language(word.span.source.text)
        for language, text in texts.entries:
            begins = PREDICATES.get(language or home)
            if begins is not None and begins.match(text) and not SLOT.search(text):
                message = msg("the words of `{word}` do not say whom they are about", word=word.text)
                label = msg("they begin with their verb, and `is` would come before them")
                advice = msg('write `"{text}"`: `{one}` is the argument', text=f"{{1}} {text}", one="{1}")
                place = word.span.source.text.find(f'"{text}"', texts.span.start, texts.span.end)
                fix = Fix(Span(word.span.source, place + 1, place + 1), "{1} ") if place >= 0 else None
                words.report.warning("C0403", message, word.span, label, advice, fix)
                break


ARTICLES = {
    "it": re.compile(r"(?:il|lo|la|i|gli|le|uno?|una) |l'|un'"),
    "en": re.compile(r"(?:the|an?) "),
    "fr": re.compile(r"(?:le|la|les|une?) |l'"),
}
"""The beginnings of words that are a noun."""


def _warn_of_flags(words: Vocabulary) -> None:
    """Warn of the words of a flag of each player or side that are a noun: they are read after the player."""
    for name, (cell, declared) in words.cells.items():
        if cell.kind != "flag" or cell.owner not in {"player", "side"}:
            continue
        if declared.span.source.name not in words.merged.own_files:
            continue
        home = names_language(declared.span.source.text)
        for language, text in cell.names:
            begins = ARTICLES.get(language or home)
            if begins is not None and begins.match(text):
                message = msg("the words of the flag `{word}` do not say anything of a player", word=name)
                label = msg("they are a noun, and are read after the player")
                advice = msg('begin them with a verb, such as `"{example}"`', example=f"{HAS[language or home]} {text}")
                words.report.warning("C0403", message, declared.name.span, label, advice)
                break


HAS = {"it": "ha", "en": "has", "fr": "a"}
"""The verb that is proposed for a flag whose words are a noun."""

# ------------------------------------------------------------------------------------- lacking words


Named = tuple[str, g.Names]
MAX_SHOWN = 5
"""The greatest number of names listed at once; the others are listed once these have words."""


def warn_of_lacking_words(ruleset: g.Ruleset, merged: MergedRuleset, report: Reporter) -> None:
    """Warn of the names without words. Languages that lack the same words share a warning."""
    words = {name: dict(texts) for name, texts in ruleset.words if name not in _words_of_clauses(ruleset, merged)}
    lacking: dict[tuple[str, ...], list[str]] = {}
    declared = [*_declared(ruleset, merged), *_of_cards(merged)]
    for language in title_languages(ruleset, merged):
        known = {name for name, texts in words.items() if texts.keys() & {language, ""}}
        names = dict.fromkeys(n for n, texts in declared if n not in known and not dict(texts).keys() & {language, ""})
        if names:
            lacking.setdefault(tuple(names), []).append(language)
    for wordless, languages_lacking in lacking.items():
        shown = join_languages(languages_lacking)
        message = msg("{n} names have no words in {shown}", n=len(wordless), shown=shown)
        if len(wordless) == 1:
            message = msg("1 name has no words in {shown}", shown=shown)
        lacked = ", ".join(f"`{name}`" for name in wordless[:MAX_SHOWN]) + (", …" if len(wordless) > MAX_SHOWN else "")
        advice = msg(
            "write words for {names} under `words` or in the declaration; without {shown} in the title, none are needed",
            names=lacked,
            shown=shown,
        )
        fix = _fix_of_words(merged, wordless, languages_lacking)
        report.warning("C0308", message, merged.title_span, msg("the title has words in these languages"), advice, fix)


def _words_of_clauses(ruleset: g.Ruleset, merged: MergedRuleset) -> frozenset[str]:
    """Return the values of options that have no words of their own and would be printed with the words of a library's clause of
    the same name.
    """
    own = {word.text for word, _ in merged.words if word.span.source.name in merged.own_files}
    values = {v for o in ruleset.options if o.span.source.name in merged.own_files for v in o.values}
    rulesets = {merged.name, *merged.bases}
    return frozenset(c.name for c in ruleset.clauses if c.home not in rulesets and c.name in values - own)


def _fix_of_words(merged: MergedRuleset, names: tuple[str, ...], languages: list[str]) -> Fix | None:
    """Return the fix that adds names under `words` with themselves as words, for the author to replace."""
    spaced = [(name, name.replace("_", " ").strip()) for name in names if name.isidentifier()]
    lines = [" ".join((f"  {name}", *(f'{language} "{text}"' for language in languages))) for name, text in spaced]
    source = merged.title_span.source
    known = [word.span for word, _ in merged.words if word.span.source.name == source.name]
    if known:
        end = source.line_start(known[-1].line) + len(source.line_text(known[-1].line))
        written = "".join(f"\n{line}" for line in lines)
    else:
        end = len(source.text.rstrip())
        written = "\n\nwords\n" + "\n".join(lines) + ("" if source.text.endswith("\n") else "\n")
    title = msg("write them under `words`, and then change the words")
    return Fix(Span(source, end, end), written, title) if lines else None


def warn_of_lacking_languages(ruleset: g.Ruleset, merged: MergedRuleset, report: Reporter) -> None:
    """Warn of wordings that lack a language of the title. In that language, the prose of their clauses is generated."""
    expected = title_languages(ruleset, merged)
    for wording in ruleset.wordings:
        languages = {language for language, _ in wording.texts}
        lacking = [each for each in expected if not languages & {each, ""}]
        if lacking and wording.span.source.name in merged.own_files:
            message = msg("this wording is missing in {shown}", shown=join_languages(lacking))
            advice = msg("add its text in each language of the title")
            report.warning("C0519", message, wording.span, msg("the title has a text in each of these languages"), advice)


def title_languages(ruleset: g.Ruleset, merged: MergedRuleset) -> list[str]:
    """Return the languages of the title. If the title is the same for all languages, return the languages of the titles of the
    ruleset's articles.
    """
    languages = {language for language, _ in ruleset.title} - {""}
    if not languages:
        own = (a for a in ruleset.articles if a.span.source.name in merged.own_files)
        languages = {language for article in own for language, _ in article.names} - {""}
    return sorted(languages)


def _declared(ruleset: g.Ruleset, merged: MergedRuleset) -> Iterator[Named]:
    """Yield the declarations of the ruleset itself, by name, with the words next to the name."""
    things: list[tuple[Span, Iterable[Named]]] = []
    things += [(article.span, [(f"article {article.number}", article.names)]) for article in ruleset.articles]
    things += [(zone.span, [(zone.name, zone.names)]) for zone in ruleset.zones]
    things += [(cell.span, [(cell.name, cell.names)]) for cell in ruleset.cells]
    things += [(act.span, _of_act(act)) for act in ruleset.acts]
    things += [(option.span, _of_option(option)) for option in ruleset.options]
    things += [(clause.span, _of_clause(ruleset, clause)) for clause in ruleset.clauses]
    things += [
        (claim.span, [(claim.name, names)]) for claim in ruleset.claims for names in (claim.names, claim.refuted) if names
    ]
    things += [(example.span, [(example.name, example.names)]) for example in ruleset.examples]
    return (named for span, names in things if span.source.name in merged.own_files for named in names)


def _of_act(act: g.Act) -> Iterator[Named]:
    yield act.name, ()
    if act.says:
        yield act.name, act.says
    for parameter in act.parameters:
        yield parameter.name, ()
        yield from ((answer, ()) for answer in parameter.answers)


def _of_option(option: g.Option) -> Iterator[Named]:
    yield option.name, option.names
    yield from ((value, ()) for value in option.values if not is_integer(value))


def _of_clause(ruleset: g.Ruleset, clause: g.Clause) -> Iterator[Named]:
    yield clause.name, clause.names
    match clause.sentence:
        case g.Definition(function, _, _):
            yield function, ruleset.function[function].names
        case g.Conduct(text):
            yield clause.name, text
        case (
            g.Permission() | g.Prohibition() | g.Obligation() | g.Step() | g.Sees() | g.Score() | g.Begins() | g.Passes()
            | g.Ends() | g.SidesAre() | g.TakesPart() | g.Runs() | g.Consequence() | g.Breach() | g.Material()
        ):  # fmt: skip
            return


def _of_cards(merged: MergedRuleset) -> Iterator[Named]:
    """Yield the attributes of the cards, with their values."""
    for entry in (entry for article in merged.articles for entry in article.entries):
        sentence = entry.item.sentence if isinstance(entry.item, tree.Clause) else None
        if isinstance(sentence, tree.AttributeTable) and entry.item.span.source.name in merged.own_files:
            yield from ((row.name.text, row.names.entries if row.names else ()) for row in sentence.rows)


# ------------------------------------------------------------------------------------ unsourced rows


def warn_of_rows(words: Vocabulary, sources: tuple[g.SourceInfo, ...]) -> None:
    """Warn of rows of the ruleset's own sources that nothing cites, and of rows without a quotation in a source that is quoted
    elsewhere.
    """
    cited = {word.text for word in citations(words)}
    quoting = {quotes.letter.text for quotes in words.merged.quotes if quotes.letter.span.source.name in words.merged.own_files}
    declared = {source.letter.text: source for source in words.merged.own_sources}
    for source in sources:
        if source.letter in declared:
            letter = declared[source.letter].letter
            _warn_of_uncited(words, letter, [row for row in source.owed if row not in cited])
            if source.letter in quoting:
                quoted = {quotation.row for quotation in source.quotations}
                _warn_of_unquoted(words, letter, [row for row in source.owed if row not in quoted])


def _warn_of_uncited(words: Vocabulary, letter: tree.Word, rows: list[str]) -> None:
    if rows:
        message = msg("nothing cites {rows}", rows=", ".join(rows))
        if len(rows) > 1:
            message = msg("nothing cites any of {rows}", rows=", ".join(rows))
        advice = msg("cite it after a clause, an example or a claim, as `({row})`, or leave it out", row=rows[0])
        words.report.warning("C0604", message, letter.span, msg("rows of this source"), advice)


def _warn_of_unquoted(words: Vocabulary, letter: tree.Word, rows: list[str]) -> None:
    if rows:
        message = msg("the source is quoted, but its rows {rows} are not", rows=", ".join(rows))
        advice = msg("give the words of `{row}` under `quotes {letter} in …`", row=rows[0], letter=letter.text)
        words.report.warning("C0607", message, letter.span, msg("rows of this source"), advice)


# ------------------------------------------------------------------------------------------ wordings


AIM = "aim"
"""The aim of the game: a wording may be about it, although no clause declares it."""
DIFFERENCE = "difference"
"""The difference between a variant and its base: a wording may be about it, too."""
OF_THE_GAME = (AIM, DIFFERENCE)

SLOT = re.compile(r"\{(\w+)\}")
WORD = re.compile(r'(?:[a-z]{2} )?"[^"]*"|\((?:[A-Z][0-9]|ours\b)(?:"[^"]*"|[^")])*\)|\w+|[^\w\s]')
"""A text with the word of its language, citations in brackets, a word, a sign."""

CITED = re.compile(r"\((?:[A-Z][0-9]|ours\b)")
SILENT = frozenset({"a", "an", "the"})
CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"


def check_wordings(words: Vocabulary) -> tuple[g.Wording, ...]:
    """Return the wordings that apply to the current ruleset."""
    known: dict[str, ArticleEntry] = {}
    for entry in words.entries():
        if entry.item.name.text not in known or isinstance(entry.item, tree.Clause):
            known[entry.item.name.text] = entry
    around = _Surroundings(words)
    checked = (_checked(words, known, around, home, under, item) for home, under, item in words.merged.wordings)
    return tuple(wording for wording in checked if wording is not None)


def _checked(
    words: Vocabulary,
    known: dict[str, ArticleEntry],
    around: _Surroundings,
    home: str,
    under: UnderOptions,
    item: tree.Wording,
) -> g.Wording | None:
    own = item.span.source.name in words.merged.own_files
    lacking = [word for word in item.names if word.text not in known and word.text not in OF_THE_GAME]
    if own:
        for word in lacking:
            words.report.unknown_name(msg("no clause, act or house rule"), word, [*known, *OF_THE_GAME], "C0502")
        _check_settings(words, under, item)
    if lacking:
        return None
    entries = [known[word.text] for word in item.names if word.text not in OF_THE_GAME]
    mark = _mark(entries, _direction(entries, known.values()))
    of_clauses, _, facts = ("" if item.mark is None else item.mark.text).partition(".")
    if mark and of_clauses[: len(mark)] != mark:
        if own:
            words.report.found.append(_stale(item, mark + around.letters(item, home, entries)))
        return None
    if own and item.mark is not None:
        whole = (mark or "#") + around.letters(item, home, entries)
        if of_clauses != whole:
            words.report.found.append(_stale(item, whole, is_around=True))
            return None
    stands = tuple((option.text, tuple(value.text for value in values)) for option, values in under)
    return g.Wording(
        tuple(word.text for word in item.names),
        stands,
        item.texts.entries,
        home,
        item.span,
        None if item.mark is None else item.mark.span,
        facts,
    )


def _check_settings(words: Vocabulary, under: UnderOptions, item: tree.Wording) -> None:
    """Check the house rules that restrict a wording or that it names in braces."""
    for option, values in under:
        check_setting(words, option, values)
    for name in (name for _, text in item.texts.entries for name in SLOT.findall(text)):
        if name not in words.options and name != PLAYERS_SETTING:
            words.report.unknown_name(msg("no option"), tree.Word(name, item.texts.span), words.options, "C0701")


def _stale(item: tree.Wording, mark: str, *, is_around: bool = False) -> Diagnostic:
    """Return the warning for a wording with no mark or a wrong mark. A wrong mark gets no fix, since a person must first read
    the wording again and decide whether it is still true.
    """
    last = item.names[-1].span
    names = ", ".join(f"`{word.text}`" for word in item.names)
    if item.mark is None:
        message, sentence = (
            msg("this wording of {names} has no mark", names=names),
            msg("the mark identifies the text that this wording describes"),
        )
        fix = Fix(Span(last.source, last.end, last.end), f" {mark}")
        advice = msg("write {mark} after the names", mark=mark)
        return Diagnostic("C0518", message, Label(last, sentence), help=advice, fix=fix, severity="warning")
    message = msg("{names} changed since this wording was written", names=names)
    if is_around:
        message = msg("the rules on which the wording of {names} rests changed since it was written", names=names)
    advice = msg("the wording is not printed: read it again, correct it, and write {mark}", mark=mark)
    label = Label(item.mark.span, msg("this mark belongs to another text"))
    return Diagnostic("C0518", message, label, help=advice, severity="warning")


# What a wording rests on besides the clauses that it names (decision 0099).  These letters are only compared in the ruleset to
# which the wording belongs: a variant that changes a table keeps the other sentences of its base.

AROUND = 4
"""How many letters of a mark are about what a wording rests on besides its clauses."""


class _Surroundings:
    """The declarations of a ruleset, indexed for what its own wordings rest on."""

    def __init__(self, words: Vocabulary) -> None:
        self._entries = list(words.entries())
        self._read: dict[int, frozenset[str]] = {}
        clauses = [(entry, entry.item) for entry in self._entries if isinstance(entry.item, tree.Clause)]
        self._clauses = [entry for entry, _ in clauses]
        self._deciding = [entry for entry, clause in clauses if _decides(clause, entry.event)]
        self._over: dict[str, list[ArticleEntry]] = {}
        self._defining: dict[str, list[ArticleEntry]] = {}
        self._columns: dict[str, list[str]] = {}
        for entry, clause in clauses:
            for word in clause.despite:
                self._over.setdefault(word.text, []).append(entry)
            if term := _term(clause.sentence):
                self._defining.setdefault(term, []).append(entry)
            for measure, column in _columns(clause.sentence):
                self._columns.setdefault(measure, []).append(column)

    def letters(self, item: tree.Wording, home: str, entries: Sequence[ArticleEntry]) -> str:
        """Return the letters for the columns of tables that the clauses of a wording read and the clauses that override them.
        For an aim, return the letters for the clauses that score, win and end the match and for the words that these read; for
        a difference, the letters for the clauses of the variant.
        """
        names = dict.fromkeys(word.text for word in item.names)
        if names.keys() == {DIFFERENCE}:
            return _letters_of([_plain(entry) for entry in self._clauses if entry.home == home])
        if names.keys() == {AIM}:
            entries = self._with_definitions(self._deciding)
            return _letters_of([*map(_plain, entries), *self._columns_of(entries)])
        over = {id(entry): entry for name in names for entry in self._over.get(name, ())}
        rest = [_plain(entry) for number, entry in over.items() if number not in set(map(id, entries))]
        return _letters_of([*rest, *self._columns_of(entries)])[:AROUND]

    def _columns_of(self, entries: Sequence[ArticleEntry]) -> Iterator[str]:
        read = frozenset[str]().union(*map(self._words, entries))
        own = {
            column for entry in entries if isinstance(entry.item, tree.Clause) for _, column in _columns(entry.item.sentence)
        }
        yield from (
            column for measure in sorted(self._columns.keys() & read) for column in self._columns[measure] if column not in own
        )

    def _with_definitions(self, entries: Sequence[ArticleEntry]) -> list[ArticleEntry]:
        """Return some declarations and the definitions that they use, transitively."""
        found = {id(entry): entry for entry in entries}
        ahead = list(entries)
        while ahead:
            for term in sorted(self._words(ahead.pop()) & self._defining.keys()):
                for entry in self._defining[term]:
                    if id(entry) not in found:
                        found[id(entry)] = entry
                        ahead.append(entry)
        return [entry for entry in self._entries if id(entry) in found]

    def _words(self, entry: ArticleEntry) -> frozenset[str]:
        if id(entry) not in self._read:
            self._read[id(entry)] = frozenset(_words_of(entry.item))
        return self._read[id(entry)]


def _decides(clause: tree.Clause, event: tree.Event | None) -> bool:
    """Return whether a clause scores, is part of the count, names the winner or ends the match."""
    sentence = clause.sentence
    if isinstance(sentence, tree.Scores):
        return True
    if isinstance(sentence, tree.Consequence):
        event = sentence.event or event
        return event is not None and event[0] == "count"
    if isinstance(sentence, tree.Course):
        return sentence.verb == "ends" and isinstance(sentence.what, tree.Name) and sentence.what.text == "match"
    return _term(sentence) == g.WINNER


def _term(sentence: tree.Sentence) -> str:
    """Return the name that a sentence defines; the empty string for any other sentence."""
    if isinstance(sentence, tree.Counts):
        return sentence.kind.text
    if not isinstance(sentence, tree.Definition):
        return ""
    found = defined_by(sentence.subject)
    return "" if found is None else found[0].text


def _columns(sentence: tree.Sentence) -> Iterator[tuple[str, str]]:
    """Yield each column of numbers of a table of cards: its measure, and its text."""
    if isinstance(sentence, tree.AttributeTable):
        rows = [(row.name.text, row.numbers) for row in sentence.rows]
    elif isinstance(sentence, tree.Columns):
        rows = [(name.text, numbers) for name, numbers in sentence.rows]
    else:
        return
    for place, measure in enumerate(sentence.measures):
        column = [f"{name} {numbers[place].value}" for name, numbers in rows if place < len(numbers)]
        yield measure.text, " ".join([measure.text, *column])


def _direction(entries: Iterable[ArticleEntry], known: Iterable[ArticleEntry]) -> list[str]:
    """Return the direction of play if some declarations seat players: a wording of them says left and right."""
    if not any(isinstance(part, tree.Seat) for entry in entries for part in parts(entry.item)):
        return []
    sentences = (entry.item.sentence for entry in known if isinstance(entry.item, tree.Clause))
    return [sentence.direction.text for sentence in sentences if isinstance(sentence, tree.Runs)]


def _mark(entries: Iterable[ArticleEntry], direction: Iterable[str]) -> str:
    """Six letters made from the words of some declarations and of a direction; the empty string if there are none."""
    letters = _letters_of([*map(_plain, entries), *direction])
    return f"#{letters}" if letters else ""


def _letters_of(words: Sequence[str]) -> str:
    """Six letters made from some words; the empty string if there are none."""
    if not words:
        return ""
    digest = int.from_bytes(hashlib.sha256("\n".join(words).encode()).digest()[:8])
    letters = ""
    for _ in range(3):
        digest, consonant = divmod(digest, len(CONSONANTS))
        digest, vowel = divmod(digest, len(VOWELS))
        letters += CONSONANTS[consonant] + VOWELS[vowel]
    return letters


def _plain(entry: ArticleEntry) -> str:
    """The words of a declaration, its event and its house rules, without layout, comments, titles, citations
    and silent words.
    """
    event = "" if entry.event is None else " ".join([entry.event[0], *(word.text for word in entry.event[1])])
    under = [f"{option.text} {' '.join(value.text for value in values)}" for option, values in entry.under]
    return " ".join([event, *under, *_words_of(entry.item)])


def _words_of(item: tree.Clause | tree.ZoneDecl | tree.CellDecl | tree.ActDecl | tree.OptionDecl) -> Iterator[str]:
    text = COMMENT.sub(lambda found: "" if found[1] else found[0], item.span.source.text[item.span.start : item.span.end])
    quoted = isinstance(item, tree.Clause) and isinstance(item.sentence, tree.Conduct)
    for piece in WORD.findall(text):
        if not (CITED.match(piece) or piece in SILENT or (piece.endswith('"') and not quoted)):
            yield piece
