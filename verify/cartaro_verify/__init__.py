"""What is proved of a game, or refuted by a history that the interpreter has replayed."""
