"""What happens: cards move, counters change, a period ends."""

from __future__ import annotations

from typing import assert_never

from cartaro_grammar import PLAYER, SIDE
from cartaro_grammar import game as g
from cartaro_rulebook.prose import comparisons, joined_conditions, sets, values
from cartaro_rulebook.prose.joined_conditions import operands_of
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.nouns import Noun, Phrase


def effects(found: tuple[g.Effect, ...], scope: ProseScope) -> str:
    """Several effects, one after the other; what holds of one of them alone stands before it."""
    return "; ".join(effect(e, scope, first=len(found) > 1) for e in found)


def effect(e: g.Effect, scope: ProseScope, *, first: bool = False) -> str:
    """An effect with its own conditions, before or after it; for each player or side where it is for each."""
    lang = scope.lang
    if e.each is not None and e.each != "table":
        of = PLAYER if e.each == "player" else SIDE
        noun = scope.naming.of_type(of)
        local = g.Local(e.each, of, e.span)
        scope = scope.mention(e.each, lang.forms.determined(noun, "the")).about(local)
        text = lang.say("for_each", Phrase("", noun.feminine), x=noun.form(False), c=body(e.body, scope))
    else:
        text = body(e.body, scope)
    return after_cases(e.when, e.unless, text, scope) if first else text + cases(e.when, e.unless, scope)


def after_cases(when: tuple[g.Expr, ...], unless: tuple[g.Expr, ...], text: str, scope: ProseScope) -> str:
    """`when …, unless …, text`: what several effects, or a long one, depend on is said before them."""
    said = cases(when, unless, scope).lstrip(", ")
    return f"{said}, {text}" if said else text


def cases(when: tuple[g.Expr, ...], unless: tuple[g.Expr, ...], scope: ProseScope, word: str = "when") -> str:
    """` when …, unless …`; another word than `when` where the sentence has one already."""
    text = ""
    if when:
        text += " " + scope.lang.say(word, x=joined_conditions.case(when, scope))
    for e in unless:
        text += ", " + (_provided(e, scope) or scope.lang.say("unless", x=joined_conditions.case((e,), scope)))
    return text


def _provided(e: g.Expr, scope: ProseScope) -> str | None:
    """Unless there is nobody: provided there is somebody."""
    match operands_of(e, "="):
        case (somebody, g.Nobody()):
            noun = comparisons.bare_noun(somebody, scope)
            if noun is None:
                return scope.lang.say("if", x=scope.condition(e, negated=True))
            return scope.lang.say("provided_somebody", x=scope.lang.forms.determined(noun, "a").text)
        case _:
            return None


def body(e: g.EffectBody, scope: ProseScope) -> str:
    """The effect itself."""
    lang = scope.lang
    match e:
        case g.MoveCards(cards, to):
            return lang.say("move", _cards(cards, scope), place=towards(to, scope))
        case g.Deal():
            return deal(e, scope)
        case g.Shuffle(cards, into):
            return lang.say("shuffle", _cards(cards, scope), into=scope.value(into).text)
        case g.Add():
            return add(e, scope)
        case g.Become(cell, value):
            return become(cell, value, scope)
        case g.MarkAs(cards, mark):
            return lang.say("mark", _cards(cards, scope), mark=scope.naming.quoted(scope.naming.cell(mark).form(True)))
        case g.Form(family, cards):
            noun = lang.forms.determined(scope.naming.zone(family), "a")
            return lang.say("form", sets.set_phrase(cards, scope), family=noun.text)
        case g.Exchange(first, second):
            return lang.say("exchange", a=scope.value(first).text, b=scope.value(second).text)
        case g.Show(cards):
            return lang.say("show", _cards(cards, scope))
        case g.Seat(players):
            return lang.say("seat", x=lang.series([scope.value(p).text for p in players]))
        case g.Repeat(clause):
            return lang.say("deal_again") if _deals_anew(clause, scope) else lang.say("repeat", x=scope.naming.clause(clause))
        case g.End(period, void):
            noun = lang.forms.determined(lang.noun(period), "the")
            return lang.say("void" if void else "end", noun)
        case g.Nothing():
            return lang.say("nothing")
        case _:
            assert_never(e)


def _deals_anew(clause: str, scope: ProseScope) -> bool:
    """Whether a course begun again from a clause begins with all cards shuffled."""
    bodies = [e.body for c in scope.naming.game.clauses if c.name == clause for e in c.effects]
    return bool(bodies) and isinstance(bodies[0], g.Shuffle) and isinstance(bodies[0].cards[0], g.AllCards)


def _cards(cards: tuple[g.Expr, ...], scope: ProseScope) -> Phrase:
    """Several groups of cards together."""
    phrases = [sets.set_phrase(c, scope) for c in cards]
    if len(phrases) == 1:
        return phrases[0]
    feminine = all(p.feminine for p in phrases)
    return Phrase(scope.lang.series([p.text for p in phrases]), feminine, plural=True)


def towards(to: g.Expr, scope: ProseScope) -> str:
    """Where cards go."""
    if isinstance(to, g.InZone):
        return f"{into(scope.naming.zone(to.zone), scope)} {scope.value(to).text}"
    return f"{scope.lang.word('into')} {scope.value(to).text}"


def into(zone: Noun, scope: ProseScope) -> str:
    """The preposition for going to a place."""
    own = f"towards_{zone.place}"
    return scope.lang.word(own) if own in scope.lang.phrases else zone.place or scope.lang.word("into")


def deal(e: g.Deal, scope: ProseScope) -> str:
    """Three cards from the stock to each hand."""
    lang = scope.lang
    card, key = scope.naming.kernel("card"), "deal"
    if isinstance(e.count, g.Number):
        count = lang.forms.counted(e.count.value, card)
    elif isinstance(e.count, g.Setting):
        count = Phrase(f"{scope.value(e.count).text} {card.form(True)}", card.feminine, True)
    else:
        slots = {"noun": card.form(True), "x": scope.value(e.count).text}
        count = Phrase(lang.say("as_many", Phrase("", card.feminine, True), **slots), card.feminine, True)
        key = "deal_as_many"
    noun = scope.naming.zone(e.to.zone)
    if scope.naming.is_of_cards(noun):
        kind = lang.forms.determined(noun, "bare", count.plural).text
        owner = "" if e.each is None else scope.naming.kernel(e.each).form(False)
        place = lang.say("as_cards", x=kind) if e.each is None else lang.say("to_each_as_cards", x=kind, owner=owner)
    elif e.each is None:
        place = towards(e.to, scope)
    else:
        place = f"{into(noun, scope)} {lang.forms.determined(noun, 'each').text}"
    return lang.say(key, count, source=scope.value(e.source).text, place=place)


def add(e: g.Add, scope: ProseScope) -> str:
    """A side gains a sweep; an amount is added to its points."""
    lang, amount = scope.lang, e.amount
    noun = scope.naming.cell(e.cell.cell)
    whole = _whole_number(amount)
    if whole is not None and e.cell.owner is not None:
        subject = scope.value(e.cell.owner)
        counted = lang.forms.counted(abs(whole), noun)
        return lang.say("gain" if whole >= 0 else "lose", subject, q=counted.text)
    if whole is not None and whole > 0 and noun.named:
        counted = lang.forms.counted(whole, noun)
        return lang.say("count_more", counted, q=counted.text)
    cell = values.recalled(e.cell, scope)
    less = _taken_away(amount)
    if less is not None:
        return lang.say("subtract", scope.value(less), cell=cell.text)
    return lang.say("add", scope.value(amount), cell=cell.text)


def not_gained(found: tuple[g.Effect, ...], others: tuple[g.Add, ...], scope: ProseScope) -> str | None:
    """`the side of the player gains no sweep`: one gain denied; None of other effects, and where others give it too."""
    body = found[0].body
    if len(found) != 1 or found[0].each is not None or not isinstance(body, g.Add):
        return None
    gained, owner = _whole_number(body.amount) or 0, body.cell.owner
    if gained < 1 or owner is None or any(other.cell.cell == body.cell.cell for other in others):
        return None
    noun = scope.lang.forms.determined(scope.naming.cell(body.cell.cell), "any")
    return scope.lang.say("gain_no", scope.value(owner), x=noun.text)


def _whole_number(amount: g.Expr) -> int | None:
    if isinstance(amount, g.Number):
        return amount.value
    less = _taken_away(amount)
    return -less.value if isinstance(less, g.Number) else None


def _taken_away(amount: g.Expr) -> g.Expr | None:
    """What an amount takes away: it is 0 minus that."""
    match operands_of(amount, "-"):
        case (g.Number(0), less):
            return less
        case _:
            return None


def become(cell: g.Recall, value: g.Expr, scope: ProseScope) -> str:
    """A reference turns to somebody; a flag is noted or struck out."""
    lang = scope.lang
    if isinstance(value, g.Truth):
        said = scope.condition(cell)
        return lang.say("holds_from_now" if value.value else "no_longer", x=said)
    held = values.recalled(cell, scope)
    if cell.type.kind == "number":
        return lang.say("becomes_number", held, x=scope.value(value).text)
    if isinstance(value, g.Nobody):
        return lang.say("becomes_nobody", held)
    return lang.say("becomes", scope.value(value), cell=held.text)
