"""Play under compiled rules: turns, legal moves, the course of a hand and a match, views, scores."""
