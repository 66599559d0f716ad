"""Playouts: hands and matches played to their end by players, with what was shuffled and done on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from cartaro_grammar import Diagnostic, in_series, say
from cartaro_interpreter.acts.rules import Rules
from cartaro_interpreter.formats.position import write_position
from cartaro_interpreter.play.match_moves import matching
from cartaro_interpreter.play.players import NoticedMove, Player, RandomPlayer
from cartaro_interpreter.play.turn import Choice, open_steps
from cartaro_interpreter.play.unseen_choices import choices
from cartaro_interpreter.play.view import view
from cartaro_interpreter.ruling.blockers import hindrances
from cartaro_interpreter.ruling.json_moves import reason
from cartaro_interpreter.ruling.json_text import write_json
from cartaro_interpreter.ruling.judge import judge
from cartaro_interpreter.ruling.rulings import finding_of, in_demand, irregularity
from cartaro_interpreter.state.budget import counted_together
from cartaro_interpreter.state.chance import SeededChance
from cartaro_interpreter.state.fault import Faulted, diagnosed
from cartaro_interpreter.state.layout import PHASE, PHASE_TURN, TURN
from cartaro_interpreter.state.move import Move
from cartaro_interpreter.table.session import Played, Proceedings

__all__ = ["MOST_MOVES", "Played", "play_hand", "play_match", "play_out", "stuck"]

MOST_MOVES = 10_000
MOST_OFFERED = 1_000_000
"""Legal moves of which one is chosen, counted over all choices of a hand or match; the engine has the same bound."""


def play_hand(rules: Rules, players: Sequence[Player], chance: SeededChance) -> Played | Diagnostic:
    """One hand, the first of a match."""
    return play_out(Proceedings(rules, chance), players)


def play_match(rules: Rules, players: Sequence[Player], chance: SeededChance) -> Played | Diagnostic:
    """A whole match."""
    return play_out(Proceedings(rules, chance, match=True), players)


def play_out(
    table: Proceedings, players: Sequence[Player], counted: Callable[[Proceedings], None] | None = None
) -> Played | Diagnostic:
    """Play a hand or a match from its beginning to its end; `counted` is called after each hand.

    A player may choose, besides the legal moves, a finding that may be entered, or an irregular move that could stand: it
    stands, and the rulings on it are entered after the next move.  One that is `NoticedMove` is ruled on at once, and the same
    player makes it good.
    """
    try:
        with counted_together(table.rules.compiler.work):
            table.begin()
            while table.goes_on:
                _hand(table, players)
                if counted is not None:
                    counted(table)
    except Faulted as fault:
        return _placed(table, fault)
    return table.played()


def _hand(table: Proceedings, players: Sequence[Player]) -> None:
    table.stood = None
    table.begin_hand()
    rules, cells = table.rules, table.cells
    for _ in range(MOST_MOVES):
        if cells[PHASE] != PHASE_TURN:
            return
        table.stood = table.state
        options = table.options()
        if not options:
            raise stuck(rules, cells)
        table.offered += len(options)
        if table.offered > MOST_OFFERED:
            message = say("there are more than {n} legal moves to choose from in all: a limit of the program", n=MOST_OFFERED)
            raise Faulted("C0824", message)
        player = players[options[0].player]
        if isinstance(player, RandomPlayer):  # one that does not look is shown nothing
            table.act(options[player.pick(len(options))])
        else:
            _choice(table, player, options)
        if table.standing:
            table.settle()
    raise Faulted("C0824", say("the hand has not ended after {n} moves", n=MOST_MOVES))


def _choice(table: Proceedings, player: Player, options: list[Choice]) -> None:
    """What a player chooses, done."""
    who = options[0].player
    mine = [option for option in options if option.player == who]
    seen = view(table.rules, table.state, who)
    if isinstance(seen, Diagnostic):
        raise Faulted(seen.code, seen.message)
    chosen = player.choose(seen, choices(table.rules.game, (option.move for option in mine)))
    if isinstance(chosen, NoticedMove):
        _noticed(table, chosen.move, who)
        return
    option = matching(table.rules, table.cells, mine, chosen)
    if option is not None:
        table.act(option)
    elif finding_of(table.rules.game, chosen.act) is not None:
        _found(table, chosen)
    else:
        irregular = None if table.demand else irregularity(table.rules, table.state, chosen)
        if irregular is None or not irregular.later or irregular.option.player != who:
            raise Faulted("C0818", say("the player in seat {n} chose a move that is not legal", n=who + 1))
        table.stand(irregular)


def _noticed(table: Proceedings, move: Move, who: int) -> None:
    """A move that breaks a rule and is noticed at once."""
    irregular = None if table.demand else irregularity(table.rules, table.state, move)
    if irregular is None or not irregular.at_once or irregular.option.player != who:
        raise Faulted("C0818", say("the player in seat {n} chose a move that is not legal", n=who + 1))
    table.at_once(irregular, irregular.at_once, stands=False)


def _found(table: Proceedings, finding: Move) -> None:
    if table.demand:
        asked = in_demand(table.rules, table.demand)
        raise Faulted("C0818", say("the finding `{act}` cannot be entered here: {why}", act=finding.act, why=asked))
    verdict = judge(table.rules, table.state, finding)
    if isinstance(verdict, Diagnostic) or not verdict.legal:
        why = verdict.message if isinstance(verdict, Diagnostic) else reason(verdict)
        raise Faulted("C0818", say("the finding `{act}` cannot be entered here: {why}", act=finding.act, why=why))
    table.find(finding)


def stuck(rules: Rules, cells: Sequence[int]) -> Faulted:
    """The fault of a state that awaits a move and has no legal one."""
    names = hindrances(rules, cells)
    must = next((step for _, step in open_steps(rules, cells) if step.must), None)
    player = cells[TURN] if must is None else must.actor(cells, [])
    message = say("the player in seat {n} has no legal move, and the turn may not end", n=player + 1)
    if must is not None:
        message = say(
            "the player in seat {n} has no legal move, and `{step}` asks for a move", n=player + 1, step=must.clause.name
        )
    advice = say("in the way: {names}", names=", ".join(f"`{name}`" for name in names)) if names else ""
    known = [rules.game.clause[name].span for name in names if name in rules.game.clause]
    return Faulted("C0823", message, known[0] if known else None, advice)


def _placed(table: Proceedings, fault: Faulted) -> Diagnostic:
    """A fault in play as a diagnostic that says where in play it was, and from which position."""
    told = diagnosed(fault)
    if not table.hands:
        return told
    where = say("in hand {hand}, after {n} moves", hand=table.hands, n=len(table.entries))
    advice = [] if told.help is None else [told.help]
    if table.stood is not None:
        advice.append(say("the position: {position}", position=write_json(write_position(table.rules, table.stood))))
    return replace(told, message=say("{message} ({where})", message=told.message, where=where), help=in_series(advice) or None)
