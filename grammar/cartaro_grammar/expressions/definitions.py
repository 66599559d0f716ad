"""Definitions, checked where they are used: one is typed when a phrase first needs its type, so their order does not matter."""

from __future__ import annotations

from cartaro_grammar.model import game as g
from cartaro_grammar.model.types import TRUTH, UNKNOWN, Type
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.messages import say
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.context import Context, PhraseScope, check, look_into, wrong
from cartaro_grammar.words.vocabulary import parameters_of

MAX_LEANING = 60
"""How many definitions may lean on each other in a chain."""


def apply_definition(
    context: Context, word: tree.Word, arguments: tuple[tree.Expr, ...], scope: PhraseScope, span: Span
) -> g.Expr:
    """A definition applied."""
    signature = context.words.functions.get(word.text)
    if signature is None:
        context.report.unknown(say("no definition"), word, context.words.functions)
        look_into(context, arguments, scope)
        return wrong(span)
    context.means(word, "definition")
    if len(arguments) != signature.arity:
        message = say(
            "`{word}` is defined of {wants} things, not of {n}", word=word.text, wants=signature.arity, n=len(arguments)
        )
        context.report.error("C0403", message, span, say("used here"))
        look_into(context, arguments, scope)
        return wrong(span)
    wanted = signature.parameters
    checked = tuple(check(context, a, scope, t or UNKNOWN) for a, t in zip(arguments, wanted, strict=True))
    return g.Apply(word.text, checked, result_type(context, word.text, span), span)


def result_type(context: Context, function: str, span: Span) -> Type:
    """The type of a definition's value, from the first of its clauses; told where that leads back to itself."""
    if function in context.results:
        return context.results[function]
    signature = context.words.functions[function]
    if signature.truth:
        context.results[function] = TRUTH
        return TRUTH
    if function in context.leaning or len(context.leaning) >= MAX_LEANING:
        _leads_nowhere(context, function, span)
        context.results[function] = UNKNOWN
        return UNKNOWN
    context.leaning.append(function)
    entry = next((e for e in signature.clauses if _is_defining(e.item)), None)
    found = UNKNOWN
    if entry is not None and isinstance(entry.item, tree.Clause):
        sentence = entry.item.sentence
        assert isinstance(sentence, tree.Definition)
        before = len(context.report.found)
        found = check(context, sentence.value, parameter_scope(context, function, sentence.subject)).type
        kept = [told for told in context.report.found[before:] if told.code == "C0203"]
        context.report.found[before:] = kept  # all else is told when the clause itself is checked
    context.leaning.remove(function)
    return context.results.setdefault(function, found)


def _leads_nowhere(context: Context, function: str, span: Span) -> None:
    if function in context.leaning:
        circle = " → ".join([*context.leaning[context.leaning.index(function) :], function])
        message = say("`{function}` is defined by itself: {circle}", function=function, circle=circle)
        context.report.error("C0413", message, span, say("this leads back to it"))
        return
    message = say("`{function}` stands at the end of a chain of {n} definitions", function=function, n=MAX_LEANING)
    context.report.error("C0203", message, span, say("defined by way of too many others"), say("define some of them directly"))


def parameter_scope(context: Context, function: str, subject: tree.Expr) -> PhraseScope:
    scope = PhraseScope(actor=True)
    for word, of in zip(parameters_of(subject), context.words.functions[function].parameters, strict=False):
        scope = scope.bind(word.text, g.Local(word.text, of or UNKNOWN, word.span))
    return scope


def _is_defining(item: object) -> bool:
    return isinstance(item, tree.Clause) and isinstance(item.sentence, tree.Definition)
