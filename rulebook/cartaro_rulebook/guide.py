"""The player's guide: the rules of a game in the order of play, the count as a table, the house rules in a box (decision 0011).

Takes a checked game under its chosen house rules; returns sections of sentences.  A sentence is the author's wording of clauses
and acts; if there is none, it is composed from several clauses; else it is the sentence of one clause or act.  Each sentence
lists the names that it covers, and each clause in force is covered at most once.

The outline orders clauses by their content, not by their articles. It leaves out visibility, conduct, breaches, the effects of
the arbiter's findings, clauses that set memory which no sentence mentions, and unused definitions. A variant's wordings take
precedence over its base's, and a base's over a library's. Within a ruleset the wording that covers more takes precedence, then
the one that depends on more options. A table lists the card numbers that the rules use, with one row for all cards that have
the same numbers.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, dropwhile, groupby
from typing import Literal, assert_never

from cartaro_grammar import (
    LANGUAGES,
    PLAYER,
    TRUTH,
    Message,
    as_written,
    conjuncts,
    is_integer,
    join_commas,
    msg,
    operands_of,
    parts,
    parts_reached,
)
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions
from cartaro_rulebook.prose.aims import AIM, chosen_values, generated_aim, generated_intent, text_of, wording_text
from cartaro_rulebook.prose.beginnings import amounts_set, first_values
from cartaro_rulebook.prose.by_cases import definitions_by_cases, definitions_in_a_chain, scores_in_cases
from cartaro_rulebook.prose.clauses import (
    argument,
    clause_prose,
    finish_sentence,
    option_prose,
    overridden_by,
    overriding_in_force,
    scope_for,
)
from cartaro_rulebook.prose.composed import Composed, composed, ends_together, level, match_at_once, number_dealt
from cartaro_rulebook.prose.counting_as import attributes_counted_as, kinds_of_one_card
from cartaro_rulebook.prose.courses import courses, pushed_on
from cartaro_rulebook.prose.expressions import START_OF_SECOND, ProseScope
from cartaro_rulebook.prose.intents import hands
from cartaro_rulebook.prose.interludes import MovesInOrder, act_before, flags_between, interludes, interludes_of
from cartaro_rulebook.prose.last_cards import names_itself, with_last_cards_alike
from cartaro_rulebook.prose.levels import cases_by_level, levels, multiple_of_word
from cartaro_rulebook.prose.orders import moves_in_order, order_of_moves
from cartaro_rulebook.prose.outcomes import outcomes_of_rows
from cartaro_rulebook.prose.ownership import words_of_owners
from cartaro_rulebook.prose.periods import counted_anew, periods
from cartaro_rulebook.prose.permissions import permissions_of_one_act, permissions_together, prohibitions_together
from cartaro_rulebook.prose.phases import Phases, definitions_used, phases
from cartaro_rulebook.prose.plainer import plainer, without_guards, without_what_acts_say
from cartaro_rulebook.prose.possible import with_possible_moves
from cartaro_rulebook.prose.rankings import rankings_of_kinds
from cartaro_rulebook.prose.rounds import rounds
from cartaro_rulebook.prose.schedules import (
    counters_of_a_fixed_match,
    hand_counters,
    lengths,
    numbers_by_players,
    schedules,
)
from cartaro_rulebook.prose.sentences import (
    NO_NUMBER,
    NumberTable,
    effects,
    filled_up_to,
    measures_named,
    measures_read,
    number_table,
)
from cartaro_rulebook.prose.situations import with_situations
from cartaro_rulebook.prose.stages import (
    course_of_hand,
    ending_of,
    sets_to_end,
    spoken_once,
    stages_of,
    without_condition,
    without_exceptions,
    without_flag,
)
from cartaro_rulebook.prose.stakes import stakes
from cartaro_rulebook.prose.sums import Sums, sums_of_rows
from cartaro_rulebook.prose.tricks import with_tricks
from cartaro_rulebook.prose.turns_passed import only_next_to_begin, turns_passed
from cartaro_rulebook.prose.units import with_unit
from cartaro_rulebook.words.language import language
from cartaro_rulebook.words.naming import attributes_by_size
from cartaro_rulebook.words.nouns import capitalized, plain
from cartaro_rulebook.words.nouns import noun as noun_of

# ----------------------------------------------------------------------- outline


Heading = Literal["aim", "players", "pack", "deal", "turn", "end", "count", "match"]
HEADINGS: tuple[Heading, ...] = ("aim", "players", "pack", "deal", "turn", "end", "count", "match")
GuideItem = g.Clause | g.Act
Order = tuple[int, ...]


def outline(
    game: g.Game, applied: tuple[g.Wording, ...], covered: frozenset[str] = frozenset()
) -> tuple[dict[Heading, tuple[GuideItem, ...]], Phases]:
    """Return the clauses and acts under each heading, in order, and the phases of the turn; `applied` are the author's
    wordings, and `covered` the clauses that these and the composed sentences cover. If the author worded any part of a turn,
    the turn is not divided into phases, because the author's sentences have their own order.
    """
    found: dict[Heading, list[tuple[Order, GuideItem]]] = {heading: [] for heading in HEADINGS}
    unmentioned = _unmentioned_memory(game, applied)
    for at, clause in enumerate(game.clauses):
        heading = heading_of(clause, game)
        if heading == "deal" and _deals_in_play(clause) and clause.name not in covered:
            heading = "turn"
        never = _never_binds(clause, game) or _adds_no_score(clause, game)
        left_out = clause.name in unmentioned or never or _exempts_a_role(clause, game)
        if heading is not None and not left_out:
            found[heading].append(((*_clause_order(clause, game), at), clause))
    for at, act in enumerate(game.acts):
        if not act.finding and game.permissions_of(act.name):
            found["turn"].append(((*_act_order(act.name, game), 1, at), act))
    ordered: dict[Heading, list[GuideItem]] = {}
    for heading, items in found.items():
        ordered[heading] = [one for _, one in sorted(items, key=lambda pair: pair[0])]
    homes, worded = (game.name, *game.ruleset.bases), {item.name for item in ordered["turn"]}
    if any(wording.home in homes and not worded.isdisjoint(wording.names) for wording in applied):
        return {heading: tuple(items) for heading, items in _definitions_inserted(ordered, game).items()}, Phases((), {})
    before = {c.article for heading in ("players", "pack", "deal") for c in ordered[heading] if isinstance(c, g.Clause)}
    at_deal = {one.name for one in _with_used_definitions(ordered["deal"], game)}

    def definitions(item: GuideItem) -> Iterator[g.Clause]:
        return (clause for clause in _definitions(item, game) if clause.name not in at_deal)

    explained = {name for wording in applied for name in wording.names}
    turn = phases(ordered["turn"], frozenset(before), explained, definitions, game)
    ordered["turn"] = list(turn.items)
    if not any(wording.home in homes and any(item.name in wording.names for item in ordered["deal"]) for wording in applied):
        ordered["deal"] = _definitions_first(ordered["deal"], explained, game)
    return {heading: tuple(items) for heading, items in _definitions_inserted(ordered, game).items()}, turn


def heading_of(clause: g.Clause, game: g.Game) -> Heading | None:
    """Return the heading of a clause; None for a clause that appears only with others."""
    match clause.sentence:
        case g.Material(what):
            return "players" if what == "players" else None if what in ("attribute", "columns") else "pack"
        case g.SidesAre() | g.Runs():
            return "players"
        case g.Consequence():
            return _of_event(clause.sentence, game)
        case g.Begins() | g.Passes() | g.Step() | g.Permission() | g.Prohibition() | g.Obligation():
            return "turn"
        case g.Ends(period):
            return "end" if period == "hand" else "match" if period == "match" else "turn"
        case g.Score():
            return "count"
        case g.TakesPart():
            return "match"
        case g.Definition(function):
            return "match" if function == g.WINNER else None
        case g.Sees() | g.Conduct() | g.Breach():
            return None
        case _:
            assert_never(clause.sentence)


def _of_event(node: g.Consequence, game: g.Game) -> Heading | None:
    moment, name = node.event
    if moment == "after" and game.act[name].finding:
        return None
    if moment == "after" or name == "turn":
        return "deal" if any(isinstance(effect.body, g.Deal) for effect in node.effects) else "turn"
    if moment == "start":
        return "deal"
    return "count" if moment == "count" else "end" if name == "hand" else "match"


def _never_binds(clause: g.Clause, game: g.Game) -> bool:
    """Return whether an obligation requires cards with a mark that no clause of the game sets. Such a clause belongs to a
    library and serves other games.
    """
    if not isinstance(clause.sentence, g.Obligation):
        return False
    asked = {mark for part in parts(clause) if (mark := _mark_asked(part, game)) is not None}
    return bool(asked) and asked.isdisjoint(p.mark for p in parts((game.clauses, game.acts)) if isinstance(p, g.MarkAs))


def _adds_no_score(clause: g.Clause, game: g.Game) -> bool:
    """Return whether a clause of a library only adds up the score of each hand, and the game has none."""
    added = [effect.body.amount for effect in clause.effects if isinstance(effect.body, g.Add)]
    scores = len(added) == len(clause.effects) and all(isinstance(amount, g.ScoreOf) for amount in added)
    return bool(added) and scores and not game.headings and clause.home not in (game.name, *game.ruleset.bases)


def _exempts_a_role(clause: g.Clause, game: g.Game) -> bool:
    """Return whether a clause of the deal only sets a flag of somebody in a role whom the permissions of the act that sets this
    flag exclude: that the defender *attacks no more* follows from *any player but the defender may throw in no more*.
    """
    match clause:
        case g.Clause(
            sentence=g.Consequence(
                ("start", "hand"), (g.Effect(g.Become(g.Recall(flag, g.Recall() as role), g.Truth(True)), None, (), ()),)
            ),
            when=(),
            despite=(),
        ):
            acts = [act for act in game.acts if any(_notes(effect, flag) for effect in act.effects)]
            permits = [c for act in acts for c, _ in game.permissions_of(act.name)]
            return bool(permits) and all(any(_is_not(e, role) for e in conjuncts(*c.when)) for c in permits)
        case _:
            return False


def _is_not(e: g.Expr, role: g.Recall) -> bool:
    """Return whether a condition states that the player in turn does not have a role."""
    denied = operands_of(e, "not")
    pair = operands_of(denied[0], "=") if denied else ()
    return role in pair and any(isinstance(one, g.Actor) for one in pair)


def _mark_asked(part: object, game: g.Game) -> str | None:
    """Return the mark for which a part tests a card; None if it tests for no mark."""
    if not isinstance(part, g.Operation) or part.operator != "in":
        return None
    of = part.operands[1]
    return of.cell if isinstance(of, g.Recall) and game.cell[of.cell].kind == "mark" else None


def _deals_in_play(clause: g.Clause) -> bool:
    """Return whether a clause deals cards after an act or around a turn.  On its own it is read in the course of play; it is
    read with the deal only in a sentence that makes the connection.
    """
    event = clause.sentence.event if isinstance(clause.sentence, g.Consequence) else None
    return event is not None and (event[0] == "after" or event[1] == "turn")


# ---------------------------------------------------------------------------------------------- the order under a heading


def _clause_order(clause: g.Clause, game: g.Game) -> Order:
    """Return the sort key of a clause under its heading: the order of play."""
    match clause.sentence:
        case g.Runs():
            return (1,)
        case g.SidesAre():
            return (2,)
        case g.Begins():
            return (0, 0)
        case g.Consequence(("after", act), _):
            return (*_act_order(act, game)[:2], len(game.acts), 0)
        case g.Consequence(("count", _), effects) if all(isinstance(effect.body, g.Show) for effect in effects):
            return (-1,)  # the cards are shown before they are counted
        case g.Consequence((moment, period), effects):
            memory = all(isinstance(effect.body, g.Add | g.Become) for effect in effects)
            void = all(isinstance(effect.body, g.End) and effect.body.void for effect in effects)
            # the cards are put away before the next player deals; the effects of a turn come before a void hand
            after_cards = moment == "end" and period != "turn" and memory
            return (*_moment_order(moment, period), int(after_cards), int(void))
        case g.Step(_, acts):
            return (*_act_order(acts[0], game)[:2], -1)
        case g.Permission(act, _, lifts):
            return (*_act_order(act, game), 2 if lifts else 0)
        case g.Prohibition(acts):
            return (*_act_order(acts[0], game), 2)
        case g.Obligation():
            return (2, 0)
        case g.Passes(player):
            # who takes the cards comes before *whoever took them begins*
            taken = isinstance(player, g.Recall) and any(_sets(c, player.cell) for c in game.consequences("end", "turn"))
            return (2, 2, 2) if taken else (2, 1)
        case g.Score():
            return (0, _home_rank(clause, game))
        case g.Ends(period):
            return (2, 3) if period == "turn" else (-1,)
        case g.Material() | g.TakesPart() | g.Definition() | g.Sees() | g.Conduct() | g.Breach():
            return (0,)
        case _:
            assert_never(clause.sentence)


def _sets(clause: g.Clause, cell: str) -> bool:
    return any(isinstance(effect.body, g.Become) and effect.body.cell.cell == cell for effect in clause.effects)


def _home_rank(clause: g.Clause, game: g.Game) -> int:
    """Return the rank of a heading's ruleset: bases before variants, libraries last."""
    homes = [*reversed(game.ruleset.bases), game.name]
    home = clause.article.partition("/")[0]
    return homes.index(home) if home in homes else len(homes)


def _moment_order(moment: str, period: str) -> Order:
    """Return the sort key of a moment: the match, the hand, then the moments around a turn, before and after it."""
    if period == "turn":
        return (0, 1) if moment == "start" else (2, 2)
    return (0,) if period == "match" else (1,)


def _act_order(act: str, game: g.Game) -> Order:
    """Return the sort key of an act: its step of the turn, and its place in the step; an act of no step comes last."""
    for at, (_, step) in enumerate(game.steps):
        if act in step.acts:
            return (1, at, step.acts.index(act))
    return (1, len(game.steps), 0)


# ---------------------------------------------------------------------------------------------- omitted clauses


def _read_by_players(game: g.Game) -> Iterator[str]:
    """Yield the cells that decide who deals and begins, how points are scored, and who wins."""
    deciding = (g.Score, g.Begins, g.Passes, g.TakesPart)
    clauses = [c for c in game.clauses if isinstance(c.sentence, deciding) or heading_of(c, game) == "match"]
    for part in _with_used_definitions(clauses, game):
        yield from (e.cell for e in parts(part) if isinstance(e, g.Recall))


def unspoken(game: g.Game) -> frozenset[str]:
    """Return the cells that players do not mention. Such a cell is not a role or a card, does not affect the deal, the score or
    the winner, and is not a flag that permits an act.
    """
    deciding = (g.Permission, g.Prohibition, g.Obligation)
    asked = (e.cell for c in game.clauses if isinstance(c.sentence, deciding) for e in parts(c) if isinstance(e, g.Recall))
    mentioned = {name for name in asked if game.cell[name].kind == "flag"}.union(_read_by_players(game))
    return frozenset(cell.name for cell in game.cells if cell.kind != "reference") - mentioned


def _with_used_definitions(items: Iterable[GuideItem], game: g.Game) -> tuple[GuideItem, ...]:
    """Return clauses and acts with the definitions that they use, transitively."""
    found = list(items)
    seen = {item.name for item in found}
    for item in found:
        more = [clause for clause in _definitions(item, game) if clause.name not in seen]
        found += more
        seen.update(clause.name for clause in more)
    return tuple(found)


def _definitions(of: GuideItem, game: g.Game) -> Iterator[g.Clause]:
    """Return the clauses of the definitions that a clause or act uses directly."""
    functions = dict.fromkeys(part.function for part in parts(parts_read(of, game)) if isinstance(part, g.Apply))
    return (clause for function in functions for clause, _ in game.definitions_of(function))


def parts_read(of: GuideItem, game: g.Game) -> GuideItem | tuple[g.Expr | g.Effect, ...]:
    """Return the parts of a clause or act that players read; for an act, the limits of its numbers, and its effects without
    changes of cells that no clause reads.
    """
    if isinstance(of, g.Clause):
        return of
    read = {part.cell for part in game.in_clauses(g.Recall)}
    limits = tuple(one.domain for one in of.parameters if isinstance(one.domain, g.Numbers))
    return limits + tuple(e for e in of.effects if not isinstance(e.body, g.Add | g.Become) or e.body.cell.cell in read)


def _unmentioned_memory(game: g.Game, applied: tuple[g.Wording, ...]) -> frozenset[str]:
    """Return the clauses that only update memory, if no sentence of the guide mentions it, and override no other clause.

    A sentence mentions the memory that its clauses, acts and definitions read.  An author's wording explains the memory itself
    if its author knew the clause that updates it.  That is so if the clause is the game's own or from one of its bases, not
    from a library.
    """
    own = {game.name, *game.ruleset.bases}
    home = {name: wording.home for wording in applied for name in wording.names}
    waiting: dict[str, tuple[g.Clause, list[str]]] = {}
    spoken: list[GuideItem] = [act for act in game.acts if not act.finding and game.permissions_of(act.name)]
    for clause in game.clauses:
        if heading_of(clause, game) is not None:
            memory = [] if clause.despite else _memory_changed(clause)
            if memory:
                waiting[clause.name] = (clause, memory)
            else:
                spoken.append(clause)
    needed = set(_read_by_players(game))
    needed_of_own: set[str] = set()
    while spoken:
        for item in _with_used_definitions(spoken, game):
            read = {e.cell for e in parts(parts_read(item, game)) if isinstance(e, g.Recall)}
            if item.name not in home:
                needed |= read
            elif home[item.name] not in own:
                needed_of_own |= read
        spoken = []
        for name, (clause, memory) in tuple(waiting.items()):
            if not needed.isdisjoint(memory) or (clause.home in own and not needed_of_own.isdisjoint(memory)):
                spoken.append(waiting.pop(name)[0])
    return frozenset(waiting)


@lru_cache(maxsize=64)
def calculations(game: g.Game) -> frozenset[str]:
    """Return the clauses that only compute a number or some cards for other definitions; the guide words the rules that use
    them. Clauses of a library that nothing in the game uses are among them.
    """
    ruleset = game.ruleset
    first = {wording.names[0] for wording in ruleset.wordings}
    worded = {name for wording in ruleset.wordings for name in wording.names}
    clauses: dict[str, list[g.Clause]] = {}
    for clause in ruleset.clauses:
        if isinstance(clause.sentence, g.Definition):
            clauses.setdefault(clause.sentence.function, []).append(clause)
    items: tuple[GuideItem, ...] = (*ruleset.clauses, *ruleset.acts)
    asked = {g.WINNER}.union(*(_functions_in(item) for item in items if not _defines(item)))
    found = (
        named
        for function, named in clauses.items()
        if function not in asked and game.function[function].result.kind in ("number", "cards")
    )
    return frozenset(
        clause.name
        for named in found
        for clause in named
        if first.isdisjoint(c.name for c in named)
        and (not worded.isdisjoint(c.name for c in named) or clause.home not in (game.name, *ruleset.bases))
    )


def _defines(item: GuideItem) -> bool:
    return isinstance(item, g.Clause) and isinstance(item.sentence, g.Definition)


def _functions_in(item: GuideItem) -> set[str]:
    return {part.function for part in parts(item) if isinstance(part, g.Apply)}


def keeps_only(clause: g.Clause, hidden: frozenset[str]) -> bool:
    """Return whether a clause only changes certain cells."""
    memory = _memory_changed(clause)
    return bool(memory) and hidden.issuperset(memory)


def _memory_changed(clause: g.Clause) -> list[str]:
    """Return the cells that a clause changes, or an empty set if the clause has any other effect."""
    bodies = [effect.body for effect in clause.effects]
    memory = [body.mark for body in bodies if isinstance(body, g.MarkAs)]
    memory += [body.cell.cell for body in bodies if isinstance(body, g.Add | g.Become)]
    return memory if len(memory) == len(bodies) else []


def _definitions_inserted(items_by_heading: dict[Heading, list[GuideItem]], game: g.Game) -> dict[Heading, list[GuideItem]]:
    """Put each definition after its first use; a definition that the count uses goes there, even if an earlier section uses it
    too.
    """
    seen = {one.name for items in items_by_heading.values() for one in items if isinstance(one, g.Clause)}
    found: dict[Heading, list[GuideItem]] = {heading: [] for heading in items_by_heading}
    roles = [clause for clause in game.clauses if _names_a_role(clause, game)]
    starts = [node.player for _, node in game.with_sentence(g.Begins)]
    early = [c for c in roles if c.name not in seen and any(_is_named_by(player, c) for player in starts)]
    seen.update(clause.name for clause in early)
    for heading in sorted(items_by_heading, key=lambda each: each != "count"):
        for item in items_by_heading[heading]:
            found[heading] += [item, *_used_definitions(item, seen, game)]
    found["players"] += early
    return found


def _is_named_by(player: g.Expr, clause: g.Clause) -> bool:
    """Return whether a player is the one to whom a definition gives a name."""
    node = clause.sentence
    named = isinstance(player, g.Apply) and isinstance(node, g.Definition) and player.function == node.function
    return named or (isinstance(node, g.Definition) and node.value == player)


def _names_a_role(clause: g.Clause, game: g.Game) -> bool:
    """Return whether a clause gives a player another name, in all cases."""
    node = clause.sentence
    if not isinstance(node, g.Definition) or node.parameters or clause.when or node.value.type.kind != "player":
        return False
    return len(game.definitions_of(node.function)) == 1 and node.function != g.WINNER


def _definitions_first(items: list[GuideItem], worded: Container[str], game: g.Game) -> list[GuideItem]:
    """Return items with the definitions that they use before them, except those that an author worded."""
    found: list[GuideItem] = []
    for item in items:
        needed = definitions_used([item], lambda one: _definitions(one, game))
        found += [clause for clause in needed if clause.name not in worded and clause not in found]
        found.append(item)
    return found


def _used_definitions(item: GuideItem, seen: set[str], game: g.Game) -> Iterator[g.Clause]:
    for clause in _definitions(item, game):
        if clause.name not in seen:
            seen.add(clause.name)
            yield clause
            yield from _used_definitions(clause, seen, game)


# ------------------------------------------------------------------ number table


def guide_numbers(nodes: Iterable[object], mentioned: frozenset[str], scope: ProseScope) -> NumberTable | None:
    """Return the table of the numbers that some clauses and acts use. Return None if they use no numbers.  The table leaves out
    an order of cards, and numbers that only rank cards if a sentence can list them in order.
    """
    game, nodes = scope.naming.game, tuple(nodes)
    orders = _orders_of_runs(nodes)
    ranking = _measures_that_rank(game, mentioned)
    ranking -= _added_up(scope)
    orders |= {measure for measure in ranking if _cards_in_order(measure, game)} | (ranking & _stated(mentioned, game))
    used = measures_read(nodes)
    measures = [m for m in game.deck.measures if m.name in used - orders]
    attributes = attributes_by_size(game.deck)
    if not measures or not attributes:
        return None
    main = attributes[0]
    worth: list[tuple[str, tuple[str, ...]]] = []
    for symbol in main.values:
        cards = [n for n, card in enumerate(game.deck.cards) if (main.name, symbol.name) in card.attributes]
        worth.append((scope.naming.symbol(main.name, symbol.name).form(False), _shared_numbers(cards, measures)))
    for kind in dict.fromkeys(card.kind for card in game.deck.cards if card.kind is not None):
        cards = [n for n, card in enumerate(game.deck.cards) if card.kind == kind]
        own = game.deck.cards[cards[0]].attributes
        worth.append(
            ((scope.naming.symbol(*own[0]) if own else scope.naming.noun(kind)).form(False), _shared_numbers(cards, measures))
        )
    numbered = [at for at in range(len(measures)) if any(numbers[at] != NO_NUMBER for _, numbers in worth)]
    measures = [measures[at] for at in numbered]
    worth = [(cards, tuple(numbers[at] for at in numbered)) for cards, numbers in worth]
    if not measures:
        return None
    read = used & (ranking | _orders_of_runs(nodes))
    told = [m.name for m in game.deck.measures if m.name in read]
    first = next((order for measure in told if (order := _cards_in_order(measure, game))), ())
    ranked = [scope.naming.symbol(main.name, name).form(False) for names in first for name in names]
    rows = _in_order(_by_rank(worth), ranked)
    head, counted = scope.naming.kernel_noun("card").form(False), _measures_counted(game)
    return number_table(head, rows, [m.name for m in measures], scope, counted)


def _measures_counted(game: g.Game) -> frozenset[str]:
    """Return the measures that the count of a hand reads."""
    count = [c for c in game.clauses if isinstance(c.sentence, g.Score)]
    count += [c for c in game.consequences("count", "hand") if not _adds_no_score(c, game)]
    return measures_named([part for clause in count for part in parts_reached(game, clause)])


def _in_order(worth: list[tuple[str, tuple[str, ...]]], ranked: list[str]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the rows with cards of the same numbers in the order of the cards: the highest first, or last if the numbers
    rise.
    """
    numbers = [int(row[0]) for _, row in worth if is_integer(row[0])]
    direction = -1 if numbers == sorted(numbers) else 1
    found: list[tuple[str, tuple[str, ...]]] = []
    for _, group in groupby(worth, key=lambda one: one[1]):
        members = list(group)
        known = all(name in ranked for name, _ in members)
        found += sorted(members, key=lambda one: direction * ranked.index(one[0])) if known else members
    return found


def _orders_of_runs(nodes: Iterable[object]) -> set[str]:
    """Return the measures that define which cards are consecutive."""
    return {p.attribute for p in parts(tuple(nodes)) if isinstance(p, g.Pattern) and p.pattern == "consecutive"}


def _added_up(scope: ProseScope) -> set[str]:
    """Return the measures whose numbers are added up over several cards, even if only the sums are compared."""
    game, found = scope.naming.game, set[str]()
    for clause in game.clauses:
        node = clause.sentence
        alone = isinstance(node, g.Definition) and _is_of_single_cards(node.function, scope)
        for part in parts(clause):
            if isinstance(part, g.Total) and not alone and not _is_single(part.members, scope):
                found |= measures_named(list(parts(part.amount)))
    return found


def _is_of_single_cards(function: str, scope: ProseScope) -> bool:
    """Return whether a definition is only used for places that hold a single card."""
    game = scope.naming.game
    uses = [p for p in game.in_rules(g.Apply) if p.function == function]
    return bool(uses) and all(len(use.arguments) == 1 and _is_single(use.arguments[0], scope) for use in uses)


def _called_measure(scope: ProseScope, mentioned: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Return a name for the numbers of the cards that the rules count, if these are the only ones without words, and nothing
    else has their name: *the total value of the cards*, and not *the total “pips”*.
    """
    naming, game = scope.naming, scope.naming.game
    nodes = (*game.clauses, *game.acts)
    ranking = _measures_that_rank(game, mentioned) - _added_up(scope)
    counted = measures_read(nodes) - ranking - _orders_of_runs(nodes)
    bare = [one.name for one in game.deck.measures if one.name in counted and naming.text(one.name) is None]
    homes = (game.name, *game.ruleset.bases)
    others = {c.name for c in game.clauses if c.home in homes or isinstance(c.sentence, g.Score)}
    others |= {*game.act, *game.cell, *game.zone, *game.function, *(option.name for option in game.ruleset.options)}
    if len(bare) != 1 or bare[0] in others:
        return ()
    name = scope.lang.phrases["value_of_card"]
    measures = (naming.noun(one.name) for one in game.deck.measures if one.name != bare[0])
    heads = {plain(one.form(True)) for one in (*measures, *map(naming.attribute, (a.name for a in game.deck.attributes)))}
    return () if plain(noun_of(name, scope.lang.code).form(True)) in heads else ((bare[0], name),)


def _called_result(scope: ProseScope) -> tuple[tuple[str, str], ...]:
    """Return a name for the only number without words that the rows of the count compare with another number, and that no other
    rule reads: *if the result is at least 6*.
    """
    game, naming = scope.naming.game, scope.naming
    found = dict[str, list[str]]()
    for clause in game.clauses:
        for part in parts(clause.when):
            if isinstance(part, g.Operation) and part.operator in ("=", "<", "<="):
                words = [one.function for one in part.operands if isinstance(one, g.Apply) and not one.arguments]
                if any(isinstance(one, g.Number) for one in part.operands) and isinstance(clause.sentence, g.Score):
                    found.setdefault(next(iter(words), ""), []).append(clause.name)
    uses = [part.function for part in game.in_rules(g.Apply)]
    bare = [
        name
        for name, clauses in found.items()
        if name and uses.count(name) == len(clauses) and naming.text(name, game.function[name].names) is None
    ]
    return ((bare[0], scope.lang.phrases["result_of_count"]),) if len(bare) == 1 else ()


def _with_result(section: GuideSection, scope: ProseScope) -> GuideSection:
    """Put the definition of the result of the count in the only row that reads it."""
    game = scope.naming.game
    result = next((name for name, noun in scope.naming.called if noun == scope.lang.phrases["result_of_count"]), None)
    defining = {clause.name for clause, _ in game.definitions_of(result)} if result is not None else set[str]()
    every = (*section.sentences, *section.behind)
    defined = [one for one in every if one.names and defining.issuperset(one.names) and not one.author]
    rows = [one for one in section.scores if any(result in _functions_in(game.clause[name]) for name in one.names)]
    if len(defined) != 1 or len(rows) != 1 or rows[0].author:
        return section
    (row,), (first,) = rows, defined
    whole = replace(row, text=f"{first.text} {row.text}", names=(*row.names, *first.names))
    left = ([one for one in among if one is not first] for among in (section.sentences, section.behind))
    scores = tuple(whole if one is row else one for one in section.scores)
    before, behind = left
    return replace(section, sentences=tuple(before), scores=scores, behind=tuple(behind))


def _is_single(cards: g.Expr, scope: ProseScope) -> bool:
    """Return whether some cards are the cards of a place that is named after its only card."""
    noun = scope.naming.zone(cards.zone) if isinstance(cards, g.InZone) else None
    return noun is not None and scope.naming.names_cards(noun) and not noun.only_plural


def _stated(mentioned: Container[str], game: g.Game) -> frozenset[str]:
    """Return the measures whose tables have a wording.  A table gives the measures that its text names: the wording of a
    library's table does not replace the tables of a game.
    """
    ranked = (g.Material("attribute"), g.Material("columns"))
    spans = (c.span for c in game.clauses if c.sentence in ranked and c.name in mentioned)
    words = {word for span in spans for word in re.findall(r"\w+", span.source.text[span.start : span.end])}
    return frozenset(measure.name for measure in game.deck.measures if measure.name in words)


def _cards_in_order(measure: str, game: g.Game) -> list[tuple[str, ...]]:
    """Return the values of the main attribute in the order of a measure, the highest first, those with equal numbers together.
    Return nothing if the cards of a value have different numbers, or fewer than three values have any.
    """
    attributes = attributes_by_size(game.deck)
    numbers = next((m for m in game.deck.measures if m.name == measure), None)
    if not attributes or numbers is None:
        return []
    ranks: dict[int, list[str]] = {}
    for symbol in attributes[0].values:
        cards = [n for n, card in enumerate(game.deck.cards) if (attributes[0].name, symbol.name) in card.attributes]
        found = {numbers.values[n] for n in cards}
        if len(found) > 1:
            return []
        for number in found - {None}:
            ranks.setdefault(number or 0, []).append(symbol.name)
    return [tuple(ranks[number]) for number in sorted(ranks, reverse=True)] if len(ranks) > 2 else []


def _rankings(
    nodes: Iterable[object], mentioned: frozenset[str], worded: Container[str], scope: ProseScope
) -> Iterator[GuideSentence]:
    """Yield the order of the cards by each measure that only ranks them, or by which they are consecutive, unless a wording
    states the ranking, or the author worded (`worded`) every rule that reads it.
    """
    game, nodes = scope.naming.game, tuple(nodes)
    ranking = _measures_that_rank(game, mentioned) - _added_up(scope)
    generated = tuple(one for one in nodes if not isinstance(one, g.Clause | g.Act) or one.name not in worded)
    runs = _orders_of_runs(generated)
    clauses = [c for c in game.clauses if c.sentence in (g.Material("attribute"), g.Material("columns"))]
    told: dict[tuple[tuple[str, ...], ...], list[str]] = {}
    read = (measures_read(generated) & (ranking | runs)) - _stated(mentioned, game)
    for measure in game.deck.measures:
        if measure.name in read:
            told.setdefault(tuple(_cards_in_order(measure.name, game)), []).append(measure.name)
    for order, measures in told.items():
        if not order:
            continue
        naming, lang = scope.naming, scope.lang
        main = attributes_by_size(game.deck)[0].name
        groups = [[naming.symbol(main, name).form(False) for name in names] for names in order]
        equal = lang.word("guide_equal")
        together = (lang.series(names) + (f" ({equal})" if len(names) > 1 else "") for names in groups)
        listed = ", ".join(together)
        nouns = [naming.noun(measure) for measure in measures if naming.noun(measure).named]
        key = "guide_order" if nouns else "guide_order_of_cards"
        text = lang.text(key, noun=lang.series([lang.forms.determined(noun, "bare").text for noun in nouns]), x=listed)
        of = tuple(clause.name for clause in clauses[-1:])
        yield GuideSentence(finish_sentence(text, scope), of, False, composed=True)


def _only_order(scope: ProseScope, mentioned: frozenset[str]) -> str:
    """Return the measure of the only order of cards that the guide states; the empty string if there are several or none."""
    game = scope.naming.game
    if _stated(mentioned, game):
        return ""
    nodes = (*game.clauses, *game.acts)
    ranking = _measures_that_rank(game, mentioned) - _added_up(scope)
    read = measures_read(nodes) & (ranking | _orders_of_runs(nodes))
    used = [m.name for m in game.deck.measures if m.name in read]
    return used[0] if len(used) == 1 and _cards_in_order(used[0], game) else ""


def _by_rank(worth: list[tuple[str, tuple[str, ...]]]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the rows with the highest number first, unless the first number already rises or falls from row to row."""
    numbers = [int(row[0]) for _, row in worth if is_integer(row[0])]
    if numbers in (sorted(numbers), sorted(numbers, reverse=True)):
        return worth
    return sorted(worth, key=lambda one: -int(one[1][0]) if is_integer(one[1][0]) else 1)


@lru_cache(maxsize=8)
def _measures_that_rank(game: g.Game, mentioned: frozenset[str]) -> frozenset[str]:
    """Return the measures whose numbers are not counted, if wordings mention some clauses."""
    return frozenset(measure.name for measure in game.deck.measures) - _Ranks(game, mentioned).counted_measures()


class _Ranks:
    """The ranks of a game: numbers of cards that are compared with one another, and never counted.

    A counter is also a rank if all its values are such numbers, and so is a definition. A sentence without a
    wording would name the number with which it compares the counter.
    """

    def __init__(self, game: g.Game, mentioned: Container[str]) -> None:
        self.game = game
        self.items: tuple[GuideItem, ...] = (*game.clauses, *game.acts)
        self.numbered = frozenset(
            part.cell
            for clause in game.clauses
            if clause.name not in mentioned
            for each in parts(clause)
            if isinstance(each, g.Operation) and any(isinstance(one, g.Number) for one in each.operands)
            for part in each.operands
            if isinstance(part, g.Recall)
        )

    def counted_measures(self) -> frozenset[str]:
        """Return the measures whose numbers are counted; all others only rank cards."""
        game = self.game
        bodies = {clause.name for clause in game.clauses if isinstance(clause.sentence, g.Definition)}
        read = [part for item in self.items if item.name not in bodies for part in self._not_ranking(item)]
        waiting = list(dict.fromkeys(part.function for part in read if isinstance(part, g.Apply)))
        for function in waiting:
            for clause, _ in game.definitions_of(function):
                inside = self._not_ranking(clause)
                read += inside
                waiting += [p.function for p in inside if isinstance(p, g.Apply) and p.function not in waiting]
        return measures_named(read)

    def _not_ranking(self, of: GuideItem) -> list[object]:
        """Return the parts of a clause or act, without the values by which players or cards are ranked."""
        every = list(parts(of))
        keys = [key for part in every for key in self._ranked_by(part)]
        ranking = {id(part) for key in keys for part in parts(key)}
        return [part for part in every if id(part) not in ranking]

    def _ranked_by(self, part: object) -> Iterable[g.Expr]:
        if isinstance(part, g.Select):
            return [key for _, key in part.keys]
        if isinstance(part, g.Operation) and part.operator in ("=", "<", "<="):
            ranks = all(map(self._is_rank, part.operands))
            return part.operands if ranks or _are_of_one_definition(part.operands) else ()
        return [part.value] if isinstance(part, g.Become) and self._is_rank(part.value) else ()

    def _is_rank(self, of: g.Expr, within: tuple[str, ...] = ()) -> bool:
        if isinstance(of, g.Recall) and of.cell not in within:
            return of.cell not in self.numbered and self._takes_ranks(of.cell, (*within, of.cell))
        if isinstance(of, g.Apply) and of.function not in within:
            values = [definition.value for _, definition in self.game.definitions_of(of.function)]
            return all(self._is_rank(value, (*within, of.function)) for value in values)
        return isinstance(of, g.Attribute | g.Extreme)

    def _takes_ranks(self, cell: str, within: tuple[str, ...]) -> bool:
        """Return whether a counter takes only numbers by which cards are ranked, or is reset."""
        changes = [p for p in self.game.changes if p.cell.cell == cell]
        return bool(changes) and all(
            isinstance(p, g.Become) and (isinstance(p.value, g.Number) or self._is_rank(p.value, within)) for p in changes
        )


def _are_of_one_definition(compared: Sequence[g.Expr]) -> bool:
    """Return whether a definition is compared with itself for others, as *the strength of the card of x* and *of y*."""
    functions = {one.function if isinstance(one, g.Apply) and one.arguments else None for one in compared}
    return len(functions) == 1 and None not in functions


def _shared_numbers(cards: list[int], measures: list[g.MeasureInfo]) -> tuple[str, ...]:
    """Return the number that some cards share, or a dash if they have none or different ones."""
    found = [{measure.values[card] for card in cards} for measure in measures]
    return tuple(str(next(iter(values))) if len(values) == 1 and None not in values else NO_NUMBER for values in found)


# --------------------------------------------------------------- author wordings


DIFFERENCE = "difference"


def wordings(scope: ProseScope) -> tuple[g.Wording, ...]:
    """Return the author's wordings that apply in a language."""
    game = scope.naming.game
    homes = [game.name, *game.ruleset.bases]
    known = {AIM, *game.clause, *game.act, *game.cell, *game.zone, *(option.name for option in game.ruleset.options)}

    chosen = chosen_values(game)

    worded = {name for one in game.ruleset.wordings if one.home in homes for name in one.names}

    def rank(wording: g.Wording) -> tuple[int, int, int]:
        home = homes.index(wording.home) if wording.home in homes else len(homes)
        return home, -len(wording.names), -len(wording.under)

    taken: set[str] = set()
    found: list[g.Wording] = []
    for wording in sorted(game.ruleset.wordings, key=rank):
        stands = all(chosen.get(option) in values for option, values in wording.under)
        if (
            stands
            and not (wording.home not in homes and _speaks_of_other_acts(wording, game))
            and not (wording.home not in homes and _is_taken_back(wording, worded, game))
            and not (wording.home not in homes and _serves_other_games(wording, game))
            and known.issuperset(wording.names)
            and taken.isdisjoint(wording.names)
            and wording_text(wording, scope) is not None
        ):
            taken.update(wording.names)
            found.append(wording)
    return tuple(found)


def _speaks_of_other_acts(wording: g.Wording, game: g.Game) -> bool:
    """Return whether a library's wording of a step mentions an act that nothing in the game permits, such as taking jokers."""
    steps = (game.clause[name].sentence for name in wording.names if name in game.clause)
    return any(not game.permissions_of(act) for step in steps if isinstance(step, g.Step) for act in step.acts)


def _serves_other_games(wording: g.Wording, game: g.Game) -> bool:
    """Return whether all clauses of a library's wording do nothing in a game."""
    clauses = [game.clause[name] for name in wording.names if name in game.clause]
    return bool(clauses) and all(_never_binds(clause, game) or _adds_no_score(clause, game) for clause in clauses)


def _is_taken_back(wording: g.Wording, worded: Container[str], game: g.Game) -> bool:
    """Return whether a library's wording of a move, of whose turn is next or of the meaning of a term is not true in a game: a
    rule that the author of the game has not `worded` bars the move for some cards, passes the turn to others or defines the
    term otherwise.
    """
    homes = (game.name, *game.ruleset.bases)
    own = [clause for clause in game.clauses if clause.home in homes and clause.name not in worded]
    for name in (name for name in wording.names if name in game.clause):
        clause = game.clause[name]
        node, over = clause.sentence, [c for c in own if c.name in game.yields_to(name)]
        if isinstance(node, g.Permission) and not clause.when and any(_bars_some_cards(c, game) for c in over):
            return True
        if isinstance(node, g.Passes) and not clause.when and any(_skips(c) for c in over):
            return True
        if isinstance(node, g.Definition) and any(isinstance(c.sentence, g.Definition) for c in over):
            return True
    return False


def _bars_some_cards(clause: g.Clause, game: g.Game) -> bool:
    """Return whether a prohibition depends on the argument of the act."""
    node = clause.sentence
    if not isinstance(node, g.Prohibition):
        return False
    names = {parameter.name for act in node.acts for parameter in game.act[act].parameters}
    return any(isinstance(part, g.Local) and part.name in names for part in parts(clause.when))


def _skips(clause: g.Clause) -> bool:
    """Return whether a rule passes the turn to the next player with a property."""
    return isinstance(clause.sentence, g.Passes) and isinstance(clause.sentence.player, g.FirstOf)


def difference(scope: ProseScope) -> str:
    """Return the difference between a variant and its base in the words of the author, or an empty text if the author does not
    describe it.
    """
    game = scope.naming.game
    own = (w for w in game.ruleset.wordings if w.names == (DIFFERENCE,) and w.home == game.name)
    return next((text_of(wording, scope) for wording in own if wording_text(wording, scope) is not None), "")


# ------------------------------------------------------------------------- guide


@dataclass(frozen=True, slots=True)
class GuideSentence:
    """One or more sentences with the clauses and acts that they explain.  They are worded by the author or `composed`; `title`
    is the heading of the score that they explain, and `phase` the title of the phase of the turn to which they belong.  The
    last sentences are `steps` that happen in order, or alternatives if they are not `ordered`.  `home` is the ruleset that has
    the wording.
    """

    text: str
    names: tuple[str, ...]
    author: bool
    title: str = ""
    composed: bool = False
    phase: str = ""
    steps: tuple[str, ...] = ()
    ordered: bool = True
    home: str = ""


@dataclass(frozen=True, slots=True)
class GuideSection:
    """A section of a guide: sentences, the numbers of the cards or the rows of the count, then the definitions used."""

    heading: Heading
    sentences: tuple[GuideSentence, ...]
    scores: tuple[GuideSentence, ...] = ()
    numbers: NumberTable | None = None
    behind: tuple[GuideSentence, ...] = ()


@dataclass(frozen=True, slots=True)
class OtherRule:
    """A house rule with its chosen value and the other values, or the author's text about it."""

    name: str
    title: str
    chosen: str
    others: tuple[str, ...]
    text: str | None


@dataclass(frozen=True, slots=True)
class Guide:
    sections: tuple[GuideSection, ...]
    others: tuple[OtherRule, ...]


COMPOSED_OF_ANY = (
    permissions_together,
    permissions_of_one_act,
    prohibitions_together,
    interludes,
    turns_passed,
    ends_together,
    match_at_once,
    stakes,
    first_values,
    scores_in_cases,
    schedules,
    numbers_by_players,
    lengths,
    level,
    rankings_of_kinds,
    definitions_in_a_chain,
    definitions_by_cases,
)
"""The sentences about several clauses that are made only of clauses without another sentence."""


def player_guide(scope: ProseScope) -> Guide:
    """Return the player's guide to a game, without empty sections."""
    applied = wordings(scope)
    mentioned = frozenset(name for wording in applied for name in wording.names)
    scope = with_tricks(replace(plainer(scope, mentioned), told=True), mentioned)
    scope = replace(scope, naming=replace(scope.naming, called=(*_called_measure(scope, mentioned), *_called_result(scope))))
    scope = replace(scope, single_kinds=kinds_of_one_card(scope))
    scope = replace(scope, counted_as=attributes_counted_as(scope.naming.game, mentioned))
    scope = replace(scope, levels=levels(scope), order=_only_order(scope, mentioned), dealt=number_dealt(scope))
    scope = replace(scope, hands=hand_counters(scope.naming.game), beginners=only_next_to_begin(scope.naming.game, mentioned))
    naming = replace(scope.naming, game=with_last_cards_alike(scope.naming.game, mentioned))
    scope, parted, order = _in_parts(with_unit(replace(scope, naming=naming), mentioned), mentioned)
    scope = with_possible_moves(scope, mentioned)
    scope = without_what_acts_say(without_guards(scope, mentioned), mentioned)
    scope = replace(scope, amounts=amounts_set(scope, mentioned), periods=periods(scope, mentioned))
    if order is not None:
        parted = (*parted, moves_in_order(order, scope, mentioned, _told_effects))
    made = (*parted, *composed(scope, mentioned.union(*(one.names for one in parted)), COMPOSED_OF_ANY))
    scope = replace(scope, noted=_noted_together(made, scope))
    covered = mentioned.union(*(one.names for one in made))
    outlined, turn = outline(scope.naming.game, applied, covered)
    made += tuple(courses(scope, covered, _unmentioned_memory(scope.naming.game, applied)))
    covered = mentioned.union(*(one.names for one in made))
    placed: dict[str, Placed] = {**_placed_wordings(applied, outlined, scope.naming.game)}
    placed |= {one.names[0]: one for one in made}
    reached = tuple(parts_read(one, scope.naming.game) for items in outlined.values() for one in items)
    worded = [_section(heading, outlined[heading], placed, covered, scope) for heading in HEADINGS]
    sections: Iterable[GuideSection] = _with_kinds_of_cards(worded, scope)
    homes = (scope.naming.game.name, *scope.naming.game.ruleset.bases)
    own = {name for wording in applied if wording.home in homes for name in wording.names}
    numbers, rankings = guide_numbers(reached, mentioned, scope), tuple(_rankings(reached, mentioned, own, scope))
    sections = (_with_piles_that_run_out(s, mentioned, scope) if s.heading == "turn" else s for s in sections)
    sections = (_with_moves(s, turn.titles(scope), scope) if s.heading == "turn" else s for s in sections)
    sections = [_with_phases(s, turn.titles(scope)) if s.heading == "turn" else s for s in sections]
    sections = _with_starts_of_periods(sections, scope)
    sections = (_with_sum_of_rows(s, scope) if s.heading == "count" else s for s in sections)
    sections = (_with_result(s, scope) if s.heading == "count" else s for s in sections)
    sections = (_with_winner(s, scope.naming.game) if s.heading == "match" else s for s in sections)
    sections = (_with_aim(s, scope) if s.heading == "aim" else s for s in sections)
    with_numbers = (_with_order(s, rankings, numbers, scope) if s.heading == "pack" else s for s in sections)
    return Guide(tuple(s for s in with_numbers if s.sentences or s.scores or s.numbers), tuple(_other_rules(applied, scope)))


def _with_aim(section: GuideSection, scope: ProseScope) -> GuideSection:
    """Return the section on the aim, which follows from the winner of the match and from the count if the author does not
    state it.
    """
    if section.sentences:
        return section
    texts = [text for text in (generated_aim(scope), generated_intent(scope)) if text is not None]
    return replace(section, sentences=tuple(GuideSentence(text, (), False, composed=True) for text in texts))


def _with_winner(section: GuideSection, game: g.Game) -> GuideSection:
    """Put the generated sentence on the winner of the match after the one on its end, in one paragraph."""
    generated = [one for one in section.sentences if not one.author and not one.steps]
    kinds = {one: {type(game.clause[name].sentence) for name in one.names if name in game.clause} for one in generated}
    ends = [one for one in generated if g.Ends in kinds[one]]
    wins = {clause.name for clause, _ in game.definitions_of(g.WINNER)}
    best = [one for one in generated if one not in ends and wins & {*one.names}]
    if len(ends) != 1 or len(best) != 1:
        return section
    together, both = ends[0].composed or best[0].composed, (*ends[0].names, *best[0].names)
    whole = replace(ends[0], text=f"{ends[0].text} {best[0].text}", names=both, composed=together)
    return replace(
        section, sentences=tuple(whole if one is ends[0] else one for one in section.sentences if one is not best[0])
    )


def _with_order(
    section: GuideSection, rankings: tuple[GuideSentence, ...], numbers: NumberTable | None, scope: ProseScope
) -> GuideSection:
    """Return the section on the cards with their order and their numbers; kinds of cards that rank apart come last."""
    game = scope.naming.game
    kinds = [one for one in section.sentences if not one.author and any(_is_definition(name, game) for name in one.names)]
    if numbers is None:
        return replace(section, sentences=(*(one for one in section.sentences if one not in kinds), *rankings, *kinds))
    others = [one for one in section.sentences if one not in kinds]
    return replace(section, sentences=(*others, *rankings), behind=(*section.behind, *kinds), numbers=numbers)


def _with_kinds_of_cards(sections: list[GuideSection], scope: ProseScope) -> list[GuideSection]:
    """Move the order of the kinds of cards, with the generated definitions of these kinds, from the turn to the cards."""
    game = scope.naming.game
    turn = next(one for one in sections if one.heading == "turn")
    ranked = [one for one in turn.sentences if one.composed and ranks_kinds(one, game)]
    if not ranked:
        return sections
    used = _with_used_definitions([game.clause[name] for one in ranked for name in one.names], game)
    names = {item.name for item in used}
    kinds = [
        one for one in turn.sentences if not one.author and one.names and names.issuperset(one.names) and one not in ranked
    ]
    left = replace(turn, sentences=tuple(one for one in turn.sentences if one not in (*kinds, *ranked)))
    pack = next(one for one in sections if one.heading == "pack")
    more = replace(pack, sentences=(*pack.sentences, *kinds, *ranked))
    return [left if one is turn else more if one is pack else one for one in sections]


def _with_starts_of_periods(sections: list[GuideSection], scope: ProseScope) -> list[GuideSection]:
    """Put the values with which each period of the play begins, such as a bout, before the first sentence on the turn that
    uses them.
    """
    turn = next(one for one in sections if one.heading == "turn")
    deal = next(one for one in sections if one.heading == "deal")
    starts = {name: cell for cell, period in scope.periods.items() for name in period.starts}
    moved = [(starts[one.names[0]], one) for one in deal.sentences if one.names and one.names[0] in starts and not one.author]
    counted = [
        (cell, GuideSentence(finish_sentence(text, scope), names, False, composed=True))
        for cell, names, text in counted_anew(scope)
    ]
    sentences = list(turn.sentences)
    for cell, said in (*moved, *counted):
        at = next((n for n, one in enumerate(sentences) if _reads(one, cell, scope.naming.game)), None)
        if at is not None:
            sentences.insert(at, replace(said, phase=sentences[at].phase))
            deal = replace(deal, sentences=tuple(one for one in deal.sentences if one is not said))
    changed = {"turn": replace(turn, sentences=tuple(sentences)), "deal": deal}
    return [changed.get(one.heading, one) for one in sections]


def _reads(sentence: GuideSentence, cell: str, game: g.Game) -> bool:
    """Return whether a condition of a rule in a sentence reads a cell."""
    clauses = (game.clause[name] for name in sentence.names if name in game.clause)
    return any(isinstance(p, g.Recall) and p.cell == cell for clause in clauses for p in parts(clause.when))


def ranks_kinds(sentence: GuideSentence, game: g.Game) -> bool:
    """Return whether a sentence lists several kinds of cards in order."""
    nodes = [game.clause[name].sentence for name in sentence.names if name in game.clause]
    found = {node.function for node in nodes if isinstance(node, g.Definition)}
    select = (p for p in game.in_clauses(g.Select))
    keys = {key.function for p in select for _, key in p.keys if isinstance(key, g.Apply)}
    return (
        len(nodes) > 1
        and len(nodes) == len(sentence.names)
        and len(found) == 1
        and not found.isdisjoint(keys)
        and g.WINNER not in found
    )


def _is_definition(name: str, game: g.Game) -> bool:
    return name in game.clause and isinstance(game.clause[name].sentence, g.Definition)


def _in_parts(scope: ProseScope, mentioned: Container[str]) -> tuple[ProseScope, tuple[Composed, ...], MovesInOrder | None]:
    """Return the scope of a game whose rules do not repeat to which part of a hand they belong, the sentence about the parts,
    and the order of moves at the start of the second part; the same scope and no sentence if a hand has no parts.
    """
    game = without_exceptions(scope.naming.game)
    found = stages_of(game, mentioned)
    if found is None:
        return *with_situations(scope, mentioned), None
    scope = replace(scope, naming=replace(scope.naming, game=game))
    told = without_condition(replace(scope, rounds=rounds(game, found)), found, mentioned)
    order = order_of_moves(found, game, told, mentioned)
    last = [act for act in found.first if any(sets_to_end(e, found.condition) for e in game.act[act].effects)]
    told = replace(told, opening=frozenset(last))
    between = [one for one in interludes_of(told) if act_before(one, told) is not None]
    ending = ending_of(found, game)
    opening = {*last, *(act for one in between for act in one.acts), *([] if ending is None else [ending.name])}
    told = replace(told, between=flags_between(told), opening=frozenset(opening))
    flag = spoken_once(game, found)
    if flag is not None:
        told = replace(told, naming=replace(told.naming, game=without_flag(told.naming.game, flag, found)))
    return told, (course_of_hand(told, found, game, mentioned, once=flag is not None, order=order),), order


def _with_sum_of_rows(section: GuideSection, scope: ProseScope) -> GuideSection:
    """Put rows that add up into one, and add that the other generated rows are added up if several depend on conditions."""
    generated = [one for one in section.scores if not one.author and not one.composed]
    rows = [scope.naming.game.clause[name] for one in generated for name in one.names]
    conditional = [clause for clause in rows if clause.when]
    outcomes = [Sums(one.text, (), one.names) for one in outcomes_of_rows(conditional, scope)]
    opposite = {name for one in outcomes for name in one.names}
    sums = [*outcomes, *sums_of_rows([clause for clause in conditional if clause.name not in opposite], scope)]
    for one in sums:
        section = _with_one_row(section, one, scope)
    section = _without_words_by_level(section, rows, scope)
    together = {frozenset(pair) for one in sums for pair in combinations(one.names, 2)}
    left = [pair for pair in combinations(conditional, 2) if frozenset(one.name for one in pair) not in together]
    apart = all(_never_together(one, other) for one, other in left)
    if len(conditional) < 2 or apart or any(one.author for one in section.scores):
        return section
    text = finish_sentence(scope.lang.text("guide_rows_added"), scope, of=rows[0].span)
    return replace(section, behind=(GuideSentence(text, (), False, composed=True), *section.behind))


def _with_one_row(section: GuideSection, found: Sums, scope: ProseScope) -> GuideSection:
    """Return the count with one row in place of those that it adds up."""
    clauses = [scope.naming.game.clause[name] for name in found.names]
    title = capitalized(scope.lang.series([scope.naming.title(clause.name, clause.names) for clause in clauses]))
    if {clause.name for clause in clauses} == {name for one in section.scores for name in one.names}:
        title = capitalized(scope.lang.forms.determined(scope.lang.noun("hand"), "the").text)
    text = " ".join((found.lead, *found.cases))
    whole = GuideSentence(text, found.names, False, title, composed=True, steps=found.cases)
    scores, at = list(section.scores), next(n for n, one in enumerate(section.scores) if one.names == found.names[:1])
    scores[at] = whole
    return replace(section, scores=tuple(one for one in scores if one is whole or one.names[0] not in found.names))


def _without_words_by_level(section: GuideSection, rows: Sequence[g.Clause], scope: ProseScope) -> GuideSection:
    """Return the count without the definitions of words whose numbers its rows state for each announcement."""
    game = scope.naming.game
    amounts = [c.sentence.amount for c in rows if isinstance(c.sentence, g.Score)]
    worded = {found[1] for e in amounts if (found := multiple_of_word(e)) and len(list(cases_by_level(found[1], scope))) > 1}
    uses = [p.function for p in game.in_rules(g.Apply)]
    only = {word for word in worded if uses.count(word) == sum(multiple_of_word(e) is not None for e in amounts)}
    names = {clause.name for word in only for clause, _ in game.definitions_of(word)}
    before, behind = (
        tuple(one for one in among if one.author or not one.names or not names.issuperset(one.names))
        for among in (section.sentences, section.behind)
    )
    return replace(section, sentences=before, behind=behind)


MANY_MOVES = 3
"""The least number of acts of a step that the guide lists by phase."""


def _with_moves(section: GuideSection, titles: Mapping[str, str], scope: ProseScope) -> GuideSection:
    """Word the step whose acts belong to several phases by these: *the auction: bid or pass; the play: play a card*."""
    found: list[GuideSentence] = []
    for one in section.sentences:
        steps = [c.sentence for name in one.names if (c := scope.naming.game.clause.get(name)) is not None]
        step = next((node for node in steps if isinstance(node, g.Step)), None)
        moves = {} if step is None or one.author or one.composed else _moves_by_phase(step, titles, scope)
        if step is None or len(moves) < 2 or sum(map(len, moves.values())) < MANY_MOVES:
            found.append(one)
            continue
        lead = scope.lang.text("guide_moves", scope.value(step.actor))
        is_first = scope.naming.game.steps[0][1] == step
        texts = [lead if is_first else scope.lang.text("step_then", x=lead)]
        for phase, acts in moves.items():
            listed = scope.lang.series([expressions.open_act_as_permitted(act, scope) for act in acts], "or")
            texts.append(scope.lang.text("guide_moves_of_phase", phase=phase, x=listed))
        found.append(replace(one, text=" ".join(finish_sentence(text, scope) for text in texts)))
    return replace(section, sentences=tuple(found))


def _moves_by_phase(step: g.Step, titles: Mapping[str, str], scope: ProseScope) -> dict[str, list[g.Act]]:
    """Return the acts of a step by the title of their phase; nothing if an act has none, or the step is not a duty."""
    game = scope.naming.game
    moves: dict[str, list[g.Act]] = {}
    for name in (act for act in step.acts if game.permissions_of(act)):
        own = titles.get(name) or next((titles.get(c.name, "") for c, _ in game.permissions_of(name)), "")
        moves.setdefault(own, []).append(game.act[name])
    plain = step.must and not step.often and isinstance(step.actor, g.Actor)
    return moves if plain and "" not in moves else {}


def _never_together(one: g.Clause, other: g.Clause) -> bool:
    """Return whether the conditions of two clauses contradict each other."""
    first, second = conjuncts(*one.when), conjuncts(*other.when)
    return any(operands_of(e, "not") == (d,) or operands_of(d, "not") == (e,) for e in first for d in second)


def _with_phases(section: GuideSection, titles: Mapping[str, str]) -> GuideSection:
    """Put the title of its phase on each sentence; a sentence about rules of no phase belongs to the phase before it."""
    found: list[GuideSentence] = []
    for one in section.sentences:
        before = found[-1].phase if found else ""
        found.append(replace(one, phase=next((titles[name] for name in one.names if name in titles), before)))
    return replace(section, sentences=tuple(found))


def _with_piles_that_run_out(section: GuideSection, mentioned: Container[str], scope: ProseScope) -> GuideSection:
    """Add, after the last sentence about cards dealt in play, what happens when the pile has too few.  Leave it out where the
    clause asks for cards in the pile, or deals only to an empty place.
    """
    found: dict[str, g.Clause] = {}
    for clause in scope.naming.game.clauses:
        free = clause.name not in mentioned and scope.part.get(clause.name) != START_OF_SECOND
        for body in (effect.body for effect in clause.effects if _deals_in_play(clause) and free):
            if isinstance(body, g.Deal) and isinstance(body.source, g.InZone):
                asked = {e.zone for e in parts(clause.when) if isinstance(e, g.InZone)}
                if asked.isdisjoint({body.source.zone, body.to.zone}) or filled_up_to(body):
                    found[body.source.zone] = clause
    sentences = list(section.sentences)
    for pile, clause in found.items():
        at = max((n for n, one in enumerate(sentences, 1) if clause.name in one.names), default=0)
        the = scope.lang.forms.determined(scope.naming.zone(pile), "the").text
        text = finish_sentence(scope.lang.text("guide_runs_out", pile=the), scope, of=clause.span)
        if at:
            sentences.insert(at, GuideSentence(text, (clause.name,), False, composed=True))
    return replace(section, sentences=tuple(sentences))


def unexplained(game: g.Game) -> Iterator[str]:
    """Yield the clauses of the game's own text that its guide does not explain, one line for each reason."""
    scope = scope_for(game, "en")
    applied = wordings(scope)
    mentioned = frozenset(name for wording in applied for name in wording.names)
    known = {c.name for c in with_tricks(replace(plainer(scope, mentioned), told=True), mentioned).naming.game.clauses}
    found = player_guide(scope)
    explained = mentioned | {n for s in found.sections for one in (*s.sentences, *s.scores, *s.behind) for n in one.names}
    by_reason: dict[str, list[str]] = {}
    owned = words_of_owners(game, mentioned)
    marks = {one.mark for one in owned} | {part.cell for one in owned for part in parts(one.side) if isinstance(part, g.Recall)}
    for clause in game.clauses:
        if keeps_only(clause, frozenset(marks)) or _exempts_a_role(clause, game):
            continue
        if clause.home == game.name and clause.name in known and clause.name not in explained:
            reason = _reason_unexplained(clause)
            if reason:
                by_reason.setdefault(reason, []).append(f"`{clause.name}`")
    for reason, names in by_reason.items():
        yield msg(
            "`{game}`: “How to play” leaves out {names}: {reason}", game=game.name, names=join_commas(names), reason=reason
        )


def _reason_unexplained(clause: g.Clause) -> str:
    """Return why the guide leaves a clause out; the empty string if a table of the guide has the clause."""
    sentence = clause.sentence
    if isinstance(sentence, g.Material) and sentence.what in ("attribute", "columns"):
        return ""
    return next((reason for kinds, reason in REASONS if isinstance(sentence, kinds)), msg("no sentence covers it"))


REASONS: tuple[tuple[type | tuple[type, ...], Message], ...] = (
    (g.Sees, msg("who sees which cards is in the rules")),
    ((g.Conduct, g.Breach), msg("conduct is in the rules, unless it has a wording")),
    (g.Consequence, msg("it changes only values that no other rule reads")),
    (g.Definition, msg("no rule that the guide explains uses it")),
    (g.Material, msg("it describes the pack")),
)
"""The kinds of clauses that a guide may leave out, and the reasons."""


# ---------------------------------------------------------------------------------------------- positions of wordings

Placed = g.Wording | Composed
"""A sentence that may cover several clauses; it is placed where the first of them is."""


def _placed_wordings(
    applied: tuple[g.Wording, ...], items_by_heading: Mapping[Heading, tuple[GuideItem, ...]], game: g.Game
) -> dict[str, g.Wording]:
    """Return each wording, indexed by the first name that it covers; if the outline does not have that name, the key starts
    with the heading.
    """
    known = {one.name for items in items_by_heading.values() for one in items}
    found: dict[str, g.Wording] = {}
    for wording in applied:
        first = wording.names[0]
        found[first if first in known else f" {_nearest_heading(wording, items_by_heading, game)} {first}"] = wording
    return found


def _nearest_heading(
    wording: g.Wording, items_by_heading: Mapping[Heading, tuple[GuideItem, ...]], game: g.Game
) -> Heading | None:
    """Return the heading for a wording whose clauses are not in the outline.  It is the heading of the sentence that the author
    wrote before it, if both are in the same article. If they are not, it is the most frequent heading of its article.  Return
    None for a house rule, which has a box.
    """
    if wording.names[0] == AIM:
        return "aim"
    clause = game.clause.get(wording.names[0])
    if clause is None:
        return None
    if isinstance(clause.sentence, g.Material):
        return "pack"
    beside: dict[str, Heading | None] = {
        one.name: heading_of(one, game) for one in game.clauses if one.article == clause.article
    }
    own = [one for one in game.ruleset.wordings if one.home == wording.home]
    before = own[own.index(wording) - 1] if own.index(wording) else wording
    near: Heading | None = next((heading for name in before.names if (heading := beside.get(name)) is not None), None)
    headings = list(beside.values())
    return near or (max(HEADINGS, key=headings.count) if any(headings) else "turn")


def _section(
    heading: Heading,
    items: tuple[GuideItem, ...],
    placed: dict[str, Placed],
    covered: frozenset[str],
    scope: ProseScope,
) -> GuideSection:
    before: list[GuideSentence] = []
    scores: list[GuideSentence] = []
    behind: list[GuideSentence] = []
    evident: list[str] = []
    event: tuple[str, str] | None = None
    itemized = tuple(items)
    for at, item in enumerate(itemized):
        among = behind if scores else before
        overridden = _overridden_above(item, among, placed, covered, scope)
        later = itemized[at + 1 :] if overridden is None else ()
        step = _step_that_permits(item, among, placed, covered, scope.naming.game)
        if step is not None:
            among[step] = replace(among[step], names=(*among[step].names, item.name))
            continue
        free = item.name not in placed and item.name not in covered
        if free and isinstance(item, g.Clause) and names_itself(item, scope):
            evident.append(item.name)
            continue
        if among and free and isinstance(item, g.Clause) and _counts_its_period(item, scope):
            among[-1] = replace(among[-1], names=(*among[-1].names, item.name))
            continue
        ahead = isinstance(item, g.Clause) and _comes_ahead(item, later, placed, covered, scope)
        contrary = overridden is not None or _denies_above(item, among, scope.naming.game)
        sentence = _guide_sentence(item, placed, covered, event, scope, contrary=contrary, ahead=ahead)
        if sentence is None:
            continue
        same = next((n for n, one in enumerate(among) if one.text == sentence.text and one.title == sentence.title), None)
        if same is not None:
            among[same] = replace(among[same], names=(*among[same].names, *sentence.names))
            continue
        if overridden is not None:
            among.insert(overridden, sentence)
            continue
        if isinstance(item, g.Clause) and not (isinstance(item.sentence, g.Definition) and event and event[0] != "after"):
            event = item.sentence.event if isinstance(item.sentence, g.Consequence) else None
        is_score = isinstance(item, g.Clause) and isinstance(item.sentence, g.Score)
        defines = isinstance(item, g.Clause) and not sentence.author and _defines_a_bare_word(item, scope)
        (scores if is_score else behind if scores and not defines else before).append(sentence)
    loose = [w for place, w in placed.items() if place.startswith(f" {heading} ") and isinstance(w, g.Wording)]
    among = behind if scores else before
    for wording in loose:
        at = _position_in_section(wording, among, scope.naming.game)
        among.insert(at, GuideSentence(text_of(wording, scope), wording.names, True))
    if heading == "turn":
        before = _with_what_is_noted(_moves_in_paragraphs(before, itemized, placed, covered, scope), scope)
        before = _with_roles_of_takers(before, scope)
    before = _bare_words_first(before, scope)
    if before:
        before[-1] = replace(before[-1], names=(*before[-1].names, *evident))
    return GuideSection(heading, tuple(before), tuple(scores), None, tuple(behind))


def _bare_words_first(found: list[GuideSentence], scope: ProseScope) -> list[GuideSentence]:
    """Return sentences with each generated one that only defines a word without words of the author before the first one that
    uses this word.
    """
    game, left = scope.naming.game, list(found)
    for one in found:
        clauses = [game.clause[name] for name in one.names if name in game.clause]
        if (
            one.author
            or not clauses
            or len(clauses) < len(one.names)
            or not all(_defines_a_bare_word(c, scope) for c in clauses)
        ):
            continue
        words = {c.sentence.function for c in clauses if isinstance(c.sentence, g.Definition)}
        at, uses = left.index(one), (_uses_a_word(other, words, game) for other in left)
        first = next((n for n, used in enumerate(uses) if used), at)
        if first < at:
            left.insert(first, left.pop(at))
    return left


def _uses_a_word(sentence: GuideSentence, words: set[str], game: g.Game) -> bool:
    """Return whether a generated sentence is about a clause or an act that uses one of some words."""
    items = [game.clause.get(name) or game.act.get(name) for name in sentence.names]
    return not sentence.author and any(item is not None and not words.isdisjoint(_functions_in(item)) for item in items)


def _defines_a_bare_word(clause: g.Clause, scope: ProseScope) -> bool:
    """Return whether a clause defines a word without words of the author: a row of the count cannot be read before it."""
    node = clause.sentence
    if not isinstance(node, g.Definition) or node.function not in scope.naming.game.function:
        return False
    return scope.naming.text(node.function, scope.naming.game.function[node.function].names) is None


def _counts_its_period(clause: g.Clause, scope: ProseScope) -> bool:
    """Return whether a clause only counts one hand more at the end of each hand, as the name of the counter states, or the
    number of hands of the match.
    """
    match clause:
        case g.Clause(
            sentence=g.Consequence(event=("count" | "end", "hand"), effects=(effect,)), when=(), unless=(), despite=()
        ):
            pass
        case _:
            return False
    match effect:
        case g.Effect(g.Add(g.Recall(cell, None), g.Number(1)), None, (), ()):
            noun = plain(scope.naming.cell(cell).form(False)).split()
            return scope.lang.noun("hand").form(False) in noun or cell in counters_of_a_fixed_match(scope.naming.game)
        case _:
            return False


def _moves_in_paragraphs(
    found: list[GuideSentence],
    items: Sequence[GuideItem],
    placed: Mapping[str, Placed],
    covered: Container[str],
    scope: ProseScope,
) -> list[GuideSentence]:
    """Return the sentences of a turn with each act in one paragraph: permission, effects and consequences.  If one generated
    sentence permits the act, its effects need no title; otherwise the consequences follow the sentence of its effects.
    """
    game = scope.naming.game
    left, gone = list(found), set[int]()
    for act in (item for item in items if isinstance(item, g.Act)):
        permits = {clause.name for clause, _ in game.permissions_of(act.name)}
        own = [n for n, one in enumerate(left) if one.names == (act.name,) and not (one.author or one.composed)]
        at = _paragraph_of(left, permits, game)
        if (at is None and not own) or (own and _level_of_words(act, scope)):
            continue
        place = own[0] if at is None else at
        named = scope.naming.kernel_noun("player").form(False) in plain(left[place].text).split(".")[0]
        spoken = scope.with_salient(g.Actor(PLAYER, act.span)) if named else scope
        done = [act.effects, *(c.effects for c in game.consequences("after", act.name))]
        spoken = scope if any(_names_others(one, game) for one in done) else spoken
        merged = [] if at is None else own
        texts = [finish_sentence(does, scope, of=act.span) for _ in merged if (does := _told_effects(act, spoken))]
        following: list[g.Clause] = []
        for clause in game.consequences("after", act.name):
            alone = [n for n, one in enumerate(left) if one.names == (clause.name,) and not (one.author or one.composed)]
            if alone and clause.name not in placed and clause.name not in covered and not clause.despite:
                merged = [*merged, *alone]
                following.append(_without_beginnings_told(replace(clause, under=()), act, scope))
        texts += [clause_prose(clause, spoken, True, running=True).text for clause in _with_cases_joined(following)]
        if merged:
            names: tuple[str, ...] = sum((left[n].names for n in merged), ())
            left[place] = _with_texts(left[place], permits, texts, names)
            gone.update(merged)
    return [one for n, one in enumerate(left) if n not in gone]


def _paragraph_of(found: list[GuideSentence], permits: set[str], game: g.Game) -> int | None:
    """Return the place of the only generated sentence that permits an act, if it is not about a step of the turn.  Its steps
    are not the cases of one act, and it has a step for each of several acts.
    """
    at = [n for n, one in enumerate(found) if not permits.isdisjoint(one.names)]
    if len(at) != 1 or found[at[0]].author or any(_is_step(name, game) for name in found[at[0]].names):
        return None
    return at[0] if bool(found[at[0]].steps) == (len(_acts_permitted(found[at[0]], game)) > 1) else None


def _with_cases_joined(clauses: Sequence[g.Clause]) -> list[g.Clause]:
    """Return rules that follow each other, with those that have the same effects as one rule for all their cases."""
    found: list[g.Clause] = []
    for clause in clauses:
        match (found[-1:], clause.when):
            case ([last], (second,)) if (
                last.effects == clause.effects and len(last.when) == 1 and not (last.unless or clause.unless)
            ):
                found[-1] = replace(last, when=(g.Operation("or", (*last.when, second), TRUTH, second.span),))
            case ([last], ()) if (both := _added_together(last, clause)) is not None:
                found[-1] = both
            case _:
                found.append(clause)
    return found


def _without_beginnings_told(clause: g.Clause, act: g.Act, scope: ProseScope) -> g.Clause:
    """Return a rule about an act before the second part of a hand without letting somebody begin this part, if the act does so
    too: who begins is decided when the part begins.
    """
    node = clause.sentence
    told = [e.body for e in act.effects if isinstance(e.body, g.Become) and e.body.cell.cell in scope.beginners]
    if act.name not in scope.opening or not isinstance(node, g.Consequence):
        return clause
    left = tuple(e for e in node.effects if e.body not in told or e.when or e.unless or e.each)
    return replace(clause, sentence=replace(node, effects=left)) if left else clause


def _added_together(one: g.Clause, other: g.Clause) -> g.Clause | None:
    """Return two rules that always add something to the same counter as one that adds both; None for other rules."""
    match one, other:
        case (
            g.Clause(effects=(g.Effect(g.Add(cell, first) as add, None, (), ()) as effect,), when=(), unless=()),
            g.Clause(effects=(g.Effect(g.Add(same, second), None, (), ()),), when=(), unless=()),
        ) if cell == same and isinstance(one.sentence, g.Consequence):
            both = replace(add, amount=g.Operation("+", (first, second), first.type, one.span))
            return replace(one, sentence=replace(one.sentence, effects=(replace(effect, body=both),)))
        case _:
            return None


def _names_others(found: object, game: g.Game) -> bool:
    """Return whether some effects name another person than the player who acts, so that *their* could be about that person."""
    roles = {cell.name for cell in game.cells if cell.kind == "reference" and cell.type.kind in ("player", "side")}
    return any(
        isinstance(p, g.Neighbour | g.FirstOf | g.Everyone) or (isinstance(p, g.Recall) and p.cell in roles)
        for p in parts(found)
    )


def _acts_permitted(sentence: GuideSentence, game: g.Game) -> list[str]:
    """Return the acts that the clauses of a sentence permit."""
    nodes = (game.clause[name].sentence for name in sentence.names if name in game.clause)
    return list(dict.fromkeys(node.act for node in nodes if isinstance(node, g.Permission)))


def _noted_together(made: Iterable[Composed], scope: ProseScope) -> frozenset[str]:
    """Return the flags that exactly the acts of one sentence set, all for the player who does them."""
    game, permitted, parted = scope.naming.game, list[set[str]](), list[set[str]]()
    for one in made:
        nodes = [game.clause[name].sentence for name in one.names if name in game.clause]
        found = {node.act for node in nodes if isinstance(node, g.Permission)}
        (parted if any(isinstance(node, g.Step) for node in nodes) else permitted).append(found)
    acts = {cell.name: _acts_that_note(cell.name, game) for cell in game.cells if cell.kind == "flag"}
    together = {name for name, of in acts.items() if of in permitted or any(of <= each for each in parted)}
    return frozenset(name for name in together if len(acts[name]) > 1 and not _all_evident(name, acts[name], scope))


def _all_evident(cell: str, acts: set[str], scope: ProseScope) -> bool:
    found = [(effect, scope.naming.game.act[name]) for name in acts for effect in scope.naming.game.act[name].effects]
    return all(_is_evident(effect, act, scope) for effect, act in found if _notes(effect, cell))


def _with_what_is_noted(found: list[GuideSentence], scope: ProseScope) -> list[GuideSentence]:
    """Add, after a sentence that permits several acts, what is noted of a player who does any of them: *whoever does one of
    these things has spoken*.
    """
    game, more = scope.naming.game, list[GuideSentence]()
    course = {name for one in found if one.composed and any(_is_step(name, game) for name in one.names) for name in one.names}
    rules = [*(clause for clause in game.clauses if clause.name not in course), *(e for act in game.acts for e in act.effects)]
    read = {
        part.cell
        for rule in rules
        for e in ((rule.body.value, rule.when) if isinstance(rule, g.Effect) and isinstance(rule.body, g.Become) else (rule,))
        for part in parts(e)
        if isinstance(part, g.Recall)
    }
    for one in found:
        more.append(one)
        acts = set(_acts_permitted(one, game))
        for cell in game.cells:
            noting = _acts_that_note(cell.name, game)
            together = noting <= acts if any(_is_step(name, game) for name in one.names) else noting == acts
            if cell.name in scope.noted and cell.name in read and noting and together:
                text = scope.lang.text("guide_noted", x=scope.naming.sentence(cell.name, cell.names))
                more.append(GuideSentence(finish_sentence(text, scope), (), False, composed=True))
    return more


def _with_roles_of_takers(found: list[GuideSentence], scope: ProseScope) -> list[GuideSentence]:
    """Add, after a library's wording about tricks, a sentence about the role of the taker if the game gives this role another
    name and reads it after the play: *the player on lead is the one who took the last trick*.
    """
    game, more = scope.naming.game, list[GuideSentence]()
    homes, words = (game.name, *game.ruleset.bases), scope.lang.phrases["words_for_taking"].split()
    for one in found:
        more.append(one)
        if not one.author or one.home in homes:
            continue
        clauses = [game.clause[name] for name in one.names if name in game.clause]
        for cell in (cell for clause in clauses if (cell := _taker_of(clause)) is not None):
            role = expressions.cell_value(cell, scope).text
            later = [c for c in game.clauses if heading_of(c, game) in ("end", "count") and c.home in homes]
            used = _with_used_definitions(later, game)
            read = any(isinstance(p, g.Recall) and p.cell == cell.cell for item in used for p in parts(item))
            if read and not any(word in words for word in plain(role).split()):
                text = finish_sentence(scope.lang.text("guide_last_taker", x=role), scope)
                more.append(GuideSentence(text, (), False, composed=True))
    return more


def _taker_of(clause: g.Clause) -> g.Recall | None:
    """Return the role that a rule gives to the player who takes a trick."""
    match clause.effects:
        case (g.Effect(g.Become(g.Recall(_, None) as cell, g.Select()), None, (), ()),):
            return cell
        case _:
            return None


def _acts_that_note(cell: str, game: g.Game) -> set[str]:
    """Return the acts that set a flag of the player who does them, if several acts do and nothing else sets it."""
    changes = [p for p in game.in_rules(g.Become) if p.cell.cell == cell]
    acts = {act.name for act in game.acts if any(_notes(effect, cell) for effect in act.effects)}
    return acts if len(acts) == len(changes) > 1 else set()


def _notes(effect: g.Effect, cell: str) -> bool:
    """Return whether an effect sets a flag of the player who acts."""
    match effect:
        case g.Effect(g.Become(g.Recall(flag, g.Actor()), g.Truth(True)), None, (), ()):
            return flag == cell
        case _:
            return False


def _is_step(name: str, game: g.Game) -> bool:
    return name in game.clause and isinstance(game.clause[name].sentence, g.Step)


def _with_texts(sentence: GuideSentence, permits: set[str], texts: list[str], names: tuple[str, ...]) -> GuideSentence:
    """Return a sentence that permits an act with further texts about the act, which are in the step of the act if there are
    steps, and with the names that these texts explain.
    """
    more = " ".join(texts)
    if not sentence.steps:
        return replace(sentence, text=f"{sentence.text} {more}", names=(*sentence.names, *names))
    lead = sentence.text.removesuffix(" ".join(sentence.steps)).rstrip()
    of = [name for name in sentence.names if name not in names]
    at = next(n for n, name in enumerate(of) if name in permits)
    steps = tuple(f"{step} {more}" if n == at else step for n, step in enumerate(sentence.steps))
    return replace(sentence, text=" ".join((lead, *steps)), steps=steps, names=(*sentence.names, *names))


def _step_that_permits(
    item: GuideItem, above: Sequence[GuideSentence], placed: dict[str, Placed], covered: frozenset[str], game: g.Game
) -> int | None:
    """Return the place of the generated sentence of a step that names an act, if the item permits the act in all cases; the
    permission needs no sentence of its own.
    """
    if not isinstance(item, g.Clause) or not isinstance(item.sentence, g.Permission) or item.name in (*placed, *covered):
        return None
    if item.when or item.unless or item.despite or item.sentence.lifts or len(game.permissions_of(item.sentence.act)) > 1:
        return None
    for at, one in enumerate(above):
        steps = [game.clause[name].sentence for name in one.names if name in game.clause]
        if any(isinstance(step, g.Step) and item.sentence.act in step.acts for step in steps):
            return at
    return None


def _denies_above(item: GuideItem, above: Sequence[GuideSentence], game: g.Game) -> bool:
    """Return whether a prohibition takes back what a sentence above permits; of several in a row about one permission, only the
    first does.
    """
    if not isinstance(item, g.Clause) or not isinstance(item.sentence, g.Prohibition) or not above:
        return False
    barred = set(item.sentence.bars)
    last = [game.clause[name].sentence for name in above[-1].names if name in game.clause and not above[-1].author]
    if any(isinstance(node, g.Prohibition) and not barred.isdisjoint(node.bars) for node in last):
        return False
    return any(not barred.isdisjoint(one.names) for one in above)


def _comes_ahead(
    clause: g.Clause, later: Sequence[GuideItem], placed: dict[str, Placed], covered: frozenset[str], scope: ProseScope
) -> bool:
    """Return whether a clause has conditions and the sentences of all clauses that it overrides come later in the section."""
    below = overridden_by(overriding_in_force(clause, scope.naming.game), scope.naming.game)
    if not below or not (clause.when or clause.name in scope.part) or clause.name in placed or clause.name in covered:
        return False
    mentioned = {item.name for item in later if item.name in placed or item.name not in covered}
    mentioned |= {name for item in later if item.name in placed for name in placed[item.name].names}
    return mentioned.issuperset(below)


def _overridden_above(
    item: GuideItem, above: Sequence[GuideSentence], placed: dict[str, Placed], covered: frozenset[str], scope: ProseScope
) -> int | None:
    """Return the place for a generated sentence: after the sentence of the clause that it overrides, and after earlier
    sentences that override the same clause. Return None if it overrides no clause above.
    """
    if not isinstance(item, g.Clause) or item.name in placed or item.name in covered or isinstance(item.sentence, g.Score):
        return None
    game = scope.naming.game
    below = overridden_by(overriding_in_force(item, game), game)
    found = [at for at, one in enumerate(above) if not set(one.names).isdisjoint(below)]
    if not found:
        return None
    at = found[-1] + 1
    while at < len(above) and any(below[0] in game.clause[name].despite for name in above[at].names if name in game.clause):
        at += 1
    return at


def _position_in_section(wording: g.Wording, sentences: list[GuideSentence], game: g.Game) -> int:
    """Return the position of a wording that the outline does not place.  It is after the last sentence whose wording the author
    wrote earlier, and after the composed sentences there; or if there is none, before the first sentence whose wording the
    author wrote later. It is at the end if its ruleset has none of these.
    """
    order = [one.names for one in game.ruleset.wordings if one.home == wording.home]
    own = order.index(wording.names)
    places = [(order.index(one.names), at) for at, one in enumerate(sentences) if one.names in order]
    earlier, later = [at for place, at in places if place < own], [at for place, at in places if place > own]
    if not earlier:
        return min(later) if later else len(sentences)
    behind = dropwhile(lambda at: sentences[at].composed, range(max(earlier) + 1, len(sentences)))
    return next(behind, len(sentences))


def _guide_sentence(
    item: GuideItem,
    placed: dict[str, Placed],
    covered: frozenset[str],
    event: tuple[str, str] | None,
    scope: ProseScope,
    *,
    contrary: bool,
    ahead: bool,
) -> GuideSentence | None:
    """Return the sentence of a clause or act; None if another sentence covers it.  A `contrary` sentence follows the sentence
    that it overrides; one that is `ahead` comes before those that it overrides.
    """
    is_score = isinstance(item, g.Clause) and isinstance(item.sentence, g.Score)
    title = capitalized(scope.naming.title(item.name, item.names)) if isinstance(item, g.Clause) and is_score else ""
    if item.name in placed:
        ready = placed[item.name]
        if isinstance(ready, Composed):
            return GuideSentence(ready.text, ready.names, False, title, composed=True, steps=ready.steps, ordered=ready.ordered)
        return GuideSentence(text_of(ready, scope), ready.names, True, title, home=ready.home)
    if item.name in covered:
        return None
    if isinstance(item, g.Act):
        return _act_sentence(item, (*placed, *covered), scope)
    if isinstance(item.sentence, g.Step):
        permitted = tuple(act for act in item.sentence.acts if scope.naming.game.permissions_of(act))
        item = replace(item, sentence=replace(item.sentence, acts=permitted or item.sentence.acts))
    within = not contrary and isinstance(item.sentence, g.Consequence) and item.sentence.event == event
    prose = clause_prose(replace(item, under=()), scope, within, running=True, contrary=contrary, ahead=ahead)
    return GuideSentence(prose.text, (item.name,), prose.author, title)


def _is_chosen_elsewhere(parameter: g.Parameter, scope: ProseScope) -> bool:
    """Return whether an argument is a number, or cards from a place that is not the player's own."""
    domain = parameter.domain
    if isinstance(domain, g.InZone):
        return not isinstance(domain.owner, g.Actor) and not scope.naming.is_family(domain.zone)
    return isinstance(domain, g.Numbers)


def _act_sentence(act: g.Act, covered: Container[str], scope: ProseScope) -> GuideSentence | None:
    """Word the effects of an act.  Before them come the numbers among its arguments, and the places from which arguments are
    chosen, except the hand.  Acts of one article with the same effects share a sentence.
    """
    game = scope.naming.game
    does = _told_effects(act, scope)
    if not does:
        return None
    home = _article_of(act, game)
    free = [one for one in game.acts if one.name not in covered and not one.finding and _article_of(one, game) == home]
    same = [one for one in free if one == act or (game.permissions_of(one.name) and _told_effects(one, scope) == does)]
    if same[0] != act:
        return None
    if not _names_others(act.effects, game) and expressions.act_done_openly(act, scope) is not None:
        does = _told_effects(act, scope.with_salient(g.Actor(PLAYER, act.span)))
    texts = [_told_when_done(same, does, scope)]
    for cell, words in scope.levels.items():
        if _level_set(act, scope) == (cell, min(words)):
            noun = scope.lang.forms.determined(scope.naming.cell(cell), "the")
            role = _role_of_last(cell, same, scope)
            texts = texts if role is None else [scope.lang.text("level_said_by", x=expressions.cell_value(role, scope).text)]
            texts.insert(0, scope.lang.text("level_order", noun, x=", ".join(words[number] for number in sorted(words))))
    text = " ".join(finish_sentence(one, scope, of=act.span) for one in texts)
    return GuideSentence(text, tuple(one.name for one in same), False)


def _role_of_last(level: str, acts: Sequence[g.Act], scope: ProseScope) -> g.Recall | None:
    """Return the role of the player who made the last announcement, if that is all that these acts do: they are the acts with a
    level, and nothing else gives the role to anybody.
    """
    game = scope.naming.game
    announced = [act for act in game.acts if (found := _level_set(act, scope)) is not None and found[0] == level]
    roles = set[g.Recall]()
    for act in announced:
        others = [e for e in act.effects if not (isinstance(e.body, g.Become) and e.body.cell.cell == level)]
        match others:
            case [g.Effect(g.Become(g.Recall(_, None) as role, g.Actor()), None, (), ())]:
                roles.add(role)
            case _:
                return None
    changes = [p for p in game.changes if p.cell in roles]
    return roles.pop() if len(roles) == 1 and len(changes) == len(announced) and set(acts) == set(announced) else None


def _told_when_done(acts: list[g.Act], does: str, scope: ProseScope) -> str:
    """Word the effects of some acts after the player who does one of them, or after their titles if their words do not allow
    that form.
    """
    done = [expressions.act_done_openly(act, scope) for act in acts]
    known = [one for one in done if one is not None]
    if len(known) < len(acts):
        return scope.lang.text("told_act", do=scope.lang.series([_title_of(one, scope) for one in acts], "or"), x=does)
    movers = {scope.movers.get(act.name) for act in acts}
    mover = movers.pop() if len(movers) == 1 else None
    who = scope.lang.forms.determined(scope.naming.kernel_noun("player"), "a") if mover is None else scope.value(mover)
    return scope.lang.text("told_when", who, do=scope.lang.series(known, "or"), x=does)


def _title_of(act: g.Act, scope: ProseScope) -> str:
    """Return the act in quotes, with the number of cards that its only permission requires."""
    permissions = scope.naming.game.permissions_of(act.name)
    known = expressions.ArgumentDetails()
    if len(permissions) == 1:
        known = replace(expressions.argument_details(act, permissions[0][0].when, scope), alike="")
    sentence = expressions.open_act(act, scope, known)
    return sentence if scope.naming.is_quoting(sentence) else scope.naming.quoted(sentence)


def _article_of(act: g.Act, game: g.Game) -> str:
    return next((clause.article for clause, _ in game.permissions_of(act.name)), "")


def _told_effects(act: g.Act, scope: ProseScope) -> str:
    """Word the effects of an act that its own words do not state already."""
    inner = expressions.act_scope(act.name, scope)
    chosen = [argument(as_written(p), inner) for p in act.parameters if _is_chosen_elsewhere(p, scope)]
    remembered = _last_cards_remembered(act, scope) + _unread(act, scope.naming.game)
    inner = replace(inner, opens=act.name in scope.opening)
    left = tuple(
        e
        for e in act.effects
        if not (e in remembered or _changes_flag_between(e, scope) or _is_evident(e, act, scope))
        and not any(_notes(e, flag) for flag in scope.noted)
    )
    return "; ".join([*chosen, *(_effects_of_act(as_written(left), inner) if left else ())])


def _changes_flag_between(effect: g.Effect, scope: ProseScope) -> bool:
    return isinstance(effect.body, g.Become) and effect.body.cell.cell in scope.between


def _unread(act: g.Act, game: g.Game) -> tuple[g.Effect, ...]:
    """Return the effects of a library's act that only change memory which no clause and no act of the game reads."""
    homes = (game.name, *game.ruleset.bases)
    own = {clause.span.source.name for clause in game.ruleset.clauses if clause.home in homes}
    if act.span.source.name in own:
        return ()
    every = [p for p in game.rule_parts if isinstance(p, g.Add | g.Become | g.Recall)]
    targets = {id(p.cell) for p in every if isinstance(p, g.Add | g.Become)}
    read = {p.cell for p in every if isinstance(p, g.Recall) and id(p) not in targets}
    return tuple(e for e in act.effects if isinstance(e.body, g.Add | g.Become) and e.body.cell.cell not in read)


def _last_cards_remembered(act: g.Act, scope: ProseScope) -> tuple[g.Effect, ...]:
    """Return the effects by which an act keeps the last cards in order, if the names of all of them state that: *the last
    card*, *the last card but one*.
    """
    run = pushed_on(act.effects)
    cells = [e.body.cell for e in run if isinstance(e.body, g.Become)]
    first = next((e.body.value for e in reversed(run) if isinstance(e.body, g.Become)), None)
    newest = [
        e for e in act.effects if isinstance(e.body, g.Become) and e.body.cell == first and isinstance(e.body.value, g.Local)
    ]
    if not run or len(newest) != 1 or newest[0].when or newest[0].unless:
        return ()
    named = [*cells, *([first] if isinstance(first, g.Recall) else [])]
    return (*run, *newest) if all(_names_the_last(cell.cell, scope) for cell in named) else ()


def _names_the_last(cell: str, scope: ProseScope) -> bool:
    """Return whether the name of a memory states that it is the last thing, or the last but some."""
    words = plain(scope.naming.cell(cell).form(False)).split()
    last = frozenset(stem for code in LANGUAGES for stem in language(code).phrases["words_for_last"].split())
    return any(stem in word for word in words for stem in last)


def _goes_where_named(body: g.MoveCards, act: g.Act, said: Sequence[str], scope: ProseScope) -> bool:
    """Return whether the card of an act goes to a place that has its name from the act: who *plays* a card has *cards played*,
    who *discards* one has a *discard pile*.  Whoever *draws from the stock* takes its top card in hand.
    """
    moved = [cards.member if isinstance(cards, g.Single) else cards for cards in body.cards]
    match moved, body.to:
        case [g.Top(g.InZone(pile, None))], g.InZone(hand, g.Actor()) if hand in hands(scope.naming.game):
            return plain(scope.naming.zone(pile).form(False)).split()[-1] in said
        case _:
            pass
    to, chosen = body.to, {one.name for one in act.parameters}
    if body.under or not isinstance(to, g.InZone) or not (to.owner is None or isinstance(to.owner, g.Actor)):
        return False
    own = all(isinstance(cards, g.Local) and cards.name in chosen for cards in moved)
    named = _words_with_sense(plain(scope.naming.zone(to.zone).form(False)).split(), scope)
    return own and any(_of_one_verb(word, said[0]) for word in named)


def _is_evident(effect: g.Effect, act: g.Act, scope: ProseScope) -> bool:
    """Return whether an effect only notes that the act was done: that who bids *has bid*, that the last bid is this one, or
    that there is one bid more.
    """
    body = effect.body
    if effect.each is not None or effect.when or effect.unless:
        return False
    said = plain(expressions.open_act(act, scope)).split()
    if isinstance(body, g.MoveCards):
        return _goes_where_named(body, act, said, scope)
    if isinstance(body, g.Become) and isinstance(body.value, g.Actor) and body.cell.owner is None:
        named = _words_with_sense(plain(scope.naming.cell(body.cell.cell).form(False)).split(), scope)
        return _names_the_last(body.cell.cell, scope) and any(_of_one_verb(word, said[0]) for word in named)
    if isinstance(body, g.MarkAs):
        marked_as = _words_with_sense(plain(scope.naming.cell(body.mark).form(False)).split(), scope)
        return any(_of_one_verb(word, other) for word in marked_as for other in said)
    if not isinstance(body, g.Add | g.Become):
        return False
    if body.cell.cell in scope.levels:
        return _level_set(act, scope) is not None
    if isinstance(body, g.Add) or not isinstance(body.value, g.Truth):
        value = body.amount if isinstance(body, g.Add) else body.value
        counts_once = isinstance(body, g.Add) and isinstance(value, g.Number) and value.value == 1
        named = plain(scope.naming.cell(body.cell.cell).form(False)).split()
        counts = body.cell.type.kind == "number" and (counts_once or isinstance(value, g.Local))
        return counts and any(_of_one_verb(word, other) for word in _words_with_sense(named, scope) for other in said)
    noted = plain(scope.naming.sentence(body.cell.cell, scope.naming.game.cell[body.cell.cell].names)).split()
    verbs = [word for word in noted if word not in _auxiliaries()]
    if not body.value.value:
        return body.cell.owner is None and any(len(word) >= STEM and word in said for word in verbs)
    if body.cell.owner is None:
        last = _words_with_sense(verbs, scope)[-1:]
        return any(_of_one_verb(word, other) for word in last for other in said)
    if not isinstance(body.cell.owner, g.Actor):
        return False
    others = _words_with_sense(verbs[1:], scope) or verbs[1:]
    irregular = bool(others) and verbs[0][:2] == said[0][:2] and all(word in said[1:] for word in others)
    return bool(verbs) and len(noted) > len(verbs) and (irregular or any(_of_one_verb(verbs[0], word) for word in said))


def _words_with_sense(words: Sequence[str], scope: ProseScope) -> list[str]:
    """Return the words that are no articles and no short particles."""
    return [word for word in words if len(word) >= SHORT_WORD and word not in _auxiliaries()]


@lru_cache(maxsize=1)
def _auxiliaries() -> frozenset[str]:
    """Return the auxiliaries of all languages: a text without words in the language of the page keeps its own."""
    return frozenset(word for code in LANGUAGES for word in language(code).phrases["auxiliaries"].split())


SHORT_WORD = 3
"""The least number of letters of a word by which a memory and an act are compared."""


STEM = 4
"""The number of letters that two forms of one verb share."""


def _of_one_verb(one: str, other: str) -> bool:
    """Return whether two words are forms of one verb."""
    begins = min(len(one), len(other)) >= STEM and (one.startswith(other) or other.startswith(one))
    return one == other or begins or (len(one) > STEM and one[:STEM] == other[:STEM])


def _level_of_words(act: g.Act, scope: ProseScope) -> bool:
    """Return whether the sentence about an act begins with the order of several announcements."""
    found = _level_set(act, scope)
    return found is not None and found[1] == min(scope.levels[found[0]])


def _level_set(act: g.Act, scope: ProseScope) -> tuple[str, int] | None:
    """Return the counter of levels that an act sets, and the number."""
    for body in (effect.body for effect in act.effects):
        if isinstance(body, g.Become) and body.cell.cell in scope.levels and isinstance(body.value, g.Number):
            return body.cell.cell, body.value.value
    return None


def _effects_of_act(found: tuple[g.Effect, ...], scope: ProseScope) -> Iterator[str]:
    """Word the effects of an act; references that pass their values on to one another are in one sentence."""
    together = pushed_on(found)
    if not together:
        yield effects(found, scope)
        return
    at = found.index(together[0])
    after = found[at + len(together) :]
    if at:
        yield effects(found[:at], scope)
    cells = [e.body.cell for e in reversed(together) if isinstance(e.body, g.Become)]
    first = next(e.body.value for e in reversed(together) if isinstance(e.body, g.Become))
    last = expressions.cell_value(cells[-1], scope).text
    match after:
        case (g.Effect(g.Become(cell, value), None, (), ()), *_) if cell == first:
            slots = {"first": scope.value(first).text, "next": expressions.cell_value(cells[0], scope).text, "last": last}
            after = after[1:]
        case _:
            value, (then, *_) = first, cells[1:] or cells
            slots = {"first": expressions.cell_value(cells[0], scope).text, "last": last}
            slots["next"] = expressions.cell_value(then, scope).text
    yield scope.lang.text("guide_pushed_on", scope.value(value), **slots)
    if after:
        yield effects(after, scope)


# ---------------------------------------------------------------------------------------------- the house rules not chosen


def _other_rules(applied: tuple[g.Wording, ...], scope: ProseScope) -> Iterator[OtherRule]:
    for option in scope.naming.game.ruleset.options:
        prose = option_prose(option, scope)
        chosen = scope.naming.game.chosen[option.name]
        others = tuple(scope.naming.option_value(value) for value in option.values if value != chosen)
        wording = next((w for w in applied if option.name in w.names and option.name not in scope.naming.game.clause), None)
        text = None if wording is None else text_of(wording, scope)
        if others:
            yield OtherRule(option.name, capitalized(prose.title), scope.naming.option_value(chosen), others, text)
