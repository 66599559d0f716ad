"""The sentences of clauses: effects, the material, and each kind of sentence, without title, exceptions or initial capital.

Takes a clause of a checked game and a scope; returns text without a stop, which `clauses.finish_sentence` finishes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, pairwise
from math import inf
from typing import assert_never

from cartaro_grammar import (
    CARDS,
    PLAYER,
    SIDE,
    TRUTH,
    IdentityKey,
    Noun,
    Type,
    as_written,
    conjuncts,
    default,
    element,
    operands_of,
    parts,
    parts_reached,
    rewrite,
)
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions
from cartaro_rulebook.prose.expressions import START_OF_SECOND, ProseScope
from cartaro_rulebook.prose.kinds import kind_of_cards
from cartaro_rulebook.prose.levels import cases_by_level, multiple_of_word
from cartaro_rulebook.prose.periods import is_cleared_in_play, is_set_by_another_act
from cartaro_rulebook.words.naming import attributes_by_size, in_language, localized
from cartaro_rulebook.words.nouns import Phrase, capitalized, marked, plain

# ----------------------------------------------------------------------- effects


def effects(found: tuple[g.Effect, ...], scope: ProseScope) -> str:
    """Word several effects, one after the other; put the conditions of an effect before it."""
    texts: list[str] = []
    several, at = len(found) > 1, 0
    while at < len(found):
        left = found[at:]
        together = _set_together(left, scope) or _taken(left, scope) or _given(left, scope) or _counter_taken(left, scope)
        length, text = together or (1, effect(found[at], scope, first=several))
        texts.append(text)
        at += length
    return "; ".join(texts)


def _set_together(found: tuple[g.Effect, ...], scope: ProseScope) -> tuple[int, str] | None:
    """Word a flag that is cleared for all players and then set for one, as *only the defender*, or flags that are set for the
    same player; return the number of effects and their text.
    """
    match found:
        case (
            g.Effect(g.Become(g.Recall(cleared, g.Local()), g.Truth(False)), "player", (), ()),
            g.Effect(g.Become(g.Recall(flag, g.Recall() as owner) as only, g.Truth(True)), None, (), ()),
            *_,
        ) if flag == cleared and owner != scope.salient:
            predicate = scope.naming.sentence(flag, scope.naming.game.cell[flag].names)
            forms = scope.lang.forms
            still = (forms.resumed(predicate) or forms.affirmed(predicate)) if scope.told else None
            text = scope.lang.text("only_somebody", scope.value(owner), x=scope.condition(only))
            if still is not None:
                return 2, scope.lang.text("all_but", x=scope.value(owner).text, c=still)
            return 2, scope.lang.text("holds_from_now", x=text)
        case _:
            pass
    cells: list[g.Recall] = []
    for one in found:
        match one:
            case g.Effect(g.Become(g.Recall(_, whose) as cell, g.Truth(True)), None, (), ()) if whose is not None or scope.told:
                if cells and whose != cells[0].owner and not scope.told:
                    break
                cells.append(cell)
            case _:
                break
    if len(cells) < 2:
        return None
    first, *others = cells
    again = scope.with_salient(None).with_repeated(first.owner)
    texts = [scope.condition(first)]
    texts += [(again if cell.owner == first.owner else scope).condition(cell).strip() for cell in others]
    return len(cells), holds_from_now(scope.lang.series(texts), cells, scope)


def holds_from_now(text: str, cells: Sequence[g.Recall], scope: ProseScope) -> str:
    """Word that something holds from now on; in the period to which all the cells belong, if they have one; or only for the
    time being, if a rule of the play clears a flag before the hand or the period ends.
    """
    if scope.told and any(is_cleared_in_play(cell.cell, scope) for cell in cells):
        return scope.lang.text("holds_for_now", x=text)
    nouns = {scope.periods[cell.cell].noun for cell in cells if cell.cell in scope.periods}
    if len(nouns) != 1 or any(cell.cell not in scope.periods for cell in cells):
        return scope.lang.text("holds_from_now", x=text)
    same = scope.lang.forms.determined(scope.lang.with_adjective("same", nouns.pop()), "the").text
    return scope.lang.text("holds_in_period", x=text, p=same)


def set_together(found: tuple[g.Effect, ...]) -> bool:
    """Return whether the effects clear a flag for all players and then set it for one of them."""
    match found:
        case (
            g.Effect(g.Become(g.Recall(cleared, g.Local()), g.Truth(False)), "player", (), ()),
            g.Effect(g.Become(g.Recall(flag, g.Recall()), g.Truth(True)), None, (), ()),
        ):
            return flag == cleared
        case _:
            return False


def taken_together(found: tuple[g.Effect, ...]) -> int:
    """Return how many effects at the beginning state that somebody takes cards: the player becomes the taker, and the cards go
    to the taker or the taker's side, which may gain something too.  Return 0 if there are no such effects.
    """
    match found[:1]:
        case (g.Effect(g.Become(g.Recall(role, None) as taker, value), None, (), ()),) if taker.type == PLAYER:
            pass
        case _:
            return 0
    reads = (p.cell for p in parts(value) if isinstance(p, g.Recall))
    if isinstance(value, g.Nobody) or role in reads:
        return 0
    length, moves = 1, 0
    for one in found[1:]:
        body = one.body
        if one.each is not None or one.when or one.unless:
            break
        if isinstance(body, g.MoveCards) and not body.under and isinstance(body.to, g.InZone) and _is_of(body.to.owner, taker):
            moves += 1
        elif not (isinstance(body, g.Add) and _is_of(body.cell.owner, taker)):
            break
        length += 1
    return length if moves == 1 else 0


def _is_of(owner: g.Expr | None, taker: g.Recall) -> bool:
    return owner == taker or (isinstance(owner, g.SideOf) and owner.player == taker)


def _taken(found: tuple[g.Effect, ...], scope: ProseScope) -> tuple[int, str] | None:
    """Word that somebody takes cards and has a role from then on: *the player with the highest card takes the cards on the
    table, which go to the takings of their pair, and leads*.
    """
    length = taken_together(found) if scope.told else 0
    if not length:
        return None
    first, *others = (one.body for one in found[:length])
    assert isinstance(first, g.Become)
    lang, inner, who = scope.lang, scope.with_salient(first.cell), scope.value(first.value)
    move = next(body for body in others if isinstance(body, g.MoveCards))
    taken = lang.text("guide_which_go", _card_groups(move.cards, scope), place=destination(move.to, inner))
    text = lang.text("guide_takes", who, x=taken)
    role, words = expressions.cell_value(first.cell, scope).text, lang.phrases["words_for_taking"].split()
    if not any(word in words for word in plain(role).split()):
        does = lang.text("begins_then", who) if first.cell.cell in scope.beginners else _does(role, scope)
        key = "guide_and_becomes" if does is None else "guide_and_does"
        text = lang.text(key, who, a=text, x=role if does is None else does)
    more = (add(body, inner) for body in others if isinstance(body, g.Add))
    return length, "; ".join((text, *more))


def _given(found: tuple[g.Effect, ...], scope: ProseScope) -> tuple[int, str] | None:
    """Word that the first player who has certain cards gives them to somebody, and has a role from then on: *the next player
    who has a card of that suit gives it to the caller*.
    """
    match found[:2]:
        case (
            g.Effect(g.Become(g.Recall(_, None) as role, g.FirstOf(g.Where(x, g.Everyone(), held)) as giver), None, (), ()),
            g.Effect(
                g.MoveCards((g.Where(one, g.InZone(zone, of), wanted),), g.InZone(to, g.Actor() | g.Recall() as owner), False),
                None,
                (),
                (),
            ),
        ) if scope.told and of == role and zone == to and expressions.is_dealt_first(zone, scope) and owner != role:
            pass
        case _:
            return None
    match (held,):
        case (g.Quantified("some", variable, g.InZone(there, g.Local(name)), asked),) if there == zone and name == x:
            named = rewrite(asked, lambda p: replace(p, name=one) if isinstance(p, g.Local) and p.name == variable else p)
            if named != wanted:
                return None
        case _:
            return None
    key = "guide_gives_it" if is_of_one_card(wanted, one, scope.naming.game) else "guide_gives_them"
    slots = {"to": scope.value(owner).text, "role": expressions.cell_value(role, scope).text}
    return 2, scope.lang.text(key, scope.value(giver), **slots)


def is_of_one_card(condition: g.Expr, variable: str, game: g.Game) -> bool:
    """Return whether a condition gives each attribute of a card, and no two cards of the deck are alike."""
    asked = set[str]()
    for e in conjuncts(condition):
        pair = operands_of(e, "=")
        for one, other in (pair, pair[::-1]) if pair else ():
            free = not any(isinstance(p, g.Local) and p.name == variable for p in parts(other))
            if isinstance(one, g.Attribute) and isinstance(one.card, g.Local) and one.card.name == variable and free:
                asked.add(one.name)
    different = len({card.attributes for card in game.deck.cards}) == len(game.deck.cards)
    return different and asked.issuperset(attribute.name for attribute in game.deck.attributes)


def counter_taken(found: tuple[g.Effect, ...]) -> tuple[g.Expr, g.Recall, g.Recall] | None:
    """Return the owner, the counter and the amount, if the first two effects add a counter of the table to one of somebody and
    then set it to 0.
    """
    match found[:2]:
        case (
            g.Effect(g.Add(g.Recall(_, owner) as to, g.Recall(_, None) as amount), None, when, unless),
            g.Effect(g.Become(emptied, g.Number(0)), None, again, unless_again),
        ) if owner is not None and emptied == amount and (when, unless) == (again, unless_again):
            changed = amount.cell in {p.cell for p in parts((when, unless)) if isinstance(p, g.Recall)}
            return None if changed else (owner, to, amount)
        case _:
            return None


def _counter_taken(found: tuple[g.Effect, ...], scope: ProseScope) -> tuple[int, str] | None:
    """Word that somebody takes all that a counter of the table has: *the player takes the chips on the ace*.  If the counter is
    named after other things, add their new place.
    """
    taken = counter_taken(found) if scope.told else None
    if taken is None:
        return None
    owner, to, amount = taken
    counted = expressions.cell_value(amount, scope)
    own, other = (plain(scope.naming.cell(cell.cell).form(True)).split()[:1] for cell in (to, amount))
    if own != other:
        taker = owner.player if isinstance(owner, g.SideOf) else owner
        into = expressions.cell_value(to, scope.with_salient(taker)).text
        counted = replace(counted, text=scope.lang.text("guide_which_are_added", counted, cell=into))
    text = scope.lang.text("guide_takes", scope.value(owner), x=counted.text)
    return 2, text_after_cases(found[0].when, found[0].unless, text, scope)


def effect(e: g.Effect, scope: ProseScope, *, first: bool = False) -> str:
    """Word an effect with its own conditions, before or after it, and with its players or sides if it is repeated for each."""
    lang = scope.lang
    if e.each is not None and e.each != "table":
        of = PLAYER if e.each == "player" else SIDE
        noun = scope.naming.of_type(of)
        local, outer = g.Local(e.each, of, e.span), scope
        scope = scope.bind(e.each, lang.forms.determined(noun, "the")).with_salient(local)
        who = None if e.unless or not e.when else expressions.clause_of_member(e.when, local, scope, plural=False)
        if who is not None:
            return _done_for_chosen(e, local, noun, who, scope)
        text = (
            _adding_of_each(e.body, local, noun, scope)
            or _gained_by_each(e.body, local, noun, scope)
            or _cleared_for_each(e.body, local, noun, scope)
            or _given_to_each(e.body, local, noun, outer)
            or _done_to_each(e.body, local, noun, scope)
            or lang.text("for_each", Phrase("", noun.feminine), x=noun.form(False), c=effect_body(e.body, scope))
        )
    else:
        text = effect_body(e.body, scope)
    return text_after_cases(e.when, e.unless, text, scope) if first else text + cases(e.when, e.unless, scope)


def _adding_of_each(e: g.EffectBody, local: g.Local, noun: Noun, scope: ProseScope) -> str | None:
    """Word an amount that every member has and that is added to the member's own cell: *the score of each side is added to its
    points*.
    """
    if not isinstance(e, g.Add) or e.cell.owner != local:
        return None
    amount = expressions.figure_of_each(e.amount, local, scope.lang.forms.determined(noun, "each"), scope)
    if amount is None:
        return None
    return scope.lang.text("add", amount, cell=expressions.cell_value(e.cell, scope).text)


def _gained_by_each(e: g.EffectBody, local: g.Local, noun: Noun, scope: ProseScope) -> str | None:
    """Word a number that is added for every member to the member's own counter: *each player gains one chip put in*."""
    if not isinstance(e, g.Add) or e.cell.owner != local or _whole_number(e.amount) is None:
        return None
    return add(e, scope.bind(local.name, scope.lang.forms.determined(noun, "each")))


def _done_for_chosen(e: g.Effect, local: g.Local, noun: Noun, who: str, scope: ProseScope) -> str:
    """Word an effect for the members with a property: *for every player who has passed, …*, *from then on each player who is
    beaten by nobody wins the pot*.
    """
    body = e.body
    if isinstance(body, g.Become) and body.cell.owner == local and isinstance(body.value, g.Truth) and body.value.value:
        flag = body.cell.cell
        each = f"{scope.lang.forms.determined(noun, 'each').text} {who}"
        predicate = scope.naming.sentence(flag, scope.naming.game.cell[flag].names)
        return scope.lang.text("holds_from_now", x=f"{each} {predicate}")
    whom = f"{noun.form(False)} {who}"
    own = isinstance(body, g.Deal) and body.to.owner == local and expressions.is_dealt_first(body.to.zone, scope)
    if scope.told and own and isinstance(body, g.Deal) and isinstance(body.count, g.Number):
        cards = scope.lang.forms.counted(body.count.value, scope.naming.kernel_noun("card"))
        return scope.lang.text("guide_each_who_gets", cards, x=whom, source=scope.value(body.source).text)
    return scope.lang.text("for_each_who", x=whom, c=effect_body(body, scope))


def _cleared_for_each(e: g.EffectBody, local: g.Local, noun: Noun, scope: ProseScope) -> str | None:
    """Word a flag that is cleared for every member: *it no longer counts who has said go*.  Return None for another effect, or
    if the words of the flag have a negation of their own.
    """
    if not isinstance(e, g.Become) or e.cell.owner != local or not isinstance(e.value, g.Truth) or e.value.value:
        return None
    info = scope.naming.game.cell[e.cell.cell]
    predicate = scope.naming.sentence(info.name, info.names)
    if scope.told and local.type == PLAYER and scope.naming.text(info.name, info.names) is not None:
        return scope.lang.text("no_longer_who", x=predicate)
    if not {*predicate.split()}.isdisjoint(scope.lang.phrases["negations"].split()):
        return None
    x = f"{scope.lang.forms.determined(noun, 'no').text} {scope.lang.word('nobody_before_verb')}{predicate}"
    return scope.lang.text("holds_from_now", x=x)


def _done_to_each(e: g.EffectBody, local: g.Local, noun: Noun, scope: ProseScope) -> str | None:
    """Word a change of the memory of every member who is named once: *each player loses five chips*."""
    mentions = sum(1 for part in parts(e) if part == local)
    if not scope.told or mentions != 1 or not isinstance(e, g.Add | g.Become):
        return None
    return effect_body(e, scope.with_salient(None).bind(local.name, scope.lang.forms.determined(noun, "each")))


def _given_to_each(e: g.EffectBody, local: g.Local, noun: Noun, scope: ProseScope) -> str | None:
    """Word a counter that is set to the same number for every member: *each player has three lives*."""
    if not scope.told or not isinstance(e, g.Become) or e.cell.owner != local or not _whole_number(e.value):
        return None
    stated = g.Operation("=", (e.cell, e.value), TRUTH, e.span)
    return scope.bind(local.name, scope.lang.forms.determined(noun, "each")).condition(stated)


def text_after_cases(
    when: tuple[g.Expr, ...], unless: tuple[g.Expr, ...], text: str, scope: ProseScope, word: str = "when"
) -> str:
    """Return `when …, unless …, text`; the conditions come first if there are several effects or a long one."""
    wording = cases(when, unless, scope, word).lstrip(", ")
    return f"{wording}, {text}" if wording else text


def cases(when: tuple[g.Expr, ...], unless: tuple[g.Expr, ...], scope: ProseScope, word: str = "when") -> str:
    """Word ` when …, unless …`; use a word other than `when` if the sentence already contains it."""
    text, denial = "", scope.lang.text("not", x="").strip()
    refused = [e for e in conjuncts(*when) if operands_of(e, "not") and scope.condition(e).startswith(denial)]
    exceptions = [operands_of(e, "not") for e in refused] if scope.told or len(conjuncts(*when)) == 1 else []
    rest = tuple(e for e in conjuncts(*when) if e not in refused) if exceptions else when
    if rest:
        text += " " + scope.lang.text(word, x=expressions.case_text(rest, scope))
    for denied in exceptions:
        text += ("," if text else "") + " " + scope.lang.text("unless", x=expressions.case_text(denied, scope))
    for e in unless:
        text += ", " + (_provided_somebody(e, scope) or scope.lang.text("unless", x=expressions.case_text((e,), scope)))
    return text


def _provided_somebody(e: g.Expr, scope: ProseScope) -> str | None:
    """Word `unless there is nobody` as `provided there is somebody`."""
    match operands_of(e, "="):
        case (somebody, g.Nobody()):
            noun = expressions.bare_noun(somebody, scope)
            if noun is None:
                return scope.lang.text("if", x=scope.condition(e, negated=True))
            return scope.lang.text("provided_somebody", x=scope.lang.forms.determined(noun, "a").text)
        case _:
            return None


def effect_body(e: g.EffectBody, scope: ProseScope) -> str:
    """Word the effect itself."""
    lang = scope.lang
    match e:
        case g.MoveCards(cards, to, under):
            if under:
                return lang.text("move_under", _card_groups(cards, scope), pile=scope.value(to).text)
            if scope.told and isinstance(to, g.InZone) and _is_named_after_cards(to, scope):
                moved = _card_groups(cards, scope)
                key = "move_with" if scope.naming.zone(to.zone).only_plural else "becomes"
                return lang.text(key, moved, cell=scope.value(to).text) + _unseen(cards, to, moved, scope)
            if scope.told and isinstance(to, g.InZone) and to.owner is not None and expressions.is_dealt_first(to.zone, scope):
                who = to.owner
                return lang.text("guide_takes_up", scope.value(who), x=_card_groups(cards, scope.with_salient(who)).text)
            moved = _card_groups(cards, scope)
            return lang.text("move", moved, place=destination(to, scope)) + _unseen(cards, to, moved, scope)
        case g.Deal():
            return deal(e, scope)
        case g.Shuffle(cards, into):
            return lang.text("shuffle", _card_groups(cards, scope), into=scope.value(into).text)
        case g.Add():
            return add(e, scope)
        case g.Become(cell, value):
            return set_cell(cell, value, scope)
        case g.MarkAs(cards, mark):
            return lang.text("mark", _card_groups(cards, scope), mark=scope.naming.quoted(scope.naming.cell(mark).form(True)))
        case g.Form(family, cards):
            noun = lang.forms.determined(scope.naming.zone(family), "a")
            key = "guide_form" if scope.told else "form"
            return lang.text(key, expressions.set_phrase(cards, scope), family=noun.text)
        case g.Exchange(first, second):
            return lang.text("exchange", a=scope.value(first).text, b=scope.value(second).text)
        case g.Show(cards):
            return lang.text("show", _card_groups(cards, scope))
        case g.Seat(players):
            return lang.text("seat", x=lang.series([scope.value(p).text for p in players]))
        case g.Repeat(clause):
            return (
                lang.text("deal_again") if restarts_deal(clause, scope) else lang.text("repeat", x=scope.naming.clause(clause))
            )
        case g.End(period, void):
            noun = lang.forms.determined(lang.noun(period), "the")
            dealer = _deals_next(scope) if void and period == "hand" and scope.told else None
            if dealer is not None:
                return lang.text("void_again", noun, x=scope.value(dealer).text)
            return lang.text("void" if void else "end", noun)
        case g.Nothing():
            return lang.text("nothing")
        case _:
            assert_never(e)


def _deals_next(scope: ProseScope) -> g.Recall | None:
    """Return the role that passes to a neighbour at the end of each hand that is not void, such as the dealer."""
    for clause in scope.naming.game.consequences("end", "hand"):
        match clause.effects:
            case (g.Effect(g.Become(g.Recall(_, None) as role, g.Neighbour(held)), None, (), ()),) if role == held:
                return None if clause.when or clause.unless else role
            case _:
                pass
    return None


def _unseen(cards: tuple[g.Expr, ...], to: g.Expr, moved: Phrase, scope: ProseScope) -> str:
    """Return *, face down* if a player chooses cards for a place that nobody sees and that is no pile, or if all cards of the
    table go from one place there; else the empty string.
    """
    if not scope.told or not isinstance(to, g.InZone):
        return ""
    zone = next(one for one in scope.naming.game.zones if one.name == to.zone)
    chosen = any(isinstance(p, g.Local) for p in parts(cards)) and not any(isinstance(p, g.Where) for p in parts(cards))
    chosen = chosen or (to.owner is None and all(isinstance(one, g.InZone) and one.owner is None for one in cards))
    hidden = chosen and not zone.ordered and not zone.family and not scope.naming.game.sights_of(to.zone)
    return "," + scope.lang.text("guide_face_down", moved) if hidden else ""


def _is_named_after_cards(to: g.InZone, scope: ProseScope) -> bool:
    """Return whether a place has the name of its card or cards: *the turned card*, the player's *card on the table*."""
    noun = scope.naming.zone(to.zone)
    if scope.naming.is_family(to.zone) or noun.place:
        return False
    one = isinstance(to.owner, g.Actor) and expressions.has_the_name_of_its_card(noun, scope)
    return one or (to.owner is None and scope.naming.names_cards(noun))


def restarts_deal(clause: str, scope: ProseScope) -> bool:
    """Return whether a course that is repeated from a clause on begins with the shuffling of all cards."""
    bodies = [e.body for c in scope.naming.game.ruleset.clauses if c.name == clause for e in c.effects]
    return bool(bodies) and isinstance(bodies[0], g.Shuffle) and isinstance(bodies[0].cards[0], g.AllCards)


def _card_groups(cards: tuple[g.Expr, ...], scope: ProseScope) -> Phrase:
    """Word several groups of cards together; in the guide, whole places of the table by their names: *the stock and the
    discards*.
    """
    phrases = [(scope.told and len(cards) > 1 and _whole_place(c, scope)) or expressions.set_phrase(c, scope) for c in cards]
    if len(phrases) == 1:
        return phrases[0]
    feminine = all(p.feminine for p in phrases)
    return Phrase(scope.lang.series([p.text for p in phrases]), feminine, plural=True)


def _whole_place(cards: g.Expr, scope: ProseScope) -> Phrase | None:
    """Return the name of a place of the table if some cards are all those in it, and the place is not named after cards."""
    if not isinstance(cards, g.InZone) or cards.owner is not None or scope.naming.is_family(cards.zone):
        return None
    noun = scope.naming.zone(cards.zone)
    return scope.lang.forms.determined(noun, "the") if noun.named and not scope.naming.names_cards(noun) else None


def destination(to: g.Expr, scope: ProseScope) -> str:
    """Word the destination of cards."""
    if isinstance(to, g.InZone):
        return f"{destination_preposition(scope.naming.zone(to.zone), scope)} {scope.value(to).text}"
    return f"{scope.lang.word('into')} {scope.value(to).text}"


def destination_preposition(zone: Noun, scope: ProseScope) -> str:
    """Return the preposition for going to a place."""
    own = f"towards_{zone.place}"
    return scope.lang.word(own) if own in scope.lang.phrases else zone.place or scope.lang.word("into")


def deal(e: g.Deal, scope: ProseScope) -> str:
    """Word a deal: three cards from the stock to each hand."""
    lang = scope.lang
    card, key = scope.naming.kernel_noun("card"), "deal" if e.each else "deal_there"
    most, drawn = filled_up_to(e), _drawn(e, scope)
    if drawn is not None:
        return drawn
    if most is not None and e.each is None:
        slots = {"source": scope.value(e.source).text, "place": destination(e.to, scope), "n": lang.forms.numeral(most)}
        return lang.text("deal_up_to", Phrase(card.form(True), card.feminine, True), **slots)
    if isinstance(e.count, g.Number):
        count = lang.forms.counted(e.count.value, card)
    elif isinstance(e.count, g.Setting):
        count = Phrase(f"{scope.value(e.count).text} {card.form(True)}", card.feminine, True)
    else:
        slots = {"noun": card.form(True), "x": scope.value(e.count).text}
        count = Phrase(lang.text("as_many", Phrase("", card.feminine, True), **slots), card.feminine, True)
        key = "deal_as_many"
    noun = scope.naming.zone(e.to.zone)
    if scope.naming.names_cards(noun):
        kind = lang.forms.determined(noun, "bare", count.plural).text
        owner = "" if e.each is None else scope.naming.kernel_noun(e.each).form(False)
        place = lang.text("as_cards", x=kind) if e.each is None else lang.text("to_each_as_cards", x=kind, owner=owner)
    elif e.each is None:
        place = destination(e.to, scope)
    else:
        preposition = destination_preposition(noun, scope) if noun.place else lang.word("into_each")
        each = lang.forms.determined(noun, "each")
        if e.each == "side" and not scope.naming.every_player_is_a_side:
            each = lang.forms.determined(noun, "the").append(
                lang.of(lang.forms.determined(scope.naming.kernel_noun("side"), "each").text)
            )
            preposition = destination_preposition(noun, scope)
        place = f"{preposition} {each.text}"
    if scope.told and key == "deal_there" and e.to.owner is None and _is_seen(e.to.zone, scope):
        key, place = "guide_turned_up", f"({scope.value(e.to).text})" if noun.of_card else expressions.place(e.to, scope)
    if scope.told and key == "deal" and e.each == "player" and expressions.is_dealt_first(e.to.zone, scope):
        key = "guide_each_gets"
    text = lang.text(key, count, source=scope.value(e.source).text, place=place)
    return text if e.first is None else lang.text("deal_beginning", a=text, x=scope.value(e.first).text)


def _drawn(e: g.Deal, scope: ProseScope) -> str | None:
    """Word a deal of some cards to the hand of one player: *the player draws two cards from the stock*, *the declarer is dealt
    two cards from the stock*.
    """
    owner, most = e.to.owner, filled_up_to(e)
    named = isinstance(owner, g.Actor) or (isinstance(owner, g.Recall) and owner.owner is None)
    if not scope.told or owner is None or not named or not expressions.is_dealt_first(e.to.zone, scope):
        return None
    lang, card, source = scope.lang, scope.naming.kernel_noun("card"), scope.value(e.source).text
    if most is not None and isinstance(owner, g.Actor):
        return lang.text("guide_draws_up_to", scope.value(owner), source=source, n=lang.forms.counted(most, card).text)
    if not isinstance(e.count, g.Number):
        return None
    key = "guide_draws" if isinstance(owner, g.Actor) else "guide_is_dealt"
    return lang.text(key, scope.value(owner), source=source, q=lang.forms.counted(e.count.value, card).text)


def _is_seen(zone: str, scope: ProseScope) -> bool:
    """Return whether everybody sees the cards of a place."""
    sights = scope.naming.game.sights_of(zone)
    return any(seen.yes and not seen.own and not c.when and not c.unless for c, seen in sights) and not scope.naming.is_family(
        zone
    )


def filled_up_to(e: g.Deal) -> int | None:
    """Return the number of cards up to which a deal fills a place; None if it deals another number."""
    match operands_of(e.count, "-"):
        case (g.Number(most), g.Size(there)) if there == e.to:
            return most
        case _:
            return None


def add(e: g.Add, scope: ProseScope) -> str:
    """Word an addition: a side gains a sweep; an amount is added to its points."""
    lang, amount = scope.lang, e.amount
    noun = scope.naming.cell(e.cell.cell)
    whole = _whole_number(amount)
    if whole is not None and e.cell.owner is not None:
        subject = scope.value(e.cell.owner)
        counted = lang.forms.counted(abs(whole), noun)
        return lang.text("gain" if whole >= 0 else "lose", subject, q=counted.text)
    cell = expressions.cell_value(e.cell, scope)
    if whole is not None and whole > 0 and expressions.is_counted_in_units(noun):
        if scope.told and whole > 1:
            return lang.text("goes_up", cell, x=lang.forms.numeral(whole))
        counted = lang.forms.counted(whole, noun)
        return lang.text("count_more" if whole == 1 else "add_more", counted, q=counted.text)
    rising = _rising(e, scope) if scope.told else None
    if rising is not None:
        return lang.text("add_rising", first=str(rising[0]), second=str(rising[1]), cell=cell.text)
    if scope.told and e.cell.owner is not None and _are_of_kind(amount, noun, scope):
        return lang.text("gain", scope.value(e.cell.owner), q=scope.value(amount).text)
    less = _subtrahend(amount)
    if whole is not None and whole < 0:
        less = g.Number(-whole, amount.type, amount.span)
    if less is not None:
        return lang.text("subtract", scope.value(less), cell=cell.text)
    return lang.text("add", scope.value(amount), cell=cell.text)


def _are_of_kind(amount: g.Expr, noun: Noun, scope: ProseScope) -> bool:
    """Return whether an amount is one or more words of the author for things of a counter: *the points for a run*."""
    summands = operands_of(amount, "+") or (amount,)
    words = [expressions.function_noun(one.function, scope) for one in summands if isinstance(one, g.Apply)]
    thing = plain(noun.form(True)).split()[:1]
    return len(words) == len(summands) and all(one.named and plain(one.form(True)).split()[:1] == thing for one in words)


def _rising(e: g.Add, scope: ProseScope) -> tuple[int, int] | None:
    """Return the first two amounts of an addition that rises by the same number each time an act is done in a hand: the act
    counts itself before, and the amount is a number and a multiple of the earlier times.
    """
    game = scope.naming.game
    match (e.amount,):
        case (g.Operation("+", (first, g.Operation("*", (g.Operation("-", (g.Recall(counter, None), g.Number(1))), each)))),):
            pass
        case _:
            return None
    courses = [[as_written(effect.body) for effect in act.effects] for act in game.acts]
    bodies = next((found for found in courses if e in found), ())
    changes = [p for p in game.changes if p.cell.cell == counter]
    counts = [
        at for at, body in enumerate(bodies) if isinstance(body, g.Add) and body in changes and _whole_number(body.amount) == 1
    ]
    numbers = [_number_chosen(one, scope) for one in (first, each)]
    if len(changes) != 1 or len(counts) != 1 or counts[0] > bodies.index(e) or game.cell[counter].period != "hand":
        return None
    return None if numbers[0] is None or numbers[1] is None else (numbers[0], numbers[0] + numbers[1])


def _number_chosen(e: g.Expr, scope: ProseScope) -> int | None:
    """Return a number, also if it is the chosen value of a house rule."""
    if isinstance(e, g.Setting):
        chosen = scope.naming.game.chosen[e.option]
        return int(chosen) if chosen.isdigit() else None
    return e.value if isinstance(e, g.Number) else None


def denied_gain(found: tuple[g.Effect, ...], others: tuple[g.Add, ...], scope: ProseScope) -> str | None:
    """Word that one unit is not gained: `the side of the player gains no sweep`.  Return None for other effects, and if
    `others` grant the same gain.
    """
    body = found[0].body
    if len(found) != 1 or found[0].each is not None or not isinstance(body, g.Add):
        return None
    gained, owner = _whole_number(body.amount) or 0, body.cell.owner
    if gained < 1 or owner is None or any(other.cell.cell == body.cell.cell for other in others):
        return None
    noun = scope.lang.forms.determined(scope.naming.cell(body.cell.cell), "any")
    return scope.lang.text("gain_no", scope.value(owner), x=noun.text)


def _whole_number(amount: g.Expr) -> int | None:
    if isinstance(amount, g.Number):
        return amount.value
    less = _subtrahend(amount)
    return -less.value if isinstance(less, g.Number) else None


def _subtrahend(amount: g.Expr) -> g.Expr | None:
    """Return the subtrahend of an amount that is written as 0 minus another; else None."""
    match operands_of(amount, "-"):
        case (g.Number(0), less):
            return less
        case _:
            return None


def set_cell(cell: g.Recall, value: g.Expr, scope: ProseScope) -> str:
    """Word an assignment: a reference that is set to somebody, or a flag that is set or cleared."""
    lang = scope.lang
    if isinstance(value, g.Truth):
        if value.value:
            return holds_from_now(replace(scope, periods={}).condition(cell), (cell,), scope)
        return lang.text("no_longer", x=scope.condition(cell))
    if cell.cell in scope.beginners and not isinstance(value, g.Nobody):
        if scope.opens:
            return lang.text("guide_second_begins", x=scope.value(value).text)
        return lang.text("begins_next", scope.value(value), s=scope.value(value).text)
    held = expressions.cell_value(cell, replace(scope, changed=frozenset()))
    if cell.cell in scope.levels and isinstance(value, g.Number) and value.value in scope.levels[cell.cell]:
        return lang.text("level_becomes", held, x=scope.levels[cell.cell][value.value])
    factors = operands_of(value, "*")
    if scope.told and cell in factors:
        other = next((one for one in factors if one != cell), cell)
        key = "becomes_times_or_none" if isinstance(other, g.Size) else "becomes_times"
        return lang.text(key, held, x=scope.value(other).text)
    if scope.told and isinstance(value, g.Number) and value.value == 0:
        return lang.text("becomes_zero", held)
    if cell.type.kind == "number":
        meaning = scope.amounts.get(value.function) if isinstance(value, g.Apply) else None
        return lang.text("becomes_number", held, x=meaning or scope.value(value).text)
    if isinstance(value, g.Nobody):
        return lang.text("becomes_nobody", held)
    new, does = scope.value(value), _does(held.text, scope)
    if isinstance(value, g.Symbol) and scope.told and not scope.naming.is_rank(value.type.enumeration):
        return lang.text("is_now", held, x=new.text)
    if does is not None and scope.told and not new.plural:
        return lang.text("is_now", held, x=new.text) if len(new.text.split(" ")) > SHORT_SUBJECT else f"{new.text} {does}"
    return lang.text("becomes" if does is None else "becomes_who", new, cell=held.text)


def _does(role: str, scope: ProseScope) -> str | None:
    """Return the predicate of a role that is a clause: *leads* for *who leads*; None for a noun."""
    first, *done = role.split(" ")
    if first not in scope.lang.phrases["clauses_as_nouns"].split():
        return None
    return " ".join(done[1:] if done and done[0] in scope.lang.phrases["relatives"].split() else done)


SHORT_SUBJECT = 9
"""The greatest number of words of somebody of whom the guide states the words of a role: *the next player leads*."""


# ---------------------------------------------------------------------- material


NO_NUMBER = "–"
"""The cell of a table for a card that has no number."""


@dataclass(frozen=True, slots=True)
class NumberTable:
    """A table with its column heads; the first cell of a row names the cards.  The count of a hand reads the numbers of the
    columns in `counted`.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    counted: tuple[int, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """Return a line for each row; each number has the head of its column before it."""
        numbers = ((row[0], zip(self.heads[1:], row[1:], strict=True)) for row in self.rows)
        return tuple(" · ".join([f"- {cards}", *(f"{head} {number}" for head, number in row)]) for cards, row in numbers)


def number_table(
    head: str,
    worth: Iterable[tuple[str, tuple[str, ...]]],
    measures: list[str],
    scope: ProseScope,
    counted: Collection[str] = (),
) -> NumberTable:
    """Return a table of the values of cards; adjacent values with the same numbers share a row.  The count of a hand reads the
    measures in `counted`.
    """
    alike = [(numbers, [cards for cards, _ in group]) for numbers, group in groupby(worth, key=lambda pair: pair[1])]
    nouns = [scope.naming.noun(name) for name in measures]
    measured = tuple(noun.form(noun.only_plural) for noun in nouns)
    heads = (scope.naming.kernel_noun("card").form(False) if head in measured else head, *measured)
    rows = tuple((capitalized(scope.lang.series(cards)), *numbers) for numbers, cards in alike)
    return NumberTable(heads, rows, tuple(at for at, name in enumerate(measures, 1) if name in counted))


def material_sentence(what: str, clause: g.Clause, scope: ProseScope) -> str:
    """Word a clause about the material."""
    lang, game = scope.lang, scope.naming.game
    match what:
        case "players":
            return lang.text("players", x=lang.series([str(n) for n in game.ruleset.player_counts], "or"))
        case "pack":
            return pack(clause, scope)
        case "reading":
            return reading(clause, scope)
        case "attribute":
            same = [a for a in game.deck.attributes if a.names == clause.names]
            return _attribute(same[0], scope) if same else lang.text("columns")
        case _:
            return lang.text(what)


def pack(clause: g.Clause, scope: ProseScope) -> str:
    """Word the number of cards of a special kind, in total if the clause is named after that kind, else of each."""
    lang, deck = scope.lang, scope.naming.game.deck
    special = [number for number, card in enumerate(deck.cards) if card.kind == clause.name]
    if special:
        worth = [(m.name, m.values[special[0]]) for m in deck.measures]
        listed = [_measure(name, number, scope) for name, number in worth if number is not None]
        count = lang.forms.counted(len(special), _common_kind(special, scope)).text
        return lang.text("pack_special", q=count, measures=f" ({', '.join(listed)})" if listed else "")
    alike = Counter(card.attributes for card in deck.cards if card.kind is None)
    copies = set(alike.values())
    if len(copies) != 1 or copies == {1}:
        return lang.text("pack", n=str(len(deck.cards)))
    sizes = {info.name: len(info.values) for info in deck.attributes}
    names = sorted({name for attributes in alike for name, _ in attributes}, key=lambda name: (-sizes[name], name))
    each = lang.series([scope.naming.attribute(name).form(False) for name in names])
    return lang.text("pack_each", q=lang.forms.counted(copies.pop(), scope.naming.kernel_noun("card")).text, x=each)


def reading(clause: g.Clause, scope: ProseScope) -> str:
    """Word the cards that a card may also be read as."""
    lang, deck = scope.lang, scope.naming.game.deck
    found = next(r for r in deck.readings if r.clause == clause.name)
    subject = lang.forms.determined(_common_kind(list(found.cards), scope), "the")
    if not found.settings:
        return lang.text("reading_any", subject)
    below = _below_all(found.settings, scope) if scope.told else None
    if below is not None:
        return lang.text("reading_below", subject, x=lang.forms.determined(below, "the").text)
    listed = [
        lang.text("measure_as", n=str(number), noun=scope.naming.noun(name).form(False)) for name, number in found.settings
    ]
    return lang.text("reading_set", subject, x=lang.series(listed))


def _below_all(settings: tuple[tuple[str, int], ...], scope: ProseScope) -> Noun | None:
    """Return the lowest rank of the runs of a game, if cards may be read as one below it."""
    game, attributes = scope.naming.game, attributes_by_size(scope.naming.game.deck)
    runs = {p.attribute for p in game.in_clauses(g.Pattern) if p.pattern == "consecutive"}
    if len(settings) != 1 or runs != {settings[0][0]} or not attributes:
        return None
    ((measure, number),) = settings
    values = next((m.values for m in game.deck.measures if m.name == measure), ())
    lowest = min((value for value in values if value is not None), default=0)
    at = [dict(game.deck.cards[n].attributes).get(attributes[0].name) for n, value in enumerate(values) if value == lowest]
    ranks = {one for one in at if one is not None}
    return scope.naming.symbol(attributes[0].name, ranks.pop()) if len(ranks) == 1 and number == lowest - 1 else None


def common_readings(found: list[g.Reading], scope: ProseScope) -> str:
    """Word that cards of several kinds may stand for any other card."""
    subjects = [scope.lang.forms.determined(_common_kind(list(one.cards), scope), "the") for one in found]
    joined = Phrase(scope.lang.series([one.text for one in subjects]), all(one.feminine for one in subjects), plural=True)
    return scope.lang.text("reading_any", joined)


def _common_kind(cards: list[int], scope: ProseScope) -> Noun:
    """Return the noun for some cards: the value of an attribute that they share, or cards."""
    deck = scope.naming.game.deck
    shared = set(deck.cards[cards[0]].attributes).intersection(*(deck.cards[n].attributes for n in cards[1:]))
    return scope.naming.symbol(*min(shared)) if shared else scope.naming.kernel_noun("card")


def _measure(name: str, number: int | None, scope: ProseScope) -> str:
    return scope.lang.text("measure_of", noun=scope.naming.noun(name).form(False), n=str(number))


def measures_read(nodes: Iterable[object]) -> frozenset[str]:
    """Return the measures that these parts of a game use to count or to rank cards."""
    return _read_by(IdentityKey(tuple(nodes)))


@lru_cache(maxsize=64)
def _read_by(nodes: IdentityKey[object]) -> frozenset[str]:
    return measures_named([part for one in nodes.values for part in parts(one)])


def measures_named(found: Collection[object]) -> frozenset[str]:
    """Return the measures that these parts name directly, without those of nested parts."""
    read = {p.name for p in found if isinstance(p, g.Attribute)} | {p.measure for p in found if isinstance(p, g.Extreme)}
    return frozenset(read | {p.attribute for p in found if isinstance(p, g.Pattern)})


def _attribute(info: g.AttributeInfo, scope: ProseScope) -> str:
    attribute = scope.lang.forms.determined(scope.naming.noun(info.name, info.names), "a")
    if _measures(info, scope):
        return scope.lang.text("attribute_table", x=attribute.text)
    return scope.lang.text("attribute", x=attribute.text, values=scope.lang.series(_values(info, scope), "or"))


def _values(info: g.AttributeInfo, scope: ProseScope) -> list[str]:
    """Return the values of an attribute and the sign of each on a card: two of clubs, but a two."""
    nouns = [scope.naming.symbol(info.name, v.name) for v in info.values]
    many = info is not max(scope.naming.game.deck.attributes, key=lambda a: len(a.values))
    signs = [in_language(v.corner, scope.lang.code) or v.sign for v in info.values]
    return [f"{noun.form(many)} ({sign})" for noun, sign in zip(nouns, signs, strict=True)]


def attribute_table(clause: g.Clause, scope: ProseScope) -> NumberTable | None:
    """Return the numbers for each value of the attribute that a clause declares; None if it determines no number."""
    if not isinstance(clause.sentence, g.Material) or clause.sentence.what != "attribute":
        return None
    info = next((a for a in scope.naming.game.deck.attributes if a.names == clause.names), None)
    measures = [] if info is None else _measures(info, scope)
    if info is None or not measures:
        return None
    numbers = zip(*(column for _, column in measures), strict=True)
    worth = zip(_values(info, scope), numbers, strict=True)
    head = scope.naming.noun(info.name, info.names).form(False)
    return number_table(head, worth, [name for name, _ in measures], scope)


def _measures(info: g.AttributeInfo, scope: ProseScope) -> list[tuple[str, tuple[str, ...]]]:
    """Return the numbers that an attribute determines and that the game uses: for each, its number for every value of the
    attribute.  Other numbers are left out because a deck that several games share also has the numbers of the other games.
    """
    game = scope.naming.game
    deck, read = game.deck, measures_read((game.ruleset.clauses, game.acts, game.ruleset.claims, game.ruleset.examples))
    found: list[tuple[str, tuple[str, ...]]] = []
    for measure in (m for m in deck.measures if m.name in read):
        worth: dict[str, set[int | None]] = {value.name: set() for value in info.values}
        for card, number in zip(deck.cards, measure.values, strict=True):
            for name, value in card.attributes:
                if name == info.name:
                    worth[value].add(number)
        if all(len(numbers) == 1 for numbers in worth.values()):
            found.append((measure.name, tuple(_number(min(numbers, key=str)) for numbers in worth.values())))
    return found


def _number(number: int | None) -> str:
    return NO_NUMBER if number is None else str(number)


# --------------------------------------------------------------------- sentences


def sentence(clause: g.Clause, scope: ProseScope) -> str:
    """Return the clause's sentence with its case; a sentence of conduct is returned as the author wrote it."""
    node = clause.sentence
    match node:
        case g.Permission() | g.Prohibition():
            return norm(clause, node, scope)
        case g.Obligation(condition):
            return scope.lang.text("obligation", x=expressions.case_text((condition,), scope))
        case g.Step():
            return step(clause, node, scope)
        case g.Definition():
            return definition(clause, node, scope)
        case g.Sees():
            return visibility(clause, node, scope)
        case g.Score():
            return score(clause, node, scope)
        case g.Consequence():
            return consequence(clause, node, scope)
        case g.Breach():
            return breach(node, scope)
        case g.Conduct(text):
            return localized(text, scope.lang.code, "")
        case g.Material(what):
            return material_sentence(what, clause, scope)
        case g.TakesPart(who):
            noun = scope.naming.kernel_noun("player")
            inner = scope.bind(who, scope.lang.forms.determined(noun, "that")).with_salient(
                g.Local(who, _player(), clause.span)
            )
            return course(node, scope) + cases(clause.when, clause.unless, inner)
        case g.Passes() if scope.told:
            return text_after_cases(clause.when, clause.unless, course(node, scope), scope)
        case g.Begins(player) if scope.told:
            return _begins(player, clause, scope)
        case g.Begins() | g.Passes() | g.Ends() | g.SidesAre() | g.Runs():
            word = "when_it_ends" if isinstance(node, g.Ends) else "when"
            return course(node, scope) + cases(clause.when, clause.unless, scope, word)


def _begins(player: g.Expr, clause: g.Clause, scope: ProseScope) -> str:
    """Word who begins, and in which cases: *if there is one, the winner begins*."""
    lang = scope.lang
    who, asked = lang.text("guide_begins", x=scope.value(player).text), conjuncts(*clause.when)
    there = [e for e in asked if _is_somebody(e, player)]
    if not there or clause.unless:
        return text_after_cases(clause.when, clause.unless, who, scope) if clause.when else who
    rest = tuple(e for e in asked if e not in there)
    found = scope.value(player)
    return text_after_cases(rest, (), lang.text("guide_if_any", Phrase("", found.feminine), a=who), scope)


def _is_somebody(e: g.Expr, player: g.Expr) -> bool:
    """Return whether a condition states that there is somebody in a role."""
    pairs = [operands_of(inner, "=") for inner in operands_of(e, "not")]
    return any(player in pair and any(isinstance(one, g.Nobody) for one in pair) for pair in pairs)


def breach(node: g.Breach, scope: ProseScope) -> str:
    """Word the consequence of a broken rule."""
    remedy = scope.lang.text(node.remedy) if node.due is None else _compensation(node, node.due, scope)
    return scope.lang.text(f"breach_{node.noticed}", x=scope.naming.clause(node.prohibition), remedy=remedy)


def _compensation(node: g.Breach, due: g.Can, scope: ProseScope) -> str:
    """Word the part of the forbidden act that remains, and the act that must be done with it."""
    lang, naming = scope.lang, scope.naming
    broken = naming.game.clause[node.prohibition].sentence
    inner = scope if not isinstance(broken, g.Prohibition) else law_scope(broken, scope)
    kept = [value for _, value in due.given if isinstance(value, g.Local)]
    heads = [inner.value(value) for value in kept]
    if len(kept) == 1:
        inner = inner.bind(kept[0].name, lang.forms.determined(naming.of_type(kept[0].type), "that"))
    must = expressions.must_act(due, inner)
    if not kept:
        return must
    subject = heads[0] if len(heads) == 1 else Phrase(lang.series([head.text for head in heads]), plural=True)
    return lang.text("make_good", subject, must=must)


def course(node: g.Begins | g.Passes | g.Ends | g.SidesAre | g.TakesPart | g.Runs, scope: ProseScope) -> str:
    """Word the course of play: the first and the next player, the end, and the sides."""
    lang = scope.lang
    match node:
        case g.Begins(player):
            return lang.text("hand_begins", x=scope.value(player).text)
        case g.Passes(g.Actor()):
            return lang.text("turn_stays")
        case g.Passes(player):
            return lang.text("turn_passes", x=scope.value(player).text)
        case g.Ends(period):
            return lang.text("end", lang.forms.determined(lang.noun(period), "the"))
        case g.SidesAre(arrangement):
            noun = scope.naming.named("side") or lang.noun("pair")
            return lang.text(f"sides_{arrangement}", side=lang.forms.determined(noun, "a").text)
        case g.TakesPart():
            return lang.text("takes_part", lang.forms.determined(scope.naming.kernel_noun("player"), "a"))
        case g.Runs(direction):
            return lang.text("runs", x=lang.word(direction) if direction in lang.phrases else scope.naming.title(direction))
        case _:
            assert_never(node)


def turn_to(player: g.Expr, scope: ProseScope) -> str:
    """Word to whom a turn passes."""
    if isinstance(player, g.Actor):
        return scope.lang.text("turn_to_same")
    is_next = isinstance(player, g.Neighbour) and isinstance(player.player, g.Actor) and player.steps == 1
    return scope.lang.text("turn_to", x=scope.lang.text("next_player") if is_next else scope.value(player).text)


def norm(clause: g.Clause, node: g.Permission | g.Prohibition, scope: ProseScope) -> str:
    """Word who may, or may not, do an act, and when."""
    lang = scope.lang
    inner = law_scope(node, scope).with_salient(node.subject)
    subject = scope.value(node.subject)
    if isinstance(node.subject, g.Actor):
        return _norm_of_current_player(clause, node, scope)
    key = "may" if isinstance(node, g.Permission) else "may_not"
    text = lang.text(key, subject, do=_open_acts(node, scope))
    if isinstance(node, g.Prohibition) and not bars_all(node, scope):
        by = lang.series([scope.naming.clause(name) for name in node.bars], "nor")
        text += " " + lang.text("by", x=by)
    return text + cases(clause.when, clause.unless, inner)


def _norm_of_current_player(clause: g.Clause, node: g.Permission | g.Prohibition, scope: ProseScope) -> str:
    """Word the acts that the player in turn may do, or may not; impersonally, if the conditions do not refer to the player."""
    lang = scope.lang
    named = expressions.names_the_player((*clause.when, *clause.unless))
    inner = replace(law_scope(node, scope), impersonal=not named)
    if isinstance(node, g.Prohibition) and not bars_all(node, scope):
        barred = lang.series([scope.naming.clause(name) for name in node.bars])
        text = lang.text("not_allowed", Phrase("", plural=len(node.bars) > 1), x=barred)
        return text + cases(clause.when, clause.unless, inner)
    key = "may" if isinstance(node, g.Permission) else "may_not"
    first, *others = node.acts
    if others:
        text = lang.text(key, scope.value(node.subject), do=_open_acts(node, scope))
        return text + cases(clause.when, clause.unless, law_scope(node, scope).with_salient(node.subject))
    act = scope.naming.game.act[first]
    duty = _duty(clause, node, act, scope) if isinstance(node, g.Prohibition) else None
    if duty is not None:
        return duty
    role = role_of_player(clause, scope)
    if role is not None:
        subject, when = role
        known = expressions.argument_details(act, when, scope)
        text = lang.text(key, subject, do=expressions.open_act(act, scope, known))
        inner = law_scope(node, scope).with_salient(node.subject)
        return text + cases(known.left, clause.unless, inner if known.topic is None else inner.with_topic(*known.topic))
    known = expressions.argument_details(act, clause.when, scope)
    of_kind = _with_kind(act, known.left, scope)
    if of_kind is not None:
        card, left = of_kind
        done, known = expressions.act_text(act, {act.parameters[0].name: card}, scope), replace(known, left=left)
    else:
        done = expressions.open_act(act, scope, known)
    anybody = None if named else expressions.impersonal_subject(act, known, done, scope)
    if anybody is None:
        text, inner = lang.text(key, scope.value(node.subject), do=done), inner.with_salient(node.subject)
        inner = inner if clause.unless else _again(inner, node.subject, clause.when)
    else:
        text = lang.text(f"one_{key}", anybody, do=done)
        if lang.code == "en" and not clause.unless:
            inner = replace(_again(inner.with_salient(node.subject), node.subject, clause.when), impersonal=False)
    if known.topic is not None:
        inner = inner.with_topic(*known.topic)
    return text + cases(known.left, clause.unless, inner)


def _with_kind(act: g.Act, when: tuple[g.Expr, ...], scope: ProseScope) -> tuple[str, tuple[g.Expr, ...]] | None:
    """Return the only card of an act with its kind, and the other conditions: *may not play a trump when …*, and not *may not
    play a card when the card played is a trump and …*. Return None if no condition states its kind.
    """
    parameter = own_card(act) if scope.told else None
    if parameter is None:
        return None
    card, asked = g.Local(parameter.name, parameter.type, act.span), conjuncts(*when)
    kinds = [e for e in asked if expressions.names_kind_only(e, card, scope)]
    if not kinds:
        return None
    return a_card(card.name, expressions.all_of(kinds), scope), tuple(e for e in asked if e not in kinds)


def own_card(act: g.Act) -> g.Parameter | None:
    """Return the only parameter of an act if it is one card of a place of the player."""
    match act.parameters:
        case (g.Parameter(choice="one", domain=g.InZone(owner=g.Actor())) as parameter,):
            return parameter
        case _:
            return None


def a_card(variable: str, wanted: g.Expr, scope: ProseScope) -> str:
    """Word one card with a property: *a trump*."""
    those = g.Where(variable, g.AllCards(CARDS, wanted.span), wanted, CARDS, wanted.span)
    of = expressions.elements(those, scope, plural=False)
    return scope.lang.forms.determined(replace(of.noun, only_plural=False), "a").text + of.rest


def _has_other_verbs(when: tuple[g.Expr, ...], scope: ProseScope) -> bool:
    """Return whether some conditions are flags of a player whose words begin with a verb that has no plural form here."""
    flags = [p.cell for p in parts(when) if isinstance(p, g.Recall) and scope.naming.game.cell[p.cell].kind == "flag"]
    known = {pair.partition("/")[0] for pair in scope.lang.phrases["auxiliaries_of_many"].split()}
    texts = [scope.naming.sentence(name, scope.naming.game.cell[name].names) for name in flags]
    return any(text.partition(" ")[0] not in known for text in texts)


def _again(scope: ProseScope, subject: g.Expr, when: tuple[g.Expr, ...]) -> ProseScope:
    """Return the scope of the conditions of a sentence of the guide, which name its subject by a pronoun."""
    found = scope.value(subject)
    text = scope.lang.text("it_again", Phrase("", found.feminine, scope.lang.code == "en"))
    if not scope.told or not text or (scope.lang.code == "en" and _has_other_verbs(when, scope)):
        return scope
    return replace(scope, again=Phrase(text, found.feminine, scope.lang.code == "en"))


def role_of_player(clause: g.Clause, scope: ProseScope) -> tuple[Phrase, tuple[g.Expr, ...]] | None:
    """Return the role that the player in turn must have, or must not have, and the other conditions: *the attacker may …*,
    *any player but the defender may …*.
    """
    asked = conjuncts(*clause.when)
    for e in asked:
        denied = operands_of(e, "not")
        pair = operands_of(denied[0] if denied else e, "=")
        recalled = [one for one in pair if isinstance(one, g.Recall) and one.owner is None]
        roles = [one for one in recalled if scope.naming.named(one.cell, scope.naming.game.cell[one.cell].names) is not None]
        if len(roles) != 1 or not any(isinstance(one, g.Actor) for one in pair):
            continue
        role = scope.value(roles[0])
        rest = tuple(one for one in asked if one is not e)
        if any(part == roles[0] for part in parts((rest, clause.unless))):
            return None
        return (Phrase(scope.lang.text("anybody_but", x=role.text)) if denied else role), rest
    return None


def is_duty(clause: g.Clause, node: g.Prohibition, scope: ProseScope) -> bool:
    """Return whether a prohibition is worded as a duty."""
    return len(node.acts) == 1 and _duty(clause, node, scope.naming.game.act[node.acts[0]], scope) is not None


def case_of_act(
    when: tuple[g.Expr, ...],
    unless: tuple[g.Expr, ...],
    node: g.Permission | g.Prohibition,
    scope: ProseScope,
    topic: tuple[g.Expr, bool] | None = None,
) -> str:
    """Word a case in which the player in turn may do an act, or may not, apart from the sentence that names the player, and
    the cards of which it counts some as its `topic`.
    """
    inner = law_scope(node, scope).with_salient(node.subject)
    inner = inner if topic is None else inner.with_topic(*topic)
    return cases(when, unless, inner if unless else _again(inner, node.subject, when)).lstrip(", ")


def _duty(clause: g.Clause, node: g.Prohibition, act: g.Act, scope: ProseScope) -> str | None:
    """Word the prohibition of a card without a property, if the player has cards with that property, as a duty: *the player
    must play a trump, if they have one*.  If the player could do another act of the same step, *may play only a trump*.  Cards
    that the prohibition leaves out are allowed too: *a card of the suit led or a trump, if they have a card of the suit led*.
    """
    parameter = None if clause.unless else own_card(act)
    if parameter is None:
        return None
    card = g.Local(parameter.name, parameter.type, clause.span)
    asked = list(conjuncts(*clause.when))
    for held in asked:
        if not isinstance(held, g.Quantified) or held.quantifier != "some" or held.members != parameter.domain:
            continue
        wanted, variable = held.condition, held.variable
        denied = _with(wanted, g.Local(variable, parameter.type, clause.span), card)
        barred = next((e for e in asked if operands_of(e, "not") == (denied,)), None)
        others = [e for e in asked if e not in (held, barred) and card in parts(e)]
        allowed = [one for e in others for one in operands_of(e, "not")]
        if barred is None or len(allowed) < len(others):
            continue
        member = g.Local(variable, parameter.type, clause.span)
        one, *more = [a_card(variable, e, scope) for e in (wanted, *(_with(e, card, member) for e in allowed))]
        steps = [step.acts for _, step in scope.naming.game.steps if act.name in step.acts]
        alone = all(not scope.naming.game.permissions_of(a) for acts in steps for a in acts if a != act.name)
        cards = scope.lang.series([one, *more], "or")
        do = expressions.act_text(act, {parameter.name: cards if alone else scope.lang.text("only_such", x=cards)}, scope)
        keys = ("duty_or", "may_only_such_or") if more else ("duty", "may_only_such")
        text = scope.lang.text(keys[0 if alone else 1], scope.value(node.subject), do=do, one=one)
        rest = tuple(e for e in asked if e not in (held, barred, *others))
        excluded = [_as_case(held), *map(_other_case, rest)]
        if scope.told and _any_other_card(clause, act.name, parameter, excluded, scope):
            text = scope.lang.text("otherwise_any_card", x=text)
        return text_after_cases(rest, (), text, law_scope(node, scope))
    return _barred_if_held(asked, node, act, parameter, scope)


def _barred_if_held(
    asked: list[g.Expr], node: g.Prohibition, act: g.Act, parameter: g.Parameter, scope: ProseScope
) -> str | None:
    """Word the prohibition of a card with a property, if the player has cards with another property: *the player may not play a
    card of the suit led that is lower than the card played, if they have one that is higher*.
    """
    card = g.Local(parameter.name, parameter.type, act.span)
    held = [e for e in asked if isinstance(e, g.Quantified) and e.quantifier == "some" and e.members == parameter.domain]
    barred = [e for e in asked if e not in held and card in parts(e)]
    if len(held) != 1 or not barred or not scope.told:
        return None
    (has,) = held
    if card in parts(has.condition):
        return None
    member = g.Local(has.variable, parameter.type, act.span)
    those = a_card(has.variable, _with(expressions.all_of(barred), card, member), scope)
    do = expressions.act_text(act, {parameter.name: those}, scope)
    one = a_card(has.variable, has.condition, scope)
    text = scope.lang.text("may_not_if_held", scope.value(node.subject), do=do, one=one)
    rest = tuple(e for e in asked if e not in (has, *barred))
    return text_after_cases(rest, (), text, law_scope(node, scope))


def _any_other_card(clause: g.Clause, act: str, parameter: g.Parameter, excluded: Sequence[g.Expr], scope: ProseScope) -> bool:
    """Return whether a player without the card that a duty asks for may play any card: no permission depends on the card, and
    every other rule that bars some cards applies only under a condition that is `excluded` then.
    """
    game = scope.naming.game
    rules = [*game.with_sentence(g.Prohibition), *game.permissions_of(act)]
    for other, node in rules:
        if other.name == clause.name or act not in (node.acts if isinstance(node, g.Prohibition) else (act,)):
            continue
        of_cards = any(isinstance(p, g.Local) and p.name == parameter.name for p in parts((other.when, other.unless)))
        apart = isinstance(node, g.Prohibition) and any(_as_case(e) in excluded for e in conjuncts(*other.when))
        if of_cards and not apart:
            return False
    return True


def _as_case(e: g.Expr) -> g.Expr:
    """Return a condition on some member of a set with one name for the member."""
    if isinstance(e, g.Quantified):
        member = g.Local("member", element(e.members.type) or e.members.type, e.span)
        condition = _with(e.condition, g.Local(e.variable, member.type, e.span), member)
        return replace(e, variable="member", condition=condition)
    return e


def _other_case(e: g.Expr) -> g.Expr:
    """Return the opposite of a condition: *some card is a trump* for *no card is a trump*."""
    if isinstance(e, g.Quantified) and e.quantifier == "no":
        return _as_case(replace(e, quantifier="some"))
    inside = operands_of(e, "not")
    return _as_case(inside[0]) if inside else g.Operation("not", (_as_case(e),), TRUTH, e.span)


def _with(e: g.Expr, local: g.Local, other: g.Local) -> g.Expr:
    """Return an expression about another word."""

    def renamed(part: object) -> object:
        return other if part == local else part

    return rewrite(e, renamed)


def law_scope(node: g.Permission | g.Prohibition, scope: ProseScope) -> ProseScope:
    """Return the scope of a case, in which the arguments of the act are bound; none are bound if there are several acts."""
    first, *others = node.acts
    return scope if others else expressions.act_scope(first, scope)


def _open_acts(node: g.Permission | g.Prohibition, scope: ProseScope) -> str:
    return scope.lang.series([expressions.open_act_as_permitted(scope.naming.game.act[act], scope) for act in node.acts], "or")


def bars_all(node: g.Prohibition, scope: ProseScope) -> bool:
    """Return whether a prohibition overrides every permission of its acts, so that their names add no information."""
    titles = {
        c.name
        for c in scope.naming.game.ruleset.clauses
        if isinstance(c.sentence, g.Permission) and c.sentence.act in node.acts and not c.sentence.lifts
    }
    return titles <= set(node.bars)


def step(clause: g.Clause, node: g.Step, scope: ProseScope) -> str:
    """Word a step of the turn."""
    lang = scope.lang
    doing = lang.series([expressions.open_act_as_permitted(scope.naming.game.act[a], scope) for a in node.acts], "or")
    whose, kind = "" if isinstance(node.actor, g.Actor) else "other_", "must" if node.must else "may"
    before = _previous_step(clause, scope)
    before = None if before is not None and scope.told and _exclude_each_other(before, clause) else before
    then = scope.told and before is not None and not node.must and not whose
    by_role = None if whose or not scope.told else _step_by_role(node, scope)
    then = then and by_role is None
    text = by_role or lang.text("guide_step_then" if then else f"step_{whose}{kind}", scope.value(node.actor), do=doing)
    if node.often:
        text += " " + lang.text("as_often")
    if before is not None and not then:
        named = scope.naming.text(before.name, before.names) is not None
        text = lang.text("step_after" if named else "step_then", x=text, step=scope.naming.clause(before.name))
    following = _next_step(clause, scope)
    if before is None and following is not None and not node.must:
        acts = [a for a in following.acts if scope.naming.game.permissions_of(a)]
        later = lang.series([expressions.open_act_as_permitted(scope.naming.game.act[a], scope) for a in acts], "or")
        text = lang.text("step_before", x=text, do=later)
    inner = scope.with_salient(node.actor)
    if scope.told and clause.when:
        return text_after_cases(clause.when, clause.unless, text, inner)
    return text + cases(clause.when, clause.unless, inner)


def _exclude_each_other(one: g.Clause, other: g.Clause) -> bool:
    """Return whether a condition of one step contradicts a condition of another, so that neither comes *then*."""
    for e in conjuncts(*one.when):
        for d in conjuncts(*other.when):
            if operands_of(e, "not") == (d,) or operands_of(d, "not") == (e,):
                return True
            first, second = _bounds(e), _bounds(d)
            if first and second and first[0] == second[0] and max(first[1], second[1]) > min(first[2], second[2]):
                return True
    return False


def _bounds(e: g.Expr) -> tuple[g.Expr, float, float] | None:
    """Return a number that a condition limits, with its least and greatest value."""
    match e:
        case g.Operation("=", (counted, g.Number(n))):
            return counted, n, n
        case g.Operation("<=", (g.Number(n), counted)):
            return counted, n, inf
        case g.Operation("<", (g.Number(n), counted)):
            return counted, n + 1, inf
        case g.Operation("<=", (counted, g.Number(n))):
            return counted, -inf, n
        case g.Operation("<", (counted, g.Number(n))):
            return counted, -inf, n - 1
        case _:
            return default(e, None)


def _step_by_role(node: g.Step, scope: ProseScope) -> str | None:
    """Word a step whose acts belong to people with different roles: *the dealer must turn a card, and everybody else must bet*.
    Acts that anybody may do belong to all of them.  Return None if the roles do not divide the players, or it is one act.
    """
    lang, game = scope.lang, scope.naming.game
    roles: dict[str, set[tuple[g.Recall, bool] | None]] = {}
    for name in node.acts:
        roles[name] = {_role_asked(clause, scope) for clause, _ in game.permissions_of(name)}
    asked = list(dict.fromkeys(role for found in roles.values() for role in found if role is not None))
    asked.sort(key=lambda role: not role[1])
    who = [role for role, has in asked if has]
    divided = len(asked) == 2 and asked[0][0] == asked[1][0]
    mixed = any(len(found) > 1 and None in found for found in roles.values())
    if len(asked) < 2 or mixed or not (divided or len(who) == len(asked)):
        return None
    must, texts = "must" if node.must else "may", list[str]()
    for role, has in asked:
        acts = [name for name, found in roles.items() if found <= {None} or (role, has) in found]
        doing = lang.series([expressions.open_act_as_permitted(game.act[name], scope) for name in acts], "or")
        texts.append(lang.text(f"guide_role_{must}" if has else f"guide_others_{must}", scope.value(role), do=doing))
    return lang.text("guide_in_turn", x=", ".join([*texts[:-1], f"{lang.word('and')} {texts[-1]}"]))


def _role_asked(clause: g.Clause, scope: ProseScope) -> tuple[g.Recall, bool] | None:
    """Return the role that a permission asks of the player in turn, and whether the player has it."""
    game = scope.naming.game
    for e in conjuncts(*clause.when):
        denied = operands_of(e, "not")
        pair = operands_of(denied[0] if denied else e, "=")
        roles = [one for one in pair if isinstance(one, g.Recall) and one.owner is None and one.type == PLAYER]
        named = [one for one in roles if scope.naming.named(one.cell, game.cell[one.cell].names) is not None]
        if len(named) == 1 and any(isinstance(one, g.Actor) for one in pair):
            return named[0], not denied
    return None


def _next_step(clause: g.Clause, scope: ProseScope) -> g.Step | None:
    """Return the next step if it is in another article and nothing else shows which of them comes first."""
    steps = scope.naming.game.steps
    return next((node for (one, _), (other, node) in pairwise(steps) if one == clause and one.article != other.article), None)


def _previous_step(clause: g.Clause, scope: ProseScope) -> g.Clause | None:
    """Return the step before this one if the same article contains it; else None."""
    steps = [step for step, _ in scope.naming.game.steps]
    return next((one for one, other in pairwise(steps) if other == clause and one.article == other.article), None)


def definition(clause: g.Clause, node: g.Definition, scope: ProseScope) -> str:
    """Word a definition: the meaning of a word, or the members of a kind."""
    if scope.naming.game.function[node.function].result == TRUTH:
        first, inner = parameters_bound(node, scope)
        return _definition_of_truth(clause, node, inner, first, scope)
    word, inner = defined_word(node, scope)
    key = "definition_amount" if _is_amount_of_many(node.value, word, inner) else "definition"
    whole = scope.lang.text(key, word, x=definition_value(node.value, word.plural, inner))
    return whole + cases(clause.when, clause.unless, inner)


def _is_amount_of_many(value: g.Expr, word: Phrase, scope: ProseScope) -> bool:
    """Return whether a singular word has a calculated amount whose first noun is plural: *the gain of a player* is *their chips
    minus the stakes*.
    """
    first, *others = operands_of(value, "+") or operands_of(value, "-") or (value,)
    return bool(others) and not isinstance(first, g.Number) and not word.plural and scope.value(first).plural


def parameters_bound(node: g.Definition, scope: ProseScope) -> tuple[list[str], ProseScope]:
    """Return the phrases that introduce the parameters of a definition, and the scope in which they are bound."""
    inner, first = _parameters(node.parameters, scope.naming.game.function[node.function].parameters, scope)
    return first, inner


def defined_word(node: g.Definition, scope: ProseScope) -> tuple[Phrase, ProseScope]:
    """Return the word that a definition gives a value, with its parameters, and the scope in which these are bound."""
    lang, function = scope.lang, scope.naming.game.function[node.function]
    first, inner = parameters_bound(node, scope)
    noun = expressions.function_noun(node.function, scope)
    many = element(function.result) is not None and noun.plural != noun.singular
    name = lang.forms.determined(noun, "the", many)
    if expressions.ARGUMENT_SLOT.search(name.text):
        text = _placed(name.text, first)
    else:
        text = name.text + (lang.of(lang.series(first)) if first else "")
    return Phrase(text, name.feminine, name.plural), inner


def definition_value(value: g.Expr, plural: bool, scope: ProseScope) -> str:
    """Word the value of a definition: cards as cards, and the remaining member of a set."""
    if isinstance(value, g.InZone):
        return expressions.set_phrase(value, scope).text
    if isinstance(value, g.Recall) and value.cell in scope.levels:
        return level_numbers(value, (), scope)
    if plural or not operands_of(value, "minus"):
        return scope.value(value).text
    return expressions.remaining_member(value, scope)


def level_numbers(cell: g.Recall, without: Collection[int], scope: ProseScope) -> str:
    """Word an amount that is the number of a level: *1 for “call” and 2 for “solo”*."""
    listed = (scope.lang.text("level_number", n=str(n), x=x) for n, x in scope.levels[cell.cell].items() if n not in without)
    return scope.lang.series(list(listed))


def _placed(text: str, first: list[str]) -> str:
    return expressions.ARGUMENT_SLOT.sub(lambda at: first[int(at[1]) - 1] if int(at[1]) <= len(first) else at[0], text)


def _parameters(names: tuple[str, ...], types: tuple[Type, ...], scope: ProseScope) -> tuple[ProseScope, list[str]]:
    """Return the scope in which the parameters are bound, and the phrase that introduces each."""
    lang, first = scope.lang, list[str]()
    if len(types) == 2 and types[0] == types[1] and element(types[0]) is None:
        return _lettered_pair(names, types[0], scope)
    for name, of in zip(names, types, strict=True):
        noun = scope.naming.of_type(element(of) or of)
        many = element(of) is not None
        letter = " " + marked("word", name, name) if sum(t == of for t in types) > 1 else ""
        if many:
            key = "guide_certain" if scope.told else "certain"
            first.append(lang.text(key, Phrase("", noun.feminine, True), x=noun.form(True)) + letter)
        else:
            first.append(lang.forms.determined(noun, "a").text + letter)
        again = lang.word("card_again") if of.kind == "card" and len(types) == 1 else ""
        scope = scope.bind(name, Phrase(again) if again else lang.forms.determined(noun, "that", many).append(letter))
    people = [(n, t) for n, t in zip(names, types, strict=True) if t.kind in ("player", "side", "card", "cards")]
    if len(people) == 1:
        name, of = people[0]
        scope = scope.with_salient(g.Local(name, of, scope.naming.game.ruleset.clauses[0].span))
    return scope, first


def _lettered_pair(names: tuple[str, ...], of: Type, scope: ProseScope) -> tuple[ProseScope, list[str]]:
    """Bind two parameters of one type, distinguished by letters."""
    noun = scope.naming.of_type(of)
    letters = [marked("word", name, name) for name in names]
    for name, letter in zip(names, letters, strict=True):
        scope = scope.bind(name, scope.lang.forms.determined(noun, "the").append(" " + letter))
    agreeing = Phrase("", noun.feminine, True)
    return scope, [scope.lang.text("certain_two", agreeing, x=noun.form(True), letters=scope.lang.series(letters))]


def _definition_of_truth(clause: g.Clause, node: g.Definition, inner: ProseScope, first: list[str], scope: ProseScope) -> str:
    """Word the definition of a truth value: `the cards are played out when …`, `a card counts as dark when …`."""
    lang = scope.lang
    function = scope.naming.game.function[node.function]
    noun = expressions.function_noun(node.function, scope)
    short = expressions.short_definition(clause, node, noun, scope) if first and not clause.unless else None
    if short is None and scope.told:
        short = kind_of_cards(clause, node, inner, lambda rest, there: cases(rest, (), there), scope)
    if short is not None:
        return short
    direct = isinstance(node.value, g.Truth)
    case = cases(clause.when, clause.unless, inner, "when" if direct else "when_also")
    if expressions.ARGUMENT_SLOT.search(noun.singular):
        name = _placed(scope.naming.sentence(node.function, function.names), first)
    elif first:
        kind = lang.forms.determined(noun, "a").text if noun.named else noun.singular
        negated = isinstance(node.value, g.Truth) and not node.value.value
        many = len(node.parameters) > 1 or (element(function.parameters[0]) is not None and not scope.told)
        subject = Phrase(lang.series(first), plural=many)
        if len(node.parameters) == 1 and expressions.is_made_by_cards(node.function, function.parameters[0], scope):
            name = lang.text("make_not" if negated else "make", subject, x=kind)
        else:
            name = lang.text("counts_not" if negated else "counts", subject, kind=kind)
    else:
        name = scope.naming.sentence(node.function, function.names)
        if scope.naming.text(node.function, function.names) is None:
            name = lang.text("guide_holds" if scope.told else "quoted_holds", x=name)
    if direct:
        return name + case
    when = lang.text("when", x=expressions.case_text((node.value,), inner))
    if case and not expressions.uses_names((*clause.when, *clause.unless), node.parameters):
        return f"{case.strip(' ,')}, {name} {when}"
    return f"{name} {when}" + (f", {case.strip()}" if case else "")


def visibility(clause: g.Clause, node: g.Sees, scope: ProseScope) -> str:
    """Word who sees a zone."""
    lang, naming = scope.lang, scope.naming
    player = naming.kernel_noun("player")
    owner = g.Local("owner", SIDE if naming.game.zone[node.zone].owner == "side" else _player(), clause.span)
    inner = scope.bind("owner", lang.forms.determined(player, "that")).with_salient(owner)
    noun = naming.zone(node.zone)
    if node.own:
        zone = lang.forms.possessed(noun, Phrase("", player.feminine), person=True)
    elif naming.game.zone[node.zone].owner == "table":
        zone = lang.forms.determined(noun, "the", naming.is_family(node.zone))
    elif clause.when or clause.unless:
        whose = lang.forms.determined(naming.of_type(owner.type), "a")
        zone = lang.forms.determined(noun, "the").append(lang.of(whose.text))
    else:
        zone = lang.forms.determined(noun, "each")
    text = lang.text("top", x=zone.text) if node.top else zone.text
    who = "each_sees" if node.own else "everyone_sees"
    return lang.text(who if node.yes else f"{who}_not", x=text) + cases(clause.when, clause.unless, inner)


def _player() -> Type:
    return Type("player")


def score(clause: g.Clause, node: g.Score, scope: ProseScope) -> str:
    """Word a heading of the score."""
    lang = scope.lang
    side = g.Local("side", SIDE, clause.span)
    noun = scope.naming.kernel_noun("side")
    inner = scope.bind("side", lang.forms.determined(noun, "that")).with_salient(side)
    subject = lang.forms.determined(noun, "each") if node.chosen is None else scope.value(node.chosen)
    when = clause.when
    if scope.told and node.chosen is None:
        each = subject
        subject, when = _scorer(subject, when, side, scope)
        inner = inner if subject is each else _naming_again(subject, side, inner)
        when = tuple(sorted(conjuncts(*when), key=lambda e: side not in parts(e)))  # so that no other person is between them
    listed = sum_listed(node.amount, subject, inner) if scope.told else None
    text = (listed or points(node.amount, subject, inner)) + cases(when, clause.unless, inner.with_repeated(node.amount))
    return f"{text}; {lang.text('level_nobody', Phrase('', noun.feminine))}" if node.chosen else text


def scorer_of(clause: g.Clause, scope: ProseScope) -> tuple[Phrase, tuple[g.Expr, ...]]:
    """Return who scores by a clause, and its other conditions."""
    each = scope.lang.forms.determined(scope.naming.kernel_noun("side"), "each")
    return _scorer(each, clause.when, g.Local("side", SIDE, clause.span), scope)


def counting(clause: g.Clause, scope: ProseScope) -> tuple[Phrase, tuple[g.Expr, ...], ProseScope]:
    """Return who scores by a clause of the count, its other conditions, and the scope of these."""
    side, that = g.Local("side", SIDE, clause.span), scope.lang.forms.determined(scope.naming.kernel_noun("side"), "that")
    subject, when = scorer_of(clause, scope)
    return subject, when, _naming_again(subject, side, scope.bind("side", that).with_salient(side))


def _naming_again(subject: Phrase, side: g.Local, scope: ProseScope) -> ProseScope:
    """Return the scope of conditions of a sentence about a side, which name it again with a pronoun."""
    person = expressions.is_person(side, scope) and scope.lang.code == "en"
    again = Phrase(scope.lang.text("it_again", Phrase("", subject.feminine, person)), subject.feminine, person)
    return replace(scope, again=again if again.text else None)


def points_in_case(points: int, clause: g.Clause, when: tuple[g.Expr, ...], scope: ProseScope) -> str:
    """Word a number of points with some conditions of a clause of the count: *two points when it has five tricks*."""
    _, _, inner = counting(clause, scope)
    return scope.lang.forms.counted(points, unit_of_score(scope)).text + cases(when, (), inner)


def unit_of_score(scope: ProseScope) -> Noun:
    """Return the noun for the things in which a score is counted."""
    return scope.naming.cell(scope.unit) if scope.unit else scope.lang.noun("point")


def _scorer(each: Phrase, when: tuple[g.Expr, ...], side: g.Local, scope: ProseScope) -> tuple[Phrase, tuple[g.Expr, ...]]:
    """Return who scores under some conditions, and the other conditions: *the dealer*, *the maker's pair* or *the other pair*
    instead of *each pair when that pair is the maker's pair*.
    """
    role, others, rest = scoring_role(conjuncts(*when), side)
    if role is None:
        return each, when
    scorer = scope.value(role)
    if not others:
        return scorer, rest
    if expressions.has_two_sides(scope.naming.game):
        noun = scope.naming.kernel_noun("side")
        return scope.lang.forms.determined(scope.lang.with_adjective("other", noun), "the"), rest
    return each.append(" " + scope.lang.text("except", x=scorer.text)), rest


def scoring_role(asked: tuple[g.Expr, ...], side: g.Local) -> tuple[g.SideOf | None, bool, tuple[g.Expr, ...]]:
    """Return the side of a player that the conditions of a row of the count ask for, whether they ask for another side, and the
    other conditions; None if they ask for no such side.
    """
    for e in asked:
        denied = operands_of(e, "not")
        pair = operands_of(denied[0] if denied else e, "=")
        match [one for one in pair if one != side]:
            case [g.SideOf() as role] if len(pair) == len((role, side)):
                return role, bool(denied), tuple(one for one in asked if one is not e)
            case _:
                pass
    return None, False, asked


SEVERAL_OTHERS = 2
"""The least number of players of whom a sentence speaks as *each of the others*."""

SUMMANDS = 3
"""The least number of summands of points that are listed."""


def sum_listed(amount: g.Expr, subject: Phrase, scope: ProseScope) -> str | None:
    """Word points that are a sum of several amounts as a list; cards that several of them count are named once."""
    lang, terms = scope.lang, _summands(amount)
    if terms is None or len(terms) < 2:
        return None
    number = next((one for one in terms if isinstance(one, g.Number)), None)
    if len(terms) < SUMMANDS:
        rest = [one for one in terms if one is not number]
        if number is None or len(rest) != 1:
            return None
        points = lang.forms.counted(number.value, unit_of_score(scope)).text
        return lang.text("scores_plus", subject, n=points, x=scope.value(rest[0]).text)
    joined = [part for one in terms for part in parts(one) if isinstance(part, g.Operation) and part.operator == "union"]
    worded = {id(part): scope.value(part).text for part in joined}
    used = Counter(worded.values())
    common = next((part for part in joined if used[worded[id(part)]] > 1), None)
    inner = scope
    if common is not None:
        these = g.Local("these cards", common.type, common.span)
        same = [part for part in joined if worded[id(part)] == worded[id(common)]]
        terms = tuple(rewrite(one, lambda part: these if part in same else part) for one in terms)
        inner = scope.bind(these.name, Phrase(lang.text("these_cards"), scope.naming.kernel_noun("card").feminine, True))
    text = lang.text("scores_sum", subject, x="; ".join(_summand(one, inner) for one in terms))
    if common is None:
        return text
    return lang.text("with_together", x=expressions.set_phrase(common, scope).text, rest=text)


def _summands(e: g.Expr) -> tuple[g.Expr, ...] | None:
    """Return the summands of an amount; None if something is subtracted."""
    pair = operands_of(e, "+")
    if not pair:
        return None if operands_of(e, "-") else (e,)
    found = [_summands(one) for one in pair]
    return None if None in found else tuple(one for part in found if part is not None for one in part)


def _summand(e: g.Expr, scope: ProseScope) -> str:
    """Word one of several amounts, with the points for each thing counted: *the fifteens (two points each)*."""
    lang = scope.lang
    factor, counted = 1, e
    match operands_of(e, "*"):
        case (g.Number(times), other) | (other, g.Number(times)):
            factor, counted = times, other
        case _:
            pass
    what = expressions.definite_set(counted.members, scope) if isinstance(counted, g.Size) else scope.value(counted)
    if factor == 1 and not isinstance(counted, g.Size):
        return what.text
    points = lang.forms.counted(factor, lang.noun("point")).text
    return lang.text("each_worth", what, x=what.text, n=points)


def _points_by_level(amount: g.Expr, subject: Phrase, scope: ProseScope) -> str | None:
    """Word points that are a multiple of a word whose value depends on the last announcement, as the points for each one."""
    listed, (factor, _) = _listed_by_level(amount, scope), multiple_of_word(amount) or (0, "")
    return None if listed is None else scope.lang.text("scores_points" if factor > 0 else "loses_points", subject, n=listed)


def _listed_by_level(amount: g.Expr, scope: ProseScope) -> str | None:
    """Word a number of points for each announcement, without whether they are lost."""
    factor, word = multiple_of_word(amount) or (0, "")
    cases = list(cases_by_level(word, scope)) if word else []
    if len(cases) < 2 or any(number * factor == 0 for _, number in cases):
        return None
    lang, (first, *others) = scope.lang, [(words, abs(factor * number)) for words, number in cases]
    texts = [lang.text("points_at_level", n=lang.forms.counted(first[1], lang.noun("point")).text, level=first[0])]
    texts += [lang.text("points_at_level", n=str(number), level=words) for words, number in others]
    return lang.series(texts)


def amount_of_points(amount: g.Expr, scope: ProseScope) -> str | None:
    """Word a number of points, or the number for each announcement; None for other amounts."""
    if isinstance(amount, g.Number):
        return scope.lang.forms.counted(amount.value, unit_of_score(scope)).text
    return _listed_by_level(amount, scope)


def points(amount: g.Expr, subject: Phrase, scope: ProseScope) -> str:
    """Word that somebody scores, or loses, an amount of points."""
    lang = scope.lang
    by_level = _points_by_level(amount, subject, scope) if scope.told else None
    if by_level is not None:
        return by_level
    match operands_of(amount, "-"):
        case (g.Number(0), g.Number(lost)):
            return lang.text("loses_points", subject, n=lang.forms.counted(lost, unit_of_score(scope)).text)
        case (g.Number(0), g.Setting() as lost):
            return lang.text("loses_points", subject, n=_points_of_option(lost, scope))
        case (g.Number(0), lost):
            return lang.text("loses_amount", subject, x=scope.value(lost).text)
        case _:
            pass
    if isinstance(amount, g.Setting):
        return lang.text("scores_points", subject, n=_points_of_option(amount, scope))
    if isinstance(amount, g.Number):
        if amount.value < 0:
            return lang.text("loses_points", subject, n=lang.forms.counted(-amount.value, unit_of_score(scope)).text)
        key = "gets_units" if scope.unit else "scores_points"
        return lang.text(key, subject, n=lang.forms.counted(amount.value, unit_of_score(scope)).text)
    if isinstance(amount, g.Recall) and amount.owner == scope.salient:
        return lang.text("scores_per", subject, x=scope.naming.cell(amount.cell).form(False))
    if (
        scope.told
        and isinstance(amount, g.Total)
        and (isinstance(amount.amount, g.Apply) or (isinstance(amount.members, g.Where) and _is_of_groups(amount.members)))
    ):
        over = expressions.summands_over(amount, scope)
        return lang.text("scores_over", subject, each=over[0], x=over[1])
    of_tricks = _points_of_tricks(amount, subject, scope)
    return lang.text("scores_amount", subject, x=scope.value(amount).text) if of_tricks is None else of_tricks


def _points_of_tricks(amount: g.Expr, subject: Phrase, scope: ProseScope) -> str | None:
    """Word a share of an amount for each trick that the scorer took: *for each trick they took, a third of the pot, the whole
    rounded down*.
    """
    match operands_of(amount, "quotient"):
        case (g.Operation("*", pair), g.Number(number)) if number in SHARES and scope.told:
            pass
        case _:
            return None
    tricks = [e for e in pair if expressions.is_number_of_tricks(e, scope) and _is_held_by(e, scope.salient)]
    others = [e for e in pair if e not in tricks]
    if len(tricks) != 1 or len(others) != 1 or not isinstance(others[0], g.Recall):
        return None
    share = scope.lang.phrases[f"share_{number}"]
    return scope.lang.text("scores_for_each_trick", subject, share=share, x=scope.value(others[0]).text)


def _is_held_by(tricks: g.Expr, scorer: g.Expr | None) -> bool:
    """Return whether a number of tricks is that of the side that scores."""
    return any(isinstance(p, g.InZone) and p.owner == scorer for p in parts(tricks))


SHARES = (2, 3, 4, 5)
"""The numbers of parts of an amount that have a word."""


def _points_of_option(amount: g.Setting, scope: ProseScope) -> str:
    """Word points whose number is the value of a house rule: *25 points*."""
    noun = unit_of_score(scope)
    return f"{scope.value(amount).text} {noun.form(expressions.counts_several(amount, noun, scope))}"


def _is_of_groups(e: g.Where) -> bool:
    """Return whether some members are groups of cards on the table."""
    member = element(e.members.type)
    return member is not None and member.kind == "group"


def is_after_any_move(event: tuple[str, str], scope: ProseScope) -> bool:
    """Return whether an event of the guide is the end of a turn of one move.  A rule with a condition then need not name it: it
    takes effect as soon as the condition holds.
    """
    steps = scope.naming.game.steps
    return scope.told and event == ("end", "turn") and len(steps) == 1 and not steps[0][1].often


def _comes_after_scores(node: g.Consequence, scope: ProseScope) -> bool:
    """Return whether effects at the count of a hand change memory that the scores of this hand read before."""
    if not scope.told or node.event != ("count", "hand"):
        return False
    game = scope.naming.game
    bodies = [effect.body for effect in node.effects]
    changed = {body.cell.cell for body in bodies if isinstance(body, g.Add | g.Become)}
    scored = tuple(clause for clause, _ in game.with_sentence(g.Score))
    return any(isinstance(p, g.Recall) and p.cell in changed for p in parts_reached(game, scored))


def consequence(clause: g.Clause, node: g.Consequence, scope: ProseScope) -> str:
    """Word the effects at an event."""
    told_apart = (clause.when and is_after_any_move(node.event, scope)) or scope.part.get(clause.name) == START_OF_SECOND
    if told_apart and not clause.despite:
        return in_course(clause, node, scope)
    inner = _of_event(clause, node.event, scope)
    at = expressions.event(node.event, scope)
    once = _word_of_case(clause, node, scope) == "once"
    case = cases(clause.when, clause.unless, inner, "once" if once else "when")
    lifted = _suspended_gain(clause, node, inner) if only_suspends(clause, node) else None
    if only_suspends(clause, node) and lifted is None:
        return f"{_suspension(clause, scope)} {at}{case}"
    joint = "," if case and not case.startswith(",") else ""
    then = lifted or effects(node.effects, inner)
    if scope.told and node.event[0] == "after" and not case:
        then = then.removeprefix(scope.lang.text("holds_from_now", x="").strip() + " ")
    return f"{at}{joint}{case}, {then}"


def _word_of_case(clause: g.Clause, node: g.Consequence, scope: ProseScope) -> str:
    """Return the word before the condition of a rule: *once the buyer has paid* for a rule after another act."""
    if scope.told and len(clause.when) == 1 and node.event[0] == "after":
        return "once" if is_set_by_another_act(clause.when[0], node.event[1], scope.naming.game) else "when"
    return "when_it_ends" if is_after_any_move(node.event, scope) else "when"


def _of_event(clause: g.Clause, event: tuple[str, str], scope: ProseScope) -> ProseScope:
    """Return the scope of the effects of a rule at an event: with the arguments of its act, and whether the second part of a
    hand comes next.
    """
    opens = clause.name in scope.opening or (event[0] == "after" and event[1] in scope.opening)
    inner = expressions.act_scope(event[1], scope) if event[0] == "after" else scope
    return replace(inner, opens=opens)


def in_course(clause: g.Clause, node: g.Consequence, scope: ProseScope) -> str:
    """Word a clause of a course, whose heading states the event; the conditions come before the effects."""
    inner = _of_event(clause, node.event, scope)
    if only_suspends(clause, node):
        return _suspension(clause, scope) + cases(clause.when, clause.unless, inner)
    word = _word_of_case(clause, node, scope)
    text = text_after_cases(clause.when, clause.unless, effects(node.effects, inner), inner, word)
    if not _comes_after_scores(node, scope):
        return text
    kept = [
        e.body
        for e in node.effects
        if isinstance(e.body, g.Become) and scope.naming.game.cell[e.body.cell.cell].period == "match"
    ]
    return scope.lang.text("for_next_hand" if len(kept) == len(node.effects) else "step_then", x=text)


def only_suspends(clause: g.Clause, node: g.Consequence) -> bool:
    """Return whether a clause only suspends others."""
    return bool(clause.despite) and all(isinstance(e.body, g.Nothing) for e in node.effects)


def _suspended_gain(clause: g.Clause, node: g.Consequence, scope: ProseScope) -> str | None:
    """Word the gain that a clause suspends (*no sweep is made*) and the clause that would grant it, if it suspends one gain at
    one event.
    """
    there = [c for c, other in scope.naming.game.with_sentence(g.Consequence) if other.event == node.event]
    lifted = [c for c in there if c.name in clause.despite]
    if len(lifted) != 1 or len(clause.despite) != 1:
        return None
    others = (e.body for c in there if c != lifted[0] for e in c.effects)
    denied = denied_gain(lifted[0].effects, tuple(body for body in others if isinstance(body, g.Add)), scope)
    return None if denied is None else scope.lang.text("not_by", x=denied, clause=scope.naming.clause(lifted[0].name))


def _suspension(clause: g.Clause, scope: ProseScope) -> str:
    """Word a suspension: `“the sweep” does not apply`."""
    yielding = scope.lang.series([scope.naming.clause(name) for name in clause.despite])
    return scope.lang.text("does_not_apply", Phrase("", plural=len(clause.despite) > 1), x=yielding)
