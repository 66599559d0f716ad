"""The institutions of a game in words: its places, what it remembers, its acts, its house rules."""

from __future__ import annotations

from dataclasses import dataclass

from cartaro_grammar import element
from cartaro_grammar import game as g
from cartaro_rulebook.prose import acts, sets
from cartaro_rulebook.prose.clauses import finished
from cartaro_rulebook.prose.effects import effects
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.naming import in_any
from cartaro_rulebook.words.nouns import Phrase


@dataclass(frozen=True, slots=True)
class OptionProse:
    """A house rule: what it is about, what may be chosen, what is chosen by default, and why."""

    name: str
    title: str
    default: str
    others: tuple[str, ...]
    reason: str
    cites: tuple[str, ...]
    article: str


@dataclass(frozen=True, slots=True)
class DeclarationProse:
    """A declaration in words, with its citations."""

    name: str
    text: str
    cites: tuple[str, ...] = ()


def option_prose(option: g.Option, scope: ProseScope) -> OptionProse:
    """A house rule in words."""
    naming = scope.naming
    return OptionProse(
        option.name,
        naming.title(option.name, option.names),
        naming.option_value(option.default),
        tuple(naming.option_value(v) for v in option.values if v != option.default),
        in_any(option.reason, scope.lang.code, ""),
        option.cites,
        option.article,
    )


def declared_in(article: g.Article, scope: ProseScope) -> tuple[DeclarationProse, ...]:
    """What an article declares, in the order of the text: places, memory, acts."""
    game = scope.naming.game
    things: dict[str, g.Zone | g.Cell | g.Act] = {**game.zone, **game.cell, **game.act}
    return tuple(declared(things[name], scope) for name in article.declares if name in things)


def declared(thing: g.Zone | g.Cell | g.Act, scope: ProseScope) -> DeclarationProse:
    """One declaration in words."""
    match thing:
        case g.Zone():
            return DeclarationProse(thing.name, finished(zone(thing, scope), scope, of=thing.span))
        case g.Cell():
            return DeclarationProse(thing.name, finished(cell(thing, scope), scope, of=thing.span))
        case g.Act():
            return DeclarationProse(thing.name, finished(act(thing, scope), scope, of=thing.span), thing.cites)


def zone(of: g.Zone, scope: ProseScope) -> str:
    """A place and whose it is."""
    lang = scope.lang
    noun = lang.forms.determined(scope.naming.zone(of.name), "the", of.family)
    side = scope.naming.kernel("side").form(False)
    text = lang.say("family" if of.family else f"zone_{of.owner}", noun, side=side)
    return f"{text}, {lang.say('pile')}" if of.ordered else text


def cell(of: g.Cell, scope: ProseScope) -> str:
    """What is remembered, and for how long."""
    lang = scope.lang
    noun = scope.naming.cell(of.name)
    period = lang.say(f"for_{of.period}")
    side = scope.naming.kernel("side").form(False)
    whose = "" if of.owner == "table" else lang.say(f"whose_{of.owner}", side=side)
    match of.kind:
        case "counter":
            return lang.say("counter", lang.forms.determined(noun, "the", True), whose=whose, period=period)
        case "flag":
            said = scope.naming.sentence(of.name, of.names)
            if of.owner != "table":
                said = f"{lang.forms.determined(scope.naming.kernel(of.owner), 'a').text} {said}"
            return lang.say("flag", period=period, x=said)
        case "mark":
            return lang.say("mark_cell", period=period, x=noun.form(True))
        case "reference":
            text = lang.say("reference", lang.forms.determined(noun, "the"), period=period)
            if of.initial is None:
                return text
            seated = any(isinstance(e.body, g.Seat) for c in scope.naming.game.standing for e in c.effects)
            if isinstance(of.initial, g.LastPlayer) and not seated:
                return f"{text}; {lang.say('by_lot')}"  # the seats are as the players took them
            return f"{text}; {lang.say('initially', x=scope.value(of.initial).text)}"


def act(of: g.Act, scope: ProseScope) -> str:
    """An act, or a finding of the arbiter: its wording, what its arguments are chosen from, and what it does."""
    lang = scope.lang
    parts = [lang.say("finding" if of.finding else "act", x=scope.naming.quoted(acts.in_general(of, scope)))]
    inner = acts.performing(of.name, scope)
    parts += [_argument(p, inner) for p in of.parameters]
    if any(p.freely for p in of.parameters):
        parts.append(lang.say("read_freely"))
    if of.effects:
        parts.append(effects(of.effects, inner))
    return "; ".join(parts)


def _argument(parameter: g.Parameter, scope: ProseScope) -> str:
    lang = scope.lang
    if parameter.domain is None:
        answers = lang.series([scope.naming.title(a) for a in parameter.answers], "or")
        return lang.say("argument_either", x=answers)
    name = scope.mentions[parameter.name]
    many = element(parameter.type) is not None
    slots = {
        "domain": sets.set_phrase(parameter.domain, scope).text,
        "among": sets.among(parameter.domain, scope),
    }
    key = "argument_one_unseen" if parameter.unseen else f"argument_{parameter.choice}"
    return lang.say(key, Phrase(name.text, name.feminine, many), **slots)
