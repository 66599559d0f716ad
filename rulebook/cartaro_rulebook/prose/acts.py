"""What a player does: an act's own wording with its arguments, and whether somebody can do it."""

from __future__ import annotations

import re

from cartaro_grammar import PLAYER, Type, element
from cartaro_grammar import game as g
from cartaro_rulebook.prose import sets, values
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.naming import in_language
from cartaro_rulebook.words.nouns import Noun, Phrase
from cartaro_rulebook.words.references import clean, marked

_SLOT = re.compile(r"\{(\w+)\}")


def role(act: g.Act, parameter: g.Parameter, scope: ProseScope) -> Noun:
    """What an argument is called: by its own name, or by what it is (with its word, where two are alike)."""
    measures = {measure.name for measure in scope.naming.game.deck.measures}
    named = scope.naming.named(parameter.name)
    if named is not None and parameter.name not in measures:
        return named
    kind = scope.naming.of_type(_thing(parameter))
    if sum(_thing(p).kind == _thing(parameter).kind for p in act.parameters) == 1:
        return kind
    word = marked("word", parameter.name, parameter.name)
    return Noun(f"{kind.singular} {word}", f"{kind.plural} {word}", kind.feminine)


def _thing(parameter: g.Parameter) -> Type:
    """What there is one of, or some of."""
    return parameter.type if parameter.choice == "one" else element(parameter.type) or parameter.type


def performing(act: str, scope: ProseScope) -> ProseScope:
    """The scope in which an act's arguments may be spoken of."""
    roles = dict(scope.roles)
    found = scope
    for parameter in scope.naming.game.act[act].parameters:
        noun = role(scope.naming.game.act[act], parameter, scope)
        roles[parameter.name] = noun
        many = parameter.choice in ("some", "all")
        found = found.mention(parameter.name, scope.lang.forms.determined(noun, "the", many))
    return ProseScope(
        found.naming, found.wording, found.mentions, roles, found.salient, found.relative, found.pronoun, found.topic
    )


def some_of(parameter: g.Parameter, scope: ProseScope) -> str:
    """An argument left open: a card, one or more cards, one of the answers."""
    lang = scope.lang
    if parameter.choice == "either":
        return lang.series([scope.naming.title(a) for a in parameter.answers], "or")
    noun = scope.naming.of_type(_thing(parameter))
    match parameter.choice:
        case "one":
            return lang.forms.determined(noun, "a").text
        case "some":
            return lang.say("one_or_more", Phrase("", noun.feminine), x=noun.form(True), one=noun.form(False))
        case "all":
            domain, actor = parameter.domain, g.Actor(PLAYER, parameter.span)
            return scope.about(actor).value(domain).text if domain is not None else noun.form(True)


def doing(act: g.Act, arguments: dict[str, str], scope: ProseScope) -> str:
    """The act in the infinitive, in its own words."""
    says = in_language(act.says, scope.lang.code)
    if says is None:
        rest = " ".join(f"{p.preposition or ''} {arguments[p.name]}".strip() for p in act.parameters if p.name in arguments)
        return f"{marked('word', act.name, act.name.replace('_', ' '))} {rest}".strip()
    return _SLOT.sub(lambda slot: arguments.get(slot[1], clean(slot[0])), says)


def in_general(act: g.Act, scope: ProseScope) -> str:
    """The act with all its arguments open: `take one or more cards with a card`."""
    texts: dict[str, str] = {}
    says = in_language(act.says, scope.lang.code) or ""
    for parameter in sorted(act.parameters, key=lambda p: says.find(f"{{{p.name}}}")):
        text = some_of(parameter, scope)
        if text in texts.values() and parameter.choice == "one":
            noun = scope.naming.of_type(_thing(parameter))
            text = scope.lang.say("another", Phrase("", noun.feminine), x=noun.form(False))
        texts[parameter.name] = text
    return doing(act, texts, scope)


def named(act: str, scope: ProseScope) -> str | None:
    """The act as an event (`a take`), where the author names it."""
    noun = scope.naming.named(act)
    return None if noun is None else scope.lang.forms.determined(noun, "a").text


def can(e: g.Can, scope: ProseScope, negated: bool) -> str:
    """Somebody can, or cannot, do an act in some way."""
    lang = scope.lang
    act = scope.naming.game.act[e.act]
    parameters = {p.name: p for p in act.parameters}
    texts: dict[str, str] = {}
    inner = scope
    for name, given in e.given:
        texts[name] = scope.value(given).text
    for name, local in e.free:
        texts[name] = some_of(parameters[name], scope)
        inner = inner.mention(local, _those(parameters[name], scope))
    text = lang.say("cannot" if negated else "can", values.subject(e.actor, scope), do=doing(act, texts, scope))
    if e.by is not None:
        text = f"{text} {lang.say('by', x=scope.naming.clause(e.by))}"
    if e.where is None:
        return text
    return lang.say("can_where", a=text, b=inner.condition(e.where))


def _those(parameter: g.Parameter, scope: ProseScope) -> Phrase:
    many = parameter.choice in ("some", "all")
    return scope.lang.forms.determined(scope.naming.of_type(_thing(parameter)), "that", many)


def written(move: g.MoveLit, scope: ProseScope) -> str:
    """A move of an example, its cards by name."""
    act = scope.naming.game.act[move.act]
    readings = dict(move.readings)
    texts = {name: _argument(found, scope, readings.get(name, ())) for name, found in move.arguments}
    for parameter in act.parameters:
        texts.setdefault(parameter.name, some_of(parameter, scope))
    return doing(act, texts, scope)


def _argument(found: tuple[int, ...] | str | g.Expr, scope: ProseScope, readings: tuple[int | None, ...]) -> str:
    if isinstance(found, str):
        return scope.naming.title(found)
    if not isinstance(found, tuple):
        return scope.value(found).text
    if scope.signs:
        return sets.card_signs(found, scope, readings)
    return scope.lang.series([scope.lang.forms.determined(scope.naming.card(n), "the").text for n in found])
