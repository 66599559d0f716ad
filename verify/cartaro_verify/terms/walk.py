"""Looking through the checked game: what an expression, an effect or a clause mentions, and asks for."""

from __future__ import annotations

from collections.abc import Iterator

from cartaro_grammar import Clause, Game, parts
from cartaro_grammar import game as g


def mentions(node: object, *kinds: type) -> bool:
    """Whether a node of one of these kinds is anywhere inside."""
    return any(isinstance(part, kinds) for part in parts(node))


def reached(game: Game, node: object) -> Iterator[object]:
    """All parts of a node, and of every clause whose answer they ask for: definitions, headings, what permits an act or not."""
    todo, seen = [node], set[str]()
    while todo:
        for part in parts(todo.pop()):
            yield part
            asked = [c for c in game.standing if c.name not in seen and _answers(c, part)]
            seen.update(c.name for c in asked)
            todo += asked
            if isinstance(part, g.Can) and f"act {part.act}" not in seen:
                seen.add(f"act {part.act}")
                todo.append(tuple(p.domain for p in game.act[part.act].parameters))


def _answers(clause: Clause, part: object) -> bool:
    """Whether a part of an expression asks for what a clause says."""
    sentence = clause.sentence
    if isinstance(part, g.Apply):
        return isinstance(sentence, g.Definition) and sentence.function == part.function
    if isinstance(part, g.ScoreOf):
        return isinstance(sentence, g.Score)
    if isinstance(part, g.Can):
        return isinstance(sentence, g.Permission | g.Prohibition) and sentence.act == part.act
    return isinstance(part, g.Applies) and clause.name == part.clause
