"""What is true or false, as a sentence without its first capital and final stop."""

from __future__ import annotations

from dataclasses import replace

from cartaro_grammar import Type
from cartaro_grammar import game as g
from cartaro_rulebook.prose import acts, comparisons, definitions, joined_conditions, quantifiers, sets, values
from cartaro_rulebook.prose.scope import ProseScope
from cartaro_rulebook.words.nouns import Noun, Phrase


def condition(e: g.Expr, scope: ProseScope, negated: bool = False) -> str:
    """The sentence; denied when `negated`."""
    lang = scope.lang
    match e:
        case g.Truth(yes):
            return lang.say("true" if yes != negated else "false")
        case g.Operation("not", (inner,)):
            return scope.condition(inner, not negated)
        case g.Operation("and" | "or"):
            return joined_conditions.joined(e, scope, negated)
        case g.Operation("=" | "<" | "<="):
            return comparisons.comparison(e, scope, negated)
        case g.Operation("in", (member, g.Recall(mark))) if _is_mark(mark, scope):
            x = scope.naming.quoted(scope.naming.cell(mark).form(True))
            return lang.say("is_marked", values.subject(member, scope), negated, x=x)
        case g.Operation("in" | "subset", (member, members)):
            phrase = values.subject(member, scope)
            return lang.say("is_in", phrase, negated, place=sets.among(members, scope))
        case g.Quantified():
            return quantifiers.quantified(e, scope, negated)
        case g.Apply():
            return applied(e, scope, negated)
        case g.Recall():
            return flag(e, scope, negated)
        case g.Can():
            return acts.can(e, scope, negated)
        case g.Applies(clause):
            return lang.say("applies_not" if negated else "applies", x=scope.naming.clause(clause))
        case g.Pattern(pattern, cards, attribute):
            noun = scope.naming.noun(attribute, dict_names(attribute, scope))
            spoken = cards in (scope.relative, scope.again, scope.salient)
            subject = values.subject(cards, scope) if spoken else sets.set_phrase(cards, scope)
            same = lang.forms.determined(lang.derived("same", noun), "the").text
            other = lang.derived("different", noun)
            the = lang.forms.determined(noun, "the").text
            return lang.say(
                f"is_{pattern}", subject, negated, x=the, same=same, different=other.form(False), differents=other.form(True)
            )
        case g.ReadAs(card, reading):
            key = "stands_for_not" if negated else "stands_for"
            return lang.say(key, values.subject(card, scope), x=scope.value(reading).text)
        case _:
            return _as_value(e, scope, negated)


def _as_value(e: g.Expr, scope: ProseScope, negated: bool) -> str:
    text = scope.value(e).text
    return scope.lang.say("not", x=text) if negated else text


def _is_mark(cell: str, scope: ProseScope) -> bool:
    return cell in scope.naming.game.cell and scope.naming.game.cell[cell].kind == "mark"


def dict_names(attribute: str, scope: ProseScope) -> g.Names:
    return next((a.names for a in scope.naming.game.deck.attributes if a.name == attribute), ())


def applied(e: g.Apply, scope: ProseScope, negated: bool) -> str:
    """A truth that the game defines: a kind of thing, or a sentence of its own."""
    lang = scope.lang
    noun = definitions.function_noun(e.function, scope)
    if not e.arguments:
        text = scope.naming.sentence(e.function, scope.naming.game.function[e.function].names)
        return denied(text, scope, negated=negated)
    if definitions.PLACED.search(noun.singular):
        said = scope.naming.sentence(e.function, scope.naming.game.function[e.function].names)
        return denied(definitions.placed(said, e.arguments, scope), scope, negated=negated)
    one, *others = e.arguments
    subject = values.subject(one, scope)
    if others:
        subject = Phrase(lang.series([scope.value(a).text for a in e.arguments]), plural=True)
    kind = lang.forms.determined(noun, "a").text if noun.named else noun.singular
    if made_of_cards(one.type, noun) and not others:
        if isinstance(one, g.Operation):
            subject = replace(subject, text=lang.say("together", x=subject.text))
        return lang.say("make_not" if negated else "make", subject, x=kind)
    return lang.say("is", subject, negated, x=kind)


def made_of_cards(of: Type, noun: Noun) -> bool:
    """Whether a kind is what several cards make together: they *make* a pair, where a card *is* a king."""
    return of.kind in ("cards", "group") and noun.named and not noun.only_plural


def flag(e: g.Recall, scope: ProseScope, negated: bool) -> str:
    """A flag's name is a sentence, or, of a player or side, what is said of them."""
    if scope.naming.game.cell[e.cell].kind != "flag":
        return _as_value(e, scope, negated)
    text = scope.naming.sentence(e.cell, scope.naming.game.cell[e.cell].names)
    if e.owner is None:
        return denied(text, scope, negated=negated)
    subject = values.subject(e.owner, scope).text
    verb = denied_verb(text, scope) if negated else None
    return (denied(text, scope, subject, negated) if verb is None else f"{subject} {verb}").strip()


def denied_verb(text: str, scope: ProseScope) -> str | None:
    """What an author says of somebody, which begins with a verb, denied; None where the language would change the verb."""
    if not scope.lang.phrases["denied_verb"]:
        return None
    pronoun, _, after = text.partition(" ")
    first, _, rest = after.partition(" ") if pronoun == "se" else text.partition(" ")
    return scope.lang.say("denied_verb", first=f"se {first}" if pronoun == "se" else first, rest=rest)


def denied(text: str, scope: ProseScope, subject: str = "", negated: bool = True) -> str:
    """An author's words, of a subject where they have none, denied: at their auxiliary where they have one, else as a whole."""
    said = f"{subject} {text}".strip()
    if not negated:
        return said
    words = text.split(" ")
    at = _auxiliary(words, scope)
    if at is None:
        return scope.lang.say("not", x=said)
    verb = scope.lang.say("denied", first=words[at], rest=" ".join(words[at + 1 :]))
    return " ".join((subject, *words[:at], verb)).strip()


def _auxiliary(words: list[str], scope: ProseScope) -> int | None:
    """Where the auxiliary of a sentence stands, or the pronoun before it; None where its verb is another, or one of several."""
    phrases = scope.lang.phrases
    auxiliaries, relatives, pronouns = (phrases[key].split() for key in ("auxiliaries", "relatives", "before_auxiliaries"))
    found = [at for at, word in enumerate(words) if word in auxiliaries]
    if not found or (found[0] > 0 and len(found) > 1) or any(word in relatives for word in words[: found[0]]):
        return None
    return found[0] - 1 if found[0] > 0 and words[found[0] - 1] in pronouns else found[0]
