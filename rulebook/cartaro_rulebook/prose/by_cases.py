"""Sentences of the guide for a word that several clauses define together, each in one case.

A clause that overrides another is worded on its own as *but the points for a run are 4 when …*, which repeats the word in
every case.  Here the word is named once and its cases follow, those that override the others first: *the points for a run
are 4 when …, otherwise 3 when …, otherwise 0*.  Kinds are worded in the same way: *a card counts as wild when it is a
joker, or it is a two, but not if it is in its own place*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from cartaro_grammar import PLAYERS_SETTING, TRUTH, Noun, conjuncts, default, disjuncts, operands_of, parts, rewrite
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions, sentences
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import Composed, Source, exceptions_first
from cartaro_rulebook.prose.counted import groups_counted, is_lowest, runs_counted
from cartaro_rulebook.prose.counting_as import counts_as_in_cases
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.prose.last_cards import names_itself
from cartaro_rulebook.prose.plainer import substituted
from cartaro_rulebook.words.nouns import Phrase

MOST_PARTS = 300
"""The greatest number of parts of all cases that are worded together."""
LISTED_CASES = 3
"""The least number of cases that are a list and not one sentence."""


def definitions_by_cases(source: Source) -> Iterator[Composed]:
    """Yield a sentence for each word with several defining clauses, if all of them can be worded together."""
    summed = set[str]()
    for one in _runs_in_all(source):
        yield one
        summed.update(one.names)
    for function in source.game.functions:
        found = source.game.definitions_of(function.name)
        if any(clause.name in summed for clause, _ in found):
            continue
        if len(found) == 1 and (listed := _in_each_case(*found[0], source)) is not None:
            yield listed
            continue
        rows = [_with_parameters(clause, node, found[0][1].parameters) for clause, node in found]
        worded = any(clause.name in source.covered or clause.unless for clause, _ in rows)
        counted = any(option == PLAYERS_SETTING for clause, _ in rows for option, _ in clause.under)
        if function.name == g.WINNER or not rows or worded or counted:
            continue
        ways = _ways(rows, source)
        if ways is not None:
            yield Composed(tuple(clause.name for clause, _ in found), finish_sentence(ways, source.scope, of=found[0][0].span))
        if ways is not None or len(rows) == 1:
            continue
        if sum(len(list(parts((clause.when, node.value)))) for clause, node in rows) > MOST_PARTS:
            continue
        names = tuple(clause.name for clause, _ in found)
        if function.result == TRUTH:
            text = _kind(rows, source)
            if text is not None:
                yield Composed(names, finish_sentence(text, source.scope, of=found[0][0].span))
            continue
        mapped = _mapping(rows, source)
        if mapped is not None:
            yield Composed(names, finish_sentence(mapped, source.scope, of=found[0][0].span))
            continue
        bounded = counts_as_in_cases(rows, source) or _bounded(rows, source)
        bounded = bounded or _longest_run(rows, source) or _increased(rows, source)
        if bounded is not None:
            yield Composed(names, finish_sentence(bounded, source.scope, of=found[0][0].span))
            continue
        cases = cases_of(rows, source)
        if cases is not None:
            yield _composed(names, *cases, source, found[0][0])


MOST_WAYS = 4
"""The greatest number of cases in which a condition holds that are listed."""


def _in_each_case(clause: g.Clause, node: g.Definition, source: Source) -> Composed | None:
    """Word a condition that holds in several cases as a list, if a sentence would need brackets: *if there is no card to beat,
    the bout is over in each of these cases*.
    """
    scope = source.scope
    free = not (clause.unless or clause.despite or clause.under or clause.name in source.covered)
    if not free or node.parameters or source.game.function[node.function].result != TRUTH:
        return None
    if isinstance(node.value, g.Truth) and not node.value.value:
        return None
    asked = conjuncts(*clause.when, *(() if isinstance(node.value, g.Truth) else (node.value,)))
    ways = _ways_to_hold(asked, scope)
    common = tuple(e for e in asked if all(e in way for way in ways))
    rest = [tuple(e for e in way if e not in common) for way in ways]
    bracketed = common or len(ways) > len(disjuncts(asked[0]))
    if not 1 < len(ways) <= MOST_WAYS or not bracketed or not all(rest):
        return None
    name = scope.condition(g.Apply(node.function, (), TRUTH, clause.span))
    lead = source.text("in_each_case", x=name)
    if common:
        lead = f"{sentences.cases(common, (), scope).strip()}, {lead}"
    steps = tuple(finish_sentence(sentences.cases(one, (), scope).strip(), scope, of=clause.span) for one in rest)
    text = " ".join((finish_sentence(lead, scope, ":", of=clause.span), *steps))
    return Composed((clause.name,), text, steps=steps, ordered=False)


def _ways_to_hold(asked: tuple[g.Expr, ...], scope: ProseScope) -> list[tuple[g.Expr, ...]]:
    """Return the cases in which all conditions hold, each without alternatives."""
    found: list[tuple[g.Expr, ...]] = [()]
    for e in asked:
        others = disjuncts(e)
        whole = expressions.one_of(e, scope) is not None or expressions.one_card_of(e, scope) is not None
        each = [(e,)] if len(others) == 1 or whole else [way for one in others for way in _ways_to_hold(conjuncts(one), scope)]
        found = [(*before, *way) for before in found for way in each]
    return found


def scores_in_cases(source: Source) -> Iterator[Composed]:
    """Yield a row of the count that adds up a number by cases over some things, with the cases in the row: *for every meld, 200
    points when no card is wild, otherwise 100*.
    """
    lang, every = source.scope.lang, source.game.rule_parts
    for clause, node in source.game.with_sentence(g.Score):
        match (node.amount,):
            case (g.Total(variable, _, g.Apply(function, (g.Local(name),))) as amount,) if name == variable:
                pass
            case _:
                continue
        rows = [_with_parameters(c, n, ("cards",)) for c, n in source.game.definitions_of(function)]
        names = (clause.name, *(c.name for c, _ in rows))
        used = sum(1 for part in every if isinstance(part, g.Apply) and part.function == function)
        free = node.chosen is None and not clause.unless and source.covered.isdisjoint(names)
        if used != 1 or not free or len(rows) < 2 or not all(isinstance(n.value, g.Number) for _, n in rows):
            continue
        subject, when, inner = sentences.counting(clause, source.scope)
        found = None if when else cases_of(rows, source, lang.noun("point"))
        if found is not None:
            _, values = found
            slots = {"each": expressions.summands_over(amount, inner)[0], "x": cases_in_one(values, source)}
            text = source.text("scores_over", subject, **slots)
            yield Composed(names, finish_sentence(text, source.scope, of=clause.span))


def _with_parameters(clause: g.Clause, node: g.Definition, names: tuple[str, ...]) -> tuple[g.Clause, g.Definition]:
    """Return a defining clause with other names for its parameters."""
    new = dict(zip(node.parameters, names, strict=True))

    def renamed(part: object) -> object:
        return replace(part, name=new[part.name]) if isinstance(part, g.Local) and part.name in new else part

    definition = replace(rewrite(node, renamed), parameters=names)
    return replace(clause, when=rewrite(clause.when, renamed), sentence=definition), definition


def definitions_in_a_chain(source: Source) -> Iterator[Composed]:
    """Yield a sentence for words that each name the cards of the one before and one card more: *the last three cards are …; the
    last four cards also have …, and so on up to the last seven cards*.
    """
    chain: list[tuple[g.Clause, g.Definition]] = []
    words = [function.name for function in source.game.functions]
    for name in (*words, ""):  # no word is named "": the last chain ends there
        found = source.game.definitions_of(name)
        free = len(found) == 1 and not (found[0][0].when or found[0][0].unless or found[0][0].name in source.covered)
        if free and not found[0][1].parameters and _longer_by_one(found[0][1], chain):
            chain.append(found[0])
            continue
        if len(chain) >= LONG_CHAIN and not all(names_itself(clause, source.scope) for clause, _ in chain):
            yield _chained(chain, source)
        chain = [found[0]] if free and isinstance(found[0][1].value, g.Operation) else []


LONG_CHAIN = 3
"""The least number of words of a chain that one sentence explains."""


def _longer_by_one(node: g.Definition, chain: list[tuple[g.Clause, g.Definition]]) -> bool:
    match (node.value,):
        case (g.Operation("union", (g.Apply(before, ()), _)),):
            return bool(chain) and before == chain[-1][1].function
        case _:
            return False


def _chained(chain: list[tuple[g.Clause, g.Definition]], source: Source) -> Composed:
    (first, _), (second, node), *_, (_, last) = chain
    added = node.value.operands[1] if isinstance(node.value, g.Operation) else node.value
    subject, _ = sentences.defined_word(node, source.scope)
    slots = {
        "first": sentences.definition(first, chain[0][1], source.scope),
        "x": subject.text,
        "next": sentences.definition_value(added, False, source.scope),
        "last": sentences.defined_word(last, source.scope)[0].text,
    }
    text = source.text("guide_chain", subject, **slots)
    return Composed(tuple(clause.name for clause, _ in chain), finish_sentence(text, source.scope, of=second.span))


def _runs_in_all(source: Source) -> Iterator[Composed]:
    """Yield a list of the runs that a number counts, if it is the sum, over the cards, of the runs that begin with each."""
    game = source.game
    for function in game.functions:
        match game.definitions_of(function.name):
            case ((whole, g.Definition(value=g.Total(first, g.Local() as members, g.Apply(counted, arguments))) as node),):
                pass
            case _:
                continue
        found = [
            _with_parameters(c, n, tuple(str(at) for at in range(len(n.parameters)))) for c, n in game.definitions_of(counted)
        ]
        places = [at for at, one in enumerate(arguments) if isinstance(one, g.Local) and one.name == first]
        used = sum(1 for part in game.in_rules(g.Apply) if part.function == counted)
        names = (whole.name, *(clause.name for clause, _ in found))
        if len(places) != 1 or used != 1 or whole.when or not source.covered.isdisjoint(names):
            continue
        subject, inner = sentences.defined_word(node, source.scope)
        values = {str(at): one for at, one in enumerate(arguments)}
        rows = [
            _run_row(c, n, first, values, members, inner)
            for c, n in found
            if n.value != g.Number(0, n.value.type, n.value.span)
        ]
        if None in rows or len(rows) < LISTED_CASES - 1:
            continue
        lead = finish_sentence(source.text("definition", subject, x=""), source.scope, ":", of=whole.span)
        lead = lead.replace(" :", ":") if source.scope.lang.code != "fr" else lead
        steps = tuple(finish_sentence(row, source.scope, of=whole.span) for row in rows if row is not None)
        yield Composed(names, " ".join((lead, *steps)), steps=steps, ordered=False)


def _run_row(
    clause: g.Clause, node: g.Definition, first: str, values: dict[str, g.Expr], members: g.Expr, scope: ProseScope
) -> str | None:
    """Word the runs with a number of cards; the longest run may be all cards, of which one is the first."""
    value, when = substituted(node.value, values), tuple(substituted(e, values) for e in clause.when)
    runs = runs_counted(value, when)
    if runs is not None and runs.members == members and isinstance(runs.first, g.Local) and runs.first.name == first:
        place = expressions.membership(members, scope)
        return scope.lang.text("runs_in_all", n=str(runs.each), k=scope.lang.forms.numeral(runs.cards), place=place)
    asked = conjuncts(*when)
    rest = tuple(e for e in asked if not any(isinstance(part, g.Local) and part.name == first for part in parts(e)))
    if not isinstance(value, g.Number) or len(rest) != len(asked) - 1 or not any(is_lowest(e, members) for e in asked):
        return None
    return scope.value(value).text + sentences.cases(rest, (), scope)


def _composed(names: tuple[str, ...], subject: Phrase, values: list[str], source: Source, of: g.Clause) -> Composed:
    """Return the cases of a word in one sentence, or as a list if there are several."""
    if len(values) < LISTED_CASES:
        text = source.text("definition", subject, x=cases_in_one(values, source))
        return Composed(names, finish_sentence(text, source.scope, of=of.span))
    lead = finish_sentence(source.text("first_case", subject), source.scope, ":", of=of.span)
    listed = [*values[:-1], source.text("otherwise", x=values[-1])]
    steps = tuple(finish_sentence(one, source.scope, of=of.span) for one in listed)
    return Composed(names, " ".join((lead, *steps)), steps=steps)


def cases_in_one(values: list[str], source: Source) -> str:
    """Return the cases of a word in one sentence."""
    return ", ".join([values[0], *(source.text("otherwise", x=value) for value in values[1:])])


def cases_of(
    rows: list[tuple[g.Clause, g.Definition]], source: Source, unit: Noun | None = None
) -> tuple[Phrase, list[str]] | None:
    """Word the values of a word, one for each case, the first number with its unit; None unless one clause holds for all other
    cases.
    """
    game = source.game
    defaults = [clause for clause, _ in rows if not clause.when]
    others = {clause.name for clause, _ in rows} - {clause.name for clause in defaults}
    if len(defaults) != 1 or not others <= game.yields_to(defaults[0].name):
        return None
    ordered = exceptions_first(rows, game)
    if ordered is None:
        return None
    subject, inner = sentences.defined_word(ordered[0][1], source.scope)
    values = [_case(clause, node, subject, inner, unit if not at else None) for at, (clause, node) in enumerate(ordered)]
    last = ordered[-1][1].value
    if isinstance(last, g.Recall) and last.cell in inner.levels:
        said = [_level_asked(clause, last) for clause, _ in ordered[:-1]]
        values[-1] = sentences.level_numbers(last, [number for number in said if number is not None], inner)
    return subject, values


def _ways(rows: list[tuple[g.Clause, g.Definition]], source: Source) -> str | None:
    """Word a sum of numbers of groups that make one total as the ways to make it: *with two of these cards, with all but one of
    them*; another case may count all cards as one way.
    """
    defaults = [node for clause, node in rows if not clause.when]
    others = [(clause, node) for clause, node in rows if clause.when]
    if len(defaults) != 1 or len(others) > 1 or len(defaults[0].parameters) != 1:
        return None
    found = [groups_counted(e) for e in _summands(defaults[0].value)]
    groups = [one for one in found if one is not None]
    if len(groups) < len(found) or len(groups) < 2 or len({one.measure for one in groups}) != 1:
        return None
    first = groups[0]
    numbers = next((m.values for m in source.game.deck.measures if m.name == first.measure), (0,))
    alike = all(one.members == first.members and one.total == first.total for one in groups) and first.total is not None
    if not alike or any(number is None or number <= 0 for number in numbers) or not isinstance(first.members, g.Local):
        return None
    kinds = [(one.pairs, one.left) for one in groups]
    keys = {(True, False): "with_two", (True, True): "with_all_but_two", (False, True): "with_all_but_one"}
    if len(set(kinds)) < len(kinds) or not set(kinds) <= set(keys):
        return None
    ways = [source.text(keys[kind]) for kind in keys if kind in kinds]
    for clause, node in others:
        pair = operands_of(clause.when[0], "=") if len(clause.when) == 1 else ()
        whole = [one for one in pair if _is_total(one, first.members, first.measure)]
        if len(whole) != 1 or first.total not in pair or not (isinstance(node.value, g.Number) and node.value.value == 1):
            return None
        ways.append(source.text("with_all"))
    subject, inner = sentences.defined_word(defaults[0], source.scope)
    assert first.total is not None
    noun = source.scope.naming.noun(first.measure).form(False)
    x = source.text("ways_to_make", n=inner.value(first.total).text, noun=noun, x=source.scope.lang.series(ways, "or"))
    return source.text("definition", replace(subject, plural=True) if subject.plural else subject, x=x)


def _summands(e: g.Expr) -> list[g.Expr]:
    pair = operands_of(e, "+")
    return [one for part in pair for one in _summands(part)] if pair else [e]


def _is_total(e: g.Expr, members: g.Expr, measure: str) -> bool:
    match e:
        case g.Total(variable, of, g.Attribute(name, g.Local(one))):
            return of == members and name == measure and one == variable
        case _:
            return default(e, False)


def _longest_run(rows: list[tuple[g.Clause, g.Definition]], source: Source) -> str | None:
    """Word the number of cards of the longest of several groups, each with one card more, that is consecutive: *the number of
    cards when the last three are consecutive, or more, up to the last seven; the most count*.
    """
    defaults = [node for clause, node in rows if not clause.when]
    cases = [(case, clause.name) for clause, node in rows if clause.when and (case := _run_there(clause, node)) is not None]
    if len(defaults) != 1 or len(cases) != len(rows) - 1 or len(cases) < LISTED_CASES:
        return None
    node = defaults[0]
    if not isinstance(node.value, g.Number) or node.value.value or len({measure for (_, _, measure), _ in cases}) != 1:
        return None
    ordered = sorted(cases, key=lambda one: one[0][0])
    numbers = [number for (number, _, _), _ in ordered]
    chained = all(_adds_one(before, after, source) for ((_, before, _), _), ((_, after, _), _) in pairwise(ordered))
    yields = all(source.game.yields_to(before) >= {after} for (_, before), (_, after) in pairwise(ordered))
    if numbers != [*range(numbers[0], numbers[0] + len(numbers))] or not chained or not yields:
        return None
    subject, inner = sentences.defined_word(node, source.scope)
    (_, least, _), (_, most, _) = ordered[0][0], ordered[-1][0]
    slots = {"least": inner.value(least).text, "most": inner.value(most).text}
    return source.text("longest_run", subject, **slots)


def _run_there(clause: g.Clause, node: g.Definition) -> tuple[int, g.Apply, str] | None:
    """Return the number, the cards and the measure, if a case gives the number of some cards that are all there and
    consecutive.
    """
    asked = conjuncts(*clause.when)
    runs = [e for e in asked if isinstance(e, g.Pattern) and e.pattern == "consecutive"]
    sizes = [operands_of(e, "=") for e in asked if e not in runs]
    if len(runs) != 1 or len(sizes) != 1 or not isinstance(node.value, g.Number) or not isinstance(runs[0].cards, g.Apply):
        return None
    there = any(isinstance(one, g.Size) and one.members == runs[0].cards for one in sizes[0])
    number = any(isinstance(one, g.Number) and one.value == node.value.value for one in sizes[0])
    return (node.value.value, runs[0].cards, runs[0].attribute) if there and number else None


def _adds_one(before: g.Apply, after: g.Apply, source: Source) -> bool:
    """Return whether a word names the cards of another and one card more."""
    match source.game.definitions_of(after.function):
        case ((clause, node),) if not clause.when and not after.arguments:
            return _longer_by_one(node, [(c, n) for c, n in source.game.definitions_of(before.function)])
        case _:
            return False


def _bounded(rows: list[tuple[g.Clause, g.Definition]], source: Source) -> str | None:
    """Word a word that is the lesser or the greater of an amount and a number."""
    x = bounded_value(rows, source)
    subject, _ = sentences.defined_word(rows[0][1], source.scope)
    return None if x is None else source.text("definition", subject, x=x)


def bounded_value(rows: list[tuple[g.Clause, g.Definition]], source: Source) -> str | None:
    """Word the lesser or the greater of an amount and a number: *the cards in the hand, but at most six*."""
    defaults = [node for clause, node in rows if not clause.when]
    others = [(clause, node) for clause, node in rows if clause.when]
    if len(defaults) != 1 or len(others) != 1 or len(rows) != 2 or len(others[0][0].when) != 1:
        return None
    (clause, node), limit = others[0], defaults[0].value
    pair = operands_of(clause.when[0], "<") or operands_of(clause.when[0], "<=")
    if not isinstance(limit, g.Number) or limit not in pair or node.value not in pair or node.value == limit:
        return None
    key = "but_at_most" if pair[0] == node.value else "but_at_least"
    _, inner = sentences.defined_word(node, source.scope)
    return source.text(key, x=inner.value(node.value).text, n=source.scope.lang.forms.numeral(limit.value))


def _increased(rows: list[tuple[g.Clause, g.Definition]], source: Source) -> str | None:
    """Word an amount that is greater by a number in one case: *the tricks of the maker, plus 1 if the maker took the last*."""
    defaults = [node for clause, node in rows if not clause.when]
    others = [(clause, node) for clause, node in rows if clause.when]
    if len(defaults) != 1 or len(others) != 1:
        return None
    (clause, node), least = others[0], defaults[0].value
    match operands_of(node.value, "+"):
        case (amount, g.Number(more)) if amount == least and not isinstance(least, g.Number):
            pass
        case _:
            return None
    subject, inner = sentences.defined_word(node, source.scope)
    case = sentences.cases(clause.when, (), inner).strip()
    x = source.text("plus_in_case", x=sentences.definition_value(least, False, inner), n=str(more), case=case)
    return source.text("definition", subject, x=x)


def _mapping(rows: list[tuple[g.Clause, g.Definition]], source: Source) -> str | None:
    """Word a word that gives each suit (or other value) another: *clubs for spades, spades for clubs*; None for others."""
    found: dict[str, str] = {}
    rest: str | None = None
    attributes = {info.name: [value.name for value in info.values] for info in source.game.deck.attributes}
    for clause, node in rows:
        pair = operands_of(clause.when[0], "=") if len(clause.when) == 1 else ()
        if not isinstance(node.value, g.Symbol) or len(node.parameters) != 1 or node.value.type.enumeration not in attributes:
            return None
        if not clause.when:
            rest = node.value.name
            continue
        match pair:
            case (g.Local(name), g.Symbol(asked)) if name == node.parameters[0] and asked not in found:
                found[asked] = node.value.name
            case _:
                return None
    if rest is None or len(rows) < LISTED_CASES:
        return None
    of = rows[0][1].value.type.enumeration
    missing = [name for name in attributes[of] if name not in found]
    if not set(found) <= set(attributes[of]):
        return None
    found |= dict.fromkeys(missing, rest)
    subject, _ = sentences.defined_word(rows[0][1], source.scope)
    naming = source.scope.naming
    texts = [source.text("mapped", k=naming.symbol_text(of, k), v=naming.symbol_text(of, v)) for k, v in found.items()]
    return source.text("definition", subject, x=source.scope.lang.series(texts))


def _level_asked(clause: g.Clause, cell: g.Recall) -> int | None:
    """Return the number of a level, if a clause only tests whether a counter has this number."""
    pair = operands_of(clause.when[0], "=") if len(clause.when) == 1 else ()
    return next((one.value for one in pair if isinstance(one, g.Number)), None) if cell in pair else None


def _case(clause: g.Clause, node: g.Definition, subject: Phrase, scope: ProseScope, unit: Noun | None = None) -> str:
    """Word a value with its condition; a number has its unit."""
    runs = runs_counted(node.value, clause.when)
    if runs is not None:
        place = expressions.membership(runs.members, scope)
        slots = {
            "n": str(runs.each),
            "k": scope.lang.forms.numeral(runs.cards),
            "place": place,
            "x": scope.value(runs.first).text,
        }
        return scope.lang.text("runs_of", **slots)
    match (node.value,):
        case (g.Number(number),) if unit is not None:
            value = scope.lang.forms.counted(number, unit).text
        case _:
            value = sentences.definition_value(node.value, subject.plural, scope)
    return value + sentences.cases(clause.when, (), scope)


def _kind(rows: list[tuple[g.Clause, g.Definition]], source: Source) -> str | None:
    """Word a kind that is defined by any of several conditions, and the exceptions; None if there are other cases."""
    included = [(clause, node) for clause, node in rows if node.value == g.Truth(True, TRUTH, node.value.span)]
    excluded = [clause for clause, node in rows if node.value == g.Truth(False, TRUTH, node.value.span)]
    names = {clause.name for clause in excluded}
    if not included or len(included) + len(excluded) < len(rows) or not all(clause.when for clause, _ in rows):
        return None
    if not all(names <= source.game.yields_to(clause.name) for clause, _ in included):
        return None
    clause, node = included[0]
    if not node.parameters:
        return None
    when = _alternatives([one.when for one, _ in included])
    text = sentences.definition(replace(clause, when=(when,), despite=()), node, source.scope)
    if not excluded:
        return text
    _, inner = sentences.parameters_bound(node, source.scope)
    return source.text("but_not_if", a=text, x=expressions.case_text((_alternatives([one.when for one in excluded]),), inner))


def _alternatives(found: list[tuple[g.Expr, ...]]) -> g.Expr:
    each = [_joined("and", list(one)) for one in found]
    return _joined("or", each)


def _joined(operator: g.Operator, found: list[g.Expr]) -> g.Expr:
    whole = found[0]
    for one in found[1:]:
        whole = g.Operation(operator, (whole, one), TRUTH, whole.span)
    return whole
