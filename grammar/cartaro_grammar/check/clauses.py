"""Check clauses, acts and effects: each sentence of the tree becomes a typed sentence of the model.

Takes the context with its vocabulary; returns every clause with its conditions and the clauses it overrides, as written. A
clause with a mistake is reported and left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from cartaro_grammar.check.expressions import (
    act_parameters,
    act_scope,
    advise_called,
    check_can,
    is_act,
    is_players_act,
    parameter_scope,
    permission_scope,
    result_type,
    things_called,
)
from cartaro_grammar.check.scope import (
    Context,
    PhraseScope,
    check,
    check_number,
    check_truth,
    check_truths,
    coerce,
    note_names,
)
from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import CARD, CARDS, NUMBER, PLAYER, SIDE, TRUTH, UNKNOWN, Type
from cartaro_grammar.model.parts import parts
from cartaro_grammar.resolve.merge import ArticleEntry, MergedArticle, defined_by
from cartaro_grammar.resolve.vocabulary import names_of, parameters_of, period_of
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import Cure, Fix
from cartaro_grammar.text.key_phrases import phrase_in
from cartaro_grammar.text.messages import Message, msg
from cartaro_grammar.text.opening import ENGLISH, key_word_language
from cartaro_grammar.text.source import Span

# ------------------------------------------------------------------------------------------- effects


def check_effect(context: Context, line: tree.EffectLine, scope: PhraseScope, clause: str) -> g.Effect | None:
    """Check an effect with its own conditions. Return None if an error was reported."""
    each: g.Owner | None = None
    if line.for_each is not None:
        each = _each(context, line.for_each)
        scope = _scope_of_each(each, line.for_each, scope)
    when, unless = check_truths(context, line.when, scope), check_truths(context, line.unless, scope)
    body = _effect_body(context, line, scope, clause)
    return None if body is None else g.Effect(body, each, when, unless, line.span)


def _scope_of_each(each: g.Owner, word: tree.Word, scope: PhraseScope) -> PhraseScope:
    local = g.Local(each, PLAYER if each == "player" else SIDE, word.span)
    return scope.bind(each, local).consider(local)


def depends_on_each(context: Context, line: tree.EffectLine, condition: tree.Expr, scope: PhraseScope) -> bool:
    """Return whether a condition, read after `for each …`, depends on the player or side of the iteration. Nothing is reported
    here.
    """
    word = line.for_each
    if word is None or word.text not in ("player", "side"):
        return False
    each: g.Owner = "player" if word.text == "player" else "side"
    found, notes, unnamed = len(context.report.found), context.notes, context.unnamed
    context.notes = None
    checked = check(context, condition, _scope_of_each(each, word, scope))
    del context.report.found[found:]
    context.notes, context.unnamed = notes, unnamed
    return any(isinstance(part, g.Local) and part.name == each for part in parts(checked))


def _each(context: Context, word: tree.Word) -> g.Owner:
    if word.text in {"player", "side"}:
        return "player" if word.text == "player" else "side"
    message = msg("an effect is done for each player or for each side, not for each `{word}`", word=word.text)
    context.report.error("C0402", message, word.span, msg("here"))
    return "side"


def _effect_body(context: Context, line: tree.EffectLine, scope: PhraseScope, clause: str) -> g.EffectBody | None:
    body, span = line.body, line.span
    match body:
        case tree.MoveCards():
            return _move(context, body, scope, span)
        case tree.Shuffle(cards, into):
            return _shuffle(context, cards, into, scope, span)
        case tree.Deal():
            return _deal(context, body, scope, span)
        case tree.DealEach():
            return _deal_each(context, body, scope, span)
        case tree.Add():
            return _add(context, body, scope, span)
        case tree.Become(cell, value):
            return _become(context, cell, value, scope, span)
        case tree.MarkAs(cards, mark):
            return _mark(context, cards, mark, scope, span)
        case tree.Form(family, cards):
            return _form(context, family, cards, scope, span)
        case tree.Exchange(first, second):
            return g.Exchange(check(context, first, scope, CARD), check(context, second, scope, CARD), span)
        case tree.Show(cards):
            return g.Show(_check_all(context, cards, scope, CARDS), span)
        case tree.Seat(players):
            return g.Seat(_check_all(context, players, scope, PLAYER), span)
        case tree.Repeat(word):
            context.repeats.append((word, clause))
            return g.Repeat(word.text, span)
        case tree.End(void, period):
            return g.End(period_of(context.words, period), void, span)
        case tree.Nothing():
            return g.Nothing(span)
        case _:
            assert_never(body)


def _check_all(context: Context, nodes: tuple[tree.Expr, ...], scope: PhraseScope, want: Type) -> tuple[g.Expr, ...]:
    return tuple(check(context, node, scope, want) for node in nodes)


def _mark(context: Context, cards: tuple[tree.Expr, ...], mark: tree.Word, scope: PhraseScope, span: Span) -> g.MarkAs:
    cell = context.words.cells.get(mark.text)
    if cell is None or cell[0].kind != "mark":
        context.report.unknown_name(msg("no mark"), mark, [c.name for c, _ in context.words.cells.values() if c.kind == "mark"])
    context.note_use(mark, "thing")
    return g.MarkAs(_check_all(context, cards, scope, CARDS), mark.text, span)


def _form(context: Context, family: tree.Word, cards: tree.Expr, scope: PhraseScope, span: Span) -> g.Form:
    zone = context.words.zones.get(family.text)
    if zone is None or not zone.family:
        context.report.unknown_name(
            msg("no family of zones"), family, [z.name for z in context.words.zones.values() if z.family]
        )
    context.note_use(family, "thing")
    return g.Form(family.text, check(context, cards, scope, CARDS), span)


# --------------------------------------------------------------------------------------------- cards


def _target_zone(context: Context, node: tree.Expr, scope: PhraseScope) -> g.Expr | None:
    """Check a place that cards can go to: a zone, or a meld of a family."""
    found = check(context, node, scope)
    if isinstance(found, g.InZone) and not context.words.zones[found.zone].family:
        single = found.owner is None or found.owner.type in {PLAYER, UNKNOWN}
        if single or (found.owner and found.owner.type == SIDE and context.words.zones[found.zone].owner == "side"):
            return found
    if found.type.kind in {"group", "unknown"}:
        return found
    zones = ", ".join(sorted(context.words.zones))
    advice = msg("the zones are {zones}", zones=zones) if zones else _NO_OWNED_ZONE
    context.report.error("C0402", msg("cards go to one zone"), found.span, msg("this is not a single zone"), advice)
    return None


def _move(context: Context, body: tree.MoveCards, scope: PhraseScope, span: Span) -> g.MoveCards | None:
    moved = _check_all(context, body.cards, scope, CARDS)
    zone = _target_zone(context, body.to, scope)
    if body.under and zone is not None:
        zone = _ordered(context, zone, msg("cards go under a pile"))
    return None if zone is None else g.MoveCards(moved, zone, body.under, span)


def _shuffle(
    context: Context, cards: tuple[tree.Expr, ...], into: tree.Expr, scope: PhraseScope, span: Span
) -> g.Shuffle | None:
    shuffled = _check_all(context, cards, scope, CARDS)
    pile = _target_zone(context, into, scope)
    pile = None if pile is None else _ordered(context, pile, msg("cards are shuffled into a pile"))
    return None if pile is None else g.Shuffle(shuffled, pile, span)


def _deal(context: Context, body: tree.Deal, scope: PhraseScope, span: Span) -> g.Deal | None:
    count, source = check_number(context, body.count, scope), _pile(context, body.source, scope)
    to = _target_zone(context, body.to, scope)
    return g.Deal(count, source, to, None, None, span) if isinstance(to, g.InZone) and source else None


_NO_OWNED_ZONE = msg("no player or side has a zone yet: declare one, as in `zone hand of each player`")


def _deal_each(context: Context, body: tree.DealEach, scope: PhraseScope, span: Span) -> g.Deal | None:
    count, source = check_number(context, body.count, scope), _pile(context, body.source, scope)
    target = body.zone
    zone = context.words.zones.get(target.text) if isinstance(target, tree.Name) else None
    if not isinstance(target, tree.Name) or zone is None or zone.owner == "table":
        owned = sorted(z.name for z in context.words.zones.values() if z.owner != "table")
        called = things_called(context, target.text) if isinstance(target, tree.Name) and zone is None else ()
        if isinstance(target, tree.Name) and zone is None and not called:
            context.report.unknown_name(msg("no zone"), tree.Word(target.text, target.span), owned)
            return None
        message = msg("`to each` needs a zone that belongs to players or sides")
        those = msg("the zones of players and sides are {owned}", owned=", ".join(owned)) if owned else _NO_OWNED_ZONE
        context.report.error("C0402", message, target.span, msg("here"), advise_called(called) if called else those)
        return None
    context.note_use(target, "thing")
    local = g.Local(zone.owner, PLAYER if zone.owner == "player" else SIDE, target.span)
    to_each = g.InZone(zone.name, local, CARDS, target.span)
    first = None if body.first is None else check(context, body.first, scope, PLAYER)
    return g.Deal(count, source, to_each, zone.owner, first, span) if source else None


def _pile(context: Context, node: tree.Expr, scope: PhraseScope) -> g.Expr | None:
    found = check(context, node, scope)
    return None if found.type == UNKNOWN else _ordered(context, found, msg("cards are dealt from a pile"))


_NO_CELL = msg("nothing is declared for it yet: declare it, as in `counter points of each side`")
_NO_PILE = msg("there is no pile yet: declare one, as in `pile stock`")


def _ordered(context: Context, found: g.Expr, message: Message) -> g.InZone | None:
    """Return a zone whose cards have an order. Report any other zone or expression."""
    if isinstance(found, g.InZone) and context.words.zones[found.zone].ordered:
        return found
    if found.type != UNKNOWN:
        piles = ", ".join(sorted(z.name for z in context.words.zones.values() if z.ordered))
        advice = msg("the piles are {piles}", piles=piles) if piles else _NO_PILE
        context.report.error("C0402", message, found.span, msg("its cards have no order"), advice)
    return None


# -------------------------------------------------------------------------------------------- memory


def _cell(context: Context, node: tree.Expr, scope: PhraseScope) -> g.Recall | None:
    found = check(context, node, scope)
    if isinstance(found, g.Recall):
        return found
    if found.type != UNKNOWN:
        cells = ", ".join(sorted(context.words.cells))
        context.report.error(
            "C0402",
            msg("only memory can be changed like this"),
            found.span,
            msg("this is not a counter, flag or reference"),
            msg("names that can be used here: {shown}", shown=cells) if cells else _NO_CELL,
        )
    return None


def _add(context: Context, body: tree.Add, scope: PhraseScope, span: Span) -> g.Add | None:
    amount = check_number(context, body.amount, scope)
    cell = _cell(context, body.cell, scope)
    if cell is None:
        return None
    coerce(context, cell, NUMBER)
    if body.sign == "-":
        nothing = g.Number(0, NUMBER, amount.span)
        amount = g.Operation("-", (nothing, amount), NUMBER, amount.span)
    return g.Add(cell, amount, span)


def _become(context: Context, node: tree.Expr, value: tree.Expr, scope: PhraseScope, span: Span) -> g.Become | None:
    cell = _cell(context, node, scope)
    return None if cell is None else g.Become(cell, check(context, value, scope, cell.type), span)


# ------------------------------------------------------------------------------------------- clauses


ScopedSentence = tuple[g.Sentence, PhraseScope]
"""A sentence, and the scope of its clause's conditions."""


def check_clauses(context: Context) -> dict[str, g.Clause]:
    """Return a map from names to clauses, in the order of the text."""
    done: dict[str, g.Clause] = {}
    for article in context.words.merged.articles:
        for entry in article.entries:
            item = entry.item
            if isinstance(item, tree.Clause) and item.name.text not in done:
                checked = _clause(context, article, entry, item)
                if checked is not None:
                    done[item.name.text] = checked
    return done


def _clause(context: Context, article: MergedArticle, entry: ArticleEntry, item: tree.Clause) -> g.Clause | None:
    item = _distribute_conditions(context, item, entry)
    checked = _sentence(context, item, entry)
    if checked is None:
        note_names(context, (*item.when, *item.unless), _error_scope(item.sentence))
        return None
    sentence, scope = checked
    before = len(context.report.found)
    when, unless = check_truths(context, item.when, scope), check_truths(context, item.unless, scope)
    _advise_for_each(context, item.sentence, before)
    cites = tuple(cite.text for cite in item.label.cites)
    under = tuple((option.text, tuple(v.text for v in values)) for option, values in entry.under)
    despite = tuple(word.text for word in item.despite)
    return g.Clause(
        item.name.text, article.key, entry.home, names_of(item.label.names), cites, under, despite, sentence, when,
        unless, names_of(item.label.ours), item.span,
    )  # fmt: skip


def _distribute_conditions(context: Context, item: tree.Clause, entry: ArticleEntry) -> tree.Clause:
    """In a clause whose only effect is done for each player or side, move the conditions that depend on that player or side to
    the effect. The other conditions are evaluated once.
    """
    sentence = item.sentence
    if not isinstance(sentence, tree.Consequence) or len(sentence.effects) != 1 or sentence.effects[0].for_each is None:
        return item
    effect, event = sentence.effects[0], sentence.event or entry.event
    known = event is not None and (event[0] != "after" or event[1][0].text in context.words.acts)
    if not known or event is None or not (item.when or item.unless):
        return item
    scope = _event_scope(context, event)
    when, unless = (
        tuple(c for c in conditions if c.span.start > effect.span.start and depends_on_each(context, effect, c, scope))
        for conditions in (item.when, item.unless)
    )
    effect = replace(effect, when=(*effect.when, *when), unless=(*effect.unless, *unless))
    return replace(
        item,
        sentence=replace(sentence, effects=(effect,)),
        when=tuple(c for c in item.when if c not in when),
        unless=tuple(c for c in item.unless if c not in unless),
    )


def _error_scope(sentence: tree.Sentence) -> PhraseScope:
    """Return the scope for the conditions of a sentence with an error. The names that the sentence binds have unknown types."""
    scope, bound = PhraseScope(actor=True), tuple[object, ...]()
    if isinstance(sentence, tree.Permission):
        bound = tuple(argument for _, argument in sentence.phrase.arguments)
    elif isinstance(sentence, tree.Sees) and isinstance(sentence.zone, tree.Of):
        bound = (sentence.zone.of,)
    for word in bound:
        if isinstance(word, tree.Name):
            scope = scope.bind(word.text, g.Local(word.text, UNKNOWN, word.span))
    return scope


def _advise_for_each(context: Context, sentence: tree.Sentence, before: int) -> None:
    """Add advice to errors in a condition that depends on each side (or player) and is evaluated once, if the effect is for
    each.
    """
    if not isinstance(sentence, tree.Consequence):
        return
    each = next((effect.for_each.text for effect in sentence.effects if effect.for_each is not None), None)
    for at, diagnostic in enumerate(context.report.found[before:], before):
        if each is not None and diagnostic.code == "C0407":
            advice = msg(
                "this is tested once, before the effects: to test it for each player, write it after `for each player`"
            )
            if each == "side":
                advice = msg(
                    "this is tested once, before the effects: to test it for each side, write it after `for each side`"
                )
            context.report.found[at] = replace(diagnostic, help=advice)


# ----------------------------------------------------------------------------------------- sentences


def _sentence(context: Context, clause: tree.Clause, entry: ArticleEntry) -> ScopedSentence | None:
    sentence = clause.sentence
    match sentence:
        case tree.Permission():
            return _permission(context, clause, sentence)
        case tree.Obligation(_, condition):
            scope = PhraseScope(actor=True)
            return g.Obligation(check_truth(context, condition, scope)), scope
        case tree.TurnStep():
            return _step(context, sentence)
        case tree.Definition():
            return _definition(context, clause, sentence)
        case tree.Counts():
            return _counts(context, sentence)
        case tree.Sees():
            return _sees(context, sentence)
        case tree.Scores():
            return _scores(context, sentence)
        case tree.TakesPart(subject):
            name = subject.text if isinstance(subject, tree.Name) else "x"
            local = g.Local("who", PLAYER, subject.span)
            return g.TakesPart("who"), PhraseScope().bind(name, local).consider(local)
        case tree.Course():
            return _course(context, sentence)
        case tree.SidesAre(arrangement, _):
            return g.SidesAre(arrangement), PhraseScope()
        case tree.Runs(_, direction):
            return _runs(context, direction), PhraseScope()
        case tree.Breach():
            return _breach(context, sentence)
        case tree.Conduct(text):
            return g.Conduct(text.entries), PhraseScope()
        case tree.Consequence():
            return _consequence(context, clause, sentence, entry)
        case tree.AttributeTable():
            return g.Material("attribute"), PhraseScope()
        case tree.Columns():
            return g.Material("columns"), PhraseScope()
        case tree.PackRegular() | tree.PackSpecial():
            return g.Material("pack"), PhraseScope()
        case tree.PlayerCount():
            return g.Material("players"), PhraseScope()
        case tree.Reading():
            return g.Material("reading"), PhraseScope()
        case _:
            assert_never(sentence)


def _permission(context: Context, clause: tree.Clause, sentence: tree.Permission) -> ScopedSentence | None:
    known = [is_players_act(context, word) for word in sentence.acts]
    if not all(known):
        return None
    act, acts = sentence.phrase.act.text, tuple(dict.fromkeys(word.text for word in sentence.acts))
    scope = _law_scope(context, sentence)
    subject = check(context, sentence.subject, PhraseScope(actor=True), PLAYER)
    names = tuple(word.text for word in clause.despite)
    if sentence.positive:
        return g.Permission(act, subject, names), scope
    if sentence.by is not None:
        context.permissions.append((sentence.by, act))
        names = (*names, sentence.by.text)
    if not names:
        titles = [c for c, e in context.words.clauses.items() if any(_permits(e.item, act) for act in acts)]
        message = msg("which permission does `{clause}` override?", clause=clause.name.text)
        advice = msg("write `{clause} despite {titles}: …`", clause=clause.name.text, titles=", ".join(titles) or "CLAUSE")
        context.report.error(
            "C0506", message, clause.name.span, msg("a prohibition must name the permission that it overrides"), advice
        )
    return g.Prohibition(acts, subject, names), scope


def _law_scope(context: Context, sentence: tree.Permission) -> PhraseScope:
    """Return the scope of a permission or prohibition, with the arguments of its act. A sentence about several acts has no
    arguments in its scope.
    """
    scope = PhraseScope(actor=True)
    for _, argument in sentence.phrase.arguments if sentence.also else ():
        message = msg("a prohibition of several acts cannot use their arguments")
        advice = msg("write a prohibition for each act")
        context.report.error("C0403", message, argument.span, msg("this is an argument of only one of the acts"), advice)
    return scope if sentence.also else permission_scope(context, sentence.phrase, scope)


def _breach(context: Context, sentence: tree.Breach) -> ScopedSentence | None:
    remedy = sentence.remedy
    if not isinstance(remedy, tree.MakeGood):
        return g.Breach(sentence.prohibition.text, sentence.noticed, remedy), PhraseScope()
    entry = context.words.clauses.get(sentence.prohibition.text)
    broken = entry.item.sentence if entry is not None and isinstance(entry.item, tree.Clause) else None
    if not isinstance(broken, tree.Permission) or broken.positive or not all(is_act(context, word) for word in broken.acts):
        if broken is not None and not isinstance(broken, tree.Permission):
            message = msg("`{clause}` does not forbid an act", clause=sentence.prohibition.text)
            advice = msg("write `take it back` or `let it stand`")
            context.report.error("C0520", message, remedy.span, msg("there is no act to repair"), advice)
        return None
    due = _due(context, sentence, remedy, broken)
    return None if due is None else (g.Breach(sentence.prohibition.text, sentence.noticed, "make_good", due), PhraseScope())


def _due(context: Context, sentence: tree.Breach, remedy: tree.MakeGood, broken: tree.Permission) -> g.Can | None:
    """Return the act that repairs a breach, and the arguments that it takes from the forbidden act. Return None if an
    error was reported.
    """
    forbidden = broken.phrase.act.text
    scope = _law_scope(context, broken)
    if sentence.noticed != "once":
        message = msg("a breach can be repaired only if it is noticed at once")
        advice = msg("write `at once`, or `later, let it stand`")
        context.report.error("C0520", message, remedy.span, msg("by then, other players have moved"), advice)
        return None
    for _, argument in remedy.phrase.arguments:
        if isinstance(argument, tree.Name) and argument.text not in scope.bound:
            word = tree.Word(argument.text, argument.span)
            context.report.unknown_name(msg("no part of the act `{act}`", act=forbidden), word, scope.bound)
            return None
    found = check_can(context, tree.CanDo(remedy.subject, True, remedy.phrase, None, remedy.span), None, scope)
    if not isinstance(found, g.Can):
        return None
    if found.actor != check(context, broken.subject, PhraseScope(actor=True), PLAYER):
        message = msg("the player who broke `{clause}` must repair the breach", clause=sentence.prohibition.text)
        advice = msg("write `{subject} must …`", subject=broken.subject.span.text)
        context.report.error("C0520", message, remedy.subject.span, msg("this may be another player"), advice)
        return None
    same = all(isinstance(value, g.Local) and value.name == name for name, value in found.given)
    if found.act == forbidden and same and not found.free:
        message = msg("`{clause}` forbids the same act", clause=sentence.prohibition.text)
        advice = msg("name an act that may be done, and the arguments that are kept")
        context.report.error("C0520", message, remedy.phrase.span, msg("this is the forbidden act"), advice)
        return None
    return found


def _step(context: Context, sentence: tree.TurnStep) -> ScopedSentence:
    if period_of(context.words, sentence.period) != "turn":
        context.report.error(
            "C0402", msg("a step belongs to a turn"), sentence.period.span, msg("not to this"), msg("write `in a turn …`")
        )
    acts = tuple(word.text for word in sentence.acts if is_players_act(context, word))
    actor = check(context, sentence.actor, PhraseScope(actor=True), PLAYER)
    return g.Step(actor, acts, sentence.must, sentence.often), PhraseScope(actor=True)


def _definition(context: Context, clause: tree.Clause, sentence: tree.Definition) -> ScopedSentence | None:
    defined = defined_by(sentence.subject)
    signature = None if defined is None else context.words.functions.get(defined[0].text)
    if signature is None:
        return None
    function = signature.name
    names = parameters_of(sentence.subject)
    for word, of in zip(names, signature.parameters, strict=False):
        if of is None:
            message = msg("it is not clear what `{word}` is", word=word.text)
            advice = msg("use it in the definition")
            if any(isinstance(part, tree.Name) and part.text == word.text for part in parts((sentence.value, clause.when))):
                advice = msg("its type cannot be inferred; if it is a number, write `{word} + 0`", word=word.text)
            context.report.error("C0414", message, word.span, msg("a card, cards, a player, a side, a number?"), advice)
    scope = parameter_scope(context, function, sentence.subject)
    want = TRUTH if sentence.truth else result_type(context, function, sentence.value.span)
    value = check(context, sentence.value, scope, None if want == UNKNOWN else want)
    return g.Definition(function, tuple(word.text for word in names), value), scope


def _counts(context: Context, sentence: tree.Counts) -> ScopedSentence | None:
    subject = sentence.subject
    if not isinstance(subject, tree.Name) or sentence.kind.text not in context.words.functions:
        return None
    of = context.words.functions[sentence.kind.text].parameters[0] or CARD
    context.words.functions[sentence.kind.text].parameters[0] = of
    scope = PhraseScope(actor=True).bind(subject.text, g.Local(subject.text, of, subject.span))
    value = g.Truth(sentence.positive, TRUTH, sentence.kind.span)
    return g.Definition(sentence.kind.text, (subject.text,), value), scope


def _sees(context: Context, sentence: tree.Sees) -> ScopedSentence | None:
    viewer = sentence.viewer.text if isinstance(sentence.viewer, tree.Name) else ""
    if viewer != ("player" if sentence.each else "everyone"):
        advice = msg("write `everyone sees …` or `each player sees …`")
        if viewer == "nobody":
            advice = msg("a place that nobody may see needs no clause; an exception is written `everyone does not see …`")
        message = msg("either everyone sees a place, or each player sees their own")
        context.report.error("C0402", message, sentence.viewer.span, msg("this is not possible here"), advice)
    zone, top = sentence.zone, False
    if isinstance(zone, tree.Of) and zone.what.text == "top":
        zone, top = zone.of, True
    named = zone if isinstance(zone, tree.Name) else None
    whose = None
    if isinstance(zone, tree.Of) and isinstance(zone.of, tree.Name):
        named, whose = tree.Name(zone.what.text, zone.what.span), zone.of
    if named is None:
        message = msg("a whole place is seen, or the card at the top of a pile")
        advice = msg("keep the cards that can be seen in a place of their own, such as `zone NAME of each player`")
        context.report.error("C0402", message, zone.span, msg("these are some cards of a place"), advice)
        return None
    if named.text not in context.words.zones:
        context.report.unknown_name(msg("no zone"), tree.Word(named.text, zone.span), context.words.zones)
        return None
    context.note_use(named, "thing")
    info = context.words.zones[named.text]
    owner = g.Local("owner", PLAYER if info.owner == "player" else SIDE, zone.span)
    scope = PhraseScope() if info.owner == "table" else PhraseScope().consider(owner)
    if whose is not None:
        _check_new_owner(context, info.name, whose)
        scope = scope.bind(whose.text, g.Local(owner.name, owner.type, whose.span))
    own = sentence.each and info.owner != "table" and whose is None
    return g.Sees(info.name, own, top, sentence.positive), scope


def _check_new_owner(context: Context, zone: str, whose: tree.Name) -> None:
    """Report a person instead of the name of any owner: `everyone sees hand of dealer` would show every hand."""
    words = context.words
    if whose.text in PEOPLE or whose.text in words.cells or whose.text in words.functions:
        message = msg("`{word}` already has a meaning here", word=whose.text)
        advice = msg("choose a name for the owner: `everyone sees {zone} of x when x is {word}`", zone=zone, word=whose.text)
        context.report.error("C0307", message, whose.span, msg("this means every owner"), advice)


def _scores(context: Context, sentence: tree.Scores) -> ScopedSentence | None:
    subject = sentence.subject
    if isinstance(subject, tree.Ranked):
        chosen = check(context, subject, PhraseScope())
        if isinstance(chosen, g.Select) and chosen.type == SIDE:
            return g.Score(chosen, check_number(context, sentence.amount, PhraseScope())), PhraseScope()
    if sentence.each and isinstance(subject, tree.Name) and subject.text == "side":
        scope = PhraseScope().consider(g.Local("side", SIDE, subject.span))
        return g.Score(None, check_number(context, sentence.amount, scope)), scope
    message = msg("points go to each side, or to the side with the highest or lowest value")
    advice = msg("write `each side scores …`, and name the side after `when`")
    cures = tuple(_scores_of_one(sentence))
    context.report.error("C0402", message, subject.span, msg("not to this"), advice, cures=cures)
    return None


PEOPLE = frozenset({"player", "side", "players", "sides", "last_player"})
ARTICLE = re.compile(r"(?<!\w)(?:the|il|la|lo|le) +$")


def _scores_of_one(sentence: tree.Scores) -> Iterator[Cure]:
    """Rewrite `taker scores 10`, the score of one side or player, as a score of each side under the condition that it is this
    side.
    """
    subject, amount = sentence.subject.span, sentence.amount.span
    language = key_word_language(subject.source.text)
    article = ARTICLE.search(subject.source.text[: subject.start])
    start = article.start() if article else subject.start

    def in_text(english: str) -> str:
        return english if language == ENGLISH else phrase_in(english, language)

    for of in ("", f"{in_text('side of')} "):
        case = f"{in_text('when')} {in_text('side is')} {of}{subject.text}"
        written = f"{in_text('each side scores')} {amount.text} {case}"
        yield Cure(msg("write `{written}`", written=written), Fix(Span(subject.source, start, amount.end), written))


def _course(context: Context, sentence: tree.Course) -> ScopedSentence | None:
    what = sentence.what.text if isinstance(sentence.what, tree.Name) else ""
    scope = PhraseScope(actor=sentence.verb != "begins")
    if sentence.verb == "ends":
        word = tree.Word(what or "…", sentence.what.span)
        return g.Ends(period_of(context.words, word)), PhraseScope(actor=True)
    assert sentence.value is not None
    player = check(context, sentence.value, scope, PLAYER)
    expected = "play" if sentence.verb == "begins" else "turn"
    if what != expected:
        message = (
            msg("only a turn can pass: write `the turn passes to …`")
            if expected == "turn"
            else msg("only the play can begin: write `the play begins with …`")
        )
        context.report.error("C0402", message, sentence.what.span, msg("this is not possible here"))
    return (g.Begins(player) if sentence.verb == "begins" else g.Passes(player)), scope


DIRECTIONS = ("clockwise", "anticlockwise")


def _runs(context: Context, direction: tree.Word) -> g.Runs:
    """Return the direction of play; report a word that is not one, with the right word as its fix."""
    if direction.text not in DIRECTIONS:
        against = re.match(r"(?i)anti|counter|contr", direction.text) is not None
        language = key_word_language(direction.span.source.text)
        written = DIRECTIONS[against] if language == ENGLISH else phrase_in(DIRECTIONS[against], language)
        context.report.error(
            "C0402",
            msg("`{word}` is not a direction of play", word=direction.text),
            direction.span,
            msg("this is not possible here"),
            msg("write `play runs clockwise` or `play runs anticlockwise`"),
            Fix(direction.span, written),
        )
    return g.Runs(direction.text)


# -------------------------------------------------------------------------------------- consequences


def _consequence(
    context: Context, clause: tree.Clause, sentence: tree.Consequence, entry: ArticleEntry
) -> ScopedSentence | None:
    event = sentence.event or entry.event
    if event is None:
        message = msg("when does `{clause}` take effect?", clause=clause.name.text)
        advice = msg("write `at the start of the hand, …`, `after ACT, …`, or put it in such a block")
        context.report.error("C0505", message, clause.name.span, msg("no event is named"), advice)
        return None
    if sentence.event is not None and entry.event is not None and sentence.event != entry.event:
        message = msg("`{clause}` names an event that is not the event of its block", clause=clause.name.text)
        context.report.error("C0505", message, clause.name.span, msg("leave the event out here"))
    kind, word = event[0], event[1][0]
    if kind != "after":
        period_of(context.words, word)
    elif not is_act(context, word):
        return None
    scope = _event_scope(context, event)
    effects = tuple(check_effect(context, line, scope, clause.name.text) for line in sentence.effects)
    return g.Consequence((kind, word.text), tuple(e for e in effects if e is not None)), scope


def _event_scope(context: Context, event: tree.Event) -> PhraseScope:
    """Return the scope at an event. In a turn there is a player who acts; after an act, the parameters of the act are known
    names.
    """
    kind, word = event[0], event[1][0]
    if kind == "after":
        return act_scope(context, word.text, PhraseScope(actor=True))
    return PhraseScope(actor=word.text == "turn")


def check_act(context: Context, declared: tree.ActDecl) -> g.Act:
    """Check a declared act with its effects."""
    _check_slots(context, declared)
    scope = act_scope(context, declared.name.text, PhraseScope(actor=True))
    effects = tuple(check_effect(context, line, scope, declared.name.text) for line in declared.effects)
    return g.Act(
        declared.name.text, act_parameters(context, declared.name.text), names_of(declared.says),
        tuple(e for e in effects if e is not None), declared.finding,
        tuple(cite.text for cite in declared.cites), declared.span,
    )  # fmt: skip


SLOT = re.compile(r"\{([^{}]*)\}")


def _check_slots(context: Context, declared: tree.ActDecl) -> None:
    """Check that braces in the words of an act contain its arguments."""
    if declared.says is None:
        return
    known = [word.text for _, word in declared.parameters]
    others = [slot for _, text in declared.says.entries for slot in SLOT.findall(text) if slot not in known]
    for slot in dict.fromkeys(others):
        act = declared.name.text
        message = msg("`{slot}` in the words of `{act}` is not one of its arguments", slot="{" + slot + "}", act=act)
        advice = msg("the act has no arguments: leave the braces out")
        if known:
            shown = ", ".join("`{" + name + "}`" for name in known)
            advice = msg("in braces, write an argument of the act: {shown}", shown=shown)
        context.report.error("C0303", message, declared.says.span, msg("printed with these words"), advice)


def check_cells(context: Context) -> tuple[g.Cell, ...]:
    """Check the initial values of memory."""
    found: list[g.Cell] = []
    for cell, declared in context.words.cells.values():
        initial = None if declared.at_first is None else check(context, declared.at_first, PhraseScope(), cell.type)
        found.append(replace(cell, initial=initial))
    return tuple(found)


def _permits(item: object, act: str) -> bool:
    return (
        isinstance(item, tree.Clause)
        and isinstance(item.sentence, tree.Permission)
        and item.sentence.positive
        and item.sentence.phrase.act.text == act
    )
