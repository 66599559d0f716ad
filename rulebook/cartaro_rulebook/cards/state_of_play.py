"""The state of play in words: the memory of the rules, the tallies that a player knows, and the order of the cards of a trick.

Terminal and page show the same, generated from the rules in the words that the ruleset declares (0108).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import cast

from cartaro_grammar import Clause, Diagnostic, Expr, Game, IdentityKey, Type, conjuncts, default, facts_of, operands_of, parts
from cartaro_grammar import game as g
from cartaro_interpreter import (
    PHASE_TURN,
    Json,
    Move,
    Received,
    Rise,
    Rules,
    State,
    View,
    ask,
    cards_of,
    free_locals,
    heading_figures,
    mask_of,
    members,
    question,
    tallies_seen,
    unlaid,
    view,
)
from cartaro_rulebook.answers.names_in_words import Things, cell_in_words, players_in_words, sides_in_words, zone_name
from cartaro_rulebook.prose.clauses import clause_prose
from cartaro_rulebook.words.language import in_words
from cartaro_rulebook.words.nouns import plain

# ----------------------------------------------------------------------- memory


def shown_cells(game: Game, memory: Mapping[str, Json]) -> Iterator[tuple[g.Cell, Mapping[str, Json]]]:
    """Yield the cells that a table shows its players, each with a map from owners' numbers to values; the key of the table's
    own value is `""`. Memory of annexes, which serves their claims, and memory of a turn are not shown. `memory` is that of a
    position.
    """
    for cell in game.cells:
        if cell.name in memory and not cell.annex and cell.period != "turn":
            value = memory[cell.name]
            yield cell, cast("Mapping[str, Json]", value) if isinstance(value, Mapping) else {"": value}


def is_telling(cell: g.Cell, values: Mapping[str, Json]) -> bool:
    """Return whether a cell carries information: a counter of the match always does, a flag does if it differs between players,
    and other memory does if it is not in its initial state.
    """
    if cell.kind == "flag" and cell.owner != "table" and all(values.values()):
        return False
    return any(values.values()) or (cell.kind == "counter" and cell.period == "match")


def memory_in_words(rules: Rules, cell: g.Cell, value: Json, code: str) -> tuple[str, ...]:
    """Word the value of a cell for each owner, in their order; `value` has the form used in positions."""
    things = Things(rules, code)
    each = value.values() if isinstance(value, Mapping) else (value,)
    return tuple(plain(things.lang.forms.polish(", ".join(_remembered(things, cell, one)))) for one in each)


def _remembered(things: Things, cell: g.Cell, value: object) -> Iterator[str]:
    """Yield one owner's value, as the words of a list."""
    numbers = things.game.card_number
    if value is None or value == []:
        yield "—"
    elif isinstance(value, bool):
        yield things.lang.text("site_yes" if value else "site_no")
    elif isinstance(value, list):
        yield from (things.card(numbers[str(code)]).text for code in cast("Sequence[str]", value))
    elif cell.type.kind == "card":
        yield things.card(numbers[str(value)]).text
    elif cell.type.kind == "symbol":
        yield things.scope.naming.symbol_alone(cell.type.enumeration, str(value))
    elif cell.kind == "reference" and isinstance(value, int) and cell.type.kind in ("player", "side"):
        yield things.numbered(cell.type, value - 1).text
    elif isinstance(value, int) and value in things.levels.get(cell.name, {}):
        yield things.levels[cell.name][value]
    elif isinstance(value, int) and cell.kind == "counter":
        symbol, shown = _measured(things, cell, value), in_parts(value, things.scope.naming.cell(cell.name).parts)
        yield things.lang.text("measured", n=shown, x=symbol) if symbol else shown
    else:
        yield str(value)


def announcement(rules: Rules, cell: g.Cell, code: str) -> str:
    """Return the words that announce a rise of a counter at the table, such as *scopa!*: its name in the singular. Return
    nothing if the counter does not count events, or if the score does not depend on it.
    """
    if cell.name not in _events(IdentityKey((rules.game,))):
        return ""
    things = Things(rules, code)
    name = plain(things.lang.forms.polish(things.scope.naming.cell(cell.name).form(False)))
    return things.lang.text("announced", x=name[:1].upper() + name[1:])


def reasons_in_words(rules: Rules, rises: Iterable[Rise], people: Iterable[int], code: str) -> tuple[str, ...]:
    """Return the titles of the clauses by which a counter rose, as far as all of some players may know them, each with its
    part: `the pairs +2`. A clause without a title is left out.
    """
    things, words, readers = Things(rules, code), dict(rules.game.ruleset.words), frozenset(people)
    named = (
        (rules.game.clause[one.clause], one.amount)
        for one in rises
        if one.known_to >= readers and (rules.game.clause[one.clause].names or words.get(one.clause))
    )
    titles = ((things.scope.naming.title(clause.name, clause.names), amount) for clause, amount in named)
    return tuple(f"{plain(things.lang.forms.polish(title))} +{amount}" for title, amount in titles)


def rises_in_words(rules: Rules, rises: Sequence[Rise], viewer: int, code: str) -> Iterator[str]:
    """Yield, for each counter that rose in a move, its value and the reasons that a player knows:
    `points: 3 (player 2), the pairs +2`.
    """
    owners = {"player": players_in_words(rules.game, code), "side": sides_in_words(rules.game, code)}
    for name, owner in dict.fromkeys((one.cell, one.owner) for one in rises):
        own = [one for one in rises if (one.cell, one.owner) == (name, owner)]
        whose = owners[rules.game.cell[name].owner][owner]
        counted = in_words("owned", code, what=own[-1].value, whose=whose)
        line = in_words("terminal_counted", code, what=cell_in_words(rules, name, code), n=counted)
        yield ", ".join((line, *reasons_in_words(rules, own, (viewer,), code)))


def announcements(rules: Rules, before: State, after: State, code: str) -> tuple[str, ...]:
    """Return the announcements of the counters that rose between two states."""
    found = dict[str, None]()
    for cell in rules.game.cells:
        place = rules.layout.memory.get(cell.name)
        if place is not None and any(
            after.cells[slot] > before.cells[slot] for slot in range(place.slot, place.slot + place.count)
        ):
            found[announcement(rules, cell, code)] = None
    return tuple(filter(None, found))


@lru_cache(maxsize=8)
def _events(one: IdentityKey[Game]) -> frozenset[str]:
    """Return the counters of players or sides that count events and that the score reads: the rules add constants to them, and
    in some case 1.
    """
    (game,) = one.values
    changes = dict[str, list[g.EffectBody]]()
    for effect in parts((game.acts, tuple(clause for clause in game.clauses if not clause.annex))):
        cell = facts_of(effect.body).memory if isinstance(effect, g.Effect) else None
        if cell is not None and isinstance(effect, g.Effect):
            changes.setdefault(cell, []).append(effect.body)
    scored = {part.cell for part in parts(tuple(game.headings)) if isinstance(part, g.Recall)}
    return frozenset(
        name
        for name, bodies in changes.items()
        if name in scored and game.cell[name].kind == "counter" and game.cell[name].owner != "table"
        if all(isinstance(body, g.Add) and isinstance(body.amount, g.Number) for body in bodies)
        if any(isinstance(body, g.Add) and isinstance(body.amount, g.Number) and body.amount.value == 1 for body in bodies)
    )


@lru_cache(maxsize=8)
def _measures(one: IdentityKey[Game]) -> Mapping[str, str]:
    """Return, by name, the counters that the rules set only to numbers and to the highest or lowest measure of cards, each with
    that measure.
    """
    (game,) = one.values
    found, barred = dict[str, str](), set[str]()
    for effect in (part for part in parts((game.acts, game.clauses)) if isinstance(part, g.Effect)):
        cell = facts_of(effect.body).memory
        value = effect.body.value if isinstance(effect.body, g.Become) else None
        if cell is None or isinstance(value, g.Number):
            continue
        if not isinstance(value, g.Extreme) or found.setdefault(cell, value.measure) != value.measure:
            barred.add(cell)
    return {cell: measure for cell, measure in found.items() if cell not in barred}


def _measured(things: Things, cell: g.Cell, value: int) -> str:
    """Return the value of an attribute that has a measure of cards, if the counter is such a measure, and no card of another
    value has it.
    """
    game = things.game
    measure = _measures(IdentityKey((game,))).get(cell.name)
    cards = [n for n, one in enumerate(game.measure[measure]) if one == value] if measure is not None else []
    for attribute in game.deck.attributes:
        symbols = {dict(game.deck.cards[card].attributes).get(attribute.name) for card in cards}
        (symbol, *others) = symbols or {None}
        if symbol is not None and not others:
            return things.scope.naming.symbol(attribute.name, symbol).form(False)
    return ""


# ---------------------------------------------------------------------- tallies


@dataclass(frozen=True, slots=True)
class TallyInWords:
    """A tally: its name, its title, and a map from owners, counted from 0, to the values that a player knows, as printed."""

    name: str
    title: str
    owner: g.Owner
    values: Mapping[int, str]


def tallies_in_words(rules: Rules, state: State, player: int | None, code: str) -> Iterator[TallyInWords]:
    """Yield the tallies that a player knows, except those that are 0 for everybody and those that are equal to an earlier
    one; then, in place of totals of the hand, what remains of them if its groups are laid; and the points of the hand so far.
    If there is no player, yield the tallies on which the score depends.
    """
    things, known = Things(rules, code), list[tuple[g.Owner, Mapping[int, int]]]()
    left = () if player is None else tuple(each for each in unlaid(rules, state, player) if each.least != each.whole)
    at_most = {(each.function, player): each.whole for each in left}
    for tally, found in tallies_seen(rules, state, player):
        values = {owner: value for owner, value in found.items() if at_most.get((tally.function, owner)) != value}
        if not any(values.values()) or (tally.owner, values) in known:
            continue
        known.append((tally.owner, values))
        noun = things.scope.naming.noun(tally.function)
        shown = {owner: in_parts(value, noun.parts) for owner, value in values.items()}
        yield TallyInWords(tally.function, plain(things.lang.forms.polish(noun.form(False))), tally.owner, shown)
    if player is None:
        return
    for each in left:
        least = in_parts(each.least, things.scope.naming.noun(each.function).parts)
        yield TallyInWords(f"{each.function} at best", at_best(things, each.function), "player", {player: least})
    for figure in heading_figures(rules, state, player):
        if figure.points and any(figure.values.values()) and ("side", figure.values) not in known:
            title = things.scope.naming.title(figure.heading, rules.game.clause[figure.heading].names)
            so_far = things.lang.text("points_so_far", x=title)
            points = {side: str(value) for side, value in figure.values.items()}
            yield TallyInWords(figure.heading, plain(things.lang.forms.polish(so_far)), "side", points)


SIGNS = {(1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (2, 4): "½", (3, 4): "¾"}


def in_parts(value: int, parts_of_one: int) -> str:
    """Return a number of parts of one as a number with a fraction: 15 halves are `7½`."""
    whole, rest = divmod(abs(value), parts_of_one)
    sign = SIGNS.get((rest, parts_of_one), "")
    return ("-" if value < 0 else "") + (str(whole) if whole or not sign else "") + sign


def at_best(things: Things, function: str) -> str:
    """Return the title of a total of the hand if its groups are laid: `points of the cards left in hand, at best`."""
    title = things.scope.naming.noun(function).form(False)
    return plain(things.lang.forms.polish(things.lang.text("at_best", x=title)))


# ------------------------------------------------------------------------- kinds


def kinds_in_words(rules: Rules, code: str) -> Iterator[tuple[str, str, str]]:
    """Yield the kinds of cards that the rules define only by constants, as the suit of trumps in Spades: the name, the title,
    and the cards in words.
    """
    things = Things(rules, code)
    for function in rules.game.functions:
        if function.result.kind == "truth" and tuple(of.kind for of in function.parameters) == ("card",):
            found = [_constant(things, clause, sentence) for clause, sentence in rules.game.definitions_of(function.name)]
            if found and all(found) and dict(rules.game.ruleset.words).get(function.name):
                title = things.scope.naming.noun(function.name).form(True)
                polish = things.lang.forms.polish
                yield function.name, plain(polish(title)), plain(polish(", ".join(filter(None, found))))


def _constant(things: Things, clause: g.Clause, sentence: g.Definition) -> str | None:
    """Word the cards of a definition if its only condition is `suit of c is spades` or `c is Q♠`."""
    if len(clause.when) != 1 or clause.unless or not isinstance(sentence.value, g.Truth):
        return None
    (local,) = sentence.parameters
    condition = clause.when[0]
    match condition:
        case g.Operation("=", (g.Attribute(name, g.Local(of)), g.Symbol(symbol))) if of == local:
            return things.scope.naming.symbol(name, symbol).form(True)
        case g.Operation("=", (g.Single(g.Local(of)), g.Cards((number,)))) if of == local:
            return things.card(number).text
        case _:
            return default(condition, None)


# ------------------------------------------------------------------- named hands


def hand_in_words(rules: Rules, state: State, zone: str, cards: Iterable[int], code: str) -> str:
    """Return the title of the case under which some cards of a zone come, as *two pairs*; nothing if the rules do not rank the
    cards of this zone by cases. If they rank the best sets of these cards and of open cards of the table, as in Texas hold'em,
    the case is that of the best set. Open cards that players lay one after the other, as in Cribbage, are named at the count.
    """
    things, mask = Things(rules, code), mask_of(cards)
    if state.phase == PHASE_TURN and _all_see(rules, state, zone):
        return ""
    graded = [(function, mask) for function in _gradings(IdentityKey((rules.game,))).get(zone, ()) if mask]
    for best, functions in _best_sets(IdentityKey((rules.game,))).get(zone, ()) if mask else ():
        found = _best_set(rules, state, best, mask)
        graded += [(function, found) for function in functions if found]
    return next(filter(None, (_case_in_words(things, state, function, ranked) for function, ranked in graded)), "")


@dataclass(frozen=True, slots=True)
class ChosenSet:
    """Cards that the rules choose for a player, and the case of a definition under which they come.  If the choice depends on
    the highest measure of some cards, the cards with the highest measure are first.
    """

    function: str
    case: g.Clause
    value: int
    cards: tuple[int, ...]


def chooses_sets(game: Game) -> bool:
    """Return whether the rules choose the highest set of the cards of a player and of the table."""
    return bool(_best_sets(IdentityKey((game,))))


def chosen_set(rules: Rules, state: State, function: str, player: int) -> ChosenSet | None:
    """Return the set that a definition about a player chooses among their cards and those of the table, as *the best hand* in
    Texas hold'em; None for other definitions.
    """
    values = [sentence.value for _, sentence in rules.game.definitions_of(function)]
    for zone, sets in _best_sets(IdentityKey((rules.game,))).items():
        held = state.cells[rules.layout.places[zone].slot + player]
        for best, functions in sets if held else ():
            found = _best_set(rules, state, best, held) if best in values else 0
            for each in functions if found else ():
                value = _value_of_cards(rules, state, each, found)
                for clause, sentence in rules.game.definitions_of(each):
                    if isinstance(sentence.value, g.Number) and sentence.value.value == value:
                        return ChosenSet(
                            each, clause, sentence.value.value, _from_the_highest(rules.game, best, members(found))
                        )
    return None


def _from_the_highest(game: Game, best: g.OverSets, cards: Sequence[int]) -> tuple[int, ...]:
    """Return cards in the order of the measure on which a choice of sets depends; in the given order if it depends on none."""
    functions = _followed(game, best.amount.function) if isinstance(best.amount, g.Apply) else ()
    extremes = (part for name in functions for part in parts(game.asked_by(name)) if isinstance(part, g.Extreme))
    found = next(extremes, None)
    return tuple(cards) if found is None else tuple(sorted(cards, key=lambda card: -(game.measure[found.measure][card] or 0)))


def _case_in_words(things: Things, state: State, function: str, mask: int) -> str:
    """Return the title of the case of a definition under which some cards come; nothing if it has none."""
    value = _value_of_cards(things.rules, state, function, mask)
    titles = {
        sentence.value.value: things.scope.naming.title(clause.name, clause.names)
        for clause, sentence in things.game.definitions_of(function)
        if isinstance(sentence.value, g.Number)
    }
    return plain(things.lang.forms.polish(titles[value])) if value in titles else ""


def _all_see(rules: Rules, state: State, zone: str) -> bool:
    """Return whether all players see the cards of a zone, whosever they are."""
    seen = [view(rules, state, player) for player in range(rules.game.players)]
    owners = range(rules.game.players if rules.game.zone[zone].owner == "player" else 0)
    return all(isinstance(one, View) and one.cards(zone, owner) is not None for one in seen for owner in owners)


MOST_RANKED = 9
"""The greatest number of cards whose sets are compared."""


def _best_set(rules: Rules, state: State, best: g.OverSets, mask: int) -> int:
    """Return the set that the rules choose among some cards and the open cards of the table; nothing if there is none."""
    whole, local = mask, (best.variable,)
    for place in _table_zones(best.cards):
        shown = [view(rules, state, player) for player in range(rules.game.players)]
        if any(not isinstance(seen, View) or seen.cards(place, 0) is None for seen in shown):
            return 0
        whole |= state.cells[rules.layout.places[place].slot]
    held, admits, amount = members(whole), question(rules, best.condition, local), question(rules, best.amount, local)
    if len(held) > MOST_RANKED or isinstance(admits, Diagnostic) or isinstance(amount, Diagnostic):
        return 0
    sets = (mask_of(some) for size in range(1, len(held) + 1) for some in combinations(held, size))
    ranked = {
        each: amount(state, {best.variable: each}, None) for each in sets if admits(state, {best.variable: each}, None) == 1
    }
    known = {each: value for each, value in ranked.items() if isinstance(value, int)}
    return max(known, key=lambda each: known[each], default=0)


def _value_of_cards(rules: Rules, state: State, function: str, mask: int) -> int | None:
    """Return the value of a definition for some cards, or None if the rules do not decide it."""
    declared = rules.game.function[function]
    (of,) = declared.parameters
    span = rules.game.ruleset.clause[declared.clauses[0]].span
    asking = question(rules, g.Apply(function, (g.Local("cards", of, span),), declared.result, span), ("cards",))
    found = asking if isinstance(asking, Diagnostic) else asking(state, {"cards": mask}, None)
    return found if isinstance(found, int) else None


@lru_cache(maxsize=8)
def _gradings(one: IdentityKey[Game]) -> Mapping[str, tuple[str, ...]]:
    """Return, by zone, the definitions that grade its cards by cases. The rules apply them to the whole zone of a player,
    themselves or through another definition.
    """
    (game,) = one.values
    grading, found = _by_cases(game), dict[str, dict[str, None]]()
    for part in parts(tuple(clause for clause in game.clauses if not clause.annex)) if grading else ():
        if isinstance(part, g.Apply):
            zones = [one.zone for one in part.arguments if isinstance(one, g.InZone) and game.zone[one.zone].owner == "player"]
            for zone in zones:
                found.setdefault(zone, {}).update(dict.fromkeys(sorted(grading & {*_followed(game, part.function)})))
    return {zone: tuple(functions) for zone, functions in found.items()}


@lru_cache(maxsize=8)
def _best_sets(one: IdentityKey[Game]) -> Mapping[str, tuple[tuple[g.OverSets, tuple[str, ...]], ...]]:
    """Return, by zone of a player, the places at which the rules choose the highest set of its cards and of cards of the table,
    each with the definitions that grade this set by cases.
    """
    (game,) = one.values
    grading, found = _by_cases(game), dict[str, list[tuple[g.OverSets, tuple[str, ...]]]]()
    for part in parts(tuple(clause for clause in game.clauses if not clause.annex)) if grading else ():
        if isinstance(part, g.OverSets) and part.which == "highest" and isinstance(part.amount, g.Apply):
            joined = operands_of(part.cards, "union") or (part.cards,)
            owned = [each.zone for each in joined if isinstance(each, g.InZone) and game.zone[each.zone].owner == "player"]
            if len(owned) == 1 and len(owned) + len(_table_zones(part.cards)) == len(joined):
                graded = tuple(sorted(grading & {*_followed(game, part.amount.function)}))
                found.setdefault(owned[0], []).append((part, graded))
    return {zone: tuple(sets) for zone, sets in found.items()}


def _table_zones(cards: g.Expr) -> tuple[str, ...]:
    """Return the zones of the table whose cards are joined to others."""
    joined = operands_of(cards, "union") or (cards,)
    return tuple(each.zone for each in joined if isinstance(each, g.InZone) and each.owner is None)


def _by_cases(game: Game) -> set[str]:
    """Return the definitions that grade cards by cases: each case gives a number of its own and has a title."""
    words, grading = dict(game.ruleset.words), set[str]()
    for function in game.functions:
        cases = game.definitions_of(function.name)
        numbers = [sentence.value.value for _, sentence in cases if isinstance(sentence.value, g.Number)]
        titled = all(clause.names or words.get(clause.name) for clause, _ in cases)
        several = len(cases) > 2 and len({*numbers}) == len(cases)
        if several and titled and [of.kind for of in function.parameters] == ["cards"] and function.result.kind == "number":
            grading.add(function.name)
    return grading


def _followed(game: Game, function: str) -> tuple[str, ...]:
    """Return a definition and those on which it depends."""
    todo = [function]
    for name in todo:
        asked = game.asked_by(name)
        todo += {part.function for part in parts(asked) if isinstance(part, g.Apply)} - {*todo}
    return tuple(todo)


def received_in_words(rules: Rules, one: Received, code: str) -> str:
    """Word cards that came into a hand: *player 2 gets the eight of diamonds from player 1*."""
    things, names = Things(rules, code), players_in_words(rules.game, code)
    cards = things.lang.series([things.card(card).text for card in one.cards]) if len(one.cards) == one.count else ""
    shown = cards or in_words("terminal_card_taken" if one.count == 1 else "terminal_cards_taken", code, n=one.count)
    if one.giver is None:
        place = zone_name(rules, one.zone, code)
        key = "terminal_takes" if one.open else "terminal_draws"
        said = in_words(key, code, who=names[one.player], cards=shown, place=place)
    else:
        said = in_words("terminal_gets", code, who=names[one.player], cards=shown, giver=names[one.giver])
    return plain(things.lang.forms.polish(said))


# ------------------------------------------------------------------------ trick


def laid_in_turn(rules: Rules, seen: View) -> Iterator[tuple[g.Zone, tuple[tuple[int, int], ...]]]:
    """Yield the players' zones to which an act moves a card and in which at least two players show one card, with the players
    and their cards in the order in which these were laid.
    """
    game, players = rules.game, rules.game.players
    for zone in game.zones:
        if zone.owner != "player" or zone.name not in _laid_in(IdentityKey((game,))):
            continue
        parts_of_zone = [one for one in seen.zones if one.zone == zone.name and one.size]
        laid = [(one.owner, one.cards[0]) for one in parts_of_zone if one.size == 1 and one.cards]
        if len(laid) > 1 and len(laid) == len(parts_of_zone):
            yield zone, tuple(sorted(laid, key=lambda pair: (pair[0] - seen.turn) % players))


@lru_cache(maxsize=8)
def _laid_in(one: IdentityKey[Game]) -> frozenset[str]:
    """Return the zones to which an act moves one card that the player chooses."""
    (game,) = one.values
    bodies = ((act, effect.body) for act in game.acts if not act.finding for effect in act.effects)
    single = {(act.name, p.name) for act in game.acts for p in act.parameters if p.choice == "one"}
    return frozenset(
        body.to.zone
        for act, body in bodies
        if isinstance(body, g.MoveCards) and isinstance(body.to, g.InZone)
        if any(isinstance(part, g.Local) and (act.name, part.name) in single for part in parts(body.cards))
    )


def tricks_in_words(rules: Rules, seen: View, code: str) -> Iterator[str]:
    """Yield the cards of a trick in the order in which they were laid: `cards on the table: the ace of cups (player 2), then
    the king of cups (player 1)`.
    """
    things = Things(rules, code)
    for zone, laid in laid_in_turn(rules, seen):
        cards = (
            things.lang.text("owned", what=things.card(card).text, whose=things.numbered(Type("player"), owner).text)
            for owner, card in laid
        )
        shown = f", {things.lang.text('terminal_then')} ".join(cards)
        title = things.scope.naming.zone(zone.name).form(True)
        yield plain(things.lang.forms.polish(things.lang.text("terminal_counted", what=title, n=shown)))


# --------------------------------------------------------------------- last play


@dataclass(frozen=True, slots=True)
class LastPlay:
    """The cards that were laid last in a zone of the table where cards only gather, and who laid them, counted from 0. `cards`
    is empty if they bind nobody any more.
    """

    zone: str
    player: int
    cards: tuple[int, ...]


def last_plays(rules: Rules, state: State, moves: Sequence[tuple[int, Move]]) -> Iterator[LastPlay]:
    """Yield the last play in each zone where cards only gather, as the pile of President. `moves` are those of the hand, each
    with its player. A play binds nobody any more if it is the turn of its own player again, or if a counter that it sets is
    idle.
    """
    for zone, acts in _gathering(IdentityKey((rules.game,))).items():
        player, move = next((pair for pair in reversed(moves) if pair[1].act in acts), (-1, None))
        if move is None:
            continue
        set_by = {facts_of(effect.body).memory for effect in rules.game.act[move.act].effects}
        over = player == state.turn or not set_by.isdisjoint(idle_memory(rules, state))
        yield LastPlay(zone, player, () if over else tuple(sorted(cards_of(rules, move)[0])))


@lru_cache(maxsize=8)
def _gathering(one: IdentityKey[Game]) -> Mapping[str, frozenset[str]]:
    """Return the zones of the table that are seen, to which acts move cards that the player chooses, and from which no card is
    taken, with these acts.
    """
    (game,) = one.values
    effects = [part for part in parts((game.acts, game.clauses)) if isinstance(part, g.Effect)]
    sources = [(facts_of(effect.body).takes, facts_of(effect.body).dealt_from) for effect in effects]
    taken = {part.zone for part in parts(tuple(sources)) if isinstance(part, g.InZone)}
    found = dict[str, set[str]]()
    for act in game.acts:
        for body in (effect.body for effect in act.effects if not act.finding):
            if isinstance(body, g.MoveCards) and isinstance(body.to, g.InZone) and isinstance(body.cards[0], g.Local):
                found.setdefault(body.to.zone, set()).add(act.name)
    seen = {zone.name for zone in game.zones if game.sights_of(zone.name)}
    names = {zone.name for zone in game.zones if zone.owner == "table" and not zone.ordered and not zone.family} & seen
    return {zone: frozenset(acts) for zone, acts in found.items() if zone in names - taken}


def last_plays_in_words(rules: Rules, state: State, moves: Sequence[tuple[int, Move]], code: str) -> Iterator[str]:
    """Yield the last play in each zone where cards only gather: `cards played: the four of clubs (player 2)`."""
    things = Things(rules, code)
    for play in last_plays(rules, state, moves):
        if play.cards:
            whose = things.numbered(Type("player"), play.player).text
            cards = things.lang.series([things.card(card).text for card in play.cards])
            shown = things.lang.text("owned", what=cards, whose=whose)
            title = things.scope.naming.zone(play.zone).form(True)
            yield plain(things.lang.forms.polish(things.lang.text("terminal_counted", what=title, n=shown)))


@lru_cache(maxsize=8)
def played_from(one: IdentityKey[Game]) -> frozenset[str]:
    """Return the places from which the cards of moves come. If such a place of the table is empty, players need to know it."""
    (game,) = one.values
    domains = (parameter.domain for act in game.acts for parameter in act.parameters if parameter.domain is not None)
    return frozenset(part.zone for domain in domains for part in parts(domain) if isinstance(part, g.InZone))


# ------------------------------------------------------------------- idle memory


def idle_memory(rules: Rules, state: State) -> frozenset[str]:
    """Return the memory of the table that binds nobody now: the counters that only conditions of permissions read, none of
    which can hold whatever the move is, as the strength to beat after the pile has been cleared; and what is remembered of a
    card that was laid first, as the suit led, while no cards are laid.
    """
    counters = (
        name
        for name, conditions in _read_by_permissions(IdentityKey((rules.game,))).items()
        if not any(all(_can_hold(rules, state, act, part) for part in rest) for act, rest in conditions)
    )
    references = (
        name
        for name, laid in _of_laid_cards(IdentityKey((rules.game,))).items()
        if all(ask(rules, state, number) == 0 for number in laid)
    )
    return frozenset((*counters, *references))


@lru_cache(maxsize=8)
def _of_laid_cards(one: IdentityKey[Game]) -> Mapping[str, tuple[Expr, ...]]:
    """Return the references of the table to an attribute of a card that is set only when a play has laid that card as one of a
    certain number, each with the numbers of cards laid.
    """
    (game,) = one.values
    found, barred = dict[str, list[Expr]](), set[str]()
    for clause in (clause for clause in game.clauses if not clause.annex):
        for effect in (part for part in parts(clause.sentence) if isinstance(part, g.Effect)):
            cell = facts_of(effect.body).memory
            if cell is None or game.cell[cell].kind != "reference" or game.cell[cell].owner != "table":
                continue
            number = _number_laid(game, clause, effect)
            if number is None:
                barred.add(cell)
            else:
                found.setdefault(cell, []).append(number)
    return {cell: tuple(numbers) for cell, numbers in found.items() if cell not in barred}


def _number_laid(game: Game, clause: Clause, effect: g.Effect) -> Expr | None:
    """Return the number of cards in the zone to which a play moves the card that an effect remembers, if the effect depends on
    that number.
    """
    value = effect.body.value if isinstance(effect.body, g.Become) else None
    if not isinstance(value, g.Attribute) or not isinstance(clause.sentence, g.Consequence):
        return None
    moment, of = clause.sentence.event
    moves = [one.body for one in game.act[of].effects] if moment == "after" and of in game.act else []
    zones = {
        body.to.zone
        for body in moves
        if isinstance(body, g.MoveCards) and isinstance(body.to, g.InZone) and free_locals(value) & free_locals(body.cards[0])
    }
    conditions = (part for when in (*clause.when, *effect.when) for part in conjuncts(when))
    return next((number for part in conditions if (number := _counted(part, zones)) is not None), None)


def _counted(condition: Expr, zones: Set[str]) -> Expr | None:
    """Return the number of cards in one of some zones that a condition requires to be a certain one, if that is not 0."""
    match condition:
        case g.Operation("=", (g.Size(g.InZone(zone)) as number, g.Number(count))):
            return number if zone in zones and count > 0 else None
        case _:
            return default(condition, None)


@lru_cache(maxsize=8)
def _read_by_permissions(one: IdentityKey[Game]) -> Mapping[str, tuple[tuple[str, tuple[Expr, ...]], ...]]:
    """Return the counters that only permissions read, each with the acts that they permit and the other parts of their
    conditions.
    """
    (game,) = one.values
    clauses = tuple(clause for clause in game.clauses if not clause.annex)
    found = dict[str, tuple[tuple[str, tuple[Expr, ...]], ...]]()
    for cell in game.cells:
        if cell.kind != "counter" or cell.owner != "table" or cell.annex:
            continue
        targets = (part for part in parts((game.acts, clauses)) if isinstance(part, g.Effect))
        written = sum(facts_of(effect.body).memory == cell.name for effect in targets)
        readers = list[tuple[str, tuple[Expr, ...]]]()
        read = 0
        for clause in clauses:
            asked = [part for one in clause.when for part in conjuncts(one)]
            reading = [part for part in asked if _reads(part, cell.name)]
            if reading and isinstance(clause.sentence, g.Permission):
                read += sum(_reads(part, cell.name) for part in reading)
                readers.append((clause.sentence.act, tuple(part for part in asked if part not in reading)))
        if readers and read + written == _reads((game.acts, clauses), cell.name):
            found[cell.name] = tuple(readers)
    return found


def _reads(part: object, cell: str) -> int:
    return sum(isinstance(inner, g.Recall) and inner.cell == cell for inner in parts(part))


def _can_hold(rules: Rules, state: State, act: str, condition: Expr) -> bool:
    """Return whether a condition of a permission can hold for some move. It cannot if it is false for all, or if it requires a
    choice of no cards.
    """
    if not free_locals(condition):
        return ask(rules, state, condition) == 1
    chosen = {parameter.name for parameter in rules.game.act[act].parameters if parameter.choice == "some"}
    match condition:
        case g.Operation("=", (g.Size(g.Local(name)), number)) if name in chosen and not free_locals(number):
            return ask(rules, state, number) != 0
        case _:
            return default(condition, True)


# ------------------------------------------------------------------------ count


def counters_counted(game: Game) -> frozenset[str]:
    """Return the counters of players or sides on which the score depends through definitions or conditions, as the chips that
    a player has put into the pot and taken from it, or the tricks that were bid.
    """
    return _counters_counted(IdentityKey((game,)))


@lru_cache(maxsize=8)
def _counters_counted(one: IdentityKey[Game]) -> frozenset[str]:
    (game,) = one.values
    applied = {part.function for part in parts(tuple(game.headings)) if isinstance(part, g.Apply)}
    asked = tuple(game.asked_by(name) for function in applied for name in _followed(game, function))
    conditions = tuple((clause.when, clause.unless) for clause, _ in game.headings)
    read = {part.cell for part in parts((asked, conditions)) if isinstance(part, g.Recall)}
    return frozenset(name for name in read if game.cell[name].kind == "counter" and game.cell[name].owner != "table")


@dataclass(frozen=True, slots=True)
class HeadingInWords:
    """A heading of the score: its name, its title, the rulebook's sentence, and a map from sides to the numbers that the rules
    compare under it, such as each side's primiera; empty if there are none, or if they are the points themselves.
    """

    name: str
    title: str
    sentence: str
    figures: Mapping[int, int]


def headings_in_words(rules: Rules, state: State, points: Mapping[str, Sequence[int]], code: str) -> Iterator[HeadingInWords]:
    """Yield the headings under which some side has points or a figure other than 0, at the end of a hand. `points` has the
    points of all sides by heading.
    """
    things = Things(rules, code)
    figures = {one.heading: one.values for one in heading_figures(rules, state, None)}
    for name, shares in points.items():
        found = figures.get(name, {})
        if any(shares) or any(found.values()):
            title = things.scope.naming.title(name, rules.game.clause[name].names)
            shown: Mapping[int, int] = {} if tuple(found.values()) == tuple(shares) else found
            yield HeadingInWords(name, plain(title), heading_in_words(rules, name, code), shown)


def heading_in_words(rules: Rules, name: str, code: str) -> str:
    """Return the sentence of the rulebook for a heading of the score, without conditions that the house rules fulfil."""
    scope, clause = Things(rules, code).scope, rules.game.clause[name]
    found = [_settled(condition) for condition in clause.when]
    if False not in found:
        clause = replace(clause, when=tuple(one for one in found if not isinstance(one, bool)))
    return " ".join(plain(line) for line in clause_prose(clause, scope, running=True).lines)


def _settled(condition: Expr) -> Expr | bool:
    """Return a condition without the comparisons that the values of house rules decide, or its truth if they decide it."""
    match condition:
        case g.Operation("=", (g.Symbol(first) as one, g.Symbol(second) as other)) if one.option or other.option:
            return first == second
        case g.Operation("=", (g.Number(first) as one, g.Number(second) as other)) if one.option or other.option:
            return first == second
        case g.Operation("or" | "and" as joins, operands):
            found, decides = [_settled(each) for each in operands], joins == "or"
            left = tuple(each for each in found if not isinstance(each, bool))
            if decides in found or not left:
                return decides if decides in found else not decides
            return left[0] if len(left) == 1 else replace(condition, operands=left)
        case _:
            return default(condition, condition)
