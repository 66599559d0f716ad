"""Check claims and examples: each line of the tree becomes a typed line of the model."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import assert_never

from cartaro_grammar.check.expressions import act_scope, check_cards, check_move, is_act
from cartaro_grammar.check.scope import Context, PhraseScope, check, check_truth
from cartaro_grammar.model import game as g
from cartaro_grammar.model.expressions import NUMBER, SIDE, TRUTH
from cartaro_grammar.model.game import PLAYERS_SETTING
from cartaro_grammar.model.settings import LIBRARY_PLAYERS
from cartaro_grammar.resolve.vocabulary import Vocabulary, period_of
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.messages import msg

MAX_COMBINATIONS = 200
"""The greatest number of combinations of house rules under which one claim is decided, as each takes seconds or minutes."""

MAX_WRITTEN = 1_000_000
"""The greatest number that is written out."""


def check_setting(words: Vocabulary, option: tree.Word, values: tuple[tree.Word, ...]) -> tuple[str, tuple[str, ...]] | None:
    """Check an option, or `players`, with some of its values. If no value is given, all values are meant."""
    known = {name: option.values for name, option in words.options.items()}
    known[PLAYERS_SETTING] = tuple(map(str, words.player_counts or LIBRARY_PLAYERS))
    return _known_values(words, known, option, values)


def _named_options(
    context: Context, lines: tuple[tree.ClaimLine, ...] | tuple[tree.ExampleLine, ...], one: bool
) -> dict[str, tuple[str, ...]]:
    """Return the options that a claim or an example names, with their values. With `one`, as in an example, each option must
    have a single value. An option must not be named twice.
    """
    under: dict[str, tuple[str, ...]] = {}
    for line in lines:
        if not isinstance(line, tree.Under | tree.UnderEvery):
            continue
        word = line.option
        found = check_setting(context.words, word, line.values if isinstance(line, tree.Under) else ())
        if found is not None and found[0] in under:
            advice = (
                msg("an example uses only one value")
                if one
                else msg("write `under {word} is … or …`, all values in one line", word=word.text)
            )
            context.report.error(
                "C0706", msg("`{word}` is chosen twice", word=word.text), word.span, msg("it is chosen above"), advice
            )
        elif found is not None:
            under[found[0]] = found[1]
    return under


# -------------------------------------------------------------------------------------------- claims


def check_claim(context: Context, claim: tree.Claim) -> g.Claim:
    under = _named_options(context, claim.lines, one=False)
    combinations = prod(len(values) for values in under.values())
    if combinations > MAX_COMBINATIONS:
        many = str(combinations) if combinations <= MAX_WRITTEN else msg("more than {n}", n=MAX_WRITTEN)
        message = msg("the claim `{claim}` covers {many} combinations of house rules", claim=claim.name.text, many=many)
        advice = msg("name fewer options or fewer values, and write another claim for the rest")
        context.report.error(
            "C0705",
            message,
            claim.name.span,
            msg("at most {n} can be decided", n=MAX_COMBINATIONS),
            advice,
        )
    lines = [checked for line in claim.lines if (checked := _claim_line(context, line)) is not None]
    if not lines:
        message = msg("the claim `{claim}` is empty", claim=claim.name.text)
        context.report.error(
            "C0509",
            message,
            claim.name.span,
            msg("the claim has no line with a condition"),
            msg("write `always …`, `at the end of every hand, …`"),
        )
    cites = tuple(cite.text for cite in claim.cites)
    refuted = claim.refuted.entries if claim.refuted is not None else ()
    return g.Claim(claim.name.text, cites, claim.names.entries, tuple(under.items()), refuted, tuple(lines), claim.span)


def _claim_line(context: Context, line: tree.ClaimLine) -> g.ClaimLine | None:
    match line:
        case tree.Always(never, condition):
            holds = check_truth(context, condition, PhraseScope(actor=True))
            return g.Always(g.Operation("not", (holds,), TRUTH, holds.span) if never else holds, never)
        case tree.AtEvery(moment, word, condition):
            period = period_of(context.words, word)
            scope = PhraseScope(actor=period == "turn")
            return g.AtEvery(moment, period, check_truth(context, condition, scope))
        case tree.BeforeEvery(act, condition):
            before = _of_act(context, act, condition)
            return None if before is None else g.BeforeEvery(act.text, before)
        case tree.AfterEvery(act, condition):
            after = _of_act(context, act, condition)
            return None if after is None else g.AfterEvery(act.text, after)
        case tree.Possible("after", act, condition) if act is not None:
            possible = _of_act(context, act, condition)
            return None if possible is None else g.Possible(possible, act.text)
        case tree.Possible("start" | "end" | "count" as moment, tree.Word() as word, condition):
            period = period_of(context.words, word)
            return g.Possible(check_truth(context, condition, PhraseScope(actor=period == "turn")), at=(moment, period))
        case tree.Possible(condition=condition):
            return g.Possible(check_truth(context, condition, PhraseScope(actor=True)))
        case tree.ExtremeClaim():
            return _extreme(context, line)
        case tree.Under() | tree.UnderEvery():
            return None
        case _:
            assert_never(line)


def _of_act(context: Context, act: tree.Word, condition: tree.Expr) -> g.Expr | None:
    """Check a condition about every act with a given name. The condition may use the act's parameters."""
    if not is_act(context, act):
        return None
    return check_truth(context, condition, act_scope(context, act.text, PhraseScope(actor=True)))


def _extreme(context: Context, line: tree.ExtremeClaim) -> g.ExtremeClaim:
    side = g.Local("side", SIDE, line.amount.span)
    scope = PhraseScope().bind("side", side).consider(side)
    amount = check(context, line.amount, scope, NUMBER)
    return g.ExtremeClaim(line.which, amount, line.moment, period_of(context.words, line.period), int(line.value.text))


# ------------------------------------------------------------------------------------------ examples


def check_example(context: Context, clauses: Mapping[str, g.Clause], example: tree.Example) -> g.Example:
    under = tuple((option, values[0]) for option, values in _named_options(context, example.lines, one=True).items())
    lines = [checked for line in example.lines if (checked := _example_line(context, clauses, line)) is not None]
    for line in example.lines:
        if isinstance(line, tree.Under):
            _one_value(context, line)
    cites = tuple(cite.text for cite in example.cites)
    home = context.words.merged.homes[example.span.source.name]
    return g.Example(example.name.text, cites, example.names.entries, under, tuple(lines), home, example.span)


def _one_value(context: Context, line: tree.Under) -> None:
    """Report any value of an option after the first, because an example has a single position."""
    if len(line.values) > 1:
        message = msg("an example is played under one value of an option")
        advice = msg(
            "write `under {option} is {values}`, and an example for each of the others",
            option=line.option.text,
            values=line.values[0].text,
        )
        context.report.error("C0403", message, line.values[1].span, msg("another value"), advice)


def _example_line(context: Context, clauses: Mapping[str, g.Clause], line: tree.ExampleLine) -> g.ExampleLine | None:
    scope = PhraseScope(actor=True)
    match line:
        case tree.Holds():
            return _cards_held(context, line, scope)
        case tree.Given():
            return _given(context, line, scope)
        case tree.Check(condition, span):
            return g.Check(check_truth(context, condition, scope), span)
        case tree.Shuffled(codes, span):
            cards = check_cards(context, codes.codes, codes.span)
            return g.Shuffled(cards.cards, span) if isinstance(cards, g.Cards) else None
        case tree.May(_, phrase):
            move = check_move(context, phrase)
            return None if move is None else g.MayDo(move)
        case tree.MayNot(_, phrase, because):
            move = check_move(context, phrase)
            return None if move is None else g.MayNot(move, _known_clauses(context, because))
        case tree.MayOnly(_, phrases):
            found = (check_move(context, phrase) for phrase in phrases)
            moves = tuple(move for move in found if move is not None)
            return g.MayOnly(moves) if len(moves) == len(phrases) else None
        case tree.Do(phrase, despite, ruled):
            move = check_move(context, phrase, finding=True)
            if move is None:
                return None
            over = tuple(word.text for word in despite if _can_be_overridden(context, clauses, word, move.act))
            return g.Do(move, over, tuple(word.text for word in ruled if _is_ruling_on(context, clauses, word, move.act)))
        case tree.Under():
            return None
        case _:
            assert_never(line)


def _known_clauses(context: Context, words: tree.WordRow) -> tuple[str, ...]:
    """Return the names of clauses, and report unknown ones."""
    for word in words:
        if word.text not in context.words.clauses:
            context.report.unknown_name(msg("no clause"), word, context.words.clauses, "C0502")
    return tuple(word.text for word in words)


def _cards_held(context: Context, line: tree.Holds, scope: PhraseScope) -> g.Holds | None:
    zone = check(context, line.zone, scope)
    if not isinstance(zone, g.InZone):
        if zone.type.kind != "unknown":
            marked = isinstance(zone, g.Recall) and zone.type.kind == "cards"
            advice = msg("for the cards with a mark, write `{mark} is …`", mark=zone.span.text) if marked else None
            context.report.error("C0402", msg("only a zone holds cards"), zone.span, msg("this is not a zone"), advice)
        return None
    found = [check_cards(context, codes.codes, codes.span) for codes in line.held]
    groups = [cards for cards in found if isinstance(cards, g.Cards)]
    readings = tuple(cards.readings for cards in groups) if any(cards.readings for cards in groups) else ()
    return g.Holds(zone, tuple(cards.cards for cards in groups), line.span, readings)


def _given(context: Context, line: tree.Given, scope: PhraseScope) -> g.Given | None:
    cell = check(context, line.cell, scope)
    if not isinstance(cell, g.Recall):
        if cell.type.kind != "unknown":
            context.report.error(
                "C0402", msg("only memory can be given a value"), cell.span, msg("this is not a counter, flag or reference")
            )
        return None
    return g.Given(cell, check(context, line.value, scope, cell.type), line.span)


def _can_be_overridden(context: Context, known: Mapping[str, g.Clause], word: tree.Word, act: str) -> bool:
    """Return whether an example may play a move against a prohibition. The prohibition must be about the act, and the rules
    must allow the move to stand if the breach is noticed later.
    """
    barring = [c.name for c in known.values() if isinstance(c.sentence, g.Prohibition) and act in c.sentence.acts]
    if word.text not in barring:
        if word.text not in context.words.clauses:
            context.report.unknown_name(msg("no clause"), word, context.words.clauses, "C0502")
            return False
        message = msg("`{word}` does not forbid `{act}`", word=word.text, act=act)
        advice = (
            msg("it is forbidden by {names}", names=", ".join(f"`{name}`" for name in barring))
            if barring
            else msg("nothing forbids it")
        )
        context.report.error("C0507", message, word.span, msg("this move breaks no rule"), advice)
        return False
    breaches = [c.sentence for c in known.values() if isinstance(c.sentence, g.Breach)]
    if any((b.prohibition, b.noticed, b.remedy) == (word.text, "later", "stand") for b in breaches):
        return True
    message = msg("no clause lets a breach of `{word}` stand", word=word.text)
    advice = msg("write a clause `on breach of {word} later, let it stand`", word=word.text)
    context.report.error("C0507", message, word.span, msg("a breach of it always has consequences"), advice)
    return False


def _is_ruling_on(context: Context, known: Mapping[str, g.Clause], word: tree.Word, act: str) -> bool:
    """Return whether a clause is a ruling on a given forbidden act that is noticed at once."""
    rulings = [
        name
        for name, clause in known.items()
        if isinstance(clause.sentence, g.Breach)
        and clause.sentence.noticed == "once"
        and clause.sentence.prohibition in known
        and isinstance(barring := known[clause.sentence.prohibition].sentence, g.Prohibition)
        and act in barring.acts
    ]
    if word.text in rulings:
        return True
    if word.text not in context.words.clauses:
        context.report.unknown_name(msg("no clause"), word, rulings or context.words.clauses, "C0502")
        return False
    message = msg("`{word}` is not an immediate ruling on `{act}`", word=word.text, act=act)
    shown = ", ".join(f"`{name}`" for name in rulings)
    advice = (
        msg("the possible rulings are {names}", names=shown)
        if rulings
        else msg("write a clause `on breach of CLAUSE at once, …`")
    )
    context.report.error("C0520", message, word.span, msg("this is not a ruling on the move"), advice)
    return False


def check_values(words: Vocabulary, option: tree.Word, values: tuple[tree.Word, ...]) -> tuple[str, tuple[str, ...]] | None:
    """Check an option with some of its values. If no value is given, all values are meant."""
    return _known_values(words, {name: known.values for name, known in words.options.items()}, option, values)


def _known_values(
    words: Vocabulary, known: Mapping[str, tuple[str, ...]], option: tree.Word, values: tuple[tree.Word, ...]
) -> tuple[str, tuple[str, ...]] | None:
    if option.text not in known:
        words.report.unknown_name(msg("no option"), option, known, "C0701")
        return None
    possible = known[option.text]
    for value in values:
        if value.text not in possible:
            words.report.unknown_name(msg("no value of `{of}`", of=option.text), value, possible, "C0702")
            return None
    return option.text, tuple(dict.fromkeys(value.text for value in values)) or possible
