"""Input and output: JSON forms, positions, moves as text, and the number of players and house rules of an input."""
