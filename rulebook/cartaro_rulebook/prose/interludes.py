"""Moves that come before all others in the guide: whose turn it is under a condition, and what this player must do then.

A text says this with two rules: other moves are barred *when the dealer has a card to bury*, and the turn passes to the dealer
under the same condition.  Together they mean that the dealer must make one of the moves that are left.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from cartaro_grammar import TRUTH, conjuncts, operands_of, parts
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions, sentences
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import Composed, Source
from cartaro_rulebook.prose.expressions import FIRST_PART, ProseScope

MOST_MOVES = 3
"""The greatest number of moves that are listed if they can be made at other times too."""


@dataclass(frozen=True, slots=True)
class Interlude:
    """A prohibition and a rule for the next turn that have one condition, the player to whom the turn passes, the moves of the
    step that are left, and whether these are permitted only under the condition.
    """

    barring: g.Clause
    passing: g.Clause
    to: g.Expr
    acts: tuple[str, ...]
    apart: bool

    @property
    def names(self) -> tuple[str, ...]:
        return self.barring.name, self.passing.name

    def permits(self, game: g.Game) -> tuple[str, ...]:
        """Return the permissions that add nothing to the sentence: its moves, under its condition."""
        asked = set(conjuncts(*self.barring.when))
        found = [pair for act in self.acts for pair in game.permissions_of(act)] if self.apart else []
        plain = [c.name for c, node in found if set(conjuncts(*c.when)) == asked and _is_permission_alone(c, node)]
        return tuple(plain) if len(plain) == len(found) else ()


@dataclass(frozen=True, slots=True)
class Move:
    """A move of an order, with the conditions that do not follow from its place."""

    act: str
    when: tuple[g.Expr, ...]


@dataclass(frozen=True, slots=True)
class MovesInOrder:
    """The moves of an interlude that the player with a role makes in this order, each at most once, under some conditions on
    the hand, and the rules that take effect between them; `names` are the rules of the interlude.
    """

    role: g.Recall
    when: tuple[g.Expr, ...]
    steps: tuple[Move | tuple[str, ...], ...]
    names: tuple[str, ...]

    @property
    def acts(self) -> tuple[str, ...]:
        return tuple(step.act for step in self.steps if isinstance(step, Move))


def interludes(source: Source) -> Iterator[Composed]:
    """Yield a sentence for each interlude of which neither rule has another sentence."""
    for one in interludes_of(source.scope):
        if source.covered.isdisjoint(one.names):
            text = interlude_text(one, source.scope)
            names = (*one.names, *(name for name in one.permits(source.game) if name not in source.covered))
            yield Composed(names, finish_sentence(text, source.scope, of=one.barring.span))


def interlude_text(found: Interlude, scope: ProseScope, part: str = "") -> str:
    """Word whose turn it is, in some part of the hand, and what this player must do, or may not do yet."""
    lang, (_, step) = scope.lang, scope.naming.game.steps[0]
    case = sentences.cases(found.barring.when, (), scope).strip()
    before = act_before(found, scope)
    done = None if before is None else expressions.act_done_openly(before, scope)
    if done is not None:
        somebody = lang.forms.determined(scope.naming.kernel_noun("player"), "a")
        case, part = lang.text("after_done", somebody, do=done), ""
    case = f"{lang.text(part)}, {case}" if part else case
    barred = [act for act in step.acts if isinstance(node := found.barring.sentence, g.Prohibition) and act in node.acts]
    listed = found.apart or len(found.acts) <= MOST_MOVES
    do = moves_in_words(found.acts if listed else barred, scope)
    key = "guide_interlude" if isinstance(found.to, g.Recall | g.Neighbour) else "guide_interlude_of"
    key = key if found.apart or not _have_conditions(found, scope) else f"{key}_some"
    key = key if listed else "guide_interlude_barred"
    return lang.text(key, case=case, x=sentences.turn_to(found.to, scope), do=do)


def act_before(found: Interlude, scope: ProseScope) -> g.Act | None:
    """Return the act after which an interlude comes: its only condition is a flag of the table that only this act sets, that
    each of its own moves clears, and that nothing else reads.  If a hand has parts, the act ends the first one: else the first
    part goes on before the interlude.
    """
    game, asked = scope.naming.game, conjuncts(*found.barring.when)
    match asked:
        case (g.Recall(flag, None),) if game.cell[flag].kind == "flag" and found.apart:
            pass
        case _:
            return None
    readers = {c.name for c in game.clauses if any(isinstance(p, g.Recall) and p.cell == flag for p in parts(c))}
    setting = [act for act in game.acts if any(_gives(e, flag, value=True) for e in act.effects)]
    clearing = {act.name for act in game.acts if any(_gives(e, flag, value=False) for e in act.effects)}
    changes = [p for p in game.changes if p.cell.cell == flag]
    alone = len(setting) == 1 and len(changes) == 1 + len(clearing) and clearing == set(found.acts)
    known = {*found.names, *found.permits(game)}
    at_once = setting[0].name in scope.opening if scope.part and setting else not game.yields_to(found.passing.name)
    told = alone and at_once and readers <= known and setting[0].name not in clearing
    return setting[0] if told and expressions.act_done_openly(setting[0], scope) is not None else None


def flags_between(scope: ProseScope) -> frozenset[str]:
    """Return the flags that hold only between an act and the interlude that comes after it."""
    found = [(one, conjuncts(*one.barring.when)) for one in interludes_of(scope) if act_before(one, scope) is not None]
    return frozenset(e.cell for _, asked in found for e in asked if isinstance(e, g.Recall))


def _gives(effect: g.Effect, flag: str, *, value: bool) -> bool:
    """Return whether an effect always gives a flag of the table a value."""
    match effect:
        case g.Effect(g.Become(g.Recall(cell, None), g.Truth(to)), None, (), ()):
            return cell == flag and to == value
        case _:
            return False


def _have_conditions(found: Interlude, scope: ProseScope) -> bool:
    """Return whether some of the moves have conditions apart from those under which they come first."""
    asked = set(conjuncts(*found.barring.when))
    permits = (clause for act in found.acts for clause, _ in scope.naming.game.permissions_of(act))
    return any(not set(conjuncts(*clause.when)) <= asked for clause in permits)


def interludes_of(scope: ProseScope) -> Iterator[Interlude]:
    """Yield the interludes of a game, whose rules do not repeat to which part of a hand they belong."""
    game = scope.naming.game
    passes = [(c, c.sentence) for c in game.clauses if isinstance(c.sentence, g.Passes) and _is_plain(c, scope)]
    bars = [(c, c.sentence) for c in game.clauses if isinstance(c.sentence, g.Prohibition) and _is_plain(c, scope)]
    steps = [step for _, step in game.steps]
    for passing, node in passes if len(steps) == 1 else ():
        asked = set(conjuncts(*passing.when))
        for barring, barred in bars:
            whole = isinstance(barred.subject, g.Actor) and all(_bars_whole(barred, act, game) for act in barred.acts)
            if set(conjuncts(*barring.when)) != asked or not whole:
                continue
            acts = tuple(act for act in steps[0].acts if act not in barred.acts and _is_left(act, asked, scope))
            permits = [clause for act in acts for clause, _ in game.permissions_of(act)]
            apart = steps[0].must and all(asked <= set(conjuncts(*clause.when)) for clause in permits)
            if acts:
                yield Interlude(barring, passing, node.player, acts, apart)


def _is_permission_alone(clause: g.Clause, node: g.Permission) -> bool:
    return isinstance(node.subject, g.Actor) and not (clause.unless or clause.despite or clause.under or node.lifts)


def _is_plain(clause: g.Clause, scope: ProseScope) -> bool:
    """Return whether a rule that overrides another depends only on conditions that are the same for every player.  It does not
    belong to the first part of a hand, and only rules of that part override it.
    """
    overriding = {name for name in scope.naming.game.yields_to(clause.name) if scope.part.get(name) != FIRST_PART}
    free = not (clause.unless or clause.under or overriding) and scope.part.get(clause.name) != FIRST_PART
    return free and bool(clause.when) and bool(clause.despite) and not any(isinstance(p, g.Actor) for p in parts(clause.when))


def _bars_whole(node: g.Prohibition, act: str, game: g.Game) -> bool:
    """Return whether a prohibition bars an act by whatever permission."""
    return {clause.name for clause, _ in game.permissions_of(act)} <= set(node.bars)


def _is_left(act: str, asked: set[g.Expr], scope: ProseScope) -> bool:
    """Return whether some permission of an act may apply under the condition, and not only in the first part of the hand."""
    permits = [clause for clause, _ in scope.naming.game.permissions_of(act)]
    later = [clause for clause in permits if scope.part.get(clause.name) != FIRST_PART]
    return any(not any(denied(e) in conjuncts(*clause.when) for e in asked) for clause in later)


def denied(e: g.Expr) -> g.Expr:
    """Return the opposite of a condition."""
    inside = operands_of(e, "not")
    return inside[0] if inside else g.Operation("not", (e,), TRUTH, e.span)


def moves_in_words(acts: Collection[str], scope: ProseScope, word: str = "or") -> str:
    """Word some moves, with the numbers of cards that the only permission of each asks for."""
    texts = list[str]()
    for act in (scope.naming.game.act[name] for name in acts):
        permits = scope.naming.game.permissions_of(act.name)
        when = permits[0][0].when if len(permits) == 1 else ()
        texts.append(expressions.open_act(act, scope, expressions.argument_details(act, when, scope)))
    return scope.lang.series(texts, word)
