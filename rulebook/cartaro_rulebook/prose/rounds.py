"""Counters of passes as rounds of the table: *in the first round* instead of *when there are fewer than four passes*.

An author counts how often a move of the first part of a hand was made. If every other move ends that part, and the turn goes
round the table, the number of passes gives the number of rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cartaro_grammar import conjuncts, parts
from cartaro_grammar import game as g
from cartaro_rulebook.prose.stages import Stages, goes_round, sets_to_end


def rounds(game: g.Game, found: Stages) -> Mapping[str, int]:
    """Return the counters of the rounds of the first part of a hand, with the number of turns of a round."""
    seats = game.ruleset.player_counts
    if len(seats) != 1 or game.with_sentence(g.TakesPart) or not goes_round(game, found):
        return {}
    counters = (cell.name for cell in game.cells if cell.kind == "counter" and cell.owner == "table" and cell.initial is None)
    return {name: seats[0] for name in counters if _counts_turns(name, game, found)}


def _counts_turns(counter: str, game: g.Game, found: Stages) -> bool:
    """Return whether a counter is one more after each turn that does not end the first part, and only rules of this part read
    it.
    """
    changes = [p for p in game.changes if p.cell.cell == counter]
    counted = [act for act in found.first if _adds_one(counter, act, game)]
    others = [game.act[act] for act in found.first if act not in counted]
    ending = all(any(sets_to_end(effect, found.condition) for effect in act.effects) for act in others)
    if game.cell[counter].period != "hand" or len(changes) != 1 or len(counted) != 1 or not ending:
        return False
    readers = [clause for clause in game.clauses if any(map(_reads(counter), parts(clause)))]
    elsewhere = any(_reads(counter)(p) for act in game.acts if act.name not in counted for p in parts(act))
    return not elsewhere and all(
        _is_of_part(clause, found) and not _asks_for_one_turn(clause, counter, game) for clause in readers
    )


def _reads(counter: str) -> Callable[[object], bool]:
    return lambda part: isinstance(part, g.Recall) and part.cell == counter


def _asks_for_one_turn(clause: g.Clause, counter: str, game: g.Game) -> bool:
    """Return whether a rule asks for one number other than that before the last turn of a round, but does not follow a turn."""
    if isinstance(clause.sentence, g.Consequence):
        return False
    pairs = [p.operands for p in parts(clause) if isinstance(p, g.Operation) and p.operator == "="]
    numbers = [one.value for pair in pairs if any(map(_reads(counter), pair)) for one in pair if isinstance(one, g.Number)]
    return any((number + 1) % game.ruleset.player_counts[0] for number in numbers)


def _adds_one(counter: str, act: str, game: g.Game) -> bool:
    """Return whether an act always adds one to a counter, by its own effect or by a rule that follows it."""
    own = list(game.act[act].effects)
    own += [e for c in game.consequences("after", act) if not c.when and not c.unless for e in c.effects]
    return any(_is_one_more(effect, counter) for effect in own)


def _is_one_more(effect: g.Effect, counter: str) -> bool:
    match effect:
        case g.Effect(g.Add(g.Recall(cell, None), g.Number(1)), None, (), ()):
            return cell == counter
        case _:
            return False


def _is_of_part(clause: g.Clause, found: Stages) -> bool:
    """Return whether a rule applies only in the first part of a hand, or right after one of its moves."""
    node = clause.sentence
    if isinstance(node, g.Permission):
        return node.act in found.first
    if isinstance(node, g.Prohibition):
        return set(node.acts) <= set(found.first)
    after = isinstance(node, g.Consequence) and node.event[0] == "after" and node.event[1] in found.first
    return after or found.condition in conjuncts(*clause.when)
