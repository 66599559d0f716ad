"""The meaning of a checked game: states, legal moves, play and its records."""
