"""Input of callers: positions, moves as people write them, and the players and house rules that these are for."""
