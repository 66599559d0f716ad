"""Input and output: JSON forms, positions, moves as text, and their numbers of players and house rules."""
