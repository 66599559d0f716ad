"""What another program needs to know of a game, and whether it plays as the game says."""
