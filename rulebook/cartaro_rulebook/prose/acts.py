"""What a player does: an act's own wording with its arguments, and whether somebody can do it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cartaro_grammar import PLAYER, Type, element, parts
from cartaro_grammar import game as g
from cartaro_rulebook.prose import joined_conditions, sets, values
from cartaro_rulebook.prose.joined_conditions import conjuncts, operands_of
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.naming import in_language
from cartaro_rulebook.words.nouns import Noun, Phrase
from cartaro_rulebook.words.references import clean, marked

_SLOT = re.compile(r"\{(\w+)\}")
_OBJECT = re.compile(r"\S+ \{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What a condition says of an act's open arguments that can be said with them, and the parts of it that are left.

    `counts` are the numbers of cards, least or exact (true), by parameter; `alike` an attribute in which its two cards agree;
    `topic` the cards counted, and whether there is one of them.
    """

    counts: Mapping[str, tuple[int, bool]] = field(default_factory=dict[str, tuple[int, bool]])
    alike: str = ""
    left: tuple[g.Expr, ...] = ()
    topic: tuple[g.Expr, bool] | None = None

    def single(self, parameter: g.Parameter) -> bool:
        """Whether one thing is asked for."""
        return parameter.choice == "one" or self.counts.get(parameter.name) == (1, True)


def narrowed(act: g.Act, when: tuple[g.Expr, ...], scope: ProseScope) -> Narrowed:
    """What some conditions say of an act's arguments: how many are taken, and that two cards agree; nothing where the author's
    wording leaves an argument unsaid.
    """
    says = in_language(act.says, scope.lang.code)
    if says is not None and not {p.name for p in act.parameters} <= set(_SLOT.findall(says)):
        return Narrowed(left=when)
    some = {p.name for p in act.parameters if p.choice == "some"}
    counts, rest = dict[str, tuple[int, bool]](), list[g.Expr]()
    topic: tuple[g.Expr, bool] | None = None
    for part in (part for e in when for part in conjuncts(e)):
        name, count = _counted(part)
        if name in some and name not in counts:
            counts[name], topic = count, joined_conditions.topic(part)
        else:
            rest.append(part)
    found = Narrowed(counts, topic=topic)
    cards = [p.name for p in act.parameters if found.single(p) and _thing(p).kind == "card"]
    for part in rest:
        shared = [_attribute_of(e) for e in operands_of(part, "=")]
        if len({a for a, _ in shared}) == 1 and len(cards) == 2 and sorted(x for _, x in shared) == sorted(cards):
            return replace(found, alike=shared[0][0], left=tuple(e for e in rest if e is not part))
    return replace(found, left=tuple(rest))


def _counted(part: g.Expr) -> tuple[str, tuple[int, bool]]:
    """The word whose cards a condition counts, with how many there are at least, or exactly; no word where it does not."""
    match operands_of(part, "="):
        case (g.Size(g.Local(name)), g.Number(1)):
            return name, (1, True)
        case _:
            pass
    match operands_of(part, "<="):
        case (g.Number(least), g.Size(g.Local(name))) if least > 1:
            return name, (least, False)
        case _:
            return "", (0, False)


def _attribute_of(e: g.Expr) -> tuple[str, str]:
    """The attribute and the word of what it is of; of several cards, that of their total."""
    if isinstance(e, g.Attribute) and isinstance(e.card, g.Local):
        return e.name, e.card.name
    if not isinstance(e, g.Total) or not isinstance(e.members, g.Local):
        return "", ""
    attribute, one = _attribute_of(e.amount)
    return (attribute, e.members.name) if one == e.variable else ("", "")


def role(act: g.Act, parameter: g.Parameter, scope: ProseScope) -> Noun:
    """What an argument is called: by its own name, or by what it is (with its word, where two are alike).  Somebody
    who is chosen is not mistaken for who chooses.
    """
    measures = {measure.name for measure in scope.naming.game.deck.measures}
    named = scope.naming.named(parameter.name)
    if named is not None and parameter.name not in measures:
        return named
    kind = scope.naming.of_type(_thing(parameter))
    if sum(_thing(p).kind == _thing(parameter).kind for p in act.parameters) == 1:
        if _thing(parameter).kind not in ("player", "side") or act.finding:
            return kind
        besides = any(isinstance(part, g.Actor) for part in parts(parameter.domain))
        return scope.lang.derived("other" if besides else "chosen", kind)
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
    return replace(found, roles=roles)


def some_of(parameter: g.Parameter, scope: ProseScope, count: tuple[int, bool] | None = None) -> str:
    """An argument left open: a card, a face-down card, one or more cards, two or more, one of the answers."""
    lang = scope.lang
    if parameter.choice == "either":
        return lang.series([scope.naming.title(a) for a in parameter.answers], "or")
    if parameter.unseen:
        return lang.say("unseen_card")
    noun = scope.naming.of_type(_thing(parameter))
    match parameter.choice:
        case "one":
            return lang.forms.determined(noun, "a").text
        case "some" if count == (1, True):
            return lang.forms.determined(noun, "a").text
        case "some" if count is not None:
            return lang.say("so_many_or_more", n=lang.forms.numeral(count[0]), x=noun.form(True))
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


def in_general(act: g.Act, scope: ProseScope, known: Narrowed = Narrowed()) -> str:
    """The act with all its arguments open: `take one or more cards with a card`; with what is known of them."""
    texts: dict[str, str] = {}
    says = in_language(act.says, scope.lang.code) or ""
    for parameter in sorted(act.parameters, key=lambda p: says.find(f"{{{p.name}}}")):
        text = some_of(parameter, scope, known.counts.get(parameter.name))
        if text in texts.values() and known.single(parameter):
            text = _another(scope.naming.of_type(_thing(parameter)), known.alike, scope)
        texts[parameter.name] = text
    return doing(act, texts, scope)


def _another(noun: Noun, alike: str, scope: ProseScope) -> str:
    """Another card; another of the same value."""
    lang = scope.lang
    if not alike:
        return lang.say("another", Phrase("", noun.feminine), x=noun.form(False))
    same = lang.derived("same", scope.naming.attribute(alike))
    the = lang.forms.determined(same, "the").text
    return lang.say("another_alike", Phrase("", noun.feminine), same=the, bare=same.form(False))


def event(of: tuple[str, str], scope: ProseScope) -> str:
    """After a take; at the start of the hand."""
    moment, name = of
    if moment != "after":
        period = scope.lang.forms.determined(scope.lang.noun(name), "the").text
        return scope.lang.say(f"at_{moment}", x=period)
    noun = named(name, scope)
    if noun is not None:
        return scope.lang.say("after_act", x=noun)
    return scope.lang.say("after_doing", x=in_general(scope.naming.game.act[name], scope))


def somebody(act: g.Act, known: Narrowed, text: str, scope: ProseScope) -> Phrase | None:
    """Who does an act, where nobody need be named: the language's impersonal subject, which agrees with what the verb is
    done to; None where the act's words do not allow it, or speak of what is the player's.
    """
    own = [p.domain for p in act.parameters if p.choice == "all" and p.domain is not None]
    if names_the_player(tuple(own)) or not scope.lang.forms.impersonal(text):
        return None
    found = _OBJECT.match(in_language(act.says, scope.lang.code) or "")
    many = [p.name for p in act.parameters if p.choice == "some" and not known.single(p)]
    return Phrase(scope.value(g.Actor(PLAYER, act.span)).text, plural=found is not None and found[1] in many)


def names_the_player(e: tuple[g.Expr, ...]) -> bool:
    """Whether conditions speak of the player otherwise than as who can do something."""
    found = [part for part in parts(e) if isinstance(part, g.Actor)]
    return len(found) > sum(isinstance(part, g.Can) and isinstance(part.actor, g.Actor) for part in parts(e))


def named(act: str, scope: ProseScope) -> str | None:
    """The act as an event (`a take`), where the author names it."""
    noun = scope.naming.named(act)
    return None if noun is None else scope.lang.forms.determined(noun, "a").text


def must(e: g.Can, scope: ProseScope) -> str:
    """Somebody must do an act with given arguments, the others being open."""
    act = scope.naming.game.act[e.act]
    texts = {name: scope.value(given).text for name, given in e.given}
    texts |= {p.name: some_of(p, scope) for p in act.parameters if p.name not in texts}
    return scope.lang.say("must_do", values.subject(e.actor, scope), do=doing(act, texts, scope))


def can(e: g.Can, scope: ProseScope, negated: bool) -> str:
    """Somebody can, or cannot, do an act in some way."""
    lang = scope.lang
    act = scope.naming.game.act[e.act]
    parameters = {p.name: p for p in act.parameters}
    permission = scope.naming.game.clause.get(e.by or "")
    known = Narrowed() if permission is None else narrowed(act, permission.when, scope)
    texts: dict[str, str] = {}
    inner = scope
    for name, given in e.given:
        texts[name] = scope.value(given).text
    for name, local in e.free:
        texts[name] = some_of(parameters[name], scope, known.counts.get(name))
        inner = inner.mention(local, _those(parameters[name], known, scope))
    done = doing(act, texts, scope)
    anybody = somebody(act, known, done, scope) if scope.impersonal and isinstance(e.actor, g.Actor) else None
    if anybody is not None:
        text = lang.say("one_cannot" if negated else "one_can", anybody, do=done)
    else:
        text = lang.say("cannot" if negated else "can", values.subject(e.actor, scope), do=done)
    if e.by is not None:
        text = f"{text} {lang.say('by', x=scope.naming.clause(e.by))}"
    if e.where is None:
        return text
    return lang.say("can_where", a=text, b=inner.condition(e.where))


def _those(parameter: g.Parameter, known: Narrowed, scope: ProseScope) -> Phrase:
    many = parameter.choice != "either" and not known.single(parameter)
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
