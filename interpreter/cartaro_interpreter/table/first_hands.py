"""Random play of the first hands of a game within a small budget. It finds games that cannot be played.

Two clauses may clash at the first move, a player may be stuck at once, or a choice may be too large. Nothing in the text shows
this, but the first hand does. The budget counts moves and steps and not time, so that the result is the same on every machine.
`check` plays the beginning of one hand for each number of players. `test` plays some hands of the game with its settings. A
hand that exceeds the budget is not a fault, but `test` warns of one that takes very many moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cartaro_grammar import CODES, PLAYERS_SETTING, Diagnostic, Game, Label, Phrase, choose, msg, parts
from cartaro_grammar import game as g
from cartaro_interpreter.acts.acts import Rules, compile_game
from cartaro_interpreter.state.chance import SeededChance
from cartaro_interpreter.state.faults import Faulted, counted_together
from cartaro_interpreter.state.state import PHASE, PHASE_TURN
from cartaro_interpreter.table.playout import PlayInProgress, RandomPlayer, placed, stuck

SEED = 1


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of play: the number of hands, the moves of one hand, and the steps of the interpreter in all hands
    together.
    """

    hands: int
    moves: int
    steps: int


AT_CHECK = Budget(1, 60, 150_000)
AT_TEST = Budget(8, 1_000, 1_000_000)


def faults_of_first_hands(game: Game, budget: Budget = AT_TEST) -> tuple[Diagnostic, ...]:
    """Return the first fault that occurs in random hands within a budget. A limit of the program is a warning."""
    rules = compile_game(game)
    if not isinstance(rules, Rules):
        return tuple(map(_weighed, rules))
    found = _first_fault(rules, budget)
    return () if found is None else (_weighed(found),)


def faults_at_every_number_of_players(game: Game) -> tuple[Diagnostic, ...]:
    """Return the faults at the beginning of a hand, for each number of players. Return none for a game whose sets of cards have
    to be tabulated before play, because this takes too long for `check`.
    """
    found: dict[tuple[str, object], Diagnostic] = {}
    counts = () if _tabulates(game) else game.ruleset.player_counts
    for players in sorted(counts, key=lambda n: n != game.players):
        chosen = choose(game, {PLAYERS_SETTING: str(players)})
        faults = (*faults_of_first_hands(chosen, AT_CHECK), *_deals_that_run_out(chosen)) if isinstance(chosen, Game) else ()
        for fault in faults:
            key = fault.code, fault.primary.span if fault.primary else fault.message
            there = msg("with {n} players: {message}", n=players, message=fault.message)
            found.setdefault(key, fault if players == game.players else replace(fault, message=there))
    return tuple(found.values())


def _deals_that_run_out(game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each deal to every hand at the start of which some hands get cards and others none, since the pile
    was used up.
    """
    rules = compile_game(game)
    if not isinstance(rules, Rules):
        return
    table = PlayInProgress(rules, SeededChance(SEED))
    try:
        table.begin()
        table.begin_hand()
    except Faulted:
        return
    cells, places = table.cells, {place.zone.name: place for place in rules.layout.places.values()}
    for clause in game.clauses:
        deal = next((part for part in parts(clause.sentence) if isinstance(part, g.Deal)), None)
        if deal is None or deal.each != "player" or not isinstance(deal.source, g.InZone):
            continue
        hands, pile = places[deal.to.zone], places[deal.source.zone]
        sizes = [cells[hands.slot + n].bit_count() for n in range(hands.count)]
        if min(sizes) == 0 and max(sizes) > 1 and not any(cells[pile.slot + n] for n in range(pile.count)):
            message = msg("`{clause}` deals all cards before each hand has some", clause=clause.name)
            shown = ", ".join(map(str, sizes))
            names = {"clause": clause.name, "pile": pile.zone.name, "hand": hands.zone.name}
            label = Label(clause.span, msg("in the order of the seats, the hands get {sizes} cards", sizes=shown))
            advice = msg(
                "the number is for each hand; to deal out a whole pile, write `{one}` and after it `{again}`",
                one=Phrase("{clause}: deal 1 from {pile} to each {hand}", names),
                again=Phrase("NAME: repeat from {clause} when {pile} is not empty", names),
            )
            yield Diagnostic("C0832", message, label, help=advice, severity="warning")


def _tabulates(game: Game) -> bool:
    """Return whether the sets that an act takes must fit a pattern, as melds do: they are tabulated before play."""
    definitions = [expr for clause in game.clauses for expr in (*clause.when, *clause.unless)]
    definitions += [sentence.value for _, sentence in game.with_sentence(g.Definition)]
    return any(isinstance(part, g.Pattern) for expr in definitions for part in parts(expr))


def _first_fault(rules: Rules, budget: Budget) -> Diagnostic | None:
    work = rules.compiler.work
    with counted_together(work, budget.steps):
        for number in range(budget.hands):
            table = PlayInProgress(rules, SeededChance(SEED + number))
            try:
                if _play(table, [RandomPlayer(SEED + number + seat) for seat in range(rules.game.players)], budget.moves):
                    continue
            except Faulted as fault:
                return None if _is_spent(rules) else placed(table, fault)
            return None if _is_spent(rules) or budget.hands == 1 else _endless(rules, budget.moves)
    return None


def _play(table: PlayInProgress, players: list[RandomPlayer], most: int) -> bool:
    """Play one hand. Return whether it ended within the budget. May raise `Faulted`."""
    table.begin()
    table.begin_hand()
    for _ in range(most):
        if table.cells[PHASE] != PHASE_TURN:
            return True
        if _is_spent(table.rules):
            return False
        table.stood = table.state
        options = table.options()
        if not options:
            raise stuck(table.rules, table.cells)
        table.act(options[players[options[0].player].pick(len(options))])
    return table.cells[PHASE] != PHASE_TURN


def _is_spent(rules: Rules) -> bool:
    left = rules.compiler.work.left_in_all
    return left is not None and left < 0


def _endless(rules: Rules, moves: int) -> Diagnostic:
    clause = next((clause for clause, sentence in rules.game.with_sentence(g.Ends) if sentence.period == "hand"), None)
    label = None if clause is None else Label(clause.span, msg("the hand ends by this clause"))
    advice = msg("`cartaro simulate` shows it; `cartaro verify` decides whether every hand ends")
    return Diagnostic("C0824", msg("a random hand has not ended after {n} moves", n=moves), label, help=advice)


def _weighed(fault: Diagnostic) -> Diagnostic:
    """Return a fault: an error, or a warning if it is a limit of the program and not a mistake in the rules."""
    return replace(fault, severity="warning") if CODES[fault.code].limit else fault
