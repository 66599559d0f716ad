"""Claims and examples in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from cartaro_grammar import game as g
from cartaro_rulebook.prose import acts, sets, values
from cartaro_rulebook.prose.clauses import finished, house_rule
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.naming import in_any
from cartaro_rulebook.words.nouns import Phrase
from cartaro_rulebook.words.references import marked


@dataclass(frozen=True, slots=True)
class ClaimProse:
    """A claim: the author's words, what it says in the language's own, and the house rules it is decided for; of one that is
    told as false, how the rules read instead.
    """

    name: str
    title: str
    lines: tuple[str, ...]
    under: tuple[str, ...]
    cites: tuple[str, ...]
    reading: str


@dataclass(frozen=True, slots=True)
class Held:
    """Cards in a place, by their faces, in groups (one, but for the families)."""

    place: str
    groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class ExampleProse:
    """An example: its position, and what may, may not, or must hold in it, line by line."""

    name: str
    title: str
    held: tuple[Held, ...]
    lines: tuple[str, ...]
    under: tuple[str, ...]
    cites: tuple[str, ...]


def claim_prose(claim: g.Claim, scope: ProseScope) -> ClaimProse:
    """A claim in words."""
    title = in_any(claim.names, scope.lang.code, claim.name)
    lines = tuple(finished(claim_line(line, scope), scope, of=claim.span) for line in claim.lines)
    under = tuple(house_rule(option, chosen, scope) for option, chosen in claim.under)
    return ClaimProse(claim.name, title, lines, under, claim.cites, in_any(claim.refuted, scope.lang.code, ""))


def claim_line(line: g.ClaimLine, scope: ProseScope) -> str:
    """One line of a claim."""
    lang = scope.lang
    match line:
        case g.Always(condition, never):
            return lang.say("never" if never else "always", x=scope.condition(condition))
        case g.AtEvery(moment, period, condition):
            at = lang.say(f"every_{moment}", x=lang.noun(period).form(False))
            return lang.say("at_every", moment=at, x=scope.condition(condition))
        case g.BeforeEvery(act, condition):
            said = acts.performing(act, scope).condition(condition)
            return lang.say("before_every", x=_event(act, scope), c=said)
        case g.AfterEvery(act, condition):
            said = acts.performing(act, scope).condition(condition)
            return lang.say("after_every", x=_event(act, scope), c=said)
        case g.Possible(condition, ""):
            return lang.say("possible", x=scope.condition(condition))
        case g.Possible(condition, act):
            said = acts.performing(act, scope).condition(condition)
            return lang.say("possible_after", x=acts.event(("after", act), scope), c=said)
        case g.ExtremeClaim(which, amount, moment, period, number):
            at = lang.say(f"at_{moment}", x=lang.forms.determined(lang.noun(period), "the").text)
            of_one = scope.mention("side", lang.forms.determined(scope.naming.kernel("side"), "a"))
            return lang.say(which, x=of_one.value(amount).text, moment=at, n=str(number))
        case _:
            assert_never(line)


def _event(act: str, scope: ProseScope) -> str:
    noun = scope.naming.named(act)
    if noun is not None:
        return noun.form(False)
    return marked("word", act, act.replace("_", " "))


def example_prose(example: g.Example, scope: ProseScope) -> ExampleProse:
    """An example in words and cards."""
    plain = replace(scope.about(None), signs=True)
    held = tuple(_held(line, plain) for line in example.lines if isinstance(line, g.Holds))
    said = (line for line in example.lines if not isinstance(line, g.Holds))
    lines = tuple(finished(example_line(line, plain), plain, of=example.span) for line in said)
    under = tuple(house_rule(option, (chosen,), plain) for option, chosen in example.under)
    title = in_any(example.names, scope.lang.code, example.name)
    return ExampleProse(example.name, title, held, lines, under, example.cites)


def _held(line: g.Holds, scope: ProseScope) -> Held:
    readings = line.readings or ((),) * len(line.cards)
    game = scope.naming.game
    groups = tuple(sets.faces_read(game, cards, read) for cards, read in zip(line.cards, readings, strict=True))
    naming, lang = scope.naming, scope.lang
    many = naming.is_family(line.zone.zone)
    place = lang.forms.determined(naming.zone(line.zone.zone), "the", True) if many else scope.value(line.zone)
    return Held(finished(place.text, scope, ""), groups)


def _grounds(because: tuple[str, ...], scope: ProseScope) -> Iterator[str]:
    """Why a move is not legal: the clauses that forbid it, and the permissions that it does not fall under."""
    lang, naming = scope.lang, scope.naming
    permits = {clause.name for clause in naming.game.clauses if isinstance(clause.sentence, g.Permission)}
    for key, word, wanted in (("because_of", "and", False), ("not_covered_by", "or", True)):
        named = [naming.clause(name) for name in because if (name in permits) is wanted]
        if named:
            yield lang.say(key, x=lang.series(named, word))


def example_line(line: g.ExampleLine, scope: ProseScope) -> str:
    """One line of an example that is not a place with its cards."""
    lang = scope.lang
    match line:
        case g.Holds():
            return scope.value(line.zone).text
        case g.Given(cell, value):
            return given(cell, value, scope)
        case g.Shuffled(cards):
            return lang.say("shuffle_gives", x=sets.card_signs(cards, scope))
        case g.MayDo(move):
            return lang.say("may_do", do=acts.written(move, scope))
        case g.MayNot(move, because):
            text = lang.say("may_not_do", do=acts.written(move, scope))
            if not because:
                return text
            return f"{text}: {', '.join(_grounds(because, scope))}"
        case g.MayOnly(moves):
            return lang.say(
                "may_only", Phrase("", plural=len(moves) > 1), do=lang.series([acts.written(m, scope) for m in moves], "or")
            )
        case g.Do(move, despite, ruled):
            key = "do_ruled" if ruled else "do_broken" if despite else "do_now"
            if scope.naming.game.act[move.act].finding:
                key = "found_now"
            named = lang.series([scope.naming.clause(name) for name in (*despite, *ruled)])
            return lang.say(key, do=acts.written(move, scope), x=named)
        case g.Check(condition):
            return lang.say("check", x=scope.condition(condition))
        case _:
            assert_never(line)


def given(cell: g.Recall, value: g.Expr, scope: ProseScope) -> str:
    """What is remembered in the position."""
    if isinstance(value, g.Truth):
        return scope.condition(cell, negated=not value.value)
    held = values.recalled(cell, scope)
    key = "given_number" if cell.type.kind == "number" else "given"
    return scope.lang.say(key, Phrase(held.text, held.feminine, held.plural), x=scope.value(value).text)
