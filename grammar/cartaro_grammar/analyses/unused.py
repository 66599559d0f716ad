"""What is said to no effect, and what an annex may say: an annex keeps memory for its claims and changes nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cartaro_grammar.model import game as g
from cartaro_grammar.model.effect_facts import facts_of
from cartaro_grammar.model.parts import parts
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.diagnostic import Diagnostic, Label
from cartaro_grammar.text.messages import say
from cartaro_grammar.words.vocabulary import FIXED, Vocabulary, advice_on

# ---------------------------------------------------------------------------------------------- annexes


def check_annexed(words: Vocabulary, clauses: Mapping[str, g.Clause]) -> None:
    """No rule leans on what an annex declares or defines, and no clause of an annex changes the game."""
    rules = {article.key for article in words.merged.articles if "." not in article.home}
    private = words.merged.annexed | {
        clause.sentence.function
        for clause in clauses.values()
        if clause.article not in rules and isinstance(clause.sentence, g.Definition)
    }
    for clause in clauses.values():
        if clause.article not in rules:
            _keeps_to_itself(words, clause)
            continue
        for used in sorted(set(_leans_on(clause)) & private):
            message = say(
                "the rule `{clause}` uses `{used}`, which an annex keeps for its claims", clause=clause.name, used=used
            )
            words.report.error(
                "C0511", message, clause.span, say("this is a rule"), say("declare `{used}` among the rules", used=used)
            )


def _leans_on(clause: g.Clause) -> Iterator[str]:
    for node in parts((clause.sentence, clause.when, clause.unless)):
        if isinstance(node, g.Recall):
            yield node.cell
        elif isinstance(node, g.Apply):
            yield node.function
        elif isinstance(node, g.MarkAs):
            yield node.mark


def _keeps_to_itself(words: Vocabulary, clause: g.Clause) -> None:
    match clause.sentence:
        case g.Definition() | g.Conduct():
            return
        case g.Consequence(_, effects) if all(facts_of(e.body).memory in words.merged.annexed for e in effects):
            return
        case (
            g.Permission() | g.Prohibition() | g.Obligation() | g.Step() | g.Sees() | g.Score() | g.Begins() | g.Passes()
            | g.Ends() | g.SidesAre() | g.TakesPart() | g.Runs() | g.Consequence() | g.Breach() | g.Material()
        ):  # fmt: skip
            message = say("`{clause}` stands in an annex and changes the game", clause=clause.name)
            advice = say("an annex defines words, and sets memory of its own")
            words.report.error("C0511", message, clause.span, say("this is a rule of the game"), advice)


# ---------------------------------------------------------------------------------------------- no effect


def warn_of_unused(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    """Warn of options that decide nothing, acts that no step offers, permissions of such acts, words for nothing."""
    _options(words, clauses)
    _acts(words, clauses)
    if words.merged.kind != "library":
        _words(words)


def _own(words: Vocabulary, home: str) -> bool:
    """Whether something stands in the ruleset itself, and not in what it builds on."""
    return home == words.merged.name and words.merged.kind in {"game", "variant"}


def _options(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    used = {option.text for entry in words.entries() for option, _ in entry.under}
    used |= {node.option for node in parts(clauses) if isinstance(node, g.Setting)}
    for act in words.acts.values():
        used |= {node.text for node in parts(act.effects) if isinstance(node, tree.Name)}
    for entry in words.entries():
        name = entry.item.name
        if isinstance(entry.item, tree.OptionDecl) and name.text not in used and _own(words, entry.home):
            message = say("the option `{name}` decides nothing", name=name.text)
            advice = say("put clauses under it: `under {name} is {default}`", name=name.text, default=entry.item.default.text)
            words.report.warning("C0514", message, name.span, say("no clause depends on it"), advice)


def _acts(words: Vocabulary, clauses: tuple[g.Clause, ...]) -> None:
    offered = {act for clause in clauses if isinstance(clause.sentence, g.Step) for act in clause.sentence.acts}
    for entry in words.entries():
        item = entry.item
        if isinstance(item, tree.ActDecl) and not item.finding and item.name.text not in offered and _own(words, entry.home):
            advice = say("write `in a turn the player must {act}`", act=item.name.text)
            words.report.warning(
                "C0514", say("no step offers the act `{act}`", act=item.name.text), item.name.span, say("never done"), advice
            )
    for clause in clauses:
        sentence = clause.sentence
        if isinstance(sentence, g.Permission) and sentence.act not in offered and _own(words, clause.home):
            message = say("`{clause}` permits an act that no step offers", clause=clause.name)
            advice = say("write `in a turn the player must {act}`", act=sentence.act)
            words.report.warning("C0514", message, words.clauses[clause.name].item.name.span, say("to no effect"), advice)


def _words(words: Vocabulary) -> None:
    """The names of `words` must be names of something."""
    symbols = {value for name in (*words.attributes, *words.options) for value in words.enumeration(name)}
    answers = {w.text for act in words.acts.values() for _, d in act.domains for w in d.answers}
    parameters = {w.text for act in words.acts.values() for _, w in act.parameters}
    things = {*words.zones, *words.cells, *words.acts, *words.options, *words.functions, *words.attributes, *words.measures}
    known = {*symbols, *answers, *parameters, *things, *words.clauses, *FIXED}
    for word, _ in words.merged.words:
        if word.text not in known and word.span.source.name in words.merged.own:
            message = say("there is nothing called `{word}`", word=word.text)
            label, (advice, fix) = Label(word.span, say("a name for nothing")), advice_on(word, known)
            words.report.found.append(Diagnostic("C0303", message, label, help=advice, fix=fix, severity="warning"))
