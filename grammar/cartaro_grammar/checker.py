"""Check a merged ruleset: every pass after the merge, up to the `Ruleset` or all errors.

Takes the result of `merge` and guarantees a `Ruleset` in which every name is resolved, every phrase is typed, precedence is
closed and acyclic, and every citation exists in its source. Anything else is rejected with diagnostics.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from cartaro_grammar.analyses.dead_clauses import warn_of_dead_clauses
from cartaro_grammar.analyses.precedence import resolve_precedence
from cartaro_grammar.analyses.reports import check_reports, warn_of_lacking_reports
from cartaro_grammar.analyses.stratification import check_acyclic, check_applies_tests, check_query_size
from cartaro_grammar.analyses.visibility import check_unseen_choices
from cartaro_grammar.analyses.warnings import (
    check_annexes,
    check_wordings,
    warn_of_lacking_languages,
    warn_of_lacking_words,
    warn_of_rows,
    warn_of_unused,
)
from cartaro_grammar.analyses.wordings import standing_wordings, warn_of_marks_of_library, warn_of_wordings
from cartaro_grammar.check.claims_and_examples import check_claim, check_example, check_values
from cartaro_grammar.check.clauses import check_act, check_cells, check_clauses
from cartaro_grammar.check.expressions import check_expression, result_type
from cartaro_grammar.check.parameter_types import infer_parameters
from cartaro_grammar.check.scope import Context
from cartaro_grammar.model import game as g
from cartaro_grammar.model.game import PartialRuleset, without_mistakes
from cartaro_grammar.model.settings import LIBRARY_PLAYERS, failed_seating, instantiate
from cartaro_grammar.resolve.merge import MergedRuleset
from cartaro_grammar.resolve.occurrences import Note
from cartaro_grammar.resolve.reporter import Reporter
from cartaro_grammar.resolve.sources import check_edition, check_sources
from cartaro_grammar.resolve.vocabulary import Vocabulary, build_vocabulary, names_of
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import MAX_DIAGNOSTICS, Diagnostic, Label, limit_diagnostics
from cartaro_grammar.text.messages import join_commas, msg, phrase
from cartaro_grammar.text.opening import key_word_language

T = TypeVar("T", tree.Claim, tree.Example)


def check(merged: MergedRuleset, *, doubts: bool = True) -> tuple[g.Ruleset | None, tuple[Diagnostic, ...]]:
    """Return the checked ruleset, or None if there are errors, and the diagnostics. Warnings are included only with
    `doubts`.
    """
    ruleset, _, found = check_partly(merged, doubts=doubts)
    return ruleset, found


def check_partly(
    merged: MergedRuleset, *, doubts: bool = True, notes: list[Note] | None = None
) -> tuple[g.Ruleset | None, PartialRuleset, tuple[Diagnostic, ...]]:
    """Return the same ruleset as `check`. If there is no ruleset because of mistakes, return the part that could be checked.

    If `notes` is given, the referents of the names in sentences are added to it.
    """
    report = Reporter(
        removed={**merged.removed_definitions, **merged.removed},
        entries=tuple((a.number, e) for a in merged.articles for e in a.entries),
        home=merged.title_span if merged.kind in {"game", "variant"} else None,
        own_files=frozenset(file for file, home in merged.homes.items() if home in (merged.name, *merged.bases)),
    )
    words = build_vocabulary(merged, report)
    infer_parameters(words)
    context = Context(words, check_expression, notes=notes)
    acts = tuple(check_act(context, act) for act in words.acts.values())
    cells = check_cells(context)
    clauses = check_clauses(context)
    settled = resolve_precedence(words, clauses)
    check_acyclic(words, settled)
    claims = tuple(check_claim(context, claim) for claim in _distinct(words, merged.claims))
    examples = tuple(check_example(context, clauses, example) for example in _distinct(words, merged.examples))
    _whole(context, clauses, settled)
    check_applies_tests(words, settled, claims, examples)
    check_unseen_choices(words, acts, settled)
    if not report.failed:
        check_query_size(words, settled)
    sentence = _Texts(check_sources(words), check_edition(words), check_wordings(words), check_reports(words))
    partial = PartialRuleset(
        tuple(words.options.values()), words.deck, tuple(words.zones.values()), cells, acts, settled, claims, examples
    )
    if doubts and merged.kind == "library":
        warn_of_marks_of_library(sentence.wordings, report)
    if report.failed:
        found = _in_order(report)
        return None, _without_mistakes(partial, found), found
    if doubts:
        warn_of_unused(words, settled)
        warn_of_dead_clauses(words, settled, acts)
        warn_of_rows(words, sentence.sources)
    ruleset = _ruleset_of(merged, context, partial, sentence)
    ruleset = replace(ruleset, wordings=standing_wordings(ruleset, merged))
    if doubts and merged.kind != "library":
        warn_of_lacking_words(ruleset, merged, report)
        warn_of_lacking_languages(ruleset, merged, report)
        warn_of_lacking_reports(ruleset, merged, report)
        warn_of_wordings(ruleset, merged, report)
    game = instantiate(ruleset)
    unseated = game if isinstance(game, tuple) else failed_seating(ruleset)
    return (None, partial, unseated) if unseated else (ruleset, partial, _in_order(report))


@dataclass(frozen=True, slots=True)
class _Texts:
    """The sources, the edition and the wordings that a ruleset declares."""

    sources: tuple[g.SourceInfo, ...]
    edition: g.Edition | None
    wordings: tuple[g.Wording, ...]
    elsewhere: tuple[g.Known, ...]


def _ruleset_of(merged: MergedRuleset, context: Context, partial: PartialRuleset, printed: _Texts) -> g.Ruleset:
    words = context.words
    return g.Ruleset(
        name=merged.name,
        base=merged.base,
        title=names_of(merged.title),
        homes=tuple((name, names_of(title)) for name, title in merged.titles),
        sources=printed.sources,
        player_counts=words.player_counts or LIBRARY_PLAYERS,
        options=partial.options,
        deck=partial.deck,
        zones=partial.zones,
        cells=partial.cells,
        acts=partial.acts,
        functions=_functions(context),
        articles=_articles(merged),
        clauses=partial.clauses,
        claims=partial.claims,
        examples=partial.examples,
        words=tuple((word.text, texts.entries) for word, texts in merged.words),
        wordings=printed.wordings,
        bases=merged.bases,
        replaced=tuple((name, names) for name, (_, names) in merged.removed.items()),
        edition=printed.edition,
        elsewhere=printed.elsewhere,
        key_words=key_word_language(merged.title_span.source.text),
    )


def _without_mistakes(partial: PartialRuleset, found: tuple[Diagnostic, ...]) -> PartialRuleset:
    return replace(
        partial,
        acts=without_mistakes(partial.acts, found),
        clauses=without_mistakes(partial.clauses, found),
        claims=without_mistakes(partial.claims, found),
        examples=without_mistakes(partial.examples, found),
    )


def _in_order(report: Reporter) -> tuple[Diagnostic, ...]:
    """Return the diagnostics without duplicates, in the order of the files and their texts."""
    found = dict.fromkeys(report.found)
    in_order = sorted(found, key=lambda d: (d.file, d.primary.span.start if d.primary else 0))
    return limit_diagnostics(in_order, MAX_DIAGNOSTICS)


def _distinct(words: Vocabulary, items: tuple[T, ...]) -> tuple[T, ...]:
    """Return items by name. If two items have the same name, report the later one."""
    seen: dict[str, T] = {}
    for item in sorted(items, key=lambda item: item.span.source.name in words.merged.own_files):
        if item.name.text in seen:
            label = Label(item.name.span, msg("this has the same name"))
            first = Label(seen[item.name.text].name.span, msg("this already has the name"))
            message = msg("the name `{name}` is given twice", name=item.name.text)
            words.report.found.append(Diagnostic("C0501", message, label, (first,), help=msg("give it another name")))
        seen.setdefault(item.name.text, item)
    return tuple(item for item in items if seen[item.name.text] is item)


# ---------------------------------------------------------------------------------------------- the whole


def _whole(context: Context, clauses: Mapping[str, g.Clause], settled: tuple[g.Clause, ...]) -> None:
    """Check the properties that involve all clauses."""
    words = context.words
    _named_permissions(context, clauses)
    _breaches(words, settled)
    _repeats(context, clauses, settled)
    _unders(words)
    check_annexes(words, clauses)
    if words.merged.kind in {"game", "variant"}:
        _complete(words, settled)


def _named_permissions(context: Context, clauses: Mapping[str, g.Clause]) -> None:
    for word, act in context.permissions:
        clause = clauses.get(word.text)
        if clause is None or not isinstance(clause.sentence, g.Permission) or clause.sentence.act != act:
            titles = [c.name for c in clauses.values() if isinstance(c.sentence, g.Permission) and c.sentence.act == act]
            context.report.unknown_name(msg("no permission to {act}", act=act), word, titles, "C0502")


def _breaches(words: Vocabulary, settled: tuple[g.Clause, ...]) -> None:
    """Report a breach clause that is not about a prohibition, an obligation or a mandatory step."""
    breakable = [clause.name for clause in settled if isinstance(clause.sentence, g.Prohibition | g.Obligation | g.Step)]
    for entry in words.clauses.values():
        sentence = entry.item.sentence if isinstance(entry.item, tree.Clause) else None
        if isinstance(sentence, tree.Breach) and sentence.prohibition.text not in breakable:
            words.report.unknown_name(msg("no prohibition"), sentence.prohibition, breakable, "C0502")
    for clause in settled:
        if isinstance(clause.sentence, g.Breach) and clause.sentence.due is not None:
            _can_be_due(words, settled, clause.sentence.due)


def _can_be_due(words: Vocabulary, settled: tuple[g.Clause, ...], due: g.Can) -> None:
    """Report an act that repairs a breach and is never legal: no step of the turn has it, or nothing permits it."""
    sentences = [clause.sentence for clause in settled]
    if words.merged.kind == "library":
        return
    if not any(isinstance(s, g.Step) and due.act in s.acts for s in sentences):
        message = msg("no step of the turn has the act `{act}`", act=due.act)
        advice = msg("write `in a turn the player may {act}`, or name another act", act=due.act)
        words.report.error("C0520", message, due.span, msg("this act is never legal"), advice)
    elif not any(isinstance(s, g.Permission) and s.act == due.act and not s.lifts for s in sentences):
        message = msg("nothing permits `{act}`", act=due.act)
        advice = msg("write `NAME: the player may {act}`, or name another act", act=due.act)
        words.report.error("C0520", message, due.span, msg("this act is never legal"), advice)


def _repeats(context: Context, clauses: Mapping[str, g.Clause], settled: tuple[g.Clause, ...]) -> None:
    """Check that `repeat from` returns to an earlier clause of the same course."""
    order = {clause.name: index for index, clause in enumerate(settled)}
    for word, name in context.repeats:
        here, there = clauses.get(name), clauses.get(word.text)
        event = here.sentence.event if here and isinstance(here.sentence, g.Consequence) else None
        goal = there.sentence.event if there and isinstance(there.sentence, g.Consequence) else None
        if event is None or event != goal:
            course = [c.name for c in settled if isinstance(c.sentence, g.Consequence) and c.sentence.event == event]
            context.report.unknown_name(msg("no clause of this event"), word, course, "C0502")
        elif order[word.text] > order[name]:
            advice = msg("name a clause that comes before this one")
            context.report.error(
                "C0510",
                msg("`{word}` comes later", word=word.text),
                word.span,
                msg("a repeat can only go back to an earlier clause"),
                advice,
            )


def _unders(words: Vocabulary) -> None:
    for entry in words.entries():
        for option, values in entry.under:
            check_values(words, option, values)


def _complete(words: Vocabulary, settled: tuple[g.Clause, ...]) -> None:
    """Check that a game has cards, players, turns, a beginning and an end."""
    sentences = [clause.sentence for clause in settled]
    needs = {
        phrase("there are … players"): bool(words.player_counts),
        phrase("the pack has …"): bool(words.deck.cards),
        phrase("in a turn the player must …"): any(isinstance(s, g.Step) for s in sentences),
        phrase("the play begins with …"): any(isinstance(s, g.Begins) for s in sentences),
        phrase("the turn passes to …"): any(isinstance(s, g.Passes) for s in sentences),
        phrase("the hand ends when …"): any(isinstance(s, g.Ends) and s.period == "hand" for s in sentences),
    }
    lacking = join_commas(msg("`{sentence}`", sentence=need) for need, met in needs.items() if not met)
    if lacking:
        message = msg("the game `{game}` is not complete", game=words.merged.name)
        words.report.error(
            "C0512", message, words.merged.title_span, msg("clauses are missing"), msg("missing: {lacking}", lacking=lacking)
        )


# ---------------------------------------------------------------------------------------------- the parts


def _functions(context: Context) -> tuple[g.Function, ...]:
    words = context.words
    named = {word.text: texts.entries for word, texts in words.merged.words}
    return tuple(
        g.Function(
            signature.name,
            tuple(of for of in signature.parameters if of is not None),
            result_type(context, signature.name, words.merged.title_span),
            tuple(entry.item.name.text for entry in signature.clauses),
            named.get(signature.name, ()),
        )
        for signature in words.functions.values()
    )


def _articles(merged: MergedRuleset) -> tuple[g.Article, ...]:
    """Return the articles of the rules, as printed. The articles of annexes are not included."""
    return tuple(
        g.Article(
            article.key, article.number, article.home, names_of(article.label.names),
            tuple(cite.text for cite in article.label.cites),
            tuple(f"{s.article.home.text if s.article.home else article.home}/{s.article.number.text}" for s in article.see),
            tuple(entry.item.name.text for entry in article.entries if not isinstance(entry.item, tree.Clause)),
            article.span,
        )
        for article in merged.articles
    )  # fmt: skip
