"""The form of a game. It leaves out names of clauses and bound variables, words for readers, places in the text, and any order
of clauses that has no meaning (decision 0041).

Each clause gets a unique label that is made from its content. Two games whose forms are equal have the same meaning: the labels
are a one-to-one renaming of clauses under which both games are identical. The reverse does not hold.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import TypeVar, cast

from cartaro_grammar.model import game as g

ROUNDS = 3
"""The number of times that labels are built again from the labels of the clauses that a clause names."""
UNREAD = frozenset({"names", "cites", "article", "home", "ours", "says", "under", "despite"})
"""The fields of clauses, acts, zones and cells that the form leaves out or includes elsewhere."""

Names = Mapping[str, str]
T = TypeVar("T")


def normal_form(game: g.Game) -> tuple[str, ...]:
    """Return the form of a game without open options, part by part."""
    label = _labels(game)
    deck = game.deck
    held = [
        f"players {game.players} {game.side_of}",
        *(f"card {_written(card, label)}" for card in deck.cards),
        *(f"attribute {attribute.name} {tuple(value.name for value in attribute.values)}" for attribute in deck.attributes),
        *(f"measure {measure.name} {measure.values}" for measure in deck.measures),
        *(f"reading {label[one.clause]} {one.cards} {one.settings}" for one in deck.readings if one.clause in label),
        *sorted(f"zone {_written(zone, label)}" for zone in game.zones),
        *sorted(f"cell {_written(cell, label)}" for cell in game.cells if not cell.annex),
        *sorted(f"act {_written(act, label)}" for act in game.acts),
    ]
    clauses = tuple(clause for clause in game.clauses if _counts(clause))
    over = sorted(f"despite {label[c.name]} {sorted(label[n] for n in game.yields_to(c.name) if n in label)}" for c in clauses)
    lines = sorted(f"clause {label[clause.name]} {_written(clause, label)}" for clause in clauses)
    order = (clause for clause in clauses if isinstance(clause.sentence, g.Consequence | g.Step))
    courses = dict[str, list[str]]()
    for clause in order:
        event = clause.sentence.event if isinstance(clause.sentence, g.Consequence) else ("step", "")
        courses.setdefault(" ".join(event), []).append(label[clause.name])
    return (*held, *lines, *over, *sorted(f"course {event} {names}" for event, names in courses.items()))


def same_form(game: g.Game, other: g.Game) -> bool:
    """Return whether two games have the same form, and therefore the same meaning."""
    return normal_form(game) == normal_form(other)


def form_of(condition: g.Expr, clauses: Iterable[g.Clause]) -> str:
    """Return a condition of a game with these clauses as text. Conditions that differ only in bound variables have the same
    text.
    """
    return _written(condition, {clause.name: clause.name for clause in clauses})


def spoken_names(game: g.Game) -> frozenset[str]:
    """Return every name, and every other word, in the rules of a game."""
    rules = (game.deck, game.zones, game.cells, game.acts, game.functions, game.clauses)
    return words_of(rules)


def words_of(node: object) -> frozenset[str]:
    """Return every name and every other word in a part of a game."""
    return frozenset(_strings(node))


def _strings(node: object) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, tuple | frozenset):
        for each in cast("Iterable[object]", node):
            yield from _strings(each)
    elif is_dataclass(node) and not isinstance(node, type):
        for field in fields(node):
            if field.compare:
                yield from _strings(getattr(node, field.name))


def with_names(node: T, names: Names) -> T:
    """Return a game, or a part of one, with some names exchanged for others."""
    return cast("T", _with_names(node, names)) if names else node


def _with_names(node: object, names: Names) -> object:
    if isinstance(node, str):
        return names.get(node, node)
    if isinstance(node, tuple):
        return tuple(_with_names(each, names) for each in cast("tuple[object, ...]", node))
    if isinstance(node, frozenset):
        return frozenset(_with_names(each, names) for each in cast("frozenset[object]", node))
    if is_dataclass(node) and not isinstance(node, type):
        read = {field.name: getattr(node, field.name) for field in fields(node) if field.compare}
        return replace(node, **{name: _with_names(value, names) for name, value in read.items()})
    return node


def _counts(clause: g.Clause) -> bool:
    """Return whether a clause is a rule of play, and not about conduct or in an annex."""
    return not isinstance(clause.sentence, g.Conduct) and not clause.annex


def _labels(game: g.Game) -> dict[str, str]:
    """Return a unique label for each clause except clauses about conduct."""
    clauses = [clause for clause in game.clauses if _counts(clause)]
    label = {clause.name: "?" for clause in clauses}
    for _ in range(ROUNDS):
        raw = {
            clause.name: f"{_written(clause, label)} {sorted(label[name] for name in clause.despite if name in label)}"
            for clause in clauses
        }
        label = {name: hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16] for name, text in raw.items()}
    met = Counter[str]()
    for name, text in label.items():
        met[text] += 1
        label[name] = f"{text}.{met[text]}"
    return label


# ------------------------------------------------------------------------- parts


def _written(node: object, label: Names, local: Names | None = None) -> str:
    """Return a part of a game as text, with labels for the names of clauses and numbers for bound variables."""
    bound = local or {}

    def within(part: object, names: Names = bound) -> str:
        return _written(part, label, names)

    def listed(names: tuple[str, ...]) -> str:
        return f"{sorted(label[name] for name in names if name in label)}"

    def under(*names: str) -> dict[str, str]:
        free = 1 + max((int(number[1:]) for number in bound.values()), default=-1)
        return {**bound, **{name: f"#{free + n}" for n, name in enumerate(names)}}

    match node:
        case g.Local(name=name):
            return f"Local({bound.get(name, name)},{within(node.type)})"
        case g.Where() | g.Quantified() | g.Total() | g.OverSets() | g.Select():
            inner, of = under(node.variable), "cards" if isinstance(node, g.OverSets) else "members"
            rest = (f.name for f in fields(node) if f.compare and f.name not in ("variable", of))
            others = ",".join(within(getattr(node, name), inner) for name in rest)
            return f"{type(node).__name__}({within(getattr(node, of))};{others})"
        case g.Splits():
            spare = "None" if node.spare is None else within(node.spare)
            return f"Splits({within(node.cards)};{spare};{within(node.kind, under(node.variable))})"
        case g.Can():
            free = {name for pair in node.free for name in pair}
            inner = {name: value for name, value in bound.items() if name not in free}
            by = None if node.by is None else label.get(node.by, "-")
            given = ",".join(f"{name}={within(value)}" for name, value in node.given)
            return f"Can({node.act},{within(node.actor)},{by},{given},{node.free},{within(node.where, inner)})"
        case g.Applies(clause=name):
            return f"Applies({label.get(name, '-')})"
        case g.Repeat(clause=name):
            return f"Repeat({label.get(name, '-')})"
        case g.ScoreOf(heading=heading):
            return f"ScoreOf({None if heading is None else label.get(heading, '-')},{within(node.side)},{within(node.type)})"
        case g.Permission():
            return f"Permission({node.act},{within(node.subject)},{bool(node.lifts)},{listed(node.lifts)})"
        case g.Prohibition():
            return f"Prohibition({sorted(node.acts)},{within(node.subject)},{listed(node.bars)})"
        case g.Breach():
            due = within(node.due)
            return f"Breach({label.get(node.prohibition, '-')},{node.noticed},{node.remedy},{due})"
        case g.Clause(sentence=g.Definition() as defined):
            inner = under(*defined.parameters)
            case_ = f"{within(node.when, inner)},{within(node.unless, inner)}"
            return f"Definition({defined.function},{len(defined.parameters)},{within(defined.value, inner)},{case_})"
        case tuple():
            return f"({','.join(map(within, cast('tuple[object, ...]', node)))})"
        case Enum():
            raise TypeError(type(node))
        case str() | int() | None:
            return repr(node)
        case _ if is_dataclass(node) and not isinstance(node, type):
            kept = (f.name for f in fields(node) if f.compare and _read(node, f.name))
            return f"{type(node).__name__}({','.join(f'{name}={within(getattr(node, name))}' for name in kept)})"
        case _:
            raise TypeError(type(node))


def _read(node: object, name: str) -> bool:
    """Return whether a field is part of the form."""
    if name == "name":
        return not isinstance(node, g.Clause)
    return name not in UNREAD
