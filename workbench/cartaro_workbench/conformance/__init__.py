"""The manifest of a game for other programs, and the check that one plays as the game says."""
