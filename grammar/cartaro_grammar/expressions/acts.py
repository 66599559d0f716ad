"""Acts in phrases: what a player can do, and moves written out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cartaro_grammar.expressions.set_expressions import check_cards
from cartaro_grammar.model import game as g
from cartaro_grammar.model.parts import parts
from cartaro_grammar.model.types import CARD, CARDS, PLAYER, TRUTH, UNKNOWN, Type, element, symbol
from cartaro_grammar.syntax import tree
from cartaro_grammar.text.messages import both, say
from cartaro_grammar.text.source import Span
from cartaro_grammar.words.context import Context, PhraseScope, bind_new, check, check_members, check_truth, fresh, wrong
from cartaro_grammar.words.vocabulary import among


def act_parameters(context: Context, act: str) -> tuple[g.Parameter, ...]:
    """An act's parameters, checked when they are first needed: a domain may ask whether another act can be done."""
    if act in context.parameters or act not in context.words.acts:
        return context.parameters.get(act, ())
    declared = context.words.acts[act]
    if act in context.asked:
        message = say("what `{act}` may be done with depends on whether it can be done", act=act)
        context.report.error("C0413", message, declared.name.span, say("to answer this, its own answer is needed"))
        context.parameters[act] = tuple(
            g.Parameter(word.text, preposition, "one", None, (), False, False, UNKNOWN, word.span)
            for preposition, word in declared.parameters
        )
        return context.parameters[act]
    context.asked.append(act)
    found = _parameters(context, declared)
    context.asked.pop()
    return context.parameters.setdefault(act, found)


def _parameters(context: Context, act: tree.ActDecl) -> tuple[g.Parameter, ...]:
    """An act's parameters; what a domain says of another is known once that one's own domain is."""
    found: dict[str, g.Parameter] = {}
    left = list(act.parameters)
    names = {word.text for _, word in left}
    domains = {word.text: domain.of for word, domain in act.domains}
    while left:
        free = [pair for pair in left if not _names(domains.get(pair[1].text)) & (names - found.keys())]
        if not free:
            message = say(
                "what `{word}` may be, in `{act}`, depends on what it may be", word=left[0][1].text, act=act.name.text
            )
            if len(left) > 1:
                shown = both(f"`{word.text}`" for _, word in left)
                message = say("what {shown} may be, in `{act}`, depends on what they may be", shown=shown, act=act.name.text)
            context.report.error("C0413", message, left[0][1].span, say("to answer this, its own answer is needed"))
            found |= {w.text: g.Parameter(w.text, p, "one", None, (), False, False, UNKNOWN, w.span) for p, w in left}
            break
        ready = free[0]
        left.remove(ready)
        found[ready[1].text] = _parameter(context, act, *ready, found)
    return tuple(found[word.text] for _, word in act.parameters)


def _parameter(
    context: Context, act: tree.ActDecl, preposition: str | None, word: tree.Word, known: Mapping[str, g.Parameter]
) -> g.Parameter:
    """A parameter, from its line `x is one of …`."""
    domain = next((d for w, d in act.domains if w.text == word.text), None)
    if domain is None:
        message = say("nothing says what `{word}` is", word=word.text)
        context.report.error(
            "C0410", message, word.span, say("a parameter without a domain"), say("write `{word} is one of …`", word=word.text)
        )
        return g.Parameter(word.text, preposition, "one", None, (), False, False, UNKNOWN, word.span)
    answers = tuple(answer.text for answer in domain.answers)
    if domain.of is None:
        of = symbol(f"{act.name.text}.{word.text}")
        return g.Parameter(word.text, preposition, "either", None, answers, False, False, of, domain.span)
    scope = PhraseScope(actor=True)  # of a finding, which is the arbiter's, whoever is in turn
    for _, other in act.parameters:
        of = known[other.text].type if other.text in known else PLAYER if act.finding else UNKNOWN
        scope = scope.bind(other.text, g.Local(other.text, of, other.span))
    members = check_members(context, domain.of, scope)
    of = (element(members.type) or UNKNOWN) if domain.choice == "one" else members.type
    return g.Parameter(word.text, preposition, domain.choice, members, (), domain.freely, domain.unseen, of, domain.span)


def act_scope(context: Context, act: str, scope: PhraseScope) -> PhraseScope:
    """The scope in which an act's parameters are words."""
    for (_, word), parameter in zip(context.words.acts[act].parameters, act_parameters(context, act), strict=True):
        scope = scope.bind(parameter.name, g.Local(parameter.name, parameter.type, word.span))
    return scope


def is_players_act(context: Context, word: tree.Word) -> bool:
    """Whether a word is an act of players: known, and no finding."""
    if not is_act(context, word):
        return False
    if context.words.acts[word.text].finding:
        message = say("`{word}` is a finding of the arbiter, and no player does it", word=word.text)
        advice = say("say what follows with `after {word}, …`; enter it in an example with `do {word} …`", word=word.text)
        context.report.error("C0402", message, word.span, say("an act of players should stand here"), advice)
        return False
    return True


def is_act(context: Context, word: tree.Word) -> bool:
    if word.text in context.words.acts:
        return True
    from cartaro_grammar.syntax.parser_tables import words_of_the_language  # needed for a mistake only, and slow to read

    if word.text in words_of_the_language() or word.text in {"non", "nt"}:
        message = say("`{word}` is no act", word=word.text)
        advice = say("did you mean `may not`?") if word.text.startswith("n") else among("", context.words.acts)
        context.report.error("C0303", message, word.span, say("an act should stand here"), advice)
    else:
        context.report.unknown(say("no act"), word, context.words.acts)
    return False


def _arguments(context: Context, phrase: tree.ActPhrase) -> Iterable[tuple[g.Parameter, tree.Argument]]:
    """Each argument with the parameter it is for, by its preposition."""
    parameters = act_parameters(context, phrase.act.text)
    for preposition, argument in phrase.arguments:
        parameter = next((p for p in parameters if p.preposition == preposition), None)
        if parameter is None:
            shown = f"`{preposition} …`" if preposition else say("this")
            said = " ".join([phrase.act.text, *(f"{p.preposition or ''} {p.name}".strip() for p in parameters)])
            message = say("the act `{act}` has no place for {shown}", act=phrase.act.text, shown=shown)
            context.report.error(
                "C0403", message, argument.span, say("not a part of the act"), say("it is written `{said}`", said=said)
            )
        else:
            yield parameter, argument


def permission_scope(context: Context, phrase: tree.ActPhrase, scope: PhraseScope) -> PhraseScope:
    """The scope of a permission: the act's parameters by their own names, or by those the sentence gives."""
    scope = act_scope(context, phrase.act.text, scope)
    for parameter, argument in _arguments(context, phrase):
        if isinstance(argument, tree.Codes):
            message = say("a rule speaks of any cards; these are given ones")
            context.report.error(
                "C0403", message, argument.span, say("cards written out"), say("put them in a condition: `when …`")
            )
        elif isinstance(argument, tree.Beside):
            message = say("a rule speaks of any player; this is a given one")
            context.report.error(
                "C0403", message, argument.span, say("a player's seat"), say("put it in a condition: `when …`")
            )
        else:
            scope = scope.bind(argument.text, g.Local(parameter.name, parameter.type, argument.span))
    return scope


def check_can(context: Context, node: tree.CanDo, where: tree.Expr | None, scope: PhraseScope) -> g.Expr:
    """`P can take t with c by W`, with a condition on what it leaves open."""
    actor = check(context, node.left, scope, PLAYER)
    if not is_players_act(context, node.phrase.act):
        return wrong(node.span)
    given: dict[str, g.Expr] = {}
    inner, names = scope, dict[str, str]()
    for parameter, argument in _arguments(context, node.phrase):
        if isinstance(argument, tree.Name) and argument.text not in scope.bound and not _says(context, argument.text):
            names[parameter.name] = argument.text
            word = tree.Word(argument.text, argument.span)
            inner = bind_new(context, word, parameter.type, inner)
        else:
            given[parameter.name] = check(context, argument, scope, parameter.type)
    act = node.phrase.act.text
    free = tuple(
        (p.name, names.get(p.name) or fresh(context, p.name)) for p in act_parameters(context, act) if p.name not in given
    )
    if node.by is not None:
        context.permissions.append((node.by, act))
    condition = None if where is None else check_truth(context, where, PhraseScope(inner.bound, scope.things, scope.actor))
    by = node.by.text if node.by else None
    found = g.Can(act, actor, by, tuple(given.items()), free, condition, TRUTH, node.span)
    return found if node.positive else g.Operation("not", (found,), TRUTH, node.span)


def _says(context: Context, text: str) -> bool:
    """Whether a word already says something by itself, so that `can` need not range over it."""
    functions = context.words.functions
    return text in context.words.cells or (text in functions and functions[text].arity == 0)


def check_move(context: Context, phrase: tree.ActPhrase, *, finding: bool = False) -> g.MoveLit | None:
    """A move, or where `finding` is set also a finding, written out in an example."""
    if not (is_act(context, phrase.act) if finding else is_players_act(context, phrase.act)):
        return None
    arguments: list[tuple[str, tuple[int, ...] | str | g.Expr]] = []
    readings: list[tuple[str, tuple[int | None, ...]]] = []
    for parameter, argument in _arguments(context, phrase):
        if isinstance(argument, tree.Codes):
            cards = check_cards(context, argument.codes, argument.span)
            if isinstance(cards, g.Cards):
                _fits(context, parameter, cards, argument.span)
                arguments.append((parameter.name, cards.cards))
                readings += [(parameter.name, cards.readings)] if cards.readings else []
        elif isinstance(argument, tree.Name) and argument.text in parameter.answers:
            context.means(argument, "value", f"{phrase.act.text}.{parameter.name}")
            arguments.append((parameter.name, argument.text))
        elif parameter.type.kind in ("player", "side", "players", "sides", "symbol", "symbols"):
            who = check(context, argument, PhraseScope(actor=True), parameter.type)
            arguments.append((parameter.name, who))
        else:
            written = argument.span.text
            message = say("`{written}` is no card and no answer of `{parameter}`", written=written, parameter=parameter.name)
            advice = among(written, parameter.answers) or say("write cards by their codes")
            context.report.error("C0403", message, argument.span, say("neither a card nor an answer"), advice)
    return g.MoveLit(phrase.act.text, tuple(arguments), phrase.span, tuple(readings))


def _fits(context: Context, parameter: g.Parameter, cards: g.Cards, span: Span) -> None:
    single: tuple[Type, ...] = (CARD,)
    if parameter.type in single and len(cards.cards) > 1:
        context.report.error(
            "C0401", say("`{parameter}` is one card", parameter=parameter.name), span, say("these are {n}", n=len(cards.cards))
        )
    elif parameter.type not in {CARD, CARDS, UNKNOWN} and parameter.type.kind not in {"group", "groups"}:
        context.report.error(
            "C0401", say("`{parameter}` is not a card", parameter=parameter.name), span, say("cards stand here")
        )


def _names(expr: tree.Expr | None) -> set[str]:
    """The words of a domain."""
    return {node.text for node in parts(expr) if isinstance(node, tree.Name)}
