"""Who laid a group of cards, in the guide (decision 0135).

The groups on the table belong to nobody in the language, so an author of a game for two sides marks the cards that one of them
lays, and defines whose a group is by this mark: *it has a marked card if and only if the side is the marked one*.  A player
only reads that a side has laid it.  The marks and the role of the marked side are then memory that no other rule mentions.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace

from cartaro_grammar import conjuncts, default, disjuncts, operands_of, parts, rewrite
from cartaro_grammar import game as g
from cartaro_rulebook.prose.expressions import all_of, has_two_sides


@dataclass(frozen=True, slots=True)
class Owned:
    """A word that states which side laid a group: its clause, the mark of the cards, and the side whose cards have it."""

    function: str
    clause: str
    mark: str
    side: g.Expr


def owners_of_groups(game: g.Game, mentioned: Container[str]) -> tuple[g.Game, frozenset[str]]:
    """Return the game without the definitions that only state which side laid a group, and their words."""
    found = words_of_owners(game, mentioned)
    dropped = {one.clause for one in found}
    left = tuple(clause for clause in game.clauses if clause.name not in dropped)
    return (replace(game, clauses=left) if found else game), frozenset(one.function for one in found)


def words_of_owners(game: g.Game, mentioned: Container[str]) -> tuple[Owned, ...]:
    """Return the words that state which side laid a group."""
    marks = any(cell.kind == "mark" for cell in game.cells)
    return tuple(_owners(game, mentioned)) if marks and has_two_sides(game) else ()


def _owners(game: g.Game, mentioned: Container[str]) -> Iterator[Owned]:
    for function in game.functions:
        match game.definitions_of(function.name):
            case ((clause, node),) if not (clause.when or clause.unless or clause.despite or clause.name in mentioned):
                pass
            case _:
                continue
        if len(node.parameters) != 2 or function.parameters[1].kind != "side":
            continue
        found = _mark_and_side(node)
        if found is not None and _marks_what_a_side_lays(*found, game) and _stays_with_one_side(function.name, game):
            yield Owned(function.name, clause.name, *found)


def _mark_and_side(node: g.Definition) -> tuple[str, g.Expr] | None:
    """Return a mark and a side, if a definition states that a group has marked cards if and only if a side is that side."""
    alternatives = [[_atom(e, node) for e in conjuncts(one)] for one in disjuncts(node.value)]
    if len(alternatives) != 2 or any(len(one) != 2 or None in one for one in alternatives):
        return None
    signs = set[tuple[bool, ...]]()
    things = set[str | g.Expr]()
    for one in alternatives:
        known = {isinstance(atom[0], str): atom for atom in one if atom is not None}
        if set(known) != {True, False}:
            return None
        signs.add((known[True][1], known[False][1]))
        things |= {known[True][0], known[False][0]}
    marks, sides = [x for x in things if isinstance(x, str)], [x for x in things if not isinstance(x, str)]
    both = signs == {(True, True), (False, False)}
    return (marks[0], sides[0]) if both and len(marks) == len(sides) == 1 else None


def _atom(e: g.Expr, node: g.Definition) -> tuple[str | g.Expr, bool] | None:
    """Return a mark that some cards of the group have, or a side that is the one asked for, and whether the condition holds
    then; None for any other condition.
    """
    denied = operands_of(e, "not")
    if denied:
        inner = _atom(denied[0], node)
        return None if inner is None else (inner[0], not inner[1])
    group, side = node.parameters
    match e:
        case g.Operation("<", (g.Number(0), g.Size(g.Where() as members))):
            mark = _marked(members.condition, members.variable, members.members, group)
            return None if mark is None else (mark, True)
        case g.Operation("=", (g.Size(g.Where() as members), g.Number(0))):
            mark = _marked(members.condition, members.variable, members.members, group)
            return None if mark is None else (mark, False)
        case g.Quantified("some" | "no", variable, members, condition):
            mark = _marked(condition, variable, members, group)
            return None if mark is None else (mark, e.quantifier == "some")
        case g.Operation("=", pair):
            asked = [one for one in pair if isinstance(one, g.Local) and one.name == side]
            others = [one for one in pair if isinstance(one, g.Recall | g.SideOf)]
            return (others[0], True) if len(asked) == len(others) == 1 else None
        case _:
            return default(e, None)


def _marked(condition: g.Expr, variable: str, members: g.Expr, group: str) -> str | None:
    match condition:
        case g.Operation("in", (g.Local(card), g.Recall(mark, None))) if card == variable:
            return mark if isinstance(members, g.Local) and members.name == group else None
        case _:
            return default(condition, None)


def _marks_what_a_side_lays(mark: str, side: g.Expr, game: g.Game) -> bool:
    """Return whether exactly the cards that the players of a side lay get a mark, and the side stays the same in a hand."""
    roles = {part.cell for part in parts(side) if isinstance(part, g.Recall)}
    if game.cell[mark].period != "hand" or any(_changes_in_play(clause, roles) for clause in game.clauses):
        return False
    if any(isinstance(e.body, g.Become) and e.body.cell.cell in roles for act in game.acts for e in act.effects):
        return False
    laying = {act.name: laid for act in game.acts if (laid := _laid(act)) is not None}
    marking = [c for c in game.clauses for e in c.effects if isinstance(e.body, g.MarkAs) and e.body.mark == mark]
    within = any(isinstance(e.body, g.MarkAs) and e.body.mark == mark for act in game.acts for e in act.effects)
    acts = [c.sentence.event[1] for c in marking if isinstance(c.sentence, g.Consequence)]
    return not within and sorted(acts) == sorted(laying) and all(_marks(c, side, laying) for c in marking)


def _changes_in_play(clause: g.Clause, roles: Container[str]) -> bool:
    """Return whether a clause changes a role after the hand has begun and before it ends."""
    event = clause.sentence.event if isinstance(clause.sentence, g.Consequence) else ("", "")
    between = event == ("start", "hand") or event[1] == "match" or (event[0] in ("count", "end") and event[1] == "hand")
    return not between and any(isinstance(e.body, g.Become) and e.body.cell.cell in roles for e in clause.effects)


def _laid(act: g.Act) -> tuple[g.Expr, ...] | None:
    """Return the cards that an act lays as a group, or adds to one; None if it does neither."""
    groups = {one.name for one in act.parameters if one.type.kind == "group"}
    for effect in act.effects:
        match (effect.body,):
            case (g.Form(_, cards),):
                return (cards,)
            case (g.MoveCards(cards, g.Local(name)),) if name in groups:
                return cards
            case _:
                pass
    return None


def _marks(clause: g.Clause, side: g.Expr, laying: dict[str, tuple[g.Expr, ...]]) -> bool:
    """Return whether a clause marks the cards that an act lays, whenever a player of a side does it."""
    match clause:
        case g.Clause(
            sentence=g.Consequence(("after", act), (g.Effect(g.MarkAs(cards), None, (), ()),)),
            when=(when,),
            unless=(),
            despite=(),
        ):
            pair = operands_of(when, "=")
            own = any(isinstance(one, g.SideOf) and isinstance(one.player, g.Actor) for one in pair)
            return own and side in pair and act in laying and cards == laying[act]
        case _:
            return False


def _stays_with_one_side(function: str, game: g.Game) -> bool:
    """Return whether no player may add cards to a group that their side has not laid."""
    for act in game.acts:
        groups = [one for one in act.parameters if one.type.kind == "group"]
        if _laid(act) is None or not groups:
            continue
        barring = [c for c in game.clauses if isinstance(c.sentence, g.Prohibition) and act.name in c.sentence.acts]
        permits = {c.name for c, _ in game.permissions_of(act.name)}
        if not any(
            isinstance(c.sentence, g.Prohibition)
            and permits <= set(c.sentence.bars)
            and not c.unless
            and not game.yields_to(c.name)
            and _asks_for_own(c.when, function, groups[0].name)
            for c in barring
        ):
            return False
    return True


def _asks_for_own(when: tuple[g.Expr, ...], function: str, group: str) -> bool:
    """Return whether a condition is that the player's side has not laid a group."""
    match when:
        case (g.Operation("not", (g.Apply(name, (g.Local(of), g.SideOf(g.Actor()))),)),):
            return name == function and of == group
        case _:
            return False


# ------------------------------------------------------------------------------------------------ sums over groups


def sums_over_some(game: g.Game, mentioned: Container[str]) -> g.Game:
    """Return the game with each sum of an amount that is 0 except in some cases as the sum over the members in these cases.
    The amount must be used only there; the conditions that all its cases share become a condition on the members.
    """
    for function in game.functions:
        found = _amount_in_some_cases(function.name, game, mentioned)
        if found is not None:
            game = found
    return game


def _amount_in_some_cases(function: str, game: g.Game, mentioned: Container[str]) -> g.Game | None:
    rows = game.definitions_of(function)
    every = [p for p in game.in_rules(g.Apply) if p.function == function]
    sums = [p for p in game.in_clauses(g.Total) if p.amount in every]
    if len(every) != 1 or len(sums) != 1 or len(rows) < 2 or any(c.name in mentioned or c.unless for c, _ in rows):
        return None
    (whole,), (applied,) = sums, every
    nothing = [c for c, node in rows if not c.when and isinstance(node.value, g.Number) and node.value.value == 0]
    cases = [(c, node) for c, node in rows if c.when]
    local = [n for n, one in enumerate(applied.arguments) if isinstance(one, g.Local) and one.name == whole.variable]
    if len(nothing) != 1 or len(nothing) + len(cases) != len(rows) or len(local) != 1 or isinstance(whole.members, g.Where):
        return None
    if not {c.name for c, _ in cases} <= game.yields_to(nothing[0].name) or len({node.parameters for _, node in rows}) != 1:
        return None
    shared = tuple(e for e in conjuncts(*cases[0][0].when) if all(e in conjuncts(*c.when) for c, _ in cases))
    plain = [c for c, _ in cases if all(e in shared for e in conjuncts(*c.when))]
    if not shared or len(plain) != 1:
        return None
    values = dict(zip(cases[0][1].parameters, applied.arguments, strict=True))
    condition = all_of([_substituted(e, values) for e in shared])
    members = g.Where(whole.variable, whole.members, condition, whole.members.type, whole.span)
    if len(cases) == 1:
        instead = replace(whole, members=members, amount=_substituted(cases[0][1].value, values))
        left: dict[str, g.Clause | None] = {c.name: None for c, _ in rows}
    else:
        instead = replace(whole, members=members)
        left = {nothing[0].name: None}
        left |= {c.name: replace(c, when=tuple(e for e in conjuncts(*c.when) if e not in shared)) for c, _ in cases}
    clauses = [left.get(c.name, c) for c in game.clauses]
    kept = tuple(_with(c, whole, instead) for c in clauses if c is not None)
    return _without_unused_parameters(function, replace(game, clauses=kept))


def _without_unused_parameters(function: str, game: g.Game) -> g.Game:
    """Return the game with only those parameters of a word that its cases still read."""
    rows = game.definitions_of(function)
    names = rows[0][1].parameters if rows else ()
    read = {p.name for c, node in rows for p in parts((c.when, node.value)) if isinstance(p, g.Local)}
    kept = [n for n, name in enumerate(names) if name in read or n == 0]
    if len(kept) == len(names):
        return game

    def shorter(part: object) -> object:
        if isinstance(part, g.Apply) and part.function == function:
            return replace(part, arguments=tuple(part.arguments[n] for n in kept))
        if isinstance(part, g.Definition) and part.function == function:
            return replace(part, parameters=tuple(part.parameters[n] for n in kept))
        return part

    functions = tuple(
        replace(f, parameters=tuple(f.parameters[n] for n in kept)) if f.name == function else f for f in game.functions
    )
    ruleset = replace(game.ruleset, functions=functions)
    return replace(game, ruleset=ruleset, clauses=tuple(rewrite(c, shorter) for c in game.clauses))


def _substituted(e: g.Expr, values: dict[str, g.Expr]) -> g.Expr:
    return rewrite(e, lambda part: values.get(part.name, part) if isinstance(part, g.Local) else part)


def _with(clause: g.Clause, whole: g.Total, instead: g.Total) -> g.Clause:
    """Return a clause with another sum."""
    return rewrite(clause, lambda part: instead if part == whole else part)
