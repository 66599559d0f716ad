"""The rules of a game in the form that the guide words: constructions for the computer are replaced by their meaning.

The meaning of every rule stays the same; only the guide reads the new form, the articles keep the author's.

- Members without a name of their own have the same name in equal conditions, so that several rules can share a condition.
- A condition without words, or a kind with a short definition and no words, is written out at each use.
- A definition that only names an amount of its argument is replaced by the amount.
- A number that means *none* (`lowest trump is 99` if no card is a trump) is replaced by *has none*.
- A definition that only states which side laid a group is replaced by that, and a sum over groups in some cases by the sum over
  these groups (`ownership.py`).
- A search for the player of a side who is that side itself is replaced by the side.
- A calculation with numbers only is replaced by its result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, replace

from cartaro_grammar import (
    CARD,
    NUMBER,
    PLAYER,
    TRUTH,
    Type,
    conjuncts,
    default,
    disjuncts,
    element,
    operands_of,
    parts,
    rewrite,
)
from cartaro_grammar import game as g
from cartaro_rulebook.prose.counted import groups_counted
from cartaro_rulebook.prose.counting_as import attributes_counted_as, is_counted_as
from cartaro_rulebook.prose.expressions import ProseScope, all_of, is_partner, open_act
from cartaro_rulebook.prose.ownership import owners_of_groups, sums_over_some
from cartaro_rulebook.words.naming import Naming
from cartaro_rulebook.words.nouns import plain

MOST_PARTS = 16
"""The greatest number of parts of a condition that is written out in more than one place."""
LETTERS_OF_STEM = 4
"""How many letters at the beginning of two words show that they are forms of one."""
MOST_OF_KIND = 12
"""The greatest number of parts of the definition of a kind that is written out wherever it is used."""


def plainer(scope: ProseScope, mentioned: Container[str]) -> ProseScope:
    """Return the scope of a game in the form of the guide; clauses that a wording has in `mentioned` stay as they are."""
    game, laid = owners_of_groups(_rewritten(scope.naming.game, _named_by_height), mentioned)
    game = _without_numbers_for_none(sums_over_some(game, mentioned), mentioned)
    game = _spelled(game, scope, mentioned)
    game = _rewritten(game, lambda node: _who_are_asked(_calculated(_of_the_side(node, game, scope.naming))))
    game = replace(game, clauses=tuple(c if c.name in mentioned else _with_cards_left(c, game) for c in game.clauses))
    game = _with_limits_in_cases(_with_last_cards_taken(game, mentioned), scope.naming, mentioned)
    game = replace(game, clauses=tuple(_as_deals(c, scope.naming) for c in game.clauses))
    return replace(scope, naming=replace(scope.naming, game=game), laid=laid)


def without_what_acts_say(scope: ProseScope, mentioned: Container[str]) -> ProseScope:
    """Return the scope of a game whose acts do not note, in their own words, that a player did them."""
    game = scope.naming.game
    acts = tuple(one if one.name in mentioned else _without_what_it_says(one, scope) for one in game.acts)
    return replace(scope, naming=replace(scope.naming, game=replace(game, acts=acts)))


def _rewritten(game: g.Game, rule: Callable[[object], object], dropped: Container[str] = ()) -> g.Game:
    clauses = tuple(rewrite(clause, rule) for clause in game.clauses if clause.name not in dropped)
    return replace(game, clauses=clauses, acts=rewrite(game.acts, rule))


def _named_by_height(node: object) -> object:
    """Return a description of members that have no name in the text with a name that depends only on the description."""
    if not isinstance(node, g.Binder) or " " not in node.variable:
        return node
    kind, old = node.variable.partition(" ")[0], node.variable
    inner = (_height(part) for part in parts(node) if isinstance(part, g.Binder) and part is not node)
    new = f"{kind} {max(inner, default=0) + 1}"

    def renamed(part: object) -> object:
        return replace(part, name=new) if isinstance(part, g.Local) and part.name == old else part

    return replace(rewrite(node, renamed), variable=new)


def _height(e: g.Binder) -> int:
    number = e.variable.partition(" ")[2]
    return int(number) if number.isdecimal() else 0


def substituted(e: g.Expr, values: Mapping[str, g.Expr]) -> g.Expr:
    """Return an expression with names replaced by expressions."""

    def spelled(part: object) -> object:
        return values.get(part.name, part) if isinstance(part, g.Local) else part

    return rewrite(e, spelled)


def _with_cards_left(clause: g.Clause, game: g.Game) -> g.Clause:
    """Return a rule about a move of one card with the numbers of cards that the move leaves in its place: *hand has 2 cards and
    another is wild* becomes *the only card left is wild*.
    """
    node = clause.sentence
    act = node.act if isinstance(node, g.Permission) else node.acts[0] if isinstance(node, g.Prohibition) else None
    if act is None or (isinstance(node, g.Prohibition) and len(node.acts) > 1):
        return clause
    own = {p.name: p.domain for p in game.act[act].parameters if p.choice == "one" and isinstance(p.domain, g.InZone)}
    taken = {name: domain for name, domain in own.items() if isinstance(domain.owner, g.Actor)}
    others = [p for p in game.act[act].parameters if p.choice in ("some", "all")]
    if len(taken) != 1 or others:
        return clause
    ((card, place),) = taken.items()

    def left(part: object) -> object:
        match (part,):
            case (g.Operation("minus", (rest, g.Single(g.Local(name) as one))) as cards,) if rest == place and name == card:
                return replace(cards, operands=(rest, one))
            case (g.Operation("-", (g.Size(there) as size, g.Number(1))),) if there == place:
                one = g.Local(card, CARD, size.span)
                return replace(size, members=g.Operation("minus", (there, one), there.type, size.span))
            case _:
                return part

    when = rewrite(clause.when, left)
    rest = [p.members for p in parts(when) if isinstance(p, g.Quantified | g.Size) and left_of(p.members, place)]
    if not rest:
        return clause
    when, unless = (rewrite(found, lambda part: _one_less(part, place, rest[0])) for found in (when, clause.unless))
    return replace(clause, when=when, unless=rewrite(unless, left))


def _without_what_it_says(act: g.Act, scope: ProseScope) -> g.Act:
    """Return an act without the effects that only note, in the word of the act, that the player did it: *who knocks has
    knocked*, or is *the knocker*.
    """
    verb = plain(open_act(act, scope)).split()[0]
    return replace(act, effects=tuple(one for one in act.effects if not _notes_the_act(one, verb, scope)))


def _notes_the_act(effect: g.Effect, verb: str, scope: ProseScope) -> bool:
    """Return whether an effect only notes that the player did something, in a word of the verb."""
    match effect:
        case g.Effect(g.Become(g.Recall(cell, None), g.Actor()), None, (), ()):
            noted = cell
        case g.Effect(g.Become(g.Recall(cell, g.Actor()), g.Truth(True)), None, (), ()):
            noted = cell
        case _:
            return False
    words = plain(scope.naming.cell(noted).form(False)).split()
    named = scope.naming.named(noted, scope.naming.game.cell[noted].names) is not None
    return named and any(word == verb or _are_related(word, verb) for word in words)


def _are_related(word: str, verb: str) -> bool:
    """Return whether a word is a form of a verb, or a noun that is made of it: *knocker* and *knock*."""
    return len(verb) >= LETTERS_OF_STEM and word[:LETTERS_OF_STEM].casefold() == verb[:LETTERS_OF_STEM].casefold()


def _as_deals(clause: g.Clause, naming: Naming) -> g.Clause:
    """Return a rule at the start of every hand with the top card of a pile dealt to its place, and cards dealt to players and
    not to the sides that they are.
    """
    node = clause.sentence
    conditional = clause.when or (isinstance(node, g.Consequence) and any(one.when for one in node.effects))
    if not isinstance(node, g.Consequence) or node.event != ("start", "hand") or conditional:
        return clause

    def dealt(part: object) -> object:
        if isinstance(part, g.MoveCards):
            return _dealt_from_top(part) or part
        if isinstance(part, g.Deal) and part.each == "side" and part.to.owner is not None and naming.every_player_is_a_side:
            owner = rewrite(part.to.owner, lambda one: replace(one, type=PLAYER) if isinstance(one, g.Local) else one)
            return replace(part, each="player", to=replace(part.to, owner=owner))
        return part

    return rewrite(clause, dealt)


def _dealt_from_top(move: g.MoveCards) -> g.Deal | None:
    """Return a move of the top card of a pile to a place of the table as a deal."""
    card = move.cards[0] if len(move.cards) == 1 and not move.under else None
    top = card.member if isinstance(card, g.Single) else None
    pile = top.pile if isinstance(top, g.Top) else None
    if pile is None or not isinstance(move.to, g.InZone) or move.to.owner is not None:
        return None
    return g.Deal(g.Number(1, NUMBER, move.span), pile, move.to, None, None, move.span)


def left_of(e: g.Expr, place: g.Expr) -> bool:
    """Return whether some cards are the ones left in a place by a move."""
    pair = operands_of(e, "minus")
    return bool(pair) and pair[0] == place and isinstance(pair[1], g.Local)


def _one_less(part: object, place: g.Expr, rest: g.Expr) -> object:
    """Return a condition on the number of cards in a place as one on the cards that a move of one card leaves."""
    match (part,):
        case (g.Operation("=", (g.Size(there) as size, g.Number(number) as n)),) if there == place and number > 0:
            return replace(part, operands=(replace(size, members=rest), replace(n, value=number - 1)))
        case _:
            return part


def without_guards(scope: ProseScope, mentioned: Container[str]) -> ProseScope:
    """Return the scope of a game whose rules do not state that somebody has the role of which they speak."""
    clauses = tuple(c if c.name in mentioned else _without_guard(c) for c in scope.naming.game.clauses)
    return replace(scope, naming=replace(scope.naming, game=replace(scope.naming.game, clauses=clauses)))


def _without_guard(clause: g.Clause) -> g.Clause:
    """Return a rule without the condition that there is somebody in a role, if the rule is about this person: *the last to play
    gains a point* implies that there is one.
    """
    node = clause.sentence
    if isinstance(node, g.Definition):
        asked = conjuncts(*clause.when)
        told = [part for e in asked if _is_there(e) is None for part in parts(e)]
        kept = tuple(e for e in asked if (role := _is_there(e)) is None or role not in told)
        return clause if len(kept) == len(asked) else replace(clause, when=kept)
    if not isinstance(node, g.Consequence | g.Passes):
        return clause
    changed = [e.body.cell for e in clause.effects if isinstance(e.body, g.Become) and e.body.cell.owner is None]
    about = [*parts(clause.effects), *parts(node.player if isinstance(node, g.Passes) else None)]
    asked = conjuncts(*clause.when)
    kept = tuple(e for e in asked if (role := _is_there(e)) is None or role in changed or role not in about)
    return clause if len(kept) == len(asked) or not kept else replace(clause, when=kept)


def _is_there(e: g.Expr) -> g.Recall | None:
    """Return the role of which a condition states that somebody has it."""
    denied = operands_of(e, "not")
    pair = operands_of(denied[0], "=") if denied else ()
    if not any(isinstance(one, g.Nobody) for one in pair):
        return None
    return next((one for one in pair if isinstance(one, g.Recall) and one.owner is None), None)


# ------------------------------------------------------------------------------------------------ definitions written out


@dataclass(frozen=True, slots=True)
class _Written:
    parameters: tuple[str, ...]
    value: g.Expr
    bound: frozenset[str]


def _spelled(game: g.Game, scope: ProseScope, mentioned: Container[str]) -> g.Game:
    """Return the game with definitions written out if their meaning is clearer than their name."""
    naming = scope.naming
    times = Counter(part.function for part in game.in_rules(g.Apply))
    uses = {name: 1 if _of_one_course(name, game) else number for name, number in times.items()}
    every = game.rule_parts
    inside = {function.name for function in game.functions if _is_part_of_one_word(function.name, game)}
    sums = (p for p in every if isinstance(p, g.Operation) and p.operator in ("+", "-", "*"))
    reckoned = {one.function for p in sums for one in p.operands if isinstance(one, g.Apply)}
    compared = Counter(name for p in every for name in _compared_to_number(p))
    written: dict[str, _Written] = {}
    dropped = set[str]()
    for function in game.functions:
        found = game.definitions_of(function.name)
        if len(found) != 1:
            continue
        ((clause, node),) = found
        value = all_of(conjuncts(*clause.when)) if clause.when and _is_true(node.value) else node.value
        if (clause.when and value is node.value) or clause.unless or clause.despite or clause.name in mentioned:
            continue
        value = _of_one_player(value, naming)
        calculated = function.name in reckoned and isinstance(value, g.Number)
        once, alike = uses.get(function.name, 0) == 1, compared[function.name] == times[function.name]
        idle = calculated or function.name in inside or _says_itself(function, value, scope)
        if idle or _says_less(function, value, naming, once=once, compared=alike):
            bound = {p.variable for p in parts(value) if isinstance(p, g.Binder)}
            written[function.name] = _Written(node.parameters, value, frozenset(bound))
            dropped.add(clause.name)

    def spelled(node: object) -> object:
        if not isinstance(node, g.Apply) or node.function not in written:
            return node
        one = written[node.function]
        inside = {p.name for p in parts(node.arguments) if isinstance(p, g.Local)}
        value = _renamed(one.value, one.bound & inside)
        return rewrite(substituted(value, dict(zip(one.parameters, node.arguments, strict=True))), spelled)

    return _rewritten(game, spelled, dropped) if written else game


def _compared_to_number(e: object) -> Iterator[str]:
    """Yield the word that a condition compares to a number."""
    match (e,):
        case (g.Operation("=" | "<" | "<=", (g.Apply(name), g.Number()) | (g.Number(), g.Apply(name))),):
            yield name
        case _:
            pass


def _is_part_of_one_word(function: str, game: g.Game) -> bool:
    """Return whether a number without arguments is only the amount, or a summand, in the definitions of one other number."""
    if game.function[function].parameters or game.function[function].result != NUMBER:
        return False
    users = game.clauses_with_word.get(function, [])
    if any(isinstance(part, g.Apply) and part.function == function for part in parts(game.acts)) or len(users) < 2:
        return False
    nodes = [c.sentence for c in users]
    words = {node.function for node in nodes if isinstance(node, g.Definition)}
    whole = all(isinstance(node, g.Definition) and _is_summand(function, node.value) for node in nodes)
    return len(words) == 1 and whole and function not in words


def _is_summand(function: str, e: g.Expr) -> bool:
    """Return whether a word is an amount, or the first part of a sum with a number."""
    match e:
        case g.Apply(name) | g.Operation("+", (g.Apply(name), g.Number())):
            return name == function
        case _:
            return default(e, False)


def _of_one_course(function: str, game: g.Game) -> bool:
    """Return whether a word is only a condition of successive rules of one event, whose sentence states it once."""
    if any(isinstance(part, g.Apply) and part.function == function for part in parts(game.acts)):
        return False
    users = game.clauses_with_word.get(function, [])
    events = {c.sentence.event if isinstance(c.sentence, g.Consequence) else None for c in users}
    if len(events) != 1 or None in events or len(list(_alternatives(function, game))) > 1:
        return False
    asked = all(any(isinstance(e, g.Apply) and e.function == function for e in conjuncts(*c.when)) for c in users)
    course = [c.name for c in game.consequences(*next(one for one in events if one is not None))]
    places = [course.index(c.name) for c in users]
    return asked and places == [*range(places[0], places[0] + len(places))]


def _alternatives(function: str, game: g.Game) -> Iterator[g.Expr]:
    """Yield the alternatives in the meaning of a word."""
    for clause, node in game.definitions_of(function):
        yield from disjuncts(node.value if not _is_true(node.value) else all_of(conjuncts(*clause.when)))


def _renamed(e: g.Expr, names: Container[str]) -> g.Expr:
    """Return an expression that binds other names instead of some, which its arguments use."""

    def other(part: object) -> object:
        if isinstance(part, g.Local) and part.name in names:
            return replace(part, name=part.name + "_")
        if isinstance(part, g.Binder) and part.variable in names:
            return replace(part, variable=part.variable + "_")
        return part

    return rewrite(e, other)


def _is_of_rank(value: g.Expr) -> bool:
    """Return whether a definition counts the cards that have a given number."""
    match (value,):
        case (g.Size(g.Where(variable, g.Local(), g.Operation("=", (g.Attribute(_, g.Local(of)), g.Local())))),):
            return of == variable
        case _:
            return False


def _of_one_player(value: g.Expr, naming: Naming) -> g.Expr:
    """Return the sum of an amount over the players of a side as the amount of the only player, if sides are single players."""
    match (value,):
        case (g.Total(one, g.Where(other, g.Everyone(), condition), amount),) if isinstance(amount, g.Recall | g.Apply):
            whose = (
                amount.owner if isinstance(amount, g.Recall) else amount.arguments[0] if len(amount.arguments) == 1 else None
            )
            pair = operands_of(condition, "=")
            sides = [e for e in pair if not (isinstance(e, g.SideOf) and e.player == _renamed_local(whose, other))]
            alone = naming.every_player_is_a_side and len(pair) == 2 and len(sides) == 1
            if alone and isinstance(whose, g.Local) and whose.name == one:
                return substituted(amount, {one: sides[0]})
        case _:
            pass
    return value


def _renamed_local(of: g.Expr | None, name: str) -> g.Expr | None:
    """Return a name with another name."""
    return replace(of, name=name) if isinstance(of, g.Local) else of


def _is_true(e: g.Expr) -> bool:
    return isinstance(e, g.Truth) and e.value


def _says_less(function: g.Function, value: g.Expr, naming: Naming, *, once: bool, compared: bool) -> bool:
    """Return whether a definition is written out: a condition, a kind or a count without words, or an amount with another name.
    The word is used `once`, or is only `compared` with numbers: *two players have not folded*, and not *“in play” is 2*.
    """
    named = bool(naming.text(function.name, function.names))
    if function.parameters and isinstance(value, g.Recall) and isinstance(value.owner, g.Local):
        return True
    if is_partner(value, naming):
        return True
    if function.parameters and not named and isinstance(value, g.Apply) and _are_names(value.arguments):
        return True  # another name of the same thing
    counted = groups_counted(value)
    if len(function.parameters) > 1 and (_is_of_rank(value) or (counted is not None and counted.total is not None)):
        return True
    size = sum(1 for part in parts(value) if not isinstance(part, Type))
    if not named and not function.parameters and function.result == NUMBER:
        counted_only = compared and isinstance(value, g.Size) and size <= MOST_OF_KIND
        return counted_only or (once and isinstance(value, g.Size | g.Attribute | g.Recall))
    if not named and len(function.parameters) == 1 and isinstance(value, g.Extreme) and once:
        return True
    if not named and _is_somebody_or_something(function, value) and (once or size <= MOST_OF_KIND):
        return True
    if named or function.result != TRUTH:
        return False
    if not function.parameters:
        return once or len(list(parts(value))) <= MOST_PARTS
    if len(function.parameters) == 1 and _ranks_among_all(value):
        return True
    if is_counted_as(value, attributes_counted_as(naming.game, ())):
        return True
    if len(function.parameters) != 1 or any(isinstance(part, g.Apply) for part in parts(value)):
        return False
    listed = all(isinstance(e, g.Operation) and e.operator == "in" for e in disjuncts(value))  # one of certain cards
    return function.parameters[0].kind in ("card", "player", "side") and (listed or size <= MOST_OF_KIND)


def _ranks_among_all(value: g.Expr) -> bool:
    """Return whether a condition is that nobody has a greater, or a lower, number than somebody."""
    match value:
        case g.Quantified("every" | "no", _, g.Everyone(), g.Operation("<" | "<=", (g.Apply(one, (_,)), g.Apply(other, (_,))))):
            return one == other
        case _:
            return default(value, False)


def _says_itself(function: g.Function, value: g.Expr, scope: ProseScope) -> bool:
    """Return whether the words of a condition are also its meaning: *somebody is out when somebody is out*."""
    if function.parameters or function.result != TRUTH or scope.naming.text(function.name, function.names) is None:
        return False
    return plain(replace(scope, told=True).condition(value)) == plain(scope.naming.sentence(function.name, function.names))


def _are_names(arguments: tuple[g.Expr, ...]) -> bool:
    return all(isinstance(one, g.Local) for one in arguments)


def _is_somebody_or_something(function: g.Function, value: g.Expr) -> bool:
    """Return whether a word without arguments, or about one thing, stands for a player, a card, a suit or some of these."""
    several = function.result.kind == "cards" and isinstance(value, g.Operation)
    return len(function.parameters) <= 1 and function.result.kind in ("player", "card", "cards", "symbol") and not several


# ------------------------------------------------------------------------------------------------ the last cards


def _with_last_cards_taken(game: g.Game, mentioned: Container[str]) -> g.Game:
    """Return the game in which the hand ends if somebody has no cards *and their reserve is empty*, if everybody without cards
    takes the reserve at the end of the turn.
    """
    taken = [found for clause in game.consequences("end", "turn") if (found := _reserve_taken(clause, game)) is not None]
    if len(taken) != 1:
        return game
    ((hand, reserve),) = taken

    def ended(part: object) -> object:
        match (part,):
            case (g.Quantified("some", x, g.Everyone(), g.Operation("=", (g.Size(g.InZone(zone, g.Local(y))), none))),):
                if zone != hand or x != y or not isinstance(part, g.Quantified):
                    return part
                owned = rewrite(reserve, lambda p: g.Local(x, PLAYER, part.span) if isinstance(p, g.Actor) else p)
                empty = g.Operation("=", (g.Size(owned, NUMBER, part.span), none), TRUTH, part.span)
                return replace(part, condition=g.Operation("and", (part.condition, empty), TRUTH, part.span))
            case _:
                return part

    ends = {c.name for c in game.ends_of("hand") if c.name not in mentioned}
    return replace(game, clauses=tuple(rewrite(c, ended) if c.name in ends else c for c in game.clauses))


def _reserve_taken(clause: g.Clause, game: g.Game) -> tuple[str, g.InZone] | None:
    """Return the zone of hands and the reserve that the player takes in hand by a rule if the hand is empty.  Cards leave a
    hand only by what its player does, so that no other player is without cards.
    """
    match clause:
        case g.Clause(
            when=(g.Operation("=", (g.Size(g.InZone(hand, g.Actor())), g.Number(0))),),
            unless=(),
            effects=(g.Effect(g.MoveCards((g.InZone() as reserve,), g.InZone(to, g.Actor()), False), None, (), ()),),
        ) if hand == to and not game.yields_to(clause.name):
            pass
        case g.Clause(
            when=(),
            unless=(),
            effects=(
                g.Effect(
                    g.MoveCards((g.InZone() as reserve,), g.InZone(hand, g.Actor()), False),
                    None,
                    (g.Operation("=", (g.Size(g.InZone(to, g.Actor())), g.Number(0))),),
                    (),
                ),
            ),
        ) if hand == to and not game.yields_to(clause.name):
            pass
        case _:
            return None
    domains = [p.domain for act in game.acts for p in act.parameters]
    bodies = [effect.body for act in game.acts for effect in act.effects]
    bodies += [effect.body for found in game.clauses for effect in found.effects]
    left = [p for body in bodies if isinstance(body, g.MoveCards) for p in parts(body.cards)]
    left += [p for body in bodies if isinstance(body, g.Exchange) for p in parts((body.first, body.second))]
    from_hands = [p for p in (*left, *parts(domains)) if isinstance(p, g.InZone) and p.zone == hand]
    dealt = any(isinstance(b, g.Deal) and b.to.zone == hand and b.each and isinstance(b.count, g.Number) for b in bodies)
    own = all(isinstance(p.owner, g.Actor) for p in from_hands)
    return (hand, reserve) if dealt and own and not isinstance(reserve.owner, g.Everyone) else None


# ------------------------------------------------------------------------------------------------ limits in two cases


@dataclass(frozen=True, slots=True)
class _Limit:
    """A number that is `other` under a condition, and else `usual`: one of them is 1, and one is 2."""

    usual: g.Number
    other: g.Number
    when: g.Expr

    def below(self, number: g.Expr) -> g.Expr:
        """Return the condition that a number that is not negative is below the limit, which is 1 or 2."""
        two = self.when if self.other.value > 1 else g.Operation("not", (self.when,), TRUTH, self.when.span)
        none, one = (g.Operation("=", (number, g.Number(n, NUMBER, number.span)), TRUTH, number.span) for n in (0, 1))
        return g.Operation("or", (none, g.Operation("and", (one, two), TRUTH, number.span)), TRUTH, number.span)


def _with_limits_in_cases(game: g.Game, naming: Naming, mentioned: Container[str]) -> g.Game:
    """Return the game with comparisons of numbers of cards to a number without words, which is 1 or 2, in its two cases: *no
    card is left, or one card and there is no canasta*.
    """
    found: dict[str, _Limit] = {}
    dropped = set[str]()
    for function in game.functions:
        match game.definitions_of(function.name):
            case ((first, g.Definition(_, (), g.Number() as usual)), (second, g.Definition(_, (), g.Number() as other))):
                pass
            case _:
                continue
        plainly = not (first.when or first.unless or first.despite or second.unless or second.under or first.under)
        asked = plainly and bool(second.when) and second.despite == (first.name,)
        named = naming.text(function.name, function.names) is not None
        worded = first.name in mentioned or second.name in mentioned
        uses = sum(part.function == function.name for part in game.in_rules(g.Apply))
        limits = sum(_limit_of(part, clause, game) == function.name for clause in game.clauses for part in parts(clause))
        if asked and not named and not worded and uses == limits <= MOST_USES and {usual.value, other.value} == {1, 2}:
            found[function.name] = _Limit(usual, other, all_of(conjuncts(*second.when)))
            dropped |= {first.name, second.name}

    def in_cases(clause: g.Clause) -> g.Clause:
        def written(part: object) -> object:
            name = _limit_of(part, clause, game)
            return part if name not in found or not isinstance(part, g.Operation) else found[name].below(part.operands[0])

        return rewrite(clause, written)

    clauses = (in_cases(clause) for clause in game.clauses if clause.name not in dropped)
    return replace(game, clauses=tuple(clauses)) if found else game


def _limit_of(part: object, clause: g.Clause, game: g.Game) -> str:
    """Return the word of which a condition asks that a number of cards is below it; the empty string for other conditions."""
    match (part,):
        case (g.Operation("<", (number, g.Apply(word, ()))),) if _is_number_of_cards(number, clause, game):
            return word
        case _:
            return ""


def _is_number_of_cards(number: g.Expr, clause: g.Clause, game: g.Game) -> bool:
    """Return whether a number counts some cards, or the cards left in their place by the move of a rule."""
    acts = clause.sentence.acts if isinstance(clause.sentence, g.Permission | g.Prohibition) else ()
    match (number,):
        case (g.Size(),):
            return True
        case (g.Operation("-", (g.Size(place), g.Size(g.Local(name)))),):
            domains = [p.domain for act in acts for p in game.act[act].parameters if p.name == name]
            return domains == [place]
        case _:
            return False


MOST_USES = 4
"""The greatest number of comparisons in which a limit is written out."""


# ------------------------------------------------------------------------------------------------ numbers that mean *none*


def _without_numbers_for_none(game: g.Game, mentioned: Container[str]) -> g.Game:
    """Return the game with comparisons to a number beyond all numbers of the cards replaced by the question whether there are
    such cards.
    """
    found = {f.name: none for f in game.functions if (none := _none_of(f.name, game, mentioned)) is not None}
    if not found:
        return game
    for name, none in tuple(found.items()):
        keys = [key for part in game.rule_parts for key in _ranked_or_compared(part, none.number)]
        ranked = {id(part) for key in keys for part in parts(key)}
        uses = [p for p in game.in_rules(g.Apply) if p.function == name]
        if not all(id(part) in ranked for part in uses):
            found.pop(name)

    def asked(node: object) -> object:
        match (node,):
            case (g.Operation("<" | "=", (g.Apply(function, arguments), g.Number(number))),) if function in found:
                none = found[function]
                if number == none.number and (node.operator == "=" or none.which == "lowest"):
                    return none.asked(arguments, some=node.operator == "<")
            case (g.Operation("<", (g.Number(number), g.Apply(function, arguments))),) if function in found:
                none = found[function]
                if number == none.number and none.which == "highest":
                    return none.asked(arguments, some=True)
            case _:
                pass
        return node

    clauses = tuple(
        replace(clause, when=(), despite=()) if any(clause.name == none.clause for none in found.values()) else clause
        for clause in game.clauses
        if all(clause.name != none.default for none in found.values())
    )
    return _rewritten(replace(game, clauses=clauses), asked)


@dataclass(frozen=True, slots=True)
class _None:
    """A definition of the least or greatest number of some cards, with a number for no cards."""

    default: str
    clause: str
    parameters: tuple[str, ...]
    which: str
    number: int
    there: g.Quantified

    def asked(self, arguments: tuple[g.Expr, ...], *, some: bool) -> g.Expr:
        """Return the question whether there are such cards, or none."""
        one = substituted(self.there, dict(zip(self.parameters, arguments, strict=True)))
        assert isinstance(one, g.Quantified)
        return replace(one, quantifier="some" if some else "no")


def _none_of(function: str, game: g.Game, mentioned: Container[str]) -> _None | None:
    match game.definitions_of(function):
        case ((default, g.Definition(value=g.Number(number))), (clause, node)):
            pass
        case _:
            return None
    value = node.value
    if not isinstance(value, g.Extreme) or default.when or default.unless or clause.unless or len(clause.when) != 1:
        return None
    there = clause.when[0]
    numbers = next((m.values for m in game.deck.measures if m.name == value.measure), ())
    beyond = all(n is None or (n < number if value.which == "lowest" else number < n) for n in numbers)
    asks = isinstance(there, g.Quantified) and there.quantifier == "some" and isinstance(value.cards, g.Where)
    if not beyond or not asks or default.name in mentioned or clause.name in mentioned or default.name not in clause.despite:
        return None
    assert isinstance(there, g.Quantified)
    assert isinstance(value.cards, g.Where)
    same = substituted(there.condition, {there.variable: g.Local(value.cards.variable, _member_type(value.cards), value.span)})
    if there.members != value.cards.members or same != value.cards.condition:
        return None
    return _None(default.name, clause.name, node.parameters, value.which, number, there)


def _member_type(cards: g.Where) -> Type:
    """Return the type of the members of some cards."""
    return element(cards.type) or cards.type


def _ranked_or_compared(part: object, number: int) -> tuple[g.Expr, ...]:
    if isinstance(part, g.Select):
        return tuple(key for _, key in part.keys)
    if isinstance(part, g.Operation) and part.operator in ("=", "<"):
        pair = part.operands
        return pair if any(isinstance(one, g.Number) and one.value == number for one in pair) else ()
    return ()


# ------------------------------------------------------------------------------------------------ sides and calculations


def _of_the_side(node: object, game: g.Game, naming: Naming) -> object:
    """Return a condition on some player whose side is a given side as one on the players of that side."""
    if not isinstance(node, g.Quantified) or node.members.type.kind != "players" or not isinstance(node.members, g.Everyone):
        return node
    local = g.Local(node.variable, element(node.members.type) or node.members.type, node.span)
    asked = conjuncts(node.condition)
    for one in asked:
        pair = operands_of(one, "=")
        own = [e for e in pair if isinstance(e, g.SideOf) and e.player == local]
        others = [e for e in pair if e not in own]
        if len(own) != 1 or len(others) != 1 or len(asked) == 1 or node.quantifier == "every":
            continue
        rest = all_of([e for e in asked if e is not one])
        if naming.every_player_is_a_side and node.quantifier == "some":
            return substituted(rest, {node.variable: others[0]})
        if naming.every_player_is_a_side:
            return g.Operation("not", (substituted(rest, {node.variable: others[0]}),), TRUTH, node.span)
        return replace(node, members=g.Where(node.variable, node.members, one, node.members.type, node.span), condition=rest)
    return node


def _who_are_asked(node: object) -> object:
    """Return a condition on all players who do something as one on these: *no player sits in and has no card* becomes *every
    player who sits in has a card*, and so does *every player sits out or has a card*.
    """
    if not isinstance(node, g.Quantified) or node.members.type.kind != "players" or not isinstance(node.members, g.Everyone):
        return node
    asked: list[g.Expr] = []
    if node.quantifier == "no":
        *asked, last = conjuncts(node.condition)
        empty = operands_of(last, "=")
        if not asked or len(empty) != 2 or not isinstance(empty[0], g.Size):
            return node
        then: g.Expr = g.Operation("not", (last,), TRUTH, node.span)
    elif node.quantifier == "every":
        first, *others = disjuncts(node.condition)
        denied = operands_of(first, "not")
        if len(others) != 1 or not denied:
            return node
        asked, then = [denied[0]], others[0]
    else:
        return node
    those = g.Where(node.variable, node.members, all_of(asked), node.members.type, node.span)
    return replace(node, quantifier="every", members=those, condition=then)


def _calculated(node: object) -> object:
    """Return the result of a calculation with numbers."""
    match (node,):
        case (g.Operation("+" | "-" | "*", (g.Number(first), g.Number(second))),) if first or node.operator != "-":
            result = {"+": first + second, "-": first - second, "*": first * second}[node.operator]
            return g.Number(result, NUMBER, node.span) if result >= 0 else node
        case (g.Operation("+" | "-", (of, g.Number(0))),):
            return of
        case (g.Operation("-", (g.Operation("-", (g.Number(0) as none, lost)), more)),):
            return replace(node, operands=(none, replace(node, operator="+", operands=(lost, more))))
        case (g.Operation("+", (g.Operation("-", (g.Number(0), lost)), won)),):
            return replace(node, operator="-", operands=(won, lost))
        case (g.Operation("and", pair),) if any(_is_of_itself(one) for one in pair) and not all(map(_is_of_itself, pair)):
            return next(one for one in pair if not _is_of_itself(one))
        case _:
            return node


def _is_of_itself(e: g.Expr) -> bool:
    """Return whether a condition compares a thing with itself."""
    pair = operands_of(e, "=")
    return len(pair) > 1 and pair[0] == pair[1]
