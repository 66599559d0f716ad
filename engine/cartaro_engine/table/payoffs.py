"""What the end of a hand or of a match is worth to each player.

A hand: the points of the player's side less the mean of the other sides' points; where the rules let the lowest win, the other
way round.  A match: 1 to the side that wins, shared out as a loss among the others; nothing to anybody where the rules do not
say who wins.  Between sides it sums to 0.
"""

from __future__ import annotations

from cartaro_interpreter import Rules, State, fewest_win, winner


def payoff_of_points(rules: Rules, points: tuple[int, ...]) -> tuple[float, ...]:
    """What the points of a hand are worth to each player."""
    sides, sign = rules.game.sides, -1 if fewest_win(rules.game) else 1
    if sides == 1:
        return tuple(float(sign * points[0]) for _ in range(rules.game.players))
    worth = [sign * (own - (sum(points) - own) / (sides - 1)) for own in points]
    return tuple(worth[rules.game.side_of[player]] for player in range(rules.game.players))


def payoff_of_match(rules: Rules, state: State) -> tuple[float, ...]:
    """What the end of a match is worth to each player."""
    won, side_of = winner(rules, state), rules.game.side_of
    if won is None or won.number is None or rules.game.sides == 1:
        return (0.0,) * rules.game.players
    side = won.number if won.kind == "side" else side_of[won.number]
    return tuple(1.0 if side_of[player] == side else -1 / (rules.game.sides - 1) for player in range(rules.game.players))
