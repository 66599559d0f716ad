"""The situations of a turn in the guide: who is on the move in each, and which moves are open then (decision 0159).

A text decides whose turn is next by one set of rules, and which moves a player has by another, and both repeat the same
conditions: the turn passes to the defender *when there is a card to beat*, and the defender may beat it *when there is a card
to beat*.  Here each rule for the next turn is a situation.  Its condition is stated once, with the player and the moves that
are open in it, and the rules about these moves lose the conditions that follow from it.

The condition of a rule for the next turn holds when the next player moves, because nothing happens in between.  So the rules
are read in this way only if a turn is a single move, nothing happens when a turn begins, and the first turn of a hand
certainly belongs to the situation of the player who begins.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace

from cartaro_grammar import conjuncts, default, operands_of, parts
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions, sentences
from cartaro_rulebook.prose.clauses import finish_sentence
from cartaro_rulebook.prose.composed import Composed, exceptions_first
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.prose.interludes import denied
from cartaro_rulebook.prose.permissions import free_parts
from cartaro_rulebook.prose.stages import Beginning

Permitted = tuple[g.Clause, g.Permission]


@dataclass(frozen=True, slots=True)
class Situation:
    """A rule for the next turn, its condition if no rule before it applies, the conditions that hold when it applies, and the
    permissions that may apply then.
    """

    passing: g.Clause
    player: g.Expr
    asked: tuple[g.Expr, ...]
    known: tuple[g.Expr, ...]
    open: tuple[Permitted, ...]

    @property
    def acts(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(node.act for _, node in self.open))

    def holds(self, e: g.Expr) -> bool | None:
        """Return whether a condition about the player on the move certainly holds, or certainly does not."""
        return _holds(e, self.known, self.player)

    def left(self, clause: g.Clause) -> tuple[g.Expr, ...]:
        """Return the conditions of a rule that do not follow from the situation."""
        return tuple(e for e in conjuncts(*clause.when) if self.holds(e) is not True)


def with_situations(scope: ProseScope, mentioned: Container[str]) -> tuple[ProseScope, tuple[Composed, ...]]:
    """Return the scope of a game whose rules do not repeat the situations of a turn, and the sentence about these; the same
    scope and no sentence if the rules show none.
    """
    found = situations_of(scope.naming.game, mentioned)
    if not found:
        return scope, ()
    told = [clause for one in found for clause, _ in one.open if _is_told(clause, found, scope.naming.game)]
    barred = list(_barred_elsewhere(found, scope.naming.game))
    names = [clause.name for clause in (*told, *barred)]
    if any(name in mentioned for name in names):
        return scope, ()
    clauses = tuple(_shorter(clause, found, names) for clause in scope.naming.game.clauses)
    movers = dict[str, g.Expr]()
    for act in dict.fromkeys(act for one in found for act in one.acts):
        where = _where_open(act, found)
        if isinstance(where[0].player, g.Recall) and all(one.player == where[0].player for one in where):
            movers[act] = where[0].player
    naming = replace(scope.naming, game=replace(scope.naming.game, clauses=clauses))
    return replace(scope, naming=naming, movers=movers), (_in_words(found, names, scope),)


def situations_of(game: g.Game, mentioned: Container[str]) -> tuple[Situation, ...]:
    """Return the situations of a turn, the last without a condition of its own; none if the rules do not show that they differ
    in their moves.
    """
    passing = [(c, node) for c, node in game.with_sentence(g.Passes)]
    ordered = _in_order(passing, game)
    if len(game.steps) != 1 or ordered is None or any(c.name in mentioned for c, _ in passing):
        return ()
    ((clause, step),) = game.steps
    plain = step.must and not step.often and isinstance(step.actor, g.Actor)
    if not plain or clause.name in mentioned or clause.when or clause.unless or game.consequences("start", "turn"):
        return ()
    found = tuple(_situations(ordered, step, game))
    differ = len({one.acts for one in found}) > 1 and all(one.open for one in found)
    return found if differ and _begins_in_one(found, game) else ()


def _in_order(passing: list[tuple[g.Clause, g.Passes]], game: g.Game) -> list[tuple[g.Clause, g.Passes]] | None:
    """Return the rules for the next turn, each before the rules that it overrides, if they are the cases of one question."""
    last = [one for one in passing if not one[0].when]
    if len(passing) < 2 or len(last) != 1 or any(c.unless or c.under for c, _ in passing):
        return None
    if {c.name for c, _ in passing if c.when} != set(game.yields_to(last[0][0].name)):
        return None
    return exceptions_first(passing, game)


def _situations(ordered: list[tuple[g.Clause, g.Passes]], step: g.Step, game: g.Game) -> Iterator[Situation]:
    before = list[tuple[g.Expr, ...]]()
    for clause, node in ordered:
        asked = conjuncts(*clause.when)
        told = asked
        known = [e for e in asked if _is_lasting(e, game)]
        for other in before:
            doubtful = [e for e in other if not (_is_lasting(e, game) and _holds(e, known, node.player))]
            if len(doubtful) == 1 and _is_lasting(doubtful[0], game):
                known.append(denied(doubtful[0]))
            if len(other) == 1:
                told = tuple(e for e in told if e != denied(other[0]))
        before.append(asked)
        rows = [pair for act in step.acts for pair in game.permissions_of(act)]
        bare = Situation(clause, node.player, told, tuple(known), ())
        left = [pair for pair in rows if _may_apply(pair, bare, game)]
        common = [e for e in bare.left(left[0][0]) if all(e in bare.left(c) for c, _ in left)] if left else []
        # A player who is on the move has a move, or play would stop: all moves ask for this, so it holds.
        common = [e for e in common if not any(isinstance(p, g.Local) for p in free_parts(e))]
        yield replace(bare, known=(*known, *common), open=tuple(left))


def _is_lasting(e: g.Expr, game: g.Game) -> bool:
    """Return whether a condition is not about the player whose turn ends, and reads nothing that ends with the turn."""
    cells = [p for p in parts(e) if isinstance(p, g.Recall)]
    return not any(isinstance(p, g.Actor) for p in parts(e)) and all(game.cell[p.cell].period != "turn" for p in cells)


def _holds(e: g.Expr, known: Container[g.Expr], player: g.Expr) -> bool | None:
    """Return whether a condition certainly holds, or certainly does not, if others are `known`; `player` is on the move."""
    if e in known:
        return True
    if denied(e) in known:
        return False
    inside = operands_of(e, "not")
    if inside:
        found = _holds(inside[0], known, player)
        return None if found is None else not found
    match e:
        case g.Operation("and" | "or", operands):
            each = [_holds(one, known, player) for one in operands]
            decisive = e.operator == "or"
            return decisive if decisive in each else None if None in each else not decisive
        case g.Operation("=", (first, second)) if isinstance(first, g.Actor) or isinstance(second, g.Actor):
            return True if player in (first, second) and isinstance(player, g.Recall) else None
        case _:
            return default(e, None)


def _may_apply(pair: Permitted, situation: Situation, game: g.Game) -> bool:
    """Return whether a permission may apply in a situation."""
    clause, node = pair
    if any(situation.holds(e) is False for e in conjuncts(*clause.when)):
        return False
    return not any(clause.name in barred.bars and _always_bars(c, situation, game) for c, barred in _bars(node.act, game))


def _bars(act: str, game: g.Game) -> Iterator[tuple[g.Clause, g.Prohibition]]:
    rows = game.with_sentence(g.Prohibition)
    return ((c, node) for c, node in rows if act in node.acts and isinstance(node.subject, g.Actor))


def _always_bars(clause: g.Clause, situation: Situation, game: g.Game) -> bool:
    free = not (clause.unless or clause.under or game.yields_to(clause.name))
    return free and all(situation.holds(e) is True for e in conjuncts(*clause.when))


def _begins_in_one(found: tuple[Situation, ...], game: g.Game) -> bool:
    """Return whether the first turn of a hand certainly belongs to one of the situations, with its player."""
    begins = game.with_sentence(g.Begins)
    beginning = Beginning(game)
    if len(begins) != 1 or begins[0][0].when or begins[0][0].unless:
        return False
    for one in found:
        asked = [beginning.holds(e) for e in conjuncts(*one.passing.when)]
        if all(known is True for known in asked):
            return one.player == begins[0][1].player
        if False not in asked:
            return False
    return False


# ------------------------------------------------------------------------------------------------ the rules that are left


def _where_open(act: str, found: tuple[Situation, ...]) -> list[Situation]:
    return [one for one in found if act in one.acts]


def _is_told(clause: g.Clause, found: tuple[Situation, ...], game: g.Game) -> bool:
    """Return whether the sentence about the situations states the whole permission."""
    node = clause.sentence
    assert isinstance(node, g.Permission)
    own = [one for one in found if any(c == clause for c, _ in one.open)]
    plain = isinstance(node.subject, g.Actor) and not (clause.unless or clause.despite or clause.under or node.lifts)
    return plain and all(_case(node.act, one) is not None for one in own)


def _case(act: str, situation: Situation) -> tuple[g.Expr, ...] | None:
    """Return the conditions of an act that the sentence about its situation adds; None if a sentence of its own has them: the
    act has several permissions, or another act of the situation has conditions too.
    """
    rows = [clause for clause, node in situation.open if node.act == act]
    left = situation.left(rows[0])
    if any(not situation.left(clause) for clause in rows):
        return ()
    if len(rows) > 1:
        return None
    others = [one for one in situation.acts if one != act]
    plain = all(any(not situation.left(c) for c, node in situation.open if node.act == one) for one in others)
    return left if plain and others else None


def _barred_elsewhere(found: tuple[Situation, ...], game: g.Game) -> Iterator[g.Clause]:
    """Yield the prohibitions that only bar moves in situations in which the sentence does not list them."""
    for clause, node in game.with_sentence(g.Prohibition):
        if isinstance(node.subject, g.Actor) and not (clause.unless or clause.under or game.yields_to(clause.name)):
            asked = [{one.holds(e) for e in conjuncts(*clause.when)} for act in node.acts for one in _where_open(act, found)]
            if clause.when and all(False in known for known in asked):
                yield clause


def _shorter(clause: g.Clause, found: tuple[Situation, ...], told: Container[str]) -> g.Clause:
    """Return a permission without the conditions that hold in all situations in which its act is open.  Conditions that hold
    if the permission applies are left out if other conditions still exclude the other situations.
    """
    node = clause.sentence
    if not isinstance(node, g.Permission) or clause.name in told:
        return clause
    where = _where_open(node.act, found)
    own = [one for one in where if any(c == clause for c, _ in one.open)]
    kept = list(conjuncts(*clause.when))
    for e in kept[::-1]:
        rest = [other for other in kept if other is not e]
        excluded = all(any(one.holds(other) is False for other in rest) for one in where if one not in own)
        if own and excluded and not _names_role(e) and all(one.holds(e) is True for one in own):
            kept = rest
    return replace(clause, when=tuple(kept))


def _names_role(e: g.Expr) -> bool:
    """Return whether a condition asks who is on the move: the sentence then names this player."""
    return any(isinstance(one, g.Actor) for one in operands_of(e, "="))


# ------------------------------------------------------------------------------------------------ in words


def _in_words(found: tuple[Situation, ...], told: list[str], scope: ProseScope) -> Composed:
    lang, game = scope.lang, scope.naming.game
    ((clause, step),) = game.steps
    texts = list[str]()
    for one in found:
        when = one.asked
        case = sentences.cases(when, (), scope).strip()
        acts = sorted((act for act in step.acts if act in one.acts), key=lambda act: bool(_case(act, one)))
        do = lang.series([_move(act, one, scope, acts) for act in acts], "or")
        relative = isinstance(one.player, g.Recall | g.Neighbour | g.Actor)
        key = "guide_situation" + ("" if when else "_otherwise") + ("_who" if relative else "")
        texts.append(lang.text(key, case=case, x=sentences.turn_to(one.player, scope), do=do))
    lead = finish_sentence(lang.text("guide_situations"), scope, ":", of=clause.span)
    steps = tuple(finish_sentence(text, scope, of=clause.span) for text in texts)
    names = dict.fromkeys((clause.name, *(one.passing.name for one in found), *told))
    return Composed(tuple(names), " ".join((lead, *steps)), steps=steps)


def _move(name: str, situation: Situation, scope: ProseScope, moves: Sequence[str]) -> str:
    """Word one of the moves of a situation, with its conditions if no sentence of its own has them: *attack with a card that is
    of the same rank as a card of the bout*.
    """
    act = scope.naming.game.act[name]
    known = expressions.argument_details(act, _case(name, situation) or (), scope)
    inner = expressions.act_scope(name, scope).with_salient(g.Actor(situation.player.type, act.span))
    parameter = sentences.own_card(act)
    of_card = [e for e in known.left if parameter is not None and _is_about(e, parameter)]
    left = tuple(e for e in known.left if e not in of_card)
    case = sentences.cases(left, (), inner.with_topic(*known.topic) if known.topic is not None else inner).strip()
    move = expressions.open_act(act, scope, known)
    if parameter is not None and of_card:
        card = sentences.a_card(parameter.name, expressions.all_of(of_card), inner)
        move = expressions.act_text(act, {parameter.name: card}, scope)
    key = "latter_in_case" if len(moves) == 2 and name == moves[1] else "move_in_case"
    return scope.lang.text(key, case=case, do=move) if case else move


def _is_about(e: g.Expr, parameter: g.Parameter) -> bool:
    """Return whether a condition on the only card of an act reads nothing else that the player chooses, and no counter."""
    found = [*free_parts(e)]
    return any(isinstance(p, g.Local) and p.name == parameter.name for p in found) and not any(
        isinstance(p, g.Recall | g.Actor | g.Apply) for p in parts(e)
    )
