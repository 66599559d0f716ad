"""Warn of wordings of the guide that the rules do not support (decision 0051).

`warn_of_wordings` compares each wording of the ruleset itself with its subject: the clauses, acts, places and house rules that
it names, the definitions and acts that these use, and the examples about them. It warns of a wording whose clauses have no
example (C0531), of a worded clause that cites nothing in a ruleset with sources (C0532), of a heading that the aim does not
name (C0533), of a word for a number, a card, a score or a direction that the subject does not have or contradicts (C0534),
and of a wording whose subject depends on a house rule that it does not name (C0535).

The words that are compared are in `wording_words.toml`, the names that the ruleset gives to cards and headings, and digits.
Numbers and cards that the clauses do not have are accepted if one example about the clauses has all of them, so that an example
in a sentence is one that was run. A language without such words is not read. The comparison ignores syntax: a sentence with the
right words in the wrong order passes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import starmap

from cartaro_grammar.analyses.clause_facts import contradicted, omitted
from cartaro_grammar.analyses.examples import can_be_shown
from cartaro_grammar.analyses.stated_facts import WORDS, changed, recorded
from cartaro_grammar.analyses.warnings import AIM, OF_THE_GAME, SLOT
from cartaro_grammar.analyses.wording_facts import (
    NUMBER,
    Disagreement,
    Fact,
    FactNames,
    disagreements,
    number_words,
    read_facts,
    word_table,
)
from cartaro_grammar.analyses.wording_subject import (
    CODES,
    Rules,
    Subject,
    names_heading,
    rows_cited,
    words_of,
)
from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import Names
from cartaro_grammar.model.game import PLAYERS_SETTING, WINNER
from cartaro_grammar.model.parts import parts
from cartaro_grammar.resolve.merge import MergedRuleset
from cartaro_grammar.resolve.reporter import Reporter
from cartaro_grammar.text.diagnostic import Fix
from cartaro_grammar.text.messages import Message, join_and, join_commas, join_semicolons, msg
from cartaro_grammar.text.source import Span

MAX_SHOWN = 3
"""The most words that one warning lists."""


def warn_of_wordings(ruleset: g.Ruleset, merged: MergedRuleset, report: Reporter) -> None:
    """Warn of the wordings of the ruleset itself that its rules, examples and sources do not support."""
    if not ruleset.wordings:
        return
    rules = Rules(ruleset, merged)
    sourced = any(source.owed for source in ruleset.sources)
    for wording in ruleset.wordings:
        _warn_of_changed_facts(wording, rules, merged, report)
        if wording.span.source.name not in merged.own_files:
            continue
        subject = rules.subject(wording)
        _warn_of_disagreement(_label(wording), wording.texts, wording.span, rules, report, subject.facts)
        if wording.names == (AIM,):
            _warn_of_words(wording, rules.subject_of_aim(wording), report)
        elif set(wording.names) <= set(OF_THE_GAME):
            _warn_of_lacking(wording, rules.subject_of_aim(wording), _wrong_winners, report)
        if set(wording.names) <= set(OF_THE_GAME):
            continue
        _warn_of_no_example(wording, subject, report)
        if sourced:
            _warn_of_no_source(wording, subject, report)
        _warn_of_words(wording, subject, report)
        _warn_of_house_rules(wording, subject, report)
    for clause in ruleset.clauses:
        if isinstance(clause.sentence, g.Conduct) and clause.span.source.name in merged.own_files:
            _warn_of_disagreement(f"`{clause.name}`", clause.sentence.text, clause.span, rules, report)
    for option in ruleset.options:
        if option.span.source.name in merged.own_files:
            _warn_of_disagreement(f"`{option.name}`", option.reason, option.span, rules, report)
    _warn_of_aim(rules, merged, report)


def standing_wordings(ruleset: g.Ruleset, merged: MergedRuleset) -> tuple[g.Wording, ...]:
    """Return the wordings, without the wordings of a base or library that an amendment made false.

    The mark of a wording covers only the clauses that it names. An amendment may change a table, the pack or a definition that
    these clauses use. The wording is then dropped if it mentions a number or a card that the rules no longer have. A wording
    that mentions a direction is dropped if the direction of play was reversed.
    """
    if not merged.amended:
        return ruleset.wordings
    rules = Rules(ruleset, merged)
    return tuple(wording for wording in ruleset.wordings if not _made_false(wording, rules, merged))


def _made_false(wording: g.Wording, rules: Rules, merged: MergedRuleset) -> bool:
    if wording.home == merged.name or set(wording.names) <= set(OF_THE_GAME):
        return False
    line = [*reversed(merged.bases), merged.name]
    later = line[line.index(wording.home) + 1 :] if wording.home in line else line
    amended = [c for c in rules.ruleset.clauses if merged.amended.get(c.name) in later]
    if not amended:
        return False
    if any(isinstance(clause.sentence, g.Runs) for clause in amended) and _states_direction(wording):
        return True
    subject = rules.subject(wording)
    if not any(clause in amended for clause in _used_by(subject)):
        return False
    stated = ((words_of(text), code) for code, text in wording.texts)
    return any(next(_foreign_words(words, code, subject), None) is not None for words, code in stated)


def _used_by(subject: Subject) -> Iterator[g.Clause]:
    """Yield the clauses on which a subject depends: the definitions that it uses, and the cards if it mentions them."""
    yield from subject.clauses
    if subject.is_material or subject.reads_cards:
        yield from (c for c in subject.rules.ruleset.clauses if isinstance(c.sentence, g.Material))


def _states_direction(wording: g.Wording) -> bool:
    read = (read_facts(text, code, {}) for code, text in wording.texts)
    return any(fact.scale in ("side", "turning") for facts in read for fact in facts)


def _label(wording: g.Wording) -> str:
    return ", ".join(f"`{name}`" for name in wording.names)


# --------------------------------------------------------------------------------------------------- facts in the mark


def warn_of_marks_of_library(wordings: Sequence[g.Wording], report: Reporter) -> None:
    """Warn of the wordings of a library on its own whose mark records no facts, or others than they state. A library needs no
    ruleset for this, and it may have mistakes: its wordings are read without the names of a game.
    """
    for wording in wordings:
        _warn_of_mark(wording, dict.fromkeys(CODES, NO_NAMES), report)


NO_NAMES: FactNames = {}


def _warn_of_changed_facts(wording: g.Wording, rules: Rules, merged: MergedRuleset, report: Reporter) -> None:
    """Warn of a wording whose mark records no facts, or others than it states.

    A wording of a library is read without the names of the game that uses it. The aim needs no mark.
    """
    of_library = wording.home not in (merged.name, *merged.bases)
    if of_library or wording.span.source.name in merged.own_files:
        names = {code: NO_NAMES if of_library else rules.names_of_facts(code) for code in CODES}
        _warn_of_mark(wording, names, report)


def _warn_of_mark(wording: g.Wording, names: Mapping[str, FactNames], report: Reporter) -> None:
    if wording.mark is None:
        return
    if not wording.facts:
        letters = recorded(wording.texts, names)
        if letters:
            message = msg("the mark of {names} does not record the facts of this wording", names=_label(wording))
            advice = msg(
                "compare each fact of the wording with its clauses, and add {letters} to the mark", letters=f"`.{letters}`"
            )
            fix = Fix(Span(wording.mark.source, wording.mark.end, wording.mark.end), f".{letters}")
            report.warning("C0537", message, wording.mark, msg("only the clauses are recorded"), advice, fix)
        return
    found = changed(wording.facts, wording.texts, names)
    kinds = [
        msg("{code} {facts}", code=code, facts=join_and(starmap(_with_words, stated.items()))) for code, stated in found.items()
    ]
    if kinds:
        message = msg(
            "the wording of {names} no longer states the facts in its mark: {kinds}",
            names=_label(wording),
            kinds=join_semicolons(kinds),
        )
        letters = recorded(wording.texts, names)
        advice = msg(
            "compare it with its clauses and correct it; only if it is right, end the mark with {letters}",
            letters=f"`.{letters}`",
        )
        report.warning("C0537", message, wording.mark, msg("this mark records other facts"), advice)


def _with_words(kind: Message, words: Sequence[str]) -> Message:
    if kind == WORDS.name:
        return kind
    return msg("{kind} {words}", kind=kind, words=", ".join(f"`{word}`" for word in words) or "–")


# --------------------------------------------------------------------------------------------------- no example


def _warn_of_no_example(wording: g.Wording, subject: Subject, report: Reporter) -> None:
    """Warn of a wording of play or scoring if no example is about any of its clauses."""
    if not any(map(can_be_shown, subject.named)):
        return
    if any(subject.rules.is_about(one, clause) for one in subject.rules.examples for clause in subject.about):
        return
    message = msg("no example shows {names}", names=_label(wording))
    advice = msg("write an example of it: `player may …`, `player may not … because …`, or `do …` and `check …`")
    report.warning("C0531", message, wording.span, msg("no example supports this wording"), advice)


# --------------------------------------------------------------------------------------------------- no source


def _warn_of_no_source(wording: g.Wording, subject: Subject, report: Reporter) -> None:
    """Warn of the clauses of a wording that cite nothing, are not marked as additions and decide no open question."""
    bare = [clause.name for clause in subject.named if _unsourced(clause, subject.rules)]
    if bare and len(bare) == len(subject.named):
        message = msg("no source is cited for {names}", names=", ".join(f"`{name}`" for name in bare[:MAX_SHOWN]))
        advice = msg("cite the row that states it, or mark it as your own addition: `(ours because …)`")
        report.warning("C0532", message, wording.span, msg("the guide presents it as if a source stated it"), advice)


def _unsourced(clause: g.Clause, rules: Rules) -> bool:
    return not (clause.ours or clause.under or rules.settings[clause.name] or rows_cited(clause, rules))


# --------------------------------------------------------------------------------------------------- the aim


def _listed(names: list[str]) -> str:
    return join_and([join_commas(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _may_hold_with(wording: g.Wording, clause: g.Clause) -> bool:
    """Return whether some choice of the house rules allows a wording together with a clause."""
    under = dict(wording.under)
    return all(name not in under or not set(values).isdisjoint(under[name]) for name, values in clause.under)


def _warn_of_aim(rules: Rules, merged: MergedRuleset, report: Reporter) -> None:
    """Warn of the headings of the score that the printed aim does not name; one warning lists all that a base's aim lacks."""
    aims = [wording for wording in rules.ruleset.wordings if wording.names == (AIM,)]
    homes = [rules.ruleset.name, *rules.ruleset.bases]
    aims.sort(key=lambda wording: homes.index(wording.home) if wording.home in homes else len(homes))
    if not aims:
        return
    words = dict(rules.ruleset.words)
    of_base = list[str]()
    for clause in rules.ruleset.clauses:
        if not isinstance(clause.sentence, g.Score):
            continue
        aim = next((one for one in aims if _may_hold_with(one, clause)), aims[0])
        texts = {code: text.lower() for code, text in aim.texts}
        titles = {**dict(words.get(clause.name, ())), **dict(clause.names)}
        shown = {code: titles.get(code, titles.get("", "")) for code in texts}
        lacking = [c for c, text in texts.items() if shown[c] and not names_heading(text, shown[c])]
        if lacking and aims[0].span.source.name not in merged.own_files:
            of_base.append(f"`{clause.name}`")
        elif lacking:
            message = msg("`{heading}` scores points, but the aim does not name it", heading=clause.name)
            advice = msg("name it in the aim in {languages}: {title}", languages=", ".join(lacking), title=shown[lacking[0]])
            report.warning("C0533", message, aim.span, msg("the aim of the guide"), advice)
    if of_base:
        message = msg("the aim in the guide of `{home}` does not name {headings}", home=aims[0].home, headings=_listed(of_base))
        advice = msg("write an aim of your own: `telling`, `aim`, and its text in each language")
        report.warning("C0533", message, merged.title_span, msg("these score points here"), advice)


# --------------------------------------------------------------------------------------------------- words


def _warn_of_words(wording: g.Wording, subject: Subject, report: Reporter) -> None:
    """Warn of the words of a wording that have no counterpart in its subject, and of the facts of the subject that it lacks."""
    against = contradicted(subject)

    def all_lacking(text: str, code: str, subject: Subject) -> Iterator[str]:
        yield from _unsupported(text, code, subject)
        yield from against.get(code, ())

    is_supported = _warn_of_lacking(wording, subject, all_lacking, report)
    if is_supported:
        _warn_of_omissions(wording, omitted(subject), report)
    if not is_supported or set(wording.names) <= set(OF_THE_GAME):
        return
    _warn_of_words_left_out(wording, subject, report)


def _warn_of_omissions(wording: g.Wording, lacking: Sequence[Message], report: Reporter) -> None:
    """Warn of the facts of its clauses that a wording lacks."""
    if lacking:
        facts = join_semicolons(lacking)
        message = msg("the wording of {names} leaves out a fact of its clauses: {facts}", names=_label(wording), facts=facts)
        advice = msg("state it in the wording, or name the clauses that the wording is about")
        report.warning("C0534", message, wording.span, msg("this wording is wrong, or incomplete"), advice)


def _unsupported(text: str, code: str, subject: Subject) -> Iterator[str]:
    """Yield the words of a text that its subject does not have, or contradicts."""
    yield from _foreign_words(words_of(text), code, subject)
    yield from _foreign_senses(text, code, subject)
    facts = subject.rules.facts(text, code)
    for check in (_wrong_numbers, _wrong_bounds, _wrong_comparisons, _beyond_conduct):
        yield from check(facts, code, subject)
    yield from _wrong_winners(text, code, subject)
    yield from _forbidden_by_none(text, code, subject)


def _warn_of_lacking(
    wording: g.Wording, subject: Subject, check: Callable[[str, str, Subject], Iterator[str]], report: Reporter
) -> bool:
    """Warn of the words that a check finds in a wording, in any of its languages. Return whether there are none."""
    lacking: list[str] = []
    for code, text in wording.texts:
        found = list(check(text, code, subject)) if code in CODES else []
        if found:
            lacking.append(f"{code} " + ", ".join(f"`{word}`" for word in list(dict.fromkeys(found))[:MAX_SHOWN]))
    if lacking:
        message = msg(
            "the wording of {names} has words that its clauses do not support: {words}",
            names=_label(wording),
            words="; ".join(lacking),
        )
        advice = msg("name the clause that states it, correct the wording, or write an example that shows it")
        report.warning("C0534", message, wording.span, msg("this wording is wrong, or incomplete"), advice)
    return not lacking


def _foreign_words(words: list[str], code: str, subject: Subject) -> Iterator[str]:
    """Yield the names of cards that are not in the subject, and the numbers that no single example about it contains all
    together.
    """
    known, names = number_words(code), subject.rules.card_names(code)
    quoted = {names.get(word) for word in subject.quoted(code)}
    wanted, numbers, values = list[str](), set[int](), set[str]()
    for at, word in enumerate(words):
        number, value = int(word) if word.isdigit() else known.get(word), names.get(word)
        if value is not None and at + 2 < len(words) and words[at + 1] in word_table()["joins"].get(code, ()):
            suit = names.get(words[at + 2])
            if suit is not None and not _has_card(value, suit, subject) and {value, suit}.isdisjoint(quoted):
                yield f"{word} {words[at + 1]} {words[at + 2]}"
        counts = at + 1 < len(words) and words[at + 1] in word_table()["counted"].get(code, ())
        as_card = value is not None and not counts and (value in subject.cards or value in quoted)
        if as_card or (number is not None and number in subject.numbers):
            continue
        if number is not None and value is None and number in subject.measured:
            continue
        if value is not None and number is None:
            yield word
        elif value is not None and not counts:
            wanted.append(word)
            values.add(value)
        elif number is not None:
            wanted.append(word)
            numbers.add(number)
    if wanted and not subject.example_has(frozenset(numbers), frozenset(values)):
        yield from wanted


def _has_card(rank: str, suit: str, subject: Subject) -> bool:
    """Return whether a subject has a card: it names the card, names its suit or its rank separately, or is about the pack."""
    return frozenset((rank, suit)) in subject.whole_cards or not {rank, suit}.isdisjoint(subject.symbols) or subject.is_material


def _foreign_senses(text: str, code: str, subject: Subject) -> Iterator[str]:
    """Yield one phrase for each sense of a sentence that the subject does not have."""
    stated = dict[str, str]()
    for fact in subject.rules.facts(text, code):
        stated.setdefault(fact.value, fact.words)
    spaced = f" {' '.join(words_of(text))} "
    stated.update((FORBIDDEN, phrase) for phrase in word_table()[FORBIDDEN].get(code, ()) if f" {phrase} " in spaced)
    yield from (stated[sense] for sense, fits in SENSES.items() if sense in stated and not fits(subject))


# --------------------------------------------------------------------------------------------------- senses


def _is_beside(subject: Subject, right: bool) -> bool:
    """Return whether the subject speaks of a player on one side of another: the next one sits on the right, or the left."""
    after = right != subject.rules.clockwise
    steps = {part.steps for part in subject.nodes if isinstance(part, g.Neighbour)}
    steps |= {part.direction for part in subject.nodes if isinstance(part, g.FirstOf)}
    dealt = any(isinstance(part, g.Deal) and part.each is not None for part in subject.nodes)
    seated = any(isinstance(part, g.Seat) for part in subject.nodes)
    runs = any(isinstance(clause.sentence, g.Runs | g.Begins | g.Passes) for clause in subject.named)
    return seated or any((step > 0) == after for step in steps) or (after and (dealt or runs)) or _conduct(subject)


def _conduct(subject: Subject) -> bool:
    return any(isinstance(clause.sentence, g.Conduct) for clause in subject.about)


def _picks(subject: Subject, which: str) -> bool:
    picked = {key for part in subject.nodes if isinstance(part, g.Select) for key, _ in part.keys}
    picked |= {part.which for part in subject.nodes if isinstance(part, g.Extreme)}
    return which in picked or _compares(subject) or _conduct(subject) or subject.is_material


def _compares(subject: Subject) -> bool:
    return any(isinstance(part, g.Operation) and part.operator == "<" for part in subject.nodes)


def _bounds(subject: Subject, lower: bool) -> bool:
    """Return whether a number is compared with a constant from one side: the bound comes first in `at least`."""
    for part in subject.nodes:
        if isinstance(part, g.Operation) and part.operator in ("<", "<="):
            first, second = (isinstance(one, g.Number | g.Setting) for one in part.operands)
            if first in (second, lower):
                return True
            if part.operator == "<":
                return True
    return _conduct(subject)


def _binds(subject: Subject) -> bool:
    """Return whether the subject forbids or obliges: a prohibition, an obligation, a step that must be done, a condition; an
    aim may, because it is about the whole game.
    """
    if subject.wording.names == (AIM,):
        return True
    for clause in subject.clauses:
        if isinstance(clause.sentence, g.Prohibition | g.Obligation | g.Breach):
            return True
        if isinstance(clause.sentence, g.Step) and clause.sentence.must:
            return True
        plain = g.Step | g.Permission | g.Definition
        if clause in subject.about and isinstance(clause.sentence, plain) and (clause.when or clause.unless):
            return True
    return any(isinstance(part, g.Can | g.MarkAs) for part in subject.nodes) or _conduct(subject)


FORBIDDEN = "forbidden"
SENSES: Mapping[str, Callable[[Subject], bool]] = {
    "right": lambda subject: _is_beside(subject, right=True),
    "left": lambda subject: _is_beside(subject, right=False),
    "clockwise": lambda subject: subject.rules.clockwise,
    "anticlockwise": lambda subject: not subject.rules.clockwise,
    "highest": lambda subject: _picks(subject, "highest"),
    "lowest": lambda subject: _picks(subject, "lowest"),
    "at_least": lambda subject: _bounds(subject, lower=True),
    FORBIDDEN: _binds,
    "must": _binds,
    "at_most": lambda subject: _bounds(subject, lower=False),
}


# --------------------------------------------------------------------------------------------------- contradictions

# A sense is looked for anywhere in the subject.  These checks compare a fact of the sentence with the fact of the same kind in
# the clauses: the number of a bound with its direction, the direction of a comparison, the winner with the most or the least.


def _wrong_numbers(facts: Sequence[Fact], _code: str, subject: Subject) -> Iterator[str]:
    """Yield the one number of a sentence that no clause of the subject has.  Several such numbers are a worked example, and so
    are numbers that one example about the clauses has all together.
    """
    stated = {int(fact.value): fact.words for fact in facts if fact.scale == NUMBER and not fact.is_gloss}
    foreign = stated.keys() - subject.exact_numbers - {1, 2}
    is_worked = len(stated) > 1 and subject.wording.names != (AIM,) and subject.example_has(frozenset(stated), frozenset())
    if len(foreign) == 1 and not is_worked and not any(fact.value == "half" for fact in facts):
        yield from (stated[number] for number in foreign)


def _wrong_bounds(facts: Sequence[Fact], _code: str, subject: Subject) -> Iterator[str]:
    """Yield the bounds that the rules have with the same number in the other direction: at least ten, and not at most."""
    for at, fact in enumerate(facts):
        numbers = [one for one in (*facts[max(0, at - 1) : at], *facts[at + 1 : at + 2]) if one.scale == NUMBER]
        if fact.scale == "bound" and fact.value in OTHER_BOUND and len(numbers) == 1:
            number = int(numbers[0].value)
            if (fact.value, number) not in subject.bounds and (OTHER_BOUND[fact.value], number) in subject.bounds:
                yield fact.words


OTHER_BOUND = {"at_least": "at_most", "at_most": "at_least"}


def _wrong_comparisons(facts: Sequence[Fact], _code: str, subject: Subject) -> Iterator[str]:
    """Yield *lower* if the rules only allow what is higher, and the reverse."""
    stated = {fact.value: fact.words for fact in facts if fact.scale == "extreme"}
    if len(stated) == 1 and subject.compared in ({"gt"}, {"lt"}):
        yield from (stated[value] for value in stated.keys() & {"lowest" if subject.compared == {"gt"} else "highest"})


_SENTENCE = re.compile(r"(?<=[.;:!?])\s")


def _wrong_winners(text: str, code: str, subject: Subject) -> Iterator[str]:
    """Yield *more* of a sentence about who wins if the least wins, and the reverse."""
    counted = [clause.sentence for clause in subject.about if isinstance(clause.sentence, g.Definition | g.Score)]
    winners = [one for one in counted if isinstance(one, g.Definition) and one.function == WINNER]
    scores = [one for one in counted if isinstance(one, g.Score)]
    chosen = {which for one in winners or scores for part in parts(one) if isinstance(part, g.Select) for which, _ in part.keys}
    if len(chosen) != 1:
        return
    right, wrong = ("more", "highest"), ("less", "lowest")
    right, wrong = (right, wrong) if chosen == {"highest"} else (wrong, right)
    for sentence in _SENTENCE.split(text):
        facts = subject.rules.facts(sentence, code)
        stated = {fact.value: fact.words for fact in facts if fact.scale in ("amount", "extreme")}
        if any(fact.value == "win" for fact in facts) and stated.keys().isdisjoint(right):
            yield from (stated[value] for value in wrong if value in stated)


def _forbidden_by_none(text: str, code: str, subject: Subject) -> Iterator[str]:
    """Yield the phrase that forbids what the clauses only permit; *only* and *unless* state the limit of a permission."""
    binding = g.Prohibition | g.Obligation | g.Breach | g.Conduct | g.Definition
    may_bind = any(
        isinstance(c.sentence, binding) or (isinstance(c.sentence, g.Step) and c.sentence.must) for c in subject.named
    )
    if may_bind or not subject.named or subject.wording.names == (AIM,):
        return
    facts = subject.rules.facts(text, code)
    spaced = f" {' '.join(words_of(text))} "
    if not any(fact.scale in ("except", "only") for fact in facts):
        yield from (phrase for phrase in word_table()[FORBIDDEN].get(code, ()) if f" {phrase} " in spaced)


CONDUCT_SCALES = ("side", "turning", "bound", "extreme", "ordinal", "except")


def _beyond_conduct(facts: Sequence[Fact], code: str, subject: Subject) -> Iterator[str]:
    """Yield the seats, bounds and places in an order that a wording of conduct has, and the text of the conduct does not."""
    if subject.about and all(isinstance(clause.sentence, g.Conduct) for clause in subject.about):
        known = {(fact.scale, fact.value) for fact in subject.conduct_facts(code)}
        yield from (f.words for f in facts if f.scale in CONDUCT_SCALES and (f.scale, f.value) not in known)


def _warn_of_words_left_out(wording: g.Wording, subject: Subject, report: Reporter) -> None:
    """Warn of an exception or a seat in the text of conduct that its wording does not have."""
    lost: list[str] = []
    for code, text in wording.texts:
        stated = {fact.value for fact in subject.rules.facts(text, code)}
        scales = ("except", "side")
        found = [f.words for f in subject.conduct_facts(code) if f.scale in scales and f.value not in stated]
        if found:
            lost.append(f"{code} " + ", ".join(f"`{word}`" for word in list(dict.fromkeys(found))[:MAX_SHOWN]))
    if lost:
        message = msg(
            "the wording of {names} leaves out words of its conduct: {words}", names=_label(wording), words="; ".join(lost)
        )
        advice = msg("correct the wording, or the text of the conduct")
        report.warning("C0534", message, wording.span, msg("this wording is wrong, or incomplete"), advice)


# --------------------------------------------------------------------------------------------------- languages


def _warn_of_disagreement(
    label: str, texts: Names, span: Span, rules: Rules, report: Reporter, supported: Container[tuple[str, str]] = ()
) -> None:
    """Warn of a printed text that does not state the same facts in every language."""
    read = {code: rules.facts(text, code) for code, text in texts if code in CODES}
    found = list(disagreements(read, supported))
    if found:
        words = "; ".join(_differing(one) for one in found[:MAX_SHOWN])
        message = msg("the languages of the text of {names} differ: {words}", names=label, words=words)
        advice = msg("state the same facts in every language, and in the same order")
        report.warning("C0536", message, span, msg("at least one of these texts is wrong"), advice)


def _differing(found: Disagreement) -> str:
    """Return the words of each language on a scale, those of the languages that differ first."""
    codes = sorted(found.words, key=lambda code: code not in found.odd)
    return ", ".join(f"{code} {' '.join(f'`{word}`' for word in found.words[code]) or '–'}" for code in codes)


# --------------------------------------------------------------------------------------------------- house rules


def _warn_of_house_rules(wording: g.Wording, subject: Subject, report: Reporter) -> None:
    """Warn of a wording if its subject depends on house rules, and neither the wording nor one of that part names them."""
    ruleset = subject.rules.ruleset
    if not subject.named:
        return
    named = {option for option, _ in wording.under}
    named |= {slot for _, text in wording.texts for slot in SLOT.findall(text)}
    own = {clause.name for clause in subject.named}
    idle = _overridden(subject)
    near = [c for c in subject.clauses if c.name not in idle and (c.name in own or c.name not in subject.rules.told)]
    read = {option for c in near for option in subject.rules.settings[c.name]} | {
        option for c in near if c.name not in own for option, _ in c.under
    }
    lacking = sorted(option for option in read - named if len(ruleset.option[option].values) > 1)
    if lacking:
        message = msg(
            "the wording of {names} is true only for some values of {options}",
            names=_label(wording),
            options=", ".join(f"`{o}`" for o in lacking),
        )
        advice = msg(
            "put the wording under the values for which it is true, or name the value: `{slot}`", slot=f"{{{lacking[0]}}}"
        )
        report.warning("C0535", message, wording.span, msg("this wording is used for every value"), advice)


def _overridden(subject: Subject) -> frozenset[str]:
    """Return the clauses that are overridden for every number of players that a wording is for."""
    wanted = dict(subject.wording.under).get(PLAYERS_SETTING, ())
    found: set[str] = set()
    for clause in subject.clauses:
        if wanted and all(all(_holds(each, int(count)) for each in clause.when) for count in wanted):
            found.update(clause.despite)
    return frozenset(found)


def _holds(condition: g.Expr, players: int) -> bool:
    """Return whether a condition on only the number of players holds; False for any other condition."""
    if not isinstance(condition, g.Operation):
        return False
    if condition.operator in ("and", "or"):
        held = (_holds(each, players) for each in condition.operands)
        return any(held) if condition.operator == "or" else all(held)
    if condition.operator != "=":
        return False
    size, number = condition.operands
    of_players = isinstance(size, g.Size) and isinstance(size.members, g.Everyone) and size.members.type.kind == "players"
    return of_players and isinstance(number, g.Number) and number.value == players
