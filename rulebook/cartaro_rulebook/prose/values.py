"""What an expression stands for, as a noun phrase: a number, a card, a player, a place."""

from __future__ import annotations

from typing import assert_never

from cartaro_grammar import element
from cartaro_grammar import game as g
from cartaro_rulebook.prose import definitions, sets
from cartaro_rulebook.prose.joined_conditions import operands_of
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.nouns import Noun, Phrase
from cartaro_rulebook.words.references import marked

TRUTHS = ("=", "<", "<=", "and", "or", "not", "in", "subset", "applies")


def person(e: g.Expr, scope: ProseScope) -> g.Expr:
    """Where every player is a side: of the side of a player, and of the players of a side, the one that there is."""
    if not scope.naming.single:
        return e
    if isinstance(e, g.SideOf):
        return e.player
    if isinstance(e, g.Where) and isinstance(e.members, g.Everyone):
        match operands_of(e.condition, "="):
            case (g.SideOf(g.Local(name)), side) if name == e.variable:
                return side
            case _:
                pass
    return e


def is_person(e: g.Expr, scope: ProseScope) -> bool:
    """Whether it is somebody, so that a thing of theirs is not *its*."""
    return e.type.kind == "player" or (e.type.kind == "side" and scope.naming.single)


def value(e: g.Expr, scope: ProseScope) -> Phrase:
    """The phrase for any expression; a truth is said as a sentence."""
    lang, naming, e = scope.lang, scope.naming, person(e, scope)
    match e:
        case g.Number(number):
            return Phrase(str(number), plural=number != 1)
        case g.Truth(yes):
            return Phrase(lang.say("true" if yes else "false"))
        case g.Symbol(name, of):
            return lang.forms.determined(naming.symbol(of.enumeration, name), "the")
        case g.Symbols(attribute):
            return lang.forms.determined(naming.attribute(attribute), "the", True)
        case g.AllCards() | g.Cards() | g.Everyone() | g.Where() | g.Single():
            return sets.set_phrase(e, scope)
        case g.LastPlayer():
            return lang.forms.determined(lang.noun("last_player"), "the")
        case g.Nobody():
            return Phrase(lang.say("nobody"))
        case g.Actor():
            return scope.mentions.get("", lang.forms.determined(naming.kernel("player"), "the"))
        case g.Local(name):
            return scope.mentions.get(name, Phrase(marked("word", name, name)))
        case g.Setting(option):
            return Phrase(marked("option", option, naming.option_value(naming.game.chosen[option])), plural=True)
        case g.InZone(zone) if naming.is_family(zone):
            return lang.forms.determined(naming.zone(zone), "the", True)
        case g.InZone(zone, owner):
            return possession(naming.zone(zone), owner, scope)
        case g.Recall():
            return recalled(e, scope)
        case g.Attribute() | g.Apply() | g.ScoreOf() | g.Size() | g.Total() | g.Extreme():
            return reckoned(e, scope)
        case g.Operation():
            return operation(e, scope)
        case g.Only(g.Apply(_, ()) as named):
            return scope.value(named)
        case g.Only(members):
            found = sets.set_phrase(members, scope)
            one = naming.of_type(e.type)
            return Phrase(lang.say("only_of", Phrase("", one.feminine), x=found.text), one.feminine)
        case g.Select():
            return selected(e, scope)
        case g.Neighbour():
            return neighbour(e, scope)
        case g.SideOf(player):
            return possession(naming.kernel("side"), player, scope)
        case g.Top(pile):
            return Phrase(lang.say("top", x=scope.value(pile).text), lang.noun("card").feminine)
        case g.Quantified() | g.Can() | g.Applies() | g.Pattern() | g.ReadAs():
            return Phrase(scope.condition(e))
        case _:
            assert_never(e)


def subject(e: g.Expr, scope: ProseScope) -> Phrase:
    """The expression as the subject of a verb: a relative word, a pronoun, or in full."""
    e = person(e, scope)
    found = scope.value(e)
    if e == scope.relative:
        return Phrase(scope.pronoun, found.feminine, found.plural)
    if e == scope.again:
        return Phrase(scope.lang.forms.repeated(found), found.feminine, found.plural)
    if e == scope.salient:
        pronoun = scope.lang.forms.pronoun(found)
        return found if pronoun is None else Phrase(pronoun, found.feminine, found.plural)
    return found


def possession(what: Noun, owner: g.Expr | None, scope: ProseScope) -> Phrase:
    """A thing and whose it is: their hand, the hand of the dealer."""
    if owner is None:
        return scope.lang.forms.determined(what, "the")
    owner = person(owner, scope)
    if owner in (scope.salient, scope.relative):
        return scope.lang.forms.possessed(what, scope.value(owner), person=is_person(owner, scope))
    of_many, whose = owner.type.kind in ("players", "sides"), scope.value(owner)
    thing = scope.lang.forms.determined(what, "the", of_many)
    return scope.lang.forms.owned(what, whose) or thing.then(scope.lang.of(whose.text))


def recalled(e: g.Recall, scope: ProseScope) -> Phrase:
    """What a cell of memory holds."""
    noun = scope.naming.cell(e.cell)
    kind = scope.naming.game.cell[e.cell].kind if e.cell in scope.naming.game.cell else "counter"
    if kind == "flag":
        return Phrase(scope.condition(e))
    if kind == "mark":
        return Phrase(scope.lang.say("marked_cards", x=noun.form(True)), scope.lang.noun("card").feminine, True)
    if kind == "counter" and noun.named:
        noun = Noun(noun.plural, noun.plural, noun.feminine, only_plural=True)
    return possession(noun, e.owner, scope)


def amount(e: g.Expr, scope: ProseScope) -> tuple[Noun, str, str] | None:
    """What is reckoned, as (noun, what it is of, the kind of superlative it takes), or None for a plain value."""
    lang, naming = scope.lang, scope.naming
    match e:
        case g.Size(members):
            named = isinstance(members, g.Local) and members.name not in scope.roles and members.type.kind != "group"
            of = scope.value(members).text if named else sets.bare(members, scope)
            return lang.noun("number"), lang.of(of), "most"
        case g.Total(variable, members, g.Attribute(name, g.Local(v), _, _)) if v == variable:
            alone = (
                isinstance(members, g.InZone)
                and naming.is_of_cards(naming.zone(members.zone))
                and not naming.zone(members.zone).only_plural
            )
            noun = naming.noun(name) if alone else lang.derived("total", naming.noun(name))
            return noun, lang.of(sets.set_phrase(members, scope).text), "high"
        case g.Extreme(which, measure, cards):
            return lang.derived(which, naming.noun(measure)), lang.of(sets.set_phrase(cards, scope).text), "high"
        case g.Attribute(name, card):
            noun = naming.noun(name) if e.type.kind == "number" else naming.attribute(name)
            return noun, lang.of(scope.value(card).text), "high"
        case g.ScoreOf(None, side):
            whose = "" if person(side, scope) == scope.salient else lang.of(scope.value(side).text)
            return naming.kernel("score"), whose, "high"
        case g.Recall(cell, owner) if e.type.kind == "number":
            whose = "" if owner is None or person(owner, scope) == scope.salient else lang.of(scope.value(owner).text)
            return lang.noun("number"), lang.of(naming.cell(cell).form(True)) + whose, "most"
        case g.Apply(function, arguments) if e.type.kind == "number":
            noun = definitions.function_noun(function, scope)
            return noun, definitions.function_arguments(function, arguments, scope), "high"
        case (
            g.Number() | g.Truth() | g.Symbol() | g.Symbols() | g.Cards() | g.AllCards() | g.Everyone() | g.LastPlayer()
            | g.Nobody() | g.Actor() | g.Local() | g.Setting() | g.InZone() | g.Recall() | g.Apply() | g.ScoreOf()
            | g.Operation() | g.Single() | g.Only() | g.Where() | g.Quantified() | g.Total() | g.Select() | g.Neighbour()
            | g.SideOf() | g.Top() | g.Can() | g.Applies() | g.Pattern() | g.ReadAs()
        ):  # fmt: skip
            return None
        case _:
            assert_never(e)


def reckoned(e: g.Expr, scope: ProseScope) -> Phrase:
    """A reckoned value: the number of …, the total value of …, or a definition applied."""
    lang = scope.lang
    if isinstance(e, g.Apply):
        return applied(e, scope)
    if isinstance(e, g.ScoreOf):
        score = possession(scope.naming.kernel("score"), e.side, scope)
        heading = "" if e.heading is None else scope.naming.clause(e.heading)
        return score if not heading else Phrase(lang.say("score_for", score, heading=heading), score.feminine)
    if isinstance(e, g.Attribute) and e.card in (scope.salient, scope.relative):
        noun = scope.naming.noun(e.name) if e.type.kind == "number" else scope.naming.attribute(e.name)
        return lang.forms.possessed(noun, scope.value(e.card), person=False)
    found = amount(e, scope)
    if found is None:
        assert isinstance(e, g.Total)
        return total_over(e, scope)
    noun, of, _ = found
    if isinstance(e, g.Total) and e.members == scope.topic:
        if scope.single and isinstance(e.amount, g.Attribute):
            noun = scope.naming.noun(e.amount.name)
        return lang.forms.possessed(noun, Phrase("", plural=not scope.single), person=False)
    return lang.forms.determined(noun, "the").then(of)


def total_over(e: g.Total, scope: ProseScope) -> Phrase:
    """A sum over things of an amount that is not simply theirs."""
    of = sets.elements(e.members, scope)
    that = scope.lang.forms.determined(of.noun, "that")
    inner = scope.mention(e.variable, that)
    if e.members.type.kind in ("players", "sides"):
        inner = inner.about(g.Local(e.variable, element(e.members.type) or e.members.type, e.span))
    each = of.noun.form(False) + of.rest
    text = scope.lang.say("total_over", each=each, amount=_operand(e.amount, "total", 0, inner))
    return Phrase(text, scope.lang.noun("sum").feminine)


def applied(e: g.Apply, scope: ProseScope) -> Phrase:
    """A definition's name with its arguments: the prime of its takings, the straight of coins in them."""
    noun = definitions.function_noun(e.function, scope)
    if len(e.arguments) == 1 and e.arguments[0] == scope.salient and not definitions.PLACED.search(noun.singular):
        owner = e.arguments[0]
        return scope.lang.forms.possessed(noun, scope.value(owner), person=is_person(owner, scope))
    many = element(e.type) is not None and noun.plural != noun.singular
    phrase = scope.lang.forms.determined(noun, "the", many).then(definitions.function_arguments(e.function, e.arguments, scope))
    return Phrase(definitions.placed(phrase.text, e.arguments, scope), phrase.feminine, phrase.plural)


def operation(e: g.Operation, scope: ProseScope) -> Phrase:
    """Arithmetic and set operations; a truth is said as a sentence."""
    lang = scope.lang
    if e.operator in TRUTHS:
        return Phrase(scope.condition(e))
    if e.operator in ("union", "minus"):
        return sets.set_phrase(e, scope)
    parts = [_operand(o, e.operator, at, scope) for at, o in enumerate(e.operands)]
    if e.operator == "half":
        return Phrase(lang.say("half", x=parts[0]))
    keys = {"+": "plus", "-": "minus_number", "*": "times", "remainder": "remainder"}
    text = lang.say(keys[e.operator], a=parts[0], b=parts[1])
    first = scope.value(e.operands[0])
    return Phrase(text, first.feminine, first.plural) if e.operator in ("+", "-") else Phrase(text)


def _operand(e: g.Expr, within: str, at: int, scope: ProseScope) -> str:
    """An operand, in brackets where it would otherwise be read apart, or what follows it would be read into it."""
    text = scope.value(e).text
    loose = _is_sum(e) and (within in ("*", "half", "remainder", "total") or (within == "-" and at == 1))
    followed = at == 0 and within not in ("half", "total")
    return f"({text})" if loose or (followed and _runs_on(e, scope)) else text


def _is_sum(e: g.Expr) -> bool:
    return isinstance(e, g.Operation) and e.operator in ("+", "-")


def _runs_on(e: g.Expr, scope: ProseScope) -> bool:
    """Whether it ends with the amount of a sum over things, which would go on with what follows."""
    if isinstance(e, g.Total):
        return amount(e, scope) is None and not _is_sum(e.amount)
    sum_ = operands_of(e, "+", "-")
    return bool(sum_) and _runs_on(sum_[-1], scope)


def selected(e: g.Select, scope: ProseScope) -> Phrase:
    """The side with the most cards, then with the higher total."""
    of = sets.elements(e.members, scope)
    local = g.Local(e.variable, e.type, e.span)
    mention = scope.lang.forms.determined(of.noun, "the")
    inner = scope.mention(e.variable, mention).about(local)
    keys = [superlative(which, key, inner) for which, key in e.keys]
    joined = keys[0]
    for key in keys[1:]:
        joined = scope.lang.say("then_by", a=joined, b=key)
    if e is scope.listed:
        joined = scope.lang.word("best_in_order")
    one = Noun(of.noun.singular, of.noun.plural, of.noun.feminine)
    first = scope.lang.forms.determined(one, "the").text
    if isinstance(e.members, g.Everyone):
        return Phrase(scope.lang.say("select", noun=first, keys=joined), of.noun.feminine)
    among = sets.among(e.members, scope)
    return Phrase(scope.lang.say("select_among", noun=first, keys=joined, among=among), of.noun.feminine)


def tie_breaks(e: g.Select, scope: ProseScope) -> tuple[str, ...]:
    """What decides, one after the other: each asked for where those before leave it level."""
    of = sets.elements(e.members, scope)
    local = g.Local(e.variable, e.type, e.span)
    inner = scope.mention(e.variable, scope.lang.forms.determined(of.noun, "the")).about(local)
    return tuple(superlative(which, key, inner) for which, key in e.keys)


def superlative(which: str, key: g.Expr, scope: ProseScope) -> str:
    """The most cards; the lowest total value.  What is reckoned of the very side that is sought does not name it again."""
    found = amount(key, scope)
    highest = which == "highest"
    if found is None:
        noun, of = scope.lang.noun("value"), scope.lang.of(scope.value(key).text)
        return scope.lang.forms.determined(scope.lang.derived(which, noun), "the").text + of
    noun, of, kind = found
    if isinstance(key, g.Apply) and key.arguments == (scope.salient,):
        of = ""
    degree = ("most" if highest else "fewest") if kind == "most" else which
    text = scope.lang.forms.determined(scope.lang.derived(degree, noun), "the").text + of
    return definitions.placed(text, key.arguments, scope) if isinstance(key, g.Apply) else text


def neighbour(e: g.Neighbour, scope: ProseScope) -> Phrase:
    """The player so many seats after another; seats after seats are counted together."""
    steps, player = e.steps, e.player
    while isinstance(player, g.Neighbour):
        steps, player = steps + player.steps, player.player
    noun = scope.naming.kernel("player")
    key, distance = ("after" if steps > 0 else "before"), abs(steps)
    if player == g.Actor(player.type, player.span) and distance == 1:
        return scope.lang.forms.determined(scope.lang.derived(f"next_{key}", noun), "the")
    the = scope.lang.forms.determined(noun, "the")
    slots = {"noun": the.text, "x": scope.value(player).text}
    if distance == 1:
        return Phrase(scope.lang.say(key, **slots), the.feminine)
    count = scope.lang.forms.counted(distance, scope.lang.noun("seat_noun")).text
    return Phrase(scope.lang.say(f"{key}_more", n=count, **slots), the.feminine)
