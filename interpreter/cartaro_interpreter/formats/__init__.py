"""Input and output: JSON forms, positions, moves as text, and the players and house rules that these are for."""
