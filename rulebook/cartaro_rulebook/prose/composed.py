"""Sentences for the player's guide that word several clauses together, as people at a table do.

A clause's own sentence (`clauses`) is exact and complete, as an article requires. At a table, players explain the deal, the
seats or the score in a single sentence. Each section here recognizes clauses of one shape, in any game, and words them as a
whole: roles and seats replace variables, numbers are in words, and a fact that holds for all is mentioned once. Clauses of any
other shape keep their own sentence or their author's wording. A composed sentence states only facts of its clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TypeVar

from cartaro_grammar import (
    CARDS,
    PLAYER,
    PLAYERS_SETTING,
    Noun,
    choose,
    conjuncts,
    default,
    disjuncts,
    operands_of,
    parts,
    rewrite,
)
from cartaro_grammar import game as g
from cartaro_rulebook.prose import expressions, sentences
from cartaro_rulebook.prose.clauses import clause_prose, finish_sentence
from cartaro_rulebook.prose.expressions import ProseScope
from cartaro_rulebook.prose.known import Known
from cartaro_rulebook.prose.sentences import filled_up_to
from cartaro_rulebook.words.naming import attributes_by_size
from cartaro_rulebook.words.nouns import Phrase

Row = TypeVar("Row", bound=tuple[g.Clause, object])
SIDE_OF_NEXT = {"clockwise": "left", "anticlockwise": "right"}
"""The hand, left or right, on which the next player sits."""


@dataclass(frozen=True, slots=True)
class Composed:
    """One or more sentences, and the clauses and cells that they describe. The first name determines their position in the
    guide.

    `by_players` is true if the sentences change with the number of players, although the clauses are the same.  The last
    sentences are `steps` that happen in order, or alternatives if they are not `ordered`.
    """

    names: tuple[str, ...]
    text: str
    by_players: bool = False
    steps: tuple[str, ...] = ()
    ordered: bool = True


@dataclass(frozen=True, slots=True)
class Source:
    """The clauses that no author has worded, and the scope in which their sentences are generated."""

    clauses: tuple[g.Clause, ...]
    covered: frozenset[str]
    scope: ProseScope

    @property
    def game(self) -> g.Game:
        return self.scope.naming.game

    def at(self, moment: str, period: str) -> tuple[g.Clause, ...]:
        """Return the clauses of an event, in order."""
        return tuple(c for c in self.clauses if isinstance(c.sentence, g.Consequence) and c.sentence.event == (moment, period))

    def text(self, key: str, subject: Phrase | None = None, /, **slots: str) -> str:
        return self.scope.lang.text(key, subject, **slots)

    def text_of_sides(self, key: str, **slots: str) -> str:
        """Return the text about a side that scores: about a pair, if each side is one.  The end of the match has no such text,
        because it would depend on the number of players together with all house rules about the match.
        """
        named, pair = self.scope.naming.named("side"), self.scope.lang.noun("pair")
        pairs = self.game.players == 2 * self.game.sides and (named is None or named.singular == pair.singular)
        return self.text(f"{key}_pair" if pairs else key, **slots)

    def numerals(self, numbers: Iterable[int], word: str = "or") -> str:
        return self.scope.lang.series([self.scope.lang.forms.numeral(n) for n in numbers], word)


def composed(
    scope: ProseScope, covered: frozenset[str], more: Iterable[Callable[[Source], Iterator[Composed]]] = ()
) -> tuple[Composed, ...]:
    """Return the sentences that each describe several clauses, except for clauses that the author has worded (`covered`). Those
    of `more` come last, and only if no earlier sentence describes one of their clauses.
    """
    clauses = tuple(c for c in scope.naming.game.clauses if c.name not in covered)
    source = Source(clauses, covered, scope)
    found = [one for compose in COMPOSERS for one in compose(source)]
    for compose in more:
        known = covered.union(*(one.names for one in found))
        found += compose(Source(clauses, known, scope))
    return tuple(found)


def _finished(texts: Iterable[str], source: Source, of: g.Clause) -> str:
    return " ".join(finish_sentence(text, source.scope, of=of.span) for text in texts)


# ----------------------------------------------------------------------- players


def _who_can_play(counts: tuple[int, ...], source: Source) -> str:
    """Word the numbers of players: *two to six*, or *four or six*."""
    first, last = counts[0], counts[-1]
    if len(counts) > 2 and last - first == len(counts) - 1:
        return source.text("guide_players_from_to", x=source.numerals([first]), y=source.numerals([last]))
    return source.text("guide_players", x=source.numerals(counts))


def _players(source: Source) -> Iterator[Composed]:
    """Word the number of players, the direction of play, and the sides."""
    game = source.game
    counts = game.ruleset.player_counts
    sentences: list[tuple[g.Clause, str]] = []
    for clause in source.clauses:
        node = clause.sentence
        if isinstance(node, g.Material) and node.what == "players":
            sentences.append((clause, _who_can_play(counts, source)))
        if isinstance(node, g.Runs) and node.direction in SIDE_OF_NEXT and max(counts) > 1:
            sentences.append((clause, source.text(f"guide_{node.direction}")))
    sides = [c for c in source.clauses if isinstance(c.sentence, g.SidesAre)]
    every = [c for c, _ in game.with_sentence(g.SidesAre)]
    if sentences:
        yield Composed(tuple(c.name for c, _ in sentences), _finished((text for _, text in sentences), source, sentences[0][0]))
    if sides and sides == every:
        yield Composed(tuple(c.name for c in sides), _finished(_sides(counts, source), source, sides[0]))


def _sides(counts: tuple[int, ...], source: Source) -> Iterator[str]:
    tables = [(count, choose(source.game, {PLAYERS_SETTING: str(count)})) for count in counts]
    sides = {count: found.sides for count, found in tables if isinstance(found, g.Game)}
    alone = [count for count, of in sides.items() if of == count]
    together = [count for count, of in sides.items() if of < count]
    if not together:
        yield source.text("guide_alone")
        against = _one_against_others(source) if min(counts) > 2 else None
        if against is not None:
            yield source.text("guide_one_against", source.scope.value(against))
        return
    more = [
        source.text("guide_so_many_pairs", n=source.numerals([n]), pairs=source.numerals([sides[n]]))
        for n in together
        if sides[n] > 2
    ]
    bracket = f" ({'; '.join(more)})" if more and len(together) > 1 else ""
    partners = source.text("guide_partners", x=bracket)
    if alone:
        slots = {"alone": source.numerals(alone), "together": source.numerals(together), "x": bracket}
        yield source.text("guide_alone_or_partners", **slots)
    else:
        yield partners
    shared = _shared(source)
    if shared:
        yield source.text("guide_partners_share", x=source.scope.lang.series(shared))


def _one_against_others(source: Source) -> g.Recall | None:
    """Return the role of the player who plays alone against the others in a hand: every score goes to the side in this role, or
    to each other side, and depends on nothing else of the side.
    """
    roles, kinds = set[g.Recall](), set[bool]()
    for clause, node in source.game.with_sentence(g.Score):
        asked = conjuncts(*clause.when)
        found = [(e, role, denied) for e in asked for role, denied in _role_of_scorer(e)]
        if len(found) != 1:
            return None
        ((part, role, denied),) = found
        left = (tuple(e for e in asked if e is not part), clause.unless, node)
        if node.chosen is not None or any(isinstance(p, g.Local) and p.name == "side" for p in parts(left)):
            return None
        roles.add(role)
        kinds.add(denied)
    if len(roles) != 1 or len(kinds) != 2:
        return None
    (role,) = roles
    return role if source.game.cell[role.cell].period == "hand" else None


def _role_of_scorer(e: g.Expr) -> Iterator[tuple[g.Recall, bool]]:
    """Yield the role that a condition asks for, or excludes, if it is about the side that scores."""
    inside = operands_of(e, "not")
    match operands_of(inside[0] if inside else e, "="):
        case (g.Local("side"), g.SideOf(g.Recall(_, None) as role)) | (g.SideOf(g.Recall(_, None) as role), g.Local("side")):
            yield role, bool(inside)
        case _:
            pass


def _shared(source: Source) -> list[str]:
    """Word the places that the members of a side share, and the amounts that decide who wins."""
    naming, game = source.scope.naming, source.game
    winning = {
        e.cell
        for c in game.clauses
        if isinstance(c.sentence, g.Definition) and c.sentence.function == g.WINNER
        for e in parts(c.sentence.value)
        if isinstance(e, g.Recall)
    }
    nouns = [naming.zone(z.name) for z in game.zones if z.owner == "side"]
    nouns += [naming.cell(c.name) for c in game.cells if c.owner == "side" and c.name in winning]
    counters = {naming.cell(name) for name in winning}
    return [noun.form(noun in counters) for noun in nouns]


# -------------------------------------------------------------------------- pack


def _pack(source: Source) -> Iterator[Composed]:
    """Word the number of cards, with the suits if each suit has one of every rank."""
    deck = source.game.deck
    packs = [c for c in source.clauses if isinstance(c.sentence, g.Material) and c.sentence.what == "pack"]
    attributes = attributes_by_size(deck)
    if len(packs) != 1 or len(attributes) < 2 or any(card.kind is not None for card in deck.cards):
        return
    if len({card.attributes for card in deck.cards}) != len(deck.cards):
        return
    suits = attributes[1]
    naming = source.scope.naming
    named = [naming.symbol(suits.name, value.name).form(True) for value in suits.values]
    count = source.scope.lang.forms.counted(len(deck.cards), naming.kernel_noun("card")).text
    kinds = source.scope.lang.forms.counted(len(suits.values), naming.attribute(suits.name)).text
    text = source.text("guide_pack", n=count, kinds=kinds, x=source.scope.lang.series(named))
    of = [
        c.name
        for c in source.clauses
        if isinstance(c.sentence, g.Material) and c.names == suits.names and c.sentence.what == "attribute"
    ]
    yield Composed((packs[0].name, *of), _finished([text], source, packs[0]))


def _readings(source: Source) -> Iterator[Composed]:
    """Word in one sentence that cards of several kinds may stand for any other card."""
    free = {c.name: c for c in source.clauses if isinstance(c.sentence, g.Material) and c.sentence.what == "reading"}
    found = [r for r in source.game.deck.readings if r.clause in free and not r.settings]
    if len(found) > 1:
        first = free[found[0].clause]
        text = sentences.common_readings(found, source.scope)
        yield Composed(tuple(r.clause for r in found), _finished([text], source, first))


# ------------------------------------------------------------------------- seats


def _direction(source: Source) -> str | None:
    """Return the side on which the next player sits: right or left."""
    found = [s.direction for _, s in source.game.with_sentence(g.Runs)]
    return SIDE_OF_NEXT.get(found[0]) if len(found) == 1 else None


def _seat(e: g.Expr, source: Source) -> str | None:
    """Word a player next to a role, by the side on which they sit; None for any other player."""
    hand = _direction(source)
    if hand is None or not isinstance(e, g.Neighbour) or e.steps not in (1, -1) or not isinstance(e.player, g.Recall):
        return None
    if e.steps == -1:
        hand = "left" if hand == "right" else "right"
    return source.text(f"guide_seat_{hand}", x=_somebody(e.player, source))


def _somebody(e: g.Expr, source: Source) -> str:
    """Describe a player by the name that a definition gives, or by the seat, or by the expression."""
    named = _role_of(e, source)
    if named is not None:
        return source.scope.lang.forms.determined(source.scope.naming.noun(*named), "the").text
    return _seat(e, source) or source.scope.value(e).text


def _role_of(e: g.Expr, source: Source) -> tuple[str, g.Names] | None:
    """Return the name of a word that is defined as this player, with its forms: *the first hand is the player after the
    dealer*.
    """
    meant = unfolded(e, source.game)
    for function in source.game.functions:
        value = value_always(function.name, source.game)
        if value is not None and value.type.kind == "player" and unfolded(value, source.game) == meant:
            return function.name, function.names
    return None


def value_always(function: str, game: g.Game) -> g.Expr | None:
    """Return the value of a definition without parameters, if the value is always the same."""
    match game.definitions_of(function):
        case ((clause, g.Definition(_, (), value)),) if not clause.when and not clause.unless:
            return value
        case _:
            return None


def unfolded(e: g.Expr, game: g.Game) -> g.Expr:
    """Return an expression with its defined words replaced by their values."""
    match e:
        case g.Apply(function, ()):
            value = value_always(function, game)
            return e if value is None else unfolded(value, game)
        case g.Neighbour(player):
            return replace(e, player=unfolded(player, game))
        case _:
            return default(e, e)


def seats_after(e: g.Expr | None, role: str) -> int | None:
    """Return how many seats after the holder of a role a player sits; None if they are not described in this way."""
    match (e,):
        case (g.Recall(cell, None),) if cell == role:
            return 0
        case (g.Neighbour(player, steps),):
            before = seats_after(player, role)
            return None if before is None else before + steps
        case _:
            return None


def exceptions_first(rows: Sequence[Row], game: g.Game) -> list[Row] | None:
    """Return clauses with their sentences in an order in which each comes before those that yield to it; None if there is
    none.
    """
    left, ordered = [*rows], list[Row]()
    while left:
        first = next((row for row in left if not any(other[0].name in game.yields_to(row[0].name) for other in left)), None)
        if first is None:
            return None
        ordered.append(first)
        left.remove(first)
    return ordered


def _begins(source: Source) -> Iterator[Composed]:
    for clause in source.clauses:
        if isinstance(clause.sentence, g.Begins) and not clause.when and not clause.unless and not clause.despite:
            text = source.text("guide_begins", x=_somebody(clause.sentence.player, source))
            yield Composed((clause.name,), _finished([text], source, clause))


def _passes(source: Source) -> Iterator[Composed]:
    for clause in source.clauses:
        overridden = source.game.yields_to(clause.name) - source.covered
        if clause.when or clause.unless or clause.despite or overridden:
            continue
        to = clause.sentence.player if isinstance(clause.sentence, g.Passes) else None
        if isinstance(to, g.Neighbour) and isinstance(to.player, g.Actor) and to.steps == 1:
            yield Composed((clause.name,), _finished([source.text("guide_passes")], source, clause))


def _counted_in_order(source: Source) -> Iterator[Composed]:
    """Word the rules that add the score of one side after the other to their points: they are counted in this order."""
    found = [(c, owner) for c in source.at("count", "hand") if (owner := _added_score(c)) is not None]
    if len(found) > 1:
        first, *others = [source.scope.value(owner).text for _, owner in found]
        clauses = [c for c, _ in found]
        text = source.text("guide_counted_in_order", first=first, x=", ".join(others))
        yield Composed(tuple(c.name for c in clauses), _finished([text], source, clauses[0]))


def _added_score(clause: g.Clause) -> g.Expr | None:
    """Return the player or the side whose score a rule adds to its own points, if it does nothing else."""
    match (_only_effect(clause),):
        case (g.Add(g.Recall(_, owner), g.ScoreOf(None, scored)),) if owner is not None and owner == scored:
            return scored.player if isinstance(scored, g.SideOf) else scored
        case _:
            return None


def _next_role(source: Source) -> Iterator[Composed]:
    """Word who has a role in the next hand: the neighbour of the player who had it."""
    for clause in source.at("end", "hand"):
        body = _only_effect(clause)
        if not isinstance(body, g.Become) or body.cell.owner is not None:
            continue
        role, value = body.cell, body.value
        found = unfolded(value, source.game)
        if not isinstance(found, g.Neighbour) or found.steps != 1 or found.player != role:
            continue
        words = [part.function for part in (*parts(value), *parts(found)) if isinstance(part, g.Apply)]
        words += [named[0] for named in (_role_of(value, source), _role_of(role, source)) if named is not None]
        names = dict.fromkeys(c.name for word in words for c, _ in source.game.definitions_of(word))
        noun = source.scope.naming.noun(*(_role_of(role, source) or (role.cell, source.game.cell[role.cell].names)))
        text = source.text("guide_next_role", Phrase("", noun.feminine), x=_somebody(value, source), role=noun.form(False))
        yield Composed((clause.name, *(n for n in names if n not in source.covered)), _finished([text], source, clause))


# -------------------------------------------------------------------------- turn


def _played_card(source: Source) -> Iterator[Composed]:
    """Word a step in which each player plays a card in turn, if every act of the step plays one card from the same place."""
    for clause in source.clauses:
        node = clause.sentence
        if not isinstance(node, g.Step) or clause.when or clause.unless or clause.despite or node.often or not node.must:
            continue
        zones = {_zone_of_card_played(source.game.act[act], source) for act in node.acts}
        if len(node.acts) < 2 or not isinstance(node.actor, g.Actor) or len(zones) != 1:
            continue
        zone = zones.pop()
        if zone is not None:
            forms, noun = source.scope.lang.forms, source.scope.naming.zone(zone)
            own = forms.possessed(noun, Phrase("", source.scope.naming.kernel_noun("player").feminine), person=True).text
            text = source.text("guide_plays_card", x=forms.determined(noun, "the").text, own=own)
            yield Composed((clause.name,), _finished([text], source, clause))


def _zone_of_card_played(act: g.Act, source: Source) -> str | None:
    """Return the player's place from which an act takes its one card.  Return None if the act takes no card from a place of the
    player, or takes cards from several.
    """
    domains = [(parameter.domain, parameter.choice) for parameter in act.parameters]
    found = [(e.zone, how) for e, how in domains if isinstance(e, g.InZone) and isinstance(e.owner, g.Actor)]
    if len(found) != 1 or found[0][1] != "one" or source.game.zone[found[0][0]].owner != "player":
        return None
    return found[0][0]


def _while_having(source: Source) -> Iterator[Composed]:
    """Word an act that a player may not do while they have cards in one of their places."""
    for clause in source.clauses:
        node = clause.sentence
        if (
            not isinstance(node, g.Prohibition)
            or len(node.acts) != 1
            or clause.unless
            or not sentences.bars_all(node, source.scope)
        ):
            continue
        match clause.when:
            case (g.Operation("not", (g.Operation("=", (g.Size(g.InZone(zone, g.Actor())), g.Number(0))),)),) if isinstance(
                node.subject, g.Actor
            ):
                having = source.scope.lang.forms.determined(source.scope.naming.zone(zone), "a").text
                do = expressions.open_act(source.game.act[node.acts[0]], source.scope)
                yield Composed((clause.name,), _finished([source.text("guide_while_having", x=having, do=do)], source, clause))
            case _:
                pass


def _takes_by_value(source: Source) -> Iterator[Composed]:
    """Word, with an example, an act on cards that agree with another card in a number, or whose numbers add up to it."""
    for act in source.game.acts:
        own = [c for c, _ in source.game.permissions_of(act.name) if c in source.clauses and not c.unless]
        agreeing = [(c, expressions.argument_details(act, c.when, source.scope).alike) for c in own]
        for one, measure in agreeing:
            summed = [c for c in own if c is not one and _sums_to(act, c, source) == measure] if measure else []
            if len(summed) == 1:
                first = sentences.sentence(one, source.scope)
                example = _sum_in_cards(act, measure, source)
                noun = source.scope.lang.forms.determined(source.scope.naming.noun(measure), "the").text
                texts = [source.text("guide_or_several", a=first, measure=noun, example=example), *_one_of_several(act, source)]
                yield Composed((one.name, summed[0].name), _finished(texts, source, one))


def _one_of_several(act: g.Act, source: Source) -> Iterator[str]:
    """Word that an act is done once a turn, in any one of its ways."""
    if expressions.act_noun(act.name, source.scope) is not None:
        noun = source.scope.naming.noun(act.name)
        yield source.text("guide_chooses_one", Phrase("", noun.feminine), many=noun.form(True))


def _sums_to(act: g.Act, clause: g.Clause, source: Source) -> str:
    """Return the number to which the cards of one argument must add up, if it is a number of the other card; return the empty
    string for other conditions.
    """
    known = expressions.argument_details(act, clause.when, source.scope)
    if len(known.left) != 1 or list(known.counts.values()) not in ([], [(2, False)]):
        return ""
    match operands_of(known.left[0], "="):
        case (g.Total(one, g.Local(), g.Attribute(measure, g.Local(each))), g.Attribute(other, g.Local())) if one == each:
            return measure if measure == other else ""
        case _:
            return ""


def _sum_in_cards(act: g.Act, measure: str, source: Source) -> str:
    """Return an example, the third and fourth ranks with the rank that equals their sum; the empty string if there is none."""
    ranks = _ranks_by_number(measure, source)
    fitting = [rank for rank, number in ranks if len(ranks) > 3 and number == ranks[2][1] + ranks[3][1]]
    own = [p.name for p in act.parameters if p.choice == "one"]
    several = [p.name for p in act.parameters if p.choice == "some"]
    if not fitting or len(own) != 1 or len(several) != 1:
        return ""
    naming, lang = source.scope.naming, source.scope.lang
    a, b, c = (lang.forms.determined(naming.symbol(*rank), "a").text for rank in (ranks[3][0], ranks[2][0], fitting[0]))
    done = expressions.act_text(act, {several[0]: lang.series([a, b]), own[0]: c}, source.scope)
    return source.text("guide_for_instance", x=done.partition(" ")[2])


def _ranks_by_number(measure: str, source: Source) -> list[tuple[tuple[str, str], int]]:
    """Return the values, with their numbers, of the attribute that has the most values, in ascending order."""
    deck = source.game.deck
    main, numbers = attributes_by_size(deck)[0].name, source.game.measure[measure]
    found: dict[tuple[str, str], int] = {}
    for card, number in zip(deck.cards, numbers, strict=True):
        for attribute in card.attributes:
            if attribute[0] == main and number is not None:
                found.setdefault(attribute, number)
    return sorted(found.items(), key=lambda pair: pair[1])


# -------------------------------------------------------------------------- deal


@dataclass(frozen=True, slots=True)
class Share:
    """The number of cards that each player is dealt, or another number: for most numbers of players, which are `usual`, and for
    the others, and the clauses that give it.
    """

    count: int
    others: tuple[tuple[int, tuple[int, ...]], ...]
    names: tuple[str, ...]
    usual: tuple[int, ...]

    @property
    def varies(self) -> bool:
        """Whether there are many numbers, and none of them is the usual one."""
        return len(self.others) > 1 and len(self.usual) == 1


def _deal(source: Source) -> Iterator[Composed]:
    """Word the deal of a hand as a whole if possible; if not, word its parts."""
    yield from tuple(_whole_deal(source)) or _deal_in_parts(source)


def _deal_in_parts(source: Source) -> Iterator[Composed]:
    """Word the first dealer before the shuffling, the cards dealt to each player, and the cards turned up.  Other clauses may
    come between them, such as stakes or a card that is left out.
    """
    course = source.game.consequences("start", "hand")
    roles = _first_role_names(source)
    dealt = [clause for clause in course if isinstance(_only_effect(clause), g.Deal)]
    for clause in (c for c in course if c.name not in source.covered):
        body = _only_effect(clause)
        if isinstance(body, g.Shuffle) and clause == course[0] and roles:
            text = clause_prose(replace(clause, under=()), source.scope, running=True).text
            yield Composed((clause.name, *roles), f"{_finished(_first_role(source), source, clause)} {text}")
        pile = _pile_of_all(course[: course.index(clause)])
        share = share_of(body.count, source, pile) if isinstance(body, g.Deal) and body.each == "player" else None
        if share is not None and isinstance(body, g.Deal):
            text = _dealt_to_each(body, share, source, worded=True, rounds="")
            yield Composed((clause.name, *share.names), _finished([text], source, clause), by_players=True)
            continue
        begins = [s.player for c, s in source.game.with_sentence(g.Begins) if not c.when and not c.unless]
        counted = isinstance(body, g.Deal) and body.each == "player" and body.first is None and filled_up_to(body) is None
        counted = counted and isinstance(body, g.Deal) and not isinstance(body.count, g.Number | g.Setting)
        if counted and isinstance(body, g.Deal) and len(begins) == 1 and not _set_after_deal(begins[0], body, source):
            yield Composed((clause.name,), _finished([_as_many_to_each(body, begins[0], source)], source, clause))
        if isinstance(body, g.Deal) and body.each is None and _shows_its_top(body.to.zone, source):
            before = course[course.index(clause) - 1]
            noun = _named_after_next(before, body, source) if clause != course[0] else None
            for text in _dealt_to_table([body], source) or ():
                whole = [text if noun is None else source.text("guide_its", a=text, x=noun)]
                if pile and clause == dealt[-1] and _is_unused(pile, source):
                    whole.append(source.text("guide_rest_unused"))
                yield Composed((clause.name, *(() if noun is None else (before.name,))), _finished(whole, source, clause))


def _pile_of_all(before: Sequence[g.Clause]) -> str:
    """Return the pile that has all cards after the first clauses of the deal; the empty string if there is none."""
    if not before or _only_effect(before[0]) is None:
        return ""
    match [effect.body for clause in before for effect in clause.effects]:
        case [g.Shuffle((g.AllCards(),), g.InZone(pile, None)), *others] if all(
            isinstance(b, g.Add | g.Become) for b in others
        ):
            return pile
        case _:
            return ""


def _named_after_next(clause: g.Clause, deal: g.Deal, source: Source) -> str | None:
    """Word the role that a rule gives to the suit of the top card of a pile, just before this card is dealt face up."""
    match (_only_effect(clause),):
        case (g.Become(g.Recall(_, None) as cell, g.Attribute(attribute, g.Top(pile))),) if pile == deal.source:
            if clause.name in source.covered or deal.count != g.Number(1, deal.count.type, deal.count.span):
                return None
            own = source.scope.lang.forms.possessed(source.scope.naming.attribute(attribute), Phrase("", False), person=False)
            return f"{own.text} {source.text('is_it', x=expressions.cell_value(cell, source.scope).text)}"
        case _:
            return None


def _whole_deal(source: Source) -> Iterator[Composed]:
    """Word the deal of a hand: the shuffling, the cards for each player, the cards turned up, and the rest of the pack.

    If an author words the shuffling, word only the part after it.
    """
    course = source.game.consequences("start", "hand")
    if not course or not isinstance(_only_effect(course[0]), g.Shuffle):
        return
    worded = course[0].name in source.covered
    dealt = list(takewhile(lambda c: c.name not in source.covered and _is_dealing(c, source), course[1:]))
    shuffle, bodies = _only_effect(course[0]), [_only_effect(clause) for clause in dealt]
    match shuffle, bodies:
        case g.Shuffle((g.AllCards(),), g.InZone(pile, None)), [g.Deal() as to_each, *rest] if to_each.each == "player":
            share = share_of(to_each.count, source)
        case _:
            return
    to_table = _dealt_last_to_table(bodies)
    several = _further_rounds(bodies[: len(bodies) - len(to_table)], source)
    after = _dealt_to_table(rest if several is None else to_table, source)
    if share is None or after is None:
        return
    turned = list(_turned_over(bodies, source))
    packets = [one.count.value for one in bodies if isinstance(one, g.Deal) and one.each and isinstance(one.count, g.Number)]
    at_once = several is not None and len(packets) == len(bodies) - len(to_table) and len(set(packets)) == 1
    dealt_first = replace(share, count=sum(packets)) if at_once else share
    each = _dealt_to_each(to_each, dealt_first, source, worded=worded, rounds=several or "")
    texts = [*_first_role(source), each, *after, *turned]
    if _leaves_some(bodies, share, source) and not _is_open(pile, source) and _is_unused(pile, source):
        texts.append(source.text("guide_rest_unused"))
    elif _leaves_some(bodies, share, source) and not _is_open(pile, source):
        the = source.scope.lang.forms.determined(source.scope.naming.zone(pile), "the").text
        texts.append(source.text("guide_rest_of_deal", x=the))
    sentences = dealt if worded else [course[0], *dealt]
    names = (*(c.name for c in sentences), *share.names, *_first_role_names(source))
    yield Composed(names, _finished(texts, source, sentences[0]), by_players=True)


def _is_unused(pile: str, source: Source) -> bool:
    """Return whether no rule after the deal reads a pile or takes cards from it."""
    game = source.game
    dealing = game.consequences("start", "hand")
    rules = (*(c for c in game.clauses if c not in dealing and not isinstance(c.sentence, g.Sees)), *game.acts)
    return not any(isinstance(p, g.AllCards) or (isinstance(p, g.InZone) and p.zone == pile) for p in parts(rules))


def _is_dealing(clause: g.Clause, source: Source) -> bool:
    """Return whether a clause deals, or turns up cards that were dealt face down."""
    body = _only_effect(clause)
    if isinstance(body, g.Deal):
        return True
    covered = _covered_cards(body)
    shown = body.to if isinstance(body, g.MoveCards) and not body.under else None
    if covered is None or not isinstance(shown, g.InZone) or shown.owner is not None:
        return False
    return not _is_open(covered, source) and _is_open(shown.zone, source)


def _covered_cards(body: g.EffectBody | None) -> str | None:
    """Return the place of the table whose cards are all moved elsewhere."""
    cards = body.cards[0] if isinstance(body, g.MoveCards) and len(body.cards) == 1 else None
    return cards.zone if isinstance(cards, g.InZone) and cards.owner is None else None


def _turned_over(bodies: list[g.EffectBody | None], source: Source) -> Iterator[str]:
    """Word the turning up of cards that were dealt to the table face down."""
    for covered in filter(None, map(_covered_cards, bodies)):
        noun = source.scope.naming.zone(covered)
        yield source.text("guide_turned_over", source.scope.lang.forms.determined(noun, "the"))


def _dealt_last_to_table(bodies: list[g.EffectBody | None]) -> list[g.EffectBody | None]:
    """Return the deal to a place of the table that follows all rounds of cards to the players, if nothing was dealt there."""
    match bodies:
        case [*before, g.Deal(each=None) as last] if all(isinstance(one, g.Deal) and one.each == "player" for one in before):
            return [last]
        case _:
            return []


def _further_rounds(bodies: list[g.EffectBody | None], source: Source) -> str | None:
    """Word the rounds of a deal. In each round cards go to the players and then to the table; None for a deal of one round."""
    rounds: list[tuple[int, str]] = []
    for body in (one for one in bodies if not isinstance(one, g.MoveCards)):
        if not isinstance(body, g.Deal) or not isinstance(body.count, g.Number):
            return None
        if body.each == "player":
            rounds.append((body.count.value, ""))
            continue
        if body.each is not None or not rounds or rounds[-1][1]:
            return None
        key = "guide_and_dealt" if len(rounds) > 1 else "guide_and_dealt_there"
        place = _as_dealt(body.to, source) if len(rounds) == 1 else ""
        rounds[-1] = (rounds[-1][0], source.text(key, n=source.numerals([body.count.value]), place=place))
    if len(rounds) < 2:
        return None
    if not any(also for _, also in rounds):
        return _in_packets([number for number, _ in rounds], source)
    first, *others = rounds
    further = "".join(
        source.text("guide_last_round" if at == len(others) else "guide_next_round", n=source.numerals([n]), also=also)
        for at, (n, also) in enumerate(others, 1)
    )
    return first[1] + further + source.text("guide_dealt_in_all", n=source.numerals([sum(n for n, _ in rounds)]))


def _in_packets(numbers: list[int], source: Source) -> str:
    """Word that each player is dealt cards in several packets, with nothing between them: *three at a time*, if the packets
    are equal, else each packet and the sum.
    """
    if len(set(numbers)) == 1:
        return source.text("guide_packets", n=_so_many_cards(numbers[0], source))
    _, *others = [_so_many_cards(number, source) for number in numbers]
    further = "".join(
        source.text("guide_last_packet" if at == len(others) else "guide_next_packet", n=n) for at, n in enumerate(others, 1)
    )
    return further + source.text("guide_dealt_in_all", n=source.numerals([sum(numbers)]))


def _so_many_cards(number: int, source: Source) -> str:
    """Return a number of cards in words, without the noun."""
    if number != 1:
        return source.numerals([number])
    feminine = source.scope.naming.kernel_noun("card").feminine
    return source.scope.lang.forms.counted(1, Noun("", "", feminine)).text.strip()


def _as_dealt(to: g.InZone, source: Source) -> str:
    """Word the destination of dealt cards: a place, or the name of the cards there.  Add *face down* if nobody sees cards
    there.
    """
    noun = source.scope.naming.zone(to.zone)
    if to.owner is None and not _is_open(to.zone, source):
        return source.text("guide_face_down_there")
    if not source.scope.naming.names_cards(noun):
        return expressions.place(to, source.scope)
    return source.text("as_cards", x=source.scope.lang.forms.determined(noun, "bare", True).text)


def _only_effect(clause: g.Clause) -> g.EffectBody | None:
    """Return the only effect of a clause without conditions; None for any other clause."""
    if clause.when or clause.unless or clause.despite or len(clause.effects) != 1:
        return None
    effect = clause.effects[0]
    return None if effect.when or effect.unless else effect.body


def _number(e: g.Expr, to: g.InZone) -> int | None:
    """Return a number that is written out.  For a place that is filled up to a number, return that number, since an empty place
    is dealt all of it.
    """
    match e:
        case g.Number(value):
            return value
        case g.Operation("-", (g.Number(value), g.Size(g.InZone() as there))) if there == to:
            return value
        case _:
            return default(e, None)


def share_of(e: g.Expr, source: Source, pile: str = "") -> Share | None:
    """Return the number of cards dealt, for each number of players, while a `pile` has all cards; None if it depends on other
    facts.
    """
    words = dict.fromkeys(part.function for part in parts(e) if isinstance(part, g.Apply))
    names = tuple(c.name for word in words for c, _ in source.game.definitions_of(word))
    if not source.covered.isdisjoint(names):
        return None
    found: dict[int, list[int]] = {}
    for players in source.game.ruleset.player_counts:
        number = Known(source.game, players, pile=pile).number(e)
        if number is None:
            return None
        found.setdefault(number, []).append(players)
    by_size = sorted(found.items(), key=lambda pair: -len(pair[1]))
    (count, usual), *others = by_size
    return Share(count, tuple((n, tuple(players)) for n, players in others), names, tuple(usual))


def _dealt_to_each(e: g.Deal, share: Share, source: Source, *, worded: bool, rounds: str) -> str:
    lang = source.scope.lang
    count = lang.forms.counted(share.count, source.scope.naming.kernel_noun("card"))
    others = [
        source.text("guide_so_many_if", n=source.numerals([n]), x=source.numerals(players)) for n, players in share.others
    ]
    bracket = f" ({'; '.join(others)})" if others else ""
    if share.varies:
        bracket = " " + for_each_number_of_players(source, share)
    begins = [s.player for c, s in source.game.with_sentence(g.Begins) if not c.when and not c.unless]
    first = (
        e.first
        if e.first is not None
        else begins[0]
        if len(begins) == 1 and not _set_after_deal(begins[0], e, source)
        else None
    )
    hidden = not _is_open(e.to.zone, source)
    key = ("guide_dealt" if worded else "guide_deal") if first is not None else "guide_deal_plain"
    whole = {share.count * players for players in source.game.ruleset.player_counts} == {len(source.game.deck.cards)}
    slots = {"more": bracket, "down": source.text("guide_face_down", count) if hidden else ""}
    slots |= {"x": "" if first is None else _somebody(first, source)}
    slots |= {"all": rounds or (source.text("guide_whole_pack") if whole else "")}
    return source.text(key, count, **slots)


def for_each_number_of_players(source: Source, share: Share) -> str:
    """Word for how many players the number before is, and the numbers for others: *if three play, ten if four*."""
    first = source.text("guide_if_play", x=source.numerals(share.usual))
    in_digits = max(share.count, *(n for n, _ in share.others)) > LARGEST_IN_WORDS
    numbers = ((str(n) if in_digits else source.numerals([n]), source.numerals(players)) for n, players in share.others)
    return source.scope.lang.series([first, *(source.text("guide_so_many_for", n=n, x=x) for n, x in numbers)])


LARGEST_IN_WORDS = 10
"""The largest number in words; if a list has a larger one, all its numbers are in digits."""


def _as_many_to_each(e: g.Deal, first: g.Expr, source: Source) -> str:
    """Word a deal of a computed number of cards to each player."""
    lang, card = source.scope.lang, source.scope.naming.kernel_noun("card")
    cards = Phrase("", card.feminine, True)
    slots = {"n": lang.text("as_many", cards, noun=card.form(True), x=source.scope.value(e.count).text)}
    if isinstance(e.count, g.Apply) and e.count.function == source.scope.dealt:
        slots = {"n": lang.text("guide_that_many", cards, noun=card.form(True))}
    slots |= {"down": "" if _is_open(e.to.zone, source) else f",{source.text('guide_face_down', cards)}"}
    return source.text("guide_each_dealt", x=_somebody(first, source), **slots)


def number_dealt(scope: ProseScope) -> str:
    """Return the word without a wording for the number of cards that each player is dealt; empty if there is none."""
    game = scope.naming.game
    bodies = [effect.body for clause in game.consequences("start", "hand") for effect in clause.effects]
    counts = [body.count for body in bodies if isinstance(body, g.Deal) and body.each == "player"]
    match counts:
        case [g.Apply(function, ())] if scope.naming.text(function, game.function[function].names) is None:
            return function
        case _:
            return ""


def _set_after_deal(player: g.Expr, deal: g.Deal, source: Source) -> bool:
    """Return whether a later clause of the deal decides who a player is, such as the player with the lowest card."""
    course = source.game.consequences("start", "hand")
    at = next((n for n, c in enumerate(course) if any(one.body == deal for one in c.effects)), len(course))
    later = {one.body.cell.cell for c in course[at:] for one in c.effects if isinstance(one.body, g.Become)}
    return any(isinstance(part, g.Recall) and part.cell in later for part in parts(player))


def _dealt_to_table(rest: list[g.EffectBody | None], source: Source) -> list[str] | None:
    """Word the cards dealt to the table after the hands, with their name if the place has one.  Return None if there are
    several such deals, or another kind of deal.
    """
    match rest:
        case []:
            return []
        case [g.Deal(count, _, to, None)]:
            number = _number(count, to)
        case _:
            return None
    if number is None:
        return None
    key = "guide_turn_up" if _shows_its_top(to.zone, source) else "guide_lay_down"
    card, forms = source.scope.naming.kernel_noun("card"), source.scope.lang.forms
    words = _so_many_cards(number, source)
    there, noun = expressions.place(to, source.scope), source.scope.naming.zone(to.zone)
    if source.scope.naming.names_cards(noun):
        there = f"({forms.determined(noun, 'the', noun.only_plural).text})"
    return [source.text(key, Phrase("", card.feminine, number != 1), n=words, place=there)]


def _is_open(zone: str, source: Source) -> bool:
    """Return whether everybody sees the cards of a zone."""
    return any(s.yes and not s.own and not s.top and not c.when and not c.unless for c, s in source.game.sights_of(zone))


def _shows_its_top(zone: str, source: Source) -> bool:
    """Return whether everybody sees the cards of a zone, or the top card of a pile, so that a card dealt there is turned up."""
    seen = any(s.yes and not s.own and s.top and not c.when and not c.unless for c, s in source.game.sights_of(zone))
    return seen or _is_open(zone, source)


def _leaves_some(bodies: list[g.EffectBody | None], share: Share, source: Source) -> bool:
    """Return whether cards remain after the whole deal, for every number of players."""
    most = dict.fromkeys(source.game.ruleset.player_counts, share.count)
    most |= {players: count for count, several in share.others for players in several}
    further = [body for body in bodies[1:] if isinstance(body, g.Deal)]
    for players, count in most.items():
        numbers = [(_number(body.count, body.to), players if body.each == "player" else 1) for body in further]
        dealt = count * players + sum((number or 0) * times for number, times in numbers)
        if dealt >= len(source.game.deck.cards):
            return False
    return True


def _first_role(source: Source) -> Iterator[str]:
    """Word who has a role first, drawn by lot, if the start of a hand depends on it and nothing but the seats decides it."""
    for name in _first_role_names(source):
        role = source.scope.naming.cell(name)
        yield source.text("guide_first_by_lot", Phrase("", role.feminine), role=role.form(False))


def _first_role_names(source: Source) -> tuple[str, ...]:
    begins = [s.player for _, s in source.game.with_sentence(g.Begins)]
    starting = [*begins, *(c for c in source.game.consequences("start", "hand"))]
    used = [part.function for part in parts(tuple(starting)) if isinstance(part, g.Apply)]
    for function in used:
        found = [c for c, _ in source.game.definitions_of(function)]
        starting += found
        used += [p.function for p in parts(tuple(found)) if isinstance(p, g.Apply) and p.function not in used]
    roles = {e.cell for node in starting for e in parts(node) if isinstance(e, g.Recall)}
    settled = {
        b.cell.cell
        for c in source.game.clauses
        if isinstance(c.sentence, g.Consequence) and c.sentence.event == ("start", "match")
        for b in parts(c.effects)
        if isinstance(b, g.Become)
    }
    return tuple(
        cell.name
        for cell in source.game.cells
        if cell.name in roles - settled - source.covered and cell.kind == "reference" and isinstance(cell.initial, g.LastPlayer)
    )


def _deal_again(source: Source) -> Iterator[Composed]:
    """Word the cards that are dealt when the hands are empty, as long as the stock lasts."""
    for clause in source.at("end", "turn"):
        effects = clause.effects
        if clause.unless or clause.despite or len(effects) != 1 or effects[0].unless:
            continue
        body, when = effects[0].body, (*clause.when, *effects[0].when)
        if (
            not isinstance(body, g.Deal)
            or body.each != "player"
            or not isinstance(body.source, g.InZone)
            or body.first is not None
        ):
            continue
        asked = conjuncts(*when)
        stock = [e for e in asked if _not_empty(e) == body.source.zone]
        hands = [e for e in asked if _every_empty(e) == body.to.zone]
        share = _share_again(body.count, source)
        if len(asked) != 2 or not stock or not hands or share is None:
            continue
        pile = source.scope.lang.forms.determined(source.scope.naming.zone(body.source.zone), "the").text
        count = source.numerals([share.count])
        key = "guide_deal_as_many_again" if share.others else "guide_deal_again"
        starts = [
            b for c in source.game.consequences("start", "hand") for b in (e.body for e in c.effects) if isinstance(b, g.Deal)
        ]
        tables = [b.to for b in starts if b.each is None and _is_open(b.to.zone, source)]
        more = source.text("guide_no_more_turned_up", place=expressions.place(tables[0], source.scope)) if tables else ""
        text = source.text(key, n=count, pile=pile, more=more)
        yield Composed((clause.name,), _finished([text], source, clause))


def _share_again(e: g.Expr, source: Source) -> Share | None:
    """Return the number of cards that each player is dealt in a further deal, even if an author words the clauses
    that give it.
    """
    return share_of(e, Source(source.clauses, frozenset(), source.scope))


def _dealt_anew(source: Source) -> Iterator[Composed]:
    """Word the condition under which the deal starts again from the shuffling."""
    scope = source.scope
    for clause in source.at("start", "hand"):
        match clause.effects:
            case (g.Effect(g.Repeat(first), None, (), ()),) if (
                clause.when and not clause.unless and sentences.restarts_deal(first, scope)
            ):
                text = source.text("guide_dealt_anew", x=expressions.case_text(clause.when, scope))
                yield Composed((clause.name,), _finished([text], source, clause))
            case _:
                pass


def _every_empty(e: g.Expr) -> str | None:
    """Return the zone if a condition states only that it is empty for every player."""
    match e:
        case g.Quantified("every", _, g.Everyone(), g.Operation("=", (g.Size(g.InZone(zone)), g.Number(0)))):
            return zone
        case _:
            return default(e, None)


def _not_empty(e: g.Expr) -> str | None:
    match e:
        case g.Operation("not", (inner,)):
            return _empty(inner)
        case _:
            return default(e, None)


def _empty(e: g.Expr) -> str | None:
    match e:
        case g.Operation("=", (g.Size(g.InZone(zone, None)), g.Number(0))):
            return zone
        case _:
            return default(e, None)


# ------------------------------------------------------------ the end of the hand


def _hand_ends(source: Source) -> Iterator[Composed]:
    """Word that the hand ends when all cards have been played: no player has any, and the pile dealt from is empty."""
    for clause in source.clauses:
        if not isinstance(clause.sentence, g.Ends) or clause.sentence.period != "hand" or clause.unless or clause.despite:
            continue
        conditions: tuple[g.Expr, ...] = clause.when
        names: tuple[str, ...] = (clause.name,)
        match conditions:
            case (g.Apply(function, ()),) if len(source.game.definitions_of(function)) == 1:
                ((defined, node),) = source.game.definitions_of(function)
                if defined.name in source.covered or defined.when or defined.unless:
                    continue
                conditions, names = (node.value,), (clause.name, defined.name)
            case _:
                pass
        asked = conjuncts(*conditions)
        dealt = {
            b.source.zone
            for b in parts(tuple(c.effects for c in source.game.clauses))
            if isinstance(b, g.Deal) and isinstance(b.source, g.InZone)
        }
        played_out = any(_every_empty(e) for e in asked) and any(_empty(e) for e in asked)
        if played_out and all(_every_empty(e) or _empty(e) in dealt for e in asked):
            yield Composed(names, _finished([source.text("guide_hand_ends")], source, clause))


def _leftovers(source: Source) -> Iterator[Composed]:
    """Describe who receives the cards that remain on the table."""
    for clause in source.at("end", "hand"):
        if clause.when or clause.despite or len(clause.effects) != 1:
            continue
        match clause.effects[0]:
            case g.Effect(g.MoveCards((g.InZone(_, None) as left,), g.InZone(_, g.Recall() as whose), False), None, (), ()):
                nobody = [operands_of(e, "=") for e in clause.unless]
                if all(len(pair) == 2 and pair[0] == whose and isinstance(pair[1], g.Nobody) for pair in nobody):
                    place = expressions.place(left, source.scope)
                    text = source.text("guide_leftovers", place=place, x=source.scope.value(whose).text, also=_no_gain(source))
                    yield Composed((clause.name,), _finished([text], source, clause))
            case _:
                pass


def _no_gain(source: Source) -> str:
    """Word that the leftover cards gain the player nothing, if emptying a place by an act does gain something."""
    cells = [gained for _, gained, _ in _gains_by_emptying(source)]
    if not cells:
        return ""
    noun = source.scope.naming.cell(cells[0].cell)
    one = source.scope.lang.forms.determined(noun, "a").text
    return source.text("guide_no_gain", x=noun.form(False), one=one)


# -------------------------------------------------------------------------- count


def _sweeps(source: Source) -> Iterator[Composed]:
    """Word the gain of a player who empties a place by an act."""
    lang, naming = source.scope.lang, source.scope.naming
    for clause, cell, zone in _gains_by_emptying(source):
        act = clause.sentence.event[1] if isinstance(clause.sentence, g.Consequence) else ""
        if clause not in source.clauses or expressions.act_noun(act, source.scope) is None:
            continue
        by = lang.forms.determined(naming.noun(act), "a").text
        place = lang.forms.determined(naming.zone(zone), "the").text
        gain = lang.forms.determined(naming.cell(cell.cell), "a").text
        yield Composed((clause.name,), _finished([source.text("guide_sweep", by=by, place=place, gain=gain)], source, clause))


def _gains_by_emptying(source: Source) -> Iterator[tuple[g.Clause, g.Recall, str]]:
    """Yield the clauses that add 1 to a player's counter after an act that leaves a zone empty. Also yield the counter and the
    zone.
    """
    for clause, node in source.game.with_sentence(g.Consequence):
        zone = _empty(clause.when[0]) if len(clause.when) == 1 else None
        if zone is None or node.event[0] != "after" or clause.unless or clause.despite:
            continue
        match node.effects:
            case (g.Effect(g.Add(cell, g.Number(1)), None, (), ()),) if cell.owner is not None:
                yield clause, cell, zone
            case _:
                pass


def _scores(source: Source) -> Iterator[Composed]:
    """Yield the rows of the count: the points, and who scores them."""
    for clause in source.clauses:
        node = clause.sentence
        if not isinstance(node, g.Score) or clause.unless or clause.despite:
            continue
        when = [e for e in clause.when if not _always(e)]
        text = _points_to_the_best(node, source) if node.chosen is not None and not when else None
        if node.chosen is None:
            text = _points_to_holder(node, when, source) if when else _points_for_each(node, source)
        if text is not None:
            yield Composed((clause.name,), source.scope.lang.forms.polish(text))


def _row(amount: g.Expr, to: str | None, source: Source, level: str = "") -> str | None:
    """Word points for somebody, in digits; None if the recipient or the amount is unknown."""
    if to is None or not isinstance(amount, g.Number):
        return None
    noun = source.scope.lang.noun("point").form(amount.value != 1)
    return source.text("guide_row", points=f"{amount.value} {noun}", x=to, level=level)


def _always(e: g.Expr) -> bool:
    """Return whether the house rules make a condition true, in any position."""
    match e:
        case g.Operation("or", _):
            return any(_always(one) for one in disjuncts(e))
        case g.Operation("=", (g.Symbol(one, option=option), g.Symbol(other))) if option:
            return one == other
        case g.Operation("=", (g.Symbol(one), g.Symbol(other, option=option))) if option:
            return one == other
        case _:
            return default(e, False)


def _points_to_the_best(node: g.Score, source: Source) -> str | None:
    """Word points for the side that has the most cards of a kind, or whose cards have the highest computed value."""
    select = node.chosen
    if select is None or not isinstance(select.members, g.Everyone) or any(which != "highest" for which, _ in select.keys):
        return None
    found = [_to_the_best(key, source) for _, key in select.keys]
    to = [text for text in found if text is not None]
    if len(to) < len(found):
        return None
    several = len(to) > 1
    level = source.text("guide_still_level" if several else "guide_level")
    return _row(node.amount, "".join([to[0], *(source.text("guide_if_level", x=text) for text in to[1:])]), source, level)


def _to_the_best(key: g.Expr, source: Source) -> str | None:
    match key:
        case g.Size(members):
            kind = _kind_in_own_place(members, source)
            if kind is None:
                return None
            many = kind[0].form(True)
            if not kind[0].named and kind[0].singular == many:
                many = source.text("guide_cards_of", x=many)
            return source.text_of_sides("guide_to_most", noun=many, place=kind[1])
        case g.Apply(function, (g.InZone(_, g.Local()),)):
            noun = source.scope.lang.with_adjective("highest", expressions.function_noun(function, source.scope))
            return source.text_of_sides("guide_to_highest", x=source.scope.lang.forms.determined(noun, "the").text)
        case _:
            return default(key, None)


def _kind_in_own_place(members: g.Expr, source: Source) -> tuple[Noun, str] | None:
    """Return the noun of some cards in a place of a side, and that place."""
    naming = source.scope.naming
    match members:
        case g.InZone(zone, g.Local()):
            return naming.kernel_noun("card"), _own_place(zone, source)
        case g.Where(
            variable, g.InZone(zone, g.Local()), g.Operation("=", (g.Attribute(_, g.Local(of)), g.Symbol(value, kind)))
        ):
            return (naming.symbol(kind.enumeration, value), _own_place(zone, source)) if of == variable else None
        case _:
            return default(members, None)


def _own_place(zone: str, source: Source) -> str:
    noun = source.scope.naming.zone(zone)
    preposition = noun.place or source.scope.lang.word("place")
    return f"{preposition} {source.scope.lang.forms.determined(noun, 'the').text}"


def _points_to_holder(node: g.Score, when: list[g.Expr], source: Source) -> str | None:
    """Word points for the side that has certain cards, or at least a given number of a kind, in one of its places."""
    asked = conjuncts(*when)
    several = _so_many_in_own_place(asked[0], source) if len(asked) == 1 else None
    if several is not None:
        return _row(node.amount, source.text_of_sides("guide_to_at_least", n=several[0], place=several[1]), source)
    held = [_held_in_own_place(e) for e in asked]
    cards = [card for one in held if one is not None for card in one[0]]
    zones = {one[1] for one in held if one is not None}
    if None in held or len(zones) != 1:
        return None
    named = expressions.set_phrase(g.Cards(tuple(cards), CARDS, asked[0].span), source.scope)
    return _row(
        node.amount, source.text_of_sides("guide_to_holder", x=named.text, place=_own_place(zones.pop(), source)), source
    )


def _so_many_in_own_place(e: g.Expr, source: Source) -> tuple[str, str] | None:
    """Return the least number of cards of a kind in a place of a side, in words, and that place."""
    match e:
        case g.Operation("<=", (g.Number(number), g.Size(members))):
            kind = _kind_in_own_place(members, source)
            return None if kind is None else (source.scope.lang.forms.counted(number, kind[0]).text, kind[1])
        case _:
            return default(e, None)


def _held_in_own_place(e: g.Expr) -> tuple[tuple[int, ...], str] | None:
    """Return the cards required in a place of a side, and that place."""
    match e:
        case g.Operation("in" | "subset", (g.Cards(held, readings=()), g.InZone(zone, g.Local()))):
            return held, zone
        case _:
            return default(e, None)


def _points_for_each(node: g.Score, source: Source) -> str | None:
    """Word points for each unit of a side's cell, or for each card of a kind.  Points that are already counted are
    worded as such.
    """
    lang, (worth, counted) = source.scope.lang, _multiple(node.amount)
    if isinstance(counted, g.Recall) and isinstance(counted.owner, g.Local):
        noun = source.scope.naming.cell(counted.cell)
        if _is_of_points(noun, source):
            return source.text("guide_points_counted", lang.forms.determined(noun, "the", True)) if worth == 1 else None
        each = source.text("guide_for_each", x=lang.forms.determined(noun, "each").text)
    else:
        kind = _kind_in_own_place(counted.members, source) if isinstance(counted, g.Size) else None
        if kind is None:
            return None
        each = source.text("guide_for_each_in", x=lang.forms.determined(kind[0], "each").text, place=kind[1])
    return source.text("guide_row", points=f"{worth} {lang.noun('point').form(worth != 1)}", x=each, level="")


def _multiple(amount: g.Expr) -> tuple[int, g.Expr]:
    """Return the factor of a counted amount, and the amount."""
    match amount:
        case g.Operation("*", (g.Number(times), counted)) | g.Operation("*", (counted, g.Number(times))):
            return times, counted
        case _:
            return default(amount, (1, amount))


def _is_of_points(noun: Noun, source: Source) -> bool:
    return source.scope.lang.noun("point").form(True) in noun.form(True).split(" ")


def _best_of_each(source: Source) -> Iterator[Composed]:
    """Word, with an example, a value that is the sum of the best card of each suit, or of each value of another attribute."""
    lang, naming = source.scope.lang, source.scope.naming
    for function in source.game.functions:
        rows = source.game.definitions_of(function.name)
        if not rows or not all(c in source.clauses for c, _ in rows) or rows[0][0].when or rows[0][0].unless:
            continue
        summed = _highest_of_each(rows[0][1].value)
        if summed is None:
            continue
        attribute, measure = summed
        lacking = [c for c, s in rows[1:] if _nothing_where_lacking(c, s, attribute)]
        if len(lacking) != len(rows) - 1:
            continue
        noun = naming.noun(function.name, function.names)
        slots = {"each": lang.forms.determined(naming.attribute(attribute), "each").text}
        slots |= {"measure": lang.forms.determined(naming.noun(measure), "the", True).text}
        slots |= {
            "x": lang.forms.determined(noun, "the").text,
            "bare": noun.form(False),
            "example": _best_in_ranks(attribute, measure, source),
        }
        texts = [source.text("guide_best_of_each", **slots)]
        if lacking:
            one = lang.forms.determined(naming.attribute(attribute), "a").text
            texts.append(source.text("guide_lacking_one", one=one, x=noun.form(False)))
        yield Composed(tuple(c.name for c, _ in rows), _finished(texts, source, rows[0][0]))


def _highest_of_each(e: g.Expr) -> tuple[str, str] | None:
    """Return the attribute whose values each contribute their highest number, and that number's name."""
    match e:
        case g.Total(_, g.Symbols(attribute), g.Extreme("highest", measure, g.Where(_, g.Local()))):
            return attribute, measure
        case _:
            return default(e, None)


def _nothing_where_lacking(clause: g.Clause, node: g.Definition, attribute: str) -> bool:
    """Return whether a clause gives zero if some value of an attribute has no card."""
    if node.value != g.Number(0, node.value.type, node.value.span) or clause.unless:
        return False
    match clause.when:
        case (g.Quantified("some", x, g.Symbols(of), g.Operation("=", (g.Size(g.Where(_, g.Local(), alike)), g.Number(0)))),):
            return of == attribute and any(isinstance(part, g.Local) and part.name == x for part in parts(alike))
        case _:
            return False


def _best_in_ranks(attribute: str, measure: str, source: Source) -> str:
    """Return an example of the sum, with as many cards as the attribute has values: two of the best rank, then one of each
    following rank.
    """
    size = next(len(info.values) for info in source.game.deck.attributes if info.name == attribute)
    ranks = [*reversed(_ranks_by_number(measure, source))]
    chosen = [ranks[0], *ranks[: size - 1]]
    named = [source.scope.naming.symbol(*rank).form(False) for rank, _ in chosen]
    total = sum(number for _, number in chosen)
    return source.text("guide_adds_up", x=source.scope.lang.series(named), n=str(total))


def _sum(source: Source) -> Iterator[Composed]:
    """Word that the score of a hand is added to the scores of the hands before."""
    for clause in source.at("count", "hand"):
        if clause.when or clause.unless or clause.despite or len(clause.effects) != 1:
            continue
        match clause.effects[0]:
            case g.Effect(g.Add(g.Recall(cell, g.Local()), g.ScoreOf(None, g.Local())), "side", (), ()) if (
                source.game.cell[cell].period == "match"
            ):
                noun = source.scope.naming.cell(cell)
                if _is_of_points(noun, source):
                    the = source.scope.lang.forms.determined(noun, "the", True)
                    yield Composed((clause.name,), _finished([source.text("guide_sum", the)], source, clause))
            case _:
                pass


# -------------------------------------------------------------------------- match


def _match(source: Source) -> Iterator[Composed]:
    """Word when the match ends and who wins it, if the highest total at or above the target wins and a tie continues the
    match.
    """
    ends = [c for c in source.clauses if isinstance(c.sentence, g.Ends) and c.sentence.period == "match"]
    wins = [(c, s) for c, s in source.game.definitions_of(g.WINNER) if not c.when and not c.unless]
    if len(wins) != 1 or wins[0][0].name in source.covered:
        return
    winner, node = wins[0]
    for clause in ends:
        asked = target_of(clause)
        if asked is None or _most_wins(node.value) != asked[0]:
            continue
        plays_on = len(clause.unless) == 1 and any(isinstance(e, g.Nobody) for e in operands_of(clause.unless[0], "="))
        if not plays_on:
            continue
        counted = source.scope.lang.forms.counted(asked[1], source.scope.naming.cell(asked[0])).text
        texts = (source.text("guide_match_ends", n=counted), source.text("guide_most_wins"))
        yield Composed((clause.name, winner.name), _finished(texts, source, clause))


def match_at_once(source: Source) -> Iterator[Composed]:
    """Word once when the match ends, if rules in the course of play end it at once under the same condition."""
    ends = [c for c, node in source.game.with_sentence(g.Ends) if node.period == "match"]
    if len(ends) != 1 or ends[0] not in source.clauses or ends[0].name in source.covered or ends[0].unless:
        return
    asked = sentences.cases(ends[0].when, (), source.scope)
    free = [c for c in source.clauses if c.name not in source.covered and _ends_match(c)]
    others = [c for c in free if sentences.cases(c.when, (), source.scope) == asked]
    if others and all(not c.unless and not c.despite for c in others):
        texts = (sentences.sentence(ends[0], source.scope), source.text("guide_match_at_once"))
        yield Composed((ends[0].name, *(c.name for c in others)), _finished(texts, source, ends[0]))


def _ends_match(clause: g.Clause) -> bool:
    """Return whether a consequence only ends the match."""
    if not isinstance(clause.sentence, g.Consequence) or len(clause.effects) != 1:
        return False
    body = clause.effects[0].body
    return isinstance(body, g.End) and body.period == "match" and not body.void


def ends_together(source: Source) -> Iterator[Composed]:
    """Word the ends of the hand for different reasons in one sentence; if a sentence of an author has others, the hand *also*
    ends for these.
    """
    every = [c for c, node in source.game.with_sentence(g.Ends) if node.period == "hand"]
    ends = [c for c in every if c.name not in source.covered]
    also = len(ends) < len(every)
    if len(ends) + also < 2 or not ends or any(c not in source.clauses or c.despite or not c.when or c.unless for c in ends):
        return
    lang = source.scope.lang
    reasons = [sentences.cases(c.when, (), source.scope, "when_it_ends").strip() for c in ends]
    the = lang.forms.determined(lang.noun("hand"), "the")
    text = source.text("guide_ends_also" if also else "guide_ends_together", the, x=lang.series(reasons, "or"))
    yield Composed(tuple(c.name for c in ends), _finished([text], source, ends[0]))


@dataclass(frozen=True, slots=True)
class Elimination:
    """The rule about who stays in a match that ends when at most one player is left, the rule about this end, and the rule
    about the winner if the amount by which players go out decides it.
    """

    stays: g.Clause
    end: g.Clause
    winner: g.Clause | None


def elimination(scope: ProseScope) -> Elimination | None:
    """Return the rules of a match of which players go out until one is left; None for other matches."""
    game = scope.naming.game
    stays = [(c, node) for c, node in game.with_sentence(g.TakesPart)]
    ends = [c for c, node in game.with_sentence(g.Ends) if node.period == "match"]
    if len(stays) != 1 or len(ends) != 1 or any(c.unless or c.despite or len(c.when) != 1 for c in (stays[0][0], ends[0])):
        return None
    clause, node = stays[0]
    asked = _of_somebody(clause.when[0], node.who)
    if not _is_of_one_left(ends[0].when[0], asked, scope):
        return None
    wins = game.definitions_of(g.WINNER)
    alone = len(wins) == 1 and not wins[0][0].when and not wins[0][0].unless
    decides = alone and _wins_who_stays(wins[0][1].value, asked)
    return Elimination(clause, ends[0], wins[0][0] if decides else None)


def _wins_who_stays(winner: g.Expr, stays: g.Expr) -> bool:
    """Return whether the winner has least of that of which players who stay in have few, or most of that of which they have
    some.
    """
    match winner:
        case g.Select(_, g.Everyone(), ((which, g.Recall(cell, g.Local())),)):
            pass
        case _:
            return default(winner, False)
    match stays:
        case g.Operation("<" | "<=", (g.Recall(counted), g.Number())):
            return which == "lowest" and counted == cell
        case g.Operation("<" | "<=", (g.Number(), g.Recall(counted))):
            return which == "highest" and counted == cell
        case _:
            return default(stays, False)


def _of_somebody(e: g.Expr, name: str) -> g.Expr:
    """Return a condition on a player with another name for the player, who is a side too."""
    somebody = g.Local("somebody", PLAYER, e.span)

    def renamed(part: object) -> object:
        if isinstance(part, g.Local) and part.name == name:
            return somebody
        return part.player if isinstance(part, g.SideOf) and part.player == somebody else part

    return rewrite(e, renamed)


def _is_of_one_left(e: g.Expr, stays: g.Expr, scope: ProseScope) -> bool:
    """Return whether a condition states that at most one player is left, or is left under the condition on staying."""
    match e:
        case g.Operation("<=" | "=", (g.Size(left), g.Number(1))) | g.Operation("<", (g.Size(left), g.Number(2))):
            pass
        case _:
            return default(e, False)
    whole = left.members if isinstance(left, g.Where) else left
    if not isinstance(whole, g.Everyone) or not (whole.type.kind == "players" or scope.naming.every_player_is_a_side):
        return False
    return not isinstance(left, g.Where) or _of_somebody(left.condition, left.variable) == stays


def _last_left(source: Source) -> Iterator[Composed]:
    """Word who goes out of a match, and that it ends when one player is left."""
    found = elimination(source.scope)
    if found is None or not {found.stays, found.end} <= {*source.clauses}:
        return
    out = _goes_out(found.stays.when[0])
    node = found.stays.sentence
    name = node.who if isinstance(node, g.TakesPart) else ""
    does = _has_none_left(out, source) or expressions.predicates((out,), g.Local(name, PLAYER, out.span), source.scope)
    if does is None:
        return
    told = found.winner is not None and found.winner in source.clauses
    texts = [source.text("guide_is_out", x=does), source.text("guide_last_left_wins" if told else "guide_last_left")]
    names: tuple[str, ...] = (found.stays.name, found.end.name)
    if told and found.winner is not None:
        names = (*names, found.winner.name)
        if not operands_of(found.end.when[0], "="):
            texts.append(source.text("guide_none_left", x=sentences.sentence(found.winner, source.scope)))
            texts.append(source.text("guide_level_no_winner"))
    yield Composed(names, _finished(texts, source, found.stays))


def _has_none_left(e: g.Expr, source: Source) -> str | None:
    """Word that somebody has none of the things that a counter counts; None for another condition."""
    match operands_of(e, "="):
        case (g.Recall(cell), g.Number(0)):
            noun = source.scope.naming.cell(cell)
            return source.text("guide_has_none_left", x=noun.form(True)) if expressions.is_counted_in_units(noun) else None
        case _:
            return None


def _goes_out(e: g.Expr) -> g.Expr:
    """Return when a player goes out who stays in under a condition: with a small number of something, at this number."""
    match e:
        case g.Operation("<", (counted, g.Number(number) as limit)):
            if number <= LARGEST_IN_WORDS:
                return g.Operation("=", (counted, limit), e.type, e.span)
            return g.Operation("<=", (limit, counted), e.type, e.span)
        case g.Operation("<", (g.Number(0), counted)) | g.Operation("<=", (g.Number(1), counted)):
            return g.Operation("=", (counted, g.Number(0, counted.type, e.span)), e.type, e.span)
        case g.Operation("not", (denied,)):
            return denied
        case _:
            return default(e, g.Operation("not", (e,), e.type, e.span))


def level(source: Source) -> Iterator[Composed]:
    """Word who wins, and that nobody does if the leaders are level, unless the author or another sentence says so."""
    game = source.game
    rows = game.definitions_of(g.WINNER)
    if len(rows) != 1 or rows[0][0] not in source.clauses or not isinstance(rows[0][1].value, g.Select):
        return
    clause = rows[0][0]
    ends = [c for c, s in game.with_sentence(g.Ends) if s.period == "match"]
    waits = bool(ends) and all(any(_asks_for_winner(e) for e in c.unless) for c in ends)
    if clause.name in source.covered or (waits and source.covered.issuperset(c.name for c in ends)):
        return
    wins = clause_prose(replace(clause, under=()), source.scope, running=True).text
    at_once = any(one.names[0] == c.name for one in match_at_once(replace(source, covered=frozenset())) for c in ends)
    if at_once and (target_of(ends[0]) or ("", 0))[0] == _most_wins(rows[0][1].value):
        return  # the first to reach the target is ahead of the others
    nobody = source.text("guide_level_not_yet" if waits else "guide_level_no_winner")
    yield Composed((clause.name,), f"{wins} {_finished([nobody], source, clause)}")


def _asks_for_winner(e: g.Expr) -> bool:
    return any(isinstance(part, g.Nobody) for part in operands_of(e, "="))


def _most_wins(e: g.Expr) -> str | None:
    """Return the cell whose highest amount decides the choice."""
    match e:
        case g.Select(_, g.Everyone(), (("highest", g.Recall(cell, g.Local())),)):
            return cell
        case _:
            return default(e, None)


def target_of(clause: g.Clause) -> tuple[str, int] | None:
    """Return the cell that ends the match when a side reaches a number in it, and that number."""
    match clause.when:
        case (g.Quantified("some", _, g.Everyone(), g.Operation("<=", (g.Number(number), g.Recall(cell, g.Local())))),):
            return cell, number
        case _:
            return None


COMPOSERS: tuple[Callable[[Source], Iterator[Composed]], ...] = (
    _players, _pack, _readings, _deal, _dealt_anew, _deal_again, _begins, _played_card, _takes_by_value, _while_having,
    _passes, _sweeps,
    _hand_ends, _leftovers, _counted_in_order, _next_role, _scores, _best_of_each, _sum, _match, _last_left,
)  # fmt: skip
