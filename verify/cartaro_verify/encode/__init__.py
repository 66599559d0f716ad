"""The meaning of a game over symbolic states: expressions, effects, acts, turns, whole courses; and questions to the solver."""
