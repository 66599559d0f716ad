"""Whose turn is next in the guide: the rule and the rules that override it, as cases of one sentence.

On their own, the rules contradict each other: *the turn passes to the next player.  But when …, the turn passes to the
dealer*.  Here the exceptions come first: *the turn passes to the dealer when …, otherwise to the next player*.
"""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import conjuncts, operands_of
from cartaro_grammar import game as g
from cartaro_rulebook.prose import sentences
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import Composed, Source, exceptions_first
from cartaro_rulebook.prose.interludes import denied

Passing = tuple[g.Clause, g.Passes]


def turns_passed(source: Source) -> Iterator[Composed]:
    """Yield a sentence for a rule that passes the turn in all other cases, with the rules that override it."""
    game = source.game
    found = [(c, c.sentence) for c in game.clauses if isinstance(c.sentence, g.Passes) and c.name not in source.covered]
    plain = [(c, node) for c, node in found if not (c.when or c.unless or c.despite or c.name in source.scope.part)]
    for base in plain:
        over = [one for one in found if one[0].name in game.yields_to(base[0].name)]
        if len(over) == 1 and _holds_always(over[0][0], source):
            clause, node = over[0]
            text = sentences.turn_to(node.player, source.scope)
            finished = finish_sentence(source.text("turn_passes_cases", x=text), source.scope, of=clause.span)
            yield Composed((base[0].name, clause.name), finished)
        elif over and all(_is_case(c, source) for c, _ in over):
            ordered = exceptions_first(over, game)
            if ordered is not None:
                yield _passed(base, ordered, source)


def _holds_always(clause: g.Clause, source: Source) -> bool:
    free = not (clause.when or clause.unless or clause.under or source.game.yields_to(clause.name))
    return free and clause.name not in source.scope.part


def _is_case(clause: g.Clause, source: Source) -> bool:
    return bool(clause.when or clause.name in source.scope.part) and not clause.unless and not clause.under


def _is_there(e: g.Expr, player: g.Expr) -> bool:
    """Return whether a condition is that there is a player."""
    denied = operands_of(e, "not")
    pair = operands_of(denied[0], "=") if denied else ()
    return player in pair and any(isinstance(one, g.Nobody) for one in pair)


def _passed(base: Passing, ordered: list[Passing], source: Source) -> Composed:
    scope, lang = source.scope, source.scope.lang
    texts, before, left, lead = list[str](), list[g.Expr](), base[1].player, ""
    for clause, node in ordered:
        part = scope.part.get(clause.name)
        asked = tuple(e for e in conjuncts(*clause.when) if e not in before)
        if not asked and part is None and clause.when:
            left = node.player
            break
        when = tuple(e for e in asked if not _is_there(e, node.player))
        case = sentences.cases(when, (), scope).strip()
        there = lang.text("if_there_is_one") if len(when) < len(asked) else ""
        in_part = "" if part is None else lang.text(part)
        if len(ordered) == 1 and in_part and not there:
            lead, whole = ", ".join(one for one in (in_part, case) if one) + ", ", ""
        else:
            whole = ", ".join(one for one in (there, in_part, case) if one)
        texts.append(sentences.turn_to(node.player, scope) + (f", {whole}" if there else f" {whole}" if whole else ""))
        before += [denied(e) for e in clause.when if len(conjuncts(*clause.when)) == 1 and part is None]
    last = lang.text("turn_passes_otherwise", x=sentences.turn_to(left, scope))
    names = (base[0].name, *(clause.name for clause, _ in ordered))
    if len(texts) == 1:
        text = lead + lang.text("turn_passes_cases", x=f"{texts[0]}, {last}")
        return Composed(names, finish_sentence(text, scope, of=base[0].span))
    lead = finish_sentence(lang.text("turn_passes_to_first"), scope, ":", of=base[0].span)
    steps = tuple(finish_sentence(one, scope, of=base[0].span) for one in (*texts, last))
    return Composed(names, " ".join((lead, *steps)), steps=steps)
