"""Whose turn is next in the guide: the rule and the rules that override it, as cases of one sentence.

On their own, the rules contradict each other: *the turn passes to the next player.  But when …, the turn passes to the
dealer*.  Here the exceptions come first: *the turn passes to the dealer when …, otherwise to the next player*.
"""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import game as g
from cartaro_rulebook.prose import sentences
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import Composed, Source, exceptions_first

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


def _passed(base: Passing, ordered: list[Passing], source: Source) -> Composed:
    scope, lang = source.scope, source.scope.lang
    texts = list[str]()
    for clause, node in ordered:
        part = scope.part.get(clause.name)
        case = sentences.cases(clause.when, (), scope).strip()
        whole = ", ".join(one for one in ("" if part is None else lang.text(part), case) if one)
        texts.append(sentences.turn_to(node.player, scope) + f" {whole}")
    last = lang.text("turn_passes_otherwise", x=sentences.turn_to(base[1].player, scope))
    names = (base[0].name, *(clause.name for clause, _ in ordered))
    if len(texts) == 1:
        text = lang.text("turn_passes_cases", x=f"{texts[0]}, {last}")
        return Composed(names, finish_sentence(text, scope, of=base[0].span))
    lead = finish_sentence(lang.text("turn_passes_to_first"), scope, ":", of=base[0].span)
    steps = tuple(finish_sentence(one, scope, of=base[0].span) for one in (*texts, last))
    return Composed(names, " ".join((lead, *steps)), steps=steps)
