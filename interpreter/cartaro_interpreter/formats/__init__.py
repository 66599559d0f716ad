"""What callers hand in: positions, moves as people write them, and the players and house rules that these are for."""
