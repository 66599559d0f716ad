"""Whose turn is next in the guide: the rule and the rules that override it, as cases of one sentence.

On their own, the rules contradict each other: *the turn passes to the next player.  But when …, the turn passes to the
dealer*.  Here the exceptions come first: *the turn passes to the dealer when …, otherwise to the next player*.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from cartaro_grammar import PLAYER, conjuncts, operands_of, parts
from cartaro_grammar import game as g
from cartaro_rulebook.prose import sentences
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import Composed, Source, exceptions_first
from cartaro_rulebook.prose.expressions import SECOND_PART, ProseScope
from cartaro_rulebook.prose.interludes import denied

Passing = tuple[g.Clause, g.Passes]


def only_next_to_begin(game: g.Game, mentioned: Container[str]) -> frozenset[str]:
    """Return the references to players that only decide whose turn is next, by rules that have a wording in `mentioned`: no
    other rule asks who they are, but cards and points may go to them.
    """
    passing = [(c.name, s.player.cell) for c, s in game.with_sentence(g.Passes) if isinstance(s.player, g.Recall)]
    passed = {cell for _, cell in passing} - {cell for name, cell in passing if name not in mentioned}
    asked = set[str]()
    for clause in game.clauses:
        read: list[object] = [clause.when, clause.unless]
        if isinstance(clause.sentence, g.Consequence):
            read += _read_by_effects(clause.effects)
        elif not isinstance(clause.sentence, g.Passes | g.Begins):
            read.append(clause.sentence)
        asked |= _asked(tuple(read))
    for act in game.acts:
        read = [act.parameters, *_read_by_effects(act.effects)]
        asked |= _asked(tuple(read))
    return frozenset(name for name in passed - asked if game.cell[name].type == PLAYER)


def _asked(read: tuple[object, ...]) -> frozenset[str]:
    """Return the cells that parts of rules read, but for the question whether there is anybody."""
    found = [node for node in parts(read) if isinstance(node, g.Recall | g.Operation)]
    whether = [e for node in found if isinstance(node, g.Operation) for e in _whether_somebody(node)]
    cells = [e.cell for e in found if isinstance(e, g.Recall)]
    return frozenset(name for name in cells if cells.count(name) > whether.count(name))


def _whether_somebody(e: g.Operation) -> Iterator[str]:
    """Yield the reference of which a comparison asks whether it is nobody."""
    if e.operator == "=" and any(isinstance(one, g.Nobody) for one in e.operands):
        yield from (one.cell for one in e.operands if isinstance(one, g.Recall))


def _read_by_effects(effects: tuple[g.Effect, ...]) -> Iterator[object]:
    """Yield the parts of effects that say under which conditions, how much and what, but not for whom."""
    for effect in effects:
        yield effect.when, effect.unless
        body = effect.body
        if isinstance(body, g.Become):
            yield body.value
        elif isinstance(body, g.Add):
            yield body.amount
        elif isinstance(body, g.MoveCards):
            yield body.cards
        else:
            yield body


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
            told = [name for name in game.yields_to(base[0].name) if name in source.covered]
            if ordered is not None and (not told or source.scope.part):
                yield _passed(base, ordered, source, others=bool(told))


def _holds_always(clause: g.Clause, source: Source) -> bool:
    free = not (clause.when or clause.unless or clause.under or source.game.yields_to(clause.name))
    return free and clause.name not in source.scope.part


def _is_case(clause: g.Clause, source: Source) -> bool:
    return bool(clause.when or clause.name in source.scope.part) and not clause.unless and not clause.under


def _only_part(base: Passing, ordered: list[Passing], scope: ProseScope) -> str | None:
    """Return the second part of the hand if all rules that override another belong to it, and that rule passes the turn to the
    next player, as the sentence about the first part states too.
    """
    following = base[1].player
    is_next = isinstance(following, g.Neighbour) and isinstance(following.player, g.Actor) and following.steps == 1
    found = {scope.part.get(clause.name) for clause, _ in ordered}
    return SECOND_PART if is_next and found == {SECOND_PART} else None


def _is_there(e: g.Expr, player: g.Expr) -> bool:
    """Return whether a condition is that there is a player."""
    denied = operands_of(e, "not")
    pair = operands_of(denied[0], "=") if denied else ()
    return player in pair and any(isinstance(one, g.Nobody) for one in pair)


def _passed(base: Passing, ordered: list[Passing], source: Source, *, others: bool) -> Composed:
    """Word a rule with those that override it.  If `others` that override it have another sentence, the rule does not apply
    *otherwise*: it is the order of the first part of the hand.
    """
    scope, lang = source.scope, source.scope.lang
    texts, before, left, lead = list[str](), list[g.Expr](), base[1].player, ""
    same = _only_part(base, ordered, scope) if len(ordered) > 1 and not others else None
    for clause, node in ordered:
        part = None if same is not None else scope.part.get(clause.name)
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
        in_all = same is not None or part is None
        before += [denied(e) for e in clause.when if len(conjuncts(*clause.when)) == 1 and in_all]
    last = lang.text("turn_passes_otherwise", x=sentences.turn_to(left, scope))
    names = (base[0].name, *(clause.name for clause, _ in ordered))
    if len(texts) == 1:
        text = lead + lang.text("turn_passes_cases", x=texts[0] if others else f"{texts[0]}, {last}")
        return Composed(names, finish_sentence(text, scope, of=base[0].span))
    lead = lang.text("turn_passes_to_first")
    lead = finish_sentence(lead if same is None else f"{lang.text(same)}, {lead}", scope, ":", of=base[0].span)
    steps = tuple(finish_sentence(one, scope, of=base[0].span) for one in (texts if others else (*texts, last)))
    return Composed(names, " ".join((lead, *steps)), steps=steps)
