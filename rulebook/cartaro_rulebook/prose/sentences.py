"""What a clause says, sentence by sentence; without its title, its exceptions and its first capital."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import assert_never

from cartaro_grammar import SIDE, TRUTH, Type, element
from cartaro_grammar import game as g
from cartaro_rulebook.prose import acts, conditions, definitions, joined_conditions, material, sets
from cartaro_rulebook.prose.effects import after_cases, cases, effects, not_gained
from cartaro_rulebook.prose.joined_conditions import operands_of
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.naming import in_any
from cartaro_rulebook.words.nouns import Phrase
from cartaro_rulebook.words.references import marked


def sentence(clause: g.Clause, scope: ProseScope) -> str:
    """The clause's sentence with its case; conduct as the author wrote it."""
    said = clause.sentence
    match said:
        case g.Permission() | g.Prohibition():
            return norm(clause, said, scope)
        case g.Obligation(condition):
            return scope.lang.say("obligation", x=joined_conditions.case((condition,), scope))
        case g.Step():
            return step(clause, said, scope)
        case g.Definition():
            return definition(clause, said, scope)
        case g.Sees():
            return sees(clause, said, scope)
        case g.Score():
            return score(clause, said, scope)
        case g.Consequence():
            return consequence(clause, said, scope)
        case g.Breach():
            return breach(said, scope)
        case g.Conduct(text):
            return in_any(text, scope.lang.code, "")
        case g.Material(what):
            return material.said(what, clause, scope)
        case g.TakesPart(who):
            noun = scope.naming.kernel("player")
            inner = scope.mention(who, scope.lang.forms.determined(noun, "that")).about(g.Local(who, _player(), clause.span))
            return course(said, scope) + cases(clause.when, clause.unless, inner)
        case g.Begins() | g.Passes() | g.Ends() | g.SidesAre() | g.Runs():
            return course(said, scope) + cases(clause.when, clause.unless, scope)


def breach(said: g.Breach, scope: ProseScope) -> str:
    """What follows when a rule was not kept."""
    remedy = scope.lang.say(said.remedy) if said.due is None else _made_good(said, said.due, scope)
    return scope.lang.say(f"breach_{said.noticed}", x=scope.naming.clause(said.prohibition), remedy=remedy)


def _made_good(said: g.Breach, due: g.Can, scope: ProseScope) -> str:
    """What of the forbidden act is kept, and the act that must be done with it."""
    lang, naming = scope.lang, scope.naming
    broken = naming.game.clause[said.prohibition].sentence
    inner = scope if not isinstance(broken, g.Prohibition) else acts.performing(broken.act, scope)
    kept = [value for _, value in due.given if isinstance(value, g.Local)]
    heads = [inner.value(value) for value in kept]
    if len(kept) == 1:
        inner = inner.mention(kept[0].name, lang.forms.determined(naming.of_type(kept[0].type), "that"))
    must = acts.must(due, inner)
    if not kept:
        return must
    subject = heads[0] if len(heads) == 1 else Phrase(lang.series([head.text for head in heads]), plural=True)
    return lang.say("make_good", subject, must=must)


def course(said: g.Begins | g.Passes | g.Ends | g.SidesAre | g.TakesPart | g.Runs, scope: ProseScope) -> str:
    """How the play runs: who begins, who is next, when it ends, who plays together."""
    lang = scope.lang
    match said:
        case g.Begins(player):
            return lang.say("hand_begins", x=scope.value(player).text)
        case g.Passes(player):
            return lang.say("turn_passes", x=scope.value(player).text)
        case g.Ends(period):
            return lang.say("end", lang.forms.determined(lang.noun(period), "the"))
        case g.SidesAre(arrangement):
            return lang.say(f"sides_{arrangement}", side=lang.forms.determined(scope.naming.kernel("side"), "a").text)
        case g.TakesPart():
            return lang.say("takes_part", lang.forms.determined(scope.naming.kernel("player"), "a"))
        case g.Runs(direction):
            return lang.say("runs", x=lang.word(direction) if direction in lang.phrases else scope.naming.title(direction))
        case _:
            assert_never(said)


def norm(clause: g.Clause, said: g.Permission | g.Prohibition, scope: ProseScope) -> str:
    """Who may, or may not, do an act, and when."""
    lang = scope.lang
    act = scope.naming.game.act[said.act]
    inner = acts.performing(said.act, scope).about(said.subject)
    subject = scope.value(said.subject)
    if isinstance(said.subject, g.Actor):
        return _norm_of_the_player(clause, said, scope)
    key = "may" if isinstance(said, g.Permission) else "may_not"
    text = lang.say(key, subject, do=acts.in_general(act, scope))
    if isinstance(said, g.Prohibition) and not _bars_all(said, scope):
        by = lang.series([scope.naming.clause(name) for name in said.bars], "nor")
        text += " " + lang.say("by", x=by)
    return text + cases(clause.when, clause.unless, inner)


def _norm_of_the_player(clause: g.Clause, said: g.Permission | g.Prohibition, scope: ProseScope) -> str:
    """What the player in turn may do: nobody is named where the conditions ask nothing else of the player."""
    lang, act = scope.lang, scope.naming.game.act[said.act]
    named = acts.names_the_player((*clause.when, *clause.unless))
    inner = replace(acts.performing(said.act, scope), impersonal=not named)
    if isinstance(said, g.Prohibition) and not _bars_all(said, scope):
        barred = lang.series([scope.naming.clause(name) for name in said.bars])
        text = lang.say("not_allowed", Phrase("", plural=len(said.bars) > 1), x=barred)
        return text + cases(clause.when, clause.unless, inner)
    known = acts.narrowed(act, clause.when, scope)
    done, key = acts.in_general(act, scope, known), "may" if isinstance(said, g.Permission) else "may_not"
    anybody = None if named else acts.somebody(act, known, done, scope)
    if anybody is None:
        text, inner = lang.say(key, scope.value(said.subject), do=done), inner.about(said.subject)
    else:
        text = lang.say(f"one_{key}", anybody, do=done)
    if known.topic is not None:
        inner = inner.speaking_of(*known.topic)
    return text + cases(known.left, clause.unless, inner)


def _bars_all(said: g.Prohibition, scope: ProseScope) -> bool:
    """Whether it bars every permission of its act, so that naming them says nothing more."""
    titles = {
        c.name
        for c in scope.naming.game.clauses
        if isinstance(c.sentence, g.Permission) and c.sentence.act == said.act and not c.sentence.lifts
    }
    return titles <= set(said.bars)


def step(clause: g.Clause, said: g.Step, scope: ProseScope) -> str:
    """What a turn is made of."""
    lang = scope.lang
    doing = lang.series([acts.in_general(scope.naming.game.act[a], scope) for a in said.acts], "or")
    whose, kind = "" if isinstance(said.actor, g.Actor) else "other_", "must" if said.must else "may"
    text = lang.say(f"step_{whose}{kind}", scope.value(said.actor), do=doing)
    if said.often:
        text += " " + lang.say("as_often")
    before = _step_before(clause, scope)
    if before is not None:
        text = lang.say("step_after", x=text, step=scope.naming.clause(before.name))
    return text + cases(clause.when, clause.unless, scope.about(said.actor))


def _step_before(clause: g.Clause, scope: ProseScope) -> g.Clause | None:
    """The step before this one, where the same article tells it."""
    steps = [step for step, _ in scope.naming.game.steps]
    return next((one for one, other in pairwise(steps) if other == clause and one.article == other.article), None)


def definition(clause: g.Clause, said: g.Definition, scope: ProseScope) -> str:
    """What a word means, or what counts as a kind."""
    lang = scope.lang
    function = scope.naming.game.function[said.function]
    inner, first = _parameters(said.parameters, function.parameters, scope)
    if function.result == TRUTH:
        return _meaning(clause, said, inner, first, scope)
    noun = definitions.function_noun(said.function, scope)
    many = element(function.result) is not None and noun.plural != noun.singular
    name = lang.forms.determined(noun, "the", many)
    if definitions.PLACED.search(name.text):
        text = _placed(name.text, first)
    else:
        text = name.text + (lang.of(lang.series(first)) if first else "")
    value = _defining(said.value, name.plural, inner)
    whole = lang.say("definition", Phrase(text, name.feminine, name.plural), x=value)
    return whole + cases(clause.when, clause.unless, inner)


def _defining(value: g.Expr, plural: bool, scope: ProseScope) -> str:
    """What a word means: cards as cards, and the one that is left of a set."""
    if isinstance(value, g.InZone):
        return sets.set_phrase(value, scope).text
    if plural or not operands_of(value, "minus"):
        return scope.value(value).text
    return sets.left_over(value, scope)


def _placed(text: str, first: list[str]) -> str:
    return definitions.PLACED.sub(lambda at: first[int(at[1]) - 1] if int(at[1]) <= len(first) else at[0], text)


def _parameters(names: tuple[str, ...], types: tuple[Type, ...], scope: ProseScope) -> tuple[ProseScope, list[str]]:
    """The scope in which the parameters may be spoken of, and how each is mentioned first."""
    lang, first = scope.lang, list[str]()
    if len(types) == 2 and types[0] == types[1] and element(types[0]) is None:
        return _two(names, types[0], scope)
    for name, of in zip(names, types, strict=True):
        noun = scope.naming.of_type(element(of) or of)
        many = element(of) is not None
        letter = " " + marked("word", name, name) if sum(t == of for t in types) > 1 else ""
        if many:
            first.append(lang.say("certain", Phrase("", noun.feminine, True), x=noun.form(True)) + letter)
        else:
            first.append(lang.forms.determined(noun, "a").text + letter)
        scope = scope.mention(name, lang.forms.determined(noun, "that", many).then(letter))
    people = [(n, t) for n, t in zip(names, types, strict=True) if t.kind in ("player", "side", "card", "cards")]
    if len(people) == 1:
        name, of = people[0]
        scope = scope.about(g.Local(name, of, scope.naming.game.clauses[0].span))
    return scope, first


def _two(names: tuple[str, ...], of: Type, scope: ProseScope) -> tuple[ProseScope, list[str]]:
    """Two things of one sort, told apart by their letters."""
    noun = scope.naming.of_type(of)
    letters = [marked("word", name, name) for name in names]
    for name, letter in zip(names, letters, strict=True):
        scope = scope.mention(name, scope.lang.forms.determined(noun, "the").then(" " + letter))
    agreeing = Phrase("", noun.feminine, True)
    return scope, [scope.lang.say("certain_two", agreeing, x=noun.form(True), letters=scope.lang.series(letters))]


def _meaning(clause: g.Clause, said: g.Definition, inner: ProseScope, first: list[str], scope: ProseScope) -> str:
    """A truth: `the cards are played out when …`, `a card counts as dark when …`."""
    lang = scope.lang
    function = scope.naming.game.function[said.function]
    noun = definitions.function_noun(said.function, scope)
    short = definitions.short(clause, said, noun, scope) if first and not clause.unless else None
    if short is not None:
        return short
    direct = isinstance(said.value, g.Truth)
    case = cases(clause.when, clause.unless, inner, "when" if direct else "if")
    if definitions.PLACED.search(noun.singular):
        name = _placed(scope.naming.sentence(said.function, function.names), first)
    elif first:
        kind = lang.forms.determined(noun, "a").text if noun.named else noun.singular
        negated = isinstance(said.value, g.Truth) and not said.value.value
        many = len(said.parameters) > 1 or element(function.parameters[0]) is not None
        subject = Phrase(lang.series(first), plural=many)
        if len(said.parameters) == 1 and conditions.made_of_cards(function.parameters[0], noun):
            name = lang.say("make_not" if negated else "make", subject, x=kind)
        else:
            name = lang.say("counts_not" if negated else "counts", subject, kind=kind)
    else:
        name = scope.naming.sentence(said.function, scope.naming.game.function[said.function].names)
    if direct:
        return name + case
    when = lang.say("when", x=joined_conditions.case((said.value,), inner))
    if case and not definitions.speaks_of((*clause.when, *clause.unless), said.parameters):
        return f"{case.strip(' ,')}, {name} {when}"
    return f"{name} {when}" + (f", {case.strip()}" if case else "")


def sees(clause: g.Clause, said: g.Sees, scope: ProseScope) -> str:
    """Who sees a place."""
    lang, naming = scope.lang, scope.naming
    player = naming.kernel("player")
    owner = g.Local("owner", SIDE if naming.game.zone[said.zone].owner == "side" else _player(), clause.span)
    inner = scope.mention("owner", lang.forms.determined(player, "that")).about(owner)
    noun = naming.zone(said.zone)
    if said.own:
        zone = lang.forms.possessed(noun, Phrase("", player.feminine), person=True)
    elif naming.game.zone[said.zone].owner == "table":
        zone = lang.forms.determined(noun, "the", naming.is_family(said.zone))
    elif clause.when or clause.unless:
        whose = lang.forms.determined(naming.of_type(owner.type), "a")
        zone = lang.forms.determined(noun, "the").then(lang.of(whose.text))
    else:
        zone = lang.forms.determined(noun, "each")
    text = lang.say("top", x=zone.text) if said.top else zone.text
    who = "each_sees" if said.own else "everyone_sees"
    return lang.say(who if said.yes else f"{who}_not", x=text) + cases(clause.when, clause.unless, inner)


def _player() -> Type:
    return Type("player")


def score(clause: g.Clause, said: g.Score, scope: ProseScope) -> str:
    """A heading of the score."""
    lang = scope.lang
    side = g.Local("side", SIDE, clause.span)
    noun = scope.naming.kernel("side")
    inner = scope.mention("side", lang.forms.determined(noun, "that")).about(side)
    subject = lang.forms.determined(noun, "each") if said.chosen is None else scope.value(said.chosen)
    text = _points(said.amount, subject, inner) + cases(clause.when, clause.unless, inner.repeating(said.amount))
    return f"{text}; {lang.say('level_nobody', Phrase('', noun.feminine))}" if said.chosen else text


def _points(amount: g.Expr, subject: Phrase, scope: ProseScope) -> str:
    lang = scope.lang
    if isinstance(amount, g.Number):
        return lang.say("scores_points", subject, n=lang.forms.counted(amount.value, lang.noun("point")).text)
    if isinstance(amount, g.Recall) and amount.owner == scope.salient:
        return lang.say("scores_per", subject, x=scope.naming.cell(amount.cell).form(False))
    return lang.say("scores_amount", subject, x=scope.value(amount).text)


def consequence(clause: g.Clause, said: g.Consequence, scope: ProseScope) -> str:
    """What happens at an event."""
    inner = acts.performing(said.event[1], scope) if said.event[0] == "after" else scope
    at = acts.event(said.event, scope)
    case = cases(clause.when, clause.unless, inner)
    lifted = _lifted(clause, said, inner) if suspends(clause, said) else None
    if suspends(clause, said) and lifted is None:
        return f"{_suspended(clause, scope)} {at}{case}"
    joint = "," if case and not case.startswith(",") else ""
    return f"{at}{joint}{case}, {lifted or effects(said.effects, inner)}"


def in_course(clause: g.Clause, said: g.Consequence, scope: ProseScope) -> str:
    """A clause of a course, where the event is said once for all; what the effects depend on is said before them."""
    inner = acts.performing(said.event[1], scope) if said.event[0] == "after" else scope
    if suspends(clause, said):
        return _suspended(clause, scope) + cases(clause.when, clause.unless, inner)
    return after_cases(clause.when, clause.unless, effects(said.effects, inner), inner)


def suspends(clause: g.Clause, said: g.Consequence) -> bool:
    """Whether a clause only keeps others from happening."""
    return bool(clause.despite) and all(isinstance(e.body, g.Nothing) for e in said.effects)


def _lifted(clause: g.Clause, said: g.Consequence, scope: ProseScope) -> str | None:
    """What does not happen, with what would let it happen, where a clause keeps one gain from one event: no sweep is made."""
    there = [c for c, other in scope.naming.game.saying(g.Consequence) if other.event == said.event]
    lifted = [c for c in there if c.name in clause.despite]
    if len(lifted) != 1 or len(clause.despite) != 1:
        return None
    others = (e.body for c in there if c != lifted[0] for e in c.effects)
    denied = not_gained(lifted[0].effects, tuple(body for body in others if isinstance(body, g.Add)), scope)
    return None if denied is None else scope.lang.say("not_by", x=denied, clause=scope.naming.clause(lifted[0].name))


def _suspended(clause: g.Clause, scope: ProseScope) -> str:
    """`“the sweep” does not apply`."""
    yielding = scope.lang.series([scope.naming.clause(name) for name in clause.despite])
    return scope.lang.say("does_not_apply", Phrase("", plural=len(clause.despite) > 1), x=yielding)
