"""The manifest of a game for other programs, and the check that another program plays by the rules of the game."""
