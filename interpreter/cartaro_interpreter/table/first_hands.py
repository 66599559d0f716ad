"""Random play of the first hands of a game within a small budget. It finds games that cannot be played.

Two clauses may clash at the first move, a player may be stuck at once, or a choice may be too large. Nothing in the text shows
this, but the first hand does. The budget counts moves and steps and not time, so that the result is the same on every machine.
`check` plays the beginning of one hand for each number of players. `test` plays some hands of the game with its settings. A
hand that exceeds the budget is not a fault, but `test` warns of one that takes very many moves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cartaro_grammar import CODES, PLAYERS_SETTING, Diagnostic, Game, Label, choose, msg, parts
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
        for fault in faults_of_first_hands(chosen, AT_CHECK) if isinstance(chosen, Game) else ():
            key = fault.code, fault.primary.span if fault.primary else fault.message
            there = msg("with {n} players: {message}", n=players, message=fault.message)
            found.setdefault(key, fault if players == game.players else replace(fault, message=there))
    return tuple(found.values())


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
