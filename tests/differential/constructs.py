"""The constructs of the language that the games of the bench must contain, each with a test for a checked game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tests.differential.nodes import has, nodes

from cartaro_grammar.model import game as g
from cartaro_grammar.model.game import Game


def met(game: Game) -> frozenset[str]:
    """Return which of the required constructs a game has."""
    return frozenset(name for name, recognise in CONSTRUCTS.items() if recognise(game))


# -------------------------------------------------------------------------------------------- conditions and sets


def _rules(game: Game) -> tuple[object, ...]:
    return (game.clauses, game.acts)


def _all(game: Game) -> tuple[object, ...]:
    return (game.ruleset.clauses, game.acts, game.claims)


def _sentences(game: Game) -> tuple[g.Sentence, ...]:
    return tuple(clause.sentence for clause in game.ruleset.clauses)


def _deal(game: Game) -> tuple[g.Clause, ...]:
    return game.consequences("start", "hand")


def _repeats(game: Game) -> list[tuple[int, int]]:
    """Return, for each redeal of a hand, the clause that repeats and the clause that it goes back to."""
    names = [clause.name for clause in _deal(game)]
    found = ((number, n) for number, clause in enumerate(_deal(game)) for n in nodes(clause.sentence))
    return [(number, names.index(n.clause)) for number, n in found if isinstance(n, g.Repeat)]


def _redeals_that_remember(game: Game) -> bool:
    changes = {number for number, c in enumerate(_deal(game)) if has(c.sentence, g.Add, g.Become, g.MarkAs)}
    shuffles = {number for number, c in enumerate(_deal(game)) if has(c.sentence, g.Shuffle)}
    inside = (set(range(to, at + 1)) for at, to in _repeats(game))
    return any(within & changes and within & shuffles for within in inside)


def _loops_in_loops(game: Game) -> bool:
    loops = _repeats(game)
    return any(one != other and other[1] <= one[1] and one[0] < other[0] for one in loops for other in loops)


def _references(kind: str) -> Callable[[Game], bool]:
    return lambda game: any(c.kind == "reference" and c.type.kind == kind for c in game.cells)


def _several_clauses(game: Game) -> bool:
    return any(len(function.clauses) > 1 for function in game.functions)


def _chain(game: Game) -> bool:
    """Return whether a clause is preferred to another that is itself preferred to a third."""
    yields = {c.name: set(c.despite) for c in game.ruleset.clauses}
    return any(yields.get(other) for others in yields.values() for other in others)


def _no_suit(game: Game) -> bool:
    return any(card.kind is not None for card in game.deck.cards)


def _divisor(game: Game) -> bool:
    """Return whether some remainder has a divisor that may be 0 or less."""
    found = (n for n in nodes(_all(game)) if isinstance(n, g.Operation) and n.operator == "remainder")
    return any(not (isinstance(n.operands[1], g.Number) and n.operands[1].value > 0) for n in found)


def _negative(game: Game) -> bool:
    return any(isinstance(n, g.Number) and n.value < 0 for n in nodes(_all(game)))


def _steps(game: Game) -> list[g.Step]:
    return [s for s in _sentences(game) if isinstance(s, g.Step)]


def _others_step(game: Game) -> bool:
    return any(not isinstance(step.actor, g.Actor) for step in _steps(game))


def _can(by: bool) -> Callable[[Game], bool]:
    return lambda game: any(isinstance(n, g.Can) and (n.by is not None) == by for n in nodes(_all(game)))


def _each(game: Game) -> bool:
    return any(isinstance(n, g.Effect) and n.each is not None for n in nodes(_rules(game)))


def _void(game: Game) -> bool:
    return any(isinstance(n, g.End) and n.void for n in nodes(_rules(game)))


def _looking_ahead(seen: bool) -> Callable[[Game], bool]:
    """Recognise an obligation in a turn of several steps. If `seen`, no act deals cards or reads the top of a pile; otherwise
    some act does.
    """

    def recognise(game: Game) -> bool:
        obliged = has(_sentences(game), g.Obligation) and len(_steps(game)) > 1
        drawing = any(has(act.effects, g.Deal, g.Top) for act in game.acts)
        return obliged and drawing != seen

    return recognise


def _sight(game: Game) -> bool:
    """Return whether hands or the table are visible to other players than in most games."""
    return sum(isinstance(s, g.Sees) for s in _sentences(game)) != 2


def _line(*kinds: type, **values: object) -> Callable[[Game], bool]:
    lines: Callable[[Game], Iterator[g.ClaimLine]] = lambda game: (line for c in game.claims for line in c.lines)  # noqa: E731 - one of a row of such
    return lambda game: any(
        isinstance(line, kinds) and all(getattr(line, k) == v for k, v in values.items()) for line in lines(game)
    )


def _under(option: bool) -> Callable[[Game], bool]:
    return lambda game: any((name == "players") != option for claim in game.claims for name, _ in claim.under)


CONSTRUCTS: Mapping[str, Callable[[Game], bool]] = {
    "redeals that change memory": _redeals_that_remember,
    "loops in loops": _loops_in_loops,
    "memory of the match": lambda game: any(c.period == "match" and c.name != "mani" for c in game.cells),
    "memory of the turn": lambda game: any(c.period == "turn" for c in game.cells),
    "references to players": _references("player"),
    "references to sides": _references("side"),
    "references to cards": _references("card"),
    "references to values": _references("symbol"),
    "flags": lambda game: any(c.kind == "flag" for c in game.cells),
    "marks": lambda game: any(c.kind == "mark" for c in game.cells),
    "definitions in several clauses": _several_clauses,
    "chains of despite": _chain,
    "kinds": lambda game: any(f.name == "scura" for f in game.functions),
    "cards without a suit": _no_suit,
    "the top of a pile": lambda game: has(_all(game), g.Top),
    "ties and nobody": lambda game: any(has(c, g.Select) for c in game.ruleset.clauses if not c.name.startswith("vince")),
    "players who are passed over": lambda game: has(_all(game), g.FirstOf),
    "divisions of cards": lambda game: has(_all(game), g.Splits),
    "sets of some cards": lambda game: has(_all(game), g.OverSets),
    "negative numbers": _negative,
    "divisors that may be 0 or less": _divisor,
    "turns of several steps": lambda game: len(_steps(game)) > 1,
    "steps as often as wished": lambda game: any(step.often for step in _steps(game)),
    "another player's step": _others_step,
    "can with by": _can(by=True),
    "can without by": _can(by=False),
    "each": _each,
    "void hands": _void,
    "hands and turns that are ended": lambda game: any(isinstance(n, g.End) and not n.void for n in nodes(_rules(game))),
    "prohibitions": lambda game: has(_sentences(game), g.Prohibition),
    "exemptions": lambda game: any(isinstance(s, g.Permission) and s.lifts for s in _sentences(game)),
    "options": lambda game: bool(game.ruleset.options),
    "what holds under an option": lambda game: any(clause.under for clause in game.ruleset.clauses),
    "two players": lambda game: 2 in game.ruleset.player_counts,
    "three players": lambda game: 3 in game.ruleset.player_counts,
    "four players": lambda game: 4 in game.ruleset.player_counts,
    "sides of two": lambda game: any(isinstance(s, g.SidesAre) and s.arrangement == "opposite" for s in _sentences(game)),
    "clauses at the start of the match": lambda game: bool(game.consequences("start", "match")),
    "clauses about cards at the start of the match": lambda game: has(game.consequences("start", "match"), g.Shuffle, g.Deal),
    "definitions that speak of the player": lambda game: any(
        has(c.sentence, g.Actor) for c in game.clauses if isinstance(c.sentence, g.Definition)
    ),
    "applies": lambda game: any(isinstance(n, g.Applies) for n in nodes(game.claims)),
    "packs of one suit": lambda game: len({v for c in game.deck.cards for a, v in c.attributes if a == "suit"}) == 1,
    "players who leave": lambda game: has(_sentences(game), g.TakesPart),
    "findings": lambda game: any(act.finding for act in game.acts),
    "families of groups": lambda game: any(zone.family for zone in game.zones),
    "readings": lambda game: bool(game.deck.readings),
    "obligations over cards that are seen": _looking_ahead(seen=True),
    "obligations over cards that are not seen": _looking_ahead(seen=False),
    "sight": _sight,
    "scores": lambda game: has(_sentences(game), g.Score),
    "answers to choose from": lambda game: any(p.choice == "either" for act in game.acts for p in act.parameters),
    "tricks": lambda game: "giocata" in {zone.name for zone in game.zones},
    "bets": lambda game: "sta" in {act.name for act in game.acts},
    "exchanges": lambda game: has(_rules(game), g.Exchange),
    "always": _line(g.Always, as_never=False),
    "never": _line(g.Always, as_never=True),
    "at the start of every hand": _line(g.AtEvery, moment="start", period="hand"),
    "at the end of every hand": _line(g.AtEvery, moment="end", period="hand"),
    "at the count of every hand": _line(g.AtEvery, moment="count"),
    "at the start of every turn": _line(g.AtEvery, moment="start", period="turn"),
    "at the end of every turn": _line(g.AtEvery, moment="end", period="turn"),
    "before every act": _line(g.BeforeEvery),
    "after every act": _line(g.AfterEvery),
    "it can happen": _line(g.Possible, after=""),
    "it can happen after an act": lambda game: any(
        isinstance(line, g.Possible) and line.after for claim in game.claims for line in claim.lines
    ),
    "greatest": _line(g.ExtremeClaim, which="greatest"),
    "least": _line(g.ExtremeClaim, which="least"),
    "under some players": _under(option=False),
    "under some options": _under(option=True),
    "memory of an annex": lambda game: any(cell.annex for cell in game.cells),
}
